"""A service in this process, for tests: methods that wait for their answers."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import pytest

from cloche.service.faults import Fault, Reason
from cloche.service.limits import ServiceLimits
from cloche.service.rpc import outcome_of
from cloche.service.service import Service
from cloche.service.work import Job

SECONDS = 60  # that anything may take here


class Asked:
    """A service whose sessions are s1, s2 and so on."""

    def __init__(self, service: Service) -> None:
        self.service = service

    def __call__(self, method: str, notify: Any = None, **params: Any) -> Any:
        return self.wait(self.start(method, notify, **params))

    def start(self, method: str, notify: Any = None, **params: Any) -> Any:
        """The answer, or the job that will have it."""
        return self.service.call(method, params, notify)

    def wait(self, answer: Any) -> Any:
        """The answer of a job."""
        if isinstance(answer, Job):
            answer.outcome.exception(SECONDS)
            return outcome_of(answer.outcome)
        return answer

    def new(self, game: str, **params: Any) -> str:
        """The name of a new session."""
        name: str = self("new", game=game, **params)["session"]
        return name

    def refused(self, reason: Reason, method: str, **params: Any) -> str:
        """What a request is refused with."""
        with pytest.raises(Fault) as caught:
            self(method, **params)
        assert caught.value.reason == reason, caught.value
        return str(caught.value)


@contextmanager
def asked(**limits: Any) -> Iterator[Asked]:
    """A service with these limits."""
    from cloche.service.engine import service

    served = service(ServiceLimits(**limits))
    try:
        yield Asked(served)
    finally:
        served.shut_down()


class Running(NamedTuple):
    """A server in a process of its own."""

    address: str
    process: subprocess.Popen[str]

    @property
    def port(self) -> int:
        return int(self.address.rsplit(":", 1)[1])


@contextmanager
def running_server(*arguments: str) -> Iterator[Running]:
    """`cloche serve` at a free port."""
    command = [sys.executable, "-m", "cloche", "serve", "--port", "0", *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r"http://\S+(?=/ )", line)
        assert found is not None, line
        yield Running(found[0], process)
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        process.communicate(timeout=SECONDS)
