"""The server: the methods of the service by HTTP and WebSocket, and a folder of static files."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from cloche import registry, seed_files, strict_json
from cloche.messages import shown
from cloche.service import openapi
from cloche.service.faults import INVALID_REQUEST, METHOD_NOT_FOUND, PARSE_ERROR, TOO_LARGE, Fault
from cloche.service.guard import Access, Guard, refused
from cloche.service.rpc import UNREADABLE, Connection, outcome_of, write
from cloche.service.service import METHODS, Service
from cloche.service.work import Job

PAGES = Path(__file__).parents[1] / "web"
SWEEP_SECONDS = 30.0
GONE = 499  # for nobody
MOST_UNSENT = 64  # messages that wait for a slow reader before no more is read
MOST_UNSENT_PROGRESS = 8  # above which notifications are dropped
BODY_SECONDS = 30.0  # that a request's body may take
SEND_SECONDS = 30.0  # that a reader may take for one message


def app(service: Service, access: Access, pages: Path | None = PAGES) -> Starlette:
    """The ASGI application; it shuts the service down when it ends."""
    routes: list[Any] = [
        Route("/api/openapi.json", _openapi),
        Route("/api/{method}", _call, methods=["GET", "POST", "PUT", "DELETE"]),
        WebSocketRoute("/api/ws", _websocket),
    ]
    if pages is not None and pages.is_dir():
        routes.append(Route("/rules/{game}", _rules))
        routes.append(Mount("/", StaticFiles(directory=pages, html=True)))
    made = Starlette(
        routes=routes,
        middleware=[
            Middleware(Guard, access=access),
            Middleware(
                CORSMiddleware,
                allow_origins=access.origins,
                allow_methods=["GET", "POST"],
                allow_headers=["authorization", "content-type"],
            ),
        ],
        lifespan=_lifespan,
    )
    made.state.service = service
    made.state.speaking = set()
    return made


async def all_told(made: Starlette, seconds: float) -> None:
    """Waits until every WebSocket has sent what it owes, at most so long."""
    speaking: set[_Speaker] = made.state.speaking
    deadline = asyncio.get_running_loop().time() + seconds
    while any(speaker.owes for speaker in speaking) and asyncio.get_running_loop().time() < deadline:
        await asyncio.sleep(0.01)


@contextlib.asynccontextmanager
async def _lifespan(made: Starlette) -> AsyncIterator[None]:
    service: Service = made.state.service
    sweeper = asyncio.create_task(_sweep(service))
    try:
        yield
    finally:
        sweeper.cancel()
        await run_in_threadpool(service.shut_down)


async def _sweep(service: Service) -> None:
    idle = service.limits.idle_seconds
    if idle is not None:
        while True:
            await asyncio.sleep(min(SWEEP_SECONDS, idle / 2))
            await run_in_threadpool(service.sweep)


# HTTP


async def _openapi(request: Request) -> Response:
    return JSONResponse(openapi.document())


async def _rules(request: Request) -> Response:
    """The rules page of a game, for people."""
    name = request.path_params["game"]
    if name not in registry.all_games():
        return PlainTextResponse(f"no game is called {shown(name)}", status_code=404)
    return PlainTextResponse(seed_files.text(registry.entry(name).rules_file))


async def _call(request: Request) -> Response:
    service: Service = request.app.state.service
    try:
        if request.method != "POST":
            raise Fault(INVALID_REQUEST, f"{request.method}: should be POST")
        name = request.path_params["method"]
        method = METHODS.get(name)
        if method is None:
            raise Fault(METHOD_NOT_FOUND, f"no method is called {shown(name)}; there are {', '.join(METHODS)}")
        given = await _body(request, service.limits.message_bytes)
        if method.slow:
            answer = await run_in_threadpool(service.call, name, given)
        else:
            answer = service.call(name, given)
        result = await _waited(request, answer) if isinstance(answer, Job) else answer
        return Response(await _written(result, large=method.slow or method.waits), media_type="application/json")
    except Fault as fault:
        return refused(fault)
    except ClientDisconnect:
        return Response(status_code=GONE)


async def _written(result: Any, *, large: bool) -> str:
    return await run_in_threadpool(write, result) if large else write(result)


async def _body(request: Request, most: int) -> Any:
    """The parameters in the body; nothing but JSON, which other pages can't send unasked."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Fault(INVALID_REQUEST, f"content-type: {shown(kind)}, should be application/json")
    content = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for chunk in request.stream():
                content += chunk
                if len(content) > most:
                    raise Fault(TOO_LARGE, f"the body should be at most {most} bytes")
    except TimeoutError:
        raise Fault(INVALID_REQUEST, f"the body should come within {BODY_SECONDS:g} s") from None
    if not content.strip():
        return {}
    try:
        return strict_json.loads("body", bytes(content))
    except ValueError as error:
        raise Fault(PARSE_ERROR, str(error)) from None


async def _waited(request: Request, job: Job[Any]) -> Any:
    """The result of a search, which ends if the client goes away."""
    done = asyncio.create_task(_done(job))
    gone = asyncio.create_task(_gone(request))
    try:
        await asyncio.wait((done, gone), return_when=asyncio.FIRST_COMPLETED)
        if not done.done():
            job.stop()
        await done
    finally:
        gone.cancel()
        if not done.done():  # this task was cancelled
            done.cancel()
            job.stop()
    return outcome_of(job.outcome)


async def _done(job: Job[Any]) -> None:
    loop, event = asyncio.get_running_loop(), asyncio.Event()
    job.outcome.add_done_callback(lambda _: _in_loop(loop, event.set))
    await event.wait()


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _in_loop(loop: asyncio.AbstractEventLoop, call: Callable[..., object], *arguments: object) -> None:
    """Calls something in a loop from another thread; not at all if the loop has ended."""
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(call, *arguments)


# WebSocket


class _Unsent(asyncio.Queue[str]):
    """Messages that wait to be sent; `unfinished` counts the one that is being sent, too."""

    def __init__(self) -> None:
        super().__init__()
        self.unfinished = 0

    def put_nowait(self, item: str) -> None:
        """Adds a message."""
        self.unfinished += 1
        super().put_nowait(item)

    def task_done(self) -> None:
        """A message is sent."""
        self.unfinished -= 1
        super().task_done()


@dataclass(eq=False)
class _Speaker:
    """A WebSocket, and what waits to be sent there."""

    connection: Connection
    unsent: _Unsent

    @property
    def owes(self) -> bool:
        """Whether there is something to be sent, now or later."""
        return self.connection.waits or self.unsent.unfinished > 0


async def _websocket(websocket: WebSocket) -> None:
    service: Service = websocket.app.state.service
    await websocket.accept()
    loop = asyncio.get_running_loop()
    unsent = _Unsent()
    quits = asyncio.Event()
    connection = Connection(
        service,
        lambda text: _in_loop(loop, unsent.put_nowait, text),
        notify=lambda text: _in_loop(loop, _put_if_room, unsent, text),
        on_quit=lambda: _in_loop(loop, quits.set),
    )
    tasks = [asyncio.create_task(_sent(websocket, unsent)), asyncio.create_task(_read(websocket, connection, unsent))]
    quitting = asyncio.create_task(quits.wait())
    speaker = _Speaker(connection, unsent)
    websocket.app.state.speaking.add(speaker)
    try:
        await asyncio.wait([*tasks, quitting], return_when=asyncio.FIRST_COMPLETED)
        if quits.is_set():
            await asyncio.wait_for(unsent.join(), SEND_SECONDS)
            await websocket.close()
    except (TimeoutError, RuntimeError):  # nobody reads, or the connection has ended
        pass
    finally:
        for task in (*tasks, quitting):
            task.cancel()
        await asyncio.gather(*tasks, quitting, return_exceptions=True)
        websocket.app.state.speaking.discard(speaker)
        connection.abandon()


def _put_if_room(unsent: _Unsent, text: str) -> None:
    if unsent.qsize() < MOST_UNSENT_PROGRESS:
        unsent.put_nowait(text)


async def _sent(websocket: WebSocket, unsent: _Unsent) -> None:
    """Sends what waits, until the connection ends or nobody reads."""
    while True:
        text = await unsent.get()
        await asyncio.wait_for(websocket.send_text(text), SEND_SECONDS)
        unsent.task_done()


async def _read(websocket: WebSocket, connection: Connection, unsent: _Unsent) -> None:
    """Answers messages one after the other, until the connection ends."""
    while True:
        while unsent.qsize() > MOST_UNSENT:
            await asyncio.sleep(0.01)
        message = await websocket.receive()
        if message["type"] == "websocket.disconnect":
            return
        data = connection.read(message.get("text") or message.get("bytes") or b"")
        if data is UNREADABLE:
            continue
        if connection.is_slow(data):
            await run_in_threadpool(connection.answer, data)
        else:
            connection.answer(data)
