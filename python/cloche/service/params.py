"""Parameters of every method, as pydantic models: what is checked, and what the OpenAPI document says."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from cloche.messages import guess, listed, shown
from cloche.schemas.fields import key_path
from cloche.service.faults import INVALID_PARAMS, Fault
from cloche.service.levels import LEVELS

MOST_FAULTS = 20  # that an answer lists
MOST_NAME = 100  # characters of a name, an action or a bot

Name = Annotated[str, Field(max_length=MOST_NAME)]
Player = Annotated[int, Field(ge=0, lt=64)]
Level = Annotated[int, Field(ge=1, le=len(LEVELS))]
Seed = Annotated[int, Field(ge=0, lt=2**64)]
Seat = Annotated[Name | Level, Field(description="`human`, the text of a bot such as `mcts:400`, or a level")]
Components = Annotated[
    dict[str, Any] | str,
    Field(description="Component data of one's own, as an object or as the content of a TOML file; never a path"),
]


class Params(BaseModel):
    """What all parameters share: no key too many, no type converted."""

    model_config: ClassVar[ConfigDict] = ConfigDict(extra="forbid", strict=True, frozen=True)


class NoParams(Params):
    """No parameters."""


class GamesParams(Params):
    """Which games to list."""

    known: bool = Field(default=False, description="Also the small games with known values")


class TableParams(Params):
    """Who sits at a table and sees what."""

    viewer: Player | None = Field(
        default=None,
        description="Binds the session to a player: nothing that this one can't know is ever told. null: all is told",
    )
    seats: list[Seat] | None = Field(
        default=None,
        max_length=64,
        description="Who plays for each player. Default: the client plays all of them; in a bound session the others"
        " are `mcts`",
    )


class NewParams(TableParams):
    """A game to be played."""

    game: Name
    players: int | None = Field(default=None, description="null: 2, or 1 where the game is for one alone")
    options: dict[str, Any] = {}
    components: Components | None = None
    seed: Seed | None = Field(
        default=None, description="Of chance and bots; null: both are drawn from the operating system's randomness"
    )
    chance: Literal["auto", "client"] = Field(
        default="auto", description="Whether chance outcomes are drawn, or given by the client with `apply`"
    )


class LoadParams(TableParams):
    """A record to go on from."""

    record: dict[str, Any]
    components: Components | None = Field(default=None, description="Those that the record was played with")
    at: int | None = Field(default=None, ge=0, description="Go on after so many of its moves; null: after all of them")


class SessionParams(Params):
    """A session."""

    session: Name


class PositionParams(SessionParams):
    """A position: exactly one of the two."""

    state: dict[str, Any] | None = Field(default=None, description="The whole truth, as `position` gives it")
    observation: dict[str, Any] | None = Field(
        default=None,
        description="What one player knows, as `position` gives it; the session is bound to this player from then on",
    )


class ViewerParams(SessionParams):
    """A session, seen by somebody."""

    viewer: Player | None = Field(
        default=None, description="As this player knows it; null: as the session's player, or in an open session all"
    )


class ViewParams(ViewerParams):
    """What to show of a session."""

    picture: Literal["svg", "text"] | None = "svg"
    legal: bool | list[Name] = Field(
        default=True, description="Mark legal actions in the picture: all, none, or those of these notations"
    )
    since: int = Field(default=0, ge=0, description="List moves from this one on, counted from 0")


class ApplyParams(SessionParams):
    """An action, or an outcome of chance where the client gives it."""

    action: int | Name = Field(description="Its id, or its notation")


class ThinkParams(SessionParams):
    """Who thinks, and how long. Without `bot`, `level` and limits: the default level."""

    bot: Name | None = Field(default=None, description="A text such as `mcts:exploration=1.5`; not with `level`")
    level: Level | None = None
    seed: Seed | None = Field(default=None, description="Of the search; null: that of `bot`, otherwise 0")
    memory_mb: int | None = Field(default=None, ge=1)


class LimitedParams(ThinkParams):
    """A search that ends."""

    simulations: int | None = Field(default=None, ge=1)
    seconds: float | None = Field(default=None, gt=0)
    cpu_seconds: float | None = Field(default=None, gt=0)
    nodes: int | None = Field(default=None, ge=1)
    depth: int | None = Field(default=None, ge=1)
    progress: bool = Field(default=False, description="Send notifications `progress` with the report so far")


class SearchParams(LimitedParams):
    """A search with a report."""

    top: int | None = Field(default=None, ge=1, description="Actions in the report; null: all")


class PlayParams(SessionParams):
    """A bot's move."""

    progress: bool = False


AnyParams = TypeVar("AnyParams", bound=Params)


def read(model: type[AnyParams], given: Any) -> AnyParams:
    """The parameters; Fault with everything that is wrong with them."""
    if given is None:
        given = {}
    if not isinstance(given, dict):
        raise Fault(INVALID_PARAMS, f"params: {shown(given)}, should be an object")
    try:
        return model.model_validate(given)
    except ValidationError as error:
        details = error.errors(include_url=False, include_context=False)
        faults = tuple(_fault(model, detail) for detail in details[:MOST_FAULTS])
        raise Fault(INVALID_PARAMS, "; ".join(faults), faults) from None


def _fault(model: type[Params], detail: Any) -> str:
    names = list(model.model_fields)
    places = [place for place in detail["loc"] if isinstance(place, int) or place in names] or detail["loc"][:1]
    path = key_path([str(place)[:MOST_NAME] if isinstance(place, str) else place for place in places])
    match detail["type"]:
        case "missing":
            return f"{path}: missing"
        case "extra_forbidden":
            wrong = detail["loc"][0]
            return f"{shown(wrong)}: unknown parameter{guess(wrong, names)}; there are {listed(names) or 'none'}"
        case _:
            message = detail["msg"].removeprefix("Input ")
            return f"{path}: {shown(detail['input'])}, {message[:1].lower()}{message[1:]}"
