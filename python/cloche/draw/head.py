"""The line on top of a picture: whose turn it is, what is to be done, and the last move."""

import xml.etree.ElementTree as ET
from collections.abc import Callable

from .svg import INK, LAST, add, label, shorten

LAST_SIZE = 19
LARGEST = 24.0  # letters of the headline, which are smaller where there is less room
BADGE = 48  # what a badge takes


def draw_head(
    root: ET.Element,
    headline: str,
    last: str | None,
    *,
    left: float,
    right: float,
    y: float,
    letter: float = 0.6,
    limit: int = 28,
    gap: float = 14,
    badge: Callable[[ET.Element, float], None] | None = None,
) -> None:
    """Draws it between `left` and `right`, its middle at `y`.

    `letter` is the mean width of a bold letter, in font sizes; of `last` at most `limit` letters are shown, with `gap`
    before them. `badge` draws the mover's sign around a place across.
    """
    head = add(root, "g", class_="head")
    if badge is not None:
        badge(head, left + 18)
        left += BADGE
    if last is not None:
        shown = f"last: {shorten(last, limit=limit)}"
        label(head, shown, x=right, y=y, size=LAST_SIZE, text_anchor="end", fill=LAST, font_weight=600)
        right -= LAST_SIZE * letter * len(shown) + gap
    size = min(LARGEST, (right - left) / (letter * len(headline)))
    label(head, headline, x=left, y=y, size=size, text_anchor="start", font_weight=700, fill=INK)
