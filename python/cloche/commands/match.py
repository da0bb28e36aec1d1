"""`cloche match`."""

from __future__ import annotations

from typing import Any

import click

from cloche import arena
from cloche.commands.common import (
    DEFAULT_PLAYERS,
    Progress,
    components_option,
    console,
    game_argument,
    implementation_option,
    json_option,
    option_option,
    print_json,
)
from cloche.game import load


@click.command("match")
@game_argument
@click.argument("bots", nargs=-1, required=True, metavar="BOT BOT...")
@click.option("--players", type=int, metavar="N", help="Number of players. [default: as many as BOTs, at least 2]")
@option_option
@components_option
@implementation_option
@click.option("--games", "games_", type=int, metavar="N", help="Games, rounded up to whole blocks. [default: 100]")
@click.option(
    "--blocks", type=int, metavar="N", help="Deals, in place of --games; each is played with all seat rotations."
)
@click.option("--seed", type=int, default=0, show_default=True, metavar="N", help="Seed of deals and players.")
@click.option("--jobs", type=int, default=1, show_default=True, metavar="N", help="Processes; the result is the same.")
@json_option
def match(
    game: str,
    bots: tuple[str, ...],
    players: int | None,
    options: dict[str, Any],
    components: str | None,
    implementation: str,
    games_: int | None,
    blocks: int | None,
    seed: int,
    jobs: int,
    as_json: bool,
) -> None:
    """Let bots play each other on equal deals, with all rotations of the seats.

    A BOT is a name with settings and limits: `random`, `greedy`, `mcts:400` (simulations), `mcts:seconds=0.5`,
    `mcts:simulations=400,exploration=1.2`, `flat:200,playout=greedy`. Settings of mcts are selection (puct, uct),
    exploration, fpu_reduction, margin_weight, playout (random, greedy, prior) and playout_plies (a number, or end); of
    flat the last three. Limits are simulations, seconds, cpu_seconds, nodes, depth and memory_mb; without one that ends
    the search it is 400 simulations. Of fewer bots than players the last one fills up the table.

    The win share of a bot is given with its 95 % confidence interval; a block of games on one deal is one observation.
    """
    count = max(DEFAULT_PLAYERS, len(bots)) if players is None else players
    loaded = load(game, count, options, components=components, implementation=implementation)
    if blocks is not None and games_ is not None:
        raise click.UsageError("--games and --blocks exclude each other")
    if blocks is None:
        wanted = 100 if games_ is None else games_
        if wanted < 1:
            raise click.UsageError(f"--games {wanted}: should be at least 1")
        blocks = -(-wanted // loaded.players)
    with Progress("match", blocks) as progress:
        result = arena.match(
            loaded,
            bots,
            blocks=blocks,
            seed=seed,
            jobs=jobs,
            on_progress=lambda so_far: progress(so_far.blocks, _lead(so_far)),
        )
    if as_json:
        print_json(result.to_dict())
    else:
        _print(result)


def _lead(result: arena.MatchResult) -> str:
    first = result.bots[0]
    return f"{first.bot} {first.share.mean:.3f} ({first.share.low:.3f} to {first.share.high:.3f})"


def _print(result: arena.MatchResult) -> None:
    from rich.table import Table

    out = console()
    out.print(
        f"{result.game}, {result.players} players: {result.games} games in {result.blocks} blocks,"
        f" {result.plies / result.games:.1f} decisions a game, {result.seconds:.1f} s"
    )
    table = Table("bot", box=None)
    for heading in ("win share", "95 %", "Elo", "95 %", "margin", "95 %", "wins", "shared", "share by seat"):
        table.add_column(heading, justify="right")
    for bot in result.bots:
        elo = ("", "") if bot.elo is None else (f"{bot.elo.mean:+.0f}", f"{bot.elo.low:+.0f} to {bot.elo.high:+.0f}")
        table.add_row(
            bot.bot + (f" ({bot.seats} seats)" if bot.seats > 1 else ""),
            f"{bot.share.mean:.3f}",
            f"{bot.share.low:.3f} to {bot.share.high:.3f}",
            *elo,
            f"{bot.margin.mean:+.2f}",
            f"{bot.margin.low:+.2f} to {bot.margin.high:+.2f}",
            str(bot.wins),
            str(bot.shared),
            " ".join("-" if share is None else f"{share:.2f}" for share in bot.by_seat),
        )
    out.print(table)
    out.print(f"An even share is {1 / result.players:.3f}.")
