"""Playouts (seeds/search.md, M-8 and M-9)."""

from __future__ import annotations

from dataclasses import dataclass

from cloche.backend import CHANCE, TERMINAL, Generator, LinearSettings, StateBackend
from cloche.reference.base import choose, draw
from cloche.reference.utility import Utility, Worth


@dataclass(frozen=True)
class PlayoutEnd:
    """Where a playout ended."""

    worth: Worth
    scores: list[int]
    moves: int  # applied in the playout, chance included


class Playout:
    """Plays positions out by a policy; a linear value, if there is one, judges where it cuts."""

    def __init__(self, utility: Utility, policy: str, plies: int | None, value: LinearSettings | None = None) -> None:
        self.utility = utility
        self.policy = policy
        self.plies = plies
        self.value = value

    def run(self, state: StateBackend, rng: Generator) -> PlayoutEnd:
        """M-8: plays `state`, which it changes, to the end or for `plies` decisions, and judges it."""
        moves = self.play(state, rng)
        over = state.current_player() == TERMINAL
        return PlayoutEnd(self.utility.of_end(state) if over else self._of_cut(state), state.scores(), moves)

    def play(self, state: StateBackend, rng: Generator) -> int:
        """Plays `state` to the end or for `plies` decisions; the moves applied."""
        decisions = 0
        moves = 0
        while True:
            while state.current_player() == CHANCE:
                state.apply_action(draw(state.chance_weights(), rng))
                moves += 1
            if state.current_player() == TERMINAL or decisions == self.plies:
                return moves
            state.apply_action(self._decide(state, rng))
            decisions += 1
            moves += 1

    def _of_cut(self, state: StateBackend) -> Worth:
        """M-4, M-82."""
        if self.value is None:
            return self.utility.of_cut(state)
        return self.utility.of_expected(state, expected_scores(state, self.value), self.value["lead"])

    def _decide(self, state: StateBackend, rng: Generator) -> int:
        """M-9: one call of below, whatever the policy and however few the actions."""
        actions = state.legal_actions()
        if self.policy == "random":
            return choose(actions, rng)
        weighted = list(zip(actions, state.prior(), strict=True))
        if self.policy == "greedy":
            highest = max(weight for _, weight in weighted)
            best = [action for action, weight in weighted if weight == highest]
            return choose(best, rng)
        return draw(weighted, rng)


def expected_scores(state: StateBackend, value: LinearSettings) -> list[float]:
    """M-81: v of each player."""
    expected = []
    for player, score in enumerate(state.scores()):
        points = value["bias"]
        for weight, feature in zip(value["weights"], state.features(player), strict=True):
            points += weight * feature
        expected.append(score + points)
    return expected
