"""Endings with hidden hands that searches solve.

M-51 to M-55 of seeds/search.md; E-1 to E-6 of seeds/buds_and_blooms/state.md.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from itertools import combinations
from typing import Any

import pytest

import cloche
from cloche.players import FlatMonteCarlo, Greedy, Mcts
from cloche.reference.base import ReferenceState, choose
from cloche.reference.duel_ending import Duel
from cloche.reference.utility import ONE, Utility
from cloche.report import Limits, SearchReport

from .brute_force import equilibrium, public_state
from .endings import in_reference
from .net import DATA

GAME = "buds_and_blooms"
SURPRISES = 8  # one move in so many is random
ONCE = Limits(simulations=1)


@cache
def duels(box: str | None = None) -> tuple[cloche.State, ...]:
    """Duels, native, at which there is something to decide: of greedy players, in another box of random ones."""
    components = None if box is None else str(DATA / GAME / f"{box}.toml")
    game = cloche.load(GAME, 2, components=components)
    found = []
    for seed in range(25):
        state, rng, bot = game.new_initial_state(seed=seed), cloche.Rng(seed, 6), Greedy(game)
        state.resolve_chance(rng)
        while not state.is_terminal():
            if len(state.legal_actions()) > 1 and state.backend.duel_ending():
                found.append(state.clone())
            surprise = box is not None or rng.below(SURPRISES) == 0
            state.apply_action(choose(state.legal_actions(), rng) if surprise else bot.act(state))
            state.resolve_chance(rng)
    return tuple(found)


def reference_of(state: cloche.State) -> ReferenceState:
    backend = in_reference(state).backend
    assert isinstance(backend, ReferenceState)
    return backend


@cache
def small_duels() -> tuple[cloche.State, ...]:
    """Some of those that plain Python solves at once."""
    little = [state for state in duels() if is_little(reference_of(state))]
    return tuple(little[:: max(1, len(little) // 12)])


def is_little(state: Any) -> bool:
    return sum(len(hand) for hand in state.hands) <= 3 and len(state.duel_worlds()) <= 40


def searched(state: cloche.State, kind: Any = Mcts, **settings: Any) -> SearchReport:
    report: SearchReport = kind(state.game, **settings).search(state, ONCE)
    return report


# E-1 to E-5


def faces(hand: list[dict[str, Any]]) -> tuple[str, ...]:
    return tuple(sorted(card["face"] for card in hand))


def test_e_5_worlds_are_as_likely_as_what_each_player_holds_possible() -> None:
    checked = 0
    for state in (*duels("small")[:16], *duels("tiny")):
        for player in (0, 1):
            belief = state.belief(player)
            expected: dict[tuple[str, ...], float] = defaultdict(float)
            for world, chance in belief.worlds():
                expected[faces(world.to_dict()["hands"][1 - player])] += chance
            own = faces(state.to_dict()["hands"][player])
            found: dict[tuple[str, ...], float] = defaultdict(float)
            for bare, weight in reference_of(state).duel_worlds():
                hands = bare.to_dict()["hands"]
                if faces(hands[player]) == own:
                    found[faces(hands[1 - player])] += weight
            total = sum(found.values())
            assert {hand: weight / total for hand, weight in found.items()} == pytest.approx(expected)
            checked += 1
    assert checked >= 40


def test_e_1_e_2_e_3_what_is_no_duel() -> None:
    for state in duels():
        data = state.to_dict()
        assert state.current_player() >= 0
        assert data["phase"] != "take"
        assert all(pile["drawn"] == 24 and not pile["under"] for pile in data["piles"])
        assert all(card["deck"] == player for player, hand in enumerate(data["hands"]) for card in hand)
        assert all(card["known"] == [card["deck"]] for card in data["compost"])
        open_digs = {card["deck"] for shed in data["sheds"] for card in shed if card["face"] == "dig"}
        for player, hand in enumerate(data["hands"]):
            assert player in open_digs or all(card["back"] == "sun" or not 7 <= card["draw"] <= 21 for card in hand), (
                "the dig of the default box shows rain"
            )
        assert sum(map(len, data["hands"])) <= 5


def test_e_2_a_face_seen_in_the_other_compost_makes_it_no_duel() -> None:
    changed = 0
    for state in duels():
        data = state.to_dict()
        diggers = {player for player, shed in enumerate(data["sheds"]) if any(card["face"] == "dig" for card in shed)}
        seen = [card for card in data["compost"] if 1 - card["deck"] in diggers]
        if not seen:
            continue
        seen[0]["known"] = [0, 1]
        known = state.game.state_from_dict(data)
        assert not known.backend.duel_ending()
        assert not reference_of(known).duel_ending()
        changed += 1
    assert changed >= 5


def test_e_4_few_cards_and_worlds() -> None:
    for state in duels():
        backend = reference_of(state)
        assert len(backend.duel_worlds()) <= 512
    game = duels()[0].game
    state, rng, bot = game.new_initial_state(seed=2), cloche.Rng(2), Greedy(game)
    while any(pile["drawn"] < 24 or pile["under"] for pile in state.to_dict()["piles"]):
        assert not state.backend.duel_ending()
        state.apply_action(choose(state.legal_actions(), rng) if state.is_chance_node() else bot.act(state))
    assert sum(map(len, state.to_dict()["hands"])) > 5
    assert not state.backend.duel_ending()


def test_e_6_cards_of_a_group_are_alike() -> None:
    """Two cards of a hand with the same back, both of the last draws, are exchanged."""
    checked = 0
    for state in duels():
        data = state.to_dict()
        for hand in data["hands"]:
            for one, other in combinations(hand, 2):
                late = one["draw"] > 21 and other["draw"] > 21
                if one["back"] == other["back"] and late:
                    one["face"], other["face"] = other["face"], one["face"]
                    exchanged = reference_of(state.game.state_from_dict(data))
                    mover = state.current_player()
                    assert exchanged.stripped().veiled(mover) == reference_of(state).stripped().veiled(mover)
                    assert not exchanged.stripped().to_dict()["compost"]
                    checked += 1
    assert checked >= 2


def test_m_52_larger_ones_are_searched() -> None:
    """With five cards the game written out soon has more than 8192 ends."""
    game = duels()[0].game
    large = 0
    for seed in range(12):
        state, rng, bot = game.new_initial_state(seed=seed), cloche.Rng(seed, 6), Greedy(game)
        state.resolve_chance(rng)
        while not state.is_terminal() and large < 2:
            if sum(map(len, state.to_dict()["hands"])) == 5 and len(state.legal_actions()) > 1:
                backend = reference_of(state)
                if backend.is_duel() and not state.backend.duel_ending():
                    assert not backend.duel_ending()
                    assert Mcts(game).search(state, ONCE).simulations == 1
                    large += 1
            state.apply_action(bot.act(state))
            state.resolve_chance(rng)
    assert large == 2


@pytest.mark.parametrize("options", [{"single_deck": True}, {"take_that": False}], ids=str)
def test_m_51_both_implementations_agree_on_what_is_a_duel(options: dict[str, Any]) -> None:
    game, count = cloche.load(GAME, 2, options), 0
    for seed in range(3):
        state, rng = game.new_initial_state(seed=seed), cloche.Rng(seed)
        while not state.is_terminal():
            data = state.to_dict()
            late = sum(map(len, data["hands"])) <= 3
            if state.current_player() >= 0 and late:
                assert reference_of(state).duel_ending() == state.backend.duel_ending()
                count += state.backend.duel_ending()
            state.apply_action(choose(state.legal_actions(), rng))
    assert (count > 0) == ("take_that" in options)


# M-51: nothing depends on what is hidden


def test_m_51_reports_do_not_depend_on_what_the_mover_cannot_know() -> None:
    for state in duels()[::5]:
        report = searched(state)
        assert report.proven
        for seed in range(3):
            world = state.redeal(state.current_player(), cloche.Rng(seed))
            assert world.backend.duel_ending()
            found = searched(world)
            assert (found.actions, found.values, found.fingerprint) == (
                report.actions,
                report.values,
                report.fingerprint,
            )


# M-53: an equilibrium


def value_of_game(state: cloche.State) -> float:
    """What the duel is worth to player 0, as a return: the mean over what the mover may hold."""
    weights: dict[Any, float] = defaultdict(float)
    values: dict[Any, float] = {}
    backend = reference_of(state)
    mover = backend.current_player()
    for world, weight in backend.duel_worlds():
        view = world.veiled(mover)
        weights[view] += weight
        if view not in values:
            duel = Duel(backend, Utility(backend.game, 0.0), view)
            duel.solve()
            values[view] = duel.worth().gain[0] / ONE
    total = sum(weights.values())
    return 2 * sum(weight * values[view] for view, weight in weights.items()) / total - 1


def test_m_53_m_55_values_are_those_of_the_linear_program() -> None:
    """The whole game in its own words, every card by itself: grouping them takes nothing away."""
    checked = 0
    for state in (*duels("tiny"), *duels("small")[:12]):
        worlds = public_state(state) if state.belief(0).count() * state.belief(1).count() <= 150 else []
        if 1 < len(worlds) <= 30:
            assert value_of_game(state) == pytest.approx(equilibrium(worlds), abs=1e-4)
            checked += 1
    assert checked >= 10


# Both implementations


@pytest.mark.parametrize("kind", [Mcts, FlatMonteCarlo])
def test_m_34_m_54_both_implementations_report_the_same(kind: Any) -> None:
    mixed = 0
    for seed, state in enumerate(small_duels()):
        native = kind(state.game, seed=seed)._search.search(state.backend, ONCE.raw(), None, None)
        there = in_reference(state)
        plain = kind(there.game, seed=seed)._search.search(there.backend, ONCE.raw(), None, None)
        for report in (native, plain):
            for key in ("tree_bytes", "fingerprint"):
                report.pop(key, None)
        assert native == plain
        assert native["proven"]
        assert native["simulations"] == 0
        shares = [row["share"] for row in native["actions"]]
        assert sum(shares) == pytest.approx(1.0)
        assert shares[0] > 0
        mixed += max(shares) < 0.9
        assert state.backend.ending_worths(0.5) == there.backend.ending_worths(0.5)
    assert mixed >= 2


def test_m_54_the_choice_is_drawn_by_the_seed() -> None:
    state = next(state for state in small_duels() if max(row.share or 0 for row in searched(state).actions) <= 0.6)
    chosen = {searched(state, seed=seed).best_action for seed in range(30)}
    played = {row.action for row in searched(state).actions if row.share}
    assert chosen == played
    assert len(chosen) > 1
    assert "played " in str(searched(state))
    assert searched(state, seed=3).best_action == searched(state, seed=3).best_action


def test_without_the_option_a_duel_is_searched() -> None:
    for kind in (Mcts, FlatMonteCarlo):
        report = kind(small_duels()[0].game, endings=False).search(small_duels()[0], Limits(simulations=20))
        assert report.simulations == 20
        assert all(row.share is None for row in report.actions)
