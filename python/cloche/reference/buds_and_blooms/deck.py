"""Hidden cards and draw decks of Buds and Blooms (BB-7, BB-8; C-2, C-3, the count and Redeal of state.md)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import comb, perm
from typing import NamedTuple

from cloche.backend import Generator
from cloche.reference.buds_and_blooms.actions import DECK, FIRST_TOOL, RAIN, SUN, WEATHERS
from cloche.reference.buds_and_blooms.box import Box

UNKNOWN = -1  # the face of a card that an observation does not show


class Card(NamedTuple):
    """A numbered card. The number comes first, so that cards sort by it."""

    number: int
    deck: int
    draw: int
    back: int  # weather
    face: int
    known: tuple[int, ...]  # players who know the face, ascending

    def shown_to(self, player: int) -> Card:
        """The card, its face known to one player more."""
        return self if player in self.known else self._replace(known=tuple(sorted((*self.known, player))))


@dataclass
class Pile:
    """A draw deck: `drawn` cards have left the lazy part; `top` is the outcome of the back, 2 * deck + weather in a
    single deck, otherwise the weather."""

    drawn: int
    top: int | None
    under: list[Card]


def card_number(deck: int, draw: int, single_deck: bool) -> int:
    """Which card it is, for those who do not see its face."""
    return draw - 1 if single_deck else deck * DECK + draw - 1


def back_text(deck: int, weather: int, single_deck: bool) -> str:
    """A back, with its deck where decks are mixed."""
    return f"{deck}.{WEATHERS[weather]}" if single_deck else WEATHERS[weather]


def next_weights(box: Box, drawn: int, faces: Sequence[int]) -> list[tuple[int, int]]:
    """C-2: each face that the next card of a lazy part can have, with its weight."""
    tools = sum(face >= FIRST_TOOL for face in faces)
    flowers = len(faces) - tools
    if box.in_b(drawn + 1):
        flower, tool = box.draws_in_b(drawn + 1, box.size) - tools, max(1, flowers)
    else:
        flower, tool = 1, 0
    weights = [(face, tool if face >= FIRST_TOOL else flower) for face in faces]
    return [(face, weight) for face, weight in weights if weight > 0]


@dataclass(frozen=True)
class Arrangements:
    """What decides the count of a pile of one deck: faces nobody has placed, and the places whose backs are known.

    Pairs hold sun and rain. `places` are draw numbers, ascending, the next one of the lazy part last.
    """

    flowers: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))
    tools: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))
    places: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))
    places_in_b: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))
    unseen_in_b: int = 0

    def ways(self) -> Iterator[tuple[int, int, int]]:
        """i, j and W(i, j), in the order in which redealing runs through them."""
        tools = [len(faces) for faces in self.tools]
        for i in range(tools[SUN] + 1):
            for j in range(tools[RAIN] + 1):
                yield i, j, self._ways(i, j)

    def _ways(self, i: int, j: int) -> int:
        """W(i, j): arrangements with i tools on known sun backs and j on known rain backs, less a common factor."""
        tools = [len(faces) for faces in self.tools]
        in_b = [len(places) for places in self.places_in_b]
        free = [len(self.flowers[back]) - len(self.places[back]) + on for back, on in ((SUN, i), (RAIN, j))]
        off = sum(tools) - i - j
        if off < 0 or min(free) < 0:
            return 0
        on_sun = comb(tools[SUN], i) * perm(in_b[SUN], i)
        on_rain = comb(tools[RAIN], j) * perm(in_b[RAIN], j)
        return on_sun * on_rain * perm(self.unseen_in_b, off) * comb(sum(free), free[SUN])

    def count(self) -> int:
        """The number of arrangements, less a common factor; 0 where there is none."""
        return sum(ways for _, _, ways in self.ways())


def arrangements(box: Box, pile: Pile, faces: Sequence[int], hidden: Sequence[Card]) -> Arrangements:
    """For the pile of one deck: `faces` lie in the lazy part or on the `hidden` cards."""
    found = Arrangements(unseen_in_b=box.draws_in_b(pile.drawn + (1 if pile.top is None else 2), box.size))
    for face in faces:
        (found.tools if face >= FIRST_TOOL else found.flowers)[box.backs[face]].append(face)
    places = [(card.draw, card.back) for card in sorted(hidden)]
    if pile.drawn < box.size and pile.top is not None:
        places.append((pile.drawn + 1, pile.top))
    for draw, back in places:
        found.places[back].append(draw)
        if box.in_b(draw):
            found.places_in_b[back].append(draw)
    return found


def redealt(known: Arrangements, hidden: Sequence[Card], rng: Generator) -> dict[int, int]:
    """Redeal, 1 to 3, for the pile of one deck: a face for the card of each draw."""
    faces: dict[int, int] = {}
    for back, tools in zip((SUN, RAIN), _tools_drawn(known, rng), strict=True):
        faces |= _tools_placed(known.tools[back], known.places_in_b[back], tools, rng)
    flowers = [list(left) for left in known.flowers]
    for card in sorted(hidden):
        if card.draw not in faces:
            left = flowers[card.back]
            faces[card.draw] = left.pop(rng.below(len(left)))
    return faces


def _tools_drawn(known: Arrangements, rng: Generator) -> tuple[int, int]:
    """Redeal, 1: how many tools lie on known sun and rain backs."""
    r = rng.below(known.count())
    for i, j, ways in known.ways():
        r -= ways
        if r < 0:
            return i, j
    raise AssertionError("the number drawn is below the count")


def _tools_placed(tools: Sequence[int], places: Sequence[int], count: int, rng: Generator) -> dict[int, int]:
    """Redeal, 2: `count` tools on places of their back."""
    left, free = list(tools), list(places)
    placed = {}
    for _ in range(count):
        tool = left.pop(rng.below(len(left)))
        placed[free.pop(rng.below(len(free)))] = tool
    return placed


def redealt_single(backs: dict[int, list[int]], hidden: Sequence[Card], rng: Generator) -> dict[int, int]:
    """Redeal, 3, for a single deck: a face for the card of each draw; `backs` holds the faces left by back."""
    left = {back: list(faces) for back, faces in backs.items()}
    faces = {}
    for card in sorted(hidden):
        pool = left[2 * card.deck + card.back]
        faces[card.draw] = pool.pop(rng.below(len(pool)))
    return faces


def faces_of(cards: Iterable[Card]) -> list[int]:
    """The faces of some cards, ascending, each once."""
    return sorted({card.face for card in cards})


def pick(cards: Sequence[Card], face: int, player: int) -> Card:
    """The card of a face; of two copies the one of the own deck."""
    copies = [card for card in cards if card.face == face]
    return next((card for card in copies if card.deck == player), copies[0])


def with_faces(cards: Sequence[Card], faces: Mapping[int, int]) -> list[Card]:
    """The cards, those whose numbers are in `faces` with a new face."""
    return [card._replace(face=faces[card.number]) if card.number in faces else card for card in cards]
