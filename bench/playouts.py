"""Random playouts: the native core against the reference, in one run.

Every node applied counts, chance and forced ones too. Promised for each game: at most 100 ns a node, and at least 100
times the reference's rate.
"""

from __future__ import annotations

import argparse
import time

import cloche
from cloche.lockstep import variants


def nanoseconds_a_node(game: cloche.Game, nodes: int, rounds: int) -> float:
    """Processor time of the best of several rounds of whole games, about `nodes` nodes each."""
    count = max(1, nodes // (game.random_playouts(1, seed=0).plies or 1))
    best = float("inf")
    for number in range(rounds):
        start = time.thread_time()
        summary = game.random_playouts(count, seed=number)
        best = min(best, (time.thread_time() - start) / summary.plies * 1e9)
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=cloche.games(), help="which games; all of the garden")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of each measurement; the best counts")
    args = parser.parse_args()
    print(f"{'native ns':>9} {'reference ns':>12} {'ratio':>6}")
    for name in args.games:
        for variant in variants(name):
            fast, slow = (
                nanoseconds_a_node(
                    cloche.load(name, variant.players, variant.options, implementation=kind), n, args.rounds
                )
                for kind, n in (("native", 300_000), ("reference", 3_000))
            )
            print(f"{fast:9.1f} {slow:12.0f} {slow / fast:6.0f}  {variant}", flush=True)


if __name__ == "__main__":
    main()
