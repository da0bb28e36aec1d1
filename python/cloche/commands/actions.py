"""What the commands share: actions for people, who see plain words beside the notation."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from cloche.commands.output import say
from cloche.game import Game
from cloche.messages import told

if TYPE_CHECKING:
    from rich.console import Console

    from cloche.report import SearchReport


def told_in(game: Game, text: str, *more: str) -> str:
    """A notation with its plain words and what else there is to say of it: `R@e5 (plant red on e5; win 54.3%)`."""
    return told(text, game.in_words(text), *more)


def words_of(game: Game, texts: Sequence[str]) -> list[str]:
    """The plain words of notations, empty where a notation is plain already."""
    return ["" if (words := game.in_words(text)) == text else words for text in texts]


def print_actions(out: Console, game: Game, texts: Sequence[str], having: str = "") -> bool:
    """Prints notations with their numbers, from 1 on, and plain words; whether there were any.

    With `having` those alone that have this text in either, in any case.
    """
    rows = [
        (number, text, words)
        for number, (text, words) in enumerate(zip(texts, words_of(game, texts), strict=True), start=1)
        if having.casefold() in f"{text} {words}".casefold()
    ]
    if not rows:
        return False
    notation = max(len(text) for _, text, _ in rows)
    meaning = max(len(words) for _, _, words in rows)
    heads = [f"{number:>4} {text.ljust(notation)}" for number, text, _ in rows]
    width = 5 + notation + (2 + meaning if meaning else 0) + 2
    columns = (out.width + 2) // width
    if columns > 1:
        cells = [f"{head}  {words}".ljust(width) for head, (_, _, words) in zip(heads, rows, strict=True)]
        lines: Iterator[str] = ("".join(cells[start : start + columns]) for start in range(0, len(cells), columns))
    else:
        lines = (
            line
            for head, (_, _, words) in zip(heads, rows, strict=True)
            for line in textwrap.wrap(
                f"{head}  {words}", out.width, subsequent_indent=" " * (7 + notation), drop_whitespace=False
            )
        )
    for line in lines:
        say(out, line.rstrip())
    return True


def print_line(out: Console, game: Game, report: SearchReport) -> None:
    """Prints the line that a search expects, in notation and in words; nothing where that is a single action."""
    texts = report.principal_texts
    if len(texts) < 2:
        return
    say(out, f"line: {' '.join(texts)}")
    if any(words_of(game, texts)):
        say(out, f"in words: {'; '.join(map(game.in_words, texts))}")
