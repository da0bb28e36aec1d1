"""Games of two in which one hand is all that is hidden, and all that decisions show is public: poker and liar's dice.

Likelihoods are about the pieces of the other as (player, place), a row is their faces; a game says which hands there
are (`OneHand`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from cloche.backend import Data, Generator
from cloche.beliefs.likelihoods import Likelihoods, Row, check_size, scaled

# What can be hidden and its weight, a whole number in proportion to its probability; faces ascending.
Deals = list[tuple[tuple[Any, ...], int]]


@dataclass(frozen=True)
class OneHand:
    """The functions of a module of beliefs (`BeliefsModule`).

    Attributes:
        key: The key of positions under which each player has a list of pieces.
        deals: The hands that the other can have, from an observation and the component data.
    """

    key: str
    deals: Callable[[Mapping[str, Any], Mapping[str, Any]], Deals]

    def count(self, observation: Mapping[str, Any], components: Mapping[str, Any]) -> int:
        """The number of different worlds."""
        return len(self._deals(observation, components))

    def worlds(self, observation: Mapping[str, Any], components: Mapping[str, Any]) -> Iterator[tuple[Data, int]]:
        """Each world as data of a position, and its weight."""
        for hand, weight in self._deals(observation, components):
            yield self._world(observation, hand), weight

    def hands(
        self, observation: Mapping[str, Any], components: Mapping[str, Any], player: int
    ) -> dict[tuple[str, ...], float]:
        """The probability of each hand of the other player."""
        deals = self._deals(observation, components)
        total = sum(weight for _, weight in deals)
        return {_sorted_texts(hand): weight / total for hand, weight in deals}

    # Likelihoods

    def spread(
        self, observation: Mapping[str, Any], components: Mapping[str, Any], likelihoods: Likelihoods, player: int
    ) -> Likelihoods:
        """The same likelihoods, by rows that tell the hand of the other."""
        if likelihoods.about:
            return likelihoods
        deals = self._deals(observation, components)
        check_size(len(deals), "hands")
        rows = {_row(hand): 1.0 for hand, _ in deals}
        about = tuple((player, place) for place in range(len(deals[0][0])))
        return Likelihoods(about, rows, likelihoods.seen)

    def masses(
        self, observation: Mapping[str, Any], components: Mapping[str, Any], likelihoods: Likelihoods
    ) -> Iterator[tuple[Row, int, int]]:
        """Of each row the number of its worlds, and the sum of their weights."""
        deals = self._deals(observation, components)
        if not likelihoods.about:
            yield (), len(deals), sum(weight for _, weight in deals)
            return
        for hand, weight in deals:
            if _row(hand) in likelihoods.rows:
                yield _row(hand), 1, weight

    def row_of(self, world: Mapping[str, Any], likelihoods: Likelihoods) -> Row:
        """The hand of the other in a world."""
        return _row(_hand(world[self.key], likelihoods.about[0][0])) if likelihoods.about else ()

    def drawn(
        self,
        observation: Mapping[str, Any],
        components: Mapping[str, Any],
        likelihoods: Likelihoods,
        row: Row,
        rng: Generator,
    ) -> Data:
        """The world of a row."""
        return next(
            self._world(observation, hand)
            for hand, _ in self._deals(observation, components)
            if not likelihoods.about or _row(hand) == row
        )

    def hand_of(
        self, observation: Mapping[str, Any], likelihoods: Likelihoods, row: Row, player: int
    ) -> tuple[str, ...]:
        """The hand of a player: that of the row."""
        return tuple(sorted(row))

    def situation(self, observation: Mapping[str, Any], likelihoods: Likelihoods, row: Row, player: int) -> Row:
        """The hand of the player who decides."""
        return row

    def action_seen(
        self, observation: Mapping[str, Any], likelihoods: Likelihoods, row: Row, player: int, view: str
    ) -> str | None:
        """The view itself: everybody sees all of an action."""
        return view

    def advanced(
        self,
        observation: Mapping[str, Any],
        later: Mapping[str, Any],
        components: Mapping[str, Any],
        likelihoods: Likelihoods,
        hands_only: bool,
    ) -> Likelihoods:
        """The likelihoods at a later observation: what is left of the hands, or nothing once the hand is shown."""
        own = observation["observer"]
        if later[self.key][own] != observation[self.key][own]:
            raise ValueError("the observation does not follow: the own hand has changed")
        deals = self._deals(later, components)
        rows = {_row(hand): likelihoods.rows.get(_row(hand), 0.0) for hand, _ in deals}
        kept = scaled(likelihoods.about, rows)
        return kept if None in _hand(later[self.key], 1 - own) else Likelihoods()

    # Hands

    def _deals(self, observation: Mapping[str, Any], components: Mapping[str, Any]) -> Deals:
        """The hands of the other: the one that is seen, or all that are possible."""
        hand = _hand(observation[self.key], 1 - observation["observer"])
        if None not in hand:
            return [(tuple(hand), 1)]
        return self.deals(observation, components)

    def _world(self, observation: Mapping[str, Any], hand: tuple[Any, ...]) -> Data:
        """The observation with the hand of the other."""
        other = 1 - observation["observer"]
        world = {key: value for key, value in observation.items() if key != "observer"}
        pieces = list(observation[self.key])
        if other < len(pieces):
            pieces[other] = list(hand) if isinstance(pieces[other], list) else hand[0]
        return world | {self.key: pieces}


def _hand(pieces: list[Any], player: int) -> list[Any]:
    """The pieces of a player: a list of them, or one alone, or none yet."""
    if player >= len(pieces):
        return []
    hand = pieces[player]
    return hand if isinstance(hand, list) else [hand]


def _row(hand: Iterable[Any]) -> Row:
    """A hand as the texts of its pieces, in their order."""
    return tuple(map(str, hand))


def _sorted_texts(hand: tuple[Any, ...]) -> tuple[str, ...]:
    return tuple(sorted(map(str, hand)))
