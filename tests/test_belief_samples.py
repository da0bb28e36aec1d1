"""Worlds of a belief against full enumeration: every history of chance that a player holds possible, by Bayes' rule."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable
from fractions import Fraction
from random import Random

import pytest

import cloche

from .net import IMPLEMENTATIONS, SETUPS, Setup

SMALL = [setup for setup in SETUPS if setup.name.startswith("tiny") and not setup.load().perfect_information]
MOST_WORLDS = 4_000
SAMPLES = 3_000


def bloom_town_copies(state: cloche.State, action: int) -> int:
    """D-4 of its state.md: each of several tiles that look alike from behind may be the one that is used."""
    text = state.action_to_string(action)
    if not text.startswith("keep:") and "@" not in text:
        return 1
    kind = text.removeprefix("keep:").split("@")[0].removeprefix("shop-")
    position, player = state.to_dict(), state.current_player()
    return 1 if kind in position["hands"][player] else position["hidden"][player].count(kind)


COPIES: dict[str, Callable[[cloche.State, int], int]] = {"bloom_town": bloom_town_copies}


def filtered(
    worlds: dict[cloche.State, Fraction], state: cloche.State, action: int, player: int
) -> dict[cloche.State, Fraction]:
    """The worlds after an action or outcome, of which `player` saw what is to be seen and what is shown (H-6)."""
    seen = state.backend.seen(action, player)
    observation = state.child(action).observation(player)
    copies = COPIES.get(state.game.name, lambda state, action: 1)
    after: dict[cloche.State, Fraction] = defaultdict(Fraction)
    for world, weight in worlds.items():
        chances = dict(world.backend.chance_weights())
        total = sum(chances.values())
        for possible in world.legal_actions():
            if world.backend.seen(possible, player) == seen:
                child = world.child(possible)
                factor = Fraction(chances[possible], total) if chances else Fraction(copies(world, possible))
                if child.observation(player) == observation:
                    after[child] += weight * factor
    return after


def histories(setup: Setup, player: int, seed: int) -> list[tuple[cloche.State, dict[cloche.State, Fraction]]]:
    """Nodes of a random game, each with all worlds that `player` holds possible there and their probabilities."""
    choose = Random(seed)
    state = setup.load().new_initial_state()
    worlds = {state: Fraction(1)}
    found = []
    while not state.is_terminal() and len(worlds) <= MOST_WORLDS:
        action = choose.choice(state.legal_actions())
        worlds = filtered(worlds, state, action, player)
        state = state.child(action)
        total = sum(worlds.values())
        worlds = {world: weight / total for world, weight in worlds.items()}
        found.append((state, worlds))
    return found


def assert_agrees(counts: Counter[cloche.State], expected: dict[cloche.State, float]) -> None:
    """Pearson's chi-square stays within six standard deviations; the seeds are fixed."""
    assert set(counts) <= set(expected)
    draws = sum(counts.values())
    statistic = sum((counts[world] - draws * p) ** 2 / (draws * p) for world, p in expected.items())
    freedom = len(expected) - 1
    assert statistic <= freedom + 6 * math.sqrt(2 * max(freedom, 1))


def test_there_is_a_small_set_up_of_every_game_that_hides_something() -> None:
    hiding = {name for name in cloche.games() if not cloche.load(name).perfect_information}
    assert {setup.game for setup in SMALL} == hiding


@pytest.mark.parametrize("setup", SMALL, ids=str)
def test_h_2_worlds_and_their_probabilities_are_those_of_all_histories(setup: Setup) -> None:
    compared = 0
    for player in range(setup.players):
        for state, worlds in histories(setup, player, 3 + player)[::3]:
            listed = dict(state.belief(player).worlds())
            assert set(listed) == set(worlds)
            assert state.belief(player).count() == len(worlds)
            for world, probability in listed.items():
                assert probability == pytest.approx(float(worlds[world]), rel=1e-9)
            compared += len(worlds) > 1
    assert compared or setup.players == 1  # who plays alone knows all that has been drawn


@pytest.mark.parametrize("implementation", IMPLEMENTATIONS)
@pytest.mark.parametrize("setup", SMALL, ids=str)
def test_h_3_samples_have_the_probabilities_of_the_worlds(setup: Setup, implementation: str) -> None:
    game = setup.load(implementation)
    for player in range(setup.players):
        cases = [
            (state, worlds)
            for state, worlds in histories(setup, player, 8 + player)
            if 2 <= len(worlds) <= SAMPLES // 10
        ]
        for state, worlds in cases[:: max(1, len(cases) // 4)]:
            own = game.state_from_dict(state.to_dict())
            generator = cloche.Rng(20, player)
            counts = Counter(own.redeal(player, generator) for _ in range(SAMPLES))
            expected = {game.state_from_dict(world.to_dict()): float(p) for world, p in worlds.items()}
            assert_agrees(counts, expected)
            assert set(counts) == {world for world, p in expected.items() if p * SAMPLES > 30} | set(counts)
