"""All games as PettingZoo environments."""

from __future__ import annotations

import pickle
import subprocess
import sys
import warnings
from functools import partial
from typing import Any

import numpy as np
import pytest
from gymnasium.error import Error
from pettingzoo.utils import wrappers
from tests.net import GAMES

import cloche
from cloche.adapters import pettingzoo
from cloche.registry import entry

with warnings.catch_warnings(action="ignore"):  # of games of PettingZoo that its tests import
    from pettingzoo.test import api_test, render_test, seed_test

CHANCE = 1  # the stream of the game's own chance, seeds/random.md
CYCLES = 100

# What api_test warns of: an observation that is a dict with a mask, all zeros for whoever waits, as the board games of
# PettingZoo have it; and Nim, which ends with nothing on the table.
BOARD_GAME = [
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
    "ignore:Action mask numpy array is all zeros",
    "ignore:Observation numpy array is all zeros",
]
checked = [
    pytest.mark.filterwarnings(*BOARD_GAME),
    pytest.mark.parametrize(
        ("name", "players"), [(name, count) for name in GAMES for count in sorted({*entry(name).players})]
    ),
]


def marked(test: Any) -> Any:
    """A test of every game with fewest and most players."""
    for mark in checked:
        test = mark(test)
    return test


@marked
def test_pettingzoo_finds_no_fault(name: str, players: int) -> None:
    api_test(pettingzoo.env(name, players), num_cycles=CYCLES)


@marked
def test_pettingzoo_sees_equal_games_for_equal_seeds(name: str, players: int) -> None:
    seed_test(partial(pettingzoo.env, name, players), num_cycles=CYCLES)


def test_pettingzoo_can_render(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(partial(pettingzoo.env, "bloom_town"), {"svg": lambda picture: picture.startswith("<svg")})


@pytest.mark.parametrize("name", GAMES)
def test_an_episode_is_the_game_of_its_seed(name: str) -> None:
    env = pettingzoo.env(name)
    env.reset(seed=7)
    chance = cloche.Rng(7, CHANCE)
    state = cloche.load(name).new_initial_state()
    state.resolve_chance(chance)
    got = dict.fromkeys(env.possible_agents, 0.0)
    for number, agent in enumerate(env.agent_iter()):
        _, reward, over, _, _ = env.last()
        got[agent] += reward
        assert over == state.is_terminal()
        if over:
            env.step(None)
            continue
        assert agent == f"player_{state.current_player()}"
        for player, other in enumerate(env.possible_agents):
            its = env.observe(other)
            np.testing.assert_array_equal(its["observation"], state.observation_tensor(player))
            legal = state.legal_actions() if other == agent else []
            assert np.flatnonzero(its["action_mask"]).tolist() == legal
        action = state.legal_actions()[number % len(state.legal_actions())]
        env.step(action)
        state.apply_action(action)
        state.resolve_chance(chance)
        assert env.unwrapped.position == state
    assert list(got.values()) == state.returns()
    assert env.agents == []


def test_players_options_and_components_are_those_of_load() -> None:
    env = pettingzoo.env("bloom_town", players=3, options={"side": "B"})
    assert env.unwrapped.game == cloche.load("bloom_town", 3, {"side": "B"})
    assert env.possible_agents == ["player_0", "player_1", "player_2"]
    box = cloche.load("bloom_town").components
    assert pettingzoo.env("bloom_town", components=box).unwrapped.game == cloche.load("bloom_town")


def test_episodes_without_a_seed_follow_from_the_seed_before() -> None:
    env = pettingzoo.env("bloom_town")

    def deals(seed: int) -> list[cloche.State]:
        env.reset(seed=seed)
        states = [env.unwrapped.position]
        for _ in range(3):
            env.reset()
            states.append(env.unwrapped.position)
        return states

    assert deals(3) == deals(3) != deals(4)
    assert len(set(deals(3))) == 4


def test_environments_pickle() -> None:
    env = pettingzoo.raw_env("buds_and_blooms")
    env.reset(seed=2)
    other = pickle.loads(pickle.dumps(env))
    other.step(env.position.legal_actions()[0])
    env.step(env.position.legal_actions()[0])
    assert other.position == env.position


# Bad input


def test_an_illegal_action_ends_the_game_as_pettingzoo_has_it() -> None:
    env = pettingzoo.env("tic_tac_toe")
    env.reset(seed=1)
    env.step(4)
    env.step(4)
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards == {"player_0": 0, "player_1": -1.0}
    for arguments, penalty in (({}, -13.0), ({"illegal_reward": -50}, -50.0)):  # -13 is the lowest utility
        env = pettingzoo.env("leduc_poker", **arguments)
        env.reset(seed=1)
        env.step(0)  # a fold with nothing to pay
        assert env.rewards == {"player_0": penalty, "player_1": 0}


def test_the_wrappers_are_those_of_a_board_game() -> None:
    env = pettingzoo.env("nim")
    kinds = []
    while not isinstance(env, pettingzoo.RawEnv):
        kinds.append(type(env))
        env = env.env
    assert kinds == [
        wrappers.OrderEnforcingWrapper,
        wrappers.AssertOutOfBoundsWrapper,
        wrappers.TerminateIllegalWrapper,
    ]


@pytest.mark.parametrize("action", [-1, 9, 1.5, "a", None])
def test_what_is_no_action_of_the_space_is_an_assertion(action: Any) -> None:
    env = pettingzoo.env("tic_tac_toe")
    env.reset(seed=1)
    with pytest.raises(AssertionError, match="action is not in action space"):
        env.step(action)


def test_without_wrappers_an_illegal_action_is_a_value_error_and_changes_nothing() -> None:
    env = pettingzoo.raw_env("tic_tac_toe")
    env.reset(seed=1)
    env.step(4)
    before = env.position.clone()
    with pytest.raises(ValueError, match="action 4 is not legal here; player 1 may play 0"):
        env.step(4)
    assert env.position == before
    assert env.agent_selection == "player_1"


def test_there_is_nothing_before_the_first_episode() -> None:
    with pytest.raises(AttributeError, match="cannot be accessed before reset"):
        _ = pettingzoo.env("nim").agent_selection
    with pytest.raises(ValueError, match="no episode has begun"):
        pettingzoo.raw_env("nim").observe("player_0")


def test_wrong_arguments_are_named() -> None:
    for arguments, message in (
        ({"players": 9}, "players of bloom_town: 9, should be a whole number 2..4"),
        ({"options": {"side": "C"}}, "side: 'C', should be 'A' or 'B'"),
        ({"render_mode": "rgb_array"}, "render_mode: 'rgb_array', should be 'human' or 'ansi' or 'svg'"),
        ({"illegal_reward": float("inf")}, "illegal_reward: inf, should be a finite number"),
    ):
        with pytest.raises(ValueError, match=message):
            pettingzoo.env("bloom_town", **arguments)
    with pytest.raises(Error, match="Seed must be"):
        pettingzoo.env("bloom_town").reset(seed=-1)


@pytest.mark.parametrize("package", ["pettingzoo", "gymnasium"])
def test_a_missing_library_is_named_with_its_extra(package: str) -> None:
    code = f"import sys; sys.modules['{package}'] = None; import cloche.adapters.pettingzoo"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)
    assert done.stderr.endswith(f"MissingExtra: needs {package}: pip install 'cloche[pettingzoo]'\n")
