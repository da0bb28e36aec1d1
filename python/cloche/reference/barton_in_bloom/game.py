"""The loaded game of Barton in Bloom: its box, the option `turn_limit`, and where positions come from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cloche.reference.barton_in_bloom.actions import ACTIONS, OUTCOMES
from cloche.reference.barton_in_bloom.box import DECKS, DECORATIONS, DICE, NOTICES, PILES, TYPES, Box
from cloche.reference.barton_in_bloom.data import fields_of
from cloche.reference.barton_in_bloom.garden import Garden
from cloche.reference.barton_in_bloom.judge import judge
from cloche.reference.barton_in_bloom.position import Deck, Die
from cloche.reference.barton_in_bloom.rules import State
from cloche.reference.barton_in_bloom.steps import BOARD_STEPS, step
from cloche.reference.base import HidingGame

WON_LEAD = 15
MOST_POINTS = 99_999


class Game(HidingGame):
    """The box and the option `turn_limit`."""

    num_distinct_actions = ACTIONS
    max_chance_outcomes = OUTCOMES
    margin_scale = WON_LEAD
    score_bounds = (0, MOST_POINTS)

    def __init__(
        self,
        players: int,
        options: Mapping[str, Any],
        components: Mapping[str, Any] | None = None,
        weights: Mapping[str, Any] | None = None,
    ) -> None:
        """A game for `players` from valid options, the component file and the weights of the prior."""
        if components is None or weights is None:
            raise ValueError("barton_in_bloom needs its components and weights")
        self.players = players
        self.turn_limit: int = options["turn_limit"]
        self.box = Box.read(components, players)
        self.tuned: dict[str, Any] = dict(weights["prior"])
        self.max_game_length = self.box.longest_game(self.turn_limit)
        self.tensor_size = len(self.new_initial_state().observation_tensor(0))

    def new_initial_state(self) -> State:
        """BN-8: before anything is drawn."""
        n, box = self.players, self.box
        state = State(
            game=self,
            player=None,
            turns=None,
            trigger=None,
            todo=[step(word) for word in BOARD_STEPS],
            dice=[Die("rest", 1) for _ in DICE],
            bag=[box.bag["first"]] * len(TYPES),
            market=[None] * len(box.prices),
            display=[None] * PILES,
            piles=box.first_piles(),
            orders=[None] * DECKS,
            board=[None] * NOTICES,
            discards=[],
            drawn=0,
            decks=[Deck(1, box.judge_ids())],
            money=[0] * n,
            prestige=[0] * n,
            sheds=[[0] * len(TYPES) for _ in range(n)],
            awake=[True] * n,
            hands=[[] for _ in range(n)],
            gossip=[None] * n,
            gone=[[] for _ in range(n)],
            fertilizers=[[] for _ in range(n)],
            decorations=[[0] * len(DECORATIONS) for _ in range(n)],
            done=[[] for _ in range(n)],
            gardens=[Garden(box) for _ in range(n)],
        )
        state.settle()
        return state

    def state_of(self, values: Mapping[str, Any]) -> State:
        """The position that the values of lawful data describe; unknown judges have to be dealt."""
        return State(self, **fields_of(self, values))

    def _read(self, data: Mapping[str, Any], observer: int | None) -> State:
        """A position or an observation, hidden judges unknown (H-7)."""
        return judge(self, data, observer)
