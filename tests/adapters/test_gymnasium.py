"""The games that one plays alone as Gymnasium environments."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import Error, InvalidAction, ResetNeeded, UnsupportedMode
from gymnasium.utils.env_checker import check_env
from tests.net import GAMES, SETUPS, Setup, nodes

import cloche
from cloche.adapters.episodes import LARGEST_NUMBER
from cloche.adapters.gymnasium import SoloEnv
from cloche.registry import entry

SOLO = [name for name in GAMES if entry(name).players[0] == 1]
CHANCE = 1  # the stream of the game's own chance, seeds/random.md


def made(name: str, **arguments: Any) -> SoloEnv:
    """A registered environment without the wrappers of `make`."""
    env = gymnasium.make(f"cloche/{name}-v0", **arguments).unwrapped
    assert isinstance(env, SoloEnv)
    return env


def started(env: SoloEnv) -> np.int64:
    """Begins an episode with an action of the space that is not legal, and says which."""
    for seed in range(100):
        env.reset(seed=seed)
        if not env.action_masks().all():
            break
    return np.flatnonzero(~env.action_masks())[0]


# What Gymnasium asks for


def test_every_game_for_one_is_registered() -> None:
    ids = {name for name in gymnasium.registry if name.startswith("cloche/")}
    assert ids == {f"cloche/{name}-v0" for name in SOLO}
    assert {"cloche/cottage_garden-v0", "cloche/buds_and_blooms-v0"} <= ids


@pytest.mark.parametrize("name", SOLO)
def test_gymnasium_finds_no_fault(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    check_env(made(name))  # warnings are errors


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_all_observations_are_in_the_space(setup: Setup) -> None:
    for state in nodes(setup, "native"):
        for player in range(setup.players):
            assert np.abs(state.observation_tensor(player)).max() <= LARGEST_NUMBER


@pytest.mark.parametrize("name", SOLO)
def test_an_episode_is_the_game_of_its_seed(name: str) -> None:
    env = made(name)
    seen, info = env.reset(seed=7)
    chance = cloche.Rng(7, CHANCE)
    state = cloche.load(name, 1).new_initial_state()
    state.resolve_chance(chance)
    assert state == cloche.load(name, 1).new_initial_state(seed=7)
    env.action_space.seed(1)
    over = False
    while not over:
        np.testing.assert_array_equal(seen, state.observation_tensor(0))
        assert np.flatnonzero(info["action_mask"]).tolist() == state.legal_actions()
        assert np.flatnonzero(env.action_masks()).tolist() == state.legal_actions()
        action = env.action_space.sample(info["action_mask"])
        seen, reward, over, truncated, info = env.step(action)
        state.apply_action(action)
        state.resolve_chance(chance)
        assert env.position == state
        assert reward == state.returns()[0]
        assert (over, truncated, info["illegal_action"]) == (state.is_terminal(), False, False)
    assert not info["action_mask"].any()
    with pytest.raises(ResetNeeded, match="the game is over"):
        env.step(action)


def test_episodes_without_a_seed_differ_and_follow_from_the_seed_before() -> None:
    env = made("cottage_garden")
    runs = [[env.reset(seed=seed)[0].tobytes()] + [env.reset()[0].tobytes() for _ in range(3)] for seed in (3, 3, 4)]
    assert runs[0] == runs[1] != runs[2]
    assert len(set(runs[0])) == 4


def test_options_and_components_are_those_of_load() -> None:
    env = made("buds_and_blooms", options={"rocks": 2})
    assert env.game == cloche.load("buds_and_blooms", 1, {"rocks": 2})
    box = cloche.load("cottage_garden", 1).components
    assert SoloEnv("cottage_garden", components=box).game == cloche.load("cottage_garden", 1)


def test_masks_reach_through_the_wrappers_of_make() -> None:
    env = gymnasium.make("cloche/cottage_garden-v0")
    env.reset(seed=1)
    masks = env.get_wrapper_attr("action_masks")()  # as sb3-contrib asks
    assert masks.dtype == np.bool_
    assert masks.shape == (env.action_space.n,)  # type: ignore[attr-defined]


def test_environments_pickle_and_copy() -> None:
    env = made("buds_and_blooms")
    env.reset(seed=2)
    for other in (pickle.loads(pickle.dumps(env)), copy.deepcopy(env)):
        other.step(np.flatnonzero(other.action_masks())[0])
        assert other.position != env.position


# Illegal actions


@pytest.mark.parametrize("name", SOLO)
def test_an_illegal_action_changes_nothing_and_costs_a_fixed_reward(name: str) -> None:
    env = made(name, illegal_reward=-0.5)
    wrong = started(env)
    seen = env.position.observation_tensor(0)
    before = env.position.clone()
    again, reward, over, truncated, info = env.step(wrong)
    np.testing.assert_array_equal(again, seen)
    assert (reward, over, truncated, info["illegal_action"]) == (-0.5, False, False, True)
    assert f"action {wrong} is not legal here; player 0 may play" in info["message"]
    assert env.position == before
    assert env.step(np.flatnonzero(info["action_mask"])[0])[4]["illegal_action"] is False


@pytest.mark.parametrize("name", SOLO)
def test_an_illegal_action_is_an_error_where_one_is_strict(name: str) -> None:
    env = made(name, strict=True)
    wrong = started(env)
    before = env.position.clone()
    with pytest.raises(InvalidAction, match=f"action {wrong} is not legal here; player 0 may play"):
        env.step(wrong)
    assert env.position == before


@pytest.mark.parametrize("action", [-1, 1793, 2.5, "a", None])
def test_what_is_no_action_of_the_space_is_an_error(action: Any) -> None:
    env = made("cottage_garden")
    env.reset(seed=1)
    with pytest.raises(InvalidAction, match=r"action: .+, should be a whole number 0\.\.1792"):
        env.step(action)


# Other input


def test_there_is_nothing_before_the_first_episode() -> None:
    env = made("cottage_garden", render_mode="ansi")
    for ask in (lambda: env.step(0), env.action_masks, env.render, lambda: env.position):
        with pytest.raises(ResetNeeded, match="no episode has begun"):
            ask()


def test_wrong_arguments_are_named() -> None:
    with pytest.raises(ValueError, match=r"players of bloom_town: 1, should be a whole number 2\.\.4"):
        SoloEnv("bloom_town")
    with pytest.raises(ValueError, match="rocks: 9"):
        made("buds_and_blooms", options={"rocks": 9})
    with pytest.raises(UnsupportedMode, match="render_mode: 'rgb_array', should be 'human' or 'ansi' or 'svg'"):
        SoloEnv("cottage_garden", render_mode="rgb_array")
    with pytest.raises(ValueError, match="illegal_reward: 'x', should be a finite number"):
        made("cottage_garden", illegal_reward="x")
    with pytest.raises(ValueError, match="strict: 1, should be True or False"):
        made("cottage_garden", strict=1)
    with pytest.raises(Error, match="Seed must be"):
        made("cottage_garden").reset(seed=-1)


def test_pictures(capsys: pytest.CaptureFixture[str]) -> None:
    for mode, picture in (("ansi", cloche.State.text), ("svg", cloche.State.svg)):
        env = made("buds_and_blooms", render_mode=mode)
        env.reset(seed=1)
        assert env.render() == picture(env.position)
    env = made("buds_and_blooms", render_mode="human")
    env.reset(seed=1)
    assert capsys.readouterr().out == env.position.text() + "\n"
    assert made("small_2048").reset(seed=1)


def test_a_missing_library_is_named_with_its_extra() -> None:
    code = "import sys; sys.modules['gymnasium'] = None; import cloche.adapters.gymnasium"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)
    assert done.stderr.endswith("MissingExtra: needs gymnasium: pip install 'cloche[gymnasium]'\n")
