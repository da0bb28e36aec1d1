"""The bench: fixed, deterministic searches. Their nodes, added up, are the signature of everything a search depends on.

A change of the signature means that some search or game behaves differently.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from cloche._core import Rng
from cloche.game import load
from cloche.players import Mcts
from cloche.reference.base import choose
from cloche.report import Limits

WALK_STREAM = 4  # of the random moves that lead to a position


@dataclass(frozen=True)
class BenchSearch:
    """One search: `Mcts` with the game's own settings but for `settings`, on a position reached by random moves."""

    name: str
    game: str
    simulations: int
    players: int = 2
    options: dict[str, Any] = field(default_factory=dict)
    seed: int = 0  # of the deal, the walk and the search
    walk: int = 0  # random decisions before the search, with the chance between them
    settings: dict[str, Any] = field(default_factory=dict)


LINEAR = {"leaf": "linear", "playout_plies": 4}
SEARCHES = (
    BenchSearch("nim", "nim", 20_000),
    BenchSearch("nim 3-4-5 uct", "nim", 20_000, options={"piles": [3, 4, 5]}, settings={"selection": "uct"}),
    BenchSearch("pig", "pig", 20_000),
    BenchSearch("kuhn poker", "kuhn_poker", 20_000, seed=1),
    BenchSearch("leduc poker", "leduc_poker", 20_000, seed=2),
    BenchSearch("leduc poker uct", "leduc_poker", 20_000, seed=3, walk=2, settings={"selection": "uct"}),
    BenchSearch("leduc poker multi", "leduc_poker", 20_000, seed=4, settings={"observers": "multi"}),
    BenchSearch("liars dice 2", "liars_dice", 20_000, options={"dice": 2}, seed=4, walk=1),
    BenchSearch("goofspiel 6", "goofspiel", 10_000, options={"cards": 6}, seed=5, walk=3),
    BenchSearch("small 2048", "small_2048", 5_000, players=1, seed=6, walk=20),
    BenchSearch("connect four", "connect_four", 100_000),
    BenchSearch("connect four uct", "connect_four", 100_000, settings={"selection": "uct"}),
    BenchSearch("connect four middle", "connect_four", 100_000, seed=2, walk=6),
    BenchSearch("gardens 2", "gardens_of_io", 10_000, players=2, seed=2),
    BenchSearch("gardens 2 middle", "gardens_of_io", 10_000, players=2, seed=3, walk=30),
    BenchSearch("gardens 2 linear", "gardens_of_io", 10_000, seed=9, walk=10, settings=LINEAR),
    BenchSearch("gardens 3", "gardens_of_io", 10_000, players=3, seed=4, walk=4),
    BenchSearch("gardens 4", "gardens_of_io", 10_000, players=4, seed=5, walk=20),
    BenchSearch("gardens 5", "gardens_of_io", 10_000, players=5, seed=6, walk=40),
    BenchSearch(
        "gardens 3 cooperative", "gardens_of_io", 10_000, players=3, options={"cooperative": True}, seed=7, walk=4
    ),
    BenchSearch(
        "gardens 2 no lap bonus", "gardens_of_io", 10_000, players=2, options={"lap_bonus": False}, seed=8, walk=8
    ),
    BenchSearch("cottage garden 1", "cottage_garden", 1_000, players=1, seed=1),
    BenchSearch("cottage garden 2 middle", "cottage_garden", 1_000, players=2, seed=2, walk=60),
    BenchSearch("cottage garden 3", "cottage_garden", 1_000, players=3, seed=3, walk=20),
    BenchSearch("cottage garden 4 late", "cottage_garden", 1_000, players=4, seed=4, walk=110),
    BenchSearch("bloom town 2", "bloom_town", 5_000, players=2, seed=1),
    BenchSearch("bloom town 2 middle", "bloom_town", 5_000, players=2, seed=2, walk=30),
    BenchSearch("bloom town 3", "bloom_town", 5_000, players=3, options={"side": "B"}, seed=3, walk=9),
    BenchSearch(
        "bloom town 4 lines types", "bloom_town", 5_000, 4, {"subway": "lines", "shop": "types"}, seed=4, walk=20
    ),
    BenchSearch("buds 2", "buds_and_blooms", 5_000, seed=1),
    BenchSearch("buds 2 middle", "buds_and_blooms", 5_000, seed=2, walk=40),
    BenchSearch("buds 2 middle multi", "buds_and_blooms", 5_000, seed=6, walk=30, settings={"observers": "multi"}),
    BenchSearch("buds 2 rocks no take", "buds_and_blooms", 5_000, 2, {"rocks": 2, "take_that": False}, seed=3, walk=20),
    BenchSearch("buds 2 single deck", "buds_and_blooms", 5_000, options={"single_deck": True}, seed=4, walk=30),
    BenchSearch("buds alone", "buds_and_blooms", 5_000, players=1, seed=5, walk=8),
    BenchSearch("barton 2", "barton_in_bloom", 500, seed=1, walk=8),
    BenchSearch("barton 2 middle", "barton_in_bloom", 500, seed=2, walk=150),
    BenchSearch("barton 3", "barton_in_bloom", 500, players=3, options={"turn_limit": 30}, seed=3, walk=80),
    BenchSearch("barton 4", "barton_in_bloom", 500, players=4, options={"turn_limit": 30}, seed=4, walk=200),
)


@dataclass(frozen=True)
class BenchResult:
    """What one search of the bench came to."""

    name: str
    simulations: int
    nodes: int
    fingerprint: str
    seconds: float = field(compare=False)


def run(on_progress: Callable[[BenchResult], None] | None = None) -> list[BenchResult]:
    """Runs all SEARCHES with the native core; `on_progress` gets each result. They differ in `seconds` alone."""
    results = []
    for search in SEARCHES:
        results.append(_run(search))
        if on_progress is not None:
            on_progress(results[-1])
    return results


def _run(search: BenchSearch) -> BenchResult:
    game = load(search.game, search.players, search.options)
    state = game.new_initial_state(seed=search.seed)
    rng = Rng(search.seed, WALK_STREAM)
    for _ in range(search.walk):
        state.apply_action(choose(state.legal_actions(), rng))
        state.resolve_chance(rng)
    bot = Mcts(game, seed=search.seed, **search.settings)
    start = time.perf_counter()
    report = bot.search(state, Limits(simulations=search.simulations))
    return BenchResult(
        search.name, report.simulations, report.nodes, report.fingerprint, seconds=time.perf_counter() - start
    )


def signature(results: list[BenchResult]) -> int:
    """Nodes of all searches together."""
    return sum(result.nodes for result in results)


def signature_data(results: list[BenchResult]) -> dict[str, Any]:
    """What bench/signature.json holds: the signature, and the nodes of each search that make it up."""
    return {"signature": signature(results), "nodes": {result.name: result.nodes for result in results}}
