"""Makes the suites of endings again: `python bench/make_endings.py [GAME ...]` writes tests/data/endings/GAME.json.

Bots play whole games with fixed seeds, now and then a random move among theirs. Of each game up to two positions are
taken in which searches would solve the rest (seeds/search.md, M-31, M-41 and M-51) and in which it matters what is
done.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from cloche import Game, Greedy, Limits, Mcts, Rng, State, load
from cloche.reference.base import choose
from cloche.regret import Ending, suite_data

FOLDER = Path(__file__).parent.parent / "tests" / "data" / "endings"
MARGIN_WEIGHT = 0.5
STREAM = 6  # of the random moves
SEARCHED = (
    "gardens_of_io"  # where greedy players keep special actions, and no ending is solved; greedy ones play the others
)
SIMULATIONS = 20
SURPRISES = 8  # one move in so many is random
OF_A_GAME = 2
Setup = tuple[int, dict[str, Any], int]  # players, options, positions

SETUPS: dict[str, list[Setup]] = {
    "gardens_of_io": [
        (2, {}, 440),
        (2, {"lap_bonus": False}, 30),
        (3, {"cooperative": True}, 20),
        (3, {}, 20),
    ],
    "cottage_garden": [(1, {}, 200), (2, {}, 300)],
    "bloom_town": [
        (2, {}, 200),
        (2, {"side": "B", "subway": "lines", "shop": "types"}, 100),
        (3, {"side": "B"}, 100),
        (4, {}, 100),
    ],
    "buds_and_blooms": [(2, {}, 400), (2, {"take_that": False}, 50), (2, {"rocks": 3}, 50)],
    "barton_in_bloom": [(2, {}, 250), (2, {"turn_limit": 12}, 50), (3, {}, 120), (4, {}, 80)],
}


def endings_of(game: Game, seed: int) -> list[Ending]:
    """Of one game of bots: a few of the endings that matter."""
    state = game.new_initial_state(seed=seed)
    rng = Rng(seed, STREAM)
    bot: Greedy | Mcts = Greedy(game)
    if game.name == SEARCHED:
        bot = Mcts(game, seed=seed, endings=False, limits=Limits(simulations=SIMULATIONS))
    found: list[State] = []
    while not state.is_terminal():
        if state.is_chance_node():
            state.resolve_chance(rng)
            continue
        if len(state.legal_actions()) > 1 and (state.backend.solvable_ending() or state.backend.duel_ending()):
            found.append(state.clone())
        action = choose(state.legal_actions(), rng) if rng.below(SURPRISES) == 0 else bot.act(state)
        state.apply_action(action)
    endings = []
    while found and len(endings) < OF_A_GAME:
        position = found.pop(rng.below(len(found)))
        worths = tuple(worth for _, worth in position.backend.ending_worths(MARGIN_WEIGHT))
        if len(set(worths)) > 1:
            endings.append(Ending(position, worths))
    return endings


def make(name: str) -> None:
    setups = []
    for players, options, positions in SETUPS[name]:
        game = load(name, players, options)
        endings: list[Ending] = []
        seed = 0
        while len(endings) < positions:
            endings += endings_of(game, seed)
            seed += 1
        setups.append((game, endings[:positions]))
        print(f"{name}, {players} players {options}: {positions} positions of {seed} games", flush=True)
    data = suite_data(name, MARGIN_WEIGHT, setups)
    FOLDER.mkdir(parents=True, exist_ok=True)
    text = json.dumps(data, separators=(",", ":")).replace('["', '\n["').replace('],"endings"', '\n],"endings"')
    (FOLDER / f"{name}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", default=list(SETUPS), help=f"of {', '.join(SETUPS)}; all")
    for chosen in parser.parse_args().games:
        make(chosen)
