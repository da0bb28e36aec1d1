"""Judges positions and observations of Barton in Bloom given as data (S-1 to O-2 of state.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cloche.reference.barton_in_bloom.data import KEYS
from cloche.reference.barton_in_bloom.laws import LAWS, law_o_1, law_o_2
from cloche.reference.barton_in_bloom.node_laws import NODE_LAWS
from cloche.reference.barton_in_bloom.shape import law_s_1
from cloche.reference.base import Faults

if TYPE_CHECKING:
    from cloche.reference.barton_in_bloom import Game
    from cloche.reference.barton_in_bloom.rules import State


def judge(game: Game, data: Mapping[str, Any], observer: int | None) -> State:
    """The state of a lawful position or, with an observer, of an observation that some world has.

    Of an observation hidden judges are still unknown. ValueError that lists every broken law.
    """
    faults = Faults("barton_in_bloom")
    values = faults.values(data, KEYS)
    if observer is not None:
        values["observer"] = observer
    law_s_1(game, values, faults)
    faults.end()
    if observer is not None:
        law_o_1(game, values, faults)
        faults.end()
    for law in LAWS:
        law(game, values, faults)
    if observer is not None:
        law_o_2(game, values, faults)
    faults.end()
    return _judged_by_node(game, values, faults)


def _judged_by_node(game: Game, values: Mapping[str, Any], faults: Faults) -> State:
    """S-9 to S-15 ask nothing of which judges are hidden: any will do."""
    state = game.state_of(values)
    anyone = next(iter(game.box.judges))
    held = [card for _, card in state.hidden_cards()]
    state.name_cards({card.draw: anyone for card in held if not card.judge})
    for law in NODE_LAWS:
        law(state, faults)
    faults.end()
    state.listed = None
    return state
