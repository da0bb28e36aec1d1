"""The shape of a position of Buds and Blooms given as data (S-1 of seeds/buds_and_blooms/state.md), and its reading."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeAlias

from cloche.reference.base import MISSING, Faults
from cloche.reference.buds_and_blooms import actions as ids
from cloche.reference.buds_and_blooms.actions import FACES, LOOKS, WEATHERS
from cloche.reference.buds_and_blooms.deck import UNKNOWN, Card, Pile, back_text, card_number
from cloche.reference.buds_and_blooms.flowers import Laid, Planted, Tool
from cloche.reference.buds_and_blooms.tensor import CAUSES, PHASES

if TYPE_CHECKING:
    from cloche.reference.buds_and_blooms import Game
    from cloche.reference.buds_and_blooms.state import State

KEYS = (
    *("phase", "player", "beds", "flowers", "sheds", "hands", "compost"),
    *("looked", "piles", "cause", "place", "bloom"),
)
BED_KEYS = ("card", "face", "turn")
FLOWER_KEYS = ("face", "deck", "as", "stages")
OPEN_KEYS = ("face", "deck")
CARD_KEYS = ("deck", "draw", "back", "face", "known")
PILE_KEYS = ("drawn", "top", "under")
PLACES = [ids.place_text(place) for place in range(ids.BEDS * ids.MOST_CARDS)]

Values: TypeAlias = Mapping[str, Any]
Check: TypeAlias = Callable[[str, Any], None]
Law: TypeAlias = Callable[["State", Faults], None]


class Laws:
    """Laws in order; each is judged only where the keys that it reads can be relied on."""

    def __init__(self) -> None:
        self.laws: list[tuple[tuple[str, ...], Law]] = []

    def law(self, *needs: str) -> Callable[[Law], Law]:
        """Adds a law that reads the keys `needs`."""

        def add(one: Law) -> Law:
            self.laws.append((needs, one))
            return one

        return add

    def judge(self, state: State, faults: Faults) -> None:
        """Every law that can be judged."""
        for needs, one in self.laws:
            if faults.sound(*needs):
                one(state, faults)


class Shape:
    """S-1: judges types, lengths, ids and orders, key by key."""

    def __init__(self, game: Game, faults: Faults, faces_may_lack: bool) -> None:
        self.game = game
        self.faults = faults
        self.faces_may_lack = faces_may_lack
        self.faces = [FACES[face] for face in game.box.faces]

    def judge(self, values: Values) -> None:
        """Every key."""
        players = self.game.players
        self.word("phase", values["phase"], PHASES)
        if values["player"] is not None:
            self.faults.whole("player", values["player"], 0, players - 1)
        self.each("beds", values["beds"], self.bed, most=self.game.box.slots)
        for path, flowers in self.faults.items("flowers", values["flowers"], players):
            for place, flower in self.faults.items(path, flowers, self.game.box.slots):
                self.each(place, flower, self.planted)
        for path, shed in self.faults.items("sheds", values["sheds"], players):
            self.each(path, shed, self.open_card)
            self.ascending(path, shed, self.open_rank)
        for path, hand in self.faults.items("hands", values["hands"], players):
            self.cards(path, hand, ordered=True)
        self.cards("compost", values["compost"], ordered=True)
        self.cards("looked", values["looked"], ordered=False)
        for path, pile in self.faults.items("piles", values["piles"], len(self.game.cards)):
            self.pile(path, pile)
        self.word("cause", values["cause"], CAUSES, nullable=True)
        if values["place"] is not None and values["place"] is not MISSING and values["place"] not in PLACES:
            self.faults.spoil("place", "must be a bed and the number of cards below, as in 1.0, or null (S-1)")
        if values["bloom"] is not None and values["bloom"] is not MISSING:
            sound = len(self.faults.faults)
            self.open_card("bloom", values["bloom"])
            if len(self.faults.faults) > sound:
                self.faults.spoilt.add("bloom")

    # Parts of a position

    def bed(self, path: str, value: Any) -> None:
        """A bed card in a slot."""
        if self.record(path, value, BED_KEYS):
            self.word(f"{path}.card", value["card"], self.game.box.bed_ids)
            for key in ("face", "turn"):
                if value[key] is not None:
                    self.faults.whole(f"{path}.{key}", value[key], 0, 1)

    def planted(self, path: str, value: Any) -> None:
        """A card of a flower."""
        if self.record(path, value, FLOWER_KEYS):
            self.word(f"{path}.face", value["face"], self.faces)
            self.deck(path, value)
            self.word(f"{path}.as", value["as"], LOOKS)
            self.faults.whole(f"{path}.stages", value["stages"], 0)

    def open_card(self, path: str, value: Any) -> None:
        """A tool of a shed, or the bloom taken."""
        if self.record(path, value, OPEN_KEYS):
            self.word(f"{path}.face", value["face"], self.faces)
            self.deck(path, value)

    def cards(self, path: str, value: Any, ordered: bool) -> None:
        """A list of numbered cards."""
        self.each(path, value, self.card)
        if ordered:
            self.ascending(path, value, self.card_rank)

    def card(self, path: str, value: Any) -> None:
        """A numbered card."""
        if not self.record(path, value, CARD_KEYS):
            return
        self.deck(path, value)
        self.faults.whole(f"{path}.draw", value["draw"], 1, sum(len(cards) for cards in self.game.cards))
        self.word(f"{path}.back", value["back"], WEATHERS)
        self.word(f"{path}.face", value["face"], self.faces, nullable=self.faces_may_lack)
        self.players(f"{path}.known", value["known"])

    def players(self, path: str, value: Any) -> None:
        """The players who know a face, ascending."""
        self.each(path, value, lambda place, player: self.faults.whole(place, player, 0, self.game.players - 1))
        self.ascending(path, value, lambda player: player)

    def pile(self, path: str, value: Any) -> None:
        """A draw deck."""
        if self.record(path, value, PILE_KEYS):
            self.faults.whole(f"{path}.drawn", value["drawn"], 0)
            self.word(f"{path}.top", value["top"], top_words(self.game), nullable=True)
            self.cards(f"{path}.under", value["under"], ordered=False)

    def deck(self, path: str, value: Any) -> None:
        """The deck of a card: as many as players."""
        self.faults.whole(f"{path}.deck", value["deck"], 0, self.game.players - 1)

    # Kinds of values

    def word(self, path: str, value: Any, words: Sequence[str], nullable: bool = False) -> None:
        """One of some texts, or null where that is allowed."""
        if value is MISSING or (nullable and value is None):
            return
        if not isinstance(value, str) or value not in words:
            null = " or null" if nullable else ""
            self.faults.spoil(path, f"must be one of {', '.join(words)}{null} (S-1)")

    def record(self, path: str, value: Any, keys: Sequence[str]) -> bool:
        """Whether a value is an object with exactly these keys."""
        if isinstance(value, Mapping) and set(value) == set(keys):
            return True
        self.faults.spoil(path, f"must be an object with the keys {', '.join(keys)} (S-1)")
        return False

    def each(self, path: str, value: Any, check: Check, most: int | None = None) -> None:
        """A list, with at most so many items; `check` judges each."""
        if value is MISSING:
            return
        if not isinstance(value, list) or (most is not None and len(value) > most):
            self.faults.spoil(path, "must be a list" + ("" if most is None else f" of at most {most}") + " (S-1)")
            return
        for i, item in enumerate(value):
            check(f"{path}[{i}]", item)

    def ascending(self, path: str, value: Any, rank: Callable[[Any], Any]) -> None:
        """A list without repetition in ascending order, where all its items are as they should be."""
        if not isinstance(value, list) or not self.faults.sound(path.partition("[")[0]):
            return
        ranks = [rank(item) for item in value]
        if any(second <= first for first, second in pairwise(ranks)):
            self.faults.add(path, "must ascend, without repetition (S-1)")

    def card_rank(self, card: Mapping[str, Any]) -> int:
        """Cards are in the order of their numbers."""
        return card_number(card["deck"], card["draw"], self.game.single_deck)

    def open_rank(self, card: Mapping[str, Any]) -> tuple[int, int]:
        """Tools are in the order of faces, then decks."""
        return FACES.index(card["face"]), card["deck"]


def top_words(game: Game) -> list[str]:
    """What the top of a pile can show, by outcome."""
    decks = game.players if game.single_deck else 1
    return [back_text(deck, weather, game.single_deck) for deck in range(decks) for weather in range(len(WEATHERS))]


# Reading


def read(game: Game, values: Values, faults: Faults) -> State:
    """The position, blank where a key is spoilt; faces that are null are UNKNOWN."""
    found: dict[str, Any] = {}
    if faults.sound("beds"):
        found["beds"] = [Laid(game.box.bed_ids.index(bed["card"]), bed["face"], bed["turn"]) for bed in values["beds"]]
    if faults.sound("flowers"):
        found["flowers"] = [
            [[_planted(card) for card in flower] for flower in flowers] for flowers in values["flowers"]
        ]
    if faults.sound("sheds"):
        found["sheds"] = [[_tool(card) for card in shed] for shed in values["sheds"]]
    if faults.sound("hands"):
        found["hands"] = [_cards(game, hand) for hand in values["hands"]]
    for key in ("compost", "looked"):
        if faults.sound(key):
            found[key] = _cards(game, values[key])
    if faults.sound("piles"):
        found["piles"] = list(_piles(game, values["piles"]))
    if faults.sound("bloom") and values["bloom"] is not None:
        found["bloom"] = _tool(values["bloom"])
    if faults.sound("place") and values["place"] is not None:
        found["place"] = PLACES.index(values["place"])
    for key in ("phase", "player", "cause"):
        if faults.sound(key):
            found[key] = values[key]
    return replace(game.new_initial_state(), **found)


def _planted(card: Mapping[str, Any]) -> Planted:
    return Planted(FACES.index(card["face"]), card["deck"], LOOKS.index(card["as"]), card["stages"])


def _tool(card: Mapping[str, Any]) -> Tool:
    return Tool(FACES.index(card["face"]), card["deck"])


def _cards(game: Game, cards: list[Any]) -> list[Card]:
    return [
        Card(
            number=card_number(card["deck"], card["draw"], game.single_deck),
            deck=card["deck"],
            draw=card["draw"],
            back=WEATHERS.index(card["back"]),
            face=UNKNOWN if card["face"] is None else FACES.index(card["face"]),
            known=tuple(card["known"]),
        )
        for card in cards
    ]


def _piles(game: Game, piles: list[Any]) -> Iterator[Pile]:
    for pile in piles:
        top = None if pile["top"] is None else top_words(game).index(pile["top"])
        yield Pile(pile["drawn"], top, _cards(game, pile["under"]))
