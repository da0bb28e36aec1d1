"""Buds and Blooms in words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from cloche.words.wording import Rule, names, ordinal

_FACE = "([A-Z][1-6]|[A-Z]{2}|power|cut|dig)"
_PLACE = r"(\d)\.(\d+)"
_TOOLS = {"power": "flower power", "cut": "make the cut", "dig": "dig down"}
# Which card it was, where the face is not seen: its deck, unless both are one, and which draw of it.
_CARD = r"(?P<card>#(?:(?P<deck>\d)\.)?(?P<draw>\d+))?"


def rules(game: str, components: Mapping[str, Any]) -> Sequence[Rule]:
    """By the table of rules.md and "Seen" of state.md; beds and decks count from 1, as in pictures."""
    colours = names(components, "colour")

    def face(text: str) -> str:
        if text in _TOOLS:
            return f'"{_TOOLS[text]}"'
        if text[1].isdigit():
            return f"{colours.get(text[0], text[0])} {text[1:]}"
        return f"the {'-'.join(colours.get(letter, letter) for letter in text)} bud"

    def bud(found: re.Match[str]) -> str:
        return f"play {face(found[1])} as {face(found[2])} on bed {found[3]}{_card(found)}"

    def insert(found: re.Match[str]) -> str:
        under = "at the bottom" if found[2] == "0" else f"above the {ordinal(int(found[2]))} card"
        return f"make the cut: put a card {under} of bed {found[1]}{_card(found)}"

    def grow(found: re.Match[str]) -> str:
        return f"grow the {ordinal(int(found[2]) + 1)} card from the bottom of bed {found[1]}"

    def unseen(found: re.Match[str]) -> str:
        back = found["back"].rpartition(".")[2]
        return f"{found['what']} a card with {back} on its back{_card(found)}"

    return (
        (f"{_FACE}=([A-Z][1-6])@(\\d){_CARD}", bud),
        (f"{_FACE}@(\\d){_CARD}", lambda found: f"play {face(found[1])} on bed {found[2]}{_card(found)}"),
        (f"power{_CARD}", lambda found: f"flower power: grow twice{_card(found)}"),
        (
            f"cut:take@(\\d){_CARD}",
            lambda found: f"make the cut: take the top bloom of the rival's bed {found[1]}{_card(found)}",
        ),
        (f"cut:insert@{_PLACE}{_CARD}", insert),
        (f"dig:compost{_CARD}", lambda found: f"dig down: look through the compost{_card(found)}"),
        (f"dig:deck{_CARD}", lambda found: f"dig down: look at the top of the deck{_card(found)}"),
        (f"(take|discard):{_FACE}", lambda found: f"{found[1]} {face(found[2])}"),
        (f"(?P<what>take|discard):(?P<back>(?:\\d\\.)?\\w+){_CARD}", unseen),
        ("weather", "discard sun and rain to grow"),
        (f"grow:{_PLACE}", grow),
        ("grow:none", "grow no more"),
        (r"card:(\d+)", lambda found: f"bed card {int(found[1]) + 1} is drawn"),
        ("face:plain", "its plain face is up"),
        ("face:rocks", "its face with rocks is up"),
        ("turn:0", "it lies as it is"),
        ("turn:1", "it is turned round"),
        (r"back:(\w+)", r"the next card shows \1"),
        (r"back:(\d)\.(\w+)", lambda found: f"the next card is of deck {int(found[1]) + 1} and shows {found[2]}"),
        (r"draw:\?", "a card is drawn unseen"),
        (f"draw:{_FACE}", lambda found: f"{face(found[1])} is drawn"),
    )


def _card(found: re.Match[str]) -> str:
    if found["card"] is None:
        return ""
    deck = "" if found["deck"] is None else f" of deck {int(found['deck']) + 1}"
    return f" (card {found['draw']}{deck})"
