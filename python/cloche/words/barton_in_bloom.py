"""Barton in Bloom in words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from cloche.words.wording import Rule, names, turned

_SQUARE = r"(\d+),(\d+)"
_HALVES = {
    "regrow": "regrow a plant",
    "harvest": "harvest plants",
    "tile": "add a garden tile",
    "plant": "plant flowers",
    "flowers": "buy flowers",
    "ornament": "buy an ornament",
    "flower-sale": "sell a flower",
    "orders": "fill orders",
    "mow": "mow for money",
    "judge": "draw a judge",
    "large": "large decoration",
    "medium": "medium decoration",
    "small": "small decoration",
}
_MODES = {
    "first": "the first half of the action",
    "second": "the second half of the action",
    "first+second": "both halves, the first one first",
    "second+first": "both halves, the second one first",
}
_SETUP = {
    "judge": "draw another judge",
    "money": "take money instead of a judge",
    "plant": "plant a flower of the shed",
    "flower": "take a flower of choice",
}
_SPACES = {"mow": "mow for money", "judge": "draw a judge", "rest": "rest"}


def rules(game: str, components: Mapping[str, Any]) -> Sequence[Rule]:
    """By the table of rules.md and "Seen" of state.md; names are those of the component file."""
    tables = ("flower", "specialist", "ornament", "fertilizer", "judge")
    flowers, dice, ornaments, fertilizers, judges = (names(components, table) for table in tables)
    decks = [deck["id"] for deck in components.get("order_deck", ())]
    tiles = {tile["id"] for tile in components.get("tile", ())}
    orders = {card["id"] for deck in components.get("order_deck", ()) for card in deck["card"]}

    def use(found: re.Match[str]) -> str:
        return f"{dice.get(found[1], found[1])}: {_SPACES.get(found[2], found[2])}"

    def judge(name: str) -> str:
        return f'"{judges.get(name, name)}"'

    def order(found: re.Match[str]) -> str:
        number = int(found[1])
        return f"fill the {decks[number - 1] if number <= len(decks) else number} order"

    def pay(found: re.Match[str]) -> str:
        return "pay with " + " and ".join(flowers.get(letter, letter) for letter in found[1])

    def comes(found: re.Match[str]) -> str:
        name = found[0]
        if name in flowers:
            return f"from the bag: {flowers[name]}"
        if name in judges:
            return f"judge {judge(name)} comes up"
        kind = "garden tile " if name in tiles else "order " if name in orders else ""
        return f"{kind}{name} comes up" if kind else name

    return (
        (r"([A-Z])>(\w+)", use),
        (r"gardener:([\w-]+)", lambda found: f"gardener: {_HALVES.get(found[1], found[1])}"),
        (r"(?:first|second)(?:\+\w+)?", lambda found: _MODES[found[0]]),
        ("end", "that is all"),
        ("pass", "pass"),
        (r"favour:(\w+)(?:#\d+)?", lambda found: f"discard judge {judge(found[1])} for its favour"),
        (r"judge:#(\d+)", r"play a hidden judge (draw \1)"),
        (r"judge:(\w+)", lambda found: f"play judge {judge(found[1])}"),
        (r"notice:(\d)=(\w+)", lambda found: f"judge {judge(found[2])} goes on space {found[1]} of the notice board"),
        (r"notice:(\d)", r"put it on space \1 of the notice board"),
        ("gossip", "play it face down as gossip"),
        (r"pile:(\d)", r"take the garden tile of pile \1"),
        (rf"lay:{_SQUARE}:r(\d)", lambda found: f"lay it at row {found[1]}, column {found[2]}{turned(int(found[3]))}"),
        (r"flower:([A-Z])", lambda found: flowers.get(found[1], found[1])),
        (r"buy:(\d)", r"buy the flower on market space \1"),
        (r"ornament:(\w+)", lambda found: f"buy the {ornaments.get(found[1], found[1])}"),
        (rf"put:{_SQUARE}:o(\d)", lambda found: f"put it at row {found[1]}, column {found[2]}{turned(int(found[3]))}"),
        (rf"(regrow|harvest):{_SQUARE}", r"\1 at row \2, column \3"),
        (
            rf"plant:([A-Z])@{_SQUARE}",
            lambda found: f"plant {flowers.get(found[1], found[1])} at row {found[2]}, column {found[3]}",
        ),
        (r"order:(\d)", order),
        ("pay:exact", "pay with the flower itself"),
        (r"pay:([A-Z]{2})", pay),
        (r"fertilizer:(\w+)", lambda found: f"buy {fertilizers.get(found[1], found[1])} ({found[1]})"),
        (r"setup:(\w+)", lambda found: _SETUP.get(found[1], found[1])),
        (r"die:([A-Z])", lambda found: f"lower the demand of the {dice.get(found[1], found[1])}"),
        (r"\?", "a judge is drawn unseen"),
        (r"\w+", comes),
    )
