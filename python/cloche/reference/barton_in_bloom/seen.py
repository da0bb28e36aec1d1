"""What players see of the actions of another (BN-10, BN-70; H-5; V-1 to V-5 of state.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cloche.reference.barton_in_bloom import actions as ids

if TYPE_CHECKING:
    from cloche.reference.barton_in_bloom.rules import State


def seen_id(state: State, action: int, observer: int) -> int:
    """The action or outcome itself, or a hidden id."""
    return _seen(state, action, observer)[0]


def seen_text(state: State, action: int, observer: int) -> str:
    """The notation of what is seen."""
    return _seen(state, action, observer)[1]


def _seen(state: State, action: int, observer: int) -> tuple[int, str]:
    text = state.action_to_string(action)
    if observer == state.player:
        return action, text
    if state.phase == "judge_draw":
        return ids.SEEN_DRAW, "?"  # V-1
    if state.current_player() < 0:
        return action, text
    hand = {card.judge: (place, card.draw) for place, card in enumerate(state.hand())}
    judges = state.game.box.judge_ids()
    if state.phase == "judge" and action != ids.END:  # V-2
        place, draw = hand[judges[action - ids.JUDGE]]
        return ids.SEEN_JUDGE + place, f"judge:#{draw}"
    if ids.FAVOUR <= action < ids.JUDGE:  # V-3
        number = action - ids.FAVOUR
        place, draw = hand[judges[number]]
        return ids.SEEN_FAVOUR + ids.MOST_JUDGES * number + place, f"{text}#{draw}"
    if state.phase == "notice" and action != ids.GOSSIP:  # V-4
        judge = next(card.judge for card in state.hand() if card.draw == state.todo[0]["draw"])
        space = action - ids.NOTICE
        return ids.SEEN_NOTICE + ids.MOST_JUDGES * space + judges.index(judge), f"{text}={judge}"
    return action, text  # V-5
