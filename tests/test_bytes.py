"""`Game.deserialize` and pickles against damage: a ValueError, never a crash, never an unlawful position."""

from __future__ import annotations

import hashlib
import json
import pickle
import struct
import zlib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cloche
from cloche import position_bytes

from .net import GAMES, SETUPS, Setup, few, nodes, setups_of

every_setup = pytest.mark.parametrize("setup", SETUPS, ids=str)
every_name = pytest.mark.parametrize("game", GAMES)


def sealed(body: bytes, game: cloche.Game, *, magic: bytes = b"CLO1", fingerprint: bytes | None = None) -> bytes:
    """Bytes with the right name of the game and the right checksum, whatever the body."""
    name = game.fingerprint if fingerprint is None else fingerprint
    return magic + name + hashlib.blake2b(name + body, digest_size=8).digest() + body


def refused(game: cloche.Game, content: Any) -> str:
    with pytest.raises(ValueError) as error:  # noqa: PT011 the caller looks at the words
        game.deserialize(content)
    assert str(error.value)
    assert len(str(error.value)) < 20_000
    return str(error.value)


@every_setup
def test_every_truncation_is_refused(setup: Setup, implementation: str) -> None:
    content = nodes(setup, implementation)[-1].serialize()
    for length in range(len(content)):
        refused(setup.load(implementation), content[:length])


@every_setup
def test_every_altered_byte_is_refused(setup: Setup) -> None:
    game = setup.load()
    content = few(setup, "native", 3)[1].serialize()
    for place in range(len(content)):
        for change in (1, 0x80, 0xFF):
            altered = bytearray(content)
            altered[place] ^= change
            refused(game, bytes(altered))
    refused(game, content + b"\0")
    refused(game, b"\0" + content)
    refused(game, content * 2)


@every_name
@settings(max_examples=60)
@given(content=st.binary(max_size=80))
def test_random_bytes_are_refused(game: str, content: bytes) -> None:
    loaded = setups_of(game)[0].load()
    refused(loaded, content)
    refused(loaded, b"CLO1" + content)
    refused(loaded, sealed(content, loaded))
    refused(loaded, sealed(zlib.compress(content), loaded))


@every_setup
@settings(max_examples=25)
@given(
    start=st.integers(0, 10**4),
    place=st.integers(0, 10**4),
    letter=st.sampled_from('0123456789[]{},:"-.eTXOnull \x00é'),
)
def test_an_altered_body_with_a_right_checksum_is_lawful_or_refused(
    setup: Setup, start: int, place: int, letter: str
) -> None:
    game = setup.load()
    walked = nodes(setup, "native")
    text = json.dumps(walked[start % len(walked)].to_dict(), separators=(",", ":"))
    place %= len(text)
    altered = text[:place] + letter + text[place + 1 :]
    content = sealed(zlib.compress(altered.encode()), game)
    try:
        state = game.deserialize(content)
    except ValueError:
        try:
            data = json.loads(altered)
        except ValueError:
            return
        with pytest.raises(ValueError, match=r"."):
            setup.load("reference").state_from_dict(data)
    else:
        assert state.to_dict() == json.loads(altered)
        assert setup.load("reference").state_from_dict(json.loads(altered)).legal_actions() == state.legal_actions()


@every_name
def test_bytes_of_another_game_are_refused(game: str, implementation: str) -> None:
    loaded = setups_of(game)[0].load(implementation)
    for setup in SETUPS:
        other = setup.load(implementation)
        if other is not loaded:
            told = refused(loaded, other.new_initial_state().serialize())
            assert "another game" in told
            assert f"{game}, players {loaded.players}, " in told
            assert loaded.components_digest[:12] in told
            assert all(f"{name}={value}" in told for name, value in loaded.options.items())


@every_name
def test_bytes_of_another_format_say_so(game: str) -> None:
    loaded = setups_of(game)[0].load()
    content = loaded.new_initial_state().serialize()
    assert "format b'2'" in refused(loaded, content[:3] + b"2" + content[4:])
    assert "begin with CLO" in refused(loaded, b"XYZ1" + content[4:])
    for empty in (b"", b"CLO", b"CLO1", content[:20]):
        refused(loaded, empty)


@every_name
def test_what_is_no_bytes_is_refused(game: str, implementation: str) -> None:
    loaded = setups_of(game)[0].load(implementation)
    for content in (None, "CLO1", 5, [67, 76], {"a": 1}, loaded.new_initial_state()):
        assert "should be bytes" in refused(loaded, content)


@every_name
def test_a_body_that_inflates_without_end_is_refused_at_once(game: str) -> None:
    loaded = setups_of(game)[0].load()
    for bomb in (b" " * 10**8, b"[" * 10**7, b'{"a":' * 10**6, b"0" * 10**7, b'"' + b"x" * 10**7):
        refused(loaded, sealed(zlib.compress(bomb, 9), loaded))
    text = json.dumps(loaded.new_initial_state().to_dict()).encode()
    assert "at most" in refused(loaded, sealed(zlib.compress(text + b" " * position_bytes.MOST_JSON), loaded))
    body = zlib.compress(text)
    refused(loaded, sealed(body + b"more", loaded))
    refused(loaded, sealed(body[:-1], loaded))
    assert loaded.deserialize(sealed(body, loaded)) == loaded.new_initial_state()


@every_name
def test_bodies_that_are_json_but_no_position_are_refused(game: str) -> None:
    loaded = setups_of(game)[0].load()
    deep = b"[" * 30_000 + b"]" * 30_000
    numbers = b'{"player":' + b"9" * 20_000 + b"}"
    for body in (
        b"null",
        b"[]",
        b"5",
        b'"x"',
        b"NaN",
        b"{}",
        b'{"player":NaN}',
        b'{"player":1e999}',
        b"\xff",
        deep,
        numbers,
    ):
        refused(loaded, sealed(zlib.compress(body), loaded))


def test_the_layout_is_as_described() -> None:
    game = cloche.load("nim")
    state = game.new_initial_state()
    content = state.serialize()
    assert content[:4] == position_bytes.MAGIC + position_bytes.VERSION == b"CLO1"
    assert content[4:12] == game.fingerprint
    assert content[12:20] == hashlib.blake2b(content[4:12] + content[20:], digest_size=8).digest()
    assert json.loads(zlib.decompress(content[20:])) == state.to_dict()


@every_name
def test_damaged_pickles_give_no_position(game: str) -> None:
    state = setups_of(game)[0].load().new_initial_state()
    content = state.serialize()
    stream = pickle.dumps(state)
    assert stream.count(content) == 1
    damaged = content[:-1] + struct.pack("B", content[-1] ^ 1)
    with pytest.raises(ValueError, match="checksum"):
        pickle.loads(stream.replace(content, damaged))
