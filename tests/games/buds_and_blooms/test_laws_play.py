"""What `state_from_dict` refuses, for knowledge, piles, hands and what is due: S-9 to S-17."""

from __future__ import annotations

import re
from typing import Any

import pytest

from .bases import BASES, OUT, SINGLE, card, laws, names, pile, refusal

Breach = tuple[str, str, dict[str, Any], dict[str, Any]]
BREACHES: list[Breach] = [
    # S-9: who knows what
    ("S-9", "move", {"hands": ["R1 R2 R3 R4#0.4:1"], "sheds": ["", "dig"]}, {}),
    ("S-9", "draw", {"compost": "Y1:1", "sheds": ["", "dig"]}, {}),
    ("S-9", "move", {"hands": ["R1 R2 R3 Y4#1.5:1"], "sheds": ["dig"]}, {}),
    ("S-9", "look", {"looked": "Y1#0.4:1", "sheds": ["dig", "dig"]}, {}),
    ("S-9", "compost", {"compost": "Y1 Y2 Y3#1:1"}, {}),
    ("S-9", "compost", {"compost": "", "flowers": [["Y1 Y2 Y3"]], "drawn": (7, None)}, {}),
    ("S-9", "move", {**SINGLE, "hands": ["R1#0 R2#0 R3#0 R4#0.4:1"]}, {}),
    ("S-9", "compost", {**SINGLE, "hands": ["R1#0 R2#0 R3#0"], "compost": "Y1#0.8:1", "drawn": ()}, {}),
    # S-10: what only digs bring
    ("S-10", "draw", {"compost": "Y1 Y2#1.5:01"}, {}),
    ("S-10", "draw", {"compost": "Y1:01"}, {}),
    ("S-10", "draw", {"compost": "Y1:01", "sheds": ["dig"]}, {}),
    ("S-10", "draw", {"hands": ["R1 R2 Y2#1"]}, {}),
    ("S-10", "draw", {"hands": ["R1 Y1#1 Y2#1"], "sheds": ["dig"]}, {}),
    ("S-10", "move", {**SINGLE, "compost": "Y1#0:01"}, {}),
    ("S-10", "under", {"under": ["Y1 Y2 Y3"]}, {}),
    ("S-10", "under", {"sheds": ["", "dig"]}, {}),
    ("S-10", "under", {"players": 1, "under": ["Y1 Y2 Y3"]}, {}),
    # A dig in progress has put nothing under the deck yet, brought no card, and shows the compost alone.
    ("S-10", "look", {"under": ["B1"]}, {}),
    ("S-10", "looking", {"under": ["B1"]}, {}),
    ("S-10", "take", {"under": ["B1"]}, {}),
    ("S-10", "compost", {"under": ["B1"], "drawn": (8,)}, {}),
    ("S-10", "take", {"players": 1, "under": ["B1"]}, {}),
    ("S-10", "compost", {"hands": ["R1 R2 Y3#1"], "drawn": (7,)}, {}),
    ("S-10", "take", {"compost": "B1#1:01"}, {}),
    ("S-10", "compost", {"hands": ["R1 R2 R3", "R1 R2 R3 R4:01"]}, {}),
    ("S-10", "take", {**SINGLE, "hands": ["R1#0 R2#0 R3#0"], "looked": "Y1#0:01 Y2#0 Y3#0", "drawn": ()}, {}),
    # S-11: tops
    ("S-11", "last", {"tops": ["sun", None]}, {}),
    ("S-11", "last", {"tops": [None, "rain"]}, {}),
    ("S-11", "move", {"tops": [None, "sun"]}, {}),
    ("S-11", "move", {"tops": ["sun", None]}, {}),
    ("S-11", "draw", {"tops": [None, "sun"]}, {}),
    ("S-11", "take", {"tops": [None, "sun"]}, {}),
    ("S-11", "under", {"drawn": (24, None), "tops": ["rain", "sun"]}, {}),
    ("S-11", "under", {"drawn": (24, None), "tops": [None, "sun"]}, {}),
    ("S-11", "back", {"tops": ["sun", "sun"]}, {}),
    ("S-11", "back", {"tops": [None, None]}, {}),
    ("S-11", "back", {"drawn": OUT, "tops": [None, None]}, {}),
    ("S-11", "dealt", {"tops": [None, None]}, {}),
    ("S-11", "first", {"tops": [None, "sun"]}, {}),
    ("S-11", "first", {"tops": ["sun", "sun"]}, {}),
    # S-12: hands
    ("S-12", "move", {"hands": ["R1 R2 R3 R4 R5"]}, {}),
    ("S-12", "move", {"hands": ["R1 R2 R3 R4", "R1 R2 R3 R4 R5"]}, {}),
    ("S-12", "move", {"hands": ["R1 R2 R3"]}, {}),
    ("S-12", "move", {"hands": ["R1 R2 R3 R4", "R1 R2 R3"]}, {}),
    ("S-12", "draw", {"hands": ["R1 R2 R3 R4"]}, {}),
    ("S-12", "draw", {"hands": ["R1"]}, {}),
    ("S-12", "draw", {"hands": ["R1 R2 R3", "R1 R2 R3"]}, {}),
    ("S-12", "back", {"hands": ["R1 R2"], "compost": "Y1"}, {}),
    ("S-12", "looking", {"hands": ["R1 R2 R3 R4"]}, {}),
    ("S-12", "looking", {"hands": ["R1 R2"]}, {}),
    ("S-12", "look", {"hands": ["R1 R2 R3 R4"]}, {}),
    ("S-12", "take", {"hands": ["R1 R2"]}, {}),
    ("S-12", "compost", {"hands": ["R1 R2"]}, {}),
    ("S-12", "compost", {"hands": ["R1 R2 R3 R4"]}, {}),
    ("S-12", "compost", {"hands": ["R1 R2 R3 R4"], "drawn": (24, None)}, {}),
    ("S-12", "discard", {"hands": ["R1 R2 R3 R4"]}, {}),
    ("S-12", "power", {"hands": ["R1 R2"]}, {}),
    ("S-12", "again", {"hands": ["R1 R2 R3 R4"]}, {}),
    ("S-12", "play_taken", {"hands": ["R1 R2 R3 R4"]}, {}),
    ("S-12", "play_insert", {"hands": ["R1 R2"]}, {}),
    ("S-12", "weather", {"hands": ["R1 R2 R3", "R1"]}, {}),
    ("S-12", "rain", {"hands": ["R1 R2 R3 R4", "R1"]}, {}),
    ("S-12", "over", {"hands": ["R1", ""]}, {}),
    ("S-12", "over", {"hands": ["", "R1"]}, {}),
    ("S-12", "deal", {"hands": ["R1 R2", "R1"]}, {}),
    ("S-12", "dealt", {"hands": ["R1 R2 R3", "R1"]}, {}),
    ("S-12", "deal", {"hands": ["R1 R2", ""], "compost": "Y1"}, {}),
    ("S-12", "deal", {"hands": ["R1 R2", ""], "flowers": [["Y1"]]}, {}),
    ("S-12", "deal", {"hands": ["R1", ""], "sheds": ["dig"], "drawn": (7,)}, {}),
    # S-13: a pile to draw from
    ("S-13", "draw", {"drawn": OUT}, {}),
    ("S-13", "look", {"drawn": OUT, "looked": ""}, {}),
    ("S-13", "deal", {"hands": ["R1 R2 R3 R4", ""]}, {}),
    # S-14: cards looked at
    ("S-14", "look", {"looked": "Y1 Y2 Y3"}, {}),
    ("S-14", "take", {"looked": "Y1 Y2"}, {}),
    ("S-14", "take", {"looked": "Y1 Y2 Y3 Y4"}, {}),
    ("S-14", "looking", {"looked": "Y1 Y2 Y3 Y4"}, {}),
    ("S-14", "look", {"sheds": ["power"]}, {}),
    ("S-14", "look", {"sheds": ["", "dig"]}, {}),
    ("S-14", "looking", {"sheds": ["cut"]}, {}),
    ("S-14", "take", {"sheds": [""]}, {}),
    ("S-14", "compost", {"sheds": ["power"]}, {}),
    ("S-14", "move", {"looked": "Y1", "sheds": ["dig"]}, {}),
    ("S-14", "draw", {"looked": "Y2", "sheds": ["dig"]}, {}),
    ("S-14", "power", {"looked": "Y1", "sheds": ["power dig"]}, {}),
    # S-15: somebody who can move
    ("S-15", "last", {"hands": ["", "R1"]}, {}),
    ("S-15", "sun", {"hands": ["R1 R3", "R1"]}, {}),
    ("S-15", "sun", {"hands": ["R2 R4", "R1"]}, {}),
    ("S-15", "sun", {"flowers": [["Y3/2 Y4"]]}, {}),
    ("S-15", "sun", {"flowers": [[], ["Y4 Y3"]]}, {}),
    ("S-15", "sun", {"hands": ["R1 R2 R3 R4", "R1"], "drawn": (None, 24)}, {}),
    ("S-15", "rain", {"hands": ["R2 R4", "R1"]}, {}),
    ("S-15", "rain", {"flowers": [["Y4"]]}, {}),
    ("S-15", "rain", {"hands": ["R1 R2 R3"], "compost": "Y5", "drawn": ()}, {}),
    # S-16: growths
    ("S-16", "discard", {}, {"cause": None}),
    ("S-16", "move", {}, {"cause": "discard"}),
    ("S-16", "draw", {}, {"cause": "power"}),
    ("S-16", "over", {}, {"cause": "weather"}),
    ("S-16", "discard", {"flowers": [["Y4"]]}, {}),
    ("S-16", "power", {"flowers": [["Y3/2 Y4"]]}, {}),
    ("S-16", "power", {"flowers": [["Y4"], ["Y4 Y3"]]}, {}),
    ("S-16", "discard", {"compost": "Y1"}, {}),
    ("S-16", "discard", {"compost": ""}, {}),
    ("S-16", "discard", {"tops": ["rain", "sun"]}, {}),
    ("S-16", "discard", {"compost": "Y1 Y2#1"}, {}),
    ("S-16", "discard", {"drawn": OUT}, {}),
    ("S-16", "power", {"sheds": ["cut"]}, {}),
    ("S-16", "power", {"sheds": ["", "power"]}, {}),
    ("S-16", "again", {"sheds": ["dig"]}, {}),
    ("S-16", "again", {"flowers": [["Y3 Y4 Y5"]]}, {}),
    ("S-16", "again", {"flowers": [["Y3/2 Y4/2 Y5"]]}, {}),
    # S-17: plays that are due
    ("S-17", "play_taken", {"sheds": ["power"]}, {}),
    ("S-17", "play_taken", {"bloom": None}, {}),
    ("S-17", "play_taken", {"bloom": "RY"}, {}),
    ("S-17", "play_taken", {"flowers": [["Y6", "", "Y1"]]}, {}),
    # The rival has red and yellow down, any updown, yellow and blue up: a red 6 lies on the 1 or goes up to the 5.
    ("S-17", "play_taken", {"bloom": "R6", "flowers": [[], ["R5", "R5#0 Y2", "B6"]]}, {}),
    ("S-17", "move", {"bloom": "Y5"}, {}),
    ("S-17", "play_insert", {}, {"place": None}),
    ("S-17", "play_insert", {}, {"place": "1.1"}),
    ("S-17", "play_insert", {}, {"place": "2.0"}),
    ("S-17", "play_insert", {"sheds": ["dig"]}, {}),
    ("S-17", "play_insert", {"flowers": [["Y1"]]}, {}),
    ("S-17", "move", {"flowers": [["Y1"]]}, {"place": "1.0"}),
]


@pytest.mark.parametrize(("law", "name", "settings", "changed"), BREACHES)
def test_a_position_that_breaks_one_law_is_refused_with_its_name(
    implementation: str, law: str, name: str, settings: dict[str, Any], changed: dict[str, Any]
) -> None:
    game, data = BASES[name](implementation, **settings)
    message = refusal((game, data | changed))
    assert names(message, law), message
    assert any(re.search(rf"\b{key}\b", message) for key in data)


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        # S-9, S-10: a dig lets a player know cards of the other
        ("draw", {"compost": "Y1 Y2#1:01", "sheds": ["dig"]}),
        ("draw", {"compost": "Y1:01", "sheds": ["", "dig"]}),
        ("draw", {"compost": "Y1 Y2#1"}),
        ("draw", {"hands": ["R1 R2 Y2#1"], "sheds": ["dig"]}),
        ("draw", {"hands": ["R1 Y1#1 Y2#1"], "sheds": ["dig#0 dig#1"]}),
        ("move", {**SINGLE, "compost": "Y1#0:01", "sheds": ["dig#1"]}),
        ("move", {**SINGLE, "hands": ["R1#1 R2#1 R3#1 R4#1", "R1#0 R2#0 R3#0 R4#0"]}),
        ("under", {"under": ["Y1 Y2 Y3"], "sheds": ["dig dig#1"]}),
        ("take", {"under": ["B1 B2"], "sheds": ["dig dig#1"]}),
        ("take", {"under": ["", "B1 B2"], "sheds": ["dig", "dig"]}),
        ("compost", {"compost": "Y1 Y2 Y3#1:01", "drawn": (7,)}),
        ("compost", {"hands": ["R1 R2 Y3#1"], "sheds": ["dig dig#1"], "compost": "Y1 Y2 B1#1:01", "drawn": (7,)}),
        # S-11
        ("under", {"drawn": (24, None)}),
        ("back", {"under": ["Y1 Y2"], "sheds": ["dig"], "drawn": (24, None)}),
        ("back", {"hands": ["R1 R2 R3"], "compost": "Y1"}),
        ("first", {"tops": ["rain", None]}),
        # S-12: a hand is short where the pile is empty
        ("move", {"hands": ["R1 R2 R3 R4", "R1"], "drawn": (None, 24)}),
        ("draw", {"hands": ["R1 R2 R3", "R1"], "drawn": (None, 24)}),
        ("draw", {"hands": ["R1 R2"], "compost": "Y1"}),
        ("compost", {"hands": ["R1"], "drawn": (24, None)}),
        ("power", {"hands": ["R1", "R1"], "drawn": OUT}),
        ("power", {"hands": ["", ""], "drawn": OUT}),
        ("weather", {"hands": ["", ""]}),
        ("deal", {"hands": ["", ""]}),
        ("dealt", {"hands": ["R1 R2 R3 R4", ""]}),
        ("dealt", {"player": 0, "hands": ["R1 R2 R3 R4", ""], "tops": [None, "sun"]}),
        # S-14
        ("look", {"looked": ""}),
        ("look", {"looked": "Y1 Y2"}),
        ("looking", {"looked": "Y1 Y2 Y3"}),
        ("take", {"looked": "Y1", "drawn": (24, None)}),
        # S-15, S-16
        ("rain", {"hands": ["R1", "R1"]}),
        ("discard", {"tops": ["rain", "sun"], "compost": "Y1"}),
        ("again", {"sheds": ["power#1"]}),
        # S-17
        ("play_taken", {"flowers": [[], ["Y6", "Y5#0 Y1", "B1 B2"]]}),
        ("play_taken", {"flowers": [[], ["R6 Y2", "", "B6"]]}),
    ],
)
def test_other_lawful_positions_are_taken_too(implementation: str, name: str, settings: dict[str, Any]) -> None:
    game, data = BASES[name](implementation, **settings)
    assert game.state_from_dict(data).to_dict() == data


@pytest.mark.parametrize("missing", ["sun", "rain"])
def test_s_16_a_growth_by_the_weather_needs_both_in_the_compost(implementation: str, missing: str) -> None:
    # The cards of that weather that lie open: all but those in the hands. 12 of each in a deck.
    suns = ["R2/2 R4/2 R6", "B2/2 B4/2 B6", "Y5/2 Y3/2 Y1"]
    rains = ["R1/1 R3/2 R5", "B1/2 B3/2 B5", "Y6/2 Y4/2 Y2"]
    hands = {"sun": ["RY BR", "R1"], "rain": ["YB", "R1"]}[missing]
    flowers = {"sun": suns, "rain": rains}[missing]
    flowers = ["R2/1 R4/2 R6", *flowers[1:]] if missing == "sun" else flowers
    sheds = {"sun": "cut", "rain": "power dig"}[missing]
    game, data = BASES["weather"](implementation, hands=hands, flowers=[flowers], sheds=[sheds])
    assert {card["back"] for card in data["compost"] if 0 in card["known"]} == {"sun", "rain"} - {missing}
    assert laws(refusal((game, data))) == {"S-16"}


def test_s_15_a_rain_card_goes_after_a_sun_card_that_the_player_knows(implementation: str) -> None:
    flowers = ["R2/1 R4/2 R6", "B2/2 B4/2 B6", "Y5/2 Y3/2 Y1"]
    game, data = BASES["rain"](implementation, hands=["R1 RY BR", "R1"], flowers=[flowers], sheds=["cut"])
    assert {card["back"] for card in data["compost"] if 0 in card["known"]} == {"rain"}
    assert "sun" in {card["back"] for card in data["compost"]}
    assert laws(refusal((game, data))) == {"S-15"}


def test_s_14_a_dig_goes_on_while_there_are_cards(implementation: str) -> None:
    game, data = BASES["take"](implementation, looked="Y1", drawn=(24,), under=["Y2"], sheds=["dig dig#1"])
    assert laws(refusal((game, data))) == {"S-14"}


def test_s_9_every_card_is_known_to_somebody(implementation: str) -> None:
    game, data = BASES["draw"](implementation)
    assert laws(refusal((game, data | {"compost": [card("Y1", 4, known=[])]}))) == {"S-9"}
    game, data = BASES["move"](implementation, **SINGLE, compost="Y1#0")
    data["compost"][0]["known"] = []
    assert laws(refusal((game, data))) == {"S-9"}


def test_s_12_looked_cards_belong_to_no_deal(implementation: str) -> None:
    game, data = BASES["deal"](implementation)
    changed = {"looked": [card("Y1", 3)], "piles": [pile(3), pile(0)]}
    assert laws(refusal((game, data | changed))) >= {"S-14"}


def test_s_11_player_0_sees_the_first_backs(implementation: str) -> None:
    game, data = BASES["first"](implementation)
    assert "S-11" in laws(refusal((game, data | {"player": 1})))


@pytest.mark.parametrize("place", ["0.0", "4.0", "1.11", "1.01", "01.0", "1.0 ", "1.-1", "a.0"])
def test_s_17_a_place_is_a_bed_and_a_number_of_cards(implementation: str, place: str) -> None:
    game, data = BASES["play_insert"](implementation)
    message = refusal((game, data | {"place": place}))
    assert re.search(r"\bplace\b", message)
    assert laws(message) <= {"S-1", "S-17"}
