"""Ids and texts of the actions of Cottage Garden (rules.md, "Nodes and actions")."""

from __future__ import annotations

from cloche.reference.cottage_garden.beds import CELLS, ORIENTATIONS, cell_text
from cloche.reference.cottage_garden.box import Box

# Ids are those of the full box, whatever the file: 4 spaces in a row, 36 tiles, 17 and 9 steps.
BEDS = 2
REFILL_NO, REFILL_CAT = 0, 1
TILE = 2
POT = TILE + 4 * BEDS * ORIENTATIONS * CELLS
CAT = POT + BEDS * CELLS
DONE = CAT + BEDS * CELLS
SCORE = DONE + 1
CUBE = {"orange": SCORE + BEDS, "blue": SCORE + BEDS + 17}
RETURN = CUBE["blue"] + 9
LOSE = {"orange": RETURN + 36, "blue": RETURN + 36 + 17}
ACTIONS = LOSE["blue"] + 9
OUTCOMES = 36


def tile_id(place: int, slot: int, o: int, anchor: int) -> int:
    """The tile at that place of the row goes on the bed in that slot."""
    return TILE + ((place * BEDS + slot) * ORIENTATIONS + o) * CELLS + anchor


def tile_parts(action: int) -> tuple[int, int, int, int]:
    """Place in the row, slot, orientation and anchor of a tile's id."""
    rest, anchor = divmod(action - TILE, CELLS)
    rest, o = divmod(rest, ORIENTATIONS)
    place, slot = divmod(rest, BEDS)
    return place, slot, o, anchor


def colour_and_step(bases: dict[str, int], action: int) -> tuple[str, int]:
    """Of the id of a cube that moves (`CUBE`) or goes back (`LOSE`)."""
    colour = "blue" if action >= bases["blue"] else "orange"
    return colour, action - bases[colour]


def action_text(box: Box, row: list[int | None], action: int) -> str:
    """The notation of an action; `row` is what lies in the row of the gardener."""
    if action < TILE:
        return ("refill:no", "refill:cat")[action]
    if action < POT:
        place, slot, o, anchor = tile_parts(action)
        tile = row[place]
        assert tile is not None
        return f"{box.tile_ids[tile]}:{slot + 1}:o{o}@{cell_text(anchor)}"
    if action < DONE:
        word, base = ("pot", POT) if action < CAT else ("cat", CAT)
        slot, cell = divmod(action - base, CELLS)
        return f"{word}:{slot + 1}@{cell_text(cell)}"
    if action == DONE:
        return "done"
    if action < CUBE["orange"]:
        return f"score:{action - SCORE + 1}"
    if action < RETURN:
        colour, step = colour_and_step(CUBE, action)
        return f"{colour}:{step}"
    if action < LOSE["orange"]:
        return f"return:{box.tile_ids[action - RETURN]}"
    colour, step = colour_and_step(LOSE, action)
    return f"lose:{colour}:{step}"


def outcome_text(box: Box, phase: str, outcome: int) -> str:
    """The notation of a tile or bed that is drawn."""
    return box.tile_ids[outcome] if phase == "setup_tile" else f"bed:{box.bed_numbers[outcome]}"
