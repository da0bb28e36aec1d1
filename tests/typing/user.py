"""A program that uses the public names; mypy and pyright check it strictly, and the tests run it."""

from __future__ import annotations

from typing import assert_type

import cloche
from cloche import arena


def main() -> None:
    game = cloche.load("nim", options={"piles": [3, 4, 5]})
    state = game.new_initial_state(seed=1)
    assert_type(state.legal_actions(), list[int])
    assert_type(state.chance_outcomes(), list[tuple[int, float]])
    bot = cloche.Mcts(game, seed=1)
    report = bot.search(state, cloche.Limits(simulations=50))
    assert_type(report, cloche.SearchReport)
    assert_type(report.best.value, tuple[float, ...] | None)
    state.apply_action(report.best_action)
    bot.advance(report.best_action)
    assert_type(state.child(state.legal_actions()[0]), cloche.State)
    assert_type(game.random_playouts(10).returns, tuple[float, ...])
    assert_type(game.belief(state.observation(0)).sample(cloche.Rng(1)), cloche.State)
    result = arena.match(game, ["mcts:20", "random"], blocks=2)
    assert_type(result.bots[0].elo, arena.Estimate | None)
    player: cloche.Player = cloche.player("greedy", game)
    assert_type(player.act(state), int)
    assert_type(cloche.build_info().targets, tuple[str, ...])
    with bot.start(state, cloche.Limits(simulations=10)) as handle:
        assert_type(handle.result(), cloche.SearchReport)


if __name__ == "__main__":
    main()
