"""Positions of Bloom Town as data, and back (seeds/bloom_town/state.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cloche.backend import Data
from cloche.reference.bloom_town.town import cell_text

if TYPE_CHECKING:
    from cloche.reference.bloom_town import Game, State


def data_of(state: State) -> Data:
    """The whole truth."""
    size = state.game.ground.size
    squares = ["".join(town.values()) for town in state.towns]
    return {
        "phase": state.phase,
        "player": state.player,
        "towns": [[town[start : start + size] for start in range(0, size * size, size)] for town in squares],
        "points": list(state.points),
        "tokens": list(state.tokens),
        "hands": [list(hand) for hand in state.hands],
        "hidden": [list(tiles) for tiles in state.hidden],
        "kept": list(state.kept),
        "market": list(state.market),
        "stacks": list(state.stacks),
        "left_over": state.left_over,
        "community": list(state.community),
        "by_token": list(state.by_token),
        "out": list(state.out),
        "pool": list(state.pool),
        "emptied": [space + 1 for space in state.emptied],
        "used": list(state.used),
        "extra_due": state.extra_due,
        "cell": None if state.cell is None else cell_text(state.cell),
    }


def data_seen_by(state: State, player: int) -> Data:
    """H-1: all but the pool, and the hidden tiles of the others only by number."""
    seen = {"observer": player, **data_of(state)}
    seen["hidden"] = [
        list(tiles) if owner == player else [None] * len(tiles) for owner, tiles in enumerate(state.hidden)
    ]
    del seen["pool"]
    return seen


def fields_of(game: Game, values: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a position, all but game and pool, from the values of lawful data."""
    return {
        "phase": values["phase"],
        "player": values["player"],
        "towns": [game.ground.town_of(rows) for rows in values["towns"]],
        "points": list(values["points"]),
        "tokens": list(values["tokens"]),
        "hands": [list(hand) for hand in values["hands"]],
        "hidden": [list(tiles) for tiles in values["hidden"]],
        "kept": list(values["kept"]),
        "market": list(values["market"]),
        "stacks": list(values["stacks"]),
        "left_over": values["left_over"],
        "community": list(values["community"]),
        "by_token": list(values["by_token"]),
        "out": list(values["out"]),
        "emptied": [number - 1 for number in values["emptied"]],
        "used": list(values["used"]),
        "extra_due": values["extra_due"],
        "cell": None if values["cell"] is None else game.ground.cell_of[values["cell"]],
    }
