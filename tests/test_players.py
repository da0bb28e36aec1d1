"""Players: what they play, what they refuse, and that equal ones play equally."""

from __future__ import annotations

import dataclasses
import inspect
import math
import re
import subprocess
import sys
import threading
from typing import Any

import pytest

import cloche
from cloche import settings as search_settings
from cloche.opponents import BotSpec, player
from cloche.players import FlatMonteCarlo, Greedy, Mcts, Random
from cloche.report import Limits, SearchReport
from cloche.settings import SearchSettings

PLAYERS = [Mcts, FlatMonteCarlo, Greedy, Random]
SEARCHES = [Mcts, FlatMonteCarlo]
FEW = Limits(simulations=20)


@pytest.fixture
def nim(implementation: str) -> cloche.Game:
    return cloche.load("nim", options={"piles": [3, 4, 5]}, implementation=implementation)


@pytest.mark.parametrize("bot_class", PLAYERS)
def test_a_player_plays_legal_actions_to_the_end(bot_class: Any, nim: cloche.Game) -> None:
    state, bot = nim.new_initial_state(), bot_class(nim, seed=1)
    while not state.is_terminal():
        action = bot.act(state, FEW)
        assert action in state.legal_actions()
        state.apply_action(action)
        bot.advance(action)


@pytest.mark.parametrize("bot_class", PLAYERS)
def test_thinking_does_not_change_the_state(bot_class: Any, nim: cloche.Game) -> None:
    state = nim.new_initial_state()
    bot_class(nim).search(state, FEW)
    assert state == nim.new_initial_state()


def test_mcts_finds_the_only_winning_move_of_nim_3_4_5(nim: cloche.Game) -> None:
    report = Mcts(nim).search(nim.new_initial_state(), Limits(simulations=2_000))
    assert report.best_text == "1:2"


@pytest.mark.parametrize("bot_class", PLAYERS)
def test_a_player_may_be_any_that_is_to_move(bot_class: Any, implementation: str) -> None:
    game = cloche.load("gardens_of_io", players=3, implementation=implementation)
    state = game.new_initial_state(seed=2)
    state.apply_action(state.legal_actions()[0])
    report = bot_class(game).search(state, FEW)
    assert report.player == state.current_player() == 1


@pytest.mark.parametrize("bot_class", PLAYERS)
def test_equal_seeds_and_calls_give_equal_reports(bot_class: Any, nim: cloche.Game) -> None:
    def reports(bot: Any) -> list[SearchReport]:
        return [bot.search(nim.new_initial_state(), FEW) for _ in range(3)]

    bot = bot_class(nim, seed=5)
    first = reports(bot)
    assert first == reports(bot_class(nim, seed=5))
    bot.reset()
    assert first == reports(bot)


def test_other_seeds_give_other_searches() -> None:
    game = cloche.load("gardens_of_io")
    state = game.new_initial_state(seed=0)
    assert Mcts(game, seed=1).search(state, FEW) != Mcts(game, seed=2).search(state, FEW)


def test_native_and_reference_search_alike() -> None:
    reports = []
    for implementation in ("native", "reference"):
        game = cloche.load("gardens_of_io", players=3, implementation=implementation)
        reports.append(Mcts(game, seed=4).search(game.new_initial_state(seed=4), Limits(simulations=150)))
    native, reference = reports
    for one, other in zip(native.actions, reference.actions, strict=True):
        assert (one.action, one.visits, one.value, one.prior) == (other.action, other.visits, other.value, other.prior)
        assert one.utility == pytest.approx(other.utility)
    assert native.principal_texts == reference.principal_texts
    assert (native.nodes, native.score_quantiles) == (reference.nodes, reference.score_quantiles)


def test_random_is_fair_and_follows_its_count_of_moves(nim: cloche.Game) -> None:
    bot, state = Random(nim, seed=9), nim.new_initial_state()
    drawn = [bot.act(state) for _ in range(600)]
    assert set(drawn) == set(state.legal_actions())
    assert max(drawn.count(action) for action in drawn) < 100
    assert drawn[:3] == [Random(nim, seed=9).act(state), *drawn[1:3]]


def test_greedy_takes_the_highest_prior_and_the_lowest_id(implementation: str) -> None:
    game = cloche.load("gardens_of_io", implementation=implementation)
    state = game.new_initial_state(seed=3)
    for _ in range(3):
        state.apply_action(state.legal_actions()[40])
    weights = dict(zip(state.legal_actions(), state.prior(), strict=True))
    best = max(weights.values())
    assert Greedy(game).act(state) == min(action for action, weight in weights.items() if weight == best)


# Tree reuse


def test_advance_keeps_what_was_searched_below(nim: cloche.Game) -> None:
    bot, state = Mcts(nim, seed=1), nim.new_initial_state()
    first = bot.search(state, Limits(simulations=300))
    bot.advance(first.best_action)
    kept = bot.search(state.child(first.best_action), Limits(simulations=1))
    assert sum(action.visits for action in kept.actions) > 20


def test_a_position_that_does_not_follow_starts_a_new_tree(nim: cloche.Game) -> None:
    bot, state = Mcts(nim, seed=1), nim.new_initial_state()
    bot.search(state, Limits(simulations=300))
    report = bot.search(state.child(0), Limits(simulations=10))
    assert sum(action.visits for action in report.actions) == 10


def test_advance_refuses_what_was_not_legal() -> None:
    game = cloche.load("nim")
    bot = Mcts(game)
    bot.search(game.new_initial_state(), FEW)
    with pytest.raises(ValueError, match="not legal"):
        bot.advance(30)
    with pytest.raises(ValueError, match="whole number"):
        bot.advance("1:1")  # type: ignore[arg-type]


def test_advance_names_the_action_and_the_legal_ones_where_the_tree_stands(nim: cloche.Game) -> None:
    bot, state = Mcts(nim, seed=1), nim.new_initial_state()
    bot.search(state, Limits(simulations=300))
    first = state.string_to_action("1:3")
    bot.advance(first)
    here = r"^action 0 is not legal in the position searched last; player 1 may play 31 \(2:1\), 32 \(2:2\)"
    with pytest.raises(ValueError, match=here):
        bot.advance(0)
    bot.advance(31)
    bot.reset()
    bot.advance(0)  # nothing was searched


def test_a_search_that_fails_leaves_no_wrong_words(implementation: str) -> None:
    def fail(report: SearchReport) -> None:
        raise KeyError("enough")

    game = cloche.load("gardens_of_io", implementation=implementation)
    bot, state = Mcts(game, seed=1), game.new_initial_state(seed=1)
    bot.search(state, FEW)
    with pytest.raises(KeyError):
        bot.search(state.child(state.legal_actions()[0]), Limits(seconds=20), on_progress=fail)
    with pytest.raises(ValueError, match=r"^action 0 is not legal in the position searched last$"):
        bot.advance(0)


def test_limits_of_a_call_replace_those_of_the_player(nim: cloche.Game) -> None:
    state = nim.new_initial_state()
    bot = Mcts(nim, limits=Limits(simulations=7))
    assert bot.search(state).simulations == 7
    assert bot.search(state, Limits(nodes=30)).stopped_by == "nodes"
    with pytest.raises(ValueError, match="nothing would end this search"):
        bot.search(state, Limits(depth=3))
    bot.limits = Limits(simulations=9)
    assert bot.search(state).simulations == 9


# What help() says


@pytest.mark.parametrize("record", [Limits, SearchReport, cloche.ActionReport, cloche.PlayoutSummary, SearchSettings])
def test_every_field_is_described_in_the_docstring(record: Any) -> None:
    described = re.findall(r"^        (\w+): ", record.__doc__, flags=re.MULTILINE)
    assert described == [field.name for field in dataclasses.fields(record)]


@pytest.mark.parametrize("bot_class", SEARCHES)
def test_every_setting_is_described_in_the_docstring(bot_class: Any) -> None:
    described = re.findall(r"^        (\w+): ", bot_class.__doc__, flags=re.MULTILINE)
    assert described == list(inspect.signature(bot_class).parameters)
    assert "seeds/search.md" in bot_class.__doc__


# Ending a search


@pytest.mark.parametrize("bot_class", SEARCHES)
@pytest.mark.parametrize("limits", [None, Limits(), Limits(depth=2)])
def test_a_search_without_an_end_needs_a_flag(bot_class: Any, limits: Limits | None, nim: cloche.Game) -> None:
    with pytest.raises(ValueError, match=r"nothing would end this search: .*StopFlag"):
        bot_class(nim).search(nim.new_initial_state(), limits)


@pytest.mark.parametrize("bot_class", SEARCHES)
def test_a_flag_ends_a_search(bot_class: Any, implementation: str) -> None:
    game = cloche.load("gardens_of_io", implementation=implementation)
    flag = cloche.StopFlag()
    threading.Timer(0.1, flag.set).start()
    report = bot_class(game).search(game.new_initial_state(seed=1), stop=flag)
    assert report.stopped_by == "stop"
    assert report.simulations > 0


def test_a_flag_that_is_set_leaves_a_choice(implementation: str) -> None:
    game = cloche.load("gardens_of_io", implementation=implementation)
    flag = cloche.StopFlag()
    flag.set()
    report = Mcts(game).search(game.new_initial_state(seed=1), stop=flag)
    assert report.simulations == 0
    assert report.score_mean is report.score_sd is report.score_quantiles is None


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        (Limits(simulations=7, nodes=10**9), "simulations"),
        (Limits(simulations=10**9, nodes=500), "nodes"),
        (Limits(simulations=10**9, seconds=0.05), "seconds"),
        (Limits(simulations=10**9, cpu_seconds=0.05), "cpu_seconds"),
    ],
)
@pytest.mark.parametrize("bot_class", SEARCHES)
def test_the_first_limit_ends_a_search(bot_class: Any, limits: Limits, reason: str, implementation: str) -> None:
    game = cloche.load("gardens_of_io", implementation=implementation)
    report = bot_class(game).search(game.new_initial_state(seed=1), limits)
    assert report.stopped_by == reason


def test_a_tree_keeps_within_its_memory() -> None:
    game = cloche.load("gardens_of_io")
    report = Mcts(game).search(game.new_initial_state(seed=1), Limits(simulations=40_000, memory_mb=1))
    assert report.simulations == 40_000
    assert 2**19 < report.tree_bytes <= 2**20


def test_progress_is_told_in_reports(implementation: str) -> None:
    game = cloche.load("gardens_of_io", implementation=implementation)
    told: list[SearchReport] = []
    Mcts(game).search(game.new_initial_state(seed=1), Limits(seconds=0.7), on_progress=told.append)
    assert told
    assert all(isinstance(report, SearchReport) and report.stopped_by == "" for report in told)
    assert [report.simulations for report in told] == sorted(report.simulations for report in told)


def test_an_error_of_the_listener_ends_the_search(implementation: str) -> None:
    def fail(report: SearchReport) -> None:
        raise KeyError("enough")

    game = cloche.load("gardens_of_io", implementation=implementation)
    with pytest.raises(KeyError, match="enough"):
        Mcts(game).search(game.new_initial_state(seed=1), Limits(seconds=5), on_progress=fail)


# What is refused


@pytest.mark.parametrize("bot_class", PLAYERS)
def test_there_is_nothing_to_decide_at_chance_nodes_and_the_end(bot_class: Any, implementation: str) -> None:
    game = cloche.load("gardens_of_io", implementation=implementation)
    with pytest.raises(ValueError, match="chance node"):
        bot_class(game).search(game.new_initial_state(), FEW)
    small = cloche.load("nim", options={"piles": [1]}, implementation=implementation)
    with pytest.raises(ValueError, match="the game is over"):
        bot_class(small).act(small.new_initial_state().child(0), FEW)


@pytest.mark.parametrize("bot_class", PLAYERS)
def test_states_of_other_games_are_refused(bot_class: Any, nim: cloche.Game) -> None:
    bot = bot_class(nim)
    others = [
        cloche.load("nim", implementation=nim.implementation),
        cloche.load("tic_tac_toe", implementation=nim.implementation),
        cloche.load(
            "nim", options=nim.options, implementation="reference" if nim.implementation == "native" else "native"
        ),
    ]
    for other in others:
        with pytest.raises(ValueError, match="this player plays"):
            bot.search(other.new_initial_state(), FEW)
    with pytest.raises(ValueError, match=r"should be a cloche\.State"):
        bot.search("position", FEW)


def test_a_state_of_an_equal_game_is_welcome(nim: cloche.Game) -> None:
    again = cloche.load("nim", options={"piles": (3, 4, 5)}, implementation=nim.implementation)
    assert Mcts(nim).act(again.new_initial_state(), FEW) in again.new_initial_state().legal_actions()


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"selection": "best"}, r"selection: 'best', should be 'puct' or 'uct'"),
        (
            {"playout": "gredy"},
            r"playout: 'gredy' \(did you mean 'greedy'\?\), should be 'random' or 'greedy' or 'prior'",
        ),
        ({"exploration": -1}, r"exploration: -1, should be a number from 0"),
        ({"exploration": math.nan}, r"exploration: nan"),
        ({"exploration": True}, r"exploration: True"),
        ({"fpu_reduction": 1.5}, r"fpu_reduction: 1.5, should be a number from 0 to 1"),
        ({"opponents": "max"}, r"opponents: 'max'.*, should be 'maxn' or 'paranoid'"),
        ({"early_stop": 1}, r"early_stop: 1, should be True or False"),
        ({"transpositions": "on"}, r"transpositions: 'on', should be True or False"),
        ({"early_stop": True, "final": "lcb"}, r"early_stop: True, should be False where final is 'lcb'"),
        ({"final": None}, r"final: None, should be 'visits' or 'value' or 'lcb'"),
        ({"root": "halve"}, r"root: 'halve' \(did you mean 'halving'\?\), should be 'selection' or 'halving'"),
        ({"root": ["halving"]}, r"root: \['halving'\], should be 'selection' or 'halving'"),
        ({"final": ""}, r"final: '', should be 'visits' or 'value' or 'lcb'"),
        ({"margin_weight": "0.5"}, r"margin_weight: '0.5'"),
        ({"playout_plies": -1}, r"playout_plies: -1, should be a whole number 0\.\."),
        ({"playout_plies": 2.0}, r"playout_plies: 2.0"),
        ({"seed": 1.5}, r"seed: 1.5"),
        ({"limits": 400}, r"limits: 400, should be cloche\.Limits"),
    ],
)
def test_settings_out_of_range_are_refused(settings: dict[str, Any], words: str, nim: cloche.Game) -> None:
    with pytest.raises(ValueError, match=words):
        Mcts(nim, **settings)


def test_arguments_of_the_wrong_kind_are_refused(nim: cloche.Game) -> None:
    with pytest.raises(ValueError, match=r"game: 'nim'"):
        Mcts("nim")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"limits: 400"):
        Mcts(nim).search(nim.new_initial_state(), 400)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"stop: 1"):
        Mcts(nim).search(nim.new_initial_state(), FEW, stop=1)  # type: ignore[arg-type]


def test_a_game_brings_its_own_settings(nim: cloche.Game) -> None:
    own = SearchSettings.of_game(nim)
    assert own == SearchSettings(1.0, 0.05, None, 0.5, "random", None)
    bot = Mcts(nim, exploration=2, playout_plies=3)
    assert bot.settings == {
        "selection": "puct",
        "exploration": 2.0,
        "fpu_reduction": 0.05,
        "widening": None,
        "chance_widening": None,
        "opponents": "maxn",
        "root": "selection",
        "final": "visits",
        "early_stop": False,
        "observers": "single",
        "merge": False,
        "transpositions": True,
        "margin_weight": 0.5,
        "playout": "random",
        "playout_plies": 3,
        "leaf": "playout",
        "endings": True,
        "workers": 1,
        "threads": 1,
    }


def test_tuned_settings_stand_in_the_weights_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    table = {"exploration": 1.25, "fpu_reduction": 0.1, "widening": 2.0, "margin_weight": 0.25, "playout": "greedy"}
    table["playout_plies"] = 4
    monkeypatch.setattr(search_settings, "_search_table", lambda entry: table)
    game = cloche.load("gardens_of_io")
    rest = {"selection": "puct", "chance_widening": None, "opponents": "maxn", "root": "selection", "final": "visits"}
    rest["leaf"] = "playout"
    more = {"early_stop": False, "transpositions": True, "endings": True, "workers": 1, "threads": 1}
    whole = table | rest | more
    whole |= {"observers": "single", "merge": False}
    assert Mcts(game).settings == whole
    to_the_end = Mcts(game, exploration=1, playout_plies=None).settings
    assert to_the_end == whole | {"exploration": 1.0, "playout_plies": None}
    assert Mcts(game, widening=None).settings == whole | {"widening": None}


# Opponents by name


def test_named_opponents_act_without_limits_of_the_call(nim: cloche.Game) -> None:
    for name in ("mcts", "flat", "greedy", "random", "mcts:30", "flat:nodes=100,playout=greedy"):
        assert player(name, nim, seed=1).act(nim.new_initial_state()) in nim.new_initial_state().legal_actions()


def test_a_text_names_settings_and_limits(nim: cloche.Game) -> None:
    bot = player("mcts:simulations=40,exploration=1.5,playout=prior,playout_plies=end,memory_mb=2", nim)
    assert isinstance(bot, Mcts)
    assert bot.limits == Limits(simulations=40, memory_mb=2)
    assert bot.settings["exploration"] == 1.5
    assert (bot.settings["playout"], bot.settings["playout_plies"]) == ("prior", None)
    assert player("mcts", nim).limits == Limits(simulations=400)
    assert player("mcts:memory_mb=3", nim).limits == Limits(simulations=400, memory_mb=3)
    assert player("mcts:seconds=0.5", nim).limits == Limits(seconds=0.5)
    assert player("mcts:40", nim, simulations=50, seed=8).limits == Limits(simulations=50)


@pytest.mark.parametrize(
    "text", ["mcts", "mcts:40", "mcts:40,exploration=1.5", "flat:playout_plies=end", "mcts:widening=none", "random"]
)
def test_a_spec_is_its_text(text: str) -> None:
    assert str(BotSpec.parse(text)) == text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("mtcs", r"no player is called 'mtcs' \(did you mean 'mcts'\?\); there are mcts, flat, expectimax, greedy"),
        ("mcts:exploratoin=1", r"no option 'exploratoin' \(did you mean 'exploration'\?\)"),
        ("mcts:40,simulations=50", "simulations is given twice"),
        ("mcts:simulations=", "should be name=value"),
        ("mcts:40,,", "should be name=value"),
        ("mcts:10,depth", "'depth', should be name=value or simulations"),
        ("expectimax:deep", "'deep', should be name=value or depth"),
        ("mcts:simulations=many", "simulations: 'many'"),
        ("mcts:exploration=end", None),
        ("greedy:40", "player greedy: no option 'simulations'"),
        ("", "no player is called ''"),
    ],
)
def test_a_text_that_names_no_opponent_is_refused(text: str, words: str | None, nim: cloche.Game) -> None:
    if words is None:
        assert player(text, nim)  # None is the game's own
        return
    with pytest.raises(ValueError, match=words):
        player(text, nim)


def test_players_import_no_heavy_library() -> None:
    code = (
        "import sys, cloche, cloche.players, cloche.opponents, cloche.record, cloche.arena, cloche.verify;"
        "print([name for name in ('numpy', 'click', 'rich', 'pydantic', 'prompt_toolkit') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_caller_may_play_on_while_a_search_runs(implementation: str) -> None:
    state = cloche.load("connect_four", implementation=implementation).new_initial_state()
    moves = []

    def play_on(report: SearchReport) -> None:
        if not state.is_terminal():
            state.apply_action(state.legal_actions()[0])
            moves.append(report.best_action)

    report = cloche.Mcts(state.game).search(state, Limits(seconds=0.6, memory_mb=64), on_progress=play_on)
    assert moves
    assert report.player == 0
    assert len(report.actions) == 7


def test_a_progress_callback_is_a_function(nim: cloche.Game) -> None:
    with pytest.raises(ValueError, match="on_progress: 5, should be a function"):
        cloche.Mcts(nim).search(nim.new_initial_state(), Limits(simulations=1), on_progress=5)  # type: ignore[arg-type]
