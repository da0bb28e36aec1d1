r"""Matches as files of JSON lines, which can be read while they grow, evaluated later, and continued.

The first line says what is played, everything that the results follow from:

    {"format": "cloche-match", "version": 1, "cloche": "0.1.0", "game": "nim", "players": 2, "options": {...},
     "components": "<sha256>", "implementation": "native", "bots": ["mcts:400", "greedy"], "seed": 0, "blocks": 50,
     "sprt": {"elo0": 0.0, "elo1": 20.0, "alpha": 0.05, "beta": 0.05}}

`bots` are the players that were named; the last one fills up the table. `blocks` is how many are played at most.
`sprt` is null where no sequential test was asked for. Every further line is a game, in the order of blocks and
rotations:

    {"block": 0, "rotation": 1, "scores": [0, 1], "ranks": [2, 1], "moves": [5, 6], "cpu_seconds": [0.011, 0.0]}

The lists go by player, not by seat: player i sat at seat (i + rotation) mod players. `moves` counts decisions, and
`cpu_seconds` is the processor time of the playing thread that they took. Equal seeds make equal lines but for
`cpu_seconds`, whatever the number of processes, where no player has a limit of time. A block of which games are
missing at the end, as where the machine lost power, is left out.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Self

from cloche import strict_json
from cloche.arena.results import MatchResult, Plan, Tally
from cloche.arena.sprt import Sprt
from cloche.arena.table import Block, PlayedGame, game_of_many, named_bots
from cloche.game_header import game_of, header_of
from cloche.messages import shown, whole_number
from cloche.report import float_or_nan

if TYPE_CHECKING:
    from cloche.components import Source

FORMAT = "cloche-match"
VERSION = 1
MOST_BLOCKS = 10**6
MOST_LINE = 2**20  # bytes
MOST_MOVES = 10**9

_HEADER = ("format", "version", "cloche", "game", "players", "options", "components", "implementation", "bots", "seed")
_KEYS = (*_HEADER, "blocks", "sprt")
_GAME_KEYS = ("block", "rotation", "scores", "ranks", "moves", "cpu_seconds")


@dataclass(frozen=True)
class MatchLog:
    """A match as a file has it."""

    plan: Plan
    cloche: str  # the version that played it
    played: tuple[Block, ...]

    def result(self) -> MatchResult:
        """What the match came to, or comes to so far."""
        return tally_of(self.plan, self.played).result(0.0)


def tally_of(plan: Plan, played: tuple[Block, ...]) -> Tally:
    """The tally of blocks up to where the match ends."""
    tally = Tally(plan)
    for block in played:
        if tally.ended_by is not None:
            break
        tally.add(block)
    return tally


def read_log(path: str | os.PathLike[str], *, components: Source | None = None) -> MatchLog:
    """A match from its file. A game with components of its own needs these again.

    OSError if the file cannot be read; ValueError names the line and what is wrong with it.
    """
    return _read(path, lambda _: components)


def _read(path: str | os.PathLike[str], components: Callable[[object], Source | None]) -> MatchLog:
    """A match from its file, with the components of the game of that name."""
    with strict_json.as_path(path).open("rb") as file:
        lines = _lines(str(path), file)
        number, data = next(lines, (1, None))
        where = f"{path}: line {number}"
        plan, made_by = _header(where, data, components)
        blocks: list[Block] = []
        games: list[PlayedGame] = []
        for number, data in lines:
            games.append(_game(f"{path}: line {number}", data, plan, len(blocks), len(games)))
            if len(games) == plan.game.players:
                blocks.append(tuple(games))
                games = []
    return MatchLog(plan, made_by, tuple(blocks))


def _lines(path: str, file: IO[bytes]) -> Iterator[tuple[int, Any]]:
    """Numbers and data of the lines; the last one is left out where its end is missing."""
    number = 0
    while line := file.readline(MOST_LINE + 1):
        number += 1
        if len(line) > MOST_LINE:
            raise ValueError(f"{path}: line {number}: longer than {MOST_LINE} bytes")
        if line.endswith(b"\n"):
            yield number, strict_json.loads(f"{path}: line {number}", line)


def _header(where: str, data: Any, components: Callable[[object], Source | None]) -> tuple[Plan, str]:
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ValueError(f"{where}: should be the first line of a match, with format {FORMAT!r}")
    if data.get("version") != VERSION:
        raise ValueError(f"{where}: version {shown(data.get('version'))}, this cloche reads {VERSION}")
    _check_keys(where, data, _KEYS)
    try:
        game = game_of(data, components(data["game"]))
        return Plan(
            game_of_many(game),
            tuple(named_bots(game, data["bots"])),
            whole_number("seed", data["seed"]),
            whole_number("blocks", data["blocks"], 1, MOST_BLOCKS),
            _sprt(data["sprt"]),
        ), data["cloche"]
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None


def _sprt(data: Any) -> Sprt | None:
    if data is None:
        return None
    names = tuple(asdict(Sprt()))
    if not isinstance(data, dict) or data.keys() != set(names):
        raise ValueError(f"sprt: {shown(data)}, should be null or have the keys {', '.join(names)}")
    return Sprt(**data)


def _check_keys(where: str, data: Any, keys: tuple[str, ...]) -> None:
    if not isinstance(data, dict):
        raise ValueError(f"{where}: {shown(data)}, should be an object with the keys {', '.join(keys)}")
    faults = [f"{name}: missing" for name in keys if name not in data] + strict_json.unknown_keys(data, keys)
    if faults:
        raise ValueError(f"{where}: {'; '.join(faults)}")


def _game(where: str, data: Any, plan: Plan, block: int, rotation: int) -> PlayedGame:
    _check_keys(where, data, _GAME_KEYS)
    players = plan.game.players
    low, high = plan.game.backend.score_bounds
    try:
        if (data["block"], data["rotation"]) != (block, rotation):
            found = f"block {shown(data['block'])}, rotation {shown(data['rotation'])}"
            raise ValueError(f"{found}, should be block {block}, rotation {rotation}")
        whole_number("block", data["block"])
        whole_number("rotation", data["rotation"])
        ranks = _numbers("ranks", data, players, 1, players)
        if 1 not in ranks:
            raise ValueError(f"ranks: {shown(data['ranks'])}, should have a 1")
        return PlayedGame(
            rotation,
            scores=_numbers("scores", data, players, low, high),
            ranks=ranks,
            moves=_numbers("moves", data, players, 0, MOST_MOVES),
            cpu_seconds=tuple(_seconds(value) for value in _list("cpu_seconds", data, players)),
        )
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None


def _list(name: str, data: dict[str, Any], length: int) -> list[Any]:
    value = data[name]
    if not isinstance(value, list) or len(value) != length:
        raise ValueError(f"{name}: {shown(value)}, should be a list of {length}, one a player")
    return value


def _numbers(name: str, data: dict[str, Any], length: int, low: int, high: int) -> tuple[int, ...]:
    return tuple(whole_number(name, value, low, high) for value in _list(name, data, length))


def _seconds(value: Any) -> float:
    seconds = float_or_nan(value)
    if not 0 <= seconds < float("inf"):
        raise ValueError(f"cpu_seconds: {shown(value)}, should be numbers from 0")
    return seconds


# Writing


class LogWriter:
    """A file that grows block by block. What it holds is replaced by the header and the blocks that were played."""

    def __init__(self, path: Path, plan: Plan, played: tuple[Block, ...]) -> None:
        whole = path.with_name(path.name + ".part")
        with whole.open("w", encoding="utf-8", newline="\n") as file:
            file.write(json.dumps(_header_of(plan), allow_nan=False) + "\n")
            for number, block in enumerate(played):
                file.writelines(_lines_of(number, block))
        whole.replace(path)
        self._file = path.open("a", encoding="utf-8", newline="\n")
        self._blocks = len(played)

    def add(self, block: Block) -> None:
        """Writes the next block, so that it is in the file when this returns."""
        self._file.write("".join(_lines_of(self._blocks, block)))
        self._file.flush()
        self._blocks += 1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()


def _header_of(plan: Plan) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "version": VERSION,
        **header_of(plan.game),
        "bots": [str(bot) for bot in plan.bots],
        "seed": plan.seed,
        "blocks": plan.blocks,
        "sprt": None if plan.sprt is None else plan.sprt.to_dict(),
    }


def _lines_of(number: int, block: Block) -> list[str]:
    return [
        json.dumps({"block": number, "rotation": game.rotation, **{key: getattr(game, key) for key in _GAME_KEYS[2:]}})
        + "\n"
        for game in block
    ]


def played_so_far(path: Path, plan: Plan) -> tuple[Block, ...]:
    """The blocks of a match that is to go on; ValueError that names what differs if the file has another match.

    Only how many blocks are played at most may differ, and that only where no test decides when it ends.
    """
    log = _read(path, lambda game: plan.game.components if game == plan.game.name else None)
    if log.cloche != version("cloche"):
        raise ValueError(f"{path}: played by cloche {log.cloche}, this is {version('cloche')}; begin another match")
    kept, wanted = _header_of(log.plan), _header_of(plan)
    for key, value in wanted.items():
        if kept[key] != value and not (key == "blocks" and plan.sprt is None):
            raise ValueError(f"{path}: a match with {key} {json.dumps(kept[key])}, not {json.dumps(value)}")
    if len(log.played) > plan.blocks:
        raise ValueError(f"{path}: has {len(log.played)} blocks already, more than {plan.blocks}")
    return log.played
