"""The weights of the prior, worked out by hand from tests/data/barton_in_bloom/weights.toml: W-1 to W-12."""

from __future__ import annotations

from typing import Any
from weakref import WeakValueDictionary

import pytest

import cloche

from .barton import DEFAULT_BOX, HAND_WEIGHTS, SMALL, at, box, legal, play, step
from .bases import BASES, state_of

# Quality by weight: z = 40 + quality, weight = (8 + z mod 8) * 2^(z div 8), for z from 0 to 135.
QUALITY = {(8 + z % 8) * 2 ** (z // 8): z - 40 for z in range(136)}


@pytest.fixture(autouse=True)
def _weights_of_these_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are loaded anew, with the numbers that the tests count with."""
    monkeypatch.setattr("cloche.components.weights", lambda entry: HAND_WEIGHTS)
    monkeypatch.setattr("cloche.game._loaded", WeakValueDictionary())


def qualities(state: cloche.State) -> dict[str, int]:
    """The quality of each legal action."""
    return {text: QUALITY[weight] for text, weight in zip(legal(state), state.prior(), strict=True)}


def quality(state: cloche.State, *texts: str) -> list[int]:
    found = qualities(state)
    return [found[text] for text in texts]


def test_the_weight_of_a_quality(implementation: str) -> None:
    # `end` at the node after the main action keeps the judges: 6. z = 46 = 5 * 8 + 6: (8 + 6) * 32.
    state = state_of(implementation, "after")
    assert state.prior()[0] == 14 * 32


def test_weights_stay_in_their_bounds(implementation: str) -> None:
    # An order for £99 and 99 prestige is worth 990: z = 135, 15 * 2^16.
    decks = [
        deck | {"card": [card | {"money": 99, "prestige": 99} for card in deck["card"]]}
        for deck in DEFAULT_BOX["order_deck"]
    ]
    state = at(implementation, components=box(order_deck=decks), sheds=["VV"])
    state = play(state, "gardener:orders")
    assert state.prior() == [256, 15 * 2**16]
    # A fertilizer for £99: 14 - 396, z = 0.
    rows = [row | {"price": 99} for row in DEFAULT_BOX["fertilizer"]]
    state = state_of(implementation, "double", components=box(fertilizer=rows), money=99)
    assert dict(zip(legal(state), state.prior(), strict=True))["fertilizer:plant"] == 8


def test_much_money_makes_a_pound_cheap(implementation: str) -> None:
    # More than £15: a pound is 1. Mowing is worth 6 - 1 in place of 24 - 4.
    assert quality(at(implementation, money=15), "H>mow") == [20]
    assert quality(at(implementation, money=16), "H>mow") == [5]


def test_many_flowers_make_one_cheap(implementation: str) -> None:
    # More than 8 in the shed: a flower is 3. A tulip is not wanted; space 3 is one for £3.
    for shed, expected in (("DDDRTTTL", 10 - 12), ("DDDRTTTLL", 3 - 12)):
        assert quality(state_of(implementation, "buy", sheds=[shed]), "buy:3") == [expected]


# W-1: dice and the gardener. At the start of the game all of D R T L V are wanted: s01 is VV, m01 DDV, l01 DRTLV.


def test_w_1_dice(implementation: str) -> None:
    found = qualities(at(implementation))
    # Mowing gives £6 and costs £1: 24 - 4; a judge 14 - 4.
    assert (found["H>mow"], found["H>judge"]) == (20, 10)
    # Nothing to regrow, harvest, or sell.
    assert (found["H>harvest"], found["L>harvest"], found["S>sell"], found["H>sell"]) == (-4, -4, -4, -4)
    # A tile is 18 while fewer than two are incomplete, planting 0 with an empty shed.
    assert (found["L>landscape"], found["H>landscape"]) == (14, 14)
    # Flowers with £9: 10 + 3 less 4 a pound: spaces 1 to 4 give 9, 5, 1, 1 and cost 9 in all. Of the ornaments only
    # the angler is worth more than it costs: 6 + 3 - 8 = 1.
    assert found["P>purchase"] == 16 + 1 - 4
    # In the black space the best of 16, 1 and 16 + 1 - 8.
    assert found["H>purchase"] == 16 - 4


def test_w_1_the_best_judge_held_is_played(implementation: str) -> None:
    # With £15 against £10 the Treasurer is worth 6 prestige, 36, and 4 more for playing it; Plain and Simple nothing.
    state = at(implementation, hands=["plain treasurer"], money=[15, 10])
    assert quality(state, "H>judge", "gardener:judge") == [14 + 40 - 4, 14 + 40 - 8]
    # What others win by is not played.
    assert quality(at(implementation, hands=["treasurer"], money=[10, 15]), "H>judge") == [14 - 4]


def test_w_1_the_gardener(implementation: str) -> None:
    found = qualities(at(implementation, sheds=["RRT"]))
    assert found["gardener:mow"] == 24 - 8
    assert found["gardener:judge"] == 14 - 8
    assert (found["gardener:regrow"], found["gardener:harvest"]) == (-8, -8)
    assert found["gardener:tile"] == 18 - 8
    # Two free beds: one plant is 15, two are 30 - 4 for the surcharge + 20 for the tile they complete.
    assert found["gardener:plant"] == 46 - 8
    # Roses and tulips are not wanted now: 9, 2, nothing for £3, 1.
    assert found["gardener:flowers"] == 12 - 8
    assert found["gardener:flower-sale"] == 12 - 10 - 8
    # Large: 4 prestige for two flowers, medium: 2, small: 2 for one flower.
    assert found["gardener:large"] == 6 * 4 - 20 - 8
    assert found["gardener:medium"] == 6 * 2 - 20 - 8
    assert found["gardener:small"] == 6 * 2 - 10 - 8


def test_w_1_harvests_and_regrowing(implementation: str) -> None:
    here: dict[str, Any] = {"gardens": ["3,3:t23", "3,3:t02"], "plants_of": ["R@9,9 T@9,10 R@9,11 V'@11,11"]}
    found = qualities(at(implementation, **here))
    # j harvests: 14, 28 - 4, 42 - 12 with £9: 30 is the most; regrowing 5.
    assert found["H>harvest"] == 5 + 30 - 4
    assert found["L>harvest"] == max(5, 30, 35 - 8) - 4
    # With £1 left one surcharge can be paid: 28 - 4.
    found = qualities(at(implementation, **here, money=2))
    assert found["H>harvest"] == 5 + 24 - 4
    assert found["L>harvest"] == 24 - 4


def test_w_1_tiles(implementation: str) -> None:
    two = ["3,3:t01 3,4:t02", "3,3:t03"]
    # Two incomplete tiles are as many as `open`.
    assert quality(at(implementation, gardens=two), "gardener:tile") == [4 - 8]
    assert quality(at(implementation, gardens=two, plants_of=["R@9,9 R@10,10"]), "gardener:tile") == [18 - 8]


def test_w_1_plants_that_complete_tiles(implementation: str) -> None:
    # Free beds of incomplete tiles, ascending: t01 lacks one, t03 two.
    state = at(implementation, gardens=["3,3:t01 3,4:t03", "3,3:t02"], plants_of=["R@9,9"], sheds=["RRRR"])
    # Three plants: 45 - 12 + 40; two: 30 - 4 + 20; one: 15 + 20.
    assert quality(state, "gardener:plant") == [73 - 8]
    # With £1 two can be paid.
    state = at(
        implementation, gardens=["3,3:t01 3,4:t03", "3,3:t02"], plants_of=["R@9,9"], sheds=["RRRR"], money=1,
    )  # fmt: skip
    assert quality(state, "gardener:plant") == [46 - 8]


def test_w_1_orders_and_decorations(implementation: str) -> None:
    # s01 is VV for 5 and 1: 20 + 6 - 10 * (2 * 2 - m); with VV m is 2, so 6; with V and DD m is 1: -4, but at least 0.
    assert quality(at(implementation, sheds=["VV"]), "gardener:orders") == [6 - 8]
    assert quality(at(implementation, sheds=["VTT"]), "gardener:orders") == [0 - 8]
    # A second small decoration is worth as much as the first, a second large one 9 - 4.
    state = at(implementation, sheds=["RT"], decorations=[[1, 0, 3]])
    assert quality(state, "gardener:large", "gardener:small") == [6 * 5 - 20 - 8, 6 * 2 - 10 - 8]


def test_w_1_an_order_leads_the_selling(implementation: str) -> None:
    # A flower for £3 is 12 - 10; the order 6; the demand 4; both in the black space cost 8 more.
    state = at(implementation, sheds=["VV"])
    assert quality(state, "S>sell", "H>sell") == [2 + 6 - 4, 6 - 4]
    assert quality(at(implementation, sheds=["VV"], dice="rest1 rest1 rest1 mow3"), "S>sell") == [2 + 6 - 12]


# W-2: rests


def resting(implementation: str, die: str, demand: int, **rest: Any) -> int:
    dice = " ".join(f"mow{demand}" if letter == die else "rest1" for letter in "HLPS")
    return quality(at(implementation, **{"dice": dice} | rest), f"{die}>rest")[0]


def test_w_2_rest_actions(implementation: str) -> None:
    # 3 for each step that the demand falls; H gives 10 for each of up to X types held.
    assert resting(implementation, "H", 3, sheds=["DDT"]) == 3 * 2 + 10 * 2
    assert resting(implementation, "H", 1, sheds=["DDT"]) == 10
    # L: min(X, complete tiles) prestige; the income is £2 for the tile.
    full: dict[str, Any] = {"plants_of": ["R@9,9 R@10,10"]}
    assert resting(implementation, "L", 4, **full) == 4 * 2 + 3 * 3 + 6 * 1
    assert resting(implementation, "L", 4) == 9
    # P: 8 if some fertilizer is within reach.
    assert resting(implementation, "P", 2) == 3 + 8
    assert resting(implementation, "P", 1, money=0) == 0
    assert resting(implementation, "P", 2, money=0) == 3 + 8  # rooting powder for nothing
    assert resting(implementation, "P", 1, money=0, **full) == 4 * 2 + 8  # £1 with the income of 2
    assert resting(implementation, "P", 2, fertilizers=["plant wages regrow yield early"]) == 4 * 0 + 3
    # S: £2X.
    assert resting(implementation, "S", 3) == 3 * 2 + 4 * 6


def test_w_2_incomes(implementation: str) -> None:
    full: dict[str, Any] = {"plants_of": ["R@9,9 R'@10,10"]}
    assert resting(implementation, "L", 1, **full, awake=[False, True]) == 4 * 2 + 6 + 12
    assert resting(implementation, "L", 1, **full, fertilizers=["wages"]) == 4 * 3 + 6
    assert resting(implementation, "L", 1, **full, fertilizers=["regrow"]) == 4 * 2 + 6 + 5
    assert resting(implementation, "L", 1, **full, fertilizers=["early"]) == 4 * 2 + 6 + 14
    # One grown plant: a second harvest owed gives nothing.
    here = full | {"ornaments_of": ["cold_frame@10,9:o1"], "gardens": ["3,3:t01", "3,3:t02"]}
    assert resting(implementation, "L", 1, **here, fertilizers=["early"]) == 4 * 2 + 6 + 14
    assert resting(implementation, "L", 1, **full, ornaments_of=["sundial@9,10"]) == 4 * 3 + 6


# W-3: favours, passing


def test_w_3_favours(implementation: str) -> None:
    state = at(implementation, hands=["treasurer stonemason croquet"])
    # £4; 2 prestige and £1; a harvest and £1. None of them holds for anybody.
    assert quality(state, "favour:treasurer", "favour:stonemason", "favour:croquet") == [16, 12 + 4, 12 + 4]
    # With £15 against £10 the Treasurer is worth 6 prestige, 36: a quarter of that is lost.
    state = at(implementation, hands=["treasurer"], money=[15, 10])
    assert quality(state, "favour:treasurer") == [16 - 9]
    # It holds for both: worth 0.
    assert quality(at(implementation, hands=["treasurer"], money=15), "favour:treasurer") == [16]
    # Tied at two tiles of beds: The Surveyor gives 6 to both.
    assert quality(at(implementation, hands=["surveyor"]), "favour:surveyor") == [14]
    # Against nothing the first place is worth 8: 48, of which a quarter is 12.
    state = at(implementation, hands=["seed_saver"], sheds=["D"])
    assert quality(state, "favour:seed_saver") == [10 + 5 - 12]
    # 8 against 4: 24.
    state = at(implementation, hands=["seed_saver"], sheds=["DD", "R"])
    assert quality(state, "favour:seed_saver") == [15 - 6]
    # A judge worth less than nothing to its holder loses nothing.
    state = at(implementation, hands=["seed_saver"], sheds=["D", "RR"])
    assert quality(state, "favour:seed_saver") == [15]


def test_w_3_after_the_main_action_and_passing(implementation: str) -> None:
    state = play(at(implementation, hands=["treasurer"]), "gardener:regrow")
    assert qualities(state) == {"end": 6, "favour:treasurer": 16}
    assert qualities(at(implementation, money=0, awake=[False, True])) == {"pass": 0}


# W-4: modes


def test_w_4_modes(implementation: str) -> None:
    state = play(at(implementation, sheds=["RRT"]), "L>landscape")
    # £9 are left: a tile 18, two plants 30 - 4 + 20.
    assert qualities(state) == {"first": 18, "second": 46, "first+second": 65, "second+first": 64}
    state = play(at(implementation, sheds=["RRT"]), "H>landscape")
    assert qualities(state) == {"first": 18, "second": 46, "first+second": 57, "second+first": 56}
    # Money is what can be spent: with £1 the second plant can be paid, with nothing one.
    state = play(at(implementation, sheds=["RRT"], money=1), "L>landscape")
    assert qualities(state)["second"] == 15


# W-5: judges


def test_w_5_playing_a_judge(implementation: str) -> None:
    state = state_of(implementation, "judge", hands=["plain surveyor seed_saver", ""], sheds=["D"])
    # Plain and Simple holds for both, the Surveyor is tied, the Seed Saver is worth 8.
    assert qualities(state) == {"end": 0, "judge:plain": 4, "judge:surveyor": 4, "judge:seed_saver": 4 + 48}


def test_w_5_where_it_is_played(implementation: str) -> None:
    # Two judges, a flower, two purchases, £5, a tile.
    assert qualities(state_of(implementation, "notice")) == {
        "notice:1": 28, "notice:2": 10, "notice:3": 20, "notice:4": 20, "notice:5": 14, "gossip": 1
    }  # fmt: skip


# W-6: flowers


def test_w_6_regrowing_and_harvests(implementation: str) -> None:
    assert qualities(state_of(implementation, "regrow")) == {"end": 0, "regrow:9,9": 5, "regrow:10,10": 5}
    # R and T are wanted for l01: 20 - 6 + 3.
    assert qualities(state_of(implementation, "harvest")) == {"end": 0, "harvest:9,9": 17, "harvest:10,10": 17}
    state = play(state_of(implementation, "harvest"), "harvest:9,9")
    # The second costs £1. Roses are not wanted any more, tulips still are.
    assert qualities(state) == {"end": 0, "harvest:10,10": 13}
    state = state_of(implementation, "harvest", sheds=["RT"])
    assert qualities(state) == {"end": 0, "harvest:9,9": 14, "harvest:10,10": 14}
    assert qualities(state_of(implementation, "income", sheds=["RT"])) == {
        "end": 0,
        "regrow:10,10": 5,
        "harvest:9,9": 14,
    }


def test_w_6_flowers_gained_sold_and_given(implementation: str) -> None:
    # With D D R in the shed daffodils and roses are not wanted: m01 has two daffodils, l01 one rose.
    state = state_of(implementation, "flower", sheds=["DDR"])
    assert list(qualities(state).values()) == [10, 10, 13, 13, 13]
    state = state_of(implementation, "gain", sheds=["DDR"])
    assert qualities(state) == {"end": 0, "flower:D": 10, "flower:R": 10}
    assert qualities(state_of(implementation, "yield", sheds=["R"])) == {"flower:R": 10, "flower:L": 13}
    # Sold for £3: 12 - 10, and 3 less if some order then lacks one.
    state = state_of(implementation, "sale", sheds=["DDDR"])
    assert qualities(state) == {"end": 0, "flower:D": 2, "flower:R": -1}
    assert qualities(state_of(implementation, "decoration", sheds=["DDDR"])) == {"flower:D": 0, "flower:R": -3}


# W-7: planting


def test_w_7_planting(implementation: str) -> None:
    # Two beds of t01: the first plant leaves one.
    state = state_of(implementation, "plant", sheds=["RRT"])
    assert qualities(state) == {
        "end": 0, "plant:R@9,9": 15 + 4, "plant:R@10,10": 19, "plant:T@9,9": 19 - 3, "plant:T@10,10": 16
    }  # fmt: skip
    state = play(state, "plant:R@9,9")
    # The last bed of the tile, for £1; the rose left is wanted for l01 now.
    assert qualities(state) == {"end": 0, "plant:R@10,10": 15 - 4 + 20 - 3, "plant:T@10,10": 28}
    # Three beds or more: neither.
    state = state_of(implementation, "plant", sheds=["RR"], gardens=["3,3:t23", "3,3:t02"])
    assert qualities(state)["plant:R@9,9"] == 15
    # With rooting powder £1 comes back with the first plant.
    state = state_of(
        implementation, "plant", sheds=["RR"], fertilizers=["plant"],
        todo=[step("plant", back=1), step("raise", die=1), step("after")],
    )  # fmt: skip
    assert qualities(state)["plant:R@9,9"] == 15 + 4 + 4
    assert qualities(state_of(implementation, "plant_free", sheds=["RR"]))["plant:R@9,9"] == 19


# W-8: tiles


def test_w_8_tiles(implementation: str) -> None:
    # t03 has two beds, t04 and t05 three.
    assert qualities(state_of(implementation, "tile", display="t03 t04 t05")) == {
        "end": 0, "pile:1": 18 - 2, "pile:2": 18 - 3, "pile:3": 18 - 3
    }  # fmt: skip


def test_w_8_laying_a_tile_joins_features(implementation: str) -> None:
    # t01 is F.. / PF. / PPL in the middle. t05 is PPP / W.F / WFF.
    found = qualities(state_of(implementation, "lay"))
    # Below: its top row PPP meets PPL: two pairs of paving.
    assert found["lay:4,3:r0"] == 4
    # Above, turned twice (FFW/F.W/PPP): PPP meets F..: nothing.
    assert found["lay:2,3:r2"] == 0
    # Left, turned once clockwise (WWP/F.P/FFP): PPP meets F P P.
    assert found["lay:3,2:r1"] == 4
    # Left as printed: its right column P F F meets F P P.
    assert found["lay:3,2:r0"] == 0
    # Right: nothing of t01 is there but the lawn at the bottom.
    assert found["lay:3,4:r0"] == 0
    # What is covered does not count.
    found = qualities(state_of(implementation, "lay", ornaments_of=["birdbath@11,9"]))
    assert found["lay:4,3:r0"] == 2


# W-9: purchases


def test_w_9_purchases(implementation: str) -> None:
    found = qualities(state_of(implementation, "buy"))
    assert found == {"end": 0, "buy:1": 9, "buy:2": 5, "buy:3": 1, "buy:4": 1, "buy:5": -3, "buy:6": -7}
    found = qualities(state_of(implementation, "ornament", done=["s02 m02"]))
    assert found["ornament:birdbath"] == 12 - 12
    assert found["ornament:sundial"] == 6 + 10 - 16
    assert found["ornament:gnome_angler"] == 6 + 3 - 8
    assert found["ornament:beehive"] == 10 - 20
    assert found["ornament:weathervane"] == 6 * 2 - 24
    assert found["ornament:wishing_well"] == 12 + 20 - 36
    # Three squares of paving on t01.
    assert found["ornament:terrace"] == 6 * 3 - 40


def test_w_9_putting_an_ornament(implementation: str) -> None:
    # t01 is F.. / PF. / PPL. A bench over a bed and a blank; over paving twice; over lawn and paving.
    found = qualities(state_of(implementation, "put"))
    assert found["put:9,9:o0"] == 8
    assert found["put:11,9:o0"] == -4
    assert found["put:11,10:o0"] == -4
    assert found["put:9,10:o0"] == 0
    # (9,9) and (10,9): a bed and paving.
    assert found["put:9,9:o1"] == 8 - 2
    # With the other bed planted the tile is completed.
    found = qualities(state_of(implementation, "put", plants_of=["R@10,10"]))
    assert found["put:9,9:o0"] == 8 + 20


# W-10: orders


def test_w_10_orders(implementation: str) -> None:
    found = qualities(state_of(implementation, "order", sheds=["VVDD"]))
    # s01: 20 + 6 - 10 * 2; m01 DDV: 32 + 18 - 10 * 3; l01 would need ten tokens less three.
    assert found == {"end": 0, "order:1": 6, "order:2": 20}
    state = state_of(
        implementation, "order", sheds=["VVDD"],
        todo=[step("order", count=1), step("orders"), step("raise", die=3), step("after")],
    )  # fmt: skip
    assert qualities(state) == {"end": 0, "order:1": 6 - 8, "order:2": 20 - 8}


def test_w_10_paying(implementation: str) -> None:
    # VVDDRR for s01. A violet less: l01 and m01 lack none, s01 itself asks for two.
    found = qualities(state_of(implementation, "pay", sheds=["VVDDDRR"]))
    assert found["pay:exact"] == 10
    # One daffodil of three may go, two roses: one may go. Violets are short for s01.
    assert found["pay:DR"] == 0
    assert found["pay:DD"] == 0
    assert found["pay:DV"] == -3
    assert found["pay:VV"] == -6
    large = play(at(implementation, sheds=["DTVVV"]), "gardener:large")
    assert qualities(large) == {"pay:DT": -6, "pay:DV": -3, "pay:TV": -3}


# W-11, W-12


def test_w_11_fertilizers_and_dice(implementation: str) -> None:
    # The purchaser's rest takes £2 off: 0, 1, 3, 4, 4.
    assert qualities(state_of(implementation, "fertilizer")) == {
        "end": 0, "fertilizer:plant": 14, "fertilizer:wages": 24 - 4, "fertilizer:regrow": 20 - 12,
        "fertilizer:yield": 20 - 16, "fertilizer:early": 24 - 16,
    }  # fmt: skip
    found = qualities(state_of(implementation, "double"))
    assert (found["fertilizer:plant"], found["fertilizer:early"]) == (14 - 8, 0)
    # H shows 4, P 2; one falls by two at most.
    assert qualities(state_of(implementation, "die")) == {"end": 0, "die:H": 6, "die:P": 3}


def test_w_12_setup(implementation: str) -> None:
    assert qualities(state_of(implementation, "setup_choice")) == {"setup:judge": 14, "setup:money": 16}
    assert qualities(state_of(implementation, "setup_gift")) == {"setup:plant": 15, "setup:flower": 10}
    here = {"components": SMALL, "sheds": ["RR"], "hands": ["banker"]}
    # a7 has one bed; the small box gives two flowers.
    state = state_of(implementation, "setup_gift", **here, gardens=["3,3:a3 3,4:a7"], money=[9, 0])
    assert qualities(state) == {"setup:plant": 15 + 20, "setup:flower": 20}
    state = state_of(implementation, "setup_choice", **here, gardens=["3,3:a3 3,4:a9"], money=[6, 0])
    assert qualities(state) == {"setup:judge": 14, "setup:money": 12}


@pytest.mark.parametrize("name", BASES)
def test_decisions_have_a_prior_and_chance_nodes_none(implementation: str, name: str) -> None:
    state = state_of(implementation, name)
    chance = state.is_chance_node() or state.is_terminal()
    assert len(state.prior()) == (0 if chance else len(legal(state)))
    assert all(weight >= 8 for weight in state.prior())


def test_only_what_the_mover_knows_is_used(implementation: str) -> None:
    for name in ("turn", "judge", "notice", "after"):
        state = state_of(implementation, name)
        for seed in range(4):
            assert state.redeal(0, cloche.Rng(seed)).prior() == state.prior()
