"""What positions and results show in a notebook: pictures and tables that say the same as their texts."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

import cloche
from cloche import arena, notebook

GAME = cloche.load("nim", options={"piles": [1, 2]})


def cells(shown: object) -> list[list[str]]:
    """The rows of the table that an object shows, headings first; it is well-formed."""
    page: str = shown._repr_html_()  # type: ignore[attr-defined]
    return [["".join(cell.itertext()) for cell in row] for row in ET.fromstring(page).iter("tr")]


def caption(shown: object) -> str:
    page: str = shown._repr_html_()  # type: ignore[attr-defined]
    return ET.fromstring(page).findtext(".//caption") or ""


@pytest.mark.parametrize("name", [*cloche.games(), *cloche.known_games()])
def test_a_position_shows_its_board(name: str) -> None:
    state = cloche.load(name).new_initial_state(seed=1)
    assert state._repr_svg_() == state.svg()


def test_a_report_shows_its_moves() -> None:
    report = cloche.Mcts(GAME, seed=1).search(GAME.new_initial_state(), cloche.Limits(simulations=100))
    rows = cells(report)
    assert rows[0][:3] == ["move", "visits", "return"]
    assert [row[0] for row in rows[1:]] == [action.text for action in report.actions]
    assert caption(report) == report.summary()


def test_a_report_of_many_moves_says_how_many_it_leaves_out() -> None:
    game = cloche.load("gardens_of_io")
    report = cloche.Greedy(game, seed=1).search(game.new_initial_state(seed=1))
    assert len(cells(report)) == 1 + 20
    assert "61 more moves" in report._repr_html_()  # 81 circles for the first tree


def test_random_games_show_their_mean_returns() -> None:
    summary = GAME.random_playouts(10, seed=1)
    assert cells(summary) == [["", "mean return"], *[[f"Player {p + 1}", f"{summary.returns[p]:+.4f}"] for p in (0, 1)]]


def test_a_solution_shows_its_values() -> None:
    solution = cloche.solve(GAME.new_initial_state())
    assert cells(solution) == [["", "value"], ["Player 1", "+1"], ["Player 2", "-1"]]  # piles 1 and 2 are levelled
    assert caption(solution) == solution.summary()


def test_results_of_the_arena_show_their_numbers() -> None:
    result = arena.match(GAME, ["greedy", "random"], blocks=3)
    rows = cells(result)
    assert [row[0] for row in rows] == ["player", "greedy", "random"]
    assert rows[1][1] == f"{result.bots[0].share.mean:.3f}"
    assert caption(result) == result.headline
    ladder = arena.ladder(GAME, simulations=[2, 4], blocks=2)
    assert cells(ladder)[1][0] == "2 -> 4"
    alone = arena.solo(cloche.load("small_2048", players=1), "random", games=2)
    assert cells(alone)[1][:2] == ["score", f"{alone.score.mean:.2f}"]


def test_text_is_escaped() -> None:
    page = notebook.table(["<a>"], [["<b>&"]], caption="<c>", more="<d>")
    assert "".join(ET.fromstring(page).itertext()) == "<c><a><b>&<d>"
