"""Matches: fair deals, fair seats, and intervals that mean what they say."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

import cloche
from cloche import arena
from cloche.arena import MatchResult, estimate, match, student_t
from cloche.lockstep import Lockstep
from cloche.opponents import BotSpec
from cloche.verify import variants, verify


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
    assert all(bot.elo is None for bot in result.bots)


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
    results = [
        match(cloche.load("nim", implementation=name), ["mcts:20", "random"], blocks=3, seed=1).to_dict()
        for name in ("native", "reference")
    ]
    assert {**results[0], "seconds": 0} == {**results[1], "seconds": 0}


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


def test_what_is_done_is_told_when_ctrl_c_ends_a_match(monkeypatch: pytest.MonkeyPatch) -> None:
    play, told = arena._play_block, []

    def interrupted(task: Any) -> Any:
        if task.block == 3:
            raise KeyboardInterrupt
        return play(task)

    monkeypatch.setattr(arena, "_play_block", interrupted)
    with pytest.raises(KeyboardInterrupt):
        match(cloche.load("nim"), ["random", "random"], blocks=9, on_progress=told.append)
    assert told[-1].blocks == 3


# Intervals


@pytest.mark.parametrize(
    ("freedom", "quantile"), [(1, 12.706), (2, 4.3027), (3, 3.1824), (5, 2.5706), (10, 2.2281), (100, 1.9840)]
)
def test_students_t(freedom: int, quantile: float) -> None:
    assert student_t(0.975, freedom) == pytest.approx(quantile, rel=2e-3)


def test_an_interval_by_hand() -> None:
    found = estimate([0.0, 0.5, 1.0, 0.5], (0.0, 1.0))
    reach = 3.1824 * math.sqrt(1 / 6) / 2
    assert found.mean == 0.5
    assert found.low == pytest.approx(max(0, 0.5 - reach), abs=2e-3)
    assert found.high == pytest.approx(min(1, 0.5 + reach), abs=2e-3)


def test_equal_blocks_prove_no_certainty() -> None:
    found = estimate([1.0] * 10, (0.0, 1.0))
    assert found.mean == found.high == 1.0
    assert found.low == pytest.approx(0.025**0.1)
    assert estimate([0.5], (0.0, 1.0)) == arena.Estimate(0.5, 0.0, 1.0)


def test_intervals_hold_what_they_promise() -> None:
    rng, held = cloche.Rng(1), 0
    for _ in range(400):
        found = estimate([rng.below(2) / 2 + rng.below(2) / 2 for _ in range(30)], (0.0, 1.0))
        held += found.low <= 0.5 <= found.high
    assert 0.92 * 400 <= held <= 0.98 * 400


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
        (([],), r"no player is called \[\]; there are mcts, flat, greedy and random"),
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


def test_games_alone_are_for_one_player_and_matches_are_not() -> None:
    with pytest.raises(ValueError, match="for one player"):
        arena.solo(cloche.load("nim"), "random", games=1)
    with pytest.raises(ValueError, match="at least 2 players"):
        arena.match(cloche.load("cottage_garden", 1), ["random", "random"], blocks=1)
    with pytest.raises(ValueError, match="games: 0"):
        arena.solo(cloche.load("cottage_garden", 1), "random", games=0)
