"""Flat Monte Carlo in plain Python (seeds/search.md, M-23), which solves endings instead of searching them (M-34)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cmp_to_key
from typing import Any

from cloche.backend import FlatSettings, GameBackend, Generator, RawAction, RawLimits, RawReport, StateBackend
from cloche.reference.ending import Ending
from cloche.reference.endings import find
from cloche.reference.playout import Playout
from cloche.reference.tally import Calls, Ledger, Watch, redeal_generator, require_decision, search_generator
from cloche.reference.utility import ONE, Utility


@dataclass
class Arm:
    """A root action of flat Monte Carlo."""

    action: int
    weight: int
    visits: int = 0
    sum: int = 0  # of u of the player to move


class FlatMonteCarlo:
    """M-23: as many playouts for every action; keeps nothing between searches but their number."""

    def __init__(
        self,
        game: GameBackend,
        *,
        seed: int,
        settings: FlatSettings,
        worker: int = 0,
    ) -> None:
        self._seed = seed
        self._worker = worker
        self._settings = settings
        self._utility = Utility(game, settings["margin_weight"])
        self._playout = Playout(self._utility, settings["playout"], settings["playout_plies"])
        self._searches = 0
        # Of the search that runs, or ran last:
        self.arms: list[Arm]
        self.ledger: Ledger
        self._root: StateBackend
        self._mover: int
        self._rng: Generator
        self._dealer: Generator
        self._ending: Ending | None

    def reset(self) -> None:
        """Starts the count of searches again."""
        self._searches = 0

    def advance(self, action: int) -> None:
        """Nothing: there is no tree."""

    def search(
        self,
        state: StateBackend,
        limits: RawLimits,
        stop: Any = None,
        on_progress: Callable[[RawReport], None] | None = None,
        ask: Any = None,
        observer: int | None = None,
    ) -> RawReport:
        """Searches from a decision node until a limit is reached; ValueError at other nodes."""
        self.begin(state)
        if self.is_proven:
            return self.report("proven")
        watch = Watch(limits, Calls(stop, on_progress, ask), self.report)
        while (stopped_by := watch.stopped_by(self.ledger)) is None:
            watch.tell_progress()
            self.simulate(limits["depth"])
        return self.report(stopped_by)

    # The parts of a search, for one worker of it (M-60)

    def begin(self, state: StateBackend, observer: int | None = None) -> None:
        """A search begins."""
        require_decision(state)
        self._rng = search_generator(self._seed, self._searches, self._worker)
        self._dealer = redeal_generator(self._seed, self._searches, self._worker)
        self._searches += 1
        self._root, self._mover = state, state.current_player()
        self.arms = [Arm(action, weight) for action, weight in zip(state.legal_actions(), state.prior(), strict=True)]
        self.ledger = Ledger(self._utility.players, self._mover)
        generator = search_generator(self._seed, self._searches - 1, self._worker)
        self._ending = find(state, self._utility, generator) if self._settings["endings"] else None

    def sit_out(self) -> None:
        """M-65: lets a search pass that worker 0 has solved."""
        self._searches += 1

    @property
    def is_proven(self) -> bool:
        """Whether nothing is left to find."""
        return self._ending is not None

    is_ending = is_proven

    def simulate(self, depth: int | None) -> None:
        """M-23, M-65: one simulation."""
        start = self._root.clone()
        start.redeal(self._mover, self._dealer)  # M-26; nothing in games that hide nothing
        number = self.ledger.simulations * self._settings["workers"] + self._worker
        self._simulate(start, self._mover, self.arms[number % len(self.arms)], self._rng, self.ledger)

    def report(self, stopped_by: str) -> RawReport:
        """What is known so far."""
        if self._ending is not None:
            return self._solved_report(self.arms, self._ending, self._mover)
        return self._report(self.arms, self.ledger, stopped_by)

    def judge_leaves(self) -> None:
        """Nothing: no playout waits."""

    def join(self, other: FlatMonteCarlo) -> None:
        """M-64: counts what another worker found as well."""
        self.ledger.join(other.ledger)
        for arm, others in zip(self.arms, other.arms, strict=True):
            arm.visits += others.visits
            arm.sum += others.sum

    def _simulate(self, state: StateBackend, mover: int, arm: Arm, rng: Generator, ledger: Ledger) -> None:
        state.apply_action(arm.action)
        end = self._playout.run(state, rng)
        arm.visits += 1
        arm.sum += end.worth.utility[mover]
        ledger.nodes += 1 + end.moves
        ledger.add(arm.action, end.worth, end.scores)

    def _report(self, arms: list[Arm], ledger: Ledger, stopped_by: str) -> RawReport:
        players = self._utility.players
        gains = ledger.total.means() or [self._utility.unknown_gain] * players
        ranked = sorted(arms, key=cmp_to_key(better_arm))
        total_weight = sum(arm.weight for arm in arms)
        return {
            "actions": [self._action(arm, total_weight, ledger) for arm in ranked],
            "values": self._utility.returns(gains),
            "win_share": self._utility.win_share(gains),
            "principal_variation": [ranked[0].action] if ranked[0].visits > 0 else [],
            "proven": False,
            "tree_nodes": 0,
            "tree_edges": 0,
            "tree_bytes": 0,
            **ledger.run(stopped_by),
        }

    def _solved_report(self, arms: list[Arm], ending: Ending, mover: int) -> RawReport:
        """M-34: nothing was played."""
        ledger = Ledger(self._utility.players, mover)
        if ending.scores is not None:
            ledger.see(ending.scores)
        report = self._report(arms, ledger, "proven")
        ending.tell(report, mover, self._utility)
        return report

    def _action(self, arm: Arm, total_weight: int, ledger: Ledger) -> RawAction:
        means = ledger.means_of(arm.action)
        return {
            "action": arm.action,
            "visits": arm.visits,
            "utility": arm.sum / arm.visits / ONE if arm.visits > 0 else None,
            "value": self._utility.returns(means) if means is not None else None,
            "prior": arm.weight / total_weight,
            "proven": False,
            "share": None,
        }


def better_arm(one: Arm, other: Arm) -> int:
    """M-23: negative where `one` comes first: the higher sum / visits, compared exactly, then the lower id."""
    if one.visits == 0 or other.visits == 0:
        if one.visits == other.visits:
            return one.action - other.action
        return -1 if one.visits > 0 else 1
    return (other.sum * one.visits - one.sum * other.visits) or (one.action - other.action)
