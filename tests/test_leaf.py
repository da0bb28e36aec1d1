"""Leaves that a linear value or an evaluator judges (seeds/search.md, M-80 to M-88)."""

from __future__ import annotations

import gc
import threading
import time
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import cloche
from cloche.players import Mcts
from cloche.report import Limits
from cloche.settings import LinearValue

from .net import IMPLEMENTATIONS, SETUPS, Setup, decisions
from .oracle import Array, Oracle

both = pytest.mark.parametrize("implementation", IMPLEMENTATIONS)
GARDENS = [setup for setup in SETUPS if setup.game in cloche.games()]
ONE = 2**24


def connect_four(implementation: str = "native", moves: str = "") -> cloche.State:
    state = cloche.load("connect_four", implementation=implementation).new_initial_state()
    for move in moves:
        state.apply_action(state.string_to_action(move))
    return state


def even(tensors: Array) -> Array:
    """Two players who may both win."""
    return np.full((len(tensors), 2), 0.5)


def comparable(report: cloche.SearchReport) -> dict[str, Any]:
    return report.to_dict() | {"seconds": 0, "tree_bytes": 0}


# Features and the linear value


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_features_of_both_implementations_are_equal(setup: Setup) -> None:
    """At more nodes than lockstep looks at in full, and for every player."""
    for state in decisions(setup, "native", 30):
        twin = setup.load("reference").state_from_dict(state.to_dict())
        for player in range(setup.players):
            features = list(state.backend.features(player))
            assert features == list(twin.backend.features(player))
            assert features == [float(np.float32(feature)) for feature in features]


def fixed(x: float) -> int:
    """As search.md has it."""
    return 0 if x <= 0 else ONE if x >= 1 else int(x * ONE + 0.5)


def expected_of(state: cloche.State) -> list[float]:
    """M-81, from the page."""
    value = LinearValue.of_game(state.game)
    found = []
    for player, score in enumerate(state.backend.scores()):
        points = value.bias
        for weight, feature in zip(value.weights, state.backend.features(player), strict=True):
            points += weight * feature
        found.append(score + points)
    if state.game.backend.shared_return:
        total = 0.0
        for score in found:
            total += score
        return [total / len(found)] * len(found)
    return found


@both
@pytest.mark.parametrize("players", [2, 3])
def test_m_82_shares_have_the_lead_of_the_weights_and_squashes_the_scale_of_the_game(
    implementation: str, players: int
) -> None:
    game = cloche.load("gardens_of_io", players=players, implementation=implementation)
    state = game.new_initial_state(seed=4)
    for _ in range(12):
        state.apply_action(state.legal_actions()[0])
    report = Mcts(game, leaf="linear", margin_weight=0.25).search(state, Limits(simulations=1))
    scores = expected_of(state.child(report.best_action))
    ahead = [score - max(other for q, other in enumerate(scores) if q != p) for p, score in enumerate(scores)]
    lead, scale = LinearValue.of_game(game).lead, game.backend.margin_scale
    squashed = [0.5 + 0.5 * (d / (lead + abs(d))) for d in ahead]
    total = 0.0
    for share in squashed:
        total += share
    shares = [share / total for share in squashed]
    margins = [0.5 + 0.5 * (d / (scale + abs(d))) for d in ahead]
    mover = state.current_player()
    u = [fixed(0.75 * share + 0.25 * margin) for share, margin in zip(shares, margins, strict=True)]
    if players == 2:
        u[1] = ONE - u[0]
    assert report.actions[0].utility == u[mover] / ONE
    gains = [fixed(share) for share in shares]
    if players == 2:
        gains[1] = ONE - gains[0]
    assert report.values == pytest.approx([(players * gain / ONE - 1) / (players - 1) for gain in gains])


@both
def test_m_82_shared_returns_are_the_mean_of_what_is_expected(implementation: str) -> None:
    options = {"cooperative": True}
    game = cloche.load("gardens_of_io", players=2, options=options, implementation=implementation)
    state = game.new_initial_state(seed=1)
    for _ in range(12):
        state.apply_action(state.legal_actions()[0])
    report = Mcts(game, leaf="linear").search(state, Limits(simulations=1))
    x = max(0.0, expected_of(state.child(report.best_action))[0])
    assert report.actions[0].utility == fixed(x / (x + game.backend.margin_scale)) / ONE
    assert report.values == (int(256 * x + 0.5) / 256,) * 2


@both
def test_m_81_who_plays_alone_is_measured_against_the_rival(implementation: str) -> None:
    game = cloche.load("buds_and_blooms", players=1, implementation=implementation)
    state = game.new_initial_state(seed=1)
    report = Mcts(game, leaf="linear", margin_weight=0.0).search(state, Limits(simulations=1))
    assert 0 < (report.values[0] + 1) / 2 < 1


@both
def test_m_80_an_end_of_the_game_is_worth_what_it_is_worth(implementation: str) -> None:
    """X wins at once with the fourth in a row, whatever an evaluator would say of it."""
    state = connect_four(implementation, "aabbcc")
    oracle = Oracle(state.game)
    report = Mcts(state.game, evaluator=oracle, playout_plies=0).search(state, Limits(simulations=30))
    assert report.proven
    assert state.action_to_string(report.best_action) == "d"


@pytest.mark.parametrize("name", cloche.games())
def test_m_81_every_number_of_players_has_weights(name: str) -> None:
    fewest, most = cloche.registry.entry(name).players
    for players in range(fewest, most + 1):
        game = cloche.load(name, players=players)
        value = LinearValue.of_game(game)
        assert value.lead > 0
        assert len(value.weights) == len(game.new_initial_state().backend.features(0))


def test_m_81_games_without_weights_have_no_linear_value() -> None:
    with pytest.raises(ValueError, match=r"leaf: 'linear', should be 'playout' or an evaluator: nim has no weights"):
        Mcts(cloche.load("nim"), leaf="linear")


def test_a_linear_value_tells_more_than_the_scores() -> None:
    """Of the winner, early in the game, where greedy players go on."""
    game = cloche.load("gardens_of_io")
    greedy, right, plain = cloche.Greedy(game), 0, 0
    for seed in range(60):
        state = game.new_initial_state(seed=seed)
        for _ in range(14):
            state.apply_action(greedy.act(state))
        expected, scores = expected_of(state), state.backend.scores()
        while not state.is_terminal():
            state.apply_action(greedy.act(state))
        won = state.returns()[0]
        right += (expected[0] - expected[1]) * won > 0
        plain += (scores[0] - scores[1]) * won > 0
    assert right > plain


# What an evaluator is given


@both
@pytest.mark.parametrize("game_name", ["connect_four", "bloom_town"])
def test_m_83_rows_are_what_the_player_to_move_knows(implementation: str, game_name: str) -> None:
    game = cloche.load(game_name, implementation=implementation)
    state = game.new_initial_state(seed=3)
    oracle = Oracle(game, masks=True)
    Mcts(game, evaluator=oracle, action_masks=True, batch=4).search(state, Limits(simulations=1))
    mover = state.current_player()
    assert oracle.calls[0].shape == (1, *game.observation_tensor_shape)  # M-86
    if game.perfect_information:
        assert np.array_equal(oracle.calls[0][0], state.observation_tensor(mover))
        mask = np.zeros(game.num_distinct_actions, bool)
        mask[state.legal_actions()] = True
        assert oracle.seen_masks[0].dtype == np.bool_
        assert np.array_equal(oracle.seen_masks[0][0], mask)
        first = state.child(Mcts(game, evaluator=even).search(state, Limits(simulations=1)).best_action)
        assert np.array_equal(oracle.calls[1][0], first.observation_tensor(first.current_player()))
    assert oracle.seen_masks[0].shape == (1, game.num_distinct_actions)


@pytest.mark.parametrize("name", ["kuhn_poker", "bloom_town", "buds_and_blooms", "barton_in_bloom"])
def test_an_evaluator_learns_nothing_of_what_the_player_does_not_know(name: str) -> None:
    game = cloche.load(name)
    state = game.new_initial_state(seed=5)
    world = state.clone()
    world.backend.redeal(state.current_player(), cloche.Rng(99))
    given = []
    for position in (state, world):
        oracle = Oracle(game, priors=True)
        Mcts(game, evaluator=oracle, batch=8).search(position, Limits(simulations=60))
        given.append(oracle.calls)
    assert all(np.array_equal(*pair) for pair in zip(*given, strict=True))


def test_rows_lie_in_one_buffer_that_python_sees_itself() -> None:
    places = set()

    def evaluator(tensors: Array) -> Array:
        places.add(tensors.__array_interface__["data"][0])
        return even(tensors)

    state = connect_four()
    Mcts(state.game, evaluator=evaluator, batch=8).search(state, Limits(simulations=100))
    assert len(places) == 1


def test_rows_that_are_kept_outlive_the_bot() -> None:
    kept: list[Array] = []

    def evaluator(tensors: Array) -> Array:
        kept.append(tensors)
        return even(tensors)

    state = connect_four()
    bot = Mcts(state.game, evaluator=evaluator, batch=8)
    bot.search(state, Limits(simulations=100))
    del bot
    gc.collect()
    assert all(set(np.unique(tensors)) <= {0.0, 1.0} for tensors in kept)


# Waiting


@both
def test_m_84_the_function_is_called_with_full_batches_and_at_the_end_with_the_rest(implementation: str) -> None:
    state = connect_four(implementation)
    oracle = Oracle(state.game)
    bot = Mcts(state.game, evaluator=oracle, batch=8)
    bot.search(state, Limits(simulations=29))
    assert oracle.sizes == [1, 8, 8, 8, 5]
    oracle.calls.clear()
    bot.search(state, Limits(simulations=9))  # the tree is kept
    assert oracle.sizes == [8, 1]


@both
def test_m_84_what_waits_counts_as_lost(implementation: str) -> None:
    """With a batch of all simulations nothing is known before the end, and visits follow the prior alone."""
    state = connect_four(implementation)
    bot = Mcts(state.game, evaluator=even, batch=64, playout_plies=0, selection="uct")
    report = bot.search(state, Limits(simulations=14))
    assert [row.visits for row in report.actions] == [2] * 7
    assert [row.utility for row in report.actions] == [0.5] * 7


@both
def test_m_84_with_a_batch_of_one_nothing_waits(implementation: str) -> None:
    """As a playout that is cut at once, if the evaluator says what the scores do."""
    state = connect_four(implementation, "d")
    reports = [
        Mcts(state.game, playout_plies=0, margin_weight=0.0, **more).search(state, Limits(simulations=300))
        for more in ({}, {"evaluator": even, "batch": 1})
    ]
    assert comparable(reports[0]) == comparable(reports[1])


@both
def test_m_84_a_flag_that_ends_a_search_leaves_nothing_waiting(implementation: str) -> None:
    state = connect_four(implementation)
    flag: Any = cloche.StopFlag() if implementation == "native" else threading.Event()
    sizes = []

    def evaluator(tensors: Array) -> Array:
        sizes.append(len(tensors))
        if len(sizes) == 3:
            flag.set()
        return even(tensors)

    report = Mcts(state.game, evaluator=evaluator, batch=16).search(state, stop=flag)
    assert report.stopped_by == "stop"
    assert report.simulations == sum(sizes) - 1  # without the root
    assert all(row.utility == 0.5 for row in report.actions if row.visits)


@both
def test_m_85_shared_returns_are_points_by_the_scale_of_the_game(implementation: str) -> None:
    game = cloche.load("small_2048", implementation=implementation)
    state = game.new_initial_state(seed=1)

    def evaluator(tensors: Array) -> Array:
        return np.full((len(tensors), 1), 0.75)

    report = Mcts(game, evaluator=evaluator).search(state, Limits(simulations=1))
    scale = game.backend.margin_scale or 1
    assert report.actions[0].utility == 0.75
    assert report.values == (3 * scale,)


@both
def test_m_85_values_begin_with_the_player_to_move(implementation: str) -> None:
    game = cloche.load("gardens_of_io", players=3, implementation=implementation)
    state = game.new_initial_state(seed=1)

    def evaluator(tensors: Array) -> Array:
        return np.tile([0.5, 0.25, 0.125], (len(tensors), 1)).astype(np.float32)

    report = Mcts(game, evaluator=evaluator).search(state, Limits(simulations=1))
    mover = state.child(report.best_action).current_player()
    assert mover == 1
    assert report.values == (-0.3125, 0.25, -0.125)


@both
def test_m_85_of_two_players_the_one_to_move_is_looked_at(implementation: str) -> None:
    state = connect_four(implementation)

    def evaluator(tensors: Array) -> Array:
        return np.tile([0.75, 0.75], (len(tensors), 1))

    report = Mcts(state.game, evaluator=evaluator).search(state, Limits(simulations=1))
    assert report.values == (-0.5, 0.5)


# Priors


@both
def test_m_87_priors_take_the_place_of_the_games_own(implementation: str) -> None:
    state = connect_four(implementation)
    middle, edge = state.string_to_action("d"), state.string_to_action("a")

    def evaluator(tensors: Array) -> tuple[Array, Array]:
        priors = np.zeros((len(tensors), state.game.num_distinct_actions), np.float32)
        priors[:, middle], priors[:, edge] = 0.75, 0.25
        return even(tensors), priors

    report = Mcts(state.game, evaluator=evaluator, batch=4).search(state, Limits(simulations=40))
    priors = {row.action: row.prior for row in report.actions}
    assert priors[middle] == pytest.approx(0.75, abs=1e-3)
    assert priors[edge] == pytest.approx(0.25, abs=1e-3)
    assert report.best_action == middle
    assert report.principal_variation[:2] == (middle, middle)


@both
def test_m_86_a_new_root_is_judged_alone_and_only_by_worker_0(implementation: str) -> None:
    """M-88."""
    state = connect_four(implementation)
    oracle = Oracle(state.game, priors=True)
    Mcts(state.game, evaluator=oracle, workers=3, batch=8).search(state, Limits(simulations=48))
    root = state.observation_tensor(0)
    roots = [call for call in oracle.calls if any(np.array_equal(row, root) for row in call)]
    assert [len(call) for call in roots] == [1]


@both
def test_m_88_a_worker_whose_root_has_other_priors_begins_anew(implementation: str) -> None:
    """An evaluator that changes its mind all the time: roots still have one order, and reports are whole."""
    state = connect_four(implementation)
    rng = np.random.default_rng(1)

    def evaluator(tensors: Array) -> tuple[Array, Array]:
        return even(tensors), rng.random((len(tensors), state.game.num_distinct_actions))

    bot = Mcts(state.game, evaluator=evaluator, workers=3, batch=8)
    for _ in range(4):
        report = bot.search(state, Limits(simulations=90))
        assert sum(row.prior for row in report.actions) == pytest.approx(1.0)
        bot.advance(report.best_action)
        state.apply_action(report.best_action)


# Evaluators that fail


class Unwell(Exception):
    pass


def raising(tensors: Array) -> Array:
    raise Unwell("no memory")


BAD: dict[str, tuple[Callable[[Array], Any], type[Exception], str]] = {
    "raises": (raising, Unwell, "no memory"),
    "one column": (lambda x: np.zeros((len(x), 1)), ValueError, r"values of shape \(\d+, 1\), should be \(\d+, 2\)"),
    "no rows": (lambda x: np.zeros((0, 2)), ValueError, r"values of shape \(0, 2\), should be \(\d+, 2\)"),
    "flat": (lambda x: np.zeros(2 * len(x)), ValueError, "values of shape"),
    "nan": (
        lambda x: np.full((len(x), 2), np.nan),
        ValueError,
        r"values: nan in row 0, player 0, should be from 0 to 1",
    ),
    "above": (lambda x: np.full((len(x), 2), 1.5), ValueError, r"values: 1\.5 in row 0, player 0"),
    "below": (lambda x: np.full((len(x), 2), -0.5, np.float32), ValueError, r"values: -0\.5 in row 0"),
    "none": (lambda x: None, ValueError, "values of dtype object"),
    "texts": (lambda x: np.full((len(x), 2), "a"), ValueError, "values of dtype <U1, should be numbers"),
    "complex": (lambda x: np.full((len(x), 2), 1j), ValueError, "values of dtype complex128"),
    "three": (lambda x: (even(x),) * 3, ValueError, "a tuple of 3, should be values, or values and priors"),
    "few priors": (lambda x: (even(x), np.zeros((len(x), 2))), ValueError, r"priors of shape \(\d+, 2\)"),
    "prior": (lambda x: (even(x), np.full((len(x), 7), 2.0)), ValueError, r"priors: 2\.0 in row 0, action 0"),
    "other form": (
        lambda x: (even(x), np.zeros((len(x), 7))),
        ValueError,
        "should be values alone, as its first answer",
    ),
}


@both
@pytest.mark.parametrize("workers", [1, 3])
@pytest.mark.parametrize("first_good", [0, 1, 4])
@pytest.mark.parametrize("what", BAD)
def test_a_bad_evaluator_ends_the_search_and_leaves_the_bot_as_new(
    implementation: str, workers: int, first_good: int, what: str
) -> None:
    bad, error, words = BAD[what]
    if what == "other form" and first_good == 0:
        pytest.skip("the first answer sets the form")
    if "prior" in what and first_good:
        pytest.skip("they come after values alone")
    state = connect_four(implementation, "d")
    calls = [0]

    def evaluator(tensors: Array) -> Any:
        calls[0] += 1
        return bad(tensors) if first_good < calls[0] < 100 else even(tensors)

    bot = Mcts(state.game, evaluator=evaluator, batch=8, workers=workers, threads=workers)
    with pytest.raises(error, match=words):
        bot.search(state, Limits(simulations=200))
    calls[0] = 100
    bot.reset()
    fresh = Mcts(state.game, evaluator=even, batch=8, workers=workers)
    assert comparable(bot.search(state, Limits(simulations=60))) == comparable(
        fresh.search(state, Limits(simulations=60))
    )


@both
def test_after_an_error_the_bot_searches_on_without_a_reset(implementation: str) -> None:
    state = connect_four(implementation)
    ill = [False]

    def evaluator(tensors: Array) -> Array:
        if ill[0]:
            raise Unwell
        return even(tensors)

    bot = Mcts(state.game, evaluator=evaluator, batch=8)
    bot.search(state, Limits(simulations=50))
    ill[0] = True
    with pytest.raises(Unwell):
        bot.search(state, Limits(simulations=50))
    ill[0] = False
    report = bot.search(state, Limits(simulations=50))
    assert sum(row.visits for row in report.actions) == 50  # nothing is kept


@both
def test_nothing_keeps_an_evaluator_alive(implementation: str) -> None:
    class Net:
        bot: Any = None

        def __call__(self, tensors: Array) -> Array:
            return even(tensors)

    for circle in (False, True):
        for fails in (False, True):
            state = connect_four(implementation)
            net = Net()
            bot = Mcts(state.game, evaluator=raising if fails and not circle else net, batch=4)
            if circle:
                net.bot = bot
            if fails and not circle:
                with pytest.raises(Unwell):
                    bot.search(state, Limits(simulations=20))
            else:
                bot.search(state, Limits(simulations=20))
            gone = weakref.ref(net)
            del net, bot
            gc.collect()
            assert gone() is None


@both
def test_an_evaluator_that_asks_its_own_bot_is_refused(implementation: str) -> None:
    state = connect_four(implementation)
    bot: Any = None

    def evaluator(tensors: Array) -> Array:
        bot.search(state, Limits(simulations=1))
        return even(tensors)

    bot = Mcts(state.game, evaluator=evaluator)
    with pytest.raises(RuntimeError, match="this bot is searching"):
        bot.search(state, Limits(simulations=10))


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"leaf": "network"}, r"leaf: 'network', should be 'playout' or 'linear'"),
        ({"leaf": "linear", "playout_plies": None}, r"playout_plies: None, should be a whole number"),
        ({"leaf": "linear", "evaluator": even}, r"leaf: 'linear', should not be given with an evaluator"),
        ({"evaluator": 3}, r"evaluator: 3, should be a function"),
        ({"evaluator": even, "batch": 0}, r"batch: 0, should be a whole number 1\.\.65536"),
        ({"evaluator": even, "batch": 2.5}, r"batch: 2\.5"),
        ({"evaluator": even, "action_masks": 1}, r"action_masks: 1, should be True or False"),
        ({"evaluator": even, "playout_plies": None}, r"playout_plies: None, should be a whole number"),
    ],
)
def test_settings_of_leaves_are_checked(settings: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Mcts(cloche.load("gardens_of_io"), **settings)


def test_settings_tell_how_leaves_are_judged() -> None:
    game = cloche.load("gardens_of_io")
    assert Mcts(game).settings["leaf"] == "playout"
    linear = cloche.player("mcts:400,leaf=linear,playout_plies=4", game)
    assert isinstance(linear, Mcts)
    assert (linear.settings["leaf"], linear.settings["playout_plies"]) == ("linear", 4)
    assert Mcts(game, leaf="linear").settings["playout_plies"] == 0
    settings = Mcts(game, evaluator=even, batch=3).settings
    assert (settings["leaf"], settings["batch"], settings["evaluator"]) == ("evaluator", 3, even)


# Threads


@pytest.mark.parametrize("setup", SETUPS[::2], ids=str)
@pytest.mark.parametrize("priors", [False, True])
def test_m_88_reports_are_equal_on_any_number_of_threads(setup: Setup, priors: bool) -> None:
    reports = []
    for threads in (1, 4):
        state = decisions(setup, "native", 2)[0]
        bot = Mcts(state.game, evaluator=Oracle(state.game, priors=priors), batch=8, workers=4, threads=threads)
        reports.append(bot.search(state, Limits(simulations=300)))
    assert comparable(reports[0]) == comparable(reports[1])


def test_m_88_calls_come_one_at_a_time() -> None:
    running, most = 0, 0

    def evaluator(tensors: Array) -> Array:
        nonlocal running, most
        running += 1
        most = max(most, running)
        time.sleep(0.001)  # others may run
        running -= 1
        return even(tensors)

    state = connect_four()
    Mcts(state.game, evaluator=evaluator, batch=8, workers=4, threads=4).search(state, Limits(simulations=400))
    assert most == 1


# What good values are good for


@both
def test_exact_values_of_the_next_positions_are_enough_to_play_well(implementation: str) -> None:
    """Nim of four piles, one move deep: the nim-sum decides, and the search has it from the evaluator alone."""
    game = cloche.load("nim", implementation=implementation)
    start = game.new_initial_state()
    known: dict[bytes, float] = {}

    def learn(state: cloche.State) -> None:
        piles = state.to_dict()["piles"]
        key = state.observation_tensor(state.current_player()).tobytes()
        if key in known:
            return
        known[key] = float(np.bitwise_xor.reduce(piles) != 0)  # the player to move wins
        for child in (state.child(action) for action in state.legal_actions()):
            if not child.is_terminal():
                learn(child)

    learn(start)

    def evaluator(tensors: Array) -> Array:
        return np.array([[known[row.tobytes()], 1 - known[row.tobytes()]] for row in tensors])

    rng = np.random.default_rng(2)
    state, checked = start, 0
    while not state.is_terminal():
        legal = state.legal_actions()
        if np.bitwise_xor.reduce(state.to_dict()["piles"]):
            bot = Mcts(game, evaluator=evaluator, batch=4, endings=False, selection="uct", exploration=0.3)
            chosen = state.child(bot.search(state, Limits(simulations=80, depth=1)).best_action)
            assert not np.bitwise_xor.reduce(chosen.to_dict()["piles"])
            checked += 1
        state = state.child(int(rng.choice(legal)))
    assert checked > 1
