"""What there is to say of a game without loading it, as data."""

from __future__ import annotations

import dataclasses
from typing import Any

from cloche.registry import GameEntry


def about_game(entry: GameEntry) -> Any:
    """JSON-able: name, title, kind, players (fewest and most), and each option with default, allowed, meaning."""
    defaults = entry.options().as_dict()
    return {
        "name": entry.name,
        "title": entry.title,
        "kind": entry.kind,
        "players": list(entry.players),
        "options": {
            option.name: {
                "default": defaults[option.name],
                "allowed": str(option.metadata["allowed"]),
                "meaning": option.metadata["meaning"],
            }
            for option in dataclasses.fields(entry.options)
        },
    }
