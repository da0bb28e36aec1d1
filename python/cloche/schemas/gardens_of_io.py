"""Gardens of Io: what a box of one's own may change (seeds/README.md), and what must hold between its numbers."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from cloche.schemas.fields import MOST_COUNT, SHORT_TEXT, Origin, Table, Text, Whole, read, repeated

MOST_TREES = 3
MOST_COLOURS = 6
MOST_POSITION = 60000  # seeds/gardens_of_io/state.md, S-1
WORDS = ("swap-tree", "swap-flowers", "move-flower", "move-tree", "run")  # IO-9

Count = Annotated[int, Whole(0, MOST_COUNT)]
PlayerCount = Annotated[int, Whole(2, 5)]
Name = Annotated[str, SHORT_TEXT]


class Players(Table):
    """For how many the box is."""

    min: PlayerCount
    max: PlayerCount


class Board(Table):
    """IO-1, IO-2."""

    size: Annotated[int, Whole(3, 9)]
    track: Annotated[int, Whole(16, 40)]


class Colour(Table):
    """IO-3."""

    id: Annotated[str, Text("[A-SU-Za-z0-9]", "a letter or digit other than T, which stands for trees")]
    name: Name
    count: Annotated[int, Whole(1, 20)]


class Pieces(Table):
    """IO-3."""

    trees: Annotated[int, Whole(0, MOST_TREES)]
    counters: Count
    martians_each: Annotated[int, Whole(1, 1)]


class Setup(Table):
    """IO-4, IO-6, IO-8: what changes with the player count."""

    players: PlayerCount
    flowers: Annotated[int, Whole(1, MOST_COUNT)]
    specials: Count
    trees_by: Annotated[list[Annotated[int, Whole(0, 4)]], Field(max_length=MOST_TREES)]


class Counter(Table):
    """One of the first four special actions (IO-9)."""

    id: str
    uses: Count


class Run(Counter):
    """The fifth (IO-9)."""

    spaces: Annotated[int, Whole(1, MOST_COUNT)]


class Move(Table):
    """IO-12, IO-18."""

    skip: Annotated[int, Whole(1, 1)]
    lap_lead: Annotated[int, Whole(1, MOST_POSITION)]


class Box(Table):
    """The whole file."""

    schema_: Annotated[int, Whole(1, 1)] = Field(alias="schema")
    game: Literal["gardens_of_io"]
    edition: Name
    provenance: dict[str, Origin] = Field(default_factory=dict)
    players: Players
    board: Board
    colour: Annotated[list[Colour], Field(min_length=1, max_length=MOST_COLOURS)]
    pieces: Pieces
    setup: Annotated[list[Setup], Field(min_length=1, max_length=4)]
    special_action: Annotated[tuple[Counter, Counter, Counter, Counter, Run], Field(strict=False)]
    move: Move


def validate(data: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The data of a component file as the implementations take it, or every fault."""
    box, faults = read(Box, data)
    if box is None:
        return {}, faults
    # By way of JSON, so that lists are lists.
    return box.model_dump(mode="json", by_alias=True), _table_faults(box) + _setup_faults(box)


def _table_faults(box: Box) -> list[str]:
    faults = []
    if box.players.min > box.players.max:
        faults.append(f"players.min: {box.players.min}, should be at most players.max, which is {box.players.max}")
    track = 4 * (box.board.size + 1)
    if box.board.track != track:
        faults.append(f"board.track: {box.board.track}, should be 4 * (board.size + 1), which is {track}")
    faults += [f"colour: the id {value!r} is used twice" for value in repeated([colour.id for colour in box.colour])]
    faults += [
        f"colour: the name {value!r} is used twice" for value in repeated([colour.name for colour in box.colour])
    ]
    for k, (special, word) in enumerate(zip(box.special_action, WORDS, strict=True)):
        if special.id != word:
            faults.append(f"special_action[{k}].id: {special.id!r}, should be {word!r}")
    return faults


def _setup_faults(box: Box) -> list[str]:
    faults = []
    counts = [setup.players for setup in box.setup]
    if box.players.min <= box.players.max and counts != list(range(box.players.min, box.players.max + 1)):
        faults.append(f"setup: for {counts} players, should be for each count from players.min to players.max in turn")
    bag = sum(colour.count for colour in box.colour)
    circles = box.board.size**2
    for i, setup in enumerate(box.setup):
        path = f"setup[{i}]"
        if len(setup.trees_by) < box.pieces.trees:
            faults.append(
                f"{path}.trees_by: {setup.trees_by}, should name a player for each of {box.pieces.trees} trees"
            )
        if any(player >= setup.players for player in setup.trees_by):
            faults.append(f"{path}.trees_by: {setup.trees_by}, should hold players 0..{setup.players - 1}")
        most = min(bag, circles - box.pieces.trees - 1) // setup.players
        if setup.flowers > most:
            faults.append(
                f"{path}.flowers: {setup.flowers}, should be at most {most}, since the bag holds {bag} flowers"
                f" and one of the {circles} circles must stay empty"
            )
    return faults
