"""What more simulations are worth: a player against itself with fewer, step by step."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, SupportsIndex

from cloche import notebook, strict_json
from cloche.arena.estimates import Estimate
from cloche.arena.matches import match
from cloche.arena.results import MatchResult
from cloche.arena.table import game_of_many, spec_of
from cloche.bots import Stop
from cloche.messages import shown, whole_number
from cloche.report import MOST_COUNT

if TYPE_CHECKING:
    from cloche.game import Game
    from cloche.opponents import BotSpec

DOUBLINGS = (50, 100, 200, 400, 800, 1600)  # simulations
MOST_RUNGS = 64


@dataclass(frozen=True)
class Rung:
    """A player against itself with the simulations of the rung below."""

    simulations: int
    below: int
    result: MatchResult

    @property
    def elo(self) -> Estimate:
        """The Elo difference to the rung below."""
        found = self.result.bots[0].elo
        assert found is not None
        return found


@dataclass(frozen=True)
class LadderResult:
    """A ladder, finished or so far."""

    game: str
    players: int
    bot: str  # as `BotSpec` writes it, without simulations
    rungs: tuple[Rung, ...]  # from the lowest

    @property
    def curve(self) -> tuple[tuple[int, Estimate], ...]:
        """Simulations with the Elo difference to the lowest, where differences add up and errors are independent."""
        if not self.rungs:
            return ()
        points = [(self.rungs[0].below, Estimate(0.0, 0.0, 0.0))]
        for rung in self.rungs:
            _, base = points[-1]
            mean = base.mean + rung.elo.mean
            down = math.hypot(base.mean - base.low, rung.elo.mean - rung.elo.low)
            up = math.hypot(base.high - base.mean, rung.elo.high - rung.elo.mean)
            points.append((rung.simulations, Estimate(mean, mean - down, mean + up)))
        return tuple(points)

    def to_dict(self) -> dict[str, Any]:
        """JSON-able."""
        return {
            "game": self.game,
            "players": self.players,
            "bot": self.bot,
            "rungs": [
                {"simulations": rung.simulations, "below": rung.below, "result": rung.result.to_dict()}
                for rung in self.rungs
            ],
        }

    def _repr_html_(self) -> str:
        """The same as a table, for notebooks."""
        rows = [
            (
                f"{rung.below} -> {rung.simulations}",
                f"{rung.elo.mean:+.0f}",
                rung.result.interval(rung.elo, "+.0f"),
                str(rung.result.games),
            )
            for rung in self.rungs
        ]
        return notebook.table(("simulations", "Elo", "95 %", "games"), rows, caption=self._headline)

    @property
    def _headline(self) -> str:
        return f"{self.game}, {self.players} players, {self.bot}: Elo for more simulations"

    def __str__(self) -> str:
        lines = [self._headline]
        for rung in self.rungs:
            elo = f"{rung.elo.mean:+.0f} ({rung.result.interval(rung.elo, '+.0f')})"
            lines.append(f"{rung.below} -> {rung.simulations}: {elo} in {rung.result.games} games")
        return "\n".join(lines)


def ladder(
    game: Game,
    bot: str | BotSpec = "mcts",
    *,
    blocks: SupportsIndex,
    simulations: Sequence[SupportsIndex] = DOUBLINGS,
    seed: SupportsIndex = 0,
    jobs: SupportsIndex = 1,
    ray: bool = False,
    logs: str | os.PathLike[str] | None = None,
    stop: Stop | None = None,
    on_progress: Callable[[LadderResult], None] | None = None,
) -> LadderResult:
    """Plays `bot` against itself with the next fewer of `simulations`, by default doublings from 50 to 1,600.

    Each rung is a `match` of so many blocks, with a seed of its own (`seed`, `seed` + 1, ...); with more than two
    players the one with fewer simulations fills up the table. `logs` is a folder in which each rung has the log of its
    match, `GAME-FEWER-MORE.jsonl`; one that is there goes on. The other arguments are those of `match`. What a flag
    ends is returned as far as it got; `on_progress` gets the ladder so far, now and then, with the rung that is played.
    ValueError for a player that does not search or names limits itself, and simulations that do not rise.
    """
    spec = spec_of(bot)
    if not spec.searches:
        raise ValueError(f"bot: {spec}, should be a player that searches")
    if "simulations" in spec.options:
        raise ValueError(f"bot: {spec}, should name no simulations; those of the ladder are {shown(simulations)}")
    if not isinstance(simulations, Sequence) or not 2 <= len(simulations) <= MOST_RUNGS:
        raise ValueError(f"simulations: {shown(simulations)}, should be a list of 2..{MOST_RUNGS} whole numbers")
    counts = [whole_number("simulations", count, 1, MOST_COUNT) for count in simulations]
    if any(more <= fewer for fewer, more in pairwise(counts)):
        raise ValueError(f"simulations: {shown(counts)}, should rise")
    root = whole_number("seed", seed)
    known = game_of_many(game)
    folder = None if logs is None else strict_json.as_path(logs)
    done = LadderResult(known.name, known.players, str(spec), ())
    for step, (fewer, more) in enumerate(pairwise(counts)):
        next_rung = partial(_with_rung, done, more, fewer)
        result = match(
            known,
            [replace(spec, options={"simulations": count, **spec.options}) for count in (more, fewer)],
            blocks=blocks,
            seed=root + step,
            jobs=jobs,
            ray=ray,
            log=None if folder is None else folder / f"{known.name}-{fewer}-{more}.jsonl",
            resume=folder is not None,
            stop=stop,
            on_progress=None if on_progress is None else partial(_tell, on_progress, next_rung),
        )
        if result.blocks:
            done = next_rung(result)
        if result.ended_by == "stop":
            break
    return done


def _with_rung(below: LadderResult, simulations: int, fewer: int, result: MatchResult) -> LadderResult:
    return replace(below, rungs=(*below.rungs, Rung(simulations, fewer, result)))


def _tell(
    on_progress: Callable[[LadderResult], None], next_rung: Callable[[MatchResult], LadderResult], so_far: MatchResult
) -> None:
    on_progress(next_rung(so_far))
