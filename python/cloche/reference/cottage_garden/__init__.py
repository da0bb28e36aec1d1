"""Cottage Garden in plain Python; rules.py is the page to read first."""

from cloche.reference.cottage_garden.rules import Game, State

__all__ = ["Game", "State"]
