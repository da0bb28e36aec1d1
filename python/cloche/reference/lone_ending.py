"""Exact endings in which one player decides while things are hidden or come by chance (seeds/search.md, M-41 to M-43).

The others are in ending.py.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from cloche.backend import CHANCE, TERMINAL, StateBackend
from cloche.reference import ending
from cloche.reference.base import ReferenceState
from cloche.reference.ending import Ending, after, in_order
from cloche.reference.utility import Utility, Worth


@dataclass(frozen=True)
class World:
    """A position that the observer may be in, and its weight."""

    state: ReferenceState
    weight: int


def solve(state: StateBackend, utility: Utility) -> Ending:
    """M-33 or M-42: best play from a solvable ending."""
    assert isinstance(state, ReferenceState)
    if not state.lone_endings:
        return ending.solve(state, utility)
    return Knowledge(state, utility).solve()


def worths(state: ReferenceState, utility: Utility) -> list[tuple[int, int]]:
    """Each legal action of a solvable ending, ascending, with the u of the mover that it leads to."""
    if not state.lone_endings:
        return ending.worths(state, utility)
    return Knowledge(state, utility).worths()


class Knowledge:
    """What the observer knows at the root of an ending of M-41."""

    def __init__(self, state: ReferenceState, utility: Utility) -> None:
        self.observer = state.current_player()
        self.utility = utility
        self.root = [World(world, weight) for world, weight in state.worlds(self.observer)]

    def solve(self) -> Ending:
        """M-43."""
        worlds = self.root
        line: list[int] = []
        worth: Worth | None = None
        while not line or self.decides(worlds[0].state):
            action, best = self.best(worlds)
            worth = worth or best
            line.append(action)
            worlds = played(worlds, action)
        assert worth is not None
        return Ending(line, worth, None)

    def worths(self) -> list[tuple[int, int]]:
        """Each action with its u of the observer."""
        actions = self.root[0].state.legal_actions()
        return [(action, self.value(played(self.root, action)).utility[self.observer]) for action in actions]

    def decides(self, state: ReferenceState) -> bool:
        """Whether the observer does, and all is not yet settled."""
        return state.current_player() == self.observer and not state.is_settled()

    def best(self, worlds: Sequence[World]) -> tuple[int, Worth]:
        """M-42: the first action in the order with the highest u of the observer."""
        values = [(action, self.value(played(worlds, action))) for action in in_order(worlds[0].state)]
        return max(values, key=lambda pair: pair[1].utility[self.observer])

    def value(self, worlds: Sequence[World]) -> Worth:
        """M-42: what it is worth to know that it is one of these worlds."""
        state = worlds[0].state
        if state.current_player() == TERMINAL or state.is_settled():
            return self.mean([(self.settled(world.state), world.weight) for world in worlds])
        if state.current_player() != CHANCE:
            return self.best(worlds)[1]
        groups: dict[int, list[World]] = defaultdict(list)
        for world in worlds:
            for outcome, weight in world.state.chance_weights():
                seen = world.state.seen(outcome, self.observer)
                groups[seen].append(World(after(world.state, outcome), world.weight * weight))
        return self.mean([(self.value(group), sum(world.weight for world in group)) for group in groups.values()])

    def settled(self, state: ReferenceState) -> Worth:
        """M-42: what a settled position is worth."""
        if state.current_player() == TERMINAL:
            return self.utility.of_end(state)
        if state.current_player() != CHANCE:
            return self.settled(after(state, state.settled_action()))
        return self.mean([(self.settled(after(state, outcome)), weight) for outcome, weight in state.chance_weights()])

    def mean(self, values: Sequence[tuple[Worth, int]]) -> Worth:
        """M-16, M-42."""
        total = sum(weight for _, weight in values)

        def rounded(numbers: Sequence[tuple[int, int]]) -> int:
            return (sum(number * weight for number, weight in numbers) + total // 2) // total

        players = range(self.utility.players)
        u = tuple(rounded([(worth.utility[p], weight) for worth, weight in values]) for p in players)
        gain = tuple(rounded([(worth.gain[p], weight) for worth, weight in values]) for p in players)
        return self.utility.mirrored(Worth(u, gain))


def played(worlds: Sequence[World], action: int) -> list[World]:
    """The worlds after an action of the observer."""
    return [World(after(world.state, action), world.weight) for world in worlds]
