"""Matches of `cloche.Mcts` against OpenSpiel's own searches in Python, which play through the adapter, on every game.

Where nothing is hidden the peer is `mcts.MCTSBot`, elsewhere `ismcts.ISMCTSBot`, with UCT and one random rollout a
leaf; its constant is the range of the utility, or a usual score where a return is a score. `Mcts` plays as it comes,
with the priors and values of the game. First both have equal simulations a move, then `Mcts` has the processor time of
the peer's move before. Deals are played twice with the seats changed, until the processor seconds of a line are used;
a win counts 1 and a shared game half; the mean scores tell by how much. Where players play for points, or one plays
alone, the mean return is compared.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import cloche
from cloche.adapters.openspiel import PREFIX, SpielGame

CHANCE_STREAM = 1  # seeds/random.md
MOST_GAMES = 1000
EQUAL = ("simulations", "time")

# An action for a position, and the simulations that it took.
Choice = Callable[[cloche.State], tuple[int, int]]
# What each of the two got in a game, the peer second: of the win or the stakes, and its score.
Result = tuple[tuple[float, float], tuple[float, float]]


@dataclass
class Side:
    """One of the two, and what it has used."""

    choose: Choice
    seconds: float = 0.0  # of processor time
    simulations: int = 0
    last: float = field(default=0.01)  # seconds of its last move

    def move(self, position: cloche.State) -> int:
        start = time.process_time()
        action, simulations = self.choose(position)
        self.last = time.process_time() - start
        self.seconds += self.last
        self.simulations += simulations
        return action

    @property
    def rate(self) -> float:
        """Simulations a processor second."""
        return self.simulations / max(self.seconds, 1e-9)


def peer_of(game: SpielGame, simulations: int, seed: int) -> Choice:
    """OpenSpiel's search for a game."""
    random = np.random.RandomState(seed)
    rollout = mcts.RandomRolloutEvaluator(1, random)
    rules = game.rules
    constant = float(rules.backend.margin_scale) if rules.shared_return else rules.max_utility - rules.min_utility
    if rules.perfect_information:
        bot: pyspiel.Bot = mcts.MCTSBot(game, constant, simulations, rollout, random_state=random)
    else:
        bot = ismcts.ISMCTSBot(game, rollout, constant, simulations, random_state=random)

    def choose(position: cloche.State) -> tuple[int, int]:
        state = game.new_initial_state()
        state.position = position.clone()
        # ISMCTS does not search where there is no choice.
        searches = rules.perfect_information or len(position.legal_actions()) > 1
        return int(bot.step(state)), simulations if searches else 0

    return choose


def ours(game: SpielGame, limits: Callable[[], cloche.Limits], seed: int) -> Choice:
    """`cloche.Mcts`, asked anew for its limits at each move."""
    bot = cloche.Mcts(game.rules, seed=seed)

    def choose(position: cloche.State) -> tuple[int, int]:
        report = bot.search(position, limits())
        return report.best_action, report.simulations

    return choose


def play(game: SpielGame, sides: list[Side], number: int) -> cloche.State:
    """The end of one game; chance is that of the deal of that number."""
    chance = cloche.Rng(number, CHANCE_STREAM)
    position = game.rules.new_initial_state()
    position.resolve_chance(chance)
    while not position.is_terminal():
        position.apply_action(sides[position.current_player()].move(position))
        position.resolve_chance(chance)
    return position


def line(game: SpielGame, simulations: int, equal: str, seconds: float) -> str:
    """One line of the table."""
    peer = Side(peer_of(game, simulations, seed=1))

    def limits() -> cloche.Limits:
        if equal == "simulations":
            return cloche.Limits(simulations=simulations)
        return cloche.Limits(cpu_seconds=peer.last)

    own = Side(ours(game, limits, seed=1))
    peer.move(game.rules.new_initial_state(seed=0))  # so that there is a move before
    counts_wins = game.num_players() == 2 and not game.rules.stakes
    games: list[Result] = []
    start = time.process_time()
    while time.process_time() - start < seconds and len(games) < MOST_GAMES:
        games += deal(game, own, peer, number=len(games), counts_wins=counts_wins)
    (mean, its), scores = np.mean(games, axis=0)
    word = "share" if counts_wins else "mean return"
    points = f" score {scores[0]:6.1f} against {scores[1]:6.1f};" if counts_wins else ""
    return (
        f"{game.rules.name:<16} equal {equal:<11} {len(games):5} games: {word:<11} {mean:8.3f} against {its:8.3f};"
        f"{points} {own.rate:10,.0f} against {peer.rate:6,.0f} simulations a processor second"
    )


def deal(game: SpielGame, own: Side, peer: Side, *, number: int, counts_wins: bool) -> list[Result]:
    """The games of one deal."""
    if game.num_players() == 1:
        ends = [play(game, [side], number) for side in (own, peer)]
        alone = (ends[0].returns()[0], ends[1].returns()[0])
        return [(alone, alone)]
    games: list[Result] = []
    for seat in (0, 1):
        end = play(game, [own, peer] if seat == 0 else [peer, own], number)
        (mine, its), scores = (numbers[:: 1 if seat == 0 else -1] for numbers in (end.returns(), end.scores()))
        won = 0.5 + 0.5 * float(np.sign(mine - its))
        games.append(((won, 1 - won) if counts_wins else (mine, its), (scores[0], scores[1])))
    return games


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    names = cloche.games() + cloche.known_games()
    parser.add_argument(
        "games", nargs="*", default=names, help="which games, with options as in `barton_in_bloom(turn_limit=4)`; all"
    )
    parser.add_argument("--simulations", type=int, default=32, help="of the peer, each move")
    parser.add_argument("--equal", choices=EQUAL, nargs="+", default=EQUAL, help="which lines; both")
    parser.add_argument("--seconds", type=float, default=6.0, help="processor time of a line, at least one deal")
    args = parser.parse_args()
    for name in args.games:
        for equal in args.equal:
            print(line(pyspiel.load_game(PREFIX + name), args.simulations, equal, args.seconds), flush=True)


if __name__ == "__main__":
    main()
