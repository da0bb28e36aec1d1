"""Orders of moves that meet again in a search of what one player knows (seeds/search.md, M-45 and M-46)."""

from __future__ import annotations

from typing import Any

import pytest

import cloche
from cloche.players import Mcts
from cloche.reference.tree import Edge, Node
from cloche.report import Limits

from .games.barton_in_bloom.barton import at, play, step
from .net import IMPLEMENTATIONS, SETUPS, Setup, decisions
from .test_observer_search import HIDING

both = pytest.mark.parametrize("implementation", IMPLEMENTATIONS)

# Visits go round evenly and every simulation is judged where it leaves the tree.
EVEN: dict[str, Any] = {"selection": "uct", "exploration": 1e6, "widening": None, "playout_plies": 0}
# Each of the five edges of the root 16 visits, the first before there is a child; each edge of the children 3.
EVEN_LIMITS = Limits(simulations=80, depth=2)


def owed_flowers(implementation: str) -> cloche.State:
    """Two flowers of choice are owed; then a judge may be discarded for its favour, or the turn ends.

    The first flower is one of five, the second too: 25 orders, but 15 ways in which the shed may be filled.
    """
    todo = [step("flower", n=2), step("after")]
    return at(implementation, todo=todo, hands=["separation"], dice="rest1 rest1 rest1 rest1")


def kept_visits(bot: Mcts, state: cloche.State) -> dict[str, int]:
    """What the kept tree has of a position."""
    flag = cloche.StopFlag()
    flag.set()
    return {action.text: action.visits for action in bot.search(state, EVEN_LIMITS, stop=flag).actions}


@both
def test_m_45_orders_of_moves_that_meet_again_are_one_node(implementation: str) -> None:
    """The root and five nodes with five edges; below them nodes with `end` and a favour, by sheds or by orders."""
    state = owed_flowers(implementation)
    report = Mcts(state.game, **EVEN).search(state, EVEN_LIMITS)
    assert {action.visits for action in report.actions} == {16}
    assert (report.tree_nodes, report.tree_edges) == (1 + 5 + 15, 5 + 25 + 2 * 15)
    apart = Mcts(state.game, transpositions=False, **EVEN).search(state, EVEN_LIMITS)
    assert {action.visits for action in apart.actions} == {16}
    assert (apart.tree_nodes, apart.tree_edges) == (1 + 5 + 25, 5 + 25 + 2 * 25)


@both
@pytest.mark.parametrize("transpositions", [True, False])
def test_m_46_a_node_counts_what_came_by_any_way(implementation: str, transpositions: bool) -> None:
    """Two visits of an edge pass its child; a node of two different flowers has two edges that lead to it."""
    for first, second in ("DR", "RD", "TV", "VT", "DD", "LL"):
        state = owed_flowers(implementation)
        bot = Mcts(state.game, transpositions=transpositions, **EVEN)
        bot.search(state, EVEN_LIMITS)
        between = play(state, f"flower:{first}")
        # Edges count the simulations that took them, whatever else passed what they lead to.
        assert set(kept_visits(bot, between).values()) == {3}
        met = kept_visits(bot, play(between, f"flower:{second}"))
        assert sum(met.values()) == (4 if transpositions and first != second else 2)


@both
def test_m_46_a_search_goes_on_alike_from_where_orders_met(implementation: str) -> None:
    reports = []
    for order in ("DR", "RD"):
        state = owed_flowers(implementation)
        bot = Mcts(state.game, seed=5, **EVEN)
        bot.search(state, EVEN_LIMITS)
        for kind in order:
            state = play(state, f"flower:{kind}")
        reports.append(bot.search(state, Limits(simulations=60)).to_dict() | {"seconds": 0, "fingerprint": ""})
    assert reports[0] == reports[1]


@pytest.mark.parametrize("setup", HIDING, ids=str)
def test_m_45_m_46_nodes_of_a_tree(setup: Setup) -> None:
    """Levels hold no knowledge twice, and each node counts as often as the edges that lead to it after they had it."""
    state = decisions(setup, "reference", 1)[0]
    bot = Mcts(state.game, seed=4, playout_plies=0)
    bot.search(state, Limits(simulations=200))
    tree = bot._search._tree  # type: ignore[attr-defined]
    assert tree is not None
    leading: dict[int, list[Edge]] = {}
    for node in tree.root.subtree():
        for edge in node.edges:
            if edge.child is not None:
                leading.setdefault(id(edge.child), []).append(edge)
    levels: list[list[Node]] = list(tree.root.levels())
    for level in levels:
        known = [node.known for node in level if node.known is not None]
        assert all(one != other for place, one in enumerate(known) for other in known[:place])
        for node in level:
            if node is tree.root:
                continue
            assert len(leading[id(node)]) == 1 or node.known is not None
            assert node.visits == sum(edge.visits - 1 for edge in leading[id(node)])
    assert sum(len(level) for level in levels) == len({id(node) for level in levels for node in level})


@both
@pytest.mark.parametrize("setup", [setup for setup in SETUPS if setup not in HIDING][::4], ids=str)
def test_m_46_the_option_changes_nothing_where_nothing_is_hidden(setup: Setup, implementation: str) -> None:
    state = decisions(setup, implementation, 1)[0]
    reports = [
        Mcts(state.game, seed=2, playout_plies=2, transpositions=transpositions).search(state, Limits(simulations=60))
        for transpositions in (True, False)
    ]
    assert reports[0].to_dict() | {"seconds": 0} == reports[1].to_dict() | {"seconds": 0}
