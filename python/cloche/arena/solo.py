"""One player alone, in games that can be played so."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, SupportsIndex

from cloche import notebook
from cloche.arena.estimates import CONFIDENCE, Estimate, estimate
from cloche.arena.log import MOST_BLOCKS
from cloche.arena.results import jsonable
from cloche.arena.table import Table, checked_stop, play_alone, spec_of
from cloche.arena.telling import Teller
from cloche.bots import Stop
from cloche.jobs import MOST_JOBS, in_turn
from cloche.messages import counted, shown, whole_number

if TYPE_CHECKING:
    from cloche.game import Game
    from cloche.opponents import BotSpec


@dataclass(frozen=True)
class SoloResult:
    """Games of one player alone, finished or so far."""

    game: str
    options: dict[str, Any]
    components_digest: str
    bot: str  # as `BotSpec` writes it
    seed: int
    games: int
    score: Estimate  # the game's own points
    won: Estimate | None  # share of games won; None where nothing is won
    scores: tuple[int, ...]  # of each game
    seconds: float = field(compare=False)  # of wall time

    def to_dict(self) -> dict[str, Any]:
        """JSON-able."""
        data: dict[str, Any] = jsonable({**asdict(self), "confidence": CONFIDENCE})
        return data

    def _repr_html_(self) -> str:
        """The same as a table, for notebooks."""
        measured = [("score", self.score, ".2f")] + ([] if self.won is None else [("games won", self.won, ".3f")])
        rows = [(name, f"{of.mean:{form}}", f"{of.low:{form}} to {of.high:{form}}") for name, of, form in measured]
        caption = f"{self.game} alone, {counted(self.games, 'game')}: {self.bot}"
        return notebook.table(("", "mean", "95 %"), rows, caption=caption)

    def __str__(self) -> str:
        score = f"mean score {self.score.mean:.2f} ({self.score.low:.2f} to {self.score.high:.2f})"
        won = "" if self.won is None else f", won {self.won.mean:.3f} ({self.won.low:.3f} to {self.won.high:.3f})"
        return f"{self.game} alone, {counted(self.games, 'game')}: {self.bot} {score}{won}"


def solo(
    game: Game,
    bot: str | BotSpec,
    *,
    games: SupportsIndex,
    seed: SupportsIndex = 0,
    jobs: SupportsIndex = 1,
    ray: bool = False,
    stop: Stop | None = None,
    on_progress: Callable[[SoloResult], None] | None = None,
) -> SoloResult:
    """Plays `games` deals of a game for one player.

    The bot is made anew for every game with a seed of its own. The result is the same for any number of `jobs`
    (processes) and on a Ray cluster (`ray`, as for `match`), unless the bot has limits of time. A flag ends the games,
    and what was reached is returned; `on_progress` gets the result so far, now and then, and the whole one, also where
    Ctrl-C ends it. ValueError for numbers out of range, unknown players, and a game that is not loaded for one player.
    """
    from cloche.game import Game

    number = whole_number("games", games, 1, MOST_BLOCKS)
    processes = whole_number("jobs", jobs, 1, MOST_JOBS)
    root = whole_number("seed", seed)
    if not isinstance(game, Game) or game.players != 1:
        raise ValueError(f"game: {shown(game)}, should be a game that cloche.load made for one player")
    spec = spec_of(bot)
    spec.make(game)
    checked_stop(game, stop)
    start = time.perf_counter()
    ends: list[tuple[int, float]] = []

    def result() -> SoloResult:
        low, high = game.backend.score_bounds
        wins = None if game.shared_return else estimate([float(gain > 0) for _, gain in ends], (0.0, 1.0))
        return SoloResult(
            game=game.name,
            options=dict(game.options),
            components_digest=game.components_digest,
            bot=str(spec),
            seed=root,
            games=len(ends),
            score=estimate([float(score) for score, _ in ends], (low, high)),
            won=wins,
            scores=tuple(score for score, _ in ends),
            seconds=time.perf_counter() - start,
        )

    teller = Teller(on_progress, result)
    table = Table(game, (spec,), root)
    try:
        with closing(in_turn(play_alone, table, range(number), processes, ray=ray, stop=stop)) as played:
            for end in played:
                ends.append(end)
                teller.offer()
    except KeyboardInterrupt:
        if on_progress is not None and ends:
            on_progress(result())
        raise
    ended = result()
    if on_progress is not None and ended.games:
        on_progress(ended)
    return ended
