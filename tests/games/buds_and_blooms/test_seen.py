"""What a player sees of what happens: H-5, V-1 to V-5."""

from __future__ import annotations

from typing import Any

import pytest

import cloche

from .bases import BASES, SINGLE
from .buds import FACES, at, legal, load, play

GROWS = [["Y3 Y4"]]


def seen(state: cloche.State, text: str, player: int) -> tuple[int, str]:
    """Id and text of what a player sees of an action or outcome."""
    action = state.string_to_action(text)
    return state.backend.seen(action, player), state.action_view(action, player)


def seen_as_it_is(state: cloche.State, player: int) -> bool:
    """Whether a player sees all of whatever may happen here."""
    return all(
        (state.backend.seen(action, player), state.action_view(action, player)) == (action, text)
        for action, text in zip(state.legal_actions(), legal(state), strict=True)
    )


@pytest.mark.parametrize("name", BASES)
def test_h_5_who_acts_or_draws_sees_all(implementation: str, name: str) -> None:
    game, data = BASES[name](implementation)
    state = game.state_from_dict(data)
    if data["player"] is not None:
        assert seen_as_it_is(state, data["player"])


@pytest.mark.parametrize("name", ["card", "face", "turn", "first", "dealt", "back", "looking"])
def test_v_5_beds_and_backs_are_seen_by_all(implementation: str, name: str) -> None:
    game, data = BASES[name](implementation)
    state = game.state_from_dict(data)
    assert seen_as_it_is(state, 0)
    assert seen_as_it_is(state, 1)


@pytest.mark.parametrize("name", ["discard", "power", "again", "weather", "play_taken"])
def test_v_5_growths_and_a_bloom_taken_are_seen_by_all(implementation: str, name: str) -> None:
    game, data = BASES[name](implementation)
    assert seen_as_it_is(game.state_from_dict(data), 1)


@pytest.mark.parametrize("name", ["deal", "draw", "look"])
def test_v_1_a_draw_and_a_look_are_private(implementation: str, name: str) -> None:
    game, data = BASES[name](implementation)
    state = game.state_from_dict(data)
    for text in legal(state):
        assert seen(state, text, 1) == (300, "draw:?")
        assert seen(state, text, 0) == (FACES.index(text[5:]), text)


def test_v_1_a_card_from_under_the_pile_is_not_seen_either(implementation: str) -> None:
    state = at(implementation, phase="draw", hands=["R1 R2 R3"], sheds=["dig", "dig"], under=["Y1#0.3:01"], drawn=(24,))
    assert legal(state) == ["draw:Y1"]
    assert seen(state, "draw:Y1", 1) == (300, "draw:?")


def test_v_2_a_play_is_seen_with_the_card_it_brings(implementation: str) -> None:
    state = at(implementation, hands=["R1 Y2#0.3 RY R4"])
    # R1 is draw 1, Y2 draw 3, RY draw 2, R4 draw 4 of deck 0.
    assert seen(state, "R1@2", 1) == (1000 + 48 * 1 + 0, "R1@2#0.1")
    assert seen(state, "Y2@1", 1) == (1000 + 48 * (7 * 3) + 2, "Y2@1#0.3")
    assert seen(state, "RY=R4@2", 1) == (1000 + 48 * (54 + 10) + 1, "RY=R4@2#0.2")
    state = at(implementation, player=1, hands=["Y1 Y2 Y3 Y4", "R1 R2 R3 R4#1.7"], drawn=(None, 7))
    assert seen(state, "R4@2", 0) == (1000 + 48 * 10 + 24 + 6, "R4@2#1.7")
    assert seen(state, "R4@2", 1) == (10, "R4@2")


def test_v_2_a_tool_is_seen_with_its_card(implementation: str) -> None:
    state = at(
        implementation,
        hands=["power#0.7 cut#0.8 dig#0.9 R3"],
        flowers=[["R2 Y5"], ["Y2"]],
        drawn=(9,),
    )
    assert seen(state, "power", 1) == (1000 + 48 * 162 + 6, "power#0.7")
    assert seen(state, "cut:take@1", 1) == (1000 + 48 * 163 + 7, "cut:take@1#0.8")
    assert seen(state, "cut:insert@1.1", 1) == (1000 + 48 * 167 + 7, "cut:insert@1.1#0.8")
    assert seen(state, "dig:deck", 1) == (1000 + 48 * 200 + 8, "dig:deck#0.9")


def test_v_2_an_insertion_is_seen_with_its_card(implementation: str) -> None:
    game, data = BASES["play_insert"](implementation)
    state = game.state_from_dict(data)
    assert legal(state) == ["R1@1", "R2@1", "R3@1"]
    assert seen(state, "R3@1", 1) == (1000 + 48 * 6 + 2, "R3@1#0.3")


def test_v_3_a_discard_is_seen_by_its_back_and_card(implementation: str) -> None:
    state = at(implementation, hands=["R1 R2 power#0.8 R4"], drawn=(8,))
    assert seen(state, "discard:R1", 1) == (1000 + 48 * 225 + 0, "discard:rain#0.1")
    assert seen(state, "discard:R2", 1) == (1000 + 48 * 225 + 1, "discard:sun#0.2")
    assert seen(state, "discard:power", 1) == (1000 + 48 * 225 + 7, "discard:rain#0.8")
    state = at(implementation, player=1, hands=["Y1 Y2 Y3 Y4", "R1 R2 R3 R4"])
    assert seen(state, "discard:R4", 0) == (1000 + 48 * 225 + 24 + 3, "discard:sun#1.4")


def test_v_3_v_5_the_weather_and_its_discards(implementation: str) -> None:
    state = at(implementation, hands=["R4#0.20 R3#0.9", "R1"], flowers=GROWS, drawn=(24, 24))
    assert seen(state, "weather", 1) == (249, "weather")
    state = play(state, "weather")
    assert seen(state, "discard:R4", 1) == (1000 + 48 * 225 + 19, "discard:sun#0.20")
    state = play(state, "discard:R4")
    assert seen(state, "discard:R3", 1) == (1000 + 48 * 225 + 8, "discard:rain#0.9")
    state = play(state, "discard:R3")
    assert seen(state, "grow:1.0", 1) == (250, "grow:1.0")


def test_v_3_the_card_is_not_named_even_where_its_face_is_known(implementation: str) -> None:
    # Player 0 took R1 of deck 1 out of the compost.
    state = at(implementation, hands=["R1#1.3 R2 R3 R4", "Y1 Y2 Y3 Y4"], sheds=["dig"])
    assert state.observation(1)["hands"][0][-1]["face"] == "R1"
    assert seen(state, "discard:R1", 1) == (1000 + 48 * 225 + 24 + 2, "discard:rain#1.3")


def test_v_2_v_3_of_two_copies_that_of_the_own_deck_goes(implementation: str) -> None:
    state = at(implementation, hands=["R1#0.2 R1#1.3 R3 R4", "Y1 Y2 Y3 Y4"], sheds=["dig"])
    assert seen(state, "discard:R1", 1) == (1000 + 48 * 225 + 1, "discard:rain#0.2")
    assert seen(state, "R1@1", 1) == (1000 + 48 * 0 + 1, "R1@1#0.2")


def test_v_4_a_take_is_seen_by_its_back_and_card(implementation: str) -> None:
    state = at(implementation, phase="take", hands=["R1 R2 R3"], sheds=["dig"], looked="Y1#0.8 Y2#0.9 Y3#0.10")
    assert seen(state, "take:Y2", 1) == (1000 + 48 * 201 + 8, "take:rain#0.9")
    assert seen(state, "take:Y3", 1) == (1000 + 48 * 201 + 9, "take:sun#0.10")
    assert seen(state, "take:Y2", 0) == (201 + 7, "take:Y2")
    state = at(implementation, phase="take", hands=["R1 R2 R3"], sheds=["dig"], compost="Y1#0.4 B3#1.5:01", drawn=(7,))
    assert seen(state, "take:B3", 1) == (1000 + 48 * 201 + 24 + 4, "take:rain#1.5")


def test_v_2_v_3_v_4_in_a_single_deck_cards_go_by_their_draw(implementation: str) -> None:
    hand = "R4#1.31 R3#0.30 Y2#0.29 dig#1.28"
    state = at(implementation, **SINGLE, hands=[hand, "R1#1 R2#1 R3#1 Y4#1"], compost="Y1#1.27", drawn=(31,))
    assert seen(state, "R4@2", 1) == (1000 + 48 * 10 + 30, "R4@2#31")
    assert seen(state, "discard:R4", 1) == (1000 + 48 * 225 + 30, "discard:1.sun#31")
    assert seen(state, "discard:Y2", 1) == (1000 + 48 * 225 + 28, "discard:0.rain#29")
    assert seen(state, "dig:deck", 1) == (1000 + 48 * 200 + 27, "dig:deck#28")
    after = play(state, "dig:compost")
    assert seen(after, "take:Y1", 1) == (1000 + 48 * 201 + 26, "take:1.sun#27")


def test_hidden_ids_are_no_actions(implementation: str) -> None:
    state = at(implementation)
    for action in (300, 1000, 1000 + 48):
        assert not state.is_legal(action)
        with pytest.raises(ValueError, match="not legal here"):
            state.apply_action(action)


@pytest.mark.parametrize("name", ["move", "draw", "take"])
def test_only_what_is_legal_is_seen(implementation: str, name: str) -> None:
    game, data = BASES[name](implementation)
    state = game.state_from_dict(data)
    for action in (-1, 161, 300, 1000):
        with pytest.raises(ValueError, match="not legal"):
            state.action_view(action, 1)


def test_h_5_a_solo_player_sees_all(implementation: str) -> None:
    state: Any = load(implementation, 1).new_initial_state()
    for _ in range(40):
        assert seen_as_it_is(state, 0)
        state = play(state, legal(state)[-1])
