"""Leduc poker, from seeds/known/leduc_poker.md and seeds/hidden.md."""

from __future__ import annotations

import functools
import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cloche.backend import CHANCE, TERMINAL, Data, Generator
from cloche.reference.base import Faults, HidingGame, draw, one_hot
from cloche.reference.cards import LETTERS, HandsState, is_card, letters, read_cards, read_words

FOLD, CALL, RAISE = 0, 1, 2
WORDS = ("fold", "call", "raise")
KEYS = ("phase", "player", "cards", "board", "bets")
PHASES = ("deal", "bet", "board", "show", "over")
COPIES = 2  # LP-1: cards of a rank
RAISES = 2  # LP-2: in a round
RAISE_BY = (2, 4)  # LP-2: of each round
MOST_BETS = 4  # in a round


def legal_bets(bets: Sequence[int]) -> list[int]:
    """LP-2: what may follow these bets of a round that goes on."""
    behind = bool(bets) and bets[-1] == RAISE
    return [FOLD] * behind + [CALL] + [RAISE] * (bets.count(RAISE) < RAISES)


def has_ended(bets: Sequence[int]) -> bool:
    """LP-3: a fold, a raise that was called, or two calls."""
    return bool(bets) and (bets[-1] == FOLD or (len(bets) >= 2 and bets[-1] == CALL))


def is_lawful(bets: Sequence[int]) -> bool:
    """Whether each bet of a round was legal."""
    return all(bet in legal_bets(bets[:i]) and not has_ended(bets[:i]) for i, bet in enumerate(bets))


@dataclass(eq=False)
class State(HandsState):
    """Cards in the order of the deal, the board, the bets of both rounds, and whether the hands have been shown."""

    game: Game
    cards: list[int]
    board: int | None
    bets: list[list[int]]
    shown: bool

    @property
    def round(self) -> int:
        """The round of betting: the second one from when the board is up."""
        return 0 if self.board is None else 1

    @property
    def folded(self) -> bool:
        """LP-3: whether the game was ended by a fold."""
        return any(FOLD in bets for bets in self.bets)

    @property
    def phase(self) -> str:
        """The phase of the page."""
        if len(self.cards) < 2:
            return "deal"
        if self.folded or self.shown:
            return "over"
        if not has_ended(self.bets[self.round]):
            return "bet"
        return ("board", "show")[self.round]

    def current_player(self) -> int:
        """A player, CHANCE or TERMINAL."""
        match self.phase:
            case "bet":
                return len(self.bets[self.round]) % 2
            case "over":
                return TERMINAL
        return CHANCE

    def legal_actions(self) -> list[int]:
        """LP-2; outcomes at a chance node."""
        return legal_bets(self.bets[self.round]) if self.phase == "bet" else [o for o, _ in self.chance_weights()]

    def chance_weights(self) -> list[tuple[int, int]]:
        """LP-1, LP-4: the cards that are left of each rank; LP-5: the hands that are shown."""
        match self.phase:
            case "deal" | "board":
                return [(rank, count) for rank, count in enumerate(self.left_without(self.cards)) if count]
            case "show":
                return [(3 * self.cards[0] + self.cards[1], 1)]
        return []

    def left_without(self, cards: Sequence[int]) -> list[int]:
        """How many cards of each rank are neither among these nor on the board."""
        return [COPIES - list(cards).count(rank) - (self.board == rank) for rank in range(len(LETTERS))]

    def _apply(self, action: int) -> None:
        match self.phase:
            case "deal":
                self.cards.append(action)
            case "bet":
                self.bets[self.round].append(action)
            case "board":
                self.board = action
            case "show":
                self.shown = True

    def _text(self, action: int) -> str:
        match self.phase:
            case "bet":
                return WORDS[action]
            case "show":
                return LETTERS[action // 3] + LETTERS[action % 3]
        return LETTERS[action]

    def clone(self) -> State:
        """A copy."""
        return State(self.game, list(self.cards), self.board, [list(bets) for bets in self.bets], self.shown)

    def chips(self) -> list[int]:
        """LP-1, LP-2: what each player has put into the pot."""
        chips = [1, 1]
        for bets, by in zip(self.bets, RAISE_BY, strict=True):
            for place, bet in enumerate(bets):
                if bet != FOLD:
                    chips[place % 2] = max(chips) + (by if bet == RAISE else 0)
        return chips

    def winner(self) -> int | None:
        """LP-5, LP-6: who has not folded, or has the rank of the board, or the higher one; None: nobody (yet)."""
        if self.phase != "over":
            return None
        if self.folded:
            return len(self.bets[self.round]) % 2
        first, second = self.cards
        if first == second:
            return None
        if self.board in (first, second):
            return 0 if self.board == first else 1
        return 0 if first > second else 1

    def scores(self) -> list[int]:
        """LP-6: what the loser has put in changes hands."""
        winner = self.winner()
        if winner is None:
            return [0, 0]
        won = self.chips()[1 - winner]
        return [won, -won] if winner == 0 else [-won, won]

    # What players know

    def redeal(self, observer: int, rng: Generator) -> None:
        """H-3: the other's card is one of the six that the observer does not see."""
        if self.hides_from(observer):
            own = self.cards[observer : observer + 1]
            self.cards[1 - observer] = draw(list(enumerate(self.left_without(own))), rng)

    # Data

    def _data(self, cards: list[int | None]) -> Data:
        player = self.current_player()
        return {
            "phase": self.phase,
            "player": player if player >= 0 else None,
            "cards": letters(cards),
            "board": None if self.board is None else LETTERS[self.board],
            "bets": [[WORDS[bet] for bet in bets] for bets in self.bets],
        }

    def observation_tensor(self, player: int) -> list[float]:
        """Own card, the other's if shown, the board, the bets, and whether `player` is to bet."""
        known = {p: card for p, card in enumerate(self.cards) if self.shown or p == player}
        tensor = [*one_hot(known.get(player), 3), *one_hot(known.get(1 - player), 3), *one_hot(self.board, 3)]
        for bets in self.bets:
            for bet in [*bets, *[None] * (MOST_BETS - len(bets))]:
                tensor += one_hot(bet, len(WORDS))
        return [*tensor, float(self.current_player() == player)]


class Game(HidingGame):
    """No options."""

    stakes = 13
    num_distinct_actions = 3
    max_chance_outcomes = 9
    max_game_length = 2 * MOST_BETS
    score_bounds = (-13, 13)
    tensor_size = 3 + 3 + 3 + 2 * MOST_BETS * 3 + 1

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
        return State(self, [], None, [[], []], False)

    def _read(self, data: Mapping[str, Any], observer: int | None) -> State:
        """A position, or an observation with any card in place of the hidden one."""
        faults = Faults("leduc_poker")
        values = faults.values(data, KEYS)
        if values["phase"] not in PHASES:
            faults.spoil("phase", f"must be one of {', '.join(PHASES)}")
        if values["player"] is not None:
            faults.whole("player", values["player"], 0, 1)
        if values["board"] is not None and not is_card(values["board"]):
            faults.spoil("board", f"must be null or one of {', '.join(LETTERS)}")
        bets = [
            read_words(path, item, WORDS, MOST_BETS, faults)
            for path, item in faults.items("bets", values["bets"], len(RAISE_BY))
        ]
        for i, row in enumerate(bets):
            if not is_lawful(row):
                faults.spoil(f"bets[{i}]", "has a bet that was not legal")
        shown = values["phase"] == "over" and FOLD not in functools.reduce(operator.iadd, bets, [])
        cards = read_cards(values["cards"], None if observer is None or shown else 1 - observer, faults)
        faults.end()

        board = None if values["board"] is None else LETTERS.index(values["board"])
        seen = [*(card for card in cards if card is not None), board]
        if any(seen.count(rank) > COPIES for rank in range(len(LETTERS))):
            faults.add("cards", f"there are only {COPIES} cards of a rank")
        if len(cards) < 2 and any(bets):
            faults.add("bets", "must be empty while cards are dealt")
        first_is_over = has_ended(bets[0]) and FOLD not in bets[0]
        if board is not None and not (first_is_over and len(cards) == 2):
            faults.add("board", "must be null until the first round has ended without a fold")
        if board is None and bets[1]:
            faults.add("bets[1]", "must be empty before the board is up")
        if shown and not has_ended(bets[1]):
            faults.add("phase", "is over, but the bets are not")
        faults.end()
        state = State(self, [0 if card is None else card for card in cards], board, bets, shown)
        if values["phase"] != state.phase:
            faults.add("phase", "does not follow from cards, board and bets")
        player = state.current_player()
        if values["player"] != (player if player >= 0 else None):
            faults.add("player", "does not follow from the bets")
        faults.end()
        return state
