"""A small SVG writer on `xml.etree`: escaping, numbers and order of attributes in one place."""

import re
import xml.etree.ElementTree as ET
from typing import TypeAlias

Attribute: TypeAlias = str | float | None
Attributes: TypeAlias = dict[str, Attribute]

INK = "#2b2a26"  # text and outlines
FAINT = "#6f6757"  # lesser text, still readable on the card
CARD = "#fbf7ec"  # behind everything, so that a picture reads on dark pages and light ones
RULE = "#d9cfb8"
LEGAL = "#c25700"
LEGAL_FILL = "#ffe9a8"
LAST = "#0b4f8a"

FONT = "system-ui, 'Segoe UI', 'Helvetica Neue', 'DejaVu Sans', sans-serif"

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def number(value: float) -> str:
    """A coordinate with at most two decimals and no trailing zeros: 1.5, 12, 0."""
    shown = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if shown == "-0" else shown


def clean(text: str) -> str:
    """Text with what XML cannot hold replaced by U+FFFD; `<`, `&` and quotes are escaped on output."""
    return _NOT_XML.sub("\ufffd", text)


def shorten(text: str, *, limit: int) -> str:
    """Text of at most `limit` characters, cut with an ellipsis."""
    return text if len(text) <= limit else text[: limit - 1] + "\u2026"


def add(parent: ET.Element, tag: str, content: str | None = None, /, **attributes: Attribute) -> ET.Element:
    """Append an element.

    In attribute names `_` stands for `-`, and one at the end is dropped (`class_`). Those that are None are left out.
    """
    child = ET.SubElement(parent, tag, _written(attributes))
    if content is not None:
        child.text = clean(content)
    return child


def label(parent: ET.Element, content: str, *, x: float, y: float, size: float, **attributes: Attribute) -> ET.Element:
    """Append a text whose middle line is at y; centred on x unless `text_anchor` says otherwise."""
    # Baselines are computed, since `dominant-baseline` is not drawn alike everywhere; capitals are 0.72 em high.
    defaults: Attributes = {"x": x, "y": y + 0.36 * size, "font_size": size, "text_anchor": "middle"}
    return add(parent, "text", content, **(defaults | attributes))


def place(parent: ET.Element, *, x: float, y: float, scale: float, **attributes: Attribute) -> ET.Element:
    """Append a group with its own origin at (x, y) and its own scale."""
    return add(parent, "g", transform=f"translate({number(x)} {number(y)}) scale({number(scale)})", **attributes)


def button(parent: ET.Element, action: str, *, x: float, y: float, legal: bool) -> ET.Element:
    """Append a pill for an action that has no place on the board, lit and clickable if it is legal."""
    pill = add(
        parent,
        "g",
        class_="button legal" if legal else "button",
        data_action=action if legal else None,
        cursor="pointer" if legal else None,
    )
    fill, edge, ink = (LEGAL_FILL, LEGAL, INK) if legal else ("none", RULE, FAINT)
    add(pill, "rect", x=x - 38, y=y - 18, width=76, height=36, rx=18, fill=fill, stroke=edge, stroke_width=2.5)
    label(pill, action, x=x, y=y, size=18, font_weight=700, fill=ink)
    return pill


def heading(parent: ET.Element, content: str, *, last: str | None, width: float) -> None:
    """Append the top line of a small picture: what is up, and the last move."""
    label(parent, content, x=18, y=28, size=20, text_anchor="start", font_weight=700, fill=INK)
    if last is not None:
        shown = f"last: {shorten(last, limit=12)}"
        label(parent, shown, x=width - 18, y=28, size=17, text_anchor="end", font_weight=600, fill=LAST)


def document(*, width: float, height: float, title: str, desc: str, interactive: bool = False) -> ET.Element:
    """The root element: it scales with its container is never wider than it, and has a card as its background."""
    root = ET.Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {number(width)} {number(height)}",
            "width": number(width),
            "height": number(height),
            "style": "max-width:100%;height:auto",
            "role": "group" if interactive else "img",
            "aria-label": clean(title),
            "font-family": FONT,
        },
    )
    add(root, "title", title)
    add(root, "desc", desc)
    add(root, "rect", class_="card", width=width, height=height, rx=14, fill=CARD)
    return root


def write(root: ET.Element) -> str:
    """The document as text, without an XML declaration, so that it can be put into a page as it is."""
    return ET.tostring(root, encoding="unicode") + "\n"


def _written(attributes: Attributes) -> dict[str, str]:
    """Attributes as XML has them, in the order given."""
    return {
        name.rstrip("_").replace("_", "-"): clean(value) if isinstance(value, str) else number(value)
        for name, value in attributes.items()
        if value is not None
    }
