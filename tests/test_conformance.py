"""The laws of the contract, for every game, set-up and implementation (`net.py` says how a game joins).

Laws of hidden information belong here too, over `NODES`, once a game has any.
"""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import cloche

from .net import DATA, FILES, GAMES, SETUPS, Setup, data, decisions, few, nodes, sample, setups_of, walk

# Every set-up in both implementations.
every_game = pytest.mark.parametrize("setup", SETUPS, ids=str)


NO_WHOLE_NUMBERS: list[Any] = [True, False, 1.0, 0.5, float("nan"), "0", "", b"0", None, [0], {}]
NEVER_LEGAL = [-1, -4, -(2**31), -(10**30), 2**16, 2**31, 2**32, 2**63, 2**64, 10**30, 10**5000]


def is_sorted_and_unique(numbers: list[int]) -> bool:
    return all(a < b for a, b in pairwise(numbers))


def fresh(game: cloche.Game) -> cloche.Game:
    """The same game loaded again: `load` itself hands out the object that lives."""
    return cloche.Game(game.entry, game._key, game._components)


# The net itself


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("file", FILES)
def test_every_game_hangs_in_the_net(game: str, file: str) -> None:
    assert data(game, file) is not None, f"tests/data/{game}/{file} is missing: see tests/net.py"


def test_every_folder_of_the_net_is_a_game() -> None:
    assert sorted(path.name for path in DATA.iterdir() if (path / "variants.json").is_file()) == list(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_the_set_ups_cover_every_player_count_and_both_values_of_every_flag(game: str) -> None:
    entry = setups_of(game)[0].load().entry
    assert {setup.players for setup in setups_of(game)} == set(range(entry.players[0], entry.players[1] + 1))
    for name, value in setups_of(game)[0].load().options.items():
        if isinstance(value, bool):
            assert {setup.load().options[name] for setup in setups_of(game)} == {True, False}


# Actions


@every_game
def test_legal_ids_ascend_and_are_within_the_game(setup: Setup, implementation: str) -> None:
    game = setup.load(implementation)
    for state in nodes(setup, implementation):
        legal = state.legal_actions()
        assert is_sorted_and_unique(legal)
        assert all(type(action) is int for action in legal)
        bound = game.max_chance_outcomes if state.is_chance_node() else game.num_distinct_actions
        assert all(0 <= action < bound for action in legal)
        assert bool(legal) != state.is_terminal()


@every_game
def test_is_legal_agrees_with_the_list_over_all_ids(setup: Setup, implementation: str) -> None:
    game = setup.load(implementation)
    ids = range(-1, max(game.num_distinct_actions, game.max_chance_outcomes) + 2)
    for state in few(setup, implementation, 5):
        assert [action for action in ids if state.is_legal(action)] == state.legal_actions()
        assert not any(state.is_legal(action) for action in NEVER_LEGAL)


@every_game
def test_texts_name_actions_both_ways(setup: Setup, implementation: str) -> None:
    for state in sample(setup, implementation, 9):
        legal = state.legal_actions()
        texts = [state.action_to_string(action) for action in legal]
        assert len(set(texts)) == len(texts)
        assert [state.string_to_action(text) for text in texts] == legal
        assert all(text and text == text.strip() and text.isprintable() for text in texts)


@every_game
def test_blanks_around_a_text_are_ignored(setup: Setup, implementation: str) -> None:
    for state in few(setup, implementation, 3):
        for action in state.legal_actions()[:3]:
            assert state.string_to_action(f" \t{state.action_to_string(action)}\n") == action


@every_game
def test_only_the_exact_text_of_a_legal_action_is_taken(setup: Setup, implementation: str) -> None:
    for state in few(setup, implementation, 3):
        before = state.to_dict()
        texts = {state.action_to_string(action) for action in state.legal_actions()}
        spoilt = {
            form for text in sorted(texts)[:2] for form in (f"{text} {text}", f"{text}\0", text.swapcase(), text[:-1])
        }
        others: set[Any] = (spoilt | {"", "nonsense", "\ud800", "é", "0" * 10_000}) - texts
        for other in [*others, None, 0, True, b"roll", ["a1"]]:
            with pytest.raises(ValueError, match="is not legal here"):
                state.string_to_action(other)
        assert state.to_dict() == before


@every_game
def test_illegal_actions_are_refused_and_change_nothing(setup: Setup, implementation: str) -> None:
    game = setup.load(implementation)
    for state in few(setup, implementation, 3):
        before, number = state.to_dict(), hash(state)
        legal = set(state.legal_actions())
        near = {
            0,
            1,
            game.num_distinct_actions - 1,
            game.num_distinct_actions,
            *(action + 1 for action in legal),
        } - legal
        calls: list[Callable[[Any], Any]] = [
            state.apply_action,
            state.child,
            state.action_to_string,
            lambda action, state=state: state.action_view(action, 0),
        ]
        for place, action in enumerate([*NEVER_LEGAL, *sorted(near)[:6]]):
            for call in (calls[0], calls[1 + place % 3]):
                with pytest.raises(ValueError, match="is not legal here"):
                    call(action)
        for call in [*calls, state.is_legal]:
            for action in NO_WHOLE_NUMBERS:
                with pytest.raises(ValueError, match=r"action: .*should be a whole number"):
                    call(action)
        assert state.to_dict() == before
        assert hash(state) == number


@every_game
def test_whole_numbers_of_other_types_are_actions(setup: Setup, implementation: str) -> None:
    state = nodes(setup, implementation)[0]
    action = state.legal_actions()[-1]
    assert state.child(np.int64(action)) == state.child(np.uint16(action)) == state.child(action)


@every_game
def test_a_child_is_a_clone_with_the_action_applied(setup: Setup, implementation: str) -> None:
    for state in sample(setup, implementation, 4):
        before, number = state.to_dict(), hash(state)
        for action in state.legal_actions()[::7]:
            clone = state.clone()
            clone.apply_action(action)
            child = state.child(action)
            assert child == clone
            assert hash(child) == hash(clone)
            assert child.to_dict() == clone.to_dict() != before
            assert child != state
        assert state.to_dict() == before
        assert hash(state) == number


@every_game
def test_clones_share_nothing_that_changes(setup: Setup, implementation: str) -> None:
    game = setup.load(implementation)
    original = game.new_initial_state()
    for followed in walk(game, 1):
        before = original.to_dict()
        clone = original.clone()
        assert clone == original
        if followed.is_terminal():
            break
        clone.apply_action(clone.legal_actions()[0])
        assert original.to_dict() == before
        kept = original.clone()
        original.apply_action(original.legal_actions()[-1])
        assert kept.to_dict() == before
        if original.is_terminal():
            break


@every_game
def test_changing_what_to_dict_and_observation_gave_changes_no_state(setup: Setup, implementation: str) -> None:
    for state in sample(setup, implementation, 2):
        expected = state.to_dict()
        for given in (state.to_dict(), state.observation(0)):
            for key, value in given.items():
                if isinstance(value, list):
                    value.clear()
                given[key] = None
        assert state.to_dict() == expected
        assert state.game.components == setup.load().components


# Chance


@every_game
def test_chance_outcomes_have_probabilities_that_sum_to_one(setup: Setup, implementation: str) -> None:
    for state in nodes(setup, implementation):
        outcomes = state.chance_outcomes()
        assert bool(outcomes) == state.is_chance_node()
        if outcomes:
            assert [outcome for outcome, _ in outcomes] == state.legal_actions()
            assert sum(probability for _, probability in outcomes) == pytest.approx(1, abs=1e-12)
            assert all(probability > 0 for _, probability in outcomes)
            weights = state.backend.chance_weights()
            assert all(type(weight) is int and 1 <= weight < 2**32 for _, weight in weights)


def drawn_outcome(state: cloche.State, rng: cloche.Rng) -> int:
    """R-7: the first outcome whose running sum of weights exceeds the number drawn."""
    outcomes = [outcome for outcome, weight in state.backend.chance_weights() for _ in range(weight)]
    return outcomes[rng.below(len(outcomes))]


@every_game
def test_r_7_a_seeded_deal_is_drawn_from_the_stream_of_the_game(setup: Setup, implementation: str) -> None:
    game = setup.load(implementation)
    for seed in (0, 1, 2**64 - 1):
        drawn = game.new_initial_state()
        drawn.resolve_chance(cloche.Rng(seed, 1))
        assert game.new_initial_state(seed=seed) == drawn
        assert not drawn.is_chance_node()
        rng, by_hand = cloche.Rng(seed, 1), game.new_initial_state()
        while by_hand.is_chance_node():
            by_hand.apply_action(drawn_outcome(by_hand, rng))
        assert by_hand == drawn
    assert game.new_initial_state(seed=2**64 + 1) == game.new_initial_state(seed=1)


@every_game
def test_r_9_random_playouts_follow_their_streams(setup: Setup, implementation: str) -> None:
    game = setup.load(implementation)
    count, plies, totals = 2, 0, [0.0] * game.players
    for playout in range(count):
        rng, state = cloche.Rng(5, 4, playout), game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                action = drawn_outcome(state, rng)
            else:
                legal = state.legal_actions()
                action = legal[rng.below(len(legal))]
            state.apply_action(action)
            plies += 1
        totals = [total + value for total, value in zip(totals, state.returns(), strict=True)]
    summary = game.random_playouts(count, seed=5)
    assert summary == cloche.PlayoutSummary(count, plies, tuple(total / count for total in totals))


# What positions are worth


@every_game
def test_returns_are_nothing_before_the_end_and_lawful_at_it(setup: Setup, implementation: str) -> None:
    game = setup.load(implementation)
    for state in nodes(setup, implementation):
        returns = state.returns()
        assert len(returns) == game.players
        if not state.is_terminal():
            assert returns == [0.0] * game.players
            continue
        assert all(game.min_utility <= value <= game.max_utility for value in returns)
        if game.utility_sum is not None:
            assert sum(returns) == pytest.approx(game.utility_sum, abs=1e-12)
        if game.shared_return:
            assert returns == state.scores()
        elif game.players == 1:  # won or lost (BB-26)
            assert returns in ([1.0], [-1.0])
        elif game.stakes:
            assert returns == state.scores()
            assert (game.min_utility, game.max_utility) == (-game.stakes, game.stakes)
        else:  # seeds/README.md: k players share the first place
            ranks = state.ranks()
            shares = [1 / ranks.count(1) if rank == 1 else 0.0 for rank in ranks]
            expected = [(game.players * share - 1) / (game.players - 1) for share in shares]
            assert returns == pytest.approx(expected, abs=1e-12)


@every_game
def test_ranks_follow_the_scores_and_leave_places_after_ties(setup: Setup, implementation: str) -> None:
    for state in nodes(setup, implementation):
        scores, ranks = state.scores(), state.ranks()
        assert all(type(number) is int for number in [*scores, *ranks])
        assert all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks)
        for score, rank in zip(scores, ranks, strict=True):
            assert all(rank < worse for other, worse in zip(scores, ranks, strict=True) if other < score)


@every_game
def test_scores_stay_within_their_bounds(setup: Setup, implementation: str) -> None:
    low, high = setup.load(implementation).backend.score_bounds
    for state in nodes(setup, implementation):
        assert all(low <= score <= high for score in state.scores())


@every_game
def test_a_game_of_open_information_shows_each_viewer_the_same(setup: Setup, implementation: str) -> None:
    if not setup.load(implementation).perfect_information:
        return  # test_hidden_information.py
    for state in sample(setup, implementation, 4):
        for viewer in range(setup.players):
            assert state.scores(viewer) == state.scores()
            assert state.ranks(viewer) == state.ranks()
            for action in state.legal_actions()[:3]:
                assert state.action_view(action, viewer) == state.action_to_string(action)


@every_game
def test_players_are_whole_numbers_of_the_game(setup: Setup, implementation: str) -> None:
    state = decisions(setup, implementation, 1)[0]
    action = state.legal_actions()[0]
    calls: list[Callable[[Any], Any]] = [
        state.scores,
        state.ranks,
        state.observation,
        state.observation_tensor,
        lambda player: state.action_view(action, player),
        state.text,
        state.svg,
    ]
    optional = (state.scores, state.ranks, state.text, state.svg, calls[4])  # None is the whole truth
    for call in calls:
        for player in [-1, setup.players, 10**30, *NO_WHOLE_NUMBERS]:
            if player is None and call in optional:
                continue
            allowed = "0" if setup.players == 1 else f"a whole number 0..{setup.players - 1}"
            with pytest.raises(ValueError, match=f"player: .*should be {allowed}"):
                call(player)


@every_game
def test_every_legal_action_has_a_prior_weight(setup: Setup, implementation: str) -> None:
    for state in nodes(setup, implementation):
        weights = state.prior()
        assert len(weights) == (len(state.legal_actions()) if state.current_player() >= 0 else 0)
        assert all(type(weight) is int and 1 <= weight < 2**32 for weight in weights)
        assert sum(weights) < 2**32


@every_game
def test_a_game_ends_within_its_bound(setup: Setup, implementation: str) -> None:
    game = setup.load(implementation)
    bound = game.max_game_length
    for seed in range(WALKS_TO_THE_END[implementation]):
        decided = 0
        for state in walk(game, 100 + seed, most=20_000 if bound is not None else 400):
            decided += state.current_player() >= 0
            last = state
        if bound is not None:
            assert last.is_terminal()
            assert decided <= bound


WALKS_TO_THE_END = {"native": 6, "reference": 1}


# What players see


@every_game
def test_tensors_have_their_shape_and_finite_numbers(setup: Setup, implementation: str) -> None:
    game = setup.load(implementation)
    for state in sample(setup, implementation, 4):
        for player in range(game.players):
            tensor = state.observation_tensor(player)
            assert tensor.shape == game.observation_tensor_shape
            assert tensor.dtype == np.float32
            assert np.isfinite(tensor).all()
            tensor[:] = -1  # it is the caller's own
            assert (state.observation_tensor(player) != -1).any()


@every_game
def test_an_observation_begins_with_its_observer(setup: Setup, implementation: str) -> None:
    for state in nodes(setup, implementation):
        for player in range(setup.players):
            observation = state.observation(player)
            assert next(iter(observation)) == "observer"
            assert observation["observer"] == player


@every_game
def test_positions_survive_json(setup: Setup, implementation: str) -> None:
    game = setup.load(implementation)
    for state in sample(setup, implementation):
        position = state.to_dict()
        back = json.loads(json.dumps(position, allow_nan=False))
        assert repr(back) == repr(position)  # types and order too
        assert game.state_from_dict(back) == state
        observation = state.observation(0)
        assert repr(json.loads(json.dumps(observation, allow_nan=False))) == repr(observation)


@every_game
def test_pictures_can_be_drawn_of_every_kind_of_position(setup: Setup, implementation: str) -> None:
    for state in few(setup, implementation, 2):
        legal = [state.action_to_string(action) for action in state.legal_actions()]
        assert str(state) == state.text()
        for viewer in (0, setup.players - 1):
            assert state.text(viewer, legal=legal).strip()
        svg = state.svg(legal=legal, last=None if state.is_terminal() else legal[0])
        assert ElementTree.fromstring(svg).tag.endswith("svg")


# States as values


def same(one: cloche.State, other: cloche.State) -> bool:
    """Equal in every way in which two states can be."""
    return (
        one == other
        and (one != other) is False
        and hash(one) == hash(other)
        and repr(one.to_dict()) == repr(other.to_dict())
        and one.legal_actions() == other.legal_actions()
        and one.serialize() == other.serialize()
    )


@every_game
def test_bytes_and_dicts_give_equal_states_back(setup: Setup, implementation: str) -> None:
    game = setup.load(implementation)
    for state in sample(setup, implementation):
        assert same(game.deserialize(state.serialize()), state)
        assert same(game.deserialize(bytearray(state.serialize())), state)
        assert same(game.state_from_dict(state.to_dict()), state)
        assert len(state.serialize()) <= 1024


@every_game
def test_copies_and_pickles_are_equal_states(setup: Setup, implementation: str) -> None:
    for state in sample(setup, implementation, 6):
        copies = [state.clone(), copy.copy(state), copy.deepcopy(state)]
        copies += [pickle.loads(pickle.dumps(state, protocol)) for protocol in (2, pickle.HIGHEST_PROTOCOL)]
        for other in copies:
            assert same(other, state)
            assert other is not state
            assert other.game is state.game


@every_game
def test_states_and_games_of_two_loads_are_equal(setup: Setup, implementation: str) -> None:
    game = setup.load(implementation)
    again = fresh(game)
    assert game is not again
    assert game == again
    assert hash(game) == hash(again)
    for state in sample(setup, implementation, 6):
        assert same(again.state_from_dict(state.to_dict()), state)
    assert setup.load(implementation) is game
    assert pickle.loads(pickle.dumps(game)) is game
    assert copy.deepcopy(game) is copy.copy(game) is game


@every_game
def test_states_of_different_positions_differ(setup: Setup, implementation: str) -> None:
    """Hashes too: 64 bits of a good hash do not meet by chance."""
    by_text = {json.dumps(state.to_dict()): state for state in nodes(setup, implementation)}
    assert len({hash(state) for state in by_text.values()}) == len(by_text)
    states = list(by_text.values())
    assert all(one != other for one, other in pairwise(states))
    assert all(state != state.to_dict() for state in states[:3])


@every_game
def test_a_native_game_is_no_reference_game(setup: Setup) -> None:
    native, reference = setup.load("native"), setup.load("reference")
    assert native != reference
    assert native.fingerprint == reference.fingerprint
    for here, there in zip(nodes(setup, "native"), nodes(setup, "reference"), strict=True):
        assert here != there
        assert here.to_dict() == there.to_dict()
    assert nodes(setup, "native")[-1].serialize() == nodes(setup, "reference")[-1].serialize()


@pytest.mark.parametrize("game", GAMES)
def test_set_ups_are_different_games(game: str, implementation: str) -> None:
    loaded = [setup.load(implementation) for setup in setups_of(game)]
    assert len(set(loaded)) == len({one.fingerprint for one in loaded}) == len(loaded)
    first = loaded[0].new_initial_state()
    for other in loaded[1:]:
        assert first != other.new_initial_state()
        with pytest.raises(ValueError, match="another game, or of the game with other players, options or components"):
            other.deserialize(first.serialize())


# What `load` refuses


@pytest.mark.parametrize("name", GAMES)
def test_only_player_counts_of_the_game_are_taken(name: str, implementation: str) -> None:
    fewest, most = setups_of(name)[0].load().entry.players
    usual = cloche.load(name, None, implementation=implementation)
    assert usual is cloche.load(name, implementation=implementation)
    assert usual.players == min(2, most)
    for players in [fewest - 1, most + 1, 0, -1, 10**30, *(value for value in NO_WHOLE_NUMBERS if value is not None)]:
        with pytest.raises(ValueError, match=f"players of {name}: .*should be") as error:
            cloche.load(name, players, implementation=implementation)
        assert str(fewest) in str(error.value)


@pytest.mark.parametrize("name", [*GAMES, "no_such_game"])
def test_only_known_names_and_implementations_are_taken(name: str) -> None:
    unknown: list[Any] = [f"{name}s", name.upper(), "", None, 5, b"nim", [name]]
    for other in unknown:
        with pytest.raises(ValueError, match=r"no game is called .*; there are .*nim"):
            cloche.load(other)
    for other in ["Native", "", None, 1, "c++", ["native"]]:
        with pytest.raises(ValueError, match="should be 'native' or 'reference'"):
            cloche.load(GAMES[0], implementation=other)


@pytest.mark.parametrize("name", GAMES)
def test_a_close_name_is_suggested(name: str) -> None:
    with pytest.raises(ValueError, match=f"did you mean '{name}'"):
        cloche.load(name[:-1] + "x" if len(name) > 4 else name + name[-1])


@every_game
def test_counts_of_playouts_are_checked(setup: Setup, implementation: str) -> None:
    game = setup.load(implementation)
    for count in [0, -1, 2**53 + 1, 10**30, *NO_WHOLE_NUMBERS]:
        with pytest.raises(ValueError, match=r"count: .*should be a whole number"):
            game.random_playouts(count)
    for seed in NO_WHOLE_NUMBERS:
        with pytest.raises(ValueError, match=r"seed: .*should be a whole number"):
            game.random_playouts(1, seed)
