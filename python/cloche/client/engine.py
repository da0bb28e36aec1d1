"""A client with an engine process of its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress

from cloche.client.client import Client, Lost

QUIT_SECONDS = 10.0  # that the engine may take to end


class Engine(Client):
    """Starts `cloche engine` and talks to it by lines; `close` ends it.

    `arguments` are options of `cloche engine`; `command` starts another program that speaks the protocol. OSError if
    it can't be started. What it writes to stderr goes to this process's.
    """

    def __init__(self, arguments: Sequence[str] = (), *, command: Sequence[str] | None = None) -> None:
        super().__init__()
        own = [sys.executable, "-m", "cloche", "engine"]
        self._process = subprocess.Popen(
            [*(own if command is None else command), *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._to, self._from = self._process.stdin, self._process.stdout
        self._reader.start()

    @property
    def process(self) -> subprocess.Popen[bytes]:
        """The process of the engine."""
        return self._process

    def _send(self, text: str) -> None:
        self._to.write(text.encode() + b"\n")
        self._to.flush()

    def _receive(self) -> str | None:
        return self._from.readline().decode() or None

    def close(self) -> None:
        """Ends the engine, which answers what it is at with what it has, and waits for its end."""
        with suppress(Lost):
            self.start("quit")
        with suppress(OSError):
            self._to.close()
        try:
            self._process.wait(QUIT_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._reader.join(QUIT_SECONDS)
        self._from.close()
