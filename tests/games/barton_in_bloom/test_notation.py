"""Action ids and texts: the table of rules.md, BN-69, BN-71."""

from __future__ import annotations

import pytest

import cloche

from .barton import DEFAULT_BOX, DICE, GARDENER, SPACES, TINY, at, legal, load, play, square
from .bases import BASES, state_of

JUDGES = [row["id"] for row in DEFAULT_BOX["judge"]]
ORNAMENTS = [row["id"] for row in DEFAULT_BOX["ornament"]]
PAIRS = [f"{a}{b}" for index, a in enumerate("DRTLV") for b in "DRTLV"[index:]]


def ids(state: cloche.State) -> dict[str, int]:
    """The id of each legal action or outcome by its text."""
    return {state.action_to_string(action): action for action in state.legal_actions()}


def number(text: str) -> int:
    """The id of an action, from the table of the page."""
    word, _, rest = text.partition(":")
    if ">" in text:
        die, _, space = text.partition(">")
        return 7 * DICE.index(die) + SPACES.index(space)
    match word:
        case "gardener":
            return 28 + GARDENER.index(rest)
        case "first" | "second" | "first+second" | "second+first":
            return 41 + ["first", "second", "first+second", "second+first"].index(word)
        case "end" | "pass":
            return 45 + (word == "pass")
        case "favour":
            return 47 + JUDGES.index(rest)
        case "judge":
            return 95 + JUDGES.index(rest)
        case "notice":
            return 142 + int(rest)
        case "gossip":
            return 148
        case "pile":
            return 148 + int(rest)
        case "lay":
            place, turns = rest.split(":r")
            row, column = map(int, place.split(","))
            return 152 + (7 * row + column) * 4 + int(turns)
        case "flower":
            return 348 + "DRTLV".index(rest)
        case "buy":
            return 352 + int(rest)
        case "ornament":
            return 361 + ORNAMENTS.index(rest)
        case "put":
            place, orientation = rest.split(":o")
            return 385 + 8 * square(place) + int(orientation)
        case "regrow":
            return 3913 + square(rest)
        case "harvest":
            return 4354 + square(rest)
        case "plant":
            kind, _, place = rest.partition("@")
            return 4795 + 441 * "DRTLV".index(kind) + square(place)
        case "order":
            return 6999 + int(rest)
        case "pay":
            return 7003 + (0 if rest == "exact" else 1 + PAIRS.index(rest))
        case "fertilizer":
            return 7019 + ["plant", "wages", "regrow", "yield", "early"].index(rest)
        case "setup":
            return 7024 + ["judge", "money", "plant", "flower"].index(rest)
        case "die":
            return 7028 + DICE.index(rest)
    raise AssertionError(text)


@pytest.mark.parametrize("name", [name for name in BASES if name != "over"])
def test_bn_69_ids_and_texts_are_those_of_the_table(implementation: str, name: str) -> None:
    state = state_of(implementation, name)
    if state.is_chance_node():
        return
    assert {text: number(text) for text in legal(state)} == ids(state)
    assert state.legal_actions() == sorted(state.legal_actions())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("H>mow", 0),
        ("P>sell", 19),
        ("S>rest", 27),
        ("gardener:mow", 28),
        ("gardener:small", 40),
        ("first", 41),
        ("second+first", 44),
        ("end", 45),
        ("pass", 46),
        ("favour:separation", 47),
        ("judge:separation", 95),
        ("notice:1", 143),
        ("notice:5", 147),
        ("gossip", 148),
        ("pile:1", 149),
        ("pile:3", 151),
        ("lay:0,0:r0", 152),
        ("lay:6,6:r3", 347),
        ("flower:D", 348),
        ("flower:V", 352),
        ("buy:1", 353),
        ("buy:8", 360),
        ("ornament:birdbath", 361),
        ("put:0,0:o0", 385),
        ("put:20,20:o7", 3912),
        ("regrow:0,0", 3913),
        ("harvest:0,0", 4354),
        ("harvest:20,20", 4794),
        ("plant:D@0,0", 4795),
        ("plant:V@20,20", 6999),
        ("order:1", 7000),
        ("order:3", 7002),
        ("pay:exact", 7003),
        ("pay:DD", 7004),
        ("pay:VV", 7018),
        ("fertilizer:plant", 7019),
        ("fertilizer:early", 7023),
        ("setup:judge", 7024),
        ("setup:flower", 7027),
        ("die:H", 7028),
        ("die:S", 7031),
    ],
)
def test_ranges_of_the_table(text: str, expected: int) -> None:
    # That the tests read the table as it is printed.
    assert number(text) == expected


@pytest.mark.parametrize("name", [name for name in BASES if name != "over"])
def test_texts_and_ids_convert_both_ways(implementation: str, name: str) -> None:
    state = state_of(implementation, name)
    for text, action in ids(state).items():
        assert state.string_to_action(text) == action
        assert state.string_to_action(f" {text} ") == action


@pytest.mark.parametrize(
    "text",
    ["h>mow", "H>MOW", "H > mow", "H>rest", "gardener:Mow", "buy:1", "end", "", "0", "favour:plain", "pile:1", None],
)
def test_only_legal_texts_are_taken(implementation: str, text: str) -> None:
    with pytest.raises((ValueError, TypeError)):
        at(implementation).string_to_action(text)


def test_outcomes_are_letters_and_component_ids(implementation: str) -> None:
    assert ids(state_of(implementation, "flower_draw")) == dict(zip("DRTLV", range(5), strict=True))
    assert ids(state_of(implementation, "judge_draw"))["reaper"] == JUDGES.index("reaper")
    # An order by its place in its own deck, a tile by its place in the file.
    assert ids(state_of(implementation, "orders"))["m14"] == 13
    assert ids(state_of(implementation, "turn_up"))["t36"] == 35


def test_bn_69_the_lowest_orientation_of_equal_ones(implementation: str) -> None:
    # A bench lies two ways, a statue likewise, a fountain one way, a topiary four ways.
    here = {"money": 99, "gardens": ["3,3:t01 3,4:t03", "3,3:t02"]}
    for name, turns in (("bench", "01"), ("fountain", "0"), ("topiary", "0123"), ("terrace", "01234567")):
        state = play(at(implementation, **here), "gardener:ornament", f"ornament:{name}")
        assert {text[-1] for text in legal(state)} == set(turns)


def test_bn_71_ids_keep_their_strides_in_a_box_of_fewer_parts(implementation: str) -> None:
    state = at(implementation, components=TINY, gardens=["3,3:a1", "3,3:a2"], sheds=["V"], hands=["surveyor"])
    assert ids(state)["favour:surveyor"] == 47 + 5
    state = play(state, "gardener:plant")
    assert ids(state)["plant:V@9,9"] == 4795 + 4 * 441 + 198
    assert load(implementation, 2, TINY).num_distinct_actions == 7032
