"""Goofspiel: the cards that the other has played, in their order.

Likelihoods are about (player, cards of the game, trick), a row is the cards of the other in these tricks; after an
update it ends with the card just chosen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from cloche.backend import Data, Generator
from cloche.beliefs.likelihoods import Likelihoods, Row, check_size, scaled

HIDDEN = "hidden"


def _other(observation: Mapping[str, Any]) -> int:
    return 1 - int(observation["observer"])


def _length(observation: Mapping[str, Any]) -> int:
    """How many cards the other has chosen."""
    return len(observation["played"][_other(observation)])


def _cards(observation: Mapping[str, Any], components: Mapping[str, Any], trick: int) -> range:
    """The cards that the other can have played in a trick, by its result; `components` are the options of the game."""
    highest = int(components["cards"])
    if trick >= len(observation["won"]):
        return range(1, highest + 1)
    own, winner = observation["played"][observation["observer"]][trick], observation["won"][trick]
    if winner is None:
        return range(own, own + 1)
    return range(1, own) if winner == observation["observer"] else range(own + 1, highest + 1)


def _series(observation: Mapping[str, Any], components: Mapping[str, Any]) -> Iterator[tuple[int, ...]]:
    """All that the other can have played."""

    def longer(series: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if len(series) == _length(observation):
            yield series
            return
        for card in _cards(observation, components, len(series)):
            if card not in series:
                yield from longer((*series, card))

    return longer(())


def _agrees(observation: Mapping[str, Any], components: Mapping[str, Any], row: Row) -> bool:
    """Whether a row can have been played."""
    return all(int(card) in _cards(observation, components, trick) for trick, card in enumerate(row))


def count(observation: Mapping[str, Any], components: Mapping[str, Any]) -> int:
    """The number of different worlds."""

    @cache
    def ways(trick: int, used: int) -> int:
        """Cards for the tricks from `trick` on, without those of the set `used`."""
        if trick == _length(observation):
            return 1
        cards = [card for card in _cards(observation, components, trick) if not used >> card & 1]
        return sum(ways(trick + 1, used | 1 << card) for card in cards)

    return ways(0, 0)


def worlds(observation: Mapping[str, Any], components: Mapping[str, Any]) -> Iterator[tuple[Data, int]]:
    """Each world as data of a position; hidden choices weigh 1 (H-2)."""
    for series in _series(observation, components):
        yield _world(observation, list(series)), 1


def hands(observation: Mapping[str, Any], components: Mapping[str, Any], player: int) -> dict[tuple[str, ...], float]:
    """The probability of each hand of the other; ValueError where there are too many worlds to list."""
    total = count(observation, components)
    check_size(total, "series of cards")
    found: dict[tuple[str, ...], float] = {}
    for series in _series(observation, components):
        hand = _held(components, tuple(map(str, series)))
        found[hand] = found.get(hand, 0.0) + 1 / total
    return found


# Likelihoods


def spread(
    observation: Mapping[str, Any], components: Mapping[str, Any], likelihoods: Likelihoods, player: int
) -> Likelihoods:
    """The same likelihoods, by rows that tell all cards played, and one that may be chosen now."""
    length, choosing = _length(observation), observation["player"] == player
    rows = dict(likelihoods.rows)
    if len(likelihoods.about) < length:
        check_size(count(observation, components), "series of cards")
        rows = {tuple(map(str, series)): 1.0 for series in _series(observation, components)}
    if choosing and likelihoods.seen is None:
        check_size(len(rows) * (int(components["cards"]) - length), "series of cards")
        rows = {(*row, card): number for row, number in rows.items() for card in _held(components, row)}
        length += 1
    length = max(length, len(likelihoods.about))
    return Likelihoods(_about(player, components, length), rows, likelihoods.seen)


def masses(
    observation: Mapping[str, Any], components: Mapping[str, Any], likelihoods: Likelihoods
) -> Iterator[tuple[Row, int, int]]:
    """Of each row the number of its worlds, those of an earlier row left out, and the sum of their weights."""
    if not likelihoods.about:
        number = count(observation, components)
        yield (), number, number
        return
    told: set[Row] = set()
    for row in likelihoods.rows:
        world = row[: _length(observation)]
        yield row, int(world not in told), 1
        told.add(world)


def row_of(world: Mapping[str, Any], likelihoods: Likelihoods) -> Row:
    """The cards of the other in a world, given as data; rows may go on with a card that is being chosen."""
    return tuple(map(str, world["played"][likelihoods.about[0][0]])) if likelihoods.about else ()


def drawn(
    observation: Mapping[str, Any],
    components: Mapping[str, Any],
    likelihoods: Likelihoods,
    row: Row,
    rng: Generator,
) -> Data:
    """The world of a row."""
    return _world(observation, [int(card) for card in row[: _length(observation)]])


def hand_of(observation: Mapping[str, Any], likelihoods: Likelihoods, row: Row, player: int) -> tuple[str, ...]:
    """The cards that a player still holds; one that is being chosen is among them."""
    return _held({"cards": likelihoods.about[0][1]}, row[: _length(observation)])


def situation(observation: Mapping[str, Any], likelihoods: Likelihoods, row: Row, player: int) -> Row:
    """What the player who chooses has played."""
    return row[: _length(observation)]


def action_seen(
    observation: Mapping[str, Any], likelihoods: Likelihoods, row: Row, player: int, view: str
) -> str | None:
    """The card that a row chooses, which lies hidden."""
    return row[-1] if view == HIDDEN else None


def advanced(
    observation: Mapping[str, Any],
    later: Mapping[str, Any],
    components: Mapping[str, Any],
    likelihoods: Likelihoods,
    hands_only: bool,
) -> Likelihoods:
    """The likelihoods at a later observation; a card of which nothing has been said is as likely as another."""
    observer, won = observation["observer"], observation["won"]
    own = observation["played"][observer]
    if later["played"][observer][: len(own)] != own or later["won"][: len(won)] != won:
        raise ValueError("the observation does not follow: cards or tricks have changed")
    length = _length(later)
    rows = dict(likelihoods.rows)
    if not len(likelihoods.about) <= length <= len(likelihoods.about) + 1:
        raise ValueError("the observation does not follow: a belief advances after every action")
    if length > len(likelihoods.about):
        check_size(len(rows) * int(components["cards"]), "series of cards")
        rows = {(*row, card): number for row, number in rows.items() for card in _held(components, row)}
    rows = {row: number for row, number in rows.items() if _agrees(later, components, row)}
    if hands_only:
        rows = _by_hand(later, components, rows)
    return scaled(_about(_other(later), components, length), rows)


def _by_hand(observation: Mapping[str, Any], components: Mapping[str, Any], rows: dict[Row, float]) -> dict[Row, float]:
    """All orders of cards, those of equal hands equally likely, and hands as likely as before."""
    check_size(count(observation, components), "series of cards")
    sums: dict[frozenset[str], float] = {}
    orders: dict[frozenset[str], list[Row]] = {}
    for row, number in rows.items():
        sums[frozenset(row)] = sums.get(frozenset(row), 0.0) + number
    for series in _series(observation, components):
        row = tuple(map(str, series))
        orders.setdefault(frozenset(row), []).append(row)
    return {row: sums.get(hand, 0.0) / len(same) for hand, same in orders.items() for row in same}


def _about(player: int, components: Mapping[str, Any], length: int) -> tuple[tuple[int, int, int], ...]:
    """What the places of a row are."""
    return tuple((player, int(components["cards"]), trick) for trick in range(length))


def _held(components: Mapping[str, Any], row: Row) -> tuple[str, ...]:
    """The cards that are not in a row, sorted as texts."""
    return tuple(sorted(set(map(str, range(1, components["cards"] + 1))) - set(row)))


def _world(observation: Mapping[str, Any], cards: list[int]) -> Data:
    """The observation with the cards of the other."""
    world = {key: value for key, value in observation.items() if key != "observer"}
    played = list(observation["played"])
    played[_other(observation)] = cards
    return world | {"played": played}
