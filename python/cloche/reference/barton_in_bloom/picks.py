"""What each step lets the mover pick, `end` left aside ("Steps" of state.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations
from typing import TYPE_CHECKING

from cloche.reference.barton_in_bloom import actions as ids
from cloche.reference.barton_in_bloom.box import (
    ACTION_OF,
    DECORATIONS,
    DICE,
    FERTILIZERS,
    MOST_DEMAND,
    SPACES,
    TYPES,
)
from cloche.reference.barton_in_bloom.scoring import is_payable, next_surcharge
from cloche.reference.barton_in_bloom.shapes import ORIENTATIONS, TURNS

if TYPE_CHECKING:
    from collections import Counter

    from cloche.reference.barton_in_bloom.position import Position
    from cloche.reference.barton_in_bloom.steps import Step

Picks = Callable[["Position", "Step"], list[int]]
PICKS: dict[str, Picks] = {}  # for each step with a decision


def picks(state: Position) -> list[int]:
    """The picks of the first step, which has a decision; ascending."""
    front = state.todo[0]
    return sorted(PICKS[front["step"]](state, front))


def of(*words: str) -> Callable[[Picks], Picks]:
    """Makes a function the picks of these steps."""

    def add(function: Picks) -> Picks:
        PICKS.update(dict.fromkeys(words, function))
        return function

    return add


def above(last: int | None, actions: Iterable[int]) -> list[int]:
    """BN-52: the ids above the last pick."""
    return [action for action in actions if last is None or action > last]


# Set-up


@of("setup_pile")
def first_tiles(state: Position, front: Step) -> list[int]:
    """BN-55: a face-up tile."""
    return [ids.PILE + pile for pile, tile in enumerate(state.display) if tile is not None]


@of("setup_choice")
def setup_choices(state: Position, front: Step) -> list[int]:
    """BN-55: a judge or money."""
    return [ids.SETUP_JUDGE, ids.SETUP_MONEY]


@of("setup_gift")
def setup_gifts(state: Position, front: Step) -> list[int]:
    """BN-55: to plant only with a flower and a free bed."""
    may_plant = state.shed() and state.garden().free_beds()
    return [*([ids.SETUP_PLANT] if may_plant else []), ids.SETUP_FLOWER]


# The turn


@of("turn")
def main_actions(state: Position, front: Step) -> list[int]:
    """BN-56: dice and gardener, or else `pass` (BN-16); and favours."""
    main = die_actions(state) + gardener_actions(state)
    return (main or [ids.PASS]) + (favours(state, front) if front["favours"] else [])


@of("after")
def favours(state: Position, front: Step) -> list[int]:
    """BN-11: each judge of the hand."""
    judges = state.game.box.judge_ids()
    return [ids.FAVOUR + judges.index(card.judge) for card in state.hand()]


def die_actions(state: Position) -> list[int]:
    """BN-12, BN-14: spaces that are free and can be paid for, and rests."""
    return [
        ids.die_id(die, space)
        for die in range(len(DICE))
        for space in SPACES
        if (may_rest(state, die) if space == "rest" else may_use(state, die, space))
    ]


def may_use(state: Position, die: int, space: str) -> bool:
    """BN-57."""
    demand = state.dice[die].demand
    return demand < MOST_DEMAND and state.purse() >= demand and not state.is_taken(die, space)


def may_rest(state: Position, die: int) -> bool:
    """BN-14."""
    return state.dice[die].space != "rest"


def gardener_actions(state: Position) -> list[int]:
    """BN-58: if awake, the halves always, and decorations that the supply and the shed allow."""
    if not state.awake[state.mover()]:
        return []
    built = [size for size in DECORATIONS if state.supply(size) > 0 and payments(state, size)]
    words = [word for word in ids.GARDENER_WORDS if word not in DECORATIONS or word in built]
    return [ids.GARDENER + ids.GARDENER_WORDS.index(word) for word in words]


@of("mode")
def modes(state: Position, front: Step) -> list[int]:
    """BN-57: one half, or both on the own space or for more money."""
    die = front["die"]
    both = state.purse() >= price_of_both(state, die)
    return list(range(ids.MODE, ids.MODE + (len(ids.MODES) if both else 2)))


def price_of_both(state: Position, die: int) -> int:
    """BN-13: what both halves cost on top."""
    return 0 if state.dice[die].space == ACTION_OF[die] else state.game.box.action["both_halves"]


# Judges


@of("judge")
def judges_to_play(state: Position, front: Step) -> list[int]:
    """BN-61: any of the hand."""
    judges = state.game.box.judge_ids()
    return [ids.JUDGE + judges.index(card.judge) for card in state.hand()]


@of("notice")
def notice_spaces(state: Position, front: Step) -> list[int]:
    """BN-61: each free space, and gossip."""
    return [*(ids.NOTICE + space for space in free_notices(state)), ids.GOSSIP]


def free_notices(state: Position) -> list[int]:
    """BN-28: the spaces without a judge."""
    return [space for space, judge in enumerate(state.board) if judge is None]


# Plants and tiles


@of("regrow")
def regrowable(state: Position, front: Step) -> list[int]:
    """BN-62: harvested plants."""
    return above(front["last"], (ids.REGROW + square for square in state.garden().standing(grown=False)))


@of("harvest")
def harvestable(state: Position, front: Step) -> list[int]:
    """BN-62: grown plants, if the next can be paid for."""
    price = next_surcharge(state.game.box.surcharge["harvest"], front["count"])
    return free_harvests(state, front) if state.purse() >= price else []


@of("harvest_free")
def free_harvests(state: Position, front: Step) -> list[int]:
    """BN-59: grown plants."""
    return above(front["last"], (ids.HARVEST + square for square in state.garden().standing(grown=True)))


@of("income")
def owed_at_income(state: Position, front: Step) -> list[int]:
    """BN-67: regrows and harvests that are owed; rising if the pick before was of the same kind."""
    garden, last = state.garden(), front["last"]
    regrows = [ids.REGROW + square for square in garden.standing(grown=False)] if front["regrow"] else []
    harvests = [ids.HARVEST + square for square in garden.standing(grown=True)] if front["harvest"] else []
    if last is not None and last < ids.HARVEST:
        return above(last, regrows) + harvests
    return regrows + above(last, harvests)


@of("yield")
def yielded(state: Position, front: Step) -> list[int]:
    """BN-62: one of the types harvested."""
    return [ids.flower_id(type_) for type_ in front["types"]]


@of("tile")
def tiles_to_take(state: Position, front: Step) -> list[int]:
    """BN-63: a face-up tile, if there is a cell to lay it."""
    return first_tiles(state, front) if state.garden().cells_to_lay() else []


@of("lay")
def layings(state: Position, front: Step) -> list[int]:
    """BN-63: cells beside the garden; of equal looks the lowest turn."""
    turns = state.game.box.tiles[front["tile"]]
    return [ids.LAY + cell * TURNS + r for cell in state.garden().cells_to_lay() for r in turns]


@of("plant")
def plantings(state: Position, front: Step) -> list[int]:
    """BN-63: flowers of the shed on free beds, if the next can be paid for."""
    return free_plantings(state, front) if state.purse() >= planting_price(state, front) else []


def planting_price(state: Position, front: Step) -> int:
    """BN-63, BN-36."""
    return max(0, next_surcharge(state.game.box.surcharge["plant"], front["count"]) - int(front["off"]))


@of("plant_free", "setup_plant")
def free_plantings(state: Position, front: Step) -> list[int]:
    """BN-59, D-8: flowers of the shed on free beds."""
    beds = state.garden().free_beds()
    return above(front["last"], (ids.plant_id(type_, square) for type_ in state.shed() for square in beds))


# Buying


@of("buy")
def flowers_to_buy(state: Position, front: Step) -> list[int]:
    """BN-64, rising (BN-41)."""
    return above(front["last"], affordable_flowers(state))


def affordable_flowers(state: Position) -> list[int]:
    """BN-64: flowers of the market at the prices of their spaces."""
    prices = zip(state.market, state.game.box.prices, strict=True)
    return [ids.BUY + space for space, (type_, price) in enumerate(prices) if type_ and price <= state.purse()]


@of("ornament")
def ornaments_to_buy(state: Position, front: Step) -> list[int]:
    """BN-64: those with a copy left, a price that can be paid and a legal place."""
    return [
        ids.ORNAMENT + place
        for place, (kind, ornament) in enumerate(state.game.box.ornaments.items())
        if ornament.price <= state.purse() and state.copies_left(kind) > 0 and state.garden().has_place(kind)
    ]


@of("put")
def puttings(state: Position, front: Step) -> list[int]:
    """BN-64: of equal orientations the lowest."""
    return [ids.PUT + square * ORIENTATIONS + o for square, o in state.garden().places(front["ornament"])]


@of("fertilizer")
def fertilizers_to_buy(state: Position, front: Step) -> list[int]:
    """BN-37, BN-59, BN-68: those not owned."""
    return [
        ids.FERTILIZER + place
        for place, fertilizer in enumerate(FERTILIZERS)
        if not state.owns(fertilizer) and state.fertilizer_price(fertilizer, front.get("less", 0)) <= state.purse()
    ]


@of("double")
def purchases(state: Position, front: Step) -> list[int]:
    """BN-64: flowers, ornaments and fertilizers."""
    return affordable_flowers(state) + ornaments_to_buy(state, front) + fertilizers_to_buy(state, front)


# Selling


@of("sale", "gain")
def held_flowers(state: Position, front: Step) -> list[int]:
    """BN-65, BN-68: types held, at `gain` rising."""
    return above(front.get("last"), (ids.flower_id(type_) for type_ in state.shed()))


@of("order")
def orders_to_pay(state: Position, front: Step) -> list[int]:
    """BN-65: face-up orders, while there may be more."""
    price = next_surcharge(state.game.box.surcharge["order"], front["count"])
    if front["count"] >= state.game.box.action["sell_orders"] or price > state.purse():
        return []
    return [
        ids.ORDER + deck
        for deck, order in enumerate(state.orders)
        if order is not None and is_payable(state.game.box.orders[order].icons, state.shed())
    ]


@of("pay")
def payments_of_icon(state: Position, front: Step) -> list[int]:
    """BN-65: the token itself or any two, as long as the other icons stay payable."""
    order = state.orders[front["deck"]]
    if order is None:
        return []
    icons = state.game.box.orders[order].icons[front["icon"] :]
    shed = state.shed()
    ways = {ids.PAY_EXACT: icons[:1]} | {ids.PAY_PAIR + i: pair for i, pair in enumerate(ids.PAIRS)}
    return [action for action, tokens in ways.items() if may_pay(shed, tokens, icons[1:])]


def may_pay(shed: Counter[str], tokens: str, others: str) -> bool:
    """Whether the tokens are held and leave the other icons payable."""
    left = shed.copy()
    left.subtract(tokens)
    return min(left.values()) >= 0 and is_payable(others, left)


@of("decoration")
def decoration_payments(state: Position, front: Step) -> list[int]:
    """BN-66."""
    return payments(state, front["size"])


def payments(state: Position, size: str) -> list[int]:
    """BN-24: two different flowers, two equal ones, or any one."""
    shed = state.shed()
    match size:
        case "large":
            pairs = ["".join(pair) for pair in combinations(TYPES, 2)]
            return [ids.PAY_PAIR + ids.PAIRS.index(pair) for pair in pairs if shed[pair[0]] and shed[pair[1]]]
        case "medium":
            return [ids.PAY_PAIR + ids.PAIRS.index(2 * type_) for type_ in TYPES if shed[type_] >= 2]
    return [ids.flower_id(type_) for type_ in shed]


# Other effects


@of("flower")
def any_flower(state: Position, front: Step) -> list[int]:
    """BN-59: all five."""
    return [ids.flower_id(type_) for type_ in TYPES]


@of("die")
def dice_to_lower(state: Position, front: Step) -> list[int]:
    """BN-59: those of demand above 1."""
    return [ids.LOWER_DIE + die for die, one in enumerate(state.dice) if one.demand > 1]
