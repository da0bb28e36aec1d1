"""The command line: what it prints, what it refuses, and its exit codes."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import cloche
from cloche import cli
from cloche.commands import output, play
from cloche.record import Record

COMMAND = [sys.executable, "-m", "cloche"]


class Done(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        """The JSON on stdout."""
        return json.loads(self.out)


class Run:
    """Runs commands in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._capsys, self._monkeypatch = capsys, monkeypatch

    def __call__(self, *arguments: str | Path, stdin: str = "") -> Done:
        self._monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        code = cli.main([str(argument) for argument in arguments])
        return Done(code, *self._capsys.readouterr())


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    return Run(capsys, monkeypatch)


def test_version(run: Run) -> None:
    assert run("--version") == (0, f"{cloche.build_info()}\n", "")
    assert str(cloche.build_info()).startswith(
        f"cloche {cloche.__version__}, native core for {cloche.build_info().target}, "
    )


def test_help_lists_every_command(run: Run) -> None:
    done = run("--help")
    assert done.code == 0
    assert run() == done
    for name in cli.COMMANDS:
        assert f"  {name} " in done.out
        page = run(name, "--help")
        assert page.code == 0
        assert page.out.startswith(f"Usage: cloche {name}")


# games and show


def test_games(run: Run) -> None:
    assert [entry["name"] for entry in run("games", "--json").data] == cloche.games()
    assert [entry["name"] for entry in run("games", "--known", "--json").data] == cloche.games() + cloche.known_games()
    assert "gardens_of_io" in run("games").out


@pytest.mark.parametrize("name", cloche.games() + cloche.known_games())
def test_show_draws_every_game(run: Run, name: str, tmp_path: Path) -> None:
    state = cloche.load(name).new_initial_state(seed=0)
    assert state.text().split("\n")[0] in run("show", name).out
    done = run("show", name, "--json", "--svg", tmp_path / "board.svg")
    assert done.data["position"]["state"] == state.to_dict()
    assert [row["action"] for row in done.data["legal"]] == state.legal_actions()
    assert (tmp_path / "board.svg").read_text(encoding="utf-8").startswith("<svg")


def test_show_can_print_the_rules(run: Run) -> None:
    assert "NI-3" in run("show", "nim", "--rules").out


def test_show_prints_what_state_reads(run: Run, tmp_path: Path) -> None:
    first = run("show", "gardens_of_io", "--players", "4", "--seed", "9", "--option", "lap_bonus=false", "--json")
    (tmp_path / "position.json").write_text(json.dumps(first.data["position"]))
    again = run("show", "gardens_of_io", "--state", tmp_path / "position.json", "--json")
    assert again.data == first.data
    (tmp_path / "bare.json").write_text(json.dumps(first.data["position"]["state"]))
    bare = run("show", "gardens_of_io", "--state", tmp_path / "bare.json", "-o", "lap_bonus=false", "--json")
    assert bare.data == first.data
    piped = run("show", "gardens_of_io", "--state", "-", "--json", stdin=first.out)
    assert piped.data == first.data


def test_show_writes_a_picture_alone_to_stdout(run: Run) -> None:
    done = run("show", "nim", "--svg", "-")
    assert done.out == cloche.load("nim").new_initial_state().svg() + "\n"


def test_a_viewer_is_counted_from_1(run: Run) -> None:
    assert run("show", "gardens_of_io", "--viewer", "2", "--json").data["observation"]["observer"] == 1


def test_show_and_games_write_values_as_options_take_them(run: Run) -> None:
    out = run("show", "gardens_of_io").out
    assert "  lap_bonus = true (true or false)\n" in out
    assert "  components " in out
    assert "components" not in run("show", "nim").out
    assert "lap_bonus (true), cooperative (false)" in run("games").out


@pytest.mark.parametrize("command", ["show gardens_of_io --legal", "show tic_tac_toe --moves b2"])
def test_boards_have_no_trailing_blanks(run: Run, command: str) -> None:
    lines = run(*command.split()).out.splitlines()
    assert [line for line in lines if line != line.rstrip()] == []


@pytest.mark.parametrize(
    "command",
    [
        "games --known",
        "show gardens_of_io",
        "analyse gardens_of_io --simulations 50",
        "match gardens_of_io random greedy --blocks 2",
        "perft nim --depth 2",
    ],
)
def test_nothing_is_wider_than_a_narrow_terminal(run: Run, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    from rich.console import Console

    monkeypatch.setattr(Console, "is_terminal", True)
    monkeypatch.setattr(output, "PLAIN_WIDTH", 60)
    monkeypatch.setenv("NO_COLOR", "1")
    plain = re.sub(r"\x1b\[[0-9;]*m", "", run(*command.split()).out)
    assert max(map(len, plain.splitlines())) <= 60
    if command.startswith("show"):
        assert "  player  position lap B Y W P R G specials\n> 1              0   0 " in plain


# solve


def test_solve_says_what_a_position_is_worth(run: Run) -> None:
    assert (
        "value: +1, -1; best: 1:2 (take 2 from pile 1); alpha-beta"
        in run("solve", "nim", "--option", "piles=3,4,5").out
    )
    done = run("solve", "nim", "--option", "piles=3,4,5", "--moves", "1:2", "--json")
    assert done.data["solution"]["values"] == [1, -1]
    assert done.data["solution"]["player"] == 1
    assert done.data["position"]["state"]["piles"] == [1, 4, 5]


def test_solve_shows_the_strategy_of_who_is_to_move(run: Run) -> None:
    out = run("solve", "kuhn_poker", "--moves", "K Q bet", "--tolerance", "0.001").out
    assert "3 information states" in out
    assert "Player 2 plays here:" in out
    data = run("solve", "kuhn_poker", "--tolerance", "0.001", "--json").data["solution"]
    assert len(data["strategy"]) == 12


# analyse


def test_analyse_labels_its_tables(run: Run) -> None:
    out = run("analyse", "gardens_of_io", "--simulations", "50").out
    assert "The position, averaged over all simulations:\nplayer  return" in out
    assert "5% [25% 50% 75%] 95%\n" in out


def test_analyse_finds_the_winning_move(run: Run) -> None:
    done = run("analyse", "nim", "--option", "piles=3,4,5", "--json")
    assert done.code == 0
    assert done.data["report"]["best_text"] == "1:2"
    assert "best: 1:2" in run("analyse", "nim", "--option", "piles=[3,4,5]").out


def test_analyse_repeats_itself(run: Run) -> None:
    arguments = ["analyse", "gardens_of_io", "--seed", "7", "--simulations", "200", "--json"]
    one, other = run(*arguments).data, run(*arguments).data
    for data in (one, other):
        data["report"]["seconds"] = 0
    assert one == other
    assert one["report"]["simulations"] == 200


def test_analyse_takes_moves_and_limits(run: Run) -> None:
    done = run("analyse", "connect_four", "--moves", "d d, d", "--nodes", "1000", "--json")
    assert done.data["position"]["state"]["board"][-1] == "...X..."
    assert done.data["report"]["stopped_by"] == "nodes"
    seeded = run("analyse", "gardens_of_io", "--seed", "1", "--moves", "e5", "--bot", "greedy", "--json")
    assert seeded.data["position"]["state"]["garden"][4] == "....T...."
    assert seeded.data["report"]["stopped_by"] == "no search"


def test_analyse_reads_records(run: Run, tmp_path: Path) -> None:
    record = Record.start(cloche.load("tic_tac_toe"))
    for text in ("b2", "a1", "c3"):
        record.play(text)
    record.save(tmp_path / "game.json")
    done = run("analyse", "tic_tac_toe", "--record", tmp_path / "game.json", "--at", "2", "--json")
    assert done.data["position"]["state"]["board"] == ["O..", ".X.", "..."]
    whole = run("analyse", "tic_tac_toe", "--record", tmp_path / "game.json", "--json")
    assert whole.data["position"]["state"]["board"] == ["O..", ".X.", "..X"]


def test_analyse_runs_on_the_reference(run: Run) -> None:
    reports = [
        run("analyse", "pig", "--simulations", "50", "--implementation", name, "--json").data["report"]
        for name in ("native", "reference")
    ]
    assert reports[0]["best_text"] == reports[1]["best_text"]
    assert reports[0]["nodes"] == reports[1]["nodes"]


# play


def test_play_reads_moves_line_by_line_in_notation_and_by_number(run: Run, tmp_path: Path) -> None:
    arguments = ["--seat", "human", "--seat", "human", "--save", tmp_path / "game.json"]
    done = run("play", "tic_tac_toe", *arguments, stdin="a1\n1\n\nb2\n#1\nc3\n")
    assert done.code == 0
    assert "player 1 wins" in done.out
    assert [move.text for move in Record.load(tmp_path / "game.json").moves] == ["a1", "b1", "b2", "c1", "c3"]


def test_play_against_a_bot_is_repeatable(run: Run) -> None:
    arguments = ["play", "gardens_of_io", "--seat", "mcts:20", "--seat", "greedy", "--seed", "4", "--json"]
    one, other = run(*arguments), run(*arguments)
    assert one.data == other.data
    assert one.data["result"] is not None
    assert "player 1 (mcts): " in one.err


def test_play_knows_undo_hint_board_moves_save_and_help(run: Run, tmp_path: Path) -> None:
    lines = ["b2", "undo", "a1", "hint", "moves", "board", "help", f"save {tmp_path / 'game.json'}", "quit"]
    done = run("play", "tic_tac_toe", "--seat", "human", "--seat", "greedy", stdin="\n".join(lines))
    assert done.code == 0
    assert "best: " in done.out
    assert "undo       take back your move" in done.out
    assert "stopped before the end" in done.out
    record = Record.load(tmp_path / "game.json")
    assert [move.text for move in record.moves] == ["a1", "b1"]
    assert "seed" not in record.to_json()


def test_play_goes_on_with_a_record(run: Run, tmp_path: Path) -> None:
    run("play", "tic_tac_toe", "--save", tmp_path / "one.json", stdin="b2\nquit\n")
    done = run("play", "tic_tac_toe", "--record", tmp_path / "one.json", "--json", stdin="#1\n")
    assert done.data["moves"][0] == {"by": 0, "move": "b2"}
    assert len(done.data["moves"]) == 4


def test_play_draws_chance(run: Run) -> None:
    done = run("play", "pig", "--seat", "human", "--seat", "random", "--seed", "3", stdin="roll\nhold\nquit\n")
    assert done.code == 0
    assert "chance: " in done.out


def test_play_tells_a_person_nothing_that_is_hidden_from_them(run: Run, tmp_path: Path) -> None:
    """Two worlds that player 1 can't tell apart give the same words and the same picture."""
    shown = run("show", "bloom_town", "--seed", "3", "--json").data["position"]
    state = cloche.load("bloom_town").state_from_dict(shown.get("state", shown))
    seen = []
    for world in (state, state.redeal(0, cloche.Rng(2))):
        path = tmp_path / "world.json"
        path.write_text(json.dumps(world.to_dict()), encoding="utf-8")
        picture = tmp_path / "board.svg"
        arguments = ["--state", path, "--svg", picture, "--seat", "human", "--seat", "mcts:5"]
        done = run("play", "bloom_town", *arguments, stdin="hint\nmoves\nboard\nquit\n")
        assert done.code == 0
        words = re.sub(r"\d+\.\d\d s\b", "", done.out)  # of the clock
        seen.append((words, picture.read_text(encoding="utf-8")))
    assert seen[0] == seen[1]
    assert state.redeal(0, cloche.Rng(2)) != state


def test_play_shows_private_draws_to_nobody_else(run: Run) -> None:
    """A whole game of bots and a person who takes the first move: no outcome is told that they did not see."""
    done = run("play", "bloom_town", "--seat", "human", "--seat", "greedy", "--seed", "2", stdin="1\n" * 80)
    assert done.code == 0
    assert "player 2 (greedy): " in done.out
    assert "expects" not in done.out


def test_play_keeps_a_picture(run: Run, tmp_path: Path) -> None:
    run("play", "tic_tac_toe", "--seat", "greedy", "--seat", "greedy", "--svg", tmp_path / "board.svg")
    assert "Game over" in (tmp_path / "board.svg").read_text(encoding="utf-8")


def test_play_takes_moves_in_any_case_where_one_is_meant(run: Run) -> None:
    done = run("play", "tic_tac_toe", "--seat", "human", "--seat", "human", "--json", stdin="A1\n  B 2 \nQUIT\n")
    assert [move["move"] for move in done.data["moves"]] == ["a1", "b2"]
    with pytest.raises(ValueError, match="'AB' could be ab or Ab"):
        play._meant("AB", ["ab", "Ab", "b"])
    assert play._meant("Ab", ["ab", "Ab"]) == "Ab"


def test_a_hint_names_the_best_move_the_next_best_and_the_line(run: Run) -> None:
    lines = run("play", "tic_tac_toe", "--seed", "1", stdin="hint\n").out.splitlines()
    best, *also, line = lines[-6:-1]
    assert re.match(r"best: b2 \(win \d+\.\d%\); ", best)
    assert [head for head, move in (re.split(r"(?=\w\d \()", row) for row in also)] == ["also: ", *[" " * 6] * 2]
    assert all(re.fullmatch(r"\w\d \(win \d+\.\d%\)", row[6:]) for row in also)
    assert line.startswith("line: b2 ")
    shared = run("play", "gardens_of_io", "-o", "cooperative=true", "--seed", "1", stdin="hint\n").out
    assert re.search(r"^best: .*; score \d+\.\d\); .*\nalso: .*; score", shared, flags=re.MULTILINE)


def test_a_bot_tells_what_its_own_move_is_worth(run: Run) -> None:
    done = run("play", "nim", "-o", "piles=1,2", "--seat", "mcts:100", "--seat", "random", "--seed", "1")
    assert "player 1 (mcts): 2:1 (take 1 from pile 2)\n  expects: win 100.0%\n" in done.out


def test_moves_are_listed_with_what_they_mean_and_by_a_part_of_it(run: Run) -> None:
    arguments = ["play", "bloom_town", "--seed", "3"]
    state = cloche.load("bloom_town").new_initial_state(seed=3)
    texts = [state.action_to_string(action) for action in state.legal_actions()]
    listed = run(*arguments, stdin="moves\n").out
    part = run(*arguments, stdin="moves PARK ON B\n").out
    for number, text in enumerate(texts, start=1):
        words = f"{number:>4} {text}  {state.game.in_words(text)}"
        assert words in listed
        assert (words in part) == text.startswith("P@b")
    assert "no move has 'xyz' in its notation or words\n" in run(*arguments, stdin="moves xyz\n").out


def test_short_lists_of_moves_are_shown_unasked(run: Run) -> None:
    assert "   1 1:1  take 1 from pile 1     2 2:1  " in run("play", "nim", "-o", "piles=1,2", stdin="").out
    assert "choose" not in run("play", "gardens_of_io", "--seed", "1", stdin="").out


def test_moves_of_people_bots_and_chance_are_told_in_words(run: Run, tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    arguments = ["play", "gardens_of_io", "--seed", "2", "--seat", "human", "--seat", "greedy", "--save", saved]
    out = run(*arguments, stdin="e5\nmove-tree\nquit\n").out
    assert "player 1: e5 (choose e5)\n" in out
    game = cloche.load("gardens_of_io")
    for move in Record.load(saved).moves[1:]:
        if move.player == 1:
            assert f"player 2 (greedy): {move.text} ({game.in_words(move.text)})\n" in out
    assert "chance: 3\n" in run("play", "pig", "--seed", "3", "--seat", "human", "--seat", "human", stdin="roll\n").out
    assert "player 1  e5 (choose e5)\n" in run("replay", saved).out


def test_tables_of_actions_tell_what_they_mean(run: Run) -> None:
    game = cloche.load("cottage_garden")
    arguments = ["analyse", "cottage_garden", "--seed", "3", "--simulations", "40"]
    best = run(*arguments, "--json").data["report"]["best_text"]
    out = run(*arguments).out
    assert f"best: {best} ({game.in_words(best)}; win " in out
    assert "  prior  in words" in out
    assert re.search(rf"^{best} .*%  {re.escape(game.in_words(best))}", out, flags=re.MULTILINE)
    assert "in words" not in run("analyse", "tic_tac_toe", "--simulations", "40").out
    legal = run("show", "nim", "-o", "piles=1,2", "--legal")
    assert "3 legal:\n   1 1:1  take 1 from pile 1" in legal.out
    assert "2 legal: roll hold\n" in run("show", "pig", "--moves", "roll 3", "--legal").out
    assert run("show", "nim", "--json").data["legal"][0]["words"] == "take 1 from pile 1"


def test_words_are_broken_where_a_table_is_wider_than_the_screen(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from rich.console import Console

    monkeypatch.setattr(Console, "is_terminal", True)
    monkeypatch.setattr(output, "PLAIN_WIDTH", 80)
    monkeypatch.setenv("NO_COLOR", "1")
    for command in ("analyse cottage_garden --seed 3 --simulations 50 --top 0", "show cottage_garden --seed 3 --legal"):
        out = re.sub(r"\x1b\[[0-9;]*m", "", run(*command.split()).out)
        assert max(map(len, out.splitlines())) <= 80
        assert "three quarter turns" in re.sub(r"\s+", " ", out)
        assert re.search(r"^ {10,}\S", out, flags=re.MULTILINE)


def test_play_says_that_bots_play_alone(run: Run) -> None:
    assert run("play", "nim", "--seat", "greedy").out.startswith("no human seat: bots play\n")
    assert "no human seat" not in run("play", "nim", stdin="quit\n").out


def test_a_record_that_cannot_be_saved_is_told_without_the_name_of_a_draft(run: Run, tmp_path: Path) -> None:
    done = run("play", "nim", stdin=f"save {tmp_path}/none/x.json\n")
    assert (done.code, done.err) == (2, f"cloche: cannot write {tmp_path}/none/x.json: no such folder\n")


def test_what_was_dealt_is_no_last_move(run: Run, tmp_path: Path) -> None:
    run("play", "gardens_of_io", "--seed", "1", "--svg", tmp_path / "board.svg", stdin="quit\n")
    assert "last:" not in (tmp_path / "board.svg").read_text(encoding="utf-8")
    assert "last:" not in run("show", "gardens_of_io", "--seed", "1", "--svg", "-").out
    assert "last: roll" in run("show", "pig", "--moves", "roll 3", "--svg", "-").out


# match, solo, perft, verify, bench


def test_solo_tells_the_mean_score(run: Run) -> None:
    box = Path(__file__).parent / "data" / "cottage_garden" / "tiny.toml"
    arguments = ["solo", "cottage_garden", "greedy", "--components", box, "--games", "3"]
    assert "alone, 3 games: greedy mean score" in run(*arguments).out
    assert run(*arguments, "--json", "--jobs", "2").data["scores"] == run(*arguments, "--json").data["scores"]
    assert run("solo", "nim", "greedy").code == 2


def test_match_is_the_same_for_any_number_of_jobs(run: Run) -> None:
    arguments = ["match", "gardens_of_io", "mcts:20", "greedy", "random", "--games", "7", "--seed", "2", "--json"]
    one, two = run(*arguments).data, run(*arguments, "--jobs", "2").data
    for data in (one, two):
        data["seconds"] = 0
        for bot in data["bots"]:
            del bot["move_seconds"]
    assert one == two
    assert (one["players"], one["games"], one["blocks"]) == (3, 9, 3)
    assert "win share" in run("match", "nim", "random", "random", "--blocks", "2").out


def test_a_match_of_one_block_proves_nothing(run: Run) -> None:
    out = run("match", "nim", "random", "greedy", "--blocks", "1").out
    assert "2 games in 1 block," in out
    assert " to " not in out
    assert "Elo" in out
    assert "Elo" not in run("match", "gardens_of_io", "random", "greedy", "random", "--blocks", "1").out


def test_a_sequential_test_tells_what_it_decided(run: Run) -> None:
    arguments = ["match", "gardens_of_io", "greedy", "random", "--elo1", "100", "--max-games", "400", "--simulations"]
    out = run(*arguments[:-1]).out
    assert "H1 accepted: Elo +100 rather than +0; log likelihood ratio +" in out
    found = run(*arguments[:-1], "--elo0", "-50", "--alpha", "0.01", "--beta", "0.1", "--json").data["sprt"]
    assert [found[key] for key in ("elo0", "elo1", "alpha", "beta", "verdict")] == [-50, 100, 0.01, 0.1, "H1"]
    assert "inconclusive" in run(*["match", "nim", "random", "random", "--elo1", "5", "--max-games", "10"]).out


def test_a_match_is_written_read_and_continued(run: Run, tmp_path: Path) -> None:
    log = tmp_path / "games.jsonl"
    arguments = ["match", "nim", "mcts:20", "random", "--log", log, "--blocks"]
    first = run(*arguments, "3", "--json").data
    again = run(*arguments, "3")
    assert (again.code, again.err) == (
        2,
        f"cloche: {log}: is there already; resume goes on with the match that it holds\n",
    )
    assert run("results", log, "--json").data["bots"] == first["bots"]
    whole = run(*arguments, "6", "--resume", "--json").data
    assert (whole["blocks"], len(log.read_text().splitlines())) == (6, 13)
    assert "12 games in 6 blocks" in run("results", log).out
    assert run("results", log).out.count(" s\n") == 0  # no wall time is known


def test_a_match_is_drawn(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    picture = tmp_path / "match.svg"
    assert run("match", "nim", "greedy", "random", "--blocks", "2", "--plot", picture).code == 0
    assert "</svg>" in picture.read_text()


def test_a_library_that_is_missing_is_named_with_its_extra(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("matplotlib", "matplotlib.figure", "ray"):
        monkeypatch.setitem(sys.modules, name, None)
    for option, extra in ([["--plot", "x.png"], "plot"], [["--ray"], "ray"]):
        done = run("match", "nim", "greedy", "random", "--blocks", "2", *option)
        assert (done.code, done.out) == (2, "")
        assert f"pip install 'cloche[{extra}]'" in done.err
        assert done.err.count("\n") == 1


def test_perft_counts_sequences(run: Run) -> None:
    done = run("perft", "connect_four", "--depth", "5", "--divide", "--json")
    assert [row["count"] for row in done.data["counts"]] == [7, 49, 343, 2401, 16807]
    assert done.data["divide"] == dict.fromkeys("abcdefg", 2401)
    assert run("perft", "pig", "--depth", "2", "--json").data["counts"][1]["count"] == 6 + 2
    assert "16807" in run("perft", "connect_four", "--depth", "5").out


def test_verify_finds_no_difference(run: Run) -> None:
    done = run("verify", "gardens_of_io", "--games", "16", "--jobs", "2", "--json")
    assert done.code == 0
    assert (done.data["ok"], done.data["games"], done.data["variants"]) == (True, 16, 16)
    assert "no difference" in run("verify", "nim", "--games", "5").out


def test_verify_writes_a_reproducer(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from cloche.reference import nim

    scores = nim.State.scores
    with monkeypatch.context() as patched:
        patched.setattr(nim.State, "scores", lambda self: [s + (self.to_dict()["piles"][0] == 0) for s in scores(self)])
        done = run("verify", "nim", "--games", "5", "-o", "piles=3,4", "--out", tmp_path / "difference.json")
        assert done.code == 1
        assert "scores differs after 1 actions" in done.err
        assert f"cloche verify --replay {tmp_path / 'difference.json'}" in done.err
        assert done.err.count("\n") == 1
        assert json.loads((tmp_path / "difference.json").read_text())["actions"] == [2]
        assert run("verify", "--replay", tmp_path / "difference.json", "--json").code == 1
    assert run("verify", "--replay", tmp_path / "difference.json").code == 0


def test_bench_checks_its_signature(run: Run, tmp_path: Path) -> None:
    done = run("bench", "--write", tmp_path / "signature.json", "--json")
    assert done.data["signature"] == sum(done.data["nodes"].values())
    assert run("bench", "--check", tmp_path / "signature.json").code == 0
    (tmp_path / "signature.json").write_text('{"signature": 1}')
    failed = run("bench", "--check", tmp_path / "signature.json")
    assert failed.code == 1
    assert "the signature is" in failed.err


# Bad input: exit code 2, one line that says what to do


def test_a_search_by_depth_alone_shows_its_progress(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = cloche.Expectimax.search

    def searched(bot: cloche.Expectimax, state: cloche.State, **more: Any) -> cloche.SearchReport:
        report = whole(bot, state)
        more["on_progress"](report)
        return report

    monkeypatch.setattr(cloche.Expectimax, "search", searched)
    done = run("analyse", "nim", "--bot", "expectimax:2")
    assert (done.code, done.err) == (0, "")
    assert "\nThe position:\n" in done.out  # nothing was simulated


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("chess", "no command is called 'chess'; there are games, show, play"),
        ("analyze nim", "no command is called 'analyze' (did you mean 'analyse'?)"),
        ("show", "Missing argument 'GAME'; see cloche show --help"),
        ("show chess", "no game is called 'chess'; there are barton_in_bloom"),
        ("--verbose", "No such option '--verbose'"),
        ("show nim --bogus", "No such option '--bogus'"),
        ("show gardens_of_io --players 9", "players of gardens_of_io: 9, should be"),
        ("show gardens_of_io --players 0", "players of gardens_of_io: 0, should be"),
        ("show gardens_of_io --players two", "'two' is not a valid integer"),
        ("show nim --option piles", "'piles', should be name=value"),
        ("show nim --option pils=3", "'pils': unknown option (did you mean 'piles'?)"),
        ("show nim --option piles=a", "piles: 'a', should be a list"),
        ("show nim --viewer 3", "--viewer 3: should be 1..2"),
        ("show nim --viewer 0", "--viewer 0: should be 1..2"),
        ("show nim --svg - --json", "--svg - and --json exclude each other"),
        ("show nim --svg none/a.svg", "cannot write none/a.svg: no such folder"),
        ("show nim --implementation fast", "should be 'native' or 'reference'"),
        ("show gardens_of_io --components none.toml", "none.toml: No such file or directory"),
        ("show nim --state none.json", "none.json: No such file or directory"),
        ("show nim --seed 1 --record none.json", "--seed and --record exclude each other"),
        ("show nim --at 1", "--at needs --record"),
        ("solve connect_four --nodes 100", "connect_four: nodes=100 is too little: not solved within 100 nodes"),
        ("solve nim --tolerance 0", "tolerance: 0.0, should be a number 1e-09..1"),
        ("solve nim --memory-mb 0", "memory_mb: 0"),
        ("analyse nim --simulations 0", "simulations: 0, should be a whole number 1.."),
        ("analyse nim --seconds nan", "seconds: nan, should be a number of seconds above 0"),
        ("analyse nim --memory-mb 0", "memory_mb: 0"),
        ("analyse nim --top -1", "--top -1: should be at least 0"),
        ("analyse nim --bot chess", "no player is called 'chess'"),
        ("analyse connect_four --moves ddx", "--moves: move 1: action 'ddx' is not legal here"),
        ("analyse connect_four --moves dx", "player 1 may play a, b, c, d, e, f, g"),
        ("analyse connect_four --moves d,x", "--moves: move 2: action 'x' is not legal here; player 2 may play a, b"),
        ("analyse pig --moves roll", "the position is a chance node: add an outcome to --moves (1, 2, 3, 4, 5, 6)"),
        ("analyse gardens_of_io --moves e5", "--seed N draws the set-up"),
        ("play nim --seat human --seat human --seat human", "3 seats given, the game is for 2 players"),
        (
            "play nim --seat robot",
            "no player is called 'robot'; there are human, mcts, flat, expectimax,",
        ),
        ("play nim --seat Human", "no player is called 'Human' (did you mean 'human'?)"),
        ("play nim --seat mcts:", "player 'mcts:': nothing follows the colon, should be a number of simulations"),
        ("play nim --save none/a.json", "cannot write none/a.json: no such folder"),
        ("play nim --save .", "cannot write .: is a directory"),
        ("play nim --seat human:3", "--seat: 'human:3', should be human alone: people have no settings"),
        ("play nim --svg none/a.svg", "cannot write none/a.svg: no such folder"),
        ("play nim --svg -", "--svg -: should be a file"),
        ("play nim --record none.json", "none.json: No such file or directory"),
        ("match nim mcts", "1 BOT given (mcts), should be 2 for 2 players"),
        ("match gardens_of_io mcts --players 4", "1 BOT given (mcts), should be 2..4 for 4 players"),
        ("match nim mcts random --players 2 greedy", "3 BOTs given"),
        ("match gardens_of_io random random -o cooperative=true", "in gardens_of_io with lap_bonus=true, cooperative"),
        ("match nim", "Missing argument 'BOT BOT...'"),
        ("match nim random random --games 0", "--games 0: should be at least 1"),
        ("match nim random random --games 2 --blocks 2", "exclude each other"),
        ("match nim random random --jobs 0", "jobs: 0, should be a whole number"),
        ("match nim random random --elo1 5", "--elo1 needs --max-games"),
        ("match nim random random --max-games 5", "--max-games needs --elo1"),
        ("match nim random random --alpha 0.1", "--alpha needs --elo1"),
        ("match nim random random --elo1 5 --games 5 --max-games 5", "--games and --max-games exclude each other"),
        ("match nim random random --elo1 -5 --max-games 5", "elo1: -5, should be above elo0, which is 0"),
        ("match nim random random --elo1 5 --max-games 0", "--max-games 0: should be at least 1"),
        ("match nim random random --resume", "--resume needs --log"),
        ("match nim random random --log no/such/file", "cannot write no/such/file: no such folder"),
        ("match nim random random --log .", "cannot write .: is a directory"),
        ("match nim random random --plot x.gif", "plot: 'x.gif', should end in .png or .svg"),
        ("match nim random random --simulations 10", "limits: none of the players searches"),
        ("match nim mcts random --simulations 10 --cpu-seconds 1", "exclude each other"),
        ("match nim mcts:5 random --cpu-seconds 1", "player mcts:5: simulations is given"),
        ("match nim mcts random --cpu-seconds 0", "cpu_seconds: 0"),
        ("results no-such-file", "no-such-file: No such file"),
        ("match nim random mcts:exploration=x", "exploration: 'x', should be a number"),
        ("perft nim", "Missing option '--depth'"),
        ("perft nim --depth 0", "--depth 0: should be 1..100"),
        ("verify", "name a GAME"),
        ("verify nim --games 0", "games: 0, should be a whole number"),
        ("verify nim --players 3", "players of nim: 3"),
        ("verify nim --every 0", "every: 0, should be a whole number 1.."),
        ("verify nim --every -3", "every: -3, should be a whole number 1.."),
        ("verify nim --out none/a.json", "cannot write none/a.json: no such folder"),
        ("verify nim --out -", "cannot write -: should be the name of a file"),
        ("bench --write .", "cannot write .: is a directory"),
        ("bench --write none/a.json", "cannot write none/a.json: no such folder"),
        ("verify --replay none.json", "none.json: No such file or directory"),
        ("bench --check none.json", "none.json: No such file or directory"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    run: Run, arguments: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run(*arguments.split())
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("cloche: ")
    assert done.err.count("\n") == 1
    assert words in done.err


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "not JSON"),
        ("[]", "[], should be a position"),
        ('{"board": 1, "player": 0}', "board"),
        ('{"state": {}, "colour": 1}', "'colour': unknown key"),
        ('{"game": "nim", "state": {}}', "is of nim, not of tic_tac_toe"),
        ('{"players": 7, "state": {}}', "players of tic_tac_toe: 7"),
        ('{"components": "0", "state": {}}', "made with other components"),
        ('{"a": 1, "a": 2}', "key 'a' is there twice"),
        ('{"format": "cloche-record"}', "this is a record of a game; use --record"),
        ('{"format": "cloche-lockstep"}', "use cloche verify --replay"),
        ('{"observation": {}, "players": 2}', "this is what one player knows, not a position; leave out --viewer"),
        ('{"observer": 0, "player": 0}', "this is what one player knows"),
        ('{"state": {"a": 1, "b": 1, "c": 1, "d": 1, "e": 1, "f": 1}}', "; and "),
    ],
)
def test_a_bad_position_file_is_one_line_and_exit_code_2(run: Run, content: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "p.json").write_text(content)
    done = run("analyse", "tic_tac_toe", "--state", tmp_path / "p.json")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"cloche: {tmp_path / 'p.json'}")
    assert done.err.count("\n") == 1
    assert words in done.err


@pytest.mark.parametrize("content", ["", "{}", "[1]", '{"format": "cloche-record", "version": 1}', "\x00"])
def test_a_bad_record_is_one_line_and_exit_code_2(run: Run, content: str, tmp_path: Path) -> None:
    (tmp_path / "r.json").write_text(content)
    for command in ("analyse", "play", "show"):
        done = run(command, "nim", "--record", tmp_path / "r.json")
        assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    for arguments in (["verify", "--replay"], ["bench", "--check"]):
        assert run(*arguments, tmp_path / "r.json").code == 2


REPRODUCER = {
    "format": "cloche-lockstep",
    "version": 1,
    "game": "nim",
    "players": 2,
    "options": {},
    "components": None,
    "actions": [],
}


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "not JSON"),
        ('{"format": NaN}', "NaN is no number of JSON"),
        ('{"game": "nim", "game": "pig"}', "key 'game' is there twice"),
        ("[]", "should be a file that cloche verify wrote"),
        (json.dumps({**REPRODUCER, "game": []}), "no game is called []"),
        (json.dumps({**REPRODUCER, "players": None}), "players of nim: None, should be 2"),
        (json.dumps({**REPRODUCER, "options": 5}), "options: 5, should be an object"),
        (json.dumps({**REPRODUCER, "options": {"pils": 1}}), "'pils': unknown option"),
        (json.dumps({**REPRODUCER, "components": 5}), "the game has none"),
        (json.dumps({**REPRODUCER, "actions": ["x"]}), "actions: ['x'], should be a list of whole numbers"),
    ],
)
def test_a_bad_reproducer_is_one_line_and_exit_code_2(run: Run, content: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "r.json").write_text(json.dumps(REPRODUCER))
    assert run("verify", "--replay", tmp_path / "r.json").code == 0
    (tmp_path / "r.json").write_text(content)
    done = run("verify", "--replay", tmp_path / "r.json")
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert done.err.startswith(f"cloche: {tmp_path / 'r.json'}: ")
    assert words in done.err


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="a file without end is needed")
@pytest.mark.parametrize(
    "arguments",
    [
        "verify --replay",
        "bench --check",
        "show nim --record",
        "show nim --state",
        "show gardens_of_io --components",
    ],
)
def test_a_file_without_end_is_refused(run: Run, arguments: str) -> None:
    done = run(*arguments.split(), "/dev/zero")
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert "/dev/zero: " in done.err
    assert "larger than" in done.err


def test_a_position_is_no_record(run: Run, tmp_path: Path) -> None:
    for name, arguments in (("show", []), ("analyse", ["--simulations", "10"])):
        (tmp_path / "p.json").write_text(run(name, "nim", "--json", *arguments).out)
        done = run("play", "nim", "--record", tmp_path / "p.json")
        assert done == (2, "", f"cloche: {tmp_path / 'p.json'}: this is a position; use --state\n")
    (tmp_path / "p.json").write_text(json.dumps(cloche.load("nim").new_initial_state().to_dict()))
    assert "use --state" in run("play", "nim", "--record", tmp_path / "p.json").err


def test_a_file_with_many_faults_is_told_of_five(run: Run, tmp_path: Path) -> None:
    (tmp_path / "box.toml").write_text("x = 1\n")
    done = run("show", "gardens_of_io", "--components", tmp_path / "box.toml")
    assert done.code == 2
    assert done.err.startswith(f"cloche: {tmp_path / 'box.toml'}: components of gardens_of_io: ")
    assert done.err.count("; ") == 5
    assert done.err.split("; and ")[1].endswith(" more\n")


def test_an_illegal_move_in_a_pipe_is_exit_code_2(run: Run) -> None:
    done = run("play", "tic_tac_toe", stdin="b2\nb2\n")
    assert done.code == 2
    assert "'b2' is no move here" in done.err
    assert done.err.count("\n") == 1


def test_nothing_is_left_to_analyse_when_the_game_is_over(run: Run) -> None:
    done = run("analyse", "nim", "--option", "piles=1,1", "--moves", "1:1 2:1")
    assert (done.code, done.err) == (2, "cloche: nothing to analyse: the game is over\n")


# Signals and pipes


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
@pytest.mark.parametrize(
    ("arguments", "sign_of_life", "told"),
    [
        ("analyse gardens_of_io --seconds 600", "stderr", "ended by stop"),
        ("analyse gardens_of_io --seconds 600 --json", "stderr", '"stopped_by": "stop"'),
        ("match gardens_of_io mcts:2 mcts:2 --blocks 500000", "stderr", "An even share is 0.500."),
        ("match gardens_of_io mcts:200 mcts:200 --blocks 50000 --jobs 2", "stderr", "of 50,000 blocks"),
        ("solo cottage_garden mcts:50 --games 50000", "stderr", "alone, "),
        ("perft gardens_of_io --depth 15", "stderr", "    3        216"),
        ("verify gardens_of_io --games 100000", "stderr", "of 100,000 games, "),
        ("play nim", "stdout", "stopped before the end"),
        ("play gardens_of_io --seat mcts:seconds=600 --seat human", "stderr", "stopped before the end"),
    ],
)
def test_ctrl_c_ends_with_130_and_what_was_reached_and_no_traceback(
    arguments: str, sign_of_life: str, told: str
) -> None:
    process = subprocess.Popen(
        [*COMMAND, *arguments.split()],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    getattr(process, sign_of_life).readline()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert told in out + err


# One that prints in each way there is: help, version, JSON, text, tables and boards.
PRINTING = [
    "--help",
    "--version",
    "show --help",
    "games",
    "games --json",
    "show gardens_of_io --rules",
    "show nim",
    "analyse nim --simulations 10",
    "verify nim --games 1",
    "play nim --seat random",
]


def in_shell(line: str) -> Done:
    """Runs a line in which $cloche is the command."""
    shell = subprocess.run(
        ["sh", "-c", line],
        env={**os.environ, "cloche": f"{sys.executable} -m cloche"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
    )
    return Done(shell.returncode, shell.stdout, shell.stderr)


@pytest.mark.skipif(os.name != "posix", reason="pipes as POSIX has them")
@pytest.mark.parametrize("arguments", PRINTING)
def test_a_reader_that_goes_away_is_141_and_no_error_message(arguments: str) -> None:
    process = subprocess.Popen(
        [*COMMAND, *arguments.split()], stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL
    )
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    with process.stderr:
        assert process.stderr.read() == b""
    assert process.wait() == 141


@pytest.mark.skipif(os.name != "posix", reason="streams as POSIX has them")
@pytest.mark.parametrize("arguments", PRINTING)
def test_a_closed_stdout_loses_what_is_printed(arguments: str) -> None:
    assert in_shell(f"$cloche {arguments} >&-") == (0, "", "")


@pytest.mark.skipif(os.name != "posix", reason="streams as POSIX has them")
@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("$cloche play nim <&-", 0, "stopped before the end"),
        ("$cloche show nim --state - <&-", 2, "cloche: stdin: not JSON"),
        ("$cloche analyse nim --record - <&-", 2, "cloche: stdin: not JSON"),
        ("$cloche play nim <&- >&- 2>&-", 0, ""),
        ("$cloche chess 2>&-", 2, ""),
        ("$cloche chess 2>/dev/full", 2, ""),
        ("$cloche match nim random random --blocks 4 --jobs 2 <&- >&- 2>&-", 0, ""),
    ],
)
def test_a_closed_stream_is_an_empty_one(line: str, code: int, words: str) -> None:
    done = in_shell(line)
    assert done.code == code
    assert words in done.out + done.err
    assert "Traceback" not in done.err


def test_closed_streams_are_left_as_they_were(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    assert cli.main(["show", "nim", "--state", "-"]) == 2
    assert (sys.stdin, sys.stdout, sys.stderr) == (None, None, None)


@pytest.mark.skipif(os.name != "posix", reason="a shell as POSIX has it")
def test_moves_that_are_no_text_are_one_line() -> None:
    done = in_shell(r"printf '\377\n' | PYTHONIOENCODING=utf-8:strict $cloche play nim")
    assert (done.code, done.err) == (2, "cloche: stdin: not utf-8, in which moves should be\n")


# Memory


def no_memory(*anything: object) -> Any:
    raise MemoryError("std::bad_alloc")


def test_too_little_memory_is_one_line_and_exit_code_2(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "import_module", no_memory)
    for name in cli.COMMANDS:
        done = run(name)
        assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
        assert "not enough memory; a search takes at most what --memory-mb" in done.err


def test_too_little_memory_is_no_difference(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from cloche.reference import nim

    monkeypatch.setattr(nim.State, "scores", no_memory)
    assert "not enough memory" in run("verify", "nim", "--games", "1").err
