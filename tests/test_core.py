"""What the native core owes to Python whatever the game: the generator, odd input, Ctrl-C."""

from __future__ import annotations

import copy
import pickle
import signal
import subprocess
import sys
import threading
import time
from typing import Any

import pytest

import cloche
from cloche import _core
from cloche.reference import rng as reference

SEEDS = (0, 1, -1, 7, 2**63, 2**64 - 1, 2**64 + 5, -(10**40))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("keys", [(), (1,), (4, 0), (2, -3, 2**70)])
def test_r_2_to_r_6_both_generators_draw_the_same(seed: int, keys: tuple[int, ...]) -> None:
    native, plain = cloche.Rng(seed, *keys), reference.Rng(seed, *keys)
    for n in (1, 2, 6, 573, 2**31 + 1, 2**32 - 1):
        assert native.below(n) == plain.below(n)
    assert native.next() == plain.next()
    assert native.uniform() == plain.uniform()
    cards, same_cards = list(range(40)), list(range(40))
    native.shuffle(cards)
    plain.shuffle(same_cards)
    assert cards == same_cards


@pytest.mark.parametrize("n", [0, -1, 2**32, 10**30, -(10**30)])
def test_r_4_below_takes_1_to_2_to_the_32_less_one(n: int) -> None:
    with pytest.raises(ValueError, match=r"1\.\.4294967295"):
        cloche.Rng(0).below(n)


def test_generators_copy_and_pickle_by_value() -> None:
    rng = cloche.Rng(3, 1)
    rng.next()
    others = [copy.copy(rng), copy.deepcopy(rng), pickle.loads(pickle.dumps(rng))]
    assert all(other == rng for other in others)
    drawn = rng.next()
    assert [other.next() for other in others] == [drawn] * 3
    assert rng != cloche.Rng(3, 1)
    with pytest.raises(TypeError):
        hash(rng)


def test_a_stop_flag_is_a_switch() -> None:
    flag = cloche.StopFlag()
    assert not flag.is_set()
    flag.set()
    assert flag.is_set()
    flag.clear()
    assert not flag.is_set()


def nested(depth: int) -> Any:
    data: Any = 0
    for _ in range(depth):
        data = [data]
    return data


ENDLESS: list[Any] = []
ENDLESS.append(ENDLESS)


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        (nested(40), "nested deeper than 32"),
        (ENDLESS, "nested deeper than 32"),
        ({1, 2}, "piles: is a set"),
        (b"x", "piles: is a bytes"),
        ([{1: 2}], r"piles\[0\]: has a key that is no text"),
        ("\ud800", "piles: is a text that is not Unicode"),
        ([10**30, 0, 0, 0], r"piles\[0\]"),
        ([float("nan"), 0, 0, 0], r"piles\[0\]"),
        (None, "piles"),
    ],
)
def test_data_of_any_kind_is_refused_by_its_place(value: object, fault: str) -> None:
    game = _core.NimGame(2, {"piles": [1, 3, 5, 7]})
    with pytest.raises(ValueError, match=fault):
        game.state_from_dict({"piles": value, "last": None, "player": 0})


@pytest.mark.parametrize("number", [10**400, -1, 2**16, 2**31, 2**63, 2**64, -(2**70)])
def test_numbers_that_are_no_ids_are_not_legal(number: int) -> None:
    state = _core.NimGame(2, {"piles": [1, 3, 5, 7]}).new_initial_state()
    assert not state.is_legal(number)
    with pytest.raises(ValueError, match="not legal"):
        state.apply_action(number)
    with pytest.raises(ValueError, match=r"0\.\.1"):
        state.observation(number)


def interrupt_soon() -> None:
    threading.Timer(0.1, signal.raise_signal, [signal.SIGINT]).start()


def test_ctrl_c_ends_random_playouts() -> None:
    game = cloche.load("gardens_of_io")
    start = time.monotonic()
    interrupt_soon()
    with pytest.raises(KeyboardInterrupt):
        game.random_playouts(10**12)
    assert time.monotonic() - start < 20  # a loaded machine takes its time


def test_other_threads_run_during_random_playouts() -> None:
    game = cloche.load("tic_tac_toe")
    done = threading.Event()
    worker = threading.Thread(target=lambda: (game.random_playouts(300_000), done.set()))
    worker.start()
    turns = 0
    while not done.is_set():
        turns += 1
    worker.join()
    assert turns > 100


def test_importing_the_package_imports_nothing_heavy() -> None:
    heavy = "('numpy', 'pydantic', 'click', 'rich', 'prompt_toolkit', 'cloche._core', 'difflib')"
    code = f"import cloche, sys; print([name for name in {heavy} if name in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=120)
    assert found.stdout.strip().endswith("[]")


def test_every_public_name_is_there() -> None:
    for name in cloche.__all__:
        assert getattr(cloche, name) is not None
    assert set(cloche.__all__) <= set(dir(cloche))
