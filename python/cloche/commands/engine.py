"""`cloche engine`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from typing import Any

import click

from cloche.commands.common import Command

# A client of one's own asks for what it likes; a server's limits are in `cloche serve`.
SESSIONS, MESSAGE_BYTES = 1024, 2**24


def service_options(*, search_seconds: float | None, sessions: int, message_bytes: int) -> Callable[[Command], Command]:
    """Decorates a command with the limits that `cloche.service.limits.ServiceLimits` knows."""
    seconds = "none" if search_seconds is None else f"{search_seconds:g}"
    options = [
        click.option("--sessions", type=int, default=sessions, show_default=True, metavar="N", help="Games at a time."),
        click.option("--threads", type=int, metavar="N", help="Searches at a time. [default: one a processor]"),
        click.option("--ponders", type=int, metavar="N", help="Sessions that ponder at a time. [default: 2]"),
        click.option(
            "--search-seconds", type=float, metavar="S", help=f"Longest search to be asked for. [default: {seconds}]"
        ),
        click.option("--memory-mb", type=int, metavar="N", help="MiB of tree of one search. [default: 256]"),
        click.option(
            "--message-bytes", type=int, default=message_bytes, show_default=True, metavar="N", help="Longest message."
        ),
    ]

    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def given(values: dict[str, Any]) -> dict[str, Any]:
    """Those options that were named."""
    return {name: value for name, value in values.items() if value is not None}


@click.command("engine")
@service_options(search_seconds=None, sessions=SESSIONS, message_bytes=MESSAGE_BYTES)
def engine(**limits: Any) -> None:
    """Answer another program on stdin and stdout: JSON-RPC 2.0, one message a line.

    \b
    {"jsonrpc": "2.0", "id": 1, "method": "games"}

    docs/protocol.md describes the methods. It ends with `quit` or the end of stdin.
    """
    from cloche.service.engine import run
    from cloche.service.limits import ServiceLimits

    chosen = ServiceLimits(**{"search_seconds": None, "idle_seconds": None, **given(limits)})
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    with redirect_stdout(sys.stderr):  # stdout is for messages alone
        heard = run(chosen, source, sink)
    if not heard:
        raise BrokenPipeError
