"""Exact endings (seeds/search.md, M-33): every line of play to the end of the game, but for those that can't matter.

Those in which things are hidden or come by chance are averaged (lone_ending.py).
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from cloche.backend import CHANCE, TERMINAL, RawReport, StateBackend
from cloche.reference.base import ReferenceState
from cloche.reference.utility import ONE, Utility, Worth


@dataclass(frozen=True)
class Ending:
    """How an ending goes."""

    line: list[int]  # best play to the end, or as far as it is settled beforehand (M-43)
    worth: Worth  # at the end of the line
    scores: list[int] | None  # None in an ending of M-41 or M-51
    strategy: list[tuple[int, int]] | None = None  # how often each action is played where one is drawn (M-54)

    def share(self, action: int) -> float | None:
        """How often an action is played, 0 .. 1; None where none is drawn."""
        if self.strategy is None:
            return None
        return dict(self.strategy)[action] / sum(share for _, share in self.strategy)

    def tell(self, report: RawReport, mover: int, utility: Utility) -> None:
        """M-34, X-12: in a report of no simulation; the first action of the line comes first, with what is proven."""
        gains = list(self.worth.gain)
        for row in report["actions"]:
            row["proven"] = row["action"] == self.line[0]
            row["share"] = self.share(row["action"])
            if row["proven"]:
                row["utility"] = self.worth.utility[mover] / ONE
                row["value"] = utility.returns(gains)
        report["actions"].sort(key=lambda row: not row["proven"])
        report["values"] = utility.returns(gains)
        report["win_share"] = utility.win_share(gains)
        report["principal_variation"] = self.line
        report["proven"] = True


@dataclass
class Known:
    """What is known of the value of a position."""

    low: int = 0
    high: int = ONE
    best: int | None = None  # the action that was best when last looked at


def solve(state: StateBackend, utility: Utility) -> Ending:
    """M-33: best play from a decision node that M-31 holds for."""
    assert isinstance(state, ReferenceState)
    return Solver(utility, state.current_player()).solve(state)


def worths(state: ReferenceState, utility: Utility) -> list[tuple[int, int]]:
    """Each legal action, ascending, with the u of the mover that it leads to."""
    solver = Solver(utility, state.current_player())
    return [(action, solver.value(after(state, action), -1, ONE + 1)) for action in state.legal_actions()]


def in_order(state: StateBackend) -> list[int]:
    """M-10: the actions of a decision node, by weight, then by id."""
    weighted = zip(state.legal_actions(), state.prior(), strict=True)
    return [action for action, _ in sorted(weighted, key=lambda pair: (-pair[1], pair[0]))]


class Solver:
    """Values are u of one player, `side`, who wants them high; an opponent wants them low."""

    def __init__(self, utility: Utility, side: int) -> None:
        self.utility = utility
        self.side = side
        self.known: dict[Hashable, Known] = {}

    def solve(self, state: ReferenceState) -> Ending:
        """The first action in the order that keeps the value, until the game is over; the lowest idle outcomes."""
        value = self.value(state, -1, ONE + 1)
        line = []
        while (player := state.current_player()) != TERMINAL:
            action = lowest_outcome(state) if player == CHANCE else self.first_worth(state, value)
            line.append(action)
            state = after(state, action)
        return Ending(line, self.utility.of_end(state), state.scores())

    def wants_high(self, state: ReferenceState) -> bool:
        """Whether the mover does."""
        return self.utility.shared or state.current_player() == self.side

    def first_worth(self, state: ReferenceState, value: int) -> int:
        """The first action in the order after which the position is still worth `value`."""
        for action in in_order(state):
            then = after(state, action)
            if self.wants_high(state) and self.value(then, value - 1, value) >= value:
                return action
            if not self.wants_high(state) and self.value(then, value, value + 1) <= value:
                return action
        raise AssertionError("one action keeps the value")

    def value(self, state: ReferenceState, low: int, high: int) -> int:
        """The value, if it lies between `low` and `high`; otherwise something on the same side of them."""
        while state.current_player() == CHANCE:
            state = after(state, lowest_outcome(state))
        if state.current_player() == TERMINAL:
            return self.utility.of_end(state).utility[self.side]
        key = state.ending_key()
        known = self.known.get(key) or self.at_first_sight(state)
        self.known[key] = known
        if known.high <= low:
            return known.high
        if known.low >= high or known.low == known.high:
            return known.low
        low, high = max(low, known.low), min(high, known.high)
        value = self.try_all(state, known, low, high)
        if value > low:
            known.low = max(known.low, value)
        if value < high:
            known.high = min(known.high, value)
        return value

    def try_all(self, state: ReferenceState, known: Known, low: int, high: int) -> int:
        """The best that an action leads to; none is tried any more once the value must lie outside."""
        actions = in_order(state)
        if known.best is not None:
            actions = [known.best, *(action for action in actions if action != known.best)]
        wants_high = self.wants_high(state)
        best: int | None = None
        for action in actions:
            found = self.value_in_turn(after(state, action), best is None, wants_high, low, high)
            if best is None or (found > best if wants_high else found < best):
                best, known.best = found, action
            if wants_high:
                low = max(low, best)
            else:
                high = min(high, best)
            if low >= high:
                break
        assert best is not None
        return best

    def value_in_turn(self, then: ReferenceState, first: bool, wants_high: bool, low: int, high: int) -> int:
        """The value after an action; of all but the first it is first looked whether it is any better."""
        if first or high - low <= 1:
            return self.value(then, low, high)
        found = self.value(then, low, low + 1) if wants_high else self.value(then, high - 1, high)
        return self.value(then, low, high) if low < found < high else found

    def at_first_sight(self, state: ReferenceState) -> Known:
        """What the scores that are still possible say of the value."""
        if self.utility.alone:
            return Known()
        least, most = zip(*(state.final_scores(player) for player in range(self.utility.players)), strict=True)
        friends = [self.utility.shared or player == self.side for player in range(self.utility.players)]
        worst = [low if friend else high for low, high, friend in zip(least, most, friends, strict=True)]
        best = [high if friend else low for low, high, friend in zip(least, most, friends, strict=True)]
        return Known(self.of_scores(worst, wins_ties=False), self.of_scores(best, wins_ties=True))

    def of_scores(self, scores: list[int], *, wins_ties: bool) -> int:
        """The value of an end with these scores, where `side` wins or loses all ties."""
        others = [score for player, score in enumerate(scores) if player != self.side]
        mine = scores[self.side]
        wins = all(mine > score or (wins_ties and mine == score) for score in others)
        ranks = [1 if (player == self.side) == wins else 2 for player in range(len(scores))]
        return self.utility.of_result(scores, ranks).utility[self.side]


def after(state: ReferenceState, action: int) -> ReferenceState:
    """The position after a legal action."""
    then = state.clone()
    then._apply(action)
    return then


def lowest_outcome(state: ReferenceState) -> int:
    """M-33: what the line takes at an idle chance node."""
    return state.legal_actions()[0]
