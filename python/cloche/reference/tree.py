"""The tree of a Monte Carlo search (seeds/search.md): nodes, selection, proof values and the choice at a node."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import floor, frexp, sqrt

from cloche.backend import CHANCE, Data, StateBackend
from cloche.reference.leaf import weights_by
from cloche.reference.utility import ONE, Utility, Worth

PRIOR_ONE = 65536
MOST_WIDENED_WEIGHT = 65535  # of an outcome of a node that M-44 widens
UNIT = 2.0**-24  # of utilities


@dataclass(frozen=True)
class Bounds:
    """M-37: what u of each player lies between."""

    low: tuple[int, ...]
    high: tuple[int, ...]


@dataclass
class Edge:
    """A move from a node: an action, or an outcome of a chance node."""

    action: int
    weight: int  # prior weight, or weight of the outcome
    prior: float  # P of M-10; 0 at chance nodes
    visits: int = 0
    sum: int = 0  # of u of the node's mover; stays 0 at chance nodes
    child: Node | None = None
    proof: Worth | None = None
    bounds: Bounds | None = None  # of an edge that is not proven, where something is known (M-37)
    available: int = 0  # in an observer's tree: visits of the node at which it was a candidate (M-28)

    @property
    def certain(self) -> bool:
        """Whether it is proven or has bounds."""
        return self.proof is not None or self.bounds is not None

    def low(self, player: int) -> int:
        """M-37."""
        if self.proof is not None:
            return self.proof.utility[player]
        return self.bounds.low[player] if self.bounds is not None else 0

    def high(self, player: int) -> int:
        """M-37."""
        if self.proof is not None:
            return self.proof.utility[player]
        return self.bounds.high[player] if self.bounds is not None else ONE


@dataclass
class Node:
    """A decision or chance node, its edges in *the order* of M-10."""

    mover: int  # a player, or CHANCE
    edges: list[Edge] = field(default_factory=list)
    visits: int = 0
    sum: int = 0
    proof: Worth | None = None
    known: Data | None = None  # in an observer's tree, at their decisions: what they know there (M-29)

    @property
    def total_weight(self) -> int:
        """The sum of the weights of the edges."""
        return sum(edge.weight for edge in self.edges)

    @property
    def total_prior(self) -> float:
        """The sum of P over the edges."""
        return sum(edge.prior for edge in self.edges)

    def edge(self, action: int) -> Edge | None:
        """The edge of an action or outcome; None if there is none."""
        return next((edge for edge in self.edges if edge.action == action), None)

    def subtree(self) -> Iterator[Node]:
        """The node and all below it, each once."""
        for nodes in self.levels():
            yield from nodes

    def levels(self) -> Iterator[list[Node]]:
        """The node and all below it by their number of moves from it, in the order of the edges, each once (M-45)."""
        level = [self]
        while level:
            yield level
            below = {id(edge.child): edge.child for node in level for edge in node.edges if edge.child is not None}
            level = list(below.values())


def make_node(state: StateBackend, priors: Sequence[float] | None = None) -> Node:
    """M-10: the node of a position in which the game is not over; M-87: with priors of an evaluator."""
    mover = state.current_player()
    if mover == CHANCE:
        return Node(mover, [Edge(outcome, weight, 0.0) for outcome, weight in state.chance_weights()])
    weights = weights_of(state, priors)
    return Node(mover, ordered_edges(weights, sum(weights.values())))


def weights_of(state: StateBackend, priors: Sequence[float] | None) -> dict[int, int]:
    """The weight of each legal action of a decision node, in their order."""
    actions = state.legal_actions()
    return dict(zip(actions, state.prior() if priors is None else weights_by(priors, actions), strict=True))


def ordered_edges(weights: Mapping[int, int], total: int) -> list[Edge]:
    """M-10: edges in the order, with their share of the total weight."""
    edges = [
        Edge(action, weight, max(1, weight * (PRIOR_ONE - 1) // total) / PRIOR_ONE)
        for action, weight in weights.items()
    ]
    edges.sort(key=lambda edge: (-edge.weight, edge.action))
    return edges


# Selection at a decision node


def widened(edges: Sequence[Edge], visits: int, widening: float | None) -> Sequence[Edge]:
    """M-30: the edges that are looked at after so many visits of their node."""
    return edges if widening is None else edges[: 1 + floor(widening * sqrt(visits))]


def outcomes_to_take(node: Node, widening: float | None) -> list[Edge]:
    """M-44: the edges of a chance node of which one comes, by weight."""
    known = [edge for edge in node.edges if edge.visits > 0]
    if widening is None or any(edge.weight > MOST_WIDENED_WEIGHT for edge in node.edges):
        return node.edges
    return known if len(known) >= min(1 + floor(widening * sqrt(node.visits)), len(node.edges)) else node.edges


def select_puct(edges: Sequence[Edge], node: Node, exploration: float, fpu_reduction: float) -> Edge:
    """M-13."""
    if node.visits == 0:
        return edges[0]
    return max(edges, key=puct_score(node, exploration, fpu_reduction))  # max takes the first of equals


def puct_score(node: Node, exploration: float, fpu_reduction: float) -> Callable[[Edge], float]:
    """The score of M-13 of edges of a node with visits."""
    first_play = max(0.0, node.sum * (1 / node.visits) * UNIT - fpu_reduction)
    k = exploration * sqrt(node.visits)

    def score(edge: Edge) -> float:
        return edge_value(node, edge, first_play) + (k * edge.prior) * (1 / (1 + edge.visits))

    return score


def select_uct(edges: Sequence[Edge], node: Node, exploration: float) -> Edge:
    """M-14."""
    for edge in edges:
        if edge.visits == 0:
            return edge
    k = exploration * sqrt(natural_log(node.visits))

    def score(edge: Edge) -> float:
        return edge_value(node, edge, 0.0) + k * (1 / sqrt(edge.visits))

    return max(edges, key=score)


def select_puct_among(candidates: Sequence[Edge], node: Node, exploration: float, fpu_reduction: float) -> Edge:
    """M-28 with the formula of M-13."""
    if node.visits == 0:
        return candidates[0]
    first_play = max(0.0, node.sum * (1 / node.visits) * UNIT - fpu_reduction)

    def score(edge: Edge) -> float:
        k = exploration * sqrt(edge.available)
        return edge_value(node, edge, first_play) + (k * edge.prior) * (1 / (1 + edge.visits))

    return max(candidates, key=score)


def select_uct_among(candidates: Sequence[Edge], node: Node, exploration: float) -> Edge:
    """M-28 with the formula of M-14."""
    for edge in candidates:
        if edge.visits == 0:
            return edge

    def score(edge: Edge) -> float:
        k = exploration * sqrt(natural_log(edge.available))
        return edge_value(node, edge, 0.0) + k * (1 / sqrt(edge.visits))

    return max(candidates, key=score)


def edge_value(node: Node, edge: Edge, unvisited: float) -> float:
    """M-13: the value of an edge to the mover, in 0 .. 1."""
    if edge.proof is not None:
        return edge.proof.utility[node.mover] * UNIT
    if edge.visits == 0:
        return unvisited
    return edge.sum * (1 / edge.visits) * UNIT


def natural_log(n: int) -> float:
    """M-14: ln(n) of a whole number from 1 to nine digits, the same on every machine."""
    half, exponent = frexp(n)  # n = half * 2**exponent with 0.5 <= half < 1
    x, e = half * 2, exponent - 1
    if x > 1.5:
        x, e = x / 2, e + 1
    t = (x - 1) / (x + 1)
    r = t * t
    y = 1 / 11
    for j in range(9, 0, -2):
        y = y * r + 1 / j
    return e * 0.6931471805599453 + 2 * t * y


# Proof


def proof_of(node: Node, utility: Utility) -> Worth | None:
    """M-16: what the proofs of a node's edges prove of the node."""
    return _proof_of_chance(node, utility) if node.mover == CHANCE else _proof_of_decision(node)


def _proof_of_decision(node: Node) -> Worth | None:
    best = best_proof(node)
    if best is None or best.proof is None:
        return None
    mine = best.proof.utility[node.mover]
    return best.proof if all(edge.high(node.mover) <= mine for edge in node.edges) else None


def _proof_of_chance(node: Node, utility: Utility) -> Worth | None:
    proven = [(edge.weight, edge.proof) for edge in node.edges if edge.proof is not None]
    if len(proven) < len(node.edges):
        return None
    total = node.total_weight
    half = total // 2
    players = range(utility.players)
    u = tuple((sum(weight * proof.utility[p] for weight, proof in proven) + half) // total for p in players)
    gain = tuple((sum(weight * proof.gain[p] for weight, proof in proven) + half) // total for p in players)
    return utility.mirrored(Worth(u, gain))


def bounds_of(node: Node, utility: Utility) -> Bounds:
    """M-37: the bounds of a node that is not proven."""
    players = range(utility.players)
    if node.mover == CHANCE:
        total = node.total_weight
        return Bounds(
            tuple(sum(edge.weight * edge.low(p) for edge in node.edges) // total for p in players),
            tuple((sum(edge.weight * edge.high(p) for edge in node.edges) + total - 1) // total for p in players),
        )
    low = max(edge.low(node.mover) for edge in node.edges)
    high = max(edge.high(node.mover) for edge in node.edges)
    both: list[tuple[int, int]] = []
    for p in players:
        if utility.follows(p, node.mover):
            both.append((low, high))
        elif utility.opposes(p, node.mover):
            both.append((ONE - high, ONE - low))
        else:
            among = [edge for edge in node.edges if edge.high(node.mover) >= low]
            both.append((min(edge.low(p) for edge in among), max(edge.high(p) for edge in among)))
    return Bounds(tuple(pair[0] for pair in both), tuple(pair[1] for pair in both))


def unpruned(edges: Sequence[Edge], mover: int) -> list[Edge]:
    """M-37: those of the edges looked at that are not pruned."""
    low = max(edge.low(mover) for edge in edges)
    ensuring = [edge for edge in edges if edge.low(mover) == low]
    guarantor = next((edge for edge in ensuring if edge.proof is not None), ensuring[0])
    return [
        edge
        for edge in edges
        if edge.high(mover) > low or (edge.high(mover) == low and (edge.proof is not None or edge is guarantor))
    ]


def best_proof(node: Node) -> Edge | None:
    """The proven edge that is worth most to the mover, the first in the order; None without proven edges."""
    proven = [(edge.proof.utility[node.mover], edge) for edge in node.edges if edge.proof is not None]
    return max(proven, key=lambda pair: pair[0])[1] if proven else None


# The choice


def chosen_edge(node: Node) -> Edge:
    """M-18 at a decision node; M-22 at a chance node."""
    if node.mover == CHANCE:
        return max(node.edges, key=lambda edge: edge.visits)
    if node.proof is not None and (best := best_proof(node)) is not None:
        return best
    return max(kept_edges(node), key=lambda edge: (edge.visits, edge.sum))


def kept_edges(node: Node) -> list[Edge]:
    """M-18: the edges that are not set aside, at a decision node that is not proven."""
    return [edge for edge in node.edges if not _proven_below_mean(node, edge)] or node.edges


def _proven_below_mean(node: Node, edge: Edge) -> bool:
    """Whether the edge is proven to be worth less than sum / visits of the node, compared exactly."""
    return edge.proof is not None and edge.proof.utility[node.mover] * node.visits < node.sum


def edges_for_report(node: Node, chosen: Edge) -> list[Edge]:
    """M-18: the chosen edge, then the others by visits, sum, order."""
    others = [edge for edge in node.edges if edge is not chosen]
    return [chosen, *sorted(others, key=lambda edge: (-edge.visits, -edge.sum))]


def principal_variation(root: Node, chosen: Edge) -> list[int]:
    """M-22, from the edge that is chosen at the root."""
    line: list[int] = []
    node: Node | None = root
    while node is not None and node.visits > 0:
        edge = chosen if node is root else chosen_edge(node)
        line.append(edge.action)
        node = edge.child
    return line
