"""`cloche match` and `cloche results`."""

from __future__ import annotations

import math
from typing import Any

import click

from cloche import StopFlag, arena, registry
from cloche.commands.common import (
    components_option,
    game_argument,
    implementation_option,
    json_option,
    option_option,
    ray_option,
)
from cloche.commands.output import Progress, check_file, console, ctrl_c_sets, print_json, print_table, say, writing
from cloche.game import Game, load
from cloche.messages import counted, listed
from cloche.report import Limits

DEFAULT_GAMES = 100

plot_option = click.option(
    "--plot",
    "plot_file",
    metavar="FILE",
    help="Draw win share, Elo and the test over games, to a .png or .svg file; needs the extra plot.",
)


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
@click.option("--simulations", type=int, metavar="N", help="Equal simulations a move for all BOTs that search.")
@click.option(
    "--cpu-seconds",
    type=float,
    metavar="S",
    help="Equal processor time a move, of the searching thread, for all BOTs that search.",
)
@click.option("--elo1", type=float, metavar="E", help="Test sequentially whether the first BOT is E Elo stronger (H1).")
@click.option(
    "--elo0", type=float, metavar="E", help="With --elo1: rather than this much (H0), which is less. [default: 0]"
)
@click.option("--alpha", type=float, metavar="P", help="How often to accept H1 where H0 is true. [default: 0.05]")
@click.option("--beta", type=float, metavar="P", help="How often to accept H0 where H1 is true. [default: 0.05]")
@click.option(
    "--max-games", type=int, metavar="N", help="With --elo1: games after which the test is inconclusive; fix it first."
)
@click.option("--jobs", type=int, default=1, show_default=True, metavar="N", help="Processes; the result is the same.")
@ray_option
@click.option("--log", "log_file", metavar="FILE", help="Write every game to a file of JSON lines.")
@click.option("--resume", is_flag=True, help="With --log: go on with the match that FILE holds, if there is one.")
@plot_option
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
    simulations: int | None,
    cpu_seconds: float | None,
    elo1: float | None,
    elo0: float | None,
    alpha: float | None,
    beta: float | None,
    max_games: int | None,
    jobs: int,
    ray: bool,
    log_file: str | None,
    resume: bool,
    plot_file: str | None,
    as_json: bool,
) -> None:
    """Let bots play each other on equal deals, with all rotations of the seats.

    A BOT is a name with settings and limits: `random`, `greedy`, `mcts:400` (simulations), `mcts:seconds=0.5`,
    `mcts:simulations=400,exploration=1.2`, `flat:200,playout=greedy`, `expectimax:3` (depth). Settings of mcts are
    selection (puct, uct), exploration, fpu_reduction, widening and chance_widening (a number, or none), opponents
    (maxn, paranoid), root (selection, halving), final (visits, value, lcb), early_stop and transpositions (true,
    false), observers (single, multi), merge (true, false), margin_weight, playout (random, greedy, prior),
    playout_plies (a number, or end), leaf (playout, linear), endings (true, false), workers and threads; of flat those
    from margin_weight on, but leaf; of expectimax all_values (true, false), worlds, pruning (star2, star1, none), table
    and endings (true, false) and margin_weight. Limits are simulations, seconds, cpu_seconds, nodes, depth and
    memory_mb; without one that ends the search it is 400 simulations, of expectimax a depth of 2. At least two are to
    be named; of fewer than there are players the last one fills up the table.

    Win share, margin and, between two BOTs, Elo are given with their 95 % confidence intervals; a block of games on one
    deal is one observation. With --elo1 the match ends as soon as a sequential test (GSPRT) decides between H0 and H1,
    or after --max-games without a decision; blocks count in their order, so that the result is the same for any number
    of --jobs.

    \b
    cloche match bloom_town mcts:1600 mcts:400 --games 200 --jobs 2
    cloche match bloom_town mcts flat --cpu-seconds 0.01 --elo1 30 --max-games 2000

    Ctrl-C ends the match: the standings so far are printed, and the exit code is 130. With --log nothing is lost: the
    same command with --resume goes on. `cloche results FILE` reads such a file.
    """
    usual = registry.entry(game).usual_players
    count = players if players is not None else max(usual, len(bots)) if usual > 1 else usual
    loaded = load(game, count, options, components=components, implementation=implementation)
    if not 2 <= len(bots) <= loaded.players and not loaded.shared_return:
        allowed = "2" if loaded.players == 2 else f"2..{loaded.players}"
        given = f"{counted(len(bots), 'BOT')} given ({listed(bots)})"
        raise click.UsageError(f"{given}, should be {allowed} for {loaded.players} players")
    test = _test({"elo0": elo0, "elo1": elo1, "alpha": alpha, "beta": beta}, max_games)
    most = _blocks(loaded, {"--games": games_, "--blocks": blocks, "--max-games": max_games})
    if resume and log_file is None:
        raise click.UsageError("--resume needs --log, the file of the match that is to go on")
    _check_plot(plot_file)
    check_file(log_file)
    progress, stop = Progress("match", most), StopFlag()
    with ctrl_c_sets(stop), progress:
        result = arena.match(
            loaded,
            bots,
            blocks=most,
            seed=seed,
            limits=_limits(simulations, cpu_seconds),
            sprt=test,
            jobs=jobs,
            ray=ray,
            log=log_file,
            resume=resume,
            stop=stop,
            on_progress=lambda so_far: progress(so_far.blocks, _lead(so_far)),
        )
    if result.ended_by == "stop":
        click.echo(f"stopped after {result.blocks:,} of {counted(most, 'block')}", err=True)
    if result.blocks:
        _print(result, as_json)
        _draw(result, plot_file)
    if result.ended_by == "stop":
        raise KeyboardInterrupt


@click.command("results")
@click.argument("file")
@components_option
@plot_option
@json_option
def results(file: str, components: str | None, plot_file: str | None, as_json: bool) -> None:
    """Read the FILE that `cloche match --log` wrote, of a match that is over or still runs.

    The first line of such a file says what is played, every other line is a game, in JSON.
    """
    _check_plot(plot_file)
    result = arena.read_log(file, components=components).result()
    if not result.blocks:
        raise ValueError(f"{file}: no whole block was played")
    _print(result, as_json)
    _draw(result, plot_file)


def _test(given: dict[str, float | None], max_games: int | None) -> arena.Sprt | None:
    """The sequential test, if there is to be one."""
    named = {name: value for name, value in given.items() if value is not None}
    if "elo1" not in named:
        without = [f"--{name}" for name in named] + ([] if max_games is None else ["--max-games"])
        if without:
            raise click.UsageError(f"{without[0]} needs --elo1, which asks for a sequential test")
        return None
    if max_games is None:
        raise click.UsageError("--elo1 needs --max-games: after how many games the test is given up is fixed first")
    return arena.Sprt(**named)


def _blocks(game: Game, given: dict[str, int | None]) -> int:
    """How many blocks to play."""
    named = {name: value for name, value in given.items() if value is not None}
    if len(named) > 1:
        raise click.UsageError(f"{listed(named)} exclude each other")
    if "--blocks" in named:
        return named["--blocks"]
    name, wanted = next(iter(named.items()), ("--games", DEFAULT_GAMES))
    if wanted < 1:
        raise click.UsageError(f"{name} {wanted}: should be at least 1")
    return -(-wanted // game.players)


def _limits(simulations: int | None, cpu_seconds: float | None) -> Limits | None:
    if simulations is not None and cpu_seconds is not None:
        raise click.UsageError("--simulations and --cpu-seconds exclude each other")
    if simulations is None and cpu_seconds is None:
        return None
    return Limits(simulations=simulations, cpu_seconds=cpu_seconds)


# Results


def _check_plot(plot_file: str | None) -> None:
    """Refuses before the match what could not be drawn after it."""
    if plot_file is not None:
        from cloche.arena import plot

        plot.checked_path(plot_file)
        plot.needed()
        check_file(plot_file)


def _draw(result: arena.MatchResult, plot_file: str | None) -> None:
    if plot_file is not None:
        from cloche.arena import plot

        with writing(plot_file):
            plot.plot_match(result, plot_file)


def _lead(result: arena.MatchResult) -> str:
    first = result.bots[0]
    test = "" if result.sprt is None else f", LLR {result.sprt.llr:+.2f}"
    return f"{first.bot} {first.share.mean:.3f} ({result.interval(first.share, '.3f')}){test}"


def _print(result: arena.MatchResult, as_json: bool) -> None:
    if as_json:
        print_json(result.to_dict())
        return
    out = console()
    per_game = result.plies / result.games
    took = f", {result.seconds:.1f} s" if result.seconds else ""
    say(out, f"{result.headline}, {per_game:.1f} decisions a game{took}")
    elo = ("Elo", "95 %") if any(bot.elo is not None for bot in result.bots) else ()
    headings = ("bot", "win share", "95 %", *elo, "margin", "95 %", "wins", "shared", "share by seat", "ms a move")
    print_table(out, headings, [_row(result, bot) for bot in result.bots])
    if result.sprt is not None:
        say(out, f"{result.sprt}")
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
        "-" if math.isnan(bot.move_seconds) else f"{1000 * bot.move_seconds:.2f}",
    ]
