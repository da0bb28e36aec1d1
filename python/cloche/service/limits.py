"""What clients may ask for."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any

from cloche.messages import shown, whole_number
from cloche.report import MOST_MEMORY_MB, MOST_SECONDS, float_or_nan

DEFAULT_SECONDS = 30.0  # of a search on a server
IDLE_SECONDS = 3600.0
MOST_THREADS = 1024


@dataclass(frozen=True)
class ServiceLimits:
    """Bounds of a service; None is no bound. ValueError for what is out of range.

    Attributes:
        sessions: Sessions at a time.
        threads: Searches that run at a time; others wait in the order of their requests.
        ponders: Sessions that ponder at a time, each in a thread of its own.
        search_seconds: Wall time of one search, above 0.
        memory_mb: MiB of tree of one search; all together at most this times `threads` plus `ponders`.
        moves: Moves and chance outcomes of a session's game.
        message_bytes: Bytes of one message, or of the body of one request.
        batch: Requests in one message.
        idle_seconds: After so long without a request a session is dropped.
    """

    sessions: int = 256
    threads: int = field(default_factory=lambda: os.cpu_count() or 1)
    ponders: int = 2
    search_seconds: float | None = DEFAULT_SECONDS
    memory_mb: int = 256
    moves: int = 5_000
    message_bytes: int = 2**20
    batch: int = 64
    idle_seconds: float | None = IDLE_SECONDS

    def __post_init__(self) -> None:
        for name, low, high in (
            ("sessions", 1, 10**6),
            ("threads", 1, MOST_THREADS),
            ("ponders", 0, MOST_THREADS),
            ("memory_mb", 1, MOST_MEMORY_MB),
            ("moves", 1, 100_000),
            ("message_bytes", 1024, 2**24),
            ("batch", 1, 1024),
        ):
            object.__setattr__(self, name, whole_number(name, getattr(self, name), low, high))
        for name in ("search_seconds", "idle_seconds"):
            value = getattr(self, name)
            if value is not None and not 0 < float_or_nan(value) <= MOST_SECONDS:
                raise ValueError(f"{name}: {shown(value)}, should be a number of seconds above 0, or None")

    def to_dict(self) -> dict[str, Any]:
        """JSON-able: every limit by name."""
        return dict(vars(self))
