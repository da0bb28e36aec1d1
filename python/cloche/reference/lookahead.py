"""What a position is worth some decisions ahead (seeds/search.md, X-1 to X-3)."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from cloche.backend import CHANCE, TERMINAL, StateBackend
from cloche.reference.ending import in_order
from cloche.reference.utility import ONE, Utility, Worth

GAIN_UNIT = 65536  # v of one gain
TOP = GAIN_UNIT * ONE  # v of a certain win
SCORE_UNIT = GAIN_UNIT * 256  # v of a point, with M-7

Values: TypeAlias = tuple[int, ...]  # v of each player
Cut: TypeAlias = Callable[[StateBackend], Values]  # what a position is worth where nothing more is looked at


@dataclass(frozen=True)
class Outlook:
    """V of a position."""

    values: Values
    cut: bool  # it, or a position of its tree, is cut
    best: int | None = None  # at a decision that is not cut: the action taken


class Lookahead:
    """V(d), with what is remembered of positions."""

    def __init__(self, utility: Utility, cut: Cut, moved: Callable[[], None]) -> None:
        self._utility = utility
        self._cut = cut
        self._moved = moved  # called for every move applied; what it raises ends the search
        self._known: dict[tuple[str, int], Outlook] = {}
        self._whole: dict[str, tuple[int, Outlook]] = {}  # without a cut from that depth on

    def after(self, state: StateBackend, action: int) -> StateBackend:
        """The position after a legal action or outcome."""
        self._moved()
        then = state.clone()
        then.apply_action(action)
        return then

    def look(self, state: StateBackend, depth: int) -> Outlook:
        """X-2: V(depth)."""
        player = state.current_player()
        if player == TERMINAL:
            return Outlook(values_of(self._utility.of_end(state)), cut=False)
        if player != CHANCE and depth == 0:
            return Outlook(self._cut(state), cut=True)
        key = json.dumps(state.to_dict())
        enough, whole = self._whole.get(key, (depth + 1, None))
        if whole is not None and depth >= enough:
            return whole
        if (key, depth) not in self._known:
            found = self._at_chance(state, depth) if player == CHANCE else self._at_decision(state, player, depth)
            self._known[key, depth] = found
            if not found.cut:
                self._whole[key] = depth, found
        return self._known[key, depth]

    def _at_chance(self, state: StateBackend, depth: int) -> Outlook:
        weights, outlooks = [], []
        for outcome, weight in state.chance_weights():
            weights.append(weight)
            outlooks.append(self.look(self.after(state, outcome), depth))
        return Outlook(self.mean(weights, outlooks), cut=any(outlook.cut for outlook in outlooks))

    def _at_decision(self, state: StateBackend, player: int, depth: int) -> Outlook:
        taken: tuple[int, Outlook] | None = None
        cut = False
        for action in in_order(state):
            then = self.look(self.after(state, action), depth - 1)
            cut = cut or then.cut
            if taken is None or then.values[player] > taken[1].values[player]:
                taken = action, then
        assert taken is not None
        return Outlook(taken[1].values, cut, best=taken[0])

    def mean(self, weights: Sequence[int], outlooks: Sequence[Outlook]) -> Values:
        """X-3."""
        total = sum(weights)
        half = total // 2
        values = tuple(
            (sum(weight * outlook.values[p] for weight, outlook in zip(weights, outlooks, strict=True)) + half) // total
            for p in range(self._utility.players)
        )
        return for_both(self._utility, values[0]) if is_duel(self._utility) else values


def is_duel(utility: Utility) -> bool:
    """Whether two players compete: what one wins the other loses."""
    return utility.players == 2 and not utility.shared


def for_both(utility: Utility, v_0: int) -> Values:
    """X-1: v of all players where that of the first tells it: of two who compete, alone and with shared returns."""
    return (v_0, TOP - v_0) if is_duel(utility) else (v_0,) * utility.players


def values_of(worth: Worth) -> Values:
    """X-1."""
    return tuple(GAIN_UNIT * gain for gain in worth.gain)
