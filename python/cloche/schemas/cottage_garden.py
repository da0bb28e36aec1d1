"""Cottage Garden: what a box of one's own may change (seeds/README.md), and what must hold between its numbers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated, Any, Literal

from pydantic import Field, GetCoreSchemaHandler
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from cloche.schemas.fields import MOST_COUNT, SHORT_TEXT, Origin, Table, Text, Whole, read, repeated

SIDE = 5  # CG-2
MOST_TILES = 36
MOST_SQUARES = 6
MOST_BEDS = 9
MOST_STEPS = {"orange": 17, "blue": 9}  # step 0 and the goal included
FINAL_DIE = 6

Count = Annotated[int, Whole(0, MOST_COUNT)]
PlayerCount = Annotated[int, Whole(1, 4)]
Name = Annotated[str, SHORT_TEXT]


@dataclass(frozen=True)
class Picture:
    """Marks a str as rows of a picture, each on a line of its own; `rows` None: any number of them."""

    pattern: str
    rows: int | None
    allowed: str

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(self.check)

    def check(self, value: object) -> str:
        """`value`, if it is such a picture."""
        if type(value) is str:
            rows = value.removesuffix("\n").split("\n")
            if self.rows in (None, len(rows)) and all(re.fullmatch(self.pattern, row) for row in rows):
                return value
        raise PydanticCustomError("cloche", "should be {allowed}", {"allowed": self.allowed})


BED = Picture(f"[PC.]{{{SIDE}}}", SIDE, f"{SIDE} rows of {SIDE} characters P, C or .")
GRID = Picture("[#PC.]+", None, "rows of the characters #, P, C and .")


class Players(Table):
    """For how many the box is."""

    min: PlayerCount
    max: PlayerCount


class Nursery(Table):
    """CG-5."""

    rows: Annotated[int, Whole(2, 4)]
    columns: Annotated[int, Whole(2, 4)]
    queue: Annotated[int, Whole(0, MOST_TILES)]


class Tile(Table):
    """CG-1."""

    id: Annotated[str, Text("[A-Za-z0-9]{1,16}", "1..16 letters and digits")]
    grid: Annotated[str, GRID]


class BedSides(Table):
    """CG-2."""

    id: Annotated[int, Whole(1, MOST_COUNT)]
    light: Annotated[str, BED]
    dark: Annotated[str, BED]


class Start(Table):
    """CG-4, CG-6."""

    beds: Annotated[int, Whole(2, 2)]
    spare_beds: Annotated[int, Whole(1, 1)]
    cats: Annotated[int, Whole(2, 2)]
    cubes: Annotated[int, Whole(3, 3)]


class Limit(Table):
    """CG-10, CG-19."""

    cats: Annotated[int, Whole(2, 2)]
    refill_free: Annotated[int, Whole(3, 3)]
    refill_cats: Annotated[int, Whole(1, 1)]


class Track(Table):
    """CG-4: points by step."""

    orange: Annotated[list[Count], Field(min_length=2, max_length=MOST_STEPS["orange"])]
    blue: Annotated[list[Count], Field(min_length=2, max_length=MOST_STEPS["blue"])]


class RedLine(Table):
    """CG-4: the step before the line."""

    orange: Count
    blue: Count


class Bonus(Table):
    """CG-15."""

    line_cats: Annotated[int, Whole(1, 1)]
    start_pots: Annotated[int, Whole(1, 1)]


class Hives(Table):
    """CG-3."""

    values: Annotated[tuple[Annotated[int, Whole(2, 2)], Annotated[int, Whole(1, 1)]], Field(strict=False)]


class Gardener(Table):
    """CG-7 to CG-9, CG-20, CG-27: what changes with the player count."""

    players: PlayerCount
    spaces: Count
    start: Count
    target: Count
    die: Annotated[int, Whole(1, FINAL_DIE - 1)]
    steps: Annotated[int, Whole(1, 2)]
    hives: Annotated[int, Whole(1, 2)]
    turns: Annotated[int, Whole(1, MOST_COUNT)]


class FinalRound(Table):
    """CG-21, CG-22."""

    die: Annotated[int, Whole(FINAL_DIE, FINAL_DIE)]
    give_up: Annotated[int, Whole(2, 2)]
    orange_back: Annotated[int, Whole(2, 2)]
    blue_back: Annotated[int, Whole(1, 1)]
    orange_leaves_goal: Count
    blue_leaves_goal: Count


class Box(Table):
    """The whole file."""

    schema_: Annotated[int, Whole(1, 1)] = Field(alias="schema")
    game: Literal["cottage_garden"]
    edition: Name
    provenance: dict[str, Origin] = Field(default_factory=dict)
    players: Players
    nursery: Nursery
    tile: Annotated[list[Tile], Field(min_length=1, max_length=MOST_TILES)]
    bed: Annotated[list[BedSides], Field(min_length=1, max_length=MOST_BEDS)]
    start: Start
    limit: Limit
    track: Track
    red_line: RedLine
    bonus: Bonus
    hives: Hives
    gardener: Annotated[list[Gardener], Field(min_length=1, max_length=4)]
    final_round: FinalRound


def validate(data: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The data of a component file as the implementations take it, or every fault."""
    box, faults = read(Box, data)
    if box is None:
        return {}, faults
    faults = _player_faults(box) + _tile_faults(box) + _bed_faults(box) + _track_faults(box) + _gardener_faults(box)
    # By way of JSON, so that lists are lists.
    return box.model_dump(mode="json", by_alias=True), faults


def _player_faults(box: Box) -> list[str]:
    """CG-6: player counts, and beds for all of them."""
    faults = []
    if box.players.min > box.players.max:
        faults.append(f"players.min: {box.players.min}, should be at most players.max, which is {box.players.max}")
    counts = [row.players for row in box.gardener]
    if box.players.min <= box.players.max and counts != list(range(box.players.min, box.players.max + 1)):
        faults.append(
            f"gardener: for {counts} players, should be for each count from players.min to players.max in turn"
        )
    beds = box.start.beds * box.players.max + box.start.spare_beds
    if len(box.bed) < beds:
        faults.append(f"bed: {len(box.bed)} beds, should be at least {beds} for {box.players.max} players")
    return faults


def _tile_faults(box: Box) -> list[str]:
    """CG-1, CG-5, D-16: whole shapes that fit on a bed, and a queue for those that the nursery has no space for."""
    faults = [f"tile: the id {value!r} is used twice" for value in repeated([tile.id for tile in box.tile])]
    for i, tile in enumerate(box.tile):
        faults += [f"tile[{i}].grid: {fault}" for fault in _grid_faults(tile.grid.split())]
    queue = max(0, len(box.tile) - box.nursery.rows * box.nursery.columns)
    if box.nursery.queue != queue:
        faults.append(
            f"nursery.queue: {box.nursery.queue}, should be {queue}, the tiles that the nursery has no space for"
        )
    return faults


def _grid_faults(rows: list[str]) -> list[str]:
    if len({len(row) for row in rows}) > 1:
        return ["rows of different lengths"]
    faults = []
    if len(rows) > SIDE or len(rows[0]) > SIDE:
        faults.append(f"{len(rows)} rows of {len(rows[0])} squares, should be at most {SIDE} of {SIDE}")
    squares = {(r, c) for r, row in enumerate(rows) for c, what in enumerate(row) if what != "."}
    if not 1 <= len(squares) <= MOST_SQUARES:
        faults.append(f"{len(squares)} squares, should be 1..{MOST_SQUARES}")
    if squares and not _in_one_piece(squares):
        faults.append("in more than one piece")
    outer = [rows[0], rows[-1], "".join(row[0] for row in rows), "".join(row[-1] for row in rows)]
    if squares and any(set(line) == {"."} for line in outer):
        faults.append("an outer row or column is empty")
    return faults


def _in_one_piece(squares: set[tuple[int, int]]) -> bool:
    reached = {min(squares)}
    ends = list(reached)
    while ends:
        r, c = ends.pop()
        new = {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)} & squares - reached
        reached |= new
        ends += new
    return reached == squares


def _bed_faults(box: Box) -> list[str]:
    """CG-13, D-16: something is left to cover on each side."""
    faults = [f"bed: the id {value!r} is used twice" for value in repeated([bed.id for bed in box.bed])]
    for i, bed in enumerate(box.bed):
        for side, picture in (("light", bed.light), ("dark", bed.dark)):
            if "." not in picture:
                faults.append(f"bed[{i}].{side}: should have a square without a print")
    return faults


def _track_faults(box: Box) -> list[str]:
    """CG-4, CG-15, CG-22, D-16: points that rise from 0, and steps below the goal."""
    faults = []
    colours = (
        ("orange", box.track.orange, box.red_line.orange, box.final_round.orange_leaves_goal),
        ("blue", box.track.blue, box.red_line.blue, box.final_round.blue_leaves_goal),
    )
    for colour, track, line, leaves in colours:
        if track[0] != 0:
            faults.append(f"track.{colour}[0]: {track[0]}, should be 0")
        faults += [
            f"track.{colour}[{i + 1}]: {after}, should be more than {before}"
            for i, (before, after) in enumerate(pairwise(track))
            if after <= before
        ]
        goal = len(track) - 1
        for path, step in ((f"red_line.{colour}", line), (f"final_round.{colour}_leaves_goal", leaves)):
            if step >= goal:
                faults.append(f"{path}: {step}, should be below the last step, which is {goal}")
    return faults


def _gardener_faults(box: Box) -> list[str]:
    """CG-8, CG-9, CG-20, CG-27, D-16: the path, and when the final round comes."""
    faults = []
    for i, row in enumerate(box.gardener):
        path = f"gardener[{i}]"
        solo = row.players == 1
        if row.steps != (2 if solo else 1):
            faults.append(f"{path}.steps: {row.steps}, should be {2 if solo else 1} for {row.players} players")
        if row.hives != (1 if solo else 2):
            faults.append(f"{path}.hives: {row.hives}, should be {1 if solo else 2} for {row.players} players")
        spaces = 2 * (box.nursery.rows + box.nursery.columns) + (4 if row.players == 4 else 0)
        if row.spaces != spaces:
            faults.append(f"{path}.spaces: {row.spaces}, should be {spaces}, the length of the path round the nursery")
            continue
        outside = [
            f"{path}.{key}: {space}, should be a space of the path, 0..{spaces - 1}"
            for key, space in (("start", row.start), ("target", row.target))
            if space >= spaces
        ]
        faults += outside or _turn_faults(path, row)
    return faults


def _turn_faults(path: str, row: Gardener) -> list[str]:
    """D-16: the gardener's moves until the die is final."""
    lap = [move for move in range(1, row.spaces + 1) if (row.start + row.steps * move) % row.spaces == row.target]
    if not lap:
        return [f"{path}.target: {row.target}, the gardener never stands there"]
    space, die, moves = row.start, row.die, 0
    while die < FINAL_DIE:
        space = (space + row.steps) % row.spaces
        moves += 1
        die += space == row.target
    turns = -(-moves // row.players)
    if row.turns != turns:
        return [f"{path}.turns: {row.turns}, should be {turns}, the turns of each player before the die is {FINAL_DIE}"]
    return []
