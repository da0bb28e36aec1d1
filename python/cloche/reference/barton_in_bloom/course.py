"""The course of a game of Barton in Bloom: steps, their nodes and draws (BN-50 to BN-54, D-1 to D-4)."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from cloche.backend import CHANCE, TERMINAL
from cloche.reference.barton_in_bloom import actions as ids
from cloche.reference.barton_in_bloom.box import TYPES
from cloche.reference.barton_in_bloom.picks import picks
from cloche.reference.barton_in_bloom.position import Card, Deck, Die, Position
from cloche.reference.barton_in_bloom.steps import CHANCE_STEPS, WITH_END, WITHOUT_NODE, Step, step


class Course(Position):
    """Goes from node to node; what picks do is the business of rules.py."""

    @abstractmethod
    def _begin_setup(self, player: int) -> None:
        """The set-up of a player begins."""

    @abstractmethod
    def _begin_turn(self, player: int) -> None:
        """The turn of a player begins."""

    @abstractmethod
    def _end_turn(self) -> bool:
        """A turn is over; whether there is another one."""

    @abstractmethod
    def _rest_action(self, die: int, x: int) -> None:
        """What follows the income of a rest."""

    @abstractmethod
    def _pick(self, front: Step, action: int) -> None:
        """What a pick of the mover does; its step has left the list."""

    # What can be done

    def current_player(self) -> int:
        """A player, CHANCE or TERMINAL."""
        if not self.todo:
            return TERMINAL
        return CHANCE if self.phase in CHANCE_STEPS else self.mover()

    def legal_actions(self) -> list[int]:
        """Ascending ids; outcomes at a chance node."""
        return list(self.options())

    def options(self) -> list[int]:
        """`legal_actions()`, not to be changed."""
        if self.listed is None:
            if self.current_player() < 0:
                self.listed = [outcome for outcome, _ in self.chance_weights()]
            else:
                with_end = [ids.END] if self.phase in WITH_END else []
                self.listed = sorted([*picks(self), *with_end])
        return self.listed

    def chance_weights(self) -> list[tuple[int, int]]:
        """BN-53: each outcome with its weight, ascending."""
        box = self.game.box
        match self.phase:
            case "flower_draw" | "market":
                return [(type_, tokens) for type_, tokens in enumerate(self.bag) if tokens]
            case "judge_draw":
                judges = box.judge_ids()
                return [(judges.index(judge), 1) for judge in self.undrawn()]
            case "turn_up":
                tiles = box.tile_ids()
                return [(tiles.index(tile), 1) for tile in self.unseen_tiles()]
            case "orders":
                deck = self.empty_orders()[0]
                cards = box.deck_ids(deck)
                return [(cards.index(order), 1) for order in self.face_down_orders(deck)]
        return []

    def has_node(self) -> bool:
        """D-1, D-2: whether the first step has a node, once `prepare` has been done."""
        match self.phase:
            case "market":
                return None in self.market and any(self.bag)
            case "flower_draw":
                return any(self.bag)
            case "judge_draw":
                return self.undrawn_count() > 0
            case "turn_up":
                return bool(self.empty_piles()) and bool(self.unseen_tiles())
            case "orders":
                return bool(self.empty_orders())
            case "turn":
                return True
        return self.phase not in WITHOUT_NODE and bool(picks(self))

    def empty_orders(self) -> list[int]:
        """BN-54: the spaces without an order whose deck has cards."""
        return [deck for deck, order in enumerate(self.orders) if order is None and self.face_down_orders(deck)]

    def empty_piles(self) -> list[int]:
        """BN-54: the piles without a face-up tile that have tiles."""
        piles = zip(self.display, self.piles, strict=True)
        return [pile for pile, (tile, count) in enumerate(piles) if tile is None and count > 0]

    # The course of a game

    def _apply(self, action: int) -> None:
        front = self.todo.pop(0)
        word = front["step"]
        if word in CHANCE_STEPS:
            self._draw(front, action)
        elif action == ids.END:
            self._end(front)
        else:
            self._pick(front, action)
        self.settle()

    def settle(self) -> None:
        """D-1: steps without a node are carried out, until one with a node is first or the game is over."""
        while True:
            self.listed = None
            if self.todo:
                self._prepare()
                if self.has_node():
                    return
                self._carry_out(self.todo.pop(0))
            elif self.is_over() or not self._go_on():
                return

    def _go_on(self) -> bool:
        """Nothing is left to do: the next set-up or turn begins, if there is one."""
        if self.turns is None:
            after = 0 if self.player is None else self.player + 1
            if after < self.game.players:
                self._begin_setup(after)
            else:
                self.turns = 0
                self._begin_turn(0)
            return True
        return self._end_turn()

    def _prepare(self) -> None:
        """D-3: the ranks close; what is to be drawn from is filled, if it is empty."""
        match self.phase:
            case "market":
                left = [type_ for type_ in self.market if type_ is not None]
                self.market = [*left, *[None] * (len(self.market) - len(left))]
                if None in self.market:
                    self._refill_bag()
            case "flower_draw":
                self._refill_bag()
            case "judge_draw" if self.undrawn_count() == 0 and self.discards:
                self._reshuffle()

    def _refill_bag(self) -> None:
        """BN-20: 6 of each type."""
        if not any(self.bag):
            self.bag = [self.game.box.bag["refill"]] * len(TYPES)

    def _reshuffle(self) -> None:
        """BN-31: the face-up discards become a new deck."""
        self.decks.append(Deck(self.drawn + 1, self.discards))
        self.discards = []
        self._forget_decks()

    def _forget_decks(self) -> None:
        """Older decks leave with their last hidden card."""
        newest = len(self.decks) - 1
        self.decks = [deck for i, deck in enumerate(self.decks) if i == newest or self.cards_of(i)]

    def _draw(self, front: Step, outcome: int) -> None:
        """BN-53."""
        player, box = self.player, self.game.box
        match front["step"]:
            case "market":
                self._draw_token(outcome)
                self.market[self.market.index(None)] = TYPES[outcome]
                self._first(front)
            case "flower_draw":
                assert player is not None
                self._draw_token(outcome)
                self.sheds[player][outcome] += 1
                self._again(front)
            case "judge_draw":
                assert player is not None
                self.drawn += 1
                self.hands[player].append(Card(self.drawn, box.judge_ids()[outcome]))
                self._again(front)
            case "turn_up":
                pile = self.empty_piles()[0]
                self.piles[pile] -= 1
                self.display[pile] = box.tile_ids()[outcome]
                self._first(front)
            case "orders":
                deck = self.empty_orders()[0]
                self.orders[deck] = box.deck_ids(deck)[outcome]
                self._first(front)

    def _draw_token(self, type_: int) -> None:
        self.bag[type_] -= 1

    # The list of steps

    def _first(self, *steps: Step) -> None:
        """These come before all else."""
        self.todo[:0] = steps

    def _again(self, front: Step, **changes: Any) -> None:
        """A step with `n` loses 1 and comes first again, unless it leaves at 0."""
        if front["n"] > 1:
            self._first({**front, "n": front["n"] - 1, **changes})

    def _end(self, front: Step) -> None:
        """A step is over; BN-62: `yield` comes in place of one in which something was harvested."""
        if front.get("types") and front["step"] != "yield":
            self._first(step("yield", self.game.box.amount["yield"], front["types"]))

    def _carry_out(self, front: Step) -> None:
        """A step that has no node, or nothing left to pick."""
        player = self.mover() if self.player is not None else -1
        match front["step"]:
            case "money":
                self.money[player] += front["n"]
            case "prestige":
                self.prestige[player] += front["n"]
            case "raise":
                self._set_demand(front["die"], self.dice[front["die"]].demand + 1)
            case "rest":
                self._rest_action(front["die"], front["x"])
            case "fresh":
                self._set_demand(front["die"], 1)
            case "discard":
                self.discards = self._sorted_judges([*self.discards, front["judge"]])
            case _:
                self._end(front)

    def _sorted_judges(self, judges: list[str]) -> list[str]:
        return sorted(judges, key=self.game.box.judge_ids().index)

    def _set_demand(self, die: int, demand: int) -> None:
        self.dice[die] = Die(self.dice[die].space, demand)
