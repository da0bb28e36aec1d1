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


def leads(scores: Sequence[float]) -> list[float]:
    """M-2: d of each player."""
    return [score - max(other for p, other in enumerate(scores) if p != player) for player, score in enumerate(scores)]


def squash(ahead: float, scale: float) -> float:
    """M-2, where scale is not 0."""
    return 0.5 + 0.5 * (ahead / (scale + abs(ahead)))


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
        self.width = float(game.score_bounds[1] - game.score_bounds[0])
        self.scale = game.margin_scale
        self.margin_weight = margin_weight if self.scale != 0 else 0.0
        self.lonely: int | None = None  # whom all others are against (M-39)

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

    def of_expected(self, state: StateBackend, expected: Sequence[float], lead: float) -> Worth:
        """M-82: the worth of a cut where these scores are expected at the end."""
        if self.shared:
            total = 0.0
            for score in expected:
                total += score
            return self._of_scores([total / self.players] * self.players)
        if self.alone:
            assert isinstance(state, ReferenceState)
            ahead = expected[0] - state.rival_score()
            return self._competitive([squash(ahead, lead)], [self._squash(ahead)])
        shares = [squash(ahead, lead) for ahead in leads(expected)]
        total = 0.0
        for share in shares:
            total += share
        return self._competitive([share / total for share in shares], self._squashes(expected))

    def of_values(self, values: Sequence[float], mover: int) -> Worth:
        """M-85: what an evaluator says of a position in which `mover` is to move."""
        if not self.shared:
            u = [fixed(values[(player - mover) % self.players]) for player in range(self.players)]
            if self.players == 2:
                u[1 - mover] = ONE - u[mover]
            return self.mirrored(Worth(tuple(u), tuple(u)))
        value, scale = values[0], self.scale if self.scale != 0 else 1
        x = min(scale * value / (1.0 - value), self.width) if value < 1.0 else self.width
        return Worth((fixed(value),) * self.players, (floor(256 * x + 0.5),) * self.players)

    def turn_against(self, player: int) -> None:
        """M-39: in competitive games of three and more all others are against this player from now on."""
        if not self.shared and self.players > 2:
            self.lonely = player

    def mirrored(self, worth: Worth) -> Worth:
        """M-5: in a competitive game of two the second player has what the first leaves; M-39."""
        if self.lonely is not None:
            mine = worth.utility[self.lonely]
            others = tuple(mine if player == self.lonely else ONE - mine for player in range(self.players))
            return Worth(others, worth.gain)
        if self.shared or self.players != 2:
            return worth
        u, gain = worth.utility[0], worth.gain[0]
        return Worth((u, ONE - u), (gain, ONE - gain))

    def follows(self, player: int, mover: int) -> bool:
        """M-37: whether u of a player is that of the mover."""
        if self.lonely is not None and self.lonely not in (player, mover):
            return True
        return self.shared or player == mover

    def opposes(self, player: int, mover: int) -> bool:
        """M-37: whether u of a player is what that of the mover leaves."""
        if self.lonely is not None:
            return (player == self.lonely) != (mover == self.lonely)
        return not self.shared and player != mover and self.players == 2

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

    def _squashes(self, scores: Sequence[float]) -> list[float]:
        """M-2: leads over the best of the others, drawn into 0 .. 1."""
        return [self._squash(ahead) for ahead in leads(scores)]

    def _squash(self, ahead: float) -> float:
        """M-2."""
        return 1 / (2 if self.alone else self.players) if self.scale == 0 else squash(ahead, self.scale)

    def _squash_of_rival(self, state: StateBackend) -> float:
        """M-32."""
        assert isinstance(state, ReferenceState)
        return self._squash(state.scores()[0] - state.rival_score())

    def _competitive(self, shares: Sequence[float], squashes: Sequence[float]) -> Worth:
        """M-3, M-5, M-6."""
        m = self.margin_weight
        u = tuple(fixed((1 - m) * share + m * squash) for share, squash in zip(shares, squashes, strict=True))
        return self.mirrored(Worth(u, tuple(fixed(share) for share in shares)))

    def _of_scores(self, scores: Sequence[float]) -> Worth:
        """M-7, and M-82 where scores are expected rather than made."""
        above = [min(max(score - self.lowest_score, 0.0), self.width) for score in scores]
        scale = self.scale if self.scale != 0 else 1
        return Worth(tuple(fixed(x / (x + scale)) for x in above), tuple(floor(256 * x + 0.5) for x in above))
