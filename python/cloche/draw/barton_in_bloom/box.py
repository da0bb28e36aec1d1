"""What the component file of Barton in Bloom prints, as far as it is drawn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from cloche import seed_files

DICE = ("H", "L", "P", "S")
SPACES = ("mow", "judge", "harvest", "landscape", "purchase", "sell", "rest")
GARDENER = (
    "mow", "judge", "regrow", "harvest", "tile", "plant", "flowers", "ornament", "flower-sale", "orders", "large",
    "medium", "small",
)  # fmt: skip
HALVES = {
    "mow": ("money", ""),
    "judge": ("draw, play", ""),
    "harvest": ("regrow", "harvest"),
    "landscape": ("tile", "plant"),
    "purchase": ("flowers", "ornament"),
    "sell": ("flower", "orders"),
}
GRID, SIDE = 7, 21  # tiles and squares of a garden, either way
_SIGNS = {">=": "\u2265", "<=": "\u2264"}
SIZES = ("large", "medium", "small")

Square = tuple[int, int]
Effects = Sequence[Mapping[str, Any]]


class Order(NamedTuple):
    """An order card."""

    deck: int
    icons: str
    money: int
    prestige: int


class Judge(NamedTuple):
    """A judge card: `op` and `value` of a flat one are None for a ranked one."""

    name: str
    metric: str
    op: str | None
    value: int | None
    favour: Effects

    def wish(self) -> str:
        """What the judge looks for: `largest pond ≥ 7`, `most gnomes`."""
        metric = metric_words(self.metric)
        return f"most {metric}" if self.op is None else f"{metric} {_SIGNS[self.op]}\u00a0{self.value}"


class Ornament(NamedTuple):
    """An ornament of the supply."""

    name: str
    price: int
    copies: int
    gnomes: int
    income: Effects
    prestige: int
    per: tuple[str, int] | None  # metric and points
    squares: frozenset[Square]

    def worth(self) -> str:
        """What it brings, in short: `2`, `+1 per orders`, `money 1 each income`."""
        parts = [str(self.prestige)] if self.prestige else []
        if self.per is not None:
            parts.append(f"{self.per[1]} per {metric_words(self.per[0])}")
        parts += [f"income {words}" for words in effect_words(self.income)]
        return ", ".join(parts) or "0"


@dataclass(frozen=True)
class Box:
    """A component file."""

    types: Mapping[str, str]  # letter -> name
    specialists: Mapping[str, str]  # letter of the die -> name
    prices: tuple[int, ...]
    tiles: Mapping[str, tuple[str, ...]]  # rows
    ornaments: Mapping[str, Ornament]
    orders: Mapping[str, Order]
    decks: tuple[str, ...]
    judges: Mapping[str, Judge]
    fertilizers: Mapping[str, tuple[str, int]]  # name and price
    notice: tuple[Effects, ...]
    decorations: Mapping[str, Mapping[str, Any]]
    supplies: Mapping[str, int]  # of decorations, for the players of the game
    harvest_surcharge: int
    end_tiles: int
    garden_prestige: int
    judge_flat: int
    judge_ranked: tuple[int, ...]

    def bonus(self, space: int) -> str:
        """The bonus of a notice space, from 1."""
        return ", ".join(effect_words(self.notice[space - 1]))

    def cards(self, deck: int) -> int:
        """How many orders a deck has."""
        return sum(order.deck == deck for order in self.orders.values())


def turned(rows: Sequence[str], turns: int) -> tuple[str, ...]:
    """A grid after quarter turns, clockwise."""
    for _ in range(turns):
        rows = ["".join(column) for column in zip(*reversed(rows), strict=True)]
    return tuple(rows)


def oriented(squares: frozenset[Square], orientation: int) -> list[Square]:
    """A shape mirrored left-right if need be, then turned, ascending; its top left corner stays at 0, 0."""
    found = {(row, -column) for row, column in squares} if orientation >= 4 else set(squares)
    for _ in range(orientation % 4):
        found = {(column, -row) for row, column in found}
    top, left = min(row for row, _ in found), min(column for _, column in found)
    return sorted((row - top, column - left) for row, column in found)


def metric_words(metric: str) -> str:
    """A metric as it is read: `plants of R`."""
    return metric.replace("_", " ").replace(":", " ")


def effect_words(effects: Effects) -> list[str]:
    """Effects as they are read: `judges 2`."""
    return [f"{effect['effect']} {effect['n']}" for effect in effects]


def box_of(components: Mapping[str, Any] | None, players: int) -> Box:
    """The box of a component file, without one of the default edition."""
    data = components if components is not None else seed_files.table("barton_in_bloom/components.toml")
    least = int(data["players"]["min"])
    return Box(
        types={str(row["id"]): str(row["name"]) for row in data["flower"]},
        specialists={str(row["id"]): str(row["name"]) for row in data["specialist"]},
        prices=tuple(data["market"]["prices"]),
        tiles={str(row["id"]): tuple(row["grid"].split()) for row in data["tile"]},
        ornaments={str(row["id"]): _ornament_of(row) for row in data.get("ornament", ())},
        orders={
            str(card["id"]): Order(deck, str(card["icons"]), int(card["money"]), int(card["prestige"]))
            for deck, row in enumerate(data["order_deck"])
            for card in row["card"]
        },
        decks=tuple(str(row["id"]) for row in data["order_deck"]),
        judges={
            str(row["id"]): Judge(str(row["name"]), row["metric"], row.get("op"), row.get("value"), row["favour"])
            for row in data["judge"]
        },
        fertilizers={str(row["id"]): (str(row["name"]), int(row["price"])) for row in data["fertilizer"]},
        notice=tuple(row["bonus"] for row in data["notice"]),
        decorations={str(row["id"]): row for row in data["decoration"]},
        supplies={str(row["id"]): int(row["supply"][players - least]) for row in data["decoration"]},
        harvest_surcharge=int(data["surcharge"]["harvest"]),
        end_tiles=int(data["scoring"]["end_tiles"]),
        garden_prestige=int(data["scoring"]["garden"]),
        judge_flat=int(data["scoring"]["judge_flat"]),
        judge_ranked=tuple(data["scoring"]["judge_ranked"]),
    )


def _ornament_of(row: Mapping[str, Any]) -> Ornament:
    per = row.get("per")
    return Ornament(
        name=str(row["name"]),
        price=int(row["price"]),
        copies=int(row["copies"]),
        gnomes=int(row.get("gnomes", 0)),
        income=row.get("income", ()),
        prestige=int(row.get("prestige", 0)),
        per=None if per is None else (str(per["metric"]), int(per["points"])),
        squares=frozenset(
            (y, x) for y, line in enumerate(row["grid"].split()) for x, mark in enumerate(line) if mark == "#"
        ),
    )
