"""The towns of Bloom Town: squares, kinds of tiles, and what they score (BT-1, BT-2, BT-20 to BT-25)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

# BT-1: cell ids are those of the full town of 5 x 5 squares, whatever the file.
STRIDE = 5
CELLS = STRIDE * STRIDE
COLUMNS = "abcde"

EMPTY = "."
BLOOMING = "*"
KINDS = "OSPHabcdef"
SHOP = "shop"
TYPES = ("O", "S", "P", "H", SHOP)
TYPE_OF = {kind: kind if kind in TYPES else SHOP for kind in KINDS}
SHOPS = KINDS[KINDS.index("a") :]
PLACE = {kind: place for place, kind in enumerate(KINDS)}

ORTHOGONAL = ((-1, 0), (0, -1), (0, 1), (1, 0))
DIAGONAL = ((-1, -1), (-1, 1), (1, -1), (1, 1))
PARK_POINTS = {1: 1, 2: 3, 3: 4}  # BT-22; larger groups score 0
RESCORED = 2  # BT-25

# What stands on each square of a town, row by row: EMPTY or a kind.
Town: TypeAlias = dict[int, str]


def cell_text(cell: int) -> str:
    """BT-1: `c3` is column c, row 3."""
    row, column = divmod(cell, STRIDE)
    return f"{COLUMNS[column]}{row + 1}"


def in_order(kinds: Iterable[str]) -> list[str]:
    """A list of kinds, sorted in their order."""
    return sorted(kinds, key=KINDS.index)


class Ground:
    """The squares of a side of the town board, and the scoring of tiles on them."""

    def __init__(
        self, size: int, board: Mapping[str, str], wanted: Mapping[str, frozenset[str]], subway: str, shop: str
    ) -> None:
        """`wanted` has the two types of each shop kind; `subway` and `shop` are the options."""
        self.size = size
        self.wanted = wanted
        self.subway = subway
        self.shop = shop
        self.cells = [row * STRIDE + column for row in range(size) for column in range(size)]
        symbols, marks = ("".join(board[key].split()) for key in ("symbols", "blooming"))
        self.space_of = {cell: int(symbol) - 1 for cell, symbol in zip(self.cells, symbols, strict=True)}
        self.blooming = {cell for cell, mark in zip(self.cells, marks, strict=True) if mark == BLOOMING}
        self.cell_of = {cell_text(cell): cell for cell in self.cells}
        self.across = {cell: [self._ray(cell, way) for way in ORTHOGONAL] for cell in self.cells}
        self.aslant = {cell: [self._ray(cell, way) for way in DIAGONAL] for cell in self.cells}
        self.neighbours = {cell: [ray[0] for ray in self.across[cell] if ray] for cell in self.cells}
        self.corners = {cell: [ray[0] for ray in self.aslant[cell] if ray] for cell in self.cells}

    def _ray(self, cell: int, way: tuple[int, int]) -> list[int]:
        """The squares from `cell` in one direction to the edge, nearest first."""
        row, column = divmod(cell, STRIDE)
        ray = []
        while 0 <= (row := row + way[0]) < self.size and 0 <= (column := column + way[1]) < self.size:
            ray.append(row * STRIDE + column)
        return ray

    def town_of(self, rows: list[str]) -> Town:
        """A town given as rows of characters."""
        return dict(zip(self.cells, "".join(rows), strict=True))

    def empties(self, town: Town) -> list[int]:
        """The empty squares."""
        return [cell for cell, what in town.items() if what == EMPTY]

    def has_empty(self, town: Town) -> bool:
        """Whether there is an empty square."""
        return EMPTY in town.values()

    def score(self, town: Town, cell: int, kind: str) -> int:
        """BT-20 to BT-24: points of a tile that stands on `cell`, or would if it were built there now."""
        match TYPE_OF[kind]:
            case "O":
                return 1 + self._in_runs(town, self.across[cell], kind)
            case "S":
                return self._score_subway(town, cell)
            case "P":
                return PARK_POINTS.get(self._group_size(town, cell, kind, self.neighbours), 0)
            case "H":
                return 1 + len(set(self._types_around(town, cell)))
        return self._score_shop(town, cell, kind)

    def _score_subway(self, town: Town, cell: int) -> int:
        """BT-21: the diagonal group, or the runs on both diagonals."""
        if self.subway == "lines":
            return 1 + self._in_runs(town, self.aslant[cell], "S")
        return self._group_size(town, cell, "S", self.corners)

    def _score_shop(self, town: Town, cell: int, kind: str) -> int:
        """BT-24: neighbours of the two types, or those types that are there."""
        found = [type_ for type_ in self._types_around(town, cell) if type_ in self.wanted[kind]]
        return 1 + (len(set(found)) if self.shop == "types" else len(found))

    def _in_runs(self, town: Town, rays: list[list[int]], kind: str) -> int:
        """Tiles of a kind in the unbroken runs that start next to a square."""
        count = 0
        for ray in rays:
            for cell in ray:
                if town[cell] != kind:
                    break
                count += 1
        return count

    def _group_size(self, town: Town, cell: int, kind: str, contacts: Mapping[int, list[int]]) -> int:
        """Size of the connected group of a kind that a tile on `cell` is part of."""
        group = {cell}
        reached = [cell]
        while reached:
            for other in contacts[reached.pop()]:
                if town[other] == kind and other not in group:
                    group.add(other)
                    reached.append(other)
        return len(group)

    def _types_around(self, town: Town, cell: int) -> list[str]:
        """BT-23, BT-24: the type of each tile orthogonally next to a square; all shops are of one type."""
        return [TYPE_OF[town[other]] for other in self.neighbours[cell] if town[other] != EMPTY]

    def rescore(self, town: Town, type_: str) -> int:
        """BT-25: points of rescoring a type."""
        tiles = [(cell, kind) for cell, kind in town.items() if kind != EMPTY and TYPE_OF[kind] == type_]
        if type_ in ("H", SHOP):
            return sum(self.score(town, cell, kind) for cell, kind in tiles)
        return RESCORED * len(tiles)

    def best(self, town: Town, kind: str) -> int:
        """The highest points that a tile of a kind could make, 0 if no square is empty."""
        return max((self.score(town, cell, kind) for cell in self.empties(town)), default=0)
