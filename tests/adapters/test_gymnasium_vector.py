"""`cloche.VectorEnv` as Gymnasium takes it: spaces, autoreset modes, infos; against Gymnasium's own SyncVectorEnv."""

from __future__ import annotations

import re
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.utils.performance import benchmark_vector_step
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.vector.utils import batch_space
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

import cloche
import cloche.adapters.gymnasium
from cloche.adapters.gymnasium_vector import VectorEnv
from cloche.reference.rng import Rng

MODES = list(AutoresetMode)
every_mode = pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.value)


class OneOf(gymnasium.Env[Any, Any]):
    """An environment of R-10 over a `cloche.State`, for Gymnasium's SyncVectorEnv: the player to move learns."""

    def __init__(self, game: cloche.Game, number: int, seed: int) -> None:
        self.game, self.chance = game, cloche.Rng(seed, 9, 0, number)
        like = VectorEnv(game, 1)
        self.observation_space, self.action_space = like.single_observation_space, like.single_action_space

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        self.state, self.last = self.game.new_initial_state(), 0
        self.state.resolve_chance(self.chance)
        return self.answer()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        self.last = self.state.current_player()
        self.state.apply_action(int(action))
        self.state.resolve_chance(self.chance)
        observation, info = self.answer()
        return observation, self.state.returns()[self.last], self.state.is_terminal(), False, info

    def answer(self) -> tuple[Any, dict[str, Any]]:
        player = self.state.current_player()
        mask = np.zeros(self.game.num_distinct_actions, np.int8)
        mask[self.state.legal_actions()] = 1
        viewer = self.last if player < 0 else player
        info = {"action_mask": mask, "current_player": player, "rewards": np.array(self.state.returns())}
        return self.state.observation_tensor(viewer), info


def equal(ours: Any, theirs: Any) -> None:
    if isinstance(theirs, dict):
        assert ours.keys() == theirs.keys()
        for key in theirs:
            equal(ours[key], theirs[key])
    elif theirs.dtype == object:
        assert [x is None for x in ours] == [x is None for x in theirs]
        assert all(np.array_equal(x, y) for x, y in zip(ours, theirs, strict=True) if y is not None)
    else:
        assert np.array_equal(ours, theirs)


@every_mode
@pytest.mark.parametrize("name", ["kuhn_poker", "small_2048", "tic_tac_toe"])
def test_it_does_what_sync_vector_env_does_with_single_environments(name: str, mode: AutoresetMode) -> None:
    game = cloche.load(name, options={"rows": 2, "columns": 2} if name == "small_2048" else None)
    ours = VectorEnv(game, 4, autoreset_mode=mode)
    theirs = SyncVectorEnv([lambda i=i: OneOf(game, i, 7) for i in range(4)], autoreset_mode=mode)  # type: ignore[misc]
    observations, infos = ours.reset(seed=7)
    others, other_infos = theirs.reset()
    equal(observations, others)
    equal(infos, other_infos)
    ended = 0
    for _ in range(60):
        actions = ours.action_space.sample()
        mine, their = ours.step(actions), theirs.step(actions)
        for array, other in zip(mine[:4], their[:4], strict=True):
            assert np.array_equal(array, other)
            assert array.dtype == other.dtype
        if mode != AutoresetMode.SAME_STEP:
            equal(mine[4], their[4])
        elif mine[2].any():
            equal(mine[4]["final_obs"], their[4]["final_obs"])
            rows = mine[2]
            for key in ("action_mask", "current_player", "rewards"):
                equal(mine[4]["final_info"][key][rows], their[4]["final_info"][key][rows])
                if key != "rewards":
                    equal(mine[4][key], their[4][key])
        ended += int(mine[2].sum())
        if mode == AutoresetMode.DISABLED and mine[2].any():
            mask = mine[2].copy()
            equal(ours.reset(options={"reset_mask": mask})[0], theirs.reset(options={"reset_mask": mask})[0])
    assert ended >= 8


@pytest.mark.parametrize("name", ["cottage_garden", "buds_and_blooms", "small_2048"])
def test_make_vec_makes_the_games_for_one(name: str) -> None:
    envs = gymnasium.make_vec(f"cloche/{name}-v0", num_envs=3)  # warns, and so fails, without the mode in its metadata
    assert isinstance(envs, VectorEnv)
    assert envs.environments.game.players == 1
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    assert envs.spec is not None
    observations, _ = envs.reset(seed=1)
    assert observations.shape == (3, *envs.environments.game.observation_tensor_shape)
    assert observations in envs.observation_space
    envs.close()
    sync = gymnasium.make_vec(f"cloche/{name}-v0", num_envs=3, vectorization_mode="sync")
    assert sync.single_observation_space == envs.single_observation_space
    assert sync.single_action_space == envs.single_action_space
    sync.close()


@pytest.mark.parametrize("name", [*cloche.games(), *cloche.known_games()])
def test_spaces_hold_what_comes(name: str) -> None:
    envs = VectorEnv(name, 5)
    assert envs.observation_space == batch_space(envs.single_observation_space, 5)
    assert envs.action_space == batch_space(envs.single_action_space, 5)
    observations, infos = envs.reset(seed=3)
    for _ in range(30):
        assert observations in envs.observation_space
        actions = envs.action_space.sample()
        assert actions in envs.action_space
        over = infos["current_player"] == cloche.TERMINAL
        assert (infos["action_mask"][np.arange(5), actions] == ~over).all()
        observations, rewards, terminated, truncated, infos = envs.step(actions)
        assert observations.dtype == np.float32
        assert rewards.dtype == np.float64
        assert (terminated.dtype, truncated.dtype) == (np.bool_, np.bool_)
        assert not truncated.any()


def test_arrays_are_the_caller_s_own() -> None:
    envs = VectorEnv("connect_four", 3)
    kept = envs.reset(seed=1)
    copies = [kept[0].copy(), kept[1]["action_mask"].copy()]
    for _ in range(5):
        envs.step(envs.action_space.sample())
    assert np.array_equal(kept[0], copies[0])
    assert np.array_equal(kept[1]["action_mask"], copies[1])
    kept[0][...] = 0.0


def test_samples_follow_the_seed_of_the_space() -> None:
    envs = VectorEnv("connect_four", 50)
    envs.reset(seed=1)
    envs.action_space.seed(4)
    first = envs.action_space.sample()
    envs.action_space.seed(4)
    assert np.array_equal(first, envs.action_space.sample())
    assert not np.array_equal(first, envs.action_space.sample())
    assert set(np.concatenate([envs.action_space.sample() for _ in range(9)])) == set(range(7))


def test_wrappers_and_the_benchmark_of_gymnasium_run_on_it() -> None:
    envs = DictInfoToList(RecordEpisodeStatistics(VectorEnv("tic_tac_toe", 4)))
    _, infos = envs.reset(seed=1)
    assert infos[2]["action_mask"].tolist() == [1] * 9
    lengths = []
    for _ in range(40):
        *_, infos = envs.step(envs.action_space.sample())
        lengths += [info["episode"]["l"] for info in infos if "episode" in info]
    assert len(lengths) >= 12
    assert all(5 <= length <= 9 for length in lengths)
    assert benchmark_vector_step(VectorEnv("tic_tac_toe", 4), target_duration=0.05, seed=1) > 0


def test_a_seed_deals_what_r_10_says_and_none_deals_at_random() -> None:
    game = cloche.load("bloom_town")
    envs = VectorEnv(game, 2)
    envs.reset(seed=11)
    for number in range(2):
        state = game.new_initial_state()
        state.resolve_chance(cloche.Rng(11, 9, 0, number))
        assert envs.environments.state(number) == state
    assert Rng(11, 9, 0, 0).next() == cloche.Rng(11, 9, 0, 0).next()
    deals = []
    for _ in range(2):
        envs = VectorEnv(game, 1)
        envs.reset()
        deals.append(envs.environments.state(0))
    assert deals[0] != deals[1]


def test_what_is_not_allowed_is_named() -> None:
    envs = VectorEnv("tic_tac_toe", 2)
    with pytest.raises(ResetNeeded, match=r"call reset\(\) first"):
        envs.step([0, 0])
    with pytest.raises(ResetNeeded, match="without reset_mask"):
        envs.reset(options={"reset_mask": np.array([True, False])})
    envs.reset(seed=1)
    with pytest.raises(InvalidAction, match="action 9 is not legal in environment 1; player 0 may play"):
        envs.step([0, 9])
    with pytest.raises(InvalidAction, match="2 whole numbers"):
        envs.step([0])
    with pytest.raises(ValueError, match=r"mask: .*should be 2 bools"):
        envs.reset(options={"reset_mask": np.array([1, 0])})
    message = "autoreset_mode: 'Never', should be 'NextStep' or 'SameStep' or 'Disabled'"
    with pytest.raises(ValueError, match=re.escape(message)):
        VectorEnv("tic_tac_toe", autoreset_mode="Never")
    with pytest.raises(ValueError, match="a loaded game has its own"):
        VectorEnv(cloche.load("nim"), players=2)
    assert VectorEnv("nim", autoreset_mode="SameStep").metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
