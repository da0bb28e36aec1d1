"""A position of Cottage Garden as lines of text, at most 80 columns wide."""

import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

from ..spans import TEXT_WIDTH, Span, padded, stripped, width
from .pieces import look_of
from .scene import COLOURS, SIDE, Rows, Scene, Square, put_of

_MARK = "bold orange1"
_CUBES = {"orange": "bold orange1", "blue": "bold dodger_blue1"}
_PLAYERS = ("bold reverse", "bold reverse orange3", "bold reverse cyan", "bold reverse magenta")
_SIGNS = {"P": "bold orange3", "C": "bold cyan", ".": "dim", "U": "bold red", "@": "bold bright_white", "": ""}
_BED = 4 * SIDE + 2  # columns of a bed
_ID = 8  # columns of a tile's id at most
_BESIDE = 23  # columns of what stands beside the nursery

Line = list[Span]


def lines_of(scene: Scene) -> list[Line]:
    """All lines of the picture."""
    lines = [
        [Span("Cottage Garden  ", "bold"), Span(scene.headline())],
        [],
        *_table(scene),
        *_wrapped(_queue(scene)),
        *(line for player in scene.players for line in ([], *_player(scene, player))),
        [],
        *(line for note in _legal(scene) for line in _wrapped(note)),
        *([Span(line.text, "dim") for line in wrapped] for wrapped in _wrapped(_signs(scene))),
    ]
    return [stripped(line) for line in lines]


def _wrapped(note: str) -> list[Line]:
    """A sentence in lines; no-break spaces become spaces."""
    lines = textwrap.wrap(note, TEXT_WIDTH, subsequent_indent="  ", break_on_hyphens=False)
    return [[Span(line.replace("\u00a0", " "))] for line in lines]


# The table.


def _table(scene: Scene) -> list[Line]:
    """Nursery and path, with the die, the hives and the middle bed beside them, or below where there is no room."""
    nursery, beside = _nursery(scene), _beside(scene)
    columns = max(width(line) for line in nursery) + 3
    if columns + _BESIDE > TEXT_WIDTH:
        return [*nursery, [], *beside]
    lines = []
    for row in range(max(len(nursery), len(beside))):
        line = nursery[row] if row < len(nursery) else []
        lines.append([*padded(line, columns), *(beside[row] if row < len(beside) else [])])
    return lines


def _nursery(scene: Scene) -> list[Line]:
    box = scene.box
    ids = min(_ID, max(len(tile.id) for tile in box.tiles))
    shape = max(len(tile.rows[0]) for tile in box.tiles)
    cell = ids + shape + 4
    path = scene.path()
    stones = {at: _stone(scene, space) for space, at in enumerate(path)}
    across = range(1, box.columns + 1)
    letters: Line = [Span(" " * 6)]
    letters += [Span("ABCD"[column - 1].center(cell), "dim") for column in across]

    def edge(row: int) -> Line:
        line = [stones.get((row, 0), Span("   ")), Span("   ")]
        for column in across:
            span = stones[row, column]
            line += [Span(" " * ((cell - 3) // 2)), span, Span(" " * (cell - 3 - (cell - 3) // 2))]
        return [*line, stones.get((row, box.columns + 1), Span("   "))]

    lines = [letters, edge(0)]
    for row in range(1, box.rows + 1):
        lines += _nursery_row(scene, row, stones, ids, cell)
    return [*lines, edge(box.rows + 1)]


def _nursery_row(scene: Scene, row: int, stones: Mapping[tuple[int, int], Span], ids: int, cell: int) -> list[Line]:
    """A row of the nursery: of each tile the id and beside it the shape, with the path at both ends."""
    box, lit, ways = scene.box, scene.row(), scene.ways()
    cells: list[list[Line]] = []
    for column in range(box.columns):
        index = (row - 1) * box.columns + column
        tile = scene.data["nursery"][index]
        if tile is None:
            cells.append([[Span("-".ljust(ids), _MARK if index in lit else "dim")]])
            continue
        printed = box.tiles[tile]
        sign = "*" if index in lit and printed.id in ways else " "
        shape = _shape(tile, printed.rows)
        style = "bold" if index in lit else "dim"
        first = [Span(printed.id[:ids].ljust(ids), style), Span(sign, _MARK), Span(" "), *shape[0]]
        cells.append([first, *([Span(" " * (ids + 2)), *line] for line in shape[1:])])
    height = max(len(content) for content in cells)
    lines = []
    for at in range(height):
        line = [stones[row, 0] if at == 0 else Span("   "), Span(f" {row} " if at == 0 else "   ", "dim")]
        for content in cells:
            line += padded(content[at] if at < len(content) else [], cell)
        lines.append([*line, stones[row, box.columns + 1] if at == 0 else Span("")])
    return lines


def _stone(scene: Scene, space: int) -> Span:
    """A space of the path in three columns: the gardener as the die, `^` where it goes up."""
    if space == scene.data["gardener"]:
        return Span(f"[{scene.data['die']}]", "bold reverse green")
    return Span(" ^ " if space == scene.box.target else " o ", "dim")


def _shape(tile: int, rows: Rows) -> list[Line]:
    style = _tint(tile)
    return [[Span(sign, "" if sign == "." else style) for sign in row.replace(".", " ")] for row in rows]


def _tint(tile: int) -> str:
    return f"bold #2b2a26 on {look_of(tile).ground}"


def _beside(scene: Scene) -> list[Line]:
    data, middle = scene.data, scene.data["middle"]
    die = f"[{data['die']}] gardener's die"
    free = [str(value) for value, who in zip(scene.box.hives, data["hives"], strict=False) if who is None]
    lines: list[Line] = [
        [Span(die, "bold green")],
        [Span("final round" if scene.final else f"final round at {scene.box.last_die}")],
        [Span(f"hives left: {', '.join(free) or 'none'}")],
        [],
    ]
    if middle is None:
        return [*lines, [Span("no middle bed")]]
    lines.append([Span(f"middle bed, {middle['side']} side")])
    for row in scene.box.beds[middle["bed"]][middle["side"]]:
        lines.append([Span("  "), *(Span(f"{sign} ", _SIGNS[sign]) for sign in row)])
    return lines


def _queue(scene: Scene) -> str:
    tiles = [scene.box.tiles[tile] for tile in scene.data["queue"]]
    listed = ", ".join(f"{tile.id}\u00a0{'/'.join(tile.rows)}" for tile in tiles) or "empty"
    return f"queue {len(tiles)}: {listed}" if tiles else "queue: empty"


# Players.


def _player(scene: Scene, player: int) -> list[Line]:
    """Up to seven lines: both beds side by side, and beside them what else the player has."""
    beds = [_bed(scene, player, slot) for slot in (0, 1)]
    sign = ">" if player == scene.mover else " "
    lines = []
    for row, (one, other, more) in enumerate(zip(*beds, _numbers(scene, player), strict=True)):
        start = [Span(f"{sign} ", "bold"), Span(str(player + 1), _PLAYERS[player % 4])] if row == 0 else []
        lines.append([*padded(start, 4), *padded(one, _BED + 2), *padded(other, _BED + 2), *more])
    return lines if any(scene.beds[player]) else lines[:-1]


def _bed(scene: Scene, player: int, slot: int) -> list[Line]:
    bed = scene.beds[player][slot]
    if bed is None:
        return [[Span(f"no bed {slot + 1}", "dim")], *([] for _ in range(SIDE + 1))]
    pots, cloches = scene.shows(bed)
    scored = "*" if player == scene.mover and scene.data["slot"] == slot else ""
    lines: list[Line] = [
        [Span(f"bed {slot + 1}{scored} ", "bold"), Span(f"{bed['side']}, P{pots} C{cloches}")],
        [Span("  " + "".join(f"{column:<4}" for column in "abcde"), "dim")],
    ]
    cells = scene.cells if player == scene.mover else {}
    squares = scene.squares(bed)
    for row in range(SIDE):
        line = [Span(f"{row + 1} ", "dim")]
        for square in squares[SIDE * row : SIDE * row + SIDE]:
            line += _square(scene, square, marked=(slot, square.name) in cells)
        lines.append(line)
    return lines


def _square(scene: Scene, square: Square, *, marked: bool) -> Line:
    """Four columns: a tile's number or what lies there, what a tile shows, `+`."""
    mark = Span("+" if marked else " ", _MARK)
    if square.tile is not None:
        style = _tint(square.tile)
        number = scene.box.tiles[square.tile].id[-2:]
        shown = "" if square.sign == "." else square.sign
        return [Span(f"{number}{shown}".ljust(3), style), mark._replace(style=style)]
    sign = {"pot": "U", "cat": "@"}.get(square.token, square.print)
    return [Span(f"{sign}  ", _SIGNS[sign]), mark]


def _numbers(scene: Scene, player: int) -> list[Line]:
    data = scene.data
    you = " (you)" if player == scene.viewer else ""
    hive = scene.hive(player)
    lines: list[Line] = [
        [Span(f"score {scene.score(player)}", "bold"), Span(you)],
        [Span(f"cats in hand {data['cats'][player]}" + (f", hive {hive}" if hive else ""))],
    ]
    for colour in COLOURS:
        points = " ".join(str(value) for value in scene.points(colour, player))
        lines += [[Span(f"{colour} cubes {points}", _CUBES[colour])], _track(scene, player, colour)]
    return [*lines, []]


def _track(scene: Scene, player: int, colour: str) -> Line:
    """How many cubes are on each step, and the red line as `|`."""
    cubes = scene.data[colour][player]
    line: Line = [Span("  ")]
    for step in range(len(scene.box.tracks[colour])):
        count = cubes.count(step)
        line.append(Span(str(count) if count else ".", _CUBES[colour] if count else "dim"))
        if step == scene.box.red_line[colour]:
            line.append(Span("|", "bold red"))
    return line


# Below.


def _legal(scene: Scene) -> list[str]:
    """What may be chosen: how many ways for what lies on beds, all others as they are written."""
    if not scene.legal:
        return []
    puts = [put for put in map(put_of, scene.legal) if put is not None]
    parts = [f"{tile}\u00a0{_ways(ways)}" for tile, ways in scene.ways().items()]
    for kind in ("pot", "cat"):
        count = sum(put.kind == kind for put in puts)
        if count:
            parts.append(f"{kind}\u00a0{_ways(count)}")
    parts += [_worth(scene, action) for action in scene.legal if put_of(action) is None]
    return [f"legal: {', '.join(parts)}"]


def _ways(count: int) -> str:
    return f"{count}\u00a0way{'' if count == 1 else 's'}"


def _worth(scene: Scene, action: str) -> str:
    """An action as it is written, with the points of a cube's step where they are others than its number."""
    *_, colour, step = ("", *action.split(":"))
    if colour in COLOURS and step.isdecimal() and scene.box.tracks[colour][int(step)] != int(step):
        return f"{action}\u00a0({scene.box.tracks[colour][int(step)]}\u00a0points)"
    return action


def _signs(scene: Scene) -> str:
    """What the signs mean, as far as they are used."""
    beds: Sequence[Mapping[str, Any]] = [bed for pair in scene.beds for bed in pair if bed is not None]
    signs = [
        sign.replace(" ", "\u00a0")
        for sign, used in (
            ("[ ] gardener", True),
            ("o path", True),
            ("^ die goes up", scene.data["gardener"] != scene.box.target),
            ("* plantable", bool(scene.ways())),
            ("- empty", None in scene.data["nursery"]),
            (". free", bool(beds)),
            ("P pot", True),
            ("C cloche", True),
            ("U pot token", any(bed["pots"] for bed in beds)),
            ("@ cat", any(bed["cats"] for bed in beds)),
            ("+ may be chosen", bool(scene.cells)),
            ("| red line", True),
            ("bed* being scored", scene.data["slot"] is not None),
        )
        if used
    ]
    return f"signs: {', '.join(signs)}"
