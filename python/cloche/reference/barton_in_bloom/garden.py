"""One player's garden: tiles, plants and ornaments, and what counts in it (BN-3, BN-23, BN-26)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from cloche.reference.barton_in_bloom.box import Box
from cloche.reference.barton_in_bloom.shapes import (
    CELL_OF,
    CELLS_BESIDE,
    MIDDLE,
    SIDE,
    SQUARES_BESIDE,
    SQUARES_OF,
    squares_at,
)


class Plant(NamedTuple):
    """A flower on a bed."""

    type: str
    grown: bool  # otherwise harvested


class Lying(NamedTuple):
    """An ornament in a garden."""

    ornament: str
    square: int
    o: int


@dataclass
class Garden:
    """`ground` and `covered` follow from tiles and ornaments."""

    box: Box
    tiles: dict[int, tuple[str, int]] = field(default_factory=dict)  # tile and quarter turns by cell
    plants: dict[int, Plant] = field(default_factory=dict)  # by square
    ornaments: list[Lying] = field(default_factory=list)
    ground: dict[int, str] = field(default_factory=dict)  # what each square was printed with
    covered: set[int] = field(default_factory=set)  # squares under ornaments

    def clone(self) -> Garden:
        """A copy."""
        return Garden(
            self.box,
            dict(self.tiles),
            dict(self.plants),
            list(self.ornaments),
            dict(self.ground),
            set(self.covered),
        )

    # Laying and planting

    def lay(self, cell: int, tile: str, r: int) -> None:
        """BN-19: a tile."""
        self.tiles[cell] = tile, r
        self.ground.update(zip(SQUARES_OF[cell], "".join(self.box.tiles[tile][r]), strict=True))

    def put(self, ornament: str, square: int, o: int) -> None:
        """BN-20: an ornament."""
        self.ornaments.append(Lying(ornament, square, o))
        squares = squares_at(square, self.box.ornaments[ornament].squares[o])
        assert squares is not None
        self.covered |= squares

    def plant(self, type_: str, square: int) -> None:
        """BN-19: a flower, grown."""
        self.plants[square] = Plant(type_, grown=True)

    def harvest(self, square: int) -> str:
        """BN-18: a grown plant turns to harvested; its type."""
        type_ = self.plants[square].type
        self.plants[square] = Plant(type_, grown=False)
        return type_

    def regrow(self, square: int) -> None:
        """BN-18: a harvested plant grows again."""
        self.plants[square] = Plant(self.plants[square].type, grown=True)

    # Where something can go

    def cells_to_lay(self) -> list[int]:
        """BN-63: free cells edge to edge with the garden; in an empty one the middle."""
        if not self.tiles:
            return [MIDDLE]
        beside = {other for cell in self.tiles for other in CELLS_BESIDE[cell]}
        return sorted(beside - self.tiles.keys())

    def places(self, ornament: str) -> Iterator[tuple[int, int]]:
        """BN-20: anchors and orientations in which an ornament lies on tiles, and on no plant and no ornament."""
        room = self.ground.keys() - self.plants.keys() - self.covered
        for o, offsets in self.box.ornaments[ornament].squares.items():
            down, right = min(offsets)
            for square in room:
                row, column = square // SIDE - down, square % SIDE - right
                if row < 0 or column < 0:
                    continue
                squares = squares_at(row * SIDE + column, offsets)
                if squares is not None and squares <= room:
                    yield row * SIDE + column, o

    def has_place(self, ornament: str) -> bool:
        """Whether there is one."""
        return next(self.places(ornament), None) is not None

    # What is there

    def uncovered(self, letter: str) -> set[int]:
        """The squares that show a letter."""
        return {square for square, printed in self.ground.items() if printed == letter} - self.covered

    def free_beds(self) -> set[int]:
        """BN-23."""
        return self.uncovered("F") - self.plants.keys()

    def free_beds_of(self, cell: int) -> list[int]:
        """The free beds of a tile."""
        return [
            square
            for square in SQUARES_OF[cell]
            if self.ground[square] == "F" and square not in self.covered and square not in self.plants
        ]

    def free_by_tile(self) -> list[int]:
        """The number of free beds of each tile."""
        return [len(self.free_beds_of(cell)) for cell in self.tiles]

    def complete(self) -> int:
        """BN-23: the complete tiles."""
        return self.free_by_tile().count(0)

    def standing(self, grown: bool) -> list[int]:
        """The squares of grown or of harvested plants."""
        return [square for square, plant in self.plants.items() if plant.grown == grown]

    def types_by_tile(self) -> list[list[str]]:
        """The types of the plants of each tile."""
        return [
            [self.plants[square].type for square in SQUARES_OF[cell] if square in self.plants] for cell in self.tiles
        ]

    def largest(self, letter: str) -> int:
        """BN-26: the squares of the largest orthogonal group of a letter, across tiles."""
        left = self.uncovered(letter)
        most = 0
        while left:
            group = [left.pop()]
            for square in group:  # grows as it is read
                beside = left.intersection(SQUARES_BESIDE[square])
                left -= beside
                group += beside
            most = max(most, len(group))
        return most

    def copies(self, ornament: str) -> int:
        """How many of a kind lie here."""
        return sum(lying.ornament == ornament for lying in self.ornaments)

    def cells_of(self, squares: frozenset[int]) -> set[int]:
        """The cells of some squares."""
        return {CELL_OF[square] for square in squares}
