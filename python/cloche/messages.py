"""Words for what is wrong with an input: short, complete, and with what is allowed."""

from __future__ import annotations

import difflib
import operator
import reprlib
from collections.abc import Iterable, Sequence
from typing import SupportsIndex

MOST_LISTED = 12  # legal moves that a message names
MOST_NOTATION = 40  # characters of a text that may be the notation of a move
FAULT_SEPARATOR = "; "  # between the faults of an input

_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = 60


def shown(value: object) -> str:
    """A short repr of anything, whatever its size."""
    try:
        return _SHORT.repr(value)
    except ValueError:  # Python writes no whole number of thousands of digits
        return f"a huge {type(value).__name__}"


def listed(names: Iterable[object]) -> str:
    """`a, b and c`."""
    words = [str(name) for name in names]
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def counted(number: int, noun: str) -> str:
    """`1 block`, `2 blocks`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def told(text: str, words: str = "", *more: str) -> str:
    """A notation with its plain words, unless they are the same, and what else there is to say of it, in brackets:
    `R@e5 (plant red on e5; win 54.3%)`."""
    said = [part for part in ("" if words == text else words, *more) if part]
    return f"{text} ({'; '.join(said)})" if said else text


def illegal_move(text: str, legal: Sequence[str], who: str) -> str:
    """Why a text is no move: close ones, and after `who` (`player 2 may play`) the first that are legal."""
    if not legal:
        return f"action {shown(text)} is not legal here; the game is over"
    close = _close_notations(text.strip(), legal)
    meant = f"; did you mean {' or '.join(close)}?" if close else ""
    return f"action {shown(text)} is not legal here{meant}; {who} {some(legal, len(legal))}"


def some(texts: Sequence[str], count: int) -> str:
    """The first of `count` texts: `a, b and 3 more`."""
    more = f" and {count - MOST_LISTED} more" if count > MOST_LISTED else ""
    return ", ".join(texts[:MOST_LISTED]) + more


def _close_notations(given: str, texts: Sequence[str]) -> list[str]:
    """Up to three of `texts`: first those that differ by the case of letters alone, then similar ones."""
    if len(given) > MOST_NOTATION:
        return []
    folded = [text.casefold() for text in texts]
    similar = difflib.get_close_matches(given.casefold(), folded, n=3, cutoff=0.5)
    wanted = dict.fromkeys([given.casefold(), *similar])
    return [text for fold in wanted for text, its in zip(texts, folded, strict=True) if its == fold][:3]


def guess(given: object, names: Sequence[str]) -> str:
    """` (did you mean 'nim'?)` where some name is close to a text, otherwise nothing."""
    close = difflib.get_close_matches(given, names, n=1) if isinstance(given, str) else []
    return f" (did you mean {close[0]!r}?)" if close else ""


def raise_faults(what: str, faults: Sequence[str]) -> None:
    """ValueError with every fault, if there is one."""
    if faults:
        raise ValueError(f"{what}: {FAULT_SEPARATOR.join(faults)}")


def whole_number(what: str, value: SupportsIndex, low: int | None = None, high: int | None = None) -> int:
    """`value` as an int; ValueError for true, false and whatever is no whole number, or none of low..high."""
    if low is None or high is None:
        allowed = "a whole number"
    else:
        allowed = str(low) if low == high else f"a whole number {low}..{high}"
    try:
        if isinstance(value, bool):
            raise TypeError
        number = operator.index(value)
    except TypeError:
        raise ValueError(f"{what}: {shown(value)}, should be {allowed}") from None
    if low is not None and high is not None and not low <= number <= high:
        raise ValueError(f"{what}: {shown(number)}, should be {allowed}")
    return number
