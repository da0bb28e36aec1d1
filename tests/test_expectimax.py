"""Expectimax (seeds/search.md, X-1 to X-11): its facts, its door, and values that are known.

X-12 is in test_expectimax_endings.py.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

import cloche
from cloche.players import Expectimax
from cloche.report import Limits, SearchReport

from .net import setups_of

SETTINGS: list[dict[str, Any]] = [
    {"pruning": pruning, "table": table} for pruning in ("none", "star1", "star2") for table in (False, True)
]


def found(state: cloche.State, depth: int | None = None, **settings: Any) -> SearchReport:
    """What a new player finds out to a depth, or until the game is solved."""
    return Expectimax(state.game, **settings).search(state, Limits(depth=256 if depth is None else depth))


def told(report: SearchReport) -> SearchReport:
    """A report without what implementations and settings may differ in (X-6)."""
    return replace(report, nodes=0, fingerprint="", seconds=0.0)


def decisions(game: cloche.Game, count: int, seed: int) -> Iterator[cloche.State]:
    """Decisions of random games, each from a game of its own."""
    picks = random.Random(seed)
    while count > 0:
        state = game.new_initial_state(seed=picks.randrange(10**6))
        rng = cloche.Rng(seed, count)
        for _ in range(picks.randrange(40)):
            ahead = state.child(picks.choice(state.legal_actions()))
            ahead.resolve_chance(rng)
            if ahead.is_terminal():
                break
            state = ahead
        count -= 1
        yield state


# Known values (design: values to test against)


def test_tic_tac_toe_is_a_draw() -> None:
    report = found(cloche.load("tic_tac_toe").new_initial_state())
    assert (report.proven, report.stopped_by, report.values) == (True, "proven", (0.0, 0.0))
    assert report.win_probability == (0.5, 0.5)
    assert len(report.principal_variation) == report.depth == 9


def test_nim_is_won_by_one_move_or_none() -> None:
    lost = found(cloche.load("nim", options={"piles": [1, 3, 5, 7]}).new_initial_state())
    assert lost.proven
    assert lost.values == (-1.0, 1.0)
    won = found(cloche.load("nim", options={"piles": [3, 4, 5]}).new_initial_state(), all_values=True)
    assert won.proven
    assert all(action.proven for action in won.actions)
    values = {action.text: action.value for action in won.actions}
    assert values.pop(won.best_text) == (1.0, -1.0)
    assert set(values.values()) == {(-1.0, 1.0)}
    after = won.best_action
    state = cloche.load("nim", options={"piles": [3, 4, 5]}).new_initial_state().child(after)
    assert state.to_dict()["piles"] == [1, 4, 5]


@pytest.mark.parametrize(("columns", "rows", "value"), [(4, 4, 0.0), (5, 4, 0.0), (3, 4, 0.0)])
def test_small_boards_of_connect_four(columns: int, rows: int, value: float) -> None:
    game = cloche.load("connect_four", options={"columns": columns, "rows": rows})
    report = found(game.new_initial_state())
    assert report.proven
    assert report.values is not None
    assert report.values[0] == value


def test_2048_on_two_by_two_has_its_expected_score() -> None:
    """66.964149 over the start tiles: the mean of the proven worths of all starts."""
    game = cloche.load("small_2048", options={"rows": 2, "columns": 2})
    bot = Expectimax(game)

    def expected(state: cloche.State) -> float:
        if state.is_chance_node():
            return sum(p * expected(state.child(outcome)) for outcome, p in state.chance_outcomes())
        report = bot.search(state, Limits(depth=256))
        assert report.proven
        assert report.values is not None
        return report.values[0]

    assert expected(game.new_initial_state()) == pytest.approx(66.964149, abs=2e-6)


def test_pig_goes_in_circles_and_comes_near_its_value() -> None:
    """A game without an end is never proven; what is cut is a draw (M-2), so that the worth closes in on the value."""
    game = cloche.load("pig", options={"target": 1, "coin": True})
    state = game.new_initial_state()
    far = found(state, 60)
    assert (far.stopped_by, far.proven, far.depth) == ("depth", False, 60)
    # By hand: heads, held, wins; after tails the other is where the first one was. p = 1/2 + 1/2 * (1 - p).
    assert far.win_probability == pytest.approx((2 / 3, 1 / 3), abs=1e-7)


# Facts of the clauses


@pytest.mark.parametrize("settings", SETTINGS)
def test_x_2_no_setting_changes_what_is_found(settings: dict[str, Any]) -> None:
    for options in ({"columns": 5, "rows": 4}, {"columns": 4, "rows": 5, "line": 3}):
        for state in decisions(cloche.load("connect_four", options=options), 3, 5):
            assert told(found(state, 4, **settings)) == told(found(state, 4))


@pytest.mark.parametrize("name", cloche.games())
def test_x_2_no_setting_changes_what_is_found_in_gardens(name: str) -> None:
    for setup in setups_of(name)[:3]:
        game = setup.load("native")
        for state in decisions(game, 2, 7):
            depth = 2 if name == "buds_and_blooms" and len(state.legal_actions()) <= 12 else 1
            expected = told(found(state, depth, worlds=3))
            for settings in SETTINGS:
                assert told(found(state, depth, worlds=3, **settings)) == expected


def test_x_3_a_chance_node_is_worth_the_exact_mean() -> None:
    """Heads adds one to the turn, tails ends it; after holding at the target the game is over."""
    game = cloche.load("pig", options={"target": 1, "coin": True})
    report = found(game.new_initial_state(), 2, all_values=True)
    worth = {action.text: action.value for action in report.actions}
    # Heads wins (X-2: the decision to hold is the second ply); tails is cut, a draw.
    assert worth["roll"] == (0.5, -0.5)
    assert worth["hold"] == (0.0, 0.0)


def test_x_5_before_the_first_iteration_there_is_the_order_alone() -> None:
    state = cloche.load("gardens_of_io").new_initial_state(seed=1)
    report = Expectimax(state.game).search(state, Limits(nodes=1))
    assert (report.depth, report.stopped_by, report.principal_variation) == (0, "nodes", ())
    assert all(action.value is None for action in report.actions)
    weights = dict(zip(state.legal_actions(), state.prior(), strict=True))
    assert [action.action for action in report.actions] == sorted(weights, key=lambda id: (-weights[id], id))
    assert report.values == (0.0, 0.0)


def test_x_5_the_last_iteration_completed_is_reported() -> None:
    state = cloche.load("connect_four").new_initial_state()
    for nodes in (10, 100, 1000, 10_000):
        report = Expectimax(state.game).search(state, Limits(nodes=nodes))
        assert report.stopped_by == "nodes"
        assert report.depth is not None
        assert report.depth >= 1
        same = found(state, report.depth)
        assert told(replace(report, stopped_by="depth")) == told(same)


def test_x_6_the_depth_ends_a_search() -> None:
    state = cloche.load("connect_four").new_initial_state()
    report = found(state, 3)
    assert (report.depth, report.stopped_by, len(report.principal_variation)) == (3, "depth", 3)
    assert (report.simulations, report.score_mean, report.worlds) == (0, None, None)


def test_x_6_where_all_is_known_deeper_iterations_are_left_out() -> None:
    state = cloche.load("kuhn_poker").new_initial_state(seed=3)
    deep = found(state, 200)
    assert (deep.depth, deep.stopped_by, deep.proven) == (200, "depth", False)
    endless = Expectimax(state.game).search(state, Limits(nodes=10**9))
    assert endless.stopped_by == "settled"
    assert endless.actions == deep.actions


def test_x_7_all_values_are_those_of_each_action_alone() -> None:
    state = cloche.load("connect_four", options={"columns": 5, "rows": 4}).new_initial_state()
    report = found(state, 5, all_values=True)
    assert [action.value for action in report.actions] == sorted(
        (action.value for action in report.actions if action.value), reverse=True
    )
    assert report.actions[0] == found(state, 5).actions[0]
    for action in report.actions:
        child = state.child(action.action)
        assert found(child, 4).values == action.value


def test_x_7_without_it_others_have_none() -> None:
    state = cloche.load("connect_four").new_initial_state()
    report = found(state, 4)
    assert report.best.value == report.values
    assert all(action.value is None and action.utility is None and not action.proven for action in report.actions[1:])
    assert sum(action.prior for action in report.actions) == pytest.approx(1.0)


def test_x_9_a_win_that_is_seen_is_proven() -> None:
    state = cloche.load("connect_four").new_initial_state()
    for text in ("d", "a", "d", "a", "d", "b"):
        state.apply_action(state.string_to_action(text))
    report = found(state, 8)
    assert (report.best_text, report.proven, report.depth, report.values) == ("d", True, 1, (1.0, -1.0))


def test_x_10_listed_worlds_are_weighed_exactly() -> None:
    """Kuhn poker: the worth of each action is the mean over the two cards that the other can hold."""
    game = cloche.load("kuhn_poker")
    state = game.new_initial_state(seed=2)
    report = found(state, 4, all_values=True, worlds=2)
    assert report.worlds == 2
    worlds = list(state.belief(state.current_player()).worlds())
    assert len(worlds) == 2
    assert {p for _, p in worlds} == {0.5}
    assert report == found(state, 4, all_values=True, worlds=100_000)
    assert told(found(state, 4, all_values=True, worlds=1)).worlds == 1


@pytest.mark.parametrize("name", ["bloom_town", "buds_and_blooms", "leduc_poker", "liars_dice", "goofspiel"])
def test_x_10_nothing_hidden_is_looked_at(name: str) -> None:
    game = cloche.load(name)
    for state in decisions(game, 3, 11):
        player = state.current_player()
        rng = cloche.Rng(4)
        other = state.redeal(player, rng)
        belief = state.belief(player)
        expected = found(state, 1, worlds=4)
        assert expected == found(other, 1, worlds=4)
        assert expected == Expectimax(game, worlds=4).search(belief, Limits(depth=1))


def test_x_11_searches_count_and_reset_starts_anew() -> None:
    state = cloche.load("leduc_poker").new_initial_state(seed=1)
    bot = Expectimax(state.game, seed=3, worlds=2)
    first, second = (bot.search(state, Limits(depth=2)) for _ in range(2))
    bot.reset()
    assert bot.search(state, Limits(depth=2)) == first
    assert told(second).worlds is not None


def test_x_11_advance_is_checked() -> None:
    state = cloche.load("nim").new_initial_state()
    bot = Expectimax(state.game)
    best = bot.search(state, Limits(depth=2)).best_action
    with pytest.raises(ValueError, match="not legal"):
        bot.advance(30)
    bot.advance(best)
    assert bot.search(state.child(best), Limits(depth=2)).depth == 2


# The door


def test_what_ends_a_search_must_be_given() -> None:
    state = cloche.load("nim").new_initial_state()
    with pytest.raises(ValueError, match="depth, seconds, cpu_seconds or nodes"):
        Expectimax(state.game).search(state)
    with pytest.raises(ValueError, match=r"simulations: 400, should be None.*depth"):
        Expectimax(state.game).search(state, Limits(simulations=400))
    with pytest.raises(ValueError, match="depth: 257, should be at most 256"):
        Expectimax(state.game).search(state, Limits(depth=257))


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"pruning": "star3"}, "should be 'none' or 'star1' or 'star2'"),
        ({"table": 1}, "should be True or False"),
        ({"all_values": "yes"}, "should be True or False"),
        ({"worlds": 0}, "worlds: 0"),
        ({"worlds": 100_001}, "worlds: 100001"),
        ({"worlds": 1.5}, "whole number"),
    ],
)
def test_settings_are_checked(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Expectimax(cloche.load("nim"), **settings)


def test_a_stop_flag_and_a_handle_end_a_search() -> None:
    state = cloche.load("connect_four").new_initial_state()
    stop = cloche.StopFlag()
    seen: list[SearchReport] = []

    def listen(report: SearchReport) -> None:
        seen.append(report)
        stop.set()

    report = Expectimax(state.game).search(state, stop=stop, on_progress=listen)
    assert report.stopped_by == "stop"
    assert len(seen) == 1
    assert seen[0].depth is not None
    assert report.depth is not None
    assert report.depth >= seen[0].depth
    handle = Expectimax(state.game).start(state)
    assert handle.poll().stopped_by == ""
    handle.stop()
    assert handle.result(30).stopped_by == "stop"
    handle = Expectimax(cloche.load("leduc_poker")).start(
        cloche.load("leduc_poker").new_initial_state(seed=1), Limits(depth=3)
    )
    assert handle.result(30).worlds is not None


def test_by_name_and_as_text() -> None:
    game = cloche.load("connect_four")
    bot = cloche.player("expectimax:4", game)
    assert isinstance(bot, Expectimax)
    assert bot.limits == Limits(depth=4)
    assert bot.act(game.new_initial_state()) in game.new_initial_state().legal_actions()
    assert cloche.player("expectimax", game).limits == Limits(depth=2)
    assert cloche.player("expectimax", game, nodes=50).limits == Limits(nodes=50)
    spec = cloche.BotSpec.parse("expectimax:4,pruning=star1,table=false")
    assert str(spec) == "expectimax:4,pruning=star1,table=false"
    assert spec.make(game).settings == {
        "all_values": False,
        "worlds": 16,
        "pruning": "star1",
        "table": False,
        "endings": True,
        "margin_weight": 0.5,
    }
    with pytest.raises(ValueError, match="a depth, or name=value"):
        cloche.BotSpec.parse("expectimax:")


def test_a_report_says_how_deep_it_looked() -> None:
    state = cloche.load("kuhn_poker").new_initial_state(seed=1)
    assert "depth 2 in each of 2 worlds" in str(found(state, 2))
    assert found(state, 2).to_dict()["worlds"] == 2


def test_any_settings_and_limits_give_a_report_or_a_refusal() -> None:
    draws = random.Random(9)
    games = [cloche.load(name) for name in ("tic_tac_toe", "small_2048", "goofspiel", "pig")]
    words: list[Any] = ["none", "star1", "star2", True, False, 0, 1, 3, None, 2.5, "", -1]
    for _ in range(300):
        game = draws.choice(games)
        settings = {
            name: draws.choice(words) for name in ("all_values", "worlds", "pruning", "table") if draws.random() < 0.3
        }
        try:
            bot = Expectimax(game, **settings)
            limits = Limits(
                depth=draws.choice([None, 1, 2, 256, 257]),
                nodes=draws.choice([None, 1, 77, 500]),
                memory_mb=draws.choice([1, 2]),
            )
            if limits.nodes is None and (limits.depth or 256) > 2:
                limits = replace(limits, nodes=400)
            report = bot.search(game.new_initial_state(seed=draws.randrange(99)), limits)
        except ValueError:
            continue
        assert report.depth is not None
        assert 0 <= report.depth <= 256
        assert len(report.actions) >= 1
