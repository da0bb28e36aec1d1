"""What a player can say of what is hidden: the worlds that agree with an observation, and draws of them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from importlib import import_module
from itertools import accumulate
from math import gcd
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeAlias

from cloche import implementation as implementations
from cloche.backend import Data
from cloche.messages import MOST_NOTATION, listed, shown
from cloche.state import State, check_rng

if TYPE_CHECKING:
    from cloche._core import Rng
    from cloche.beliefs import BeliefsModule
    from cloche.beliefs.likelihoods import Likelihoods, Row
    from cloche.game import Game

# Of a position before an action: a probability for legal actions; those that are left out have probability 0.
Policy: TypeAlias = Callable[[State], Mapping[int, float]]

ROUNDING = 1e-9  # by which the probabilities of a policy may exceed 1 together


class Belief:
    """The worlds that a player holds possible, each as likely as chance and the actions seen make it.

    A world is a position with the player's observation (H-2 of seeds/hidden.md). Choices of other players are taken to
    say nothing of what they hold, but for those that `update` has been told of. `State.belief` and `Game.belief` make
    it. Beliefs never change; they pickle, copy, compare and hash by what the player knows and holds likely. Where a
    game hides nothing there is one world.
    """

    __slots__ = ("_drawing", "_likelihoods", "_player", "_world")

    def __init__(self, state: State, player: int) -> None:
        self._player = state.game.check_player(player)
        self._world = State(
            state.game, implementations.world_of(state.backend, self._player, state.game.implementation)
        )
        self._likelihoods: Likelihoods | None = None  # None: as chance makes it
        self._drawing: tuple[list[Row], list[float]] | None = None  # rows with running sums of their probabilities

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._world.game

    @property
    def player(self) -> int:
        """Whose belief it is."""
        return self._player

    @property
    def observation(self) -> Data:
        """All that the player knows; a new dict each time."""
        return self._world.observation(self._player)

    @property
    def state(self) -> State:
        """A position with this observation, the same for equal ones (H-4): to ask what the player may do.

        `update` does not change it, even where it finds this world impossible.
        """
        return self._world.clone()

    @property
    def is_updated(self) -> bool:
        """Whether actions of others make some worlds more or less likely than chance does."""
        return self._likelihoods is not None

    def sample(self, rng: Rng) -> State:
        """A world, drawn with its probability; equal generators give equal worlds in both implementations.

        TypeError without a `cloche.Rng`.
        """
        check_rng(rng)
        if self._likelihoods is None:
            return self._world.redeal(self._player, rng)
        if self._drawing is None:
            shares = self._rows(self._likelihoods)
            self._drawing = [row for row, _ in shares], list(accumulate(share for _, share in shares))
        rows, sums = self._drawing
        row = rows[min(bisect_right(sums, rng.uniform() * sums[-1]), len(rows) - 1)]
        return self._filled(self._likelihoods, row, rng)

    def count(self) -> int:
        """The number of different worlds that are possible."""
        if self.game.perfect_information:
            return 1
        if self._likelihoods is None:
            return self._module.count(self.observation, self._components)
        return sum(number for _, number, _ in self._masses(self._likelihoods))

    def worlds(self) -> Iterator[tuple[State, float]]:
        """Every world with its probability; they sum to 1. `count` says beforehand how many there are."""
        if self.game.perfect_information:
            yield self.state, 1.0
            return
        total = sum(weight for _, weight in self._weighted_worlds())
        for data, weight in self._weighted_worlds():
            yield self.game.state_from_dict(data), weight / total

    def hand_probabilities(self, player: SupportsIndex | None = None) -> dict[tuple[str, ...], float]:
        """Every hand that another player can hold, with its probability; they sum to 1.

        A hand is a tuple of faces as the observation writes them, known ones included, sorted as texts. `player` may be
        left out where there is one other player. ValueError where nobody else holds a hand that is hidden, and where
        there are too many hands to list.
        """
        other = self._other(player)
        if self._likelihoods is None:
            return self._module.hands(self.observation, self._components, other)
        observation = self.observation
        likelihoods = self._module.spread(observation, self._components, self._likelihoods, other)
        hands: dict[tuple[str, ...], float] = {}
        for row, probability in self._rows(likelihoods):
            hand = self._module.hand_of(observation, likelihoods, row, other)
            hands[hand] = hands.get(hand, 0.0) + probability
        return hands

    # What actions say

    def update(self, action_view: str, policy: Policy) -> Belief:
        """This belief after another player has been seen to choose an action here, by Bayes' rule.

        Args:
            action_view: What the player sees of the action, as `State.action_view` writes it.
            policy: How the player to move chooses: a function of a position that gives the probability of legal
                actions by id, 0 .. 1, together at most 1; those left out have probability 0. It is asked once for each
                hand (and each set of cards, where one of them is to be taken) and may depend on that and on what all
                players see, on nothing else that is hidden: the rest of the position is one of many possible ones.

        The belief returned still stands before the action; `advance` goes on. Where nothing is hidden it is this one.
        ValueError unless another player is to move, for an action that nobody could see here or that the policy never
        chooses, for wrong probabilities, and where what is hidden can be in more than 200,000 ways.
        """
        mover = self._world.current_player()
        if mover < 0 or mover == self._player:
            raise ValueError(f"no other player is to choose an action here; this is a belief of player {self._player}")
        if not isinstance(action_view, str):
            raise ValueError(f"action_view: {shown(action_view)}, should be a text as State.action_view gives it")
        if not callable(policy):
            raise ValueError(f"policy: {shown(policy)}, should be a function of a state")
        view = action_view.strip()
        if self.game.perfect_information:
            self._world.string_to_action(view)
            return self
        from cloche.beliefs.likelihoods import Likelihoods, scaled

        before = self._likelihoods or Likelihoods()
        if before.seen is not None:
            raise ValueError(f"{shown(before.seen)} has been chosen here: advance the belief before the next action")
        likelihoods = self._module.spread(self.observation, self._components, before, mover)
        rows = self._conditioned(likelihoods, mover, view, policy)
        if max(rows.values()) == 0.0:
            raise ValueError(f"action_view: the policy never chooses {shown(view)}, with no hand that is held possible")
        return self._with(scaled(likelihoods.about, rows, seen=view))

    def _conditioned(self, likelihoods: Likelihoods, mover: int, view: str, policy: Policy) -> dict[Row, float]:
        """Each row with its likelihood after what was seen of an action."""
        observation, module = self.observation, self._module
        chosen: dict[Row, dict[str, float]] = {}
        rows: dict[Row, float] = {}
        could_be_seen = False
        for row, _, _ in self._masses(likelihoods):
            situation = module.situation(observation, likelihoods, row, mover)
            if situation not in chosen:
                chosen[situation] = _probabilities(self._filled(likelihoods, row, _Lowest()), policy)
            action = module.action_seen(observation, likelihoods, row, mover, view)
            could_be_seen |= action in chosen[situation]
            rows[row] = likelihoods.rows[row] * chosen[situation].get(action or "", 0.0)
        if not could_be_seen:
            raise ValueError(f"action_view: {shown(view[: 2 * MOST_NOTATION])} can't be seen of an action here")
        return rows

    def advance(self, observation: Mapping[str, Any], *, hands_only: bool = False) -> Belief:
        """The belief at a later observation of the same player, with what updates have said of cards still hidden.

        Call it after every action of another player at the latest, whether there was an update or not. `hands_only`
        keeps what was learnt of cards in hands and forgets what it means for other cards, those discarded for example:
        the hands are as likely as before, and large beliefs get small. ValueError lists every contradiction of the
        observation; another one is for an observation that does not follow from this belief, and where what is hidden
        can be in more than 200,000 ways, which two hidden discards early in a game of Buds and Blooms come to.
        """
        after = self.game.belief(observation)
        if after.player != self._player:
            raise ValueError(f"an observation of player {after.player}, should be one of player {self._player}")
        if self._likelihoods is None:
            return after
        return after._with(
            self._module.advanced(
                self.observation, after.observation, self._components, self._likelihoods, bool(hands_only)
            )
        )

    def _with(self, likelihoods: Likelihoods) -> Belief:
        """The same observation with likelihoods, or without them where they say nothing."""
        belief = Belief(self._world, self._player)
        if likelihoods.seen is not None or not self._say_nothing(likelihoods):
            belief._likelihoods = likelihoods
        return belief

    def _say_nothing(self, likelihoods: Likelihoods) -> bool:
        if not likelihoods.are_equal:
            return False
        number = sum(number for _, number, _ in self._masses(likelihoods))
        return number == self._module.count(self.observation, self._components)

    # Worlds

    @property
    def _module(self) -> BeliefsModule:
        module: BeliefsModule = import_module(self.game.entry.beliefs_module)
        return module

    @property
    def _components(self) -> Data:
        return _components_of(self.game)

    def _other(self, player: SupportsIndex | None) -> int:
        """The player whose hand is asked for; ValueError if it is not hidden."""
        if self.game.perfect_information or self.game.players == 1:
            raise ValueError(f"{self.game.name} hides no hand from player {self._player}")
        others = [other for other in range(self.game.players) if other != self._player]
        if player is None:
            if len(others) > 1:
                raise ValueError(f"player: None, should be one of {listed(others)}")
            return others[0]
        other = self.game.check_player(player)
        if other == self._player:
            raise ValueError(f"player {other} knows the own hand; player: should be one of {listed(others)}")
        return other

    def _masses(self, likelihoods: Likelihoods) -> Iterator[tuple[Row, int, int]]:
        return self._module.masses(self.observation, self._components, likelihoods)

    def _rows(self, likelihoods: Likelihoods) -> list[tuple[Row, float]]:
        """Every row with its probability."""
        masses = [(row, weight) for row, _, weight in self._masses(likelihoods)]
        whole = sum(weight for _, weight in masses)
        shares = [(row, weight / whole * likelihoods.rows[row]) for row, weight in masses]
        total = sum(share for _, share in shares)
        return [(row, share / total) for row, share in shares]

    def _filled(self, likelihoods: Likelihoods, row: Row, rng: Any) -> State:
        """A world of a row."""
        return self.game.state_from_dict(self._module.drawn(self.observation, self._components, likelihoods, row, rng))

    def _weighted_worlds(self) -> Iterator[tuple[Data, float]]:
        """Every world as data with its weight."""
        likelihoods = self._likelihoods
        numbers: dict[Row, float] = {}  # by what rows tell of a world; the choice just seen may follow in a row
        for data, weight in self._module.worlds(self.observation, self._components):
            if likelihoods is None:
                yield data, weight
                continue
            row = self._module.row_of(data, likelihoods)
            if not numbers:
                for longer, number in likelihoods.rows.items():
                    numbers[longer[: len(row)]] = numbers.get(longer[: len(row)], 0.0) + number
            if row in numbers:
                yield data, weight * numbers[row]

    # As a Python value

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Belief):
            return NotImplemented
        return self._player == other._player and self._world == other._world and self._likelihoods == other._likelihoods

    def __hash__(self) -> int:
        return hash((self._player, self._world))

    def __copy__(self) -> Belief:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Belief:
        return self

    def __reduce__(self) -> tuple[Callable[..., Belief], tuple[State, int, Likelihoods | None]]:
        return _unpickled, (self._world, self._player, self._likelihoods)

    def __repr__(self) -> str:
        updated = ", updated" if self.is_updated else ""
        return f"<cloche.Belief {self.game.name}: player {self._player}{updated}>"


def _unpickled(world: State, player: int, likelihoods: Likelihoods | None) -> Belief:
    belief = Belief(world, player)
    belief._likelihoods = likelihoods
    return belief


def listed_worlds(state: State, player: int, most: int) -> list[tuple[State, int]] | None:
    """All worlds of what a player knows, with whole weights in the proportion of their probabilities, in lowest terms.

    None where there are more than `most`.
    """
    belief = Belief(state, player)
    if belief.count() > most:
        return None
    listed = list(belief._module.worlds(belief.observation, belief._components))
    common = gcd(*(weight for _, weight in listed))
    return [(belief.game.state_from_dict(data), weight // common) for data, weight in listed]


@lru_cache(8)
def _components_of(game: Game) -> Data:
    """The component data of a game, or the options of one that has none; not to be changed."""
    return game.components or game.options


class _Lowest:
    """Takes the first of all that could be drawn."""

    def below(self, n: int) -> int:
        return 0


def _probabilities(world: State, policy: Policy) -> dict[str, float]:
    """What a policy chooses, by notation, 0 where it says nothing; ValueError unless it gives probabilities."""
    given = policy(world.clone())
    if not isinstance(given, Mapping):
        raise ValueError(f"policy: {shown(given)}, should be a mapping of legal actions to probabilities")
    probabilities = dict.fromkeys(world.legal_actions(), 0.0)
    for action, number in given.items():
        if action not in probabilities:
            raise ValueError(f"policy: {shown(action)} is no legal action here")
        try:
            probabilities[action] = float(number)
        except (TypeError, ValueError):
            raise ValueError(f"policy: {shown(number)} of action {shown(action)}, should be a number 0..1") from None
        if not 0.0 <= probabilities[action] <= 1.0:
            raise ValueError(f"policy: {shown(number)} of action {shown(action)}, should be a number 0..1")
    total = sum(probabilities.values())
    if total > 1.0 + ROUNDING:
        raise ValueError(f"policy: the probabilities sum to {total:.6g}, should be at most 1")
    return {world.action_to_string(action): number for action, number in probabilities.items()}
