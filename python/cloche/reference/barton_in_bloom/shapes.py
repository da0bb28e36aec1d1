"""Squares and cells of a garden, and grids that are turned and mirrored (BN-3, BN-69)."""

from __future__ import annotations

from typing import TypeAlias

Grid: TypeAlias = tuple[str, ...]  # rows of letters
Offsets: TypeAlias = frozenset[tuple[int, int]]  # rows down and columns right of an anchor

GARDEN = 7  # cells in a row
TILE = 3  # squares in a row of a tile
SIDE = GARDEN * TILE
CELLS = GARDEN**2
SQUARES = SIDE**2
MIDDLE = CELLS // 2
TURNS = 4
ORIENTATIONS = 2 * TURNS


def square_at(row: int, column: int) -> int:
    """The number of a square."""
    return row * SIDE + column


def square_text(square: int) -> str:
    """`9,10`."""
    return "{},{}".format(*divmod(square, SIDE))


def cell_text(cell: int) -> str:
    """`3,4`."""
    return "{},{}".format(*divmod(cell, GARDEN))


def cell_of(square: int) -> int:
    """The cell in which a square lies."""
    row, column = divmod(square, SIDE)
    return row // TILE * GARDEN + column // TILE


def squares_of(cell: int) -> list[int]:
    """The squares of a cell, row by row."""
    top, left = (TILE * part for part in divmod(cell, GARDEN))
    return [square_at(top + row, left + column) for row in range(TILE) for column in range(TILE)]


def neighbours_of(place: int, side: int) -> list[int]:
    """The places above, below, left and right on a square board."""
    row, column = divmod(place, side)
    around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return [r * side + c for r, c in around if 0 <= r < side and 0 <= c < side]


CELL_OF = [cell_of(square) for square in range(SQUARES)]
SQUARES_OF = [squares_of(cell) for cell in range(CELLS)]
CELLS_BESIDE = [neighbours_of(cell, GARDEN) for cell in range(CELLS)]
SQUARES_BESIDE = [neighbours_of(square, SIDE) for square in range(SQUARES)]


# Grids


def grid_of(text: str) -> Grid:
    """The rows of a grid of the component file."""
    return tuple(text.split())


def turned(grid: Grid, quarters: int) -> Grid:
    """The grid after so many quarter turns, clockwise."""
    for _ in range(quarters):
        grid = tuple("".join(column) for column in zip(*reversed(grid), strict=True))
    return grid


def mirrored(grid: Grid) -> Grid:
    """Left and right change places."""
    return tuple(row[::-1] for row in grid)


def turns_of(grid: Grid) -> dict[int, Grid]:
    """A tile by its quarter turns, of equal looks the lowest alone."""
    return _different([turned(grid, r) for r in range(TURNS)])


def orientations_of(grid: Grid) -> dict[int, Offsets]:
    """The squares of an ornament by its orientation, of equal ones the lowest alone; the anchor is the box's corner."""
    grids = [turned(mirrored(grid) if o >= TURNS else grid, o % TURNS) for o in range(ORIENTATIONS)]
    return {o: offsets_of(look) for o, look in _different(grids).items()}


def offsets_of(grid: Grid) -> Offsets:
    """Where a grid has a `#`."""
    return frozenset((r, c) for r, row in enumerate(grid) for c, mark in enumerate(row) if mark == "#")


def _different(looks: list[Grid]) -> dict[int, Grid]:
    return {i: look for i, look in enumerate(looks) if look not in looks[:i]}


def squares_at(anchor: int, offsets: Offsets) -> frozenset[int] | None:
    """The squares of an ornament there; None if it does not fit on the board."""
    row, column = divmod(anchor, SIDE)
    if any(row + down >= SIDE or column + right >= SIDE for down, right in offsets):
        return None
    return frozenset(square_at(row + down, column + right) for down, right in offsets)
