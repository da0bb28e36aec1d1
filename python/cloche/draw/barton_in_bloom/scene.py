"""A position of Barton in Bloom, with the words around it, ready to be drawn: what its text and its SVG share."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from cloche.words import Wording

from ..captions import wording_of
from .box import GARDENER, SIDE, Box, Square, box_of, oriented
from .garden import Garden, garden_of
from .score import scores_of

_PLANT = re.compile(r"plant:([DRTLV])@(\d+),(\d+)")
_SQUARE = re.compile(r"(regrow|harvest):(\d+),(\d+)")
_PUT = re.compile(r"put:(\d+),(\d+):o([0-7])")
_LAY = re.compile(r"lay:(\d),(\d):r([0-3])")
_MOVE = re.compile(r"([HLPS])>(mow|judge|harvest|landscape|purchase|sell|rest)")
_FAVOUR = re.compile(r"(?:judge|favour):([a-z0-9_]+)")

Step: TypeAlias = Mapping[str, Any]
Actions: TypeAlias = tuple[str, ...]


@dataclass(frozen=True)
class Lit:
    """Legal actions by what they are drawn on; each is in one place."""

    spaces: Mapping[str, Actions]  # "mow", "judge", "harvest own", "harvest black", ..., "rest H"
    dice: Mapping[str, str]  # `die:H`
    squares: Mapping[Square, Actions]  # of the mover's garden: plants, regrows, harvests, and first squares of puts
    cells: Mapping[Square, Actions]  # of the mover's garden: where a tile may lie
    judges: Mapping[str, Actions]  # of the mover's hand
    named: frozenset[str]  # all else that has a place: buy, pile, order, ornament, fertilizer, notice, gossip
    others: Actions  # what gets a button

    def has(self, action: str) -> str | None:
        """A named action, if it is legal."""
        return action if action in self.named else None


def lit_of(data: Mapping[str, Any], box: Box, legal: Sequence[str]) -> Lit:
    """Legal actions, sorted."""
    step = data["todo"][0] if data["todo"] else {}
    spaces: dict[str, Actions] = {}
    squares: dict[Square, Actions] = {}
    cells: dict[Square, Actions] = {}
    judges: dict[str, Actions] = {}
    dice, named, others = {}, set(), []
    for text in legal:
        if found := _MOVE.fullmatch(text):
            name = space_name(found[1], found[2])
            spaces[name] = (*spaces.get(name, ()), text)
        elif found := _PLANT.fullmatch(text) or _SQUARE.fullmatch(text):
            square = (int(found[2]), int(found[3]))
            squares[square] = (*squares.get(square, ()), text)
        elif (found := _PUT.fullmatch(text)) and step.get("ornament") in box.ornaments:
            square = _first(box, step["ornament"], int(found[1]), int(found[2]), int(found[3]))
            squares[square] = (*squares.get(square, ()), text)
        elif found := _LAY.fullmatch(text):
            cell = (int(found[1]), int(found[2]))
            cells[cell] = (*cells.get(cell, ()), text)
        elif found := _FAVOUR.fullmatch(text):
            judges[found[1]] = (*judges.get(found[1], ()), text)
        elif text.startswith("die:"):
            dice[text[4:]] = text
        elif _has_place(text):
            named.add(text)
        else:
            others.append(text)
    return Lit(spaces, dice, squares, cells, judges, frozenset(named), tuple(others))


def space_name(die: str, space: str) -> str:
    """The space of the board that a die takes: an own one, the black one, its rest."""
    own = {"H": "harvest", "L": "landscape", "P": "purchase", "S": "sell"}
    if space in ("mow", "judge"):
        return space
    if space == "rest":
        return f"rest {die}"
    return f"{space} {'own' if own[die] == space else 'black'}"


def _first(box: Box, ornament: str, row: int, column: int, orientation: int) -> Square:
    """The first square that an ornament covers."""
    y, x = oriented(box.ornaments[ornament].squares, orientation)[0]
    return row + y, column + x


def _has_place(text: str) -> bool:
    word = text.partition(":")[0]
    return word in ("buy", "pile", "order", "ornament", "fertilizer", "notice") or text == "gossip"


@dataclass(frozen=True)
class Scene:
    """A position and the words around it, ready to be drawn."""

    data: Mapping[str, Any]
    box: Box
    gardens: Sequence[Garden]
    scores: Sequence[int]
    viewer: int | None
    legal: tuple[str, ...]
    lit: Lit
    last: str | None
    in_words: Wording

    @property
    def mover(self) -> int | None:
        return self.data["player"]  # type: ignore[no-any-return]

    @property
    def players(self) -> range:
        return range(len(self.gardens))

    @property
    def phase(self) -> str:
        return self.data["phase"]  # type: ignore[no-any-return]

    @property
    def step(self) -> Step:
        """The step that stands in front, empty when the game is over."""
        return self.data["todo"][0] if self.data["todo"] else {}

    def name(self, player: int) -> str:
        return f"Player {player + 1}" + (" (you)" if player == self.viewer else "")

    def judge_name(self, judge: str) -> str:
        return self.box.judges[judge].name

    # Supplies

    def copies(self, ornament: str) -> int:
        """Copies of an ornament that are left; one that is being put has left."""
        laid = sum(list(garden.ornaments).count(ornament) for garden in self.gardens)
        return self.box.ornaments[ornament].copies - laid - int(self.step.get("ornament") == ornament)

    def orders_left(self, deck: int) -> int:
        """Cards of an order deck that are face down."""
        done = sum(self.box.orders[order].deck == deck for orders in self.data["done"] for order in orders)
        return self.box.cards(deck) - done - (self.data["orders"][deck] is not None)

    def judges_left(self) -> int:
        """Undrawn judges of the newest deck."""
        newest: Mapping[str, Any] = self.data["decks"][-1]
        hidden = [card for hand in (*self.data["hands"], *self.data["gone"]) for card in hand]
        hidden += [card for card in self.data["gossip"] if card is not None]
        return int(len(newest["unseen"]) - sum(card["draw"] >= newest["from"] for card in hidden))

    def decorations_left(self, size: str, index: int) -> int:
        return self.box.supplies[size] - sum(int(counts[index]) for counts in self.data["decorations"])

    def paid(self, deck: int) -> int:
        """How many icons of a face-up order have been paid."""
        step = self.step
        return int(step["icon"]) if self.phase == "pay" and step["deck"] == deck else 0

    # Where the last move went

    def last_square(self, player: int) -> frozenset[Square]:
        """The squares of a player's garden that the last move changed, if it was that player's."""
        text = self.last or ""
        found = _PLANT.fullmatch(text) or _SQUARE.fullmatch(text)
        squares: set[Square] = set()
        if found:
            at = (int(found[2]), int(found[3]))
            plant = self.gardens[player].plants.get(at)
            word = text.partition(":")[0]
            if plant is not None and (plant == (found[1], True) if word == "plant" else plant[1] == (word == "regrow")):
                squares = {at}
        elif found := _PUT.fullmatch(text):
            for ornament, square, orientation in self.data["ornaments"][player]:
                if (square, orientation) == (int(found[1]) * SIDE + int(found[2]), int(found[3])):
                    shape = oriented(self.box.ornaments[ornament].squares, orientation)
                    squares = {(int(found[1]) + y, int(found[2]) + x) for y, x in shape}
        elif found := _LAY.fullmatch(text):
            cell = (int(found[1]), int(found[2]))
            if self.gardens[player].tiles.get(cell, ("", -1))[1] == int(found[3]):
                squares = {(3 * cell[0] + y, 3 * cell[1] + x) for y in range(3) for x in range(3)}
        return frozenset(squares) if player == self._last_player() else frozenset()

    def _last_player(self) -> int | None:
        """Who moved last: at the first node of a turn the player before."""
        fresh = self.phase == "turn" and self.step["favours"] and len(self.data["todo"]) == 1
        if self.mover is None:
            turns = self.data["turns"]
            return None if turns is None else (turns - 1) % len(self.gardens)
        return (self.mover - 1) % len(self.gardens) if fresh else self.mover

    def last_die(self) -> str | None:
        """The die that the last move used."""
        found = _MOVE.fullmatch(self.last or "")
        return found[1] if found else (self.last or "")[4:] if (self.last or "").startswith("die:") else None

    # Words

    def headline(self) -> str:
        """One sentence: whose turn it is and for what, or how the game ended."""
        if self.phase == "over":
            return f"Game over: {self._ending()}"
        if self.mover is None:
            what = {
                "orders": "orders are turned up",
                "turn_up": "tiles are turned up",
                "market": "the market is filled",
            }
            return f"Setup: {what[self.phase]}"
        setup = "Setup: " if self.data["turns"] is None else ""
        end = ", last round" if self.data["trigger"] is not None else ""
        return f"{setup}{self.name(self.mover)} {step_words(self.box, self.step)}{end}"

    def _ending(self) -> str:
        hidden = [card for card in self.data["gossip"] if card is not None and card["judge"] is None]
        if hidden:
            return "gossip is not shown"
        best = self.best()
        score = self.scores[best[0]]
        if len(best) == 1:
            return f"player {best[0] + 1} wins with {score}"
        return f"players {' and '.join(str(player + 1) for player in best)} share the win with {score}"

    def best(self) -> list[int]:
        """BN-40: who has most prestige, then most money."""
        order = [(self.scores[player], self.data["money"][player]) for player in self.players]
        return [player for player in self.players if order[player] == max(order)]


_WORDS = {
    "orders": "waits for a new order",
    "turn_up": "waits for a new tile",
    "market": "waits for the market",
    "flower_draw": "draws a flower",
    "judge_draw": "draws a judge",
    "setup_pile": "picks a tile",
    "setup_choice": "takes a judge or money",
    "setup_gift": "plants a flower or gains one",
    "setup_plant": "plants a flower",
    "after": "may use a favour",
    "judge": "may play a judge",
    "notice": "plays a judge: where?",
    "regrow": "may regrow a plant",
    "harvest": "harvests",
    "harvest_free": "harvests",
    "yield": "takes one more flower",
    "tile": "may take a tile",
    "plant": "plants",
    "plant_free": "plants",
    "buy": "buys flowers",
    "ornament": "may buy an ornament",
    "double": "makes purchases",
    "sale": "may sell a flower",
    "order": "may fill an order",
    "decoration": "pays for a decoration",
    "flower": "gains a flower",
    "gain": "may gain a flower",
    "fertilizer": "may buy a fertilizer",
    "die": "may lower a demand",
    "income": "has an income",
}


def step_words(box: Box, step: Step) -> str:
    """A step with a node, in words after the name of a player."""
    match step["step"]:
        case "turn":
            return "takes a turn" if step["favours"] else "takes a turn, the favour is used"
        case "mode":
            return f"chooses what the {list(box.specialists.values())[step['die']]} does"
        case "lay":
            return f"adds tile {step['tile']}"
        case "put":
            return f"puts up the {box.ornaments[step['ornament']].name}"
        case "pay":
            return f"pays icon {step['icon'] + 1} of order {step['deck'] + 1}"
        case word:
            return _WORDS[word]


def coming(scene: Scene) -> str:
    """The steps behind the first, in short."""
    words = []
    for step in scene.data["todo"][1:]:
        match step["step"]:
            case "raise" | "fresh":
                letter = "HLPS"[step["die"]]
                words.append(f"demand of {letter} rises" if step["step"] == "raise" else f"{letter} is fresh again")
            case "rest":
                words.append(f"{'HLPS'[step['die']]} rests")
            case "discard":
                words.append(f"{scene.judge_name(step['judge'])} is discarded")
            case "after":
                words.append("a favour")
            case word:
                number = step.get("n", 0)
                words.append(word.replace("_", " ") + (f" {number}" if number > 1 else ""))
    return ", ".join(words)


_PLAIN = re.compile(r"end|first|second|.*[:+].*")  # actions; what comes up has its short name on its button


def button_words(scene: Scene, action: str) -> str:
    """What is written on the button of an action or outcome that has no place of its own."""
    word, _, rest = action.rpartition(":")
    if word in ("", "flower") and rest in scene.box.types:
        return scene.box.types[rest]
    if word == "gardener" and rest in GARDENER:
        return rest
    return scene.in_words(action) if _PLAIN.fullmatch(action) else action


def scene_of(
    data: Mapping[str, Any],
    components: Mapping[str, Any] | None,
    viewer: int | None,
    legal: Sequence[str] | None,
    last: str | None = None,
) -> Scene:
    """The scene of a position; without `components` the default edition is drawn."""
    players = len(data["gardens"])
    box = box_of(components, players)
    gardens = [garden_of(data, box, player) for player in range(players)]
    return Scene(
        data=data,
        box=box,
        gardens=gardens,
        scores=scores_of(data, box, gardens),
        viewer=data.get("observer") if viewer is None else viewer,
        legal=tuple(legal or ()),
        lit=lit_of(data, box, legal or ()),
        last=last,
        in_words=wording_of("barton_in_bloom", components),
    )
