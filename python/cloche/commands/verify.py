"""`cloche verify`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cloche import verify as verification
from cloche.commands.common import GameName, components_option, json_option, option_option
from cloche.commands.output import Progress, check_file, print_json, writing
from cloche.lockstep import THOROUGH_EVERY, Mismatch


@click.command("verify")
@click.argument("game", type=GameName(), required=False, metavar="GAME")
@click.option("--games", "games_", type=int, default=100, show_default=True, metavar="N", help="Games to play.")
@click.option("--jobs", type=int, default=1, show_default=True, metavar="K", help="Processes; the result is the same.")
@click.option("--seed", type=int, default=0, show_default=True, metavar="N", help="Seed of the games.")
@click.option("--players", type=int, multiple=True, metavar="N", help="Only with N players; may be repeated.")
@option_option
@components_option
@click.option(
    "--every",
    type=int,
    default=THOROUGH_EVERY,
    show_default=True,
    metavar="N",
    help="Look in full at every N-th node of a game.",
)
@click.option(
    "--play",
    type=click.Choice(verification.PLAYS),
    default="mixed",
    show_default=True,
    help="Random and lopsided games, or ones in which all heed the prior.",
)
@click.option("--out", metavar="FILE", help="Where a reproducer goes. [default: lockstep-GAME.json]")
@click.option("--replay", metavar="FILE", help="Run a reproducer in place of games.")
@json_option
@click.pass_context
def verify(
    context: click.Context,
    game: str | None,
    games_: int,
    jobs: int,
    seed: int,
    players: tuple[int, ...],
    options: dict[str, Any],
    components: str | None,
    every: int,
    play: verification.Play,
    out: str | None,
    replay: str | None,
    as_json: bool,
) -> None:
    """Play native against reference, step by step.

    All player counts and options are played in turn; --players and --option keep to some. At every node player, legal
    actions, chance weights, data, scores, ranks and returns are compared, at every fourth one observations and hashes
    too. At the first difference the game is shrunk and written to a file, and the exit code is 1. Ctrl-C ends it with
    what was reached.
    """
    if replay is not None:
        _replay(context, Path(replay), as_json)
        return
    if game is None:
        raise click.UsageError("name a GAME, or a reproducer with --replay FILE")
    check_file(out)
    chosen = verification.variants(game, players or None, options, components)
    progress, done = Progress("verify", games_), (0, 0)

    def tell(games: int, nodes: int) -> None:
        nonlocal done
        done = games, nodes
        progress(games, f"{nodes:,} nodes")

    try:
        with progress:
            report = verification.verify(
                chosen, games=games_, jobs=jobs, seed=seed, every=every, play=play, on_progress=tell
            )
    except KeyboardInterrupt:
        games, nodes = done
        click.echo(f"stopped after {games:,} of {games_:,} games, {nodes:,} nodes, no difference so far", err=True)
        raise
    if report.mismatch is None:
        if as_json:
            print_json(report.to_dict())
        else:
            rate = report.nodes / report.seconds
            click.echo(
                f"{game}: {report.games:,} games over {report.variants} variants, {report.nodes:,} nodes, no difference"
                f" ({report.seconds:.1f} s, {rate:,.0f} nodes/s)"
            )
        return
    path = out or f"lockstep-{game}.json"
    with writing(path):
        written = verification.write_reproducer(report.mismatch, Path(path))
    if as_json:
        print_json({**report.to_dict(), "mismatch": {**written.to_dict(), "path": written.path}})
    _fail(context, written, f"run it again with: cloche verify --replay {written.path}")


def _replay(context: click.Context, path: Path, as_json: bool) -> None:
    found = verification.run_reproducer(path)
    if as_json:
        print_json({"ok": found is None, "mismatch": None if found is None else found.to_dict()})
    if found is not None:
        _fail(context, found, f"in {found.variant}")
    if not as_json:
        click.echo(f"{path}: no difference any more")


def _fail(context: click.Context, mismatch: Mismatch, hint: str) -> None:
    words = " ".join(str(mismatch).split())
    click.echo(f"cloche: {words if len(words) <= 400 else words[:400] + '...'}; {hint}", err=True)
    context.exit(1)
