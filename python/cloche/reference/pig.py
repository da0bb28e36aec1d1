"""Pig, from seeds/known/pig.md."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cloche.backend import CHANCE, TERMINAL, Data
from cloche.reference.base import Faults, ReferenceGame, ReferenceState, float32

ROLL, HOLD = 0, 1
KEYS = ("phase", "player", "banked", "turn_total")
PHASES = ("decide", "roll", "over")


@dataclass(eq=False)
class State(ReferenceState):
    """Points banked by each player, and those of the turn."""

    game: Game
    phase: str
    player: int | None
    banked: list[int]
    turn_total: int

    def current_player(self) -> int:
        """A player, CHANCE or TERMINAL."""
        if self.player is None:
            return TERMINAL
        return CHANCE if self.phase == "roll" else self.player

    def legal_actions(self) -> list[int]:
        """PI-2 at a decision, PI-3 at the die or coin."""
        if self.player is None:
            return []
        if self.phase == "roll":
            return [outcome for outcome, _ in self.chance_weights()]
        if self.banked[self.player] + self.turn_total < self.game.target:
            return [ROLL, HOLD]
        return [HOLD]

    def chance_weights(self) -> list[tuple[int, int]]:
        """PI-3: every face, or side, is equally likely."""
        return [(outcome, 1) for outcome in range(len(self.game.sides))] if self.phase == "roll" else []

    def _apply(self, action: int) -> None:
        if self.phase == "roll":
            self._rolled(action)
        elif action == ROLL:
            self.phase = "roll"
        else:
            self._hold()

    def _rolled(self, outcome: int) -> None:
        """PI-4: the turn total is lost, or grows."""
        assert self.player is not None
        self.phase = "decide"
        points = self.game.points[outcome]
        if points == 0:
            self.player, self.turn_total = 1 - self.player, 0
        else:
            self.turn_total += points

    def _hold(self) -> None:
        """PI-5: the turn total is banked, and may have won."""
        assert self.player is not None
        self.banked[self.player] += self.turn_total
        self.turn_total = 0
        if self.banked[self.player] >= self.game.target:
            self.phase, self.player = "over", None
        else:
            self.player = 1 - self.player

    def _text(self, action: int) -> str:
        return self.game.sides[action] if self.phase == "roll" else ("roll", "hold")[action]

    def clone(self) -> State:
        """A copy."""
        return State(self.game, self.phase, self.player, list(self.banked), self.turn_total)

    def scores(self) -> list[int]:
        """PI-6: what is banked."""
        return list(self.banked)

    def to_dict(self) -> Data:
        """Phase, player, points banked and points of the turn."""
        return {
            "phase": self.phase,
            "player": self.player,
            "banked": list(self.banked),
            "turn_total": self.turn_total,
        }

    def features(self, player: int) -> list[float]:
        """Whether it is the turn of `player`, while the dice roll too."""
        return [float(self.phase != "over" and self.player == player)]

    def observation_tensor(self, player: int) -> list[float]:
        """Own, the other's and the turn's points by the target; whether it is `player`'s turn; whether at a roll."""
        points = (self.banked[player], self.banked[1 - player], self.turn_total)
        return [
            *(float32(number / self.game.target) for number in points),
            float(self.player == player),
            float(self.phase == "roll"),
        ]


class Game(ReferenceGame):
    """PI-1: options `target` and `coin`."""

    num_distinct_actions = 2
    max_game_length = None
    tensor_size = 5

    def __init__(
        self,
        players: int,
        options: Mapping[str, Any],
        components: Mapping[str, Any] | None = None,
        weights: Mapping[str, Any] | None = None,
    ) -> None:
        """Two players; the options are complete and valid."""
        self.players = players
        self.target: int = options["target"]
        # PI-3, PI-4: the text of each outcome and the points it adds; 0 points end the turn.
        if options["coin"]:
            self.sides, self.points = ["tails", "heads"], [0, 1]
        else:
            self.sides, self.points = ["1", "2", "3", "4", "5", "6"], [0, 2, 3, 4, 5, 6]
        self.max_chance_outcomes = len(self.sides)
        # PI-2: the last roll comes below the target.
        self.most_points = self.target - 1 + max(self.points)
        self.score_bounds = (0, self.most_points)

    def new_initial_state(self) -> State:
        """Player 0 decides; nothing is banked."""
        return State(self, "decide", 0, [0, 0], 0)

    def state_from_dict(self, data: Mapping[str, Any]) -> State:
        """The position that `data` describes; ValueError that lists every broken law."""
        faults = Faults("pig")
        values = faults.values(data, KEYS)
        faults.text("phase", values["phase"])
        if faults.sound("phase") and values["phase"] not in PHASES:
            faults.spoil("phase", f"must be one of {', '.join(PHASES)}")
        if values["player"] is not None:
            faults.whole("player", values["player"], 0, 1)
        faults.wholes("banked", values["banked"], 2)
        faults.whole("turn_total", values["turn_total"], 0)
        if faults.sound("phase", "player") and (values["player"] is None) != (values["phase"] == "over"):
            faults.spoil("player", "must be null exactly when the game is over")
        if faults.sound("phase", "banked"):
            self._judge_banked(values, faults)
        if faults.sound("phase", "player", "banked", "turn_total"):
            self._judge_turn(values, faults)
        faults.end()
        return State(self, values["phase"], values["player"], list(values["banked"]), values["turn_total"])

    def _judge_banked(self, values: Mapping[str, Any], faults: Faults) -> None:
        """The laws of banked points."""
        winners = [banked for banked in values["banked"] if banked >= self.target]
        if len(winners) != (values["phase"] == "over"):
            faults.add("banked", "exactly one player has won when the game is over, nobody before")
        if any(banked > self.most_points for banked in winners):
            faults.add("banked", f"nobody can bank more than {self.most_points}")

    def _judge_turn(self, values: Mapping[str, Any], faults: Faults) -> None:
        """The laws of the points of the turn."""
        if values["phase"] == "over":
            if values["turn_total"] != 0:
                faults.add("turn_total", "must be 0 when the game is over")
            return
        most = self.target - 1 if values["phase"] == "roll" else self.most_points
        if values["banked"][values["player"]] + values["turn_total"] > most:
            faults.add("turn_total", f"banked and turn total together can be at most {most} at {values['phase']}")
