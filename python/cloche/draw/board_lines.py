"""Lines of equal marks on a board written as rows: the only rule that pictures know, to name who won."""

from collections.abc import Mapping, Sequence
from typing import Any


def ending(data: Mapping[str, Any], length: int) -> str:
    """How a game of `length` marks in a line ended."""
    board: Sequence[str] = data["board"]
    winner = next((mark for mark in "XO" if _has_line(board, mark, length)), None)
    return "Game over: a draw" if winner is None else f"Game over: {winner} wins"


def _has_line(board: Sequence[str], mark: str, length: int) -> bool:
    """Whether `length` marks stand in a row, a column or a diagonal."""
    squares = {(row, column) for row, line in enumerate(board) for column, found in enumerate(line) if found == mark}
    return any(
        all((row + i * down, column + i * right) in squares for i in range(length))
        for row, column in squares
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
    )
