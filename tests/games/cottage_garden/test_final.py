"""The final round begins, and points are lost: CG-21, CG-22, D-2, D-11."""

from collections.abc import Sequence
from typing import Any

import pytest

import cloche

from .cottage import (
    THREE,
    Bed,
    at,
    bed,
    ending,
    fact,
    facts,
    ids,
    legal,
    lies,
    play,
    steps,
    turn,
)
from .last_round import ONE, OTHER, TWO, losing


def last_turn(implementation: str, beds: Sequence[Sequence[Bed]], **rest: Any) -> cloche.State:
    """Player 1 has ended the last turn before the final round."""
    return play(ending(implementation, moves=63, beds=beds, **rest), "done")


# CG-21: beds are given up


def test_cg_21_beds_with_two_tiles_or_fewer_are_given_up(implementation: str) -> None:
    beds = [
        [bed(1, "light", TWO, pots="c3", cats="e2"), bed(2, "dark", THREE[0])],
        [bed(3, "light", THREE[1]), bed(4, "dark", ONE, pots="e4")],
    ]
    state = last_turn(implementation, beds, head="T30")
    assert facts(state, "die", "gardener", "phase", "player") == (6, 0, "plant", 0)
    assert [lies(state, 0, 1), lies(state, 1, 2)] == [None, None]
    assert [lies(state, 0, 2), lies(state, 1, 1)] == [beds[0][1], beds[1][0]]
    # In the order laid, player 0 first.
    queue = ids(fact(state, "queue"))
    assert queue.startswith("T30 ")
    assert queue.endswith(" T16 T13 T10")
    # Cats go to the supply, not to the hand.
    assert fact(state, "cats") == [2, 2]
    assert fact(state, "middle") == {"bed": 4, "side": "light"}


def test_cg_21_bed_1_goes_before_bed_2(implementation: str) -> None:
    beds = [
        [bed(1, "light", "T16:o0@a1"), bed(2, "dark", "T13:o0@a1 T12:o0@c1")],
        [bed(3, "light", THREE[0]), bed(4, "dark", "T10:o0@a1")],
    ]
    state = last_turn(implementation, beds)
    assert ids(fact(state, "queue")[-4:]) == "T16 T13 T12 T10"
    # Player 0 holds no bed: the gardener moves on.
    assert facts(state, "gardener", "phase", "player") == (1, "plant", 1)


def test_cg_21_a_bed_of_three_tiles_stays(implementation: str) -> None:
    beds = [[bed(1, "light", THREE[0]), bed(2, "dark", TWO)], [bed(3, "light", THREE[1]), bed(4, "dark", THREE[2])]]
    state = last_turn(implementation, beds)
    assert [[lies_ and lies_["bed"] for lies_ in pair] for pair in fact(state, "beds")] == [[0, None], [2, 3]]


def test_cg_21_pots_and_cats_do_not_count_as_tiles(implementation: str) -> None:
    beds = [[bed(1, "light", TWO, pots="d1 e2", cats="a4"), bed(2, "dark", THREE[0])], [bed(3), bed(4, "dark")]]
    assert lies(last_turn(implementation, beds)) is None


def test_cg_21_all_players_give_up_at_once_before_the_next_turn(implementation: str) -> None:
    # D-11
    # Three players: the last turn is that of player 2, on space 13.
    beds = [[bed(2 * p + 1, "light", THREE[p]), bed(2 * p + 2, "dark")] for p in range(3)]
    state = play(ending(implementation, 3, moves=77, beds=beds), "done")
    assert facts(state, "gardener", "die", "phase", "player") == (14, 6, "plant", 0)
    assert [pair[1] for pair in fact(state, "beds")] == [None] * 3


def test_cg_21_it_happens_once(implementation: str) -> None:
    # The die is 6 already when the gardener comes to the target again.
    state = ending(implementation, moves=79, beds=[[bed(1, "light", THREE[0]), None], OTHER])
    state = play(state, "done")
    assert facts(state, "gardener", "die") == (0, 6)
    assert lies(state) == bed(1, "light", THREE[0])


# CG-22: losing points


@pytest.mark.parametrize(
    ("orange", "blue", "options"),
    [
        ([0, 1, 5], [0, 3, 7], ["lose:orange:5", "lose:blue:3", "lose:blue:7"]),
        ([2, 2, 3], [0, 0, 1], ["lose:orange:2", "lose:orange:3", "lose:blue:1"]),
        ([2, 15, 15], [0, 0, 0], ["lose:orange:2", "lose:orange:15"]),
        # Cubes on 20 only if no other can pay.
        ([2, 3, 16], [0, 0, 8], ["lose:orange:2", "lose:orange:3"]),
        ([0, 1, 16], [0, 0, 8], ["lose:orange:16", "lose:blue:8"]),
        ([16, 16, 16], [0, 8, 8], ["lose:orange:16", "lose:blue:8"]),
    ],
)
def test_cg_22_who_holds_a_bed_loses_points_first(
    implementation: str, orange: list[int], blue: list[int], options: list[str]
) -> None:
    hives = [0, None] if 16 in orange or 8 in blue else [None, None]
    state = losing(implementation, orange, blue, hives=hives)
    assert turn(state) == ("lose", 0)
    assert legal(state) == options
    assert facts(state, "slot", "die") == (None, 6)


@pytest.mark.parametrize(
    ("orange", "blue", "text", "after"),
    [
        ([0, 1, 5], [0, 0, 3], "lose:orange:5", ([0, 1, 3], [0, 0, 3])),
        ([0, 1, 5], [0, 0, 3], "lose:blue:3", ([0, 1, 5], [0, 0, 2])),
        # Onto step 0 as well.
        ([2, 2, 5], [0, 0, 0], "lose:orange:2", ([0, 2, 5], [0, 0, 0])),
        ([2, 2, 5], [1, 1, 1], "lose:blue:1", ([2, 2, 5], [0, 1, 1])),
        ([2, 3, 3], [0, 0, 0], "lose:orange:3", ([1, 2, 3], [0, 0, 0])),
        # From 20 to 15 and to 14.
        ([0, 1, 16], [0, 0, 8], "lose:orange:16", ([0, 1, 15], [0, 0, 8])),
        ([0, 1, 16], [0, 0, 8], "lose:blue:8", ([0, 1, 16], [0, 0, 7])),
        # Back over the red lines: nothing is earned or lost.
        ([0, 1, 9], [0, 0, 4], "lose:orange:9", ([0, 1, 7], [0, 0, 4])),
        ([0, 1, 9], [0, 0, 4], "lose:blue:4", ([0, 1, 9], [0, 0, 3])),
    ],
)
def test_cg_22_an_orange_cube_goes_back_two_or_a_blue_one_one(
    implementation: str, orange: list[int], blue: list[int], text: str, after: tuple[list[int], list[int]]
) -> None:
    hives = [0, None] if 16 in orange else [None, None]
    state = play(losing(implementation, orange, blue, hives=hives), text)
    assert steps(state) == after
    assert facts(state, "phase", "player", "cats", "hives") == ("plant", 0, [2, 2], hives)


@pytest.mark.parametrize(
    ("orange", "blue", "after"),
    [
        ([0, 1, 4], [0, 0, 0], ([0, 1, 2], [0, 0, 0])),
        ([0, 1, 1], [0, 0, 2], ([0, 1, 1], [0, 0, 1])),
        ([5, 5, 5], [0, 0, 0], ([3, 5, 5], [0, 0, 0])),
        ([1, 16, 16], [0, 0, 0], ([1, 15, 16], [0, 0, 0])),
        # A cube on 20 is the only one that can pay.
        ([0, 1, 1], [0, 0, 8], ([0, 1, 1], [0, 0, 7])),
        ([0, 1, 16], [0, 0, 0], ([0, 1, 15], [0, 0, 0])),
        # Nobody can pay.
        ([0, 1, 1], [0, 0, 0], ([0, 1, 1], [0, 0, 0])),
        ([0, 0, 0], [0, 0, 0], ([0, 0, 0], [0, 0, 0])),
    ],
)
def test_cg_22_one_way_to_pay_or_none_is_no_choice(
    implementation: str, orange: list[int], blue: list[int], after: tuple[list[int], list[int]]
) -> None:
    state = losing(implementation, orange, blue, hives=[0, None] if 16 in orange or 8 in blue else [None, None])
    assert turn(state) == ("plant", 0)
    assert steps(state) == after


def test_cg_22_points_are_lost_in_the_first_turn_of_the_final_round_too(implementation: str) -> None:
    # D-2
    beds = [[bed(1, "light", THREE[0]), bed(2, "dark")], [bed(3, "light", THREE[1]), bed(4, "dark")]]
    state = last_turn(implementation, beds, orange=[[3, 4, 5], [6, 7, 8]])
    assert turn(state) == ("lose", 0)
    assert legal(state) == ["lose:orange:3", "lose:orange:4", "lose:orange:5"]


def test_cg_22_before_the_final_round_nothing_is_lost(implementation: str) -> None:
    state = play(ending(implementation, moves=61, orange=[[3, 4, 5], [6, 7, 8]]), "done")
    assert turn(state) == ("plant", 0)
    assert steps(state)[0] == [3, 4, 5]


def test_cg_22_the_hive_stays_with_who_won_it(implementation: str) -> None:
    state = play(losing(implementation, [0, 1, 16], [0, 0, 8], hives=[0, None]), "lose:orange:16")
    assert state.scores()[0] == 1 + 15 + 20 + 2
    state = play(losing(implementation, [0, 1, 16], [0, 0, 8], hives=[0, None]), "lose:blue:8")
    assert state.scores()[0] == 1 + 20 + 14 + 2


def test_d_1_points_are_lost_before_the_refill(implementation: str) -> None:
    # The gardener comes to space 2, above column C.
    state = losing(implementation, [3, 4, 5], [0, 0, 0], spaces={"C2": "."})
    assert turn(state) == ("lose", 0)
    state = play(state, "lose:orange:3")
    assert turn(state) == ("refill", 0)


def test_cg_21_solo_plays_the_final_round_too(implementation: str) -> None:
    # CG-27: 31 turns are over.
    state = at(implementation, 1, phase="cats", moves=31, beds=[[bed(1, "light", THREE[0]), bed(2, "dark", TWO)]],
               orange=[[0, 3, 5]])  # fmt: skip
    state = play(state, "done")
    assert facts(state, "die", "gardener", "phase", "player") == (6, 0, "lose", 0)
    assert ids(fact(state, "queue")[-2:]) == "T16 T13"
    assert lies(state, 0, 2) is None
    state = play(state, "lose:orange:5")
    assert steps(state)[0] == [0, 3, 3]
