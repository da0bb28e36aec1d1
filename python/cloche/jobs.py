"""Independent pieces of work in several processes, with results in the order of the pieces."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Generator, Sequence
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

Task = TypeVar("Task")
Result = TypeVar("Result")

MOST_JOBS = 1024
AHEAD = 4  # tasks a process that wait for it


class WorkerDied(RuntimeError):
    """A process ended by itself: killed for memory, or by a fault of the native core."""


def in_order(work: Callable[[Task], Result], tasks: Sequence[Task], jobs: int) -> Generator[Result, None, None]:
    """`work(task)` of each task, in the order of `tasks`, done by `jobs` processes (this one, if it is one).

    `work` is a function of a module, tasks and results can be pickled. Closing the iterator, or Ctrl-C, ends the
    processes at once. WorkerDied if a process does.
    """
    if jobs == 1 or len(tasks) <= 1:
        yield from map(work, tasks)
        return
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    pool = ProcessPoolExecutor(
        min(jobs, len(tasks)), mp_context=multiprocessing.get_context("spawn"), initializer=_start_worker
    )
    waiting: deque[Future[Result]] = deque()
    remaining = iter(tasks)
    finished = False
    try:
        for task in remaining:
            waiting.append(pool.submit(work, task))
            if len(waiting) >= jobs * AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
        finished = True
    except BrokenProcessPool:
        raise WorkerDied("a worker process died; run with one job to see why") from None
    finally:
        if not finished:
            _kill(pool)
        pool.shutdown(wait=finished, cancel_futures=True)


def _start_worker() -> None:
    """Ctrl-C ends a worker without a word; the process that started it tells the user."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _kill(pool: ProcessPoolExecutor) -> None:
    """Ends the workers in the middle of what they do; Python 3.14 has a public way."""
    for process in list((getattr(pool, "_processes", None) or {}).values()):
        process.terminate()
