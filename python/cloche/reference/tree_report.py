"""What a tree search tells of its root (seeds/search.md, M-20)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict

from cloche.backend import RawAction
from cloche.reference.ending import Ending
from cloche.reference.tally import Ledger
from cloche.reference.tree import Edge, Node, edges_for_report
from cloche.reference.utility import ONE, Utility


class RootFacts(TypedDict):
    """The part of a report that is known from the root."""

    actions: list[RawAction]
    values: list[float]
    win_share: list[float] | None
    proven: bool


class TreeSizes(TypedDict):
    """Nodes and edges of trees."""

    tree_nodes: int
    tree_edges: int


@dataclass(frozen=True)
class RootReport:
    """A root with what was counted there."""

    root: Node
    ledger: Ledger
    utility: Utility
    solved: Ending | None  # M-34

    def facts(self, chosen: Edge) -> RootFacts:
        """M-20; `chosen` comes first."""
        gains = self._gains(self.root, self.ledger.total.means())
        return {
            "actions": [self._action(edge) for edge in edges_for_report(self.root, chosen)],
            "values": self.utility.returns(gains),
            "win_share": self.utility.win_share(gains),
            "proven": self.root.proof is not None,
        }

    def _action(self, edge: Edge) -> RawAction:
        mover = self.root.mover
        utility: float | None = None
        value: list[float] | None = None
        if edge.visits > 0 or edge.proof is not None:
            mine = edge.proof.utility[mover] if edge.proof is not None else edge.sum / edge.visits
            utility = mine / ONE
            value = self.utility.returns(self._gains(edge, self.ledger.means_of(edge.action)))
        return {
            "action": edge.action,
            "visits": edge.visits,
            "utility": utility,
            "value": value,
            "prior": edge.prior / (self.root.total_prior or 1.0),  # 0 where M-71 leaves them out
            "proven": edge.proof is not None,
            "share": None if self.solved is None else self.solved.share(edge.action),
        }

    def _gains(self, counted: Node | Edge, means: list[float] | None) -> list[float]:
        """M-20: what is proven, else the means of this search, else what earlier searches tell of the mover."""
        players = self.utility.players
        if counted.proof is not None:
            return list(counted.proof.gain)
        if means is not None:
            return means
        if self.utility.shared:
            return self.ledger.total.means() or [0.0] * players
        if counted.visits == 0:
            return [self.utility.unknown_gain] * players
        mine = counted.sum / counted.visits
        rest = 0.0 if players == 1 else (ONE - mine) / (players - 1)
        return [mine if player == self.root.mover else rest for player in range(players)]
