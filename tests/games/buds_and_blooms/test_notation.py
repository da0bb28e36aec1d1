"""Ids and texts of actions, both ways, and what the game says of itself."""

from __future__ import annotations

import random
from typing import Any

import pytest

import cloche

from .buds import FACES, at, box, legal, load, play, turn


def both(state: cloche.State, text: str, action: int) -> bool:
    """Whether a text and an id stand for each other."""
    return state.string_to_action(text) == action and state.action_to_string(action) == text


@pytest.mark.parametrize(
    ("text", "action"),
    [("R1@1", 0), ("R1@3", 2), ("Y3@1", 24), ("Y3@3", 26), ("B6@2", 17 * 3 + 1), ("R4@2", 10), ("B6@3", 53)],
)
def test_a_bloom_is_its_face_times_3_and_the_bed(implementation: str, text: str, action: int) -> None:
    assert both(at(implementation, hands=["R1 Y3 B6 R4"]), text, action)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("RY=R1@1", 54),
        ("RY=R4@2", 54 + 3 * 3 + 1),
        ("RY=R6@3", 54 + 5 * 3 + 2),
        ("RY=Y1@1", 54 + 18),
        ("YB=Y1@1", 54 + 36),
        ("YB=B5@3", 54 + (3 * 6 + 4) * 3 + 2),
        ("BR=B1@1", 54 + 72),
        ("BR=R2@2", 54 + (5 * 6 + 1) * 3 + 1),
        ("BR=R6@3", 161),
    ],
)
def test_a_bud_counts_by_bud_colour_number_and_bed(implementation: str, text: str, action: int) -> None:
    # Colours in the order of the name of the bud.
    assert both(at(implementation, hands=["RY YB BR R1"]), text, action)


def test_tools_have_ids_of_their_own(implementation: str) -> None:
    state = at(
        implementation, hands=["power cut dig R3"], flowers=[["R2 Y5", "R1 B2", "B6"], ["Y2", "R6", "B5"]], drawn=(12,)
    )
    ids = {"power": 162, "cut:take@2": 164, "cut:insert@1.1": 167, "dig:compost": 199, "dig:deck": 200}
    for text, action in ids.items():
        assert both(state, text, action), text
    assert both(at(implementation, hands=["cut R3 R5 Y6"], flowers=[[], ["Y4"]]), "cut:take@1", 163)
    assert both(at(implementation, hands=["cut R3 R5 Y6"], flowers=[[], ["", "", "Y4"]]), "cut:take@3", 165)
    state = at(implementation, hands=["cut R2 R4 B5"], flowers=[["R3", "B3", "R6 B4 R1"]])
    ids = {"cut:insert@1.0": 166, "cut:insert@2.0": 177, "cut:insert@3.1": 189, "cut:insert@3.2": 190}
    assert {text: state.string_to_action(text) for text in legal(state) if text.startswith("cut")} == ids


def test_the_highest_places_of_a_flower_have_ids(implementation: str) -> None:
    beds = "bed6.0.0 bed5.0.1 bed3.0.0"
    flower = "R1 Y2 R3 Y4 R5 Y6 B5 R4 B3 R2"
    state = at(implementation, hands=["cut power Y1 B2"], flowers=[["", "", flower]], beds=beds)
    assert state.string_to_action("Y1@3") == 6 * 3 + 2
    state = play(state, "power")
    assert both(state, "grow:3.0", 250 + 22)
    assert both(state, "grow:3.8", 250 + 30)
    # 9 cards: an own 2 below the last one.
    state = at(
        implementation, hands=["cut power RY B2"], flowers=[["", "", "R1 R2 R3 Y4 R5 Y6 B5 R4 B3 Y1"]], beds=beds
    )
    assert both(state, "cut:insert@3.9", 166 + 22 + 9)
    state = play(state, "cut:insert@3.9")
    assert legal(state) == ["B2@3", "RY=R2@3", "RY=Y2@3"]


@pytest.mark.parametrize("hand", ["R1 R2 R3 R4", "Y1 Y6 B1 B6", "RY YB BR power", "cut dig R1 R2"])
def test_a_discard_and_a_take_count_by_face(implementation: str, hand: str) -> None:
    state = at(implementation, hands=[hand])
    for face in hand.split():
        assert both(state, f"discard:{face}", 225 + FACES.index(face))
    state = at(implementation, hands=["dig R5 Y5 B5"], compost=" ".join(f for f in hand.split() if f != "dig"))
    state = play(state, "dig:compost")
    for face in hand.split():
        if face != "dig":
            assert both(state, f"take:{face}", 201 + FACES.index(face))


def test_faces_stand_in_the_order_of_the_page() -> None:
    colours = [f"{colour}{number}" for colour in "RYB" for number in range(1, 7)]
    assert [*colours, "RY", "YB", "BR", "power", "cut", "dig"] == FACES


def test_weather_and_growths_have_ids(implementation: str) -> None:
    state = at(
        implementation, hands=["R4 R3 power", "R1"], flowers=[["R1/1 Y2/1 Y3", "B1 B2", "R6 R5"]], drawn=(24, 24)
    )
    assert both(state, "weather", 249)
    state = play(state, "power")
    ids = {"grow:1.0": 250, "grow:1.1": 251, "grow:2.0": 261, "grow:3.0": 272}
    assert {text: state.string_to_action(text) for text in legal(state)} == ids
    state = play(state, "grow:1.0")
    assert both(state, "grow:none", 283)


def test_outcomes_have_ids_of_their_own(implementation: str) -> None:
    state = load(implementation).new_initial_state()
    assert [both(state, f"card:{card}", card) for card in range(6)] == [True] * 6
    state = play(state, "card:0")
    assert both(state, "face:plain", 0)
    assert both(state, "face:rocks", 1)
    state = play(state, "face:rocks")
    assert both(state, "turn:0", 0)
    assert both(state, "turn:1", 1)
    state = at(implementation, phase="back", tops=[None, "sun"])
    assert both(state, "back:sun", 0)
    assert both(state, "back:rain", 1)
    state = at(implementation, phase="draw", hands=["R1 R2 R3"], drawn=(8,))
    for text in legal(state):
        assert both(state, text, FACES.index(text.removeprefix("draw:")))
    assert "draw:cut" in legal(state)


def test_backs_of_a_single_deck_show_whose_they_are(implementation: str) -> None:
    state = at(implementation, options={"single_deck": True}, phase="back", tops=[None])
    for action, text in enumerate(["back:0.sun", "back:0.rain", "back:1.sun", "back:1.rain"]):
        assert both(state, text, action)


@pytest.mark.parametrize(
    "text",
    [
        "r1@1",
        "R1@0",
        "R1@4",
        "R1",
        "R1 @1",
        "R1@1.0",
        "RY=R4",
        "RY=R7@1",
        "RY=B1@1",
        "RY@1",
        "RY=r1@1",
        "R2@1",
        "discard:R2",
        "discard:r1",
        "Discard:R1",
        "discard:sun#0.1",
        "take:R1",
        "power",
        "cut:take@1",
        "dig:deck",
        "grow:none",
        "weather",
        "",
    ],
)
def test_only_the_exact_text_of_a_legal_action_is_understood(implementation: str, text: str) -> None:
    state = at(implementation, hands=["R1 RY Y1 B1"])
    assert both(state, "R1@1", 0)
    with pytest.raises(ValueError, match="not legal here"):
        state.string_to_action(text)


@pytest.mark.parametrize("text", ["R2", "draw:r2", "draw:?", "back:sun", "draw:R1", "sun", "draw:dig", "look:R2"])
def test_only_the_exact_text_of_an_outcome_is_understood(implementation: str, text: str) -> None:
    state = at(implementation, phase="draw", hands=["R1 R3 R5"])
    assert both(state, "draw:R2", 1)
    with pytest.raises(ValueError, match="not legal here"):
        state.string_to_action(text)


@pytest.mark.parametrize("action", [-1, 3, 54 + 5, 162, 199, 226, 249, 283, 284, 300, 1000, 10**20])
def test_an_illegal_action_is_refused_and_changes_nothing(implementation: str, action: int) -> None:
    state = at(implementation, hands=["R1 BR Y1 B1"])
    before = state.to_dict()
    with pytest.raises(ValueError, match="not legal here"):
        state.apply_action(action)
    assert state.to_dict() == before


def test_blanks_around_a_text_are_ignored(implementation: str) -> None:
    assert at(implementation).string_to_action(" R1@2\n") == 1


@pytest.mark.parametrize(
    ("players", "options"), [(1, {}), (2, {}), (2, {"single_deck": True}), (2, {"take_that": False, "rocks": 3})]
)
def test_texts_and_ids_convert_both_ways_throughout_a_game(
    implementation: str, players: int, options: dict[str, Any]
) -> None:
    state = load(implementation, players, **options).new_initial_state()
    rng = random.Random(players)
    decisions = 0
    while not state.is_terminal():
        actions = state.legal_actions()
        assert actions == sorted(set(actions))
        texts = legal(state)
        assert len(set(texts)) == len(texts)
        assert [state.string_to_action(text) for text in texts] == actions
        decisions += state.current_player() >= 0
        state.apply_action(rng.choice(actions))
    assert turn(state) == ("over", None)
    assert decisions <= (state.game.max_game_length or 0)


# Records of the game


@pytest.mark.parametrize(
    ("players", "options", "longest", "highest"),
    [(2, {}, 102, 216), (1, {}, 51, 210), (2, {"single_deck": True}, 102, 216), (2, {"take_that": False}, 102, 216)],
)
def test_the_game_states_its_bounds(
    implementation: str, players: int, options: dict[str, Any], longest: int, highest: int
) -> None:
    game = load(implementation, players, **options)
    assert game.num_distinct_actions == 284
    assert game.max_chance_outcomes == 24
    # Two for each of 24 cards and a dig, and one for flower power, a deck.
    assert game.max_game_length == longest
    # 3 flowers of 11 cards with 3 leaves and a butterfly each, 4 for bees, 2 for the better flower.
    assert game.backend.score_bounds == (0, highest)
    assert game.backend.margin_scale == 8


def test_two_players_play_for_a_sum_of_0(implementation: str) -> None:
    game = load(implementation)
    assert (game.min_utility, game.max_utility, game.utility_sum) == (-1, 1, 0)
    assert not game.perfect_information


def test_d_14_a_small_box_keeps_the_ids(implementation: str) -> None:
    small = box("R1 R2 Y2 B3 RY power dig", deck={"set_aside": 2, "over": 1, "under": 1, "hand": 2})
    game = load(implementation, 2, small)
    assert (game.num_distinct_actions, game.max_chance_outcomes) == (284, 24)
    # 7 cards and a dig twice, and a power, for both decks.
    assert game.max_game_length == 2 * (2 * (7 + 1) + 1)


def two_blooms() -> dict[str, Any]:
    """A box of two blooms and a tool, for one slot."""
    return box("R1 R2 power", deck={"set_aside": 0, "over": 0, "under": 0, "hand": 2}, slots={"count": 1, "middle": 1})


def test_the_highest_score_follows_the_box(implementation: str) -> None:
    game = load(implementation, 2, two_blooms())
    # 1 * (11 * 2 + 4 + 0 + 2)
    assert game.backend.score_bounds == (0, 28)


@pytest.mark.parametrize(
    ("cards", "deck", "named"),
    [
        (None, {"over": 5}, "deck"),
        (None, {"under": 4}, "deck"),
        (None, {"set_aside": 22, "over": 11, "under": 11}, "deck"),
        ("R1 R2 dig", {"set_aside": 0, "over": 0, "under": 0, "hand": 4}, "hand"),
        ("power cut dig", {"set_aside": 0, "over": 0, "under": 0, "hand": 2}, "card|flower"),
    ],
)
def test_a_box_that_cannot_be_set_up_is_refused(
    implementation: str, cards: str | None, deck: dict[str, int], named: str
) -> None:
    with pytest.raises(ValueError, match=named):
        load(implementation, 2, box(cards, deck=deck))
