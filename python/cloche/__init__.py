"""cloche: a search engine for garden board games, with a native core and a plain-Python reference of every rule.

>>> import cloche
>>> game = cloche.load("gardens_of_io", players=3)
>>> state = game.new_initial_state(seed=7)
>>> state.apply_action(state.legal_actions()[0])

Everything here is imported when it is first used, so that `import cloche` costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from cloche.backend import CHANCE, TERMINAL
from cloche.target import choose

if TYPE_CHECKING:
    from cloche import arena, cottage, selfplay
    from cloche._core import Rng, StopFlag
    from cloche.belief import Belief
    from cloche.bots import Player
    from cloche.build import BuildInfo, build_info
    from cloche.game import Game, PlayoutSummary, load
    from cloche.handle import PonderReport, SearchHandle
    from cloche.opponents import BotSpec, player
    from cloche.players import Expectimax, FlatMonteCarlo, Greedy, Mcts, Random
    from cloche.record import Record
    from cloche.registry import games, known_games
    from cloche.report import ActionReport, Limits, SearchReport
    from cloche.solving import Solution, TooLarge, solve
    from cloche.state import State
    from cloche.vector_env import VectorEnv
    from cloche.venues import showtime

    __version__: str

# Where each public name is defined.
_HOMES = {
    "ActionReport": "cloche.report",
    "Belief": "cloche.belief",
    "BotSpec": "cloche.opponents",
    "BuildInfo": "cloche.build",
    "Expectimax": "cloche.players",
    "FlatMonteCarlo": "cloche.players",
    "Game": "cloche.game",
    "Greedy": "cloche.players",
    "Limits": "cloche.report",
    "Mcts": "cloche.players",
    "Player": "cloche.bots",
    "PlayoutSummary": "cloche.game",
    "PonderReport": "cloche.handle",
    "Random": "cloche.players",
    "Record": "cloche.record",
    "Rng": "cloche._core",
    "SearchHandle": "cloche.handle",
    "SearchReport": "cloche.report",
    "Solution": "cloche.solving",
    "State": "cloche.state",
    "StopFlag": "cloche._core",
    "TooLarge": "cloche.solving",
    "VectorEnv": "cloche.vector_env",
    "build_info": "cloche.build",
    "games": "cloche.registry",
    "known_games": "cloche.registry",
    "load": "cloche.game",
    "player": "cloche.opponents",
    "showtime": "cloche.venues",
    "solve": "cloche.solving",
}
# Modules that are public by name.
_MODULES = {"arena", "cottage", "selfplay"}

choose(__path__)

__all__ = [
    "CHANCE",
    "TERMINAL",
    "ActionReport",
    "Belief",
    "BotSpec",
    "BuildInfo",
    "Expectimax",
    "FlatMonteCarlo",
    "Game",
    "Greedy",
    "Limits",
    "Mcts",
    "Player",
    "PlayoutSummary",
    "PonderReport",
    "Random",
    "Record",
    "Rng",
    "SearchHandle",
    "SearchReport",
    "Solution",
    "State",
    "StopFlag",
    "TooLarge",
    "VectorEnv",
    "__version__",
    "arena",
    "build_info",
    "cottage",
    "games",
    "known_games",
    "load",
    "player",
    "selfplay",
    "showtime",
    "solve",
]


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        value: Any = version("cloche")
    elif name in _HOMES:
        value = getattr(import_module(_HOMES[name]), name)
    elif name in _MODULES:
        value = import_module(f"cloche.{name}")
    else:
        raise AttributeError(f"module 'cloche' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
