"""Small 2048: TW-1 to TW-6 and the laws of its positions."""

from typing import Any

import pytest

import cloche

from .helpers import legal, play


def start(implementation: str, **options: Any) -> cloche.State:
    """The first position."""
    return cloche.load("small_2048", options=options, implementation=implementation).new_initial_state()


def at(implementation: str, board: list[list[int]], score: int, phase: str = "move") -> cloche.State:
    """A position on a board of that size."""
    game = cloche.load(
        "small_2048", options={"rows": len(board), "columns": len(board[0])}, implementation=implementation
    )
    player = 0 if phase == "move" else None
    return game.state_from_dict({"phase": phase, "player": player, "board": board, "score": score})


def all_of_twos(board: list[list[int]]) -> int:
    """The score when no 4 ever came."""
    return sum((tile.bit_length() - 2) * tile for row in board for tile in row if tile)


def test_tw_1_an_empty_board(implementation: str) -> None:
    state = start(implementation)
    assert state.to_dict() == {"phase": "tile", "player": None, "board": [[0] * 3] * 3, "score": 0}
    assert state.game.players == 1
    board = start(implementation, rows=2, columns=4).to_dict()["board"]
    assert board == [[0] * 4] * 2


@pytest.mark.parametrize("options", [{"rows": 1}, {"rows": 5}, {"columns": 1}, {"columns": 5}, {"size": 4}])
def test_tw_1_other_options_are_refused(implementation: str, options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(options))):
        start(implementation, **options)


def test_tw_1_one_player_alone(implementation: str) -> None:
    with pytest.raises(ValueError, match="should be 1"):
        cloche.load("small_2048", 2, implementation=implementation)


def test_tw_2_a_2_nine_times_out_of_ten(implementation: str) -> None:
    state = start(implementation, rows=2, columns=2)
    assert state.chance_outcomes() == [
        (outcome, pytest.approx(0.225 if outcome % 2 == 0 else 0.025)) for outcome in range(8)
    ]
    assert legal(state) == ["a1:2", "a1:4", "b1:2", "b1:4", "a2:2", "a2:4", "b2:2", "b2:4"]
    state = play(state, "b1:4")
    assert state.is_chance_node()
    assert state.backend.chance_weights() == [(0, 9), (1, 1), (4, 9), (5, 1), (6, 9), (7, 1)]
    state = play(state, "a2:2")
    assert state.to_dict() == {"phase": "move", "player": 0, "board": [[0, 4], [2, 0]], "score": 0}


def test_tw_2_after_a_move_one_tile_comes(implementation: str) -> None:
    state = at(implementation, [[2, 2], [0, 0]], 0)
    state = play(state, "left")
    assert state.to_dict() == {"phase": "tile", "player": None, "board": [[4, 0], [0, 0]], "score": 4}
    assert play(state, "b2:2").current_player() == 0


@pytest.mark.parametrize(
    ("board", "moves"),
    [
        ([[2, 0, 0], [4, 0, 0], [2, 0, 0]], ["right"]),
        ([[0, 0, 2], [0, 0, 4], [0, 0, 2]], ["left"]),
        ([[2, 4, 2], [0, 0, 0], [0, 0, 0]], ["down"]),
        ([[0, 0, 0], [0, 0, 0], [2, 4, 2]], ["up"]),
        ([[2, 2, 4], [0, 0, 0], [0, 0, 0]], ["right", "down", "left"]),
        ([[0, 0, 0], [0, 2, 4], [0, 0, 0]], ["up", "down", "left"]),
        ([[2, 4, 2], [4, 2, 4], [2, 4, 4]], ["up", "right", "down", "left"]),
    ],
)
def test_tw_3_moves_that_change_the_board_are_legal(
    implementation: str, board: list[list[int]], moves: list[str]
) -> None:
    state = at(implementation, board, all_of_twos(board))
    assert legal(state) == moves
    assert state.legal_actions() == [["up", "right", "down", "left"].index(move) for move in moves]


# A line before and after a slide to its beginning, and the points.
SLIDES = [
    ([0, 2, 0], [2, 0, 0], 0),
    ([2, 2, 0], [4, 0, 0], 4),
    ([2, 0, 2], [4, 0, 0], 4),
    ([2, 2, 2], [4, 2, 0], 4),
    ([4, 2, 2], [4, 4, 0], 4),  # each tile meets another once
    ([2, 2, 4], [4, 4, 0], 4),
    ([2, 2, 2, 2], [4, 4, 0, 0], 8),
    ([4, 4, 8, 16], [8, 8, 16, 0], 8),
    ([2, 0, 2, 4], [4, 4, 0, 0], 4),
    ([2, 4, 0, 4], [2, 8, 0, 0], 8),
    ([8, 0, 0, 8], [16, 0, 0, 0], 16),
    ([0, 2, 4, 2], [2, 4, 2, 0], 0),
]


@pytest.mark.parametrize(("line", "after", "points"), SLIDES)
def test_tw_4_and_tw_5_slides(implementation: str, line: list[int], after: list[int], points: int) -> None:
    n = len(line)
    blank = [[0] * n for _ in range(n - 1)]
    before = all_of_twos([line])

    def slide(board: list[list[int]], move: str) -> Any:
        state = play(at(implementation, [row + [0] * (n - len(row)) for row in board], before), move)
        assert state.scores() == [before + points]
        return state.to_dict()["board"]

    if sum(tile > 0 for tile in line) < 2:
        line, before = line, 0
        board = [line, *blank[1:], [2] + [0] * (n - 1)]  # a second tile, which stays where it is
        assert slide(board, "left")[0] == after
        return
    assert slide([line, *blank], "left") == [after, *blank]
    assert slide([line[::-1], *blank], "right") == [after[::-1], *blank]
    upright = [[tile] + [0] * (n - 1) for tile in line]
    assert slide(upright, "up") == [[tile] + [0] * (n - 1) for tile in after]
    assert slide(upright[::-1], "down") == [[tile] + [0] * (n - 1) for tile in after[::-1]]


def test_tw_4_all_lines_move(implementation: str) -> None:
    board = [[2, 2, 4, 0], [0, 8, 0, 8], [4, 0, 0, 0]]
    state = play(at(implementation, board, all_of_twos(board)), "right")
    assert state.to_dict()["board"] == [[0, 0, 4, 4], [0, 0, 0, 16], [0, 0, 0, 4]]
    assert state.scores() == [all_of_twos(board) + 20]
    state = play(at(implementation, board, all_of_twos(board)), "down")
    assert state.to_dict()["board"] == [[0, 0, 0, 0], [2, 2, 0, 0], [4, 8, 4, 8]]


def test_tw_4_the_highest_tiles_do_not_meet(implementation: str) -> None:
    board = [[32768, 32768, 0, 0], [16384, 16384, 0, 0], *[[0] * 4] * 2]
    state = play(at(implementation, board, all_of_twos(board)), "left")
    assert state.to_dict()["board"][:2] == [[32768, 32768, 0, 0], [32768, 0, 0, 0]]


def test_tw_5_the_game_is_over_when_no_move_is_legal(implementation: str) -> None:
    state = play(at(implementation, [[2, 4], [0, 2]], 4), "left", "b2:4")
    assert legal(state) == ["up", "down"]  # the board is full, but tiles can meet
    state = play(at(implementation, [[2, 4], [0, 4]], 8), "left")
    assert state.to_dict()["board"] == [[2, 4], [4, 0]]
    assert not play(state, "b2:4").is_terminal()
    end = play(state, "b2:2")
    assert end.to_dict() == {"phase": "over", "player": None, "board": [[2, 4], [4, 2]], "score": 8}
    assert end == at(implementation, [[2, 4], [4, 2]], 8, "over")
    assert end.is_terminal()
    assert (end.legal_actions(), end.scores(), end.returns(), end.ranks()) == ([], [8], [8], [1])


def test_tw_6_the_return_is_the_score(implementation: str) -> None:
    state = play(at(implementation, [[2, 2], [4, 2]], 4), "left")
    assert (state.scores(), state.returns()) == ([8], [0])
    game = state.game
    assert game.shared_return
    assert (game.min_utility, game.utility_sum) == (0, None)


def test_tw_6_records(implementation: str) -> None:
    game = start(implementation).game
    assert (game.max_game_length, game.num_distinct_actions, game.max_chance_outcomes) == (9 * 2**9, 4, 18)
    assert game.max_utility == 9 * 9 * 1024
    assert start(implementation, rows=4, columns=4).game.max_utility == 16 * 14 * 32768
    assert game.backend.margin_scale == 2**11


def test_the_tensor_shows_exponents_and_whether_a_move_comes(implementation: str) -> None:
    state = at(implementation, [[2, 4], [0, 32]], 2**7 + 4)
    assert state.observation_tensor(0).tolist() == pytest.approx([0.2, 0.4, 0, 1, 1])
    assert play(state, "left").observation_tensor(0).tolist() == pytest.approx([0.2, 0.4, 1, 0, 0])
    assert state.prior() == [1] * len(legal(state))


GOOD: dict[str, Any] = {"phase": "move", "player": 0, "board": [[4, 2], [0, 0]], "score": 4}


@pytest.mark.parametrize(
    "change",
    [
        {"board": [[4, 3], [0, 0]]},
        {"board": [[4, 1], [0, 0]]},
        {"board": [[4, 2], [0]]},
        {"board": [[4, 2]]},
        {"board": [[4, True], [0, 0]]},
        {"board": [[4, 0], [0, 0]]},  # the player never moves with one tile
        {"board": [[64, 2], [0, 0]]},
        {"board": [[32, 32], [0, 0]], "score": 256},  # no room to make the second one
        {"board": [[16, 16], [16, 0]], "score": 144},
        {"score": 2},
        {"score": 8},
        {"score": -4},
        {"score": 4.0},
        {"player": None},
        {"player": 1},
        {"phase": "over", "player": None},
        {"phase": "tile"},
        {"phase": "tile", "player": None, "board": [[4, 2], [2, 4]], "score": 0},  # no empty cell
        {"board": [[4, 2], [2, 4]]},  # over
        {"phase": "decide"},
    ],
)
def test_positions_that_cannot_be_are_refused(implementation: str, change: dict[str, Any]) -> None:
    game = start(implementation, rows=2, columns=2).game
    assert game.state_from_dict(GOOD).to_dict() == GOOD
    with pytest.raises(ValueError, match="small_2048"):
        game.state_from_dict(GOOD | change)


@pytest.mark.parametrize(
    "good",
    [
        GOOD | {"phase": "tile", "player": None},
        GOOD | {"score": 0},
        GOOD | {"board": [[32, 16], [8, 4]], "score": 128 + 48 + 16 + 4, "phase": "over", "player": None},
        GOOD | {"board": [[16, 16], [8, 4]], "score": 116},
        GOOD | {"phase": "tile", "player": None, "board": [[4, 0], [0, 0]], "score": 0},
        GOOD | {"phase": "tile", "player": None, "board": [[8, 0], [0, 0]], "score": 8},
    ],
)
def test_positions_that_can_be_are_taken_as_they_are(implementation: str, good: dict[str, Any]) -> None:
    assert start(implementation, rows=2, columns=2).game.state_from_dict(good).to_dict() == good
