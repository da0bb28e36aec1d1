"""A position of Gardens of Io, with the words around it, ready to be drawn: what its text and its SVG share."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from cloche.words import Wording

from ..captions import wording_of

COLUMNS = "abcdefghi"
WORDS = ("swap-tree", "swap-flowers", "move-flower", "move-tree", "run")
COLOURS = (("B", "blue"), ("Y", "yellow"), ("W", "white"), ("P", "purple"), ("R", "red"), ("G", "green"))


class Colour(NamedTuple):
    id: str
    name: str


# What the cells of a special action are (IO-21).
_FIRST = {
    "swap-tree": "the tree to exchange",
    "swap-flowers": "a flower to exchange",
    "move-flower": "the flower to move",
    "move-tree": "the tree to move",
}
_SECOND = {
    "swap-tree": "the flower to exchange with the tree on",
    "swap-flowers": "the flower to exchange with that on",
    "move-flower": "an empty circle for the flower on",
    "move-tree": "an empty circle for the tree on",
}


@dataclass(frozen=True)
class Scene:
    """A position and the words around it, ready to be drawn."""

    data: Mapping[str, Any]
    colours: tuple[Colour, ...]
    counters: tuple[tuple[str, int, int], ...]  # word, uses left, uses of the whole game
    cooperative: bool
    viewer: int | None
    legal: frozenset[str]
    targets: Mapping[str, tuple[str, ...]]  # cell -> its legal actions, in the order given
    last: str | None
    in_words: Wording

    @property
    def garden(self) -> Sequence[str]:
        return self.data["garden"]  # type: ignore[no-any-return]

    @property
    def positions(self) -> Sequence[int]:
        return self.data["positions"]  # type: ignore[no-any-return]

    @property
    def mover(self) -> int | None:
        return self.data["player"]  # type: ignore[no-any-return]

    @property
    def size(self) -> int:
        return len(self.garden)

    @property
    def track(self) -> int:
        return 4 * (self.size + 1)

    @property
    def specials(self) -> list[str]:
        """The legal special actions."""
        return [word for word, _, _ in self.counters if word in self.legal]

    def cells(self) -> list[tuple[str, int, int, str]]:
        """Name, grid row, grid column and content of every circle, row by row."""
        return [
            (f"{COLUMNS[column]}{row + 1}", row + 1, column + 1, content)
            for row, line in enumerate(self.garden)
            for column, content in enumerate(line)
        ]

    def space(self, player: int) -> int:
        """The space a Martian stands on (IO-7)."""
        return self.positions[player] % self.track

    def standing(self, space: int) -> list[int]:
        """The players whose Martians stand on a space."""
        return [player for player in range(len(self.positions)) if self.space(player) == space]

    def grid(self, space: int) -> tuple[int, int]:
        """Row and column of a space in the grid that has the garden at rows and columns 1 to `size` (IO-2)."""
        far = self.size + 1
        side, step = divmod(space, far)
        return ((0, step), (step, far), (far, far - step), (far - step, 0))[side]

    def leaders(self) -> list[int]:
        """The players with the highest position."""
        return [player for player, position in enumerate(self.positions) if position == max(self.positions)]

    def headline(self) -> str:
        """One sentence: whose turn it is and for what, or how the game ended."""
        data = self.data
        you = " (you)" if self.mover == self.viewer else ""
        who = f"Player {self.mover + 1}{you}" if self.mover is not None else ""
        match data["phase"]:
            case "deal":
                return f"{who} draws flowers from the bag"
            case "tree":
                return f"{who} puts down a tree"
            case "turn":
                return f"{who} to move"
            case "first_cell":
                return f"{who} picks {_FIRST[data['special']]}"
            case "second_cell":
                return f"{who} picks {_SECOND[data['special']]} {data['first']}"
            case "lap_bonus":
                return f"{who} takes a lap bonus flower{' (extra turn next)' if data['extra_turn'] else ''}"
        if self.cooperative:
            return f"Game over: everybody scores {min(self.positions)}"
        best = [str(player + 1) for player in self.leaders()]
        if len(best) == 1:
            return f"Game over: player {best[0]} wins at {max(self.positions)}"
        return f"Game over: players {', '.join(best[:-1])} and {best[-1]} share the win at {max(self.positions)}"

    def bag_name(self) -> str:
        """What the numbers of `bag` mean in this phase."""
        return "bag" if self.data["phase"] == "deal" else "left out"


def scene_of(
    data: Mapping[str, Any],
    components: Mapping[str, Any] | None,
    options: Mapping[str, Any],
    viewer: int | None,
    legal: Sequence[str] | None,
    last: str | None = None,
) -> Scene:
    """The scene of a position; without `components` colours and counters are those of the printed game."""
    box = components or {}
    colours = [Colour(str(entry["id"]), str(entry.get("name", entry["id"]))) for entry in box.get("colour", ())]
    if not colours:
        colours = [Colour(*entry) for entry in COLOURS[: len(data["reserves"][0])]]
    actions = [(str(entry["id"]), int(entry["uses"])) for entry in box.get("special_action", ())]
    if not actions:
        actions = [(word, max(1, left)) for word, left in zip(WORDS, data["counters"], strict=True)]
    size = len(data["garden"])
    names = {f"{COLUMNS[column]}{row + 1}" for row in range(size) for column in range(size)}
    targets: dict[str, tuple[str, ...]] = {}
    for notation in legal or ():
        cell = notation.rpartition("@")[2]
        if cell in names:
            targets[cell] = (*targets.get(cell, ()), notation)
    return Scene(
        data=data,
        colours=tuple(colours),
        counters=tuple((word, left, uses) for (word, uses), left in zip(actions, data["counters"], strict=True)),
        cooperative=bool(options.get("cooperative", False)),
        viewer=data.get("observer") if viewer is None else viewer,
        legal=frozenset(legal or ()),
        targets=targets,
        last=last,
        in_words=wording_of("gardens_of_io", components),
    )
