"""Pictures of tic-tac-toe (seeds/known/tic_tac_toe.md). Classes: `square` with `data-cell`, `mark`, `legal`, `last`."""

from collections.abc import Mapping, Sequence
from typing import Any

from . import svg as pen
from .board_lines import ending
from .svg import INK, LAST, LEGAL, LEGAL_FILL, RULE, Attributes, add

COLUMNS = "abc"
MARKS = "XO"
_LINE = 3  # TT-3
_SIDE, _LEFT, _TOP = 96.0, 56.0, 82.0
_WIDTH = 400.0
_COLOURS = {"X": "#0b5f9e", "O": "#c25700"}


def _headline(data: Mapping[str, Any], viewer: int | None) -> str:
    you = data.get("observer") if viewer is None else viewer
    if data["player"] is None:
        return ending(data, _LINE)
    return f"{MARKS[data['player']]} to move" + (" (you)" if data["player"] == you else "")


def text(
    data: Mapping[str, Any],
    *,
    components: Mapping[str, Any] | None,
    options: Mapping[str, Any],
    viewer: int | None = None,
    legal: Sequence[str] | None = None,
) -> str:
    """The board with its coordinates; with `legal`, `+` marks the squares that may be taken."""
    lines = [_headline(data, viewer), "", "  " + " ".join(COLUMNS)]
    for row, squares in enumerate(data["board"], start=1):
        marks = ["+" if f"{COLUMNS[x]}{row}" in (legal or ()) else mark for x, mark in enumerate(squares)]
        lines.append(f"{row} " + " ".join(marks))
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
    """The board; squares in `legal` are lit and carry `data-action`, the square of `last` is framed."""
    headline = _headline(data, viewer)
    desc = f"Rows from the top: {', '.join(data['board'])}."
    title = f"Tic-tac-toe: {headline}"
    root = pen.document(width=_WIDTH, height=_TOP + 3 * _SIDE + 24, title=title, desc=desc, interactive=bool(legal))
    pen.heading(root, headline, last=last, width=_WIDTH)
    for index in range(3):
        pen.label(root, COLUMNS[index], x=_LEFT + (index + 0.5) * _SIDE, y=_TOP - 16, size=18, fill=pen.FAINT)
        pen.label(root, str(index + 1), x=_LEFT - 20, y=_TOP + (index + 0.5) * _SIDE, size=18, fill=pen.FAINT)
    for row, squares in enumerate(data["board"]):
        for column, mark in enumerate(squares):
            cell = f"{COLUMNS[column]}{row + 1}"
            open_, went = cell in (legal or ()), cell == last
            x, y = _LEFT + column * _SIDE, _TOP + row * _SIDE
            square = add(
                root,
                "g",
                class_="square" + " legal" * open_ + " last" * went,
                data_cell=cell,
                data_action=cell if open_ else None,
                cursor="pointer" if open_ else None,
            )
            fill, edge = (LEGAL_FILL if open_ else "#ffffff"), (LEGAL if open_ else LAST if went else RULE)
            size, width = _SIDE - 8, 3.5 if open_ or went else 1.5
            add(
                square,
                "rect",
                x=x + 4,
                y=y + 4,
                width=size,
                height=size,
                rx=10,
                fill=fill,
                stroke=edge,
                stroke_width=width,
            )
            middle_x, middle_y, reach = x + _SIDE / 2, y + _SIDE / 2, 24.0
            look: Attributes = {
                "fill": "none",
                "stroke": _COLOURS.get(mark, INK),
                "stroke_width": 10,
                "stroke_linecap": "round",
            }
            if mark == "X":
                left, top, arm = pen.number(middle_x - reach), pen.number(middle_y - reach), pen.number(2 * reach)
                add(square, "path", class_="mark", d=f"M{left} {top}l{arm} {arm}m-{arm} 0l{arm} -{arm}", **look)
            elif mark == "O":
                add(square, "circle", class_="mark", cx=middle_x, cy=middle_y, r=reach + 2, **look)
    return pen.write(root)
