"""Liar's dice: the dice of the other are any, but at the end so many of them match as was counted."""

from collections import Counter
from collections.abc import Mapping
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any

from cloche.beliefs.one_hand import Deals, OneHand


def deals(observation: Mapping[str, Any], components: Mapping[str, Any]) -> Deals:
    """Dice, ascending, with the number of ways to throw them one by one; `components` are the options of the game."""
    own = observation["observer"]
    faces = range(1, components["sides"] + 1)
    number = len(observation["dice"][1 - own])
    thrown = [(dice, _ways(dice)) for dice in combinations_with_replacement(faces, number)]
    if observation["matching"] is None:
        return thrown
    good = {int(observation["bids"][-1].partition("x")[2]), faces[-1]}
    wanted = observation["matching"] - _matches(observation["dice"][own], good)
    return [(dice, ways) for dice, ways in thrown if _matches(dice, good) == wanted]


def _ways(dice: tuple[int, ...]) -> int:
    return factorial(len(dice)) // prod(map(factorial, Counter(dice).values()))


def _matches(dice: Any, good: set[int]) -> int:
    return sum(die in good for die in dice)


_BELIEFS = OneHand("dice", deals)
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
