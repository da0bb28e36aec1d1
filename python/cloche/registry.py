"""The games that the package knows. Adding one is one line here; CONTRIBUTING.md lists the other places."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cloche import options
from cloche.messages import guess, shown


@dataclass(frozen=True)
class GameEntry:
    """Where the parts of a game are, and for how many players it is."""

    name: str
    kind: Literal["garden", "known"]  # one of the five, or a small game with known values
    title: str
    players: tuple[int, int]  # fewest and most
    options: type[options.Options]
    clauses: str  # prefix of the clause ids on its rules page
    classes: str  # prefix of its classes in `cloche._core`
    has_box: bool = False  # it has a components.toml and a weights.toml

    @property
    def usual_players(self) -> int:
        """How many play unless one says so: two, or one where the game is for one alone."""
        fewest, most = self.players
        return min(max(2, fewest), most)

    @property
    def rules_file(self) -> str:
        """The rules page, relative to the seeds folder."""
        return f"{self.name}/rules.md" if self.kind == "garden" else f"known/{self.name}.md"

    @property
    def reference_module(self) -> str:
        """The plain-Python rules: a module with `Game` and `State`."""
        return f"cloche.reference.{self.name}"

    @property
    def beliefs_module(self) -> str:
        """Which worlds agree with an observation: a module with `count` and `worlds`, for games that hide something."""
        return f"cloche.beliefs.{self.name}"

    @property
    def draw_module(self) -> str:
        """The pictures: a module with `text` and `svg`."""
        return f"cloche.draw.{self.name}"

    @property
    def words_module(self) -> str:
        """Plain words for its notation: a module with `rules`."""
        return f"cloche.words.{self.name if self.kind == 'garden' else self.kind}"


_ENTRIES = (
    GameEntry(
        "barton_in_bloom",
        "garden",
        "Barton in Bloom",
        (2, 4),
        options.BartonInBloomOptions,
        "BN",
        "BartonInBloom",
        has_box=True,
    ),
    GameEntry(
        "gardens_of_io",
        "garden",
        "Gardens of Io",
        (2, 5),
        options.GardensOfIoOptions,
        "IO",
        "GardensOfIo",
        has_box=True,
    ),
    GameEntry("bloom_town", "garden", "Bloom Town", (2, 4), options.BloomTownOptions, "BT", "BloomTown", has_box=True),
    GameEntry(
        "cottage_garden",
        "garden",
        "Cottage Garden",
        (1, 4),
        options.CottageGardenOptions,
        "CG",
        "CottageGarden",
        has_box=True,
    ),
    GameEntry(
        "buds_and_blooms",
        "garden",
        "Buds and Blooms",
        (1, 2),
        options.BudsAndBloomsOptions,
        "BB",
        "BudsAndBlooms",
        has_box=True,
    ),
    GameEntry("connect_four", "known", "Connect Four", (2, 2), options.ConnectFourOptions, "CF", "ConnectFour"),
    GameEntry("goofspiel", "known", "Goofspiel", (2, 2), options.GoofspielOptions, "GS", "Goofspiel"),
    GameEntry("kuhn_poker", "known", "Kuhn poker", (2, 2), options.KuhnPokerOptions, "KP", "KuhnPoker"),
    GameEntry("leduc_poker", "known", "Leduc poker", (2, 2), options.LeducPokerOptions, "LP", "LeducPoker"),
    GameEntry("liars_dice", "known", "Liar's dice", (2, 2), options.LiarsDiceOptions, "LD", "LiarsDice"),
    GameEntry("nim", "known", "Nim", (2, 2), options.NimOptions, "NI", "Nim"),
    GameEntry("pig", "known", "Pig", (2, 2), options.PigOptions, "PI", "Pig"),
    GameEntry("small_2048", "known", "Small 2048", (1, 1), options.Small2048Options, "TW", "Small2048"),
    GameEntry("tic_tac_toe", "known", "Tic-tac-toe", (2, 2), options.TicTacToeOptions, "TT", "TicTacToe"),
)
_BY_NAME = {entry.name: entry for entry in _ENTRIES}


def entry(name: str) -> GameEntry:
    """The entry of a game; ValueError that names all games where there is no such game."""
    found = _BY_NAME.get(name) if isinstance(name, str) else None
    if found is None:
        known = ", ".join(all_games())
        raise ValueError(f"no game is called {shown(name)}{guess(name, list(_BY_NAME))}; there are {known}")
    return found


def all_games() -> list[str]:
    """Names of the garden games, then of the known ones, each sorted."""
    return games() + known_games()


def games() -> list[str]:
    """Sorted names of the garden games."""
    return sorted(entry.name for entry in _ENTRIES if entry.kind == "garden")


def known_games() -> list[str]:
    """Sorted names of the small games whose exact values are known, for tests and benchmarks."""
    return sorted(entry.name for entry in _ENTRIES if entry.kind == "known")
