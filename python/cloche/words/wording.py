"""How notation becomes words: rules of a game, the first that fits a whole text tells what it means."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, TypeAlias

from cloche.registry import GameEntry

# A pattern, and what it means: a template for `Match.expand`, or a function of the match.
Rule: TypeAlias = tuple[str, str | Callable[[re.Match[str]], str]]
MOST_KEPT = 20_000  # texts whose words are remembered


class Wording:
    """Words for the notation of one game. They depend on the text alone, so they tell no more than it does."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self._rules = [(re.compile(pattern), meaning) for pattern, meaning in rules]
        self._kept: dict[str, str] = {}

    def __call__(self, text: str) -> str:
        """The words; the text itself where there is nothing plainer."""
        words = self._kept.get(text)
        if words is None:
            words = self._words(text)
            if len(self._kept) < MOST_KEPT:
                self._kept[text] = words
        return words

    def _words(self, text: str) -> str:
        for pattern, meaning in self._rules:
            if (found := pattern.fullmatch(text)) is not None:
                return found.expand(meaning) if isinstance(meaning, str) else meaning(found)
        return text


def wording(entry: GameEntry, components: Mapping[str, Any] | None) -> Wording:
    """The words of a game with this component data, whose names they use."""
    rules: Callable[[str, Mapping[str, Any]], Sequence[Rule]] = import_module(entry.words_module).rules
    return Wording(rules(entry.name, components or {}))


def names(components: Mapping[str, Any], table: str) -> dict[str, str]:
    """The names in a table of a component file, by id."""
    return {str(row["id"]): row.get("name", row["id"]) for row in components.get(table, ())}


def ordinal(number: int) -> str:
    """`1st`, `2nd`, `3rd`, `4th`, ..."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def turned(orientation: int) -> str:
    """Of eight ways a piece can lie, quarter turns clockwise and, from 4 on, turned over first; empty as printed."""
    parts = ["turned over"] if orientation >= 4 else []
    if quarters := orientation % 4:
        parts.append(("", "a quarter turn", "half a turn", "three quarter turns")[quarters])
    return ", ".join(["", *parts])
