"""Small 2048, from seeds/known/small_2048.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cloche.backend import CHANCE, TERMINAL, Data
from cloche.reference.base import Faults, ReferenceGame, ReferenceState, float32

UP, RIGHT, DOWN, LEFT = range(4)
WORDS = ("up", "right", "down", "left")
LETTERS = "abcd"
HIGHEST = 2**15  # TW-4
TILES = ((2, 9), (4, 1))  # TW-2: a new tile and its weight
KEYS = ("phase", "player", "board", "score")
PHASES = ("tile", "move", "over")
USUAL_SCORE = 20_000

Board = list[list[int]]


def slid(line: Sequence[int]) -> tuple[list[int], int]:
    """TW-4, TW-5: a line of cells after a slide towards its beginning, and the points scored."""
    tiles = [tile for tile in line if tile]
    merged: list[int] = []
    points = 0
    while tiles:
        tile = tiles.pop(0)
        if tiles and tiles[0] == tile != HIGHEST:
            tiles.pop(0)
            tile *= 2
            points += tile
        merged.append(tile)
    return merged + [0] * (len(line) - len(merged)), points


def turned(board: Board) -> Board:
    """Columns as rows."""
    return [list(column) for column in zip(*board, strict=True)]


def moved(board: Board, action: int) -> tuple[Board, int]:
    """TW-4: the board after a move, and the points scored."""
    lines = turned(board) if action in (UP, DOWN) else board
    step = -1 if action in (RIGHT, DOWN) else 1
    after = [slid(line[::step]) for line in lines]
    lines = [line[::step] for line, _ in after]
    return (turned(lines) if action in (UP, DOWN) else lines), sum(points for _, points in after)


def exponents(board: Board) -> list[int]:
    """e of every tile 2^e, the largest first."""
    return sorted((tile.bit_length() - 1 for row in board for tile in row if tile), reverse=True)


@dataclass(eq=False)
class State(ReferenceState):
    """The board, whether a tile is to come, and the points."""

    game: Game
    board: Board
    awaits_tile: bool
    score: int

    @property
    def phase(self) -> str:
        """The phase of the page."""
        if self.awaits_tile:
            return "tile"
        return "move" if self.legal_actions() else "over"

    def current_player(self) -> int:
        """A player, CHANCE or TERMINAL."""
        return {"tile": CHANCE, "move": 0, "over": TERMINAL}[self.phase]

    def legal_actions(self) -> list[int]:
        """TW-3: moves that change the board; outcomes at a chance node."""
        if self.awaits_tile:
            return [outcome for outcome, _ in self.chance_weights()]
        return [action for action in (UP, RIGHT, DOWN, LEFT) if moved(self.board, action)[0] != self.board]

    def chance_weights(self) -> list[tuple[int, int]]:
        """TW-2: a 2 or a 4 on each empty cell."""
        if not self.awaits_tile:
            return []
        cells = [tile for row in self.board for tile in row]
        return [
            (2 * cell + i, weight) for cell, tile in enumerate(cells) if not tile for i, (_, weight) in enumerate(TILES)
        ]

    def _apply(self, action: int) -> None:
        if self.awaits_tile:
            row, column = divmod(action // 2, self.game.columns)
            self.board[row][column] = TILES[action % 2][0]
            self.awaits_tile = len(exponents(self.board)) < 2
        else:
            self.board, points = moved(self.board, action)
            self.score += points
            self.awaits_tile = True

    def _text(self, action: int) -> str:
        if not self.awaits_tile:
            return WORDS[action]
        row, column = divmod(action // 2, self.game.columns)
        return f"{LETTERS[column]}{row + 1}:{TILES[action % 2][0]}"

    def clone(self) -> State:
        """A copy."""
        return State(self.game, [list(row) for row in self.board], self.awaits_tile, self.score)

    def scores(self) -> list[int]:
        """TW-6: the points."""
        return [self.score]

    def to_dict(self) -> Data:
        """Phase, player, board and score."""
        phase = self.phase
        return {
            "phase": phase,
            "player": 0 if phase == "move" else None,
            "board": [list(row) for row in self.board],
            "score": self.score,
        }

    def features(self, player: int) -> list[float]:
        """The share of empty cells."""
        cells = [tile for row in self.board for tile in row]
        return [float32(cells.count(0) / len(cells))]

    def observation_tensor(self, player: int) -> list[float]:
        """Each cell's exponent by the highest, and whether at a move."""
        cells = [tile.bit_length() - 1 if tile else 0 for row in self.board for tile in row]
        return [*(float32(e / self.game.top) for e in cells), float(self.phase == "move")]


class Game(ReferenceGame):
    """TW-1: options `rows` and `columns`."""

    shared_return = True
    num_distinct_actions = 4

    def __init__(
        self,
        players: int,
        options: Mapping[str, Any],
        components: Mapping[str, Any] | None = None,
        weights: Mapping[str, Any] | None = None,
    ) -> None:
        """One player; the options are complete and valid."""
        self.players = players
        self.rows: int = options["rows"]
        self.columns: int = options["columns"]
        self.cells = self.rows * self.columns
        self.top = min(HIGHEST.bit_length() - 1, self.cells + 1)
        self.max_chance_outcomes = 2 * self.cells
        self.max_game_length = self.cells * 2 ** (self.top - 1)
        self.score_bounds = (0, self.cells * (self.top - 1) * 2**self.top)
        self.margin_scale = min(2 ** (self.cells + 2), USUAL_SCORE)
        self.tensor_size = self.cells + 1

    def new_initial_state(self) -> State:
        """An empty board."""
        return State(self, [[0] * self.columns for _ in range(self.rows)], True, 0)

    def state_from_dict(self, data: Mapping[str, Any]) -> State:
        """The position that `data` describes; ValueError that lists every broken law."""
        faults = Faults("small_2048")
        values = faults.values(data, KEYS)
        if values["phase"] not in PHASES:
            faults.spoil("phase", f"must be one of {', '.join(PHASES)}")
        if values["player"] is not None:
            faults.whole("player", values["player"], 0, 0)
        faults.whole("score", values["score"], 0)
        for path, row in faults.items("board", values["board"], self.rows):
            for place, tile in faults.items(path, row, self.columns):
                if type(tile) is not int or tile not in (0, *(2**e for e in range(1, self.top + 1))):
                    faults.spoil(place, f"must be 0 or a power of two from 2 to {2**self.top}")
        faults.end()
        state = State(self, [list(row) for row in values["board"]], values["phase"] == "tile", values["score"])
        tiles = exponents(state.board)
        for i, e in enumerate(tiles, start=1):
            if e > self.cells + 2 - i:
                faults.add("board", f"there is no room to make tile {i} in descending order a {2**e}")
        most = sum((e - 1) * 2**e for e in tiles)
        fewest = sum((e - 2) * 2**e for e in tiles if e > 1)
        if not fewest <= state.score <= most or state.score % 4:
            faults.add("score", f"must be a multiple of 4 from {fewest} to {most} with these tiles")
        if state.awaits_tile and len(tiles) == self.cells:
            faults.add("phase", "needs an empty cell")
        if not state.awaits_tile and len(tiles) < 2:
            faults.add("board", "has two tiles at least when the player moves")
        faults.end()
        if values["phase"] != state.phase:
            faults.add("phase", "does not follow from the board")
        if values["player"] != (0 if values["phase"] == "move" else None):
            faults.add("player", "must be 0 at move, otherwise null")
        faults.end()
        return state
