"""The box, beds, decks and hands before the first turn. BB-1 to BB-9, BB-26, C-1."""

from __future__ import annotations

from typing import Any

import pytest

import cloche

from .buds import DEFAULT_BOX, FACES, KEYS, NAME, TOOLS, chances, faces, fact, legal, load, play, turn, weights

CARDS = {card["id"]: card for card in DEFAULT_BOX["card"]}
SLOT = [("card:0", "face:plain", "turn:0"), ("card:2", "face:plain", "turn:1"), ("card:1", "face:plain", "turn:1")]


def laid(game: cloche.Game, *slots: tuple[str, str, str]) -> cloche.State:
    """The first node after these bed cards."""
    return play(game.new_initial_state(), *(text for slot in slots for text in slot))


def turns(state: cloche.State) -> list[int]:
    """How the bed cards lie."""
    return [bed["turn"] for bed in fact(state, "beds")]


# BB-1 to BB-4: the box


def test_bb_1_a_deck_has_18_blooms_3_buds_and_3_tools() -> None:
    assert len(FACES) == 24
    blooms = [card for card in CARDS.values() if card["kind"] == "bloom"]
    assert sorted((card["colour"], card["number"]) for card in blooms) == [(c, n) for c in "BRY" for n in range(1, 7)]
    buds = {card["id"]: card["colours"] for card in CARDS.values() if card["kind"] == "bud"}
    assert buds == {"RY": ["R", "Y"], "YB": ["Y", "B"], "BR": ["B", "R"]}
    assert TOOLS == ["power", "cut", "dig"]


def test_bb_2_a_bloom_has_2_stages_and_a_bud_3_with_its_butterfly_on_stage_2() -> None:
    for card in CARDS.values():
        stages = {"bloom": 2, "bud": 3, "tool": 0}[card["kind"]]
        assert card.get("leaves", []) == [1] * stages
        assert all(bees == 0 for bees in card.get("bees", [])[:1])
    assert [CARDS[bud]["butterfly"] for bud in ("RY", "YB", "BR")] == [["", "R", ""], ["", "Y", ""], ["", "B", ""]]


def test_bb_3_every_back_shows_sun_or_rain_and_is_public(implementation: str) -> None:
    assert [card["back"] for card in CARDS.values()].count("sun") == 12
    state = load(implementation).new_initial_state(seed=4)
    for player in (0, 1):
        for hand in state.observation(player)["hands"]:
            assert {card["back"] for card in hand} <= {"sun", "rain"}
        assert [pile["top"] for pile in state.observation(player)["piles"]] == [p["top"] for p in fact(state, "piles")]
    whole = [card for hand in fact(state, "hands") for card in hand]
    assert all(card["back"] == CARDS[card["face"]]["back"] for card in whole)


def test_bb_4_one_face_of_a_bed_card_has_rocks_and_one_bed_of_a_face_a_worm() -> None:
    assert len(DEFAULT_BOX["bed_card"]) == 6
    for card in DEFAULT_BOX["bed_card"]:
        assert [face["rocks"] for face in card["face"]] == [False, True]
        for face in card["face"]:
            assert sorted(bed["worm"] for bed in face["bed"]) == [False, True]


# BB-5: bed cards


def test_bb_5_c_1_card_face_and_turn_are_picked_slot_by_slot(implementation: str) -> None:
    state = load(implementation).new_initial_state()
    assert turn(state) == ("card", None)
    assert state.is_chance_node()
    for left, texts in zip((range(6), (1, 2, 3, 4, 5), (1, 3, 4, 5)), SLOT, strict=True):
        assert turn(state) == ("card", None)
        assert weights(state) == {f"card:{card}": 1 for card in left}
        assert state.legal_actions() == list(left)
        state = play(state, texts[0])
        assert turn(state) == ("face", None)
        assert weights(state) == {"face:plain": 1, "face:rocks": 1}
        state = play(state, texts[1])
        assert turn(state) == ("turn", None)
        assert chances(state) == {"turn:0": 0.5, "turn:1": 0.5}
        state = play(state, texts[2])
    assert turn(state) == ("back", 0)


def test_bb_5_beds_stand_in_the_position_as_far_as_they_are_picked(implementation: str) -> None:
    state = load(implementation).new_initial_state()
    assert fact(state, "beds") == []
    state = play(state, "card:3")
    assert fact(state, "beds") == [{"card": "bed4", "face": None, "turn": None}]
    state = play(state, "face:rocks")
    assert fact(state, "beds") == [{"card": "bed4", "face": 1, "turn": None}]
    state = play(state, "turn:1", "card:0")
    assert fact(state, "beds") == [
        {"card": "bed4", "face": 1, "turn": 1},
        {"card": "bed1", "face": None, "turn": None},
    ]


def test_bb_5_c_1_without_rocks_every_face_is_plain(implementation: str) -> None:
    for rocks in ("none", 0):
        state = load(implementation, rocks=rocks).new_initial_state()
        for texts in SLOT:
            state = play(state, texts[0])
            assert state.legal_actions() == [0]
            assert chances(state) == {"face:plain": 1.0}
            assert weights(state) == {"face:plain": 3 - SLOT.index(texts)}
            state = play(state, *texts[1:])


@pytest.mark.parametrize(
    ("rocks", "before", "expected"),
    [
        (1, "", {"face:plain": 2, "face:rocks": 1}),
        (1, "plain", {"face:plain": 1, "face:rocks": 1}),
        (1, "rocks", {"face:plain": 2}),
        (1, "plain plain", {"face:rocks": 1}),
        (1, "rocks plain", {"face:plain": 1}),
        (2, "", {"face:plain": 1, "face:rocks": 2}),
        (2, "plain", {"face:rocks": 2}),
        (2, "rocks", {"face:plain": 1, "face:rocks": 1}),
        (2, "rocks rocks", {"face:plain": 1}),
        (3, "", {"face:rocks": 3}),
        (3, "rocks", {"face:rocks": 2}),
        (3, "rocks rocks", {"face:rocks": 1}),
    ],
)
def test_bb_5_c_1_a_number_of_rocks_is_met_exactly(
    implementation: str, rocks: int, before: str, expected: dict[str, int]
) -> None:
    slots = [(f"card:{i}", f"face:{face}", "turn:0") for i, face in enumerate(before.split())]
    state = play(laid(load(implementation, rocks=rocks), *slots), "card:5")
    assert weights(state) == expected


# BB-6: worms


@pytest.mark.parametrize("players", [1, 2])
@pytest.mark.parametrize(
    ("slots", "after"),
    [
        # bed1, bed3, bed5, bed6 have the worm on the first bed, bed2 and plain bed4 on the second.
        ([(0, "plain", 0), (2, "plain", 0), (4, "plain", 0)], [0, 1, 0]),
        ([(0, "plain", 1), (2, "plain", 1), (4, "plain", 1)], [1, 0, 1]),
        ([(0, "plain", 0), (1, "plain", 1), (3, "plain", 1)], [0, 0, 1]),
        ([(0, "rocks", 0), (1, "rocks", 0), (4, "rocks", 0)], [0, 1, 0]),
        ([(0, "plain", 0), (1, "plain", 0), (4, "plain", 0)], [0, 0, 0]),
        ([(0, "plain", 0), (2, "plain", 0), (4, "plain", 1)], [0, 0, 1]),
        ([(3, "rocks", 1), (2, "plain", 1), (4, "plain", 0)], [1, 1, 0]),
    ],
)
def test_bb_6_the_middle_card_is_turned_where_a_side_has_no_worm(
    implementation: str, players: int, slots: list[tuple[int, str, int]], after: list[int]
) -> None:
    state = laid(load(implementation, players), *[(f"card:{c}", f"face:{f}", f"turn:{t}") for c, f, t in slots])
    assert turns(state) == after
    assert turn(state) == ("back", 0)
    assert [bed["face"] for bed in fact(state, "beds")] == [int(face == "rocks") for _, face, _ in slots]


# BB-8, BB-9: the deal


def test_bb_8_the_first_backs_come_before_any_hand(implementation: str) -> None:
    state = laid(load(implementation), *SLOT)
    assert state.current_player() == cloche.CHANCE
    assert [pile["top"] for pile in fact(state, "piles")] == [None, None]
    # 21 flowers, 11 of them sun; no tool can be on top.
    assert chances(state) == pytest.approx({"back:sun": 11 / 21, "back:rain": 10 / 21})
    state = play(state, "back:sun")
    assert turn(state) == ("back", 0)
    assert [pile["top"] for pile in fact(state, "piles")] == ["sun", None]
    assert chances(state) == pytest.approx({"back:sun": 11 / 21, "back:rain": 10 / 21})
    state = play(state, "back:rain")
    assert turn(state) == ("draw", 0)
    assert fact(state, "hands") == [[], []]


def test_bb_9_player_0_draws_4_cards_and_then_player_1(implementation: str) -> None:
    state = play(laid(load(implementation), *SLOT), "back:sun", "back:rain")
    for text in ("R2", "R4", "R6"):
        assert turn(state) == ("draw", 0)
        state = play(state, f"draw:{text}")
        assert turn(state) == ("back", 0)
        state = play(state, "back:sun")
    state = play(state, "draw:Y1")
    assert turn(state) == ("back", 0)
    state = play(state, "back:rain")
    for place, text in enumerate(("R1", "R3", "R5", "Y2")):
        assert turn(state) == ("draw", 1)
        state = play(state, f"draw:{text}")
        assert turn(state) == ("back", 1)
        assert fact(state, "piles")[1] == {"drawn": place + 1, "top": None, "under": []}
        state = play(state, "back:rain")
    assert turn(state) == ("move", 0)
    assert [faces(hand) for hand in fact(state, "hands")] == [["R2", "R4", "R6", "Y1"], ["R1", "R3", "R5", "Y2"]]
    assert fact(state, "hands")[1][2] == {"deck": 1, "draw": 3, "back": "rain", "face": "R5", "known": [1]}
    assert [pile["top"] for pile in fact(state, "piles")] == ["rain", "rain"]


def test_bb_8_the_face_follows_the_back(implementation: str) -> None:
    state = play(laid(load(implementation), *SLOT), "back:sun", "back:rain")
    suns = ["R2", "R4", "R6", "Y1", "Y3", "Y5", "B2", "B4", "B6", "RY", "BR"]
    assert chances(state) == pytest.approx({f"draw:{face}": 1 / 11 for face in suns})
    state = play(state, "draw:RY")
    assert chances(state) == pytest.approx({"back:sun": 10 / 20, "back:rain": 10 / 20})
    state = play(state, "back:rain")
    rains = ["R1", "R3", "R5", "Y2", "Y4", "Y6", "B1", "B3", "B5", "YB"]
    assert chances(state) == pytest.approx({f"draw:{face}": 1 / 10 for face in rains})


def test_bb_8_the_two_decks_are_apart(implementation: str) -> None:
    state = play(laid(load(implementation), *SLOT), "back:sun", "back:sun")
    state = play(state, "draw:R2", "back:sun", "draw:R4", "back:sun", "draw:R6", "back:sun", "draw:Y1", "back:rain")
    assert turn(state) == ("draw", 1)
    assert "draw:R2" in legal(state)
    assert len(legal(state)) == 11


def test_bb_26_a_solo_player_has_one_deck(implementation: str) -> None:
    state = laid(load(implementation, 1), *SLOT)
    assert len(fact(state, "piles")) == 1
    state = play(state, "back:sun")
    assert turn(state) == ("draw", 0)
    state = play(state, "draw:R2", "back:sun", "draw:R4", "back:sun", "draw:R6", "back:sun", "draw:Y1", "back:rain")
    assert turn(state) == ("move", 0)
    assert [len(fact(state, key)) for key in ("hands", "flowers", "sheds", "piles")] == [1, 1, 1, 1]
    assert state.current_player() == 0


def test_keys_stand_in_the_order_of_the_page(implementation: str) -> None:
    state = load(implementation).new_initial_state()
    assert list(state.to_dict()) == KEYS
    state = load(implementation).new_initial_state(seed=3)
    assert list(state.to_dict()) == KEYS
    assert list(state.observation(1)) == ["observer", *KEYS]


# What is refused


@pytest.mark.parametrize("players", [0, 3, -1, True, "2"])
def test_one_or_two_players(implementation: str, players: Any) -> None:
    with pytest.raises(ValueError, match="players"):
        cloche.load(NAME, players, implementation=implementation)


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"rocks": 4}, "rocks"),
        ({"rocks": -1}, "rocks"),
        ({"rocks": "all"}, "rocks"),
        ({"rocks": True}, "rocks"),
        ({"take_that": 1}, "take_that"),
        ({"single_deck": "yes"}, "single_deck"),
        ({"worms": True}, "worms"),
    ],
)
def test_options_are_checked(implementation: str, options: dict[str, Any], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        cloche.load(NAME, 2, options, implementation=implementation)


def test_bb_5_bb_18_bb_21_options_have_the_defaults_of_the_page(implementation: str) -> None:
    assert load(implementation).options == {"rocks": "mixed", "take_that": True, "single_deck": False}
    for rocks in ("mixed", "none", 0, 1, 2, 3):
        assert load(implementation, rocks=rocks).options["rocks"] == rocks


def test_bb_21_a_single_deck_is_not_for_one_player(implementation: str) -> None:
    with pytest.raises(ValueError, match="single_deck"):
        load(implementation, 1, single_deck=True)
