"""Words for what is wrong with an input: short, complete, and with what is allowed."""

from __future__ import annotations

import difflib
import operator
import reprlib
from collections.abc import Iterable, Sequence
from typing import SupportsIndex

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


def guess(given: object, names: Sequence[str]) -> str:
    """` (did you mean 'nim'?)` where some name is close to a text, otherwise nothing."""
    close = difflib.get_close_matches(given, names, n=1) if isinstance(given, str) else []
    return f" (did you mean {close[0]!r}?)" if close else ""


def raise_faults(what: str, faults: Sequence[str]) -> None:
    """ValueError with every fault, if there is one."""
    if faults:
        raise ValueError(f"{what}: " + "; ".join(faults))


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
