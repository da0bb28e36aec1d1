"""One game of a player against itself."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cloche import position_bytes
from cloche.backend import CHANCE, TERMINAL
from cloche.jobs import Stopped
from cloche.reference.base import draw
from cloche.reference.rng import Rng
from cloche.selfplay.shards import Shard, array_of

if TYPE_CHECKING:
    from cloche.bots import Stop
    from cloche.game import Game
    from cloche.opponents import Bot, BotSpec
    from cloche.report import SearchReport
    from cloche.state import State

SELFPLAY_STREAM = 10  # seeds/random.md, by number of the game
CHANCE_OF_GAME, PLAYER_OF_SEAT, DRAWN_DECISIONS = 0, 1, 2


@dataclass(frozen=True)
class Settings:
    """All that the games follow from."""

    game: Game
    bot: BotSpec
    seed: int
    temperature: float
    temperature_moves: int


def play_game(settings: Settings, stop: Stop | None, number: int) -> Shard:
    """The decisions of a game. Every seat has a player of its own, which sees what that seat sees.

    Stopped if the flag is set before the game is over.
    """
    game, seed = settings.game, settings.seed
    chance, drawn = (Rng(seed, SELFPLAY_STREAM, number, what) for what in (CHANCE_OF_GAME, DRAWN_DECISIONS))
    seats = [_player(settings, number, seat) for seat in range(game.players)]
    state = game.new_initial_state()
    rows: dict[str, list[Any]] = defaultdict(list)
    while (player := state.current_player()) != TERMINAL:
        if player == CHANCE:
            action = draw(state.backend.chance_weights(), chance)
        else:
            report = seats[player].search(state, stop=stop if settings.bot.searches else None)
            if stop is not None and stop.is_set():
                raise Stopped
            shares = _shares(report)
            hot = len(rows["actions"]) < settings.temperature_moves
            action = _chosen(report, shares, settings.temperature if hot else 0.0, drawn)
            _add(rows, state, player, report, shares, action)
        state.apply_action(action)
        for bot in seats:
            bot.advance(action)
    return _finished(rows, state, number)


def _player(settings: Settings, number: int, seat: int) -> Bot:
    rng = Rng(settings.seed, SELFPLAY_STREAM, number, PLAYER_OF_SEAT, seat)
    return settings.bot.make(settings.game, seed=rng.below(2**32 - 1))


def _shares(report: SearchReport) -> dict[int, float]:
    """Of every legal action, ascending, its share of the visits; all of it for the choice where there are none."""
    total = sum(action.visits for action in report.actions)
    shares = {action.action: action.visits / total if total else 0.0 for action in report.actions}
    if not total:
        shares[report.best_action] = 1.0
    return dict(sorted(shares.items()))


def _chosen(report: SearchReport, shares: dict[int, float], temperature: float, rng: Rng) -> int:
    """An action in proportion to visits ** (1 / temperature); the search's own choice at 0."""
    if temperature == 0.0:
        return report.best_action
    most = max(shares.values())
    weights = {action: (share / most) ** (1.0 / temperature) for action, share in shares.items()}
    rest = rng.uniform() * sum(weights.values())
    for action, weight in weights.items():
        rest -= weight
        if rest < 0.0:
            return action
    return report.best_action  # what rounding leaves over


def _add(
    rows: dict[str, list[Any]], state: State, player: int, report: SearchReport, shares: dict[int, float], action: int
) -> None:
    game = state.game
    known = position_bytes.pack(state.observation(player), game.fingerprint)
    rows["moves"].append(len(rows["moves"]))
    rows["players"].append(player)
    rows["observations"].append(state.observation_tensor(player))
    rows["known"] += known
    rows["known_bytes"].append(len(known))
    rows["legal_actions"] += shares
    rows["num_legal"].append(len(shares))
    rows["policies"] += shares.values()
    rows["actions"].append(action)
    rows["values"].append([float("nan")] * game.players if report.values is None else report.values)


def _finished(rows: dict[str, list[Any]], state: State, number: int) -> Shard:
    game, count = state.game, len(rows["moves"])
    rows["games"] = [number] * count
    rows["returns"] = [state.returns()] * count
    rows["scores"] = [state.scores()] * count
    return Shard(game, **{name: array_of(name, values, game) for name, values in rows.items()})
