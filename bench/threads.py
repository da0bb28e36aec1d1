"""What two threads with two workers do, against one thread: simulations a second, in one run.

One thread searches with one worker and with two; two threads with two. The three take turns, and the best round of each
counts. Promised on two quiet cores: at least 1.85 times the simulations of one thread.

By the wall clock that needs quiet cores. By processor time it does not: `processor` is twice the processor time a
simulation on one thread over that on two, which the wall clock comes to as far as no thread waits for the other.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass

import cloche

GAMES = ("connect_four", "gardens_of_io", "cottage_garden", "bloom_town")
CREWS = ((1, 1), (2, 1), (2, 2))  # workers, threads


@dataclass
class Best:
    """The least a simulation took, in seconds."""

    wall: float = float("inf")
    processor: float = float("inf")


def measure(name: str, seconds: float, rounds: int) -> dict[tuple[int, int], Best]:
    """By workers and threads."""
    state = cloche.load(name).new_initial_state(seed=1)
    found = {crew: Best() for crew in CREWS}
    trial = cloche.Mcts(state.game).search(state, cloche.Limits(cpu_seconds=seconds / 4))
    limits = cloche.Limits(simulations=4 * trial.simulations)
    for number in range(rounds):
        for (workers, threads), best in found.items():
            bot = cloche.Mcts(state.game, seed=number, workers=workers, threads=threads)
            wall, processor = time.perf_counter(), time.process_time()
            simulations = bot.search(state, limits).simulations
            best.wall = min(best.wall, (time.perf_counter() - wall) / simulations)
            best.processor = min(best.processor, (time.process_time() - processor) / simulations)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1.0, help="of one search on one thread")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", nargs="*", default=GAMES)
    args = parser.parse_args()
    print("simulations a second     1 worker  2 workers  2 on 2 threads  times: wall  processor")
    for name in args.games:
        found = measure(name, args.seconds, args.rounds)
        one, two, both = (found[crew] for crew in CREWS)
        least = min(one.wall, two.wall)
        cheapest = min(one.processor, two.processor)
        rates = f"{1 / one.wall:10,.0f} {1 / two.wall:10,.0f}  {1 / both.wall:14,.0f}"
        print(f"{name:<20} {rates}  {least / both.wall:11.2f}  {2 * cheapest / both.processor:9.2f}", flush=True)


if __name__ == "__main__":
    main()
