"""What `state_from_dict` refuses: S-1 to S-18 of seeds/bloom_town/state.md."""

from __future__ import annotations

import re
from typing import Any

import pytest

import cloche

from .town import described, legal, load, play, position

Base = tuple[cloche.Game, dict[str, Any]]
TOWNS = [{"O": "a1 c1", "P": "b1"}, {"S": "a1", "H": "b2"}]


def turn(implementation: str, **settings: Any) -> Base:
    """Player 0 of two builds."""
    game = load(implementation, **settings.pop("options", {}))
    here: dict[str, Any] = {"towns": TOWNS, "hands": ["", "S"], "hidden": ["OH", "P"], "community": (1, 0, 0, 0, 0)}
    return game, position(game, **here | settings)


def second(implementation: str, **settings: Any) -> Base:
    """Player 0 builds the second tile of an extra turn; the first emptied market space 1."""
    here: dict[str, Any] = {"used": ["extra"], "market": ".SPHa", "emptied": [1]}
    return turn(implementation, **here | settings)


def bloom(implementation: str, **settings: Any) -> Base:
    """Player 0 has built on a blooming square."""
    here: dict[str, Any] = {"phase": "bloom", "cell": "c1", "hidden": ["H", "P"]}
    return turn(implementation, **here | settings)


def token(implementation: str, **settings: Any) -> Base:
    """Player 0 has built on another square and may use the token."""
    here: dict[str, Any] = {"phase": "token", "cell": "a1", "hidden": ["H", "P"]}
    return turn(implementation, **here | settings)


def take(implementation: str, **settings: Any) -> Base:
    """Player 0 has built in column a; the stack is empty."""
    stacks = [0, None, None, None, None]
    here: dict[str, Any] = {"phase": "take", "cell": "a1", "hidden": ["H", "P"], "market": ".SPHa", "stacks": stacks}
    return turn(implementation, **here | settings)


def draw(implementation: str, **settings: Any) -> Base:
    """Player 0 has built the second tile in the column of the first."""
    here: dict[str, Any] = {"phase": "draw", "cell": "a1", "hidden": ["H", "P"]}
    return second(implementation, **here | settings)


def refill(implementation: str, **settings: Any) -> Base:
    """Player 0 has taken the tile of space 1."""
    here: dict[str, Any] = {"phase": "refill", "market": ".SPHa", "emptied": [1]}
    return turn(implementation, **here | settings)


def keep(implementation: str, **settings: Any) -> Base:
    """Player 1 of three keeps a tile."""
    game = load(implementation, 3)
    here: dict[str, Any] = {
        "phase": "keep",
        "player": 1,
        "towns": TOWNS,
        "hidden": ["O", "HS", "P"],
        "kept": ["H", None, None],
    }
    return game, position(game, **here | settings)


def over(implementation: str, **settings: Any) -> Base:
    """The game is over; player 2 had no tile to keep."""
    here: dict[str, Any] = {"phase": "over", "player": None, "hidden": ["O", "S", ""], "kept": ["H", "P", None]}
    return keep(implementation, **here | settings)


def left_over(implementation: str, **settings: Any) -> Base:
    """One of the four left-over tiles of three players is turned up."""
    game = load(implementation, 3)
    here: dict[str, Any] = {"phase": "left_over", "player": None, "left_over": 3}
    return game, position(game, **here | settings)


def market(implementation: str, **settings: Any) -> Base:
    """The first tile of the market of two players is turned up."""
    game = load(implementation)
    here: dict[str, Any] = {"phase": "market", "player": None, "market": "O....", "emptied": [2, 3, 4, 5]}
    return game, position(game, **here | {"left_over": 1, "stacks": [7, 8, 8, 8, 8]} | settings)


def hands(implementation: str, **settings: Any) -> Base:
    """Player 1 of three has drawn one tile."""
    game = load(implementation, 3)
    here: dict[str, Any] = {"phase": "hands", "player": 1, "hidden": ["OH", "S", ""], "market": "....."}
    return game, position(game, **here | settings)


def shops(implementation: str, **settings: Any) -> Base:
    """One of two shops is taken out."""
    return hands(implementation, **{"phase": "shops", "player": None, "hidden": ["", "", ""], "taken": "b"} | settings)


BASES = {
    base.__name__: base
    for base in (shops, hands, market, left_over, turn, second, bloom, token, take, draw, refill, keep, over)
}


def refusal(base: Base) -> str:
    """The message with which a position is refused."""
    game, data = base
    with pytest.raises(ValueError, match="bloom_town") as error:
        game.state_from_dict(data)
    return str(error.value)


def laws(message: str) -> set[str]:
    """The laws that a message names."""
    return set(re.findall(r"\bS-\d+", message))


@pytest.mark.parametrize("name", BASES)
def test_lawful_positions_are_taken_as_they_are(implementation: str, name: str) -> None:
    game, data = BASES[name](implementation)
    state = game.state_from_dict(data)
    assert state.to_dict() == data
    assert list(state.to_dict()) == list(data)
    assert game.deserialize(state.serialize()) == state


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("turn", {"points": [1500, 0], "tokens": [False, False]}),
        ("turn", {"hidden": ["O", ""], "hands": ["", ""]}),
        ("turn", {"by_token": [True, False, False, False, False], "tokens": [True, False]}),
        ("second", {"used": ["double", "extra"]}),
        ("second", {"emptied": [], "market": "OSPHa"}),
        ("bloom", {"used": ["extra"], "emptied": [1], "market": ".SPHa"}),
        ("bloom", {"hidden": ["", ""]}),
        ("token", {"used": ["extra"], "extra_due": True}),
        ("token", {"used": ["extra"], "emptied": [3], "market": "OS.Ha"}),
        ("token", {"used": ["double", "extra"], "extra_due": True}),
        ("draw", {"used": ["double", "extra"]}),
        ("take", {"used": ["extra"], "extra_due": True}),
        ("refill", {"emptied": [3, 1], "market": ".S.Ha"}),
        ("refill", {"emptied": [3, 1], "market": ".S.Ha", "stacks": [0, None, None, None, None]}),
        ("second", {"stacks": [0, None, None, None, None]}),
        ("keep", {"kept": [None, None, None], "hidden": ["", "HS", "P"]}),
        ("over", {"kept": [None, None, None], "hidden": ["", "", ""]}),
        ("market", {"emptied": [1, 2, 3, 4, 5], "market": ".....", "stacks": [8, 8, 8, 8, 8]}),
        ("market", {"emptied": [5], "market": "OSPH.", "stacks": [7, 6, 7, 7, 8], "community": (0, 1, 0, 0, 0)}),
    ],
)
def test_other_lawful_positions_are_taken_too(implementation: str, name: str, settings: dict[str, Any]) -> None:
    game, data = BASES[name](implementation, **settings)
    assert game.state_from_dict(data).to_dict() == data


# S-1: keys, types, lengths


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("phase", "planting"),
        ("phase", None),
        ("player", "0"),
        ("player", False),
        ("player", 0.0),
        ("towns", None),
        ("towns", [["....."] * 5]),
        ("towns", [["....."] * 5, ["....."] * 4]),
        ("towns", [["....."] * 5, ["......"] * 5]),
        ("towns", [["....."] * 5, [0] * 5]),
        ("towns", [["....."] * 5, "....."]),
        ("points", [0]),
        ("points", [0, 0, 0]),
        ("points", [0, -1]),
        ("points", [0, 1501]),
        ("points", [True, 0]),
        ("points", [0, 1.0]),
        ("points", {"0": 0, "1": 0}),
        ("tokens", [True]),
        ("tokens", [1, 0]),
        ("tokens", True),
        ("hands", [[]]),
        ("hands", [[], "S"]),
        ("hands", [[], ["O", "S", "P"]]),
        ("hands", [[], [1]]),
        ("hands", [[], [None]]),
        ("hidden", [["O", "H"]]),
        ("hidden", [["O", "H"], [None]]),
        ("hidden", [["O", "O", "H"], ["P"]]),
        ("hidden", "OH"),
        ("kept", [None]),
        ("kept", [None, 0]),
        ("kept", None),
        ("market", ["O", "S", "P", "H"]),
        ("market", ["O", "S", "P", "H", "a", "b"]),
        ("market", ["O", "S", "P", "H", 0]),
        ("market", "OSPHa"),
        ("stacks", [6, 6, 6, 6]),
        ("stacks", [6, 6, 6, 6, -1]),
        ("stacks", [6, 6, 6, 6, 256]),
        ("stacks", [6, 6, 6, 6, True]),
        ("left_over", None),
        ("left_over", False),
        ("left_over", -1),
        ("left_over", 256),
        ("community", [1, 0, 0, 0]),
        ("community", [1, 0, 0, 0, "0"]),
        ("by_token", [False] * 4),
        ("by_token", [0] * 5),
        ("out", [6] * 9),
        ("out", [6, 6, 7, 6, 1, 1, 1, 1, 1, True]),
        ("pool", [3] * 11),
        ("pool", [3, 4, 3, 4, 1, 1, 1, 1, 1, -1]),
        ("pool", None),
        ("emptied", None),
        ("emptied", 1),
        ("emptied", ["1"]),
        ("emptied", [True]),
        ("used", "extra"),
        ("used", None),
        ("used", [1]),
        ("extra_due", 0),
        ("extra_due", None),
        ("cell", 0),
        ("cell", ["a1"]),
    ],
)
def test_s_1_a_value_of_another_type_or_size_is_refused_by_its_key(
    implementation: str, key: str, value: object
) -> None:
    game, data = turn(implementation)
    message = refusal((game, data | {key: value}))
    assert re.search(rf"\b{key}\b", message)
    # A law that cannot be judged is passed over. That a kind is a text is a matter of S-2 as well.
    assert laws(message) <= {"S-1", "S-2"}


def test_s_1_every_key_is_needed(implementation: str) -> None:
    game, data = turn(implementation)
    for key in data:
        message = refusal((game, {other: data[other] for other in data if other != key}))
        assert re.search(rf"\b{key}\b", message), key


def test_s_1_other_keys_are_refused(implementation: str) -> None:
    game, data = turn(implementation)
    assert "'colour'" in refusal((game, data | {"colour": "R"}))
    assert "'observer'" in refusal((game, data | {"observer": 0}))


def test_s_1_a_hand_of_one_tile_is_shorter(implementation: str) -> None:
    settings: dict[str, Any] = {
        "towns": [{"O": "a1"}, {"P": "a1"}],
        "pool": "",
        "market": ".....",
        "box_of": {"hand": 1},
    }
    game, data = described(implementation, hidden=["O", "P"], **settings)
    assert game.state_from_dict(data).current_player() == 0
    message = refusal(described(implementation, hidden=["OO", "P"], **settings))
    assert re.search(r"\bhidden\b", message)
    assert laws(message) <= {"S-1"}


def test_s_1_the_highest_score_follows_the_size_of_the_town(implementation: str) -> None:
    settings: dict[str, Any] = {
        "towns": [{"O": "a1"}, {"P": "a1"}],
        "pool": "",
        "market": ".....",
        "box_of": {"size": 3},
    }
    # 9 squares, each with 9 points twice and 10 for rescoring.
    game, data = described(implementation, hidden=["O", "P"], points=[252, 0], **settings)
    assert game.state_from_dict(data).scores() == [252, 0]
    assert "points" in refusal((game, data | {"points": [253, 0]}))


# S-2: kinds, words and squares

EMPTY = "....."
TOWN_0 = ["OPO..", EMPTY, EMPTY, EMPTY, EMPTY]
TOWN_1 = ["S....", ".H...", EMPTY, EMPTY, EMPTY]


@pytest.mark.parametrize(
    ("name", "key", "value"),
    [
        ("turn", "towns", [["OxO..", *TOWN_0[1:]], TOWN_1]),
        ("turn", "towns", [["oPO..", *TOWN_0[1:]], TOWN_1]),
        ("turn", "towns", [["OPO. ", *TOWN_0[1:]], TOWN_1]),
        ("turn", "towns", [TOWN_0, ["S...g", *TOWN_1[1:]]]),
        ("turn", "hands", [["x"], ["S"]]),
        ("turn", "hands", [["OS"], []]),
        ("turn", "hands", [["."], ["S"]]),
        ("turn", "hands", [["shop"], ["S"]]),
        ("turn", "hidden", [["H", "O"], ["P"]]),
        ("turn", "hidden", [["O", ""], ["P"]]),
        ("turn", "market", ["x", "S", "P", "H", "a"]),
        ("turn", "market", [".", "S", "P", "H", "a"]),
        ("keep", "kept", ["h", None, None]),
        ("refill", "emptied", [0]),
        ("refill", "emptied", [6]),
        ("refill", "emptied", [1, 1]),
        ("second", "used", ["extra", "double"]),
        ("second", "used", ["extra", "extra"]),
        ("second", "used", ["community"]),
        ("second", "used", ["Extra"]),
        ("bloom", "cell", "f1"),
        ("bloom", "cell", "a6"),
        ("bloom", "cell", "C1"),
        ("bloom", "cell", "c"),
        ("bloom", "cell", "c10"),
        ("bloom", "cell", "1c"),
        ("bloom", "cell", "c0"),
        ("bloom", "cell", ""),
    ],
)
def test_s_2_what_is_not_on_the_page_is_refused_by_its_key(
    implementation: str, name: str, key: str, value: object
) -> None:
    game, data = BASES[name](implementation)
    message = refusal((game, data | {key: value}))
    assert re.search(rf"\b{key}\b", message)
    assert laws(message) <= {"S-1", "S-2"}


# The other laws: a position that breaks one of them only. `settings` are those of the base, `changed` keys of the dict.

BOTH = ["double", "extra"]
NONE = (0, 0, 0, 0, 0)
BREACHES: list[tuple[str, str, dict[str, Any], dict[str, Any]]] = [
    # S-3: the tiles of a kind
    ("S-3", "turn", {}, {"pool": [4, 3, 3, 4, 1, 1, 1, 1, 1, 1]}),
    ("S-3", "turn", {}, {"market": ["S", "S", "P", "H", "a"]}),
    ("S-3", "turn", {}, {"towns": [["OSO..", *TOWN_0[1:]], TOWN_1]}),
    ("S-3", "turn", {}, {"hands": [[], ["P"]]}),
    ("S-3", "turn", {}, {"hidden": [["H", "H"], ["P"]]}),
    ("S-3", "turn", {}, {"out": [6, 6, 6, 7, 1, 1, 1, 1, 1, 1]}),
    ("S-3", "over", {}, {"kept": ["S", "P", None]}),
    ("S-3", "hands", {}, {"pool": [11, 10, 11, 10, 2, 1, 2, 2, 2, 2]}),
    # S-4: the player
    *[("S-4", name, {}, {"player": None}) for name in BASES if name not in ("shops", "market", "left_over", "over")],
    *[("S-4", name, {}, {"player": 0}) for name in ("shops", "market", "left_over", "over")],
    # S-5: community tiles and tokens
    ("S-5", "turn", {"community": (3, 0, 0, 0, 0)}, {}),
    ("S-5", "turn", {"community": (0, 0, 0, 0, 9)}, {}),
    ("S-5", "turn", {}, {"by_token": [False, True, False, False, False], "tokens": [False, True]}),
    ("S-5", "turn", {}, {"by_token": [True, False, False, False, False]}),
    (
        "S-5",
        "turn",
        {"community": (1, 2, 0, 0, 0)},
        {"by_token": [True, True, False, False, False], "tokens": [True, False]},
    ),
    # S-6: as many tiles as are face down
    ("S-6", "turn", {}, {"stacks": [9, 5, 5, 5, 5]}),
    ("S-6", "turn", {}, {"stacks": [6, 6, 6, 6, 6]}),
    ("S-6", "turn", {}, {"stacks": [6, 6, 6, 6, 4]}),
    ("S-6", "turn", {}, {"community": [0, 0, 0, 0, 0]}),
    ("S-6", "left_over", {}, {"left_over": 5, "stacks": [10, 10, 10, 10, 8]}),
    ("S-6", "market", {}, {"left_over": 0, "stacks": [8, 8, 8, 8, 8]}),
    ("S-6", "hands", {}, {"stacks": [10, 11, 11, 11, 11]}),
    ("S-6", "hands", {}, {"left_over": 3}),
    ("S-6", "shops", {}, {"stacks": [11, 11, 11, 11, 12]}),
    # S-7: before the first turn, and after
    ("S-7", "hands", {"towns": [{"O": "a1"}]}, {}),
    ("S-7", "market", {"towns": [{"O": "a1"}], "stacks": [6, 8, 8, 8, 8]}, {}),
    ("S-7", "left_over", {"towns": [{}, {"O": "a1"}]}, {}),
    ("S-7", "hands", {}, {"points": [1, 0, 0]}),
    ("S-7", "market", {}, {"points": [0, 5]}),
    ("S-7", "shops", {}, {"tokens": [False, True, True]}),
    ("S-7", "left_over", {}, {"tokens": [True, True, False]}),
    (
        "S-7",
        "market",
        {"community": (1, 0, 0, 0, 0), "stacks": [6, 8, 8, 8, 8]},
        {"by_token": [True, False, False, False, False], "tokens": [False, True]},
    ),
    ("S-7", "left_over", {}, {"used": ["extra"]}),
    ("S-7", "shops", {}, {"used": ["double"]}),
    ("S-7", "hands", {}, {"community": [1, 0, 0, 0, 0]}),
    ("S-7", "hands", {"market": "O...."}, {}),
    ("S-7", "shops", {"market": "....S"}, {}),
    ("S-7", "turn", {"left_over": 1, "gone": ""}, {}),
    ("S-7", "keep", {"left_over": 1}, {}),
    ("S-7", "left_over", {"left_over": 0}, {}),
    # S-8: hands before the first turn
    ("S-8", "hands", {"hands": ["O", "", ""], "hidden": ["H", "S", ""]}, {}),
    ("S-8", "market", {"hands": ["O", ""], "hidden": ["H", "SP"]}, {}),
    ("S-8", "left_over", {"hands": ["", "", "P"], "hidden": ["OH", "SP", "S"]}, {}),
    ("S-8", "shops", {"hidden": ["O", "", ""]}, {}),
    ("S-8", "hands", {"hidden": ["O", "S", ""]}, {}),
    ("S-8", "hands", {"hidden": ["OH", "SP", ""]}, {}),
    ("S-8", "hands", {"hidden": ["OH", "S", "P"]}, {}),
    ("S-8", "hands", {}, {"player": 0}),
    ("S-8", "hands", {}, {"player": 2}),
    ("S-8", "market", {"hidden": ["OH", "S"], "stacks": [8, 8, 8, 8, 8]}, {}),
    ("S-8", "left_over", {"hidden": ["O", "SP", "SP"]}, {}),
    # S-9: tiles out of the game
    ("S-9", "hands", {"taken": "a"}, {}),
    ("S-9", "hands", {"taken": "abc"}, {}),
    ("S-9", "hands", {"taken": "aa"}, {}),
    ("S-9", "hands", {"gone": "O"}, {}),
    ("S-9", "shops", {"taken": "bc"}, {}),
    ("S-9", "shops", {"gone": "H"}, {}),
    ("S-9", "market", {"gone": "O", "stacks": [6, 8, 8, 8, 8]}, {}),
    ("S-9", "market", {"taken": "aabcde"}, {}),
    ("S-9", "turn", {"gone": "PH"}, {}),
    ("S-9", "turn", {"gone": "Pa"}, {}),
    ("S-9", "turn", {"taken": "abcde", "gone": ""}, {}),
    ("S-9", "turn", {}, {"out": [5, 6, 7, 6, *[1] * 6], "pool": [4, 4, 3, 4, *[1] * 6], "stacks": [6] * 5}),
    ("S-9", "over", {"gone": "PPPPP"}, {}),
    # S-10: hands
    ("S-10", "turn", {"hands": ["S", "S"]}, {}),
    ("S-10", "turn", {"hands": ["", "SH"]}, {}),
    *[("S-10", name, {"hidden": ["OH", "P"]}, {}) for name in ("bloom", "token", "take", "draw")],
    ("S-10", "keep", {"hands": ["", "", "SO"]}, {}),
    # S-11: spaces to be refilled
    ("S-11", "market", {"market": "O...S", "emptied": [2, 3, 4], "stacks": [7, 8, 8, 8, 7]}, {}),
    ("S-11", "market", {"market": "OS...", "stacks": [7, 7, 8, 8, 8]}, {}),
    ("S-11", "market", {}, {"emptied": [2, 4, 3, 5]}),
    ("S-11", "market", {"stacks": [8, 8, 7, 8, 8]}, {}),
    ("S-11", "market", {"community": (2, 2, 2, 1, 0), "stacks": [8, 0, 8, 8, 8]}, {}),
    ("S-11", "market", {"market": "OSPHa", "emptied": [], "stacks": [7] * 5}, {}),
    ("S-11", "refill", {"market": "OSPHa", "emptied": []}, {}),
    ("S-11", "refill", {"stacks": [0, None, None, None, None]}, {}),
    ("S-11", "refill", {"market": "...Ha", "emptied": [1, 2, 3]}, {}),
    ("S-11", "refill", {"market": "OSPHa"}, {}),
    ("S-11", "second", {"used": []}, {}),
    ("S-11", "second", {"market": "..PHa", "emptied": [1, 2]}, {}),
    ("S-11", "second", {"market": "OSPHa"}, {}),
    ("S-11", "bloom", {"market": ".SPHa", "emptied": [1]}, {}),
    ("S-11", "token", {"market": ".SPHa", "emptied": [1], "used": ["extra"], "extra_due": True}, {}),
    ("S-11", "hands", {}, {"emptied": [1]}),
    ("S-11", "shops", {}, {"emptied": [5]}),
    ("S-11", "left_over", {"market": ".SPHa", "emptied": [1]}, {}),
    ("S-11", "keep", {"market": ".SPHa", "emptied": [1]}, {}),
    ("S-11", "over", {"market": ".SPHa", "emptied": [1]}, {}),
    # S-12: empty market spaces
    ("S-12", "turn", {"market": ".SPHa", "stacks": [6, 6, 6, 6, 6]}, {}),
    ("S-12", "refill", {"market": ".S.Ha", "stacks": [None, None, 1, None, None]}, {}),
    ("S-12", "left_over", {"market": ".SPHa", "stacks": [11, 10, 10, 10, 10]}, {}),
    ("S-12", "market", {"market": ".....", "stacks": [8, 8, 8, 8, 8]}, {}),
    ("S-12", "keep", {"market": "OSPH.", "stacks": [None, None, None, None, 5]}, {}),
    # S-13: bonuses used
    *[("S-13", name, {}, {"used": used}) for name in ("refill", "keep", "over") for used in (["extra"], ["double"])],
    *[("S-13", name, {}, {"extra_due": True}) for name in ("refill", "keep", "over", "turn", "bloom", "token")],
    ("S-13", "turn", {}, {"used": ["double"]}),
    ("S-13", "turn", {}, {"used": ["extra"], "extra_due": True}),
    ("S-13", "bloom", {}, {"used": ["extra"], "extra_due": True}),
    ("S-13", "token", {}, {"used": ["double"], "extra_due": True}),
    # S-14: the square of the tile just built
    *[("S-14", name, {}, {"cell": "a1"}) for name in BASES if name not in ("bloom", "token", "take", "draw")],
    *[("S-14", name, {}, {"cell": None}) for name in ("bloom", "token", "take", "draw")],
    ("S-14", "token", {}, {"cell": "e5"}),
    ("S-14", "token", {}, {"cell": "b2"}),
    # S-15: a bonus that can be chosen
    ("S-15", "bloom", {}, {"cell": "a1"}),
    ("S-15", "bloom", {}, {"used": BOTH}),
    ("S-15", "bloom", {"options": {"side": "B"}}, {}),
    ("S-15", "token", {}, {"tokens": [False, True]}),
    ("S-15", "token", {"community": NONE}, {"used": BOTH}),
    ("S-15", "token", {"community": (2, 2, 0, 2, 0)}, {"used": BOTH}),
    (
        "S-15",
        "token",
        {},
        {"used": BOTH, "by_token": [True, False, False, False, False], "tokens": [True, False]},
    ),
    # S-16: a player who can build
    ("S-16", "turn", {"hidden": ["", "P"]}, {}),
    ("S-16", "second", {"hidden": ["", "P"]}, {}),
    # S-17: what is taken
    ("S-17", "take", {"market": "OSPHa"}, {}),
    ("S-17", "take", {"stacks": [None] * 5, "emptied": [1], "used": ["extra"]}, {}),
    ("S-17", "draw", {"stacks": [0, None, None, None, None]}, {}),
    ("S-17", "draw", {"market": "OSPHa", "emptied": []}, {}),
    ("S-17", "draw", {"cell": "b1"}, {}),
    # S-18: tiles kept
    ("S-18", "turn", {"hidden": ["OH", ""], "kept": [None, "P"]}, {}),
    ("S-18", "market", {"kept": ["H", None], "stacks": [6, 8, 8, 8, 8]}, {}),
    ("S-18", "keep", {"hidden": ["O", "H", "P"], "kept": ["H", "S", None]}, {}),
    ("S-18", "keep", {"hidden": ["O", "HS", ""], "kept": ["H", None, "P"]}, {}),
    ("S-18", "keep", {"hidden": ["O", "", "P"]}, {}),
    ("S-18", "keep", {"hidden": ["OP", "HS", "P"]}, {}),
    ("S-18", "keep", {"kept": [None, None, None]}, {}),
    ("S-18", "over", {"hidden": ["O", "S", "P"]}, {}),
    ("S-18", "over", {"hidden": ["OS", "S", ""]}, {}),
]


@pytest.mark.parametrize(("law", "name", "settings", "changed"), BREACHES)
def test_a_position_that_breaks_one_law_is_refused_with_its_name(
    implementation: str, law: str, name: str, settings: dict[str, Any], changed: dict[str, Any]
) -> None:
    game, data = BASES[name](implementation, **settings)
    message = refusal((game, data | changed))
    assert laws(message) == {law}
    assert any(re.search(rf"\b{key}\b", message) for key in data)


@pytest.mark.parametrize("player", [-1, 3, 255, 2**70])
@pytest.mark.parametrize("name", ["turn", "hands", "bloom", "refill", "keep"])
def test_s_4_nobody_has_that_number(implementation: str, name: str, player: int) -> None:
    game, data = BASES[name](implementation)
    message = refusal((game, data | {"player": player}))
    assert re.search(r"\bplayer\b", message)
    assert laws(message) <= {"S-1", "S-4"}


@pytest.mark.parametrize("players", [2, 4])
def test_s_9_without_a_choice_of_shops_there_is_no_such_phase(implementation: str, players: int) -> None:
    game = load(implementation, players)
    for taken in ("", "abcde"):
        data = position(game, phase="shops", player=None, hidden=[""] * players, market=".....", taken=taken)
        assert laws(refusal((game, data))) == {"S-9"}


def test_s_16_a_full_town_cannot_be_built_in(implementation: str) -> None:
    full = {"O": "a1 b1 c1 a2 b2 c2 a3 b3 c3"}
    settings: dict[str, Any] = {"hidden": ["PP", "HH"], "pool": "SSSSS", "box_of": {"size": 3}}
    game, data = described(implementation, towns=[{}, full], **settings)
    assert game.state_from_dict(data).current_player() == 0
    assert laws(refusal((game, data | {"player": 1}))) == {"S-16"}


def test_s_17_without_a_market_tile_there_is_nothing_to_take(implementation: str) -> None:
    settings: dict[str, Any] = {"towns": [{"O": "a1"}, {}], "hidden": ["P", "PP"], "pool": "", "cell": "a1"}
    game, data = described(implementation, market="...H.", phase="take", **settings)
    assert legal(game.state_from_dict(data)) == ["take:4"]
    assert laws(refusal(described(implementation, market=".....", phase="take", **settings))) == {"S-17"}


def test_several_broken_laws_are_all_told(implementation: str) -> None:
    game, data = turn(implementation)
    broken: dict[str, Any] = {
        "pool": [0] * 10,
        "player": None,
        "by_token": [False, True, False, False, False],
        "cell": "a1",
    }
    assert laws(refusal((game, data | broken))) == {"S-3", "S-4", "S-5", "S-6", "S-14"}
    broken = {"used": ["double"], "kept": [None, "S"], "emptied": [1], "out": [6, 6, 7, 5, *[1] * 6]}
    assert laws(refusal((game, data | broken))) == {"S-3", "S-9", "S-11", "S-13", "S-18"}


def test_faults_of_type_and_of_law_are_told_together(implementation: str) -> None:
    game, data = turn(implementation)
    broken = {key: value for key, value in data.items() if key != "pool"}
    message = refusal((game, broken | {"extra_due": 3, "kept": [None, "P"], "cell": "a1", "seed": 1}))
    assert {"S-14", "S-18"} <= laws(message)
    for word in ("pool", "extra_due", "'seed'"):
        assert word in message


@pytest.mark.parametrize("data", [None, 3, "turn", [], {}])
def test_what_is_no_position_at_all_is_refused(implementation: str, data: Any) -> None:
    with pytest.raises(ValueError, match="bloom_town"):
        load(implementation).state_from_dict(data)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_positions_of_a_whole_game_are_lawful(implementation: str, players: int) -> None:
    game = load(implementation, players)
    state = game.new_initial_state()
    steps = 0
    while not state.is_terminal():
        assert game.state_from_dict(state.to_dict()) == state
        actions = state.legal_actions()
        # A walk that meets every phase: bonuses now and then.
        state = play(state, state.action_to_string(actions[(7 * steps) % len(actions)]))
        steps += 1
    assert game.state_from_dict(state.to_dict()) == state
