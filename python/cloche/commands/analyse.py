"""`cloche analyse`."""

from __future__ import annotations

from typing import Any

import click

from cloche.backend import TERMINAL
from cloche.commands.common import (
    Progress,
    console,
    find_position,
    game_options,
    json_option,
    position_options,
    print_json,
    show_board,
)
from cloche.opponents import BotSpec
from cloche.report import HEADINGS, Limits, SearchReport, cells
from cloche.state import State

DEFAULT_SIMULATIONS = 20_000


@click.command("analyse")
@game_options
@position_options
@click.option("--simulations", type=int, metavar="N", help="Search so many simulations. [default: 20000, if no limit]")
@click.option("--seconds", type=float, metavar="S", help="Search at most so long.")
@click.option("--cpu-seconds", type=float, metavar="S", help="Search at most so much processor time.")
@click.option("--nodes", type=int, metavar="N", help="Search until so many moves were applied.")
@click.option("--memory-mb", type=int, metavar="N", help="MiB of tree. [default: 256]")
@click.option(
    "--bot", default="mcts", show_default=True, metavar="BOT", help="The player to ask; see `cloche match --help`."
)
@click.option("--search-seed", type=int, default=0, show_default=True, metavar="N", help="Seed of the search.")
@click.option("--top", type=int, default=12, show_default=True, metavar="N", help="Actions to list; 0 for all.")
@json_option
def analyse(
    bot: str,
    search_seed: int,
    top: int,
    as_json: bool,
    simulations: int | None,
    seconds: float | None,
    cpu_seconds: float | None,
    nodes: int | None,
    memory_mb: int | None,
    **described: Any,
) -> None:
    """Search a position and say what to play.

    Tables count players from 1 (* is to move), JSON from 0. Values are for the player to move.
    Without --seed, --state, --record or --moves it is the first decision of the deal of seed 0.
    """
    if top < 0:
        raise click.UsageError(f"--top {top}: should be at least 0")
    spec = BotSpec.parse(bot)
    named = {
        "simulations": simulations,
        "seconds": seconds,
        "cpu_seconds": cpu_seconds,
        "nodes": nodes,
        "memory_mb": memory_mb,
    }
    given: dict[str, Any] = {name: value for name, value in named.items() if value is not None}
    given_limits = Limits(**given)
    position = find_position(**described, default_seed=0)
    state = position.state
    if state.current_player() == TERMINAL:
        earlier = "; --at N takes an earlier position" if described["record_file"] is not None else ""
        raise ValueError(f"nothing to analyse: the game is over{earlier}")
    if spec.searches and not spec.limits.ends and not given_limits.ends:
        given["simulations"] = DEFAULT_SIMULATIONS
    player = spec.make(position.game, seed=search_seed, **(given if spec.searches else {}))
    with Progress("analyse", 1.0) as progress:
        limits = player.limits
        report = player.search(state, on_progress=lambda so_far: progress(_share(so_far, limits), so_far.best_text))
    if as_json:
        print_json({"position": position.to_dict(), "report": report.to_dict()})
        return
    out = console()
    show_board(out, state)
    print_report(out, state, report, top)


def _share(report: SearchReport, limits: Limits | None) -> float:
    """How far a search is, 0 to 1."""
    if limits is None:
        return 0.0
    bounds = (
        (report.simulations, limits.simulations),
        (report.seconds, limits.seconds),
        (report.seconds, limits.cpu_seconds),
        (report.nodes, limits.nodes),
    )
    return max(done / bound for done, bound in bounds if bound is not None)


def print_report(out: Any, state: State, report: SearchReport, top: int) -> None:
    """A report as text; `top` actions, all of them for 0."""
    from rich.table import Table

    out.print(report.summary(), markup=False, soft_wrap=True)
    if len(report.principal_texts) > 1:
        out.print(f"line: {' '.join(report.principal_texts)}", markup=False, soft_wrap=True)
    table = Table("player", "return", box=None)
    columns = [("win", report.win_probability), ("score", report.score_mean), ("± sd", report.score_sd)]
    shown = [(name, numbers) for name, numbers in columns if numbers is not None]
    for name, _ in shown:
        table.add_column(name, justify="right")
    if report.score_quantiles is not None:
        table.add_column("scores, 5 to 95 %")
    if report.values is not None:
        for player, value in enumerate(report.values):
            row = [f"{numbers[player]:.1%}" if name == "win" else f"{numbers[player]:.1f}" for name, numbers in shown]
            if report.score_quantiles is not None:
                quantiles = report.score_quantiles[player]
                row.append(f"{quantiles[0]} [{quantiles[1]} {quantiles[2]} {quantiles[3]}] {quantiles[4]}")
            mover = " *" if player == report.player else ""
            table.add_row(f"{player + 1}{mover}", f"{value:+.3f}", *row)
        out.print()
        out.print(table)
    out.print()
    actions = Table(box=None)
    for name in HEADINGS:
        actions.add_column(name, justify="left" if name == HEADINGS[0] else "right")
    listed = report.actions[:top] if top else report.actions
    for action in listed:
        actions.add_row(*cells(action, report.player))
    out.print(actions)
    if len(listed) < len(report.actions):
        out.print(f"... and {len(report.actions) - len(listed)} more", markup=False)
