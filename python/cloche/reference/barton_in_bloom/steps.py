"""The steps of a turn, written as in `to_dict` (BN-50; "Steps" of state.md). A step is never changed, but replaced."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from cloche.reference.barton_in_bloom.box import Effect

Step: TypeAlias = dict[str, Any]

SETUP_STEPS = ("flower_draw", "judge_draw", "setup_pile", "setup_choice", "setup_gift")  # of a player, in order
BOARD_STEPS = ("orders", "turn_up", "market")

# The fields of each step, in the order of the three tables.
FIELDS: dict[str, tuple[str, ...]] = {
    "orders": (),
    "turn_up": (),
    "market": (),
    "flower_draw": ("n",),
    "judge_draw": ("n",),
    "setup_pile": ("n",),
    "setup_choice": (),
    "setup_gift": (),
    "setup_plant": ("n", "last"),
    "turn": ("favours", "shown"),
    "mode": ("die",),
    "raise": ("die",),
    "rest": ("die", "x"),
    "fresh": ("die",),
    "after": (),
    "discard": ("judge",),
    "money": ("n",),
    "prestige": ("n",),
    "judge": (),
    "notice": ("draw",),
    "regrow": ("n", "last"),
    "harvest": ("count", "last", "types"),
    "harvest_free": ("n", "last", "types"),
    "yield": ("n", "types"),
    "tile": ("n",),
    "lay": ("tile",),
    "plant": ("count", "back", "off", "last"),
    "plant_free": ("n", "last"),
    "buy": ("last",),
    "ornament": ("n",),
    "put": ("ornament",),
    "double": ("n",),
    "sale": (),
    "order": ("count",),
    "pay": ("deck", "icon"),
    "decoration": ("size",),
    "flower": ("n",),
    "gain": ("n", "last"),
    "fertilizer": ("n", "less"),
    "die": ("n",),
    "income": ("regrow", "harvest", "last", "types"),
}
WORDS = tuple(FIELDS)
CHANCE_STEPS = (*BOARD_STEPS, "flower_draw", "judge_draw")
ACTION_STEPS = WORDS[WORDS.index("money") :]  # the third table

# BN-51: no node of these has `end`; nor has the turn itself, nor those that have no node.
WITH_END = (
    *("after", "judge", "regrow", "harvest", "harvest_free", "tile", "plant", "plant_free", "buy", "ornament"),
    *("double", "sale", "order", "gain", "fertilizer", "die", "income"),
)
WITHOUT_NODE = ("raise", "rest", "fresh", "discard", "money", "prestige")


def step(word: str, *values: Any) -> Step:
    """A step with the values of its fields."""
    return {"step": word, **dict(zip(FIELDS[word], values, strict=True))}


def data_of(one: Step) -> Step:
    """A copy that shares no list."""
    return {key: list(value) if isinstance(value, list) else value for key, value in one.items()}


def steps_of(effects: Sequence[Effect]) -> list[Step]:
    """BN-59: what effects bring, in their order."""
    brought: list[Step] = []
    for name, n in effects:
        match name:
            case "money" | "prestige" | "tile":
                brought.append(step(name, n))
            case "judges":
                brought.append(step("judge_draw", n))
            case "flowers":
                brought.append(step("flower", n))
            case "regrow":
                brought.append(step("regrow", n, None))
            case "harvest":
                brought.append(step("harvest_free", n, None, []))
            case "plant":
                brought.append(step("plant_free", n, None))
            case "fertilizer":
                brought.append(step("fertilizer", n, 0))
            case "demand":
                brought.append(step("die", n))
            case "purchases":
                brought += [step("double", n), step("market")]
    return brought
