"""Component files of one's own: every fault is named by its key path, and what is in range is taken."""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Callable
from typing import Any

import pytest

import cloche
from cloche import components, registry

from ...net import DATA, ROOT

NAME = "barton_in_bloom"
DEFAULT = tomllib.loads((ROOT / "seeds" / NAME / "components.toml").read_text(encoding="utf-8"))
Box = dict[str, Any]
Change = Callable[[Box], Any]


def changed(change: Change) -> Box:
    box = copy.deepcopy(DEFAULT)
    change(box)
    return box


def read(box: Any) -> components.Components:
    return components.read(registry.entry(NAME), box)


def faults_of(box: Any) -> list[str]:
    with pytest.raises(ValueError, match=f"components of {NAME}: ") as error:
        read(box)
    return str(error.value).removeprefix(f"components of {NAME}: ").split("; ")


def ornament(**changes: Any) -> Box:
    return {"id": "post", "name": "Post", "price": 1, "copies": 1, "grid": "#\n"} | changes


def judge(number: int, **changes: Any) -> Box:
    favour = [{"effect": "money", "n": 1}]
    return {"id": f"j{number}", "name": f"J{number}", "kind": "ranked", "metric": "tiles", "favour": favour} | changes


def tile(number: int) -> Box:
    return {"id": f"x{number}", "grid": "F..\n...\n...\n"}


EFFECTS = (
    *("money", "flowers", "judges", "tile", "regrow", "harvest", "plant", "fertilizer", "demand", "prestige"),
    "purchases",
)
ALL_EFFECTS = [{"effect": effect, "n": 9} for effect in EFFECTS]
WIDE = "#####\n#...#\n#....\n"

GOOD: dict[str, Change] = {
    "all effects in a favour": lambda box: box["judge"][0].update(favour=ALL_EFFECTS),
    "all effects in a bonus": lambda box: box["notice"][0].update(bonus=ALL_EFFECTS),
    "incomes": lambda box: box["ornament"][0].update(
        income=[{"effect": effect, "n": 1} for effect in ("money", "flowers", "regrow", "harvest", "prestige")]
    ),
    "no ornaments": lambda box: box.update(ornament=[]),
    "no table of ornaments": lambda box: box.pop("ornament"),
    "24 ornaments": lambda box: box["ornament"].extend(ornament(id=f"o{i}", name=f"O{i}") for i in range(4)),
    "48 judges": lambda box: box["judge"].extend(judge(i) for i in range(24)),
    "64 tiles": lambda box: box["tile"].extend(tile(i) for i in range(28)),
    "three tiles for two players": lambda box: (
        box.update(tile=box["tile"][:3]),
        box["players"].update(max=2),
        [size.update(supply=[1]) for size in box["decoration"]],
    ),
    "as many judges as the set-up takes": lambda box: box.update(judge=box["judge"][:8]),
    "no surcharges": lambda box: box["surcharge"].update(harvest=0, plant=0, order=0),
    "8 spaces in the market": lambda box: box["market"].update(prices=[0, 99, 1, 1, 1, 1, 1, 1]),
    "empty bag": lambda box: box["bag"].update(first=0, refill=1),
    "no draws in the set-up": lambda box: box["setup"].update(bag_flowers=0, judges=0),
    "nine squares": lambda box: box["ornament"][0].update(grid=WIDE.replace("....\n", "#...\n")),
    "metrics": lambda box: [
        one.update(metric=metric)
        for one, metric in zip(box["judge"], ("covered", "shed_types", "plants_of:V", "judges_held"), strict=False)
    ],
    "flat at 255": lambda box: box["judge"][0].update(value=255, op=">="),
}


@pytest.mark.parametrize("change", GOOD.values(), ids=GOOD)
def test_what_may_be_changed_is_taken(change: Change, implementation: str) -> None:
    box = changed(change)
    assert read(box).data == box
    state = cloche.load(NAME, 2, components=box, implementation=implementation).new_initial_state(seed=1)
    for _ in range(80):
        state.apply_action(state.legal_actions()[0])
        assert state.game.state_from_dict(state.to_dict()) == state


@pytest.mark.parametrize("file", ["tiny.toml", "small.toml"])
def test_the_boxes_of_the_tests_are_valid(file: str) -> None:
    assert read(DATA / NAME / file).data


def test_the_default_box_is_valid_and_comes_out_as_it_is() -> None:
    assert read(DEFAULT) == components.default(registry.entry(NAME))


BAD: dict[str, tuple[Change, str]] = {
    "game": (lambda box: box.update(game="bloom_town"), "game: 'bloom_town'"),
    "schema": (lambda box: box.update(schema=2), "schema: 2"),
    "unknown key": (lambda box: box.update(flowers=[]), "flowers: unknown key, should be one of schema, "),
    "unknown inner key": (lambda box: box["action"].update(mow=1), "action.mow: unknown key"),
    "unknown key of a card": (
        lambda box: box["order_deck"][1]["card"][2].update(cost=1),
        "order_deck[1].card[2].cost: unknown key",
    ),
    "missing table": (lambda box: box.pop("bag"), "bag: missing"),
    "missing key": (lambda box: box["setup"].pop("plants"), "setup.plants: missing"),
    "true is no number": (lambda box: box["bag"].update(first=True), "bag.first: True"),
    "one player": (lambda box: box["players"].update(min=1), "players.min: 1"),
    "five players": (lambda box: box["players"].update(max=5), "players.max: 5"),
    "fewest above most": (lambda box: box["players"].update(min=4, max=3), "players.min: 4"),
    # Fixed by the ids of actions
    "flower letter": (lambda box: box["flower"][1].update(id="Q"), "flower[1].id: 'Q', should be 'R'"),
    "four flowers": (lambda box: box["flower"].pop(), "flower: "),
    "order of the dice": (lambda box: box["specialist"].reverse(), "specialist[0].id: 'S', should be 'H'"),
    "action of a die": (lambda box: box["specialist"][2].update(action="sell"), "specialist[2].action: 'sell'"),
    "no rest number": (
        lambda box: box["specialist"][3]["rest"].pop("others_money"),
        "specialist[3].rest.others_money: missing",
    ),
    "rest number of another": (
        lambda box: box["specialist"][0]["rest"].update(money_per_demand=1),
        "specialist[0].rest.money_per_demand: unknown key here, should be types_per_demand",
    ),
    "dice": (lambda box: box["dice"].update(max=5), "dice.max: 5, should be 6"),
    "fertilizer": (lambda box: box["fertilizer"][1].update(id="wage"), "fertilizer[1].id: 'wage', should be 'wages'"),
    "six fertilizers": (lambda box: box["fertilizer"].append(dict(box["fertilizer"][0])), "fertilizer: "),
    "notice spaces": (lambda box: box["notice"][4].update(space=4), "notice[4].space: 4, should be 5"),
    "four notice spaces": (lambda box: box["notice"].pop(), "notice: "),
    "decoration": (lambda box: box["decoration"][0].update(id="huge"), "decoration[0].id: 'huge'"),
    "payment of a decoration": (lambda box: box["decoration"][1].update(pay="any"), "decoration[1].pay: 'any'"),
    "flowers of a decoration": (lambda box: box["decoration"][2].update(flowers=2), "decoration[2].flowers: 2"),
    "supply for two counts": (lambda box: box["decoration"][0].update(supply=[1, 2]), "decoration[0].supply: [1, 2]"),
    "supply": (lambda box: box["decoration"][0].update(supply=[1, 2, 17]), "decoration[0].supply[2]: 17"),
    "two decks": (lambda box: box["order_deck"].pop(), "order_deck: "),
    "two piles": (lambda box: box["action"].update(piles=2), "action.piles: 2, should be 3"),
    # More than the action table holds
    "9 market spaces": (lambda box: box["market"].update(prices=[1] * 9), "market.prices: "),
    "no market": (lambda box: box["market"].update(prices=[]), "market.prices: "),
    "25 ornaments": (
        lambda box: box["ornament"].extend(ornament(id=f"o{i}", name=f"O{i}") for i in range(5)),
        "ornament: ",
    ),
    "49 judges": (lambda box: box["judge"].extend(judge(i) for i in range(25)), "judge: "),
    "65 tiles": (lambda box: box["tile"].extend(tile(i) for i in range(29)), "tile: "),
    "33 orders": (
        lambda box: box["order_deck"][0]["card"].extend(
            {"id": f"q{i}", "icons": "D", "money": 1, "prestige": 1} for i in range(19)
        ),
        "order_deck[0].card: ",
    ),
    # Words
    "metric of a judge": (lambda box: box["judge"][0].update(metric="gardens"), "judge[0].metric: 'gardens'"),
    "flower of a metric": (lambda box: box["judge"][0].update(metric="plants_of:X"), "judge[0].metric: 'plants_of:X'"),
    "metric of an ornament": (
        lambda box: box["ornament"][4].update(per={"metric": "ponds", "points": 1}),
        "ornament[4].per.metric: 'ponds'",
    ),
    "effect of a favour": (
        lambda box: box["judge"][2].update(favour=[{"effect": "coins", "n": 1}]),
        "judge[2].favour[0].effect: 'coins'",
    ),
    "effect of a bonus": (
        lambda box: box["notice"][1].update(bonus=[{"effect": "orders", "n": 1}]),
        "notice[1].bonus[0].effect: 'orders'",
    ),
    "effect of an income": (
        lambda box: box["ornament"][1].update(income=[{"effect": "judges", "n": 1}]),
        "ornament[1].income[0].effect: 'judges'",
    ),
    "effect of nothing": (
        lambda box: box["notice"][1].update(bonus=[{"effect": "money", "n": 0}]),
        "notice[1].bonus[0].n: 0",
    ),
    "effect named twice": (
        lambda box: box["judge"][5].update(favour=[{"effect": "money", "n": 1}] * 2),
        "judge[5].favour: the effect 'money' is named twice",
    ),
    "no effect": (lambda box: box["notice"][0].update(bonus=[]), "notice[0].bonus: "),
    "flat without a number": (lambda box: box["judge"][0].pop("value"), "judge[0].value: missing"),
    "flat without a comparison": (lambda box: box["judge"][0].pop("op"), "judge[0].op: missing"),
    "comparison": (lambda box: box["judge"][0].update(op="<"), "judge[0].op: '<'"),
    "ranked with a number": (lambda box: box["judge"][12].update(value=3), "judge[12].value: unknown key"),
    "kind of judge": (lambda box: box["judge"][0].update(kind="strict"), "judge[0].kind: 'strict'"),
    # Letters and shapes
    "feature letter": (lambda box: box["tile"][3].update(grid="FLL\nPPX\nPFF\n"), "tile[3].grid: "),
    "two rows": (lambda box: box["tile"][3].update(grid="FLL\nPPL\n"), "tile[3].grid: "),
    "four columns": (lambda box: box["tile"][3].update(grid="FLLL\nPPLL\nPFFF\n"), "tile[3].grid: "),
    "no bed": (lambda box: box["tile"][4].update(grid="PLL\nPPL\nPLL\n"), "tile[4].grid: "),
    "mark of an ornament": (lambda box: box["ornament"][0].update(grid="#X\n"), "ornament[0].grid: "),
    "ragged ornament": (lambda box: box["ornament"][0].update(grid="##\n#\n"), "ornament[0].grid: "),
    "two pieces": (
        lambda box: box["ornament"][0].update(grid="#.\n.#\n"),
        "ornament[0].grid: '#.\\n.#\\n', should be in",
    ),
    "empty outer row": (lambda box: box["ornament"][0].update(grid="##\n..\n"), "ornament[0].grid: "),
    "six long": (lambda box: box["ornament"][0].update(grid="######\n"), "ornament[0].grid: "),
    "ten squares": (lambda box: box["ornament"][0].update(grid="#####\n#####\n"), "ornament[0].grid: "),
    "nothing": (lambda box: box["ornament"][0].update(grid=""), "ornament[0].grid: "),
    "icons": (lambda box: box["order_deck"][0]["card"][0].update(icons="DX"), "order_deck[0].card[0].icons: 'DX'"),
    "seven icons": (lambda box: box["order_deck"][0]["card"][0].update(icons="D" * 7), "order_deck[0].card[0].icons: "),
    # Ids and names
    "tile twice": (lambda box: box["tile"][1].update(id="t01"), "tile: the id 't01' is used twice"),
    "judge twice": (lambda box: box["judge"][1].update(id="separation"), "judge: the id 'separation' is used twice"),
    "ornament twice": (lambda box: box["ornament"][1].update(id="birdbath"), "ornament: the id 'birdbath'"),
    "order in two decks": (
        lambda box: box["order_deck"][1]["card"][0].update(id="s01"),
        "order_deck: the id of a card",
    ),
    "name twice": (lambda box: box["judge"][1].update(name="Separation"), "judge: the name 'Separation'"),
    "capitals in an id": (lambda box: box["judge"][0].update(id="Separation"), "judge[0].id: 'Separation'"),
    "long id": (lambda box: box["tile"][0].update(id="t" * 33), "tile[0].id: "),
    # Counts that break a clause
    "too few tiles": (
        lambda box: (box.update(tile=box["tile"][:11]), box["setup"].update(tiles=3)),
        "tile: 11 of them, should be at least 12",
    ),
    "too few judges": (lambda box: box.update(judge=box["judge"][:7]), "judge: 7 of them, should be at least 8"),
    "ranked prizes rise": (lambda box: box["scoring"].update(judge_ranked=[4, 8]), "scoring.judge_ranked: [4, 8]"),
    "five prizes": (lambda box: box["scoring"].update(judge_ranked=[5, 4, 3, 2, 1]), "scoring.judge_ranked: "),
    "end at seven": (lambda box: box["scoring"].update(end_tiles=7), "scoring.end_tiles: 7"),
    "no refill": (lambda box: box["bag"].update(refill=0), "bag.refill: 0"),
    "four first tiles": (lambda box: box["setup"].update(tiles=4), "setup.tiles: 4"),
    "nothing to plant": (lambda box: box["setup"].update(plants=0), "setup.plants: 0"),
    "price of a fertilizer": (lambda box: box["fertilizer"][0].update(price=100), "fertilizer[0].price: 100"),
    "amount of a fertilizer": (lambda box: box["fertilizer"][0].update(amount=0), "fertilizer[0].amount: 0"),
    "effect of ten": (lambda box: box["notice"][0]["bonus"][0].update(n=10), "notice[0].bonus[0].n: 10"),
    "nine steps of prestige": (lambda box: box["decoration"][0].update(prestige=[1] * 9), "decoration[0].prestige: "),
    "each": (lambda box: box["decoration"][2].update(each=10), "decoration[2].each: 10"),
    "mowing": (lambda box: box["action"].update(mow_money=100), "action.mow_money: 100"),
    "judges drawn": (lambda box: box["action"].update(judge_draw=10), "action.judge_draw: 10"),
    "no regrowing": (lambda box: box["action"].update(regrow_plants=0), "action.regrow_plants: 0"),
    "no orders to sell": (lambda box: box["action"].update(sell_orders=0), "action.sell_orders: 0"),
    "ten points a unit": (
        lambda box: box["ornament"][4].update(per={"metric": "tiles", "points": 10}),
        "ornament[4].per.points: 10",
    ),
    "no cards": (lambda box: box["order_deck"][0].update(card=[]), "order_deck[0].card: "),
    "order of much": (lambda box: box["order_deck"][0]["card"][0].update(money=100), "order_deck[0].card[0].money: "),
    "flat at 256": (lambda box: box["judge"][0].update(value=256), "judge[0].value: 256"),
    "first tokens": (lambda box: box["bag"].update(first=51), "bag.first: 51"),
    "first money": (lambda box: box["setup"].update(money=100), "setup.money: 100"),
    "surcharge": (lambda box: box["surcharge"].update(plant=10), "surcharge.plant: 10"),
    "income": (lambda box: box["income"].update(per_complete_tile=10), "income.per_complete_tile: 10"),
    "no prizes": (lambda box: box["scoring"].update(judge_ranked=[]), "scoring.judge_ranked: "),
    "rest number": (lambda box: box["specialist"][3]["rest"].update(money_per_demand=10), "specialist[3].rest."),
    "text for a number": (lambda box: box["setup"].update(money="10"), "setup.money: '10'"),
    "nine copies": (lambda box: box["ornament"][0].update(copies=9), "ornament[0].copies: 9"),
    "huge number": (lambda box: box["market"].update(prices=[10**400]), "market.prices[0]: "),
}


@pytest.mark.parametrize(("change", "expected"), BAD.values(), ids=BAD)
def test_a_fault_is_named_by_its_path(change: Change, expected: str) -> None:
    faults = faults_of(changed(change))
    assert any(fault.startswith(expected) for fault in faults), faults


@pytest.mark.parametrize(
    "together",
    [
        ("game", "unknown inner key", "missing key", "metric of a judge", "effect of a favour", "icons", "long id"),
        ("missing key", "feature letter", "two pieces", "no bed"),
        ("flower letter", "tile twice", "effect named twice", "too few judges", "ranked prizes rise"),
    ],
    ids=["types", "grids", "between tables"],
)
def test_all_faults_are_listed_at_once(together: tuple[str, ...]) -> None:
    box = copy.deepcopy(DEFAULT)
    for name in together:
        BAD[name][0](box)
    faults = faults_of(box)
    assert all(any(fault.startswith(BAD[name][1]) for fault in faults) for name in together), faults
    assert len(faults) == len(together)
