"""What an implementation of a game offers to the package: the native core and the reference both do.

`cloche.Game` and `cloche.State` wrap these objects; the wrappers add checks with readable errors, pictures, pickling
and comparison, and never rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NotRequired, Protocol, TypeAlias, TypedDict

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CHANCE = -1
TERMINAL = -4

# JSON-able data with text keys.
Data: TypeAlias = dict[str, Any]


class Generator(Protocol):
    """A source of random numbers as in seeds/random.md: `cloche.Rng` or the reference's own."""

    def below(self, n: int) -> int:
        """A whole number in 0 .. n-1 (R-4)."""
        ...


class StateBackend(Protocol):
    """One position, changed in place."""

    def current_player(self) -> int:
        """A player, CHANCE or TERMINAL."""
        ...

    def legal_actions(self) -> list[int]:
        """Ascending ids; outcomes at a chance node; empty when the game is over."""
        ...

    def is_legal(self, action: int) -> bool:
        """Whether `action`, any whole number, is in `legal_actions()`."""
        ...

    def apply_action(self, action: int) -> None:
        """Plays a legal action or outcome; ValueError otherwise, nothing changed."""
        ...

    def chance_weights(self) -> list[tuple[int, int]]:
        """At a chance node every outcome with its whole-number weight, ascending; empty elsewhere."""
        ...

    def resolve_chance(self, rng: Any) -> None:
        """Draws chance nodes (R-7) until a decision or the end."""
        ...

    def clone(self) -> StateBackend:
        """A copy that shares nothing that can change."""
        ...

    def scores(self) -> list[int]:
        """As `cloche.State.scores` of the whole truth."""
        ...

    def ranks(self) -> list[int]:
        """As `cloche.State.ranks` of the whole truth."""
        ...

    def scores_known_to(self, viewer: int) -> list[int]:
        """The scores as that player knows them; all of them when the game is over."""
        ...

    def ranks_known_to(self, viewer: int) -> list[int]:
        """The ranks by these scores."""
        ...

    def returns(self) -> list[float]:
        """As `cloche.State.returns`."""
        ...

    def prior(self) -> list[int]:
        """A weight, at least 1, for each of `legal_actions()` at a decision node; empty elsewhere."""
        ...

    def solvable_ending(self) -> bool:
        """Whether searches solve the rest of the game exactly (M-31, M-41)."""
        ...

    def duel_ending(self) -> bool:
        """Whether searches solve what players may hold to the end of the game (M-51, M-52)."""
        ...

    def ending_worths(self, margin_weight: float) -> list[tuple[int, int]]:
        """In an ending each legal action, ascending, with the u of the mover that it leads to (M-33, M-42, M-54).

        ValueError at other nodes.
        """
        ...

    def action_to_string(self, action: int) -> str:
        """Notation of a legal action or outcome; ValueError otherwise."""
        ...

    def string_to_action(self, text: str) -> int:
        """The legal action or outcome with that notation; ValueError if there is none."""
        ...

    def to_dict(self) -> Data:
        """As `cloche.State.to_dict`."""
        ...

    def observation(self, player: int) -> Data:
        """As `cloche.State.observation`; the player is not checked."""
        ...

    def observation_tensor(self, player: int) -> Sequence[float]:
        """As many numbers as `GameBackend.tensor_size`, each a float32 value."""
        ...

    def features(self, player: int) -> Sequence[float]:
        """What values of positions are made from, as `player` sees it (`state.md`); each a float32 value."""
        ...

    def redeal(self, observer: int, rng: Any) -> None:
        """Replaces what `observer` can't know by a draw of it (H-3 of seeds/hidden.md)."""
        ...

    def seen(self, action: int, observer: int) -> int:
        """The id of what `observer` sees of a legal action or outcome (H-5); ValueError if it is not legal."""
        ...

    def seen_text(self, action: int, observer: int) -> str:
        """The notation of what `observer` sees of a legal action or outcome; ValueError if it is not legal."""
        ...

    def __eq__(self, other: object) -> bool: ...

    def __hash__(self) -> int: ...


class GameBackend(Protocol):
    """A loaded game: players, options and components are fixed."""

    @property
    def players(self) -> int:
        """How many play."""
        ...

    @property
    def perfect_information(self) -> bool:
        """Nothing is ever hidden from anybody."""
        ...

    @property
    def shared_return(self) -> bool:
        """Solo and cooperative games: everybody's return is the score."""
        ...

    @property
    def stakes(self) -> int:
        """The most that a player can win where two play for points and a return is the score; 0 in other games."""
        ...

    @property
    def num_distinct_actions(self) -> int:
        """Action ids are below it."""
        ...

    @property
    def max_chance_outcomes(self) -> int:
        """Chance outcomes are below it; 0 for games without chance."""
        ...

    @property
    def max_game_length(self) -> int | None:
        """Most decisions a game can have; None where the rules set no bound."""
        ...

    @property
    def score_bounds(self) -> tuple[int, int]:
        """Lowest and highest score of a player."""
        ...

    @property
    def margin_scale(self) -> int:
        """A lead in score that is as good as won; 0 where only winning counts. Shared returns: a usual score."""
        ...

    @property
    def tensor_size(self) -> int:
        """Length of `StateBackend.observation_tensor`."""
        ...

    def new_initial_state(self) -> StateBackend:
        """The first node of the game, mostly chance."""
        ...

    def state_from_dict(self, data: Mapping[str, Any]) -> StateBackend:
        """ValueError that lists every broken law."""
        ...

    def state_from_observation(self, data: Mapping[str, Any]) -> StateBackend:
        """The world of H-4 of what a player knows; ValueError that lists every contradiction."""
        ...

    def random_playouts(self, count: int, seed: int) -> tuple[int, list[float]]:
        """Plies applied, chance included, and mean returns of `count` random games (R-9)."""
        ...


class VectorBackend(Protocol):
    """Many games at once; `cloche.VectorEnv` describes them. Arrays are views that the next call may change."""

    @property
    def current_players(self) -> NDArray[np.int32]:
        """(envs,): who is to move."""
        ...

    @property
    def rewards(self) -> NDArray[np.float64]:
        """(envs, players): of the last step."""
        ...

    @property
    def terminated(self) -> NDArray[np.bool_]:
        """(envs,): whether the last step ended the game."""
        ...

    def action_masks(self) -> NDArray[np.uint8]:
        """A byte an action, 0 or 1, or a bit an action."""
        ...

    def observations(self) -> NDArray[np.float32]:
        """(envs, tensor_size): what each player to move sees."""
        ...

    def state(self, env: int) -> StateBackend:
        """A copy of the position of an environment."""
        ...

    def reset(self, chosen: NDArray[np.bool_] | None = None, seed: int | None = None) -> None:
        """A new game in the environments chosen, in all for None; with a seed their streams start anew."""
        ...

    def step(self, actions: NDArray[np.int64]) -> int | None:
        """The first environment whose action is not legal, and then nothing is changed; None if all were played."""
        ...

    def random_actions(self) -> NDArray[np.int64]:
        """(envs,): a legal action of each, all equally likely."""
        ...

    def step_random(self, count: int) -> int:
        """The number of games that ended."""
        ...


class FlatSettings(TypedDict):
    """Settings of every search; `cloche.FlatMonteCarlo` says what they mean."""

    workers: int
    threads: int
    margin_weight: float
    playout: Literal["random", "greedy", "prior"]
    playout_plies: int | None
    endings: bool


class LinearSettings(TypedDict):
    """A linear value (M-81)."""

    lead: float
    bias: float
    weights: Sequence[float]


class MctsSettings(FlatSettings):
    """Settings of a tree search; `cloche.Mcts` says what they mean."""

    selection: Literal["puct", "uct"]
    exploration: float
    fpu_reduction: float
    widening: float | None
    chance_widening: float | None
    opponents: Literal["maxn", "paranoid"]
    root: Literal["selection", "halving"]
    final: Literal["visits", "value", "lcb"]
    observers: Literal["single", "multi"]
    merge: bool
    early_stop: bool
    transpositions: bool
    leaf: Literal["playout", "linear", "evaluator"]
    value: NotRequired[LinearSettings]  # with `linear`
    # With `evaluator`:
    evaluator: NotRequired[Callable[..., Any]]
    batch: NotRequired[int]
    action_masks: NotRequired[bool]


class ExpectimaxSettings(TypedDict):
    """Settings of Expectimax; `cloche.Expectimax` says what they mean."""

    all_values: bool
    worlds: int
    pruning: Literal["none", "star1", "star2"]
    table: bool
    endings: bool
    margin_weight: float


class RawAction(TypedDict):
    """One root edge of a search."""

    action: int
    visits: int
    utility: float | None  # mean utility of the player to move, 0 to 1, by all visits; None if never visited
    value: list[float] | None  # returns per player (M-20, M-21); None if never visited
    prior: float  # share of the prior weight, 0 to 1
    proven: bool
    share: float | None  # how often it is played where the choice is drawn (M-54); None elsewhere


class RawRun(TypedDict):
    """What every search counts: the tail of its report."""

    score_counts: list[list[tuple[int, int]]]  # per player: (score, how often), ascending
    simulations: int
    nodes: int
    # "simulations", "nodes", "seconds", "cpu_seconds", "stop", "proven", "settled", "visits", "depth"; "" while running
    stopped_by: str
    fingerprint: int


class RawReport(RawRun):
    """What a search found, before it is dressed as `cloche.SearchReport`."""

    actions: list[RawAction]  # chosen first, then as in M-18
    values: list[float]  # returns per player
    win_share: list[float] | None  # None where nothing is won
    principal_variation: list[int]
    proven: bool
    tree_nodes: int
    tree_edges: int
    tree_bytes: int


class RawExpectimaxReport(RawReport):
    """What Expectimax tells beside that."""

    depth: int
    worlds: int | None  # X-10; None where nothing is hidden


class RawLimits(TypedDict):
    """Limits of one search; None is no limit."""

    simulations: int | None
    seconds: float | None
    cpu_seconds: float | None
    nodes: int | None
    depth: int | None
    memory_bytes: int


class RawConduct(TypedDict):
    """What a player does at an observation (V-13)."""

    player: int
    observation: Data
    actions: list[int]
    probabilities: list[float]


class RawSolution(TypedDict):
    """What solving a position found, before it is dressed as `cloche.Solution`."""

    ended_by: str  # "" when solved; "nodes", "seconds", "cpu_seconds", "memory", "stop": only needed and nodes hold
    needed: int | None  # of the limit that ended it, bytes of memory; None where that is not known
    refused: str  # why positions of this kind have no answer; then nothing else holds
    method: str  # V-2
    values: list[float]  # returns per player
    best_actions: list[int]  # V-4; empty where things are hidden
    strategy: list[RawConduct] | None
    exploitability: float
    nodes: int  # moves and outcomes applied


class SearchBackend(Protocol):
    """A search of one game; keeps its tree between calls."""

    def search(
        self,
        state: Any,
        limits: RawLimits,
        stop: Any = None,
        on_progress: Callable[[RawReport], None] | None = None,
        ask: Any = None,
        observer: int | None = None,
    ) -> RawReport:
        """Searches from a decision node; `stop` is None or has `is_set()`.

        `on_progress` is called about ten times a second, or with `ask`, which has `is_set()` and `clear()`, whenever
        that is set. With an observer, where things are hidden, that player ponders (M-66), and of the report only what
        was counted holds.
        """
        ...

    def advance(self, action: int) -> None:
        """Keeps of the tree what follows an action."""
        ...

    def reset(self) -> None:
        """Forgets the tree."""
        ...


class WorldsBackend(SearchBackend, Protocol):
    """A search that averages over worlds: Expectimax of a game that hides something."""

    def deal(self, worlds: Sequence[tuple[Any, int]]) -> None:
        """The worlds of the next search with their weights, at least 1 and less than 2**32 together, in place of draws
        (X-10)."""
        ...
