"""What the environments of Gymnasium and PettingZoo share: a game played over and over, with chance drawn."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces

from cloche._core import Rng
from cloche.game import CHANCE_STREAM
from cloche.messages import shown
from cloche.report import float_or_nan

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cloche.game import Game
    from cloche.state import State

RENDER_MODES = ("human", "ansi", "svg")

# Tensors hold places and shares, 0..1; a few are points by a usual number of points, which a rare game exceeds.
LARGEST_NUMBER = 1024.0


def observation_space(game: Game) -> spaces.Box:
    """The space of `State.observation_tensor`."""
    return spaces.Box(-LARGEST_NUMBER, LARGEST_NUMBER, game.observation_tensor_shape, np.float32)


def action_space(game: Game) -> spaces.Discrete[np.int64]:
    """The space of action ids."""
    return spaces.Discrete(game.num_distinct_actions)


def checked_reward(value: float) -> float:
    """The reward of an action that is not legal; ValueError unless it is a finite number."""
    reward = float_or_nan(value)
    if not math.isfinite(reward):
        raise ValueError(f"illegal_reward: {shown(value)}, should be a finite number")
    return reward


class Episodes:
    """The episodes of one environment; `position` is where the current one stands, always a decision or the end."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.position: State | None = None  # none before the first episode
        self._chance = Rng(0)

    def start(self, seed: int | None, seeds: np.random.Generator) -> None:
        """Begins an episode: with a seed the deal of `Game.new_initial_state(seed)`, otherwise with one of `seeds`."""
        self._chance = Rng(int(seeds.integers(2**63)) if seed is None else seed, CHANCE_STREAM)
        self.position = self.game.new_initial_state()
        self.position.resolve_chance(self._chance)

    def play(self, action: Any) -> None:
        """Plays an action and what chance brings after it; ValueError if it is not legal, and nothing is changed."""
        assert self.position is not None
        self.position.apply_action(action)
        self.position.resolve_chance(self._chance)


def action_mask(position: State, player: int) -> NDArray[np.int8]:
    """For every action id 1 if that player may take it now, otherwise 0: a new array."""
    mask = np.zeros(position.game.num_distinct_actions, np.int8)
    if position.current_player() == player:
        mask[position.legal_actions()] = 1
    return mask


def picture(position: State, mode: str | None) -> str | None:
    """The whole truth in a render mode: `ansi` is `State.text`, `svg` is `State.svg`, and `human` prints the text."""
    if mode == "human":
        print(position.text())
    return {"ansi": position.text, "svg": position.svg}[mode]() if mode in ("ansi", "svg") else None
