"""Planting tiles and pots: CG-1, CG-11, CG-13, D-3, D-13."""

from typing import Any

import pytest

import cloche

from .cottage import (
    BARE,
    at,
    bare_box,
    bed,
    cells,
    fact,
    facts,
    full,
    ids,
    legal,
    legal_of,
    lies,
    load,
    names,
    nursery,
    play,
    position,
    turn,
)

# All orientations of some shapes, worked out by hand: quarter turns clockwise, then those of the mirrored shape.
SHAPES: dict[str, list[str | None]] = {
    "T21": ["####/#...", "##/.#/.#/.#", "...#/####", "#./#./#./##",
            "####/...#", ".#/.#/.#/##", "#.../####", "##/#./#./#."],
    "T15": ["###/#..", "##/.#/.#", "..#/###", "#./#./##", "###/..#", ".#/.#/##", "#../###", "##/#./#."],
    "T09": ["##/#.", "##/.#", ".#/##", "#./##"],
    "T17": ["###/.#.", ".#/##/.#", ".#./###", "#./##/#."],
    "T19": ["##./.##", ".#/##/#.", None, None, ".##/##.", "#./##/.#"],
    "T29": ["###/.#./.##", "..#/###/#.#", "##./.#./###", "#.#/###/#..",
            "###/.#./##.", "#.#/###/..#", ".##/.#./###", "#../###/#.#"],
}  # fmt: skip
# The orientations that may be planted, for each kind of tile; o2 and o3 of T19 are o0 and o1 again.
LOWEST = {
    "T01": "0", "T03": "01", "T07": "01", "T09": "0123", "T11": "0123", "T12": "0", "T14": "01", "T15": "01234567",
    "T17": "0123", "T19": "0145", "T20": "0145", "T21": "01234567", "T23": "01234567", "T25": "01234567",
    "T27": "0123", "T28": "0123", "T29": "01234567", "T30": "0123", "T31": "0145", "T32": "0123", "T33": "01",
    "T34": "01234567", "T35": "0123", "T36": "0145",
}  # fmt: skip


def row(implementation: str, tile: str, **rest: Any) -> cloche.State:
    """A tile is the nearest one, and bed 1 of player 0 is empty."""
    return at(implementation, row=f"{tile} . T05 T06", **rest)


def covered(state: cloche.State, number: int = 1) -> set[str]:
    """The squares under tiles of a bed of player 0, which the tensor shows."""
    start = 16 * 36 + 16 + 36 + 176 * (number - 1) + 1
    return names([i for i, x in enumerate(state.observation_tensor(0)[start : start + 25]) if x])


def drawn(shape: str, column: int, line: int) -> set[str]:
    """The squares of a shape laid with its top-left corner there."""
    return {
        "abcde"[column + x] + "12345"[line + y]
        for y, signs in enumerate(shape.split("/"))
        for x, sign in enumerate(signs)
        if sign == "#"
    }


# Orientations and anchors


@pytest.mark.parametrize("tile", LOWEST)
def test_cg_11_only_the_lowest_orientation_of_equal_squares_is_legal(implementation: str, tile: str) -> None:
    # D-13. What is printed on them makes no difference: T11, T20, T31, T32 and T35.
    for number in (1, 2):
        offered = legal_of(row(implementation, tile), f"{tile}:{number}:o")
        assert {text[0] for text in offered} == set(LOWEST[tile])


@pytest.mark.parametrize("tile", SHAPES)
def test_d_13_turns_are_clockwise_and_mirrored_shapes_are_mirrored_first(implementation: str, tile: str) -> None:
    for o, shape in enumerate(SHAPES[tile]):
        if shape is None:
            continue
        state = row(implementation, tile)
        assert covered(play(state, f"{tile}:1:o{o}@a1")) == drawn(shape, 0, 0), o
        # As far right and down as it goes: the anchor is the corner of the box around it.
        width, height = shape.index("/"), shape.count("/") + 1
        anchor = "abcde"[5 - width] + str(6 - height)
        assert covered(play(state, f"{tile}:2:o{o}@{anchor}"), 2) == drawn(shape, 5 - width, 5 - height), o
        offered = legal_of(state, f"{tile}:1:o{o}@")
        assert offered == {"abcde"[x] + "12345"[y] for x in range(6 - width) for y in range(6 - height)}


def test_cg_11_the_anchor_need_not_be_covered(implementation: str) -> None:
    state = play(row(implementation, "T19"), "T19:1:o4@b2")
    assert covered(state) == {"c2", "d2", "b3", "c3"}
    assert lies(state)["tiles"] == [[18, 4, 6]]


def test_cg_11_prints_turn_with_the_tile(implementation: str) -> None:
    # T35 is ####/#..C. A quarter turn: the long side is right, the cloche at the bottom left, a4.
    state = play(row(implementation, "T35"), "T35:1:o1@a1")
    assert covered(state) == {"a1", "b1", "b2", "b3", "b4", "a4"}
    planes = state.observation_tensor(0)[16 * 36 + 16 + 36 + 1 :]
    assert names([i for i in range(25) if planes[50 + i]]) == {"a4"}
    # T29 is ###/.#./.#P; mirrored ###/.#./P#., the pot on the left.
    state = play(row(implementation, "T29"), "T29:1:o4@c3")
    planes = state.observation_tensor(0)[16 * 36 + 16 + 36 + 1 :]
    assert names([i for i in range(25) if planes[25 + i]]) == {"c5"}


def test_cg_11_a_tile_leaves_the_row_and_lies_on_the_bed(implementation: str) -> None:
    state = at(implementation, row="T21 T12 T05 T06")
    after = play(state, "T12:2:o0@d4")
    assert lies(after, 0, 2)["tiles"] == [[11, 0, 18]]
    assert ids([fact(after, "nursery")[space] for space in nursery("A1 A2 A3 A4")]) == "T21 . T05 T06"
    assert fact(after, "queue") == fact(state, "queue")
    assert turn(after) == ("cats", 0)


def test_cg_11_tiles_lie_in_the_order_laid(implementation: str) -> None:
    state = at(implementation, beds=[[bed(1, "light", "T30:o0@c3 T07:o0@a1"), bed(2, "dark")]], row="T03 T12 . T06")
    assert lies(play(state, "T03:1:o1@e1"))["tiles"] == [[29, 0, 12], [6, 0, 0], [2, 1, 4]]


# What may be covered


def small(implementation: str, first: dict[str, Any], second: dict[str, Any], **rest: Any) -> cloche.State:
    """Beds of player 0 in a box where all but three tiles are single squares."""
    game = load(implementation, 2, SMALL)
    return game.state_from_dict(position(game, beds=[[first, second]], **rest))


SMALL = bare_box("#", "##/#.", "###", *["#"] * 17, sides=[("P...C/...../...../...../.....", BARE), (BARE, BARE)])


def test_cg_11_everything_that_may_be_planted(implementation: str) -> None:
    state = small(
        implementation,
        full(5, but="a1 b1 c1 a2", of=SMALL),
        full(2, "dark", but="e5", of=SMALL),
        row="T03 T02 T01 .",
        middle={"bed": 0, "side": "light"},
    )
    tiles = ["T03:1:o0@a1", "T02:1:o0@a1", *(f"T01:1:o0@{cell}" for cell in ("a1", "b1", "c1", "a2")), "T01:2:o0@e5"]
    spots = ["1@a1", "1@b1", "1@c1", "1@a2", "2@e5"]
    assert legal(state) == [*tiles, *(f"pot:{spot}" for spot in spots), *(f"cat:{spot}" for spot in spots)]


def test_cg_11_tiles_may_cover_printed_squares_and_pots_may_not(implementation: str) -> None:
    # a1 prints a pot and e1 a cloche; b1 is free.
    first = full(1, but="b1", of=SMALL)
    state = small(implementation, first, full(2, "dark", but="e5", of=SMALL), row="T03 T02 T01 .", cats=[0, 2])
    assert legal(state) == ["T01:1:o0@a1", "T01:1:o0@b1", "T01:1:o0@e1", "T01:2:o0@e5", "pot:1@b1", "pot:2@e5"]
    state = play(state, "T01:1:o0@a1")
    assert fact(state, "beds")[0][0]["tiles"] == [[0, 0, 0]]
    assert turn(state) == ("plant", 1)


@pytest.mark.parametrize("thing", ["tile", "pot", "cat"])
def test_cg_11_nothing_goes_over_tiles_and_tokens(implementation: str, thing: str) -> None:
    first = {
        "tile": bed(1, "light", "T30:o0@b2"),  # b2 c2 c3 d3 d4
        "pot": bed(1, pots="b2 d3 d4"),
        "cat": bed(1, cats="b2 d3 d4"),
    }[thing]
    state = at(implementation, beds=[[first, bed(2, "dark")]], row="T01 T03 . T06")
    for word in ("T01:1:o0@", "pot:1@", "cat:1@"):
        assert not {"b2", "d3", "d4"} & legal_of(state, word)
    assert "d2" in legal_of(state, "T01:1:o0@") & legal_of(state, "pot:1@") & legal_of(state, "cat:1@")
    # Two squares: not onto d3 from c3, nor from d2.
    assert not {"c3", "d3"} & legal_of(state, "T03:1:o0@")
    assert not {"d2", "d3", "d4"} & legal_of(state, "T03:1:o1@")
    assert "a1" in legal_of(state, "T03:1:o1@")


def test_cg_11_tiles_stay_inside_one_bed(implementation: str) -> None:
    offered = legal_of(row(implementation, "T14"), "T14:1:o0@")
    assert offered == {f"{column}{line}" for column in "ab" for line in "12345"}
    offered = legal_of(row(implementation, "T14"), "T14:1:o1@")
    assert offered == {f"{column}{line}" for column in "abcde" for line in "12"}


def test_cg_11_only_own_beds_are_planted(implementation: str) -> None:
    state = play(at(implementation, moves=1), "pot:2@a1")
    assert lies(state, 1, 2)["pots"] == [0]
    assert lies(state, 0, 2)["pots"] == []


def test_cg_11_one_of_the_two_must_be_done(implementation: str) -> None:
    state = at(implementation)
    assert "done" not in legal(state)
    assert turn(play(state, "pot:1@a1")) == ("cats", 0)


def test_cg_11_a_pot_is_put_where_it_is_free(implementation: str) -> None:
    state = play(at(implementation, beds=[[bed(1, pots="b1 e4"), bed(2, "dark")]]), "pot:1@d3")
    assert lies(state)["pots"] == cells("b1 d3 e4")
    assert turn(state) == ("cats", 0)


def test_d_3_equal_tiles_of_the_row_are_options_of_their_own(implementation: str) -> None:
    state = at(implementation, row="T03 T04 T05 T06")
    for tile in ("T03", "T04", "T05", "T06"):
        assert f"{tile}:1:o0@a1" in legal(state)
    assert ids([fact(play(state, "T05:1:o0@a1"), "nursery")[space] for space in nursery("A1 A2 A3 A4")]) == (
        "T03 T04 . T06"
    )


# CG-13: complete beds


def test_cg_13_uncovered_prints_do_not_keep_a_bed_open(implementation: str) -> None:
    # The last free square of bed 1 is d4; its four pots and two cloches are uncovered.
    state = at(implementation, beds=[[full(1, but="d4"), bed(2, "dark")]], cats=[1, 2])
    state = play(state, "pot:1@d4")
    assert turn(state) == ("cats", 0)
    state = play(state, "done")
    assert lies(state)["bed"] == 4
    assert facts(state, "middle") == ({"bed": 0, "side": "dark"},)


def test_cg_13_a_covered_print_counts_for_nothing(implementation: str) -> None:
    # T01 lies on the pot a3, but d4 is free.
    state = at(implementation, beds=[[full(1, "light", "T01:o0@a3", but="d4"), bed(2, "dark")]])
    state = play(state, "pot:2@b1", "done")
    assert lies(state)["bed"] == 0
    assert turn(state) == ("plant", 1)


def test_cg_13_a_bed_is_scored_after_the_planting_not_before(implementation: str) -> None:
    # A cat completes it before the planting; the turn goes on.
    state = play(at(implementation, beds=[[full(1, but="d4"), bed(2, "dark")]]), "cat:1@d4")
    assert turn(state) == ("plant", 0)
    assert not {text for text in legal(state) if text.startswith(("pot:1", "cat:1"))}
    state = play(state, "pot:2@b1")
    assert turn(state) == ("cats", 0)
    assert lies(state)["bed"] == 0
    assert lies(play(state, "done"))["bed"] == 4
