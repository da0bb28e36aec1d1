"""JSON-RPC 2.0 over any stream of messages: requests, notifications, batches, answers that come later."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Final, TypeAlias

from cloche import strict_json
from cloche.messages import shown
from cloche.service.answers import Notify
from cloche.service.faults import INTERNAL_ERROR, INVALID_REQUEST, PARSE_ERROR, SHUTTING_DOWN, TOO_LARGE, Fault
from cloche.service.results import Progress, Report
from cloche.service.service import METHODS, Service
from cloche.service.work import Job

QUIT = "quit"
UNREADABLE: Final = object()  # in place of a message's data
MOST_ID = 200  # characters of an id
_KEYS = {"jsonrpc", "method", "params", "id"}

Respond: TypeAlias = Callable[[dict[str, Any]], None]


def write(message: Any) -> str:
    """One line of JSON."""
    return json.dumps(message, separators=(",", ":"), allow_nan=False)


def refusal(id_: Any, fault: Fault) -> dict[str, Any]:
    """The answer to a request that is refused."""
    return {"jsonrpc": "2.0", "id": id_, "error": fault.to_dict()}


def outcome_of(future: Future[Any]) -> Any:
    """The result of a future that is done; Fault for whatever else came of it."""
    try:
        return future.result()
    except Fault:
        raise
    except CancelledError:
        raise Fault(SHUTTING_DOWN, "the process is about to end") from None
    except Exception as error:
        raise Fault(INTERNAL_ERROR, f"failed: {type(error).__name__}") from error


@dataclass
class _Batch:
    """Answers that go out together."""

    send: Callable[[str], None]
    missing: int
    answers: list[dict[str, Any]] = field(default_factory=list)
    lock: Lock = field(default_factory=Lock)

    def add(self, answer: dict[str, Any] | None) -> None:
        """The answer to one of the requests; None for a notification."""
        with self.lock:
            self.missing -= 1
            if answer is not None:
                self.answers.append(answer)
            done = self.missing == 0
        if done and self.answers:
            self.send(write(self.answers))


class Connection:
    """One client. `send` gets messages that go out, from any thread; `notify` those that may be lost."""

    def __init__(
        self,
        service: Service,
        send: Callable[[str], None],
        *,
        notify: Callable[[str], None] | None = None,
        on_quit: Callable[[], None],
    ) -> None:
        self._service = service
        self._send = send
        self._notify = notify or send
        self._on_quit = on_quit
        self._jobs: set[Job[Any]] = set()  # that are to be answered
        self._lock = Lock()

    @property
    def waits(self) -> bool:
        """Whether there is a search that is to be answered."""
        return bool(self._jobs)

    def abandon(self) -> None:
        """Ends the searches that the client waits for: it is gone."""
        with self._lock:
            jobs = list(self._jobs)
        for job in jobs:
            job.stop()

    def too_large(self) -> None:
        """Answers a message that was too large to be read."""
        most = self._service.limits.message_bytes
        self._send(write(refusal(None, Fault(TOO_LARGE, f"a message should be at most {most} bytes"))))

    def read(self, text: str | bytes) -> Any:
        """The data of a message; UNREADABLE if there is none, which has been answered."""
        if len(text) > self._service.limits.message_bytes:
            self.too_large()
            return UNREADABLE
        try:
            return strict_json.loads("message", text)
        except ValueError as error:
            self._send(write(refusal(None, Fault(PARSE_ERROR, str(error)))))
            return UNREADABLE

    def is_slow(self, data: Any) -> bool:
        """Whether answering takes long enough to hold up an event loop."""
        if isinstance(data, list):
            return True
        method = METHODS.get(name) if isinstance(data, dict) and isinstance(name := data.get("method"), str) else None
        return method is not None and method.slow

    def answer(self, data: Any) -> None:
        """Does what a message asks for; answers go to `send`, now or later."""
        if not isinstance(data, list):
            self._one(data, lambda answer: None if answer is None else self._send(write(answer)))
            return
        most = self._service.limits.batch
        if not 0 < len(data) <= most:
            fault = Fault(INVALID_REQUEST, f"a batch of {len(data)} requests, should be 1..{most}")
            self._send(write(refusal(None, fault)))
            return
        batch = _Batch(self._send, len(data))
        for item in data:
            self._one(item, batch.add)

    def _one(self, data: Any, respond: Callable[[dict[str, Any] | None], None]) -> None:
        id_ = data.get("id") if isinstance(data, dict) else None
        asks = not isinstance(data, dict) or "id" in data
        if not _is_id(id_):
            id_ = None
        try:
            _check(data)
            if data["method"] == QUIT:
                self._on_quit()
                result: Any = {}
            else:
                result = self._service.call(data["method"], data.get("params"), self._teller(id_))
        except Fault as fault:
            respond(refusal(id_, fault) if asks or fault.reason == INVALID_REQUEST else None)
            return
        if isinstance(result, Job):
            self._await(result, lambda future: respond(_later(id_, future) if asks else None))
        else:
            respond({"jsonrpc": "2.0", "id": id_, "result": result} if asks else None)

    def _await(self, job: Job[Any], respond: Callable[[Future[Any]], None]) -> None:
        with self._lock:
            self._jobs.add(job)

        def done(future: Future[Any]) -> None:
            respond(future)
            with self._lock:
                self._jobs.discard(job)

        job.outcome.add_done_callback(done)

    def _teller(self, id_: Any) -> Notify:
        def tell(session: str, report: Report) -> None:
            params: Progress = {"request": id_, "session": session, "report": report}
            self._notify(write({"jsonrpc": "2.0", "method": "progress", "params": params}))

        return tell


def _later(id_: Any, future: Future[Any]) -> dict[str, Any]:
    try:
        return {"jsonrpc": "2.0", "id": id_, "result": outcome_of(future)}
    except Fault as fault:
        return refusal(id_, fault)


def _is_id(id_: object) -> bool:
    if isinstance(id_, str):
        return len(id_) <= MOST_ID
    return id_ is None or (isinstance(id_, int | float) and not isinstance(id_, bool) and abs(id_) < 2**53)


def _check(data: Any) -> None:
    """Fault unless it is a request of JSON-RPC 2.0."""
    if not isinstance(data, dict):
        raise Fault(INVALID_REQUEST, f"a request: {shown(data)}, should be an object")
    faults = [f"{shown(key)}: unknown key, should be one of jsonrpc, method, params, id" for key in data.keys() - _KEYS]
    if data.get("jsonrpc") != "2.0":
        faults.append(f"jsonrpc: {shown(data.get('jsonrpc'))}, should be '2.0'")
    if not isinstance(data.get("method"), str):
        faults.append(f"method: {shown(data.get('method'))}, should be the name of a method")
    if not _is_id(data.get("id")):
        faults.append(f"id: {shown(data.get('id'))}, should be a number, or a text of at most {MOST_ID} characters")
    if faults:
        raise Fault(INVALID_REQUEST, "; ".join(faults[:20]), tuple(faults[:20]))
