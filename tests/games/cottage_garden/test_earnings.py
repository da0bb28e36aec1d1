"""What a cube earns: cats, hives and start pots. CG-15, CG-16, CG-18, D-7, D-9."""

from collections.abc import Sequence
from typing import Any

import pytest

import cloche

from .cottage import (
    BARE,
    THREE,
    at,
    bed,
    box,
    cells,
    ending,
    fact,
    facts,
    full,
    legal,
    legal_of,
    lies,
    load,
    play,
    position,
    steps,
    turn,
)

ZERO = (0, 0, 0)
# The light side of bed 1 shows 4 pots and 2 cloches.


def scored(
    implementation: str,
    orange: Sequence[int] = ZERO,
    blue: Sequence[int] = ZERO,
    second: dict[str, Any] | None = None,
    other: Sequence[int] = ZERO,
    **rest: Any,
) -> cloche.State:
    """Player 0 says `done` with bed 1 complete and the dark side of bed 2 empty; player 1 has `other` orange cubes."""
    here: dict[str, Any] = {"orange": [list(orange), list(other)], "blue": [list(blue), [0, 0, 0]]}
    state = ending(implementation, **{"beds": [[full(1), second or bed(2, "dark")]]} | here | rest)
    return play(state, "done")


# Cats


@pytest.mark.parametrize(("start", "cats"), [(2, 2), (3, 2), (4, 3), (5, 3), (6, 3), (7, 3), (8, 2), (9, 2)], ids=str)
def test_cg_15_an_orange_cube_that_crosses_the_line_earns_a_cat(implementation: str, start: int, cats: int) -> None:
    # The line is between 7 and 8.
    state = scored(implementation, orange=[start] * 3)
    assert steps(state)[0] == [start, start, start + 4]
    assert fact(state, "cats") == [cats, 2]


@pytest.mark.parametrize(("start", "cats"), [(1, 2), (2, 3), (3, 3), (4, 2), (5, 2)])
def test_cg_15_a_blue_cube_that_crosses_the_line_earns_a_cat(implementation: str, start: int, cats: int) -> None:
    # The line is between steps 3 and 4: 6 and 8 points.
    state = scored(implementation, blue=[start] * 3)
    assert steps(state)[1] == [start, start, start + 2]
    assert fact(state, "cats") == [cats, 2]


def test_cg_15_both_cubes_may_earn_one(implementation: str) -> None:
    state = scored(implementation, orange=[7, 7, 7], blue=[3, 3, 3])
    assert facts(state, "phase", "cats") == ("cats", [4, 2])
    assert "done" not in legal(state)


def test_cg_15_the_other_cubes_cross_again(implementation: str) -> None:
    state = play(scored(implementation, orange=[6, 12, 13]), "orange:6")
    assert fact(state, "cats") == [3, 2]
    state = play(scored(implementation, orange=[6, 12, 13]), "orange:12")
    assert fact(state, "cats") == [2, 2]


def test_cg_15_the_cat_of_orange_comes_before_the_blue_cube_moves(implementation: str) -> None:
    state = scored(implementation, orange=[7, 7, 7], blue=[1, 4, 5])
    assert facts(state, "phase", "cats") == ("blue", [3, 2])


def test_cg_15_the_line_is_where_the_box_has_it(implementation: str) -> None:
    game = load(implementation, 2, box(red_line={"orange": 2, "blue": 1}))
    for orange, blue, cats in ((2, 2, 3), (3, 2, 2), (2, 1, 4), (3, 0, 3), (1, 2, 3)):
        cubes: dict[str, Any] = {"orange": [[orange] * 3, [0, 0, 0]], "blue": [[blue] * 3, [0, 0, 0]]}
        here = position(game, phase="cats", beds=[[full(1), bed(2, "dark")]], **cubes)
        state = play(game.state_from_dict(here), "done")
        assert fact(state, "cats") == [cats, 2], (orange, blue)


# Hives


def test_cg_16_the_first_player_on_20_wins_the_hive_worth_2(implementation: str) -> None:
    state = scored(implementation, orange=[12, 12, 12])
    assert fact(state, "hives") == [0, None]
    # 12 + 12 + 20 orange, 4 blue, 2 for the hive.
    assert state.scores() == [50, 0]


def test_cg_16_a_blue_cube_wins_it_as_well(implementation: str) -> None:
    state = scored(implementation, blue=[6, 6, 6])
    assert fact(state, "hives") == [0, None]
    assert state.scores() == [4 + 12 + 12 + 20 + 2, 0]


def test_cg_16_step_15_wins_nothing(implementation: str) -> None:
    assert fact(scored(implementation, orange=[11, 11, 11], blue=[5, 5, 5]), "hives") == [None, None]


def test_cg_16_the_next_other_player_wins_the_hive_worth_1(implementation: str) -> None:
    state = scored(implementation, orange=[12, 12, 12], other=[0, 0, 16], hives=[1, None])
    assert fact(state, "hives") == [1, 0]
    assert state.scores() == [12 + 12 + 20 + 4 + 1, 20 + 2]


def test_cg_16_nobody_holds_two(implementation: str) -> None:
    state = scored(implementation, orange=[12, 12, 16], blue=[6, 6, 6], hives=[0, None])
    assert steps(state) == ([12, 16, 16], [6, 6, 8])
    assert fact(state, "hives") == [0, None]
    # Both in one scoring.
    assert fact(scored(implementation, orange=[12, 12, 12], blue=[6, 6, 6]), "hives") == [0, None]


def test_cg_16_the_third_player_wins_nothing(implementation: str) -> None:
    orange = [[12, 12, 12], [0, 0, 16], [0, 0, 16]]
    state = ending(implementation, 3, beds=[[full(1), bed(2, "dark")]], orange=orange, hives=[2, 1])
    state = play(state, "done")
    assert fact(state, "hives") == [2, 1]
    assert state.scores() == [12 + 12 + 20 + 4, 21, 22]


def test_cg_16_solo_there_is_one_hive(implementation: str) -> None:
    # CG-27
    state = ending(implementation, 1, beds=[[full(1), bed(2, "dark")]], orange=[[12, 12, 12]])
    assert fact(state, "hives") == [None]
    state = play(state, "done")
    assert fact(state, "hives") == [0]
    assert state.scores() == [50]


# Start pots


def test_cg_15_the_last_orange_cube_that_leaves_0_earns_a_pot(implementation: str) -> None:
    state = play(scored(implementation, orange=[0, 4, 9], blue=[1, 4, 5]), "orange:0")
    assert steps(state)[0] == [4, 4, 9]
    assert facts(state, "phase", "player", "slot", "owed") == ("orange_pot", 0, 0, 0)
    # Every free square of the other bed: the dark side of bed 2 prints a1 e1 b2 c3 c5.
    expected = {f"{x}{y}" for x in "abcde" for y in "12345"} - {"a1", "e1", "b2", "c3", "c5"}
    assert legal_of(state, "pot:2@") == expected
    assert len(legal(state)) == 20
    state = play(state, "pot:2@d4")
    assert lies(state, 0, 2)["pots"] == cells("d4")
    assert turn(state) == ("blue", 0)
    # The bed being scored is the same.
    assert lies(state) == full(1)


def test_cg_15_the_last_blue_cube_that_leaves_0_earns_a_pot(implementation: str) -> None:
    state = play(scored(implementation, orange=[1, 1, 1], blue=[0, 4, 5]), "blue:0")
    assert steps(state) == ([1, 1, 5], [2, 4, 5])
    assert facts(state, "phase", "player", "slot", "owed") == ("blue_pot", 0, 0, 0)
    assert len(legal(state)) == 20
    state = play(state, "pot:2@e5")
    assert lies(state, 0, 2)["pots"] == cells("e5")
    assert turn(state) == ("cats", 0)
    assert lies(state)["bed"] == 4


def test_cg_15_both_pots_in_one_scoring(implementation: str) -> None:
    state = play(scored(implementation, orange=[0, 4, 9], blue=[0, 4, 5]), "orange:0", "pot:2@d4", "blue:0")
    assert turn(state) == ("blue_pot", 0)
    assert "d4" not in legal_of(state, "pot:2@")
    assert len(legal(state)) == 19
    assert lies(play(state, "pot:2@b1"), 0, 2)["pots"] == cells("b1 d4")


@pytest.mark.parametrize(("orange", "picked"), [((0, 4, 9), 4), ((0, 4, 9), 9), ((0, 0, 9), 0), ((1, 4, 9), 1)])
def test_cg_15_no_pot_otherwise(implementation: str, orange: Sequence[int], picked: int) -> None:
    state = play(scored(implementation, orange=orange, blue=[1, 4, 5]), f"orange:{picked}")
    assert turn(state) == ("blue", 0)
    assert lies(state, 0, 2)["pots"] == []


def test_cg_15_the_only_free_square_takes_the_pot_by_itself(implementation: str) -> None:
    second = full(2, "dark", but="d4")
    state = play(scored(implementation, orange=[0, 4, 9], second=second, cats=[1, 2]), "orange:0")
    # The pot finished bed 2, which is scored by `done` (CG-18): three pots show now instead of two.
    assert lies(state, 0, 2)["pots"] == cells("d4")
    assert turn(state) == ("cats", 0)
    assert lies(state)["bed"] == 4
    state = play(state, "done")
    assert facts(state, "phase", "slot") == ("orange", 1)
    state = play(state, "orange:9")
    assert steps(state)[0] == [4, 4, 12]


def test_cg_15_cat_and_hive_are_there_when_the_pot_is_put(implementation: str) -> None:
    # D-7: first the cat, then the hive. 16 pots show: 12 tokens and 4 printed ones.
    first = full(1, pots="a1 b1 c1 d1 a2 b2 d2 e2 c3 d3 e3 a4")
    beds = [[first, bed(2, "dark")]]
    state = scored(implementation, orange=[0, 3, 5], other=[0, 0, 16], hives=[1, None], beds=beds)
    state = play(state, "orange:0")
    assert facts(state, "phase", "cats", "hives") == ("orange_pot", [3, 2], [1, 0])


# Owed pots


def twice(
    implementation: str, orange: Sequence[int], blue: Sequence[int], first: dict[str, Any] | None = None
) -> cloche.State:
    """Both beds of player 0 are complete, bed 1 in slot 1 is to be scored first."""
    state = ending(
        implementation,
        beds=[[first or full(1), full(2, "dark", but="d4")]],
        cats=[1, 2],
        orange=[list(orange), [0, 0, 0]],
        blue=[list(blue), [0, 0, 0]],
    )
    return play(state, "cat:2@d4", "score:1")


def test_cg_15_a_pot_without_a_free_square_waits_for_the_replacement(implementation: str) -> None:
    state = play(twice(implementation, [0, 4, 9], [1, 4, 5]), "orange:0")
    assert facts(state, "phase", "slot", "owed") == ("blue", 0, 1)
    state = play(state, "blue:1")
    # The light side of bed 5 prints a1 e1 c3 d3 a5 e5.
    assert facts(state, "phase", "player", "slot", "owed") == ("pot", 0, 0, 1)
    assert lies(state) == bed(5)
    assert len(legal(state)) == 19
    assert legal_of(state, "pot:1@") & {"a1", "e1", "c3", "d3", "a5", "e5"} == set()
    state = play(state, "pot:1@b1")
    assert lies(state)["pots"] == cells("b1")
    # Nothing is in hand; bed 2 is complete and goes next.
    assert facts(state, "phase", "slot", "owed") == ("orange", 1, 0)


def test_cg_15_two_pots_may_be_owed(implementation: str) -> None:
    # D-9: they are put on the replacement one at a time.
    state = play(twice(implementation, [0, 4, 9], [0, 4, 5]), "orange:0", "blue:0")
    assert facts(state, "phase", "slot", "owed") == ("pot", 0, 2)
    state = play(state, "pot:1@b1")
    assert facts(state, "phase", "slot", "owed") == ("pot", 0, 1)
    assert "b1" not in legal_of(state, "pot:1@")
    state = play(state, "pot:1@c1")
    assert lies(state)["pots"] == cells("b1 c1")
    assert facts(state, "phase", "slot", "owed") == ("orange", 1, 0)


def test_cg_15_a_blue_pot_may_be_owed_alone(implementation: str) -> None:
    state = play(twice(implementation, [1, 1, 1], [0, 4, 5]), "blue:0")
    assert facts(state, "phase", "slot", "owed") == ("pot", 0, 1)


def test_cg_15_pots_are_owed_until_the_tiles_are_back(implementation: str) -> None:
    first = full(1, "light", "T01:o0@d4 T03:o0@a1")
    state = twice(implementation, [0, 4, 9], [1, 4, 5], first)
    state = play(state, "orange:0", "blue:1")
    assert facts(state, "phase", "slot", "owed") == ("return", 0, 1)
    state = play(state, "return:T03")
    assert facts(state, "phase", "slot", "owed") == ("pot", 0, 1)
    assert fact(state, "queue")[-2:] == [2, 0]


ONE_FREE = "PPPPP/PPPPP/PPPPP/PPPPP/PPPP."


def test_cg_15_what_finds_no_free_square_on_the_replacement_is_lost(implementation: str) -> None:
    # Two pots are owed, and bed 5 has a single free square.
    prints = ("P...C/...../...../...../.....", BARE)
    one = box(["#"] * 20, [prints, prints, (BARE, BARE), (BARE, BARE), (ONE_FREE, BARE)])
    state = at(
        implementation,
        2,
        one,
        phase="cats",
        beds=[[full(1, of=one), full(2, "light", but="d4", of=one)], [bed(3), bed(4, "dark")]],
        orange=[[0, 4, 9], [0, 0, 0]],
        blue=[[0, 1, 2], [0, 0, 0]],
        cats=[1, 2],
    )
    state = play(state, "cat:2@d4", "score:1", "orange:0", "blue:0")
    # One pot went on e5 by itself, which makes bed 5 complete; both beds wait to be scored.
    assert facts(state, "phase", "owed") == ("score", 0)
    assert (lies(state)["bed"], lies(state)["pots"]) == (4, cells("e5"))


def test_cg_15_in_the_final_round_a_pot_without_a_free_square_is_lost(implementation: str) -> None:
    beds = [[full(1, "light", THREE[0]), full(2, "dark", THREE[1], but="d4")], [bed(3, "light", THREE[2]), None]]
    state = ending(
        implementation,
        moves=64,
        beds=beds,
        orange=[[0, 4, 9], [0, 0, 0]],
        blue=[[1, 4, 5], [0, 0, 0]],
        cats=[1, 2],
    )
    state = play(state, "cat:2@d4", "score:1", "orange:0", "blue:1")
    # No pot, no replacement; bed 2 is next.
    while turn(state)[0] == "return":
        state.apply_action(state.legal_actions()[0])
    assert facts(state, "phase", "slot", "owed") == ("orange", 1, 0)
    assert lies(state) is None


def test_cg_15_in_the_final_round_without_another_bed_it_is_lost(implementation: str) -> None:
    beds = [[full(1, "light", THREE[0], but="d4"), None], [bed(3, "light", THREE[2]), None]]
    orange, blue = [[0, 4, 9], [0, 0, 0]], [[1, 4, 5], [0, 0, 0]]
    state = ending(implementation, moves=64, beds=beds, orange=orange, blue=blue)
    state = play(state, "cat:1@d4", "orange:0")
    assert facts(state, "phase", "owed") == ("blue", 0)


def test_cg_15_in_the_final_round_the_other_bed_takes_it(implementation: str) -> None:
    beds = [[bed(1, "light", THREE[1]), full(2, "dark", THREE[0])], [bed(3, "light", THREE[2]), None]]
    state = ending(implementation, moves=64, beds=beds, orange=[[0, 4, 9], [0, 0, 0]])
    state = play(state, "done", "orange:0")
    assert facts(state, "phase", "slot") == ("orange_pot", 1)
    assert lies(play(state, "pot:1@e5"))["pots"] == cells("e5")
