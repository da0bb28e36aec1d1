"""The one service behind all faces: methods by name, sessions, and searches within limits."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from threading import RLock
from typing import Any, TypeAlias

import cloche
from cloche import registry
from cloche.about import about_game
from cloche.backend import CHANCE, TERMINAL
from cloche.game import load
from cloche.messages import FAULT_SEPARATOR, guess, shown
from cloche.opponents import NAMES
from cloche.record import Record
from cloche.report import Limits, SearchReport
from cloche.service import answers, params, planning, results
from cloche.service.answers import Notify
from cloche.service.faults import (
    BAD_POSITION,
    BAD_RECORD,
    BEYOND_LIMITS,
    BUSY,
    GAME_OVER,
    HIDDEN,
    ILLEGAL_ACTION,
    INTERNAL_ERROR,
    INVALID_PARAMS,
    METHOD_NOT_FOUND,
    NO_SESSION,
    NOT_YOUR_TURN,
    SHUTTING_DOWN,
    TOO_MANY,
    Fault,
    Reason,
)
from cloche.service.levels import LEVELS
from cloche.service.limits import ServiceLimits
from cloche.service.params import Params
from cloche.service.session import Seats, Session, Thinker
from cloche.service.work import Job, Workers

PROTOCOL = 1

Answer: TypeAlias = Mapping[str, Any] | Job[Any]

_log = logging.getLogger("cloche.service")


@dataclass(frozen=True)
class Method:
    """One method of the protocol."""

    name: str
    params: type[Params]
    result: Any  # a TypedDict
    fault: Reason  # what a ValueError means here
    slow: bool  # takes longer than a millisecond: not for an event loop
    waits: bool  # a search answers it later
    call: Callable[..., Any]

    @property
    def doc(self) -> str:
        """What it does."""
        return " ".join((self.call.__doc__ or "").split())


def _method(
    takes: type[Params], gives: Any, *, fault: Reason = INVALID_PARAMS, slow: bool = False, waits: bool = False
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def mark(call: Callable[..., Any]) -> Callable[..., Any]:
        METHODS[call.__name__] = Method(call.__name__, takes, gives, fault, slow, waits, call)
        return call

    return mark


METHODS: dict[str, Method] = {}


class Service:
    """Sessions of many clients. Methods may be called from any thread.

    `call` answers with a result, or, where a search is to be waited for, with a Job whose `outcome` will hold one; it
    raises Fault, and so may the outcome. Whoever knows the name of a session may use it: by default names can't be
    guessed.
    """

    def __init__(
        self, limits: ServiceLimits | None = None, *, new_name: Callable[[], str] = lambda: secrets.token_urlsafe(16)
    ) -> None:
        self.limits: ServiceLimits = limits or ServiceLimits()
        self._new_name = new_name
        self._workers = Workers(threads=self.limits.threads, ponders=self.limits.ponders)
        self._sessions: dict[str, Session] = {}
        self._lock = RLock()  # of `_sessions`; may be taken while none of a session is held
        self._closing = False

    def call(self, name: str, given: Any = None, notify: Notify | None = None) -> Answer:
        """Calls a method with parameters as they came in."""
        method = METHODS.get(name) if isinstance(name, str) else None
        if method is None:
            raise Fault(METHOD_NOT_FOUND, f"no method is called {shown(name)}{guess(name, list(METHODS))}")
        read = params.read(method.params, given)
        if self._closing:
            raise Fault(SHUTTING_DOWN, "the process is about to end")
        with _refusals(name, method.fault):
            answer: Answer = method.call(self, read, notify) if method.waits else method.call(self, read)
            return answer

    # Sessions and their ends

    @property
    def session_count(self) -> int:
        """How many there are."""
        return len(self._sessions)

    def sweep(self) -> int:
        """Drops sessions that were idle for too long; how many there were."""
        if self.limits.idle_seconds is None:
            return 0
        before = time.monotonic() - self.limits.idle_seconds
        with self._lock:
            idle = [s for s in self._sessions.values() if s.used < before and s.running is None]
            for session in idle:
                del self._sessions[session.name]
        for session in idle:
            self._end(session)
        return len(idle)

    def wind_down(self) -> None:
        """Takes no more requests, and ends all searches."""
        self._closing = True
        for session in self._all():
            self._stop(session)

    def shut_down(self) -> None:
        """Winds down, and waits for the threads."""
        self.wind_down()
        self._workers.close()
        with self._lock:
            self._sessions.clear()

    def _all(self) -> list[Session]:
        with self._lock:
            return list(self._sessions.values())

    def _open(self, session: Session, since: int) -> results.Opened:
        with self._lock:
            self._sessions[session.name] = session
        return {**session.status(since), "table": session.table}

    def _room(self) -> None:
        """Fault if there can be no more sessions."""
        with self._lock:
            full = len(self._sessions) >= self.limits.sessions
        if full and not self.sweep():
            raise Fault(TOO_MANY, f"there are {self.limits.sessions} sessions, and not more at a time: close one")

    def _session(self, name: str) -> Session:
        session = self._sessions.get(name)
        if session is None:
            raise Fault(NO_SESSION, f"no session is called {shown(name)}, or it was idle for too long")
        session.used = time.monotonic()
        return session

    @contextmanager
    def _changing(self, name: str) -> Iterator[Session]:
        """A session, locked, whose position may be changed: pondering is ended, a search is not."""
        session = self._session(name)
        with session.lock:
            if session.running is not None:
                raise Fault(BUSY, "a search of this session runs; stop it or wait for it")
            self._end_pondering(session)
            yield session

    def _stop(self, session: Session) -> bool:
        with session.lock:
            running, pondered = session.running, self._end_pondering(session)
        if running is not None:
            running.stop()
        return running is not None or pondered

    def _end_pondering(self, session: Session) -> bool:
        job, session.pondering = session.pondering, None
        if job is None:
            return False
        job.stop()
        job.outcome.exception()  # it ends within milliseconds
        return True

    def _end(self, session: Session) -> None:
        self._stop(session)
        session.thinker = None

    # What there is

    @_method(params.NoParams, results.About)
    def about(self, given: params.NoParams) -> results.About:
        """The service: its version, methods, levels and limits."""
        return {
            "name": "cloche",
            "version": cloche.__version__,
            "protocol": PROTOCOL,
            "methods": list(METHODS),
            "bots": list(NAMES),
            "levels": list(LEVELS),
            "limits": self.limits.to_dict(),
        }

    @_method(params.GamesParams, results.Games)
    def games(self, given: params.GamesParams) -> results.Games:
        """The games, with players and options."""
        names = registry.games() + (registry.known_games() if given.known else [])
        return {"games": [about_game(registry.entry(name)) for name in names]}

    # Beginning

    @_method(params.NewParams, results.Opened, slow=True)
    def new(self, given: params.NewParams) -> results.Opened:
        """Opens a session with a new game; chance is drawn up to the first decision."""
        self._room()
        game = load(given.game, given.players, given.options, components=_content(given.components))
        if given.viewer is not None and given.chance == "client" and not game.perfect_information:
            raise Fault(INVALID_PARAMS, "chance: 'client', should be 'auto' in a session with a viewer, who can't know")
        return self._open(self._made(Record(game), given, given.seed, given.chance), 0)

    @_method(params.LoadParams, results.Opened, fault=BAD_RECORD, slow=True)
    def load(self, given: params.LoadParams) -> results.Opened:
        """Opens a session with the game of a record, to go on after its last move or after move `at`."""
        self._room()
        record = Record.from_dict(given.record, components=_content(given.components))
        if len(record) > self.limits.moves:
            raise Fault(BEYOND_LIMITS, f"the record has {len(record)} moves, at most {self.limits.moves} are allowed")
        if given.at is not None:
            if given.at > len(record):
                raise ValueError(f"at: {given.at}, the record has {len(record)} moves")
            record.undo(len(record) - given.at)
        return self._open(self._made(record, given, None, "auto"), len(record))

    def _made(self, record: Record, given: params.TableParams, seed: int | None, chance: Any) -> Session:
        viewer = None if given.viewer is None else record.game.check_player(given.viewer)
        return Session(
            self._new_name(),
            record,
            viewer=viewer,
            seats=Seats(planning.seated(self.limits, given.seats, record.game, viewer), seed),
            chance_by=chance,
            most_moves=self.limits.moves,
        )

    @_method(params.PositionParams, results.Opened, fault=BAD_POSITION, slow=True)
    def set_position(self, given: params.PositionParams) -> results.Opened:
        """Goes on from another position of the game: the whole truth, or what one player knows of it."""
        if (given.state is None) == (given.observation is None):
            raise Fault(INVALID_PARAMS, "state, observation: give exactly one of them")
        with self._changing(given.session) as session:
            if given.observation is not None:
                world = session.game.state_from_observation(given.observation)
                session.set_observation(world, given.observation["observer"])
            else:
                session.set_state(session.game.state_from_dict(given.state or {}))
            return {**session.status(0), "table": session.table}

    # Playing

    @_method(params.SessionParams, results.LegalActions)
    def legal_actions(self, given: params.SessionParams) -> results.LegalActions:
        """What the player to move, or chance, can do, as far as the viewer may know."""
        session = self._session(given.session)
        with session.lock:
            return {"session": session.name, "current_player": session.player, "actions": session.legal()}

    @_method(params.ApplyParams, results.Status, fault=ILLEGAL_ACTION)
    def apply(self, given: params.ApplyParams) -> results.Status:
        """Plays an action for a player of the client; then chance is drawn up to the next decision."""
        with self._changing(given.session) as session:
            before = session.ply
            session.apply(given.action)
            return session.status(before)

    @_method(params.SessionParams, results.Status, slow=True)
    def undo(self, given: params.SessionParams) -> results.Status:
        """Takes back what happened since the last decision of the client, and that one."""
        with self._changing(given.session) as session:
            session.undo()
            return session.status(session.ply)

    @_method(params.PlayParams, results.Played, waits=True)
    def play(self, given: params.PlayParams, notify: Notify | None) -> Answer:
        """Lets the bot that is to move think and play; then chance is drawn up to the next decision."""
        with self._changing(given.session) as session:
            if session.awaits != "bot":
                raise _not_for_a_bot(session)
            bot = session.seats.bot(session.player, session.game)
            limits = None if bot.limits is None else planning.within(self.limits, bot.limits, None)
            before = session.ply

            def done(report: SearchReport) -> results.Played:
                session.play(report.best_action)
                return {
                    **session.status(before),
                    "report": None if session.hides else answers.report(report, session.game),
                }

            tell = answers.teller(session, notify if given.progress and not session.hides else None)
            return self._search(session, session.truth, bot, limits, tell, done)

    # Thinking

    @_method(params.SearchParams, results.Searched, waits=True)
    def search(self, given: params.SearchParams, notify: Notify | None) -> Answer:
        """Searches the position of the player to move, from what this player knows, and reports."""
        return self._think(
            given,
            notify,
            lambda session, report: {
                "session": session.name,
                "report": answers.report(report, session.game, given.top),
            },
            given.top,
        )

    @_method(params.LimitedParams, results.Hint, waits=True)
    def hint(self, given: params.LimitedParams, notify: Notify | None) -> Answer:
        """The best action by a search, what it is worth, and the next best ones."""
        return self._think(given, notify, lambda session, report: answers.hint(session, report))

    @_method(params.LimitedParams, results.Evaluation, waits=True)
    def evaluate(self, given: params.LimitedParams, notify: Notify | None) -> Answer:
        """What the position is worth to each player, by a search from what the player to move knows."""
        return self._think(given, notify, lambda session, report: answers.evaluation(session, report))

    @_method(params.ThinkParams, results.Pondering)
    def ponder(self, given: params.ThinkParams) -> results.Pondering:
        """Thinks in the background until the position changes or `stop`; a later search with the same bot goes on."""
        spec, limits = planning.planned(self.limits, given)
        if not spec.searches:
            raise Fault(INVALID_PARAMS, f"bot: {shown(str(spec))}, should be one that searches")
        with self._changing(given.session) as session:
            state = self._to_decide(session)
            self._make_room_to_ponder(session)
            bot = planning.thinker(spec, session.game, given)
            session.thinker = Thinker((str(spec), given.seed), bot)
            endless = Limits(memory_mb=limits.memory_mb)
            session.pondering = self._workers.ponder(lambda flag: bot.search(state, endless, stop=flag))
            return {"session": session.name, "pondering": True}

    def _make_room_to_ponder(self, asking: Session) -> None:
        """Fault if as many sessions ponder as may; what others found that ponder no more is forgotten."""
        kept = [session for session in self._all() if session.thinker is not None and session is not asking]
        if len(kept) < self.limits.ponders:
            return
        idle = [session for session in kept if session.pondering is None and session.running is None]
        if not idle:
            raise Fault(TOO_MANY, f"{len(kept)} sessions ponder, and not more may do so at a time")
        min(idle, key=lambda session: session.used).thinker = None

    @_method(params.SessionParams, results.Stopped)
    def stop(self, given: params.SessionParams) -> results.Stopped:
        """Ends what the session searches or ponders; the search is answered with what it has."""
        session = self._session(given.session)
        return {"session": session.name, "stopped": self._stop(session)}

    def _think(
        self,
        given: params.LimitedParams,
        notify: Notify | None,
        done: Callable[[Session, SearchReport], Mapping[str, Any]],
        top: int | None = None,
    ) -> Answer:
        spec, limits = planning.planned(self.limits, given)
        with self._changing(given.session) as session:
            state = self._to_decide(session)
            kept = session.thinker
            same = kept is not None and kept.key == (str(spec), given.seed)
            bot = kept.bot if kept is not None and same else planning.thinker(spec, session.game, given)
            tell = answers.teller(session, notify if given.progress else None, top)
            limit = limits if spec.searches else None
            return self._search(session, state, bot, limit, tell, lambda report: done(session, report))

    def _search(
        self,
        session: Session,
        state: Any,
        bot: Any,
        limits: Limits | None,
        tell: Callable[[SearchReport], None] | None,
        done: Callable[[SearchReport], Mapping[str, Any]],
    ) -> Job[Any]:
        """Queues a search of a session whose lock is held; `done` makes the answer, with the lock held again."""

        def work(flag: Any) -> Mapping[str, Any]:
            with _refusals("search", INVALID_PARAMS):
                try:
                    report = bot.search(state, limits, stop=flag, on_progress=tell)
                except BaseException:
                    self._ended(session)
                    raise
                with session.lock:
                    self._ended(session)
                    session.found(report)
                    return done(report)

        job = session.running = self._workers.search(work)
        if self._closing:  # it came in when others had been stopped
            job.stop()
        return job

    def _ended(self, session: Session) -> None:
        with session.lock:
            session.running = None
            session.used = time.monotonic()

    def _to_decide(self, session: Session) -> Any:
        """A copy of the position to search; Fault if there is nothing to decide that the viewer may know of."""
        player = session.player
        if player == TERMINAL:
            raise Fault(GAME_OVER, "nothing to decide: the game is over")
        if player == CHANCE:
            raise Fault(NOT_YOUR_TURN, "nothing to decide: chance is next; apply its outcome first")
        if session.hides and player != session.viewer:
            raise Fault(
                HIDDEN,
                f"player {player} is to move: what is good for them tells what they hold",
            )
        return session.known.clone()

    # Showing and keeping

    @_method(params.ViewParams, results.View, slow=True)
    def view(self, given: params.ViewParams) -> results.View:
        """All that a board shows, with a picture."""
        session = self._session(given.session)
        with session.lock:
            state, viewer = session.seen_by(given.viewer)
            no_undo = session.no_undo
            status, table, legal = session.status(0, given.viewer), session.table, session.legal(given.viewer)
            names = list((session.record and session.record.names) or table["seats"])
            state = state.clone()
        moves = status["moves"]
        last = next((move["move"] for move in reversed(moves) if move["by"] >= 0), None)
        return {
            **status,
            "moves": moves[given.since :],
            "table": table,
            "names": names,
            "legal": legal,
            "last": last,
            "no_undo": no_undo,
            "picture": answers.picture(state, viewer, given, last),
        }

    @_method(params.ViewerParams, results.Course, slow=True)
    def course(self, given: params.ViewerParams) -> results.Course:
        """How the game went: scores after each move, and chances to win where a search has found them."""
        session = self._session(given.session)
        with session.lock:
            scores, chances = session.course(given.viewer)
        return {"session": session.name, "scores": scores, "chances": chances}

    @_method(params.ViewerParams, results.Position)
    def position(self, given: params.ViewerParams) -> results.Position:
        """The position as data for `set_position`: the whole truth of an open session, or what a player knows."""
        session = self._session(given.session)
        with session.lock:
            state, viewer = session.seen_by(given.viewer)
            if viewer is None or (given.viewer is None and not session.hides and session.record is not None):
                return {"session": session.name, "state": state.to_dict(), "observation": None}
            return {"session": session.name, "state": None, "observation": state.observation(viewer)}

    @_method(params.SessionParams, results.Saved, slow=True)
    def save(self, given: params.SessionParams) -> results.Saved:
        """The record of the game; where it holds what the viewer can't know, only once the game is over."""
        session = self._session(given.session)
        with session.lock:
            if session.record is None:
                raise Fault(HIDDEN, "there is no record of what was observed: keep the observation that position gives")
            if session.hides and session.player != TERMINAL:
                raise Fault(HIDDEN, f"the record holds what player {session.viewer} can't know until the game is over")
            return {"session": session.name, "record": session.record.to_dict()}

    @_method(params.SessionParams, results.Closed)
    def close(self, given: params.SessionParams) -> results.Closed:
        """Ends the session and what it searches."""
        session = self._session(given.session)
        with self._lock:
            self._sessions.pop(session.name, None)
        self._end(session)
        return {"session": session.name}


@contextmanager
def _refusals(name: str, reason: Reason) -> Iterator[None]:
    """Makes a Fault of every error: a ValueError is the client's, with this reason."""
    try:
        yield
    except Fault:
        raise
    except ValueError as error:
        listed = tuple(str(error).split(FAULT_SEPARATOR)) if reason in (BAD_POSITION, BAD_RECORD) else ()
        raise Fault(reason, str(error), listed) from None
    except MemoryError:
        raise Fault(BEYOND_LIMITS, "there is not enough memory") from None
    except Exception:
        _log.exception("%s", name)
        raise Fault(INTERNAL_ERROR, f"{name} failed; the log says more") from None


def _content(components: dict[str, Any] | str | None) -> dict[str, Any] | bytes | None:
    """Component data as content, which no text can turn into a path."""
    return components.encode(errors="replace") if isinstance(components, str) else components


def _not_for_a_bot(session: Session) -> Fault:
    player = session.player
    if player == TERMINAL:
        return Fault(GAME_OVER, "the game is over")
    who = "chance" if player == CHANCE else f"player {player}, whom the client plays"
    return Fault(NOT_YOUR_TURN, f"no bot is to act, but {who}: use apply")
