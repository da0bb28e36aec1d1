"""What `state_from_dict` takes and what it refuses: S-1 to S-10 of seeds/barton_in_bloom/state.md."""

from __future__ import annotations

import copy
import re

import pytest

from .barton import DEFAULT_BOX, SMALL, Data, step, steps
from .bases import BASES, base, laws, refusal

JUDGES = [row["id"] for row in DEFAULT_BOX["judge"]]
ONE, TWO = "R@9,9 T@10,10", "3,3:t01 3,4:t02"


@pytest.mark.parametrize("name", BASES)
def test_lawful_positions_are_taken_as_they_are(implementation: str, name: str) -> None:
    game, data = base(implementation, name)
    state = game.state_from_dict(data)
    assert state.to_dict() == data
    assert list(state.to_dict()) == list(data)
    assert [list(entry) for entry in state.to_dict()["todo"]] == [list(entry) for entry in data["todo"]]
    assert game.deserialize(state.serialize()) == state


@pytest.mark.parametrize("name", BASES)
def test_s_1_the_order_of_keys_is_free(implementation: str, name: str) -> None:
    game, data = base(implementation, name)
    turned = {key: data[key] for key in reversed(data)}
    turned["todo"] = [{key: entry[key] for key in reversed(entry)} for entry in data["todo"]]
    assert game.state_from_dict(turned) == game.state_from_dict(data)


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("turn", {"players": 3, "turns": 7}),
        ("turn", {"players": 4, "turns": 319}),
        ("turn", {"bag": "", "market": "DDDDDD"}),
        ("turn", {"display": "- - -", "piles": [0, 0, 0], "components": None}),
        ("turn", {"decorations": [[4, 0, 6], [0, 4, 0]]}),
        ("turn", {"gardens": [TWO, "3,3:t03"], "ornaments_of": ["bench@9,10:o1", "birdbath@9,9"]}),
        ("turn", {"prestige": [99_999, 0], "money": [0, 99_999]}),
        ("turn", {"turns": 9, "todo": [step("turn", favours=False, shown=[2, 1, 1, 4])]}),
        ("turn", {"gossip": ["medley", "croquet"], "gone": ["reaper", "rainbow full_leaf"], "turns": 30}),
        ("mode", {"todo": [step("mode", die=0)]}),
        ("regrow", {"todo": [step("regrow", n=4), step("regrow", n=2), step("tile"), step("raise", die=0)]}),
        ("judge_draw", {"players": 3}),
        ("setup_gift", {"player": 1, "gardens": ["3,3:t01", "3,3:t02"], "money": [14, 10], "sheds": ["D", "R"],
                        "hands": ["plain", "reaper"]}),
        ("setup_pile", {"todo": steps("setup_pile setup_choice setup_gift"), "sheds": [""], "hands": [""]}),
        ("over", {"turns": 12, "trigger": 0, "gardens": ["3,3:t01", "3,3:t02"], "plants_of": [ONE, ""],
                  "components": "one"}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_other_lawful_positions_are_taken_too(implementation: str, name: str, settings: Data) -> None:
    settings = dict(settings)
    if settings.get("components") == "one":
        settings["components"] = _ends(1)
    if settings.get("display") == "- - -":
        settings["components"] = copy.deepcopy(DEFAULT_BOX) | {"tile": DEFAULT_BOX["tile"][:4]}
        settings["gardens"] = ["3,3:t01 3,4:t03", "3,3:t02 3,4:t04"]
    game, data = base(implementation, name, **settings)
    assert game.state_from_dict(data).to_dict() == data


def _ends(tiles: int) -> Data:
    data = copy.deepcopy(DEFAULT_BOX)
    data["scoring"]["end_tiles"] = tiles
    return data


# S-1: keys, types, ranges


def test_s_1_keys_are_exactly_those_of_the_page(implementation: str) -> None:
    game, data = base(implementation, "turn")
    for key in data:
        message = refusal(game, {other: data[other] for other in data if other != key})
        assert re.search(rf"\b{key}\b", message), key
        assert laws(message) <= {"S-1"}
    assert "colour" in refusal(game, data | {"colour": 1})


@pytest.mark.parametrize("name", [name for name in BASES if name != "over"])
def test_s_1_keys_of_steps_are_exactly_those_of_the_page(implementation: str, name: str) -> None:
    game, data = base(implementation, name)
    for key in data["todo"][0]:
        broken = copy.deepcopy(data)
        del broken["todo"][0][key]
        assert laws(refusal(game, broken)) <= {"S-1"}
    broken = copy.deepcopy(data)
    broken["todo"][0]["colour"] = 1
    assert laws(refusal(game, broken)) <= {"S-1"}


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("phase", "turns"),
        ("phase", None),
        ("player", "0"),
        ("player", False),
        ("player", 2),
        ("player", 0.0),
        ("turns", -1),
        ("turns", 161),
        ("turns", True),
        ("trigger", 2),
        ("trigger", False),
        ("todo", None),
        ("todo", ["turn"]),
        ("todo", [{"step": "turning"}]),
        ("dice", []),
        ("dice", [{"space": "mow", "demand": 1}] * 3),
        ("dice", [{"space": "mow", "demand": 0}, *[{"space": "rest", "demand": 1}] * 3]),
        ("dice", [{"space": "mow", "demand": 7}, *[{"space": "rest", "demand": 1}] * 3]),
        ("dice", [{"space": "pond", "demand": 1}, *[{"space": "rest", "demand": 1}] * 3]),
        ("bag", [5] * 4),
        ("bag", [7, 5, 5, 5, 5]),
        ("bag", [-1, 5, 5, 5, 5]),
        ("market", ["D"] * 5),
        ("market", ["D"] * 5 + ["X"]),
        ("display", ["t03", "t04"]),
        ("display", ["t03", "t04", "t99"]),
        ("piles", [65, 0, 0]),
        ("piles", [1, 2]),
        ("orders", ["s01", "m01", "x01"]),
        ("board", [None] * 4),
        ("board", ["judge", None, None, None, None]),
        ("discards", ["nobody"]),
        ("drawn", 10_000),
        ("drawn", -1),
        ("decks", [{"from": 0, "unseen": []}]),
        ("decks", [{"from": 99, "unseen": []}]),
        ("money", [10]),
        ("money", [10, 100_000]),
        ("money", [10, "10"]),
        ("prestige", [-1, 0]),
        ("sheds", [[0] * 5, [0] * 4]),
        ("sheds", [[0] * 5, [100_000, 0, 0, 0, 0]]),
        ("awake", [True, 1]),
        ("awake", [True]),
        ("hands", [[{"draw": 0, "judge": "plain"}], []]),
        ("hands", [[{"draw": 9, "judge": "plain"}], []]),
        ("hands", [[{"draw": 1}], []]),
        ("hands", [[{"draw": 1, "judge": None}], []]),
        ("hands", [["plain"], []]),
        ("gossip", [None]),
        ("gone", [[], None]),
        ("fertilizers", [["water"], []]),
        ("decorations", [[0, 0], [0, 0, 0]]),
        ("decorations", [[17, 0, 0], [0, 0, 0]]),
        ("done", [["s99"], []]),
        ("gardens", [[[49, "t01", 0]], [[24, "t02", 0]]]),
        ("gardens", [[[24, "t01", 4]], [[24, "t02", 0]]]),
        ("gardens", [[[24, "t01"]], [[24, "t02", 0]]]),
        ("plants", [[[441, "R", True]], []]),
        ("plants", [[[198, "X", True]], []]),
        ("plants", [[[198, "R", 1]], []]),
        ("ornaments", [[["birdbath", 198, 8]], []]),
        ("ornaments", [[["tower", 198, 0]], []]),
    ],
)
def test_s_1_types_and_ranges(implementation: str, key: str, value: object) -> None:
    game, data = base(implementation, "turn")
    message = refusal(game, data | {key: value})
    assert laws(message) <= {"S-1"}  # it is left out where the place says enough
    assert re.search(rf"\b{key}\b", message)


@pytest.mark.parametrize(
    ("name", "key", "value"),
    [
        ("turn", "favours", 1),
        ("turn", "shown", [1, 1, 1]),
        ("turn", "shown", [1, 1, 1, 7]),
        ("mode", "die", 4),
        ("mode", "die", "H"),
        ("notice", "draw", 0),
        ("regrow", "n", 0),
        ("regrow", "n", 10_000),
        ("regrow", "last", 45),
        ("regrow", "last", 4354),  # a harvest
        ("harvest", "count", 441),
        ("harvest", "last", 3913),
        ("harvest", "types", ["X"]),
        ("yield", "types", "R"),
        ("lay", "tile", "t99"),
        ("plant", "back", 2),
        ("plant", "off", 2),
        ("plant", "last", 4794),
        ("buy", "last", 352),
        ("buy", "last", 359),  # the market has six spaces
        ("put", "ornament", "tower"),
        ("order", "count", 4),
        ("pay", "deck", 3),
        ("pay", "icon", 2),  # s01 has two icons
        ("decoration", "size", "huge"),
        ("gain", "last", 353),
        ("fertilizer", "less", 256),
        ("income", "last", 4795),
        ("income", "regrow", 10_000),
    ],
)
def test_s_1_values_of_steps(implementation: str, name: str, key: str, value: object) -> None:
    game, data = base(implementation, name)
    data["todo"][0][key] = value
    message = refusal(game, data)
    assert laws(message) <= {"S-1"}  # it is left out where the place says enough
    assert re.search(rf"\b{key}\b", message)


def test_s_1_back_and_off_are_no_more_than_the_amount_together(implementation: str) -> None:
    game, data = base(implementation, "plant", fertilizers=["plant"])
    for back, off, law in ((1, 0, None), (0, 1, None), (0, 0, None), (1, 1, "S-1")):
        data["todo"][0] |= {"back": back, "off": off}
        if law is None:
            assert game.state_from_dict(data).to_dict() == data
        else:
            assert laws(refusal(game, data)) <= {law}


def test_s_1_an_income_owes_something(implementation: str) -> None:
    game, data = base(implementation, "income")
    data["todo"][0] |= {"regrow": 0, "harvest": 0}
    assert laws(refusal(game, data)) <= {"S-1"}


@pytest.mark.parametrize("data", [None, 3, "turn", [], {}])
def test_s_1_what_is_no_position_at_all_is_refused(implementation: str, data: object) -> None:
    game, _ = base(implementation, "turn")
    refusal(game, data)


# S-2 and on: a change, and the law it breaks

CASES: list[tuple[str, str, Data]] = [
    # S-2: order, phase, player
    ("S-2", "turn", {"phase": "mode"}),
    ("S-2", "turn", {"phase": "over"}),
    ("S-2", "over", {"phase": "turn"}),
    ("S-2", "turn", {"player": None}),
    ("S-2", "over", {"player": 0}),
    ("S-2", "orders", {"player": 0}),
    ("S-2", "setup_gift", {"player": None}),
    ("S-2", "over", {"turns": None}),
    ("S-2", "turn", {"direct_hands": [[], [{"draw": 2, "judge": "chemist"}, {"draw": 1, "judge": "plain"}]]}),
    ("S-2", "turn", {"plants": [[[220, "T", True], [198, "R", True]], []]}),
    ("S-2", "turn", {"plants": [[[198, "R", True], [198, "T", True]], []]}),
    ("S-2", "turn", {"direct_fertilizers": [["wages", "plant"], []]}),
    ("S-2", "turn", {"direct_done": [["m01", "s02"], []]}),
    ("S-2", "yield", {"todo": [step("yield", types=["L", "R"]), step("raise", die=0)]}),
    ("S-2", "flower", {"todo": [step("flower")] * 15 + [step("discard"), step("turn", favours=False)]}),
    # S-3: tiles
    ("S-3", "turn", {"gardens": ["3,3:t01", "3,3:t01"]}),
    ("S-3", "turn", {"gardens": ["3,3:t01", "3,3:t02"], "display": "t02 t03 t04"}),
    ("S-3", "lay", {"display": "- t05 t06", "gardens": ["3,3:t01", "3,3:t02"]}),
    ("S-3", "turn", {"gardens": ["3,4:t01", "3,3:t02"]}),
    ("S-3", "turn", {"gardens": ["3,3:t01 2,4:t05", "3,3:t02"]}),
    ("S-3", "turn", {"gardens": ["3,3:t01 3,5:t05", "3,3:t02"]}),
    ("S-3", "turn", {"gardens": ["3,3:t01", ""]}),
    ("S-3", "turn", {"piles": [11, 11, 10]}),
    ("S-3", "turn", {"piles": [13, 9, 9]}),
    ("S-3", "turn", {"components": SMALL, "hands": [], "gardens": ["3,3:a1 3,4:a6:r1", "3,3:a2"]}),
    # S-4: ornaments and plants
    ("S-4", "turn", {"ornaments_of": ["birdbath@9,12"]}),
    ("S-4", "turn", {"ornaments_of": ["bench@9,11:o0"]}),
    ("S-4", "turn", {"ornaments_of": ["birdbath@9,9:o1"]}),
    ("S-4", "turn", {"ornaments_of": ["bench@9,9:o2"]}),
    ("S-4", "turn", {"ornaments_of": ["bench@9,9:o0 birdbath@9,10"]}),
    ("S-4", "turn", {"ornaments_of": ["statue@9,9", "statue@9,9"]}),
    ("S-4", "put", {"ornaments_of": ["bench@9,9", "bench@9,9"]}),
    ("S-4", "turn", {"plants_of": ["R@9,10"]}),
    ("S-4", "turn", {"plants_of": ["R@9,12"]}),
    ("S-4", "turn", {"plants_of": ["R@9,9"], "ornaments_of": ["birdbath@9,9"]}),
    # S-5: orders and decorations
    ("S-5", "turn", {"orders": "s01 m01 l01", "done": ["s01"]}),
    ("S-5", "turn", {"done": ["s02", "s02"]}),
    ("S-5", "turn", {"orders": "m01 s01 l01"}),
    ("S-5", "turn", {"decorations": [[3, 0, 0], [2, 0, 0]]}),
    # S-6: dice
    ("S-6", "turn", {"dice": "mow1 mow1 rest1 rest1"}),
    ("S-6", "turn", {"dice": "rest1 harvest1 harvest1 rest1"}),
    ("S-6", "turn", {"dice": "rest2 rest1 rest1 rest1"}),
    # S-7: judges
    ("S-7", "turn", {"board": "chemist - - - -"}),
    ("S-7", "turn", {"board": "reaper - - - reaper"}),
    ("S-7", "turn", {"board": "reaper - - - -", "discards": "reaper"}),
    ("S-7", "turn", {"decks": [{"from": 1, "unseen": [judge for judge in JUDGES if judge != "reaper"]}]}),
    ("S-7", "turn", {"hands": ["plain#1", "chemist#1"]}),
    ("S-7", "turn", {"hands": ["plain", "plain"]}),
    ("S-7", "turn", {"decks": [{"from": 2, "unseen": JUDGES}]}),
    (
        "S-7",
        "turn",
        {
            "hands": ["", ""],
            "drawn": 24,
            "decks": [{"from": 1, "unseen": JUDGES[:1]}, {"from": 25, "unseen": JUDGES[1:]}],
        },
    ),
    (
        "S-7",
        "flower",
        {"todo": [step("flower"), step("discard"), step("discard", judge="plain"), step("turn", favours=False)]},
    ),
    # S-8: draws
    ("S-8", "turn", {"drawn": 4}),
    ("S-8", "turn", {"hands": ["", ""], "drawn": 1}),
    (
        "S-8",
        "turn",
        {
            "hands": ["", ""],
            "discards": " ".join(JUDGES[12:]),
            "drawn": 37,
            "decks": [{"from": 25, "unseen": JUDGES[:12]}],
        },
    ),
    ("S-8", "turn", {"hands": ["", ""], "drawn": 24, "decks": [{"from": 20, "unseen": JUDGES}]}),
    # S-9: empty places
    ("S-9", "turn", {"market": "DRTLV."}),
    ("S-9", "turn", {"orders": "- m01 l01"}),
    ("S-9", "turn", {"display": "- t04 t05"}),
    ("S-9", "market turn", {"market": "D.TLV."}),
    ("S-9", "buy", {"todo": [step("buy"), step("raise", die=2), step("after")], "market": "D.TLVV"}),
    # S-10: set-up
    ("S-10", "setup_gift", {"dice": "mow1 rest1 rest1 rest1"}),
    ("S-10", "setup_gift", {"awake": [True, False]}),
    ("S-10", "setup_gift", {"trigger": 0}),
    ("S-10", "setup_gift", {"board": "chemist - - - -"}),
    ("S-10", "setup_gift", {"discards": "chemist"}),
    ("S-10", "setup_gift", {"gossip": ["chemist", None]}),
    ("S-10", "setup_gift", {"gone": ["chemist", ""]}),
    ("S-10", "setup_gift", {"fertilizers": ["plant"]}),
    ("S-10", "setup_gift", {"decorations": [[0, 0, 1]]}),
    ("S-10", "setup_gift", {"done": ["s02"]}),
    ("S-10", "setup_gift", {"ornaments_of": ["birdbath@9,10"]}),
    ("S-10", "setup_gift", {"prestige": [1, 0]}),
    ("S-10", "orders", {"todo": steps("orders market")}),
    ("S-10", "orders", {"money": [10, 0]}),
    ("S-10", "orders", {"sheds": ["R"]}),
    ("S-10", "orders", {"hands": ["plain"]}),
    ("S-10", "orders", {"gardens": ["3,3:t01"]}),
    ("S-10", "turn_up", {"market": "D....."}),
    ("S-10", "orders", {"display": "t03 - -"}),
    ("S-10", "setup_gift", {"money": [14, 1]}),
    ("S-10", "setup_gift", {"sheds": ["D", "R"]}),
    ("S-10", "setup_gift", {"hands": ["plain", "chemist"]}),
    ("S-10", "setup_gift", {"gardens": ["3,3:t01", "3,3:t02"]}),
    ("S-10", "setup_gift", {"plants_of": ["R@9,9"]}),
    ("S-10", "setup_gift", {"player": 1}),
    ("S-10", "setup_choice", {"todo": steps("setup_choice")}),
    ("S-10", "setup_choice", {"todo": steps("setup_gift setup_choice")}),
    ("S-10", "setup_pile", {"todo": [step("setup_pile", n=2), *steps("setup_choice setup_gift")]}),
    ("S-10", "setup_gift", {"gardens": ["3,3:t01 3,4:t02"]}),
    ("S-10", "setup_gift", {"gardens": []}),
    ("S-10", "setup_plant", {"plants_of": ["R@9,9"]}),
    ("S-10", "flower setup", {"todo": [step("flower"), step("setup_gift")]}),
]


@pytest.mark.parametrize(("law", "name", "settings"), CASES, ids=[f"{n} {a} {b}" for n, (a, b, _) in enumerate(CASES)])
def test_laws_s_2_to_s_10_refuse(implementation: str, law: str, name: str, settings: Data) -> None:
    settings = dict(settings)
    direct = {key.removeprefix("direct_"): settings.pop(key) for key in list(settings) if key.startswith("direct_")}
    game, data = base(implementation, name, **settings)
    data |= direct
    message = refusal(game, data)
    assert law in laws(message), message
    if "S-1" not in laws(message) and int(law[2:]) > 8:
        assert not laws(message) & {f"S-{number}" for number in range(1, 9)}, message


def test_all_of_s_2_to_s_10_are_broken_above() -> None:
    assert {law for law, _, _ in CASES} == {f"S-{number}" for number in range(2, 11)}


def test_s_1_broken_passes_over_the_others(implementation: str) -> None:
    game, data = base(implementation, "turn")
    assert laws(refusal(game, data | {"money": [1], "market": ["D"] * 5 + [None], "player": 1})) <= {"S-1"}


def test_s_3_broken_passes_over_s_9_and_on(implementation: str) -> None:
    game, data = base(implementation, "turn", piles=[11, 11, 10])
    broken = {"market": ["D"] * 5 + [None], "trigger": 0, "decorations": [[5, 0, 0], [0] * 3]}
    assert laws(refusal(game, data | broken)) == {"S-3", "S-5"}


def test_every_broken_law_is_listed(implementation: str) -> None:
    game, data = base(implementation, "turn", dice="mow1 mow1 rest1 rest1", plants_of=["R@9,10"])
    assert laws(refusal(game, data | {"phase": "mode"})) >= {"S-2", "S-4", "S-6"}
