"""The 24 numbers of a position that values are made from (seeds/cottage_garden/state.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cloche.reference.base import float32
from cloche.reference.cottage_garden.beds import CELLS

if TYPE_CHECKING:
    from cloche.reference.cottage_garden import State

SEATS = 4
OF_A_SEAT = 6
SHOWING, CATS = 10, 8  # units


def features(state: State, player: int) -> list[float]:
    """Each seat in player order."""
    n, scores = state.game.players, state.scores()
    order = [(player + i) % n for i in range(n)]
    numbers = [number for p in order for number in seat(state, p, scores[p])]
    return [float32(number) for number in numbers] + [0.0] * (OF_A_SEAT * (SEATS - n))


def seat(state: State, player: int, score: int) -> list[float]:
    """A player."""
    beds = state.beds[player]
    return [
        score / state.game.score_bounds[1],
        *(0.0 if bed is None else len(bed.free) / CELLS for bed in beds),
        sum(bed.shown_pots() + 2 * bed.shown_cloches() for bed in beds if bed is not None) / SHOWING,
        state.cats[player] / CATS,
        float(player == state.current_player()),
    ]
