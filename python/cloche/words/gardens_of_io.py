"""Gardens of Io in words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from cloche.words.wording import Rule, names


def rules(game: str, components: Mapping[str, Any]) -> Sequence[Rule]:
    """By the table of rules.md."""
    colours = names(components, "colour")

    def colour(letter: str) -> str:
        return colours.get(letter, letter)

    def plant(found: re.Match[str]) -> str:
        return f"plant {colour(found[1])} on {found[2]}"

    return (
        (r"([A-Z])@(\w+)", plant),
        (r"[A-Z]", lambda found: f"a {colour(found[0])} flower is drawn"),
        (r"[a-i][1-9]", r"choose \g<0>"),
        ("swap-tree", "special action: exchange a tree and a flower"),
        ("swap-flowers", "special action: exchange two flowers"),
        ("move-flower", "special action: move a flower to an empty circle"),
        ("move-tree", "special action: move a tree to an empty circle"),
        ("run", "special action: run 5 spaces"),
        ("skip", "move 1 space without planting"),
    )
