"""The service under load: what the protocol costs, many searches at once, and hostile clients.

    python bench/service.py overhead            microseconds a request: engine, WebSocket, HTTP
    python bench/service.py searches            50 sessions that search 100 ms each at the same time
    python bench/service.py hostile [SECONDS]   random and hostile messages to a server; its memory before and after

Promised: under 200 microseconds a request of the engine; all searches answered, none of them starved, nothing left
behind; memory flat after ten minutes (600) of hostile messages.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import re
import signal
import socket
import statistics
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from cloche.client import Client, Engine, Lost, Refused, Server
from cloche.service.engine import service
from cloche.service.limits import ServiceLimits
from cloche.service.rpc import Connection

REQUESTS = 1000
SESSIONS, SEARCH_SECONDS = 50, 0.1
ROUNDS = 12
ANSWER_SECONDS = 30
Attack = Callable[[str, random.Random, Counter[str]], None]
PAGE_KIB = os.sysconf("SC_PAGE_SIZE") // 1024


@contextmanager
def server(*arguments: str) -> Iterator[tuple[str, int]]:
    """The address and the process id of `cloche serve` at a free port."""
    command = [sys.executable, "-m", "cloche", "serve", "--port", "0", *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    found = re.search(r"http://\S+(?=/ )", process.stdout.readline())
    assert found is not None
    try:
        yield found[0], process.pid
    finally:
        assert process.poll() is None, "the server ended by itself"
        process.send_signal(signal.SIGTERM)
        process.wait(ANSWER_SECONDS)


def resident_mib(pid: int) -> float:
    """Memory of a process, from Linux."""
    return int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) * PAGE_KIB / 1024


def threads_of(pid: int) -> int:
    return len(list(Path(f"/proc/{pid}/task").iterdir()))


# What a request costs


def overhead() -> None:
    print(f"microseconds a request: median of {REQUESTS}, 99th percentile; promised for the engine: under 200")
    alone()
    with Engine() as engine:
        through("engine", engine)
    with server() as (address, _):
        with Server(address) as client:
            through("WebSocket", client)
        host = http.client.HTTPConnection(address.removeprefix("http://"))
        session = posted(host, "new", game="connect_four")["session"]
        timed("HTTP", "about", lambda: posted(host, "about"))
        timed("HTTP", "legal_actions", lambda: posted(host, "legal_actions", session=session))


def alone() -> None:
    """A line to a line within one process: what the protocol itself costs, without pipes and a client."""
    served = service(ServiceLimits(threads=1, sessions=REQUESTS))
    connection = Connection(served, lambda text: None, on_quit=lambda: None)
    for line in (
        '{"jsonrpc": "2.0", "id": 1, "method": "new", "params": {"game": "bloom_town", "viewer": 0, "seed": 1}}',
        '{"jsonrpc": "2.0", "id": 1, "method": "stop", "params": {"session": "s1"}}',
        '{"jsonrpc": "2.0", "id": 1, "method": "position", "params": {"session": "s1"}}',
        '{"jsonrpc": "2.0", "id": 1, "method": "legal_actions", "params": {"session": "s1"}}',
    ):
        timed("no pipe", json.loads(line)["method"], lambda line=line: connection.answer(connection.read(line)))
    served.shut_down()


def posted(host: http.client.HTTPConnection, method: str, **params: Any) -> Any:
    host.request("POST", f"/api/{method}", json.dumps(params), {"Content-Type": "application/json"})
    return json.loads(host.getresponse().read())


def through(what: str, client: Client) -> None:
    session = client.new("bloom_town", viewer=0, seed=1)["session"]
    action = client.legal_actions(session)[0]["text"]

    def play() -> None:
        client.apply(session, action)
        with suppress(Refused):
            client.undo(session)

    timed(what, "stop (nothing to do)", lambda: client.stop(session))
    timed(what, "legal_actions", lambda: client.legal_actions(session))
    timed(what, "position", lambda: client.position(session))
    game = client.new("pig")["session"]
    before = client.position(game)["state"]
    timed(what, "apply", lambda: client.apply(game, "roll"), lambda: client.set_position(game, state=before))


def timed(what: str, name: str, call: Callable[[], object], reset: Callable[[], object] | None = None) -> None:
    times = []
    for _ in range(REQUESTS):
        if reset is not None:
            reset()
        start = time.perf_counter()
        call()
        times.append((time.perf_counter() - start) * 1e6)
    print(f"  {what:<10} {name:<22} {statistics.median(times):7.0f} {sorted(times)[REQUESTS * 99 // 100]:7.0f}")


# Many searches


def searches() -> None:
    print(
        f"{SESSIONS} sessions search {SEARCH_SECONDS * 1e3:.0f} ms each, at once; promised: all answered, none starved"
    )
    with Engine() as engine:
        crowd("engine", engine, engine.process.pid)
    with server() as (address, pid), Server(address) as client:
        crowd("server", client, pid)


def crowd(what: str, client: Client, pid: int) -> None:
    sessions = [client.new("gardens_of_io", seed=seed)["session"] for seed in range(SESSIONS)]
    memory: list[float] = []
    for round_ in range(ROUNDS):
        start = time.perf_counter()
        futures = [
            client.start("search", {"session": session, "seconds": SEARCH_SECONDS, "top": 1}) for session in sessions
        ]
        reports = [future.result(ANSWER_SECONDS)["report"] for future in futures]
        took = time.perf_counter() - start
        memory.append(resident_mib(pid))
        if round_ == 0:
            counts = sorted(report["simulations"] for report in reports)
            ended = dict(Counter(report["stopped_by"] for report in reports))
            print(f"  {what}: {len(reports)} answers in {took:.2f} s, ended by {ended}")
            print(
                f"  {what}: simulations: fewest {counts[0]}, median {statistics.median(counts):.0f}, most {counts[-1]}"
            )
    listed = ", ".join(f"{mib:.0f}" for mib in memory)
    print(f"  {what}: MiB after each of {ROUNDS} rounds: {listed}; {threads_of(pid)} threads")


# Hostile clients


def hostile(seconds: float) -> None:
    print(f"{seconds:.0f} s of random and hostile messages; promised: the server answers, and its memory is flat")
    limits = ("--idle-seconds", "5", "--sessions", "64", "--search-seconds", "1", "--message-bytes", "65536")
    with server(*limits) as (address, pid):
        counts: Counter[str] = Counter()
        end = time.monotonic() + seconds
        attackers = [talk_nonsense, play_badly, break_http, vanish]
        threads = [
            threading.Thread(target=_until, args=(end, attack, address, random.Random(number), counts))
            for number, attack in enumerate(attackers)
        ]
        for thread in threads:
            thread.start()
        samples: list[float] = []
        while time.monotonic() < end:
            time.sleep(seconds / 20)
            samples.append(resident_mib(pid))
            with Server(address) as client:  # others are served all the while
                session = opened(client)
                client.search(session, simulations=50)
                client.end(session)
        for thread in threads:
            thread.join(ANSWER_SECONDS)
        time.sleep(8)  # idle sessions go
        print("  sent: " + ", ".join(f"{count} {what}" for what, count in sorted(counts.items())))
        print("  MiB: " + ", ".join(f"{mib:.0f}" for mib in samples) + f"; at rest {resident_mib(pid):.0f}")
        half = len(samples) // 2
        first, second = statistics.mean(samples[2:half]), statistics.mean(samples[half:])
        print(f"  mean of the first half {first:.1f}, of the second {second:.1f} MiB; {threads_of(pid)} threads")


def opened(client: Client) -> str:
    """A session, as soon as idle ones of others make room for it."""
    last = time.monotonic() + ANSWER_SECONDS
    while True:
        try:
            return client.new("connect_four")["session"]
        except Refused:
            if time.monotonic() > last:
                raise
        time.sleep(0.2)


def _until(
    end: float,
    attack: Callable[[str, random.Random, Counter[str]], None],
    address: str,
    rng: random.Random,
    counts: Any,
) -> None:
    while time.monotonic() < end:
        with suppress(OSError, Lost, Refused, http.client.HTTPException):
            attack(address, rng, counts)


def some_json(rng: random.Random, depth: int = 3) -> Any:
    """Any JSON value, with a liking for extremes."""
    leaves: list[Any] = [None, True, 0, -1, 10**30, 1e308, "", "s1", "x" * 3000, "\ud800", "nim", "../../etc/passwd"]
    kind = rng.randrange(6 if depth else 4)
    if kind < 4:
        return rng.choice(leaves)
    if kind == 4:
        return [some_json(rng, depth - 1) for _ in range(rng.randrange(4))]
    keys = ["game", "session", "state", "record", "seats", "moves", "observer", "x"]
    return {rng.choice(keys): some_json(rng, depth - 1) for _ in range(rng.randrange(4))}


def talk_nonsense(address: str, rng: random.Random, counts: Counter[str]) -> None:
    """Messages that are no requests, or requests with any parameters."""
    with Server(address) as client:
        methods = [*client.about()["methods"], "quitt", "__class__"]
        for _ in range(50):
            if rng.random() < 0.3:
                raw: str | bytes = rng.choice(
                    ["", "[" * 20_000, "{" * 100, "x" * 70_000, rng.randbytes(200), "[]", "null", "9" * 5000]
                )
                client._socket.send(raw)
                counts["broken messages"] += 1
            else:
                names = ["game", "session", "state", "observation", "record", "action", "seconds", "seats", "options"]
                params = {rng.choice(names): some_json(rng) for _ in range(rng.randrange(5))}
                with suppress(Refused):
                    client.start(rng.choice(methods), params).result(ANSWER_SECONDS)
                counts["odd requests"] += 1


def play_badly(address: str, rng: random.Random, counts: Counter[str]) -> None:
    """Sessions without end, moves out of turn, searches beyond the limits, positions that are not."""
    with Server(address) as client:
        games = [game["name"] for game in client.games(known=True)]
        try:
            opened = client.new(rng.choice(games), viewer=rng.choice([None, 0, 1]))
        except Refused:
            time.sleep(0.1)
            return
        session = opened["session"]
        for _ in range(40):
            counts["requests of a bad player"] += 1
            here: dict[str, Any] = {"session": session}
            position = client.position(session)
            damaged = {**(position["state"] or position["observation"] or {}), "player": some_json(rng)}
            method, params = rng.choice(
                [
                    ("apply", {"action": some_json(rng)}),
                    ("apply", {"action": rng.randrange(60)}),
                    ("play", {}),
                    ("undo", {}),
                    ("search", {"seconds": rng.choice([0.01, 5, 1e9]), "progress": True}),
                    ("search", {"memory_mb": 10**6}),
                    ("ponder", {}),
                    ("stop", {}),
                    ("view", {"picture": rng.choice(["svg", "text", "png"])}),
                    ("set_position", {rng.choice(["state", "observation"]): damaged}),
                    ("load", {"record": damaged}),
                    ("save", {}),
                ]
            )
            with suppress(Refused):
                client.start(method, {**here, **params}).result(ANSWER_SECONDS)


def break_http(address: str, rng: random.Random, counts: Counter[str]) -> None:
    """Requests that are none, that end early, or that are too large."""
    host, port = address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=5) as raw:
        counts["broken requests"] += 1
        size = rng.choice([0, 10, 70_000, 10**9])
        head = f"POST /api/{rng.choice(['new', 'about', 'x' * 5000])} HTTP/1.1\r\nHost: localhost\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {size}\r\n\r\n"
        raw.sendall(rng.choice([head.encode(), rng.randbytes(300), head.encode()[: rng.randrange(80)]]))
        if rng.random() < 0.5:
            raw.sendall(b"{" * min(size, 200_000))
        if rng.random() < 0.5:
            raw.recv(1000)


def vanish(address: str, rng: random.Random, counts: Counter[str]) -> None:
    """Asks for a search, and goes away without a word."""
    client = Server(address)
    try:
        session = client.new("gardens_of_io", seed=rng.randrange(100))["session"]
        client.start("search", {"session": session, "seconds": 1, "progress": True})
        counts["clients that vanished"] += 1
        time.sleep(rng.random() * 0.1)
        client._socket.socket.shutdown(socket.SHUT_RDWR)
    except Refused:
        time.sleep(0.1)
    finally:
        client.close()


def main() -> None:
    what, *rest = sys.argv[1:] or ["overhead"]
    if what == "hostile":
        hostile(float(rest[0]) if rest else 600.0)
    else:
        {"overhead": overhead, "searches": searches}[what]()


if __name__ == "__main__":
    main()
