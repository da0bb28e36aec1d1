"""Positions of Bloom Town from a few words, complete and lawful unless a test breaks them on purpose."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import cloche

from ..walks import chances as chances
from ..walks import fact as fact
from ..walks import facts as facts
from ..walks import legal as legal
from ..walks import play as play

NAME = "bloom_town"
KINDS = "OSPHabcdef"
TYPES = ("O", "S", "P", "H", "shop")
PHASES = ("shops", "hands", "market", "left_over", "build", "bloom", "token", "take", "draw", "refill", "keep", "over")
SPACES = 5
SEEDS = Path(__file__).parents[3] / "seeds" / NAME
DEFAULT_BOX: dict[str, Any] = tomllib.loads((SEEDS / "components.toml").read_text(encoding="utf-8"))

# What stands in a town: the squares of each kind: {"O": "a1 b1", "a": "c3"}.
Town = Mapping[str, str]

ALL_OUT = (2, 2, 2, 2, 2)


def box(
    counts: Mapping[str, int],
    *,
    players: int = 2,
    size: int = 5,
    height: int = 1,
    hand: int = 2,
    per_type: int = 2,
    removed: int = 0,
    end: int = 3,
    blooming: str = "",
    symbols: Sequence[str] | None = None,
) -> dict[str, Any]:
    """A component file of one's own: `counts` of tiles a kind; rows have symbols 1, 2, 3, ... if not told otherwise."""
    wanted = blooming.split()
    side = {
        "symbols": "".join(f"{row}\n" for row in symbols or ["12345"[:size]] * size),
        "blooming": "".join(
            "".join("*" if f"{chr(97 + x)}{y + 1}" in wanted else "." for x in range(size)) + "\n" for y in range(size)
        ),
    }
    shops = sum(counts.get(kind, 0) for kind in KINDS[4:])
    per_kind = [counts.get(kind, 0) for kind in KINDS[:4]] + [shops]
    tiles = sum(per_kind) - len(per_kind) * removed
    return {
        "schema": 1,
        "game": NAME,
        "edition": "test",
        "players": {"min": players, "max": players},
        "town": {"size": size},
        "symbol": DEFAULT_BOX["symbol"],
        "board": {"A": side, "B": side},
        "building_type": [
            row | {"count": count} for row, count in zip(DEFAULT_BOX["building_type"], per_kind, strict=True)
        ],
        "shop_kind": [row | {"count": counts.get(row["id"], 0)} for row in DEFAULT_BOX["shop_kind"]],
        "community": {"per_type": per_type},
        "hand": {"tiles": hand, "bonus_tokens": 1},
        "setup": [
            {
                "players": players,
                "removed": removed,
                "stack": height,
                "left_over": tiles - players * hand + len(TYPES) * per_type - SPACES * height,
                "end_stacks": end,
            }
        ],
    }


def load(
    implementation: str, players: int = 2, components: Mapping[str, Any] | None = None, /, **options: str
) -> cloche.Game:
    """The game with options and components of a test."""
    return cloche.load(NAME, players, options, components=components, implementation=implementation)


def setup_of(game: cloche.Game) -> dict[str, Any]:
    """What the box says of the game's number of players."""
    data = game.components
    assert data is not None
    return next(setup for setup in data["setup"] if setup["players"] == game.players)


def counts_of(game: cloche.Game) -> Counter[str]:
    """Tiles of each kind in the box."""
    data = game.components
    assert data is not None
    rows = [row for row in data["building_type"] if row["id"] != "shop"] + data["shop_kind"]
    return Counter({row["id"]: row["count"] for row in rows})


def position(
    game: cloche.Game,
    *,
    towns: Sequence[Town] = (),
    hands: Sequence[str] = (),
    hidden: Sequence[str] | None = None,
    market: str = "OSPHa",
    gone: str | None = None,
    taken: str | None = None,
    stacks: Sequence[int | None] = (None,) * SPACES,
    left_over: int = 0,
    community: Sequence[int] = (0, 0, 0, 0, 0),
    emptied: Sequence[int] = (),
    **changed: Any,
) -> dict[str, Any]:
    """The dict of a position inside the game, where tiles that are not named are face down.

    `market` has a character a space, `.` for none; `hands`, `hidden` and `gone` are kinds, "OOS". `taken` are the shops
    taken out at the start, `gone` the left-overs that went out. Stacks that are None share the rest evenly; before the
    market all are as in the setup. Every other key can be given as it is in `to_dict`.
    """
    data = game.components
    assert data is not None
    setup = setup_of(game)
    size = data["town"]["size"]
    phase = changed.get("phase", "build")
    if phase in ("shops", "hands"):
        stacks, left_over = [setup["stack"]] * SPACES, setup["left_over"]
    if hidden is None:
        hidden = ["OH"] + ["SP"] * (game.players - 1)
    towns = [*towns, *[{}] * (game.players - len(towns))]
    hands = [*hands, *[""] * (game.players - len(hands))]
    left = counts_of(game)
    if taken is None:
        taken = "".join(kind for kind in KINDS[4:] if left[kind])[: setup["removed"]]
    out = Counter(dict.fromkeys("OSPH", setup["removed"])) + Counter(taken)
    if gone is None:
        gone = "" if phase in PHASES[:3] else "PHPH"[: setup["left_over"] - left_over]
    out += Counter(gone)
    left.subtract(out)
    for town in towns:
        left.subtract({kind: len(cells.split()) for kind, cells in town.items()})
    kept = [kind for kind in changed.get("kept", []) if kind]
    for tiles in (*hands, *hidden, *kept, market.replace(".", "")):
        left.subtract(tiles)
    assert min(left.values()) >= 0, f"more tiles than the box has: {left}"
    face_down = left.total() + len(TYPES) * data["community"]["per_type"] - sum(community) - left_over
    return {
        "phase": "build",
        "player": 0,
        "towns": [rows(size, town) for town in towns],
        "points": [0] * game.players,
        "tokens": [True] * game.players,
        "hands": [sort(hand) for hand in hands],
        "hidden": [sort(hand) for hand in hidden],
        "kept": [None] * game.players,
        "market": [None if kind == "." else kind for kind in market],
        "stacks": [*stacks] if phase in ("shops", "hands") else _stacks(stacks, face_down, market, emptied),
        "left_over": left_over,
        "community": list(community),
        "by_token": [False] * len(TYPES),
        "out": [out[kind] for kind in KINDS],
        "pool": [left[kind] for kind in KINDS],
        "emptied": list(emptied),
        "used": [],
        "extra_due": False,
        "cell": None,
    } | changed


def _stacks(given: Sequence[int | None], face_down: int, market: str, emptied: Sequence[int]) -> list[int]:
    """Stacks that hold all face-down tiles; a stack not given is empty where its market space stays empty."""
    stacks = [0 if number is None else number for number in given]
    free = [i for i in range(SPACES) if given[i] is None and (market[i] != "." or i + 1 in emptied)]
    while sum(stacks) < face_down and free:
        stacks[min(free, key=lambda i: stacks[i])] += 1
    assert sum(stacks) == face_down, f"{face_down} tiles are face down, the stacks hold {sum(stacks)}"
    return stacks


def sort(kinds: str) -> list[str]:
    """Kinds as a list of `to_dict` has them."""
    return sorted(kinds, key=KINDS.index)


def rows(size: int, town: Town) -> list[str]:
    """The town as `to_dict` has it."""
    kinds = {cell: kind for kind, named in town.items() for cell in named.split()}
    return ["".join(kinds.get(f"{chr(97 + x)}{y + 1}", ".") for x in range(size)) for y in range(size)]


def described(
    implementation: str,
    *,
    towns: Sequence[Town],
    hidden: Sequence[str],
    pool: str,
    hands: Sequence[str] = (),
    market: str = "OSPHa",
    gone: str = "",
    community: Sequence[int] = ALL_OUT,
    box_of: Mapping[str, Any] | None = None,
    options: Mapping[str, str] | None = None,
    **rest: Any,
) -> tuple[cloche.Game, dict[str, Any]]:
    """A game and a position of it with no more buildings than are named; `pool` are those face down.

    The stacks of its box are as high as its tiles allow. `box_of` are arguments of `box`, `rest` those of `position`.
    """
    players = len(towns)
    given: dict[str, Any] = {"players": players, "per_type": 2, "hand": 2, **(box_of or {})}
    counts = Counter(pool + gone + market.replace(".", "") + "".join(hands) + "".join(hidden))
    for town in towns:
        counts.update({kind: len(cells.split()) for kind, cells in town.items()})
    tiles = counts.total() + len(TYPES) * given["per_type"] - players * given["hand"]
    game = load(implementation, players, box(counts, **{"height": tiles // SPACES, **given}), **(options or {}))
    return game, position(
        game, towns=towns, hands=hands, hidden=hidden, market=market, gone=gone, community=community, **rest
    )


def scene(implementation: str, *, towns: Sequence[Town], hidden: Sequence[str], pool: str, **rest: Any) -> cloche.State:
    """The state of `described`."""
    game, data = described(implementation, towns=towns, hidden=hidden, pool=pool, **rest)
    return game.state_from_dict(data)


def at(implementation: str, *, players: int = 2, options: Mapping[str, str] | None = None, **rest: Any) -> cloche.State:
    """A position of the printed box; `rest` are arguments of `position`."""
    game = load(implementation, players, **(options or {}))
    return game.state_from_dict(position(game, **rest))


def settle(state: cloche.State) -> cloche.State:
    """The position after turning down every bonus that is offered now."""
    after = state.clone()
    while (phase := after.to_dict()["phase"]) in ("bloom", "token"):
        after.apply_action(after.string_to_action(f"{phase}:none"))
    return after


def turn(state: cloche.State) -> tuple[str, int | None]:
    """The phase and the player."""
    data = state.to_dict()
    return data["phase"], data["player"]
