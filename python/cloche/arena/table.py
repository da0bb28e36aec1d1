"""Who sits at the table, and the games of one deal."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from cloche import implementation as implementations
from cloche.backend import CHANCE, TERMINAL
from cloche.bots import Stop
from cloche.jobs import Stopped
from cloche.messages import shown
from cloche.opponents import BotSpec
from cloche.reference.base import draw
from cloche.report import Limits

if TYPE_CHECKING:
    from cloche.game import Game
    from cloche.state import State

CHANCE_STREAM = 1  # seeds/random.md
MATCH_STREAM = 6  # seeds of a match: block, for the deal; block, rotation, seat, for a player

ENDING_LIMITS = ("simulations", "seconds", "cpu_seconds", "nodes")


@dataclass(frozen=True)
class PlayedGame:
    """A game of a match. All tuples go by place in the list of players, not by seat.

    Attributes:
        rotation: Player i sat at seat (i + rotation) mod players.
        scores: The game's own points.
        ranks: 1 is first; who shares a place has the same rank.
        moves: Decisions.
        cpu_seconds: Processor time that these took, of the thread that plays.
    """

    rotation: int
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    moves: tuple[int, ...]
    cpu_seconds: tuple[float, ...] = field(compare=False)

    @property
    def shares(self) -> tuple[float, ...]:
        """Of a win; players that share first place share it."""
        firsts = self.ranks.count(1)
        return tuple(1 / firsts if rank == 1 else 0.0 for rank in self.ranks)

    @property
    def margins(self) -> tuple[int, ...]:
        """Score minus the best score of the others."""
        scores = self.scores
        return tuple(score - max(scores[:i] + scores[i + 1 :]) for i, score in enumerate(scores))

    @property
    def plies(self) -> int:
        """Decisions of all players."""
        return sum(self.moves)


Played = TypeVar("Played")
Block: TypeAlias = tuple[PlayedGame, ...]  # one deal, every rotation in turn


@dataclass(frozen=True)
class Table:
    """Players of a game, one a place, and the seed of all that is drawn."""

    game: Game
    specs: tuple[BotSpec, ...]
    seed: int


# Who plays


def game_of_many(game: Game) -> Game:
    """The game itself; ValueError for what has no matches."""
    from cloche.game import Game

    if not isinstance(game, Game):
        raise ValueError(f"game: {shown(game)}, should be a game that cloche.load made")
    if game.players == 1:
        raise ValueError(f"a match needs at least 2 players; one alone plays {game.name} with cloche.arena.solo")
    if game.shared_return:
        options = ", ".join(f"{name}={json.dumps(value)}" for name, value in game.options.items())
        raise ValueError(
            f"a match needs a game that somebody wins; in {game.name} with {options} all players share one result"
        )
    return game


def named_bots(game: Game, bots: Sequence[str | BotSpec], limits: Limits | None = None) -> list[BotSpec]:
    """The players that were named, all that search with these limits; each is tried once. ValueError as `match`."""
    if not isinstance(bots, Sequence) or isinstance(bots, str | bytes) or not 2 <= len(bots) <= game.players:
        count = f"2..{game.players}" if game.players > 2 else "2"
        raise ValueError(f"bots: {shown(bots)}, should be a list of {count} players for {game.players} seats")
    specs = [spec_of(bot) for bot in bots]
    if limits is not None:
        specs = _equally_limited(specs, limits)
    for spec in specs:
        spec.make(game)
    return specs


def spec_of(bot: str | BotSpec) -> BotSpec:
    """A player that is given as text or as value."""
    return bot if isinstance(bot, BotSpec) else BotSpec.parse(bot)


def full_table(game: Game, specs: Sequence[BotSpec]) -> tuple[BotSpec, ...]:
    """A player for each seat: the last one fills up."""
    return (*specs, *[specs[-1]] * (game.players - len(specs)))


def _equally_limited(specs: list[BotSpec], limits: Limits) -> list[BotSpec]:
    if not isinstance(limits, Limits):
        raise ValueError(f"limits: {shown(limits)}, should be cloche.Limits or None")
    if not limits.ends:
        raise ValueError("limits: should have simulations, seconds, cpu_seconds or nodes, which end a search")
    if not any(spec.searches for spec in specs):
        raise ValueError("limits: none of the players searches")
    unset = Limits()
    given = {name: value for name, value in limits.to_dict().items() if value != getattr(unset, name)}
    for spec in specs:
        own = [name for name in spec.options if name in (*ENDING_LIMITS, *given)]
        if own:
            raise ValueError(f"player {spec}: {own[0]} is given, and limits for all players as well; leave out one")
    return [replace(spec, options={**given, **spec.options}) if spec.searches else spec for spec in specs]


def checked_stop(game: Game, stop: Stop | None) -> None:
    """ValueError for what the searches of a game cannot take as a flag."""
    if stop is None or (game.implementation == "reference" and callable(getattr(stop, "is_set", None))):
        return
    from cloche._core import StopFlag

    if not isinstance(stop, StopFlag):
        raise ValueError(f"stop: {shown(stop)}, should be a cloche.StopFlag or None")


# Games


def play_block(table: Table, stop: Stop | None, block: int) -> Block:
    """Plays a deal with all rotations. Stopped if the flag is set before they are over."""
    return tuple(_play_game(table, block, rotation, stop) for rotation in range(table.game.players))


def play_alone(table: Table, stop: Stop | None, deal: int) -> tuple[int, float]:
    """Score and return of a game for one player."""
    state, _, _ = _played_out(table, deal, 0, stop)
    return state.scores()[0], state.returns()[0]


def _play_game(table: Table, block: int, rotation: int, stop: Stop | None) -> PlayedGame:
    players = table.game.players
    state, moves, seconds = _played_out(table, block, rotation, stop)
    scores, ranks = state.scores(), state.ranks()
    at = [(place + rotation) % players for place in range(players)]
    return PlayedGame(
        rotation,
        scores=tuple(scores[seat] for seat in at),
        ranks=tuple(ranks[seat] for seat in at),
        moves=tuple(moves[seat] for seat in at),
        cpu_seconds=tuple(seconds[seat] for seat in at),
    )


def _played_out(table: Table, block: int, rotation: int, stop: Stop | None) -> tuple[State, list[int], list[float]]:
    """The end of a game; decisions and processor time of each seat."""
    game, players = table.game, table.game.players
    generator = implementations.generator(game.implementation)
    specs = [table.specs[(seat - rotation) % players] for seat in range(players)]
    seats = [spec.make(game, seed=_seed(table, block, rotation, seat)) for seat, spec in enumerate(specs)]
    chance = generator(_seed(table, block), CHANCE_STREAM)
    state = game.new_initial_state()
    moves, seconds = [0] * players, [0.0] * players
    while (player := state.current_player()) != TERMINAL:
        if player == CHANCE:
            action = draw(state.backend.chance_weights(), chance)
        else:
            start = time.thread_time()
            flag = stop if specs[player].searches else None
            action = seats[player].act(state) if flag is None else seats[player].search(state, stop=flag).best_action
            seconds[player] += time.thread_time() - start
            moves[player] += 1
            if stop is not None and stop.is_set():
                raise Stopped
        state.apply_action(action)
        for bot in seats:
            bot.advance(action)
    return state, moves, seconds


def _seed(table: Table, *keys: int) -> int:
    """The seed of a block's deal, or, with rotation and seat, of a player."""
    generator = implementations.generator(table.game.implementation)
    return generator(table.seed, MATCH_STREAM, *keys).below(2**32 - 1)
