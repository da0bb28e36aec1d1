"""Settings of searches: their words, what a game tunes, and the checks of what is given."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Literal, Self, SupportsIndex, TypeAlias, get_args

from cloche import seed_files
from cloche.messages import guess, shown, whole_number
from cloche.report import float_or_nan

if TYPE_CHECKING:
    from cloche.game import Game
    from cloche.registry import GameEntry

Selection: TypeAlias = Literal["puct", "uct"]  # M-13, M-14
Policy: TypeAlias = Literal["random", "greedy", "prior"]  # M-9
Opponents: TypeAlias = Literal["maxn", "paranoid"]  # M-39
RootPolicy: TypeAlias = Literal["selection", "halving"]  # M-35
FinalChoice: TypeAlias = Literal["visits", "value", "lcb"]  # M-36
Observers: TypeAlias = Literal["single", "multi"]  # M-70
Leaf: TypeAlias = Literal["playout", "linear"]  # M-80
Pruning: TypeAlias = Literal["none", "star1", "star2"]  # of Expectimax

MOST_PLIES = 2**31 - 1
MOST_EXPLORATION = 1e6
MOST_WORKERS = 256  # threads, too
MOST_WORLDS = 100_000
MOST_BATCH = 65_536  # positions that an evaluator judges at once
MOST_SEARCH_DEPTH = 256  # decisions that Expectimax looks ahead


class Unset:
    """The type of GAME_DEFAULT."""

    def __repr__(self) -> str:
        return "<default of the game>"


GAME_DEFAULT: Final = Unset()  # a setting that is the game's own


@dataclass(frozen=True)
class SearchSettings:
    """Numbers of a search that a game may tune: the table `search` of its weights.toml. `Mcts` says what they mean.

    Attributes:
        exploration: 0 .. 1e6.
        fpu_reduction: 0 .. 1.
        widening: 0 .. 1e6; None looks at all moves.
        margin_weight: 0 .. 1.
        playout: `random`, `greedy` or `prior`.
        playout_plies: From 0; None is to the end of the game.
    """

    exploration: float = 1.0
    fpu_reduction: float = 0.05
    widening: float | None = None
    margin_weight: float = 0.5
    playout: Policy = "random"
    playout_plies: int | None = None

    @classmethod
    def of_game(cls, game: Game) -> Self:
        """The game's own settings, or general ones where it has none; ValueError if it is no game."""
        check_game(game)
        return cls(**(_search_table(game.entry) if game.entry.has_box else {}))


@cache
def _search_table(entry: GameEntry) -> dict[str, Any]:
    table: dict[str, Any] = seed_files.table(f"{entry.name}/weights.toml").get("search", {})
    return table


@dataclass(frozen=True)
class LinearValue:
    """Points that a player may still make, linear in the features of a position: M-81 of `seeds/search.md`.

    Attributes:
        lead: A lead in expected scores that is worth three quarters of the share, above 0.
        bias: Added to the products of features and weights.
        weights: One a feature.
    """

    lead: float
    bias: float
    weights: tuple[float, ...]

    @classmethod
    def of_game(cls, game: Game) -> Self:
        """Those of the weights of the game for its number of players; ValueError where there are none."""
        table = seed_files.table(f"{game.entry.name}/weights.toml") if game.entry.has_box else {}
        for entry in table.get("value", []):
            if entry["players"] == game.players:
                return cls(float(entry["lead"]), float(entry["bias"]), tuple(map(float, entry["weights"])))
        raise ValueError(
            f"leaf: 'linear', should be 'playout' or an evaluator: {game.name} has no weights of a linear value for"
            f" {game.players} players"
        )


def leaf_of(
    game: Game, leaf: str, evaluator: object | None, batch: SupportsIndex, action_masks: bool
) -> dict[str, Any]:
    """How leaves are judged."""
    word = checked_word("leaf", leaf, get_args(Leaf))
    size = whole_number("batch", batch, 1, MOST_BATCH)
    masks = checked_flag("action_masks", action_masks)
    if evaluator is None:
        if word == "linear":
            LinearValue.of_game(game)
        return {"leaf": word}
    if not callable(evaluator):
        raise ValueError(f"evaluator: {shown(evaluator)}, should be a function of an array of positions, or None")
    if word != "playout":
        raise ValueError(f"leaf: {shown(leaf)}, should not be given with an evaluator")
    return {"leaf": "evaluator", "evaluator": evaluator, "batch": size, "action_masks": masks}


# Checks


def check_game(game: Game) -> None:
    """ValueError if it is no game."""
    from cloche.game import Game

    if not isinstance(game, Game):
        raise ValueError(f"game: {shown(game)}, should be a game that cloche.load made")


def checked_word(name: str, value: str, allowed: tuple[str, ...]) -> str:
    """One of the allowed words, or ValueError."""
    if not isinstance(value, str) or value not in allowed:
        hint = guess(value, list(allowed))
        raise ValueError(f"{name}: {shown(value)}{hint}, should be {' or '.join(map(repr, allowed))}")
    return value


def checked_flag(name: str, value: bool) -> bool:
    """True or False, or ValueError."""
    if not isinstance(value, bool):
        raise ValueError(f"{name}: {shown(value)}, should be True or False")
    return value


def checked_number(name: str, value: float | None, default: float, most: float) -> float:
    """From 0 to `most`, or ValueError; None is the default."""
    if value is None:
        return default
    number = float_or_nan(value)
    if not 0 <= number <= most:
        raise ValueError(f"{name}: {shown(value)}, should be a number from 0 to {most:g}")
    return number


def workers_of(workers: SupportsIndex, threads: SupportsIndex) -> dict[str, int]:
    """How many trees, and how many threads."""
    return {
        "workers": whole_number("workers", workers, 1, MOST_WORKERS),
        "threads": whole_number("threads", threads, 1, MOST_WORKERS),
    }


def playout_of(
    policy: Policy | None, plies: SupportsIndex | Unset | None, own: SearchSettings, leaf: str = "playout"
) -> dict[str, Any]:
    """The two settings of a playout that ends at leaves of this kind (M-80)."""
    if isinstance(plies, Unset):
        length = own.playout_plies if leaf == "playout" else 0
    elif plies is None and leaf != "playout":
        raise ValueError(
            f"playout_plies: None, should be a whole number with leaf {leaf!r}: what is cut is judged by it"
        )
    else:
        length = None if plies is None else whole_number("playout_plies", plies, 0, MOST_PLIES)
    return {
        "playout": own.playout if policy is None else checked_word("playout", policy, get_args(Policy)),
        "playout_plies": length,
    }
