"""`cloche build-tables`."""

from __future__ import annotations

import warnings
from typing import Any

import click

from cloche import cottage
from cloche.commands.common import json_option
from cloche.commands.output import Progress, console, print_json, print_table, say

MIB = 2**20
POLYOMINOES, TILES = "polyominoes", "tiles"


@click.command("build-tables")
@click.argument("tables", nargs=-1, type=click.Choice([POLYOMINOES, TILES]), metavar="[polyominoes] [tiles]")
@click.option("--components", metavar="FILE", help="The tiles of a component file (TOML) of your own.")
@click.option("--rebuild", is_flag=True, help="Build what is there already, too.")
@json_option
def build_tables(tables: tuple[str, ...], components: str | None, rebuild: bool, as_json: bool) -> None:
    """Build the tables of Cottage Garden: the fewest pieces that cover each set of squares of a bed.

    polyominoes is for all pieces of 1 to 6 squares, tiles for the shapes of the flower tiles; without a choice both are
    built. They are kept in the user's cache folder, 4 MiB each. Without them all numbers are the same, and take longer.
    """
    names = [name for name in (POLYOMINOES, TILES) if name in tables or not tables]
    if components is not None and TILES not in names:
        raise click.UsageError("--components needs the table of tiles")
    wanted = {
        name: cottage.Pieces.polyominoes() if name == POLYOMINOES else cottage.Pieces.of_box(components)
        for name in names
    }
    built: dict[str, cottage.Table] = {}
    with Progress("build-tables", len(wanted)) as progress, warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        for name, pieces in wanted.items():

            def tell(part: float, name: str = name) -> None:
                progress(len(built) + part, name)

            built[name] = cottage.build_table(pieces, rebuild=rebuild, on_progress=tell)
    for warning in told:
        click.echo(f"cloche: {warning.message}", err=True)
    if as_json:
        print_json({"tables": [{"name": name, **table.to_dict()} for name, table in built.items()]})
    else:
        _print(built)


def _print(built: dict[str, cottage.Table]) -> None:
    out = console()
    rows = [_row(name, table.to_dict()) for name, table in built.items()]
    print_table(out, ("table", "shapes", "most pieces", "mean", "MiB", "seconds", ""), rows, left=(0, 6))
    for name, table in built.items():
        if table.file is not None:
            say(out, f"{name}: {table.file}")


def _row(name: str, table: dict[str, Any]) -> list[str]:
    counts = table["counts"]
    mean = sum(pieces * count for pieces, count in enumerate(counts)) / sum(counts)
    return [
        name,
        str(table["shapes"]),
        str(max(pieces for pieces, count in enumerate(counts) if count)),
        f"{mean:.3f}",
        "" if table["bytes"] is None else f"{table['bytes'] / MIB:.2f}",
        f"{table['seconds']:.2f}",
        "built" if table["built"] else "was there",
    ]
