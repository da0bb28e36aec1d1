"""What a player can say of what is hidden: the worlds that agree with an observation, and draws of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any

from cloche import implementation as implementations
from cloche.backend import Data
from cloche.state import State, check_rng

if TYPE_CHECKING:
    from cloche._core import Rng
    from cloche.game import Game


class Belief:
    """The worlds that a player holds possible, each as likely as chance makes it (H-2 of seeds/hidden.md).

    A world is a position with the player's observation; choices of other players are taken to say nothing of what they
    hold. `State.belief` and `Game.belief` make it. Beliefs pickle, copy, compare and hash by what the player knows.
    Where a game hides nothing there is one world.
    """

    __slots__ = ("_player", "_world")

    def __init__(self, state: State, player: int) -> None:
        self._player = state.game.check_player(player)
        self._world = State(
            state.game, implementations.world_of(state.backend, self._player, state.game.implementation)
        )

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._world.game

    @property
    def player(self) -> int:
        """Whose belief it is."""
        return self._player

    @property
    def observation(self) -> Data:
        """All that the player knows; a new dict each time."""
        return self._world.observation(self._player)

    @property
    def state(self) -> State:
        """One of the worlds, the same for equal observations (H-4): a position to ask what the player may do."""
        return self._world.clone()

    def sample(self, rng: Rng) -> State:
        """A world, drawn with its probability; equal generators give equal worlds in both implementations.

        TypeError without a `cloche.Rng`.
        """
        check_rng(rng)
        return self._world.redeal(self._player, rng)

    def count(self) -> int:
        """The number of different worlds."""
        if self.game.perfect_information:
            return 1
        module = import_module(self.game.entry.beliefs_module)
        number: int = module.count(self.observation, self.game.components)
        return number

    def worlds(self) -> Iterator[tuple[State, float]]:
        """Every world with its probability; they sum to 1. `count` says beforehand how many there are."""
        if self.game.perfect_information:
            yield self.state, 1.0
            return
        module = import_module(self.game.entry.beliefs_module)
        observation, components = self.observation, self.game.components
        total = sum(weight for _, weight in module.worlds(observation, components))
        for data, weight in module.worlds(observation, components):
            yield self.game.state_from_dict(data), weight / total

    # As a Python value

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Belief):
            return NotImplemented
        return self._player == other._player and self._world == other._world

    def __hash__(self) -> int:
        return hash((self._player, self._world))

    def __copy__(self) -> Belief:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Belief:
        return self

    def __reduce__(self) -> tuple[Callable[..., Belief], tuple[State, int]]:
        return Belief, (self._world, self._player)

    def __repr__(self) -> str:
        return f"<cloche.Belief {self.game.name}: player {self._player}>"
