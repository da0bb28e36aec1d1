"""A garden of Barton in Bloom as squares: what lies where, and what it counts (BN-23, BN-26)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .box import GRID, Box, Square, oriented, turned


@dataclass(frozen=True)
class Garden:
    """The squares of one garden, by (row, column)."""

    tiles: Mapping[Square, tuple[str, int]]  # (tile row, tile column) -> tile and turns
    ground: Mapping[Square, str]  # F P L W . of each square
    plants: Mapping[Square, tuple[str, bool]]  # type, and whether it is grown
    covered: Mapping[Square, int]  # square -> which of the ornaments
    ornaments: Sequence[str]

    def seen(self, feature: str) -> set[Square]:
        """The uncovered squares of a feature."""
        return {at for at, mark in self.ground.items() if mark == feature and at not in self.covered}

    def free(self, tile: Square | None = None) -> list[Square]:
        """The free beds, of one tile or of all (BN-23)."""
        return sorted(at for at in self.seen("F") if at not in self.plants and tile in (None, (at[0] // 3, at[1] // 3)))

    def complete(self) -> set[Square]:
        """The complete tiles."""
        return {tile for tile in self.tiles if not self.free(tile)}

    def groups(self, feature: str) -> list[set[Square]]:
        """The orthogonal groups of a feature."""
        left, groups = self.seen(feature), []
        while left:
            group, rim = set(), [left.pop()]
            while rim:
                row, column = rim.pop()
                group.add((row, column))
                near = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)} & left
                left -= near
                rim += near
            groups.append(group)
        return groups

    def types_by_tile(self) -> list[list[str]]:
        """The types planted on each tile."""
        return [
            [kind for (row, column), (kind, _) in self.plants.items() if (row // 3, column // 3) == tile]
            for tile in self.tiles
        ]


def garden_of(data: Mapping[str, Any], box: Box, player: int) -> Garden:
    """The garden of a player."""
    tiles, ground = {}, {}
    for cell, tile, turns in data["gardens"][player]:
        at = divmod(cell, GRID)
        tiles[at] = (tile, turns)
        for y, line in enumerate(turned(box.tiles[tile], turns)):
            for x, mark in enumerate(line):
                ground[3 * at[0] + y, 3 * at[1] + x] = mark
    covered = {}
    for index, (ornament, square, orientation) in enumerate(data["ornaments"][player]):
        row, column = divmod(square, 3 * GRID)
        for y, x in oriented(box.ornaments[ornament].squares, orientation):
            covered[row + y, column + x] = index
    return Garden(
        tiles=tiles,
        ground=ground,
        plants={divmod(square, 3 * GRID): (kind, grown) for square, kind, grown in data["plants"][player]},
        covered=covered,
        ornaments=[ornament for ornament, _, _ in data["ornaments"][player]],
    )
