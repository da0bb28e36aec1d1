"""A position of Buds and Blooms and the course of a game (seeds/buds_and_blooms/rules.md and state.md)."""

from __future__ import annotations

from bisect import insort
from collections.abc import Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cloche.backend import CHANCE, TERMINAL, Data, Generator
from cloche.reference.base import ReferenceState
from cloche.reference.buds_and_blooms import actions as ids
from cloche.reference.buds_and_blooms import ending
from cloche.reference.buds_and_blooms.actions import CUT, DIG, PLAYED, POWER, fits
from cloche.reference.buds_and_blooms.box import Bed, Rule
from cloche.reference.buds_and_blooms.chance import redeal_pile, weights_of
from cloche.reference.buds_and_blooms.deck import Card, Pile, card_number, faces_of, pick
from cloche.reference.buds_and_blooms.features import features
from cloche.reference.buds_and_blooms.flowers import (
    Flower,
    Laid,
    Planted,
    Tool,
    covered,
    growing,
    grown,
    inserted,
    insertions,
    looks_of,
    points,
    tops,
    uncovered,
)
from cloche.reference.buds_and_blooms.moves import growths, inserting_plays, moves, plays
from cloche.reference.buds_and_blooms.prior import qualities
from cloche.reference.buds_and_blooms.tensor import tensor
from cloche.reference.buds_and_blooms.texts import position_data, seen_id, seen_text, text_of

if TYPE_CHECKING:
    from cloche.reference.buds_and_blooms import Game

CHANCE_PHASES = frozenset(("card", "face", "turn", "back", "draw", "look"))
DECLINED = ("discard", "again")  # causes of a growth that may be declined (BB-15, BB-17)


@dataclass(eq=False)
class State(ReferenceState):
    """One position; the fields are the keys of `to_dict`, `place` as bed * 11 + cards below."""

    game: Game
    phase: str
    player: int | None
    beds: list[Laid]
    flowers: list[list[Flower]]
    sheds: list[list[Tool]]
    hands: list[list[Card]]
    compost: list[Card]
    looked: list[Card]
    piles: list[Pile]
    cause: str | None
    place: int | None
    bloom: Tool | None

    # What can be done

    def current_player(self) -> int:
        """A player, CHANCE or TERMINAL."""
        if self.phase in CHANCE_PHASES:
            return CHANCE
        return TERMINAL if self.player is None else self.player

    def legal_actions(self) -> list[int]:
        """Ascending ids; outcomes at a chance node."""
        match self.phase:
            case "move":
                return moves(self)
            case "play_taken":
                return plays(self, [self.taken().face])  # BB-18
            case "play_insert":
                return inserting_plays(self)
            case "grow":
                return growths(self) + [ids.GROW_NONE] * (self.cause in DECLINED)
            case "take":
                return [ids.TAKE + face for face in faces_of(self.looked or self.compost)]  # BB-20
            case "sun" | "rain":
                return [ids.DISCARD + face for face in faces_of(self.hand_of_back(ids.WEATHERS.index(self.phase)))]
            case "over":
                return []
        return [outcome for outcome, _ in self.chance_weights()]

    def fits_on_top(self, player: int, face: int) -> bool:
        """BB-11: whether a card fits on some bed of a player."""
        return any(
            fits(face, tops(self.rule(player, slot), looks_of(flower)))
            for slot, flower in enumerate(self.flowers[player])
        )

    def places(self, player: int) -> list[int]:
        """BB-19: below the bottom card of a flower or between two, never on top or in an empty bed."""
        return [
            slot * ids.MOST_CARDS + below
            for slot, flower in enumerate(self.flowers[player])
            for below in range(len(flower))
        ]

    def insertable(self, player: int, place: int) -> frozenset[int]:
        """BB-19: what may be inserted at a place."""
        slot, below = divmod(place, ids.MOST_CARDS)
        return insertions(self.rule(player, slot), looks_of(self.flowers[player][slot]), below)

    def can_grow(self) -> bool:
        """BB-14: whether there is anything to grow."""
        return any(growing(self.game.box, flower) for flower in self.flowers[self.mover()])

    # Chance

    def chance_weights(self) -> list[tuple[int, int]]:
        """At a chance node every outcome with its weight, ascending; empty elsewhere."""
        return weights_of(self)

    def lazy_cards(self, number: int) -> list[tuple[int, int]]:
        """Deck and face of the cards in the lazy part of a pile; those of unknown face count as lying there."""
        out = {(card.deck, card.face) for card in self.numbered()}
        out.update((card.deck, card.face) for card in self.open_cards())
        return [card for card in self.game.cards[number] if card not in out]

    def numbered(self) -> list[Card]:
        """All numbered cards."""
        cards = [*self.compost, *self.looked]
        for hand in self.hands:
            cards += hand
        for pile in self.piles:
            cards += pile.under
        return cards

    def open_cards(self) -> list[Planted | Tool]:
        """All open cards."""
        cards: list[Planted | Tool] = [card for flowers in self.flowers for flower in flowers for card in flower]
        for shed in self.sheds:
            cards += shed
        return cards if self.bloom is None else [*cards, self.bloom]

    # Setup

    def _apply(self, action: int) -> None:
        match self.phase:
            case "card":
                self.beds.append(Laid(action, None, None))
                self.phase = "face"
            case "face":
                self.beds[-1] = self.beds[-1]._replace(face=action)
                self.phase = "turn"
            case "turn":
                self.beds[-1] = self.beds[-1]._replace(turn=action)
                self._next_slot()
            case "back":
                self.piles[self.pile_due()].top = action
                self._go_on()
            case "draw":
                insort(self.hands[self.mover()], self._leave_pile(action))
                self._go_on()
            case "look":
                self.looked.append(self._leave_pile(action))
                self._go_on()
            case _:
                self._decide(action)

    def _next_slot(self) -> None:
        """BB-5, BB-6: after the last slot the middle card may be turned round, and the decks are dealt."""
        if len(self.beds) < self.game.box.slots:
            self.phase = "card"
            return
        if not self.each_side_has_a_worm():
            middle = self.beds[self.game.box.middle]
            assert middle.turn is not None
            self.beds[self.game.box.middle] = middle._replace(turn=1 - middle.turn)
        self.player = 0
        self._go_on()

    def each_side_has_a_worm(self) -> bool:
        """BB-6: whether both sides of the table do, the beds lying complete."""
        return all(any(self.bed(side, slot).worm for slot in range(self.game.box.slots)) for side in (0, 1))

    def _leave_pile(self, face: int) -> Card:
        """BB-8: the top card leaves the own pile; the player sees its face."""
        number = self.own_pile()
        pile = self.piles[number]
        back, pile.top = pile.top, None
        assert back is not None
        if not self.lazy_size(number):
            return pile.under.pop(0).shown_to(self.mover())
        pile.drawn += 1
        deck = back // 2 if self.game.single_deck else number
        card = card_number(deck, pile.drawn, self.game.single_deck)
        return Card(card, deck, pile.drawn, back % 2, face, (self.mover(),))

    # The course of a turn

    def _go_on(self) -> None:
        """What comes next where nothing of an action is due: backs, looks, draws, the next player (state.md)."""
        own = self.own_pile()
        is_setup = self.is_setup() and any(pile.top is None for pile in self.piles)
        if is_setup or (self.has_cards(own) and self.piles[own].top is None):
            self.phase = "back"
        elif self.looked:
            more = len(self.looked) < self.game.box.dig_look and self.has_cards(own)
            self.phase = "look" if more else "take"
        elif self._is_short(self.mover()):
            self.phase = "draw"
        else:
            self._next_player()

    def _next_player(self) -> None:
        """BB-9, BB-10, BB-22: who has to draw in the deal, or has a card to move with."""
        player = self.mover()
        for step in range(1, self.game.players + 1):
            self.player = (player + step) % self.game.players
            if self._is_short(self.player):
                self.phase = "draw"
                return
            if self.hands[self.player]:
                self.phase = "move"
                return
        self.phase, self.player = "over", None

    def _is_short(self, player: int) -> bool:
        """BB-10: less than a full hand, and cards to draw."""
        return len(self.hands[player]) < self.game.box.hand and self.has_cards(self.game.pile_of(player))

    # Decisions

    def _decide(self, action: int) -> None:
        match self.phase:
            case "move":
                self._move(action)
            case "play_taken":
                self._play_taken(action)
            case "play_insert":
                self._play_insert(action)
            case "grow":
                self._grow(action)
            case "take":
                self._take(action - ids.TAKE)
            case "sun":
                self._discard(action - ids.DISCARD)
                self.phase = "rain"
            case "rain":
                self._discard(action - ids.DISCARD)
                self._begin_growth("weather")

    def _move(self, action: int) -> None:
        if action < ids.POWER_ACTION:
            self._play(action)
        elif action == ids.POWER_ACTION:
            self._play_tool(POWER)
            self._begin_growth("power")
        elif action < ids.INSERT:
            self._play_tool(CUT)
            self._take_bloom(action - ids.TAKE_BLOOM)
        elif action < ids.DIG_COMPOST:
            self._play_tool(CUT)
            self.phase, self.place = "play_insert", action - ids.INSERT
        elif action < ids.TAKE:
            self._play_tool(DIG)
            self._dig(action)
        elif action == ids.WEATHER:
            self.phase = "sun"
        else:
            self._discard_and_compare(action - ids.DISCARD)

    def _play(self, action: int) -> None:
        """BB-11: a flower card of the hand goes on top of an own bed."""
        face, look, slot = PLAYED[action]
        card = self._leave_hand(face)
        self._lay_on_top(slot, Planted(face, card.deck, look, self.game.box.stages[face]))
        self._go_on()

    def _lay_on_top(self, slot: int, card: Planted) -> None:
        flowers = self.flowers[self.mover()]
        flowers[slot] = covered(flowers[slot], card)

    def _play_tool(self, tool: int) -> None:
        """A tool goes to the tool shed."""
        card = self._leave_hand(tool)
        insort(self.sheds[self.mover()], Tool(tool, card.deck))

    def _take_bloom(self, slot: int) -> None:
        """BB-18: the top card of the rival's flower is taken."""
        flowers = self.flowers[1 - self.mover()]
        top = flowers[slot][-1]
        flowers[slot] = uncovered(self.game.box, flowers[slot])
        self.phase, self.bloom = "play_taken", Tool(top.face, top.deck)

    def _play_taken(self, action: int) -> None:
        """BB-18: the bloom taken is played at once."""
        face, look, slot = PLAYED[action]
        self._lay_on_top(slot, Planted(face, self.taken().deck, look, self.game.box.stages[face]))
        self.bloom = None
        self._go_on()

    def _play_insert(self, action: int) -> None:
        """BB-19: the card inserted shows stage 1."""
        face, look, _ = PLAYED[action]
        slot, below = divmod(self.place_due(), ids.MOST_CARDS)
        flowers = self.flowers[self.mover()]
        flowers[slot] = inserted(flowers[slot], below, Planted(face, self._leave_hand(face).deck, look, 1))
        self.place = None
        self._go_on()

    def _dig(self, action: int) -> None:
        """BB-20: the player looks through the compost, or at the top of the own deck."""
        if action == ids.DIG_DECK:
            self.phase = "look"
        else:
            self.compost = [card.shown_to(self.mover()) for card in self.compost]
            self.phase = "take"

    def _take(self, face: int) -> None:
        """BB-20: one card is taken; the others looked at go under the deck, the one seen first to be drawn first."""
        source = self.looked or self.compost
        card = self.card_of(source, face)
        source.remove(card)
        insort(self.hands[self.mover()], card)
        self.piles[self.own_pile()].under += self.looked
        self.looked = []
        self._go_on()

    def _discard_and_compare(self, face: int) -> None:
        """BB-15: a growth where the weather of the card differs from that of the top card of the own deck."""
        card = self._discard(face)
        top = self.piles[self.own_pile()].top
        if top is not None and top % 2 != card.back and self.can_grow():
            self._begin_growth("discard")
        else:
            self._go_on()

    def _discard(self, face: int) -> Card:
        """BB-15: a card of the hand goes on the compost."""
        card = self._leave_hand(face)
        insort(self.compost, card)
        return card

    def _begin_growth(self, cause: str) -> None:
        self.phase, self.cause = "grow", cause

    def _grow(self, action: int) -> None:
        """BB-14, BB-17: one stage more, and after flower power perhaps another."""
        if action != ids.GROW_NONE:
            slot, place = divmod(action - ids.GROW, ids.MOST_CARDS)
            flowers = self.flowers[self.mover()]
            flowers[slot] = grown(flowers[slot], place)
        if self.cause == "power" and self.can_grow():
            self._begin_growth("again")
        else:
            self.cause = None
            self._go_on()

    def _leave_hand(self, face: int) -> Card:
        """The card of a face leaves the hand of the player to move."""
        hand = self.hands[self.mover()]
        card = self.card_of(hand, face)
        hand.remove(card)
        return card

    # What it is worth

    def scores(self) -> list[int]:
        """BB-23, BB-24."""
        return [sum(flowers) for flowers in self._flower_points()]

    def _flower_points(self) -> list[list[int]]:
        """BB-23, BB-24: the points of each flower, with the bonus of two players for the better one of a slot."""
        of_flowers = [[points(self.game.box, flower) for flower in flowers] for flowers in self.flowers]
        if self.game.players == 1:
            return of_flowers
        bonus = self.game.box.better_points
        return [
            [own + bonus * (own > other) for own, other in zip(of_flowers[p], of_flowers[1 - p], strict=True)]
            for p in range(2)
        ]

    def ranks(self) -> list[int]:
        """BB-25: most points, then the higher best flower; BB-26: 1."""
        keys = [(sum(flowers), max(flowers)) for flowers in self._flower_points()]
        return [1 + sum(other > key for other in keys) for key in keys]

    def returns(self) -> list[float]:
        """BB-25; BB-26: solo, more than the rival's score wins."""
        if self.game.players > 1 or self.phase != "over":
            return super().returns()
        return [1.0 if self.scores()[0] > self.rival_score() else -1.0]

    def rival_score(self) -> int:
        """BB-26: the rosettes of the beds of the far side."""
        return sum(self.bed(1, slot).rosette for slot in range(self.game.box.slots))

    def shows(self, action: int) -> bool:
        """D-13."""
        return action == ids.DIG_COMPOST

    def prior(self) -> list[int]:
        """A weight for each legal action of a decision node, from its quality."""
        if self.current_player() < 0:
            return []
        weights = self.game.weights.points
        return [weights[max(0, min(quality, len(weights) - 1))] for quality in qualities(self)]

    # What a player knows

    def redeal(self, observer: int, rng: Generator) -> None:
        """Redeal of state.md: faces for all cards that `observer` does not know."""
        again = self.phase == "play_insert" and self.player != observer and not self.insertion_fits(observer)
        while True:
            for number in range(len(self.piles)):
                redeal_pile(self, number, observer, rng)
            if not again or self.insertion_fits(self.mover()):
                return

    def insertion_fits(self, observer: int) -> bool:
        """Whether a card of the hand that `observer` knows fits where one is to be inserted."""
        looks = self.insertable(self.mover(), self.place_due())
        return any(fits(card.face, looks) for card in self.hands[self.mover()] if observer in card.known)

    def hidden_cards(self, number: int, observer: int) -> list[Card]:
        """The cards of a pile whose face `observer` does not know."""
        return [
            card
            for card in self.numbered()
            if observer not in card.known and self.game.pile_of_deck(card.deck) == number
        ]

    def unplaced(self, number: int, hidden: list[Card]) -> list[tuple[int, int]]:
        """Deck and face of the cards of a pile that are neither open nor on a numbered card outside `hidden`."""
        hidden_numbers = {card.number for card in hidden}
        out = {(card.deck, card.face) for card in self.numbered() if card.number not in hidden_numbers}
        out.update((card.deck, card.face) for card in self.open_cards())
        return [card for card in self.game.cards[number] if card not in out]

    def seen(self, action: int, observer: int) -> int:
        """V-1 to V-5: a hidden id where `observer` does not see all."""
        self._need_legal(action)
        return seen_id(self, action, observer)

    def seen_text(self, action: int, observer: int) -> str:
        """V-1 to V-5."""
        self._need_legal(action)
        return seen_text(self, action, observer)

    # Endings

    def is_duel(self) -> bool:
        """E-1 to E-4."""
        return ending.is_duel(self)

    def duel_worlds(self) -> list[tuple[ReferenceState, int]]:
        """E-5."""
        return list(ending.duel_worlds(self))

    def stripped(self) -> State:
        """E-6."""
        return ending.stripped(self)

    def stripped_after(self, action: int) -> State:
        """E-6, of a stripped position."""
        return ending.stripped_after(self, action)

    def veiled(self, observer: int) -> Hashable:
        """E-6, of a stripped position."""
        return ending.veiled(self, observer)

    # How it is written

    def _text(self, action: int) -> str:
        return text_of(self, action)

    def clone(self) -> State:
        """A copy."""
        return State(
            self.game,
            self.phase,
            self.player,
            list(self.beds),
            [list(flowers) for flowers in self.flowers],
            [list(shed) for shed in self.sheds],
            [list(hand) for hand in self.hands],
            list(self.compost),
            list(self.looked),
            [Pile(pile.drawn, pile.top, list(pile.under)) for pile in self.piles],
            self.cause,
            self.place,
            self.bloom,
        )

    def to_dict(self) -> Data:
        """The position as data, as in state.md."""
        return position_data(self, None)

    def observation(self, player: int) -> Data:
        """The position without the faces that `player` does not know."""
        return {"observer": player, **position_data(self, player)}

    def observation_tensor(self, player: int) -> list[float]:
        """The vector of state.md, in its order."""
        return tensor(self, player)

    def features(self, player: int) -> list[float]:
        """The numbers of state.md."""
        return features(self, player)

    # Small things

    def mover(self) -> int:
        """The player who draws, looks or decides, while the game lasts."""
        assert self.player is not None
        return self.player

    def place_due(self) -> int:
        """Where a card is to be inserted."""
        assert self.place is not None
        return self.place

    def taken(self) -> Tool:
        """The bloom that was taken and is to be played."""
        assert self.bloom is not None
        return self.bloom

    def bed(self, side: int, slot: int) -> Bed:
        """BB-5: the bed of a slot on a side of the table; 1 is the far side, that of player 1 or the rival."""
        card, face, turn = self.beds[slot]
        assert face is not None
        assert turn is not None
        return self.game.box.beds[card][face][turn ^ side]

    def rule(self, player: int, slot: int) -> Rule:
        """BB-12: the rule of a bed of a player."""
        return self.bed(player, slot).rule

    def own_pile(self) -> int:
        """The pile that the player at turn draws from."""
        return self.game.pile_of(self.mover())

    def is_setup(self) -> bool:
        """Nobody has drawn a card yet."""
        return not any(pile.drawn for pile in self.piles)

    def pile_due(self) -> int:
        """BB-8: the pile whose top card shows its back next."""
        if self.is_setup():
            return next(number for number, pile in enumerate(self.piles) if pile.top is None)
        return self.own_pile()

    def lazy_size(self, number: int) -> int:
        """How many cards of a pile nobody has drawn or looked at."""
        return len(self.game.cards[number]) - self.piles[number].drawn

    def has_cards(self, number: int) -> bool:
        """Whether a pile has cards."""
        return self.lazy_size(number) > 0 or bool(self.piles[number].under)

    def card_of(self, cards: list[Card], face: int) -> Card:
        """The card of a face that the player to move would use."""
        return pick(cards, face, self.mover())

    def hand_of_back(self, weather: int) -> list[Card]:
        """The cards of the hand of the player to move that show this weather."""
        return [card for card in self.hands[self.mover()] if card.back == weather]
