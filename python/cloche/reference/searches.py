"""Which search of the reference plays a game."""

from __future__ import annotations

from typing import Any

from cloche.backend import GameBackend, SearchBackend
from cloche.reference.expectimax import Expectimax
from cloche.reference.flat_monte_carlo import FlatMonteCarlo
from cloche.reference.leaf import Judge
from cloche.reference.multi_observer import MultiObserverMcts
from cloche.reference.observer import ObserverMcts
from cloche.reference.search import Mcts
from cloche.reference.workers import Workers


def search_class(name: str, game: GameBackend, settings: Any) -> type[Mcts] | type[FlatMonteCarlo]:
    """The class behind one worker of `cloche.Mcts` or `cloche.FlatMonteCarlo`, by its name."""
    if name == "FlatMonteCarlo":
        return FlatMonteCarlo
    if game.perfect_information:
        return Mcts
    return MultiObserverMcts if settings["observers"] == "multi" else ObserverMcts


def make_search(name: str, game: GameBackend, *, seed: int, settings: Any) -> SearchBackend:
    """The search behind `cloche.Mcts`, `cloche.FlatMonteCarlo` or `cloche.Expectimax`."""
    if name == "Expectimax":
        return Expectimax(game, seed=seed, settings=settings)
    kind = search_class(name, game, settings)
    if settings["workers"] == 1:
        return kind(game, seed=seed, settings=settings)
    numbers = range(settings["workers"])
    if issubclass(kind, FlatMonteCarlo):
        return Workers([kind(game, seed=seed, settings=settings, worker=w) for w in numbers])
    judge = Judge(game, settings) if settings["leaf"] == "evaluator" else None
    return Workers([kind(game, seed=seed, settings=settings, worker=w, judge=judge) for w in numbers])
