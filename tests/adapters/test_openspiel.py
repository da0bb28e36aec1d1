"""The games in OpenSpiel: registered, played by its bots, checked by its own tests."""

from __future__ import annotations

import importlib
import pickle
import random
import subprocess
import sys
import unittest
import warnings
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import exploitability, ismcts, mcts
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation
from open_spiel.python.policy import UniformRandomPolicy
from tests.net import GAMES, SETUPS, Setup, walk

import cloche
from cloche.adapters.openspiel import PREFIX, PlayerBot, SpielGame, SpielState

HIDING = [name for name in GAMES if not cloche.load(name).perfect_information]
FEW = 2  # simulations of a bot that only has to play


def loaded(text: str) -> Any:
    """The OpenSpiel game of a string."""
    return pyspiel.load_game(PREFIX + text)


def start(game: SpielGame, seed: int = 7) -> SpielState:
    """The first decision of a game."""
    return at(game, game.rules.new_initial_state(seed=seed))


def at(game: SpielGame, position: cloche.State) -> SpielState:
    """A position as a state of OpenSpiel."""
    state = game.new_initial_state()
    state.position = position
    return state


# What is registered


def test_every_game_is_registered() -> None:
    ours = {name.removeprefix(PREFIX) for name in pyspiel.registered_names() if name.startswith(PREFIX)}
    assert ours == {*cloche.games(), *cloche.known_games()}


@pytest.mark.parametrize("name", GAMES)
def test_openspiel_finds_no_fault_in_a_random_game(name: str) -> None:
    pyspiel.random_sim_test(loaded(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("setup", [setup for setup in SETUPS if setup.components is None], ids=str)
def test_the_string_of_a_game_loads_the_same_game(setup: Setup) -> None:
    game = SpielGame(setup.load())
    again = pyspiel.load_game(str(game))
    assert again.rules == game.rules
    assert str(again) == str(game)


def test_a_game_of_a_component_file_plays_it() -> None:
    setup = next(setup for setup in SETUPS if setup.components is not None)
    game = SpielGame(setup.load())
    assert start(game).position.game.components_digest == setup.load().components_digest
    assert game.num_distinct_actions() == setup.load().num_distinct_actions


@pytest.fixture(scope="module")
def api_test() -> Any:
    """OpenSpiel's integration test, which imports what warns."""
    with warnings.catch_warnings(action="ignore"):
        return importlib.import_module("open_spiel.integration_tests.api_test")


@pytest.mark.parametrize("name", GAMES)
def test_openspiel_finds_no_fault_in_a_part_of_the_tree(name: str, api_test: Any) -> None:
    random.seed(1)
    np.random.seed(1)
    facts = {"game": loaded(name), "game_name": PREFIX + name}
    case = type("PartOfTheTree", (api_test.EnforceAPIOnPartialTreeBase,), facts)
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun >= 5
    assert [text for _, text in result.errors + result.failures] == []


def test_what_openspiel_is_told_of_the_kinds_of_games() -> None:
    kind = pyspiel.GameType
    garden, coop, row, solo = (
        loaded(text).get_type()
        for text in (
            "bloom_town(players=3)",
            "gardens_of_io(cooperative=True)",
            "connect_four",
            "cottage_garden(players=1)",
        )
    )
    assert garden.utility == kind.Utility.ZERO_SUM
    assert garden.information == kind.Information.IMPERFECT_INFORMATION
    assert garden.chance_mode == kind.ChanceMode.EXPLICIT_STOCHASTIC
    assert (garden.min_num_players, garden.max_num_players) == (2, 4)
    assert coop.utility == kind.Utility.IDENTICAL
    assert row.information == kind.Information.PERFECT_INFORMATION
    assert row.chance_mode == kind.ChanceMode.DETERMINISTIC
    assert solo.utility == kind.Utility.GENERAL_SUM


def test_sizes_and_bounds_are_those_of_the_game() -> None:
    game = loaded("kuhn_poker")
    assert (game.num_players(), game.num_distinct_actions(), game.max_game_length()) == (2, 2, 3)
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-2.0, 2.0, 0.0)
    assert loaded("pig").max_game_length() == 10**9  # none
    assert loaded("connect_four").max_history_length() == 42


# Parameters


@pytest.mark.parametrize(
    ("text", "players", "options"),
    [
        ("bloom_town(players=3,side=B)", 3, {"side": "B", "subway": "group", "shop": "tiles"}),
        ("nim(piles=3;4;5)", 2, {"piles": [3, 4, 5]}),
        ("nim(piles=5;)", 2, {"piles": [5]}),
        ("buds_and_blooms(rocks=2;)", 2, {"rocks": 2, "take_that": True, "single_deck": False}),
        ("buds_and_blooms(rocks=none)", 2, {"rocks": "none", "take_that": True, "single_deck": False}),
        ("pig(coin=True,target=20)", 2, {"target": 20, "coin": True}),
        ("small_2048", 1, {"rows": 3, "columns": 3}),
    ],
)
def test_parameters_are_players_and_options(text: str, players: int, options: dict[str, Any]) -> None:
    rules = loaded(text).rules
    assert (rules.players, rules.options) == (players, options)


def test_parameters_may_be_given_as_a_dict() -> None:
    assert pyspiel.load_game("cloche_nim", {"piles": "5"}).rules.options == {"piles": [5]}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("bloom_town(players=9)", "players of bloom_town: 9, should be a whole number 2..4"),
        ("bloom_town(side=C)", "side: 'C', should be 'A' or 'B'"),
        ("bloom_town(sides=A)", "Unknown parameter 'sides'"),
        ("nim(piles=3;x)", r"piles: \[3, 'x'\], should be a list"),
        ("nim(piles=5)", "Wrong type for parameter piles"),
        ("nim(piles=)", r"piles: \[''\], should be a list"),
        ("buds_and_blooms(rocks=7;)", "rocks: 7, should be 'mixed' or 'none' or a whole number 0..3"),
        ("connect_four(columns=9,rows=9)", r"\(rows \+ 1\) \* columns is 90"),
    ],
)
def test_a_wrong_parameter_is_an_error_of_openspiel_that_names_it(text: str, message: str) -> None:
    with pytest.raises(pyspiel.SpielError, match=message):
        loaded(text)


# States


def test_a_state_that_is_read_again_is_the_same() -> None:
    game = loaded("buds_and_blooms")
    state = game.new_initial_state()
    for _ in range(40):
        state.apply_action(state.legal_actions()[-1])
    read = game.deserialize_state(state.serialize())
    assert read.position == state.position
    assert read.history() == state.history()
    assert pickle.loads(pickle.dumps(state)).position == state.position


def test_a_copy_shares_nothing_that_changes() -> None:
    state = start(loaded("gardens_of_io"))
    copy = state.clone()
    copy.apply_action(copy.legal_actions()[0])
    assert copy.position != state.position
    assert copy.history() == [state.legal_actions()[0]]


def test_an_illegal_action_is_an_error_of_openspiel_and_changes_nothing() -> None:
    state = start(loaded("tic_tac_toe"))
    state.apply_action(4)
    before = state.position.clone()
    for wrong in (4, 9):
        with pytest.raises(pyspiel.SpielError, match=f"action {wrong} is not legal here; player 1 may play 0"):
            state.apply_action(wrong)
    with pytest.raises(pyspiel.SpielError, match="action 4 is not legal here"):
        state.action_to_string(1, 4)
    assert state.position == before
    assert state.history() == [4]


def test_only_the_player_to_move_has_legal_actions() -> None:
    state = start(loaded("bloom_town(players=3)"))
    assert state.current_player() == 0
    assert [len(state.legal_actions(player)) > 0 for player in range(3)] == [True, False, False]


def test_actions_are_called_as_in_the_game() -> None:
    state = start(loaded("tic_tac_toe"))
    assert state.action_to_string(0, 4) == state.position.action_to_string(4)
    assert str(state) == state.position.text()


# What a player knows


def test_an_information_state_tells_nothing_that_is_hidden() -> None:
    game = loaded("kuhn_poker")
    deals = [game.new_initial_state().child(outcome) for outcome in game.new_initial_state().legal_actions()]
    while any(deal.is_chance_node() for deal in deals):
        deals = [deal.child(outcome) for deal in deals for outcome in deal.legal_actions()]
    assert len(deals) == 6  # of three cards, one to each
    for player in range(2):
        assert len({deal.information_state_string(player) for deal in deals}) == 3
        assert len({tuple(deal.information_state_tensor(player)) for deal in deals}) == 3


def test_an_observation_is_that_of_the_game() -> None:
    state = start(loaded("bloom_town"))
    for kind in (None, INFO_STATE_OBS_TYPE):
        seen = make_observation(state.get_game(), kind)
        seen.set_from(state, 1)
        np.testing.assert_array_equal(seen.tensor, state.position.observation_tensor(1))
        assert seen.string_from(state, 1) == state.information_state_string(1) == state.observation_string(1)
    assert state.get_game().observation_tensor_shape() == list(state.position.game.observation_tensor_shape)


def test_there_are_no_parts_of_an_observation() -> None:
    game = loaded("bloom_town")
    for public, private in ((False, pyspiel.PrivateInfoType.SINGLE_PLAYER), (True, pyspiel.PrivateInfoType.NONE)):
        kind = pyspiel.IIGObservationType(public_info=public, perfect_recall=True, private_info=private)
        assert make_observation(game, kind) is None


def test_wrong_questions_of_an_observer_are_errors_of_openspiel() -> None:
    game = loaded("bloom_town")
    with pytest.raises(pyspiel.SpielError, match="observations take no parameters"):
        make_observation(game, None, {"size": 3})
    with pytest.raises(pyspiel.SpielError, match=r"player: 2, should be a whole number 0\.\.1"):
        make_observation(game).set_from(start(game), 2)
    with pytest.raises(pyspiel.SpielError):
        start(game).information_state_string(2)


@pytest.mark.parametrize("name", HIDING)
def test_a_resampled_state_is_one_the_player_cannot_tell_from_the_truth(name: str) -> None:
    game = loaded(name)
    draw = pyspiel.UniformProbabilitySampler(5, 0.0, 1.0)
    changed = 0
    for position in [node for node in walk(game.rules, 1) if node.current_player() >= 0][::3]:
        state = at(game, position)
        for player in range(game.num_players()):
            world = state.resample_from_infostate(player, draw)
            assert world.information_state_string(player) == state.information_state_string(player)
            assert world.current_player() == state.current_player()
            if player == state.current_player():
                assert world.legal_actions() == state.legal_actions()
            changed += world.position != state.position
            # What is drawn does not depend on the truth.
            assert state.resample_from_infostate(player, lambda: 0.3).position == (
                world.resample_from_infostate(player, lambda: 0.3).position
            )
    assert changed > 0


# Bots and algorithms


@pytest.mark.parametrize("name", GAMES)
def test_the_bots_of_openspiel_play(name: str) -> None:
    game = loaded(name)
    generator = np.random.RandomState(3)
    rollout = mcts.RandomRolloutEvaluator(1, generator)
    if game.rules.perfect_information:
        bot = mcts.MCTSBot(game, 2.0, FEW, rollout, random_state=generator)
    else:
        bot = ismcts.ISMCTSBot(game, rollout, 2.0, FEW, random_state=generator)
    others = [PlayerBot(cloche.Random(game.rules, seed=1)) for _ in range(game.num_players() - 1)]
    returns = pyspiel.evaluate_bots(game.new_initial_state(), [bot, *others], 5)
    assert len(returns) == game.num_players()
    assert all(game.min_utility() <= value <= game.max_utility() for value in returns)


def test_our_players_play_as_bots_of_openspiel() -> None:
    game = loaded("tic_tac_toe")
    limits = cloche.Limits(simulations=200)
    bots = [PlayerBot(cloche.Mcts(game.rules, seed=1), limits), PlayerBot(cloche.Random(game.rules, seed=2))]
    assert pyspiel.evaluate_bots(game.new_initial_state(), bots, 5) == [1.0, -1.0]


def test_a_bot_gives_errors_of_openspiel() -> None:
    bot = PlayerBot(cloche.Random(cloche.load("tic_tac_toe"), seed=1))
    with pytest.raises(pyspiel.SpielError, match="this player plays"):
        bot.step(start(loaded("connect_four")))
    with pytest.raises(pyspiel.SpielError, match="nothing to decide at a chance node"):
        PlayerBot(cloche.Random(cloche.load("pig"), seed=1)).step(at(loaded("pig"), chance_node()))


def chance_node() -> cloche.State:
    """Pig with a die about to fall."""
    state = cloche.load("pig").new_initial_state(seed=1)
    return state.child(state.string_to_action("roll"))


def test_a_random_player_of_kuhn_poker_is_exploited_by_11_24ths() -> None:
    # Lanctot, Monte Carlo sampling and regret minimization for equilibrium computation, 2013: 11/12 for both together.
    game = loaded("kuhn_poker")
    assert exploitability.exploitability(game, UniformRandomPolicy(game)) == pytest.approx(11 / 24)


def test_regret_minimization_finds_the_value_of_kuhn_poker() -> None:
    solver = pyspiel.CFRSolver(loaded("kuhn_poker"))  # in C++
    for _ in range(200):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    value = pyspiel.expected_returns(loaded("kuhn_poker").new_initial_state(), [policy, policy], -1, True)
    assert value[0] == pytest.approx(-1 / 18, abs=2e-3)  # Kuhn, A simplified two-person poker, 1950


# Installation


def run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)


def test_the_interpreter_ends_in_peace() -> None:
    done = run("import cloche.adapters.openspiel, pyspiel; pyspiel.load_game('cloche_nim').new_initial_state()")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_missing_library_is_named_with_its_extra() -> None:
    done = run("import sys; sys.modules['pyspiel'] = None; import cloche.adapters.openspiel")
    assert done.returncode == 1
    assert done.stderr.endswith("MissingExtra: needs pyspiel: pip install 'cloche[openspiel]'\n")
