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

import numpy as np
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


@pytest.mark.parametrize(
    ("seed_and_keys", "kind", "words"),
    [
        ((), TypeError, "needs one seed"),
        (("a",), ValueError, "seed: is a str, should be a whole number"),
        ((1.5,), ValueError, "seed: is a float"),
        ((True,), ValueError, "seed: is a bool"),
        ((None,), ValueError, "seed: is a NoneType"),
        ((1, 2, "b"), ValueError, "key 2: is a str"),
    ],
)
def test_a_seed_that_is_none_is_refused_in_one_line(
    seed_and_keys: tuple[Any, ...], kind: type[Exception], words: str
) -> None:
    with pytest.raises(kind, match=words) as error:
        cloche.Rng(*seed_and_keys)
    assert "\n" not in str(error.value)


def test_a_generator_takes_a_seed_by_name_and_nothing_else() -> None:
    assert cloche.Rng(seed=3) == cloche.Rng(3)
    for wrong in ({"sead": 3}, {"seed": 3, "keys": 1}):
        with pytest.raises(TypeError, match=r"cloche\.Rng\(seed, \*keys\) takes no argument called"):
            cloche.Rng(**wrong)
    with pytest.raises(TypeError, match="needs one seed"):
        cloche.Rng(2, seed=3)  # type: ignore[misc]


def test_whatever_counts_as_a_whole_number_is_a_seed() -> None:
    assert cloche.Rng(np.int64(-4), np.uint8(2)) == cloche.Rng(-4, 2)


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
    assert set(cloche.__all__) == set(dir(cloche))


@pytest.mark.parametrize("name", ["nim", "pig", "tic_tac_toe", "connect_four", "gardens_of_io"])
def test_a_key_that_is_missing_is_told_once(name: str) -> None:
    game = cloche.load(name)
    whole = game.new_initial_state().to_dict()
    for key in whole:
        with pytest.raises(ValueError, match="is missing") as error:
            game.state_from_dict({other: value for other, value in whole.items() if other != key})
        assert str(error.value) == f"{name} position: key '{key}' is missing"


@pytest.mark.parametrize("row", ["abcdefghi", "é........", "B\0B......", "B" * 8, "B" * 10, "", 5, None])
def test_a_row_of_a_board_has_one_fault_at_most(row: object, implementation: str) -> None:
    game = cloche.load("gardens_of_io", implementation=implementation)
    data = game.new_initial_state().to_dict()
    data["garden"][2] = row
    with pytest.raises(ValueError, match=r"garden\[2\]: ") as error:
        game.state_from_dict(data)
    assert str(error.value).count("garden") == 2  # the game's name and the row
    if row == "abcdefghi":
        assert all(letter in str(error.value) for letter in ".TBYWPRG")


@pytest.mark.parametrize(("name", "columns"), [("tic_tac_toe", 3), ("connect_four", 7)])
def test_a_row_of_a_small_board_has_one_fault_at_most(name: str, columns: int, implementation: str) -> None:
    game = cloche.load(name, implementation=implementation)
    for row in ("z" * columns, "X", 5):
        data = game.new_initial_state().to_dict()
        data["board"][1] = row
        with pytest.raises(ValueError, match=r"board\[1\]: ") as error:
            game.state_from_dict(data)
        assert str(error.value).count("board") == 1


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_generator_pickles_by_every_protocol(protocol: int) -> None:
    rng = cloche.Rng(7, 1)
    rng.next()
    assert pickle.loads(pickle.dumps(rng, protocol)) == rng


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize(
    "make",
    [
        cloche.StopFlag,
        lambda: cloche.load("nim").backend,
        lambda: cloche.load("nim").new_initial_state().backend,
        lambda: cloche.Mcts(cloche.load("nim")),
        lambda: cloche.FlatMonteCarlo(cloche.load("gardens_of_io")),
        lambda: cloche.Expectimax(cloche.load("pig")),
    ],
)
def test_what_cannot_be_pickled_says_so_by_every_protocol(make: Any, protocol: int) -> None:
    with pytest.raises(TypeError, match="cannot pickle"):
        pickle.dumps(make(), protocol)


@pytest.mark.parametrize("words", [("a", 1, 2, 3), (1.5, 1, 2, 3), (0, 0, 0, 0), (1, 2, 3)])
def test_an_altered_generator_is_refused(words: tuple[Any, ...]) -> None:
    with pytest.raises(ValueError, match="word"):
        cloche.Rng.__new__(cloche.Rng).__setstate__(words)  # type: ignore[attr-defined]


@pytest.mark.parametrize("callback", ["None", "lambda report: None"])
def test_daemon_threads_that_search_do_not_disturb_the_end_of_the_program(callback: str) -> None:
    code = f"""
import cloche, threading, time
state = cloche.load("connect_four").new_initial_state()
def work():
    while True:
        cloche.Mcts(state.game).search(state, cloche.Limits(seconds=0.05, memory_mb=8), on_progress={callback})
for _ in range(4):
    threading.Thread(target=work, daemon=True).start()
time.sleep(0.5)
print("done")
"""
    for _ in range(3):
        ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
        assert (ended.returncode, ended.stdout, ended.stderr) == (0, "done\n", "")
