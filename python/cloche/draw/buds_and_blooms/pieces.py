"""The pieces of Buds and Blooms as SVG: flowers, buds, insects, weather, tools and signs, each about its own centre."""

import xml.etree.ElementTree as ET
from math import cos, radians, sin
from typing import NamedTuple

from .. import svg as pen
from ..shapes import Flower, petals
from ..svg import INK, Attributes, add, label, place

LEAF, LEAF_EDGE, STEM = "#6aa84f", "#2f6b2a", "#4d8a3c"
SKY, GREY = "#cfeaf8", "#a9bac6"
DECKS = ("#3f7350", "#7b4a73")  # the backs of both decks, and the pots of both players
GOLD, STONE = "#f5c518", "#a8a69f"


class Look(NamedTuple):
    """How a colour looks; petals and letter tell it apart without seeing colours."""

    flower: Flower
    tint: str
    edge: str
    letter: str

    @property
    def fill(self) -> str:
        return self.flower.fill


# Okabe and Ito's colours.
LOOKS = {
    "R": Look(Flower("#d8480f", 6, (30, 26), (0, 30), 50), "#fbe1d5", "#8f2f0b", "#ffffff"),
    "Y": Look(Flower("#f2c618", 12, (15, 22), (6, 42), 50), "#fdf3c8", "#8d7100", INK),
    "B": Look(Flower("#2b7cc4", 5, (34, 22), (30, 50), 49), "#dbeaf8", "#1d5a8f", "#ffffff"),
}
_LINE: Attributes = {"stroke": INK, "stroke_linejoin": "round", "stroke_linecap": "round"}


def draw_leaf(parent: ET.Element, *, x: float, y: float, radius: float) -> None:
    leaf = place(parent, x=x, y=y, scale=radius / 50, class_="leaf")
    d = "M-34 46C-52 2 -26 -44 40 -46C46 6 18 50 -34 46Z"
    add(leaf, "path", d=d, fill=LEAF, stroke=LEAF_EDGE, stroke_width=6, stroke_linejoin="round")
    add(leaf, "path", d="M-34 46Q-8 4 22 -26", fill="none", stroke=LEAF_EDGE, stroke_width=5, stroke_linecap="round")


def draw_bee(parent: ET.Element, *, x: float, y: float, radius: float) -> None:
    bee = place(parent, x=x, y=y, scale=radius / 50, class_="bee")
    wings = "M-6 -10C-34 -34 -30 -54 -14 -50C0 -46 2 -26 -2 -10ZM2 -10C4 -40 20 -56 32 -46C42 -34 22 -16 6 -10Z"
    add(bee, "path", d=wings, fill="#eaf6fd", **(_LINE | {"stroke_width": 4}))
    add(bee, "ellipse", cx=0, cy=12, rx=44, ry=27, fill=GOLD, **(_LINE | {"stroke_width": 5}))
    add(bee, "path", d="M-16 -11Q-25 12 -16 36M4 -13Q-4 12 4 38", fill="none", **(_LINE | {"stroke_width": 10}))
    add(bee, "circle", cx=27, cy=6, r=5, fill=INK)


def draw_butterfly(parent: ET.Element, colour: str, *, x: float, y: float, radius: float) -> None:
    """A butterfly with the letter of its colour."""
    look = LOOKS[colour]
    group = place(parent, x=x, y=y, scale=radius / 50, class_="butterfly", data_colour=colour)
    wings = (
        "M0 -6C-8 -48 -50 -56 -49 -26C-48 -6 -26 2 0 0C-30 2 -44 24 -32 40C-18 52 -2 30 0 6"
        "C2 30 18 52 32 40C44 24 30 2 0 0C26 2 48 -6 49 -26C50 -56 8 -48 0 -6Z"
    )
    add(group, "path", d=wings, fill=look.fill, **(_LINE | {"stroke_width": 4.5}))
    add(group, "path", d="M0 -8Q-6 -34 -16 -44M0 -8Q6 -34 16 -44", fill="none", **(_LINE | {"stroke_width": 4}))
    add(group, "circle", cy=2, r=23, fill="#ffffff", stroke=INK, stroke_width=4)
    label(group, colour, x=0, y=2, size=33, font_weight=700, fill=INK)


def draw_sun(parent: ET.Element, *, x: float, y: float, radius: float) -> None:
    sun = place(parent, x=x, y=y, scale=radius / 50, class_="sun")
    rays = []
    for ray in range(8):
        angle = radians(45 * ray)
        start, end = ((reach * cos(angle), reach * sin(angle)) for reach in (34, 47))
        rays.append(f"M{pen.number(start[0])} {pen.number(start[1])}L{pen.number(end[0])} {pen.number(end[1])}")
    add(sun, "path", d="".join(rays), stroke="#b36b00", stroke_width=8, stroke_linecap="round", fill="none")
    add(sun, "circle", r=25, fill="#ffc928", stroke="#b36b00", stroke_width=5)


def draw_rain(parent: ET.Element, *, x: float, y: float, radius: float) -> None:
    rain = place(parent, x=x, y=y, scale=radius / 50, class_="rain")
    cloud = "M-28 12C-52 12 -52 -20 -28 -20C-26 -48 18 -52 24 -24C52 -28 54 12 28 12Z"
    add(rain, "path", d=cloud, fill="#ffffff", stroke="#3d4f5c", stroke_width=5, stroke_linejoin="round")
    drops = "M-22 22L-30 42M2 22L-6 42M26 22L18 42"
    add(rain, "path", d=drops, stroke="#1d5a8f", stroke_width=8, stroke_linecap="round", fill="none")


def draw_weather(parent: ET.Element, weather: str, *, x: float, y: float, radius: float) -> None:
    (draw_sun if weather == "sun" else draw_rain)(parent, x=x, y=y, radius=radius)


def draw_blossom(parent: ET.Element, colour: str, sign: str, *, x: float, y: float, radius: float) -> None:
    """An open flower with its number."""
    flower = LOOKS[colour].flower
    group = place(parent, x=x, y=y, scale=radius / 50, class_="blossom")
    add(group, "path", d=petals(flower), fill=flower.fill, stroke=INK, stroke_width=2.6, stroke_linejoin="round")
    add(group, "circle", r=20, fill="#fffdf4", stroke=INK, stroke_width=2.4)
    label(group, sign, x=0, y=0, size=30, font_weight=700, fill=INK)


def draw_bud(parent: ET.Element, face: str, *, x: float, y: float, radius: float) -> None:
    """A closed bud in its two colours, a letter on each half."""
    group = place(parent, x=x, y=y, scale=radius / 50, class_="bud")
    upper, lower = LOOKS[face[0]], LOOKS[face[1]]
    add(group, "path", d="M-32 2C-36 -30 -12 -48 0 -54C12 -48 36 -30 32 2Z", fill=upper.fill)
    add(group, "path", d="M-32 0C-30 30 -14 44 0 46C14 44 30 30 32 0Z", fill=lower.fill)
    d = "M-32 2C-36 -30 -12 -48 0 -54C12 -48 36 -30 32 2C30 30 14 44 0 46C-14 44 -30 30 -32 2H32"
    add(group, "path", d=d, fill="none", **(_LINE | {"stroke_width": 4}))
    for letter, look, at in ((face[0], upper, -21), (face[1], lower, 21)):
        label(group, letter, x=0, y=at, size=31, font_weight=700, fill=look.letter)
    sepals = "M-34 14C-30 46 -8 54 0 54C8 54 30 46 34 14C26 34 12 42 0 44C-12 42 -26 34 -34 14Z"
    add(group, "path", d=sepals, fill=LEAF, stroke=LEAF_EDGE, stroke_width=3, stroke_linejoin="round")


def draw_tool(parent: ET.Element, face: str, *, x: float, y: float, radius: float) -> None:
    """Flower power: a watering can; make the cut: shears; dig down: a spade."""
    tool = place(parent, x=x, y=y, scale=radius / 50, class_="icon")
    thick: Attributes = _LINE | {"stroke_width": 4}
    if face == "power":
        add(tool, "path", d="M2 -16L-40 -34M12 12L-34 -20", fill="none", **(_LINE | {"stroke_width": 5}))
        add(tool, "path", d="M10 2L-32 -26L-40 -18L8 26Z", fill="#8fb9c9", **thick)
        add(
            tool,
            "path",
            d="M14 -20C14 -46 50 -42 48 -12C47 4 44 16 40 26",
            fill="none",
            **(thick | {"stroke_width": 7}),
        )
        add(tool, "path", d="M-2 -18H36L40 44H-6Z", fill="#8fb9c9", **thick)
        drops = "M-48 -30V-20M-40 -42L-46 -48M-46 -8V4M-38 0V10"
        add(tool, "path", d=drops, fill="none", stroke="#1d5a8f", stroke_width=6, stroke_linecap="round")
    elif face == "cut":
        add(tool, "path", d="M-10 -46L18 20L6 24Z", fill="#d5dade", **thick)
        add(tool, "path", d="M10 -46L-18 20L-6 24Z", fill="#eef1f3", **thick)
        for side in (-1, 1):
            add(tool, "circle", cx=18 * side, cy=32, r=13, fill="none", stroke=INK, stroke_width=13)
            add(tool, "circle", cx=18 * side, cy=32, r=13, fill="none", stroke="#d8480f", stroke_width=7)
        add(tool, "circle", cy=3, r=4, fill=INK)
    else:
        add(tool, "path", d="M0 6V-40M-16 -44H16", fill="none", **(_LINE | {"stroke_width": 13}))
        add(tool, "path", d="M0 6V-40M-16 -44H16", fill="none", **(_LINE | {"stroke": "#b07a3c", "stroke_width": 6}))
        add(tool, "path", d="M-22 2H22V22C22 38 8 46 0 50C-8 46 -22 38 -22 22Z", fill="#c3c9ce", **thick)


def draw_worm(parent: ET.Element, *, x: float, y: float, radius: float) -> None:
    worm = place(parent, x=x, y=y, scale=radius / 50, class_="worm")
    d = "M-40 22C-34 -14 -16 -14 -8 8C-2 30 16 30 22 4C25 -10 32 -16 40 -14"
    for stroke, width in ((INK, 21.0), ("#e79a94", 14.0)):
        add(worm, "path", d=d, fill="none", stroke=stroke, stroke_width=width, stroke_linecap="round")
    add(worm, "circle", cx=40, cy=-17, r=3.4, fill=INK)


def draw_rock(parent: ET.Element, *, x: float, y: float, radius: float) -> None:
    rock = place(parent, x=x, y=y, scale=radius / 50, class_="rock")
    d = "M-44 30L-48 4L-26 -26L8 -34L38 -16L48 14L40 32Z"
    add(rock, "path", d=d, fill=STONE, **(_LINE | {"stroke_width": 5}))
    add(
        rock,
        "path",
        d="M-26 -26L-12 -4L8 -34M-12 -4L-18 30M-12 -4L38 -16",
        fill="none",
        stroke="#77756d",
        stroke_width=4,
    )


def draw_rosette(
    parent: ET.Element, points: int | None, *, x: float, y: float, radius: float, big: bool = False
) -> None:
    """A rosette with the points that it gives the rival, if they are known."""
    sign = "?" if points is None else str(points)
    group = place(parent, x=x, y=y, scale=radius / 50, class_="rosette", data_points=None if points is None else sign)
    fill, edge = ("#b5322b", "#6f1712") if big else ("#c9bca2", "#7d725c")
    ribbon: Attributes = {"stroke": edge, "stroke_width": 4, "stroke_linejoin": "round"}
    add(group, "path", d="M-20 18L-30 58L-14 48L-2 60L2 20ZM20 18L30 58L14 48L2 60L-2 20Z", fill=fill, **ribbon)
    bumps = []
    for bump in range(12):
        angle = radians(30 * bump)
        bumps.append(f"M{pen.number(34 * cos(angle))} {pen.number(34 * sin(angle) - 6)}h.01")
    for stroke, width in ((edge, 26.0), (fill, 18.0)):
        add(group, "path", d="".join(bumps), stroke=stroke, stroke_width=width, stroke_linecap="round", fill="none")
    add(group, "circle", cy=-6, r=30, fill="#fffdf4", stroke=edge, stroke_width=4)
    size = 38 if len(sign) < 3 else 26
    label(group, sign, x=0, y=-6, size=size, font_weight=700, fill=INK)


def draw_pot(
    parent: ET.Element, player: int, *, x: float, y: float, radius: float, kind: str = "badge", edge: str = INK
) -> None:
    """The sign of a player and of a deck: the number on a plant pot."""
    pot = place(parent, x=x, y=y, scale=radius / 50, class_=kind)
    fill = DECKS[player % 2]
    line: Attributes = _LINE | {"stroke": edge, "stroke_width": 4}
    add(pot, "path", d="M-34 -20L-24 48H24L34 -20Z", fill=fill, **line)
    add(pot, "rect", x=-44, y=-42, width=88, height=24, rx=6, fill=fill, **line)
    label(pot, str(player + 1), x=0, y=14, size=54, font_weight=700, fill="#ffffff")


def draw_chip(parent: ET.Element, look: str, *, x: float, y: float, radius: float, bud: bool = False) -> None:
    """Colour and number: on a disc for a bloom, on a square for a bud."""
    colour = LOOKS[look[0]]
    line = max(1.2, 0.1 * radius)
    if bud:
        at: Attributes = {"x": x - radius, "y": y - radius, "width": 2 * radius, "height": 2 * radius}
        add(parent, "rect", rx=0.34 * radius, fill=colour.fill, stroke=INK, stroke_width=line, **at)
    else:
        add(parent, "circle", cx=x, cy=y, r=radius, fill=colour.fill, stroke=INK, stroke_width=line)
    label(parent, look, x=x, y=y, size=(1.5 if len(look) == 1 else 1.12) * radius, font_weight=700, fill=colour.letter)


def draw_bud_chip(parent: ET.Element, face: str, *, x: float, y: float, radius: float) -> None:
    """Both colours of a bud that has not been played, side by side on a square."""
    left, right = LOOKS[face[0]], LOOKS[face[1]]
    half: Attributes = {"y": y - radius, "width": radius, "height": 2 * radius}
    add(parent, "rect", x=x - radius, fill=left.fill, **half)
    add(parent, "rect", x=x, fill=right.fill, **half)
    edge: Attributes = {"x": x - radius, "y": y - radius, "width": 2 * radius, "height": 2 * radius, "fill": "none"}
    add(parent, "rect", rx=1, stroke=INK, stroke_width=max(1.2, 0.1 * radius), **edge)
    for letter, look, at in ((face[0], left, x - radius / 2), (face[1], right, x + radius / 2)):
        label(parent, letter, x=at, y=y, size=1.1 * radius, font_weight=700, fill=look.letter)


def draw_eye(parent: ET.Element, *, x: float, y: float, radius: float) -> None:
    """An eye on a disc: the other player knows this card, too."""
    eye = place(parent, x=x, y=y, scale=radius / 16, class_="known")
    add(eye, "title", "known to both")
    add(eye, "circle", r=15, fill="#ffffff", stroke=INK, stroke_width=2.6)
    add(eye, "path", d="M-11 0Q0 -11 11 0Q0 11 -11 0Z", fill="none", stroke=INK, stroke_width=2.4)
    add(eye, "circle", r=3.6, fill=INK)


def draw_plus(parent: ET.Element, *, x: float, y: float, radius: float, fill: str) -> None:
    """A plus on a disc: here something may go."""
    arm = 0.5 * radius
    add(parent, "circle", cx=x, cy=y, r=radius, fill=fill, stroke="#fff8e6", stroke_width=1.4)
    length = pen.number(2 * arm)
    d = f"M{pen.number(x - arm)} {pen.number(y)}h{length}M{pen.number(x)} {pen.number(y - arm)}v{length}"
    add(parent, "path", d=d, stroke="#ffffff", stroke_width=0.3 * radius, stroke_linecap="round", fill="none")
