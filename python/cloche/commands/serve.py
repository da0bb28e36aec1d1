"""`cloche serve`."""

from __future__ import annotations

import errno
import ipaddress
import socket
from typing import Any

import click

from cloche.commands.engine import given, service_options
from cloche.extras import library

SESSIONS, MESSAGE_BYTES, SEARCH_SECONDS = 256, 2**20, 30.0


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, metavar="HOST", help="Address to listen at.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, metavar="N", help="0: any that is free."
)
@click.option(
    "--token",
    envvar="CLOCHE_TOKEN",
    metavar="TEXT",
    help="What clients must send; better in the environment, as CLOCHE_TOKEN. [default: none]",
)
@click.option(
    "--allow-host",
    "hosts",
    multiple=True,
    metavar="NAME",
    help="A name by which the server may be called. [default: names of this machine where only it can connect,"
    " otherwise any]",
)
@click.option(
    "--allow-origin", "origins", multiple=True, metavar="URL", help="An origin whose pages may use the server, too."
)
@service_options(search_seconds=SEARCH_SECONDS, sessions=SESSIONS, message_bytes=MESSAGE_BYTES)
@click.option("--idle-seconds", type=float, metavar="S", help="Drop sessions that are idle so long. [default: 3600]")
@click.option(
    "--connections", type=click.IntRange(1), default=512, show_default=True, metavar="N", help="Clients at a time."
)
def serve(
    host: str,
    port: int,
    token: str | None,
    hosts: tuple[str, ...],
    origins: tuple[str, ...],
    connections: int,
    **limits: Any,
) -> None:
    """Serve games by HTTP and WebSocket, and the table for the browser.

    Methods are at /api/METHOD, JSON-RPC at the WebSocket /api/ws, their description at /api/openapi.json and in
    docs/protocol.md. Only programs and pages of this machine can connect, unless --host says otherwise. Ctrl-C or
    SIGTERM ends it; searches that run are answered with what they have. Needs the extra `web`.
    """
    for name in ("starlette", "uvicorn", "websockets"):
        library(name, "web")
    from cloche.service.guard import LOOPBACK, Access
    from cloche.service.limits import ServiceLimits
    from cloche.service.server import listening
    from cloche.service.server import serve as run
    from cloche.service.service import Service

    if token is not None and not (token.isascii() and token.isprintable() and token.strip() == token and token):
        raise click.UsageError("--token: should be of printable ASCII characters, without blanks around it")
    local = _is_loopback(host)
    access = Access(token, (hosts or None) if not local else (*LOOPBACK, *hosts), origins)
    service = Service(ServiceLimits(**given(limits)))
    try:
        at = listening(host, port)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        raise click.UsageError(
            f"--port: {port} is in use at {host}; choose another, or 0 for any that is free"
        ) from None
    with at:
        run(service, access, at, connections=connections, ready=lambda: _greet(at, local, token))


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _greet(at: socket.socket, local: bool, token: str | None) -> None:
    host, port = at.getsockname()[:2]
    click.echo(f"cloche serves http://{f'[{host}]' if ':' in host else host}:{port}/ (Ctrl-C ends it)")
    if not local and token is None:
        click.echo("cloche: others can reach this server, and it asks for no token: see --token", err=True)
