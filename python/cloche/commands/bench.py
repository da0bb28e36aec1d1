"""`cloche bench`."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import click

import cloche
from cloche import bench as benchmark
from cloche import strict_json
from cloche.commands.common import json_option
from cloche.commands.output import Progress, check_file, console, print_json, print_table, say, write_text
from cloche.messages import shown
from cloche.regret import FOLDER, ROWS, Regret, measure, read_suite, suite_path


@click.command("bench")
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option("--regret", is_flag=True, help="What players' moves cost in endings with exact values.")
@click.option("--positions", type=click.IntRange(min=1), metavar="N", help="With --regret: N endings a game at most.")
@click.option(
    "--suites", metavar="FOLDER", default=FOLDER, show_default=True, help="With --regret: where the endings are."
)
@click.option("--check", metavar="FILE", help="Exit with 1 unless the signature is that of the file.")
@click.option("--write", metavar="FILE", help="Write the signature to a file.")
@json_option
@click.pass_context
def bench(
    context: click.Context,
    games: tuple[str, ...],
    regret: bool,
    positions: int | None,
    suites: str,
    check: str | None,
    write: str | None,
    as_json: bool,
) -> None:
    """Run fixed searches; print their speed, and their nodes, which are the signature of games and searches.

    The nodes are the same on every machine; they change only if a game or a search behaves differently.

    With --regret: let players move in endings whose moves all have exact values, and print what their moves cost.
    """
    if regret:
        if check is not None or write is not None:
            raise click.UsageError("--check and --write go without --regret")
        run_regret(suites, games, positions, as_json)
        return
    if games or positions is not None:
        raise click.UsageError("GAME and --positions go with --regret")
    check_file(write)
    expected = None if check is None else _read(check)
    done = 0
    with Progress("bench", len(benchmark.SEARCHES)) as progress:

        def tell(result: benchmark.BenchResult) -> None:
            nonlocal done
            done += 1
            progress(done, result.name)

        results = benchmark.run(tell)
    data = benchmark.signature_data(results)
    if write is not None:
        write_text(write, json.dumps(data, indent=2) + "\n")
    if as_json:
        speeds = [{"name": result.name, "seconds": result.seconds, "nodes": result.nodes} for result in results]
        print_json({**data, "results": speeds})
    else:
        _print(results)
    if expected is not None and expected != data["signature"]:
        click.echo(
            f"cloche: the signature is {data['signature']}, in {check} it is {expected}: a game or a search behaves"
            f" differently; if that is meant, renew the file with cloche bench --write {check}",
            err=True,
        )
        context.exit(1)


def run_regret(folder: str, games: tuple[str, ...], positions: int | None, as_json: bool) -> None:
    """The regret of all players in the suites of some games, or of all that are there."""
    names = games or tuple(sorted(path.stem for path in Path(folder).glob("*.json"))) or cloche.games()[:1]
    chosen = [read_suite(suite_path(folder, name)).some(positions) for name in names]
    rows: list[Regret] = []
    with Progress("regret", len(chosen) * ROWS) as progress:
        for suite in chosen:
            for row in measure(suite):
                rows.append(row)
                progress(len(rows), f"{row.game}: {row.bot}")
    if as_json:
        print_json([dataclasses.asdict(row) for row in rows])
        return
    headings = ("game", "player", "simulations", "positions", "regret", "optimal")
    print_table(console(), headings, [_regret_cells(row) for row in rows])


def _regret_cells(row: Regret) -> list[str]:
    return [
        row.game,
        row.bot,
        "" if row.simulations is None else f"{row.simulations:,}",
        str(row.positions),
        f"{row.mean:.5f}",
        f"{row.optimal:.1%}",
    ]


def _read(path: str) -> int:
    data = strict_json.loads(path, strict_json.read(path))
    signature = data.get("signature") if isinstance(data, dict) else None
    if type(signature) is not int:
        raise ValueError(f"{path}: signature: {shown(signature)}, should be a number that cloche bench --write wrote")
    return signature


def _print(results: list[benchmark.BenchResult]) -> None:
    headings = ("search", "simulations", "nodes", "ms", "simulations/s", "nodes/s", "fingerprint")
    out = console()
    print_table(out, headings, [_cells(result) for result in results])
    seconds, nodes = sum(result.seconds for result in results), benchmark.signature(results)
    say(out, f"\nnodes/s: {nodes / seconds:,.0f}\nBench: {nodes}")


def _cells(result: benchmark.BenchResult) -> list[str]:
    return [
        result.name,
        f"{result.simulations:,}",
        f"{result.nodes:,}",
        f"{result.seconds * 1000:.1f}",
        f"{result.simulations / result.seconds:,.0f}",
        f"{result.nodes / result.seconds:,.0f}",
        result.fingerprint,
    ]
