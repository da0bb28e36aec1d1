"""A sequential test of who is stronger: it ends as soon as the games say enough.

The generalised sequential probability ratio test: Wald's test with the likelihoods of the two hypotheses at their
maxima over all distributions of a block's mean that have the mean of the hypothesis (Li, Liu and Ying, "Generalized
sequential probability ratio test for separate families of hypotheses", Sequential Analysis 33, 2014). Those maxima are
the empirical likelihood of Owen ("Empirical likelihood ratio confidence intervals for a single functional", Biometrika
75, 1988). For two players a block is a pair of games, and the test is the one of engine testing on pairs with five
outcomes (Van den Bergh, "A practical introduction to the GSPRT", for fishtest); here blocks may be of any size.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeAlias

from cloche.arena.estimates import share_of_elo
from cloche.messages import shown
from cloche.report import float_or_nan

Verdict: TypeAlias = Literal["H0", "H1", "inconclusive"]

MOST_ELO = 2000.0
MOST_RISK = 0.5
SEEN_AT_BOUNDS = 1e-3  # blocks, at each end of what a mean may be, so that every hypothesis stays possible
STEPS = 200  # at most, until a root is found


@dataclass(frozen=True)
class Sprt:
    """Two hypotheses about the first player's Elo difference, and how often either may be accepted wrongly.

    ValueError for what is out of range.

    Attributes:
        elo0: H0: the difference is this (or less); -2000 .. 2000, below elo1.
        elo1: H1: it is this (or more).
        alpha: How often H1 is accepted where H0 is true; above 0 and below 0.5.
        beta: How often H0 is accepted where H1 is true; above 0 and below 0.5.
    """

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        for name in ("elo0", "elo1"):
            number = float_or_nan(getattr(self, name))
            if not -MOST_ELO <= number <= MOST_ELO:
                allowed = f"a number from {-MOST_ELO:g} to {MOST_ELO:g}"
                raise ValueError(f"{name}: {shown(getattr(self, name))}, should be {allowed}")
            object.__setattr__(self, name, number)
        for name in ("alpha", "beta"):
            number = float_or_nan(getattr(self, name))
            if not 0 < number < MOST_RISK:
                raise ValueError(
                    f"{name}: {shown(getattr(self, name))}, should be a number above 0 and below {MOST_RISK:g}"
                )
            object.__setattr__(self, name, number)
        if not self.elo0 < self.elo1:
            raise ValueError(f"elo1: {self.elo1:g}, should be above elo0, which is {self.elo0:g}")

    @property
    def bounds(self) -> tuple[float, float]:
        """The log likelihood ratios, in nats, at and below which H0 and at and above which H1 is accepted (Wald)."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def verdict(self, llr: float) -> Verdict | None:
        """What a log likelihood ratio decides; None where the test goes on."""
        low, high = self.bounds
        if llr <= low:
            return "H0"
        return "H1" if llr >= high else None

    def to_dict(self) -> dict[str, float]:
        """JSON-able."""
        return asdict(self)


@dataclass(frozen=True)
class SprtResult:
    """A sequential test, finished or so far."""

    test: Sprt
    llr: float  # log likelihood ratio of H1 to H0, in nats
    verdict: Verdict | None  # None while blocks are left to play

    def to_dict(self) -> dict[str, Any]:
        """JSON-able."""
        low, high = self.test.bounds
        return {**self.test.to_dict(), "llr": self.llr, "bounds": [low, high], "verdict": self.verdict}

    def __str__(self) -> str:
        low, high = self.test.bounds
        said = {
            "H0": f"H0 accepted: Elo {self.test.elo0:+g} rather than {self.test.elo1:+g}",
            "H1": f"H1 accepted: Elo {self.test.elo1:+g} rather than {self.test.elo0:+g}",
            "inconclusive": f"inconclusive between Elo {self.test.elo0:+g} and {self.test.elo1:+g}",
            None: f"no decision yet between Elo {self.test.elo0:+g} and {self.test.elo1:+g}",
        }[self.verdict]
        return f"{said}; log likelihood ratio {self.llr:+.2f} of {low:+.2f} .. {high:+.2f}"


class SequentialTest:
    """A test that is fed block by block, in the order of the blocks."""

    def __init__(self, test: Sprt, players: int) -> None:
        self._test = test
        self._hypotheses = share_of_elo(test.elo0, players), share_of_elo(test.elo1, players)
        self._seen = Counter({0.0: SEEN_AT_BOUNDS, 1.0: SEEN_AT_BOUNDS})
        self.llr: float = 0.0
        self.verdict: Verdict | None = None

    def add(self, share: float) -> None:
        """One more block, in which the first player's mean win share was that; not to be called after a verdict."""
        assert self.verdict is None
        self._seen[share] += 1
        self.llr = log_likelihood_ratio(self._seen.items(), *self._hypotheses)
        self.verdict = self._test.verdict(self.llr)

    def result(self, *, ended: bool) -> SprtResult:
        """The test so far; `ended` says that all blocks were played."""
        return SprtResult(self._test, self.llr, self.verdict or ("inconclusive" if ended else None))


def log_likelihood_ratio(weighted: Iterable[tuple[float, float]], mean0: float, mean1: float) -> float:
    """The largest log likelihood of (value, weight) pairs under a mean of `mean1`, less that under `mean0`; in nats.

    Both lie strictly between the least and the greatest value. The likelihood is that of the values' own distribution,
    bent as little as the mean asks for: the probability of value v becomes proportional to weight / (1 + t (v - mean)).
    """
    pairs = list(weighted)
    t0, t1 = _bend(pairs, mean0), _bend(pairs, mean1)
    return math.fsum(
        weight * (math.log1p(t0 * (value - mean0)) - math.log1p(t1 * (value - mean1))) for value, weight in pairs
    )


def _bend(pairs: list[tuple[float, float]], mean: float) -> float:
    """The t for which sum of weight (v - mean) / (1 + t (v - mean)) is 0; it falls with t, between two poles."""
    offsets = [(value - mean, weight) for value, weight in pairs]
    low = -1 / max(offset for offset, _ in offsets)
    high = -1 / min(offset for offset, _ in offsets)
    assert low < 0 < high
    t = 0.0
    for _ in range(STEPS):  # Newton's steps, halved where they leave the bracket
        terms = [(offset / (1 + t * offset), weight) for offset, weight in offsets]
        slope = -sum(weight * term * term for term, weight in terms)
        value = sum(weight * term for term, weight in terms)
        if value > 0:
            low = t
        else:
            high = t
        following = t - value / slope
        if not low < following < high:
            following = (low + high) / 2
        if abs(following - t) <= 1e-13 * max(1.0, abs(t)) or not low < following < high:
            return following if low < following < high else t
        t = following
    return t
