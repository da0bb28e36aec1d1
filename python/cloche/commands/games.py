"""`cloche games` and `cloche show`."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import click

from cloche import registry, seed_files
from cloche.about import about_game
from cloche.commands.actions import print_actions, words_of
from cloche.commands.common import Position, find_position, game_options, json_option, position_options, seat
from cloche.commands.output import console, print_json, print_table, say, show_board, write_text
from cloche.game import Game
from cloche.registry import GameEntry


@click.command("games")
@click.option("--known", is_flag=True, help="Also list the small games with known values.")
@json_option
def games(known: bool, as_json: bool) -> None:
    """List the games, with players and options."""
    names = registry.games() + (registry.known_games() if known else [])
    entries = [registry.entry(name) for name in names]
    if as_json:
        print_json([about_game(entry) for entry in entries])
        return
    out = console()
    print_table(out, ("name", "title", "players", "options (default)"), [_row(entry) for entry in entries], range(4))
    if not known:
        say(out, f"\nSmall games for tests (--known): {', '.join(registry.known_games())}")


def _row(entry: GameEntry) -> list[str]:
    fewest, most = entry.players
    options = ", ".join(f"{name} ({json.dumps(value)})" for name, value in entry.options().as_dict().items())
    return [entry.name, entry.title, f"{fewest}-{most}" if fewest < most else str(fewest), options]


@click.command("show")
@game_options
@position_options
@click.option("--legal", is_flag=True, help="Mark what the player to move may do.")
@click.option("--viewer", type=int, metavar="N", help="Only what player N knows, counted from 1.")
@click.option("--svg", "svg_file", metavar="FILE", help="Write the picture as SVG; - is stdout.")
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
    if svg_file == "-" and as_json:
        raise click.UsageError("--svg - and --json exclude each other: both write to stdout")
    position = find_position(**described, default_seed=0)
    state = position.state
    viewer = seat(viewer, position.game.players)
    texts = [state.action_to_string(action) for action in state.legal_actions()]
    if svg_file is not None:
        picture = state.svg(viewer, legal=legal, last=position.last(viewer))
        if svg_file == "-":
            click.echo(picture)
            return
        write_text(svg_file, picture)
    if as_json:
        print_json(_as_data(position, viewer))
        return
    out = console()
    for line in _description(position.game):
        say(out, line)
    out.print()
    show_board(out, state, viewer, texts if legal else None)
    say(out, f"scores {state.scores(viewer)}, ranks {state.ranks(viewer)}")
    if legal:
        if any(words_of(position.game, texts)):
            say(out, f"{len(texts)} legal:")
            print_actions(out, position.game, texts)
        else:
            say(out, f"{len(texts)} legal: {' '.join(texts)}")


def _description(game: Game) -> list[str]:
    lines = [f"{game.entry.title} ({game.name}), {game.players} players"]
    for option in dataclasses.fields(game.entry.options):
        lines.append(f"  {option.name} = {json.dumps(game.options[option.name])} ({option.metadata['allowed']})")
        lines.append(f"      {option.metadata['meaning']}")
    components = f"components {game.components_digest[:12]}, " if game.entry.has_box else ""
    length = "no bound" if game.max_game_length is None else f"at most {game.max_game_length}"
    return [*lines, f"  {components}{game.num_distinct_actions} actions, decisions: {length}"]


def _as_data(position: Position, viewer: int | None) -> dict[str, Any]:
    game, state = position.game, position.state
    texts = [(action, state.action_to_string(action)) for action in state.legal_actions()]
    hidden = {"position": position.to_dict()} if viewer is None else {"observation": state.observation(viewer)}
    return {
        **about_game(game.entry),
        "num_distinct_actions": game.num_distinct_actions,
        "max_chance_outcomes": game.max_chance_outcomes,
        "max_game_length": game.max_game_length,
        "min_utility": game.min_utility,
        "max_utility": game.max_utility,
        "utility_sum": game.utility_sum,
        **hidden,
        "current_player": state.current_player(),
        "legal": [{"action": action, "text": text, "words": game.in_words(text)} for action, text in texts],
        "scores": state.scores(viewer),
        "ranks": state.ranks(viewer),
        "returns": state.returns(),
    }
