"""The bed tables of Cottage Garden: seconds to build, sets by their number of pieces, a search against a look-up.

Promised: the numbers of sets below for all polyominoes, under 2 s and 4.5 MiB a table, and searches of microseconds.
"""

from __future__ import annotations

import argparse
import random
import time

from cloche import _core
from cloche.cottage import Pieces

COUNTS = [1, 2394, 469357, 6967782, 13386045, 8626591, 3141235, 789822, 148029, 20739, 2236, 186, 14, 1]


def microseconds(core: _core.CottageGardenCover, masks: list[int], rounds: int) -> tuple[float, float]:
    """Mean over the sets, and that of the slowest one, each the best of several rounds."""
    best = [float("inf")] * len(masks)
    for _ in range(rounds):
        for place, mask in enumerate(masks):
            start = time.perf_counter()
            core.fewest(mask)
            best[place] = min(best[place], time.perf_counter() - start)
    return sum(best) / len(best) * 1e6, max(best) * 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=20_000, help="sets that are covered")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of each measurement; the best counts")
    args = parser.parse_args()
    rng = random.Random(1)
    masks = [rng.getrandbits(25) | (rng.getrandbits(25) if i % 2 else 0) for i in range(args.count)]
    for name, pieces in (("polyominoes", Pieces.polyominoes()), ("tiles", Pieces.of_box())):
        shapes = list(pieces.shapes)
        searching = _core.CottageGardenCover(shapes)
        start = time.perf_counter()
        table = searching.build_table()
        seconds = time.perf_counter() - start
        looking = _core.CottageGardenCover(shapes, table)
        print(f"{name}: {len(shapes)} shapes, built in {seconds:.2f} s, {len(table) / 2**20:.2f} MiB")
        counts = looking.count_sets()
        for number, count in enumerate(counts):
            if count:
                promised = f"  promised {COUNTS[number]:>8}" if name == "polyominoes" else ""
                print(f"  {number:>2} pieces: {count:>8} sets{promised}")
        if any(searching.fewest(mask) != looking.fewest(mask) for mask in masks):
            raise SystemExit("a search and the table differ")
        if name == "polyominoes" and counts[: len(COUNTS)] != COUNTS:
            raise SystemExit("the numbers of sets differ from those promised")
        for what, core in (("search", searching), ("look-up", looking)):
            mean, most = microseconds(core, masks, args.rounds)
            print(f"  {what}: {mean:.2f} us a set from Python, the slowest of {len(masks)} {most:.1f} us")


if __name__ == "__main__":
    main()
