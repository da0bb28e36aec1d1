"""Records of games: every action and chance outcome in notation, with comments and the result, as a JSON file."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self, SupportsIndex

from cloche import strict_json
from cloche.backend import CHANCE, TERMINAL
from cloche.messages import illegal_move, raise_faults, shown, whole_number
from cloche.strict_json import MOST_FAULTS

if TYPE_CHECKING:
    from cloche.components import Source
    from cloche.game import Game
    from cloche.state import State

FORMAT = "cloche-record"
VERSION = 1
MOST_MOVES = 100_000
MOST_TEXT = 10_000  # characters of a comment or a name
_TEXT = f"of at most {MOST_TEXT} characters, all of them Unicode"

_KEYS: dict[str, type | tuple[type, ...]] = {
    "format": str,
    "version": int,
    "game": str,
    "players": int,
    "options": dict,
    "components": str,
    "names": (list, type(None)),
    "comment": str,
    "start": (dict, type(None)),
    "moves": list,
    "result": (dict, type(None)),
}
_NEEDED = ("format", "version", "game", "players", "components", "moves")


@dataclass(frozen=True)
class Move:
    """One action or chance outcome of a record."""

    player: int  # who moved, or cloche.CHANCE
    action: int  # id
    text: str  # notation
    comment: str = ""


@dataclass(frozen=True)
class Result:
    """How a finished game ended, by player."""

    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    returns: tuple[float, ...]

    def to_dict(self) -> dict[str, Any]:
        """JSON-able."""
        return {"scores": list(self.scores), "ranks": list(self.ranks), "returns": list(self.returns)}


class Record:
    """A game as it was played, from its first node or from a given position.

    A record holds only what is legal: it is built by playing, and reading one plays it again. It knows no seed; who
    wants to keep one writes it in a comment once the game is over. Records compare by value.
    """

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    def __init__(
        self, game: Game, *, start: State | None = None, names: Sequence[str] | None = None, comment: str = ""
    ) -> None:
        """A record without moves. `names` are those of the players. ValueError if `start` is of another game."""
        from cloche.state import State

        _check_game(game)
        if start is not None and not isinstance(start, State):
            raise ValueError(f"start: {shown(start)}, should be a cloche.State")
        if start is not None and start.game != game:
            raise ValueError(f"start: a state of {start.game!r}, the record is of {game!r}")
        self._game = game
        self._start = None if start is None else start.clone()
        self._state = game.new_initial_state() if start is None else start.clone()
        self._moves: list[Move] = []
        self.names = names
        self.comment = comment

    @classmethod
    def start(cls, game: Game, state: State | None = None) -> Self:
        """A record without moves of a game from its first node, or from `state`."""
        return cls(game, start=state)

    # What is in it

    @property
    def game(self) -> Game:
        """The game with its players, options and components."""
        return self._game

    @property
    def names(self) -> tuple[str, ...] | None:
        """Those of the players, where they are known; set to what is not a text for each of them, a ValueError."""
        return self._names

    @names.setter
    def names(self, names: Sequence[str] | None) -> None:
        players = self._game.players
        listed = isinstance(names, Sequence) and not isinstance(names, str | bytes)
        if names is not None and not (listed and len(names) == players and all(map(_is_text, names))):
            raise ValueError(f"names: {shown(names)}, should be a list of {players} texts {_TEXT}")
        self._names = None if names is None else tuple(names)

    @property
    def comment(self) -> str:
        """About the game as a whole; set to what is no short text, a ValueError."""
        return self._comment

    @comment.setter
    def comment(self, comment: str) -> None:
        self._comment = _comment(comment)

    @property
    def components_digest(self) -> str:
        """sha256 of the game's component data."""
        return self._game.components_digest

    @property
    def moves(self) -> tuple[Move, ...]:
        """Every action and outcome so far."""
        return tuple(self._moves)

    @property
    def state(self) -> State:
        """A copy of the position after the last move."""
        return self._state.clone()

    @property
    def at_chance(self) -> bool:
        """Whether a chance outcome is what comes next."""
        return self._state.is_chance_node()

    @property
    def result(self) -> Result | None:
        """How the game ended; None while it goes on."""
        state = self._state
        if state.current_player() != TERMINAL:
            return None
        return Result(tuple(state.scores()), tuple(state.ranks()), tuple(state.returns()))

    def __len__(self) -> int:
        return len(self._moves)

    # Playing

    def play(self, action: SupportsIndex | str, comment: str = "") -> Move:
        """Adds an action or chance outcome, by id or in notation; ValueError if it is not legal, nothing changed."""
        if len(self._moves) >= MOST_MOVES:
            raise ValueError(f"a record has at most {MOST_MOVES} moves")
        number = self._state.string_to_action(action) if isinstance(action, str) else action
        child = self._state.child(number)
        move = Move(
            self._state.current_player(), number.__index__(), self._state.action_to_string(number), _comment(comment)
        )
        self._state = child
        self._moves.append(move)
        return move

    def undo(self, count: SupportsIndex = 1) -> None:
        """Takes the last moves back; ValueError if there are not so many."""
        number = whole_number("moves to take back", count, 0, len(self._moves))
        kept = self._moves[: len(self._moves) - number]
        state = self._first(self._game)
        for move in kept:
            state.apply_action(move.action)
        self._moves, self._state = kept, state

    def annotate(self, place: SupportsIndex, comment: str) -> None:
        """Sets the comment of move number `place`, from 0; ValueError if there is none."""
        number = whole_number("move", place)
        if not 0 <= number < len(self._moves):
            raise ValueError(f"move {shown(number)}: the record has {len(self._moves)} moves, counted from 0")
        move = self._moves[number]
        self._moves[number] = Move(move.player, move.action, move.text, _comment(comment))

    def replay(self, game: Game | None = None) -> Iterator[State]:
        """The position at the start and after each move, each a state of its own.

        With `game`, on that game, which may be another implementation; ValueError if its name, players, options or
        components differ, or where a move is not legal in it.
        """
        played_on = self._game if game is None else game
        _check_game(played_on)
        if played_on.fingerprint != self._game.fingerprint:
            raise ValueError(f"the record is of {self._game!r}, not of {played_on!r}")
        return self._positions(played_on)

    def _positions(self, game: Game) -> Iterator[State]:
        state = self._first(game)
        yield state.clone()
        for number, move in enumerate(self._moves):
            _replayed(state, number, {"by": move.player, "move": move.text})
            yield state.clone()

    def _first(self, game: Game) -> State:
        return game.new_initial_state() if self._start is None else game.state_from_dict(self._start.to_dict())

    # As JSON

    def to_dict(self) -> dict[str, Any]:
        """JSON-able; what `from_dict` reads."""
        result = self.result
        return {
            "format": FORMAT,
            "version": VERSION,
            "game": self._game.name,
            "players": self._game.players,
            "options": dict(self._game.options),
            "components": self._game.components_digest,
            "names": None if self.names is None else list(self.names),
            "comment": self.comment,
            "start": None if self._start is None else self._start.to_dict(),
            "moves": [
                {"by": move.player, "move": move.text, **({"comment": move.comment} if move.comment else {})}
                for move in self._moves
            ],
            "result": None if result is None else result.to_dict(),
        }

    def to_json(self) -> str:
        """The text of a record file: JSON with a line for each move. ValueError if `from_json` would find it too large,
        which only comments make it.
        """
        fields = {key: json.dumps(value) for key, value in self.to_dict().items()}
        if self._moves:
            fields["moves"] = "[\n  " + ",\n  ".join(json.dumps(move) for move in self.to_dict()["moves"]) + "\n ]"
        whole = "{\n" + ",\n".join(f" {json.dumps(key)}: {text}" for key, text in fields.items()) + "\n}\n"
        if len(whole) > strict_json.MOST_BYTES:
            raise ValueError(
                f"record: {len(whole)} bytes, should be at most {strict_json.MOST_BYTES}: shorten comments"
            )
        return whole

    @classmethod
    def from_dict(
        cls, data: object, *, components: Source | None = None, implementation: str = "native", what: str = "record"
    ) -> Self:
        """The record that data as of `to_dict` holds, played again move by move.

        `components` is the component file it was played with, as for `cloche.load`, where that is not the default one.
        ValueError says what is wrong: every fault of the form, otherwise the first move that is not legal and what is.
        """
        from cloche.game import load

        fields = _checked(what, data)
        try:
            game = load(
                fields["game"],
                fields["players"],
                fields["options"],
                components=components,
                implementation=implementation,
            )
        except ValueError as error:
            raise ValueError(f"{what}: {error}") from None
        if game.components_digest != fields["components"]:
            given = "those given" if components is not None else "the default ones"
            raise ValueError(
                f"{what}: played with components {fields['components'][:12]}..., {given} are"
                f" {game.components_digest[:12]}...: give the component file that it was played with"
            )
        try:
            start = None if fields["start"] is None else game.state_from_dict(fields["start"])
        except ValueError as error:
            raise ValueError(f"{what}: start: {error}") from None
        record = cls(game, start=start, names=fields["names"], comment=fields["comment"])
        for number, move in enumerate(fields["moves"]):
            record._take(number, move, what)
        if fields["result"] is not None:
            result = record.result
            if result is None:
                raise ValueError(f"{what}: result: there is one, but after move {len(record)} the game goes on")
            if fields["result"] != result.to_dict():
                raise ValueError(f"{what}: result: {shown(fields['result'])}, by the moves it is {result.to_dict()}")
        return record

    @classmethod
    def from_json(
        cls,
        text: str | bytes,
        *,
        components: Source | None = None,
        implementation: str = "native",
        what: str = "record",
    ) -> Self:
        """The record of a record file's text; arguments and errors as of `from_dict`. Errors begin with `what`."""
        data = strict_json.loads(what, text)
        return cls.from_dict(data, components=components, implementation=implementation, what=what)

    @classmethod
    def load(
        cls, path: str | os.PathLike[str], *, components: Source | None = None, implementation: str = "native"
    ) -> Self:
        """The record of a file; errors as of `from_json`, OSError if the file cannot be read."""
        content = strict_json.read(path)
        return cls.from_json(content, components=components, implementation=implementation, what=str(path))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the record file, whole or not at all; OSError that names it if that fails, ValueError as `to_json`."""
        target, text = strict_json.as_path(path), self.to_json()
        draft = target.with_name(target.name + ".part")
        try:
            draft.write_text(text, encoding="utf-8")
            draft.replace(target)
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(target)) from None

    def _take(self, number: int, move: dict[str, Any], what: str) -> None:
        try:
            action = _replayed(self._state, number, move)
        except ValueError as error:
            raise ValueError(f"{what}: {error}") from None
        self._moves.append(Move(move["by"], action, move["move"], move.get("comment", "")))

    # As a Python value

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        return self.to_dict() == other.to_dict()

    def __repr__(self) -> str:
        return f"<cloche.Record of {self._game.name}: {len(self)} moves>"


def _replayed(state: State, number: int, move: dict[str, Any]) -> int:
    """Plays a move of a file on `state`; its id. ValueError that names the move, counted from 1."""
    player = state.current_player()
    if player == TERMINAL:
        raise ValueError(f"move {number + 1} ({shown(move['move'])}): the game is over before it")
    if move["by"] != player:
        should = "-1 (chance)" if player == CHANCE else str(player)
        raise ValueError(f"move {number + 1} ({shown(move['move'])}): by: {shown(move['by'])}, should be {should}")
    try:
        action = state.string_to_action(move["move"])
    except ValueError:
        legal = [state.action_to_string(action) for action in state.legal_actions()]
        raise ValueError(f"move {number + 1}: {illegal_move(move['move'], legal, 'there are')}") from None
    state.apply_action(action)
    return action


def _comment(comment: str) -> str:
    if not _is_text(comment):
        raise ValueError(f"comment: {shown(comment)}, should be a text {_TEXT}")
    return comment


def _check_game(game: object) -> None:
    from cloche.game import Game

    if not isinstance(game, Game):
        raise ValueError(f"game: {shown(game)}, should be a game that cloche.load made")


# The form of a file


def _checked(what: str, data: object) -> dict[str, Any]:
    """The fields of a record with defaults for what may be missing; ValueError with every fault of the form."""
    if not isinstance(data, dict):
        raise ValueError(f"{what}: {shown(data)}, should be an object with the keys {', '.join(_KEYS)}")
    if data.get("format") != FORMAT:
        raise ValueError(f"{what}: format: {shown(data.get('format'))}, should be {FORMAT!r}")
    if type(data.get("version")) is not int or data["version"] != VERSION:
        raise ValueError(f"{what}: version: {shown(data.get('version'))}, this version of cloche reads {VERSION}")
    faults = strict_json.unknown_keys(data, list(_KEYS))
    faults += [f"{key}: missing" for key in _NEEDED if key not in data]
    for key, kind in _KEYS.items():
        if key in data and (not isinstance(data[key], kind) or isinstance(data[key], bool)):
            faults.append(f"{key}: {shown(data[key])}, should be {_KINDS[kind]}")
    raise_faults(what, faults)
    fields = {"options": {}, "names": None, "comment": "", "start": None, "result": None, **data}
    faults += _move_faults(fields["moves"])
    if fields["names"] is not None and not all(_is_text(name) for name in fields["names"]):
        faults.append(f"names: {shown(fields['names'])}, should be a list of texts {_TEXT}")
    if not _is_text(fields["comment"]):
        faults.append(f"comment: {shown(fields['comment'])}, should be a text {_TEXT}")
    raise_faults(what, faults)
    return fields


_KINDS: dict[type | tuple[type, ...], str] = {
    str: "a text",
    int: "a whole number",
    dict: "an object",
    list: "a list",
    (list, type(None)): "a list or null",
    (dict, type(None)): "an object or null",
}


def _move_faults(moves: list[Any]) -> list[str]:
    if len(moves) > MOST_MOVES:
        return [f"moves: {len(moves)}, should be at most {MOST_MOVES}"]
    faults: list[str] = []
    for number, move in enumerate(moves):
        if len(faults) == MOST_FAULTS:
            return [*faults, "perhaps more"]
        if not isinstance(move, dict) or not {"by", "move"} <= move.keys() <= {"by", "move", "comment"}:
            faults.append(f"move {number + 1}: {shown(move)}, should be an object with by, move and perhaps comment")
        elif type(move["by"]) is not int or not _is_text(move["move"]) or not _is_text(move.get("comment", "")):
            faults.append(f"move {number + 1}: {shown(move)}, by should be a player's number, the rest short texts")
    return faults


def _is_text(value: object) -> bool:
    """A short text that can be written as UTF-8."""
    return isinstance(value, str) and len(value) <= MOST_TEXT and not any("\ud800" <= c <= "\udfff" for c in value)
