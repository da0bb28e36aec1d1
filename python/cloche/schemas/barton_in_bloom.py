"""Barton in Bloom: what a box of one's own may hold (seeds/barton_in_bloom/state.md, "Component files"; BN-71)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from cloche.messages import listed, shown
from cloche.schemas.fields import SHORT_TEXT, Checked, Origin, Table, Text, Whole, read, repeated

FLOWERS = ("D", "R", "T", "L", "V")
# Each specialist with its action and the numbers of its rest.
SPECIALISTS = {
    "H": ("harvest", ("types_per_demand",)),
    "L": ("landscape", ("prestige_per_demand",)),
    "P": ("purchase", ("discount_per_demand",)),
    "S": ("sell", ("money_per_demand", "others_money")),
}
FERTILIZERS = ("plant", "wages", "regrow", "yield", "early")
DECORATIONS = {"large": ("different", 2), "medium": ("equal", 2), "small": ("any", 1)}
NOTICES = 5
DECKS = 3
METRICS = (
    *("gnomes", "ornaments", "plants", *(f"plants_of:{flower}" for flower in FLOWERS), "plant_types", "grown"),
    *("harvested", "tiles", "complete", "beds", "paved", "lawn", "pond", "largest_paved", "largest_lawn"),
    *("largest_pond", "doubled_tiles", "full_sets", "covered", "orders", "decorations", "fertilizers", "money"),
    *("shed", "shed_types", "judges_held"),
)
EFFECTS = (
    *("money", "flowers", "judges", "tile", "regrow", "harvest", "plant", "fertilizer", "demand", "prestige"),
    "purchases",
)
INCOMES = ("money", "flowers", "regrow", "harvest", "prestige")
MOST_LENGTH = 5  # of an ornament, in squares
MOST_SQUARES = 9


def _tile_fault(grid: str) -> str | None:
    """BN-3."""
    rows = _rows(grid, "FPLW.")
    if rows is None or [len(row) for row in rows] != [3, 3, 3]:
        return "should be 3 rows of 3 characters, each one of FPLW."
    return None if "F" in grid else "should have a flower bed, F"


def _ornament_fault(grid: str) -> str | None:
    """BN-4."""
    rows = _rows(grid, "#.")
    if rows is None or len({len(row) for row in rows}) != 1:
        return "should be equally long rows of # and ."
    squares = {(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "#"}
    if not 1 <= len(squares) <= MOST_SQUARES or max(len(rows), len(rows[0])) > MOST_LENGTH:
        return f"should have 1..{MOST_SQUARES} squares and be at most {MOST_LENGTH} long and wide"
    outer = [rows[0], rows[-1], "".join(row[0] for row in rows), "".join(row[-1] for row in rows)]
    if any("#" not in line for line in outer):
        return "should have no empty outer row or column"
    group = [min(squares)]
    for r, c in group:  # grows as it is read
        around = ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))
        group += [square for square in around if square in squares and square not in group]
    return None if len(group) == len(squares) else "should be in one piece"


def _rows(grid: str, marks: str) -> list[str] | None:
    """The rows of a grid; None if it is none of these marks."""
    rows = grid.removesuffix("\n").split("\n")
    return rows if all(row and set(row) <= set(marks) for row in rows) else None


PlayerCount = Annotated[int, Whole(2, 4)]
Name = Annotated[str, SHORT_TEXT]
Id = Annotated[str, Text(r"[a-z0-9_]{1,32}", "1..32 letters a-z, digits and underscores")]
Upto99 = Annotated[int, Whole(0, 99)]
Upto9 = Annotated[int, Whole(0, 9)]
OneTo9 = Annotated[int, Whole(1, 9)]
Metric = Literal[METRICS]  # type: ignore[valid-type]  # the words of a tuple
EffectName = Literal[EFFECTS]  # type: ignore[valid-type]
IncomeName = Literal[INCOMES]  # type: ignore[valid-type]


class Players(Table):
    """For how many the box is."""

    min: PlayerCount
    max: PlayerCount


class Flower(Table):
    """BN-1."""

    id: str
    name: Name


class Rest(Table):
    """BN-25. Which numbers there are goes by the specialist."""

    types_per_demand: Upto9 = 0
    prestige_per_demand: Upto9 = 0
    discount_per_demand: Upto9 = 0
    money_per_demand: Upto9 = 0
    others_money: Upto9 = 0


class Specialist(Table):
    """BN-1."""

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

    money: Upto99
    bag_flowers: Upto9
    judges: Upto9
    tiles: Annotated[int, Whole(1, 3)]
    choice_judges: OneTo9
    choice_money: Upto99
    plants: OneTo9
    flowers: OneTo9


class Bag(Table):
    """BN-8, BN-20: tokens of each type."""

    first: Annotated[int, Whole(0, 50)]
    refill: Annotated[int, Whole(1, 50)]


class Market(Table):
    """BN-7."""

    prices: Annotated[list[Upto99], Field(min_length=1, max_length=8)]


class Action(Table):
    """BN-13, BN-17 to BN-21."""

    mow_money: Upto99
    judge_draw: Upto9
    regrow_plants: OneTo9
    harvest_tokens: OneTo9
    piles: Annotated[int, Whole(3, 3)]
    landscape_tiles: OneTo9
    purchase_ornaments: OneTo9
    sell_flower_money: Upto99
    sell_orders: OneTo9
    both_halves: Upto9


class Surcharge(Table):
    """BN-18, BN-19, BN-21."""

    harvest: Upto9
    plant: Upto9
    order: Upto9


class IncomeOfTiles(Table):
    """BN-35."""

    per_complete_tile: Upto9


class Fertilizer(Table):
    """BN-6, BN-36."""

    id: str
    name: Name
    price: Upto99
    amount: OneTo9


class Effect(Table):
    """BN-30."""

    effect: EffectName
    n: OneTo9


class OrnamentIncome(Table):
    """BN-36."""

    effect: IncomeName
    n: OneTo9


class Notice(Table):
    """BN-29."""

    space: Annotated[int, Whole(1, NOTICES)]
    bonus: Annotated[list[Effect], Field(min_length=1, max_length=len(EFFECTS))]


class Scoring(Table):
    """BN-27, BN-38, BN-39."""

    end_tiles: Annotated[int, Whole(1, 6)]
    garden: Upto99
    judge_flat: Upto99
    judge_ranked: Annotated[list[Upto99], Field(min_length=1, max_length=4)]


class Decoration(Table):
    """BN-24, BN-39."""

    id: str
    pay: str
    flowers: Annotated[int, Whole(1, 2)]
    prestige: Annotated[list[Upto99], Field(max_length=8)]
    each: Upto9
    supply: list[Annotated[int, Whole(0, 16)]]


class Tile(Table):
    """BN-3."""

    id: Id
    grid: Annotated[str, Checked(_tile_fault)]


class Per(Table):
    """BN-4: prestige for each unit of a metric."""

    metric: Metric
    points: OneTo9


class Ornament(Table):
    """BN-4."""

    id: Id
    name: Name
    price: Upto99
    copies: Annotated[int, Whole(1, 8)]
    gnomes: Upto99 = 0
    income: Annotated[list[OrnamentIncome], Field(max_length=len(INCOMES))] = Field(default_factory=list)
    prestige: Upto99 = 0
    per: Per | None = None
    grid: Annotated[str, Checked(_ornament_fault)]


class Card(Table):
    """BN-5: an order."""

    id: Id
    icons: Annotated[str, Text("[DRTLV]{1,6}", "1..6 of the letters D, R, T, L and V")]
    money: Upto99
    prestige: Upto99


class OrderDeck(Table):
    """BN-5."""

    id: Id
    card: Annotated[list[Card], Field(min_length=1, max_length=32)]


class Judge(Table):
    """BN-5, BN-26. A flat one has `op` and `value`."""

    id: Id
    name: Name
    kind: Literal["flat", "ranked"]
    metric: Metric
    op: Literal[">=", "<="] = ">="
    value: Annotated[int, Whole(0, 255)] = 0
    favour: Annotated[list[Effect], Field(min_length=1, max_length=len(EFFECTS))]


class Box(Table):
    """The whole file."""

    schema_: Annotated[int, Whole(1, 1)] = Field(alias="schema")
    game: Literal["barton_in_bloom"]
    edition: Name
    provenance: dict[str, Origin] = Field(default_factory=dict)
    players: Players
    flower: Annotated[list[Flower], Field(min_length=len(FLOWERS), max_length=len(FLOWERS))]
    specialist: Annotated[list[Specialist], Field(min_length=len(SPECIALISTS), max_length=len(SPECIALISTS))]
    dice: Dice
    setup: Setup
    bag: Bag
    market: Market
    action: Action
    surcharge: Surcharge
    income: IncomeOfTiles
    fertilizer: Annotated[list[Fertilizer], Field(min_length=len(FERTILIZERS), max_length=len(FERTILIZERS))]
    notice: Annotated[list[Notice], Field(min_length=NOTICES, max_length=NOTICES)]
    scoring: Scoring
    decoration: Annotated[list[Decoration], Field(min_length=len(DECORATIONS), max_length=len(DECORATIONS))]
    tile: Annotated[list[Tile], Field(min_length=3, max_length=64)]
    ornament: Annotated[list[Ornament], Field(max_length=24)] = Field(default_factory=list)
    order_deck: Annotated[list[OrderDeck], Field(min_length=DECKS, max_length=DECKS)]
    judge: Annotated[list[Judge], Field(min_length=1, max_length=48)]


def validate(data: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The data of a component file as the implementations take it, or every fault."""
    box, faults = read(Box, data)
    if box is None:
        return {}, faults
    faults = [*_fixed_faults(box), *_name_faults(box), *_count_faults(box), *_specialist_faults(box)]
    faults += [*_decoration_faults(box), *_judge_faults(box), *_effect_faults(box)]
    # Keys that are not needed and not there are left out, as in the file.
    return box.model_dump(mode="json", by_alias=True, exclude_unset=True), faults


def _fixed_faults(box: Box) -> list[str]:
    """BN-71: lists whose ids stand in the rules, in their order."""
    faults = []
    for path, given, expected in (
        ("flower[{}].id", [entry.id for entry in box.flower], FLOWERS),
        ("specialist[{}].id", [entry.id for entry in box.specialist], SPECIALISTS),
        ("fertilizer[{}].id", [entry.id for entry in box.fertilizer], FERTILIZERS),
        ("notice[{}].space", [entry.space for entry in box.notice], range(1, NOTICES + 1)),
        ("decoration[{}].id", [entry.id for entry in box.decoration], DECORATIONS),
    ):
        for i, (one, other) in enumerate(zip(given, expected, strict=True)):
            if one != other:
                faults.append(f"{path.format(i)}: {shown(one)}, should be {other!r}")
    return faults


def _name_faults(box: Box) -> list[str]:
    """Ids and names are used once in a list; ids of orders in all decks."""
    cards = [card.id for deck in box.order_deck for card in deck.card]
    faults = []
    for path, word, values in (
        ("tile", "id", [entry.id for entry in box.tile]),
        ("ornament", "id", [entry.id for entry in box.ornament]),
        ("judge", "id", [entry.id for entry in box.judge]),
        ("order_deck", "id", [entry.id for entry in box.order_deck]),
        ("order_deck", "id of a card", cards),
        ("flower", "name", [entry.name for entry in box.flower]),
        ("specialist", "name", [entry.name for entry in box.specialist]),
        ("fertilizer", "name", [entry.name for entry in box.fertilizer]),
        ("ornament", "name", [entry.name for entry in box.ornament]),
        ("judge", "name", [entry.name for entry in box.judge]),
    ):
        faults += [f"{path}: the {word} {value!r} is used twice" for value in repeated(values)]
    return faults


def _count_faults(box: Box) -> list[str]:
    """Players, and what the set-up of all of them takes."""
    faults = []
    players, setup = box.players, box.setup
    if players.min > players.max:
        faults.append(f"players.min: {players.min}, should be at most players.max, which is {players.max}")
    tiles = players.max * setup.tiles
    if len(box.tile) < tiles:
        faults.append(f"tile: {len(box.tile)} of them, should be at least {tiles} for the set-up of {players.max}")
    judges = players.max * (setup.judges + setup.choice_judges)
    if len(box.judge) < judges:
        faults.append(f"judge: {len(box.judge)} of them, should be at least {judges} for the set-up of {players.max}")
    ranked = box.scoring.judge_ranked
    if ranked != sorted(ranked, reverse=True):
        faults.append(f"scoring.judge_ranked: {shown(ranked)}, none should be higher than the one before")
    return faults


def _specialist_faults(box: Box) -> list[str]:
    """BN-1, BN-25."""
    faults = []
    for i, (entry, (action, keys)) in enumerate(zip(box.specialist, SPECIALISTS.values(), strict=True)):
        if entry.action != action:
            faults.append(f"specialist[{i}].action: {shown(entry.action)}, should be {action!r}")
        given = entry.rest.model_fields_set
        faults += [f"specialist[{i}].rest.{key}: missing" for key in keys if key not in given]
        faults += [
            f"specialist[{i}].rest.{key}: unknown key here, should be {listed(keys)}"
            for key in Rest.model_fields
            if key in given and key not in keys
        ]
    return faults


def _decoration_faults(box: Box) -> list[str]:
    """BN-24, BN-39."""
    counts = box.players.max - box.players.min + 1
    faults = []
    for i, (entry, (pay, flowers)) in enumerate(zip(box.decoration, DECORATIONS.values(), strict=True)):
        path = f"decoration[{i}]"
        if entry.pay != pay:
            faults.append(f"{path}.pay: {shown(entry.pay)}, should be {pay!r}")
        if entry.flowers != flowers:
            faults.append(f"{path}.flowers: {entry.flowers}, should be {flowers}")
        if counts > 0 and len(entry.supply) != counts:
            faults.append(
                f"{path}.supply: {shown(entry.supply)}, should be {counts} numbers, one for each number of players"
            )
    return faults


def _judge_faults(box: Box) -> list[str]:
    """BN-26: a flat judge compares with a number, a ranked one does not."""
    faults = []
    for i, judge in enumerate(box.judge):
        for key in ("op", "value"):
            given = key in judge.model_fields_set
            if judge.kind == "flat" and not given:
                faults.append(f"judge[{i}].{key}: missing")
            elif judge.kind == "ranked" and given:
                faults.append(f"judge[{i}].{key}: unknown key for a ranked judge")
    return faults


def _effect_faults(box: Box) -> list[str]:
    """No effect stands twice in a list."""
    lists: list[tuple[str, list[str]]] = [
        *((f"notice[{i}].bonus", [one.effect for one in entry.bonus]) for i, entry in enumerate(box.notice)),
        *((f"ornament[{i}].income", [one.effect for one in entry.income]) for i, entry in enumerate(box.ornament)),
        *((f"judge[{i}].favour", [one.effect for one in entry.favour]) for i, entry in enumerate(box.judge)),
    ]
    return [f"{path}: the effect {name!r} is named twice" for path, names in lists for name in repeated(names)]
