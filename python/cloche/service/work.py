"""Searches in threads: so many at a time, the others wait in order, and any can be stopped."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Generic, TypeVar

from cloche._core import StopFlag
from cloche.service.faults import SHUTTING_DOWN, Fault

AnyResult = TypeVar("AnyResult")


class Job(Generic[AnyResult]):
    """A piece of work with a flag that ends it; `outcome` holds its result or its error."""

    def __init__(self, work: Callable[[StopFlag], AnyResult]) -> None:
        self.flag: StopFlag = StopFlag()
        self.outcome: Future[AnyResult] = Future()
        self._work: Callable[[StopFlag], AnyResult] | None = work
        self._place: Future[None] | None = None  # in the queue

    def queue(self, pool: ThreadPoolExecutor) -> None:
        """Waits for a thread."""
        try:
            self._place = pool.submit(self._run)
        except RuntimeError:
            raise Fault(SHUTTING_DOWN, "the process is about to end") from None

    def stop(self) -> None:
        """Ends the work within milliseconds, with what it has; one that waits for a thread is done at once."""
        self.flag.set()
        if self._place is not None and self._place.cancel():
            self._run()

    def _run(self) -> None:
        work, self._work = self._work, None  # with all that it holds, such as the tree of a search
        assert work is not None
        try:
            result = work(self.flag)
        except BaseException as error:  # the thread's own end is not at stake: who asked is told
            del work
            self.outcome.set_exception(error)
        else:
            del work
            self.outcome.set_result(result)


class Workers:
    """Threads for searches, and threads for pondering."""

    def __init__(self, *, threads: int, ponders: int) -> None:
        self._searches = ThreadPoolExecutor(threads, "search")
        self._ponders = ThreadPoolExecutor(max(1, ponders), "ponder")

    def search(self, work: Callable[[StopFlag], AnyResult]) -> Job[AnyResult]:
        """Work that starts when a thread is free."""
        job = Job(work)
        job.queue(self._searches)
        return job

    def ponder(self, work: Callable[[StopFlag], AnyResult]) -> Job[AnyResult]:
        """Work that starts at once, as long as there are not more than `ponders`."""
        job = Job(work)
        job.queue(self._ponders)
        return job

    def close(self) -> None:
        """Waits for what runs; to be stopped before."""
        for pool in (self._searches, self._ponders):
            pool.shutdown(wait=True, cancel_futures=True)
