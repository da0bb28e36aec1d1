"""Games that hide something: simulations a second of processor time of a search with a single observer.

On Kuhn and Leduc poker against OpenSpiel's C++ `ISMCTSBot`: both by UCT with one random rollout a leaf, the same number
of simulations, from the first decision of the same deals. The two take turns, and the best round of each counts.
cloche counts values in 0 to 1 and OpenSpiel in returns, so its constant is ours times the range of returns. Promised:
at least 8 times. On Buds and Blooms with playouts of 4 plies, from decisions along one game: at least 300,000 a
second.
"""

from __future__ import annotations

import argparse
import time

import pyspiel

import cloche

EXPLORATION = 1.0
PROMISED = 8.0
PROMISED_BUDS = 300_000
PLIES = (0, 8, 16, 24, 32)  # decisions of a game of Buds and Blooms at which searches start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--simulations", type=int, default=50_000)
    parser.add_argument("--rounds", type=int, default=7)
    args = parser.parse_args()
    for name in ("kuhn_poker", "leduc_poker"):
        ours, theirs = poker(name, args.simulations, args.rounds)
        print(
            f"{name}: {ours:,.0f} simulations a second, open_spiel ISMCTSBot {theirs:,.0f},"
            f" {ours / theirs:.1f} times, promised {PROMISED:.0f}",
            flush=True,
        )
    for ply, rate in buds_and_blooms(args.simulations, args.rounds):
        print(f"buds_and_blooms, decision {ply}: {rate:,.0f} simulations a second, promised {PROMISED_BUDS:,}")


def poker(name: str, simulations: int, rounds: int) -> tuple[float, float]:
    """The best simulations a second, ours and the peer's."""
    game, peer_game = cloche.load(name), pyspiel.load_game(name)
    spread = game.max_utility - game.min_utility
    limits = cloche.Limits(simulations=simulations)
    ours = theirs = 0.0
    for number in range(rounds):
        state, peer_state = game.new_initial_state(), peer_game.new_initial_state()
        while peer_state.is_chance_node():  # cards by the same numbers in both
            card = peer_state.legal_actions()[number % 2]
            peer_state.apply_action(card)
            state.apply_action(card)
        bot = cloche.Mcts(game, seed=number, selection="uct", exploration=EXPLORATION, playout="random", endings=False)
        start = time.process_time()
        report = bot.search(state, limits)
        ours = max(ours, report.simulations / (time.process_time() - start))
        evaluator = pyspiel.RandomRolloutEvaluator(1, number)
        peer = pyspiel.ISMCTSBot(number, evaluator, spread * EXPLORATION, simulations)
        start = time.process_time()
        peer.step(peer_state)
        theirs = max(theirs, simulations / (time.process_time() - start))
    return ours, theirs


def buds_and_blooms(simulations: int, rounds: int) -> list[tuple[int, float]]:
    """The best simulations a second at each of some decisions."""
    game = cloche.load("buds_and_blooms")
    state, chance = game.new_initial_state(seed=1), cloche.Rng(1)
    player = cloche.Greedy(game)
    rates = []
    for ply in range(max(PLIES) + 1):
        if ply in PLIES:
            best = 0.0
            for number in range(rounds):
                bot = cloche.Mcts(game, seed=number, playout_plies=4)
                start = time.process_time()
                report = bot.search(state, cloche.Limits(simulations=simulations))
                best = max(best, report.simulations / (time.process_time() - start))
            rates.append((ply, best))
        state.apply_action(player.act(state))
        state.resolve_chance(chance)
    return rates


if __name__ == "__main__":
    main()
