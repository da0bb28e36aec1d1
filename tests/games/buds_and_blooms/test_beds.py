"""Where a card may be played, and what it shows then. BB-10 to BB-14, D-3."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from .buds import DEFAULT_BOX, at, box, faces, fact, legal, play, stages, starting, turn

# What stands in slots 2 and 3: worms on both sides, whatever lies in slot 1.
OTHERS = {"bed5": "bed6.0.0 bed3.0.1", "bed6": "bed5.0.0 bed3.0.1"}


def beds(first: str) -> str:
    """A bed card in slot 1, and two others."""
    return f"{first} {OTHERS.get(first[:4], 'bed6.0.0 bed5.0.1')}"


def playable(implementation: str, first: str, flower: str, hands: Sequence[str], **rest: Any) -> set[str]:
    """Which cards of some hands can be played on bed 1."""
    found: set[str] = set()
    for hand in hands:
        state = at(implementation, beds=beds(first), flowers=[[flower]], hands=[hand], **rest)
        found |= {text[:-2] for text in legal(state) if text.endswith("@1")}
    return found


# BB-12: one row a rule: bed card with face and turn, the flower so far, the hand, what of it may be played
RULES = [
    # any colour, up
    ("bed1.0.0", "", "R1 Y6 B3 B4", "R1 Y6 B3 B4"),
    ("bed1.0.0", "R2", "R1 Y3 B2 B6", "Y3 B6"),
    ("bed1.0.0", "R2 Y3 B4", "R3 Y4 B5 R6", "B5 R6"),
    ("bed1.0.0", "R6", "Y6 Y5 B1 RY", ""),
    # red and yellow, down: the other bed of the card
    ("bed1.0.1", "", "R1 Y6 B3 B6", "R1 Y6"),
    ("bed1.0.1", "R4", "R3 Y4 B3 Y5", "R3"),
    ("bed1.0.1", "Y5 R2", "R1 Y1 Y3 R3", "R1 Y1"),
    # red and yellow in turn, down
    ("bed1.1.0", "", "R1 Y6 B3 B6", "R1 Y6"),
    ("bed1.1.0", "R5", "R4 Y4 Y6 B3", "Y4"),
    ("bed1.1.0", "Y5", "R4 Y4 R6 R1", "R4 R1"),
    ("bed1.1.0", "Y6 R5", "R4 Y4 R1 Y1", "Y4 Y1"),
    # yellow and blue, each number the next
    ("bed1.1.1", "", "Y3 B6 R1 R2", "Y3 B6"),
    ("bed1.1.1", "Y2", "B3 B4 B1 Y1", "B3"),
    ("bed1.1.1", "Y2 Y3", "Y4 B4 B2 B5", "Y4 B4"),
    # odd numbers, up and then down
    ("bed2.1.0", "", "R1 R2 B3 Y6", "R1 B3"),
    ("bed2.1.0", "R3", "B5 Y1 Y3 B2", "B5 Y1"),
    ("bed2.1.0", "R1 Y5", "B3 B1 R3 Y4", "B3 B1 R3"),
    ("bed2.1.0", "R5 Y1", "B3 B1 R3 Y5", ""),
    # yellow and blue in turn, up
    ("bed2.1.1", "B2", "Y3 B3 Y1 R4", "Y3"),
    # any colour, up and then down
    ("bed3.0.0", "R3", "B3 B4 Y2 Y6", "B4 Y2 Y6"),
    ("bed3.0.0", "R2 Y5", "B6 B3 Y4 B5", "B6 B3 Y4"),
    ("bed3.0.0", "R2 Y5 B3", "R4 R1 Y3 Y6", "R1"),
    ("bed3.0.0", "R5 Y2", "B3 B1 Y6 Y1", "B1 Y1"),
    ("bed3.0.0", "R1 Y2 B6", "Y6 R2 B5 Y1", "R2 B5 Y1"),
    # red and blue, up
    ("bed3.0.1", "B1", "R2 B2 Y2 Y3", "R2 B2"),
    # even numbers, up and then down
    ("bed3.1.0", "R2", "Y4 Y3 B6 B2", "Y4 B6"),
    ("bed3.1.0", "R2 Y6", "Y4 Y3 B4 B2", "Y4 B4 B2"),
    # red and blue in turn, down
    ("bed3.1.1", "B6", "R4 B4 R5 Y5", "R4 R5"),
    # red and yellow, each number the next lower one
    ("bed4.1.0", "R5", "Y4 Y3 R4 Y6", "Y4 R4"),
    ("bed4.1.0", "", "Y4 Y3 B4 R6", "Y4 Y3 R6"),
    # yellow and blue in turn, up and then down
    ("bed4.1.1", "Y2 B5", "Y6 Y3 B6 B3", "Y6 Y3"),
    ("bed4.1.1", "Y5 B2", "Y6 Y3 Y1 B1", "Y1"),
    # yellow and blue, each number the next lower one
    ("bed6.1.1", "B4 Y3", "Y2 B2 B1 R2", "Y2 B2"),
]


@pytest.mark.parametrize(("first", "flower", "hand", "expected"), RULES)
def test_bb_11_bb_12_a_card_goes_where_the_rule_of_the_bed_lets_it(
    implementation: str, first: str, flower: str, hand: str, expected: str
) -> None:
    found = playable(implementation, first, flower, [hand])
    assert {text for text in found if "=" not in text} == set(expected.split())


def test_bb_12_a_turned_bed_card_gives_the_other_side_the_other_rule(implementation: str) -> None:
    # Player 1 faces the second bed with turn 0: red and yellow, down.
    state = at(implementation, player=1, flowers=[[], ["R4"]], hands=["R1 R2 R3 R4", "R3 Y4 B3 Y5"])
    assert [text for text in legal(state) if text.endswith("@1")] == ["R3@1"]
    state = at(
        implementation,
        player=1,
        beds="bed1.0.1 bed3.0.0 bed2.0.0",
        flowers=[[], ["R4"]],
        hands=["R1 R2 R3 R4", "R3 Y4 B3 Y5"],
    )
    assert [text for text in legal(state) if text.endswith("@1")] == ["Y5@1"]


def test_bb_12_steps_of_one_up_and_down(implementation: str) -> None:
    own = box()
    own["bed_card"][0]["face"][0]["bed"][0] |= {"direction": "updown", "consecutive": True}
    for flower, expected in [("R3", "Y4 Y2"), ("R3 R4", "Y3 Y5"), ("R4 R3", "Y2"), ("R2 R3 R4 B3", "Y2")]:
        found = playable(implementation, "bed1.0.0", flower, ["Y1 Y2 Y3 Y4", "Y3 Y4 Y5 Y6"], components=own)
        assert found == set(expected.split())


def test_a_flower_has_6_cards_at_most_or_11_where_it_rises_and_falls(implementation: str) -> None:
    up = "R1 Y2 B3 R4 Y5 B6"
    assert playable(implementation, "bed1.0.0", up, ["Y6 B1 R5 RY"]) == set()
    updown = "R1 Y2 R3 Y4 R5 Y6 B5 R4 B3 R2"
    assert playable(implementation, "bed3.0.0", updown, ["Y1 B2 B4 R6"]) == {"Y1"}
    state = at(implementation, beds=beds("bed3.0.0"), flowers=[[updown]], hands=["Y1 B2 B4 R6"])
    state = play(state, "Y1@1")
    assert len(fact(state, "flowers")[0][0]) == 11
    assert playable(implementation, "bed3.0.0", updown + " Y1", ["B1 B2 B4 R6"]) == set()


# BB-13: buds


def test_bb_13_a_bud_is_played_as_one_of_its_colours_and_any_number(implementation: str) -> None:
    # any up, red and blue up, any down
    state = at(implementation, hands=["YB BR RY R1"])
    numbers = range(1, 7)
    assert starting(state, "RY=") == [
        f"RY={colour}{number}@{bed}"
        for colour, where in (("R", (1, 2, 3)), ("Y", (1, 3)))
        for number in numbers
        for bed in where
    ]
    assert starting(state, "YB=Y") == [f"YB=Y{number}@{bed}" for number in numbers for bed in (1, 3)]
    assert starting(state, "BR=B") == [f"BR=B{number}@{bed}" for number in numbers for bed in (1, 2, 3)]
    assert len(starting(state, "BR=R")) == 18


@pytest.mark.parametrize(
    ("first", "flower", "bud", "expected"),
    [
        ("bed1.0.0", "R4", "RY", "RY=R5 RY=R6 RY=Y5 RY=Y6"),
        ("bed1.0.1", "R3", "YB", "YB=Y1 YB=Y2"),
        ("bed1.1.0", "R3", "RY", "RY=Y1 RY=Y2"),
        ("bed2.1.0", "", "BR", "BR=B1 BR=B3 BR=B5 BR=R1 BR=R3 BR=R5"),
        ("bed1.1.1", "Y4", "YB", "YB=Y5 YB=B5"),
        ("bed4.1.0", "Y4", "BR", "BR=R3"),
        ("bed3.0.0", "R4 R3", "YB", "YB=Y1 YB=Y2 YB=B1 YB=B2"),
        ("bed4.1.0", "Y1", "RY", ""),
    ],
)
def test_bb_13_a_bud_obeys_the_rule_as_what_it_is_played_as(
    implementation: str, first: str, flower: str, bud: str, expected: str
) -> None:
    found = playable(implementation, first, flower, [f"{bud} R6 Y6 B6"])
    assert {text for text in found if text.startswith(bud)} == set(expected.split())


def test_bb_13_colour_and_number_stay_fixed(implementation: str) -> None:
    # Red and yellow in turn, down; RY lies there as a red 4.
    hand = ["R3 Y3 Y5 R2"]
    assert playable(implementation, "bed1.1.0", "RY=R4", hand) == {"Y3"}
    assert playable(implementation, "bed1.1.0", "RY=Y4", hand) == {"R3", "R2"}
    state = play(at(implementation, hands=["RY R3 R4 R5"]), "RY=Y3@1")
    assert fact(state, "flowers")[0][0] == [{"face": "RY", "deck": 0, "as": "Y3", "stages": 3}]


# BB-10, BB-11: playing and discarding


def test_bb_11_the_card_covered_shows_its_first_stage_alone(implementation: str) -> None:
    state = at(implementation, flowers=[["R1", "BR=B1", ""]], hands=["Y2 B2 R3 RY"])
    assert stages(state, 0, 1) == "R1/2"
    after = play(state, "Y2@1")
    assert stages(after, 0, 1) == "R1/1 Y2/2"
    assert stages(play(state, "B2@2"), 0, 2) == "BR=B1/1 B2/2"
    assert stages(play(state, "RY=Y4@1"), 0, 1) == "R1/1 RY=Y4/3"


def test_bb_11_cards_further_down_keep_what_they_show(implementation: str) -> None:
    state = at(implementation, flowers=[["R1/2 BR=B2/3 Y3"]], hands=["Y4 B2 R3 RY"])
    assert stages(play(state, "Y4@1"), 0, 1) == "R1/2 BR=B2/3 Y3/1 Y4/2"


def test_bb_10_a_card_is_played_and_one_drawn(implementation: str) -> None:
    state = play(at(implementation, hands=["R1 Y2 B3 RY"]), "Y2@3")
    assert turn(state) == ("draw", 0)
    assert faces(fact(state, "hands")[0]) == ["R1", "B3", "RY"]
    assert fact(state, "piles")[0] == {"drawn": 4, "top": "sun", "under": []}
    state = play(state, "draw:B2", "back:sun")
    assert turn(state) == ("move", 1)
    assert faces(fact(state, "hands")[0]) == ["R1", "B3", "RY", "B2"]


def test_bb_10_bb_15_a_discard_goes_to_the_compost(implementation: str) -> None:
    state = play(at(implementation, hands=["R1 Y2 B3 RY"]), "discard:B3")
    assert turn(state) == ("draw", 0)
    assert fact(state, "compost") == [{"deck": 0, "draw": 3, "back": "rain", "face": "B3", "known": [0]}]
    assert state.observation(1)["compost"] == [{"deck": 0, "draw": 3, "back": "rain", "face": None, "known": [0]}]


def test_bb_10_with_an_empty_deck_nothing_is_drawn(implementation: str) -> None:
    state = play(at(implementation, hands=["R1 Y2", "R1"], drawn=(24, 24)), "Y2@1")
    assert turn(state) == ("move", 1)
    assert faces(fact(state, "hands")[0]) == ["R1"]


def test_bb_10_a_player_without_cards_is_passed_over(implementation: str) -> None:
    state = at(implementation, hands=["R1 Y2 Y4", ""], drawn=(24, 24))
    state = play(state, "R1@1")
    assert turn(state) == ("move", 0)
    state = play(state, "discard:Y4")
    assert turn(state) == ("move", 0)
    state = play(at(implementation, player=1, hands=["", "R1 Y2"], drawn=(24, 24)), "R1@1")
    assert turn(state) == ("move", 1)


def test_bb_10_every_card_may_be_discarded(implementation: str) -> None:
    for hand in (["R1 Y2 B3 RY"], ["power cut dig R1"]):
        state = at(implementation, hands=hand)
        assert {text[8:] for text in starting(state, "discard:")} == set(hand[0].split())


def test_d_3_bb_12_what_fits_nowhere_can_only_be_discarded(implementation: str) -> None:
    # any up, red and blue up, any down
    full = ["R6", "B6", "Y1"]
    state = at(implementation, flowers=[full], hands=["R1 Y2 B3 RY"])
    assert legal(state) == ["discard:R1", "discard:Y2", "discard:B3", "discard:RY"]


@pytest.mark.parametrize("deck", [0, 1])
def test_of_two_copies_that_of_the_own_deck_is_used_first(implementation: str, deck: int) -> None:
    # R1 of both decks in the hand of each player in turn; a dig has brought the other's.
    hands = ["R1#0 R1#1 R3 R4", "Y1 Y2 Y3 Y4"] if deck == 0 else ["Y1 Y2 Y3 Y4", "R1#0 R1#1 R3 R4"]
    sheds = ["dig", ""] if deck == 0 else ["", "dig"]
    state = at(implementation, player=deck, hands=hands, sheds=sheds)
    assert legal(state).count("discard:R1") == 1
    after = play(state, "discard:R1")
    assert [card["deck"] for card in fact(after, "compost") if card["face"] == "R1"] == [deck]
    after = play(state, "R1@1")
    assert fact(after, "flowers")[deck][0][-1]["deck"] == deck


def test_the_copy_that_is_left_is_used_next(implementation: str) -> None:
    state = at(implementation, hands=["R1#1 R2 R3 R4", "Y1 Y2 Y3 Y4"], sheds=["dig"])
    state = play(state, "R1@3")
    assert fact(state, "flowers")[0][2] == [{"face": "R1", "deck": 1, "as": "R1", "stages": 2}]


def test_bb_12_the_default_box_has_no_other_rules() -> None:
    beds_of = [bed for card in DEFAULT_BOX["bed_card"] for face in card["face"] for bed in face["bed"]]
    assert {bed["direction"] for bed in beds_of} == {"up", "down", "updown"}
    assert {bed["parity"] for bed in beds_of} == {"all", "odd", "even"}
