"""Games that hide something, written out as trees of information states (seeds/search.md, V-8, V-9, V-13)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from cloche.backend import CHANCE, TERMINAL, StateBackend
from cloche.reference.purse import Purse


@dataclass(eq=False)
class Information:
    """V-9: all decisions that the player to move cannot tell apart, remembering what they knew and did."""

    player: int
    observation: dict[str, Any]
    actions: list[int]
    before: tuple[Information, int] | None  # the player's information state before, and the place of the action there


@dataclass(eq=False)
class TreeNode:
    """A position on one way to it."""

    information: Information | None = None  # at a decision
    chances: list[float] = field(default_factory=list)  # at a chance node
    children: list[TreeNode] = field(default_factory=list)
    returns: list[float] = field(default_factory=list)  # at an end


Strategy: TypeAlias = dict[Information, list[float]]  # a probability for each action, in the order of the actions


@dataclass
class Tree:
    """A game from its public state on."""

    root: TreeNode
    informations: list[Information]  # those of a player in the order of play

    def of(self, player: int) -> list[Information]:
        """Those of a player, earlier ones first."""
        return [information for information in self.informations if information.player == player]

    def reach(self, strategy: Strategy) -> dict[Information, float]:
        """The probability of the player's own actions that lead to each information state."""
        reach: dict[Information, float] = {}
        for information in self.informations:
            if information.before is None:
                reach[information] = 1.0
            else:
                earlier, place = information.before
                reach[information] = reach[earlier] * strategy[earlier][place]
        return reach

    def shown(self, strategy: Strategy) -> list[dict[str, Any]]:
        """V-13: an entry for each observation at which a player decides."""
        reach = self.reach(strategy)
        alike: dict[tuple[int, str], list[Information]] = {}
        for information in self.informations:
            alike.setdefault((information.player, json.dumps(information.observation)), []).append(information)
        return [
            {
                "player": same[0].player,
                "observation": same[0].observation,
                "actions": same[0].actions,
                "probabilities": weighted_mean([strategy[one] for one in same], [reach[one] for one in same]),
            }
            for same in alike.values()
        ]


def weighted_mean(rows: Sequence[Sequence[float]], weights: Sequence[float]) -> list[float]:
    """The mean of rows of numbers; plain where all weights are 0."""
    if sum(weights) == 0:
        weights = [1.0] * len(rows)
    total = sum(weights)
    return [
        sum(weight * number for weight, number in zip(weights, column, strict=True)) / total
        for column in zip(*rows, strict=True)
    ]


def written_out(roots: Sequence[tuple[StateBackend, float]], purse: Purse) -> Tree:
    """V-8: a chance node draws one of the worlds; every player sees their own observation."""
    writer = Writer(purse)
    players = len(roots[0][0].returns())
    nothing: Memory = (None,) * players
    worlds = [writer.node(state, nothing) for state, _ in roots]
    root = worlds[0] if len(worlds) == 1 else TreeNode(chances=[weight for _, weight in roots], children=worlds)
    return Tree(root, list(writer.informations.values()))


Memory: TypeAlias = tuple[tuple[Information, int] | None, ...]  # of each player: the last information state and action


class Writer:
    """Writes trees and finds information states anew in them."""

    def __init__(self, purse: Purse) -> None:
        self._purse = purse
        self.informations: dict[tuple[int, str, tuple[Information, int] | None], Information] = {}

    def node(self, state: StateBackend, memory: Memory) -> TreeNode:
        """The tree from a position on."""
        player = state.current_player()
        if player == TERMINAL:
            return TreeNode(returns=state.returns())
        if player == CHANCE:
            outcomes = state.chance_weights()
            total = sum(weight for _, weight in outcomes)
            return TreeNode(
                chances=[weight / total for _, weight in outcomes],
                children=[self.node(self._purse.after(state, outcome), memory) for outcome, _ in outcomes],
            )
        information = self._information(state, player, memory[player])
        children = []
        for place, action in enumerate(information.actions):
            then = (*memory[:player], (information, place), *memory[player + 1 :])
            children.append(self.node(self._purse.after(state, action), then))
        return TreeNode(information, children=children)

    def _information(self, state: StateBackend, player: int, before: tuple[Information, int] | None) -> Information:
        observation = state.observation(player)
        key = player, json.dumps(observation), before
        if key not in self.informations:
            self.informations[key] = Information(player, observation, state.legal_actions(), before)
        return self.informations[key]
