"""Liar's dice: LD-1 to LD-5, what is known and the laws of its positions."""

from collections import Counter
from typing import Any

import pytest

import cloche

from .helpers import legal, play


def start(implementation: str, **options: Any) -> cloche.State:
    """The first position."""
    return cloche.load("liars_dice", options=options, implementation=implementation).new_initial_state()


def test_ld_1_dice_are_thrown_one_by_one_unseen_by_the_other(implementation: str) -> None:
    state = start(implementation, dice=2, sides=4)
    assert state.to_dict() == {"phase": "roll", "player": None, "dice": [[], []], "bids": [], "matching": None}
    assert state.chance_outcomes() == [(face, 0.25) for face in range(4)]
    assert legal(state) == ["1", "2", "3", "4"]
    state = play(state, "3", "1")
    assert state.to_dict()["dice"] == [[1, 3], []]
    assert (state.action_view(2, 0), state.action_view(2, 1)) == ("hidden", "3")
    assert state.backend.seen(2, 0) == 11
    state = play(state, "2", "2")
    assert state.observation(0)["dice"] == [[1, 3], [None, None]]
    assert state.observation(1)["dice"] == [[None, None], [2, 2]]
    assert state.current_player() == 0


@pytest.mark.parametrize(
    "options", [{"dice": 0}, {"dice": 6}, {"sides": 1}, {"sides": 11}, {"dice": 4, "sides": 9}, {"dice": 5, "sides": 7}]
)
def test_ld_1_other_options_are_refused(implementation: str, options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"dice|sides"):
        start(implementation, **options)


def test_ld_1_defaults(implementation: str) -> None:
    assert dict(start(implementation).game.options) == {"dice": 1, "sides": 6}


def test_ld_2_bids_rise(implementation: str) -> None:
    state = play(start(implementation, sides=3), "1", "3")
    assert legal(state) == ["1x1", "1x2", "1x3", "2x1", "2x2", "2x3"]
    assert state.legal_actions() == [1, 2, 3, 11, 12, 13]
    state = play(state, "1x2")
    assert state.current_player() == 1
    assert legal(state) == ["liar", "1x3", "2x1", "2x2", "2x3"]
    assert legal(play(state, "2x1")) == ["liar", "2x2", "2x3"]
    assert play(state, "2x1").to_dict()["bids"] == ["1x2", "2x1"]


def test_ld_3_liar_can_be_called_once_there_is_a_bid(implementation: str) -> None:
    state = play(start(implementation, sides=3), "1", "3")
    assert not state.is_legal(0)
    state = play(state, "2x3")
    assert (state.legal_actions(), legal(state)) == ([0], ["liar"])


@pytest.mark.parametrize(
    ("dice", "bid", "matching", "holds"),
    [
        ("13", "1x1", 2, True),  # 3 is wild
        ("12", "1x1", 1, True),
        ("12", "2x1", 1, False),
        ("33", "2x1", 2, True),
        ("13", "1x3", 1, True),
        ("13", "2x3", 1, False),
        ("22", "1x1", 0, False),
        ("22", "1x3", 0, False),
    ],
)
def test_ld_4_and_ld_5_the_highest_face_is_wild(
    implementation: str, dice: str, bid: str, matching: int, holds: bool
) -> None:
    state = play(start(implementation, sides=3), *dice, bid, "liar")
    assert state.to_dict()["phase"] == "count"
    assert state.scores() == [0, 0]
    assert state.chance_outcomes() == [(matching, 1.0)]
    assert state.action_view(matching, 0) == state.action_view(matching, 1) == str(matching)
    state = play(state, str(matching))
    assert state.is_terminal()
    assert state.to_dict()["matching"] == matching
    assert state.observation(0)["dice"] == [[int(dice[0])], [None]]
    assert state.scores() == ([1, 0] if holds else [0, 1])
    assert state.returns() == ([1, -1] if holds else [-1, 1])


def test_ld_5_the_bidder_is_whoever_bid_last(implementation: str) -> None:
    state = play(start(implementation, sides=3), "1", "2", "1x1", "1x2", "liar", "1")
    assert state.returns() == [-1, 1]
    state = play(start(implementation, sides=3), "1", "2", "1x1", "2x2", "liar", "1")
    assert state.returns() == [1, -1]


def test_ld_5_records(implementation: str) -> None:
    game = start(implementation, dice=2).game
    assert (game.max_game_length, game.num_distinct_actions, game.max_chance_outcomes) == (25, 41, 6)
    assert start(implementation, dice=5, sides=3).game.max_chance_outcomes == 11
    assert (game.min_utility, game.max_utility, game.utility_sum, game.stakes) == (-1, 1, 0, 0)


def test_dice_alike_weigh_less_than_dice_that_differ(implementation: str) -> None:
    state = play(start(implementation, dice=2, sides=3), "1", "1", "2", "3")
    hands = state.belief(0).hand_probabilities()
    assert hands["1", "1"] == pytest.approx(1 / 9)
    assert hands["1", "3"] == pytest.approx(2 / 9)
    assert state.belief(0).count() == len(hands) == 6


def test_after_the_count_so_many_dice_of_the_other_match(implementation: str) -> None:
    state = play(start(implementation, dice=2, sides=4), "1", "1", "2", "4", "1x2", "liar", "2")
    hands = state.belief(0).hand_probabilities()  # both of theirs match: 2 or 4
    assert hands == {("2", "2"): 0.25, ("2", "4"): 0.5, ("4", "4"): 0.25}
    drawn = Counter(tuple(state.redeal(0, cloche.Rng(3, i)).to_dict()["dice"][1]) for i in range(2_000))
    assert {tuple(map(str, dice)) for dice in drawn} == set(hands)
    for dice, number in drawn.items():
        assert number / 2_000 == pytest.approx(hands[tuple(map(str, dice))], abs=0.05)
    own = state.belief(1).hand_probabilities()  # none of the dice of player 0 matches: 1 or 3
    assert own == {("1", "1"): 0.25, ("1", "3"): 0.5, ("3", "3"): 0.25}


def test_a_belief_learns_from_a_bid(implementation: str) -> None:
    state = play(start(implementation), "2", "5")
    belief = state.belief(1).update("1x2", lambda world: {2 if world.to_dict()["dice"][0] == [2] else 1: 1.0})
    assert belief.hand_probabilities() == {("2",): pytest.approx(1.0)}
    assert belief.advance(play(state, "1x2").observation(1)).hand_probabilities() == {("2",): pytest.approx(1.0)}


def test_the_tensor_shows_dice_bids_the_call_and_the_turn(implementation: str) -> None:
    state = play(start(implementation, dice=2, sides=2), "1", "2", "2", "2", "1x2", "2x1")
    assert state.observation_tensor(0).tolist() == [0.5, 0.5, 0, 1, 1, 0, 0, 0, 0, 0, 0, 1]
    assert state.observation_tensor(1).tolist() == [0, 1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0]
    assert play(state, "liar").observation_tensor(1).tolist() == [0, 1, 0, 1, 1, 0, 0, 0, 0, 0, 1, 0]
    assert state.prior() == [1] * len(legal(state))


GOOD: dict[str, Any] = {"phase": "bid", "player": 1, "dice": [[1, 4], [2, 2]], "bids": ["1x3"], "matching": None}
OVER: dict[str, Any] = {"phase": "over", "player": None, "dice": [[1, 4], [2, 3]], "bids": ["1x3"], "matching": 2}


@pytest.mark.parametrize(
    ("good", "change"),
    [
        (GOOD, {"dice": [[4, 1], [2, 2]]}),
        (GOOD, {"dice": [[1, 5], [2, 2]]}),
        (GOOD, {"dice": [[1], [2, 2]]}),
        (GOOD, {"dice": [[1, 4]]}),
        (GOOD, {"dice": [[1, 4, 4], [2]]}),
        (GOOD, {"dice": [[1, True], [2, 2]]}),
        (GOOD, {"bids": ["1x3", "1x3"]}),
        (GOOD, {"bids": ["1x5"]}),
        (GOOD, {"bids": ["5x1"]}),
        (GOOD, {"bids": []}),
        (GOOD, {"player": 0}),
        (GOOD, {"phase": "roll", "player": None}),
        (GOOD, {"matching": 2}),
        (OVER, {"matching": 1}),
        (OVER, {"matching": None}),
        (OVER, {"bids": []}),
        (OVER, {"phase": "count"}),
    ],
)
def test_positions_that_cannot_be_are_refused(
    implementation: str, good: dict[str, Any], change: dict[str, Any]
) -> None:
    game = start(implementation, dice=2, sides=4).game
    assert game.state_from_dict(good).to_dict() == good
    with pytest.raises(ValueError, match="liars_dice"):
        game.state_from_dict(good | change)


@pytest.mark.parametrize(("matching", "possible"), [(0, False), (1, True), (2, True), (3, True), (4, False)])
def test_a_count_that_no_dice_of_the_other_give_is_refused(implementation: str, matching: int, possible: bool) -> None:
    game = start(implementation, dice=2, sides=4).game
    data = {"observer": 0, **OVER, "dice": [[1, 4], [None, None]], "matching": matching}
    if possible:
        assert game.state_from_observation(data).observation(0) == data
    else:
        with pytest.raises(ValueError, match="matching"):
            game.state_from_observation(data)


def test_with_two_sides_every_die_matches_a_bid_of_ones(implementation: str) -> None:
    game = start(implementation, dice=1, sides=2).game
    data = {"observer": 0, "phase": "over", "player": None, "dice": [[1], [None]], "bids": ["1x1"], "matching": 2}
    assert game.state_from_observation(data).observation(0) == data
    with pytest.raises(ValueError, match="matching"):
        game.state_from_observation(data | {"matching": 1})
