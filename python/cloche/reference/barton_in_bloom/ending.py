"""The last turn of Barton in Bloom: when it is solved exactly (E-1 to E-5), and what still matters in it."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from cloche.reference.barton_in_bloom.box import HALVES, Effect
from cloche.reference.barton_in_bloom.picks import free_notices
from cloche.reference.barton_in_bloom.steps import Step, step, steps_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cloche.reference.barton_in_bloom.rules import State

MOST_GROWN = 8
MOST_PLANTINGS = 4096
# E-4: what is drawn to replace what these steps take.
TAKERS = {"buy": "market", "double": "market", "order": "orders", "tile": "turn_up"}
HARVESTS = {"harvest", "harvest_free", "income"}
PLANTINGS = {"plant", "plant_free"}
GAINS = {*HARVESTS, "flower", "gain", "buy", "double"}


def is_solvable(state: State) -> bool:
    """E-1 to E-5."""
    if state.current_player() < 0 or state.turns is None or not is_last_turn(state):
        return False
    ahead = steps_ahead(state)
    return (
        hides_nothing(state)
        and draws_no_judge(state, ahead)
        and draws_are_idle(state, ahead)
        and is_small(state, ahead)
    )


def is_last_turn(state: State) -> bool:
    """E-1."""
    assert state.turns is not None
    after = state.turns + 1
    return state.trigger == after % state.game.players or after == state.game.players * state.game.turn_limit


def steps_ahead(state: State) -> list[Step]:
    """E-1: the steps to come, whatever is picked."""
    ahead: list[Step] = []
    for one in state.todo:
        match one["step"]:
            case "mode":
                for half in HALVES[state.dice[one["die"]].space]:
                    ahead += state.half(half)
            case "judge" if state.hand():
                ahead += [one, *bonuses(state)]
            case "notice":
                ahead += [one, *bonuses(state)]
            case "after":
                ahead.append(one)
                for card in sorted(state.hand()):
                    ahead += [*brought(state.game.box.judges[card.judge].favour), step("discard", card.judge)]
            case _:
                ahead.append(one)
    return ahead


def bonuses(state: State) -> list[Step]:
    """Those of all free spaces."""
    return [one for space in free_notices(state) for one in brought(state.game.box.bonuses[space])]


def brought(effects: Sequence[Effect]) -> list[Step]:
    """What effects bring, with the draw that follows a tile."""
    ahead: list[Step] = []
    for one in steps_of(effects):
        ahead += [one, step("turn_up")] if one["step"] == "tile" else [one]
    return ahead


def hides_nothing(state: State) -> bool:
    """E-2: nobody else has gossip."""
    return all(card is None or player == state.player for player, card in enumerate(state.gossip))


def draws_no_judge(state: State, ahead: list[Step]) -> bool:
    """E-3; a turn to come may draw one whatever is ahead."""
    words = {one["step"] for one in ahead}
    if not words & {"judge_draw", "turn"}:
        return True
    if state.undrawn_count() or state.discards or any(one["step"] == "discard" for one in state.todo):
        return False
    favours = "after" in words or any(one["step"] == "turn" and one["favours"] for one in ahead)
    return not (favours and state.hand())


def draws_are_idle(state: State, ahead: list[Step]) -> bool:
    """E-4: nothing that is drawn can be taken; at the turn itself that is asked of the bonuses and of `tile`."""
    if any(one["step"] == "turn" for one in ahead):
        tiles = state.half("tile")
        return takes_once(tiles) and (not state.hand() or takes_once(bonuses(state)))
    return takes_once(ahead)


def takes_once(ahead: list[Step]) -> bool:
    """E-4: one taker of each kind at most, and none behind a draw of its kind."""
    over: set[str] = set()  # kinds that nothing may be taken of any more
    for one in ahead:
        word = one["step"]
        if word in TAKERS.values():
            over.add(word)
        elif word in TAKERS:
            kind = TAKERS[word]
            if kind in over or (word == "tile" and one["n"] > 1):
                return False
            over.add(kind)
    return True


def is_small(state: State, ahead: list[Step]) -> bool:
    """E-5: few ways to harvest and to plant."""
    words = {one["step"] for one in ahead}
    garden = state.garden()
    grown = len(garden.standing(grown=True))
    free, types = len(garden.free_beds()), len(state.shed())
    if "turn" in words:
        return grown <= MOST_GROWN and few_plantings(free + most_beds(state), 5 if grown else types)
    if words & GAINS:
        types = 5
    if words & {"tile", "lay"}:
        free += most_beds(state)
    if words & HARVESTS and grown > MOST_GROWN:
        return False
    return not words & PLANTINGS or few_plantings(free, types)


def few_plantings(free: int, types: int) -> bool:
    """Whether there are few ways to plant so many types on so many beds."""
    return int((types + 1) ** free) <= MOST_PLANTINGS


def most_beds(state: State) -> int:
    """The most beds of a tile at `lay` or on display."""
    tiles = [tile for tile in state.display if tile is not None]
    tiles += [one["tile"] for one in state.todo if one["step"] == "lay"]
    return max((state.game.box.beds(tile) for tile in tiles), default=0)


def ending_key(state: State) -> Hashable:
    """All that a line to the end can still depend on: what idle draws bring, and what is drawn from, is left out."""
    words = {one["step"] for one in steps_ahead(state)}
    left_out = {"phase", "bag", "piles", "decks", "drawn"}
    if "turn" not in words:
        takers = {"market": ("buy", "double"), "display": ("tile",), "orders": ("order", "pay"), "awake": ()}
        left_out |= {key for key, steps in takers.items() if words.isdisjoint(steps)}
        left_out |= set() if state.phase == "mode" else {"dice"}
    return repr([value for key, value in state.to_dict().items() if key not in left_out])
