"""Endings of Bloom Town that searches solve (state.md, E-1 and E-2; search.md, M-41 to M-43)."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

import cloche
from cloche.backend import CHANCE, TERMINAL
from cloche.players import FlatMonteCarlo, Mcts
from cloche.reference.ending import in_order
from cloche.reference.utility import Utility
from cloche.report import Limits

from ...endings import in_reference
from .town import scene

TOWNS = ({"O": "a1 b1", "H": "c3"}, {"P": "a1", "S": "b2"}, {}, {})
POOL = "OOSSPPHHaabb"  # face down: six tiles in each of two stacks, or four in each of three


def last(implementation: str, players: int = 2, **changed: Any) -> cloche.State:
    """The last player's build, with as many stacks gone as end the game, if not told otherwise."""
    given: dict[str, Any] = {
        "player": players - 1,
        "towns": TOWNS[:players],
        "hands": ["OH"] * players,
        "hidden": [""] * players,
        "pool": POOL,
        "stacks": [0, 0, 0, 6, 6] if players == 2 else [0, 0, 4, 4, 4],
        "box_of": {"end": 3 if players == 2 else 2},
    }
    return scene(implementation, **given | changed)


def test_e_1_the_last_turn_of_the_last_player_is_solved(implementation: str) -> None:
    for players in (2, 3, 4):
        assert last(implementation, players).backend.solvable_ending()
        assert not last(implementation, players, player=0).backend.solvable_ending()
    assert not last(implementation, stacks=[0, 0, 4, 4, 4]).backend.solvable_ending()


def test_e_1_others_may_have_two_hidden_tiles(implementation: str) -> None:
    for mine, theirs, wanted in (("", "OO", True), ("SP", "SS", True)):
        hands = ["OH"[len(theirs) :], "OH"[len(mine) :]]
        assert last(implementation, hands=hands, hidden=[theirs, mine]).backend.solvable_ending() == wanted
    assert last(implementation, 3, hands=["O", "O", "OH"], hidden=["O", "O", ""]).backend.solvable_ending()
    assert not last(implementation, 3, hands=["O", "", "OH"], hidden=["O", "OO", ""]).backend.solvable_ending()


# M-42: the mean over all that may be hidden and come


@cache
def endings(players: int) -> tuple[cloche.State, ...]:
    """Endings of bot games, native: with tiles that are hidden from the mover, and without. Shared."""
    game = cloche.load("bloom_town", players)
    found: dict[str, list[cloche.State]] = {"hidden": [], "open": []}
    for seed in range(300):
        state = game.new_initial_state(seed=seed)
        rng = cloche.Rng(seed, 9)
        bot = Mcts(game, seed=seed, endings=False, limits=Limits(simulations=8))
        while not state.is_terminal():
            if state.is_chance_node():
                state.resolve_chance(rng)
                continue
            if state.backend.solvable_ending() and state.to_dict()["phase"] != "keep":
                mover = state.current_player()
                hidden = any(tiles for p, tiles in enumerate(state.to_dict()["hidden"]) if p != mover)
                found["hidden" if hidden else "open"].append(state.clone())
            state.apply_action(bot.act(state))
        if min(map(len, found.values())) >= 4:
            break
    return tuple(found["hidden"][:4] + found["open"][:4])


TURN = ("build", "bloom", "token", "take", "draw")
FEW = 80


def moves_left(state: Any) -> int:
    """Moves of all lines until the turn is over, counted up to about FEW."""
    count = 0
    for action in state.legal_actions():
        then = state.clone()
        then.apply_action(action)
        count += 1
        if then.to_dict()["phase"] in TURN:
            count += moves_left(then)
        if count > FEW:
            break
    return count


def small(state: cloche.State) -> bool:
    """Whether all of it can be tried."""
    return moves_left(state.backend) <= FEW


Weighted = list[tuple[Any, Fraction]]


def exact(worlds: Weighted, observer: int, utility: Utility) -> Fraction:
    """The mean of u by the words of M-42, without rounding in between; worlds are positions of the reference."""
    state = worlds[0][0]
    if state.current_player() == observer and state.phase != "keep":
        return max(exact(after(worlds, action), observer, utility) for action in in_order(state))
    total = sum((weight for _, weight in worlds), Fraction(0))
    if state.current_player() == CHANCE and state.phase == "draw":
        groups: dict[int, Weighted] = defaultdict(list)
        for world, weight in worlds:
            outcomes = world.chance_weights()
            tiles = sum(count for _, count in outcomes)
            for outcome, count in outcomes:
                then = world.clone()
                then.apply_action(outcome)
                groups[outcome].append((then, weight * count / tiles))
        return (
            sum(
                (exact(group, observer, utility) * sum(weight for _, weight in group) for group in groups.values()),
                Fraction(0),
            )
            / total
        )
    return sum((settled(world, observer, utility) * weight for world, weight in worlds), Fraction(0)) / total


def settled(world: Any, observer: int, utility: Utility) -> Fraction:
    """E-2: everybody keeps what brings most points; what is turned up before that is averaged."""
    if world.current_player() == TERMINAL:
        return Fraction(utility.of_end(world).utility[observer])
    thens = []
    weights = world.chance_weights() or [(action, 1) for action in world.legal_actions()]
    for action, weight in weights:
        then = world.clone()
        then.apply_action(action)
        thens.append((then, weight))
    if world.phase == "keep":
        keeper = world.player
        most = max(then.points[keeper] for then, _ in thens)
        return settled(next(then for then, _ in thens if then.points[keeper] == most), observer, utility)
    total = sum(weight for _, weight in thens)
    return sum((settled(then, observer, utility) * weight for then, weight in thens), Fraction(0)) / total


def after(worlds: Weighted, action: int) -> Weighted:
    thens = []
    for world, weight in worlds:
        then = world.clone()
        then.apply_action(action)
        thens.append((then, weight))
    return thens


def known_worlds(state: cloche.State) -> Weighted:
    """H-2 by the package's own list of worlds."""
    observer = state.current_player()
    return [
        (in_reference(world).backend, Fraction(probability).limit_denominator(10**6))
        for world, probability in state.belief(observer).worlds()
    ]


@pytest.mark.parametrize("players", [2, 3])
def test_m_42_each_action_is_worth_the_mean_over_all_worlds_and_draws(players: int) -> None:
    tried = 0
    for state in endings(players):
        observer = state.current_player()
        utility = Utility(state.game.backend, 0.5)
        worlds = known_worlds(state)
        worths = dict(state.backend.ending_worths(0.5))
        for action in state.legal_actions():
            then = state.child(action)
            if then.to_dict()["phase"] in TURN and not small(then):
                continue
            # A half is rounded for each mean on the way.
            assert abs(exact(after(worlds, action), observer, utility) - worths[action]) <= 12
            tried += 1
            if tried % 10 == 0:
                break
    assert tried > 10


@pytest.mark.parametrize("players", [2, 3, 4])
def test_m_42_m_43_both_implementations_solve_alike(players: int) -> None:
    compared = 0
    for native in endings(players):
        if not small(native):
            continue
        reference = in_reference(native)
        assert native.backend.ending_worths(0.5) == reference.backend.ending_worths(0.5)
        for kind in (Mcts, FlatMonteCarlo):
            reports = [kind(state.game).search(state, Limits(simulations=3)) for state in (native, reference)]
            for ours, theirs in zip(reports[0].actions, reports[1].actions, strict=True):
                assert (ours.action, ours.utility, ours.value, ours.proven) == (
                    theirs.action,
                    theirs.utility,
                    theirs.value,
                    theirs.proven,
                )
            assert reports[0].principal_variation == reports[1].principal_variation
            assert reports[0].values == reports[1].values
            assert reports[0].score_mean is None
            assert reports[0].proven
        compared += 1
    assert compared > 0


def test_m_43_the_line_is_the_movers_alone() -> None:
    for state in endings(2):
        mover = state.current_player()
        report = Mcts(state.game).search(state, Limits(simulations=1))
        here = state.clone()
        for action in report.principal_variation:
            assert here.current_player() == mover
            here.apply_action(action)
        assert here.current_player() != mover or here.to_dict()["phase"] in ("keep", "refill")


def test_m_41_nothing_hidden_from_the_mover_changes_what_is_solved() -> None:
    """Fairness: a redealt position has the same worths."""
    for state in endings(2)[:4]:
        mover = state.current_player()
        for seed in range(3):
            other = state.clone()
            other.backend.redeal(mover, cloche.Rng(seed))
            assert other.backend.ending_worths(0.5) == state.backend.ending_worths(0.5)


def test_m_34_a_kept_tree_of_an_observer_is_dropped() -> None:
    """A search after a solved one, and one before it, go on as if there had been none."""
    game = cloche.load("bloom_town")
    state = endings(2)[0]
    early = game.new_initial_state(seed=1)
    bot = Mcts(game, seed=3)
    first = bot.search(early, Limits(simulations=50))
    assert bot.search(state, Limits(simulations=50)).proven
    assert bot.search(early, Limits(simulations=50)).simulations == 50
    assert first.simulations == 50
    workers = Mcts(game, seed=3, workers=2)
    assert workers.search(state, Limits(simulations=50)).proven
    assert workers.search(early, Limits(simulations=50)).simulations == 50
