"""Many games at once: `cloche.VectorEnv` against single states, step by step, and both implementations alike."""

from __future__ import annotations

import copy
import gc
import multiprocessing
import pickle
import threading
import weakref
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import cloche
from cloche.reference.base import choose, draw
from cloche.reference.rng import Rng

from .net import IMPLEMENTATIONS, SETUPS, Setup

every_setup = pytest.mark.parametrize("setup", SETUPS, ids=str)
AUTORESETS = ("same_step", "next_step", "disabled")
SHORT = "tic_tac_toe"  # 5 to 9 moves


class Single:
    """An environment after the words of R-10 and of `VectorEnv`, over a `cloche.State`."""

    def __init__(self, game: cloche.Game, number: int, seed: int, autoreset: str) -> None:
        self.game, self.autoreset = game, autoreset
        self.chance, self.decisions = Rng(seed, 9, 0, number), Rng(seed, 9, 1, number)
        self.deal()

    def deal(self) -> None:
        self.state, self.last = self.game.new_initial_state(), 0
        self.draw_chance()
        self.rewards, self.terminated = [0.0] * self.game.players, False

    def draw_chance(self) -> None:
        while self.state.is_chance_node():
            self.state.apply_action(draw(self.state.backend.chance_weights(), self.chance))

    def random_action(self) -> int:
        return -1 if self.state.is_terminal() else choose(self.state.legal_actions(), self.decisions)

    def step(self, action: int) -> None:
        if self.state.is_terminal():
            if self.autoreset == "next_step":
                self.deal()
            return
        self.last = self.state.current_player()
        self.state.apply_action(action)
        self.draw_chance()
        self.rewards, self.terminated = self.state.returns(), self.state.is_terminal()
        if self.terminated and self.autoreset == "same_step":
            rewards = self.rewards
            self.deal()
            self.rewards, self.terminated = rewards, True


def compare(envs: cloche.VectorEnv, singles: list[Single], *, all_of_it: bool) -> None:
    states = [single.state for single in singles]
    assert envs.current_players.tolist() == [state.current_player() for state in states]
    assert envs.rewards.tolist() == [single.rewards for single in singles]
    assert envs.terminated.tolist() == [single.terminated for single in singles]
    if not all_of_it:
        return
    masks, tensors = envs.action_masks, envs.observations()
    for number, (single, state) in enumerate(zip(singles, states, strict=True)):
        assert envs.state(number) == state
        assert np.flatnonzero(masks[number]).tolist() == state.legal_actions()
        viewer = single.last if state.is_terminal() else state.current_player()
        assert np.array_equal(tensors[number], state.observation_tensor(viewer))


def stepped(envs: cloche.VectorEnv, singles: list[Single], steps: int) -> Iterator[int]:
    """Random steps of both, the same as long as they agree."""
    for number in range(steps):
        actions = envs.random_actions().tolist()
        assert actions == [single.random_action() for single in singles]
        envs.step(actions)
        for single, action in zip(singles, actions, strict=True):
            single.step(action)
        yield number


# Against single states


@every_setup
def test_r_10_environments_are_single_states_stepped_together(setup: Setup) -> None:
    game = setup.load()
    envs = cloche.VectorEnv(game, 3, seed=5)
    singles = [Single(game, number, 5, "same_step") for number in range(3)]
    compare(envs, singles, all_of_it=True)
    for number in stepped(envs, singles, 120):
        compare(envs, singles, all_of_it=number % 8 == 0)


@every_setup
def test_the_reference_gives_the_same_arrays(setup: Setup) -> None:
    both = [cloche.VectorEnv(setup.load(kind), 2, seed=3, masks="bits") for kind in IMPLEMENTATIONS]
    for _ in range(25):
        actions = [envs.random_actions() for envs in both]
        for envs in both:
            envs.step(actions[0])
        names = ("current_players", "rewards", "terminated", "action_masks")
        arrays = [[actions[i], envs.observations(), *(getattr(envs, n) for n in names)] for i, envs in enumerate(both)]
        for native, reference in zip(*arrays, strict=True):
            assert native.dtype == reference.dtype
            assert np.array_equal(native, reference)


@pytest.mark.parametrize("autoreset", AUTORESETS[:2])
def test_every_autoreset_is_what_it_says(implementation: str, autoreset: Any) -> None:
    game = cloche.load("leduc_poker", implementation=implementation)
    envs = cloche.VectorEnv(game, 5, seed=1, autoreset=autoreset)
    singles = [Single(game, number, 1, autoreset) for number in range(5)]
    ended = 0
    for _ in stepped(envs, singles, 40):
        compare(envs, singles, all_of_it=True)
        ended += int(envs.terminated.sum())
        standing = envs.current_players == cloche.TERMINAL
        assert np.array_equal(standing, envs.terminated if autoreset == "next_step" else np.zeros(5, bool))
        assert not envs.rewards[~envs.terminated].any()
    assert ended > 20


def test_without_autoreset_a_game_that_is_over_waits_for_reset(implementation: str) -> None:
    envs = cloche.VectorEnv(cloche.load("kuhn_poker", implementation=implementation), 4, seed=2, autoreset="disabled")
    assert envs.step_random(100) == 4
    assert envs.terminated.all()
    assert (envs.current_players == cloche.TERMINAL).all()
    assert not envs.action_masks.any()
    assert envs.random_actions().tolist() == [-1] * 4
    rewards = envs.rewards.copy()
    assert (rewards[:, 0] == -rewards[:, 1]).all()
    assert rewards.any()
    with pytest.raises(ValueError, match="action 0 is not legal in environment 0; the game is over"):
        envs.step([0, 0, 0, 0])
    envs.reset(mask=[False, True, False, True])
    assert envs.terminated.tolist() == [True, False, True, False]
    assert np.array_equal(envs.rewards, np.where([[True], [False], [True], [False]], rewards, 0.0))
    assert (envs.current_players >= 0).tolist() == [False, True, False, True]
    envs.reset()
    envs.step(envs.random_actions())


def test_random_steps_at_once_are_random_steps_one_by_one(implementation: str) -> None:
    for autoreset in AUTORESETS[:2]:
        game = cloche.load(SHORT, implementation=implementation)
        one, many = (cloche.VectorEnv(game, 7, seed=9, autoreset=autoreset) for _ in range(2))  # type: ignore[arg-type]
        ended = 0
        for _ in range(30):
            ended += int(one.step(one.random_actions()).terminated.sum())
        assert many.step_random(30) == ended
        for number in range(7):
            assert one.state(number) == many.state(number)
        assert np.array_equal(one.rewards, many.rewards)
        assert np.array_equal(one.random_actions(), many.random_actions())


# Streams


@pytest.mark.parametrize("name", ["connect_four", "bloom_town", "pig"])
def test_threads_change_nothing(name: str) -> None:
    game = cloche.load(name)
    envs = [cloche.VectorEnv(game, 1000, seed=4, threads=threads) for threads in (1, 2, 5)]
    for _ in range(3):
        for each in envs:
            each.step_random(17)
            each.step(each.random_actions())
        for other in envs[1:]:
            for array in ("current_players", "rewards", "terminated", "action_masks"):
                assert np.array_equal(getattr(envs[0], array), getattr(other, array)), array
            assert np.array_equal(envs[0].observations(), other.observations())
    with pytest.raises(ValueError, match="in environment 0;"):
        envs[2].step([-1] * 1000)
    actions = envs[2].random_actions().copy()
    actions[[400, 700]] = -5
    with pytest.raises(ValueError, match="action -5 is not legal in environment 400;"):
        envs[2].step(actions)


def test_the_stream_of_an_environment_depends_on_seed_and_number_alone() -> None:
    game = cloche.load("pig")
    few, many = cloche.VectorEnv(game, 2, seed=7), cloche.VectorEnv(game, 50, seed=7)
    for envs in (few, many):
        envs.step_random(40)
    assert [few.state(i) for i in range(2)] == [many.state(i) for i in range(2)]
    assert len({many.state(i) for i in range(50)}) > 10
    assert cloche.VectorEnv(game, 1, seed=2**64 + 7).step_random(500) == cloche.VectorEnv(game, 1, seed=7).step_random(
        500
    )


def test_a_reset_goes_on_with_the_streams_or_starts_them_anew(implementation: str) -> None:
    game = cloche.load("kuhn_poker", implementation=implementation)
    envs = cloche.VectorEnv(game, 20, seed=3)
    first = [envs.state(i) for i in range(20)]
    envs.reset()
    second = [envs.state(i) for i in range(20)]
    assert first != second
    envs.step_random(10)
    envs.reset(seed=3)
    assert [envs.state(i) for i in range(20)] == first
    envs.reset(seed=8, mask=np.arange(20) >= 10)
    other = cloche.VectorEnv(game, 20, seed=8)
    assert [envs.state(i) for i in range(20)] == first[:10] + [other.state(i) for i in range(10, 20)]


# Masks


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "gardens_of_io"])
def test_masks_of_bits_are_the_masks_of_bytes_packed(name: str) -> None:
    game = cloche.load(name)
    wide, packed = cloche.VectorEnv(game, 40, seed=1), cloche.VectorEnv(game, 40, seed=1, masks="bits")
    for envs in (wide, packed):
        envs.step_random(11)
    assert wide.action_masks.dtype == np.bool_
    assert packed.action_masks.dtype == np.uint8
    assert packed.action_masks.shape == (40, -(-game.num_distinct_actions // 8))
    assert np.array_equal(packed.action_masks, np.packbits(wide.action_masks, axis=1, bitorder="little"))


# What an observation tells


@pytest.mark.parametrize("name", ["kuhn_poker", "bloom_town", "buds_and_blooms", "liars_dice"])
def test_an_observation_holds_nothing_that_the_player_to_move_cannot_know(name: str) -> None:
    envs = cloche.VectorEnv(cloche.load(name), 30, seed=6)
    envs.step_random(9)
    rng = cloche.Rng(1)
    for number, tensor in enumerate(envs.observations()):
        state = envs.state(number)
        player = state.current_player()
        assert np.array_equal(tensor, state.redeal(player, rng).observation_tensor(player))


# Views


ARRAYS = ("current_players", "rewards", "terminated", "action_masks")


def test_views_cannot_be_written_to_and_follow_the_environments() -> None:
    envs = cloche.VectorEnv(cloche.load(SHORT), 2)
    views = [getattr(envs, name) for name in ARRAYS] + [envs.observations(), envs.random_actions()]
    for view in views:
        with pytest.raises(ValueError, match="read-only"):
            view[...] = 0
        with pytest.raises(ValueError, match="WRITEABLE"):
            view.flags.writeable = True
    players = envs.current_players
    assert players.tolist() == [0, 0]
    envs.step([0, 4])
    assert players.tolist() == [1, 1]
    masks = envs.action_masks
    envs.step([1, 1])
    assert masks.sum() == 16  # as it was asked for
    assert envs.action_masks.sum() == 14
    assert masks.sum() == 14


def test_a_view_keeps_the_environments_alive() -> None:
    envs = cloche.VectorEnv(cloche.load("connect_four"), 500, seed=1, threads=2)
    envs.step_random(5)
    backend = weakref.ref(envs._backend.rewards.base)  # type: ignore[arg-type]
    views = [envs.observations(), envs.action_masks, envs.current_players]
    copies = [view.copy() for view in views]
    del envs
    gc.collect()
    ballast = [np.full(1 << 16, 7.0) for _ in range(20)]  # would lie where memory was given back
    assert all(np.array_equal(view, kept) for view, kept in zip(views, copies, strict=True))
    del views, ballast
    gc.collect()
    assert backend() is None


# What is refused


def test_an_illegal_action_is_refused_before_anything_is_changed(implementation: str) -> None:
    envs = cloche.VectorEnv(cloche.load(SHORT, implementation=implementation), 3)
    envs.step([4, 4, 0])
    before = [envs.state(i) for i in range(3)]
    with pytest.raises(ValueError, match=r"action 4 is not legal in environment 1; player 1 may play 0 \(.*\), 1 \("):
        envs.step([0, 4, 0])
    assert [envs.state(i) for i in range(3)] == before
    assert envs.current_players.tolist() == [1, 1, 1]


@pytest.mark.parametrize("action", [-1, 9, 2**16, 2**16 + 3, -(2**63), 2**63 - 1, 2**64 - 1])
def test_numbers_that_are_no_action_at_all_are_refused(implementation: str, action: int) -> None:
    envs = cloche.VectorEnv(cloche.load(SHORT, implementation=implementation), 1)
    with pytest.raises(ValueError, match=f"action {action} is not legal in environment 0;"):
        envs.step(np.array([action]))


@pytest.mark.parametrize(
    "actions", [[0], [0, 0, 0], 0, [[0, 0]], [0.0, 1.0], [True, False], ["0", "1"], None, [None, 1], []]
)
def test_actions_are_whole_numbers_one_an_environment(implementation: str, actions: Any) -> None:
    envs = cloche.VectorEnv(cloche.load(SHORT, implementation=implementation), 2)
    with pytest.raises(ValueError, match=r"actions: .*should be 2 whole numbers, one for each environment"):
        envs.step(actions)


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int32, np.uint64, ">i4"])
def test_actions_may_be_whole_numbers_of_any_kind(implementation: str, dtype: Any) -> None:
    envs = cloche.VectorEnv(cloche.load(SHORT, implementation=implementation), 2)
    envs.step(np.array([8, 0, 3, 0], dtype=dtype)[::2])
    assert not envs.action_masks[0][8]
    assert not envs.action_masks[1][3]


@pytest.mark.parametrize("mask", [[True], [1, 0], [True, None], True, [[True, True]]])
def test_a_mask_is_a_bool_an_environment(implementation: str, mask: Any) -> None:
    envs = cloche.VectorEnv(cloche.load(SHORT, implementation=implementation), 2)
    with pytest.raises(ValueError, match=r"mask: .*should be 2 bools"):
        envs.reset(mask=mask)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"num_envs": 0}, r"num_envs: 0, should be a whole number 1\.\.1048576"),
        ({"num_envs": 2**20 + 1}, "num_envs: 1048577"),
        ({"num_envs": 2.0}, "num_envs: 2.0"),
        ({"threads": 0}, r"threads: 0, should be a whole number 1\.\.256"),
        ({"threads": True}, "threads: True"),
        ({"seed": "x"}, "seed: 'x', should be a whole number"),
        (
            {"autoreset": "same-step"},
            r"autoreset: 'same-step' \(did you mean 'same_step'\?\), should be 'same_step' or",
        ),
        ({"masks": []}, "masks: .*should be 'bytes' or 'bits'"),
    ],
)
def test_what_is_not_allowed_is_named(implementation: str, arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        cloche.VectorEnv(cloche.load(SHORT, implementation=implementation), **arguments)


def test_other_numbers_are_checked_too(implementation: str) -> None:
    envs = cloche.VectorEnv(cloche.load(SHORT, implementation=implementation), 2)
    for call in (
        lambda: envs.state(2),
        lambda: envs.state(-1),
        lambda: envs.step_random(0),
        lambda: envs.reset(seed=0.5),
    ):
        with pytest.raises(ValueError, match="whole number"):
            call()
    with pytest.raises(ValueError, match=r"game: 'nim', should be a game that cloche\.load made"):
        cloche.VectorEnv("nim")  # type: ignore[arg-type]


def test_environments_cannot_be_pickled_or_copied() -> None:
    envs = cloche.VectorEnv(cloche.load(SHORT), 2)
    for call in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="cannot pickle"):
            call(envs)


# Threads and processes of Python


def test_a_second_thread_is_refused_and_nothing_is_lost() -> None:
    """Either thread may be the second one: both go on until one was refused, and what was refused did nothing."""
    envs = cloche.VectorEnv(cloche.load("gardens_of_io"), 256)
    faults: set[str] = set()
    stepped = 0

    def step() -> None:
        nonlocal stepped
        while not faults:
            try:
                envs.step_random(400)
                stepped += 1
            except RuntimeError as error:
                faults.add(str(error))

    other = threading.Thread(target=step)
    other.start()
    while not faults:
        try:
            envs.observations()
        except RuntimeError as error:
            faults.add(str(error))
    other.join()
    assert faults == {"another thread steps, resets or reads these environments"}
    alone = cloche.VectorEnv(cloche.load("gardens_of_io"), 256)
    for _ in range(stepped):
        alone.step_random(400)
    assert np.array_equal(alone.observations(), envs.observations())


def _child(envs: cloche.VectorEnv, answers: Any) -> None:
    envs.step_random(3)
    answers.put(envs.observations().sum())
    del envs


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="no fork here")
def test_a_forked_process_goes_on_by_itself() -> None:
    envs = cloche.VectorEnv(cloche.load("connect_four"), 500, threads=2)
    envs.step_random(4)
    context = multiprocessing.get_context("fork")
    answers: Any = context.SimpleQueue()
    child = context.Process(target=_child, args=(envs, answers))
    child.start()
    child.join(30)
    assert child.exitcode == 0
    envs.step_random(3)
    assert answers.get() == envs.observations().sum()
