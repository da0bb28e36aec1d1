"""Kuhn poker: the card of the other is any but the own one."""

from collections.abc import Mapping
from typing import Any

from cloche.beliefs.one_hand import Deals, OneHand

CARDS = "JQK"


def deals(observation: Mapping[str, Any], components: Mapping[str, Any]) -> Deals:
    """The cards that the observer does not hold, each as likely."""
    return [((card,), 1) for card in CARDS if card not in observation["cards"]]


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
