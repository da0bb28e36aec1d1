"""What both clients share: requests and their answers, and a typed method for each of the protocol."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from threading import Lock, Thread
from typing import Any, Literal, Self, TypeAlias, Unpack

from typing_extensions import TypedDict

from cloche.messages import shown
from cloche.service import results

OnProgress: TypeAlias = Callable[[results.Report], object]
Seats: TypeAlias = Sequence[str | int]


class Lost(Exception):
    """The engine or the connection to the server ended before an answer came."""


class Refused(Exception):
    """A request that is refused: `str` of it says why."""

    def __init__(self, error: Mapping[str, Any]) -> None:
        super().__init__(str(error.get("message")))
        data = error.get("data") or {}
        self.code: int = int(error.get("code", 0))  # as docs/protocol.md lists them
        self.name: str = str(data.get("name", ""))
        self.faults: list[str] = list(data.get("faults", [str(self)]))


class LimitArguments(TypedDict, total=False):
    """Who searches, and for how long: `level` or `bot`, and limits as of `cloche.Limits`."""

    bot: str
    level: int
    seed: int
    simulations: int
    seconds: float
    cpu_seconds: float
    nodes: int
    depth: int
    memory_mb: int


class Client(ABC):
    """A connection to a service. Methods wait for their answers; `Refused` and `Lost` are raised in their place.

    `start` sends a request and gives a Future, for several at a time. As a context manager it closes itself.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._last_id = 0
        self._open: dict[int, tuple[Future[Any], OnProgress | None]] = {}
        self._ended: str | None = None  # why
        self._reader = Thread(target=self._read, name="cloche client", daemon=True)

    # What a transport is

    @abstractmethod
    def _send(self, text: str) -> None:
        """Sends one message; OSError if that fails. Called by one thread at a time."""

    @abstractmethod
    def _receive(self) -> str | None:
        """Waits for the next message; None at the end."""

    @abstractmethod
    def close(self) -> None:
        """Ends the connection; what is waited for is Lost."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    # Requests

    def start(
        self, method: str, params: Mapping[str, Any] | None = None, on_progress: OnProgress | None = None
    ) -> Future[Any]:
        """Sends a request; the Future has its result. `on_progress` is called from another thread."""
        asked = dict(params or {})
        if on_progress is not None:
            asked["progress"] = True
        future: Future[Any] = Future()
        with self._lock:
            if self._ended is not None:
                raise Lost(self._ended)
            self._last_id += 1
            message = {"jsonrpc": "2.0", "id": self._last_id, "method": method, "params": asked}
            text = json.dumps(message, allow_nan=False)
            self._open[self._last_id] = future, on_progress
            try:
                self._send(text)
            except OSError as error:
                del self._open[self._last_id]
                raise Lost(f"the other side is gone: {error}") from None
        return future

    def call(self, method: str, params: Mapping[str, Any] | None = None, on_progress: OnProgress | None = None) -> Any:
        """Sends a request and waits for its result."""
        return self.start(method, params, on_progress).result()

    def _read(self) -> None:
        reason = "the other side ended the connection"
        try:
            while (text := self._receive()) is not None:
                self._hear(json.loads(text))
        except Exception as error:  # whatever it is, those who wait are told
            reason = f"the other side is gone: {error}"
        with self._lock:
            self._ended = reason
            lost, self._open = list(self._open.values()), {}
        for future, _ in lost:
            future.set_exception(Lost(reason))

    def _hear(self, message: Any) -> None:
        if not isinstance(message, dict):
            raise ValueError(f"{shown(message)} is no message")
        if message.get("method") == "progress":
            self._report(message["params"])
            return
        with self._lock:
            asked = self._open.pop(message["id"], None) if isinstance(message.get("id"), int) else None
        if asked is None:
            return
        if "error" in message:
            asked[0].set_exception(Refused(message["error"]))
        else:
            asked[0].set_result(message["result"])

    def _report(self, params: results.Progress) -> None:
        with self._lock:
            future, on_progress = self._open.get(params["request"], (None, None))
        if future is None or on_progress is None:
            return
        try:
            on_progress(params["report"])
        except Exception as error:  # who asked is told, and the others get their answers
            with self._lock:
                self._open.pop(params["request"], None)
            future.set_exception(error)

    # What there is

    def about(self) -> results.About:
        """The service: its version, methods, levels and limits."""
        answer: results.About = self.call("about")
        return answer

    def games(self, *, known: bool = False) -> list[results.GameInfo]:
        """The games, with players and options; `known` ones too."""
        games: list[results.GameInfo] = self.call("games", {"known": known})["games"]
        return games

    # Beginning

    def new(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        components: Mapping[str, Any] | str | None = None,
        seed: int | None = None,
        viewer: int | None = None,
        seats: Seats | None = None,
        chance: Literal["auto", "client"] = "auto",
    ) -> results.Opened:
        """Opens a session with a new game; `players` None: 2, or 1 where the game is for one alone."""
        params = {
            "game": game,
            "players": players,
            "options": options or {},
            "components": components,
            "seed": seed,
            "viewer": viewer,
            "seats": seats,
            "chance": chance,
        }
        answer: results.Opened = self.call("new", params)
        return answer

    def load(
        self,
        record: Mapping[str, Any],
        *,
        components: Mapping[str, Any] | str | None = None,
        at: int | None = None,
        viewer: int | None = None,
        seats: Seats | None = None,
    ) -> results.Opened:
        """Opens a session with the game of a record, as of `cloche.Record.to_dict`."""
        params = {"record": record, "components": components, "at": at, "viewer": viewer, "seats": seats}
        answer: results.Opened = self.call("load", params)
        return answer

    def set_position(
        self,
        session: str,
        *,
        state: Mapping[str, Any] | None = None,
        observation: Mapping[str, Any] | None = None,
    ) -> results.Opened:
        """Goes on from the whole truth, or from what one player knows: exactly one of them."""
        params = {"session": session, "state": state, "observation": observation}
        answer: results.Opened = self.call("set_position", params)
        return answer

    # Playing

    def legal_actions(self, session: str) -> list[results.LegalAction]:
        """What can be done now, as far as the session's player may know."""
        actions: list[results.LegalAction] = self.call("legal_actions", {"session": session})["actions"]
        return actions

    def apply(self, session: str, action: int | str) -> results.Status:
        """Plays an action for a player of the client, or gives an outcome of chance."""
        answer: results.Status = self.call("apply", {"session": session, "action": action})
        return answer

    def undo(self, session: str) -> results.Status:
        """Takes back what happened since the last decision of the client, and that one."""
        answer: results.Status = self.call("undo", {"session": session})
        return answer

    def play(self, session: str, *, on_progress: OnProgress | None = None) -> results.Played:
        """Lets the bot that is to move think and play."""
        answer: results.Played = self.call("play", {"session": session}, on_progress)
        return answer

    # Thinking

    def search(
        self,
        session: str,
        *,
        top: int | None = None,
        on_progress: OnProgress | None = None,
        **limits: Unpack[LimitArguments],
    ) -> results.Report:
        """Searches the position and reports; `top` actions, all of them for None."""
        report: results.Report = self.call("search", {"session": session, "top": top, **limits}, on_progress)["report"]
        return report

    def hint(self, session: str, **limits: Unpack[LimitArguments]) -> results.Hint:
        """The best action by a search, what it is worth, and the next best ones."""
        answer: results.Hint = self.call("hint", {"session": session, **limits})
        return answer

    def evaluate(self, session: str, **limits: Unpack[LimitArguments]) -> results.Evaluation:
        """What the position is worth to each player."""
        answer: results.Evaluation = self.call("evaluate", {"session": session, **limits})
        return answer

    def ponder(
        self,
        session: str,
        *,
        bot: str | None = None,
        level: int | None = None,
        seed: int | None = None,
        memory_mb: int | None = None,
    ) -> None:
        """Thinks in the background until the position changes or `stop`."""
        self.call("ponder", {"session": session, "bot": bot, "level": level, "seed": seed, "memory_mb": memory_mb})

    def stop(self, session: str) -> bool:
        """Ends what the session searches or ponders; whether there was anything."""
        stopped: bool = self.call("stop", {"session": session})["stopped"]
        return stopped

    # Showing and keeping

    def view(
        self,
        session: str,
        *,
        viewer: int | None = None,
        picture: Literal["svg", "text"] | None = "svg",
        legal: bool | Sequence[str] = True,
        since: int = 0,
    ) -> results.View:
        """All that a board shows, with a picture."""
        params = {"session": session, "viewer": viewer, "legal": legal, "since": since, "picture": picture}
        answer: results.View = self.call("view", params)
        return answer

    def course(self, session: str, *, viewer: int | None = None) -> results.Course:
        """How the game went: scores after each move, and chances to win where a search has found them."""
        answer: results.Course = self.call("course", {"session": session, "viewer": viewer})
        return answer

    def position(self, session: str, *, viewer: int | None = None) -> results.Position:
        """The position as data for `set_position`."""
        answer: results.Position = self.call("position", {"session": session, "viewer": viewer})
        return answer

    def save(self, session: str) -> dict[str, Any]:
        """The record of the game, for `load`, `cloche.Record.from_dict` and record files."""
        record: dict[str, Any] = self.call("save", {"session": session})["record"]
        return record

    def end(self, session: str) -> None:
        """Ends a session (`close` of the protocol)."""
        self.call("close", {"session": session})
