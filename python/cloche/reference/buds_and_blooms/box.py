"""What the box of Buds and Blooms prints: card faces, bed cards, zones of a deck, points (BB-1 to BB-7, BB-23)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from cloche.reference.buds_and_blooms.actions import COLOURS, DECK, FACES, FIRST_TOOL, MOST_CARDS, NUMBERS, WEATHERS


class Rule(NamedTuple):
    """BB-12: the rule of a bed."""

    colours: frozenset[int]
    alternate: bool
    numbers: frozenset[int]  # all, odd or even ones of 1 to 6
    direction: str  # up, down or updown
    consecutive: bool


class Bed(NamedTuple):
    """BB-4: one of the two beds of a face of a bed card."""

    rule: Rule
    parity: str
    worm: bool
    rosette: int


class Box:
    """Tables by face, by bed card, and the numbers of the file. Entries of faces that are absent mean nothing."""

    def __init__(self, components: Mapping[str, Any]) -> None:
        self.backs = [0] * DECK  # BB-3
        self.stages = [0] * DECK
        # What shows by face and number of stages showing; butterflies are colours.
        self.leaves: list[list[int]] = [[0]] * DECK
        self.bees: list[list[int]] = [[0]] * DECK
        self.butterflies: list[list[list[int]]] = [[[]]] * DECK
        for card in components["card"]:
            self._read_card(card)
        self.faces = sorted(FACES.index(card["id"]) for card in components["card"])
        self.flower_faces = [face for face in self.faces if face < FIRST_TOOL]
        self.size = len(self.faces)
        self.over: int = components["deck"]["over"]
        self.under: int = components["deck"]["under"]
        self.hand: int = components["deck"]["hand"]
        self.dig_look: int = components["deck"]["dig_look"]
        self.slots: int = components["slots"]["count"]
        self.middle: int = components["slots"]["middle"] - 1
        self.bed_ids: list[str] = [card["id"] for card in components["bed_card"]]
        self.beds = [[[bed_of(bed) for bed in face["bed"]] for face in card["face"]] for card in components["bed_card"]]
        self.bee_points: list[int] = list(components["score"]["bees"])
        self.butterfly_points: int = components["score"]["butterfly"]
        self.better_points: int = components["score"]["better_flower"]

    def _read_card(self, card: Mapping[str, Any]) -> None:
        """BB-2: leaves, bees and butterflies are printed stage by stage."""
        face = FACES.index(card["id"])
        self.backs[face] = WEATHERS.index(card["back"])
        if face >= FIRST_TOOL:
            return
        self.stages[face] = len(card["leaves"])
        shown = range(self.stages[face] + 1)
        self.leaves[face] = [sum(card["leaves"][:stages]) for stages in shown]
        self.bees[face] = [sum(card["bees"][:stages]) for stages in shown]
        butterflies = [[COLOURS.index(colour) for colour in card["butterfly"][:stages] if colour] for stages in shown]
        self.butterflies[face] = butterflies

    def in_b(self, draw: int) -> bool:
        """BB-7: whether a draw of a deck of its own lies in the zone of the tools."""
        return self.over < draw <= self.size - self.under

    def draws_in_b(self, first: int, last: int) -> int:
        """How many of the draws `first` to `last` lie in the zone of the tools."""
        return max(0, min(last, self.size - self.under) - max(first, self.over + 1) + 1)

    def most_points(self, bonus: bool) -> int:
        """The highest score that state.md allows for."""
        leaves = max(self.leaves[face][-1] for face in self.flower_faces)
        butterflies = max(len(self.butterflies[face][-1]) for face in self.flower_faces)
        flower = MOST_CARDS * leaves + max(self.bee_points) + self.butterfly_points * MOST_CARDS * butterflies
        return self.slots * (flower + (self.better_points if bonus else 0))


def bed_of(bed: Mapping[str, Any]) -> Bed:
    """A bed of the component file."""
    remainders = {"all": (0, 1), "odd": (1,), "even": (0,)}[bed["parity"]]
    rule = Rule(
        colours=frozenset(COLOURS.index(colour) for colour in bed["colours"]),
        alternate=bed["alternate"],
        numbers=frozenset(number for number in range(1, NUMBERS + 1) if number % 2 in remainders),
        direction=bed["direction"],
        consecutive=bed["consecutive"],
    )
    return Bed(rule, bed["parity"], bed["worm"], bed["rosette"])
