"""Playing games into a folder."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, SupportsIndex

from cloche import strict_json
from cloche.arena.table import checked_stop, spec_of
from cloche.arena.telling import Teller
from cloche.jobs import MOST_JOBS, in_turn
from cloche.messages import shown, whole_number
from cloche.selfplay.folder import (
    HEADER,
    MOST_GAMES,
    MOST_MOVES,
    MOST_SHARD_GAMES,
    Plan,
    Writer,
    checked_temperature,
    read_header,
)
from cloche.selfplay.games import Settings, play_game
from cloche.settings import check_game

if TYPE_CHECKING:
    from cloche.bots import Stop
    from cloche.game import Game
    from cloche.opponents import BotSpec


@dataclass(frozen=True)
class SelfplayResult:
    """What is in a folder.

    Attributes:
        game: Its name.
        players: How many play.
        bot: Who plays, as `BotSpec` writes it.
        seed: Of all games.
        folder: Where they are.
        games: Those that are there.
        of: Those that were asked for.
        positions: Decisions of all games that are there.
        played: Games that this call played, those of former ones aside.
        seconds: Wall time of this call; not compared, as `played`.
    """

    game: str
    players: int
    bot: str
    seed: int
    folder: str
    games: int
    of: int
    positions: int
    played: int = field(compare=False)
    seconds: float = field(compare=False)

    def to_dict(self) -> dict[str, Any]:
        """JSON-able."""
        return asdict(self)

    def __str__(self) -> str:
        return f"{self.game}, {self.bot}: {self.games:,} games with {self.positions:,} decisions in {self.folder}"


def play(
    game: Game,
    folder: str | os.PathLike[str],
    *,
    bot: str | BotSpec = "mcts",
    games: SupportsIndex = 100,
    seed: SupportsIndex = 0,
    temperature: float = 1.0,
    temperature_moves: SupportsIndex = 10,
    shard_games: SupportsIndex = 100,
    jobs: SupportsIndex = 1,
    ray: bool = False,
    resume: bool = False,
    stop: Stop | None = None,
    on_progress: Callable[[SelfplayResult], None] | None = None,
) -> SelfplayResult:
    """Plays games of a player against itself and writes every decision to files that `load` reads.

    Every seat has a player of its own with a seed of its own, which keeps its tree within the game. Equal arguments
    make equal files, for any number of processes and on a cluster, unless the player has limits of time.

    Args:
        game: Of any kind, also for one player.
        folder: Where the files go; it is made if need be.
        bot: Text or value of `BotSpec`, such as `mcts:800`.
        games: 1 .. 100,000,000.
        seed: A whole number, taken modulo 2**64.
        temperature: 0 .. 1000. The first decisions of a game are drawn in proportion to visits ** (1 / temperature), so
            that games differ; 0 takes the search's choice.
        temperature_moves: How many decisions of a game, of all players, are drawn so; the others are the search's
            choice.
        shard_games: Games of a file, 1 .. 1,000,000.
        jobs: Processes on this machine, 1 .. 1,024.
        ray: Whether to play on a Ray cluster in place of `jobs` (extra `ray`), as `cloche.arena.match`.
        resume: Whether to go on with what the folder holds; without, it must hold no self-play. The settings must be
            the same; only `games` may have grown.
        stop: A flag that ends it, in the middle of games; those that are over are kept.
        on_progress: Gets the result so far, now and then, and the whole one.

    ValueError for what is not allowed; OSError where files cannot be written; KeyboardInterrupt for Ctrl-C, after which
    `resume` goes on; MissingExtra where Ray is asked for and not installed.
    """
    check_game(game)
    spec = spec_of(bot)
    spec.make(game)
    checked_stop(game, stop)
    processes = whole_number("jobs", jobs, 1, MOST_JOBS)
    settings = Settings(
        game,
        spec,
        whole_number("seed", seed),
        checked_temperature(temperature),
        whole_number("temperature_moves", temperature_moves, 0, MOST_MOVES),
    )
    plan = Plan(
        settings,
        whole_number("games", games, 1, MOST_GAMES),
        whole_number("shard_games", shard_games, 1, MOST_SHARD_GAMES),
    )
    path = strict_json.as_path(folder)
    _check_folder(path, plan, resume)
    start = time.perf_counter()
    writer = Writer(path, plan)
    missing = writer.missing
    played = 0

    def result() -> SelfplayResult:
        return SelfplayResult(
            game=game.name,
            players=game.players,
            bot=str(spec),
            seed=settings.seed,
            folder=str(path),
            games=len(writer.games),
            of=plan.games,
            positions=writer.positions,
            played=played,
            seconds=time.perf_counter() - start,
        )

    teller = Teller(on_progress, result)
    with closing(in_turn(play_game, settings, missing, processes, ray=ray, stop=stop)) as finished:
        for number, rows in zip(missing, finished, strict=False):
            writer.add(number, rows)
            played += 1
            teller.offer()
    ended = result()
    if on_progress is not None:
        on_progress(ended)
    return ended


def _check_folder(path: Path, plan: Plan, resume: bool) -> None:
    """ValueError, before anything is written, if the folder holds something else."""
    if not (path / HEADER).exists():
        if path.is_dir() and any(path.glob("*.npz")):
            raise ValueError(f"{path}: holds .npz files that are no self-play; give another folder")
        return
    if not resume:
        raise ValueError(f"{path}: holds self-play already; resume goes on with it")
    kept, wanted = read_header(path), plan.header()
    for key, value in wanted.items():
        if kept[key] != value and key != "games":
            raise ValueError(f"{path}: self-play with {key} {shown(kept[key])}, not {shown(value)}")
    if whole_number(f"{path / HEADER}: games", kept["games"]) > plan.games:
        raise ValueError(f"{path}: is to hold {kept['games']:,} games, more than {plan.games:,}")
