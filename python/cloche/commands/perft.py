"""`cloche perft`."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import click

from cloche.backend import StateBackend
from cloche.commands.common import find_position, game_options, json_option, position_options
from cloche.commands.output import Progress, console, print_json, print_table, say

MOST_DEPTH = 100


@click.command("perft")
@game_options
@position_options
@click.option("--depth", type=int, required=True, metavar="N", help="Length of the sequences.")
@click.option("--divide", is_flag=True, help="Also the number behind each first move.")
@json_option
def perft(depth: int, divide: bool, as_json: bool, **described: Any) -> None:
    """Count the sequences of exactly N moves, chance outcomes included.

    From the first node of the game, unless --seed, --state, --record or --moves say otherwise.
    Ctrl-C ends it: the lengths that are done are printed, and the exit code is 130.
    """
    if not 1 <= depth <= MOST_DEPTH:
        raise click.UsageError(f"--depth {depth}: should be 1..{MOST_DEPTH}")
    position = find_position(**described)
    root = position.state.backend
    counts: list[dict[str, Any]] = []
    first: dict[str, int] = {}
    done, width = 0.0, _width(root)
    try:
        for length in range(1, depth + 1):
            start, done = time.perf_counter(), 0.0
            with Progress(f"perft {length}", width) as progress:

                def tell(sequences: int, progress: Progress = progress) -> None:
                    nonlocal done
                    done = sequences / width
                    progress(sequences)

                first = _divided(root, length, tell)
            seconds = time.perf_counter() - start
            counts.append({"depth": length, "count": sum(first.values()), "seconds": seconds})
    except KeyboardInterrupt:
        click.echo(f"stopped within depth {len(counts) + 1} of {depth}, {done:.0%} of it done", err=True)
        raise
    finally:
        if as_json:
            data: dict[str, Any] = {"position": position.to_dict(), "counts": counts}
            print_json({**data, "divide": first} if divide else data)
        else:
            _print(counts, first if divide else {})


def _print(counts: list[dict[str, Any]], divided: dict[str, int]) -> None:
    out = console()
    rows = [[str(row["depth"]), str(row["count"]), f"{row['seconds']:.2f}"] for row in counts]
    print_table(out, ("depth", "sequences", "seconds"), rows, left=())
    if divided:
        out.print()
    for text, count in divided.items():
        say(out, f"{text}: {count}")


def count_sequences(state: StateBackend, depth: int) -> int:
    """How many sequences of exactly `depth` moves, from 1, follow a position, which is left as it is."""
    legal = state.legal_actions()
    if depth == 1:
        return len(legal)
    total = 0
    for action in legal:
        child = state.clone()
        child.apply_action(action)
        total += count_sequences(child, depth - 1)
    return total


def _divided(root: StateBackend, depth: int, progress: Callable[[int], None]) -> dict[str, int]:
    """The count behind each first move, by notation; tells of each sequence of two moves that is done."""
    counts = {}
    done = 0
    for action in root.legal_actions():
        child = root.clone()
        child.apply_action(action)
        text = root.action_to_string(action)
        if depth <= 2:
            counts[text] = 1 if depth == 1 else len(child.legal_actions())
            continue
        counts[text] = 0
        for reply in child.legal_actions():
            grandchild = child.clone()
            grandchild.apply_action(reply)
            counts[text] += count_sequences(grandchild, depth - 2)
            done += 1
            progress(done)
    return counts


def _width(root: StateBackend) -> int:
    """Sequences of two moves."""
    return count_sequences(root, 2)
