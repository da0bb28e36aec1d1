"""Ids and texts of the actions of Barton in Bloom (rules.md, "Nodes and actions"), and ids of what is seen (H-5)."""

from __future__ import annotations

from itertools import combinations_with_replacement

from cloche.reference.barton_in_bloom.box import DICE, FERTILIZERS, SPACES, TYPES, Box
from cloche.reference.barton_in_bloom.shapes import ORIENTATIONS, SQUARES, TURNS, cell_text, square_text

GARDENER_WORDS = (
    *("mow", "judge", "regrow", "harvest", "tile", "plant", "flowers", "ornament", "flower-sale", "orders"),
    *("large", "medium", "small"),
)
MODES = ("first", "second", "first+second", "second+first")
PAIRS = ["".join(pair) for pair in combinations_with_replacement(TYPES, 2)]
SETUP_WORDS = ("judge", "money", "plant", "flower")

# First id of each block of the table, whatever the file.
DIE = 0
GARDENER = 28
MODE = 41
END = 45
PASS = 46
FAVOUR = 47
JUDGE = 95
NOTICE = 143
GOSSIP = 148
PILE = 149
LAY = 152
FLOWER = 348
BUY = 353
ORNAMENT = 361
PUT = 385
REGROW = 3913
HARVEST = 4354
PLANT = 4795
ORDER = 7000
PAY_EXACT = 7003
PAY_PAIR = 7004
FERTILIZER = 7019
SETUP = 7024
LOWER_DIE = 7028
ACTIONS = 7032

SETUP_JUDGE, SETUP_MONEY, SETUP_PLANT, SETUP_FLOWER = range(SETUP, SETUP + len(SETUP_WORDS))

# Outcomes, and what stands for hidden judges (V-1 to V-4).
OUTCOMES = 64
MOST_JUDGES = 48
SEEN_DRAW = 8000
SEEN_JUDGE = 8001
SEEN_FAVOUR = 8100
SEEN_NOTICE = 10500


def die_id(die: int, space: str) -> int:
    """A die goes to a space."""
    return DIE + die * len(SPACES) + SPACES.index(space)


def die_parts(action: int) -> tuple[int, str]:
    """Die and space of `H>mow`."""
    die, space = divmod(action - DIE, len(SPACES))
    return die, SPACES[space]


def flower_id(type_: str) -> int:
    """A flower type."""
    return FLOWER + TYPES.index(type_)


def plant_id(type_: str, square: int) -> int:
    """A flower goes on a bed."""
    return PLANT + TYPES.index(type_) * SQUARES + square


def plant_parts(action: int) -> tuple[str, int]:
    """Type and square of `plant:R@9,10`."""
    type_, square = divmod(action - PLANT, SQUARES)
    return TYPES[type_], square


def lay_parts(action: int) -> tuple[int, int]:
    """Cell and quarter turns of `lay:3,4:r1`."""
    return divmod(action - LAY, TURNS)


def put_parts(action: int) -> tuple[int, int]:
    """Anchor and orientation of `put:9,10:o2`."""
    return divmod(action - PUT, ORIENTATIONS)


def action_text(box: Box, action: int) -> str:
    """The notation of an action."""
    block, text = max((first, text) for first, text in _BLOCKS.items() if first <= action)
    place = action - block
    match text:
        case "use":
            die, space = die_parts(action)
            return f"{DICE[die]}>{space}"
        case "mode":
            return MODES[place]
        case "favour" | "judge":
            return f"{text}:{box.judge_ids()[place]}"
        case "lay":
            cell, r = lay_parts(action)
            return f"lay:{cell_text(cell)}:r{r}"
        case "ornament":
            return f"ornament:{box.ornament_ids()[place]}"
        case "put":
            square, o = put_parts(action)
            return f"put:{square_text(square)}:o{o}"
        case "regrow" | "harvest":
            return f"{text}:{square_text(place)}"
        case "plant":
            type_, square = plant_parts(action)
            return f"plant:{type_}@{square_text(square)}"
        case "notice" | "pile" | "buy" | "order":
            return f"{text}:{place + 1}"
    words = _WORDS.get(text)
    return text if words is None else f"{text}:{words[place]}"


_BLOCKS = {
    DIE: "use",
    GARDENER: "gardener",
    MODE: "mode",
    END: "end",
    PASS: "pass",
    FAVOUR: "favour",
    JUDGE: "judge",
    NOTICE: "notice",
    GOSSIP: "gossip",
    PILE: "pile",
    LAY: "lay",
    FLOWER: "flower",
    BUY: "buy",
    ORNAMENT: "ornament",
    PUT: "put",
    REGROW: "regrow",
    HARVEST: "harvest",
    PLANT: "plant",
    ORDER: "order",
    PAY_EXACT: "pay:exact",
    PAY_PAIR: "pay",
    FERTILIZER: "fertilizer",
    SETUP: "setup",
    LOWER_DIE: "die",
}
_WORDS = {
    "gardener": GARDENER_WORDS,
    "flower": TYPES,
    "pay": PAIRS,
    "fertilizer": FERTILIZERS,
    "setup": SETUP_WORDS,
    "die": DICE,
}
