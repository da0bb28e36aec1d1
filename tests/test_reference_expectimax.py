"""Expectimax of the reference, by the clauses of seeds/search.md, and at full depth against exact values."""

from __future__ import annotations

import threading
from typing import Any

import pytest

import cloche
from cloche.backend import RawReport
from cloche.reference.expectimax import Expectimax
from cloche.reference.lookahead import TOP, Lookahead, Outlook
from cloche.reference.utility import Utility
from cloche.report import Limits

from .brute_force import OpenGame, reachable
from .micro import OPEN, Micro, micro_named

ALIKE: dict[str, Any] = {
    "all_values": False,
    "worlds": 100,
    "pruning": "none",
    "table": True,
    "endings": True,
    "margin_weight": 0.5,
}


def bot(state: cloche.State, **settings: Any) -> Expectimax:
    return Expectimax(state.game.backend, seed=1, settings=ALIKE | settings)  # type: ignore[arg-type]


def searched(state: cloche.State, depth: int | None = None, nodes: int | None = None, **settings: Any) -> Any:
    return bot(state, **settings).search(state.backend, Limits(depth=depth, nodes=nodes).raw())


def loaded(name: str, moves: str = "", **options: Any) -> cloche.State:
    """The position after these moves and outcomes, in notation."""
    state = cloche.load(name, options=options, implementation="reference").new_initial_state()
    for move in moves.split():
        state.apply_action(state.string_to_action(move))
    return state


def best(report: RawReport) -> Any:
    return report["actions"][0]


# What it finds


@pytest.mark.parametrize(("piles", "value", "first"), [([3, 4, 5], 1, 1), ([1, 2, 3], -1, 0), ([2, 2], -1, 0)])
def test_x_2_x_9_nim_is_proven(piles: list[int], value: int, first: int) -> None:
    report = searched(loaded("nim", piles=piles))
    assert (report["stopped_by"], report["proven"], report["values"]) == ("proven", True, [value, -value])
    assert best(report)["action"] == first


def test_x_2_against_opposite_corners_only_an_edge_draws() -> None:
    report = searched(loaded("tic_tac_toe", "a1 b2 c3"), all_values=True, depth=6)
    assert report["values"] == [0, 0]
    assert {row["action"]: row["value"] for row in report["actions"]} == {
        1: [0, 0],
        2: [1, -1],
        3: [0, 0],
        5: [0, 0],
        6: [1, -1],
        7: [0, 0],
    }


def test_x_4_to_a_depth_of_one_a_win_is_seen_and_a_threat_is_not() -> None:
    report = searched(loaded("tic_tac_toe", "a1 b1 a2 b2"), depth=1)
    assert (best(report)["action"], report["values"]) == (6, [1, -1])
    report = searched(loaded("tic_tac_toe", "a1 b2 a2"), depth=1)
    assert (best(report)["action"], report["values"]) == (1, [0, 0])  # a3 is not blocked: nobody has won yet
    report = searched(loaded("tic_tac_toe", "a1 b2 a2"), depth=2)
    assert best(report)["action"] == 6


def test_x_1_x_3_means_are_rounded_to_the_nearest_share() -> None:
    def never(*_: object) -> Any:
        raise AssertionError

    duel = Lookahead(Utility(cloche.load("pig", implementation="reference").backend, 0.5), never, never)
    outlooks = [Outlook((TOP, 0), cut=False), Outlook((0, TOP), cut=False), Outlook((0, TOP), cut=False)]
    assert duel.mean([1, 1, 1], outlooks) == ((TOP + 1) // 3, TOP - (TOP + 1) // 3)
    assert duel.mean([1, 1], [Outlook((2, TOP - 2), cut=True), Outlook((1, TOP - 1), cut=True)]) == (2, TOP - 2)


def test_x_1_x_2_a_cut_pig_is_even_and_a_roll_is_its_mean() -> None:
    """Target 3, 2 in hand: rolling wins with 5/6 once the win is in sight, and the rest is even."""
    state = loaded("pig", "roll 2", target=3)
    assert searched(state, depth=1)["values"] == [0, 0]
    report = searched(state, depth=2)  # roll, then hold
    assert report["values"][0] == pytest.approx(5 / 6, abs=1e-9)
    assert best(report)["action"] == 0


# When it ends, and what is reported


def test_x_5_before_the_first_iteration_nothing_is_known() -> None:
    report = searched(loaded("pig"), nodes=1)
    assert (report["depth"], report["stopped_by"], report["principal_variation"]) == (0, "nodes", [])
    assert report["values"] == [0, 0]
    assert [(row["action"], row["value"], row["proven"]) for row in report["actions"]] == [
        (0, None, False),
        (1, None, False),
    ]


def test_x_5_what_a_limit_cuts_short_is_left_out() -> None:
    state = loaded("pig")
    whole = searched(state, depth=3)
    cut_short = searched(state, nodes=whole["nodes"] + 1)
    assert (cut_short["depth"], cut_short["stopped_by"]) == (3, "nodes")
    assert cut_short["actions"] == whole["actions"]


def test_x_6_a_flag_ends_a_search() -> None:
    flag = threading.Event()
    flag.set()
    state = loaded("pig")
    report = bot(state).search(state.backend, Limits().raw(), flag)
    assert (report["stopped_by"], report["depth"]) == ("stop", 0)


def test_x_6_a_search_ends_at_its_depth_and_takes_no_simulations() -> None:
    state = loaded("pig")
    assert searched(state, depth=2)["stopped_by"] == "depth"
    with pytest.raises(ValueError, match="no simulations"):
        bot(state).search(state.backend, Limits(simulations=3).raw())
    with pytest.raises(ValueError, match="ponder"):
        bot(state).search(state.backend, Limits(depth=3).raw(), observer=0)


def test_x_6_where_all_is_seen_and_nothing_can_be_proven_it_is_settled() -> None:
    state = loaded("kuhn_poker", "K Q pass bet")
    report = searched(state)
    assert (report["stopped_by"], report["proven"], report["depth"]) == ("settled", False, 1)
    assert searched(state, depth=7)["depth"] == 7


def test_x_7_others_have_no_value_unless_all_are_asked_for() -> None:
    state = loaded("tic_tac_toe", "a1 b1 a2 b2")
    one, every = searched(state, depth=1), searched(state, depth=1, all_values=True)
    assert [row["value"] for row in one["actions"]] == [[1, -1], None, None, None, None]
    assert [row["action"] for row in one["actions"]] == [6, 2, 5, 7, 8]
    assert [row["utility"] for row in every["actions"]] == [1.0, 0.5, 0.5, 0.5, 0.5]
    assert all(row["visits"] == 0 and row["prior"] == 0.2 for row in every["actions"])


def test_x_7_in_games_of_points_utility_is_squashed() -> None:
    state = loaded("small_2048", "a1:2 b1:2", rows=2, columns=2)
    report = searched(state, depth=1)
    assert report["values"] == [4]
    assert best(report)["utility"] == 4 / (4 + 64)  # the margin scale of 2 x 2


def test_x_8_the_line_takes_the_likeliest_outcome_and_ends_where_the_search_is_cut() -> None:
    assert searched(loaded("pig", target=3), depth=2)["principal_variation"] == [
        0,
        0,
        0,
        0,
    ]  # a 1, and so for the other
    state = loaded("nim", piles=[1, 2])
    assert searched(state, depth=3)["principal_variation"] == [31, 0, 31]


def test_x_9_a_win_proves_the_root_whatever_else_there_is() -> None:
    report = searched(loaded("connect_four", "a b a b a b"), depth=5)
    assert (report["stopped_by"], report["depth"], report["principal_variation"]) == ("proven", 1, [0])
    assert [row["proven"] for row in report["actions"]] == [True] + [False] * 6


def test_x_9_with_all_values_every_action_is_to_be_proven() -> None:
    report = searched(loaded("nim", piles=[1, 2]), all_values=True)
    assert report["stopped_by"] == "proven"
    assert all(row["proven"] for row in report["actions"])


def test_x_9_of_three_players_actions_are_proven_once_nothing_below_is_cut() -> None:
    state = micro_named("gardens_of_io", "3p").state("reference")
    shallow, deep = searched(state, depth=2, all_values=True), searched(state, all_values=True)
    assert not shallow["proven"]
    assert deep["stopped_by"] == "proven"
    assert all(row["proven"] for row in deep["actions"])


# Hidden things


def test_x_10_worlds_are_drawn_and_counted_once() -> None:
    state = loaded("kuhn_poker", "Q J")
    assert searched(state, depth=2, worlds=50)["worlds"] == 2
    assert searched(state, depth=2, worlds=1)["worlds"] == 1
    assert searched(loaded("nim"), depth=1)["worlds"] is None


def test_x_10_a_search_averages_over_the_worlds_as_if_all_could_see_them() -> None:
    """With the queen, to bet or to pass: each world by its own best play."""
    state = loaded("kuhn_poker", "Q J")
    other = loaded("kuhn_poker", "Q K")
    player = bot(state, all_values=True)
    player.deal([(state.backend, 1), (other.backend, 1)])
    report = player.search(state.backend, Limits(depth=4).raw())
    # A bet: J folds, and K wins two. A pass: J passes too, and K bets, to which the queen folds.
    assert {row["action"]: row["value"][0] for row in report["actions"]} == {0: 0.0, 1: -0.5}
    assert report["principal_variation"] == [0]
    assert not report["proven"]


def test_x_10_nothing_but_what_the_mover_knows_is_looked_at() -> None:
    reports = [searched(loaded("kuhn_poker", f"Q {card}"), depth=3) for card in "JK"]
    assert reports[0] == reports[1]


def test_x_11_what_is_remembered_changes_nothing() -> None:
    state = loaded("pig", target=6)
    kept = bot(state)
    first = kept.search(state.backend, Limits(depth=4).raw())
    again = kept.search(state.backend, Limits(depth=4).raw())
    assert first | {"nodes": 0} == again | {"nodes": 0}
    kept.advance(1)
    with pytest.raises(ValueError, match="not a legal"):
        kept.advance(7)


# At full depth


@pytest.mark.parametrize("micro", OPEN, ids=str)
def test_x_2_at_full_depth_it_is_exact(micro: Micro) -> None:
    found = [state for state in reachable(micro.state("reference")) if state.current_player() >= 0]
    exact = OpenGame()
    for state in found[len(found) // 3 :: len(found) // 3]:
        mover = state.current_player()
        report = searched(state, all_values=True)
        assert report["stopped_by"] == "proven"
        assert report["values"][mover] == pytest.approx(exact.value(state)[mover], abs=1e-6)
        for row in report["actions"]:
            assert row["value"][mover] == pytest.approx(exact.of_actions(state)[row["action"]], abs=1e-6)


def test_x_3_a_late_position_of_2048_is_exact() -> None:
    game = cloche.load("small_2048", options={"rows": 2, "columns": 2}, implementation="reference")
    state = game.state_from_dict({"phase": "move", "player": 0, "board": [[32, 8], [4, 4]], "score": 120})
    exact = OpenGame()
    report = searched(state, all_values=True)
    assert report["stopped_by"] == "proven"
    for row in report["actions"]:
        assert row["value"][0] == pytest.approx(exact.of_actions(state)[row["action"]], abs=1e-6)
