"""Beds and flowers of Buds and Blooms (BB-2, BB-4, BB-11 to BB-14, BB-19, BB-23)."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from cloche.reference.buds_and_blooms.actions import LOOKS, colour_of, is_bud, number_of
from cloche.reference.buds_and_blooms.box import Box, Rule

REMEMBERED = 1 << 15


class Planted(NamedTuple):
    """A card of a flower; `look` is what it is played as, `stages` how many show."""

    face: int
    deck: int
    look: int
    stages: int


class Laid(NamedTuple):
    """A bed card in a slot, as it lies (BB-5)."""

    card: int
    face: int | None
    turn: int | None


class Tool(NamedTuple):
    """A tool in a shed, or the bloom of a take: an open card outside the flowers."""

    face: int
    deck: int


Flower: TypeAlias = list[Planted]  # bottom first
Looks: TypeAlias = tuple[int, ...]


def looks_of(flower: Flower) -> Looks:
    """What the cards of a flower are played as, bottom first."""
    return tuple([card.look for card in flower])


def obeys(rule: Rule, looks: Looks) -> bool:
    """BB-12: whether a whole sequence obeys the rule of its bed."""
    numbers = [number_of(look) for look in looks]
    return (
        obeys_colours(rule, [colour_of(look) for look in looks])
        and obeys_parity(rule, numbers)
        and obeys_direction(rule, numbers)
        and obeys_steps(rule, numbers)
    )


def obeys_colours(rule: Rule, colours: list[int]) -> bool:
    """BB-12: only colours of the bed, and where they alternate never one on itself."""
    alternating = all(below != above for below, above in pairwise(colours))
    return rule.colours.issuperset(colours) and (alternating or not rule.alternate)


def obeys_parity(rule: Rule, numbers: list[int]) -> bool:
    """BB-12: all, odd or even numbers."""
    return all(number in rule.numbers for number in numbers)


def obeys_direction(rule: Rule, numbers: list[int]) -> bool:
    """BB-12: rising, falling, or rising and then falling; the same number never covers itself."""
    rises = [above > below for below, above in pairwise(numbers)]
    if any(below == above for below, above in pairwise(numbers)):
        return False
    if rule.direction == "up":
        return all(rises)
    if rule.direction == "down":
        return not any(rises)
    return rises == sorted(rises, reverse=True)


def obeys_steps(rule: Rule, numbers: list[int]) -> bool:
    """BB-12: on a consecutive bed each step is exactly 1."""
    return not rule.consecutive or all(abs(above - below) == 1 for below, above in pairwise(numbers))


@lru_cache(REMEMBERED)
def tops(rule: Rule, looks: Looks) -> frozenset[int]:
    """BB-11: what may start a flower on the bed, or cover its top card."""
    return frozenset(look for look in range(len(LOOKS)) if obeys(rule, (*looks, look)))


@lru_cache(REMEMBERED)
def insertions(rule: Rule, looks: Looks, below: int) -> frozenset[int]:
    """BB-19: what may go into a flower above `below` of its cards, and below the next one."""
    return frozenset(look for look in range(len(LOOKS)) if obeys(rule, (*looks[:below], look, *looks[below:])))


def covered(flower: Flower, card: Planted) -> Flower:
    """BB-11: the flower with a card on top; the card it covers shows its stage 1."""
    return [*flower[:-1], *(top._replace(stages=1) for top in flower[-1:]), card]


def inserted(flower: Flower, below: int, card: Planted) -> Flower:
    """BB-19: the flower with a card above `below` of its cards; the others keep their stages."""
    return [*flower[:below], card, *flower[below:]]


def uncovered(box: Box, flower: Flower) -> Flower:
    """BB-18: the flower without its top card; the card below shows all its stages again."""
    return [*flower[:-2], *(card._replace(stages=box.stages[card.face]) for card in flower[-2:-1])]


def grown(flower: Flower, place: int) -> Flower:
    """BB-14: the flower with one more stage of a card showing."""
    card = flower[place]
    return [*flower[:place], card._replace(stages=card.stages + 1), *flower[place + 1 :]]


def growing(box: Box, flower: Flower) -> list[int]:
    """BB-14: the covered cards that still hide a stage."""
    return [place for place, card in enumerate(flower[:-1]) if card.stages < box.stages[card.face]]


def points(box: Box, flower: Flower) -> int:
    """BB-23: the points of a flower, without the bonus."""
    if not flower or is_bud(flower[-1].face):
        return 0
    return points_as_bloom(box, flower)


def points_as_bloom(box: Box, flower: Flower) -> int:
    """BB-23 for a flower whose top card counts as a bloom of its colour."""
    leaves = sum([box.leaves[card.face][card.stages] for card in flower])
    bees = sum([box.bees[card.face][card.stages] for card in flower])
    colour = colour_of(flower[-1].look)
    butterflies = sum([box.butterflies[card.face][card.stages].count(colour) for card in flower])
    return leaves + box.bee_points[min(bees, len(box.bee_points) - 1)] + box.butterfly_points * butterflies


def has_fallen(rule: Rule, flower: Flower) -> bool:
    """BB-12: whether a flower on an updown bed has had a falling step."""
    return rule.direction == "updown" and any(
        number_of(above.look) < number_of(below.look) for below, above in pairwise(flower)
    )
