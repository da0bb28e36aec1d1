"""Scoring a bed: what it shows and which cubes move. CG-13, CG-14, CG-28, D-6, D-7."""

from collections.abc import Sequence
from typing import Any

import pytest

import cloche

from .cottage import at, bare_box, bed, ending, fact, facts, full, legal, lies, play, steps, turn

ZERO = (0, 0, 0)
GOAL = (16, 16, 16)


def scored(
    implementation: str,
    first: dict[str, Any],
    orange: Sequence[int] = ZERO,
    blue: Sequence[int] = ZERO,
    **rest: Any,
) -> cloche.State:
    """Player 0 has finished bed 1 in slot 1 and says `done`; player 1 has all cubes on 0."""
    state = ending(
        implementation,
        beds=[[first, bed(2, "dark")]],
        orange=[list(orange), list(ZERO)],
        blue=[list(blue), list(ZERO)],
        middle={"bed": 8, "side": "light"},
        **rest,
    )
    return play(state, "done")


# What shows


@pytest.mark.parametrize(
    ("bed_", "pots", "cloches"),
    [
        # The light side of bed 1 prints pots on a3 b3 a5 c5 and cloches on e1 c2.
        (full(1), 4, 2),
        # The examples of the page: a domino on a3 b3; single squares on a3 and e1.
        (full(1, "light", "T03:o0@a3"), 2, 2),
        (full(1, "light", "T01:o0@a3 T02:o0@e1"), 3, 1),
        # Pot tokens show, cats do not.
        (full(1, pots="a1 d4 e5"), 7, 2),
        # The dark side of bed 6 prints a pot on d3 and cloches on e1 b3 e5.
        (full(6, "dark"), 1, 3),
        (full(6, "dark", "T01:o0@d3"), 0, 3),
        # T11 has a pot in its corner, beside the printed one or over it.
        (full(6, "dark", "T11:o0@a1"), 2, 3),
        (full(6, "dark", "T11:o0@d3"), 1, 3),
        (full(6, "dark", "T11:o2@c2"), 1, 3),  # .#/#P: d2 c3 d3, the pot on d3 again
        # T20 is C#./.##, T31 ##./.#./.#C, T32 .#./###/.#P, T35 ####/#..C, T29 ###/.#./.#P.
        (full(6, "dark", "T20:o0@a4"), 1, 4),
        (full(6, "dark", "T20:o0@b3"), 1, 3),  # b3 c3 c4 d4, the cloche on b3 again
        (full(6, "dark", "T31:o0@c1"), 0, 4),  # c1 d1 d2 d3 e3
        (full(6, "dark", "T32:o0@a1"), 2, 2),  # b1 a2 b2 c2 b3 and the pot on c3
        (full(6, "dark", "T35:o0@a4"), 1, 4),  # the cloche on d5
        (full(6, "dark", "T29:o0@a1 T35:o0@b4"), 2, 2),  # b3 covered, the pot on c3; the cloche on e5 again
        # All prints covered.
        (full(6, "dark", "T01:o0@d3 T02:o0@b3 T03:o1@e1 T04:o1@e4"), 0, 0),
    ],
)
def test_cg_14_pots_and_cloches_that_show_move_a_cube_each(
    implementation: str, bed_: dict[str, Any], pots: int, cloches: int
) -> None:
    state = scored(implementation, bed_)
    while turn(state)[0] == "return":
        state.apply_action(state.legal_actions()[0])
    assert steps(state) == ([0, 0, pots], [0, 0, cloches])
    # All other cubes stay.
    assert steps(state, 1) == ([0, 0, 0], [0, 0, 0])


def test_the_known_values_of_the_page(implementation: str) -> None:
    # Two pots and two cloches: 2 points and 4 points.
    state = scored(implementation, full(1, "light", "T03:o0@a3"))
    assert state.scores() == [2 + 4, 0]
    # Three pots and one cloche: 3 points and 2 points.
    state = scored(implementation, full(1, "light", "T01:o0@a3 T02:o0@e1"))
    assert state.scores() == [3 + 2, 0]


def test_cg_14_a_bed_that_shows_nothing_moves_no_cube(implementation: str) -> None:
    plain = bare_box(*["#"] * 20)
    state = at(
        implementation,
        2,
        plain,
        phase="cats",
        beds=[[full(1, of=plain), bed(2, "dark")]],
        orange=[[0, 3, 9], [0, 0, 0]],
        blue=[[0, 1, 5], [0, 0, 0]],
    )
    state = play(state, "done")
    assert steps(state) == ([0, 3, 9], [0, 1, 5])
    assert lies(state)["bed"] == 4
    assert turn(state) == ("cats", 0)


# Which cubes


def test_cg_14_the_player_picks_an_orange_cube_then_a_blue_one(implementation: str) -> None:
    state = scored(implementation, full(1), orange=[1, 3, 9], blue=[1, 4, 5])
    assert facts(state, "phase", "player", "slot") == ("orange", 0, 0)
    assert legal(state) == ["orange:1", "orange:3", "orange:9"]
    state = play(state, "orange:3")
    assert steps(state) == ([1, 7, 9], [1, 4, 5])
    assert facts(state, "phase", "player", "slot") == ("blue", 0, 0)
    assert legal(state) == ["blue:1", "blue:4", "blue:5"]
    # The bed lies there until both have moved.
    assert lies(state) == full(1)
    state = play(state, "blue:5")
    assert steps(state) == ([1, 7, 9], [1, 4, 7])
    assert turn(state) == ("cats", 0)
    assert fact(state, "slot") is None


def test_cg_28_cubes_on_one_step_are_one_option(implementation: str) -> None:
    state = scored(implementation, full(1), orange=[3, 3, 9], blue=[2, 2, 2])
    assert legal(state) == ["orange:3", "orange:9"]
    state = play(state, "orange:3")
    assert steps(state) == ([3, 7, 9], [2, 2, 4])


def test_cg_14_cubes_stay_in_ascending_order(implementation: str) -> None:
    state = play(scored(implementation, full(1), orange=[1, 3, 4]), "orange:1")
    assert steps(state)[0] == [3, 4, 5]


def test_cg_14_no_orange_choice_without_a_pot(implementation: str) -> None:
    state = scored(implementation, full(6, "dark", "T01:o0@d3"), orange=[1, 3, 9], blue=[1, 4, 5])
    assert turn(state) == ("blue", 0)
    state = play(state, "blue:4")
    assert steps(state) == ([1, 3, 9], [1, 5, 7])


def test_cg_14_no_blue_choice_without_a_cloche(implementation: str) -> None:
    # The light side of bed 6 prints one cloche, on a5.
    state = scored(implementation, full(6, "light", "T01:o0@a5"), orange=[1, 3, 9], blue=[1, 4, 5])
    state = play(state, "orange:9")
    assert turn(state) == ("cats", 0)
    assert steps(state) == ([1, 3, 14], [1, 4, 5])


@pytest.mark.parametrize(("start", "end"), [(11, 15), (12, 16), (13, 16), (15, 16)])
def test_cg_14_orange_steps_beyond_20_are_lost(implementation: str, start: int, end: int) -> None:
    state = scored(implementation, full(1), orange=[start] * 3)
    assert steps(state)[0] == [start, start, end]


@pytest.mark.parametrize(("start", "end"), [(5, 7), (6, 8), (7, 8)])
def test_cg_14_blue_steps_beyond_20_are_lost(implementation: str, start: int, end: int) -> None:
    state = scored(implementation, full(1), blue=[start] * 3)
    assert steps(state)[1] == [start, start, end]


def test_cg_14_nineteen_pots_are_not_too_many(implementation: str) -> None:
    pots = "a1 b1 c1 d1 a2 b2 d2 e2 c3 d3 e3 a4 b4 c4 d4 e4 b5 d5 e5"
    state = scored(implementation, full(1, pots=pots))
    assert steps(state)[0] == [0, 0, 16]


def test_cg_14_a_cube_on_20_may_not_be_picked(implementation: str) -> None:
    state = scored(implementation, full(1), orange=[3, 9, 16], blue=[1, 4, 8], hives=[0, None])
    assert legal(state) == ["orange:3", "orange:9"]
    state = play(state, "orange:9")
    assert legal(state) == ["blue:1", "blue:4"]


def test_cg_14_the_only_cube_below_20_moves_by_itself(implementation: str) -> None:
    state = scored(implementation, full(1), orange=[3, 16, 16], blue=[1, 8, 8], hives=[0, None])
    assert steps(state) == ([7, 16, 16], [3, 8, 8])
    assert turn(state) == ("cats", 0)


def test_cg_14_with_all_three_on_20_nothing_happens(implementation: str) -> None:
    state = scored(implementation, full(1), orange=GOAL, blue=[8, 8, 8], hives=[0, None])
    assert steps(state) == (list(GOAL), [8, 8, 8])
    assert facts(state, "cats", "hives") == ([2, 2], [0, None])
    assert lies(state)["bed"] == 8
    state = scored(implementation, full(1), orange=GOAL, blue=[1, 4, 8], hives=[0, None])
    assert turn(state) == ("blue", 0)


# Two complete beds


def test_cg_13_with_two_complete_beds_the_player_picks_the_order(implementation: str) -> None:
    # With the last cat nothing is free: `done` is played by itself.
    state = ending(implementation, beds=[[full(1, pots="a1"), full(2, "dark", but="d4")]])
    state = play(state, "cat:2@d4")
    assert facts(state, "phase", "player", "slot") == ("score", 0, None)
    assert legal(state) == ["score:1", "score:2"]
    first = play(state, "score:1")
    assert steps(first) == ([0, 0, 5], [0, 0, 2])
    assert (lies(first, 0, 1)["bed"], lies(first, 0, 2)["bed"]) == (4, 1)
    assert fact(first, "middle") == {"bed": 0, "side": "dark"}
    second = play(state, "score:2")
    assert steps(second) == ([0, 0, 2], [0, 0, 3])
    assert (lies(second, 0, 1)["bed"], lies(second, 0, 2)["bed"]) == (0, 4)
    assert fact(second, "middle") == {"bed": 1, "side": "light"}


def test_cg_13_the_other_one_is_scored_after_it(implementation: str) -> None:
    state = ending(implementation, beds=[[full(1, pots="a1"), full(2, "dark", but="d4")]])
    state = play(state, "cat:2@d4", "score:2")
    # A cat is left, and bed 5 has free squares.
    assert turn(state) == ("cats", 0)
    assert "done" in legal(state)
    state = play(state, "done")
    assert facts(state, "phase", "slot") == ("orange", 0)
    assert legal(state) == ["orange:0", "orange:2"]
    state = play(state, "orange:2", "blue:3")
    assert steps(state) == ([0, 0, 7], [0, 0, 5])
    # Bed 1 lies in the middle now, and bed 2, turned to its light side, where bed 1 was.
    assert (lies(state, 0, 1), lies(state, 0, 2)["bed"]) == (bed(2, "light"), 4)
    assert fact(state, "middle") == {"bed": 0, "side": "dark"}


def test_d_6_the_bed_keeps_its_things_while_its_cubes_move(implementation: str) -> None:
    first = full(1, "light", "T03:o0@d4", pots="a1 b1")
    state = scored(implementation, first, orange=[1, 3, 9], blue=[1, 4, 5])
    assert lies(state) == first
    assert lies(play(state, "orange:1")) == first
    assert steps(play(state, "orange:1"))[0] == [3, 7, 9]
