"""Bytes of positions: checked before they are believed."""

from __future__ import annotations

import hashlib
import json
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cloche
from cloche import position_bytes

GAME = cloche.load("gardens_of_io", players=3)
STATE = GAME.new_initial_state(seed=7)
CONTENT = STATE.serialize()


def sealed(body: bytes, game: bytes = GAME.fingerprint) -> bytes:
    return b"CLO1" + game + hashlib.blake2b(game + body, digest_size=8).digest() + body


def test_the_layout_is_the_one_that_is_written_down() -> None:
    body = zlib.compress(json.dumps(STATE.to_dict(), separators=(",", ":")).encode(), 9)
    assert sealed(body) == CONTENT


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"", "begin with CLO"),
        (b"PK\x03\x04" + CONTENT[4:], "begin with CLO"),
        (b"CLO9" + CONTENT[4:], "format b'9'"),
        (CONTENT[:20], "truncated"),
        (CONTENT[:-1], "truncated or altered"),
        (CONTENT + b"\0", "truncated or altered"),
        (sealed(CONTENT[20:], b"another!"), "another game"),
        (cloche.load("gardens_of_io", 2).new_initial_state(1).serialize(), "another game"),
        (cloche.load("gardens_of_io", 3, {"lap_bonus": False}).new_initial_state(1).serialize(), "another game"),
        (sealed(b"junk"), "deflated JSON"),
        (sealed(zlib.compress(b"[" * 60000)), "deflated JSON"),
        (sealed(zlib.compress(b"\xff")), "deflated JSON"),
        (sealed(zlib.compress(b" " * 10**6)), "at most 65536 bytes"),
        (sealed(CONTENT[20:] + b"more"), "nothing else"),
        (sealed(zlib.compress(b"[]")), "should be a dict"),
        (sealed(zlib.compress(b"{}")), "phase"),
        ("CLO1", "should be bytes"),
    ],
)
def test_damaged_or_foreign_bytes_are_refused(content: bytes, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        GAME.deserialize(content)


@given(st.integers(0, len(CONTENT) - 1), st.integers(1, 255))
def test_every_changed_byte_is_noticed(place: int, change: int) -> None:
    altered = bytearray(CONTENT)
    altered[place] ^= change
    with pytest.raises(ValueError, match=r"position"):
        GAME.deserialize(bytes(altered))


def test_other_kinds_of_bytes_are_read_too() -> None:
    assert GAME.deserialize(bytearray(CONTENT)) == GAME.deserialize(memoryview(CONTENT)) == STATE  # type: ignore[arg-type]


def test_what_is_packed_is_unpacked() -> None:
    assert position_bytes.unpack(position_bytes.pack({"a": [1, None]}, b"12345678"), b"12345678") == {"a": [1, None]}
