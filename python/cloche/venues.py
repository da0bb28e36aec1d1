"""Showtime of Buds and Blooms: one player alone against its rivals, venue by venue (BB-26 of its rules)."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, SupportsIndex

from cloche import implementation as implementations
from cloche.arena.table import CHANCE_STREAM, MATCH_STREAM
from cloche.game import load
from cloche.messages import whole_number
from cloche.opponents import BotSpec

if TYPE_CHECKING:
    from cloche.components import Source

GAME = "buds_and_blooms"


@dataclass(frozen=True)
class Show:
    """One game of a showtime."""

    venue: str
    rival: str
    rocks: int  # slots that show rocks
    score: int  # of the player
    rival_score: int  # the rosettes of the rival's beds
    won: bool  # the player has more

    def __str__(self) -> str:
        end = "won" if self.won else "lost"
        return f"{self.venue}, against {self.rival}: {self.score} to {self.rival_score}, {end}"


@dataclass(frozen=True)
class Showtime:
    """A showtime: the venues in their order, up to the first that was lost."""

    bot: str  # as `BotSpec` writes it
    seed: int
    components_digest: str
    shows: tuple[Show, ...]
    venues: int  # how many there are
    seconds: float = field(compare=False)  # of wall time

    @property
    def won(self) -> bool:
        """Whether every venue was won."""
        return self.shows[-1].won

    @property
    def wins(self) -> int:
        """How many venues were won."""
        return sum(show.won for show in self.shows)

    def to_dict(self) -> dict[str, Any]:
        """JSON-able."""
        return asdict(self) | {"shows": [asdict(show) for show in self.shows], "wins": self.wins, "won": self.won}

    def __str__(self) -> str:
        return "\n".join([*map(str, self.shows), f"{self.bot} won {self.wins} of {self.venues} venues"])


def showtime(
    bot: str | BotSpec,
    *,
    seed: SupportsIndex = 0,
    components: Source | None = None,
    implementation: str = "native",
) -> Showtime:
    """Plays Buds and Blooms alone at its venues, easiest first, until one is lost (BB-26).

    `bot` is a text or value of `BotSpec`, made anew for every venue with a seed of its own. The game at venue number k,
    from 0, is game number k of `cloche.arena.solo` with that venue's rocks and the same seed. `components` and
    `implementation` are those of `cloche.load`. ValueError for an unknown player, a seed that is none and what
    `cloche.load` refuses.
    """
    root = whole_number("seed", seed)
    spec = bot if isinstance(bot, BotSpec) else BotSpec.parse(bot)
    start = time.perf_counter()
    box = load(GAME, 1, components=components, implementation=implementation)
    data = box.components
    assert data is not None
    generator = implementations.generator(implementations.checked(implementation))
    shows: list[Show] = []
    for venue, rival in enumerate(data["rival"]):
        game = load(GAME, 1, {"rocks": rival["rocks"]}, components=components, implementation=implementation)
        deal, own = (generator(root, MATCH_STREAM, venue, *keys).below(2**32 - 1) for keys in ((), (0, 0)))
        chance, player = generator(deal, CHANCE_STREAM), spec.make(game, seed=own)
        state = game.new_initial_state()
        state.backend.resolve_chance(chance)
        while not state.is_terminal():
            state.apply_action(player.act(state))  # the player finds its tree again by what it knows
            state.backend.resolve_chance(chance)
        shows.append(
            Show(
                venue=rival["venue"],
                rival=rival["name"],
                rocks=rival["rocks"],
                score=state.scores()[0],
                rival_score=rosettes(data, state.to_dict()["beds"]),
                won=state.returns()[0] > 0,
            )
        )
        if not shows[-1].won:
            break
    return Showtime(
        bot=str(spec),
        seed=root,
        components_digest=box.components_digest,
        shows=tuple(shows),
        venues=len(data["rival"]),
        seconds=time.perf_counter() - start,
    )


def rosettes(components: Mapping[str, Any], beds: Sequence[Mapping[str, Any]]) -> int:
    """The points of the rival's beds, those on the far side; `beds` as `to_dict` has them."""
    faces = {card["id"]: card["face"] for card in components["bed_card"]}
    return sum(faces[bed["card"]][bed["face"]]["bed"][1 - bed["turn"]]["rosette"] for bed in beds)
