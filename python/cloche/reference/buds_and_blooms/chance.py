"""What chance and hidden cards can be in Buds and Blooms (BB-5, BB-8; C-1 to C-4 and Redeal of state.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cloche.backend import Generator
from cloche.reference.buds_and_blooms.deck import arrangements, next_weights, redealt, redealt_single, with_faces

if TYPE_CHECKING:
    from cloche.reference.buds_and_blooms.state import State

PLAIN, ROCKS = 0, 1


def weights_of(state: State) -> list[tuple[int, int]]:
    """At a chance node every outcome with its weight, ascending; empty elsewhere."""
    match state.phase:
        case "card":
            laid = [bed.card for bed in state.beds]
            return [(card, 1) for card in range(len(state.game.box.bed_ids)) if card not in laid]  # BB-5
        case "face":
            return face_weights(state)
        case "turn":
            return [(0, 1), (1, 1)]
        case "back":
            return back_weights(state)
        case "draw" | "look":
            return drawn_weights(state)
    return []


def face_weights(state: State) -> list[tuple[int, int]]:
    """BB-5, C-1: rocks by the option."""
    rocks = state.game.rocks
    if rocks is None:
        return [(PLAIN, 1), (ROCKS, 1)]
    slots = state.game.box.slots - len(state.beds) + 1
    to_place = rocks - sum(bed.face == ROCKS for bed in state.beds)
    return [(face, weight) for face, weight in ((PLAIN, slots - to_place), (ROCKS, to_place)) if weight]


def back_weights(state: State) -> list[tuple[int, int]]:
    """BB-8, C-2 to C-4: the back of the card that comes to the top."""
    number = state.pile_due()
    if not state.lazy_size(number):
        card = state.piles[number].under[0]
        return [(state.game.back_id(card.deck, card.back), 1)]
    weights: dict[int, int] = {}
    for deck, face, weight in next_cards(state, number):
        back = state.game.back_id(deck, state.game.box.backs[face])
        weights[back] = weights.get(back, 0) + weight
    return sorted(weights.items())


def drawn_weights(state: State) -> list[tuple[int, int]]:
    """BB-8, C-2 to C-4: the face of the top card, its back known."""
    number = state.own_pile()
    pile = state.piles[number]
    if not state.lazy_size(number):
        return [(pile.under[0].face, 1)]
    return [
        (face, weight)
        for deck, face, weight in next_cards(state, number)
        if state.game.back_id(deck, state.game.box.backs[face]) == pile.top
    ]


def next_cards(state: State, number: int) -> list[tuple[int, int, int]]:
    """Deck, face and weight of each card that the next one of a lazy part can be."""
    left = state.lazy_cards(number)
    if state.game.single_deck:
        return [(deck, face, 1) for deck, face in left]  # C-3
    weights = next_weights(state.game.box, state.piles[number].drawn, [face for _, face in left])
    return [(number, face, weight) for face, weight in weights]


def redeal_pile(state: State, number: int, observer: int, rng: Generator) -> None:
    """Redeal, 1 to 3."""
    hidden = state.hidden_cards(number, observer)
    if not hidden:
        return
    left = state.unplaced(number, hidden)
    if state.game.single_deck:
        faces = redealt_single(state.game.by_back(left), hidden, rng)
    else:
        known = arrangements(state.game.box, state.piles[number], [face for _, face in left], hidden)
        faces = redealt(known, hidden, rng)
    numbers = {card.number: faces[card.draw] for card in hidden}
    state.hands = [with_faces(hand, numbers) for hand in state.hands]
    state.compost = with_faces(state.compost, numbers)
    state.looked = with_faces(state.looked, numbers)
    for pile in state.piles:
        pile.under = with_faces(pile.under, numbers)
