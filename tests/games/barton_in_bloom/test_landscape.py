"""Tiles and planting: BN-3, BN-19, BN-23, BN-36, BN-63, BN-69; D-2."""

from __future__ import annotations

from typing import Any

import pytest

import cloche

from .barton import (
    DEFAULT_BOX,
    SMALL,
    at,
    box,
    cell,
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

BEDS = ["3,3:t23", "3,3:t02"]  # t23 has four beds: (9,9) (9,10) (9,11) (11,11)


def planting(implementation: str, **rest: Any) -> cloche.State:
    """The landscaper, which showed 2, plants: 2 paid of 10."""
    here: dict[str, Any] = {"gardens": BEDS, "sheds": ["RRTTT"], "dice": "rest1 mow2 rest1 rest1"}
    return play(at(implementation, **here | rest), "L>landscape", "second")


# BN-19, BN-63: tiles


def test_bn_19_a_tile_is_taken_turned_and_laid_edge_to_edge(implementation: str) -> None:
    state = play(at(implementation), "gardener:tile")
    assert legal(state) == ["end", "pile:1", "pile:2", "pile:3"]
    state = play(state, "pile:2")
    assert names(state) == ["lay", "turn_up", "after"]
    assert front(state) == step("lay", tile="t04")
    assert fact(state, "display") == ["t03", None, "t05"]
    # Beside the tile in the middle; t04 looks different each way round.
    cells = ("2,3", "3,2", "3,4", "4,3")
    assert legal(state) == [f"lay:{place}:r{turns}" for place in cells for turns in range(4)]
    state = play(state, "lay:3,4:r1")
    assert fact(state, "gardens")[0] == [[24, "t01", 0], [25, "t04", 1]]
    # The pile's next tile is turned up at the end of the half, from all unseen tiles.
    assert names(state) == ["turn_up", "after"]
    seen = {"t01", "t02", "t03", "t04", "t05"}
    assert weights(state) == {row["id"]: 1 for row in DEFAULT_BOX["tile"] if row["id"] not in seen}
    piles = fact(state, "piles")
    state = play(state, "t36")
    assert fact(state, "display") == ["t03", "t36", "t05"]
    assert fact(state, "piles") == [piles[0], piles[1] - 1, piles[2]]


def test_bn_69_quarter_turns_are_clockwise(implementation: str) -> None:
    # t04 is FLL / PP. / PFF; turned once PPF / FPL / F.L: beds (0,2) (1,0) (2,0).
    state = at(implementation, gardens=["3,3:t01 3,4:t04:r1", "3,3:t02"], sheds=["R"], plants_of=["R@9,9 R@10,10"])
    state = play(state, "gardener:plant")
    assert legal(state)[1:] == ["plant:R@9,14", "plant:R@10,12", "plant:R@11,12"]
    state = at(implementation, gardens=["3,3:t01 3,4:t04:r2", "3,3:t02"], sheds=["R"], plants_of=["R@9,9 R@10,10"])
    # Turned twice FFP / .PP / LLF.
    assert legal(play(state, "gardener:plant"))[1:] == ["plant:R@9,12", "plant:R@9,13", "plant:R@11,14"]


def test_bn_63_equal_turns_are_listed_once(implementation: str) -> None:
    # a6 of the small box is a bed in a pond, the same each way; a5 has two different looks at least.
    game = load(implementation, 2, SMALL)
    here = position(game, gardens=["3,3:a1", "3,3:a2"], display="a6 a5 a3")
    state = play(game.state_from_dict(here), "gardener:tile", "pile:1")
    assert legal(state) == [f"lay:{place}:r0" for place in ("2,3", "3,2", "3,4", "4,3")]
    # a3 looks the same each way, too.
    state = play(game.state_from_dict(here), "gardener:tile", "pile:3")
    assert legal(state) == [f"lay:{place}:r0" for place in ("2,3", "3,2", "3,4", "4,3")]
    state = play(game.state_from_dict(here), "gardener:tile", "pile:2")
    assert len(legal(state)) == 16


def test_bn_3_gardens_stay_on_the_grid_of_seven(implementation: str) -> None:
    row = " ".join(f"3,{column}:t{column + 1:02}" for column in range(7))
    state = play(at(implementation, gardens=[row, "3,3:t10"], display="t20 t21 t22"), "gardener:tile", "pile:1")
    places = {text.split(":")[1] for text in legal(state)}
    assert places == {f"{line},{column}" for line in (2, 4) for column in range(7)}


def test_bn_3_squares_are_counted_from_the_top_left(implementation: str) -> None:
    tiles = "3,3:t01 2,3:t02 1,3:t03 0,3:t04 0,2:t05 0,1:t06 0,0:t07"
    state = at(implementation, gardens=[tiles, "3,3:t10"], sheds=["V"])
    state = play(state, "gardener:plant")
    # t07 is FWW / LLL / .FF in the corner.
    assert starting(state, "plant:V@0,0") == ["plant:V@0,0"]
    assert {"plant:V@2,1", "plant:V@2,2"} <= set(legal(state))


def test_bn_63_without_a_cell_to_lay_it_no_tile_is_taken(implementation: str) -> None:
    # A garden on all 49 cells, of 50 tiles that are alike.
    tiles = [{"id": f"z{number:02}", "grid": "F..\n...\n...\n"} for number in range(1, 54)]
    game = load(implementation, 2, box(tile=tiles))
    full = " ".join(f"{row},{column}:z{1 + 7 * row + column:02}" for row in range(7) for column in range(7))
    state = game.state_from_dict(
        position(game, gardens=[full, "3,3:z50"], display="z51 z52 z53", trigger=None, turns=0)
    )
    assert fact(play(state, "gardener:tile"), "player") == 1


def test_bn_31_a_pile_that_runs_out_leaves_its_space_empty(implementation: str) -> None:
    game = load(implementation, 2, box(tile=DEFAULT_BOX["tile"][:6]))
    here = position(game, gardens=["3,3:t01", "3,3:t02"], display="t03 t04 t05", piles=[0, 0, 1])
    state = play(game.state_from_dict(here), "gardener:tile", "pile:1", "lay:3,4:r0")
    # Nothing to turn up in pile 1: no node.
    assert (fact(state, "display"), fact(state, "player")) == ([None, "t04", "t05"], 1)
    state = play(state, "gardener:tile")
    assert legal(state) == ["end", "pile:2", "pile:3"]
    state = play(state, "pile:3", "lay:3,4:r0")
    assert weights(state) == {"t06": 1}
    assert fact(play(state, "t06"), "piles") == [0, 0, 0]


def test_bn_71_more_tiles_a_half(implementation: str) -> None:
    state = at(implementation, components=SMALL, gardens=["3,3:a1", "3,3:a2"], display="a6 a5 a3")
    state = play(state, "gardener:tile")
    assert front(state) == step("tile", n=2)
    state = play(state, "pile:1", "lay:3,4:r0")
    # The turn-up of that pile comes before the next pick.
    assert names(state)[:2] == ["turn_up", "tile"]


# BN-19, BN-63: planting


def test_bn_19_flowers_of_the_shed_are_planted_on_free_beds_grown(implementation: str) -> None:
    state = planting(implementation, plants_of=["V'@9,10"])
    beds = ("9,9", "9,11", "11,11")
    assert legal(state) == ["end", *(f"plant:{kind}@{bed}" for kind in "RT" for bed in beds)]
    state = play(state, "plant:T@9,11")
    assert fact(state, "plants")[0] == [[199, "V", False], [200, "T", True]]
    assert (shed(state), money(state)) == ("RRTT", 8)
    assert front(state) == step("plant", count=1, last=4795 + 2 * 441 + 200)


def test_bn_19_n_plants_cost_0_1_3_6_in_all(implementation: str) -> None:
    state = planting(implementation)
    for text, left in (("R@9,9", 8), ("R@9,10", 7), ("T@9,11", 5), ("T@11,11", 2)):
        state = play(state, f"plant:{text}")
        assert money(state) == left
    assert fact(state, "player") == 1


def test_bn_52_plants_rise_by_type_then_square(implementation: str) -> None:
    state = play(planting(implementation), "plant:R@9,11")
    assert legal(state) == ["end", "plant:R@11,11", *(f"plant:T@{bed}" for bed in ("9,9", "9,10", "11,11"))]


def test_bn_23_covered_beds_are_not_free(implementation: str) -> None:
    state = planting(implementation, ornaments_of=["birdbath@9,9"], sheds=["R"])
    assert legal(state) == ["end", "plant:R@9,10", "plant:R@9,11", "plant:R@11,11"]


@pytest.mark.parametrize(
    ("plants", "ornaments", "complete"),
    [
        ("R@9,9 R@9,10 R@9,11 R@11,11", "", 1),
        ("R'@9,9 R'@9,10 R'@9,11 R'@11,11", "", 1),  # harvested plants count
        ("R@9,9 R@9,10 R@9,11", "", 0),
        ("R@9,9 R@9,10 R@9,11", "birdbath@11,11", 1),  # a covered bed is no free bed
        ("", "terrace@9,9:o0", 0),
    ],
)
def test_bn_23_a_tile_is_complete_without_a_free_bed(
    implementation: str, plants: str, ornaments: str, complete: int
) -> None:
    here = {"gardens": BEDS, "plants_of": [plants], "ornaments_of": [ornaments], "dice": "rest1 mow3 rest1 rest1"}
    # The landscaper's rest gives prestige for complete tiles.
    assert fact(play(at(implementation, **here), "L>rest"), "prestige") == [complete, 0]


# BN-36, BN-63: rooting powder


def test_bn_36_the_first_plant_gives_a_pound_back(implementation: str) -> None:
    state = planting(implementation, fertilizers=["plant"])
    assert front(state) == step("plant", back=1, off=0)
    state = play(state, "plant:R@9,9")
    assert money(state) == 9
    assert front(state) == step("plant", count=1, last=4795 + 441 + 9 * 21 + 9)
    # The next surcharges are paid in full.
    assert money(play(state, "plant:R@9,10", "plant:T@9,11")) == 9 - 1 - 2


def test_bn_63_nothing_planted_nothing_given_back(implementation: str) -> None:
    assert fact(play(planting(implementation, fertilizers=["plant"]), "end"), "money") == [8, 10]


def test_bn_63_for_the_gardener_the_next_surcharge_is_less(implementation: str) -> None:
    state = play(at(implementation, gardens=BEDS, sheds=["RRTTT"], fertilizers=["plant"]), "gardener:plant")
    state = play(state, "plant:R@9,9")
    assert (money(state), front(state)["off"]) == (10, 1)
    state = play(state, "plant:R@9,10")
    assert (money(state), front(state)["off"]) == (10, 0)
    assert money(play(state, "plant:T@9,11")) == 8


def test_bn_63_what_an_action_has_cost_includes_the_two_pounds(implementation: str) -> None:
    # Rooting powder of the small box is worth 2; both halves cost 1 more, a plant surcharges by 2.
    game = load(implementation, 2, SMALL)
    arranged = position(
        game, gardens=["3,3:a3", "3,3:a1"], sheds=["RRT"], fertilizers=["plant"], dice="rest1 rest1 rest1 mow1"
    )
    state = game.state_from_dict(arranged)
    # The landscaper at 1 on its own space: the action has cost 1, so 1 comes back and 1 is left.
    own = play(state, "L>landscape", "second")
    assert front(own) == step("plant", back=1, off=1)
    assert money(own) == 9
    own = play(own, "plant:R@9,9")
    assert (money(own), front(own)["back"], front(own)["off"]) == (10, 0, 1)
    own = play(own, "plant:R@9,11")
    assert (money(own), front(own)["off"]) == (9, 0)
    # The seller in the black space with both halves: 1 + 1 paid, 2 back. It declines the tile.
    black = play(state, "S>landscape", "first+second")
    assert money(black) == 8
    black = play(black, "end")
    assert front(black) == step("plant", back=2, off=0)
    assert money(play(black, "plant:R@9,9")) == 10


def test_bn_63_a_discount_lasts_over_several_surcharges(implementation: str) -> None:
    game = load(implementation, 2, box(fertilizer=_strong(3)))
    state = game.state_from_dict(position(game, gardens=BEDS, sheds=["RRTTT"], fertilizers=["plant"]))
    state = play(state, "gardener:plant", "plant:R@9,9")
    assert front(state)["off"] == 3
    state = play(state, "plant:R@9,10")
    assert (money(state), front(state)["off"]) == (10, 2)
    state = play(state, "plant:T@9,11")
    assert (money(state), front(state)["off"]) == (10, 0)
    assert money(play(state, "plant:T@11,11")) == 7


def _strong(amount: int) -> list[dict[str, Any]]:
    return [row | ({"amount": amount} if row["id"] == "plant" else {}) for row in DEFAULT_BOX["fertilizer"]]


def test_bn_63_a_pound_off_lets_a_plant_be_paid(implementation: str) -> None:
    here = {"gardens": BEDS, "sheds": ["RR"], "money": 0}
    state = play(at(implementation, **here), "gardener:plant", "plant:R@9,9")
    assert fact(state, "player") == 1
    state = play(at(implementation, **here, fertilizers=["plant"]), "gardener:plant", "plant:R@9,9")
    assert legal(state) == ["end", "plant:R@9,10", "plant:R@9,11", "plant:R@11,11"]


def test_bn_59_free_plants_know_no_surcharge_and_no_powder(implementation: str) -> None:
    # The favour of Separation: plant two.
    state = at(implementation, gardens=BEDS, sheds=["RRT"], fertilizers=["plant"], hands=["separation"], money=5)
    state = play(state, "favour:separation")
    assert front(state) == step("plant_free", n=2)
    state = play(state, "plant:R@9,10")
    assert front(state) == step("plant_free", n=1, last=4795 + 441 + 9 * 21 + 10)
    assert legal(state) == [
        "end",
        "plant:R@9,11",
        "plant:R@11,11",
        *(f"plant:T@{bed}" for bed in ("9,9", "9,11", "11,11")),
    ]
    state = play(state, "plant:T@9,9")
    assert (money(state), names(state)) == (5, ["turn"])


def test_bn_19_the_tile_may_come_before_the_planting_or_after_it(implementation: str) -> None:
    state = at(implementation, sheds=["R"], plants_of=["R@9,9 R@10,10"])
    state = play(state, "L>landscape")
    both = play(state, "first+second", "pile:1", "lay:3,4:r0", "t20")
    # t03 is .F. / WW. / PWF: the beds of the new tile.
    assert legal(both) == ["end", "plant:R@9,13", "plant:R@11,14"]
    # Without a free bed planting first does nothing.
    assert names(play(state, "second+first"))[0] == "tile"


def test_bn_69_the_first_tile_is_cell_24_squares_9_to_11(implementation: str) -> None:
    assert cell("3,3") == 24
    laid = play(state_of(implementation, "setup_pile"), "pile:2")
    assert fact(laid, "gardens")[0][0][0] == 24
    # t03 is .F. / WW. / PWF: beds in the middle of its first row and at the end of its last one.
    planting = state_of(implementation, "setup_plant", gardens=["3,3:t03"])
    assert legal(planting) == ["plant:D@9,10", "plant:D@11,11"]
