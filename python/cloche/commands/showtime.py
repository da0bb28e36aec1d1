"""`cloche showtime`."""

from __future__ import annotations

import click

from cloche.commands.common import components_option, implementation_option, json_option
from cloche.commands.output import print_json
from cloche.venues import showtime as play_showtime


@click.command("showtime")
@click.argument("bot")
@components_option
@implementation_option
@click.option("--seed", type=int, default=0, show_default=True, metavar="N", help="Seed of deals and of the bot.")
@json_option
def showtime(bot: str, components: str | None, implementation: str, seed: int, as_json: bool) -> None:
    """Let a bot play Buds and Blooms alone, venue by venue, until a rival wins.

    A BOT is a name with settings and limits, as `cloche match --help` says.
    """
    result = play_showtime(bot, seed=seed, components=components, implementation=implementation)
    if as_json:
        print_json(result.to_dict())
    else:
        click.echo(f"{result} ({result.seconds:.1f} s)")
