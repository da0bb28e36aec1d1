"""What bounds a search, and what it found: `Limits`, `SearchReport` and its `ActionReport`s."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, SupportsFloat, SupportsIndex

from cloche.backend import RawLimits, RawReport, StateBackend
from cloche.messages import shown, whole_number

MOST_COUNT = 2**62  # simulations, nodes
MOST_DEPTH = 2**31 - 1
MOST_MEMORY_MB = 2**20  # one tebibyte
MOST_SECONDS = 1e9
QUANTILES = (5, 25, 50, 75, 95)  # percent, of `SearchReport.score_quantiles`
MOST_ROWS = 20  # actions that `str` of a report lists

# `SearchReport.stopped_by` of players that do not search, and of a report about a search that still runs.
NO_SEARCH = "no search"
RUNNING = ""


@dataclass(frozen=True)
class Limits:
    """When a search ends: at whichever of these comes first. None is no limit.

    ValueError for anything but whole numbers of at least 1 and, for the clocks, numbers of seconds above 0.
    """

    simulations: int | None = None  # exactly so many, unless another limit or a proof comes first
    seconds: float | None = None  # of wall time
    cpu_seconds: float | None = None  # of processor time of the searching thread
    nodes: int | None = None  # moves applied in the tree and in playouts; looked at between simulations
    depth: int | None = None  # moves below the root past which the tree makes no nodes; ends nothing by itself
    memory_mb: int = 256  # MiB of tree; a full tree stops growing and the search goes on

    def __post_init__(self) -> None:
        for name, most in (("simulations", MOST_COUNT), ("nodes", MOST_COUNT), ("depth", MOST_DEPTH)):
            self._set(name, _count(name, getattr(self, name), most))
        for name in ("seconds", "cpu_seconds"):
            self._set(name, _duration(name, getattr(self, name)))
        self._set("memory_mb", whole_number("memory_mb", self.memory_mb, 1, MOST_MEMORY_MB))

    def _set(self, name: str, value: float | None) -> None:
        object.__setattr__(self, name, value)

    @property
    def ends(self) -> bool:
        """Whether a search with these limits ends by itself; otherwise it needs a `StopFlag`."""
        return any(limit is not None for limit in (self.simulations, self.seconds, self.cpu_seconds, self.nodes))

    def raw(self) -> RawLimits:
        """As the implementations take them."""
        return {
            "simulations": self.simulations,
            "seconds": self.seconds,
            "cpu_seconds": self.cpu_seconds,
            "nodes": self.nodes,
            "depth": self.depth,
            "memory_bytes": self.memory_mb * 2**20,
        }

    def to_dict(self) -> dict[str, Any]:
        """JSON-able: every limit by name."""
        return dataclasses.asdict(self)


def float_or_nan(value: SupportsFloat) -> float:
    """A number as a float; NaN for whatever is none, true and false included."""
    try:
        return math.nan if isinstance(value, bool | str | bytes | bytearray) else float(value)
    except (TypeError, ValueError, OverflowError):
        return math.nan


def _count(name: str, value: SupportsIndex | None, most: int) -> int | None:
    return None if value is None else whole_number(name, value, 1, most)


def _duration(name: str, value: SupportsFloat | None) -> float | None:
    if value is None:
        return None
    seconds = float_or_nan(value)
    if not 0 < seconds <= MOST_SECONDS:
        raise ValueError(f"{name}: {shown(value)}, should be a number of seconds above 0 and at most {MOST_SECONDS:g}")
    return seconds


@dataclass(frozen=True)
class ActionReport:
    """One action that the player to move had."""

    action: int
    text: str  # its notation
    visits: int  # simulations that took it, those of a reused tree included
    value: tuple[float, ...] | None  # expected return per player; None if never visited
    utility: float | None  # what the search maximises for the player to move, 0 to 1; None if never visited
    prior: float  # share of the game's own move weights, 0 to 1
    proven: bool  # `value` is exact

    def to_dict(self) -> dict[str, Any]:
        """JSON-able: every field by name."""
        return _jsonable(self)


@dataclass(frozen=True)
class SearchReport:
    """What a player found out about a position.

    Equal searches give equal reports, whatever `seconds` says. Players that do not search (`Greedy`, `Random`) know no
    values; nor does a search that was stopped before its first simulation know any scores.
    """

    player: int  # who is to move
    best_action: int
    best_text: str
    actions: tuple[ActionReport, ...]  # all legal ones, best first
    values: tuple[float, ...] | None  # expected return per player
    win_probability: tuple[float, ...] | None  # per player, ties shared; None where nothing is won
    score_mean: tuple[float, ...] | None  # per player, of the endings that this search saw; likewise the next two
    score_sd: tuple[float, ...] | None
    score_quantiles: tuple[tuple[int, ...], ...] | None  # per player the 5, 25, 50, 75 and 95 % quantiles
    principal_variation: tuple[int, ...]  # the line that the search expects, chance outcomes included
    principal_texts: tuple[str, ...]  # the same in notation
    simulations: int
    seconds: float = dataclasses.field(compare=False)  # of wall time
    nodes: int  # moves applied
    stopped_by: str  # a field of `Limits`, "stop" (flag), "proven", NO_SEARCH; RUNNING while the search goes on
    proven: bool  # `values` are exact
    tree_nodes: int
    tree_edges: int
    tree_bytes: int  # memory of the tree
    fingerprint: str  # 16 hexadecimal digits, equal for equal searches of one implementation

    def to_dict(self) -> dict[str, Any]:
        """JSON-able: every field by name, lists for tuples."""
        return _jsonable(self)

    @property
    def best(self) -> ActionReport:
        """The chosen action's report."""
        return self.actions[0]

    def summary(self) -> str:
        """One line: the choice, what it is worth to the player to move, and the effort."""
        worth = "" if self.values is None else f" ({_worth(self)})"
        if self.stopped_by == NO_SEARCH:
            return f"best: {self.best_text}{worth}"
        proven = ", proven" if self.proven else ""
        ended = f", ended by {self.stopped_by}" if self.stopped_by not in (RUNNING, "proven") else ""
        effort = f"{self.simulations:,} simulations, {self.nodes:,} nodes, {self.seconds:.2f} s"
        return f"best: {self.best_text}{worth}; {effort}{proven}{ended}"

    def __str__(self) -> str:
        lines = [self.summary()]
        if len(self.principal_texts) > 1:
            lines.append(f"line: {' '.join(self.principal_texts)}")
        if self.score_mean is not None and self.score_sd is not None:
            means = zip(self.score_mean, self.score_sd, strict=True)
            lines.append("scores: " + ", ".join(f"player {p} {m:.1f} ± {sd:.1f}" for p, (m, sd) in enumerate(means)))
        rows = [HEADINGS, *(cells(action, self.player) for action in self.actions[:MOST_ROWS])]
        widths = [max(len(row[column]) for row in rows) for column in range(len(HEADINGS))]
        for row in rows:
            rest = [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
            lines.append("  ".join([row[0].ljust(widths[0]), *rest]).rstrip())
        if len(self.actions) > MOST_ROWS:
            lines.append(f"... and {len(self.actions) - MOST_ROWS} more")
        return "\n".join(lines)


# Columns of a table of actions.
HEADINGS = ("move", "visits", "return", "utility", "prior", "")


def cells(action: ActionReport, player: int) -> tuple[str, ...]:
    """An action's row under HEADINGS, from the view of `player`."""
    return (
        action.text,
        f"{action.visits:,}",
        "-" if action.value is None else f"{action.value[player]:+.3f}",
        "-" if action.utility is None else f"{action.utility:.3f}",
        f"{action.prior:.1%}",
        "proven" if action.proven else "",
    )


def dressed(raw: RawReport, state: StateBackend, *, seconds: float, running: bool = False) -> SearchReport:
    """The report of a search from `state`, which is left as it is."""
    actions = tuple(
        ActionReport(
            action=row["action"],
            text=state.action_to_string(row["action"]),
            visits=row["visits"],
            value=None if row["value"] is None else tuple(row["value"]),
            utility=row["utility"],
            prior=row["prior"],
            proven=row["proven"],
        )
        for row in raw["actions"]
    )
    counts = raw["score_counts"]
    seen = bool(counts) and all(counts)
    return SearchReport(
        player=state.current_player(),
        best_action=actions[0].action,
        best_text=actions[0].text,
        actions=actions,
        values=tuple(raw["values"]),
        win_probability=None if raw["win_share"] is None else tuple(raw["win_share"]),
        score_mean=tuple(_mean(of_player) for of_player in counts) if seen else None,
        score_sd=tuple(_deviation(of_player) for of_player in counts) if seen else None,
        score_quantiles=tuple(quantiles(of_player) for of_player in counts) if seen else None,
        principal_variation=tuple(raw["principal_variation"]),
        principal_texts=line_texts(state, raw["principal_variation"]),
        simulations=raw["simulations"],
        seconds=seconds,
        nodes=raw["nodes"],
        stopped_by=RUNNING if running else raw["stopped_by"],
        proven=raw["proven"],
        tree_nodes=raw["tree_nodes"],
        tree_edges=raw["tree_edges"],
        tree_bytes=raw["tree_bytes"],
        fingerprint=f"{raw['fingerprint']:016x}",
    )


def line_texts(state: StateBackend, line: Sequence[int]) -> tuple[str, ...]:
    """Notation of actions and outcomes that follow each other from `state`."""
    at = state.clone()
    texts = []
    for action in line:
        texts.append(at.action_to_string(action))
        at.apply_action(action)
    return tuple(texts)


# Statistics of (score, how often), ascending


def _mean(counts: Sequence[tuple[int, int]]) -> float:
    return sum(score * count for score, count in counts) / sum(count for _, count in counts)


def _deviation(counts: Sequence[tuple[int, int]]) -> float:
    """Of the population, from whole-number sums, so that nothing cancels."""
    total = sum(count for _, count in counts)
    first = sum(score * count for score, count in counts)
    second = sum(score * score * count for score, count in counts)
    return math.sqrt(total * second - first * first) / total


def quantiles(counts: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """For each of QUANTILES the lowest score that at least that share of the endings does not exceed."""
    total = sum(count for _, count in counts)
    found = []
    for percent in QUANTILES:
        below = 0
        for score, count in counts:
            below += count
            if below * 100 >= percent * total:
                found.append(score)
                break
    return tuple(found)


def _worth(report: SearchReport) -> str:
    if report.win_probability is not None:
        return f"win {report.win_probability[report.player]:.1%}"
    return f"return {report.values[report.player]:+.2f}" if report.values is not None else ""


def _jsonable(record: ActionReport | SearchReport) -> dict[str, Any]:
    data: dict[str, Any] = _lists(dataclasses.asdict(record))
    return data


def _lists(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _lists(item) for key, item in value.items()}
    return [_lists(item) for item in value] if isinstance(value, tuple | list) else value
