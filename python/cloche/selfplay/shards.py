"""Decisions as arrays, and as files of them: numpy's .npz, deflated, a name an array.

A row is a decision; rows go by game, then by move. `legal_actions` and `policies`, and `known`, hold the values of all
rows one after another: `num_legal` and `known_bytes` say how many belong to each row. Equal rows make equal bytes.
"""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cloche import position_bytes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cloche.backend import Data
    from cloche.game import Game
    from cloche.state import State


@dataclass(frozen=True, eq=False)
class Shard:
    """Decisions of some games.

    Attributes:
        game: What was played.
        games: int32 (rows,): number of the game.
        moves: int32 (rows,): decisions of the game before this one.
        players: int8 (rows,): who decided.
        observations: float32 (rows, *game.observation_tensor_shape): what that player saw, as
            `State.observation_tensor`.
        known: uint8: what that player knew, as `observation` reads it.
        known_bytes: int32 (rows,): its length.
        legal_actions: uint16: ids, ascending.
        num_legal: int32 (rows,): how many there were.
        policies: float32: of each legal action its share of the search's visits; of a player that does not search, or
            needed no visits, 1 for its choice.
        actions: uint16 (rows,): what was played.
        values: float32 (rows, players): what the search expected each player's return to be, `SearchReport.values`;
            NaN of a player that does not search.
        returns: float32 (rows, players): what came of the game.
        scores: int32 (rows, players): the game's own points at its end.
    """

    game: Game
    games: NDArray[np.int32]
    moves: NDArray[np.int32]
    players: NDArray[np.int8]
    observations: NDArray[np.float32]
    known: NDArray[np.uint8]
    known_bytes: NDArray[np.int32]
    legal_actions: NDArray[np.uint16]
    num_legal: NDArray[np.int32]
    policies: NDArray[np.float32]
    actions: NDArray[np.uint16]
    values: NDArray[np.float32]
    returns: NDArray[np.float32]
    scores: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.games)

    # Rows

    def observation(self, row: int) -> Data:
        """What the player knew, as `State.observation` gives it."""
        content = self.known[_part(self._known_ends, row)].tobytes()
        data: Data = position_bytes.unpack(content, self.game.fingerprint)
        return data

    def state(self, row: int) -> State:
        """The position; where things are hidden, the world that stands for what the player knew (H-4)."""
        return self.game.state_from_observation(self.observation(row))

    def legal_of(self, row: int) -> NDArray[np.uint16]:
        """The legal actions of a row."""
        return self.legal_actions[_part(self._legal_ends, row)]

    def policy_of(self, row: int) -> NDArray[np.float32]:
        """The share of visits of each action of `legal_of`."""
        return self.policies[_part(self._legal_ends, row)]

    # Tables with a column an action

    def action_masks(self) -> NDArray[np.bool_]:
        """(rows, num_distinct_actions): what was legal."""
        masks = np.zeros((len(self), self.game.num_distinct_actions), dtype=np.bool_)
        masks[self._legal_rows, self.legal_actions] = True
        return masks

    def dense_policies(self) -> NDArray[np.float32]:
        """(rows, num_distinct_actions): shares of visits, 0 for what was not legal."""
        policies = np.zeros((len(self), self.game.num_distinct_actions), dtype=np.float32)
        policies[self._legal_rows, self.legal_actions] = self.policies
        return policies

    @cached_property
    def _legal_ends(self) -> NDArray[np.int64]:
        return np.cumsum(self.num_legal, dtype=np.int64)

    @cached_property
    def _known_ends(self) -> NDArray[np.int64]:
        return np.cumsum(self.known_bytes, dtype=np.int64)

    @property
    def _legal_rows(self) -> NDArray[np.int64]:
        return np.repeat(np.arange(len(self)), self.num_legal)

    # Games together and apart

    @classmethod
    def joined(cls, parts: Sequence[Shard]) -> Shard:
        """The rows of all parts, of which there is at least one."""
        arrays = {name: np.concatenate([getattr(part, name) for part in parts]) for name in _ARRAYS}
        return cls(parts[0].game, **arrays)

    def by_game(self) -> dict[int, Shard]:
        """The rows of each game apart."""
        return {int(number): self._rows(self.games == number) for number in np.unique(self.games)}

    def _rows(self, chosen: NDArray[np.bool_]) -> Shard:
        flags = {"": chosen, "num_legal": np.repeat(chosen, self.num_legal)}
        flags["known_bytes"] = np.repeat(chosen, self.known_bytes)
        return Shard(self.game, **{name: getattr(self, name)[flags[_RAGGED.get(name, "")]] for name in _ARRAYS})


_ARRAYS = tuple(field.name for field in fields(Shard) if field.name != "game")
_RAGGED = {"legal_actions": "num_legal", "policies": "num_legal", "known": "known_bytes"}  # by their lengths
_DTYPES: dict[str, Any] = {
    **dict.fromkeys(("games", "moves", "known_bytes", "num_legal", "scores"), np.int32),
    **dict.fromkeys(("observations", "policies", "values", "returns"), np.float32),
    **dict.fromkeys(("legal_actions", "actions"), np.uint16),
    "players": np.int8,
    "known": np.uint8,
}


def _part(ends: NDArray[np.int64], row: int) -> slice:
    place = range(len(ends))[row]  # IndexError, and rows from the end
    return slice(int(ends[place - 1]) if place else 0, int(ends[place]))


def array_of(name: str, values: Any, game: Game) -> NDArray[Any]:
    """Values of an array of a `Shard`, with its type and shape."""
    return np.array(values, dtype=_DTYPES[name]).reshape(-1, *_row_shape(name, game))


def _row_shape(name: str, game: Game) -> tuple[int, ...]:
    if name == "observations":
        return game.observation_tensor_shape
    return (game.players,) if name in ("values", "returns", "scores") else ()


# Files


def write(path: Path, shard: Shard) -> None:
    """Writes a file, which is there whole or not at all."""
    part = path.with_name(path.name + PART)
    with part.open("wb") as file:
        np.savez_compressed(file, **{name: getattr(shard, name) for name in _ARRAYS})
    part.replace(path)


PART = ".part"  # ends the names of files that are being written


def read(path: Path, game: Game) -> Shard:
    """A file of decisions of a game; OSError if it cannot be read, ValueError if it holds something else."""
    arrays = _loaded(path, _ARRAYS)
    rows = len(arrays["games"])
    for name in set(_RAGGED.values()):
        if (arrays[name] < 0).any():
            raise ValueError(f"{path}: {name}: should be numbers from 0")
    for name, array in arrays.items():
        length = int(arrays[_RAGGED[name]].sum()) if name in _RAGGED else rows
        if array.dtype != _DTYPES[name] or array.shape != (length, *_row_shape(name, game)):
            raise ValueError(
                f"{path}: {name}: an array of {array.dtype} of shape {array.shape}, should be"
                f" {np.dtype(_DTYPES[name])} of shape {(length, *_row_shape(name, game))}"
            )
    for name, most in (
        ("actions", game.num_distinct_actions),
        ("legal_actions", game.num_distinct_actions),
        ("players", game.players),
    ):
        if rows and not 0 <= arrays[name].min() <= arrays[name].max() < most:
            raise ValueError(f"{path}: {name}: should be numbers 0..{most - 1}")
    return Shard(game, **arrays)


def rows_by_game(path: Path) -> dict[int, int]:
    """The games of a file, with how many rows each has; errors as `read`."""
    numbers, counts = np.unique(_loaded(path, ("games",))["games"], return_counts=True)
    return dict(zip(numbers.tolist(), counts.tolist(), strict=True))


def _loaded(path: Path, names: Sequence[str]) -> dict[str, NDArray[Any]]:
    try:
        with path.open("rb") as content, np.load(content, allow_pickle=False) as file:
            missing = [name for name in names if name not in file]
            if missing:
                raise ValueError(f"{missing[0]}: missing")
            arrays = {name: file[name] for name in names}
    except (ValueError, TypeError, AttributeError, EOFError, KeyError, zipfile.BadZipFile, zlib.error) as error:
        raise ValueError(f"{path}: no shard of self-play: {error}") from None
    if any(arrays[name].ndim == 0 for name in names):
        raise ValueError(f"{path}: no shard of self-play: a number in place of an array")
    return arrays
