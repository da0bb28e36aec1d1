"""Independent pieces of work in several processes, with results in the order of the pieces."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Generator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from cloche.extras import library

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

    from cloche.bots import Stop

Task = TypeVar("Task")
Result = TypeVar("Result")
Setting = TypeVar("Setting")

MOST_JOBS = 1024
AHEAD = 4  # tasks a process that wait for it
LOOK_SECONDS = 0.05  # between looks at a flag


class WorkerDied(RuntimeError):
    """A process ended by itself: killed for memory, or by a fault of the native core."""


class Stopped(Exception):
    """A flag was set in the middle of a game."""


def in_order(
    work: Callable[[Task], Result], tasks: Sequence[Task], jobs: int, stop: Stop | None = None
) -> Generator[Result, None, None]:
    """`work(task)` of each task, in the order of `tasks`, done by `jobs` processes (this one, if it is one).

    `work` is a function of a module, tasks and results can be pickled. Closing the iterator, or Ctrl-C, ends the
    processes at once; so does a flag that is set, and then nothing more comes. In this process the flag is looked at
    between tasks only. WorkerDied if a process dies.
    """
    if jobs == 1 or len(tasks) <= 1:
        for task in tasks:
            if stop is not None and stop.is_set():
                return
            yield work(task)
        return
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    pool = ProcessPoolExecutor(
        min(jobs, len(tasks)), mp_context=multiprocessing.get_context("spawn"), initializer=_start_worker
    )
    finished = False
    try:
        yield from _pipelined(lambda task: pool.submit(work, task), tasks, jobs * AHEAD, _result_of, stop)
        finished = stop is None or not stop.is_set()
    except BrokenProcessPool:
        if stop is not None and stop.is_set():  # Ctrl-C may have ended the workers as well
            return
        raise WorkerDied("a worker process died; run with one job to see why") from None
    finally:
        if not finished:
            _kill(pool)
        pool.shutdown(wait=finished, cancel_futures=True)


def in_order_on_ray(
    work: Callable[[Task], Result], tasks: Sequence[Task], stop: Stop | None = None
) -> Generator[Result, None, None]:
    """As `in_order`, by the processors of a Ray cluster.

    It is the one that this program is connected to; otherwise the one that RAY_ADDRESS names, one that runs on this
    machine, or a new one here, which ends with the work. MissingExtra without the extra `ray`; WorkerDied if
    a process dies, or a machine so often that Ray gives a task up.
    """
    ray: Any = library("ray", "ray")
    own = not ray.is_initialized()
    if own:
        ray.init(include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    waiting: deque[Any] = deque()  # those that would have to be cancelled
    try:

        def one(task: Task) -> Result:  # Ray takes functions only
            return work(task)

        remote = ray.remote(num_cpus=1)(one)
        processors = max(1, int(ray.cluster_resources().get("CPU", 1)))

        def submit(task: Task) -> Any:
            waiting.append(remote.remote(task))
            return waiting[-1]

        def result_of(reference: Any, seconds: float | None) -> Any:
            try:
                result = ray.get(reference, timeout=seconds)
            except ray.exceptions.GetTimeoutError:
                raise TimeoutError from None
            waiting.popleft()
            return result

        yield from _pipelined(submit, tasks, processors * AHEAD, result_of, stop)
    except (ray.exceptions.WorkerCrashedError, ray.exceptions.NodeDiedError, ray.exceptions.OutOfMemoryError):
        raise WorkerDied("a worker of the Ray cluster died; run with one job to see why") from None
    finally:
        for reference in waiting:
            ray.cancel(reference, force=True)
        if own:
            ray.shutdown()


def in_turn(
    play: Callable[[Setting, Stop | None, int], Result],
    setting: Setting,
    numbers: Sequence[int],
    jobs: int,
    *,
    ray: bool,
    stop: Stop | None,
) -> Generator[Result, None, None]:
    """What `play` makes of the games of those numbers, in order, as so many processes or a Ray cluster play them.

    Fewer where a flag is set, which ends a game in its middle: in this process `play` is given it, and raises Stopped.
    """
    if ray:
        yield from in_order_on_ray(partial(play, setting, None), numbers, stop)
        return
    here = min(jobs, len(numbers)) <= 1
    try:
        yield from in_order(partial(play, setting, stop if here else None), numbers, jobs, stop)
    except Stopped:
        return


def _pipelined(
    submit: Callable[[Task], Any],
    tasks: Sequence[Task],
    ahead: int,
    result_of: Callable[[Any, float | None], Any],
    stop: Stop | None,
) -> Generator[Any, None, None]:
    """Results in the order of the tasks, of which so many are submitted before the first is waited for.

    `result_of` raises TimeoutError when the seconds are over.
    """
    waiting: deque[Any] = deque()
    remaining = iter(tasks)
    while True:
        for task in remaining:
            waiting.append(submit(task))
            if len(waiting) >= ahead:
                break
        if not waiting:
            return
        while True:
            if stop is not None and stop.is_set():
                return
            try:
                result = result_of(waiting[0], None if stop is None else LOOK_SECONDS)
                break
            except TimeoutError:
                continue
        waiting.popleft()
        yield result


def _result_of(future: Future[Result], seconds: float | None) -> Result:
    """A future's result; TimeoutError if it takes longer than the seconds."""
    from concurrent.futures import wait

    if not wait([future], seconds).done:
        raise TimeoutError
    return future.result()


def _start_worker() -> None:
    """Ctrl-C ends a worker without a word; the process that started it tells the user."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _kill(pool: ProcessPoolExecutor) -> None:
    """Ends the workers in the middle of what they do; Python 3.14 has a public way."""
    for process in list((getattr(pool, "_processes", None) or {}).values()):
        process.terminate()
