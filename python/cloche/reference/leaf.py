"""Leaves that an evaluator judges (seeds/search.md, M-83 to M-88)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor
from typing import TYPE_CHECKING, Any

from cloche.backend import GameBackend, MctsSettings, StateBackend

if TYPE_CHECKING:
    from cloche.reference.simulation import Step

PRIOR_UNIT = 2**20


@dataclass(frozen=True)
class Waiting:
    """A simulation that waits for its value (M-84)."""

    state: StateBackend  # the leaf
    steps: list[Step]  # that M-15 counts
    depth: int  # moves from the root
    root_action: int
    probing: bool
    is_child: bool  # the leaf is just what the last edge leads to
    shown: bool = False  # in a tree of an observer: the last decision showed them hidden things


@dataclass(frozen=True)
class Answer:
    """What an evaluator says of a leaf."""

    values: list[float]
    priors: list[float] | None


class Judge:
    """The evaluator of a search, shared by its workers."""

    def __init__(self, game: GameBackend, settings: MctsSettings) -> None:
        self.batch = settings["batch"]
        self._players = game.players
        self._actions = game.num_distinct_actions
        self._evaluator = settings["evaluator"]
        self._masks = settings["action_masks"]
        self.gives_priors: bool | None = None  # as its first answer

    def judge(self, leaves: Sequence[StateBackend]) -> list[Answer]:
        """What the evaluator says; its own errors, or ValueError for what is no answer."""
        import numpy as np

        rows = [state.observation_tensor(state.current_player()) for state in leaves]
        arguments: list[Any] = [np.array([list(row) for row in rows], dtype=np.float32)]
        if self._masks:
            masks = np.zeros((len(leaves), self._actions), dtype=np.bool_)
            for mask, state in zip(masks, leaves, strict=True):
                mask[state.legal_actions()] = True
            arguments.append(masks)
        answer = self._evaluator(*arguments)
        is_pair = isinstance(answer, tuple)
        if is_pair and len(answer) != 2:
            raise ValueError(f"evaluator: a tuple of {len(answer)}, should be values, or values and priors")
        if self.gives_priors not in (None, is_pair):
            raise ValueError(
                "evaluator: values and priors, should be values alone, as its first answer"
                if is_pair
                else "evaluator: values alone, should be values and priors, as its first answer"
            )
        count = len(leaves)
        values = numbers(answer[0] if is_pair else answer, "values", "player", (count, self._players))
        priors = numbers(answer[1], "priors", "action", (count, self._actions)) if is_pair else [None] * count
        self.gives_priors = is_pair
        return [Answer(*row) for row in zip(values, priors, strict=True)]


def numbers(given: object, what: str, of_each: str, shape: tuple[int, int]) -> list[list[float]]:
    """The rows of an array of numbers from 0 to 1; ValueError for anything else."""
    import numpy as np

    array = np.asarray(given)
    if array.dtype.kind not in "fiub":
        raise ValueError(f"evaluator: {what} of dtype {array.dtype}, should be numbers such as float32")
    if array.shape != shape:
        raise ValueError(
            f"evaluator: {what} of shape {array.shape}, should be {shape}: a row for each position, a number for each"
            f" {of_each}"
        )
    rows: list[list[float]] = array.astype(np.float64).tolist()
    for r, row in enumerate(rows):
        for place, number in enumerate(row):
            if not 0 <= number <= 1:
                raise ValueError(f"evaluator: {what}: {number} in row {r}, {of_each} {place}, should be from 0 to 1")
    return rows


def weights_by(priors: Sequence[float], actions: Sequence[int]) -> list[int]:
    """M-87: weights of the legal actions."""
    return [max(1, floor(priors[action] * PRIOR_UNIT + 0.5)) for action in actions]
