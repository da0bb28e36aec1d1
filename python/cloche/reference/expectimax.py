"""Expectimax in plain Python, as seeds/search.md words it: X-1 to X-12."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from cloche.backend import (
    CHANCE,
    TERMINAL,
    ExpectimaxSettings,
    GameBackend,
    RawAction,
    RawExpectimaxReport,
    RawLimits,
    RawReport,
    StateBackend,
)
from cloche.reference.base import REDEAL_STREAM
from cloche.reference.ending import Ending, in_order
from cloche.reference.endings import find
from cloche.reference.lookahead import (
    GAIN_UNIT,
    SCORE_UNIT,
    TOP,
    Lookahead,
    Outlook,
    Values,
    for_both,
    is_duel,
    values_of,
)
from cloche.reference.rng import Rng
from cloche.reference.tally import Calls, Ledger, Watch, redeal_generator, require_decision, search_generator
from cloche.reference.utility import Utility

MOST_DEPTH = 256


@dataclass(frozen=True)
class Root:
    """What a search looks at."""

    state: StateBackend  # the world of H-4, where things are hidden
    mover: int
    order: list[int]  # M-10
    worlds: list[tuple[StateBackend, int]]  # with weights; one where nothing is hidden
    hidden: bool  # X-10 holds


@dataclass(frozen=True)
class Iteration:
    """What is known of the root; depth 0 before the first iteration is complete."""

    depth: int
    values: Values  # of the chosen action
    outlooks: dict[int, Outlook]  # by action, in the order: V(D - 1) of what it leads to
    line: list[int]
    proven: frozenset[int]  # actions
    is_proven: bool  # the root

    @property
    def is_cut(self) -> bool:
        """Whether deeper iterations may say something else."""
        return any(outlook.cut for outlook in self.outlooks.values())


class Interrupted(Exception):
    """A limit, a clock or a flag cuts an iteration short."""

    def __init__(self, stopped_by: str) -> None:
        super().__init__(stopped_by)
        self.stopped_by = stopped_by


class Expectimax:
    """Looks at all moves and outcomes to a depth that grows; keeps what it remembers of positions between searches."""

    def __init__(self, game: GameBackend, *, seed: int, settings: ExpectimaxSettings) -> None:
        self._game = game
        self._seed = seed
        self._settings = settings
        self._utility = Utility(game, 0.0)
        self._end_utility = Utility(game, settings["margin_weight"])
        self._searches = 0
        self._place: StateBackend | None = None  # where `advance` goes on
        self._dealt: list[tuple[StateBackend, int]] = []
        self._lookaheads: dict[tuple[str, int], Lookahead] = {}
        # Of the search that runs, or ran last:
        self._ledger: Ledger
        self._watch: Watch
        self._root: Root
        self._found: Iteration

    def reset(self) -> None:
        """Forgets positions and starts the count of searches again."""
        self._searches = 0
        self._place = None
        self._lookaheads = {}

    def advance(self, action: int) -> None:
        """X-11: ValueError where the action is not legal after the position searched last; else nothing is lost."""
        if self._place is not None and self._game.perfect_information:
            self._place.apply_action(action)

    def deal(self, worlds: Sequence[tuple[StateBackend, int]]) -> None:
        """X-10: the worlds of the next search with their weights; without any they are drawn."""
        self._dealt = list(worlds)

    def search(
        self,
        state: StateBackend,
        limits: RawLimits,
        stop: Any = None,
        on_progress: Callable[[RawReport], None] | None = None,
        ask: Any = None,
        observer: int | None = None,
    ) -> RawExpectimaxReport:
        """Searches from a decision node, deeper and deeper; ValueError at other nodes."""
        require_decision(state)
        if observer is not None:
            raise ValueError("an Expectimax search does not ponder")
        if limits["simulations"] is not None:
            raise ValueError("an Expectimax search makes no simulations: limit its depth, nodes or time")
        self._root = self._root_of(state)
        self._dealt = []
        self._found = self._nothing_yet()
        self._ledger = Ledger(self._utility.players, self._root.mover)
        self._watch = Watch(limits, Calls(stop, on_progress, ask), self._report)
        self._place = state.clone()
        ending = self._ending()
        self._searches += 1
        return self._report(self._deepen(limits["depth"])) if ending is None else self._solved_report(ending)

    def _ending(self) -> Ending | None:
        """X-12: how the game ends, where the root is a solvable ending."""
        if not self._settings["endings"] or self._settings["all_values"]:
            return None
        return find(self._root.state, self._end_utility, search_generator(self._seed, self._searches, 0))

    def _deepen(self, limit: int | None) -> str:
        """X-5, X-6: what ended the search."""
        most = MOST_DEPTH if limit is None else min(limit, MOST_DEPTH)
        try:
            while True:
                self._look_at_limits()
                self._found = found = self._iterate(self._found.depth + 1)
                if found.is_proven and (not self._settings["all_values"] or found.proven == set(self._root.order)):
                    return "proven"
                if found.depth == most:
                    return "depth"
                if limit is None and not found.is_cut:
                    return "settled"
        except Interrupted as interruption:
            return interruption.stopped_by

    def _moved(self) -> None:
        """Counts a move."""
        self._ledger.nodes += 1
        self._look_at_limits()

    def _look_at_limits(self) -> None:
        stopped_by = self._watch.stopped_by(self._ledger)
        if stopped_by is not None:
            raise Interrupted(stopped_by)
        self._watch.tell_progress()

    # The root

    def _root_of(self, state: StateBackend) -> Root:
        """X-10."""
        mover = state.current_player()
        if self._game.perfect_information:
            return Root(state, mover, in_order(state), [(state, 1)], hidden=False)
        world = state.clone()
        world.redeal(mover, Rng(0, REDEAL_STREAM))
        return Root(world, mover, in_order(world), self._dealt or self._drawn(world, mover), hidden=True)

    def _drawn(self, world: StateBackend, mover: int) -> list[tuple[StateBackend, int]]:
        """X-10: so many draws of what is hidden, equal ones counted."""
        dealer = redeal_generator(self._seed, self._searches, 0)
        counts: dict[StateBackend, int] = {}
        for _ in range(self._settings["worlds"]):
            drawn = world.clone()
            drawn.redeal(mover, dealer)
            counts[drawn] = counts.get(drawn, 0) + 1
        return list(counts.items())

    def _nothing_yet(self) -> Iteration:
        """X-5: before the first iteration is complete."""
        values = values_of(self._utility.of_cut(self._root.state))
        return Iteration(0, values, {}, line=[], proven=frozenset(), is_proven=False)

    # An iteration

    def _iterate(self, depth: int) -> Iteration:
        """X-4, X-8 and X-9."""
        root = self._root
        outlooks = self._outlooks(self._lookahead("cut"), depth)
        chosen = max(root.order, key=lambda action: outlooks[action].values[root.mover])  # the first of equals
        if root.hidden:
            return Iteration(depth, outlooks[chosen].values, outlooks, [chosen], frozenset(), is_proven=False)
        line, ends = self._line(chosen, depth)
        proven, is_proven = self._proofs(outlooks, chosen, depth) if ends else (frozenset[int](), False)
        return Iteration(depth, outlooks[chosen].values, outlooks, line, proven, is_proven)

    def _outlooks(self, lookahead: Lookahead, depth: int) -> dict[int, Outlook]:
        """V(D - 1) of what each action leads to, over all worlds."""
        worlds = self._root.worlds
        weights = [weight for _, weight in worlds]
        outlooks = {}
        for action in self._root.order:
            here = [lookahead.look(lookahead.after(world, action), depth - 1) for world, _ in worlds]
            outlooks[action] = Outlook(lookahead.mean(weights, here), cut=any(outlook.cut for outlook in here))
        return outlooks

    def _lookahead(self, cut: str) -> Lookahead:
        """V, with cuts worth what they are; X-9: L and H, with them the `least` and the `most` for the mover."""
        name = (cut, 0 if cut == "cut" else self._root.mover)
        if name not in self._lookaheads:
            self._lookaheads[name] = Lookahead(self._utility, self._worth_of_cuts(*name), self._moved)
        return self._lookaheads[name]

    def _worth_of_cuts(self, cut: str, mover: int) -> Callable[[StateBackend], Values]:
        if cut == "cut":
            return lambda state: values_of(self._utility.of_cut(state))
        low, high = self._game.score_bounds
        most = SCORE_UNIT * (high - low) if self._utility.shared else TOP
        mine = most if cut == "most" else 0
        values = for_both(self._utility, TOP - mine if is_duel(self._utility) and mover == 1 else mine)
        return lambda state: values

    def _line(self, chosen: int, depth: int) -> tuple[list[int], bool]:
        """X-8, and whether it ends with the end of the game."""
        lookahead = self._lookahead("cut")
        line = [chosen]
        state = lookahead.after(self._root.state, chosen)
        depth -= 1
        while (player := state.current_player()) != TERMINAL:
            if player == CHANCE:
                action = max(state.chance_weights(), key=lambda pair: pair[1])[0]  # the lowest id of equals
            elif depth == 0:
                return line, False
            else:
                best = lookahead.look(state, depth).best
                assert best is not None
                action = best
                depth -= 1
            line.append(action)
            state = lookahead.after(state, action)
        return line, True

    def _proofs(self, outlooks: dict[int, Outlook], chosen: int, depth: int) -> tuple[frozenset[int], bool]:
        """X-9, where the line ends with the end of the game: the actions that are proven, and whether the root is."""
        mover = self._root.mover
        if self._utility.players > 2 and not self._utility.shared:
            whole = frozenset(action for action, outlook in outlooks.items() if not outlook.cut)
            return whole, len(whole) == len(outlooks)
        low, high = (
            {action: outlook.values[mover] for action, outlook in self._outlooks(self._lookahead(cut), depth).items()}
            for cut in ("least", "most")
        )
        proven = frozenset(action for action in outlooks if low[action] == high[action])
        return proven, chosen in proven and all(value <= high[chosen] for value in high.values())

    # The report

    def _report(self, stopped_by: str) -> RawExpectimaxReport:
        """X-7."""
        found = self._found
        gains = [value / GAIN_UNIT for value in found.values]
        return {
            "actions": self._actions(),
            "values": self._utility.returns(gains),
            "win_share": self._utility.win_share(gains),
            "principal_variation": found.line,
            "proven": found.is_proven,
            "tree_nodes": 0,
            "tree_edges": 0,
            "tree_bytes": 0,
            "depth": found.depth,
            "worlds": len(self._root.worlds) if self._root.hidden else None,
            **self._ledger.run(stopped_by),
        }

    def _solved_report(self, ending: Ending) -> RawExpectimaxReport:
        """X-12: nothing was searched."""
        if ending.scores is not None:
            self._ledger.see(ending.scores)
        report = self._report("proven")
        ending.tell(report, self._root.mover, self._end_utility)
        report["worlds"] = None
        return report

    def _actions(self) -> list[RawAction]:
        root, found = self._root, self._found
        told = {action: found.outlooks[action].values for action in found.line[:1]}
        if self._settings["all_values"]:
            told = {action: outlook.values for action, outlook in found.outlooks.items()}
        weights = dict(zip(root.state.legal_actions(), root.state.prior(), strict=True))
        total = sum(weights.values())
        listed = sorted(root.order, key=lambda action: -told[action][root.mover] if action in told else 1)
        return [
            {
                "action": action,
                "visits": 0,
                "utility": self._shown_utility(told[action][root.mover]) if action in told else None,
                "value": self._utility.returns([v / GAIN_UNIT for v in told[action]]) if action in told else None,
                "prior": weights[action] / total,
                "proven": action in told and action in found.proven,
                "share": None,
            }
            for action in listed
        ]

    def _shown_utility(self, v: int) -> float:
        """X-7."""
        if not self._utility.shared:
            return v / TOP
        x = v / SCORE_UNIT
        return x / (x + (self._utility.scale or 1))
