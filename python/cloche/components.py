"""What a box prints: the component file of a game, the default edition or one of the user's own."""

from __future__ import annotations

import hashlib
import json
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, TypeAlias

from cloche import seed_files
from cloche.messages import raise_faults, shown
from cloche.registry import GameEntry

MOST_BYTES = 2**20

# A path, or the content of a file. A str is content if it has a line break, otherwise a path.
Source: TypeAlias = str | os.PathLike[str] | bytes | Mapping[str, Any]


@dataclass(frozen=True)
class Components:
    """Valid component data. `data` is shared between games: not to be changed; None for games without a box."""

    data: dict[str, Any] | None
    digest: str  # sha256 of the data as canonical JSON, in hexadecimal

    @property
    def players(self) -> tuple[int, int] | None:
        """For how many the box is, fewest and most; None for games without a box."""
        return None if self.data is None else (self.data["players"]["min"], self.data["players"]["max"])

    @classmethod
    def of(cls, data: dict[str, Any] | None) -> Components:
        """Data that is known to be valid, with its digest."""
        return cls(data, hashlib.sha256(canonical_json(data)).hexdigest())


def canonical_json(data: Any) -> bytes:
    """The one JSON text of some data: keys sorted, no spaces, ASCII."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False).encode("ascii")


@cache
def default(entry: GameEntry) -> Components:
    """The edition that comes with the package; trusted, so that no validation library is imported."""
    return Components.of(seed_files.table(f"{entry.name}/components.toml") if entry.has_box else None)


@cache
def weights(entry: GameEntry) -> dict[str, Any] | None:
    """Tuned numbers of the prior. Shared between games: not to be changed."""
    return seed_files.table(f"{entry.name}/weights.toml") if entry.has_box else None


def read(entry: GameEntry, source: Source) -> Components:
    """A component file of the user's own.

    ValueError lists every fault with its key path; OSError where a path cannot be read.
    """
    what = f"components of {entry.name}"
    if isinstance(source, os.PathLike) or (isinstance(source, str) and "\n" not in source):
        what = f"{os.fspath(source)}: {what}"
    if not entry.has_box:
        raise ValueError(f"{what}: the game has none")
    data = dict(source) if isinstance(source, Mapping) else _parsed(what, _content(what, source))
    validate = import_module(f"cloche.schemas.{entry.name}").validate
    valid, faults = validate(data)
    raise_faults(what, faults)
    return Components.of(valid)


def _content(what: str, source: str | os.PathLike[str] | bytes) -> bytes:
    if isinstance(source, str) and "\n" in source:
        try:
            content = source.encode()
        except UnicodeEncodeError:
            raise ValueError(f"{what}: the text is not Unicode") from None
    elif isinstance(source, str | os.PathLike):
        if not os.fspath(source):
            raise ValueError(f"{what}: an empty text, should be a path or the text of a TOML file")
        with Path(source).open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    elif isinstance(source, bytes | bytearray | memoryview):
        content = bytes(source)
    else:
        raise ValueError(f"{what}: {shown(source)}, should be a path, the text of a TOML file, or its data as a dict")
    if len(content) > MOST_BYTES:
        raise ValueError(f"{what}: larger than {MOST_BYTES} bytes")
    return content


def _parsed(what: str, content: bytes) -> dict[str, Any]:
    try:
        return tomllib.loads(content.decode())
    except UnicodeDecodeError as error:
        raise ValueError(f"{what}: byte {error.start} is not UTF-8") from None
    except ValueError as error:
        raise ValueError(f"{what}: not TOML: {error}") from None
    except RecursionError:
        raise ValueError(f"{what}: not TOML: nested too deeply") from None
