"""What a match came to: shares, margins and Elo with their intervals, and the verdict of a sequential test."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from statistics import fmean
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from cloche import notebook
from cloche.arena.estimates import CONFIDENCE, Estimate, elo_of_share, estimates
from cloche.arena.sprt import SequentialTest, Sprt, SprtResult
from cloche.arena.table import Block, PlayedGame, full_table
from cloche.messages import counted

if TYPE_CHECKING:
    from cloche.game import Game
    from cloche.opponents import BotSpec

Ending: TypeAlias = Literal["blocks", "sprt", "stop"]


@dataclass(frozen=True)
class BotResult:
    """What one of the players came to."""

    bot: str  # as `BotSpec` writes it
    seats: int  # seats it held in each game: more than 1 if it filled up the table
    share: Estimate  # of a win, for each seat it held; players that share first place share the win
    margin: Estimate  # score minus the best score of the others, for each seat it held
    elo: Estimate | None  # from the share, against the other player of two; None where more were named
    wins: int  # games in which it was first alone
    shared: int  # games in which it shared first place with another player
    by_seat: tuple[float | None, ...]  # share in each seat; None where it never sat
    move_seconds: float = field(compare=False)  # mean processor time of a decision; nan where it made none


@dataclass(frozen=True)
class MatchResult:
    """A match, finished or so far.

    All but the times is the same for equal seeds, unless players have limits of time or a flag or Ctrl-C ends it.
    """

    game: str
    players: int
    options: dict[str, Any]
    components_digest: str
    seed: int
    blocks: int  # played
    games: int
    plies: int  # decisions in all games
    bots: tuple[BotResult, ...]  # as they were given
    sprt: SprtResult | None  # of the first player against the second; None where none was asked for
    ended_by: Ending | None  # "blocks": all were played; "sprt": it decided; "stop": a flag; None: not over
    seconds: float = field(compare=False)  # of wall time, in this run
    played: tuple[Block, ...] = field(repr=False)  # every game

    def to_dict(self) -> dict[str, Any]:
        """JSON-able, without the single games; null for what is infinite or not known."""
        rest = {name: getattr(self, name) for name in self.__dataclass_fields__ if name not in ("played", "sprt")}
        rest["bots"] = [asdict(bot) for bot in self.bots]
        data: dict[str, Any] = jsonable(
            {**rest, "sprt": None if self.sprt is None else self.sprt.to_dict(), "confidence": CONFIDENCE}
        )
        return data

    def interval(self, of: Estimate, form: str) -> str:
        """A confidence interval as text, numbers as `form` says; `-` where one block proves nothing."""
        return f"{of.low:{form}} to {of.high:{form}}" if self.blocks > 1 else "-"

    @property
    def headline(self) -> str:
        """What was played."""
        return f"{self.game}, {self.players} players: {counted(self.games, 'game')} in {counted(self.blocks, 'block')}"

    def _repr_html_(self) -> str:
        """The same as a table, for notebooks."""
        rows = []
        for bot in self.bots:
            elo = ("", "") if bot.elo is None else (f"{bot.elo.mean:+.0f}", self.interval(bot.elo, "+.0f"))
            share = (f"{bot.share.mean:.3f}", self.interval(bot.share, ".3f"))
            rows.append((bot.bot, *share, *elo, f"{bot.margin.mean:+.2f}"))
        headings = ("player", "win share", "95 %", "Elo", "95 %", "margin")
        return notebook.table(headings, rows, caption=self.headline, more="" if self.sprt is None else str(self.sprt))

    def __str__(self) -> str:
        lines = [self.headline]
        for bot in self.bots:
            won = f"win share {bot.share.mean:.3f} ({self.interval(bot.share, '.3f')})"
            elo = "" if bot.elo is None else f", Elo {bot.elo.mean:+.0f} ({self.interval(bot.elo, '+.0f')})"
            lines.append(f"{bot.bot}: {won}{elo}, margin {bot.margin.mean:+.2f}")
        if self.sprt is not None:
            lines.append(str(self.sprt))
        return "\n".join(lines)


@dataclass(frozen=True)
class Plan:
    """What a match is to be: all that its results follow from."""

    game: Game
    bots: tuple[BotSpec, ...]  # as they were named; the last one fills up the table
    seed: int
    blocks: int  # at most
    sprt: Sprt | None


class Tally:
    """The blocks of a match so far, in order, and what they say."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._blocks: list[Block] = []
        self._tester = None if plan.sprt is None else SequentialTest(plan.sprt, plan.game.players)

    @property
    def blocks(self) -> int:
        """How many were played."""
        return len(self._blocks)

    @property
    def ended_by(self) -> Ending | None:
        """Why no more blocks are to be played; None if they are."""
        if self._tester is not None and self._tester.verdict is not None:
            return "sprt"
        return "blocks" if self.blocks >= self._plan.blocks else None

    def add(self, block: Block) -> None:
        """The next block."""
        self._blocks.append(block)
        if self._tester is not None:
            self._tester.add(mean_share(block, range(1)))

    def result(self, seconds: float, *, stopped: bool = False) -> MatchResult:
        """The match so far."""
        plan, game = self._plan, self._plan.game
        players = game.players
        table = full_table(game, plan.bots)
        last = len(plan.bots) - 1
        places = [range(place, players if place == last else place + 1) for place in range(len(plan.bots))]
        low, high = game.backend.score_bounds
        found = estimates(
            [[of(block, held) for held in places for of in (mean_share, mean_margin)] for block in self._blocks],
            [bound for held in places for bound in ((0.0, 1 / len(held)), (float(low - high), float(high - low)))],
        )
        games = [game for block in self._blocks for game in block]
        share = found[0]
        elo = None
        if len(places) == 2:
            elo = Estimate(*(elo_of_share(value, players) for value in (share.mean, share.low, share.high)))
        ended = self.ended_by
        return MatchResult(
            game=game.name,
            players=players,
            options=dict(game.options),
            components_digest=game.components_digest,
            seed=plan.seed,
            blocks=self.blocks,
            games=len(games),
            plies=sum(game.plies for game in games),
            bots=tuple(
                _bot_result(str(table[held[0]]), held, found[2 * place], found[2 * place + 1], elo, games, players)
                for place, held in enumerate(places)
            ),
            sprt=None if self._tester is None else self._tester.result(ended=ended == "blocks"),
            ended_by="stop" if stopped and ended is None else ended,
            seconds=seconds,
            played=tuple(self._blocks),
        )


def _bot_result(
    bot: str,
    places: range,
    share: Estimate,
    margin: Estimate,
    elo: Estimate | None,  # of the first player
    games: Sequence[PlayedGame],
    players: int,
) -> BotResult:
    others = [place for place in range(players) if place not in places]
    won = [game for game in games if any(game.ranks[place] == 1 for place in places)]
    alone = sum(all(game.ranks[place] != 1 for place in others) for game in won)
    moves = sum(game.moves[place] for game in games for place in places)
    seconds = math.fsum(game.cpu_seconds[place] for game in games for place in places)
    if elo is not None and places[0] > 0:
        elo = Estimate(0.0 - elo.mean, 0.0 - elo.high, 0.0 - elo.low)  # no -0
    return BotResult(
        bot=bot,
        seats=len(places),
        share=share,
        margin=margin,
        elo=elo,
        wins=alone,
        shared=len(won) - alone,
        by_seat=tuple(_in_seat(seat, places, games, players) for seat in range(players)),
        move_seconds=seconds / moves if moves else math.nan,
    )


def mean_share(block: Block, places: range) -> float:
    """The mean win share of players in a block, for each seat they held."""
    return fmean(share for game in block for share in game.shares[places.start : places.stop])


def mean_margin(block: Block, places: range) -> float:
    """The mean margin of players in a block, for each seat they held."""
    return fmean(margin for game in block for margin in game.margins[places.start : places.stop])


def _in_seat(seat: int, places: range, games: Sequence[PlayedGame], players: int) -> float | None:
    shares = [game.shares[p] for game in games for p in places if (p + game.rotation) % players == seat]
    return fmean(shares) if shares else None


def jsonable(value: Any) -> Any:
    """The same with null for what is infinite or no number."""
    if isinstance(value, dict):
        return {key: jsonable(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [jsonable(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
