"""Bloom Town in plain Python; rules.py is the page to read first."""

from cloche.reference.bloom_town.rules import Game, State

__all__ = ["Game", "State"]
