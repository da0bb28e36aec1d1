"""Pictures of matches and ladders say what was played, and are drawn without a screen."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import pytest

import cloche
from cloche import arena

pytest.importorskip("matplotlib", reason="the extra plot is not installed")

from cloche.arena import plot


def heights(path: Path) -> float:
    """Height of an SVG picture in points."""
    found = re.search(r'<svg [^>]*height="([\d.]+)pt"', path.read_text())
    assert found is not None
    return float(found[1])


def test_a_match_has_a_panel_for_shares_one_for_elo_and_one_for_the_test(tmp_path: Path) -> None:
    three = cloche.load("gardens_of_io", 3)
    pair = cloche.load("nim")
    shares = arena.match(three, ["greedy", "random", "random"], blocks=2)
    elo = arena.match(pair, ["greedy", "random"], blocks=2)
    tested = arena.match(pair, ["mcts:5", "random"], blocks=30, sprt=arena.Sprt(0, 10))
    for number, result in enumerate((shares, elo, tested)):
        plot.plot_match(result, tmp_path / f"{number}.svg")
    one = heights(tmp_path / "0.svg")
    assert [heights(tmp_path / f"{number}.svg") for number in range(3)] == pytest.approx([one, 2 * one, 3 * one])


def test_the_same_match_is_the_same_picture(tmp_path: Path) -> None:
    result = arena.match(cloche.load("nim"), ["greedy", "random"], blocks=3)
    for name in ("a.svg", "b.svg"):
        plot.plot_match(result, tmp_path / name)
    pictures = [re.sub(r"[pm][0-9a-f]{10}", "id", (tmp_path / name).read_text()) for name in ("a.svg", "b.svg")]
    assert pictures[0] == pictures[1]


def test_png_files_are_png(tmp_path: Path) -> None:
    ladder = arena.ladder(cloche.load("connect_four"), blocks=4, simulations=[5, 10, 20])
    plot.plot_ladders([ladder, ladder], tmp_path / "ladder.PNG")
    plot.plot_match(ladder.rungs[0].result, tmp_path / "match.png")
    for name in ("ladder.PNG", "match.png"):
        assert (tmp_path / name).read_bytes().startswith(b"\x89PNG")


def test_a_ladder_without_a_single_finite_step_can_be_drawn(tmp_path: Path) -> None:
    ladder = arena.ladder(cloche.load("connect_four"), blocks=1, simulations=[1, 2000])
    assert abs(ladder.rungs[0].elo.mean) == float("inf")
    plot.plot_ladders([ladder], tmp_path / "ladder.svg")


def test_nothing_opens_a_window(tmp_path: Path) -> None:
    plot.plot_match(arena.match(cloche.load("nim"), ["greedy", "random"], blocks=1), tmp_path / "a.png")
    assert "matplotlib.pyplot" not in sys.modules


def test_what_was_not_played_is_not_drawn(tmp_path: Path) -> None:
    stop = cloche.StopFlag()
    stop.set()
    empty = arena.match(cloche.load("nim"), ["greedy", "random"], blocks=1, stop=stop)
    with pytest.raises(ValueError, match="nothing to draw: no block was played"):
        plot.plot_match(empty, tmp_path / "a.png")
    with pytest.raises(ValueError, match="nothing to draw"):
        plot.plot_ladders([], tmp_path / "a.png")


@pytest.mark.parametrize("path", ["a.gif", "a", "", 5])
def test_other_files_are_refused(path: Any) -> None:
    result = arena.match(cloche.load("nim"), ["greedy", "random"], blocks=1)
    with pytest.raises(ValueError, match=r"should end in .png or .svg|should be the name of a file"):
        plot.plot_match(result, path)
