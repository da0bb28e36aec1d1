"""Connect Four: CF-1 to CF-4 and the laws of its positions."""

import pytest

import cloche

from .helpers import legal, play


def start(implementation: str, **options: int) -> cloche.State:
    """The empty board."""
    return cloche.load("connect_four", options=options, implementation=implementation).new_initial_state()


def perft(state: cloche.State, depth: int) -> int:
    """How many sequences of so many moves there are."""
    actions = state.legal_actions()
    return len(actions) if depth == 1 else sum(perft(state.child(action), depth - 1) for action in actions)


def test_cf_1_seven_columns_and_six_rows(implementation: str) -> None:
    state = start(implementation)
    assert state.to_dict() == {"board": ["......."] * 6, "player": 0}
    assert legal(state) == ["a", "b", "c", "d", "e", "f", "g"]
    assert state.legal_actions() == [0, 1, 2, 3, 4, 5, 6]


def test_cf_1_the_board_may_have_another_size(implementation: str) -> None:
    state = start(implementation, columns=9, rows=2)
    assert state.to_dict()["board"] == ["........."] * 2
    assert legal(state)[-1] == "i"
    game = state.game
    assert (game.max_game_length, game.num_distinct_actions, game.max_chance_outcomes) == (18, 9, 0)


@pytest.mark.parametrize(
    "options",
    [
        {"columns": 0},
        {"columns": 10},
        {"columns": True},
        {"rows": 0},
        {"rows": 10},
        {"line": 1},
        {"line": 10},
        {"columns": 8, "rows": 8},  # (8 + 1) * 8 = 72 bits
        {"columns": 9, "rows": 7},
    ],
)
def test_cf_1_boards_that_do_not_fit_are_refused(implementation: str, options: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=next(iter(options))):
        start(implementation, **options)


@pytest.mark.parametrize(("columns", "rows"), [(8, 7), (7, 8), (1, 8), (8, 1), (1, 1)])
def test_cf_1_boards_of_up_to_64_bits_are_played_to_the_end(implementation: str, columns: int, rows: int) -> None:
    # No line of nine fits; the columns are filled one after the other, from the right.
    state = start(implementation, columns=columns, rows=rows, line=9)
    for _ in range(columns * rows):
        assert not state.is_terminal()
        state.apply_action(state.legal_actions()[-1])
    assert state.is_terminal()
    assert "." not in "".join(state.to_dict()["board"])
    assert state.returns() == [0, 0]


def test_cf_2_a_mark_falls_to_the_lowest_empty_square(implementation: str) -> None:
    state = play(start(implementation, columns=3, rows=3), "b", "b", "c")
    assert state.to_dict() == {"board": ["...", ".O.", ".XX"], "player": 1}


def test_cf_2_a_full_column_takes_no_mark(implementation: str) -> None:
    state = play(start(implementation, columns=3, rows=2), "b", "b")
    assert legal(state) == ["a", "c"]
    with pytest.raises(ValueError, match="not legal"):
        state.apply_action(1)


def test_cf_2_players_take_turns(implementation: str) -> None:
    state = start(implementation)
    assert [play(state, *"abc"[:n]).current_player() for n in range(4)] == [0, 1, 0, 1]


@pytest.mark.parametrize(
    "moves",
    [
        "aabbccd",  # a1 b1 c1 d1
        "abababa",  # a1 a2 a3 a4
        "abbcdccdedd",  # a1 b2 c3 d4
    ],
)
@pytest.mark.parametrize("to", ["abcdefg", "gfedcba"])
def test_cf_3_four_in_line_win_at_once(implementation: str, moves: str, to: str) -> None:
    state = start(implementation)
    for move in moves.translate(str.maketrans("abcdefg", to)):
        assert not state.is_terminal()
        state = play(state, move)
    assert state.is_terminal()
    assert (state.scores(), state.returns(), state.ranks()) == ([1, 0], [1, -1], [1, 2])
    assert state.legal_actions() == []
    assert state.to_dict()["player"] is None
    # The line is also seen in a position that is given as data.
    assert state.game.state_from_dict(state.to_dict()) == state
    with pytest.raises(ValueError, match="player"):
        state.game.state_from_dict(state.to_dict() | {"player": 1})


def test_cf_3_the_second_player_wins_as_well(implementation: str) -> None:
    state = play(start(implementation), *"abababcb")
    assert (state.scores(), state.returns(), state.ranks()) == ([0, 1], [-1, 1], [2, 1])


def test_cf_3_a_line_does_not_wrap_round_the_edge(implementation: str) -> None:
    # X on e1 f1 g1 and a2: no four in line.
    state = play(start(implementation), *"eeffgaa")
    assert not state.is_terminal()


def test_cf_3_a_column_does_not_go_on_in_the_next(implementation: str) -> None:
    # 3 rows: X has a2 a3 and b1 b2, one column after the other.
    state = play(start(implementation, columns=4, rows=3), *"baacadb")
    assert state.to_dict()["board"] == ["X...", "XX..", "OXOO"]
    assert not state.is_terminal()


def test_cf_3_the_length_of_the_line_is_an_option(implementation: str) -> None:
    three = play(start(implementation, line=3), *"aabbc")
    assert three.returns() == [1, -1]
    five = play(start(implementation, line=5), *"aabbccd")
    assert not five.is_terminal()
    assert play(five, "d", "e").returns() == [1, -1]


def test_cf_3_a_full_board_is_a_draw(implementation: str) -> None:
    state = play(start(implementation, columns=2, rows=2, line=3), *"aba")
    assert not state.is_terminal()
    state = play(state, "b")
    assert state.to_dict() == {"board": ["XO", "XO"], "player": None}
    assert (state.scores(), state.returns(), state.ranks()) == ([0, 0], [0, 0], [1, 1])


def test_cf_4_returns_are_0_before_the_end(implementation: str) -> None:
    state = play(start(implementation), *"aabbcc")
    assert (state.scores(), state.returns()) == ([0, 0], [0, 0])


def test_cf_4_records(implementation: str) -> None:
    game = start(implementation).game
    assert (game.max_game_length, game.num_distinct_actions, game.max_chance_outcomes) == (42, 7, 0)
    assert (game.min_utility, game.max_utility, game.utility_sum) == (-1, 1, 0)


def test_known_numbers_of_move_sequences(implementation: str) -> None:
    state = start(implementation)
    assert [perft(state, depth) for depth in (1, 2, 3, 4)] == [7, 49, 343, 2401]


def test_known_number_of_sequences_of_seven_moves() -> None:
    # The first depth at which a column can be full: 7 of the 7^7 sequences are missing.
    assert perft(start("native"), 7) == 823536


def test_nothing_follows_a_win(implementation: str) -> None:
    # 2 x 2 with lines of two: whatever X plays second wins, and after "aa" only b is left.
    state = start(implementation, columns=2, rows=2, line=2)
    assert [perft(state, depth) for depth in (1, 2, 3, 4)] == [2, 4, 6, 0]


@pytest.mark.parametrize(
    ("board", "player"),
    [
        (["....", "....", "X..."], 0),  # it is player 1's turn
        (["....", "....", "...."], None),
        (["....", "OOO.", "XXXX"], 1),  # over
        (["....", "....", "XX.."], 1),
        (["....", "....", "O..."], 0),
        (["....", "X...", "...."], 1),  # nothing below
        (["O...", "....", "X..."], 0),
        (["....", "OOOO", "XXXX"], None),  # both have a line
        (["O...", "OOO.", "XXXX"], None),  # O moved after X had won
        (["....", "....", "x..."], 1),
        (["....", "...."], 0),
        (["...", "...", "..."], 0),
    ],
)
def test_positions_that_cannot_be_are_refused(implementation: str, board: list[str], player: int | None) -> None:
    game = start(implementation, columns=4, rows=3).game
    with pytest.raises(ValueError, match="connect_four"):
        game.state_from_dict({"board": board, "player": player})


@pytest.mark.parametrize(
    ("board", "player", "returns"),
    [
        (["....", "....", "...."], 0, [0, 0]),
        (["....", "....", "..X."], 1, [0, 0]),
        (["....", "..O.", "..X."], 0, [0, 0]),
        (["....", "OOO.", "XXXX"], None, [1, -1]),
        (["X...", "XX.X", "OOOO"], None, [-1, 1]),
        (["XOXO", "XOXO", "OXOX"], None, [0, 0]),
    ],
)
def test_positions_that_can_be_are_taken_as_they_are(
    implementation: str, board: list[str], player: int | None, returns: list[int]
) -> None:
    game = start(implementation, columns=4, rows=3).game
    data = {"board": board, "player": player}
    state = game.state_from_dict(data)
    assert state.to_dict() == data
    assert state.returns() == returns


def test_the_last_mark_belongs_to_every_line(implementation: str) -> None:
    wide = start(implementation, columns=7, rows=2).game
    # d1 joined two threes.
    assert wide.state_from_dict({"board": ["OOO.OOO", "XXXXXXX"], "player": None}).returns() == [1, -1]
    game = start(implementation, columns=5, rows=3).game
    assert game.state_from_dict({"board": [".....", "OO.OO", "XXXXX"], "player": None}).returns() == [1, -1]
    # Without a1 or e1, the only ones on top, four are still in line.
    with pytest.raises(ValueError, match="connect_four"):
        game.state_from_dict({"board": [".O...", ".OOO.", "XXXXX"], "player": None})


def test_a_mark_off_the_line_cannot_be_the_last(implementation: str) -> None:
    game = start(implementation, columns=4, rows=3).game
    with pytest.raises(ValueError, match="connect_four"):
        game.state_from_dict({"board": ["O...", "OOOX", "XXXX"], "player": None})


def test_the_tensor_shows_own_marks_then_the_others_then_the_turn(implementation: str) -> None:
    state = play(start(implementation, columns=3, rows=2), "b", "b", "c")
    # The top row first.
    x, o = [0, 0, 0, 0, 1, 1], [0, 1, 0, 0, 0, 0]
    assert state.observation_tensor(1).tolist() == [*o, *x, 1]
    assert state.observation_tensor(0).tolist() == [*x, *o, 0]
    assert state.observation(0) == {"observer": 0, "board": [".O.", ".XX"], "player": 1}
    assert state.prior() == [1, 1]
