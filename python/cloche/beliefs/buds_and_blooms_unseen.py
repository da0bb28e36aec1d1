"""What a player of Buds and Blooms has not seen: hidden cards, the faces they may have, and the number of ways.

Counted from BB-7 of its rules.md: the two-deck game has hidden cards of the other's deck alone, and a world weighs the
arrangements of what is left of that deck. A single deck has no zones: there every world weighs the same, tools are
cards like others, and a back tells the deck, too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import chain, pairwise, product
from math import comb, factorial, gcd, prod
from math import perm as orders
from typing import Any, NamedTuple, TypeAlias

CardId: TypeAlias = tuple[int, int]  # deck and draw
Tools: TypeAlias = tuple[int, ...]  # a number a back

NUMBERS = range(1, 7)
REMAINDERS = {"all": (0, 1), "odd": (1,), "even": (0,)}


class Place(NamedTuple):
    """A hidden card: its back, with the deck in a single deck, and whether it may be a tool, and is in a hand."""

    back: str
    in_b: bool
    held: bool


class Cards(NamedTuple):
    """How many hidden cards of a back there are, and how many of them may be tools."""

    number: int
    in_b: int


class Unseen:
    """All that the hidden cards of an observation can be.

    Attributes:
        hidden: The cards whose faces the observer does not know.
        backs: What the backs of the cards can be.
        flowers: The faces of each back that hidden cards may have, in the order of the file.
        tools: The same for those that only zone B has; empty in a single deck.
        needed: At the other's `play_insert`, the faces of which the hidden hand cards have one; otherwise None.
    """

    def __init__(self, observation: Mapping[str, Any], components: Mapping[str, Any]) -> None:
        self._single_deck = len(observation["piles"]) < len(observation["hands"])
        deck, size = components["deck"], len(components["card"])
        self._zone_b = range(deck["over"] + 1, size - deck["under"] + 1)
        self.hidden = {}
        for card, held in _numbered(observation):
            if card["face"] is None:
                in_b = not self._single_deck and card["draw"] in self._zone_b
                self.hidden[card["deck"], card["draw"]] = Place(self._back(card["deck"], card["back"]), in_b, held)
        self.needed = _needed(observation, components)
        self._read_pool(observation, components)
        self._read_pile(observation, size)
        self._weights: dict[Tools, int] = {}

    def _read_pool(self, observation: Mapping[str, Any], components: Mapping[str, Any]) -> None:
        decks = sorted({deck for deck, _ in self.hidden})
        if self._single_deck:
            decks = list(range(len(observation["hands"])))
        placed = {(card["deck"], card["face"]) for card in opened(observation)}
        placed.update((card["deck"], card["face"]) for card, _ in _numbered(observation))
        self.backs = [self._back(deck, back) for deck in decks for back in ("sun", "rain")]
        self.flowers: dict[str, list[str]] = {back: [] for back in self.backs}
        self.tools: dict[str, list[str]] = {back: [] for back in self.backs}
        for deck in decks:
            for card in components["card"]:
                if (deck, card["id"]) not in placed:
                    is_tool = card["kind"] == "tool" and not self._single_deck
                    (self.tools if is_tool else self.flowers)[self._back(deck, card["back"])].append(card["id"])

    def _read_pile(self, observation: Mapping[str, Any], size: int) -> None:
        """The places of the lazy part: how many may be tools, and what is known of the next one."""
        self._places_in_b = 0
        self._next: tuple[str, bool] | None = None  # its back, and whether it may be a tool
        if self._single_deck or not self.hidden:
            return
        pile = observation["piles"][next(iter(self.hidden))[0]]
        lazy = range(pile["drawn"] + 1, size + 1)
        self._places_in_b = len([draw for draw in lazy if draw in self._zone_b])
        if lazy and pile["top"] is not None:
            self._next = pile["top"], lazy[0] in self._zone_b

    def _back(self, deck: int, weather: str) -> str:
        return f"{deck}.{weather}" if self._single_deck else weather

    # Numbers of ways

    def weight(self, tools: Tools) -> int:
        """Of a world with so many tools of each back on hidden cards: arrangements of the rest, up to a factor."""
        if self._single_deck or not self.hidden:
            return 1
        if not self._weights:
            classes = list(product(*(range(len(self.tools[back]) + 1) for back in self.backs)))
            weights = [self._arrangements(numbers) for numbers in classes]
            shared = gcd(*weights) or 1
            self._weights = {numbers: weight // shared for numbers, weight in zip(classes, weights, strict=True)}
        return self._weights[tools]

    def _arrangements(self, tools: Tools) -> int:
        """BB-7, BB-8: orders of the lazy part, its tools in zone B, its next card as its back says."""
        hidden = self.cards(self.hidden)
        flowers_left, tools_left = {}, {}
        for back, number in zip(self.backs, tools, strict=True):
            flowers_left[back] = len(self.flowers[back]) - (hidden[back].number - number)
            tools_left[back] = len(self.tools[back]) - number
        flowers, others, places = sum(flowers_left.values()), sum(tools_left.values()), self._places_in_b
        if min(flowers_left.values()) < 0:
            return 0
        if self._next is None:
            return perm(places, others) * factorial(flowers)
        back, in_b = self._next
        found = 0
        if flowers_left[back]:
            found += flowers_left[back] * perm(places - in_b, others) * factorial(flowers - 1)
        if in_b and tools_left[back]:
            found += tools_left[back] * perm(places - 1, others - 1) * factorial(flowers)
        return found

    def cards(self, some: Collection[CardId]) -> dict[str, Cards]:
        """Of some hidden cards those of each back."""
        places = [self.hidden[card] for card in some]
        return {
            back: Cards(
                sum(place.back == back for place in places), sum(place.back == back and place.in_b for place in places)
            )
            for back in self.backs
        }

    def count(self) -> int:
        """The number of different worlds."""
        held = [card for card, place in self.hidden.items() if place.held]
        return sum(
            self.fillings(held, tools) * self.rest(held, tools)[0] for tools in self.tool_numbers(self.cards(held))
        )

    def tool_numbers(self, cards: Mapping[str, Cards]) -> Iterator[Tools]:
        """How many tools of each back these cards can be."""
        return product(*(range(min(len(self.tools[back]), cards[back].in_b) + 1) for back in self.backs))

    def fillings(self, held: Collection[CardId], tools: Tools) -> int:
        """Ways to fill the hand with so many tools of each back."""
        cards = self.cards(held)

        def ways(faces: Mapping[str, Collection[str]]) -> int:
            return prod(
                comb(len(self.tools[back]), number)
                * perm(cards[back].in_b, number)
                * perm(len(faces[back]), cards[back].number - number)
                for back, number in zip(self.backs, tools, strict=True)
            )

        if self.needed is None:
            return ways(self.flowers)
        needed = self.needed
        return ways(self.flowers) - ways({back: set(faces) - needed for back, faces in self.flowers.items()})

    def rest(self, told: Collection[CardId], tools: Tools) -> tuple[int, int]:
        """Worlds where some hidden cards are told, so many of each back being tools: their number and weight."""
        number = weight = 0
        for more, ways in self.rest_by_tools(told, tools):
            each = self.weight(tuple(map(sum, zip(tools, more, strict=True))))
            number += ways * (each > 0)
            weight += ways * each
        return number, weight

    def rest_by_tools(self, told: Collection[CardId], tools: Tools) -> Iterator[tuple[Tools, int]]:
        """The same by the numbers of tools among the other hidden cards, with the ways to fill these."""
        cards = self.cards(told)
        others = self.cards(self.hidden.keys() - set(told))
        for more in product(
            *(
                range(min(len(self.tools[back]) - number, others[back].in_b) + 1)
                for back, number in zip(self.backs, tools, strict=True)
            )
        ):
            yield (
                more,
                prod(
                    comb(len(self.tools[back]) - number, extra)
                    * perm(others[back].in_b, extra)
                    * perm(
                        len(self.flowers[back]) - (cards[back].number - number),
                        others[back].number - extra,
                    )
                    for back, number, extra in zip(self.backs, tools, more, strict=True)
                ),
            )

    def tools_among(self, cards: Collection[CardId], faces: Collection[str]) -> Tools:
        """How many tools of each back some cards with these faces are."""
        found = dict.fromkeys(self.backs, 0)
        for card, face in zip(cards, faces, strict=True):
            back = self.hidden[card].back
            found[back] += face in self.tools[back]
        return tuple(found.values())

    def fits(self, held: Collection[str]) -> bool:
        """Whether hidden hand cards of these faces let the course of the turn be as it is (Redeal, 4)."""
        return self.needed is None or not self.needed.isdisjoint(held)

    def faces(self, card: CardId) -> list[str]:
        """What a hidden card can be."""
        place = self.hidden[card]
        return self.flowers[place.back] + (self.tools[place.back] if place.in_b else [])


def perm(n: int, k: int) -> int:
    """Ways to put k different things in order, of n; 0 where there are none."""
    return orders(n, k) if 0 <= k <= n else 0


# Reading


def _numbered(observation: Mapping[str, Any]) -> Iterator[tuple[Mapping[str, Any], bool]]:
    """Every numbered card, and whether it is in a hand."""
    for hand in observation["hands"]:
        yield from ((card, True) for card in hand)
    for cards in chain(
        [observation["compost"], observation["looked"]], (pile["under"] for pile in observation["piles"])
    ):
        yield from ((card, False) for card in cards)


def known_faces(observation: Mapping[str, Any]) -> dict[CardId, str]:
    """The faces of numbered cards that the observer knows."""
    return {
        (card["deck"], card["draw"]): card["face"] for card, _ in _numbered(observation) if card["face"] is not None
    }


def opened(observation: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Every card whose face lies open."""
    for flowers in observation["flowers"]:
        yield from chain.from_iterable(flowers)
    yield from chain.from_iterable(observation["sheds"])
    if observation["bloom"] is not None:
        yield observation["bloom"]


def _needed(observation: Mapping[str, Any], components: Mapping[str, Any]) -> frozenset[str] | None:
    """BB-19, D-3: what fits where the other is to insert a card, unless the observer knows of one that fits."""
    player = observation["player"]
    if observation["phase"] != "play_insert" or player == observation["observer"]:
        return None
    slot, below = (int(number) for number in observation["place"].split("."))
    lying = observation["beds"][slot - 1]
    bed_card = next(card for card in components["bed_card"] if card["id"] == lying["card"])
    bed = bed_card["face"][lying["face"]]["bed"][lying["turn"] ^ player]
    flower = [card["as"] for card in observation["flowers"][player][slot - 1]]
    fitting = frozenset(
        card["id"]
        for card in components["card"]
        if any(_obeys(bed, [*flower[:below], look, *flower[below:]]) for look in _looks(card))
    )
    known = [card["face"] for card in observation["hands"][player]]
    return fitting if fitting.isdisjoint(known) else None


def _looks(card: Mapping[str, Any]) -> list[str]:
    """BB-11, BB-13: colours and numbers that a card may be played as."""
    if card["kind"] == "bloom":
        return [card["id"]]
    return [f"{colour}{number}" for colour in card.get("colours", ()) for number in NUMBERS]


def _obeys(bed: Mapping[str, Any], looks: list[str]) -> bool:
    """BB-12: whether a sequence of colours and numbers obeys the rule of a bed."""
    numbers = [int(look[1]) for look in looks]
    steps = [above - below for below, above in pairwise(numbers)]
    rises = [step > 0 for step in steps]
    ways = {"up": all(rises), "down": not any(rises), "updown": rises == sorted(rises, reverse=True)}
    return (
        all(look[0] in bed["colours"] for look in looks)
        and not (bed["alternate"] and any(below[0] == above[0] for below, above in pairwise(looks)))
        and all(number % 2 in REMAINDERS[bed["parity"]] for number in numbers)
        and 0 not in steps
        and ways[bed["direction"]]
        and not (bed["consecutive"] and any(abs(step) != 1 for step in steps))
    )
