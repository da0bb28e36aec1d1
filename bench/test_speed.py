"""The parts that users wait for, timed by pytest-benchmark: `pytest bench/test_speed.py`."""

from __future__ import annotations

from typing import Any

import pytest

import cloche

GAMES = cloche.games() + cloche.known_games()


@pytest.mark.parametrize("implementation", ["native", "reference"])
@pytest.mark.parametrize("name", GAMES)
def test_random_playouts(benchmark: Any, name: str, implementation: str) -> None:
    game = cloche.load(name, implementation=implementation)
    count = 1000 if implementation == "native" else 10
    summary = benchmark(game.random_playouts, count, seed=1)
    assert summary.count == count
    benchmark.extra_info["nodes"] = summary.plies


@pytest.mark.parametrize("name", GAMES)
def test_mcts(benchmark: Any, name: str) -> None:
    game = cloche.load(name)
    state = game.new_initial_state(seed=1)
    report = benchmark(lambda: cloche.Mcts(game, seed=1).search(state, cloche.Limits(simulations=2000)))
    benchmark.extra_info["simulations"] = report.simulations


@pytest.mark.parametrize("method", ["legal_actions", "to_dict", "serialize", "clone", "text", "svg"])
def test_state(benchmark: Any, method: str) -> None:
    state = cloche.load("gardens_of_io").new_initial_state(seed=1)
    benchmark(getattr(state, method))


def test_apply_action(benchmark: Any) -> None:
    state = cloche.load("gardens_of_io").new_initial_state(seed=1)
    benchmark(lambda: state.child(492))
