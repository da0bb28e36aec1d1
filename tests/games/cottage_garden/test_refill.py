"""The refill: CG-10, CG-28, D-1, D-12."""

from collections.abc import Sequence

import pytest

import cloche

from .cottage import at, bare_box, bed, ending, fact, facts, ids, legal, load, nursery, play, position, turn


def column_b(state: cloche.State) -> str:
    """The tiles of column B from the top."""
    return ids([fact(state, "nursery")[space] for space in nursery("B1 B2 B3 B4")])


def arriving(implementation: str, empty: str, cats: Sequence[int] = (2, 2)) -> cloche.State:
    """The gardener has come to space 1, above column B with these spaces empty; T30 T20 T10 lead the queue."""
    spaces = dict(zip(["B1", "B2", "B3", "B4"], ["T31", "T32", "T33", "T34"], strict=True))
    spaces |= dict.fromkeys(empty.split(), ".")
    return play(ending(implementation, spaces=spaces, head="T30 T20 T10", cats=list(cats)), "done")


def short(
    implementation: str, *, empty: str, queue: str, cats: Sequence[int] = (2, 2), phase: str = "cats"
) -> cloche.State:
    """Player 0 ends a turn; of 20 tiles those of the queue wait, the others lie on a bed."""
    lying = 20 - (16 - len(empty.split())) - len(queue.split())
    laid = " ".join(f"T{i + 1:02d}:o0@{'abcde'[i % 5]}{i // 5 + 1}" for i in range(lying))
    game = load(implementation, 2, bare_box(*["#"] * 20))
    here = position(
        game,
        phase=phase,
        beds=[[bed(1, "light", laid), bed(2, "dark")]],
        spaces=dict.fromkeys(empty.split(), "."),
        queue=queue,
        cats=list(cats),
    )
    return game.state_from_dict(here)


@pytest.mark.parametrize("cats", [2, 0])
def test_cg_10_three_empty_spaces_are_filled_nearest_first_at_no_cost(implementation: str, cats: int) -> None:
    state = arriving(implementation, "B1 B3 B4", (2, cats))
    assert turn(state) == ("plant", 1)
    assert column_b(state) == "T30 T32 T20 T10"
    assert fact(state, "cats") == [2, cats]
    assert not {"T30", "T20", "T10"} & set(ids(fact(state, "queue")).split())


def test_cg_10_four_empty_spaces_are_filled_too(implementation: str) -> None:
    state = arriving(implementation, "B1 B2 B3 B4")
    assert turn(state) == ("plant", 1)
    assert column_b(state).startswith("T30 T20 T10 ")
    assert None not in fact(state, "nursery")


def test_cg_10_nearest_is_where_the_gardener_stands(implementation: str) -> None:
    # Space 10 is below column B.
    spaces = {"B4": ".", "B3": ".", "B1": "."}
    state = play(ending(implementation, moves=9, spaces=spaces, head="T30 T20 T10"), "done")
    assert ids([fact(state, "nursery")[space] for space in nursery("B4 B3 B1")]) == "T30 T20 T10"


def test_cg_10_nearest_along_a_diagonal(implementation: str) -> None:
    # Four players: space 5 is the corner D1 and sees D1 C2 B3 A4.
    spaces = {"D1": ".", "B3": ".", "A4": "."}
    state = play(ending(implementation, 4, moves=4, spaces=spaces, head="T30 T20 T10"), "done")
    assert turn(state) == ("plant", 1)
    assert ids([fact(state, "nursery")[space] for space in nursery("D1 B3 A4")]) == "T30 T20 T10"


def test_cg_10_spaces_outside_the_row_stay_empty(implementation: str) -> None:
    state = play(ending(implementation, spaces=dict.fromkeys(["C1", "C2", "C3", "C4"], ".")), "done")
    assert turn(state) == ("plant", 1)
    assert fact(state, "nursery")[2::4] == [None] * 4


@pytest.mark.parametrize(
    ("empty", "filled"), [("B2", "T31 T30 T33 T34"), ("B1 B4", "T30 T32 T33 T20"), ("B3 B2", "T31 T30 T20 T34")]
)
@pytest.mark.parametrize("cats", [1, 2])
def test_cg_10_one_cat_fills_one_or_two(implementation: str, empty: str, filled: str, cats: int) -> None:
    state = arriving(implementation, empty, (2, cats))
    assert turn(state) == ("refill", 1)
    assert legal(state) == ["refill:no", "refill:cat"]
    assert column_b(state).count(".") == len(empty.split())
    given = play(state, "refill:cat")
    assert turn(given) == ("plant", 1)
    assert column_b(given) == filled
    assert fact(given, "cats") == [2, cats - 1]
    kept = play(state, "refill:no")
    assert turn(kept) == ("plant", 1)
    assert facts(kept, "nursery", "queue", "cats") == facts(state, "nursery", "queue", "cats")


def test_cg_10_without_a_cat_there_is_no_choice(implementation: str) -> None:
    state = arriving(implementation, "B1 B4", (2, 0))
    assert turn(state) == ("plant", 1)
    assert column_b(state) == ". T32 T33 ."


def test_cg_10_a_full_row_needs_nothing(implementation: str) -> None:
    state = arriving(implementation, "")
    assert turn(state) == ("plant", 1)
    assert column_b(state) == "T31 T32 T33 T34"


def test_cg_10_there_is_no_second_offer(implementation: str) -> None:
    state = play(arriving(implementation, "B1 B4"), "refill:no")
    assert turn(state) == ("plant", 1)
    assert turn(play(state, "cat:1@b1")) == ("plant", 1)


# A short queue


def test_cg_10_a_short_queue_fills_what_it_reaches(implementation: str) -> None:
    state = play(short(implementation, empty="B1 B2 B3 B4", queue="T19 T18"), "done")
    assert turn(state) == ("plant", 1)
    assert column_b(state) == "T19 T18 . ."
    assert fact(state, "queue") == []
    # There are two empty spaces now, but no tile for a cat.
    assert fact(state, "cats") == [2, 2]


def test_cg_10_a_cat_brings_the_one_tile_that_is_left(implementation: str) -> None:
    state = play(short(implementation, empty="B2 B3", queue="T20"), "done")
    assert turn(state) == ("refill", 1)
    state = play(state, "refill:cat")
    assert column_b(state).split()[1:3] == ["T20", "."]
    assert facts(state, "queue", "cats") == ([], [2, 1])


@pytest.mark.parametrize("empty", ["B2", "B2 B3", "B1 B2 B3", "B1 B2 B3 B4"])
def test_cg_10_an_empty_queue_fills_nothing(implementation: str, empty: str) -> None:
    # D-1: no tile waits, so there is no choice.
    state = play(short(implementation, empty=empty, queue=""), "done")
    assert turn(state) == ("plant", 1)
    assert column_b(state).count(".") == len(empty.split())


def test_cg_10_an_empty_row_leaves_pots(implementation: str) -> None:
    state = play(short(implementation, empty="B1 B2 B3 B4", queue="", cats=(2, 0)), "done")
    assert {text.split("@")[0] for text in legal(state)} == {"pot:1", "pot:2"}


def test_d_1_the_choice_is_part_of_the_turn_of_who_moves_next(implementation: str) -> None:
    # CG-28: what has one option is played by itself, up to the choice of player 1.
    state = at(implementation, cats=[0, 1], spaces={"B1": "."})
    state = play(state, "pot:1@a1")
    assert turn(state) == ("refill", 1)
    assert fact(state, "gardener") == 1
