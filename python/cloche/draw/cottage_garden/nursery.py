"""What all players of Cottage Garden share, as SVG: nursery, gardener and path, queue, middle bed and hives."""

import xml.etree.ElementTree as ET

from .. import svg as pen
from ..svg import FAINT, INK, LAST, LEGAL, LEGAL_FILL, RULE, Attributes, add, label, place
from .beds import draw_choices, draw_plain_bed
from .pieces import draw_gardener, draw_hive, draw_tile
from .player import HEIGHT as PLAYER_HEIGHT
from .player import WIDTH
from .scene import SIDE, Scene, Tile

GAP = 12.0
# Nursery and stock are as high as two players, the nursery alone as one player and the stock.
STOCK_HEIGHT = (PLAYER_HEIGHT - GAP) / 2
HEIGHT = PLAYER_HEIGHT + GAP + STOCK_HEIGHT
_HEAD, _STRIP = 44.0, 46.0
_GRASS, _GRASS_EDGE, _BUSH = "#a9c98f", "#7d9f63", "#6d9a55"
_STONE, _STONE_EDGE, _TRAY, _ROW = "#e9e0cc", "#b7aa8c", "#f8f1dd", "#fff0a3"
_BEAM = "#ffe566"


def draw_nursery(root: ET.Element, scene: Scene, *, x: float, y: float) -> None:
    box = scene.box
    group = add(root, "g", class_="nursery")
    _draw_round(group, scene, x=x, y=y + _HEAD / 2 - 2)
    top, height = y + _HEAD, HEIGHT - _HEAD
    frame: Attributes = {"fill": _GRASS, "stroke": _GRASS_EDGE, "stroke_width": 2}
    add(group, "rect", class_="lawn", x=x, y=top, width=WIDTH, height=height, rx=18, **frame)
    wide, high = (WIDTH - 2 * _STRIP - 8) / box.columns, (height - 2 * _STRIP - 8) / box.rows
    edges = _Grid(x + 4, top + 4, wide, high, box.rows, box.columns)
    for space, at in enumerate(scene.path()):
        _draw_stone(group, scene, space, *edges.rect(*at))
    if not box.corners:
        for at in ((0, 0), (0, box.columns + 1), (box.rows + 1, 0), (box.rows + 1, box.columns + 1)):
            _draw_bush(group, *edges.rect(*at))
    row = scene.row()
    for index, tile in enumerate(scene.data["nursery"]):
        line, column = divmod(index, box.columns)
        _draw_space(group, scene, index, tile, row, edges.rect(line + 1, column + 1))
    left, above, width, tall = edges.rect(*scene.path()[scene.data["gardener"]])
    draw_gardener(group, scene.data["die"], x=left + width / 2, y=above + tall / 2, radius=22)


class _Grid:
    """Rectangles of the nursery with the path around it."""

    def __init__(self, x: float, y: float, wide: float, high: float, rows: int, columns: int) -> None:
        self._across = [x, *(x + _STRIP + step * wide for step in range(columns + 1)), x + 2 * _STRIP + columns * wide]
        self._down = [y, *(y + _STRIP + step * high for step in range(rows + 1)), y + 2 * _STRIP + rows * high]

    def rect(self, row: int, column: int) -> tuple[float, float, float, float]:
        """Left, top, width and height, with a little air around."""
        x, y = self._across[column], self._down[row]
        return x + 2.5, y + 2.5, self._across[column + 1] - x - 5, self._down[row + 1] - y - 5


def _draw_round(group: ET.Element, scene: Scene, *, x: float, y: float) -> None:
    """The line above the nursery: the die and how long it goes on."""
    label(group, "Nursery", x=x + 4, y=y, size=18, text_anchor="start", font_weight=700, fill=INK)
    die, last = scene.data["die"], scene.box.last_die
    right = x + WIDTH - 8
    words = "final round" if scene.final else f"die {die}, final round at {last}"
    fill = LEGAL if scene.final else FAINT
    weight = 700 if scene.final else 400
    label(group, words, x=right, y=y, size=16, text_anchor="end", font_weight=weight, fill=fill, class_="round")


def _draw_stone(group: ET.Element, scene: Scene, space: int, x: float, y: float, width: float, height: float) -> None:
    """A space of the path; on the target the die goes up."""
    here, target = space == scene.data["gardener"], space == scene.box.target
    kind = f"space{' target-space' * target}{' here' * here}"
    stone = add(group, "g", class_=kind, data_space=str(space))
    add(stone, "title", f"space {space}{', the die goes up here' * target}")
    look: Attributes = {"fill": _BEAM if here else _STONE, "stroke": _STONE_EDGE, "stroke_width": 1.5}
    add(stone, "rect", x=x, y=y, width=width, height=height, rx=9, **look)
    if target:
        at = (x + width / 2, y + height / 2)
        if here:  # beside the gardener, if there is room
            at = (x + width - 13, at[1]) if width > height else (at[0], y + height - 13)
        if not here or max(width, height) > 80:
            sign = place(stone, x=at[0], y=at[1], scale=1, class_="up")
            _draw_up(sign, half=8 if here else 11)
    elif not here:
        label(stone, str(space), x=x + width / 2, y=y + height / 2, size=13, fill="#857a62")


def _draw_up(sign: ET.Element, *, half: float) -> None:
    """A die with an arrow: it goes up here."""
    add(sign, "rect", x=-half, y=-half, width=2 * half, height=2 * half, rx=0.28 * half, fill="#2f8f4e", stroke=INK)
    arrow = place(sign, x=0, y=0, scale=half / 10)
    look: Attributes = {"fill": "none", "stroke": "#ffffff", "stroke_width": 2.8, "stroke_linecap": "round"}
    add(arrow, "path", d="M-5 -0.5L0 -5.5L5 -0.5M0 -5V6", stroke_linejoin="round", **look)


def _draw_bush(group: ET.Element, x: float, y: float, width: float, height: float) -> None:
    """A corner that is no space of the path."""
    for right, down, radius in ((0.36, 0.6, 0.28), (0.64, 0.6, 0.28), (0.5, 0.38, 0.3)):
        add(group, "circle", cx=x + right * width, cy=y + down * height, r=radius * width, fill=_BUSH)
    for right, down in ((0.34, 0.56), (0.66, 0.62), (0.5, 0.3), (0.5, 0.7)):
        add(group, "circle", cx=x + right * width, cy=y + down * height, r=2.2, fill="#f6f3e4")


def _draw_space(
    group: ET.Element,
    scene: Scene,
    index: int,
    tile: int | None,
    row: list[int],
    at: tuple[float, float, float, float],
) -> None:
    x, y, width, height = at
    printed = None if tile is None else scene.box.tiles[tile]
    ways = 0 if printed is None else scene.ways().get(printed.id, 0)
    lit, last = index in row, printed is not None and printed.id == scene.last
    kind = f"tray{' row' * lit}{' plantable' * bool(lit and ways)}{' last' * last}"
    piece = None if printed is None else f"{printed.id}:"
    tray = add(group, "g", class_=kind, data_cell=scene.space_name(index), data_piece=piece)
    look: Attributes = {
        "fill": _ROW if lit else _TRAY,
        "stroke": LAST if last else LEGAL if lit and ways else "#c9971c" if lit else _GRASS_EDGE,
        "stroke_width": 3 if lit or last else 1.5,
    }
    add(tray, "rect", x=x, y=y, width=width, height=height, rx=8, **look)
    name = scene.space_name(index)
    label(tray, name, x=x + 7, y=y + 12, size=12, text_anchor="start", fill=FAINT)
    if tile is None or printed is None:
        return
    add(tray, "title", f"{name}: {printed.id}{f', {ways} ways' * bool(lit and ways)}")
    label(tray, pen.shorten(printed.id, limit=8), x=x + width - 7, y=y + 12, size=12, text_anchor="end",
          font_weight=700, fill=INK)  # fmt: skip
    unit = min(21.0, (width - 12) / max(4, len(printed.rows[0])), (height - 28) / max(3, len(printed.rows)))
    _draw_small(tray, tile, printed, x=x + width / 2, y=y + height / 2 + 8, unit=unit)


def _draw_small(group: ET.Element, tile: int, printed: Tile, *, x: float, y: float, unit: float) -> None:
    """A tile as printed, centred."""
    squares = {
        (row, column): sign for row, line in enumerate(printed.rows) for column, sign in enumerate(line) if sign != "."
    }
    left, top = x - len(printed.rows[0]) * unit / 2, y - len(printed.rows) * unit / 2
    draw_tile(group, tile, squares, x=left, y=top, unit=unit)


def draw_stock(root: ET.Element, scene: Scene, *, x: float, y: float) -> None:
    """The queue, head first, the hives that are still to be won, and the bed in the middle."""
    group = add(root, "g", class_="stock")
    look: Attributes = {"fill": "#f4ecd6", "stroke": RULE, "stroke_width": 1.5}
    add(group, "rect", x=x, y=y, width=WIDTH, height=STOCK_HEIGHT, rx=12, **look)
    unit = 25.0
    left = x + WIDTH - SIDE * unit - 16
    top = y + STOCK_HEIGHT - SIDE * unit - 14
    _draw_middle(group, scene, x=left, y=top, unit=unit)
    queue, undrawn = scene.data["queue"], scene.undrawn() if scene.others else []
    words = f"Queue: {len(queue)}" + (f", {len(undrawn)} not drawn" if undrawn else "")
    label(group, words, x=x + 14, y=y + 20, size=16, text_anchor="start", font_weight=700, fill=INK)
    free = [value for value, who in zip(scene.box.hives, scene.data["hives"], strict=False) if who is None]
    for index, value in enumerate(reversed(free)):
        draw_hive(group, value, x=left - 34 - 33 * index, y=y + 20, radius=15)
    _draw_queue(group, scene, [*queue, *undrawn], x=x + 10, y=y + 38, width=left - x - 30, height=STOCK_HEIGHT - 44)


def _draw_middle(group: ET.Element, scene: Scene, *, x: float, y: float, unit: float) -> None:
    middle = scene.data["middle"]
    width = SIDE * unit
    kind = "middle" if middle is None else "middle bed"
    spot = add(group, "g", class_=kind, data_bed=None if middle is None else str(middle["bed"]))
    label(spot, "Middle bed", x=x + width / 2, y=y - 19, size=14, font_weight=600, fill=INK)
    if middle is not None:
        draw_plain_bed(spot, scene.box, middle["bed"], middle["side"], x=x, y=y, unit=unit)
        return
    look: Attributes = {"fill": "none", "stroke": "#b7aa8c", "stroke_width": 2, "stroke_dasharray": "6 6", "rx": 6}
    add(spot, "rect", x=x - 4, y=y - 4, width=width + 8, height=width + 8, **look)
    if scene.phase == "setup_bed" and scene.next_slot() is None and scene.others:
        draw_choices(spot, scene, "light", x=x, y=y, width=width)


def _draw_queue(
    group: ET.Element, scene: Scene, tiles: list[int], *, x: float, y: float, width: float, height: float
) -> None:
    """The tiles line by line, in as few lines as leave each of them room enough."""
    lines = next(lines for lines in (2, 3, 4, 5) if lines == 5 or -(-len(tiles) // lines) * 44 <= width)
    across = max(7, -(-len(tiles) // lines))
    wide, high = width / across, height / lines
    for at, tile in enumerate(tiles):
        row, column = divmod(at, across)
        printed = scene.box.tiles[tile]
        waiting = at >= len(scene.data["queue"])
        legal = waiting and printed.id in scene.others
        moved = scene.last is not None and scene.last in (printed.id, f"return:{printed.id}") and not waiting
        kind = f"{'undrawn' if waiting else 'queued'}{' legal' * legal}{' last' * moved}"
        action = printed.id if legal else None
        cursor = "pointer" if legal else None
        cell = add(group, "g", class_=kind, data_place=str(at), data_action=action, cursor=cursor)
        add(cell, "title", printed.id)
        left, top = x + column * wide, y + row * high
        if legal or moved:
            look: Attributes = {
                "fill": LEGAL_FILL if legal else "none",
                "stroke": LEGAL if legal else LAST,
                "stroke_width": 1.8,
            }
            add(cell, "rect", x=left + 1, y=top + 1, width=wide - 2, height=high - 2, rx=5, **look)
        label(cell, pen.shorten(printed.id, limit=5), x=left + wide / 2, y=top + 8, size=11, fill=INK)
        room = min((wide - 6) / max(3, len(printed.rows[0])), (high - 17) / max(2, len(printed.rows)))
        _draw_small(cell, tile, printed, x=left + wide / 2, y=top + (high + 13) / 2, unit=min(12.0, room))
