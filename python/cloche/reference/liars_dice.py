"""Liar's dice, from seeds/known/liars_dice.md and seeds/hidden.md."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cloche.backend import CHANCE, TERMINAL, Data, Generator
from cloche.reference.base import Faults, HidingGame, ReferenceState, float32

LIAR = 0
STRIDE = 10  # LD-2: ids of one number of dice
HIDDEN = 11  # H-5: a die thrown by the other
HIDDEN_TEXT = "hidden"
KEYS = ("phase", "player", "dice", "bids", "matching")
PHASES = ("roll", "bid", "count", "over")

Bid = tuple[int, int]  # so many dice, of this face; the higher bid is the larger pair


def text_of(bid: Bid) -> str:
    """LD-2: `2x5`."""
    return f"{bid[0]}x{bid[1]}"


@dataclass(eq=False)
class State(ReferenceState):
    """The dice of each player, ascending; the bids in turn order; whether `liar` was called; the number told."""

    game: Game
    dice: list[list[int]]
    bids: list[Bid]
    called: bool
    matching: int | None

    @property
    def phase(self) -> str:
        """The phase of the page."""
        if self.roller() is not None:
            return "roll"
        if not self.called:
            return "bid"
        return "count" if self.matching is None else "over"

    def roller(self) -> int | None:
        """LD-1: who throws the next die."""
        return next((p for p, dice in enumerate(self.dice) if len(dice) < self.game.dice), None)

    def current_player(self) -> int:
        """A player, CHANCE or TERMINAL."""
        match self.phase:
            case "bid":
                return len(self.bids) % 2
            case "over":
                return TERMINAL
        return CHANCE

    def legal_actions(self) -> list[int]:
        """LD-2, LD-3; outcomes at a chance node."""
        if self.phase != "bid":
            return [outcome for outcome, _ in self.chance_weights()]
        higher = [bid for bid in self.game.bids if not self.bids or bid > self.bids[-1]]
        return [LIAR] * bool(self.bids) + [1 + (number - 1) * STRIDE + face - 1 for number, face in higher]

    def chance_weights(self) -> list[tuple[int, int]]:
        """LD-1: a face; LD-4: the number of dice that match."""
        match self.phase:
            case "roll":
                return [(face - 1, 1) for face in self.game.faces]
            case "count":
                return [(self.matches(0) + self.matches(1), 1)]
        return []

    def matching_faces(self) -> set[int]:
        """LD-4: the face of the last bid, and the wild one."""
        return {self.bids[-1][1], self.game.faces[-1]}

    def matches(self, player: int) -> int:
        """LD-4: how many dice of a player match."""
        return sum(die in self.matching_faces() for die in self.dice[player])

    def _apply(self, action: int) -> None:
        match self.phase:
            case "roll":
                player = self.roller()
                assert player is not None
                self.dice[player] = sorted([*self.dice[player], action + 1])
            case "count":
                self.matching = action
            case "bid" if action == LIAR:
                self.called = True
            case "bid":
                number, face = divmod(action - 1, STRIDE)
                self.bids.append((number + 1, face + 1))

    def _text(self, action: int) -> str:
        match self.phase:
            case "roll":
                return str(action + 1)
            case "count":
                return str(action)
        if action == LIAR:
            return "liar"
        number, face = divmod(action - 1, STRIDE)
        return text_of((number + 1, face + 1))

    def clone(self) -> State:
        """A copy."""
        return State(self.game, [list(dice) for dice in self.dice], list(self.bids), self.called, self.matching)

    def scores(self) -> list[int]:
        """LD-5: the bidder wins if the bid holds, otherwise who called."""
        if self.matching is None:
            return [0, 0]
        caller = len(self.bids) % 2
        winner = 1 - caller if self.matching >= self.bids[-1][0] else caller
        return [int(player == winner) for player in range(2)]

    # What players know

    def seen(self, action: int, observer: int) -> int:
        """H-5: a die thrown by the other is hidden."""
        self._need_legal(action)
        return HIDDEN if self.phase == "roll" and self.roller() != observer else action

    def seen_text(self, action: int, observer: int) -> str:
        """H-5: the text of what is seen."""
        return self._text(action) if self.seen(action, observer) == action else HIDDEN_TEXT

    def redeal(self, observer: int, rng: Generator) -> None:
        """H-3: the other throws anew; after the count so many dice of theirs match as it says."""
        other = 1 - observer
        count, faces = len(self.dice[other]), self.game.faces
        if self.matching is None:
            dice = [faces[rng.below(len(faces))] for _ in range(count)]
        else:
            good = [face for face in faces if face in self.matching_faces()]
            bad = [face for face in faces if face not in self.matching_faces()]
            k = self.matching - self.matches(observer)
            dice = [good[rng.below(len(good))] for _ in range(k)]
            dice += [bad[rng.below(len(bad))] for _ in range(count - k)]
        self.dice[other] = sorted(dice)

    # Data

    def _data(self, dice: list[Any]) -> Data:
        player = self.current_player()
        return {
            "phase": self.phase,
            "player": player if player >= 0 else None,
            "dice": dice,
            "bids": [text_of(bid) for bid in self.bids],
            "matching": self.matching,
        }

    def to_dict(self) -> Data:
        """Phase, player, dice, bids and the number told."""
        return self._data([list(dice) for dice in self.dice])

    def observation(self, player: int) -> Data:
        """The same without the dice of the other."""
        dice = [list(dice) if p == player else [None] * len(dice) for p, dice in enumerate(self.dice)]
        return {"observer": player, **self._data(dice)}

    def observation_tensor(self, player: int) -> list[float]:
        """Own dice by face, bids made, whether `liar` was called and whether `player` is to move."""
        return [
            *(float32(self.dice[player].count(face) / self.game.dice) for face in self.game.faces),
            *(float(bid in self.bids) for bid in self.game.bids),
            float(self.called),
            float(self.current_player() == player),
        ]


class Game(HidingGame):
    """LD-1: options `dice` and `sides`."""

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
        self.dice: int = options["dice"]
        self.faces = list(range(1, options["sides"] + 1))
        self.bids: list[Bid] = [(number + 1, face) for number in range(2 * self.dice) for face in self.faces]
        self.num_distinct_actions = 1 + 2 * STRIDE * self.dice
        self.max_chance_outcomes = max(len(self.faces), 2 * self.dice + 1)
        self.max_game_length = len(self.bids) + 1
        self.tensor_size = len(self.faces) + len(self.bids) + 2

    def new_initial_state(self) -> State:
        """No die is thrown."""
        return State(self, [[], []], [], False, None)

    def _read(self, data: Mapping[str, Any], observer: int | None) -> State:
        """A position, or an observation with any faces in place of the hidden ones."""
        faults = Faults("liars_dice")
        values = faults.values(data, KEYS)
        if values["phase"] not in PHASES:
            faults.spoil("phase", f"must be one of {', '.join(PHASES)}")
        if values["player"] is not None:
            faults.whole("player", values["player"], 0, 1)
        dice = [
            self._read_dice(path, item, observer not in (None, player), faults)
            for player, (path, item) in enumerate(faults.items("dice", values["dice"], 2))
        ]
        bids = self._read_bids(values["bids"], faults)
        if values["matching"] is not None:
            faults.whole("matching", values["matching"], 0, 2 * self.dice)
        faults.end()

        called = values["phase"] in ("count", "over")
        state = State(self, dice, bids, called, values["matching"])
        if len(dice[0]) < self.dice and dice[1]:
            faults.add("dice", "player 0 throws before player 1")
        if bids and state.roller() is not None:
            faults.add("bids", "must be empty until all dice are thrown")
        if called and not bids:
            faults.add("bids", "must not be empty when liar has been called")
        if (values["matching"] is None) == (values["phase"] == "over"):
            faults.add("matching", "must be null before the end, and a number at it")
        faults.end()
        if state.phase != values["phase"]:
            faults.add("phase", "does not follow from dice and bids")
        player = state.current_player()
        if values["player"] != (player if player >= 0 else None):
            faults.add("player", "does not follow from the bids")
        faults.end()
        if state.phase == "over":
            self._judge_matching(state, observer, faults)
        faults.end()
        return state

    def _read_dice(self, path: str, value: object, hidden: bool, faults: Faults) -> list[int]:
        """The dice of a player; any face stands for those that are hidden."""
        if not isinstance(value, list) or len(value) > self.dice:
            faults.spoil(path, f"must be a list of at most {self.dice}")
            return []
        if hidden:
            if any(die is not None for die in value):
                faults.spoil(path, "must hold only null: the observer does not see them")
            return [self.faces[0]] * len(value)
        for i, die in enumerate(value):
            faults.whole(f"{path}[{i}]", die, 1, len(self.faces))
        if faults.sound("dice") and value != sorted(value):
            faults.spoil(path, "must ascend")
        return list(value)

    def _read_bids(self, value: object, faults: Faults) -> list[Bid]:
        """Bids in turn order."""
        known = {text_of(bid): bid for bid in self.bids}
        if not isinstance(value, list) or not all(isinstance(item, str) and item in known for item in value):
            faults.spoil("bids", "must be a list of bids as 1x2")
            return []
        bids = [known[item] for item in value]
        if any(later <= earlier for earlier, later in itertools.pairwise(bids)):
            faults.spoil("bids", "must ascend")
        return bids

    def _judge_matching(self, state: State, observer: int | None, faults: Faults) -> None:
        """The number told is the number there is, or can be."""
        assert state.matching is not None
        if observer is None:
            possible = range(state.matches(0) + state.matches(1), state.matches(0) + state.matches(1) + 1)
        else:
            own = state.matches(observer)
            fewest = 0 if len(state.matching_faces()) < len(self.faces) else self.dice
            possible = range(own + fewest, own + self.dice + 1)
        if state.matching not in possible:
            faults.add("matching", "is not the number of dice that match")
