"""Flowers of the market, ornaments, purchases of any kind, fertilizers: BN-4, BN-7, BN-20, BN-29, BN-37, BN-64; D-3."""

from __future__ import annotations

import pytest

import cloche

from .barton import (
    DEFAULT_BOX,
    SMALL,
    at,
    fact,
    front,
    legal,
    load,
    money,
    names,
    play,
    position,
    shed,
    starting,
    step,
    weights,
)
from .bases import state_of

# BN-20, BN-64: flowers


def test_bn_20_flowers_are_bought_at_the_prices_of_their_spaces(implementation: str) -> None:
    state = play(at(implementation, market="DRTLVD"), "gardener:flowers")
    assert legal(state) == ["end", *(f"buy:{space}" for space in range(1, 7))]
    state = play(state, "buy:2")
    assert (shed(state), money(state)) == ("R", 8)
    assert fact(state, "market") == ["D", None, "T", "L", "V", "D"]
    assert names(state) == ["buy", "market", "after"]
    assert front(state) == step("buy", last=354)
    # BN-52: ids rise.
    assert legal(state) == ["end", "buy:3", "buy:4", "buy:5", "buy:6"]
    # The ranks close only when the buying is over: space 5 keeps its price of 4.
    state = play(state, "buy:5")
    assert (shed(state), money(state)) == ("RV", 4)


def test_bn_20_then_the_market_closes_ranks_and_is_filled_from_the_bag(implementation: str) -> None:
    state = at(implementation, market="DRTLVD", bag="DDT", money=20)
    state = play(state, "gardener:flowers", "buy:2", "buy:5", "end")
    assert fact(state, "market") == ["D", "T", "L", "D", None, None]
    assert names(state) == ["market", "after"]
    assert weights(state) == {"D": 2, "T": 1}
    state = play(state, "T")
    assert fact(state, "market") == ["D", "T", "L", "D", "T", None]
    assert fact(state, "bag") == [2, 0, 0, 0, 0]
    state = play(state, "D")
    assert fact(state, "market") == ["D", "T", "L", "D", "T", "D"]
    # D-3: no more is drawn, so the bag is as it is.
    assert (fact(state, "bag"), fact(state, "player")) == ([1, 0, 0, 0, 0], 1)


def test_d_3_an_empty_bag_is_filled_when_the_next_draw_comes_to_the_front(implementation: str) -> None:
    state = play(at(implementation, market="DRTLVD", bag="T"), "gardener:flowers", "buy:1", "buy:2", "end")
    assert weights(state) == {"T": 1}
    state = play(state, "T")
    # Six of each type.
    assert fact(state, "bag") == [6] * 5
    assert weights(state) == dict.fromkeys("DRTLV", 6)
    state = play(state, "V")
    assert fact(state, "bag") == [6, 6, 6, 6, 5]
    # With the last token drawn and no draw to come it stays empty.
    state = play(at(implementation, market="DRTLVD", bag="T"), "gardener:flowers", "buy:1", "end", "T")
    assert fact(state, "bag") == [0] * 5


def test_bn_64_ranks_close_even_if_nothing_was_bought(implementation: str) -> None:
    # Nothing has to move: no node.
    assert fact(play(at(implementation), "gardener:flowers", "end"), "player") == 1


def test_bn_64_the_price_of_a_space_is_that_of_the_flower_on_it(implementation: str) -> None:
    state = at(implementation, components=SMALL, market="DRT", money=0)
    # The first space of the small box costs nothing.
    state = play(state, "gardener:flowers")
    assert legal(state) == ["end", "buy:1"]
    assert money(play(state, "buy:1")) == 0


# BN-20, BN-64: ornaments


def test_bn_64_ornaments_with_a_copy_left_that_can_be_paid(implementation: str) -> None:
    state = at(implementation, money=3, ornaments_of=["gnome_angler@9,10", "gnome_angler@9,9"])
    state = play(state, "gardener:ornament")
    # Both anglers are gone, and all others but the birdbath cost more.
    assert legal(state) == ["end", "ornament:birdbath"]


def test_bn_64_an_ornament_is_put_turned_and_flipped_wholly_on_tiles(implementation: str) -> None:
    # t01 is F.. / PF. / PPL, planted at (9, 9) and (10, 10).
    state = at(implementation, plants_of=["R@9,9 R'@10,10"], money=9)
    state = play(state, "P>purchase", "second", "ornament:lavender_urns")
    assert money(state) == 9 - 1 - 5
    # A corner of three squares: (10,9) (11,9) (11,10) or (9,10) (9,11) (10,11) or (10,11) (11,11) (11,10).
    # Of equal squares the lowest orientation: o0 ##/#., o1 ##/.#, o2 .#/##, o3 #./##.
    assert legal(state) == ["put:9,10:o1", "put:10,9:o3", "put:10,10:o2"]
    state = play(state, "put:10,10:o2")
    assert fact(state, "ornaments")[0] == [["lavender_urns", 10 * 21 + 10, 2]]


def test_bn_69_orientations_are_turns_of_the_shape_mirrored_from_4_on(implementation: str) -> None:
    # The Gnome House is ##./.##; mirrored .##/##.; each the same after two quarter turns.
    state = at(implementation, gardens=["3,3:t14 3,4:t15", "3,3:t02"], money=9)
    state = play(state, "gardener:ornament", "ornament:gnome_house")
    turns = {text.rpartition(":")[2] for text in legal(state)}
    assert turns == {"o0", "o1", "o4", "o5"}
    # Turned once, clockwise: .#/##/#. at its top left corner.
    state = play(state, "put:9,9:o1", *[])
    assert fact(state, "ornaments")[0] == [["gnome_house", 198, 1]]
    state = at(implementation, ornaments_of=["gnome_house@9,9:o1"], gardens=["3,3:t14 3,4:t15", "3,3:t02"], sheds=["R"])
    # t14 is PF. / WWF / .WF, t15 WW. / LWF / FF.; (9,10) (10,9) (10,10) (11,9) are covered.
    beds = ("10,11", "10,14", "11,11", "11,12", "11,13")
    assert legal(play(state, "gardener:plant")) == ["end", *(f"plant:R@{bed}" for bed in beds)]


def test_bn_69_an_anchor_may_lie_off_the_tiles(implementation: str) -> None:
    # Two tiles corner to corner would not touch; here (3,4) is right of the middle and (2,4) above that.
    # .##/##. over the corner: its anchor is the top left of the bounding box, on cell 2,3, which is empty.
    state = at(implementation, gardens=["3,3:t17 3,4:t14 2,4:t05", "3,3:t02"], money=9)
    state = play(state, "gardener:ornament", "ornament:gnome_house")
    # (8,12) (8,13) (9,11) (9,12): anchor (8,11).
    assert "put:8,11:o4" in legal(state)
    assert fact(play(state, "put:8,11:o4"), "ornaments")[0] == [["gnome_house", 8 * 21 + 11, 4]]


def test_bn_20_nothing_is_put_over_plants_ornaments_or_off_the_tiles(implementation: str) -> None:
    state = at(implementation, plants_of=["R@9,9 R'@10,10"], ornaments_of=["birdbath@9,11"])
    state = play(state, "gardener:ornament", "ornament:beehive")
    places = ("9,10", "10,9", "10,11", "11,9", "11,10", "11,11")
    assert legal(state) == [f"put:{place}:o0" for place in places]
    # Free beds may be covered.
    state = play(at(implementation), "gardener:ornament", "ornament:beehive")
    assert len(legal(state)) == 9


def test_bn_64_without_a_legal_place_an_ornament_is_not_offered(implementation: str) -> None:
    # Four in a row do not go on one tile.
    state = at(implementation, money=99)
    assert "ornament:gnome_parade" not in legal(play(state, "gardener:ornament"))
    state = at(implementation, money=99, gardens=["3,3:t01 3,4:t03", "3,3:t02"])
    assert "ornament:gnome_parade" in legal(play(state, "gardener:ornament"))


def test_bn_20_what_an_ornament_covers_counts_as_blank(implementation: str) -> None:
    # The bed at (10,10) is covered: with a plant at (9,9) the tile is complete.
    state = at(implementation, plants_of=["R@9,9"], dice="rest1 mow1 rest1 rest1")
    assert fact(play(state, "L>rest"), "prestige") == [0, 0]
    state = at(implementation, plants_of=["R@9,9"], ornaments_of=["birdbath@10,10"], dice="rest1 mow1 rest1 rest1")
    assert fact(play(state, "L>rest"), "prestige") == [1, 0]


def test_bn_71_more_ornaments_a_half(implementation: str) -> None:
    state = play(at(implementation, components=SMALL, gardens=["3,3:a1", "3,3:a2"]), "gardener:ornament")
    assert front(state) == step("ornament", n=2)
    state = play(state, "ornament:birdbath", "put:9,10:o0")
    assert front(state) == step("ornament", n=1)
    # The other birdbath is left, the first copy lies in the garden.
    state = play(state, "ornament:birdbath", "put:9,11:o0")
    assert fact(state, "player") == 1


# BN-29, BN-37, BN-64: two purchases of any kind


def doubling(implementation: str, **rest: object) -> cloche.State:
    """A judge was played on space 3, whose bonus is two purchases."""
    return state_of(implementation, "double", **rest)


def test_bn_29_two_purchases_are_flowers_ornaments_or_fertilizers(implementation: str) -> None:
    state = doubling(implementation, money=5)
    texts = legal(state)
    assert texts[0] == "end"
    assert [text for text in texts if text.startswith("buy:")] == [f"buy:{space}" for space in range(1, 7)]
    # At their base prices.
    assert [text for text in texts if text.startswith("fertilizer")] == [
        "fertilizer:plant", "fertilizer:wages", "fertilizer:regrow"
    ]  # fmt: skip
    assert "ornament:birdbath" in texts
    assert "ornament:statue" not in texts


def test_bn_64_the_second_purchase_may_have_a_lower_id(implementation: str) -> None:
    state = play(doubling(implementation), "buy:3")
    assert front(state) == step("double", n=1)
    assert {"buy:1", "buy:2", "buy:4", "end"} <= set(legal(state))
    assert "buy:3" not in legal(state)
    state = play(state, "buy:1")
    # Closing up and refill after the second.
    assert names(state)[0] == "market"
    assert fact(state, "market") == ["R", "L", "V", "D", None, None]


def test_bn_64_end_stops_and_the_market_is_refilled_then(implementation: str) -> None:
    state = play(doubling(implementation), "buy:6", "end")
    assert (names(state)[0], fact(state, "market")) == ("market", ["D", "R", "T", "L", "V", None])


def test_bn_64_an_ornament_is_put_directly_after_it_is_bought(implementation: str) -> None:
    state = play(doubling(implementation), "ornament:birdbath")
    assert names(state) == ["put", "double", "market", "raise", "after"]
    assert front(play(state, "put:9,10:o0")) == step("double", n=1)


def test_bn_37_fertilizers_not_owned(implementation: str) -> None:
    state = doubling(implementation, money=20, fertilizers=["wages yield"])
    assert starting(state, "fertilizer") == ["fertilizer:plant", "fertilizer:regrow", "fertilizer:early"]
    state = play(state, "fertilizer:regrow")
    assert fact(state, "fertilizers")[0] == ["wages", "regrow", "yield"]
    assert money(state) == 15
    assert starting(state, "fertilizer") == ["fertilizer:plant", "fertilizer:early"]


def test_bn_37_a_fertilizer_by_favour_at_its_base_price(implementation: str) -> None:
    state = play(at(implementation, hands=["chemist"]), "favour:chemist")
    assert legal(state) == ["end", *(f"fertilizer:{row['id']}" for row in DEFAULT_BOX["fertilizer"])]
    state = play(state, "fertilizer:yield")
    # Its price of 6, then the favour's pound.
    assert (money(state), fact(state, "fertilizers")[0]) == (5, ["yield"])


def test_bn_37_no_other_node_sells_fertilizers(implementation: str) -> None:
    for name in ("buy", "ornament", "sale", "turn"):
        assert starting(state_of(implementation, name), "fertilizer") == []


@pytest.mark.parametrize("players", [2, 3, 4])
def test_bn_6_one_of_each_fertilizer_a_player(implementation: str, players: int) -> None:
    game = load(implementation, players)
    owned = " ".join(row["id"] for row in DEFAULT_BOX["fertilizer"])
    here = position(game, fertilizers=[owned] * players)
    assert game.state_from_dict(here).to_dict()["fertilizers"] == [owned.split()] * players
