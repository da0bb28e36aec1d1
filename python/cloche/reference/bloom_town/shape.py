"""Keys, phases and types of a position of Bloom Town given as data (S-1, and what S-2 says of single values)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from cloche.reference.base import MISSING, Faults
from cloche.reference.bloom_town.actions import BONUSES
from cloche.reference.bloom_town.town import EMPTY, KINDS, TYPES

if TYPE_CHECKING:
    from cloche.reference.bloom_town import Game

Values: TypeAlias = Mapping[str, Any]

SETUP_PHASES = ("shops", "hands", "market", "left_over")
TILE_PHASES = ("bloom", "token", "take", "draw")
PHASES = (*SETUP_PHASES, "build", *TILE_PHASES, "refill", "keep", "over")
UNDEALT_PHASES = ("shops", "hands")
BEFORE_LEFT_OVERS = ("shops", "hands", "market")
NOBODYS_PHASES = ("shops", "market", "left_over", "over")
KEYS = (
    *("phase", "player", "towns", "points", "tokens", "hands", "hidden", "kept", "market", "stacks", "left_over"),
    *("community", "by_token", "out", "pool", "emptied", "used", "extra_due", "cell"),
)
OBSERVED_KEYS = ("observer", *(key for key in KEYS if key != "pool"))
SPACES = 5
MOST_COUNTED = 255


def law_s_1(game: Game, values: Values, faults: Faults) -> None:
    """S-1: types, lengths and ranges; the kinds, spaces, words and squares of S-2, and the players of S-4."""
    faults.text("phase", values["phase"])
    if faults.sound("phase") and values["phase"] not in PHASES:
        faults.spoil("phase", f"must be one of {', '.join(PHASES)} (S-1)")
    if values["player"] is not None:
        faults.whole("player", values["player"], 0, game.players - 1)
    towns(game, values, faults)
    faults.wholes("points", values["points"], game.players, game.most_points)
    for path, token in faults.items("tokens", values["tokens"], game.players):
        faults.flag(path, token)
    for path, hand in faults.items("hands", values["hands"], game.players):
        for place, tile in some(path, hand, game.box.hand_tiles, faults):
            kind(place, tile, faults)
    for path, tiles in faults.items("hidden", values["hidden"], game.players):
        for place, tile in some(path, tiles, game.box.hand_tiles, faults):
            if tile is not None or "observer" not in values:
                kind(place, tile, faults)
    for key, length in (("kept", game.players), ("market", SPACES)):
        for path, tile in faults.items(key, values[key], length):
            if tile is not None:
                kind(path, tile, faults)
    faults.wholes("stacks", values["stacks"], SPACES, MOST_COUNTED)
    faults.whole("left_over", values["left_over"], 0, MOST_COUNTED)
    faults.wholes("community", values["community"], len(TYPES), MOST_COUNTED)
    for path, triggered in faults.items("by_token", values["by_token"], len(TYPES)):
        faults.flag(path, triggered)
    faults.wholes("out", values["out"], len(KINDS), MOST_COUNTED)
    faults.wholes("pool", values.get("pool", MISSING), len(KINDS), MOST_COUNTED)
    for path, number in some("emptied", values["emptied"], SPACES, faults):
        faults.whole(path, number, 1, SPACES)
    for path, word in some("used", values["used"], len(BONUSES), faults):
        if word not in BONUSES:
            faults.spoil(path, f"must be one of {', '.join(BONUSES)} (S-2)")
    faults.flag("extra_due", values["extra_due"])
    if values["cell"] is not None:
        faults.text("cell", values["cell"])
        if values["cell"] is not MISSING and faults.sound("cell") and values["cell"] not in game.ground.cell_of:
            faults.spoil("cell", "must be a square of the town (S-2)")


def towns(game: Game, values: Values, faults: Faults) -> None:
    """S-1, S-2: a picture of each town."""
    size = game.ground.size
    for path, rows in faults.items("towns", values["towns"], game.players):
        for place, row in faults.items(path, rows, size):
            if not isinstance(row, str) or len(row) != size:
                faults.spoil(place, f"must be a text of {size} characters (S-1)")
            elif not set(row) <= {EMPTY, *KINDS}:
                faults.spoil(place, f"may hold only the characters {EMPTY}{KINDS} (S-2)")


def some(path: str, value: object, most: int, faults: Faults) -> Iterator[tuple[str, object]]:
    """The path and value of each item of a list of at most `most` items."""
    if value is MISSING:
        return
    if not isinstance(value, list) or len(value) > most:
        faults.spoil(path, f"must be a list of at most {most} (S-1)")
        return
    for i, item in enumerate(value):
        yield f"{path}[{i}]", item


def kind(path: str, value: object, faults: Faults) -> None:
    """S-2: a kind of tile."""
    if value not in tuple(KINDS):
        faults.spoil(path, f"must be one of the kinds {KINDS} (S-2)")
