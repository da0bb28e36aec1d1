"""What all share in Buds and Blooms, as SVG: the compost, a common deck, and what is being decided."""

import xml.etree.ElementTree as ET
from collections.abc import Sequence

from .. import svg as pen
from ..svg import FAINT, INK, LEGAL, LEGAL_FILL, Attributes, add, label
from .box import TOOLS
from .cards import HEIGHT as CARD
from .cards import WIDTH as CARD_WIDTH
from .cards import draw_face, draw_small, size_for
from .pieces import draw_bee, draw_butterfly, draw_leaf
from .player import draw_deck, draw_panel, draw_pill
from .scene import Scene

HEIGHT = 140.0
_SIZES = (0.56, 0.5, 0.45, 0.4, 0.36, 0.32, 0.28, 0.24, 0.2, 0.16)


def draw_compost(root: ET.Element, scene: Scene, *, x: float, y: float, width: float, height: float) -> None:
    """The compost, each card as a back, or face up where it is known; beside it the common deck of `single_deck`."""
    panel = draw_panel(root, x=x, y=y, width=width, height=height, kind="table", lit=False)
    if scene.single:
        draw_deck(panel, scene, 0, x=x + 58, y=y + 56)
        beside = 118 + (88 if scene.data["piles"][0]["under"] else 0)
        x, width = x + beside, width - beside
    legal = "dig:compost" in scene.lit.words
    cards = scene.compost
    heap = add(panel, "g", class_="compost", data_count=str(len(cards)))
    label(heap, f"Compost {len(cards)}", x=x + 14, y=y + 19, size=15, text_anchor="start", font_weight=700, fill=INK)
    if legal:
        draw_pill(heap, "dig:compost", "dig here", x=x + 164, y=y + 19, width=80, size=14)
    left, top = x + 12, y + 36
    scale, across = size_for(len(cards), width=width - 24, height=height - 44, sizes=_SIZES)
    wide, tall = CARD_WIDTH * scale, CARD * scale
    for index, card in enumerate(cards):
        row, column = divmod(index, across)
        action = scene.acts_on("take", cards, index) if scene.phase == "take" and not scene.looked else None
        draw_small(
            heap, scene.box, card, x=left + wide / 2 + column * (wide + 4), y=top + tall / 2 + row * (tall + 4),
            scale=scale, kind="face legal" if action else "face", last=scene.last_at == ("compost", index),
            known=scene.known(card), data_draw=str(card["draw"]), data_action=action,
            cursor="pointer" if action else None,
        )  # fmt: skip
    if not cards:
        label(heap, "nothing yet", x=left + 2, y=top + 18, size=14, text_anchor="start", fill=FAINT)


def draw_matter(root: ET.Element, scene: Scene, *, x: float, y: float, width: float, height: float) -> None:
    """What is being decided: cards looked at, the bloom taken, buttons, outcomes; otherwise how flowers score."""
    panel = draw_panel(root, x=x, y=y, width=width, height=height, kind="matter", lit=False)
    bloom, looked = scene.data["bloom"], scene.looked
    middle, right = y + height / 2 + 14, x + width
    words = [word for word in ("weather", "grow:none") if word in scene.lit.words]
    outcomes = [text for (word, _), text in scene.lit.named.items() if word == "draw"] + list(scene.lit.others)
    caption, at = "", x + 14
    if looked:
        caption, at = "Looked at", _draw_looked(panel, scene, x=x + 14, y=middle)
    elif bloom is not None:
        caption = "The bloom taken"
        draw_face(panel, scene.box, bloom, x=x + 60, y=middle, scale=0.84, kind="face taken")
        at = x + 120
    if words:
        caption = caption or ("Discard sun and rain to grow" if words == ["weather"] else "Growth")
        for index, word in enumerate(words):
            text = {"weather": "weather", "grow:none": "do not grow"}[word]
            draw_pill(panel, word, text, x=at + 62 + 130 * index, y=middle, width=118, size=16)
    elif outcomes:
        caption = caption or "What chance may bring"
        _draw_outcomes(panel, scene, outcomes, x=at, y=y + 38, width=right - at - 10, height=height - 46)
    if caption:
        label(panel, caption, x=x + 14, y=y + 19, size=15, text_anchor="start", font_weight=700, fill=INK)
    else:
        _draw_scoring(panel, scene, x=x + 14, y=y)


def _draw_looked(panel: ET.Element, scene: Scene, *, x: float, y: float) -> float:
    """The cards looked at, first seen first; returns where they end."""
    cards = scene.looked
    scale = 0.84 if scene.phase == "take" else 0.6
    step = CARD_WIDTH * scale + 8
    group = add(panel, "g", class_="looked")
    for index, card in enumerate(cards):
        middle = x + CARD_WIDTH * scale / 2 + step * index
        action = scene.acts_on("take", cards, index) if scene.phase == "take" else None
        if card["face"] is None:
            draw_small(group, scene.box, card, x=middle, y=y, scale=scale, data_draw=str(card["draw"]))
            continue
        draw_face(
            group, scene.box, card, x=middle, y=y, scale=scale, kind="face legal" if action else "face",
            known=scene.known(card), data_draw=str(card["draw"]), data_action=action,
            cursor="pointer" if action else None,
        )  # fmt: skip
    return x + step * len(cards)


def _draw_outcomes(
    panel: ET.Element, scene: Scene, outcomes: Sequence[str], *, x: float, y: float, width: float, height: float
) -> None:
    """A button an outcome, in rows, as large as they fit."""
    texts = [_outcome_words(scene, outcome) for outcome in outcomes]
    for size in (15.0, 13.0, 12.0, 11.0, 10.0, 9.0):
        places: list[tuple[float, float, float]] = []
        left, row = x, 0
        for text in texts:
            wide = 16 + 0.66 * size * len(text)
            if left + wide > x + width and left > x:
                left, row = x, row + 1
            places.append((left + wide / 2, y + (row + 0.5) * (size + 14), wide))
            left += wide + 4
        if (row + 1) * (size + 14) <= height:
            break
    group = add(panel, "g", class_="outcomes")
    for outcome, text, (middle, at, wide) in zip(outcomes, texts, places, strict=True):
        pill = add(group, "g", class_="button legal", data_action=outcome, cursor="pointer")
        look: Attributes = {"fill": LEGAL_FILL, "stroke": LEGAL, "stroke_width": 1.8, "rx": 8}
        add(pill, "rect", x=middle - wide / 2, y=at - size / 2 - 5, width=wide, height=size + 10, **look)
        weight = 600 if text in TOOLS else 700
        label(pill, text, x=middle, y=at, size=size, font_weight=weight, fill=INK)


def _outcome_words(scene: Scene, outcome: str) -> str:
    """An outcome in a word or two."""
    word, _, rest = outcome.partition(":")
    if word == "card" and rest.isdecimal() and int(rest) < len(scene.box.beds):
        return pen.shorten(list(scene.box.beds)[int(rest)], limit=16)
    return {"turn:0": "as printed", "turn:1": "turned round"}.get(outcome, rest)


def _draw_scoring(panel: ET.Element, scene: Scene, *, x: float, y: float) -> None:
    """What counts, in little pictures."""
    box = scene.box
    group = add(panel, "g", class_="scoring")
    label(group, "What a flower counts", x=x, y=y + 19, size=15, text_anchor="start", font_weight=700, fill=INK)
    bees = ", ".join(f"{count} count {points}" for count, points in enumerate(box.bee_points) if points)
    lines = [
        "each leaf 1",
        f"bees: {bees}" + (" (or more)" if box.bee_points[-1] else ""),
        f"butterfly in the colour of the top bloom {box.butterfly_points}",
        "a bud on top, or no card: 0" if scene.solo else f"better flower of a bed +{box.better_points}, bud on top 0",
    ]
    for index, line in enumerate(lines):
        at = y + 46 + 25 * index
        match index:
            case 0:
                draw_leaf(group, x=x + 12, y=at, radius=10)
            case 1:
                draw_bee(group, x=x + 12, y=at, radius=11)
            case 2:
                draw_butterfly(group, "R", x=x + 12, y=at, radius=10)
            case _:
                add(group, "rect", x=x + 1, y=at - 8, width=22, height=16, rx=4, fill="#f5c518", stroke=INK)
                label(
                    group,
                    "0" if scene.solo else f"+{box.better_points}",
                    x=x + 12,
                    y=at,
                    size=10,
                    font_weight=700,
                    fill=INK,
                )
        label(group, line, x=x + 34, y=at, size=14, text_anchor="start", fill=INK)
