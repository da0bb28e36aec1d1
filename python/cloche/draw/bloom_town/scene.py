"""A position of Bloom Town, with the words around it, ready to be drawn: what its text and its SVG share."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cloche.words import Wording

from ..captions import wording_of

COLUMNS = "abcdefghi"
KINDS = "OSPHabcdef"
TYPES = ("O", "S", "P", "H", "shop")
TYPE_NAMES = {"O": "office", "S": "subway", "P": "park", "H": "home", "shop": "shop"}
BONUSES = ("none", "double", "extra")

# The printed game, for pictures without components.
_BOARDS = {
    "A": (["12345"] * 5, ["..*..", "*....", "....*", ".*...", "...*."]),
    "B": (["12345", "34512", "51234", "23451", "45123"], ["*...*", ".....", "..*..", ".....", "*...*"]),
}
_SHOPS = {"a": "PH", "b": "OP", "c": "SH", "d": "OH", "e": "OS", "f": "SP"}
_COUNTS = (13, 13, 13, 13, 3, 2, 2, 2, 2, 2)
_HEIGHTS, _ENDS = {2: 8, 3: 11, 4: 13}, {2: 3, 3: 2, 4: 2}
_SYMBOLS = ("tulip", "daisy", "rose", "sunflower", "bluebell")


def kind_name(kind: str) -> str:
    """A kind as notation has it: `O`, `shop-a`."""
    return f"shop-{kind}" if kind in "abcdef" else kind


def type_of(kind: str) -> str:
    """The type of a kind: all shops are one."""
    return "shop" if kind in "abcdef" else kind


@dataclass(frozen=True)
class Scene:
    """A position and the words around it, ready to be drawn."""

    data: Mapping[str, Any]
    symbols: tuple[str, ...]  # row by row, a digit a square
    blooming: frozenset[str]  # names of squares
    symbol_names: tuple[str, ...]
    shops: Mapping[str, tuple[str, ...]]  # shop kind -> the types it matches
    shop_names: Mapping[str, str]
    counts: tuple[int, ...]  # tiles in the box, a number a kind
    per_type: int  # community tiles
    hand: int
    height: int  # of a stack of the setup
    end_stacks: int
    viewer: int | None
    legal: tuple[str, ...]
    builds: Mapping[str, tuple[str, ...]]  # square -> its legal actions, in the order given
    takes: Mapping[int, str]  # market space, from 1 -> its legal action
    keeps: Mapping[str, str]  # kind -> its legal action
    bonuses: frozenset[str]  # legal actions of blooming squares and tokens
    others: tuple[str, ...]  # outcomes, and what has no place in the picture
    last: str | None
    in_words: Wording

    @property
    def towns(self) -> Sequence[Sequence[str]]:
        return self.data["towns"]  # type: ignore[no-any-return]

    @property
    def points(self) -> Sequence[int]:
        return self.data["points"]  # type: ignore[no-any-return]

    @property
    def mover(self) -> int | None:
        return self.data["player"]  # type: ignore[no-any-return]

    @property
    def size(self) -> int:
        return len(self.towns[0])

    @property
    def phase(self) -> str:
        return self.data["phase"]  # type: ignore[no-any-return]

    def squares(self, player: int) -> list[tuple[str, int, int, str]]:
        """Name, row, column and content of every square of a town, row by row."""
        return [
            (f"{COLUMNS[column]}{row + 1}", row, column, content)
            for row, line in enumerate(self.towns[player])
            for column, content in enumerate(line)
        ]

    def symbol(self, cell: str) -> int:
        """The symbol of a square."""
        return int(self.symbols[int(cell[1:]) - 1][COLUMNS.index(cell[0])])

    def symbol_name(self, symbol: int) -> str:
        return self.symbol_names[symbol - 1] if symbol <= len(self.symbol_names) else str(symbol)

    def tile_name(self, kind: str) -> str:
        """A kind in words: `home`, `ice cream shop (P, H)`."""
        if kind not in self.shops:
            return TYPE_NAMES[type_of(kind)]
        return f"{self.shop_names.get(kind, kind_name(kind))} ({', '.join(self.shops[kind])})"

    def due(self) -> int | None:
        """The market space whose tile replaces the one just built (BT-12)."""
        cell = self.data["cell"]
        return None if cell is None else self.symbol(cell)

    def stacks_note(self) -> str:
        """How far the end is (BT-26), or what the setup has left over (BT-8)."""
        if self.phase in ("shops", "hands", "market", "left_over"):
            return f"left over: {self.data['left_over']}"
        empty = sum(stack == 0 for stack in self.data["stacks"])
        end = "last round" if empty >= self.end_stacks else f"last round at {self.end_stacks}"
        return f"empty stacks: {empty} ({end})"

    def unseen_name(self) -> str:
        return "face down" if "pool" in self.data else "not seen"

    def unseen(self) -> list[int]:
        """Tiles of each kind that are face down, or for an observation those that are not seen."""
        data = self.data
        if "pool" in data:
            return list(data["pool"])
        seen = [kind for town in data["towns"] for row in town for kind in row]
        seen += [kind for key in ("hands", "hidden") for hand in data[key] for kind in hand if kind is not None]
        seen += [kind for key in ("kept", "market") for kind in data[key] if kind is not None]
        return [
            max(0, count - out - seen.count(kind))
            for kind, count, out in zip(KINDS, self.counts, data["out"], strict=True)
        ]

    def last_square(self) -> tuple[int, str] | None:
        """The town and the square of the last move, if it built: where that kind lies, the latest player first."""
        if self.last is None or "@" not in self.last:
            return None
        name, _, cell = self.last.rpartition("@")
        players = len(self.towns)
        ahead = 0 if self.phase in ("bloom", "token", "take", "draw", "refill") or "extra" in self.data["used"] else 1
        for back in range(ahead, ahead + players):
            player = ((self.mover or 0) - back) % players
            if any(square == cell and kind_name(kind) == name for square, _, _, kind in self.squares(player)):
                return player, cell
        return None

    def last_kept(self) -> int | None:
        """The player of the last move, if it kept a tile."""
        word, _, name = (self.last or "").partition(":")
        players = len(self.towns)
        for back in range(1, players + 1):
            player = ((self.mover or 0) - back) % players
            kept = self.data["kept"][player]
            if word == "keep" and kept is not None and kind_name(kept) == name:
                return player
        return None

    def winner(self) -> int:
        """Of those with the most points the last in turn order (BT-28)."""
        return max(range(len(self.points)), key=lambda player: (self.points[player], player))

    def headline(self) -> str:
        """One sentence: whose turn it is and for what, or how the game ended."""
        data = self.data
        who = "" if self.mover is None else f"Player {self.mover + 1}{' (you)' if self.mover == self.viewer else ''}"
        match self.phase:
            case "shops":
                return "Setup: which shops leave the game?"
            case "hands":
                return f"Setup: {who} draws starting tiles"
            case "market":
                return f"Setup: market space {data['emptied'][0]} is filled"
            case "left_over":
                return "Setup: left-over tiles are turned up"
            case "build":
                return f"{who} builds {'the extra tile' if 'extra' in data['used'] else 'a tile'}"
            case "bloom":
                return f"{who}: use the blooming square {data['cell']}?"
            case "token":
                return f"{who}: use the bonus token?"
            case "take":
                return f"{who}: take which market tile?"
            case "draw":
                return f"{who} draws from stack {self.due()}"
            case "refill":
                return f"{who}: market space {data['emptied'][0]} is refilled"
            case "keep":
                return f"{who}: keep which tile?"
        return f"Game over: player {self.winner() + 1} wins with {self.points[self.winner()]}"


def scene_of(
    data: Mapping[str, Any],
    components: Mapping[str, Any] | None,
    options: Mapping[str, Any],
    viewer: int | None,
    legal: Sequence[str] | None,
    last: str | None = None,
) -> Scene:
    """The scene of a position; without `components` the printed game is drawn."""
    box = components or {}
    players, size = len(data["towns"]), len(data["towns"][0])
    side = str(options.get("side", "A"))
    if "board" in box:
        symbols, blooming = (str(box["board"][side][key]).split() for key in ("symbols", "blooming"))
    else:
        symbols, blooming = ([line[:size] for line in lines[:size]] for lines in _BOARDS[side])
    shops = {str(shop["id"]): tuple(map(str, shop["matches"])) for shop in box.get("shop_kind", ())}
    setup: Mapping[str, int] = next((entry for entry in box.get("setup", ()) if entry["players"] == players), {})
    counts = {
        str(entry["id"]): int(entry["count"]) for entry in (*box.get("building_type", ()), *box.get("shop_kind", ()))
    }
    builds: dict[str, tuple[str, ...]] = {}
    others: list[str] = []
    takes, keeps, bonuses = {}, {}, set()
    names = {f"{COLUMNS[column]}{row + 1}" for row in range(size) for column in range(size)}
    mine = [] if data["player"] is None else [data[key][data["player"]] for key in ("hands", "hidden")]
    held = {kind_name(kind): kind for hand in mine for kind in hand if kind is not None}
    known = {f"{word}:{bonus}" for word in ("bloom", "token") for bonus in BONUSES}
    known |= {f"token:community:{kind}" for kind in TYPES}
    for action in legal or ():
        word, _, rest = action.partition(":")
        cell = action.rpartition("@")[2]
        if "@" in action and cell in names:
            builds[cell] = (*builds.get(cell, ()), action)
        elif word == "take" and rest in ("1", "2", "3", "4", "5"):
            takes[int(rest)] = action
        elif word == "keep" and rest in held:
            keeps[held[rest]] = action
        elif action in known:
            bonuses.add(action)
        else:
            others.append(action)
    return Scene(
        data=data,
        symbols=tuple(symbols),
        blooming=frozenset(
            f"{COLUMNS[column]}{row + 1}"
            for row, line in enumerate(blooming)
            for column, mark in enumerate(line)
            if mark == "*"
        ),
        symbol_names=tuple(str(entry["name"]) for entry in box.get("symbol", ())) or _SYMBOLS,
        shops=shops or {kind: tuple(pair) for kind, pair in _SHOPS.items()},
        shop_names={str(shop["id"]): str(shop.get("name", "shop")) for shop in box.get("shop_kind", ())},
        counts=tuple(counts.get(kind, 0) for kind in KINDS) if counts else _COUNTS,
        per_type=int(box.get("community", {}).get("per_type", 2)),
        hand=int(box.get("hand", {}).get("tiles", 2)),
        height=int(setup.get("stack", _HEIGHTS.get(players, 13))),
        end_stacks=int(setup.get("end_stacks", _ENDS.get(players, 2))),
        viewer=data.get("observer") if viewer is None else viewer,
        legal=tuple(legal or ()),
        builds=builds,
        takes=takes,
        keeps=keeps,
        bonuses=frozenset(bonuses),
        others=tuple(others),
        last=last,
        in_words=wording_of("bloom_town", components),
    )
