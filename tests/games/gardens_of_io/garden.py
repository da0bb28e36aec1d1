"""Positions of Gardens of Io from a few words, complete and lawful unless a test breaks them on purpose."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import cycle
from pathlib import Path
from typing import Any

import cloche

from ..walks import legal as legal
from ..walks import play as play

NAME = "gardens_of_io"
WORDS = ("swap-tree", "swap-flowers", "move-flower", "move-tree", "run")
SEEDS = Path(__file__).parents[3] / "seeds" / NAME
DEFAULT_BOX: dict[str, Any] = tomllib.loads((SEEDS / "components.toml").read_text(encoding="utf-8"))

# What stands in the garden: the cells of each colour, and of the trees under T: {"R": "e1 e2", "T": "a1"}.
Garden = Mapping[str, str]


def box(
    *,
    size: int = 9,
    colours: str = "BYWPRG",
    count: int = 10,
    trees: int = 3,
    flowers: int = 11,
    players: tuple[int, int] = (2, 5),
    specials: tuple[int, int] = (2, 1),
    uses: Sequence[int] = (1, 1, 1, 1, 1),
    spaces: int = 5,
    lap_lead: int = 40,
) -> dict[str, Any]:
    """A component file of one's own; `specials` are those of two players and of more."""
    tables = {
        n: {"players": n, "flowers": flowers, "specials": specials[n > 2], "trees_by": [0, 1, 0 if n == 2 else 2]}
        for n in range(players[0], players[1] + 1)
    }
    return {
        "schema": 1,
        "game": NAME,
        "edition": "test",
        "players": {"min": players[0], "max": players[1]},
        "board": {"size": size, "track": 4 * (size + 1)},
        "colour": [{"id": id_, "name": f"colour {id_}", "count": count} for id_ in colours],
        "pieces": {"trees": trees, "counters": 5, "martians_each": 1},
        "setup": list(tables.values()),
        "special_action": [
            {"id": word, "uses": n} | ({"spaces": spaces} if word == "run" else {})
            for word, n in zip(WORDS, uses, strict=True)
        ],
        "move": {"skip": 1, "lap_lead": lap_lead},
    }


def load(
    implementation: str, players: int = 2, components: Mapping[str, Any] | None = None, **options: bool
) -> cloche.Game:
    """The game with options and components of a test."""
    return cloche.load(NAME, players, options, components=components, implementation=implementation)


def position(
    game: cloche.Game,
    *,
    garden: Garden,
    reserves: Sequence[str | None],
    positions: Sequence[int] | None = None,
    spent: Mapping[str, int] | None = None,
    **changed: Any,
) -> dict[str, Any]:
    """The dict of a position inside the game.

    `reserves` are flowers by colour, "RRB"; None is filled so that as many flowers are out as the deal gave. `spent`
    names the player who used each special action. Every other key can be given as it is in `to_dict`.
    """
    data = game.components
    assert data is not None
    setup = next(setup for setup in data["setup"] if setup["players"] == game.players)
    colours = [colour["id"] for colour in data["colour"]]
    left = Counter({colour["id"]: colour["count"] for colour in data["colour"]})
    left.subtract(Counter({id_: len(cells.split()) for id_, cells in garden.items() if id_ != "T"}))
    hands = [None if hand is None else Counter(hand) for hand in reserves]
    for hand in hands:
        left.subtract(hand or {})
    short = game.players * setup["flowers"] - (sum(colour["count"] for colour in data["colour"]) - left.total())
    for i, hand in enumerate(hands):
        if hand is None:
            share = short if None not in hands[i + 1 :] else short // hands[i:].count(None)
            hands[i] = _taken(left, colours, share)
            short -= share
    used = spent or {}
    return {
        "phase": "turn",
        "player": 0,
        "garden": rows(data["board"]["size"], garden),
        "positions": list(positions or [0] * game.players),
        "reserves": [[(hand or {}).get(id_, 0) for id_ in colours] for hand in hands],
        "bag": [left[id_] for id_ in colours],
        "allowance": [setup["specials"] - list(used.values()).count(player) for player in range(game.players)],
        "counters": [special["uses"] - (special["id"] in used) for special in data["special_action"]],
        "special_open": True,
        "special": None,
        "first": None,
        "extra_turn": False,
    } | changed


def _taken(left: Counter[str], colours: Sequence[str], number: int) -> Counter[str]:
    hand: Counter[str] = Counter()
    for id_ in cycle(colours):
        if hand.total() == number:
            return hand
        if left[id_] > 0:
            left[id_] -= 1
            hand[id_] += 1
    raise AssertionError("there are colours")


def rows(size: int, garden: Garden) -> list[str]:
    """The garden as `to_dict` has it."""
    cells = {cell: id_ for id_, named in garden.items() for cell in named.split()}
    return ["".join(cells.get(f"{chr(97 + x)}{y + 1}", ".") for x in range(size)) for y in range(size)]


def described(
    implementation: str,
    *,
    garden: Garden,
    reserves: Sequence[str],
    box_of: Mapping[str, Any] | None = None,
    options: Mapping[str, bool] | None = None,
    **rest: Any,
) -> tuple[cloche.Game, dict[str, Any]]:
    """A game and a position of it with no more flowers and trees than are named: its box deals just these.

    `box_of` are arguments of `box`, `rest` are those of `position`. The number of flowers must be a multiple of the
    number of players.
    """
    players = len(reserves)
    number = sum(len(named.split()) for id_, named in garden.items() if id_ != "T") + sum(map(len, reserves))
    assert number % players == 0, f"{number} flowers cannot be dealt evenly to {players}"
    components = box(
        **{
            "trees": len(garden.get("T", "").split()),
            "flowers": number // players,
            "players": (players, players),
            **(box_of or {}),
        }
    )
    game = load(implementation, players, components, **(options or {}))
    return game, position(game, garden=garden, reserves=reserves, **rest)


def scene(implementation: str, *, garden: Garden, reserves: Sequence[str], **rest: Any) -> cloche.State:
    """The state of `described`."""
    game, data = described(implementation, garden=garden, reserves=reserves, **rest)
    return game.state_from_dict(data)


def words(state: cloche.State) -> list[str]:
    """The special actions on offer."""
    return [text for text in legal(state) if text in WORDS]


def plants(state: cloche.State) -> set[str]:
    """The circles that may be planted."""
    return {text.split("@")[1] for text in legal(state) if "@" in text}


def cells(named: str) -> set[str]:
    """Circles named in a text."""
    return set(named.split())


def after(state: cloche.State, key: str, *texts: str) -> Any:
    """One key of the position after these actions."""
    return play(state, *texts).to_dict()[key]


def flowers(hand: Iterable[int], colours: str = "BYWPRG") -> str:
    """A reserve in words: `[1, 0, 0, 0, 2, 0]` is `BRR`."""
    return "".join(id_ * number for id_, number in zip(colours, hand, strict=True))
