"""What the net hangs on: every registered game, in the set-ups of `tests/data/<game>/variants.json`.

A new game joins by its folder in `tests/data/`, with three files, and no test is touched:

    variants.json   set-ups: name, players, options, components (a TOML file of the folder, or none); with how many
                    settings and simulations searches are compared, for all set-ups and, if need be, for one
    perft.json      positions with the number of action sequences of each length
    golden.json     a whole game for each set-up that is named there

`python -m tests.regenerate_data` writes the numbers of the last two.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import cloche

ROOT = Path(__file__).parents[1]
DATA = Path(__file__).parent / "data"
IMPLEMENTATIONS = ("native", "reference")
FILES = ("variants.json", "perft.json", "golden.json")
GAMES = tuple(sorted(cloche.games() + cloche.known_games()))
MOST_NODES = 400  # of a walk; only games without a bound reach it
WALKS = 3  # walks of a set-up that the laws are held against


@dataclass(frozen=True)
class Setup:
    """One way to set a game up."""

    game: str
    name: str
    players: int
    options: dict[str, Any] = field(compare=False)
    components: str | None  # a file in the game's folder
    search: dict[str, int] = field(compare=False)  # how much its searches are compared: `settings`, `simulations`

    def load(self, implementation: str = "native") -> cloche.Game:
        """The game so set up."""
        path = None if self.components is None else DATA / self.game / self.components
        return cloche.load(self.game, self.players, self.options, components=path, implementation=implementation)

    def __str__(self) -> str:
        return f"{self.game}-{self.name}"


@cache
def data(game: str, file: str) -> Any:
    """A file of the game's folder; None where it is missing, which a test of its own tells."""
    path = DATA / game / file
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else None


def setups_of(game: str) -> list[Setup]:
    """The set-ups of a game."""
    file = data(game, "variants.json") or {"variants": []}
    return [
        Setup(
            game,
            row["name"],
            row["players"],
            row.get("options", {}),
            row.get("components"),
            row.get("search", file["search"]),
        )
        for row in file["variants"]
    ]


SETUPS = [setup for game in GAMES for setup in setups_of(game)]


def setup_named(game: str, name: str) -> Setup:
    """The set-up of that name."""
    return next(setup for setup in setups_of(game) if setup.name == name)


# Walks


def walk(game: cloche.Game, seed: int, most: int = MOST_NODES) -> Iterator[cloche.State]:
    """The nodes of one game, each a state of its own; equal in both implementations.

    Walk 0 is uniformly random; in others each player has a way of choosing, so that lopsided games are seen too.
    """
    rng = Random(seed)
    ways = [rng.choice(("any", "any", "best", "worst")) if seed else "any" for _ in range(game.players)]
    state = game.new_initial_state()
    for _ in range(most):
        yield state
        if state.is_terminal():
            return
        legal = state.legal_actions()
        player = state.current_player()
        if player >= 0 and ways[player] != "any" and rng.random() < 0.9:
            weights = state.prior()
            wanted = max(weights) if ways[player] == "best" else min(weights)
            legal = [action for action, weight in zip(legal, weights, strict=True) if weight == wanted]
        state = state.child(rng.choice(legal))


@cache
def nodes(setup: Setup, implementation: str) -> list[cloche.State]:
    """All nodes of the walks of a set-up. Shared between tests: not to be changed."""
    game = setup.load(implementation)
    return [state for seed in range(WALKS) for state in walk(game, seed)]


@cache
def sample(setup: Setup, implementation: str, count: int = 12) -> list[cloche.State]:
    """Nodes for laws that take longer: one of every kind and `count` others, spread over the walks."""
    kinds: dict[Any, cloche.State] = {}
    for state in nodes(setup, implementation):
        position = state.to_dict()
        kinds.setdefault((position.get("phase"), position.get("special"), state.current_player() < 0), state)
    return [*kinds.values(), *few(setup, implementation, count)]


def few(setup: Setup, implementation: str, count: int) -> list[cloche.State]:
    """Some nodes for laws that take long, others in every set-up; the last one is the end of a walk."""
    everything = nodes(setup, implementation)
    step = max(1, len(everything) // count)
    first = SETUPS.index(setup) * 7 % step if setup in SETUPS else 0
    return [*everything[first::step][: count - 1], everything[-1]]


def decisions(setup: Setup, implementation: str, count: int = 12) -> list[cloche.State]:
    """Those of `sample` where a player is to move."""
    return [state for state in sample(setup, implementation, count) if state.current_player() >= 0]


def played(setup: Setup, implementation: str, seed: int, moves: list[str]) -> cloche.State:
    """The position after these moves, in notation, from the first decision of the deal of a seed."""
    state = setup.load(implementation).new_initial_state(seed=seed)
    for text in moves:
        state.apply_action(state.string_to_action(text))
    return state


def canonical(value: Any) -> str:
    """Data as one JSON text, keys in their order."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False)


def digest(value: Any) -> str:
    """A short name for data."""
    text = value if isinstance(value, str) else canonical(value)
    return hashlib.sha256(text.encode()).hexdigest()[:8]
