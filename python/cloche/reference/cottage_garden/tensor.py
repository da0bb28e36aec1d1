"""The observation tensor of Cottage Garden, in the order of seeds/cottage_garden/state.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cloche.reference.base import float32, one_hot
from cloche.reference.cottage_garden.beds import CELLS, Bed, Squares
from cloche.reference.cottage_garden.shape import MOST_OWED, PHASES

if TYPE_CHECKING:
    from cloche.reference.cottage_garden import State

CATS = 8  # the tensor's unit of cats in hand
BED_PLANES = 7


def tensor(state: State, player: int) -> list[float]:
    """What `player` sees."""
    order = [(player + i) % state.game.players for i in range(state.game.players)]
    return [
        *nursery_values(state),
        *queue_values(state),
        *(value for p in order for bed in state.beds[p] for value in bed_values(bed)),
        *middle_values(state),
        *(value for p in order for value in track_values(state, p)),
        *gardener_values(state),
        *node_values(state, order),
    ]


def nursery_values(state: State) -> list[float]:
    """1: the tile of each cell, and the gardener's row."""
    box = state.game.box
    tiles = [value for tile in state.nursery for value in one_hot(tile, len(box.tile_ids))]
    row = box.rows[state.gardener]
    return tiles + [float(cell in row) for cell in range(box.nursery_cells)]


def queue_values(state: State) -> list[float]:
    """2: the place of each tile."""
    tiles = len(state.game.box.tile_ids)
    places = {tile: place + 1 for place, tile in enumerate(state.queue)}
    return [float32(places.get(tile, 0) / tiles) for tile in range(tiles)]


def plane(squares: Squares) -> list[float]:
    """1 at each of the squares."""
    return [float(cell in squares) for cell in range(CELLS)]


def bed_values(bed: Bed | None) -> list[float]:
    """3: a bed in a slot."""
    if bed is None:
        return [0.0] * (1 + BED_PLANES * CELLS)
    tiles: Squares = frozenset().union(*(lying.squares for lying in bed.tiles))
    pots: Squares = frozenset().union(*(lying.pots for lying in bed.tiles))
    cloches: Squares = frozenset().union(*(lying.cloches for lying in bed.tiles))
    planes = [
        *(tiles, pots, cloches, frozenset(bed.pots), frozenset(bed.cats)),
        *(bed.print.pots - bed.covered, bed.print.cloches - bed.covered),
    ]
    return [1.0, *(value for squares in planes for value in plane(squares))]


def middle_values(state: State) -> list[float]:
    """4: both sides of the bed in the middle, the one that is up first."""
    if state.middle is None:
        return [0.0] * (4 * CELLS)
    sides = [state.middle.print, state.game.box.turned_over(state.middle).print]
    return [value for side in sides for squares in (side.pots, side.cloches) for value in plane(squares)]


def track_values(state: State, player: int) -> list[float]:
    """5: cubes, cats in hand and hive of a player."""
    box = state.game.box
    return [
        *(float32(step / box.goal["orange"]) for step in state.orange[player]),
        *(float32(step / box.goal["blue"]) for step in state.blue[player]),
        float32(state.cats[player] / CATS),
        float32(state.hive_value(player) / box.highest_hive),
    ]


def gardener_values(state: State) -> list[float]:
    """6: space and die."""
    box = state.game.box
    return [*one_hot(state.gardener, box.spaces), float32(state.die / box.final_die), float(state.final)]


def node_values(state: State, order: list[int]) -> list[float]:
    """7: phase, who decides, slot and pots owed."""
    return [
        *one_hot(PHASES.index(state.phase), len(PHASES)),
        *(float(p == state.player) for p in order),
        *one_hot(state.slot, 2),
        float32(state.owed / MOST_OWED),
    ]
