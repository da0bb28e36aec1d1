"""`cloche solve`."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from cloche.commands.actions import words_of
from cloche.commands.common import find_position, game_options, json_option, player_name, position_options
from cloche.commands.output import Progress, console, print_json, print_table, say, show_board
from cloche.report import Limits
from cloche.solving import Solution, TooLarge, usual_memory_mb
from cloche.solving import solve as solve_position
from cloche.state import State

if TYPE_CHECKING:
    from rich.console import Console

TICK = 0.2  # seconds between signs of life


@click.command("solve")
@game_options
@position_options
@click.option(
    "--tolerance", type=float, default=1e-6, show_default=True, metavar="T", help="The greatest error, 1e-9..1."
)
@click.option("--seconds", type=float, metavar="S", help="Give up after so long.")
@click.option("--cpu-seconds", type=float, metavar="S", help="Give up after so much processor time.")
@click.option("--nodes", type=int, metavar="N", help="Give up after so many moves.")
@click.option(
    "--memory-mb", type=int, metavar="N", help="Use at most so many MiB. [default: three quarters of the machine's]"
)
@json_option
def solve(
    tolerance: float,
    seconds: float | None,
    cpu_seconds: float | None,
    nodes: int | None,
    memory_mb: int | None,
    as_json: bool,
    **described: Any,
) -> None:
    """Solve a small game or an ending exactly.

    Without --seed, --state, --record or --moves it is the whole game, from its first node. Where things are
    hidden, the position is solved for all that players could hold. Tables count players from 1, JSON from 0.
    """
    memory = usual_memory_mb() if memory_mb is None else memory_mb
    limits = Limits(seconds=seconds, cpu_seconds=cpu_seconds, nodes=nodes, memory_mb=memory)
    position = find_position(**described)
    with _signs_of_life():
        try:
            solution = solve_position(position.state, tolerance, limits)
        except TooLarge as error:
            raise click.ClickException(str(error)) from None
    if as_json:
        print_json({"position": position.to_dict(), "solution": solution.to_dict()})
        return
    out = console()
    show_board(out, position.state)
    print_solution(out, position.state, solution)


@contextmanager
def _signs_of_life() -> Iterator[None]:
    """A bar that moves, since a solver can't tell how much is left."""
    done = threading.Event()
    with Progress("solve", None) as progress:

        def tell() -> None:
            seconds = 0.0
            while not done.wait(TICK):
                seconds += TICK
                progress(seconds, "s")

        teller = threading.Thread(target=tell, daemon=True)
        teller.start()
        try:
            yield
        finally:
            done.set()
            teller.join()


def print_solution(out: Console, state: State, solution: Solution) -> None:
    """A solution as text."""
    game = state.game
    say(out, solution.summary(game.in_words))
    print_table(
        out,
        ["player", "return"],
        [[f"{player + 1}", f"{value:+.7f}"] for player, value in enumerate(solution.values)],
        left=(),
    )
    if solution.strategy is None:
        return
    say(out, f"\nThe strategy knows {len(solution.strategy):,} information states; --json prints them.")
    if solution.player >= 0:
        say(out, f"{player_name(solution.player).capitalize()} plays here:")
        shares = solution.policy(state)
        texts = [state.action_to_string(action) for action in shares]
        words = words_of(game, texts)
        rows = zip(texts, [f"{share:.1%}" for share in shares.values()], words, strict=True)
        print_table(out, ["move", "share", "in words" if any(words) else ""], [*rows], words=(2,))
