"""Searches that do not block (`start`), pondering (M-66), and how both end."""

from __future__ import annotations

import asyncio
import gc
import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import pytest

import cloche
from cloche.players import FlatMonteCarlo, Greedy, Mcts
from cloche.report import Limits, SearchReport

from .net import IMPLEMENTATIONS, SETUPS, Setup, walk

both = pytest.mark.parametrize("implementation", IMPLEMENTATIONS)
kinds = pytest.mark.parametrize("kind", [Mcts, FlatMonteCarlo])
ENDLESS = Limits(memory_mb=8)
HIDING = [setup for setup in SETUPS if not setup.load().perfect_information]
HIDING_OF_MANY = [setup for setup in HIDING if setup.players > 1]
GAMES_OF_TWO = [setup for setup in SETUPS if setup.players == 2 and setup.load().perfect_information]


def connect_four(implementation: str = "native") -> cloche.State:
    return cloche.load("connect_four", implementation=implementation).new_initial_state()


def until(true: Any) -> None:
    """Waits for something that another thread does."""
    end = time.monotonic() + 30
    while not true():
        assert time.monotonic() < end
        time.sleep(0.002)


def searching() -> int:
    return sum(thread.name == "cloche search" for thread in threading.enumerate())


# Handles


@both
@kinds
def test_a_started_search_reports_as_one_that_blocks(implementation: str, kind: Any) -> None:
    state = connect_four(implementation)
    limits = Limits(simulations=200)
    handle = kind(state.game, seed=3).start(state, limits)
    assert handle.result(60) == kind(state.game, seed=3).search(state, limits)
    assert handle.done()
    assert handle.poll() == handle.result() == handle.result(0)


@both
@kinds
@pytest.mark.parametrize("threads", [1, 2])
def test_poll_tells_more_and_more_and_stop_ends(implementation: str, kind: Any, threads: int) -> None:
    state = connect_four(implementation)
    handle = kind(state.game, workers=threads, threads=threads).start(state, ENDLESS)
    seen = [handle.poll() for _ in range(5)]
    assert all(report.stopped_by == "" for report in seen)
    counts = [report.simulations for report in seen]
    assert counts == sorted(counts)
    for report in seen:
        assert report.simulations == sum(action.visits for action in report.actions)
    assert not handle.done()
    handle.stop()
    handle.stop()
    final = handle.result(60)
    assert final.stopped_by == "stop"
    assert final.simulations >= counts[-1]


def test_poll_does_not_change_what_is_found() -> None:
    state = connect_four()
    limits = Limits(simulations=300_000)
    bots = [Mcts(state.game, seed=5, workers=2, threads=2) for _ in range(2)]
    handle = bots[0].start(state, limits)
    while not handle.done():
        assert handle.poll().simulations <= 300_000
    assert handle.result() == bots[1].search(state, limits)


@both
def test_a_bot_does_one_thing_at_a_time(implementation: str) -> None:
    state = connect_four(implementation)
    bot = Mcts(state.game, seed=1, playout_plies=2)
    handle = bot.start(state, ENDLESS)
    until(lambda: handle.poll().simulations > 100)
    calls = (
        lambda: bot.search(state, Limits(simulations=1)),
        lambda: bot.act(state, Limits(simulations=1)),
        lambda: bot.start(state, ENDLESS),
        lambda: bot.ponder(state),
        lambda: bot.advance(3),
        bot.reset,
    )
    for call in calls:
        with pytest.raises(RuntimeError, match="this bot is searching"):
            call()
    handle.stop()
    best = handle.result(60).best_action
    bot.advance(best)
    kept = bot.search(state.child(best), Limits(simulations=1))
    assert sum(action.visits for action in kept.actions) > 1 or kept.proven  # the tree of the handle is kept


@both
def test_result_waits_no_longer_than_it_is_told(implementation: str) -> None:
    state = connect_four(implementation)
    handle = Mcts(state.game).start(state, ENDLESS)
    with pytest.raises(TimeoutError):
        handle.result(0.01)
    assert not handle.done()
    for wrong in (-1, float("nan"), "1", True):
        with pytest.raises(ValueError, match=r"timeout: .*, should be a number of seconds from 0"):
            handle.result(wrong)  # type: ignore[arg-type]
    handle.stop()
    assert handle.result(60).stopped_by == "stop"


@both
@kinds
def test_a_dropped_handle_ends_its_search(implementation: str, kind: Any) -> None:
    state = connect_four(implementation)
    bot = kind(state.game)
    handle = bot.start(state, ENDLESS)
    handle.poll()
    assert searching() == 1
    del handle
    gc.collect()
    until(lambda: searching() == 0)
    assert bot.search(state, Limits(simulations=5)).simulations == 5


def test_a_dropped_bot_leaves_its_handle_to_end() -> None:
    state = connect_four()
    handle = Mcts(state.game).start(state, Limits(simulations=50_000))
    gc.collect()
    assert handle.result(60).simulations == 50_000


@both
def test_wrong_input_is_refused_at_once(implementation: str) -> None:
    state = connect_four(implementation)
    bot = Mcts(state.game)
    with pytest.raises(ValueError, match=r"should be a cloche\.State"):
        bot.start(3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"should be cloche\.Limits"):
        bot.start(state, 100)  # type: ignore[arg-type]
    over = state.game.new_initial_state()
    while not over.is_terminal():
        over.apply_action(over.legal_actions()[0])
    with pytest.raises(ValueError, match="the game is over"):
        bot.start(over)
    assert bot.search(state, Limits(simulations=1)).simulations == 1


def test_players_that_do_not_search_are_done_at_once() -> None:
    state = connect_four()
    handle = Greedy(state.game).start(state)
    assert handle.done()
    assert handle.poll() == handle.result(0) == Greedy(state.game).search(state)
    handle.stop()


# Awaiting


@both
def test_a_handle_can_be_awaited_beside_others(implementation: str) -> None:
    state = connect_four(implementation)
    limits = Limits(simulations=150)

    async def main() -> list[SearchReport]:
        handles = [Mcts(state.game, seed=seed).start(state, limits) for seed in range(4)]
        reports = await asyncio.gather(*handles)
        assert await handles[0] == reports[0]  # again
        return list(reports)

    assert asyncio.run(main()) == [Mcts(state.game, seed=seed).search(state, limits) for seed in range(4)]


@both
def test_a_cancelled_await_stops_the_search(implementation: str) -> None:
    state = connect_four(implementation)

    async def main() -> SearchReport:
        handle = Mcts(state.game).start(state, ENDLESS)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(handle, 0.05)
        return handle.result(60)

    assert asyncio.run(main()).stopped_by == "stop"


# Pondering


@both
@pytest.mark.parametrize("setup", GAMES_OF_TWO[::3], ids=str)
def test_m_66_pondering_keeps_what_lies_below_the_real_reply(implementation: str, setup: Setup) -> None:
    state = next(state for state in walk(setup.load(implementation), 0) if state.current_player() >= 0)
    bot = Mcts(state.game, playout_plies=2, endings=False)
    pondered = bot.ponder(state, Limits(simulations=120)).result(60)
    search = Mcts(state.game, playout_plies=2, endings=False)
    report = search.search(state, Limits(simulations=120))
    assert (pondered.simulations, pondered.nodes) == (report.simulations, report.nodes)
    for each in (bot, search):
        each.advance(report.best_action)
    after = state.child(report.best_action)
    if after.current_player() >= 0:
        limits = Limits(simulations=20)
        assert bot.search(after, limits) == search.search(after, limits)


@both
def test_m_66_whatever_comes_next_ends_the_pondering(implementation: str) -> None:
    state = connect_four(implementation)
    bot = Mcts(state.game, playout_plies=2)
    calls: dict[str, Callable[[Mcts], object]] = {
        "advance": lambda bot: bot.advance(3),
        "search": lambda bot: bot.search(state.child(3), Limits(simulations=3)),
        "start": lambda bot: bot.start(state, Limits(simulations=3)).result(60),
        "ponder": lambda bot: bot.ponder(state, Limits(simulations=3)).result(60),
        "reset": lambda bot: bot.reset(),
    }
    for call in calls.values():
        handle = bot.ponder(state)
        until(lambda handle=handle: handle.poll().simulations > 40)
        call(bot)
        assert handle.done()
        assert handle.result().stopped_by == "stop"


@both
def test_m_66_a_bot_that_is_dropped_ponders_no_more(implementation: str) -> None:
    state = connect_four(implementation)
    bot = Mcts(state.game, playout_plies=2)
    bot.ponder(state)
    until(lambda: searching() == 1)
    del bot
    gc.collect()
    until(lambda: searching() == 0)


def waits(setup: Setup, implementation: str) -> tuple[cloche.State, int]:
    """A decision of one player after which another, the second number, is to move whatever is done."""
    states = [state for state in walk(setup.load(implementation), 1) if state.current_player() >= 0]
    middle = min(len(states) // 2, len(states) - 2)
    for state, following in pairwise(states[middle:]):
        if following.current_player() != state.current_player():
            return state, following.current_player()
    raise AssertionError("nobody waits in this walk")


def continuations(state: cloche.State, observer: int) -> list[cloche.State]:
    """Decisions of the observer that may come next, after what is thought to be likely."""
    found = []
    for seed in range(24):
        rng, at = cloche.Rng(seed), state.clone()
        while at.current_player() not in (observer, cloche.TERMINAL):
            legal, weights = at.legal_actions(), at.prior()
            best = [action for action, weight in zip(legal, weights, strict=True) if weight == max(weights)]
            at.apply_action(best[rng.below(len(best))])
            at.resolve_chance(rng)
        if at.current_player() == observer:
            found.append(at)
    return found


@pytest.mark.parametrize("setup", HIDING_OF_MANY, ids=str)
@pytest.mark.parametrize(("workers", "observers"), [(1, "single"), (3, "single"), (1, "multi")])
def test_m_66_pondering_where_things_are_hidden_grows_the_tree_of_the_observer(
    setup: Setup, workers: int, observers: str
) -> None:
    """At a decision of another; some decisions of the observer that may follow are found in the tree."""
    waiting, observer = waits(setup, "native")
    settings: dict[str, Any] = {"seed": 3, "workers": workers, "playout_plies": 0, "exploration": 0.5, "widening": 0.2}
    settings |= {"observers": observers, "endings": False}  # an ending that is solved needs no tree
    hits = 0
    for own in continuations(waiting, observer):
        bot = Mcts(own.game, **settings)
        report = bot.ponder(waiting, Limits(simulations=1_500), player=observer).result(60)
        assert report.simulations == 1_500
        assert report.tree_nodes > 1
        found = bot.search(own, Limits(simulations=1))
        hits += sum(action.visits for action in found.actions) > 1
    assert hits > 0


@both
@pytest.mark.parametrize("setup", HIDING_OF_MANY[::3], ids=str)
def test_m_66_pondering_looks_at_nothing_that_is_hidden(implementation: str, setup: Setup) -> None:
    waiting, observer = waits(setup, implementation)
    own = continuations(waiting, observer)[0]
    found = []
    for world in (waiting, waiting.redeal(observer, cloche.Rng(5)), waiting.redeal(observer, cloche.Rng(6))):
        bot = Mcts(own.game, seed=7, workers=2, playout_plies=1)
        pondered = bot.ponder(world, Limits(simulations=60), player=observer).result(60)
        found.append((pondered.nodes, pondered.tree_nodes, bot.search(own, Limits(simulations=20))))
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("setup", HIDING_OF_MANY, ids=str)
def test_m_66_native_and_reference_ponder_alike(setup: Setup) -> None:
    known, observer = waits(setup, "native")
    for workers, opponents, observers in (
        *((1, "maxn", "single"), (2, "maxn", "single"), (1, "paranoid", "single")),
        *((1, "maxn", "multi"), (2, "paranoid", "multi")),
    ):
        more: dict[str, Any] = {"workers": workers, "opponents": opponents, "early_stop": True, "observers": observers}
        found = []
        for name in IMPLEMENTATIONS:
            waiting = setup.load(name).state_from_dict(known.to_dict())
            own = continuations(waiting, observer)[0]
            bot = Mcts(waiting.game, seed=4, playout_plies=1, exploration=0.3, **more)
            pondered = bot.ponder(waiting, Limits(simulations=60), player=observer).result(60)
            report = bot.search(own, Limits(simulations=30))
            found.append((pondered.simulations, pondered.nodes, pondered.tree_nodes, report.actions, report.values))
        assert found[0] == found[1]


def test_m_66_pondering_against_paranoid_opponents_is_for_somebody_where_nothing_is_hidden(implementation: str) -> None:
    of_three = cloche.load("gardens_of_io", 3, implementation=implementation).new_initial_state(seed=1)
    with pytest.raises(ValueError, match="opponents: 'paranoid', should be 'maxn' to ponder where nothing is hidden"):
        Mcts(of_three.game, opponents="paranoid").ponder(of_three, Limits(simulations=3))
    of_two = cloche.load("gardens_of_io", 2, implementation=implementation).new_initial_state(seed=1)
    bot = Mcts(of_two.game, opponents="paranoid")
    assert bot.ponder(of_two, Limits(simulations=3)).result(60).simulations == 3


def test_m_66_pondering_needs_to_know_for_whom_where_things_are_hidden(implementation: str) -> None:
    setup = HIDING_OF_MANY[0]
    state = next(state for state in walk(setup.load(implementation), 0) if state.current_player() >= 0)
    bot = Mcts(state.game)
    rest = state.game.players - 1
    with pytest.raises(ValueError, match=f"player: None, should be the one to ponder for, 0..{rest}"):
        bot.ponder(state)
    with pytest.raises(ValueError, match=rf"player: 9, should be a whole number 0\.\.{rest}"):
        bot.ponder(state, player=9)
    other = (state.current_player() + 1) % state.game.players
    belief = state.belief(other)
    with pytest.raises(ValueError, match=f"should be {other}, whose belief it is"):
        bot.ponder(belief, player=state.current_player())
    assert bot.ponder(belief, Limits(simulations=3)).result(60).simulations == 3


# However they end


def test_many_threads_start_poll_stop_and_drop_searches() -> None:
    state = connect_four()
    bots = [Mcts(state.game, seed=seed, workers=1 + seed % 3, threads=1 + seed % 2) for seed in range(4)]

    unexpected: list[RuntimeError] = []

    def rummage(seed: int) -> int:
        rng = random.Random(seed)
        busy = 0
        handles: list[Any] = []
        for _ in range(40):
            bot = rng.choice(bots)
            try:
                match rng.randrange(6):
                    case 0:
                        handles.append(bot.start(state, ENDLESS))
                    case 1:
                        bot.ponder(state, ENDLESS)
                    case 2:
                        bot.search(state, Limits(simulations=rng.randrange(1, 400), memory_mb=8))
                    case 3:
                        bot.reset()
                    case 4 if handles:
                        handles[-1].poll()
                    case _ if handles:
                        handle = handles.pop()
                        if rng.randrange(2):
                            handle.stop()
                            handle.result(60)
            except RuntimeError as error:
                busy += "this bot is searching" in str(error)
                unexpected.extend([] if "this bot is searching" in str(error) else [error])
        return busy

    with ThreadPoolExecutor(6) as pool:
        assert sum(pool.map(rummage, range(6))) > 0
    assert not unexpected
    gc.collect()
    for bot in bots:
        bot._end_pondering()
    until(lambda: searching() == 0)
    for bot in bots:
        assert bot.search(state, Limits(simulations=7, memory_mb=8)).simulations == 7


def run(code: str, *args: str) -> str:
    command = [sys.executable, "-W", "ignore", "-c", code, *args]  # newer Pythons warn of forks
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.stderr == ""
    assert done.returncode == 0
    return done.stdout


EXIT = """
import sys, threading, cloche
state = cloche.load("connect_four", implementation=sys.argv[1]).new_initial_state()
bots = [cloche.Mcts(state.game, workers=3, threads=3) for _ in range(3)]
how = sys.argv[2]
if how == "start":
    handles = [bot.start(state) for bot in bots]
    handles[0].poll()
elif how == "ponder":
    bots[0].ponder(state).poll()
elif how == "poll":
    handle = bots[0].start(state)
    def forever():
        while True:
            handle.poll()
    threading.Thread(target=forever, daemon=True).start()
    handle.poll()
else:
    flag = cloche.StopFlag()
    begun = threading.Event()
    search = lambda: bots[0].search(state, cloche.Limits(memory_mb=8), flag, lambda _: begun.set())
    threading.Thread(target=search, daemon=True).start()
    begun.wait()
print("end", flush=True)
"""


@pytest.mark.parametrize("how", ["start", "ponder", "poll", "search"])
def test_a_program_may_end_while_threads_search(how: str, implementation: str) -> None:
    assert run(EXIT, implementation, how) == "end\n"


FORK = """
import os, sys, cloche
state = cloche.load("connect_four").new_initial_state()
bot = cloche.Mcts(state.game, workers=2, threads=2)
handle = bot.start(state)
handle.poll()
child = os.fork()
if child == 0:
    for call in (handle.poll, handle.result, lambda: bot.reset()):
        try:
            call()
        except RuntimeError as error:
            print(error, flush=True)
    fresh = cloche.Mcts(state.game, workers=2, threads=2)
    print(fresh.search(state, cloche.Limits(simulations=30)).simulations, flush=True)
    del handle, bot, fresh
    sys.exit(0)
print("child", os.waitpid(child, 0)[1], flush=True)
handle.stop()
print(handle.result(60).stopped_by)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a call of POSIX")
def test_a_fork_knows_that_the_search_is_not_its_own() -> None:
    *refused, busy, fresh, child, parent = run(FORK).splitlines()
    assert refused == ["this search runs in the process that this one was forked from"] * 2
    assert "this bot is searching" in busy
    assert (fresh, child, parent) == ("30", "child 0", "stop")
