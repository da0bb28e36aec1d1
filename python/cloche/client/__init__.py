"""Clients of the engine and the server: every method of the protocol, typed, from Python.

>>> from cloche.client import Engine
>>> with Engine() as engine:
...     session = engine.new("bloom_town", viewer=0)["session"]
...     move = engine.hint(session, seconds=0.5)["text"]
...     engine.apply(session, move)

`Engine` starts a `cloche engine` of its own; `Server` talks to a `cloche serve`, and needs the extra `web`. Both may be
used from many threads at once. docs/protocol.md says what the methods do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cloche.client.client import Client, Lost, Refused
from cloche.client.engine import Engine
from cloche.extras import library

if TYPE_CHECKING:
    from cloche.client.server import Server

__all__ = ["Client", "Engine", "Lost", "Refused", "Server"]


def __getattr__(name: str) -> Any:
    if name == "Server":
        library("websockets", "web")
        from cloche.client.server import Server

        return Server
    raise AttributeError(f"module 'cloche.client' has no attribute {name!r}")
