"""Searches with a tree for every player (seeds/search.md, M-70 to M-76), and moves that count as one (M-77)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pytest

import cloche
from cloche.backend import CHANCE
from cloche.players import Mcts
from cloche.reference.multi_observer import MultiObserverMcts
from cloche.reference.observer import ObserverMcts
from cloche.reference.tree import Node
from cloche.report import Limits
from cloche.settings import Observers

from .brute_force import equilibrium, reachable, worlds_of
from .micro import HIDDEN, Micro
from .net import IMPLEMENTATIONS, SETUPS, Setup, canonical, decisions, played, setup_named, walk

HIDING = [setup for setup in SETUPS if not setup.load().perfect_information]
TOGETHER = [setup for setup in HIDING if setup.players > 1]
KUHN = setup_named("kuhn_poker", "plain")
both = pytest.mark.parametrize("implementation", IMPLEMENTATIONS)
hiding = pytest.mark.parametrize("setup", HIDING, ids=str)
together = pytest.mark.parametrize("setup", TOGETHER, ids=str)


def searched(setup: Setup, simulations: int, state: cloche.State | None = None, **more: Any) -> MultiObserverMcts:
    """The reference's search, with its trees."""
    known = decisions(setup, "native", 1)[0] if state is None else state
    own = setup.load("reference").state_from_dict(known.to_dict())
    settings: dict[str, Any] = {"observers": "multi", "playout_plies": 0, "endings": False, "seed": 4} | more
    bot = Mcts(own.game, **settings)
    bot.search(own, Limits(simulations=simulations))
    search = bot._search
    assert isinstance(search, MultiObserverMcts)
    return search


def all_roots(search: MultiObserverMcts) -> dict[int, list[Node]]:
    """By player."""
    return {search._observer: [search.tree.root]} | {
        player: tree.all_roots() for player, tree in search._others.items() if player != search._observer
    }


# What trees are made of


@both
@pytest.mark.parametrize("setup", [setup for setup in SETUPS if setup not in HIDING][::7], ids=str)
def test_m_70_m_77_options_of_hidden_things_are_refused_where_nothing_is_hidden(
    setup: Setup, implementation: str
) -> None:
    game = setup.load(implementation)
    with pytest.raises(ValueError, match=f"observers: 'multi', should be 'single' in {game.name}, which hides"):
        Mcts(game, observers="multi")
    with pytest.raises(ValueError, match=f"merge: True, should be False in {game.name}, which hides nothing"):
        Mcts(game, merge=True)


def test_m_70_only_single_or_multi_is_taken() -> None:
    with pytest.raises(ValueError, match="observers: 'many', should be 'single' or 'multi'"):
        Mcts(KUHN.load(), observers="many")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="merge: 1, should be True or False"):
        Mcts(KUHN.load(), merge=1)  # type: ignore[arg-type]
    assert cloche.player("mcts:9,observers=multi,merge=true", KUHN.load()).settings["observers"] == "multi"


@both
def test_m_78_an_evaluator_goes_with_one_observer(implementation: str) -> None:
    with pytest.raises(ValueError, match="observers: 'multi', should be 'single' with an evaluator"):
        Mcts(KUHN.load(implementation), observers="multi", evaluator=len)


def test_m_78_linear_leaves_are_judged_alike_in_both_implementations() -> None:
    for name in ("buds_and_blooms", "bloom_town", "barton_in_bloom"):
        native = decisions(setup_named(name, "2p"), "native", 2)[-1]
        reference = setup_named(name, "2p").load("reference").state_from_dict(native.to_dict())
        reports = []
        for state in (native, reference):
            bot = Mcts(state.game, observers="multi", leaf="linear", playout_plies=1, endings=False)
            reports.append(bot.search(state, Limits(simulations=60)).to_dict() | {"seconds": 0, "tree_bytes": 0})
            reports[-1].pop("fingerprint")
        assert reports[0] == reports[1]


@together
def test_m_71_only_decisions_of_the_owner_have_edges_from_the_start(setup: Setup) -> None:
    search = searched(setup, 150)
    for player, roots in all_roots(search).items():
        for node in (node for root in roots for node in root.subtree()):
            assert len({edge.action for edge in node.edges}) == len(node.edges)
            if node.mover == player:
                assert node.edges
            else:  # an edge for each thing seen, and nothing is seen without a visit
                assert all(edge.visits > 0 for edge in node.edges)
            if node.mover == player != search._observer:
                assert all(edge.visits <= edge.available <= node.visits for edge in node.edges)


@together
def test_m_72_other_players_have_a_root_for_each_of_the_first_observations(setup: Setup) -> None:
    """Every simulation passes one root of every tree."""
    search = searched(setup, 150)
    for player, roots in all_roots(search).items():
        assert sum(root.visits for root in roots) == 150
        if player == search._observer:
            assert len(roots) == 1
            continue
        observations = []
        dealer = cloche.Rng(4, 3, 0, 0)  # as of seed 4
        world = decisions(setup, "native", 1)[0].belief(search._observer).state
        for _ in range(150):
            known = world.redeal(search._observer, dealer).observation(player)
            if known not in observations:
                observations.append(known)
        assert [root.known for root in roots[:16]] == observations[:16]
        assert len(roots) == min(len(observations), 17)


def test_m_72_the_root_of_all_others_comes_last() -> None:
    """Liar's dice with three ten-sided dice: 220 hands."""
    search = searched(setup_named("liars_dice", "3x10"), 200)
    [roots] = [roots for player, roots in all_roots(search).items() if player != search._observer]
    assert len(roots) == 17
    assert roots[16].known is None
    assert roots[16].visits > max(root.visits for root in roots[:16])


@together
def test_m_73_every_tree_grows_by_at_most_one_node_a_simulation(setup: Setup) -> None:
    search, nodes = searched(setup, 1), {}
    for _ in range(60):
        for player, roots in all_roots(search).items():
            inner = sum(len(list(root.subtree())) - 1 for root in roots)
            assert inner - nodes.get(player, 0) in (0, 1)
            nodes[player] = inner
        search.simulate(None)
    assert sum(nodes.values()) > 0


@together
def test_m_73_depth_holds_in_all_trees(setup: Setup) -> None:
    known = decisions(setup, "native", 1)[0]
    own = setup.load("reference").state_from_dict(known.to_dict())
    bot = Mcts(own.game, observers="multi", endings=False, playout_plies=0)
    bot.search(own, Limits(simulations=80, depth=1))
    assert isinstance(bot._search, MultiObserverMcts)
    for roots in all_roots(bot._search).values():
        for child in (edge.child for root in roots for edge in root.edges if edge.child is not None):
            assert all(edge.child is None for edge in child.edges)


@together
def test_m_74_every_tree_counts_what_went_through_it(setup: Setup) -> None:
    """A node has the visits of its edges, and, with one way to it, no more than the edge that leads to it."""
    for roots in all_roots(searched(setup, 120, transpositions=False)).values():
        for node in (node for root in roots for node in root.subtree()):
            assert node.visits == sum(edge.visits for edge in node.edges)
            if node.mover != CHANCE:
                assert node.sum == sum(edge.sum for edge in node.edges)
            assert all(edge.child.visits <= edge.visits for edge in node.edges if edge.child is not None)


@both
@together
def test_m_75_the_tree_of_the_observer_goes_on(setup: Setup, implementation: str) -> None:
    """Searched twice at one decision, its root has the visits of both searches."""
    state = decisions(setup, implementation, 1)[0]
    bot = Mcts(state.game, seed=6, observers="multi", playout_plies=1, endings=False)
    first, second = (bot.search(state, Limits(simulations=40)) for _ in range(2))
    assert sum(row.visits for row in first.actions) == 40
    assert sum(row.visits for row in second.actions) == 80
    if implementation == "reference":
        assert isinstance(bot._search, MultiObserverMcts)
        others = [tree.all_roots() for tree in bot._search._others.values()]
        assert all(sum(root.visits for root in roots) in (0, 40) for roots in others)


@both
@pytest.mark.parametrize("setup", [setup for setup in HIDING if setup.players == 1], ids=str)
def test_m_76_one_player_alone_is_searched_for_as_with_a_single_observer(setup: Setup, implementation: str) -> None:
    for state in decisions(setup, implementation, 3):
        reports = [
            Mcts(state.game, seed=1, observers=observers, workers=2).search(state, Limits(simulations=60))
            for observers in ("single", "multi")
        ]
        assert reports[0] == reports[1]


@pytest.mark.parametrize("setup", TOGETHER[::3], ids=str)
def test_m_76_threads_change_no_report(setup: Setup) -> None:
    state = decisions(setup, "native", 2)[0]
    reports = [
        Mcts(state.game, observers="multi", workers=3, threads=threads, playout_plies=2).search(
            state, Limits(simulations=300)
        )
        for threads in (1, 3)
    ]
    assert reports[0] == reports[1]


@pytest.mark.parametrize("observers", ["single", "multi"])
def test_m_70_all_trees_have_their_room_in_one_arena(observers: Observers) -> None:
    """A search goes on in a full one, in the tree of a pondering too, whose root may lack an edge."""
    state = decisions(setup_named("buds_and_blooms", "2p"), "native", 1)[0]
    bot = Mcts(state.game, observers=observers, playout_plies=0)
    limits = Limits(simulations=30_000, memory_mb=1)
    report = bot.search(state, limits)
    assert report.simulations == 30_000 == sum(row.visits for row in report.actions)
    assert 0.9 * 2**20 < report.tree_bytes <= 2**20
    pondered = bot.ponder(state, limits, player=1 - state.current_player()).result(60)
    assert pondered.simulations == 30_000
    assert bot.search(state, limits).simulations == 30_000


# Moves that count as one


def counted(setup: Setup, state: cloche.State, player: int) -> dict[int, int]:
    """What actions count as to a player, by the reference."""
    own = setup.load("reference").state_from_dict(state.to_dict())
    search = Mcts(own.game, merge=True)._search
    assert isinstance(search, ObserverMcts)
    return search._counted_as(own.backend, player)


@pytest.mark.parametrize("setup", TOGETHER[::3], ids=str)
def test_m_77_what_counts_as_one_leads_to_one_observation(setup: Setup) -> None:
    for state in decisions(setup, "native", 6):
        for player in range(setup.players):
            ids = counted(setup, state, player)
            if player == state.current_player():
                assert ids == {action: action for action in state.legal_actions()}
                continue
            after: dict[str, int] = {}
            for action in state.legal_actions():
                assert ids[action] <= state.backend.seen(action, player)
                known = canonical(state.child(action).observation(player))
                assert after.setdefault(known, ids[action]) == ids[action]
            assert len(after) == len(set(ids.values()))


def test_m_77_jobs_that_come_to_nothing_are_one() -> None:
    """Barton in Bloom: a gardener who has nothing to harvest or nothing to regrow; the lowest id stands."""
    found: set[tuple[str, str]] = set()
    for state in walk(setup_named("barton_in_bloom", "4p").load(), 0):
        if state.current_player() >= 0:
            ids = counted(setup_named("barton_in_bloom", "4p"), state, (state.current_player() + 1) % 4)
            texts = {action: state.action_to_string(action) for action in ids}
            pairs = ((action, first) for action, first in ids.items() if first in texts and first != action)
            found |= {(texts[action], texts[first]) for action, first in pairs}
    assert ("gardener:harvest", "gardener:regrow") in found


# What is played


def states_of_kuhn() -> Iterator[cloche.State]:
    """A decision of each kind: by what the mover holds and what was done, one world of each."""
    known = set()
    for seed in range(60):
        for moves in ([], ["pass"], ["bet"], ["pass", "bet"]):
            state = played(KUHN, "native", seed, moves)
            key = str(state.observation(state.current_player()))
            if key not in known:
                known.add(key)
                yield state


def errors(
    states: Iterable[cloche.State], observers: Observers, simulations: int, exploration: float = 0.4
) -> list[float]:
    """How far values are from those of an equilibrium of what is searched: all that the mover holds possible, when all
    know that it is so."""
    found = []
    for state in states:
        bot = Mcts(
            state.game, observers=observers, selection="uct", exploration=exploration, margin_weight=0.0, endings=False
        )
        exact = equilibrium(worlds_of(state, state.current_player()))
        found.append(abs(bot.search(state, Limits(simulations=simulations)).values[0] - exact))
    return found


def test_m_70_others_play_by_what_they_hold() -> None:
    """Where Q is held first and passes, K bets and J does not: with one tree the bet tells nothing (0 for -1/3)."""
    states = list(states_of_kuhn())
    assert len(states) == 12
    few, some, many = (sum(errors(states, "multi", count)) for count in (100, 3_000, 100_000))
    assert few > some > many
    assert max(errors(states, "multi", 100_000)) < 0.04
    assert max(errors(states, "single", 100_000)) > 0.25


@pytest.mark.parametrize("micro", [micro for micro in HIDDEN if micro.setup.players == 2], ids=str)
def test_m_70_values_of_micro_versions_go_to_an_equilibrium(micro: Micro) -> None:
    found = [state for state in reachable(micro.state()) if state.current_player() >= 0]
    states = found[:: len(found) // 12]
    few, many = (errors(states, "multi", count, exploration=0.7) for count in (100, 100_000))
    assert sum(many) < sum(few) / 20
    assert max(many) < 0.05
