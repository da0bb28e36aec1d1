"""The observation tensor of Barton in Bloom, in the order of seeds/barton_in_bloom/state.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from cloche.reference.barton_in_bloom import scoring
from cloche.reference.barton_in_bloom.actions import ACTIONS
from cloche.reference.barton_in_bloom.box import DECORATIONS, DICE, FERTILIZERS, SPACES, TYPES
from cloche.reference.barton_in_bloom.shapes import SQUARES
from cloche.reference.barton_in_bloom.steps import WORDS
from cloche.reference.base import float32, one_hot

if TYPE_CHECKING:
    from cloche.reference.barton_in_bloom.garden import Garden
    from cloche.reference.barton_in_bloom.position import Position

FEATURES = "FPLW"
PHASES = (*WORDS, "over")
USUAL_PILE = 22


def tensor(state: Position, player: int) -> list[float]:
    """What `player` sees."""
    n = state.game.players
    order = [(player + i) % n for i in range(n)]
    values: list[float] = []
    for p in order:
        values += planes(state.gardens[p])
    scores = scoring.scores(state, player)  # even at the end gossip of others stays hidden (H-6)
    for p in order:
        values += possessions(state, p, scores[p])
    values += judges(state, player)
    values += table(state)
    values += one_hot(PHASES.index(state.phase), len(PHASES))
    values += [float(p == state.player) for p in order]
    limit = state.game.turn_limit
    values.append(0.0 if state.turns is None else part(limit - state.turns_had(player), limit))
    values += [float(p == state.trigger) for p in order]
    values += first_step(state)
    return values


def part(number: int, whole: int) -> float:
    """A quotient in double precision, rounded to float32."""
    return float32(number / whole)


def planes(garden: Garden) -> list[float]:
    """Of a garden, by square: what is uncovered, what is covered, plants, harvested ones."""
    sets: list[set[int]] = [garden.uncovered(letter) for letter in FEATURES]
    sets.append(garden.covered)
    sets += [{square for square, plant in garden.plants.items() if plant.type == type_} for type_ in TYPES]
    sets.append(set(garden.standing(grown=False)))
    return [float(square in plane) for plane in sets for square in range(SQUARES)]


def possessions(state: Position, player: int, score: int) -> list[float]:
    """What a player has."""
    box, garden, done = state.game.box, state.gardens[player], state.done[player]
    return [
        part(state.money[player], 30),
        part(state.prestige[player], 20),
        *(part(tokens, 6) for tokens in state.sheds[player]),
        float(state.awake[player]),
        *(float(fertilizer in state.fertilizers[player]) for fertilizer in FERTILIZERS),
        *(part(built, 4) for built in state.decorations[player]),
        part(garden.complete(), 6),
        part(len(done), 8),
        part(sum(box.orders[order].prestige for order in done), 40),
        part(len(state.hands[player]), 5),
        float(state.gossip[player] is not None),
        part(score, 60),
        *(part(garden.copies(kind), ornament.copies) for kind, ornament in box.ornaments.items()),
    ]


def judges(state: Position, player: int) -> list[float]:
    """Own hand, own gossip, board, discards, and which the hidden and undrawn ones may be."""
    gossip = state.gossip[player]
    hidden = [judge for deck in range(len(state.decks)) for judge in state.unknown_to(player, deck)]
    sets: list[Iterable[str | None]] = [[card.judge for card in state.hands[player]]]
    sets.append([] if gossip is None else [gossip.judge])
    sets += [[judge] for judge in state.board]
    sets += [state.discards, hidden]
    return [float(judge in one) for one in sets for judge in state.game.box.judges]


def table(state: Position) -> list[float]:
    """Dice, market, bag, tiles on display, piles and orders."""
    box = state.game.box
    values: list[float] = []
    for die in state.dice:
        values += [*one_hot(SPACES.index(die.space), len(SPACES)), part(die.demand, 6)]
    for type_ in state.market:
        values += one_hot(None if type_ is None else TYPES.index(type_), len(TYPES))
    values += [part(tokens, box.bag["first"] or 1) for tokens in state.bag]
    for tile in state.display:
        values += letters(state, tile)
    values += [part(tiles, USUAL_PILE) for tiles in state.piles]
    for order in state.orders:
        card = None if order is None else box.orders[order]
        icons = Counter("" if card is None else card.icons)
        values += [part(icons[type_], 6) for type_ in TYPES]
        values += [0.0, 0.0] if card is None else [part(card.money, 15), part(card.prestige, 10)]
    return values


def letters(state: Position, tile: str | None) -> list[float]:
    """The squares of each feature of a tile."""
    printed = "" if tile is None else state.game.box.letters(tile)
    return [part(printed.count(letter), 9) for letter in FEATURES]


def first_step(state: Position) -> list[float]:
    """Numbers of the step that is next, and of the turn."""
    front = state.todo[0] if state.todo else {}
    turn = next((one for one in state.todo if one["step"] == "turn"), None)
    number = front.get("n", front.get("count", front.get("regrow", 0) + front.get("harvest", 0)))
    last = front.get("last")
    size = front.get("size")
    return [
        part(number, 10),
        0.0 if last is None else part(last + 1, ACTIONS),
        *([0.0] * len(DICE) if turn is None else [part(shown, 6) for shown in turn["shown"]]),
        float(turn is not None and turn["favours"]),
        float(any(one["step"] == "after" for one in state.todo)),
        *one_hot(None if size is None else DECORATIONS.index(size), len(DECORATIONS)),
        *one_hot(front.get("die"), len(DICE)),
        *letters(state, front.get("tile")),
        *(float(front.get("ornament") == kind) for kind in state.game.box.ornaments),
    ]
