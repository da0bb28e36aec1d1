"""Kuhn poker, from seeds/known/kuhn_poker.md and seeds/hidden.md."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cloche.backend import CHANCE, TERMINAL, Data, Generator
from cloche.reference.base import Faults, HidingGame, one_hot
from cloche.reference.cards import LETTERS, HandsState, letters, read_cards, read_words

PASS, BET = 0, 1
WORDS = ("pass", "bet")
KEYS = ("phase", "player", "cards", "bets")
PHASES = ("deal", "bet", "show", "over")
SHOWDOWNS = ([PASS, PASS], [BET, BET], [PASS, BET, BET])  # KP-3
FOLDS = ([BET, PASS], [PASS, BET, PASS])
MOST_BETS = 3


def phase_after(cards: int, bets: list[int], shown: bool) -> str:
    """The phase by the number of cards dealt, the bets, and whether the cards have been shown."""
    if cards < 2:
        return "deal"
    if bets in FOLDS or shown:
        return "over"
    return "show" if bets in SHOWDOWNS else "bet"


@dataclass(eq=False)
class State(HandsState):
    """Cards in the order of the deal, bets in turn order, and whether the cards have been shown."""

    game: Game
    cards: list[int]
    bets: list[int]
    shown: bool

    @property
    def phase(self) -> str:
        """The phase of the page."""
        return phase_after(len(self.cards), self.bets, self.shown)

    def current_player(self) -> int:
        """A player, CHANCE or TERMINAL."""
        match self.phase:
            case "bet":
                return len(self.bets) % 2  # KP-2
            case "over":
                return TERMINAL
        return CHANCE

    def legal_actions(self) -> list[int]:
        """KP-2; outcomes at a chance node."""
        return [PASS, BET] if self.phase == "bet" else [outcome for outcome, _ in self.chance_weights()]

    def chance_weights(self) -> list[tuple[int, int]]:
        """KP-1: each card left; KP-4: the cards that are shown."""
        match self.phase:
            case "deal":
                return [(card, 1) for card in range(len(LETTERS)) if card not in self.cards]
            case "show":
                return [(3 * self.cards[0] + self.cards[1], 1)]
        return []

    def _apply(self, action: int) -> None:
        match self.phase:
            case "deal":
                self.cards.append(action)
            case "bet":
                self.bets.append(action)
            case "show":
                self.shown = True

    def _text(self, action: int) -> str:
        match self.phase:
            case "deal":
                return LETTERS[action]
            case "bet":
                return WORDS[action]
        return LETTERS[action // 3] + LETTERS[action % 3]

    def clone(self) -> State:
        """A copy."""
        return State(self.game, list(self.cards), list(self.bets), self.shown)

    def scores(self) -> list[int]:
        """KP-5: what the loser has put in changes hands."""
        if self.phase != "over":
            return [0, 0]
        if self.bets in FOLDS:
            winner = len(self.bets) % 2  # who would be next: the other than the one who folded
            return self._won_by(winner, 1)
        winner = 0 if self.cards[0] > self.cards[1] else 1
        return self._won_by(winner, 1 + (BET in self.bets))

    def _won_by(self, winner: int, chips: int) -> list[int]:
        return [chips, -chips] if winner == 0 else [-chips, chips]

    # What players know

    def redeal(self, observer: int, rng: Generator) -> None:
        """H-3: the other's card is one of those that the observer does not hold."""
        if self.hides_from(observer):
            own = self.cards[observer : observer + 1]
            left = [card for card in range(len(LETTERS)) if card not in own]
            self.cards[1 - observer] = left[rng.below(len(left))]

    # Data

    def _data(self, cards: list[int | None]) -> Data:
        player = self.current_player()
        return {
            "phase": self.phase,
            "player": player if player >= 0 else None,
            "cards": letters(cards),
            "bets": [WORDS[bet] for bet in self.bets],
        }

    def observation_tensor(self, player: int) -> list[float]:
        """Own card, the other's if shown, the bets, and whether `player` is to bet."""
        known = {p: card for p, card in enumerate(self.cards) if self.shown or p == player}
        places = [one_hot(bet, 2) for bet in [*self.bets, *[None] * (MOST_BETS - len(self.bets))]]
        return [
            *one_hot(known.get(player), 3),
            *one_hot(known.get(1 - player), 3),
            *(number for place in places for number in place),
            float(self.current_player() == player),
        ]


class Game(HidingGame):
    """No options."""

    stakes = 2
    num_distinct_actions = 2
    max_chance_outcomes = 9
    max_game_length = MOST_BETS
    score_bounds = (-2, 2)
    tensor_size = 13

    def __init__(
        self,
        players: int,
        options: Mapping[str, Any],
        components: Mapping[str, Any] | None = None,
        weights: Mapping[str, Any] | None = None,
    ) -> None:
        """Two players."""
        self.players = players

    def new_initial_state(self) -> State:
        """Nobody has a card."""
        return State(self, [], [], False)

    def _read(self, data: Mapping[str, Any], observer: int | None) -> State:
        """A position, or an observation with any card in place of the hidden one."""
        faults = Faults("kuhn_poker")
        values = faults.values(data, KEYS)
        if values["phase"] not in PHASES:
            faults.spoil("phase", f"must be one of {', '.join(PHASES)}")
        if values["player"] is not None:
            faults.whole("player", values["player"], 0, 1)
        bets = read_words("bets", values["bets"], WORDS, MOST_BETS, faults)
        shown = values["phase"] == "over" and bets not in FOLDS
        hidden = None if observer is None or shown else 1 - observer
        cards = read_cards(values["cards"], hidden, faults)
        known = [card for card in cards if card is not None]
        if len(set(known)) != len(known):
            faults.add("cards", "must differ")
        if not any(line[: len(bets)] == bets for line in (*SHOWDOWNS, *FOLDS)):
            faults.spoil("bets", "is not the beginning of a line of bets")
        faults.end()
        if len(cards) < 2 and bets:
            faults.add("bets", "must be empty while cards are dealt")
        if shown and bets not in SHOWDOWNS:
            faults.add("phase", "is over, but the bets are not")
        elif values["phase"] != phase_after(len(cards), bets, shown):
            faults.add("phase", "does not follow from cards and bets")
        faults.end()
        state = State(self, [0 if card is None else card for card in cards], bets, shown)
        player = state.current_player()
        if values["player"] != (player if player >= 0 else None):
            faults.add("player", "does not follow from the number of bets")
        faults.end()
        return state
