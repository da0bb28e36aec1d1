"""Monte Carlo tree search in plain Python, as seeds/search.md words it (M-10 to M-22).

Endings are solved instead of searched (M-34, ending.py); a simulation's records are in simulation.py, the report in
tree_report.py. In games that hide something it is a search of what one player knows (M-25 to M-29, observer.py).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cloche.backend import (
    CHANCE,
    TERMINAL,
    GameBackend,
    Generator,
    MctsSettings,
    RawLimits,
    RawReport,
    StateBackend,
)
from cloche.reference.base import draw
from cloche.reference.endings import find
from cloche.reference.leaf import Judge, Waiting
from cloche.reference.playout import Playout
from cloche.reference.root import Halving, chosen_root_edge
from cloche.reference.simulation import (
    Path,
    SimulationEnd,
    Step,
    Tree,
    add_worth,
    backup,
    count_visits,
    may_grow,
    prove,
)
from cloche.reference.tally import Calls, Ledger, Watch, require_decision, search_generator
from cloche.reference.tree import (
    Edge,
    Node,
    make_node,
    outcomes_to_take,
    principal_variation,
    proof_of,
    select_puct,
    select_uct,
    unpruned,
    widened,
)
from cloche.reference.tree_report import RootReport, TreeSizes
from cloche.reference.utility import Utility


class Mcts:
    """Monte Carlo tree search; keeps its tree between searches."""

    def __init__(
        self,
        game: GameBackend,
        *,
        seed: int,
        settings: MctsSettings,
        worker: int = 0,
        judge: Judge | None = None,
    ) -> None:
        self._seed = seed
        self._worker = worker
        self._settings = settings
        self._utility = Utility(game, settings["margin_weight"])
        plies = settings["playout_plies"]
        self._playout = Playout(self._utility, settings["playout"], plies, settings.get("value"))
        self._judge = Judge(game, settings) if judge is None and settings["leaf"] == "evaluator" else judge
        self._waiting: list[Waiting] = []
        self._searches = 0
        self._tree: Tree | None = None
        # Of the search that runs, or ran last:
        self.tree: Tree
        self.ledger: Ledger
        self._rng: Generator
        self._halving = Halving(settings)
        self._depth: int | None = None  # limit of the present search
        self._shows_hidden = False  # the last decision of a simulation showed the observer hidden things

    def reset(self) -> None:
        """Forgets the tree and starts the count of searches again."""
        self._searches = 0
        self._tree = None

    def advance(self, action: int) -> None:
        """M-19: the child of that edge becomes the root; without one the tree is empty."""
        tree = self._tree
        if tree is None:
            return
        state = tree.state.clone()
        state.apply_action(action)
        child = edge.child if (edge := tree.root.edge(action)) is not None else None
        self._tree = Tree(state, child) if child is not None else None

    def search(
        self,
        state: StateBackend,
        limits: RawLimits,
        stop: Any = None,
        on_progress: Callable[[RawReport], None] | None = None,
        ask: Any = None,
        observer: int | None = None,
    ) -> RawReport:
        """Searches from a decision node until a limit is reached or the root is proven; ValueError at other nodes."""
        try:
            self.begin(state, observer)
            watch = Watch(limits, Calls(stop, on_progress, ask), self.report)
            most = limits["simulations"] if observer is None else None
            while (stopped_by := self._found_enough(most) or watch.stopped_by(self.ledger)) is None:
                watch.tell_progress()
                self.simulate(limits["depth"])
            self.judge_leaves()
        except BaseException:
            self.give_up()
            raise
        return self.report(stopped_by)

    def give_up(self) -> None:
        """M-84: an error leaves no tree where leaves may wait."""
        if self._judge is not None:
            self._tree = None
            self._waiting = []

    # The parts of a search, for one worker of it (M-60)

    def begin(self, state: StateBackend, observer: int | None = None) -> None:
        """A search begins; `observer` ponders (M-66), where things are hidden."""
        require_decision(state)
        self._rng = search_generator(self._seed, self._searches, self._worker)
        self._take_sides(state.current_player() if observer is None else observer)
        self.tree = self._tree = self._tree_for(state) if observer is None else self._pondered(state, observer)
        self.ledger = Ledger(self._utility.players, state.current_player())
        self._searches += 1
        self._halving = Halving(self._settings)
        if self.tree.solved is not None and self.tree.solved.scores is not None:
            self.ledger.see(self.tree.solved.scores)

    def sit_out(self) -> None:
        """M-65: lets a search pass that worker 0 has solved."""
        self._tree = None
        self._searches += 1

    @property
    def is_proven(self) -> bool:
        """Whether nothing is left to find."""
        return self.tree.root.proof is not None

    def prove_root(self) -> None:
        """M-63: looks at M-16 for the root."""
        if not self.is_proven:
            self.tree.root.proof = proof_of(self.tree.root, self._utility)

    def is_settled(self, left: int) -> bool:
        """M-40: whether the choice is settled with so many simulations left."""
        if not self._settings["early_stop"] or left < 1:
            return False
        visits = sorted((edge.visits for edge in self.tree.root.edges), reverse=True)
        ahead = visits[0] - (visits[1] if len(visits) > 1 else 0)
        return left < ahead and not any(edge.certain for node in self.tree.root.subtree() for edge in node.edges)

    @property
    def is_ending(self) -> bool:
        """Whether the rest of the game was solved before the first simulation (M-34)."""
        return self.tree.solved is not None

    def simulate(self, depth: int | None) -> None:
        """M-12: one simulation, from the root to its backup."""
        self._depth = depth
        self._simulate(self.tree, depth, self._rng, self.ledger)

    def report(self, stopped_by: str) -> RawReport:
        """What is known so far."""
        return self.report_of(self.tree.root, self.ledger, stopped_by)

    def _pondered(self, state: StateBackend, observer: int) -> Tree:
        raise ValueError("nobody ponders for a player where nothing is hidden")

    def _found_enough(self, most: int | None) -> str | None:
        """M-17: why nothing is left to find; M-40: the choice is settled."""
        if self.is_proven:
            return "proven"
        if most is None or self.ledger.simulations % 16 != 0:
            return None
        return "settled" if self.is_settled(most - self.ledger.simulations) else None

    def _take_sides(self, player: int) -> None:
        """M-39: whom the others are against; a tree for somebody else is given up."""
        if self._settings["opponents"] == "paranoid":
            before = self._utility.lonely
            self._utility.turn_against(player)
            if self._utility.lonely != before:
                self._tree = None

    def _tree_for(self, state: StateBackend) -> Tree:
        """M-19: the kept tree if it stands for this position, otherwise a new one; M-34: a solved one."""
        if (solved := self._solved(state)) is not None:
            return solved
        if self._tree is not None and self._tree.state == state:
            return self._tree
        return Tree(state.clone(), self._make_root(state))

    def _make_root(self, state: StateBackend) -> Node:
        """M-86, M-88."""
        if self._judge is None or self._worker != 0:
            return self._make_node(state)
        [answer] = self._judge.judge([state])
        return self._make_node(state, answer.priors)

    def take_root_of(self, leader: Mcts) -> None:
        """M-88: a new tree where the edges of the root are not those of worker 0."""
        model, root = leader.tree.root, self.tree.root
        same = [(edge.action, edge.prior) for edge in root.edges] == [(edge.action, edge.prior) for edge in model.edges]
        if self._judge is None or same:
            return
        edges = [Edge(edge.action, edge.weight, edge.prior) for edge in model.edges]
        self.tree = self._tree = Tree(self.tree.state, Node(model.mover, edges, known=model.known))

    def _solved(self, state: StateBackend) -> Tree | None:
        """M-34: a root that is proven, and of its edges the first of the line; None where that can't be."""
        if not self._settings["endings"]:
            return None
        ending = find(state, self._utility, search_generator(self._seed, self._searches, self._worker))
        if ending is None:
            return None
        root = make_node(state)
        root.proof = ending.worth
        best = root.edge(ending.line[0])
        assert best is not None
        best.proof = ending.worth
        return Tree(state.clone(), root, ending)

    # Stages of a simulation

    def _start(self, tree: Tree) -> StateBackend:
        """M-12: the position that a simulation starts from."""
        return tree.state.clone()

    def _simulate(self, tree: Tree, depth: int | None, rng: Generator, ledger: Ledger) -> None:
        """M-12: one simulation, from the root to its backup, with its probes (M-38)."""
        state = self._start(tree)
        node: Node | None = tree.root
        path = Path()
        end: SimulationEnd | None = None
        while node is not None and end is None:
            edge, action = self._select(node, state, rng)
            path.steps.append(Step(node, edge))
            if edge.proof is not None:
                self._count(path, SimulationEnd(edge.proof, scores=None), ledger)
                probed = self._probed(node)
                if probed is None:
                    break
                node = self._probe(Step(node, probed), state, depth, path, ledger)
                continue
            end = self._follow(edge, action, state, path, ledger)
            if end is None:
                node = self._expand(edge, state, len(path.steps), depth)
        else:
            if path.uncounted:
                end = end or self._evaluate(state, path, rng, ledger)
                if end is not None:
                    self._count(path, end, ledger)
        if path.news:
            prove(path.steps, self._utility)
        if self._judge is not None and len(self._waiting) == self._judge.batch:
            self.judge_leaves()

    def _count(self, path: Path, end: SimulationEnd, ledger: Ledger) -> None:
        """M-15 and M-20, where it counts there."""
        backup(path.uncounted, end.worth)
        if not path.probing:
            ledger.add(path.steps[0].edge.action, end.worth, end.scores)

    def _probed(self, node: Node) -> Edge | None:
        """M-38: the edge by which a probe leaves a node; None without one."""
        if node.mover == CHANCE:
            return None
        edges = unpruned(widened(node.edges, node.visits, self._settings["widening"]), node.mover)
        unproven = [edge for edge in edges if edge.proof is None]
        return self._best_of(unproven, node) if unproven else None

    def _probe(self, step: Step, state: StateBackend, depth: int | None, path: Path, ledger: Ledger) -> Node | None:
        """M-38: the child of the probe's edge; None where the simulation is over."""
        path.begin_probe(step)
        if self._follow(step.edge, step.edge.action, state, path, ledger) is not None:
            return None
        if step.edge.child is None and (depth is None or len(path.steps) <= depth):
            self._make_child(step.edge, state, len(path.steps))
        return step.edge.child

    def _select(self, node: Node, state: StateBackend, rng: Generator) -> tuple[Edge, int]:
        """M-12: the outcome that is drawn (R-7), or the action that promises most (M-13, M-14), and its edge."""
        if node.mover == CHANCE:
            edges = outcomes_to_take(node, self._settings["chance_widening"])
            edge = edges[draw([(place, edge.weight) for place, edge in enumerate(edges)], rng)]
        else:
            edge = self._most_promising(node)
        return edge, edge.action

    def _most_promising(self, node: Node) -> Edge:
        """M-13, M-14, and M-35 at the root."""
        edges = unpruned(widened(node.edges, node.visits, self._settings["widening"]), node.mover)
        if self._settings["root"] == "halving" and self._tree is not None and node is self._tree.root:
            return self._halving.next(edges, node)
        return self._best_of(edges, node)

    def _best_of(self, edges: Sequence[Edge], node: Node) -> Edge:
        """M-13, M-14."""
        how = self._settings
        if how["selection"] == "puct":
            return select_puct(edges, node, how["exploration"], how["fpu_reduction"])
        return select_uct(edges, node, how["exploration"])

    def _follow(self, edge: Edge, action: int, state: StateBackend, path: Path, ledger: Ledger) -> SimulationEnd | None:
        """M-12: applies the action, and ends, with a proof, where the game does."""
        state.apply_action(action)
        ledger.nodes += 1
        if state.current_player() != TERMINAL:
            return None
        edge.proof = self._utility.of_end(state)
        path.news = True
        return SimulationEnd(edge.proof, state.scores())

    def _expand(self, edge: Edge, state: StateBackend, moves: int, depth: int | None) -> Node | None:
        """M-12: the edge's child, made here on the second visit unless deeper than `depth`; None for a playout."""
        if may_grow(edge, moves, depth):
            self._make_child(edge, state, moves)
        return edge.child

    def _make_child(self, edge: Edge, state: StateBackend, level: int) -> None:
        """The edge's child; M-87: with priors of a leaf that waits there, if there is one."""
        has_priors = self._judge is not None and self._judge.gives_priors
        if has_priors and any(leaf.is_child and leaf.steps[-1].edge is edge for leaf in self._waiting):
            self.judge_leaves()
        if edge.child is None:
            edge.child = self._node_on(level, state)

    def _node_on(self, level: int, state: StateBackend, priors: Sequence[float] | None = None) -> Node:
        """The node of a position, so many moves from the root."""
        return self._make_node(state, priors)

    def _make_node(self, state: StateBackend, priors: Sequence[float] | None = None) -> Node:
        """M-10, M-87."""
        return make_node(state, priors)

    def _evaluate(self, state: StateBackend, path: Path, rng: Generator, ledger: Ledger) -> SimulationEnd | None:
        """M-8: the values of a playout; M-84: None where the simulation waits for them."""
        if self._judge is None:
            end = self._playout.run(state, rng)
            ledger.nodes += end.moves
            return SimulationEnd(end.worth, end.scores)
        moves = self._playout.play(state, rng)
        ledger.nodes += moves
        if state.current_player() == TERMINAL:
            return SimulationEnd(self._utility.of_end(state), state.scores())
        self._wait(state, path, ledger, is_child=moves == 0)
        return None

    # Leaves (M-84, M-87)

    def _wait(self, state: StateBackend, path: Path, ledger: Ledger, *, is_child: bool) -> None:
        """Counts the visits of a simulation, and not yet its sums."""
        count_visits(path.uncounted)
        if not path.probing:
            ledger.waiting += 1
            ledger.see(state.scores())
        root_action = path.steps[0].edge.action
        self._waiting.append(
            Waiting(
                state.clone(), path.uncounted, len(path.steps), root_action, path.probing, is_child, self._shows_hidden
            )
        )

    def judge_leaves(self) -> None:
        """Gets the values of the leaves that wait, and counts them."""
        if self._judge is None or not self._waiting:
            return
        waiting, self._waiting = self._waiting, []
        answers = self._judge.judge([leaf.state for leaf in waiting])
        for leaf, answer in zip(waiting, answers, strict=True):
            worth = self._utility.of_values(answer.values, leaf.state.current_player())
            add_worth(leaf.steps, worth)
            if not leaf.probing:
                self.ledger.waiting -= 1
                self.ledger.add(leaf.root_action, worth, None)
        for leaf, answer in zip(waiting, answers, strict=True):
            if answer.priors is not None:
                self._expand_by(leaf, answer.priors)

    def _expand_by(self, leaf: Waiting, priors: Sequence[float]) -> None:
        """M-87."""
        edge = leaf.steps[-1].edge
        free = edge.child is None and edge.proof is None
        if leaf.is_child and free and (self._depth is None or leaf.depth <= self._depth):
            edge.child = self._node_on(leaf.depth, leaf.state, priors)

    # The report

    def report_of(self, root: Node, ledger: Ledger, stopped_by: str) -> RawReport:
        """M-20."""
        chosen = chosen_root_edge(root, self._settings["final"], ledger)
        solved = self._tree.solved if self._tree is not None else None
        return {
            **RootReport(root, ledger, self._utility, solved).facts(chosen),
            "principal_variation": self._line(root, chosen),
            **self.sizes(),
            "tree_bytes": 0,
            **ledger.run(stopped_by),
        }

    def sizes(self) -> TreeSizes:
        """Of all that is kept."""
        nodes = [node for root in self._roots() for node in root.subtree()]
        return {"tree_nodes": len(nodes), "tree_edges": sum(len(node.edges) for node in nodes)}

    def _roots(self) -> list[Node]:
        """Of all trees."""
        return [self.tree.root]

    def _line(self, root: Node, chosen: Edge) -> list[int]:
        """M-22, M-34."""
        assert self._tree is not None
        return principal_variation(root, chosen) if self._tree.solved is None else self._tree.solved.line
