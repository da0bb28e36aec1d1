"""A loaded game: `load` makes a `Game`, which makes positions."""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Any, SupportsIndex
from weakref import WeakValueDictionary

from cloche import components as component_files
from cloche import implementation as implementations
from cloche import notebook, position_bytes, registry
from cloche.backend import GameBackend
from cloche.components import Components, Source
from cloche.messages import shown, whole_number
from cloche.options import Options
from cloche.state import State

if TYPE_CHECKING:
    from cloche.belief import Belief
    from cloche.words import Wording

CHANCE_STREAM = 1  # seeds/random.md


@dataclass(frozen=True)
class PlayoutSummary:
    """What whole random games came to.

    Attributes:
        count: Games played.
        plies: Nodes applied in all of them, chance and forced ones included.
        returns: Mean return of each player, in player order, in `min_utility` .. `max_utility` of the game.
    """

    count: int
    plies: int
    returns: tuple[float, ...]

    def _repr_html_(self) -> str:
        """A table, for notebooks."""
        rows = [(f"Player {player}", f"{value:+.4f}") for player, value in enumerate(self.returns, 1)]
        length = f"{self.count:,} random games, {self.plies / self.count:.1f} nodes each"
        return notebook.table(("", "mean return"), rows, caption=length)


@dataclass(frozen=True)
class _Key:
    """All that tells one loaded game from another."""

    name: str
    players: int
    options: Options
    digest: str
    implementation: implementations.Implementation


# Equal games are one object while it lives: loading and unpickling are cheap, and a bot knows its game's states.
_loaded: WeakValueDictionary[_Key, Game] = WeakValueDictionary()
_loading = Lock()


class Game:
    """A game with its players, options and components; it never changes. `cloche.load` makes it.

    Games pickle, copy, compare and hash by name, players, options, component data and implementation. A game without a
    box, such as nim, has `components` None and the `components_digest` of None, which is the same for all of them.
    """

    __slots__ = ("__weakref__", "_backend", "_components", "_entry", "_key", "_wording")

    def __init__(self, entry: registry.GameEntry, key: _Key, components: Components) -> None:
        self._entry = entry
        self._key = key
        self._components = components
        self._backend = implementations.load(
            entry,
            key.implementation,
            players=key.players,
            options=key.options.as_dict(),
            components=components.data,
            weights=component_files.weights(entry),
        )
        self._wording: Wording | None = None

    # What was loaded

    @property
    def name(self) -> str:
        """The name it was loaded by."""
        return self._key.name

    @property
    def players(self) -> int:
        """Number of players."""
        return self._key.players

    @property
    def options(self) -> dict[str, Any]:
        """Every rule option by name: a new dict each time, JSON-able; changing it changes no game."""
        return self._key.options.as_dict()

    @property
    def components(self) -> dict[str, Any] | None:
        """A copy of the component data; None for a game without a box."""
        return copy.deepcopy(self._components.data)

    @property
    def components_digest(self) -> str:
        """sha256 of the component data as canonical JSON, in hexadecimal; without a box that of `null`."""
        return self._key.digest

    @property
    def implementation(self) -> implementations.Implementation:
        """`native` or `reference`."""
        return self._key.implementation

    @property
    def entry(self) -> registry.GameEntry:
        """What the package knows of the game, loaded or not."""
        return self._entry

    @property
    def backend(self) -> GameBackend:
        """The object of the implementation, for searches."""
        return self._backend

    @property
    def fingerprint(self) -> bytes:
        """8 bytes that name the game with its players, options and components, equal for both implementations."""
        settings = [self.name, self.players, self._key.options.as_dict(), self.components_digest]
        return hashlib.sha256(component_files.canonical_json(settings)).digest()[:8]

    # What holds for every position

    @property
    def num_distinct_actions(self) -> int:
        """Action ids are 0 .. num_distinct_actions - 1."""
        return self._backend.num_distinct_actions

    @property
    def max_chance_outcomes(self) -> int:
        """Chance outcomes are 0 .. max_chance_outcomes - 1; 0 for games without chance."""
        return self._backend.max_chance_outcomes

    @property
    def max_game_length(self) -> int | None:
        """Most decisions a game can have; None where the rules set no bound."""
        return self._backend.max_game_length

    @property
    def perfect_information(self) -> bool:
        """Nothing is ever hidden from anybody; chance may still come."""
        return self._backend.perfect_information

    @property
    def shared_return(self) -> bool:
        """Solo and cooperative games: everybody's return is the score."""
        return self._backend.shared_return

    @property
    def stakes(self) -> int:
        """The most that a player can win where two play for points and a return is the score; 0 in other games."""
        return self._backend.stakes

    @property
    def min_utility(self) -> float:
        """Lowest return of a player."""
        return float(self._backend.score_bounds[0]) if self._returns_are_scores else -1.0

    @property
    def max_utility(self) -> float:
        """Highest return of a player."""
        return float(self._backend.score_bounds[1]) if self._returns_are_scores else 1.0

    @property
    def _returns_are_scores(self) -> bool:
        return self.shared_return or self.stakes > 0

    @property
    def utility_sum(self) -> float | None:
        """Sum of the returns of all players; None where it is not fixed."""
        return None if self.shared_return or self.players == 1 else 0.0

    @property
    def observation_tensor_shape(self) -> tuple[int, ...]:
        """Shape of `State.observation_tensor`."""
        return (self._backend.tensor_size,)

    # Positions

    def new_initial_state(self, seed: SupportsIndex | None = None) -> State:
        """The first node of the game, mostly chance.

        With a seed, a whole number taken modulo 2**64, the set-up is drawn from it (stream 1 of seeds/random.md), and
        the state stands at the first decision.
        """
        start = self._backend.new_initial_state()
        if seed is not None:
            start.resolve_chance(
                implementations.generator(self.implementation)(whole_number("seed", seed), CHANCE_STREAM)
            )
        return State(self, start)

    def state_from_dict(self, data: Mapping[str, Any]) -> State:
        """The position that data as of `State.to_dict` describes; ValueError lists every broken law."""
        if not isinstance(data, Mapping):
            raise ValueError(f"{self.name}: a position is {shown(data)}, should be a dict as State.to_dict() gives it")
        return State(self, self._backend.state_from_dict(dict(data)))

    def state_from_observation(self, observation: Mapping[str, Any]) -> State:
        """A position that agrees with an observation as of `State.observation`, the same for equal observations.

        What the observer can't know is made up there (H-4 of seeds/hidden.md). ValueError lists every contradiction.
        """
        if not isinstance(observation, Mapping):
            raise ValueError(
                f"{self.name}: an observation is {shown(observation)}, should be a dict as State.observation() gives it"
            )
        return State(self, self._backend.state_from_observation(dict(observation)))

    def belief(self, observation: Mapping[str, Any]) -> Belief:
        """What a player can say of what is hidden, from their observation alone.

        For whoever never saw the hidden part: a frontend at a real table starts here. ValueError lists every
        contradiction of the observation.
        """
        from cloche.belief import Belief

        world = self.state_from_observation(observation)
        return Belief(world, observation["observer"])

    def deserialize(self, content: bytes) -> State:
        """The position of bytes as of `State.serialize`, of either implementation.

        ValueError for damaged bytes, and for those of another game: name, players, options and component data must be
        those that the bytes were written with.
        """
        if not isinstance(content, bytes | bytearray | memoryview):
            raise ValueError(
                f"{self.name}: a position is {shown(content)}, should be bytes as State.serialize() gives them"
            )
        return self.state_from_dict(position_bytes.unpack(bytes(content), self.fingerprint, self._settings()))

    def _settings(self) -> str:
        """All that the bytes of a position must agree with."""
        options = ", ".join(f"{name}={value}" for name, value in self.options.items()) or "none"
        return f"{self.name}, players {self.players}, options {options}, components {self.components_digest[:12]}"

    def in_words(self, text: str) -> str:
        """Plain words for a notation of this game, of an action, an outcome, or what somebody saw of one.

        For people who don't know the notation: `plant red on e5` for `R@e5`. They depend on the text alone, legal or
        not; where it is plain already, or none of this game, it is given back. ValueError if it is no text.
        """
        if not isinstance(text, str):
            raise ValueError(f"text: {shown(text)}, should be a notation")
        if self._wording is None:
            from cloche.words import wording

            self._wording = wording(self._entry, self._components.data)
        return self._wording(text)

    def random_playouts(self, count: SupportsIndex, seed: SupportsIndex = 0) -> PlayoutSummary:
        """Whole random games (R-9 of seeds/random.md); the native core plays them without the GIL. Ctrl-C ends it."""
        number = whole_number("count", count, 1, 2**53)
        plies, returns = self._backend.random_playouts(number, whole_number("seed", seed))
        return PlayoutSummary(number, plies, tuple(returns))

    def check_player(self, player: SupportsIndex) -> int:
        """`player` as an int; ValueError unless it is one of the players, 0 .. players - 1."""
        return whole_number("player", player, 0, self.players - 1)

    # As a Python value

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self is other or self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        is_default = self._components == component_files.default(self._entry)
        own = None if is_default else self._components.data
        key = self._key
        return _unpickled, (key.name, key.players, key.options.as_dict(), key.digest, own, key.implementation)

    def __repr__(self) -> str:
        words = [repr(self.name), f"players={self.players}", f"options={self._key.options.as_dict()}"]
        if self._components != component_files.default(self._entry):
            words.append(f"components=<{self.components_digest[:12]}>")
        if self.implementation != "native":
            words.append(f"implementation={self.implementation!r}")
        return f"cloche.load({', '.join(words)})"


def load(
    name: str,
    players: SupportsIndex | None = None,
    options: Mapping[str, Any] | Options | None = None,
    *,
    components: Source | None = None,
    implementation: str = "native",
) -> Game:
    """A game by its name, one of `games()` or `known_games()`.

    `players` is 2 where nothing is said, but 1 where the game is for one alone. `options` names rule options that are
    not to have their default. `components` is a component file of one's own: a
    path, the content of a TOML file as bytes or as a str with line breaks, or its data as a dict. `implementation` is
    `native`, or `reference` for the slow, readable one. ValueError says everything that is wrong with an argument and
    what is allowed; OSError where a path cannot be read.
    """
    entry = registry.entry(name)
    chosen = implementations.checked(implementation)
    record = entry.options.read(options)
    box = component_files.default(entry) if components is None else component_files.read(entry, components)
    fewest, most = box.players or entry.players
    wanted = entry.usual_players if players is None else players
    number = whole_number(f"players of {name}", wanted, fewest, most)
    return _interned(entry, _Key(name, number, record, box.digest, chosen), box)


def _interned(entry: registry.GameEntry, key: _Key, box: Components) -> Game:
    with _loading:
        game = _loaded.get(key)
        if game is None:
            game = _loaded[key] = Game(entry, key, box)
        return game


def _unpickled(
    name: str, players: int, options: dict[str, Any], digest: str, own: dict[str, Any] | None, implementation: str
) -> Game:
    entry = registry.entry(name)
    known = _loaded.get(
        _Key(name, players, entry.options.read(options), digest, implementations.checked(implementation))
    )
    if known is not None:
        return known
    game = load(name, players, options, components=own, implementation=implementation)
    if game.components_digest != digest:
        raise ValueError(f"a pickled game of {name} with components that this version of cloche no longer has")
    return game
