"""Regret: what the moves of players cost in endings whose moves all have exact values.

A suite is a file of positions of one game, each with what every legal action is worth to the player to move: u in units
of 1/ONE, as searches maximise it (seeds/search.md, M-3), by best play to the end (M-33), the exact mean (M-42) or,
where hands are hidden, against an equilibrium, all that it plays being worth as much as the best (M-54).
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cloche import strict_json
from cloche.game import Game, load
from cloche.messages import shown
from cloche.players import Expectimax, FlatMonteCarlo, Greedy, Mcts, Random
from cloche.report import Limits
from cloche.state import State

ONE = 1 << 24
FOLDER = "tests/data/endings"  # of a checkout
SIMULATIONS = (10, 100, 1_000, 10_000)


@dataclass(frozen=True)
class Ending:
    """A position and what each legal action is worth to the player to move, in ascending order of ids."""

    state: State
    worths: tuple[int, ...]

    def regret(self, action: int) -> float:
        """How much of u an action gives away, 0 .. 1."""
        return (max(self.worths) - self.worths[self.state.legal_actions().index(action)]) / ONE


@dataclass(frozen=True)
class Suite:
    """Endings of one game."""

    game: str
    margin_weight: float  # of u
    endings: tuple[Ending, ...]

    def some(self, positions: int | None) -> Suite:
        """So many of the endings, spread over the whole suite."""
        count = len(self.endings)
        if positions is None or positions >= count:
            return self
        chosen = tuple(self.endings[i * count // positions] for i in range(positions))
        return Suite(self.game, self.margin_weight, chosen)


def read_suite(path: str | Path, *, implementation: str = "native") -> Suite:
    """The suite of a file; ValueError that names the file if it is none."""
    data = strict_json.loads(str(path), strict_json.read(str(path)))
    try:
        endings = [
            Ending(game.deserialize(base64.b64decode(position)), tuple(worths))
            for setup in data["setups"]
            for game in [load(data["game"], setup["players"], setup["options"], implementation=implementation)]
            for position, worths in setup["positions"]
        ]
        return Suite(data["game"], data["margin_weight"], tuple(endings))
    except (KeyError, TypeError, ValueError) as fault:
        raise ValueError(
            f"{path}: no suite of endings that bench/make_endings.py wrote for this version: {fault}"
        ) from None


def suite_data(game: str, margin_weight: float, setups: Sequence[tuple[Game, Sequence[Ending]]]) -> dict[str, Any]:
    """What a suite's file holds."""
    return {
        "game": game,
        "margin_weight": margin_weight,
        "setups": [
            {
                "players": loaded.players,
                "options": dict(loaded.options),
                "positions": [
                    [base64.b64encode(ending.state.serialize()).decode(), list(ending.worths)] for ending in endings
                ],
            }
            for loaded, endings in setups
        ],
    }


@dataclass(frozen=True)
class Regret:
    """How one player did in a suite."""

    game: str
    bot: str
    simulations: int | None  # None: it makes none
    positions: int
    mean: float  # regret a move, in u, 0 .. 1
    optimal: float = field(default=0.0)  # share of moves without regret


Bot = Mcts | FlatMonteCarlo | Expectimax | Greedy | Random


@dataclass(frozen=True)
class Contender:
    """A kind of player that is measured, and whether simulations matter to it."""

    name: str
    make: Callable[[Game, float], Bot]
    simulates: bool = True


CONTENDERS = (
    Contender("mcts", lambda game, m: Mcts(game, margin_weight=m), simulates=False),
    Contender("expectimax", lambda game, m: Expectimax(game, margin_weight=m), simulates=False),
    Contender("mcts,endings=false", lambda game, m: Mcts(game, margin_weight=m, endings=False)),
    Contender("flat,endings=false", lambda game, m: FlatMonteCarlo(game, margin_weight=m, endings=False)),
    Contender("greedy", lambda game, _: Greedy(game), simulates=False),
    Contender("random", lambda game, _: Random(game), simulates=False),
)

ROWS = sum(len(SIMULATIONS) if contender.simulates else 1 for contender in CONTENDERS)  # of `measure`, of a suite


def measure(suite: Suite, simulations: Sequence[int] = SIMULATIONS) -> Iterator[Regret]:
    """How each of CONTENDERS does, one after the other; each move is a fresh player's with seed 0."""
    for contender in CONTENDERS:
        for count in simulations if contender.simulates else (None,):
            regrets = []
            for ending in suite.endings:
                bot = contender.make(ending.state.game, suite.margin_weight)
                regrets.append(ending.regret(bot.act(ending.state, limits_of(count))))
            yield Regret(
                suite.game,
                contender.name,
                count,
                len(regrets),
                mean=sum(regrets) / len(regrets),
                optimal=regrets.count(0.0) / len(regrets),
            )


def limits_of(simulations: int | None) -> Limits:
    """Limits of so many simulations; some where they do not matter."""
    return Limits(nodes=1) if simulations is None else Limits(simulations=simulations)


def suite_path(folder: str, game: str) -> Path:
    """Where the suite of a game lies; ValueError where there is none."""
    path = Path(folder) / f"{game}.json"
    if not path.is_file():
        there = sorted(found.stem for found in Path(folder).glob("*.json"))
        known = f"there are those of {', '.join(there)}" if there else "name the folder of a checkout with --suites"
        raise ValueError(f"no suite of endings of {shown(game)} in {folder}; {known}")
    return path
