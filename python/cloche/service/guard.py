"""Who may talk to the server: the right host, the right origin, the right token; and headers that keep pages apart."""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cloche.service.faults import UNAUTHORIZED, Fault

LOOPBACK = ("localhost", "127.0.0.1", "::1")
API = "/api/"
POLICY_VIOLATION = 1008  # of WebSocket
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
    " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cache-Control": "no-cache",  # the parts of the page come from one version
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}


@dataclass(frozen=True)
class Access:
    """Who may talk to the server.

    Attributes:
        token: What `Authorization: Bearer` must bring, or `token` in the address of a WebSocket; None asks for none.
        hosts: Names by which the server may be called, which keeps out pages that give this machine another name;
            None: any.
        origins: Other origins, such as `https://example.org`, whose pages may use the server.
    """

    token: str | None = None
    hosts: tuple[str, ...] | None = LOOPBACK
    origins: tuple[str, ...] = ()

    def fault(self, scope: Scope) -> Fault | None:
        """Why a request is refused, if it is."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if self.hosts is not None and _name(host) not in self.hosts:
            return Fault(UNAUTHORIZED, f"host: {host[:100]!r}, should be {' or '.join(self.hosts)}")
        if not scope["path"].startswith(API):
            return None
        origin = headers.get("origin")
        if origin is not None and origin not in self.origins and urlsplit(origin).netloc != host:
            return Fault(UNAUTHORIZED, f"origin: pages of {origin[:100]!r} may not use this server")
        if self.token is not None and not self._has_token(scope, headers):
            return Fault(UNAUTHORIZED, "the token is missing or wrong: send Authorization: Bearer TOKEN")
        return None

    def _has_token(self, scope: Scope, headers: Headers) -> bool:
        given = headers.get("authorization", "").removeprefix("Bearer ")
        if scope["type"] == "websocket" and not given:
            given = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
        return hmac.compare_digest(given.encode(), (self.token or "").encode())


def _name(host: str) -> str:
    """A host without its port and brackets."""
    try:
        return (urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return ""


class Guard:
    """Refuses requests that `Access` does not allow, and adds headers to every answer."""

    def __init__(self, app: ASGIApp, access: Access) -> None:
        self._app = app
        self._access = access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """As ASGI has it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        preflight = scope["type"] == "http" and scope["method"] == "OPTIONS"  # has no token; CORS answers it
        fault = None if preflight else self._access.fault(scope)
        if scope["type"] == "websocket":
            if fault is None:
                await self._app(scope, receive, send)
            else:
                await receive()
                await send({"type": "websocket.close", "code": POLICY_VIOLATION, "reason": str(fault)[:100]})
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        answer: Any = self._app if fault is None else refused(fault)
        await answer(scope, receive, with_headers)


def refused(fault: Fault) -> JSONResponse:
    """The answer to a request that is refused."""
    return JSONResponse({"error": fault.to_dict()}, status_code=fault.reason.status)
