"""Pig: PI-1 to PI-6 and the laws of its positions."""

from typing import Any

import pytest

import cloche

from .helpers import legal, play


def start(implementation: str, **options: Any) -> cloche.State:
    """The first position."""
    return cloche.load("pig", options=options, implementation=implementation).new_initial_state()


def at(implementation: str, banked: list[int], turn_total: int, player: int = 0, **options: Any) -> cloche.State:
    """A position at a decision."""
    data = {"phase": "decide", "player": player, "banked": banked, "turn_total": turn_total}
    return start(implementation, **options).game.state_from_dict(data)


def test_pi_1_player_0_begins_with_nothing_banked(implementation: str) -> None:
    state = start(implementation)
    assert state.to_dict() == {"phase": "decide", "player": 0, "banked": [0, 0], "turn_total": 0}
    assert dict(state.game.options) == {"target": 100, "coin": False}


@pytest.mark.parametrize("options", [{"target": 0}, {"target": 1001}, {"target": True}, {"coin": 1}, {"dice": 2}])
def test_pi_1_other_options_are_refused(implementation: str, options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(options))):
        start(implementation, **options)


def test_pi_2_roll_or_hold(implementation: str) -> None:
    state = start(implementation)
    assert state.legal_actions() == [0, 1]
    assert legal(state) == ["roll", "hold"]


@pytest.mark.parametrize(
    ("banked", "turn_total", "actions"),
    [
        (0, 99, ["roll", "hold"]),
        (0, 100, ["hold"]),
        (60, 39, ["roll", "hold"]),
        (60, 40, ["hold"]),
        (60, 45, ["hold"]),
    ],
)
def test_pi_2_roll_is_legal_below_the_target(
    implementation: str, banked: int, turn_total: int, actions: list[str]
) -> None:
    assert legal(at(implementation, [banked, 99], turn_total)) == actions
    assert legal(at(implementation, [99, banked], turn_total, 1)) == actions


def test_pi_3_a_die_has_six_equally_likely_faces(implementation: str) -> None:
    state = play(start(implementation), "roll")
    assert state.is_chance_node()
    assert state.to_dict() == {"phase": "roll", "player": 0, "banked": [0, 0], "turn_total": 0}
    assert state.chance_outcomes() == [(face, 1 / 6) for face in range(6)]
    assert legal(state) == ["1", "2", "3", "4", "5", "6"]
    assert state.prior() == []


def test_pi_3_a_coin_has_two_equally_likely_sides(implementation: str) -> None:
    state = play(start(implementation, coin=True), "roll")
    assert state.chance_outcomes() == [(0, 0.5), (1, 0.5)]
    assert legal(state) == ["tails", "heads"]


@pytest.mark.parametrize("face", [2, 3, 4, 5, 6])
def test_pi_4_a_face_is_added_to_the_turn_total(implementation: str, face: int) -> None:
    state = play(at(implementation, [10, 20], 7, 1), "roll", str(face))
    assert state.to_dict() == {"phase": "decide", "player": 1, "banked": [10, 20], "turn_total": 7 + face}
    assert state.current_player() == 1


def test_pi_4_face_1_loses_the_turn_total_and_the_turn(implementation: str) -> None:
    state = play(at(implementation, [10, 20], 7), "roll", "1")
    assert state.to_dict() == {"phase": "decide", "player": 1, "banked": [10, 20], "turn_total": 0}


def test_pi_4_heads_add_1_and_tails_lose(implementation: str) -> None:
    state = at(implementation, [10, 20], 7, coin=True)
    assert play(state, "roll", "heads").to_dict()["turn_total"] == 8
    assert play(state, "roll", "heads").current_player() == 0
    lost = {"phase": "decide", "player": 1, "banked": [10, 20], "turn_total": 0}
    assert play(state, "roll", "tails").to_dict() == lost


def test_pi_5_hold_banks_the_turn_total_and_passes_the_turn(implementation: str) -> None:
    state = play(at(implementation, [10, 20], 7), "hold")
    assert state.to_dict() == {"phase": "decide", "player": 1, "banked": [17, 20], "turn_total": 0}
    state = play(state, "hold")
    assert state.to_dict() == {"phase": "decide", "player": 0, "banked": [17, 20], "turn_total": 0}


@pytest.mark.parametrize(("turn_total", "won"), [(39, False), (40, True), (44, True)])
def test_pi_5_who_has_the_target_after_holding_wins(implementation: str, turn_total: int, won: bool) -> None:
    state = play(at(implementation, [60, 99], turn_total), "hold")
    assert state.is_terminal() is won
    assert state.to_dict()["banked"] == [60 + turn_total, 99]
    assert state.returns() == ([1, -1] if won else [0, 0])


def test_pi_5_reaching_the_target_without_holding_is_no_win_yet(implementation: str) -> None:
    state = play(at(implementation, [60, 20], 39), "roll", "6")
    assert not state.is_terminal()
    assert legal(state) == ["hold"]


def test_pi_5_player_1_wins_as_well(implementation: str) -> None:
    state = play(at(implementation, [3, 6], 4, 1, target=10), "hold")
    assert state.to_dict() == {"phase": "over", "player": None, "banked": [3, 10], "turn_total": 0}
    assert (state.returns(), state.ranks(), state.legal_actions()) == ([-1, 1], [2, 1], [])


def test_pi_6_the_score_is_what_is_banked(implementation: str) -> None:
    state = at(implementation, [10, 20], 50)
    assert (state.scores(), state.ranks(), state.returns()) == ([10, 20], [2, 1], [0, 0])


def test_pi_6_records(implementation: str) -> None:
    die, coin = start(implementation).game, start(implementation, coin=True).game
    assert (die.max_game_length, die.num_distinct_actions, die.max_chance_outcomes) == (None, 2, 6)
    assert coin.max_chance_outcomes == 2
    assert (die.min_utility, die.max_utility, die.utility_sum) == (-1, 1, 0)


@pytest.mark.parametrize(
    ("phase", "player", "banked", "turn_total"),
    [
        ("decide", None, [0, 0], 0),
        ("decide", 2, [0, 0], 0),
        ("decide", 0, [100, 0], 0),  # won already
        ("decide", 0, [0, 105], 0),
        ("decide", 0, [60, 0], 46),  # 39 and 6 at most: below 106
        ("decide", 0, [-1, 0], 0),
        ("decide", 0, [0, 0], -1),
        ("decide", 0, [0], 0),
        ("decide", True, [0, 0], 0),
        ("roll", 0, [60, 0], 40),  # past it rolling is not legal
        ("roll", None, [0, 0], 0),
        ("over", 0, [100, 0], 0),
        ("over", None, [99, 0], 0),
        ("over", None, [100, 100], 0),
        ("over", None, [106, 0], 0),
        ("over", None, [100, 0], 3),
        ("hold", 0, [0, 0], 0),
    ],
)
def test_positions_that_cannot_be_are_refused(
    implementation: str, phase: str, player: int | None, banked: list[int], turn_total: int
) -> None:
    data = {"phase": phase, "player": player, "banked": banked, "turn_total": turn_total}
    with pytest.raises(ValueError, match="pig"):
        start(implementation).game.state_from_dict(data)


@pytest.mark.parametrize(
    ("phase", "player", "banked", "turn_total", "coin"),
    [
        ("decide", 0, [60, 0], 45, False),
        ("decide", 0, [60, 0], 40, True),
        ("decide", 1, [99, 99], 1, True),
        ("roll", 1, [99, 60], 39, False),
        ("over", None, [105, 99], 0, False),
        ("over", None, [99, 100], 0, True),
    ],
)
def test_positions_that_can_be_are_taken_as_they_are(
    implementation: str, phase: str, player: int | None, banked: list[int], turn_total: int, coin: bool
) -> None:
    data = {"phase": phase, "player": player, "banked": banked, "turn_total": turn_total}
    assert start(implementation, coin=coin).game.state_from_dict(data).to_dict() == data


@pytest.mark.parametrize(
    ("phase", "player", "banked", "turn_total"), [("decide", 0, [60, 0], 41), ("over", None, [101, 0], 0)]
)
def test_a_coin_never_goes_past_the_target(
    implementation: str, phase: str, player: int | None, banked: list[int], turn_total: int
) -> None:
    data = {"phase": phase, "player": player, "banked": banked, "turn_total": turn_total}
    assert start(implementation).game.state_from_dict(data).to_dict() == data
    with pytest.raises(ValueError, match="pig"):
        start(implementation, coin=True).game.state_from_dict(data)


def test_the_tensor_shows_points_by_the_target_and_whose_turn_it_is(implementation: str) -> None:
    state = at(implementation, [16, 8], 4, 1, target=32)
    assert state.observation_tensor(1).tolist() == [0.25, 0.5, 0.125, 1, 0]
    assert state.observation_tensor(0).tolist() == [0.5, 0.25, 0.125, 0, 0]
    assert play(state, "roll").observation_tensor(0).tolist() == [0.5, 0.25, 0.125, 0, 1]
    assert state.observation(0) == {"observer": 0, "phase": "decide", "player": 1, "banked": [16, 8], "turn_total": 4}
    assert state.prior() == [1, 1]
