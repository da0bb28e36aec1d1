"""`cloche perft`."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import click

from cloche.backend import StateBackend
from cloche.commands.common import (
    Progress,
    console,
    find_position,
    game_options,
    json_option,
    position_options,
    print_json,
)

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
    """
    if not 1 <= depth <= MOST_DEPTH:
        raise click.UsageError(f"--depth {depth}: should be 1..{MOST_DEPTH}")
    position = find_position(**described)
    root = position.state.backend
    counts: list[dict[str, Any]] = []
    first: dict[str, int] = {}
    for length in range(1, depth + 1):
        start = time.perf_counter()
        with Progress(f"perft {length}", _width(root)) as progress:
            first = _divided(root, length, progress)
        seconds = time.perf_counter() - start
        counts.append({"depth": length, "count": sum(first.values()), "seconds": seconds})
    if as_json:
        data: dict[str, Any] = {"position": position.to_dict(), "counts": counts}
        print_json({**data, "divide": first} if divide else data)
        return
    from rich.table import Table

    out = console()
    table = Table(box=None)
    for heading in ("depth", "sequences", "seconds"):
        table.add_column(heading, justify="right")
    for row in counts:
        table.add_row(str(row["depth"]), str(row["count"]), f"{row['seconds']:.2f}")
    out.print(table)
    if divide:
        out.print()
        for text, count in first.items():
            out.print(f"{text}: {count}", markup=False)


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


def _divided(root: StateBackend, depth: int, progress: Callable[[float], None]) -> dict[str, int]:
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
