"""A tree search of what one player knows (seeds/search.md, M-25 to M-29, M-45), for games that hide something."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence

from cloche.backend import CHANCE, TERMINAL, Data, Generator, StateBackend
from cloche.reference.base import REDEAL_STREAM, ReferenceState, draw
from cloche.reference.leaf import Waiting
from cloche.reference.rng import Rng
from cloche.reference.search import Mcts
from cloche.reference.simulation import Path, SimulationEnd, Tree
from cloche.reference.tally import Ledger, redeal_generator
from cloche.reference.tree import (
    Edge,
    Node,
    ordered_edges,
    principal_variation,
    select_puct_among,
    select_uct_among,
    weights_of,
    widened,
)


class ObserverMcts(Mcts):
    """Monte Carlo tree search of the player to move at the root, the observer; keeps its tree between searches."""

    _observer: int
    _dealer: Generator
    _known: list[dict[str, Node]]  # the nodes of each level at which M-29 may go on, by what is known there

    def advance(self, action: int) -> None:
        """M-29: nothing; the tree finds its place by itself."""

    def _tree_for(self, state: StateBackend) -> Tree:
        """M-25, M-29: the part of the kept tree where the observer knows just this, otherwise a new tree; M-34."""
        observer = state.current_player()
        self._dealer = redeal_generator(self._seed, self._searches, self._worker)
        world = state.clone()
        world.redeal(observer, Rng(0, REDEAL_STREAM))
        kept = self._tree.root if self._tree is not None and self._observer == observer else None
        self._observer = observer
        self._shows_hidden = False
        if (solved := self._solved(world)) is not None:
            return solved
        known = world.observation(observer)
        for node in kept.subtree() if kept is not None else ():
            if node.known == known:
                return Tree(world, node)
        return Tree(world, self._make_root(world))

    def _pondered(self, state: StateBackend, observer: int) -> Tree:
        """M-66: a new tree for what `observer` knows of a decision of somebody else."""
        self._dealer = redeal_generator(self._seed, self._searches, self._worker)
        self._observer = observer
        self._shows_hidden = False
        world = state.clone()
        world.redeal(observer, Rng(0, REDEAL_STREAM))
        return Tree(world, self._make_root(world))

    def _start(self, tree: Tree) -> StateBackend:
        """M-26."""
        self._shows_hidden = False
        state = tree.state.clone()
        state.redeal(self._observer, self._dealer)
        return state

    def begin(self, state: StateBackend, observer: int | None = None) -> None:
        """A search begins."""
        super().begin(state, observer)
        self._learn_levels()

    def take_root_of(self, leader: Mcts) -> None:
        """M-88."""
        super().take_root_of(leader)
        self._learn_levels()

    def _learn_levels(self) -> None:
        """M-45: the nodes of the tree as it is."""
        self._known = [
            {_as_text(node.known): node for node in level if node.known is not None}
            for level in self.tree.root.levels()
        ]

    def _node_on(self, level: int, state: StateBackend, priors: Sequence[float] | None = None) -> Node:
        """M-12, M-45: perhaps one that other moves came to."""
        made = super()._node_on(level, state, priors)
        if made.known is None or not self._settings["transpositions"]:
            return made
        while len(self._known) <= level:
            self._known.append({})
        return self._known[level].setdefault(_as_text(made.known), made)

    def _make_node(self, state: StateBackend, priors: Sequence[float] | None = None) -> Node:
        """M-27, M-87."""
        mover = state.current_player()
        if mover == CHANCE:
            return Node(mover)
        node = decision_node(self._candidates(state, self._observer, priors), mover)
        if mover == self._observer and not self._shows_hidden:
            node.known = state.observation(mover)
        return node

    def _candidates(self, state: StateBackend, player: int, priors: Sequence[float] | None = None) -> Counter[int]:
        """M-27: the legal actions as `player` counts them, with the sum of their prior weights."""
        weights: Counter[int] = Counter()
        counted_as = self._counted_as(state, player)
        for action, weight in weights_of(state, priors).items():
            weights[counted_as[action]] += weight
        return weights

    def _counted_as(self, state: StateBackend, player: int) -> dict[int, int]:
        """M-27: of each legal action what `player` sees; M-77: or the lowest id after which they know the same."""
        seen = {action: state.seen(action, player) for action in state.legal_actions()}
        if not self._settings["merge"] or state.current_player() == player:
            return seen
        known: dict[int, Data] = {}  # after each id seen
        for action, id_ in seen.items():
            if id_ not in known:
                child = state.clone()
                child.apply_action(action)
                known[id_] = child.observation(player)
        return {action: min(other for other in known if known[other] == known[id_]) for action, id_ in seen.items()}

    def _expand_by(self, leaf: Waiting, priors: Sequence[float]) -> None:
        """M-87."""
        present, self._shows_hidden = self._shows_hidden, leaf.shown
        super()._expand_by(leaf, priors)
        self._shows_hidden = present

    def _select(self, node: Node, state: StateBackend, rng: Generator) -> tuple[Edge, int]:
        """M-27, M-28."""
        if node.mover == CHANCE:
            outcome = draw(state.chance_weights(), rng)
            seen = state.seen(outcome, self._observer)
            return found_edge(node, seen), outcome
        if node.mover == self._observer and not self._shows_hidden:
            edge = self._most_promising(node)
            return edge, edge.action
        edge = self._candidate(node, self._candidates(state, self._observer))
        return edge, self._action_counted_as(edge.action, state, rng)

    def _candidate(self, node: Node, weights: Counter[int]) -> Edge:
        """M-28: the edge of one of these candidates."""
        missing = {seen: weight for seen, weight in weights.items() if node.edge(seen) is None}
        node.edges.extend(ordered_edges(missing, weights.total()))
        candidates = [edge for edge in node.edges if edge.action in weights]
        for edge in candidates:
            edge.available += 1
        return self._most_promising_among(node, candidates)

    def _most_promising_among(self, node: Node, candidates: list[Edge]) -> Edge:
        how = self._settings
        edges = widened(candidates, node.visits, how["widening"])
        if how["selection"] == "puct":
            return select_puct_among(edges, node, how["exploration"], how["fpu_reduction"])
        return select_uct_among(edges, node, how["exploration"])

    def _action_counted_as(self, id_: int, state: StateBackend, rng: Generator) -> int:
        """M-28: one of the actions that count as this to the observer, by prior weight."""
        counted_as = self._counted_as(state, self._observer)
        actions = [
            (action, weight)
            for action, weight in zip(state.legal_actions(), state.prior(), strict=True)
            if counted_as[action] == id_
        ]
        return actions[0][0] if len(actions) == 1 else draw(actions, rng)

    def _follow(self, edge: Edge, action: int, state: StateBackend, path: Path, ledger: Ledger) -> SimulationEnd | None:
        """M-12 without proofs (M-26)."""
        assert isinstance(state, ReferenceState)
        self._shows_hidden = state.current_player() == self._observer and state.shows(action)
        state.apply_action(action)
        ledger.nodes += 1
        if state.current_player() != TERMINAL:
            return None
        return SimulationEnd(self._utility.of_end(state), state.scores())

    def _line(self, root: Node, chosen: Edge) -> list[int]:
        """M-22, as far as it can be played in the world that stands for what the observer knows (M-29); M-34."""
        assert self._tree is not None
        if self._tree.solved is not None:
            return self._tree.solved.line
        world = self._tree.state.clone()
        line = []
        for action in principal_variation(root, chosen):
            if not world.is_legal(action):
                break
            world.apply_action(action)
            line.append(action)
        return line


def decision_node(weights: Counter[int], mover: int) -> Node:
    """M-10, M-27: a node with an edge for each of these candidates."""
    return Node(mover, ordered_edges(weights, weights.total()))


def found_edge(node: Node, seen: int) -> Edge:
    """M-27: the edge that bears this id, behind the others if it is new."""
    edge = node.edge(seen)
    if edge is None:
        edge = Edge(seen, 0, 0.0)
        node.edges.append(edge)
    return edge


def _as_text(known: Data) -> str:
    """Equal for equal observations alone."""
    return json.dumps(known, sort_keys=True)
