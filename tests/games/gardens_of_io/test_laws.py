"""What `state_from_dict` refuses: S-1 to S-14 of seeds/gardens_of_io/state.md."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest

import cloche

from .garden import box, described, load, play, position, scene

Base = tuple[cloche.Game, dict[str, Any]]
Hands = Sequence[str]
GARDEN = {"R": "a1", "B": "e5", "T": "i9"}

WITH_A_FLOWER = ["R........", *["........."] * 3, "....T....", *["........."] * 3, "........T"]


def turn(implementation: str, **settings: Any) -> Base:
    """Player 0 before planting; leads of less than 100 are allowed."""
    here: dict[str, Any] = {"box_of": {"lap_lead": 100}, "positions": [7, 3]}
    return described(implementation, garden=GARDEN, reserves=["RYB", "YBG"], **here | settings)


def first_cell(implementation: str, word: str = "swap-tree", **settings: Any) -> Base:
    """Player 0 has chosen a special action."""
    here = {"spent": {word: 0}, "phase": "first_cell", "special": word, "special_open": False}
    return turn(implementation, **here | settings)


def second_cell(implementation: str, word: str = "swap-tree", **settings: Any) -> Base:
    """Player 0 has chosen the first cell, if nothing else is said the tree to swap."""
    return first_cell(implementation, word, **{"phase": "second_cell", "first": "i9"} | settings)


def lap_bonus(implementation: str, hands: Hands = ("RYB", "YBG"), **settings: Any) -> Base:
    """Player 0 has planted past the start."""
    here = {"phase": "lap_bonus", "positions": [41, 30]}
    return described(implementation, garden=GARDEN, reserves=hands, **here | settings)


def run_bonus(implementation: str, hands: Hands = ("RYB", "YBG"), **settings: Any) -> Base:
    """Player 0 has run past the start."""
    here = {"special": "run", "special_open": False, "spent": {"run": 0}}
    return lap_bonus(implementation, hands, **here | settings)


def over(implementation: str, hands: Hands = ("", "YBGG"), **settings: Any) -> Base:
    """Player 0 has planted the last flower."""
    here = {"phase": "over", "player": None, "positions": [7, 3]}
    return described(implementation, garden=GARDEN, reserves=hands, **here | settings)


def deal(implementation: str, hands: Hands = ("RRR", "B", ""), **settings: Any) -> Base:
    """Player 1 of three has drawn one of three flowers."""
    game = load(implementation, 3, box(flowers=3))
    here: dict[str, Any] = {"phase": "deal", "player": 1}
    return game, position(game, garden={}, reserves=hands, **here | settings)


def tree(implementation: str, trees: str = "e5 i9", hands: Hands = ("RYB", "YBG"), **settings: Any) -> Base:
    """Two of three trees stand, and player 0 of two puts down the third."""
    game = load(implementation, 2, box(flowers=3))
    here: dict[str, Any] = {"phase": "tree", "player": 0}
    return game, position(game, garden={"T": trees}, reserves=hands, **here | settings)


BASES = {base.__name__: base for base in (turn, first_cell, second_cell, lap_bonus, run_bonus, over, deal, tree)}


# Laws that ask for the same things in two phases, and may be named together.
TWINS = {"S-7": {"S-8"}, "S-8": {"S-7"}}


def refusal(base: Base) -> str:
    """The message with which a position is refused."""
    game, data = base
    with pytest.raises(ValueError, match="gardens_of_io") as error:
        game.state_from_dict(data)
    return str(error.value)


def laws(message: str) -> set[str]:
    """The laws that a message names."""
    return set(re.findall(r"S-\d+", message))


@pytest.mark.parametrize("name", BASES)
def test_lawful_positions_are_taken_as_they_are(implementation: str, name: str) -> None:
    game, data = BASES[name](implementation)
    state = game.state_from_dict(data)
    assert state.to_dict() == data
    assert list(state.to_dict()) == list(data)
    assert game.deserialize(state.serialize()) == state


# S-1: keys, types, lengths


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("phase", "planting"),
        ("phase", None),
        ("player", "0"),
        ("player", False),
        ("garden", "........."),
        ("garden", ["........."] * 8),
        ("garden", ["........"] * 9),
        ("garden", [0] * 9),
        ("positions", [7]),
        ("positions", [7, 3, 2]),
        ("positions", [7, -3]),
        ("positions", [60001, 59990]),
        ("positions", [7, 3.0]),
        ("positions", [True, 3]),
        ("positions", {"0": 7, "1": 3}),
        ("reserves", [[0, 1, 0, 0, 2, 0]]),
        ("reserves", [[0, 1, 0, 0, 2], [1, 1, 0, 0, 0, 1]]),
        ("reserves", [[0, 1, 0, 0, 2, True], [1, 1, 0, 0, 0, 1]]),
        ("reserves", [[0, 1, 0, 0, -2, 0], [1, 1, 0, 0, 0, 1]]),
        ("bag", [256, 8, 10, 10, 8, 9]),
        ("bag", None),
        ("allowance", [2]),
        ("allowance", [2, -1]),
        ("allowance", [2, 256]),
        ("counters", [1, 1, 1, 1]),
        ("counters", [1, 1, 1, 1, True]),
        ("special_open", 1),
        ("special_open", None),
        ("special", 4),
        ("first", 40),
        ("extra_turn", 0),
    ],
)
def test_s_1_a_value_of_another_type_or_size_is_refused_by_its_key(
    implementation: str, key: str, value: object
) -> None:
    game, data = turn(implementation)
    message = refusal((game, data | {key: value}))
    assert re.search(rf"\b{key}\b", message)
    # A law that cannot be judged is passed over.
    assert laws(message) <= {"S-1"}


def test_s_1_every_key_is_needed(implementation: str) -> None:
    game, data = turn(implementation)
    for key in data:
        message = refusal((game, {other: data[other] for other in data if other != key}))
        assert re.search(rf"\b{key}\b", message), key


def test_s_1_other_keys_are_refused(implementation: str) -> None:
    game, data = turn(implementation)
    assert "'colour'" in refusal((game, data | {"colour": "R"}))


def test_s_1_the_largest_position_is_60000(implementation: str) -> None:
    game, data = turn(implementation)
    assert game.state_from_dict(data | {"positions": [60000, 59990]}).scores() == [60000, 59990]


# The other laws: a position that breaks one of them only


@pytest.mark.parametrize(
    ("law", "name", "changed"),
    [
        # S-2: what stands in the garden
        ("S-2", "turn", {"garden": ["R........", *["........."] * 3, "....b....", *["........."] * 3, "........T"]}),
        ("S-2", "turn", {"garden": ["R...X....", *["........."] * 3, "....B....", *["........."] * 3, "........T"]}),
        ("S-2", "turn", {"garden": ["R... ....", *["........."] * 3, "....B....", *["........."] * 3, "........T"]}),
        # S-3: the flowers of a colour
        ("S-3", "turn", {"bag": [7, 8, 10, 10, 8, 10]}),
        ("S-3", "turn", {"bag": [7, 8, 10, 10, 8, 8]}),
        ("S-3", "deal", {"bag": [9, 10, 10, 10, 6, 10]}),
        # S-4: the player
        ("S-4", "turn", {"player": None}),
        ("S-4", "over", {"player": 0}),
        ("S-4", "deal", {"player": None}),
        # S-5: spaces are not shared
        ("S-5", "turn", {"positions": [7, 7]}),
        ("S-5", "turn", {"positions": [5, 45]}),
        ("S-5", "turn", {"positions": [40, 0]}),
        ("S-5", "turn", {"positions": [40, 80]}),
        ("S-5", "over", {"positions": [7, 7]}),
        # S-6: allowances and counters
        ("S-6", "turn", {"allowance": [3, 2]}),
        ("S-6", "turn", {"allowance": [3, 1]}),
        ("S-6", "turn", {"counters": [2, 1, 1, 1, 1]}),
        ("S-6", "turn", {"counters": [2, 1, 1, 1, 0]}),
        ("S-6", "turn", {"allowance": [1, 2]}),
        ("S-6", "turn", {"counters": [1, 1, 1, 1, 0]}),
        ("S-6", "turn", {"allowance": [1, 1], "counters": [1, 1, 1, 1, 0]}),
        ("S-6", "over", {"allowance": [1, 2]}),
        # S-7: the deal
        ("S-7", "turn", {"reserves": [[1, 1, 0, 0, 0, 0], [1, 1, 0, 0, 0, 1]], "bag": [7, 8, 10, 10, 9, 9]}),
        ("S-7", "turn", {"reserves": [[1, 1, 0, 0, 2, 0], [1, 1, 0, 0, 0, 1]], "bag": [7, 8, 10, 10, 7, 9]}),
        ("S-7", "tree", {"hands": ["RYB", "YB"]}),
        ("S-7", "over", {"reserves": [[0] * 6, [1, 1, 0, 0, 0, 3]], "bag": [8, 9, 10, 10, 9, 7]}),
        ("S-7", "deal", {"garden": ["T........", *["........."] * 8]}),
        ("S-7", "deal", {"garden": ["R........", *["........."] * 8], "bag": [9, 10, 10, 10, 6, 10]}),
        ("S-7", "deal", {"positions": [0, 1, 0]}),
        ("S-7", "deal", {"counters": [1, 1, 1, 1, 0], "allowance": [0, 1, 1]}),
        ("S-7", "deal", {"hands": ("RR", "B", "")}),
        ("S-7", "deal", {"hands": ("RRRR", "B", "")}),
        ("S-7", "deal", {"hands": ("RRR", "BBB", "")}),
        ("S-7", "deal", {"hands": ("RRR", "B", "Y")}),
        ("S-7", "deal", {"player": 0}),
        ("S-7", "deal", {"player": 2}),
        # S-8: the trees
        ("S-8", "tree", {"trees": "e5 i9 a1", "player": 1}),
        ("S-8", "tree", {"player": 1}),
        ("S-8", "tree", {"hands": ["RYB", "YB"], "garden": WITH_A_FLOWER, "bag": [8, 8, 10, 10, 8, 10]}),
        ("S-8", "tree", {"trees": "e5", "player": 0}),
        ("S-8", "tree", {"positions": [0, 1]}),
        ("S-8", "tree", {"counters": [1, 1, 1, 1, 0], "allowance": [1, 2]}),
        ("S-8", "turn", {"garden": ["R........", *["........."] * 3, "....B....", *["........."] * 4]}),
        ("S-8", "turn", {"garden": ["R.......T", *["........."] * 3, "....B....", *["........."] * 3, "........T"]}),
        ("S-8", "over", {"garden": ["R........", *["........."] * 3, "....B....", *["........."] * 4]}),
        # S-9: whether a special action may be chosen
        ("S-9", "turn", {"special_open": False}),
        ("S-9", "turn", {"special_open": False, "spent": {"run": 1}}),
        ("S-9", "lap_bonus", {"special_open": False}),
        ("S-9", "first_cell", {"special_open": True}),
        ("S-9", "second_cell", {"special_open": True}),
        ("S-9", "run_bonus", {"special_open": True}),
        ("S-9", "deal", {"special_open": False}),
        ("S-9", "tree", {"special_open": False}),
        ("S-9", "over", {"special_open": False}),
        ("S-9", "first_cell", {"spent": {"swap-tree": 1}}),
        # S-10: the special action being carried out
        ("S-10", "turn", {"special": "run"}),
        ("S-10", "turn", {"special": "swap-tree", "spent": {"swap-tree": 0}, "special_open": False}),
        ("S-10", "first_cell", {"special": None}),
        ("S-10", "first_cell", {"special": "run", "spent": {"run": 0}}),
        ("S-10", "first_cell", {"spent": {"run": 0}}),
        ("S-10", "second_cell", {"spent": {"run": 0}}),
        ("S-10", "run_bonus", {"spent": {"swap-tree": 0}}),
        ("S-10", "lap_bonus", {"special": "swap-tree", "spent": {"swap-tree": 0}, "special_open": False}),
        ("S-10", "tree", {"special": "run"}),
        ("S-10", "over", {"special": "run"}),
        # S-11: first cells
        ("S-11", "turn", {"first": "a1"}),
        ("S-11", "first_cell", {"first": "i9"}),
        ("S-11", "second_cell", {"first": None}),
        ("S-11", "second_cell", {"first": "a1"}),
        ("S-11", "second_cell", {"first": "c3"}),
        ("S-11", "second_cell", {"first": "e5"}),
        # S-12: the lap bonus
        ("S-12", "lap_bonus", {"options": {"lap_bonus": False}}),
        ("S-12", "lap_bonus", {"positions": [39, 30]}),
        ("S-12", "lap_bonus", {"hands": ["YYY", "YGG"]}),
        ("S-12", "turn", {"extra_turn": True}),
        ("S-12", "tree", {"extra_turn": True}),
        ("S-12", "over", {"extra_turn": True}),
        ("S-12", "run_bonus", {"extra_turn": True}),
        ("S-12", "lap_bonus", {"extra_turn": True, "hands": ["RYB", "WPG"]}),
        # S-14: the lap lead
        ("S-14", "over", {"hands": ["Y", "YBG"]}),
        ("S-14", "turn", {"positions": [103, 3]}),
        ("S-14", "turn", {"positions": [3, 103]}),
        ("S-14", "lap_bonus", {"positions": [71, 30]}),
    ],
)
def test_a_position_that_breaks_one_law_is_refused_with_its_name(
    implementation: str, law: str, name: str, changed: dict[str, Any]
) -> None:
    whole = BASES["turn"](implementation)[1]
    settings = {key: value for key, value in changed.items() if key not in whole}
    game, data = BASES[name](implementation, **settings)
    message = refusal((game, data | {key: value for key, value in changed.items() if key in whole}))
    assert law in laws(message)
    assert laws(message) <= {law} | TWINS.get(law, set())


@pytest.mark.parametrize("player", [-1, 2, 255, 2**70])
@pytest.mark.parametrize("name", ["turn", "deal", "tree", "first_cell", "lap_bonus"])
def test_s_4_nobody_has_that_number(implementation: str, name: str, player: int) -> None:
    game, data = BASES[name](implementation)
    message = refusal((game, data | {"player": 3 if name == "deal" and player == 2 else player}))
    assert re.search(r"\bplayer\b", message)
    assert laws(message) <= {"S-1", "S-4"}


@pytest.mark.parametrize("name", ["first_cell", "second_cell", "run_bonus"])
@pytest.mark.parametrize("word", ["dig", "", "Run", "skip"])
def test_s_10_there_is_no_such_special_action(implementation: str, name: str, word: str) -> None:
    game, data = BASES[name](implementation)
    message = refusal((game, data | {"special": word}))
    assert re.search(r"\bspecial\b", message)
    assert laws(message) <= {"S-1", "S-10"}


def test_several_broken_laws_are_all_told(implementation: str) -> None:
    game, data = turn(implementation)
    broken: dict[str, Any] = {
        "player": None,
        "positions": [7, 7],
        "bag": [0] * 6,
        "counters": [1, 1, 1, 1, 0],
        "first": "a1",
        "extra_turn": True,
    }
    assert laws(refusal((game, data | broken))) == {"S-3", "S-4", "S-5", "S-6", "S-11", "S-12"}
    broken = {"positions": [3, 103], "bag": [0] * 6, "special_open": False, "special": "run", "first": "a1"}
    assert laws(refusal((game, data | broken))) == {"S-3", "S-9", "S-10", "S-11", "S-14"}


def test_faults_of_type_and_of_law_are_told_together(implementation: str) -> None:
    game, data = turn(implementation)
    broken = {key: value for key, value in data.items() if key != "bag"}
    message = refusal((game, broken | {"positions": [7, 7], "special": 3, "seed": 1}))
    assert "S-5" in laws(message)
    for word in ("bag", "special", "'seed'"):
        assert word in message


@pytest.mark.parametrize("data", [None, 3, "turn", [], {}])
def test_what_is_no_position_at_all_is_refused(implementation: str, data: Any) -> None:
    with pytest.raises(ValueError, match="gardens_of_io"):
        load(implementation).state_from_dict(data)


def test_s_5_any_number_of_martians_stand_at_position_0(implementation: str) -> None:
    state = scene(implementation, garden={}, reserves=["R", "B", "G", "Y"], positions=[0, 0, 4, 0])
    assert state.scores() == [0, 0, 4, 0]


def test_s_13_at_the_lap_bonus_of_a_planting_the_movers_reserve_may_be_empty(implementation: str) -> None:
    game, data = lap_bonus(implementation, hands=["", "YBGRRR"])
    assert game.state_from_dict(data).current_player() == 0


@pytest.mark.parametrize(
    ("name", "hands"),
    [
        ("lap_bonus", ["YBGRRR", ""]),
        ("run_bonus", ["", "YBGRRR"]),
        ("run_bonus", ["YBGRRR", ""]),
    ],
)
def test_s_13_no_other_reserve_is_empty_at_a_lap_bonus(implementation: str, name: str, hands: list[str]) -> None:
    assert laws(refusal(BASES[name](implementation, hands=hands))) == {"S-13"}


@pytest.mark.parametrize("reserves", [["", "YBGRRR"], ["YBGRRR", ""], ["", ""]])
def test_s_13_nobodys_reserve_is_empty_inside_a_turn(implementation: str, reserves: list[str]) -> None:
    garden = GARDEN if any(reserves) else {"T": "i9", "R": "a1 b1", "B": "c1 d1"}
    chosen = {"spent": {"move-tree": 0}, "phase": "first_cell", "special": "move-tree", "special_open": False}
    for inside in ({}, chosen):
        settings: dict[str, Any] = {"positions": [7, 3]} | inside
        base = described(implementation, garden=garden, reserves=reserves, **settings)
        assert laws(refusal(base)) == {"S-13"}


def test_s_11_a_special_action_without_a_first_cell_cannot_be_under_way(implementation: str) -> None:
    settings: dict[str, Any] = {"phase": "first_cell", "special_open": False}
    for word, garden in (
        ("swap-tree", {"T": "i9"}),
        ("swap-flowers", {"R": "a1 b1"}),
        ("move-flower", {"T": "i9"}),
        ("move-tree", {"R": "a1 b1"}),
    ):
        base = described(
            implementation, garden=garden, reserves=["RB", "RB"], spent={word: 0}, special=word, **settings
        )
        assert laws(refusal(base)) == {"S-11"}


def test_s_11_the_first_of_two_flowers_has_the_lower_index(implementation: str) -> None:
    game, data = second_cell(implementation, "swap-flowers", first="a1")
    assert game.state_from_dict(data).current_player() == 0
    assert laws(refusal(second_cell(implementation, "swap-flowers", first="e5"))) == {"S-11"}


def test_s_12_an_extra_turn_may_be_due_where_a_colour_is_gone(implementation: str) -> None:
    game, data = lap_bonus(implementation, extra_turn=True)
    assert game.state_from_dict(data).to_dict()["extra_turn"] is True


def test_s_14_the_game_may_be_over_by_a_lap_lead_alone(implementation: str) -> None:
    settings: dict[str, Any] = {"phase": "over", "player": None}
    game, data = described(implementation, garden=GARDEN, reserves=["RYB", "YBG"], positions=[44, 3], **settings)
    assert game.state_from_dict(data).is_terminal()
    # 39 is no lap lead.
    base = described(implementation, garden=GARDEN, reserves=["RYB", "YBG"], positions=[42, 3], **settings)
    assert laws(refusal(base)) == {"S-14"}


def test_positions_of_a_whole_game_are_lawful(implementation: str) -> None:
    game = load(implementation, 3)
    state = game.new_initial_state()
    steps = 0
    while not state.is_terminal():
        assert game.state_from_dict(state.to_dict()) == state
        actions = state.legal_actions()
        # A walk that meets every phase: words and picks now and then.
        action = actions[(7 * steps) % len(actions)]
        state = play(state, state.action_to_string(action))
        steps += 1
    assert game.state_from_dict(state.to_dict()) == state
