"""Games with component files of one's own, and what of them is refused: BN-71, "Component files" of state.md."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

from .barton import DEFAULT_BOX, NAME, SMALL, TINY, Data, box, fact, load


def changed(*path: Any, base: Data = DEFAULT_BOX) -> Data:
    """The default file with one value changed: the keys that lead to it, then the value."""
    *keys, last, value = path
    data = copy.deepcopy(base)
    here: Any = data
    for key in keys:
        here = here[key]
    here[last] = value
    return data


def without(*keys: Any) -> Data:
    data = copy.deepcopy(DEFAULT_BOX)
    here: Any = data
    for key in keys[:-1]:
        here = here[key]
    del here[keys[-1]]
    return data


def refusal(data: Data, players: int = 2) -> str:
    with pytest.raises(ValueError, match=NAME) as error:
        load("reference", players, data)
    return str(error.value)


POSTS = [{"id": f"o{n}", "name": f"O{n}", "price": 0, "copies": 8, "grid": "#\n"} for n in range(25)]


# What is refused, with the place that is wrong


@pytest.mark.parametrize(
    ("data", "places"),
    [
        (changed("flower", 0, "id", "X"), "flower"),
        (changed("flower", [DEFAULT_BOX["flower"][i] for i in (1, 0, 2, 3, 4)]), "flower"),
        (changed("flower", DEFAULT_BOX["flower"][:4]), "flower"),
        (changed("specialist", 0, "id", "G"), "specialist"),
        (changed("specialist", 0, "action", "sell"), "specialist"),
        (changed("fertilizer", 1, "id", "pay"), "fertilizer"),
        (changed("fertilizer", DEFAULT_BOX["fertilizer"][:4]), "fertilizer"),
        (changed("fertilizer", 0, "price", 100), "price"),
        (changed("fertilizer", 0, "amount", 0), "amount"),
        (changed("notice", 0, "space", 2), "notice"),
        (changed("notice", DEFAULT_BOX["notice"][:4]), "notice"),
        (changed("notice", 0, "bonus", []), "bonus"),
        (changed("notice", 0, "bonus", [{"effect": "rain", "n": 1}]), "effect"),
        (changed("notice", 0, "bonus", [{"effect": "money", "n": 0}]), "bonus"),
        (changed("notice", 0, "bonus", [{"effect": "money", "n": 10}]), "bonus"),
        (changed("notice", 0, "bonus", [{"effect": "money", "n": 1}] * 2), "bonus"),
        (changed("decoration", 0, "pay", "equal"), "decoration"),
        (changed("decoration", 0, "flowers", 3), "decoration"),
        (changed("decoration", 0, "supply", [4, 5]), "supply"),
        (changed("decoration", 0, "prestige", [1] * 9), "prestige"),
        (changed("decoration", 2, "each", 10), "each"),
        (changed("order_deck", DEFAULT_BOX["order_deck"][:2]), "order_deck"),
        (changed("action", "piles", 4), "piles"),
        (changed("action", "mow_money", 100), "mow_money"),
        (changed("action", "judge_draw", 10), "judge_draw"),
        (changed("action", "regrow_plants", 0), "regrow_plants"),
        (changed("action", "sell_orders", 0), "sell_orders"),
        (changed("dice", "max", 5), "dice"),
        (changed("dice", "start", 2), "dice"),
        (changed("players", "max", 5), "players"),
        (changed("players", "min", 1), "players"),
        (changed("tile", DEFAULT_BOX["tile"][:2]), "tile"),
        (changed("tile", DEFAULT_BOX["tile"][:3]), "tile"),  # four players need one each
        (changed("tile", [{"id": f"z{n}", "grid": "F..\n...\n...\n"} for n in range(65)]), "tile"),
        (changed("tile", 0, "id", "t02"), "t02"),
        (changed("tile", 0, "id", "T 1"), "tile"),
        (changed("tile", 0, "id", "x" * 33), "tile"),
        (changed("tile", 0, "grid", "F..\n...\n"), "grid"),
        (changed("tile", 0, "grid", "F..\n....\n...\n"), "grid"),
        (changed("tile", 0, "grid", "F..\n.X.\n...\n"), "grid"),
        (changed("tile", 0, "grid", "...\nPWL\n...\n"), "grid"),  # at least one bed
        (changed("ornament", 0, "id", "sundial"), "sundial"),
        (changed("ornament", 0, "name", "Sundial"), "Sundial"),
        (changed("ornament", 0, "grid", "#.#\n"), "grid"),
        (changed("ornament", 0, "grid", "#.\n"), "grid"),
        (changed("ornament", 0, "grid", "######\n"), "grid"),
        (changed("ornament", 0, "grid", "####\n####\n####\n"), "grid"),
        (changed("ornament", 0, "grid", "#.\n.#\n"), "grid"),
        (changed("ornament", 0, "grid", ".\n"), "grid"),
        (changed("ornament", 0, "copies", 9), "copies"),
        (changed("ornament", 0, "copies", 0), "copies"),
        (changed("ornament", 0, "price", 100), "price"),
        (changed("ornament", 0, "income", [{"effect": "tile", "n": 1}]), "income"),
        (changed("ornament", 4, "per", {"metric": "oaks", "points": 1}), "metric"),
        (changed("ornament", 4, "per", {"metric": "orders", "points": 10}), "points"),
        (changed("ornament", 4, "per", {"metric": "plants_of:X", "points": 1}), "metric"),
        (changed("ornament", POSTS[:25]), "ornament"),
        (changed("order_deck", 0, "card", []), "card"),
        (changed("order_deck", 0, "card", 0, "icons", ""), "icons"),
        (changed("order_deck", 0, "card", 0, "icons", "DDDDDDD"), "icons"),
        (changed("order_deck", 0, "card", 0, "icons", "DX"), "icons"),
        (changed("order_deck", 0, "card", 0, "id", "m01"), "m01"),
        (changed("order_deck", 0, "card", 0, "money", 100), "money"),
        (changed("judge", DEFAULT_BOX["judge"][:7]), "judge"),  # four players may take two each
        (changed("judge", 0, "kind", "best"), "kind"),
        (changed("judge", 0, "metric", "oaks"), "metric"),
        (changed("judge", 0, "op", ">"), "op"),
        (changed("judge", 0, "value", 256), "value"),
        (without("judge", 0, "op"), "judge"),
        (without("judge", 0, "value"), "judge"),
        (changed("judge", 12, "op", ">="), "judge"),  # ranked
        (changed("judge", 0, "favour", []), "favour"),
        (changed("judge", 0, "favour", [{"effect": "gnomes", "n": 1}]), "effect"),
        (changed("market", "prices", []), "prices"),
        (changed("market", "prices", [1] * 9), "prices"),
        (changed("market", "prices", [100]), "prices"),
        (changed("bag", "first", 51), "first"),
        (changed("bag", "refill", 0), "refill"),
        (changed("setup", "tiles", 0), "tiles"),
        (changed("setup", "tiles", 4), "tiles"),
        (changed("setup", "plants", 0), "plants"),
        (changed("setup", "money", 100), "money"),
        (changed("surcharge", "plant", 10), "plant"),
        (changed("income", "per_complete_tile", 10), "per_complete_tile"),
        (changed("scoring", "end_tiles", 0), "end_tiles"),
        (changed("scoring", "end_tiles", 7), "end_tiles"),
        (changed("scoring", "judge_ranked", []), "judge_ranked"),
        (changed("scoring", "judge_ranked", [4, 5]), "judge_ranked"),
        (changed("scoring", "judge_ranked", [9, 8, 7, 6, 5]), "judge_ranked"),
        (changed("specialist", 3, "rest", "money_per_demand", 10), "money_per_demand"),
        (changed("schema", 2), "schema"),
        (changed("game", "bloom_town"), "game"),
        (changed("market", "colour", 1), "colour"),
        (changed("colour", 1), "colour"),
        (without("surcharge"), "surcharge"),
        (without("bag", "refill"), "refill"),
        (changed("setup", "money", True), "money"),
        (changed("setup", "money", "10"), "money"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_bn_71_a_fault_is_named_by_its_place(data: Data, places: str) -> None:
    assert places in refusal(data)


def test_bn_71_every_fault_is_named_at_once() -> None:
    data = changed("market", "prices", [100])
    data["judge"][0]["metric"] = "oaks"
    data["bag"]["refill"] = 0
    data["tile"][3]["grid"] = "F..\n.X.\n...\n"
    message = refusal(data)
    for place in ("prices", "metric", "refill", "grid"):
        assert place in message, place


def test_bn_71_what_is_allowed_is_said() -> None:
    message = refusal(changed("judge", 0, "metric", "gnome"))
    assert "gnomes" in message


# What may be changed


@pytest.mark.parametrize(
    ("data", "players"),
    [
        (SMALL, 2),
        (TINY, 3),
        (box(market={"prices": [0]}), 2),
        (box(market={"prices": [9] * 8}), 4),
        (box(ornament=[]), 2),
        (box(tile=DEFAULT_BOX["tile"][:4]), 4),
        (box(judge=DEFAULT_BOX["judge"][:8]), 4),
        (box(bag={"first": 0, "refill": 1}), 2),
        (box(setup={"money": 0, "bag_flowers": 0, "judges": 0, "tiles": 3}), 2),
        (box(setup={"judges": 0, "choice_judges": 6, "plants": 9, "flowers": 9}), 2),
        (box(action={"judge_draw": 0, "both_halves": 0, "landscape_tiles": 9, "sell_orders": 9}), 3),
        (box(surcharge={"harvest": 0, "plant": 0, "order": 0}), 2),
        (box(scoring={"end_tiles": 1, "judge_ranked": [5]}), 2),
        (box(SMALL, setup={"tiles": 3}, action={"purchase_ornaments": 9, "regrow_plants": 9}), 4),
        (changed("judge", 0, "value", 255), 2),
        (changed("judge", 0, "metric", "shed_types"), 2),
        (changed("ornament", 0, "grid", "###\n###\n###\n"), 2),
        (changed("ornament", 0, "grid", "#####\n"), 2),
    ],
    ids=lambda value: "" if isinstance(value, dict) else str(value),
)  # fmt: skip
def test_bn_71_other_files_can_be_played(implementation: str, data: Data, players: int) -> None:
    game = load(implementation, players, data, turn_limit=4)
    for seed in (1, 2):
        state = game.new_initial_state(seed=seed)
        rng = random.Random(seed)
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        assert game.state_from_dict(state.to_dict()) == state
        assert sum(state.returns()) == pytest.approx(0)


def test_the_largest_tables_fit_the_ids(implementation: str) -> None:
    judge = DEFAULT_BOX["judge"][12]
    data = box(
        tile=[{"id": f"z{n}", "grid": "F..\n...\n...\n"} for n in range(64)],
        ornament=[
            {"id": f"o{n}", "name": f"O{n}", "price": 0, "copies": 8, "grid": "#\n"} for n in range(24)
        ],
        judge=[judge | {"id": f"j{n}", "name": f"J{n}"} for n in range(48)],
        order_deck=[
            {"id": deck["id"], "card": [deck["card"][0] | {"id": f"{deck['id']}{n}"} for n in range(32)]}
            for deck in DEFAULT_BOX["order_deck"]
        ],
        market={"prices": [0] * 8},
    )  # fmt: skip
    game = load(implementation, 2, data, turn_limit=2)
    state = game.new_initial_state(seed=3)
    rng = random.Random(3)
    while not state.is_terminal():
        assert max(state.legal_actions()) < (64 if state.is_chance_node() else 7032)
        state.apply_action(rng.choice(state.legal_actions()))
    assert fact(state, "turns") == 4


def test_components_of_the_game_are_the_default_file(implementation: str) -> None:
    assert load(implementation).components == DEFAULT_BOX
