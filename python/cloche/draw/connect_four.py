"""Pictures of Connect Four (seeds/known/connect_four.md).

Classes: `column` with `data-column`, `hole`, `disc` with `data-mark`, `legal`, `last`.
"""

import xml.etree.ElementTree as ET
from collections.abc import Mapping, Sequence
from typing import Any

from . import svg as pen
from .board_lines import ending
from .svg import INK, LEGAL, LEGAL_FILL, Attributes, add

COLUMNS = "abcdefghi"
MARKS = "XO"
_LINE = 4  # marks that win, where the option is not known
_SIDE, _TOP = 60.0, 62.0
_COLOURS = {"X": "#f5dc32", "O": "#d8480f"}


def _headline(data: Mapping[str, Any], options: Mapping[str, Any], viewer: int | None) -> str:
    you = data.get("observer") if viewer is None else viewer
    if data["player"] is None:
        return ending(data, options.get("line", _LINE))
    return f"{MARKS[data['player']]} to move" + (" (you)" if data["player"] == you else "")


def _filled(data: Mapping[str, Any], column: int) -> int:
    """The number of marks in a column."""
    return sum(squares[column] != "." for squares in data["board"])


def text(
    data: Mapping[str, Any],
    *,
    components: Mapping[str, Any] | None,
    options: Mapping[str, Any],
    viewer: int | None = None,
    legal: Sequence[str] | None = None,
) -> str:
    """The board with its coordinates; with `legal`, `+` marks where a mark dropped into a column would lie."""
    rows = len(data["board"])
    lines = [_headline(data, options, viewer), ""]
    for row, squares in enumerate(data["board"]):
        lands = {x for x in range(len(squares)) if COLUMNS[x] in (legal or ()) and rows - 1 - _filled(data, x) == row}
        marks = ["+" if column in lands else mark for column, mark in enumerate(squares)]
        lines.append(f"{rows - row:>2} " + " ".join(marks))
    lines.append("   " + " ".join(COLUMNS[: len(data["board"][0])]))
    return "\n".join(lines) + "\n"


def svg(
    data: Mapping[str, Any],
    *,
    components: Mapping[str, Any] | None,
    options: Mapping[str, Any],
    viewer: int | None = None,
    legal: Sequence[str] | None = None,
    last: str | None = None,
) -> str:
    """The board; columns in `legal` carry `data-action`, their lowest free hole is lit; `last` is ringed."""
    rows, columns = len(data["board"]), len(data["board"][0])
    width = max(340.0, columns * _SIDE + 76)
    left = (width - columns * _SIDE) / 2
    headline = _headline(data, options, viewer)
    desc = f"Rows from the top: {', '.join(data['board'])}."
    height = _TOP + rows * _SIDE + 56
    title = f"Connect Four: {headline}"
    root = pen.document(width=width, height=height, title=title, desc=desc, interactive=bool(legal))
    pen.heading(root, headline, last=last, width=width)
    frame: Attributes = {"width": columns * _SIDE + 16, "height": rows * _SIDE + 16, "rx": 16, "fill": "#2468a8"}
    add(root, "rect", class_="frame", x=left - 8, y=_TOP - 8, **frame)
    for row in range(rows):
        pen.label(root, str(rows - row), x=left - 22, y=_TOP + (row + 0.5) * _SIDE, size=16, fill=pen.FAINT)
    for column in range(columns):
        name, filled = COLUMNS[column], _filled(data, column)
        open_ = name in (legal or ())
        group = add(
            root,
            "g",
            class_="column legal" if open_ else "column",
            data_column=name,
            data_action=name if open_ else None,
            cursor="pointer" if open_ else None,
        )
        x = left + (column + 0.5) * _SIDE
        for row in range(rows):
            lands, went = open_ and rows - 1 - filled == row, name == last and rows - filled == row
            _draw_hole(group, data["board"][row][column], x=x, y=_TOP + (row + 0.5) * _SIDE, lands=lands, went=went)
        pen.label(group, name, x=x, y=_TOP + rows * _SIDE + 30, size=18, fill=pen.FAINT)
    return pen.write(root)


def _draw_hole(group: ET.Element, mark: str, *, x: float, y: float, lands: bool, went: bool) -> None:
    look: Attributes = {"stroke": LEGAL if lands else "#174a7a", "stroke_width": 4 if lands else 2}
    add(group, "circle", class_="hole", cx=x, cy=y, r=24, fill=LEGAL_FILL if lands else "#eef4fa", **look)
    if mark == ".":
        return
    disc = add(group, "g", class_="disc last" if went else "disc", data_mark=mark)
    ring: Attributes = {"stroke": "#ffffff" if went else INK, "stroke_width": 5 if went else 2}
    add(disc, "circle", cx=x, cy=y, r=25 if went else 24, fill=_COLOURS.get(mark, "#ffffff"), **ring)
    add(disc, "circle", cx=x, cy=y, r=17, fill="none", stroke=INK, stroke_width=1.5, opacity=0.5)
    pen.label(disc, mark, x=x, y=y, size=22, font_weight=700, fill=INK)
