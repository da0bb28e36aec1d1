"""Native searches against those of the reference: equal reports for equal seeds (seeds/search.md)."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

import cloche
from cloche.players import FlatMonteCarlo, Mcts
from cloche.report import Limits

from .net import SETUPS, Setup, decisions, walk
from .oracle import Oracle

HIDING = [setup for setup in SETUPS if not setup.load().perfect_information]
MOVES = 3  # searches along one game, with the tree kept
SETTINGS = [
    {"selection": selection, "playout": playout, "playout_plies": plies, "margin_weight": margin}
    for selection, playout, plies, margin in product(
        ("puct", "uct"), ("random", "greedy", "prior"), (None, 0, 3), (0.0, 0.5, 1.0)
    )
]


def raw(bot: Any, state: cloche.State, **limits: Any) -> dict[str, Any]:
    """The report of the implementation itself: all but `tree_bytes` and `fingerprint`, which the reference has not."""
    report = bot._search.search(state.backend, Limits(**limits).raw(), None, None)
    return {key: value for key, value in report.items() if key not in ("tree_bytes", "fingerprint")}


def of_setup(setup: Setup) -> list[tuple[int, dict[str, Any]]]:
    """The settings of this set-up's searches; those of all set-ups together reach all of SETTINGS."""
    count = setup.search["settings"]
    first = sum(other.search["settings"] for other in SETUPS[: SETUPS.index(setup)])
    return [(n, SETTINGS[(first + n * 19) % len(SETTINGS)]) for n in range(min(count, len(SETTINGS)))]


def compared(setup: Setup, kind: Any, settings: dict[str, Any], number: int, **limits: Any) -> int:
    """Searches along a game that the reference's choices play; how many were compared."""
    states = [setup.load(name).new_initial_state(seed=number) for name in ("native", "reference")]
    bots = [kind(state.game, seed=number, **settings) for state in states]
    searches = plies = 0
    while searches < MOVES and not states[0].is_terminal() and plies < 12:
        if states[0].is_chance_node():
            legal = states[0].legal_actions()
            action = legal[(number + plies) % len(legal)]
        else:
            native, reference = (raw(bot, state, **limits) for bot, state in zip(bots, states, strict=True))
            assert native == reference
            action = reference["actions"][0]["action"]
            searches += 1
        for bot, state in zip(bots, states, strict=True):
            bot.advance(action)
            state.apply_action(action)
        plies += 1
    assert states[0].to_dict() == states[1].to_dict()
    return searches


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_mcts_reports_are_equal_along_a_game(setup: Setup) -> None:
    simulations = setup.search["simulations"]
    for number, settings in of_setup(setup):
        exploration = (1.0, 0.0, 2.5, 0.3)[number % 4]
        more = {"exploration": exploration, "fpu_reduction": (0.05, 0.0, 1.0)[number % 3]}
        more["widening"] = (None, 1.5, 0.0, 0.4, None)[number % 5]
        if setup.load("native").perfect_information:
            more["chance_widening"] = (None, 0.5, 2.0, 0.0)[number % 4]
        more["root"] = ("selection", "halving")[number // 2 % 2]
        more["final"] = ("visits", "lcb", "value")[number // 3 % 3]
        more["workers"] = (1, 2, 1, 5, 1)[number % 5]
        more["transpositions"] = number % 6 != 3
        assert compared(setup, Mcts, settings | more, number, simulations=simulations)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_flat_monte_carlo_reports_are_equal_along_a_game(setup: Setup) -> None:
    simulations = setup.search["simulations"]
    for number, settings in of_setup(setup)[::3]:
        rest = {name: value for name, value in settings.items() if name != "selection"}
        rest["workers"] = 1 + number % 3
        assert compared(setup, FlatMonteCarlo, rest, number, simulations=simulations)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_reports_with_limits_of_nodes_and_depth_are_equal(setup: Setup) -> None:
    for depth, plies in ((1, 2), (2, 0)):
        settings = {"playout_plies": plies, "playout": "prior"}
        assert compared(setup, Mcts, settings, depth, nodes=90, depth=depth, simulations=200)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_reports_from_any_decision_node_are_equal(setup: Setup) -> None:
    """Nodes inside a turn and at set-up as well."""
    for place, native in enumerate(decisions(setup, "native", 3)):
        reference = setup.load("reference").state_from_dict(native.to_dict())
        settings: dict[str, Any] = {"seed": place, "playout_plies": 1, "playout": "greedy", "margin_weight": 0.7}
        reports = [raw(Mcts(state.game, **settings), state, simulations=25) for state in (native, reference)]
        assert reports[0] == reports[1]


@pytest.mark.parametrize("setup", [setup for setup in SETUPS if not setup.load().perfect_information], ids=str)
def test_reports_with_and_without_transpositions_are_equal(setup: Setup) -> None:
    for transpositions in (True, False):
        settings = {"transpositions": transpositions, "playout_plies": 0, "widening": None}
        assert compared(setup, Mcts, settings, 8, simulations=8 * setup.search["simulations"])


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_reports_of_searches_that_stop_early_are_equal(setup: Setup) -> None:
    settings = {"early_stop": True, "playout": "greedy", "exploration": 0.3, "playout_plies": 2}
    for workers in (1, 3):
        more = {"workers": workers}
        assert compared(setup, Mcts, settings | more, 5, simulations=2 * workers * setup.search["simulations"])


@pytest.mark.parametrize("setup", [setup for setup in SETUPS if setup.players > 2], ids=str)
def test_reports_against_paranoid_opponents_are_equal(setup: Setup) -> None:
    for workers, (number, settings) in enumerate(of_setup(setup)[:2], start=1):
        more = {"opponents": "paranoid", "workers": workers}
        assert compared(setup, Mcts, settings | more, number, simulations=workers * setup.search["simulations"])


@pytest.mark.parametrize("setup", HIDING, ids=str)
def test_reports_of_multiple_observers_are_equal_along_a_game(setup: Setup) -> None:
    simulations = setup.search["simulations"]
    for number, settings in of_setup(setup):
        more: dict[str, Any] = {"observers": "multi", "exploration": (1.0, 0.3, 2.5)[number % 3]}
        more["widening"] = (None, 0.4, 1.5)[number // 2 % 3]
        more["root"] = ("selection", "halving")[number % 2]
        more["final"] = ("visits", "lcb", "value")[number // 3 % 3]
        more["opponents"] = ("maxn", "paranoid")[number // 4 % 2]
        more["workers"] = (1, 2, 1)[number % 3]
        assert compared(setup, Mcts, settings | more, number, simulations=2 * simulations)


@pytest.mark.parametrize("setup", HIDING, ids=str)
def test_reports_of_multiple_observers_with_limits_are_equal(setup: Setup) -> None:
    settings = {"observers": "multi", "playout_plies": 2, "endings": False}
    assert compared(setup, Mcts, settings | {"workers": 3}, 4, nodes=310, depth=4)
    assert compared(setup, Mcts, settings | {"playout": "prior"}, 2, nodes=90, depth=2, simulations=200)
    early = {"early_stop": True, "exploration": 0.3}
    assert compared(setup, Mcts, settings | early, 5, simulations=4 * setup.search["simulations"])


@pytest.mark.parametrize("setup", HIDING, ids=str)
@pytest.mark.parametrize("observers", ["single", "multi"])
def test_reports_of_merged_moves_are_equal(setup: Setup, observers: str) -> None:
    settings = {"observers": observers, "merge": True, "playout_plies": 1, "exploration": 0.5}
    assert compared(setup, Mcts, settings, 6, simulations=3 * setup.search["simulations"])


@pytest.mark.parametrize("setup", SETUPS, ids=str)
@pytest.mark.parametrize("final", ["visits", "value", "lcb"])
def test_reports_of_halving_are_equal(setup: Setup, final: str) -> None:
    """Long enough for some passes where there are few moves."""
    for selection in ("puct", "uct"):
        settings = {"root": "halving", "final": final, "playout_plies": 2, "selection": selection}
        assert compared(setup, Mcts, settings, 3, simulations=3 * setup.search["simulations"])


@pytest.mark.parametrize("setup", [setup for setup in SETUPS if setup.game != "gardens_of_io"], ids=str)
def test_deep_searches_are_equal(setup: Setup) -> None:
    """Long enough for proofs to climb, for edges to be set aside and for kept trees to be proven."""
    for selection in ("puct", "uct"):
        assert compared(
            setup, Mcts, {"selection": selection, "playout_plies": 6}, 7, simulations=10 * setup.search["simulations"]
        )


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_reports_of_several_workers_are_equal(setup: Setup) -> None:
    """Long enough for some epochs where there are few moves."""
    for workers, root, final in ((2, "selection", "lcb"), (3, "halving", "value")):
        settings = {"workers": workers, "threads": 2, "root": root, "final": final, "playout_plies": 2}
        assert compared(setup, Mcts, settings, workers, simulations=5 * setup.search["simulations"])


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_reports_of_several_workers_with_a_limit_of_nodes_are_equal(setup: Setup) -> None:
    settings = {"workers": 3, "playout_plies": 2}
    for kind in (Mcts, FlatMonteCarlo):
        assert compared(setup, kind, settings, 4, nodes=310, depth=4)


@pytest.mark.parametrize("setup", [setup for setup in SETUPS if setup.game in cloche.games()], ids=str)
def test_reports_with_linear_values_are_equal(setup: Setup) -> None:
    for number, settings in of_setup(setup):
        workers, plies = (1, 2, 1)[number % 3], (0, 4, 1)[number % 3]
        more = {
            "leaf": "linear",
            "playout_plies": plies,
            "workers": workers,
            "opponents": ("maxn", "paranoid")[number % 2],
        }
        assert compared(setup, Mcts, settings | more, number, simulations=setup.search["simulations"])


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_reports_with_evaluators_are_equal(setup: Setup) -> None:
    """So are what they are asked, and when."""
    for number, settings in of_setup(setup)[:3]:
        oracles: list[Oracle] = []

        def made(game: cloche.Game, number: int = number, oracles: list[Oracle] = oracles, **more: Any) -> Mcts:
            oracles.append(Oracle(game, priors=number % 2 == 0, masks=number % 3 == 0))
            return Mcts(game, evaluator=oracles[-1], action_masks=number % 3 == 0, **more)

        more: dict[str, Any] = {"playout_plies": (0, 0, 2)[number % 3], "batch": (1, 4, 16)[number % 3]}
        more |= {"workers": (1, 1, 3)[number // 3 % 3], "root": ("selection", "halving")[number // 2 % 2]}
        more |= {"opponents": ("maxn", "paranoid")[number % 2], "widening": (None, 1.5)[number % 2]}
        limits = {"simulations": 2 * setup.search["simulations"], "depth": (None, 3)[number // 2 % 2]}
        assert compared(setup, made, settings | more, number, **limits)
        native, reference = oracles
        assert native.sizes == reference.sizes
        assert all((a == b).all() for a, b in zip(native.calls, reference.calls, strict=True))
        assert all((a == b).all() for a, b in zip(native.seen_masks, reference.seen_masks, strict=True))


@pytest.mark.parametrize("setup", [setup for setup in SETUPS if setup.game == "gardens_of_io"], ids=str)
def test_searches_near_the_end_are_equal(setup: Setup) -> None:
    """Where endings are proven."""
    native = [state for state in walk(setup.load(), 3) if state.current_player() >= 0][-4:]
    for state in native:
        reference = setup.load("reference").state_from_dict(state.to_dict())
        for opponents, workers in (("maxn", 1), ("paranoid", 1), ("maxn", 3), ("paranoid", 3)):
            settings: dict[str, Any] = {"seed": 4, "playout": "random", "opponents": opponents, "workers": workers}
            reports = [raw(Mcts(here.game, **settings), here, simulations=120) for here in (state, reference)]
            assert reports[0] == reports[1]


@pytest.mark.parametrize("setup", SETUPS, ids=str)
@pytest.mark.parametrize("kind", [Mcts, FlatMonteCarlo])
def test_reports_without_a_simulation_are_equal(setup: Setup, kind: Any) -> None:
    flag = cloche.StopFlag()
    flag.set()
    native = decisions(setup, "native", 1)[0]
    reference = setup.load("reference").state_from_dict(native.to_dict())
    reports = [kind(state.game).search(state, stop=flag).to_dict() for state in (native, reference)]
    assert reports[0] | {"seconds": 0, "tree_bytes": 0} == reports[1] | {"seconds": 0, "tree_bytes": 0}


@pytest.mark.parametrize("setup", SETUPS[::5], ids=str)
def test_reset_makes_bots_of_both_as_new(setup: Setup) -> None:
    for name in ("native", "reference"):
        state = setup.load(name).new_initial_state(seed=1)
        bot = Mcts(state.game, seed=3, playout_plies=2)
        first, second = raw(bot, state, simulations=20), raw(bot, state, simulations=20)
        bot.reset()
        assert raw(bot, state, simulations=20) == first
        assert first["proven"] or second != first


def test_all_settings_are_searched_with() -> None:
    reached = {repr(settings) for setup in SETUPS for _, settings in of_setup(setup)}
    assert len(reached) == len(SETTINGS)


def test_a_search_of_one_implementation_takes_no_state_of_the_other() -> None:
    native, reference = (cloche.load("nim", implementation=name) for name in ("native", "reference"))
    with pytest.raises(ValueError, match="this player plays"):
        Mcts(native).search(reference.new_initial_state(), Limits(simulations=1))
    with pytest.raises(ValueError, match="this player plays"):
        Mcts(reference).search(native.new_initial_state(), Limits(simulations=1))
