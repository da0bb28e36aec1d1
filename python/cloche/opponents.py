"""Opponents by name: `player`, and `BotSpec`, the text that describes one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, Self, TypeAlias

from cloche.messages import guess, listed, shown
from cloche.players import Expectimax, FlatMonteCarlo, Greedy, Mcts, Random
from cloche.report import Limits

if TYPE_CHECKING:
    from cloche.game import Game

Bot: TypeAlias = Mcts | FlatMonteCarlo | Expectimax | Greedy | Random

_CLASSES: dict[str, type[Bot]] = {bot.name: bot for bot in (Mcts, FlatMonteCarlo, Expectimax, Greedy, Random)}
_LIMITS = tuple(limit.name for limit in fields(Limits))
_SETTINGS = {
    "mcts": (
        *("selection", "exploration", "fpu_reduction", "widening", "chance_widening", "opponents", "root", "final"),
        *("early_stop", "transpositions", "observers", "merge", "margin_weight", "playout", "playout_plies", "leaf"),
        *("endings", "workers", "threads"),
    ),
    "flat": ("margin_weight", "playout", "playout_plies", "endings", "workers", "threads"),
    "expectimax": ("all_values", "worlds", "pruning", "table", "endings", "margin_weight"),
    "greedy": (),
    "random": (),
}
NAMES = tuple(_CLASSES)
DEFAULT_SIMULATIONS = 400  # of searching opponents whose text names no limit
DEFAULT_DEPTH = 2  # of those that make no simulations
_NUMBERS = {"simulations": "a number of simulations", "depth": "a depth"}


@dataclass(frozen=True)
class BotSpec:
    """An opponent as text: `mcts`, `mcts:400`, `flat:seconds=0.5,playout=greedy`, `expectimax:4`, `greedy`, `random`.

    After the name come settings and limits of `Mcts`, `FlatMonteCarlo` or `Expectimax`; a number alone is
    `simulations`, of the last one `depth`. It is a value that can be sent to other processes, and makes a player for
    any game.
    """

    name: str
    options: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """ValueError that names what there is for an unknown name or option."""
        if not isinstance(self.name, str) or self.name not in _CLASSES:
            raise ValueError(
                f"no player is called {shown(self.name)}{guess(self.name, NAMES)}; there are {listed(NAMES)}"
            )
        if not isinstance(self.options, Mapping):
            raise ValueError(
                f"player {self.name}: options: {shown(self.options)}, should be a dict from names to values"
            )
        allowed = self._allowed
        for option in self.options:
            if option not in allowed:
                known = listed(allowed)
                raise ValueError(
                    f"player {self.name}: no option {shown(option)}{guess(option, allowed)}; there are {known}"
                )

    @property
    def _allowed(self) -> list[str]:
        """Names of options that the player takes."""
        return ["seed", *_SETTINGS[self.name], *(_LIMITS if self.searches else ())]

    @property
    def searches(self) -> bool:
        """Whether it takes limits."""
        return bool(_SETTINGS[self.name])

    @property
    def limits(self) -> Limits:
        """The limits that its options name; ValueError if they are out of range."""
        return Limits(**{name: value for name, value in self.options.items() if name in _LIMITS})

    @property
    def default_limit(self) -> dict[str, int]:
        """The limit that a number alone stands for, and what it is where nothing else would end a search."""
        return {"depth": DEFAULT_DEPTH} if self.name == Expectimax.name else {"simulations": DEFAULT_SIMULATIONS}

    def is_ended_by(self, limits: Limits) -> bool:
        """Whether its searches end by themselves with these limits."""
        return _CLASSES[self.name].is_ended_by(limits)

    @classmethod
    def parse(cls, text: str) -> Self:
        """The opponent that a text describes; ValueError says what is wrong with it."""
        if not isinstance(text, str):
            raise ValueError(f"player: {shown(text)}, should be a text such as 'mcts:400' or 'greedy'")
        name, colon, rest = text.strip().partition(":")
        [alone] = cls(name).default_limit if colon else ["simulations"]
        if colon and not rest.strip():
            number = f"{_NUMBERS[alone]}, or " if cls(name).searches else ""
            raise ValueError(
                f"player {shown(text)}: nothing follows the colon, should be {number}name=value; there are"
                f" {listed(cls(name)._allowed)}"
            )
        options: dict[str, Any] = {}
        for part in (item.strip() for item in rest.split(",") if rest.strip()):
            key, equals, value = part.partition("=")
            if not equals and isinstance(_value(part), int | float):
                key, value = alone, part
            if not key or not value.strip():
                raise ValueError(f"player {shown(text)}: {shown(part)}, should be name=value or {alone}")
            if key.strip() in options:
                raise ValueError(f"player {shown(text)}: {key.strip()} is given twice")
            options[key.strip()] = _value(value.strip())
        return cls(name, options)

    def make(self, game: Game, **more: Any) -> Bot:
        """A new player of `game`; `more` options, `seed` among them, go before the text's own. ValueError as `Mcts`."""
        options = dict(BotSpec(self.name, {**self.options, **more}).options)
        limits = {name: options.pop(name) for name in _LIMITS if name in options}
        if _SETTINGS[self.name]:
            named = Limits(**limits)
            ended = self.is_ended_by(named)
            options["limits"] = named if ended else replace(named, **self.default_limit)
        return _CLASSES[self.name](game, **options)

    def __str__(self) -> str:
        words = [
            str(value) if name in self.default_limit else f"{name}={_word(name, value)}"
            for name, value in self.options.items()
        ]
        return f"{self.name}:{','.join(words)}" if words else self.name


def player(name: str, game: Game, **options: Any) -> Bot:
    """A named opponent: `mcts`, `flat`, `expectimax`, `greedy` or `random`, or a text as `BotSpec` describes it.

    `options` are settings, limits and `seed`, and go before those of the text. Opponents bring limits for `act`: those
    named, or 400 simulations, of `expectimax` a depth of 2. ValueError that says what there is.
    """
    return BotSpec.parse(name).make(game, **options)


def _word(name: str, value: Any) -> str:
    """The text that stands for a value of a setting."""
    if value is None:
        return "end" if name == "playout_plies" else "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _value(text: str) -> Any:
    """What a text stands for: a number, `end` or `none` for no limit, `true` or `false`, otherwise the text itself."""
    if text in ("end", "none", "None"):
        return None
    if text in ("true", "false"):
        return text == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
