"""Native against reference: at every node of a game, and in what they refuse.

A failing game is shrunk by Hypothesis to a short list of choices, each the place of an action among the legal ones.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import cloche
from cloche import components as component_files
from cloche import registry
from cloche.backend import StateBackend
from cloche.lockstep import Lockstep, Variant
from cloche.verify import variants, verify

from .net import GAMES, SETUPS, Setup, few, nodes

every_setup = pytest.mark.parametrize("setup", SETUPS, ids=str)


def variant(setup: Setup) -> Variant:
    """The set-up as `cloche.verify` knows it."""
    game = setup.load()
    entry = registry.entry(setup.game)
    data = game.components
    box = component_files.default(entry) if data is None else component_files.read(entry, data)
    return Variant(setup.game, setup.players, dict(game.options), box)


# Games


@every_setup
def test_whole_games_are_equal(setup: Setup) -> None:
    report = verify([variant(setup)], games=2, seed=1, every=8)
    assert report.ok, report.mismatch
    assert report.nodes > 2


@pytest.mark.parametrize("game", GAMES)
def test_games_with_all_combinations_of_options_are_equal(game: str) -> None:
    chosen = variants(game)
    report = verify(chosen, games=len(chosen), seed=2, every=40)
    assert report.ok, report.mismatch


def test_games_in_which_all_heed_the_prior_are_equal_and_go_to_their_end() -> None:
    # With rising numbers of turns the games of two do not get longer: they end before the limit.
    mixed, knowing = (
        [
            verify(variants("barton_in_bloom", [2], {"turn_limit": turns}), games=1, seed=3, every=200, play=play)
            for turns in (60, 80)
        ]
        for play in ("mixed", "knowing")
    )
    assert all(report.ok for report in (*mixed, *knowing))
    assert mixed[0].nodes < mixed[1].nodes
    assert knowing[0].nodes == knowing[1].nodes


def test_how_games_are_played_is_checked() -> None:
    with pytest.raises(ValueError, match="play: 'best', should be one of mixed and knowing"):
        verify(variants("nim"), games=1, play="best")  # type: ignore[arg-type]


# As many choices as it takes to come to the end of most games; few of them when a failure is shrunk.
choices = st.integers(0, 90).flatmap(lambda length: st.binary(min_size=length, max_size=length))


@every_setup
@settings(max_examples=5)
@given(choices=choices)
def test_chosen_games_are_equal(setup: Setup, choices: bytes) -> None:
    remaining = iter(choices)
    deal_is_over = False

    def choose(player: int, legal: list[int], state: StateBackend) -> int | None:
        nonlocal deal_is_over
        deal_is_over = deal_is_over or player >= 0
        if not deal_is_over:  # a short way through what may be a long deal
            return legal[choices[0] % len(legal)] if choices else None
        choice = next(remaining, None)
        return None if choice is None else legal[choice % len(legal)]

    _, actions, difference = Lockstep(variant(setup), every=16).play(choose)
    if difference is not None:
        pytest.fail(f"{difference} after {actions}: native {difference.native}, reference {difference.reference}")


@every_setup
def test_every_fact_of_a_node_is_equal(setup: Setup) -> None:
    """What `cloche verify` compares, written out again, so that a gap in the one shows in the other."""
    pairs = list(zip(nodes(setup, "native"), nodes(setup, "reference"), strict=True))
    for place, (native, reference) in enumerate(pairs):
        assert native.current_player() == reference.current_player()
        assert native.legal_actions() == reference.legal_actions()
        assert native.chance_outcomes() == reference.chance_outcomes()
        assert repr(native.to_dict()) == repr(reference.to_dict())
        assert native.scores() == reference.scores()
        assert native.ranks() == reference.ranks()
        assert native.returns() == reference.returns()
        assert native.prior() == reference.prior()
        player = place % setup.players
        assert repr(native.observation(player)) == repr(reference.observation(player))
        if place % 5 == 0:
            tensors = native.observation_tensor(player), reference.observation_tensor(player)
            assert tensors[0].tobytes() == tensors[1].tobytes()
            texts = [native.action_to_string(action) for action in native.legal_actions()]
            assert texts == [reference.action_to_string(action) for action in reference.legal_actions()]


@every_setup
def test_random_playouts_are_equal(setup: Setup) -> None:
    native, reference = setup.load("native"), setup.load("reference")
    assert native.random_playouts(3, seed=9) == reference.random_playouts(3, seed=9)


FACTS = ("name", "players", "options", "components", "components_digest", "fingerprint", "num_distinct_actions")
FACTS += ("max_chance_outcomes", "max_game_length", "shared_return", "min_utility", "max_utility", "utility_sum")
FACTS += ("observation_tensor_shape",)


@every_setup
def test_facts_of_the_game_are_equal(setup: Setup) -> None:
    native, reference = setup.load("native"), setup.load("reference")
    for fact in FACTS:
        assert getattr(native, fact) == getattr(reference, fact), fact
    for fact in ("players", "score_bounds", "margin_scale", "tensor_size"):
        assert getattr(native.backend, fact) == getattr(reference.backend, fact), fact


# What is no position


def outcome(call: Callable[[], cloche.State]) -> Any:
    """The position as data, or ValueError."""
    try:
        return repr(call().to_dict())
    except ValueError:
        return ValueError


def agree(setup: Setup, data: Any) -> Any:
    """What both implementations make of data that may be no position."""
    before = copy.deepcopy(data)
    native = outcome(lambda: setup.load("native").state_from_dict(data))
    reference = outcome(lambda: setup.load("reference").state_from_dict(data))
    assert native == reference, data
    assert repr(data) == repr(before)  # and neither changes it
    if native is not ValueError:
        assert native == repr(dict(data))  # what is accepted is what to_dict gives back
    return native


def places(value: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all values inside data, lists and texts included."""
    if here:
        yield here
    inside: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inside:
        yield from places(item, (*here, key))


def at(data: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        data = data[key]
    return data


JUNK = [None, True, False, 0, 1, -1, 2, 255, 256, 60_000, 60_001, 2**31, 2**63, 2**64, -(2**70), 10**400, 0.0, 1.5]
JUNK += [float("nan"), float("inf"), "", ".", "T", "X", "turn", "over", "roll", "a1", "é", "\ud800", "\0", [], {}, [[]]]
JUNK += [{"a": 1}, [0], ["."], b"x", (1, 2), {1, 2}, 1j, range(2), object]


def mutate(data: dict[Any, Any], others: list[dict[str, Any]], step: tuple[int, int, int]) -> None:
    """One change, gentle or rough, that three numbers choose."""
    kind, one, two = step
    paths = list(places(data))
    if not paths:
        return
    path = paths[one % len(paths)]
    owner, key, value = at(data, path[:-1]), path[-1], at(data, path)
    alike = [other for other in paths if type(at(data, other)) is type(value) and other != path]
    match kind % 9:
        case 0 if type(value) is int:
            owner[key] = value + (-1, 1, 2, -2)[two % 4]
        case 1 if alike:  # swap with another value of the type
            other = alike[two % len(alike)]
            if path[: len(other)] != other and other[: len(path)] != path:
                at(data, other[:-1])[other[-1]], owner[key] = value, at(data, other)
        case 2 if isinstance(value, str) and value:
            letters = sorted(set("".join(str(item) for item in value)) | set(".TXOBYWPRG"))
            place = two % len(value)
            owner[key] = value[:place] + letters[two // 7 % len(letters)] + value[place + 1 :]
        case 3 if isinstance(value, list) and value:
            item = value.pop(two % len(value))
            value += [item, item] * (two // 7 % 2)
        case 4:  # what the key has in another position
            other_data = others[two % len(others)]
            if path[0] in other_data:
                data[path[0]] = copy.deepcopy(other_data[path[0]])
        case 5:
            owner[key] = JUNK[two % len(JUNK)]
        case 6 if isinstance(owner, dict):
            del owner[key]
        case 7:
            data[("extra", "observer", "Phase", 5, None)[two % 5]] = value
        case 8 if isinstance(value, bool):
            owner[key] = not value
        case _ if type(value) is int:
            owner[key] = float(value) if two % 2 else str(value)


steps = st.lists(st.tuples(st.integers(0, 8), st.integers(0, 10**4), st.integers(0, 10**4)), min_size=1, max_size=4)


@every_setup
@settings(max_examples=30)
@given(start=st.integers(0, 10**4), changes=steps)
def test_both_refuse_the_same_altered_positions(setup: Setup, start: int, changes: list[tuple[int, int, int]]) -> None:
    walked = nodes(setup, "native")
    others = [state.to_dict() for state in few(setup, "native", 8)]
    data: dict[Any, Any] = walked[start % len(walked)].to_dict()
    for change in changes:
        mutate(data, others, change)
    agree(setup, data)


@every_setup
def test_both_refuse_every_gently_altered_position_alike(setup: Setup) -> None:
    """One value at a time moved a little: this is where laws differ."""
    accepted = refused = 0
    for state in few(setup, "native", 3):
        for one in range(len(list(places(state.to_dict())))):
            for step in ((0, one, 0), (0, one, 1), (2, one, one), (8, one, 0)):
                data = state.to_dict()
                mutate(data, [data], step)
                if data != state.to_dict():
                    accepted += agree(setup, data) is not ValueError
                    refused += 1
    assert refused > accepted


def play_on(setup: Setup, data: Any, rng: Random) -> None:
    """From a position made by hand to its end: there is always something to do, and every position is lawful."""
    native = setup.load("native").state_from_dict(data)
    reference = setup.load("reference").state_from_dict(data)
    for _ in range(300):
        legal = native.legal_actions()
        assert legal == reference.legal_actions(), data
        assert bool(legal) == (not native.is_terminal()), data
        if not legal:
            return
        action = rng.choice(legal)
        native.apply_action(action)
        reference.apply_action(action)
        assert agree(setup, native.to_dict()) is not ValueError, data


@every_setup
def test_what_is_taken_for_a_position_can_be_played_to_its_end(setup: Setup) -> None:
    """Pieces moved from one number to another, so that sums over them still hold."""
    rng = Random(11)
    for state in few(setup, "native", 6):
        whole = [path for path in places(state.to_dict()) if type(at(state.to_dict(), path)) is int]
        for _ in range(40 if len(whole) > 1 else 0):
            data = state.to_dict()
            giving, taking = rng.sample(whole, 2)
            count = rng.randint(1, max(1, at(data, giving[:-1])[giving[-1]]))
            at(data, giving[:-1])[giving[-1]] -= count
            at(data, taking[:-1])[taking[-1]] += count
            if agree(setup, data) is not ValueError:
                play_on(setup, data, rng)


@every_setup
def test_an_uneven_deal_is_no_position(setup: Setup) -> None:
    """All flowers of the others given to player 0, at every phase: no player is left without anything to do."""
    for state in few(setup, "native", 8):
        data = state.to_dict()
        if "reserves" not in data:
            return
        data["reserves"] = [[sum(column) for column in zip(*data["reserves"], strict=True)]] + [
            [0] * len(reserve) for reserve in data["reserves"][1:]
        ]
        if agree(setup, data) is not ValueError:
            play_on(setup, data, Random(1))


@every_setup
def test_both_take_positions_of_other_phases_alike(setup: Setup) -> None:
    """Any one key of a position taken from any other."""
    states = [state.to_dict() for state in few(setup, "native", 4)]
    for data in states:
        for other in states:
            for key in data:
                agree(setup, {**data, key: other[key]})


keys = sorted({key for setup in SETUPS for key in setup.load().new_initial_state().to_dict()})
numbers = st.integers(-2, 300) | st.integers() | st.floats()
leaves = st.none() | st.booleans() | numbers | st.text(max_size=9) | st.sampled_from(["turn", ".X.", "a1", "B"])
junk = st.recursive(
    leaves,
    lambda inner: (
        st.lists(inner, max_size=6) | st.dictionaries(st.sampled_from(keys) | st.text(max_size=4), inner, max_size=8)
    ),
    max_leaves=10,
)


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=30)
@given(data=st.dictionaries(st.sampled_from(keys) | st.text(max_size=4), junk, max_size=14))
@example(data={})
def test_junk_is_no_position(game: str, data: dict[str, Any]) -> None:
    setup = next(setup for setup in SETUPS if setup.game == game)
    assert agree(setup, data) is ValueError
    filled = setup.load().new_initial_state().to_dict() | data
    agree(setup, {key: filled[key] for key in setup.load().new_initial_state().to_dict()})


def nested(depth: int) -> list[Any]:
    inside: list[Any] = []
    for _ in range(depth):
        inside = [inside]
    return inside


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", ["native", "reference"])
def test_what_is_no_dict_or_has_no_bottom_is_no_position(game: str, name: str) -> None:
    setup = next(setup for setup in SETUPS if setup.game == game)
    loaded = setup.load(name)
    whole = loaded.new_initial_state().to_dict()
    endless: list[Any] = []
    endless.append(endless)
    for data in (None, 5, "{}", [], [whole], b"{}", object()):
        with pytest.raises(ValueError, match="should be a dict"):
            loaded.state_from_dict(data)  # type: ignore[arg-type]
    for value in (endless, nested(100), nested(100_000), "x" * 10**6, [0] * 10**5, {"a": nested(40)}):
        for key in whole:
            with pytest.raises(ValueError, match=f"{game}|{key}"):
                loaded.state_from_dict({**whole, key: value})
