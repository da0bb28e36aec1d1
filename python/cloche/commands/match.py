"""`cloche match`."""

from __future__ import annotations

from typing import Any

import click

from cloche import arena
from cloche.commands.common import (
    DEFAULT_PLAYERS,
    components_option,
    game_argument,
    implementation_option,
    json_option,
    option_option,
)
from cloche.commands.output import Progress, console, print_json, print_table, say
from cloche.game import load
from cloche.messages import counted, listed


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
    exploration, fpu_reduction, widening (a number, or none), opponents (maxn, paranoid), root (selection, halving),
    final (visits, value, lcb), early_stop (true, false), margin_weight, playout (random, greedy, prior), playout_plies
    (a number, or end) and endings (true, false); of flat the last four. Limits are simulations, seconds, cpu_seconds,
    nodes, depth and memory_mb; without one that ends the search it is 400 simulations. At least two are to be named; of
    fewer than there are players the last one fills up the table.

    The win share of a bot is given with its 95 % confidence interval; a block of games on one deal is one observation.
    Ctrl-C ends the match: the standings so far are printed, and the exit code is 130.
    """
    count = max(DEFAULT_PLAYERS, len(bots)) if players is None else players
    loaded = load(game, count, options, components=components, implementation=implementation)
    if not 2 <= len(bots) <= loaded.players and not loaded.shared_return:
        allowed = "2" if loaded.players == 2 else f"2..{loaded.players}"
        given = f"{counted(len(bots), 'BOT')} given ({listed(bots)})"
        raise click.UsageError(f"{given}, should be {allowed} for {loaded.players} players")
    if blocks is not None and games_ is not None:
        raise click.UsageError("--games and --blocks exclude each other")
    if blocks is None:
        wanted = 100 if games_ is None else games_
        if wanted < 1:
            raise click.UsageError(f"--games {wanted}: should be at least 1")
        blocks = -(-wanted // loaded.players)
    result: arena.MatchResult | None = None
    progress = Progress("match", blocks)

    def tell(so_far: arena.MatchResult) -> None:
        nonlocal result
        result = so_far
        progress(so_far.blocks, _lead(so_far))

    try:
        with progress:
            arena.match(loaded, bots, blocks=blocks, seed=seed, jobs=jobs, on_progress=tell)
    except KeyboardInterrupt:
        done = 0 if result is None else result.blocks
        click.echo(f"stopped after {done:,} of {counted(blocks, 'block')}", err=True)
        raise
    finally:
        if result is not None:
            _print(result, as_json)


def _lead(result: arena.MatchResult) -> str:
    first = result.bots[0]
    return f"{first.bot} {first.share.mean:.3f} ({result.interval(first.share, '.3f')})"


def _print(result: arena.MatchResult, as_json: bool) -> None:
    if as_json:
        print_json(result.to_dict())
        return
    out = console()
    per_game = result.plies / result.games
    say(out, f"{result.headline}, {per_game:.1f} decisions a game, {result.seconds:.1f} s")
    elo = ("Elo", "95 %") if any(bot.elo is not None for bot in result.bots) else ()
    headings = ("bot", "win share", "95 %", *elo, "margin", "95 %", "wins", "shared", "share by seat")
    print_table(out, headings, [_row(result, bot) for bot in result.bots])
    say(out, f"An even share is {1 / result.players:.3f}.")


def _row(result: arena.MatchResult, bot: arena.BotResult) -> list[str]:
    elo = [] if bot.elo is None else [f"{bot.elo.mean:+.0f}", result.interval(bot.elo, "+.0f")]
    return [
        bot.bot + (f" ({bot.seats} seats)" if bot.seats > 1 else ""),
        f"{bot.share.mean:.3f}",
        result.interval(bot.share, ".3f"),
        *elo,
        f"{bot.margin.mean:+.2f}",
        result.interval(bot.margin, "+.2f"),
        str(bot.wins),
        str(bot.shared),
        " ".join("-" if share is None else f"{share:.2f}" for share in bot.by_seat),
    ]
