"""What one search counts, and when it stops (seeds/search.md, M-17 and M-20)."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from cloche.backend import CHANCE, TERMINAL, RawLimits, RawReport, RawRun, StateBackend
from cloche.reference.base import REDEAL_STREAM
from cloche.reference.rng import Rng
from cloche.reference.utility import Worth

PROGRESS_SECONDS = 0.1
SEARCH_STREAM = 2  # first key of generators, seeds/random.md


def require_decision(state: StateBackend) -> None:
    """ValueError where there is nothing to search."""
    if state.current_player() == TERMINAL:
        raise ValueError("nothing to search: the game is over")
    if state.current_player() == CHANCE:
        raise ValueError("a chance node: resolve it first with resolve_chance")


def search_generator(seed: int, number: int, worker: int) -> Rng:
    """M-11, M-60: of the search with that number since the bot was made or reset."""
    return Rng(seed, SEARCH_STREAM, number, worker)


def redeal_generator(seed: int, number: int, worker: int) -> Rng:
    """M-26, M-60: deals what is hidden anew in the search with that number."""
    return Rng(seed, REDEAL_STREAM, number, worker)


@dataclass
class Tally:
    """Gains of simulations, summed for each player."""

    players: int
    mover: int  # of the root
    simulations: int = 0
    gains: list[int] = field(init=False)
    sum: int = 0  # of w, u of the mover div 256 (M-36)
    squares: int = 0  # of w * w

    def __post_init__(self) -> None:
        self.gains = [0] * self.players

    def add(self, worth: Worth) -> None:
        """Counts a simulation."""
        self.simulations += 1
        for player, gain in enumerate(worth.gain):
            self.gains[player] += gain
        w = worth.utility[self.mover] // 256
        self.sum += w
        self.squares += w * w

    def join(self, other: Tally) -> None:
        """Counts what another worker counted as well."""
        self.simulations += other.simulations
        self.gains = [mine + theirs for mine, theirs in zip(self.gains, other.gains, strict=True)]
        self.sum += other.sum
        self.squares += other.squares

    def means(self) -> list[float] | None:
        """Mean gain of each player; None without simulations."""
        return [gain / self.simulations for gain in self.gains] if self.simulations else None


class Ledger:
    """Everything that one search counts."""

    def __init__(self, players: int, mover: int) -> None:
        self.players = players
        self.mover = mover
        self.waiting = 0  # simulations that wait for an evaluator (M-84)
        self.nodes = 0  # moves applied, chance included, in the tree and in playouts
        self.total = Tally(players, mover)
        self.passed: dict[int, Tally] = {}  # by action at the root
        self.scores: list[Counter[int]] = [Counter() for _ in range(players)]

    @property
    def simulations(self) -> int:
        """Simulations of this search."""
        return self.total.simulations + self.waiting

    def add(self, action: int, worth: Worth, scores: list[int] | None) -> None:
        """A simulation that took `action` at the root; `scores` is None where a proven edge ended it."""
        self.total.add(worth)
        self.passed.setdefault(action, Tally(self.players, self.mover)).add(worth)
        if scores is not None:
            self.see(scores)

    def join(self, other: Ledger) -> None:
        """M-64: counts what another worker counted as well."""
        self.waiting += other.waiting
        self.nodes += other.nodes
        self.total.join(other.total)
        for action, tally in other.passed.items():
            self.passed.setdefault(action, Tally(self.players, self.mover)).join(tally)
        for mine, theirs in zip(self.scores, other.scores, strict=True):
            mine.update(theirs)

    def see(self, scores: list[int]) -> None:
        """Counts scores at the end of a game or of a playout."""
        for player, score in enumerate(scores):
            self.scores[player][score] += 1

    def means_of(self, action: int) -> list[float] | None:
        """Mean gains over the simulations of this search that took `action`; None where none did."""
        tally = self.passed.get(action)
        return tally.means() if tally is not None else None

    def spread_of(self, action: int) -> tuple[int, int, int]:
        """c, q and r of M-36 for the edge of an action at the root."""
        tally = self.passed.get(action)
        return (tally.simulations, tally.sum, tally.squares) if tally is not None else (0, 0, 0)

    def score_counts(self) -> list[list[tuple[int, int]]]:
        """For each player (score, how often), ascending."""
        return [sorted(counter.items()) for counter in self.scores]

    def run(self, stopped_by: str) -> RawRun:
        """The tail of a report."""
        return {
            "score_counts": self.score_counts(),
            "simulations": self.simulations,
            "nodes": self.nodes,
            "stopped_by": stopped_by,
            "fingerprint": 0,
        }


@dataclass(frozen=True)
class Calls:
    """How the outside reaches into a search: see `SearchBackend.search`."""

    stop: Any = None
    on_progress: Callable[[RawReport], None] | None = None
    ask: Any = None


class Watch:
    """M-17: looks at the limits, and reports progress, before each simulation."""

    def __init__(self, limits: RawLimits, calls: Calls, report: Callable[[str], RawReport]) -> None:
        self._limits = limits
        self._calls = calls
        self._report = report
        self._wall_start = self._last_progress = time.perf_counter()
        self._cpu_start = time.thread_time()

    def stopped_by(self, ledger: Ledger) -> str | None:
        """The first limit that is reached, in the order of `RawReport.stopped_by`; None to go on."""
        return self.reached_by(ledger.simulations, ledger.nodes) or self.interrupted_by()

    def reached_by(self, simulations: int, nodes: int) -> str | None:
        """The limit of what is counted that is reached."""
        limits = self._limits
        if limits["simulations"] is not None and simulations >= limits["simulations"]:
            return "simulations"
        if limits["nodes"] is not None and nodes >= limits["nodes"]:
            return "nodes"
        return None

    def interrupted_by(self) -> str | None:
        """The clock or flag that ends the search now."""
        limits = self._limits
        if limits["seconds"] is not None and time.perf_counter() - self._wall_start >= limits["seconds"]:
            return "seconds"
        if limits["cpu_seconds"] is not None and time.thread_time() - self._cpu_start >= limits["cpu_seconds"]:
            return "cpu_seconds"
        if self._calls.stop is not None and self._calls.stop.is_set():
            return "stop"
        return None

    def tell_progress(self) -> None:
        """Reports from time to time, or when it is asked; `stopped_by` is empty in such a report."""
        calls = self._calls
        if calls.on_progress is None:
            return
        if calls.ask is not None:
            if calls.ask.is_set():
                calls.ask.clear()
                calls.on_progress(self._report(""))
            return
        now = time.perf_counter()
        if now - self._last_progress >= PROGRESS_SECONDS:
            self._last_progress = now
            calls.on_progress(self._report(""))
