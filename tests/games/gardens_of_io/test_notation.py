"""Action ids, texts and what the game says of itself: the table of seeds/gardens_of_io/rules.md and its records."""

import random
from typing import Any

import pytest

import cloche

from .garden import NAME, WORDS, box, legal, load, play, scene


def test_plants_are_numbered_by_colour_and_cell(implementation: str) -> None:
    # Red is colour 4, e5 is cell 4 * 9 + 4 = 40.
    state = scene(implementation, garden={}, reserves=["BYWPRG", "BYWPRG"], positions=[5, 0])
    assert state.string_to_action("R@e5") == 4 * 81 + 40 == 364
    assert state.action_to_string(364) == "R@e5"
    assert state.string_to_action("B@e1") == 4
    assert state.string_to_action("G@e9") == 5 * 81 + 76
    # By colour first, then row by row: column e and the diagonals d1 c2 b3 a4 and f1 g2 h3 i4.
    blue = ["d1", "e1", "f1", "c2", "e2", "g2", "b3", "e3", "h3", "a4", "e4", "i4", "e5", "e6", "e7", "e8", "e9"]
    assert legal(state)[:18] == [f"B@{cell}" for cell in blue] + ["Y@d1"]


def test_skip_and_the_words_follow_the_plants(implementation: str) -> None:
    garden = {"T": "a1", "R": "b1", "B": "c1"}
    state = scene(implementation, garden=garden, reserves=["R", "B"])
    assert state.legal_actions() == [486, 487, 488, 489, 490, 491]
    assert legal(state) == ["skip", *WORDS]


def test_cells_are_numbered_last(implementation: str) -> None:
    state = load(implementation).new_initial_state(seed=0)
    assert state.legal_actions() == list(range(492, 573))
    assert state.action_to_string(492 + 40) == "e5"
    assert state.action_to_string(572) == "i9"
    bonus = play(scene(implementation, garden={"B": "i9"}, reserves=["RB", "B"], positions=[39, 30]), "R@a1")
    assert bonus.legal_actions() == [572]
    first = play(scene(implementation, garden={"B": "i9"}, reserves=["RB", "B"]), "move-flower")
    assert first.legal_actions() == [572]


def test_draws_are_numbered_by_colour(implementation: str) -> None:
    state = load(implementation).new_initial_state()
    assert state.legal_actions() == [0, 1, 2, 3, 4, 5]
    assert legal(state) == ["B", "Y", "W", "P", "R", "G"]
    assert [state.string_to_action(text) for text in "BYWPRG"] == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    "text",
    ["r@e1", "R@E1", "R @e1", "R@e", "R@e10", "R@j1", "R@a9", "Y@e1", "R@e01", "e1", "skip", "Run", "", "B"],
)
def test_only_the_exact_text_of_a_legal_action_is_understood(implementation: str, text: str) -> None:
    state = scene(implementation, garden={}, reserves=["R", "B"], positions=[5, 0])
    assert state.string_to_action("R@e1") == 4 * 81 + 4
    with pytest.raises(ValueError, match="not legal here"):
        state.string_to_action(text)


@pytest.mark.parametrize("action", [-1, 0, 486, 487, 492, 573, 10**20])
def test_an_illegal_action_is_refused_and_changes_nothing(implementation: str, action: int) -> None:
    state = scene(implementation, garden={}, reserves=["R", "B"], positions=[5, 0])
    before = state.to_dict()
    with pytest.raises(ValueError, match="not legal here"):
        state.apply_action(action)
    assert state.to_dict() == before
    with pytest.raises(ValueError, match="not legal here"):
        state.action_to_string(action)


def test_texts_and_ids_convert_both_ways_throughout_a_game(implementation: str) -> None:
    state = load(implementation, 4).new_initial_state()
    rng = random.Random(1)
    while not state.is_terminal():
        actions = state.legal_actions()
        assert actions == sorted(set(actions))
        texts = legal(state)
        assert len(set(texts)) == len(texts)
        assert [state.string_to_action(text) for text in texts] == actions
        state.apply_action(rng.choice(actions))


def test_keys_stand_in_the_order_of_the_page(implementation: str) -> None:
    keys = ["phase", "player", "garden", "positions", "reserves", "bag", "allowance", "counters"]
    keys += ["special_open", "special", "first", "extra_turn"]
    state = load(implementation).new_initial_state()
    assert list(state.to_dict()) == keys
    assert list(state.observation(1)) == ["observer", *(key for key in keys if key != "bag")]


# Records of the game


@pytest.mark.parametrize(
    ("players", "longest"),
    [
        (2, 3 + 3 * 4 + 41 * (54 + 2 + 4)),
        (3, 3 + 3 * 3 + 41 * (54 + 3 + 3)),
        (4, 3 + 3 * 4 + 41 * (56 + 4 + 4)),
        (5, 3 + 3 * 5 + 41 * (55 + 5 + 5)),
    ],
)
def test_the_game_states_its_bounds(implementation: str, players: int, longest: int) -> None:
    game = load(implementation, players)
    assert game.num_distinct_actions == 573
    assert game.max_chance_outcomes == 6
    assert game.max_game_length == longest
    assert (game.min_utility, game.max_utility, game.utility_sum) == (-1, 1, 0)


def test_ids_and_outcomes_are_the_same_for_every_box(implementation: str) -> None:
    small = box(size=4, colours="BG", count=6, trees=1, flowers=5, players=(2, 2), specials=(3, 3))
    game = load(implementation, 2, small)
    assert game.num_distinct_actions == 573
    assert game.max_chance_outcomes == 6
    # One tree, three specials for each of two players, 20 spaces for each of ten flowers.
    assert game.max_game_length == 1 + 3 * 6 + 21 * (10 + 2 + 6)


def test_the_cooperative_game_has_bounds_of_its_own(implementation: str) -> None:
    game = load(implementation, 3, cooperative=True)
    assert (game.min_utility, game.max_utility, game.utility_sum) == (0, 60000, None)


# What is refused


@pytest.mark.parametrize("players", [0, 1, 6, -2, 2.0, True, "2"])
def test_two_to_five_players(implementation: str, players: Any) -> None:
    with pytest.raises(ValueError, match="players"):
        cloche.load(NAME, players, implementation=implementation)


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"lap_bonus": 1}, "lap_bonus"),
        ({"lap_bonus": "true"}, "lap_bonus"),
        ({"cooperative": None}, "cooperative"),
        ({"lapbonus": True}, "lapbonus.*did you mean 'lap_bonus'"),
        ({"cooperative": 0, "trees": 3}, "(?s)cooperative.*trees"),
    ],
)
def test_options_are_checked_and_every_fault_is_told(implementation: str, options: dict[str, Any], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        cloche.load(NAME, 2, options, implementation=implementation)


def test_a_box_is_for_the_players_it_names(implementation: str) -> None:
    with pytest.raises(ValueError, match="players"):
        load(implementation, 3, box(players=(2, 2)))


@pytest.mark.parametrize(
    ("table", "key", "value"),
    [
        ("board", "size", 10),
        ("board", "size", 2),
        ("board", "track", 39),
        ("pieces", "trees", 4),
        ("pieces", "martians_each", 2),
        ("move", "skip", 2),
        ("move", "lap_lead", 0),
        ("players", "max", 6),
    ],
)
def test_a_box_with_a_wrong_number_is_refused_by_its_place(
    implementation: str, table: str, key: str, value: int
) -> None:
    wrong = box()
    wrong[table] = wrong[table] | {key: value}
    with pytest.raises(ValueError, match=rf"{table}\.{key}"):
        load(implementation, 2, wrong)


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        # 16 circles less a tree and one that stays empty: seven for each of two.
        ({"size": 4, "trees": 1, "flowers": 8, "players": (2, 2)}, r"setup\[0\]\.flowers"),
        ({"colours": "BG", "count": 4, "flowers": 5, "players": (2, 2)}, r"setup\[0\]\.flowers"),
        ({"colours": "BTG"}, r"colour\[1\]\.id"),
        ({"colours": "BGB"}, "colour.*'B'.*twice"),
        ({"colours": "BYWPRGX"}, "colour"),
        ({"count": 21}, r"colour\[0\]\.count"),
        ({"flowers": 0}, r"setup\[0\]\.flowers"),
        ({"uses": (1, 1, 256, 1, 1)}, r"special_action\[2\]\.uses"),
    ],
)
def test_a_box_that_cannot_be_played_is_refused(implementation: str, settings: dict[str, Any], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        load(implementation, 2, box(**settings))


def test_a_box_may_leave_just_one_circle_empty(implementation: str) -> None:
    game = load(implementation, 2, box(size=4, trees=1, flowers=7, players=(2, 2)))
    state = game.new_initial_state(seed=2)
    rng = random.Random(2)
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    assert sum(state.returns()) == 0


@pytest.mark.parametrize(("text", "first"), [("E5", "e5"), (" E5", "e5"), ("A1", "a1"), ("e55", "e5")])
def test_what_differs_by_case_alone_is_suggested_first(implementation: str, text: str, first: str) -> None:
    state = load(implementation).new_initial_state(seed=0)
    with pytest.raises(ValueError, match=f"is not legal here; did you mean {first}[ ?]"):
        state.string_to_action(text)


def test_suggestions_are_as_the_box_writes_them(implementation: str) -> None:
    state = scene(implementation, garden={}, reserves=["R", "B"], positions=[5, 0])
    for text, first in (("r@e5", "R@e5"), ("R@E5", "R@e5"), ("RUN", "run"), ("e5", "R@e5")):
        with pytest.raises(ValueError, match=f"did you mean {first}[ ?]"):
            state.string_to_action(text)
    with pytest.raises(ValueError, match="not legal here; player 0 may play"):
        state.string_to_action("r" * 10**6)


def test_blanks_around_a_text_are_ignored(implementation: str) -> None:
    state = scene(implementation, garden={}, reserves=["R", "B"], positions=[5, 0])
    assert state.string_to_action(" R@e1\n") == state.string_to_action("R@e1")
