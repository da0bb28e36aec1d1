"""Matches: fair deals, fair seats, and intervals that mean what they say."""

from __future__ import annotations

import doctest
import json
import math
from collections.abc import Callable
from pathlib import Path
from threading import Event, Timer
from typing import Any

import pytest

import cloche
from cloche import arena, registry
from cloche.arena import MatchResult, match, matches
from cloche.lockstep import Lockstep
from cloche.opponents import BotSpec
from cloche.report import Limits
from cloche.verify import variants, verify


def test_the_example_in_the_documentation_holds() -> None:
    assert doctest.testmod(arena) == doctest.TestResults(failed=0, attempted=5)


def test_mcts_beats_greedy_beats_random() -> None:
    game = cloche.load("gardens_of_io")
    result = match(game, ["mcts:200", "greedy"], blocks=5, seed=1)
    assert result.bots[0].share.mean > 0.7
    assert match(game, ["greedy", "random"], blocks=5, seed=1).bots[0].share.mean > 0.7


def test_shares_of_all_seats_add_up() -> None:
    result = match(cloche.load("gardens_of_io", players=3), ["greedy", "mcts:10", "random"], blocks=4, seed=2)
    assert math.isclose(sum(bot.share.mean for bot in result.bots), 1.0)
    assert (result.blocks, result.games) == (4, 12)
    assert sum(bot.wins for bot in result.bots) <= 12
    assert all(None not in bot.by_seat for bot in result.bots)


def test_the_last_bot_fills_up_the_table() -> None:
    result = match(cloche.load("gardens_of_io", players=4), ["greedy", "random"], blocks=2, seed=2)
    assert [bot.seats for bot in result.bots] == [1, 3]
    assert math.isclose(result.bots[0].share.mean + 3 * result.bots[1].share.mean, 1.0)


def test_elo_is_between_two_players_at_any_table() -> None:
    pair = match(cloche.load("gardens_of_io", players=3), ["mcts:20", "greedy"], blocks=8, seed=2)
    first, rest = pair.bots
    assert first.elo is not None
    assert rest.elo is not None
    odds = first.share.mean / rest.share.mean  # a seat of one against a seat of the other
    assert first.elo.mean == pytest.approx(400 * math.log10(odds))
    assert (rest.elo.mean, rest.elo.low, rest.elo.high) == (-first.elo.mean, -first.elo.high, -first.elo.low)
    three = match(cloche.load("gardens_of_io", players=3), ["greedy", "random", "random"], blocks=2, seed=2)
    assert all(bot.elo is None for bot in three.bots)


def test_equal_bots_have_equal_shares_on_every_deal() -> None:
    result = match(cloche.load("gardens_of_io", players=2), ["greedy", "greedy"], blocks=6, seed=3)
    assert [bot.share.mean for bot in result.bots] == [0.5, 0.5]
    assert [bot.margin.mean for bot in result.bots] == [0.0, 0.0]


def test_a_block_is_one_deal_with_every_rotation(monkeypatch: pytest.MonkeyPatch) -> None:
    deals: list[tuple[str, Any]] = []

    class Spy(BotSpec):
        def make(self, game: cloche.Game, **more: Any) -> Any:
            bot = super().make(game, **more)
            act = bot.act

            def spying(state: cloche.State, limits: Any = None) -> int:
                deals.append((self.name, state.to_dict()["bag"]))
                return act(state, limits)

            bot.act = spying  # type: ignore[method-assign]
            return bot

    match(cloche.load("gardens_of_io"), [Spy("greedy"), Spy("random")], blocks=2, seed=5)
    bags = [bag for place, (_, bag) in enumerate(deals) if place == 0 or bag != deals[place - 1][1]]
    assert len(bags) == 2  # two deals in four games
    assert bags[0] != bags[1]
    assert {name for name, _ in deals} == {"greedy", "random"}


def test_a_match_is_the_same_for_any_number_of_jobs() -> None:
    game = cloche.load("gardens_of_io", players=3)
    one = match(game, ["mcts:20", "random", "greedy"], blocks=4, seed=7, jobs=1)
    assert one == match(game, ["mcts:20", "random", "greedy"], blocks=4, seed=7, jobs=2)
    assert one != match(game, ["mcts:20", "random", "greedy"], blocks=4, seed=8)


def test_both_implementations_play_the_same_match() -> None:
    native, reference = (
        match(cloche.load("nim", implementation=name), ["mcts:20", "random"], blocks=3, seed=1)
        for name in ("native", "reference")
    )
    assert native == reference


def test_progress_ends_with_the_result() -> None:
    told: list[MatchResult] = []
    result = match(cloche.load("nim"), ["random", "random"], blocks=3, on_progress=told.append)
    assert told[-1] == result


def test_a_result_is_json_able_where_a_share_is_1() -> None:
    result = match(cloche.load("nim", options={"piles": [3, 4, 5]}), ["mcts:500", "random"], blocks=2)
    text = json.dumps(result.to_dict(), allow_nan=False)
    assert json.loads(text)["bots"][0]["elo"]["mean"] is None
    assert result.bots[0].elo is not None
    assert result.bots[0].elo.mean == math.inf


def test_one_block_proves_nothing() -> None:
    text = str(match(cloche.load("nim"), ["greedy", "random"], blocks=1))
    assert text.startswith("nim, 2 players: 2 games in 1 block\n")
    assert text.count("(-)") == 4
    assert "(-)" not in str(match(cloche.load("nim"), ["greedy", "random"], blocks=2))


def test_a_share_is_that_of_the_first_place(implementation: str) -> None:
    game = cloche.load("tic_tac_toe", implementation=implementation)
    result = match(game, ["random", "random"], blocks=30, seed=1)
    for played in (game for block in result.played for game in block):
        assert played.shares in {(1.0, 0.0), (0.0, 1.0), (0.5, 0.5)}
        assert played.ranks == {(1.0, 0.0): (1, 2), (0.0, 1.0): (2, 1), (0.5, 0.5): (1, 1)}[played.shares]
    assert result.bots[0].wins + result.bots[1].wins + result.bots[0].shared == 60
    assert result.bots[0].shared == result.bots[1].shared > 0


@pytest.mark.parametrize("name", cloche.games())
def test_shares_go_with_what_the_game_returns(name: str) -> None:
    players = min(3, registry.entry(name).players[1])
    game = cloche.load(name, players)
    for seed in range(5):
        state, rng = game.new_initial_state(seed=seed), cloche.Rng(seed)
        while not state.is_terminal():
            state.resolve_chance(rng)
            if not state.is_terminal():
                legal = state.legal_actions()
                state.apply_action(legal[rng.below(len(legal))])
        nothing = (0,) * players
        played = arena.PlayedGame(0, tuple(state.scores()), tuple(state.ranks()), nothing, tuple(map(float, nothing)))
        assert played.shares == pytest.approx([(gain * (players - 1) + 1) / players for gain in state.returns()])


# Ends


def interrupting(monkeypatch: pytest.MonkeyPatch, at: int, act: Callable[[], None]) -> None:
    """Has something happen when block `at` is to be played."""
    play = matches.play_block

    def interrupted(table: Any, stop: Any, block: int) -> Any:
        if block == at:
            act()
        return play(table, stop, block)

    monkeypatch.setattr(matches, "play_block", interrupted)


def test_what_is_done_is_told_when_ctrl_c_ends_a_match(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[MatchResult] = []

    def press() -> None:
        raise KeyboardInterrupt

    interrupting(monkeypatch, 3, press)
    with pytest.raises(KeyboardInterrupt):
        match(cloche.load("nim"), ["random", "random"], blocks=9, on_progress=told.append)
    assert (told[-1].blocks, told[-1].ended_by) == (3, "stop")


def test_a_flag_ends_a_match_with_what_was_reached(monkeypatch: pytest.MonkeyPatch, implementation: str) -> None:
    stop, told = cloche.StopFlag(), []
    interrupting(monkeypatch, 3, stop.set)
    game = cloche.load("nim", implementation=implementation)
    result = match(game, ["mcts:20", "random"], blocks=9, seed=1, stop=stop, on_progress=told.append)
    assert (result.blocks, result.ended_by) == (3, "stop")
    assert told[-1] == result
    assert result.played == match(game, ["mcts:20", "random"], blocks=3, seed=1).played


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_flag_ends_even_a_search_without_end(jobs: int) -> None:
    stop = cloche.StopFlag()
    Timer(0.3, stop.set).start()
    bots = ["mcts:seconds=1000", "random"]
    result = match(cloche.load("gardens_of_io"), bots, blocks=5, jobs=jobs, stop=stop)
    assert (result.blocks, result.games, result.ended_by) == (0, 0, "stop")
    assert math.isnan(result.bots[0].share.mean)
    assert json.loads(json.dumps(result.to_dict(), allow_nan=False))["bots"][0]["share"]["mean"] is None


def test_a_flag_that_is_set_at_once_plays_nothing() -> None:
    stop = cloche.StopFlag()
    stop.set()
    assert match(cloche.load("nim"), ["random", "random"], blocks=5, stop=stop).blocks == 0


def test_whatever_has_is_set_stops_the_reference_only() -> None:
    event = Event()
    event.set()
    game = cloche.load("nim", implementation="reference")
    assert match(game, ["mcts:5", "random"], blocks=2, stop=event).blocks == 0
    with pytest.raises(ValueError, match=r"stop: .*should be a cloche.StopFlag"):
        match(cloche.load("nim"), ["mcts:5", "random"], blocks=2, stop=event)


# Sequential tests


def test_a_test_ends_a_match_at_the_same_block_for_any_number_of_jobs() -> None:
    game, test = cloche.load("gardens_of_io"), arena.Sprt(elo0=0, elo1=200)
    one = match(game, ["greedy", "random"], blocks=400, seed=3, sprt=test)
    assert one.sprt is not None
    assert (one.ended_by, one.sprt.verdict) == ("sprt", "H1")
    assert 1 < one.blocks < 400
    for jobs in (2, 3):
        assert one == match(game, ["greedy", "random"], blocks=400, seed=3, sprt=test, jobs=jobs)
    weaker = match(game, ["random", "greedy"], blocks=400, seed=3, sprt=test)
    assert weaker.sprt is not None
    assert weaker.sprt.verdict == "H0"


def test_a_test_that_never_decides_is_inconclusive() -> None:
    result = match(cloche.load("nim"), ["random", "random"], blocks=10, sprt=arena.Sprt(0, 5))
    assert (result.blocks, result.ended_by) == (10, "blocks")
    assert result.sprt is not None
    assert result.sprt.verdict == "inconclusive"
    assert "inconclusive between Elo +0 and +5; log likelihood ratio" in str(result)
    data = json.loads(json.dumps(result.to_dict()))["sprt"]
    assert (data["elo0"], data["elo1"], data["verdict"]) == (0, 5, "inconclusive")
    assert data["bounds"] == pytest.approx([-math.log(19), math.log(19)])


def test_a_test_is_of_two_players() -> None:
    game = cloche.load("gardens_of_io", players=3)
    with pytest.raises(ValueError, match="sprt: compares two players, not 3"):
        match(game, ["random", "random", "greedy"], blocks=1, sprt=arena.Sprt())
    with pytest.raises(ValueError, match=r"sprt: 5, should be cloche.arena.Sprt"):
        match(game, ["random", "greedy"], blocks=1, sprt=5)  # type: ignore[arg-type]
    assert match(game, ["random", "greedy"], blocks=1, sprt=arena.Sprt()).sprt is not None


# Equal limits


def test_equal_limits_are_those_of_all_that_search() -> None:
    game = cloche.load("nim")
    result = match(game, ["mcts:selection=uct", "greedy"], blocks=2, limits=Limits(simulations=30))
    assert [bot.bot for bot in result.bots] == ["mcts:30,selection=uct", "greedy"]
    assert result == match(game, ["mcts:30,selection=uct", "greedy"], blocks=2)


def test_a_player_may_have_its_own_memory_beside_equal_limits() -> None:
    bots = ["mcts:memory_mb=8", "mcts"]
    result = match(cloche.load("nim"), bots, blocks=1, limits=Limits(simulations=9))
    assert [bot.bot for bot in result.bots] == ["mcts:9,memory_mb=8", "mcts:9"]
    with pytest.raises(ValueError, match="memory_mb is given, and limits for all players as well"):
        match(cloche.load("nim"), bots, blocks=1, limits=Limits(simulations=9, memory_mb=4))


def test_equal_processor_time_is_that_of_the_searching_thread() -> None:
    limits = Limits(cpu_seconds=0.02)
    bots = ["mcts", "mcts:playout=greedy,playout_plies=end", "random"]
    result = match(cloche.load("gardens_of_io", players=3), bots, blocks=1, limits=limits)
    for bot in result.bots[:2]:
        assert 0.5 * 0.02 < bot.move_seconds < 4 * 0.02
    assert result.bots[2].move_seconds < 0.5 * 0.02


@pytest.mark.parametrize(
    ("bots", "limits", "words"),
    [
        (["mcts:400", "mcts"], Limits(simulations=10), "player mcts:400: simulations is given, and limits for all"),
        (["mcts:seconds=1", "mcts"], Limits(cpu_seconds=1), "seconds is given"),
        (["random", "greedy"], Limits(simulations=10), "limits: none of the players searches"),
        (["mcts", "greedy"], Limits(), "limits: should have simulations, seconds, cpu_seconds or nodes"),
        (["mcts", "greedy"], 400, "limits: 400, should be cloche.Limits or None"),
    ],
)
def test_limits_for_all_are_the_only_ones(bots: list[str], limits: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        match(cloche.load("nim"), bots, blocks=1, limits=limits)


# Ladders


def test_a_ladder_plays_more_simulations_against_fewer() -> None:
    told: list[arena.LadderResult] = []
    game = cloche.load("connect_four")
    found = arena.ladder(game, "mcts:selection=uct", blocks=6, simulations=[10, 40, 160], on_progress=told.append)
    assert [(rung.below, rung.simulations) for rung in found.rungs] == [(10, 40), (40, 160)]
    assert [bot.bot for bot in found.rungs[1].result.bots] == ["mcts:160,selection=uct", "mcts:40,selection=uct"]
    assert [rung.result.seed for rung in found.rungs] == [0, 1]
    assert all(rung.elo.mean > 0 for rung in found.rungs)
    assert told[-1] == found
    assert str(found).startswith("connect_four, 2 players, mcts:selection=uct: Elo for more simulations\n10 -> 40: +")
    assert json.loads(json.dumps(found.to_dict()))["rungs"][1]["below"] == 40


def test_a_ladder_goes_on_where_its_files_end(tmp_path: Path) -> None:
    game = cloche.load("connect_four")
    whole = arena.ladder(game, blocks=3, simulations=[5, 10, 20], logs=tmp_path)
    names = ["connect_four-10-20.jsonl", "connect_four-5-10.jsonl"]
    assert sorted(path.name for path in tmp_path.iterdir()) == names
    (tmp_path / names[0]).unlink()
    assert arena.ladder(game, blocks=3, simulations=[5, 10, 20], logs=tmp_path) == whole
    with pytest.raises(ValueError, match=r"connect_four-5-10.jsonl: a match with bots .*mcts:10"):
        arena.ladder(game, "flat", blocks=3, simulations=[5, 10, 20], logs=tmp_path)


def test_differences_on_a_ladder_add_up() -> None:
    found = arena.ladder(cloche.load("connect_four"), blocks=10, simulations=[10, 20, 30])
    first, second = (rung.elo for rung in found.rungs)
    assert [count for count, _ in found.curve] == [10, 20, 30]
    assert found.curve[0][1] == arena.Estimate(0, 0, 0)
    top = found.curve[2][1]
    assert top.mean == pytest.approx(first.mean + second.mean)
    assert top.high - top.mean == pytest.approx(math.hypot(first.high - first.mean, second.high - second.mean))


def test_a_flag_ends_a_ladder() -> None:
    stop = cloche.StopFlag()

    def stop_there(so_far: arena.LadderResult) -> None:
        if len(so_far.rungs) == 2:
            stop.set()

    found = arena.ladder(cloche.load("nim"), blocks=3, simulations=[1, 2, 3, 4, 5], stop=stop, on_progress=stop_there)
    assert 1 <= len(found.rungs) <= 3


@pytest.mark.parametrize(
    ("bot", "simulations", "words"),
    [
        ("greedy", [1, 2], "bot: greedy, should be a player that searches"),
        ("mcts:50", [1, 2], "bot: mcts:50, should name no simulations"),
        ("mcts", [1], r"simulations: \[1\], should be a list of 2..64 whole numbers"),
        ("mcts", 5, "simulations: 5, should be a list"),
        ("mcts", [1, 2, 2], r"simulations: \[1, 2, 2\], should rise"),
        ("mcts", [0, 2], "simulations: 0, should be a whole number"),
    ],
)
def test_a_ladder_needs_rungs(bot: str, simulations: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        arena.ladder(cloche.load("nim"), bot, blocks=1, simulations=simulations)


# What is refused


@pytest.mark.parametrize(
    ("bots", "words"),
    [
        (["mcts"], "should be a list of 2 players for 2 seats"),
        (["mcts"] * 3, "should be a list of 2 players for 2 seats"),
        ("mcts", "should be a list of 2 players"),
        (b"mcts", "should be a list of 2 players"),
        (5, "bots: 5, should be a list of 2 players for 2 seats"),
        (None, "bots: None, should be a list of 2 players"),
        (BotSpec("mcts"), "should be a list of 2 players"),
        ({"mcts", "flat"}, "should be a list of 2 players"),
        (["mcts", None], "player: None, should be a text"),
        (["mcts", "chess"], "no player is called 'chess'"),
        (["mcts", "mcts:exploration=-1"], "exploration: -1"),
        (["mcts", 3], "should be a text such as 'mcts:400'"),
    ],
)
def test_bots_that_cannot_play_are_refused(bots: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        match(cloche.load("nim"), bots, blocks=1)


@pytest.mark.parametrize(
    "numbers", [{"blocks": 0}, {"blocks": 1.5}, {"blocks": 1, "jobs": 0}, {"blocks": 1, "seed": "x"}]
)
def test_numbers_out_of_range_are_refused(numbers: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="should be a whole number"):
        match(cloche.load("nim"), ["random", "random"], **numbers)


@pytest.mark.parametrize("game", [None, 5, "nim"])
def test_what_is_no_game_has_no_matches(game: Any) -> None:
    with pytest.raises(ValueError, match=r"game: .*should be a game that cloche.load made"):
        match(game, ["random", "random"], blocks=1)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (([],), r"no player is called \[\]; there are mcts, flat, expectimax, greedy and random"),
        ((None,), "no player is called None"),
        (({"mcts"},), "no player is called {'mcts'}"),
        (("mcts", None), "player mcts: options: None, should be a dict from names to values"),
        (("mcts", [1]), r"player mcts: options: \[1\], should be a dict"),
        (("mcts", {1: 2}), "player mcts: no option 1; there are seed"),
    ],
)
def test_a_bot_that_is_no_text_with_options_is_refused(arguments: tuple[Any, ...], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        BotSpec(*arguments)


@pytest.mark.parametrize("every", [0, -3, 1.5, None, 10**10])
def test_verification_looks_in_full_at_every_node_at_most(every: Any) -> None:
    chosen = variants("nim")
    with pytest.raises(ValueError, match=r"every: .*should be a whole number 1.."):
        verify(chosen, games=1, every=every)
    with pytest.raises(ValueError, match=r"every: .*should be a whole number 1.."):
        Lockstep(chosen[0], every)


@pytest.mark.parametrize("chosen", [5, None, [], "nim", [5]])
def test_what_is_verified_is_a_list_of_variants(chosen: Any) -> None:
    with pytest.raises(ValueError, match=r"should be a list of one or more that cloche.verify.variants made"):
        verify(chosen, games=1)


@pytest.mark.parametrize("arguments", [(5,), ("nim", 5), ("nim", ["a"]), ("nim", [2], 5), ("nim", [2], {}, 5)])
def test_variants_are_of_a_game_with_player_counts_and_options(arguments: tuple[Any, ...]) -> None:
    with pytest.raises(ValueError, match=r"nim|no game is called 5"):
        variants(*arguments)


def test_a_game_that_nobody_wins_has_no_matches() -> None:
    game = cloche.load("gardens_of_io", options={"cooperative": True})
    with pytest.raises(ValueError, match="needs a game that somebody wins"):
        match(game, ["random", "random"], blocks=1)


@pytest.mark.parametrize("name", ["mcts", "random"])
def test_a_bot_with_nothing_after_the_colon_is_refused_with_what_there_is(name: str) -> None:
    with pytest.raises(ValueError, match=f"player '{name}:': nothing follows the colon.*there are seed"):
        BotSpec.parse(f"{name}:")


# One player alone


@pytest.mark.parametrize("implementation", ["native", "reference"])
def test_a_player_alone_is_measured_by_scores(implementation: str) -> None:
    box = Path(__file__).parent / "data" / "cottage_garden" / "tiny.toml"
    game = cloche.load("cottage_garden", 1, components=box, implementation=implementation)
    result = arena.solo(game, "greedy", games=5, seed=3)
    assert result.games == 5 == len(result.scores)
    assert result.score.mean == sum(result.scores) / 5
    assert result.score.low <= result.score.mean <= result.score.high
    assert result.won is None
    assert result == arena.solo(game, "greedy", games=5, seed=3, jobs=2)
    assert str(result).startswith("cottage_garden alone, 5 games: greedy mean score ")
    assert result.to_dict()["scores"] == list(result.scores)


def test_progress_of_games_alone_is_told() -> None:
    told: list[int] = []
    game = cloche.load("cottage_garden", 1)
    arena.solo(game, "random", games=2, on_progress=lambda so_far: told.append(so_far.games))
    assert told[-1] == 2


def test_a_flag_ends_games_alone() -> None:
    stop, game = cloche.StopFlag(), cloche.load("cottage_garden", 1)
    Timer(0.3, stop.set).start()
    result = arena.solo(game, "mcts:seconds=1000", games=3, stop=stop)
    assert (result.games, result.scores) == (0, ())
    assert math.isnan(result.score.mean)


def test_games_alone_are_for_one_player_and_matches_are_not() -> None:
    with pytest.raises(ValueError, match="for one player"):
        arena.solo(cloche.load("nim"), "random", games=1)
    with pytest.raises(ValueError, match="at least 2 players"):
        arena.match(cloche.load("cottage_garden", 1), ["random", "random"], blocks=1)
    with pytest.raises(ValueError, match="games: 0"):
        arena.solo(cloche.load("cottage_garden", 1), "random", games=0)
