"""Many games at once, for learning: `VectorEnv`."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, NoReturn, SupportsIndex, TypeAlias, get_args

from cloche.messages import whole_number
from cloche.settings import check_game, checked_word
from cloche.state import State, illegal

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from cloche.backend import VectorBackend
    from cloche.game import Game

Autoreset: TypeAlias = Literal["same_step", "next_step", "disabled"]
Masks: TypeAlias = Literal["bytes", "bits"]

MOST_ENVS = 2**20
MOST_THREADS = 256
MOST_STEPS = 2**40


class Step(NamedTuple):
    """What a step brought, an environment a row; views as those of `VectorEnv`.

    Attributes:
        rewards: float64 (num_envs, players): returns of each player where a game ended, otherwise 0.
        terminated: bool (num_envs,): whether a game ended.
    """

    rewards: NDArray[np.float64]
    terminated: NDArray[np.bool_]


class VectorEnv:
    """Many games at once, each in an environment of its own, stepped together in the core without the GIL.

    Environments stand at decisions; chance is drawn inside. Equal seeds and calls give equal arrays, whatever the
    number of threads, and in both implementations (R-10 of seeds/random.md). The arrays are views of memory that the
    core owns: they cannot be written to, they keep the environments alive, and the next call changes them. Copy what is
    to be kept.

    >>> envs = cloche.VectorEnv(cloche.load("connect_four"), num_envs=2, seed=0)
    >>> rewards, terminated = envs.step([3, 4])
    >>> envs.action_masks.shape, envs.observations().shape
    ((2, 7), (2, 85))

    Args:
        game: What is played, from `cloche.load`.
        num_envs: Environments, 1 .. 1,048,576.
        seed: A whole number, taken modulo 2**64; each environment has a stream of its own.
        threads: 1 .. 256, of the native core; they change nothing but the time.
        autoreset: What becomes of an environment in which a game ends, as the modes of Gymnasium. `same_step`: the same
            step deals the next game, so that the environment stands at its first decision while `rewards` and
            `terminated` tell of the one that ended. `next_step`: it stands at the end, with an empty mask; the next
            step ignores its action and deals the next game, for rewards of 0. `disabled`: it stands at the end, and a
            step is refused, until `reset` deals anew there.
        masks: `bytes` for masks with a bool an action; `bits` for a bit an action, as `numpy.packbits` with
            `bitorder="little"` packs them.

    ValueError for what is not allowed. One thread may use it at a time: RuntimeError otherwise. It cannot be pickled.
    """

    __slots__ = ("_autoreset", "_backend", "_game", "_masks", "_num_envs")

    def __init__(
        self,
        game: Game,
        num_envs: SupportsIndex = 1024,
        *,
        seed: SupportsIndex = 0,
        threads: SupportsIndex = 1,
        autoreset: Autoreset = "same_step",
        masks: Masks = "bytes",
    ) -> None:
        check_game(game)
        checked_word("autoreset", autoreset, get_args(Autoreset))
        checked_word("masks", masks, get_args(Masks))
        self._game = game
        self._num_envs = whole_number("num_envs", num_envs, 1, MOST_ENVS)
        self._autoreset: Autoreset = autoreset
        self._masks: Masks = masks
        native = game.implementation == "native"
        made: Any = import_module("cloche._core" if native else "cloche.reference.vector_env").VectorEnv
        self._backend: VectorBackend = made(
            game.backend,
            num_envs=self._num_envs,
            seed=whole_number("seed", seed),
            threads=whole_number("threads", threads, 1, MOST_THREADS),
            autoreset=autoreset,
            packed_masks=masks == "bits",
        )

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._game

    @property
    def num_envs(self) -> int:
        """How many environments there are."""
        return self._num_envs

    @property
    def autoreset(self) -> Autoreset:
        """What becomes of an environment in which a game ends."""
        return self._autoreset

    # Where the environments stand

    @property
    def current_players(self) -> NDArray[np.int32]:
        """(num_envs,): who is to move, or `cloche.TERMINAL` (-4) where the game is over."""
        return self._backend.current_players

    @property
    def rewards(self) -> NDArray[np.float64]:
        """(num_envs, players): what the last step brought, see `Step`."""
        return self._backend.rewards

    @property
    def terminated(self) -> NDArray[np.bool_]:
        """(num_envs,): whether the last step ended a game."""
        return self._backend.terminated

    @property
    def action_masks(self) -> NDArray[np.bool_] | NDArray[np.uint8]:
        """What is legal: bool (num_envs, num_distinct_actions), or with `masks="bits"` uint8 (num_envs, a byte for 8).

        Written when it is asked for; False throughout where the game is over.
        """
        import numpy as np

        masks = self._backend.action_masks()
        return masks if self._masks == "bits" else masks.view(np.bool_)

    def observations(self) -> NDArray[np.float32]:
        """(num_envs, *game.observation_tensor_shape): what the player to move sees, as `State.observation_tensor`.

        Written when it is asked for. Where the game is over, what the player sees who moved last.
        """
        return self._backend.observations()

    def state(self, env: SupportsIndex) -> State:
        """A copy of the position of an environment, 0 .. num_envs - 1."""
        return State(self._game, self._backend.state(whole_number("env", env, 0, self._num_envs - 1)))

    # What happens

    def reset(self, *, seed: SupportsIndex | None = None, mask: ArrayLike | None = None) -> None:
        """Deals a new game everywhere, or where a mask of a bool an environment is True.

        With a seed the streams of these environments start anew, as those of new ones with that seed; otherwise they go
        on. Making the environments has dealt the first games already.
        """
        word = None if seed is None else whole_number("seed", seed)
        self._backend.reset(None if mask is None else self._flags(mask), word)

    def step(self, actions: ArrayLike) -> Step:
        """Plays an action in every environment: whole numbers, (num_envs,).

        ValueError, and nothing is changed, where one is not legal: it names the environment, the action and what is
        legal there.
        """
        given = self._whole_numbers(actions)
        refused = self._backend.step(_as_int64(given))
        if refused is not None:
            raise illegal(int(given[refused]), self._backend.state(refused), f"in environment {refused}")
        return Step(self._backend.rewards, self._backend.terminated)

    def random_actions(self) -> NDArray[np.int64]:
        """(num_envs,): a legal action for each environment, each equally likely; -1 where the game is over.

        They come from streams of their own: who draws them changes nothing that chance brings.
        """
        return self._backend.random_actions()

    def step_random(self, count: SupportsIndex = 1) -> int:
        """As `count` times `step(random_actions())`, faster; the number of games that ended.

        With `autoreset="disabled"` games that are over are left as they are. Ctrl-C ends it between two steps.
        """
        return self._backend.step_random(whole_number("count", count, 1, MOST_STEPS))

    # Arrays from outside

    def _whole_numbers(self, actions: ArrayLike) -> NDArray[np.integer[Any]]:
        import numpy as np

        array = np.asarray(actions)
        if array.shape != (self._num_envs,) or array.dtype.kind not in "iu":
            raise ValueError(
                f"actions: {_described(array)}, should be {self._num_envs} whole numbers, one for each environment"
            )
        return array

    def _flags(self, mask: ArrayLike) -> NDArray[np.bool_]:
        import numpy as np

        array = np.asarray(mask)
        if array.shape != (self._num_envs,) or array.dtype != np.bool_:
            raise ValueError(f"mask: {_described(array)}, should be {self._num_envs} bools, one for each environment")
        return np.ascontiguousarray(array)

    def __reduce__(self) -> NoReturn:
        raise TypeError(f"cannot pickle or copy {type(self).__name__} objects")

    def __repr__(self) -> str:
        return f"cloche.VectorEnv({self._game!r}, num_envs={self._num_envs}, autoreset={self._autoreset!r})"


def _as_int64(array: NDArray[np.integer[Any]]) -> NDArray[np.int64]:
    import numpy as np

    if array.dtype == np.uint64:  # those above 2**63 - 1 would become others
        array = np.minimum(array, np.uint64(2**63 - 1))
    return np.ascontiguousarray(array, dtype=np.int64)


def _described(array: NDArray[Any]) -> str:
    return f"an array of {array.dtype} of shape {array.shape}"
