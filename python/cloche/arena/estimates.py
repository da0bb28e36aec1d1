"""What games prove: means over blocks with their confidence intervals, and Elo."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean, stdev
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CONFIDENCE = 0.95
FEWEST_RESAMPLED = 10  # blocks; resamples of fewer say little about their spread
RESAMPLES = 2000
RESAMPLING_SEED = 0x7E50  # equal blocks have equal intervals


@dataclass(frozen=True)
class Estimate:
    """A mean over blocks with its confidence interval (95 %); of no blocks it is nan and may be anything."""

    mean: float
    low: float
    high: float


def estimates(observations: Sequence[Sequence[float]], bounds: Sequence[tuple[float, float]]) -> tuple[Estimate, ...]:
    """Means and confidence intervals of the columns of independent rows; column i lies within `bounds[i]`.

    From ten rows on by the bootstrap (Efron, "Bootstrap methods: another look at the jackknife", Annals of Statistics
    7, 1979): percentiles of the means of 2,000 resamples of whole rows, which are the same for all columns, so that
    shares that add up keep doing so. The percentiles are widened as Student's t is wider than the normal distribution
    (Hesterberg, "What teachers should know about the bootstrap", The American Statistician 69, 2015). Fewer rows:
    Student's t. A column in which all are equal would claim certainty; its interval reaches as far as if each further
    observation could be at a bound with the probability that n equal ones still allow.
    """
    columns = list(zip(*observations, strict=True)) if observations else [()] * len(bounds)
    resampled = _resampled(observations) if len(observations) >= FEWEST_RESAMPLED else None
    return tuple(
        _estimate(column, limits, None if resampled is None else resampled[:, place])
        for place, (column, limits) in enumerate(zip(columns, bounds, strict=True))
    )


def estimate(observations: Sequence[float], bounds: tuple[float, float]) -> Estimate:
    """Mean and confidence interval of independent observations, as `estimates` has them."""
    return estimates([(value,) for value in observations], [bounds])[0]


def _estimate(column: Sequence[float], bounds: tuple[float, float], resampled: NDArray[np.float64] | None) -> Estimate:
    low, high = bounds
    n = len(column)
    if n == 0:
        return Estimate(math.nan, low, high)
    mean = fmean(column)
    if n == 1:
        return Estimate(mean, low, high)
    tail = (1 - CONFIDENCE) / 2
    if min(column) == max(column):
        rest = 1 - tail ** (1 / n)
        return Estimate(mean, mean - rest * (mean - low), mean + rest * (high - mean))
    quantile = student_t(1 - tail, n - 1)
    if resampled is None:
        reach = quantile * stdev(column) / math.sqrt(n)
        return Estimate(mean, max(low, mean - reach), min(high, mean + reach))
    import numpy as np

    widened = NormalDist().cdf(-quantile * math.sqrt(n / (n - 1)))
    ends = np.quantile(resampled, [widened, 1 - widened])
    return Estimate(mean, float(ends[0]), float(ends[1]))


def _resampled(rows: Sequence[Sequence[float]]) -> NDArray[np.float64]:
    """Means of each column, float64 of shape (resamples, columns)."""
    import numpy as np

    values, counts = np.unique(np.asarray(rows, dtype=np.float64), axis=0, return_counts=True)
    generator = np.random.Generator(np.random.PCG64(RESAMPLING_SEED))
    drawn = generator.multinomial(len(rows), counts / len(rows), size=RESAMPLES)
    means: NDArray[np.float64] = drawn @ values / len(rows)
    return means


def student_t(probability: float, freedom: int) -> float:
    """Quantile of Student's t for 0.5 < probability < 1: exact for 1 and 2 degrees of freedom, otherwise the expansion
    of Abramowitz and Stegun, 26.7.5, here good to 1 % or better.
    """
    if freedom == 1:
        return math.tan(math.pi * (probability - 0.5))
    if freedom == 2:
        p = 2 * probability - 1
        return p * math.sqrt(2 / (1 - p * p))
    z = NormalDist().inv_cdf(probability)
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return sum(term / float(freedom) ** power for power, term in enumerate(terms))


# Elo


def elo_of_share(share: float, players: int) -> float:
    """The Elo difference of one player to the others, all alike, that goes with a win share; infinite at 0 and 1.

    Each wins in proportion to 10^(Elo / 400): for two players the usual scale, for more that of Luce.
    """
    if math.isnan(share):
        return share
    if share <= 0 or share >= 1:
        return math.copysign(math.inf, share - 0.5)
    return 400 * math.log10(share * (players - 1) / (1 - share))


def share_of_elo(elo: float, players: int) -> float:
    """The win share of a player who is so much stronger than the others, who are all alike."""
    return 1 / (1 + (players - 1) * math.pow(10, -elo / 400))
