"""What bounds a search, and what it found: `Limits`, `SearchReport` and its `ActionReport`s."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, SupportsFloat, SupportsIndex, cast

from cloche import notebook
from cloche.backend import RawLimits, RawReport, StateBackend
from cloche.messages import shown, told, whole_number

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

    Attributes:
        simulations: Exactly so many, 1 .. 2**62, unless another limit or a proof comes first.
        seconds: Wall time, above 0 and at most 1e9.
        cpu_seconds: Processor time of the searching thread, above 0 and at most 1e9.
        nodes: Moves applied in the tree and in playouts, 1 .. 2**62; looked at between simulations, so that the last
            simulation may pass it.
        depth: Moves below the root past which the tree makes no nodes, 1 .. 2**31 - 1; ends no search by itself but
            that of `Expectimax`, whose decisions it counts.
        memory_mb: MiB of tree or table, 1 .. 2**20; a full tree stops growing and the search goes on. Never None. The
            reference has no such limit.
    """

    simulations: int | None = None
    seconds: float | None = None
    cpu_seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    memory_mb: int = 256

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
    """One action that the player to move had.

    Attributes:
        action: Its id.
        text: Its notation.
        visits: Simulations that took it, those of a kept tree included; so they may add up to more than the report's
            `simulations`.
        value: Expected return of each player, in player order, in the game's utilities; None if never visited, and
            from players that do not search. In a kept tree an average over this search where it came here, otherwise
            over what was kept (M-20).
        utility: What the search maximises for the player to move, 0 .. 1, the average over all `visits`; None where
            `value` is.
        prior: Share of the game's own move weights, 0 .. 1; over all actions they add up to 1.
        proven: `value` is exact.
        share: How often it is played, 0 .. 1, where an equilibrium was found and the choice drawn (M-54); None
            elsewhere.
    """

    action: int
    text: str
    visits: int
    value: tuple[float, ...] | None
    utility: float | None
    prior: float
    proven: bool
    share: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """JSON-able: every field by name."""
        return _jsonable(self)


@dataclass(frozen=True)
class SearchReport:
    """What a player found out about a position.

    Equal searches give equal reports, whatever `seconds` says. Players that do not search (`Greedy`, `Random`) know no
    values; nor does a search that was stopped before its first simulation know any scores.

    Attributes:
        player: Who is to move, 0-based. Tuples "of each player" are in player order.
        best_action: The chosen action's id (M-18).
        best_text: Its notation.
        actions: All legal actions, best first; `actions[0]` is the chosen one, also as `best`.
        values: Expected return of each player, in the game's utilities: the average at the root over this search, not
            the value of the best action; exact if `proven`. None from players that do not search.
        win_probability: Of each player, 0 .. 1, ties shared, so that they add up to 1; averaged as `values`. Of who
            plays alone against a rival with a score, the chance to beat it. None in cooperative games and those of one
            player without a rival, where nothing is won, and from players that do not search.
        score_mean: Points of each player, the mean over the endings and cut playouts that this search saw. None if it
            saw none, and from players that do not search; likewise the next two.
        score_sd: Their standard deviation.
        score_quantiles: For each player the 5, 25, 50, 75 and 95 % quantiles: the lowest score that at least that share
            does not exceed.
        principal_variation: The line that the search expects, ids of actions and chance outcomes from the root on.
        principal_texts: The same in notation.
        simulations: Of this search alone.
        seconds: Wall time of this search; not compared.
        nodes: Moves applied by this search in the tree and in playouts, chance outcomes included.
        stopped_by: What ended it: `simulations`, `seconds`, `cpu_seconds` or `nodes` of its limits, `stop` (the flag),
            `proven` (the root), `settled` (an early stop), `depth` (`Expectimax` has looked as deep as it may),
            `visits` (2**32 - 1 at the root, more cannot be counted) or `no search` (a player that does not search);
            empty in a report of progress.
        proven: The root is solved: `values` are exact.
        tree_nodes: Positions in the tree, kept ones included; 0 without a tree.
        tree_edges: Moves out of them.
        tree_bytes: Memory of the tree; 0 on the reference.
        fingerprint: 16 hexadecimal digits of all that the simulations did, equal for equal searches of the native core.
            To be compared within one implementation only; zeros on the reference.
        depth: Decisions that every line was followed, of the last iteration completed (X-5), 0 in an ending that was
            solved (X-12). None from players other than `Expectimax`, whose `values` are those of the best action.
        worlds: The number of different worlds that `Expectimax` averaged over, each looked at as if all could see it
            (X-10); None where nothing is hidden, in an ending that was solved, and from other players.
    """

    player: int
    best_action: int
    best_text: str
    actions: tuple[ActionReport, ...]
    values: tuple[float, ...] | None
    win_probability: tuple[float, ...] | None
    score_mean: tuple[float, ...] | None
    score_sd: tuple[float, ...] | None
    score_quantiles: tuple[tuple[int, ...], ...] | None
    principal_variation: tuple[int, ...]
    principal_texts: tuple[str, ...]
    simulations: int
    seconds: float = dataclasses.field(compare=False)
    nodes: int
    stopped_by: str
    proven: bool
    tree_nodes: int
    tree_edges: int
    tree_bytes: int
    fingerprint: str
    depth: int | None = None
    worlds: int | None = None

    def to_dict(self) -> dict[str, Any]:
        """JSON-able: every field by name, lists for tuples."""
        return _jsonable(self)

    @property
    def best(self) -> ActionReport:
        """The chosen action's report."""
        return self.actions[0]

    def worth(self, action: ActionReport) -> str:
        """What an action is worth to the player to move, as `win 54.3%`, or `score 93.2` where all players share one
        result; empty if the search knows no value of it."""
        if action.value is None:
            return ""
        value, players = action.value[self.player], len(action.value)
        if self.win_probability is None:
            return f"score {value:.1f}"
        return f"win {win_share(value, players):.1%}"

    def summary(self, in_words: Callable[[str], str] | None = None) -> str:
        """One line: the choice, what it is worth to the player to move, and the effort.

        With `Game.in_words` the choice is told in plain words too.
        """
        words = "" if in_words is None else in_words(self.best_text)
        best = f"best: {told(self.best_text, words, self.worth(self.best))}"
        if self.stopped_by == NO_SEARCH:
            return best
        proven = ", proven" if self.proven else ""
        ended = f", ended by {self.stopped_by}" if self.stopped_by not in (RUNNING, "proven") else ""
        looked = f"{self.simulations:,} simulations" if self.depth is None else f"depth {self.depth}"
        if self.worlds is not None:
            looked += f" in each of {self.worlds:,} worlds"
        effort = f"{looked}, {self.nodes:,} nodes, {self.seconds:.2f} s"
        return f"{best}; {effort}{proven}{ended}"

    def __str__(self) -> str:
        lines = [self.summary()]
        if len(self.principal_texts) > 1:
            lines.append(f"line: {' '.join(self.principal_texts)}")
        if scores := self._scores_line():
            lines.append(scores)
        rows = [HEADINGS, *(cells(action, self.player) for action in self.actions[:MOST_ROWS])]
        widths = [max(len(row[column]) for row in rows) for column in range(len(HEADINGS))]
        for row in rows:
            rest = [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
            lines.append("  ".join([row[0].ljust(widths[0]), *rest]).rstrip())
        if len(self.actions) > MOST_ROWS:
            lines.append(f"... and {len(self.actions) - MOST_ROWS} more")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        """The same as a table, for notebooks."""
        hidden = len(self.actions) - MOST_ROWS
        lines = [
            f"line: {' '.join(self.principal_texts)}" if len(self.principal_texts) > 1 else "",
            self._scores_line(),
            f"{hidden} more moves" if hidden > 0 else "",
        ]
        rows = [cells(action, self.player) for action in self.actions[:MOST_ROWS]]
        return notebook.table(HEADINGS, rows, caption=self.summary(), more="; ".join(filter(None, lines)))

    def _scores_line(self) -> str:
        """Points of each player, empty if no endings were seen."""
        if self.score_mean is None or self.score_sd is None:
            return ""
        means = zip(self.score_mean, self.score_sd, strict=True)
        return "scores: " + ", ".join(f"Player {p} {m:.1f} ± {sd:.1f}" for p, (m, sd) in enumerate(means, 1))


# Columns of a table of actions.
HEADINGS = ("move", "visits", "return", "utility", "prior", "")


def win_share(value: float, players: int) -> float:
    """The win chance, 0 .. 1, that a return of a game with winners stands for (M-21)."""
    return (value + 1) / 2 if players == 1 else (value * (players - 1) + 1) / players


def cells(action: ActionReport, player: int) -> tuple[str, ...]:
    """An action's row under HEADINGS, from the view of `player`."""
    return (
        action.text,
        f"{action.visits:,}",
        "-" if action.value is None else f"{action.value[player]:+.3f}",
        "-" if action.utility is None else f"{action.utility:.3f}",
        f"{action.prior:.1%}",
        _remark(action),
    )


def _remark(action: ActionReport) -> str:
    if action.share is not None:
        return f"played {action.share:.1%}"
    return "proven" if action.proven else ""


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
            share=row["share"],
        )
        for row in raw["actions"]
    )
    beside = cast(Mapping[str, Any], raw)  # RawExpectimaxReport has more than others
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
        depth=beside.get("depth"),
        worlds=beside.get("worlds"),
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


def _jsonable(record: ActionReport | SearchReport) -> dict[str, Any]:
    return {name: _lists(value) for name, value in vars(record).items()}


def _lists(value: Any) -> Any:
    if isinstance(value, ActionReport):
        return _jsonable(value)
    return [_lists(item) for item in value] if isinstance(value, tuple | list) else value
