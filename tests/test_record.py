"""Records: what is played is what is read, and nothing else is read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import cloche
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
    with pytest.raises(ValueError, match="2 moves to take back, the record has 1"):
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
        (altered(moves=[{"by": 1, "move": "b2"}]), "move 1 .*: by 1, but it is the turn of player 0"),
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


def test_a_record_file_has_a_line_for_each_move(record: Record) -> None:
    lines = record.to_json().splitlines()
    assert sum('"by"' in line for line in lines) == len(record)
    assert json.loads(record.to_json()) == record.to_dict()
