"""Sales, orders and decorations: BN-5, BN-21, BN-22, BN-24, BN-65, BN-66; D-9."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

import cloche

from .barton import SMALL, at, fact, front, legal, load, money, names, play, position, shed, starting, step, weights
from .bases import state_of


def selling(implementation: str, shed_of: str, **rest: object) -> cloche.State:
    """The gardener sells to orders."""
    return play(at(implementation, sheds=[shed_of], **rest), "gardener:orders")


# BN-21, BN-65: one flower


def test_bn_21_one_flower_for_three_pounds(implementation: str) -> None:
    state = play(at(implementation, sheds=["DTT"]), "gardener:flower-sale")
    assert legal(state) == ["end", "flower:D", "flower:T"]
    state = play(state, "flower:T")
    assert (shed(state), money(state), fact(state, "player")) == ("DT", 13, 1)


# BN-21, BN-22, BN-65: orders


def test_bn_65_orders_are_paid_icon_by_icon(implementation: str) -> None:
    # s03 is RT for 6 and 1.
    state = selling(implementation, "RTDD", orders="s03 m03 l01")
    assert legal(state) == ["end", "order:1"]
    state = play(state, "order:1")
    assert front(state) == step("pay", deck=0, icon=0)
    # The rose itself, or a pair: what is left are two tokens, which pay for the tulip.
    assert legal(state) == ["pay:exact", "pay:DD", "pay:DR", "pay:DT", "pay:RT"]
    state = play(state, "pay:exact")
    assert (shed(state), front(state)["icon"], money(state)) == ("DDT", 1, 10)
    assert legal(state) == ["pay:exact", "pay:DD", "pay:DT"]
    # The card stays face up till its last icon is paid.
    assert fact(state, "orders")[0] == "s03"
    state = play(state, "pay:DD")
    assert (shed(state), money(state)) == ("T", 16)
    assert fact(state, "done") == [["s03"], []]
    assert names(state) == ["orders", "after"]


def test_bn_22_any_two_tokens_may_stand_for_an_icon(implementation: str) -> None:
    state = selling(implementation, "DRLLV", orders="s03 m01 l01")
    state = play(state, "order:1")
    # Any two of the five leave three tokens, and two of those pay for the tulip.
    assert legal(state) == ["pay:exact", "pay:DR", "pay:DL", "pay:DV", "pay:RL", "pay:RV", "pay:LL", "pay:LV"]
    state = play(state, "pay:LL")
    assert (shed(state), legal(state)) == ("DRV", ["pay:DR", "pay:DV", "pay:RV"])
    state = play(state, "pay:DV")
    assert (shed(state), money(state)) == ("R", 16)


def test_bn_65_a_pair_may_hold_the_icons_own_type(implementation: str) -> None:
    state = play(selling(implementation, "VVVV", orders="s01 m01 l01"), "order:1")
    assert legal(state) == ["pay:exact", "pay:VV"]
    state = play(state, "pay:VV", "pay:VV")
    assert shed(state) == ""
    state = play(selling(implementation, "VVV", orders="s01 m01 l01"), "order:1")
    assert legal(state) == ["pay:exact", "pay:VV"]
    assert legal(play(state, "pay:VV")) == ["pay:exact"]
    # With two of them a pair would leave the second icon unpaid.
    state = play(selling(implementation, "VV", orders="s01 m01 l01"), "order:1")
    assert legal(state) == ["pay:exact"]


def payable(icons: str, tokens: str) -> bool:
    """Whether the icons can be paid, by trying every way."""
    if not icons:
        return True
    ways = [icons[0]] if icons[0] in tokens else []
    ways += ["".join(pair) for pair in set(combinations_with_replacement(sorted(set(tokens)), 2))]
    for way in ways:
        left = tokens
        for token in way:
            if token not in left:
                break
            left = left.replace(token, "", 1)
        else:
            if payable(icons[1:], left):
                return True
    return False


@pytest.mark.parametrize("order", ["s07 m01 l01", "s10 m07 l01", "s12 m09 l09"])
@pytest.mark.parametrize(
    "tokens", ["D", "DT", "DDD", "RRVV", "RRL", "LLVV", "TVD", "TTVVDD", "DDDDV", "RRRLL", "VVVVVV"]
)
def test_d_9_an_order_is_payable_if_some_way_of_paying_it_is(implementation: str, order: str, tokens: str) -> None:
    icons = {
        "s07": "DT", "s10": "RRL", "s12": "DTV", "m01": "DDV", "m07": "TTVV", "m09": "DDDV", "l01": "DRTLV",
        "l09": "RRLLL",
    }  # fmt: skip
    state = at(implementation, sheds=[tokens], orders=order)
    expected = [f"order:{deck}" for deck, name in enumerate(order.split(), 1) if payable(icons[name], tokens)]
    after = play(state, "gardener:orders")
    assert starting(after, "order") == expected if expected else fact(after, "player") == 1


def test_bn_21_the_second_order_costs_two_the_third_four_more(implementation: str) -> None:
    # s01 VV 5, m01 DDV 8, l01 DRTLV 13.
    state = selling(implementation, "VVDDVDRTLV", orders="s01 m01 l01", money=0)
    state = play(state, "order:1", "pay:exact", "pay:exact")
    assert (money(state), front(state)) == (5, step("order", count=1))
    assert fact(state, "orders") == [None, "m01", "l01"]
    state = play(state, "order:2")
    assert money(state) == 3
    state = play(state, "pay:exact", "pay:exact", "pay:exact")
    assert money(state) == 11
    state = play(state, "order:3")
    assert money(state) == 7
    state = play(state, *["pay:exact"] * 5)
    assert (money(state), shed(state)) == (20, "")
    assert fact(state, "done")[0] == ["s01", "m01", "l01"]
    # Three at most; new orders come up after the last, deck 1 first.
    assert names(state) == ["orders", "after"]
    assert fact(state, "orders") == [None, None, None]


def test_bn_21_an_orders_money_may_pay_for_the_next(implementation: str) -> None:
    state = selling(implementation, "VVDDV", orders="s01 m01 l01", money=0)
    assert legal(state) == ["end", "order:1", "order:2"]
    state = play(state, "order:2", "pay:exact", "pay:exact", "pay:exact")
    assert "order:1" in legal(state)
    assert money(play(state, "order:1")) == 8 - 2


def test_bn_65_the_surcharge_must_be_paid_when_picked(implementation: str) -> None:
    game = load(implementation, 2, SMALL)
    # s3 is TT for 4 and s1 D for 2; the surcharge is 1.
    here = position(game, gardens=["3,3:a1", "3,3:a2"], orders="s1 m1 l1", sheds=["DDRT"], money=0)
    state = play(game.state_from_dict(here), "gardener:orders", "order:1", "pay:exact")
    assert (money(state), front(state)) == (2, step("order", count=1))
    state = play(state, "order:2")
    assert money(state) == 1
    # Two orders at most in this box.
    state = play(state, *["pay:exact"] * 3)
    assert names(state)[0] == "orders"


def test_bn_65_new_orders_come_up_after_the_last(implementation: str) -> None:
    state = selling(implementation, "VVDDV", orders="s01 m01 l01", done=["", "s05 m02"])
    state = play(state, "order:2", "pay:exact", "pay:exact", "pay:exact", "order:1", "pay:exact", "pay:exact")
    # Deck 1 first, each card evenly that is neither face up nor done.
    assert weights(state) == {f"s{number:02}": 1 for number in range(1, 15) if number not in (1, 5)}
    state = play(state, "s14")
    assert weights(state) == {f"m{number:02}": 1 for number in range(1, 15) if number not in (1, 2)}
    state = play(state, "m14")
    assert (fact(state, "orders"), fact(state, "player")) == (["s14", "m14", "l01"], 1)


def test_bn_31_a_deck_of_orders_that_runs_out_leaves_its_space_empty(implementation: str) -> None:
    game = load(implementation, 2, SMALL)
    here = position(game, gardens=["3,3:a1", "3,3:a2"], orders="s1 m1 l1", done=["", "s2 s3"], sheds=["D"])
    state = play(game.state_from_dict(here), "gardener:orders", "order:1", "pay:exact")
    assert (fact(state, "orders"), fact(state, "player")) == ([None, "m1", "l1"], 1)


def test_bn_5_icons_are_paid_in_printed_order(implementation: str) -> None:
    # s2 of the small box is VR.
    state = at(implementation, components=SMALL, gardens=["3,3:a1", "3,3:a2"], orders="s2 m1 l1", sheds=["RV"])
    state = play(state, "gardener:orders", "order:1", "pay:exact")
    assert (shed(state), legal(state)) == ("R", ["pay:exact"])


# BN-24, BN-66: decorations


def test_bn_66_a_large_one_takes_two_types(implementation: str) -> None:
    state = play(at(implementation, sheds=["RRTV"]), "gardener:large")
    assert front(state) == step("decoration", size="large")
    assert legal(state) == ["pay:RT", "pay:RV", "pay:TV"]
    state = play(state, "pay:RV")
    assert (shed(state), fact(state, "decorations"), fact(state, "player")) == ("RT", [[1, 0, 0], [0, 0, 0]], 1)


def test_bn_66_a_medium_one_takes_two_of_a_type(implementation: str) -> None:
    state = play(at(implementation, sheds=["RRTVV"]), "gardener:medium")
    assert legal(state) == ["pay:RR", "pay:VV"]
    assert shed(play(state, "pay:VV")) == "RRT"


def test_bn_66_a_small_one_takes_any_flower(implementation: str) -> None:
    state = play(at(implementation, sheds=["RRV"], decorations=[[0, 0, 2], [0, 0, 0]]), "gardener:small")
    assert legal(state) == ["flower:R", "flower:V"]
    state = play(state, "flower:R")
    assert (shed(state), fact(state, "decorations")[0]) == ("RV", [0, 0, 3])


def test_bn_24_decorations_are_the_gardeners_alone(implementation: str) -> None:
    state = at(implementation, sheds=["RRT"], awake=[False, True])
    assert starting(state, "gardener") == []
    for name in ("sale", "order", "mode"):
        assert not [text for text in legal(state_of(implementation, name)) if "large" in text]


@pytest.mark.parametrize(("players", "supply"), [(2, (4, 4, 6)), (3, (5, 5, 8)), (4, (6, 6, 10))])
def test_bn_6_the_supply_of_decorations_goes_by_the_players(
    implementation: str, players: int, supply: tuple[int, int, int]
) -> None:
    for index, size in enumerate(("large", "medium", "small")):
        taken = [0, 0, 0]
        taken[index] = supply[index] - 1
        state = at(implementation, players=players, sheds=["RRT"], decorations=[[0, 0, 0], taken])
        assert f"gardener:{size}" in legal(state)
        taken[index] += 1
        state = at(implementation, players=players, sheds=["RRT"], decorations=[[0, 0, 0], taken])
        assert f"gardener:{size}" not in legal(state)
