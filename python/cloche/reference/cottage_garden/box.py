"""What the box of Cottage Garden holds for a number of players (CG-1 to CG-9, CG-21, CG-22)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cloche.reference.cottage_garden.beds import (
    CELLS,
    CLOCHE,
    POT,
    Bed,
    Lying,
    Print,
    Squares,
    lowest_orientations,
    shape_of,
    ways_to_lie,
)

SIDES = ("light", "dark")
OTHER_SIDE = {"light": "dark", "dark": "light"}


class Box:
    """Tiles, beds, tracks and the gardener's path. It never changes."""

    def __init__(self, components: Mapping[str, Any], players: int) -> None:
        """From the component file."""
        self.players = players
        self._read_tiles(components["tile"])
        self._read_beds(components["bed"])
        self._read_start_and_limits(components)
        self._read_tracks(components)
        self._read_gardener(components)
        self._lay_out_path(components["nursery"])

    def _read_tiles(self, tiles: list[Mapping[str, Any]]) -> None:
        """CG-1: tiles by index, and each way in which one can lie, by `o` and anchor."""
        self.tile_ids: list[str] = [tile["id"] for tile in tiles]
        shapes = [shape_of(tile["grid"]) for tile in tiles]
        grids = [tile["grid"].split() for tile in tiles]
        # D-3, D-9: the lowest tile with the same rows of text.
        self.kind = [grids.index(grid) for grid in grids]
        self.pots_on: list[int] = [grid["grid"].count(POT) for grid in tiles]
        self.cloches_on: list[int] = [grid["grid"].count(CLOCHE) for grid in tiles]
        self.lowest = [lowest_orientations(shape) for shape in shapes]
        self.ways: list[dict[tuple[int, int], Lying]] = [
            {(way.o, way.anchor): way for way in ways_to_lie(tile, shape)} for tile, shape in enumerate(shapes)
        ]
        # The same, ascending: the part of the action id that tells ways apart, and the squares.
        self.squares: list[list[tuple[int, Squares]]] = [
            [(o * CELLS + anchor, way.squares) for (o, anchor), way in ways.items()] for ways in self.ways
        ]

    def _read_beds(self, beds: list[Mapping[str, Any]]) -> None:
        """CG-2: two sides each."""
        self.bed_numbers: list[int] = [bed["id"] for bed in beds]
        self.prints = [{side: Print.of(bed[side]) for side in SIDES} for bed in beds]

    def _read_start_and_limits(self, components: Mapping[str, Any]) -> None:
        """CG-3, CG-4, CG-6, CG-10, CG-15, CG-19, CG-21."""
        self.start_cats: int = components["start"]["cats"]
        self.cubes: int = components["start"]["cubes"]
        self.cats_kept: int = components["limit"]["cats"]
        self.refill_free: int = components["limit"]["refill_free"]
        self.refill_cats: int = components["limit"]["refill_cats"]
        self.line_cats: int = components["bonus"]["line_cats"]
        self.start_pots: int = components["bonus"]["start_pots"]
        self.final_die: int = components["final_round"]["die"]
        self.give_up: int = components["final_round"]["give_up"]

    def _read_tracks(self, components: Mapping[str, Any]) -> None:
        """CG-4, CG-15, CG-22: by colour."""
        final = components["final_round"]
        self.track: dict[str, list[int]] = {colour: list(components["track"][colour]) for colour in ("orange", "blue")}
        self.goal = {colour: len(track) - 1 for colour, track in self.track.items()}
        self.red_line: dict[str, int] = dict(components["red_line"])
        self.back: dict[str, int] = {colour: final[f"{colour}_back"] for colour in self.track}
        self.leaves_goal: dict[str, int] = {colour: final[f"{colour}_leaves_goal"] for colour in self.track}
        hives: list[int] = components["hives"]["values"]
        self.highest_hive = max(hives)
        self.hive_values = hives[: self._gardener(components)["hives"]]

    def _read_gardener(self, components: Mapping[str, Any]) -> None:
        """CG-7, CG-9, CG-20, CG-27; and when the final round comes (T of D-16)."""
        row = self._gardener(components)
        self.spaces: int = row["spaces"]
        self.start: int = row["start"]
        self.target: int = row["target"]
        self.start_die: int = row["die"]
        self.steps: int = row["steps"]
        self.turns: int = row["turns"]
        # The die after each number of the gardener's moves, up to the one that makes it final.
        self.die_after = [self.start_die]
        while self.die_after[-1] < self.final_die:
            arrived = self.space_after(len(self.die_after)) == self.target
            self.die_after.append(self.die_after[-1] + arrived)
        self.moves_before_final = len(self.die_after) - 1

    def _gardener(self, components: Mapping[str, Any]) -> Mapping[str, Any]:
        """The row of the gardener's table for this number of players."""
        rows: list[Mapping[str, Any]] = components["gardener"]
        return next(row for row in rows if row["players"] == self.players)

    def _lay_out_path(self, nursery: Mapping[str, Any]) -> None:
        """CG-8, D-14: the nursery cells that each space of the path looks at, nearest first."""
        rows: int = nursery["rows"]
        columns: int = nursery["columns"]
        self.nursery_cells = rows * columns
        above = [[r * columns + c for r in range(rows)] for c in range(columns)]
        left = [[r * columns + c for c in range(columns)] for r in range(rows)]
        right = [cells[::-1] for cells in left]
        below = [cells[::-1] for cells in above]
        sides = [above, right, below[::-1], left[::-1]]
        if self.players == 4:
            depth = range(min(rows, columns))
            last_row, last_column = rows - 1, columns - 1
            corners = [
                [i * columns + i for i in depth],
                [i * columns + last_column - i for i in depth],
                [(last_row - i) * columns + last_column - i for i in depth],
                [(last_row - i) * columns + i for i in depth],
            ]
            sides = [[corner, *side] for corner, side in zip(corners, sides, strict=True)]
        self.rows = [cells for side in sides for cells in side]

    def space_after(self, moves: int) -> int:
        """CG-20: where the gardener stands after that many moves."""
        return (self.start + self.steps * moves) % self.spaces

    def step_back(self, colour: str, step: int) -> int:
        """CG-22: where a cube lands that goes back, or leaves the goal."""
        return step - self.back[colour] if step < self.goal[colour] else self.leaves_goal[colour]

    def bed(self, bed: int, side: str) -> Bed:
        """An empty bed, that side up."""
        return Bed(bed, side, self.prints[bed][side])

    def turned_over(self, bed: Bed) -> Bed:
        """CG-17: the other side of a bed, empty."""
        return self.bed(bed.bed, OTHER_SIDE[bed.side])
