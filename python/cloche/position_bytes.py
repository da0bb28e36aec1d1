"""Positions as bytes: compact, versioned and checked.

Layout: `CLO1`; 8 bytes that name the game with its players, options and components; an 8-byte checksum of these and of
what follows; then the position's `to_dict` as compact JSON, deflated. Equal positions of equal games give equal bytes
in both implementations.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from typing import Any

MAGIC = b"CLO"
VERSION = b"1"
MOST_JSON = 2**16  # bytes of a position's JSON; more is no position

_GAME = slice(4, 12)
_SUM = slice(12, 20)
_BODY = 20


def pack(data: dict[str, Any], game: bytes) -> bytes:
    """The bytes of a position; `game` is the 8-byte name of its game."""
    body = zlib.compress(json.dumps(data, separators=(",", ":")).encode("ascii"), 9)
    return MAGIC + VERSION + game + _checksum(game, body) + body


def unpack(content: bytes, game: bytes, settings: str = "those of this game") -> Any:
    """The data that was packed, not yet judged as a position; ValueError that says what is wrong with the bytes.

    `settings` says in words what the name of the game stands for, since it is only a hash.
    """
    if content[:3] != MAGIC:
        raise ValueError("not a position of cloche: the bytes should begin with CLO")
    if content[3:4] != VERSION:
        raise ValueError(f"a position of format {content[3:4]!r}, this version of cloche reads {VERSION!r}")
    if len(content) <= _BODY:
        raise ValueError("the bytes of the position are truncated")
    body = content[_BODY:]
    if _checksum(content[_GAME], body) != content[_SUM]:
        raise ValueError("the bytes of the position are truncated or altered: the checksum differs")
    if content[_GAME] != game:
        raise ValueError(
            "a position of another game, or of the game with other players, options or components;"
            f" here they should be {settings}"
        )
    try:
        return json.loads(_inflated(body))
    except (zlib.error, UnicodeDecodeError, RecursionError, json.JSONDecodeError):
        raise ValueError("the bytes of the position do not hold deflated JSON") from None


def _checksum(game: bytes, body: bytes) -> bytes:
    return hashlib.blake2b(game + body, digest_size=8).digest()


def _inflated(body: bytes) -> bytes:
    stream = zlib.decompressobj()
    text = stream.decompress(body, MOST_JSON)
    if not stream.eof or stream.unused_data:
        raise ValueError(f"the bytes of the position should hold at most {MOST_JSON} bytes of JSON and nothing else")
    return text
