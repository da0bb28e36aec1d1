"""Barton in Bloom, from seeds/barton_in_bloom/rules.md and state.md: what happens, clause by clause.

picks.py has what may be picked, course.py how steps follow each other, position.py what can be read off a position.
"""

from __future__ import annotations

from cloche.reference.barton_in_bloom import actions as ids
from cloche.reference.barton_in_bloom.box import (
    DECORATIONS,
    DICE,
    FERTILIZERS,
    HALVES,
    NEUTRAL,
    TYPES,
)
from cloche.reference.barton_in_bloom.course import Course
from cloche.reference.barton_in_bloom.ending import ending_key, is_solvable
from cloche.reference.barton_in_bloom.picks import planting_price, price_of_both
from cloche.reference.barton_in_bloom.position import Card, Die
from cloche.reference.barton_in_bloom.prior import weights_of
from cloche.reference.barton_in_bloom.scoring import next_surcharge
from cloche.reference.barton_in_bloom.seen import seen_id, seen_text
from cloche.reference.barton_in_bloom.shapes import MIDDLE
from cloche.reference.barton_in_bloom.steps import (
    Step,
    step,
    steps_of,
)


class State(Course):
    """One position, and what its decisions do."""

    # Set-up

    def _begin_setup(self, player: int) -> None:
        """BN-9, BN-55."""
        setup = self.game.box.setup
        self.player = player
        self.money[player] += setup["money"]
        draws = [step("flower_draw", setup["bag_flowers"]), step("judge_draw", setup["judges"])]
        self.todo = [one for one in draws if one["n"] > 0]
        self.todo += [step("setup_pile", setup["tiles"]), step("setup_choice"), step("setup_gift")]

    def _take_first_tile(self, front: Step, pile: int) -> None:
        """BN-55, BN-71: the first tile lies in the middle as printed, others are laid."""
        self._again(front)
        self._first(step("turn_up"))
        self._take_tile(pile)

    def _take_tile(self, pile: int) -> None:
        """A face-up tile is laid next; the first of a garden lies in the middle at once."""
        tile = self.display[pile]
        assert tile is not None
        self.display[pile] = None
        if self.garden().tiles:
            self._first(step("lay", tile))
        else:
            self.garden().lay(MIDDLE, tile, 0)

    def _set_up(self, action: int) -> None:
        """BN-55: the choices of the set-up."""
        setup = self.game.box.setup
        match action:
            case ids.SETUP_JUDGE:
                self._first(step("judge_draw", setup["choice_judges"]))
            case ids.SETUP_MONEY:
                self.money[self.mover()] += setup["choice_money"]
            case ids.SETUP_PLANT:
                self._first(step("setup_plant", setup["plants"], None))
            case ids.SETUP_FLOWER:
                self._first(step("flower", setup["flowers"]))

    # The turn

    def _begin_turn(self, player: int) -> None:
        """BN-56; BN-12: what the dice show now counts as X."""
        self.player = player
        self._first(step("turn", True, [die.demand for die in self.dice]))

    def _end_turn(self) -> bool:
        """BN-38, BN-60: whether there is another turn."""
        player, n, box = self.mover(), self.game.players, self.game.box
        assert self.turns is not None
        self.turns += 1
        if self.trigger is None and self.garden().complete() >= box.end_tiles:
            self.trigger = player
        after = self.turns % n
        if self.trigger == after or self.turns == n * self.game.turn_limit:
            self.player = None
            return False
        self._begin_turn(after)
        return True

    def _pick(self, front: Step, action: int) -> None:
        """What a pick of the mover does."""
        match front["step"]:
            case "turn":
                self._take_turn(front, action)
            case "mode":
                self._choose_mode(front["die"], action - ids.MODE)
            case "after":
                self._favour(action - ids.FAVOUR)
            case "judge":
                self._play_judge(action - ids.JUDGE)
            case "notice":
                self._place_judge(front["draw"], action)
            case "setup_pile":
                self._take_first_tile(front, action - ids.PILE)
            case "setup_choice" | "setup_gift":
                self._set_up(action)
            case "regrow" | "harvest" | "harvest_free" | "income" | "yield" | "gain" | "flower":
                self._pick_plant_or_flower(front, action)
            case "plant" | "plant_free" | "setup_plant":
                self._plant(front, action)
            case "tile":
                self._again(front)
                self._first(step("turn_up"))
                self._take_tile(action - ids.PILE)
            case "lay":
                cell, r = ids.lay_parts(action)
                self.garden().lay(cell, front["tile"], r)
            case "put":
                self.garden().put(front["ornament"], *ids.put_parts(action))
            case "buy":
                self._buy_flower(action - ids.BUY)
                self._first({**front, "last": action})
            case "ornament" | "double" | "fertilizer":
                self._purchase(front, action)
            case "sale":
                self._sell_flower(action - ids.FLOWER)
            case "order":
                self._take_order(front, action - ids.ORDER)
            case "pay":
                self._pay_icon(front, action)
            case "decoration":
                self._decorate(front["size"], action)
            case "die":
                die = action - ids.LOWER_DIE
                self._set_demand(die, max(1, self.dice[die].demand - front["n"]))

    def _take_turn(self, front: Step, action: int) -> None:
        """BN-56: a main action, or first a favour and then the turn again without favours."""
        if ids.FAVOUR <= action < ids.JUDGE:
            self._first(step("turn", False, front["shown"]))
            self._favour(action - ids.FAVOUR)
            return
        if front["favours"]:
            self._first(step("after"))
        if action < ids.GARDENER:
            die, space = ids.die_parts(action)
            if space == "rest":
                self._rest(die, front["shown"][die])
            else:
                self._use_die(die, space)
        elif action < ids.MODE:
            self._use_gardener(ids.GARDENER_WORDS[action - ids.GARDENER])

    def _favour(self, judge: int) -> None:
        """BN-11, BN-59: the judge leaves the hand, its effects come, then it joins the discards."""
        one = self.game.box.judge_ids()[judge]
        card = next(card for card in self.hand() if card.judge == one)
        self.hand().remove(card)
        self._lay_open(card)
        self._first(*steps_of(self.game.box.judges[one].favour), step("discard", one))

    def _lay_open(self, card: Card) -> None:
        """A judge is face up for all from now on."""
        deck = self.deck_of(card)
        self.decks[deck].unseen.remove(card.judge)
        self._forget_decks()

    # Dice and gardener

    def _use_die(self, die: int, space: str) -> None:
        """BN-12, BN-57: the die moves and pays at once."""
        demand = self.dice[die].demand
        self.dice[die] = Die(space, demand)
        self.money[self.mover()] -= demand
        if space in NEUTRAL:
            self._first(*self.half(space), step("raise", die))
        else:
            self._first(step("mode", die))

    def _choose_mode(self, die: int, mode: int) -> None:
        """BN-13, BN-57: one half or both, in either order."""
        first, second = self._halves_of(die)
        cost = self.dice[die].demand
        if mode >= 2:
            price = price_of_both(self, die)
            self.money[self.mover()] -= price
            cost += price
        order = ((first,), (second,), (first, second), (second, first))[mode]
        self._first(*(one for word in order for one in self.half(word, cost)), step("raise", die))

    def _halves_of(self, die: int) -> tuple[str, str]:
        """The halves of the action on whose space the die lies."""
        return HALVES[self.dice[die].space]

    def half(self, word: str, cost: int = 0) -> list[Step]:
        """What a half brings (BN-17 to BN-21), by the gardener's word; `cost` is D-10."""
        action = self.game.box.action
        match word:
            case "mow":
                return [step("money", action["mow_money"])] if action["mow_money"] else []
            case "judge":
                draw = [step("judge_draw", action["judge_draw"])] if action["judge_draw"] else []
                return [*draw, step("judge")]
            case "regrow":
                return [step("regrow", action["regrow_plants"], None)]
            case "harvest":
                return [step("harvest", 0, None, [])]
            case "tile":
                return [step("tile", action["landscape_tiles"])]
            case "plant":
                return [self._planting(cost)]
            case "flowers":
                return [step("buy", None), step("market")]
            case "ornament":
                return [step("ornament", action["purchase_ornaments"])]
            case "flower-sale":
                return [step("sale")]
            case "orders":
                return [step("order", 0), step("orders")]
        raise AssertionError(word)

    def _planting(self, cost: int) -> Step:
        """BN-36, BN-63: `plant` gives back what it can of the cost; the rest comes off surcharges."""
        amount = self.game.box.amount["plant"] if self.owns("plant") else 0
        back = min(amount, cost)
        return step("plant", 0, back, amount - back, None)

    def _use_gardener(self, word: str) -> None:
        """BN-15, BN-58, D-12: no die moves; the card sleeps at once."""
        self.awake[self.mover()] = False
        if word in DECORATIONS:
            self._first(step("decoration", word))
        else:
            self._first(*self.half(word))

    # Rest

    def _rest(self, die: int, x: int) -> None:
        """BN-14, BN-35, BN-67: the die moves, the gardener wakes, income."""
        player = self.mover()
        self.dice[die] = Die("rest", self.dice[die].demand)
        self.awake[player] = True
        owed = self.income(player)
        self.money[player] += owed.money
        self.prestige[player] += owed.prestige
        self._first(step("rest", die, x))
        if owed.regrow or owed.harvest:
            self._first(step("income", owed.regrow, owed.harvest, None, []))
        if owed.flowers:
            self._first(step("flower", owed.flowers))

    def _rest_action(self, die: int, x: int) -> None:
        """BN-25, BN-68; then the demand is 1."""
        player, rest = self.mover(), self.game.box.rest
        self._first(step("fresh", die))
        match DICE[die]:
            case "H" if x * rest["types_per_demand"]:
                self._first(step("gain", x * rest["types_per_demand"], None))
            case "L":
                self.prestige[player] += min(x * rest["prestige_per_demand"], self.garden().complete())
            case "P":
                self._first(step("fertilizer", 1, x * rest["discount_per_demand"]))
            case "S":
                for other in range(self.game.players):
                    self.money[other] += x * rest["money_per_demand"] if other == player else rest["others_money"]

    # Judges

    def _play_judge(self, judge: int) -> None:
        """BN-61: where it goes is picked next; till then it stays in the hand."""
        one = self.game.box.judge_ids()[judge]
        card = next(card for card in self.hand() if card.judge == one)
        self._first(step("notice", card.draw))

    def _place_judge(self, draw: int, action: int) -> None:
        """BN-28, BN-61: on a free space, for its bonus, or as gossip, which replaces an older one."""
        player = self.mover()
        card = next(card for card in self.hand() if card.draw == draw)
        self.hand().remove(card)
        if action == ids.GOSSIP:
            older = self.gossip[player]
            if older is not None:
                self.gone[player] = sorted([*self.gone[player], older])
            self.gossip[player] = card
            return
        space = action - ids.NOTICE
        self.board[space] = card.judge
        self._lay_open(card)
        self._first(*steps_of(self.game.box.bonuses[space]))

    # Plants and flowers

    def _pick_plant_or_flower(self, front: Step, action: int) -> None:
        """BN-62, BN-67, and flowers gained."""
        word, shed = front["step"], self.sheds[self.mover()]
        if word in ("yield", "gain", "flower"):
            shed[action - ids.FLOWER] += 1
            self._again(front, **({"last": action} if word == "gain" else {}))
        elif action < ids.HARVEST:
            self.garden().regrow(action - ids.REGROW)
            self._count_down(front, "n" if word == "regrow" else "regrow", action)
        else:
            type_ = self.garden().harvest(action - ids.HARVEST)
            shed[TYPES.index(type_)] += self.game.box.action["harvest_tokens"]
            if self.owns("yield"):
                front = {**front, "types": [one for one in TYPES if one in (*front["types"], type_)]}
            if word == "harvest":
                count = front["count"]
                self.money[self.mover()] -= next_surcharge(self.game.box.surcharge["harvest"], count)
                self._first({**front, "count": count + 1, "last": action})
            else:
                self._count_down(front, "n" if word == "harvest_free" else "harvest", action)

    def _count_down(self, front: Step, number: str, action: int) -> None:
        """One less is owed; the step is over when nothing is."""
        front = {**front, number: front[number] - 1}
        # D-4: of what was picked last only a kind that is still owed matters.
        front["last"] = action if front[number] else None
        if any(front.get(key) for key in ("n", "regrow", "harvest")):
            self._first(front)
        else:
            self._end(front)

    def _plant(self, front: Step, action: int) -> None:
        """BN-63: from the shed on a free bed."""
        type_, square = ids.plant_parts(action)
        self.sheds[self.mover()][TYPES.index(type_)] -= 1
        self.garden().plant(type_, square)
        if front["step"] != "plant":
            self._again(front, last=action)
            return
        count, off = front["count"], front["off"]
        full = next_surcharge(self.game.box.surcharge["plant"], count)
        self.money[self.mover()] += front["back"] - planting_price(self, front)
        self._first({**front, "count": count + 1, "back": 0, "off": off - min(off, full), "last": action})

    # Purchases

    def _buy_flower(self, space: int) -> None:
        """BN-64: at the price of the space it lies on."""
        type_ = self.market[space]
        assert type_ is not None
        self.market[space] = None
        self.money[self.mover()] -= self.game.box.prices[space]
        self.sheds[self.mover()][TYPES.index(type_)] += 1

    def _purchase(self, front: Step, action: int) -> None:
        """BN-64, BN-68: a flower, an ornament or a fertilizer."""
        player, box = self.mover(), self.game.box
        self._again(front)
        if action < ids.ORNAMENT:
            self._buy_flower(action - ids.BUY)
        elif action < ids.PUT:
            ornament = box.ornament_ids()[action - ids.ORNAMENT]
            self.money[player] -= box.ornaments[ornament].price
            self._first(step("put", ornament))
        else:
            fertilizer = FERTILIZERS[action - ids.FERTILIZER]
            self.money[player] -= self.fertilizer_price(fertilizer, front.get("less", 0))
            owned = {*self.fertilizers[player], fertilizer}
            self.fertilizers[player] = [one for one in FERTILIZERS if one in owned]

    # Sales

    def _sell_flower(self, type_: int) -> None:
        """BN-65."""
        self.sheds[self.mover()][type_] -= 1
        self.money[self.mover()] += self.game.box.action["sell_flower_money"]

    def _take_order(self, front: Step, deck: int) -> None:
        """BN-65: the surcharge is paid with the pick, then the icons one by one."""
        self.money[self.mover()] -= next_surcharge(self.game.box.surcharge["order"], front["count"])
        self._first(step("pay", deck, 0), {**front, "count": front["count"] + 1})

    def _pay_icon(self, front: Step, action: int) -> None:
        """BN-22, BN-65: money and card come with the last icon."""
        player, deck, icon = self.mover(), front["deck"], front["icon"]
        order = self.orders[deck]
        assert order is not None
        card = self.game.box.orders[order]
        exact = action == ids.PAY_EXACT
        self._give(card.icons[icon] if exact else ids.PAIRS[action - ids.PAY_PAIR])
        if icon + 1 < len(card.icons):
            self._first(step("pay", deck, icon + 1))
            return
        self.money[player] += card.money
        self.orders[deck] = None
        cards = list(self.game.box.orders)
        self.done[player] = sorted([*self.done[player], order], key=cards.index)

    def _decorate(self, size: str, action: int) -> None:
        """BN-24, BN-66."""
        pair = action >= ids.PAY_PAIR
        self._give(ids.PAIRS[action - ids.PAY_PAIR] if pair else TYPES[action - ids.FLOWER])
        self.decorations[self.mover()][DECORATIONS.index(size)] += 1

    def _give(self, tokens: str) -> None:
        """Tokens leave the shed."""
        for type_ in tokens:
            self.sheds[self.mover()][TYPES.index(type_)] -= 1

    # What others see, what is likely, and the end

    def seen(self, action: int, observer: int) -> int:
        """H-5, V-1 to V-5."""
        self._need_legal(action)
        return seen_id(self, action, observer)

    def seen_text(self, action: int, observer: int) -> str:
        """H-5, V-1 to V-5."""
        self._need_legal(action)
        return seen_text(self, action, observer)

    def _text(self, action: int) -> str:
        box = self.game.box
        match self.phase:
            case "flower_draw" | "market":
                return TYPES[action]
            case "judge_draw":
                return box.judge_ids()[action]
            case "turn_up":
                return box.tile_ids()[action]
            case "orders":
                return box.deck_ids(self.empty_orders()[0])[action]
        return ids.action_text(box, action)

    def prior(self) -> list[int]:
        """A weight for each legal action at a decision node."""
        return weights_of(self) if self.current_player() >= 0 else []

    def solvable_ending(self) -> bool:
        """E-1 to E-5."""
        return is_solvable(self)

    def ending_key(self) -> object:
        """From a solvable ending on: what can still matter."""
        return ending_key(self)
