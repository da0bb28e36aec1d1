"""`cloche serve`: the methods by HTTP and WebSocket, who is let in, and how it ends."""

from __future__ import annotations

import contextlib
import http.client
import json
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

import cloche
from cloche import cli
from cloche.client import Refused, Server
from cloche.service import openapi
from cloche.service.faults import REASONS
from cloche.service.service import METHODS

from .serving import SECONDS, Running, running_server

JSON = {"Content-Type": "application/json"}


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def data(self) -> Any:
        return json.loads(self.body)

    @property
    def name(self) -> str:
        """Of the error."""
        name: str = self.data["error"]["data"]["name"]
        return name


class Http:
    """Requests to a server, each by a connection of its own."""

    def __init__(self, server: Running) -> None:
        self.server = server

    def __call__(self, verb: str, path: str, body: Any = None, headers: dict[str, str] | None = None) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=SECONDS)
        try:
            connection.request(verb, path, body, headers or {})
            response = connection.getresponse()
            names = {name.lower(): value for name, value in response.getheaders()}
            return Answer(response.status, names, response.read())
        finally:
            connection.close()

    def call(self, method: str, **params: Any) -> Answer:
        return self("POST", f"/api/{method}", json.dumps(params), JSON)


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    with running_server("--message-bytes", "100000", "--search-seconds", "20") as running:
        yield running


@pytest.fixture
def http_(server: Running) -> Http:
    return Http(server)


# Methods


def test_a_game_by_http(http_: Http) -> None:
    status = http_.call("new", game="bloom_town", viewer=0, seats=["human", "greedy"]).data
    session = status["session"]
    while status["awaits"] != "nobody":
        if status["awaits"] == "bot":
            status = http_.call("play", session=session).data
        else:
            actions = http_.call("legal_actions", session=session).data["actions"]
            status = http_.call("apply", session=session, action=actions[-1]["text"]).data
    record = http_.call("save", session=session).data["record"]
    assert cloche.Record.from_dict(record).result is not None
    assert http_.call("search", session=session).status == 409
    assert http_.call("close", session=session).data == {"session": session}


def test_the_status_is_that_of_the_error(http_: Http) -> None:
    statuses = {reason.name: reason.status for reason in REASONS}
    for answer in (
        http_.call("nothing"),
        http_.call("new"),
        http_.call("view", session="none"),
        http_("POST", "/api/about", "{", JSON),
        http_("POST", "/api/about", "[1]", JSON),
        http_("POST", "/api/about", b"\xff", JSON),
        http_("POST", "/api/about", "{}"),
        http_("POST", "/api/about", "{}", {"Content-Type": "text/plain"}),
    ):
        assert answer.status == statuses[answer.name] != 200, answer
    assert "should be POST" in http_("GET", "/api/about").data["error"]["message"]


def test_no_body_is_no_parameters(http_: Http) -> None:
    assert http_("POST", "/api/about", None, JSON).data["version"] == cloche.__version__
    assert http_("POST", "/api/about", " ", JSON | {"Content-Type": "application/json; charset=utf-8"}).status == 200


def test_a_body_that_is_too_large_is_refused(http_: Http) -> None:
    assert http_("POST", "/api/about", b" " * 100_001, JSON).name == "too_large"
    chunks = (b" " * 10_000 for _ in range(1000))
    connection = http.client.HTTPConnection("127.0.0.1", http_.server.port, timeout=SECONDS)
    try:
        connection.request("POST", "/api/about", chunks, JSON, encode_chunked=True)
        assert connection.getresponse().status == 413
    except (BrokenPipeError, ConnectionResetError):
        pass  # it reads no further
    finally:
        connection.close()
    assert http_.call("about").status == 200


def test_the_openapi_document_describes_every_method(http_: Http) -> None:
    document = http_("GET", "/api/openapi.json").data
    assert document == json.loads(json.dumps(openapi.document()))
    assert set(document["paths"]) == {f"/api/{name}" for name in METHODS}
    schemas = document["components"]["schemas"]
    references = _references(document)
    assert references
    assert all(reference.removeprefix("#/components/schemas/") in schemas for reference in references)
    search = document["paths"]["/api/search"]["post"]
    assert search["summary"]
    body = search["requestBody"]["content"]["application/json"]["schema"]["$ref"]
    assert "session" in schemas[body.rpartition("/")[2]]["required"]


def _references(value: Any) -> set[str]:
    if isinstance(value, dict):
        own = {value["$ref"]} if isinstance(value.get("$ref"), str) else set()
        return own.union(*map(_references, value.values()))
    return set().union(*map(_references, value)) if isinstance(value, list) else set()


def test_every_method_answers_as_the_document_says(http_: Http) -> None:
    """Results are checked against the types that the document is made from."""
    from pydantic import TypeAdapter

    session = http_.call("new", game="connect_four", seats=["human", "mcts:20"]).data["session"]
    asked: dict[str, dict[str, Any]] = {
        "about": {},
        "games": {"known": True},
        "new": {"game": "nim"},
        "legal_actions": {"session": session},
        "search": {"session": session, "simulations": 20},
        "hint": {"session": session, "simulations": 20},
        "evaluate": {"session": session, "simulations": 20},
        "ponder": {"session": session},
        "stop": {"session": session},
        "apply": {"session": session, "action": 3},
        "play": {"session": session},
        "view": {"session": session},
        "course": {"session": session},
        "position": {"session": session},
        "save": {"session": session},
        "undo": {"session": session},
    }
    results = {name: http_.call(name, **params).data for name, params in asked.items()}
    results["set_position"] = http_.call("set_position", session=session, state=results["position"]["state"]).data
    results["load"] = http_.call("load", record=results["save"]["record"]).data
    results["close"] = http_.call("close", session=session).data
    assert results.keys() == METHODS.keys()
    for name, result in results.items():
        TypeAdapter(METHODS[name].result).validate_python(result, strict=True, extra="forbid")


def test_pages_are_served(http_: Http) -> None:
    script = http_("GET", "/cloche.js")
    assert script.status == 200
    assert "javascript" in script.headers["content-type"]
    assert "default-src 'none'; script-src 'self'" in script.headers["content-security-policy"]
    assert script.headers["x-content-type-options"] == "nosniff"
    for path in ("/../service/web.py", "/%2e%2e/service/web.py", "/..%2fservice/web.py", "/nothing"):
        assert http_("GET", path).status == 404


def test_the_rules_of_every_game_can_be_read(http_: Http) -> None:
    for name in (*cloche.games(), *cloche.known_games()):
        page = http_("GET", f"/rules/{name}")
        assert page.status == 200
        assert page.headers["content-type"].startswith("text/plain")
        assert page.body.decode().startswith("# ")
    assert http_("GET", "/rules/chess").status == 404


# WebSocket


def ws_address(server: Running, query: str = "") -> str:
    return f"ws://127.0.0.1:{server.port}/api/ws{query}"


def test_a_broken_message_is_answered_and_the_next_one_read(server: Running) -> None:
    about = '{"jsonrpc":"2.0","id":7,"method":"about"}'
    messages: list[tuple[str | bytes, str]] = [
        ("", "parse_error"),
        ("hello", "parse_error"),
        ("[" * 50_000, "parse_error"),
        (b"\xff\x00", "parse_error"),
        ("x" * 100_001, "too_large"),
        ("x" * 390_000, "too_large"),
        ("null", "invalid_request"),
        ("[]", "invalid_request"),
    ]
    with connect(ws_address(server)) as socket_:
        for message, name in messages:
            socket_.send(message)
            assert json.loads(socket_.recv())["error"]["data"]["name"] == name
            socket_.send(about.encode() if isinstance(message, bytes) else about)
            assert json.loads(socket_.recv())["id"] == 7


def test_a_message_of_any_size_ends_its_connection_alone(server: Running) -> None:
    with connect(ws_address(server)) as socket_:
        with contextlib.suppress(ConnectionClosed):
            socket_.send("x" * 3_000_000)
        with pytest.raises(ConnectionClosed):
            socket_.recv()
    with Server(server.address) as client:
        assert client.about()


def test_quit_ends_the_connection(server: Running) -> None:
    with connect(ws_address(server)) as socket_:
        socket_.send('{"jsonrpc":"2.0","id":1,"method":"quit"}')
        assert json.loads(socket_.recv())["result"] == {}
        with pytest.raises(ConnectionClosed):
            socket_.recv()


def test_a_session_outlives_its_connection(server: Running) -> None:
    with Server(server.address) as client:
        session = client.new("connect_four")["session"]
        client.apply(session, 3)
    with Server(server.address) as client:
        assert client.view(session)["ply"] == 1


# Clients that vanish


def eventually_free(server: Running, session: str) -> None:
    http_, deadline = Http(server), time.monotonic() + SECONDS
    while (answer := http_.call("search", session=session, simulations=1)).status != 200:
        assert answer.name == "busy"
        assert time.monotonic() < deadline, "the search goes on"
        time.sleep(0.02)


def test_a_client_of_the_websocket_that_vanishes_ends_its_search(server: Running) -> None:
    client = Server(server.address)
    session = client.new("connect_four")["session"]
    client.start("search", {"session": session, "seconds": 20})
    client._socket.socket.shutdown(socket.SHUT_RDWR)
    eventually_free(server, session)
    client.close()


def test_a_client_of_http_that_vanishes_ends_its_search(http_: Http) -> None:
    session = http_.call("new", game="connect_four").data["session"]
    body = json.dumps({"session": session, "seconds": 20}).encode()
    with socket.create_connection(("127.0.0.1", http_.server.port)) as raw:
        lines = ["POST /api/search HTTP/1.1", "Host: localhost", "Content-Type: application/json"]
        raw.sendall("\r\n".join([*lines, f"Content-Length: {len(body)}", "", ""]).encode() + body)
        while http_.call("hint", session=session, simulations=1).status != 409:
            time.sleep(0.01)
    eventually_free(http_.server, session)


def test_half_a_request_harms_nobody_and_is_no_error() -> None:
    lines = ["POST /api/about HTTP/1.1", "Host: localhost", "Content-Type: application/json", "Content-Length: 99"]
    begun = "\r\n".join([*lines, "", "{"]).encode()
    with running_server() as server:
        for start in (begun, b"\x16\x03\x01", b"GET"):
            with socket.create_connection(("127.0.0.1", server.port)) as raw:
                raw.sendall(start)
        assert Http(server).call("about").status == 200
        server.process.send_signal(signal.SIGTERM)
        server.process.wait(SECONDS)
        assert server.process.stderr is not None
        assert server.process.stderr.read() == ""


# Who is let in


def test_a_page_of_another_origin_is_refused(server: Running, http_: Http) -> None:
    foreign = {"Origin": "https://evil.example"}
    assert http_("POST", "/api/about", "{}", JSON | foreign).name == "unauthorized"
    own = {"Origin": f"http://127.0.0.1:{server.port}"}
    assert http_("POST", "/api/about", "{}", JSON | own).status == 200
    with pytest.raises(InvalidStatus), connect(ws_address(server), additional_headers=foreign):
        pass
    with connect(ws_address(server), additional_headers=own) as socket_:
        socket_.send('{"jsonrpc":"2.0","id":1,"method":"about"}')
        assert json.loads(socket_.recv())["id"] == 1
    preflight = http_("OPTIONS", "/api/about", None, foreign | {"Access-Control-Request-Method": "POST"})
    assert "access-control-allow-origin" not in preflight.headers


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "[::1", ""])
def test_another_name_of_this_machine_is_refused(http_: Http, host: str) -> None:
    assert http_("POST", "/api/about", "{}", JSON | {"Host": host}).status in (400, 401)
    assert http_("GET", "/cloche.js", None, {"Host": host}).status in (400, 401)


def test_a_token_is_asked_for_everywhere() -> None:
    with running_server("--token", "secret", "--allow-origin", "https://friend.example") as server:
        http_ = Http(server)
        right, wrong = {"Authorization": "Bearer secret"}, {"Authorization": "Bearer secre"}
        for headers in (
            {},
            wrong,
            {"Authorization": "secre"},
            {"Authorization": "Bearer sécret".encode().decode("latin-1")},
        ):
            assert http_("POST", "/api/about", "{}", JSON | headers).name == "unauthorized"
            assert http_("GET", "/api/openapi.json", None, headers).status == 401
        assert http_("POST", "/api/about", "{}", JSON | right).status == 200
        assert http_("GET", "/cloche.js").status == 200
        for query in ("", "?token=other"):
            with pytest.raises(InvalidStatus), connect(ws_address(server, query)):
                pass
        with connect(ws_address(server, "?token=secret")):
            pass
        with Server(server.address, token="secret") as client:
            assert client.about()
        with pytest.raises(OSError, match="rejected"):
            Server(server.address, token="wrong")
        friend = {"Origin": "https://friend.example"}
        answer = http_("POST", "/api/about", "{}", JSON | right | friend)
        assert answer.headers["access-control-allow-origin"] == "https://friend.example"
        asked = {
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "authorization,content-type",
        }
        assert http_("OPTIONS", "/api/about", None, friend | asked).status == 200


# Limits and the end


def test_idle_sessions_are_dropped() -> None:
    with running_server("--idle-seconds", "0.3") as server, Server(server.address) as client:
        session = client.new("nim")["session"]
        time.sleep(1)
        with pytest.raises(Refused, match="idle") as caught:
            client.view(session)
        assert caught.value.name == "no_session"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_after_all_answers(number: int) -> None:
    with running_server("--threads", "2") as server, Server(server.address) as client:
        sessions = [client.new("connect_four")["session"] for _ in range(4)]
        futures = [client.start("search", {"session": session, "seconds": 30}) for session in sessions]
        client.ponder(client.new("connect_four")["session"])
        server.process.send_signal(number)
        reports = [future.result(SECONDS)["report"] for future in futures]
        assert [report["stopped_by"] for report in reports] == ["stop"] * 4
        code = server.process.wait(SECONDS)
        assert code == (cli.INTERRUPTED if number == signal.SIGINT else -signal.SIGTERM)
        assert server.process.stderr is not None
        assert server.process.stderr.read().strip() == ""


def test_a_port_that_is_taken_is_an_error_in_a_line(server: Running) -> None:
    command = [sys.executable, "-m", "cloche", "serve", "--port", str(server.port)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert done.returncode == cli.BAD_INPUT
    assert done.stderr.startswith("cloche: ")
    assert done.stderr.count("\n") == 1
    assert "in use" in done.stderr.lower()


def test_without_the_extra_the_command_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    monkeypatch.delitem(sys.modules, "cloche.service.server", raising=False)
    assert cli.main(["serve"]) == cli.BAD_INPUT
    assert "pip install 'cloche[web]'" in capsys.readouterr().err


def test_a_token_must_be_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["serve", "--token", " x"]) == cli.BAD_INPUT
    assert "--token" in capsys.readouterr().err


def test_who_opens_the_server_to_others_without_a_token_is_warned() -> None:
    with running_server("--host", "0.0.0.0") as server:
        assert server.process.stderr is not None
        assert "token" in server.process.stderr.readline()
        assert Http(server)("POST", "/api/about", "{}", JSON | {"Host": "any.example"}).status == 200
