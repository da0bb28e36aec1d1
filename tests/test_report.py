"""Limits and reports of searches."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest

import cloche
from cloche.messages import told
from cloche.players import Greedy, Mcts
from cloche.report import MOST_ROWS, Limits, quantiles


@pytest.mark.parametrize("name", ["simulations", "nodes", "depth", "memory_mb"])
@pytest.mark.parametrize("value", [0, -1, True, 1.5, math.nan, math.inf, "3", 2**80, [1]])
def test_a_limit_that_counts_is_a_whole_number_from_1(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match=rf"{name}: .* should be a whole number 1\.\."):
        Limits(**{name: value})


@pytest.mark.parametrize("name", ["seconds", "cpu_seconds"])
@pytest.mark.parametrize("value", [0, -0.5, True, math.nan, math.inf, "3", 1e10, [1]])
def test_a_limit_of_time_is_a_number_of_seconds_above_0(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match=rf"{name}: .* should be a number of seconds above 0"):
        Limits(**{name: value})


def test_depth_and_memory_end_no_search() -> None:
    assert not Limits(depth=3, memory_mb=1).ends
    assert all(Limits(**{name: 1}).ends for name in ("simulations", "seconds", "cpu_seconds", "nodes"))


def test_limits_are_values() -> None:
    assert Limits(seconds=2) == Limits(seconds=2.0)
    assert len({Limits(nodes=3), Limits(nodes=3), Limits(nodes=4)}) == 2


def test_quantiles_are_the_lowest_scores_that_reach_the_share() -> None:
    assert quantiles([(10, 1)]) == (10, 10, 10, 10, 10)
    assert quantiles([(score, 1) for score in range(1, 101)]) == (5, 25, 50, 75, 95)
    assert quantiles([(0, 94), (7, 6)]) == (0, 0, 0, 0, 7)


def report(game: str = "gardens_of_io", simulations: int = 60, implementation: str = "native") -> Any:
    loaded = cloche.load(game, implementation=implementation)
    return Mcts(loaded, seed=3).search(loaded.new_initial_state(seed=1), Limits(simulations=simulations))


def test_a_report_tells_of_every_legal_action_best_first(implementation: str) -> None:
    game = cloche.load("gardens_of_io", implementation=implementation)
    state = game.new_initial_state(seed=1)
    found = report(implementation=implementation)
    assert sorted(action.action for action in found.actions) == state.legal_actions()
    assert found.best == found.actions[0]
    assert found.best.action == found.best_action
    assert found.best_text == state.action_to_string(found.best_action)
    assert sum(action.visits for action in found.actions) == found.simulations == 60
    assert math.isclose(sum(action.prior for action in found.actions), 1.0)


def test_the_principal_variation_can_be_played(implementation: str) -> None:
    found = report(implementation=implementation)
    state = cloche.load("gardens_of_io", implementation=implementation).new_initial_state(seed=1)
    assert found.principal_variation[0] == found.best_action
    for action, text in zip(found.principal_variation, found.principal_texts, strict=True):
        assert state.action_to_string(action) == text
        state.apply_action(action)


def test_scores_are_told_with_spread(implementation: str) -> None:
    found = report(implementation=implementation)
    for player in range(2):
        quantile = found.score_quantiles[player]
        assert list(quantile) == sorted(quantile)
        assert quantile[0] <= found.score_mean[player] <= quantile[4]
        assert found.score_sd[player] > 0


def test_win_probabilities_and_values_say_the_same() -> None:
    found = report()
    assert math.isclose(sum(found.win_probability), 1.0, abs_tol=1e-6)
    for win, value in zip(found.win_probability, found.values, strict=True):
        assert math.isclose(2 * win - 1, value, abs_tol=1e-9)


def test_nothing_is_won_in_a_cooperative_game() -> None:
    game = cloche.load("gardens_of_io", options={"cooperative": True})
    found = Mcts(game).search(game.new_initial_state(seed=1), Limits(simulations=30))
    assert found.win_probability is None
    assert found.values[0] == found.values[1] > 0


def test_equal_searches_give_equal_reports_whatever_the_clock_says(implementation: str) -> None:
    one, other = report(implementation=implementation), report(implementation=implementation)
    assert one == other
    assert {**one.to_dict(), "seconds": 0} == {**other.to_dict(), "seconds": 0}
    assert one != report(simulations=61, implementation=implementation)


def test_a_report_is_json_able() -> None:
    data = report().to_dict()
    assert json.loads(json.dumps(data, allow_nan=False)) == data
    assert {"best_action", "best_text", "actions", "values", "win_probability", "principal_variation"} <= data.keys()


def test_a_report_as_text_is_a_table_with_the_best_action_first() -> None:
    found = report()
    lines = str(found).splitlines()
    head = next(number for number, line in enumerate(lines) if line.startswith("move"))
    assert lines[head + 1].split()[0] == found.best_text
    assert len(lines) == head + 1 + MOST_ROWS + 1
    assert lines[-1] == f"... and {len(found.actions) - MOST_ROWS} more"


def test_a_proven_root_is_told() -> None:
    game = cloche.load("nim", options={"piles": [1, 2]})
    found = Mcts(game).search(game.new_initial_state(), Limits(simulations=10_000))
    assert (found.proven, found.stopped_by) == (True, "proven")
    assert found.values == (1.0, -1.0)
    assert found.best_text == "2:1"
    assert "proven" in found.summary()


def test_a_player_that_does_not_search_knows_no_values() -> None:
    game = cloche.load("nim")
    found = Greedy(game).search(game.new_initial_state())
    assert found.values is found.win_probability is found.score_mean is None
    assert str(found).startswith(f"best: {found.best_text}")
    assert found.worth(found.best) == ""


@pytest.mark.parametrize("players", [2, 3])
def test_the_summary_tells_what_the_best_action_is_worth_and_not_the_average(players: int) -> None:
    game = cloche.load("gardens_of_io", players=players)
    found = Mcts(game, seed=3).search(game.new_initial_state(seed=1), Limits(simulations=200))
    assert found.best.value is not None
    assert found.win_probability is not None
    win = (found.best.value[0] * (players - 1) + 1) / players
    assert found.worth(found.best) == f"win {win:.1%}" != f"win {found.win_probability[0]:.1%}"
    assert found.summary().startswith(f"best: {found.best_text} (win {win:.1%}); ")


def test_an_action_of_a_cooperative_game_is_worth_a_score() -> None:
    game = cloche.load("gardens_of_io", options={"cooperative": True})
    found = Mcts(game).search(game.new_initial_state(seed=1), Limits(simulations=30))
    assert found.best.value is not None
    assert found.worth(found.best) == f"score {found.best.value[0]:.1f}"


def test_a_report_as_text_counts_players_from_1_as_pictures_do() -> None:
    text = str(report())
    assert "scores: Player 1 " in text
    assert ", Player 2 " in text
    assert "layer 0" not in text


def test_a_summary_tells_words_beside_notation() -> None:
    game = cloche.load("nim", options={"piles": [1, 2]})
    state = game.new_initial_state()
    found = cloche.Mcts(game, seed=1, endings=False).search(state, cloche.Limits(simulations=200))
    assert found.summary(game.in_words).startswith("best: 2:1 (take 1 from pile 2; win 100.0%); ")
    assert cloche.Greedy(game).search(state).summary(game.in_words) == "best: 1:1 (take 1 from pile 1)"
    assert "; best: 2:1 (take 1 from pile 2); " in cloche.solve(state).summary(game.in_words)
    assert told("b2", "b2") == "b2"
    assert told("b2", "b2", "win 50.0%") == "b2 (win 50.0%)"
    assert told("R@e5", "plant red on e5", "", "win 50.0%") == "R@e5 (plant red on e5; win 50.0%)"
