"""Facts about the searches, and the clauses of seeds/search.md, each where it decides the outcome."""

from __future__ import annotations

import math
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Any, cast

import pytest

import cloche
from cloche.backend import MctsSettings
from cloche.players import FlatMonteCarlo, Greedy, Mcts, Random
from cloche.reference.base import ReferenceState
from cloche.reference.root import Halving, chosen_root_edge, lower_bound
from cloche.reference.tally import Ledger
from cloche.reference.tree import (
    Bounds,
    Edge,
    Node,
    bounds_of,
    chosen_edge,
    edges_for_report,
    natural_log,
    proof_of,
    unpruned,
)
from cloche.reference.utility import ONE, Utility, Worth, fixed
from cloche.report import Limits, SearchReport

from .games.gardens_of_io.garden import scene
from .net import SETUPS, Setup, decisions, walk

UNTIL_STOPPED = Limits(memory_mb=8)


def connect_four(implementation: str = "native", moves: str = "", **options: int) -> cloche.State:
    state = cloche.load("connect_four", options=options, implementation=implementation).new_initial_state()
    for move in moves:
        state.apply_action(state.string_to_action(move))
    return state


def nim(*piles: int, implementation: str = "native") -> cloche.State:
    return cloche.load("nim", options={"piles": piles}, implementation=implementation).new_initial_state()


def tic_tac_toe(board: str, player: int, implementation: str = "native") -> cloche.State:
    rows = board.split("/")
    return cloche.load("tic_tac_toe", implementation=implementation).state_from_dict({"board": rows, "player": player})


def last_move(implementation: str, players: int = 2, **options: bool) -> cloche.State:
    """Player 0 has one flower left, and moves from 7 to 8: the game ends; the others stand at 3, 5 and so on."""
    return scene(
        implementation,
        garden={},
        reserves=["R", "B", "Y", "W", "G"][:players],
        positions=[7, 3, 5, 1, 2][:players],
        options=options,
        box_of={"trees": 0, "lap_lead": 100, "specials": (0, 0)},
    )


def searched(state: cloche.State, simulations: int, kind: Any = Mcts, **settings: Any) -> SearchReport:
    report: SearchReport = kind(state.game, **settings).search(state, Limits(simulations=simulations))
    return report


def visits(report: SearchReport) -> dict[str, int]:
    return {action.text: action.visits for action in report.actions if action.visits}


# What an ending is worth


def test_m_1_m_6_a_draw_is_half_a_win_for_both(implementation: str) -> None:
    report = searched(tic_tac_toe("XOX/XOO/OX.", 0, implementation), 1)
    assert report.win_probability == (0.5, 0.5)
    assert report.values == (0, 0)
    assert report.best.utility == 0.5


@pytest.mark.parametrize(("players", "lead"), [(2, 5), (3, 3)])
def test_m_2_the_margin_is_squashed_by_the_scale(implementation: str, players: int, lead: int) -> None:
    report = searched(last_move(implementation, players), 1, margin_weight=1.0)
    assert report.best.utility == fixed(0.5 + 0.5 * (lead / (10 + lead))) / ONE


def test_m_2_without_a_scale_the_margin_counts_for_nothing(implementation: str) -> None:
    report = searched(tic_tac_toe("XX./OO./...", 0, implementation), 2_000, margin_weight=1.0, playout="random")
    assert report.best_text == "c1"
    assert report.best.utility == 1.0


@pytest.mark.parametrize("margin", [0.0, 0.25, 0.5])
def test_m_3_win_and_margin_are_mixed_by_the_weight(implementation: str, margin: float) -> None:
    report = searched(last_move(implementation), 1, margin_weight=margin)
    squash = 0.5 + 0.5 * (5 / 15)
    assert report.best.utility == fixed((1 - margin) * 1.0 + margin * squash) / ONE
    assert report.values == (1, -1)  # what is shown is the win alone


def early_move(implementation: str, **options: bool) -> cloche.State:
    """Three players with flowers for more turns; the first plants alone and stands at 8, the others at 3 and 5."""
    return scene(
        implementation,
        garden={},
        reserves=["RB", "BY", "YR"],
        positions=[7, 3, 5],
        options=options,
        box_of={"trees": 0, "lap_lead": 100, "specials": (0, 0)},
    )


def test_m_4_a_cut_playout_shares_the_win_by_the_margins(implementation: str) -> None:
    state = early_move(implementation)
    report = searched(state, 1, FlatMonteCarlo, margin_weight=0.25, playout_plies=0)
    leads = [3, -5, -3]
    squashes = [0.5 + 0.5 * (lead / (10 + abs(lead))) for lead in leads]
    total = squashes[0] + squashes[1] + squashes[2]
    shares = [squash / total for squash in squashes]
    assert report.best.utility == fixed(0.75 * shares[0] + 0.25 * squashes[0]) / ONE
    assert report.values == tuple((3 * (fixed(share) / ONE) - 1) / 2 for share in shares)


def test_m_5_what_one_of_two_wins_the_other_loses_exactly(implementation: str) -> None:
    for setup in SETUPS:
        game = setup.load(implementation)
        if game.players == 2 and not game.shared_return:
            for state in decisions(setup, implementation, 2)[:3]:
                report = searched(state, 1, playout_plies=1, margin_weight=0.3)
                assert report.values is not None
                assert report.values[0] == -report.values[1]
                if game.stakes:
                    assert report.win_probability is None
                    continue
                assert report.win_probability is not None
                assert report.win_probability[0] * ONE + report.win_probability[1] * ONE == ONE


@pytest.mark.parametrize(
    ("game", "moves", "stakes", "returns"),
    [
        ("kuhn_poker", "K J pass bet", 2, {"pass": -1, "bet": 2}),
        ("leduc_poker", "J K call call K call raise raise", 13, {"fold": 5}),
    ],
)
def test_m_50_for_stakes_a_share_is_the_score_between_all_lost_and_all_won(
    implementation: str, game: str, moves: str, stakes: int, returns: dict[str, int]
) -> None:
    state = cloche.load(game, implementation=implementation).new_initial_state()
    for move in moves.split():
        state.apply_action(state.string_to_action(move))
    report = searched(state, 6, FlatMonteCarlo)
    assert report.win_probability is None
    for action in report.actions:
        if action.text in returns:
            # Of a fold in Leduc the loser has put in 5 chips; the mover there is player 1.
            own = returns[action.text] * (1 if report.player == 0 else -1)
            assert action.utility == fixed((own + stakes) / (2 * stakes)) / ONE
            assert action.value == pytest.approx((returns[action.text], -returns[action.text]), abs=stakes * 2 / ONE)
    assert report.worth(report.best).startswith("score ")


def test_m_7_cooperative_games_maximise_the_score(implementation: str) -> None:
    report = searched(last_move(implementation, cooperative=True), 1)
    assert report.best.utility == fixed(3 / (3 + 40)) / ONE
    assert report.values == (3, 3)
    assert report.win_probability is None


# Playouts


@pytest.mark.parametrize("plies", [0, 1, 5])
def test_m_8_a_playout_makes_so_many_decisions(implementation: str, plies: int) -> None:
    report = searched(connect_four(implementation), 10, FlatMonteCarlo, playout_plies=plies)
    assert report.nodes == 10 * (1 + plies)


def test_m_8_chance_nodes_are_drawn_before_a_playout_is_cut(implementation: str) -> None:
    state = cloche.load("pig", implementation=implementation).new_initial_state()
    report = searched(state, 2, FlatMonteCarlo, playout_plies=0)
    assert report.nodes == 3  # roll and its die, hold


def test_m_8_without_a_limit_a_playout_ends_with_the_game(implementation: str) -> None:
    report = searched(
        nim(1, 1, 1, implementation=implementation), 4, FlatMonteCarlo, playout_plies=None, playout="random"
    )
    assert report.nodes == 12


def playout_by_hand(state: cloche.State, rng: cloche.Rng, policy: str) -> list[int]:
    """The scores at the end of one playout, as M-9 words it."""
    state = state.clone()
    while not state.is_terminal():
        if state.is_chance_node():
            state.resolve_chance(rng)
            continue
        legal, weights = state.legal_actions(), state.prior()
        if policy == "random":
            state.apply_action(legal[rng.below(len(legal))])
            continue
        if policy == "greedy":
            weights = [int(weight == max(weights)) for weight in weights]
        r = rng.below(sum(weights))
        place = next(place for place in range(len(weights)) if sum(weights[: place + 1]) > r)
        state.apply_action(legal[place])
    return state.scores()


@pytest.mark.parametrize("policy", ["random", "greedy", "prior"])
def test_m_9_m_11_m_23_policies_draw_as_the_page_says(implementation: str, policy: str) -> None:
    for setup in (setup for setup in SETUPS if setup.name in ("3p", "tiny-2p", "5p-no-bonus")):
        game = setup.load(implementation)
        bot = FlatMonteCarlo(game, seed=11, playout=policy, playout_plies=None)  # type: ignore[arg-type]
        state = game.new_initial_state(seed=5)
        for number in range(2):
            report = bot.search(state, Limits(simulations=1))
            first = state.legal_actions()[0]
            world = state.redeal(state.current_player(), cloche.Rng(11, 3, number, 0))  # M-26
            expected = playout_by_hand(world.child(first), cloche.Rng(11, 2, number, 0), policy)
            assert report.best_action == first
            assert report.score_mean == tuple(expected)
        bot.reset()
        again = bot.search(state, Limits(simulations=1))
        world = state.redeal(state.current_player(), cloche.Rng(11, 3, 0, 0))
        assert again.score_mean == tuple(playout_by_hand(world.child(first), cloche.Rng(11, 2, 0, 0), policy))


# The tree


def test_m_10_priors_are_whole_shares_and_order_the_edges(implementation: str) -> None:
    for setup in (setup for setup in SETUPS if setup.game == "gardens_of_io" and setup.components is None):
        state = setup.load(implementation).new_initial_state(seed=2)
        for action in [40, 41, 42]:  # past the trees
            if state.to_dict()["phase"] == "tree":
                state.apply_action(492 + action)
        weights = dict(zip(state.legal_actions(), state.prior(), strict=True))
        shares = {action: max(1, weight * 65535 // sum(weights.values())) for action, weight in weights.items()}
        rows = Mcts(state.game, playout_plies=0)._search.search(state.backend, Limits(simulations=1).raw(), None, None)[
            "actions"
        ]
        assert {row["action"]: row["prior"] for row in rows} == pytest.approx(
            {action: share / sum(shares.values()) for action, share in shares.items()}, abs=1e-15
        )
        order = sorted(weights, key=lambda action: (-weights[action], action))
        assert [row["action"] for row in rows] == order
        assert rows[0]["visits"] == 1


def test_m_12_a_node_is_made_on_the_second_visit(implementation: str) -> None:
    state = connect_four(implementation)
    for simulations, made in ((1, 1), (7, 1), (8, 2), (14, 8), (15, 8)):
        report = searched(state, simulations, selection="uct", playout_plies=0)
        assert report.tree_nodes == made, simulations


def test_m_12_no_node_lies_deeper_than_the_limit(implementation: str) -> None:
    state = connect_four(implementation)
    for depth, most in ((1, 8), (2, 57)):
        report = Mcts(state.game, playout_plies=0).search(state, Limits(simulations=2_000, depth=depth))
        assert report.tree_nodes == most
        assert len(report.principal_variation) <= depth + 1


SHARE = 65535 // 7 / 65536  # P of each of seven equal moves


@pytest.mark.parametrize(("exploration", "second"), [(0.69, "a"), (0.71, "b")])
def test_m_13_first_play_urgency_weighs_against_exploration(
    implementation: str, exploration: float, second: str
) -> None:
    """Every playout is worth a half: after a visit to a, b is chosen if 0.45 + cP > 0.5 + cP/2."""
    assert (exploration * SHARE / 2 > 0.05) == (second == "b")
    settings = {"exploration": exploration, "fpu_reduction": 0.05, "playout_plies": 0}
    assert visits(searched(connect_four(implementation), 1, **settings)) == {"a": 1}
    expected = {"a": 2} if second == "a" else {"a": 1, "b": 1}
    assert visits(searched(connect_four(implementation), 2, **settings)) == expected


@pytest.mark.parametrize(("exploration", "expected"), [(6.9, {"a": 2}), (7.1, {"a": 1, "b": 1})])
def test_m_13_first_play_urgency_is_at_least_nothing(
    implementation: str, exploration: float, expected: dict[str, int]
) -> None:
    """With a reduction of 1 it would be -0.5, and 7.1 would not do."""
    assert (exploration * SHARE / 2 > 0.5) == ("b" in expected)
    settings = {"exploration": exploration, "fpu_reduction": 1.0, "playout_plies": 0}
    assert visits(searched(connect_four(implementation), 2, **settings)) == expected


def test_m_14_uct_visits_every_edge_before_any_twice(implementation: str) -> None:
    settings = {"selection": "uct", "playout_plies": 0}
    assert visits(searched(connect_four(implementation), 3, **settings)) == {"a": 1, "b": 1, "c": 1}
    assert visits(searched(connect_four(implementation), 9, **settings)) == dict.fromkeys("abcdefg", 1) | {
        "a": 2,
        "b": 2,
    }


@pytest.mark.parametrize("selection", ["puct", "uct"])
def test_m_30_widening_looks_at_the_first_edges_only(implementation: str, selection: str) -> None:
    """After N simulations the root has been looked at with up to N - 1 visits: 1 + floor(w * sqrt(N - 1)) edges."""
    settings = {"selection": selection, "exploration": 100.0, "playout_plies": 0}
    for widening, simulations, reached in (
        (0.0, 30, "a"),
        (1.0, 1, "a"),
        (1.0, 2, "ab"),
        (1.0, 4, "ab"),
        (1.0, 5, "abc"),
        (0.5, 16, "ab"),
        (0.5, 17, "abc"),
        (9.0, 60, "abcdefg"),
    ):
        report = searched(connect_four(implementation), simulations, widening=widening, **settings)
        assert set(visits(report)) == set(reached), (widening, simulations)


@pytest.mark.parametrize("width", [0.0, 0.3, 1.0])
def test_m_44_chance_nodes_take_a_few_outcomes(width: float) -> None:
    """After N visits at most 1 + floor(w * sqrt(N - 1)) of them, and as many as N allows."""
    game = cloche.load("pig", options={"target": 20}, implementation="reference")
    bot = Mcts(game, chance_widening=width, playout_plies=0, endings=False)
    bot.search(game.new_initial_state(), Limits(simulations=300))
    chance = [node for node in bot._search.tree.root.subtree() if node.mover == cloche.CHANCE and node.visits > 0]
    taken = [sum(edge.visits > 0 for edge in node.edges) for node in chance]
    assert all(n <= 1 + math.floor(width * math.sqrt(node.visits - 1)) for n, node in zip(taken, chance, strict=True))
    assert max(taken) == {0.0: 1, 0.3: 4, 1.0: 6}[width]


def test_m_44_belongs_to_games_that_hide_nothing() -> None:
    kuhn = cloche.load("kuhn_poker")
    with pytest.raises(ValueError, match=r"chance_widening: 2\.0, should be None in kuhn_poker, which hides something"):
        Mcts(kuhn, chance_widening=2.0)
    with pytest.raises(ValueError, match=r"chance_widening: -1, should be a number from 0 to 1e\+06"):
        Mcts(cloche.load("pig"), chance_widening=-1)


def test_m_14_the_logarithm_of_the_page_is_one() -> None:
    for n in [*range(1, 200), 2**20, 10**6 + 1, 2**31 - 1]:
        assert natural_log(n) == pytest.approx(math.log(n), rel=1e-9, abs=1e-15)


def test_m_15_every_simulation_passes_one_root_edge(implementation: str) -> None:
    report = searched(connect_four(implementation), 123, playout="random")
    assert sum(action.visits for action in report.actions) == 123 == report.simulations
    assert report.win_probability is not None
    weighted = sum(action.visits * action.value[0] for action in report.actions if action.value is not None)
    assert report.values is not None
    assert report.values[0] == pytest.approx(weighted / 123, abs=1e-12)


class Alone(ReferenceState):
    """The end of a game that one player wins or loses against a score."""

    def __init__(self, score: int, rival: int) -> None:
        self.score, self.rival = score, rival

    def current_player(self) -> int:
        return -4

    def legal_actions(self) -> list[int]:
        return []

    def clone(self) -> Alone:
        return self

    def scores(self) -> list[int]:
        return [self.score]

    def rival_score(self) -> int:
        return self.rival

    def returns(self) -> list[float]:
        return [1.0 if self.score > self.rival else -1.0]

    def to_dict(self) -> dict[str, Any]:
        return {}

    def observation_tensor(self, player: int) -> list[float]:
        return []

    def _apply(self, action: int) -> None: ...

    def _text(self, action: int) -> str:
        return ""


class AloneGame:
    players, shared_return, stakes, score_bounds, margin_scale = 1, False, 0, (0, 100), 10


@pytest.mark.parametrize(
    ("score", "rival", "margin", "over", "cut"),
    [
        (30, 20, 0.5, 0.5 + 0.5 * 0.75, 0.75),
        (20, 20, 0.5, 0.25, 0.5),
        (15, 20, 0.0, 0.0, 0.5 - 0.5 * 5 / 15),
        (15, 20, 1.0, 0.5 - 0.5 * 5 / 15, 0.5 - 0.5 * 5 / 15),
    ],
)
def test_m_32_a_player_alone_is_measured_against_the_rival(
    score: int, rival: int, margin: float, over: float, cut: float
) -> None:
    utility = Utility(AloneGame(), margin)  # type: ignore[arg-type]
    end = Alone(score, rival)
    assert utility.of_end(end).utility == (fixed(over),)
    assert utility.of_end(end).gain == (ONE if score > rival else 0,)
    assert utility.of_cut(end).utility == (pytest.approx(fixed(cut), abs=1),)
    assert utility.of_cut(end).gain == (fixed(cut),)
    assert utility.returns([ONE / 4]) == [-0.5]


# Proofs


def test_m_16_a_winning_move_proves_the_node_at_once(implementation: str) -> None:
    report = searched(connect_four(implementation, "abababc"[:6]), 1_000, playout="random")
    assert report.proven
    assert report.best_text == "a"
    assert report.stopped_by == "proven"
    assert report.simulations < 1_000
    assert report.values == (1, -1)
    assert not all(action.proven for action in report.actions)


def test_m_16_a_lost_node_is_proven_when_all_its_edges_are(implementation: str) -> None:
    report = searched(nim(1, 1, implementation=implementation), 50)
    assert report.proven
    assert report.values == (-1, 1)
    assert all(action.proven for action in report.actions if action.visits)


def end(u: int, gain: int | None = None) -> Worth:
    return Worth((u, ONE - u), (u if gain is None else gain, ONE - (u if gain is None else gain)))


def node(mover: int, *edges: tuple[int, Worth | None]) -> Node:
    return Node(mover, [Edge(action, weight, 0.5, proof=proof) for action, (weight, proof) in enumerate(edges)])


def test_m_16_a_chance_node_is_worth_the_mean_of_its_outcomes_rounded() -> None:
    """No game of today ends behind a chance node, so this is held against the reference alone."""
    utility = Utility(cloche.load("pig", implementation="reference").backend, 0.0)
    worth = proof_of(node(-1, (1, end(3)), (1, end(4))), utility)
    assert worth is not None
    assert worth.utility == (4, ONE - 4)  # 3.5 is rounded up, and the other player has what is left
    worth = proof_of(node(-1, (2, end(3)), (1, end(4))), utility)
    assert worth is not None
    assert worth.utility == (3, ONE - 3)
    assert proof_of(node(-1, (2, end(3)), (1, None)), utility) is None


def test_m_16_a_decision_node_takes_the_best_proven_edge() -> None:
    utility = Utility(cloche.load("nim", implementation="reference").backend, 0.0)
    assert proof_of(node(1, (1, end(5)), (1, end(3)), (1, end(3, 9))), utility) == end(3)
    assert proof_of(node(0, (1, end(5)), (1, None)), utility) is None
    assert proof_of(node(0, (1, end(ONE)), (1, None)), utility) == end(ONE)


def three(*utilities: int) -> Worth:
    return Worth(utilities, utilities)


def reference_utility(game: str, players: int) -> Utility:
    return Utility(cloche.load(game, players, implementation="reference").backend, 0.5)


def test_m_37_a_decision_node_is_as_good_as_its_best_edge_and_the_other_of_two_has_the_rest() -> None:
    utility = reference_utility("tic_tac_toe", 2)
    own = node(0, (1, end(5)), (1, None), (1, None))
    own.edges[1].bounds = Bounds((2, 0), (9, ONE))
    own.edges[2].bounds = Bounds((3, ONE - 6), (6, ONE - 3))
    assert bounds_of(own, utility) == Bounds((5, ONE - 9), (9, ONE - 5))
    own.edges[1].bounds = None
    assert bounds_of(own, utility) == Bounds((5, 0), (ONE, ONE - 5))


def test_m_37_others_of_three_have_what_edges_give_that_may_be_best() -> None:
    utility = reference_utility("gardens_of_io", 3)
    own = node(1, (1, three(1, 5, 8)), (1, three(0, 4, 0)), (1, None))
    own.edges[2].bounds = Bounds((2, 3, 1), (7, 6, 9))
    assert bounds_of(own, utility) == Bounds((1, 5, 1), (7, 6, 9))  # the second edge is worse than the first
    own.edges[2].bounds = Bounds((2, 3, 1), (7, 5, 9))
    assert proof_of(own, utility) == three(1, 5, 8)  # the third is at most as good


def test_m_37_a_chance_node_rounds_its_bounds_outwards() -> None:
    utility = reference_utility("pig", 2)
    chance = node(-1, (2, end(ONE // 2)), (1, None))
    assert bounds_of(chance, utility) == Bounds((ONE // 3, ONE // 3), (2 * ONE // 3 + 1, 2 * ONE // 3 + 1))
    assert 3 * (ONE // 3) < ONE  # so neither is exact


def test_m_37_edges_that_cannot_be_best_are_pruned() -> None:
    edges = node(0, (1, end(5)), (1, end(5)), (1, end(4)), (1, None), (1, None), (1, None)).edges
    edges[3].bounds = Bounds((0, 0), (5, ONE))
    edges[4].bounds = Bounds((0, 0), (6, ONE))
    assert [edge.action for edge in unpruned(edges, 0)] == [0, 1, 4, 5]
    for edge in edges[:3]:
        edge.proof = None
        edge.bounds = Bounds((5, 0), (5, ONE))
    edges[4].bounds = Bounds((5, 0), (5, ONE))
    assert [edge.action for edge in unpruned(edges[:5], 0)] == [0]  # it ensures the most; nothing is above it


def test_m_39_paranoid_opponents_want_what_the_searcher_does_not_get() -> None:
    utility = reference_utility("gardens_of_io", 3)
    alone = utility.of_result([5, 9, 2], [2, 1, 3])
    utility.turn_against(2)
    against = utility.of_result([5, 9, 2], [2, 1, 3])
    assert against.gain == alone.gain
    assert against.utility[2] == alone.utility[2]
    assert against.utility[0] == against.utility[1] == ONE - alone.utility[2]
    own = node(1, (1, Worth((5, 5, ONE - 5), (0, 0, 0))), (1, None))
    assert bounds_of(own, utility) == Bounds((5, 5, 0), (ONE, ONE, ONE - 5))
    assert bounds_of(node(2, (1, None), (1, Worth((ONE - 7, ONE - 7, 7), (0, 0, 0)))), utility) == Bounds(
        (0, 0, 7), (ONE - 7, ONE - 7, ONE)
    )


def test_m_39_only_competitive_games_of_three_and_more_know_paranoia(implementation: str) -> None:
    for players, options, same in ((2, {}, True), (3, {}, False), (3, {"cooperative": True}, True)):
        game = cloche.load("gardens_of_io", players, options, implementation=implementation)
        state = [state for state in walk(game, 3) if state.current_player() >= 0][-12]
        reports = [
            Mcts(game, opponents=opponents, playout_plies=2).search(state, Limits(simulations=400))  # type: ignore[arg-type]
            for opponents in ("maxn", "paranoid")
        ]
        assert (reports[0] == reports[1]) == same


def test_m_39_a_tree_is_kept_for_the_player_it_was_made_for(implementation: str) -> None:
    game = cloche.load("gardens_of_io", 3, implementation=implementation)
    state = next(
        state
        for state in walk(game, 3)
        if state.current_player() >= 0
        and all(state.child(action).current_player() != state.current_player() for action in state.legal_actions())
    )
    for opponents, kept in (("maxn", True), ("paranoid", False)):
        bot = Mcts(game, opponents=opponents, playout_plies=1)  # type: ignore[arg-type]
        report = bot.search(state, Limits(simulations=300))
        bot.advance(report.best_action)
        child = state.child(report.best_action)
        assert child.current_player() != state.current_player()
        again = bot.search(child, Limits(simulations=10))
        assert (sum(row.visits for row in again.actions) > 10) == kept


def brute_force(state: cloche.State, known: dict[str, tuple[float, ...]]) -> tuple[float, ...]:
    """Returns of best play, by trying everything."""
    key = str(state.to_dict())
    if key not in known:
        if state.is_terminal():
            known[key] = tuple(state.returns())
        else:
            player = state.current_player()
            children = [brute_force(state.child(action), known) for action in state.legal_actions()]
            known[key] = max(children, key=lambda values: values[player])
    return known[key]


@pytest.mark.parametrize("root", ["selection", "halving"])
@pytest.mark.parametrize("selection", ["puct", "uct"])
def test_m_38_tic_tac_toe_is_proven_a_draw(selection: str, root: str) -> None:
    state = cloche.load("tic_tac_toe").new_initial_state()
    report = searched(state, 30_000, selection=selection, root=root)
    assert (report.stopped_by, report.values) == ("proven", (0, 0))
    assert report.simulations < 20_000


def test_m_16_m_37_m_38_what_is_proven_is_true() -> None:
    """Every position that a random game of tic-tac-toe, nim or small Connect Four comes to, by trying everything."""
    for name, options in (
        ("tic_tac_toe", {}),
        ("nim", {"piles": [1, 2, 3]}),
        ("connect_four", {"columns": 3, "rows": 3, "line": 3}),
    ):
        game = cloche.load(name, options=options)
        known: dict[str, tuple[float, ...]] = {}
        for seed in range(4):
            rng, state = cloche.Rng(seed, 9), game.new_initial_state()
            while not state.is_terminal():
                best = brute_force(state, known)
                report = Mcts(game, seed=seed, widening=2.0 * seed or None).search(state, Limits(simulations=60_000))
                assert report.proven
                assert report.values == best
                for row in report.actions:
                    if row.proven:
                        assert row.value == brute_force(state.child(row.action), known)
                legal = state.legal_actions()
                state.apply_action(legal[rng.below(len(legal))])


@pytest.mark.parametrize("setup", [setup for setup in SETUPS if setup.game == "gardens_of_io"], ids=str)
def test_m_38_a_probe_gives_no_visit_at_the_root(setup: Setup) -> None:
    for state in decisions(setup, "native", 40)[-3:]:
        report = searched(state, 300, endings=False)
        assert sum(row.visits for row in report.actions) == report.simulations


# When it ends


def test_m_17_simulations_are_exact(implementation: str) -> None:
    for simulations in (1, 2, 33):
        report = searched(connect_four(implementation), simulations)
        assert report.simulations == simulations
        assert report.stopped_by == "simulations"


def test_m_17_nodes_end_a_search_after_the_simulation_that_reached_them(implementation: str) -> None:
    state = connect_four(implementation)
    for nodes, simulations in ((1, 1), (3, 1), (4, 2), (10, 4)):
        report = FlatMonteCarlo(state.game, playout_plies=2).search(state, Limits(nodes=nodes))
        assert (report.simulations, report.nodes, report.stopped_by) == (simulations, 3 * simulations, "nodes")


def test_m_17_whichever_limit_comes_first_ends_the_search(implementation: str) -> None:
    state = connect_four(implementation)
    report = Mcts(state.game).search(state, Limits(simulations=5, nodes=10**9, seconds=1_000, cpu_seconds=1_000))
    assert (report.simulations, report.stopped_by) == (5, "simulations")


def test_m_17_a_proven_root_ends_a_search_before_it_begins(implementation: str) -> None:
    state = nim(3, 1, implementation=implementation)
    bot = Mcts(state.game)
    assert bot.search(state, Limits(simulations=10_000)).proven
    again = bot.search(state, Limits(simulations=1))
    assert (again.simulations, again.nodes, again.stopped_by, again.proven) == (0, 0, "proven", True)
    assert again.best_text == "1:2"


@pytest.mark.parametrize("name", ["seconds", "cpu_seconds"])
def test_m_17_clocks_end_a_search(implementation: str, name: str) -> None:
    state = connect_four(implementation)
    for kind in (Mcts, FlatMonteCarlo):
        report = kind(state.game).search(state, Limits(**{name: 0.03}, memory_mb=8))  # type: ignore[arg-type]
        assert report.stopped_by == name
        assert report.simulations >= 1


# The choice


def test_m_18_a_proven_edge_below_the_mean_is_set_aside() -> None:
    root = node(0, (1, end(10)), (1, None), (1, None))
    root.visits, root.sum = 10, 300
    for edge, (count, total) in zip(root.edges, [(6, 60), (3, 180), (1, 60)], strict=True):
        edge.visits, edge.sum = count, total
    assert chosen_edge(root) is root.edges[1]
    assert [edge.action for edge in edges_for_report(root, chosen_edge(root))] == [1, 0, 2]
    root.edges[0].proof = end(30)  # as good as the mean: kept
    assert chosen_edge(root) is root.edges[0]
    for edge in root.edges:
        edge.proof = end(1)
    root.edges[2].visits, root.edges[2].sum = 6, 70  # none is left: all are kept; the higher sum breaks the tie
    assert chosen_edge(root) is root.edges[2]


def test_m_18_equal_actions_are_listed_in_order(implementation: str) -> None:
    report = searched(connect_four(implementation), 7, selection="uct", playout_plies=0)
    assert [action.text for action in report.actions] == list("abcdefg")


def test_m_18_a_proven_loss_is_not_chosen(implementation: str) -> None:
    """X has three in row 1 with one end open: O must stop it, however often the other moves were tried."""
    report = searched(connect_four(implementation, "aabbc"), 3_000, playout="random")
    assert report.best_text == "d"


# The root


def halved(implementation: str, simulations: int, texts: str = "abcdefg", **settings: Any) -> list[int]:
    """Visits of columns of an empty board after so many simulations, all of them worth a half."""
    found = visits(searched(connect_four(implementation), simulations, root="halving", playout_plies=0, **settings))
    return [found.get(text, 0) for text in texts]


def test_m_35_halving_gives_the_better_half_twice_as_many_turns(implementation: str) -> None:
    """All values are a half and all P a seventh. A pass of a, b, c, d, in the order: each once, a and b twice, a four
    times. After 12 e, f and g stand highest: 0.45 + 3.46 / 7; then c and d: 0.5 + 3.46 / 7 / 2. After 24 come d and g
    with one visit, c with two, and b before f with three."""
    for simulations, expected in (
        (1, [1, 0, 0, 0, 0, 0, 0]),
        (4, [1, 1, 1, 1, 0, 0, 0]),
        (5, [2, 1, 1, 1, 0, 0, 0]),
        (6, [2, 2, 1, 1, 0, 0, 0]),
        (8, [3, 3, 1, 1, 0, 0, 0]),
        (12, [7, 3, 1, 1, 0, 0, 0]),
        (15, [7, 3, 1, 1, 1, 1, 1]),
        (16, [7, 3, 2, 1, 1, 1, 1]),
        (20, [7, 3, 2, 1, 3, 3, 1]),
        (24, [7, 3, 2, 1, 7, 3, 1]),
        (28, [7, 4, 3, 2, 7, 3, 2]),
    ):
        assert halved(implementation, simulations) == expected, simulations


def test_m_35_uct_ranks_by_value_behind_what_has_no_visits(implementation: str) -> None:
    """As above; but after 12 e, f and g come before a, the first of equals, and then a and e go on."""
    for simulations, expected in (
        (12, [7, 3, 1, 1, 0, 0, 0]),
        (15, [7, 3, 1, 1, 1, 1, 1]),
        (16, [8, 3, 1, 1, 1, 1, 1]),
        (20, [10, 3, 1, 1, 3, 1, 1]),
        (24, [14, 3, 1, 1, 3, 1, 1]),
    ):
        assert halved(implementation, simulations, selection="uct") == expected, simulations


def test_m_35_a_pass_starts_with_the_edges_that_are_looked_at(implementation: str) -> None:
    """With N visits 1 + floor(sqrt(N)) edges: a pass of a; of b and a, and b twice; of c, a and b, of which two go on,
    c and a twice, and c four times."""
    for simulations, expected in (
        (1, [1, 0, 0]),
        (2, [1, 1, 0]),
        (3, [2, 1, 0]),
        (5, [2, 3, 0]),
        (7, [3, 3, 1]),
        (8, [3, 4, 1]),
        (12, [5, 4, 3]),
        (16, [5, 4, 7]),
    ):
        assert halved(implementation, simulations, "abc", widening=1.0) == expected, simulations


def halving_of(root: Node, **settings: Any) -> Iterator[int]:
    """Whose turn it is, as long as it is asked, with all edges that are not pruned."""
    halves = Halving(cast(MctsSettings, {"selection": "puct", "exploration": 0.0, "fpu_reduction": 0.0} | settings))
    while True:
        yield halves.next(unpruned(root.edges, 0), root).action


def test_m_35_the_half_that_is_worth_more_goes_on() -> None:
    root = root_of((2, 5), (2, 9), (2, 1), (2, 9), (2, 7))
    one_pass = [1, 3, 4, 0, *[1, 3] * 2, *[1] * 4]
    assert list(islice(halving_of(root), 25)) == [*one_pass, *one_pass, 1]


def test_m_35_the_prior_counts_as_in_m_13() -> None:
    """With N = 4 and c = 1 each edge has 2 * P / (1 + v) more than its value: 0.5 + 0.25, 0.25 + 1, 0.75 + 0.125."""
    root = root_of((1, ONE // 2), (1, ONE // 4), (2, 3 * ONE // 2))
    for edge, prior in zip(root.edges, (0.25, 1.0, 0.1875), strict=True):
        edge.prior = prior
    turns = halving_of(root, exploration=1.0)
    assert list(islice(turns, 11)) == [1, 2, 0, *[1, 2] * 2, *[1] * 4]
    assert list(islice(halving_of(root), 3)) == [2, 0, 1]


def test_m_35_an_edge_proven_in_the_course_of_a_round_keeps_its_turns() -> None:
    """It ranks by what is proven after the round; the next pass starts without what that prunes."""
    root = root_of((2, ONE), (2, ONE + 4), (2, ONE - 4), (2, ONE - 8), (2, ONE - 16))
    turns = halving_of(root)
    assert list(islice(turns, 2)) == [1, 0]
    root.edges[1].proof = end(0)
    root.edges[3].proof = end(ONE - 1)
    root.edges[2].bounds = Bounds((0, 1), (ONE - 2, ONE))
    assert list(islice(turns, 2)) == [2, 3]
    assert list(islice(turns, 4 + 4)) == [*[3, 0] * 2, *[3] * 4]
    assert list(islice(turns, 3)) == [3, 0, 4]  # 1 and 2 are pruned


def root_of(*edges: tuple[int, int]) -> Node:
    """A root with edges of so many visits and such sums."""
    root = node(0, *[(1, None)] * len(edges))
    for edge, (count, total) in zip(root.edges, edges, strict=True):
        edge.visits, edge.sum = count, total
    root.visits, root.sum = sum(count for count, _ in edges), sum(total for _, total in edges)
    return root


def test_m_36_value_takes_the_best_mean_of_edges_visited_half_as_often_as_the_most() -> None:
    ledger = Ledger(2, 0)
    root = root_of((10, 100), (5, 60), (4, 400))
    assert chosen_root_edge(root, "visits", ledger) is root.edges[0]
    assert chosen_root_edge(root, "value", ledger) is root.edges[1]
    root.edges[2].visits = 5
    assert chosen_root_edge(root, "value", ledger) is root.edges[2]
    equal = root_of((5, 50), (6, 60), (6, 60))
    assert chosen_root_edge(equal, "value", ledger) is equal.edges[1]
    equal.edges[0].proof = end(31)
    assert chosen_root_edge(equal, "value", ledger) is equal.edges[0]


def test_m_36_lcb_prefers_what_is_certain() -> None:
    """A half every time, seen 40 times, against 5 wins of 8: the mean is higher there, the bound is not."""
    root = root_of((40, 20 * ONE), (8, 5 * ONE), (4, 4 * ONE))
    ledger = Ledger(2, 0)
    for action, results in ((0, [ONE // 2] * 40), (1, [ONE] * 5 + [0] * 3), (2, [ONE] * 4)):
        for result in results:
            ledger.add(action, end(result), None)
    bounds = [lower_bound(root, edge, ledger) for edge in root.edges]
    assert bounds[0] == pytest.approx(0.5 - 2 * math.sqrt(0.25 / 41 / 40))
    assert bounds[1] == pytest.approx(0.625 - 2 * math.sqrt((8 * 15 / 64 + 0.25) / 9 / 8))
    assert bounds[2] == pytest.approx(1 - 2 * math.sqrt(0.25 / 5 / 4))
    assert bounds[2] > bounds[0] > bounds[1]
    assert chosen_root_edge(root, "lcb", ledger) is root.edges[0]  # four visits are less than an eighth of forty
    root.edges[0].visits = 32
    assert chosen_root_edge(root, "lcb", ledger) is root.edges[2]
    assert lower_bound(root, root.edges[0], Ledger(2, 0)) == pytest.approx(0.625 - 2 * math.sqrt(0.25 / 32))
    root.edges[0].proof = end(ONE)
    assert chosen_root_edge(root, "lcb", ledger) is root.edges[0]
    assert lower_bound(root_of((0, 0)), root_of((0, 0)).edges[0], ledger) == -1


@pytest.mark.parametrize("root", ["selection", "halving"])
@pytest.mark.parametrize("final", ["visits", "value", "lcb"])
def test_m_36_reports_begin_with_what_is_chosen(implementation: str, root: str, final: str) -> None:
    for setup in SETUPS[::3]:
        state = decisions(setup, implementation, 2)[0]
        report = searched(state, 90, root=root, final=final, playout_plies=2)
        assert report.best_action == report.actions[0].action
        assert report.principal_variation[:1] == (report.best_action,)


@pytest.mark.parametrize("final", ["visits", "value", "lcb"])
@pytest.mark.parametrize("moves", ["ababab", "acbcdc", "aabbc"])
def test_halving_and_every_final_choice_find_wins_and_threats(moves: str, final: str) -> None:
    best = {"ababab": "a", "acbcdc": "c", "aabbc": "d"}[moves]
    for root in ("selection", "halving"):
        assert searched(connect_four(moves=moves), 20_000, root=root, final=final, playout="random").best_text == best


def test_m_40_a_search_stops_when_no_other_move_can_catch_up(implementation: str) -> None:
    """Without exploration a has every visit: with 100 left to make there are more than that from 64 on."""
    state = connect_four(implementation)
    bot = Mcts(state.game, exploration=0.0, fpu_reduction=1.0, playout_plies=0, early_stop=True)
    report = bot.search(state, Limits(simulations=100, depth=2))
    assert (report.simulations, report.stopped_by, visits(report)) == (64, "settled", {"a": 64})
    bot.reset()
    assert bot.search(state, Limits(simulations=128, depth=2)).simulations == 80  # 64 is not more than 64
    bot.reset()
    assert bot.search(state, Limits(nodes=300, depth=2)).stopped_by == "nodes"  # no limit of simulations is known


def test_m_40_an_early_stop_changes_no_choice() -> None:
    early = 0
    for setup in SETUPS:
        for state in decisions(setup, "native", 6):
            for seed in range(3):
                settings: dict[str, Any] = {"seed": seed, "playout_plies": 2, "endings": False}
                whole = searched(state, 400, **settings)
                short = searched(state, 400, early_stop=True, **settings)
                assert short.best_action == whole.best_action
                early += short.stopped_by == "settled"
    assert early > 100


def test_m_40_a_search_that_met_an_end_of_the_game_goes_on(implementation: str) -> None:
    state = tic_tac_toe("XO./.../...", 0, implementation)
    report = searched(state, 60, exploration=0.1, early_stop=True, endings=False)
    assert report.stopped_by == "simulations"


# The tree kept


def test_m_19_the_tree_below_a_move_is_kept(implementation: str) -> None:
    state = connect_four(implementation)
    bot = Mcts(state.game, seed=1, playout_plies=1)
    first = bot.search(state, Limits(simulations=100))
    bot.advance(first.best_action)
    second = bot.search(state.child(first.best_action), Limits(simulations=10))
    assert second.simulations == 10
    assert (
        sum(action.visits for action in second.actions) == first.best.visits - 1 + 10
    )  # a node starts at the second visit


def test_m_19_without_a_child_or_for_another_state_the_tree_is_new(implementation: str) -> None:
    state = connect_four(implementation)
    bot = Mcts(state.game, seed=1, playout_plies=1)
    bot.search(state, Limits(simulations=1))
    bot.advance(6)  # never visited
    bot.advance(400)  # the tree is empty: any action will do
    assert sum(row.visits for row in bot.search(state.child(6), Limits(simulations=5)).actions) == 5
    assert sum(row.visits for row in bot.search(state, Limits(simulations=5)).actions) == 5
    assert sum(row.visits for row in bot.search(state, Limits(simulations=5)).actions) == 10


def test_m_19_only_legal_moves_advance_a_tree(implementation: str) -> None:
    state = connect_four(implementation)
    bot = Mcts(state.game, seed=1)
    bot.search(state, Limits(simulations=5))
    for action in (7, -1, 10**30, True, "a", None, 1.0):
        with pytest.raises(ValueError, match=r"action|legal"):
            bot.advance(action)  # type: ignore[arg-type]
    assert sum(row.visits for row in bot.search(state, Limits(simulations=5)).actions) == 10


def test_m_19_a_tree_is_kept_through_chance(implementation: str) -> None:
    state = cloche.load("pig", implementation=implementation).new_initial_state()
    bot = Mcts(state.game, seed=2, playout_plies=2)
    bot.search(state, Limits(simulations=400))
    for action in (0, 5):
        bot.advance(action)
        state.apply_action(action)
    assert sum(row.visits for row in bot.search(state, Limits(simulations=1)).actions) > 20


# The report


def test_m_20_a_search_that_is_stopped_at_once_knows_nothing(implementation: str) -> None:
    flag = cloche.StopFlag()
    flag.set()
    state = early_move(implementation)
    for kind in (Mcts, FlatMonteCarlo):
        report = kind(state.game).search(state, Limits(), stop=flag)
        assert (report.simulations, report.stopped_by) == (0, "stop")
        assert report.values == pytest.approx((0, 0, 0), abs=1e-12)
        assert report.win_probability == pytest.approx((1 / 3, 1 / 3, 1 / 3))
        assert report.score_mean is None
        assert report.principal_variation == ()
        assert all(row.value is None and row.utility is None for row in report.actions)
    shared = early_move(implementation, cooperative=True)
    assert Mcts(shared.game).search(shared, Limits(), stop=flag).values == (0, 0, 0)


def test_m_20_a_kept_tree_tells_what_it_knows_of_the_mover(implementation: str) -> None:
    state = early_move(implementation)
    bot = Mcts(state.game, seed=1, playout_plies=0, margin_weight=0.0)
    first = bot.search(state, Limits(simulations=60))
    flag = cloche.StopFlag()
    flag.set()
    second = bot.search(state, Limits(), stop=flag)
    assert second.win_probability is not None
    utility = sum(row.visits * row.utility for row in first.actions if row.utility is not None) / 60
    assert second.win_probability[0] == pytest.approx(utility, abs=1e-12)
    assert second.win_probability[1] == second.win_probability[2] == pytest.approx((1 - utility) / 2, abs=1e-12)


def test_m_21_returns_follow_from_shares(implementation: str) -> None:
    for setup in SETUPS:
        state = decisions(setup, implementation, 1)[0]
        report = searched(state, 9, playout_plies=1)
        if report.win_probability is not None:
            n = setup.players
            if n == 1:  # won or lost alone
                expected = [2 * report.win_probability[0] - 1]
            else:
                expected = [(n * share - 1) / (n - 1) for share in report.win_probability]
                assert sum(report.values or ()) == pytest.approx(0, abs=1e-6)
            assert report.values == pytest.approx(expected, abs=1e-12)


def test_m_22_the_principal_variation_can_be_played(implementation: str) -> None:
    for setup in SETUPS:
        state = decisions(setup, implementation, 2)[0]
        report = searched(state, 60, playout_plies=1)
        assert report.principal_variation[0] == report.best_action
        at = state.clone()
        for action, text in zip(report.principal_variation, report.principal_texts, strict=True):
            assert at.action_to_string(action) == text
            at.apply_action(action)


def test_m_23_flat_monte_carlo_takes_every_action_in_turn(implementation: str) -> None:
    report = searched(connect_four(implementation), 9, FlatMonteCarlo, playout_plies=0)
    assert visits(report) == {"a": 2, "b": 2, **dict.fromkeys("cdefg", 1)}
    assert [action.text for action in report.actions] == list("abcdefg")
    report = searched(connect_four(implementation), 2, FlatMonteCarlo, playout_plies=0)
    assert [action.visits for action in report.actions] == [1, 1, 0, 0, 0, 0, 0]
    assert report.best.prior == pytest.approx(1 / 7)


def test_m_24_greedy_and_random_choose_as_the_page_says(implementation: str) -> None:
    for setup in SETUPS[::4]:
        game = setup.load(implementation)
        states = decisions(setup, implementation, 6)
        bot = Random(game, seed=9)
        for number, state in enumerate(states):
            legal, weights = state.legal_actions(), state.prior()
            assert Greedy(game).act(state) == legal[weights.index(max(weights))]
            assert bot.act(state) == legal[cloche.Rng(9, 5, number).below(len(legal))]


# Strength in small


@pytest.mark.parametrize("selection", ["puct", "uct"])
@pytest.mark.parametrize(
    ("moves", "best"),
    [("ababab", "a"), ("acbcdc", "c"), ("gfgfg", "g"), ("aabbc", "d")],
    ids=["wins", "stops", "stops-3", "stops-2"],
)
def test_wins_are_taken_and_threats_are_met(moves: str, best: str, selection: str) -> None:
    report = searched(connect_four(moves=moves), 20_000, selection=selection, playout="random", seed=3)
    assert report.best_text == best


def test_nim_is_played_to_a_nim_sum_of_zero() -> None:
    report = searched(nim(3, 4, 5), 50_000, seed=1)
    assert report.best_text == "1:2"
    assert report.proven


# Determinism


@pytest.mark.parametrize("setup", SETUPS[::3], ids=str)
def test_equal_seeds_give_equal_reports_and_others_do_not(setup: Setup) -> None:
    state = decisions(setup, "native", 3)[0]
    before = state.to_dict()
    for kind in (Mcts, FlatMonteCarlo):
        reports = [
            kind(setup.load(), seed=seed, playout="random").search(state, Limits(simulations=300)) for seed in (1, 1, 2)
        ]
        assert reports[0] == reports[1]
        assert reports[0].fingerprint == reports[1].fingerprint
        assert (reports[0].fingerprint == reports[2].fingerprint) == (reports[0] == reports[2])
    assert state.to_dict() == before


@pytest.mark.parametrize("kind", [Mcts, FlatMonteCarlo])
def test_a_fingerprint_tells_seeds_and_lengths_apart(kind: Any) -> None:
    state = connect_four()
    names = {
        searched(state, simulations, kind, seed=seed, playout="random").fingerprint
        for seed in range(20)
        for simulations in (50, 51)
    }
    assert len(names) == 40


def test_seeds_count_modulo_two_to_the_64() -> None:
    state = connect_four()
    reports = [searched(state, 200, seed=seed) for seed in (5, 5 + 2**64, 5 - 2**64)]
    assert reports[0] == reports[1] == reports[2]


def test_a_full_tree_stops_growing_and_the_search_goes_on() -> None:
    state = connect_four()
    report = Mcts(state.game, playout_plies=0).search(state, Limits(simulations=200_000, memory_mb=1))
    assert report.simulations == 200_000
    assert 0.9 * 2**20 < report.tree_bytes <= 2**20
    assert report.best_text
    again = Mcts(state.game, playout_plies=0).search(state, Limits(simulations=200_000, memory_mb=1))
    assert again == report


def test_a_kept_tree_that_no_longer_fits_is_given_up() -> None:
    state = connect_four()
    bot = Mcts(state.game, playout_plies=0)
    assert bot.search(state, Limits(simulations=100_000, memory_mb=16)).tree_bytes > 2**20
    report = bot.search(state, Limits(simulations=100, memory_mb=1))
    assert report.tree_bytes <= 2**20
    assert report.simulations == 100


# Any root


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_any_decision_node_can_be_searched(setup: Setup) -> None:
    movers, phases = set(), set()
    for state in decisions(setup, "native", 20):
        report = searched(state, 30, playout_plies=2)
        assert sorted(action.action for action in report.actions) == state.legal_actions()
        assert report.player == state.current_player()
        assert state.is_legal(report.best_action)
        assert report.values is not None
        assert all(setup.load().min_utility <= value <= setup.load().max_utility for value in report.values)
        movers.add(report.player)
        phases.add(state.to_dict().get("phase"))
    if setup.game == "gardens_of_io" and setup.components is None:
        assert {"tree", "turn"} <= phases
        assert len(movers) > 1


def test_nodes_inside_a_turn_of_gardens_of_io_are_searched() -> None:
    phases = {
        state.to_dict()["phase"]
        for setup in SETUPS
        if setup.game == "gardens_of_io"
        for state in decisions(setup, "native", 20)
    }
    assert {"tree", "turn", "first_cell", "second_cell", "lap_bonus"} <= phases


@pytest.mark.parametrize("kind", [Mcts, FlatMonteCarlo, Greedy, Random])
def test_a_search_at_a_chance_node_or_at_the_end_says_so(kind: Any, implementation: str) -> None:
    game = cloche.load("pig", implementation=implementation)
    with pytest.raises(ValueError, match="chance node"):
        kind(game).search(game.new_initial_state().child(0), Limits(simulations=1))
    over = {"phase": "over", "player": None, "banked": [100, 0], "turn_total": 0}
    with pytest.raises(ValueError, match="the game is over"):
        kind(game).search(game.state_from_dict(over), Limits(simulations=1))


# Threads, flags and signals


@pytest.mark.parametrize("kind", [Mcts, FlatMonteCarlo])
def test_a_flag_set_by_another_thread_ends_a_search(kind: Any, implementation: str) -> None:
    flag, running = cloche.StopFlag(), threading.Event()
    state = connect_four(implementation)

    def stop() -> None:
        running.wait(30)
        flag.set()

    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(stop)
        report = kind(state.game).search(state, UNTIL_STOPPED, stop=flag, on_progress=lambda _: running.set())
        waiting.result(30)
    assert report.stopped_by == "stop"
    assert report.simulations > 0


def test_a_search_that_nothing_would_end_is_refused(implementation: str) -> None:
    state = connect_four(implementation)
    with pytest.raises(ValueError, match="nothing would end this search"):
        Mcts(state.game).search(state, Limits(depth=3))


def test_many_threads_search_at_once() -> None:
    setups = [setup for setup in SETUPS if not setup.name.endswith("no-bonus")][:12]
    states = [decisions(setup, "native", 2)[0] for setup in setups]
    alone = [searched(state, 400, seed=4, playout_plies=4) for state in states]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda state: searched(state, 400, seed=4, playout_plies=4), states))
    assert together == alone


@pytest.mark.parametrize("kind", [Mcts, FlatMonteCarlo])
def test_a_bot_searches_for_one_thread_at_a_time(kind: Any) -> None:
    state, flag, running = connect_four(), cloche.StopFlag(), threading.Event()
    bot = kind(state.game)
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(bot.search, state, UNTIL_STOPPED, flag, lambda _: running.set())
        try:
            assert running.wait(30)
            for call in (lambda: bot.search(state, Limits(simulations=1)), bot.reset, lambda: bot.advance(0)):
                with pytest.raises(RuntimeError, match="this bot is searching"):
                    call()
        finally:
            flag.set()
        assert first.result(30).stopped_by == "stop"
    assert bot.search(state, Limits(simulations=3)).simulations == 3


@pytest.mark.parametrize("kind", [Mcts, FlatMonteCarlo])
def test_errors_of_the_progress_callback_come_out(kind: Any, implementation: str) -> None:
    state = connect_four(implementation)
    bot = kind(state.game, seed=1)

    def fail(report: SearchReport) -> None:
        assert report.stopped_by == ""
        assert report.simulations > 0
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        bot.search(state, Limits(seconds=60, memory_mb=8), on_progress=fail)
    assert bot.search(state, Limits(simulations=3)).simulations == 3


def test_a_callback_may_not_search_with_the_same_bot() -> None:
    state = connect_four()
    bot = Mcts(state.game)
    with pytest.raises(RuntimeError, match="this bot is searching"):
        bot.search(
            state, Limits(seconds=60, memory_mb=8), on_progress=lambda _: bot.search(state, Limits(simulations=1))
        )


INTERRUPTED = """
import sys, cloche
from cloche.players import FlatMonteCarlo, Mcts
from cloche.report import Limits
state = cloche.load("connect_four", implementation=sys.argv[1]).new_initial_state()
bot = {"mcts": Mcts, "flat": FlatMonteCarlo}.get(sys.argv[2], Mcts)(state.game)
told = []
def tell(report):
    if not told:
        told.append(1)
        print("searching", flush=True)
try:
    if sys.argv[2] == "playouts":
        print("searching", flush=True)
        state.game.random_playouts(2**50)
    else:
        bot.search(state, Limits(memory_mb=8), cloche.StopFlag(), tell)
except KeyboardInterrupt:
    print("interrupted", bot.search(state, Limits(simulations=5)).simulations)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("what", ["mcts", "flat", "playouts"])
def test_ctrl_c_ends_long_work(what: str, implementation: str) -> None:
    command = [sys.executable, "-c", INTERRUPTED, implementation, what]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline() == "searching\n"
            process.send_signal(signal.SIGINT)
            rest, _ = process.communicate(timeout=30)
        finally:
            process.kill()
    assert rest == "interrupted 5\n"
    assert process.returncode == 0
