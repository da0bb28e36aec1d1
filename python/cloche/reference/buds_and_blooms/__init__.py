"""Buds and Blooms in plain Python; rules.py is the page to read first."""

from cloche.reference.buds_and_blooms.rules import Game, State

__all__ = ["Game", "State"]
