"""Positions of Buds and Blooms from a few words, with every card accounted for unless a test breaks that on purpose.

A numbered card is `R4`, `R4#1` (of deck 1), `R4#1.7` (draw 7 of its pile) or `R4#1.7:01` (both players know the face);
an open one `R4` or `R4#1`, in a flower with what it is played as and the stages that show: `R4/1 RY=Y5#1/3`.
"""

from __future__ import annotations

import copy
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import cloche

from ..walks import chances as chances
from ..walks import fact as fact
from ..walks import legal as legal
from ..walks import play as play
from ..walks import starting as starting
from ..walks import weights as weights

NAME = "buds_and_blooms"
COMPONENTS = Path(__file__).parents[3] / "seeds" / NAME / "components.toml"
DEFAULT_BOX: dict[str, Any] = tomllib.loads(COMPONENTS.read_text(encoding="utf-8"))
FACES = [card["id"] for card in DEFAULT_BOX["card"]]
TOOLS = FACES[21:]
KEYS = ["phase", "player", "beds", "flowers", "sheds", "hands", "compost", "looked", "piles", "cause", "place", "bloom"]
PHASES = ["card", "face", "turn", "back", "draw", "look", "move"]
PHASES += ["play_taken", "play_insert", "grow", "take", "sun", "rain", "over"]
# Sun: even reds and blues, odd yellows, RY, BR, cut; rain: the others.
SUN = ["R2", "R4", "R6", "Y1", "Y3", "Y5", "B2", "B4", "B6", "RY", "BR", "cut"]

# As id.face.turn. Side 0 has any up, R B up, any down; side 1 has R Y down, any updown, Y B up.
BEDS = "bed1.0.0 bed3.0.1 bed2.0.1"

CARD = re.compile(
    r"(?P<face>\w+)(=(?P<as>\w\d))?(#(?P<deck>\d)(\.(?P<draw>\d+))?)?(/(?P<stages>\d))?(:(?P<known>\d+))?"
)


def back_of(face: str) -> str:
    """The weather on the back of a face."""
    return "sun" if face in SUN else "rain"


def load(
    implementation: str, players: int = 2, components: Mapping[str, Any] | None = None, /, **options: Any
) -> cloche.Game:
    """The game with options and components of a test."""
    return cloche.load(NAME, players, options, components=components, implementation=implementation)


def box(cards: str | None = None, **tables: Mapping[str, Any]) -> dict[str, Any]:
    """A component file with those faces alone; tables are changed by their keys, as in `deck={"hand": 1}`."""
    data = copy.deepcopy(DEFAULT_BOX)
    data["edition"] = "test"
    if cards is not None:
        data["card"] = [card for card in data["card"] if card["id"] in cards.split()]
    for name, changed in tables.items():
        data[name] |= changed
    data["rival"] = data["rival"][: data["slots"]["count"] + 1]
    return data


class _Table:
    """Where the cards of a position lie, while it is put together."""

    def __init__(self, game: cloche.Game) -> None:
        data = game.components
        assert data is not None
        self.faces: list[str] = [card["id"] for card in data["card"]]
        self.stages = {card["id"]: len(card.get("leaves", ())) for card in data["card"]}
        self.single: bool = game.options["single_deck"]
        self.piles = 1 if self.single or game.players == 1 else 2
        size = len(self.faces)
        self.size = 2 * size if self.single else size
        over, under = data["deck"]["over"], data["deck"]["under"]
        self.zone = range(1, size * 2 + 1) if self.single else range(over + 1, size - under + 1)
        self.numbered: list[dict[str, Any]] = []
        self.open: list[tuple[int, str]] = []

    def pile_of(self, deck: int) -> int:
        return 0 if self.single else deck

    def cards(self, texts: str, deck: int, holder: int | None = None) -> list[dict[str, Any]]:
        """Numbered cards; draws that are not told are found later."""
        found = []
        for text in texts.split():
            match = CARD.fullmatch(text)
            assert match, text
            own = int(match["deck"] or deck)
            knows = {own} if not self.single else set()
            knows |= {holder} if holder is not None else set() if knows else {0}
            card = {
                "deck": own,
                "draw": int(match["draw"] or 0),
                "back": back_of(match["face"]),
                "face": match["face"],
                "known": [int(player) for player in match["known"]] if match["known"] else sorted(knows),
            }
            found.append(card)
        self.numbered += found
        return found

    def flower(self, text: str, owner: int) -> list[dict[str, Any]]:
        """A flower, bottom first."""
        found = []
        for place, word in enumerate(text.split()):
            match = CARD.fullmatch(word)
            assert match, word
            top = place == len(text.split()) - 1
            face = match["face"]
            stages = int(match["stages"] or (self.stages[face] if top else 1))
            deck = int(match["deck"] or owner)
            found.append({"face": face, "deck": deck, "as": match["as"] or face, "stages": stages})
            self.open.append((deck, face))
        return found

    def bare(self, texts: str, owner: int) -> list[dict[str, Any]]:
        """Open cards that are nothing but a face and a deck."""
        found = []
        for word in texts.split():
            match = CARD.fullmatch(word)
            assert match, word
            deck = int(match["deck"] or owner)
            found.append({"face": match["face"], "deck": deck})
            self.open.append((deck, match["face"]))
        return found

    def pile_cards(self, pile: int) -> list[dict[str, Any]]:
        return [card for card in self.numbered if self.pile_of(card["deck"]) == pile]

    def fill(self, pile: int, drawn: int | None) -> tuple[int, list[dict[str, Any]]]:
        """Cards that nobody named go to the compost until as many are drawn; flowers first while tools may wait."""
        cards = self.pile_cards(pile)
        out = [(card["deck"], card["face"]) for card in cards]
        out += [card for card in self.open if self.pile_of(card[0]) == pile]
        tools = sum(face in TOOLS for _, face in out)
        least = max([len(out), *(card["draw"] for card in cards)])
        if tools and not self.single:
            least = max(least, self.zone.start + tools - 1)
        drawn = least if drawn is None else drawn
        decks = (0, 1) if self.single else (pile,)
        every = [(deck, face) for face in reversed(self.faces) for deck in decks]
        tools_first = not self.single and drawn >= self.zone.stop - 1
        left = sorted(every, key=lambda card: (card[1] in TOOLS) != tools_first)
        words = [f"{face}#{deck}" for deck, face in left if (deck, face) not in out][: max(0, drawn - len(out))]
        return drawn, self.cards(" ".join(words), pile)

    def number(self, pile: int, drawn: int) -> None:
        """Finds draws: tools get the first free ones of their zone, flowers the first that open tools do not need."""
        cards = self.pile_cards(pile)
        taken = {card["draw"] for card in cards}
        free = [draw for draw in range(1, drawn + 1) if draw not in taken]
        for card in cards:
            if not card["draw"] and card["face"] in TOOLS and not self.single:
                card["draw"] = next(draw for draw in free if draw in self.zone)
                free.remove(card["draw"])
        for deck, face in self.open:
            if self.pile_of(deck) == pile and face in TOOLS and not self.single:
                free.remove(max(draw for draw in free if draw in self.zone))
        for card in cards:
            if not card["draw"]:
                card["draw"] = free.pop(0)


def card_number(game: cloche.Game, card: Mapping[str, Any]) -> int:
    """The number that a card keeps."""
    return int(card["draw"]) - 1 + (0 if game.options["single_deck"] else 24 * int(card["deck"]))


def position(
    game: cloche.Game,
    *,
    beds: str = BEDS,
    flowers: Sequence[Sequence[str]] = (),
    sheds: Sequence[str] = (),
    hands: Sequence[str] = (),
    compost: str = "",
    looked: str = "",
    under: Sequence[str] = (),
    drawn: Sequence[int | None] = (),
    tops: Sequence[str | None] | None = None,
    bloom: str | None = None,
    **changed: Any,
) -> dict[str, Any]:
    """The dict of a position, by default with player 0 at `move`. Every key can be given as it is in `to_dict`.

    `drawn` says how many cards have left each lazy part; what is not named of them lies in the compost. `tops` are sun
    where there is a card, if not told otherwise. Hands that are not given are four reds, or none once all is drawn.
    """
    table = _Table(game)
    player = changed.get("player", 0)
    players = range(game.players)
    usual = ["R1 R2 R3 R4", "R1 R2 R3 R4"] if not table.single else ["R1#0 R2#0 R3#0 R4#0", "R1#1 R2#1 R3#1 R4#1"]
    hands = [*hands, *usual[len(hands) : game.players]]
    in_hands = [table.cards(hands[owner], owner, owner) for owner in players]
    pad: list[str] = [""] * 3
    rows = [[*(flowers[owner] if owner < len(flowers) else ()), *pad] for owner in players]
    slots = (game.components or {})["slots"]["count"]
    in_flowers = [[table.flower(text, owner) for text in rows[owner][:slots]] for owner in players]
    in_sheds = [table.bare(sheds[owner] if owner < len(sheds) else "", owner) for owner in players]
    taken = table.bare(bloom, 1)[0] if bloom else None
    in_compost = table.cards(compost, 0)
    piles = range(table.piles)
    in_under = [table.cards(under[pile], pile, pile) if pile < len(under) else [] for pile in piles]
    seen = table.cards(looked, player or 0, player or 0)
    numbers = []
    for pile in piles:
        count, filled = table.fill(pile, drawn[pile] if pile < len(drawn) else None)
        in_compost += filled
        table.number(pile, count)
        numbers.append(count)
    shown: list[str | None] = []
    for pile in piles:
        lazy = numbers[pile] < table.size
        top = "sun" if lazy else in_under[pile][0]["back"] if in_under[pile] else None
        shown.append(top if top is None or not table.single else f"0.{top}")
    for cards in (*in_hands, in_compost):
        cards.sort(key=lambda card: card_number(game, card))
    for shed in in_sheds:
        shed.sort(key=lambda card: (FACES.index(card["face"]), card["deck"]))
    return {
        "phase": "move",
        "player": 0,
        "beds": bed_cards(beds),
        "flowers": in_flowers,
        "sheds": in_sheds,
        "hands": in_hands,
        "compost": in_compost,
        "looked": seen,
        "piles": [
            {"drawn": numbers[pile], "top": (shown if tops is None else tops)[pile], "under": in_under[pile]}
            for pile in piles
        ],
        "cause": None,
        "place": None,
        "bloom": taken,
    } | changed


def bed_cards(text: str) -> list[dict[str, Any]]:
    """Bed cards as `to_dict` has them: `bed1.0.1`, with `-` for what is not picked yet."""
    rows = []
    for word in text.split():
        card, face, turn = word.split(".")
        rows.append(
            {"card": card, "face": None if face == "-" else int(face), "turn": None if turn == "-" else int(turn)}
        )
    return rows


def at(
    implementation: str,
    *,
    players: int = 2,
    options: Mapping[str, Any] | None = None,
    components: Mapping[str, Any] | None = None,
    **rest: Any,
) -> cloche.State:
    """A position; `rest` are arguments of `position`."""
    game = load(implementation, players, components, **(options or {}))
    return game.state_from_dict(position(game, **rest))


def turn(state: cloche.State) -> tuple[str, int | None]:
    """The phase and the player."""
    data = state.to_dict()
    return data["phase"], data["player"]


def faces(cards: Iterable[Mapping[str, Any]]) -> list[str | None]:
    """The faces of some cards."""
    return [card["face"] for card in cards]


def stages(state: cloche.State, player: int, bed: int) -> str:
    """A flower with the stages that each card shows: `R1/1 R3/2`."""
    return " ".join(
        (card["face"] if card["as"] == card["face"] else f"{card['face']}={card['as']}") + f"/{card['stages']}"
        for card in fact(state, "flowers")[player][bed - 1]
    )


def qualified(state: cloche.State) -> dict[str, int]:
    """The prior's weight of each legal action."""
    return dict(zip(legal(state), state.prior(), strict=True))
