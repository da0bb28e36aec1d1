"""One deck for both players. BB-21, C-3."""

from __future__ import annotations

import pytest

from .buds import at, chances, fact, legal, load, play, starting, turn, weights

SINGLE = {"single_deck": True}


def test_bb_21_c_3_a_single_deck_has_48_cards_with_four_backs(implementation: str) -> None:
    state = load(implementation, single_deck=True).new_initial_state()
    state = play(state, "card:0", "face:plain", "turn:0", "card:2", "face:plain", "turn:1", "card:1", "face:plain")
    state = play(state, "turn:1")
    assert turn(state) == ("back", 0)
    assert len(fact(state, "piles")) == 1
    assert weights(state) == {"back:0.sun": 12, "back:0.rain": 12, "back:1.sun": 12, "back:1.rain": 12}
    assert state.legal_actions() == [0, 1, 2, 3]
    state = play(state, "back:1.rain")
    # No preparation: tools may come at once.
    assert turn(state) == ("draw", 0)
    rains = ["R1", "R3", "R5", "Y2", "Y4", "Y6", "B1", "B3", "B5", "YB", "power", "dig"]
    assert chances(state) == pytest.approx({f"draw:{face}": 1 / 12 for face in rains})
    state = play(state, "draw:dig")
    assert fact(state, "hands")[0] == [{"deck": 1, "draw": 1, "back": "rain", "face": "dig", "known": [0]}]
    assert weights(state) == {"back:0.sun": 12, "back:0.rain": 12, "back:1.sun": 12, "back:1.rain": 11}
    state = play(state, "back:1.rain")
    assert "draw:dig" not in legal(state)


def test_bb_21_both_players_draw_from_it(implementation: str) -> None:
    state = play(at(implementation, options=SINGLE), "R1@1")
    assert turn(state) == ("draw", 0)
    state = play(state, "draw:B2", "back:1.sun")
    assert turn(state) == ("move", 1)
    assert fact(state, "piles") == [{"drawn": 9, "top": "1.sun", "under": []}]
    state = play(state, "R1@1")
    assert turn(state) == ("draw", 1)
    state = play(state, "draw:B2", "back:0.rain")
    assert turn(state) == ("move", 0)
    assert [card["draw"] for card in fact(state, "hands")[1]] == [6, 7, 8, 10]


@pytest.mark.parametrize(
    ("tool", "played", "text"),
    [
        ("power", "power#1", "power"),
        ("cut", "cut#1", "cut:"),
        ("dig", "dig#1", "dig:"),
        ("cut", "power#1", None),
        ("dig", "cut#1 power#0", None),
    ],
)
def test_bb_21_a_kind_of_tool_is_played_once(implementation: str, tool: str, played: str, text: str | None) -> None:
    state = at(
        implementation,
        options=SINGLE,
        hands=[f"{tool}#0 R3#0 B5#0 Y4#0", "R1#1 R2#1 R3#1 R4#1"],
        flowers=[["R2#0 R4#0"]],
        sheds=[played],
        compost="Y1#0",
    )
    assert f"discard:{tool}" in legal(state)
    if text is None:
        assert starting(state, tool)
    else:
        assert not starting(state, text)


def test_bb_21_the_other_player_may_still_play_that_kind(implementation: str) -> None:
    state = at(
        implementation,
        options=SINGLE,
        player=1,
        hands=["R1#0 R2#0 R3#0 R4#0", "power#0 R3#1 B5#1 Y4#1"],
        flowers=[[], ["R6#1 R5#1"]],
        sheds=["power#1"],
    )
    assert "power" in legal(state)


def test_bb_20_bb_21_cards_go_under_the_shared_pile(implementation: str) -> None:
    state = at(implementation, options=SINGLE, hands=["dig#1 R2#0 R3#0 R4#0"])
    state = play(state, "dig:deck", "draw:B2", "back:1.rain", "draw:R5", "back:0.rain", "draw:Y2", "back:1.sun")
    state = play(state, "take:R5")
    assert turn(state) == ("move", 1)
    pile = fact(state, "piles")[0]
    assert [(card["deck"], card["draw"], card["face"]) for card in pile["under"]] == [(0, 9, "B2"), (0, 11, "Y2")]
    assert [card["known"] for card in pile["under"]] == [[0], [0]]


def test_bb_21_copies_of_both_decks_are_looked_at_and_the_own_one_is_taken(implementation: str) -> None:
    state = at(
        implementation,
        options=SINGLE,
        phase="take",
        player=1,
        hands=["R1#0 R2#0 R3#0 R4#0", "R1#1 R2#1 R3#1"],
        sheds=["", "dig#0"],
        looked="Y1#0 Y1#1 B2#0",
    )
    assert legal(state) == ["take:Y1", "take:B2"]
    state = play(state, "take:Y1")
    assert [card["deck"] for card in fact(state, "hands")[1]] == [1, 1, 1, 1]
    assert [(card["face"], card["deck"]) for card in fact(state, "piles")[0]["under"]] == [("Y1", 0), ("B2", 0)]


def test_bb_21_a_bloom_of_either_deck_may_be_taken(implementation: str) -> None:
    state = at(
        implementation,
        options=SINGLE,
        hands=["cut#1 R2#0 R3#0 R4#0", "R1#1 R2#1 R3#1 R4#1"],
        flowers=[[], ["Y5#0"]],
    )
    state = play(state, "cut:take@1")
    assert fact(state, "bloom") == {"face": "Y5", "deck": 0}
    assert fact(state, "sheds")[0] == [{"face": "cut", "deck": 1}]
