"""Results of every method: what clients get, and what the OpenAPI document says."""

from __future__ import annotations

from typing import Any, Literal

from typing_extensions import TypedDict  # pydantic reads no other before Python 3.12


class About(TypedDict):
    """The service."""

    name: str
    version: str
    protocol: int
    methods: list[str]
    bots: list[str]
    levels: list[str]  # level 1 first, as texts of bots
    limits: dict[str, Any]


class OptionInfo(TypedDict):
    """A rule option."""

    default: Any
    allowed: str
    meaning: str  # for people


class GameInfo(TypedDict):
    """A game that can be played."""

    name: str
    title: str
    kind: Literal["garden", "known"]
    players: list[int]  # fewest and most
    options: dict[str, OptionInfo]


class Games(TypedDict):
    """The games."""

    games: list[GameInfo]


class SeenMove(TypedDict):
    """An action or outcome as the viewer sees it."""

    by: int  # player, or -1 for chance
    move: str  # notation, without what is hidden from the viewer
    words: str  # the same for people who don't know the notation


class Outcome(TypedDict):
    """How a game ended, by player."""

    scores: list[int]
    ranks: list[int]
    returns: list[float]


class Status(TypedDict):
    """Where a session stands."""

    session: str
    current_player: int  # -1: chance, -4: the game is over
    awaits: Literal["client", "bot", "nobody"]  # `apply`, `play`, or neither: the game is over
    ply: int  # actions and outcomes so far
    moves: list[SeenMove]  # what has happened since the last answer of this kind
    scores: list[int]
    ranks: list[int]
    result: Outcome | None


class Table(TypedDict):
    """What does not change in a session."""

    game: str
    title: str
    players: int
    options: dict[str, Any]
    components: str  # digest
    hides: bool  # something is hidden from somebody in this game
    shared_return: bool  # everybody wins or loses together
    viewer: int | None
    observed: bool  # the position is known from an observation alone
    seats: list[str]
    chance: Literal["auto", "client"]


class Opened(Status):
    """A session that has just begun or got another position."""

    table: Table


class LegalAction(TypedDict):
    """What can be done."""

    action: int
    text: str
    words: str


class LegalActions(TypedDict):
    """What can be done now. Empty where it is for the viewer not to know, and when the game is over."""

    session: str
    current_player: int
    actions: list[LegalAction]


class View(Opened):
    """What a board shows. `moves` are all of them from `since` on."""

    names: list[str]
    legal: list[LegalAction]
    last: str | None  # the last decision as the viewer saw it
    no_undo: str | None  # why `undo` would be refused now; null if it would not
    picture: str | None


class Course(TypedDict):
    """How a game went. Item k of each list is about the position after k moves."""

    session: str
    scores: list[list[int]]  # by player, as the viewer knew them then
    chances: list[list[float] | None]  # to win, by player, as the last search there found them; null without one


class Position(TypedDict):
    """The position as data: the whole truth or what one player knows, the other is null."""

    session: str
    state: dict[str, Any] | None
    observation: dict[str, Any] | None


class ActionFound(TypedDict):
    """One action in a report: fields of `cloche.ActionReport`."""

    action: int
    text: str
    words: str
    visits: int
    value: list[float] | None
    utility: float | None
    prior: float
    proven: bool
    share: float | None


class Report(TypedDict):
    """What a search found: fields of `cloche.SearchReport`."""

    player: int
    best_action: int
    best_text: str
    actions: list[ActionFound]
    values: list[float] | None
    win_probability: list[float] | None
    score_mean: list[float] | None
    score_sd: list[float] | None
    score_quantiles: list[list[int]] | None
    principal_variation: list[int]
    principal_texts: list[str]
    simulations: int
    seconds: float
    nodes: int
    stopped_by: str
    proven: bool
    tree_nodes: int
    tree_edges: int
    tree_bytes: int
    fingerprint: str
    depth: int | None
    worlds: int | None


class Searched(TypedDict):
    """The end of a search."""

    session: str
    report: Report


class OtherHint(TypedDict):
    """One of the next best actions."""

    action: int
    text: str
    words: str
    worth: str


class Hint(TypedDict):
    """What to play."""

    session: str
    action: int
    text: str
    words: str
    worth: str  # to the player to move, such as `win 54.3%`; empty from bots that do not search
    line: list[str]
    line_words: list[str]
    others: list[OtherHint]


class Evaluation(TypedDict):
    """What a position is worth to each player; null from bots that do not search."""

    session: str
    player: int
    values: list[float] | None
    win_probability: list[float] | None
    score_mean: list[float] | None
    score_sd: list[float] | None
    simulations: int
    proven: bool


class Played(Status):
    """A bot's move."""

    report: Report | None  # null where it would tell what the bot holds


class Stopped(TypedDict):
    """Whether there was something to stop."""

    session: str
    stopped: bool


class Pondering(TypedDict):
    """The session thinks until the position changes, or `stop`."""

    session: str
    pondering: bool


class Saved(TypedDict):
    """A record: the content of a record file."""

    session: str
    record: dict[str, Any]


class Closed(TypedDict):
    """A session that is no more."""

    session: str


class Bye(TypedDict):
    """The answer to `quit`."""


class Progress(TypedDict):
    """Parameters of the notification `progress`."""

    request: Any  # id of the request that it is about
    session: str
    report: Report
