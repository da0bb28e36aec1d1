"""Gymnasium environments of the games that one plays alone; the extra is `gymnasium`.

Importing registers `cloche/<game>-v0` for each of them, `cloche/cottage_garden-v0` for example:

>>> import gymnasium
>>> import cloche.adapters.gymnasium
>>> env = gymnasium.make("cloche/buds_and_blooms-v0", options={"rocks": 2})
>>> observation, info = env.reset(seed=7)
>>> observation, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))

Chance draws itself. The reward is the return of the game, given when it ends; nothing ends an episode early.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from cloche import registry
from cloche.extras import needs
from cloche.game import Game, load
from cloche.messages import shown
from cloche.settings import checked_flag, checked_word

with needs("gymnasium", extra="gymnasium"):
    import gymnasium
    import numpy as np
    from gymnasium.error import InvalidAction, ResetNeeded, UnsupportedMode

    from cloche.adapters import episodes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cloche.components import Source
    from cloche.state import State

ALONE = 0  # the one player


class SoloEnv(gymnasium.Env[Any, Any]):
    """A game for one player.

    Observations are `State.observation_tensor`. Actions are ids; `info["action_mask"]` has 1 for each that is legal, as
    `Space.sample` takes it, and `action_masks()` the same as bools, as MaskablePPO of sb3-contrib asks for it. When the
    game is over nothing is legal.

    An action that is not legal here leaves the state as it is and costs `illegal_reward`; `info["illegal_action"]` is
    true then, and `info["message"]` says what was legal. With `strict` it is an error.

    Args:
        game: Name of a game that one player can play.
        options: Rule options, as for `cloche.load`.
        components: A component file of one's own, as for `cloche.load`.
        illegal_reward: The reward of an action that is not legal.
        strict: Whether such an action raises `gymnasium.error.InvalidAction` instead.
        render_mode: `human` prints a text after every step; `render()` gives a text with `ansi` and a picture as a
            text of SVG with `svg`, both of the whole truth.

    ValueError for faults of the other arguments; `gymnasium.error.UnsupportedMode` for render modes
    that there are not.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(episodes.RENDER_MODES), "render_fps": 1}  # type: ignore[misc]

    def __init__(
        self,
        game: str,
        options: Mapping[str, Any] | None = None,
        *,
        components: Source | None = None,
        illegal_reward: float = -1.0,
        strict: bool = False,
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None:
            try:
                checked_word("render_mode", render_mode, episodes.RENDER_MODES)
            except ValueError as error:
                raise UnsupportedMode(str(error)) from None
        self.game: Game = load(game, 1, options, components=components)
        self.illegal_reward: float = episodes.checked_reward(illegal_reward)
        self.strict: bool = checked_flag("strict", strict)
        self.render_mode = render_mode
        self.observation_space: Any = episodes.observation_space(self.game)
        self.action_space: Any = episodes.action_space(self.game)
        self._episodes = episodes.Episodes(self.game)

    @property
    def position(self) -> State:
        """Where the episode stands; `gymnasium.error.ResetNeeded` before the first one."""
        if self._episodes.position is None:
            raise ResetNeeded("no episode has begun: call reset() first")
        return self._episodes.position

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begins an episode: with a seed the one of `Game.new_initial_state(seed)`. `options` are not used.

        `gymnasium.error.Error` for a seed that is no whole number from 0.
        """
        super().reset(seed=seed)
        self._episodes.start(seed, self.np_random)
        return self._answer()

    def step(self, action: Any) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Plays an action; `gymnasium.error.InvalidAction` for what is no action of the space."""
        position = self.position
        if position.is_terminal():
            raise ResetNeeded("the game is over: call reset() first")
        if not self.action_space.contains(action):
            last = self.game.num_distinct_actions - 1
            raise InvalidAction(f"action: {shown(action)}, should be a whole number 0..{last}")
        try:
            self._episodes.play(action)
        except ValueError as error:
            if self.strict:
                raise InvalidAction(str(error)) from None
            observation, info = self._answer()
            info |= {"illegal_action": True, "message": str(error)}
            return observation, self.illegal_reward, False, False, info
        observation, info = self._answer()
        return observation, position.returns()[ALONE], position.is_terminal(), False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """For every action whether it is legal now: a new array of `action_space.n` bools."""
        return episodes.action_mask(self.position, ALONE).astype(np.bool_)

    def render(self) -> str | None:
        """The position in the render mode of the environment."""
        return episodes.picture(self.position, self.render_mode)

    def _answer(self) -> tuple[NDArray[np.float32], dict[str, Any]]:
        if self.render_mode == "human":
            self.render()
        info = {"action_mask": episodes.action_mask(self.position, ALONE), "illegal_action": False}
        return self.position.observation_tensor(ALONE), info


def _register() -> None:
    for name in registry.all_games():
        if registry.entry(name).players[0] == 1:
            gymnasium.register(
                f"cloche/{name}-v0",
                f"{__name__}:SoloEnv",
                kwargs={"game": name},
                vector_entry_point="cloche.adapters.gymnasium_vector:solo",
            )


_register()
