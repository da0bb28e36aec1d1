"""Searches that do not block: `SearchHandle`, which `start` and `ponder` of a player give."""

from __future__ import annotations

import os
import threading
import time
import weakref
from collections.abc import Callable, Generator
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypeVar

from cloche.backend import RawLimits, RawReport, SearchBackend, StateBackend
from cloche.messages import shown
from cloche.report import MOST_SECONDS, float_or_nan

if TYPE_CHECKING:
    import asyncio

Report = TypeVar("Report")
Dress = Callable[[RawReport, float, bool], Report]  # raw report, seconds, whether the search still runs

_LOOK_SECONDS = 0.05  # between looks whether a search that was asked for a report has ended instead


class Flag(Protocol):
    """A switch that a search reads: `cloche.StopFlag`, or on the reference a `threading.Event`."""

    def set(self) -> None:
        """Turns it on."""
        ...

    def clear(self) -> None:
        """Turns it off."""
        ...

    def is_set(self) -> bool:
        """Whether it is on."""
        ...


@dataclass(frozen=True)
class PonderReport:
    """What pondering came to so far.

    Attributes:
        simulations: Of this pondering.
        nodes: Moves applied in the tree and in playouts.
        seconds: Wall time.
        stopped_by: As in `cloche.SearchReport`; empty while it goes on.
        tree_nodes: Positions in the tree.
        tree_bytes: Memory of the tree; 0 on the reference.
    """

    simulations: int
    nodes: int
    seconds: float
    stopped_by: str
    tree_nodes: int
    tree_bytes: int

    @classmethod
    def of(cls, raw: RawReport, seconds: float, running: bool) -> Self:
        """The report behind a raw one."""
        return cls(
            simulations=raw["simulations"],
            nodes=raw["nodes"],
            seconds=seconds,
            stopped_by="" if running else raw["stopped_by"],
            tree_nodes=raw["tree_nodes"],
            tree_bytes=raw["tree_bytes"],
        )


class Claim:
    """Who uses a search: one call, or one search that was started, at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()

    def take(self) -> None:
        """RuntimeError while somebody else has it."""
        if not self._lock.acquire(blocking=False):
            raise RuntimeError("this bot is searching; wait for it, stop it, or use another one")

    def leave(self) -> None:
        """From any thread."""
        self._lock.release()

    def __enter__(self) -> None:
        self.take()

    def __exit__(self, *_: object) -> None:
        self.leave()


@dataclass(frozen=True)
class Task:
    """A search as its implementation takes it; `observer` is who ponders where things are hidden."""

    search: SearchBackend
    state: StateBackend
    limits: RawLimits
    observer: int | None = None


class Job(Generic[Report]):
    """A search in a thread of its own. It knows neither its handle nor the player, so that both can be dropped."""

    def __init__(self, task: Task, dress: Dress[Report], flags: Callable[[], Flag]) -> None:
        self.future: Future[Report] = Future()
        self._task = task
        self._dress = dress
        self._stop = flags()
        self._ask = flags()
        self._told = threading.Event()
        self._latest: Report | None = None
        self._polling = threading.Lock()
        self._process = os.getpid()
        self._start = time.perf_counter()

    @classmethod
    def finished(cls, report: Report) -> Job[Report]:
        """A job that has nothing left to do."""
        job: Job[Report] = cls.__new__(cls)
        job.future = Future()
        job.future.set_result(report)
        job._process = os.getpid()
        job._stop = threading.Event()
        return job

    def begin(self, claim: Claim) -> None:
        """Starts the thread; the claim, which the caller has taken, is left when the search ends."""
        self.future.set_running_or_notify_cancel()
        thread = threading.Thread(target=self._run, args=(claim,), name="cloche search", daemon=True)
        try:
            thread.start()
        except BaseException:
            claim.leave()
            raise

    def _run(self, claim: Claim) -> None:
        task = self._task
        report: Report | None = None
        error: BaseException | None = None
        try:
            raw = task.search.search(task.state, task.limits, self._stop, self._tell, self._ask, task.observer)
            report = self._dress(raw, time.perf_counter() - self._start, False)
        except BaseException as problem:
            error = problem
        claim.leave()
        if error is not None:
            self.future.set_exception(error)
        elif report is not None:
            self.future.set_result(report)
        self._told.set()

    def _tell(self, raw: RawReport) -> None:
        self._latest = self._dress(raw, time.perf_counter() - self._start, True)
        self._told.set()

    def stop(self) -> None:
        """Ends the search within milliseconds."""
        self._stop.set()

    def check_process(self) -> None:
        """RuntimeError in a process that was forked from the one that searches."""
        if os.getpid() != self._process:
            raise RuntimeError("this search runs in the process that this one was forked from")

    def poll(self) -> Report:
        """What is known now; asks the search for it and waits for the answer."""
        self.check_process()
        if self.future.done():
            return self.future.result()
        with self._polling:
            self._told.clear()
            self._ask.set()
            while not self._told.wait(_LOOK_SECONDS) and not self.future.done():
                pass
            if self.future.done() or self._latest is None:
                return self.future.result()
            return self._latest


class SearchHandle(Generic[Report]):
    """A search that goes on by itself, from `start` or `ponder` of a player.

    It may be used from any thread, and awaited: `report = await handle`. The search ends at its limits, by `stop()`,
    when the handle is dropped, and when the program ends. Meanwhile its player refuses other searches, `advance` and
    `reset` with RuntimeError; other players are free.
    """

    def __init__(self, job: Job[Report]) -> None:
        self._job = job
        weakref.finalize(self, job.stop)

    def done(self) -> bool:
        """Whether the search has ended."""
        return self._job.future.done()

    def poll(self) -> Report:
        """The report so far, the final one when the search has ended.

        The search is asked for it between two simulations and goes on; its choice does not change by that. What ended
        the search with an error comes out here, as in `result`.
        """
        return self._job.poll()

    def stop(self) -> None:
        """Ends the search within milliseconds; does not wait for it. `result()` has what was found."""
        self._job.stop()

    def result(self, timeout: float | None = None) -> Report:
        """The final report, when the search has ended; TimeoutError if that takes more than so many seconds.

        None waits as long as it takes. The search goes on after a TimeoutError, and after Ctrl-C. What ended it with an
        error comes out here.
        """
        if timeout is not None:
            seconds = float_or_nan(timeout)
            if not 0 <= seconds <= MOST_SECONDS:
                raise ValueError(
                    f"timeout: {shown(timeout)}, should be a number of seconds from 0 to {MOST_SECONDS:g}, or None"
                )
            timeout = seconds
        self._job.check_process()
        return self._job.future.result(timeout)

    def __await__(self) -> Generator[Any, None, Report]:
        """Awaiting does not block the event loop. A task that is cancelled while it awaits stops the search."""
        import asyncio

        self._job.check_process()
        waiting: asyncio.Future[Report] = asyncio.wrap_future(self._job.future)
        try:
            return (yield from waiting.__await__())
        except asyncio.CancelledError:
            self.stop()
            raise

    def __repr__(self) -> str:
        return f"<cloche.SearchHandle, {'done' if self.done() else 'searching'}>"
