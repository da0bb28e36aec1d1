"""What an evaluator in Python costs a search, beside its own time. One run, on one thread.

The evaluator returns the same array each time; its own time is that of as many calls from Python. With batches of one
there is a call a leaf, so that the difference to full batches tells what a call costs: taking the GIL, the call, and
reading what comes back. Its share of a leaf, without the evaluator's own time, is to be at most 20 ns at a batch of 64.
Writing a row, the evaluator's input, is told apart, and so are searches without Python: their trees are others, since
their values are. Nanoseconds of processor time a simulation, each the least of some runs.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import cloche

PROMISED = 20.0


def processor_ns(work: Callable[[], object], runs: int) -> float:
    """The least of some runs."""
    least = float("inf")
    for _ in range(runs):
        start = time.process_time_ns()
        work()
        least = min(least, time.process_time_ns() - start)
    return least


def row_ns(game: cloche.Game, runs: int) -> float:
    """Nanoseconds to write what the player to move of one position knows: what it adds to a step."""

    def cost(observes: bool) -> float:
        envs = cloche.VectorEnv(game, num_envs=256, seed=1)

        def work() -> None:
            envs.reset(seed=1)
            for _ in range(20):
                envs.step(envs.random_actions())
                if observes:
                    envs.observations()

        return processor_ns(work, runs)

    return max(0.0, cost(observes=True) - cost(observes=False)) / (20 * 256)


def measure(name: str, simulations: int, batch: int, runs: int) -> None:
    game = cloche.load(name)
    state = game.new_initial_state(seed=1)
    values = {rows: np.full((rows, game.players), 1 / game.players) for rows in range(1, batch + 1)}
    rows = np.zeros((batch, *game.observation_tensor_shape), np.float32)

    def nothing(tensors: Any) -> Any:
        return values[len(tensors)]

    limits = cloche.Limits(simulations=simulations)
    settings: dict[str, dict[str, Any]] = {
        "scores": {},
        "batches of 1": {"evaluator": nothing, "batch": 1},
        f"of {batch}": {"evaluator": nothing, "batch": batch},
    }
    if name in cloche.games():
        settings["linear"] = {"leaf": "linear"}

    def cost(more: dict[str, Any]) -> float:
        def work() -> None:
            cloche.Mcts(game, playout_plies=0, margin_weight=0.0, **more).search(state, limits)

        return processor_ns(work, runs) / simulations

    costs = {kind: cost(more) for kind, more in settings.items()}
    own = processor_ns(lambda: [nothing(rows) for _ in range(simulations // batch)], runs) / simulations
    call = (costs["batches of 1"] - costs[f"of {batch}"]) / (1 - 1 / batch)
    numbers = game.observation_tensor_shape[0]
    told = ", ".join(f"{kind} {cost:.0f}" for kind, cost in costs.items())
    print(
        f"{name}: ns a simulation: {told}; a row of {numbers} numbers {row_ns(game, runs):.0f};"
        f" a call {call:.0f}, a leaf {call / batch:.1f}, without the own time of {own:.1f} {call / batch - own:.1f}"
        f" (promised {PROMISED:.0f})",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=["connect_four", *cloche.games()], help="which games")
    parser.add_argument("--simulations", type=int, default=64 * 1_000)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--runs", type=int, default=5)
    args = parser.parse_args()
    for name in args.games:
        measure(name, args.simulations, args.batch, args.runs)


if __name__ == "__main__":
    main()
