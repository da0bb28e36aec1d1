"""The pieces of Bloom Town as SVG: tiles, flowers, tokens and signs, each drawn about its own centre."""

import xml.etree.ElementTree as ET
from collections.abc import Sequence
from math import cos, radians, sin
from typing import NamedTuple

from .. import svg as pen
from ..shapes import Flower, petals, star
from ..svg import INK, LEGAL, Attributes, add, label, place
from .scene import type_of

BLOOM, BLOOM_EDGE = "#f8d7e6", "#a52a6d"  # blooming squares and bonus tokens
_LEAF, _WALL, _WINDOW = "#5f9a4b", "#fffaf0", "#bcd9ee"
_DAISY = Flower("#ffffff", 10, (15, 23), (15, 46), 46)
_SUNFLOWER = Flower("#f6b61c", 16, (9, 24), (9, 48), 48)


class Look(NamedTuple):
    """The colours of a type; its letter and its building tell it apart without them."""

    fill: str
    tint: str
    edge: str
    letter: str = "#ffffff"


# Okabe and Ito's colours, some a little darker.
LOOKS = {
    "O": Look("#2879bf", "#d9e9f7", "#1d5a8f"),
    "S": Look("#6b4796", "#e6deef", "#4a2f6b"),
    "P": Look("#0a8560", "#d8efdd", "#075a42"),
    "H": Look("#cc4310", "#fbe1d3", "#8f2f0b"),
    "shop": Look("#f2c618", "#fff4c6", "#8d7100", INK),
}


def _shape(group: ET.Element, d: str, fill: str, **more: pen.Attribute) -> None:
    look: Attributes = {"fill": fill, "stroke": INK, "stroke_width": 2.6, "stroke_linejoin": "round"}
    add(group, "path", d=d, **(look | more))


def _box(group: ET.Element, x: float, y: float, width: float, height: float, fill: str, **more: pen.Attribute) -> None:
    look: Attributes = {"x": x, "y": y, "width": width, "height": height, "fill": fill, "stroke": INK}
    add(group, "rect", **(look | {"stroke_width": 2.6} | more))


def _office(group: ET.Element, look: Look) -> None:
    add(group, "line", x1=16, y1=-44, x2=16, y2=-32, stroke=INK, stroke_width=3)
    _box(group, -32, 2, 26, 40, _WALL)
    _box(group, -35, -5, 30, 8, look.fill)
    _box(group, -8, -24, 44, 66, _WALL)
    _box(group, -13, -34, 54, 11, look.fill)
    for row in range(3):
        for column in range(3):
            _box(group, -2 + 12 * column, -16 + 15 * row, 8, 9, look.fill, stroke_width=0)
    for row in range(2):
        _box(group, -26, 9 + 14 * row, 12, 8, look.fill, stroke_width=0)
    _box(group, 9, 29, 11, 13, look.edge, stroke_width=0)


def _subway(group: ET.Element, look: Look) -> None:
    _shape(group, "M-36 42V6Q-34 -36 3 -36Q40 -36 42 6V42Z", look.fill)
    _shape(group, "M-25 42V8Q-24 -25 3 -25Q30 -25 31 8V42Z", "#332b3d", stroke_width=0)
    _box(group, -16, -12, 38, 46, "#e9e4ee", rx=8)
    _box(group, -10, -5, 26, 17, "#8fb6d6", rx=3, stroke_width=2)
    for x in (-8, 14):
        add(group, "circle", cx=x, cy=23, r=4.5, fill="#ffd84a", stroke=INK, stroke_width=1.6)
    add(group, "path", d="M-16 42L-8 34M22 42L14 34", stroke="#e9e4ee", stroke_width=3, fill="none")


def _park(group: ET.Element, look: Look) -> None:
    add(group, "ellipse", cx=3, cy=35, rx=40, ry=9, fill="#9ccf8e")
    for x, y, radius in ((-14, 2, 22), (22, -10, 20)):
        _box(group, x - 4, y + radius - 8, 8, 38 - y - radius + 6, "#7a4a21", stroke_width=2)
        add(group, "circle", cx=x, cy=y, r=radius, fill=look.fill, stroke=INK, stroke_width=2.6)
        curve = f"M{x - 11} {y - 3}Q{x - 8} {y - 13} {x + 2} {y - 13}"
        add(group, "path", d=curve, fill="none", stroke="#7fd0ac", stroke_width=4, stroke_linecap="round")
    add(group, "path", d="M-1 30H35M3 30V38M31 30V38", fill="none", stroke=INK, stroke_width=4)


def _home(group: ET.Element, look: Look) -> None:
    _box(group, 19, -34, 11, 24, "#b9a58a")
    _box(group, -26, -2, 58, 44, _WALL)
    _shape(group, "M-38 4L3 -36L44 4Z", look.fill)
    _box(group, 8, 16, 15, 26, look.edge, stroke_width=2)
    _box(group, -18, 12, 18, 16, _WINDOW, stroke_width=2)
    add(group, "path", d="M-9 12V28M-18 20H0", stroke=INK, stroke_width=1.6)


def _shop(group: ET.Element, look: Look, matches: Sequence[str] = ()) -> None:
    _box(group, -34, -8, 74, 50, _WALL)
    _box(group, -24, -36, 54, 15, look.fill)
    for stripe in range(6):
        left = -39 + 14 * stripe
        d = f"M{left} -22H{left + 14}V-6A7 7 0 0 1 {left} -6Z"
        _shape(group, d, look.fill if stripe % 2 == 0 else "#ffffff", stroke_width=2)
    for index, kind in enumerate(matches):
        x = 3 + 33 * (index - (len(matches) - 1) / 2)
        draw_chip(group, kind, letter=kind, x=x, y=22, radius=15)
    if not matches:
        _box(group, -24, 10, 24, 20, _WINDOW, stroke_width=2)
        _box(group, 12, 8, 18, 34, look.edge, stroke_width=2)


def draw_building(group: ET.Element, kind: str, matches: Sequence[str] = ()) -> None:
    """A building of a type within a box of side 100."""
    look = LOOKS[kind]
    match kind:
        case "O":
            _office(group, look)
        case "S":
            _subway(group, look)
        case "P":
            _park(group, look)
        case "H":
            _home(group, look)
        case _:
            _shop(group, look, matches)


def draw_chip(parent: ET.Element, kind: str, *, letter: str, x: float, y: float, radius: float) -> None:
    """A disc in the colour of a type, with a letter."""
    look = LOOKS[kind]
    add(parent, "circle", cx=x, cy=y, r=radius, fill=look.fill, stroke=INK, stroke_width=0.13 * radius)
    label(parent, letter, x=x, y=y, size=1.4 * radius, font_weight=700, fill=look.letter)


def draw_tile(
    parent: ET.Element, kind: str, matches: Sequence[str], *, x: float, y: float, side: float, secret: bool = False
) -> ET.Element:
    """A building tile with the letter of its kind; `secret` marks one that only its owner knows."""
    look = LOOKS[type_of(kind)]
    tile = place(parent, x=x, y=y, scale=side / 100, class_="tile secret" if secret else "tile", data_kind=kind)
    _box(tile, -48, -48, 96, 96, look.tint, rx=11, stroke=look.edge, stroke_width=3.5)
    draw_building(tile, type_of(kind), matches)
    draw_chip(tile, type_of(kind), letter=kind, x=-31, y=-31, radius=16)
    if secret:
        _box(tile, -48, -48, 96, 96, "none", rx=11, stroke=INK, stroke_width=5, stroke_dasharray="9 7")
        draw_eye(tile, x=31, y=-31, radius=16)
    return tile


def draw_back(parent: ET.Element, *, x: float, y: float, side: float, sign: str = "") -> ET.Element:
    """A tile face down: a row of roofs, and a sign."""
    tile = place(parent, x=x, y=y, scale=side / 100, class_="back")
    _box(tile, -48, -48, 96, 96, "#54646e", rx=11, stroke_width=3.5)
    roofs = "".join(f"M-38 {y0}l19 -15l19 15l19 -15l19 15" for y0 in (-18, 7, 32))
    add(tile, "path", d=roofs, fill="none", stroke="#8496a0", stroke_width=5, stroke_linejoin="round")
    if sign:
        add(tile, "circle", r=27, fill="#54646e", stroke="#ffffff", stroke_width=4)
        label(tile, sign, x=0, y=0, size=40, font_weight=700, fill="#ffffff")
    return tile


def draw_eye(parent: ET.Element, *, x: float, y: float, radius: float) -> None:
    """An eye on a disc: only the owner knows this tile."""
    eye = place(parent, x=x, y=y, scale=radius / 16)
    add(eye, "circle", r=16, fill="#ffffff", stroke=INK, stroke_width=2.6)
    add(eye, "path", d="M-11 0Q0 -11 11 0Q0 11 -11 0Z", fill="none", stroke=INK, stroke_width=2.4)
    add(eye, "circle", r=3.6, fill=INK)


def draw_community(parent: ET.Element, kind: str, *, x: float, y: float, radius: float) -> ET.Element:
    """A community tile: round, with the building of its type."""
    look = LOOKS[kind]
    tile = place(parent, x=x, y=y, scale=radius / 50, class_="community", data_type=kind)
    add(tile, "circle", r=48, fill=look.fill, stroke=INK, stroke_width=4)
    add(tile, "circle", r=39, fill=look.tint, stroke=INK, stroke_width=2)
    draw_building(place(tile, x=-1, y=-1, scale=0.64), kind)
    return tile


def draw_star(parent: ET.Element, *, x: float, y: float, radius: float, kind: str = "star") -> None:
    """The star of a blooming square, or of the winner."""
    fill = BLOOM_EDGE if kind == "star" else "#f5c518"
    look: Attributes = {"fill": fill, "stroke": "#ffffff" if kind == "star" else INK, "stroke_width": 0.14 * radius}
    add(parent, "path", class_=kind, d=star(x, y, radius), stroke_linejoin="round", **look)


def draw_token(parent: ET.Element, *, x: float, y: float, radius: float, gone: bool) -> None:
    """A bonus token: a blossom on a coin, crossed out when it is gone."""
    token = place(parent, x=x, y=y, scale=radius / 50, class_="token gone" if gone else "token")
    coin = add(token, "g", opacity=0.35 if gone else None)
    add(coin, "circle", r=46, fill=BLOOM, stroke=BLOOM_EDGE, stroke_width=6)
    for petal in range(5):
        angle = radians(72 * petal - 90)
        add(coin, "circle", cx=19 * cos(angle), cy=19 * sin(angle), r=13, fill=BLOOM_EDGE)
    add(coin, "circle", r=10, fill="#ffe08a")
    if gone:
        add(token, "path", d="M-38 38L38 -38", stroke=INK, stroke_width=7, stroke_linecap="round")


def draw_flower(parent: ET.Element, symbol: int, *, x: float, y: float, radius: float) -> ET.Element:
    """The flower of a symbol, with its number; each has an outline of its own."""
    flower = place(parent, x=x, y=y, scale=radius / 50, class_="flower", data_symbol=str(symbol))
    stem: Attributes = {"fill": "none", "stroke": _LEAF, "stroke_width": 5, "stroke_linecap": "round"}
    match (symbol - 1) % 5:
        case 0:
            add(flower, "path", d="M0 0V46M0 44Q-24 38 -28 14M0 44Q16 40 20 24", **stem)
            _shape(flower, "M-25 -42L-11 -24L0 -46L11 -24L25 -42Q34 10 0 12Q-34 10 -25 -42Z", "#e2618f")
        case 1:
            _shape(flower, petals(_DAISY), _DAISY.fill, stroke_width=2.2)
            add(flower, "circle", r=14, fill="#f2c618", stroke=INK, stroke_width=2.4)
        case 2:
            add(flower, "path", d="M-6 28Q-34 46 -42 24Q-26 14 -6 28ZM6 28Q34 46 42 24Q26 14 6 28Z", fill=_LEAF)
            add(flower, "circle", cy=-4, r=34, fill="#c03244", stroke=INK, stroke_width=2.6)
            d = "M0 -4Q6 -10 8 -3Q8 8 -3 7Q-15 4 -12 -9Q-7 -22 8 -18Q24 -11 20 6Q13 22 -6 20Q-26 14 -25 -8"
            add(flower, "path", d=d, fill="none", stroke="#ffd9dc", stroke_width=3.4, stroke_linecap="round")
        case 3:
            _shape(flower, petals(_SUNFLOWER), _SUNFLOWER.fill, stroke_width=2)
            add(flower, "circle", r=22, fill="#6b4020", stroke=INK, stroke_width=2.4)
            add(flower, "circle", r=11, fill="none", stroke="#b98650", stroke_width=4, stroke_dasharray="3 4")
        case _:
            add(flower, "path", d="M-34 46Q-38 -44 2 -40Q8 -38 8 -28M-34 40Q-40 24 -46 18", **stem)
            _shape(
                flower,
                "M8 -32Q26 -28 27 2Q28 14 38 22L25 19L17 29L8 20L-1 29L-9 19L-22 22Q-12 14 -11 2Q-10 -28 8 -32Z",
                "#7484dd",
            )
    add(flower, "circle", cx=31, cy=31, r=18, fill="#ffffff", stroke=INK, stroke_width=2)
    label(flower, str(symbol), x=31, y=31, size=28, font_weight=700, fill=INK)
    return flower


def draw_badge(parent: ET.Element, player: int, *, x: float, y: float, radius: float) -> None:
    """A player's number on a house."""
    badge = place(parent, x=x, y=y, scale=radius / 50, class_="badge")
    _shape(badge, "M-36 46V-4H-48L0 -48L48 -4H36V46Z", INK, stroke_width=4)
    label(badge, str(player + 1), x=0, y=12, size=56, font_weight=700, fill="#ffffff")


def draw_cross(parent: ET.Element, *, x: float, y: float, width: float, height: float) -> None:
    """A line across something that is used up."""
    look: Attributes = {"stroke": INK, "stroke_width": 2.5, "stroke_linecap": "round"}
    add(parent, "line", x1=x - width / 2, y1=y + height / 2, x2=x + width / 2, y2=y - height / 2, **look)


def draw_check(parent: ET.Element, *, x: float, y: float, radius: float) -> None:
    """A tick: this has been rescored."""
    group = place(parent, x=x, y=y, scale=radius / 50, class_="scored")
    add(group, "circle", r=47, fill="#ffffff", stroke=INK, stroke_width=5)
    add(group, "path", d="M-24 0L-6 20L26 -20", fill="none", stroke=LEGAL, stroke_width=12, stroke_linecap="round")
