"""Endings that Expectimax solves instead of searching them (seeds/search.md, X-12)."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import cloche
from cloche.players import Expectimax, Mcts
from cloche.reference.utility import ONE
from cloche.regret import Suite, read_suite
from cloche.report import Limits, SearchReport

from .endings import in_reference
from .net import DATA

GAMES = ("barton_in_bloom", "bloom_town", "buds_and_blooms", "cottage_garden", "gardens_of_io")
HIDDEN = GAMES[:3]
SAMPLE = 40
FEW = 4  # for the reference
ONCE = Limits(nodes=1)


@cache
def suite(game: str) -> Suite:
    return read_suite(DATA / "endings" / f"{game}.json")


@cache
def short(game: str) -> tuple[cloche.State, ...]:
    """Of the suite the positions with the fewest actions, from all over it, which the reference solves soon."""
    endings = sorted(suite(game).some(SAMPLE).endings, key=lambda ending: len(ending.worths))
    return tuple(ending.state for ending in endings[:FEW])


def searched(state: cloche.State, kind: Any = Expectimax, limits: Limits = ONCE, **settings: Any) -> SearchReport:
    report: SearchReport = kind(state.game, **settings).search(state, limits)
    return report


def raw(state: cloche.State, **settings: Any) -> dict[str, Any]:
    """The report of the implementation itself, but for what each may have of its own."""
    report = Expectimax(state.game, seed=5, **settings)._search.search(state.backend, ONCE.raw(), None, None)
    return {key: value for key, value in report.items() if key != "fingerprint"}


@pytest.mark.parametrize("game", GAMES)
def test_x_12_nothing_is_regretted(game: str) -> None:
    chosen = suite(game)
    for ending in chosen.some(SAMPLE).endings:
        report = searched(ending.state, margin_weight=chosen.margin_weight)
        assert ending.regret(report.best_action) == 0.0


@pytest.mark.parametrize("game", GAMES)
def test_x_12_it_reports_what_mcts_does(game: str) -> None:
    """M-34, but for what only the one or the other tells; the order of equal visits is that of M-10 in both."""
    for ending in suite(game).some(SAMPLE).endings:
        here, there = searched(ending.state, seed=4), searched(ending.state, Mcts, seed=4)
        assert here.proven
        assert here.stopped_by == "proven"
        assert (here.simulations, here.nodes, here.depth, here.worlds) == (0, 0, 0, None)
        for field in ("values", "win_probability", "score_mean", "score_quantiles", "principal_variation"):
            assert getattr(here, field) == getattr(there, field), field
        assert [(a.action, a.value, a.utility, a.proven, a.share) for a in here.actions] == [
            (a.action, a.value, a.utility, a.proven, a.share) for a in there.actions
        ]
        assert [a.prior for a in here.actions] == pytest.approx([a.prior for a in there.actions], abs=1e-3)


@pytest.mark.parametrize("game", GAMES)
def test_x_12_both_implementations_report_the_same(game: str) -> None:
    for state in short(game):
        for margin_weight in (0.0, 0.5):
            native, reference = (raw(s, margin_weight=margin_weight) for s in (state, in_reference(state)))
            assert native == reference
            assert native["proven"]


@pytest.mark.parametrize("margin_weight", [0.0, 0.3, 1.0])
def test_x_12_the_margin_counts_as_much_as_it_is_told(margin_weight: float) -> None:
    for game in ("gardens_of_io", "bloom_town"):
        for ending in suite(game).some(8).endings:
            report = searched(ending.state, margin_weight=margin_weight)
            worths = dict(ending.state.backend.ending_worths(margin_weight))
            assert report.best.utility == max(worths.values()) / ONE
            assert worths[report.best_action] == max(worths.values())


def test_x_12_the_rest_has_no_value_and_follows_in_the_order() -> None:
    for ending in suite("gardens_of_io").some(8).endings:
        first, *others = searched(ending.state).actions
        assert first.proven
        assert all((a.value, a.utility, a.proven) == (None, None, False) for a in others)
        weights = dict(zip(ending.state.legal_actions(), ending.state.backend.prior(), strict=True))
        assert [a.action for a in others] == sorted((a.action for a in others), key=lambda a: (-weights[a], a))


def test_x_12_the_draw_of_a_duel_counts_searches() -> None:
    """M-11: the streams are those of Mcts, search by search."""
    drawn = [
        e.state for e in suite("buds_and_blooms").endings if sum(bool(a.share) for a in searched(e.state).actions) > 1
    ]
    assert len(drawn) >= 5
    for state in drawn[:5]:
        here, there = (kind(state.game, seed=9) for kind in (Expectimax, Mcts))
        choices = [here.search(state, ONCE).best_action for _ in range(8)]
        assert choices == [there.search(state, ONCE).best_action for _ in range(8)]
        here.reset()
        assert [here.search(state, ONCE).best_action for _ in range(8)] == choices
    assert any(len({searched(state, seed=seed).best_action for seed in range(20)}) > 1 for state in drawn[:5])


@pytest.mark.parametrize("game", HIDDEN)
def test_x_12_nothing_hidden_is_looked_at(game: str) -> None:
    for ending in suite(game).some(12).endings:
        state, rng = ending.state, cloche.Rng(3)
        player = state.current_player()
        expected = searched(state)
        for _ in range(3):
            assert searched(state.redeal(player, rng)) == expected
        assert Expectimax(state.game).search(state.belief(player), ONCE) == expected


@pytest.mark.parametrize("game", GAMES)
def test_x_12_turned_off_or_asked_for_all_values_it_searches(game: str) -> None:
    for state in short(game)[:2]:
        off = searched(state, limits=Limits(depth=1), endings=False, worlds=2)
        every = searched(state, limits=Limits(depth=1), all_values=True, worlds=2)
        assert (off.depth, every.depth) == (1, 1)
        assert off.nodes > 0
        assert all(action.value is not None for action in every.actions)
        assert off == searched(state, limits=Limits(depth=1), endings=False, worlds=2, margin_weight=1.0)
        for settings in ({"endings": False}, {"all_values": True}):
            reports = [
                Expectimax(s.game, worlds=1, **settings).search(s, Limits(depth=1))
                for s in (state, in_reference(state))
            ]
            assert reports[0].values == reports[1].values
            assert reports[0].best_action == reports[1].best_action


def test_x_12_only_endings_are_solved() -> None:
    state = cloche.load("gardens_of_io").new_initial_state(seed=2)
    assert searched(state, limits=Limits(depth=1)) == searched(state, limits=Limits(depth=1), endings=False)


def test_x_12_what_comes_after_an_ending_is_searched_again() -> None:
    """The bot goes on from a solved search as from any other."""
    state = suite("gardens_of_io").endings[3].state
    bot = Expectimax(state.game)
    best = bot.search(state, ONCE).best_action
    with pytest.raises(ValueError, match="not legal"):
        bot.advance(490)
    bot.advance(best)
    start = state.game.new_initial_state(seed=1)
    assert bot.search(start, Limits(depth=1)) == searched(start, limits=Limits(depth=1))


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"endings": 1}, "endings: 1, should be True or False"),
        ({"margin_weight": 1.5}, "margin_weight: 1.5"),
        ({"margin_weight": "half"}, "margin_weight: 'half'"),
    ],
)
def test_settings_of_endings_are_checked(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Expectimax(cloche.load("nim"), **settings)


def test_endings_by_name() -> None:
    game = cloche.load("gardens_of_io")
    bot = cloche.player("expectimax:2,endings=false,margin_weight=0.25", game)
    assert bot.settings["endings"] is False
    assert bot.settings["margin_weight"] == 0.25
    assert Expectimax(game).settings["margin_weight"] == Mcts(game).settings["margin_weight"]
