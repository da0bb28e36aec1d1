"""What the commands share: choosing a game and a position."""

from __future__ import annotations

import itertools
import json
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

import click

from cloche import record as records
from cloche import registry, strict_json
from cloche import verify as verification
from cloche.game import Game, load
from cloche.messages import illegal_move, listed, shown
from cloche.record import Record
from cloche.state import State

Command = TypeVar("Command", bound=Callable[..., Any])


# Options


def option_value(text: str) -> Any:
    """The value of `--option name=value`: JSON, a list of numbers `3,4,5`, or a text."""
    for candidate in (text, f"[{text}]" if "," in text else text):
        try:
            return json.loads(candidate)
        except (ValueError, RecursionError):
            continue
    return text


def _options(context: click.Context, parameter: click.Parameter, given: Iterable[str]) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise click.BadParameter(f"{shown(text)}, should be name=value", context, parameter)
        if name.strip() in options:
            raise click.BadParameter(f"{name.strip()} is given twice", context, parameter)
        options[name.strip()] = option_value(value.strip())
    return options


class GameName(click.ParamType[str]):
    """The name of a game."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name itself; an error that lists all names if there is no such game."""
        try:
            return registry.entry(value).name
        except ValueError as error:
            self.fail(str(error), param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
        """Names that begin with what was typed."""
        from click.shell_completion import CompletionItem

        names = registry.all_games()
        return [CompletionItem(name) for name in names if name.startswith(incomplete)]


def _stacked(*decorators: Callable[[Command], Command]) -> Callable[[Command], Command]:
    def decorate(command: Command) -> Command:
        for decorator in reversed(decorators):
            command = decorator(command)
        return command

    return decorate


game_argument = click.argument("game", type=GameName(), metavar="GAME")
option_option = click.option(
    "--option",
    "-o",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    callback=_options,
    help="A rule option, such as cooperative=true or piles=3,4,5; `cloche show GAME` lists them.",
)
components_option = click.option(
    "--components", metavar="FILE", help="A component file (TOML) of your own in place of the default edition."
)
implementation_option = click.option(
    "--implementation",
    default="native",
    show_default=True,
    metavar="NAME",
    help="native, or reference for the slow one in plain Python.",
)
game_options = _stacked(
    game_argument,
    click.option(
        "--players", type=int, metavar="N", help="Number of players. [default: 2, 1 if alone, or what a file says]"
    ),
    option_option,
    components_option,
    implementation_option,
)
position_options = _stacked(
    click.option("--seed", type=int, metavar="N", help="Draws the set-up from this seed."),
    click.option(
        "--state",
        "state_file",
        metavar="FILE",
        help="A position: the JSON of `cloche show --json` or `cloche analyse --json`, or what State.to_dict() gives in"
        " Python; - is stdin.",
    ),
    click.option("--record", "record_file", metavar="FILE", help="A recorded game; - is stdin."),
    click.option("--at", type=int, metavar="N", help="With --record: the position after N moves. [default: all]"),
    click.option(
        "--moves",
        metavar="TEXT",
        help="Moves in notation, separated by blanks, from there on; without --seed, --state or --record from the first"
        " node, so that chance outcomes are to be named too.",
    ),
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, and nothing else, on stdout.")
ray_option = click.option(
    "--ray",
    is_flag=True,
    help="Play on a Ray cluster in place of --jobs: the one that RAY_ADDRESS names, one on this machine, or a new one;"
    " needs the extra ray.",
)


# Positions


@dataclass
class Position:
    """What the position options lead to."""

    game: Game
    record: Record  # how it came about, as far as that is known
    seed: int | None

    @property
    def state(self) -> State:
        """The position itself."""
        return self.record.state

    def last(self, viewer: int | None = None) -> str | None:
        """Notation of the last decision, if there was one; with a viewer what that player saw of it."""
        return last_decision(self.record, viewer)

    def to_dict(self) -> dict[str, Any]:
        """What `--state` reads."""
        return {
            "game": self.game.name,
            "players": self.game.players,
            "options": dict(self.game.options),
            "components": self.game.components_digest,
            "state": self.state.to_dict(),
        }


def find_position(
    game: str,
    *,
    players: int | None,
    options: dict[str, Any],
    components: str | None,
    implementation: str,
    seed: int | None,
    state_file: str | None,
    record_file: str | None,
    at: int | None,
    moves: str | None,
    default_seed: int | None = None,
) -> Position:
    """The position that the command line describes.

    Where it names none, the first node, or with `default_seed` the first decision of that deal. Errors as
    `cloche.load`, `Record.load` and `Game.state_from_dict`; UsageError for options that exclude each other.
    """
    named = {"--seed": seed, "--state": state_file, "--record": record_file}
    given = [name for name, value in named.items() if value is not None]
    if len(given) > 1:
        raise click.UsageError(f"{listed(given)} exclude each other")
    if at is not None and record_file is None:
        raise click.UsageError("--at needs --record")
    if record_file is not None:
        record = _from_record(record_file, game, players, options, components, implementation, at)
    elif state_file is not None:
        record = _from_state(state_file, game, players, options, components, implementation)
    else:
        if seed is None and moves is None:
            seed = default_seed
        record = Record.start(load(game, players, options, components=components, implementation=implementation))
        if seed is not None:
            deal(record, seed)
    _play_moves(record, moves)
    return Position(record.game, record, seed)


def player_name(player: int) -> str:
    """A player for people, who count from 1, as pictures do."""
    return f"player {player + 1}"


def seat(number: int | None, players: int) -> int | None:
    """The player that `--viewer` names, counted from 1; None where it names none."""
    if number is not None and not 1 <= number <= players:
        raise click.UsageError(f"--viewer {number}: should be 1..{players}")
    return None if number is None else number - 1


def last_decision(record: Record, viewer: int | None = None) -> str | None:
    """Notation of the last move that was no chance outcome; with a viewer what that player saw of it."""
    places = [place for place, move in enumerate(record.moves) if move.player >= 0]
    if not places:
        return None
    move = record.moves[places[-1]]
    if viewer is None or record.game.perfect_information:
        return move.text
    before = next(itertools.islice(record.replay(), places[-1], None))
    return before.action_view(move.action, viewer)


def deal(record: Record, seed: int) -> None:
    """Plays the chance nodes of the set-up as `new_initial_state(seed=seed)` draws them."""
    from cloche.implementation import generator

    draw_chance(record, generator(record.game.implementation)(seed, 1))


def draw_chance(record: Record, rng: Any) -> None:
    """Plays chance nodes until a decision or the end."""
    while record.at_chance:
        record.play(drawn(record, rng))


def drawn(record: Record, rng: Any) -> int:
    """An outcome of the chance node at which the record stands."""
    from cloche.reference.base import draw

    return draw(record.state.backend.chance_weights(), rng)


def read_record(path: str, components: str | None, implementation: str) -> Record:
    """The record of a file, `-` for stdin; errors as `Record.load`, ValueError for a file of another kind."""
    what, content = _content(path)
    data = strict_json.loads(what, content)
    _must_be("record", what, data)
    return Record.from_dict(data, components=components, implementation=implementation, what=what)


def _content(path: str) -> tuple[str, bytes]:
    """What to call a file, and what is in it."""
    if path == "-":
        return "stdin", sys.stdin.buffer.read(strict_json.MOST_BYTES + 1)
    return path, strict_json.read(path)


def _from_record(
    path: str,
    game: str,
    players: int | None,
    options: dict[str, Any],
    components: str | None,
    implementation: str,
    at: int | None,
) -> Record:
    record = read_record(path, components, implementation)
    _must_match("stdin" if path == "-" else path, record.game, game, players, options)
    if at is not None:
        if not 0 <= at <= len(record):
            raise click.UsageError(f"--at {at}: the record has {len(record)} moves")
        record.undo(len(record) - at)
    return record


def _must_match(what: str, found: Game, game: str, players: int | None, options: dict[str, Any]) -> None:
    """UsageError if a file is of another game than the command line names."""
    if found.name != game:
        raise click.UsageError(f"{what} is of {found.name}, not of {game}")
    if players is not None and players != found.players:
        raise click.UsageError(f"{what} is for {found.players} players, not for {players}")
    for name, value in options.items():
        if found.options.get(name, value) != value:
            has, asked = json.dumps(found.options[name]), json.dumps(value)
            raise click.UsageError(f"{what} has {name}={has}, not {asked}")


# Kinds of files, with what to say where another kind is asked for.
_KINDS = {
    "record": "this is a record of a game; use --record",
    "position": "this is a position; use --state",
    "observation": "this is what one player knows, not a position; leave out --viewer with cloche show --json",
    "reproducer": "this is a reproducer of cloche verify; use cloche verify --replay",
}


def _kind(data: dict[str, Any]) -> str | None:
    """The kind of file that the keys of some data speak of; None if of none."""
    if "format" in data:
        return {records.FORMAT: "record", verification.FORMAT: "reproducer"}.get(str(data["format"]))
    if "observer" in data or ("observation" in data and "position" not in data):
        return "observation"
    return "position" if data.keys() & {"position", "state", "player"} else None


def _must_be(wanted: str, what: str, data: object) -> None:
    """ValueError that says which option takes it if a file is of another kind."""
    kind = _kind(data) if isinstance(data, dict) else None
    if kind is not None and kind != wanted:
        raise ValueError(f"{what}: {_KINDS[kind]}")


_POSITION_KEYS = ("game", "players", "options", "components", "state")


def _from_state(
    path: str, game: str, players: int | None, options: dict[str, Any], components: str | None, implementation: str
) -> Record:
    what, content = _content(path)
    data = strict_json.loads(what, content)
    if not isinstance(data, dict):
        raise ValueError(f"{what}: {shown(data)}, should be a position as `cloche show {game} --json` prints it")
    _must_be("position", what, data)
    if isinstance(data.get("position"), dict):
        data = data["position"]
    if "state" not in data:
        return _from_bare_state(what, data, game, players, options, components, implementation)
    unknown = strict_json.unknown_keys(data, _POSITION_KEYS)
    if unknown:
        raise ValueError(f"{what}: {'; '.join(unknown)}; there are {', '.join(_POSITION_KEYS)}")
    try:
        found = load(
            data.get("game", game),
            data.get("players", players),
            data.get("options", options),
            components=components,
            implementation=implementation,
        )
        _must_match(what, found, game, players, options)
        if data.get("components", found.components_digest) != found.components_digest:
            raise ValueError("made with other components: give their file with --components")
        return Record.start(found, found.state_from_dict(data["state"]))
    except ValueError as error:
        raise ValueError(f"{what}: {error}") from None


def _from_bare_state(
    what: str,
    data: dict[str, Any],
    game: str,
    players: int | None,
    options: dict[str, Any],
    components: str | None,
    implementation: str,
) -> Record:
    """A position that does not say for how many players it is: the count that it is valid for."""
    fewest, most = registry.entry(game).players
    fault = None
    for count in [players] if players is not None else range(fewest, most + 1):
        try:
            found = load(game, count, options, components=components, implementation=implementation)
            return Record.start(found, found.state_from_dict(data))
        except ValueError as error:
            fault = fault or error
    raise ValueError(f"{what}: {fault}")


def _play_moves(record: Record, moves: str | None) -> None:
    for number, text in enumerate((moves or "").replace(",", " ").split(), start=1):
        state = record.state
        legal = [state.action_to_string(action) for action in state.legal_actions()]
        if text not in legal:
            chance = record.at_chance
            who = "the outcomes are" if chance else f"{player_name(state.current_player())} may play"
            hint = "; --seed N draws the set-up" if number == 1 and chance and not len(record) else ""
            raise ValueError(f"--moves: move {number}: {illegal_move(text, legal, who)}{hint}")
        record.play(text)
