"""The end of Bloom Town: which nodes are solved, and what is settled there (E-1, E-2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from cloche.reference.base import ReferenceState
from cloche.reference.bloom_town import actions as ids
from cloche.reference.bloom_town.town import KINDS, TYPE_OF, in_order

if TYPE_CHECKING:
    from cloche.reference.bloom_town.rules import State

MOST_HIDDEN = 2
Hands = tuple[tuple[int, ...], ...]  # places of kinds, ascending, of each player who is not the observer


def is_solvable(state: State) -> bool:
    """E-1."""
    if state.current_player() < 0:
        return False
    player = state.mover()
    last = player == state.game.players - 1 and state.stacks.count(0) >= state.game.box.end_stacks
    if state.phase != "keep" and not last:
        return False
    return sum(len(tiles) for other, tiles in enumerate(state.hidden) if other != player) <= MOST_HIDDEN


def settled_keep(state: State) -> int:
    """E-2: the tile whose type brings most."""
    player = state.mover()
    town = state.towns[player]

    def points(action: int) -> int:
        return state.game.ground.rescore(town, TYPE_OF[KINDS[action - ids.KEEP]])

    return max(state.legal_actions(), key=points)


def worlds(state: State, observer: int) -> list[tuple[ReferenceState, int]]:
    """H-2: all ways to deal the unseen tiles, one after the other, that come to the same hands are one world."""
    others = [player for player in range(state.game.players) if player != observer]
    unseen = state.unseen(observer)
    ways: Counter[Hands] = Counter()
    for drawn, count in deals(unseen, sum(len(state.hidden[player]) for player in others)):
        rest = list(drawn)
        hands = []
        for player in others:
            tiles = len(state.hidden[player])
            hands.append(tuple(sorted(rest[:tiles])))
            rest = rest[tiles:]
        ways[tuple(hands)] += count
    return [(world_of(state, others, unseen, hands), count) for hands, count in ways.items()]


def deals(unseen: list[int], tiles: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """So many tiles, one after the other, and the number of ways to draw them."""
    if tiles == 0:
        yield (), 1
        return
    for kind, count in enumerate(unseen):
        if count:
            left = [have - (place == kind) for place, have in enumerate(unseen)]
            for drawn, ways in deals(left, tiles - 1):
                yield (kind, *drawn), count * ways


def world_of(state: State, others: list[int], unseen: list[int], hands: Hands) -> State:
    """The position with these hidden tiles; all others that are unseen are face down."""
    world = state.clone()
    world.pool = list(unseen)
    for player, hand in zip(others, hands, strict=True):
        world.hidden[player] = in_order([KINDS[kind] for kind in hand])
        for kind in hand:
            world.pool[kind] -= 1
    return world
