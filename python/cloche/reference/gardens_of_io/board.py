"""The garden of Gardens of Io and its cells (IO-1, IO-2, IO-9 to IO-11, IO-13, IO-21)."""

from __future__ import annotations

from typing import TypeAlias

# IO-1: cell ids are those of the full board of 9 x 9 circles, whatever the file.
STRIDE = 9
CELLS = STRIDE * STRIDE
COLUMNS = "abcdefghi"

EMPTY = "."
TREE = "T"

# What lies on each circle of the board, row by row: EMPTY, TREE or a colour's id.
Garden: TypeAlias = dict[int, str]


def cell_text(cell: int) -> str:
    """IO-1: `e5` is column e, row 5."""
    row, column = divmod(cell, STRIDE)
    return f"{COLUMNS[column]}{row + 1}"


def lines_from(space: int, size: int) -> list[list[int]]:
    """IO-11: the lines of circles, trees left aside, that enter the garden from a space of the track."""
    side = size + 1
    row, column = place_of(space, side)
    down = (row == 0) - (row == side)
    right = (column == 0) - (column == side)
    if down and right:
        directions = [(down, right)]
    elif down:
        directions = [(down, right) for right in (0, -1, 1)]
    else:
        directions = [(down, right) for down in (0, -1, 1)]
    return [line_towards(row, column, direction, size) for direction in directions]


def place_of(space: int, side: int) -> tuple[int, int]:
    """IO-2: row and column of a space of the track, on the grid whose rows and columns 1 to side-1 are the garden."""
    edge, step = divmod(space, side)
    return ((0, step), (step, side), (side, side - step), (side - step, 0))[edge]


def line_towards(row: int, column: int, direction: tuple[int, int], size: int) -> list[int]:
    """The circles from a place of the track inward to the far edge."""
    line: list[int] = []
    while True:
        row, column = row + direction[0], column + direction[1]
        if not (1 <= row <= size and 1 <= column <= size):
            return line
        line.append((row - 1) * STRIDE + column - 1)


def neighbours_of(cell: int, size: int) -> list[int]:
    """IO-13: the circles orthogonally next to a circle."""
    row, column = divmod(cell, STRIDE)
    around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return [r * STRIDE + c for r, c in around if 0 <= r < size and 0 <= c < size]


def trees_of(garden: Garden) -> list[int]:
    """The cells with a tree."""
    return [cell for cell, what in garden.items() if what == TREE]


def flowers_of(garden: Garden) -> list[int]:
    """The cells with a flower."""
    return [cell for cell, what in garden.items() if what != EMPTY and what != TREE]


def empties_of(garden: Garden) -> list[int]:
    """The empty circles."""
    return [cell for cell, what in garden.items() if what == EMPTY]


def second_cells(garden: Garden, word: str, first: int) -> list[int]:
    """IO-9, IO-10, IO-21: what the second cell of a special action can be."""
    if word == "swap-tree":
        return flowers_of(garden)
    if word == "swap-flowers":
        return [cell for cell in flowers_of(garden) if cell > first and garden[cell] != garden[first]]
    return empties_of(garden)


def first_cells(garden: Garden, word: str) -> list[int]:
    """IO-9, IO-10, IO-21: the first cells of a special action that have a possible second one."""
    firsts = trees_of(garden) if word in ("swap-tree", "move-tree") else flowers_of(garden)
    if word == "swap-flowers":
        return [cell for cell in firsts if second_cells(garden, word, cell)]
    return firsts if firsts and second_cells(garden, word, firsts[0]) else []


def has_target(word: str, lying: set[str]) -> bool:
    """IO-10: whether a special action has a first and a second cell; `lying` is every kind of thing in the garden."""
    colours = lying - {EMPTY, TREE}
    match word:
        case "swap-tree":
            return TREE in lying and bool(colours)
        case "swap-flowers":
            return len(colours) > 1
        case "move-flower":
            return bool(colours) and EMPTY in lying
        case "move-tree":
            return TREE in lying and EMPTY in lying
    return True


def exchange(garden: Garden, first: int, second: int) -> None:
    """IO-9: a swap, or a move to an empty circle, exchanges what two circles hold."""
    garden[first], garden[second] = garden[second], garden[first]
