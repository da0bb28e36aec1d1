"""The 93 numbers of a position for a value function, as one player knows it (seeds/barton_in_bloom/state.md)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from cloche.reference.barton_in_bloom import scoring
from cloche.reference.barton_in_bloom.box import FERTILIZERS, TYPES
from cloche.reference.base import float32

if TYPE_CHECKING:
    from cloche.reference.barton_in_bloom.position import Position

SEATS = 4
OF_A_SEAT = 22


def features(state: Position, observer: int) -> list[float]:
    """Each seat in player order, then the table."""
    n = state.game.players
    scores = scoring.scores(state, observer)  # even at the end gossip of others stays hidden (H-6)
    order = [(observer + i) % n for i in range(n)]
    values = [number for player in order for number in seat(state, player, scores[player])]
    values += [0.0] * (OF_A_SEAT * (SEATS - n))
    worths = [scoring.lead_by(state, card.judge, observer) for card in state.hands[observer]]
    numbers = [
        *values,
        sum(die.demand for die in state.dice) / 24,
        sum(die.space == "rest" for die in state.dice) / 4,
        float(state.trigger is not None),
        state.board.count(None) / 5,
        sum(worth > 0 for worth in worths) / 5,
    ]
    return [float32(number) for number in numbers]


def seat(state: Position, player: int, score: int) -> list[float]:
    """A player."""
    garden, shed, limit = state.gardens[player], state.sheds[player], state.game.turn_limit
    tokens = Counter(dict(zip(TYPES, shed, strict=True)))
    payable = sum(scoring.is_payable(order.icons, tokens) for order in state.face_up_orders())
    return [
        score / 60,
        state.money[player] / 30,
        sum(shed) / 10,
        sum(held > 0 for held in shed) / 5,
        len(garden.tiles) / 8,
        garden.complete() / 6,
        len(garden.free_beds()) / 10,
        len(garden.standing(grown=True)) / 10,
        len(garden.standing(grown=False)) / 10,
        len(state.hands[player]) / 5,
        float(state.gossip[player] is not None),
        float(state.awake[player]),
        *(float(fertilizer in state.fertilizers[player]) for fertilizer in FERTILIZERS),
        len(state.done[player]) / 8,
        payable / 3,
        state.income(player).money / 15,
        float(player == state.current_player()),
        0.0 if state.turns is None else (limit - state.turns_had(player)) / limit,
    ]
