"""The bed cards of Buds and Blooms as SVG: on each half the rule of a bed in little pictures."""

import xml.etree.ElementTree as ET

from .. import svg as pen
from ..svg import FAINT, INK, RULE, Attributes, add, label
from .box import NUMBERS, Bed
from .pieces import LOOKS, draw_rock, draw_rosette, draw_worm
from .scene import Scene

WIDTH, ROW = 252.0, 124.0
_HALF, _EDGE = 108.0, 8.0
_SOIL, _FURROW, _SOIL_EDGE, _PAPER = "#a9835a", "#8f6c47", "#6b4f31", "#fffaf0"


def draw_bed_card(parent: ET.Element, scene: Scene, slot: int, *, x: float, y: float) -> None:
    """A bed card in the middle of the table, with its two beds side by side, or an empty slot."""
    laid = scene.data["beds"][slot] if slot < len(scene.data["beds"]) else None
    if laid is None or laid["turn"] is None:
        _draw_slot(parent, scene, slot, x=x, y=y)
        return
    rocks = laid["face"] == 1
    group = add(parent, "g", class_="bed-card rocks" if rocks else "bed-card", data_card=laid["card"])
    add(group, "title", f"{laid['card']}, {'rocks' if rocks else 'plain'}")
    frame: Attributes = {"fill": _SOIL, "stroke": _SOIL_EDGE, "stroke_width": 2, "rx": 10}
    add(group, "rect", x=x, y=y, width=WIDTH, height=ROW, **frame)
    furrows = "".join(
        f"M{pen.number(x + 4)} {pen.number(y + 11 + 17 * row)}h{pen.number(WIDTH - 8)}" for row in range(7)
    )
    add(group, "path", d=furrows, stroke=_FURROW, stroke_width=3, stroke_dasharray="10 5", fill="none")
    for side, left in ((0, x + _EDGE), (1, x + WIDTH - _EDGE - _HALF)):
        bed = scene.bed(side, slot)
        if bed is not None:
            _draw_bed(group, scene, side, slot, bed, x=left, y=y + 6)
    middle = x + WIDTH / 2
    if rocks:
        for at, radius, shift in ((20.0, 9.0, -1.0), (43.0, 7.5, 1.0), (84.0, 8.0, -1.0), (105.0, 9.5, 0.0)):
            draw_rock(group, x=middle + shift, y=y + at, radius=radius)
    add(group, "circle", cx=middle, cy=y + ROW / 2, r=12, fill=_SOIL_EDGE, stroke=_PAPER, stroke_width=2)
    label(group, str(slot + 1), x=middle, y=y + ROW / 2, size=15, font_weight=700, fill="#ffffff")


def _draw_slot(parent: ET.Element, scene: Scene, slot: int, *, x: float, y: float) -> None:
    """A slot of the setup: nothing, a bed card, or its face, lying neither way round."""
    laid = scene.data["beds"][slot] if slot < len(scene.data["beds"]) else None
    group = add(parent, "g", class_="no-bed", data_slot=str(slot))
    look: Attributes = {"fill": "none" if laid is None else _SOIL, "stroke": RULE, "stroke_width": 2, "rx": 10}
    add(group, "rect", x=x, y=y, width=WIDTH, height=ROW, stroke_dasharray="7 6", **look)
    ink = FAINT if laid is None else "#ffffff"
    words = f"slot {slot + 1}" if laid is None else laid["card"]
    label(group, pen.shorten(words, limit=16), x=x + WIDTH / 2, y=y + ROW / 2 - 10, size=18, font_weight=600, fill=ink)
    if laid is not None:
        face = {None: "plain or rocks", 0: "plain", 1: "rocks"}[laid["face"]]
        label(group, face, x=x + WIDTH / 2, y=y + ROW / 2 + 14, size=15, fill=ink)


def _draw_bed(parent: ET.Element, scene: Scene, side: int, slot: int, bed: Bed, *, x: float, y: float) -> None:
    """A bed: colours, numbers, direction and steps, worm and rosette."""
    group = add(parent, "g", class_="bed", data_player=str(side), data_slot=str(slot))
    add(group, "title", ", ".join([*bed.words(), *(["worm"] if bed.worm else []), f"rosette {bed.rosette}"]))
    add(group, "rect", x=x, y=y, width=_HALF, height=ROW - 12, rx=7, fill=_PAPER, stroke=_SOIL_EDGE)
    middle = x + _HALF / 2
    _draw_colours(group, bed, x=middle, y=y + 17)
    for number in NUMBERS:
        _draw_number(group, number, number in bed.numbers, x=middle + 15.5 * (number - 3.5), y=y + 43)
    _draw_direction(group, bed, x=middle, y=y + (65 if bed.consecutive else 68))
    bottom = y + 96
    if bed.worm:
        draw_worm(group, x=x + 26, y=bottom + 1, radius=15)
    rival = scene.solo and side == 1
    draw_rosette(
        group,
        bed.rosette,
        x=x + _HALF - (20 if rival else 17),
        y=bottom - (2 if rival else 0),
        radius=16 if rival else 12,
        big=rival,
    )


def _draw_colours(group: ET.Element, bed: Bed, *, x: float, y: float) -> None:
    """A disc a colour; between two that must alternate an arrow to and fro."""
    step = 34.0 if bed.alternate else 27.0
    for index, colour in enumerate(bed.colours):
        at = x + step * (index - (len(bed.colours) - 1) / 2)
        look = LOOKS[colour]
        add(group, "circle", class_="colour", data_colour=colour, cx=at, cy=y, r=11, fill=look.fill, stroke=INK)
        label(group, colour, x=at, y=y, size=14, font_weight=700, fill=look.letter)
    if bed.alternate:
        d = f"M{pen.number(x - 6)} {pen.number(y - 3)}h10l-4 -4M{pen.number(x + 6)} {pen.number(y + 3)}h-10l4 4"
        add(group, "path", class_="alternate", d=d, fill="none", stroke=INK, stroke_width=2, stroke_linejoin="round")


def _draw_number(group: ET.Element, number: int, allowed: bool, *, x: float, y: float) -> None:
    edge: Attributes = {"fill": "#ffffff" if allowed else "#e2d9c6", "stroke": INK if allowed else RULE, "rx": 2}
    add(group, "rect", x=x - 6.8, y=y - 8, width=13.6, height=16, **edge)
    if allowed:
        label(group, str(number), x=x, y=y, size=12.5, font_weight=700, fill=INK)
    else:
        d = f"M{pen.number(x - 3.5)} {pen.number(y + 4.5)}l7 -9"
        add(group, "path", d=d, stroke="#a89c84", stroke_width=1.6, fill="none")


def _draw_direction(group: ET.Element, bed: Bed, *, x: float, y: float) -> None:
    """Bars that rise or fall, and the word; below, whether each step is exactly 1."""
    heights = {"up": (4, 8, 12, 16), "down": (16, 12, 8, 4), "updown": (5, 11, 16, 11, 5)}[bed.direction]
    word = {"up": "up", "down": "down", "updown": "up, down"}[bed.direction]
    size = 12.5
    width = 5.0 * len(heights) + 5 + 0.66 * size * len(word)
    left = x - width / 2
    bars = "".join(
        f"M{pen.number(left + 5 * index + 2)} {pen.number(y + 8)}v-{height}" for index, height in enumerate(heights)
    )
    add(group, "path", class_="direction", d=bars, stroke="#0a7d5a", stroke_width=4, fill="none")
    label(group, word, x=left + 5 * len(heights) + 5, y=y, size=size, text_anchor="start", font_weight=700, fill=INK)
    if bed.consecutive:
        left = x - _HALF / 2 + 7
        look: Attributes = {"text_anchor": "start", "font_weight": 700, "fill": "#a33a00"}
        label(group, "steps of 1", x=left, y=y + 17, size=11, class_="steps", **look)
