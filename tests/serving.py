"""A service in this process, for tests: methods that wait for their answers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

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
