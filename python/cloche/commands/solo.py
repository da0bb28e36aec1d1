"""`cloche solo`."""

from __future__ import annotations

from typing import Any

import click

from cloche import StopFlag, arena
from cloche.commands.common import (
    components_option,
    game_argument,
    implementation_option,
    json_option,
    option_option,
    ray_option,
)
from cloche.commands.output import Progress, ctrl_c_sets, print_json
from cloche.game import load
from cloche.messages import counted


@click.command("solo")
@game_argument
@click.argument("bot")
@option_option
@components_option
@implementation_option
@click.option("--games", "games_", type=int, default=100, show_default=True, metavar="N", help="Games, a deal each.")
@click.option("--seed", type=int, default=0, show_default=True, metavar="N", help="Seed of deals and of the bot.")
@click.option("--jobs", type=int, default=1, show_default=True, metavar="N", help="Processes; the result is the same.")
@ray_option
@json_option
def solo(
    game: str,
    bot: str,
    options: dict[str, Any],
    components: str | None,
    implementation: str,
    games_: int,
    seed: int,
    jobs: int,
    ray: bool,
    as_json: bool,
) -> None:
    """Let a bot play alone, in a game that has rules for one player.

    A BOT is a name with settings and limits, as `cloche match --help` says. The mean score is given with its 95 %
    confidence interval, and, where such a game is won or lost, the share of games won. Ctrl-C ends it: what was
    reached is printed, and the exit code is 130.
    """
    loaded = load(game, 1, options, components=components, implementation=implementation)
    progress, stop = Progress("solo", games_), StopFlag()
    with ctrl_c_sets(stop), progress:
        result = arena.solo(
            loaded,
            bot,
            games=games_,
            seed=seed,
            jobs=jobs,
            ray=ray,
            stop=stop,
            on_progress=lambda so_far: progress(so_far.games, f"{so_far.score.mean:.1f}"),
        )
    stopped = result.games < games_
    if stopped:
        click.echo(f"stopped after {result.games:,} of {counted(games_, 'game')}", err=True)
    if as_json and result.games:
        print_json(result.to_dict())
    elif result.games:
        click.echo(f"{result} ({result.seconds:.1f} s)")
    if stopped:
        raise KeyboardInterrupt
