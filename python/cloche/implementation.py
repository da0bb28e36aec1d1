"""The two implementations of each game behind one protocol: the native core and the plain-Python reference."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Literal, Protocol, TypeAlias, get_args

from cloche.backend import GameBackend, Generator, StateBackend
from cloche.messages import shown
from cloche.registry import GameEntry

REDEAL_STREAM = 3  # seeds/random.md

Implementation: TypeAlias = Literal["native", "reference"]


class GeneratorClass(Protocol):
    """Makes the generator of a seed and the keys of a stream (R-2)."""

    def __call__(self, seed: int, *keys: int) -> Generator:
        """All numbers are taken modulo 2**64."""
        ...


def checked(implementation: str) -> Implementation:
    """An implementation that there is; ValueError otherwise."""
    for known in get_args(Implementation):
        if implementation == known:
            return known  # type: ignore[no-any-return]  # get_args knows no types
    raise ValueError(f"implementation: {shown(implementation)}, should be 'native' or 'reference'")


def load(
    entry: GameEntry,
    implementation: Implementation,
    *,
    players: int,
    options: dict[str, Any],
    components: dict[str, Any] | None,
    weights: dict[str, Any] | None,
) -> GameBackend:
    """The backend of a game from settings that are valid each by itself; ValueError if they are not together."""
    if implementation == "native":
        game_class = getattr(import_module("cloche._core"), f"{entry.classes}Game")
    else:
        game_class = import_module(entry.reference_module).Game
    # Settings of the searches, and what they make of features, are the players' business.
    of_players = ("search", "value")
    rules_weights = None if weights is None else {key: table for key, table in weights.items() if key not in of_players}
    backend: GameBackend = game_class(players, options, components, rules_weights)
    return backend


def world_of(backend: StateBackend, observer: int, implementation: Implementation) -> StateBackend:
    """What `observer` knows of a position, as the one world that stands for all of it (H-4 of seeds/hidden.md)."""
    world = backend.clone()
    world.redeal(observer, generator(implementation)(0, REDEAL_STREAM))
    return world


def generator(implementation: Implementation) -> GeneratorClass:
    """The generator that the implementation was written with; equal streams in both."""
    module = import_module("cloche._core" if implementation == "native" else "cloche.reference.rng")
    rng: GeneratorClass = module.Rng
    return rng
