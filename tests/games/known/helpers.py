"""Small things that the tests of the known games share."""

import cloche


def play(state: cloche.State, *texts: str) -> cloche.State:
    """The position after these actions; the given one stays as it is."""
    after = state.clone()
    for text in texts:
        after.apply_action(after.string_to_action(text))
    return after


def legal(state: cloche.State) -> list[str]:
    """Notation of every legal action, by ascending id."""
    return [state.action_to_string(action) for action in state.legal_actions()]
