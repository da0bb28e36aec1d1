"""Positions of Cottage Garden from a few words, complete and lawful unless a test breaks them on purpose."""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import cloche

from ..walks import fact as fact
from ..walks import facts as facts
from ..walks import legal as legal
from ..walks import play as play

NAME = "cottage_garden"
PHASES = (
    "setup_tile",
    "setup_bed",
    "lose",
    "refill",
    "plant",
    "cats",
    "score",
    "orange",
    "orange_pot",
    "blue",
    "blue_pot",
    "return",
    "pot",
    "over",
)
SEEDS = Path(__file__).parents[3] / "seeds" / NAME
DEFAULT_BOX: dict[str, Any] = tomllib.loads((SEEDS / "components.toml").read_text(encoding="utf-8"))
CELLS = [f"{column}{row}" for row in "12345" for column in "abcde"]
BARE = "...../...../...../...../....."  # a side without a print
FINAL = {1: 32, 2: 64, 3: 78, 4: 100}  # moves of the gardener until the final round
# Three tiles for each player, so that a bed is not given up in the final round.
THREE = (
    "T01:o0@a1 T02:o0@b1 T03:o0@c1",  # a1 b1 c1 d1
    "T04:o0@a1 T05:o0@c1 T06:o0@a2",  # a1 b1 c1 d1 a2 b2
    "T07:o0@a1 T08:o0@a2 T09:o0@a3",  # a1 b1 c1 a2 b2 c2 a3 b3 a4
    "T10:o0@a1 T12:o0@c1 T14:o0@a3",  # a1 b1 c1 d1 a2 c2 d2 a3 b3 c3 d3
)

Bed = dict[str, Any]
Beds = Sequence[Bed | None]


# Names


def cell(text: str) -> int:
    """The index of a square of a bed: `a1` is 0, `b1` 1, `a2` 5."""
    return CELLS.index(text)


def cells(texts: str) -> list[int]:
    """Indices of squares, ascending."""
    return sorted(cell(text) for text in texts.split())


def names(indices: Sequence[int]) -> set[str]:
    """Squares by name."""
    return {CELLS[index] for index in indices}


def tiles(texts: str) -> list[int | None]:
    """Indices of tiles; `.` is none."""
    return [None if text == "." else int(text[1:]) - 1 for text in texts.split()]


def ids(indices: Sequence[int | None]) -> str:
    """Tiles by name: `T01 . T07`."""
    return " ".join("." if index is None else f"T{index + 1:02d}" for index in indices)


def nursery(texts: str) -> list[int]:
    """Indices of spaces of the nursery of four columns: `A1` is 0, `B1` 1, `A2` 4."""
    return [(int(text[1]) - 1) * 4 + "ABCD".index(text[0]) for text in texts.split()]


# Boxes of a test


def box(
    grids: Sequence[str] | None = None,
    sides: Sequence[tuple[str, str]] | None = None,
    *,
    players: tuple[int, int] = (1, 2),
    **tables: Mapping[str, Any],
) -> dict[str, Any]:
    """A component file of one's own: tiles T01, T02, ... and beds 1, 2, ... (light, dark), rows parted by `/`.

    Other tables are changed by key: `red_line={"blue": 2}`.
    """
    data = copy.deepcopy(DEFAULT_BOX)
    data["players"] = {"min": players[0], "max": players[1]}
    data["gardener"] = [row for row in data["gardener"] if players[0] <= row["players"] <= players[1]]
    if grids is not None:
        data["tile"] = [{"id": f"T{i:02d}", "grid": grid.replace("/", "\n") + "\n"} for i, grid in enumerate(grids, 1)]
    if sides is not None:
        data["bed"] = [
            {"id": i, "light": light.replace("/", "\n") + "\n", "dark": dark.replace("/", "\n") + "\n"}
            for i, (light, dark) in enumerate(sides, 1)
        ]
    for name, changes in tables.items():
        data[name] |= changes
    data["nursery"]["queue"] = max(0, len(data["tile"]) - data["nursery"]["rows"] * data["nursery"]["columns"])
    return data


def bare_box(*grids: str, sides: Sequence[tuple[str, str]] = (), **changed: Any) -> dict[str, Any]:
    """Up to two players, these tiles, and beds without prints after the `sides` given."""
    return box(grids, [*sides, *[(BARE, BARE)] * (5 - len(sides))], **changed)


def load(implementation: str, players: int = 2, components: Mapping[str, Any] | None = None) -> cloche.Game:
    """The game with the components of a test."""
    return cloche.load(NAME, players, components=components, implementation=implementation)


# Beds


def bed(number: int, side: str = "light", laid: str = "", *, pots: str = "", cats: str = "") -> Bed:
    """A bed by its printed number; `laid` are tiles in order: `T14:o1@a1 T01:o0@c3`."""
    parts = [text.replace(":o", "@").split("@") for text in laid.split()]
    return {
        "bed": number - 1,
        "side": side,
        "tiles": [[int(id_[1:]) - 1, int(o), cell(anchor)] for id_, o, anchor in parts],
        "pots": cells(pots),
        "cats": cells(cats),
    }


def squares(grid: str, o: int, anchor: int) -> set[int]:
    """The squares that a tile covers (D-13)."""
    rows = grid.split()
    if o >= 4:
        rows = [row[::-1] for row in rows]
    for _ in range(o % 4):
        rows = ["".join(row[x] for row in reversed(rows)) for x in range(len(rows[0]))]
    return {anchor + 5 * y + x for y, row in enumerate(rows) for x, sign in enumerate(row) if sign != "."}


def full(
    number: int,
    side: str = "light",
    laid: str = "",
    *,
    pots: str = "",
    but: str = "",
    of: Mapping[str, Any] = DEFAULT_BOX,
) -> Bed:
    """A bed with cats on every square without a print where nothing else is, but for those named."""
    made = bed(number, side, laid, pots=pots)
    taken = {*made["pots"], *cells(but)}
    taken |= {i for i, sign in enumerate(of["bed"][number - 1][side].replace("\n", "")) if sign != "."}
    for tile, o, anchor in made["tiles"]:
        taken |= squares(of["tile"][tile]["grid"], o, anchor)
    return made | {"cats": [i for i in range(25) if i not in taken]}


# Positions


def standing(game: cloche.Game, moves: int) -> dict[str, int]:
    """The gardener and the die after so many moves (S-9), and whose turn it is."""
    data = game.components
    assert data is not None
    table = next(row for row in data["gardener"] if row["players"] == game.players)
    space, die = table["start"], table["die"]
    for _ in range(moves):
        space = (space + table["steps"]) % table["spaces"]
        die += space == table["target"] and die < data["final_round"]["die"]
    return {"gardener": space, "die": die, "player": moves % game.players}


def row_of(players: int, space: int) -> list[int]:
    """The nursery spaces that the gardener looks at in the printed garden (CG-8), nearest first."""
    if players == 4:
        corners = {0: "A1 B2 C3 D4", 5: "D1 C2 B3 A4", 10: "D4 C3 B2 A1", 15: "A4 B3 C2 D1"}
        if space in corners:
            return nursery(corners[space])
        space -= 1 + space // 5
    side, place = divmod(space, 4)
    columns, lines = "ABCD", "1234"
    if side == 0:
        return nursery(" ".join(columns[place] + line for line in lines))
    if side == 1:
        return nursery(" ".join(column + lines[place] for column in reversed(columns)))
    if side == 2:
        return nursery(" ".join(columns[3 - place] + line for line in reversed(lines)))
    return nursery(" ".join(column + lines[3 - place] for column in columns))


def position(
    game: cloche.Game,
    *,
    moves: int = 0,
    beds: Sequence[Beds] = (),
    row: str | None = None,
    spaces: Mapping[str, str] | None = None,
    head: str = "",
    queue: str | None = None,
    **changed: Any,
) -> dict[str, Any]:
    """The dict of a position inside the game where every tile is somewhere.

    `moves` are those that the gardener has made. Players without `beds` have their own ones empty: beds 2p+1 and 2p+2.
    `row` are the tiles where the gardener looks, nearest first, `spaces` tiles by nursery space (`.` for none), `head`
    the first of the queue, `queue` all of it. Tiles that are not named fill the nursery, then the queue, ascending.
    Every other key can be given as it is in `to_dict`.
    """
    data = game.components
    assert data is not None
    stands = standing(game, moves)
    lying: list[list[Bed | None]] = [list(pair) for pair in beds]
    for p in range(len(beds), game.players):
        lying.append([bed(2 * p + 1, "light"), bed(2 * p + 2, "dark")])
    given: dict[int, int | None] = {}
    for name, text in (spaces or {}).items():
        given[nursery(name)[0]] = tiles(text)[0]
    if row is not None:
        given |= zip(row_of(game.players, stands["gardener"]), tiles(row), strict=True)
    waiting = tiles(head if queue is None else queue)
    used = {tile for pair in lying for lies in pair if lies for tile, _, _ in lies["tiles"]}
    used |= {tile for tile in (*given.values(), *waiting) if tile is not None}
    left: list[int | None] = [tile for tile in range(len(data["tile"])) if tile not in used]
    for space in range(data["nursery"]["rows"] * data["nursery"]["columns"]):
        if space not in given:
            given[space] = left.pop(0) if left else None
    if queue is None:
        waiting, left = waiting + left, []
    assert not left, f"no place for {ids(left)}"
    cubes = data["start"]["cubes"]
    hives = next(table["hives"] for table in data["gardener"] if table["players"] == game.players)
    return {
        "phase": "plant",
        "player": stands["player"],
        "nursery": [given[space] for space in sorted(given)],
        "queue": waiting,
        "beds": lying,
        "middle": {"bed": 2 * game.players, "side": "light"},
        "orange": [[0] * cubes for _ in range(game.players)],
        "blue": [[0] * cubes for _ in range(game.players)],
        "cats": [2] * game.players,
        "hives": [None] * hives,
        "gardener": stands["gardener"],
        "die": stands["die"],
        "slot": None,
        "owed": 0,
    } | changed


def at(
    implementation: str, players: int = 2, components: Mapping[str, Any] | None = None, /, **rest: Any
) -> cloche.State:
    """A position; `rest` are arguments of `position`."""
    game = load(implementation, players, components)
    return game.state_from_dict(position(game, **rest))


def ending(implementation: str, players: int = 2, **rest: Any) -> cloche.State:
    """A turn where `done` is all that is left to say; player 0 has cats unless told otherwise."""
    return at(implementation, players, **{"phase": "cats"} | rest)


# What happens


def legal_of(state: cloche.State, start: str) -> set[str]:
    """What follows a word in the notation of the legal actions that begin with it."""
    return {text.removeprefix(start) for text in legal(state) if text.startswith(start)}


def turn(state: cloche.State) -> tuple[str, int | None]:
    """The phase and the player."""
    data = state.to_dict()
    return data["phase"], data["player"]


def lies(state: cloche.State, player: int = 0, number: int = 1) -> Any:
    """What lies in a slot of a player, which is 1 or 2 as in notation."""
    return fact(state, "beds")[player][number - 1]


def steps(state: cloche.State, player: int = 0) -> tuple[list[int], list[int]]:
    """The steps of the orange and of the blue cubes of a player."""
    return fact(state, "orange")[player], fact(state, "blue")[player]
