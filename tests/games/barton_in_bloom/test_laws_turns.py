"""What `state_from_dict` refuses in the turns: S-11 to S-15 of seeds/barton_in_bloom/state.md."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from .barton import DEFAULT_BOX, TINY, Data, box, step
from .bases import base, laws, refusal

JUDGES = [row["id"] for row in DEFAULT_BOX["judge"]]
_RAISE, _AFTER = step("raise", die=0), step("after")
_DISCARD, _USED = step("discard", judge="paviour"), step("turn", favours=False)
H = "harvest1 rest1 rest1 rest1"
GROWN = {"plants_of": ["R@9,9 T'@10,10"], "dice": H}


def todo(*entries: Data, **rest: Any) -> Data:
    return {"todo": list(entries), **rest}


CASES: list[tuple[str, str, Data]] = [
    # S-11: whose turn, front and tail
    ("S-11", "turn", {"player": 1}),
    ("S-11", "turn", {"turns": 160}),
    ("S-11", "turn", {"turns": 11, "player": 0}),
    ("S-11", "turn", todo(step("flower_draw"), _USED)),
    ("S-11", "turn", todo(step("setup_gift"))),
    ("S-11", "turn", todo(step("turn"), _AFTER, dice="rest1 rest1 rest1 rest1")),
    ("S-11", "regrow", todo(step("regrow"), step("turn"), **GROWN)),
    ("S-11", "regrow", todo(step("regrow"), _RAISE, _RAISE, **GROWN)),
    ("S-11", "regrow", todo(step("regrow"), _AFTER, _RAISE, **GROWN)),
    ("S-11", "mode", todo(step("harvest"), step("mode", die=0), plants_of=["R@9,9"])),
    ("S-11", "flower", todo(step("flower"), _DISCARD, step("turn", favours=True))),
    ("S-11", "lay", todo(step("tile"), step("lay", tile="t05"), step("raise", die=1))),
    ("S-11", "harvest", todo(step("regrow"), step("yield", types=["R"]), _RAISE, fertilizers=["yield"], **GROWN)),
    ("S-11", "income", todo(step("income", regrow=1), _AFTER, dice="rest1 rest1 rest1 rest1")),
    ("S-11", "income", todo(step("income", regrow=1), step("regrow"), step("rest", die=0, x=2))),
    ("S-11", "income", todo(step("flower"), step("flower"), step("income", regrow=1), step("rest", die=0, x=2))),
    ("S-11", "income", todo(step("tile"), step("rest", die=0, x=2))),
    ("S-11", "gain", todo(step("gain", n=2), step("raise", die=0), dice=H)),
    ("S-11", "gain", todo(step("gain", n=2), step("fresh", die=2), dice="rest1 rest1 rest2 rest1")),
    ("S-11", "fertilizer", todo(step("fertilizer"), step("fresh", die=0), dice="rest2 rest1 rest1 rest1")),
    ("S-11", "gain", todo(step("gain", n=2), step("gain", n=2), step("fresh", die=0))),
    ("S-11", "flower", todo(step("flower"), step("fresh", die=0), dice="rest2 rest1 rest1 rest1")),
    ("S-11", "judge", todo(step("judge"), step("flower"), _RAISE, dice="judge1 rest1 rest1 rest1")),
    ("S-11", "judge", todo(step("judge"), _DISCARD, _USED, dice="judge1 rest1 rest1 rest1")),
    ("S-11", "notice", todo(step("notice", draw=2), step("flower"), _AFTER)),
    # S-12: steps
    ("S-12", "mode", {"dice": "mow1 judge1 rest1 rest1"}),
    ("S-12", "mode", {"dice": "harvest2 harvest6 rest1 rest1"}),
    ("S-12", "regrow", {"dice": "rest1 rest1 rest1 rest1"}),
    ("S-12", "regrow", {"dice": "harvest6 rest1 rest1 rest1"}),
    ("S-12", "income", {"dice": "mow2 rest1 rest1 rest1"}),
    ("S-12", "income", todo(step("income", regrow=1), step("rest", die=0, x=1))),
    ("S-12", "gain", {"dice": "mow2 rest1 rest1 rest1"}),
    ("S-12", "turn", todo(step("turn", shown=[1, 1, 1, 3]), dice="mow2 rest1 rest1 sell3")),
    ("S-12", "turn", todo(step("turn", shown=[2, 1, 1, 4]), dice="mow2 rest1 rest1 sell3")),
    ("S-12", "turn used", todo(step("turn", favours=False), dice="mow2 rest1 rest1 rest1")),
    ("S-12", "notice", todo(step("notice", draw=3), _RAISE, _AFTER)),
    ("S-12", "harvest", todo(step("harvest", count=1, last=4355, types=["R"]), _RAISE)),
    ("S-12", "yield", {"fertilizers": [""]}),
    ("S-12", "plant", todo(step("plant", back=1), step("raise", die=1))),
    ("S-12", "plant", todo(step("plant", off=1), step("raise", die=1))),
    ("S-12", "plant", todo(step("plant", back=1, count=1, last=5000), step("raise", die=1), fertilizers=["plant"])),
    ("S-12", "pay", todo(step("pay"), step("order", count=1), step("orders"), orders="- m01 l01")),
    ("S-12", "pay", todo(step("pay"), step("order", count=0), step("orders"))),
    ("S-12", "pay", todo(step("pay"), step("orders"))),
    ("S-12", "buy", todo(step("buy"), step("raise", die=2))),
    ("S-12", "double", todo(step("market"), step("double"), _RAISE, market="DRTLV.")),
    ("S-12", "order", todo(step("order"), step("raise", die=3))),
    ("S-12", "harvest", todo(step("harvest", last=4355), _RAISE)),
    ("S-12", "harvest", todo(step("harvest", count=1), _RAISE)),
    ("S-12", "plant", todo(step("plant", count=1), step("raise", die=1))),
    ("S-12", "income", todo(step("income", regrow=1, last=4360), step("rest", die=0, x=2))),
    ("S-12", "income", todo(step("income", harvest=1, last=3920), step("rest", die=0, x=2))),
    # S-13: the first step has a node
    ("S-13", "turn", todo(_RAISE, dice="mow2 rest1 rest1 rest1")),
    ("S-13", "turn", todo(step("money"), _AFTER)),
    ("S-13", "turn", todo(step("prestige"), _AFTER)),
    ("S-13", "turn", todo(step("rest", die=0, x=2), dice="rest2 rest1 rest1 rest1")),
    ("S-13", "turn", todo(step("fresh", die=0), dice="rest2 rest1 rest1 rest1")),
    ("S-13", "turn", todo(_DISCARD, _USED)),
    ("S-13", "regrow", {"plants_of": ["R@9,9"]}),
    ("S-13", "orders turn", {"orders": "s02 m01 l01"}),
    ("S-13", "market turn", {"market": "DRTLVV"}),
    ("S-13", "turn_up turn", {"display": "t04 t05 t06"}),
    ("S-13", "judge_draw turn", {"hands": ["", " ".join(JUDGES)]}),
    ("S-13", "pay", {"sheds": ["V"]}),
    ("S-13", "decoration", {"sheds": [""]}),
    ("S-13", "put", {"put": True}),
    ("S-13", "harvest", todo(step("harvest", count=1, last=4354 + 440), _RAISE)),
    # S-14: triggers, below; here one that had no turn
    ("S-14", "turn", {"trigger": 1}),
    ("S-14", "turn", {"trigger": 0}),
    ("S-14", "turn", {"gardens": ["3,3:t01", "3,3:t02"], "plants_of": ["", "R@9,11 R@11,9"], "components": "one"}),
    # S-15: the end
    ("S-15", "over", {"turns": 12}),
    ("S-15", "over", {"turns": 12, "trigger": 1}),
    ("S-15", "over", {"plants_of": ["R@9,9 R@10,10"], "components": "one"}),
]


@pytest.mark.parametrize(("law", "name", "settings"), CASES, ids=[f"{n} {a} {b}" for n, (a, b, _) in enumerate(CASES)])
def test_laws_s_11_to_s_15_refuse(implementation: str, law: str, name: str, settings: Data) -> None:
    settings = dict(settings)
    if settings.get("components") == "one":
        settings["components"] = box(scoring={"end_tiles": 1})
    if settings.pop("put", False):
        # An ornament of a whole tile leaves no place for a bench.
        row = {"id": "slab", "name": "Slab", "price": 1, "copies": 2, "grid": "###\n###\n###\n"}
        settings["components"] = box(ornament=[row, *DEFAULT_BOX["ornament"]])
        settings["ornaments_of"] = ["slab@9,9"]
    game, data = base(implementation, name, **settings)
    message = refusal(game, data)
    assert law in laws(message), message


def test_all_of_s_11_to_s_15_are_broken_above() -> None:
    assert {law for law, _, _ in CASES} == {f"S-{number}" for number in range(11, 16)}


COMPLETE = ["R@9,9 R@10,10", "R@9,11 R@11,9", "R@9,10 R@11,11"]
EMPTY = ["", "", ""]


@pytest.mark.parametrize(
    ("turns", "trigger", "complete", "lawful"),
    [
        (7, None, [], True),  # player 1 of three is to move
        (7, None, [1], True),  # p itself may have completed a tile in this turn
        (7, None, [0], False),  # player 0 would have triggered
        (7, None, [2], False),
        (7, 0, [0], True),
        (7, 0, [0, 1], True),
        (7, 0, [0, 2], False),  # player 2 moved before the trigger
        (7, 2, [2], True),
        (7, 2, [2, 0], True),
        (7, 2, [2, 0, 1], True),
        (7, 2, [0], False),  # the trigger has the tiles
        (7, 1, [1], False),  # never the player to move
        (0, None, [0, 1, 2], True),  # nobody has had a turn
        (0, 1, [1], False),
        (1, 0, [0], True),
        (1, None, [0], False),
        (1, None, [2], True),  # player 2 has had none
        (2, 1, [1], True),
        (2, 0, [0, 1], True),
        (2, 0, [1], False),
    ],
)
def test_s_14_triggers(implementation: str, turns: int, trigger: int | None, complete: list[int], lawful: bool) -> None:
    # t01, t02 and t03 (.F. / WW. / PWF) with all their beds planted end the game in this box.
    planted = [COMPLETE[player] if player in complete else "" for player in range(3)]
    game, data = base(
        implementation, "turn", players=3, turns=turns, trigger=trigger, plants_of=planted, hands=[], todo=None,
        gardens=["3,3:t01", "3,3:t02", "3,3:t03"], components=box(scoring={"end_tiles": 1}),
        dice="rest1 rest1 rest1 rest1",
    )  # fmt: skip
    if lawful:
        assert game.state_from_dict(data).to_dict() == data
    else:
        assert "S-14" in laws(refusal(game, data))


@pytest.mark.parametrize(
    ("turns", "trigger", "complete", "lawful"),
    [
        (240, None, [], True),
        (240, None, [0], False),
        (240, 0, [0], True),
        (240, 0, [0, 1, 2], True),
        (240, 1, [1, 2], True),  # those from r = 0 to before 1 have none
        (240, 1, [1, 2, 0], False),
        (240, 2, [2], True),
        (240, 2, [2, 1], False),
        (7, 1, [1], True),
        (7, 1, [1, 0, 2], True),
        (7, 2, [2], False),
        (7, None, [], False),
        (7, 1, [0], False),
    ],
)
def test_s_15_ends(implementation: str, turns: int, trigger: int | None, complete: list[int], lawful: bool) -> None:
    planted = [COMPLETE[player] if player in complete else "" for player in range(3)]
    game, data = base(
        implementation, "over", players=3, turns=turns, trigger=trigger, plants_of=planted,
        gardens=["3,3:t01", "3,3:t02", "3,3:t03"], components=box(scoring={"end_tiles": 1}),
    )  # fmt: skip
    if lawful:
        assert game.state_from_dict(data).is_terminal()
    else:
        assert laws(refusal(game, data)) & {"S-14", "S-15"}


def test_s_11_the_turn_limit_counts(implementation: str) -> None:
    game, data = base(implementation, "turn", options={"turn_limit": 5})
    assert laws(refusal(game, data)) & {"S-1", "S-11"}
    game, data = base(implementation, "turn", options={"turn_limit": 6})
    assert game.state_from_dict(data).to_dict() == data
    game, data = base(implementation, "over", options={"turn_limit": 5}, turns=10, components=TINY,
                      gardens=["3,3:a1", "3,3:a2"])  # fmt: skip
    assert game.state_from_dict(data).is_terminal()


# S-2: how long `todo` may be


@pytest.mark.parametrize(
    ("front", "length", "lawful"),
    [
        ([], 14, True),
        ([], 15, False),
        ([step("put", ornament="bench")], 14, True),
        ([step("put", ornament="bench")], 15, False),
        ([step("lay", tile="t05"), step("turn_up")], 14, True),
        ([step("lay", tile="t05"), step("turn_up"), step("turn_up")], 14, False),
    ],
)
def test_s_2_todo_is_not_too_long(implementation: str, front: list[Data], length: int, lawful: bool) -> None:
    here = [*front, *[step("flower")] * (length - 1), _RAISE]
    game, data = base(implementation, "turn", todo=here, dice=H, display="- t04 t06" if len(front) > 1 else None)
    if lawful:
        assert game.state_from_dict(data).to_dict() == data
    else:
        assert "S-2" in laws(refusal(game, data))


EVERY = ("tile", "regrow", "harvest", "plant", "fertilizer", "demand", "prestige", "money", "flowers", "judges")
EFFECTS = [{"effect": effect, "n": 9} for effect in (*EVERY, "purchases")]


@pytest.mark.parametrize(
    ("name", "here"),
    [
        ("notice", {}),
        ("after", todo(_AFTER, dice=H)),
        ("turn", {}),
        ("tile", todo(step("tile", n=9), *[step("flower")] * 13)),
        ("double", todo(step("double", n=9), step("market"), *[step("flower")] * 12, board="- - plain - -")),
    ],
)
def test_s_2_what_is_taken_can_be_read_back_later(implementation: str, name: str, here: Data) -> None:
    """With the longest bonuses and favours there are, tiles first."""
    rows = [row | {"favour": EFFECTS} for row in DEFAULT_BOX["judge"]]
    notices = [row | {"bonus": EFFECTS} for row in DEFAULT_BOX["notice"]]
    game, data = base(implementation, name, components=box(judge=rows, notice=notices), **here)
    longest = 0
    for seed in range(3):
        rng = Random(seed)
        state = game.state_from_dict(data)
        for _ in range(40):
            texts = {state.action_to_string(action): action for action in state.legal_actions()}
            liked = [text for text in texts if text.startswith(("favour:", "notice:", "pile:"))]
            state.apply_action(texts[rng.choice(liked or list(texts))])
            longest = max(longest, len(state.to_dict()["todo"]))
            assert game.state_from_dict(state.to_dict()) == state
    assert longest >= 15
