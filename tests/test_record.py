"""Records: what is played is what is read, and nothing else is read."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import cloche
from cloche import strict_json
from cloche.record import Move, Record


def played(game: cloche.Game, seed: int = 0) -> Record:
    """A whole random game."""
    record, rng = Record.start(game), cloche.Rng(seed)
    while record.result is None:
        legal = record.state.legal_actions()
        record.play(legal[rng.below(len(legal))])
    return record


@pytest.fixture
def record() -> Record:
    return played(cloche.load("gardens_of_io", players=3))


def test_a_record_holds_every_action_and_outcome_in_notation(record: Record) -> None:
    state = record.game.new_initial_state()
    for move in record.moves:
        assert move.player == state.current_player()
        assert move.text == state.action_to_string(move.action)
        state.apply_action(move.action)
    assert state == record.state
    assert record.moves[0].player == cloche.CHANCE


def test_the_result_is_there_when_the_game_is_over(record: Record) -> None:
    result = record.result
    assert result is not None
    assert list(result.scores) == record.state.scores()
    assert list(result.ranks) == record.state.ranks()
    assert list(result.returns) == record.state.returns()
    record.undo()
    assert record.result is None


@pytest.mark.parametrize("name", cloche.games() + cloche.known_games())
def test_a_record_is_read_as_it_was_written(name: str, tmp_path: Path) -> None:
    record = played(cloche.load(name), seed=4)
    record.comment = "seed 4; ünïcode"
    record.annotate(1, "a fine move")
    assert Record.from_json(record.to_json()) == record
    record.save(tmp_path / "game.json")
    again = Record.load(tmp_path / "game.json")
    assert again == record
    assert again.moves == record.moves
    assert again.state == record.state
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]


def test_a_record_of_a_position_begins_there() -> None:
    game = cloche.load("connect_four")
    state = game.new_initial_state().child(3)
    record = Record.start(game, state)
    record.play("d")
    state.apply_action(0)  # the record keeps its own
    again = Record.from_json(record.to_json())
    assert [move.text for move in again.moves] == ["d"]
    assert [position.to_dict()["player"] for position in again.replay()] == [1, 0]


def test_a_record_can_be_replayed_on_the_other_implementation(record: Record) -> None:
    reference = cloche.load("gardens_of_io", players=3, implementation="reference")
    native = list(record.replay())
    assert len(native) == len(record) + 1
    for one, other in zip(native, record.replay(reference), strict=True):
        assert other.game.implementation == "reference"
        assert one.to_dict() == other.to_dict()
    with pytest.raises(ValueError, match="the record is of"):
        record.replay(cloche.load("gardens_of_io", players=2))


def test_moves_are_taken_by_id_and_in_notation() -> None:
    record = Record.start(cloche.load("tic_tac_toe"))
    assert record.play("b2", comment="the middle") == Move(0, 4, "b2", "the middle")
    assert record.play(0) == Move(1, 0, "a1")
    record.undo(2)
    assert len(record) == 0
    assert record.state == record.game.new_initial_state()


def test_what_is_not_legal_is_not_recorded() -> None:
    record = Record.start(cloche.load("tic_tac_toe"))
    record.play("b2")
    for action in ("b2", 4, 99, -1, "z", ""):
        with pytest.raises(ValueError, match=r"not legal here.*a1"):
            record.play(action)
    with pytest.raises(ValueError, match="comment"):
        record.play("a1", comment=7)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"moves to take back: 2, should be a whole number 0..1"):
        record.undo(2)
    assert [move.text for move in record.moves] == ["b2"]


def test_a_record_knows_no_seed(record: Record) -> None:
    assert "seed" not in record.to_json()


# Files that are wrong


def data() -> dict[str, Any]:
    return played(cloche.load("tic_tac_toe")).to_dict()


def altered(**changes: Any) -> dict[str, Any]:
    return {**data(), **changes}


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ([], r"record: \[\], should be an object with the keys format, version"),
        ({}, "format: None, should be 'cloche-record'"),
        (altered(version=2), "version: 2, this version of cloche reads 1"),
        (altered(version=True), "version: True"),
        (altered(game="tic_tac"), "no game is called 'tic_tac'"),
        (altered(players=3), "players of tic_tac_toe: 3, should be"),
        (altered(options={"size": 4}), "'size': unknown option"),
        (altered(components="0" * 64), "played with components 000000000000..., the default ones are"),
        (altered(coment="hi"), r"'coment': unknown key \(did you mean 'comment'\?\)"),
        (altered(names=["a", 1]), "names"),
        (altered(names=["a"]), "names"),
        (altered(comment=None), "comment: None, should be a text"),
        (altered(comment="\ud800"), "comment"),
        (altered(start={"board": 3}), "start: .*board"),
        (
            altered(moves=[{"by": 0, "move": "b2"}, {"by": 1, "move": "b2"}]),
            "move 2: action 'b2' is not legal here.*a1",
        ),
        (altered(moves=[{"by": 1, "move": "b2"}]), "move 1 .*: by: 1, should be 0"),
        (altered(moves=[{"by": 0}]), "move 1: .*should be an object with by, move"),
        (altered(moves=[{"by": "0", "move": "b2"}]), "move 1: .*by should be a player's number"),
        (altered(moves=[{"by": 0, "move": 4}]), "move 1"),
        (altered(moves=data()["moves"] + [{"by": 0, "move": "b2"}]), "the game is over before it"),
        (altered(moves=data()["moves"][:-1]), "result: there is one, but after move .* the game goes on"),
        (altered(result={"scores": [9, 9], "ranks": [1, 1], "returns": [0, 0]}), "result: .*by the moves it is"),
    ],
)
def test_a_file_that_is_wrong_is_refused_with_the_reason(given: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Record.from_dict(given)


def test_all_faults_of_the_form_are_told_at_once() -> None:
    given = data()
    del given["moves"]
    with pytest.raises(ValueError, match=r"moves: missing; players: 'two', should be a whole number; names: 5"):
        Record.from_dict({**given, "players": "two", "names": 5})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not JSON"),
        ("{", "not JSON: .* at line 1, column 2"),
        ('{"format": NaN}', "NaN is no number of JSON"),
        ('{"format": 1, "format": 2}', "key 'format' is there twice"),
        ("[" * 100_000, "not JSON"),
        (b"\xff", "byte 0 is not UTF-8"),
    ],
)
def test_a_text_that_is_no_json_is_refused(text: str | bytes, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Record.from_json(text, what="game.json")


def test_a_key_that_is_there_twice_is_found_at_once_among_many() -> None:
    keys = [f'"{number}": 0' for number in range(200_000)]
    before = time.process_time()
    with pytest.raises(ValueError, match="key '199999' is there twice"):
        Record.from_json("{" + ", ".join([*keys, keys[-1]]) + "}")
    assert time.process_time() - before < 5


def test_of_many_unknown_keys_some_are_named_and_the_rest_counted() -> None:
    before = time.process_time()
    with pytest.raises(ValueError, match=r"'0': unknown key; .*; 99980 more unknown keys$") as error:
        Record.from_dict({**data(), **{str(number): 0 for number in range(100_000)}})
    assert str(error.value).count(";") == 20
    assert time.process_time() - before < 5


def test_every_truncation_is_refused() -> None:
    text = Record.start(cloche.load("nim")).to_json()
    for length in range(len(text) - 2):
        with pytest.raises(ValueError, match=r"^record: "):
            Record.from_json(text[:length])


def test_a_record_with_components_of_its_own_needs_them() -> None:
    default = cloche.load("gardens_of_io")
    box = default.components
    assert box is not None
    box["edition"] = "mine"
    record = Record.start(cloche.load("gardens_of_io", components=box))
    text = record.to_json()
    with pytest.raises(ValueError, match="give the component file"):
        Record.from_json(text)
    assert Record.from_json(text, components=box) == record


def test_a_file_that_is_not_there_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Record.load(tmp_path / "none.json")
    with pytest.raises(OSError, match="none"):
        Record.start(cloche.load("nim")).save(tmp_path / "none" / "game.json")


def test_a_record_that_cannot_be_written_is_named_and_not_its_draft(tmp_path: Path) -> None:
    path = tmp_path / "none" / "game.json"
    with pytest.raises(FileNotFoundError) as error:
        Record.start(cloche.load("nim")).save(path)
    assert error.value.filename == str(path)


def test_a_record_file_has_a_line_for_each_move(record: Record) -> None:
    lines = record.to_json().splitlines()
    assert sum('"by"' in line for line in lines) == len(record)
    assert json.loads(record.to_json()) == record.to_dict()


# Values that are wrong


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda game: Record(5), "game: 5, should be a game that cloche.load made"),
        (lambda game: Record(game, start=5), "start: 5, should be a cloche.State"),
        (lambda game: Record.start(game, "x"), "start: 'x', should be a cloche.State"),
        (lambda game: Record(game).undo("x"), "moves to take back: 'x', should be 0"),
        (lambda game: Record(game).undo(1), "moves to take back: 1, should be 0"),
        (lambda game: Record(game).undo(-1), "moves to take back: -1, should be 0"),
        (lambda game: Record(game).undo(None), "moves to take back: None, should be 0"),
        (lambda game: Record(game).annotate("x", ""), "move: 'x', should be a whole number"),
        (lambda game: Record(game).annotate(0, ""), "move 0: the record has 0 moves, counted from 0"),
        (lambda game: Record(game).play(None), "action: None, should be a whole number"),
        (lambda game: Record(game).play(0, 5), "comment: 5, should be a text"),
        (lambda game: Record(game).replay(5), "game: 5, should be a game"),
        (lambda game: Record.from_dict(5), "record: 5, should be an object"),
        (lambda game: Record.from_json(5), "record: 5, should be the text of a JSON file"),
        (lambda game: Record.from_json(None), "record: None, should be the text of a JSON file"),
        (lambda game: Record.load(None), "path: None, should be the name of a file"),
        (lambda game: Record(game).save(5), "path: 5, should be the name of a file"),
    ],
)
def test_a_value_that_is_wrong_is_refused_with_what_is_allowed(call: Callable[[cloche.Game], Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        call(cloche.load("nim"))


@pytest.mark.parametrize(
    "names", [5, "ab", b"ab", {"a", "b"}, ["a"], ["a"] * 3, ["a", 5], ["a", "\ud800"], ["a" * 20_000, "b"]]
)
def test_names_that_could_not_be_read_are_refused_whenever_they_are_set(names: Any) -> None:
    game = cloche.load("nim")
    with pytest.raises(ValueError, match=r"names: .*should be a list of 2 texts"):
        Record(game, names=names)
    record = Record(game, names=["a", "b"])
    with pytest.raises(ValueError, match=r"names: .*should be a list of 2 texts"):
        record.names = names
    assert record.names == ("a", "b")


@pytest.mark.parametrize("comment", [5, None, b"a", "\ud800", "a" * 20_000])
def test_a_comment_that_could_not_be_read_is_refused_whenever_it_is_set(comment: Any) -> None:
    record = Record(cloche.load("nim"), comment="mine")
    record.play("1:1")
    for call in (
        lambda: Record(record.game, comment=comment),
        lambda: setattr(record, "comment", comment),
        lambda: record.annotate(0, comment),
        lambda: record.play("2:1", comment),
    ):
        with pytest.raises(ValueError, match=r"comment: .*should be a text of at most 10000 characters"):
            call()
    assert (record.comment, len(record), record.moves[0].comment) == ("mine", 1, "")


def test_what_is_accepted_is_read_again() -> None:
    record = Record(cloche.load("nim"), names=("ü" * 10_000, ""), comment="\x00\n\uffff\U0001f33b")
    record.names = None
    assert Record.from_json(record.to_json()) == record


def test_a_record_too_large_to_be_read_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = Record(cloche.load("nim"), comment="a" * 5_000)
    monkeypatch.setattr(strict_json, "MOST_BYTES", 4_000)
    with pytest.raises(ValueError, match="bytes, should be at most 4000: shorten comments"):
        record.save(tmp_path / "game.json")
    assert list(tmp_path.iterdir()) == []
