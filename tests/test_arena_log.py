"""Matches as files: equal for equal seeds, read as they were written, continued where they ended."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import cloche
from cloche import arena
from cloche.arena import log as logs
from cloche.arena import match, read_log

BOTS = ["mcts:20", "greedy"]


def lines(path: Path) -> list[Any]:
    """The data of a file, without the times."""
    found = [json.loads(line) for line in path.read_text().splitlines()]
    for game in found[1:]:
        del game["cpu_seconds"]
    return found


def test_a_file_begins_with_what_is_played_and_has_a_line_a_game(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    game = cloche.load("gardens_of_io", 3, {"lap_bonus": False})
    result = match(game, BOTS, blocks=2, seed=5, log=path)
    header, *games = [json.loads(line) for line in path.read_text().splitlines()]
    assert header == {
        "format": "cloche-match",
        "version": 1,
        "cloche": cloche.__version__,
        "game": "gardens_of_io",
        "players": 3,
        "options": {"lap_bonus": False, "cooperative": False},
        "components": game.components_digest,
        "implementation": "native",
        "bots": BOTS,
        "seed": 5,
        "blocks": 2,
        "sprt": None,
    }
    assert [(line["block"], line["rotation"]) for line in games] == [(b, r) for b in range(2) for r in range(3)]
    assert [tuple(line["scores"]) for line in games] == [one.scores for block in result.played for one in block]
    assert sum(sum(line["moves"]) for line in games) == result.plies
    assert all(seconds >= 0 for line in games for seconds in line["cpu_seconds"])


def test_a_file_is_the_same_for_any_number_of_jobs(tmp_path: Path) -> None:
    game, test = cloche.load("gardens_of_io"), arena.Sprt(0, 200)
    for jobs in (1, 2):
        match(game, ["greedy", "random"], blocks=100, seed=1, sprt=test, jobs=jobs, log=tmp_path / f"{jobs}")
    assert lines(tmp_path / "1") == lines(tmp_path / "2")


@pytest.mark.parametrize("test", [None, arena.Sprt(0, 300)])
def test_what_is_read_is_what_was_played(tmp_path: Path, test: arena.Sprt | None, implementation: str) -> None:
    path = tmp_path / "match.jsonl"
    game = cloche.load("nim", options={"piles": [3, 4]}, implementation=implementation)
    result = match(game, BOTS, blocks=12, seed=3, sprt=test, log=path)
    found = read_log(path)
    assert found.result() == result
    assert (found.plan.game, found.plan.seed, found.plan.sprt, found.cloche) == (game, 3, test, cloche.__version__)


def test_own_components_are_given_again(tmp_path: Path) -> None:
    box = Path(__file__).parent / "data" / "cottage_garden" / "tiny.toml"
    game = cloche.load("cottage_garden", 2, components=box)
    path = tmp_path / "match.jsonl"
    result = match(game, ["greedy", "random"], blocks=2, log=path)
    assert read_log(path, components=box).result() == result
    with pytest.raises(ValueError, match="line 1: played with other components: give their file"):
        read_log(path)
    assert match(game, ["greedy", "random"], blocks=3, log=path, resume=True).blocks == 3


# Going on


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("kept", [1, 2, 4, 7, 8])
def test_a_match_goes_on_where_its_file_ends(tmp_path: Path, kept: int, jobs: int) -> None:
    path, game = tmp_path / "match.jsonl", cloche.load("nim")
    whole = match(game, BOTS, blocks=5, seed=2, log=path)
    content = path.read_text().splitlines(keepends=True)
    path.write_text("".join(content[:kept]) + content[kept][:20])  # ended in the middle of a line
    assert read_log(path).result().blocks == (kept - 1) // 2
    assert match(game, BOTS, blocks=5, seed=2, log=path, resume=True, jobs=jobs) == whole
    assert lines(path) == [json.loads(content[0]), *lines(path)[1:]]
    assert len(path.read_text().splitlines()) == 11
    assert read_log(path).result() == whole


def test_a_match_that_is_over_is_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, game, test = tmp_path / "match.jsonl", cloche.load("gardens_of_io"), arena.Sprt(0, 300)
    result = match(game, ["greedy", "random"], blocks=90, sprt=test, log=path)
    assert result.ended_by == "sprt"

    def played(*_: Any) -> None:
        raise AssertionError

    monkeypatch.setattr("cloche.arena.matches.play_block", played)
    assert match(game, ["greedy", "random"], blocks=90, sprt=test, log=path, resume=True) == result


def test_a_match_that_a_flag_ended_goes_on(tmp_path: Path) -> None:
    path, game, stop = tmp_path / "match.jsonl", cloche.load("gardens_of_io"), cloche.StopFlag()
    part = match(game, ["mcts:50", "greedy"], blocks=40, log=path, stop=stop, on_progress=lambda so_far: stop.set())
    assert 0 < part.blocks < 40
    assert read_log(path).result().played == part.played
    whole = match(game, ["mcts:50", "greedy"], blocks=part.blocks + 1, log=path, resume=True)
    assert whole.played[:-1] == part.played


def test_a_file_that_is_not_there_is_begun(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    assert match(cloche.load("nim"), BOTS, blocks=1, log=path, resume=True).blocks == 1
    with pytest.raises(ValueError, match="is there already; resume goes on"):
        match(cloche.load("nim"), BOTS, blocks=1, log=path)
    with pytest.raises(ValueError, match="resume: needs a log"):
        match(cloche.load("nim"), BOTS, blocks=1, resume=True)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"seed": 2}, "a match with seed 1, not 2"),
        ({"bots": ["mcts:20", "random"]}, r"a match with bots \[\"mcts:20\", \"greedy\"\], not"),
        ({"game": cloche.load("nim", options={"piles": [2]})}, "a match with options"),
        ({"game": cloche.load("gardens_of_io")}, 'a match with game "nim", not "gardens_of_io"'),
        ({"game": cloche.load("nim", implementation="reference")}, 'implementation "native", not "reference"'),
        ({"sprt": arena.Sprt()}, "a match with blocks 3, not 4|a match with sprt null"),
        ({"blocks": 2}, "has 3 blocks already, more than 2"),
    ],
)
def test_another_match_does_not_go_on(tmp_path: Path, changes: dict[str, Any], words: str) -> None:
    path = tmp_path / "match.jsonl"
    match(cloche.load("nim"), BOTS, blocks=3, seed=1, log=path)
    before = path.read_bytes()
    arguments = {"game": cloche.load("nim"), "bots": BOTS, "blocks": 4, "seed": 1, **changes}
    with pytest.raises(ValueError, match=words):
        match(**arguments, log=path, resume=True)
    assert path.read_bytes() == before


def test_how_many_blocks_a_test_may_take_is_fixed_beforehand(tmp_path: Path) -> None:
    path, game, test = tmp_path / "match.jsonl", cloche.load("nim"), arena.Sprt(0, 5)
    match(game, ["random", "random"], blocks=3, sprt=test, log=path)
    with pytest.raises(ValueError, match="a match with blocks 3, not 4"):
        match(game, ["random", "random"], blocks=4, sprt=test, log=path, resume=True)


def test_a_match_of_another_version_does_not_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "match.jsonl"
    match(cloche.load("nim"), BOTS, blocks=1, log=path)
    monkeypatch.setattr(logs, "version", lambda name: "9.9")
    assert read_log(path).result().blocks == 1
    with pytest.raises(ValueError, match=r"played by cloche .*, this is 9.9; begin another match"):
        match(cloche.load("nim"), BOTS, blocks=2, log=path, resume=True)


# What is refused


def without(key: str) -> Callable[[dict[str, Any]], None]:
    return lambda data: data.pop(key)


def with_value(key: str, value: Any) -> Callable[[dict[str, Any]], None]:
    return lambda data: data.update({key: value})


@pytest.mark.parametrize(
    ("line", "change", "words"),
    [
        (1, with_value("format", "cloche-record"), "line 1: should be the first line of a match, with format"),
        (1, with_value("version", 2), "line 1: version 2, this cloche reads 1"),
        (1, without("seed"), "line 1: seed: missing"),
        (1, with_value("seeds", 1), r"line 1: 'seeds': unknown key \(did you mean 'seed'\?\)"),
        (1, with_value("game", "chess"), "line 1: no game is called 'chess'"),
        (1, with_value("players", 1), "line 1: players of nim: 1"),
        (1, with_value("bots", ["mcts"]), r"line 1: bots: \['mcts'\], should be a list of 2 players"),
        (1, with_value("blocks", 0), "line 1: blocks: 0, should be a whole number 1"),
        (1, with_value("cloche", 1), "line 1: cloche: 1, should be a version"),
        (1, with_value("sprt", {"elo0": 1}), "line 1: sprt: {'elo0': 1}, should be null or have the keys elo0, elo1"),
        (2, without("ranks"), "line 2: ranks: missing"),
        (2, with_value("block", 1), "line 2: block 1, rotation 0, should be block 0, rotation 0"),
        (3, with_value("rotation", 0), "line 3: block 0, rotation 0, should be block 0, rotation 1"),
        (3, with_value("scores", [1]), r"line 3: scores: \[1\], should be a list of 2, one a player"),
        (3, with_value("scores", [1, 10**6]), "line 3: scores: 1000000, should be a whole number"),
        (3, with_value("ranks", [2, 2]), r"line 3: ranks: \[2, 2\], should have a 1"),
        (3, with_value("ranks", [1, True]), "line 3: ranks: True, should be a whole number 1..2"),
        (4, with_value("moves", [1, -1]), "line 4: moves: -1, should be a whole number 0"),
        (4, with_value("cpu_seconds", [0, "x"]), "line 4: cpu_seconds: 'x', should be numbers from 0"),
    ],
)
def test_a_line_that_is_wrong_is_named(
    tmp_path: Path, line: int, change: Callable[[dict[str, Any]], None], words: str
) -> None:
    path = tmp_path / "match.jsonl"
    match(cloche.load("nim"), BOTS, blocks=2, log=path)
    content = path.read_text().splitlines()
    data = json.loads(content[line - 1])
    change(data)
    content[line - 1] = json.dumps(data)
    path.write_text("\n".join(content) + "\n")
    with pytest.raises(ValueError, match=words):
        read_log(path)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "line 1: should be the first line of a match"),
        (b"[1]\n", "line 1: should be the first line of a match"),
        (b"{}\n", "line 1: should be the first line of a match"),
        (b"\xff\n", "line 1: byte 0 is not UTF-8"),
        (b"x" * (2**20 + 2), "line 1: longer than 1048576 bytes"),
    ],
)
def test_what_is_no_match_is_refused(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "match.jsonl"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=words):
        read_log(path)


def test_a_folder_that_is_not_there_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        match(cloche.load("nim"), BOTS, blocks=1, log=tmp_path / "no" / "match.jsonl")
    with pytest.raises(FileNotFoundError):
        read_log(tmp_path / "none")
    with pytest.raises(ValueError, match="path: 5, should be the name of a file"):
        match(cloche.load("nim"), BOTS, blocks=1, log=5)  # type: ignore[arg-type]
