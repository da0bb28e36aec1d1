"""Intervals that mean what they say, and sequential tests that err as often as they promise."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import cloche
from cloche.arena import Estimate, Sprt
from cloche.arena.estimates import elo_of_share, estimate, estimates, share_of_elo, student_t
from cloche.arena.sprt import SequentialTest, log_likelihood_ratio

# Intervals


@pytest.mark.parametrize(
    ("freedom", "quantile"), [(1, 12.706), (2, 4.3027), (3, 3.1824), (5, 2.5706), (10, 2.2281), (100, 1.9840)]
)
def test_students_t(freedom: int, quantile: float) -> None:
    assert student_t(0.975, freedom) == pytest.approx(quantile, rel=2e-3)


def test_an_interval_by_hand() -> None:
    found = estimate([0.0, 0.5, 1.0, 0.5], (0.0, 1.0))
    reach = 3.1824 * math.sqrt(1 / 6) / 2
    assert found.mean == 0.5
    assert found.low == pytest.approx(max(0, 0.5 - reach), abs=2e-3)
    assert found.high == pytest.approx(min(1, 0.5 + reach), abs=2e-3)


def test_equal_blocks_prove_no_certainty() -> None:
    found = estimate([1.0] * 10, (0.0, 1.0))
    assert found.mean == found.high == 1.0
    assert found.low == pytest.approx(0.025**0.1)
    assert estimate([0.5], (0.0, 1.0)) == Estimate(0.5, 0.0, 1.0)


def test_intervals_hold_what_they_promise() -> None:
    rng, held = cloche.Rng(1), 0
    for _ in range(400):
        found = estimate([rng.below(2) / 2 + rng.below(2) / 2 for _ in range(30)], (0.0, 1.0))
        held += found.low <= 0.5 <= found.high
    assert 0.92 * 400 <= held <= 0.98 * 400


def test_resampled_percentiles_are_those_of_the_binomial_distribution() -> None:
    found = estimate([0.0] * 20 + [1.0] * 20, (0.0, 1.0))
    tail = 0.0203  # of the normal distribution beyond 2.0227 (t of 39 degrees) times sqrt(40 / 39)
    running, expected = 0.0, 0
    while running + math.comb(40, expected) / 2**40 < tail:
        running += math.comb(40, expected) / 2**40
        expected += 1
    assert found.low * 40 == pytest.approx(expected, abs=1e-9)
    assert found.high * 40 == pytest.approx(40 - expected, abs=1e-9)


@pytest.mark.parametrize(("blocks", "least"), [(5, 0.9), (10, 0.9), (25, 0.92)])
def test_intervals_of_skewed_blocks_hold_what_they_promise(blocks: int, least: float) -> None:
    rng, held = cloche.Rng(2), 0
    for _ in range(400):
        found = estimate([(rng.below(5) < 4) / 2 + (rng.below(5) < 4) / 2 for _ in range(blocks)], (0.0, 1.0))
        held += found.low <= 0.8 <= found.high
    assert held >= least * 400


def test_shares_that_add_up_have_intervals_that_mirror_each_other() -> None:
    rng = cloche.Rng(3)
    rows = [[share, 1 - share] for share in (rng.below(5) / 4 for _ in range(50))]
    one, other = estimates(rows, [(0.0, 1.0)] * 2)
    assert (one.mean + other.mean, one.low + other.high, one.high + other.low) == pytest.approx((1, 1, 1))
    assert one == estimates(rows, [(0.0, 1.0)] * 2)[0]


def test_no_blocks_say_nothing() -> None:
    found = estimates([], [(0.0, 1.0)])[0]
    assert (math.isnan(found.mean), found.low, found.high) == (True, 0.0, 1.0)


# Elo


def test_elo_is_the_usual_one_for_two_players() -> None:
    assert elo_of_share(10 / 11, 2) == pytest.approx(400)
    assert share_of_elo(-400, 2) == pytest.approx(1 / 11)
    assert (elo_of_share(0, 2), elo_of_share(1, 2)) == (-math.inf, math.inf)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_no_difference_is_an_even_share(players: int) -> None:
    assert share_of_elo(0, players) == pytest.approx(1 / players)
    for elo in (-300, -20, 0, 5, 700):
        assert elo_of_share(share_of_elo(elo, players), players) == pytest.approx(elo)


# Sequential tests


def test_the_bounds_are_those_of_wald() -> None:
    low, high = Sprt(0, 5, alpha=0.05, beta=0.1).bounds
    assert (low, high) == pytest.approx((math.log(0.1 / 0.95), math.log(0.9 / 0.05)))
    test = Sprt(0, 5)
    assert [test.verdict(llr) for llr in (-2.95, -2.94, 0, 2.94, 2.95)] == ["H0", None, None, None, "H1"]


def test_the_ratio_of_two_outcomes_is_the_binomial_one() -> None:
    found = log_likelihood_ratio([(0.0, 3), (1.0, 7)], 0.5, 0.6)
    assert found == pytest.approx(7 * math.log(0.6 / 0.5) + 3 * math.log(0.4 / 0.5))


@pytest.mark.parametrize("mean", [0.2, 0.5, 0.55, 0.9])
def test_the_likelihood_is_the_greatest_with_that_mean(mean: float) -> None:
    weighted = [(0.0, 11.0), (0.25, 5.0), (1.0, 24.0)]
    own = sum(value * weight for value, weight in weighted) / 40

    def likelihood(middle: float) -> float:  # with two of three probabilities given by their sum and the mean
        top = mean - 0.25 * middle
        parts = (1 - middle - top, middle, top)
        if min(parts) <= 0:
            return -math.inf
        return sum(weight * math.log(part) for (_, weight), part in zip(weighted, parts, strict=True))

    greatest = max(likelihood(step / 20000) for step in range(1, 20000))
    free = sum(weight * math.log(weight / 40) for _, weight in weighted)  # under their own mean
    assert log_likelihood_ratio(weighted, own, mean) == pytest.approx(greatest - free, abs=1e-5)


def pairs(share: float, draws: float, seed: int) -> Callable[[], float]:
    """Means of pairs of games in which a player has that win share, and so many are shared."""
    rng = cloche.Rng(seed)

    def game() -> float:
        at = rng.uniform()
        return 1.0 if at < share - draws / 2 else 0.5 if at < share + draws / 2 else 0.0

    return lambda: (game() + game()) / 2


@pytest.mark.parametrize("draws", [0.0, 0.4])
@pytest.mark.parametrize(("truth", "verdict"), [("elo0", "H0"), ("elo1", "H1")])
def test_a_test_errs_as_often_as_it_promises(truth: str, verdict: str, draws: float) -> None:
    test, runs = Sprt(elo0=0, elo1=60, alpha=0.05, beta=0.05), 200
    verdicts: Counter[Any] = Counter()
    for run in range(runs):
        tester, block = SequentialTest(test, 2), pairs(share_of_elo(getattr(test, truth), 2), draws, run)
        for _ in range(2000):
            tester.add(block())
            if tester.verdict is not None:
                break
        verdicts[tester.result(ended=True).verdict] += 1
    assert 0.95 * runs - 10 <= verdicts[verdict] <= 0.95 * runs + 9  # three standard deviations of 200 at 5 %
    assert verdicts["inconclusive"] == 0


def test_equal_blocks_decide_late_but_do() -> None:
    tester, played = SequentialTest(Sprt(0, 50), 2), 0
    while tester.verdict is None:
        tester.add(0.5)
        played += 1
    assert tester.verdict == "H0"
    assert 10 < played < 100


def test_one_block_decides_nothing_however_far_the_hypotheses() -> None:
    tester = SequentialTest(Sprt(0, 1000), 2)
    tester.add(1.0)
    assert tester.verdict is None
    assert tester.llr == pytest.approx(math.log(share_of_elo(1000, 2) / 0.5), abs=0.02)


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ({"elo0": 5, "elo1": 5}, "elo1: 5, should be above elo0, which is 5"),
        ({"elo0": math.nan}, "elo0: nan, should be a number from -2000 to 2000"),
        ({"elo1": 3000}, "elo1: 3000, should be a number from -2000 to 2000"),
        ({"elo1": "5"}, "elo1: '5', should be a number"),
        ({"alpha": 0}, "alpha: 0, should be a number above 0 and below 0.5"),
        ({"beta": 0.5}, "beta: 0.5, should be a number above 0 and below 0.5"),
    ],
)
def test_hypotheses_out_of_range_are_refused(numbers: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Sprt(**numbers)
