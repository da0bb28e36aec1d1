"""Games that a search plays against itself, as data to learn from.

>>> import cloche
>>> from cloche import selfplay
>>> game = cloche.load("tic_tac_toe")
>>> result = selfplay.play(game, folder, bot="mcts:100", games=200, jobs=2)
>>> for shard in selfplay.load(folder):
...     learn(shard.observations, shard.action_masks(), shard.dense_policies(), shard.returns)

A row is a decision, seen by the player who made it: where things are hidden it holds what that player knew, and only
the result of the game beside. `cloche.selfplay.shards` says what the files hold.
"""

from cloche.selfplay.folder import SelfplayData, load
from cloche.selfplay.run import SelfplayResult, play
from cloche.selfplay.shards import Shard

__all__ = ["SelfplayData", "SelfplayResult", "Shard", "load", "play"]
