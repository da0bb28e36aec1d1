"""The prior of Bloom Town: the quality of each decision (seeds/bloom_town/state.md, W-1 to W-6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cloche.reference.bloom_town.actions import BLOOM, CHOICES, COMMUNITY, KEEP, TAKE, TOKEN, bloom_bonuses
from cloche.reference.bloom_town.town import CELLS, KINDS, TYPE_OF, TYPES

if TYPE_CHECKING:
    from cloche.reference.bloom_town import State


def qualities(state: State) -> list[int]:
    """The quality of each legal action of a decision node, in their order."""
    actions = state.legal_actions()
    match state.phase:
        case "build":
            brought = what_squares_bring(state)
            return [points_of_build(state, action) + brought[action % CELLS] for action in actions]
        case "take":
            return [quality_of_take(state, action - TAKE) for action in actions]
        case "keep":
            return [quality_of_keep(state, KINDS[action - KEEP]) for action in actions]
    return [quality_of_bonus(state, action) for action in actions]


def points_of_build(state: State, action: int) -> int:
    """W-1: the first part."""
    points = state.game.ground.score(state.own_town(), action % CELLS, KINDS[action // CELLS])
    return state.game.tuned["build"] * points


def what_squares_bring(state: State) -> dict[int, int]:
    """W-1: what covering each empty square brings beside points."""
    tuned, ground, town = state.game.tuned, state.game.ground, state.own_town()
    behind = [tuned["unknown"] if kind is None else tuned["market"] * ground.best(town, kind) for kind in state.market]
    bonus = tuned["blooming"] if bloom_bonuses(state.used) else 0
    return {
        cell: behind[ground.space_of[cell]] + (bonus if cell in ground.blooming else 0) for cell in ground.empties(town)
    }


def quality_of_bonus(state: State, action: int) -> int:
    """W-2 to W-5: a choice of the blooming square or the token."""
    tuned = state.game.tuned
    if action == BLOOM:
        return 0
    if action == TOKEN:
        return min(tuned["token"], sum(state.stacks) // state.game.players)
    if action >= COMMUNITY:
        return quality_of_community(state, TYPES[action - COMMUNITY])
    if CHOICES[action - (BLOOM if action < TOKEN else TOKEN)] == "extra":
        return tuned["extra"]
    return tuned["build"] * state.points_of_built()


def quality_of_community(state: State, type_: str) -> int:
    """W-5: what the player gains on the best of the others."""
    tuned = state.game.tuned
    others = [state.game.ground.rescore(town, type_) for town in state.towns]
    own = others.pop(state.mover())
    return max(0, tuned["build"] * (own - max(others)) + tuned["community"])


def quality_of_take(state: State, space: int) -> int:
    """W-6."""
    kind = state.market[space]
    assert kind is not None
    return state.game.tuned["build"] * state.game.ground.best(state.own_town(), kind)


def quality_of_keep(state: State, kind: str) -> int:
    """W-6."""
    return state.game.tuned["build"] * state.game.ground.rescore(state.own_town(), TYPE_OF[kind])
