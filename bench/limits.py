"""How well limits hold: seconds, and memory.

Seconds: many short searches, by the clock of the caller, on one thread and on two. Promised on a quiet core: at most
5 ms late at the 99th percentile. Where Linux tells how long a thread waited for a core, `quiet` leaves out the searches
whose calling thread had to wait, which comes close to a quiet core on a busy machine with one thread; of others nothing
is known.

Memory: searches that fill their trees, kept from move to move, each in a process of its own. Promised: the trees never
pass the limit, and the process grows by at most 1.2 times of it.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path

import cloche

WAITS = Path("/proc/thread-self/schedstat")  # ns on a core, ns waited for one, slices
QUIET = 0.0002  # seconds of waiting that do not count
GAMES = ("connect_four", "gardens_of_io", "cottage_garden", "bloom_town")


def waited() -> float:
    """Seconds that this thread was ready and had no core; 0 where that is not known."""
    return int(WAITS.read_text().split()[1]) * 1e-9 if WAITS.exists() else 0.0


def late(name: str, threads: int, seconds: float, count: int) -> tuple[list[float], list[float]]:
    """How late searches end, ascending, in seconds: all, and those that were not disturbed."""
    state = cloche.load(name).new_initial_state(seed=1)
    bot = cloche.Mcts(state.game, workers=threads, threads=threads)
    limits = cloche.Limits(seconds=seconds, memory_mb=64)
    everything: list[float] = []
    quiet: list[float] = []
    for _ in range(count):
        bot.reset()
        before, start = waited(), time.perf_counter()
        bot.search(state, limits)
        everything.append(time.perf_counter() - start - seconds)
        if waited() - before < QUIET:
            quiet.append(everything[-1])
    return sorted(everything), sorted(quiet)


def percentiles(values: list[float]) -> str:
    """In milliseconds."""
    if not values:
        return f"{'none':>20}"
    half, most = values[len(values) // 2], values[min(len(values) - 1, len(values) * 99 // 100)]
    return f"{len(values):5} {half * 1e3:7.2f} {most * 1e3:7.2f}"


def fill(name: str, workers: int, memory_mb: int, simulations: int) -> dict[str, float]:
    """Plays three moves with trees that are full or nearly so; MiB of the trees, and by which the process grew."""
    import resource

    state = cloche.load(name).new_initial_state(seed=1)
    settings = {"workers": workers, "threads": workers, "playout_plies": 0, "exploration": 3.0}
    cloche.Mcts(state.game, **settings).search(state, cloche.Limits(simulations=2_000))  # type: ignore[arg-type]
    unit = 1024 if sys.platform == "linux" else 1
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
    bot = cloche.Mcts(state.game, **settings)  # type: ignore[arg-type]
    most = 0
    for _ in range(3):
        report = bot.search(state, cloche.Limits(simulations=simulations, memory_mb=memory_mb))
        most = max(most, report.tree_bytes)
        bot.advance(report.best_action)
        state.apply_action(report.best_action)
        state.resolve_chance(cloche.Rng(2))
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit - before
    return {"trees": most / 2**20, "process": grown / 2**20}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--searches", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=0.01)
    parser.add_argument("--memory-mb", type=int, default=64)
    parser.add_argument("--simulations", type=int, default=600_000)
    parser.add_argument("--games", nargs="*", default=GAMES)
    parser.add_argument("--fill", nargs=2, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.fill:
        print(json.dumps(fill(args.fill[0], int(args.fill[1]), args.memory_mb, args.simulations)))
        return

    print("late, in ms             all    half     99%   quiet    half     99%")
    for name in args.games:
        for threads in (1, 2):
            both = [percentiles(values) for values in late(name, threads, args.seconds, args.searches)]
            print(f"{name:<15} {threads} thr.  {'  '.join(both)}", flush=True)
    print("memory, of the limit  trees  process")
    for name in args.games:
        for workers in (1, 2):
            numbers = ["--memory-mb", str(args.memory_mb), "--simulations", str(args.simulations)]
            command = [sys.executable, __file__, "--fill", name, str(workers), *numbers]
            found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
            parts = [found[what] / args.memory_mb for what in ("trees", "process")]
            print(f"{name:<15} {workers} wrk.  {parts[0]:5.2f}    {parts[1]:5.2f}", flush=True)


if __name__ == "__main__":
    main()
