"""A player's town of Bloom Town as SVG, with what lies beside it: points, token, hand and the tile kept."""

import xml.etree.ElementTree as ET

from .. import svg as pen
from ..svg import FAINT, INK, LAST, LEGAL, LEGAL_FILL, RULE, Attributes, add, label
from .pieces import (
    BLOOM,
    BLOOM_EDGE,
    draw_back,
    draw_badge,
    draw_flower,
    draw_star,
    draw_tile,
    draw_token,
)
from .scene import COLUMNS, Scene, kind_name

WIDTH, HEIGHT = 512.0, 376.0
PANEL = "#fffdf6"
PANEL_TURN = "#fff4cf"
_GRID = 330.0  # side of a town of 5 x 5 squares
_UNIT_MAX = 84.0
_LEFT, _TOP = 30.0, 32.0  # of the squares in the panel
_MIDDLE = 440.0  # of the column beside the town
_HAND = 58.0  # side of a tile in the hand
_EARTH, _EARTH_EDGE = "#eaf0d8", "#b4c296"


def draw_town(root: ET.Element, scene: Scene, player: int, *, x: float, y: float) -> None:
    """The panel of a player, its top left corner at (x, y)."""
    turn = player == scene.mover
    panel = add(root, "g", class_="player turn" if turn else "player", data_player=str(player))
    look: Attributes = {
        "fill": PANEL_TURN if turn else PANEL,
        "stroke": LEGAL if turn else RULE,
        "stroke_width": 3 if turn else 1.5,
    }
    add(panel, "rect", x=x, y=y, width=WIDTH, height=HEIGHT, rx=14, **look)
    _draw_squares(panel, scene, player, x=x, y=y)
    _draw_side(panel, scene, player, x=x + _MIDDLE, y=y)


def _draw_squares(panel: ET.Element, scene: Scene, player: int, *, x: float, y: float) -> None:
    town = add(panel, "g", class_="town", data_player=str(player))
    unit = min(_UNIT_MAX, _GRID / scene.size)
    inset = (_GRID - unit * scene.size) / 2
    left, top = x + _LEFT + inset, y + _TOP + inset
    for index in range(scene.size):
        middle = (index + 0.5) * unit
        for at, mark in (((left + middle, top - 14), COLUMNS[index]), ((left - 14, top + middle), str(index + 1))):
            label(town, mark, x=at[0], y=at[1], size=16, font_weight=600, fill=FAINT)
    went = scene.last_square()
    for name, row, column, kind in scene.squares(player):
        actions = scene.builds.get(name) if player == scene.mover else None
        new = player == scene.mover and name == scene.data["cell"]
        last, blooming = (player, name) == went, name in scene.blooming
        marks = [("blooming", blooming), ("legal", actions is not None), ("new", new), ("last", last)]
        cell = add(
            town,
            "g",
            class_=" ".join(["cell", *(word for word, on in marks if on)]),
            data_cell=name,
            data_action=" ".join(actions) if actions else None,
            cursor="pointer" if actions else None,
        )
        what = scene.tile_name(kind) if kind != "." else f"empty, {scene.symbol_name(scene.symbol(name))}"
        add(cell, "title", f"{name}: {what}{', blooming' * blooming}")
        square = pen.place(cell, x=left + (column + 0.5) * unit, y=top + (row + 0.5) * unit, scale=unit / 66)
        _draw_square(square, scene, name, kind, legal=actions is not None, marked=new or last)


def _draw_square(square: ET.Element, scene: Scene, name: str, kind: str, *, legal: bool, marked: bool) -> None:
    """A square and what lies on it, within a box of side 66."""
    blooming = name in scene.blooming
    fill = LEGAL_FILL if legal else BLOOM if blooming else _EARTH
    edge = LEGAL if legal else BLOOM_EDGE if blooming else _EARTH_EDGE
    width = 2.5 if legal or blooming else 1.5
    add(square, "rect", x=-31, y=-31, width=62, height=62, rx=9, fill=fill, stroke=edge, stroke_width=width)
    if kind == ".":
        if blooming:
            look: Attributes = {"stroke": BLOOM_EDGE, "stroke_width": 2, "stroke_dasharray": "1 5"}
            add(square, "circle", r=26, fill=BLOOM, stroke_linecap="round", **look)
            draw_star(square, x=-22, y=-21, radius=11)
        draw_flower(square, scene.symbol(name), x=0, y=1, radius=21)
    else:
        draw_tile(square, kind, scene.shops.get(kind, ()), x=0, y=0, side=64)
    if marked:
        ring: Attributes = {"fill": "none", "stroke": LAST, "stroke_width": 4.5}
        add(square, "rect", class_="ring", x=-31, y=-31, width=62, height=62, rx=9, **ring)


def _draw_side(panel: ET.Element, scene: Scene, player: int, *, x: float, y: float) -> None:
    """What lies beside a town, centred on x."""
    data = scene.data
    draw_badge(panel, player, x=x - 46, y=y + 32, radius=17)
    name = "you" if player == scene.viewer else f"Player {player + 1}"
    label(panel, name, x=x - 23, y=y + 34, size=19, text_anchor="start", font_weight=700, fill=INK)
    points = str(scene.points[player])
    size = min(44.0, 76 / (0.7 * len(points)))
    label(panel, points, x=x, y=y + 82, size=size, font_weight=700, fill=INK, class_="points", data_points=points)
    label(panel, "point" if points == "1" else "points", x=x, y=y + 113, size=15, fill=FAINT)
    if scene.phase == "over" and player == scene.winner():
        draw_star(panel, x=x + 53, y=y + 82, radius=14, kind="winner")
    gone = not data["tokens"][player]
    draw_token(panel, x=x - 42, y=y + 152, radius=19, gone=gone)
    word = "token used" if gone else "token"
    label(panel, word, x=x - 17, y=y + 152, size=15, text_anchor="start", fill=FAINT if gone else INK)
    label(panel, "hand", x=x, y=y + 198, size=15, fill=FAINT)
    _draw_hand(panel, scene, player, x=x, y=y + 241)
    kept = data["kept"][player]
    if kept is not None:
        last = player == scene.last_kept()
        label(panel, "kept", x=x, y=y + 287, size=15, fill=FAINT)
        group = add(panel, "g", class_="kept last" if last else "kept")
        add(group, "title", f"kept: {scene.tile_name(kept)}")
        draw_tile(group, kept, scene.shops.get(kept, ()), x=x, y=y + 329, side=_HAND)
        if last:
            ring: Attributes = {"fill": "none", "stroke": LAST, "stroke_width": 4.5}
            half = 0.5 * _HAND
            add(group, "rect", class_="ring", x=x - half, y=y + 329 - half, width=_HAND, height=_HAND, rx=8, **ring)


def _draw_hand(panel: ET.Element, scene: Scene, player: int, *, x: float, y: float) -> None:
    """Open tiles, then hidden ones, then empty places; a tile that may be kept is lit."""
    data, mover = scene.data, player == scene.mover
    tiles = [(kind, False) for kind in data["hands"][player]] + [(kind, True) for kind in data["hidden"][player]]
    places = max(len(tiles), scene.hand)
    step = min(_HAND + 6, 128 / places)
    side = step - 6
    hand = add(panel, "g", class_="hand", data_player=str(player))
    lit = set()
    for index in range(places):
        cx = x + step * (index - (places - 1) / 2)
        box: Attributes = {"x": cx - side / 2, "y": y - side / 2, "width": side, "height": side, "rx": 7}
        if index >= len(tiles):
            add(hand, "rect", class_="place", fill="none", stroke=RULE, stroke_width=2, stroke_dasharray="5 4", **box)
            continue
        kind, secret = tiles[index]
        action = scene.keeps.get(kind) if mover and kind not in lit else None
        lit.add(kind)
        group = add(
            hand,
            "g",
            class_="held legal" if action else "held",
            data_action=action,
            data_piece=f"{kind_name(kind)}@" if mover and kind is not None else None,
            cursor="pointer" if action else None,
        )
        if kind is None:
            add(group, "title", "a tile that only its owner knows")
            draw_back(group, x=cx, y=y, side=side, sign="?")
            continue
        add(group, "title", f"{scene.tile_name(kind)}{', which only its owner knows' * secret}")
        if action:
            halo: Attributes = {"x": cx - side / 2 - 2, "y": y - side / 2 - 2, "width": side + 4, "height": side + 4}
            add(group, "rect", rx=9, fill=LEGAL_FILL, stroke=LEGAL, stroke_width=3.5, **halo)
        draw_tile(group, kind, scene.shops.get(kind, ()), x=cx, y=y, side=side - 4 if action else side, secret=secret)


def description(scene: Scene, player: int) -> str:
    """A player's side in words, for who cannot see the picture."""
    data = scene.data
    rows = ", ".join("".join(row) for row in scene.towns[player])
    hand = [scene.tile_name(kind) for kind in data["hands"][player]]
    hand += [
        "a hidden tile" if kind is None else f"{scene.tile_name(kind)} (hidden)" for kind in data["hidden"][player]
    ]
    kept = data["kept"][player]
    parts = [
        f"player {player + 1}: {scene.points[player]} points",
        f"token {'there' if data['tokens'][player] else 'used'}",
        f"town {rows}",
        f"hand {' and '.join(hand) or 'empty'}",
        *([] if kept is None else [f"kept {scene.tile_name(kept)}"]),
    ]
    return ", ".join(parts)
