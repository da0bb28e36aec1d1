"""Native exact values against those of the reference, over the small games with known values and the micro versions."""

from __future__ import annotations

from typing import Any

import pytest

import cloche

from .brute_force import OpenGame, alone, equilibrium, public_state
from .micro import MICROS, OPEN, Micro
from .net import walk

ROUNDING = 1e-6  # V-3, beside the errors of both
# Games with options, and how exactly the reference can say in a second or two what they are worth.
SMALL: list[tuple[str, dict[str, Any], float]] = [
    ("tic_tac_toe", {}, 1e-6),
    ("connect_four", {"columns": 4, "rows": 3, "line": 3}, 1e-6),
    ("connect_four", {"columns": 3, "rows": 4, "line": 3}, 1e-6),
    ("connect_four", {"columns": 1, "rows": 9}, 1e-6),
    ("connect_four", {"columns": 9, "rows": 1, "line": 2}, 1e-6),
    ("nim", {"piles": [1, 3, 5]}, 1e-6),
    ("nim", {"piles": [3, 4, 5]}, 1e-6),
    ("nim", {"piles": [1, 1, 1, 1]}, 1e-6),
    ("pig", {"target": 1}, 1e-6),
    ("pig", {"target": 6}, 1e-9),
    ("pig", {"target": 5, "coin": True}, 1e-6),
    ("small_2048", {"rows": 2, "columns": 2}, 1e-6),
    ("kuhn_poker", {}, 1e-6),
    ("goofspiel", {"cards": 2}, 1e-6),
    ("goofspiel", {"cards": 3}, 1e-6),
    ("liars_dice", {"sides": 2}, 1e-6),
    ("liars_dice", {"sides": 3}, 1e-3),
    ("leduc_poker", {}, 0.1),
]
PLACES = 2  # positions of a walk that are solved as well


def name_of(case: tuple[str, dict[str, Any], float]) -> str:
    name, options, _ = case
    return "-".join([name, *(str(value) for value in options.values())])


def both(native: cloche.State, tolerance: float) -> list[cloche.Solution]:
    """The solutions of both implementations, which agree in all that is not free."""
    game = native.game
    plain = cloche.load(
        game.name, game.players, game.options, components=game.components, implementation="reference"
    ).state_from_dict(native.to_dict())
    solutions = [cloche.solve(state, tolerance=tolerance) for state in (native, plain)]
    one, other = solutions
    assert one.method == other.method
    for solution in solutions:
        assert 0 <= solution.exploitability <= tolerance
    errors = 2 * tolerance if one.method in ("value-iteration", "cfr+") else 0.0
    assert one.values == pytest.approx(other.values, abs=errors + ROUNDING)
    if one.strategy is None:
        assert one.best_actions == other.best_actions
        assert other.strategy is None
    else:
        assert other.strategy is not None
        assert one.strategy.keys() == other.strategy.keys()
        for key, row in one.strategy.items():
            assert row.keys() == other.strategy[key].keys()
            assert sum(row.values()) == pytest.approx(1.0)
    return solutions


@pytest.mark.parametrize("case", SMALL, ids=name_of)
def test_small_games_are_worth_the_same(case: tuple[str, dict[str, Any], float]) -> None:
    name, options, tolerance = case
    game = cloche.load(name, options=options)
    both(game.new_initial_state(), tolerance)
    nodes = list(walk(game, 1, most=40))
    for state in nodes[-2 :: -max(1, len(nodes) // (2 * PLACES))][:PLACES]:
        both(state, max(tolerance, 1e-3))


@pytest.mark.parametrize("micro", MICROS, ids=str)
def test_micro_versions_are_worth_the_same_and_what_they_are(micro: Micro) -> None:
    state = micro.state()
    tolerance = 1e-3
    found = both(state, tolerance)[0]
    if micro in OPEN:
        assert found.values == pytest.approx(OpenGame().value(state), abs=ROUNDING)
        return
    worlds = public_state(state)
    value = alone(worlds) if micro.setup.players == 1 else equilibrium(worlds)
    assert found.values[0] == pytest.approx(value, abs=tolerance + ROUNDING)


@pytest.mark.parametrize("implementation", ["native", "reference"])
def test_v_15_both_say_when_a_limit_is_too_low(implementation: str) -> None:
    for name in ("tic_tac_toe", "kuhn_poker", "pig", "small_2048"):
        state = cloche.load(name, implementation=implementation).new_initial_state()
        with pytest.raises(cloche.TooLarge, match="nodes"):
            cloche.solve(state, limits=cloche.Limits(nodes=20))
