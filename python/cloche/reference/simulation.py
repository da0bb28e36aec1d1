"""What a simulation of a tree search goes by, and what it leaves on its way (seeds/search.md, M-12, M-15, M-16)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from cloche.backend import CHANCE, StateBackend
from cloche.reference.ending import Ending
from cloche.reference.tree import Edge, Node, bounds_of, proof_of
from cloche.reference.utility import Utility, Worth


@dataclass
class Tree:
    """A root and the position it stands for."""

    state: StateBackend
    root: Node
    solved: Ending | None = None  # M-34


@dataclass(frozen=True)
class Step:
    """An edge that a simulation takes, and the node that it leaves."""

    node: Node
    edge: Edge


@dataclass(frozen=True)
class SimulationEnd:
    """What a simulation brings home."""

    worth: Worth
    scores: list[int] | None  # None where a proven edge ended it


@dataclass
class Path:
    """The way of a simulation."""

    steps: list[Step] = field(default_factory=list)
    counted: int = 0  # steps before the present probe, its own first one included
    news: bool = False  # the last edge became proven

    @property
    def probing(self) -> bool:
        """Whether a probe has begun (M-38)."""
        return self.counted > 0

    @property
    def uncounted(self) -> list[Step]:
        """The steps that M-15 is still to count."""
        return self.steps[self.counted :]

    def begin_probe(self, step: Step) -> None:
        """Puts the edge of a probe in place of the proven one."""
        self.steps[-1] = step
        self.counted = len(self.steps)


def may_grow(edge: Edge, moves: int, depth: int | None) -> bool:
    """M-12: whether an edge, so many moves from the root, gets a child: on the second visit, unless deeper."""
    return edge.child is None and edge.visits > 0 and (depth is None or moves <= depth)


def backup(path: Sequence[Step], worth: Worth) -> None:
    """M-15."""
    count_visits(path)
    add_worth(path, worth)


def count_visits(path: Sequence[Step]) -> None:
    """M-15, and M-84 where the sums are still to come."""
    for step in path:
        step.edge.visits += 1
        step.node.visits += 1


def add_worth(path: Sequence[Step], worth: Worth) -> None:
    """M-15: the sums."""
    for step in path:
        if step.node.mover != CHANCE:
            step.edge.sum += worth.utility[step.node.mover]
            step.node.sum += worth.utility[step.node.mover]


def prove(path: Sequence[Step], utility: Utility) -> None:
    """M-16, M-37: carries what became certain at the last edge towards the root as far as it goes."""
    for place in reversed(range(len(path))):
        node = path[place].node
        node.proof = proof_of(node, utility)
        if place == 0:
            return
        above = path[place - 1].edge
        known = above.proof, [(above.low(p), above.high(p)) for p in range(utility.players)]
        above.proof = node.proof
        if node.proof is None:
            above.bounds = bounds_of(node, utility)
        if known == (above.proof, [(above.low(p), above.high(p)) for p in range(utility.players)]):
            return
