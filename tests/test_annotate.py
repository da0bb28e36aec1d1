"""`cloche.annotate`, `cloche annotate` and `cloche replay`: what is said of recorded games."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import cloche
from cloche import cli
from cloche.annotate import MARKS, annotate, plot
from cloche.record import Record

from .net import GAMES

LIMITS = cloche.Limits(simulations=400)


def played(game: str, moves: list[str], **options: Any) -> Record:
    record = Record(cloche.load(game, **options))
    for move in moves:
        record.play(move)
    return record


def game_of(name: str, seed: int, bot: str = "random") -> Record:
    """A whole game."""
    game = cloche.load(name)
    record = Record(game, start=game.new_initial_state(seed=seed))
    rng, player = cloche.Rng(seed), cloche.player(bot, game, seed=seed)
    while record.result is None:
        if record.at_chance:
            outcomes = record.state.chance_outcomes()
            record.play(outcomes[rng.below(len(outcomes))][0])
        else:
            record.play(player.act(record.state))
    return record


# O answers the corner with a2, which loses to b2: c3 wins at once, and c1 after O's c3 wins two ways.
BLUNDER = ["a1", "a2", "b2", "b1", "c3"]


def test_a_move_that_loses_a_drawn_game_is_marked() -> None:
    found = annotate(played("tic_tac_toe", BLUNDER), limits=LIMITS)
    assert found.complete
    assert [judged.place for judged in found.judgements] == [0, 1, 2, 3, 4]
    assert [judged.player for judged in found.judgements] == [0, 1, 0, 1, 0]
    assert found.judgements[1].mark == "??"
    assert not any(found.judgements[place].mark for place in (2, 3, 4))
    assert found.judgements[4].chances == (1.0, 0.0)
    assert all(sum(judged.chances) == pytest.approx(1.0) for judged in found.judgements)


@pytest.mark.parametrize("bot", ["expectimax", "expectimax:3", "expectimax:nodes=20000"])
def test_expectimax_judges_too(bot: str) -> None:
    """O leaves a line of X open at the second move."""
    moves = ["a1", "b2", "a2", "c3", "a3"]
    found = annotate(played("tic_tac_toe", moves), bot)
    assert found.complete
    assert [judged.mark for judged in found.judgements] == ["", "", "", "??", ""]
    assert found.judgements[3].best == "a3"
    assert found.judgements[4].chances == (1.0, 0.0)


def test_a_move_that_gives_a_won_game_away_is_a_blunder() -> None:
    """Nim 1, 2: taking one of the two wins, taking both of them loses."""
    found = annotate(played("nim", ["2:2"], options={"piles": [1, 2]}), limits=LIMITS)
    (judged,) = found.judgements
    assert (judged.best, judged.text, judged.loss, judged.mark) == ("2:1", "2:2", 1.0, "??")
    assert judged.chances == (1.0, 0.0)
    (better,) = annotate(played("nim", ["2:1"], options={"piles": [1, 2]}), limits=LIMITS).judgements
    assert (better.loss, better.mark) == (0.0, "")


def test_the_marks_are_those_of_the_lost_chance() -> None:
    assert [sign for _, sign in MARKS] == ["??", "?", "?!"]
    assert [least for least, _ in MARKS] == sorted((least for least, _ in MARKS), reverse=True)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_annotated(name: str) -> None:
    record = game_of(name, seed=5)
    found = annotate(record, limits=cloche.Limits(simulations=16))
    decisions = [place for place, move in enumerate(record.moves) if move.player >= 0]
    assert [judged.place for judged in found.judgements] == decisions
    assert all(judged.loss >= 0 for judged in found.judgements)
    assert all(judged.loss == 0 and not judged.mark for judged in found.judgements if judged.best == judged.text)
    commented = found.commented()
    assert [move.text for move in commented.moves] == [move.text for move in record.moves]
    for judged in found.judgements:
        assert commented.moves[judged.place].comment.startswith(judged.mark)


def test_a_game_alone_is_judged_by_its_score() -> None:
    game = cloche.load("cottage_garden", 1)
    record = Record(game, start=game.new_initial_state(seed=1))
    record.play(record.state.legal_actions()[0])
    found = annotate(record, limits=cloche.Limits(simulations=50))
    assert found.unit == "score"
    assert found.judgements[0].chances[0] > 10
    assert found.shown(3.0) == "3.0"


def test_equal_seeds_give_equal_judgements_and_players_can_be_chosen() -> None:
    record = game_of("bloom_town", seed=3)
    limits = cloche.Limits(simulations=32)
    found = annotate(record, limits=limits, players={1})
    assert found == annotate(record, limits=limits, players={1})
    assert {judged.player for judged in found.judgements} == {1}


def test_what_the_mover_cannot_know_is_not_judged_by() -> None:
    """The first decision of a deal, judged in worlds that its player can't tell apart."""
    game = cloche.load("bloom_town")
    start = game.new_initial_state(seed=9)
    judged = []
    for world in (start, start.redeal(0, cloche.Rng(4)), start.redeal(0, cloche.Rng(5))):
        record = Record(game, start=world)
        record.play(world.legal_actions()[-1])
        judged.append(annotate(record, limits=cloche.Limits(simulations=64)).judgements)
    assert judged[0] == judged[1] == judged[2]


def test_comments_that_were_there_stay() -> None:
    record = played("nim", ["2:2"], options={"piles": [1, 2]})
    record.annotate(0, "in a hurry")
    commented = annotate(record, limits=LIMITS).commented()
    assert commented.moves[0].comment == "in a hurry ?? loses 100.0% win chance; better: 2:1"
    assert record.moves[0].comment == "in a hurry"


def test_a_stop_flag_ends_it_with_what_is_done() -> None:
    stop, done = cloche.StopFlag(), []

    def progress(number: int, note: str) -> None:
        done.append(number)
        stop.set()

    found = annotate(game_of("connect_four", seed=1), limits=LIMITS, stop=stop, on_progress=progress)
    assert not found.complete
    assert len(found.judgements) == len(done) == 1


def test_a_bot_without_a_search_is_refused() -> None:
    with pytest.raises(ValueError, match="does not search"):
        annotate(played("nim", []), "greedy")


@pytest.mark.parametrize("ending", ["svg", "png"])
def test_the_plot_is_a_picture(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"game.{ending}"
    plot(annotate(played("tic_tac_toe", BLUNDER), limits=LIMITS), str(path))
    content = path.read_bytes()
    if ending == "svg":
        assert len(list(ElementTree.fromstring(content).iter("{http://www.w3.org/2000/svg}path"))) > 10
    else:
        assert content.startswith(b"\x89PNG")


# The commands


class Run:
    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: str | Path) -> tuple[int, str, str]:
        code = cli.main([str(argument) for argument in arguments])
        return code, *self._capsys.readouterr()


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return Run(capsys)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    record = played("nim", ["2:2", "1:1"], options={"piles": [1, 2]})
    record.comment = "a short game"
    record.names = ("Ann", "Bob")
    record.save(path)
    return path


def test_annotate_prints_marks_and_writes_a_record_and_a_plot(run: Run, file: Path, tmp_path: Path) -> None:
    out, picture = tmp_path / "annotated.json", tmp_path / "plot.svg"
    code, text, _ = run("annotate", file, "--out", out, "--plot", picture)
    assert code == cli.OK
    assert "2:2??" in text
    assert "100.0%" in text
    assert "1 ??, 0 ?, 0 ?!" in text
    assert Record.load(out).moves[0].comment.startswith("??")
    assert picture.read_text(encoding="utf-8").startswith("<?xml")
    code, text, _ = run("annotate", file, "--json", "--player", "2", "--simulations", "50", "--bot", "flat")
    data = json.loads(text)
    assert [judged["place"] for judged in data["judgements"]] == [1]
    assert data["unit"] == "win chance"
    assert Record.from_dict(data["record"]).moves[0].text == "2:2"


def test_replay_shows_moves_comments_and_result(run: Run, file: Path, tmp_path: Path) -> None:
    code, text, _ = run("replay", file)
    assert code == cli.OK
    for words in ("Nim, 2 players: Ann, Bob", "a short game", "1  player 1  2:2", "2  player 2  1:1", "ranks 2, 1"):
        assert words in text
    code, boards, _ = run("replay", file, "--boards")
    assert len(boards) > len(text)
    run("replay", file, "--svg", tmp_path)
    assert sorted(path.name for path in tmp_path.glob("*.svg")) == ["0.svg", "1.svg", "2.svg"]
    data = json.loads(run("replay", file, "--json")[1])
    assert Record.from_dict(data["record"]) == Record.load(file)
    assert [position["current_player"] for position in data["positions"]] == [0, 1, cloche.TERMINAL]


@pytest.mark.parametrize("name", GAMES)
def test_replay_of_every_game_in_both_implementations(run: Run, name: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    game_of(name, seed=2, bot="greedy").save(path)
    native = run("replay", path)
    assert native[0] == cli.OK
    assert run("replay", path, "--implementation", "reference") == native


def test_a_viewer_of_a_replay_sees_what_the_player_saw(run: Run, tmp_path: Path) -> None:
    game = cloche.load("bloom_town")
    record = Record(game)
    rng = cloche.Rng(2)
    while record.at_chance:
        outcomes = record.state.legal_actions()
        record.play(outcomes[rng.below(len(outcomes))])
    path = tmp_path / "game.json"
    record.save(path)
    text = run("replay", path, "--viewer", "1")[1]
    assert text.count("chance    hidden") == 2
    assert "chance    hidden" not in run("replay", path)[1]
    data = json.loads(run("replay", path, "--viewer", "1", "--json")[1])
    assert sum(move["move"] == "hidden" for move in data["moves"]) == 2
    assert data["positions"][-1]["observation"] == record.state.observation(0)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["replay", "none.json"], "none.json: No such file"),
        (["annotate", "none.json"], "none.json: No such file"),
        (["replay", "FILE", "--viewer", "3"], "--viewer 3: should be 1..2"),
        (["replay", "FILE", "--svg", "no/folder"], "no such folder"),
        (["annotate", "FILE", "--player", "0"], "--player 0: should be 1..2"),
        (["annotate", "FILE", "--bot", "greedy"], "does not search"),
        (["annotate", "FILE", "--simulations", "0"], "simulations: 0"),
        (["annotate", "FILE", "--out", "no/folder.json"], "no such folder"),
        (["annotate", "FILE", "--out", "-"], "cannot write -: should be the name of a file"),
        (["annotate", "FILE", "--out", "."], "cannot write .: is a directory"),
        (["annotate", "FILE", "--plot", "plot.nonsense"], "nonsense"),
    ],
)
def test_bad_input_is_one_line(run: Run, file: Path, arguments: list[str], words: str) -> None:
    code, out, err = run(*[str(file) if argument == "FILE" else argument for argument in arguments])
    assert (code, out) == (cli.BAD_INPUT, "")
    assert err.count("\n") == 1
    assert words in err


def test_a_plot_without_matplotlib_says_what_to_install(run: Run, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert "pip install 'cloche[plot]'" in run("annotate", file, "--plot", "x.png")[2]


def test_a_record_may_come_by_stdin(run: Run, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(file.read_bytes())))
    assert "2:2" in run("replay", "-")[1]
