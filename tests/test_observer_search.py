"""Searches of what one player knows (seeds/search.md, M-25 to M-29): what their trees are made of."""

from __future__ import annotations

import math

import pytest

import cloche
from cloche.backend import CHANCE
from cloche.players import FlatMonteCarlo, Mcts
from cloche.reference.tree import Edge, Node, select_puct_among, select_uct_among
from cloche.reference.utility import ONE
from cloche.report import Limits

from .net import IMPLEMENTATIONS, SETUPS, Setup, decisions, walk
from .test_hidden_information import shows

HIDING = [setup for setup in SETUPS if not setup.load().perfect_information]
both = pytest.mark.parametrize("implementation", IMPLEMENTATIONS)
hiding = pytest.mark.parametrize("setup", HIDING, ids=str)


def last_decision(setup: Setup, implementation: str) -> cloche.State:
    return [state for state in walk(setup.load(implementation), 2) if state.current_player() >= 0][-1]


@both
@hiding
def test_m_26_nothing_is_ever_proven(setup: Setup, implementation: str) -> None:
    report = Mcts(setup.load(implementation), seed=3, endings=False).search(
        last_decision(setup, implementation), Limits(simulations=30)
    )
    assert not report.proven
    assert not any(action.proven for action in report.actions)
    assert report.simulations == 30 == sum(action.visits for action in report.actions)


@both
@hiding
@pytest.mark.parametrize("kind", [Mcts, FlatMonteCarlo])
def test_m_26_hidden_parts_are_dealt_by_a_stream_of_their_own(setup: Setup, implementation: str, kind: type) -> None:
    """`Rng(seed, 3, number, 0)`: the number of the search changes it, the hidden part of the state does not."""
    state = decisions(setup, implementation, 1)[0]
    bot, again = kind(state.game, seed=9), kind(state.game, seed=9)
    limits = Limits(simulations=12)
    first, second = bot.search(state, limits), bot.search(state, limits)
    assert again.search(state.redeal(state.current_player(), cloche.Rng(1)), limits).to_dict() | {"seconds": 0} == (
        first.to_dict() | {"seconds": 0}
    )
    assert first.fingerprint == "0" * 16 or second.fingerprint != first.fingerprint


def tree_of(setup: Setup, state: cloche.State, simulations: int) -> tuple[Node, int]:
    """The reference's tree after a search, and its observer."""
    own = setup.load("reference").state_from_dict(state.to_dict())
    bot = Mcts(own.game, seed=4, playout_plies=0)
    bot.search(own, Limits(simulations=simulations))
    return bot._search._tree.root, own.current_player()  # type: ignore[attr-defined]


@hiding
def test_m_27_edges_bear_what_is_seen_and_stand_for_one_thing_each(setup: Setup) -> None:
    state = decisions(setup, "native", 1)[0]
    root, observer = tree_of(setup, state, 150)
    shown = [  # made after a decision that showed the observer hidden things: not known, M-29
        edge.child
        for node in root.subtree()
        for edge in node.edges
        if node.mover == observer and shows(setup, edge.action)
    ]
    for node in root.subtree():
        seen = [edge.action for edge in node.edges]
        assert len(set(seen)) == len(seen)
        if node.mover == CHANCE:
            assert all(edge.visits > 0 for edge in node.edges)
        elif node.mover == observer:
            assert (node.known is None) == any(node is child for child in shown)
            assert [(-edge.weight, edge.action) for edge in node.edges] == sorted(
                (-edge.weight, edge.action) for edge in node.edges
            )
        else:
            assert node.visits >= max(edge.available for edge in node.edges)
            assert all(edge.available >= edge.visits for edge in node.edges)
            assert all(edge.available >= 1 for edge in node.edges) or node.visits == 0


def test_m_27_a_private_draw_of_another_player_is_one_edge() -> None:
    """Bloom Town: the first tile of an extra turn empties a space, the second draws from that stack, face down."""
    setup = next(setup for setup in HIDING if setup.game == "bloom_town" and setup.name == "2p")
    found = 0
    for seed in range(40):
        for state in walk(setup.load("reference"), seed):
            position = state.to_dict()
            if position["phase"] == "draw":
                other = 1 - position["player"]
                seen = {state.backend.seen(outcome, other) for outcome in state.legal_actions() if outcome < 10}
                assert seen == {15}
                assert {state.action_view(outcome, other) for outcome in state.legal_actions() if outcome < 10} == {
                    "hidden"
                }
                found += 1
    assert found


def other_node() -> tuple[Node, list[Edge]]:
    """A node with two visits: an edge that was a candidate twice and one that was once, the present visit counted."""
    edges = [
        Edge(0, 2, 0.5, visits=1, sum=ONE // 2, available=3),
        Edge(1, 1, 0.25, visits=1, sum=ONE // 2, available=3),
        Edge(2, 1, 0.25, available=1),
    ]
    return Node(0, edges, visits=2, sum=ONE), edges


def test_m_28_each_edge_has_the_exploration_of_its_own_visits() -> None:
    """With c = 1: 0.5 + sqrt(3)/4, 0.5 + sqrt(3)/8 and, unvisited, 0.5 - 0.1 + 1/4."""
    node, edges = other_node()
    assert 0.5 + math.sqrt(3) / 4 > 0.65 > 0.4
    assert select_puct_among(edges, node, 1.0, 0.1) is edges[0]
    assert select_puct_among(edges[1:], node, 1.0, 0.1) is edges[1]  # 0.7165 against 0.65
    edges[1].available = 1
    assert select_puct_among(edges[1:], node, 1.0, 0.1) is edges[2]  # 0.625 against 0.65
    assert select_puct_among(edges, Node(0, edges), 1.0, 0.1) is edges[0]


def test_m_28_uct_visits_every_candidate_first() -> None:
    node, edges = other_node()
    assert select_uct_among(edges, node, 1.0) is edges[2]
    assert select_uct_among(edges[:2], node, 1.0) is edges[0]
    edges[1].available = 4
    assert select_uct_among(edges[:2], node, 1.0) is edges[1]


@both
@hiding
def test_m_29_a_tree_is_kept_where_the_observer_decides_again(setup: Setup, implementation: str) -> None:
    """Along games of one bot for one player: what it has seen of a node before is not lost."""
    game = setup.load(implementation)
    bot, fresh = (Mcts(game, seed=6, playout_plies=1) for _ in range(2))
    kept = most = 0
    generator = cloche.Rng(8)
    for seed in range(5, 45):  # short games may end before the observer decides again
        state = game.new_initial_state(seed=seed)
        player = state.current_player()
        bot.reset()
        decided = 0
        while not state.is_terminal() and kept == 0:
            if state.current_player() == player:
                decided += 1
                report = bot.search(state, Limits(simulations=60))
                kept += sum(action.visits for action in report.actions) > 60
                fresh.reset()
                alone = fresh.search(state, Limits(simulations=60))
                assert sum(action.visits for action in alone.actions) == 60
                state.apply_action(report.best_action)
            elif state.is_chance_node():
                state.resolve_chance(generator)
            else:
                actions = state.legal_actions()
                state.apply_action(actions[generator.below(len(actions))])
        most = max(most, decided)
        if kept:
            break
    if setup.game == "goofspiel" and most == 1:
        assert game.options["cards"] == 2  # a player chooses once in it
        return
    assert kept


@both
@hiding
def test_m_29_a_bot_may_be_told_of_anything(setup: Setup, implementation: str) -> None:
    state = decisions(setup, implementation, 1)[0]
    reports = []
    for told in (False, True):
        bot = Mcts(state.game, seed=1)
        bot.search(state, Limits(simulations=10))
        if told:
            bot.advance(60_000)
        reports.append(bot.search(state, Limits(simulations=10)).to_dict() | {"seconds": 0})
    assert reports[0] == reports[1]


@both
@hiding
def test_m_29_the_line_can_be_played_in_the_world_of_the_observer(setup: Setup, implementation: str) -> None:
    for state in decisions(setup, implementation, 3):
        p = state.current_player()
        report = Mcts(state.game, seed=2, playout_plies=2).search(state, Limits(simulations=80))
        world = state.belief(p).state
        assert report.principal_variation[0] == report.best_action
        for action, text in zip(report.principal_variation, report.principal_texts, strict=True):
            assert world.action_to_string(action) == text
            world.apply_action(action)
