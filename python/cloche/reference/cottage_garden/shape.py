"""Keys and words of a position of Cottage Garden given as data (seeds/cottage_garden/state.md)."""

from __future__ import annotations

SETUP = ("setup_tile", "setup_bed")
PLAY = ("lose", "refill", "plant", "cats", "score", "orange", "orange_pot", "blue", "blue_pot", "return", "pot")
PHASES = (*SETUP, *PLAY, "over")
# Phases of which `slot` says something (S-11).
SCORING = ("orange", "orange_pot", "blue", "blue_pot", "return", "pot")
KEYS = (
    *("phase", "player", "nursery", "queue", "beds", "middle", "orange", "blue"),
    *("cats", "hives", "gardener", "die", "slot", "owed"),
)
BED_KEYS = ("bed", "side", "tiles", "pots", "cats")
MIDDLE_KEYS = ("bed", "side")
MOST_CATS = 255
MOST_OWED = 2
