"""Matches: players against each other on equal deals with all seat rotations, and what the results prove; and one
player alone, in games that can be played so (`solo`).

A deal is the stream of the game's chance. A block is one deal with all rotations of the seats; its mean is one
observation, since games of one deal are not independent.

>>> from cloche import arena, load, Limits
>>> game = load("nim")
>>> result = arena.match(game, ["mcts", "mcts:selection=uct"], blocks=20, limits=Limits(simulations=50))
>>> print(result)  # doctest: +SKIP
>>> test = arena.Sprt(elo0=0, elo1=50)
>>> arena.match(game, ["mcts:50", "greedy"], blocks=500, sprt=test).sprt.verdict
'H1'
"""

from cloche.arena.estimates import CONFIDENCE, Estimate
from cloche.arena.ladder import LadderResult, Rung, ladder
from cloche.arena.log import MatchLog, read_log
from cloche.arena.matches import match
from cloche.arena.results import BotResult, MatchResult
from cloche.arena.solo import SoloResult, solo
from cloche.arena.sprt import Sprt, SprtResult
from cloche.arena.table import PlayedGame

__all__ = [
    "CONFIDENCE",
    "BotResult",
    "Estimate",
    "LadderResult",
    "MatchLog",
    "MatchResult",
    "PlayedGame",
    "Rung",
    "SoloResult",
    "Sprt",
    "SprtResult",
    "ladder",
    "match",
    "read_log",
    "solo",
]
