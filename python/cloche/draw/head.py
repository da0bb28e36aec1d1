"""The lines on top of a picture: whose turn it is and what is to be done, and the last move in plain words."""

import xml.etree.ElementTree as ET
from collections.abc import Callable

from cloche.words import Wording

from .svg import INK, LAST, add, label, shorten

LARGEST = 24.0  # letters of a line, which are smaller where there is less room
LAST_SIZE = 15.0
BADGE = 48  # what a badge takes
MOST_LETTERS = 80  # of the last move


def draw_head(
    root: ET.Element,
    headline: str,
    last: str | None,
    in_words: Wording,
    *,
    left: float,
    right: float,
    y: float,
    letter: float = 0.6,
    largest: float = LARGEST,
    badge: Callable[[ET.Element, float], None] | None = None,
) -> None:
    """Draws it between `left` and `right`, its middle at `y`; the last move in words below the headline.

    `letter` is the mean width of a bold letter, in font sizes; `badge` draws the mover's sign around a place across.
    """
    head = add(root, "g", class_="head")
    if badge is not None:
        badge(head, left + 18)
        left += BADGE

    def line(content: str, middle: float, size: float, weight: float, fill: str) -> None:
        fitting = min(size, (right - left) / (letter * len(content)))
        label(head, content, x=left, y=middle, size=fitting, text_anchor="start", font_weight=weight, fill=fill)

    if last is None:
        line(headline, y, largest, 700, INK)
        return
    line(headline, y - 9, largest, 700, INK)
    line(f"last: {shorten(in_words(last), limit=MOST_LETTERS)}", y + 14, LAST_SIZE, 600, LAST)
