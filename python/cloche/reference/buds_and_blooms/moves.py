"""What a player of Buds and Blooms may do (BB-10 to BB-21)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cloche.reference.buds_and_blooms import actions as ids
from cloche.reference.buds_and_blooms.actions import CUT, DIG, FIRST_BUD, FIRST_TOOL, PLAYS, POWER, fits
from cloche.reference.buds_and_blooms.deck import faces_of
from cloche.reference.buds_and_blooms.flowers import growing, looks_of, tops

if TYPE_CHECKING:
    from cloche.reference.buds_and_blooms.state import State


def moves(state: State) -> list[int]:
    """BB-10: play a card or discard one; BB-16."""
    faces = faces_of(state.hands[state.mover()])
    actions = plays(state, [face for face in faces if face < FIRST_TOOL])
    if POWER in faces and may_play(state, POWER) and state.can_grow():
        actions.append(ids.POWER_ACTION)  # BB-17
    if CUT in faces and may_play(state, CUT):
        actions += takes(state)
        actions += insertion_places(state, faces)
    if DIG in faces and may_play(state, DIG):
        actions += [ids.DIG_COMPOST] * bool(state.compost)  # BB-20
        actions += [ids.DIG_DECK] * state.has_cards(state.own_pile())
    actions += [ids.DISCARD + face for face in faces]  # BB-15
    return actions + [ids.WEATHER] * may_use_weather(state)


def plays(state: State, faces: Iterable[int]) -> list[int]:
    """BB-11, BB-13: where these cards may start a flower or cover its top card."""
    player = state.mover()
    allowed = [tops(state.rule(player, slot), looks_of(flower)) for slot, flower in enumerate(state.flowers[player])]
    return [
        first + slot
        for face in faces
        for look, first in PLAYS[face]
        for slot, looks in enumerate(allowed)
        if look in looks
    ]


def may_play(state: State, tool: int) -> bool:
    """BB-21: in a single deck each kind of tool once."""
    return not state.game.single_deck or all(played.face != tool for played in state.sheds[state.mover()])


def takes(state: State) -> list[int]:
    """BB-18: the rival's flowers whose top card is a bloom that fits on an own bed."""
    if not state.game.take_that:
        return []
    return [
        ids.TAKE_BLOOM + slot
        for slot, flower in enumerate(state.flowers[1 - state.mover()])
        if flower and flower[-1].face < FIRST_BUD and state.fits_on_top(state.mover(), flower[-1].face)
    ]


def insertion_places(state: State, faces: Iterable[int]) -> list[int]:
    """BB-19: the places of own flowers where one of these cards fits."""
    player = state.mover()
    return [
        ids.INSERT + place
        for place in state.places(player)
        if any(fits(face, state.insertable(player, place)) for face in faces)
    ]


def inserting_plays(state: State) -> list[int]:
    """BB-19: the cards of the hand that fit at the place chosen."""
    place = state.place_due()
    looks = state.insertable(state.mover(), place)
    faces = faces_of(state.hands[state.mover()])
    return [first + place // ids.MOST_CARDS for face in faces for look, first in PLAYS[face] if look in looks]


def growths(state: State) -> list[int]:
    """BB-14: the covered cards of own flowers that still hide a stage."""
    return [
        ids.GROW + slot * ids.MOST_CARDS + place
        for slot, flower in enumerate(state.flowers[state.mover()])
        for place in growing(state.game.box, flower)
    ]


def may_use_weather(state: State) -> bool:
    """BB-16: the own deck is empty, a sun and a rain card are in hand, and something can grow."""
    if state.has_cards(state.own_pile()):
        return False
    backs = {card.back for card in state.hands[state.mover()]}
    return len(backs) == len(ids.WEATHERS) and state.can_grow()
