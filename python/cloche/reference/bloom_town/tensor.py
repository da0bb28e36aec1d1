"""The observation tensor of Bloom Town, in the order of seeds/bloom_town/state.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cloche.reference.base import float32, one_hot
from cloche.reference.bloom_town.actions import BONUSES
from cloche.reference.bloom_town.shape import PHASES, SPACES
from cloche.reference.bloom_town.town import KINDS, PLACE

if TYPE_CHECKING:
    from cloche.reference.bloom_town import State

USUAL_POINTS = 100


def tensor(state: State, player: int) -> list[float]:
    """What `player` sees."""
    box = state.game.box
    order = [(player + i) % state.game.players for i in range(state.game.players)]
    values: list[float] = []
    for p in order:
        values += [float(what == kind) for kind in KINDS for what in state.towns[p].values()]
    for p in order:
        values += [float32(state.hands[p].count(kind) / box.hand_tiles) for kind in KINDS]
        values.append(float32(len(state.hidden[p]) / box.hand_tiles))
        values += one_hot_kind(state.kept[p])
    values += [float32(state.hidden[player].count(kind) / box.hand_tiles) for kind in KINDS]
    values += [float32(left / (count or 1)) for left, count in zip(state.unseen(player), box.counts, strict=True)]
    for kind in state.market:
        values += one_hot_kind(kind)
    values += [float32(tiles / box.stack_height) for tiles in state.stacks]
    values.append(float32(state.left_over / (box.left_overs or 1)))
    values += [float32(out / (box.community_tiles or 1)) for out in state.community]
    values += [float(triggered) for triggered in state.by_token]
    for p in order:
        values += [float32(state.points[p] / USUAL_POINTS), float(state.tokens[p])]
    values += one_hot(PHASES.index(state.phase), len(PHASES))
    values += [float(p == state.player) for p in order]
    values += [float(space in state.emptied) for space in range(SPACES)]
    values += [float(word in state.used) for word in BONUSES]
    values.append(float(state.extra_due))
    values += [float(cell == state.cell) for cell in state.game.ground.cells]
    return values


def one_hot_kind(kind: str | None) -> list[float]:
    """The place of a kind; zeros for none."""
    return one_hot(None if kind is None else PLACE[kind], len(KINDS))
