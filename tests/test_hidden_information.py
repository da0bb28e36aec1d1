"""What a player knows and can't know: the laws of seeds/hidden.md for all games, and searches that must be fair."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

import cloche
from cloche.bots import SearchingBot
from cloche.players import Expectimax, FlatMonteCarlo, Greedy, Mcts, Random
from cloche.reference.base import ReferenceState
from cloche.report import Limits

from .net import IMPLEMENTATIONS, SETUPS, Setup, canonical, decisions, few, nodes, sample

HIDING = [setup for setup in SETUPS if not setup.load().perfect_information]
OPEN = [setup for setup in SETUPS if setup.load().perfect_information]
both = pytest.mark.parametrize("implementation", IMPLEMENTATIONS)
hiding = pytest.mark.parametrize("setup", HIDING, ids=str)
every = pytest.mark.parametrize("setup", SETUPS, ids=str)


def rng(*keys: int) -> cloche.Rng:
    return cloche.Rng(11, *keys)


def players(state: cloche.State) -> range:
    return range(state.game.players)


# The laws


@both
@every
def test_h_1_a_world_of_an_observer_gives_the_same_observation(setup: Setup, implementation: str) -> None:
    for state in sample(setup, implementation):
        for p in players(state):
            for k in range(3):
                world = state.redeal(p, rng(k))
                assert world.observation(p) == state.observation(p)
                assert world.current_player() == state.current_player()
                assert list(world.observation_tensor(p)) == list(state.observation_tensor(p))


@both
@every
def test_h_2_worlds_are_positions_by_all_laws(setup: Setup, implementation: str) -> None:
    for state in few(setup, implementation, 5):
        for p in players(state):
            world = state.redeal(p, rng(4))
            assert state.game.state_from_dict(world.to_dict()) == world


@both
@hiding
def test_h_3_a_redeal_reads_nothing_that_the_observer_does_not_know(setup: Setup, implementation: str) -> None:
    """Two worlds of one observation, dealt anew from equal generators, become one."""
    for state in sample(setup, implementation):
        for p in players(state):
            other = state.redeal(p, rng(5))
            one_rng, other_rng = rng(6), rng(6)
            assert state.redeal(p, one_rng) == other.redeal(p, other_rng)
            assert one_rng == other_rng


@hiding
def test_h_3_equal_generators_deal_equal_worlds_in_both_implementations(setup: Setup) -> None:
    for native in nodes(setup, "native"):
        reference = setup.load("reference").state_from_dict(native.to_dict())
        for p in players(native):
            rngs = rng(7), rng(7)
            worlds = [state.redeal(p, own) for state, own in zip((native, reference), rngs, strict=True)]
            assert worlds[0].to_dict() == worlds[1].to_dict()
            assert rngs[0] == rngs[1]


@both
@every
def test_h_4_equal_observations_make_one_position(setup: Setup, implementation: str) -> None:
    for state in sample(setup, implementation):
        for p in players(state):
            made = state.game.state_from_observation(state.observation(p))
            assert made == state.redeal(p, cloche.Rng(0, 3))
            assert made.observation(p) == state.observation(p)


@hiding
def test_h_5_both_implementations_see_the_same_of_every_action(setup: Setup) -> None:
    for native in nodes(setup, "native"):
        reference = setup.load("reference").state_from_dict(native.to_dict())
        for p in players(native):
            for action in native.legal_actions():
                assert native.backend.seen(action, p) == reference.backend.seen(action, p)
                assert native.action_view(action, p) == reference.action_view(action, p)


@both
@every
def test_h_5_equal_ids_seen_have_equal_texts_and_who_acts_sees_all(setup: Setup, implementation: str) -> None:
    for state in sample(setup, implementation):
        for p in players(state):
            texts: dict[int, str] = {}
            for action in state.legal_actions():
                seen, text = state.backend.seen(action, p), state.action_view(action, p)
                assert texts.setdefault(seen, text) == text
                if state.current_player() == p:
                    assert seen == action
                if seen == action:
                    assert text == state.action_to_string(action)
                else:
                    assert seen not in state.legal_actions()
            assert len(set(texts.values())) == len(texts)


@both
@hiding
def test_h_6_the_observers_legal_actions_and_their_weights_are_equal_in_all_worlds(
    setup: Setup, implementation: str
) -> None:
    for state in decisions(setup, implementation):
        p = state.current_player()
        for k in range(3):
            world = state.redeal(p, rng(8, k))
            assert world.legal_actions() == state.legal_actions()
            assert world.prior() == state.prior()


@both
@hiding
def test_h_6_equal_things_seen_lead_to_equal_observations(setup: Setup, implementation: str) -> None:
    for state in sample(setup, implementation):
        for p in players(state):
            world = state.redeal(p, rng(9))
            there = {world.backend.seen(action, p): action for action in world.legal_actions()}
            for action in state.legal_actions()[::3]:
                twin = there.get(state.backend.seen(action, p))
                if twin is not None and not (p == state.current_player() and shows(setup, action)):
                    assert state.child(action).observation(p) == world.child(twin).observation(p)


def shows(setup: Setup, action: int) -> bool:
    """Whether a decision shows the player who makes it hidden things."""
    world = setup.load("reference").new_initial_state().backend
    assert isinstance(world, ReferenceState)
    return world.shows(action)


@hiding
def test_h_7_both_implementations_refuse_the_same_observations(setup: Setup) -> None:
    """Every key of an observation is damaged in turn, with what other nodes have there."""
    games = [setup.load(name) for name in IMPLEMENTATIONS]
    states = sample(setup, "native")
    accepted = refused = 0
    for i, state in enumerate(states):
        for p in players(state):
            observation = state.observation(p)
            for j, key in enumerate(observation):
                other = states[(i * 7 + j * 3 + p) % len(states)].observation((p + j) % state.game.players)
                damaged = {**observation, key: other[key]}
                verdicts = [verdict(game, damaged) for game in games]
                assert verdicts[0] == verdicts[1], (key, damaged)
                accepted += verdicts[0] != "refused"
                refused += verdicts[0] == "refused"
    assert accepted
    assert refused


def verdict(game: cloche.Game, observation: dict[str, Any]) -> str:
    """The position that is made of an observation, or that it is refused."""
    try:
        return canonical(game.state_from_observation(observation).to_dict())
    except ValueError:
        return "refused"


# Beliefs


@both
@every
def test_a_belief_from_an_observation_is_that_from_the_state(setup: Setup, implementation: str) -> None:
    for state in few(setup, implementation, 6):
        for p in players(state):
            belief = state.belief(p)
            assert belief == state.game.belief(state.observation(p))
            assert belief == state.redeal(p, rng(1)).belief(p)
            assert hash(belief) == hash(state.redeal(p, rng(2)).belief(p))
            assert belief.observation == state.observation(p)
            assert belief.player == p
            assert belief.sample(rng(3)) == state.redeal(p, rng(3))
            assert pickle.loads(pickle.dumps(belief)) == belief
            assert belief.state.observation(p) == state.observation(p)


@pytest.mark.parametrize("setup", OPEN, ids=str)
def test_where_nothing_is_hidden_there_is_one_world(setup: Setup) -> None:
    state = few(setup, "native", 3)[1]
    belief = state.belief(0)
    assert belief.count() == 1
    assert list(belief.worlds()) == [(state, 1.0)]
    assert belief.sample(rng()) == state


@hiding
def test_the_worlds_that_are_listed_are_those_that_are_counted_and_drawn(setup: Setup) -> None:
    for state in few(setup, "native", 6):
        for p in players(state):
            belief = state.belief(p)
            if belief.count() > 3000:
                continue
            worlds = list(belief.worlds())
            assert len(worlds) == belief.count() == len({world for world, _ in worlds})
            assert sum(probability for _, probability in worlds) == pytest.approx(1.0)
            assert all(world.observation(p) == state.observation(p) for world, _ in worlds)
            assert state in [world for world, _ in worlds]
            assert {belief.sample(rng(k)) for k in range(20)} <= {world for world, _ in worlds}


# Fairness: nothing that a player does or sees depends on what they can't know


def told(report: cloche.SearchReport) -> dict[str, Any]:
    return report.to_dict() | {"seconds": 0}


@both
@hiding
@pytest.mark.parametrize("kind", [Mcts, FlatMonteCarlo, Greedy, Random])
def test_m_25_a_search_finds_the_same_in_all_worlds_of_the_player_to_move(
    setup: Setup, implementation: str, kind: Any
) -> None:
    limits = Limits(simulations=min(15, setup.search["simulations"]))
    states = decisions(setup, implementation, 3)
    for state in states[:: max(1, len(states) // 8)]:
        p = state.current_player()
        reports = [
            told(kind(state.game, seed=2).search(known, limits))
            for known in (state, state.redeal(p, rng(12)), state.belief(p))
        ]
        assert reports[0] == reports[1] == reports[2]


def in_all_modes() -> dict[str, Callable[[cloche.Game], SearchingBot]]:
    """Every way of searching that there is."""
    settings: list[dict[str, Any]] = [
        {"observers": "multi"},
        {"merge": True},
        {"observers": "multi", "merge": True, "selection": "uct"},
        {"root": "halving", "final": "lcb"},
        {"observers": "multi", "root": "halving", "workers": 2},
        {"workers": 2, "threads": 2, "playout": "prior"},
        {"early_stop": True, "widening": 0.7},
        {"observers": "multi", "early_stop": True, "widening": 0.7, "endings": False},
        {"opponents": "paranoid", "margin_weight": 0.0},
    ]
    modes: dict[str, Callable[[cloche.Game], SearchingBot]] = {}
    for row in settings:
        name = "mcts " + " ".join(map(str, row.values()))
        modes[name] = partial(Mcts, seed=2, **row)
    modes["flat 2"] = partial(FlatMonteCarlo, seed=2, workers=2)
    modes["expectimax"] = partial(Expectimax, seed=2, worlds=3)
    modes["expectimax all values"] = partial(Expectimax, seed=2, worlds=3, all_values=True, pruning="none")
    return modes


@hiding
@pytest.mark.parametrize(("mode", "make"), in_all_modes().items(), ids=in_all_modes())
def test_m_25_x_10_searches_of_every_mode_find_the_same_in_all_worlds(
    setup: Setup, mode: str, make: Callable[[cloche.Game], SearchingBot]
) -> None:
    """The second search goes on with what the first one kept."""
    limits = Limits(nodes=600) if mode.startswith("expectimax") else Limits(simulations=24)
    states = decisions(setup, "native", 3)
    for state in states[:: max(1, len(states) // 4)]:
        p = state.current_player()
        found = []
        for known in (state, state.redeal(p, rng(15)), state.redeal(p, rng(16)), state.belief(p)):
            bot = make(state.game)
            found.append([told(bot.search(known, limits)) for _ in range(2)])
        assert found.count(found[0]) == len(found)


@hiding
@pytest.mark.parametrize("settings", [{}, {"observers": "multi"}, {"observers": "multi", "workers": 2, "merge": True}])
def test_m_66_pondering_in_every_mode_finds_the_same_in_all_worlds(setup: Setup, settings: dict[str, Any]) -> None:
    for state in decisions(setup, "native", 3)[:3]:
        for p in players(state):
            if p == state.current_player():
                continue
            found = []
            for world in (state, state.redeal(p, rng(17)), state.belief(p)):
                bot = Mcts(state.game, seed=2, **settings)
                pondered = bot.ponder(world, Limits(simulations=30), player=p).result(60)
                found.append((pondered.simulations, pondered.nodes, pondered.tree_nodes))
            assert found.count(found[0]) == len(found)


@hiding
def test_m_25_the_raw_search_of_the_core_looks_at_nothing_hidden(setup: Setup) -> None:
    for state in decisions(setup, "native", 3):
        world = state.redeal(state.current_player(), rng(13))
        raw = [
            Mcts(state.game, seed=5)._search.search(here.backend, Limits(simulations=15).raw(), None, None)
            for here in (state, world)
        ]
        assert raw[0] == raw[1]


@both
@hiding
def test_pictures_for_a_viewer_show_nothing_hidden(setup: Setup, implementation: str) -> None:
    for state in few(setup, implementation, 6):
        for p in players(state):
            world = state.redeal(p, rng(14))
            if state.is_terminal() and world.scores() != state.scores():
                continue  # the end tells the scores, also for what counts in secret until then
            assert world.text(p, legal=True) == state.text(p, legal=True)
            assert world.svg(p, legal=True) == state.svg(p, legal=True)
            assert world.scores(p) == state.scores(p)
            assert world.ranks(p) == state.ranks(p)


@hiding
def test_a_belief_of_somebody_else_is_refused_by_a_search(setup: Setup) -> None:
    state = decisions(setup, "native", 1)[0]
    if state.game.players > 1:
        other = (state.current_player() + 1) % state.game.players
        with pytest.raises(ValueError, match="who is to move"):
            Mcts(state.game).search(state.belief(other), Limits(simulations=1))


@both
def test_a_redeal_takes_a_generator_and_a_player(implementation: str) -> None:
    state = cloche.load("nim", implementation=implementation).new_initial_state()
    with pytest.raises(TypeError, match=r"cloche\.Rng"):
        state.redeal(0, 7)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="player"):
        state.redeal(2, rng())
    with pytest.raises(TypeError, match=r"cloche\.Rng"):
        state.belief(0).sample(7)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="player"):
        state.belief(5)


@both
@pytest.mark.parametrize("observation", [None, [], {}, {"observer": 9}, {"observer": True}, "x"])
def test_what_is_no_observation_is_refused(implementation: str, observation: Any) -> None:
    for name in cloche.games() + cloche.known_games():
        game = cloche.load(name, implementation=implementation)
        with pytest.raises(ValueError, match="observ"):
            game.belief(observation)
