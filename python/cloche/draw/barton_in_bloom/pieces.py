"""The pieces of Barton in Bloom as SVG: flowers, dice, squares, ornaments, coins and signs."""

import xml.etree.ElementTree as ET
from collections.abc import Collection
from typing import NamedTuple

from .. import svg as pen
from ..shapes import Flower, petals
from ..svg import INK, LEGAL, LEGAL_FILL, Attributes, add, label, place
from .box import Square

GREEN, GREEN_EDGE = "#5f9a4b", "#2f6b2a"
GOLD, STONE, STONE_EDGE = "#f5c518", "#c9c2b4", "#6d675b"
PAPER = "#fffdf6"
_LINE: Attributes = {"stroke": INK, "stroke_linejoin": "round", "stroke_linecap": "round"}


class Look(NamedTuple):
    """The colours of a type; its outline and its letter tell it apart without them."""

    fill: str
    letter: str


# After Okabe and Ito's colours.
TYPES = {
    "D": Look("#f2c618", INK),
    "R": Look("#c8321e", "#ffffff"),
    "T": Look("#ee93bb", INK),
    "L": Look("#8059b0", "#ffffff"),
    "V": Look("#2879bf", "#ffffff"),
}
DICE = {
    "H": Look("#e69f00", INK),
    "L": Look("#14806a", "#ffffff"),
    "P": Look("#7a4ea3", "#ffffff"),
    "S": Look("#1f6fb2", "#ffffff"),
}
_BADGES = ("#2f4b7c", "#8a2f2f", "#2f6b2a", "#6a4a1c")
_DAFFODIL = Flower("#f2c618", 6, (22, 18), (10, 40), 50)
_VIOLET = Flower("#2879bf", 5, (36, 18), (32, 52), 47)


def draw_flower(parent: ET.Element, kind: str, *, x: float, y: float, radius: float, letter: bool = True) -> None:
    """An open flower of a type with its letter."""
    look = TYPES[kind]
    group = place(parent, x=x, y=y, scale=radius / 50, class_="flower", data_type=kind)
    line: Attributes = _LINE | {"stroke_width": 3.4}
    match kind:
        case "D":
            add(group, "path", d=petals(_DAFFODIL), fill=look.fill, **line)
            add(group, "circle", r=20, fill="#ffe9a0", **line)
        case "R":
            d = "M0 -46C22 -50 44 -34 46 -8C54 16 34 44 6 46C-26 50 -50 24 -46 -6C-44 -30 -22 -46 0 -46Z"
            add(group, "path", d=d, fill=look.fill, **line)
            d = "M-38 -14C-20 -34 20 -36 38 -16M-40 12C-24 36 22 38 40 12"
            add(group, "path", d=d, fill="none", stroke="#ffd0c4", stroke_width=5, stroke_linecap="round")
        case "T":
            d = "M-40 -38L-20 -18L0 -46L20 -18L40 -38C48 14 30 44 0 46C-30 44 -48 14 -40 -38Z"
            add(group, "path", d=d, fill=look.fill, **line)
        case "L":
            d = "M0 -52C14 -50 20 -40 14 -30C30 -30 34 -14 22 -6C38 -2 38 18 24 22C34 34 20 48 0 48"
            d += "C-20 48 -34 34 -24 22C-38 18 -38 -2 -22 -6C-34 -14 -30 -30 -14 -30C-20 -40 -14 -50 0 -52Z"
            add(group, "path", d=d, fill=look.fill, **line)
        case _:
            add(group, "path", d=petals(_VIOLET), fill=look.fill, **line)
            add(group, "circle", r=19, fill="#ffe9a0", **line)
    if letter:
        ink = INK if kind in "DV" else look.letter
        label(group, kind, x=0, y=4 if kind == "T" else 0, size=30 if kind in "DV" else 38, font_weight=700, fill=ink)


def draw_harvested(parent: ET.Element, kind: str, *, x: float, y: float, radius: float) -> None:
    """A cut plant: two leaves and a stub, with the letter of its type on a pale disc."""
    look = TYPES[kind]
    group = place(parent, x=x, y=y, scale=radius / 50, class_="stub", data_type=kind)
    line: Attributes = {"stroke": GREEN_EDGE, "stroke_width": 4, "stroke_linejoin": "round"}
    add(group, "path", d="M0 44C-30 44 -46 24 -46 0C-22 2 -4 20 0 44ZM0 44C30 44 46 24 46 0C22 2 4 20 0 44Z",
        fill=GREEN, **line)  # fmt: skip
    add(group, "path", d="M0 40V-8", stroke=GREEN_EDGE, stroke_width=8, stroke_linecap="round")
    add(group, "circle", cy=-20, r=23, fill="#fffdf4", stroke=look.fill, stroke_width=7)
    add(group, "circle", cy=-20, r=27, fill="none", stroke=INK, stroke_width=2)
    label(group, kind, x=0, y=-20, size=32, font_weight=700, fill=INK)


def draw_ground(parent: ET.Element, feature: str, *, x: float, y: float, side: float) -> None:
    """A square of a tile, by its top left corner; each feature has a pattern of its own."""
    fills = {"F": "#a9744a", "P": "#c4c1bb", "L": "#8cc56f", "W": "#7db8e0"}
    box = place(parent, x=x, y=y, scale=side / 100)
    add(box, "rect", width=100, height=100, fill=fills.get(feature, "#efe8d6"))
    match feature:
        case "F":
            d = "M6 22Q28 10 50 22T94 22M6 50Q28 38 50 50T94 50M6 78Q28 66 50 78T94 78"
            add(box, "path", d=d, fill="none", stroke="#7d5230", stroke_width=6, stroke_linecap="round")
        case "P":
            d = "M0 34H100M0 67H100M50 0V34M25 34V67M75 34V67M50 67V100"
            add(box, "path", d=d, fill="none", stroke="#8c8982", stroke_width=5)
        case "L":
            d = "M18 34l6 -16l6 16M62 30l6 -16l6 16M36 62l6 -16l6 16M74 74l6 -16l6 16M12 88l6 -16l6 16"
            add(box, "path", d=d, fill="none", stroke="#4c8a34", stroke_width=5, stroke_linejoin="round")
        case "W":
            d = "M8 30q14 -14 28 0t28 0t28 0M8 56q14 -14 28 0t28 0t28 0M8 82q14 -14 28 0t28 0t28 0"
            add(box, "path", d=d, fill="none", stroke="#ffffff", stroke_width=6, stroke_linecap="round")


def draw_hole(parent: ET.Element, *, x: float, y: float, radius: float) -> None:
    """The sign of a bed that has no plant, about its centre."""
    add(parent, "circle", cx=x, cy=y, r=radius, fill="#5d3a1f", stroke="#e6c9a8", stroke_width=0.22 * radius)


def draw_tile(parent: ET.Element, rows: Collection[str], *, x: float, y: float, side: float) -> None:
    """A garden tile that is in no garden, by its top left corner."""
    unit = side / 3
    for row, line in enumerate(rows):
        for column, feature in enumerate(line):
            draw_ground(parent, feature, x=x + unit * column, y=y + unit * row, side=unit)
            if feature == "F":
                draw_hole(parent, x=x + unit * (column + 0.5), y=y + unit * (row + 0.5), radius=0.17 * unit)
    d = "".join(
        f"M{pen.number(x + unit * i)} {pen.number(y)}v{pen.number(side)}M{pen.number(x)} {pen.number(y + unit * i)}"
        f"h{pen.number(side)}"
        for i in (1, 2)
    )
    add(parent, "path", d=d, stroke="#fffaf0", stroke_width=1, fill="none")
    add(parent, "rect", x=x, y=y, width=side, height=side, rx=2, fill="none", stroke=INK, stroke_width=2)


def draw_die(
    parent: ET.Element, die: str, demand: int, *, x: float, y: float, side: float, action: str | None, last: bool
) -> None:
    """A specialist: the letter, and the demand as a number with pips."""
    look = DICE[die]
    marks = f"{' legal' * (action is not None)}{' last' * last}"
    group = place(
        parent, x=x, y=y, scale=side / 100, class_=f"die{marks}", data_die=die, data_demand=str(demand),
        data_action=action, cursor="pointer" if action else None,
    )  # fmt: skip
    edge = LEGAL if action else "#0b4f8a" if last else INK
    if action:
        add(group, "rect", x=-60, y=-60, width=120, height=120, rx=26, fill=LEGAL_FILL, stroke=LEGAL, stroke_width=6)
    add(group, "rect", x=-48, y=-48, width=96, height=96, rx=20, fill=look.fill, stroke=edge,
        stroke_width=9 if last or action else 5)  # fmt: skip
    label(group, die, x=-22, y=-20, size=40, font_weight=700, fill=look.letter)
    add(group, "circle", cx=13, cy=13, r=27, fill=PAPER, stroke=INK, stroke_width=3)
    label(group, str(demand), x=13, y=13, size=42, font_weight=700, fill=INK)


def draw_coin(parent: ET.Element, amount: int, *, x: float, y: float, radius: float) -> None:
    """So many pounds on a coin."""
    add(parent, "circle", cx=x, cy=y, r=radius, fill="#f7d774", stroke="#7a5c00", stroke_width=0.12 * radius)
    sign = f"\u00a3{amount}"
    label(parent, sign, x=x, y=y, size=min(1.0, 2.5 / len(sign)) * radius, font_weight=700, fill=INK)


def draw_laurel(parent: ET.Element, points: int, *, x: float, y: float, radius: float) -> None:
    """So much prestige on a rosette."""
    group = place(parent, x=x, y=y, scale=radius / 50)
    add(group, "path", d="M-18 24L-26 58L-8 46L0 58L8 46L26 58L18 24Z", fill="#8f2333", **(_LINE | {"stroke_width": 4}))
    add(group, "circle", r=42, fill="#c8485a", stroke=INK, stroke_width=5)
    add(group, "circle", r=30, fill=PAPER, stroke=INK, stroke_width=3)
    sign = str(points)
    label(group, sign, x=0, y=0, size=38 if len(sign) < 2 else 32, font_weight=700, fill=INK)


def draw_gnome(parent: ET.Element, *, x: float, y: float, radius: float) -> None:
    gnome = place(parent, x=x, y=y, scale=radius / 50, class_="gnome")
    line: Attributes = _LINE | {"stroke_width": 4}
    add(gnome, "path", d="M-26 50V22Q0 4 26 22V50Z", fill="#2f6fb0", **line)
    add(gnome, "path", d="M-26 6Q-24 44 0 46Q24 44 26 6Z", fill="#f4f1ea", **line)
    add(gnome, "circle", cy=2, r=17, fill="#f2c9a4", **line)
    add(gnome, "path", d="M-28 -4L2 -54L28 -4Q0 -14 -28 -4Z", fill="#d8480f", **line)


def draw_shape(
    parent: ET.Element, squares: Collection[Square], *, x: float, y: float, unit: float, gap: float = 0.05
) -> None:
    """The stone of an ornament: its squares joined, the square (0, 0) with its top left corner at x, y."""
    d, inner = "", unit * (1 - 2 * gap)
    for row, column in sorted(squares):
        left, top = x + unit * (column + gap), y + unit * (row + gap)
        wide = inner + (2 * gap * unit if (row, column + 1) in squares else 0)
        tall = inner + (2 * gap * unit if (row + 1, column) in squares else 0)
        d += f"M{pen.number(left)} {pen.number(top)}h{pen.number(wide)}v{pen.number(inner)}h{pen.number(-wide)}z"
        if {(row, column + 1), (row + 1, column), (row + 1, column + 1)} <= set(squares):
            d += f"M{pen.number(left)} {pen.number(top)}h{pen.number(wide)}v{pen.number(tall)}h{pen.number(-wide)}z"
        elif tall > inner:
            d += f"M{pen.number(left)} {pen.number(top)}h{pen.number(inner)}v{pen.number(tall)}h{pen.number(-inner)}z"
    # A stroke behind the fill leaves only the outline of all squares together.
    add(parent, "path", d=d, fill=STONE_EDGE, stroke=STONE_EDGE, stroke_width=0.14 * unit, stroke_linejoin="round")
    add(parent, "path", d=d, fill=STONE)


def draw_bottle(parent: ET.Element, index: int, *, x: float, y: float, radius: float, on: bool = True) -> None:
    """A fertilizer, with its number."""
    fill = ("#e69f00", "#c9a227", "#d9d4c7", "#7fb069", "#d8693f")[index] if on else "none"
    ink = INK if on else "#b9ae97"
    bottle = place(parent, x=x, y=y, scale=radius / 50, class_="bottle" if on else None)
    line: Attributes = _LINE | {"stroke": ink, "stroke_width": 4}
    d = "M-12 -46H12V-26C32 -18 36 -6 36 10V40Q36 50 26 50H-26Q-36 50 -36 40V10C-36 -6 -32 -18 -12 -26Z"
    add(bottle, "path", d=d, fill=fill, stroke_dasharray=None if on else "6 6", **line)
    add(bottle, "circle", cy=16, r=20, fill=PAPER if on else "none", stroke=ink, stroke_width=2)
    label(bottle, str(index + 1), x=0, y=16, size=30, font_weight=700, fill=ink)


def draw_urn(parent: ET.Element, size: str, *, x: float, y: float, radius: float) -> None:
    """A decoration: the larger, the taller."""
    urn = place(parent, x=x, y=y, scale=radius / 50, class_="urn", data_size=size)
    line: Attributes = _LINE | {"stroke_width": 4.5}
    match size:
        case "large":
            add(
                urn, "path", d="M-30 -36H30L20 8Q14 26 8 28V40H24V50H-24V40H-8V28Q-14 26 -20 8Z", fill="#d8cdb4", **line
            )
            add(urn, "path", d="M-26 -36Q-30 -54 -12 -50Q0 -60 12 -50Q30 -54 26 -36Z", fill=GREEN, **line)
        case "medium":
            add(urn, "path", d="M-30 -8H30L22 48H-22Z", fill="#c77a4a", **line)
            add(urn, "rect", x=-36, y=-18, width=72, height=16, rx=4, fill="#c77a4a", **line)
            add(urn, "path", d="M-28 -18Q-26 -40 -8 -34Q0 -46 10 -34Q28 -40 28 -18Z", fill=GREEN, **line)
        case _:
            add(urn, "path", d="M-44 12H44L34 46H-34Z", fill="#a98454", **line)
            add(urn, "path", d="M-38 12Q-34 -6 -18 0Q-8 -14 2 0Q14 -12 22 0Q36 -4 38 12Z", fill=GREEN, **line)


def draw_watering_can(parent: ET.Element, *, x: float, y: float, radius: float, awake: bool) -> None:
    """The gardener: a watering can, upright while awake, with a Z when asleep."""
    can = place(parent, x=x, y=y, scale=radius / 50, class_="gardener" if awake else "gardener asleep")
    fill, line = ("#7fb3a2", _LINE | {"stroke_width": 5}) if awake else ("#ddd7c8", _LINE | {"stroke_width": 4})
    add(can, "path", d="M-14 -8L-44 -30M-14 24L-46 -22", fill="none", **line)
    add(can, "path", d="M24 -10C50 -14 50 26 26 26", fill="none", **(line | {"stroke_width": 7}))
    add(can, "path", d="M-18 -20H28L32 38H-22Z", fill=fill, **line)
    if not awake:
        label(can, "z", x=4, y=9, size=44, font_weight=700, fill=INK)


def draw_badge(parent: ET.Element, player: int, *, x: float, y: float, radius: float) -> None:
    """A player's number on a round sign."""
    badge = place(parent, x=x, y=y, scale=radius / 50, class_="badge")
    add(badge, "circle", r=47, fill=_BADGES[player % 4], stroke=INK, stroke_width=5)
    add(badge, "circle", r=38, fill="none", stroke="#ffffff", stroke_width=3)
    label(badge, str(player + 1), x=0, y=0, size=54, font_weight=700, fill="#ffffff")


def draw_panel(
    parent: ET.Element, caption: str, *, x: float, y: float, width: float, height: float, kind: str, lit: bool = False
) -> ET.Element:
    """A panel of the picture with a caption at its top left."""
    panel = add(parent, "g", class_=kind)
    look: Attributes = {
        "fill": "#fff9e3" if lit else PAPER,
        "stroke": LEGAL if lit else pen.RULE,
        "stroke_width": 3 if lit else 1.5,
    }
    add(panel, "rect", x=x, y=y, width=width, height=height, rx=12, **look)
    if caption:
        label(panel, caption, x=x + 14, y=y + 18, size=15, text_anchor="start", font_weight=700, fill=INK)
    return panel


def choice(
    parent: ET.Element, kind: str, actions: Collection[str], *, title: str = "", **attributes: pen.Attribute
) -> ET.Element:
    """A group that is lit and clickable if there are actions, their notations in `data-action`."""
    group = add(
        parent, "g", class_=f"{kind} legal" if actions else kind, data_action=" ".join(actions) or None,
        cursor="pointer" if actions else None, **attributes,
    )  # fmt: skip
    if title:
        add(group, "title", title)
    return group


def frame(lit: bool, last: bool = False) -> Attributes:
    """How a box that may be chosen is filled and edged."""
    if lit:
        return {"fill": LEGAL_FILL, "stroke": LEGAL, "stroke_width": 2.6}
    return {"fill": PAPER, "stroke": pen.LAST if last else "#b9ae97", "stroke_width": 3.2 if last else 1.4}
