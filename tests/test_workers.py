"""Searches by several workers on several threads (seeds/search.md, M-60 to M-65)."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest

import cloche
from cloche.players import FlatMonteCarlo, Mcts
from cloche.reference.search import Mcts as ReferenceMcts
from cloche.reference.tree import Bounds, Node
from cloche.reference.workers import JointRoot, Workers
from cloche.report import Limits, SearchReport

from .net import IMPLEMENTATIONS, SETUPS, Setup, decisions

both = pytest.mark.parametrize("implementation", IMPLEMENTATIONS)
kinds = pytest.mark.parametrize("kind", [Mcts, FlatMonteCarlo])


def connect_four(implementation: str = "native", moves: str = "") -> cloche.State:
    state = cloche.load("connect_four", implementation=implementation).new_initial_state()
    for move in moves:
        state.apply_action(state.string_to_action(move))
    return state


def along_a_game(setup: Setup, kind: Any, threads: int, **limits: Any) -> list[SearchReport]:
    """Reports of four workers along a game that they play, the tree kept."""
    state = setup.load().new_initial_state(seed=3)
    bot = kind(state.game, seed=2, workers=4, threads=threads, playout_plies=3)
    reports: list[SearchReport] = []
    while len(reports) < 3 and not state.is_terminal():
        if state.is_chance_node():
            action = state.legal_actions()[0]
        else:
            reports.append(bot.search(state, Limits(**limits)))
            action = reports[-1].best_action
        bot.advance(action)
        state.apply_action(action)
    return reports


# Threads change nothing


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_m_60_reports_are_equal_on_any_number_of_threads(setup: Setup) -> None:
    for kind, limits in ((Mcts, {"simulations": 603}), (FlatMonteCarlo, {"nodes": 500})):
        alone = along_a_game(setup, kind, 1, **limits)
        for threads in (2, 3, 7):
            assert along_a_game(setup, kind, threads, **limits) == alone


def test_m_60_fingerprints_are_of_all_workers_and_all_threads() -> None:
    """Long enough for epochs of all lengths."""
    state = connect_four()
    limits = Limits(simulations=90_001)
    prints = {
        (workers, threads): Mcts(state.game, seed=1, workers=workers, threads=threads).search(state, limits).fingerprint
        for workers in (1, 2, 3)
        for threads in (1, 2, 4)
    }
    assert len({prints[workers, 1] for workers in (1, 2, 3)}) == 3
    assert all(fingerprint == prints[workers, 1] for (workers, _), fingerprint in prints.items())


def test_a_report_on_the_way_changes_nothing_on_any_number_of_threads() -> None:
    state = connect_four()
    for threads in (1, 2):
        told: list[SearchReport] = []
        bots = [Mcts(state.game, seed=6, workers=2, threads=threads) for _ in range(2)]
        limits = Limits(simulations=150_000)
        listening = bots[0].search(state, limits, on_progress=told.append)
        assert listening == bots[1].search(state, limits)
        for report in told:
            assert report.simulations < 150_000
            assert sum(action.visits for action in report.actions) == report.simulations


# Each worker


@both
def test_m_60_m_65_each_worker_of_flat_monte_carlo_has_a_stream_and_its_turns(implementation: str) -> None:
    """Three workers, five playouts: the first two workers make two, and the moves are taken in turn."""
    game = cloche.load("pig", implementation=implementation)
    state = game.state_from_dict({"phase": "decide", "player": 0, "banked": [0, 0], "turn_total": 0})
    bot = FlatMonteCarlo(game, seed=8, workers=3, playout="random", playout_plies=1)
    report = bot.search(state, Limits(simulations=5))
    legal = state.legal_actions()
    totals = [0, 0]
    for worker, turns in enumerate((2, 2, 1)):
        rng = cloche.Rng(8, 2, 0, worker)
        for turn in range(turns):
            at = state.child(legal[(turn * 3 + worker) % len(legal)])
            at.resolve_chance(rng)
            if not at.is_terminal():
                choices = at.legal_actions()
                at.apply_action(choices[rng.below(len(choices))])
                at.resolve_chance(rng)
            for player, score in enumerate(at.scores()):
                totals[player] += score
    assert report.score_mean == tuple(total / 5 for total in totals)
    visits = {action.action: action.visits for action in report.actions}
    assert visits == {legal[i]: len(range(i, 5, len(legal))) for i in range(len(legal))}


@both
@kinds
def test_m_61_simulations_are_exact_and_shared_out(implementation: str, kind: Any) -> None:
    state = connect_four(implementation)
    for simulations in (1, 2, 47, 301):
        report = kind(state.game, workers=3, playout_plies=2).search(state, Limits(simulations=simulations))
        assert report.simulations == simulations == sum(action.visits for action in report.actions)
        assert report.stopped_by == "simulations"


@both
@kinds
def test_m_61_nodes_end_a_search_with_at_most_one_simulation_more_of_each_worker(
    implementation: str, kind: Any
) -> None:
    state = connect_four(implementation)
    for nodes in (1, 50, 777):
        report = kind(state.game, workers=3, playout_plies=4).search(state, Limits(nodes=nodes, depth=2))
        assert nodes <= report.nodes < nodes + 3 * (4 + 3)  # a simulation makes up to 3 moves in the tree
        assert report.stopped_by == "nodes"


@both
def test_m_62_the_root_holds_what_all_found_and_keeps_it(implementation: str) -> None:
    state = connect_four(implementation)
    bot = Mcts(state.game, workers=3, playout_plies=2)
    first = bot.search(state, Limits(simulations=100))
    again = bot.search(state, Limits(simulations=50))
    assert sum(action.visits for action in first.actions) == 100
    assert sum(action.visits for action in again.actions) == 150
    bot.advance(again.best_action)
    below = bot.search(state.child(again.best_action), Limits(simulations=10))
    assert 10 <= sum(action.visits for action in below.actions) <= 10 + again.best.visits


def reference_workers(bot: Mcts) -> list[ReferenceMcts]:
    assert isinstance(bot._search, Workers)
    return bot._search._trees


def test_m_62_an_epoch_starts_with_the_numbers_of_all_workers() -> None:
    state = connect_four("reference")
    bot = Mcts(state.game, workers=2, playout_plies=0)
    bot.search(state, Limits(simulations=40))
    trees = reference_workers(bot)
    own = [[edge.visits for edge in tree.tree.root.edges] for tree in trees]
    assert [sum(visits) for visits in own] == [20, 20]  # each has its own again
    roots = JointRoot(trees)
    roots.merge()
    joint = [[edge.visits for edge in tree.tree.root.edges] for tree in trees]
    assert joint[0] == joint[1] == [a + b for a, b in zip(*own, strict=True)]
    assert [tree.tree.root.visits for tree in trees] == [40, 40]
    roots.part()
    assert [[edge.visits for edge in tree.tree.root.edges] for tree in trees] == own


def test_m_63_a_proof_of_one_worker_is_taken_by_the_others() -> None:
    """The winning column is tried by one worker alone; the other's root is proven as well."""
    state = connect_four("reference", "aabbcc")
    bot = Mcts(state.game, workers=2, playout_plies=0)
    bot.search(state, Limits(simulations=1))
    trees = reference_workers(bot)
    roots: list[Node] = [tree.tree.root for tree in trees]
    winning = state.string_to_action("d")
    edges = [next(edge for edge in root.edges if edge.action == winning) for root in roots]
    end = state.child(winning)
    edges[1].proof = trees[1]._utility.of_end(end.backend)
    JointRoot(trees).merge()
    assert edges[0].proof == edges[1].proof
    assert edges[0].child is None
    assert roots[0].proof == edges[1].proof  # M-16 of the root that changed
    assert roots[1].proof is None


def test_m_63_a_proof_takes_the_place_of_bounds_and_bounds_are_not_passed_on() -> None:
    state = connect_four("reference", "aabbcc")
    bot = Mcts(state.game, workers=2, playout_plies=0)
    bot.search(state, Limits(simulations=40, depth=1))
    trees = reference_workers(bot)
    first, second = (tree.tree.root.edges for tree in trees)
    end = trees[0]._utility.of_end(state.child(state.string_to_action("d")).backend)
    first[1].bounds = second[2].bounds = Bounds((1, 1), (5, 5))
    second[1].proof = end
    JointRoot(trees).merge()
    assert first[1].proof == end
    assert second[1].bounds is None
    assert first[2].bounds is None


@both
def test_m_61_m_40_a_search_stops_early_at_the_end_of_an_epoch(implementation: str) -> None:
    """Without exploration both workers take a alone; epochs have 32 simulations."""
    state = connect_four(implementation)
    bot = Mcts(state.game, workers=2, exploration=0.0, fpu_reduction=1.0, playout_plies=0, early_stop=True)
    report = bot.search(state, Limits(simulations=100, depth=2))
    assert (report.simulations, report.stopped_by, report.best.visits) == (64, "settled", 64)
    bot.reset()
    assert bot.search(state, Limits(simulations=128, depth=2)).simulations == 96  # 64 is not more than 64
    bot.reset()
    assert bot.search(state, Limits(nodes=300, depth=2)).stopped_by == "nodes"


@both
def test_m_61_m_40_workers_that_met_an_end_of_the_game_go_on(implementation: str) -> None:
    state = connect_four(implementation, "aabbc")  # d wins for the other player two plies on
    settings: dict[str, Any] = {"exploration": 0.3, "fpu_reduction": 0.0, "playout_plies": 0, "workers": 3}
    report = Mcts(state.game, early_stop=True, **settings).search(state, Limits(simulations=400))
    whole = Mcts(state.game, **settings).search(state, Limits(simulations=400))
    assert report.stopped_by in ("simulations", "proven")
    assert report.actions == whole.actions


@both
def test_m_63_m_64_a_root_proven_by_any_worker_ends_the_search(implementation: str) -> None:
    state = connect_four(implementation, "aabbcc")
    report = Mcts(state.game, seed=5, workers=4, playout="random").search(state, Limits(simulations=4_000))
    assert (report.stopped_by, report.best_text) == ("proven", "d")
    assert report.proven
    assert report.values == (1, -1)
    assert report.principal_texts == ("d",)


@both
def test_m_64_small_games_are_solved_by_several_workers(implementation: str) -> None:
    state = cloche.load("nim", options={"piles": [1, 2, 4]}, implementation=implementation).new_initial_state()
    report = Mcts(state.game, workers=3, playout="random").search(state, Limits(simulations=6_000))
    assert report.proven
    assert report.best_text == "3:1"  # leaves 1, 2, 3, of nim sum 0
    assert report.values == (1, -1)


@both
def test_m_65_an_ending_is_solved_once(implementation: str) -> None:
    ends = [
        (setup, state)
        for setup in SETUPS
        if setup.game == "cottage_garden"
        for state in decisions(setup, implementation, 30)
        if state.backend.solvable_ending()
    ]
    for setup, state in ends[:3]:
        for kind in (Mcts, FlatMonteCarlo):
            reports = [
                kind(setup.load(implementation), workers=workers).search(state, Limits(simulations=5))
                for workers in (1, 3)
            ]
            assert reports[0].to_dict() | {"seconds": 0} == reports[1].to_dict() | {"seconds": 0}
            assert reports[1].proven


# Memory


def test_m_60_memory_is_shared_out() -> None:
    state = connect_four()
    limits = Limits(simulations=120_000, memory_mb=4)
    report = Mcts(state.game, workers=4, playout_plies=0).search(state, limits)
    assert 3 * 2**20 < report.tree_bytes <= 4 * 2**20
    assert report.simulations == 120_000


def test_less_memory_than_workers_is_refused(implementation: str) -> None:
    state = connect_four(implementation)
    with pytest.raises(ValueError, match="memory_mb: 2, should be at least 3"):
        Mcts(state.game, workers=3).search(state, Limits(simulations=5, memory_mb=2))


@kinds
@pytest.mark.parametrize("name", ["workers", "threads"])
@pytest.mark.parametrize("value", [0, -1, 257, 1.5, True, "2", None])
def test_only_sensible_numbers_of_workers_and_threads_are_taken(kind: Any, name: str, value: object) -> None:
    with pytest.raises(ValueError, match=rf"{name}: .*, should be a whole number 1\.\.256"):
        kind(connect_four().game, **{name: value})


# What ends a search on several threads


@kinds
@pytest.mark.parametrize("threads", [1, 2, 5])
def test_a_flag_ends_workers_on_threads(kind: Any, threads: int) -> None:
    state, flag = connect_four(), cloche.StopFlag()
    bot = kind(state.game, workers=5, threads=threads)
    report = bot.search(state, Limits(memory_mb=8), flag, lambda _: flag.set())
    assert report.stopped_by == "stop"
    assert report.simulations == sum(action.visits for action in report.actions)
    assert bot.search(state, Limits(simulations=10)).simulations == 10


@both
@kinds
@pytest.mark.parametrize("name", ["seconds", "cpu_seconds"])
def test_clocks_end_workers_on_threads(implementation: str, kind: Any, name: str) -> None:
    state = connect_four(implementation)
    bot = kind(state.game, workers=3, threads=2)
    report = bot.search(state, Limits(**{name: 0.05}, memory_mb=8))
    assert report.stopped_by == name
    assert report.simulations > 0


def test_processor_time_of_all_threads_counts() -> None:
    state = connect_four()
    before = time.process_time()
    Mcts(state.game, workers=2, threads=2).search(state, Limits(cpu_seconds=0.2, memory_mb=8))
    assert time.process_time() - before < 0.4  # 0.4 and more if each thread had 0.2


@kinds
def test_errors_of_a_listener_end_workers_on_threads(kind: Any) -> None:
    state = connect_four()
    bot = kind(state.game, workers=2, threads=2)

    def fail(_: SearchReport) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        bot.search(state, Limits(seconds=60, memory_mb=8), on_progress=fail)
    assert bot.search(state, Limits(simulations=9)).simulations == 9


def test_many_searches_on_many_threads_at_once() -> None:
    setups = SETUPS[::4]
    states = [decisions(setup, "native", 2)[0] for setup in setups]

    def search(state: cloche.State, threads: int) -> SearchReport:
        bot = Mcts(state.game, seed=4, playout_plies=4, workers=3, threads=threads)
        return bot.search(state, Limits(simulations=300))

    alone = [search(state, 1) for state in states]
    found: list[SearchReport | None] = [None] * len(states)

    def note(place: int) -> None:
        found[place] = search(states[place], 3)

    threads = [threading.Thread(target=note, args=(place,)) for place in range(len(states))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert found == alone
