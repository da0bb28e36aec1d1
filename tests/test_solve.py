"""Exact values of small games and endings (V-1 to V-15 of seeds/search.md), held against recursion over positions."""

from __future__ import annotations

import _thread
import dataclasses
import json
import pickle
import random
import threading
from collections import defaultdict
from collections.abc import Iterator
from functools import reduce
from operator import xor
from typing import Any

import pytest

import cloche
from cloche.solving import PLAYED

from .net import canonical, walk

Known = dict[cloche.State, tuple[float, ...]]


def best_play(state: cloche.State, known: Known) -> tuple[float, ...]:
    """What a position in which nothing is hidden is worth to each player (V-1, V-5, V-6)."""
    if state.is_terminal():
        return tuple(state.returns())
    if state not in known:
        if state.is_chance_node():
            parts = [(share, best_play(state.child(outcome), known)) for outcome, share in state.chance_outcomes()]
            known[state] = tuple(sum(share * part[p] for share, part in parts) for p in range(state.game.players))
        else:
            mover = state.current_player()
            options = [best_play(state.child(action), known) for action in state.legal_actions()]
            highest = max(option[mover] for option in options)
            known[state] = next(option for option in options if option[mover] >= highest - 1e-9)
    return known[state]


def best_actions(state: cloche.State, known: Known) -> tuple[int, ...]:
    """V-4, for a tolerance of 1e-6."""
    if state.current_player() < 0:
        return ()
    worth = {action: best_play(state.child(action), known)[state.current_player()] for action in state.legal_actions()}
    return tuple(action for action, value in worth.items() if value >= max(worth.values()) - 1e-6)


def start(name: str, players: int | None = None, **options: Any) -> cloche.State:
    return cloche.load(name, players, options=options).new_initial_state()


def random_position(state: cloche.State, plies: int, rng: random.Random) -> cloche.State:
    """The position after at most so many random moves."""
    state = state.clone()
    for _ in range(plies):
        if state.is_terminal():
            break
        state.apply_action(rng.choice(state.legal_actions()))
    return state


# Known values


@pytest.mark.parametrize(
    ("columns", "rows", "value"), [(4, 4, 0), (6, 4, -1), (4, 5, 0), (5, 4, 0), (5, 5, 0), (4, 6, 0), (6, 5, 0)]
)
def test_v_2_connect_four_on_small_boards(columns: int, rows: int, value: int) -> None:
    """John Tromp's table of boards, width by height."""
    solution = cloche.solve(start("connect_four", columns=columns, rows=rows))
    assert solution.values == (value, -value)
    assert solution.method == "alpha-beta"


def test_v_2_tic_tac_toe_is_a_draw_whatever_the_first_move() -> None:
    solution = cloche.solve(start("tic_tac_toe"))
    assert solution.values == (0, 0)
    assert solution.best_texts == ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")


def test_v_4_nim_345_is_won_only_by_three_from_the_first_pile() -> None:
    solution = cloche.solve(start("nim", piles=[3, 4, 5]))
    assert solution.values == (1, -1)
    assert solution.best_texts == ("1:2",)
    assert cloche.solve(start("nim", piles=[1, 3, 5, 7])).values == (-1, 1)


def test_v_4_nim_follows_the_nim_sum() -> None:
    rng = random.Random(1)
    for _ in range(30):
        piles = [rng.randint(1, 6) for _ in range(rng.randint(1, 4))]
        state = start("nim", piles=piles)
        solution = cloche.solve(state)
        wins = reduce(xor, piles) != 0
        assert solution.values == ((1, -1) if wins else (-1, 1))
        zero = [a for a in state.legal_actions() if reduce(xor, state.child(a).to_dict()["piles"]) == 0]
        assert list(solution.best_actions) == (zero if wins else state.legal_actions())


def test_v_7_pig_to_100_is_won_by_the_first_player_with_0_5305927() -> None:
    solution = cloche.solve(start("pig"))
    assert (solution.values[0] + 1) / 2 == pytest.approx(0.5305927, abs=5e-8)
    assert solution.values[1] == -solution.values[0]
    assert solution.best_texts == ("roll",)
    assert solution.method == "value-iteration"


def test_v_1_2048_on_2_x_2_is_worth_66_964149() -> None:
    solution = cloche.solve(start("small_2048", rows=2, columns=2))
    assert solution.values[0] == pytest.approx(66.964149, abs=5e-7)
    assert (solution.method, solution.best_actions) == ("expectimax", ())


def test_v_12_kuhn_poker_loses_an_eighteenth() -> None:
    solution = cloche.solve(start("kuhn_poker"))
    assert solution.values == pytest.approx((-1 / 18, 1 / 18), abs=1e-6)
    assert 0 <= solution.exploitability <= 1e-6
    assert solution.method == "cfr+"


def test_v_12_leduc_poker_loses_0_0856064() -> None:
    solution = cloche.solve(start("leduc_poker"))
    assert solution.values[0] == pytest.approx(-0.0856064, abs=1.1e-6)
    assert solution.strategy is not None
    assert len(solution.strategy) == 288


def test_v_3_values_are_as_near_as_the_tolerance_says() -> None:
    for tolerance in (0.1, 1e-2, 1e-4):
        solution = cloche.solve(start("kuhn_poker"), tolerance)
        assert abs(solution.values[0] + 1 / 18) <= solution.exploitability + 1e-12
        assert solution.exploitability <= tolerance


# Where nothing is hidden: every value by recursion


@pytest.mark.parametrize(
    ("name", "options", "plies"),
    [
        ("tic_tac_toe", {}, 9),
        ("connect_four", {"columns": 4, "rows": 4}, 16),
        ("connect_four", {"columns": 4, "rows": 3, "line": 3}, 8),
        ("connect_four", {"columns": 3, "rows": 4, "line": 2}, 4),
        ("connect_four", {"columns": 5, "rows": 2, "line": 3}, 8),
        ("connect_four", {"columns": 1, "rows": 5, "line": 3}, 5),
        ("connect_four", {"columns": 5, "rows": 1, "line": 3}, 5),
        ("nim", {"piles": [3, 2, 2]}, 6),
        ("small_2048", {"rows": 2, "columns": 2}, 12),
    ],
)
def test_v_4_values_and_best_actions_are_those_of_recursion(name: str, options: dict[str, Any], plies: int) -> None:
    rng = random.Random(name)
    first = start(name, **options)
    known: Known = {}
    for _ in range(40):
        state = random_position(first, rng.randint(plies // 4, plies), rng)
        solution = cloche.solve(state)
        assert solution.values == pytest.approx(best_play(state, known), abs=1e-9), state.to_dict()
        assert solution.best_actions == best_actions(state, known), state.to_dict()
        assert solution.best_texts == tuple(map(state.action_to_string, solution.best_actions))
        assert (solution.strategy, solution.exploitability) == (None, 0)


def test_v_1_2048_on_2_x_3_is_worth_the_same_turned() -> None:
    """The number is that of recursion over all positions in Python, which takes a minute."""
    values = [cloche.solve(start("small_2048", rows=r, columns=c)).values[0] for r, c in ((2, 3), (3, 2))]
    assert values == pytest.approx([480.258271776, 480.258271776], abs=1e-8)


def pig_values(target: int, coin: bool) -> dict[cloche.State, float]:
    """What every position of a small pig is worth to player 0, by sweeps until nothing changes."""
    first = start("pig", target=target, coin=coin)
    values, waiting = {first: 0.0}, [first]
    while waiting:
        state = waiting.pop()
        for action in state.legal_actions():
            child = state.child(action)
            if child not in values:
                values[child] = child.returns()[0]
                waiting.append(child)
    children = {state: [state.child(action) for action in state.legal_actions()] for state in values}
    change = 1.0
    while change > 1e-13:
        change = 0.0
        for state, after in children.items():
            if not after:
                continue
            options = [values[child] for child in after]
            mover = state.current_player()
            new = sum(options) / len(options) if mover < 0 else max(options) if mover == 0 else min(options)
            change = max(change, abs(new - values[state]))
            values[state] = new
    return values


@pytest.mark.parametrize(("target", "coin"), [(1, False), (4, False), (8, False), (5, True)])
def test_v_7_pig_at_every_position(target: int, coin: bool) -> None:
    values = pig_values(target, coin)
    for state in sorted(values, key=lambda state: canonical(state.to_dict()))[:: max(1, len(values) // 60)]:
        solution = cloche.solve(state)
        assert solution.values == pytest.approx((values[state], -values[state]), abs=1e-6)
        mover = state.current_player()
        if mover >= 0:
            worth = {a: values[state.child(a)] * (1 - 2 * mover) for a in state.legal_actions()}
            assert solution.best_actions == tuple(a for a, v in worth.items() if v >= max(worth.values()) - 1e-6)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_v_6_the_last_plies_of_gardens_of_io(players: int) -> None:
    game = cloche.load("gardens_of_io", players)
    for seed in range(3):
        states = [state for state in walk(game, seed) if not state.is_terminal()]
        known: Known = {}
        for state in states[-3:]:
            solution = cloche.solve(state)
            assert solution.values == pytest.approx(best_play(state, known), abs=1e-9)
            assert solution.best_actions == best_actions(state, known)
            is_ending = players == 2 and state.backend.solvable_ending()
            assert solution.method == ("alpha-beta" if is_ending else "expectimax")


def test_v_2_a_game_that_is_over_is_worth_its_returns() -> None:
    for name in ("nim", "kuhn_poker", "gardens_of_io", "pig"):
        *_, end = walk(cloche.load(name), 3)
        solution = cloche.solve(end)
        assert solution.values == tuple(end.returns())
        assert (solution.method, solution.best_actions, solution.nodes) == ("over", (), 0)


# Hidden information


def responses(
    solution: cloche.Solution, roots: list[tuple[cloche.State, float]]
) -> Iterator[tuple[tuple[float, float], float]]:
    """For each player: what the strategies come to for both, and the most that the player gets against the other's.

    A best response by all histories that a player cannot tell apart, from the public state on.
    """

    def expected(state: cloche.State) -> float:
        if state.is_terminal():
            return state.returns()[0]
        if state.is_chance_node():
            return sum(share * expected(state.child(outcome)) for outcome, share in state.chance_outcomes())
        return sum(share * expected(state.child(action)) for action, share in solution.policy(state).items() if share)

    def best(player: int, histories: list[tuple[cloche.State, float]]) -> float:
        ended, groups = 0.0, defaultdict(list)
        while histories:
            state, weight = histories.pop()
            mover = state.current_player()
            if state.is_terminal():
                ended += weight * state.returns()[player]
            elif mover == player:
                groups[canonical(state.observation(player))].append((state, weight))
            else:
                shares = state.chance_outcomes() if state.is_chance_node() else solution.policy(state).items()
                histories += [(state.child(choice), weight * share) for choice, share in shares if share]
        for group in groups.values():
            legal = group[0][0].legal_actions()
            ended += max(best(player, [(s.child(action), w) for s, w in group]) for action in legal)
        return ended

    value = sum(weight * expected(state) for state, weight in roots)
    for player in range(roots[0][0].game.players):
        yield (value, -value), best(player, list(roots))


def check_equilibrium(solution: cloche.Solution, roots: list[tuple[cloche.State, float]], tolerance: float) -> None:
    (values, first), (_, second) = responses(solution, roots)  # of both players
    assert solution.exploitability == pytest.approx((first + second) / 2, abs=1e-9)
    assert solution.exploitability <= tolerance
    assert solution.values[0] == pytest.approx((first - second) / 2, abs=1e-9)
    assert solution.values[1] == -solution.values[0]
    assert -second - 1e-9 <= values[0] <= first + 1e-9


@pytest.mark.parametrize(
    ("name", "options", "tolerance"),
    [
        ("kuhn_poker", {}, 1e-6),
        ("leduc_poker", {}, 1e-3),
        ("liars_dice", {"dice": 1, "sides": 3}, 1e-6),
        ("liars_dice", {"dice": 2, "sides": 2}, 1e-4),
        ("goofspiel", {"cards": 3}, 1e-6),
        ("goofspiel", {"cards": 4}, 1e-3),
    ],
)
def test_v_12_nobody_gains_more_than_the_exploitability(name: str, options: dict[str, Any], tolerance: float) -> None:
    state = start(name, **options)
    check_equilibrium(cloche.solve(state, tolerance), [(state, 1.0)], tolerance)


def test_v_12_goofspiel_is_fair() -> None:
    """Both players have the same cards and choose at the same time."""
    for cards in (2, 3, 4):
        assert cloche.solve(start("goofspiel", cards=cards)).values == pytest.approx((0, 0), abs=1e-6)


def test_v_10_the_second_player_of_kuhn_poker_has_one_strategy() -> None:
    """Kuhn 1950: bluffs a jack a third of the time, calls with a queen a third of the time."""
    state = start("kuhn_poker")
    solution = cloche.solve(state)

    def plays(cards: str, bets: list[str]) -> dict[int, float]:
        return solution.policy(along(state, [*cards, *bets]))

    for first in "QK":
        assert plays(f"{first}J", ["pass"])[1] == pytest.approx(1 / 3, abs=0.01)
        assert plays(f"{first}J", ["bet"])[1] == pytest.approx(0, abs=0.01)
    for first in "JK":
        assert plays(f"{first}Q", ["pass"])[1] == pytest.approx(0, abs=0.01)
        assert plays(f"{first}Q", ["bet"])[1] == pytest.approx(1 / 3, abs=0.01)
    for first in "JQ":
        assert plays(f"{first}K", ["pass"])[1] == pytest.approx(1, abs=0.01)
        assert plays(f"{first}K", ["bet"])[1] == pytest.approx(1, abs=0.01)
    bluff = plays("JQ", [])[1]
    assert 0 <= bluff <= 1 / 3 + 0.01
    assert plays("KQ", [])[1] == pytest.approx(3 * bluff, abs=0.03)


def along(state: cloche.State, texts: list[str]) -> cloche.State:
    state = state.clone()
    for text in texts:
        state.apply_action(state.string_to_action(text))
    return state


def public_state(state: cloche.State) -> dict[str, cloche.State]:
    """All positions that chains of links lead to (V-8), by their data."""
    found = {canonical(state.to_dict()): state}
    waiting = [state]
    while waiting:
        world = waiting.pop()
        for player in range(state.game.players):
            for other, _ in world.belief(player).worlds():
                key = canonical(other.to_dict())
                if key not in found:
                    found[key] = other
                    waiting.append(other)
    return found


@pytest.mark.parametrize(
    ("name", "options", "texts"),
    [
        ("kuhn_poker", {}, ["J"]),
        ("kuhn_poker", {}, ["J", "Q"]),
        ("kuhn_poker", {}, ["K", "Q", "pass"]),
        ("kuhn_poker", {}, ["K", "Q", "bet", "bet"]),
        ("leduc_poker", {}, ["J", "Q", "call", "raise", "call"]),
        ("leduc_poker", {}, ["K", "K", "raise", "call", "J", "raise"]),
        ("liars_dice", {"dice": 1, "sides": 3}, ["1", "3", "1x2"]),
        ("liars_dice", {"dice": 2, "sides": 2}, ["1", "2", "1", "1", "2x2"]),
        ("goofspiel", {"cards": 4}, ["1", "2", "second"]),
        ("goofspiel", {"cards": 4}, ["4"]),
    ],
)
def test_v_8_positions_that_players_cannot_tell_apart_are_solved_alike(
    name: str, options: dict[str, Any], texts: list[str]
) -> None:
    state = along(start(name, **options), texts)
    worlds = public_state(state)
    assert len(worlds) > 1
    solution = cloche.solve(state, 1e-3)
    for world in worlds.values():
        other = cloche.solve(world, 1e-3)
        assert (other.values, other.strategy, other.nodes) == (solution.values, solution.strategy, solution.nodes)
        player = world.current_player()
        if player >= 0:
            shares = other.policy(world)
            assert other.best_actions == tuple(action for action, share in shares.items() if share > PLAYED)
            assert cloche.solve(world.belief(player), 1e-3) == other
            of_other = cloche.solve(world.belief(1 - player), 1e-3)
            assert of_other == dataclasses.replace(other, best_actions=(), best_texts=())


def test_v_8_hands_that_were_dealt_are_as_likely_as_the_deal() -> None:
    """Leduc: two of a rank are half as likely to be held by both, as any two different ranks."""
    state = along(start("leduc_poker"), ["J", "Q", "raise", "call"])
    weights = {"JJ": 1, "QQ": 1, "KK": 1}
    roots = []
    for cards in ("JJ", "JQ", "JK", "QJ", "QQ", "QK", "KJ", "KQ", "KK"):
        dealt = along(start("leduc_poker"), [*cards, "raise", "call"])
        roots.append((dealt, weights.get(cards, 2) / 15))
    check_equilibrium(cloche.solve(state, 1e-4), roots, 1e-4)


def test_v_8_whoever_holds_what_the_whole_game_of_kuhn_poker_is_worth_the_same() -> None:
    for cards in ("JQ", "QJ", "KJ", "JK"):
        assert cloche.solve(along(start("kuhn_poker"), [*cards])).values == pytest.approx((-1 / 18, 1 / 18), abs=1e-6)


def test_v_9_the_order_in_which_own_dice_fell_tells_nothing() -> None:
    """Two dice of two sides each: three things to know before the first bid, of four that may fall."""
    solution = cloche.solve(start("liars_dice", dice=2, sides=2), 0.01)
    assert solution.strategy is not None
    firsts = [json.loads(known) for known in solution.strategy]
    openings = [known["dice"][0] for known in firsts if not known["bids"]]
    assert sorted(openings) == [[1, 1], [1, 2], [2, 2]]


def test_v_11_who_plays_alone_takes_the_best_of_what_may_lie_hidden() -> None:
    state = late("buds_and_blooms", 1)
    solution = cloche.solve(state)
    assert (solution.method, solution.exploitability) == ("best-response", 0)
    roots = list(state.belief(0).worlds())
    (_, most), *_ = responses(solution, roots)
    assert solution.values[0] == pytest.approx(most, abs=1e-9)
    assert set(solution.policy(state).values()) <= {0.0, 1.0}


def test_v_14_best_actions_are_those_that_are_played() -> None:
    dealt = along(start("kuhn_poker"), ["J", "K"])
    answers = {text: cloche.solve(along(dealt, [text])) for text in ("pass", "bet")}
    assert answers["pass"].best_texts == ("bet",)  # a king is shown off, and called with
    assert answers["bet"].best_texts == ("bet",)
    assert cloche.solve(start("kuhn_poker")).best_actions == ()


def test_v_13_strategies_are_probabilities_of_legal_actions() -> None:
    state = start("liars_dice", dice=1, sides=3)
    solution = cloche.solve(state)
    assert solution.strategy is not None
    for known, row in solution.strategy.items():
        observation = json.loads(known)
        assert list(row) == state.game.state_from_observation(observation).legal_actions()
        assert sum(row.values()) == pytest.approx(1)
        assert min(row.values()) >= 0
        assert solution.policy(observation) == row


def test_v_2_hidden_information_of_three_is_refused() -> None:
    with pytest.raises(ValueError, match=r"bloom_town: hidden information is solved for one and two players"):
        cloche.solve(late("bloom_town", 3))


def late(name: str, players: int) -> cloche.State:
    """The last decision of a game at which something is hidden."""
    states = list(walk(cloche.load(name, players), 5))
    hidden = [s for s in states if s.current_player() >= 0 and not s.backend.solvable_ending()]
    return hidden[-1]


# Both implementations


@pytest.mark.parametrize(
    ("name", "options", "plies", "tolerance"),
    [
        ("tic_tac_toe", {}, 9, 1e-6),
        ("nim", {"piles": [3, 2, 2]}, 5, 1e-6),
        ("connect_four", {"columns": 4, "rows": 3, "line": 3}, 8, 1e-6),
        ("pig", {"target": 5}, 8, 1e-6),
        ("kuhn_poker", {}, 4, 1e-3),
        ("liars_dice", {"sides": 2}, 5, 1e-3),
        ("goofspiel", {"cards": 3}, 4, 1e-2),
    ],
)
def test_v_12_both_implementations_agree(name: str, options: dict[str, Any], plies: int, tolerance: float) -> None:
    pytest.importorskip("cloche.reference.solve")
    reference = cloche.load(name, options=options, implementation="reference")
    first = start(name, **options)
    rng = random.Random(name)
    for _ in range(6):
        state = random_position(first, rng.randint(plies // 2, plies), rng)
        ours, plain = (
            cloche.solve(state, tolerance),
            cloche.solve(reference.state_from_dict(state.to_dict()), tolerance),
        )
        error = ours.exploitability + plain.exploitability + 1e-6
        assert plain.values == pytest.approx(ours.values, abs=error), state.to_dict()
        if ours.strategy is None:
            assert (plain.best_actions, plain.method) == (ours.best_actions, ours.method), state.to_dict()
        else:
            assert plain.strategy is not None
            assert plain.strategy.keys() == ours.strategy.keys()


# Limits


def test_v_15_too_few_nodes_say_what_would_do() -> None:
    state = start("leduc_poker")
    with pytest.raises(
        cloche.TooLarge, match=r"leduc_poker: nodes=100 is too little: .* about [\d,]+ would do"
    ) as caught:
        cloche.solve(state, limits=cloche.Limits(nodes=100))
    error = caught.value
    assert (error.limit, error.given) == ("nodes", 100)
    assert error.needed is not None
    assert error.needed > 100
    assert cloche.solve(state, 0.1, cloche.Limits(nodes=error.needed)).nodes <= error.needed


@pytest.mark.parametrize("name", ["connect_four", "small_2048", "pig", "liars_dice"])
def test_v_15_a_limit_of_nodes_is_exact(name: str) -> None:
    options = {"connect_four": {"columns": 4, "rows": 4}, "small_2048": {"rows": 2, "columns": 2}, "pig": {"target": 3}}
    state = start(name, **options.get(name, {"sides": 2}))
    nodes = cloche.solve(state).nodes
    assert cloche.solve(state, limits=cloche.Limits(nodes=nodes)).nodes == nodes
    with pytest.raises(cloche.TooLarge):
        cloche.solve(state, limits=cloche.Limits(nodes=nodes - 1))


@pytest.mark.parametrize(("name", "options"), [("small_2048", {}), ("pig", {}), ("goofspiel", {"cards": 6})])
def test_v_15_too_little_memory(name: str, options: dict[str, Any]) -> None:
    with pytest.raises(cloche.TooLarge, match=rf"{name}: memory_mb=1 is too little") as caught:
        cloche.solve(start(name, **options), limits=cloche.Limits(memory_mb=1))
    assert (caught.value.limit, caught.value.given) == ("memory_mb", 1)


def test_v_15_a_search_that_forgets_needs_little_memory() -> None:
    small = cloche.solve(start("connect_four", columns=5, rows=4), limits=cloche.Limits(memory_mb=1))
    assert small.values == (0, 0)


@pytest.mark.parametrize("clock", ["seconds", "cpu_seconds"])
@pytest.mark.parametrize("name", ["connect_four", "small_2048", "leduc_poker", "pig"])
def test_v_15_clocks_end_it(name: str, clock: str) -> None:
    limits = dataclasses.replace(cloche.Limits(memory_mb=4096), **{clock: 0.001})  # type: ignore[arg-type]
    with pytest.raises(cloche.TooLarge, match=f"{name}: {clock}=0.001 is too little") as caught:
        cloche.solve(start(name), 1e-9, limits)
    assert (caught.value.limit, caught.value.given, caught.value.needed) == (clock, 0.001, None)


def test_v_15_a_flag_ends_it() -> None:
    stop = cloche.StopFlag()
    threading.Timer(0.1, stop.set).start()
    with pytest.raises(cloche.TooLarge, match="connect_four: stopped before it was solved") as caught:
        cloche.solve(start("connect_four"), stop=stop)
    assert caught.value.limit == "stop"


def test_ctrl_c_ends_it() -> None:
    threading.Timer(0.1, _thread.interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        cloche.solve(start("connect_four"))


def test_v_15_the_clock_is_looked_at_for_every_world(monkeypatch: pytest.MonkeyPatch) -> None:
    state = start("goofspiel", cards=6)
    state.apply_action(state.legal_actions()[0])
    listed: list[float] = []
    whole = cloche.Belief.worlds

    def counted(belief: cloche.Belief) -> Iterator[tuple[cloche.State, float]]:
        for world, share in whole(belief):
            listed.append(share)
            stop.set()
            yield world, share

    stop = cloche.StopFlag()
    monkeypatch.setattr(cloche.Belief, "worlds", counted)
    with pytest.raises(cloche.TooLarge, match="stopped before it was solved"):
        cloche.solve(state, stop=stop)
    assert listed[1:] == []


def test_v_15_too_many_worlds_are_counted_and_refused() -> None:
    state = start("liars_dice", dice=5, sides=6)
    with pytest.raises(cloche.TooLarge, match="liars_dice: "):
        cloche.solve(state, limits=cloche.Limits(nodes=10_000))
    tricks = "6 5 first 7 4 first 8 3 first 9 2 first 10 1 first 5 12 second 4"
    cards = along(start("goofspiel", cards=12), tricks.split())
    with pytest.raises(cloche.TooLarge, match="up to 200,000 can be solved") as caught:
        cloche.solve(cards)
    assert (caught.value.limit, caught.value.given) == ("worlds", 200_000)
    assert caught.value.needed is not None
    assert caught.value.needed > 200_000


def test_too_large_pickles() -> None:
    error = cloche.TooLarge("nim: too large", "nodes", 5, 9)
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.limit, again.given, again.needed) == ("nim: too large", "nodes", 5, 9)


# What is given, and what is not


@pytest.mark.parametrize("tolerance", [0, -1, 1.5, 1e-10, float("nan"), True, "1e-6", None])
def test_tolerances_are_checked(tolerance: Any) -> None:
    with pytest.raises(ValueError, match=r"tolerance: .*should be a number 1e-09\.\.1"):
        cloche.solve(start("nim"), tolerance)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"limits": 5}, "limits: 5, should be cloche.Limits or None"),
        ({"limits": cloche.Limits(simulations=5)}, "limits: simulations bounds a search"),
        ({"limits": cloche.Limits(depth=5)}, "limits: depth bounds a search"),
        ({"stop": 5}, "stop: 5, should be a cloche.StopFlag or None"),
        ({"stop": threading.Event()}, "stop: "),
    ],
)
def test_arguments_are_checked(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        cloche.solve(start("nim"), **arguments)


def test_only_positions_and_beliefs_are_solved() -> None:
    with pytest.raises(ValueError, match=r"state: 'nim', should be a cloche.State or a cloche.Belief"):
        cloche.solve("nim")  # type: ignore[arg-type]
    state = along(start("kuhn_poker"), ["J", "Q"])
    updated = state.belief(1).update("bet", lambda world: {1: 0.5 if world.to_dict()["cards"][0] == "J" else 0.1})
    with pytest.raises(ValueError, match="a belief that actions of others have updated"):
        cloche.solve(updated)


def test_solutions_are_values() -> None:
    state = along(start("kuhn_poker"), ["J", "Q"])
    before = state.to_dict()
    solution = cloche.solve(state)
    assert state.to_dict() == before
    again = pickle.loads(pickle.dumps(solution))
    assert again == solution == cloche.solve(state)
    data = json.loads(json.dumps(solution.to_dict()))
    assert data["values"] == list(solution.values)
    assert data["method"] == "cfr+"
    assert len(data["strategy"]) == 12
    with pytest.raises(dataclasses.FrozenInstanceError):
        solution.nodes = 0  # type: ignore[misc]
    assert str(solution).startswith("value: -0.0555")


def test_policies_are_of_what_was_solved() -> None:
    state = start("kuhn_poker")
    solution = cloche.solve(state)
    dealt = along(state, ["K", "Q"])
    assert solution.policy(dealt) == solution.policy(dealt.observation(0)) == solution.policy(dealt.belief(0))
    for unknown in (state, dealt.observation(1), {"a": {1}}, 5):
        with pytest.raises(ValueError, match="known: "):
            solution.policy(unknown)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="nothing was hidden"):
        cloche.solve(start("nim")).policy(start("nim"))
