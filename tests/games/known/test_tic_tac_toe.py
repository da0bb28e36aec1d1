"""Tic-tac-toe: TT-1 to TT-4 and the laws of its positions."""

from collections import Counter, defaultdict
from fractions import Fraction

import pytest

import cloche

from .helpers import legal, play


def start(implementation: str) -> cloche.State:
    """The empty board."""
    return cloche.load("tic_tac_toe", implementation=implementation).new_initial_state()


def test_tt_1_the_board_has_nine_squares_named_from_the_top_left(implementation: str) -> None:
    state = start(implementation)
    assert state.to_dict() == {"board": ["...", "...", "..."], "player": 0}
    assert legal(state) == ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
    assert state.legal_actions() == list(range(9))
    assert play(state, "c1", "a3").to_dict()["board"] == ["..X", "...", "O.."]


def test_tt_2_players_take_turns_on_empty_squares(implementation: str) -> None:
    state = start(implementation)
    assert state.current_player() == 0
    state = play(state, "b2")
    assert state.current_player() == 1
    assert "b2" not in legal(state)
    assert len(legal(state)) == 8
    with pytest.raises(ValueError, match="not legal"):
        state.apply_action(4)


@pytest.mark.parametrize(
    "line",
    ["a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b2 c3", "c1 b2 a3"],
)
def test_tt_3_three_in_line_win_at_once_whoever_has_them(implementation: str, line: str) -> None:
    marks = line.split()
    squares = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
    # Three of the other squares that are no line: the first two and the last.
    one, two, *_, three = (square for square in squares if square not in marks)
    first = play(start(implementation), marks[0], one, marks[1], two)
    assert not first.is_terminal()
    first = play(first, marks[2])
    assert first.is_terminal()
    assert (first.scores(), first.returns(), first.ranks()) == ([1, 0], [1, -1], [1, 2])
    second = play(start(implementation), one, marks[0], two, marks[1], three)
    assert not second.is_terminal()
    second = play(second, marks[2])
    assert (second.scores(), second.returns(), second.ranks()) == ([0, 1], [-1, 1], [2, 1])
    assert second.legal_actions() == []
    # The line is also seen in a position that is given as data.
    for state in (first, second):
        assert state.game.state_from_dict(state.to_dict()) == state


def test_tt_3_a_full_board_without_a_line_is_a_draw(implementation: str) -> None:
    state = play(start(implementation), "a1", "b1", "c1", "b2", "a2", "c2", "b3", "a3")
    assert not state.is_terminal()
    state = play(state, "c3")
    assert state.to_dict() == {"board": ["XOX", "XOO", "OXX"], "player": None}
    assert (state.scores(), state.returns(), state.ranks()) == ([0, 0], [0, 0], [1, 1])


def test_tt_3_a_line_on_the_last_square_wins(implementation: str) -> None:
    state = play(start(implementation), "a1", "b1", "b2", "c1", "c2", "a2", "a3", "b3", "c3")
    assert state.returns() == [1, -1]


def test_tt_4_returns_are_0_before_the_end(implementation: str) -> None:
    state = play(start(implementation), "a1", "b1")
    assert (state.scores(), state.returns()) == ([0, 0], [0, 0])


def test_tt_4_records(implementation: str) -> None:
    game = start(implementation).game
    assert (game.max_game_length, game.num_distinct_actions, game.max_chance_outcomes) == (9, 9, 0)
    assert (game.min_utility, game.max_utility, game.utility_sum) == (-1, 1, 0)


def test_known_counts_of_positions_and_games(implementation: str) -> None:
    # How many games, and which share of uniform play, reach each position.
    layer = {start(implementation): (1, Fraction(1))}
    positions = unfinished = 0
    games: Counter[tuple[float, ...]] = Counter()
    chances: defaultdict[tuple[float, ...], Fraction] = defaultdict(Fraction)
    while layer:
        positions += len(layer)
        following: dict[cloche.State, tuple[int, Fraction]] = {}
        for state, (paths, share) in layer.items():
            if state.is_terminal():
                games[tuple(state.returns())] += paths
                chances[tuple(state.returns())] += share
                continue
            unfinished += 1
            actions = state.legal_actions()
            for action in actions:
                child = state.child(action)
                seen = following.get(child, (0, Fraction(0)))
                following[child] = (seen[0] + paths, seen[1] + share / len(actions))
        layer = following
    assert (positions, unfinished) == (5478, 4520)
    assert games == {(1, -1): 131184, (-1, 1): 77904, (0, 0): 46080}
    assert chances == {(1, -1): Fraction(737, 1260), (-1, 1): Fraction(121, 420), (0, 0): Fraction(8, 63)}


def test_known_value_of_best_play_is_a_draw(implementation: str) -> None:
    values: dict[cloche.State, float] = {}

    def value(state: cloche.State) -> float:
        if state not in values:
            if state.is_terminal():
                values[state] = state.returns()[0]
            else:
                best = max if state.current_player() == 0 else min
                values[state] = best(value(state.child(action)) for action in state.legal_actions())
        return values[state]

    assert value(start(implementation)) == 0


@pytest.mark.parametrize(
    "data",
    [
        {"board": ["X..", "...", "..."], "player": 0},  # it is player 1's turn
        {"board": ["...", "...", "..."], "player": None},
        {"board": ["XXX", "OO.", "..."], "player": 1},  # over
        {"board": ["XX.", "...", "..."], "player": 1},  # two more X than O
        {"board": ["O..", "...", "..."], "player": 0},  # more O than X
        {"board": ["XXX", "OOO", "..."], "player": None},  # both have a line
        {"board": ["XXX", "OO.", "O.."], "player": None},  # O moved after X had won
        {"board": ["OOO", "XX.", "XX."], "player": None},  # X moved after O had won
        {"board": ["x..", "...", "..."], "player": 1},
        {"board": ["...", "..."], "player": 0},
        {"board": ["....", "...", "..."], "player": 0},
        {"board": "...", "player": 0},
        {"board": ["...", "...", "..."]},
        {"board": ["...", "...", "..."], "player": 0, "turn": 1},
        {"board": ["...", "...", "..."], "player": False},
    ],
)
def test_positions_that_cannot_be_are_refused(implementation: str, data: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="tic_tac_toe"):
        start(implementation).game.state_from_dict(data)


@pytest.mark.parametrize(
    ("board", "player", "returns"),
    [
        (["...", "...", "..."], 0, [0, 0]),
        (["...", ".X.", "..."], 1, [0, 0]),
        (["..O", ".X.", "..."], 0, [0, 0]),
        (["OOX", "XX.", "O.."], 0, [0, 0]),
        (["XXX", "OO.", "..."], None, [1, -1]),
        (["OOO", "XX.", "X.."], None, [-1, 1]),
        (["XXX", "XOO", "XOO"], None, [1, -1]),  # two lines by one mark
        (["XOX", "XOO", "OXX"], None, [0, 0]),
    ],
)
def test_positions_that_can_be_are_taken_as_they_are(
    implementation: str, board: list[str], player: int | None, returns: list[int]
) -> None:
    data = {"board": board, "player": player}
    state = start(implementation).game.state_from_dict(data)
    assert state.to_dict() == data
    assert state.returns() == returns


def test_the_tensor_shows_own_marks_then_the_others_then_the_turn(implementation: str) -> None:
    state = play(start(implementation), "a1", "c3", "b1")
    assert state.observation(1) == {"observer": 1, "board": ["XX.", "...", "..O"], "player": 1}
    mine, other = [0] * 8 + [1], [1, 1] + [0] * 7
    assert state.observation_tensor(1).tolist() == [*mine, *other, 1]
    assert state.observation_tensor(0).tolist() == [*other, *mine, 0]
    assert state.prior() == [1] * 6
