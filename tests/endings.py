"""What tests of solvable endings share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cloche
from cloche.backend import TERMINAL
from cloche.reference.ending import in_order
from cloche.reference.utility import Utility, Worth


@dataclass(frozen=True)
class Tried:
    """Best play from a position, by trying all of it."""

    line: list[int]
    worth: Worth
    scores: list[int]


def try_all(state: Any, utility: Utility) -> Tried:
    """Without memory, bounds or any knowledge but the order of M-10."""
    mover = state.current_player()
    if mover == TERMINAL:
        return Tried([], utility.of_end(state), state.scores())
    best: Tried | None = None
    for action in in_order(state):
        then = state.clone()
        then.apply_action(action)
        tried = try_all(then, utility)
        if best is None or tried.worth.utility[mover] > best.worth.utility[mover]:
            best = Tried([action, *tried.line], tried.worth, tried.scores)
    assert best is not None
    return best


def size(state: Any, most: int) -> int:
    """How many moves all lines from here have, counted up to about `most`."""
    count = 0
    for action in state.legal_actions():
        then = state.clone()
        then.apply_action(action)
        count += 1 + size(then, most - count)
        if count > most:
            break
    return count


def in_reference(state: cloche.State) -> cloche.State:
    game = state.game
    made = cloche.load(game.name, game.players, game.options, components=game.components, implementation="reference")
    return made.state_from_dict(state.to_dict())
