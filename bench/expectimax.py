"""What pruning and the table save Expectimax, and how fast it is. One run, on one thread.

Nodes are moves applied, chance outcomes included, over the same positions at equal depth, with equal values: anything
else ends the run. Promised: with Star2 and the table at most a third of the nodes of plain expectimax, on 2048 of
3 x 3 cells and in endings of Bloom Town; and at least 20 million nodes a second of processor time on 2048.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator

import cloche

MODES = {
    "plain": {"pruning": "none", "table": False},
    "table": {"pruning": "none", "table": True},
    "star1": {"pruning": "star1", "table": False},
    "star2": {"pruning": "star2", "table": False},
    "star1 + table": {"pruning": "star1", "table": True},
    "star2 + table": {"pruning": "star2", "table": True},
}
BEST = "star2 + table"
LEAST_RATE = 20e6
MOST_SHARE = 1 / 3


def boards(count: int) -> Iterator[cloche.State]:
    """Positions of 2048 after some moves, each the likelier to go on the longer it was played well."""
    game = cloche.load("small_2048")
    for seed in range(count):
        state, rng = game.new_initial_state(seed=seed), cloche.Rng(seed, 1)
        bot = cloche.player("expectimax:2", game)
        for _ in range(60 + 10 * seed):
            ahead = state.child(bot.act(state))
            ahead.resolve_chance(rng)
            if ahead.is_terminal():
                break
            state = ahead
        yield state


def endings(count: int, left: int) -> Iterator[cloche.State]:
    """Worlds of Bloom Town whose games end soon: from play by greedy players, some decisions before the end."""
    game = cloche.load("bloom_town")
    for seed in range(count):
        state, rng = game.new_initial_state(seed=seed), cloche.Rng(seed, 1)
        greedy = cloche.player("greedy", game)
        played = [state.clone()]
        while not state.is_terminal():
            state.apply_action(greedy.act(state))
            state.resolve_chance(rng)
            played.append(state.clone())
        yield played[-1 - left]


def measured(states: list[cloche.State], depth: int, settings: dict[str, object]) -> tuple[int, float, list[object]]:
    """Nodes, seconds of processor time and what was found."""
    nodes, found = 0, []
    start = time.process_time()
    for state in states:
        bot = cloche.Expectimax(state.game, worlds=1, endings=False, **settings)  # type: ignore[arg-type]
        report = bot.search(state, cloche.Limits(depth=depth))
        nodes += report.nodes
        found.append((report.best_action, report.values, report.principal_variation, report.proven))
    return nodes, time.process_time() - start, found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=6, help="positions of 2048")
    parser.add_argument("--board-depth", type=int, default=6)
    parser.add_argument("--endings", type=int, default=6, help="positions of Bloom Town")
    parser.add_argument("--left", type=int, default=4, help="decisions before the end of the game they stand")
    given = parser.parse_args()
    kept = True
    sets = (
        ("small_2048", list(boards(given.boards)), given.board_depth),
        ("bloom_town", list(endings(given.endings, given.left)), given.left),
    )
    for name, states, depth in sets:
        print(f"\n{name}, {len(states)} positions, depth {depth}")
        print(f"{'':14} {'nodes':>12} {'of plain':>9} {'seconds':>8} {'Mnodes/s':>9}")
        plain: tuple[int, float, list[object]] | None = None
        for mode, settings in MODES.items():
            nodes, seconds, found = measured(states, depth, dict(settings))
            plain = plain or (nodes, seconds, found)
            if found != plain[2]:
                sys.exit(f"{mode} finds something else than plain expectimax")
            share, rate = nodes / plain[0], nodes / seconds
            print(f"{mode:14} {nodes:12,} {share:9.3f} {seconds:8.3f} {rate / 1e6:9.1f}")
            if mode == BEST:
                ok = share <= MOST_SHARE
                print(f"  promised: at most {MOST_SHARE:.3f} of the nodes: {'kept' if ok else 'MISSED'}")
                kept = kept and ok
                if name == "small_2048":
                    ok = rate >= LEAST_RATE
                    print(f"  promised: at least {LEAST_RATE / 1e6:.0f} Mnodes/s: {'kept' if ok else 'MISSED'}")
                    kept = kept and ok
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
