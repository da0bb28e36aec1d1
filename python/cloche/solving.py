"""Exact values of small games and endings: `solve`, and what it finds (V-1 to V-15 of seeds/search.md)."""

from __future__ import annotations

import dataclasses
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, SupportsFloat

from cloche import notebook
from cloche.backend import RawSolution, StateBackend
from cloche.components import canonical_json
from cloche.messages import counted, shown, told
from cloche.report import Limits, float_or_nan

if TYPE_CHECKING:
    from cloche.belief import Belief
    from cloche.bots import Stop
    from cloche.game import Game
    from cloche.state import State

TOLERANCES = (1e-9, 1.0)  # lowest and highest
MOST_WORLDS = 200_000  # of a public state
PLAYED = 0.001  # a strategy's probability of an action, from which on it is one of `best_actions` (V-14)
MEMORY_SHARE = 0.75  # of the machine's memory, where no limits are given
USUAL_MACHINE = 4 * 2**30  # bytes, where the machine doesn't tell


class TooLarge(Exception):  # the name is in the contract
    """The limits do not reach for what was to be solved; the message says what would do, where that is known.

    Attributes:
        limit: Which one: `nodes`, `seconds`, `cpu_seconds`, `memory_mb`, `worlds` (positions that players can't tell
            apart), or `stop`, a flag that was set.
        given: What the limit was; None for `stop`.
        needed: The figure that would do, exact for `worlds`, otherwise an estimate; None where it isn't known.
    """

    def __init__(self, message: str, limit: str, given: float | None = None, needed: int | None = None) -> None:
        super().__init__(message, limit, given, needed)
        self.limit = limit
        self.given = given
        self.needed = needed

    def __str__(self) -> str:
        return str(self.args[0])


@dataclass(frozen=True)
class Solution:
    """What a position is worth under best play to the end of the game.

    Attributes:
        player: Who is to move, 0-based; `cloche.CHANCE` or `cloche.TERMINAL` where nobody is.
        values: Expected return of each player, in player order, in the game's utilities.
        best_actions: Ids of the best actions of the player to move, ascending; empty where nobody is to move. Where
            nothing is hidden all whose value is at most the tolerance below the best one; otherwise those that the
            strategy plays with more than 0.001 at what the player to move knows (V-14).
        best_texts: Their notation.
        strategy: Where things are hidden, for every observation of a player to move, as JSON with sorted keys, the
            probability of each legal action by id; `policy` looks one up. None where nothing is hidden, since there
            any best action does.
        method: `over`, `alpha-beta`, `expectimax`, `value-iteration`, `best-response` or `cfr+` (V-2).
        exploitability: What a player can gain at most against the strategy, averaged over both; no value is farther
            than that from the game's own. 0 where nothing is hidden.
        nodes: Moves and outcomes applied.
        seconds: Wall time; not compared.
    """

    player: int
    values: tuple[float, ...]
    best_actions: tuple[int, ...]
    best_texts: tuple[str, ...]
    strategy: Mapping[str, Mapping[int, float]] | None = dataclasses.field(hash=False)
    method: str
    exploitability: float
    nodes: int
    seconds: float = dataclasses.field(compare=False)

    def policy(self, known: State | Belief | Mapping[str, Any]) -> dict[int, float]:
        """What the strategy plays: the probability of each legal action by id.

        `known` is an observation, a belief, or a position, of which only what the player to move knows is looked at.
        ValueError where nothing was hidden, and for what the position solved does not lead to.
        """
        from cloche.belief import Belief
        from cloche.state import State

        if self.strategy is None:
            raise ValueError("nothing was hidden: any of best_actions does, and there is no strategy")
        if isinstance(known, State):
            if known.current_player() < 0:
                raise ValueError("known: a position where no player is to move")
            known = known.observation(known.current_player())
        elif isinstance(known, Belief):
            known = known.observation
        if not isinstance(known, Mapping):
            raise ValueError(f"known: {shown(known)}, should be an observation, a cloche.State or a cloche.Belief")
        try:
            found = self.strategy.get(_key(known))
        except (TypeError, ValueError):
            found = None
        if found is None:
            raise ValueError("known: the position that was solved does not lead there, or nobody is to move there")
        return dict(found)

    def to_dict(self) -> dict[str, Any]:
        """JSON-able: every field by name, lists for tuples, and the strategy as an object of objects."""
        strategy = self.strategy
        if strategy is not None:
            strategy = {known: {str(id_): share for id_, share in row.items()} for known, row in strategy.items()}  # type: ignore[misc]
        lists = {name: list(value) if isinstance(value, tuple) else value for name, value in vars(self).items()}
        return {**lists, "strategy": strategy}

    def summary(self, in_words: Callable[[str], str] | None = None) -> str:
        """One line: what it is worth, the best actions and the effort.

        With `Game.in_words` the actions are told in plain words too.
        """
        worth = ", ".join(f"{value:+.7g}" for value in self.values)
        texts = self.best_texts if in_words is None else [told(text, in_words(text)) for text in self.best_texts]
        best = f"; best: {', '.join(texts)}" if texts else ""
        exploitability = f", exploitability {self.exploitability:.2g}" if self.strategy is not None else ""
        return f"value: {worth}{best}; {self.method}, {self.nodes:,} nodes, {self.seconds:.2f} s{exploitability}"

    def __str__(self) -> str:
        return self.summary()

    def _repr_html_(self) -> str:
        """The values as a table, for notebooks."""
        rows = [[f"Player {player + 1}", f"{value:+.7g}"] for player, value in enumerate(self.values)]
        return notebook.table(["", "value"], rows, caption=self.summary())


def solve(
    state: State | Belief,
    tolerance: SupportsFloat = 1e-6,
    limits: Limits | None = None,
    *,
    stop: Stop | None = None,
) -> Solution:
    """The exact value of a position, by looking at all that can follow.

    What is hidden is not looked at: a position is solved for all that players could hold, each as likely as chance
    makes it (V-8). So the first node of a game solves all of it, and all positions that players cannot tell apart have
    the same solution but for `best_actions`, which are those at what the player to move knows.

    Args:
        state: A position of any game, also at a chance node, or a belief, which has not been updated.
        tolerance: 1e-9 .. 1: how far values may be off in games with hidden information and in those in which positions
            can come again; also by how much the best actions may differ.
        limits: nodes, seconds, cpu_seconds, and memory_mb, which `cloche.Limits` always has. None: no limit but three
            quarters of the machine's memory.
        stop: A `cloche.StopFlag` that ends the work when it is set.

    Returns:
        A `cloche.Solution`.

    Raises:
        TooLarge: The limits do not reach, or the flag was set.
        ValueError: A bad argument, or a position that is not solved at all: with hidden information those of three and
            more players and those of several with a common return; without a bound of the game's length those of three
            and more.
    """
    start = time.perf_counter()
    position, knower = _position(state)
    game = position.game
    accuracy = _tolerance(tolerance)
    raw_limits = _limits(limits)
    _check_stop(game, stop)
    is_open = game.perfect_information or position.is_terminal() or position.backend.solvable_ending()
    clock = _Clock(game, limits, stop, start)
    roots = [(position.backend, 1.0)] if is_open else _public_state(position, clock)
    raw_limits |= clock.left()
    raw = _solved(game, roots, accuracy, raw_limits, stop)
    if raw["ended_by"]:
        raise _too_large(game, raw, limits, raw_limits["memory_bytes"])
    if raw["refused"]:
        raise ValueError(f"{game.name}: {raw['refused']}")
    return _dressed(raw, position, knower, start)


# The two implementations


def _solved(
    game: Game,
    roots: list[tuple[StateBackend, float]],
    tolerance: float,
    limits: dict[str, Any],
    stop: Stop | None,
) -> RawSolution:
    solved: RawSolution
    backend: Any = game.backend
    if game.implementation == "native":
        solved = backend.solve(roots, tolerance=tolerance, limits=limits, stop=stop)
    else:
        solve_plainly = import_module("cloche.reference.solve").solve
        solved = solve_plainly(backend, roots, tolerance=tolerance, stop=stop, **limits)
    return solved


def _dressed(raw: RawSolution, position: State, knower: int | None, start: float) -> Solution:
    player = position.current_player()
    strategy: dict[str, dict[int, float]] | None = None
    best = raw["best_actions"]
    if raw["strategy"] is not None:
        strategy = {
            _key(row["observation"]): dict(zip(row["actions"], row["probabilities"], strict=True))
            for row in raw["strategy"]
        }
        if player >= 0 and knower in (None, player):
            best = [id_ for id_, share in strategy[_key(position.observation(player))].items() if share > PLAYED]
    elif knower not in (None, player):
        best = []
    return Solution(
        player=player,
        values=tuple(raw["values"]),
        best_actions=tuple(best),
        best_texts=tuple(position.action_to_string(action) for action in best),
        strategy=strategy,
        method=raw["method"],
        exploitability=raw["exploitability"],
        nodes=raw["nodes"],
        seconds=time.perf_counter() - start,
    )


def _key(observation: Mapping[str, Any]) -> str:
    return canonical_json(dict(observation)).decode()


# The public state


def _public_state(position: State, clock: _Clock) -> list[tuple[StateBackend, float]]:
    """The worlds of V-8 with weights that sum to 1, ascending by their data as JSON."""
    first = _key(position.to_dict())
    weights = {first: 1.0}
    worlds = {first: position.clone()}
    open_keys = [first]
    done: set[str] = set()  # observations
    while open_keys:
        key = open_keys.pop()
        for player in range(position.game.players):
            belief = worlds[key].belief(player)
            observation = _key(belief.observation)
            if observation in done:
                continue
            done.add(observation)
            clock.check_worlds(belief.count())
            linked = []
            for world, share in belief.worlds():
                clock.check()
                linked.append((_key(world.to_dict()), world, share))
            own_share = next(share for other, _, share in linked if other == key)
            for other, world, share in linked:
                if other not in weights:
                    weights[other] = weights[key] * share / own_share
                    worlds[other] = world
                    open_keys.append(other)
            clock.check_worlds(len(worlds))
    total = sum(weights.values())
    return [(worlds[key].backend, weights[key] / total) for key in sorted(weights)]


class _Clock:
    """Watches the limits while the public state is listed."""

    def __init__(self, game: Game, limits: Limits | None, stop: Stop | None, start: float) -> None:
        self._game, self._limits, self._stop = game, limits or Limits(), stop
        self._start = start
        self._cpu_start = time.thread_time()

    def check_worlds(self, number: int) -> None:
        """TooLarge when a limit is reached, or for too many worlds."""
        name = self._game.name
        if number > MOST_WORLDS:
            raise TooLarge(
                f"{name}: players can't tell {number:,} positions apart here; up to {MOST_WORLDS:,} can be solved",
                "worlds",
                MOST_WORLDS,
                number,
            )
        self.check()

    def check(self) -> None:
        """TooLarge when a limit is reached."""
        name = self._game.name
        if self._stop is not None and self._stop.is_set():
            raise TooLarge(f"{name}: stopped before it was solved", "stop")
        for limit, seconds in self.left().items():
            if seconds is not None and seconds <= 0:
                raise TooLarge(f"{name}: {_clock_ended(limit, self._limits)}", limit, getattr(self._limits, limit))

    def left(self) -> dict[str, float | None]:
        """What is left of the clocks; None is no limit."""
        limits = self._limits
        return {
            "seconds": None if limits.seconds is None else limits.seconds - (time.perf_counter() - self._start),
            "cpu_seconds": None
            if limits.cpu_seconds is None
            else limits.cpu_seconds - (time.thread_time() - self._cpu_start),
        }


# Checks of what is given, and what is said of limits


def _position(state: State | Belief) -> tuple[State, int | None]:
    """The position, and whose belief it is, if it is one."""
    from cloche.belief import Belief
    from cloche.state import State

    if isinstance(state, Belief):
        if state.is_updated:
            raise ValueError(
                "a belief that actions of others have updated: positions are solved with worlds as likely as chance"
                " makes them; give game.belief(belief.observation)"
            )
        return state.state, state.player
    if not isinstance(state, State):
        raise ValueError(f"state: {shown(state)}, should be a cloche.State or a cloche.Belief")
    return state.clone(), None


def _tolerance(tolerance: SupportsFloat) -> float:
    number = float_or_nan(tolerance)
    low, high = TOLERANCES
    if not low <= number <= high:
        raise ValueError(f"tolerance: {shown(tolerance)}, should be a number {low:g}..{high:g}")
    return number


def _limits(limits: Limits | None) -> dict[str, Any]:
    """As the implementations take them, without the clocks."""
    if limits is None:
        return {"nodes": None, "memory_bytes": usual_memory_mb() * 2**20}
    if not isinstance(limits, Limits):
        raise ValueError(f"limits: {shown(limits)}, should be cloche.Limits or None")
    for name in ("simulations", "depth"):
        if getattr(limits, name) is not None:
            raise ValueError(f"limits: {name} bounds a search; for exact values give nodes, seconds or memory_mb")
    return {"nodes": limits.nodes, "memory_bytes": limits.memory_mb * 2**20}


def usual_memory_mb() -> int:
    """What is used where nothing is said: MiB, a share of the machine's memory."""
    try:
        machine = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        machine = USUAL_MACHINE
    return int(MEMORY_SHARE * machine) // 2**20


def _check_stop(game: Game, stop: Stop | None) -> None:
    from cloche._core import StopFlag

    fits = isinstance(stop, StopFlag) or (
        game.implementation == "reference" and callable(getattr(stop, "is_set", None))
    )
    if stop is not None and not fits:
        raise ValueError(f"stop: {shown(stop)}, should be a cloche.StopFlag or None")


def _clock_ended(limit: str, limits: Limits | None) -> str:
    given = getattr(limits, limit)
    kind = " of processor time" if limit == "cpu_seconds" else ""
    return f"{limit}={given:g} is too little: not solved in {given:g} s{kind}"


def _too_large(game: Game, raw: RawSolution, limits: Limits | None, memory_bytes: int) -> TooLarge:
    ended_by, needed = raw["ended_by"], raw["needed"]
    so_far = f"not solved within {counted(raw['nodes'], 'node')}"
    if ended_by == "stop":
        return TooLarge(f"{game.name}: stopped before it was solved", "stop")
    if ended_by == "nodes":
        given: float = raw["nodes"] if limits is None or limits.nodes is None else limits.nodes
        what, limit = f"nodes={given:.0f} is too little", "nodes"
    elif ended_by == "memory":
        given, limit = memory_bytes // 2**20, "memory_mb"
        needed = None if needed is None else -(-needed // 2**20)
        what = f"memory_mb={given:.0f} is too little"
    else:
        given, limit = getattr(limits, ended_by), ended_by
        return TooLarge(f"{game.name}: {_clock_ended(limit, limits)}; {so_far}", limit, given)
    figure = "how much would do can't be told" if needed is None else f"about {needed:,} would do"
    return TooLarge(f"{game.name}: {what}: {so_far}; {figure}", limit, given, needed)
