"""What clause tests of all games ask of a position, in notation."""

from __future__ import annotations

from typing import Any

import cloche


def legal(state: cloche.State) -> list[str]:
    """Notation of every legal action or outcome, by ascending id."""
    return [state.action_to_string(action) for action in state.legal_actions()]


def starting(state: cloche.State, prefix: str) -> list[str]:
    """The legal actions whose notation starts so."""
    return [text for text in legal(state) if text.startswith(prefix)]


def chances(state: cloche.State) -> dict[str, float]:
    """The probability of each outcome."""
    return {state.action_to_string(outcome): probability for outcome, probability in state.chance_outcomes()}


def weights(state: cloche.State) -> dict[str, int]:
    """The whole-number weight of each outcome."""
    return {state.action_to_string(outcome): weight for outcome, weight in state.backend.chance_weights()}


def play(state: cloche.State, *texts: str) -> cloche.State:
    """The position after these actions and outcomes; the given one stays as it is."""
    after = state.clone()
    for text in texts:
        after.apply_action(after.string_to_action(text))
    return after


def fact(state: cloche.State, key: str) -> Any:
    """The value of a key."""
    return state.to_dict()[key]


def facts(state: cloche.State, *keys: str) -> tuple[Any, ...]:
    """The values of some keys."""
    data = state.to_dict()
    return tuple(data[key] for key in keys)
