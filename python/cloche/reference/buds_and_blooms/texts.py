"""How positions, actions and what is seen of them are written in Buds and Blooms (rules.md, `to_dict`, V-1 to V-5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cloche.backend import Data
from cloche.reference.buds_and_blooms import actions as ids
from cloche.reference.buds_and_blooms.actions import FACES, LOOKS, PLAYED, TEXTS
from cloche.reference.buds_and_blooms.deck import Card, Pile, back_text
from cloche.reference.buds_and_blooms.flowers import Flower, Tool

if TYPE_CHECKING:
    from cloche.reference.buds_and_blooms.state import State


def position_data(state: State, observer: int | None) -> Data:
    """The keys of `to_dict`; with an observer the faces that this player knows, null for the others."""

    def cards(some: list[Card]) -> list[Data]:
        return [_card_data(card, observer) for card in some]

    return {
        "phase": state.phase,
        "player": state.player,
        "beds": [{"card": state.game.box.bed_ids[bed.card], "face": bed.face, "turn": bed.turn} for bed in state.beds],
        "flowers": [[_flower_data(flower) for flower in flowers] for flowers in state.flowers],
        "sheds": [[_open_data(tool) for tool in shed] for shed in state.sheds],
        "hands": [cards(hand) for hand in state.hands],
        "compost": cards(state.compost),
        "looked": cards(state.looked),
        "piles": [
            {"drawn": pile.drawn, "top": _top_text(pile, state), "under": cards(pile.under)} for pile in state.piles
        ],
        "cause": state.cause,
        "place": None if state.place is None else ids.place_text(state.place),
        "bloom": None if state.bloom is None else _open_data(state.bloom),
    }


def _card_data(card: Card, observer: int | None) -> Data:
    return {
        "deck": card.deck,
        "draw": card.draw,
        "back": ids.WEATHERS[card.back],
        "face": FACES[card.face] if observer is None or observer in card.known else None,
        "known": list(card.known),
    }


def _flower_data(flower: Flower) -> list[Data]:
    return [
        {"face": FACES[card.face], "deck": card.deck, "as": LOOKS[card.look], "stages": card.stages} for card in flower
    ]


def _open_data(card: Tool) -> Data:
    return {"face": FACES[card.face], "deck": card.deck}


def _top_text(pile: Pile, state: State) -> str | None:
    return None if pile.top is None else outcome_of_back(pile.top, state.game.single_deck)


def outcome_of_back(outcome: int, single_deck: bool) -> str:
    """`sun`, in a single deck `1.sun`."""
    return back_text(*divmod(outcome, len(ids.WEATHERS)), single_deck)


def text_of(state: State, action: int) -> str:
    """The notation of a legal action or outcome."""
    match state.phase:
        case "card" | "turn":
            return f"{state.phase}:{action}"
        case "face":
            return ("face:plain", "face:rocks")[action]
        case "back":
            return f"back:{outcome_of_back(action, state.game.single_deck)}"
        case "draw" | "look":
            return f"draw:{FACES[action]}"
    return TEXTS[action]


def seen_id(state: State, action: int, observer: int) -> int:
    """H-5, V-1 to V-5: the id of what `observer` sees of a legal action or outcome."""
    if observer == state.player:
        return action
    if state.phase in ("draw", "look"):
        return ids.HIDDEN_DRAW  # V-1
    card = _card_moved(state, action)
    if card is None:
        return action  # V-5
    kind = ids.DISCARD if _is_discard(action) else ids.TAKE if _is_take(action) else action
    return ids.HIDDEN_CARD + ids.CARD_NUMBERS * kind + card.number  # V-2 to V-4


def seen_text(state: State, action: int, observer: int) -> str:
    """H-5, V-1 to V-5: the notation of what `observer` sees."""
    if observer == state.player:
        return text_of(state, action)
    if state.phase in ("draw", "look"):
        return "draw:?"  # V-1
    card = _card_moved(state, action)
    if card is None:
        return text_of(state, action)  # V-5
    single_deck = state.game.single_deck
    which = f"#{card.draw}" if single_deck else f"#{card.deck}.{card.draw}"
    back = back_text(card.deck, card.back, single_deck)
    if _is_discard(action):
        return f"discard:{back}{which}"  # V-3
    return f"take:{back}{which}" if _is_take(action) else f"{TEXTS[action]}{which}"  # V-4, V-2


def _is_take(action: int) -> bool:
    return ids.TAKE <= action < ids.DISCARD


def _is_discard(action: int) -> bool:
    return ids.DISCARD <= action < ids.WEATHER


def _card_moved(state: State, action: int) -> Card | None:
    """The card that leaves the hand, or is taken: the table sees which one it is."""
    if state.phase not in ("move", "play_insert", "sun", "rain", "take"):
        return None
    if _is_take(action):
        return state.card_of(state.looked or state.compost, action - ids.TAKE)
    face = _face_spent(action)
    return None if face is None else state.card_of(state.hands[state.mover()], face)


def _face_spent(action: int) -> int | None:
    """The face that an action brings from the hand."""
    if action in PLAYED:
        return PLAYED[action][0]
    if action == ids.POWER_ACTION:
        return ids.POWER
    if action < ids.DIG_COMPOST:
        return ids.CUT
    if action < ids.TAKE:
        return ids.DIG
    return action - ids.DISCARD if _is_discard(action) else None
