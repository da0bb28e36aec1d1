"""Endings of Buds and Blooms in which nobody draws any more (E-1 to E-6 of seeds/buds_and_blooms/state.md)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import comb, gcd, perm
from typing import TYPE_CHECKING, TypeAlias

from cloche.reference.buds_and_blooms.actions import DECK, DIG, FIRST_TOOL, WEATHERS
from cloche.reference.buds_and_blooms.deck import Card

if TYPE_CHECKING:
    from cloche.reference.buds_and_blooms.state import State

MOST_HELD = 5
MOST_WORLDS = 512
WEIGHTS_BELOW = 2**32

GROUPS = 4  # of cards of a hand that are alike to the rival: of each weather flowers for certain, then the others
GROUP_SIZE = DECK // GROUPS
Hand: TypeAlias = tuple[tuple[int, ...], ...]  # the faces of each group, ascending


@dataclass(frozen=True)
class Backs:
    """E-5: cards of a deck with one weather on their backs, as both players see them."""

    flowers: list[int]  # faces that nobody has laid open
    tools: list[int]
    certain: list[Card]  # cards of the hand that are flowers
    others: list[Card]
    discarded: int  # cards of the compost that may be tools

    def weight(self, held_tools: int) -> int:
        """Of a hand with so many of the tools; 0 where there is none."""
        tools_left = len(self.tools) - held_tools
        flowers_left = len(self.flowers) - len(self.certain) - len(self.others) + held_tools
        if not 0 <= tools_left <= self.discarded or held_tools > len(self.others) or flowers_left < 0:
            return 0
        return perm(self.discarded, tools_left) * perm(flowers_left, min(flowers_left, held_tools))

    def counts(self) -> tuple[int, int]:
        """Of all hands, and of all with their weights."""
        hands = weights = 0
        held = len(self.certain) + len(self.others)
        for tools in range(len(self.others) + 1):
            ways = comb(len(self.tools), tools) * comb(len(self.flowers), held - tools)
            ways *= comb(held - tools, len(self.certain)) * (self.weight(tools) > 0)
            hands += ways
            weights += ways * self.weight(tools)
        return hands, weights

    def hands(self) -> Iterator[tuple[Hand, int]]:
        """Both groups with the weight."""
        for certain in combinations(self.flowers, len(self.certain)):
            left = [face for face in sorted(self.flowers + self.tools) if face not in certain]
            for others in combinations(left, len(self.others)):
                weight = self.weight(sum(face in self.tools for face in others))
                if weight > 0:
                    yield (certain, others), weight


def backs_of(state: State, deck: int, weather: int) -> Backs:
    """What both see of a deck and a weather."""
    placed = {card.face for card in state.open_cards() if card.deck == deck}
    faces = [face for face in state.game.box.faces if face not in placed and state.game.box.backs[face] == weather]
    tools = [face for face in faces if face >= FIRST_TOOL]

    def may_be_tool(card: Card) -> bool:
        return bool(tools) and state.game.box.in_b(card.draw)

    hand = [card for card in state.hands[deck] if card.back == weather]
    compost = [card for card in state.compost if card.deck == deck and card.back == weather]
    return Backs(
        [face for face in faces if face < FIRST_TOOL],
        tools,
        [card for card in hand if not may_be_tool(card)],
        [card for card in hand if may_be_tool(card)],
        sum(may_be_tool(card) for card in compost),
    )


def is_duel(state: State) -> bool:
    """E-1 to E-4."""
    if state.current_player() < 0 or len(state.piles) != 2 or state.phase == "take":
        return False
    if state.has_cards(0) or state.has_cards(1) or sum(len(hand) for hand in state.hands) > MOST_HELD:
        return False
    if any(card.deck != player for player, hand in enumerate(state.hands) for card in hand):
        return False
    if any(card.known != (card.deck,) for card in state.numbered()):
        return False
    worlds = weights = 1
    for deck, weather in product(range(2), range(len(WEATHERS))):
        backs = backs_of(state, deck, weather)
        if backs.others and DIG in backs.tools:
            return False
        hands, weighted = backs.counts()
        worlds *= hands
        weights *= weighted
    return worlds <= MOST_WORLDS and weights < WEIGHTS_BELOW


def duel_worlds(state: State) -> list[tuple[State, int]]:
    """E-5, E-6: stripped positions with weights in lowest terms."""
    worlds = []
    for (first, one), (second, other) in product(hands_of(state, 0), hands_of(state, 1)):
        world = dealt(state, (first, second))
        if state.phase == "play_insert" and not world.legal_actions():
            continue
        worlds.append((world, one * other))
    divisor = gcd(*(weight for _, weight in worlds))
    return [(world, weight // divisor) for world, weight in worlds]


def hands_of(state: State, deck: int) -> list[tuple[Hand, int]]:
    """What a player may hold."""
    sun, rain = (backs_of(state, deck, weather) for weather in range(len(WEATHERS)))
    return [
        (sun_groups + rain_groups, sun_weight * rain_weight)
        for sun_groups, sun_weight in sun.hands()
        for rain_groups, rain_weight in rain.hands()
    ]


def stripped(state: State) -> State:
    """E-6."""
    hands = []
    for deck in range(2):
        groups: Hand = ()
        for weather in range(len(WEATHERS)):
            backs = backs_of(state, deck, weather)
            groups += tuple(tuple(sorted(card.face for card in cards)) for cards in (backs.certain, backs.others))
        hands.append(groups)
    return dealt(state, hands)


def stripped_after(state: State, action: int) -> State:
    """E-6, of a stripped position."""
    then = state.clone()
    then._apply(action)
    hands = [
        tuple(
            tuple(sorted(card.face for card in hand if card.number % DECK // GROUP_SIZE == group))
            for group in range(GROUPS)
        )
        for hand in then.hands
    ]
    return dealt(then, hands)


def dealt(state: State, hands: Sequence[Hand]) -> State:
    """E-6: the position with these hands and nothing else that is hidden."""
    bare = state.clone()
    bare.compost = []
    bare.hands = [
        [
            Card(deck * DECK + place, deck, place + 1, group // 2, face, (deck,))
            for group, faces in enumerate(groups)
            for place, face in enumerate(faces, start=group * GROUP_SIZE)
        ]
        for deck, groups in enumerate(hands)
    ]
    return bare


def veiled(state: State, observer: int) -> tuple[object, ...]:
    """E-6: what a player sees of a stripped position."""
    hands = tuple(
        tuple((card.number, card.face if player == observer else None) for card in hand)
        for player, hand in enumerate(state.hands)
    )
    flowers = tuple(tuple(flower) for flowers in state.flowers for flower in flowers)
    sheds = tuple(tuple(shed) for shed in state.sheds)
    return state.phase, state.player, hands, flowers, sheds, state.cause, state.place, state.bloom
