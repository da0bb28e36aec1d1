"""`cloche analyse`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cloche import StopFlag
from cloche.backend import TERMINAL
from cloche.commands.actions import print_line, words_of
from cloche.commands.common import find_position, game_options, json_option, position_options
from cloche.commands.output import Progress, console, ctrl_c_sets, print_json, print_table, say, show_board
from cloche.game import Game
from cloche.messages import MOST_LISTED
from cloche.opponents import BotSpec
from cloche.report import HEADINGS, QUANTILES, Limits, SearchReport, cells
from cloche.state import State

if TYPE_CHECKING:
    from rich.console import Console

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
    Ctrl-C ends the search: the report so far is printed, and the exit code is 130.
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
    if state.is_chance_node():
        raise ValueError(f"the position is a chance node: add an outcome to --moves ({_outcomes(state)})")
    if spec.searches and not spec.is_ended_by(spec.limits) and not spec.is_ended_by(given_limits):
        given |= {"simulations": DEFAULT_SIMULATIONS} if "simulations" in spec.default_limit else spec.default_limit
    player = spec.make(position.game, seed=search_seed, **(given if spec.searches else {}))
    limits, stop = player.limits, StopFlag()
    with ctrl_c_sets(stop), Progress("analyse", 1.0) as progress:
        report = player.search(
            state, stop=stop, on_progress=lambda so_far: progress(_share(so_far, limits), so_far.best_text)
        )
    if as_json:
        print_json({"position": position.to_dict(), "report": report.to_dict()})
    else:
        out = console()
        show_board(out, state)
        print_report(out, position.game, report, top)
    if stop.is_set():
        raise KeyboardInterrupt


def _outcomes(state: State) -> str:
    """Some outcomes of a chance node."""
    legal = state.legal_actions()
    texts = [state.action_to_string(action) for action in legal[:MOST_LISTED]]
    return ", ".join([*texts, "..."] if len(legal) > MOST_LISTED else texts)


def _share(report: SearchReport, limits: Limits | None) -> float:
    """How far a search is, 0 to 1; 0 without a limit that tells."""
    if limits is None:
        return 0.0
    bounds = (
        (report.simulations, limits.simulations),
        (report.seconds, limits.seconds),
        (report.seconds, limits.cpu_seconds),
        (report.nodes, limits.nodes),
    )
    return max((done / bound for done, bound in bounds if bound is not None), default=0.0)


def print_report(out: Console, game: Game, report: SearchReport, top: int) -> None:
    """A report as text; `top` actions, all of them for 0."""
    say(out, report.summary(game.in_words))
    print_line(out, game, report)
    if report.values is not None:
        print_players(out, report, report.values)
    out.print()
    listed = report.actions[:top] if top else report.actions
    words = words_of(game, [action.text for action in listed])
    rows = [(*cells(action, report.player), meaning) for action, meaning in zip(listed, words, strict=True)]
    headings = (*HEADINGS, "in words" if any(words) else "")
    print_table(out, headings, rows, words=(len(HEADINGS),))
    if len(listed) < len(report.actions):
        say(out, f"... and {len(report.actions) - len(listed)} more")


def print_players(out: Console, report: SearchReport, values: tuple[float, ...]) -> None:
    """What a search expects of each player."""
    columns = [("win", report.win_probability), ("score", report.score_mean), ("± sd", report.score_sd)]
    shown = [(name, numbers) for name, numbers in columns if numbers is not None]
    headings = ["player", "return", *(name for name, _ in shown)]
    if report.score_quantiles is not None:
        headings.append("{}% [{}% {}% {}%] {}%".format(*QUANTILES))
    rows = []
    for player, value in enumerate(values):
        row = [f"{numbers[player]:.1%}" if name == "win" else f"{numbers[player]:.1f}" for name, numbers in shown]
        if report.score_quantiles is not None:
            row.append("{} [{} {} {}] {}".format(*report.score_quantiles[player]))
        mover = " *" if player == report.player else ""
        rows.append([f"{player + 1}{mover}", f"{value:+.3f}", *row])
    say(out, f"\nThe position{', averaged over all simulations' if report.simulations else ''}:")
    print_table(out, headings, rows)
