"""The two implementations of a game walked together, and the shrinking of a walk on which they part.

What is compared is the backends themselves (`cloche.backend`), at every node of a game.
"""

from __future__ import annotations

import dataclasses
import itertools
import json
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, SupportsIndex, TypeAlias

from cloche import components as component_files
from cloche import implementation as implementations
from cloche import registry
from cloche.backend import CHANCE, TERMINAL, Data, GameBackend, StateBackend
from cloche.components import Components, Source
from cloche.messages import shown, whole_number
from cloche.options import Either, Flag, OneOf, Options, Whole, Wholes

THOROUGH_EVERY = 32  # nodes between two that are looked at in full
OFTEN_EVERY = 4  # nodes between two at which observations and hashes are compared
MOST_NODES = 20_000  # of a game whose rules set no bound
MOST_EVERY = 10**9
MOST_TRIES = 2_000  # runs that shrinking may take
FACTS = (
    "players",
    "perfect_information",
    "shared_return",
    "stakes",
    "num_distinct_actions",
    "max_chance_outcomes",
    "max_game_length",
    "margin_scale",
)

# Decides a game: the action at a node of a player or CHANCE, given the legal ones and the native state; None ends it.
Chooser: TypeAlias = Callable[[int, list[int], StateBackend], int | None]


@dataclass(frozen=True)
class Variant:
    """One way to set a game up."""

    game: str
    players: int
    options: dict[str, Any]  # all of them
    components: Components

    def loaded(self, implementation: implementations.Implementation) -> GameBackend:
        """The game in that implementation."""
        entry = registry.entry(self.game)
        return implementations.load(
            entry,
            implementation,
            players=self.players,
            options=self.options,
            components=self.components.data,
            weights=component_files.weights(entry),
        )

    def __str__(self) -> str:
        """As arguments of the command line."""
        options = (
            f" --option {name}={json.dumps(value, separators=(',', ':'))}" for name, value in self.options.items()
        )
        return f"{self.game} --players {self.players}{''.join(options)}"


def variants(
    game: str,
    players: Iterable[SupportsIndex] | None = None,
    options: Mapping[str, Any] | Options | None = None,
    components: Source | None = None,
) -> list[Variant]:
    """All player counts, and all combinations of options that are a flag or a word; of other options the default and,
    one at a time, what is at the ends of what they allow. `options` are held fixed. ValueError as `cloche.load`.
    """
    entry = registry.entry(game)
    box = component_files.default(entry) if components is None else component_files.read(entry, components)
    fewest, most = box.players or entry.players
    counts = range(fewest, most + 1) if players is None else players
    if not isinstance(counts, Iterable):
        raise ValueError(f"players of {game}: {shown(players)}, should be a list of whole numbers {fewest}..{most}")
    entry.options.read(options)
    fixed = dict(options.as_dict() if isinstance(options, Options) else options or {})
    found: list[Variant] = []
    refused: ValueError | None = None
    for count in counts:
        for chosen in _option_sets(entry.options, fixed):
            variant = Variant(game, whole_number(f"players of {game}", count, fewest, most), chosen.as_dict(), box)
            try:
                variant.loaded("reference")
            except ValueError as error:  # options that this number of players, or this box, does not go with
                refused = error
                continue
            found.append(variant)
    if refused is not None and not found:
        raise refused
    return found


def _option_sets(record: type[Options], fixed: Mapping[str, Any]) -> list[Options]:
    free = [option for option in dataclasses.fields(record) if option.name not in fixed]
    few = {option.name: values for option in free if (values := _few(option.metadata["allowed"]))}
    found = []
    for values in itertools.product(*few.values()):
        chosen = {**fixed, **dict(zip(few, values, strict=True))}
        found.append(record.read(chosen))
        for option in free:
            for value in _ends(option.metadata["allowed"]):
                try:
                    found.append(record.read({**chosen, option.name: value}))
                except ValueError:
                    continue  # clashes with the defaults of other options
    return list(dict.fromkeys(found))


def _few(allowed: object) -> tuple[Any, ...]:
    """All values of an option that has only a few."""
    if isinstance(allowed, Flag):
        return (False, True)
    return allowed.words if isinstance(allowed, OneOf) else ()


def _ends(allowed: object) -> list[Any]:
    """Values at the ends of what an option allows; none for flags."""
    if isinstance(allowed, Either):
        return [value for kind in allowed.kinds for value in (*_few(kind), *_ends(kind))]
    if isinstance(allowed, Whole):
        return [allowed.low, allowed.high]
    if isinstance(allowed, Wholes):
        return [[end] * length for end in _ends(allowed.item) for length in (allowed.shortest, allowed.longest)]
    return []


# Lockstep


class Difference(Exception):
    """The implementations disagree about `what`."""

    def __init__(self, what: str, native: object, reference: object) -> None:
        super().__init__(what)
        self.what: str = what
        self.native: object = native
        self.reference: object = reference


class _Node(NamedTuple):
    """What both implementations say of a node."""

    player: int
    legal: list[int]
    data: Data  # `to_dict` of the native one
    truth: Data  # and of the reference


@dataclass(frozen=True)
class Mismatch:
    """Where the implementations part."""

    variant: Variant
    actions: list[int]  # actions and outcomes from the first node; after them the implementations differ
    what: str
    native: str  # what each of them says, as text
    reference: str
    game_number: int | None = None  # of the game that showed it, before shrinking
    path: str | None = None  # of the reproducer, once it is written

    def __str__(self) -> str:
        where = f"after {len(self.actions)} actions" if self.actions else "at the first node"
        return f"{self.variant.game}: {self.what} differs {where}: native {self.native}, reference {self.reference}"

    def to_dict(self) -> Data:
        """JSON-able; what a reproducer file holds."""
        return {
            "game": self.variant.game,
            "players": self.variant.players,
            "options": self.variant.options,
            "components": self.variant.components.data,
            "actions": self.actions,
            "what": self.what,
            "native": self.native,
            "reference": self.reference,
            "game_number": self.game_number,
        }


class Lockstep:
    """The two implementations of one game, walked together. Not for two threads at once."""

    def __init__(self, variant: Variant, every: SupportsIndex = THOROUGH_EVERY) -> None:
        """ValueError if `every` is no number of nodes, Difference if the games differ before the first one."""
        self.variant = variant
        self._native = variant.loaded("native")
        self._reference = variant.loaded("reference")
        self._every = whole_number("every", every, 1, MOST_EVERY)
        for fact in FACTS:
            self._same(fact, getattr(self._native, fact), getattr(self._reference, fact))
        self._same("score_bounds", tuple(self._native.score_bounds), tuple(self._reference.score_bounds))
        self._same("tensor_size", self._native.tensor_size, self._reference.tensor_size)

    @property
    def players(self) -> int:
        """Of the game."""
        return self._native.players

    @staticmethod
    def _same(what: str, native: object, reference: object) -> None:
        if native != reference:
            raise Difference(what, native, reference)

    def play(self, choose: Chooser, first: int | None = None) -> tuple[int, list[int], Difference | None]:
        """Plays a game that `choose(player, legal actions, native state)` decides, None to end it.

        Of every so many nodes number `first`, modulo that, is looked at in full, and of those between every fourth more
        closely than others; None: all nodes are looked at in full.
        Nodes compared, the actions played and, if there is one, the difference that ended it.
        """
        actions: list[int] = []
        nodes = 0
        try:
            native, reference = self._native.new_initial_state(), self._reference.new_initial_state()
            seen: dict[int, str] = {}
            bound, decisions = self._native.max_game_length, 0
            while True:
                place = 0 if first is None else (nodes - first) % self._every
                nodes += 1
                node = self._compare(native, reference)
                if first is None or place % OFTEN_EVERY == 0:
                    self._compare_often(native, reference, node, seen)
                if first is None or place == 0:
                    self._compare_more(native, reference, node)
                player = node.player
                if player == TERMINAL:
                    self._same("the end of the game", *self._rebuilt(native, reference))
                    return nodes, actions, None
                if nodes >= MOST_NODES and bound is None:
                    return nodes, actions, None
                decisions += player != CHANCE
                if bound is not None and decisions > bound:
                    raise Difference("max_game_length", bound, f"at least {decisions} decisions")
                action = choose(player, node.legal, native)
                if action is None:
                    return nodes, actions, None
                actions.append(action)
                self._apply(native, reference, action)
        except Difference as difference:
            return nodes, actions, difference
        except MemoryError:  # of the machine, not of the rules
            raise
        except Exception as error:
            return nodes, actions, _raised(error)

    def _apply(self, native: StateBackend, reference: StateBackend, action: int) -> None:
        text = native.action_to_string(action)
        self._same(f"action of text {text!r}", native.string_to_action(text), action)
        before = native.clone()
        native.apply_action(action)
        if native == before:
            raise Difference(f"the effect of action {action}", "none", "some")
        reference.apply_action(action)

    def _compare(self, native: StateBackend, reference: StateBackend) -> _Node:
        """Whose turn it is and the legal actions, on which, as on all else, both agree."""
        player, legal = native.current_player(), native.legal_actions()
        data, truth = native.to_dict(), reference.to_dict()
        same = self._same
        same("current_player", player, reference.current_player())
        same("legal_actions", legal, reference.legal_actions())
        same("to_dict", data, truth)
        same("scores", native.scores(), reference.scores())
        same("ranks", native.ranks(), reference.ranks())
        same("returns", native.returns(), reference.returns())
        same("chance_weights", native.chance_weights(), reference.chance_weights())
        return _Node(player, legal, data, truth)

    def _compare_often(self, native: StateBackend, reference: StateBackend, node: _Node, seen: dict[int, str]) -> None:
        """What players know, the order of keys, and hashes."""
        same = self._same
        same("keys of to_dict", list(node.data), list(node.truth))
        for p in range(self._native.players):
            seen_by, expected = native.observation(p), reference.observation(p)
            same(f"observation of player {p}", seen_by, expected)
            same(f"keys of the observation of player {p}", list(seen_by), list(expected))
        self._check_hash(native, node.data, seen)

    def _check_hash(self, native: StateBackend, data: Data, seen: dict[int, str]) -> None:
        """Equal positions and only they have equal hashes, however they came about."""
        picture = repr(data)
        number, rebuilt = hash(native), self._native.state_from_dict(data)
        if rebuilt != native or hash(rebuilt) != number:
            raise Difference(
                "the native state and its copy by to_dict", (hash(rebuilt), rebuilt.to_dict()), (number, data)
            )
        clone = native.clone()
        if clone != native or hash(clone) != number:
            raise Difference("the native state and its clone", hash(clone), number)
        if seen.setdefault(number, picture) != picture:
            raise Difference("positions of one native hash", picture, seen[number])

    def _compare_more(self, native: StateBackend, reference: StateBackend, node: _Node) -> None:
        """What takes longer: priors, tensors, texts, types in data, `is_legal` of all ids, reference copies."""
        same, legal = self._same, node.legal
        same("types in to_dict", repr(node.data), repr(node.truth))
        same("prior", native.prior(), reference.prior())
        for p in range(self._native.players):
            same(f"observation of player {p}", repr(native.observation(p)), repr(reference.observation(p)))
            tensors = list(native.observation_tensor(p)), list(reference.observation_tensor(p))
            same(f"observation_tensor of player {p}", *tensors)
            same(f"features for player {p}", native.features(p), reference.features(p))
        ids = range(-1, max(self._native.num_distinct_actions, self._native.max_chance_outcomes) + 1)
        same("is_legal of all ids", [id_ for id_ in ids if native.is_legal(id_)], legal)
        texts = [native.action_to_string(action) for action in legal]
        same("texts of the legal actions", texts, [reference.action_to_string(action) for action in legal])
        same("actions of the legal texts", [native.string_to_action(text) for text in texts], legal)
        same("reference: copy by to_dict", *self._rebuilt(native, reference))
        if not self._native.perfect_information:
            for p in range(self._native.players):
                self._compare_hidden(native, reference, legal, p)

    def _compare_hidden(self, native: StateBackend, reference: StateBackend, legal: list[int], player: int) -> None:
        """What a player sees of the legal actions, and a world that is dealt anew for them."""
        same = self._same
        what = f"by player {player}"
        same(f"seen {what}", *([state.seen(a, player) for a in legal] for state in (native, reference)))
        same(f"texts seen {what}", *([state.seen_text(a, player) for a in legal] for state in (native, reference)))
        worlds = native.clone(), reference.clone()
        rngs = [
            implementations.generator(name)(player, implementations.REDEAL_STREAM) for name in ("native", "reference")
        ]
        for world, rng in zip(worlds, rngs, strict=True):
            world.redeal(player, rng)
        same(f"redeal for player {player}", *(world.to_dict() for world in worlds))
        same(f"the generator after it, for player {player}", *(rng.below(2**31) for rng in rngs))
        same(f"observation of the redealt world {what}", worlds[0].observation(player), native.observation(player))

    def _rebuilt(self, native: StateBackend, reference: StateBackend) -> tuple[str, str]:
        """The reference's position, and the one that it makes of the native data."""
        copy = self._reference.state_from_dict(native.to_dict())
        if copy != reference or hash(copy) != hash(reference):
            return repr(copy.to_dict()), repr(reference.to_dict())
        return "", ""


def replay(lockstep: Lockstep, actions: Sequence[int]) -> Difference | None:
    """The first difference along these actions, up to the first that is not legal."""
    remaining = iter(actions)

    def choose(player: int, legal: list[int], state: StateBackend) -> int | None:
        action = next(remaining, None)
        return action if action in legal else None

    return lockstep.play(choose)[2]


def _raised(error: Exception) -> Difference:
    """An exception as a difference, with the side that it came from."""
    words = f"{type(error).__name__}: {error}"
    frames = traceback.extract_tb(error.__traceback__)
    if any("reference" in Path(frame.filename).parts for frame in frames):
        return Difference("an exception", "none", words)
    return Difference("an exception", words, "none")


# Shrinking


def shrunk(lockstep: Lockstep, actions: Sequence[int], difference: Difference) -> tuple[list[int], Difference]:
    """A shorter game that ends in a difference, and what differs there.

    The game is taken as choices, so that one that is left out leaves the others playable: pieces are left out, half the
    game first, then smaller ones (ddmin), then choices are made the first that is legal.
    """
    best: tuple[list[int], list[int], Difference] = (_as_choices(lockstep, actions), list(actions), difference)
    tries = 0

    def better(choices: list[int]) -> bool:
        nonlocal best, tries
        tries += 1
        played, found = _play_choices(lockstep, choices)
        if found is None or len(played) > len(best[1]):
            return False
        best = (choices[: len(played)], played, found)
        return True

    piece = max(1, len(best[0]) // 2)
    while tries < MOST_TRIES:
        start, shorter = 0, False
        while start < len(best[0]) and tries < MOST_TRIES:
            if better(best[0][:start] + best[0][start + piece :]):
                shorter = True
            else:
                start += piece
        if piece == 1 and not shorter:
            break
        piece = max(1, piece // 2)
    for place in range(len(best[0])):
        if place < len(best[0]) and best[0][place] and tries < MOST_TRIES:
            better([*best[0][:place], 0, *best[0][place + 1 :]])
    return best[1], best[2]


def _as_choices(lockstep: Lockstep, actions: Sequence[int]) -> list[int]:
    choices: list[int] = []
    remaining = iter(actions)

    def choose(player: int, legal: list[int], state: StateBackend) -> int | None:
        action = next(remaining, None)
        if action is None:
            return None
        choices.append(legal.index(action))
        return action

    lockstep.play(choose)
    return choices


def _play_choices(lockstep: Lockstep, choices: Sequence[int]) -> tuple[list[int], Difference | None]:
    remaining = iter(choices)

    def choose(player: int, legal: list[int], state: StateBackend) -> int | None:
        choice = next(remaining, None)
        return None if choice is None else legal[choice % len(legal)]

    _, actions, difference = lockstep.play(choose)
    return actions, difference
