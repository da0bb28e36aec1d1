"""Runs the server with uvicorn, until a signal ends it."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable

import uvicorn
from starlette.applications import Starlette

from cloche.service.guard import Access
from cloche.service.service import Service
from cloche.service.web import all_told, app

SLACK = 4  # times the longest message: up to there a WebSocket message is refused with an answer, then with a close
GRACE_SECONDS = 5
BACKLOG = 512


class _Server(uvicorn.Server):
    """Ends searches before it waits for those who asked for them."""

    def __init__(self, config: uvicorn.Config, made: Starlette) -> None:
        super().__init__(config)
        self._app = made

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Answers what is open, and ends."""
        await asyncio.to_thread(self._app.state.service.wind_down)
        await all_told(self._app, GRACE_SECONDS)
        await super().shutdown(sockets)


def listening(host: str, port: int) -> socket.socket:
    """A socket of that address, which `serve` takes; port 0 is any that is free. OSError if it can't be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.create_server((host, port), family=family, backlog=BACKLOG)
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # or each answer's body waits 40 ms for its head
    return made


def serve(service: Service, access: Access, at: socket.socket, *, connections: int, ready: Callable[[], None]) -> None:
    """Serves until SIGINT or SIGTERM; searches that run then are answered with what they have."""
    made = app(service, access)
    config = uvicorn.Config(
        made,
        ws="websockets-sansio",
        ws_max_size=SLACK * service.limits.message_bytes,
        ws_per_message_deflate=False,
        limit_concurrency=connections,
        timeout_graceful_shutdown=GRACE_SECONDS,
        log_level="error",
        access_log=False,
        server_header=False,
        lifespan="on",
    )
    ready()
    _Server(config, made).run(sockets=[at])
