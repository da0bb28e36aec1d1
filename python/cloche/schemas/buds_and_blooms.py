"""Buds and Blooms: what a box of one's own may change (seeds/README.md), and what must hold between its numbers."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from cloche.messages import listed, shown
from cloche.schemas.fields import MOST_COUNT, SHORT_TEXT, Origin, Table, Whole, read, repeated

COLOURS = ("R", "Y", "B")
BUDS = ("RY", "YB", "BR")
TOOLS = ("power", "cut", "dig")
# BB-1: the faces of a deck, in the order of the action ids.
FACES = (*(f"{colour}{number}" for colour in COLOURS for number in range(1, 7)), *BUDS, *TOOLS)
MOST_STAGES = 3
MOST_SLOTS = 3
MOST_BED_CARDS = 6  # chance outcomes of the setup
STAGE_KEYS = ("leaves", "bees", "butterfly")
KEYS = {"bloom": ("colour", "number", *STAGE_KEYS), "bud": ("colours", *STAGE_KEYS), "tool": ("name",)}

Count = Annotated[int, Whole(0, MOST_COUNT)]
PlayerCount = Annotated[int, Whole(1, 2)]
Name = Annotated[str, SHORT_TEXT]
ColourId = Literal["R", "Y", "B"]


class Players(Table):
    """For how many the box is."""

    min: PlayerCount
    max: PlayerCount


class Colour(Table):
    """BB-1."""

    id: ColourId
    name: Name


class Card(Table):
    """BB-1 to BB-3: a face of a deck. Which keys it has goes by its kind."""

    id: Literal[FACES]  # type: ignore[valid-type]  # the words of a tuple
    kind: Literal["bloom", "bud", "tool"]
    back: Literal["sun", "rain"]
    colour: ColourId = "R"
    number: Annotated[int, Whole(1, 6)] = 1
    colours: list[ColourId] = Field(default_factory=list)
    leaves: list[Count] = Field(default_factory=list)
    bees: list[Count] = Field(default_factory=list)
    butterfly: list[Literal["", "R", "Y", "B"]] = Field(default_factory=list)
    name: Name = "-"


class Deck(Table):
    """BB-7, BB-9, BB-20."""

    set_aside: Count
    under: Count
    over: Count
    hand: Annotated[int, Whole(1, 4)]
    dig_look: Annotated[int, Whole(1, 3)]


class Bed(Table):
    """BB-4, BB-12."""

    colours: Annotated[list[ColourId], Field(min_length=2, max_length=3)]
    alternate: bool
    parity: Literal["all", "odd", "even"]
    direction: Literal["up", "down", "updown"]
    consecutive: bool
    worm: bool
    rosette: Count


class BedFace(Table):
    """BB-4: two beds, one for each side of the table."""

    rocks: bool
    bed: Annotated[list[Bed], Field(min_length=2, max_length=2)]


class BedCard(Table):
    """BB-4: the plain face and the one with rocks."""

    id: Name
    face: Annotated[list[BedFace], Field(min_length=2, max_length=2)]


class Slots(Table):
    """BB-5, BB-6."""

    count: Annotated[int, Whole(1, MOST_SLOTS)]
    middle: Annotated[int, Whole(1, MOST_SLOTS)]


class Score(Table):
    """BB-23, BB-24."""

    bees: Annotated[list[Count], Field(min_length=5, max_length=5)]
    butterfly: Count
    better_flower: Count


class Rival(Table):
    """BB-26."""

    rocks: Annotated[int, Whole(0, MOST_SLOTS)]
    name: Name
    venue: Name


class Box(Table):
    """The whole file."""

    schema_: Annotated[int, Whole(1, 1)] = Field(alias="schema")
    game: Literal["buds_and_blooms"]
    edition: Name
    provenance: dict[str, Origin] = Field(default_factory=dict)
    players: Players
    colour: Annotated[list[Colour], Field(min_length=len(COLOURS), max_length=len(COLOURS))]
    card: Annotated[list[Card], Field(min_length=1, max_length=len(FACES))]
    deck: Deck
    bed_card: Annotated[list[BedCard], Field(min_length=1, max_length=MOST_BED_CARDS)]
    slots: Slots
    score: Score
    rival: Annotated[list[Rival], Field(min_length=1, max_length=MOST_SLOTS + 1)]


def validate(data: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The data of a component file as the implementations take it, or every fault."""
    box, faults = read(Box, data)
    if box is None:
        return {}, faults
    faults = _order_faults(box) + _card_faults(box) + _deck_faults(box) + _bed_faults(box) + _slot_faults(box)
    # Keys that a kind of card does not have are left out, as in the file.
    return box.model_dump(mode="json", by_alias=True, exclude_unset=True), faults


def _order_faults(box: Box) -> list[str]:
    faults = []
    if box.players.min > box.players.max:
        faults.append(f"players.min: {box.players.min}, should be at most players.max, which is {box.players.max}")
    for i, (colour, id_) in enumerate(zip(box.colour, COLOURS, strict=True)):
        if colour.id != id_:
            faults.append(f"colour[{i}].id: {colour.id!r}, should be {id_!r}")
    faults += [f"colour: the name {name!r} is used twice" for name in repeated([entry.name for entry in box.colour])]
    ids = [card.id for card in box.card]
    faults += [f"card: the id {id_!r} is used twice" for id_ in repeated(ids)]
    if ids != sorted(ids, key=FACES.index):
        faults.append(f"card: should be in the order {', '.join(FACES)}")
    faults += [f"bed_card: the id {id_!r} is used twice" for id_ in repeated([card.id for card in box.bed_card])]
    return faults


def _card_faults(box: Box) -> list[str]:
    faults = []
    for i, card in enumerate(box.card):
        path = f"card[{i}]"
        kind = "tool" if card.id in TOOLS else "bud" if card.id in BUDS else "bloom"
        if card.kind != kind:
            faults.append(f"{path}.kind: {card.kind!r}, should be {kind!r} for {card.id}")
            continue
        allowed = ("id", "kind", "back", *KEYS[kind])
        missing = [key for key in KEYS[kind] if key not in card.model_fields_set]
        faults += [f"{path}.{key}: missing" for key in missing]
        faults += [
            f"{path}.{key}: unknown key for a {kind}, should be one of {listed(allowed)}"
            for key in Card.model_fields
            if key in card.model_fields_set and key not in allowed
        ]
        if not missing:
            faults += _print_faults(card, path)
    return faults


def _print_faults(card: Card, path: str) -> list[str]:
    """BB-1, BB-2: colours and number are those of the id, and there is one entry a stage."""
    faults = []
    if card.kind == "bloom" and f"{card.colour}{card.number}" != card.id:
        faults.append(f"{path}.id: {card.id!r}, should be colour and number, which are {card.colour}{card.number}")
    if card.kind == "bud" and "".join(card.colours) != card.id:
        faults.append(f"{path}.colours: {shown(card.colours)}, should be {list(card.id)}")
    if card.kind != "tool":
        stages = len(card.leaves)
        if not 1 <= stages <= MOST_STAGES:
            faults.append(f"{path}.leaves: {shown(card.leaves)}, should have an entry for each of 1..3 stages")
        for key, entries in (("bees", card.bees), ("butterfly", card.butterfly)):
            if len(entries) != stages:
                faults.append(f"{path}.{key}: {shown(entries)}, should have as many entries as leaves, {stages}")
    return faults


def _deck_faults(box: Box) -> list[str]:
    deck = box.deck
    flowers = sum(card.kind != "tool" for card in box.card)
    faults = []
    if not flowers:
        faults.append("card: all are tools, should have a bloom or a bud")
    if deck.set_aside != deck.over + deck.under:
        faults.append(
            f"deck.set_aside: {deck.set_aside}, should be over and under together, which are {deck.over + deck.under}"
        )
    if deck.set_aside > flowers:
        faults.append(f"deck.set_aside: {deck.set_aside}, should be at most {flowers}, the blooms and buds")
    if deck.hand > len(box.card):
        faults.append(f"deck.hand: {deck.hand}, should be at most {len(box.card)}, the cards of a deck")
    return faults


def _bed_faults(box: Box) -> list[str]:
    faults = []
    for i, card in enumerate(box.bed_card):
        for j, face in enumerate(card.face):
            path = f"bed_card[{i}].face[{j}]"
            if face.rocks != (j == 1):
                faults.append(f"{path}.rocks: {face.rocks}, should be {j == 1}, as the plain face comes first")
            worms = sum(bed.worm for bed in face.bed)
            if worms != 1:
                faults.append(f"{path}.bed: {worms} with a worm, should be 1")
            for k, bed in enumerate(face.bed):
                twice = repeated(bed.colours)
                if twice:
                    faults.append(f"{path}.bed[{k}].colours: {listed(twice)} is named twice")
                if bed.alternate and len(bed.colours) != 2:
                    faults.append(f"{path}.bed[{k}].colours: {shown(bed.colours)}, should be two, as they alternate")
    return faults


def _slot_faults(box: Box) -> list[str]:
    count = box.slots.count
    faults = []
    if len(box.bed_card) < count:
        faults.append(f"slots.count: {count}, should be at most {len(box.bed_card)}, the bed cards")
    if box.slots.middle > count:
        faults.append(f"slots.middle: {box.slots.middle}, should be at most slots.count, which is {count}")
    rocks = [rival.rocks for rival in box.rival]
    if rocks != list(range(count + 1)):
        faults.append(f"rival: for rocks {rocks}, should be for 0..{count} in turn")
    return faults
