"""Barton in Bloom: what a box of one's own may change (BN-71, `state.md`), and what must hold between its numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field
from pydantic_core import PydanticCustomError

from cloche.schemas.fields import MOST_COUNT, SHORT_TEXT, Origin, Table, Text, Whole, read, repeated

TILE_SIDE = 3
SHAPE_SIDE = 5
MOST_SQUARES = 9
FLOWERS = "DRTLV"
SPECIALISTS = (("H", "harvest"), ("L", "landscape"), ("P", "purchase"), ("S", "sell"))
FERTILIZERS = ("plant", "wages", "regrow", "yield", "early")
DECORATIONS = (("large", "different", 2), ("medium", "equal", 2), ("small", "any", 1))
REST_NUMBERS = {
    "H": {"types_per_demand"},
    "L": {"prestige_per_demand"},
    "P": {"discount_per_demand"},
    "S": {"money_per_demand", "others_money"},
}
METRICS = (
    *("gnomes", "ornaments", "plants", *(f"plants_of:{letter}" for letter in FLOWERS), "plant_types", "grown"),
    *("harvested", "tiles", "complete", "beds", "paved", "lawn", "pond", "largest_paved", "largest_lawn"),
    *("largest_pond", "doubled_tiles", "full_sets", "covered", "orders", "decorations", "fertilizers", "money", "shed"),
    *("shed_types", "judges_held"),
)


def _one_of(words: Sequence[str]) -> Callable[[object], object]:
    def check(value: object) -> object:
        if type(value) is not str or value not in words:
            raise PydanticCustomError("cloche", "should be one of {allowed}", {"allowed": ", ".join(words)})
        return value

    return check


Money = Annotated[int, Whole(0, 99)]
Digit = Annotated[int, Whole(0, 9)]
Number = Annotated[int, Whole(1, 9)]
Id = Annotated[str, Text("[a-z0-9_]{1,32}", "1..32 of a-z, 0-9 and _")]
Name = Annotated[str, SHORT_TEXT]
MetricName = Annotated[str, BeforeValidator(_one_of(METRICS))]
Effect = Literal[
    "money", "flowers", "judges", "tile", "regrow", "harvest", "plant", "fertilizer", "demand", "prestige", "purchases"
]
IncomeEffect = Literal["money", "flowers", "regrow", "harvest", "prestige"]


class Players(Table):
    """For how many the box is."""

    min: Annotated[int, Whole(2, 4)]
    max: Annotated[int, Whole(2, 4)]


class Flower(Table):
    """BN-1."""

    id: str
    name: Name


class Rest(Table):
    """BN-25: what one step of demand gives; each specialist has its own of these."""

    types_per_demand: Digit | None = None
    prestige_per_demand: Digit | None = None
    discount_per_demand: Digit | None = None
    money_per_demand: Digit | None = None
    others_money: Digit | None = None


class Specialist(Table):
    """BN-1, BN-25."""

    id: str
    name: Name
    action: str
    rest: Rest


class Dice(Table):
    """BN-8, BN-12."""

    start: Annotated[int, Whole(1, 1)]
    step: Annotated[int, Whole(1, 1)]
    max: Annotated[int, Whole(6, 6)]


class Setup(Table):
    """BN-9."""

    money: Money
    bag_flowers: Digit
    judges: Digit
    tiles: Annotated[int, Whole(1, 3)]
    choice_judges: Number
    choice_money: Money
    plants: Number
    flowers: Number


class Bag(Table):
    """BN-8, BN-20."""

    first: Annotated[int, Whole(0, 50)]
    refill: Annotated[int, Whole(1, 50)]


class Market(Table):
    """BN-7."""

    prices: Annotated[list[Money], Field(min_length=1, max_length=8)]


class Action(Table):
    """BN-17 to BN-21."""

    mow_money: Money
    judge_draw: Digit
    regrow_plants: Number
    harvest_tokens: Number
    piles: Annotated[int, Whole(3, 3)]
    landscape_tiles: Number
    purchase_ornaments: Number
    sell_flower_money: Money
    sell_orders: Number
    both_halves: Digit


class Surcharge(Table):
    """BN-18, BN-19, BN-21."""

    harvest: Digit
    plant: Digit
    order: Digit


class Income(Table):
    """BN-35."""

    per_complete_tile: Digit


class Fertilizer(Table):
    """BN-6, BN-36."""

    id: str
    name: Name
    price: Money
    amount: Number


class EffectOf(Table):
    """BN-30."""

    effect: Effect
    n: Number


class IncomeOf(Table):
    """BN-36: what an ornament gives at each income."""

    effect: IncomeEffect
    n: Number


class Notice(Table):
    """BN-29."""

    space: int
    bonus: Annotated[list[EffectOf], Field(min_length=1)]


class Scoring(Table):
    """BN-38, BN-39."""

    end_tiles: Annotated[int, Whole(1, 6)]
    garden: Money
    judge_flat: Money
    judge_ranked: Annotated[list[Money], Field(min_length=1, max_length=4)]


class Decoration(Table):
    """BN-24, BN-39."""

    id: str
    pay: str
    flowers: int
    prestige: Annotated[list[Money], Field(max_length=8)]
    each: Digit
    supply: list[Annotated[int, Whole(0, 16)]]


class Tile(Table):
    """BN-3."""

    id: Id
    grid: str


class Per(Table):
    """BN-4: prestige for each unit of a metric."""

    metric: MetricName
    points: Number


class Ornament(Table):
    """BN-4."""

    id: Id
    name: Name
    price: Money
    copies: Annotated[int, Whole(1, 8)]
    gnomes: Money = 0
    income: list[IncomeOf] = Field(default_factory=list)
    prestige: Money = 0
    per: Per | None = None
    grid: str


class Order(Table):
    """BN-5."""

    id: Id
    icons: Annotated[str, Text(f"[{FLOWERS}]{{1,6}}", f"1..6 letters of {FLOWERS}")]
    money: Money
    prestige: Money


class OrderDeck(Table):
    """BN-5."""

    id: Id
    card: Annotated[list[Order], Field(min_length=1, max_length=32)]


class Judge(Table):
    """BN-5, BN-26."""

    id: Id
    name: Name
    kind: Literal["flat", "ranked"]
    metric: MetricName
    op: Literal[">=", "<="] | None = None
    value: Annotated[int, Whole(0, MOST_COUNT)] | None = None
    favour: Annotated[list[EffectOf], Field(min_length=1)]


class Box(Table):
    """The whole file."""

    schema_: Annotated[int, Whole(1, 1)] = Field(alias="schema")
    game: Literal["barton_in_bloom"]
    edition: Name
    provenance: dict[str, Origin] = Field(default_factory=dict)
    players: Players
    flower: list[Flower]
    specialist: list[Specialist]
    dice: Dice
    setup: Setup
    bag: Bag
    market: Market
    action: Action
    surcharge: Surcharge
    income: Income
    fertilizer: list[Fertilizer]
    notice: list[Notice]
    scoring: Scoring
    decoration: list[Decoration]
    tile: Annotated[list[Tile], Field(max_length=64)]
    ornament: Annotated[list[Ornament], Field(max_length=24)] = Field(default_factory=list)
    order_deck: list[OrderDeck]
    judge: Annotated[list[Judge], Field(min_length=1, max_length=48)]


def validate(data: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The data of a component file as the implementations take it, or every fault."""
    box, faults = read(Box, data)
    if box is None:
        return {}, faults
    faults = _player_faults(box) + _fixed_faults(box) + _effect_faults(box) + _scoring_faults(box)
    faults += _tile_faults(box) + _ornament_faults(box) + _card_faults(box)
    # What a file leaves out stays out.
    return box.model_dump(mode="json", by_alias=True, exclude_none=True), faults


def _named_once(path: str, what: str, values: list[str]) -> list[str]:
    return [f"{path}: the {what} {value!r} is used twice" for value in repeated(values)]


def _fixed(path: str, found: list[Any], wanted: list[Any]) -> list[str]:
    """BN-71: a list whose entries and order the ids fix."""
    if len(found) != len(wanted):
        return [f"{path}: {len(found)} entries, should be {len(wanted)}"]
    return [
        f"{path}[{i}]: {is_!r}, should be {should!r}"
        for i, (is_, should) in enumerate(zip(found, wanted, strict=True))
        if is_ != should
    ]


def _player_faults(box: Box) -> list[str]:
    """Player counts, and enough tiles and judges for the set-up."""
    faults = []
    if box.players.min > box.players.max:
        faults.append(f"players.min: {box.players.min}, should be at most players.max, which is {box.players.max}")
    most = box.players.max
    tiles = max(3, most * box.setup.tiles)
    if len(box.tile) < tiles:
        faults.append(f"tile: {len(box.tile)} tiles, should be at least {tiles} for {most} players")
    judges = most * (box.setup.judges + box.setup.choice_judges)
    if len(box.judge) < judges:
        faults.append(f"judge: {len(box.judge)} judges, should be at least {judges} for {most} players")
    return faults


def _fixed_faults(box: Box) -> list[str]:
    """BN-71."""
    faults = _fixed("flower", [flower.id for flower in box.flower], list(FLOWERS))
    faults += _fixed("specialist", [(die.id, die.action) for die in box.specialist], list(SPECIALISTS))
    faults += _fixed("fertilizer", [fertilizer.id for fertilizer in box.fertilizer], list(FERTILIZERS))
    faults += _fixed("notice", [notice.space for notice in box.notice], [1, 2, 3, 4, 5])
    faults += _fixed("decoration", [(size.id, size.pay, size.flowers) for size in box.decoration], list(DECORATIONS))
    if len(box.order_deck) != 3:
        faults.append(f"order_deck: {len(box.order_deck)} decks, should be 3")
    for i, die in enumerate(box.specialist):
        given = die.rest.model_fields_set
        wanted = REST_NUMBERS.get(die.id, given)
        if given != wanted:
            faults.append(f"specialist[{i}].rest: {', '.join(sorted(given))}, should be {', '.join(sorted(wanted))}")
    for path, entries in (
        ("flower", box.flower),
        ("specialist", box.specialist),
        ("fertilizer", box.fertilizer),
        ("ornament", box.ornament),
        ("judge", box.judge),
    ):
        faults += _named_once(path, "name", [entry.name for entry in entries])
    return faults


def _effect_faults(box: Box) -> list[str]:
    """No effect twice in a list."""
    lists: list[tuple[str, Sequence[EffectOf | IncomeOf]]] = []
    lists += [(f"notice[{i}].bonus", notice.bonus) for i, notice in enumerate(box.notice)]
    lists += [(f"judge[{i}].favour", judge.favour) for i, judge in enumerate(box.judge)]
    lists += [(f"ornament[{i}].income", ornament.income) for i, ornament in enumerate(box.ornament)]
    return [
        f"{path}: the effect {effect!r} is used twice"
        for path, effects in lists
        for effect in repeated([of.effect for of in effects])
    ]


def _scoring_faults(box: Box) -> list[str]:
    faults = [
        f"scoring.judge_ranked[{i + 1}]: {after}, should be at most {before}, as the one before"
        for i, (before, after) in enumerate(pairwise(box.scoring.judge_ranked))
        if after > before
    ]
    counts = box.players.max - box.players.min + 1
    for i, size in enumerate(box.decoration):
        if box.players.min <= box.players.max and len(size.supply) != counts:
            faults.append(f"decoration[{i}].supply: {len(size.supply)} numbers, should be {counts}, one a player count")
    return faults


def _rows(grid: str) -> list[str]:
    return grid.removesuffix("\n").split("\n")


def _tile_faults(box: Box) -> list[str]:
    faults = _named_once("tile", "id", [tile.id for tile in box.tile])
    for i, tile in enumerate(box.tile):
        rows = _rows(tile.grid)
        if len(rows) != TILE_SIDE or not all(re.fullmatch("[FPLW.]{3}", row) for row in rows):
            faults.append(f"tile[{i}].grid: should be 3 rows of 3 characters F, P, L, W or .")
        elif "F" not in tile.grid:
            faults.append(f"tile[{i}].grid: should have at least one F")
    return faults


def _ornament_faults(box: Box) -> list[str]:
    faults = _named_once("ornament", "id", [ornament.id for ornament in box.ornament])
    for i, ornament in enumerate(box.ornament):
        faults += [f"ornament[{i}].grid: {fault}" for fault in _shape_faults(_rows(ornament.grid))]
    return faults


def _shape_faults(rows: list[str]) -> list[str]:
    if not all(re.fullmatch("[#.]+", row) for row in rows) or len({len(row) for row in rows}) > 1:
        return ["should be rows of one length of the characters # and ."]
    faults = []
    if len(rows) > SHAPE_SIDE or len(rows[0]) > SHAPE_SIDE:
        faults.append(f"{len(rows)} rows of {len(rows[0])} squares, should be at most {SHAPE_SIDE} of {SHAPE_SIDE}")
    squares = {(r, c) for r, row in enumerate(rows) for c, what in enumerate(row) if what == "#"}
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


def _card_faults(box: Box) -> list[str]:
    """Ids of orders and judges, and what the kind of a judge asks for."""
    faults = _named_once("order_deck", "id", [deck.id for deck in box.order_deck])
    faults += _named_once("order_deck", "id", [order.id for deck in box.order_deck for order in deck.card])
    faults += _named_once("judge", "id", [judge.id for judge in box.judge])
    for i, judge in enumerate(box.judge):
        for key in ("op", "value"):
            given = getattr(judge, key) is not None
            if judge.kind == "flat" and not given:
                faults.append(f"judge[{i}].{key}: missing, a flat judge has one")
            if judge.kind == "ranked" and given:
                faults.append(f"judge[{i}].{key}: {getattr(judge, key)!r}, a ranked judge has none")
    return faults
