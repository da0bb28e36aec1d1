"""Setup: BN-1 to BN-10, BN-53 to BN-55, D-8."""

from __future__ import annotations

import pytest

import cloche

from .barton import (
    DEFAULT_BOX,
    SMALL,
    TINY,
    arrange,
    at,
    box,
    fact,
    held,
    legal,
    load,
    money,
    names,
    play,
    shed,
    step,
    steps,
    weights,
)
from .bases import state_of

BOARD = ("s01", "m01", "l01", "t03", "t04", "t05", *"DRTLVD")


def begun(implementation: str, players: int = 2) -> cloche.State:
    """The first set-up of a player begins."""
    return play(load(implementation, players).new_initial_state(), *BOARD)


# BN-54, S-10: the board


@pytest.mark.parametrize("players", [2, 3, 4])
def test_bn_8_before_the_setup_nothing_lies_anywhere(implementation: str, players: int) -> None:
    state = load(implementation, players).new_initial_state()
    expected = arrange(
        DEFAULT_BOX, players, turns=None, todo=steps("orders turn_up market"), display="- - -", market="......",
        orders="- - -", gardens=[], money=0,
    )  # fmt: skip
    assert state.to_dict() == expected
    assert list(state.to_dict()) == list(expected)
    assert state.is_chance_node()


def test_bn_54_orders_come_first_each_of_its_own_deck_evenly(implementation: str) -> None:
    state = load(implementation).new_initial_state()
    for deck in DEFAULT_BOX["order_deck"]:
        ids = [card["id"] for card in deck["card"]]
        assert weights(state) == dict.fromkeys(ids, 1)
        assert state.legal_actions() == list(range(len(ids)))
        state = play(state, ids[3])
    assert fact(state, "orders") == ["s04", "m04", "l04"]


def test_bn_54_then_a_tile_of_each_pile_evenly_among_all_unseen(implementation: str) -> None:
    state = play(load(implementation).new_initial_state(), *BOARD[:3])
    left = [row["id"] for row in DEFAULT_BOX["tile"]]
    for pile, tile in enumerate(("t03", "t36", "t01")):
        assert names(state) == ["turn_up", "market"]
        assert weights(state) == dict.fromkeys(left, 1)
        state = play(state, tile)
        left.remove(tile)
        assert fact(state, "piles") == [11] * (pile + 1) + [12] * (2 - pile)
    assert fact(state, "display") == ["t03", "t36", "t01"]


@pytest.mark.parametrize(("tiles", "piles"), [(8, [3, 3, 2]), (7, [3, 2, 2]), (9, [3, 3, 3]), (4, [2, 1, 1])])
def test_bn_54_piles_are_as_equal_as_can_be(implementation: str, tiles: int, piles: list[int]) -> None:
    game = load(implementation, 2, box(tile=DEFAULT_BOX["tile"][:tiles]))
    assert fact(game.new_initial_state(), "piles") == piles


def test_bn_1_bn_54_then_the_market_is_filled_space_1_first(implementation: str) -> None:
    state = play(load(implementation).new_initial_state(), *BOARD[:6])
    assert weights(state) == dict.fromkeys("DRTLV", 5)
    assert state.legal_actions() == [0, 1, 2, 3, 4]
    state = play(state, "V", "V")
    assert fact(state, "market") == ["V", "V", None, None, None, None]
    assert fact(state, "bag") == [5, 5, 5, 5, 3]
    # BN-53: a flower comes by its share in the bag.
    assert weights(state) == {"D": 5, "R": 5, "T": 5, "L": 5, "V": 3}


def test_bn_53_an_empty_bag_is_filled_just_before_a_draw(implementation: str) -> None:
    # Two of each type in the bag of the small box; refills are one of each.
    game = load(implementation, 2, box(SMALL, bag={"first": 0, "refill": 2}))
    state = play(game.new_initial_state(), "s1", "m1", "l1", "a1", "a2", "a3")
    # D-3: the bag is filled when the draw comes to the front.
    assert fact(state, "bag") == [2] * 5
    state = play(state, *"DRT")
    assert fact(state, "bag") == [1, 1, 1, 2, 2]
    assert names(state)[0] == "flower_draw"


# BN-9, BN-55: player by player


def test_bn_9_the_first_player_begins_with_money_and_a_flower_of_the_bag(implementation: str) -> None:
    state = begun(implementation)
    assert fact(state, "player") == 0
    assert fact(state, "money") == [10, 0]
    assert names(state) == ["flower_draw", "judge_draw", "setup_pile", "setup_choice", "setup_gift"]
    assert weights(state) == {"D": 3, "R": 4, "T": 4, "L": 4, "V": 4}
    state = play(state, "T")
    assert shed(state) == "T"
    assert fact(state, "bag") == [3, 4, 3, 4, 4]


def test_bn_55_then_a_judge_a_tile_and_its_turn_up(implementation: str) -> None:
    state = play(begun(implementation), "T")
    assert weights(state) == dict.fromkeys([row["id"] for row in DEFAULT_BOX["judge"]], 1)
    state = play(state, "reaper")
    assert fact(state, "hands") == [[{"draw": 1, "judge": "reaper"}], []]
    assert fact(state, "drawn") == 1
    assert legal(state) == ["pile:1", "pile:2", "pile:3"]
    state = play(state, "pile:2")
    # The first tile lies in the middle as printed.
    assert fact(state, "gardens") == [[[24, "t04", 0]], []]
    assert fact(state, "display") == ["t03", None, "t05"]
    assert names(state) == ["turn_up", "setup_choice", "setup_gift"]
    assert len(weights(state)) == 33
    state = play(state, "t10")
    assert fact(state, "display") == ["t03", "t10", "t05"]
    assert fact(state, "piles") == [11, 10, 11]


def test_bn_55_a_judge_or_money(implementation: str) -> None:
    state = play(begun(implementation), "T", "reaper", "pile:1", "t10")
    assert legal(state) == ["setup:judge", "setup:money"]
    assert money(play(state, "setup:money")) == 14
    judged = play(state, "setup:judge")
    assert money(judged) == 10
    assert len(weights(judged)) == 23
    judged = play(judged, "plain")
    assert held(judged) == ["reaper", "plain"]
    for after in (judged, play(state, "setup:money")):
        assert legal(after) == ["setup:plant", "setup:flower"]


def test_bn_55_a_plant_or_a_flower(implementation: str) -> None:
    state = play(begun(implementation), "T", "reaper", "pile:1", "t10", "setup:money")
    # t03 has beds at (0, 1) and (2, 2).
    planting = play(state, "setup:plant")
    assert legal(planting) == ["plant:T@9,10", "plant:T@11,11"]
    planted = play(planting, "plant:T@11,11")
    assert fact(planted, "plants") == [[[11 * 21 + 11, "T", True]], []]
    assert (shed(planted), money(planted)) == ("", 14)
    gaining = play(state, "setup:flower")
    assert legal(gaining) == [f"flower:{kind}" for kind in "DRTLV"]
    gained = play(gaining, "flower:V")
    assert shed(gained) == "TV"
    assert fact(gained, "bag") == fact(state, "bag")
    for after in (planted, gained):
        assert fact(after, "player") == 1
        assert fact(after, "money") == [14, 10]
        assert names(after)[0] == "flower_draw"


def test_bn_9_the_turns_begin_when_all_are_set_up(implementation: str) -> None:
    state = begun(implementation)
    state = play(state, "T", "reaper", "pile:1", "t10", "setup:money", "setup:flower", "flower:D")
    state = play(state, "D", "plain", "pile:1", "t11", "setup:judge", "chemist", "setup:plant", "plant:D@10,10")
    assert (fact(state, "turns"), fact(state, "player"), names(state)) == (0, 0, ["turn"])
    assert fact(state, "todo") == [step("turn")]
    assert fact(state, "hands")[1] == [{"draw": 2, "judge": "plain"}, {"draw": 3, "judge": "chemist"}]
    assert fact(state, "awake") == [True, True]


def test_bn_55_without_a_flower_there_is_a_flower_to_gain_only(implementation: str) -> None:
    game = load(implementation, 2, box(setup={"bag_flowers": 0}))
    state = play(game.new_initial_state(), *BOARD)
    # Draws of none are left out.
    assert names(state) == ["judge_draw", "setup_pile", "setup_choice", "setup_gift"]
    state = play(state, "reaper", "pile:1", "t10", "setup:money")
    # BN-51: such a node is made even with one action.
    assert legal(state) == ["setup:flower"]


def test_bn_71_larger_counts_repeat_the_nodes(implementation: str) -> None:
    game = load(implementation, 2, SMALL)
    state = play(game.new_initial_state(), "s1", "m1", "l1", "a1", "a2", "a3", *"DRT")
    state = play(state, "D", "R", "banker", "pile:1", "a4")
    # A second tile of the set-up is laid by `lay:*`, at any turn, beside the first.
    assert names(state)[0] == "setup_pile"
    state = play(state, "pile:2")
    assert names(state)[:2] == ["lay", "turn_up"]
    assert [text for text in legal(state) if text.endswith("r0")] == [
        "lay:2,3:r0",
        "lay:3,2:r0",
        "lay:3,4:r0",
        "lay:4,3:r0",
    ]
    state = play(state, "lay:2,3:r1", "a5", "setup:judge", "tidy")
    assert legal(state) == ["setup:plant", "setup:flower"]
    gain = play(state, "setup:flower", "flower:V")
    assert legal(gain) == [f"flower:{kind}" for kind in "DRTLV"]
    assert fact(play(gain, "flower:V"), "player") == 1


def test_d_8_plants_of_the_setup_keep_to_rising_ids(implementation: str) -> None:
    here = {
        "turns": None, "player": 0, "gardens": ["3,3:a3 3,4:a1"], "money": [6, 0], "hands": ["banker"],
        "components": SMALL,
    }  # fmt: skip
    # a3 has beds at the corners and a1 at its top left: (9,9) (9,11) (11,9) (11,11) (9,12).
    state = at(implementation, **here, todo=[step("setup_plant", n=2)], sheds=["RV"])
    assert len(legal(state)) == 10
    state = play(state, "plant:R@11,9")
    # A violet has higher ids than any rose.
    assert legal(state) == [f"plant:V@{place}" for place in ("9,9", "9,11", "9,12", "11,11")]


def test_d_8_the_rest_of_the_setup_plants_is_lost(implementation: str) -> None:
    here = {"turns": None, "player": 0, "gardens": ["3,3:a3 3,4:a1"], "money": [6, 0], "hands": ["banker"]}
    state = at(implementation, **here, components=SMALL, todo=[step("setup_plant", n=2)], sheds=["RV"])
    state = play(state, "plant:V@11,11")
    # Only the rose is left, and its ids are lower.
    assert fact(state, "player") == 1
    assert shed(state) == "R"


def test_bn_10_what_players_hold_is_public_but_for_their_judges(implementation: str) -> None:
    state = state_of(implementation, "turn")
    for viewer in (0, 1):
        seen = state.observation(viewer)
        data = state.to_dict() | {"observer": viewer}
        data["hands"][1 - viewer] = [card | {"judge": None} for card in data["hands"][1 - viewer]]
        assert seen == data


def test_bn_4_bn_5_bn_6_all_of_the_box_is_there_from_the_start(implementation: str) -> None:
    state = at(implementation, money=99, gardens=["3,3:t01 3,4:t02", "3,3:t03"])
    state = play(state, "P>purchase", "second")
    assert legal(state) == ["end", *(f"ornament:{row['id']}" for row in DEFAULT_BOX["ornament"])]
    state = at(implementation, money=99, dice="rest1 rest1 mow2 rest1")
    state = play(state, "P>rest")
    assert legal(state) == ["end", *(f"fertilizer:{row['id']}" for row in DEFAULT_BOX["fertilizer"])]


def test_bn_7_market_spaces_have_the_prices_of_the_file(implementation: str) -> None:
    for space, price in enumerate(DEFAULT_BOX["market"]["prices"], 1):
        state = state_of(implementation, "buy")
        assert money(state) - money(play(state, f"buy:{space}")) == price


def test_bn_2_bn_3_a_tiny_box_can_be_set_up(implementation: str) -> None:
    game = load(implementation, 3, TINY)
    state = play(game.new_initial_state(), "s1", "m1", "l1", "a1", "a2", "a3", "D")
    assert fact(state, "piles") == [1, 1, 1]
    assert fact(state, "bag") == [0, 1, 1, 1, 1]
    assert legal(state) == ["R", "T", "L", "V"]
