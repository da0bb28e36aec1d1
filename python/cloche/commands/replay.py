"""`cloche replay`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cloche.commands.actions import told_in
from cloche.commands.common import components_option, implementation_option, json_option, player_name, read_record, seat
from cloche.commands.output import console, print_json, say, show_board, write_text
from cloche.record import Move, Record
from cloche.state import State


@click.command("replay")
@click.argument("file")
@components_option
@implementation_option
@click.option("--viewer", type=int, metavar="N", help="Only what player N saw, counted from 1.")
@click.option("--boards", is_flag=True, help="Show the board after every move.")
@click.option(
    "--svg", "folder", metavar="FOLDER", help="Write a picture of every position into a folder that is there."
)
@json_option
def replay(
    file: str,
    components: str | None,
    implementation: str,
    viewer: int | None,
    boards: bool,
    folder: str | None,
    as_json: bool,
) -> None:
    """Play a recorded game again: its moves, comments and result.

    FILE is a record that `cloche play --save`, the engine, the server or `Record.save` wrote; - is stdin. Every move is
    checked by the rules, and the first that is not legal ends with exit code 2.
    """
    record = read_record(file, components, implementation)
    seen_by = seat(viewer, record.game.players)
    if folder is not None:
        _draw_all(record, seen_by, folder)
    if as_json:
        print_json(_as_data(record, seen_by))
        return
    out = console()
    for line in _heading(record):
        say(out, line)
    states = list(record.replay())
    for number, (move, before, after) in enumerate(zip(record.moves, states, states[1:], strict=False), start=1):
        say(out, f"{number:>4}  {_line(move, told_in(record.game, _seen(before, move, seen_by)))}")
        if boards:
            show_board(out, after, seen_by)
    if not boards:
        out.print()
        show_board(out, states[-1], seen_by)
    say(out, _ending(record))


def _seen(before: State, move: Move, viewer: int | None) -> str:
    return move.text if viewer is None else before.action_view(move.action, viewer)


def _line(move: Move, text: str) -> str:
    who = "chance" if move.player < 0 else player_name(move.player)
    return f"{who:<9} {text}{f'  {{{move.comment}}}' if move.comment else ''}"


def _heading(record: Record) -> list[str]:
    game = record.game
    names = "" if record.names is None else f": {', '.join(record.names)}"
    options = ", ".join(f"{name}={value}" for name, value in game.options.items())
    return [
        f"{game.entry.title}, {game.players} players{names}",
        *([options] if options else []),
        *([record.comment] if record.comment else []),
        "",
    ]


def _ending(record: Record) -> str:
    result = record.result
    if result is None:
        return f"after {len(record)} moves the game goes on"
    return f"scores {', '.join(map(str, result.scores))}; ranks {', '.join(map(str, result.ranks))}"


def _as_data(record: Record, viewer: int | None) -> dict[str, Any]:
    positions = [
        {
            "current_player": state.current_player(),
            "scores": state.scores(viewer),
            "state" if viewer is None else "observation": state.to_dict()
            if viewer is None
            else state.observation(viewer),
        }
        for state in record.replay()
    ]
    if viewer is None:
        return {"record": record.to_dict(), "positions": positions}
    moves = [
        {"by": move.player, "move": _seen(state, move, viewer), "comment": move.comment}
        for state, move in zip(record.replay(), record.moves, strict=False)
    ]
    return {"moves": moves, "positions": positions}


def _draw_all(record: Record, viewer: int | None, folder: str) -> None:
    width, last = len(str(len(record))), None
    moves = [None, *record.moves]
    before: State | None = None
    for number, (move, state) in enumerate(zip(moves, record.replay(), strict=True)):
        if move is not None and before is not None and move.player >= 0:
            last = _seen(before, move, viewer)
        write_text(str(Path(folder) / f"{number:0{width}}.svg"), state.svg(viewer, last=last))
        before = state
