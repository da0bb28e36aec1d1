"""What the commands share: text and tables on the screen, files that are written, Ctrl-C and progress."""

from __future__ import annotations

import json
import signal
import sys
import threading
import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from itertools import groupby
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Literal, Self

import click

from cloche.state import State

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from cloche import StopFlag

BAR_AFTER = 2.0  # seconds that something may take without a sign
LINE_EVERY = 10.0  # seconds between signs where stderr is no terminal
NARROW = 22  # columns that plain words are given at the least
PLAIN_WIDTH = 160  # columns of tables where stdout is no terminal


# Text and tables


def print_json(data: Any) -> None:
    """JSON on stdout."""
    click.echo(json.dumps(data, indent=2, allow_nan=False))


def console(*, stderr: bool = False) -> Console:
    """Where text and tables go."""
    from rich.console import Console

    class Pipe(Console):
        """Leaves it to `cloche.cli` that who reads went away."""

        def on_broken_pipe(self) -> None:
            self.quiet = True
            raise BrokenPipeError

    stream: IO[str] = sys.stderr if stderr else sys.stdout
    return Pipe(file=stream, highlight=False, width=None if stream.isatty() else PLAIN_WIDTH)


def say(out: Console, text: str) -> None:
    """Prints a text, on a terminal broken between words; elsewhere a line stays a line."""
    out.print(text, markup=False, soft_wrap=not out.is_terminal)


def print_table(
    out: Console,
    headings: Sequence[str],
    rows: Sequence[Sequence[str]],
    left: Iterable[int] = (0,),
    words: Collection[int] = (),
) -> None:
    """Prints a table, the columns `left` left-justified; those of `words` too, broken between words for want of room.

    Columns without a heading and content are left out; where the rest is wider than the screen, a row is some lines.
    """
    from rich.measure import Measurement
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    used = [place for place, heading in enumerate(headings) if heading or any(row[place] for row in rows)]
    for place in used:
        justify: Literal["left", "right"] = "left" if place in left or place in words else "right"
        table.add_column(Text(headings[place]), justify=justify, no_wrap=place not in words)
    for row in rows:
        table.add_row(*(Text(row[place]) for place in used))
    spare = (max(len(row[place]) for row in rows) - NARROW for place in words if place in used and rows)
    wanted = Measurement.get(out, out.options.update(max_width=sys.maxsize), table).maximum
    wanted -= sum(max(0, columns) for columns in spare)
    if wanted <= out.width:
        out.print(table)
        return
    width = max(map(len, headings))
    for row in rows:
        out.print(Text(f"{headings[0]} {row[0]}", style="bold"))
        for place in used[1:]:
            out.print(Text(f"  {headings[place].ljust(width)}  {row[place]}"))


def board(state: State, viewer: int | None = None, legal: list[str] | None = None) -> str | Text:
    """The picture of a position, in colours where the game has them."""
    coloured = getattr(import_module(state.game.entry.draw_module), "rich_text", None)
    if coloured is None:
        return state.text(viewer, legal=legal or False)
    data = state.to_dict() if viewer is None else state.observation(viewer)
    game = state.game
    picture: Text = coloured(data, components=game.components, options=game.options, viewer=viewer, legal=legal)
    return picture


def show_board(out: Console, state: State, viewer: int | None = None, legal: list[str] | None = None) -> None:
    """Prints the picture of a position, without trailing blanks; `legal` are notations to mark."""
    from rich.text import Text

    picture = board(state, viewer, legal)
    text = picture if isinstance(picture, Text) else Text(picture)
    for line in _fitted(text.split("\n", allow_blank=True), out.width):
        line.rstrip()
        out.print(line, soft_wrap=not out.is_terminal)


def _fitted(lines: Iterable[Text], width: int) -> list[Text]:
    """Lines in which tables that are wider than the screen have one blank between columns."""
    from rich.text import Text

    fitted: list[Text] = []
    for empty, group in groupby(lines, key=lambda line: not line.plain.strip()):
        block = list(group)
        if not empty and len(block) > 1 and max(line.cell_len for line in block) > width:
            longest = max(map(len, block))
            blank = [all(line.plain[at : at + 1] in ("", " ") for line in block) for at in range(longest)]
            kept = [at for at in range(longest) if not (blank[at] and at and blank[at - 1])]
            block = [Text().join(line[at] for at in kept if at < len(line)) for line in block]
        fitted += block
    return fitted


# Files that are written


@contextmanager
def writing(path: str) -> Iterator[None]:
    """Makes an OSError within a ValueError that says that the file cannot be written."""
    try:
        yield
    except OSError as error:
        reason = "no such folder" if isinstance(error, FileNotFoundError) else (error.strerror or str(error)).lower()
        raise ValueError(f"cannot write {path}: {reason}") from None


def write_text(path: str, text: str) -> None:
    """Writes a file; ValueError if that fails."""
    with writing(path):
        Path(path).write_text(text, encoding="utf-8")


def check_file(path: str | None) -> None:
    """ValueError if there can be no such file, which is to be written later."""
    check_folder(path)
    if path == "-":
        raise ValueError("cannot write -: should be the name of a file")
    if path is not None and Path(path).is_dir():
        raise ValueError(f"cannot write {path}: is a directory")


def check_folder(path: str | None) -> None:
    """ValueError if there is no folder for what is to be written later."""
    if path is not None and not Path(path).parent.is_dir():
        raise ValueError(f"cannot write {path}: no such folder")


# Ctrl-C


@contextmanager
def ctrl_c_sets(stop: StopFlag) -> Iterator[None]:
    """Within, the first Ctrl-C sets a flag; the second one interrupts."""
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.default_int_handler or threading.current_thread() is not threading.main_thread():
        yield
        return

    def set_flag(number: int, frame: object) -> None:
        stop.set()
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, set_flag)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


# Progress


class Progress:
    """A bar on stderr for what takes longer than two seconds; a line now and then where stderr is no terminal."""

    def __init__(self, what: str, total: float | None) -> None:
        self._what, self._total = what, total
        self._start = self._told = time.monotonic()
        self._bar: Any = None
        self._task: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def __call__(self, done: float, note: str = "") -> None:
        """To be called often; `done` counts towards the total."""
        now = time.monotonic()
        if now - self._start < BAR_AFTER:
            return
        if sys.stderr.isatty():
            self._show_bar(done, note)
        elif self._told == self._start or now - self._told >= LINE_EVERY:
            self._told = now
            reached = f"{done / self._total:.0%}" if self._total else f"{done:,.0f}"
            click.echo(f"{self._what}: {reached} {note}".rstrip(), err=True)

    def _show_bar(self, done: float, note: str) -> None:
        from rich import progress

        if self._bar is None:
            self._bar = progress.Progress(
                progress.TextColumn("{task.description}"),
                progress.BarColumn(),
                progress.TaskProgressColumn(),
                progress.TimeRemainingColumn(),
                progress.TextColumn("{task.fields[note]}"),
                console=console(stderr=True),
                transient=True,
            )
            self._task = self._bar.add_task(self._what, total=self._total, note=note)
            self._bar.start()
        self._bar.update(self._task, completed=done, note=note)
