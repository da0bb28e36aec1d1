"""What is hidden: nanoseconds of a native redeal, milliseconds of all probabilities of a rival's hand.

From a redeal the price of the call from Python is taken off: that of the same call where nothing is hidden, which does
nothing. Promised: under 1000 ns in Bloom Town, under 500 ns in Buds and Blooms, and there, with two decks, under 1 ms
to have `hand_probabilities` anew after a move.
"""

from __future__ import annotations

import argparse
import time
from random import Random

import cloche


def nanoseconds(state: cloche.State, player: int, count: int, rounds: int) -> float:
    """Of one call, the best of several rounds."""
    world, rng = state.clone().backend, cloche.Rng(1)
    best = float("inf")
    for _ in range(rounds):
        start = time.thread_time()
        for _ in range(count):
            world.redeal(player, rng)
        best = min(best, (time.thread_time() - start) / count * 1e9)
    return best


def milliseconds(game: cloche.Game, seed: int, rounds: int) -> list[float]:
    """Of `hand_probabilities` at each decision of a random game, the best of several rounds."""
    choose, state = Random(seed), game.new_initial_state(seed=seed)
    times = []
    while not state.is_terminal():
        if state.current_player() >= 0:
            belief = state.belief(0)
            best = float("inf")
            for _ in range(rounds):
                start = time.thread_time()
                belief.hand_probabilities(1)
                best = min(best, (time.thread_time() - start) * 1e3)
            times.append(best)
        state.apply_action(choose.choice(state.legal_actions()))
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=20_000, help="redeals a round")
    parser.add_argument("--rounds", type=int, default=7, help="rounds of each measurement; the best counts")
    args = parser.parse_args()
    call = nanoseconds(cloche.load("gardens_of_io").new_initial_state(seed=1), 0, args.count, args.rounds)
    print(f"a call alone {call:.0f} ns")
    for name in cloche.games():
        for players in range(1, 6):
            try:
                game = cloche.load(name, players)
            except ValueError:
                continue
            if not game.perfect_information:
                state = game.new_initial_state(seed=1)
                hidden = max(
                    nanoseconds(state, player, args.count, args.rounds) - call for player in range(game.players)
                )
                print(f"{name} with {players}: {hidden:.0f} ns a world after the set-up")
                if players > 1:
                    times = [number for seed in range(4) for number in milliseconds(game, seed, args.rounds)]
                    mean, most = sum(times) / len(times), max(times)
                    print(f"{name} with {players}: hand probabilities {mean:.3f} ms a move, {most:.3f} ms at most")


if __name__ == "__main__":
    main()
