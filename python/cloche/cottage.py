"""Cottage Garden: the fewest pieces that cover squares of a bed, and what finishing a bed may come to.

>>> from cloche import cottage
>>> cottage.cover(cottage.WHOLE_BED)
5
>>> cottage.finishes(cottage.Bed.of_box(5, "dark"))
[Finish(pieces=4, pots=2, cloches=3)]

Sets of squares are whole numbers of 25 bits, bit row * 5 + column, both from 0: a1 is bit 0, e1 bit 4, e5 bit 24.
Numbers are exact. They are searched, which takes microseconds, or looked up in a table of all 2**25 sets that
`build_table` or `cloche build-tables` keeps in the user's cache folder; either way they are the same.
"""

from __future__ import annotations

import hashlib
import mmap
import os
import re
import struct
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple, Self, SupportsIndex, TypeAlias

from cloche import components as component_files
from cloche import registry
from cloche._core import CottageGardenCover
from cloche.components import Source
from cloche.messages import shown, whole_number

if TYPE_CHECKING:
    from cloche.game import Game

__all__ = ["SIDE", "WHOLE_BED", "Bed", "Finish", "Pieces", "Table", "build_table", "cover", "finishes", "table_file"]

SIDE = 5
WHOLE_BED = 2 ** (SIDE * SIDE) - 1
SIDES = ("light", "dark")

# A component file as `cloche.load` takes it, or a game that was loaded; None is the default edition.
Box: TypeAlias = "Game | Source | None"

MAGIC = b"CLOCOVER"
VERSION = 1
_HEADER = struct.Struct("<8sII16s")  # magic, version, bytes of the table, digest of the pieces
_SUM_BYTES = 32  # checksum of header and table, between them
_BODY = _HEADER.size + _SUM_BYTES


# What pieces there are


@dataclass(frozen=True)
class Pieces:
    """What may lie on a bed, turned and flipped at will, each as often as wanted; single squares always may.

    A pot token and a cat fill one square each. Pieces are equal if their shapes are.

    Attributes:
        shapes: One set of squares for each shape that differs by more than turning, flipping and moving, ascending.
    """

    shapes: tuple[int, ...]

    def __init__(self, shapes: Iterable[SupportsIndex]) -> None:
        """ValueError for a shape that is no connected piece of 1..6 squares."""
        given = [whole_number(f"shapes[{place}]", shape, 1, WHOLE_BED) for place, shape in enumerate(shapes)]
        object.__setattr__(self, "shapes", tuple(CottageGardenCover(given).shapes()))

    @classmethod
    def polyominoes(cls) -> Self:
        """Every connected piece of 1 to 6 squares."""
        return cls(_polyominoes())

    @classmethod
    def of_box(cls, components: Box = None) -> Self:
        """The shapes of the tiles of a component file; errors as of `cloche.load`."""
        grids = [tile["grid"].split() for tile in _box(components)["tile"]]
        return cls(_where(grid, "#PC") for grid in grids)

    @cached_property
    def digest(self) -> str:
        """Names the pieces, in hexadecimal."""
        return hashlib.blake2b(struct.pack(f"<{len(self.shapes)}I", *self.shapes), digest_size=16).hexdigest()


@cache
def _polyominoes() -> tuple[int, ...]:
    return tuple(CottageGardenCover().shapes())


def _box(components: Box) -> dict[str, Any]:
    from cloche.game import Game

    entry = registry.entry("cottage_garden")
    if isinstance(components, Game):
        if components.name != entry.name:
            raise ValueError(f"components: those of {components.name}, should be of {entry.name}")
        data = components.components
    elif components is None:
        data = component_files.default(entry).data
    else:
        data = component_files.read(entry, components).data
    assert data is not None  # the game has a box
    return data


def _where(rows: Iterable[str], marks: str) -> int:
    """The squares on which a picture has one of some marks."""
    return sum(
        1 << (row * SIDE + column) for row, line in enumerate(rows) for column, mark in enumerate(line) if mark in marks
    )


def _checked_pieces(pieces: Pieces | None) -> Pieces:
    if pieces is None:
        return Pieces.polyominoes()
    if not isinstance(pieces, Pieces):
        raise ValueError(f"pieces: {shown(pieces)}, should be a cloche.cottage.Pieces, or None for all polyominoes")
    return pieces


# The fewest pieces


def cover(mask: SupportsIndex, pieces: Pieces | None = None) -> int:
    """The fewest pieces that cover exactly the squares of a set, none of them twice.

    `pieces` None are all polyominoes of 1 to 6 squares. ValueError for what is no set of squares.
    """
    return _cover_of(_checked_pieces(pieces)).fewest(whole_number("mask", mask, 0, WHOLE_BED))


@dataclass(frozen=True)
class Bed:
    """What is printed on a side of a bed: sets of squares with a pot and with a cloche; all others are soil."""

    pots: int
    cloches: int

    def __post_init__(self) -> None:
        """ValueError for sets that are none of a bed, or share a square."""
        for name in ("pots", "cloches"):
            object.__setattr__(self, name, whole_number(name, getattr(self, name), 0, WHOLE_BED))
        if self.pots & self.cloches:
            raise ValueError(f"pots and cloches: both on squares {self.pots & self.cloches}, should share none")

    @classmethod
    def parse(cls, text: str) -> Self:
        """The bed of a picture as component files have it: P a printed pot, C a printed cloche, . soil."""
        rows = text.split() if isinstance(text, str) else []
        if len(rows) != SIDE or not all(re.fullmatch(f"[PC.]{{{SIDE}}}", row) for row in rows):
            raise ValueError(f"bed: {shown(text)}, should be {SIDE} rows of {SIDE} characters P, C or .")
        return cls(_where(rows, "P"), _where(rows, "C"))

    @classmethod
    def of_box(cls, number: SupportsIndex, side: str, components: Box = None) -> Self:
        """The light or dark side of the bed with a printed number; errors as of `cloche.load`."""
        beds = {bed["id"]: bed for bed in _box(components)["bed"]}
        wanted = whole_number("bed", number)
        if wanted not in beds:
            raise ValueError(f"bed: {shown(wanted)}, should be one of {', '.join(map(str, beds))}")
        if side not in SIDES:
            raise ValueError(f"side: {shown(side)}, should be 'light' or 'dark'")
        return cls.parse(beds[wanted][side])


class Finish(NamedTuple):
    """What finishing a bed may come to.

    Attributes:
        pieces: Still to be laid.
        pots: Printed ones that show in the end.
        cloches: Likewise.
    """

    pieces: int
    pots: int
    cloches: int


def finishes(bed: Bed, pieces: Pieces | None = None, *, covered: SupportsIndex = 0) -> list[Finish]:
    """How a bed may be finished, so that pots, cloches or fewer pieces cannot be had without giving up another of them.

    All soil has to be covered, prints may be. `covered` are squares that are covered already; prints there are lost.
    The list ascends by pieces, then by pots. ValueError for what is no bed or no set of squares.
    """
    if not isinstance(bed, Bed):
        raise ValueError(f"bed: {shown(bed)}, should be a cloche.cottage.Bed")
    already = whole_number("covered", covered, 0, WHOLE_BED)
    found = _cover_of(_checked_pieces(pieces)).finishes(bed.pots, bed.cloches, already)
    return [Finish(*numbers) for numbers in found]


# Tables


@dataclass(frozen=True)
class Table:
    """A table of all sets of squares.

    Attributes:
        pieces: What it is for.
        file: Where it is kept; None if it is in the memory of this process alone.
        built: False if a file was there already.
        seconds: What it took.
        counts: How many of the 2**25 sets need 0, 1, .. 25 pieces.
    """

    pieces: Pieces
    file: Path | None
    built: bool
    seconds: float
    counts: tuple[int, ...]

    def to_dict(self) -> dict[str, Any]:
        """JSON-able, without the shapes."""
        return {
            "digest": self.pieces.digest,
            "shapes": len(self.pieces.shapes),
            "file": None if self.file is None else str(self.file),
            "bytes": None if self.file is None else self.file.stat().st_size,
            "built": self.built,
            "seconds": self.seconds,
            "counts": list(self.counts),
        }


MOST_KEPT = 32
# By digest of the pieces, each with a table if there is one; the oldest ones make room.
_covers: dict[str, CottageGardenCover] = {}
_finding = Lock()


def table_file(pieces: Pieces | None = None) -> Path | None:
    """Where the table of some pieces is kept or would be; None where there is no cache folder."""
    from platformdirs import user_cache_path

    folder = user_cache_path("cloche", appauthor=False)
    name = f"cottage-cover-{_checked_pieces(pieces).digest}.table"
    return folder / name if folder.is_absolute() else None


def build_table(
    pieces: Pieces | None = None, *, rebuild: bool = False, on_progress: Callable[[float], object] | None = None
) -> Table:
    """Makes sure that there is a table of some pieces, which then answers `cover` and `finishes`.

    A sound file is taken as it is, unless `rebuild`. A file that is damaged or of something else is built anew, with a
    RuntimeWarning; where none can be written the table stays in memory, with a RuntimeWarning. `on_progress` gets the
    part that is done, 0 to 1, now and then. Ctrl-C ends it and leaves everything as it was.
    """
    wanted = _checked_pieces(pieces)
    start = time.perf_counter()
    file = table_file(wanted)
    found = None
    if file is not None and not rebuild:
        with suppress(OSError):
            found = _read(file, wanted)
    built = found is None
    if found is None:
        found, file = _built(file, wanted, on_progress)
    with _finding:
        _keep(wanted, found)
    return Table(wanted, file, built, time.perf_counter() - start, tuple(found.count_sets()))


def _cover_of(pieces: Pieces) -> CottageGardenCover:
    """What answers for some pieces, with a table if there is a file."""
    found = _covers.get(pieces.digest)
    if found is None:
        with _finding:
            found = _covers.get(pieces.digest) or _keep(pieces, _found(pieces))
    return found


def _keep(pieces: Pieces, found: CottageGardenCover) -> CottageGardenCover:
    if len(_covers) >= MOST_KEPT and pieces.digest not in _covers:
        del _covers[next(iter(_covers))]
    _covers[pieces.digest] = found
    return found


def _found(pieces: Pieces) -> CottageGardenCover:
    file = table_file(pieces)
    try:
        if file is not None:
            return _read(file, pieces) or _built(file, pieces, None)[0]
    except OSError:
        pass  # no file, or none for this user
    return CottageGardenCover(list(pieces.shapes))


def _read(file: Path, pieces: Pieces) -> CottageGardenCover | None:
    """The table of a file; None, with a warning, if the file is not sound. OSError if it cannot be read."""
    try:
        return CottageGardenCover(list(pieces.shapes), _content(file, pieces))
    except ValueError as error:
        warnings.warn(f"{file}: {error}; it is built anew", RuntimeWarning, stacklevel=_outside())
        return None


def _content(file: Path, pieces: Pieces) -> memoryview:
    """The table of a file, mapped; ValueError that says what is wrong with it."""
    with file.open("rb") as opened:
        if os.fstat(opened.fileno()).st_size < _BODY:
            raise ValueError("too short for a table of cloche")
        content = memoryview(mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ))
    magic, version, size, digest = _HEADER.unpack_from(content)
    if magic != MAGIC:
        raise ValueError("no table of cloche")
    if version != VERSION:
        raise ValueError(f"a table of version {version}, should be {VERSION}")
    if digest.hex() != pieces.digest:
        raise ValueError("a table of other pieces")
    table = content[_BODY:]
    if size != len(table) or content[_HEADER.size : _BODY] != _checksum(content[: _HEADER.size], table):
        raise ValueError("truncated or altered: the checksum differs")
    return table


def _checksum(header: bytes | memoryview, table: bytes | memoryview) -> bytes:
    state = hashlib.blake2b(header, digest_size=_SUM_BYTES)
    state.update(table)
    return state.digest()


def _built(
    file: Path | None, pieces: Pieces, on_progress: Callable[[float], object] | None
) -> tuple[CottageGardenCover, Path | None]:
    """A new table, from its file where that can be written."""
    shapes = list(pieces.shapes)
    table = CottageGardenCover(shapes).build_table(on_progress)
    header = _HEADER.pack(MAGIC, VERSION, len(table), bytes.fromhex(pieces.digest))
    try:
        if file is None:
            raise OSError("there is no cache folder")
        _write(file, header + _checksum(header, table), table)
        return CottageGardenCover(shapes, _content(file, pieces)), file
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        where = "" if file is None else f"cannot keep {file}: "
        warnings.warn(f"{where}{reason}; the table stays in memory", RuntimeWarning, stacklevel=_outside())
        return CottageGardenCover(shapes, table), None


def _write(file: Path, *parts: bytes) -> None:
    """Writes a file, whole or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    number, draft = tempfile.mkstemp(prefix=f"{file.name}.", suffix=".part", dir=file.parent)
    try:
        with open(number, "wb") as opened:
            for part in parts:
                opened.write(part)
        Path(draft).replace(file)
    except BaseException:
        with suppress(OSError):
            Path(draft).unlink()
        raise


def _outside() -> int:
    """The stack level of the first caller outside this module, for a warning of the function that asks."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__") == __name__:
        level, frame = level + 1, frame.f_back
    return level
