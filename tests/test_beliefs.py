"""Beliefs by counting: numbers of worlds, hands and updates against sums over all worlds, by Bayes' rule."""

from __future__ import annotations

import math
import pickle
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from random import Random
from typing import Any

import pytest

import cloche
from cloche.players import Greedy, Mcts
from cloche.report import Limits

from .net import DATA
from .test_belief_samples import assert_agrees, bloom_town_copies

Policy = Callable[[cloche.State], Mapping[int, float]]
Worlds = dict[cloche.State, float]

IMPLEMENTATION = "native"
MOST_WORLDS = 400


@cache
def load(name: str, players: int = 2, file: str = "tiny.toml", **options: Any) -> cloche.Game:
    return cloche.load(name, players, options, components=DATA / name / file, implementation=IMPLEMENTATION)


TINY: list[tuple[str, int, dict[str, Any]]] = [
    ("bloom_town", 2, {}),
    ("bloom_town", 3, {}),
    ("buds_and_blooms", 2, {}),
    ("buds_and_blooms", 2, {"single_deck": True}),
]
SMALL: list[tuple[str, int, dict[str, Any]]] = [
    ("bloom_town", 2, {}),
    ("bloom_town", 3, {}),
    ("buds_and_blooms", 1, {}),
    ("buds_and_blooms", 2, {}),
    ("buds_and_blooms", 2, {"single_deck": True}),
]
tiny = pytest.mark.parametrize(("name", "players", "options"), TINY)
small = pytest.mark.parametrize(("name", "players", "options"), SMALL)
hiding = pytest.mark.parametrize("name", [name for name in cloche.games() if not cloche.load(name).perfect_information])


def rng(*keys: int) -> cloche.Rng:
    return cloche.Rng(31, *keys)


def course(game: cloche.Game, seed: int) -> Iterator[cloche.State]:
    """All nodes of a random game."""
    choose = Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        yield state
        state = state.child(choose.choice(state.legal_actions()))
    yield state


def hand(world: cloche.State, player: int) -> tuple[str, ...]:
    """All that a player holds, open or hidden."""
    data = world.to_dict()
    tiles = [*data["hands"][player], *data.get("hidden", {player: []})[player]]
    return tuple(sorted(tile if isinstance(tile, str) else tile["face"] for tile in tiles))


def by_hand(worlds: Mapping[cloche.State, float], player: int) -> dict[tuple[str, ...], float]:
    sums: dict[tuple[str, ...], float] = defaultdict(float)
    for world, probability in worlds.items():
        sums[hand(world, player)] += probability
    return {held: pytest.approx(number, rel=1e-9, abs=1e-15) for held, number in sums.items()}


def others(belief: cloche.Belief) -> list[int]:
    return [player for player in range(belief.game.players) if player != belief.player]


def assert_is(belief: cloche.Belief, worlds: Mapping[cloche.State, float]) -> None:
    """The belief has these worlds with these probabilities, whichever way it is asked."""
    listed = dict(belief.worlds())
    assert set(listed) == set(worlds)
    assert all(listed[world] == pytest.approx(number, rel=1e-9) for world, number in worlds.items())
    assert belief.count() == len(worlds)
    for player in others(belief):
        assert belief.hand_probabilities(player) == by_hand(worlds, player)


# Policies: they look at nothing but the hand of the player to move and what all see


def uniform(state: cloche.State) -> dict[int, float]:
    legal = state.legal_actions()
    return dict.fromkeys(legal, 1 / len(legal))


def by_prior(state: cloche.State) -> dict[int, float]:
    """Mostly what the game's own knowledge likes."""
    weights = state.prior()
    return {action: weight / sum(weights) for action, weight in zip(state.legal_actions(), weights, strict=True)}


def first(state: cloche.State) -> dict[int, float]:
    """Always one action; another one if the hand holds an odd number of letters."""
    legal = state.legal_actions()
    held = "".join(hand(state, state.current_player()))
    return {legal[len(held) % 2 * (len(legal) - 1)]: 1.0}


def by_text(state: cloche.State) -> dict[int, float]:
    """Something that differs from action to action and from hand to hand, with impossible ones."""
    held = sum(map(ord, "".join(hand(state, state.current_player()))))
    numbers = {
        action: (sum(map(ord, state.action_to_string(action))) * 7 + held) % 5 for action in state.legal_actions()
    }
    return {action: number / max(1, sum(numbers.values())) for action, number in numbers.items()}


POLICIES: list[Policy] = [uniform, by_prior, first, by_text]
policies = pytest.mark.parametrize("policy", POLICIES)


def normal(worlds: Mapping[cloche.State, float]) -> Worlds:
    total = sum(worlds.values())
    return {world: number / total for world, number in worlds.items() if number > 0}


def conditioned(worlds: Worlds, view: str, player: int, policy: Policy) -> Worlds:
    """Bayes' rule, world by world."""
    after = {}
    for world, number in worlds.items():
        chosen = policy(world)
        after[world] = number * sum(
            chosen.get(action, 0) for action in world.legal_actions() if world.action_view(action, player) == view
        )
    return normal(after)


def followed(worlds: Worlds, state: cloche.State, action: int, player: int, policy: Policy | None) -> Worlds:
    """The worlds after an action or outcome; without a policy a decision says nothing (H-2)."""
    view = state.action_view(action, player)
    after: Worlds = defaultdict(float)
    observation = state.child(action).observation(player)
    for world, number in worlds.items():
        chances = dict(world.chance_outcomes())
        chosen = {} if policy is None or chances else policy(world)
        for possible in world.legal_actions():
            if world.action_view(possible, player) == view:
                child = world.child(possible)
                copies = bloom_town_copies(world, possible) if state.game.name == "bloom_town" and not chances else 1
                factor = chances[possible] if chances else chosen.get(possible, 0.0) if chosen else copies
                if child.observation(player) == observation:  # what is shown to the player counts as seen (H-6)
                    after[child] += number * factor
    return normal(after)


# Counting


@small
def test_the_worlds_that_are_counted_are_those_that_are_listed(
    name: str, players: int, options: dict[str, Any]
) -> None:
    most = 1
    for seed in range(2):
        for state in list(course(load(name, players, "small.toml", **options), seed))[::4]:
            for player in range(players):
                belief = state.belief(player)
                if belief.count() <= MOST_WORLDS:
                    worlds = dict(belief.worlds())
                    assert len(worlds) == belief.count()
                    assert sum(worlds.values()) == pytest.approx(1.0)
                    assert all(world.observation(player) == state.observation(player) for world in worlds)
                    most = max(most, len(worlds))
    assert most > 20 or players == 1


@small
def test_hand_probabilities_are_sums_over_worlds(name: str, players: int, options: dict[str, Any]) -> None:
    most = 1
    for seed in range(2):
        for state in list(course(load(name, players, "small.toml", **options), seed))[::4]:
            for player in range(players if players > 1 else 0):
                belief = state.belief(player)
                if belief.count() <= MOST_WORLDS:
                    worlds = dict(belief.worlds())
                    for other in others(belief):
                        hands = belief.hand_probabilities(other)
                        assert hands == by_hand(worlds, other)
                        assert all(held == tuple(sorted(held)) for held in hands)
                        most = max(most, len(hands))
    assert most > 5 or players == 1


def test_an_open_insertion_says_that_a_card_fits() -> None:
    """D-3 of buds_and_blooms/state.md: the one choice that gives something away."""
    seen = 0
    for seed in range(30):
        for state in course(load("buds_and_blooms"), seed):
            data = state.to_dict()
            if data["phase"] == "play_insert":
                belief = state.belief(1 - data["player"])
                worlds = dict(belief.worlds())
                assert belief.count() == len(worlds)
                assert all(world.legal_actions() for world in worlds)
                assert belief.hand_probabilities() == by_hand(worlds, data["player"])
                seen += len(worlds) > 1
    assert seen


def test_the_whole_deck_is_counted() -> None:
    """Right after the deal the hand of the other is any four flowers with these backs."""
    game = cloche.load("buds_and_blooms", implementation=IMPLEMENTATION)
    belief = game.new_initial_state(seed=5).belief(0)
    hands = belief.hand_probabilities()
    backs = Counter(card["back"] for card in belief.observation["hands"][1])
    assert game.components is not None
    flowers = Counter(card["back"] for card in game.components["card"] if card["kind"] != "tool")
    assert len(hands) == math.prod(math.comb(flowers[back], number) for back, number in backs.items())
    assert sum(hands.values()) == pytest.approx(1.0)
    assert len(set(hands.values())) == 1
    assert belief.count() == math.prod(math.perm(flowers[back], number) for back, number in backs.items())


# Updates


@tiny
@policies
def test_an_update_is_bayes_rule(name: str, players: int, options: dict[str, Any], policy: Policy) -> None:
    changed = 0
    for seed in range(6):
        for state in list(course(load(name, players, **options), seed))[seed % 3 :: 3]:
            mover = state.current_player()
            for player in range(players if mover >= 0 else 0):
                belief = state.belief(player)
                if player == mover or belief.count() > MOST_WORLDS:
                    continue
                worlds = dict(belief.worlds())
                chosen = policy(state)
                for action in [action for action in state.legal_actions() if chosen.get(action, 0.0) > 0][:3]:
                    view = state.action_view(action, player)
                    updated = belief.update(view, policy)
                    expected = conditioned(worlds, view, player, policy)
                    assert_is(updated, expected)
                    assert updated.is_updated
                    assert updated.observation == belief.observation
                    changed += set(expected) != set(worlds)
    assert changed


@tiny
@policies
def test_what_updates_have_said_is_carried_through_a_game(
    name: str, players: int, options: dict[str, Any], policy: Policy
) -> None:
    """Some decisions are seen without a policy, which says nothing of the hand."""
    compared = 0
    skips = not options
    for seed in range(4 if players == 2 else 2):
        choose = Random(seed)
        state = load(name, players, **options).new_initial_state()
        beliefs = [state.belief(player) for player in range(players)]
        worlds: list[Worlds] = [{state: 1.0} for _ in range(players)]
        while not state.is_terminal():
            mover = state.current_player()
            legal = state.legal_actions()
            chosen = policy(state) if mover >= 0 else {}
            action = choose.choice([action for action in legal if chosen.get(action, 0.0) > 0] or legal)
            is_told = mover >= 0 and chosen.get(action, 0.0) > 0 and not (skips and choose.random() < 0.3)
            for player in range(players):
                told = is_told and player != mover
                if told:
                    beliefs[player] = beliefs[player].update(state.action_view(action, player), policy)
                worlds[player] = followed(worlds[player], state, action, player, policy if told else None)
            state = state.child(action)
            for player in range(players):
                beliefs[player] = beliefs[player].advance(state.observation(player))
                if len(worlds[player]) <= MOST_WORLDS:
                    assert_is(beliefs[player], worlds[player])
                    compared += beliefs[player].is_updated
    assert compared or policy in (uniform, by_prior)  # with few tiles all hands choose alike


def test_hands_only_keeps_the_hands_as_likely_as_they_were() -> None:
    shrunk = 0
    for seed in range(4):
        game = load("buds_and_blooms", 2, "small.toml")
        choose = Random(seed)
        state = game.new_initial_state(seed=seed)
        belief = state.belief(0)
        for _ in range(16):
            if state.is_terminal():
                break
            action = choose.choice(state.legal_actions())
            if state.current_player() == 1:
                belief = belief.update(state.action_view(action, 0), by_prior)
            state = state.child(action)
            exact, short = (belief.advance(state.observation(0), hands_only=flag) for flag in (False, True))
            assert short.hand_probabilities() == pytest.approx(exact.hand_probabilities())
            shrunk += short != exact
            belief = short
    assert shrunk


def test_an_update_that_says_nothing_is_none() -> None:
    """All hands choose it alike, so nothing is learnt, and the belief is the plain one again."""
    state = next(state for state in course(load("bloom_town"), 1) if state.to_dict()["phase"] == "take")
    player = 1 - state.current_player()
    action = state.legal_actions()[0]
    belief = state.belief(player).update(state.action_view(action, player), lambda world: {action: 0.5})
    after = state.child(action).observation(player)
    assert not belief.advance(after).is_updated
    assert belief.advance(after) == state.game.belief(after)


# Samples


@tiny
def test_samples_of_an_updated_belief_have_its_probabilities(name: str, players: int, options: dict[str, Any]) -> None:
    tested = 0
    for seed in range(8):
        states = list(course(load(name, players, **options), seed))
        for state in states[:: max(1, len(states) // 8)]:
            mover = state.current_player()
            if mover < 0:
                continue
            player = (mover + 1) % players
            chosen = by_text(state)
            action = max(chosen, key=lambda action: chosen[action])
            if not chosen[action]:
                continue
            belief = state.belief(player).update(state.action_view(action, player), by_text)
            worlds = dict(belief.worlds())
            if not 2 <= len(worlds) <= 40:
                continue
            generator = rng(seed)
            assert_agrees(Counter(belief.sample(generator) for _ in range(800)), worlds)
            assert belief.sample(rng(3)) == belief.sample(rng(3))
            tested += 1
    assert tested


def test_samples_after_an_update_are_worlds_of_a_whole_deck() -> None:
    game = cloche.load("buds_and_blooms", implementation=IMPLEMENTATION)
    state = game.new_initial_state(seed=2)
    while state.current_player() != 1:
        state.apply_action(state.legal_actions()[0])
    action = max(by_prior(state), key=lambda action: by_prior(state)[action])

    def wants(world: cloche.State) -> dict[int, float]:
        return {action: 0.5} if world.is_legal(action) else {}

    belief = state.belief(0).update(state.action_view(action, 0), wants)
    assert all(belief.sample(rng(k)).is_legal(action) for k in range(20))
    later = state.child(action)
    assert belief.sample(rng()).observation(0) == state.observation(0)
    assert belief.advance(later.observation(0)).sample(rng()).observation(0) == later.observation(0)


# What is refused


def moving(name: str) -> cloche.State:
    """A position of player 1 to move, who may do several things."""
    return next(
        state
        for state in list(course(load(name), 4))[10:]
        if state.current_player() == 1 and len(state.legal_actions()) > 2 and state.belief(0).count() > 1
    )


@pytest.mark.parametrize(
    ("policy", "fault"),
    [
        (7, "a function"),
        (lambda state: 7, "a mapping"),
        (lambda state: {9999: 0.5}, "9999 is no legal action"),
        (lambda state: dict.fromkeys(state.legal_actions(), 1.5), "0..1"),
        (lambda state: dict.fromkeys(state.legal_actions(), -0.1), "0..1"),
        (lambda state: dict.fromkeys(state.legal_actions(), float("nan")), "0..1"),
        (lambda state: dict.fromkeys(state.legal_actions(), "often"), "0..1"),
        (lambda state: dict.fromkeys(state.legal_actions(), 0.9), "at most 1"),
        (lambda state: {}, "never chooses"),
    ],
)
@hiding
def test_a_policy_must_give_probabilities(name: str, policy: Any, fault: str) -> None:
    state = moving(name)
    view = state.action_view(state.legal_actions()[0], 0)
    with pytest.raises(ValueError, match=fault):
        state.belief(0).update(view, policy)


@hiding
@pytest.mark.parametrize("view", ["x", "", 7, None, "R2@1#1.99", "discard:sun#", "discard:sun#0.1", "Q@a1"])
def test_an_action_that_can_not_be_seen_is_refused(name: str, view: Any) -> None:
    with pytest.raises(ValueError, match="action_view"):
        moving(name).belief(0).update(view, uniform)


@hiding
def test_updates_are_about_the_action_of_another_player(name: str) -> None:
    state = moving(name)
    action = state.legal_actions()[0]
    with pytest.raises(ValueError, match="player 1"):
        state.belief(1).update(state.action_view(action, 1), uniform)
    start = load(name).new_initial_state()
    with pytest.raises(ValueError, match="to choose"):
        start.belief(0).update("x", uniform)
    belief = state.belief(0).update(state.action_view(action, 0), uniform)
    with pytest.raises(ValueError, match="advance"):
        belief.update(state.action_view(action, 0), uniform)


@hiding
def test_a_belief_advances_to_observations_of_its_player_alone(name: str) -> None:
    state = moving(name)
    action = state.legal_actions()[0]
    belief = state.belief(0).update(state.action_view(action, 0), by_text_or_uniform)
    with pytest.raises(ValueError, match="player 1"):
        belief.advance(state.child(action).observation(1))
    with pytest.raises(ValueError, match="observ"):
        belief.advance({})


def by_text_or_uniform(state: cloche.State) -> dict[int, float]:
    return {action: number / 2 + 1e-3 for action, number in uniform(state).items()}


def test_cards_laid_open_one_after_the_other_need_an_advance_each() -> None:
    """An observation does not tell which of two cards, gone from a hand, is which of two in the flowers."""
    game = load("buds_and_blooms", 2, "small.toml")
    refused = 0
    for seed in range(12):
        choose = Random(seed)
        state = game.new_initial_state(seed=seed)
        belief = state.belief(0)
        while not state.is_terminal():
            action = choose.choice(state.legal_actions())
            told = state.current_player() == 1 and not belief.is_updated
            if told:
                belief = belief.update(state.action_view(action, 0), by_prior)
            state = state.child(action)
            refused += "several cards have been laid open" in fault(belief.advance, state.observation(0))
            if told or not belief.is_updated:
                belief = belief.advance(state.observation(0))
    assert refused


def fault(call: Callable[[Any], object], value: Any) -> str:
    """Why a value is refused; empty if it is not."""
    try:
        call(value)
    except ValueError as error:
        return str(error)
    return ""


def test_hands_that_are_not_hidden_have_no_probabilities() -> None:
    for name in ("nim", "gardens_of_io", "cottage_garden"):
        belief = cloche.load(name, implementation=IMPLEMENTATION).new_initial_state().belief(0)
        with pytest.raises(ValueError, match="hides no hand"):
            belief.hand_probabilities()
    with pytest.raises(ValueError, match="hides no hand"):
        load("buds_and_blooms", 1).new_initial_state().belief(0).hand_probabilities()
    three = load("bloom_town", 3).new_initial_state(seed=1).belief(0)
    with pytest.raises(ValueError, match="one of 1 and 2"):
        three.hand_probabilities()
    with pytest.raises(ValueError, match="own hand"):
        three.hand_probabilities(0)
    with pytest.raises(ValueError, match="player"):
        three.hand_probabilities(3)


def test_where_nothing_is_hidden_an_update_says_nothing() -> None:
    state = cloche.load("nim", implementation=IMPLEMENTATION).new_initial_state()
    belief = state.belief(1)
    text = state.action_to_string(state.legal_actions()[0])
    assert belief.update(text, uniform) == belief
    with pytest.raises(ValueError, match="not legal"):
        belief.update("x", uniform)
    after = state.child(state.legal_actions()[0])
    assert belief.advance(after.observation(1)) == after.belief(1)


# As values, and in searches


@hiding
def test_updated_beliefs_are_values(name: str) -> None:
    state = moving(name)
    view = state.action_view(state.legal_actions()[0], 0)
    plain = state.belief(0)
    belief = plain.update(view, by_prior)
    assert not plain.is_updated
    assert belief != plain
    assert belief == state.belief(0).update(view, by_prior)
    again = pickle.loads(pickle.dumps(belief))
    assert again == belief
    assert hash(again) == hash(belief)
    assert again.hand_probabilities() == belief.hand_probabilities()
    assert again.sample(rng(1)) == belief.sample(rng(1))
    assert "updated" in repr(belief)


def test_a_search_refuses_an_updated_belief() -> None:
    """It would weigh the worlds as chance does."""
    for seed in range(20):
        state = load("buds_and_blooms", 2, "small.toml").new_initial_state(seed=seed)
        choose = Random(seed)
        belief = state.belief(1)
        while not state.is_terminal():
            mover = state.current_player()
            if mover == 1 and belief.is_updated:
                for bot in (Mcts(state.game), Greedy(state.game)):
                    with pytest.raises(ValueError, match="updated"):
                        bot.search(belief, Limits(simulations=5))
                plain = state.game.belief(belief.observation)
                assert Mcts(state.game).search(plain, Limits(simulations=5)).simulations == 5
                return
            action = choose.choice(state.legal_actions())
            if mover == 0:
                belief = belief.update(state.action_view(action, 1), by_prior)
            state = state.child(action)
            belief = belief.advance(state.observation(1))
    raise AssertionError("no updated belief was met")
