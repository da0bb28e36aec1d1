"""Connect Four, from seeds/known/connect_four.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cloche.backend import TERMINAL, Data
from cloche.reference.base import Faults, ReferenceGame, ReferenceState

EMPTY = "."
MARKS = "XO"

# The marks of each column from the bottom up; CF-1, CF-2: nothing floats, so empty squares need not be kept.
Columns = list[str]


def count(columns: Columns, mark: str) -> int:
    """How many marks of that kind are on the board."""
    return sum(column.count(mark) for column in columns)


@dataclass(eq=False)
class State(ReferenceState):
    """The columns, from the left, and whether the last move ended the game by a line."""

    game: Game
    columns: Columns
    player: int | None
    winner: int | None

    def current_player(self) -> int:
        """A player or TERMINAL."""
        return TERMINAL if self.player is None else self.player

    def legal_actions(self) -> list[int]:
        """CF-2: the columns that are not full."""
        if self.player is None:
            return []
        return [i for i, column in enumerate(self.columns) if len(column) < self.game.rows]

    def _apply(self, action: int) -> None:
        assert self.player is not None
        mover = self.player
        self.columns[action] += MARKS[mover]  # CF-2
        if self.game.line_through(self.columns, action):  # CF-3
            self.winner = mover
        self.player = None if self.winner is not None or self.game.is_full(self.columns) else 1 - mover

    def _text(self, action: int) -> str:
        return "abcdefghi"[action]

    def clone(self) -> State:
        """A copy."""
        return State(self.game, list(self.columns), self.player, self.winner)

    def scores(self) -> list[int]:
        """CF-4: 1 for the winner."""
        return [int(player == self.winner) for player in range(2)]

    def to_dict(self) -> Data:
        """The board, the top row first, and who moves."""
        return {"board": self._board(), "player": self.player}

    def observation_tensor(self, player: int) -> list[float]:
        """Own marks, the other's marks, and whether `player` is to move."""
        squares = "".join(self._board())
        own, other = MARKS[player], MARKS[1 - player]
        return [
            *(float(mark == own) for mark in squares),
            *(float(mark == other) for mark in squares),
            float(self.player == player),
        ]

    def _board(self) -> list[str]:
        padded = [column.ljust(self.game.rows, EMPTY) for column in self.columns]
        return ["".join(column[row] for column in padded) for row in reversed(range(self.game.rows))]


class Game(ReferenceGame):
    """CF-1, CF-3: options `columns`, `rows` and `line`."""

    score_bounds = (0, 1)

    def __init__(
        self,
        players: int,
        options: Mapping[str, Any],
        components: Mapping[str, Any] | None = None,
        weights: Mapping[str, Any] | None = None,
    ) -> None:
        """Two players; the options are complete and valid."""
        self.players = players
        self.columns: int = options["columns"]
        self.rows: int = options["rows"]
        self.line: int = options["line"]
        self.num_distinct_actions = self.columns
        self.max_game_length = self.columns * self.rows
        self.tensor_size = 2 * self.columns * self.rows + 1

    def new_initial_state(self) -> State:
        """The empty board."""
        return State(self, [""] * self.columns, 0, None)

    def is_full(self, columns: Columns) -> bool:
        """Whether no square is empty."""
        return all(len(column) == self.rows for column in columns)

    def line_through(self, columns: Columns, top: int) -> bool:
        """CF-3: whether the topmost mark of column `top` stands in a line."""
        mark = columns[top][-1]
        row = len(columns[top]) - 1

        def run(right: int, up: int) -> int:
            """How many marks of the same kind follow in one direction."""
            x, y, length = top + right, row + up, 0
            while 0 <= x < self.columns and 0 <= y < len(columns[x]) and columns[x][y] == mark:
                x, y, length = x + right, y + up, length + 1
            return length

        return any(
            1 + run(right, up) + run(-right, -up) >= self.line for right, up in ((1, 0), (0, 1), (1, 1), (1, -1))
        )

    def has_line(self, columns: Columns, mark: str) -> bool:
        """CF-3: `line` marks in a row, column or diagonal, anywhere."""
        squares = {(x, y) for x, column in enumerate(columns) for y, found in enumerate(column) if found == mark}
        return any(
            all((x + i * right, y + i * up) in squares for i in range(self.line))
            for x, y in squares
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1))
        )

    def state_from_dict(self, data: Mapping[str, Any]) -> State:
        """The position that `data` describes; ValueError that lists every broken law."""
        faults = Faults("connect_four")
        values = faults.values(data, ["board", "player"])
        faults.picture("board", values["board"], (self.rows, self.columns), EMPTY + MARKS)
        if values["player"] is not None:
            faults.whole("player", values["player"], 0, 1)
        columns: Columns = []
        winner: int | None = None
        if faults.sound("board"):
            columns = list(read_columns(values["board"], faults))
        if faults.sound("board"):
            winner = self._judge_marks(columns, faults)
        if faults.sound("board", "player"):
            over = winner is not None or self.is_full(columns)
            player = None if over else count(columns, "X") - count(columns, "O")
            if values["player"] != player:
                faults.add("player", "does not follow from the board")
        faults.end()
        return State(self, columns, values["player"], winner)

    def _judge_marks(self, columns: Columns, faults: Faults) -> int | None:
        """The laws of marks and lines; who has a line, if one player has."""
        ahead = count(columns, "X") - count(columns, "O")
        if ahead not in (0, 1):
            faults.spoil("board", "needs as many X as O, or one more")
        winners = [player for player in range(2) if self.has_line(columns, MARKS[player])]
        if not winners:
            return None
        if len(winners) == 2:
            faults.spoil("board", "both players have a line")
            return None
        winner = winners[0]
        if ahead in (0, 1) and winner != 1 - ahead:
            faults.spoil("board", "who has a line must have moved last")
        if all(self.has_line(before, MARKS[winner]) for before in without_a_top(columns, MARKS[winner])):
            faults.spoil("board", "no topmost mark belongs to every line")
        return winner


def read_columns(board: Sequence[str], faults: Faults) -> Iterator[str]:
    """The columns of a board given as rows, the top row first."""
    for x in range(len(board[0])):
        column = "".join(row[x] for row in reversed(board)).rstrip(EMPTY)
        if EMPTY in column:
            faults.spoil("board", f"a mark above an empty square in column {'abcdefghi'[x]}")
        yield column


def without_a_top(columns: Columns, mark: str) -> Iterator[Columns]:
    """The boards that one topmost `mark` may have been dropped on."""
    for x, column in enumerate(columns):
        if column.endswith(mark):
            yield [*columns[:x], column[:-1], *columns[x + 1 :]]
