"""Cottage Garden in words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from cloche.words.wording import Rule, turned


def rules(game: str, components: Mapping[str, Any]) -> Sequence[Rule]:
    """By the table of rules.md; cubes by the points of their step."""
    tracks = components.get("track", {})
    tiles = {tile["id"] for tile in components.get("tile", ())}

    def points(colour: str, step: str) -> str:
        track = tracks.get(colour, ())
        return str(track[int(step)]) if int(step) < len(track) else f"step {step}"

    def plant(found: re.Match[str]) -> str:
        return f"plant tile {found[1]} on bed {found[2]} at {found[4]}{turned(int(found[3]))}"

    return (
        (r"refill:no", "leave the row as it is"),
        (r"refill:cat", "give a cat to fill the row"),
        (r"(pot|cat):(\d)@(\w+)", r"put a \1 on bed \2 at \3"),
        (r"(\w+):(\d):o(\d)@(\w+)", plant),
        ("done", "that is all"),
        (r"score:(\d)", r"score bed \1"),
        (r"(orange|blue):(\d+)", lambda found: f"move the {found[1]} cube on {points(found[1], found[2])} forward"),
        (
            r"lose:(\w+):(\d+)",
            lambda found: f"lose points: the {found[1]} cube on {points(found[1], found[2])} goes back",
        ),
        (r"return:(\w+)", r"tile \1 goes back to the queue"),
        (r"bed:(\d+)", r"bed \1 is drawn"),
        (r"\w+", lambda found: f"tile {found[0]} is drawn" if found[0] in tiles else found[0]),
    )
