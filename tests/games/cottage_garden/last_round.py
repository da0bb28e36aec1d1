"""Positions of the final round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cloche

from .cottage import THREE, bed, ending, play

ONE = "T10:o0@a1"
TWO = "T16:o0@a1 T13:o0@d3"
OTHER = [bed(3, "light", THREE[1]), None]  # player 1 holds one bed


def losing(implementation: str, orange: Sequence[int], blue: Sequence[int], **rest: Any) -> cloche.State:
    """The turn of player 0 in the final round begins: player 1 has said `done`."""
    here: dict[str, Any] = {
        "beds": [[bed(1, "light", THREE[0]), None], OTHER],
        "orange": [list(orange), [0, 0, 0]],
        "blue": [list(blue), [0, 0, 0]],
    }
    return play(ending(implementation, moves=65, **here | rest), "done")
