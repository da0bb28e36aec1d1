"""Rest actions: BN-14, BN-25, BN-68."""

from __future__ import annotations

import pytest

import cloche

from .barton import SMALL, at, demand, fact, front, legal, load, money, names, play, position, shed, starting, step


def resting(implementation: str, die: str, shown: int, **rest: object) -> cloche.State:
    """A die that shows so much rests."""
    dice = " ".join(f"mow{shown}" if letter == die else "rest1" for letter in "HLPS")
    return play(at(implementation, **{"dice": dice} | rest), f"{die}>rest")


def test_bn_25_the_harvester_gives_one_more_of_up_to_x_types(implementation: str) -> None:
    state = resting(implementation, "H", 3, sheds=["DDTLV"])
    assert front(state) == step("gain", n=3)
    # BN-51: each pick may be declined.
    assert legal(state) == ["end", "flower:D", "flower:T", "flower:L", "flower:V"]
    state = play(state, "flower:T")
    assert shed(state) == "DDTTLV"
    # BN-52: rising ids, so that no type is chosen twice.
    assert legal(state) == ["end", "flower:L", "flower:V"]
    state = play(state, "flower:V")
    # D-4: one pick is left, but no higher one.
    assert (shed(state), fact(state, "player"), demand(state, "H")) == ("DDTTLVV", 1, 1)


def test_bn_68_the_harvesters_rest_is_over_after_x_picks(implementation: str) -> None:
    state = play(resting(implementation, "H", 2, sheds=["DRT"]), "flower:D", "flower:R")
    assert (shed(state), fact(state, "player")) == ("DDRRT", 1)


@pytest.mark.parametrize(("shown", "complete", "gained"), [(1, 2, 1), (2, 2, 2), (5, 2, 2), (6, 0, 0)])
def test_bn_25_the_landscaper_gives_prestige_for_complete_tiles(
    implementation: str, shown: int, complete: int, gained: int
) -> None:
    plants = "R@9,9 T@10,10 V@9,14 D'@11,12" if complete else ""
    state = resting(implementation, "L", shown, gardens=["3,3:t01 3,4:t02", "3,3:t03"], plants_of=[plants])
    assert fact(state, "prestige") == [gained, 0]
    assert money(state) == 10 + 2 * complete


def test_bn_25_the_purchaser_may_buy_a_fertilizer_for_less(implementation: str) -> None:
    state = resting(implementation, "P", 4, money=1)
    assert front(state) == step("fertilizer", n=1, less=4)
    # 2, 3, 5, 6, 6 less 4, not below 0.
    assert legal(state) == ["end", "fertilizer:plant", "fertilizer:wages", "fertilizer:regrow"]
    assert money(play(state, "fertilizer:plant")) == 1
    state = play(state, "fertilizer:regrow")
    assert (money(state), fact(state, "fertilizers"), fact(state, "player")) == (0, [["regrow"], []], 1)


def test_bn_68_the_purchasers_money_comes_from_the_income_too(implementation: str) -> None:
    gardens = ["3,3:t01", "3,3:t03"]
    state = resting(implementation, "P", 1, money=0, gardens=gardens, plants_of=["R@9,9 R@10,10"])
    assert starting(state, "fertilizer") == ["fertilizer:plant", "fertilizer:wages"]
    # What is owned already is not for sale.
    state = resting(
        implementation, "P", 1, money=0, gardens=gardens, plants_of=["R@9,9 R@10,10"], fertilizers=["plant"]
    )
    assert starting(state, "fertilizer") == ["fertilizer:wages"]


@pytest.mark.parametrize("shown", [1, 3, 6])
def test_bn_25_the_seller_gives_two_pounds_times_x_and_three_to_the_others(implementation: str, shown: int) -> None:
    state = resting(implementation, "S", shown, players=3)
    assert fact(state, "money") == [10 + 2 * shown, 13, 13]
    assert demand(state, "S") == 1


def test_bn_68_the_demand_falls_when_the_rest_action_is_over(implementation: str) -> None:
    state = resting(implementation, "H", 3, sheds=["DT"])
    assert (demand(state, "H"), names(state)) == (3, ["gain", "fresh", "after"])
    assert demand(play(state, "end"), "H") == 1


def test_bn_25_x_is_what_the_die_showed_whatever_a_favour_did(implementation: str) -> None:
    # The order book: a flower, then one die down by one.
    state = at(implementation, dice="mow3 rest1 rest1 rest1", hands=["order_book"], sheds=["DRT"])
    state = play(state, "favour:order_book", "flower:D", "die:H", "H>rest")
    assert front(state) == step("gain", n=3)


def test_bn_71_the_numbers_of_a_rest_are_those_of_the_file(implementation: str) -> None:
    game = load(implementation, 3, SMALL)
    here = position(game, gardens=["3,3:a1", "3,3:a2", "3,3:a3"], dice="rest1 rest1 rest1 mow2", money=0)
    state = play(game.state_from_dict(here), "S>rest")
    assert fact(state, "money") == [4, 3, 3]
