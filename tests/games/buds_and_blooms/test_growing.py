"""Growing: by a discard, by the weather, by flower power. BB-14 to BB-17, D-7, D-9."""

from __future__ import annotations

from typing import Any

import pytest

import cloche

from .buds import at, faces, fact, legal, play, stages, starting, turn

# R1 hides its second stage, the bud two of its three; what lies on top shows all.
FLOWERS = ["R1/1 BR=B2/1 Y3", "R2/2 B3", "Y6/1 R5"]


def discarding(implementation: str, **rest: Any) -> cloche.State:
    """Player 0 has sun cards R2 and Y1 and rain cards R3 and B1 in the hand."""
    return at(implementation, **{"hands": ["R4 Y1 R3 B1"], "flowers": [["R1 Y2"]], **rest})


# BB-14


def test_bb_14_a_covered_card_that_hides_a_stage_may_grow(implementation: str) -> None:
    state = at(implementation, hands=["power R3 Y4 B5"], flowers=[FLOWERS])
    state = play(state, "power")
    assert turn(state) == ("grow", 0)
    assert fact(state, "cause") == "power"
    # R2 shows both stages already; Y3, B3 and R5 lie on top.
    assert legal(state) == ["grow:1.0", "grow:1.1", "grow:3.0"]
    assert stages(play(state, "grow:1.1"), 0, 1) == "R1/1 BR=B2/2 Y3/2"
    assert stages(play(state, "grow:1.0"), 0, 1) == "R1/2 BR=B2/1 Y3/2"
    assert stages(play(state, "grow:3.0"), 0, 3) == "Y6/2 R5/2"


def test_bb_14_a_bud_grows_twice(implementation: str) -> None:
    state = at(implementation, hands=["power R3 Y4 B5"], flowers=[["BR=B2/1 Y3"]])
    state = play(state, "power", "grow:1.0")
    assert legal(state) == ["grow:1.0", "grow:none"]
    state = play(state, "grow:1.0")
    assert stages(state, 0, 1) == "BR=B2/3 Y3/2"
    assert turn(state) == ("draw", 0)


def test_bb_14_flowers_of_the_rival_do_not_grow(implementation: str) -> None:
    state = at(implementation, hands=["power R3 Y4 B5"], flowers=[["R1"], ["Y6 Y5", "", ""]])
    assert "power" not in legal(state)
    assert "discard:power" in legal(state)


# BB-15


@pytest.mark.parametrize(("top", "grows"), [("sun", ["R3", "B1"]), ("rain", ["R4", "Y1"])])
def test_bb_15_d_7_a_discard_of_other_weather_than_the_top_card_grows(
    implementation: str, top: str, grows: list[str]
) -> None:
    state = discarding(implementation, tops=[top, "sun"])
    for face in ("R4", "Y1", "R3", "B1"):
        after = play(state, f"discard:{face}")
        assert turn(after) == ("grow" if face in grows else "draw", 0)
        assert fact(after, "cause") == ("discard" if face in grows else None)


def test_bb_15_the_growth_comes_before_the_draw_and_may_be_declined(implementation: str) -> None:
    state = play(discarding(implementation), "discard:R3")
    assert legal(state) == ["grow:1.0", "grow:none"]
    assert fact(state, "piles")[0] == {"drawn": 6, "top": "sun", "under": []}
    after = play(state, "grow:none")
    assert turn(after) == ("draw", 0)
    assert stages(after, 0, 1) == "R1/1 Y2/2"
    assert fact(after, "cause") is None
    after = play(state, "grow:1.0")
    assert turn(after) == ("draw", 0)
    assert stages(after, 0, 1) == "R1/2 Y2/2"


@pytest.mark.parametrize("flower", ["", "R1", "R1/2 Y2", "BR=B1"])
def test_bb_15_bb_14_where_nothing_can_grow_there_is_no_node(implementation: str, flower: str) -> None:
    state = at(implementation, hands=["R4 Y1 R3 B1"], flowers=[[flower]])
    assert turn(play(state, "discard:R3")) == ("draw", 0)


def test_bb_15_without_a_top_card_there_is_no_growth(implementation: str) -> None:
    state = at(implementation, hands=["R4 Y1 R3", "R1"], flowers=[["R1 Y2"]], drawn=(24, 24))
    for face in ("R4", "Y1", "R3"):
        assert turn(play(state, f"discard:{face}")) == ("move", 1)


def test_bb_15_a_tool_has_weather_too(implementation: str) -> None:
    state = at(implementation, hands=["R4 cut power dig"], flowers=[["R1 Y2"]])
    assert turn(play(state, "discard:power")) == ("grow", 0)
    assert turn(play(state, "discard:cut")) == ("draw", 0)


def test_bb_15_the_top_of_the_own_pile_counts(implementation: str) -> None:
    state = at(
        implementation, player=1, hands=["Y1 Y2 Y3 Y4", "R1 R2 R3 R4"], flowers=[[], ["R6 Y5"]], tops=["sun", "rain"]
    )
    assert turn(play(state, "discard:R1")) == ("draw", 1)
    assert turn(play(state, "discard:R2")) == ("grow", 1)


def test_bb_15_the_first_card_under_an_empty_pile_is_its_top(implementation: str) -> None:
    state = at(
        implementation,
        hands=["R4 Y1 R3 B1"],
        flowers=[["R1 Y2"]],
        sheds=["dig"],
        under=["B3 B2"],
        drawn=(24,),
    )
    assert fact(state, "piles")[0]["top"] == "rain"
    assert turn(play(state, "discard:R3")) == ("draw", 0)
    assert turn(play(state, "discard:R4")) == ("grow", 0)


def test_bb_15_d_7_in_a_single_deck_the_weather_alone_counts(implementation: str) -> None:
    state = at(
        implementation,
        options={"single_deck": True},
        hands=["R1#0 R2#0 R1#1 R2#1", "Y1#0 Y2#0 Y3#0 Y4#0"],
        flowers=[["Y5 Y6"]],
        tops=["1.rain"],
    )
    assert turn(play(state, "discard:R1")) == ("draw", 0)
    assert turn(play(state, "discard:R2")) == ("grow", 0)


# BB-16


def late(implementation: str, hand: str = "R4 R3 cut", **rest: Any) -> cloche.State:
    """The decks are drawn up."""
    return at(implementation, **{"hands": [hand, "R1"], "flowers": [["R1 Y2"]], "drawn": (24, 24), **rest})


def test_bb_16_a_sun_and_a_rain_card_are_discarded_for_a_growth(implementation: str) -> None:
    state = late(implementation, "R4 Y3 R3 Y4")
    state = play(state, "weather")
    assert turn(state) == ("sun", 0)
    assert legal(state) == ["discard:R4", "discard:Y3"]
    state = play(state, "discard:Y3")
    assert turn(state) == ("rain", 0)
    assert legal(state) == ["discard:R3", "discard:Y4"]
    state = play(state, "discard:R3")
    assert turn(state) == ("grow", 0)
    assert fact(state, "cause") == "weather"
    assert legal(state) == ["grow:1.0"]
    state = play(state, "grow:1.0")
    assert turn(state) == ("move", 1)
    assert faces(fact(state, "hands")[0]) == ["R4", "Y4"]


def test_bb_16_tools_have_weather_too(implementation: str) -> None:
    state = play(late(implementation, "cut power Y4"), "weather")
    assert legal(state) == ["discard:cut"]
    state = play(state, "discard:cut")
    assert legal(state) == ["discard:Y4", "discard:power"]


@pytest.mark.parametrize("hand", ["R4 Y3", "R3", "R3 Y4 power", "R4 cut"])
def test_bb_16_both_weathers_are_needed(implementation: str, hand: str) -> None:
    assert "weather" not in legal(late(implementation, hand))


def test_bb_16_it_is_for_an_empty_deck_and_where_something_can_grow(implementation: str) -> None:
    assert "weather" in legal(late(implementation))
    assert "weather" not in legal(late(implementation, flowers=[["R1/2 Y2"]]))
    assert "weather" not in legal(late(implementation, flowers=[["", "R1"], ["R6 R5"]]))
    state = at(implementation, hands=["R4 R3 Y3 Y4"], flowers=[["R1 Y2"]], drawn=(None, 24))
    assert "weather" not in legal(state)
    # The deck of the rival may have cards.
    assert "weather" in legal(late(implementation, hands=["R4 R3", "R1 R2 R3 R4"], drawn=(24, None)))


def test_bb_16_a_card_under_the_pile_is_a_card_of_the_deck(implementation: str) -> None:
    state = at(implementation, hands=["R4 R3 Y3 Y4"], flowers=[["R1 Y2"]], sheds=["dig"], under=["B2"], drawn=(24,))
    assert fact(state, "piles")[0]["top"] == "sun"
    assert "weather" not in legal(state)


# BB-17


def test_bb_17_d_9_flower_power_grows_twice_the_second_may_be_declined(implementation: str) -> None:
    state = at(implementation, hands=["power R3 Y4 B5"], flowers=[FLOWERS])
    state = play(state, "power")
    assert fact(state, "sheds") == [[{"face": "power", "deck": 0}], []]
    assert "grow:none" not in legal(state)
    state = play(state, "grow:1.0")
    assert turn(state) == ("grow", 0)
    assert fact(state, "cause") == "again"
    assert legal(state) == ["grow:1.1", "grow:3.0", "grow:none"]
    after = play(state, "grow:none")
    assert turn(after) == ("draw", 0)
    after = play(state, "grow:3.0")
    assert (stages(after, 0, 1), stages(after, 0, 3)) == ("R1/2 BR=B2/1 Y3/2", "Y6/2 R5/2")
    assert turn(after) == ("draw", 0)
    assert fact(after, "cause") is None


def test_bb_17_d_9_with_one_stage_hidden_there_is_one_growth(implementation: str) -> None:
    state = play(at(implementation, hands=["power R3 Y4 B5"], flowers=[["R1 Y2"]]), "power")
    assert legal(state) == ["grow:1.0"]
    assert turn(play(state, "grow:1.0")) == ("draw", 0)


def test_bb_17_a_power_that_could_do_nothing_may_only_be_discarded(implementation: str) -> None:
    for flower in ("", "R1", "R1/2 Y2"):
        state = at(implementation, hands=["power R3 Y4 B5"], flowers=[[flower]])
        assert [text for text in legal(state) if "power" in text] == ["discard:power"]
    state = at(implementation, hands=["power R3 Y4 B5"], flowers=[["R1 Y2"]])
    assert starting(state, "power") == ["power"]


def test_bb_17_with_an_empty_deck_the_turn_ends_after_the_growths(implementation: str) -> None:
    state = late(implementation, "power R3")
    state = play(state, "power", "grow:1.0")
    assert turn(state) == ("move", 1)
