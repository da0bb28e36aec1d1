"""What players are: the interface of all of them, and what those that search share."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, SupportsIndex, TypeAlias

from cloche import implementation as implementations
from cloche.backend import CHANCE, TERMINAL, RawReport, SearchBackend, StateBackend
from cloche.messages import shown, whole_number
from cloche.report import Limits, SearchReport, dressed
from cloche.settings import (
    check_game,
)

if TYPE_CHECKING:
    from cloche.belief import Belief
    from cloche.game import Game
    from cloche.handle import Flag, PonderReport, SearchHandle
    from cloche.state import State

Progress: TypeAlias = Callable[[SearchReport], None]


class Stop(Protocol):
    """What ends a search from outside: a `cloche.StopFlag`, or, on the reference, anything with `is_set()`."""

    def is_set(self) -> bool:
        """Whether the search is to end."""
        ...


class Player(Protocol):
    """What plays a game."""

    @property
    def game(self) -> Game:
        """The game it was made for."""
        ...

    def search(
        self,
        state: State | Belief,
        limits: Limits | None = None,
        stop: Stop | None = None,
        on_progress: Progress | None = None,
    ) -> SearchReport:
        """What the player thinks of a decision node."""
        ...

    def act(self, state: State | Belief, limits: Limits | None = None) -> int:
        """The action that the player takes at a decision node."""
        ...

    def advance(self, action: SupportsIndex) -> None:
        """Tells the player of an action or outcome that was really played, its own included."""
        ...

    def reset(self) -> None:
        """Makes the player as it was when new."""
        ...


class Bot:
    """What all players share: their game, and checks of what they are given."""

    name: ClassVar[str]  # as `player()` knows it
    ending_limits: ClassVar[tuple[str, ...]] = ("simulations", "seconds", "cpu_seconds", "nodes")

    @classmethod
    def is_ended_by(cls, limits: Limits) -> bool:
        """Whether a search with these limits ends by itself; otherwise it needs a `StopFlag`."""
        return any(getattr(limits, name) is not None for name in cls.ending_limits)

    def __init__(self, game: Game, *, seed: SupportsIndex, limits: Limits | None) -> None:
        check_game(game)
        if limits is not None and not isinstance(limits, Limits):
            raise ValueError(f"limits: {shown(limits)}, should be cloche.Limits or None")
        self._game = game
        self._seed = whole_number("seed", seed)
        self.limits = limits  # used where a call brings none

    @property
    def game(self) -> Game:
        """The game the player was made for."""
        return self._game

    @property
    def seed(self) -> int:
        """The seed that it was made with."""
        return self._seed

    def _position(self, state: State | Belief, observer: int | None = None) -> StateBackend:
        """What `observer`, or the player to move, knows of the position, as this game's implementation has it (M-25).

        ValueError for states of other games, for a belief of somebody else or one that was updated, and if there is
        nothing to decide.
        """
        from cloche.belief import Belief
        from cloche.state import State

        if isinstance(state, Belief):
            world = state.state
            mover = world.current_player()
            if observer is None and mover >= 0 and mover != state.player:
                raise ValueError(f"a belief of player {state.player}, should be one of player {mover}, who is to move")
            if state.is_updated:
                raise ValueError(
                    "a belief that actions of others have updated: searches weigh worlds as chance does; give them"
                    " game.belief(belief.observation), or worlds of belief.sample(rng) one by one"
                )
            state = world
        if not isinstance(state, State):
            raise ValueError(f"state: {shown(state)}, should be a cloche.State or a cloche.Belief")
        if state.game != self._game:
            raise ValueError(f"a state of {state.game!r}, this player plays {self._game!r}")
        player = state.current_player()
        if player == TERMINAL:
            raise ValueError("nothing to decide: the game is over")
        if player == CHANCE:
            raise ValueError("nothing to decide at a chance node: draw it first with state.resolve_chance(rng)")
        same = state.game is self._game
        position = state.backend if same else self._game.backend.state_from_dict(state.to_dict())
        if self._game.perfect_information:
            return position
        return implementations.world_of(position, player if observer is None else observer, self._game.implementation)

    def _limits(self, limits: Limits | None, stop: Stop | None, *, by_handle: bool = False) -> Limits:
        """The limits of a search; ValueError if nothing would end it."""
        chosen = self.limits if limits is None else limits
        if chosen is None:
            chosen = Limits()
        if not isinstance(chosen, Limits):
            raise ValueError(f"limits: {shown(chosen)}, should be cloche.Limits")
        if stop is not None and not self._takes(stop):
            raise ValueError(f"stop: {shown(stop)}, should be a cloche.StopFlag or None")
        self._check_limits(chosen)
        if stop is None and not by_handle and not self.is_ended_by(chosen):
            raise ValueError(
                f"nothing would end this search: give cloche.Limits with {', '.join(self.ending_limits[:-1])} or"
                f" {self.ending_limits[-1]}, or a cloche.StopFlag as stop"
            )
        return chosen

    def _check_limits(self, limits: Limits) -> None:
        """ValueError if the player can do nothing with the limits."""

    def _takes(self, stop: Stop) -> bool:
        """Whether the implementation can read the flag."""
        if self._game.implementation == "reference":
            return callable(getattr(stop, "is_set", None))
        from cloche._core import StopFlag

        return isinstance(stop, StopFlag)

    def _flags(self) -> Callable[[], Flag]:
        """Makes flags that the implementation can read."""
        if self._game.implementation == "reference":
            return threading.Event
        from cloche._core import StopFlag

        return StopFlag


class SearchingBot(Bot):
    """A player that runs a search of the game's implementation."""

    _class_name: ClassVar[str]  # in cloche.reference; with the game's prefix in cloche._core

    def __init__(
        self,
        game: Game,
        settings: Mapping[str, Any],
        *,
        seed: SupportsIndex,
        limits: Limits | None,
    ) -> None:
        from cloche.handle import Claim

        super().__init__(game, seed=seed, limits=limits)
        self._settings = dict(settings)
        self._search = self._made()
        self._root: StateBackend | None = None  # where `advance` goes on, for its errors; None if not known
        self._claim = Claim()
        self._pondering: SearchHandle[PonderReport] | None = None

    def _check_limits(self, limits: Limits) -> None:
        workers = self._settings["workers"]
        if limits.memory_mb < workers:
            raise ValueError(f"memory_mb: {limits.memory_mb}, should be at least {workers}, 1 for each of the workers")

    @contextmanager
    def _claimed(self) -> Iterator[None]:
        """Has the search for itself, ending a pondering first; RuntimeError while something else uses it."""
        self._end_pondering()
        with self._claim:
            yield

    def _end_pondering(self) -> None:
        pondering, self._pondering = self._pondering, None
        if pondering is not None:
            pondering.stop()
            pondering.result()

    def _made(self) -> SearchBackend:
        name, backend = self._class_name, self._game.backend
        if self._game.implementation == "native":
            search_class = getattr(import_module("cloche._core"), self._game.entry.classes + name)
            native: SearchBackend = search_class(backend, seed=self._seed, settings=self._raw_settings())
            return native
        searches = import_module("cloche.reference.searches")
        search: SearchBackend = searches.make_search(name, backend, seed=self._seed, settings=self._raw_settings())
        return search

    def _raw_settings(self) -> dict[str, Any]:
        """The settings as the implementation takes them."""
        return self._settings

    @property
    def settings(self) -> dict[str, Any]:
        """Every setting of the search by name."""
        return dict(self._settings)

    def search(
        self,
        state: State | Belief,
        limits: Limits | None = None,
        stop: Stop | None = None,
        on_progress: Progress | None = None,
    ) -> SearchReport:
        """Searches from a decision node of any player until a limit is reached, the root is proven or `stop` is set.

        In a game that hides something only what the player to move knows is looked at, as in a belief of that player.
        `limits` replace the player's own, `bot.limits`, as a whole for this call; None leaves those. One of
        simulations, seconds, cpu_seconds and nodes must be set there, or a flag given: ValueError otherwise. Whichever
        comes first ends the search. `on_progress` is called with the report so far, some times a second. The report's
        `values` are the root's average over this search, not the value of the best action (M-20). ValueError for a
        state of another game, at a chance node and at the end of a game; RuntimeError if this player searches already.
        Ctrl-C ends it with KeyboardInterrupt.
        """
        position = self._position(state).clone()  # the caller may play on while the search runs
        raw_limits = self._limits(limits, stop).raw()
        start = time.perf_counter()
        tell: Callable[[RawReport], None] | None = None
        if on_progress is not None:
            if not callable(on_progress):
                raise ValueError(f"on_progress: {shown(on_progress)}, should be a function of a report, or None")
            listener = on_progress

            def tell(raw: RawReport) -> None:
                listener(dressed(raw, position, seconds=time.perf_counter() - start, running=True))

        with self._claimed():
            self._root = None
            self._prepare(position)
            raw = self._search.search(position, raw_limits, stop, tell)
            self._root = position
        return dressed(raw, position, seconds=time.perf_counter() - start)

    def start(self, state: State | Belief, limits: Limits | None = None) -> SearchHandle[SearchReport]:
        """As `search`, but in a thread of its own; gives a handle at once.

        `handle.poll()` is the report so far, `handle.stop()` ends the search, `handle.result(timeout)` waits for the
        final report, as `await handle` does. A handle that is dropped ends its search, so that the limits need not end
        it. ValueError as of `search`; RuntimeError if this player searches already.
        """
        from cloche.handle import Job, SearchHandle, Task

        position = self._position(state).clone()
        chosen = self._limits(limits, None, by_handle=True)

        def dress(raw: RawReport, seconds: float, running: bool) -> SearchReport:
            return dressed(raw, position, seconds=seconds, running=running)

        job = Job(Task(self._search, position, chosen.raw()), dress, self._flags())
        self._end_pondering()
        self._claim.take()
        try:
            self._prepare(position)
        except BaseException:
            self._claim.leave()
            raise
        self._root = position.clone()
        job.begin(self._claim)
        return SearchHandle(job)

    def _prepare(self, position: StateBackend) -> None:
        """Tells the search what it needs beside a position; just before it starts."""

    def act(self, state: State | Belief, limits: Limits | None = None) -> int:
        """The action that a search chooses: `search(state, limits).best_action`.

        Limits and errors as of `search`: `limits` replace `bot.limits` for this call, None leaves those.
        """
        return self.search(state, limits).best_action

    def advance(self, action: SupportsIndex) -> None:
        """Keeps, of what was searched, the part below an action or outcome that was really played (M-19).

        To be told of every one since the last search, in order; ValueError, with the legal ones, for one that is not
        legal there. In games that hide something the tree finds its place by itself (M-29), and nothing is done here.
        Ends a pondering; RuntimeError while this player searches.
        """
        from cloche.state import illegal

        number = whole_number("action", action)
        with self._claimed():
            if not self._game.perfect_information:
                return
            try:
                self._search.advance(number)
            except ValueError:
                where = "in the position searched last"
                if self._root is None:
                    raise ValueError(f"action {shown(number)} is not legal {where}") from None
                raise illegal(number, self._root, where) from None
            if self._root is not None and self._root.is_legal(number):
                self._root.apply_action(number)

    def reset(self) -> None:
        """Forgets what was searched and starts the random streams anew, as for a new game."""
        with self._claimed():
            self._search.reset()
            self._root = None

    def __repr__(self) -> str:
        words = [f"{name}={value!r}" for name, value in self._settings.items()]
        return f"cloche.{type(self).__name__}({', '.join([repr(self._game), f'seed={self._seed}', *words])})"
