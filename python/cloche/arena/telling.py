"""Results so far, told now and then."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Generic, TypeVar

Result = TypeVar("Result")

PROGRESS_SECONDS = 0.25
MOST_TELLING = 0.05  # of the time, that working results out may take


class Teller(Generic[Result]):
    """Hands results to a listener, not too often; without one nothing is worked out."""

    def __init__(self, listener: Callable[[Result], None] | None, result: Callable[[], Result]) -> None:
        self._listener, self._result = listener, result
        self._told, self._cost = time.perf_counter(), 0.0

    def offer(self) -> None:
        """To be called whenever there is something new."""
        now = time.perf_counter()
        if self._listener is not None and now - self._told >= max(PROGRESS_SECONDS, self._cost / MOST_TELLING):
            self._listener(self._result())
            self._told = time.perf_counter()
            self._cost = self._told - now
