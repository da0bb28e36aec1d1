"""How results look in a notebook: small tables of HTML that stand alone, in the colours of the page they are on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def table(headings: Sequence[str], rows: Iterable[Sequence[str]], *, caption: str, more: str = "") -> str:
    """A table under a caption, its first column flush left, the others flush right; `more` is a line below.

    Arguments are plain text.
    """
    from html import escape

    head = _row("th", headings)
    body = "".join(_row("td", row) for row in rows)
    below = f'<div style="opacity: 0.7">{escape(more)}</div>' if more else ""
    title = f'<caption style="caption-side: top; text-align: left">{escape(caption)}</caption>'
    return f'<div><table class="cloche">{title}<thead>{head}</thead><tbody>{body}</tbody></table>{below}</div>'


def _row(tag: str, cells: Sequence[str]) -> str:
    from html import escape

    sides = ["left"] + ["right"] * (len(cells) - 1)
    return (
        "<tr>"
        + "".join(
            f'<{tag} style="text-align: {side}">{escape(cell)}</{tag}>' for side, cell in zip(sides, cells, strict=True)
        )
        + "</tr>"
    )
