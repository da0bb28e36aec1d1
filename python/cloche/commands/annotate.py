"""`cloche annotate`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from cloche import StopFlag
from cloche.annotate import MARKS, Annotation, plot, usual_limits
from cloche.annotate import annotate as judge
from cloche.arena.plot import checked_path
from cloche.commands.actions import words_of
from cloche.commands.common import components_option, json_option, player_name, read_record
from cloche.commands.output import (
    Progress,
    check_file,
    console,
    ctrl_c_sets,
    print_json,
    print_table,
    say,
    writing,
)
from cloche.extras import library
from cloche.messages import told
from cloche.opponents import BotSpec
from cloche.report import Limits


@click.command("annotate")
@click.argument("file")
@components_option
@click.option("--simulations", type=int, metavar="N", help="Search a position so long. [default: 1600, if no limit]")
@click.option("--seconds", type=float, metavar="S", help="Search a position at most so long.")
@click.option("--memory-mb", type=int, metavar="N", help="MiB of tree. [default: 256]")
@click.option(
    "--bot", default="mcts", show_default=True, metavar="BOT", help="Who searches; see `cloche match --help`."
)
@click.option("--search-seed", type=int, default=0, show_default=True, metavar="N", help="Seed of the searches.")
@click.option("--player", "players", type=int, multiple=True, metavar="N", help="Only moves of player N; repeatable.")
@click.option("--all", "every", is_flag=True, help="List every move, not only those with a mark.")
@click.option("--out", metavar="FILE", help="Write the record with marks and better moves in its comments.")
@click.option("--plot", "plot_file", metavar="FILE", help="Plot the win chances (.png, .svg); needs the extra `plot`.")
@json_option
def annotate(
    file: str,
    components: str | None,
    simulations: int | None,
    seconds: float | None,
    memory_mb: int | None,
    bot: str,
    search_seed: int,
    players: tuple[int, ...],
    every: bool,
    out: str | None,
    plot_file: str | None,
    as_json: bool,
) -> None:
    """Search every position of a recorded game and mark its mistakes.

    FILE is a record; - is stdin. A move is marked by the win chance that it loses against the best one: ?! from 5 %, ?
    from 10 %, ?? from 20 %; where all players share one result, by the lost part of the expected score. The search
    knows what the player to move knew. Moves and players are counted from 1, in JSON from 0.
    Ctrl-C ends it with what is done, and exit code 130.
    """
    for path in (out, plot_file):
        check_file(path)
    if plot_file is not None:
        checked_path(plot_file)
        library("matplotlib", "plot")
    record = read_record(file, components, "native")
    for player in players:
        if not 1 <= player <= record.game.players:
            raise click.UsageError(f"--player {player}: should be 1..{record.game.players}")
    named = {"simulations": simulations, "seconds": seconds, "memory_mb": memory_mb}
    given: dict[str, Any] = {name: value for name, value in named.items() if value is not None}
    spec = BotSpec.parse(bot)
    own = usual_limits(spec)
    limits = replace(Limits() if Limits(**given).ends else own, **given)
    stop = StopFlag()
    with ctrl_c_sets(stop), Progress("annotate", len(record)) as progress:
        found = judge(
            record,
            bot,
            limits,
            seed=search_seed,
            players={player - 1 for player in players} or None,
            stop=stop,
            on_progress=progress,
        )
    if out is not None:
        with writing(out):
            found.commented().save(out)
    if plot_file is not None:
        with writing(plot_file):
            plot(found, plot_file)
    if as_json:
        print_json({"record": found.commented().to_dict(), **found.to_dict()})
    else:
        _print(found, every)
    if not found.complete:
        raise KeyboardInterrupt


def _print(found: Annotation, every: bool) -> None:
    console_, game = console(), found.record.game
    rows = [
        (
            str(judged.place + 1),
            player_name(judged.player),
            told(f"{judged.text}{judged.mark}", played),
            told(judged.best, better) if judged.best != judged.text else "",
            found.shown(judged.loss) if judged.best != judged.text else "",
            "  ".join(map(found.shown, judged.chances)),
        )
        for judged in found.judgements
        if every or judged.mark
        for played, better in [words_of(game, [judged.text, judged.best])]
    ]
    if rows:
        headings = ("move", "by", "played", "better", f"lost {found.unit}", f"{found.unit} before")
        print_table(console_, headings, rows, left=(1,), words=(2, 3))
    counts = {sign: sum(judged.mark == sign for judged in found.judgements) for _, sign in MARKS}
    marks = ", ".join(f"{count} {sign}" for sign, count in counts.items())
    say(console_, f"{len(found.judgements)} decisions: {marks}")
