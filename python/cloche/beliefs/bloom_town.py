"""Bloom Town: hands of the others, drawn from the tiles that a player has not seen (O-2 and Redeal of its state.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any

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
    sizes = tuple(hidden_sizes(observation))

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

    unseen = unseen_tiles(observation, components)
    return ways(0, sizes)


def worlds(observation: Mapping[str, Any], components: Mapping[str, Any]) -> Iterator[tuple[dict[str, Any], int]]:
    """Each world as data of a position, and its weight: the number of ways to draw it tile by tile."""
    unseen = unseen_tiles(observation, components)
    for hands, pool, weight in _deals(hidden_sizes(observation), unseen):
        world: dict[str, Any] = {}
        for key, value in observation.items():
            if key == "hidden":
                value = [
                    list(seen) if None not in seen else list(dealt) for seen, dealt in zip(value, hands, strict=True)
                ]
            if key != "observer":
                world[key] = value
            if key == "out":
                world["pool"] = list(pool)
        yield world, weight


def _deals(sizes: list[int], unseen: Tiles) -> Iterator[tuple[list[str], Tiles, int]]:
    """Hands of these sizes, what stays in the pool, and the number of ways."""
    if not sizes:
        yield [], unseen, 1
        return
    for hand in combinations_with_replacement(KINDS, sizes[0]):
        taken = [hand.count(kind) for kind in KINDS]
        if any(need > there for need, there in zip(taken, unseen, strict=True)):
            continue
        orders = factorial(len(hand)) // prod(factorial(number) for number in taken)
        copies = prod(prod(range(there - need + 1, there + 1)) for need, there in zip(taken, unseen, strict=True))
        rest = tuple(there - need for need, there in zip(taken, unseen, strict=True))
        for hands, pool, weight in _deals(sizes[1:], rest):
            yield ["".join(hand), *hands], pool, orders * copies * weight


def _shares(left: tuple[int, ...], there: int) -> Iterator[tuple[int, ...]]:
    """How many tiles of one kind each hand may take."""
    if not left:
        yield ()
        return
    for taken in range(min(left[0], there) + 1):
        for rest in _shares(left[1:], there - taken):
            yield (taken, *rest)
