"""The last turn of Barton in Bloom: when it is solved exactly (E-1 to E-5), and what still matters in it."""

from __future__ import annotations

import math
from collections.abc import Hashable
from typing import TYPE_CHECKING

from cloche.reference.barton_in_bloom.box import DICE, FERTILIZERS, HALVES, NOTICES, PILES, TYPES, Effect
from cloche.reference.barton_in_bloom.picks import affordable_flowers, free_notices
from cloche.reference.barton_in_bloom.shapes import TURNS
from cloche.reference.barton_in_bloom.steps import Step, step, steps_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cloche.reference.barton_in_bloom.rules import State

MOST_WAYS = 1024
# E-4: what is drawn to replace what these steps take.
TAKERS = {"buy": "market", "double": "market", "order": "orders", "tile": "turn_up"}
GAINS = {"harvest", "harvest_free", "income", "flower", "gain", "buy", "double"}


def is_solvable(state: State) -> bool:
    """E-1 to E-5."""
    if state.current_player() < 0 or state.turns is None or not is_last_turn(state):
        return False
    if any(one["step"] == "turn" for one in state.todo[1:]):  # E-1
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
    """E-5: few ways to go on; at the turn whatever the main action is."""
    garden = state.garden()
    if any(one["step"] == "turn" for one in ahead):
        types = len(TYPES) if garden.standing(grown=True) else len(state.shed())
        choices = [[*state.half(first), *state.half(second)] for first, second in HALVES.values()]
        choices.append(bonuses(state) if state.hand() else [])
        return all(ways(state, steps, types, tile=True) <= MOST_WAYS for steps in choices)
    words = {one["step"] for one in ahead}
    types = len(TYPES) if words & GAINS else len(state.shed())
    return ways(state, ahead, types, tile=bool(words & {"tile", "lay"})) <= MOST_WAYS


def ways(state: State, ahead: list[Step], types: int, *, tile: bool) -> int:
    """E-5: the product over all steps, with so many types in the shed and a tile to come or not."""
    product = math.prod(ways_of(state, one, types, tile=tile) for one in ahead)
    if any(one["step"] in ("order", "pay") for one in ahead):
        product *= math.prod(tokens + 1 for tokens in state.sheds[state.mover()])
    return product


def ways_of(state: State, one: Step, types: int, *, tile: bool) -> int:
    """E-5: the number of a step."""
    garden = state.garden()
    match one["step"]:
        case "regrow":
            return power(len(garden.standing(grown=False)) + 1, one["n"])
        case "harvest" | "harvest_free":
            return power(2, len(garden.standing(grown=True)))
        case "income":
            regrows = power(len(garden.standing(grown=False)) + 1, one["regrow"])
            return regrows * (power(2, len(garden.standing(grown=True))) if one["harvest"] else 1)
        case "flower" | "yield":
            return power(len(TYPES), one["n"])
        case "gain":
            return power(2, types)
        case "tile":
            return power(1 + PILES * TURNS * len(garden.cells_to_lay()), one["n"])
        case "lay":
            return TURNS * len(garden.cells_to_lay())
        case "plant" | "plant_free":
            return power(types + 1, len(garden.free_beds()) + (most_beds(state) if tile else 0))
        case "judge" | "after":
            return 1 + len(state.hand())
        case "notice":
            return 1 + NOTICES
        case "die":
            return 1 + len(DICE)
    return ways_to_trade(state, one, types)


def ways_to_trade(state: State, one: Step, types: int) -> int:
    """E-5: the number of a step that buys or sells."""
    match one["step"]:
        case "buy":
            return power(2, len(affordable_flowers(state)))
        case "ornament":
            return power(1 + puts_to_buy(state), one["n"])
        case "put":
            return len(list(state.garden().places(one["ornament"])))
        case "double":
            return power(1 + len(FERTILIZERS) + len(affordable_flowers(state)) + puts_to_buy(state), one["n"])
        case "sale":
            return 1 + types
        case "decoration":
            return 3 * len(TYPES)
        case "fertilizer":
            return power(1 + len(FERTILIZERS), one["n"])
    return 1


def power(base: int, exponent: int) -> int:
    """The power; just some number above MOST_WAYS where it is more than that."""
    return int(base ** min(exponent, MOST_WAYS.bit_length()))


def puts_to_buy(state: State) -> int:
    """The ways to put an ornament that can be bought."""
    box, garden = state.game.box, state.garden()
    return sum(
        len(list(garden.places(kind)))
        for kind, ornament in box.ornaments.items()
        if ornament.price <= state.purse() and state.copies_left(kind) > 0
    )


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
