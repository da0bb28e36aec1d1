"""Random playouts of Gardens of Io: the native core against the reference, in one run.

Every node applied counts: draws of the deal, trees, plantings, special actions, lap bonuses. Promised for two players:
at most 100 ns a node, and at least 100 times the reference's rate.
"""

from __future__ import annotations

import argparse
import time

import cloche


def nanoseconds_a_node(game: cloche.Game, count: int, rounds: int) -> float:
    """The best of several rounds, each of `count` whole games."""
    best = float("inf")
    for number in range(rounds):
        start = time.perf_counter()
        summary = game.random_playouts(count, seed=number)
        best = min(best, (time.perf_counter() - start) / summary.plies * 1e9)
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7, help="rounds of each measurement; the best counts")
    rounds = parser.parse_args().rounds
    print(f"{'players':>7} {'options':<16} {'native ns':>9} {'reference ns':>12} {'ratio':>6}")
    for players in range(2, 6):
        for options in ({}, {"lap_bonus": False}, {"cooperative": True}):
            native = cloche.load("gardens_of_io", players=players, options=options)
            reference = cloche.load("gardens_of_io", players=players, options=options, implementation="reference")
            fast = nanoseconds_a_node(native, 5000, rounds)
            slow = nanoseconds_a_node(reference, 50, rounds)
            chosen = ", ".join(f"{name}={value}" for name, value in options.items()) or "default"
            print(f"{players:>7} {chosen:<16.16} {fast:9.1f} {slow:12.0f} {slow / fast:6.0f}")


if __name__ == "__main__":
    main()
