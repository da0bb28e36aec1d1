"""The small games in words, where their notation is not plain already."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cloche.words.wording import Rule

_CARDS = {"J": "a jack", "Q": "a queen", "K": "a king"}
_DEALT: tuple[Rule, ...] = (
    (r"[JQK]", lambda found: f"{_CARDS[found[0]]} is dealt"),
    ("hidden", "a card is dealt face down"),
    (r"([JQK])([JQK])", lambda found: f"{_CARDS[found[1]]} against {_CARDS[found[2]]}"),
)
_RULES: dict[str, tuple[Rule, ...]] = {
    "connect_four": ((r"[a-i]", r"drop into column \g<0>"),),
    "goofspiel": (
        (r"\d+", r"bid the \g<0>"),
        ("hidden", "bid a card face down"),
        ("first", "the trick goes to player 1"),
        ("second", "the trick goes to player 2"),
        ("tie", "nobody gets the trick"),
    ),
    "kuhn_poker": _DEALT,
    "leduc_poker": _DEALT,
    "liars_dice": (
        (r"(\d+)x(\d+)", r"bid at least \1 of face \2"),
        ("liar", "call the other a liar"),
        ("hidden", "a die is thrown unseen"),
    ),
    "nim": ((r"(\d+):(\d+)", r"take \2 from pile \1"),),
    "small_2048": ((r"(\w+):(\d)", r"a \2 appears at \1"),),
}


def rules(game: str, components: Mapping[str, Any]) -> Sequence[Rule]:
    """Of a game by name; none where a text says it all."""
    return _RULES.get(game, ())
