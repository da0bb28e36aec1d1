"""Levels of play by number: how much an opponent thinks, from none at all to all that is worth waiting for."""

from __future__ import annotations

# By effort; each is a text of `cloche.BotSpec`.
LEVELS = ("random", "greedy", "mcts:25", "mcts:100", "mcts:400", "mcts:1600", "mcts:6400", "mcts:25600")
DEFAULT_LEVEL = 6  # of a search that names neither a level nor limits


def level_text(level: int) -> str:
    """The opponent of a level, 1 .. len(LEVELS)."""
    return LEVELS[level - 1]
