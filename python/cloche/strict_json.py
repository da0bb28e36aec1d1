"""JSON from outside: standard JSON only, no key twice, no endless files."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from cloche.messages import guess, shown

MOST_BYTES = 2**24
MOST_FAULTS = 20  # of one kind, that an error lists


def loads(what: str, text: str | bytes) -> Any:
    """The data of a JSON text; ValueError that begins with `what` says what is wrong with it."""
    if not isinstance(text, str | bytes | bytearray):
        raise ValueError(f"{what}: {shown(text)}, should be the text of a JSON file")
    if len(text) > MOST_BYTES:
        raise ValueError(f"{what}: larger than {MOST_BYTES} bytes")
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_constant)
    except json.JSONDecodeError as error:
        raise ValueError(f"{what}: not JSON: {error.msg} at line {error.lineno}, column {error.colno}") from None
    except UnicodeDecodeError as error:
        raise ValueError(f"{what}: byte {error.start} is not UTF-8") from None
    except RecursionError:
        raise ValueError(f"{what}: not JSON: nested too deeply") from None
    except ValueError as error:
        raise ValueError(f"{what}: {error}") from None


def read(path: str | os.PathLike[str]) -> bytes:
    """The content of a file; OSError if it cannot be read, ValueError if it is too large."""
    with as_path(path).open("rb") as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise ValueError(f"{path}: larger than {MOST_BYTES} bytes")
    return content


def as_path(path: str | os.PathLike[str]) -> Path:
    """What names a file; ValueError for anything else."""
    try:
        return Path(path)
    except TypeError:
        raise ValueError(f"path: {shown(path)}, should be the name of a file") from None


def unknown_keys(data: Iterable[object], known: Sequence[str]) -> list[str]:
    """A fault for each key that is not known, the first of them only where there are many."""
    unknown = [key for key in data if key not in known]
    faults = [f"{shown(key)}: unknown key{guess(key, known)}" for key in unknown[:MOST_FAULTS]]
    if len(unknown) > MOST_FAULTS:
        faults.append(f"{len(unknown) - MOST_FAULTS} more unknown keys")
    return faults


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"key {shown(name)} is there twice")
        found[name] = value
    return found


def _constant(name: str) -> Any:
    raise ValueError(f"{name} is no number of JSON")
