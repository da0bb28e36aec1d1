"""Pictures of Leduc poker (seeds/known/leduc_poker.md); classes as in `poker`."""

from collections.abc import Mapping, Sequence
from typing import Any

from . import poker

GAME = poker.Game("Leduc poker", ("fold", "call", "raise"), ("round 1", "round 2"))


def text(
    data: Mapping[str, Any],
    *,
    components: Mapping[str, Any] | None,
    options: Mapping[str, Any],
    viewer: int | None = None,
    legal: Sequence[str] | None = None,
) -> str:
    """Cards, `?` for hidden ones, and the bets; with `legal`, what may be chosen."""
    return poker.text(GAME, data, viewer=viewer, legal=legal)


def svg(
    data: Mapping[str, Any],
    *,
    components: Mapping[str, Any] | None,
    options: Mapping[str, Any],
    viewer: int | None = None,
    legal: Sequence[str] | None = None,
    last: str | None = None,
) -> str:
    """A row a player with the card, the bets, and buttons for the actions."""
    return poker.svg(GAME, data, viewer=viewer, legal=legal, last=last)
