"""Native against reference, step by step, on many seeded games; a difference becomes a minimal reproducer."""

from __future__ import annotations

import dataclasses
import json
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, SupportsIndex, TypeAlias

from cloche import registry, strict_json
from cloche.backend import CHANCE, Data, StateBackend
from cloche.jobs import MOST_JOBS, in_order
from cloche.lockstep import (
    MOST_EVERY,
    THOROUGH_EVERY,
    Chooser,
    Difference,
    Lockstep,
    Mismatch,
    Variant,
    replay,
    shrunk,
    variants,
)
from cloche.messages import listed, shown, whole_number
from cloche.reference.base import choose, draw
from cloche.reference.rng import Rng

FORMAT = "cloche-lockstep"
FORMAT_VERSION = 1
GAME_STREAM = 4  # as `random_playouts` (seeds/random.md)
TASK_GAMES = 20  # games that a process plays at a time
MOST_GAMES = 10**9
PLAYS = ("mixed", "knowing")
Play: TypeAlias = Literal["mixed", "knowing"]

__all__ = ["Variant", "VerifyReport", "run_reproducer", "variants", "verify", "write_reproducer"]


# Games


def _chooser(players: int, number: int, seed: int, play: Play) -> Chooser:
    """How game `number` is played.

    `mixed`: every other one as `random_playouts(seed=seed)` plays it, the rest with a way of its own for each player,
    so that lopsided games are seen as well. `knowing`: each player heeds the prior, so that games go as among players.
    """
    rng = Rng(seed, GAME_STREAM, number)
    ways = [_any] * players
    if play == "knowing":
        ways = [(_best, _weighted)[rng.below(2)] for _ in range(players)]
    elif number % 2:
        ways = [(_any, _best, _worst, _weighted)[rng.below(4)] for _ in range(players)]

    def decide(player: int, legal: list[int], state: StateBackend) -> int:
        return draw(state.chance_weights(), rng) if player == CHANCE else ways[player](legal, state, rng)

    return decide


def _any(legal: list[int], state: StateBackend, rng: Rng) -> int:
    return choose(legal, rng)


def _best(legal: list[int], state: StateBackend, rng: Rng) -> int:
    weights = state.prior()
    highest = max(weights)
    return choose([action for action, weight in zip(legal, weights, strict=True) if weight == highest], rng)


def _worst(legal: list[int], state: StateBackend, rng: Rng) -> int:
    weights = state.prior()
    lowest = min(weights)
    return choose([action for action, weight in zip(legal, weights, strict=True) if weight == lowest], rng)


def _weighted(legal: list[int], state: StateBackend, rng: Rng) -> int:
    return draw(list(zip(legal, state.prior(), strict=True)), rng)


# Many games


@dataclass(frozen=True)
class VerifyReport:
    """What a verification came to."""

    games: int  # played, that with the mismatch included
    nodes: int  # compared
    variants: int
    seconds: float = field(compare=False)
    mismatch: Mismatch | None = None

    @property
    def ok(self) -> bool:
        """Whether the implementations agreed everywhere."""
        return self.mismatch is None

    def to_dict(self) -> Data:
        """JSON-able."""
        mismatch = self.mismatch
        return {
            "ok": self.ok,
            "games": self.games,
            "nodes": self.nodes,
            "variants": self.variants,
            "seconds": self.seconds,
            "mismatch": None if mismatch is None else {**mismatch.to_dict(), "path": mismatch.path},
        }


@dataclass(frozen=True)
class _Task:
    chosen: tuple[Variant, ...]
    first: int
    last: int  # exclusive
    seed: int
    every: int
    play: Play


@dataclass(frozen=True)
class _Outcome:
    games: int
    nodes: int
    mismatch: Mismatch | None


def verify(
    chosen: Sequence[Variant],
    *,
    games: SupportsIndex,
    jobs: SupportsIndex = 1,
    seed: SupportsIndex = 0,
    every: SupportsIndex = THOROUGH_EVERY,
    play: Play = "mixed",
    on_progress: Callable[[int, int], None] | None = None,
) -> VerifyReport:
    """Plays `games` games in lockstep, the variants in turn, and stops at the first mismatch, which it shrinks.

    Priors, tensors, texts of all actions, `is_legal` of all ids and the reference's own copies are compared at every
    `every`-th node, what players know and hashes at every fourth of the nodes between, from another node on in each game,
    all else at every node. With `play` "mixed" half of the games are random, the rest have a way of playing for each
    player; with "knowing" all players heed the prior. The report is the same for any number of `jobs` (processes).
    `on_progress` is called with the number of games done and the number of nodes so far. ValueError for numbers out of
    range.
    """
    count = whole_number("games", games, 1, MOST_GAMES)
    processes = whole_number("jobs", jobs, 1, MOST_JOBS)
    spacing = whole_number("every", every, 1, MOST_EVERY)
    number = whole_number("seed", seed)
    if not isinstance(chosen, Sequence) or not chosen or not all(isinstance(variant, Variant) for variant in chosen):
        raise ValueError(f"verify: {shown(chosen)}, should be a list of one or more that cloche.verify.variants made")
    if play not in PLAYS:
        raise ValueError(f"play: {shown(play)}, should be one of {listed(PLAYS)}")
    start = time.perf_counter()
    size = max(1, min(TASK_GAMES, count // processes))
    tasks = [
        _Task(tuple(chosen), first, min(first + size, count), number, spacing, play) for first in range(0, count, size)
    ]
    played = nodes = 0
    mismatch = None
    with closing(in_order(_verify_some, tasks, processes)) as outcomes:
        for outcome in outcomes:
            played += outcome.games
            nodes += outcome.nodes
            if on_progress is not None:
                on_progress(played, nodes)
            if outcome.mismatch is not None:
                mismatch = outcome.mismatch
                break
    return VerifyReport(played, nodes, len(chosen), time.perf_counter() - start, mismatch)


def _verify_some(task: _Task) -> _Outcome:
    nodes = 0
    for number in range(task.first, task.last):
        variant = task.chosen[number % len(task.chosen)]
        played = number - task.first + 1
        try:
            lockstep = _lockstep(_Hashed(variant, task.every))
        except Difference as difference:
            return _Outcome(played, nodes, _mismatch(variant, [], difference, number))
        turn = number // len(task.chosen)
        compared, actions, found = lockstep.play(_chooser(lockstep.players, turn, task.seed, task.play), first=turn)
        nodes += compared
        if found is not None:
            return _Outcome(played, nodes, _mismatch(variant, *shrunk(lockstep, actions, found), number))
    return _Outcome(task.last - task.first, nodes, None)


@dataclass(frozen=True)
class _Hashed:
    """A variant as a key."""

    variant: Variant = field(compare=False)
    every: int
    key: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "key", f"{self.variant} {self.variant.components.digest}")


@lru_cache(maxsize=64)
def _lockstep(hashed: _Hashed) -> Lockstep:
    return Lockstep(hashed.variant, hashed.every)


def _mismatch(variant: Variant, actions: list[int], difference: Difference, number: int | None) -> Mismatch:
    return Mismatch(variant, actions, difference.what, str(difference.native), str(difference.reference), number)


# Reproducers


def write_reproducer(mismatch: Mismatch, path: Path) -> Mismatch:
    """Writes the file for `cloche verify --replay FILE`; the mismatch that names it. OSError if that fails."""
    path.write_text(
        json.dumps({"format": FORMAT, "version": FORMAT_VERSION, **mismatch.to_dict()}, indent=1) + "\n",
        encoding="utf-8",
    )
    return dataclasses.replace(mismatch, path=str(path))


def run_reproducer(path: Path) -> Mismatch | None:
    """The difference that the file of `write_reproducer` leads to; None if it is gone. ValueError for another file."""
    data = strict_json.loads(str(path), strict_json.read(path))
    if not isinstance(data, dict) or (data.get("format"), data.get("version")) != (FORMAT, FORMAT_VERSION):
        raise ValueError(f"{path}: should be a file that cloche verify wrote, format {FORMAT} {FORMAT_VERSION}")
    missing = [key for key in ("game", "players", "options", "actions") if key not in data]
    if missing:
        raise ValueError(f"{path}: {', '.join(missing)} missing")
    actions = data["actions"]
    if not isinstance(actions, list) or not all(type(action) is int for action in actions):
        raise ValueError(f"{path}: actions: {shown(actions)}, should be a list of whole numbers")
    try:
        (variant,) = variants(data["game"], [data["players"]], _all_options(data), data.get("components"))
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    try:
        lockstep = Lockstep(variant, every=1)
    except Difference as difference:
        return _mismatch(variant, [], difference, None)
    found = replay(lockstep, actions)
    return None if found is None else _mismatch(variant, actions, found, None)


def _all_options(data: Mapping[str, Any]) -> dict[str, Any]:
    """Every option of the file's game, so that one variant is left."""
    if not isinstance(data["options"], dict):
        raise ValueError(f"options: {shown(data['options'])}, should be an object from names to values")
    return registry.entry(data["game"]).options.read(data["options"]).as_dict()
