"""Where chance outcomes come from."""

from __future__ import annotations

import secrets
from typing import Any

from cloche._core import Rng
from cloche.game import CHANCE_STREAM


class Unpredictable:
    """Draws from the operating system's randomness: there is no seed that could be told or guessed."""

    def below(self, n: int) -> int:
        """A whole number 0 .. n - 1, each equally likely."""
        return secrets.randbelow(n)


def source(seed: int | None) -> Any:
    """What draws the chance outcomes of a game; with a seed as `Game.new_initial_state` draws the set-up."""
    return Unpredictable() if seed is None else Rng(seed, CHANCE_STREAM)
