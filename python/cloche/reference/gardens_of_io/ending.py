"""The end of Gardens of Io: what is solved (E-1), and how scores can still turn out there."""

from __future__ import annotations

from collections.abc import Hashable
from math import inf
from typing import TYPE_CHECKING

from cloche.reference.gardens_of_io.laws import MOST_POSITION

if TYPE_CHECKING:
    from cloche.reference.gardens_of_io.rules import State

# By how far the start is, in spaces for each flower: `most`, `few`, `held`.
PLANTINGS = ((6, (7, 8, 11)), (5, (6, 8, 11)), (4, (6, 8, 9)), (3, (4, 7, 9)), (1, (3, 6, 7)), (0, (3, 5, 7)))
NO_LAP_BONUS = (7, 8, 9)
TOGETHER = ((6, 3), (0, 2))  # in a cooperative game


def is_solvable(state: State) -> bool:
    """E-1."""
    if state.phase not in ("turn", "lap_bonus") or (any(state.allowance) and any(state.counters)):
        return False
    left = plantings_left(state)
    game = state.game
    if game.players > 2 and not game.cooperative:
        return left == 1 and all(ends(state, action) for action in state.legal_actions())
    nearest = min(
        (game.track - position % game.track) // max(1, sum(reserve))
        for position, reserve in zip(state.positions, state.reserves, strict=True)
    )
    far = nearest if game.lap_bonus else inf
    if game.cooperative:
        return left <= next(most for spaces, most in TOGETHER if far >= spaces)
    most, few, held = next(row for spaces, row in PLANTINGS if far >= spaces) if game.lap_bonus else NO_LAP_BONUS
    return left <= (few if sum(map(sum, state.reserves)) <= held else most)


def plantings_left(state: State) -> int:
    """E-1: until somebody has no flower left."""
    assert state.player is not None
    players = state.game.players
    left = []
    for turns in range(players):
        flowers = sum(state.reserves[(state.player + turns) % players])
        if turns == 0 and state.phase == "lap_bonus":
            flowers += 1
        left.append((flowers - 1) * players + turns + 1)
    return min(left)


def ends(state: State, action: int) -> bool:
    """Whether the game is over after an action."""
    then = state.clone()
    then.apply_action(action)
    return then.player is None


def final_scores(state: State, player: int) -> tuple[int, int]:
    """What a player can be sure of by the end, and what they can't surpass."""
    bounds = [final_position(state, p) for p in range(state.game.players)]
    if state.game.cooperative:  # IO-20
        return min(low for low, _ in bounds), min(high for _, high in bounds)
    return bounds[player]


def final_position(state: State, player: int) -> tuple[int, int]:
    """The same of a Martian: none goes back; who plants the last flower goes as far as the largest group takes it."""
    now, mover = state.positions[player], state.player
    if mover is None or state.phase != "turn":
        return now, now if mover is None else MOST_POSITION
    group = state.largest_group()
    end = state.walked(group)
    track = state.game.track
    passes_start = state.game.lap_bonus and end // track > state.positions[mover] // track
    if group and sum(state.reserves[mover]) == 1 and not passes_start:
        return (end, end) if player == mover else (now, now)
    return (end if player == mover else now), MOST_POSITION


def key(state: State) -> Hashable:
    """What can still matter: all but what is out of the game, and laps that all have behind them (IO-18, IO-19)."""
    return (
        *(state.phase, state.player, state.special_open, state.special, state.extra_turn),
        *("".join(state.garden.values()), tuple(state.positions), tuple(map(tuple, state.reserves))),
    )
