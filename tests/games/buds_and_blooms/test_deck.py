"""Zones of a deck, and the chance of every back and face. BB-7, BB-8, BB-20, C-2, C-3, C-4."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

import pytest

import cloche

from ...net import DATA
from .buds import TOOLS, at, box, chances, fact, legal, play, turn, weights

TINY = DATA / "buds_and_blooms" / "tiny.toml"


def drawing(implementation: str, **rest: Any) -> cloche.State:
    """Player 0 draws a card."""
    return at(implementation, **{"phase": "draw", "hands": ["R1 R2 R3"], **rest})


def unseen(implementation: str, **rest: Any) -> cloche.State:
    """The back of the own pile is to be seen."""
    return at(implementation, **{"phase": "back", "tops": [None, "sun"], **rest})


# BB-7: draws 1 to 6 are flowers, 7 to 21 have the tools, 22 to 24 are flowers


def test_bb_7_c_2_the_first_six_are_flowers(implementation: str) -> None:
    # 5 drawn: R1 R2 R3 R4 Y1; the sixth is one of 8 sun and 8 rain flowers.
    state = unseen(implementation, flowers=[["Y1"]])
    assert weights(state) == {"back:sun": 8, "back:rain": 8}
    state = play(state, "back:sun")
    assert turn(state) == ("move", 1)
    # Four drawn in the hand of three and a flower; nine of the sun flowers are left.
    state = drawing(implementation, flowers=[["Y1"]], tops=["sun", "sun"])
    assert weights(state) == {f"draw:{f}": 1 for f in ("R4", "R6", "Y3", "Y5", "B2", "B4", "B6", "RY", "BR")}
    state = drawing(implementation, flowers=[["Y1"]], tops=["rain", "sun"])
    assert weights(state) == {f"draw:{f}": 1 for f in ("R5", "Y2", "Y4", "Y6", "B1", "B3", "B5", "YB")}


def test_bb_7_c_2_the_seventh_may_be_a_tool(implementation: str) -> None:
    # R1 R2 R3 R4 Y1 Y2 are drawn: 8 sun and 7 rain flowers are left, and 15 places for 3 tools.
    # A flower weighs 15 - 3, a tool 15: a tool comes with 45 / 225 = 3 / 15.
    state = unseen(implementation, flowers=[["Y1", "", "Y2/2"]])
    assert weights(state) == {"back:sun": 8 * 12 + 15, "back:rain": 7 * 12 + 2 * 15}


def test_bb_7_c_2_a_tool_by_its_back(implementation: str) -> None:
    # R1 R2 R3 in the hand, Y1 Y2 Y3 in flowers.
    flowers = [["Y1", "", "Y3 Y2"]]
    state = drawing(implementation, flowers=flowers)
    suns = {f"draw:{f}": 12 for f in ("R4", "R6", "Y5", "B2", "B4", "B6", "RY", "BR")}
    assert weights(state) == suns | {"draw:cut": 15}
    assert chances(state)["draw:cut"] == pytest.approx(15 / 111)
    state = drawing(implementation, flowers=flowers, tops=["rain", "sun"])
    rains = {f"draw:{f}": 12 for f in ("R5", "Y4", "Y6", "B1", "B3", "B5", "YB")}
    assert weights(state) == rains | {"draw:power": 15, "draw:dig": 15}


def test_bb_7_c_2_a_tool_out_leaves_the_others_more_room(implementation: str) -> None:
    # 10 drawn: 3 in the hand, power in the shed, 6 flowers. 14 - 3 = 11 places of B, 2 tools, 21 - 9 = 12 flowers.
    state = drawing(implementation, flowers=[["Y1 Y2", "B1 B2", "Y4 Y3"]], sheds=["power"])
    assert fact(state, "piles")[0]["drawn"] == 10
    suns = {f"draw:{f}": 9 for f in ("R4", "R6", "Y5", "B4", "B6", "RY", "BR")}
    assert weights(state) == suns | {"draw:cut": 12}


@pytest.mark.parametrize(("drawn", "places"), [(19, 2), (20, 1)])
def test_bb_7_c_2_the_last_places_of_the_middle_are_for_the_tools_left(
    implementation: str, drawn: int, places: int
) -> None:
    # As many tools as places: no flower can be next.
    sheds = {2: "power", 1: "power dig"}[places]
    state = drawing(implementation, sheds=[sheds], drawn=(drawn,), hands=["R1 R2 R3"])
    assert fact(state, "piles")[0]["drawn"] == drawn
    flowers = 21 - (drawn - len(sheds.split()))
    assert weights(state) == {"draw:cut": flowers}
    if places == 2:
        state = drawing(implementation, sheds=[sheds], drawn=(drawn,), tops=["rain", "sun"])
        assert weights(state) == {"draw:dig": flowers}


def test_bb_7_c_2_in_the_middle_a_flower_weighs_the_places_that_are_not_for_tools(implementation: str) -> None:
    # 21 - 1: all tools are out, one place of B is left; each flower weighs 1 - 0.
    state = drawing(implementation, sheds=["power cut dig"], drawn=(20,))
    assert set(weights(state).values()) == {1}
    assert not {"draw:power", "draw:cut", "draw:dig"} & set(legal(state))


def test_bb_7_c_2_the_last_three_are_flowers(implementation: str) -> None:
    # 21 drawn: 18 flowers and the tools. R1 R2 R3 Y1 Y2 Y3 and so on by hand; R4 R6 RY are left.
    out = "R5 Y1 Y2 Y3 Y4 Y5 Y6 B1 B2 B3 B4 B5 B6 YB BR"
    state = drawing(implementation, sheds=["power cut dig"], compost=out)
    assert fact(state, "piles")[0]["drawn"] == 21
    assert weights(state) == {"draw:R4": 1, "draw:R6": 1, "draw:RY": 1}
    state = unseen(implementation, hands=["R1 R2 R3 R4"], sheds=["power cut dig"], compost=out.replace("YB ", ""))
    assert weights(state) == {"back:sun": 2, "back:rain": 1}


def test_bb_8_a_back_of_weight_0_is_not_listed(implementation: str) -> None:
    out = "R5 Y1 Y2 Y3 Y4 Y5 Y6 B1 B2 B3 B4 B5 B6 YB BR"
    state = unseen(implementation, hands=["R1 R2 R3 R4"], sheds=["power cut dig"], compost=out)
    # 22 are drawn, R6 and RY are left.
    assert chances(state) == {"back:sun": 1.0}
    assert state.legal_actions() == [0]


def test_bb_8_a_deck_that_is_drawn_up_has_no_back(implementation: str) -> None:
    state = drawing(implementation, drawn=(23,), hands=["R1 R2 R3"])
    # What is left of it: the fill takes tools last.
    (text,) = legal(state)
    state = play(state, text)
    assert turn(state) == ("move", 1)
    assert fact(state, "piles")[0] == {"drawn": 24, "top": None, "under": []}


def test_bb_8_each_draw_is_followed_by_the_next_back(implementation: str) -> None:
    state = play(drawing(implementation), "draw:B2")
    assert turn(state) == ("back", 0)
    assert fact(state, "piles")[0] == {"drawn": 4, "top": None, "under": []}
    assert fact(state, "hands")[0][-1] == {"deck": 0, "draw": 4, "back": "sun", "face": "B2", "known": [0]}
    # R1 R2 R3 B2 are out: 9 sun and 8 rain.
    assert weights(state) == {"back:sun": 9, "back:rain": 8}
    state = play(state, "back:rain")
    assert turn(state) == ("move", 1)


def test_c_2_without_flowers_every_tool_weighs_the_same(implementation: str) -> None:
    # A deck of three tools and four flowers that has no zones but B; all flowers are out.
    small = box("R1 R2 R3 R4 power cut dig", deck={"set_aside": 0, "under": 0, "over": 0})
    state = at(implementation, components=small, phase="draw", hands=["R1 R2 R3"], flowers=[["R4"]], tops=["rain"] * 2)
    assert weights(state) == {"draw:power": 1, "draw:dig": 1}
    state = at(implementation, components=small, phase="back", flowers=[[""]], tops=[None, "rain"])
    assert weights(state) == {"back:sun": 1, "back:rain": 2}


def test_bb_20_c_4_cards_under_the_pile_come_last_and_are_known_to_chance(implementation: str) -> None:
    state = drawing(implementation, sheds=["dig"], under=["R6 R5"], drawn=(24,))
    assert fact(state, "piles")[0]["top"] == "sun"
    assert weights(state) == {"draw:R6": 1}
    state = play(state, "draw:R6")
    assert turn(state) == ("back", 0)
    assert weights(state) == {"back:rain": 1}
    state = play(state, "back:rain")
    assert turn(state) == ("move", 1)
    assert fact(state, "piles")[0]["top"] == "rain"


def test_bb_20_c_4_d_5_the_lazy_part_goes_before_what_lies_under(implementation: str) -> None:
    # 23 drawn: what is left is RY, then R5, which keeps the draw it had.
    out = "R3 R4 R6 Y1 Y2 Y3 Y4 Y5 Y6 B1 B2 B3 B4 B5 B6 YB BR power cut"
    state = drawing(implementation, sheds=["dig"], under=["R5#0.9"], compost=out, hands=["R1 R2"])
    assert fact(state, "piles")[0]["drawn"] == 23
    assert weights(state) == {"draw:RY": 1}
    state = play(state, "draw:RY")
    assert weights(state) == {"back:rain": 1}
    state = play(state, "back:rain")
    assert weights(state) == {"draw:R5": 1}
    state = play(state, "draw:R5")
    assert turn(state) == ("move", 1)
    assert fact(state, "piles")[0] == {"drawn": 24, "top": None, "under": []}
    card = {"deck": 0, "draw": 9, "back": "rain", "face": "R5", "known": [0]}
    assert card in fact(state, "hands")[0]


# Enumeration


def arrangements(game: cloche.Game) -> list[tuple[str, ...]]:
    """Every order of a deck that BB-7 can make."""
    data = game.components
    assert data is not None
    faces = [card["id"] for card in data["card"]]
    over, under = data["deck"]["over"], data["deck"]["under"]
    ends = [*range(over), *range(len(faces) - under, len(faces))]
    return [order for order in permutations(faces) if not any(order[place] in TOOLS for place in ends)]


def test_bb_7_bb_8_c_2_backs_and_faces_are_as_likely_as_in_all_arrangements(implementation: str) -> None:
    """Whatever has been drawn, and whatever back lies on top: solo, discarding everything."""
    game = cloche.load("buds_and_blooms", 1, components=TINY, implementation=implementation)
    backs = {card["id"]: card["back"] for card in (game.components or {})["card"]}
    every = arrangements(game)
    assert len(every) == 36
    compared = Counter[str]()

    def follow(state: cloche.State, left: list[tuple[str, ...]], drawn: int) -> None:
        """`left`: the arrangements that agree with the faces drawn and the back on top."""
        while state.current_player() >= 0:
            texts = legal(state)
            state = play(state, next(text for text in texts if text.startswith("discard") or text == "grow:none"))
        if state.is_terminal():
            return
        phase = state.to_dict()["phase"]
        seen = Counter(f"draw:{order[drawn]}" if phase == "draw" else f"back:{backs[order[drawn]]}" for order in left)
        assert chances(state) == {text: pytest.approx(count / len(left)) for text, count in seen.items()}
        compared[phase] += 1
        for text in seen:
            word = text.partition(":")[2]
            agree = [order for order in left if word in (order[drawn], backs[order[drawn]])]
            follow(play(state, text), agree, drawn + (phase == "draw"))

    state = game.new_initial_state()
    while state.to_dict()["phase"] in ("card", "face", "turn"):
        state = state.child(state.legal_actions()[0])
    follow(state, every, 0)
    assert min(compared["back"], compared["draw"]) > 30
