"""The suites of endings (tests/data/endings) and what moves in them cost (cloche.regret, `cloche bench --regret`)."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

import cloche
from cloche import cli
from cloche.players import FlatMonteCarlo, Mcts
from cloche.regret import CONTENDERS, Ending, Suite, measure, read_suite, suite_data

from .endings import in_reference
from .net import DATA

FOLDER = DATA / "endings"
GAMES = ("barton_in_bloom", "bloom_town", "buds_and_blooms", "cottage_garden", "gardens_of_io")
SAMPLE = 40
FEW_MOVES = 300  # of all lines, in the reference


@cache
def suite(game: str) -> Suite:
    return read_suite(FOLDER / f"{game}.json")


def worths_of(state: cloche.State, margin_weight: float) -> tuple[int, ...]:
    return tuple(worth for _, worth in state.backend.ending_worths(margin_weight))


@pytest.mark.parametrize("game", GAMES)
def test_a_suite_has_five_hundred_different_positions_that_matter(game: str) -> None:
    endings = suite(game).endings
    assert len(endings) >= 500
    assert len({ending.state.serialize() for ending in endings}) >= 490
    assert all(len(set(ending.worths)) > 1 for ending in endings)
    backends = [ending.state.backend for ending in endings]
    assert all(backend.solvable_ending() or backend.duel_ending() for backend in backends)


@pytest.mark.parametrize("game", GAMES)
def test_the_values_of_a_suite_are_those_of_the_core(game: str) -> None:
    chosen = suite(game)
    for ending in chosen.some(SAMPLE).endings:
        assert worths_of(ending.state, chosen.margin_weight) == ending.worths


@pytest.mark.parametrize("game", GAMES)
def test_the_values_of_a_suite_are_those_of_the_reference(game: str) -> None:
    chosen = suite(game)
    short = [ending for ending in chosen.endings if len(ending.worths) <= 8 and is_short(ending.state)]
    assert len(short) >= 5
    for ending in short[:: max(1, len(short) // 6)]:
        assert worths_of(in_reference(ending.state), chosen.margin_weight) == ending.worths


def is_short(state: cloche.State) -> bool:
    """Whether all lines to the end have few moves."""

    def count(here: cloche.State, most: int) -> int:
        moves = 0
        for action in here.legal_actions():
            moves += 1 + count(here.child(action), most - moves)
            if moves > most:
                break
        return moves

    return count(state, FEW_MOVES) <= FEW_MOVES


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", [Mcts, FlatMonteCarlo])
def test_m_34_who_solves_endings_regrets_nothing(game: str, kind: type[Mcts] | type[FlatMonteCarlo]) -> None:
    chosen = suite(game)
    endings = chosen.endings if kind is Mcts else chosen.some(SAMPLE).endings
    for ending in endings:
        bot = kind(ending.state.game, margin_weight=chosen.margin_weight)
        assert ending.regret(bot.act(ending.state, cloche.Limits(simulations=1))) == 0.0


def test_regret_is_what_is_given_away() -> None:
    state = suite("gardens_of_io").endings[0].state
    actions = state.legal_actions()
    worths = tuple(range(len(actions)))
    ending = Ending(state, worths)
    assert ending.regret(actions[-1]) == 0.0
    assert ending.regret(actions[0]) == (len(actions) - 1) / 2**24


def test_measures_are_by_player_and_simulations() -> None:
    rows = list(measure(suite("gardens_of_io").some(6), simulations=(5, 20)))
    names = [contender.name for contender in CONTENDERS]
    assert [row.bot for row in rows] == [name for name in names for _ in range(2 if "false" in name else 1)]
    assert [row.simulations for row in rows] == [None, None, 5, 20, 5, 20, None, None]
    assert all(row.positions == 6 and 0.0 <= row.mean <= 1.0 and 0.0 <= row.optimal <= 1.0 for row in rows)
    assert all((row.mean, row.optimal) == (0.0, 1.0) for row in rows[:2])
    assert all((row.mean == 0.0) == (row.optimal == 1.0) for row in rows)


def test_a_suite_is_read_as_it_was_written(tmp_path: Path) -> None:
    chosen = suite("bloom_town").some(4)
    game = chosen.endings[0].state.game
    same = [ending for ending in chosen.endings if ending.state.game == game]
    path = tmp_path / "bloom_town.json"
    path.write_text(json.dumps(suite_data("bloom_town", 0.5, [(game, same)])), encoding="utf-8")
    assert read_suite(path).endings == tuple(same)
    path.write_text(path.read_text(encoding="utf-8").replace('"setups"', '"positions"'), encoding="utf-8")
    with pytest.raises(ValueError, match=r"bloom_town.json: no suite of endings that bench/make_endings.py wrote"):
        read_suite(path)


# `cloche bench --regret`


@pytest.fixture
def bench(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str]]:
    def call(*arguments: str) -> tuple[int, str]:
        code = cli.main(["bench", *arguments])
        return code, "".join(capsys.readouterr())

    return call


def test_bench_regret_prints_a_row_for_each_player(bench: Callable[..., tuple[int, str]]) -> None:
    code, output = bench("--regret", "gardens_of_io", "--positions", "1", "--suites", str(FOLDER), "--json")
    assert code == 0
    rows = json.loads(output)
    assert [row["simulations"] for row in rows if row["bot"] == "mcts,endings=false"] == [10, 100, 1_000, 10_000]
    assert rows[0] == {
        "game": "gardens_of_io",
        "bot": "mcts",
        "simulations": None,
        "positions": 1,
        "mean": 0.0,
        "optimal": 1.0,
    }


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--regret", "nim", "--suites", str(FOLDER)], "no suite of endings of 'nim'"),
        (["--regret", "nim", "--suites", "none"], "name the folder of a checkout with --suites"),
        (["--regret", "--check", "x"], "--check and --write go without --regret"),
        (["--positions", "3"], "GAME and --positions go with --regret"),
        (["gardens_of_io"], "GAME and --positions go with --regret"),
    ],
)
def test_bench_regret_says_what_is_wrong(
    bench: Callable[..., tuple[int, str]], arguments: list[str], message: str
) -> None:
    code, output = bench(*arguments)
    assert code != 0
    assert message in output
