"""Games with component files of one's own are played to the end: BN-71, "Component files" of state.md."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

from .barton import DEFAULT_BOX, SMALL, TINY, Data, box, fact, load


def changed(*path: Any, base: Data = DEFAULT_BOX) -> Data:
    """The default file with one value changed: the keys that lead to it, then the value."""
    *keys, last, value = path
    data = copy.deepcopy(base)
    here: Any = data
    for key in keys:
        here = here[key]
    here[last] = value
    return data


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
