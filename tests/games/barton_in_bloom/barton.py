"""Positions of Barton in Bloom from a few words, complete and lawful unless a test breaks them on purpose.

Gardens are `3,3:t01 3,4:t02:r1`, plants `R@9,10`, harvested ones `R'@9,10`, ornaments `birdbath@9,10:o0`, judges of a
hand `separation` or with its draw `separation#4`. Flowers are letters: a shed `DDR`; a market `DR..VV`, `.` for none.
"""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import cloche

from ..walks import fact as fact
from ..walks import legal as legal
from ..walks import play as play
from ..walks import starting as starting
from ..walks import weights as weights

NAME = "barton_in_bloom"
ROOT = Path(__file__).parents[3]
TYPES = "DRTLV"
DICE = "HLPS"
SPACES = ("mow", "judge", "harvest", "landscape", "purchase", "sell", "rest")
GARDENER = (
    "mow", "judge", "regrow", "harvest", "tile", "plant", "flowers", "ornament", "flower-sale", "orders", "large",
    "medium", "small",
)  # fmt: skip

Data = dict[str, Any]


def _read(path: Path) -> Data:
    return tomllib.loads(path.read_text(encoding="utf-8"))


DEFAULT_BOX = _read(ROOT / "seeds" / NAME / "components.toml")
SMALL = _read(ROOT / "tests" / "data" / NAME / "small.toml")
TINY = _read(ROOT / "tests" / "data" / NAME / "tiny.toml")
HAND_WEIGHTS = _read(ROOT / "tests" / "data" / NAME / "weights.toml")

# Fields of the steps in the order of state.md; a step of a test needs only those that differ from these.
STEPS: dict[str, Data] = {
    "orders": {},
    "turn_up": {},
    "market": {},
    "flower_draw": {"n": 1},
    "judge_draw": {"n": 1},
    "setup_pile": {"n": 1},
    "setup_choice": {},
    "setup_gift": {},
    "setup_plant": {"n": 1, "last": None},
    "turn": {"favours": True, "shown": [1, 1, 1, 1]},
    "mode": {"die": 0},
    "raise": {"die": 0},
    "rest": {"die": 0, "x": 1},
    "fresh": {"die": 0},
    "after": {},
    "discard": {"judge": "separation"},
    "money": {"n": 1},
    "prestige": {"n": 1},
    "judge": {},
    "notice": {"draw": 1},
    "regrow": {"n": 1, "last": None},
    "harvest": {"count": 0, "last": None, "types": []},
    "harvest_free": {"n": 1, "last": None, "types": []},
    "yield": {"n": 1, "types": []},
    "tile": {"n": 1},
    "lay": {"tile": "t05"},
    "plant": {"count": 0, "back": 0, "off": 0, "last": None},
    "plant_free": {"n": 1, "last": None},
    "buy": {"last": None},
    "ornament": {"n": 1},
    "put": {"ornament": "birdbath"},
    "double": {"n": 2},
    "sale": {},
    "order": {"count": 0},
    "pay": {"deck": 0, "icon": 0},
    "decoration": {"size": "small"},
    "flower": {"n": 1},
    "gain": {"n": 1, "last": None},
    "fertilizer": {"n": 1, "less": 0},
    "die": {"n": 1},
    "income": {"regrow": 0, "harvest": 0, "last": None, "types": []},
}


def step(name: str, **given: Any) -> Data:
    """A step with what a test says of it."""
    fields = STEPS[name]
    assert set(given) <= set(fields), f"{name} has no {set(given) - set(fields)}"
    return {"step": name, **copy.deepcopy(fields), **given}


def steps(text: str) -> list[Data]:
    """Steps that need no more than their names."""
    return [step(name) for name in text.split()]


def load(
    implementation: str, players: int = 2, components: Mapping[str, Any] | None = None, /, **options: Any
) -> cloche.Game:
    """The game with options and components of a test."""
    return cloche.load(NAME, players, options, components=components, implementation=implementation)


def box(base: Mapping[str, Any] = DEFAULT_BOX, **changed: Any) -> Data:
    """A component file of one's own: tables are changed by their keys, lists replaced."""
    data: Data = copy.deepcopy(dict(base))
    data.pop("provenance", None)
    data["edition"] = "test"
    for name, value in changed.items():
        if isinstance(value, Mapping):
            data[name] = data[name] | copy.deepcopy(dict(value))
        else:
            data[name] = copy.deepcopy(value)
    return data


def changed_rows(base: Mapping[str, Any], table: str, **rows: Mapping[str, Any]) -> list[Data]:
    """A list of tables with some keys of some rows, by their ids, replaced."""
    found = [row | rows.get(str(row["id"]), {}) for row in base[table]]
    assert set(rows) <= {str(row["id"]) for row in base[table]}
    return copy.deepcopy(found)


def square(text: str) -> int:
    """The number of a square `9,10`."""
    row, _, column = text.partition(",")
    return 21 * int(row) + int(column)


def cell(text: str) -> int:
    """The number of a cell `3,4`."""
    row, _, column = text.partition(",")
    return 7 * int(row) + int(column)


def flowers(text: str) -> list[int]:
    """Tokens of each type."""
    assert set(text) <= set(TYPES), text
    return [text.count(kind) for kind in TYPES]


def garden(text: str) -> list[list[Any]]:
    """The tiles of a garden as `to_dict` has them."""
    found = []
    for word in text.split():
        place, tile, *turns = word.split(":")
        found.append([cell(place), tile, int(turns[0][1:]) if turns else 0])
    return sorted(found)


def plants(text: str) -> list[list[Any]]:
    """The plants of a garden as `to_dict` has them."""
    found = []
    for word in text.split():
        kind, _, place = word.partition("@")
        found.append([square(place), kind[0], "'" not in kind])
    return sorted(found)


def ornaments(text: str, data: Mapping[str, Any] = DEFAULT_BOX) -> list[list[Any]]:
    """The ornaments of a garden as `to_dict` has them."""
    ids = [row["id"] for row in data["ornament"]]
    found = []
    for word in text.split():
        name, _, place = word.partition("@")
        at, _, orientation = place.partition(":o")
        found.append([name, square(at), int(orientation or 0)])
    return sorted(found, key=lambda row: (ids.index(row[0]), row[1], row[2]))


class _Judges:
    """Hands out draw numbers to the judge cards of a position."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.ids = [row["id"] for row in data["judge"]]
        self.cards: list[Data] = []

    def card(self, text: str) -> Data:
        judge, _, draw = text.partition("#")
        card = {"draw": int(draw or 0), "judge": judge}
        self.cards.append(card)
        return card

    def number(self) -> None:
        """Cards without a draw get the lowest free ones, in the order in which they were named."""
        taken = {card["draw"] for card in self.cards}
        free = (draw for draw in range(1, 10_000) if draw not in taken)
        for card in self.cards:
            if not card["draw"]:
                card["draw"] = next(free)

    def sorted(self, names: Sequence[str]) -> list[str]:
        return sorted(names, key=self.ids.index)


def arrange(
    data: Mapping[str, Any],
    players: int = 2,
    *,
    todo: Sequence[Data] | None = None,
    dice: str = "rest1 rest1 rest1 rest1",
    bag: str | None = None,
    market: str | None = None,
    display: str | None = None,
    orders: str | None = None,
    board: str = "- - - - -",
    discards: str = "",
    hands: Sequence[str] = (),
    gossip: Sequence[str | None] = (),
    gone: Sequence[str] = (),
    gardens: Sequence[str] | None = None,
    plants_of: Sequence[str] = (),
    ornaments_of: Sequence[str] = (),
    sheds: Sequence[str] = (),
    money: int | Sequence[int] = 10,
    fertilizers: Sequence[str] = (),
    decorations: Sequence[Sequence[int]] = (),
    done: Sequence[str] = (),
    turns: int | None = 0,
    **changed: Any,
) -> Data:
    """The dict of a position of a component file, by default the first node of a turn of `turns` mod `players`.

    What is not named is as in the first turn: dice at rest, five tokens of each type in the bag, a tile each in the
    middle. Tiles, orders and judges that are not named come from the front of the file or are face down. Every other
    key can be given as it is in `to_dict`.
    """
    every = [row["id"] for row in data["tile"]]
    size = len(data["market"]["prices"])
    seats = range(players)
    if gardens is None:
        taken = (display or "").split() + [entry["tile"] for entry in todo or () if "tile" in entry]
        free = [tile for tile in every if tile not in taken]
        gardens = [f"3,3:{free[player]}" for player in seats]
    laid = [garden(gardens[player]) if player < len(gardens) else [] for player in seats]
    used = [tile for rows in laid for _, tile, _ in rows] + [entry["tile"] for entry in todo or () if "tile" in entry]
    left = [tile for tile in every if tile not in used]
    shown: list[str | None] = [*left[:3], None, None, None][:3] if display is None else _words(display)
    down = len([tile for tile in left if tile not in shown])
    starts = [len(every) // 3 + (k <= len(every) % 3) for k in (1, 2, 3)]
    finished = [(done[player] if player < len(done) else "").split() for player in seats]
    decks = [[card["id"] for card in deck["card"]] for deck in data["order_deck"]]
    if orders is None:
        out = [order for found in finished for order in found]
        rest = [[order for order in deck if order not in out] for deck in decks]
        up: list[str | None] = [deck[0] if deck else None for deck in rest]
    else:
        up = _words(orders)
    judges = _Judges(data)
    held = [[judges.card(text) for text in (hands[p] if p < len(hands) else "").split()] for p in seats]
    said = [judges.card(text) if text else None for text in [*gossip, *[None] * (players - len(gossip))]]
    lost = [[judges.card(text) for text in (gone[p] if p < len(gone) else "").split()] for p in seats]
    judges.number()
    for cards in (*held, *lost):
        cards.sort(key=lambda card: card["draw"])
    noticed = _words(board)
    open_judges = [*(name for name in noticed if name), *discards.split()]
    open_judges += [entry["judge"] for entry in todo or () if entry["step"] == "discard"]
    unseen = [name for name in judges.ids if name not in open_judges]
    order_ids = [order for deck in decks for order in deck]
    steps_left = [step("turn", shown=[int(word[-1]) for word in dice.split()])] if todo is None else list(todo)
    count = money if isinstance(money, Sequence) else [money] * players
    return {
        "phase": steps_left[0]["step"] if steps_left else "over",
        "player": None if turns is None or not steps_left else turns % players,
        "turns": turns,
        "trigger": None,
        "todo": steps_left,
        "dice": [{"space": word[:-1], "demand": int(word[-1])} for word in dice.split()],
        "bag": [data["bag"]["first"]] * 5 if bag is None else flowers(bag),
        "market": [None if kind == "." else kind for kind in ((TYPES * 2)[:size] if market is None else market)],
        "display": shown,
        "piles": _piles(starts, down),
        "orders": up,
        "board": noticed,
        "discards": judges.sorted(discards.split()),
        "drawn": len(judges.cards) + len(open_judges),
        "decks": [{"from": 1, "unseen": unseen}],
        "money": list(count),
        "prestige": [0] * players,
        "sheds": [flowers(sheds[player] if player < len(sheds) else "") for player in seats],
        "awake": [True] * players,
        "hands": held,
        "gossip": said,
        "gone": lost,
        "fertilizers": [(fertilizers[player] if player < len(fertilizers) else "").split() for player in seats],
        "decorations": [list(decorations[player]) if player < len(decorations) else [0, 0, 0] for player in seats],
        "done": [sorted(found, key=order_ids.index) for found in finished],
        "gardens": laid,
        "plants": [plants(plants_of[player]) if player < len(plants_of) else [] for player in seats],
        "ornaments": [ornaments(ornaments_of[player], data) if player < len(ornaments_of) else [] for player in seats],
    } | changed


def _words(text: str) -> list[str | None]:
    return [None if word == "-" else word for word in text.split()]


def _piles(starts: Sequence[int], down: int) -> list[int]:
    """Piles that hold all face-down tiles, as even as they can be, none larger than at the start."""
    piles = [0] * len(starts)
    while sum(piles) < down:
        most = [k for k in range(len(piles)) if piles[k] < starts[k]]
        if not most:  # a test that breaks the count on purpose
            piles[0] += down - sum(piles)
            break
        piles[min(most, key=lambda k: piles[k])] += 1
    return piles


def position(game: cloche.Game, **rest: Any) -> Data:
    """The dict of a position of a game; `rest` are arguments of `arrange`."""
    assert game.components is not None
    return arrange(game.components, game.players, **rest)


def at(
    implementation: str,
    *,
    players: int = 2,
    components: Mapping[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
    **rest: Any,
) -> cloche.State:
    """A position; `rest` are arguments of `arrange`."""
    game = load(implementation, players, components, **(options or {}))
    return game.state_from_dict(position(game, **rest))


def front(state: cloche.State) -> Data:
    """The step whose node this is."""
    found: Data = state.to_dict()["todo"][0]
    return found


def names(state: cloche.State) -> list[str]:
    """The names of the steps to come."""
    return [entry["step"] for entry in state.to_dict()["todo"]]


def money(state: cloche.State, player: int = 0) -> int:
    """The money of a player."""
    return int(state.to_dict()["money"][player])


def shed(state: cloche.State, player: int = 0) -> str:
    """The shed of a player as letters."""
    return "".join(kind * count for kind, count in zip(TYPES, state.to_dict()["sheds"][player], strict=True))


def demand(state: cloche.State, die: str) -> int:
    """The demand that a die shows."""
    return int(state.to_dict()["dice"][DICE.index(die)]["demand"])


def space(state: cloche.State, die: str) -> str:
    """The space that a die stands on."""
    return str(state.to_dict()["dice"][DICE.index(die)]["space"])


def held(state: cloche.State, player: int = 0) -> list[str]:
    """The judges of a hand."""
    return [card["judge"] for card in state.to_dict()["hands"][player]]
