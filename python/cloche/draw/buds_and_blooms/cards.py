"""The cards of Buds and Blooms as SVG: planted, in hands, face down, and small ones for heaps."""

import xml.etree.ElementTree as ET
from collections.abc import Mapping, Sequence
from typing import Any

from .. import svg as pen
from ..svg import INK, LAST, LEGAL, Attributes, add, label, place
from .box import BUDS, TOOLS, Box, Stage
from .pieces import (
    DECKS,
    GREY,
    LOOKS,
    SKY,
    STEM,
    draw_bee,
    draw_blossom,
    draw_bud,
    draw_bud_chip,
    draw_butterfly,
    draw_chip,
    draw_eye,
    draw_leaf,
    draw_pot,
    draw_tool,
    draw_weather,
)
from .scene import Card

WIDTH, HEIGHT = 110.0, 104.0
STAGE = 26.0  # columns of a growth stage
_STEM_Y = 3.0
_TOOL = "#e9e3d3"


def head_width(stages: int) -> float:
    """What a card shows beside its stages."""
    return WIDTH - STAGE * stages


def draw_ground(
    group: ET.Element, face: str, *, left: float, width: float, edge: Mapping[str, pen.Attribute] | None = None
) -> None:
    """The card itself, from -52 to 52: tinted in its colour, a bud in both."""
    box: Attributes = {"x": left, "y": -HEIGHT / 2, "width": width, "height": HEIGHT, "rx": 7}
    colour = LOOKS[face[0]].tint if face not in TOOLS else _TOOL
    add(group, "rect", fill=colour, **box)
    if face in BUDS:
        r, half = 7.0, HEIGHT / 2
        d = (
            f"M{pen.number(left)} 0H{pen.number(left + width)}V{pen.number(half - r)}q0 {pen.number(r)} -{r:g} {r:g}"
            f"H{pen.number(left + r)}q-{r:g} 0 -{r:g} -{r:g}Z"
        )
        add(group, "path", d=d, fill=LOOKS[face[1]].tint)
    add(group, "rect", fill="none", **(box | {"stroke": INK, "stroke_width": 1.6} | dict(edge or {})))


def draw_stage(group: ET.Element, stage: Stage, *, x: float, scale: float = 1.0) -> None:
    """Leaves on the stem, bees below it, a butterfly at the bottom of a column about x."""
    column = place(group, x=x, y=0, scale=scale, class_="stage")
    for count, draw, y, radius in ((stage.leaves, draw_leaf, -9.0, 10.5), (stage.bees, draw_bee, 17.0, 10.5)):
        if count == 1:
            draw(column, x=0, y=y, radius=radius)
        elif count > 1:
            draw(column, x=-4.5, y=y, radius=0.74 * radius)
            size = 13 if count < 10 else 9
            label(column, str(count), x=7.5, y=y, size=size, font_weight=700, fill=INK)
    if stage.butterfly:
        draw_butterfly(column, stage.butterfly, x=0, y=39, radius=11)


def draw_stem(group: ET.Element, *, start: float, end: float) -> None:
    look: Attributes = {"stroke": STEM, "stroke_width": 4.0}
    add(group, "line", x1=start, y1=_STEM_Y, x2=end, y2=_STEM_Y, **look)


def draw_head(group: ET.Element, face: str, *, x: float, stages: int) -> None:
    """The flower or the bud at the end of the stem."""
    width = head_width(stages)
    if face in BUDS:
        draw_bud(group, face, x=x, y=_STEM_Y, radius=min(27, 0.68 * width))
    else:
        draw_blossom(group, face[0], face[1], x=x, y=_STEM_Y, radius=min(27, width / 2 - 2))


def draw_face(
    parent: ET.Element,
    box: Box,
    card: Card,
    *,
    x: float,
    y: float,
    scale: float,
    kind: str = "face",
    last: bool = False,
    known: bool = False,
    **attributes: pen.Attribute,
) -> ET.Element:
    """A card face up, with its whole print, the weather on its back, and whose deck it is from."""
    face = card["face"]
    group = place(
        parent, x=x, y=y, scale=scale, class_=f"{kind}{' last' * last}", data_face=face, data_deck=str(card["deck"]),
        **attributes,
    )  # fmt: skip
    add(group, "title", card_title(box, card))
    if "back" in card:
        group.set("data-back", card["back"])
    bright = "legal" in kind.split() or "playable" in kind.split()
    edge: Attributes = {"stroke": LAST if last else LEGAL, "stroke_width": 5} if last or bright else {}
    draw_ground(group, face, left=-WIDTH / 2, width=WIDTH, edge=edge)
    if face in TOOLS:
        draw_tool(group, face, x=10, y=-8, radius=30)
        label(group, face, x=10, y=38, size=18, font_weight=700, fill=INK)
        corner = -41.0
    else:
        stages = box.stages[face]
        right = WIDTH / 2
        head = -WIDTH / 2 + head_width(len(stages)) / 2
        draw_stem(group, start=right, end=head)
        for index, stage in enumerate(stages):
            draw_stage(group, stage, x=right - STAGE * (index + 0.5))
        draw_head(group, face, x=head, stages=len(stages))
        draw_index(group, face, face, x=right - STAGE / 2)
        corner = -41.0
    if "back" in card:
        draw_weather(group, card["back"], x=corner, y=-37, radius=13)
    draw_pot(group, card["deck"], x=corner, y=39, radius=9, kind="deck-mark")
    if known:
        draw_eye(group, x=corner + 25 if face in TOOLS or len(box.stages[face]) < 3 else corner + 23, y=-38, radius=9)
    return group


def draw_index(group: ET.Element, face: str, look: str, *, x: float, scale: float = 1.0) -> None:
    """The sign at the bed's end of a card: what it is, or is played as."""
    if face == look and face in BUDS:
        draw_bud_chip(group, face, x=x, y=-36, radius=11.5 * scale)
    else:
        draw_chip(group, look, x=x, y=-36, radius=11.4 * scale, bud=face in BUDS)


def draw_back(
    parent: ET.Element,
    deck: int,
    weather: str,
    *,
    x: float,
    y: float,
    scale: float,
    number: int | None = None,
    kind: str = "back",
    last: bool = False,
    **attributes: pen.Attribute,
) -> ET.Element:
    """A card face down: its weather, whose deck it is from, and which draw of it."""
    group = place(
        parent, x=x, y=y, scale=scale, class_=f"{kind}{' last' * last}", data_deck=str(deck), data_back=weather,
        **attributes,
    )  # fmt: skip
    add(group, "title", f"{weather}, deck {deck + 1}" + ("" if number is None else f", draw {number}"))
    edge: Attributes = {"stroke": INK, "stroke_width": 1.6}
    if last or "legal" in kind.split():
        edge = {"stroke": LAST if last else LEGAL, "stroke_width": 6}
    at: Attributes = {"x": -WIDTH / 2, "y": -HEIGHT / 2, "width": WIDTH, "height": HEIGHT, "rx": 7}
    add(group, "rect", fill=DECKS[deck % 2], **(at | edge))
    sky: Attributes = {"fill": SKY if weather == "sun" else GREY, "stroke": "#ffffff", "stroke_width": 2}
    add(group, "rect", x=-46, y=-43, width=92, height=66, rx=5, **sky)
    draw_weather(group, weather, x=0, y=-10, radius=32)
    if number is None:
        label(group, f"deck {deck + 1}", x=0, y=37, size=20, font_weight=700, fill="#ffffff")
    else:
        draw_pot(group, deck, x=-34, y=36, radius=12, kind="deck-mark", edge="#ffffff")
        label(group, f"#{number}", x=46, y=37, size=19, text_anchor="end", font_weight=700, fill="#ffffff")
    return group


def draw_small(
    parent: ET.Element,
    box: Box,
    card: Mapping[str, Any],
    *,
    x: float,
    y: float,
    scale: float,
    kind: str = "face",
    last: bool = False,
    known: bool = False,
    **attributes: pen.Attribute,
) -> ET.Element:
    """A card in a heap: its face large, or its back; with `back` also weather and deck."""
    face = card["face"]
    if face is None:
        return draw_back(
            parent, card["deck"], card["back"], x=x, y=y, scale=scale, number=card["draw"], last=last,
            kind="back", **attributes,
        )  # fmt: skip
    group = place(
        parent, x=x, y=y, scale=scale, class_=f"{kind}{' last' * last}", data_face=face, data_deck=str(card["deck"]),
        **attributes,
    )  # fmt: skip
    add(group, "title", card_title(box, card))
    edge: Attributes = {"stroke_width": 3}
    if last or "legal" in kind.split():
        edge = {"stroke": LAST if last else LEGAL, "stroke_width": 9}
    draw_ground(group, face, left=-WIDTH / 2, width=WIDTH, edge=edge)
    if face in TOOLS:
        draw_tool(group, face, x=0, y=-14, radius=32)
    elif face in BUDS:
        draw_bud_chip(group, face, x=0, y=-16, radius=29)
    else:
        draw_chip(group, face, x=0, y=-16, radius=30)
    if "back" in card:
        draw_weather(group, card["back"], x=-30, y=33, radius=20)
    draw_pot(group, card["deck"], x=32, y=33, radius=18, kind="deck-mark")
    if known:
        draw_eye(group, x=40, y=-36, radius=13)
    return group


def card_title(box: Box, card: Card) -> str:
    """A card in words."""
    face = card["face"]
    name = box.names.get(face, face)
    words = [name, f"deck {card['deck'] + 1}"]
    if "back" in card:
        words += [card["back"], f"draw {card['draw']}"]
    return ", ".join(words)


def size_for(cards: int, *, width: float, height: float, sizes: Sequence[float]) -> tuple[float, int]:
    """The largest of some scales with which so many cards fit in a rectangle, and how many lie in a row."""
    for scale in sizes:
        across = int((width + 4) // (WIDTH * scale + 4))
        if across * int((height + 4) // (HEIGHT * scale + 4)) >= cards:
            return scale, across
    return sizes[-1], max(1, int((width + 4) // (WIDTH * sizes[-1] + 4)))
