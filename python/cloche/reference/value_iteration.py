"""Values of games that may go on without a bound (seeds/search.md, V-7): bounds that close in on each other."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from cloche.backend import CHANCE, TERMINAL, GameBackend, StateBackend
from cloche.reference.best_play import Play, best_actions
from cloche.reference.purse import Purse


class Unending(Exception):
    """The bounds of some position stop coming closer."""


@dataclass
class Place:
    """A position, with what it leads to and bounds of the return of player 0."""

    player: int
    low: float
    high: float
    actions: list[int]
    chances: list[float] = field(default_factory=list)  # at a chance node
    next: list[Place] = field(default_factory=list)


def iterated_values(game: GameBackend, state: StateBackend, tolerance: float, purse: Purse) -> Play:
    """The middle of the bounds, once they are close everywhere; Unending where they do not come so close."""
    shared = game.shared_return
    places = all_places(game, state, purse)
    while any(place.high - place.low > tolerance for place in places):
        purse.look()
        before = [(place.low, place.high) for place in places]
        for place in reversed(places):  # ends lie late in the list
            if place.next:
                place.low = _taken(place, [then.low for then in place.next], shared)
                place.high = _taken(place, [then.high for then in place.next], shared)
        if before == [(place.low, place.high) for place in places]:
            raise Unending
    root = places[0]
    values = _for_all(game, (root.low + root.high) / 2)
    if root.player < 0:
        return Play(values, [])
    then = [_for_all(game, (place.low + place.high) / 2)[root.player] for place in root.next]
    return Play(values, best_actions(root.actions, then, tolerance))


def all_places(game: GameBackend, state: StateBackend, purse: Purse) -> list[Place]:
    """All positions that can be reached, breadth first from `state`."""
    known: dict[str, Place] = {}
    waiting: list[tuple[StateBackend, Place]] = []

    def place_of(state: StateBackend) -> Place:
        key = json.dumps(state.to_dict())
        if key not in known:
            known[key] = _new_place(game, state)
            waiting.append((state, known[key]))
        return known[key]

    place_of(state)
    for here, place in waiting:  # grows as it is read
        place.next = [place_of(purse.after(here, action)) for action in place.actions]
    return [place for _, place in waiting]


def _new_place(game: GameBackend, state: StateBackend) -> Place:
    player = state.current_player()
    if player == TERMINAL:
        value = state.returns()[0]
        return Place(player, value, value, [])
    lowest, highest = map(float, game.score_bounds)
    if not game.shared_return:
        lowest, highest = -float(game.stakes or 1), float(game.stakes or 1)
    place = Place(player, lowest, highest, state.legal_actions())
    if player == CHANCE:
        weights = [weight for _, weight in state.chance_weights()]
        place.chances = [weight / sum(weights) for weight in weights]
    return place


def _taken(place: Place, values: list[float], shared: bool) -> float:
    """V-1, V-5, from the values to player 0 of what comes next."""
    if place.player == CHANCE:
        return sum(chance * value for chance, value in zip(place.chances, values, strict=True))
    return max(values) if shared or place.player == 0 else min(values)


def _for_all(game: GameBackend, value: float) -> list[float]:
    """The values of all players from that of player 0."""
    if game.players == 2 and not game.shared_return:
        return [value, -value]
    return [value] * game.players
