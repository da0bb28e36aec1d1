"""Exact values by trying everything, with nothing but the rules: what searches and solvers are held against.

Values are returns, a number for each player. Where things are hidden a position stands for its public state (V-8 of
`seeds/search.md`): all worlds that players hold possible, or hold others to hold possible.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_array, hstack

import cloche

from .net import canonical

Values = tuple[float, ...]
Worlds = list[tuple[cloche.State, float]]


def reachable(state: cloche.State) -> list[cloche.State]:
    """All positions that may follow, the present one included, each once."""
    known = {canonical(state.to_dict()): state}
    waiting = [state]
    while waiting:
        here = waiting.pop()
        for action in here.legal_actions():
            child = here.child(action)
            if known.setdefault(canonical(child.to_dict()), child) is child:
                waiting.append(child)
    return list(known.values())


def mean(chances: Sequence[float], values: Sequence[Values]) -> Values:
    """What chance makes of values."""
    return tuple(float(np.dot(chances, column)) for column in zip(*values, strict=True))


@dataclass
class OpenGame:
    """Best play where nothing is hidden; with `uniform` all choices are equally likely instead."""

    uniform: bool = False
    known: dict[str, Values] = field(default_factory=dict)

    def value(self, state: cloche.State) -> Values:
        if state.is_terminal():
            return tuple(state.returns())
        key = canonical(state.to_dict())
        if key not in self.known:
            values = [self.value(state.child(action)) for action in state.legal_actions()]
            if state.is_chance_node():
                self.known[key] = mean([chance for _, chance in state.chance_outcomes()], values)
            elif self.uniform:
                self.known[key] = mean([1 / len(values)] * len(values), values)
            else:
                player = state.current_player()
                best = max(value[player] for value in values)
                self.known[key] = next(value for value in values if value[player] >= best - 1e-9)
        return self.known[key]

    def of_actions(self, state: cloche.State) -> dict[int, float]:
        """What each action is worth to the mover."""
        player = state.current_player()
        return {action: self.value(state.child(action))[player] for action in state.legal_actions()}


# What is hidden


def worlds_of(state: cloche.State, player: int) -> Worlds:
    """What `player` holds possible, with probabilities."""
    return list(state.belief(player).worlds())


def public_state(state: cloche.State) -> Worlds:
    """V-8: all worlds that are linked with the position, with probabilities."""
    weights = {canonical(state.to_dict()): 1.0}
    waiting, found = [state], [state]
    while waiting:
        here = waiting.pop()
        weight = weights[canonical(here.to_dict())]
        for player in range(state.game.players):
            worlds = {canonical(world.to_dict()): (world, chance) for world, chance in worlds_of(here, player)}
            own = worlds[canonical(here.to_dict())][1]
            for key, (world, chance) in worlds.items():
                if key not in weights:
                    weights[key] = weight * chance / own
                    waiting.append(world)
                    found.append(world)
    total = sum(weights.values())
    return [(world, weights[canonical(world.to_dict())] / total) for world in found]


def alone(worlds: Worlds) -> float:
    """The best that one player can do who cannot tell these positions apart; weights need not sum to 1."""
    total = 0.0
    alike: dict[str, Worlds] = defaultdict(list)
    waiting = list(worlds)
    while waiting:
        state, weight = waiting.pop()
        if state.is_terminal():
            total += weight * state.returns()[0]
        elif state.is_chance_node():
            waiting += [(state.child(outcome), weight * chance) for outcome, chance in state.chance_outcomes()]
        else:
            alike[canonical(state.observation(0))].append((state, weight))
    return total + sum(max(alone_after(same).values()) for same in alike.values())


def alone_after(worlds: Worlds) -> dict[int, float]:
    """What each action is worth at a decision of one player who cannot tell these positions apart."""
    return {
        action: alone([(state.child(action), weight) for state, weight in worlds])
        for action in worlds[0][0].legal_actions()
    }


class Sequences:
    """A game of two written out by what each of them remembers: their own decisions, with what they knew there.

    A sequence of a player is a line of such decisions; number 0 is the empty one.
    """

    def __init__(self, worlds: Worlds) -> None:
        self.ends: dict[tuple[int, int], float] = defaultdict(float)  # returns of player 0, times what chance adds
        self.sequences: tuple[dict[object, int], ...] = ({(): 0}, {(): 0})
        self.choices: tuple[dict[object, tuple[int, list[int]]], ...] = ({}, {})  # what a sequence goes on to
        for state, weight in worlds:
            self._write(state, weight, ((), ()))

    def _write(self, state: cloche.State, weight: float, lines: tuple[tuple[object, ...], tuple[object, ...]]) -> None:
        player = state.current_player()
        if state.is_terminal():
            first, second = (self.sequences[p][lines[p]] for p in (0, 1))
            self.ends[first, second] += weight * state.returns()[0]
        elif state.is_chance_node():
            for outcome, chance in state.chance_outcomes():
                self._write(state.child(outcome), weight * chance, lines)
        else:
            here = (*lines[player], canonical(state.observation(player)))
            ways = [(*here, action) for action in state.legal_actions()]
            numbers = [self.sequences[player].setdefault(way, len(self.sequences[player])) for way in ways]
            self.choices[player].setdefault(here, (self.sequences[player][lines[player]], numbers))
            for action, way in zip(state.legal_actions(), ways, strict=True):
                then = (way, lines[1]) if player == 0 else (lines[0], way)
                self._write(state.child(action), weight, then)

    def flow(self, player: int) -> tuple[coo_array, np.ndarray]:
        """What plans obey: the empty sequence has 1, and what a sequence goes on to adds up to the sequence."""
        rows, columns, entries = [0], [0], [1.0]
        for row, (before, after) in enumerate(self.choices[player].values(), start=1):
            rows += [row] * (1 + len(after))
            columns += [before, *after]
            entries += [-1.0, *[1.0] * len(after)]
        right = np.zeros(len(self.choices[player]) + 1)
        right[0] = 1.0
        return coo_array((entries, (rows, columns)), shape=(len(right), len(self.sequences[player]))), right


def equilibrium(worlds: Worlds) -> float:
    """The value to player 0 of a game of two, by a linear program over plans (von Stengel 1996)."""
    game = Sequences(worlds)
    (own_flow, own_right), (other_flow, other_right) = game.flow(0), game.flow(1)
    sizes = [len(sequences) for sequences in game.sequences]
    places = np.array(list(game.ends)).T
    worth = coo_array((list(game.ends.values()), (places[1], places[0])), shape=(sizes[1], sizes[0]))
    # The plan x, then a number q for each choice of the other, whose first is what they can hold the player to.
    found = linprog(
        np.concatenate([np.zeros(sizes[0]), -other_right]),
        A_ub=hstack([-worth, other_flow.T]),
        b_ub=np.zeros(sizes[1]),
        A_eq=hstack([own_flow, coo_array((own_flow.shape[0], other_flow.shape[0]))]),
        b_eq=own_right,
        bounds=[(0, None)] * sizes[0] + [(None, None)] * len(other_right),
    )
    assert found.success, found.message
    return float(-found.fun)
