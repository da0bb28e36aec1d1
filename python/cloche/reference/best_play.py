"""Values of open positions under best play to the end of the game (seeds/search.md, V-1 to V-6), with a memo."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from cloche.backend import CHANCE, TERMINAL, GameBackend, StateBackend
from cloche.reference.purse import Purse

CLOSE = 1e-9  # returns that count as equal, V-6


@dataclass(frozen=True)
class Play:
    """What an open position is worth."""

    values: list[float]  # returns of each player
    best_actions: list[int]


def best_play(game: GameBackend, state: StateBackend, tolerance: float, purse: Purse) -> Play:
    """Tries everything, each position once."""
    tried = Tried(game, purse)
    player = state.current_player()
    if player < 0:
        return Play(tried.value(state), [])
    actions = state.legal_actions()
    values = [tried.value(purse.after(state, action)) for action in actions]
    return Play(tried.chosen(player, values), best_actions(actions, [value[player] for value in values], tolerance))


def best_actions(actions: Sequence[int], mine: Sequence[float], tolerance: float) -> list[int]:
    """V-4, from what each action is worth to the mover."""
    highest = max(mine)
    return [action for action, value in zip(actions, mine, strict=True) if value >= highest - tolerance]


def mean(weights: Sequence[int], values: Sequence[Sequence[float]]) -> list[float]:
    """V-1 at a chance node."""
    total = sum(weights)
    return [
        sum(weight / total * value for weight, value in zip(weights, column, strict=True))
        for column in zip(*values, strict=True)
    ]


class Tried:
    """Positions with their values."""

    def __init__(self, game: GameBackend, purse: Purse) -> None:
        self._purse = purse
        self._values: dict[str, list[float]] = {}
        self._max_n = game.players > 2 and not game.shared_return
        # What nothing surpasses; without a bound that is worth knowing, nothing.
        self._most = None if game.shared_return or self._max_n else float(game.stakes or 1)

    def value(self, state: StateBackend) -> list[float]:
        """V-1."""
        player = state.current_player()
        if player == TERMINAL:
            return list(state.returns())
        key = json.dumps(state.to_dict())
        if key not in self._values:
            if player == CHANCE:
                outcomes = state.chance_weights()
                weights = [weight for _, weight in outcomes]
                found = mean(weights, [self.value(self._purse.after(state, outcome)) for outcome, _ in outcomes])
            else:
                found = self._decided(state, player)
            self._values[key] = found
        return self._values[key]

    def _decided(self, state: StateBackend, player: int) -> list[float]:
        """V-5, V-6; nothing is tried any more once nothing can be better."""
        values: list[list[float]] = []
        for action in state.legal_actions():
            values.append(self.value(self._purse.after(state, action)))
            if values[-1][player] == self._most:
                break
        return self.chosen(player, values)

    def chosen(self, player: int, values: Sequence[list[float]]) -> list[float]:
        """V-5, V-6: of the values of all actions, ascending, the one that counts."""
        highest = max(value[player] for value in values)
        if not self._max_n:
            return next(value for value in values if value[player] == highest)
        return next(value for value in values if value[player] >= highest - CLOSE)
