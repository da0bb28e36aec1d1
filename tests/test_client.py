"""The clients: every method of the protocol through the engine and through the server, and their ends."""

from __future__ import annotations

import inspect
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

import cloche
from cloche.client import Client, Engine, Lost, Refused, Server
from cloche.service.service import METHODS

from .serving import SECONDS, running_server

JS = Path(cloche.__file__).parent / "web" / "cloche.js"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with running_server() as server:
        yield server.address


@pytest.fixture(params=["engine", "server"])
def client(request: pytest.FixtureRequest, address: str) -> Iterator[Client]:
    with Engine() if request.param == "engine" else Server(address) as made:
        yield made


def test_every_method_of_the_protocol_is_there() -> None:
    """`close` ends the client, so that a session is ended by `end`."""
    own = {name for name, _ in inspect.getmembers(Client, inspect.isfunction) if not name.startswith("_")}
    assert own - {"start", "call", "close", "end"} == METHODS.keys() - {"close"}
    assert own >= {"close", "end"}
    script = set(
        re.findall(r"^  (\w+)\(.*return this\.call\(\"(?:\w+)\"", JS.read_text(encoding="utf-8"), re.MULTILINE)
    )
    assert script == METHODS.keys()


def test_a_game_from_new_to_save(client: Client) -> None:
    assert client.about()["version"] == cloche.__version__
    assert {game["name"] for game in client.games()} == set(cloche.games())
    status = client.new("bloom_town", viewer=0, seats=["human", "random"], seed=6)
    session, table = status["session"], status["table"]
    assert table["hides"]
    while status["awaits"] != "nobody":
        if status["awaits"] == "bot":
            status = client.play(session)
        else:
            status = client.apply(session, client.legal_actions(session)[0]["text"])
    view = client.view(session, picture="text", legal=False)
    assert view["result"] == status["result"]
    assert view["picture"]
    record = client.save(session)
    assert cloche.Record.from_dict(record).to_dict() == record
    assert client.load(record, at=len(record["moves"]) - 1)["ply"] == len(record["moves"]) - 1
    client.end(session)
    with pytest.raises(Refused, match=session) as caught:
        client.view(session)
    assert caught.value.name == "no_session"
    assert caught.value.code == -32001


def test_thinking(client: Client) -> None:
    session = client.new("gardens_of_io", 3, {"cooperative": False}, seed=7)["session"]
    told: list[Any] = []
    report = client.search(session, seconds=0.5, top=2, on_progress=told.append)
    assert told
    assert len(report["actions"]) == len(told[0]["actions"]) == 2
    assert client.hint(session, level=4)["text"]
    values = client.evaluate(session, simulations=50)["values"]
    assert values is not None
    assert len(values) == 3
    client.ponder(session)
    assert client.stop(session)
    assert not client.stop(session)
    client.apply(session, report["best_text"])
    assert client.undo(session)["current_player"] == report["player"]


def test_positions(client: Client) -> None:
    session = client.new("bloom_town", seed=1)["session"]
    state, known = client.position(session), client.position(session, viewer=1)
    assert state["observation"] is known["state"] is None
    assert client.set_position(session, state=state["state"])["table"]["viewer"] is None
    opened = client.set_position(session, observation=known["observation"])
    assert opened["table"]["observed"]
    assert opened["table"]["viewer"] == 1


def test_many_requests_at_a_time(client: Client) -> None:
    sessions = [client.new("connect_four")["session"] for _ in range(8)]
    futures: list[Future[Any]] = [
        client.start("search", {"session": session, "simulations": 100}) for session in sessions
    ]
    assert [future.result(SECONDS)["session"] for future in futures] == sessions


def test_a_refusal_lists_what_is_wrong(client: Client) -> None:
    with pytest.raises(Refused, match="did you mean 'nim'") as caught:
        client.new("nmi")
    assert caught.value.name == "invalid_params"
    with pytest.raises(Refused, match="nonsense"):
        client.call("nonsense")


def test_an_error_of_a_listener_is_that_of_the_request(client: Client) -> None:
    session = client.new("connect_four")["session"]

    def listen(report: Any) -> None:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        client.search(session, seconds=1, on_progress=listen)
    client.stop(session)
    assert client.about()


def test_what_is_asked_of_a_dead_engine_is_lost() -> None:
    engine = Engine()
    session = engine.new("connect_four")["session"]
    future = engine.start("search", {"session": session, "simulations": 10**9})
    engine.process.send_signal(signal.SIGKILL)
    with pytest.raises(Lost):
        future.result(SECONDS)
    with pytest.raises(Lost):
        engine.about()
    engine.close()


def test_an_engine_ends_with_its_client() -> None:
    with Engine(["--threads", "1"]) as engine:
        session = engine.new("connect_four")["session"]
        future = engine.start("search", {"session": session, "simulations": 10**9})
        assert engine.about()["limits"]["threads"] == 1
    assert future.result(SECONDS)["report"]["stopped_by"] == "stop"
    assert engine.process.returncode == 0


def test_no_engine_and_no_server() -> None:
    with pytest.raises(OSError, match="nothing-of-this-name"):
        Engine(command=["nothing-of-this-name"])
    with pytest.raises(OSError, match=r"."):
        Server("http://127.0.0.1:9")


def test_a_program_that_does_not_speak_the_protocol() -> None:
    engine = Engine(command=[sys.executable, "-c", "print('hello', flush=True); input()"])
    with pytest.raises(Lost, match="gone"):
        engine.about()
    engine.close()


SCRIPT = """
import { Cloche, ClocheError } from "%s";
const cloche = new Cloche({ server: process.argv[2], Socket: globalThis.WebSocket ?? (await import("%s")).Socket });
let status = await cloche.new({ game: "bloom_town", viewer: 0, seats: ["human", 2], seed: 3 });
const { session } = status;
let told = 0;
await cloche.search({ session, seconds: 0.5, top: 1 }, (report) => { told += report.actions.length; });
while (status.awaits !== "nobody") {
  if (status.awaits === "bot") status = await cloche.play({ session });
  else status = await cloche.apply({ session, action: (await cloche.legal_actions({ session })).actions[0].text });
}
const refused = await cloche.view({ session: "none" }).catch((error) => error);
const waiting = cloche.search({ session: (await cloche.new({ game: "nim" })).session, bot: "flat:seconds=20" });
const lost = waiting.catch((error) => error);
await cloche.disconnect();
console.log(JSON.stringify({
  told, result: status.result, refused: refused instanceof ClocheError && refused.reason, lost: (await lost).reason,
  again: (await cloche.view({ session, picture: null })).ply === status.ply,
}));
await cloche.disconnect();
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not there")
def test_the_javascript_client(address: str, tmp_path: Path) -> None:
    """In Node: the same file as in a browser. Node before 22 has no WebSocket, and gets a small one."""
    import json

    from .node_socket import SOCKET

    (tmp_path / "cloche.mjs").write_bytes(JS.read_bytes())
    (tmp_path / "socket.mjs").write_text(SOCKET, encoding="utf-8")
    script = tmp_path / "test.mjs"
    script.write_text(SCRIPT % ("./cloche.mjs", "./socket.mjs"), encoding="utf-8")
    done = subprocess.run(["node", str(script), address], capture_output=True, text=True, timeout=SECONDS, check=False)
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer["told"] > 0
    assert len(answer["result"]["scores"]) == 2
    assert (answer["refused"], answer["lost"], answer["again"]) == ("no_session", "lost", True)
