"""The command line `cloche`: commands are found in `cloche.commands`, errors are one line on stderr.

Exit codes: 0 success, 1 a check that failed, 2 bad input, 130 ended by Ctrl-C, 141 nobody reads the output.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from cloche.extras import MissingExtra
from cloche.jobs import WorkerDied

MOST_FAULTS = 5  # of an input, that a message names
OK, FAILED, BAD_INPUT, INTERRUPTED, BROKEN_PIPE = 0, 1, 2, 130, 141

# Where each command is, with the line that `cloche --help` says about it.
COMMANDS = {
    "games": ("cloche.commands.games", "List the games."),
    "show": ("cloche.commands.games", "Show a game and one of its positions."),
    "play": ("cloche.commands.play", "Play in the terminal, against bots or people."),
    "analyse": ("cloche.commands.analyse", "Search a position and say what to play."),
    "engine": ("cloche.commands.engine", "Answer another program on stdin and stdout."),
    "serve": ("cloche.commands.serve", "Serve games by HTTP and WebSocket."),
    "replay": ("cloche.commands.replay", "Play a recorded game again."),
    "annotate": ("cloche.commands.annotate", "Search every position of a recorded game and mark its mistakes."),
    "match": ("cloche.commands.match", "Let bots play each other."),
    "results": ("cloche.commands.match", "Read the games of a match from a file."),
    "solo": ("cloche.commands.solo", "Let a bot play alone."),
    "selfplay": ("cloche.commands.selfplay", "Let a bot play itself, and keep its games as data to learn from."),
    "showtime": ("cloche.commands.showtime", "Let a bot play the venues of Buds and Blooms."),
    "perft": ("cloche.commands.perft", "Count the sequences of N moves."),
    "verify": ("cloche.commands.verify", "Play native against reference, step by step."),
    "bench": ("cloche.commands.bench", "Run fixed searches; print speed and signature."),
    "build-tables": ("cloche.commands.build_tables", "Build the bed tables of Cottage Garden."),
}


class _ReaderGone(Exception):
    """A BrokenPipeError on its way past click, which would exit with 1."""


@contextmanager
def _past_click() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise _ReaderGone from None


class _Commands(click.Group):
    """Commands that are imported when they are used."""

    def make_context(self, *arguments: Any, **more: Any) -> click.Context:
        with _past_click():  # --help and --version print here
            return super().make_context(*arguments, **more)

    def invoke(self, ctx: click.Context) -> Any:
        with _past_click():
            return super().invoke(ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(COMMANDS[cmd_name][0]), cmd_name.replace("-", "_"))
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from cloche.messages import guess, shown

            hint = guess(args[0], list(COMMANDS))
            raise click.UsageError(f"no command is called {shown(args[0])}{hint}; there are {', '.join(COMMANDS)}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])


def _print_version(context: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        import cloche

        click.echo(cloche.build_info())
        context.exit()


@click.group(cls=_Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_print_version,
    help="Print the version and the build in use, and exit.",
)
@click.pass_context
def cloche_group(context: click.Context) -> None:
    """A search engine for garden board games.

    \b
    cloche analyse gardens_of_io --seed 7    what to play, and what it is worth
    cloche play gardens_of_io                a game against a bot
    cloche COMMAND --help                    all options of a command
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line, `sys.argv` by default; the exit code."""
    with _standard_streams():
        code = _run(arguments)
    if code == BROKEN_PIPE:
        _give_up_broken_pipes()
    return code


@contextmanager
def _standard_streams() -> Iterator[None]:
    """Within, all three streams are there: one that was closed is empty, or what is written to it is lost."""
    with ExitStack() as stack:
        for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
            stream = getattr(sys, name)
            stack.callback(setattr, sys, name, stream)  # click exchanges them as well
            if stream is None:  # in this order, so that no file of ours becomes a standard stream
                setattr(sys, name, stack.enter_context(Path(os.devnull).open(mode, encoding="utf-8")))
            elif name != "stdin" and hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")
        yield


def _run(arguments: Sequence[str] | None) -> int:
    try:
        code = cloche_group.main(
            None if arguments is None else list(arguments), prog_name="cloche", standalone_mode=False
        )
        sys.stdout.flush()
        return code if isinstance(code, int) else OK
    except (_ReaderGone, BrokenPipeError):
        return BROKEN_PIPE
    except (click.Abort, KeyboardInterrupt):
        if arguments is None:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # who presses Ctrl-C twice gets no traceback
        return INTERRUPTED
    except click.ClickException as error:
        return _fail(_with_help(error))
    except OSError as error:
        reason = error.strerror or str(error)
        return _fail(reason if error.filename is None else f"{error.filename}: {reason}")
    except ValueError as error:
        return _fail(_capped(str(error)))
    except MemoryError:
        return _fail("not enough memory; a search takes at most what --memory-mb, or memory_mb= of a BOT, lets it")
    except MissingExtra as error:
        return _fail(str(error))
    except WorkerDied as error:
        return _fail(str(error), FAILED)


def _with_help(error: click.ClickException) -> str:
    """A click error in a line, with where to read on."""
    message = _capped(error.format_message().rstrip("."))
    context = getattr(error, "ctx", None)
    return message if context is None else f"{message}; see {context.command_path} --help"


def _capped(message: str) -> str:
    """A message without the faults after the first few."""
    from cloche.messages import FAULT_SEPARATOR

    faults = message.split(FAULT_SEPARATOR)
    if len(faults) <= MOST_FAULTS:
        return message
    return FAULT_SEPARATOR.join([*faults[:MOST_FAULTS], f"and {len(faults) - MOST_FAULTS} more"])


def _fail(message: str, code: int = BAD_INPUT) -> int:
    with suppress(OSError):  # of a stderr that is full or that nobody reads
        click.echo(f"cloche: {' '.join(message.split())}", err=True)
    return code


def _give_up_broken_pipes() -> None:
    """Who reads went away: nothing more is written, not even at exit."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except BrokenPipeError:
            with Path(os.devnull).open("wb") as nothing:
                os.dup2(nothing.fileno(), stream.fileno())


if __name__ == "__main__":
    sys.exit(main())
