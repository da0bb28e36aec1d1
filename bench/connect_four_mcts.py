"""Connect Four from the empty board: simulations a second and memory against OpenSpiel's C++ MCTSBot, in one run.

Both search by UCT with one random rollout a leaf, the same number of simulations and the same exploration: cloche
counts values in 0 to 1 and OpenSpiel in -1 to 1, so its constant is twice ours. The peer's solver is off. The two take
turns, and the best round of each counts. Promised: at least 12 times the simulations a second, and at most 24 arena
bytes an edge.

OpenSpiel makes all children of a node at once and keeps 82 bytes for each (its SearchNode and its share of the vector);
an edge of cloche is what takes their place.
"""

from __future__ import annotations

import argparse
import time

import pyspiel

import cloche

EXPLORATION = 1.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--simulations", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=7)
    args = parser.parse_args()

    state = cloche.load("connect_four").new_initial_state()
    peer_game = pyspiel.load_game("connect_four")
    peer_state = peer_game.new_initial_state()
    limits = cloche.Limits(simulations=args.simulations)
    ours: dict[str, float] = {"uct": 0.0, "puct": 0.0}
    theirs = 0.0
    edge_bytes = 0.0
    for number in range(args.rounds):
        for selection in ours:
            bot = cloche.Mcts(state.game, seed=number, selection=selection, exploration=EXPLORATION, playout="random")
            start = time.perf_counter()
            report = bot.search(state, limits)
            ours[selection] = max(ours[selection], report.simulations / (time.perf_counter() - start))
            edge_bytes = max(edge_bytes, report.tree_bytes / report.tree_edges)
        evaluator = pyspiel.RandomRolloutEvaluator(1, number)
        peer = pyspiel.MCTSBot(peer_game, evaluator, 2 * EXPLORATION, args.simulations, 1000, False, number, False)
        start = time.perf_counter()
        peer.mcts_search(peer_state)
        theirs = max(theirs, args.simulations / (time.perf_counter() - start))
    print(f"open_spiel MCTSBot  {theirs:12,.0f} simulations a second")
    for selection, rate in ours.items():
        print(f"cloche {selection:<12} {rate:12,.0f} simulations a second, {rate / theirs:.1f} times")
    print(f"arena bytes an edge {edge_bytes:12.2f}")


if __name__ == "__main__":
    main()
