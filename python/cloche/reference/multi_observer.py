"""A tree search of what every player knows, a tree for each (seeds/search.md, M-70 to M-76)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from cloche.backend import CHANCE, TERMINAL, Generator, StateBackend
from cloche.reference.base import ReferenceState, draw
from cloche.reference.observer import ObserverMcts, decision_node, found_edge
from cloche.reference.simulation import Path, SimulationEnd, Step, Tree, backup, may_grow
from cloche.reference.tally import Ledger
from cloche.reference.tree import Node

MOST_ROOTS = 16  # of what another player may know at the root, with a node of their own (M-72)


@dataclass
class OtherTree:
    """M-72: the tree of a player who does not search."""

    roots: list[Node] = field(default_factory=list)  # each with what is known there
    joint: Node | None = None  # for all that is known in no other root

    def all_roots(self) -> list[Node]:
        """Of every kind."""
        return self.roots if self.joint is None else [*self.roots, self.joint]


@dataclass
class Walk:
    """The way of a simulation down one tree."""

    player: int
    at: Node | None  # the node of the position; None: the tree is left
    path: list[Step] = field(default_factory=list)

    def take(self, node: Node, seen: int) -> None:
        """Goes by the edge that bears this."""
        self.path.append(Step(node, found_edge(node, seen)))


class MultiObserverMcts(ObserverMcts):
    """The trees of all players; that of the observer is kept between searches."""

    _others: dict[int, OtherTree]

    def _tree_for(self, state: StateBackend) -> Tree:
        """M-75: the others begin anew."""
        self._begin_others()
        return super()._tree_for(state)

    def _pondered(self, state: StateBackend, observer: int) -> Tree:
        self._begin_others()
        return super()._pondered(state, observer)

    def _make_node(self, state: StateBackend, priors: Sequence[float] | None = None) -> Node:
        """M-71, in the observer's tree."""
        mover = state.current_player()
        return super()._make_node(state, priors) if mover == self._observer else Node(mover)

    def _begin_others(self) -> None:
        self._others = {player: OtherTree() for player in range(self._utility.players)}

    def _roots(self) -> list[Node]:
        return [*super()._roots(), *(root for tree in self._others.values() for root in tree.all_roots())]

    def _simulate(self, tree: Tree, depth: int | None, rng: Generator, ledger: Ledger) -> None:
        """M-73: one simulation, down all trees together."""
        state = self._start(tree)
        walks = [Walk(player, self._root_for(player, state, tree)) for player in range(self._utility.players)]
        end = self._descend(walks, state, depth, rng, ledger) or self._evaluate(state, Path(), rng, ledger)
        assert end is not None  # no leaf waits: M-78
        for walk in walks:  # M-74
            backup(walk.path, end.worth)
        if first := walks[self._observer].path:
            ledger.add(first[0].edge.action, end.worth, end.scores)

    def _root_for(self, player: int, state: StateBackend, tree: Tree) -> Node:
        """M-72: where the way of a simulation from this world begins in a player's tree."""
        if player == self._observer:
            return tree.root
        other = self._others[player]
        known = state.observation(player)
        root = next((root for root in other.roots if root.known == known), None)
        if root is None and len(other.roots) < MOST_ROOTS:
            root = self._node_of(player, state)
            root.known = known
            other.roots.append(root)
        if root is None and other.joint is None:
            other.joint = self._node_of(player, state)
        root = other.joint if root is None else root
        assert root is not None
        return root

    def _node_of(self, player: int, state: StateBackend) -> Node:
        """M-71: the node of a position in the tree of another player."""
        mover = state.current_player()
        return decision_node(self._candidates(state, player), player) if mover == player else Node(mover)

    def _descend(
        self, walks: list[Walk], state: StateBackend, depth: int | None, rng: Generator, ledger: Ledger
    ) -> SimulationEnd | None:
        """M-73: as far as the trees go; None where a playout is to follow."""
        assert isinstance(state, ReferenceState)
        moves = 0
        while True:
            mover = state.current_player()
            action = draw(state.chance_weights(), rng) if mover == CHANCE else self._decided(walks[mover], state)
            if action is None:
                return None
            for walk in walks:
                if walk.at is not None and walk.player != mover:
                    walk.take(walk.at, self._id_for(walk.player, state, action))
            self._shows_hidden = mover == self._observer and state.shows(action)
            state.apply_action(action)
            ledger.nodes += 1
            moves += 1
            if state.current_player() == TERMINAL:
                return SimulationEnd(self._utility.of_end(state), state.scores())
            for walk in walks:
                if walk.at is not None:
                    walk.at = self._child(walk, state, moves, depth)

    def _decided(self, walk: Walk, state: StateBackend) -> int | None:
        """M-73: what the mover does, by the tree of their own; None where that is left."""
        if walk.at is None:
            return None
        if walk.player == self._observer and not self._shows_hidden:
            edge = self._most_promising(walk.at)
        else:
            edge = self._candidate(walk.at, self._candidates(state, walk.player))
        walk.path.append(Step(walk.at, edge))
        return edge.action

    def _id_for(self, player: int, state: StateBackend, action: int) -> int:
        """What the edge of an action or outcome bears in a player's tree."""
        if state.current_player() == CHANCE:
            return state.seen(action, player)
        return self._counted_as(state, player)[action]

    def _child(self, walk: Walk, state: StateBackend, moves: int, depth: int | None) -> Node | None:
        """M-12: the child of the edge taken, made on the second visit unless deeper than `depth`; M-45 for r."""
        edge = walk.path[-1].edge
        if walk.player == self._observer:
            return self._expand(edge, state, moves, depth)
        if may_grow(edge, moves, depth):
            edge.child = self._node_of(walk.player, state)
        return edge.child
