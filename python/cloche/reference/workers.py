"""A search by several workers, one after the other (seeds/search.md, M-60 to M-66)."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cloche.backend import RawLimits, RawReport, StateBackend
from cloche.reference.flat_monte_carlo import FlatMonteCarlo
from cloche.reference.search import Mcts
from cloche.reference.tally import Calls, Ledger, Watch
from cloche.reference.tree import Edge, Node
from cloche.reference.utility import Worth

SHORTEST, LONGEST, PART = 16, 4096, 8  # of epochs, M-61


@dataclass
class Count:
    """Visits and sum of a root edge."""

    visits: int = 0
    sum: int = 0


@dataclass
class Share:
    """Where a worker's part of an epoch ends (M-61)."""

    simulations: int
    nodes: int | None


class Workers:
    """Two or more workers as one search."""

    def __init__(self, searches: Sequence[Mcts | FlatMonteCarlo]) -> None:
        self._searches = searches
        self._trees = [search for search in searches if isinstance(search, Mcts)]
        self._roots: JointRoot | None = None  # of trees, while they are searched

    def advance(self, action: int) -> None:
        """M-19, M-29: of each worker."""
        for search in self._searches:
            search.advance(action)

    def reset(self) -> None:
        """All as new."""
        for search in self._searches:
            search.reset()

    def search(
        self,
        state: StateBackend,
        limits: RawLimits,
        stop: Any = None,
        on_progress: Callable[[RawReport], None] | None = None,
        ask: Any = None,
        observer: int | None = None,
    ) -> RawReport:
        """As that of one."""
        try:
            return self._searched(state, limits, Calls(stop, on_progress, ask), observer)
        except BaseException:
            for tree in self._trees:
                tree.give_up()
            raise

    def _searched(self, state: StateBackend, limits: RawLimits, calls: Calls, observer: int | None) -> RawReport:
        first, *others = self._searches
        first.begin(state, observer)
        for search in others:
            if first.is_ending:
                search.sit_out()
            else:
                search.begin(state, observer)
        if first.is_ending:
            return first.report("proven")
        for tree in self._trees[1:]:
            tree.take_root_of(self._trees[0])
        self._roots = JointRoot(self._trees) if self._trees and observer is None else None
        try:
            watch = Watch(limits, calls, self._report)
            stopped_by = self._run(watch, limits)
            for tree in self._trees:
                tree.judge_leaves()
            return self._report(stopped_by)
        finally:
            if self._roots is not None:
                self._roots.part()

    def _run(self, watch: Watch, limits: RawLimits) -> str:
        """M-61; what ended the search."""
        while True:
            if self._roots is not None:
                self._roots.merge()
            if any(search.is_proven for search in self._searches):
                return "proven"
            ledger = self._counted()
            if self._is_settled(limits["simulations"], ledger):
                return "settled"
            if (by := watch.reached_by(ledger.simulations, ledger.nodes)) is not None:
                return by
            for search, share in zip(self._searches, self._shares(ledger, limits), strict=True):
                if (by := self._run_part(search, share, watch, limits["depth"])) is not None:
                    return by

    def _is_settled(self, most: int | None, ledger: Ledger) -> bool:
        """M-40, M-61: on the numbers of a merge."""
        return self._roots is not None and most is not None and self._roots.is_settled(most - ledger.simulations)

    def _shares(self, ledger: Ledger, limits: RawLimits) -> list[Share]:
        count, done = len(self._searches), ledger.simulations
        epoch = count * min(LONGEST, max(SHORTEST, done // (PART * count)))
        if limits["simulations"] is not None:
            epoch = min(epoch, limits["simulations"] - done)
        nodes = None if limits["nodes"] is None else (limits["nodes"] - ledger.nodes + count - 1) // count
        return [Share(epoch // count + (w < epoch % count), nodes) for w in range(count)]

    @staticmethod
    def _run_part(search: Mcts | FlatMonteCarlo, share: Share, watch: Watch, depth: int | None) -> str | None:
        """A worker's part of an epoch; what ended the search in it."""
        simulations, nodes = search.ledger.simulations, search.ledger.nodes
        while search.ledger.simulations - simulations < share.simulations and not search.is_proven:
            if share.nodes is not None and search.ledger.nodes - nodes >= share.nodes:
                break
            if (by := watch.interrupted_by()) is not None:
                return by
            watch.tell_progress()
            search.simulate(depth)
        search.judge_leaves()
        return None

    def _counted(self) -> Ledger:
        """What all workers counted."""
        joint = copy.deepcopy(self._searches[0].ledger)
        for search in self._searches[1:]:
            joint.join(search.ledger)
        return joint

    def _report(self, stopped_by: str) -> RawReport:
        """M-64."""
        if self._roots is not None:
            return self._roots.report(self._counted(), stopped_by)
        if self._trees:  # pondering
            report = self._trees[0].report(stopped_by)
            return report | self._counted().run(stopped_by) | tree_sizes(self._trees)  # type: ignore[return-value]
        flat = [search for search in self._searches if isinstance(search, FlatMonteCarlo)]
        joint = copy.copy(flat[0])
        joint.arms, joint.ledger = copy.deepcopy(joint.arms), copy.deepcopy(joint.ledger)
        for search in flat[1:]:
            joint.join(search)
        return joint.report(stopped_by)


class JointRoot:
    """What the roots of the workers share (M-62 to M-64)."""

    def __init__(self, trees: Sequence[Mcts]) -> None:
        self._trees = trees
        self._foreign: list[list[Count]] = [[Count() for _ in tree.tree.root.edges] for tree in trees]

    def _own(self, worker: int) -> list[Count]:
        """M-62: what went through the worker's own tree, edge by edge."""
        edges = self._trees[worker].tree.root.edges
        return [
            Count(edge.visits - foreign.visits, edge.sum - foreign.sum)
            for edge, foreign in zip(edges, self._foreign[worker], strict=True)
        ]

    def _joint(self) -> list[Count]:
        each = [self._own(worker) for worker in range(len(self._trees))]
        return [
            Count(sum(count.visits for count in counts), sum(count.sum for count in counts))
            for counts in zip(*each, strict=True)
        ]

    def _proofs(self, leader: int) -> list[Worth | None]:
        """By edge: the proof of the leader, else of the first worker that has one."""
        order = [self._trees[leader], *self._trees]
        by_edge = zip(*(tree.tree.root.edges for tree in order), strict=True)
        return [next((edge.proof for edge in edges if edge.proof is not None), None) for edges in by_edge]

    def merge(self) -> None:
        """M-62, M-63."""
        joint, proofs = self._joint(), self._proofs(0)
        for worker, tree in enumerate(self._trees):
            self._foreign[worker] = [
                Count(every.visits - own.visits, every.sum - own.sum)
                for every, own in zip(joint, self._own(worker), strict=True)
            ]
            root = tree.tree.root
            set_counts(root, joint)
            if take_proofs(root, proofs):
                tree.prove_root()

    def part(self) -> None:
        """M-62: each root gets its own numbers back."""
        for worker, tree in enumerate(self._trees):
            own = self._own(worker)
            set_counts(tree.tree.root, own)
            self._foreign[worker] = [Count() for _ in own]

    def is_settled(self, left: int) -> bool:
        """M-40, after a merge."""
        return all(tree.is_settled(left) for tree in self._trees)

    def report(self, ledger: Ledger, stopped_by: str) -> RawReport:
        """M-64."""
        solved = [worker for worker, tree in enumerate(self._trees) if tree.is_proven]
        leader = solved[0] if solved else 0
        leading = self._trees[leader]
        edges = [
            replace(edge, proof=proof, child=self._deepest(place))
            for place, (edge, proof) in enumerate(zip(leading.tree.root.edges, self._proofs(leader), strict=True))
        ]
        root = replace(leading.tree.root, edges=edges)
        set_counts(root, self._joint())
        report = leading.report_of(root, ledger, stopped_by)
        return report | tree_sizes(self._trees)  # type: ignore[return-value]

    def _deepest(self, place: int) -> Node | None:
        """The node below a root edge that has the most visits, the first of equals."""
        children = [child for tree in self._trees if (child := tree.tree.root.edges[place].child) is not None]
        return max(children, key=lambda node: node.visits, default=None)


def set_counts(root: Node, counts: Sequence[Count]) -> None:
    """Gives the edges of a root these numbers, and the root their totals."""
    for edge, count in zip(root.edges, counts, strict=True):
        edge.visits, edge.sum = count.visits, count.sum
    root.visits = sum(count.visits for count in counts)
    root.sum = sum(count.sum for count in counts)


def take_proofs(root: Node, proofs: Sequence[Worth | None]) -> bool:
    """M-63: proofs of others where the root has none; whether there were any."""
    missing: list[tuple[Edge, Worth]] = [
        (edge, proof)
        for edge, proof in zip(root.edges, proofs, strict=True)
        if edge.proof is None and proof is not None
    ]
    for edge, proof in missing:
        edge.proof, edge.child = proof, None
    return bool(missing)


def tree_sizes(trees: Sequence[Mcts]) -> dict[str, int]:
    """Of all trees together."""
    each = [tree.sizes() for tree in trees]
    return {
        "tree_nodes": sum(sizes["tree_nodes"] for sizes in each),
        "tree_edges": sum(sizes["tree_edges"] for sizes in each),
    }
