"""The weights of actions: W-1 to W-12 of seeds/cottage_garden/state.md, worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import cloche

from .cottage import THREE, at, bare_box, bed, full, legal, load, play, position

# W-1: the weight of the qualities 0 to 135.
WEIGHTS = [(8 + z % 8) * 2 ** (z // 8) for z in range(136)]

SMALL = bare_box("#", "##/#.", "###", "P#/#.", "C#./.##", "P###/#..C", *["#"] * 16)


def qualities(state: cloche.State) -> dict[str, int]:
    """The quality of each legal action, read back from its weight; 0 for what is below, 135 for what is above."""
    return {text: WEIGHTS.index(weight) for text, weight in zip(legal(state), state.prior(), strict=True)}


def scene(
    implementation: str, first: dict[str, Any], second: dict[str, Any] | None = None, **rest: Any
) -> cloche.State:
    """Player 0 in a box without prints."""
    game = load(implementation, 2, SMALL)
    return game.state_from_dict(position(game, **{"beds": [[first, second or bed(2, "dark")]]} | rest))


def corner(implementation: str, **rest: Any) -> cloche.State:
    """Bed 1 has a1 b1 c1 a2 free, bed 2 only e5."""
    first, second = full(1, but="a1 b1 c1 a2", of=SMALL), full(2, "dark", but="e5", of=SMALL)
    return scene(implementation, first, second, row="T03 T02 T01 .", **rest)


def test_w_1_the_weight_doubles_every_eight(implementation: str) -> None:
    assert WEIGHTS[:10] == [8, 9, 10, 11, 12, 13, 14, 15, 16, 18]
    assert (WEIGHTS[24], WEIGHTS[135]) == (64, 983040)
    state = at(implementation, phase="cats")
    weights = dict(zip(legal(state), state.prior(), strict=True))
    assert weights["done"] == 64
    assert all(isinstance(weight, int) for weight in weights.values())


def test_w_1_no_weight_is_below_8_or_above_983040(implementation: str) -> None:
    # T01 over the cloche e1 of bed 1: 16 - 24.
    state = at(implementation)
    assert dict(zip(legal(state), state.prior(), strict=True))["T01:1:o0@e1"] == 8
    # A tile of six squares, 16 + 48, with a pot and a cloche, 12 + 24, finishes a bed, 14, with two tips, 4, and
    # moves an orange cube by 20 points, and a blue one by 6.
    pots = "e1 b2 c2 e2 a3 b3 c3 d3 e3 a4 b4 c4 d4 e4 a5 b5"
    first = full(1, pots=pots, but="a1 b1 c1 d1 a2 d2", of=SMALL)
    state = scene(implementation, first, row="T06 T02 T01 .", blue=[[0, 0, 7], [0, 0, 0]])
    assert dict(zip(legal(state), state.prior(), strict=True))["T06:1:o0@a1"] == 983040


# W-2 to W-6: planting


def test_w_2_lone_squares_and_tips_are_rough(implementation: str) -> None:
    quality = qualities(corner(implementation))
    # Before: a1 and b1 have two free neighbours, c1 and a2 one: roughness 4. Two cats are in hand.
    # a1 taken: b1 and c1 are tips, a2 is lone: 8. Three squares less two cats: 7.
    assert quality["T01:1:o0@a1"] == 16 + 8 + (4 - 8 + 7)
    # b1 taken: a1 and a2 are tips, c1 is lone.
    assert quality["T01:1:o0@b1"] == 16 + 8 + (4 - 8 + 7)
    # c1 or a2 taken: a line of three has two tips.
    assert quality["T01:1:o0@c1"] == 16 + 8 + (4 - 4 + 7)
    assert quality["T01:1:o0@a2"] == 16 + 8 + (4 - 4 + 7)


def test_w_5_a_tile_weighs_by_the_free_squares_it_covers(implementation: str) -> None:
    quality = qualities(corner(implementation))
    # c1, or a2, stays as a lone square, which is less than the two cats.
    assert quality["T02:1:o0@a1"] == 16 + 24 + (4 - 4 + 7)
    assert quality["T03:1:o0@a1"] == 16 + 24 + (4 - 4 + 7)


def test_w_6_a_pot_weighs_more_than_a_single_square(implementation: str) -> None:
    quality = qualities(corner(implementation))
    assert quality["pot:1@a1"] == 16 + 8 + 12 + (4 - 8 + 7)
    assert quality["pot:1@c1"] == 16 + 8 + 12 + (4 - 4 + 7)


def test_w_4_a_finished_bed_weighs_by_what_it_brings(implementation: str) -> None:
    quality = qualities(corner(implementation))
    # e5 was lone. The bed shows nothing, or one pot: a point.
    assert quality["T01:2:o0@e5"] == 16 + 8 + (4 + 14)
    assert quality["pot:2@e5"] == 16 + 8 + 12 + (4 + 14 + 1)


@pytest.mark.parametrize(("cats", "left"), [(2, 7), (1, 6), (0, 5)])
def test_w_4_cats_in_hand_count_as_squares_filled(implementation: str, cats: int, left: int) -> None:
    quality = qualities(corner(implementation, cats=[cats, 2]))
    assert quality["T01:1:o0@c1"] == 16 + 8 + left


@pytest.mark.parametrize(
    ("filled", "left"),
    [
        # So many free squares after it, less two cats: 22, 12, 11, 10, 9, 6, 5, 4, 3.
        (0, 0),
        (10, 0),
        (11, 1),
        (12, 1),
        (13, 2),
        (16, 3),
        (17, 4),
        (18, 4),
        (19, 5),
    ],
)
def test_w_4_the_fewer_squares_are_left_the_better(implementation: str, filled: int, left: int) -> None:
    # Cats fill the bed from the bottom right.
    free = set(range(25 - filled))
    state = scene(implementation, bed(1) | {"cats": list(range(25 - filled, 25))}, row="T01 T02 T03 .")
    assert qualities(state)["T01:1:o0@a1"] == 16 + 8 + rough(free) - rough(free - {0}) + left


def rough(free: set[int]) -> int:
    """Four for each lone square, two for each with one neighbour (W-2)."""
    number = 0
    for i in free:
        beside = [i - 5, i + 5, *([i - 1] if i % 5 else []), *([i + 1] if i % 5 < 4 else [])]
        number += {0: 4, 1: 2}.get(len(free & set(beside)), 0)
    return number


def test_w_5_pots_and_cloches_of_tiles_weigh_more(implementation: str) -> None:
    quality = qualities(scene(implementation, bed(1), row="T04 T05 T01 ."))
    assert quality["T01:1:o0@a1"] == 16 + 8
    assert quality["T04:1:o0@a1"] == 16 + 24 + 12
    # C#./.##: c1 and a2 have one free neighbour each afterwards.
    assert quality["T05:1:o0@a1"] == 16 + 32 + 24 - 4


def test_w_5_printed_squares_covered_weigh_less(implementation: str) -> None:
    # Bed 1 prints pots on a3 and b3, and cloches on e1 and c2. T01 covers no free square there.
    quality = qualities(at(implementation, row="T01 T11 T05 T06"))
    assert quality["T01:1:o0@a3"] == 16 - 12
    assert quality["T01:1:o0@e1"] == 0
    # T11 with its pot on the pot a3 covers the pot b3 too, and a4, a tip, whose free neighbour b4 has two others.
    assert quality["T11:1:o0@a3"] == 16 + 8 + 12 * (1 - 2) + 2


def test_w_4_a_tile_that_covers_no_free_square_makes_no_progress(implementation: str) -> None:
    # One square, d4, is left of bed 1, or none; T01 goes on printed ones.
    for but in ("d4", ""):
        beds = [[full(1, but=but), bed(2, "dark")]]
        quality = qualities(at(implementation, row="T01 . T05 T06", beds=beds))
        assert (quality["T01:1:o0@a3"], quality["T01:1:o0@c2"]) == (16 - 12, 0)


def test_w_4_the_bed_shows_what_is_left_after_the_tile(implementation: str) -> None:
    # T03 ## on c5 d5 finishes bed 1 and covers its pot c5: 3 pots and 2 cloches show.
    beds = [[full(1, but="d5"), bed(2, "dark")]]
    quality = qualities(at(implementation, row="T03 . T01 T06", beds=beds))
    assert quality["T03:1:o0@c5"] == 16 + 8 - 12 + (4 + 14 + 3 + 4)
    assert quality["T01:1:o0@d5"] == 16 + 8 + (4 + 14 + 4 + 4)


def test_w_5_squares_weigh_more_in_the_final_round(implementation: str) -> None:
    first = bed(1, "light", "T07:o0@a1 T08:o0@b1 T09:o0@c1")
    state = scene(implementation, first, None, moves=64, row="T01 T10 T11 .", beds=[[first, None], [None, None]])
    # d1 taken leaves e1 with one neighbour.
    assert qualities(state)["T01:1:o0@d1"] == 16 + 12 - 2
    assert qualities(state)["pot:1@d1"] == 16 + 12 + 12 - 2


@pytest.mark.parametrize(
    ("orange", "blue", "tile", "pot"),
    [
        # Bed 1 shows 4 pots and 2 cloches: 4 and 4 points from the start; a pot more is a point more.
        ([0, 0, 0], [0, 0, 0], 4 + 4, 5 + 4),
        # From 13 points to 20, whether by 4 steps or by 5; from 14 to 20.
        ([0, 3, 13], [0, 2, 7], 7 + 6, 7 + 6),
        # 11 to 15 or to 20.
        ([0, 3, 11], [0, 2, 5], 4 + 4, 5 + 4),
        ([0, 3, 12], [0, 6, 6], 8 + 8, 8 + 8),
        # Nothing moves.
        ([16, 16, 16], [0, 0, 0], 4, 4),
        ([16, 16, 16], [8, 8, 8], 0, 0),
        ([12, 16, 16], [8, 8, 8], 8, 8),
    ],
)
def test_w_3_the_gain_is_that_of_the_best_cube(
    implementation: str, orange: Sequence[int], blue: Sequence[int], tile: int, pot: int
) -> None:
    if orange == [0, 3, 11]:
        pot = 9 + 4  # 11 and five steps are 20
    state = at(
        implementation,
        row="T01 . T05 T06",
        beds=[[full(1, but="d4"), bed(2, "dark")]],
        orange=[list(orange), [0, 0, 0]],
        blue=[list(blue), [0, 0, 0]],
        hives=[0, None] if 16 in orange else [None, None],
    )
    quality = qualities(state)
    assert quality["T01:1:o0@d4"] == 16 + 8 + 4 + 14 + tile
    assert quality["pot:1@d4"] == 16 + 8 + 12 + 4 + 14 + pot


def test_w_6_pots_that_a_cube_earns_weigh_as_those_planted(implementation: str) -> None:
    # Two squares of bed 2 are free; one of them stays, as a lone square, and two cats are in hand.
    first, second = full(1, pots="a1", of=SMALL), full(2, "dark", but="d5 e5", of=SMALL)
    state = scene(implementation, first, second, phase="orange_pot", slot=0, orange=[[1, 1, 1], [0, 0, 0]])
    assert qualities(state) == {"pot:2@d5": 43, "pot:2@e5": 43}
    assert 16 + 8 + 12 + (4 - 4 + 7) == 43
    # On an empty replacement: b1 leaves a1 with one neighbour.
    full_one = full(2, "dark", of=SMALL)
    state = scene(implementation, bed(1), full_one, phase="pot", slot=0, owed=1, blue=[[1, 1, 1], [0, 0, 0]])
    quality = qualities(state)
    assert (quality["pot:1@a1"], quality["pot:1@b1"], quality["pot:1@c3"]) == (36, 34, 36)


def test_w_6_a_blue_start_pot_weighs_the_same(implementation: str) -> None:
    beds = [[full(1), full(2, "dark", but="a4 d4")]]
    state = at(implementation, phase="blue_pot", slot=0, beds=beds, blue=[[2, 2, 5], [0, 0, 0]])
    # One of two lone squares stays.
    assert qualities(state) == {"pot:2@a4": 16 + 8 + 12 + 4 + 7, "pot:2@d4": 16 + 8 + 12 + 4 + 7}


# W-7 and W-8: cats, done and tiles back


def test_w_7_a_cat_before_planting_weighs_least(implementation: str) -> None:
    quality = qualities(corner(implementation))
    assert {quality[text] for text in quality if text.startswith("cat:")} == {0}


def test_w_7_a_cat_after_it_weighs_by_progress(implementation: str) -> None:
    quality = qualities(corner(implementation, phase="cats"))
    # One cat stays: three squares less one.
    assert quality["cat:1@a1"] == 8 + (4 - 8 + 6)
    assert quality["cat:1@c1"] == 8 + (4 - 4 + 6)
    # The two cats are enough for the one square of bed 2, which is lone; it shows nothing.
    assert quality["cat:2@e5"] == 8 + (4 + 14) + 40
    assert quality["done"] == 24


@pytest.mark.parametrize(("cats", "enough"), [(2, False), (3, True), (1, False), (9, True)])
def test_w_7_cats_are_enough_when_no_square_is_left_over(implementation: str, cats: int, enough: bool) -> None:
    first = full(1, but="a1 b1 c1", of=SMALL)
    state = scene(implementation, first, phase="cats", cats=[cats, 2])
    # c1 leaves a1 and b1: tips before and after.
    left = 7 if cats >= 2 else 6
    assert qualities(state)["cat:1@c1"] == 8 + left + (40 if enough else 0)


def test_w_7_the_last_cat_brings_what_the_bed_shows(implementation: str) -> None:
    state = at(implementation, phase="cats", beds=[[full(1, but="d4"), bed(2, "dark")]])
    # 4 pots and 2 cloches: 4 and 4 points.
    assert qualities(state)["cat:1@d4"] == 8 + 4 + 14 + 8 + 40


def test_w_7_a_cat_weighs_more_in_the_final_round(implementation: str) -> None:
    first = bed(1, "light", "T07:o0@a1 T08:o0@b1 T09:o0@c1")
    state = scene(implementation, first, None, moves=64, phase="cats", beds=[[first, None], [None, None]])
    assert qualities(state)["cat:1@e5"] == 8 + 16
    assert qualities(state)["done"] == 24


def test_w_8_tiles_back_weigh_the_same(implementation: str) -> None:
    beds = [[bed(1, "light", "T21:o0@a1 T12:o0@d2 T03:o0@a4"), bed(2, "dark")]]
    state = at(implementation, phase="return", slot=0, beds=beds)
    assert qualities(state) == {"return:T03": 24, "return:T12": 24, "return:T21": 24}


# W-9 to W-12: refills, beds, cubes and points


@pytest.mark.parametrize(("row", "no"), [("T07 . . T09", 12 + 12), ("T07 T08 . T09", 12 + 18)])
def test_w_9_a_refill_weighs_by_what_the_row_has(implementation: str, row: str, no: int) -> None:
    state = at(implementation, phase="refill", row=row)
    assert qualities(state) == {"refill:no": no, "refill:cat": 20}


def test_w_10_a_bed_weighs_by_its_points(implementation: str) -> None:
    # Bed 1 shows 4 pots and 2 cloches, the dark side of bed 2 shows 2 and 3.
    beds = [[full(1), full(2, "dark")]]
    state = at(implementation, phase="score", beds=beds)
    assert qualities(state) == {"score:1": 24 + 4 + 4, "score:2": 24 + 2 + 6}
    state = at(implementation, phase="score", beds=beds, orange=[[0, 0, 13], [0, 0, 0]], blue=[[5, 5, 5], [0, 0, 0]])
    # 13 to 20 or to 15; 10 to 14 or to 20.
    assert qualities(state) == {"score:1": 24 + 7 + 4, "score:2": 24 + 2 + 10}


@pytest.mark.parametrize(
    ("orange", "hives", "expected"),
    [
        # Four steps. The last one leaves 0; the line is crossed; neither.
        ([0, 4, 9], [None, None], {0: 24 + 16 + 8 + 4, 4: 24 + 16 + 8 + 8, 9: 24 + 16 + 13}),
        # Two on 0 owe no pot. 13 to the goal: 7 points, a step lost, the hive worth 2.
        ([0, 0, 13], [None, None], {0: 24 + 16 + 4, 13: 24 + 28 - 2 + 8 + 16}),
        # The hive worth 1.
        ([5, 12, 15], [1, None], {5: 24 + 16 + 8 + 9, 12: 24 + 32 + 4 + 16, 15: 24 + 20 - 6 + 4 + 16}),
        # No second hive.
        ([3, 12, 16], [0, None], {3: 24 + 16 + 7, 12: 24 + 32 + 16}),
        # None left.
        ([3, 12, 12], [1, 2], {3: 24 + 16 + 7, 12: 24 + 32 + 16}),
    ],
)
def test_w_11_orange_cubes(
    implementation: str, orange: list[int], hives: list[int | None], expected: dict[int, int]
) -> None:
    other = [[0, 0, 16 if player in hives else 0] for player in (1, 2)]
    beds = [[full(1), bed(2, "dark")]]
    state = at(implementation, 3, phase="orange", slot=0, beds=beds, orange=[orange, *other], hives=hives)
    assert qualities(state) == {f"orange:{step}": quality for step, quality in expected.items()}


def test_w_11_blue_cubes(implementation: str) -> None:
    # Two steps: 4 points and the pot; 4 points and the cat; 6 points, a step lost, the hive.
    beds = [[full(1), bed(2, "dark")]]
    state = at(implementation, phase="blue", slot=0, beds=beds, blue=[[0, 2, 7], [0, 0, 0]])
    assert qualities(state) == {
        "blue:0": 24 + 16 + 8 + 2,
        "blue:2": 24 + 16 + 8 + 4,
        "blue:7": 24 + 24 - 2 + 8 + 8,
    }


def test_w_11_steps_are_those_of_the_bed_in_the_slot(implementation: str) -> None:
    # The dark side of bed 2 shows 2 pots.
    beds = [[bed(1), full(2, "dark")]]
    state = at(implementation, phase="orange", slot=1, beds=beds, orange=[[0, 4, 7], [0, 0, 0]])
    assert qualities(state) == {
        "orange:0": 24 + 8 + 8 + 2,
        "orange:4": 24 + 8 + 6,
        "orange:7": 24 + 8 + 8 + 9,
    }


def test_w_12_points_lost(implementation: str) -> None:
    beds = [[bed(1, "light", THREE[0]), None], [bed(3, "light", THREE[1]), None]]
    here: dict[str, Any] = {"phase": "lose", "moves": 64, "beds": beds}
    state = at(implementation, orange=[[0, 2, 5], [0, 0, 0]], blue=[[0, 1, 3], [0, 0, 0]], **here)
    assert qualities(state) == {
        "lose:orange:2": 64 - 8 - 2,
        "lose:orange:5": 64 - 8 - 5,
        "lose:blue:1": 64 - 8 - 1,
        "lose:blue:3": 64 - 8 - 3,
    }
    goals: dict[str, Any] = {"orange": [[0, 0, 16], [0, 0, 0]], "blue": [[0, 0, 8], [0, 0, 0]], "hives": [0, None]}
    # 20 to 15 and 20 to 14.
    state = at(implementation, **goals, **here)
    assert qualities(state) == {"lose:orange:16": 64 - 20 - 16, "lose:blue:8": 64 - 24 - 8}


def test_chance_nodes_and_the_end_have_no_prior(implementation: str) -> None:
    assert load(implementation).new_initial_state().prior() == []
    assert play(at(implementation, phase="cats", moves=63), "done").prior() == []
