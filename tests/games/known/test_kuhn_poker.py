"""Kuhn poker: KP-1 to KP-5, what is known and the laws of its positions."""

from fractions import Fraction
from typing import Any

import pytest

import cloche

from .helpers import legal, play


def start(implementation: str) -> cloche.State:
    """The first position."""
    return cloche.load("kuhn_poker", implementation=implementation).new_initial_state()


def after(implementation: str, *texts: str) -> cloche.State:
    """The position after these outcomes and actions."""
    return play(start(implementation), *texts)


def test_kp_1_each_player_gets_one_of_the_cards_left(implementation: str) -> None:
    state = start(implementation)
    assert state.to_dict() == {"phase": "deal", "player": None, "cards": [], "bets": []}
    assert state.chance_outcomes() == [(0, 1 / 3), (1, 1 / 3), (2, 1 / 3)]
    assert legal(state) == ["J", "Q", "K"]
    state = play(state, "Q")
    assert state.chance_outcomes() == [(0, 0.5), (2, 0.5)]
    assert play(state, "J").to_dict() == {"phase": "bet", "player": 0, "cards": ["Q", "J"], "bets": []}


def test_kp_1_only_who_gets_a_card_sees_it(implementation: str) -> None:
    state = start(implementation)
    assert (state.action_view(2, 0), state.action_view(2, 1)) == ("K", "hidden")
    state = play(state, "K")
    assert (state.action_view(1, 0), state.action_view(1, 1)) == ("hidden", "Q")
    assert state.backend.seen(1, 0) == 9
    assert state.observation(1)["cards"] == [None]
    state = play(state, "Q")
    assert state.observation(0)["cards"] == ["K", None]
    assert state.observation(1)["cards"] == [None, "Q"]


def test_kp_2_players_take_turns_to_pass_or_bet(implementation: str) -> None:
    state = after(implementation, "K", "J")
    for player, text in enumerate(["pass", "bet"]):
        assert state.current_player() == player
        assert (state.legal_actions(), legal(state)) == ([0, 1], ["pass", "bet"])
        state = play(state, text)
    assert state.current_player() == 0
    assert state.to_dict()["bets"] == ["pass", "bet"]


LINES = {
    ("pass", "pass"): (1, None),
    ("bet", "bet"): (2, None),
    ("pass", "bet", "bet"): (2, None),
    ("bet", "pass"): (1, 0),
    ("pass", "bet", "pass"): (1, 1),
}


@pytest.mark.parametrize(("bets", "stake", "winner"), [(bets, *end) for bets, end in LINES.items()])
@pytest.mark.parametrize("cards", ["JQ", "JK", "QJ", "QK", "KJ", "KQ"])
def test_kp_3_to_kp_5_ends_and_what_they_pay(
    implementation: str, cards: str, bets: tuple[str, ...], stake: int, winner: int | None
) -> None:
    state = after(implementation, *cards, *bets)
    if winner is None:
        assert state.to_dict()["phase"] == "show"
        assert state.scores() == [0, 0]
        assert legal(state) == [cards]
        assert state.chance_outcomes() == [(3 * "JQK".index(cards[0]) + "JQK".index(cards[1]), 1.0)]
        state = play(state, cards)
        winner = 0 if "JQK".index(cards[0]) > "JQK".index(cards[1]) else 1
        assert state.observation(0)["cards"] == state.observation(1)["cards"] == list(cards)
    else:
        assert state.observation(0)["cards"] == [cards[0], None]
    expected = [stake, -stake] if winner == 0 else [-stake, stake]
    assert state.is_terminal()
    assert state.scores() == state.returns() == expected
    assert state.ranks() == ([1, 2] if winner == 0 else [2, 1])


def test_kp_4_what_is_shown_is_seen_by_all(implementation: str) -> None:
    state = after(implementation, "K", "J", "pass", "pass")
    assert state.action_view(6, 0) == state.action_view(6, 1) == "KJ"


def test_kp_5_records(implementation: str) -> None:
    game = start(implementation).game
    assert (game.max_game_length, game.num_distinct_actions, game.max_chance_outcomes) == (3, 2, 9)
    assert (game.min_utility, game.max_utility, game.utility_sum, game.stakes) == (-2, 2, 0, 2)
    assert not game.perfect_information


def test_two_cards_are_possible_for_the_other(implementation: str) -> None:
    state = after(implementation, "Q", "K", "bet")
    belief = state.belief(0)
    assert belief.count() == 2
    assert belief.hand_probabilities() == {("J",): 0.5, ("K",): 0.5}
    assert sorted(world.to_dict()["cards"][1] for world, _ in belief.worlds()) == ["J", "K"]
    assert state.game.belief(after(implementation, "Q", "K", "bet", "bet", "QK").observation(0)).count() == 1


def test_a_belief_learns_from_a_bet(implementation: str) -> None:
    """Who bets with every K and a third of all J holds K with probability 3/4."""
    state = after(implementation, "Q", "K", "pass")
    policy = {"J": {0: 2 / 3, 1: 1 / 3}, "K": {1: 1.0}}
    belief = state.belief(0).update("bet", lambda world: policy[world.to_dict()["cards"][1]])
    assert belief.hand_probabilities() == {("J",): pytest.approx(0.25), ("K",): pytest.approx(0.75)}
    later = belief.advance(play(state, "bet").observation(0))
    assert later.hand_probabilities() == belief.hand_probabilities()
    assert sum(probability for _, probability in later.worlds()) == pytest.approx(1)
    shown = later.advance(play(state, "bet", "bet", "QK").observation(0))
    assert shown.count() == 1


def test_the_tensor_shows_cards_bets_and_the_turn(implementation: str) -> None:
    state = after(implementation, "Q", "K", "pass", "bet")
    assert state.observation_tensor(0).tolist() == [0, 1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 1]
    assert state.observation_tensor(1).tolist() == [0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0]
    shown = play(state, "bet", "QK")
    assert shown.observation_tensor(1).tolist() == [0, 0, 1, 0, 1, 0, 1, 0, 0, 1, 0, 1, 0]
    assert state.prior() == [1, 1]


GOOD: dict[str, Any] = {"phase": "bet", "player": 0, "cards": ["K", "J"], "bets": []}


@pytest.mark.parametrize(
    "change",
    [
        {"cards": ["K", "K"]},
        {"cards": ["K"]},
        {"cards": ["K", "J", "Q"]},
        {"cards": ["K", None]},
        {"cards": ["K", "KJ"]},
        {"cards": "KJ"},
        {"player": 1},
        {"player": None},
        {"phase": "over"},
        {"phase": "show"},
        {"phase": "deal"},
        {"bets": ["pass"]},
        {"bets": ["pass", "pass"]},
        {"bets": ["fold"]},
        {"phase": "over", "player": None, "bets": ["pass", "bet"]},
        {"phase": "show", "player": None, "bets": ["bet", "pass"]},
        {"phase": "over", "player": None, "bets": ["bet", "pass", "pass"]},
        {"phase": "deal", "player": None, "cards": [], "bets": ["bet"]},
        {"phase": "over", "player": None, "cards": ["K"], "bets": ["bet", "bet"]},
    ],
)
def test_positions_that_cannot_be_are_refused(implementation: str, change: dict[str, Any]) -> None:
    game = start(implementation).game
    assert game.state_from_dict(GOOD).to_dict() == GOOD
    with pytest.raises(ValueError, match="kuhn_poker"):
        game.state_from_dict(GOOD | change)


@pytest.mark.parametrize(
    "change",
    [
        {"cards": ["K", "J"]},
        {"cards": [None, None]},
        {"observer": 1},
        {"observer": 2},
        {"phase": "over", "player": None, "bets": ["bet", "bet"]},
    ],
)
def test_observations_that_cannot_be_are_refused(implementation: str, change: dict[str, Any]) -> None:
    game = start(implementation).game
    good = {"observer": 0, **GOOD, "cards": ["K", None]}
    assert game.state_from_observation(good).observation(0) == good
    with pytest.raises(ValueError, match=r"kuhn_poker|observ"):
        game.state_from_observation(good | change)


def test_known_value_of_uniform_play(implementation: str) -> None:
    """Both pass and bet alike: by hand 1/8 for each of the deals, (1/4 fold wins) ... summed exactly."""

    def value(state: cloche.State) -> Fraction:
        if state.is_terminal():
            return Fraction(state.returns()[0])
        children = [value(state.child(action)) for action in state.legal_actions()]
        return sum(children, Fraction()) / len(children)

    # Showdowns cancel out over the deals; folds: `bet pass` (1/4) wins 1, `pass bet pass` (1/8) loses 1.
    assert value(start(implementation)) == Fraction(1, 4) - Fraction(1, 8)
