"""What exact values cost, beside what is promised: seconds of processor time, values and nodes, in one run.

Promised: Connect Four on 6 x 5 (wide x high) in under 30 s; random positions of 7 x 6 after twelve moves in a median
under 1 s; Leduc poker with an exploitability below 0.001 in under 30 s, worth -0.0856064 to the first player. `--all`
adds 2048 on 3 x 3, which takes a minute and 1.5 GiB.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

import cloche


def start(name: str, **options: Any) -> cloche.State:
    """The first node of a game."""
    return cloche.load(name, options=options).new_initial_state()


def timed(state: cloche.State, tolerance: float = 1e-6) -> tuple[cloche.Solution, float]:
    """A solution with the seconds of processor time that it took."""
    begin = time.thread_time()
    solution = cloche.solve(state, tolerance)
    return solution, time.thread_time() - begin


def after_random_moves(first: cloche.State, plies: int, count: int) -> Iterator[cloche.State]:
    """So many positions, not over, each after `plies` moves drawn from seed 1."""
    rng = cloche.Rng(1)
    found = 0
    while found < count:
        state = first.clone()
        for _ in range(plies):
            if state.is_terminal():
                break
            legal = state.legal_actions()
            state.apply_action(legal[rng.below(len(legal))])
        if not state.is_terminal():
            found += 1
            yield state


def row(what: str, promised: str, saw: str) -> None:
    """One line of the result."""
    print(f"{what:<34} {promised:<26} {saw}", flush=True)


def solved(what: str, promised: str, state: cloche.State, tolerance: float, value: Callable[[float], float]) -> None:
    """Solves a position and prints what came of it."""
    solution, seconds = timed(state, tolerance)
    error = f", exploitability {solution.exploitability:.1g}" if solution.strategy is not None else ""
    row(what, promised, f"{seconds:.2f} s, value {value(solution.values[0]):.7f}, {solution.nodes:,} nodes{error}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=100, help="of Connect Four after twelve moves")
    parser.add_argument("--all", action="store_true", help="2048 on 3 x 3, too")
    args = parser.parse_args()

    row("", "promised", "saw")
    solved("connect_four 6 x 5", "30 s", start("connect_four", columns=6, rows=5), 1e-6, float)
    positions = list(after_random_moves(start("connect_four"), 12, args.positions))
    seconds = [timed(state)[1] for state in positions]
    median, most = statistics.median(seconds), max(seconds)
    row(f"{len(seconds)} of connect_four after 12 moves", "median 1 s", f"median {median:.3f} s, most {most:.2f} s")
    solved("leduc_poker to 0.001", "30 s, -0.0856064", start("leduc_poker"), 1e-3, float)
    solved("leduc_poker to 0.000001", "-0.0856064", start("leduc_poker"), 1e-6, float)
    solved("kuhn_poker to 0.000001", "-0.0555556", start("kuhn_poker"), 1e-6, float)
    solved("liars_dice to 0.0001", "", start("liars_dice"), 1e-4, float)
    solved("pig to 100, chance to win", "0.5305927", start("pig"), 1e-6, lambda value: (value + 1) / 2)
    solved("small_2048 2 x 2", "66.964149", start("small_2048", rows=2, columns=2), 1e-6, float)
    if args.all:
        solved("small_2048 3 x 3", "5468.486797", start("small_2048"), 1e-6, float)


if __name__ == "__main__":
    main()
