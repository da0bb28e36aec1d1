"""What a player sees of Buds and Blooms as numbers, from seeds/buds_and_blooms/state.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cloche.reference.base import float32, one_hot
from cloche.reference.buds_and_blooms.actions import (
    BEDS,
    CARD_NUMBERS,
    COLOURS,
    DECK,
    FIRST_TOOL,
    MOST_CARDS,
    WEATHERS,
    colour_of,
    number_of,
)
from cloche.reference.buds_and_blooms.box import Bed
from cloche.reference.buds_and_blooms.deck import Card
from cloche.reference.buds_and_blooms.flowers import has_fallen, points

if TYPE_CHECKING:
    from cloche.reference.buds_and_blooms.state import State

COPIES = 2
PHASES = (
    *("card", "face", "turn", "back", "draw", "look", "move"),
    *("play_taken", "play_insert", "grow", "take", "sun", "rain", "over"),
)
CAUSES = ("discard", "power", "again", "weather")


def tensor(state: State, player: int) -> list[float]:
    """Parts 1 to 8, in order."""
    game = state.game
    order = [(player + i) % game.players for i in range(game.players)]
    numbers = _beds(state, player)
    for p in order:
        for slot in range(game.box.slots):
            numbers += _flower(state, p, slot)
    numbers += _hands(state, player)
    numbers += _known_cards(state.compost, player, CARD_NUMBERS)
    numbers += _known_cards(state.looked, player, game.box.dig_look)
    piles = order if len(state.piles) > 1 else [0]
    for number in piles:
        numbers += _known_cards(state.piles[number].under, player, DECK)
    for number in piles:
        numbers += _pile(state, number)
    numbers += _unseen(state, player, order)
    for p in order:
        shed = [tool.face for tool in state.sheds[p]]
        numbers += [shed.count(tool) / COPIES for tool in range(FIRST_TOOL, DECK)]
    numbers += one_hot(PHASES.index(state.phase), len(PHASES))
    numbers += [float(p == state.player) for p in order]
    numbers += [float(cause == state.cause) for cause in CAUSES]
    numbers += one_hot(state.place, BEDS * MOST_CARDS)
    numbers += one_hot(None if state.bloom is None else state.bloom.face, DECK)
    return [float32(number) for number in numbers]


def _beds(state: State, player: int) -> list[float]:
    """1: each slot, the player's side first; solo has the rival's side as the far one."""
    numbers = []
    for slot in range(state.game.box.slots):
        complete = slot < len(state.beds) and state.beds[slot].turn is not None
        for side in (player, 1 - player):
            numbers += _bed(state.bed(side, slot) if complete else None)
    return numbers


def _bed(bed: Bed | None) -> list[float]:
    if bed is None:
        return [0.0] * (len(COLOURS) + 8)
    rule = bed.rule
    flags = [colour in rule.colours for colour in range(len(COLOURS))]
    flags += [rule.alternate, bed.parity == "odd", bed.parity == "even"]
    flags += [rule.direction in ("up", "updown"), rule.direction in ("down", "updown")]
    flags += [rule.consecutive, bed.worm]
    return [*(float(flag) for flag in flags), bed.rosette / 10]


def _flower(state: State, player: int, slot: int) -> list[float]:
    """2: what shows of each face, the top card, size, points, whether it has fallen."""
    box = state.game.box
    flower = state.flowers[player][slot]
    showing = [0.0] * DECK
    for card in flower:
        showing[card.face] += card.stages / box.stages[card.face]
    top = flower[-1].look if flower else None
    return [
        *(shown / COPIES for shown in showing),
        *one_hot(None if top is None else colour_of(top), len(COLOURS)),
        0.0 if top is None else number_of(top) / 6,
        len(flower) / MOST_CARDS,
        points(box, flower) / 20,
        float(bool(flower) and has_fallen(state.rule(player, slot), flower)),
    ]


def _hands(state: State, player: int) -> list[float]:
    """3: the own hand; of the rival's what is known, and the backs."""
    numbers = _copies(state.hands[player])
    if state.game.players > 1:
        rival = state.hands[1 - player]
        numbers += _copies([card for card in rival if player in card.known])
        numbers += [sum(card.back == back for card in rival) / state.game.box.hand for back in range(len(WEATHERS))]
    return numbers


def _copies(cards: Sequence[Card]) -> list[float]:
    faces = [card.face for card in cards]
    return [faces.count(face) / COPIES for face in range(DECK)]


def _known_cards(cards: Sequence[Card], player: int, most: int) -> list[float]:
    """4: faces known, and how many are not."""
    known = [card for card in cards if player in card.known]
    return [*_copies(known), (len(cards) - len(known)) / most]


def _pile(state: State, number: int) -> list[float]:
    """5: how much is left, and the back on top."""
    size = len(state.game.cards[number])
    pile = state.piles[number]
    left = size - pile.drawn + len(pile.under)
    backs = len(WEATHERS) * (2 if state.game.single_deck else 1)
    return [left / size, *one_hot(pile.top, backs)]


def _unseen(state: State, player: int, order: Sequence[int]) -> list[float]:
    """6: the faces of each deck that may lie anywhere hidden from the player."""
    seen = {(card.deck, card.face) for card in state.open_cards()}
    seen.update((card.deck, card.face) for card in state.numbered() if player in card.known)
    faces = state.game.box.faces
    return [float(face in faces and (deck, face) not in seen) for deck in order for face in range(DECK)]
