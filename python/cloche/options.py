"""Rule options: one frozen record a game, each field with what it allows."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol, Self

from cloche.messages import guess, raise_faults, shown


class Allowed(Protocol):
    """The values of an option. `str` of it completes "should be"."""

    def has(self, value: object) -> bool:
        """Whether `value` is one of them."""
        ...


@dataclass(frozen=True)
class Flag:
    """True or false."""

    def has(self, value: object) -> bool:
        """Whether `value` is true or false."""
        return isinstance(value, bool)

    def __str__(self) -> str:
        return "true or false"


@dataclass(frozen=True)
class Whole:
    """Whole numbers low..high."""

    low: int
    high: int

    def has(self, value: object) -> bool:
        """Whether `value` is such a number; true and false are none."""
        return type(value) is int and self.low <= value <= self.high

    def __str__(self) -> str:
        return f"a whole number {self.low}..{self.high}"


@dataclass(frozen=True)
class Wholes:
    """Lists of shortest..longest items."""

    item: Whole
    shortest: int
    longest: int

    def has(self, value: object) -> bool:
        """Whether `value` is such a list, or a tuple of the kind."""
        return (
            isinstance(value, list | tuple)
            and self.shortest <= len(value) <= self.longest
            and all(self.item.has(item) for item in value)
        )

    def __str__(self) -> str:
        return f"a list of {self.shortest}..{self.longest} items, each {self.item}"


@dataclass(frozen=True)
class OneOf:
    """A few words."""

    words: tuple[str, ...]

    def has(self, value: object) -> bool:
        """Whether `value` is one of them."""
        return isinstance(value, str) and value in self.words

    def __str__(self) -> str:
        return " or ".join(map(repr, self.words))


@dataclass(frozen=True)
class Either:
    """What any of several kinds of values allows."""

    kinds: tuple[Allowed, ...]

    def has(self, value: object) -> bool:
        """Whether `value` is of one of them."""
        return any(kind.has(value) for kind in self.kinds)

    def __str__(self) -> str:
        return " or ".join(map(str, self.kinds))


def option(default: Any, allowed: Allowed) -> Any:
    """A field of an options record."""
    return field(default=default, metadata={"allowed": allowed})


@dataclass(frozen=True)
class Options:
    """What all options records share. A record made by hand is checked when a game is loaded with it."""

    game: ClassVar[str]

    @classmethod
    def read(cls, given: Mapping[str, Any] | Options | None) -> Self:
        """The record with the options that `given` names and defaults for the others; ValueError lists every fault."""
        if isinstance(given, Options):
            given = given.as_dict()
        if given is None:
            given = {}
        if not isinstance(given, Mapping):
            raise ValueError(f"options of {cls.game}: {shown(given)}, should be a mapping from names to values")
        fields = {option.name: option.metadata["allowed"] for option in dataclasses.fields(cls)}
        faults = []
        for name, value in given.items():
            if name not in fields:
                faults.append(f"{shown(name)}: unknown option{guess(name, list(fields))}; {_known(list(fields))}")
            elif not fields[name].has(value):
                faults.append(f"{name}: {shown(value)}, should be {fields[name]}")
        if not faults:
            options = cls(**{name: tuple(value) if isinstance(value, list) else value for name, value in given.items()})
            faults = options.clashes()
        raise_faults(f"options of {cls.game}", faults)
        return options

    def clashes(self) -> list[str]:
        """What is wrong with values that are each allowed by themselves."""
        return []

    def as_dict(self) -> dict[str, Any]:
        """Every option by name, as JSON has it: lists, no tuples."""
        return {
            name: list(value) if isinstance(value, tuple) else value for name, value in dataclasses.asdict(self).items()
        }


def _known(names: list[str]) -> str:
    return f"there are {', '.join(names)}" if names else "the game has none"


@dataclass(frozen=True)
class GardensOfIoOptions(Options):
    """Options of Gardens of Io."""

    game = "gardens_of_io"
    lap_bonus: bool = option(True, Flag())  # IO-16: who passes the start takes a flower off the garden
    cooperative: bool = option(False, Flag())  # IO-20: everybody scores the position of the last Martian


@dataclass(frozen=True)
class BloomTownOptions(Options):
    """Options of Bloom Town."""

    game = "bloom_town"
    side: str = option("A", OneOf(("A", "B")))  # BT-1: side of the town board
    subway: str = option("group", OneOf(("group", "lines")))  # BT-21: the diagonal group, or both diagonals
    shop: str = option("tiles", OneOf(("tiles", "types")))  # BT-24: each wanted tile, or each wanted type once


@dataclass(frozen=True)
class CottageGardenOptions(Options):
    """Cottage Garden has no options."""

    game = "cottage_garden"


@dataclass(frozen=True)
class BudsAndBloomsOptions(Options):
    """Options of Buds and Blooms. What does not go with the players or the file is refused when a game is loaded."""

    MOST_ROCKS: ClassVar[int] = 3

    game = "buds_and_blooms"
    # BB-5: slots that show rocks
    rocks: str | int = option("mixed", Either((OneOf(("mixed", "none")), Whole(0, MOST_ROCKS))))
    take_that: bool = option(True, Flag())  # BB-18: make the cut may take a bloom of the rival
    single_deck: bool = option(False, Flag())  # BB-21: both decks shuffled together; not for solo


@dataclass(frozen=True)
class BartonInBloomOptions(Options):
    """Options of Barton in Bloom."""

    game = "barton_in_bloom"
    turn_limit: int = option(80, Whole(1, 100))  # BN-38: turns a player after which the game ends


@dataclass(frozen=True)
class TicTacToeOptions(Options):
    """Tic-tac-toe has no options."""

    game = "tic_tac_toe"


@dataclass(frozen=True)
class ConnectFourOptions(Options):
    """Options of Connect Four."""

    MOST_BITS: ClassVar[int] = 64  # CF-1

    game = "connect_four"
    columns: int = option(7, Whole(1, 9))
    rows: int = option(6, Whole(1, 9))
    line: int = option(4, Whole(2, 9))  # CF-3: marks in a row that win

    def clashes(self) -> list[str]:
        """CF-1: the board fits a machine word."""
        bits = (self.rows + 1) * self.columns
        too_large = f"columns, rows: (rows + 1) * columns is {bits}, should be at most {self.MOST_BITS}"
        return [too_large] if bits > self.MOST_BITS else []


@dataclass(frozen=True)
class NimOptions(Options):
    """Options of Nim."""

    game = "nim"
    piles: tuple[int, ...] = option((1, 3, 5, 7), Wholes(Whole(1, 31), 1, 8))  # NI-1: objects in each pile


@dataclass(frozen=True)
class KuhnPokerOptions(Options):
    """Kuhn poker has no options."""

    game = "kuhn_poker"


@dataclass(frozen=True)
class LeducPokerOptions(Options):
    """Leduc poker has no options."""

    game = "leduc_poker"


@dataclass(frozen=True)
class LiarsDiceOptions(Options):
    """Options of liar's dice."""

    MOST_BIDS: ClassVar[int] = 64  # LD-1

    game = "liars_dice"
    dice: int = option(1, Whole(1, 5))  # of each player
    sides: int = option(6, Whole(2, 10))  # of a die; the highest face is wild

    def clashes(self) -> list[str]:
        """LD-1: the bids made fit a machine word."""
        bids = 2 * self.dice * self.sides
        too_many = f"dice, sides: 2 * dice * sides is {bids}, should be at most {self.MOST_BIDS}"
        return [too_many] if bids > self.MOST_BIDS else []


@dataclass(frozen=True)
class GoofspielOptions(Options):
    """Options of goofspiel."""

    game = "goofspiel"
    cards: int = option(4, Whole(2, 12))  # GS-1: of each player, and tricks


@dataclass(frozen=True)
class Small2048Options(Options):
    """Options of small 2048."""

    game = "small_2048"
    rows: int = option(3, Whole(2, 4))
    columns: int = option(3, Whole(2, 4))


@dataclass(frozen=True)
class PigOptions(Options):
    """Options of Pig."""

    game = "pig"
    target: int = option(100, Whole(1, 1000))  # PI-5: banked points that win
    coin: bool = option(False, Flag())  # PI-3: a coin in place of the die
