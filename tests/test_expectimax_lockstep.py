"""Native Expectimax against that of the reference: equal reports to a depth (X-6), and exact values at full depth."""

from __future__ import annotations

from typing import Any

import pytest

import cloche
from cloche.players import Expectimax
from cloche.report import Limits

from .brute_force import OpenGame, reachable
from .micro import MICROS, OPEN, Micro
from .net import SETUPS, Setup, few

FREE = ("nodes", "fingerprint")  # what implementations need not agree in
MOST_DEPTH = 4
MOST_MOVES = 300  # that the reference applies for a report, without what it remembers
SETTINGS: list[dict[str, Any]] = [
    {"all_values": True},
    {"pruning": "star1"},
    {"pruning": "none", "table": False},
    {"all_values": True, "pruning": "none"},
    {"worlds": 3},
]


def raw(state: cloche.State, depth: int, settings: dict[str, Any], seed: int = 5) -> dict[str, Any]:
    """The report of the implementation itself."""
    bot = Expectimax(state.game, seed=seed, **settings)
    bot._prepare(state.backend)
    report = bot._search.search(state.backend, Limits(depth=depth).raw(), None, None)
    return {key: value for key, value in report.items() if key not in FREE}


def plain(native: cloche.State) -> cloche.State:
    """The position on the reference."""
    game = native.game
    reference = cloche.load(
        game.name, game.players, game.options, components=game.components, implementation="reference"
    )
    return reference.state_from_dict(native.to_dict())


def compare(native: cloche.State, depth: int, settings: dict[str, Any]) -> dict[str, Any]:
    """The report, which is that of both."""
    found = [raw(state, depth, settings) for state in (native, plain(native))]
    assert found[0] == found[1], (native.to_dict(), depth, settings)
    return found[0]


def moves(state: cloche.State, depth: int, most: int) -> int:
    """Moves and outcomes of the tree to a depth in decisions; counted no further than a little above `most`."""
    player = state.current_player()
    if player == cloche.TERMINAL or (player >= 0 and depth == 0):
        return 0
    count = 0
    for action in state.legal_actions():
        count += 1 + moves(state.child(action), depth - (player >= 0), most - count)
        if count > most:
            break
    return count


def deepest(state: cloche.State, most: int) -> int:
    """The greatest depth that the reference comes to soon."""
    depth = 1
    while depth < MOST_DEPTH and moves(state, depth + 1, most) <= most:
        depth += 1
    return depth


# All of the small games, and a few of the others with their own boxes: those of default size are slow on the reference.
COMPARED = [setup for setup in SETUPS if setup.game not in cloche.games()]
COMPARED += [setup for setup in SETUPS if setup.game in cloche.games() and setup.name.startswith("tiny")]


@pytest.mark.parametrize("setup", COMPARED, ids=str)
def test_reports_to_a_depth_are_equal(setup: Setup) -> None:
    decisions = [state for state in few(setup, "native", 8) if state.current_player() >= 0]
    place = SETUPS.index(setup)
    for number, state in enumerate(decisions[:2]):
        settings = {"worlds": 4} | SETTINGS[(place + number) % len(SETTINGS)]
        worlds = 1 if state.game.perfect_information else settings["worlds"]
        compare(state, deepest(state, MOST_MOVES // worlds), settings)


@pytest.mark.parametrize("micro", MICROS, ids=str)
def test_reports_of_micro_versions_are_equal_and_exact(micro: Micro) -> None:
    found = [state for state in reachable(micro.state()) if state.current_player() >= 0]
    exact = OpenGame()
    for number, state in enumerate(found[len(found) // 4 :: max(1, len(found) // 4)]):
        for depth in (1, 2):
            compare(state, depth, SETTINGS[(number + depth) % len(SETTINGS)])
        if micro in OPEN and len(reachable(state)) < 60:
            report = compare(state, 256, {"all_values": True})
            assert report["proven"]
            mover = state.current_player()
            worth = exact.of_actions(state)
            for row in report["actions"]:
                assert row["value"][mover] == pytest.approx(worth[row["action"]], abs=1e-6)


@pytest.mark.parametrize("micro", OPEN, ids=str)
def test_at_full_depth_native_expectimax_chooses_what_is_best(micro: Micro) -> None:
    """The line that pruning leaves is one of best play."""
    exact = OpenGame()
    found = [state for state in reachable(micro.state()) if state.current_player() >= 0]
    for state in found[:: max(1, len(found) // 30)]:
        mover = state.current_player()
        for settings in ({}, {"pruning": "none"}, {"pruning": "star1", "table": False}):
            report = Expectimax(state.game, **settings).search(state, Limits(depth=256))
            assert report.proven
            worth = exact.of_actions(state)
            assert worth[report.best_action] == pytest.approx(max(worth.values()), abs=1e-6)
            assert report.values[mover] == pytest.approx(max(worth.values()), abs=1e-6)
