"""Barton in Bloom in plain Python; rules.py is the page to read first."""

from cloche.reference.barton_in_bloom.game import Game
from cloche.reference.barton_in_bloom.rules import State

__all__ = ["Game", "State"]
