"""The engine: JSON-RPC 2.0 on two streams, one message a line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Event, Lock
from typing import BinaryIO

from cloche.service.limits import ServiceLimits
from cloche.service.rpc import UNREADABLE, Connection
from cloche.service.service import Service


def service(limits: ServiceLimits) -> Service:
    """A service for one client: sessions are called s1, s2 and so on."""
    return Service(limits, new_name=_counter())


def _counter() -> Callable[[], str]:
    count, lock = 0, Lock()

    def name() -> str:
        nonlocal count
        with lock:
            count += 1
            return f"s{count}"

    return name


def run(limits: ServiceLimits, source: BinaryIO, sink: BinaryIO) -> bool:
    """Answers the lines of `source` on `sink` until `quit` or the end; False if nobody reads any more."""
    served = service(limits)
    out = _Out(sink)
    quits = Event()
    connection = Connection(served, out.send, on_quit=quits.set)
    try:
        for line in _lines(source, limits.message_bytes):
            if line is None:
                connection.too_large()
            elif (data := connection.read(line)) is not UNREADABLE:
                connection.answer(data)
            if quits.is_set() or out.gone.is_set():
                break
    finally:
        served.shut_down()
    return not out.gone.is_set()


def _lines(source: BinaryIO, most: int) -> Iterator[bytes | None]:
    """The lines with something on them; None for one that is longer than `most` bytes, of which nothing is kept."""
    while line := source.readline(most + 2):
        if line.endswith(b"\n") or len(line) <= most:
            if stripped := line.strip():
                yield stripped if len(stripped) <= most else None
            continue
        while line and not line.endswith(b"\n"):
            line = source.readline(most)
        yield None


class _Out:
    """A stream that many threads write lines to."""

    def __init__(self, sink: BinaryIO) -> None:
        self._sink = sink
        self._lock = Lock()
        self.gone = Event()  # nobody reads

    def send(self, text: str) -> None:
        """Writes a line at once, whole."""
        with self._lock:
            try:
                self._sink.write(text.encode("ascii") + b"\n")
                self._sink.flush()
            except (OSError, ValueError):  # a broken pipe, or a stream that was closed
                self.gone.set()
