"""The numbers of a position that values are made from (seeds/bloom_town/state.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cloche.reference.base import float32
from cloche.reference.bloom_town.shape import SPACES
from cloche.reference.bloom_town.town import TYPES

if TYPE_CHECKING:
    from cloche.reference.bloom_town import State

SEATS = 4
OF_A_SEAT = 5 + 2 * len(TYPES)
POINTS, SCORING = 100, 10  # units


def features(state: State, player: int) -> list[float]:
    """Each seat in player order, then the stacks."""
    n, height = state.game.players, state.game.box.stack_height
    numbers = [number for i in range(n) for number in seat(state, (player + i) % n)]
    numbers += [0.0] * (OF_A_SEAT * (SEATS - n))
    numbers.append(sum(state.stacks) / (SPACES * height))
    numbers += [tiles / height for tiles in sorted(state.stacks)]
    return [float32(number) for number in numbers]


def seat(state: State, player: int) -> list[float]:
    """A player."""
    ground, town = state.game.ground, state.towns[player]
    numbers = [state.points[player] / POINTS]
    for place, type_ in enumerate(TYPES):
        numbers += [ground.rescore(town, type_) / SCORING, float(may_be_paired(state, place))]
    kinds = {kind for kind in state.market if kind is not None}
    reached = {state.market[ground.space_of[cell]] for cell in ground.empties(town)} - {None}
    return [
        *numbers,
        float(state.tokens[player]),
        max((ground.best(town, kind) for kind in kinds), default=0) / SCORING,
        len(reached) / SPACES,
        float(player == state.current_player()),
    ]


def may_be_paired(state: State, place: int) -> bool:
    """Whether a second community tile of a type may still come up and rescore it (BT-14)."""
    face_down = any(out < state.game.box.community_tiles for out in state.community)
    return state.community[place] == 1 and not state.by_token[place] and face_down
