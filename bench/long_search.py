"""What a simulation costs in a long search against a short one: processor time, in one run.

Promised: at 5,000,000 simulations at most 1.5 times the cost at 100,000. The positions that a simulation goes through
stand beside it. Where games are short, as in Connect Four, most of them are in the tree after a while instead of in a
playout, and a choice in the tree costs more than a random one: there the cost rises even if memory were free.
"""

from __future__ import annotations

import argparse
import time

import cloche


def cost(game: cloche.Game, simulations: int, memory_mb: int) -> tuple[float, float]:
    """Processor time in us and positions a simulation, from the first position of a deal."""
    state = game.new_initial_state(seed=1)
    bot = cloche.Mcts(game, seed=1)
    start = time.thread_time()
    report = bot.search(state, cloche.Limits(simulations=simulations, memory_mb=memory_mb))
    return (time.thread_time() - start) / report.simulations * 1e6, report.nodes / report.simulations


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=["connect_four", "gardens_of_io", "bloom_town"], help="which games")
    parser.add_argument("--short", type=int, default=100_000, help="simulations of the short search")
    parser.add_argument("--long", type=int, default=5_000_000, help="simulations of the long search")
    parser.add_argument("--memory-mb", type=int, default=4096, help="MiB of tree")
    args = parser.parse_args()
    print(f"{'short us':>8} {'long us':>8} {'ratio':>6} {'positions':>13}")
    for name in args.games:
        game = cloche.load(name)
        short, few = min(cost(game, args.short, args.memory_mb) for _ in range(3))
        long, many = cost(game, args.long, args.memory_mb)
        print(f"{short:8.3f} {long:8.3f} {long / short:6.2f} {few:5.1f} {many:7.1f}  {name}", flush=True)


if __name__ == "__main__":
    main()
