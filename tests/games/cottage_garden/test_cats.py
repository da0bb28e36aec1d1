"""Cats before and after planting, and what `done` needs: CG-12, CG-19, CG-28, CG-30, D-4, D-5, D-12."""

import pytest

from .cottage import BARE, at, bare_box, bed, cells, ending, fact, facts, full, legal, legal_of, lies, play, turn

LINES = bare_box(*["###"] * 20, "#", sides=[("P...C/...../...../...../.....", BARE)])


def test_cg_12_cats_go_on_free_squares_of_own_beds(implementation: str) -> None:
    # The dark side of bed 2 prints a1, e1, b2, c3 and c5.
    state = at(implementation, beds=[[full(1, but="d4 e4"), bed(2, "dark", "T14:o0@a4", pots="e5", cats="d5")]])
    assert legal_of(state, "cat:1@") == {"d4", "e4"}
    expected = {"b1", "c1", "d1", "a2", "c2", "d2", "e2", "a3", "b3", "d3", "e3", "e4", "a5", "b5"}
    assert legal_of(state, "cat:2@") == expected


def test_cg_12_a_cat_before_planting_leaves_the_hand_and_the_turn_goes_on(implementation: str) -> None:
    state = play(at(implementation), "cat:2@d4")
    assert turn(state) == ("plant", 0)
    assert lies(state, 0, 2)["cats"] == cells("d4")
    assert fact(state, "cats") == [1, 2]
    assert "done" not in legal(state)
    state = play(state, "cat:1@a1")
    assert turn(state) == ("plant", 0)
    assert fact(state, "cats") == [0, 2]
    assert not legal_of(state, "cat:")


def test_cg_12_any_number_of_cats_after_planting(implementation: str) -> None:
    state = play(at(implementation, cats=[2, 2]), "pot:1@a1", "cat:1@b1")
    assert turn(state) == ("cats", 0)
    assert fact(state, "cats") == [1, 2]
    # The last cat leaves `done` alone, which is played by itself (D-12).
    state = play(state, "cat:2@b1")
    assert turn(state) == ("plant", 1)
    assert [lies(state, 0, number)["cats"] for number in (1, 2)] == [[1], [1]]


def test_cg_12_no_cat_need_be_put_down(implementation: str) -> None:
    state = play(ending(implementation), "done")
    assert turn(state) == ("plant", 1)
    assert fact(state, "cats") == [2, 2]


def test_cg_12_the_cats_of_others_stay_in_their_hands(implementation: str) -> None:
    state = ending(implementation, cats=[1, 2])
    state = play(state, "cat:1@a1")
    assert turn(state) == ("plant", 1)
    assert fact(state, "cats") == [0, 2]


def test_d_4_the_last_free_square_is_kept_for_the_planting(implementation: str) -> None:
    # Bed 1 has a1 free, bed 2 e5; no line of three fits anywhere.
    # A cat on a1 leaves e5 for a pot, which is the only option then, and so is what follows: both beds are complete.
    beds = [[full(3, but="a1", of=LINES), full(2, "dark", but="e5", of=LINES)], [bed(1), bed(4, "dark")]]
    state = at(implementation, 2, LINES, beds=beds)
    assert legal(state) == ["pot:1@a1", "pot:2@e5", "cat:1@a1", "cat:2@e5"]
    after = play(state, "cat:1@a1")
    assert lies(after, 0, 1)["cats"] == list(range(25))
    assert lies(after, 0, 2)["pots"] == cells("e5")
    assert turn(after) == ("score", 0)
    assert fact(after, "cats") == [1, 2]


def test_d_4_a_cat_that_leaves_nothing_to_plant_is_illegal(implementation: str) -> None:
    # The other bed is covered all over, and neither of them has a print.
    beds = [[full(3, but="a1 b1", of=LINES), full(2, "dark", of=LINES)], [bed(1), bed(4, "dark")]]
    state = at(implementation, 2, LINES, beds=beds)
    assert legal(state) == ["pot:1@a1", "pot:1@b1", "cat:1@a1", "cat:1@b1"]
    # One cat leaves one square, and a second one would leave none: the pot is all that is left.
    after = play(state, "cat:1@a1")
    assert lies(after, 0, 1)["pots"] == cells("b1")


def test_d_4_a_tile_that_fits_on_printed_squares_is_enough(implementation: str) -> None:
    # Bed 1 prints a1 and e1; b1 is free, and nothing else of both beds.
    beds = [[full(1, but="b1", of=LINES), full(2, "dark", of=LINES)]]
    state = at(implementation, 2, LINES, beds=beds, row="T01 T02 T03 T21")
    assert "cat:1@b1" in legal(state)
    state = play(state, "cat:1@b1")
    assert turn(state) == ("plant", 0)
    assert legal(state) == ["T21:1:o0@a1", "T21:1:o0@e1"]
    state = play(state, "T21:1:o0@e1")
    assert turn(state) == ("score", 0)


def test_d_4_without_such_a_tile_the_cat_is_illegal(implementation: str) -> None:
    beds = [[full(1, but="b1 c3", of=LINES), full(2, "dark", of=LINES)]]
    state = at(implementation, 2, LINES, beds=beds, row="T01 T02 T03 T04")
    after = play(state, "cat:1@c3")
    # The pot on b1 is the only option.
    assert lies(after)["pots"] == cells("b1")
    assert turn(after) == ("score", 0)


# CG-19 and CG-30: `done`


@pytest.mark.parametrize(("cats", "allowed"), [(1, True), (2, True), (3, False), (4, False)])
def test_cg_19_more_than_two_cats_must_be_put_down(implementation: str, cats: int, allowed: bool) -> None:
    state = ending(implementation, cats=[cats, 2])
    assert ("done" in legal(state)) is allowed
    assert legal_of(state, "cat:1@")


def test_cg_19_surplus_cats_are_put_down_one_by_one(implementation: str) -> None:
    state = play(ending(implementation, cats=[4, 2]), "cat:1@a1")
    assert turn(state) == ("cats", 0)
    assert "done" not in legal(state)
    state = play(state, "cat:2@b1")
    assert "done" in legal(state)
    state = play(state, "done")
    assert fact(state, "cats") == [2, 2]


def test_cg_30_done_is_legal_with_a_complete_bed_whatever_the_cats(implementation: str) -> None:
    state = ending(implementation, cats=[4, 2], beds=[[full(1), bed(2, "dark")]])
    assert "done" in legal(state)
    state = play(state, "done")
    # The bed is scored, and then the surplus still has to go.
    assert facts(state, "phase", "player", "cats") == ("cats", 0, [4, 2])
    assert lies(state)["bed"] == 4
    assert "done" not in legal(state)


def test_cg_30_done_scores_a_complete_bed_before_the_turn_ends(implementation: str) -> None:
    state = ending(implementation, beds=[[full(1), bed(2, "dark")]])
    state = play(state, "done")
    assert turn(state) == ("cats", 0)
    assert facts(state, "gardener") == (0,)
    state = play(state, "done")
    assert turn(state) == ("plant", 1)
    assert facts(state, "gardener") == (1,)


def test_d_5_a_cat_may_complete_a_bed_which_is_not_scored_before_done(implementation: str) -> None:
    state = ending(implementation, beds=[[full(1, but="d4"), bed(2, "dark")]])
    state = play(state, "cat:1@d4")
    assert turn(state) == ("cats", 0)
    assert lies(state)["bed"] == 0
    assert legal_of(state, "cat:1@") == set()
    assert "done" in legal(state)


def test_d_5_without_cats_a_complete_bed_is_scored_by_itself(implementation: str) -> None:
    state = at(implementation, cats=[0, 2], beds=[[full(1, but="d4"), bed(2, "dark")]])
    state = play(state, "pot:1@d4")
    # Five pots show and two cloches: the cubes have one choice each.
    assert facts(state, "orange", "blue") == ([[0, 0, 5], [0, 0, 0]], [[0, 0, 2], [0, 0, 0]])
    assert turn(state) == ("plant", 1)


def test_cg_18_cats_may_be_put_down_again_after_scoring(implementation: str) -> None:
    state = play(ending(implementation, beds=[[full(1), full(2, "dark", but="d4")]]), "done")
    assert turn(state) == ("cats", 0)
    state = play(state, "cat:2@d4", "done")
    # The bed 2 was scored as well: its cloches moved a second blue cube, or the first one.
    assert turn(state) == ("orange", 0)
    assert fact(state, "slot") == 1


def test_cg_28_one_option_is_played_by_itself(implementation: str) -> None:
    # No cat, one free square in all, no tile that fits: the pot, the scoring of both beds, the next turn.
    beds = [[full(3, but="a1", of=LINES), full(2, "dark", but="b2 c2", of=LINES)], [bed(1), bed(4, "dark")]]
    state = at(implementation, 2, LINES, beds=beds, cats=[0, 2])
    assert legal(state) == ["pot:1@a1", "pot:2@b2", "pot:2@c2"]
    state = play(state, "pot:1@a1")
    assert turn(state) == ("plant", 1)
    # One pot showed; bed 5 took the place of bed 3.
    assert facts(state, "orange", "gardener") == ([[0, 0, 1], [0, 0, 0]], 1)
    assert lies(state)["bed"] == 4
