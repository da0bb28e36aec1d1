"""JSON from outside: standard JSON only, no key twice, no endless files."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from cloche.messages import shown

MOST_BYTES = 2**24


def loads(what: str, text: str | bytes) -> Any:
    """The data of a JSON text; ValueError that begins with `what` says what is wrong with it."""
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
    with Path(path).open("rb") as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise ValueError(f"{path}: larger than {MOST_BYTES} bytes")
    return content


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"key {shown(twice)} is there twice")
    return found


def _constant(name: str) -> Any:
    raise ValueError(f"{name} is no number of JSON")
