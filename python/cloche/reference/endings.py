"""Endings of any kind, for searches that solve them (seeds/search.md, M-34)."""

from __future__ import annotations

from cloche.backend import Generator, StateBackend
from cloche.reference import lone_ending
from cloche.reference.base import ReferenceState
from cloche.reference.duel_ending import Duel
from cloche.reference.ending import Ending
from cloche.reference.utility import Utility


def find(state: StateBackend, utility: Utility, rng: Generator) -> Ending | None:
    """How the position ends, if that can be solved; `rng` draws where actions are (M-54)."""
    assert isinstance(state, ReferenceState)
    if state.solvable_ending():
        return lone_ending.solve(state, utility)
    duel = duel_of(state, utility)
    if duel is None:
        return None
    duel.solve()
    return duel.ending(rng)


def worths(state: ReferenceState, utility: Utility) -> list[tuple[int, int]] | None:
    """Each legal action of an ending, ascending, with the u of the mover that it leads to; None elsewhere."""
    if state.solvable_ending():
        return lone_ending.worths(state, utility)
    duel = duel_of(state, utility)
    if duel is None:
        return None
    duel.solve()
    return duel.worths()


def duel_of(state: ReferenceState, utility: Utility) -> Duel | None:
    """M-51, M-52: the game that a position is one world of, if it is small enough."""
    if not state.is_duel():
        return None
    duel = Duel(state, utility)
    return duel if duel.is_small else None
