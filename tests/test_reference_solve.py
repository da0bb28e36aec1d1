"""Exact values of the reference, by the clauses of seeds/search.md, against values known from elsewhere or by hand."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

import cloche
from cloche.reference.base import ReferenceGame, ReferenceState
from cloche.reference.best_play import Tried, best_actions
from cloche.reference.equilibrium import Response, matched
from cloche.reference.information import weighted_mean, written_out
from cloche.reference.purse import Purse
from cloche.reference.solve import solve

from .brute_force import OpenGame, Worlds, equilibrium, public_state
from .micro import HIDDEN, MICROS, OPEN, Micro, micro_named
from .net import canonical


def solved(state: cloche.State, tolerance: float = 1e-6, worlds: Worlds | None = None, **limits: Any) -> Any:
    roots = [(world.backend, weight) for world, weight in worlds or [(state, 1.0)]]
    return solve(state.game.backend, roots, tolerance=tolerance, **limits)


def loaded(name: str, moves: str = "", **options: Any) -> cloche.State:
    """The position after these moves and outcomes, in notation."""
    state = cloche.load(name, options=options, implementation="reference").new_initial_state()
    for move in moves.split():
        state.apply_action(state.string_to_action(move))
    return state


# Values


@pytest.mark.parametrize(
    ("name", "options", "method", "value", "best"),
    [
        ("tic_tac_toe", {}, "alpha-beta", 0, list(range(9))),
        ("nim", {"piles": [1, 3, 5, 7]}, "alpha-beta", -1, None),
        ("nim", {"piles": [3, 4, 5]}, "alpha-beta", 1, [1]),
        ("connect_four", {"columns": 4, "rows": 3}, "alpha-beta", 0, None),
        ("pig", {"target": 1, "coin": True}, "value-iteration", Fraction(1, 3), [0]),
        ("pig", {"target": 2}, "value-iteration", Fraction(5, 7), [0]),
        ("pig", {"target": 3}, "value-iteration", Fraction(29, 43), [0]),
        ("small_2048", {"rows": 2, "columns": 2}, "expectimax", 66.964149, []),
        ("kuhn_poker", {}, "cfr+", Fraction(-1, 18), []),
        ("goofspiel", {"cards": 3}, "cfr+", 0, []),
    ],
)
def test_v_1_v_2_v_5_v_7_v_12_known_values(
    name: str, options: dict[str, Any], method: str, value: float, best: list[int] | None
) -> None:
    """Pig by hand: p = 1/2 + (1 - p)/2; p = 5/6 + (1 - p)/6; p = 4/6 + (5/6 + (1 - p)/6)/6 + (1 - p)/6."""
    state = loaded(name, **options)
    found = solved(state)
    assert (found["method"], found["ended_by"], found["refused"]) == (method, "", "")
    assert found["values"][0] == pytest.approx(float(value), abs=1.1e-6)
    assert found["exploitability"] <= 1e-6
    if state.game.players == 2:
        assert found["values"][1] == -found["values"][0]
    assert found["best_actions"] == (state.legal_actions() if best is None else best)


def test_v_12_leduc_poker_is_worth_minus_0_0856() -> None:
    found = solved(loaded("leduc_poker"), tolerance=0.05)
    assert found["values"][0] == pytest.approx(-0.0856064, abs=found["exploitability"])
    assert 0 <= found["exploitability"] <= 0.05
    assert len(found["strategy"]) == 288


@pytest.mark.parametrize("micro", MICROS, ids=str)
def test_v_1_v_11_v_12_micro_versions_are_solved(micro: Micro) -> None:
    state = micro.state("reference")
    worlds = [(state, 1.0)] if micro in OPEN else public_state(state)
    found = solved(state, 1e-3, worlds)
    if micro in OPEN:
        exact = OpenGame()
        assert found["values"] == pytest.approx(exact.value(state), abs=1e-9)
        if state.current_player() >= 0:
            worth = exact.of_actions(state)
            assert found["best_actions"] == [a for a in worth if worth[a] >= max(worth.values()) - 1e-3]
    elif micro.setup.players == 1:
        assert (found["method"], found["exploitability"]) == ("best-response", 0)
        assert found["values"] == pytest.approx([0.5], abs=1e-9)
    else:
        assert found["values"][0] == pytest.approx(equilibrium(worlds), abs=found["exploitability"] + 1e-9)


def test_v_2_a_game_that_is_over_is_worth_its_returns() -> None:
    found = solved(loaded("nim", "1:1", piles=[1]))
    assert (found["method"], found["values"], found["best_actions"]) == ("over", [1, -1], [])
    found = solved(loaded("kuhn_poker", "K Q bet pass"))
    assert (found["method"], found["values"]) == ("over", [1, -1])


def test_v_2_a_solvable_ending_needs_no_chance() -> None:
    game = cloche.load("cottage_garden", implementation="reference", players=2)
    state = game.new_initial_state(seed=3)
    assert solved(state, nodes=50)["ended_by"] == "nodes"
    micro = micro_named("cottage_garden", "2p").state("reference")
    assert solved(micro)["method"] == "expectimax"  # the set-up of the game is drawn


def test_v_4_best_actions_are_those_within_the_tolerance() -> None:
    assert best_actions([3, 5, 8], [0.5, 0.4999, 0.49], 1e-3) == [3, 5]


def test_v_6_of_three_players_the_first_of_equals_is_taken() -> None:
    game = micro_named("gardens_of_io", "3p").setup.load("reference").backend
    tried = Tried(game, Purse(None, None, None, None))
    assert tried.chosen(1, [[0.0, 0.5, -0.5], [-0.5, 0.5 + 1e-10, 0.0]]) == [0.0, 0.5, -0.5]
    assert tried.chosen(1, [[0.0, 0.5, -0.5], [-0.5, 0.6, -0.1]]) == [-0.5, 0.6, -0.1]


# Games without an end


class Waiting(ReferenceState):
    """One decides for ever: to wait, or to give up for `price`."""

    def __init__(self, game: WaitingGame, over: bool = False) -> None:
        self.game = game
        self.over = over

    def current_player(self) -> int:
        return cloche.TERMINAL if self.over else 0

    def legal_actions(self) -> list[int]:
        return [] if self.over else [0, 1]

    def clone(self) -> Waiting:
        return Waiting(self.game, self.over)

    def scores(self) -> list[int]:
        return [0, self.over]

    def to_dict(self) -> dict[str, Any]:
        return {"over": self.over}

    def observation_tensor(self, player: int) -> list[float]:
        return []

    def _apply(self, action: int) -> None:
        self.over = action == 1

    def _text(self, action: int) -> str:
        return str(action)


class WaitingGame(ReferenceGame):
    """Of `Waiting`."""

    players = 2
    max_game_length = None
    score_bounds = (0, 1)

    def __init__(self, *_: object) -> None:
        pass

    def new_initial_state(self) -> Waiting:
        return Waiting(self)

    def state_from_dict(self, data: Mapping[str, Any]) -> Waiting:
        return Waiting(self, data["over"])


def test_v_7_where_players_could_go_on_for_ever_there_is_no_value() -> None:
    """Giving up loses, and waiting never ends: the bounds stay at -1 and 1."""
    game = WaitingGame()
    found = solve(game, [(game.new_initial_state(), 1.0)], tolerance=1e-6)
    assert "for ever" in found["refused"]


def test_v_7_three_players_who_compete_without_a_bound_are_refused() -> None:
    game = WaitingGame()
    game.players = 3
    assert "more than two players" in solve(game, [(game.new_initial_state(), 1.0)], tolerance=1e-6)["refused"]


# Hidden things


def test_v_8_a_position_stands_for_its_public_state() -> None:
    """After a bet in Kuhn poker all six deals are possible, each as likely."""
    state = loaded("kuhn_poker", "K Q bet")
    worlds = public_state(state)
    assert len(worlds) == 6
    assert [weight for _, weight in worlds] == pytest.approx([1 / 6] * 6)
    found = solved(state, worlds=worlds)
    assert found["values"][0] == pytest.approx(equilibrium(worlds), abs=1e-6)
    entry = next(row for row in found["strategy"] if row["observation"] == state.observation(1))
    # Here the bet says nothing, so the queen calls or folds for a pot of three at one: worth it at even chances.
    assert entry["actions"] == [0, 1]
    assert entry["probabilities"][1] > 0.999


def test_v_9_v_13_each_observation_has_one_entry() -> None:
    found = solved(loaded("kuhn_poker"))
    assert len(found["strategy"]) == 12
    by_place = {
        (row["observation"]["cards"][row["player"]], tuple(row["observation"]["bets"])): row["probabilities"]
        for row in found["strategy"]
    }
    bluff = by_place["J", ()][1]
    assert by_place["K", ()][1] == pytest.approx(3 * bluff, abs=2e-3)  # Kuhn 1950
    assert by_place["J", ("pass",)][1] == pytest.approx(1 / 3, abs=2e-3)
    assert by_place["Q", ("bet",)][1] == pytest.approx(1 / 3, abs=2e-3)
    assert by_place["K", ("bet",)][1] > 0.998


def test_v_13_entries_are_means_by_what_leads_there() -> None:
    assert weighted_mean([[1.0, 0.0], [0.0, 1.0]], [3.0, 1.0]) == [0.75, 0.25]
    assert weighted_mean([[1.0, 0.0], [0.0, 1.0]], [0.0, 0.0]) == [0.5, 0.5]


def test_v_9_players_remember_what_they_did() -> None:
    """Goofspiel shows who won a trick and not the cards: what one played oneself stays known."""
    tree = written_out([(loaded("goofspiel", cards=3).backend, 1.0)], Purse(None, None, None, None))
    for information in tree.informations:
        if information.before is not None:
            earlier, place = information.before
            assert information.observation["played"][information.player][0] == earlier.actions[place] + 1


def test_v_10_the_best_response_to_one_who_always_passes_is_to_bet() -> None:
    tree = written_out([(loaded("kuhn_poker").backend, 1.0)], Purse(None, None, None, None))
    passing = {information: [1.0, 0.0] for information in tree.informations}
    assert Response(tree, 0, passing).value == pytest.approx(1.0)  # the ante, each time
    assert Response(tree, 1, passing).value == pytest.approx(1.0)
    assert matched([0.0, 0.0]) == [0.5, 0.5]


def played(state: cloche.State, strategy: dict[str, list[float]]) -> float:
    """What player 0 gets where all follow the strategy, a row of probabilities for each observation."""
    if state.is_terminal():
        return state.returns()[0]
    if state.is_chance_node():
        return sum(chance * played(state.child(outcome), strategy) for outcome, chance in state.chance_outcomes())
    shares = strategy[canonical(state.observation(state.current_player()))]
    ways = zip(state.legal_actions(), shares, strict=True)
    return sum(share * played(state.child(action), strategy) for action, share in ways if share > 0)


@pytest.mark.parametrize("micro", HIDDEN, ids=str)
def test_v_11_v_13_the_strategy_shown_is_worth_the_value(micro: Micro) -> None:
    """It knows an answer wherever play may come to, although it only goes by observations."""
    state = micro.state("reference")
    worlds = public_state(state)
    found = solved(state, 1e-3, worlds)
    strategy = {canonical(row["observation"]): row["probabilities"] for row in found["strategy"]}
    value = sum(weight * played(world, strategy) for world, weight in worlds)
    assert value == pytest.approx(found["values"][0], abs=2 * found["exploitability"] + 1e-9)
    if micro.setup.players == 1:
        assert value == pytest.approx(0.5, abs=1e-9)


# Limits


def test_v_15_a_limit_ends_the_work_without_an_answer() -> None:
    for state in (loaded("tic_tac_toe"), loaded("kuhn_poker"), loaded("pig")):
        found = solved(state, nodes=20)
        assert (found["ended_by"], found["nodes"], found["needed"]) == ("nodes", 20, None)
        assert solved(state, seconds=0.0)["ended_by"] == "seconds"
        assert solved(state, cpu_seconds=0.0)["ended_by"] == "cpu_seconds"
        flag = threading.Event()
        flag.set()
        assert solved(state, stop=flag)["ended_by"] == "stop"


def test_v_15_work_that_just_fits_is_done() -> None:
    state = loaded("nim", piles=[2, 3])
    needed = solved(state)["nodes"]
    assert solved(state, nodes=needed)["values"] == [1, -1]
    assert solved(state, nodes=needed - 1)["ended_by"] == "nodes"
