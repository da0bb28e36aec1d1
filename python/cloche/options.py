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


def option(default: Any, allowed: Allowed, meaning: str) -> Any:
    """A field of an options record; `meaning` tells people what it changes, in a sentence or two."""
    return field(default=default, metadata={"allowed": allowed, "meaning": meaning})


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
    lap_bonus: bool = option(  # IO-16
        True, Flag(), "A Martian that passes the start takes a flower from the garden back into the reserve."
    )
    cooperative: bool = option(  # IO-20
        False, Flag(), "All play together: everybody scores the position of the Martian furthest behind."
    )


@dataclass(frozen=True)
class BloomTownOptions(Options):
    """Options of Bloom Town."""

    game = "bloom_town"
    side: str = option(  # BT-1
        "A", OneOf(("A", "B")), "Side of the town boards, the same for all: where symbols and blooming squares lie."
    )
    subway: str = option(  # BT-21
        "group",
        OneOf(("group", "lines")),
        "What a subway scores: its group of subways joined at corners, or the unbroken runs on its two diagonals.",
    )
    shop: str = option(  # BT-24
        "tiles",
        OneOf(("tiles", "types")),
        "What a shop scores: every neighbour that it wants, or each kind that it wants once.",
    )


@dataclass(frozen=True)
class CottageGardenOptions(Options):
    """Cottage Garden has no options."""

    game = "cottage_garden"


@dataclass(frozen=True)
class BudsAndBloomsOptions(Options):
    """Options of Buds and Blooms. What does not go with the players or the file is refused when a game is loaded."""

    MOST_ROCKS: ClassVar[int] = 3

    game = "buds_and_blooms"
    rocks: str | int = option(  # BB-5
        "mixed",
        Either((OneOf(("mixed", "none")), Whole(0, MOST_ROCKS))),
        "How many of the three bed cards show their rocky face: any, none, or exactly so many.",
    )
    take_that: bool = option(True, Flag(), 'The tool "make the cut" may take a bloom of the other player.')  # BB-18
    single_deck: bool = option(  # BB-21
        False, Flag(), "Both decks are shuffled together, tools included, and shared. For two players."
    )


@dataclass(frozen=True)
class BartonInBloomOptions(Options):
    """Options of Barton in Bloom."""

    game = "barton_in_bloom"
    turn_limit: int = option(  # BN-38
        80, Whole(1, 100), "Turns of each player after which the game ends, if nobody has ended it before."
    )


@dataclass(frozen=True)
class TicTacToeOptions(Options):
    """Tic-tac-toe has no options."""

    game = "tic_tac_toe"


@dataclass(frozen=True)
class ConnectFourOptions(Options):
    """Options of Connect Four."""

    MOST_BITS: ClassVar[int] = 64  # CF-1

    game = "connect_four"
    columns: int = option(7, Whole(1, 9), "Columns of the board.")
    rows: int = option(6, Whole(1, 9), "Rows of the board.")
    line: int = option(4, Whole(2, 9), "Marks in a row that win.")  # CF-3

    def clashes(self) -> list[str]:
        """CF-1: the board fits a machine word."""
        bits = (self.rows + 1) * self.columns
        too_large = f"columns, rows: (rows + 1) * columns is {bits}, should be at most {self.MOST_BITS}"
        return [too_large] if bits > self.MOST_BITS else []


@dataclass(frozen=True)
class NimOptions(Options):
    """Options of Nim."""

    game = "nim"
    piles: tuple[int, ...] = option(  # NI-1
        (1, 3, 5, 7), Wholes(Whole(1, 31), 1, 8), "Objects in each pile, such as [3, 4, 5]."
    )


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
    dice: int = option(1, Whole(1, 5), "Dice of each player.")
    sides: int = option(6, Whole(2, 10), "Sides of a die; the highest face is wild.")

    def clashes(self) -> list[str]:
        """LD-1: the bids made fit a machine word."""
        bids = 2 * self.dice * self.sides
        too_many = f"dice, sides: 2 * dice * sides is {bids}, should be at most {self.MOST_BIDS}"
        return [too_many] if bids > self.MOST_BIDS else []


@dataclass(frozen=True)
class GoofspielOptions(Options):
    """Options of goofspiel."""

    game = "goofspiel"
    cards: int = option(4, Whole(2, 12), "Cards of each player, and tricks of the game.")  # GS-1


@dataclass(frozen=True)
class Small2048Options(Options):
    """Options of small 2048."""

    game = "small_2048"
    rows: int = option(3, Whole(2, 4), "Rows of the board.")
    columns: int = option(3, Whole(2, 4), "Columns of the board.")


@dataclass(frozen=True)
class PigOptions(Options):
    """Options of Pig."""

    game = "pig"
    target: int = option(100, Whole(1, 1000), "Banked points that win.")  # PI-5
    coin: bool = option(
        False, Flag(), "A coin in place of the die: heads is worth a point, tails ends the turn."
    )  # PI-3
