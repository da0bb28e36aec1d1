"""Pictures of matches and ladders, drawn with matplotlib (extra `plot`)."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cloche import strict_json
from cloche.arena.estimates import Estimate, elo_of_share, estimates
from cloche.arena.ladder import LadderResult
from cloche.arena.results import MatchResult, mean_share
from cloche.arena.sprt import SequentialTest
from cloche.extras import library
from cloche.messages import shown

FORMATS = (".png", ".svg")
MOST_POINTS = 80  # of a curve
EVEN = {"color": "0.4", "linewidth": 0.8, "linestyle": "--", "zorder": 1}
LEAST_ELO = 100.0  # that an axis reaches to
FAR = 1e6  # beyond every axis
DODGE = 0.03  # doublings between points of several ladders
BAND = 0.18  # opacity of an interval
PANEL = (7.5, 2.8)  # inches


def plot_match(result: MatchResult, path: str | os.PathLike[str]) -> None:
    """Draws how a match went, to a PNG or SVG file: the win share of each player after so many games with its 95 %
    interval, between two players the Elo difference, and the log likelihood ratio of a sequential test.

    ValueError for another kind of file and for a match of no blocks; MissingExtra without matplotlib; OSError where
    the file cannot be written.
    """
    target = checked_path(path)
    if not isinstance(result, MatchResult) or not result.blocks:
        raise ValueError("nothing to draw: no block was played")
    with_elo, with_test = len(result.bots) == 2, result.sprt is not None
    figure = library("matplotlib.figure", "plot").Figure(
        figsize=(PANEL[0], PANEL[1] * (1 + with_elo + with_test)), layout="constrained"
    )
    panels = list(figure.subplots(1 + with_elo + with_test, sharex=True, squeeze=False)[:, 0])
    ends = _ends(result.blocks)
    games = [end * result.players for end in ends]
    shares = _shares(result, ends)
    _share_panel(panels[0], result, games, shares)
    if with_elo:
        _elo_panel(panels[1], result, games, [found[0] for found in shares])
    if with_test:
        _test_panel(panels[-1], result)
    panels[0].set_title(result.headline, fontsize="medium")
    panels[-1].set_xlabel("games")
    save(figure, target)


def plot_ladders(ladders: Sequence[LadderResult], path: str | os.PathLike[str]) -> None:
    """Draws Elo over simulations for one ladder or some, to a PNG or SVG file; errors as `plot_match`."""
    target = checked_path(path)
    if isinstance(ladders, LadderResult):
        ladders = [ladders]
    drawn = [(ladder, ladder.curve) for ladder in ladders if ladder.rungs]
    if not drawn:
        raise ValueError("nothing to draw: no block was played")
    figure = library("matplotlib.figure", "plot").Figure(figsize=(PANEL[0], 1.7 * PANEL[1]), layout="constrained")
    axes = figure.subplots()
    seen = [0.0]
    for number, (ladder, curve) in enumerate(drawn):
        aside = 2.0 ** (DODGE * (number - (len(drawn) - 1) / 2))  # so that no bar hides another
        points = [(count * aside, elo) for count, elo in curve if math.isfinite(elo.mean)]
        elos = [elo for _, elo in points]
        seen += [value for elo in elos for value in (elo.mean, elo.low, elo.high) if math.isfinite(value)]
        errors = [
            [elo.mean - _finite(elo.low, -FAR) for elo in elos],
            [_finite(elo.high, FAR) - elo.mean for elo in elos],
        ]
        label = f"{ladder.game}, {ladder.bot}"
        counts = [count for count, _ in points]
        axes.errorbar(counts, [elo.mean for elo in elos], yerr=errors, marker="o", capsize=3, label=label)
    reach = 0.05 * max(LEAST_ELO, max(seen) - min(seen))
    axes.set_ylim(min(seen) - reach, max(seen) + reach)
    ticks = sorted({count for _, curve in drawn for count, _ in curve})
    axes.set_xscale("log", base=2)
    axes.set_xticks(ticks, [f"{tick:,}" for tick in ticks], minor=False)
    axes.set_xlabel("simulations a move")
    axes.set_ylabel(f"Elo above {ticks[0]:,} simulations")
    axes.grid(alpha=0.25)
    axes.legend(frameon=False)
    save(figure, target)


def needed() -> None:
    """MissingExtra without matplotlib."""
    library("matplotlib.figure", "plot")


def checked_path(path: str | os.PathLike[str]) -> Path:
    """A file that can be drawn to; ValueError by the end of its name."""
    target = strict_json.as_path(path)
    if target.suffix.lower() not in FORMATS:
        raise ValueError(f"plot: {shown(str(target))}, should end in {' or '.join(FORMATS)}")
    return target


def _ends(blocks: int) -> list[int]:
    """After how many blocks a curve has its points."""
    return sorted({max(1, round(blocks * step / MOST_POINTS)) for step in range(1, MOST_POINTS + 1)})


def _shares(result: MatchResult, ends: Sequence[int]) -> list[tuple[Estimate, ...]]:
    """Win shares of all players after so many blocks."""
    places, first = [], 0
    for bot in result.bots:
        places.append(range(first, first + bot.seats))
        first += bot.seats
    rows = [[mean_share(block, held) for held in places] for block in result.played]
    return [estimates(rows[:end], [(0.0, 1 / len(held)) for held in places]) for end in ends]


def _share_panel(axes: Any, result: MatchResult, games: list[int], shares: list[tuple[Estimate, ...]]) -> None:
    for place, bot in enumerate(result.bots):
        found = [estimates[place] for estimates in shares]
        seats = f" ({bot.seats} seats)" if bot.seats > 1 else ""
        _curve(axes, games, found, f"{bot.bot}{seats}", f"C{place}")
    axes.axhline(1 / result.players, **EVEN)
    axes.set_ylim(-0.02, 1.02)
    axes.set_ylabel("win share")
    axes.legend(frameon=False, fontsize="small", loc="best")


def _elo_panel(axes: Any, result: MatchResult, games: list[int], shares: list[Estimate]) -> None:
    players = result.players
    elos = [
        Estimate(*(elo_of_share(value, players) for value in (share.mean, share.low, share.high))) for share in shares
    ]
    settled = [value for elo in elos[len(elos) // 2 :] for value in (elo.mean, elo.low, elo.high)]
    reach = 1.1 * max([LEAST_ELO, *(abs(value) for value in settled if math.isfinite(value))])
    _curve(axes, games, elos, None, "C0")
    for bound in () if result.sprt is None else (result.sprt.test.elo0, result.sprt.test.elo1):
        axes.axhline(bound, color="0.4", linewidth=0.8, linestyle=":")
    axes.axhline(0, **EVEN)
    axes.set_ylim(-reach, reach)
    axes.set_ylabel(f"Elo of {result.bots[0].bot}")


def _test_panel(axes: Any, result: MatchResult) -> None:
    assert result.sprt is not None
    test = result.sprt.test
    tester = SequentialTest(test, result.players)
    games, ratios = [0], [0.0]
    for number, block in enumerate(result.played, start=1):
        tester.add(mean_share(block, range(1)))
        games.append(number * result.players)
        ratios.append(tester.llr)
    axes.plot(games, ratios, color="C0")
    for bound, name, inwards in zip(test.bounds, ("elo0", "elo1"), (1, -1), strict=True):
        axes.axhline(bound, **EVEN)
        axes.annotate(
            f"H{name[-1]}: Elo {getattr(test, name):+g}",
            (0.01, bound),
            xycoords=("axes fraction", "data"),
            xytext=(0, 4 * inwards),
            textcoords="offset points",
            fontsize="small",
            va="bottom" if inwards > 0 else "top",
        )
    low, high = test.bounds
    axes.set_ylim(min(low, *ratios) - 0.5, max(high, *ratios) + 0.5)
    axes.set_ylabel("log likelihood ratio")


def _curve(axes: Any, games: list[int], found: list[Estimate], label: str | None, colour: str) -> None:
    """A line with its band; where it is not finite there is a gap."""
    axes.plot(games, [_finite(point.mean, math.nan) for point in found], color=colour, label=label)
    lows = [_finite(point.low, -FAR) for point in found]
    highs = [_finite(point.high, FAR) for point in found]
    axes.fill_between(games, lows, highs, color=colour, alpha=BAND, linewidth=0)


def _finite(value: float, otherwise: float) -> float:
    return value if math.isfinite(value) else otherwise


def save(figure: Any, target: Path) -> None:
    """Writes a figure to a file that `checked_path` gave; OSError where that fails."""
    kind = target.suffix.lower()[1:]
    figure.savefig(target, format=kind, dpi=150, metadata={"Date": None} if kind == "svg" else None)
