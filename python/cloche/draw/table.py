"""Parts that pictures of the small games of cards and dice share."""

import xml.etree.ElementTree as ET
from collections.abc import Mapping, Sequence
from typing import Any

from . import svg as pen
from .svg import FAINT, INK, RULE, add

BACK = "#9db2c9"
CARD_WIDTH, CARD_HEIGHT = 40.0, 56.0
HIDDEN = "?"


def whose_turn(data: Mapping[str, Any], viewer: int | None, what: str) -> str:
    """`Player 2 (you): ...`, at a decision."""
    you = data.get("observer") if viewer is None else viewer
    return f"Player {data['player'] + 1}" + (" (you)" if data["player"] == you else "") + f": {what}"


def legal_line(legal: Sequence[str] | None) -> list[str]:
    """The last lines of a text picture: what may be chosen, if that is asked for."""
    return ["", f"legal: {', '.join(legal)}"] if legal else []


def face_of(card: object) -> str:
    """A card or die as a text; `?` for a hidden one."""
    return HIDDEN if card is None else str(card)


def card(parent: ET.Element, face: object, *, x: float, y: float, kind: str = "card") -> None:
    """Append a card or die with its middle at (x, y); its back where the face is None."""
    left, top = x - CARD_WIDTH / 2, y - CARD_HEIGHT / 2
    hidden = face is None
    group = add(parent, "g", class_=f"{kind} back" if hidden else kind, data_face=None if hidden else str(face))
    look: pen.Attributes = {"fill": BACK if hidden else "#ffffff", "stroke": RULE, "stroke_width": 2}
    add(group, "rect", x=left, y=top, width=CARD_WIDTH, height=CARD_HEIGHT, rx=6, **look)
    if not hidden:
        pen.label(group, str(face), x=x, y=y, size=24, font_weight=700, fill=INK)


def buttons(root: ET.Element, actions: Sequence[str], *, y: float, width: float, legal: Sequence[str] | None) -> None:
    """Append a row of pills from the right, for actions that have no place on the table."""
    for place, action in enumerate(reversed(actions)):
        pen.button(root, action, x=width - 56 - 86 * place, y=y, legal=action in (legal or ()))


def row_label(root: ET.Element, text: str, *, y: float) -> None:
    """Append the name of a row at the left edge."""
    pen.label(root, text, x=18, y=y, size=17, text_anchor="start", fill=FAINT)
