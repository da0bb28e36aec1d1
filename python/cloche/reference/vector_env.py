"""Many games at once, one after the other: what the native `VectorEnv` is held against."""

from __future__ import annotations

from typing import TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from cloche.backend import TERMINAL
from cloche.reference.base import ReferenceGame, ReferenceState, choose
from cloche.reference.rng import Rng

VECTOR_STREAM = 9  # seeds/random.md, R-10
CHANCE, DECISIONS = 0, 1
NO_ACTION = -1

Number = TypeVar("Number", bound=np.generic)


class _Environment:
    """One place, with its game and its streams."""

    def __init__(self, game: ReferenceGame, number: int, seed: int) -> None:
        self.game = game
        self.number = number
        self.start_streams(seed)
        self.deal()

    def start_streams(self, seed: int) -> None:
        self.chance = Rng(seed, VECTOR_STREAM, CHANCE, self.number)
        self.decisions = Rng(seed, VECTOR_STREAM, DECISIONS, self.number)

    def deal(self) -> None:
        """The first decision of the next game."""
        self.state: ReferenceState = self.game.new_initial_state()
        self.state.resolve_chance(self.chance)
        self.last_player = 0
        self.rewards = [0.0] * self.game.players
        self.terminated = False

    @property
    def player(self) -> int:
        return self.state.current_player()

    @property
    def is_over(self) -> bool:
        return self.player == TERMINAL

    def play(self, action: int) -> None:
        """A legal decision, and what chance brings after it."""
        self.last_player = self.player
        self.state.apply_action(action)
        self.state.resolve_chance(self.chance)
        self.rewards = self.state.returns()
        self.terminated = self.is_over

    def deal_after_the_end(self) -> None:
        """Deals the next game; the rewards stay those of the one that ended."""
        rewards = self.rewards
        self.deal()
        self.rewards, self.terminated = rewards, True


class VectorEnv:
    """Satisfies `cloche.backend.VectorBackend`. `threads` is of no use here."""

    def __init__(
        self, game: ReferenceGame, *, num_envs: int, seed: int, threads: int, autoreset: str, packed_masks: bool
    ) -> None:
        self._game = game
        self._autoreset = autoreset
        self._packed = packed_masks
        self._envs = [_Environment(game, number, seed) for number in range(num_envs)]

    @property
    def current_players(self) -> NDArray[np.int32]:
        """Who is to move, or TERMINAL."""
        return _frozen([env.player for env in self._envs], np.int32)

    @property
    def rewards(self) -> NDArray[np.float64]:
        """Returns where a game ended."""
        return _frozen([env.rewards for env in self._envs], np.float64)

    @property
    def terminated(self) -> NDArray[np.bool_]:
        """Where a game ended."""
        return _frozen([env.terminated for env in self._envs], np.bool_)

    def action_masks(self) -> NDArray[np.uint8]:
        """What is legal, a byte or a bit an action."""
        rows = np.zeros((len(self._envs), self._game.num_distinct_actions), dtype=np.uint8)
        for row, env in zip(rows, self._envs, strict=True):
            row[env.state.legal_actions()] = 1
        return _frozen(np.packbits(rows, axis=1, bitorder="little") if self._packed else rows, np.uint8)

    def observations(self) -> NDArray[np.float32]:
        """What the player to move sees, or who moved last."""
        return _frozen(
            [env.state.observation_tensor(env.last_player if env.is_over else env.player) for env in self._envs],
            np.float32,
        )

    def state(self, env: int) -> ReferenceState:
        """A copy of a position."""
        return self._envs[env].state.clone()

    def reset(self, chosen: NDArray[np.bool_] | None = None, seed: int | None = None) -> None:
        """Deals new games; with a seed the streams start anew."""
        for env in self._envs:
            if chosen is None or chosen[env.number]:
                if seed is not None:
                    env.start_streams(seed)
                env.deal()

    def step(self, actions: NDArray[np.int64]) -> int | None:
        """The first environment whose action is not legal; None if all were played."""
        wanted = [int(action) for action in actions]
        for env, action in zip(self._envs, wanted, strict=True):
            waits = env.is_over and self._autoreset == "next_step"
            if not waits and not env.state.is_legal(action):
                return env.number
        for env, action in zip(self._envs, wanted, strict=True):
            self._step(env, action)
        return None

    def _step(self, env: _Environment, action: int) -> None:
        if env.is_over:
            env.deal()
            return
        env.play(action)
        if env.is_over and self._autoreset == "same_step":
            env.deal_after_the_end()

    def random_actions(self) -> NDArray[np.int64]:
        """A legal action each."""
        return _frozen(
            [NO_ACTION if env.is_over else choose(env.state.legal_actions(), env.decisions) for env in self._envs],
            np.int64,
        )

    def step_random(self, count: int) -> int:
        """The number of games that ended."""
        ended = 0
        for _ in range(count):
            for env, action in zip(self._envs, self.random_actions(), strict=True):
                if env.is_over and self._autoreset == "disabled":
                    continue
                self._step(env, int(action))
                ended += env.terminated
        return ended


def _frozen(values: object, dtype: type[Number]) -> NDArray[Number]:
    array = np.array(values, dtype=dtype)
    array.flags.writeable = False
    return cast("NDArray[Number]", array)
