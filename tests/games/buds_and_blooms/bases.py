"""A lawful position of every phase, to be broken; and the laws that a refusal names."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

import cloche

from .buds import back_of, load, position

Base = tuple[cloche.Game, dict[str, Any]]
OUT = (24, 24)  # all cards have been drawn
GROWS = [["Y3 Y4"]]


def base(implementation: str, here: dict[str, Any], settings: dict[str, Any]) -> Base:
    """A game and a position of it; `settings` go before what is here."""
    given = here | settings
    game = load(implementation, given.pop("players", 2), given.pop("components", None), **given.pop("options", {}))
    return game, position(game, **given)


def _of(**here: Any) -> Callable[..., Base]:
    def made(implementation: str, **settings: Any) -> Base:
        return base(implementation, here, settings)

    return made


_BARE: dict[str, Any] = {"player": None, "hands": ["", ""], "tops": [None, None]}
_THREE = ["R1 R2 R3"]
BASES: dict[str, Callable[..., Base]] = {
    "card": _of(phase="card", beds="bed1.0.0 bed4.1.1", **_BARE),
    "face": _of(phase="face", beds="bed1.0.0 bed4.-.-", **_BARE),
    "turn": _of(phase="turn", beds="bed1.0.0 bed4.1.-", **_BARE),
    "first": _of(phase="back", **_BARE | {"player": 0}),
    "deal": _of(phase="draw", hands=["R1 R2", ""]),
    "dealt": _of(phase="back", player=1, hands=["R1 R2 R3 R4", "R1"], tops=["sun", None]),
    "back": _of(phase="back", tops=[None, "sun"]),
    "draw": _of(phase="draw", hands=_THREE, compost="Y1"),
    "look": _of(phase="look", hands=_THREE, sheds=["dig"], looked="Y1"),
    "looking": _of(phase="back", hands=_THREE, sheds=["dig"], looked="Y1", tops=[None, "sun"]),
    "move": _of(),
    "play_taken": _of(phase="play_taken", hands=_THREE, sheds=["cut"], bloom="Y5"),
    "play_insert": _of(phase="play_insert", hands=_THREE, sheds=["cut"], flowers=[["R4"]], place="1.0"),
    "discard": _of(phase="grow", hands=_THREE, compost="Y2", flowers=GROWS, cause="discard"),
    "power": _of(phase="grow", hands=_THREE, sheds=["power"], flowers=GROWS, cause="power"),
    "again": _of(phase="grow", hands=_THREE, sheds=["power"], flowers=[["Y3/2 Y4 Y5"]], cause="again"),
    "weather": _of(phase="grow", hands=["R1", "R1"], flowers=GROWS, drawn=OUT, cause="weather"),
    "take": _of(phase="take", hands=_THREE, sheds=["dig"], looked="Y1 Y2 Y3"),
    "compost": _of(phase="take", hands=_THREE, sheds=["dig"], compost="Y1 Y2", drawn=(7,)),
    "sun": _of(phase="sun", hands=["R1 R2", "R1"], flowers=GROWS, drawn=OUT),
    "rain": _of(phase="rain", hands=["R1 R2", "R1"], flowers=GROWS, drawn=OUT),
    "last": _of(hands=["R1", "R1"], drawn=OUT),
    "over": _of(phase="over", player=None, hands=["", ""], drawn=OUT),
    "under": _of(sheds=["dig"], under=["Y1 Y2"]),
}
SINGLE: dict[str, Any] = {"options": {"single_deck": True}}


def refusal(given: Base) -> str:
    """The message with which a position is refused."""
    game, data = given
    with pytest.raises(ValueError, match="buds_and_blooms") as error:
        game.state_from_dict(data)
    return str(error.value)


def laws(message: str) -> set[str]:
    """The laws that a message names; those of observations that say the same are left out."""
    return set(re.findall(r"\b[SO]-\d+", message)) - {"O-3", "O-4"}


# Laws that ask for the same: something that can grow; a card that is missing at `draw`.
ALIKE = {"S-15": {"S-16"}, "S-16": {"S-15"}, "S-12": {"S-13"}, "S-13": {"S-12"}}


def names(message: str, law: str) -> bool:
    """Whether a message names that law, and none beside it but one that asks for the same."""
    return {law} <= laws(message) <= {law} | ALIKE.get(law, set())


def card(
    face: str, draw: int, deck: int = 0, known: list[int] | None = None, back: str | None = None
) -> dict[str, Any]:
    """A numbered card as `to_dict` has it."""
    return {
        "deck": deck,
        "draw": draw,
        "back": back or back_of(face),
        "face": face,
        "known": [deck] if known is None else known,
    }


def pile(drawn: int, top: str | None = "sun", *under: dict[str, Any]) -> dict[str, Any]:
    """A pile as `to_dict` has it."""
    return {"drawn": drawn, "top": top, "under": list(under)}
