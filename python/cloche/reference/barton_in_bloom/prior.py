"""The prior of Barton in Bloom: the quality of each decision (seeds/barton_in_bloom/state.md, W-1 to W-12)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cloche.reference.barton_in_bloom import actions as ids
from cloche.reference.barton_in_bloom.box import (
    DECORATIONS,
    DICE,
    FERTILIZERS,
    FLOWERS_FOR,
    HALVES,
    NEUTRAL,
    TYPES,
    Effect,
    Order,
)
from cloche.reference.barton_in_bloom.picks import planting_price, price_of_both
from cloche.reference.barton_in_bloom.scoring import (
    is_payable,
    lead_by,
    matching,
    next_surcharge,
    ornament_prestige,
    surcharge,
)
from cloche.reference.barton_in_bloom.shapes import CELL_OF, SQUARES_BESIDE, SQUARES_OF, squares_at

if TYPE_CHECKING:
    from cloche.reference.barton_in_bloom.rules import State

HIGHEST_QUALITY = 135
DOUBLING = 8
FEATURES = "PLW"


def weights_of(state: State) -> list[int]:
    """The weight of each legal action, in their order."""
    adviser = Adviser(state)
    return [weight(adviser.base + adviser.quality(action)) for action in state.options()]


def weight(quality: int) -> int:
    """It doubles every 8."""
    z = min(max(quality, 0), HIGHEST_QUALITY)
    return (DOUBLING + z % DOUBLING) << z // DOUBLING


class Adviser:
    """Looks at one decision node; the numbers of weights.toml by their names."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.box = state.game.box
        self.garden = state.garden()
        self.shed = state.shed()
        self.front = state.todo[0]
        tuned = state.game.tuned
        self.tuned: dict[str, int] = {name: number for name, number in tuned.items() if isinstance(number, int)}
        self.of_effect: dict[str, int] = tuned["effect"]
        self.of_fertilizer: Sequence[int] = tuned["fertilizer"]
        self.base = self.tuned["base"]
        self.point = self.tuned["point"]
        self.pound = self.tuned["pound_rich" if state.purse() > self.tuned["rich"] else "pound"]
        self.token = self.tuned["token_full" if self.shed.total() > self.tuned["full"] else "token"]
        self.harvested_plant = self.token * self.box.action["harvest_tokens"] - self.tuned["grown"]

    # Words of the page

    def want(self, type_: str) -> int:
        """More for a type that a face-up order asks for."""
        lacks = any(order.icons.count(type_) > self.shed[type_] for order in self.state.face_up_orders())
        return self.tuned["want"] if lacks else 0

    def spare(self, type_: str) -> int:
        """What is lost by giving one away that an order asks for."""
        left = self.shed[type_] - 1
        lacks = any(order.icons.count(type_) > left for order in self.state.face_up_orders())
        return self.tuned["want"] if lacks else 0

    def of_order(self, order: Order) -> int:
        """The worth of an order."""
        tokens = 2 * len(order.icons) - matching(order.icons, self.shed)
        return self.pound * order.money + self.point * order.prestige - self.token * tokens

    def of_ornament(self, kind: str) -> int:
        """The worth of an ornament, without its price."""
        ornament = self.box.ornaments[kind]
        income = sum(effect.n for effect in ornament.income)
        points = ornament_prestige(self.state, self.state.mover(), kind)
        return self.point * points + self.tuned["gnome"] * ornament.gnomes + self.tuned["income"] * income

    def of_effects(self, effects: Sequence[Effect]) -> int:
        """The worth of a favour or bonus."""
        return sum(n * self.of_effect[name] for name, n in effects)

    def of_judge(self, judge: str) -> int:
        """The worth of a judge, as if it lay on the board now."""
        return self.point * lead_by(self.state, judge, self.state.mover())

    # Halves

    def half(self, word: str, money: int) -> int:
        """What a half is worth with so much to spend, by the gardener's word."""
        match word:
            case "mow":
                return self.pound * self.box.action["mow_money"]
            case "judge":
                held = [card.judge for card in self.state.hand()]
                return self.tuned["judge"] + max([0, *(self.tuned["play"] + self.of_judge(judge) for judge in held)])
            case "regrow":
                harvested = len(self.garden.standing(grown=False))
                return self.tuned["regrow"] * min(self.box.action["regrow_plants"], harvested)
            case "harvest":
                return self.of_harvest(money)
            case "tile":
                return self.of_tile()
            case "plant":
                return self.of_planting(money)
            case "flowers":
                return self.of_flowers(money)
            case "ornament":
                return self.of_ornaments(money)
            case "flower-sale":
                gain = self.pound * self.box.action["sell_flower_money"] - self.token
                return max(0, gain) if self.shed else 0
            case "orders":
                payable = [order for order in self.state.face_up_orders() if is_payable(order.icons, self.shed)]
                return max([0, *(self.of_order(order) for order in payable)])
        return self.of_decoration(word)

    def of_harvest(self, money: int) -> int:
        """The best number of plants to harvest."""
        each = self.box.surcharge["harvest"]
        costs = [surcharge(each, j) for j in range(len(self.garden.standing(grown=True)) + 1)]
        return max(j * self.harvested_plant - self.pound * cost for j, cost in enumerate(costs) if cost <= money)

    def of_tile(self) -> int:
        """More while few tiles are open."""
        if not any(self.state.display):
            return 0
        open_tiles = len(self.garden.tiles) - self.garden.complete()
        return self.tuned["tile" if open_tiles < self.tuned["open"] else "tile_more"]

    def of_planting(self, money: int) -> int:
        """The best number of plants."""
        each, free = self.box.surcharge["plant"], sorted(filter(None, self.garden.free_by_tile()))
        best = 0
        for j in range(min(sum(free), self.shed.total()) + 1):
            cost = surcharge(each, j)
            if cost <= money:
                completed = sum(sum(free[: i + 1]) <= j for i in range(len(free)))
                best = max(best, j * self.tuned["plant"] - self.pound * cost + self.tuned["complete"] * completed)
        return best

    def of_flowers(self, money: int) -> int:
        """Flowers of the market that are worth their price, one after the other."""
        total = 0
        for type_, price in zip(self.state.market, self.box.prices, strict=True):
            if type_ is not None and price <= money:
                gain = self.token + self.want(type_) - self.pound * price
                if gain > 0:
                    total += gain
                    money -= price
        return total

    def of_ornaments(self, money: int) -> int:
        """The best ornament that can be paid."""
        gains = [
            self.of_ornament(kind) - self.pound * ornament.price
            for kind, ornament in self.box.ornaments.items()
            if ornament.price <= money and self.state.copies_left(kind) > 0
        ]
        return max([0, *gains])

    def of_decoration(self, size: str) -> int:
        """What one more brings, less its flowers."""
        decoration = self.box.decorations[size]
        now = self.state.decorations[self.state.mover()][DECORATIONS.index(size)]
        return self.point * (decoration.value(now + 1) - decoration.value(now)) - self.token * FLOWERS_FOR[size]

    # Qualities

    def quality(self, action: int) -> int:
        """W-1 to W-12."""
        if action in (ids.END, ids.PASS):
            return self.tuned["keep"] if self.front["step"] == "after" else 0  # W-3
        match self.front["step"]:
            case "turn":
                return self.of_main_action(action)
            case "after":
                return self.of_favour(action, "favour_late")
            case "mode":
                return self.of_mode(action - ids.MODE)
            case "judge":  # W-5
                return self.tuned["play"] + self.of_judge(self.box.judge_ids()[action - ids.JUDGE])
            case "notice":
                space = action - ids.NOTICE
                return self.tuned["gossip"] if action == ids.GOSSIP else self.of_effects(self.box.bonuses[space])
            case "setup_choice" | "setup_gift":
                return self.of_setup(action)
            case "lay":
                return self.of_laying(action)
            case "put":
                return self.of_putting(action)
            case "pay" | "decoration":
                return self.of_payment(action)
            case "sale":  # W-6
                type_ = TYPES[action - ids.FLOWER]
                return self.pound * self.box.action["sell_flower_money"] - self.token - self.spare(type_)
        return self.of_pick(action)

    def of_pick(self, action: int) -> int:
        """The picks that are told by their ids."""
        if ids.PILE <= action < ids.LAY:  # W-8
            tile = self.state.display[action - ids.PILE]
            assert tile is not None
            return self.tuned["tile"] - self.tuned["bed"] * self.box.beds(tile)
        if ids.FLOWER <= action < ids.BUY:  # W-6
            return self.token + self.want(TYPES[action - ids.FLOWER])
        if action < ids.ORNAMENT:  # W-9
            type_, price = self.state.market[action - ids.BUY], self.box.prices[action - ids.BUY]
            assert type_ is not None
            return self.token + self.want(type_) - self.pound * price
        if action < ids.PUT:
            kind = self.box.ornament_ids()[action - ids.ORNAMENT]
            return self.of_ornament(kind) - self.pound * self.box.ornaments[kind].price
        if action < ids.HARVEST:  # W-6
            return self.tuned["regrow"]
        if action < ids.PLANT:
            return self.of_harvesting(action - ids.HARVEST)
        if action < ids.ORDER:
            return self.of_plant(*ids.plant_parts(action))
        if action < ids.PAY_EXACT:  # W-10
            order = self.state.orders[action - ids.ORDER]
            assert order is not None
            price = next_surcharge(self.box.surcharge["order"], self.front["count"])
            return self.of_order(self.box.orders[order]) - self.pound * price
        if action < ids.SETUP:  # W-11
            place = action - ids.FERTILIZER
            price = self.state.fertilizer_price(FERTILIZERS[place], self.front.get("less", 0))
            return self.of_fertilizer[place] - self.pound * price
        demand = self.state.dice[action - ids.LOWER_DIE].demand
        return self.tuned["fresh"] * min(int(self.front["n"]), demand - 1)

    def of_main_action(self, action: int) -> int:
        """W-1 to W-3."""
        if action >= ids.FAVOUR:
            return self.of_favour(action, "favour")
        money = self.state.purse()
        if action >= ids.GARDENER:
            half = self.half(ids.GARDENER_WORDS[action - ids.GARDENER], money)
            return self.tuned["act"] + half - self.tuned["sleep"]
        die, space = ids.die_parts(action)
        if space == "rest":
            return self.of_rest(die)
        demand = self.state.dice[die].demand
        money -= demand
        if space in NEUTRAL:
            gain = self.half(space, money)
        else:
            first, second = (self.half(word, money) for word in HALVES[space])
            gain = first + second
            if not self.state.is_own(die, space):
                both = self.box.action["both_halves"]
                gain = max(first, second, *([gain - self.pound * both] if money >= both else []))
        return self.tuned["act"] + gain - self.pound * demand

    def of_rest(self, die: int) -> int:
        """W-2."""
        state, rest, player = self.state, self.box.rest, self.state.mover()
        owed, x = state.income(player), self.front["shown"][die]
        gain = self.tuned["rest"] + self.pound * owed.money + self.point * owed.prestige + self.token * owed.flowers
        gain += self.tuned["regrow"] * min(owed.regrow, len(self.garden.standing(grown=False)))
        gain += self.harvested_plant * min(owed.harvest, len(self.garden.standing(grown=True)))
        gain += self.tuned["fresh"] * (state.dice[die].demand - 1)
        gain += 0 if state.awake[player] else self.tuned["wake"]
        match DICE[die]:
            case "H":
                gain += self.token * min(x * rest["types_per_demand"], len(self.shed))
            case "L":
                gain += self.point * min(x * rest["prestige_per_demand"], self.garden.complete())
            case "P":
                less, money = x * rest["discount_per_demand"], state.purse() + owed.money
                prices = [state.fertilizer_price(one, less) for one in FERTILIZERS if not state.owns(one)]
                gain += self.tuned["rest_buy"] if any(price <= money for price in prices) else 0
            case "S":
                gain += self.pound * x * rest["money_per_demand"]
        return gain

    def of_favour(self, action: int, name: str) -> int:
        """W-3."""
        judge = self.box.judge_ids()[action - ids.FAVOUR]
        lost = self.tuned["hold"] * max(0, self.of_judge(judge)) // 4
        return self.tuned[name] + self.of_effects(self.box.judges[judge].favour) - lost

    def of_mode(self, mode: int) -> int:
        """W-4."""
        die, money = self.front["die"], self.state.purse()
        first, second = (self.half(word, money) for word in HALVES[self.state.dice[die].space])
        if mode < 2:
            return (first, second)[mode]
        return first + second - self.pound * price_of_both(self.state, die) + (mode == 2)

    def of_setup(self, action: int) -> int:
        """W-12."""
        setup = self.box.setup
        match action:
            case ids.SETUP_JUDGE:
                return self.tuned["judge"] * setup["choice_judges"]
            case ids.SETUP_MONEY:
                return self.pound * setup["choice_money"]
            case ids.SETUP_PLANT:
                return self.tuned["plant"] + self.tuned["complete"] * (1 in self.garden.free_by_tile())
        return self.token * setup["flowers"]

    def of_harvesting(self, square: int) -> int:
        """W-6."""
        price = 0
        if self.front["step"] == "harvest":
            price = next_surcharge(self.box.surcharge["harvest"], self.front["count"])
        return self.harvested_plant + self.want(self.garden.plants[square].type) - self.pound * price

    def of_plant(self, type_: str, square: int) -> int:
        """W-7."""
        price = 0
        if self.front["step"] == "plant":
            price = planting_price(self.state, self.front) - self.front["back"]
        free = len(self.garden.free_beds_of(CELL_OF[square]))
        near = self.tuned["complete"] if free == 1 else self.tuned["close"] if free == 2 else 0
        return self.tuned["plant"] - self.pound * price - self.spare(type_) + near

    def of_laying(self, action: int) -> int:
        """W-8: features that go on across the edge."""
        cell, r = ids.lay_parts(action)
        grid = "".join(self.box.tiles[self.front["tile"]][r])
        feature = {square: letter for letter in FEATURES for square in self.garden.uncovered(letter)}
        pairs = sum(
            feature.get(beside) == letter
            for square, letter in zip(SQUARES_OF[cell], grid, strict=True)
            if letter in FEATURES
            for beside in SQUARES_BESIDE[square]
        )
        return self.tuned["join"] * pairs

    def of_putting(self, action: int) -> int:
        """W-9."""
        anchor, o = ids.put_parts(action)
        squares = squares_at(anchor, self.box.ornaments[self.front["ornament"]].squares[o])
        assert squares is not None
        letters = [self.garden.ground[square] for square in squares]
        gain = self.tuned["cover_bed"] * letters.count("F")
        gain -= self.tuned["cover_feature"] * sum(letter in FEATURES for letter in letters)
        cells = self.garden.cells_of(squares)
        completed = sum(len(free) > 0 and squares.issuperset(free) for free in map(self.garden.free_beds_of, cells))
        return gain + self.tuned["complete"] * completed

    def of_payment(self, action: int) -> int:
        """W-10; W-6 for a decoration."""
        if action == ids.PAY_EXACT:
            return self.token
        paid = ids.PAIRS[action - ids.PAY_PAIR] if action >= ids.PAY_PAIR else TYPES[action - ids.FLOWER]
        return -sum(self.spare(type_) for type_ in paid)
