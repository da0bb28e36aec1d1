"""What the box of Barton in Bloom holds for a number of players (BN-1 to BN-7, BN-71)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from cloche.reference.barton_in_bloom.shapes import SQUARES, Grid, Offsets, grid_of, orientations_of, turns_of

TYPES = "DRTLV"  # BN-1
DICE = "HLPS"
NEUTRAL = ("mow", "judge")
ACTION_OF = ("harvest", "landscape", "purchase", "sell")  # of each die
# The halves of each action, by the words of the gardener (BN-18 to BN-21).
HALVES = {
    "harvest": ("regrow", "harvest"),
    "landscape": ("tile", "plant"),
    "purchase": ("flowers", "ornament"),
    "sell": ("flower-sale", "orders"),
}
SPACES = (*NEUTRAL, *ACTION_OF, "rest")  # BN-2
MOST_DEMAND = 6
PILES = 3
DECKS = 3
NOTICES = 5
FERTILIZERS = ("plant", "wages", "regrow", "yield", "early")  # BN-6
DECORATIONS = ("large", "medium", "small")
FLOWERS_FOR = {"large": 2, "medium": 2, "small": 1}  # BN-24


class Effect(NamedTuple):
    """A part of a favour, a bonus or an income (BN-30)."""

    name: str
    n: int


@dataclass(frozen=True)
class Ornament:
    """BN-4."""

    price: int
    copies: int
    gnomes: int
    income: tuple[Effect, ...]
    prestige: int
    metric: str | None
    points: int  # for each unit of the metric
    squares: dict[int, Offsets]  # by orientation, of equal ones the lowest


@dataclass(frozen=True)
class Order:
    """BN-5."""

    deck: int
    icons: str
    money: int
    prestige: int


@dataclass(frozen=True)
class Judge:
    """BN-5, BN-26: ranked, or flat if there is a comparison."""

    metric: str
    comparison: str | None  # >= or <=
    value: int
    favour: tuple[Effect, ...]


@dataclass(frozen=True)
class Decoration:
    """BN-39."""

    prestige: Sequence[int]  # for 1, 2, ...
    each: int  # for each one beyond
    supply: int

    def value(self, count: int) -> int:
        """The prestige of so many."""
        steps = min(count, len(self.prestige))
        return (self.prestige[steps - 1] if steps else 0) + self.each * (count - steps)


@dataclass(frozen=True)
class Box:
    """All of it, by id and in component order."""

    players: int
    tiles: dict[str, dict[int, Grid]]  # by quarter turns, of equal looks the lowest
    ornaments: dict[str, Ornament]
    orders: dict[str, Order]  # deck by deck
    judges: dict[str, Judge]
    prices: Sequence[int]  # of the market
    fertilizer_price: Sequence[int]
    amount: dict[str, int]  # of fertilizers
    decorations: dict[str, Decoration]
    bonuses: Sequence[tuple[Effect, ...]]  # BN-29
    setup: Mapping[str, int]
    bag: Mapping[str, int]
    action: Mapping[str, int]
    surcharge: Mapping[str, int]
    rest: Mapping[str, int]
    per_complete_tile: int
    end_tiles: int
    garden: int
    judge_flat: int
    judge_ranked: Sequence[int]

    @classmethod
    def read(cls, components: Mapping[str, Any], players: int) -> Self:
        """From the component file."""
        scoring = components["scoring"]
        return cls(
            players=players,
            tiles={entry["id"]: turns_of(grid_of(entry["grid"])) for entry in components["tile"]},
            ornaments={entry["id"]: _ornament(entry) for entry in components.get("ornament", [])},
            orders={
                card["id"]: Order(deck, card["icons"], card["money"], card["prestige"])
                for deck, entry in enumerate(components["order_deck"])
                for card in entry["card"]
            },
            judges={
                entry["id"]: Judge(entry["metric"], entry.get("op"), entry.get("value", 0), effects(entry["favour"]))
                for entry in components["judge"]
            },
            prices=components["market"]["prices"],
            fertilizer_price=[entry["price"] for entry in components["fertilizer"]],
            amount={entry["id"]: entry["amount"] for entry in components["fertilizer"]},
            decorations={
                entry["id"]: Decoration(
                    entry["prestige"], entry["each"], entry["supply"][players - components["players"]["min"]]
                )
                for entry in components["decoration"]
            },
            bonuses=[effects(entry["bonus"]) for entry in components["notice"]],
            setup=components["setup"],
            bag=components["bag"],
            action=components["action"],
            surcharge=components["surcharge"],
            rest={name: number for entry in components["specialist"] for name, number in entry["rest"].items()},
            per_complete_tile=components["income"]["per_complete_tile"],
            end_tiles=scoring["end_tiles"],
            garden=scoring["garden"],
            judge_flat=scoring["judge_flat"],
            judge_ranked=scoring["judge_ranked"],
        )

    # Places in the component file

    def tile_ids(self) -> list[str]:
        """In component order; so are the next ones."""
        return list(self.tiles)

    def ornament_ids(self) -> list[str]:
        """The kinds of ornaments."""
        return list(self.ornaments)

    def judge_ids(self) -> list[str]:
        """The judges."""
        return list(self.judges)

    def deck_ids(self, deck: int) -> list[str]:
        """The orders of a deck."""
        return [order for order, card in self.orders.items() if card.deck == deck]

    def first_piles(self) -> list[int]:
        """BN-54: the tiles of each pile before one is turned up."""
        return [len(self.tiles) // PILES + (k < len(self.tiles) % PILES) for k in range(PILES)]

    def letters(self, tile: str) -> str:
        """The nine squares of a tile as printed."""
        return "".join(self.tiles[tile][0])

    def beds(self, tile: str) -> int:
        """The beds of a tile."""
        return self.letters(tile).count("F")

    def longest_game(self, turn_limit: int) -> int:
        """A bound of the number of decisions ("Records of the game")."""
        setup = 2 * self.setup["tiles"] + 2 + max(self.setup["plants"], self.setup["flowers"])
        return self.players * (turn_limit * self._longest_turn() + setup)

    def _longest_turn(self) -> int:
        beds = min(sum(self.beds(tile) for tile in self.tiles), SQUARES)
        picked = ("flowers", "regrow", "harvest")
        incomes = sum(
            ornament.copies * sum(effect.n for effect in ornament.income if effect.name in picked)
            for ornament in self.ornaments.values()
        )
        favour = max(self._decisions_of(judge.favour) for judge in self.judges.values())
        bonus = max(self._decisions_of(bonus) for bonus in self.bonuses)
        tiles, regrow = self.action["landscape_tiles"], self.action["regrow_plants"]
        ornaments, orders = self.action["purchase_ornaments"], self.action["sell_orders"]
        actions = 2 * tiles + regrow + 2 * beds + self.amount["yield"] + 2 * ornaments + 1 + 7 * orders
        income = incomes + self.amount["regrow"] + self.amount["early"]
        return 6 + len(self.prices) + actions + 5 + 1 + income + favour + bonus

    def _decisions_of(self, effects: Sequence[Effect]) -> int:
        """The decisions that a favour or bonus may bring."""
        count = 0
        for name, n in effects:
            match name:
                case "flowers" | "regrow" | "plant" | "fertilizer":
                    count += n
                case "harvest":
                    count += n + self.amount["yield"]
                case "tile" | "purchases":
                    count += 2 * n
                case "demand":
                    count += 1
        return count


def effects(entries: Sequence[Mapping[str, Any]]) -> tuple[Effect, ...]:
    """A list of effects of the component file."""
    return tuple(Effect(entry["effect"], entry["n"]) for entry in entries)


def _ornament(entry: Mapping[str, Any]) -> Ornament:
    per = entry.get("per") or {}
    return Ornament(
        price=entry["price"],
        copies=entry["copies"],
        gnomes=entry.get("gnomes", 0),
        income=effects(entry.get("income", [])),
        prestige=entry.get("prestige", 0),
        metric=per.get("metric"),
        points=per.get("points", 0),
        squares=orientations_of(grid_of(entry["grid"])),
    )
