"""A client of a server, over its WebSocket."""

from __future__ import annotations

from contextlib import ExitStack
from urllib.parse import urlsplit, urlunsplit

from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import connect

from cloche.client.client import Client

MOST_BYTES = 2**26  # of a message from the server


class Server(Client):
    """Talks to the `cloche serve` at an address such as `http://127.0.0.1:8000`; `close` ends the connection.

    Sessions are still there when one connects again, as long as they are not idle for too long. OSError if there is no
    server, or it does not let this client in.
    """

    def __init__(self, address: str, *, token: str | None = None) -> None:
        super().__init__()
        self._stack = ExitStack()
        parts = urlsplit(address)
        scheme = "wss" if parts.scheme in ("https", "wss") else "ws"
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        try:
            self._socket = self._stack.enter_context(
                connect(
                    urlunsplit((scheme, parts.netloc, "/api/ws", "", "")),
                    additional_headers=headers,
                    max_size=MOST_BYTES,
                    compression=None,
                )
            )
        except WebSocketException as error:
            raise ConnectionRefusedError(f"{address}: {error}") from None
        self._reader.start()

    def _send(self, text: str) -> None:
        try:
            self._socket.send(text)
        except ConnectionClosed as error:
            raise ConnectionResetError(str(error)) from None

    def _receive(self) -> str | None:
        try:
            text = self._socket.recv()
        except ConnectionClosed:
            return None
        return text if isinstance(text, str) else text.decode()

    def close(self) -> None:
        """Ends the connection; the server stops what this client waits for."""
        self._stack.close()
        self._reader.join(10)
