"""Who plays and who thinks, within what a service allows."""

from __future__ import annotations

from dataclasses import fields, replace

from cloche.game import Game
from cloche.opponents import Bot, BotSpec
from cloche.report import Limits
from cloche.service.faults import BEYOND_LIMITS, INVALID_PARAMS, Fault
from cloche.service.levels import DEFAULT_LEVEL, level_text
from cloche.service.limits import ServiceLimits
from cloche.service.params import ThinkParams
from cloche.service.session import HUMAN

DEFAULT_SEAT = "mcts"  # of the others in a bound session
_LIMITS = tuple(limit.name for limit in fields(Limits))


def seated(
    most: ServiceLimits, seats: list[str | int] | None, game: Game, viewer: int | None
) -> tuple[BotSpec | None, ...]:
    """A bot for each player, None where the client plays; ValueError where nobody could."""
    bound = viewer is not None and not game.perfect_information
    if seats is None:
        others = DEFAULT_SEAT if viewer is not None else HUMAN
        seats = [HUMAN if player == viewer else others for player in range(game.players)]
    if len(seats) != game.players:
        raise ValueError(f"seats: {len(seats)} of them, should be one for each of {game.players} players")
    bots = tuple(None if seat == HUMAN else _bot(most, seat, game) for seat in seats)
    nobodys = [player for player, bot in enumerate(bots) if bot is None and player != viewer]
    if bound and nobodys:
        raise ValueError(f"seats[{nobodys[0]}]: 'human', should be a bot in a session of player {viewer} alone")
    return bots


def _bot(most: ServiceLimits, seat: str | int, game: Game) -> BotSpec:
    """A bot that can play the game within the limits."""
    spec = BotSpec.parse(level_text(seat) if isinstance(seat, int) else seat)
    if spec.searches:
        within(most, spec.limits, spec.options.get("memory_mb"))
    spec.make(game)
    return spec


def planned(most: ServiceLimits, given: ThinkParams) -> tuple[BotSpec, Limits]:
    """Who is to think, and for how long."""
    if given.bot is not None and given.level is not None:
        raise Fault(INVALID_PARAMS, "bot, level: give one of them")
    asked = {name: getattr(given, name, None) for name in _LIMITS}
    named = {name: value for name, value in asked.items() if value is not None}
    level = DEFAULT_LEVEL if given.level is None else given.level
    free = given.bot is None and given.level is None and Limits(**named).ends
    spec = BotSpec.parse("mcts" if free else given.bot or level_text(level))
    if not spec.searches:
        return spec, Limits()
    own = spec.options
    merged = Limits(**{name: own[name] for name in _LIMITS if name in own} | named)
    if not spec.is_ended_by(merged):
        usual = {"simulations": BotSpec.parse(level_text(DEFAULT_LEVEL)).limits.simulations}
        merged = replace(merged, **(usual if "simulations" in spec.default_limit else spec.default_limit))
    plain = BotSpec(spec.name, {name: value for name, value in own.items() if name not in _LIMITS})
    return plain, within(most, merged, named.get("memory_mb", own.get("memory_mb")))


def within(most: ServiceLimits, limits: Limits, memory_mb: int | None) -> Limits:
    """Limits that end within what may be asked for; Fault if they are beyond. `memory_mb` is what was asked for."""
    seconds = most.search_seconds
    for name in ("seconds", "cpu_seconds"):
        asked = getattr(limits, name)
        if seconds is not None and asked is not None and asked > seconds:
            raise Fault(BEYOND_LIMITS, f"{name}: {asked:g}, should be at most {seconds:g}")
    if memory_mb is not None and memory_mb > most.memory_mb:
        raise Fault(BEYOND_LIMITS, f"memory_mb: {memory_mb}, should be at most {most.memory_mb}")
    return replace(
        limits,
        seconds=seconds if limits.seconds is None else limits.seconds,
        memory_mb=min(limits.memory_mb, most.memory_mb),
    )


def thinker(spec: BotSpec, game: Game, given: ThinkParams) -> Bot:
    """A bot with the seed that was asked for."""
    seed = spec.options.get("seed", 0) if given.seed is None else given.seed
    return spec.make(game, seed=seed)
