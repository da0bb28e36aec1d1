"""Perft: how many action sequences there are from a position, as counted in `tests/data/<game>/perft.json`."""

from __future__ import annotations

from typing import Any

import pytest

import cloche
from cloche.commands.perft import count_sequences

from .net import GAMES, data, played, setup_named

POSITIONS = [
    pytest.param(game, row, id=f"{game}-{row['variant']}-{place}")
    for game in GAMES
    for place, row in enumerate(data(game, "perft.json") or [])
]


def counted(game: str, row: dict[str, Any], implementation: str, depth: int) -> list[int]:
    state = played(setup_named(game, row["variant"]), implementation, row["seed"], row["moves"])
    return [count_sequences(state.backend, n) for n in range(1, depth + 1)]


@pytest.mark.parametrize(("game", "row"), POSITIONS)
def test_native_perft(game: str, row: dict[str, Any]) -> None:
    assert counted(game, row, "native", len(row["counts"])) == row["counts"]


@pytest.mark.parametrize(("game", "row"), POSITIONS)
def test_reference_perft(game: str, row: dict[str, Any]) -> None:
    depth = row["reference_depth"]
    assert 1 <= depth <= len(row["counts"])
    assert counted(game, row, "reference", depth) == row["counts"][:depth]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_perft_counts_from_its_first_node(game: str) -> None:
    assert any(not row["moves"] for row in data(game, "perft.json") or []), f"tests/data/{game}/perft.json has none"


# Counts that are known from elsewhere


def test_cf_1_perft_of_connect_four_is_the_known_one() -> None:
    row = next(row for row in data("connect_four", "perft.json") if row["variant"] == "7x6" and not row["moves"])
    assert row["counts"] == [7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234]


def test_tt_3_perft_of_tic_tac_toe_is_the_known_one() -> None:
    counts = data("tic_tac_toe", "perft.json")[0]["counts"]
    assert counts == [9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872]


def test_ni_2_perft_of_one_pile_counts_compositions() -> None:
    state = cloche.load("nim", options={"piles": [8]}).new_initial_state()
    counts = [count_sequences(state.backend, n) for n in range(1, 9)]
    assert counts == [8, 28, 56, 70, 56, 28, 8, 1]  # ways to make at most 8 from n parts: C(8, n)


def test_pi_3_perft_of_pig_multiplies_by_the_die() -> None:
    state = cloche.load("pig").new_initial_state()
    assert [count_sequences(state.backend, n) for n in range(1, 4)] == [2, 6 + 2, 6 * 2 + 6 + 2]
