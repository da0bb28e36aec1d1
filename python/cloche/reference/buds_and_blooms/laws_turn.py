"""Laws of Buds and Blooms about whose turn it is and what is due (S-2, S-11 to S-17 of state.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cloche.reference.base import Faults
from cloche.reference.buds_and_blooms.actions import CUT, DIG, FIRST_BUD, POWER, RAIN, SUN, fits
from cloche.reference.buds_and_blooms.deck import Card
from cloche.reference.buds_and_blooms.shape import PLACES, Laws
from cloche.reference.buds_and_blooms.tensor import PHASES

if TYPE_CHECKING:
    from cloche.reference.buds_and_blooms.state import State

SETUP_PHASES = ("card", "face", "turn")
NOBODYS_PHASES = (*SETUP_PHASES, "over")
DEAL_PHASES = ("back", "draw")
LOOK_PHASES = ("back", "look", "take")

TURN_LAWS = Laws()


def has_tool(state: State, player: int, tool: int) -> bool:
    """Whether a tool lies in the shed of a player."""
    return any(played.face == tool for played in state.sheds[player])


def known_backs(cards: list[Card], player: int) -> set[int]:
    """The weathers of the cards that a player knows."""
    return {card.back for card in cards if player in card.known}


def is_full(state: State, player: int) -> bool:
    """S-12: whether a player has nothing to draw."""
    return len(state.hands[player]) >= state.game.box.hand or not state.has_cards(state.game.pile_of(player))


@TURN_LAWS.law("phase", "player")
def law_s_2_player(state: State, faults: Faults) -> None:
    """S-2: somebody draws, looks or decides but in the setup of the beds and at the end."""
    if (state.player is None) != (state.phase in NOBODYS_PHASES):
        faults.spoil("player", f"must be null exactly at {', '.join(NOBODYS_PHASES)} (S-2)")


@TURN_LAWS.law("phase")
def law_s_2_taken(state: State, faults: Faults) -> None:
    """S-2: blooms are taken from a rival, where the option allows it."""
    if state.phase == "play_taken" and not state.game.take_that:
        faults.add("phase", "no bloom is taken in this game (S-2)")


# Tops of piles


@TURN_LAWS.law("piles")
def law_s_11_top(state: State, faults: Faults) -> None:
    """S-11: an empty pile has no top, and without a lazy part the top is the first card under it."""
    for number, pile in enumerate(state.piles):
        if pile.top is None or state.lazy_size(number) > 0:
            continue
        if not pile.under:
            faults.add(f"piles[{number}].top", "must be null, as the pile is empty (S-11)")
        elif pile.top != state.game.back_id(pile.under[0].deck, pile.under[0].back):
            faults.add(f"piles[{number}].top", "must be the back of the first card under it (S-11)")


@TURN_LAWS.law("phase", "piles")
def law_s_11_from_draw_on(state: State, faults: Faults) -> None:
    """S-11: from `draw` on every pile with cards shows its top."""
    if PHASES.index(state.phase) < PHASES.index("draw"):
        return
    for number, pile in enumerate(state.piles):
        if state.has_cards(number) and pile.top is None:
            faults.add(f"piles[{number}].top", f"must not be null in phase {state.phase} (S-11)")


@TURN_LAWS.law("phase", "player", "piles")
def law_s_11_setup(state: State, faults: Faults) -> None:
    """S-11: the first backs are due in the order of the piles."""
    if state.phase != "back" or not state.is_setup():
        return
    if state.player != 0:
        faults.add("player", "must be 0 before the first card is drawn (S-11)")
    lacking = [pile.top is None for pile in state.piles]
    if not any(lacking) or lacking != sorted(lacking):
        faults.add("piles", "one or more, the last ones, must have no top before the first card is drawn (S-11)")


@TURN_LAWS.law("phase", "player", "piles")
def law_s_11_back(state: State, faults: Faults) -> None:
    """S-11: the back due is that of the player's own pile."""
    if state.phase != "back" or state.is_setup():
        return
    own = state.own_pile()
    for number, pile in enumerate(state.piles):
        if number == own and (pile.top is not None or not state.has_cards(number)):
            faults.add(f"piles[{number}]", "must have cards and no top, as its back is due (S-11)")
        if number != own and pile.top is None and state.has_cards(number):
            faults.add(f"piles[{number}].top", "must not be null, as this pile's back is not due (S-11)")


# Hands


@TURN_LAWS.law("hands")
def law_s_12_full(state: State, faults: Faults) -> None:
    """S-12: nobody has more than a full hand."""
    for player, hand in enumerate(state.hands):
        if len(hand) > state.game.box.hand:
            faults.add(f"hands[{player}]", f"must hold at most {state.game.box.hand} cards (S-12)")


@TURN_LAWS.law("phase", "player", "flowers", "sheds", "hands", "compost", "looked", "piles")
def law_s_12_deal_or_play(state: State, faults: Faults) -> None:
    """S-12: it is the deal, or everybody else has drawn."""
    if state.phase not in SETUP_PHASES and not is_deal(state) and not is_play(state):
        faults.add("hands", "all other players must have drawn, or this must be the deal (S-12)")


def is_deal(state: State) -> bool:
    """S-12: nothing was played, players before have drawn, players after have nothing."""
    if state.phase not in DEAL_PHASES:
        return False
    played = [
        *state.open_cards(),
        *state.compost,
        *state.looked,
        *(card for pile in state.piles for card in pile.under),
    ]
    before, after = range(state.mover()), range(state.mover() + 1, state.game.players)
    return not played and all(is_full(state, p) for p in before) and not any(state.hands[p] for p in after)


def is_play(state: State) -> bool:
    """S-12: all others have drawn."""
    return all(is_full(state, p) for p in range(state.game.players) if p != state.player)


@TURN_LAWS.law("phase", "player", "flowers", "sheds", "hands", "compost", "looked", "piles", "cause")
def law_s_12_missing(state: State, faults: Faults) -> None:
    """S-12: how many cards the player misses in the course of a turn."""
    if state.player is None or is_deal(state):
        return
    missing = state.game.box.hand - len(state.hands[state.player])
    own_pile_is_empty = not state.has_cards(state.own_pile())
    match state.phase:
        case "draw":
            right = missing in (1, 2)
        case "back":
            right = missing == 1 if state.looked else missing in (0, 1)
        case "look":
            right = missing == 1
        case "take" if state.looked:
            right = missing == 1
        case "move":
            right = missing == 0 or own_pile_is_empty
        case "grow" if state.cause == "weather":
            right = missing >= 2
        case "grow" | "play_taken" | "play_insert" | "take":
            right = missing == 1 or (missing > 1 and own_pile_is_empty)
        case "rain":
            right = missing >= 1
        case _:
            right = True
    if not right:
        faults.add(f"hands[{state.player}]", f"a wrong number of cards in phase {state.phase} (S-12)")


@TURN_LAWS.law("phase", "hands", "piles")
def law_s_12_over(state: State, faults: Faults) -> None:
    """S-12: at the end nobody has a card."""
    if state.phase != "over":
        return
    for player, hand in enumerate(state.hands):
        if hand:
            faults.add(f"hands[{player}]", "must be empty when the game is over (S-12)")
    for number in range(len(state.piles)):
        if state.has_cards(number):
            faults.add(f"piles[{number}]", "must be empty when the game is over (S-12)")


@TURN_LAWS.law("phase", "player", "hands", "piles")
def law_s_13(state: State, faults: Faults) -> None:
    """S-13: who draws or looks finds a card, and has room for it."""
    if state.phase not in ("draw", "look"):
        return
    if not state.has_cards(state.own_pile()):
        faults.add(f"piles[{state.own_pile()}]", f"must have cards in phase {state.phase} (S-13)")
    if state.phase == "draw" and len(state.hands[state.mover()]) >= state.game.box.hand:
        faults.add(f"hands[{state.player}]", "must not be full in phase draw (S-13)")


# Digs


@TURN_LAWS.law("phase", "looked")
def law_s_14_elsewhere(state: State, faults: Faults) -> None:
    """S-14: cards are looked at inside a dig."""
    if state.looked and state.phase not in LOOK_PHASES:
        faults.add("looked", f"must be empty in phase {state.phase} (S-14)")


@TURN_LAWS.law("phase", "player", "looked", "piles")
def law_s_14_size(state: State, faults: Faults) -> None:
    """S-14: how many cards have been looked at."""
    most, count = state.game.box.dig_look, len(state.looked)
    if not count or state.phase not in LOOK_PHASES:
        return
    if count > most:
        faults.add("looked", f"must hold at most {most} cards (S-14)")
    if state.phase == "look" and count == most:
        faults.add("looked", f"must hold less than {most} cards in phase look (S-14)")
    if state.phase == "take" and count < most and state.has_cards(state.own_pile()):
        faults.add("looked", f"must hold {most} cards in phase take while the pile has any (S-14)")


@TURN_LAWS.law("phase", "player", "looked", "sheds")
def law_s_14_shed(state: State, faults: Faults) -> None:
    """S-14: who looks has played a dig."""
    looks = state.phase in ("look", "take") or bool(state.looked)
    if state.player is not None and looks and not has_tool(state, state.player, DIG):
        faults.add(f"sheds[{state.player}]", f"must hold dig in phase {state.phase} (S-14)")


# What is due


@TURN_LAWS.law("phase", "player", "hands")
def law_s_15_hand(state: State, faults: Faults) -> None:
    """S-15: who moves has a card."""
    if state.phase in ("move", "sun", "rain") and not state.hands[state.mover()]:
        faults.add(f"hands[{state.player}]", f"must not be empty in phase {state.phase} (S-15)")


@TURN_LAWS.law("phase", "player", "piles")
def law_s_15_pile(state: State, faults: Faults) -> None:
    """S-15: the weather is used with the own deck empty."""
    if state.phase in ("sun", "rain") and state.has_cards(state.own_pile()):
        faults.add(f"piles[{state.own_pile()}]", f"must be empty in phase {state.phase} (S-15)")


@TURN_LAWS.law("phase", "player", "hands", "compost")
def law_s_15_weather(state: State, faults: Faults) -> None:
    """S-15: the two cards of `weather`."""
    if state.phase not in ("sun", "rain"):
        return
    for weather in (SUN, RAIN) if state.phase == "sun" else (RAIN,):
        if not state.hand_of_back(weather):
            faults.add(f"hands[{state.player}]", f"must hold a card of each weather due in phase {state.phase} (S-15)")
    if state.phase == "rain" and SUN not in known_backs(state.compost, state.mover()):
        faults.add("compost", "must hold a sun card that the player knows in phase rain (S-15)")


@TURN_LAWS.law("phase", "player", "flowers")
def law_s_15_s_16_growth(state: State, faults: Faults) -> None:
    """S-15, S-16: something can grow."""
    if state.phase in ("sun", "rain", "grow") and not state.can_grow():
        faults.add(f"flowers[{state.player}]", f"nothing can grow in phase {state.phase} (S-15, S-16)")


@TURN_LAWS.law("phase", "cause")
def law_s_16_cause(state: State, faults: Faults) -> None:
    """S-16: a growth has a cause."""
    if (state.cause is not None) != (state.phase == "grow"):
        faults.spoil("cause", "must be null exactly outside phase grow (S-16)")


@TURN_LAWS.law("phase", "player", "compost", "piles", "cause")
def law_s_16_discard(state: State, faults: Faults) -> None:
    """S-16: a card of the other weather was discarded."""
    if state.cause != "discard":
        return
    own = state.own_pile()
    top = state.piles[own].top
    if not state.has_cards(own):
        faults.add(f"piles[{own}]", "must not be empty at a growth for a discard (S-16)")
    elif top is not None and 1 - top % 2 not in known_backs(state.compost, state.mover()):
        faults.add("compost", "must hold a card of the other weather that the player knows (S-16)")


@TURN_LAWS.law("phase", "player", "sheds", "cause")
def law_s_16_power(state: State, faults: Faults) -> None:
    """S-16: flower power was played."""
    if state.cause in ("power", "again") and not has_tool(state, state.mover(), POWER):
        faults.add(f"sheds[{state.player}]", "must hold power at its growths (S-16)")


@TURN_LAWS.law("phase", "player", "flowers", "cause")
def law_s_16_again(state: State, faults: Faults) -> None:
    """S-16: the first growth of flower power shows."""
    if state.cause != "again":
        return
    flowers = state.flowers[state.mover()]
    if not any(card.stages > 1 for flower in flowers for card in flower[:-1]):
        faults.add(f"flowers[{state.player}]", "no covered card has grown at the second growth (S-16)")


@TURN_LAWS.law("phase", "player", "compost", "piles", "cause")
def law_s_16_weather(state: State, faults: Faults) -> None:
    """S-16: a sun and a rain card were discarded, the own deck being empty."""
    if state.cause != "weather":
        return
    if state.has_cards(state.own_pile()):
        faults.add(f"piles[{state.own_pile()}]", "must be empty at a growth for weather (S-16)")
    if len(known_backs(state.compost, state.mover())) < 2:
        faults.add("compost", "must hold a sun and a rain card that the player knows (S-16)")


@TURN_LAWS.law("phase", "bloom")
def law_s_17_bloom_elsewhere(state: State, faults: Faults) -> None:
    """S-17: the bloom of a cut is remembered until it is played."""
    if (state.bloom is not None) != (state.phase == "play_taken"):
        faults.spoil("bloom", "must be null exactly outside phase play_taken (S-17)")


@TURN_LAWS.law("phase", "place")
def law_s_17_place_elsewhere(state: State, faults: Faults) -> None:
    """S-17: the place of a cut is remembered until a card is inserted there."""
    if (state.place is not None) != (state.phase == "play_insert"):
        faults.spoil("place", "must be null exactly outside phase play_insert, where it is a place (S-17)")


@TURN_LAWS.law("phase", "player", "sheds")
def law_s_17_shed(state: State, faults: Faults) -> None:
    """S-17: a cut was played."""
    if state.phase in ("play_taken", "play_insert") and not has_tool(state, state.mover(), CUT):
        faults.add(f"sheds[{state.player}]", f"must hold cut in phase {state.phase} (S-17)")


@TURN_LAWS.law("phase", "player", "beds", "flowers", "bloom")
def law_s_17_bloom(state: State, faults: Faults) -> None:
    """S-17: the bloom came from the rival and fits on an own bed."""
    if state.phase != "play_taken" or state.game.players == 1:
        return
    bloom = state.taken().face
    if bloom >= FIRST_BUD:
        faults.add("bloom", "must be a bloom (S-17)")
        return
    if not state.fits_on_top(state.mover(), bloom):
        faults.add("bloom", "fits on no bed of the player (S-17)")
    if not state.fits_on_top(1 - state.mover(), bloom):
        faults.add("bloom", "can't have lain on a bed of the rival (S-17)")


@TURN_LAWS.law("phase", "player", "flowers", "place")
def law_s_17_place(state: State, faults: Faults) -> None:
    """S-17: a place in a flower of the player."""
    if state.phase == "play_insert" and state.place_due() not in state.places(state.mover()):
        places = ", ".join(PLACES[place] for place in state.places(state.mover()))
        faults.spoil("place", f"must be a place in a flower of the player: {places or 'there is none'} (S-17)")


def nothing_known_fits(state: State) -> bool:
    """S-17, O-4: at `play_insert` no card of the hand whose face is given fits."""
    looks = state.insertable(state.mover(), state.place_due())
    return not any(fits(card.face, looks) for card in state.hands[state.mover()])
