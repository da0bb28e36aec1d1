"""What doublings of the simulations are worth in Elo, with 95 % intervals, game by game.

Two players, equal deals, rotated seats. The project promises that every doubling from 50 to 1,600 simulations gains: an
interval that lies below 0 is a fault, and one that holds 0 wants more blocks. With --logs a run that was ended goes on.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import cloche
from cloche import arena
from cloche.arena.ladder import DOUBLINGS


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=cloche.games(), help="which games; all")
    parser.add_argument("--bot", default="mcts", help="a searching player with settings, without limits")
    parser.add_argument("--blocks", type=int, default=200, help="deals a doubling, each played from both seats")
    parser.add_argument("--simulations", type=int, nargs="+", default=list(DOUBLINGS), help="50 to 1,600, doubled")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--logs", type=Path, help="a folder for the games")
    parser.add_argument("--plot", type=Path, help="a .png or .svg file for the curves")
    args = parser.parse_args()
    if args.logs is not None:
        args.logs.mkdir(parents=True, exist_ok=True)
    ladders = []
    for name in args.games:
        start = time.perf_counter()
        ladder = arena.ladder(
            cloche.load(name),
            args.bot,
            blocks=args.blocks,
            simulations=args.simulations,
            seed=args.seed,
            jobs=args.jobs,
            logs=args.logs,
        )
        ladders.append(ladder)
        print(f"{ladder}\n{_judged(ladder)} ({time.perf_counter() - start:.0f} s)", flush=True)
    if args.plot is not None:
        from cloche.arena import plot

        plot.plot_ladders(ladders, args.plot)


def _judged(ladder: arena.LadderResult) -> str:
    """How many of the doublings gain, as far as the games say."""
    gains = sum(rung.elo.low > 0 for rung in ladder.rungs)
    losses = sum(rung.elo.high < 0 for rung in ladder.rungs)
    open_ones = len(ladder.rungs) - gains - losses
    return f"{ladder.game}: {gains} of {len(ladder.rungs)} steps gain, {losses} lose, {open_ones} are open"


if __name__ == "__main__":
    main()
