"""What the games of the reference have in common."""

from __future__ import annotations

import json
import struct
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Self

from cloche.backend import CHANCE, TERMINAL, Data, Generator
from cloche.reference.rng import Rng

REDEAL_STREAM = 3  # first keys of generators, seeds/random.md
PLAYOUT_STREAM = 4
MISSING = object()


def float32(x: float) -> float:
    """`x` rounded to the nearest float32."""
    rounded: float = struct.unpack("<f", struct.pack("<f", x))[0]
    return rounded


def one_hot(place: int | None, size: int) -> list[float]:
    """`size` zeros with a 1 at `place`, if there is one."""
    return [1.0 if i == place else 0.0 for i in range(size)]


def ranks_by_score(scores: Sequence[int]) -> list[int]:
    """1 is best; equal scores share a rank, and after two firsts comes 3."""
    return [1 + sum(other > score for other in scores) for score in scores]


def returns_by_rank(ranks: Sequence[int]) -> list[float]:
    """Returns of a finished competitive game: first place shares 1 among its holders, and the sum is 0."""
    n = len(ranks)
    winners = ranks.count(1)
    return [(n * (1.0 / winners if rank == 1 else 0.0) - 1.0) / (n - 1) for rank in ranks]


class ReferenceState(ABC):
    """One position. A game supplies its rules; what follows from them for every game is here."""

    game: ReferenceGame

    @abstractmethod
    def current_player(self) -> int:
        """A player, CHANCE or TERMINAL."""

    @abstractmethod
    def legal_actions(self) -> list[int]:
        """Ascending ids; outcomes at a chance node; empty when the game is over."""

    @abstractmethod
    def clone(self) -> Self:
        """A copy that shares nothing that can change."""

    @abstractmethod
    def scores(self) -> list[int]:
        """The game's own points of each player."""

    @abstractmethod
    def to_dict(self) -> Data:
        """The whole truth as JSON-able data."""

    @abstractmethod
    def observation_tensor(self, player: int) -> list[float]:
        """What `player` sees, as float32 values."""

    @abstractmethod
    def _apply(self, action: int) -> None:
        """Plays an action or outcome that is known to be legal."""

    @abstractmethod
    def _text(self, action: int) -> str:
        """Notation of an action or outcome that is known to be legal."""

    def chance_weights(self) -> list[tuple[int, int]]:
        """At a chance node every outcome with its weight, ascending; empty elsewhere. Here: no chance at all."""
        return []

    def prior(self) -> list[int]:
        """A weight for each legal action at a decision node; empty elsewhere. Here: 1 for each."""
        return [1] * len(self.legal_actions()) if self.current_player() >= 0 else []

    def features(self, player: int) -> list[float]:
        """What values of positions are made from, as `player` sees it, as float32 values. Here: whether to move."""
        return [float(self.current_player() == player)]

    def solvable_ending(self) -> bool:
        """Whether searches solve the rest of the game exactly (M-31). Here: never."""
        return False

    def final_scores(self, player: int) -> tuple[int, int]:
        """From a solvable ending on: what a player can make sure of and can't surpass. Here: the bounds of the game."""
        return self.game.score_bounds

    def ending_key(self) -> Hashable:
        """From a solvable ending on: equal only where the mover and all that still matters are. Here: everything."""
        return json.dumps(self.to_dict())

    lone_endings: ClassVar[bool] = False  # whether solvable endings are those of M-41

    def worlds(self, observer: int) -> list[tuple[ReferenceState, int]]:
        """H-2: the worlds of an observer with their weights. Here: nothing is hidden."""
        raise NotImplementedError("the worlds of this game are not listed")

    def is_settled(self) -> bool:
        """M-41: from a solvable ending on, whether nothing that matters is decided any more."""
        raise NotImplementedError("no ending of this game is settled before its end")

    def settled_action(self) -> int:
        """M-41: what is decided in a settled position."""
        raise NotImplementedError("no ending of this game is settled before its end")

    def is_duel(self) -> bool:
        """M-51: whether two decide what is left while hands are hidden, and those are few. Here: never."""
        return False

    def duel_worlds(self) -> list[tuple[ReferenceState, int]]:
        """M-51: what both may hold by what both know, stripped, with weights."""
        raise NotImplementedError("this game has no duels")

    def stripped(self) -> ReferenceState:
        """M-51: the position of a duel without what makes no difference any more."""
        raise NotImplementedError("this game has no duels")

    def stripped_after(self, action: int) -> ReferenceState:
        """M-51: what a stripped position leads to, stripped."""
        raise NotImplementedError("this game has no duels")

    def veiled(self, observer: int) -> Hashable:
        """M-51: all that a player sees of a stripped position."""
        raise NotImplementedError("this game has no duels")

    def duel_ending(self) -> bool:
        """M-51, M-52: whether searches solve what players may hold to the end of the game."""
        from cloche.reference.endings import duel_of
        from cloche.reference.utility import Utility

        return self.current_player() >= 0 and duel_of(self, Utility(self.game, 0.0)) is not None

    def ending_worths(self, margin_weight: float) -> list[tuple[int, int]]:
        """In an ending each legal action, ascending, with the u of the mover that it leads to (M-33, M-42, M-54)."""
        from cloche.reference.endings import worths
        from cloche.reference.utility import Utility

        found = worths(self, Utility(self.game, margin_weight)) if self.current_player() >= 0 else None
        if found is None:
            raise ValueError("ending_worths: this is no solvable ending")
        return found

    def rival_score(self) -> int:
        """M-32: what a player alone has to beat."""
        raise NotImplementedError("nobody is to be beaten here")

    def observation(self, player: int) -> Data:
        """What `player` knows. Here: everything."""
        return {"observer": player, **self.to_dict()}

    def redeal(self, observer: int, rng: Generator) -> None:
        """Replaces what `observer` can't know by a draw of it (H-3 of seeds/hidden.md). Here: nothing is hidden."""
        assert self.game.perfect_information

    def seen(self, action: int, observer: int) -> int:
        """The id of what `observer` sees of a legal action or outcome (H-5). Here: all of it."""
        self._need_legal(action)
        return action

    def seen_text(self, action: int, observer: int) -> str:
        """The notation of what `observer` sees of a legal action or outcome. Here: all of it."""
        return self.action_to_string(action)

    def shows(self, action: int) -> bool:
        """Whether a decision shows the player who makes it hidden things (H-6). Here: never."""
        return False

    def is_legal(self, action: int) -> bool:
        """Whether `action` is in `legal_actions()`."""
        return action in self.legal_actions()

    def apply_action(self, action: int) -> None:
        """Plays a legal action or outcome; ValueError otherwise, nothing changed."""
        self._need_legal(action)
        self._apply(action)

    def action_to_string(self, action: int) -> str:
        """Notation of a legal action or outcome; ValueError otherwise."""
        self._need_legal(action)
        return self._text(action)

    def string_to_action(self, text: str) -> int:
        """The legal action or outcome with that notation; ValueError if there is none."""
        for action in self.legal_actions():
            if self._text(action) == text:
                return action
        raise ValueError(f"{text!r} is not a legal action here")

    def resolve_chance(self, rng: Generator) -> None:
        """Draws chance nodes (R-7) until a decision or the end."""
        while self.current_player() == CHANCE:
            self._apply(draw(self.chance_weights(), rng))

    def ranks(self) -> list[int]:
        """Places by the current scores, 1 for the best."""
        return ranks_by_score(self.scores())

    def scores_known_to(self, viewer: int) -> list[int]:
        """The scores as `viewer` knows them; games in which something hidden counts have their own."""
        return self.scores()

    def ranks_known_to(self, viewer: int) -> list[int]:
        """The ranks by these scores."""
        return self.ranks()

    def returns(self) -> list[float]:
        """0 for everybody before the end; then by rank, but the score in games alone, together or for stakes."""
        if self.current_player() != TERMINAL:
            return [0.0] * self.game.players
        if self.game.shared_return or self.game.stakes:
            return [float(score) for score in self.scores()]
        return returns_by_rank(self.ranks())

    def _need_legal(self, action: int) -> None:
        if not self.is_legal(action):
            raise ValueError(f"{action!r} is not a legal action here")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ReferenceState) or type(self) is not type(other):
            return NotImplemented
        return self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        return hash(json.dumps(self.to_dict()))


class ReferenceGame(ABC):
    """A loaded game; `cloche.backend.GameBackend` says what the attributes mean."""

    players: int
    perfect_information: bool = True
    shared_return: bool = False
    stakes: int = 0
    num_distinct_actions: int
    max_chance_outcomes: int = 0
    max_game_length: int | None
    score_bounds: tuple[int, int]
    margin_scale: int = 0
    tensor_size: int

    @abstractmethod
    def __init__(
        self,
        players: int,
        options: Mapping[str, Any],
        components: Mapping[str, Any] | None = None,
        weights: Mapping[str, Any] | None = None,
    ) -> None:
        """A game for `players`; the options are complete, and everything has been validated."""

    @abstractmethod
    def new_initial_state(self) -> ReferenceState:
        """The first node of the game."""

    @abstractmethod
    def state_from_dict(self, data: Mapping[str, Any]) -> ReferenceState:
        """The position that `data` describes; ValueError that lists every broken law."""

    def state_from_observation(self, data: Mapping[str, Any]) -> ReferenceState:
        """The world of H-4 of what a player knows; ValueError that lists every contradiction. Here: all is known."""
        return self.state_from_dict(without_observer(data, self.players))

    def random_playouts(self, count: int, seed: int) -> tuple[int, list[float]]:
        """Plies applied, chance included, and mean returns of `count` random games (R-9)."""
        if count < 1:
            raise ValueError(f"count must be at least 1, not {count}")
        plies = 0
        totals = [0.0] * self.players
        for playout in range(count):
            state = self.new_initial_state()
            rng = Rng(seed, PLAYOUT_STREAM, playout)
            while (player := state.current_player()) != TERMINAL:
                at_chance = player == CHANCE
                state._apply(draw(state.chance_weights(), rng) if at_chance else choose(state.legal_actions(), rng))
                plies += 1
            totals = [total + value for total, value in zip(totals, state.returns(), strict=True)]
        return plies, [total / count for total in totals]


class HidingGame(ReferenceGame):
    """A game that reads an observation as it reads a position."""

    perfect_information = False

    def state_from_dict(self, data: Mapping[str, Any]) -> ReferenceState:
        """The position that `data` describes; ValueError that lists every broken law."""
        return self._read(data, None)

    def state_from_observation(self, data: Mapping[str, Any]) -> ReferenceState:
        """H-4: the world that the generator of H-4 deals; ValueError that lists every contradiction."""
        position = without_observer(data, self.players)
        state = self._read(position, data["observer"])
        state.redeal(data["observer"], Rng(0, REDEAL_STREAM))
        return state

    @abstractmethod
    def _read(self, data: Mapping[str, Any], observer: int | None) -> ReferenceState:
        """A position or, with an observer, what that player knows of one, with anything in place of what is hidden."""


def without_observer(data: Mapping[str, Any], players: int) -> dict[str, Any]:
    """The position in an observation; ValueError where the observer is no player."""
    if not isinstance(data, Mapping) or type(data.get("observer")) is not int or not 0 <= data["observer"] < players:
        raise ValueError(f"observation: an object whose key observer is a whole number from 0 to {players - 1}")
    return {key: value for key, value in data.items() if key != "observer"}


def draw(weights: Sequence[tuple[int, int]], rng: Generator) -> int:
    """An outcome of a chance node: the first whose running sum of weights exceeds the number drawn (R-7)."""
    r = rng.below(sum(weight for _, weight in weights))
    for outcome, weight in weights:
        r -= weight
        if r < 0:
            return outcome
    raise AssertionError("the number drawn is below the sum of the weights")


def choose(actions: Sequence[int], rng: Generator) -> int:
    """A uniformly random decision (R-8)."""
    return actions[rng.below(len(actions))]


class Faults:
    """Collects what is wrong with a position given as data; one ValueError tells it all.

    A path is a key, or a place in its value: `reserves[1][4]`. The readers check types and do nothing with a value that
    is MISSING; a key whose value they refuse can no longer be relied on, and `sound` says so.
    """

    def __init__(self, game: str) -> None:
        self.game = game
        self.faults: list[str] = []
        self.spoilt: set[str] = set()

    def add(self, path: str, fault: str) -> None:
        """Notes a broken law; the value is still what its key promises."""
        self.faults.append(f"{path}: {fault}")

    def spoil(self, path: str, fault: str) -> None:
        """Notes a fault that leaves the value of the key useless for other laws."""
        self.add(path, fault)
        self.spoilt.add(path.partition("[")[0])

    def sound(self, *keys: str) -> bool:
        """Whether the values of all these keys can be relied on."""
        return self.spoilt.isdisjoint(keys)

    def values(self, data: object, keys: Sequence[str]) -> dict[str, Any]:
        """The value of each of `keys`, which must be exactly those of `data`; MISSING where there is none."""
        if not isinstance(data, Mapping):
            raise ValueError(f"{self.game}: a position is an object with the keys {', '.join(keys)}")
        for key in data:
            if key not in keys:
                self.add(repr(key)[:80], "unknown key")
        for key in keys:
            if key not in data:
                self.spoil(key, "missing")
        return {key: data.get(key, MISSING) for key in keys}

    def whole(self, path: str, value: object, low: int, high: int | None = None) -> None:
        """A whole number from `low` to `high`; true and false are none."""
        if value is MISSING or (type(value) is int and low <= value and (high is None or value <= high)):
            return
        self.spoil(path, f"must be a whole number from {low}" + ("" if high is None else f" to {high}"))

    def flag(self, path: str, value: object) -> None:
        """True or false."""
        if value is not MISSING and not isinstance(value, bool):
            self.spoil(path, "must be true or false")

    def text(self, path: str, value: object) -> None:
        """Any text."""
        if value is not MISSING and not isinstance(value, str):
            self.spoil(path, "must be a text")

    def items(self, path: str, value: object, length: int) -> Iterator[tuple[str, object]]:
        """The path and value of each item of a list that must have `length` items."""
        if value is MISSING:
            return
        if not isinstance(value, list) or len(value) != length:
            self.spoil(path, f"must be a list of {length}")
            return
        for i, item in enumerate(value):
            yield f"{path}[{i}]", item

    def wholes(self, path: str, value: object, length: int, high: int | None = None) -> None:
        """A list of `length` whole numbers from 0 to `high`."""
        for place, item in self.items(path, value, length):
            self.whole(place, item, 0, high)

    def picture(self, path: str, value: object, size: tuple[int, int], characters: str) -> None:
        """A list of texts made of `characters`; `size` is rows and columns."""
        rows, columns = size
        for place, row in self.items(path, value, rows):
            if not isinstance(row, str) or len(row) != columns:
                self.spoil(place, f"must be a text of {columns} characters")
            elif not set(row) <= set(characters):
                self.spoil(place, f"may hold only the characters {characters}")

    def end(self) -> None:
        """ValueError with every fault noted, if there is one."""
        if self.faults:
            raise ValueError(f"{self.game}: " + "; ".join(self.faults))
