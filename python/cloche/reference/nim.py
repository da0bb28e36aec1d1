"""Nim, from seeds/known/nim.md."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cloche.backend import TERMINAL, Data
from cloche.reference.base import Faults, ReferenceGame, ReferenceState, float32

MOST_OBJECTS = 31


@dataclass(eq=False)
class State(ReferenceState):
    """The piles, and who moved last."""

    game: Game
    piles: list[int]
    last: int | None

    def player(self) -> int | None:
        """NI-2: who moves; nobody when all piles are empty."""
        if not any(self.piles):
            return None
        return 0 if self.last is None else 1 - self.last

    def current_player(self) -> int:
        """A player or TERMINAL."""
        player = self.player()
        return TERMINAL if player is None else player

    def legal_actions(self) -> list[int]:
        """NI-2: one or more objects of one pile."""
        return [
            pile * MOST_OBJECTS + taken - 1
            for pile, objects in enumerate(self.piles)
            for taken in range(1, objects + 1)
        ]

    def _apply(self, action: int) -> None:
        self.last = self.current_player()
        pile, less = divmod(action, MOST_OBJECTS)
        self.piles[pile] -= less + 1

    def _text(self, action: int) -> str:
        pile, less = divmod(action, MOST_OBJECTS)
        return f"{pile + 1}:{less + 1}"

    def clone(self) -> State:
        """A copy."""
        return State(self.game, list(self.piles), self.last)

    def scores(self) -> list[int]:
        """NI-3, NI-4: 1 for who took the last object."""
        return [int(self.player() is None and player == self.last) for player in range(2)]

    def to_dict(self) -> Data:
        """The piles, who moved last, and who moves."""
        return {"piles": list(self.piles), "last": self.last, "player": self.player()}

    def observation_tensor(self, player: int) -> list[float]:
        """What is left of each pile, and whether `player` is to move."""
        left = [float32(objects / full) for objects, full in zip(self.piles, self.game.piles, strict=True)]
        return [*left, float(self.player() == player)]


class Game(ReferenceGame):
    """NI-1: option `piles`."""

    score_bounds = (0, 1)

    def __init__(
        self,
        players: int,
        options: Mapping[str, Any],
        components: Mapping[str, Any] | None = None,
        weights: Mapping[str, Any] | None = None,
    ) -> None:
        """Two players; the options are complete and valid."""
        self.players = players
        self.piles: list[int] = list(options["piles"])
        self.num_distinct_actions = MOST_OBJECTS * len(self.piles)
        self.max_game_length = sum(self.piles)
        self.tensor_size = len(self.piles) + 1

    def new_initial_state(self) -> State:
        """Full piles."""
        return State(self, list(self.piles), None)

    def state_from_dict(self, data: Mapping[str, Any]) -> State:
        """The position that `data` describes; ValueError that lists every broken law."""
        faults = Faults("nim")
        values = faults.values(data, ["piles", "last", "player"])
        for (path, objects), full in zip(
            faults.items("piles", values["piles"], len(self.piles)), self.piles, strict=False
        ):
            faults.whole(path, objects, 0, full)
        for key in ("last", "player"):
            if values[key] is not None:
                faults.whole(key, values[key], 0, 1)
        if faults.sound("piles", "last"):
            taken = sum(self.piles) - sum(values["piles"])
            if (values["last"] is None) != (taken == 0):
                faults.spoil("last", "must be null exactly when nothing is taken")
            elif values["last"] == 1 and taken < 2:
                faults.spoil("last", "can be 1 only if two objects or more are taken")
        if faults.sound("piles", "last", "player"):
            self._judge_player(values, faults)
        faults.end()
        return State(self, list(values["piles"]), values["last"])

    def _judge_player(self, values: Mapping[str, Any], faults: Faults) -> None:
        """The law of who moves."""
        if values["player"] != State(self, values["piles"], values["last"]).player():
            faults.add("player", "does not follow from the piles and who moved last")
