"""Endings of two who both decide while hands are hidden: an equilibrium of all that they may hold (M-51 to M-55)."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field

from cloche.backend import TERMINAL, Generator
from cloche.reference.base import ReferenceState
from cloche.reference.ending import Ending
from cloche.reference.utility import ONE, Utility, Worth, fixed

MOST_ENDS = 8192
TOLERANCE = 2**-18  # of the exploitability, in u
PLAYED = ONE // 1024  # what is played less often, or is worth so much less than the best, is not played (M-54)
NOTHING = 0  # the sequence of a player who has not decided yet


@dataclass(frozen=True)
class Information:
    """What a player knows at a decision: the sequence before it, and the sequences with its actions."""

    before: int
    first: int
    actions: int

    def sequences(self) -> range:
        """Those with its actions."""
        return range(self.first, self.first + self.actions)


@dataclass(frozen=True)
class End:
    """An end of the game in one world: the sequences of both, and u and gain of player 0 times the world's weight."""

    sequences: tuple[int, int]
    utility: int
    gain: int


@dataclass
class Side:
    """One player's part of the game written out."""

    informations: list[Information] = field(default_factory=list)
    numbers: dict[Hashable, int] = field(default_factory=dict)
    sequences: int = 1
    ends: list[list[tuple[int, float]]] = field(default_factory=list)  # of each own sequence: the other's, and payoff

    def information(self, view: Hashable, before: int, actions: int) -> Information:
        """The information state, a new one where the player was never there."""
        number = self.numbers.setdefault((view, before), len(self.informations))
        if number == len(self.informations):
            self.informations.append(Information(before, self.sequences, actions))
            self.sequences += actions
        return self.informations[number]

    def payoffs(self, other: list[float]) -> list[float]:
        """What the ends after each sequence bring against a plan of the other."""
        values = []
        for ends in self.ends:
            total = 0.0
            for sequence, payoff in ends:
                total += payoff * other[sequence]
            values.append(total)
        return values

    def best_values(self, other: list[float]) -> list[float]:
        """What each sequence brings at most against a plan of the other."""
        values = self.payoffs(other)
        for information in reversed(self.informations):
            values[information.before] += max(values[sequence] for sequence in information.sequences())
        return values


class Learner:
    """One player's part of CFR+ (M-53)."""

    def __init__(self, side: Side) -> None:
        self._side = side
        self._behaviour = [0.0] * side.sequences
        for information in side.informations:
            for sequence in information.sequences():
                self._behaviour[sequence] = 1.0 / information.actions
        self._regrets = [0.0] * side.sequences
        self._sum = [0.0] * side.sequences
        self.plan = self._planned()

    def learn(self, other: list[float], weight: float) -> None:
        """Regrets against the other's plan, then a new plan, which counts with `weight`."""
        values = self._side.payoffs(other)
        for information in reversed(self._side.informations):
            here = information.sequences()
            expected = 0.0
            for sequence in here:
                expected += self._behaviour[sequence] * values[sequence]
            total = 0.0
            for sequence in here:
                self._regrets[sequence] = max(0.0, self._regrets[sequence] + values[sequence] - expected)
                total += self._regrets[sequence]
            for sequence in here:
                even = 1.0 / information.actions
                self._behaviour[sequence] = self._regrets[sequence] / total if total > 0.0 else even
            values[information.before] += expected
        self.plan = self._planned()
        for sequence, probability in enumerate(self.plan):
            self._sum[sequence] += weight * probability

    def average(self) -> list[float]:
        """The mean of all plans."""
        return [total / self._sum[NOTHING] for total in self._sum]

    def _planned(self) -> list[float]:
        plan = [1.0] * self._side.sequences
        for information in self._side.informations:
            for sequence in information.sequences():
                plan[sequence] = plan[information.before] * self._behaviour[sequence]
        return plan


class Duel:
    """The game that a position is one world of (M-52)."""

    def __init__(self, root: ReferenceState, utility: Utility, view: Hashable | None = None) -> None:
        """`view` is what the mover sees, where that is not what is seen of `root`."""
        self._utility = utility
        self._mover = root.current_player()
        self._actions = root.legal_actions()
        self._sides = (Side(), Side())
        self._ends: list[End] = []
        self._total = 0  # weight of all worlds
        self._mass = 0  # of those in which the mover holds the same
        view = root.stripped().veiled(self._mover) if view is None else view
        for world, weight in root.duel_worlds():
            self._write(world, (NOTHING, NOTHING), weight)
            if not self.is_small:
                return
            self._total += weight
            self._mass += weight * (world.veiled(self._mover) == view)
        side = self._sides[self._mover]
        self._root = side.informations[side.numbers[view, NOTHING]]
        self._list_ends()

    @property
    def is_small(self) -> bool:
        """M-52."""
        return len(self._ends) <= MOST_ENDS

    def _write(self, state: ReferenceState, sequences: tuple[int, int], weight: int) -> None:
        if not self.is_small:
            return
        mover = state.current_player()
        if mover == TERMINAL:
            worth = self._utility.of_end(state)
            self._ends.append(End(sequences, weight * worth.utility[0], weight * worth.gain[0]))
            return
        actions = state.legal_actions()
        information = self._sides[mover].information(state.veiled(mover), sequences[mover], len(actions))
        for sequence, action in zip(information.sequences(), actions, strict=True):
            then = (sequence, sequences[1]) if mover == 0 else (sequences[0], sequence)
            self._write(state.stripped_after(action), then, weight)

    def _list_ends(self) -> None:
        """M-53: payoffs by sequences, those of the same two added up."""
        sums: dict[tuple[int, int], float] = {}
        for end in self._ends:
            sums[end.sequences] = sums.get(end.sequences, 0.0) + float(end.utility)
        for player, side in enumerate(self._sides):
            side.ends = [[] for _ in range(side.sequences)]
            for sequences, payoff in sums.items():
                side.ends[sequences[player]].append((sequences[1 - player], -payoff if player else payoff))

    def solve(self) -> None:
        """M-53."""
        learners = [Learner(side) for side in self._sides]
        number, next_look = 0, 1
        while True:
            number += 1
            for player in (0, 1):
                learners[player].learn(learners[1 - player].plan, float(number))
            if number < next_look:
                continue
            next_look = number + max(1, number // 8)
            self._plans = [learner.average() for learner in learners]
            best = [self._sides[player].best_values(self._plans[1 - player])[NOTHING] for player in (0, 1)]
            if 0.5 * (best[0] + best[1]) <= TOLERANCE * float(ONE) * float(self._total):
                return

    def worths(self) -> list[tuple[int, int]]:
        """M-54: each action with what it is worth; all that are played are worth as much as the best."""
        values = self.values()
        most = max(value for _, value in values)
        return [
            (action, most if share > 0 else value)
            for (action, value), (_, share) in zip(values, self.strategy(), strict=True)
        ]

    def values(self) -> list[tuple[int, int]]:
        """M-54: each action with the u that it brings at most."""
        values = self._sides[self._mover].best_values(self._plans[1 - self._mover])
        lowest = float(ONE) if self._mover == 1 else 0.0
        found = []
        for action, sequence in zip(self._actions, self._root.sequences(), strict=True):
            value = values[sequence] / float(self._mass) + lowest
            found.append((action, int(min(max(value, 0.0), float(ONE)) + 0.5)))
        return found

    def strategy(self) -> list[tuple[int, int]]:
        """M-54: how often each action is played."""
        plan = self._plans[self._mover]
        worths = self.values()
        most = max(worth for _, worth in worths)
        shares = []
        for (action, worth), sequence in zip(worths, self._root.sequences(), strict=True):
            share = fixed(plan[sequence])
            shares.append((action, share if share >= PLAYED and most - worth <= PLAYED else 0))
        if any(share for _, share in shares):
            return shares
        best = next(action for action, worth in worths if worth == most)
        return [(action, ONE if action == best else 0) for action, _ in shares]

    def ending(self, rng: Generator) -> Ending:
        """M-54, M-55."""
        strategy = self.strategy()
        rest = rng.below(sum(share for _, share in strategy))
        for action, share in strategy:
            if rest < share:
                return Ending([action], self.worth(), None, strategy)
            rest -= share
        raise AssertionError("shares add up to what was drawn from")

    def worth(self) -> Worth:
        """M-55: what both plans bring where the mover holds what is held."""
        own, other = self._plans[self._mover], self._plans[1 - self._mover]
        follows = set(self._following())
        utility = gain = 0.0
        for end in self._ends:
            mine, others = end.sequences[self._mover], end.sequences[1 - self._mover]
            if mine in follows:
                probability = own[mine] * other[others]
                utility += float(end.utility) * probability
                gain += float(end.gain) * probability
        mean = (int(utility / float(self._mass) + 0.5), int(gain / float(self._mass) + 0.5))
        return self._utility.mirrored(Worth((mean[0], 0), (mean[1], 0)))

    def _following(self) -> Iterator[int]:
        """Sequences of the mover that begin at the root as it is."""
        follows = set(self._root.sequences())
        for information in self._sides[self._mover].informations:
            if information.before in follows:
                follows.update(information.sequences())
        return iter(follows)
