"""Goofspiel of imperfect information, from seeds/known/goofspiel.md and seeds/hidden.md."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from cloche.backend import CHANCE, TERMINAL, Data, Generator
from cloche.reference.base import Faults, HidingGame, ReferenceState

HIDDEN = 12  # H-5: a card that the other chooses
HIDDEN_TEXT = "hidden"
RESULTS = ("first", "second", "tie")  # GS-3
TIE = 2
KEYS = ("phase", "player", "played", "won")
PHASES = ("choose", "reveal", "over")


def result(first: int, second: int) -> int:
    """GS-3: who wins a trick."""
    return TIE if first == second else int(second > first)


@dataclass(eq=False)
class State(ReferenceState):
    """The cards of each player in the order they were chosen, and who won each trick revealed, 2 for nobody."""

    game: Game
    played: list[list[int]]
    won: list[int]

    @property
    def phase(self) -> str:
        """The phase of the page."""
        if len(self.won) == self.game.cards:
            return "over"
        both = min(map(len, self.played))
        return "reveal" if both > len(self.won) else "choose"

    def current_player(self) -> int:
        """A player, CHANCE or TERMINAL."""
        match self.phase:
            case "choose":
                return len(self.played[0]) - len(self.played[1])  # GS-2
            case "over":
                return TERMINAL
        return CHANCE

    def hand(self, player: int) -> list[int]:
        """The cards that a player still holds."""
        return [card for card in self.game.deck if card not in self.played[player]]

    def legal_actions(self) -> list[int]:
        """GS-2: a card of the hand; outcomes at a chance node."""
        if self.phase == "choose":
            return [card - 1 for card in self.hand(self.current_player())]
        return [outcome for outcome, _ in self.chance_weights()]

    def chance_weights(self) -> list[tuple[int, int]]:
        """GS-3: who won the trick."""
        if self.phase != "reveal":
            return []
        trick = len(self.won)
        return [(result(self.played[0][trick], self.played[1][trick]), 1)]

    def _apply(self, action: int) -> None:
        if self.phase == "choose":
            self.played[self.current_player()].append(action + 1)
            return
        self.won.append(action)
        if len(self.won) == self.game.cards - 1:  # GS-4
            for player in range(2):
                self.played[player] += self.hand(player)

    def _text(self, action: int) -> str:
        return str(action + 1) if self.phase == "choose" else RESULTS[action]

    def clone(self) -> State:
        """A copy."""
        return State(self.game, [list(cards) for cards in self.played], list(self.won))

    def scores(self) -> list[int]:
        """GS-1, GS-5: the prizes won."""
        prizes = list(zip(self.won, reversed(self.game.deck), strict=False))
        return [sum(prize for winner, prize in prizes if winner == player) for player in range(2)]

    # What players know

    def seen(self, action: int, observer: int) -> int:
        """H-5: a card that the other chooses is hidden."""
        self._need_legal(action)
        return HIDDEN if self.phase == "choose" and self.current_player() != observer else action

    def seen_text(self, action: int, observer: int) -> str:
        """H-5: the text of what is seen."""
        return self._text(action) if self.seen(action, observer) == action else HIDDEN_TEXT

    def redeal(self, observer: int, rng: Generator) -> None:
        """H-3: one of all series of cards of the other that agree with the results, in lexicographic order."""
        length = len(self.played[1 - observer])
        if length == 0:
            return
        count = self.series_counter(observer)
        r = rng.below(count(()))
        series: tuple[int, ...] = ()
        while len(series) < length:
            for card in self.game.deck:
                ways = count((*series, card))
                if r < ways:
                    series = (*series, card)
                    break
                r -= ways
        self.played[1 - observer] = list(series)

    def series_counter(self, observer: int) -> Callable[[tuple[int, ...]], int]:
        """A function that counts the series of the other's cards which begin as it is told."""
        own, length = self.played[observer], len(self.played[1 - observer])

        def agrees(trick: int, card: int) -> bool:
            if trick >= len(self.won):
                return True
            first, second = (own[trick], card) if observer == 0 else (card, own[trick])
            return result(first, second) == self.won[trick]

        @cache
        def ways(trick: int, used: frozenset[int]) -> int:
            if trick == length:
                return 1
            cards = [card for card in self.game.deck if card not in used and agrees(trick, card)]
            return sum(ways(trick + 1, used | {card}) for card in cards)

        def begun(series: tuple[int, ...]) -> int:
            lawful = len(set(series)) == len(series) and all(agrees(i, card) for i, card in enumerate(series))
            return ways(len(series), frozenset(series)) if lawful else 0

        return begun

    # Data

    def _data(self, played: list[Any]) -> Data:
        player = self.current_player()
        return {
            "phase": self.phase,
            "player": player if player >= 0 else None,
            "played": played,
            "won": [None if winner == TIE else winner for winner in self.won],
        }

    def to_dict(self) -> Data:
        """Phase, player, cards played and tricks won."""
        return self._data([list(cards) for cards in self.played])

    def observation(self, player: int) -> Data:
        """The same without the cards of the other."""
        played = [list(cards) if p == player else [None] * len(cards) for p, cards in enumerate(self.played)]
        return {"observer": player, **self._data(played)}

    def observation_tensor(self, player: int) -> list[float]:
        """The hand, the own card of each trick, who won it, and whether `player` is to choose."""
        own = self.played[player]
        tensor = [float(card not in own) for card in self.game.deck]
        for trick in range(self.game.cards):
            tensor += [float(own[trick : trick + 1] == [card]) for card in self.game.deck]
        for trick in range(self.game.cards):
            tensor += [float(self.won[trick : trick + 1] == [winner]) for winner in (player, 1 - player, TIE)]
        return [*tensor, float(self.current_player() == player)]


class Game(HidingGame):
    """GS-1: option `cards`."""

    max_chance_outcomes = 3

    def __init__(
        self,
        players: int,
        options: Mapping[str, Any],
        components: Mapping[str, Any] | None = None,
        weights: Mapping[str, Any] | None = None,
    ) -> None:
        """Two players; the options are complete and valid."""
        self.players = players
        self.cards: int = options["cards"]
        self.deck = list(range(1, self.cards + 1))
        self.num_distinct_actions = self.cards
        self.max_game_length = 2 * (self.cards - 1)
        self.score_bounds = (0, sum(self.deck))
        self.tensor_size = self.cards + self.cards**2 + 3 * self.cards + 1

    def new_initial_state(self) -> State:
        """Nothing is played."""
        return State(self, [[], []], [])

    def _read(self, data: Mapping[str, Any], observer: int | None) -> State:
        """A position, or an observation with any cards in place of the hidden ones."""
        faults = Faults("goofspiel")
        values = faults.values(data, KEYS)
        if values["phase"] not in PHASES:
            faults.spoil("phase", f"must be one of {', '.join(PHASES)}")
        if values["player"] is not None:
            faults.whole("player", values["player"], 0, 1)
        played = [
            self._read_cards(path, item, observer not in (None, player), faults)
            for player, (path, item) in enumerate(faults.items("played", values["played"], 2))
        ]
        won = values["won"]
        if not isinstance(won, list) or len(won) > self.cards:
            faults.spoil("won", f"must be a list of at most {self.cards}")
        elif not all(winner is None or (type(winner) is int and winner in (0, 1)) for winner in won):
            faults.spoil("won", "must hold only 0, 1 and null")
        faults.end()

        state = State(self, played, [TIE if winner is None else winner for winner in won])
        lengths, tricks = [len(cards) for cards in played], len(won)
        if tricks >= self.cards - 1:
            allowed = [[self.cards, self.cards]]  # GS-4
        else:
            allowed = [[tricks, tricks], [tricks + 1, tricks], [tricks + 1, tricks + 1]]
        if lengths not in allowed:
            faults.add("played", "does not go with the number of tricks")
        faults.end()
        if values["phase"] != state.phase:
            faults.add("phase", "does not follow from cards and tricks")
        player = state.current_player()
        if values["player"] != (player if player >= 0 else None):
            faults.add("player", "does not follow from the cards played")
        faults.end()
        if observer is None:
            for trick, winner in enumerate(state.won):
                if result(state.played[0][trick], state.played[1][trick]) != winner:
                    faults.add(f"won[{trick}]", "is not what the cards say")
        elif not state.series_counter(observer)(()):
            faults.add("won", "no cards of the other agree with this")
        faults.end()
        return state

    def _read_cards(self, path: str, value: object, hidden: bool, faults: Faults) -> list[int]:
        """The cards of a player."""
        if not isinstance(value, list) or len(value) > self.cards:
            faults.spoil(path, f"must be a list of at most {self.cards}")
            return []
        if hidden:
            if any(card is not None for card in value):
                faults.spoil(path, "must hold only null: the observer does not see them")
            return self.deck[: len(value)]
        for i, card in enumerate(value):
            faults.whole(f"{path}[{i}]", card, 1, self.cards)
        if faults.sound("played") and len(set(value)) != len(value):
            faults.spoil(path, "must be different cards")
        return list(value)
