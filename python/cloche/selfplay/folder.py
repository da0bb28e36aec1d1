"""A folder of self-play: what it holds, reading it, and letting it grow.

    selfplay.json        what is played: game, player, seed and all else that the rows follow from
    shard-00000.npz      the rows of games 0 .. shard_games - 1, and so on
    game-00000123.npz    a game of a shard that is not whole yet

Equal settings make equal bytes, whatever the number of processes, where the player has no limit of time.
"""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cloche import strict_json
from cloche.game_header import game_of, header_of
from cloche.messages import shown, whole_number
from cloche.opponents import BotSpec
from cloche.report import float_or_nan
from cloche.selfplay import shards
from cloche.selfplay.games import Settings
from cloche.selfplay.shards import PART, Shard

if TYPE_CHECKING:
    from cloche.components import Source
    from cloche.game import Game

FORMAT = "cloche-selfplay"
VERSION = 1
HEADER = "selfplay.json"
MOST_GAMES = 10**8
MOST_SHARD_GAMES = 10**6
MOST_TEMPERATURE = 1000.0
MOST_MOVES = 10**9

_GAME_KEYS = ("game", "players", "options", "components", "implementation")
_PLAY_KEYS = ("bot", "seed", "temperature", "temperature_moves", "games", "shard_games")
_KEYS = ("format", "version", "cloche", *_GAME_KEYS, *_PLAY_KEYS)


@dataclass(frozen=True)
class Plan:
    """What a folder is to hold."""

    settings: Settings
    games: int
    shard_games: int

    def games_of(self, shard: int) -> range:
        """Numbers of the games of a shard."""
        return range(shard * self.shard_games, min((shard + 1) * self.shard_games, self.games))

    @property
    def shards(self) -> range:
        """Numbers of the shards."""
        return range(-(-self.games // self.shard_games))

    def header(self) -> dict[str, Any]:
        """The data of the first file."""
        return {
            "format": FORMAT,
            "version": VERSION,
            **header_of(self.settings.game),
            "bot": str(self.settings.bot),
            "seed": self.settings.seed,
            "temperature": self.settings.temperature,
            "temperature_moves": self.settings.temperature_moves,
            "games": self.games,
            "shard_games": self.shard_games,
        }


def checked_temperature(value: float) -> float:
    """0 .. 1000, or ValueError."""
    number = float_or_nan(value)
    if not 0.0 <= number <= MOST_TEMPERATURE:
        raise ValueError(f"temperature: {shown(value)}, should be a number from 0 to {MOST_TEMPERATURE:g}")
    return number


# Reading


class SelfplayData:
    """The whole shards of a folder, which are read one by one when they are asked for.

    >>> data = cloche.selfplay.load(folder)
    >>> len(data), data[0].observations.shape
    >>> for shard in data:
    ...     print(len(shard))
    """

    def __init__(self, folder: Path, plan: Plan, header: dict[str, Any]) -> None:
        self._folder, self._plan = folder, plan
        self.game: Game = plan.settings.game
        self.header = header  # what was played: game, bot, seed, temperature and the rest

    @cached_property
    def paths(self) -> list[Path]:
        """The files that there were when this was first looked at, in the order of games."""
        return [path for path in (shard_path(self._folder, shard) for shard in self._plan.shards) if path.exists()]

    def __len__(self) -> int:
        return len(self.paths)

    def __getitem__(self, place: int) -> Shard:
        return shards.read(self.paths[place], self.game)

    def __iter__(self) -> Iterator[Shard]:
        return (shards.read(path, self.game) for path in self.paths)

    def __repr__(self) -> str:
        return f"<cloche.selfplay.SelfplayData {self.game.name}: {len(self)} shards>"


def load(folder: str | os.PathLike[str], *, components: Source | None = None) -> SelfplayData:
    """The self-play of a folder, also one that still grows. A game with components of its own needs these again.

    OSError if it cannot be read, ValueError if it holds something else; a shard is checked when it is read.
    """
    path = strict_json.as_path(folder)
    header = read_header(path)
    return SelfplayData(path, _plan(str(path / HEADER), header, components), header)


def read_header(folder: Path) -> dict[str, Any]:
    """The data of the first file, of which only the names are checked; errors as `load`."""
    where = str(folder / HEADER)
    data = strict_json.loads(where, strict_json.read(folder / HEADER))
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ValueError(f"{where}: should say what was played, with format {FORMAT!r}")
    if data.get("version") != VERSION:
        raise ValueError(f"{where}: version {shown(data.get('version'))}, this cloche reads {VERSION}")
    faults = [f"{name}: missing" for name in _KEYS if name not in data] + strict_json.unknown_keys(data, _KEYS)
    if faults:
        raise ValueError(f"{where}: {'; '.join(faults)}")
    return data


def _plan(where: str, data: dict[str, Any], components: Source | None) -> Plan:
    """What a folder is to hold, from its first file."""
    try:
        settings = Settings(
            game_of(data, components),
            BotSpec.parse(data["bot"]),
            whole_number("seed", data["seed"]),
            checked_temperature(data["temperature"]),
            whole_number("temperature_moves", data["temperature_moves"], 0, MOST_MOVES),
        )
        return Plan(
            settings,
            whole_number("games", data["games"], 1, MOST_GAMES),
            whole_number("shard_games", data["shard_games"], 1, MOST_SHARD_GAMES),
        )
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None


def shard_path(folder: Path, shard: int) -> Path:
    """The file of a shard."""
    return folder / f"shard-{shard:05}.npz"


def game_path(folder: Path, number: int) -> Path:
    """The file of a game whose shard is not whole yet."""
    return folder / f"game-{number:08}.npz"


# Writing


class Writer:
    """A folder that grows game by game, in any order."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        """The folder as it stands: new, or with games of the same settings."""
        self._folder, self._plan = folder, plan
        self.games: set[int] = set()  # numbers of those that are there
        self.positions: int = 0
        self._loose: dict[int, dict[int, Shard]] = defaultdict(dict)  # by shard, games of those that are not whole
        folder.mkdir(exist_ok=True)
        for left in folder.glob(f"*.npz{PART}"):
            left.unlink()
        for shard in plan.shards:
            self._find(shard)
        header = folder / (HEADER + PART)
        header.write_text(json.dumps(plan.header(), indent=2, allow_nan=False) + "\n", encoding="utf-8")
        header.replace(folder / HEADER)

    @property
    def missing(self) -> list[int]:
        """Numbers of the games that are not there."""
        return [number for number in range(self._plan.games) if number not in self.games]

    def add(self, number: int, rows: Shard) -> None:
        """Writes a game, so that it is in the folder when this returns."""
        shard = number // self._plan.shard_games
        if len(self._plan.games_of(shard)) > 1:
            shards.write(game_path(self._folder, number), rows)
        self._take(shard, number, rows)

    def _find(self, shard: int) -> None:
        """Takes what is there of a shard."""
        path, wanted, game = shard_path(self._folder, shard), self._plan.games_of(shard), self._plan.settings.game
        if path.exists():
            found = shards.rows_by_game(path)
            if not set(found) <= set(wanted):
                raise ValueError(f"{path}: has games that are none of {wanted.start}..{wanted.stop - 1}")
            if len(found) == len(wanted):
                for number, rows in found.items():
                    self._count(number, rows)
                self._make_whole(shard)
                return
            for number, one in shards.read(path, game).by_game().items():  # the last one, before there were more
                self._take(shard, number, one)
        for number in wanted:
            loose = game_path(self._folder, number)
            if number not in self.games and loose.exists():
                self._take(shard, number, shards.read(loose, game))

    def _take(self, shard: int, number: int, rows: Shard) -> None:
        games, wanted = self._loose[shard], self._plan.games_of(shard)
        games[number] = rows
        self._count(number, len(rows))
        if len(games) == len(wanted):
            shards.write(shard_path(self._folder, shard), Shard.joined([games[one] for one in wanted]))
            self._make_whole(shard)

    def _count(self, number: int, rows: int) -> None:
        self.games.add(number)
        self.positions += rows

    def _make_whole(self, shard: int) -> None:
        """The shard has its file: its games need none."""
        self._loose.pop(shard, None)
        for number in self._plan.games_of(shard):
            game_path(self._folder, number).unlink(missing_ok=True)
