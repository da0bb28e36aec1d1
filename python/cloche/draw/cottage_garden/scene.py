"""A position of Cottage Garden, with the words around it, ready to be drawn: what its text and its SVG share."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from cloche import seed_files
from cloche.words import Wording

from ..captions import wording_of

SIDE = 5  # squares of a bed, across and down
COLOURS = ("orange", "blue")
SCORING = ("score", "orange", "orange_pot", "blue", "blue_pot", "return", "pot")  # phases
_ON_A_BED = re.compile(r"(.+?):([12])(?::o([0-7]))?@([a-e][1-5])")

Rows: TypeAlias = tuple[str, ...]


class Tile(NamedTuple):
    """A flower tile as printed."""

    id: str
    rows: Rows


class Square(NamedTuple):
    """What is to be seen on a square of a bed, and what is printed below it."""

    row: int
    column: int
    print: str  # P, C or . of the bed
    tile: int | None
    sign: str  # what the square shows: P, C, or "." for nothing
    token: str  # "pot", "cat" or ""

    @property
    def name(self) -> str:
        return f"{'abcde'[self.column]}{self.row + 1}"

    @property
    def free(self) -> bool:
        """Whether it is neither covered nor printed (CG-11)."""
        return self.print == "." and self.tile is None and not self.token


class Put(NamedTuple):
    """An action that puts something on a bed of the mover."""

    kind: str  # "tile", "pot" or "cat"
    tile: str
    slot: int
    turn: int
    cell: str


def put_of(text: str | None) -> Put | None:
    """What an action puts on a bed, None for all others."""
    found = _ON_A_BED.fullmatch(text or "")
    if found is None:
        return None
    what, slot, turn, cell = found.groups()
    if turn is None:
        return Put(what, "", int(slot) - 1, 0, cell)
    return Put("tile", what, int(slot) - 1, int(turn), cell)


def turned(rows: Rows, turn: int) -> Rows:
    """A shape in orientation 0 to 7: mirrored first if it is 4 or more, then turned clockwise."""
    if turn >= 4:
        rows = tuple(row[::-1] for row in rows)
    for _ in range(turn % 4):
        rows = tuple("".join(column) for column in zip(*rows[::-1], strict=True))
    return rows


@dataclass(frozen=True)
class Box:
    """What the component file prints, as far as it is drawn."""

    tiles: tuple[Tile, ...]
    beds: tuple[Mapping[str, Rows], ...]  # by index: "number", "light" and "dark"
    tracks: Mapping[str, tuple[int, ...]]  # colour -> points by step
    red_line: Mapping[str, int]  # colour -> the last step before it
    hives: tuple[int, ...]
    target: int  # space on which the die goes up
    corners: bool  # whether the corners are spaces of the path
    last_die: int
    rows: int
    columns: int


def box_of(components: Mapping[str, Any] | None, players: int) -> Box:
    """The box of a component file, without one of the printed game."""
    data = components if components is not None else seed_files.table("cottage_garden/components.toml")
    rows, columns = int(data["nursery"]["rows"]), int(data["nursery"]["columns"])
    gardener = next(entry for entry in data["gardener"] if entry["players"] == players)
    return Box(
        tiles=tuple(Tile(str(entry["id"]), tuple(entry["grid"].split())) for entry in data["tile"]),
        beds=tuple(
            {
                "number": (str(entry["id"]),),
                "light": tuple(entry["light"].split()),
                "dark": tuple(entry["dark"].split()),
            }
            for entry in data["bed"]
        ),
        tracks={colour: tuple(data["track"][colour]) for colour in COLOURS},
        red_line={colour: int(data["red_line"][colour]) for colour in COLOURS},
        hives=tuple(data["hives"]["values"]),
        target=int(gardener["target"]),
        corners=int(gardener["spaces"]) > 2 * (rows + columns),
        last_die=int(data["final_round"]["die"]),
        rows=rows,
        columns=columns,
    )


@dataclass(frozen=True)
class Scene:
    """A position and the words around it, ready to be drawn."""

    data: Mapping[str, Any]
    box: Box
    viewer: int | None
    legal: tuple[str, ...]
    cells: Mapping[tuple[int, str], tuple[str, ...]]  # slot and square -> its legal actions, in the order given
    steps: Mapping[tuple[str, int], tuple[str, ...]]  # colour and step -> its legal actions
    others: frozenset[str]  # all other legal actions
    last: str | None
    in_words: Wording
    last_put: tuple[int, Put] | None  # the last move and who made it, if it still lies on a bed

    @property
    def mover(self) -> int | None:
        return self.data["player"]  # type: ignore[no-any-return]

    @property
    def phase(self) -> str:
        return self.data["phase"]  # type: ignore[no-any-return]

    @property
    def beds(self) -> Sequence[Sequence[Mapping[str, Any] | None]]:
        return self.data["beds"]  # type: ignore[no-any-return]

    @property
    def players(self) -> range:
        return range(len(self.beds))

    @property
    def final(self) -> bool:
        """Whether the final round has come."""
        return bool(self.data["die"] >= self.box.last_die)

    def name(self, player: int) -> str:
        return f"Player {player + 1}" + (" (you)" if player == self.viewer else "")

    # The nursery

    def path(self) -> list[tuple[int, int]]:
        """Row and column of each space, in the grid that has the nursery at rows and columns from 1 on (CG-8)."""
        low, right = self.box.rows + 1, self.box.columns + 1
        around = [
            *((0, column) for column in range(right)),
            *((row, right) for row in range(low)),
            *((low, column) for column in range(right, 0, -1)),
            *((row, 0) for row in range(low, 0, -1)),
        ]
        return [at for at in around if self.box.corners or not (at[0] in (0, low) and at[1] in (0, right))]

    def row(self) -> list[int]:
        """The nursery spaces of the gardener's row, nearest first."""
        row, column = self.path()[self.data["gardener"]]
        down = (row == 0) - (row == self.box.rows + 1)
        right = (column == 0) - (column == self.box.columns + 1)
        found = []
        while 1 <= row + down <= self.box.rows and 1 <= column + right <= self.box.columns:
            row, column = row + down, column + right
            found.append((row - 1) * self.box.columns + column - 1)
        return found

    def space_name(self, index: int) -> str:
        """The name of a nursery space: `B3`."""
        row, column = divmod(index, self.box.columns)
        return f"{'ABCD'[column]}{row + 1}"

    def ways(self) -> dict[str, int]:
        """How many ways each tile can be planted, by tile id."""
        found: dict[str, int] = {}
        for text in self.legal:
            put = put_of(text)
            if put is not None and put.kind == "tile":
                found[put.tile] = found.get(put.tile, 0) + 1
        return found

    def undrawn(self) -> list[int]:
        """Tiles that have still to be drawn in the setup."""
        if self.phase != "setup_tile":
            return []
        drawn = {*self.data["nursery"], *self.data["queue"]}
        return [tile for tile in range(len(self.box.tiles)) if tile not in drawn]

    def next_slot(self) -> tuple[int, int] | None:
        """Player and slot that get the next bed of the setup; None: the middle, or no setup."""
        empty = ((player, slot) for player in self.players for slot in (0, 1) if self.beds[player][slot] is None)
        return next(empty, None) if self.phase == "setup_bed" else None

    # Beds

    def squares(self, bed: Mapping[str, Any]) -> list[Square]:
        """The squares of a bed, row by row."""
        over = {
            square: (tile, sign)
            for tile, turn, anchor in bed["tiles"]
            for square, sign in self.lies(tile, turn, anchor).items()
        }
        found = []
        for row, line in enumerate(self.box.beds[bed["bed"]][bed["side"]]):
            for column, printed in enumerate(line):
                cell = SIDE * row + column
                token = "pot" if cell in bed["pots"] else "cat" if cell in bed["cats"] else ""
                tile, sign = over.get((row, column), (None, printed))
                found.append(Square(row, column, printed, tile, "." if sign == "#" else sign, token))
        return found

    def lies(self, tile: int, turn: int, anchor: int) -> dict[tuple[int, int], str]:
        """Row and column of each square under a tile, and what the tile prints there: #, P or C."""
        top, left = divmod(anchor, SIDE)
        rows = turned(self.box.tiles[tile].rows, turn)
        return {
            (top + down, left + right): sign
            for down, line in enumerate(rows)
            for right, sign in enumerate(line)
            if sign != "."
        }

    def shows(self, bed: Mapping[str, Any]) -> tuple[int, int]:
        """Pots and cloches that a bed shows."""
        squares = self.squares(bed)
        pots = sum(square.sign == "P" or square.token == "pot" for square in squares)
        return pots, sum(square.sign == "C" for square in squares)

    def free(self, bed: Mapping[str, Any]) -> int:
        """How many squares of a bed have still to be covered."""
        return sum(square.free for square in self.squares(bed))

    # Scores

    def points(self, colour: str, player: int) -> list[int]:
        """What the cubes of a colour count."""
        return [self.box.tracks[colour][step] for step in self.data[colour][player]]

    def hive(self, player: int) -> int:
        """The hive tile of a player, 0 without."""
        return sum(value for value, who in zip(self.box.hives, self.data["hives"], strict=False) if who == player)

    def score(self, player: int) -> int:
        return sum(sum(self.points(colour, player)) for colour in COLOURS) + self.hive(player)

    def best(self) -> list[int]:
        """Who has the highest score, the higher hive before others (CG-25)."""
        order = [(self.score(player), self.hive(player)) for player in self.players]
        return [player for player in self.players if order[player] == max(order)]

    # Words

    def headline(self) -> str:
        """One sentence: whose turn it is and for what, or how the game ended."""
        data, phase = self.data, self.phase
        if phase == "setup_tile":
            drawn = len(self.box.tiles) - len(self.undrawn()) + 1
            return f"Setup: tile {drawn} of {len(self.box.tiles)} is drawn"
        if phase == "setup_bed":
            to = self.next_slot()
            return "Setup: a bed is drawn for " + ("the middle" if to is None else f"player {to[0] + 1}")
        if phase == "over":
            return f"Game over: {self._ending()}"
        assert self.mover is not None
        who, slot = self.name(self.mover), data["slot"]
        bed = self.beds[self.mover][slot] if slot is not None else None
        pots, cloches = self.shows(bed) if bed is not None else (0, 0)
        number = 0 if slot is None else slot + 1
        return {
            "lose": f"{who} loses points: which cube?",
            "refill": f"{who}: give a cat to refill the row?",
            "plant": f"{who} plants a tile or a pot",
            "cats": f"{who} puts down cats, or is done",
            "score": f"{who}: which bed is scored first?",
            "orange": f"{who} scores bed {number}, {_many(pots, 'pot')}: which orange cube?",
            "orange_pot": f"{who} has earned a pot: on which square?",
            "blue": f"{who} scores bed {number}, {_many(cloches, 'cloche')}: which blue cube?",
            "blue_pot": f"{who} has earned a pot: on which square?",
            "return": f"{who} clears bed {number}: which tile goes back next?",
            "pot": f"{who} is owed {_many(data['owed'], 'pot')}: on which square?",
        }[phase]

    def _ending(self) -> str:
        best, score = self.best(), max(self.score(player) for player in self.players)
        if len(self.players) == 1:
            return f"{_many(score, 'point')}"
        if len(best) == 1:
            return f"player {best[0] + 1} wins with {score}"
        names = [str(player + 1) for player in best]
        return f"players {', '.join(names[:-1])} and {names[-1]} share the win with {score}"


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def scene_of(
    data: Mapping[str, Any],
    components: Mapping[str, Any] | None,
    viewer: int | None,
    legal: Sequence[str] | None,
    last: str | None = None,
) -> Scene:
    """The scene of a position; without `components` tiles, beds and tracks are those of the printed game."""
    cells: dict[tuple[int, str], tuple[str, ...]] = {}
    steps: dict[tuple[str, int], tuple[str, ...]] = {}
    others = set()
    for text in legal or ():
        put, (*_, colour, step) = put_of(text), ("", *text.split(":"))
        if put is not None:
            cells[put.slot, put.cell] = (*cells.get((put.slot, put.cell), ()), text)
        elif colour in COLOURS and step.isdecimal():
            steps[colour, int(step)] = (*steps.get((colour, int(step)), ()), text)
        else:
            others.add(text)
    box = box_of(components, len(data["beds"]))
    return Scene(
        data=data,
        box=box,
        viewer=data.get("observer") if viewer is None else viewer,
        legal=tuple(legal or ()),
        cells=cells,
        steps=steps,
        others=frozenset(others),
        last=last,
        in_words=wording_of("cottage_garden", components),
        last_put=_last_put(data, box, put_of(last)),
    )


def _last_put(data: Mapping[str, Any], box: Box, put: Put | None) -> tuple[int, Put] | None:
    """Who put it there: the mover, or the nearest player before who has such a thing on such a square."""
    if put is None or data["player"] is None:
        return None
    tiles = [tile for tile, entry in enumerate(box.tiles) if entry.id == put.tile]
    cell = SIDE * (int(put.cell[1]) - 1) + "abcde".index(put.cell[0])
    players = len(data["beds"])
    for back in range(data["phase"] in ("lose", "refill"), players + 1):
        player = (data["player"] - back) % players
        bed = data["beds"][player][put.slot]
        if bed is None:
            continue
        if put.kind == "tile":
            found = any(tile in tiles and (turn, anchor) == (put.turn, cell) for tile, turn, anchor in bed["tiles"])
        else:
            found = cell in bed["pots" if put.kind == "pot" else "cats"]
        if found:
            return player, put
    return None
