"""Exact values that are known from elsewhere, found with nothing but the rules (a memo over positions)."""

from __future__ import annotations

from fractions import Fraction

import pytest

import cloche
from cloche.backend import StateBackend
from cloche.players import Mcts
from cloche.report import Limits


def value(state: StateBackend, known: dict[StateBackend, int]) -> int:
    """What player 0 gets of a game of two without chance, 1, 0 or -1, if both play well."""
    found = known.get(state)
    if found is None:
        player = state.current_player()
        if player < 0:
            found = round(state.returns()[0])
        else:
            best = 1 if player == 0 else -1
            found = -best
            for action in centre_first(state.legal_actions()):
                child = state.clone()
                child.apply_action(action)
                worth = value(child, known)
                if worth * best > found * best:
                    found = worth
                if found == best:
                    break
        known[state] = found
    return found


def centre_first(actions: list[int]) -> list[int]:
    middle = (actions[0] + actions[-1]) / 2
    return sorted(actions, key=lambda action: abs(action - middle))


# Tic-tac-toe


def all_positions(first: cloche.State) -> set[cloche.State]:
    seen, waiting = {first}, [first]
    while waiting:
        state = waiting.pop()
        for action in state.legal_actions():
            child = state.child(action)
            if child not in seen:
                seen.add(child)
                waiting.append(child)
    return seen


def test_tt_3_tic_tac_toe_has_5478_positions(implementation: str) -> None:
    positions = all_positions(cloche.load("tic_tac_toe", implementation=implementation).new_initial_state())
    assert len(positions) == 5_478
    assert sum(not state.is_terminal() for state in positions) == 4_520


def endings(state: cloche.State, known: dict[cloche.State, tuple[int, int, int]]) -> tuple[int, int, int]:
    """How many games the first player wins, the second wins, and nobody wins."""
    if state.is_terminal():
        first = state.returns()[0]
        return int(first == 1), int(first == -1), int(first == 0)
    if state not in known:
        counts = [endings(state.child(action), known) for action in state.legal_actions()]
        known[state] = (sum(a for a, _, _ in counts), sum(b for _, b, _ in counts), sum(c for _, _, c in counts))
    return known[state]


def test_tt_3_tic_tac_toe_has_255168_games() -> None:
    counts = endings(cloche.load("tic_tac_toe").new_initial_state(), {})
    assert counts == (131_184, 77_904, 46_080)
    assert sum(counts) == 255_168


def chances(state: cloche.State, known: dict[cloche.State, tuple[Fraction, ...]]) -> tuple[Fraction, ...]:
    """Exact probabilities of win, loss and draw for player 0 when all play uniformly at random."""
    if state.is_terminal():
        first = state.returns()[0]
        return Fraction(first == 1), Fraction(first == -1), Fraction(first == 0)
    if state not in known:
        outcomes = [chances(state.child(action), known) for action in state.legal_actions()]
        known[state] = tuple(sum(column, Fraction()) / len(outcomes) for column in zip(*outcomes, strict=True))
    return known[state]


def test_tt_4_uniform_play_wins_737_of_1260() -> None:
    exact = chances(cloche.load("tic_tac_toe").new_initial_state(), {})
    assert exact == (Fraction(737, 1260), Fraction(121, 420), Fraction(8, 63))


def test_r_8_random_playouts_come_near_the_exact_chances(implementation: str) -> None:
    count = {"native": 100_000, "reference": 1_000}[implementation]
    mean = cloche.load("tic_tac_toe", implementation=implementation).random_playouts(count, seed=1).returns
    expected = float(Fraction(737, 1260) - Fraction(121, 420))
    assert mean[0] == pytest.approx(expected, abs=4 * count**-0.5)  # more than four standard deviations
    assert mean[1] == -mean[0]


def test_m_16_every_tic_tac_toe_position_of_four_marks_is_proven_as_it_is() -> None:
    """The search against the memo, and the game a draw."""
    game = cloche.load("tic_tac_toe")
    known: dict[StateBackend, int] = {}
    assert value(game.new_initial_state().backend, known) == 0
    positions = [
        state for state in all_positions(game.new_initial_state()) if str(state.to_dict()["board"]).count(".") == 5
    ]
    assert len(positions) == 756
    for state in positions:
        report = Mcts(game, seed=1, playout="random").search(state, Limits(simulations=5_000))
        assert report.proven
        assert report.stopped_by == "proven"
        expected = value(state.backend, known)
        assert report.values == (expected, -expected)
        assert value(state.child(report.best_action).backend, known) == expected
        for action in report.actions:
            if action.proven and action.value is not None:
                assert action.value[0] == value(state.child(action.action).backend, known)


def test_tt_3_the_search_finds_tic_tac_toe_a_draw() -> None:
    game = cloche.load("tic_tac_toe")
    report = Mcts(game, seed=2, playout="random").search(game.new_initial_state(), Limits(simulations=200_000))
    assert report.values is not None
    assert report.values[0] == pytest.approx(0, abs=0.03)


# Nim


@pytest.mark.parametrize(
    ("piles", "first_wins"), [((1, 3, 5, 7), False), ((3, 4, 5), True), ((2, 2), False), ((1,), True)]
)
def test_ni_3_values_of_nim_follow_the_nim_sum(piles: tuple[int, ...], first_wins: bool, implementation: str) -> None:
    state = cloche.load("nim", options={"piles": piles}, implementation=implementation).new_initial_state()
    assert value(state.backend, {}) == (1 if first_wins else -1)


def test_ni_3_only_3_to_1_wins_in_3_4_5(implementation: str) -> None:
    state = cloche.load("nim", options={"piles": [3, 4, 5]}, implementation=implementation).new_initial_state()
    known: dict[StateBackend, int] = {}
    won = [action for action in state.legal_actions() if value(state.child(action).backend, known) == 1]
    assert [state.action_to_string(action) for action in won] == ["1:2"]


@pytest.mark.parametrize(("piles", "move"), [((3, 4, 5), "1:2"), ((1, 2, 3), None), ((1, 1), None), ((7, 1), "1:6")])
def test_m_16_the_search_proves_nim(piles: tuple[int, ...], move: str | None) -> None:
    game = cloche.load("nim", options={"piles": piles})
    report = Mcts(game, seed=3).search(game.new_initial_state(), Limits(simulations=1_000_000))
    assert report.proven
    assert report.values == ((1, -1) if move else (-1, 1))
    if move:
        assert report.best_text == move


# Connect Four on small boards


@pytest.mark.parametrize(("columns", "rows", "expected"), [(4, 4, 0), (3, 5, 0), (5, 3, 0)])
def test_cf_3_small_boards_have_their_known_values(columns: int, rows: int, expected: int) -> None:
    game = cloche.load("connect_four", options={"columns": columns, "rows": rows})
    assert value(game.new_initial_state().backend, {}) == expected


def test_cf_3_two_in_a_row_win_at_once_for_the_first_player(implementation: str) -> None:
    game = cloche.load("connect_four", options={"columns": 4, "rows": 3, "line": 2}, implementation=implementation)
    assert value(game.new_initial_state().backend, {}) == 1


# Pig


def race(target: int, coin: bool) -> Fraction:
    """What the first player wins of a pig of one point: a roll that is not lost wins, a hold gives the turn away."""
    survives = Fraction(1, 2) if coin else Fraction(5, 6)
    assert target == 1
    return 1 / (2 - survives)  # p = s + (1 - s)(1 - p)


@pytest.mark.parametrize("coin", [False, True])
def test_pi_5_the_search_finds_what_a_pig_of_one_point_is_worth(coin: bool) -> None:
    game = cloche.load("pig", options={"target": 1, "coin": coin})
    report = Mcts(game, seed=1, playout="random").search(game.new_initial_state(), Limits(simulations=50_000))
    assert report.best_text == "roll"
    assert report.win_probability is not None
    assert report.win_probability[0] == pytest.approx(float(race(1, coin)), abs=0.05)
