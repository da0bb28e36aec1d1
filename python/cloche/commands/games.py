"""`cloche games` and `cloche show`."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import click

from cloche import registry, seed_files
from cloche.commands.common import (
    Position,
    board,
    console,
    find_position,
    game_options,
    json_option,
    position_options,
    print_json,
)
from cloche.registry import GameEntry


def _about(entry: GameEntry) -> dict[str, Any]:
    return {
        "name": entry.name,
        "title": entry.title,
        "kind": entry.kind,
        "players": list(entry.players),
        "options": {
            option.name: {"default": entry.options().as_dict()[option.name], "allowed": str(option.metadata["allowed"])}
            for option in dataclasses.fields(entry.options)
        },
    }


@click.command("games")
@click.option("--known", is_flag=True, help="Also list the small games with known values.")
@json_option
def games(known: bool, as_json: bool) -> None:
    """List the games, with players and options."""
    names = registry.games() + (registry.known_games() if known else [])
    entries = [registry.entry(name) for name in names]
    if as_json:
        print_json([_about(entry) for entry in entries])
        return
    from rich.table import Table

    table = Table("name", "title", "players", "options (default)", box=None)
    for entry in entries:
        fewest, most = entry.players
        options = ", ".join(f"{name} ({value})" for name, value in entry.options().as_dict().items())
        table.add_row(entry.name, entry.title, f"{fewest}-{most}" if fewest < most else str(fewest), options)
    console().print(table)
    if not known:
        click.echo(f"\nSmall games for tests (--known): {', '.join(registry.known_games())}")


@click.command("show")
@game_options
@position_options
@click.option("--legal", is_flag=True, help="Mark what the player to move may do.")
@click.option("--viewer", type=int, metavar="N", help="Only what player N, from 0, knows.")
@click.option("--svg", "svg_file", metavar="FILE", help="Write the picture as SVG.")
@click.option("--rules", is_flag=True, help="Print the rules page instead.")
@json_option
def show(legal: bool, viewer: int | None, svg_file: str | None, rules: bool, as_json: bool, **described: Any) -> None:
    """Show a game and one of its positions.

    Without --seed, --state, --record or --moves it is the first decision of the deal of seed 0.
    """
    if rules:
        entry = registry.entry(described["game"])
        text = seed_files.text(entry.rules_file)
        if as_json:
            print_json({"game": entry.name, "rules": text})
        else:
            click.echo(text)
        return
    position = find_position(**described, default_seed=0)
    state = position.state
    texts = [state.action_to_string(action) for action in state.legal_actions()]
    if svg_file is not None:
        Path(svg_file).write_text(state.svg(viewer, legal=legal, last=position.last), encoding="utf-8")
    if as_json:
        print_json(_as_data(position, viewer))
        return
    picture = board(state, viewer, texts if legal else None)
    _describe(position)
    console().print(picture, markup=False, soft_wrap=True)
    click.echo(f"scores {state.scores()}, ranks {state.ranks()}")
    if legal:
        click.echo(f"{len(texts)} legal: {' '.join(texts)}")


def _describe(position: Position) -> None:
    game = position.game
    click.echo(f"{game.entry.title} ({game.name}), {game.players} players")
    for option in dataclasses.fields(game.entry.options):
        click.echo(f"  {option.name}={game.options[option.name]}  {option.metadata['allowed']}")
    length = "no bound" if game.max_game_length is None else f"at most {game.max_game_length}"
    click.echo(
        f"  components {game.components_digest[:12]}, {game.num_distinct_actions} actions, decisions: {length}\n"
    )


def _as_data(position: Position, viewer: int | None) -> dict[str, Any]:
    game, state = position.game, position.state
    legal = state.legal_actions()
    hidden = {"position": position.to_dict()} if viewer is None else {"observation": state.observation(viewer)}
    return {
        **_about(game.entry),
        "num_distinct_actions": game.num_distinct_actions,
        "max_chance_outcomes": game.max_chance_outcomes,
        "max_game_length": game.max_game_length,
        "min_utility": game.min_utility,
        "max_utility": game.max_utility,
        "utility_sum": game.utility_sum,
        **hidden,
        "current_player": state.current_player(),
        "legal": [{"action": action, "text": state.action_to_string(action)} for action in legal],
        "scores": state.scores(viewer),
        "ranks": state.ranks(viewer),
        "returns": state.returns(),
    }
