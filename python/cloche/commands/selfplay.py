"""`cloche selfplay`."""

from __future__ import annotations

from typing import Any

import click

from cloche import StopFlag
from cloche import selfplay as games_of_itself
from cloche.commands.common import game_options, json_option, ray_option
from cloche.commands.output import Progress, check_folder, ctrl_c_sets, print_json
from cloche.game import load
from cloche.messages import counted


@click.command("selfplay")
@game_options
@click.option("--out", "folder", required=True, metavar="FOLDER", help="Where the files go; made if need be.")
@click.option("--bot", default="mcts", show_default=True, metavar="BOT", help="Who plays, such as mcts:800.")
@click.option("--games", "games_", type=int, default=100, show_default=True, metavar="N", help="Games.")
@click.option("--seed", type=int, default=0, show_default=True, metavar="N", help="Seed of deals and players.")
@click.option(
    "--temperature",
    type=float,
    default=1.0,
    show_default=True,
    metavar="T",
    help="Draw first decisions in proportion to visits ** (1 / T); 0 takes the search's choice.",
)
@click.option(
    "--temperature-moves",
    type=int,
    default=10,
    show_default=True,
    metavar="N",
    help="How many decisions of a game are drawn so.",
)
@click.option("--shard-games", type=int, default=100, show_default=True, metavar="N", help="Games of a file.")
@click.option("--jobs", type=int, default=1, show_default=True, metavar="N", help="Processes; the files are the same.")
@ray_option
@click.option("--resume", is_flag=True, help="Go on with what FOLDER holds, if it holds something.")
@json_option
def selfplay(
    game: str,
    players: int | None,
    options: dict[str, Any],
    components: str | None,
    implementation: str,
    folder: str,
    bot: str,
    games_: int,
    seed: int,
    temperature: float,
    temperature_moves: int,
    shard_games: int,
    jobs: int,
    ray: bool,
    resume: bool,
    as_json: bool,
) -> None:
    """Let a bot play against itself, and keep every decision as data to learn from.

    A BOT is a name with settings and limits, as `cloche match --help` says. Every decision is kept as the player saw
    it: observation tensor and what it knew, legal actions with their share of the search's visits, the search's values,
    what was played, and the result of the game. `cloche.selfplay.load` reads the files.

    \b
    cloche selfplay gardens_of_io --bot mcts:200 --games 1000 --jobs 2 --out data

    Ctrl-C ends it: games that are over are kept, the exit code is 130, and the same command with --resume goes on. The
    files are the same as of a run in one piece.
    """
    loaded = load(game, players, options, components=components, implementation=implementation)
    check_folder(folder)
    progress, stop = Progress("selfplay", games_), StopFlag()
    with ctrl_c_sets(stop), progress:
        result = games_of_itself.play(
            loaded,
            folder,
            bot=bot,
            games=games_,
            seed=seed,
            temperature=temperature,
            temperature_moves=temperature_moves,
            shard_games=shard_games,
            jobs=jobs,
            ray=ray,
            resume=resume,
            stop=stop,
            on_progress=lambda so_far: progress(so_far.games, f"{so_far.positions:,} decisions"),
        )
    stopped = result.games < result.of
    if stopped:
        click.echo(f"stopped after {result.games:,} of {counted(games_, 'game')}; --resume goes on", err=True)
    if as_json:
        print_json(result.to_dict())
    else:
        click.echo(f"{result} ({result.seconds:.1f} s)")
    if stopped:
        raise KeyboardInterrupt
