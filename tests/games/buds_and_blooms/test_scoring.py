"""The end, the score, ties, and the rival of a solo player. BB-22 to BB-26."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import cloche

from .buds import at, faces, fact, legal, play, turn

# Side 0: any up, red and blue up, any down; side 1: red and yellow down, any updown, yellow and blue up.
EXAMPLE = [
    [
        "RY=R1/2 R2/2 R3",  # 6 leaves, the red butterfly under a red bloom: 9
        "R1/2 B2/1 B4/2 R6",  # 7 leaves, 2 bees: 8, and 2 as the better flower
        "Y5/2 B3/2 Y2/1 B1",  # 7 leaves, 3 bees: 9
    ],
    [
        "RY=R6/2 Y5/2 R4",  # 6 leaves, 2 bees, a butterfly: 10, and 2
        "R2/2 R3/2 R5",  # 6 leaves
        "YB=Y1/2 B2/2 Y4",  # 6 leaves, the yellow butterfly: 9
    ],
]


def over(implementation: str, own: Sequence[str], rival: Sequence[str] = (), **rest: Any) -> cloche.State:
    """The end with these flowers; all other cards lie in the compost."""
    solo = rest.get("players") == 1
    return at(
        implementation,
        phase="over",
        player=None,
        hands=["", ""],
        drawn=(24,) if solo else (24, 24),
        flowers=[own] if solo else [own, rival],
        **rest,
    )


def points(implementation: str, flower: str, beds: str = "bed3.0.0 bed6.0.0 bed5.0.1") -> int:
    """What a flower on an any-up-and-down bed makes, without the bonus, for a solo player."""
    return over(implementation, [flower], players=1, beds=beds).scores()[0]


# BB-22


def test_bb_22_the_game_ends_when_nobody_has_a_card(implementation: str) -> None:
    state = at(implementation, hands=["R1", "Y1"], drawn=(24, 24))
    state = play(state, "R1@1")
    assert turn(state) == ("move", 1)
    assert not state.is_terminal()
    state = play(state, "discard:Y1")
    assert state.is_terminal()
    assert turn(state) == ("over", None)
    assert state.current_player() == cloche.TERMINAL
    assert legal(state) == []
    assert state.returns() == [1, -1]


def test_bb_22_a_growth_may_come_last(implementation: str) -> None:
    state = at(implementation, hands=["R4 R3", ""], flowers=[["R1 Y2"]], drawn=(24, 24))
    state = play(state, "weather", "discard:R4", "discard:R3")
    assert turn(state) == ("grow", 0)
    state = play(state, "grow:1.0")
    assert state.is_terminal()
    # Four leaves and two bees, and the better flower.
    assert state.scores() == [7, 0]


def test_returns_are_0_before_the_end(implementation: str) -> None:
    state = at(implementation, flowers=[["Y1"]])
    assert state.returns() == [0, 0]
    assert state.scores() == [4, 0]
    assert state.ranks() == [1, 2]


# BB-23


def test_bb_23_bb_24_the_example_of_the_rules(implementation: str) -> None:
    state = over(implementation, *EXAMPLE)
    assert state.scores() == [9 + 10 + 9, 12 + 6 + 9]
    assert state.ranks() == [1, 2]
    assert state.returns() == [1, -1]


@pytest.mark.parametrize(
    ("flower", "expected"),
    [
        ("", 0),
        ("R2", 2),
        ("R1", 2),  # one bee makes nothing
        ("R2/1 R3", 3),
        ("R2/2 R3", 4),
        ("R1/2 R4", 4 + 1),
        ("R1/1 R4", 3),  # a bee that does not show
        ("R1/2 Y2/2 R4", 6 + 2),
        ("R1/2 Y2/2 Y3/2 R4", 8 + 4),
        ("R1/2 Y2/2 Y3/2 R4/2 Y5", 10 + 4),
        ("RY=R1", 0),  # a bud on top
        ("R2/2 R3/2 RY=Y4", 0),
        ("RY=Y1/2 R2", 2 + 2 + 3),
        ("RY=R1/2 Y4", 4),  # the butterfly of another colour
        ("RY=R1/1 R2", 3),  # a butterfly that does not show
        ("RY=R1/3 R2", 5 + 3),
        ("YB=B1/3 Y4", 5 + 3),
        ("BR=R1/2 B2", 4 + 3),
        ("RY=R1/2 YB=Y2/2 BR=B3/2 R5", 8 + 3),
    ],
)
def test_bb_23_leaves_bees_and_butterflies(implementation: str, flower: str, expected: int) -> None:
    assert points(implementation, flower) == expected


def test_bb_23_two_butterflies_of_the_colour_of_the_top_bloom(implementation: str) -> None:
    # RY of both decks: the other one came out of the compost.
    state = over(implementation, ["RY=R1#0/2 RY=Y2#1/2 R3"], sheds=["dig"])
    assert state.scores() == [6 + 6 + 2, 0]


# BB-24


def test_bb_24_the_better_flower_of_a_slot_gets_2_more(implementation: str) -> None:
    assert over(implementation, ["R2"], ["R2"]).scores() == [2, 2]
    assert over(implementation, ["R2"], ["R3/1 R2"]).scores() == [2, 5]
    assert over(implementation, ["R2/2 R3"], ["R3/1 R2"]).scores() == [6, 3]
    # A bud on top makes 0, as no flower does; nobody has the better one of two that make 0.
    assert over(implementation, ["RY=R2"], [""]).scores() == [0, 0]
    assert over(implementation, ["RY=R2"], ["R2"]).scores() == [0, 4]
    # Slots are compared one by one.
    assert over(implementation, ["R2", "", ""], ["", "R2", ""]).scores() == [4, 4]


# BB-25


def test_bb_25_most_points_win(implementation: str) -> None:
    state = over(implementation, ["R2"], ["R2", "", "B2"])
    assert (state.scores(), state.ranks(), state.returns()) == ([2, 6], [2, 1], [-1, 1])


def test_bb_25_of_equals_the_one_with_the_higher_best_flower_wins(implementation: str) -> None:
    # 4 and 4 against 6 + 2.
    state = over(implementation, ["R2", "R4"], ["", "", "B2/2 Y4/2 B5"])
    assert (state.scores(), state.ranks(), state.returns()) == ([8, 8], [2, 1], [-1, 1])


def test_bb_25_the_best_flower_counts_with_its_bonus(implementation: str) -> None:
    # Both best flowers make 6 alone; 6 and 5 + 2 against 6, 3 and 2 + 2.
    state = over(
        implementation,
        ["R2/2 R3/2 R5", "B2/1 B4/2 B5", ""],
        ["Y6/2 Y4/2 Y1", "R2/1 R3", "B2"],
    )
    assert (state.scores(), state.ranks(), state.returns()) == ([13, 13], [1, 2], [1, -1])


def test_bb_25_then_the_victory_is_shared(implementation: str) -> None:
    # 2 + 2 and 2 on either side.
    state = over(implementation, ["R2", "", "R4"], ["", "R2", "B2"])
    assert (state.scores(), state.ranks(), state.returns()) == ([6, 6], [1, 1], [0, 0])
    state = over(implementation, ["R2", "", "R4"], ["R2", "", "B2"])
    assert (state.scores(), state.ranks(), state.returns()) == ([4, 4], [1, 1], [0, 0])
    state = over(implementation, [], [])
    assert (state.scores(), state.ranks(), state.returns()) == ([0, 0], [1, 1], [0, 0])


# BB-26

# 16 and 8 points: 12 leaves with 4 for bees, and 8 leaves.
SOLO = ["R1/2 Y2/2 Y3/2 R4/2 Y5/2 R6", "B1/2 R2/2 B4/2 R5"]


@pytest.mark.parametrize(
    ("third", "beds", "score", "won"),
    [
        # The far side has rosettes 7, 10 and 8.
        ("B6", "bed1.0.0 bed3.0.1 bed2.0.1", 26, True),
        ("R3", "bed1.0.0 bed3.0.1 bed2.0.1", 26, True),
        ("", "bed1.0.0 bed3.0.1 bed2.0.1", 24, False),
        # 7, 10 and 9: the rocky face of bed5 has red and blue in steps of 1 on the far side.
        ("", "bed1.0.0 bed3.0.1 bed5.1.0", 24, False),
    ],
)
def test_bb_26_the_rival_has_the_rosettes_of_the_far_side(
    implementation: str, third: str, beds: str, score: int, won: bool
) -> None:
    state = over(implementation, [*SOLO, third], players=1, beds=beds)
    assert state.scores() == [score]
    assert state.ranks() == [1]
    assert state.returns() == [1 if won else -1]


def test_bb_26_as_many_points_as_the_rival_do_not_win(implementation: str) -> None:
    # 15 + 8 + 2 against 7 + 10 + 8.
    flowers = ["R1/2 Y2/2 Y3/2 R4/2 Y5/1 R6", SOLO[1], "B6"]
    state = over(implementation, flowers, players=1)
    assert (state.scores(), state.ranks(), state.returns()) == ([25], [1], [-1])
    flowers[0] = SOLO[0]
    state = over(implementation, flowers, players=1)
    assert (state.scores(), state.returns()) == ([26], [1])


def test_bb_26_the_own_side_has_no_say(implementation: str) -> None:
    # The own side has 10, 10 and 10, the far side 8, 8 and 10.
    beds = "bed3.0.0 bed5.0.0 bed6.1.1"
    flowers = [SOLO[0], "R2/2 R3/2 R5/2 Y4/2 Y1", "B2"]
    state = over(implementation, flowers, players=1, beds=beds)
    assert (state.scores(), state.returns()) == ([16 + 10 + 2], [1])
    state = over(implementation, flowers[:2], players=1, beds=beds)
    assert (state.scores(), state.returns()) == ([26], [-1])


def test_bb_26_no_bonus_is_given_to_a_solo_player(implementation: str) -> None:
    assert over(implementation, ["R2", "R4"], players=1).scores() == [4]


def test_bb_26_a_solo_game_returns_0_before_its_end(implementation: str) -> None:
    state = at(implementation, players=1, hands=["R1"], drawn=(24,))
    assert state.returns() == [0]
    state = play(state, "R1@1")
    assert state.is_terminal()
    assert state.returns() == [-1]
    assert faces(fact(state, "hands")[0]) == []
