"""The faces of a deck, action ids and texts of Buds and Blooms (seeds/buds_and_blooms/rules.md)."""

from __future__ import annotations

# Ids are those of the full deck of 24 faces, three beds and eleven cards a flower, whatever the file.
COLOURS = ("R", "Y", "B")
NUMBERS = 6
BEDS = 3
MOST_CARDS = 11

# A look is what a flower card is played as, colour * 6 + number - 1: for a bloom the same number as its face.
LOOKS = tuple(f"{colour}{number}" for colour in COLOURS for number in range(1, NUMBERS + 1))
BUDS = ("RY", "YB", "BR")
TOOLS = ("power", "cut", "dig")
FACES = (*LOOKS, *BUDS, *TOOLS)
DECK = len(FACES)
FIRST_BUD = len(LOOKS)
FIRST_TOOL = FIRST_BUD + len(BUDS)
POWER, CUT, DIG = range(FIRST_TOOL, DECK)

WEATHERS = ("sun", "rain")
SUN, RAIN = 0, 1

POWER_ACTION = 162
TAKE_BLOOM = 163
INSERT = 166
DIG_COMPOST = 199
DIG_DECK = 200
TAKE = 201
DISCARD = 225
WEATHER = 249
GROW = 250
GROW_NONE = 283
NUM_ACTIONS = 284

# Hidden ids (V-1 to V-4 of state.md).
HIDDEN_DRAW = 300
HIDDEN_CARD = 1000
CARD_NUMBERS = 48


def colour_of(look: int) -> int:
    """The colour of what a card is played as."""
    return look // NUMBERS


def number_of(look: int) -> int:
    """The number of what a card is played as, 1 to 6."""
    return look % NUMBERS + 1


def is_bud(face: int) -> bool:
    """Whether a flower card is a bud."""
    return FIRST_BUD <= face < FIRST_TOOL


def bud_colours(face: int) -> list[int]:
    """The colours of a bud, in the order of its name."""
    return [COLOURS.index(letter) for letter in FACES[face]]


def _plays_of(face: int) -> list[tuple[int, int]]:
    """What a flower card can be played as (BB-13), each look with the id of playing it on the first bed."""
    if face < FIRST_BUD:
        return [(face, face * BEDS)]
    plays = []
    for which, colour in enumerate(bud_colours(face)):
        for number in range(NUMBERS):
            place = ((face - FIRST_BUD) * 2 + which) * NUMBERS + number
            plays.append((colour * NUMBERS + number, (FIRST_BUD + place) * BEDS))
    return plays


PLAYS = [_plays_of(face) if face < FIRST_TOOL else [] for face in range(DECK)]

# Face, look and bed of each playing action.
PLAYED = {first + bed: (face, look, bed) for face in range(DECK) for look, first in PLAYS[face] for bed in range(BEDS)}


def fits(face: int, looks: frozenset[int]) -> bool:
    """Whether a card can be played as one of `looks`; a tool can't, nor can a face that is not known."""
    return 0 <= face < FIRST_TOOL and any(look in looks for look, _ in PLAYS[face])


def place_text(place: int) -> str:
    """A bed and a card of its flower, or the number of cards below: bed * 11 + card."""
    bed, card = divmod(place, MOST_CARDS)
    return f"{bed + 1}.{card}"


def _action_text(action: int) -> str:
    if action in PLAYED:
        face, look, bed = PLAYED[action]
        played = FACES[face] if face == look else f"{FACES[face]}={LOOKS[look]}"
        return f"{played}@{bed + 1}"
    if action == POWER_ACTION:
        return "power"
    if action < INSERT:
        return f"cut:take@{action - TAKE_BLOOM + 1}"
    if action < DIG_COMPOST:
        return f"cut:insert@{place_text(action - INSERT)}"
    if action < TAKE:
        return "dig:compost" if action == DIG_COMPOST else "dig:deck"
    if action < DISCARD:
        return f"take:{FACES[action - TAKE]}"
    if action < WEATHER:
        return f"discard:{FACES[action - DISCARD]}"
    if action == WEATHER:
        return "weather"
    return f"grow:{place_text(action - GROW)}" if action < GROW_NONE else "grow:none"


TEXTS = [_action_text(action) for action in range(NUM_ACTIONS)]
