"""The numbers of a position that values are made from, as a player sees it (seeds/buds_and_blooms/state.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cloche.reference.base import float32
from cloche.reference.buds_and_blooms.actions import CUT, FIRST_BUD, FIRST_TOOL, RAIN, SUN, colour_of, fits, is_bud
from cloche.reference.buds_and_blooms.flowers import Flower, looks_of, points, tops

if TYPE_CHECKING:
    from cloche.reference.buds_and_blooms.state import State

SEATS = 2
MOST_SLOTS = 3
OF_A_SLOT = 9
OF_A_SEAT = 5  # beside the slots
TOOLS = 3
FLOWER_CARDS = 21
POINTS, LEAVES, BEES, BUTTERFLIES, STAGES = 20, 10, 4, 3, 6  # units
BEFORE_THE_DECKS = ("card", "face", "turn")


def features(state: State, player: int) -> list[float]:
    """Each seat in player order; nothing until the beds lie."""
    n, slots = state.game.players, state.game.box.slots
    numbers: list[float] = []
    if state.phase not in BEFORE_THE_DECKS:
        for p in [(player + i) % n for i in range(n)]:
            coming = coming_to(state, p, player)
            may_be_cut = n > 1 and state.game.take_that and may_cut(state, 1 - p, player)
            for slot in range(slots):
                numbers += slot_numbers(state, p, slot, coming)
                numbers.append(float(may_be_cut and tempts(state, p, slot)))
            numbers += [0.0] * (OF_A_SLOT * (MOST_SLOTS - slots))
            numbers += seat(state, p)
    size = SEATS * (MOST_SLOTS * OF_A_SLOT + OF_A_SEAT)
    return [float32(number) for number in numbers] + [0.0] * (size - len(numbers))


def coming_to(state: State, player: int, observer: int) -> list[tuple[int, int]]:
    """What may come to a seat: deck and face of each card."""
    pile = state.game.pile_of(player)
    known = {(card.deck, card.face) for card in state.numbered() if observer in card.known}
    gone = known | {(card.deck, card.face) for card in state.open_cards()}
    own = [*state.hands[player], *state.piles[pile].under]
    return [
        *(card for card in state.game.cards[pile] if card not in gone),
        *((card.deck, card.face) for card in own if observer in card.known),
    ]


def may_cut(state: State, player: int, observer: int) -> bool:
    """Whether the cut may come to a player, who in a single deck has not played one (BB-21)."""
    played = any(tool.face == CUT for tool in state.sheds[player])
    return not (state.game.single_deck and played) and any(
        face == CUT for _, face in coming_to(state, player, observer)
    )


def slot_numbers(state: State, player: int, slot: int, coming: list[tuple[int, int]]) -> list[float]:
    """A flower: what it shows and hides, and what may continue it."""
    box, flower = state.game.box, state.flowers[player][slot]
    own = points(box, flower)
    allowed = tops(state.rule(player, slot), looks_of(flower))
    fitting = sum(face < FIRST_TOOL and fits(face, allowed) for _, face in coming)
    ahead = state.game.players > 1 and own > points(box, state.flowers[1 - player][slot])
    return [
        own / POINTS,
        sum(box.leaves[card.face][card.stages] for card in flower) / LEAVES,
        sum(box.bees[card.face][card.stages] for card in flower) / BEES,
        butterflies(state, flower) / BUTTERFLIES,
        sum(box.stages[card.face] - card.stages for card in flower[:-1]) / STAGES,
        float(bool(flower) and is_bud(flower[-1].face)),
        float(ahead),
        fitting / FLOWER_CARDS,
    ]


def butterflies(state: State, flower: Flower) -> int:
    """Butterflies showing of the colour of the top card."""
    if not flower:
        return 0
    colour = colour_of(flower[-1].look)
    return sum(state.game.box.butterflies[card.face][card.stages].count(colour) for card in flower)


def tempts(state: State, player: int, slot: int) -> bool:
    """Whether the top card is a bloom that fits on a bed of the other."""
    flower = state.flowers[player][slot]
    return bool(flower) and flower[-1].face < FIRST_BUD and state.fits_on_top(1 - player, flower[-1].face)


def seat(state: State, player: int) -> list[float]:
    """What is not in the beds."""
    hand, number = state.hands[player], state.game.pile_of(player)
    pile = state.piles[number]
    left = state.lazy_size(number) + len(pile.under)
    backs = [card.back for card in hand]
    growing = 2 * min(backs.count(SUN), backs.count(RAIN))
    if left:
        growing = 0 if pile.top is None else sum(back != pile.top % 2 for back in backs)
    return [
        len(hand) / state.game.box.hand,
        left / len(state.game.cards[number]),
        len(state.sheds[player]) / TOOLS,
        growing / state.game.box.hand,
        float(player == state.current_player()),
    ]
