"""`cloche.VectorEnv` as a vector environment of Gymnasium; the extra is `gymnasium`.

>>> from cloche.adapters import gymnasium_vector
>>> envs = gymnasium_vector.VectorEnv("connect_four", 64)
>>> observations, infos = envs.reset(seed=7)
>>> observations, rewards, terminations, truncations, infos = envs.step(envs.action_space.sample())

`gymnasium.make_vec("cloche/buds_and_blooms-v0", num_envs=64)` makes one of a game that one plays alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex

from cloche.extras import needs
from cloche.game import Game, load
from cloche.messages import shown, whole_number
from cloche.vector_env import Autoreset
from cloche.vector_env import VectorEnv as Environments

with needs("gymnasium", extra="gymnasium"):
    import numpy as np
    from gymnasium import spaces, vector
    from gymnasium.error import InvalidAction, ResetNeeded
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space

    from cloche.adapters import episodes

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from cloche.components import Source

MASK_OPTION = "reset_mask"  # Gymnasium's name

# SAME_STEP shows the last observation of a game before the next one is dealt, which is done here.
_AUTORESETS: dict[AutoresetMode, Autoreset] = {
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.SAME_STEP: "disabled",
    AutoresetMode.DISABLED: "disabled",
}


class LegalActions(spaces.MultiDiscrete):
    """The space of an action id for each environment, of which samples are legal where the environments stand."""

    def __init__(self, envs: Environments) -> None:
        super().__init__(np.full(envs.num_envs, envs.game.num_distinct_actions, dtype=np.int64))
        self._envs = envs

    def sample(self, mask: Any = None, probability: Any = None) -> NDArray[Any]:
        """Legal actions, each equally likely, of the generator that `seed` seeds; 0 where a game is over.

        With `mask` or `probability` as `MultiDiscrete.sample`.
        """
        if mask is not None or probability is not None:
            return super().sample(mask, probability)
        masks = self._envs.action_masks.astype(np.bool_)
        drawn: NDArray[Any] = np.where(masks, self.np_random.random(masks.shape) + 1.0, 0.0).argmax(axis=1)
        return drawn


class VectorEnv(vector.VectorEnv[Any, Any, Any]):
    """Many games at once, stepped together in the core.

    An environment shows what the player to move sees (`State.observation_tensor`), and takes that player's action. The
    reward of a step is the return of the player who moved, given when the game ends; `infos` has those of all players.
    Arrays are the caller's own. Nothing ends an episode early. `infos`, an environment a row:

        action_mask      int8 (num_envs, actions), 1 for what is legal; 0 throughout where the game is over
        current_player   who is to move; -4 where the game is over
        rewards          returns of all players where a game ended, otherwise 0
        final_obs        with SAME_STEP: the observation of the end by who moved last, where a game ended
        final_info       with SAME_STEP: `action_mask` and `current_player` of the end

    Samples of `action_space` are legal. An action that is not raises `gymnasium.error.InvalidAction`, which names the
    environment, the action and what is legal there, and nothing is changed.

    Args:
        game: A name, or a game that `cloche.load` made; then players, options and components are its own.
        num_envs: Environments, 1 .. 1,048,576.
        players: As for `cloche.load`, as the next two.
        options: Rule options.
        components: A component file of one's own.
        autoreset_mode: What becomes of an environment in which a game ends; `metadata["autoreset_mode"]` tells it.
            DISABLED: until `reset(options={"reset_mask": mask})` a step is refused.
        threads: Of the core.

    ValueError for what is not allowed.
    """

    metadata: dict[str, Any]

    def __init__(
        self,
        game: str | Game,
        num_envs: SupportsIndex = 1,
        *,
        players: SupportsIndex | None = None,
        options: Mapping[str, Any] | None = None,
        components: Source | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: SupportsIndex = 1,
    ) -> None:
        loaded = _loaded(game, players, options, components)
        self._mode = _mode(autoreset_mode)
        self._envs = Environments(loaded, num_envs, threads=threads, autoreset=_AUTORESETS[self._mode])
        self._is_reset = False
        self.num_envs: int = self._envs.num_envs
        self.metadata = {"autoreset_mode": self._mode, "render_modes": []}
        self.single_observation_space: Any = episodes.observation_space(loaded)
        self.single_action_space: Any = episodes.action_space(loaded)
        self.observation_space: Any = batch_space(self.single_observation_space, self.num_envs)
        self.action_space: LegalActions = LegalActions(self._envs)

    @property
    def environments(self) -> Environments:
        """What is behind it; to be looked at, not to be stepped."""
        return self._envs

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Deals new games, everywhere or where `options["reset_mask"]` is True.

        With a seed, as new ones of that seed. Without, the streams go on; the first time they are drawn at random.
        """
        super().reset(seed=seed)
        mask = None if options is None else options.get(MASK_OPTION)
        word = None if seed is None else whole_number("seed", seed)
        if not self._is_reset:
            if mask is not None:
                raise ResetNeeded("no episode has begun: call reset() without reset_mask first")
            if word is None:
                word = int(self.np_random.integers(2**63))
        self._envs.reset(seed=word, mask=mask)
        self._is_reset = True
        return self._envs.observations().copy(), self._infos()

    def step(
        self, actions: ArrayLike
    ) -> tuple[NDArray[np.float32], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Plays an action in every environment; in those that wait for the next game it is ignored."""
        if not self._is_reset:
            raise ResetNeeded("no episode has begun: call reset() first")
        movers = self._envs.current_players.copy()
        try:
            brought = self._envs.step(actions)
        except ValueError as error:
            raise InvalidAction(str(error)) from None
        rewards, terminated = brought.rewards.copy(), brought.terminated.copy()
        final = self._deal_after_the_end(terminated) if self._mode == AutoresetMode.SAME_STEP else {}
        infos = self._infos() | final
        infos["rewards"] = rewards
        own = rewards[np.arange(self.num_envs), np.maximum(movers, 0)]
        return self._envs.observations().copy(), own, terminated, np.zeros(self.num_envs, np.bool_), infos

    def _deal_after_the_end(self, ended: NDArray[np.bool_]) -> dict[str, Any]:
        """What Gymnasium wants to know of games that ended, of which the next ones are dealt."""
        if not ended.any():
            return {}
        info = {key: value for key, value in self._infos().items() if not key.startswith("_")}
        final_obs = np.full(self.num_envs, None, dtype=object)
        observations = self._envs.observations()
        for env in np.flatnonzero(ended):
            final_obs[env] = observations[env].copy()
        self._envs.reset(mask=ended)
        final_info = info | {f"_{key}": ended for key in info}
        return {"final_obs": final_obs, "_final_obs": ended, "final_info": final_info, "_final_info": ended}

    def _infos(self) -> dict[str, Any]:
        infos = {
            "action_mask": self._envs.action_masks.astype(np.int8),
            "current_player": self._envs.current_players.copy(),
            "rewards": self._envs.rewards.copy(),
        }
        return infos | {f"_{key}": np.ones(self.num_envs, np.bool_) for key in infos}

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._envs.game!r}, num_envs={self.num_envs})"


def solo(game: str, num_envs: SupportsIndex = 1, **settings: Any) -> VectorEnv:
    """The games that one plays alone, for `gymnasium.make_vec`; settings as of `VectorEnv`."""
    return VectorEnv(game, num_envs, players=1, **settings)


def _loaded(
    game: str | Game, players: SupportsIndex | None, options: Mapping[str, Any] | None, components: Source | None
) -> Game:
    if not isinstance(game, Game):
        return load(game, players, options, components=components)
    if (players, options, components) != (None, None, None):
        raise ValueError("players, options, components: a loaded game has its own; give a name, or leave them out")
    return game


def _mode(given: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(given)
    except ValueError:
        allowed: Sequence[str] = [mode.value for mode in AutoresetMode]
        raise ValueError(f"autoreset_mode: {shown(given)}, should be {' or '.join(map(repr, allowed))}") from None
