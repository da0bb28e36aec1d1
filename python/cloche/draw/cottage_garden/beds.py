"""The beds of Cottage Garden as SVG: soil and prints, the tiles, pots and cats on them, and where more may be put."""

import xml.etree.ElementTree as ET
from collections.abc import Mapping, Sequence
from typing import Any

from .. import svg as pen
from ..svg import FAINT, INK, LAST, LEGAL, LEGAL_FILL, Attributes, add, label
from .pieces import SLAB, draw_cat, draw_pot_token, draw_print, draw_tile, outline
from .scene import SIDE, Box, Scene, Square, put_of

_SOIL = {"light": ("#e3caa0", "#cdb083"), "dark": ("#93724f", "#7c5e3f")}
_WOOD, _WOOD_EDGE = "#b98e5b", "#7d5a31"
_COMPLETE, _SCORED = "#f5c518", "#f5c518"


def draw_soil(parent: ET.Element, side: str, *, x: float, y: float, unit: float, frame: str = _WOOD) -> None:
    """An empty bed in its wooden frame; (x, y) is the corner of square a1."""
    length, rim = SIDE * unit, 0.16 * unit
    soil, furrow = _SOIL[side]
    look: Attributes = {"fill": frame, "stroke": _WOOD_EDGE, "stroke_width": max(0.8, 0.04 * unit), "rx": 0.2 * unit}
    add(parent, "rect", x=x - rim, y=y - rim, width=length + 2 * rim, height=length + 2 * rim, **look)
    add(parent, "rect", class_="soil", x=x, y=y, width=length, height=length, fill=soil, data_side=side)
    lines = "".join(
        f"M{pen.number(x + step * unit)} {pen.number(y)}v{pen.number(length)}"
        f"M{pen.number(x)} {pen.number(y + step * unit)}h{pen.number(length)}"
        for step in range(1, SIDE)
    )
    add(parent, "path", d=lines, stroke=furrow, stroke_width=max(0.6, 0.045 * unit), fill="none")


def draw_slab(parent: ET.Element, sign: str, *, x: float, y: float, unit: float) -> None:
    """A printed square with (x, y) as its middle: a pot or a cloche on a stone slab."""
    half = 0.44 * unit
    look: Attributes = {"fill": SLAB, "stroke": "#8d8676", "stroke_width": 0.03 * unit, "rx": 0.14 * unit}
    add(parent, "rect", x=x - half, y=y - half, width=2 * half, height=2 * half, **look)
    draw_print(parent, sign, x=x, y=y, radius=0.37 * unit)


def draw_plain_bed(parent: ET.Element, box: Box, bed: int, side: str, *, x: float, y: float, unit: float) -> None:
    """A bed with nothing on it."""
    draw_soil(parent, side, x=x, y=y, unit=unit)
    for row, line in enumerate(box.beds[bed][side]):
        for column, sign in enumerate(line):
            if sign != ".":
                draw_slab(parent, sign, x=x + (column + 0.5) * unit, y=y + (row + 0.5) * unit, unit=unit)


def draw_choices(parent: ET.Element, scene: Scene, side: str, *, x: float, y: float, width: float) -> None:
    """The beds that may be drawn for a place, up to three in a row, each to be chosen."""
    drawn = [number for number, bed in enumerate(scene.box.beds) if f"bed:{bed['number'][0]}" in scene.others]
    across = 1 if len(drawn) == 1 else 2 if len(drawn) <= 4 else 3
    step = width / across
    unit = 0.132 * step
    for at, bed in enumerate(drawn):
        row, column = divmod(at, across)
        left, top = x + column * step, y + row * step
        action = f"bed:{scene.box.beds[bed]['number'][0]}"
        look: Attributes = {"fill": LEGAL_FILL, "stroke": LEGAL, "stroke_width": 1.6, "rx": 5}
        choice = add(parent, "g", class_="choice legal", data_action=action, cursor="pointer")
        add(choice, "title", action)
        add(choice, "rect", x=left + 1, y=top + 1, width=step - 2, height=step - 2, **look)
        draw_plain_bed(choice, scene.box, bed, side, x=left + (step - SIDE * unit) / 2, y=top + 0.09 * step, unit=unit)
        number = scene.box.beds[bed]["number"][0]
        label(choice, number, x=left + step / 2, y=top + 0.87 * step, size=0.18 * step, font_weight=700, fill=INK)


def draw_bed(parent: ET.Element, scene: Scene, player: int, slot: int, *, x: float, y: float, unit: float) -> None:
    """A bed of a player with all that lies on it, its squares named at the edges."""
    bed = scene.beds[player][slot]
    assert bed is not None
    mover = player == scene.mover
    complete, scored = scene.free(bed) == 0, mover and scene.data["slot"] == slot
    kind = f"bed{' complete' * complete}{' scored' * scored}"
    group = add(parent, "g", class_=kind, data_player=str(player), data_slot=str(slot), data_bed=str(bed["bed"]))
    for step in range(SIDE):
        at = (step + 0.5) * unit
        label(group, "abcde"[step], x=x + at, y=y - 0.36 * unit, size=12, fill=FAINT)
        label(group, str(step + 1), x=x - 0.36 * unit, y=y + at, size=12, fill=FAINT)
    draw_soil(group, bed["side"], x=x, y=y, unit=unit, frame=_COMPLETE if complete or scored else _WOOD)
    squares = scene.squares(bed)
    put = scene.last_put[1] if scene.last_put is not None and scene.last_put[0] == player else None
    last = put.cell if put is not None and put.slot == slot and put.kind != "tile" else None
    cells = scene.cells if mover else {}
    for square in squares:
        _draw_square(group, square, cells.get((slot, square.name), ()), last=last, x=x, y=y, unit=unit)
    for tile, turn, anchor in bed["tiles"]:
        lies = scene.lies(tile, turn, anchor)
        name = scene.box.tiles[tile].id
        action = f"return:{name}"
        legal = scored and action in scene.others
        new = put is not None and put.slot == slot and put.kind == "tile" and put.tile == name
        marks: Mapping[str, str | None] = {"data_action": action, "cursor": "pointer"} if legal else {}
        drawn = draw_tile(group, tile, lies, x=x, y=y, unit=unit, **marks)
        drawn.set("class", f"tile{' legal' * legal}{' last' * new}")
        add(drawn, "title", name)
        if legal or new:
            d = outline(lies, unit=40, inset=1.6, radius=7)
            add(drawn, "path", d=d, fill="none", stroke=LEGAL if legal else LAST, stroke_width=5)
    for square in squares:
        actions = cells.get((slot, square.name), ())
        if actions:
            _draw_target(group, scene, square, actions, x=x, y=y, unit=unit)


def _draw_square(
    group: ET.Element, square: Square, actions: Sequence[str], *, last: str | None, x: float, y: float, unit: float
) -> None:
    """A square without its tile: the soil lit, the print or the token on it."""
    if square.tile is not None:
        return
    left, top = x + square.column * unit, y + square.row * unit
    middle = (left + unit / 2, top + unit / 2)
    marks = "square last" if square.name == last else "square"
    cell = add(group, "g", class_=marks, data_cell=square.name)
    if square.free and _tokens(actions):
        look: Attributes = {"fill": LEGAL_FILL, "opacity": 0.85, "rx": 0.12 * unit}
        add(cell, "rect", x=left + 2, y=top + 2, width=unit - 4, height=unit - 4, **look)
    if square.token == "pot":
        draw_pot_token(cell, x=middle[0], y=middle[1], radius=0.4 * unit)
    elif square.token == "cat":
        draw_cat(cell, x=middle[0], y=middle[1], radius=0.4 * unit, kind="cat")
    elif square.print != ".":
        draw_slab(cell, square.print, x=middle[0], y=middle[1], unit=unit)
    if square.name == last:
        look = {"fill": "none", "stroke": LAST, "stroke_width": 3.2, "rx": 0.16 * unit}
        add(cell, "rect", x=left + 2, y=top + 2, width=unit - 4, height=unit - 4, **look)


def _draw_target(
    group: ET.Element, scene: Scene, square: Square, actions: Sequence[str], *, x: float, y: float, unit: float
) -> None:
    """What may be put on a square: a corner for tiles that begin here, a plus in the middle for pots and cats.

    If it is one tile, turned in one way, then this tile follows, unseen until a page shows it.
    """
    left, top = x + square.column * unit, y + square.row * unit
    target = add(
        group,
        "g",
        class_="target legal",
        data_cell=square.name,
        data_action=" ".join(actions),
        cursor="pointer",
    )
    add(target, "title", f"{square.name}: {len(actions)}")
    add(target, "rect", x=left, y=top, width=unit, height=unit, fill="#ffffff", fill_opacity=0)
    tokens = _tokens(actions)
    if tokens < len(actions):
        side = 0.36 * unit
        d = f"M{pen.number(left + 1)} {pen.number(top + 1)}h{pen.number(side)}l-{pen.number(side)} {pen.number(side)}Z"
        add(target, "path", d=d, fill=LEGAL, stroke="#fff8e6", stroke_width=1.2, stroke_linejoin="round")
    if tokens:
        arm, across, down = 0.13 * unit, left + unit / 2, top + unit / 2
        d = "".join(
            f"M{pen.number(across - x)} {pen.number(down - y)}L{pen.number(across + x)} {pen.number(down + y)}"
            for x, y in ((arm, 0.0), (0.0, arm))
        )
        add(target, "path", d=d, fill="none", stroke=LEGAL, stroke_width=3, stroke_linecap="round")
    put = put_of(actions[0])
    if len(actions) == 1 and put is not None and put.kind == "tile":
        tile = next(number for number, entry in enumerate(scene.box.tiles) if entry.id == put.tile)
        anchor = SIDE * square.row + square.column
        ghost = draw_tile(group, tile, scene.lies(tile, put.turn, anchor), x=x, y=y, unit=unit, visibility="hidden")
        ghost.set("class", "ghost")


def _tokens(actions: Sequence[str]) -> int:
    """How many of the actions put down a pot or a cat."""
    return sum(put is not None and put.kind != "tile" for put in map(put_of, actions))


def shown_counts(parent: ET.Element, scene: Scene, bed: Mapping[str, Any], *, right: float, y: float) -> None:
    """How many pots and cloches a bed shows, and how many squares are left, in one line that ends at `right`."""
    pots, cloches = scene.shows(bed)
    counts = add(parent, "g", class_="shows", data_pots=str(pots), data_cloches=str(cloches))
    for back, sign, count in ((56.0, "P", pots), (14.0, "C", cloches)):
        draw_print(counts, sign, x=right - back - 10, y=y, radius=9)
        label(counts, str(count), x=right - back + 8, y=y, size=14, font_weight=700, fill=INK)
