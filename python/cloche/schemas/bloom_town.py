"""Bloom Town: what a box of one's own may change (seeds/README.md), and what must hold between its numbers."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import Field

from cloche.messages import shown
from cloche.schemas.fields import MOST_COUNT, SHORT_TEXT, Origin, Table, Whole, read, repeated

STACKS = 5
TYPES = ("O", "S", "P", "H", "shop")  # BT-2
# BT-2: the two types that each shop kind scores, one kind for each pair.
MATCHES = {"a": ("P", "H"), "b": ("O", "P"), "c": ("S", "H"), "d": ("O", "H"), "e": ("O", "S"), "f": ("S", "P")}

Count = Annotated[int, Whole(0, MOST_COUNT)]
PlayerCount = Annotated[int, Whole(2, 4)]
Name = Annotated[str, SHORT_TEXT]


class Players(Table):
    """For how many the box is."""

    min: PlayerCount
    max: PlayerCount


class Town(Table):
    """BT-1."""

    size: Annotated[int, Whole(3, 5)]


class Symbol(Table):
    """BT-1: a flower, with the number of its stack."""

    id: Annotated[int, Whole(1, STACKS)]
    name: Name


class Side(Table):
    """BT-1: pictures of a side of the town board."""

    symbols: str
    blooming: str


class Board(Table):
    """BT-1: both sides."""

    A: Side
    B: Side


class BuildingType(Table):
    """BT-2."""

    id: str
    name: Name
    count: Count


class ShopKind(Table):
    """BT-2."""

    id: str
    name: Name
    matches: list[str]
    count: Count


class Community(Table):
    """BT-3."""

    per_type: Annotated[int, Whole(0, 2)]


class Hand(Table):
    """BT-3, BT-5."""

    tiles: Annotated[int, Whole(1, 2)]
    bonus_tokens: Annotated[int, Whole(1, 1)]


class Setup(Table):
    """BT-4, BT-6, BT-26: what changes with the player count."""

    players: PlayerCount
    removed: Count
    stack: Annotated[int, Whole(1, MOST_COUNT)]
    left_over: Count
    end_stacks: Annotated[int, Whole(1, STACKS)]


class Box(Table):
    """The whole file."""

    schema_: Annotated[int, Whole(1, 1)] = Field(alias="schema")
    game: Literal["bloom_town"]
    edition: Name
    provenance: dict[str, Origin] = Field(default_factory=dict)
    players: Players
    town: Town
    symbol: Annotated[list[Symbol], Field(min_length=STACKS, max_length=STACKS)]
    board: Board
    building_type: Annotated[list[BuildingType], Field(min_length=len(TYPES), max_length=len(TYPES))]
    shop_kind: Annotated[list[ShopKind], Field(min_length=len(MATCHES), max_length=len(MATCHES))]
    community: Community
    hand: Hand
    setup: Annotated[list[Setup], Field(min_length=1, max_length=3)]


def validate(data: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The data of a component file as the implementations take it, or every fault."""
    box, faults = read(Box, data)
    if box is None:
        return {}, faults
    faults = _order_faults(box) + _board_faults(box) + _shop_faults(box) + _setup_faults(box)
    return box.model_dump(mode="json", by_alias=True), faults


def _order_faults(box: Box) -> list[str]:
    faults = []
    if box.players.min > box.players.max:
        faults.append(f"players.min: {box.players.min}, should be at most players.max, which is {box.players.max}")
    for path, entries, ids in (
        ("symbol", [(entry.id, entry.name) for entry in box.symbol], range(1, STACKS + 1)),
        ("building_type", [(entry.id, entry.name) for entry in box.building_type], TYPES),
        ("shop_kind", [(entry.id, entry.name) for entry in box.shop_kind], MATCHES),
    ):
        for i, ((given, _), id_) in enumerate(zip(entries, ids, strict=True)):
            if given != id_:
                faults.append(f"{path}[{i}].id: {shown(given)}, should be {id_!r}")
        faults += [f"{path}: the name {name!r} is used twice" for name in repeated([name for _, name in entries])]
    return faults


def _board_faults(box: Box) -> list[str]:
    size = box.town.size
    faults = []
    for name, side in (("A", box.board.A), ("B", box.board.B)):
        for key, picture, marks in (("symbols", side.symbols, "12345"), ("blooming", side.blooming, ".*")):
            row = f"[{re.escape(marks)}]{{{size}}}"
            if not re.fullmatch(f"{row}(\n{row}){{{size - 1}}}\n?", picture):
                faults.append(
                    f"board.{name}.{key}: {shown(picture)}, should be {size} rows of {size} characters,"
                    f" each one of {marks}"
                )
    return faults


def _shop_faults(box: Box) -> list[str]:
    faults = []
    for i, (shop, matches) in enumerate(zip(box.shop_kind, MATCHES.values(), strict=True)):
        if shop.matches != list(matches):
            faults.append(f"shop_kind[{i}].matches: {shown(shop.matches)}, should be {list(matches)}")
    shops = sum(shop.count for shop in box.shop_kind)
    count = box.building_type[-1].count
    if count != shops:
        faults.append(f"building_type[4].count: {count}, should be the sum of the shop kinds, which is {shops}")
    return faults


def _setup_faults(box: Box) -> list[str]:
    faults = []
    counts = [setup.players for setup in box.setup]
    if box.players.min <= box.players.max and counts != list(range(box.players.min, box.players.max + 1)):
        faults.append(f"setup: for {counts} players, should be for each count from players.min to players.max in turn")
    for i, setup in enumerate(box.setup):
        faults += _tile_faults(box, setup, f"setup[{i}]")
    return faults


def _tile_faults(box: Box, setup: Setup, path: str) -> list[str]:
    """The tiles reach for what is taken out, the hands and the stacks, and the rest is left over."""
    kinds = sum(shop.count > 0 for shop in box.shop_kind)
    most = min(kinds, *(entry.count for entry in box.building_type[:-1]))
    if setup.removed > most:
        return [
            f"{path}.removed: {setup.removed}, should be at most {most}, the fewest tiles of a type"
            " or the shop kinds that have tiles"
        ]
    shops = sum(shop.count for shop in box.shop_kind)
    buildings = sum(entry.count for entry in box.building_type[:-1]) + shops - setup.removed * len(TYPES)
    dealt = box.hand.tiles * setup.players
    if buildings < dealt:
        return [f"{path}.players: {setup.players}, should be fewer, since {buildings} buildings are left to deal"]
    face_down = buildings - dealt + box.community.per_type * len(TYPES)
    if face_down < STACKS * setup.stack:
        return [
            f"{path}.stack: {setup.stack}, should be at most {face_down // STACKS}, since {face_down} tiles are left"
        ]
    left_over = face_down - STACKS * setup.stack
    if setup.left_over != left_over:
        return [f"{path}.left_over: {setup.left_over}, should be {left_over}, since {face_down} tiles are left"]
    return []
