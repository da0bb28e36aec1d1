"""PettingZoo environments (AEC) of all games; the extra is `pettingzoo`.

>>> from cloche.adapters import pettingzoo
>>> env = pettingzoo.env("bloom_town", players=3, options={"side": "B"})
>>> env.reset(seed=7)
>>> for agent in env.agent_iter():
...     observation, reward, terminated, truncated, info = env.last()
...     over = terminated or truncated
...     env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))

Chance draws itself. Rewards are the returns of the game, given when it ends; nothing ends an episode early.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeAlias

from cloche.extras import needs
from cloche.game import Game, load
from cloche.settings import checked_word

with needs("gymnasium", "pettingzoo", extra="pettingzoo"):
    import numpy as np
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

    from cloche.adapters import episodes

if TYPE_CHECKING:
    from cloche.components import Source
    from cloche.state import State

Observation: TypeAlias = dict[str, "np.typing.NDArray[Any]"]


def env(
    game: str,
    players: SupportsIndex | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    components: Source | None = None,
    illegal_reward: float | None = None,
    render_mode: str | None = None,
) -> AECEnv:
    """A game as an AEC environment in the wrappers that PettingZoo uses for board games.

    An action of the space that is not legal ends the episode for all: the agent gets `illegal_reward`, by default the
    lowest utility of the game, and the others 0 (`TerminateIllegalWrapper`). What is no action of the space is an
    AssertionError. The other arguments are those of `RawEnv`.
    """
    raw = RawEnv(game, players, options, components=components, render_mode=render_mode)
    penalty = raw.game.min_utility if illegal_reward is None else episodes.checked_reward(illegal_reward)
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(raw, illegal_reward=penalty))
    )


class RawEnv(AECEnv):  # type: ignore[misc]
    """A game as an AEC environment without wrappers; an action that is not legal is a ValueError.

    Agents are `player_0`, `player_1` and so on, in the seats of those players. An observation is a dict of
    `observation`, which is `State.observation_tensor`, and `action_mask`, with 1 for each action that the agent may
    take now: all zeros for all but the agent to move.

    Args:
        game: Name of a game.
        players: Number of players, as for `cloche.load`.
        options: Rule options, as for `cloche.load`.
        components: A component file of one's own, as for `cloche.load`.
        render_mode: `human` prints a text after every step; `render()` gives a text with `ansi` and a picture as a
            text of SVG with `svg`, both of the whole truth.

    ValueError for faults of the arguments.
    """

    def __init__(
        self,
        game: str,
        players: SupportsIndex | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        components: Source | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode is not None:
            checked_word("render_mode", render_mode, episodes.RENDER_MODES)
        self.game: Game = load(game, players, options, components=components)
        self.metadata: dict[str, Any] = {
            "name": f"{self.game.name}_v0",
            "render_modes": list(episodes.RENDER_MODES),
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents: list[str] = [f"player_{player}" for player in range(self.game.players)]
        self.agents: list[str] = []
        self.observation_spaces: dict[str, spaces.Space[Any]] = {
            agent: _observation_space(self.game) for agent in self.possible_agents
        }
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: episodes.action_space(self.game) for agent in self.possible_agents
        }
        self._episodes = episodes.Episodes(self.game)
        self._seeds: np.random.Generator | None = None

    @property
    def position(self) -> State:
        """Where the episode stands; ValueError before the first one."""
        if self._episodes.position is None:
            raise ValueError("no episode has begun: call reset() first")
        return self._episodes.position

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions, always the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins an episode: with a seed the one of `Game.new_initial_state(seed)`. `options` are not used.

        `gymnasium.error.Error` for a seed that is no whole number from 0.
        """
        if seed is not None or self._seeds is None:
            self._seeds, _ = seeding.np_random(seed)
        self._episodes.start(seed, self._seeds)
        self.agents = self.possible_agents[:]
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.truncations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._stand()

    def observe(self, agent: str) -> Observation:
        """What an agent sees now: new arrays."""
        player = self.possible_agents.index(agent)
        return {
            "observation": self.position.observation_tensor(player),
            "action_mask": episodes.action_mask(self.position, player),
        }

    def step(self, action: Any) -> None:
        """Plays an action of the agent to move; None for an agent whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._episodes.play(action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, self.position.returns(), strict=True))
        self._accumulate_rewards()
        self._stand()

    def render(self) -> str | None:
        """The position in the render mode of the environment."""
        return episodes.picture(self.position, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""

    def _stand(self) -> None:
        """Points at whose turn it is, or at the first agent when the game is over."""
        player = self.position.current_player()
        if self.position.is_terminal():
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection: str = self.possible_agents[max(player, 0)]
        if self.render_mode == "human":
            self.render()


def _observation_space(game: Any) -> spaces.Dict:
    mask = spaces.Box(0, 1, (game.num_distinct_actions,), np.int8)
    return spaces.Dict({"observation": episodes.observation_space(game), "action_mask": mask})


raw_env = RawEnv  # as PettingZoo's own modules call it
