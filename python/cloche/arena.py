"""Matches: players against each other on equal deals with all seat rotations, and what the results prove; and one
player alone, in games that can be played so (`solo`).

A deal is the stream of the game's chance. A block is one deal with all rotations of the seats; its mean is one
observation, since games of one deal are not independent.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field
from statistics import NormalDist, fmean, stdev
from typing import TYPE_CHECKING, Any, SupportsIndex

from cloche import implementation as implementations
from cloche.backend import CHANCE, TERMINAL
from cloche.jobs import MOST_JOBS, in_order
from cloche.messages import counted, shown, whole_number
from cloche.opponents import BotSpec
from cloche.reference.base import draw

if TYPE_CHECKING:
    from cloche.game import Game
    from cloche.state import State

CHANCE_STREAM = 1  # seeds/random.md
MATCH_STREAM = 6  # seeds of a match: block, for the deal; block, rotation, seat, for a player
CONFIDENCE = 0.95
MOST_BLOCKS = 10**6
PROGRESS_SECONDS = 0.25


@dataclass(frozen=True)
class Estimate:
    """A mean over blocks with its confidence interval (Student's t, 95 %)."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class BotResult:
    """What one of the players came to."""

    bot: str  # as `BotSpec` writes it
    seats: int  # seats it held in each game: more than 1 if it filled up the table
    share: Estimate  # of a win, for each seat it held; players that share first place share the win
    margin: Estimate  # score minus the best score of the others, for each seat it held
    elo: Estimate | None  # from the share, against the others together; None with more than two players
    wins: int  # games in which it was first alone
    shared: int  # games in which it shared first place with another player
    by_seat: tuple[float | None, ...]  # share in each seat; None where it never sat


@dataclass(frozen=True)
class MatchResult:
    """A match, finished or so far."""

    game: str
    players: int
    options: dict[str, Any]
    components_digest: str
    seed: int
    blocks: int  # played
    games: int
    plies: int  # decisions in all games
    bots: tuple[BotResult, ...]  # as they were given
    seconds: float = field(compare=False)  # of wall time

    def to_dict(self) -> dict[str, Any]:
        """JSON-able; null for what is infinite."""
        data: dict[str, Any] = _jsonable({**asdict(self), "confidence": CONFIDENCE})
        return data

    def interval(self, of: Estimate, form: str) -> str:
        """A confidence interval as text, numbers as `form` says; `-` where one block proves nothing."""
        return f"{of.low:{form}} to {of.high:{form}}" if self.blocks > 1 else "-"

    @property
    def headline(self) -> str:
        """What was played."""
        return f"{self.game}, {self.players} players: {counted(self.games, 'game')} in {counted(self.blocks, 'block')}"

    def __str__(self) -> str:
        lines = [self.headline]
        for bot in self.bots:
            won = f"win share {bot.share.mean:.3f} ({self.interval(bot.share, '.3f')})"
            elo = "" if bot.elo is None else f", Elo {bot.elo.mean:+.0f} ({self.interval(bot.elo, '+.0f')})"
            lines.append(f"{bot.bot}: {won}{elo}, margin {bot.margin.mean:+.2f}")
        return "\n".join(lines)


def match(
    game: Game,
    bots: Sequence[str | BotSpec],
    *,
    blocks: SupportsIndex,
    seed: SupportsIndex = 0,
    jobs: SupportsIndex = 1,
    on_progress: Callable[[MatchResult], None] | None = None,
) -> MatchResult:
    """Plays `blocks` deals of `game`, each with every rotation of the seats, and compares the players.

    `bots` are texts or values of `BotSpec`; of fewer than the game has players the last one fills up the table. Each is
    made anew for every game with a seed of its own, drawn from `seed`, the block, the rotation and its seat, and keeps
    its tree within the game. The result is the same for any number of `jobs` (processes), but where players have limits
    of time. `on_progress` gets the result so far, now and then, and the whole one; where Ctrl-C ends the match, what
    there is by then. ValueError for numbers out of range, unknown players, and games in which nobody wins.
    """
    number = whole_number("blocks", blocks, 1, MOST_BLOCKS)
    processes = whole_number("jobs", jobs, 1, MOST_JOBS)
    root = whole_number("seed", seed)
    specs = _table(game, bots)
    for spec in specs:
        spec.make(game)
    start = told = time.perf_counter()
    tasks = [_Block(game, tuple(specs), block, root) for block in range(number)]
    tally = _Tally(game, [str(bot) for bot in bots], root)
    try:
        with closing(in_order(_play_block, tasks, processes)) as played:
            for games in played:
                tally.add(games)
                now = time.perf_counter()
                if on_progress is not None and now - told >= PROGRESS_SECONDS:
                    on_progress(tally.result(now - start))
                    told = now
    except KeyboardInterrupt:
        if on_progress is not None and tally.blocks:
            on_progress(tally.result(time.perf_counter() - start))
        raise
    result = tally.result(time.perf_counter() - start)
    if on_progress is not None:
        on_progress(result)
    return result


@dataclass(frozen=True)
class SoloResult:
    """Games of one player alone, finished or so far."""

    game: str
    options: dict[str, Any]
    components_digest: str
    bot: str  # as `BotSpec` writes it
    seed: int
    games: int
    score: Estimate  # the game's own points
    won: Estimate | None  # share of games won; None where nothing is won
    scores: tuple[int, ...]  # of each game
    seconds: float = field(compare=False)  # of wall time

    def to_dict(self) -> dict[str, Any]:
        """JSON-able."""
        data: dict[str, Any] = _jsonable({**asdict(self), "confidence": CONFIDENCE})
        return data

    def __str__(self) -> str:
        score = f"mean score {self.score.mean:.2f} ({self.score.low:.2f} to {self.score.high:.2f})"
        won = "" if self.won is None else f", won {self.won.mean:.3f} ({self.won.low:.3f} to {self.won.high:.3f})"
        return f"{self.game} alone, {counted(self.games, 'game')}: {self.bot} {score}{won}"


def solo(
    game: Game,
    bot: str | BotSpec,
    *,
    games: SupportsIndex,
    seed: SupportsIndex = 0,
    jobs: SupportsIndex = 1,
    on_progress: Callable[[SoloResult], None] | None = None,
) -> SoloResult:
    """Plays `games` deals of a game for one player.

    The bot is made anew for every game with a seed of its own. The result is the same for any number of `jobs`
    (processes), but where the bot has limits of time. `on_progress` gets the result so far, now and then, and the whole
    one. ValueError for numbers out of range, unknown players, and a game that is not loaded for one player.
    """
    from cloche.game import Game

    number = whole_number("games", games, 1, MOST_BLOCKS)
    processes = whole_number("jobs", jobs, 1, MOST_JOBS)
    root = whole_number("seed", seed)
    if not isinstance(game, Game) or game.players != 1:
        raise ValueError(f"game: {shown(game)}, should be a game that cloche.load made for one player")
    spec = bot if isinstance(bot, BotSpec) else BotSpec.parse(bot)
    spec.make(game)
    start = told = time.perf_counter()
    ends: list[tuple[int, float]] = []

    def result() -> SoloResult:
        low, high = game.backend.score_bounds
        wins = None if game.shared_return else estimate([float(gain > 0) for _, gain in ends], (0.0, 1.0))
        return SoloResult(
            game=game.name,
            options=dict(game.options),
            components_digest=game.components_digest,
            bot=str(spec),
            seed=root,
            games=len(ends),
            score=estimate([float(score) for score, _ in ends], (low, high)),
            won=wins,
            scores=tuple(score for score, _ in ends),
            seconds=time.perf_counter() - start,
        )

    tasks = [_Block(game, (spec,), block, root) for block in range(number)]
    with closing(in_order(_play_alone, tasks, processes)) as played:
        for end in played:
            ends.append(end)
            if on_progress is not None and time.perf_counter() - told >= PROGRESS_SECONDS:
                told = time.perf_counter()
                on_progress(result())
    if on_progress is not None:
        on_progress(result())
    return result()


def _table(game: Game, bots: Sequence[str | BotSpec]) -> list[BotSpec]:
    """A player for each seat."""
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
    if not isinstance(bots, Sequence) or isinstance(bots, str | bytes) or not 2 <= len(bots) <= game.players:
        count = f"2..{game.players}" if game.players > 2 else "2"
        raise ValueError(f"bots: {shown(bots)}, should be a list of {count} players for {game.players} seats")
    specs = [bot if isinstance(bot, BotSpec) else BotSpec.parse(bot) for bot in bots]
    return specs + [specs[-1]] * (game.players - len(specs))


# One game


@dataclass(frozen=True)
class _Block:
    game: Game
    specs: tuple[BotSpec, ...]  # one a seat
    block: int
    seed: int


@dataclass(frozen=True)
class _Played:
    """A game's results by place in `_Block.specs`, not by seat."""

    rotation: int  # specs[i] sat at (i + rotation) mod players
    shares: tuple[float, ...]
    margins: tuple[float, ...]
    firsts: tuple[bool, ...]
    plies: int


def _play_block(task: _Block) -> list[_Played]:
    return [_play_game(task, rotation) for rotation in range(task.game.players)]


def _play_alone(task: _Block) -> tuple[int, float]:
    """Score and return of a game for one player."""
    state, _ = _played_out(task, 0)
    return state.scores()[0], state.returns()[0]


def _play_game(task: _Block, rotation: int) -> _Played:
    players = task.game.players
    state, plies = _played_out(task, rotation)
    scores, ranks, returns = state.scores(), state.ranks(), state.returns()
    at = [(place + rotation) % players for place in range(players)]
    return _Played(
        rotation,
        shares=tuple((returns[seat] * (players - 1) + 1) / players for seat in at),
        margins=tuple(float(scores[seat] - max(scores[:seat] + scores[seat + 1 :])) for seat in at),
        firsts=tuple(ranks[seat] == 1 for seat in at),
        plies=plies,
    )


def _played_out(task: _Block, rotation: int) -> tuple[State, int]:
    """The end of a game, and its decisions."""
    game, players = task.game, task.game.players
    generator = implementations.generator(game.implementation)
    seats = [
        task.specs[(seat - rotation) % players].make(game, seed=_seed(task, rotation, seat)) for seat in range(players)
    ]
    chance = generator(_seed(task), CHANCE_STREAM)
    state = game.new_initial_state()
    plies = 0
    while (player := state.current_player()) != TERMINAL:
        if player == CHANCE:
            action = draw(state.backend.chance_weights(), chance)
        else:
            action = seats[player].act(state)
            plies += 1
        state.apply_action(action)
        for bot in seats:
            bot.advance(action)
    return state, plies


def _seed(task: _Block, *keys: int) -> int:
    """The seed of a block's deal, or, with rotation and seat, of a player."""
    generator = implementations.generator(task.game.implementation)
    return generator(task.seed, MATCH_STREAM, task.block, *keys).below(2**32 - 1)


# Statistics


class _Tally:
    """Results of a match so far."""

    def __init__(self, game: Game, bots: Sequence[str], seed: int) -> None:
        self._game, self._bots, self._seed = game, bots, seed
        self._blocks: list[list[_Played]] = []

    @property
    def blocks(self) -> int:
        """How many were played."""
        return len(self._blocks)

    def add(self, games: list[_Played]) -> None:
        self._blocks.append(games)

    def result(self, seconds: float) -> MatchResult:
        games = [game for block in self._blocks for game in block]
        return MatchResult(
            game=self._game.name,
            players=self._game.players,
            options=dict(self._game.options),
            components_digest=self._game.components_digest,
            seed=self._seed,
            blocks=len(self._blocks),
            games=len(games),
            plies=sum(game.plies for game in games),
            bots=tuple(self._bot(place, games) for place in range(len(self._bots))),
            seconds=seconds,
        )

    def _bot(self, place: int, games: list[_Played]) -> BotResult:
        players = self._game.players
        low, high = self._game.backend.score_bounds
        last = place == len(self._bots) - 1
        places = range(place, players) if last else range(place, place + 1)
        share = estimate([_mean_of(block, places, "shares") for block in self._blocks], (0.0, 1.0))
        others = [p for p in range(players) if p not in places]
        won = [game for game in games if any(game.firsts[p] for p in places)]
        alone = sum(not any(game.firsts[p] for p in others) for game in won)
        return BotResult(
            bot=self._bots[place],
            seats=len(places),
            share=share,
            margin=estimate([_mean_of(block, places, "margins") for block in self._blocks], (low - high, high - low)),
            elo=Estimate(_elo(share.mean), _elo(share.low), _elo(share.high)) if players == 2 else None,
            wins=alone,
            shared=len(won) - alone,
            by_seat=tuple(self._in_seat(seat, places, games) for seat in range(players)),
        )

    def _in_seat(self, seat: int, places: range, games: list[_Played]) -> float | None:
        players = self._game.players
        shares = [game.shares[p] for game in games for p in places if (p + game.rotation) % players == seat]
        return fmean(shares) if shares else None


def _mean_of(block: list[_Played], places: range, what: str) -> float:
    return fmean(getattr(game, what)[place] for game in block for place in places)


def estimate(observations: Sequence[float], bounds: tuple[float, float]) -> Estimate:
    """Mean and confidence interval of independent observations that lie within `bounds`.

    Student's t. Where all are equal that would claim certainty; the interval then reaches as far as if each further
    observation could be at a bound with the probability that n equal ones still allow.
    """
    n = len(observations)
    mean = fmean(observations)
    low, high = bounds
    if n == 1:
        return Estimate(mean, low, high)
    tail = (1 - CONFIDENCE) / 2
    spread = stdev(observations)
    if spread == 0:
        rest = 1 - tail ** (1 / n)
        return Estimate(mean, mean - rest * (mean - low), mean + rest * (high - mean))
    reach = student_t(1 - tail, n - 1) * spread / math.sqrt(n)
    return Estimate(mean, max(low, mean - reach), min(high, mean + reach))


def student_t(probability: float, freedom: int) -> float:
    """Quantile of Student's t for 0.5 < probability < 1: exact for 1 and 2 degrees of freedom, otherwise the expansion
    of Abramowitz and Stegun, 26.7.5, here good to 1 % or better.
    """
    if freedom == 1:
        return math.tan(math.pi * (probability - 0.5))
    if freedom == 2:
        p = 2 * probability - 1
        return p * math.sqrt(2 / (1 - p * p))
    z = NormalDist().inv_cdf(probability)
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return sum(term / float(freedom) ** power for power, term in enumerate(terms))


def _elo(share: float) -> float:
    """Elo difference that goes with a win share; infinite at 0 and 1."""
    if share <= 0 or share >= 1:
        return math.copysign(math.inf, share - 0.5)
    return 400 * math.log10(share / (1 - share))


def _jsonable(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _jsonable(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_jsonable(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
