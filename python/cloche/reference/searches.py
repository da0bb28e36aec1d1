"""Which search of the reference plays a game."""

from __future__ import annotations

from cloche.backend import GameBackend
from cloche.reference.observer import ObserverMcts
from cloche.reference.search import FlatMonteCarlo, Mcts


def search_class(name: str, game: GameBackend) -> type[Mcts] | type[FlatMonteCarlo]:
    """The class behind `cloche.Mcts` or `cloche.FlatMonteCarlo`, by its name."""
    if name == "FlatMonteCarlo":
        return FlatMonteCarlo
    return Mcts if game.perfect_information else ObserverMcts
