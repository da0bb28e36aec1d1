"""Flower tiles, how they lie, and the beds of Cottage Garden (CG-1, CG-2, CG-11, CG-13)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

# CG-2: a1 is top left, cells row by row.
SIDE = 5
CELLS = SIDE * SIDE
ORIENTATIONS = 8
PLAIN, POT, CLOCHE, NOTHING = "#PC."

Squares: TypeAlias = frozenset[int]
# What each square of a tile prints, by row and column of its bounding box.
Shape: TypeAlias = dict[tuple[int, int], str]


def cell_text(cell: int) -> str:
    """`c3` is column c, row 3."""
    row, column = divmod(cell, SIDE)
    return f"{'abcde'[column]}{row + 1}"


def next_to(cell: int) -> Squares:
    """The squares orthogonally next to a square."""
    row, column = divmod(cell, SIDE)
    around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return frozenset(r * SIDE + c for r, c in around if 0 <= r < SIDE and 0 <= c < SIDE)


NEIGHBOURS = [next_to(cell) for cell in range(CELLS)]


# Tiles


def shape_of(grid: str) -> Shape:
    """The shape as printed."""
    rows = grid.split()
    return {(r, c): what for r, row in enumerate(rows) for c, what in enumerate(row) if what != NOTHING}


def height(shape: Shape) -> int:
    """Rows of the bounding box."""
    return 1 + max(r for r, _ in shape)


def width(shape: Shape) -> int:
    """Columns of the bounding box."""
    return 1 + max(c for _, c in shape)


def quarter_turn(shape: Shape) -> Shape:
    """D-13: clockwise."""
    h = height(shape)
    return {(c, h - 1 - r): what for (r, c), what in shape.items()}


def mirrored(shape: Shape) -> Shape:
    """D-13: left and right exchanged."""
    w = width(shape)
    return {(r, w - 1 - c): what for (r, c), what in shape.items()}


def orientations(shape: Shape) -> list[Shape]:
    """All eight: four turns of the shape as printed, then four of its mirror image."""
    turned = [shape, mirrored(shape)]
    for _ in range(3):
        turned += [quarter_turn(turned[-2]), quarter_turn(turned[-1])]
    return turned[::2] + turned[1::2]


def lowest_orientations(shape: Shape) -> list[int]:
    """Those whose squares no lower one has, whatever is printed on them (D-13)."""
    every = [set(turned) for turned in orientations(shape)]
    return [o for o in range(ORIENTATIONS) if every[o] not in every[:o]]


@dataclass(frozen=True)
class Lying:
    """A tile as it lies on a bed."""

    tile: int
    o: int
    anchor: int  # top-left corner of the bounding box
    squares: Squares
    pots: Squares
    cloches: Squares


def ways_to_lie(tile: int, shape: Shape) -> Iterator[Lying]:
    """Every way to lie inside a bed, by orientation, then anchor."""
    every = orientations(shape)
    for o in lowest_orientations(shape):
        turned = every[o]
        for row in range(SIDE - height(turned) + 1):
            for column in range(SIDE - width(turned) + 1):
                cells = {(row + r) * SIDE + column + c: what for (r, c), what in turned.items()}
                yield Lying(
                    tile=tile,
                    o=o,
                    anchor=row * SIDE + column,
                    squares=frozenset(cells),
                    pots=printed(cells.items(), POT),
                    cloches=printed(cells.items(), CLOCHE),
                )


# Beds


def printed(cells: Iterable[tuple[int, str]], what: str) -> Squares:
    """The cells that print `what`."""
    return frozenset(cell for cell, printed_there in cells if printed_there == what)


@dataclass(frozen=True)
class Print:
    """What a side of a bed prints; soil is a square without a print."""

    pots: Squares
    cloches: Squares
    soil: Squares

    @classmethod
    def of(cls, picture: str) -> Print:
        """From its five rows in the component file."""
        cells = list(enumerate("".join(picture.split())))
        return cls(printed(cells, POT), printed(cells, CLOCHE), printed(cells, NOTHING))


@dataclass(frozen=True)
class Bed:
    """A bed and what lies on it. A changed bed is another `Bed`."""

    bed: int
    side: str
    print: Print
    tiles: tuple[Lying, ...] = ()  # in the order laid
    pots: tuple[int, ...] = ()
    cats: tuple[int, ...] = ()

    @cached_property
    def covered(self) -> Squares:
        """CG-11: the squares under tiles, pot tokens and cats."""
        return frozenset().union(self.pots, self.cats, *(tile.squares for tile in self.tiles))

    @cached_property
    def free(self) -> Squares:
        """CG-11: the squares neither covered nor printed."""
        return self.print.soil - self.covered

    @property
    def complete(self) -> bool:
        """CG-13: every square without a print is covered."""
        return not self.free

    def has_room_for(self, tile: Lying) -> bool:
        """CG-11: a tile lies on uncovered squares."""
        return tile.squares.isdisjoint(self.covered)

    def shown_pots(self) -> int:
        """CG-14: on uncovered squares, on tiles, and tokens."""
        return len(self.print.pots - self.covered) + sum(len(tile.pots) for tile in self.tiles) + len(self.pots)

    def shown_cloches(self) -> int:
        """CG-14: on uncovered squares and on tiles."""
        return len(self.print.cloches - self.covered) + sum(len(tile.cloches) for tile in self.tiles)

    # What can be done with it

    def with_tile(self, tile: Lying) -> Bed:
        """A tile more, laid last."""
        return Bed(self.bed, self.side, self.print, (*self.tiles, tile), self.pots, self.cats)

    def with_pot(self, cell: int) -> Bed:
        """A pot token more."""
        return Bed(self.bed, self.side, self.print, self.tiles, tuple(sorted((*self.pots, cell))), self.cats)

    def with_cat(self, cell: int) -> Bed:
        """A cat more."""
        return Bed(self.bed, self.side, self.print, self.tiles, self.pots, tuple(sorted((*self.cats, cell))))

    def without_tokens_and_cats(self) -> Bed:
        """CG-17: they go to the supply."""
        return Bed(self.bed, self.side, self.print, self.tiles)

    def without_tile(self, tile: int) -> Bed:
        """CG-17: a tile goes back to the queue."""
        left = tuple(lying for lying in self.tiles if lying.tile != tile)
        return Bed(self.bed, self.side, self.print, left, self.pots, self.cats)
