"""Micro versions of the games: both implementations at every position, and the searches held against exact values."""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature

import pytest

import cloche
from cloche.lockstep import Lockstep, Variant
from cloche.players import FlatMonteCarlo, Greedy, Mcts
from cloche.report import Limits

from . import test_conformance as conformance
from . import test_lockstep as lockstep
from .brute_force import OpenGame, Worlds, alone, alone_after, equilibrium, public_state, reachable, worlds_of
from .micro import MICROS, OPEN, Micro, micro_named
from .net import Setup, canonical

THOROUGH_EVERY = 20  # positions; at the others only the main facts are compared

every_micro = pytest.mark.parametrize("micro", MICROS, ids=str)
# One for each set-up.
SETUPS = list({canonical([m.setup.components, m.setup.players, m.setup.options]): m.setup for m in MICROS}.values())
LAWS = [
    law
    for name, law in vars(conformance).items()
    if name.startswith("test_") and list(signature(law).parameters) == ["setup", "implementation"]
]


# The rules


class Everywhere(Lockstep):
    """Both implementations at every position that may follow one, each looked at once."""

    def explore(self, state: cloche.State) -> int:
        """How many there are; Difference where they part."""
        data = state.to_dict()
        waiting = [(self._native.state_from_dict(data), self._reference.state_from_dict(data))]
        hashes: dict[int, str] = {}
        met = {canonical(data)}
        for native, reference in waiting:  # grows as it is read
            place = len(hashes)
            node = self._compare(native, reference)
            self._compare_often(native, reference, node, hashes)
            if place % THOROUGH_EVERY == 0:
                self._compare_more(native, reference, node)
            for action in node.legal:
                children = native.clone(), reference.clone()
                self._apply(*children, action)
                key = canonical(children[0].to_dict())
                if key not in met:
                    met.add(key)
                    waiting.append(children)
        return len(waiting)


@every_micro
def test_both_implementations_are_equal_at_every_position(micro: Micro) -> None:
    variant: Variant = lockstep.variant(micro.setup)
    assert Everywhere(variant).explore(micro.state()) == micro.positions


@pytest.mark.parametrize("setup", SETUPS, ids=str)
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__.removeprefix("test_"))
def test_the_laws_of_games_hold(law: Callable[[Setup, str], None], setup: Setup, implementation: str) -> None:
    law(setup, implementation)


# Searches


def decisions(micro: Micro, most: int) -> list[cloche.State]:
    """Some decisions that may follow, spread over all of them, at which it matters what is done."""
    found = [state for state in reachable(micro.state()) if state.current_player() >= 0]
    step = max(1, len(found) // (4 * most))
    return [state for state in found[::step] if len(set(worth(micro, state).values())) > 1][:most]


def worth(micro: Micro, state: cloche.State) -> dict[int, float]:
    """What each action is worth to the mover of a game that is open or played alone."""
    return OpenGame().of_actions(state) if micro in OPEN else alone_after(worlds_of(state, 0))


@pytest.mark.parametrize("micro", OPEN, ids=str)
def test_mcts_proves_the_exact_value(micro: Micro) -> None:
    """Positions without chance: where only shares count, what is proven is best play."""
    for state in decisions(micro, 3):
        exact = OpenGame()
        report = Mcts(state.game, margin_weight=0.0).search(state, Limits(simulations=200_000))
        assert report.proven
        assert report.values == pytest.approx(exact.value(state), abs=1e-6)
        for row in report.actions:
            if row.proven:
                assert row.value is not None
                assert row.value[state.current_player()] == pytest.approx(exact.of_actions(state)[row.action], abs=1e-6)


def misjudged(micro: Micro, most: int) -> list[tuple[cloche.State, dict[int, float]]]:
    """Some decisions at which the action of the highest prior weight is not the best, with what actions are worth."""
    found = []
    for state in reachable(micro.state()):
        if state.current_player() >= 0 and len(found) < most:
            exact = worth(micro, state)
            if exact[Greedy(state.game).act(state)] < max(exact.values()) - 1e-9:
                found.append((state, exact))
    return found


# In the garden of two the prior is right wherever it matters.
PLAYED = [micro for micro in OPEN if micro.setup.game != "gardens_of_io" or micro.setup.name != "2p"]


@pytest.mark.parametrize("micro", [*PLAYED, micro_named("buds_and_blooms", "1p")], ids=str)
def test_the_regret_of_mcts_goes_to_nothing(micro: Micro) -> None:
    """What a choice costs, against best play from then on, where the prior would have it wrong."""
    positions = misjudged(micro, 12)
    assert positions
    regrets = []
    for simulations in (1, 100, 100_000):
        regret = 0.0
        for seed, (state, exact) in enumerate(positions):
            bot = Mcts(state.game, seed=seed, margin_weight=0.0)
            regret += max(exact.values()) - exact[bot.act(state, Limits(simulations=simulations))]
        regrets.append(regret)
    assert regrets[0] > regrets[1] >= regrets[2], regrets
    assert regrets[2] < 1e-9, regrets


@every_micro
def test_flat_monte_carlo_comes_near_the_exact_worth_of_random_play(micro: Micro) -> None:
    """Hidden things are dealt as likely as they are, and playouts choose evenly."""
    for state in decisions(micro, 2) if micro in OPEN else [hidden_decision(micro)]:
        mover = state.current_player()
        worlds: Worlds = [(state, 1.0)] if micro in OPEN else worlds_of(state, mover)
        bot = FlatMonteCarlo(state.game, seed=3, playout="random")
        report = bot.search(state, Limits(simulations=4_000 * len(state.legal_actions())))
        played = OpenGame(uniform=True)
        for row in report.actions:
            after = [(played.value(world.child(row.action))[mover], chance) for world, chance in worlds]
            assert row.value is not None
            width = 5 * (state.game.max_utility - state.game.min_utility) / 2 / row.visits**0.5
            assert row.value[mover] == pytest.approx(sum(value * chance for value, chance in after), abs=width)


def hidden_decision(micro: Micro) -> cloche.State:
    """The first decision from there on."""
    state = micro.state()
    state.resolve_chance(cloche.Rng(5))
    return state


# What the numbers are, by linear programs and by trying everything


@pytest.mark.parametrize(
    ("game", "options", "value"),
    [
        ("kuhn_poker", {}, -1 / 18),
        ("leduc_poker", {}, -0.0856064),
        ("goofspiel", {"cards": 3}, 0.0),
    ],
)
def test_the_linear_program_finds_the_known_values(game: str, options: dict[str, int], value: float) -> None:
    state = cloche.load(game, options=options).new_initial_state()
    assert equilibrium([(state, 1.0)]) == pytest.approx(value, abs=1e-7)


VALUES = {
    "gardens_of_io-2p": (0.6, -0.6),
    "gardens_of_io-2p-coop": (8 / 3, 8 / 3),
    "gardens_of_io-3p": (1.0, -0.5, -0.5),
    "cottage_garden-1p": (56.0,),
    "cottage_garden-2p": (1.0, -1.0),
    "bloom_town-2p": (-0.2, 0.2),
    "buds_and_blooms-1p": (0.5,),
    "buds_and_blooms-2p": (-0.25, 0.25),
    "buds_and_blooms-2p-late": (0.0, 0.0),
    "barton_in_bloom-2p": (-5 / 6, 5 / 6),
    "barton_in_bloom-2p-judges": (0.0, 0.0),
}


def exact_values(micro: Micro, implementation: str = "reference") -> tuple[float, ...]:
    """By brute force."""
    state = micro.state(implementation)
    if micro in OPEN:
        return OpenGame().value(state)
    if micro.setup.players == 1:
        return (alone(public_state(state)),)
    value = equilibrium(public_state(state))
    return value, -value


@every_micro
def test_the_values_of_micro_versions(micro: Micro) -> None:
    assert exact_values(micro) == pytest.approx(VALUES[str(micro)], abs=1e-7)


def test_bn_70_a_judge_in_gossip_is_worth_a_sixth_as_long_as_it_is_hidden() -> None:
    """One turn each. Player 0 has two flowers, player 1 a grown plant, both no money and one of three judges, each
    worth 3 to whoever has a flower (florist), harvested nothing (guardian) or has no money (modest); money decides
    ties.

    Against the guardian player 1 mows, which ties and leaves more money, against the florist it harvests, which
    ties; the other way round it loses. With the modest in hand that is a guess, if player 0's gossip is the
    guardian at least half as often as the florist: it mows, so the florist wins and the guardian loses. All else
    comes to nothing: against gossip player 1 does nothing with the florist and harvests with the guardian, and
    where player 0 mows, it mows as well; but with the modest it plays that one then, and wins. So hands of player 0
    are worth 1/2, -1/2 and 0. If player 1 knows the florist, there is no guess, and its half is lost.
    """
    micro = micro_named("barton_in_bloom", "2p-judges")
    worlds = public_state(micro.state())
    known = {hands(world): equilibrium(worlds_of(world, 0)) for world, _ in worlds}
    for (judge, _), value in known.items():
        assert value == pytest.approx({"florist": 0, "guardian": -1 / 2, "modest": 0}[judge], abs=1e-7)
    assert equilibrium(worlds) == pytest.approx(sum(known.values()) / 6 + 1 / 6, abs=1e-7)

    solution = cloche.solve(micro.state())
    played = {hands(world): world for world, _ in worlds}
    florist = played["florist", "modest"]
    for text in ("gardener:judge", "judge:florist", "gossip"):
        action = florist.string_to_action(text)
        assert solution.policy(florist)[action] > 0.999
        florist.apply_action(action)
    guardian = played["guardian", "florist"]
    gossip = 1.0
    for text in ("gardener:judge", "judge:guardian", "gossip"):
        action = guardian.string_to_action(text)
        gossip *= solution.policy(guardian)[action]
        guardian.apply_action(action)
    assert 1 / 2 - 1e-3 < gossip < 1 + 1e-9


def hands(state: cloche.State) -> tuple[str, str]:
    """The judge that each of two players holds."""
    (first,), (second,) = state.to_dict()["hands"]
    return first["judge"], second["judge"]
