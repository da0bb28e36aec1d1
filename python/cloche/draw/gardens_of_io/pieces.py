"""The pieces of Gardens of Io as SVG: flowers, trees, Martians and signs, each drawn about its own centre."""

import xml.etree.ElementTree as ET
from collections.abc import Mapping, Sequence

from .. import svg as pen
from ..shapes import Flower, petals
from ..svg import INK, add, label, place
from .scene import Colour

SIGN = "#857a62"
_PLAYERS = ("#3b3b3b", "#e69f00", "#56b4e9", "#9c2f5e", "#7b8f2a")


# Okabe and Ito's colours, purple a little darker. A flower fills a circle of radius 50.
FLOWERS: Mapping[str, Flower] = {
    "blue": Flower("#2f86d0", 5, (34, 22), (30, 50), 49),
    "yellow": Flower("#f5dc32", 12, (15, 22), (6, 42), 50),
    "white": Flower("#ffffff", 8, (17, 20), (17, 49), 48),
    "purple": Flower("#b06bb3", 3, (46, 14), (44, 52), 49),
    "red": Flower("#d8480f", 6, (30, 26), (0, 30), 50),
    "green": Flower("#0a9c72", 4, (42, 24), (38, 62), 38),
}


def flowers_of(colours: Sequence[Colour]) -> dict[str, tuple[Colour, Flower]]:
    """A look for each colour id: that of its name, else one that is still free."""
    free = [name for name in FLOWERS if name not in {colour.name for colour in colours}]
    looks = {}
    for colour in colours:
        name = colour.name if colour.name in FLOWERS else (free.pop(0) if free else "white")
        looks[colour.id] = (colour, FLOWERS[name])
    return looks


def draw_flower(
    parent: ET.Element, look: tuple[Colour, Flower], *, x: float, y: float, radius: float, kind: str
) -> None:
    colour, flower = look
    group = place(parent, x=x, y=y, scale=radius / 50, class_=kind, data_colour=colour.id)
    add(group, "path", d=petals(flower), fill=flower.fill, stroke=INK, stroke_width=2.6, stroke_linejoin="round")
    add(group, "circle", r=19, fill="#fffdf4", stroke=INK, stroke_width=2)
    label(group, colour.id, x=0, y=0, size=27, font_weight=700, fill=INK)


def draw_tree(parent: ET.Element, *, x: float, y: float, radius: float, kind: str) -> None:
    group = place(parent, x=x, y=y, scale=radius / 50, class_=kind)
    add(group, "rect", x=-6, y=30, width=12, height=18, fill="#7a4a21", stroke=INK, stroke_width=2.4)
    for top, half, height in ((-4, 36, 36), (-26, 30, 34), (-48, 22, 32)):
        d = f"M0 {top}L{half} {top + height}Q0 {top + height - 7} {-half} {top + height}Z"
        add(group, "path", d=d, fill="#1c5434", stroke="#0d2b1a", stroke_width=2.4, stroke_linejoin="round")


def draw_martian(parent: ET.Element, player: int, *, x: float, y: float, radius: float, kind: str) -> None:
    fill = _PLAYERS[player % len(_PLAYERS)]
    group = place(parent, x=x, y=y, scale=radius / 50, class_=kind, data_player=str(player))
    add(group, "path", d="M-11 -24Q-14 -36 -22 -42M11 -24Q14 -36 22 -42", fill="none", stroke=INK, stroke_width=4)
    for side in (-1, 1):
        add(group, "circle", cx=22 * side, cy=-43, r=5.5, fill=fill, stroke=INK, stroke_width=2)
    body = "M-31 48C-34 0 -30 -32 0 -32C30 -32 34 0 31 48Q21 38 11 48Q0 38 -11 48Q-21 38 -31 48Z"
    add(group, "path", d=body, fill=fill, stroke=INK, stroke_width=2.6, stroke_linejoin="round")
    for side in (-1, 1):
        add(group, "ellipse", cx=11 * side, cy=-15, rx=8.5, ry=9.5, fill="#ffffff", stroke=INK, stroke_width=1.6)
        add(group, "circle", cx=11 * side, cy=-13, r=4, fill=INK)
    add(group, "circle", cy=19, r=18.5, fill="#fffdf4", stroke=INK, stroke_width=2)
    label(group, str(player + 1), x=0, y=19, size=30, font_weight=700, fill=INK)


def draw_arrow(parent: ET.Element, *, x: float, y: float, turn: int, size: float, fill: str = SIGN) -> None:
    """A chevron: turn 0 points right, each further turn a quarter clockwise."""
    corners = [(-0.45, -0.8), (0.45, 0.0), (-0.45, 0.8)]
    for _ in range(turn):
        corners = [(-b, a) for a, b in corners]
    points = " ".join(f"{pen.number(x + a * size)},{pen.number(y + b * size)}" for a, b in corners)
    add(parent, "polyline", points=points, fill="none", stroke=fill, stroke_width=2.4, stroke_linecap="round")


_DEEDS = {
    "swap-tree": ("tree", "flower"),
    "swap-flowers": ("flower", "flower"),
    "move-flower": ("flower", "circle"),
    "move-tree": ("tree", "circle"),
}


def draw_deed(group: ET.Element, word: str, *, x: float, y: float) -> None:
    """A little picture of a special action (IO-9)."""
    plain = (Colour("", ""), Flower("#c9bfa8", 5, *FLOWERS["blue"][2:]))

    def piece(name: str, at: float) -> None:
        if name == "tree":
            draw_tree(group, x=at, y=y, radius=17, kind="icon")
        elif name == "flower":
            draw_flower(group, plain, x=at, y=y, radius=15, kind="icon")
        else:
            add(group, "circle", class_="icon", cx=at, cy=y, r=13, fill="none", stroke=INK, stroke_dasharray="3 3")

    if word in _DEEDS:
        one, other = _DEEDS[word]
        piece(one, x - 30)
        piece(other, x + 30)
        if word.startswith("swap"):
            draw_arrow(group, x=x - 6, y=y, turn=2, size=7, fill=INK)
        draw_arrow(group, x=x + 6, y=y, turn=0, size=7, fill=INK)
    else:
        for step in range(3):
            draw_arrow(group, x=x + 12 * (step - 1), y=y, turn=0, size=9, fill=INK)
