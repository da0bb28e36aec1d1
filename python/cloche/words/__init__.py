"""What an action means in plain words, for people who don't know the notation: one module a game."""

from cloche.words.wording import Wording, wording

__all__ = ["Wording", "wording"]
