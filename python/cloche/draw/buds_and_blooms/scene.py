"""A position of Buds and Blooms, with the words around it, ready to be drawn: what its text and its SVG share."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from cloche.words import Wording

from ..captions import wording_of
from .box import TOOLS, Bed, Box, box_of

_PLAY = re.compile(r"(?:(RY|YB|BR)=)?([RYB][1-6])@([1-3])")
_PLACE = re.compile(r"(cut:insert@|grow:)([1-3])\.(\d+)")
_NAMED = re.compile(r"(take|discard|draw):(\w+)")

Card: TypeAlias = Mapping[str, Any]
Where: TypeAlias = tuple[str | int, ...]  # ("flower", player, slot, place), ("hand", player, index), ...


class Play(NamedTuple):
    """A flower card brought to a bed."""

    face: str
    look: str  # what it is played as
    slot: int


def play_of(text: str) -> Play | None:
    """The card that an action brings to a bed, None for all others."""
    found = _PLAY.fullmatch(text)
    return None if found is None else Play(found[1] or found[2], found[2], int(found[3]) - 1)


@dataclass(frozen=True)
class Lit:
    """Legal actions by what they are drawn on; each is in one place."""

    plays: Mapping[int, Mapping[str, tuple[str, ...]]]  # slot -> face -> its actions
    places: Mapping[tuple[str, int, int], str]  # "cut:insert@" or "grow:", slot and place -> action
    named: Mapping[tuple[str, str], str]  # "take", "discard" or "draw", and a face -> action
    steals: Mapping[int, str]  # slot of the rival -> action
    words: frozenset[str]  # power, dig:compost, dig:deck, weather, grow:none
    others: tuple[str, ...]  # outcomes


def lit_of(legal: Sequence[str]) -> Lit:
    """Legal actions, sorted."""
    plays: dict[int, dict[str, tuple[str, ...]]] = {}
    places, named, steals, words, others = {}, {}, {}, set(), []
    for text in legal:
        play, place, name = play_of(text), _PLACE.fullmatch(text), _NAMED.fullmatch(text)
        if play is not None:
            faces = plays.setdefault(play.slot, {})
            faces[play.face] = (*faces.get(play.face, ()), text)
        elif place is not None:
            places[place[1], int(place[2]) - 1, int(place[3])] = text
        elif name is not None:
            named[name[1], name[2]] = text
        elif text.startswith("cut:take@"):
            steals[int(text[-1]) - 1] = text
        elif text in ("power", "dig:compost", "dig:deck", "weather", "grow:none"):
            words.add(text)
        else:
            others.append(text)
    return Lit(plays, places, named, steals, frozenset(words), tuple(others))


@dataclass(frozen=True)
class Scene:
    """A position and the words around it, ready to be drawn."""

    data: Mapping[str, Any]
    box: Box
    single: bool  # one deck for both
    viewer: int | None
    legal: tuple[str, ...]
    lit: Lit
    last: str | None
    in_words: Wording
    last_at: Where | None  # where the last move went

    @property
    def mover(self) -> int | None:
        return self.data["player"]  # type: ignore[no-any-return]

    @property
    def phase(self) -> str:
        return self.data["phase"]  # type: ignore[no-any-return]

    @property
    def flowers(self) -> Sequence[Sequence[Sequence[Card]]]:
        return self.data["flowers"]  # type: ignore[no-any-return]

    @property
    def hands(self) -> Sequence[Sequence[Card]]:
        return self.data["hands"]  # type: ignore[no-any-return]

    @property
    def compost(self) -> Sequence[Card]:
        return self.data["compost"]  # type: ignore[no-any-return]

    @property
    def looked(self) -> Sequence[Card]:
        return self.data["looked"]  # type: ignore[no-any-return]

    @property
    def players(self) -> range:
        return range(len(self.flowers))

    @property
    def solo(self) -> bool:
        return len(self.flowers) == 1

    def name(self, player: int) -> str:
        return f"Player {player + 1}" + (" (you)" if player == self.viewer else "")

    # Beds

    def bed(self, side: int, slot: int) -> Bed | None:
        """The bed of a slot on a side of the table, None while it is not known (BB-5)."""
        if slot >= len(self.data["beds"]):
            return None
        laid = self.data["beds"][slot]
        if laid["face"] is None or laid["turn"] is None:
            return None
        beds: Sequence[Bed] = self.box.beds[laid["card"]][laid["face"]]
        return beds[int(laid["turn"]) ^ side]

    def rival(self) -> tuple[str, str, int | None]:
        """BB-26: name and venue of the solo rival and the score to beat, None while beds are missing."""
        rocks = sum(laid["face"] == 1 for laid in self.data["beds"])
        beds = [self.bed(1, slot) for slot in range(self.box.slots)]
        score = sum(bed.rosette for bed in beds if bed is not None)
        return *self.box.rivals[min(rocks, len(self.box.rivals) - 1)], None if None in beds else score

    # Cards

    def pile_of(self, player: int) -> int:
        """The pile that is own to a player."""
        return 0 if self.single else player

    def left(self, pile: int) -> int:
        """How many cards a pile has, those put under it included."""
        entry = self.data["piles"][pile]
        total = len(self.box.backs) * (2 if self.single else 1)
        return total - int(entry["drawn"]) + len(entry["under"])

    def top(self, pile: int) -> tuple[int, str] | None:
        """Deck and weather of the top card of a pile."""
        top = self.data["piles"][pile]["top"]
        if top is None:
            return None
        deck, _, weather = top.rpartition(".")
        return (int(deck) if deck else pile), weather

    def known(self, card: Card) -> bool:
        """Whether both players know a card."""
        return not self.solo and len(card["known"]) > 1

    def used(self, cards: Sequence[Card], face: str) -> int | None:
        """Which of some cards the mover would use as a face: that of the own deck first."""
        found = [index for index, card in enumerate(cards) if card["face"] == face]
        return min(found, key=lambda index: cards[index]["deck"] != self.mover, default=None)

    def acts_on(self, word: str, cards: Sequence[Card], index: int) -> str | None:
        """The legal action `take` or `discard` that is for a card."""
        face = cards[index]["face"]
        action = None if face is None else self.lit.named.get((word, face))
        return action if action is not None and self.used(cards, face) == index else None

    def playable(self, card: Card) -> bool:
        """Whether a card of the mover's hand can be played."""
        face = card["face"]
        if face == "cut":
            return bool(self.lit.steals) or any(word == "cut:insert@" for word, _, _ in self.lit.places)
        if face in TOOLS:
            return any(word.partition(":")[0] == face for word in self.lit.words)
        return any(face in faces for faces in self.lit.plays.values())

    # Scores

    def points(self, player: int, slot: int) -> tuple[int, int]:
        """BB-23, BB-24: the points of a flower and its bonus."""
        own = self.box.points(self.flowers[player][slot])
        if self.solo:
            return own, 0
        return own, self.box.better_points * (own > self.box.points(self.flowers[1 - player][slot]))

    def score(self, player: int) -> int:
        return sum(sum(self.points(player, slot)) for slot in range(self.box.slots))

    def best(self) -> list[int]:
        """BB-25: who has most points, the higher best flower before others."""
        order = [
            (self.score(player), max(sum(self.points(player, slot)) for slot in range(self.box.slots)))
            for player in self.players
        ]
        return [player for player in self.players if order[player] == max(order)]

    # Words

    def headline(self) -> str:
        """One sentence: whose turn it is and for what, or how the game ended."""
        data, phase = self.data, self.phase
        slot = len(data["beds"])
        if phase == "card":
            return f"Setup: the bed card of slot {slot + 1} is drawn"
        if phase in ("face", "turn"):
            return f"Setup: slot {slot}, " + ("plain or rocks?" if phase == "face" else "which way round?")
        if phase == "over":
            return f"Game over: {self._ending()}"
        assert self.mover is not None
        who = self.name(self.mover)
        if phase == "back":
            shown = [pile for pile, entry in enumerate(data["piles"]) if entry["top"] is None]
            begun = any(entry["drawn"] for entry in data["piles"])
            deck = "deck" if len(data["piles"]) == 1 else f"deck {(self.mover if begun else shown[0]) + 1}"
            return f"The next card of the {deck} shows its back" if deck == "deck" else f"The top of {deck} shows"
        if phase == "play_taken":
            return f"{who} plays the {data['bloom']['face']} taken: on which bed?"
        if phase == "play_insert":
            return f"{who} inserts a card of the hand in bed {data['place'][0]}"
        if phase == "grow":
            what = {
                "discard": "may grow one stage, as the weather differs",
                "power": "grows one stage by flower power",
                "again": "may grow a second stage",
                "weather": "grows one stage by sun and rain",
            }
            return f"{who} {what[data['cause']]}"
        return {
            "draw": f"{who} draws a card",
            "look": f"{who} digs down and looks at a card",
            "move": f"{who} plays or discards a card",
            "take": f"{who} takes a card " + ("looked at" if self.looked else "from the compost"),
            "sun": f"{who} discards a sun card",
            "rain": f"{who} discards a rain card",
        }[phase]

    def _ending(self) -> str:
        if self.solo:
            name, _, target = self.rival()
            score = self.score(0)
            won = target is not None and score > target
            return f"player 1 wins with {score} to {target}" if won else f"{name} wins with {target} to {score}"
        best, score = self.best(), max(self.score(player) for player in self.players)
        if len(best) == 1:
            return f"player {best[0] + 1} wins with {score}"
        return f"players 1 and 2 share the win with {score}"


def scene_of(
    data: Mapping[str, Any],
    components: Mapping[str, Any] | None,
    options: Mapping[str, Any],
    viewer: int | None,
    legal: Sequence[str] | None,
    last: str | None = None,
) -> Scene:
    """The scene of a position; without `components` cards and beds are those of the printed game."""
    return Scene(
        data=data,
        box=box_of(components),
        single=bool(options.get("single_deck", False)),
        viewer=data.get("observer") if viewer is None else viewer,
        legal=tuple(legal or ()),
        lit=lit_of(legal or ()),
        last=last,
        in_words=wording_of("buds_and_blooms", components),
        last_at=_last_at(data, last or ""),
    )


# The last move: where its card is, as it was written or as a viewer saw it.


def _last_at(data: Mapping[str, Any], last: str) -> Where | None:
    text, _, which = last.partition("#")
    play, place, named = play_of(text), _PLACE.fullmatch(text), re.fullmatch(r"(take|discard|draw):(\S+)", text)
    for player in _latest(data):
        found: Where | None = None
        if play is not None:
            found = _planted(data["flowers"][player], player, play)
        elif place is not None and place[1] == "grow:":
            slot, at = int(place[2]) - 1, int(place[3])
            flower = data["flowers"][player][slot]
            found = ("flower", player, slot, at) if at < len(flower) - 1 and flower[at]["stages"] > 1 else None
        elif named is not None and named[1] == "discard":
            index = _number_of(data["compost"], named[2], which, player)
            found = None if index is None else ("compost", index)
        elif named is not None:
            index = _number_of(data["hands"][player], named[2], which, player)
            found = None if index is None else ("hand", player, index)
        elif text.partition(":")[0] in TOOLS:
            tools = [tool["face"] for tool in data["sheds"][player]]
            found = ("shed", player, tools.index(text.partition(":")[0])) if text.partition(":")[0] in tools else None
        if found is not None:
            return found
    return None


def _latest(data: Mapping[str, Any]) -> list[int]:
    """The players, the one who moved last first."""
    players, mover = len(data["flowers"]), data["player"] or 0
    before = (mover - 1) % players if data["phase"] == "move" else mover
    return [before, *(player for player in range(players) if player != before)]


def _planted(flowers: Sequence[Sequence[Card]], player: int, play: Play) -> Where | None:
    flower = flowers[play.slot] if play.slot < len(flowers) else ()
    for place in reversed(range(len(flower))):
        if (flower[place]["face"], flower[place]["as"]) == (play.face, play.look):
            return ("flower", player, play.slot, place)
    return None


def _number_of(cards: Sequence[Card], face: str, which: str, player: int) -> int | None:
    """A card by its face, or by its number if that is told: `#1.7`, in a single deck `#31`."""
    deck, _, draw = which.rpartition(".")
    found = [
        index
        for index, card in enumerate(cards)
        if (str(card["draw"]) == draw and deck in ("", str(card["deck"])) if which else card["face"] == face)
    ]
    return min(found, key=lambda index: (cards[index]["deck"] != player, -cards[index]["draw"]), default=None)
