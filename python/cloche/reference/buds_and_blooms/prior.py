"""The prior of Buds and Blooms: W-1 to W-9 of seeds/buds_and_blooms/state.md."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from cloche.reference.buds_and_blooms import actions as ids
from cloche.reference.buds_and_blooms.actions import (
    FIRST_BUD,
    FIRST_TOOL,
    MOST_CARDS,
    PLAYED,
    PLAYS,
    RAIN,
    SUN,
    is_bud,
    number_of,
)
from cloche.reference.buds_and_blooms.flowers import (
    Flower,
    Planted,
    covered,
    growing,
    grown,
    has_fallen,
    inserted,
    looks_of,
    points,
    points_as_bloom,
    tops,
    uncovered,
)

if TYPE_CHECKING:
    from cloche.reference.buds_and_blooms.state import State


@dataclass(frozen=True)
class Weights:
    """The numbers of weights.toml."""

    points: list[int]
    point: int
    hope: int
    duel: int
    skip: int
    bud_top: int
    bud_late: int
    play: int
    discard: int
    keep: int
    keep_tool: int
    power: int
    cut: int
    insert: int
    dig_compost: int
    dig_deck: int
    take: int
    take_tool: int
    weather: int
    grow: int

    @classmethod
    def of(cls, prior: Mapping[str, Any]) -> Weights:
        """The numbers of the table `prior`."""
        return cls(**{entry.name: prior[entry.name] for entry in fields(cls)})


def qualities(state: State) -> list[int]:
    """The quality of each legal action of a decision node."""
    mind = _Mind(state)
    return [mind.quality(action) for action in state.legal_actions()]


class _Mind:
    """What the player to move makes of the position."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.box = state.game.box
        self.weights = state.game.weights
        self.player = state.mover()
        self.flowers = state.flowers[self.player]
        self.cards_left = len(state.hands[self.player]) + self._pile_share()
        self.cap = (self.cards_left + 1) // 2
        self.own_worth = [self.worth(slot, flower) for slot, flower in enumerate(self.flowers)]

    def _pile_share(self) -> int:
        """Cards of the own pile; half of a single deck, rounded up."""
        number = self.state.own_pile()
        left = self.state.lazy_size(number) + len(self.state.piles[number].under)
        return (left + 1) // 2 if self.state.game.single_deck else left

    # What a flower is worth

    def room(self, slot: int, flower: Flower) -> int:
        """How many more cards could go on top by their numbers alone."""
        rule = self.state.rule(self.player, slot)
        count = len(rule.numbers)
        if not flower:
            return 2 * count - 1 if rule.direction == "updown" else count
        top = number_of(flower[-1].look)
        above = sum(number > top for number in rule.numbers)
        below = sum(number < top for number in rule.numbers)
        if rule.direction == "up":
            return above
        if rule.direction == "down" or has_fallen(rule, flower):
            return below
        return above + count - 1

    def counts_bud(self, slot: int, flower: Flower) -> bool:
        """Whether a bud lies on top and is not yet too late to cover."""
        on_top = bool(flower) and is_bud(flower[-1].face)
        return on_top and self.cards_left >= self.weights.bud_late and self.room(slot, flower) > 0

    def net(self, slot: int, flower: Flower) -> int:
        """Points without the bonus; those of a bud on top as if it were covered."""
        if not self.counts_bud(slot, flower):
            return points(self.box, flower)
        covered_bud = [*flower[:-1], flower[-1]._replace(stages=1)]
        return max(0, points_as_bloom(self.box, covered_bud) - self.weights.bud_top)

    def hopes(self, slot: int, flower: Flower) -> int:
        """Butterflies that a growth could show."""
        hidden = sum(self._butterflies_above(card.face, card.stages) for card in flower[:-1])
        return hidden + (self._butterflies_above(flower[-1].face, 1) if self.counts_bud(slot, flower) else 0)

    def _butterflies_above(self, face: int, stages: int) -> int:
        """Butterflies on the stages of a card above the first `stages`."""
        butterflies = self.box.butterflies[face]
        return len(butterflies[-1]) - len(butterflies[stages])

    def duel(self, slot: int, net: int) -> int:
        """Whether the flower is ahead of the rival's in the slot."""
        if self.state.game.players == 1:
            return 0
        rival = points(self.box, self.state.flowers[1 - self.player][slot])
        return (net > rival) - (net < rival)

    def worth(self, slot: int, flower: Flower) -> int:
        """What a flower of the player is worth, were it in the slot."""
        net = self.net(slot, flower)
        weights = self.weights
        return weights.point * net + weights.hope * self.hopes(slot, flower) + weights.duel * self.duel(slot, net)

    def gain(self, slot: int, flower: Flower) -> int:
        """What is gained where the flower of a slot becomes this one."""
        return self.worth(slot, flower) - self.own_worth[slot]

    # What a card is worth

    def play(self, slot: int, card: Planted) -> int:
        """play(card, bed): the gain of covering, less the numbers passed over."""
        before = self.flowers[slot]
        after = covered(before, card)
        passed = min(self.room(slot, before), self.cap) - min(self.room(slot, after), self.cap) - 1
        return self.gain(slot, after) - self.weights.skip * max(0, passed)

    def best(self, face: int) -> int | None:
        """best(card): over all own beds, and over what a bud may be played as; None where it fits nowhere."""
        plays = []
        for slot, flower in enumerate(self.flowers):
            allowed = tops(self.state.rule(self.player, slot), looks_of(flower))
            plays += [self.play(slot, self._planted(face, look)) for look, _ in PLAYS[face] if look in allowed]
        return max(plays, default=None)

    def _planted(self, face: int, look: int) -> Planted:
        """A card with all its stages; its deck does not matter here."""
        return Planted(face, 0, look, self.box.stages[face])

    def keep(self, face: int) -> int:
        """keep(card): what it is worth in the hand."""
        if face >= FIRST_TOOL:
            return self.weights.keep_tool
        return self.weights.keep if self.state.fits_on_top(self.player, face) else 0

    def grow(self) -> int:
        """The highest gain of one growth, 0 if there is none."""
        gains = [
            self.gain(slot, grown(flower, place))
            for slot, flower in enumerate(self.flowers)
            for place in growing(self.box, flower)
        ]
        return max(gains, default=0)

    # W-1 to W-9

    def quality(self, action: int) -> int:
        """The quality of a legal action."""
        weights = self.weights
        if action in PLAYED:
            return weights.play + self._quality_of_playing(*PLAYED[action])
        if action == ids.POWER_ACTION:
            return weights.power + self.grow()  # W-3
        if action < ids.INSERT:
            return self._quality_of_taking_a_bloom(action - ids.TAKE_BLOOM)
        if action < ids.DIG_COMPOST:
            return weights.insert  # W-5
        if action < ids.TAKE:
            return weights.dig_compost if action == ids.DIG_COMPOST else weights.dig_deck  # W-6
        if action < ids.DISCARD:
            return self._quality_of_taking(action - ids.TAKE)
        if action < ids.WEATHER:
            return self._quality_of_discarding(action - ids.DISCARD)
        if action == ids.WEATHER:
            return self._quality_of_weather()
        return self._quality_of_growing(action)

    def _quality_of_playing(self, face: int, look: int, slot: int) -> int:
        """W-1, without `play`."""
        if self.state.phase != "play_insert":
            return self.play(slot, self._planted(face, look))
        below = self.state.place_due() % MOST_CARDS
        return self.gain(slot, inserted(self.flowers[slot], below, Planted(face, 0, look, 1)))

    def _quality_of_discarding(self, face: int) -> int:
        """W-2."""
        quality = self.weights.discard - self.keep(face)
        top = self.state.piles[self.state.own_pile()].top
        if self.state.phase == "move" and top is not None and top % 2 != self.box.backs[face]:
            quality += self.grow()
        return quality

    def _quality_of_taking_a_bloom(self, slot: int) -> int:
        """W-4."""
        flower = self.state.flowers[1 - self.player][slot]
        bloom = flower[-1].face
        assert bloom < FIRST_BUD
        best = self.best(bloom)
        assert best is not None
        lost = points(self.box, flower) - points(self.box, uncovered(self.box, flower))
        return self.weights.cut + best + self.weights.point * lost

    def _quality_of_taking(self, face: int) -> int:
        """W-7."""
        if face >= FIRST_TOOL:
            return self.weights.take_tool
        best = self.best(face)
        return 0 if best is None else self.weights.take + best

    def _quality_of_weather(self) -> int:
        """W-8."""
        lowest = [min(self.keep(card.face) for card in self.state.hand_of_back(back)) for back in (SUN, RAIN)]
        return self.weights.weather + self.grow() - sum(lowest)

    def _quality_of_growing(self, action: int) -> int:
        """W-9."""
        if action == ids.GROW_NONE:
            return 0
        slot, place = divmod(action - ids.GROW, MOST_CARDS)
        return self.weights.grow + self.gain(slot, grown(self.flowers[slot], place))
