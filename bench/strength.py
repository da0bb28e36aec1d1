"""What simulations buy in Gardens of Io with two players: matches on equal deals with rotated seats.

Promised: `Mcts` at 400 simulations beats `Greedy` in at least 95 % of 200 games, and 800 simulations beat 200 in at
least 60 %. A game that is shared counts half.
"""

from __future__ import annotations

import argparse

import cloche
from cloche import arena

PAIRS = (("mcts:400", "greedy", 0.95), ("mcts:800", "mcts:200", 0.60))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200, help="games a pair, two to a deal")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    game = cloche.load("gardens_of_io")
    for strong, weak, promised in PAIRS:
        result = arena.match(game, [strong, weak], blocks=args.games // 2, seed=args.seed, jobs=args.jobs)
        share = result.bots[0].share
        print(f"{strong} against {weak}: {share.mean:.3f} ({share.low:.3f} to {share.high:.3f}), promised {promised}")


if __name__ == "__main__":
    main()
