"""Keys, types and ranges of a position of Barton in Bloom given as data (S-1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from cloche.messages import shown
from cloche.reference.barton_in_bloom import actions as ids
from cloche.reference.barton_in_bloom.box import (
    DECKS,
    DECORATIONS,
    DICE,
    FERTILIZERS,
    MOST_DEMAND,
    NOTICES,
    PILES,
    SPACES,
    TYPES,
)
from cloche.reference.barton_in_bloom.data import CARD_KEYS, DECK_KEYS, DIE_KEYS
from cloche.reference.barton_in_bloom.shapes import CELLS, ORIENTATIONS, SQUARES, TURNS
from cloche.reference.barton_in_bloom.steps import FIELDS, WORDS
from cloche.reference.base import MISSING, Faults

if TYPE_CHECKING:
    from cloche.reference.barton_in_bloom import Game

Values: TypeAlias = Mapping[str, Any]
Check: TypeAlias = Callable[[str, object], None]

MOST_PILE = 64
MOST_DRAWN = 9_999
MOST_COUNTED = 99_999
MOST_DECORATIONS = 16
MOST_N = 9_999
MOST_LESS = 255
MOST_ICONS = 6
# The ids that `last` may name, by the step.
LAST = {
    "regrow": ((ids.REGROW, SQUARES),),
    "harvest": ((ids.HARVEST, SQUARES),),
    "harvest_free": ((ids.HARVEST, SQUARES),),
    "income": ((ids.REGROW, SQUARES), (ids.HARVEST, SQUARES)),
    "plant": ((ids.PLANT, len(TYPES) * SQUARES),),
    "plant_free": ((ids.PLANT, len(TYPES) * SQUARES),),
    "setup_plant": ((ids.PLANT, len(TYPES) * SQUARES),),
    "gain": ((ids.FLOWER, len(TYPES)),),
}


def law_s_1(game: Game, values: Values, faults: Faults) -> None:
    """S-1."""
    Reader(game, values, faults).read()


class Reader:
    """Looks at one position or observation."""

    def __init__(self, game: Game, values: Values, faults: Faults) -> None:
        self.game = game
        self.box = game.box
        self.values = values
        self.faults = faults
        self.observed = "observer" in values

    def read(self) -> None:
        """Every key."""
        n, values = self.game.players, self.values
        self.word((*WORDS, "over"))("phase", values["phase"])
        self.or_null(self.whole(0, n - 1))("player", values["player"])
        self.or_null(self.whole(0, n * self.game.turn_limit))("turns", values["turns"])
        self.or_null(self.whole(0, n - 1))("trigger", values["trigger"])
        self.each("dice", self.die, len(DICE))
        most_tokens = max(self.box.bag["first"], self.box.bag["refill"])
        self.each("bag", self.whole(0, most_tokens), len(TYPES))
        self.each("market", self.or_null(self.word(TYPES)), len(self.box.prices))
        self.each("display", self.or_null(self.word(self.box.tiles)), PILES)
        self.each("piles", self.whole(0, MOST_PILE), PILES)
        self.each("orders", self.or_null(self.word(self.box.orders)), DECKS)
        self.each("board", self.or_null(self.word(self.box.judges)), NOTICES)
        self.list_of(self.word(self.box.judges))("discards", values["discards"])
        self.whole(0, MOST_DRAWN)("drawn", values["drawn"])
        self.list_of(self.deck)("decks", values["decks"])
        self.read_players(n)
        self.list_of(self.step)("todo", values["todo"])

    def read_players(self, n: int) -> None:
        """The keys that list something for each player."""
        self.each("money", self.whole(0, MOST_COUNTED), n)
        self.each("prestige", self.whole(0, MOST_COUNTED), n)
        self.each("sheds", self.exactly(self.whole(0, MOST_COUNTED), len(TYPES)), n)
        self.each("awake", self.faults.flag, n)
        self.each("hands", self.list_of(self.card), n)
        self.each("gossip", self.or_null(self.card), n)
        self.each("gone", self.list_of(self.card), n)
        self.each("fertilizers", self.list_of(self.word(FERTILIZERS)), n)
        self.each("decorations", self.exactly(self.whole(0, MOST_DECORATIONS), len(DECORATIONS)), n)
        self.each("done", self.list_of(self.word(self.box.orders)), n)
        cell, square, turns = self.whole(0, CELLS - 1), self.whole(0, SQUARES - 1), self.whole(0, TURNS - 1)
        self.each("gardens", self.list_of(self.parts(cell, self.word(self.box.tiles), turns)), n)
        self.each("plants", self.list_of(self.parts(square, self.word(TYPES), self.faults.flag)), n)
        orientation = self.whole(0, ORIENTATIONS - 1)
        self.each("ornaments", self.list_of(self.parts(self.word(self.box.ornaments), square, orientation)), n)

    # Kinds of values

    def whole(self, low: int, high: int) -> Check:
        """A whole number low..high."""
        return lambda path, value: self.faults.whole(path, value, low, high)

    def word(self, words: Sequence[str] | Mapping[str, Any]) -> Check:
        """One of some words."""

        def check(path: str, value: object) -> None:
            if value is not MISSING and not (isinstance(value, str) and value in tuple(words)):
                self.faults.spoil(path, f"must be one of {', '.join(words)} (S-1)")

        return check

    def or_null(self, check: Check) -> Check:
        """Or null."""

        def or_null(path: str, value: object) -> None:
            if value is not None:
                check(path, value)

        return or_null

    def list_of(self, check: Check) -> Check:
        """A list of any length."""

        def check_list(path: str, value: object) -> None:
            if value is MISSING:
                return
            if not isinstance(value, list):
                self.faults.spoil(path, "must be a list (S-1)")
                return
            for i, item in enumerate(value):
                check(f"{path}[{i}]", item)

        return check_list

    def exactly(self, check: Check, length: int) -> Check:
        """A list of so many."""

        def check_list(path: str, value: object) -> None:
            for place, item in self.faults.items(path, value, length):
                check(place, item)

        return check_list

    def parts(self, *checks: Check) -> Check:
        """A list of a value of each kind."""

        def check_parts(path: str, value: object) -> None:
            for check, (place, item) in zip(checks, self.faults.items(path, value, len(checks)), strict=False):
                check(place, item)

        return check_parts

    def each(self, key: str, check: Check, length: int) -> None:
        """The value of a key that is a list of so many."""
        self.exactly(check, length)(key, self.values[key])

    def fields(self, path: str, value: object, keys: Sequence[str]) -> dict[str, Any]:
        """The values of an object with exactly these keys; MISSING where there is none."""
        if not isinstance(value, Mapping):
            self.faults.spoil(path, f"must be an object with the keys {', '.join(keys)} (S-1)")
            return dict.fromkeys(keys, MISSING)
        for key in value:
            if key not in keys:
                self.faults.add(f"{path}[{shown(key)}]", "unknown key (S-1)")
        for key in keys:
            if key not in value:
                self.faults.spoil(f"{path}[{key!r}]", "missing (S-1)")
        return {key: value.get(key, MISSING) for key in keys}

    # Objects

    def die(self, path: str, value: object) -> None:
        """A die."""
        parts = self.fields(path, value, DIE_KEYS)
        self.word(SPACES)(f"{path}['space']", parts["space"])
        self.whole(1, MOST_DEMAND)(f"{path}['demand']", parts["demand"])

    def most_drawn(self) -> int:
        """`drawn`, if it is a number."""
        drawn = self.values["drawn"]
        return drawn if type(drawn) is int else MOST_DRAWN

    def deck(self, path: str, value: object) -> None:
        """A deck of judges."""
        parts = self.fields(path, value, DECK_KEYS)
        self.whole(1, self.most_drawn() + 1)(f"{path}['from']", parts["from"])
        self.list_of(self.word(self.box.judges))(f"{path}['unseen']", parts["unseen"])

    def card(self, path: str, value: object) -> None:
        """A judge card; in an observation its judge may be null (O-1)."""
        parts = self.fields(path, value, CARD_KEYS)
        self.whole(1, self.most_drawn())(f"{path}['draw']", parts["draw"])
        judge = self.word(self.box.judges)
        (self.or_null(judge) if self.observed else judge)(f"{path}['judge']", parts["judge"])

    def step(self, path: str, value: object) -> None:
        """A step with its fields."""
        word = value.get("step", MISSING) if isinstance(value, Mapping) else MISSING
        if not isinstance(word, str) or word not in FIELDS:
            self.faults.spoil(path, f"must be an object whose key step is one of {', '.join(WORDS)} (S-1)")
            return
        parts = self.fields(path, value, ("step", *FIELDS[word]))
        for field in FIELDS[word]:
            place = f"{path}[{field!r}]"
            for check in self.checks_of(word, field, parts):
                check(place, parts[field])
        if word == "plant" and all(type(parts[field]) is int for field in ("back", "off")):
            amount = self.box.amount["plant"]
            if parts["back"] + parts["off"] > amount:
                self.faults.spoil(path, f"back and off must be at most {amount} together (S-1)")
        if word == "income" and all(parts[kind] == 0 for kind in ("regrow", "harvest")):
            self.faults.spoil(path, "regrow and harvest must not both be 0 (S-1)")

    def checks_of(self, word: str, field: str, parts: Mapping[str, Any]) -> Iterator[Check]:
        """What the field of a step may be."""
        sell_orders = self.box.action["sell_orders"]
        amount = self.box.amount["plant"]
        match field:
            case "n":
                yield self.whole(1, MOST_N)
            case "regrow" | "harvest":
                yield self.whole(0, MOST_N)
            case "die":
                yield self.whole(0, len(DICE) - 1)
            case "count":
                yield self.whole(0, sell_orders if word == "order" else SQUARES - 1)
            case "x":
                yield self.whole(1, MOST_DEMAND)
            case "shown":
                yield self.exactly(self.whole(1, MOST_DEMAND), len(DICE))
            case "favours":
                yield self.faults.flag
            case "judge":
                yield self.word(self.box.judges)
            case "draw":
                yield self.whole(1, self.most_drawn())
            case "last":
                yield self.or_null(self.id_of(word))
            case "types":
                yield self.list_of(self.word(TYPES))
            case "tile":
                yield self.word(self.box.tiles)
            case "ornament":
                yield self.word(self.box.ornaments)
            case "back" | "off":
                yield self.whole(0, amount)
            case "deck":
                yield self.whole(0, DECKS - 1)
            case "icon":
                yield self.whole(0, self.icons_of(parts["deck"]) - 1)
            case "size":
                yield self.word(DECORATIONS)
            case "less":
                yield self.whole(0, MOST_LESS)

    def id_of(self, word: str) -> Check:
        """An id of the picks of a step."""
        blocks = LAST.get(word, ((ids.BUY, len(self.box.prices)),))

        def check(path: str, value: object) -> None:
            if value is not MISSING and not (
                type(value) is int and any(first <= value < first + size for first, size in blocks)
            ):
                names = " or ".join(f"{first}..{first + size - 1}" for first, size in blocks)
                self.faults.spoil(path, f"must be null or an id {names} (S-1)")

        return check

    def icons_of(self, deck: object) -> int:
        """The icons of the face-up order of a deck; the most there can be where there is none."""
        orders = self.values["orders"]
        if type(deck) is not int or not isinstance(orders, list) or not 0 <= deck < len(orders):
            return MOST_ICONS
        order = orders[deck]
        return len(self.box.orders[order].icons) if isinstance(order, str) and order in self.box.orders else MOST_ICONS
