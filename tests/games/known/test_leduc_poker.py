"""Leduc poker: LP-1 to LP-6, what is known and the laws of its positions."""

from typing import Any

import pytest

import cloche

from .helpers import legal, play


def start(implementation: str) -> cloche.State:
    """The first position."""
    return cloche.load("leduc_poker", implementation=implementation).new_initial_state()


def after(implementation: str, *texts: str) -> cloche.State:
    """The position after these outcomes and actions."""
    return play(start(implementation), *texts)


def test_lp_1_two_cards_of_each_rank(implementation: str) -> None:
    state = start(implementation)
    assert state.to_dict() == {"phase": "deal", "player": None, "cards": [], "board": None, "bets": [[], []]}
    assert state.chance_outcomes() == [(0, 1 / 3), (1, 1 / 3), (2, 1 / 3)]
    state = play(state, "K")
    assert state.chance_outcomes() == [(0, 0.4), (1, 0.4), (2, 0.2)]
    assert (state.action_view(2, 0), state.action_view(2, 1)) == ("hidden", "K")
    state = play(state, "K")
    assert state.observation(0)["cards"] == ["K", None]
    assert state.observation(1)["cards"] == [None, "K"]


@pytest.mark.parametrize(
    ("bets", "actions"),
    [
        ([], ["call", "raise"]),
        (["call"], ["call", "raise"]),
        (["raise"], ["fold", "call", "raise"]),
        (["call", "raise"], ["fold", "call", "raise"]),
        (["raise", "raise"], ["fold", "call"]),
        (["call", "raise", "raise"], ["fold", "call"]),
    ],
)
def test_lp_2_what_is_legal(implementation: str, bets: list[str], actions: list[str]) -> None:
    for before in ([], ["call", "call", "Q"]):  # the same in both rounds
        state = after(implementation, "K", "J", *before, *bets)
        assert legal(state) == actions
        assert state.current_player() == len(bets) % 2
        assert state.prior() == [1] * len(actions)


@pytest.mark.parametrize(
    "bets",
    [
        ["call", "call"],
        ["raise", "call"],
        ["raise", "raise", "call"],
        ["call", "raise", "call"],
        ["call", "raise", "raise", "call"],
    ],
)
def test_lp_3_a_round_ends_when_a_raise_is_called_or_nobody_raises(implementation: str, bets: list[str]) -> None:
    state = after(implementation, "K", "J", *bets)
    assert state.to_dict()["phase"] == "board"
    state = play(state, "J", *bets)
    assert state.to_dict()["phase"] == "show"
    assert state.to_dict()["bets"] == [bets, bets]


@pytest.mark.parametrize(
    ("texts", "returns"),
    [
        (["raise", "fold"], [1, -1]),
        (["raise", "raise", "fold"], [-3, 3]),
        (["call", "raise", "fold"], [-1, 1]),
        (["call", "raise", "raise", "fold"], [3, -3]),
        (["raise", "call", "K", "raise", "fold"], [3, -3]),
        (["call", "call", "K", "call", "raise", "raise", "fold"], [5, -5]),
        (["raise", "raise", "call", "K", "raise", "raise", "fold"], [-9, 9]),
    ],
)
def test_lp_3_and_lp_6_a_fold_loses_what_was_put_in(implementation: str, texts: list[str], returns: list[int]) -> None:
    state = after(implementation, "J", "Q", *texts)
    assert state.is_terminal()
    assert state.scores() == state.returns() == returns
    assert state.observation(0)["cards"] == ["J", None]


def test_lp_4_the_board_is_one_of_four_cards_left(implementation: str) -> None:
    state = after(implementation, "K", "K", "call", "call")
    assert state.chance_outcomes() == [(0, 0.5), (1, 0.5)]
    state = after(implementation, "K", "J", "call", "call")
    assert state.chance_outcomes() == [(0, 0.25), (1, 0.5), (2, 0.25)]
    assert state.action_view(1, 0) == state.action_view(1, 1) == "Q"
    assert play(state, "Q").observation(1)["board"] == "Q"
    assert play(state, "Q").current_player() == 0


@pytest.mark.parametrize(
    ("cards", "board", "winner"),
    [
        ("KQ", "J", 0),
        ("JQ", "K", 1),
        ("JK", "J", 0),
        ("KQ", "Q", 1),
        ("QQ", "K", None),
        ("JJ", "Q", None),
        ("QK", "K", 1),
    ],
)
@pytest.mark.parametrize(
    ("first", "second", "stake"),
    [
        (["call", "call"], ["call", "call"], 1),
        (["raise", "call"], ["call", "call"], 3),
        (["call", "call"], ["raise", "call"], 5),
        (["call", "raise", "raise", "call"], ["raise", "raise", "call"], 13),
    ],
)
def test_lp_5_and_lp_6_showdowns(
    implementation: str,
    cards: str,
    board: str,
    winner: int | None,
    first: list[str],
    second: list[str],
    stake: int,
) -> None:
    state = after(implementation, *cards, *first, board, *second)
    assert legal(state) == [cards]
    assert state.scores() == [0, 0]
    state = play(state, cards)
    assert state.is_terminal()
    assert state.observation(0)["cards"] == state.observation(1)["cards"] == list(cards)
    expected = {None: [0, 0], 0: [stake, -stake], 1: [-stake, stake]}[winner]
    assert state.scores() == state.returns() == expected


def test_lp_6_records(implementation: str) -> None:
    game = start(implementation).game
    assert (game.max_game_length, game.num_distinct_actions, game.max_chance_outcomes) == (8, 3, 9)
    assert (game.min_utility, game.max_utility, game.utility_sum, game.stakes) == (-13, 13, 0, 13)


def test_beliefs_count_the_cards_left(implementation: str) -> None:
    state = after(implementation, "K", "J", "call", "call", "K")
    assert state.belief(0).hand_probabilities() == {("J",): 0.5, ("Q",): 0.5}
    assert state.belief(1).hand_probabilities() == {("J",): 0.25, ("Q",): 0.5, ("K",): 0.25}
    assert state.belief(0).count() == 2


def test_worlds_are_drawn_as_often_as_they_are_likely(implementation: str) -> None:
    state = after(implementation, "J", "K", "call", "call", "K")
    worlds = dict(state.belief(1).worlds())
    assert sorted(worlds.values()) == [0.5, 0.5]
    drawn = [state.belief(0).sample(cloche.Rng(1, i)).to_dict()["cards"][1] for i in range(2_000)]
    probabilities = state.belief(0).hand_probabilities()
    assert probabilities == {("J",): 0.25, ("Q",): 0.5, ("K",): 0.25}
    for (card,), probability in probabilities.items():
        assert drawn.count(card) / 2_000 == pytest.approx(probability, abs=0.05)


def test_the_tensor_shows_cards_board_bets_and_the_turn(implementation: str) -> None:
    state = after(implementation, "Q", "K", "call", "call", "J", "raise")
    nothing, call, up = [0, 0, 0], [0, 1, 0], [0, 0, 1]
    bets = [*call, *call, *nothing, *nothing, *up, *nothing, *nothing, *nothing]
    assert state.observation_tensor(0).tolist() == [0, 1, 0, *nothing, 1, 0, 0, *bets, 0]
    assert state.observation_tensor(1).tolist() == [0, 0, 1, *nothing, 1, 0, 0, *bets, 1]


GOOD: dict[str, Any] = {
    "phase": "bet",
    "player": 1,
    "cards": ["K", "J"],
    "board": "K",
    "bets": [["raise", "call"], ["call"]],
}


@pytest.mark.parametrize(
    "change",
    [
        {"cards": ["K", "K"]},  # with the board a third one
        {"cards": ["K"]},
        {"cards": ["A", "J"]},
        {"cards": [None, "J"]},
        {"board": None},
        {"board": "KJ"},
        {"player": 0},
        {"player": None},
        {"phase": "board", "player": None},
        {"phase": "over", "player": None},
        {"bets": [["raise", "call"], ["fold"]]},
        {"bets": [["raise"], ["call"]]},
        {"bets": [["raise", "fold"], ["call"]]},
        {"bets": [["raise", "raise", "raise"], []]},
        {"bets": [["call", "call", "call"], []]},
        {"bets": [["raise", "call"]]},
        {"phase": "deal", "player": None, "cards": [], "board": None},
    ],
)
def test_positions_that_cannot_be_are_refused(implementation: str, change: dict[str, Any]) -> None:
    game = start(implementation).game
    assert game.state_from_dict(GOOD).to_dict() == GOOD
    with pytest.raises(ValueError, match="leduc_poker"):
        game.state_from_dict(GOOD | change)


@pytest.mark.parametrize("change", [{"cards": ["K", "J"]}, {"observer": 1}, {"cards": [None, None]}])
def test_observations_that_cannot_be_are_refused(implementation: str, change: dict[str, Any]) -> None:
    game = start(implementation).game
    good = {"observer": 0, **GOOD, "cards": ["K", None]}
    assert game.state_from_observation(good).observation(0) == good
    with pytest.raises(ValueError, match="leduc_poker"):
        game.state_from_observation(good | change)
