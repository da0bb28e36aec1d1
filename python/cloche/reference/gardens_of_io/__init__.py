"""Gardens of Io in plain Python; rules.py is the page to read first."""

from cloche.reference.gardens_of_io.rules import Game, State

__all__ = ["Game", "State"]
