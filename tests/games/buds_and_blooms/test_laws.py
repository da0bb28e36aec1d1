"""What `state_from_dict` refuses, for the cards and what lies on the table: S-1 to S-8."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from .bases import BASES, SINGLE, card, laws, names, pile, refusal
from .buds import load

HAND = [card("R1", 1), card("R2", 2), card("R3", 3), card("R4", 4)]
OTHER = [card(f"R{draw}", draw, 1) for draw in (1, 2, 3, 4)]
BLOOM = {"face": "R5", "deck": 0, "as": "R5", "stages": 2}
EMPTY: list[Any] = [[], [], []]
PILES = [pile(4), pile(4)]
BED = {"card": "bed1", "face": 0, "turn": 0}


@pytest.mark.parametrize("name", BASES)
def test_lawful_positions_are_taken_as_they_are(implementation: str, name: str) -> None:
    game, data = BASES[name](implementation)
    state = game.state_from_dict(data)
    assert state.to_dict() == data
    assert list(state.to_dict()) == list(data)
    assert game.deserialize(state.serialize()) == state


def changed_card(**changes: Any) -> list[Any]:
    """Hands, the first card of which is changed."""
    return [[HAND[0] | changes, *HAND[1:]], OTHER]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("phase", "planting"),
        ("phase", None),
        ("phase", "Move"),
        ("player", "0"),
        ("player", False),
        ("player", 0.0),
        ("beds", None),
        ("beds", {}),
        ("beds", [BED] * 4),
        ("beds", [BED | {"card": "bed7"}]),
        ("beds", [BED | {"card": 1}]),
        ("beds", [BED | {"face": 2}]),
        ("beds", [BED | {"face": False}]),
        ("beds", [BED | {"turn": 2}]),
        ("beds", [BED | {"rocks": 1}]),
        ("beds", [{"card": "bed1", "face": 0}]),
        ("flowers", [EMPTY]),
        ("flowers", [EMPTY, EMPTY, EMPTY]),
        ("flowers", [EMPTY, [[], []]]),
        ("flowers", [[["R5"], [], []], EMPTY]),
        ("flowers", [[[BLOOM | {"face": "R7"}], [], []], EMPTY]),
        ("flowers", [[[BLOOM | {"deck": 2}], [], []], EMPTY]),
        ("flowers", [[[BLOOM | {"as": 5}], [], []], EMPTY]),
        ("flowers", [[[BLOOM | {"stages": True}], [], []], EMPTY]),
        ("flowers", [[[BLOOM | {"draw": 5}], [], []], EMPTY]),
        ("sheds", [[]]),
        ("sheds", [["power"], []]),
        ("sheds", [[{"face": "power"}], []]),
        ("sheds", [[{"face": "power", "deck": -1}], []]),
        ("sheds", [[{"face": "dig", "deck": 0}, {"face": "power", "deck": 0}], []]),
        ("sheds", [[{"face": "power", "deck": 1}, {"face": "power", "deck": 0}], []]),
        ("sheds", [[{"face": "power", "deck": 0}] * 2, []]),
        ("hands", [HAND]),
        ("hands", [HAND, OTHER, []]),
        ("hands", [HAND, None]),
        ("hands", [HAND[::-1], OTHER]),
        ("hands", changed_card(deck="0")),
        ("hands", changed_card(deck=2)),
        ("hands", changed_card(draw=True)),
        ("hands", changed_card(draw=1.0)),
        ("hands", changed_card(draw=0)),
        ("hands", changed_card(draw=-1)),
        ("hands", changed_card(back="snow")),
        ("hands", changed_card(back=None)),
        ("hands", changed_card(face="r1")),
        ("hands", changed_card(face=None)),
        ("hands", changed_card(face=0)),
        ("hands", changed_card(known=0)),
        ("hands", changed_card(known=[2])),
        ("hands", changed_card(known=[True])),
        ("hands", changed_card(known=[1, 0])),
        ("hands", changed_card(known=[0, 0])),
        ("hands", changed_card(number=3)),
        ("compost", None),
        ("compost", [0]),
        ("compost", [[]]),
        ("looked", {}),
        ("piles", PILES[:1]),
        ("piles", [*PILES, pile(0)]),
        ("piles", [pile(4, "snow"), pile(4)]),
        ("piles", [pile(4, "0.sun"), pile(4)]),
        ("piles", [{"drawn": 4, "top": "sun"}, pile(4)]),
        ("piles", [pile(4) | {"drawn": "4"}, pile(4)]),
        ("piles", [pile(4) | {"under": None}, pile(4)]),
        ("cause", "rain"),
        ("cause", 0),
        ("place", 1),
        ("place", "1"),
        ("bloom", "R5"),
        ("bloom", {"face": "R5"}),
        ("bloom", {"face": "R5", "deck": 1, "as": "R5"}),
    ],
)
def test_s_1_what_is_not_on_the_page_is_refused_by_its_key(implementation: str, key: str, value: object) -> None:
    game, data = BASES["move"](implementation)
    message = refusal((game, data | {key: value}))
    assert re.search(rf"\b{key}\b", message)
    # A law that cannot be judged is passed over; a cause, a place or a bloom does not belong here at all.
    assert not laws(message) or "S-1" in laws(message) or key in ("cause", "place", "bloom")


def test_s_1_every_key_is_needed_and_no_other(implementation: str) -> None:
    game, data = BASES["move"](implementation)
    for key in data:
        message = refusal((game, {other: data[other] for other in data if other != key}))
        assert re.search(rf"\b{key}\b", message), key
    assert "colour" in refusal((game, data | {"colour": "R"}))
    assert "observer" in refusal((game, data | {"observer": 0}))


def test_s_1_a_solo_player_has_lists_of_one(implementation: str) -> None:
    game, data = BASES["move"](implementation, players=1)
    assert game.state_from_dict(data).to_dict() == data
    for key in ("flowers", "sheds", "hands", "piles"):
        assert re.search(rf"\b{key}\b", refusal((game, data | {key: data[key] * 2})))
    assert "deck" in refusal((game, data | {"hands": [[HAND[0] | {"deck": 1}, *HAND[1:]]]}))


def test_s_1_a_single_deck_has_one_pile_and_backs_with_the_deck(implementation: str) -> None:
    game, data = BASES["move"](implementation, **SINGLE)
    assert game.state_from_dict(data).to_dict() == data
    assert "piles" in refusal((game, data | {"piles": data["piles"] * 2}))
    assert "top" in refusal((game, data | {"piles": [pile(8, "sun")]}))
    for top in ("0.sun", "0.rain", "1.sun", "1.rain"):
        assert game.state_from_dict(data | {"piles": [pile(8, top)]}).current_player() == 0


# The other laws: law, base, settings of the base, keys that are changed in the dict.

Breach = tuple[str, str, dict[str, Any], dict[str, Any]]
NOBODY = ("card", "face", "turn", "over")
SUNS = "Y3 Y5 B2 B4 B6 RY BR cut"
BEDS = {
    "twice": "bed1.0.0 bed1.0.1 bed2.0.1",
    "two": "bed1.0.0 bed3.0.1",
    "open": "bed1.0.0 bed3.0.1 bed2.0.-",
    "worms near": "bed1.0.0 bed3.0.0 bed5.0.0",
    "worms far": "bed1.0.1 bed3.0.1 bed5.0.1",
    "rocks": "bed1.1.0 bed3.1.1 bed2.0.1",
}
BREACHES: list[Breach] = [
    *[("S-2", name, {}, {"player": None}) for name in BASES if name not in NOBODY],
    *[("S-2", name, {}, {"player": 0}) for name in NOBODY],
    ("S-2", "play_taken", {"options": {"take_that": False}}, {}),
    # S-3: beds
    ("S-3", "move", {"beds": BEDS["twice"]}, {}),
    ("S-3", "move", {"beds": BEDS["two"]}, {}),
    ("S-3", "move", {"beds": BEDS["open"]}, {}),
    ("S-3", "move", {"beds": BEDS["worms near"]}, {}),
    ("S-3", "first", {"beds": BEDS["worms far"]}, {}),
    ("S-3", "over", {"beds": BEDS["worms far"]}, {}),
    ("S-3", "move", {"beds": ""}, {}),
    ("S-3", "card", {"beds": "bed1.0.0 bed3.0.1 bed2.0.1"}, {}),
    ("S-3", "card", {"beds": "bed1.0.-"}, {}),
    ("S-3", "card", {"beds": "bed1.-.-"}, {}),
    ("S-3", "face", {"beds": "bed1.-.- bed3.-.-"}, {}),
    ("S-3", "face", {"beds": "bed1.0.0"}, {}),
    ("S-3", "face", {"beds": "bed1.0.-"}, {}),
    ("S-3", "face", {"beds": "bed1.-.0"}, {}),
    ("S-3", "face", {"beds": ""}, {}),
    ("S-3", "turn", {"beds": "bed1.0.0"}, {}),
    ("S-3", "turn", {"beds": "bed1.-.-"}, {}),
    ("S-3", "turn", {"beds": "bed1.0.- bed3.0.-"}, {}),
    ("S-3", "move", {"beds": BEDS["rocks"], "options": {"rocks": "none"}}, {}),
    ("S-3", "move", {"beds": BEDS["rocks"], "options": {"rocks": 1}}, {}),
    ("S-3", "move", {"beds": BEDS["rocks"], "options": {"rocks": 3}}, {}),
    ("S-3", "turn", {"options": {"rocks": 0}}, {}),
    ("S-3", "turn", {"options": {"rocks": 3}}, {}),
    ("S-3", "face", {"options": {"rocks": 3}}, {}),
    # S-4: nothing has been drawn
    ("S-4", "card", {"compost": "R1"}, {}),
    ("S-4", "face", {"hands": ["R1", ""]}, {}),
    ("S-4", "turn", {"tops": ["sun", None]}, {}),
    ("S-4", "card", {"tops": [None, "rain"]}, {}),
    # S-5: every card once
    ("S-5", "move", {"hands": ["R1 R2 R3 R1"]}, {}),
    ("S-5", "move", {"flowers": [["R1"]]}, {}),
    ("S-5", "move", {"flowers": [[], ["R6#0"]], "hands": ["R1 R2 R3 R6"]}, {}),
    ("S-5", "power", {"hands": ["R1 R2 power"]}, {}),
    ("S-5", "play_taken", {"hands": ["R1 R2 R3", "R1 R2 R3 Y5"]}, {}),
    ("S-5", "move", {}, {"hands": [[*HAND[:3], HAND[3] | {"back": "rain"}], OTHER]}),
    ("S-5", "move", {"hands": ["R1 R2 R3#0.3 R4"], "compost": "Y5#0.3"}, {}),
    ("S-5", "move", {}, {"hands": [[*HAND[:3], HAND[3] | {"draw": 5}], OTHER]}),
    ("S-5", "under", {"under": ["Y1#1"], "sheds": ["dig", "dig"]}, {}),
    ("S-5", "look", {"looked": "Y1#1", "sheds": ["dig dig#1"]}, {}),
    # S-6: as many cards as have been drawn
    ("S-6", "move", {}, {"piles": [pile(5), pile(4)]}),
    ("S-6", "move", {}, {"piles": [pile(4), pile(7)]}),
    ("S-6", "move", {"hands": ["R1 R2 R3 power#0.6"], "drawn": (6,)}, {}),
    ("S-6", "move", {"hands": ["R1 R2 R3 power#0.1"], "drawn": (7,)}, {}),
    ("S-6", "last", {"compost": "power#0.22"}, {}),
    ("S-6", "move", {}, {"sheds": [[{"face": "power", "deck": 0}], []], "piles": [pile(5), pile(4)]}),
    # S-7: the rest can be completed
    ("S-7", "move", {"hands": ["R2 R4 R6 Y1"], "compost": SUNS}, {}),
    ("S-7", "back", {"compost": "R5 R6 Y1 Y2 Y3 Y4 Y5 Y6 B1 B2 B3 B4 B5 B6 RY YB BR"}, {}),
    ("S-7", "move", {"compost": "R5 R6 Y1 Y2 Y3 Y4 Y5 Y6 B1 B2 B3 B4 B5 B6 RY YB cut"}, {}),
    # S-8: flowers and sheds
    ("S-8", "move", {"flowers": [["Y4 Y3"]]}, {}),
    ("S-8", "move", {"flowers": [["Y4 B4"]]}, {}),
    ("S-8", "move", {"flowers": [["", "Y4"]]}, {}),
    ("S-8", "move", {"flowers": [[], ["B4"]]}, {}),
    ("S-8", "move", {"flowers": [[], ["", "Y3 Y2 Y5"]]}, {}),
    ("S-8", "move", {"flowers": [["RY=R3 Y3"]]}, {}),
    ("S-8", "move", {"flowers": [["Y5=Y6"]]}, {}),
    ("S-8", "move", {"flowers": [["Y5=B5"]]}, {}),
    ("S-8", "move", {"flowers": [["RY=B5"]]}, {}),
    ("S-8", "move", {"flowers": [["Y5/1"]]}, {}),
    ("S-8", "move", {"flowers": [["RY=R5/2"]]}, {}),
    ("S-8", "move", {"flowers": [["Y4/3 Y5"]]}, {}),
    ("S-8", "move", {"sheds": ["Y5"]}, {}),
    ("S-8", "move", {**SINGLE, "sheds": ["power#0 power#1"]}, {}),
]


@pytest.mark.parametrize(("law", "name", "settings", "changed"), BREACHES)
def test_a_position_that_breaks_one_law_is_refused_with_its_name(
    implementation: str, law: str, name: str, settings: dict[str, Any], changed: dict[str, Any]
) -> None:
    game, data = BASES[name](implementation, **settings)
    message = refusal((game, data | changed))
    assert names(message, law), message
    assert any(re.search(rf"\b{key}\b", message) for key in data)


@pytest.mark.parametrize("player", [-1, 2, 255, 2**70])
@pytest.mark.parametrize("name", ["move", "deal", "first", "take", "power"])
def test_s_2_nobody_has_that_number(implementation: str, name: str, player: int) -> None:
    game, data = BASES[name](implementation)
    message = refusal((game, data | {"player": player}))
    assert re.search(r"\bplayer\b", message)
    assert laws(message) <= {"S-1", "S-2"}


def test_s_2_a_solo_player_takes_from_nobody(implementation: str) -> None:
    game, data = BASES["move"](implementation, players=1, hands=["R1 R2 R3"], sheds=["cut"])
    bloom = {"face": "Y5", "deck": 0}
    assert "S-2" in laws(refusal((game, data | {"phase": "play_taken", "bloom": bloom, "piles": [pile(8)]})))


def test_s_3_with_one_slot_no_worm_is_asked_for(implementation: str) -> None:
    from .buds import box, position

    game = load(implementation, 2, box(slots={"count": 1, "middle": 1}))
    for beds in ("bed1.0.0", "bed1.0.1"):
        data = position(game, beds=beds)
        assert game.state_from_dict(data).to_dict() == data


@pytest.mark.parametrize("flower", ["Y4/0 Y5", "Y4/3 Y5", "RY=Y4/0 Y5", "RY=Y4/4 Y5", "Y5/0", "Y5/3", "RY=Y5/4"])
def test_s_8_as_many_stages_show_as_the_card_has_or_fewer(implementation: str, flower: str) -> None:
    game, data = BASES["move"](implementation, flowers=[[flower]])
    message = refusal((game, data))
    assert re.search(r"\b(stages|flowers)\b", message)
    # A number that no card has is no value of the page at all.
    assert laws(message) <= {"S-1", "S-8"}


def test_s_6_no_more_cards_are_drawn_than_the_deck_has(implementation: str) -> None:
    game, data = BASES["over"](implementation)
    assert re.search(r"\bdrawn\b", refusal((game, data | {"piles": [pile(25, None), pile(24, None)]})))


def test_several_broken_laws_are_all_told(implementation: str) -> None:
    broken: dict[str, Any] = {"cause": "power", "place": "1.0", "piles": [pile(9), pile(4)]}
    game, data = BASES["move"](implementation, flowers=[["Y4 Y3"]])
    assert laws(refusal((game, data | broken))) >= {"S-6", "S-8", "S-16", "S-17"}
    game, data = BASES["move"](implementation, beds=BEDS["twice"])
    assert laws(refusal((game, data | broken))) >= {"S-3", "S-6", "S-16", "S-17"}


def test_faults_of_type_and_of_law_are_told_together(implementation: str) -> None:
    game, data = BASES["move"](implementation, beds=BEDS["twice"])
    broken = {key: value for key, value in data.items() if key != "bloom"}
    message = refusal((game, broken | {"seed": 1, "cause": "power"}))
    assert "S-3" in laws(message)
    for word in ("bloom", "seed", "cause"):
        assert word in message


@pytest.mark.parametrize("data", [None, 3, "move", [], {}])
def test_what_is_no_position_at_all_is_refused(implementation: str, data: Any) -> None:
    with pytest.raises(ValueError, match="buds_and_blooms"):
        load(implementation).state_from_dict(data)


@pytest.mark.parametrize(("players", "options"), [(1, {}), (2, {}), (2, SINGLE["options"]), (2, {"take_that": False})])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_positions_of_whole_games_are_lawful(
    implementation: str, players: int, options: dict[str, Any], seed: int
) -> None:
    game = load(implementation, players, **options)
    state = game.new_initial_state()
    rng = random.Random(seed)
    while not state.is_terminal():
        assert game.state_from_dict(state.to_dict()) == state
        legal = state.legal_actions()
        tools = [action for action in legal if 162 <= action < 225 or action >= 249]
        state.apply_action(rng.choice(tools if tools and not state.is_chance_node() and rng.random() < 0.7 else legal))
    assert game.state_from_dict(state.to_dict()) == state
