"""Micro versions of the games: so small that all that may follow can be tried (`brute_force.py`).

`tests/data/micro/<game>.toml` is a box of such a size, or `<box>.toml` where a game has several; `positions.json` names
positions of games with them: a node of a walk, by its number, and how many different positions may follow, itself
included.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any

import cloche

from .net import DATA, Setup, walk


@dataclass(frozen=True)
class Micro:
    """A position of a micro version."""

    setup: Setup
    walk: int
    node: int
    positions: int  # different ones that may follow, this one included

    def state(self, implementation: str = "native") -> cloche.State:
        """The position, a new one each time."""
        return next(islice(walk(self.setup.load(implementation), self.walk), self.node, None))

    def __str__(self) -> str:
        return str(self.setup)


def _read() -> Sequence[Micro]:
    rows: list[dict[str, Any]] = json.loads((DATA / "micro" / "positions.json").read_text(encoding="utf-8"))
    return [
        Micro(
            Setup(
                row["game"],
                row["name"],
                row["players"],
                row["options"],
                f"../micro/{row.get('box', row['game'])}.toml",
                {},
            ),
            row["walk"],
            row["node"],
            row["positions"],
        )
        for row in rows
    ]


MICROS = _read()
OPEN = [micro for micro in MICROS if micro.setup.load().perfect_information]
HIDDEN = [micro for micro in MICROS if micro not in OPEN]


@cache
def micro_named(game: str, name: str) -> Micro:
    """The one with that name."""
    return next(micro for micro in MICROS if (micro.setup.game, micro.setup.name) == (game, name))
