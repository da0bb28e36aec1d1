"""What work on exact values may cost (seeds/search.md, V-15)."""

from __future__ import annotations

import time
from typing import Any

from cloche.backend import StateBackend


class Spent(Exception):
    """A limit is reached before the values are known."""

    def __init__(self, limit: str) -> None:
        super().__init__(limit)
        self.limit = limit


class Purse:
    """Counts moves applied, and looks at the limits."""

    def __init__(self, nodes: int | None, seconds: float | None, cpu_seconds: float | None, stop: Any) -> None:
        self.nodes = 0
        self._most = nodes
        self._wall_end = None if seconds is None else time.perf_counter() + seconds
        self._cpu_end = None if cpu_seconds is None else time.thread_time() + cpu_seconds
        self._stop = stop

    def after(self, state: StateBackend, action: int) -> StateBackend:
        """The position after a legal action or outcome; Spent where that is one too many."""
        if self._most is not None and self.nodes >= self._most:
            raise Spent("nodes")
        self.look()
        self.nodes += 1
        then = state.clone()
        then.apply_action(action)
        return then

    def look(self) -> None:
        """Spent where a clock or the flag ends the work."""
        if self._wall_end is not None and time.perf_counter() >= self._wall_end:
            raise Spent("seconds")
        if self._cpu_end is not None and time.thread_time() >= self._cpu_end:
            raise Spent("cpu_seconds")
        if self._stop is not None and self._stop.is_set():
            raise Spent("stop")
