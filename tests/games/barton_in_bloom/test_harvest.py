"""Regrowing, harvests, incomes: BN-18, BN-35, BN-36, BN-62, BN-67; D-4, D-11."""

from __future__ import annotations

from typing import Any

import pytest

import cloche

from .barton import SMALL, at, fact, front, legal, load, money, names, plants, play, position, shed, step
from .bases import state_of

FOUR = "R@9,9 T@9,10 R@9,11 V@11,11"  # on t23, a tile of four beds
HERE: dict[str, Any] = {"gardens": ["3,3:t23", "3,3:t02"], "plants_of": [FOUR]}


def harvesting(implementation: str, **rest: Any) -> cloche.State:
    """The harvester, which showed 2, harvests."""
    return play(at(implementation, **HERE | {"dice": "mow2 rest1 rest1 rest1"} | rest), "H>harvest", "second")


def grown(state: cloche.State) -> str:
    return "".join(kind if on else kind.lower() for _, kind, on in fact(state, "plants")[0])


# BN-18, BN-62


def test_bn_18_a_harvest_turns_the_plant_and_gives_two_tokens(implementation: str) -> None:
    state = harvesting(implementation)
    assert legal(state) == ["end", "harvest:9,9", "harvest:9,10", "harvest:9,11", "harvest:11,11"]
    state = play(state, "harvest:9,10")
    assert (grown(state), shed(state), money(state)) == ("RtRV", "TT", 8)
    assert front(state) == step("harvest", count=1, last=4354 + 9 * 21 + 10)


def test_bn_18_n_harvests_cost_0_1_3_6_in_all(implementation: str) -> None:
    state = harvesting(implementation)
    for square, left in (("9,9", 8), ("9,10", 7), ("9,11", 5), ("11,11", 2)):
        state = play(state, f"harvest:{square}")
        assert money(state) == left
    assert shed(state) == "RRRRTTVV"
    # Nothing is left to harvest: the step is over without `end`.
    assert fact(state, "player") == 1


def test_bn_62_the_next_harvest_must_be_paid(implementation: str) -> None:
    state = play(harvesting(implementation, money=3), "harvest:9,9")
    assert "harvest:9,10" in legal(state)
    state = play(state, "harvest:9,10")
    assert money(state) == 0
    assert fact(state, "player") == 1


def test_bn_18_one_harvested_plant_is_regrown(implementation: str) -> None:
    state = at(implementation, gardens=["3,3:t23", "3,3:t02"], plants_of=["R'@9,9 T@9,10 R'@9,11"])
    state = play(state, "H>harvest", "first")
    assert legal(state) == ["end", "regrow:9,9", "regrow:9,11"]
    state = play(state, "regrow:9,11")
    assert grown(state) == "rTR"
    assert (fact(state, "player"), shed(state), money(state)) == (1, "", 9)


def test_bn_71_more_plants_are_regrown_where_the_box_says_so(implementation: str) -> None:
    # Two plants, and one token a harvest.
    game = load(implementation, 2, SMALL)
    here = position(game, gardens=["3,3:a3", "3,3:a1"], plants_of=["R'@9,9 T'@9,11 D'@11,9"])
    state = play(game.state_from_dict(here), "gardener:regrow")
    assert front(state) == step("regrow", n=2)
    state = play(state, "regrow:9,11")
    assert front(state) == step("regrow", n=1, last=3913 + 9 * 21 + 11)
    # BN-52: ids rise.
    assert legal(state) == ["end", "regrow:11,9"]
    assert fact(play(state, "regrow:11,9"), "player") == 1
    state = play(game.state_from_dict(here | {"plants": [plants("R@9,9 T@9,11"), []]}), "gardener:harvest")
    assert shed(play(state, "harvest:9,9")) == "R"


def test_bn_52_harvests_rise(implementation: str) -> None:
    state = play(harvesting(implementation), "harvest:9,10")
    assert legal(state) == ["end", "harvest:9,11", "harvest:11,11"]


def test_bn_62_a_free_harvest_has_a_most_and_no_price(implementation: str) -> None:
    # The favour of the Greenkeeper: a harvest, then a regrowing.
    state = at(implementation, **HERE, hands=["greenkeeper"], money=0)
    state = play(state, "favour:greenkeeper")
    assert names(state) == ["harvest_free", "regrow", "discard", "turn"]
    assert front(state) == step("harvest_free")
    state = play(state, "harvest:9,10")
    assert (money(state), shed(state)) == (0, "TT")
    assert legal(state) == ["end", "regrow:9,10"]
    assert grown(play(state, "regrow:9,10")) == "RTRV"


# BN-36, D-11: yield


def test_bn_36_yield_gives_one_more_token_of_a_type_harvested(implementation: str) -> None:
    state = harvesting(implementation, fertilizers=["yield"])
    state = play(state, "harvest:9,9", "harvest:11,11")
    # No plant has a higher id, so that the loop is over: now the token, without `end`.
    assert front(state) == step("yield", n=1, types=["R", "V"])
    assert legal(state) == ["flower:R", "flower:V"]
    state = play(state, "flower:V")
    assert (shed(state), fact(state, "player")) == ("RRVVV", 1)


def test_bn_62_yield_comes_after_end_too_and_only_with_a_harvest(implementation: str) -> None:
    state = harvesting(implementation, fertilizers=["yield"])
    assert fact(play(state, "end"), "player") == 1
    state = play(state, "harvest:9,10", "end")
    # A node even with one action.
    assert legal(state) == ["flower:T"]
    assert shed(play(state, "flower:T")) == "TTT"


def test_bn_62_yield_counts_for_favours_and_bonuses(implementation: str) -> None:
    state = at(implementation, **HERE, hands=["croquet"], fertilizers=["yield"])
    state = play(state, "favour:croquet", "harvest:9,10")
    assert names(state) == ["yield", "money", "discard", "turn"]
    state = play(state, "flower:T")
    assert (shed(state), money(state)) == ("TTT", 11)


def test_d_11_yield_has_as_many_nodes_as_its_amount(implementation: str) -> None:
    # Two tokens more in the small box.
    game = load(implementation, 2, SMALL)
    here = position(game, gardens=["3,3:a3", "3,3:a1"], plants_of=["R@9,9 T@9,11"], fertilizers=["yield"])
    state = play(game.state_from_dict(here), "gardener:harvest", "harvest:9,9", "harvest:9,11")
    assert front(state) == step("yield", n=2, types=["R", "T"])
    state = play(state, "flower:T")
    assert front(state) == step("yield", n=1, types=["R", "T"])
    assert shed(play(state, "flower:R")) == "RRTT"


def test_d_4_types_are_kept_only_by_who_owns_yield(implementation: str) -> None:
    state = play(harvesting(implementation), "harvest:9,9")
    assert front(state)["types"] == []
    state = play(harvesting(implementation, fertilizers=["yield"]), "harvest:9,9", "harvest:9,11")
    # Once for each type, in the order of the types.
    assert front(state)["types"] == ["R"]
    state = play(harvesting(implementation, fertilizers=["yield"]), "harvest:9,10", "harvest:9,11")
    assert front(state)["types"] == ["R", "T"]


# BN-35, BN-67: income

GOLD = ["3,3:t01 3,4:t02 3,2:t03", "3,3:t04"]  # tiles of two beds
FULL = "R@9,9 T@10,10 V@9,14 D'@11,12"  # t01 and t02 are complete


def resting(implementation: str, *, die: str = "H", **rest: Any) -> cloche.State:
    """A die that showed 1 on mow takes a rest."""
    dice = " ".join("mow1" if letter == die else "rest1" for letter in "HLPS")
    return play(
        at(implementation, **{"gardens": GOLD, "plants_of": [FULL], "dice": dice, "money": 0} | rest), f"{die}>rest"
    )


def test_bn_35_two_pounds_for_each_complete_tile(implementation: str) -> None:
    # The landscaper's rest gives prestige, no money.
    assert money(resting(implementation, die="L")) == 4
    assert money(resting(implementation, die="L", plants_of=["R@9,9"])) == 0
    # Harvested plants count (BN-23).
    assert money(resting(implementation, die="L", plants_of=[FULL.replace("R@", "R'@")])) == 4


def test_bn_36_wages_give_one_pound_more_a_tile(implementation: str) -> None:
    assert money(resting(implementation, die="L", fertilizers=["wages"])) == 6


def test_bn_35_ornaments_pay_and_the_gardener_wakes(implementation: str) -> None:
    state = resting(implementation, die="L", ornaments_of=["sundial@9,10 wishing_well@10,6:o0"], awake=[False, False])
    assert money(state) == 4 + 1 + 2
    assert fact(state, "awake") == [True, False]


def test_bn_67_then_the_flowers_owed_then_one_loop(implementation: str) -> None:
    # A trellis of the small box gives a flower, a pound and prestige, a beehive a regrowing and a harvest.
    game = load(implementation, 2, SMALL)
    here = {
        "gardens": ["3,3:a3 3,4:a7", "3,3:a1"], "plants_of": ["R@9,9 T'@9,11 D@11,9"], "money": 0,
        "ornaments_of": ["beehive@9,10 trellis@10,13:o0"], "dice": "mow3 rest1 rest1 rest1", "sheds": ["L"],
    }  # fmt: skip
    state = play(game.state_from_dict(position(game, **here)), "H>rest")
    assert names(state) == ["flower", "income", "rest", "after"]
    assert (money(state), fact(state, "prestige")) == (1, [1, 0])
    assert legal(state) == [f"flower:{kind}" for kind in "DRTLV"]
    state = play(state, "flower:L")
    assert front(state) == step("income", regrow=1, harvest=1)
    assert legal(state) == ["end", "regrow:9,11", "harvest:9,9", "harvest:11,9"]
    # In the order the player likes: what was regrown may be harvested.
    state = play(state, "regrow:9,11", "harvest:9,11")
    assert grown(state) == "RtD"
    assert shed(state) == "TLL"
    # Then the rest action: one more of up to three types held.
    assert front(state) == step("gain", n=3)


def test_bn_67_picks_rise_only_behind_a_pick_of_the_same_kind(implementation: str) -> None:
    state = state_of(
        implementation, "income", gardens=["3,3:t23", "3,3:t02"], plants_of=["R@9,9 T'@9,10 R@9,11 V'@11,11"],
        todo=[step("income", regrow=2, harvest=2), step("rest", die=0, x=2), step("after")],
    )  # fmt: skip
    assert legal(state) == ["end", "regrow:9,10", "regrow:11,11", "harvest:9,9", "harvest:9,11"]
    state = play(state, "harvest:9,11")
    assert front(state) == step("income", regrow=2, harvest=1, last=4354 + 9 * 21 + 11)
    # A harvest must be higher now, and there is none; regrowings are free.
    assert legal(state) == ["end", "regrow:9,10", "regrow:9,11", "regrow:11,11"]
    state = play(state, "regrow:11,11")
    assert front(state) == step("income", regrow=1, harvest=1, last=3913 + 11 * 21 + 11)
    assert legal(state) == ["end", "harvest:9,9", "harvest:11,11"]
    state = play(state, "harvest:9,9")
    # No harvest is owed any more: it hinders nothing.
    assert front(state) == step("income", regrow=1)
    assert legal(state) == ["end", "regrow:9,9", "regrow:9,10", "regrow:9,11"]


def test_bn_36_regrow_and_early_are_owed_at_each_income(implementation: str) -> None:
    state = resting(implementation, fertilizers=["regrow early"])
    assert front(state) == step("income", regrow=1, harvest=1)
    assert legal(state) == ["end", "regrow:11,12", "harvest:9,9", "harvest:9,14", "harvest:10,10"]
    harvested = play(state, "harvest:9,9")
    # D-4: the last pick was a harvest, and none is owed.
    assert front(harvested) == step("income", regrow=1)
    # Free of charge.
    assert money(harvested) == 4
    early = resting(implementation, fertilizers=["early"])
    assert front(early) == step("income", harvest=1)
    assert front(resting(implementation, fertilizers=["regrow"])) == step("income", regrow=1)


def test_bn_67_yield_comes_once_for_all_harvests_of_an_income(implementation: str) -> None:
    state = resting(implementation, fertilizers=["yield early"], ornaments_of=["cold_frame@10,12:o0"])
    # The cold frame owes a harvest, too.
    assert front(state) == step("income", harvest=2)
    state = play(state, "harvest:9,9", "harvest:10,10")
    assert front(state) == step("yield", types=["R", "T"])
    state = play(state, "flower:R")
    assert shed(state) == "RRRTT"
    # Only then the rest action.
    assert front(state)["step"] == "gain"
    state = resting(implementation, fertilizers=["yield early"])
    assert shed(play(state, "end")) == ""


@pytest.mark.parametrize("owned", ["", "plant", "yield", "wages"])
def test_bn_67_with_nothing_owed_there_is_no_node(implementation: str, owned: str) -> None:
    state = resting(implementation, die="L", fertilizers=[owned])
    assert fact(state, "player") == 1
