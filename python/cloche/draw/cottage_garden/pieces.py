"""The pieces of Cottage Garden as SVG: flower tiles, pots, cloches, cats, cubes and the gardener."""

import xml.etree.ElementTree as ET
from collections.abc import Iterable, Mapping
from math import cos, pi, sin
from typing import NamedTuple

from .. import svg as pen
from ..svg import INK, Attributes, add, label, place

TERRACOTTA, LEAF, GLASS, SLAB = "#c8592c", "#3f7d3a", "#d5eef5", "#e6e1d6"
CUBES = {"orange": ("#f08a1d", "#ffc27a", "#a85400"), "blue": ("#2879bf", "#8cc3ec", "#14466f")}
PLAYERS = ("#3b3b3b", "#e69f00", "#56b4e9", "#9c2f5e")


class Look(NamedTuple):
    """How a tile looks: ground, petals, and how many, so that neighbours differ in more than colour."""

    ground: str
    petal: str
    heart: str
    petals: int


LOOKS = (
    Look("#cfe0f6", "#2f74c0", "#fff3b0", 5),
    Look("#fbeeb0", "#dba400", "#7a4a12", 8),
    Look("#f9d5c6", "#d1430b", "#ffe27a", 6),
    Look("#cfe9d2", "#ffffff", "#e8a800", 7),
    Look("#e6d3ee", "#84459b", "#ffe27a", 4),
    Look("#f8d6e4", "#c2417f", "#fff3b0", 5),
    Look("#c6ebe4", "#0c8a73", "#fff3b0", 6),
    Look("#e4e9b9", "#6d7d12", "#fff8d0", 3),
    Look("#d8ecfb", "#4aa3df", "#fff8d0", 8),
)


def look_of(tile: int) -> Look:
    return LOOKS[tile % len(LOOKS)]


# Shapes out of squares.


def outline(squares: Iterable[tuple[int, int]], *, unit: float, inset: float, radius: float) -> str:
    """The edge of a shape as a path with round corners, drawn a little inside its squares.

    Squares are (row, column); the corner of square (0, 0) is the origin.
    """
    loops = []
    edges = _edges(squares)
    while edges:
        start = min(edges)
        corner = start
        corners: list[tuple[tuple[int, int], tuple[int, int]]] = []
        before: tuple[int, int] | None = None
        while not corners or corner != start:
            ways = edges[corner]
            # Where two squares touch in a point, the way to the right stays at the same square.
            way = next((way for way in ways if before is not None and way == (before[1], -before[0])), ways[0])
            ways.remove(way)
            if not ways:
                del edges[corner]
            if before != way:
                corners.append((corner, way))
            before = way
            corner = (corner[0] + way[0], corner[1] + way[1])
        if corners[0][1] == before:
            corners.pop(0)
        loops.append(_rounded(corners, unit=unit, inset=inset, radius=radius))
    return "".join(loops)


def _edges(squares: Iterable[tuple[int, int]]) -> dict[tuple[int, int], list[tuple[int, int]]]:
    """Edges of the shape clockwise: from each corner, as (row, column), the ways that go on."""
    found: set[tuple[tuple[int, int], tuple[int, int]]] = set()
    for row, column in squares:
        around = (
            ((row, column), (0, 1)),
            ((row, column + 1), (1, 0)),
            ((row + 1, column + 1), (0, -1)),
            ((row + 1, column), (-1, 0)),
        )
        for (y, x), (down, right) in around:
            back = ((y + down, x + right), (-down, -right))
            if back in found:
                found.remove(back)
            else:
                found.add(((y, x), (down, right)))
    edges: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for corner, way in sorted(found):
        edges.setdefault(corner, []).append(way)
    return edges


def _rounded(
    corners: list[tuple[tuple[int, int], tuple[int, int]]], *, unit: float, inset: float, radius: float
) -> str:
    """A clockwise loop of corners, each with the way on from it, as a path."""
    parts: list[str] = []
    for index, ((row, column), (down, right)) in enumerate(corners):
        came_down, came_right = corners[index - 1][1]
        # To the right of a way (down, right) lies (right, -down): the inside.
        x = column * unit - inset * (down + came_down)
        y = row * unit + inset * (right + came_right)
        one = f"{pen.number(x - radius * came_right)} {pen.number(y - radius * came_down)}"
        two = f"{pen.number(x + radius * right)} {pen.number(y + radius * down)}"
        parts.append(f"{'L' if parts else 'M'}{one}Q{pen.number(x)} {pen.number(y)} {two}")
    return "".join(parts) + "Z"


def draw_tile(
    parent: ET.Element,
    tile: int,
    squares: Mapping[tuple[int, int], str],
    *,
    x: float,
    y: float,
    unit: float,
    **attributes: pen.Attribute,
) -> ET.Element:
    """A tile with (x, y) as the corner of its square (0, 0); `squares` says what each of them shows: #, P or C."""
    look = look_of(tile)
    group = place(parent, x=x, y=y, scale=unit / 40, class_="tile", data_tile=str(tile), **attributes)
    d = outline(squares, unit=40, inset=1.6, radius=7)
    add(group, "path", d=d, fill=look.ground, stroke=INK, stroke_width=2.4)
    middles = [(40 * column + 20, 40 * row + 20) for (row, column), sign in squares.items() if sign == "#"]
    if middles:
        draw_flowers(group, look, middles)
    for (row, column), sign in squares.items():
        if sign != "#":
            draw_print(group, sign, x=40 * column + 20, y=40 * row + 20, radius=16)
    return group


def draw_flowers(group: ET.Element, look: Look, middles: Iterable[tuple[float, float]]) -> None:
    """A flower of radius 13 at each point: petals in one path, hearts in another."""
    petals, hearts = [], []
    reach, size = (7.0, 9.6) if look.petals < 5 else (7.6, 8.0) if look.petals < 7 else (8.4, 6.2)
    for x, y in middles:
        for petal in range(look.petals):
            angle = 2 * pi * petal / look.petals - pi / 2
            petals.append(f"M{pen.number(x + reach * cos(angle))} {pen.number(y + reach * sin(angle))}h.01")
        hearts.append(f"M{pen.number(x)} {pen.number(y)}h.01")
    ends: Attributes = {"stroke_linecap": "round", "fill": "none"}
    add(group, "path", d="".join(petals), stroke=look.petal, stroke_width=size, **ends)
    add(group, "path", d="".join(hearts), stroke=look.heart, stroke_width=8.4, **ends)


# What can be shown, and what covers a square; radius 50 is about half a square.


def draw_print(parent: ET.Element, sign: str, *, x: float, y: float, radius: float) -> None:
    """A pot (P) or a cloche (C)."""
    if sign == "P":
        draw_pot(parent, x=x, y=y, radius=radius, kind="pot")
    else:
        draw_cloche(parent, x=x, y=y, radius=radius, kind="cloche")


def draw_pot(parent: ET.Element, *, x: float, y: float, radius: float, kind: str) -> None:
    group = place(parent, x=x, y=y, scale=radius / 50, class_=kind)
    look: Attributes = {"stroke": INK, "stroke_width": 4.5, "stroke_linejoin": "round"}
    leaves = "M0 -8C-4 -30 -22 -40 -34 -38C-34 -22 -20 -10 0 -8C4 -34 20 -48 36 -46C38 -26 22 -10 0 -8Z"
    add(group, "path", d=leaves, fill=LEAF, **look)
    add(group, "path", d="M-25 4L-18 46H18L25 4Z", fill=TERRACOTTA, **look)
    add(group, "rect", x=-33, y=-10, width=66, height=18, rx=4, fill="#dd7a4b", **look)


def draw_cloche(parent: ET.Element, *, x: float, y: float, radius: float, kind: str) -> None:
    group = place(parent, x=x, y=y, scale=radius / 50, class_=kind)
    look: Attributes = {"stroke": INK, "stroke_width": 4.5, "stroke_linejoin": "round"}
    add(group, "circle", cy=-40, r=8, fill="#fffdf4", **look)
    add(group, "path", d="M-35 38V4C-35 -42 35 -42 35 4V38Z", fill=GLASS, **look)
    sprout = "M0 36V12M0 22C-16 20 -18 8 -18 4C-6 4 0 12 0 22C0 10 8 -2 18 -2C18 10 12 18 0 22"
    add(group, "path", d=sprout, fill="#7fb069", stroke=LEAF, stroke_width=4, stroke_linejoin="round")
    shine: Attributes = {"stroke": "#ffffff", "stroke_width": 6.0, "stroke_linecap": "round"}
    add(group, "path", d="M-23 16V4C-23 -8 -18 -16 -12 -19", fill="none", **shine)
    add(group, "rect", x=-44, y=36, width=88, height=11, rx=5, fill="#fffdf4", **look)


def draw_pot_token(parent: ET.Element, *, x: float, y: float, radius: float) -> None:
    """A pot token: a pot on a wooden disc."""
    add(parent, "circle", cx=x, cy=y, r=1.1 * radius, fill="#fff3d6", stroke=INK, stroke_width=radius / 9)
    draw_pot(parent, x=x, y=y, radius=0.76 * radius, kind="token")


def draw_cat(parent: ET.Element, *, x: float, y: float, radius: float, kind: str) -> None:
    group = place(parent, x=x, y=y, scale=radius / 50, class_=kind)
    look: Attributes = {"stroke": INK, "stroke_width": 4.0, "stroke_linejoin": "round"}
    head = "M-40 -46L-12 -28Q0 -31 12 -28L40 -46Q47 -18 44 4C44 34 24 45 0 45C-24 45 -44 34 -44 4Q-47 -18 -40 -46Z"
    add(group, "path", d=head, fill="#6d6a72", **look)
    add(group, "path", d="M-34 -33L-20 -23L-34 -12ZM34 -33L20 -23L34 -12Z", fill="#e9a6a0")
    add(group, "path", d="M0 8C-20 8 -26 20 -24 30C-18 40 -8 42 0 42C8 42 18 40 24 30C26 20 20 8 0 8Z", fill="#f5efe6")
    for side in (-1, 1):
        add(group, "ellipse", cx=19 * side, cy=-2, rx=9.5, ry=11, fill="#f4d94a", stroke=INK, stroke_width=3)
        add(group, "ellipse", cx=19 * side, cy=-2, rx=3.2, ry=8.5, fill=INK)
    face = "M0 20V27M0 27Q-7 34 -13 30M0 27Q7 34 13 30M-30 22L-50 17M-30 29L-50 31M30 22L50 17M30 29L50 31"
    add(group, "path", d=face, fill="none", stroke=INK, stroke_width=3.4, stroke_linecap="round")
    add(group, "path", d="M-7 14H7L0 22Z", fill="#d3665f", stroke=INK, stroke_width=2.5, stroke_linejoin="round")


def draw_cube(parent: ET.Element, colour: str, *, x: float, y: float, size: float) -> None:
    """A cube with (x, y) as its middle."""
    front, top, side = CUBES[colour]
    group = place(parent, x=x, y=y, scale=size / 20, class_="cube", data_colour=colour)
    look: Attributes = {"stroke": INK, "stroke_width": 1.6, "stroke_linejoin": "round"}
    add(group, "path", d="M-9 -4L-4 -9H9L4 -4Z", fill=top, **look)
    add(group, "path", d="M4 -4L9 -9V4L4 9Z", fill=side, **look)
    add(group, "rect", x=-9, y=-4, width=13, height=13, fill=front, **look)


def draw_hive(parent: ET.Element, value: int, *, x: float, y: float, radius: float) -> None:
    group = place(parent, x=x, y=y, scale=radius / 50, class_="hive", data_value=str(value))
    hexagon = "M0 -50L43 -25V25L0 50L-43 25V-25Z"
    look: Attributes = {"stroke": INK, "stroke_width": 4, "stroke_linejoin": "round"}
    add(group, "path", d=hexagon, fill="#f7c948", **look)
    skep = "M-27 28C-30 -12 -16 -36 0 -36C16 -36 30 -12 27 28Z"
    add(group, "path", d=skep, fill="#fff3c4", stroke="#8a5a00", stroke_width=3)
    add(group, "path", d="M-24 -4H24M-17 -20H17M-27 14H27", stroke="#c98a00", stroke_width=3, fill="none")
    label(group, str(value), x=0, y=3, size=46, font_weight=700, fill=INK)


def draw_badge(parent: ET.Element, player: int, *, x: float, y: float, radius: float) -> None:
    """The sign of a player: the number in a ring of the player's colour."""
    ring = 0.24 * radius
    add(parent, "circle", cx=x, cy=y, r=radius, fill=INK)
    add(
        parent,
        "circle",
        cx=x,
        cy=y,
        r=radius - ring / 2 - 1,
        fill="#fffdf4",
        stroke=PLAYERS[player % 4],
        stroke_width=ring,
    )
    label(parent, str(player + 1), x=x, y=y, size=1.15 * radius, font_weight=700, fill=INK)


_PIPS = {1: (4,), 2: (2, 6), 3: (2, 4, 6), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8), 6: (0, 2, 3, 5, 6, 8)}


def draw_gardener(parent: ET.Element, value: int, *, x: float, y: float, radius: float) -> None:
    """The gardener: a green die in a straw hat."""
    group = place(parent, x=x, y=y, scale=radius / 50, class_="gardener", data_die=str(value))
    draw_die(group, value, y=10, half=36)
    look: Attributes = {"stroke": INK, "stroke_width": 3.4, "stroke_linejoin": "round"}
    add(group, "path", d="M-27 -26C-27 -56 27 -56 27 -26Z", fill="#f2d382", **look)
    add(group, "path", d="M-26 -31C-14 -25 14 -25 26 -31L27 -24H-27Z", fill="#b5322b")
    add(group, "ellipse", cy=-24, rx=46, ry=8.5, fill="#f2d382", **look)


def draw_die(parent: ET.Element, value: int, *, y: float, half: float) -> None:
    """The face of a green die, centred on x 0; above 6 a number."""
    look: Attributes = {"fill": "#2f8f4e", "stroke": INK, "stroke_width": 0.1 * half, "rx": 0.28 * half}
    add(parent, "rect", x=-half, y=y - half, width=2 * half, height=2 * half, **look)
    if value not in _PIPS:
        label(parent, str(value), x=0, y=y, size=1.3 * half, font_weight=700, fill="#ffffff")
    for pip in _PIPS.get(value, ()):
        row, column = divmod(pip, 3)
        at: Attributes = {"cx": 0.52 * half * (column - 1), "cy": y + 0.52 * half * (row - 1)}
        add(parent, "circle", r=0.18 * half, fill="#ffffff", **at)
