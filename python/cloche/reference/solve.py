"""Exact values in plain Python, as seeds/search.md words them: which method solves a position (V-1 to V-15)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cloche.backend import TERMINAL, GameBackend, RawSolution, StateBackend
from cloche.reference.best_play import best_play
from cloche.reference.equilibrium import best_response, equilibrium
from cloche.reference.information import written_out
from cloche.reference.purse import Purse, Spent
from cloche.reference.value_iteration import Unending, iterated_values


def solve(
    game: GameBackend,
    roots: Sequence[tuple[StateBackend, float]],
    *,
    tolerance: float,
    nodes: int | None = None,
    seconds: float | None = None,
    cpu_seconds: float | None = None,
    memory_bytes: int | None = None,
    stop: Any = None,
    observer: int | None = None,
) -> RawSolution:
    """What a position is worth; `roots` are the worlds of V-8 with weights that sum to 1, one where it is open.

    The answer always has all keys; `ended_by` tells the limit that was reached, or `refused` why there is no value, and
    then the rest means nothing. Memory is not counted.
    """
    purse = Purse(nodes, seconds, cpu_seconds, stop)
    state = roots[0][0]
    method = method_of(game, state)
    if method is None:
        return _answer(refused="hides something from three players or more, or from players who win together")
    try:
        if method == "over":
            return _answer(method=method, values=state.returns())
        if method == "value-iteration" and not is_two_sided(game):
            return _answer(refused="has no bound of its length and more than two players who compete")
        if method in ("alpha-beta", "expectimax"):
            play = best_play(game, state, tolerance, purse)
            return _answer(method=method, nodes=purse.nodes, values=play.values, best_actions=play.best_actions)
        if method == "value-iteration":
            play = iterated_values(game, state, tolerance, purse)
            return _answer(method=method, nodes=purse.nodes, values=play.values, best_actions=play.best_actions)
        tree = written_out(roots, purse)
        found = best_response(tree) if method == "best-response" else equilibrium(tree, tolerance, purse)
        return _answer(
            method=method,
            nodes=purse.nodes,
            values=found.values,
            strategy=tree.shown(found.strategy),
            exploitability=found.exploitability,
        )
    except Unending:
        return _answer(refused="has no value: from some position players could go on for ever")
    except Spent as spent:
        return _answer(ended_by=spent.limit, nodes=purse.nodes)


def method_of(game: GameBackend, state: StateBackend) -> str | None:
    """V-2; None where it is refused because of what is hidden."""
    competing = not game.shared_return
    ending = state.solvable_ending()
    if state.current_player() == TERMINAL:
        return "over"
    if game.perfect_information or ending:
        if game.max_game_length is None:
            return "value-iteration"
        duel = game.players == 2 and competing
        return "alpha-beta" if duel and (game.max_chance_outcomes == 0 or ending) else "expectimax"
    if game.players == 1:
        return "best-response"
    return "cfr+" if game.players == 2 and competing else None


def is_two_sided(game: GameBackend) -> bool:
    """V-2: whether all that a player wants is a high or a low return of player 0."""
    return game.players <= 2 or game.shared_return


def _answer(**known: Any) -> RawSolution:
    answer: RawSolution = {
        "ended_by": "",
        "needed": None,
        "refused": "",
        "method": "",
        "values": [],
        "best_actions": [],
        "strategy": None,
        "exploitability": 0.0,
        "nodes": 0,
    }
    answer.update(known)  # type: ignore[typeddict-item]
    return answer
