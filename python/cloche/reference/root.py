"""What is special at the root (seeds/search.md): sequential halving (M-35) and the final choice (M-36)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import inf, sqrt

from cloche.backend import MctsSettings
from cloche.reference.tally import Ledger
from cloche.reference.tree import UNIT, Edge, Node, chosen_edge, edge_value, kept_edges, puct_score

DEVIATIONS = 2
WIDTH = 4  # edges that a pass starts with


class Halving:
    """M-35: whose turn it is at the root."""

    def __init__(self, settings: MctsSettings) -> None:
        self._settings = settings
        self._round: list[Edge] = []  # who takes part
        self._waiting: list[Edge] = []  # whose turns are still to come in this round
        self._turns = 1

    def next(self, edges: Sequence[Edge], node: Node) -> Edge:
        """The edge of the next simulation; `edges` are those of the root that a pass may start with, in the order."""
        if not self._waiting:
            self._next_round(edges, node)
        return self._waiting.pop(0)

    def _next_round(self, edges: Sequence[Edge], node: Node) -> None:
        if len(self._round) <= 1:
            self._round, self._turns = self._best(edges, WIDTH, node), 1
        else:
            self._round, self._turns = self._best(self._round, (len(self._round) + 1) // 2, node), 2 * self._turns
        self._waiting = self._round * self._turns

    def _best(self, edges: Sequence[Edge], count: int, node: Node) -> list[Edge]:
        """So many of the highest rank, in their order."""
        place = {id(edge): number for number, edge in enumerate(node.edges)}
        score = self._score_at(node)
        return sorted(edges, key=lambda edge: (-score(edge), place[id(edge)]))[:count]

    def _score_at(self, node: Node) -> Callable[[Edge], float]:
        how = self._settings
        if how["selection"] == "uct":
            return lambda edge: edge_value(node, edge, 0.0) if edge.visits > 0 else inf
        if node.visits == 0:
            return lambda _: 0.0
        return puct_score(node, how["exploration"], how["fpu_reduction"])


def exact_value(edge: Edge, mover: int) -> Fraction:
    """M-36: sum / visits, or what is proven."""
    if edge.proof is not None:
        return Fraction(edge.proof.utility[mover])
    return Fraction(edge.sum, edge.visits) if edge.visits > 0 else Fraction(0)


def chosen_root_edge(root: Node, final: str, ledger: Ledger) -> Edge:
    """M-36."""
    if root.proof is not None or final == "visits":
        return chosen_edge(root)
    kept = kept_edges(root)
    most = max(edge.visits for edge in kept)
    share = 2 if final == "value" else 8
    often = [edge for edge in kept if edge.proof is not None or edge.visits * share >= most]
    if final == "value":
        return max(often, key=lambda edge: (exact_value(edge, root.mover), edge.visits))
    return max(often, key=lambda edge: (lower_bound(root, edge, ledger), edge.visits))


def lower_bound(root: Node, edge: Edge, ledger: Ledger) -> float:
    """M-36: the lower confidence bound of what an edge is worth to the mover."""
    if edge.proof is not None:
        return edge.proof.utility[root.mover] * UNIT
    if edge.visits == 0:
        return -1.0
    c, q, r = ledger.spread_of(edge.action)
    variance = 0.25
    if c > 0:
        m = q / c
        d = max(0.0, (float(r) / c - m * m) * 2.0**-32)
        variance = (d * c + 0.25) / (c + 1)
    return edge_value(root, edge, 0.0) - DEVIATIONS * sqrt(variance / edge.visits)
