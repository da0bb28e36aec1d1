"""`cloche engine`: lines in, lines out; nothing that comes in ends the process."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from cloche import cli
from cloche.service.rpc import Connection

from .serving import SECONDS, Asked, asked

ABOUT = b'{"jsonrpc":"2.0","id":"alive","method":"about"}'


class Lines:
    """An engine to talk to by bytes."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self.process, self.to, self.of = process, process.stdin, process.stdout

    def send(self, *lines: bytes) -> None:
        self.to.write(b"".join(line + b"\n" for line in lines))
        self.to.flush()

    def read(self) -> Any:
        return json.loads(self.of.readline())

    def ask(self, line: bytes) -> Any:
        self.send(line)
        return self.read()

    def call(self, method: str, **params: Any) -> Any:
        message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        return self.ask(json.dumps(message).encode())["result"]


@contextmanager
def engine(*arguments: str) -> Iterator[Lines]:
    command = [sys.executable, "-m", "cloche", "engine", *arguments]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    lines = Lines(process)
    try:
        yield lines
    finally:
        if not lines.to.closed:
            lines.to.close()
        process.wait(SECONDS)
        lines.of.close()
        assert process.stderr is not None
        process.stderr.close()


@pytest.fixture(scope="module")
def lines() -> Iterator[Lines]:
    with engine("--message-bytes", "100000") as running:
        yield running


def error(answer: Any) -> tuple[Any, str]:
    return answer["id"], answer["error"]["data"]["name"]


BROKEN: list[tuple[bytes, str]] = [
    (b"hello", "parse_error"),
    (b"{", "parse_error"),
    (b'{"jsonrpc":"2.0","id":1,"method":"about"', "parse_error"),
    (b"\xff\xfe\xfd", "parse_error"),
    (b"\x00\x01\x02", "parse_error"),
    (b"[" * 50_000, "parse_error"),
    (b'{"a":' * 15_000, "parse_error"),
    (b"9" * 90_000, "parse_error"),
    (b"NaN", "parse_error"),
    (b'{"jsonrpc":"2.0","jsonrpc":"2.0","id":1,"method":"about"}', "parse_error"),
    (b"x" * 100_001, "too_large"),
    (b"x" * 3_000_000, "too_large"),
    (b'"' + b"y" * 100_001 + b'"', "too_large"),
    (b"[]", "invalid_request"),
    (b"[" + b",".join([b"1"] * 65) + b"]", "invalid_request"),
    (b"3", "invalid_request"),
    (b'"text"', "invalid_request"),
    (b"true", "invalid_request"),
    (b"null", "invalid_request"),
    (b"{}", "invalid_request"),
]


@pytest.mark.parametrize(("line", "name"), BROKEN, ids=range(len(BROKEN)))
def test_a_broken_line_is_answered_and_the_next_one_read(lines: Lines, line: bytes, name: str) -> None:
    lines.send(line, ABOUT)
    assert error(lines.read()) == (None, name)
    assert lines.read()["id"] == "alive"


ODD: list[tuple[dict[str, Any], Any, str]] = [
    ({"jsonrpc": "1.0", "id": 4, "method": "about"}, 4, "invalid_request"),
    ({"id": 4, "method": "about"}, 4, "invalid_request"),
    ({"jsonrpc": "2.0", "id": 4}, 4, "invalid_request"),
    ({"jsonrpc": "2.0", "id": 4, "method": 7}, 4, "invalid_request"),
    ({"jsonrpc": "2.0", "id": 4, "method": ["about"]}, 4, "invalid_request"),
    ({"jsonrpc": "2.0", "id": 4, "method": "about", "more": 1}, 4, "invalid_request"),
    ({"jsonrpc": "2.0", "id": [4], "method": "about"}, None, "invalid_request"),
    ({"jsonrpc": "2.0", "id": True, "method": "about"}, None, "invalid_request"),
    ({"jsonrpc": "2.0", "id": "x" * 300, "method": "about"}, None, "invalid_request"),
    ({"jsonrpc": "2.0", "id": 10**40, "method": "about"}, None, "invalid_request"),
    ({"jsonrpc": "2.0", "id": 4, "method": "about", "params": [1]}, 4, "invalid_params"),
    ({"jsonrpc": "2.0", "id": 4, "method": "about", "params": "x"}, 4, "invalid_params"),
    ({"jsonrpc": "2.0", "id": 4, "method": "nothing"}, 4, "method_not_found"),
    ({"jsonrpc": "2.0", "id": "\ud800", "method": "nothing"}, "\ud800", "method_not_found"),
    ({"jsonrpc": "2.0", "id": 4, "method": "__init__"}, 4, "method_not_found"),
    ({"jsonrpc": "2.0", "id": 4, "method": "shut_down"}, 4, "method_not_found"),
]


@pytest.mark.parametrize(("message", "id_", "name"), ODD, ids=range(len(ODD)))
def test_an_odd_request_is_answered(lines: Lines, message: dict[str, Any], id_: Any, name: str) -> None:
    assert error(lines.ask(json.dumps(message).encode())) == (id_, name)


@pytest.mark.parametrize("id_", [0, -3, 2.5, "", "a", None])
def test_an_answer_has_the_id_of_its_request(lines: Lines, id_: Any) -> None:
    message = {"jsonrpc": "2.0", "id": id_, "method": "about"}
    assert lines.ask(json.dumps(message).encode())["id"] == id_


def test_blank_lines_and_notifications_are_not_answered(lines: Lines) -> None:
    lines.send(b"", b"  ", b'{"jsonrpc":"2.0","method":"about"}', b'{"jsonrpc":"2.0","method":"nothing"}', ABOUT)
    assert lines.read()["id"] == "alive"


def test_a_batch_is_answered_by_one_array_when_its_last_search_is_done(lines: Lines) -> None:
    one, other = lines.call("new", game="connect_four")["session"], lines.call("new", game="nim")["session"]
    batch = [
        {"jsonrpc": "2.0", "id": 1, "method": "search", "params": {"session": one, "simulations": 2000, "top": 1}},
        {"jsonrpc": "2.0", "id": 2, "method": "hint", "params": {"session": other, "simulations": 50}},
        {"jsonrpc": "2.0", "method": "about"},
        {"jsonrpc": "2.0", "id": 3, "method": "nothing"},
        5,
    ]
    answers = lines.ask(json.dumps(batch).encode())
    assert {answer["id"] for answer in answers} == {1, 2, 3, None}
    assert len(answers) == 4
    lines.send(json.dumps([batch[2]]).encode(), ABOUT)
    assert lines.read()["id"] == "alive"


def test_other_requests_are_answered_while_a_search_runs(lines: Lines) -> None:
    session = lines.call("new", game="connect_four")["session"]
    search = {"jsonrpc": "2.0", "id": "s", "method": "search", "params": {"session": session, "simulations": 10**9}}
    assert lines.ask(json.dumps(search).encode() + b"\n" + ABOUT)["id"] == "alive"
    lines.send(json.dumps({"jsonrpc": "2.0", "id": "t", "method": "stop", "params": {"session": session}}).encode())
    assert {lines.read()["id"], lines.read()["id"]} == {"s", "t"}


def test_progress_names_its_request(lines: Lines) -> None:
    session = lines.call("new", game="connect_four")["session"]
    params = {"session": session, "seconds": 0.6, "progress": True, "top": 1}
    lines.send(json.dumps({"jsonrpc": "2.0", "id": "mine", "method": "search", "params": params}).encode())
    told = []
    while (message := lines.read()).get("method") == "progress":
        told.append(message["params"])
    assert message["id"] == "mine"
    assert told
    assert all(progress["request"] == "mine" and progress["session"] == session for progress in told)


def test_the_end_of_stdin_ends_it_and_what_runs() -> None:
    with engine() as lines:
        session = lines.call("new", game="connect_four")["session"]
        search = {"jsonrpc": "2.0", "id": "s", "method": "search", "params": {"session": session, "simulations": 10**9}}
        lines.send(json.dumps(search).encode())
        lines.to.close()
        assert lines.read()["result"]["report"]["stopped_by"] == "stop"
        assert lines.process.wait(SECONDS) == cli.OK


def test_quit_ends_it() -> None:
    with engine() as lines:
        assert lines.call("quit") == {}
        assert lines.process.wait(SECONDS) == cli.OK


def test_a_client_that_reads_no_more_ends_it() -> None:
    with engine() as lines:
        lines.of.close()
        lines.send(ABOUT)
        lines.to.close()
        assert lines.process.wait(SECONDS) == cli.BROKEN_PIPE
        assert lines.process.stderr is not None
        assert lines.process.stderr.read() == b""


def test_ctrl_c_ends_it() -> None:
    with engine() as lines:
        lines.call("about")
        lines.process.send_signal(signal.SIGINT)
        assert lines.process.wait(SECONDS) == cli.INTERRUPTED


def test_limits_are_options() -> None:
    with engine("--sessions", "1", "--search-seconds", "0.5", "--memory-mb", "16", "--threads", "1") as lines:
        session = lines.call("new", game="connect_four")["session"]
        assert lines.call("search", session=session, simulations=10**9)["report"]["stopped_by"] == "seconds"
        params = {"session": session, "memory_mb": 17}
        message = {"jsonrpc": "2.0", "id": 1, "method": "search", "params": params}
        assert error(lines.ask(json.dumps(message).encode())) == (1, "beyond_limits")


def test_a_client_that_goes_away_ends_its_searches_alone() -> None:
    with asked(threads=2) as ask:
        sent: list[str] = []
        here, there = (Connection(ask.service, sent.append, on_quit=lambda: None) for _ in range(2))
        sessions = [ask.new("connect_four") for _ in range(2)]
        for connection, session in zip((here, there), sessions, strict=True):
            params = {"session": session, "simulations": 10**9}
            connection.answer({"jsonrpc": "2.0", "id": session, "method": "search", "params": params})
        here.abandon()
        _wait_for(ask, sessions[0])
        assert [json.loads(text)["id"] for text in sent] == [sessions[0]]
        there.abandon()
        _wait_for(ask, sessions[1])


def _wait_for(ask: Asked, session: str) -> None:
    job = ask.service._sessions[session].running
    if job is not None:
        job.outcome.exception(SECONDS)
