"""What tiles score: BT-20 to BT-25, in towns drawn by hand."""

from typing import Any

import pytest

from .town import Town, at, fact, play

DARK = "a1 c1 e1 b2 d2 a3 e3 b4 d4 a5 c5 e5"  # the squares that are linked diagonally with c3, and c3 itself


def gain(implementation: str, town: Town, tile: str, **options: str) -> int:
    """What a tile scores for player 0 when it is built in the town."""
    word = tile.split("@")[0]
    state = at(
        implementation,
        players=4,
        options=options,
        towns=[town],
        hidden=[word.removeprefix("shop-"), "PH", "PH", "PH"],
        market="OOHHP",
        gone="PH",
    )
    points: list[int] = fact(play(state, tile), "points")
    assert points[1:] == [0, 0, 0]
    return points[0]


@pytest.mark.parametrize(
    ("town", "tile", "points"),
    [
        ({}, "O@c3", 1),
        ({"O": "a1 b1 d1"}, "O@c1", 4),
        ({"O": "a1 b1 d1 c2 c3"}, "O@c1", 6),
        ({"O": "c2 c3 c4 c5"}, "O@c1", 5),
        # A run is broken by an empty square and by another tile.
        ({"O": "a1 c1"}, "O@d1", 2),
        ({"O": "a1 c1", "P": "b1"}, "O@d1", 2),
        ({"O": "c1 c2", "a": "c3", "S": "b4"}, "O@c4", 1),
        # Neither diagonals nor corners count.
        ({"O": "b2 d2 b4 d4"}, "O@c3", 1),
        ({"O": "b1 b2 b3"}, "O@a1", 2),
        ({"O": "b1 a2 b2"}, "O@a1", 3),
        # Rows do not run on in the next.
        ({"O": "e1 d1"}, "O@a2", 1),
        ({"O": "a2"}, "O@e1", 1),
        # The largest share: a full cross.
        ({"O": "a3 b3 d3 e3 c1 c2 c4 c5"}, "O@c3", 9),
    ],
)
def test_bt_20_an_office_counts_the_offices_in_its_row_and_column(
    implementation: str, town: Town, tile: str, points: int
) -> None:
    assert gain(implementation, town, tile) == points


@pytest.mark.parametrize(
    ("town", "tile", "group", "lines"),
    [
        ({}, "S@c3", 1, 1),
        # Side contact does not connect.
        ({"S": "b1 a2"}, "S@a1", 1, 1),
        ({"S": "b2"}, "S@a1", 2, 2),
        ({"S": "b2 b3 c4"}, "S@a1", 2, 2),
        # A group may turn, a line may not.
        ({"S": "b2 c1 c3 d4"}, "S@a1", 5, 4),
        ({"S": "b2 a3"}, "S@a1", 3, 2),
        # Groups are joined.
        ({"S": "a1 a3 c1 c3 d4"}, "S@b2", 6, 6),
        ({"S": "a1 c3"}, "S@d4", 2, 2),
        # A ring is counted once.
        ({"S": "c1 b2 d2"}, "S@c3", 4, 3),
        ({"S": "c1 b2 d2 b4 d4 c5"}, "S@c3", 7, 5),
        # Another tile does not stand in for a subway.
        ({"S": "a1", "O": "b2"}, "S@c3", 1, 1),
        # Diagonals do not run on over the edge.
        ({"S": "e1 e2 e4"}, "S@a3", 1, 1),
        # The largest share.
        ({"S": DARK}, "S@c3", 13, 9),
        ({"S": DARK.replace("c1", "c3")}, "S@c1", 13, 5),
    ],
)
def test_bt_21_a_subway_counts_its_diagonal_group_or_its_lines(
    implementation: str, town: Town, tile: str, group: int, lines: int
) -> None:
    assert gain(implementation, town, tile) == group
    assert gain(implementation, town, tile, subway="group") == group
    assert gain(implementation, town, tile, subway="lines") == lines


@pytest.mark.parametrize(
    ("town", "tile", "points"),
    [
        ({}, "P@c3", 1),
        ({"P": "c2"}, "P@c3", 3),
        ({"P": "c2 c1"}, "P@c3", 4),
        ({"P": "c2 d2"}, "P@c3", 4),
        ({"P": "c2 c4"}, "P@c3", 4),
        ({"P": "c2 c1 c4"}, "P@c3", 0),
        ({"P": "c2 c4 b3"}, "P@c3", 0),
        ({"P": "b1 a2 b2"}, "P@a1", 0),
        ({"P": "b2 d2 b4 d4"}, "P@c3", 1),
        ({"P": "c1 c5 a3 e3"}, "P@c3", 1),
        ({"P": "e1"}, "P@a2", 1),
        ({"P": "a1 c1", "O": "b1"}, "P@d1", 3),
    ],
)
def test_bt_22_a_park_scores_by_the_size_of_its_group(implementation: str, town: Town, tile: str, points: int) -> None:
    assert gain(implementation, town, tile) == points


@pytest.mark.parametrize(
    ("town", "tile", "points"),
    [
        ({}, "H@c3", 1),
        ({"O": "c2"}, "H@c3", 2),
        ({"O": "c2 c4 b3 d3"}, "H@c3", 2),
        # Homes count as a type.
        ({"H": "c2"}, "H@c3", 2),
        ({"H": "c2", "O": "b3"}, "H@c3", 3),
        # All shops count as one.
        ({"a": "c2", "b": "c4", "c": "b3"}, "H@c3", 2),
        ({"a": "c2", "b": "c4", "P": "b3", "O": "d3"}, "H@c3", 4),
        ({"O": "c2", "S": "c4", "P": "b3", "a": "d3"}, "H@c3", 5),
        ({"O": "c2", "S": "c4", "P": "b3", "H": "d3"}, "H@c3", 5),
        ({"O": "b2", "S": "d2", "P": "b4", "a": "d4"}, "H@c3", 1),
        ({"O": "e1", "P": "a1"}, "H@a2", 2),
    ],
)
def test_bt_23_a_home_counts_the_types_beside_it(implementation: str, town: Town, tile: str, points: int) -> None:
    assert gain(implementation, town, tile) == points


PAIRS = {"a": "PH", "b": "OP", "c": "SH", "d": "OH", "e": "OS", "f": "SP"}


@pytest.mark.parametrize("kind", PAIRS)
def test_bt_24_each_kind_of_shop_wants_two_types_beside_it(implementation: str, kind: str) -> None:
    for type_ in "OSPH":
        assert gain(implementation, {type_: "c2"}, f"shop-{kind}@c3") == 1 + (type_ in PAIRS[kind])
    assert gain(implementation, {"O": "c2", "S": "c4", "P": "b3", "H": "d3"}, f"shop-{kind}@c3") == 3


@pytest.mark.parametrize(
    ("town", "tile", "tiles", "types"),
    [
        ({}, "shop-a@c3", 1, 1),
        ({"P": "c2", "H": "c4"}, "shop-a@c3", 3, 3),
        ({"P": "c2 c4"}, "shop-a@c3", 3, 2),
        ({"P": "c2 c4 b3", "O": "d3"}, "shop-a@c3", 4, 2),
        ({"P": "c2 c4", "H": "b3 d3"}, "shop-a@c3", 5, 3),
        ({"P": "c2 c4 b3 d3"}, "shop-a@c3", 5, 2),
        ({"a": "c2", "b": "c4", "O": "b3", "S": "d3"}, "shop-a@c3", 1, 1),
        ({"P": "b2 d2", "H": "b4 d4"}, "shop-a@c3", 1, 1),
        ({"S": "a5 c5", "H": "b4"}, "shop-c@b5", 4, 3),
        ({"P": "e1"}, "shop-a@a2", 1, 1),
    ],
)
def test_bt_24_a_shop_counts_the_wanted_tiles_or_types_beside_it(
    implementation: str, town: Town, tile: str, tiles: int, types: int
) -> None:
    assert gain(implementation, town, tile) == tiles
    assert gain(implementation, town, tile, shop="tiles") == tiles
    assert gain(implementation, town, tile, shop="types") == types


# BT-25: rescoring


def rescored(implementation: str, type_: str, *towns: Town, **options: str) -> list[int]:
    """What the players of the towns score when a token triggers the type."""
    community = [int(type_ == other) for other in ("O", "S", "P", "H", "shop")]
    # Player 0 has just built the home or whatever stands on the first square named.
    state = at(
        implementation,
        players=4,
        options=options,
        towns=towns,
        phase="token",
        cell=next(iter(towns[0].values())).split()[0],
        hidden=["O", "", "", ""],
        community=community,
        market="OSPHf",
        gone="PH",
    )
    points: list[int] = fact(play(state, f"token:community:{type_}"), "points")
    return points[: len(towns)]


@pytest.mark.parametrize("type_", ["O", "S", "P"])
@pytest.mark.parametrize("squares", ["a1", "a1 c5", "a1 b1 c1 d1 e1", "c3 b2 b3 b4 c2 c4 d2"])
def test_bt_25_offices_subways_and_parks_score_2_a_tile_wherever_they_lie(
    implementation: str, type_: str, squares: str
) -> None:
    filler = {"a": "e5"}
    for subway in ("group", "lines"):
        points = rescored(implementation, type_, {type_: squares}, filler, {type_: "e2", **filler}, subway=subway)
        assert points == [2 * len(squares.split()), 0, 2]


def test_bt_25_each_home_scores_by_its_neighbours(implementation: str) -> None:
    # a1 has a home and an office beside it, b1 a home, e5 nothing.
    first: Town = {"H": "a1 b1 e5", "O": "a2", "P": "d4"}
    # c3 has all four sides taken by two types.
    second: Town = {"H": "c3", "O": "c2 c4", "a": "b3", "b": "d3"}
    assert rescored(implementation, "H", first, second) == [3 + 2 + 1, 3]


def test_bt_25_each_shop_scores_by_its_neighbours(implementation: str) -> None:
    # The ice cream shop on a1 has a park beside it; the pet shop on c3 parks above and an office below.
    first: Town = {"a": "a1", "b": "c3", "P": "b1 c2 b3", "O": "c4"}
    second: Town = {"e": "a5", "H": "b5"}
    assert rescored(implementation, "shop", first, second) == [2 + 4, 1]
    assert rescored(implementation, "shop", first, second, shop="types") == [2 + 3, 1]


def test_bt_25_neighbours_count_as_they_are_now(implementation: str) -> None:
    # The home scored 1 when it was built; then an office and a park came beside it.
    state = at(implementation, towns=[{"H": "c3"}], community=[0, 0, 0, 1, 0], hidden=["OP", "SP"])
    state = play(state, "O@c2", "token:none", "H", "S@a5", "token:none", "S", "P@d3", "token:community:H")
    # 1 for the office, 1 for the park, then the home with two types beside it.
    assert fact(state, "points")[0] == 1 + 1 + 3


def test_bt_25_doubles_never_apply(implementation: str) -> None:
    state = at(implementation, towns=[{"O": "b1"}], community=[1, 0, 0, 0, 0])
    state = play(state, "O@c1", "bloom:double", "token:community:O")
    assert fact(state, "points")[0] == 2 + 2 + 4


def test_bt_25_the_community_tile_scores_as_a_token_does(implementation: str) -> None:
    towns: list[Any] = [{"H": "a1 b1", "O": "a2"}, {"H": "c3", "O": "c2"}]
    state = at(implementation, towns=towns, community=[0, 0, 0, 1, 0], tokens=[False, False])
    # The office on e5 scores 1.
    state = play(state, "O@e5", "community:H")
    assert fact(state, "points") == [1 + 3 + 2, 2]
