"""The board of Gardens of Io as SVG: garden, track and the Martians on it (IO-1, IO-2)."""

import xml.etree.ElementTree as ET
from dataclasses import dataclass

from .. import svg as pen
from ..svg import FAINT, LAST, LEGAL, LEGAL_FILL, Attributes, add, label
from .pieces import SIGN, draw_arrow, draw_flower, draw_martian, draw_tree, flowers_of
from .scene import COLUMNS, Scene

WIDTH = 720.0  # of the whole picture
PAD = 18.0
HEAD = 58.0  # height of the line above the board
_BULGE = 24.0  # what a corner stone sticks out beyond the others
_UNIT_MAX = 84.0

_LAWN, _LAWN_EDGE, _SOIL, _SOIL_EDGE = "#8fb37a", "#6e9159", "#efe4cb", "#5f7a4c"
_FIRST = "#9cc3ea"  # under the first cell picked, while the second is asked for
_STONE, _STONE_EDGE, _CORNER, _START = "#e9e0cc", "#b7aa8c", "#d8c9a6", "#e8b98a"


@dataclass(frozen=True)
class Board:
    """Where the board lies in the picture."""

    left: float  # of the grid that holds track and garden
    top: float
    unit: float  # side of one grid square
    size: int

    def centre(self, row: int, column: int) -> tuple[float, float]:
        return self.left + (column + 0.5) * self.unit, self.top + (row + 0.5) * self.unit

    @property
    def bottom(self) -> float:
        return self.top + (self.size + 2) * self.unit + _BULGE


def board_of(scene: Scene) -> Board:
    """The board in the middle under the head line, as wide as it may be."""
    squares = scene.size + 2
    unit = min(_UNIT_MAX, (WIDTH - 2 * PAD - 2 * _BULGE) // squares)
    return Board(left=(WIDTH - squares * unit) / 2, top=HEAD + _BULGE, unit=unit, size=scene.size)


def draw_board(root: ET.Element, scene: Scene, board: Board) -> None:
    looks = flowers_of(scene.colours)
    unit, size = board.unit, board.size
    group = add(root, "g", class_="board")
    corner, side = board.left + unit, size * unit
    frame: Attributes = {"fill": _LAWN, "stroke": _LAWN_EDGE, "stroke_width": 2}
    add(group, "rect", class_="lawn", x=corner, y=board.top + unit, width=side, height=side, rx=unit / 4, **frame)
    for index in range(size):
        (x, _), (_, y) = board.centre(0, index + 1), board.centre(index + 1, 0)
        for at, mark in (((x, board.top - 13), COLUMNS[index]), ((board.left - 13, y), str(index + 1))):
            label(group, mark, x=at[0], y=at[1], size=17, font_weight=600, fill=FAINT)
    _draw_track(group, scene, board)
    _draw_lines(group, scene, board)
    went = scene.last.rpartition("@")[2] if scene.last else None
    for name, row, column, content in scene.cells():
        x, y = board.centre(row, column)
        actions = scene.targets.get(name)
        marks = [("legal", actions is not None), ("first", name == scene.data["first"]), ("last", name == went)]
        cell = add(
            group,
            "g",
            class_=" ".join(["cell", *(word for word, on in marks if on)]),
            data_cell=name,
            data_action=" ".join(actions) if actions else None,
            cursor="pointer" if actions else None,
        )
        what = "empty" if content == "." else "tree" if content == "T" else f"{looks[content][0].name} flower"
        add(cell, "title", f"{name}: {what}")
        fill = LEGAL_FILL if actions else _FIRST if name == scene.data["first"] else _SOIL
        _draw_circle(cell, x=x, y=y, unit=unit, fill=fill, legal=actions is not None, empty=content == ".")
        if content == "T":
            draw_tree(cell, x=x, y=y, radius=0.39 * unit, kind="tree")
        elif content != ".":
            draw_flower(cell, looks[content], x=x, y=y, radius=0.38 * unit, kind="flower")
        if name == went:
            add(cell, "circle", cx=x, cy=y, r=0.45 * unit, fill="none", stroke=LAST, stroke_width=4)
    for space in range(scene.track):
        _draw_martians(group, scene, board, space)


def _draw_circle(cell: ET.Element, *, x: float, y: float, unit: float, fill: str, legal: bool, empty: bool) -> None:
    """The circle of a cell; one that may be chosen has a strong edge, and wears a plus while it is empty."""
    edge: Attributes = {"stroke": LEGAL, "stroke_width": 3.5} if legal else {"stroke": _SOIL_EDGE, "stroke_width": 1.5}
    add(cell, "circle", class_="spot", cx=x, cy=y, r=0.43 * unit, fill=fill, **edge)
    if legal and empty:
        left, top, arm, both = (pen.number(value) for value in (x - 0.12 * unit, y, 0.12 * unit, 0.24 * unit))
        d = f"M{left} {top}h{both}m-{arm} -{arm}v{both}"
        add(cell, "path", d=d, stroke=LEGAL, stroke_width=3.5, stroke_linecap="round", fill="none")


def _stone(scene: Scene, board: Board, space: int) -> tuple[float, float, float, float]:
    """Left, top, width and height of a space; corner stones stick out."""
    row, column = scene.grid(space)
    x, y = board.left + column * board.unit, board.top + row * board.unit
    if space % (board.size + 1):
        return x + 1.5, y + 1.5, board.unit - 3, board.unit - 3
    side = board.unit + _BULGE - 3
    return x + 1.5 - (column == 0) * _BULGE, y + 1.5 - (row == 0) * _BULGE, side, side


def _draw_track(group: ET.Element, scene: Scene, board: Board) -> None:
    far = board.size + 1
    for space in range(scene.track):
        x, y, width, height = _stone(scene, board, space)
        corner = space % far == 0
        stone = add(group, "g", class_="space corner" if corner else "space", data_space=str(space))
        fill = _START if space == 0 else _CORNER if corner else _STONE
        look: Attributes = {"fill": fill, "stroke": _STONE_EDGE, "stroke_width": 1.5}
        add(stone, "rect", x=x, y=y, width=width, height=height, rx=12 if corner else 7, **look)
        middle = (x + width / 2, y + height / 2)
        if scene.standing(space):
            continue
        if space == 0:
            label(stone, "START", x=middle[0], y=middle[1] - 8, size=17, font_weight=700, fill=FAINT)
            draw_arrow(stone, x=middle[0], y=middle[1] + 14, turn=0, size=11, fill=FAINT)
        elif corner:
            label(stone, str(space), x=middle[0], y=middle[1] - 11, size=17, font_weight=700, fill=FAINT)
            draw_arrow(stone, x=middle[0], y=middle[1] + 14, turn=space // far, size=11, fill=FAINT)
        else:
            label(stone, str(space), x=middle[0], y=middle[1], size=15, fill=SIGN)


def _draw_lines(group: ET.Element, scene: Scene, board: Board) -> None:
    """Bands from the mover's Martian to the farthest circle it may plant, one a direction."""
    if scene.mover is None:
        return
    row, column = scene.grid(scene.space(scene.mover))
    ends: dict[tuple[int, int], int] = {}
    for name, r, c, _ in scene.cells():
        if any("@" in action for action in scene.targets.get(name, ())):
            down, right = r - row, c - column
            length = max(abs(down), abs(right))
            if down in (0, length, -length) and right in (0, length, -length):
                way = (down // length, right // length)
                ends[way] = max(length, ends.get(way, 0))
    x, y = board.centre(row, column)
    for (down, right), length in sorted(ends.items()):
        x2, y2 = board.centre(row + down * length, column + right * length)
        look: Attributes = {
            "stroke": LEGAL_FILL,
            "stroke_width": 0.34 * board.unit,
            "stroke_linecap": "round",
            "opacity": 0.75,
        }
        add(group, "line", class_="line", x1=x, y1=y, x2=x2, y2=y2, **look)


def _draw_martians(group: ET.Element, scene: Scene, board: Board, space: int) -> None:
    here = scene.standing(space)
    x, y, width, height = _stone(scene, board, space)
    per_row = 1 if len(here) == 1 else 2 if len(here) in (2, 4) else 3
    rows = -(-len(here) // per_row)
    for index, player in enumerate(here):
        row, column = divmod(index, per_row)
        in_row = min(per_row, len(here) - row * per_row)
        cx = x + width * (0.5 + (column - (in_row - 1) / 2) / per_row)
        cy = y + height * (row + 0.5) / rows
        if player == scene.mover:
            add(
                group,
                "circle",
                class_="turn",
                cx=cx,
                cy=cy,
                r=0.48 * min(width / per_row, height / rows),
                fill=LEGAL_FILL,
            )
        radius = min(0.47 * height / rows, 0.68 * width / per_row, 0.43 * board.unit)
        draw_martian(group, player, x=cx, y=cy, radius=radius, kind="martian")
