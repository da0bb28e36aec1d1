"""Which worlds agree with what a player knows: one module for each game that hides something.

`BeliefsModule` is what each of them offers, all from an observation (`State.observation`) and the component data, for a
game without any its options. They
share nothing with the samplers of the native core and the reference, and tests hold them against each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Protocol, TypeAlias

from cloche.backend import Data, Generator
from cloche.beliefs.likelihoods import Likelihoods, Row

Hand: TypeAlias = tuple[str, ...]  # faces as the observation writes them, sorted as texts
Observation: TypeAlias = Mapping[str, Any]
Components: TypeAlias = Mapping[str, Any]


class BeliefsModule(Protocol):
    """The functions of a module. A *row* says what the hidden pieces are that likelihoods are about."""

    def count(self, observation: Observation, components: Components) -> int:
        """The number of different worlds (H-2 of seeds/hidden.md)."""
        ...

    def worlds(self, observation: Observation, components: Components) -> Iterator[tuple[Data, int]]:
        """Each world as data of `State.to_dict()` and its weight, a whole number in proportion to its probability."""
        ...

    def hands(self, observation: Observation, components: Components, player: int) -> dict[Hand, float]:
        """The probability of each hand of another player."""
        ...

    def spread(
        self, observation: Observation, components: Components, likelihoods: Likelihoods, player: int
    ) -> Likelihoods:
        """The same likelihoods, by rows that tell the hand of `player` and what else their decision is about."""
        ...

    def masses(
        self, observation: Observation, components: Components, likelihoods: Likelihoods
    ) -> Iterator[tuple[Row, int, int]]:
        """Of each row the number of its worlds, and the sum of their weights, likelihoods left aside."""
        ...

    def row_of(self, world: Mapping[str, Any], likelihoods: Likelihoods) -> Row:
        """What the pieces are in a world, given as data."""
        ...

    def drawn(
        self, observation: Observation, components: Components, likelihoods: Likelihoods, row: Row, rng: Generator
    ) -> Data:
        """A world of a row as data, drawn with its probability among them, likelihoods left aside."""
        ...

    def hand_of(self, observation: Observation, likelihoods: Likelihoods, row: Row, player: int) -> Hand:
        """The hand of a player; the row tells all that is hidden of it."""
        ...

    def situation(self, observation: Observation, likelihoods: Likelihoods, row: Row, player: int) -> Row:
        """What a row tells of the decision of `player`, for equal decisions equal."""
        ...

    def action_seen(
        self, observation: Observation, likelihoods: Likelihoods, row: Row, player: int, view: str
    ) -> str | None:
        """The notation of the one action that, if it is legal, is seen as `view`; None where there is none."""
        ...

    def advanced(
        self,
        observation: Observation,
        later: Observation,
        components: Components,
        likelihoods: Likelihoods,
        hands_only: bool,
    ) -> Likelihoods:
        """The likelihoods at a later observation, not more than one action of another player on; ValueError if not.

        With `hands_only` what they say of pieces that are in no hand any more is summed out.
        """
        ...
