"""What actions of others have said of hidden pieces (`Belief.update`): a number for each way the pieces can be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Row: TypeAlias = tuple[str, ...]  # what each of the pieces is, in the order of `about`

MOST_ROWS = 200_000
TOLERANCE = 1e-12  # likelihoods that differ by no more are the same


@dataclass(frozen=True)
class Likelihoods:
    """How likely what was seen is with each row, on top of the weights that chance gives to worlds.

    Attributes:
        about: The hidden pieces that the rows tell, named as the module of the game does.
        rows: A positive number for each row that is possible, the highest 1.
        seen: What was seen of the last action, as long as it is not carried out.
    """

    about: tuple[Any, ...] = ()
    rows: Mapping[Row, float] = field(default_factory=lambda: {(): 1.0})
    seen: str | None = None

    @property
    def are_equal(self) -> bool:
        """Whether all rows that are left are equally likely."""
        return min(self.rows.values()) >= 1.0 - TOLERANCE


def scaled(about: tuple[Any, ...], rows: Mapping[Row, float], seen: str | None = None) -> Likelihoods:
    """Likelihoods without the rows that are impossible, scaled so that the highest is 1; ValueError if none is left."""
    most = max(rows.values(), default=0.0)
    if most <= 0.0:
        raise ValueError("no world that was held possible agrees with this")
    return Likelihoods(about, {row: number / most for row, number in rows.items() if number > 0.0}, seen)


def check_size(number: int, what: str) -> None:
    """ValueError where there are too many to list."""
    if number > MOST_ROWS:
        raise ValueError(
            f"more than {MOST_ROWS:,} {what} are possible, too many to weigh each"
            " (Belief.advance with hands_only=True keeps fewer of them)"
        )
