"""The weights of actions: W-1 to W-9 of seeds/buds_and_blooms/state.md, worked out by hand.

Qualities count half points. Side 0 has any up, red and blue up, any down; side 1 red and yellow down, any updown,
yellow and blue up. A lone bloom makes 2 points, and 1 more for being ahead of an empty bed: 2 * 2 + 1.
"""

from __future__ import annotations

from typing import Any

import pytest

import cloche

from .bases import BASES, SINGLE
from .buds import at, legal, load, play, qualified

WEIGHTS = [4, 6, 8, 11, 16, 23, 32, 45, 64, 91, 128, 181, 256, 362, 512, 724, 1024, 1448, 2048, 2896, 4096]
UPDOWN = "bed3.0.0 bed6.0.0 bed5.0.1"
ODD = "bed2.1.0 bed6.0.0 bed5.0.1"


def qualities(state: cloche.State) -> dict[str, int]:
    """The quality of each legal action, read back from its weight; 0 stands for less, too."""
    return {text: WEIGHTS.index(weight) for text, weight in qualified(state).items()}


def after(implementation: str, flower: str, text: str, hand: str = "R1 Y2 RY B3", **rest: Any) -> int:
    """The quality of an action, with a flower on bed 1."""
    return qualities(at(implementation, flowers=[[flower]], hands=[hand, "R1 R2 R3 R4"], **rest))[text]


# W-1: playing a flower card


@pytest.mark.parametrize(
    ("text", "quality"),
    [
        # 6 to play, 5 gained; on an empty bed there is room for 6 numbers, and 1 leaves 5.
        ("R1@1", 6 + 5),
        ("Y2@1", 6 + 5 - 2 * 1),
        ("B4@1", 6 + 5 - 2 * 3),
        ("R6@1", 6 + 5 - 2 * 5),
        ("R1@2", 6 + 5),
        ("B4@2", 6 + 5 - 2 * 3),
        # Downwards 6 leaves 5 numbers and 1 none.
        ("R6@3", 6 + 5),
        ("B4@3", 6 + 5 - 2 * 2),
        ("R1@3", 6 + 5 - 2 * 5),
    ],
)
def test_w_1_a_play_weighs_by_what_it_gains_and_the_numbers_it_skips(
    implementation: str, text: str, quality: int
) -> None:
    assert qualities(at(implementation, hands=["R1 Y2 B4 R6"]))[text] == quality


@pytest.mark.parametrize(
    ("beds", "flower", "text", "quality"),
    [
        # Rising and falling there are 11 places; 1 leaves 5 + 5 of them, 3 leaves 3 + 5.
        (UPDOWN, "", "R1@1", 11),
        (UPDOWN, "", "B3@1", 11 - 2 * 2),
        (UPDOWN, "", "Y6@1", 11 - 2 * 5),
        # On a 3 there is room for 8; 6 leaves 5, and falling to 1 none. A third leaf is gained.
        (UPDOWN, "R3", "Y6@1", 6 + 2 - 2 * 2),
        (UPDOWN, "R3", "R1@1", 6 + 2 - 2 * 7),
        # Fallen from 6 to 5 there are 4 numbers below; 3 leaves 2, 1 none.
        (UPDOWN, "R6 R5", "B3@1", 6 + 2 - 2 * 1),
        (UPDOWN, "R6 R5", "R1@1", 6 + 2 - 2 * 3),
        # Odd numbers: three of them, 5 places on an empty bed.
        (ODD, "", "R1@1", 11),
        (ODD, "", "B3@1", 11 - 2 * 1),
        (ODD, "R3", "R1@1", 6 + 2 - 2 * 2),
    ],
)
def test_w_1_room_by_the_numbers_a_bed_allows(
    implementation: str, beds: str, flower: str, text: str, quality: int
) -> None:
    assert after(implementation, flower, text, "R1 Y2 B3 Y6", beds=beds) == max(0, quality)


def test_w_1_numbers_that_can_not_be_played_any_more_are_not_missed(implementation: str) -> None:
    # Four cards are left, so two at most, rounded up, are the own share.
    state = at(implementation, hands=["R1 Y4 B5 R6"], drawn=(24, None))
    quality = qualities(state)
    assert quality["R1@1"] == 11
    assert quality["Y4@1"] == 11
    assert quality["B5@1"] == 11
    assert quality["R6@1"] == 11 - 2 * 1
    # Five cards: (5 + 1) div 2.
    state = at(implementation, hands=["R1 Y4 B5 R6"], drawn=(23, None))
    quality = qualities(state)
    assert quality["Y4@1"] == 11
    assert quality["B5@1"] == 11 - 2 * 1
    assert quality["R6@1"] == 11 - 2 * 2


def test_w_1_covering_hides_a_leaf_and_shows_two(implementation: str) -> None:
    # 2 leaves become 3; 1 leaves room for 5 and 2 for 4.
    assert after(implementation, "R1", "Y2@1", "R3 Y2 B5 RY") == 6 + 2
    assert after(implementation, "R1", "B5@1", "R3 Y2 B5 RY") == 6 + 2 - 2 * 3
    # A bee goes out of sight: 4 leaves and two bees are 5 points; with R3 they are 5 leaves and one bee.
    assert after(implementation, "R1/2 Y2", "R3@1", "R3 Y3 B5 RY") == 6 + 0
    # Y3 brings a bee of its own: 5 leaves, two bees.
    assert after(implementation, "R1/2 Y2", "Y3@1", "R3 Y3 B5 RY") == 6 + 2


def test_w_1_a_bud_on_top_counts_as_a_bloom_with_one_stage_less_a_point(implementation: str) -> None:
    # One leaf less a point is nothing, and a butterfly to hope for.
    assert after(implementation, "", "RY=R1@1") == 6 + 2
    assert after(implementation, "", "RY=R2@1") == 6 + 2 - 2 * 1
    # Without room for another card it is nothing at all.
    assert after(implementation, "", "RY=R6@1") == 0
    assert after(implementation, "", "RY=Y6@3") == 6 + 2
    # Over R1: 2 leaves less a point, a butterfly, ahead: 5, as the 2 points and the lead before.
    assert after(implementation, "R1", "RY=R2@1", "Y2 R3 B3 RY") == 6


def test_w_1_a_bud_is_covered_for_its_butterfly(implementation: str) -> None:
    # Before: 2 for the hope alone. Then 3 leaves, the hope and the lead: 9.
    assert after(implementation, "RY=R1", "Y2@1", "R3 Y2 B3 R2") == 6 + 7
    assert after(implementation, "RY=R1", "R2@1", "R3 Y2 B3 R2") == 6 + 7
    # A blue butterfly shows and a red one may: 3 leaves less a point before; 5 leaves and the blue one under a blue 3.
    assert after(implementation, "BR=B1/2 RY=R2", "B3@1", "R3 Y2 B3 R4") == 6 + 2 * (5 + 3 - 2)


@pytest.mark.parametrize(
    ("options", "drawn", "tops", "quality"),
    [
        # Hand and pile: 4 + 2 cards, and 4 + 1.
        ({}, 22, ["rain", "sun"], 8),
        ({}, 23, ["rain", "sun"], 6),
        # Of a single deck half the cards, rounded up: 4 + 2, and 4 + 1.
        (SINGLE["options"], 45, ["0.rain"], 8),
        (SINGLE["options"], 46, ["0.rain"], 6),
    ],
)
def test_w_1_late_in_the_game_a_bud_on_top_counts_as_nothing(
    implementation: str, options: dict[str, Any], drawn: int, tops: list[str], quality: int
) -> None:
    # R1, and what else is left, have not been drawn.
    hand = "RY#0 Y2#0 B3#0 Y4#0"
    state = at(implementation, options=options, hands=[hand], drawn=(drawn,), tops=tops)
    assert qualities(state)["RY=R1@1"] == quality


@pytest.mark.parametrize(
    ("rival", "quality"),
    [
        # Behind, then equal; behind and behind; a bud on top is worth nothing, whatever it may become.
        ("Y6", 6 + 4 + 1),
        ("Y6/2 Y5", 6 + 4),
        ("RY=Y6", 6 + 5),
        ("Y6/1 Y5", 6 + 4),
    ],
)
def test_w_1_being_ahead_in_the_slot_counts(implementation: str, rival: str, quality: int) -> None:
    state = at(implementation, flowers=[[], [rival]])
    assert qualities(state)["R1@1"] == quality


def test_w_1_player_1_plays_on_the_beds_of_the_other_side(implementation: str) -> None:
    state = at(implementation, player=1, hands=["R1 R2 R3 R4", "R6 Y4 B1 B2"], flowers=[["Y5"]])
    quality = qualities(state)
    # Downwards, from behind to equal; up and down, 5 and 5 of 11 left; upwards 4 of 6.
    assert quality["R6@1"] == 6 + 5
    assert quality["Y4@1"] == 6 + 5 - 2 * 2
    assert quality["B1@2"] == 6 + 5
    assert quality["B2@3"] == 6 + 5 - 2 * 1


def test_w_1_a_solo_player_is_ahead_of_nobody(implementation: str) -> None:
    state = at(implementation, players=1, hands=["R1 Y2 RY B3"])
    assert qualities(state)["R1@1"] == 6 + 4
    assert qualities(state)["RY=R1@1"] == 6 + 2


def test_w_1_a_bloom_taken_weighs_as_a_play(implementation: str) -> None:
    game, data = BASES["play_taken"](implementation, bloom="Y5")
    # 3 numbers are passed over upwards (1 of 6 is left), none more than 5 downwards (4 of 6 are left).
    assert qualities(game.state_from_dict(data)) == {"Y5@1": 11 - 2 * 4, "Y5@3": 11 - 2 * 1}


def test_w_1_an_insertion_weighs_by_what_it_gains(implementation: str) -> None:
    state = at(implementation, phase="play_insert", hands=["R1 RY Y6"], sheds=["cut"], flowers=[["R2"]], place="1.0")
    # One leaf; a bud hides a butterfly as well.
    assert qualities(state) == {"R1@1": 6 + 2, "RY=R1@1": 6 + 4, "RY=Y1@1": 6 + 4}


# W-2: discards


def test_w_2_a_discard_weighs_by_what_the_card_could_do(implementation: str) -> None:
    quality = qualities(at(implementation, flowers=[["R4", "B3", "Y2"]], hands=["Y3 R6 power RY"]))
    # Y3 is under 4, of a colour the second bed does not have, and over 2.
    assert quality["discard:Y3"] == 5
    assert quality["discard:R6"] == 5 - 1
    assert quality["discard:power"] == 5 - 2
    assert quality["discard:RY"] == 5 - 1


def test_w_2_other_weather_adds_the_best_growth(implementation: str) -> None:
    # R1 shows a leaf and a bee more, the second bee: 2 points.
    state = at(implementation, flowers=[["R1 Y2"]], hands=["R4 Y3 R3 B1"])
    quality = qualities(state)
    assert quality["discard:R4"] == quality["discard:Y3"] == 5 - 1
    assert quality["discard:R3"] == quality["discard:B1"] == 5 - 1 + 4
    quality = qualities(at(implementation, flowers=[["R1 Y2"]], hands=["R4 Y3 R3 B1"], tops=["rain", "sun"]))
    assert quality["discard:R4"] == 5 - 1 + 4
    assert quality["discard:R3"] == 5 - 1
    # With an empty pile there is no growth.
    quality = qualities(at(implementation, flowers=[["R1 Y2"]], hands=["R4 R3"], drawn=(24, None)))
    assert quality["discard:R4"] == quality["discard:R3"] == 5 - 1


def test_w_2_discards_for_the_weather(implementation: str) -> None:
    state = at(implementation, hands=["R4 cut Y1 R3"], flowers=[["R1 Y2", "B2", "B1"]], drawn=(24, None))
    state = play(state, "weather")
    # Y1 fits nowhere: over 2, over 2, under 1.
    assert qualities(state) == {"discard:R4": 5 - 1, "discard:Y1": 5, "discard:cut": 5 - 2}
    state = play(state, "discard:cut")
    assert qualities(state) == {"discard:R3": 5 - 1}


# W-3, W-9: growths


def test_w_3_w_9_flower_power_and_its_growths(implementation: str) -> None:
    # R1 shows a leaf and the second bee: 4; the bud a leaf and the butterfly it hoped for: 2 * 4 - 2.
    state = at(implementation, flowers=[["R1 Y2", "", "RY=R5 R4"]], hands=["power R3 B1 B2"])
    assert qualities(state)["power"] == 5 + 6
    state = play(state, "power")
    assert qualities(state) == {"grow:1.0": 4 + 4, "grow:3.0": 4 + 6}
    state = play(state, "grow:1.0")
    assert qualities(state) == {"grow:3.0": 4 + 6, "grow:none": 0}


def test_w_9_a_butterfly_of_another_colour_is_no_gain(implementation: str) -> None:
    # A leaf more, a hope less.
    state = at(implementation, flowers=[["RY=R1 Y2"]], hands=["power R3 B1 B2"])
    assert qualities(state)["power"] == 5 + 0
    # The third stage is a leaf.
    state = at(implementation, flowers=[["RY=R1/2 Y2"]], hands=["power R3 B1 B2"])
    assert qualities(state)["power"] == 5 + 2


def test_w_9_a_growth_that_gets_ahead(implementation: str) -> None:
    # 3 points against 3, then 4.
    state = at(implementation, flowers=[["R2 R3"], ["R3 R2"]], hands=["power R4 B1 B2", "Y1 Y2 Y3 Y4"])
    assert qualities(state)["power"] == 5 + 2 + 1


# W-4, W-5: make the cut


def test_w_4_taking_weighs_by_the_best_play_and_what_the_rival_loses(implementation: str) -> None:
    state = at(implementation, flowers=[[], ["Y1", "R2/1 B4", ""]], hands=["cut R1 R3 R5", "R1 R3 R4 R5"])
    quality = qualities(state)
    # B4: downwards it gains 5 and skips 2; the rival falls from 3 points to 2.
    assert quality["cut:take@2"] == 5 + 1 + 2
    # Y1: upwards on bed 1, against the 2 points it makes for the rival there: 4 and no longer behind.
    assert quality["cut:take@1"] == 5 + 5 + 4


def test_w_4_a_bud_that_comes_to_the_top_makes_nothing(implementation: str) -> None:
    state = at(implementation, flowers=[[], ["", "RY=Y1/3 Y6", ""]], hands=["cut R1 R3 R5", "R1 R3 R4 R5"])
    # Downwards Y6 gains 5; the rival loses 5 points.
    assert qualities(state)["cut:take@2"] == 5 + 5 + 2 * 5


def test_w_5_an_insertion_has_a_quality_of_its_own(implementation: str) -> None:
    state = at(implementation, flowers=[["R4", "B6", ""]], hands=["cut R3 R5 Y6"])
    quality = qualities(state)
    assert (quality["cut:insert@1.0"], quality["cut:insert@2.0"]) == (6, 6)


# W-6, W-7: dig down


def test_w_6_a_dig_has_a_quality_of_its_own(implementation: str) -> None:
    quality = qualities(at(implementation, hands=["dig R1 R2 R3"], compost="Y1", drawn=(7,)))
    assert (quality["dig:compost"], quality["dig:deck"]) == (6, 8)


def test_w_7_a_card_weighs_by_its_best_play(implementation: str) -> None:
    state = at(implementation, phase="take", hands=["R1 R2 R4"], sheds=["dig"], looked="Y1 R3 RY")
    # Y1 upwards gains 5; R3 skips 2 upwards; the bud hopes on bed 1 or 3.
    assert qualities(state) == {"take:Y1": 6 + 5, "take:R3": 6 + 1, "take:RY": 6 + 2}
    state = at(
        implementation,
        phase="take",
        hands=["R1 B1 Y5"],
        sheds=["dig"],
        looked="Y1#0.7 cut#0.8 R3#0.9",
        flowers=[["R4", "B4", "R2"]],
    )
    # Y1 goes under the red 2: a leaf more, and there was room for one number. R3 fits nowhere.
    assert qualities(state) == {"take:Y1": 6 + 2, "take:R3": 0, "take:cut": 9}


def test_w_7_the_compost_in_the_same_way(implementation: str) -> None:
    state = at(implementation, phase="take", hands=["R1 R2 R3"], sheds=["dig"], compost="Y1 power Y6 B3", drawn=(8,))
    found = qualities(state)
    assert {text: found[text] for text in ("take:Y1", "take:power", "take:Y6", "take:B3")} == {
        "take:Y1": 11,
        "take:power": 9,
        "take:Y6": 11,
        "take:B3": 7,
    }


# W-8: the weather


@pytest.mark.parametrize(
    ("hand", "quality"),
    [
        ("R4 R3", 6 + 4 - 1 - 1),
        ("cut power", 6 + 4 - 2 - 2),
        ("cut R4 power R3", 6 + 4 - 1 - 1),
        ("cut Y1 power R3", 6 + 4 - 0 - 1),
        ("cut dig", 6 + 4 - 2 - 2),
    ],
)
def test_w_8_the_weather_weighs_by_its_growth_less_the_cards_it_costs(
    implementation: str, hand: str, quality: int
) -> None:
    # Y1 fits nowhere.
    state = at(implementation, hands=[hand], flowers=[["R1 Y2", "B2", "B1"]], drawn=(24, None))
    assert qualities(state)["weather"] == quality


# The weights themselves


def test_a_quality_below_0_weighs_as_0(implementation: str) -> None:
    state = at(implementation, hands=["RY Y2 B3 R6"])
    # 6 less 10 for the five numbers passed over.
    assert qualified(state)["RY=R6@1"] == 4


def test_chance_nodes_and_the_end_have_no_prior(implementation: str) -> None:
    assert load(implementation).new_initial_state().prior() == []
    for name in ("first", "deal", "back", "draw", "look", "over"):
        game, data = BASES[name](implementation)
        assert game.state_from_dict(data).prior() == []


def test_what_the_mover_does_not_know_does_not_count(implementation: str) -> None:
    for name in ("move", "discard", "play_taken", "take", "compost", "sun"):
        game, data = BASES[name](implementation)
        state = game.state_from_dict(data)
        assert state.redeal(0, cloche.Rng(3)).prior() == state.prior()
        assert len(state.prior()) == len(legal(state))
        assert min(state.prior()) >= 1
