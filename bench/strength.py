"""What simulations buy, with two players: matches on equal deals with rotated seats, beside what is promised.

A game that is shared counts half.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass

import cloche
from cloche import arena


@dataclass(frozen=True)
class Promise:
    """A win share that the stronger of two is to reach in that many games."""

    strong: str
    weak: str
    share: float
    games: int


PROMISES = {
    "gardens_of_io": (Promise("mcts:400", "greedy", 0.95, 200), Promise("mcts:800", "mcts:200", 0.60, 200)),
    "cottage_garden": (
        Promise("mcts:400", "greedy", 0.75, 400),
        Promise("mcts:cpu_seconds=0.02", "mcts:cpu_seconds=0.02,widening=none", 0.50, 200),
    ),
    "bloom_town": (Promise("mcts:400", "greedy", 0.80, 400), Promise("mcts:1600", "mcts:400", 0.55, 400)),
    "buds_and_blooms": (
        Promise("mcts:1000", "greedy", 0.70, 400),
        Promise("mcts:400,observers=multi", "mcts:400", 0.50, 400),
    ),
    "barton_in_bloom": (Promise("greedy", "random", 0.99, 200), Promise("mcts:1000", "greedy", 0.80, 200)),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(PROMISES), help="which games; all")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for name in args.games:
        for promise in PROMISES[name]:
            bots = [promise.strong, promise.weak]
            result = arena.match(cloche.load(name), bots, blocks=promise.games // 2, seed=args.seed, jobs=args.jobs)
            share = result.bots[0].share
            print(
                f"{name}, {promise.games} games: {promise.strong} against {promise.weak} {share.mean:.3f}"
                f" ({share.low:.3f} to {share.high:.3f}), promised {promise.share}",
                flush=True,
            )


if __name__ == "__main__":
    main()
