"""Buds and Blooms, from seeds/buds_and_blooms/rules.md, seeds/buds_and_blooms/state.md and seeds/hidden.md."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cloche.reference.base import REDEAL_STREAM, ReferenceGame
from cloche.reference.buds_and_blooms import actions as ids
from cloche.reference.buds_and_blooms.actions import DIG, POWER
from cloche.reference.buds_and_blooms.box import Box
from cloche.reference.buds_and_blooms.deck import Pile
from cloche.reference.buds_and_blooms.laws import judge, judge_observation
from cloche.reference.buds_and_blooms.prior import Weights
from cloche.reference.buds_and_blooms.state import State
from cloche.reference.rng import Rng

__all__ = ["Game", "State"]


# Margin scales of state.md.
WON_LEAD = 8


class Game(ReferenceGame):
    """The box, and the options `rocks`, `take_that` and `single_deck`."""

    perfect_information = False
    num_distinct_actions = ids.NUM_ACTIONS
    max_chance_outcomes = ids.DECK

    def __init__(
        self,
        players: int,
        options: Mapping[str, Any],
        components: Mapping[str, Any] | None = None,
        weights: Mapping[str, Any] | None = None,
    ) -> None:
        """A game for `players` from options, the component file and the weights of the prior.

        ValueError where the options do not go with the players or the file.
        """
        if components is None or weights is None:
            raise ValueError("buds_and_blooms needs its components and weights")
        self.players = players
        self.box = Box(components)
        self.rocks: int | None = {"mixed": None, "none": 0}.get(options["rocks"], options["rocks"])  # BB-5
        self.take_that: bool = options["take_that"] and players > 1  # BB-18
        self.single_deck: bool = options["single_deck"]  # BB-21
        self._check_options()
        self.margin_scale = WON_LEAD
        self.weights = Weights.of(weights["prior"])
        decks = [[(deck, face) for face in self.box.faces] for deck in range(players)]
        self.cards = [[card for deck in decks for card in deck]] if self.single_deck else decks
        self.max_game_length = 2 * (self.box.size + (DIG in self.box.faces)) * players
        self.max_game_length += (POWER in self.box.faces) * players
        self.score_bounds = (0, self.box.most_points(bonus=players > 1))
        self.tensor_size = len(self.new_initial_state().observation_tensor(0))

    def _check_options(self) -> None:
        """BB-21, and D-11 of state.md."""
        faults = []
        if self.single_deck and self.players == 1:
            faults.append("single_deck: true, should be false for one player")
        if self.rocks is not None and self.rocks > self.box.slots:
            faults.append(f"rocks: {self.rocks}, should be at most {self.box.slots}, the slots of the component file")
        if faults:
            raise ValueError("options of buds_and_blooms: " + "; ".join(faults))

    def new_initial_state(self) -> State:
        """Nothing lies on the table; chance picks the first bed card."""
        return State(
            game=self,
            phase="card",
            player=None,
            beds=[],
            flowers=[[[] for _ in range(self.box.slots)] for _ in range(self.players)],
            sheds=[[] for _ in range(self.players)],
            hands=[[] for _ in range(self.players)],
            compost=[],
            looked=[],
            piles=[Pile(0, None, []) for _ in self.cards],
            cause=None,
            place=None,
            bloom=None,
        )

    def state_from_dict(self, data: Mapping[str, Any]) -> State:
        """The position that `data` describes; ValueError that lists every broken law."""
        return judge(self, data)

    def state_from_observation(self, data: Mapping[str, Any]) -> State:
        """The world of H-4 of an observation; ValueError that lists every contradiction."""
        world, observer = judge_observation(self, data)
        world.redeal(observer, Rng(0, REDEAL_STREAM))
        return world

    def pile_of(self, player: int) -> int:
        """The pile that is own to a player."""
        return 0 if self.single_deck else player

    def pile_of_deck(self, deck: int) -> int:
        """The pile that the cards of a deck belong to."""
        return 0 if self.single_deck else deck

    def back_id(self, deck: int, weather: int) -> int:
        """The outcome of a back."""
        return 2 * deck + weather if self.single_deck else weather

    def by_back(self, cards: list[tuple[int, int]]) -> dict[int, list[int]]:
        """The faces of cards of a single deck by the outcome of their backs."""
        faces: dict[int, list[int]] = {back: [] for back in range(2 * self.players)}
        for deck, face in cards:
            faces[self.back_id(deck, self.box.backs[face])].append(face)
        return faces
