"""Leduc poker: the card of the other is one of the six that the observer does not see."""

from collections.abc import Mapping
from typing import Any

from cloche.beliefs.one_hand import Deals, OneHand

DECK = "JJQQKK"


def deals(observation: Mapping[str, Any], components: Mapping[str, Any]) -> Deals:
    """Each rank with the number of its cards that are left."""
    seen = [*observation["cards"], observation["board"]]
    left = [(card, DECK.count(card) - seen.count(card)) for card in sorted(set(DECK), key=DECK.index)]
    return [((card,), number) for card, number in left if number]


_BELIEFS = OneHand("cards", deals)
count = _BELIEFS.count
worlds = _BELIEFS.worlds
hands = _BELIEFS.hands
spread = _BELIEFS.spread
masses = _BELIEFS.masses
row_of = _BELIEFS.row_of
drawn = _BELIEFS.drawn
hand_of = _BELIEFS.hand_of
situation = _BELIEFS.situation
action_seen = _BELIEFS.action_seen
advanced = _BELIEFS.advanced
