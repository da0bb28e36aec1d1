"""What `state_from_dict` takes, and what it refuses by S-1 to S-5 of seeds/cottage_garden/state.md."""

from __future__ import annotations

import re
from typing import Any

import pytest

from .bases import BASES, NO_BEDS, OTHER, Base, laws, plant, refusal
from .cottage import PHASES, THREE, bed, full


@pytest.mark.parametrize("name", BASES)
def test_lawful_positions_are_taken_as_they_are(implementation: str, name: str) -> None:
    game, data = BASES[name](implementation)
    state = game.state_from_dict(data)
    assert state.to_dict() == data
    assert list(state.to_dict()) == list(data)
    assert game.deserialize(state.serialize()) == state


def test_there_is_one_of_every_phase(implementation: str) -> None:
    assert {BASES[name](implementation)[1]["phase"] for name in BASES} == set(PHASES)


ALL_BEDS = [[bed(7), bed(2, "dark")], [bed(1), bed(9, "dark")]]


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("setup_tile", {"nursery": [None] * 16}),
        ("setup_tile", {"nursery": list(range(16)), "queue": list(range(35, 16, -1))}),
        ("setup_bed", {"beds": NO_BEDS}),
        ("setup_bed", {"beds": ALL_BEDS}),
        ("plant", {"moves": 63}),
        ("plant", {"moves": 63, "cats": [0, 0]}),
        ("plant", {"players": 3, "moves": 14}),
        ("plant", {"players": 1, "moves": 31}),
        # A bed finished by cats before the planting.
        ("plant", {"beds": [[full(1), bed(2, "dark")]]}),
        ("plant", {"beds": [[bed(6, "dark"), bed(8)]], "middle": {"bed": 8, "side": "dark"}}),
        ("cats", {"cats": [255, 2]}),
        ("cats", {"cats": [1, 2], "beds": [[full(1), bed(2, "dark")]]}),
        ("orange", {"cats": [7, 0]}),
        ("orange", {"orange": [[0, 4, 16], [0, 0, 0]], "hives": [0, None]}),
        ("orange", {"orange": [[0, 4, 16], [0, 0, 16]], "hives": [1, 0]}),
        ("blue", {"orange": [[4, 4, 9], [0, 0, 0]]}),
        # A pot that was put at once leaves nothing owed.
        ("owing", {"owed": 0}),
        ("return_", {"beds": [[bed(1, "light", "T01:o0@a1 T03:o0@b1"), full(2)]], "owed": 2,
                     "orange": [[4, 4, 9], [0, 0, 0]], "blue": [[2, 2, 2], [0, 0, 0]]}),
        ("return_", {"beds": [[bed(1, "light", "T01:o0@a1 T03:o0@b1"), full(2)]], "owed": 1,
                     "blue": [[2, 2, 2], [0, 0, 0]]}),
        ("pot", {"owed": 2, "blue": [[2, 2, 2], [0, 0, 0]]}),
        ("pot", {"beds": [[bed(1, pots="a1"), full(2, "dark")]], "blue": [[2, 2, 2], [0, 0, 0]]}),
        ("final", {"moves": 80}),
        ("final", {"moves": 66, "orange": [[2, 3, 15], [0, 0, 0]], "hives": [0, None]}),
        ("final", {"cats": [1, 2], "beds": [[None, bed(2, "dark", THREE[0])], [None, None]]}),
        ("over", {"moves": 65, "cats": [9, 2]}),
        ("over", {"cats": [2, 9], "hives": [1, 0]}),
    ],
    ids=str,
)  # fmt: skip
def test_other_lawful_positions_are_taken_too(implementation: str, name: str, settings: dict[str, Any]) -> None:
    game, data = BASES[name](implementation, **settings)
    assert game.state_from_dict(data).to_dict() == data


def test_at_the_end_tiles_may_be_nowhere(implementation: str) -> None:
    game, data = BASES["over"](implementation)
    assert game.state_from_dict(data | {"queue": data["queue"][3:]}).is_terminal()


# S-1: keys, types, lengths

LYING = bed(1)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("phase", "planting"),
        ("phase", "Plant"),
        ("phase", None),
        ("phase", 4),
        ("player", "0"),
        ("player", False),
        ("player", 0.0),
        ("player", 2),
        ("player", -1),
        ("nursery", None),
        ("nursery", list(range(15))),
        ("nursery", list(range(17))),
        ("nursery", [*range(15), 36]),
        ("nursery", [*range(15), -1]),
        ("nursery", [*range(15), "T16"]),
        ("nursery", [*range(15), True]),
        ("queue", None),
        ("queue", [*range(16, 35), None]),
        ("queue", [*range(16, 35), 36]),
        ("queue", {"0": 16}),
        ("beds", [[LYING, bed(2)]]),
        ("beds", [[LYING, bed(2)], OTHER, [bed(6), bed(7)]]),
        ("beds", [[LYING], OTHER]),
        ("beds", [[LYING, bed(2), bed(6)], OTHER]),
        ("beds", [[LYING | {"bed": 9}, bed(2)], OTHER]),
        ("beds", [[LYING | {"bed": "1"}, bed(2)], OTHER]),
        ("beds", [[LYING | {"side": "up"}, bed(2)], OTHER]),
        ("beds", [[LYING | {"side": None}, bed(2)], OTHER]),
        ("beds", [[LYING | {"colour": 1}, bed(2)], OTHER]),
        ("beds", [[{key: LYING[key] for key in ("bed", "side", "tiles", "pots")}, bed(2)], OTHER]),
        ("beds", [[LYING | {"tiles": [[0, 0]]}, bed(2)], OTHER]),
        ("beds", [[LYING | {"tiles": [[0, 0, 0, 0]]}, bed(2)], OTHER]),
        ("beds", [[LYING | {"tiles": [[36, 0, 0]]}, bed(2)], OTHER]),
        ("beds", [[LYING | {"tiles": [[0, 8, 0]]}, bed(2)], OTHER]),
        ("beds", [[LYING | {"tiles": [[0, 0, 25]]}, bed(2)], OTHER]),
        ("beds", [[LYING | {"tiles": [[0, False, 0]]}, bed(2)], OTHER]),
        ("beds", [[LYING | {"tiles": None}, bed(2)], OTHER]),
        ("beds", [[LYING | {"pots": [25]}, bed(2)], OTHER]),
        ("beds", [[LYING | {"pots": [-1]}, bed(2)], OTHER]),
        ("beds", [[LYING | {"pots": ["a1"]}, bed(2)], OTHER]),
        ("beds", [[LYING | {"cats": 0}, bed(2)], OTHER]),
        ("beds", [[[0, "light"], bed(2)], OTHER]),
        ("middle", {"bed": 4}),
        ("middle", {"bed": 9, "side": "light"}),
        ("middle", {"bed": 4, "side": "both"}),
        ("middle", {"bed": 4, "side": "light", "tiles": []}),
        ("middle", [4, "light"]),
        ("middle", 4),
        ("orange", [[0, 0, 0]]),
        ("orange", [[0, 0], [0, 0, 0]]),
        ("orange", [[0, 0, 17], [0, 0, 0]]),
        ("orange", [[0, 0, None], [0, 0, 0]]),
        ("blue", [[0, 0, 0, 0], [0, 0, 0]]),
        ("blue", [[0, 0, 9], [0, 0, 0]]),
        ("blue", [[-1, 0, 0], [0, 0, 0]]),
        ("cats", [2]),
        ("cats", [2, 256]),
        ("cats", [2, -1]),
        ("cats", [2, 2.0]),
        ("cats", [True, 2]),
        ("hives", [None]),
        ("hives", [None, None, None]),
        ("hives", [2, None]),
        ("hives", [False, None]),
        ("gardener", 16),
        ("gardener", -1),
        ("gardener", None),
        ("die", 1),
        ("die", 7),
        ("die", "2"),
        ("slot", 2),
        ("slot", -1),
        ("slot", False),
        ("owed", 3),
        ("owed", -1),
        ("owed", None),
        ("owed", False),
    ],
)
def test_s_1_a_value_of_another_type_or_size_is_refused_by_its_key(
    implementation: str, key: str, value: object
) -> None:
    game, data = plant(implementation)
    message = refusal((game, data | {key: value}))
    assert re.search(rf"\b{key}\b", message)
    # All other laws are passed over.
    assert laws(message) <= {"S-1"}


def test_s_1_every_key_is_needed(implementation: str) -> None:
    game, data = plant(implementation)
    for key in data:
        message = refusal((game, {other: data[other] for other in data if other != key}))
        assert re.search(rf"\b{key}\b", message), key


def test_s_1_other_keys_are_refused(implementation: str) -> None:
    game, data = plant(implementation)
    assert "'colour'" in refusal((game, data | {"colour": "R"}))
    assert "'observer'" in refusal((game, data | {"observer": 0}))


def test_s_1_keys_come_in_any_order(implementation: str) -> None:
    game, data = plant(implementation)
    turned = {key: data[key] for key in reversed(data)} | {"middle": {"side": "light", "bed": 4}}
    assert game.state_from_dict(turned).to_dict() == data


def test_s_1_lists_have_the_lengths_of_the_box_and_the_players(implementation: str) -> None:
    game, data = plant(implementation, players=1)
    assert data["hives"] == [None]
    assert game.state_from_dict(data).current_player() == 0
    assert "hives" in refusal((game, data | {"hives": [None, None]}))
    game, data = plant(implementation, players=4)
    assert game.state_from_dict(data | {"gardener": 19, "player": 3}).current_player() == 3
    assert "gardener" in refusal((game, data | {"gardener": 20}))


# S-2 to S-5: who decides, tiles and beds


def tiles_of(laid: str) -> dict[str, Any]:
    """Bed 1 of player 0 with tiles."""
    return {"beds": [[bed(1, "light", laid), bed(2, "dark")]]}


def things(**on_it: Any) -> dict[str, Any]:
    """Bed 1 of player 0 with these values."""
    return {"beds": [[bed(1) | on_it, bed(2, "dark")]]}


SECOND = bed(2, "dark")


@pytest.mark.parametrize(
    ("law", "key", "name", "settings"),
    [
        ("S-2", "player", "plant", {"player": None}),
        ("S-2", "player", "cats", {"player": None}),
        ("S-2", "player", "over", {"player": 0}),
        ("S-2", "player", "setup_tile", {"player": 0}),
        ("S-2", "player", "setup_bed", {"player": 1}),
        # S-3: every tile once
        ("S-3", "nursery|queue", "plant", {"nursery": [1, *range(1, 16)]}),
        ("S-3", "queue", "plant", {"head": "T17 T17"}),
        ("S-3", "nursery|beds", "plant", {"beds": [[LYING | {"tiles": [[0, 0, 0]]}, SECOND]], "row": "T01 . T02 T03"}),
        ("S-3", "nursery", "setup_tile", {"nursery": [4, 4, *[None] * 14]}),
        ("S-3", "nursery", "setup_tile", {"nursery": [4, None, 2, *[None] * 13]}),
        ("S-3", "nursery", "setup_tile", {"nursery": [None, 2, *[None] * 14]}),
        ("S-3", "queue", "setup_tile", {"nursery": [4, 2, *[None] * 14], "queue": [7]}),
        ("S-3", "nursery|queue|phase|tile", "setup_tile", {"nursery": list(range(16)), "queue": list(range(16, 36))}),
        ("S-3", "nursery", "setup_bed", {"nursery": [None, *range(1, 16)]}),
        ("S-3", "queue", "over", {"head": "T30 T30"}),
        # S-4: every bed once, and where it belongs
        ("S-4", "beds", "plant", {"beds": [[bed(1), bed(1, "dark")]]}),
        ("S-4", "beds|middle", "plant", {"beds": [[bed(1), bed(3, "dark")]]}),
        ("S-4", "beds|middle", "plant", {"middle": {"bed": 0, "side": "dark"}}),
        ("S-4", "middle", "plant", {"middle": None}),
        ("S-4", "middle", "over", {"middle": None}),
        ("S-4", "beds", "plant", {"beds": [[bed(1), None]]}),
        ("S-4", "beds", "cats", {"beds": [[None, bed(1)]]}),
        ("S-4", "beds", "over", {"beds": [[bed(1), None], [None, None]]}),
        ("S-4", "beds", "setup_tile", {"beds": [[bed(1), None], [None, None]]}),
        ("S-4", "middle", "setup_tile", {"middle": {"bed": 0, "side": "light"}}),
        ("S-4", "middle", "setup_bed", {"middle": {"bed": 0, "side": "light"}}),
        ("S-4", "beds", "setup_bed", {"beds": [[None, bed(1, "dark")], [None, None]]}),
        ("S-4", "beds", "setup_bed", {"beds": [[bed(1), None], [bed(2), None]]}),
        ("S-4", "beds", "setup_bed", {"beds": [[bed(1, "dark"), None], [None, None]]}),
        ("S-4", "beds", "setup_bed", {"beds": [[bed(1), bed(2)], [None, None]]}),
        ("S-4", "beds", "setup_bed", {"beds": [[bed(1, pots="a1"), None], [None, None]]}),
        ("S-4", "beds", "setup_bed", {"beds": [[bed(1, cats="a1"), None], [None, None]]}),
        # S-5: what lies on a bed. T07 is ###, T03 ##, T09 ##/#.; the light side of bed 1 prints a3 and e1.
        ("S-5", "beds", "plant", tiles_of("T07:o0@d1")),
        ("S-5", "beds", "plant", tiles_of("T07:o1@a4")),
        ("S-5", "beds", "plant", tiles_of("T03:o2@a1")),
        ("S-5", "beds", "plant", tiles_of("T09:o4@a1")),
        ("S-5", "beds", "plant", tiles_of("T01:o1@a1")),
        ("S-5", "beds", "plant", tiles_of("T07:o0@a1 T03:o1@c1")),
        ("S-5", "beds", "plant", {"beds": [[bed(1, "light", "T07:o0@a1", pots="c1"), SECOND]]}),
        ("S-5", "beds", "plant", {"beds": [[bed(1, "light", "T07:o0@a1", cats="b1"), SECOND]]}),
        ("S-5", "beds", "plant", things(pots=[0, 1], cats=[1, 3])),
        ("S-5", "pots", "plant", things(pots=[1, 0])),
        ("S-5", "pots", "plant", things(pots=[1, 1])),
        ("S-5", "cats", "plant", things(cats=[8, 5])),
        ("S-5", "cats", "plant", things(cats=[8, 8])),
        ("S-5", "pots", "plant", things(pots=[10])),
        ("S-5", "cats", "plant", things(cats=[4])),
    ],
    ids=str,
)
def test_a_position_that_breaks_one_law_is_refused_by_it(
    implementation: str, law: str, key: str, name: str, settings: dict[str, Any]
) -> None:
    refused: Base = BASES[name](implementation, **settings)
    message = refusal(refused)
    assert laws(message) == {law}
    assert re.search(rf"\b({key})\b", message)


def test_every_broken_law_is_told(implementation: str) -> None:
    game, data = plant(implementation)
    message = refusal((game, data | {"player": None, "middle": None, "queue": data["queue"][1:]}))
    assert laws(message) == {"S-2", "S-3", "S-4"}


def test_later_laws_are_passed_over(implementation: str) -> None:
    # Cubes that fall (S-6) and a hive without its cube (S-7) are not spoken of while a tile is missing.
    game, data = plant(implementation)
    wrong = {"orange": [[3, 1, 0], [0, 0, 0]], "hives": [0, None]}
    assert laws(refusal((game, data | wrong))) == {"S-6", "S-7"}
    assert laws(refusal((game, data | wrong | {"queue": data["queue"][1:]}))) == {"S-3"}
