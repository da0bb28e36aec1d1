"""A position of Barton in Bloom: its parts, and what can be read off them (seeds/barton_in_bloom/state.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Self

from cloche.backend import Data, Generator
from cloche.reference.barton_in_bloom import scoring
from cloche.reference.barton_in_bloom.box import ACTION_OF, DECORATIONS, FERTILIZERS, NEUTRAL, TYPES, Order
from cloche.reference.barton_in_bloom.data import data_of, data_seen_by
from cloche.reference.barton_in_bloom.features import features
from cloche.reference.barton_in_bloom.garden import Garden
from cloche.reference.barton_in_bloom.steps import Step
from cloche.reference.barton_in_bloom.tensor import tensor
from cloche.reference.base import ReferenceState

if TYPE_CHECKING:
    from cloche.reference.barton_in_bloom import Game

UNKNOWN = ""  # the judge of a hidden card, till it is dealt


class Die(NamedTuple):
    """BN-1."""

    space: str
    demand: int


class Card(NamedTuple):
    """A judge card: the how-manieth drawn it was, and which judge."""

    draw: int
    judge: str


class Deck(NamedTuple):
    """A deck of judges (BN-31)."""

    first: int  # `from`: its first draw
    unseen: list[str]  # its judges that are not face up for all, in component order


class Income(NamedTuple):
    """BN-35: what a rest brings before the rest action."""

    money: int
    prestige: int
    flowers: int
    regrow: int
    harvest: int


@dataclass(eq=False)
class Position(ReferenceState):
    """The fields are the keys of `to_dict`, but for `phase`; all pieces by their ids."""

    game: Game
    player: int | None
    turns: int | None
    trigger: int | None
    todo: list[Step]
    dice: list[Die]
    bag: list[int]
    market: list[str | None]
    display: list[str | None]
    piles: list[int]
    orders: list[str | None]
    board: list[str | None]
    discards: list[str]
    drawn: int
    decks: list[Deck]
    money: list[int]
    prestige: list[int]
    sheds: list[list[int]]
    awake: list[bool]
    hands: list[list[Card]]
    gossip: list[Card | None]
    gone: list[list[Card]]
    fertilizers: list[list[str]]
    decorations: list[list[int]]
    done: list[list[str]]
    gardens: list[Garden]
    listed: list[int] | None = None  # the legal actions, once asked for and until the position changes

    def clone(self) -> Self:
        """A copy."""
        return type(self)(
            self.game,
            self.player,
            self.turns,
            self.trigger,
            list(self.todo),
            list(self.dice),
            list(self.bag),
            list(self.market),
            list(self.display),
            list(self.piles),
            list(self.orders),
            list(self.board),
            list(self.discards),
            self.drawn,
            [Deck(deck.first, list(deck.unseen)) for deck in self.decks],
            list(self.money),
            list(self.prestige),
            [list(shed) for shed in self.sheds],
            list(self.awake),
            [list(hand) for hand in self.hands],
            list(self.gossip),
            [list(cards) for cards in self.gone],
            [list(owned) for owned in self.fertilizers],
            [list(built) for built in self.decorations],
            [list(orders) for orders in self.done],
            [garden.clone() for garden in self.gardens],
            self.listed,
        )

    # As data

    def to_dict(self) -> Data:
        """The position as data, as in state.md."""
        return data_of(self)

    def observation(self, player: int) -> Data:
        """H-1: what `player` knows, as data."""
        return data_seen_by(self, player)

    def observation_tensor(self, player: int) -> list[float]:
        """The vector of state.md, in its order."""
        return tensor(self, player)

    def features(self, player: int) -> list[float]:
        """The 93 numbers of state.md, of what `player` knows."""
        return features(self, player)

    def scores(self) -> list[int]:
        """BN-39."""
        return scoring.scores(self)

    def ranks(self) -> list[int]:
        """BN-40."""
        return scoring.ranks(self, self.scores())

    def scores_known_to(self, viewer: int) -> list[int]:
        """D-6: without gossip that the viewer does not know, but not when the game is over."""
        return self.scores() if self.is_over() else scoring.scores(self, viewer)

    def ranks_known_to(self, viewer: int) -> list[int]:
        """D-6."""
        return scoring.ranks(self, self.scores_known_to(viewer))

    # Whose turn it is

    def is_over(self) -> bool:
        """Whether the game is."""
        return self.player is None and self.turns is not None

    @property
    def phase(self) -> str:
        """The word of the first step."""
        return str(self.todo[0]["step"]) if self.todo else "over"

    def mover(self) -> int:
        """Whose turn or set-up it is."""
        assert self.player is not None
        return self.player

    def turns_had(self, player: int) -> int:
        """S-14: the turns of a player that are over."""
        assert self.turns is not None
        return (self.turns + self.game.players - 1 - player) // self.game.players

    # The mover's things

    def garden(self) -> Garden:
        """The mover's garden."""
        return self.gardens[self.mover()]

    def hand(self) -> list[Card]:
        """The mover's judges."""
        return self.hands[self.mover()]

    def purse(self) -> int:
        """The mover's money."""
        return self.money[self.mover()]

    def shed(self) -> Counter[str]:
        """The mover's tokens; none of a type that is not there."""
        return +Counter(dict(zip(TYPES, self.sheds[self.mover()], strict=True)))

    def owns(self, fertilizer: str) -> bool:
        """Whether the mover has a fertilizer."""
        return fertilizer in self.fertilizers[self.mover()]

    # Dice

    def is_own(self, die: int, space: str) -> bool:
        """BN-13: whether an action is the die's own."""
        return ACTION_OF[die] == space

    def is_taken(self, die: int, space: str) -> bool:
        """BN-2, BN-57: whether a die lies on the space that this one would take."""
        return any(
            other.space == space and (space in NEUTRAL or self.is_own(i, space) == self.is_own(die, space))
            for i, other in enumerate(self.dice)
        )

    # Judges

    def hidden_cards(self) -> Iterator[tuple[int, Card]]:
        """Each card in a hand, gossip or gone, with its player."""
        for player in range(self.game.players):
            gossip = self.gossip[player]
            for card in (*self.hands[player], *([] if gossip is None else [gossip]), *self.gone[player]):
                yield player, card

    def deck_of(self, card: Card) -> int:
        """The deck that a hidden card came from: the last that began no later."""
        return max(i for i, deck in enumerate(self.decks) if deck.first <= card.draw)

    def cards_of(self, deck: int) -> list[tuple[int, Card]]:
        """The hidden cards of a deck with their players, in the order of their draws."""
        cards = [(player, card) for player, card in self.hidden_cards() if self.deck_of(card) == deck]
        return sorted(cards, key=lambda pair: pair[1].draw)

    def undrawn_count(self) -> int:
        """Judges that the newest deck still has."""
        newest = len(self.decks) - 1
        return len(self.decks[newest].unseen) - len(self.cards_of(newest))

    def undrawn(self) -> list[str]:
        """Those judges."""
        newest = len(self.decks) - 1
        held = {card.judge for _, card in self.cards_of(newest)}
        return [judge for judge in self.decks[newest].unseen if judge not in held]

    def unknown_to(self, observer: int, deck: int) -> list[str]:
        """ "Redeal": the judges left of a deck for one who knows the own cards alone."""
        known = {card.judge for player, card in self.cards_of(deck) if player == observer}
        return [judge for judge in self.decks[deck].unseen if judge not in known]

    def redeal(self, observer: int, rng: Generator) -> None:
        """H-3: the hidden cards of the others get judges, deck by deck and draw by draw."""
        dealt: dict[int, str] = {}
        for deck in range(len(self.decks)):
            left = self.unknown_to(observer, deck)
            for player, card in self.cards_of(deck):
                if player != observer:
                    dealt[card.draw] = left.pop(rng.below(len(left)))
        self.name_cards(dealt)
        self.listed = None

    def name_cards(self, judges: dict[int, str]) -> None:
        """Hidden cards get the judges that are given for their draws."""

        def named(card: Card) -> Card:
            return Card(card.draw, judges.get(card.draw, card.judge))

        self.hands = [[named(card) for card in hand] for hand in self.hands]
        self.gossip = [None if card is None else named(card) for card in self.gossip]
        self.gone = [[named(card) for card in cards] for cards in self.gone]

    # Tiles, ornaments, orders, decorations

    def unseen_tiles(self) -> list[str]:
        """D-5: the tiles that lie nowhere, in component order."""
        seen = {tile for garden in self.gardens for tile, _ in garden.tiles.values()}
        seen |= {tile for tile in self.display if tile is not None}
        seen |= {one["tile"] for one in self.todo if one["step"] == "lay"}
        return [tile for tile in self.game.box.tiles if tile not in seen]

    def copies_left(self, ornament: str) -> int:
        """BN-4: those on display."""
        out = sum(garden.copies(ornament) for garden in self.gardens)
        out += [one.get("ornament") for one in self.todo].count(ornament)  # at `put`
        return self.game.box.ornaments[ornament].copies - out

    def face_down_orders(self, deck: int) -> list[str]:
        """The cards of a deck that are neither face up nor done."""
        seen = {*self.orders, *(order for orders in self.done for order in orders)}
        return [order for order in self.game.box.deck_ids(deck) if order not in seen]

    def face_up_orders(self) -> list[Order]:
        """The cards of the orders that lie open."""
        return [self.game.box.orders[order] for order in self.orders if order is not None]

    def supply(self, size: str) -> int:
        """Decorations of a size that are left."""
        place = DECORATIONS.index(size)
        return self.game.box.decorations[size].supply - sum(built[place] for built in self.decorations)

    # Money

    def income(self, player: int) -> Income:
        """BN-35, BN-36: what a player is owed at a rest."""
        box, garden, owned = self.game.box, self.gardens[player], self.fertilizers[player]
        owed: Counter[str] = Counter()
        for lying in garden.ornaments:
            for name, n in box.ornaments[lying.ornament].income:
                owed[name] += n
        each = box.per_complete_tile + (box.amount["wages"] if "wages" in owned else 0)
        return Income(
            money=owed["money"] + each * garden.complete(),
            prestige=owed["prestige"],
            flowers=owed["flowers"],
            regrow=owed["regrow"] + (box.amount["regrow"] if "regrow" in owned else 0),
            harvest=owed["harvest"] + (box.amount["early"] if "early" in owned else 0),
        )

    def fertilizer_price(self, fertilizer: str, less: int = 0) -> int:
        """BN-25: with so many pounds off."""
        return max(0, self.game.box.fertilizer_price[FERTILIZERS.index(fertilizer)] - less)
