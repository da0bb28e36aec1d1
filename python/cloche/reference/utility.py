"""What an ending or a cut playout is worth (seeds/search.md, M-1 to M-7, M-32, M-50) and how it is shown (M-21)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor

from cloche.backend import GameBackend, StateBackend
from cloche.reference.base import ReferenceState

ONE = 1 << 24


def fixed(x: float) -> int:
    """A number in 0 .. 1 as a whole number of 1/ONE; what lies outside is clipped."""
    if x <= 0.0:
        return 0
    if x >= 1.0:
        return ONE
    return floor(x * ONE + 0.5)


@dataclass(frozen=True)
class Worth:
    """Two whole numbers for each player: what a search maximises, and what a report shows."""

    utility: tuple[int, ...]  # u, 0 .. ONE
    gain: tuple[int, ...]  # competitive: share of the win, 0 .. ONE; solo and cooperative: 256 * (score - lowest score)


class Utility:
    """The values of one game's positions, for searches with one `margin_weight`."""

    def __init__(self, game: GameBackend, margin_weight: float) -> None:
        self.players = game.players
        self.shared = game.shared_return
        self.alone = game.players == 1 and not game.shared_return  # M-32
        self.stakes = game.stakes
        self.lowest_score = game.score_bounds[0]
        self.scale = game.margin_scale
        self.margin_weight = margin_weight if self.scale != 0 else 0.0

    def of_end(self, state: StateBackend) -> Worth:
        """The worth of a position in which the game is over: M-3, M-7."""
        if self.alone:
            return self._competitive([float(state.returns()[0] > 0)], [self._squash_of_rival(state)])
        return self.of_result(state.scores(), state.ranks())

    def of_result(self, scores: Sequence[int], ranks: Sequence[int]) -> Worth:
        """The worth of an end with these scores and ranks, in a game that M-32 is not about."""
        if self.shared:
            return self._of_scores(scores)
        shares = self._shares_of_stakes(scores) if self.stakes else self._shares_of_first(ranks)
        return self._competitive(shares, self._squashes(scores))

    def of_cut(self, state: StateBackend) -> Worth:
        """The worth of a position in which a playout is broken off: M-4, M-7."""
        if self.shared:
            return self._of_scores(state.scores())
        if self.alone:
            return self._competitive([self._squash_of_rival(state)], [self._squash_of_rival(state)])
        squashes = self._squashes(state.scores())
        total = 0.0
        for squash in squashes:  # one by one: sum() rounds otherwise
            total += squash
        return self._competitive([squash / total for squash in squashes], squashes)

    def mirrored(self, worth: Worth) -> Worth:
        """M-5: in a competitive game of two the second player has what the first leaves."""
        if self.shared or self.players != 2:
            return worth
        u, gain = worth.utility[0], worth.gain[0]
        return Worth((u, ONE - u), (gain, ONE - gain))

    @property
    def unknown_gain(self) -> float:
        """M-20: the gain of each player of whom nothing is known yet."""
        if self.shared:
            return 0.0
        return ONE / (2 if self.alone else self.players)

    def returns(self, gains: Sequence[float]) -> list[float]:
        """M-21: mean gains as returns."""
        n = self.players
        if self.shared:
            return [gain / 256 + self.lowest_score for gain in gains]
        if self.alone:
            return [2 * (gain / ONE) - 1 for gain in gains]
        return [(n * (gain / ONE) - 1) / (n - 1) * (self.stakes or 1) for gain in gains]

    def win_share(self, gains: Sequence[float]) -> list[float] | None:
        """Mean gains as shares of the win; None where nothing is won."""
        return None if self.shared or self.stakes else [gain / ONE for gain in gains]

    def _shares_of_first(self, ranks: Sequence[int]) -> list[float]:
        """M-1."""
        firsts = ranks.count(1)
        return [1 / firsts if rank == 1 else 0.0 for rank in ranks]

    def _shares_of_stakes(self, scores: Sequence[int]) -> list[float]:
        """M-50."""
        return [(score + self.stakes) / (2 * self.stakes) for score in scores]

    def _squashes(self, scores: Sequence[int]) -> list[float]:
        """M-2: leads over the best of the others, drawn into 0 .. 1."""
        return [
            self._squash(score - max(other for p, other in enumerate(scores) if p != player))
            for player, score in enumerate(scores)
        ]

    def _squash(self, lead: int) -> float:
        """M-2."""
        if self.scale == 0:
            return 1 / (2 if self.alone else self.players)
        return 0.5 + 0.5 * (lead / (self.scale + abs(lead)))

    def _squash_of_rival(self, state: StateBackend) -> float:
        """M-32."""
        assert isinstance(state, ReferenceState)
        return self._squash(state.scores()[0] - state.rival_score())

    def _competitive(self, shares: Sequence[float], squashes: Sequence[float]) -> Worth:
        """M-3, M-5, M-6."""
        m = self.margin_weight
        u = tuple(fixed((1 - m) * share + m * squash) for share, squash in zip(shares, squashes, strict=True))
        return self.mirrored(Worth(u, tuple(fixed(share) for share in shares)))

    def _of_scores(self, scores: Sequence[int]) -> Worth:
        """M-7."""
        above = [score - self.lowest_score for score in scores]
        scale = self.scale if self.scale != 0 else 1
        return Worth(tuple(fixed(x / (x + scale)) for x in above), tuple(256 * x for x in above))
