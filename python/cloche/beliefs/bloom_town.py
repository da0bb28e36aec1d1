"""Bloom Town: hands of the others, drawn from the tiles that a player has not seen (O-2 and Redeal of its state.md).

Likelihoods are about players, a row is the hidden tiles of each of them as one text, as in `OOa`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations_with_replacement
from math import comb, factorial, perm, prod
from typing import Any

from cloche.backend import Data, Generator
from cloche.beliefs.likelihoods import Likelihoods, Row, check_size, scaled

KINDS = "OSPHabcdef"
Tiles = tuple[int, ...]  # a number a kind


def unseen_tiles(observation: Mapping[str, Any], components: Mapping[str, Any]) -> Tiles:
    """How many tiles of each kind the observer has not seen (O-2)."""
    counts = [kind["count"] for kind in components["building_type"][:4]]
    counts += [kind["count"] for kind in components["shop_kind"]]
    seen = Counter(tile for town in observation["towns"] for row in town for tile in row)
    for hand in [*observation["hands"], *observation["hidden"], observation["kept"], observation["market"]]:
        seen.update(tile for tile in hand if tile is not None)
    for kind, number in zip(KINDS, observation["out"], strict=True):
        seen[kind] += number
    return tuple(count - seen[kind] for kind, count in zip(KINDS, counts, strict=True))


def hidden_sizes(observation: Mapping[str, Any]) -> list[int]:
    """How many tiles of each player the observer can't see."""
    return [sum(tile is None for tile in hand) for hand in observation["hidden"]]


def count(observation: Mapping[str, Any], components: Mapping[str, Any]) -> int:
    """The number of different worlds."""
    return _number_of_deals(tuple(hidden_sizes(observation)), unseen_tiles(observation, components))


def worlds(observation: Mapping[str, Any], components: Mapping[str, Any]) -> Iterator[tuple[Data, int]]:
    """Each world as data of a position, and its weight: the number of ways to draw it tile by tile."""
    unseen = unseen_tiles(observation, components)
    for hands, pool, weight in _deals(hidden_sizes(observation), unseen):
        yield _world(observation, hands, pool), weight


def hands(observation: Mapping[str, Any], components: Mapping[str, Any], player: int) -> dict[tuple[str, ...], float]:
    """The probability of each hand of another player; what the others hold leaves it as it is."""
    unseen, size = unseen_tiles(observation, components), hidden_sizes(observation)[player]
    ways = perm(sum(unseen), size)
    known = observation["hands"][player]
    return {
        tuple(sorted([*known, *_seen(observation, player), *hand])): weight / ways
        for hand, _, weight in _dealt(size, unseen)
    }


# Likelihoods


def spread(
    observation: Mapping[str, Any], components: Mapping[str, Any], likelihoods: Likelihoods, player: int
) -> Likelihoods:
    """The same likelihoods, by rows that tell the hand of `player`, too; ValueError where they are too many."""
    size = hidden_sizes(observation)[player]
    if player in likelihoods.about or not size:
        return likelihoods
    unseen = unseen_tiles(observation, components)
    rows = {}
    for row, number in likelihoods.rows.items():
        for hand, _, _ in _dealt(size, _without(unseen, "".join(row))):
            rows[*row, hand] = number
        check_size(len(rows), "deals of hidden tiles")
    return Likelihoods((*likelihoods.about, player), rows, likelihoods.seen)


def masses(
    observation: Mapping[str, Any], components: Mapping[str, Any], likelihoods: Likelihoods
) -> Iterator[tuple[Row, int, int]]:
    """Of each row the number of its worlds, and the sum of their weights, up to a common factor."""
    unseen, sizes = unseen_tiles(observation, components), hidden_sizes(observation)
    others = tuple(size for player, size in enumerate(sizes) if player not in likelihoods.about)
    numbers = cache(_number_of_deals)
    for row in likelihoods.rows:
        pool, weight = unseen, 1
        for hand in row:
            weight *= _ways(hand, pool)
            pool = _without(pool, hand)
        if weight:
            yield row, numbers(others, pool), weight


def row_of(world: Mapping[str, Any], likelihoods: Likelihoods) -> Row:
    """The hidden tiles of the players in a world, given as data."""
    return tuple("".join(world["hidden"][player]) for player in likelihoods.about)


def drawn(
    observation: Mapping[str, Any],
    components: Mapping[str, Any],
    likelihoods: Likelihoods,
    row: Row,
    rng: Generator,
) -> Data:
    """A world of a row as data: the hidden tiles of other players are drawn one by one."""
    told = dict(zip(likelihoods.about, row, strict=True))
    pool = _without(unseen_tiles(observation, components), "".join(row))
    dealt = []
    for player, size in enumerate(hidden_sizes(observation)):
        hand = told.get(player, "")
        if player not in told:
            for _ in range(size):
                tiles = "".join(kind * number for kind, number in zip(KINDS, pool, strict=True))
                tile = tiles[rng.below(len(tiles))]
                hand, pool = hand + tile, _without(pool, tile)
        dealt.append(_ordered(hand))
    return _world(observation, dealt, pool)


def hand_of(observation: Mapping[str, Any], likelihoods: Likelihoods, row: Row, player: int) -> tuple[str, ...]:
    """The hand of a player: open tiles and those of the row."""
    hidden = row[likelihoods.about.index(player)] if player in likelihoods.about else ""
    return tuple(sorted([*observation["hands"][player], *_seen(observation, player), *hidden]))


def situation(observation: Mapping[str, Any], likelihoods: Likelihoods, row: Row, player: int) -> Row:
    """The hand of the player who decides."""
    return hand_of(observation, likelihoods, row, player)


def action_seen(
    observation: Mapping[str, Any], likelihoods: Likelihoods, row: Row, player: int, view: str
) -> str | None:
    """The view itself: everybody sees all of an action."""
    return view


def advanced(
    observation: Mapping[str, Any],
    later: Mapping[str, Any],
    components: Mapping[str, Any],
    likelihoods: Likelihoods,
    hands_only: bool,
) -> Likelihoods:
    """The likelihoods at a later observation; all of them are about hands."""
    for player in likelihoods.about:
        likelihoods = _used(likelihoods, player, _tile_used(observation, later, player))
        likelihoods = _refilled(likelihoods, player, hidden_sizes(later)[player], unseen_tiles(later, components))
    possible = {row for row, _, _ in masses(later, components, likelihoods)}
    rows = {row: number for row, number in likelihoods.rows.items() if row in possible}
    return scaled(likelihoods.about, rows)


def _tile_used(observation: Mapping[str, Any], later: Mapping[str, Any], player: int) -> str:
    """The hidden tile that a player has built or kept in between, if any; D-4: an open one of the kind goes first."""
    before, after = (
        Counter("".join(known["towns"][player]).replace(".", "") + (known["kept"][player] or ""))
        for known in (observation, later)
    )
    used = list((after - before).elements())
    if len(used) > 1:
        raise ValueError(f"player {player} has built {len(used)} tiles: a belief advances after every action")
    return "".join(kind for kind in used if kind not in observation["hands"][player])


def _used(likelihoods: Likelihoods, player: int, kind: str) -> Likelihoods:
    """A hidden tile leaves a hand.

    H-2: each of several tiles that look alike from behind may be the one, and chance's weights count them all; where
    the action has been weighed as one, it is shared among them.
    """
    if not kind:
        return likelihoods
    place = likelihoods.about.index(player)
    rows: dict[Row, float] = {}
    for row, number in likelihoods.rows.items():
        if kind in row[place]:
            copies = row[place].count(kind) if likelihoods.seen is not None else 1
            rows[*row[:place], row[place].replace(kind, "", 1), *row[place + 1 :]] = number / copies
    return scaled(likelihoods.about, rows)


def _refilled(likelihoods: Likelihoods, player: int, size: int, unseen: Tiles) -> Likelihoods:
    """A hand has drawn hidden tiles: each tile of it is as likely as another to be one of those."""
    place = likelihoods.about.index(player)
    left = len(next(iter(likelihoods.rows))[place])
    if size < left:
        raise ValueError(f"player {player} has fewer hidden tiles than they can have")
    if size == left:
        return likelihoods
    rows: dict[Row, float] = {}
    for row, number in likelihoods.rows.items():
        held = row[place]
        for more, _, _ in _dealt(size - left, unseen):
            hand = _ordered(held + more)
            share = prod(comb(hand.count(kind), held.count(kind)) for kind in set(hand)) / comb(size, left)
            new = (*row[:place], hand, *row[place + 1 :])
            rows[new] = rows.get(new, 0.0) + number * share
        check_size(len(rows), "deals of hidden tiles")
    return scaled(likelihoods.about, rows)


# Tiles


def _world(observation: Mapping[str, Any], hands: Iterable[str], pool: Tiles) -> Data:
    """The observation with hidden tiles and pool."""
    world: dict[str, Any] = {}
    for key, value in observation.items():
        if key == "hidden":
            value = [list(seen) if None not in seen else list(dealt) for seen, dealt in zip(value, hands, strict=True)]
        if key != "observer":
            world[key] = value
        if key == "out":
            world["pool"] = list(pool)
    return world


def _seen(observation: Mapping[str, Any], player: int) -> list[str]:
    """The hidden tiles of a player that the observer knows: the own ones."""
    return [tile for tile in observation["hidden"][player] if tile is not None]


def _number_of_deals(sizes: Tiles, unseen: Tiles) -> int:
    """The number of different deals of hands of these sizes."""

    @cache
    def ways(kind: int, left: tuple[int, ...]) -> int:
        """Hands that still lack `left` tiles, made from the kinds from `kind` on."""
        if not any(left):
            return 1
        if kind == len(KINDS):
            return 0
        return sum(
            ways(kind + 1, tuple(lacking - taken for lacking, taken in zip(left, share, strict=True)))
            for share in _shares(left, unseen[kind])
        )

    return ways(0, sizes)


def _deals(sizes: list[int], unseen: Tiles) -> Iterator[tuple[list[str], Tiles, int]]:
    """Hands of these sizes, what stays in the pool, and the number of ways."""
    if not sizes:
        yield [], unseen, 1
        return
    for hand, rest, ways in _dealt(sizes[0], unseen):
        for hands, pool, weight in _deals(sizes[1:], rest):
            yield [hand, *hands], pool, ways * weight


def _dealt(size: int, unseen: Tiles) -> Iterator[tuple[str, Tiles, int]]:
    """The hands of a size, what stays unseen, and the number of ways to draw each tile by tile."""
    for kinds in combinations_with_replacement(KINDS, size):
        hand = "".join(kinds)
        ways = _ways(hand, unseen)
        if ways:
            yield hand, _without(unseen, hand), ways


def _ways(hand: str, unseen: Tiles) -> int:
    """The number of ways to draw a hand tile by tile; 0 where tiles lack."""
    taken = [hand.count(kind) for kind in KINDS]
    orders = factorial(len(hand)) // prod(factorial(number) for number in taken)
    return orders * prod(perm(there, need) if there >= need else 0 for need, there in zip(taken, unseen, strict=True))


def _without(unseen: Tiles, hand: str) -> Tiles:
    """What stays unseen; below 0 where tiles lack."""
    return tuple(there - hand.count(kind) for kind, there in zip(KINDS, unseen, strict=True))


def _ordered(hand: str) -> str:
    """The tiles in the order of the kinds."""
    return "".join(sorted(hand, key=KINDS.index))


def _shares(left: tuple[int, ...], there: int) -> Iterator[tuple[int, ...]]:
    """How many tiles of one kind each hand may take."""
    if not left:
        yield ()
        return
    for taken in range(min(left[0], there) + 1):
        for rest in _shares(left[1:], there - taken):
            yield (taken, *rest)
