"""Lines of text in which each part may have a style: plain for files, in colours for a terminal."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import TYPE_CHECKING, NamedTuple, ParamSpec

if TYPE_CHECKING:
    from rich.text import Text

P = ParamSpec("P")
TEXT_WIDTH = 80


class Span(NamedTuple):
    """Some text and its style, in the words of `rich`."""

    text: str
    style: str = ""


def width(line: Sequence[Span]) -> int:
    """Columns that a line takes."""
    return sum(len(span.text) for span in line)


def padded(line: Sequence[Span], columns: int) -> list[Span]:
    """A line filled up with blanks to a width."""
    return [*line, Span(" " * max(0, columns - width(line)))]


def stripped(line: Sequence[Span]) -> list[Span]:
    """A line without blanks at its end."""
    line = list(line)
    while line and not line[-1].text.strip():
        line.pop()
    return [*line[:-1], line[-1]._replace(text=line[-1].text.rstrip())] if line else []


def in_both_ways(lines: Callable[P, Sequence[Sequence[Span]]]) -> "tuple[Callable[P, str], Callable[P, Text]]":
    """A picture of lines as two: in plain characters, and in colours for a terminal, which needs the package `rich`."""

    @wraps(lines)
    def text(*args: P.args, **named: P.kwargs) -> str:
        return plain(lines(*args, **named))

    @wraps(lines)
    def rich_text(*args: P.args, **named: P.kwargs) -> "Text":
        return coloured(lines(*args, **named))

    return text, rich_text


def plain(lines: Sequence[Sequence[Span]]) -> str:
    """The lines as text, each with a line break."""
    return "".join("".join(span.text for span in line) + "\n" for line in lines)


def coloured(lines: Sequence[Sequence[Span]]) -> "Text":
    """The lines in colours. Needs the package `rich`."""
    from rich.text import Text

    picture = Text()
    for line in lines:
        for span in line:
            picture.append(span.text, style=span.style)
        picture.append("\n")
    return picture
