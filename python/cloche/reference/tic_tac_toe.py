"""Tic-tac-toe, from seeds/known/tic_tac_toe.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cloche.backend import TERMINAL, Data
from cloche.reference.base import Faults, ReferenceGame, ReferenceState

SIDE = 3
SQUARES = SIDE * SIDE
EMPTY = "."
MARKS = "XO"
LINES = [
    *([row * SIDE + column for column in range(SIDE)] for row in range(SIDE)),
    *([row * SIDE + column for row in range(SIDE)] for column in range(SIDE)),
    [i * SIDE + i for i in range(SIDE)],
    [i * SIDE + SIDE - 1 - i for i in range(SIDE)],
]


def has_line(board: Sequence[str], mark: str) -> bool:
    """TT-3: three marks in a row, column or diagonal."""
    return any(all(board[square] == mark for square in line) for line in LINES)


def player_to_move(board: Sequence[str]) -> int | None:
    """TT-2, TT-3: players take turns until somebody has a line or the board is full."""
    if EMPTY not in board or any(has_line(board, mark) for mark in MARKS):
        return None
    return board.count("X") - board.count("O")


@dataclass(eq=False)
class State(ReferenceState):
    """A mark, or none, on each square."""

    game: Game
    board: list[str]

    def current_player(self) -> int:
        """A player or TERMINAL."""
        player = player_to_move(self.board)
        return TERMINAL if player is None else player

    def legal_actions(self) -> list[int]:
        """TT-2: the empty squares."""
        if self.current_player() == TERMINAL:
            return []
        return [square for square in range(SQUARES) if self.board[square] == EMPTY]

    def _apply(self, action: int) -> None:
        self.board[action] = MARKS[self.current_player()]

    def _text(self, action: int) -> str:
        row, column = divmod(action, SIDE)
        return f"{'abc'[column]}{row + 1}"

    def clone(self) -> State:
        """A copy."""
        return State(self.game, list(self.board))

    def scores(self) -> list[int]:
        """TT-4: 1 for the winner."""
        return [int(has_line(self.board, mark)) for mark in MARKS]

    def to_dict(self) -> Data:
        """The board, row 1 first, and who moves."""
        text = "".join(self.board)
        rows = [text[start : start + SIDE] for start in range(0, SQUARES, SIDE)]
        return {"board": rows, "player": player_to_move(self.board)}

    def observation_tensor(self, player: int) -> list[float]:
        """Own marks, the other's marks, and whether `player` is to move."""
        own, other = MARKS[player], MARKS[1 - player]
        return [
            *(float(mark == own) for mark in self.board),
            *(float(mark == other) for mark in self.board),
            float(self.current_player() == player),
        ]


class Game(ReferenceGame):
    """TT-1: a board of 3 x 3."""

    num_distinct_actions = SQUARES
    max_game_length = SQUARES
    score_bounds = (0, 1)
    tensor_size = 2 * SQUARES + 1

    def __init__(
        self,
        players: int,
        options: Mapping[str, Any],
        components: Mapping[str, Any] | None = None,
        weights: Mapping[str, Any] | None = None,
    ) -> None:
        """Two players and no options."""
        self.players = players

    def new_initial_state(self) -> State:
        """The empty board."""
        return State(self, [EMPTY] * SQUARES)

    def state_from_dict(self, data: Mapping[str, Any]) -> State:
        """The position that `data` describes; ValueError that lists every broken law."""
        faults = Faults("tic_tac_toe")
        values = faults.values(data, ["board", "player"])
        faults.picture("board", values["board"], (SIDE, SIDE), EMPTY + MARKS)
        if values["player"] is not None:
            faults.whole("player", values["player"], 0, 1)
        board: list[str] = []
        if faults.sound("board"):
            board = list("".join(values["board"]))
            judge_board(board, faults)
            if faults.sound("board", "player") and values["player"] != player_to_move(board):
                faults.add("player", "does not follow from the board")
        faults.end()
        return State(self, board)


def judge_board(board: Sequence[str], faults: Faults) -> None:
    """The laws of the marks on the board."""
    ahead = board.count("X") - board.count("O")
    if ahead not in (0, 1):
        faults.spoil("board", "needs as many X as O, or one more")
    lines = [mark for mark in MARKS if has_line(board, mark)]
    if len(lines) > 1:
        faults.spoil("board", "both players have a line")
    elif ahead in (0, 1) and lines and lines != [MARKS[1 - ahead]]:
        faults.spoil("board", "who has a line must have moved last")
