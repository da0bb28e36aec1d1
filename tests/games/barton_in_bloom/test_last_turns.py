"""The last turns of bots against the exact ones: what they leave lying is their regret, and nobody does better."""

from __future__ import annotations

from statistics import mean
from typing import TypeAlias

import pytest

import cloche
from cloche.players import Greedy, Mcts, Random
from cloche.report import Limits

from .barton import load

SCALE = 15  # of margins
ENDINGS = 40
ROUNDING = 2**-20  # of utilities

Bot: TypeAlias = Greedy | Mcts | Random


def utility(state: cloche.State, player: int) -> float:
    """M-1 to M-3, half the share of the win and half the margin."""
    ranks, scores = state.ranks(), state.scores()
    share = (ranks[player] == 1) / ranks.count(1)
    lead = scores[player] - max(score for other, score in enumerate(scores) if other != player)
    return 0.5 * share + 0.5 * (0.5 + 0.5 * lead / (SCALE + abs(lead)))


def played_out(state: cloche.State, bot: Bot) -> cloche.State:
    """The end of the game when `bot` makes all decisions that are left."""
    end = state.clone()
    while not end.is_terminal():
        end.apply_action(end.legal_actions()[0] if end.is_chance_node() else bot.act(end))
    return end


@pytest.fixture(scope="module")
def endings() -> list[tuple[cloche.State, float]]:
    """The first solvable nodes of last turns where it matters what is done, with what best play is worth."""
    found: list[tuple[cloche.State, float]] = []
    game = load("native", 2)
    greedy, solver = Greedy(game), Mcts(game)
    for seed in range(1000):
        state, chance = game.new_initial_state(), cloche.Rng(seed, 1)
        while not state.is_terminal():
            state.resolve_chance(chance)
            if state.is_terminal():
                break
            if state.backend.solvable_ending():
                report = solver.search(state, Limits(simulations=1))
                assert report.stopped_by == "proven"
                best = report.actions[0].utility
                assert best is not None
                worst = min(utility(played_out(state.child(a), greedy), report.player) for a in state.legal_actions())
                if worst < best - 0.01:
                    found.append((state, best))
                    break
            state.apply_action(greedy.act(state))
        if len(found) == ENDINGS:
            return found
    raise AssertionError(f"only {len(found)} endings")


def regrets(endings: list[tuple[cloche.State, float]], bot: Bot) -> list[float]:
    """What a bot loses in each of them, by its own decisions."""
    return [best - utility(played_out(state, bot), state.current_player()) for state, best in endings]


def test_nobody_does_better_than_the_exact_last_turn(endings: list[tuple[cloche.State, float]]) -> None:
    game = endings[0][0].game
    for bot in (Random(game, seed=1), Greedy(game), Mcts(game, seed=1, endings=False, limits=Limits(simulations=100))):
        assert min(regrets(endings, bot)) >= -ROUNDING


def test_searches_play_last_turns_without_regret(endings: list[tuple[cloche.State, float]]) -> None:
    bot = Mcts(endings[0][0].game, limits=Limits(simulations=1))
    assert max(regrets(endings, bot)) <= ROUNDING


def test_without_solving_endings_regret_falls_with_the_simulations(endings: list[tuple[cloche.State, float]]) -> None:
    game = endings[0][0].game
    at_random = mean(regrets(endings, Random(game, seed=2)))
    few, many = (
        mean(regrets(endings, Mcts(game, seed=2, endings=False, limits=Limits(simulations=count))))
        for count in (4, 400)
    )
    assert at_random > few >= many
    assert many < 0.005
