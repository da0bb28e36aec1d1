"""The canonical order of BN-41 and BN-52 loses nothing: turns end where some order that the rules allow would end them.

What the rules allow is enumerated here from the clauses alone, with every order of the picks of a loop, and compared
with what the game reaches.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

import cloche

from .barton import TYPES, at, fact, flowers, money, plants, play, shed, step

Plants = frozenset[tuple[int, str, bool]]


@dataclass(frozen=True)
class Table:
    """What a player's picks can change."""

    money: int
    shed: tuple[int, ...]
    plants: Plants
    market: tuple[str | None, ...] = ()
    harvested: frozenset[str] = field(default_factory=frozenset)  # types, in this loop

    def paying(self, price: int) -> Table | None:
        """After a price is paid; None where it can't be paid."""
        return replace(self, money=self.money - price) if price <= self.money else None

    def gaining(self, kind: str, count: int = 1) -> Table:
        tokens = list(self.shed)
        tokens[TYPES.index(kind)] += count
        return replace(self, shed=tuple(tokens))

    def end(self) -> Table:
        """As it is compared: the market with its ranks closed."""
        kept = [kind for kind in self.market if kind is not None]
        closed = (*kept, *[None] * (len(self.market) - len(kept)))
        return replace(self, market=closed, harvested=frozenset())


# What the rules allow, in every order


def harvest_one(table: Table) -> Iterator[Table]:
    """BN-18: any grown plant turns to harvested and gives 2 tokens."""
    for at_square, kind, grown in table.plants:
        if grown:
            after = (table.plants - {(at_square, kind, True)}) | {(at_square, kind, False)}
            yield replace(table, plants=after, harvested=table.harvested | {kind}).gaining(kind, 2)


def regrow_one(table: Table) -> Iterator[Table]:
    """BN-18: any harvested plant is grown again."""
    for at_square, kind, grown in table.plants:
        if not grown:
            yield replace(table, plants=(table.plants - {(at_square, kind, False)}) | {(at_square, kind, True)})


def yielding(table: Table, owned: bool) -> Iterator[Table]:
    """BN-36: one more token of one of the plants harvested, for whoever owns `yield`."""
    if owned and table.harvested:
        for kind in table.harvested:
            yield replace(table.gaining(kind), harvested=frozenset())
    else:
        yield replace(table, harvested=frozenset())


def harvests(table: Table, *, owned: bool = False, done: int = 0) -> set[Table]:
    """BN-18: any number of harvests; n of them cost n(n-1)/2."""
    found = set(yielding(table, owned))
    for taken in harvest_one(table):
        paid = taken.paying(done)
        if paid is not None:
            found |= harvests(paid, owned=owned, done=done + 1)
    return found


def regrowings(table: Table, most: int) -> set[Table]:
    """So many plants at most."""
    found = {table}
    if most:
        for grown in regrow_one(table):
            found |= regrowings(grown, most - 1)
    return found


def incomes(table: Table, regrow: int, harvest: int, *, owned: bool) -> set[Table]:
    """BN-35: regrows and harvests in the order the player likes, as often as they are owed."""
    found = set(yielding(table, owned))
    if regrow:
        for grown in regrow_one(table):
            found |= incomes(grown, regrow - 1, harvest, owned=owned)
    if harvest:
        for taken in harvest_one(table):
            found |= incomes(taken, regrow, harvest - 1, owned=owned)
    return found


def plantings(table: Table, beds: frozenset[int], *, cost: int = 0, less: int = 0, done: int = 0) -> set[Table]:
    """BN-19, BN-36: any number of flowers of the shed on free beds; n of them cost n(n-1)/2, and the action `less`."""
    found = {table}
    before = cost if not done else max(0, cost + done * (done - 1) // 2 - less)
    price = max(0, cost + (done + 1) * done // 2 - less) - before  # below 0: given back
    for bed in beds:
        for place, kind in enumerate(TYPES):
            if table.shed[place]:
                paid = table.paying(price)
                if paid is None:
                    continue
                after = replace(paid.gaining(kind, -1), plants=table.plants | {(bed, kind, True)})
                found |= plantings(after, beds - {bed}, cost=cost, less=less, done=done + 1)
    return found


def purchases(table: Table, prices: tuple[int, ...]) -> set[Table]:
    """BN-20: any number of market flowers at their prices."""
    found = {table}
    for place, kind in enumerate(table.market):
        if kind is None:
            continue
        paid = table.paying(prices[place])
        if paid is not None:
            left = (*table.market[:place], None, *table.market[place + 1 :])
            found |= purchases(replace(paid.gaining(kind), market=left), prices)
    return found


def gains(table: Table, most: int, chosen: frozenset[str] = frozenset()) -> set[Table]:
    """BN-25: up to X times, for a flower type in the shed not chosen yet, one more of it."""
    found = {table}
    if most:
        for place, kind in enumerate(TYPES):
            if table.shed[place] and kind not in chosen:
                found |= gains(table.gaining(kind), most - 1, chosen | {kind})
    return found


# What the game reaches


def table_of(state: cloche.State) -> Table:
    """What player 0 has."""
    found = frozenset((square, kind, grown) for square, kind, grown in fact(state, "plants")[0])
    return Table(money(state), tuple(fact(state, "sheds")[0]), found, tuple(fact(state, "market")))


def reached(state: cloche.State) -> set[Table]:
    """The ends of the first turn of the game, or what there is before the next draw."""
    ends, seen, open_states = set(), {state}, [state]
    while open_states:
        here = open_states.pop()
        if here.is_chance_node() or fact(here, "turns"):
            ends.add(table_of(here))
            continue
        for action in here.legal_actions():
            after = here.child(action)
            if after not in seen:
                seen.add(after)
                open_states.append(after)
    return ends


def ended(tables: set[Table]) -> set[Table]:
    return {table.end() for table in tables}


BED = ["3,3:t23", "3,3:t02"]  # beds (9,9) (9,10) (9,11) (11,11)
GROWN = "R@9,9 T@9,10 R@9,11 V@11,11"
MIXED = "R@9,9 T'@9,10 R'@9,11 V@11,11"


def table(pounds: int, tokens: str = "", growing: str = "") -> Table:
    """What a player begins with; the market is the default one."""
    found = frozenset((square, kind, grown) for square, kind, grown in plants(growing))
    return Table(pounds, tuple(flowers(tokens)), found, tuple("DRTLVD"))


def beds_but(growing: str) -> frozenset[int]:
    every = {9 * 21 + 9, 9 * 21 + 10, 9 * 21 + 11, 11 * 21 + 11}
    return frozenset(every - {square for square, _, _ in plants(growing)})


@pytest.mark.parametrize("pounds", [0, 1, 3, 5, 6, 9])
@pytest.mark.parametrize("growing", [GROWN, MIXED])
@pytest.mark.parametrize("owned", ["", "yield"])
def test_bn_41_harvests_in_rising_order_lose_nothing(
    implementation: str, pounds: int, growing: str, owned: str
) -> None:
    state = at(implementation, gardens=BED, plants_of=[growing], money=pounds, fertilizers=[owned])
    begun = table(pounds, growing=growing)
    assert reached(play(state, "gardener:harvest")) == ended(harvests(begun, owned=bool(owned)))


@pytest.mark.parametrize("growing", [MIXED, "R'@9,9 T'@9,10 V'@11,11"])
@pytest.mark.parametrize("mode", ["first", "second", "first+second", "second+first"])
def test_bn_41_both_halves_of_a_harvest_lose_nothing(implementation: str, growing: str, mode: str) -> None:
    state = at(implementation, gardens=BED, plants_of=[growing], money=4, dice="mow2 rest1 rest1 rest1")
    tables = {table(2, growing=growing)}
    for half in mode.split("+"):
        tables = {
            after
            for begun in tables
            for after in (regrowings(begun, 1) if half == "first" else harvests(begun))
        }  # fmt: skip
    assert reached(play(state, "H>harvest", mode)) == ended(tables)


@pytest.mark.parametrize("regrow", [0, 1, 2])
@pytest.mark.parametrize("harvest", [0, 1, 2])
@pytest.mark.parametrize("owned", ["", "yield"])
def test_bn_41_an_income_in_any_order_loses_nothing(implementation: str, regrow: int, harvest: int, owned: str) -> None:
    if not regrow + harvest:
        return
    # Beehives owe regrowings, cold frames harvests; here they are owed without them. The shed is empty for H's rest.
    state = at(
        implementation, gardens=BED, plants_of=[MIXED], money=0, fertilizers=[owned], dice="rest1 rest1 rest1 rest1",
        todo=[step("income", regrow=regrow, harvest=harvest), step("rest", die=1, x=1)],
    )  # fmt: skip
    # The landscaper's rest action gives prestige alone.
    expected = incomes(table(0, growing=MIXED), regrow, harvest, owned=bool(owned))
    assert reached(state) == ended(expected)


@pytest.mark.parametrize("pounds", [0, 1, 3, 6])
@pytest.mark.parametrize("tokens", ["R", "RT", "RRV", "DRTL"])
@pytest.mark.parametrize("growing", ["", "L@9,10", "L@9,10 V'@11,11"])
def test_bn_41_plantings_in_rising_order_lose_nothing(
    implementation: str, pounds: int, tokens: str, growing: str
) -> None:
    state = at(implementation, gardens=BED, plants_of=[growing], money=pounds, sheds=[tokens])
    expected = plantings(table(pounds, tokens, growing), beds_but(growing))
    assert reached(play(state, "gardener:plant")) == ended(expected)


@pytest.mark.parametrize("pounds", [1, 2, 3, 4, 7])
@pytest.mark.parametrize("die", ["L", "S"])
def test_bn_41_bn_36_rooting_powder_takes_a_pound_off_in_all(implementation: str, pounds: int, die: str) -> None:
    state = at(implementation, gardens=BED, money=pounds, sheds=["RRT"], fertilizers=["plant"])
    expected = plantings(table(pounds - 1, "RRT"), beds_but(""), cost=1, less=1)
    assert reached(play(state, f"{die}>landscape", "second")) == ended(expected)
    # The gardener's planting has cost nothing before.
    expected = plantings(table(pounds, "RRT"), beds_but(""), less=1)
    assert reached(play(state, "gardener:plant")) == ended(expected)


@pytest.mark.parametrize("pounds", [0, 1, 2, 5, 8, 30])
def test_bn_41_market_buys_in_rising_order_lose_nothing(implementation: str, pounds: int) -> None:
    state = at(implementation, money=pounds, market="DRTLVD")
    expected = ended(purchases(table(pounds), (1, 2, 3, 3, 4, 5)))
    assert reached(play(state, "gardener:flowers")) == expected


@pytest.mark.parametrize("shown", [1, 2, 3, 6])
@pytest.mark.parametrize("tokens", ["", "R", "DTT", "DRTLV"])
def test_bn_41_the_harvesters_rest_loses_nothing(implementation: str, shown: int, tokens: str) -> None:
    state = at(implementation, sheds=[tokens], dice=f"mow{shown} rest1 rest1 rest1", money=0)
    begun = table(0, tokens)
    assert reached(play(state, "H>rest")) == ended(gains(begun, shown))


@pytest.mark.parametrize("judge", ["separation", "greenkeeper"])
def test_bn_41_free_plantings_and_harvests_lose_nothing(implementation: str, judge: str) -> None:
    here: dict[str, Any] = {"gardens": BED, "money": 0, "awake": [False, True], "hands": [judge]}
    if judge == "separation":
        state = play(at(implementation, **here, sheds=["RRTV"]), "pass", "favour:separation")
        # Two plants at most, free of charge.
        few = {
            found
            for found in plantings(table(99, "RRTV"), beds_but(""))
            if len(found.plants) <= 2
        }  # fmt: skip
        expected = {replace(found, money=0) for found in few}
    else:
        state = play(at(implementation, **here, plants_of=[MIXED]), "pass", "favour:greenkeeper")
        begun = table(0, growing=MIXED)
        once = {replace(begun, harvested=frozenset()), *harvest_one(begun)}
        expected = {after for one in once for after in regrowings(replace(one, harvested=frozenset()), 1)}
    assert reached(state) == ended(expected)


def test_bn_41_orders_may_come_in_any_order(implementation: str) -> None:
    state = at(implementation, sheds=["VVDDV"], orders="s01 m01 l01", money=9)
    paid = ["pay:exact", "pay:exact"]
    one = play(state, "gardener:orders", "order:1", *paid, "order:2", *paid, "pay:exact")
    other = play(state, "gardener:orders", "order:2", *paid, "pay:exact", "order:1", *paid)
    assert one == other
    assert shed(one) == ""


def test_bn_41_mixed_purchases_may_come_in_any_order(implementation: str) -> None:
    todo = [step("double"), step("market"), step("raise", die=0), step("after")]
    state = at(implementation, todo=todo, dice="judge1 rest1 rest1 rest1", board="- - plain - -")
    one = play(state, "buy:2", "fertilizer:plant")
    assert one == play(state, "fertilizer:plant", "buy:2")
    assert play(state, "buy:2", "buy:4") == play(state, "buy:4", "buy:2")
