"""Bloom Town in words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from cloche.words.wording import Rule, names

_KIND = "([A-Z]|shop-[a-z])"
_TYPE = "([A-Z]|shop)"
_BONUS = {"none": "no bonus", "double": "score the tile once more", "extra": "take an extra turn"}


def rules(game: str, components: Mapping[str, Any]) -> Sequence[Rule]:
    """By the table of rules.md; tiles by the names in the component file."""
    types, shops, flowers = (names(components, table) for table in ("building_type", "shop_kind", "symbol"))

    def tile(kind: str) -> str:
        letter = kind.removeprefix("shop-")
        return types.get(kind, kind) if letter == kind else shops.get(letter, kind)

    def flower(space: str) -> str:
        return flowers.get(space, space)

    def bonus(found: re.Match[str]) -> str:
        paid = "blooming square" if found[1] == "bloom" else "bonus token"
        return f"{paid}: {_BONUS[found[2]]}"

    return (
        (_KIND + r"@(\w+)", lambda found: f"build {_a(tile(found[1]))} on {found[2]}"),
        ("(bloom|token):(none|double|extra)", bonus),
        ("token:community:" + _TYPE, lambda found: f"bonus token: score every {tile(found[1])} of all towns"),
        (r"take:(\d+)", lambda found: f"take the market tile at the {flower(found[1])}"),
        ("keep:" + _KIND, lambda found: f"keep {_a(tile(found[1]))} for the final scoring"),
        ("community:" + _TYPE, lambda found: f"a community tile comes up: {tile(found[1])}"),
        (_KIND, lambda found: f"{_a(tile(found[0]))} is drawn"),
        ("hidden", "a tile is drawn face down"),
    )


def _a(noun: str) -> str:
    return f"{'an' if noun[:1] in 'aeio' else 'a'} {noun}"
