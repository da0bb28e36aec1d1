"""Nim: NI-1 to NI-4 and the laws of its positions."""

from typing import Any

import pytest

import cloche

from .helpers import legal, play


def start(implementation: str, piles: list[int] | None = None) -> cloche.State:
    """The first position."""
    options = {} if piles is None else {"piles": piles}
    return cloche.load("nim", options=options, implementation=implementation).new_initial_state()


def test_ni_1_piles_of_1_3_5_and_7_by_default(implementation: str) -> None:
    assert start(implementation).to_dict() == {"piles": [1, 3, 5, 7], "last": None, "player": 0}


@pytest.mark.parametrize("piles", [[1], [31], [31] * 8, [2, 2]])
def test_ni_1_one_to_eight_piles_of_1_to_31(implementation: str, piles: list[int]) -> None:
    state = start(implementation, piles)
    assert state.to_dict()["piles"] == piles
    assert len(legal(state)) == sum(piles)
    assert state.game.max_game_length == sum(piles)
    assert state.game.num_distinct_actions == 31 * len(piles)


@pytest.mark.parametrize("piles", [[], [0], [32], [1] * 9, [-1], 3, "345", [True], [1.0], None])
def test_ni_1_other_piles_are_refused(implementation: str, piles: Any) -> None:
    with pytest.raises(ValueError, match="piles"):
        cloche.load("nim", options={"piles": piles}, implementation=implementation)


def test_ni_2_any_number_is_taken_from_one_pile(implementation: str) -> None:
    state = start(implementation, [2, 1, 3])
    assert legal(state) == ["1:1", "1:2", "2:1", "3:1", "3:2", "3:3"]
    assert state.legal_actions() == [0, 1, 31, 62, 63, 64]
    state = play(state, "3:2")
    assert state.to_dict() == {"piles": [2, 1, 1], "last": 0, "player": 1}
    assert legal(state) == ["1:1", "1:2", "2:1", "3:1"]
    assert play(state, "1:2").to_dict() == {"piles": [0, 1, 1], "last": 1, "player": 0}


@pytest.mark.parametrize("text", ["1:3", "0:1", "4:1", "1:0", "2:2", "1 :1", "1"])
def test_ni_2_no_more_than_there_is(implementation: str, text: str) -> None:
    with pytest.raises(ValueError, match="not legal"):
        play(start(implementation, [2, 1, 3]), text)


def test_ni_3_who_takes_the_last_object_wins(implementation: str) -> None:
    state = play(start(implementation, [2]), "1:2")
    assert state.to_dict() == {"piles": [0], "last": 0, "player": None}
    assert (state.is_terminal(), state.returns()) == (True, [1, -1])
    state = play(start(implementation, [2]), "1:1")
    assert (state.is_terminal(), state.returns()) == (False, [0, 0])
    assert play(state, "1:1").returns() == [-1, 1]


def test_ni_4_the_winner_scores_1(implementation: str) -> None:
    state = start(implementation, [1, 1])
    assert state.scores() == [0, 0]
    state = play(state, "2:1")
    assert state.scores() == [0, 0]
    state = play(state, "1:1")
    assert (state.scores(), state.ranks()) == ([0, 1], [2, 1])
    game = state.game
    assert (game.min_utility, game.max_utility, game.utility_sum, game.max_chance_outcomes) == (-1, 1, 0, 0)


def best_first_moves(state: cloche.State) -> list[str]:
    """The first moves that win against every defence."""
    seen: dict[cloche.State, bool] = {}

    def wins(here: cloche.State) -> bool:
        """Whether the player to move wins."""
        if here not in seen:
            seen[here] = any(not wins(here.child(action)) for action in here.legal_actions())
        return seen[here]

    return [text for text in legal(state) if not wins(play(state, text))]


def test_known_value_of_1_3_5_7_the_first_player_loses(implementation: str) -> None:
    assert best_first_moves(start(implementation)) == []


def test_known_value_of_3_4_5_the_first_player_wins_by_3_to_1_only(implementation: str) -> None:
    assert best_first_moves(start(implementation, [3, 4, 5])) == ["1:2"]


@pytest.mark.parametrize(
    "data",
    [
        {"piles": [3, 4, 5], "last": 0, "player": 1},  # nothing is taken
        {"piles": [3, 4, 5], "last": None, "player": 1},
        {"piles": [3, 4, 5], "last": None, "player": None},
        {"piles": [2, 4, 5], "last": None, "player": 0},
        {"piles": [2, 4, 5], "last": 1, "player": 0},  # one object, two moves
        {"piles": [2, 4, 5], "last": 0, "player": 0},
        {"piles": [1, 4, 5], "last": 1, "player": 1},
        {"piles": [0, 0, 0], "last": 0, "player": 1},
        {"piles": [0, 0, 0], "last": None, "player": None},
        {"piles": [4, 4, 5], "last": None, "player": 0},
        {"piles": [2, -1, 5], "last": 0, "player": 1},
        {"piles": [2, 4], "last": 0, "player": 1},
        {"piles": [2, 4, True], "last": 0, "player": 1},
        {"piles": [2, 4, 5], "last": 2, "player": 1},
        {"piles": [2, 4, 5], "last": False, "player": 1},
        {"piles": [2, 4, 5], "player": 1},
        {"piles": [2, 4, 5], "last": 0, "player": 1, "turn": 1},
    ],
)
def test_positions_that_cannot_be_are_refused(implementation: str, data: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="nim"):
        start(implementation, [3, 4, 5]).game.state_from_dict(data)


@pytest.mark.parametrize(
    "data",
    [
        {"piles": [3, 4, 5], "last": None, "player": 0},
        {"piles": [2, 4, 5], "last": 0, "player": 1},
        {"piles": [1, 4, 5], "last": 0, "player": 1},
        {"piles": [1, 4, 5], "last": 1, "player": 0},
        {"piles": [0, 0, 0], "last": 1, "player": None},
    ],
)
def test_positions_that_can_be_are_taken_as_they_are(implementation: str, data: dict[str, Any]) -> None:
    assert start(implementation, [3, 4, 5]).game.state_from_dict(data).to_dict() == data


def test_the_tensor_shows_piles_by_their_size_and_the_turn(implementation: str) -> None:
    state = play(start(implementation, [2, 4]), "2:1")
    assert state.observation_tensor(0).tolist() == [1, 0.75, 0]
    assert state.observation_tensor(1).tolist() == [1, 0.75, 1]
    assert state.observation(1) == {"observer": 1, "piles": [2, 3], "last": 0, "player": 1}
    assert state.prior() == [1] * 5
