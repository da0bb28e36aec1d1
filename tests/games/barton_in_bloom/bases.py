"""A lawful position of every step that has a node, to be played on and to be broken; and the laws a refusal names."""

from __future__ import annotations

import copy
import re
from typing import Any

import pytest

import cloche

from .barton import Data, arrange, load, position, step, steps

Base = tuple[cloche.Game, Data]

_NOTHING: Data = {"turns": None, "gardens": [], "money": 0}
_FIRST: Data = {"turns": None, "player": 0, "gardens": [], "money": [10, 0]}
_USED = {"todo": [step("discard", judge="paviour"), step("turn", favours=False)]}


def _main(*front: Data, die: int, dice: str, **here: Any) -> Data:
    """A main action with a die, with the node of its first step."""
    return {"todo": [*front, step("raise", die=die), step("after")], "dice": dice, **here}


def _favour(*front: Data, **here: Any) -> Data:
    """A favour before the main action."""
    return {"todo": [*front, *_USED["todo"]], **here}


_H, _L = "harvest1 rest1 rest1 rest1", "rest1 landscape1 rest1 rest1"
_P, _S = "rest1 rest1 purchase1 rest1", "rest1 rest1 rest1 sell1"
_J = "judge1 rest1 rest1 rest1"

# By the step in front; where there are two of them the second word tells them apart.
BASES: dict[str, Data] = {
    "orders": _NOTHING
    | {"todo": steps("orders turn_up market"), "display": "- - -", "market": "......", "orders": "s02 - -"},
    "turn_up": _NOTHING | {"todo": steps("turn_up market"), "display": "t03 - -", "market": "......"},
    "market": _NOTHING | {"todo": steps("market"), "market": "DR...."},
    "flower_draw": _FIRST | {"todo": steps("flower_draw judge_draw setup_pile setup_choice setup_gift")},
    "judge_draw": _FIRST | {"todo": steps("judge_draw setup_pile setup_choice setup_gift"), "sheds": ["D"]},
    "setup_pile": _FIRST | {"todo": steps("setup_pile setup_choice setup_gift"), "sheds": ["D"], "hands": ["plain"]},
    "turn_up setup": _FIRST
    | {
        "todo": steps("turn_up setup_choice setup_gift"),
        "gardens": ["3,3:t01"],
        "display": "- t03 t04",
        "sheds": ["D"],
        "hands": ["plain"],
    },
    "setup_choice": _FIRST
    | {"todo": steps("setup_choice setup_gift"), "gardens": ["3,3:t01"], "sheds": ["D"], "hands": ["plain"]},
    "judge_draw choice": _FIRST
    | {"todo": steps("judge_draw setup_gift"), "gardens": ["3,3:t01"], "sheds": ["D"], "hands": ["plain"]},
    "setup_gift": _FIRST
    | {"todo": steps("setup_gift"), "gardens": ["3,3:t01"], "sheds": ["D"], "hands": ["plain"], "money": [14, 0]},
    "setup_plant": _FIRST
    | {"todo": [step("setup_plant")], "gardens": ["3,3:t01"], "sheds": ["D"], "hands": ["plain"], "money": [14, 0]},
    "flower setup": _FIRST
    | {"todo": [step("flower")], "gardens": ["3,3:t01"], "sheds": ["D"], "hands": ["plain"], "money": [14, 0]},
    "turn": {"hands": ["plain", "treasurer chemist"], "dice": "mow2 rest1 rest1 sell3"},
    "turn used": {"todo": [step("turn", favours=False)], "discards": "plain"},
    "mode": {"todo": [step("mode", die=1), step("after")], "dice": "harvest2 harvest1 rest1 rest1"},
    "after": {"todo": [step("after")], "hands": ["plain", "chemist"], "dice": "mow2 rest1 rest1 rest1"},
    "orders turn": _main(step("orders"), die=3, dice=_S, orders="- m01 l01", done=["s01"]),
    "turn_up turn": _main(step("turn_up"), die=1, dice=_L, gardens=["3,3:t01 3,4:t03", "3,3:t02"], display="- t05 t06"),
    "market turn": _main(step("market"), die=2, dice=_P, market="DRTLV."),
    "judge_draw turn": _main(step("judge_draw"), step("judge"), die=0, dice=_J),
    "judge": _main(step("judge"), die=0, dice=_J, hands=["plain separation", "chemist"]),
    "notice": _main(step("notice", draw=2), die=0, dice=_J, hands=["plain separation", "chemist"]),
    "regrow": _main(step("regrow"), die=0, dice=_H, plants_of=["R'@9,9 T'@10,10"]),
    "harvest": _main(step("harvest"), die=0, dice=_H, plants_of=["R@9,9 T@10,10"]),
    "harvest_free": _favour(step("harvest_free"), plants_of=["R@9,9 T@10,10"]),
    "yield": _main(step("yield", types=["R", "L"]), die=0, dice=_H, fertilizers=["yield"]),
    "tile": _main(step("tile"), die=1, dice=_L),
    "lay": _main(step("lay", tile="t05"), step("turn_up"), die=1, dice=_L, display="- t04 t06"),
    "plant": _main(step("plant"), die=1, dice=_L, sheds=["RT"]),
    "plant_free": _favour(step("plant_free", n=2), sheds=["RT"]),
    "buy": _main(step("buy"), step("market"), die=2, dice=_P),
    "ornament": _main(step("ornament"), die=2, dice=_P),
    "put": _main(step("put", ornament="bench"), die=2, dice=_P),
    "double": _main(step("double"), step("market"), die=0, dice=_J, board="- - plain - -"),
    "sale": _main(step("sale"), die=3, dice=_S, sheds=["RT"]),
    "order": _main(step("order"), step("orders"), die=3, dice=_S, sheds=["VVDD"]),
    "pay": _main(step("pay"), step("order", count=1), step("orders"), die=3, dice=_S, sheds=["VVDD"]),
    "decoration": {"todo": [step("decoration"), step("after")], "sheds": ["RT"], "awake": [False, True]},
    "flower": _favour(step("flower", n=2)),
    "gain": {
        "todo": [step("gain", n=2), step("fresh", die=0), step("after")],
        "dice": "rest2 rest1 rest1 rest1",
        "sheds": ["RT"],
    },
    "fertilizer": {
        "todo": [step("fertilizer", less=2), step("fresh", die=2), step("after")],
        "dice": "rest1 rest1 rest2 rest1",
    },
    "die": {
        "todo": [step("die", n=2), step("discard", judge="paviour"), step("turn", favours=False, shown=[4, 1, 2, 1])],
        "dice": "mow4 rest1 judge2 rest1",
    },
    "income": {
        "todo": [step("income", regrow=1, harvest=1), step("rest", die=0, x=2), step("after")],
        "dice": "rest2 rest1 rest1 rest1",
        "fertilizers": ["regrow early"],
        "plants_of": ["R@9,9 T'@10,10"],
    },
    "over": {"todo": [], "turns": 160},
}
for _here in BASES.values():
    _here.setdefault("turns", 10)  # everybody has had five turns


def base(implementation: str, name: str, **settings: Any) -> Base:
    """A game and a position of it; `settings` go before what the position of that name has."""
    players = settings.pop("players", 2)
    game = load(implementation, players, settings.pop("components", None), **settings.pop("options", {}))
    here = copy.deepcopy(BASES[name]) | settings
    if players > 2 and isinstance(here.get("money"), list):
        here["money"] = [*here["money"], *[0] * (players - len(here["money"]))]
    return game, position(game, **here)


def state_of(implementation: str, name: str, **settings: Any) -> cloche.State:
    """The state of `base`."""
    game, data = base(implementation, name, **settings)
    return game.state_from_dict(data)


def refusal(game: cloche.Game, data: Any) -> str:
    """The message with which a position is refused."""
    with pytest.raises(ValueError, match="barton_in_bloom") as error:
        game.state_from_dict(data)
    return str(error.value)


def laws(message: str) -> set[str]:
    """The laws that a message names."""
    return set(re.findall(r"\b[SO]-\d+", message))


def sample(name: str, box: Data) -> Data:
    """A position of a component file for two, without a game."""
    return arrange(box, 2, **copy.deepcopy(BASES[name]))
