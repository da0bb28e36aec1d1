"""What the two poker games share: cards J, Q and K, of which a player sees the own one."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from cloche.backend import Data
from cloche.reference.base import Faults, ReferenceState

LETTERS = "JQK"
HIDDEN = 9  # H-5: a card dealt to the other
HIDDEN_TEXT = "hidden"


def is_card(value: object) -> bool:
    """Whether a value of a position is the letter of a card."""
    return isinstance(value, str) and len(value) == 1 and value in LETTERS


def letters(cards: Sequence[int | None]) -> list[str | None]:
    """Cards as positions have them."""
    return [None if card is None else LETTERS[card] for card in cards]


def read_cards(value: Any, hidden: int | None, faults: Faults) -> list[int | None]:
    """The cards of a position; with `hidden` the card of that player must be null, all others must not."""
    if not isinstance(value, list) or len(value) > 2:
        faults.spoil("cards", "must be a list of at most 2")
        return []
    cards: list[int | None] = []
    for player, card in enumerate(value):
        if player == hidden:
            if card is not None:
                faults.spoil(f"cards[{player}]", "must be null: the observer does not see it")
            cards.append(None)
        elif is_card(card):
            cards.append(LETTERS.index(card))
        else:
            faults.spoil(f"cards[{player}]", f"must be one of {', '.join(LETTERS)}")
    return cards


def read_words(path: str, value: Any, words: Sequence[str], most: int, faults: Faults) -> list[int]:
    """Places in `words` of a list of at most `most` of them."""
    if not isinstance(value, list) or len(value) > most:
        faults.spoil(path, f"must be a list of at most {most}")
        return []
    if not all(isinstance(item, str) and item in words for item in value):
        faults.spoil(path, f"must hold only {', '.join(words)}")
        return []
    return [words.index(item) for item in value]


class HandsState(ReferenceState):
    """A card for each player in the order of the deal, which the other does not see until both are shown."""

    cards: list[int]
    shown: bool

    @property
    @abstractmethod
    def phase(self) -> str:
        """The phase of the page; `deal` while cards are dealt."""

    @abstractmethod
    def _data(self, cards: list[int | None]) -> Data:
        """The position with these cards."""

    def hides_from(self, observer: int) -> bool:
        """Whether the other has a card that the observer does not know."""
        return len(self.cards) > 1 - observer and not self.shown

    def seen(self, action: int, observer: int) -> int:
        """H-5: a card dealt to the other is hidden."""
        self._need_legal(action)
        return HIDDEN if self.phase == "deal" and len(self.cards) != observer else action

    def seen_text(self, action: int, observer: int) -> str:
        """H-5: the text of what is seen."""
        return self._text(action) if self.seen(action, observer) == action else HIDDEN_TEXT

    def to_dict(self) -> Data:
        """The whole truth."""
        return self._data(list(self.cards))

    def observation(self, player: int) -> Data:
        """The same without the card of the other, unless it has been shown."""
        cards = [card if self.shown or p == player else None for p, card in enumerate(self.cards)]
        return {"observer": player, **self._data(cards)}
