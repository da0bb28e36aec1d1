"""Pictures of small 2048 (seeds/known/small_2048.md).

Classes: `cell` with `data-cell`, `tile` with `data-value`, `button`, `legal`, `last`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from . import svg as pen
from . import table
from .svg import INK, LAST, LEGAL, LEGAL_FILL, RULE, Attributes, add

_COLUMNS = "abcd"
_MOVES = ("left", "up", "down", "right")
_SIDE, _LEFT, _TOP = 84.0, 56.0, 82.0
# From a 2 on; the last one for all that is higher.
_COLOURS = (
    "#eee4da",
    "#ede0c8",
    "#f2b179",
    "#f59563",
    "#f67c5f",
    "#f65e3b",
    "#edcf72",
    "#edc850",
    "#edc22e",
    "#e0b000",
)


def _headline(data: Mapping[str, Any]) -> str:
    words = {"tile": "A new tile", "move": "Your move", "over": "Game over"}
    return f"{words[data['phase']]}: {data['score']} points"


def text(
    data: Mapping[str, Any],
    *,
    components: Mapping[str, Any] | None,
    options: Mapping[str, Any],
    viewer: int | None = None,
    legal: Sequence[str] | None = None,
) -> str:
    """The board with its coordinates; with `legal`, the moves that change it."""
    board = data["board"]
    width = max(len(str(tile)) for row in board for tile in row)
    lines = [_headline(data), "", "  " + " ".join(f"{_COLUMNS[x]:>{width}}" for x in range(len(board[0])))]
    for row, tiles in enumerate(board, start=1):
        lines.append(f"{row} " + " ".join(f"{tile or '.':>{width}}" for tile in tiles))
    if legal and data["phase"] == "move":
        lines += table.legal_line(legal)
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
    """The board, tiles coloured by number, and a button a move; a cell where a tile in `legal` may come is lit."""
    board = data["board"]
    rows, columns = len(board), len(board[0])
    width = max(400.0, _LEFT + columns * _SIDE + 24)
    height = _TOP + rows * _SIDE + 76
    headline = _headline(data)
    desc = "Rows from the top: " + "; ".join(" ".join(map(str, row)) for row in board) + "."
    root = pen.document(width=width, height=height, title=f"Small 2048: {headline}", desc=desc, interactive=bool(legal))
    pen.heading(root, headline, last=last, width=width)
    for index in range(columns):
        pen.label(root, _COLUMNS[index], x=_LEFT + (index + 0.5) * _SIDE, y=_TOP - 16, size=18, fill=pen.FAINT)
    for index in range(rows):
        pen.label(root, str(index + 1), x=_LEFT - 20, y=_TOP + (index + 0.5) * _SIDE, size=18, fill=pen.FAINT)
    for row, tiles in enumerate(board):
        for column, tile in enumerate(tiles):
            name = f"{_COLUMNS[column]}{row + 1}"
            may_come = [action for action in (legal or ()) if action.partition(":")[0] == name]
            went = last is not None and last.partition(":")[0] == name
            x, y = _LEFT + column * _SIDE, _TOP + row * _SIDE
            cell = add(
                root,
                "g",
                class_="cell" + " legal" * bool(may_come) + " last" * went,
                data_cell=name,
                data_action=" ".join(may_come) or None,
            )
            edge: Attributes = {"stroke": LEGAL if may_come else LAST if went else RULE}
            fill = _COLOURS[min(tile.bit_length() - 2, len(_COLOURS) - 1)] if tile else "#ffffff"
            size = _SIDE - 8
            edge |= {"fill": LEGAL_FILL if may_come else fill, "stroke_width": 3.5 if may_come or went else 1.5}
            add(cell, "rect", x=x + 4, y=y + 4, width=size, height=size, rx=10, **edge)
            if tile:
                look: Attributes = {"font_weight": 700, "fill": INK, "class_": "tile", "data_value": str(tile)}
                shown = str(tile)
                pen.label(cell, shown, x=x + _SIDE / 2, y=y + _SIDE / 2, size=30 if len(shown) < 4 else 22, **look)
    table.buttons(root, _MOVES, y=height - 36, width=width, legal=legal)
    return pen.write(root)
