"""Annotates a game: a search at every decision, and what each move lost against the best one."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from cloche.arena.plot import checked_path, save
from cloche.extras import library
from cloche.opponents import BotSpec
from cloche.record import MOST_TEXT, Record
from cloche.report import Limits, SearchReport, win_share

if TYPE_CHECKING:
    from cloche._core import StopFlag
    from cloche.opponents import Bot
    from cloche.state import State

WORLDS = 8  # in which two moves are compared where chance or hidden cards come between
COMPARE_STREAM = 7  # seeds/random.md
DEFAULT_LIMITS = Limits(simulations=1600)
# Lost win chance, or lost share of the expected score where all share one result, from which on a move gets a mark.
MARKS = ((0.20, "??"), (0.10, "?"), (0.05, "?!"))


@dataclass(frozen=True)
class Judgement:
    """What a search thinks of one decision of a record.

    Attributes:
        place: Number of the move in the record, from 0.
        player: Who moved.
        text: What was played.
        best: What the search would have played.
        chances: Win chance of each player before the move, from what the mover knew; the expected scores where all
            players share one result.
        loss: Lost win chance, 0 .. 1, or lost points where all share one result; 0 for the best move.
        mark: `??`, `?`, `?!`, or nothing.
    """

    place: int
    player: int
    text: str
    best: str
    chances: tuple[float, ...]
    loss: float
    mark: str

    def to_dict(self) -> dict[str, Any]:
        """JSON-able."""
        return {**asdict(self), "chances": list(self.chances)}


@dataclass(frozen=True)
class Annotation:
    """A record with what was thought of its moves; `complete` unless it was stopped."""

    record: Record
    judgements: tuple[Judgement, ...]
    complete: bool

    @property
    def unit(self) -> str:
        """What `chances` and `loss` are: `win chance` or `score`."""
        return "score" if self.record.game.shared_return else "win chance"

    def shown(self, number: float) -> str:
        """A chance or a loss for people: `54.3%`, or points."""
        return f"{number:.1f}" if self.record.game.shared_return else f"{number:.1%}"

    def commented(self) -> Record:
        """A copy of the record with marks and better moves in its comments, after what was there."""
        record = Record.from_dict(self.record.to_dict(), components=self.record.game.components)
        for judged in self.judgements:
            if judged.mark:
                words = f"{judged.mark} loses {self.shown(judged.loss)} {self.unit}; better: {judged.best}"
                before = record.moves[judged.place].comment
                record.annotate(judged.place, f"{before} {words}".strip()[-MOST_TEXT:])
        return record

    def to_dict(self) -> dict[str, Any]:
        """JSON-able."""
        return {
            "unit": self.unit,
            "complete": self.complete,
            "judgements": [judged.to_dict() for judged in self.judgements],
        }


def annotate(
    record: Record,
    bot: str = "mcts",
    limits: Limits | None = None,
    *,
    seed: int = 0,
    players: Collection[int] | None = None,
    stop: StopFlag | None = None,
    on_progress: Callable[[int, str], object] | None = None,
) -> Annotation:
    """Judges every decision of a record, or those of some `players`.

    At each a search from what the mover knew names the best move and the chances. A move that is another one is then
    compared with it: both are played, in the same `WORLDS` worlds that the mover could not tell apart and with the same
    luck, and what follows is searched with an equal part of the limits; in games without either there is one world.
    So the loss is no artefact of how seldom the search looked at a move.

    `bot` is a text of `cloche.BotSpec` that searches; `limits` bound the first search, and both comparisons each. None:
    those of the bot, or 1600 simulations, of `expectimax` a depth of 2.
    `on_progress` hears of the number of moves done and the last one. ValueError for a bot that does not search.
    """
    spec = BotSpec.parse(bot)
    if not spec.searches:
        raise ValueError(f"bot: {bot!r} does not search, and so knows no chances")
    bounds = limits or usual_limits(spec)
    judgements: list[Judgement] = []
    for place, (move, state) in enumerate(zip(record.moves, record.replay(), strict=False)):
        if move.player >= 0 and (players is None or move.player in players):
            judged = _judged(place, move.action, state, spec, bounds, seed, stop)
            if stop is not None and stop.is_set():
                return Annotation(record, tuple(judgements), complete=False)
            judgements.append(judged)
            if on_progress is not None:
                on_progress(place + 1, f"{judged.text}{judged.mark}")
    return Annotation(record, tuple(judgements), complete=True)


def usual_limits(spec: BotSpec) -> Limits:
    """The bot's own limits, or others where those would end no search."""
    if spec.is_ended_by(spec.limits):
        return spec.limits
    return DEFAULT_LIMITS if "simulations" in spec.default_limit else replace(spec.limits, **spec.default_limit)


def _judged(
    place: int, action: int, state: State, spec: BotSpec, limits: Limits, seed: int, stop: StopFlag | None
) -> Judgement:
    report = spec.make(state.game, seed=seed).search(state, limits, stop=stop)
    loss, mark = 0.0, ""
    if action != report.best_action:
        best, played = _compared(state, (report.best_action, action), spec, limits, seed, stop)
        loss = max(0.0, best - played)
        scale = max(abs(best), 1.0) if state.game.shared_return else 1.0
        mark = next((sign for least, sign in MARKS if loss / scale >= least), "")
    return Judgement(
        place=place,
        player=report.player,
        text=state.action_to_string(action),
        best=report.best_text,
        chances=chances(report),
        loss=loss,
        mark=mark,
    )


def chances(report: SearchReport) -> tuple[float, ...]:
    """The win chance of each player, or the expected scores where all share one result."""
    found = report.values if report.win_probability is None else report.win_probability
    assert found is not None  # of a search
    return found


def _compared(
    state: State, actions: tuple[int, ...], spec: BotSpec, limits: Limits, seed: int, stop: StopFlag | None
) -> list[float]:
    """What each action is worth to the player to move: a win chance, or points."""
    from cloche._core import Rng

    player = state.current_player()
    certain = state.game.perfect_information and not any(state.child(action).is_chance_node() for action in actions)
    worlds = 1 if certain else WORLDS
    share = _part(limits, worlds)
    worth = []
    for action in actions:
        total = 0.0
        for number in range(worlds):
            rng = Rng(seed, COMPARE_STREAM, number)
            after = state.redeal(player, rng).child(action)
            after.resolve_chance(rng)
            total += _worth(after, player, spec.make(state.game, seed=seed), share, stop)
        worth.append(total / worlds)
    return worth


def _part(limits: Limits, parts: int) -> Limits:
    """Limits of one of several searches."""
    simulations, nodes = (None if n is None else max(1, n // parts) for n in (limits.simulations, limits.nodes))
    seconds, cpu_seconds = (None if t is None else t / parts for t in (limits.seconds, limits.cpu_seconds))
    return replace(limits, simulations=simulations, nodes=nodes, seconds=seconds, cpu_seconds=cpu_seconds)


def _worth(state: State, player: int, bot: Bot, limits: Limits, stop: StopFlag | None) -> float:
    game = state.game
    if state.is_terminal():
        value = state.returns()[player]
    else:
        report = bot.search(state, limits, stop=stop)
        values = report.best.value or report.values  # of the reply that it would choose, if it looked at it
        value = 0.0 if values is None else values[player]
    return value if game.shared_return else win_share(value, game.players)


# Plot


def plot(annotation: Annotation, path: str) -> None:
    """Draws the chances over the game, with the marks, to a PNG or SVG file.

    ValueError for another kind of file; MissingExtra without matplotlib (extra `plot`); OSError where the file cannot
    be written.
    """
    target = checked_path(path)
    record = annotation.record
    figure = library("matplotlib.figure", "plot").Figure(figsize=(10, 4.5), layout="constrained")
    axes = figure.add_subplot()
    names = record.names or [f"player {player + 1}" for player in range(record.game.players)]
    percent = 1.0 if record.game.shared_return else 100.0
    places = [judged.place + 1 for judged in annotation.judgements]
    together = record.game.shared_return
    styles = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)))  # told apart without seeing colours
    for player in range(1 if together else record.game.players):
        heights = [percent * judged.chances[player] for judged in annotation.judgements]
        label = "expected score" if together else f"{player + 1}: {names[player]}"
        axes.plot(places, heights, linestyle=styles[player % len(styles)], label=label)
    for judged in annotation.judgements:
        if judged.mark:
            at = (judged.place + 1, percent * judged.chances[0 if together else judged.player])
            words = judged.mark if judged.mark == MARKS[-1][1] else f"{judged.mark} {judged.text}"
            axes.annotate(words, at, xytext=(3, 6), textcoords="offset points", fontsize=8)
            axes.plot(*at, marker="o", color="black", markersize=4)
    axes.set_xlabel("move")
    axes.set_ylabel("expected score" if together else "win chance in %")
    if not together:
        axes.set_ylim(-2, 102)
    axes.set_title(record.game.entry.title)
    axes.grid(alpha=0.3)
    axes.legend(loc="best", fontsize=9)
    save(figure, target)
