"""Self-play as data: rows are what was played, equal bytes for equal settings, and an interrupted run goes on."""

from __future__ import annotations

import json
import math
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cloche
from cloche import selfplay
from cloche.cli import main
from cloche.reference.base import draw
from cloche.reference.rng import Rng
from cloche.selfplay import folder as folders
from cloche.selfplay import shards

from .net import IMPLEMENTATIONS, SETUPS, Setup

TINY = {"games": 7, "shard_games": 3, "seed": 5, "bot": "mcts:8"}


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def played(folder: Path, game: str | cloche.Game = "kuhn_poker", **more: Any) -> selfplay.SelfplayResult:
    loaded = cloche.load(game) if isinstance(game, str) else game
    return selfplay.play(loaded, folder, **{**TINY, **more})


def all_rows(folder: Path) -> selfplay.Shard:
    return selfplay.Shard.joined(list(selfplay.load(folder)))


# What is kept


@pytest.mark.parametrize("setup", [setup for setup in SETUPS if setup.name == "default" or setup.players == 1], ids=str)
def test_rows_are_the_decisions_of_games_dealt_from_their_streams(setup: Setup, tmp_path: Path) -> None:
    game = setup.load()
    components = None if setup.components is None else Path(__file__).parent / "data" / setup.game / setup.components
    result = played(tmp_path / "out", game, games=2, bot="mcts:4")
    data = selfplay.load(tmp_path / "out", components=components)
    rows = data[0]
    assert (result.games, result.positions, len(data)) == (2, len(rows), 1)
    row = 0
    for number in range(2):
        state, chance, move = game.new_initial_state(), Rng(5, 10, number, 0), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(draw(state.backend.chance_weights(), chance))
                continue
            player = state.current_player()
            assert (rows.games[row], rows.moves[row], rows.players[row]) == (number, move, player)
            assert np.array_equal(rows.observations[row], state.observation_tensor(player))
            assert rows.observation(row) == state.observation(player)
            assert rows.state(row).observation(player) == state.observation(player)
            assert rows.legal_of(row).tolist() == state.legal_actions()
            assert rows.policy_of(row).sum() == pytest.approx(1.0, abs=1e-5)
            assert (rows.policy_of(row) >= 0).all()
            state.apply_action(int(rows.actions[row]))
            row, move = row + 1, move + 1
        mine = rows.games == number
        assert (rows.returns[mine] == np.float32(state.returns())).all()
        assert (rows.scores[mine] == state.scores()).all()
    assert row == len(rows)
    masks, policies = rows.action_masks(), rows.dense_policies()
    assert masks.shape == policies.shape == (len(rows), game.num_distinct_actions)
    for row in range(len(rows)):
        assert np.flatnonzero(masks[row]).tolist() == rows.legal_of(row).tolist()
        assert np.array_equal(policies[row][masks[row]], rows.policy_of(row))
        assert not policies[row][~masks[row]].any()


def test_policies_values_and_later_actions_are_those_of_the_search(tmp_path: Path) -> None:
    game = cloche.load("connect_four")
    played(tmp_path, game, games=1, bot="mcts:30", temperature_moves=3)
    rows, state = all_rows(tmp_path), game.new_initial_state()
    seats = [cloche.Mcts(game, seed=Rng(5, 10, 0, 1, seat).below(2**32 - 1)) for seat in range(2)]
    for row in range(len(rows)):
        report = seats[state.current_player()].search(state, cloche.Limits(simulations=30))
        visits = {action.action: action.visits for action in report.actions}
        shares = [visits[action] / sum(visits.values()) for action in state.legal_actions()]
        assert rows.policy_of(row).tolist() == np.float32(shares).tolist()
        assert rows.values[row].tolist() == np.float32(report.values).tolist()
        action = int(rows.actions[row])
        assert row < 3 or action == report.best_action
        state.apply_action(action)
        for bot in seats:
            bot.advance(action)
    assert state.is_terminal()


@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_a_player_that_does_not_search_has_its_choice_and_no_values(bot: str, tmp_path: Path) -> None:
    played(tmp_path, bot=bot)
    rows = all_rows(tmp_path)
    assert np.isnan(rows.values).all()
    for row in range(len(rows)):
        chosen = rows.legal_of(row) == rows.actions[row]
        assert rows.policy_of(row).tolist() == chosen.tolist()


@pytest.mark.parametrize("name", ["kuhn_poker", "bloom_town", "buds_and_blooms", "goofspiel"])
def test_a_row_holds_nothing_that_the_player_could_not_know(name: str, tmp_path: Path) -> None:
    """Worlds that the player can't tell apart give the same row but for the result of the game."""
    game = cloche.load(name)
    played(tmp_path, game, games=1, bot="greedy")
    rows, rng = all_rows(tmp_path), cloche.Rng(1)
    hides = 0
    for row in range(len(rows)):
        player = int(rows.players[row])
        for _ in range(3):
            other = rows.state(row).redeal(player, rng)
            hides += other != rows.state(row)
            assert other.observation(player) == rows.observation(row)
            assert np.array_equal(other.observation_tensor(player), rows.observations[row])
            assert other.legal_actions() == rows.legal_of(row).tolist()
    assert hides > 0


def test_both_implementations_play_the_same_games(tmp_path: Path) -> None:
    for kind in IMPLEMENTATIONS:
        for name in ("leduc_poker", "tic_tac_toe"):
            played(tmp_path / f"{kind}-{name}", cloche.load(name, implementation=kind), games=3)
    for name in ("leduc_poker", "tic_tac_toe"):
        native, reference = (contents(tmp_path / f"{kind}-{name}") for kind in IMPLEMENTATIONS)
        assert native["shard-00000.npz"] == reference["shard-00000.npz"]


# Temperature


def drawn(folder: Path, **more: Any) -> selfplay.Shard:
    played(folder, "tic_tac_toe", games=60, shard_games=60, bot="mcts:20", **more)
    return all_rows(folder)


def test_first_decisions_are_drawn_in_proportion_to_visits(tmp_path: Path) -> None:
    rows = drawn(tmp_path, temperature_moves=1)
    first = np.flatnonzero(rows.moves == 0)
    expected = np.mean([rows.policy_of(row) for row in first], axis=0)
    found = Counter(rows.actions[first].tolist())
    assert len(found) >= 7
    # 60 draws: 4 standard deviations of a share are at most 0.26.
    assert all(abs(found[action] / 60 - expected[action]) < 0.26 for action in range(9))
    drawn_twice = played(
        tmp_path / "again", "tic_tac_toe", games=60, shard_games=60, bot="mcts:20", temperature_moves=1
    )
    assert drawn_twice.positions == len(rows)


def test_a_low_temperature_is_nearly_the_choice_and_a_high_one_nearly_any_action(tmp_path: Path) -> None:
    spread = {}
    for temperature in (0, 0.05, 1, 1000):
        rows = drawn(tmp_path / f"{temperature}", temperature=temperature, temperature_moves=1)
        shares = [rows.policy_of(row)[rows.legal_of(row) == rows.actions[row]][0] for row in range(len(rows))]
        spread[temperature] = float(np.mean(np.array(shares)[rows.moves == 0]))
        assert len(Counter(rows.actions[rows.moves == 0].tolist())) > 1
    assert spread[0] >= spread[0.05] > spread[1] > spread[1000]


def test_games_with_temperature_0_differ_by_their_seeds_alone(tmp_path: Path) -> None:
    game = cloche.load("nim", options={"piles": [3, 4, 5]})
    played(tmp_path, game, games=3, bot="greedy", temperature=0)
    rows = all_rows(tmp_path).by_game()
    assert [rows[number].actions.tolist() for number in (1, 2)] == [rows[0].actions.tolist()] * 2


# Equal bytes


def test_files_are_the_same_for_any_number_of_jobs(tmp_path: Path) -> None:
    results = [played(tmp_path / f"{jobs}", "leduc_poker", jobs=jobs) for jobs in (1, 2)]
    assert contents(tmp_path / "1") == contents(tmp_path / "2")
    names = ["selfplay.json", "shard-00000.npz", "shard-00001.npz", "shard-00002.npz"]
    assert list(contents(tmp_path / "1")) == sorted(names)
    assert results[0].positions == results[1].positions == sum(map(len, selfplay.load(tmp_path / "2")))
    assert {number for shard in selfplay.load(tmp_path / "1") for number in shard.games.tolist()} == set(range(7))


def test_the_seed_and_the_number_of_a_game_are_all_that_counts(tmp_path: Path) -> None:
    played(tmp_path / "a", games=4, shard_games=4)
    played(tmp_path / "b", games=6, shard_games=2)
    first, second = (all_rows(tmp_path / name).by_game() for name in "ab")
    for number in range(4):
        assert first[number].known.tobytes() == second[number].known.tobytes()
        assert first[number].policies.tobytes() == second[number].policies.tobytes()
    played(tmp_path / "c", games=4, shard_games=4, seed=6)
    assert contents(tmp_path / "c")["shard-00000.npz"] != contents(tmp_path / "a")["shard-00000.npz"]


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("games_before", [0, 1, 3, 5])
def test_an_interrupted_run_goes_on_to_the_same_files(
    jobs: int, games_before: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(tmp_path / "whole")
    add = folders.Writer.add

    def interrupted(writer: folders.Writer, number: int, rows: selfplay.Shard) -> None:
        if len(writer.games) == games_before:
            raise KeyboardInterrupt
        add(writer, number, rows)

    with monkeypatch.context() as patch:
        patch.setattr(folders.Writer, "add", interrupted)
        with pytest.raises(KeyboardInterrupt):
            played(tmp_path / "broken", jobs=jobs)
    loose = [f"game-{number:08}.npz" for number in range(games_before // 3 * 3, games_before)]
    assert [name for name in contents(tmp_path / "broken") if name.startswith("game")] == loose
    (tmp_path / "broken" / "shard-00002.npz.part").write_bytes(b"half a fi")
    result = played(tmp_path / "broken", jobs=jobs, resume=True)
    assert (result.games, result.of, result.played) == (7, 7, 7 - games_before)
    assert contents(tmp_path / "broken") == contents(tmp_path / "whole")


def test_what_was_lost_is_played_again(tmp_path: Path) -> None:
    played(tmp_path)
    before = contents(tmp_path)
    (tmp_path / "shard-00001.npz").unlink()
    assert played(tmp_path, resume=True).played == 3
    assert contents(tmp_path) == before
    assert played(tmp_path, resume=True).played == 0
    assert contents(tmp_path) == before


def test_there_may_be_more_games(tmp_path: Path) -> None:
    played(tmp_path / "grown", games=4)
    assert [len(np.unique(shard.games)) for shard in selfplay.load(tmp_path / "grown")] == [3, 1]
    result = played(tmp_path / "grown", resume=True)
    assert (result.games, result.played) == (7, 3)
    played(tmp_path / "whole")
    assert contents(tmp_path / "grown") == contents(tmp_path / "whole")


class AfterLooks:
    """A flag that is set once it was looked at so often; the reference takes any."""

    def __init__(self, looks: int) -> None:
        self.looks = looks

    def is_set(self) -> bool:
        self.looks -= 1
        return self.looks < 0


def test_a_flag_ends_it_and_games_that_are_over_are_kept(tmp_path: Path) -> None:
    game = cloche.load("kuhn_poker", implementation="reference")
    told: list[selfplay.SelfplayResult] = []
    result = played(tmp_path / "broken", game, stop=AfterLooks(100), on_progress=told.append)
    assert 0 < result.games < 7
    assert told[-1] == result
    played(tmp_path / "broken", game, resume=True)
    played(tmp_path / "whole", game)
    assert contents(tmp_path / "broken") == contents(tmp_path / "whole")
    flag = cloche.StopFlag()
    flag.set()
    assert played(tmp_path / "none", stop=flag, jobs=2).games == 0


# Errors


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"games": 0}, r"games: 0, should be a whole number 1\.\."),
        ({"shard_games": 0}, "shard_games: 0"),
        ({"jobs": 0}, "jobs: 0"),
        ({"temperature": -1}, "temperature: -1, should be a number from 0 to 1000"),
        ({"temperature": math.nan}, "temperature: nan"),
        ({"temperature_moves": -1}, "temperature_moves: -1"),
        ({"seed": "a"}, "seed: 'a'"),
        ({"bot": "mtcs"}, r"no player is called 'mtcs' \(did you mean 'mcts'\?\)"),
        ({"bot": "mcts:workers=0"}, "workers: 0"),
        ({"stop": 1}, "stop: 1, should be a cloche.StopFlag"),
    ],
)
def test_what_is_not_allowed_is_named_before_anything_is_written(
    more: dict[str, Any], message: str, tmp_path: Path
) -> None:
    with pytest.raises(ValueError, match=message):
        played(tmp_path / "out", **more)
    assert not (tmp_path / "out").exists()


def test_a_folder_is_not_overwritten(tmp_path: Path) -> None:
    played(tmp_path)
    before = contents(tmp_path)
    for more, message in (
        ({}, "holds self-play already; resume goes on with it"),
        ({"resume": True, "seed": 6}, "self-play with seed 5, not 6"),
        ({"resume": True, "bot": "mcts:9"}, "self-play with bot 'mcts:8', not 'mcts:9'"),
        ({"resume": True, "game": "nim"}, "self-play with game 'kuhn_poker', not 'nim'"),
        ({"resume": True, "games": 6}, "is to hold 7 games, more than 6"),
    ):
        with pytest.raises(ValueError, match=message):
            played(tmp_path, **more)
    assert contents(tmp_path) == before
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "mine.npz").write_bytes(b"")
    with pytest.raises(ValueError, match=r"holds \.npz files that are no self-play"):
        played(tmp_path / "other")


def test_files_of_something_else_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        selfplay.load(tmp_path)
    played(tmp_path, games=2)
    header, path = tmp_path / "selfplay.json", tmp_path / "shard-00000.npz"
    good, data = json.loads(header.read_text()), selfplay.load(tmp_path)
    whole = path.read_bytes()
    for spoilt in (b"", whole[:-30], whole[:200] + b"\0" * 40 + whole[240:], b"PK"):
        path.write_bytes(spoilt)
        with pytest.raises(ValueError, match=r"shard-00000\.npz: no shard of self-play"):
            data[0]
    path.write_bytes(whole)
    with np.load(path) as file:
        arrays = dict(file)
    for name, value, message in (
        ("actions", arrays["actions"][:-1], "actions: an array of uint16 of shape"),
        ("actions", arrays["actions"] + 5, r"actions: should be numbers 0\.\.1"),
        ("players", arrays["players"] - 2, r"players: should be numbers 0\.\.1"),
        ("values", arrays["values"].astype(np.float64), "values: an array of float64"),
        ("num_legal", arrays["num_legal"] + 1, "legal_actions: an array of uint16 of shape"),
        ("moves", np.array(3), "a number in place of an array"),
        ("scores", np.array([{}], dtype=object), "no shard of self-play"),
    ):
        np.savez(path, **{**arrays, name: value})
        with pytest.raises(ValueError, match=message):
            data[0]
    np.savez(path, **{key: value for key, value in arrays.items() if key != "known"})
    with pytest.raises(ValueError, match="known: missing"):
        data[0]
    for change, message in (
        ({"format": "x"}, "with format 'cloche-selfplay'"),
        ({"version": 2}, "version 2, this cloche reads 1"),
        ({"more": 1}, "'more': unknown key"),
        ({"games": 0}, "games: 0"),
        ({"bot": 3}, "player: 3"),
        ({"components": "0"}, "played with other components"),
        ({"game": "chess"}, "no game is called 'chess'"),
    ):
        header.write_text(json.dumps({**good, **change}))
        with pytest.raises(ValueError, match=rf"selfplay\.json: .*{message}"):
            selfplay.load(tmp_path)


def test_negative_counts_are_no_shard(tmp_path: Path) -> None:
    played(tmp_path, games=1)
    path = tmp_path / "shard-00000.npz"
    with np.load(path) as file:
        arrays = dict(file)
    counts = arrays["num_legal"].copy()
    counts[:2] += [3, -3]
    np.savez(path, **{**arrays, "num_legal": counts})
    with pytest.raises(ValueError, match="num_legal: should be numbers from 0"):
        selfplay.load(tmp_path)[0]
    assert shards.rows_by_game(path) == {0: len(arrays["games"])}


# Command line


def test_the_command_plays_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(tmp_path / "out")
    command = ["selfplay", "kuhn_poker", "--bot", "mcts:8", "--shard-games", "3", "--seed", "5", "--out", out]
    assert main([*command, "--games", "4", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["game"], told["bot"], told["games"], told["of"], told["played"]) == ("kuhn_poker", "mcts:8", 4, 4, 4)
    assert told["positions"] == sum(map(len, selfplay.load(out)))
    assert main([*command, "--games", "7"]) == 2
    assert "holds self-play already; resume goes on with it" in capsys.readouterr().err
    assert main([*command, "--games", "7", "--resume"]) == 0
    assert "kuhn_poker, mcts:8: 7 games with" in capsys.readouterr().out
    played(tmp_path / "whole")
    assert contents(tmp_path / "out") == contents(tmp_path / "whole")
    assert main(["selfplay", "kuhn_poker", "--out", str(tmp_path / "no" / "folder")]) == 2
    assert "no such folder" in capsys.readouterr().err
