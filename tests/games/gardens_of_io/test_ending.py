"""Endings of Gardens of Io that searches solve (state.md, E-1)."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

import cloche
from cloche.players import FlatMonteCarlo, Greedy, Mcts
from cloche.reference.utility import ONE, Utility
from cloche.report import Limits

from ...endings import in_reference, size, try_all
from .garden import play, scene

SPENT = {"swap-tree": 0, "swap-flowers": 0, "move-flower": 1, "move-tree": 1}


def solvable(implementation: str, *reserves: str, positions: tuple[int, ...] = (1, 2), **rest: Any) -> bool:
    """Whether player 0's turn is a solvable ending; nobody has a special action left if not told otherwise."""
    number = sum(map(len, reserves))
    garden = {"G": "a1" if number % 2 else "a1 b1"}
    given = {"spent": SPENT, **rest}
    state = scene(implementation, garden=garden, reserves=reserves, positions=positions, **given)
    return state.backend.solvable_ending()


@pytest.mark.parametrize(
    ("mine", "theirs", "wanted"),
    [
        ("B", "YYYYYY", True),
        ("BBBB", "YYYYYY", True),
        ("BBBBBB", "YYYY", True),
        ("BBBBB", "YYYYYY", False),
    ],
)
def test_e_1_eight_plantings_may_be_left_far_from_the_start(
    implementation: str, mine: str, theirs: str, wanted: bool
) -> None:
    """Mine, theirs, mine, theirs ...: 1, 7, 8 and 9 plantings until somebody has none left."""
    assert solvable(implementation, mine, theirs) == wanted


@pytest.mark.parametrize(
    ("position", "mine", "theirs", "wanted"),
    [
        (
            16,
            5,
            4,
            True,
        ),  # 24 spaces to the start, 4 for each of 5 flowers: with 9 held 8 plantings may be left, as there are
        (17, 5, 4, True),  # 23 spaces, 4 for each
        (20, 5, 4, True),
        (21, 5, 4, False),  # 3 for each: 7 may be left
        (28, 4, 4, True),  # 12 spaces, 3 a flower: with 8 held 7 may be left, as there are
        (29, 4, 4, False),  # 2 for each: with 8 held 3 may be left
        (34, 4, 3, True),  # 6 spaces, 1 a flower: with 7 held 6 may be left, as there are
        (37, 4, 3, False),  # none for each: 5 may be left
        (39, 3, 3, True),  # 5 are
        # Where more are held.
        (7, 7, 4, False),  # 4 for each, 8 are left, 11 held
        (5, 7, 4, True),  # 5 for each
        (0, 8, 4, False),  # 5 for each, 12 held
        (9, 5, 6, False),  # 9 are left
        (16, 6, 3, True),  # 4 for each, 9 held, 6 are left
        (16, 6, 4, False),  # 10 held, 8 are left
        (12, 7, 3, True),  # 4 for each, 10 held, 6 are left
        (18, 7, 3, False),  # 3 for each: 4 may be left
        (18, 7, 2, True),  # 4 are
        (33, 6, 2, False),  # 1 for each, 8 held: 3 may be left, 4 are
        (33, 5, 2, True),  # 7 held: 6 may be left
        (39, 2, 7, True),  # none for each: 3 may be left, 3 are
    ],
)
def test_e_1_fewer_plantings_may_be_left_near_the_start(
    implementation: str, position: int, mine: int, theirs: int, wanted: bool
) -> None:
    """The start is near for whoever is nearest to it; laps before do not count."""
    reserves = "B" * mine, "Y" * theirs
    for lap in (0, 40):
        assert solvable(implementation, *reserves, positions=(lap + position, lap + 1)) == wanted


@pytest.mark.parametrize(
    ("mine", "theirs", "wanted"), [(4, 4, True), (4, 9, True), (5, 4, True), (6, 4, False), (5, 5, False)]
)
def test_e_1_without_the_lap_bonus_the_start_is_nothing(
    implementation: str, mine: int, theirs: int, wanted: bool
) -> None:
    """7 plantings may be left, 8 if 9 flowers are held."""
    for position in (2, 39):
        rest: dict[str, Any] = {"positions": (position, 1), "options": {"lap_bonus": False}}
        assert solvable(implementation, "B" * mine, "Y" * theirs, **rest) == wanted


def test_e_1_a_special_action_that_may_come_leaves_it_unsolved(implementation: str) -> None:
    assert not solvable(implementation, "B", "B", spent={})
    assert not solvable(implementation, "B", "B", spent=dict(list(SPENT.items())[:3]))
    # No allowance is left, or no counter.
    assert solvable(implementation, "B", "B")
    assert solvable(implementation, "B", "B", spent={}, box_of={"uses": (0, 0, 0, 0, 0)})
    assert solvable(implementation, "B", "B", spent={}, box_of={"specials": (0, 0)})


def test_e_1_a_flower_to_come_counts_at_a_lap_bonus(implementation: str) -> None:
    """Player 0 has planted one and takes one back: 7 plantings are left, or 9. Nobody is near the start."""
    for mine, theirs, wanted in (("BBBB", "YYYYY", True), ("BBBBB", "YYYYY", False)):
        state = scene(
            implementation,
            garden={"Y": "a1 b1 d1"[: 5 if len(mine) == 4 else 8], "B": "c1"},
            reserves=(mine, theirs),
            positions=(39, 9),
            spent=SPENT,
        )
        after = play(state, state.action_to_string(state.legal_actions()[0]))
        assert after.to_dict()["phase"] == "lap_bonus"
        assert after.backend.solvable_ending() == wanted


def test_e_1_of_three_players_the_next_planting_must_end_the_game(implementation: str) -> None:
    rest: dict[str, Any] = {"positions": (1, 2, 3), "box_of": {"specials": (0, 0)}}
    assert solvable_of_three(implementation, "B", **rest)
    assert not solvable_of_three(implementation, "BB", **rest)
    # The Martian passes the start, and a lap bonus keeps the game going.
    assert not solvable_of_three(implementation, "B", **rest | {"positions": (39, 2, 3)})
    assert solvable_of_three(implementation, "B", **rest | {"positions": (39, 2, 3)}, options={"lap_bonus": False})
    # Together, three players may have two plantings left, and three far from the start.
    together = {"cooperative": True}
    assert solvable_of_three(implementation, "BB", "YY", "Y", **rest, options=together)
    assert not solvable_of_three(implementation, "BB", "YY", "YY", **rest, options=together)
    near = rest | {"positions": (39, 2, 3)}
    assert not solvable_of_three(implementation, "BB", "YY", "Y", **near, options=together)
    assert solvable_of_three(implementation, "BB", "Y", "YY", **near, options=together)


def solvable_of_three(implementation: str, mine: str, second: str = "YYY", third: str = "YYY", **rest: Any) -> bool:
    cells = ["a1", "b1", "c1", "d1", "e1", "f1"]
    number = len(mine) + len(second) + len(third)
    garden = {"Y": " ".join(cells[: 3 - number % 3])}
    state = scene(implementation, garden=garden, reserves=(mine, second, third), **rest)
    return state.backend.solvable_ending()


# M-33


@cache
def short_endings(players: int, lap_bonus: bool, cooperative: bool) -> tuple[cloche.State, ...]:
    """Of games of greedy and random moves, solvable endings that can be tried out. Native, shared."""
    found: list[cloche.State] = []
    options = {"lap_bonus": lap_bonus, "cooperative": cooperative}
    game = cloche.load("gardens_of_io", players, options)
    for seed in range(60):
        rng = Random(seed)
        state = game.new_initial_state(seed=seed)
        bot = Greedy(game)
        while not state.is_terminal():
            if state.backend.solvable_ending() and 3 < size(state.backend, 3_000) <= 3_000:
                found.append(state.clone())
            state.apply_action(rng.choice(state.legal_actions()) if rng.random() < 0.4 else bot.act(state))
        if len(found) >= 12:
            break
    return tuple(found[:12])


@pytest.mark.parametrize(
    ("players", "lap_bonus", "cooperative"),
    [(2, True, False), (2, False, False), (2, True, True), (3, False, False), (3, True, True)],
)
def test_m_33_endings_are_worth_what_trying_all_gives(players: int, lap_bonus: bool, cooperative: bool) -> None:
    states = short_endings(players, lap_bonus, cooperative)
    assert len(states) >= 6
    for place, native in enumerate(states):
        utility = Utility(native.game.backend, 0.5)
        tried = try_all(native.backend, utility)
        for state in (native, in_reference(native))[: 2 if place < 4 else 1]:
            for kind in (Mcts, FlatMonteCarlo):
                report = kind(state.game, margin_weight=0.5).search(state, Limits(simulations=1))
                assert list(report.principal_variation) == tried.line
                assert report.best.utility == tried.worth.utility[state.current_player()] / ONE
                assert report.score_mean == tuple(tried.scores)


def test_m_33_each_action_is_worth_what_trying_all_after_it_gives() -> None:
    for native in short_endings(2, True, False)[:5]:
        mover = native.current_player()
        for margin_weight in (0.0, 0.5, 1.0):
            utility = Utility(native.game.backend, margin_weight)
            actions = native.legal_actions()
            wanted = [(a, try_all(native.child(a).backend, utility).worth.utility[mover]) for a in actions]
            for state in (native, in_reference(native)):
                assert state.backend.ending_worths(margin_weight) == wanted


def test_m_33_bounds_of_final_scores_hold_whatever_is_played() -> None:
    """The last planting takes the Martian just as far as its largest group does."""
    for native in short_endings(2, True, False):
        state = in_reference(native)
        rng = Random(1)
        for _ in range(5):
            backend: Any = state.backend.clone()
            seen: list[tuple[int, int]] = []
            while backend.current_player() >= 0:
                seen.append(backend.final_scores(0))
                backend.apply_action(rng.choice(backend.legal_actions()))
            assert all(high >= backend.scores()[0] for _, high in seen)


def test_other_nodes_have_no_exact_worths(implementation: str) -> None:
    state = cloche.load("gardens_of_io", implementation=implementation).new_initial_state(seed=0)
    with pytest.raises(ValueError, match="ending_worths: this is no solvable ending"):
        state.backend.ending_worths(0.5)
