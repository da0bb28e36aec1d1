"""The game in the header of a file of games: how it is written and read back."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from cloche.messages import shown

if TYPE_CHECKING:
    from cloche.components import Source
    from cloche.game import Game


def header_of(game: Game) -> dict[str, Any]:
    """The version that wrote the file, and all that a game is loaded with; of its components the digest."""
    return {
        "cloche": version("cloche"),
        "game": game.name,
        "players": game.players,
        "options": dict(game.options),
        "components": game.components_digest,
        "implementation": game.implementation,
    }


def game_of(header: Mapping[str, Any], components: Source | None) -> Game:
    """The game that a header with these keys names; ValueError if there is no such game, or it has other components."""
    from cloche.game import load

    if not isinstance(header["cloche"], str):
        raise ValueError(f"cloche: {shown(header['cloche'])}, should be a version")
    game = load(
        header["game"],
        header["players"],
        header["options"],
        components=components,
        implementation=header["implementation"],
    )
    if header["components"] != game.components_digest:
        raise ValueError("played with other components: give their file")
    return game
