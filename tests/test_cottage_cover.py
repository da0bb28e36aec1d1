"""Cottage Garden: the fewest pieces that cover a set of squares, what finishing a bed may come to, and the tables."""

from __future__ import annotations

import _thread
import itertools
import json
import pickle
import random
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import platformdirs
import pytest

import cloche
from cloche import _core, cli, cottage, seed_files
from cloche.cottage import Bed, Finish, Pieces

COUNTS = [1, 2394, 469357, 6967782, 13386045, 8626591, 3141235, 789822, 148029, 20739, 2236, 186, 14, 1]
CHESSBOARD = sum(1 << cell for cell in range(0, 25, 2))
CROSS = "..#..\n..#..\n#####\n..#..\n..#.."


def squares(picture: str) -> int:
    marks = picture.split()
    return sum(1 << (5 * row + column) for row in range(len(marks)) for column, m in enumerate(marks[row]) if m == "#")


@pytest.fixture(autouse=True)
def cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache of the test's own."""
    folder = tmp_path / "cache" / "cloche"
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda *_, **__: folder)
    forget()
    yield folder
    forget()


def forget() -> None:
    """As in a new process."""
    cottage._covers.clear()


def sample(count: int, seed: int = 1) -> list[int]:
    """Sets of squares, sparse and dense ones."""
    rng = random.Random(seed)
    masks = [rng.getrandbits(25) for _ in range(count)]
    return [[a & b, a, a | b][i % 3] for i, (a, b) in enumerate(itertools.pairwise([*masks, 0]))]


# A second way to the numbers, for sets of few squares: all ways to take pieces off


def brute_force(mask: int, pieces: Pieces) -> int:
    allowed = {turned for shape in pieces.shapes for turned in all_places(shape)}

    @cache
    def fewest(rest: int) -> int:
        if rest == 0:
            return 0
        first = rest & -rest
        cells = [1 << cell for cell in range(25) if rest >> cell & 1 and 1 << cell != first]
        parts = [first + sum(more) for size in range(6) for more in itertools.combinations(cells, size)]
        return 1 + min(fewest(rest - part) for part in parts if part in allowed)

    return fewest(mask)


def symmetric(mask: int) -> set[int]:
    """A set of squares turned and flipped."""
    cells = [(cell // 5, cell % 5) for cell in range(25) if mask >> cell & 1]
    found = set()
    for _ in range(4):
        cells = [(column, 4 - row) for row, column in cells]
        for flipped in (cells, [(row, 4 - column) for row, column in cells]):
            found.add(sum(1 << (5 * row + column) for row, column in flipped))
    return found


def all_places(shape: int) -> set[int]:
    places = set()
    for turned in symmetric(shape):
        cells = [(cell // 5, cell % 5) for cell in range(25) if turned >> cell & 1]
        for down, right in itertools.product(range(-4, 5), repeat=2):
            moved = [(row + down, column + right) for row, column in cells]
            if all(0 <= row < 5 and 0 <= column < 5 for row, column in moved):
                places.add(sum(1 << (5 * row + column) for row, column in moved))
    return places


# The fewest pieces


@pytest.mark.parametrize(
    ("mask", "fewest"),
    [
        (0, 0),
        (1, 1),
        (1 << 24, 1),
        (1 | 1 << 24, 2),
        (squares("#####"), 1),
        (squares("###\n###"), 1),
        (squares("#####\n##..."), 2),
        (squares("....#\n#...."), 2),  # e1 and a2 are no neighbours
        (squares(CROSS), 3),  # whatever takes the middle leaves parts of two arms
        (CHESSBOARD, 13),
        (cottage.WHOLE_BED - CHESSBOARD, 12),
        (cottage.WHOLE_BED, 5),
        (cottage.WHOLE_BED - 1, 4),
    ],
)
def test_the_fewest_polyominoes_of_sets_made_by_hand(mask: int, fewest: int) -> None:
    assert cottage.cover(mask) == fewest
    cottage.build_table()
    assert cottage.cover(mask) == fewest


def test_the_pieces_of_a_box_are_the_shapes_of_its_tiles() -> None:
    tiles = Pieces.of_box()
    assert len(tiles.shapes) == 22  # of 36 tiles
    assert len(Pieces.polyominoes().shapes) == 1 + 1 + 2 + 5 + 12 + 35 - 1  # six in a row are too long
    assert set(tiles.shapes) < set(Pieces.polyominoes().shapes)
    assert cottage.cover(squares(CROSS), tiles) == 3  # two arms with the middle, and two
    assert cottage.cover(squares(".#.\n###\n.#."), tiles) == 2
    assert cottage.cover(cottage.WHOLE_BED, tiles) == 5
    assert cottage.cover(squares("#####"), tiles) == 2


def test_single_squares_can_always_be_filled_by_pots_and_cats() -> None:
    assert Pieces([]) == Pieces([1])
    assert cottage.cover(cottage.WHOLE_BED, Pieces([])) == 25
    assert cottage.cover(cottage.WHOLE_BED, Pieces([squares("##")])) == 13


def test_pieces_are_equal_however_their_shapes_lie() -> None:
    one = Pieces([squares(".....\n..#..\n..##.\n...##"), squares("##")])
    assert one == Pieces([squares("..#\n.##\n##."), squares("#\n#"), squares("##")])
    assert hash(one) == hash(Pieces(one.shapes))
    assert one.digest != Pieces.polyominoes().digest
    assert pickle.loads(pickle.dumps(one)) == one


def test_a_box_is_a_game_or_whatever_names_a_component_file(tmp_path: Path) -> None:
    text = seed_files.text("cottage_garden/components.toml")
    (tmp_path / "box.toml").write_text(text, encoding="utf-8")
    game = cloche.load("cottage_garden", players=2)
    for box in (text, tmp_path / "box.toml", str(tmp_path / "box.toml"), game):
        assert Pieces.of_box(box) == Pieces.of_box()
        assert Bed.of_box(2, "dark", box) == Bed.of_box(2, "dark")
    fewer = text.replace("###\n###\n", "###\n")
    assert fewer != text
    assert set(Pieces.of_box(fewer).shapes) == set(Pieces.of_box().shapes) - {
        squares("###\n###"),
        squares("#\n#\n#"),
    } | {squares("###")}


@pytest.mark.parametrize("pieces", [Pieces.polyominoes(), Pieces.of_box(), Pieces([squares("###"), squares("##\n#.")])])
def test_sets_of_few_squares_agree_with_all_ways_to_cover_them(pieces: Pieces) -> None:
    rng = random.Random(3)
    for _ in range(12):
        mask = squares("####\n####\n.###") & rng.getrandbits(25) | squares(".##\n.#")
        assert cottage.cover(mask, pieces) == brute_force(mask, pieces), bin(mask)


@pytest.mark.parametrize("pieces", [Pieces.polyominoes(), Pieces.of_box(), Pieces([squares("#.\n##\n.#")])])
def test_a_search_and_a_table_agree_and_turning_changes_nothing(pieces: Pieces) -> None:
    masks = sample(1500)
    searched = [cottage.cover(mask, pieces) for mask in masks]
    assert [{cottage.cover(turned, pieces) for turned in symmetric(mask)} for mask in masks] == [{n} for n in searched]
    table = cottage.build_table(pieces)
    assert table.built
    looked_up = [{cottage.cover(turned, pieces) for turned in symmetric(mask)} for mask in masks]
    assert looked_up == [{n} for n in searched]


def test_all_sets_by_the_number_of_polyominoes() -> None:
    table = cottage.build_table()
    assert list(table.counts) == COUNTS + [0] * (26 - len(COUNTS))
    assert sum(table.counts) == 2**25


# Finishing a bed


def brute_finishes(bed: Bed, pieces: Pieces, covered: int) -> list[Finish]:
    """By the definition, over all prints that may be kept."""
    prints = [1 << cell for cell in range(25) if (bed.pots | bed.cloches) & ~covered & 1 << cell]
    soil = cottage.WHOLE_BED & ~(bed.pots | bed.cloches | covered)
    found = set()
    for kept in itertools.chain.from_iterable(itertools.combinations(prints, n) for n in range(len(prints) + 1)):
        number = cottage.cover(soil | sum(prints) - sum(kept), pieces)
        found.add(Finish(number, sum(k & bed.pots > 0 for k in kept), sum(k & bed.cloches > 0 for k in kept)))
    return sorted(
        one
        for one in found
        if not any(
            o != one and o.pieces <= one.pieces and o.pots >= one.pots and o.cloches >= one.cloches for o in found
        )
    )


@pytest.mark.parametrize("side", cottage.SIDES)
@pytest.mark.parametrize("number", range(1, 10))
def test_finishes_of_the_beds_agree_with_the_definition(number: int, side: str) -> None:
    bed = Bed.of_box(number, side)
    for pieces in (Pieces.polyominoes(), Pieces.of_box()):
        for covered in (0, squares("##\n##\n##"), squares(CROSS)):
            assert cottage.finishes(bed, pieces, covered=covered) == brute_finishes(bed, pieces, covered)


def test_a_print_in_the_way_costs_a_piece_or_itself() -> None:
    bed = Bed.parse("..P..\nCPPCC\nCPPCC\nCPPCC\nCPPCC")
    assert cottage.finishes(bed) == [Finish(1, 8, 12), Finish(2, 9, 12)]
    bed = Bed.parse("..C..\nCPPCC\nCPPCC\nCPPCC\nCPPCC")
    assert cottage.finishes(bed, covered=1) == [Finish(1, 8, 12), Finish(2, 8, 13)]


def test_many_prints_come_to_the_same_with_and_without_a_table() -> None:
    bed = Bed.parse("PCPCP\nCPCPC\nPC...\nCPCPC\nPCPCP")
    searched = cottage.finishes(bed)
    assert searched == [Finish(1, 11, 11)]
    bed = Bed.parse("P.PCP\n.PC.C\nPC..P\nC.C.C\n.CPC.")
    searched = cottage.finishes(bed)
    assert len(searched) > 3
    cottage.build_table()
    assert cottage.finishes(bed) == searched


def test_what_is_covered_already_shows_no_more_and_needs_no_piece() -> None:
    bed = Bed.parse("PC...\n.....\n.....\n.....\n.....")
    assert cottage.finishes(bed) == [Finish(4, 1, 1)]
    assert cottage.finishes(bed, covered=1) == [Finish(4, 0, 1)]
    assert cottage.finishes(bed, covered=cottage.WHOLE_BED - 3) == [Finish(0, 1, 1)]
    assert cottage.finishes(bed, covered=cottage.WHOLE_BED) == [Finish(0, 0, 0)]


# What is refused


@pytest.mark.parametrize("mask", [-1, 2**25, 10**30, True, None, 1.0, "a1"])
def test_what_is_no_set_of_squares_is_refused(mask: object) -> None:
    with pytest.raises(ValueError, match=r"^mask: .*, should be a whole number 0\.\.33554431$"):
        cottage.cover(mask)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"^covered: .*, should be a whole number 0\.\.33554431$"):
        cottage.finishes(Bed(0, 0), covered=mask)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: Pieces([0]), r"shapes\[0\]: 0, should be a whole number 1..33554431"),
        (lambda: Pieces([1, 5]), "shape 5: should be a connected piece of 1..6 squares of a bed"),
        (lambda: Pieces([127]), "shape 127: should be a connected piece of 1..6 squares"),
        (lambda: Pieces([1 << 4 | 1 << 5]), "shape 48: should be a connected piece"),
        (lambda: cottage.cover(1, "tiles"), "pieces: 'tiles', should be a cloche.cottage.Pieces, or None"),  # type: ignore[arg-type]
        (lambda: Pieces.of_box(cloche.load("nim")), "components: those of nim, should be of cottage_garden"),
        (lambda: Pieces.of_box("x = 1\n"), "components of cottage_garden: "),
        (lambda: Bed(1, 1), "pots and cloches: both on squares 1, should share none"),
        (lambda: Bed(-1, 0), "pots: -1, should be a whole number 0..33554431"),
        (lambda: Bed.parse("....."), "should be 5 rows of 5 characters P, C or ."),
        (lambda: Bed.parse("#....\n" * 5), "should be 5 rows of 5 characters P, C or ."),
        (lambda: Bed.parse(5), "bed: 5, should be 5 rows"),  # type: ignore[arg-type]
        (lambda: Bed.of_box(10, "light"), "bed: 10, should be one of 1, 2, 3, 4, 5, 6, 7, 8, 9"),
        (lambda: Bed.of_box(1, "front"), "side: 'front', should be 'light' or 'dark'"),
        (lambda: cottage.finishes("PC"), "bed: 'PC', should be a cloche.cottage.Bed"),  # type: ignore[arg-type]
    ],
)
def test_errors_say_what_is_allowed(call: object, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        call()  # type: ignore[operator]


def test_the_core_checks_what_could_reach_beyond_its_memory() -> None:
    core = _core.CottageGardenCover()
    for wrong in (bytes(3), bytes(2**23), memoryview(bytes(2 * 4343808))[::2]):
        with pytest.raises(ValueError, match="a table has 4343808 bytes"):
            _core.CottageGardenCover(table=wrong)
    with pytest.raises(ValueError, match="25 bits"):
        core.fewest(2**25)
    with pytest.raises(ValueError, match="25 bits"):
        core.finishes(0, 2**31, 0)
    with pytest.raises(ValueError, match="in a table"):
        core.count_sets()
    with pytest.raises(TypeError, match="pickle"):
        pickle.dumps(core)


# Tables and their files


def test_a_table_is_kept_and_found_again(cache_folder: Path) -> None:
    first = cottage.build_table()
    assert first.built
    assert first.file == cottage.table_file()
    assert [path.name for path in cache_folder.iterdir()] == [first.file.name]
    assert 4_000_000 < first.file.stat().st_size < 4.5 * 2**20
    forget()
    again = cottage.build_table()
    assert not again.built
    assert again.counts == first.counts
    assert cottage.build_table(rebuild=True).built
    assert cottage.table_file(Pieces.of_box()) != first.file
    assert json.loads(json.dumps(first.to_dict()))["counts"][:14] == COUNTS


def test_cover_reads_a_table_that_is_there_and_makes_none(cache_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert cottage.cover(cottage.WHOLE_BED) == 5
    assert not cache_folder.exists()
    file = cottage.build_table().file
    assert file is not None
    forget()
    content, opened = cottage._content, []
    monkeypatch.setattr(cottage, "_content", lambda *given: opened.append(given) or content(*given))  # type: ignore[func-returns-value]
    assert [cottage.cover(mask) for mask in (0, 1, CHESSBOARD)] == [0, 1, 13]
    assert [given[0] for given in opened] == [file]


DAMAGES = {
    "empty": lambda good: b"",
    "header only": lambda good: good[:64],
    "truncated": lambda good: good[:-1],
    "longer": lambda good: good + b"\0",
    "one bit of the table": lambda good: good[:-1] + bytes([good[-1] ^ 1]),
    "one bit of the checksum": lambda good: good[:40] + bytes([good[40] ^ 1]) + good[41:],
    "foreign": lambda good: b"PNG" + good[3:],
    "another version": lambda good: good[:8] + b"\2" + good[9:],
    "another size": lambda good: good[:12] + b"\7" + good[13:],
    "other pieces": lambda good: good[:16] + bytes(16) + good[32:],
    "zeros": lambda good: bytes(len(good)),
}


@pytest.fixture(scope="module")
def good_file(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The content of a sound file."""
    path = tmp_path_factory.mktemp("good") / "table"
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(cottage, "table_file", lambda pieces=None: path)
        cottage.build_table()
        return path.read_bytes()


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("ask", [cottage.build_table, lambda: cottage.cover(1)], ids=["build_table", "cover"])
def test_a_file_that_is_not_sound_is_built_anew_with_a_warning(damage: str, ask: object, good_file: bytes) -> None:
    file = cottage.table_file()
    assert file is not None
    file.parent.mkdir(parents=True)
    file.write_bytes(DAMAGES[damage](good_file))
    with pytest.warns(RuntimeWarning, match=r"\.table: .*; it is built anew$") as told:
        ask()  # type: ignore[operator]
    assert [Path(warning.filename) for warning in told] == [Path(__file__)]
    assert file.read_bytes() == good_file
    assert [cottage.cover(mask) for mask in (CHESSBOARD, cottage.WHOLE_BED)] == [13, 5]
    assert list(file.parent.iterdir()) == [file]


def test_a_table_of_other_pieces_is_not_trusted(good_file: bytes) -> None:
    tiles = Pieces.of_box()
    file = cottage.table_file(tiles)
    assert file is not None
    file.parent.mkdir(parents=True)
    file.write_bytes(good_file)
    with pytest.warns(RuntimeWarning, match="a table of other pieces; it is built anew"):
        assert cottage.cover(squares(CROSS), tiles) == 3


def test_a_cache_that_cannot_be_written_leaves_the_table_in_memory(cache_folder: Path) -> None:
    cache_folder.parent.mkdir()
    cache_folder.write_text("a file where the folder should be")
    assert cottage.cover(cottage.WHOLE_BED) == 5
    with pytest.warns(RuntimeWarning, match="^cannot keep .*; the table stays in memory$"):
        table = cottage.build_table()
    assert (table.file, table.built) == (None, True)
    assert table.to_dict()["bytes"] is None
    assert list(table.counts)[:14] == COUNTS
    assert cottage.cover(CHESSBOARD) == 13


def test_no_draft_stays_where_a_file_cannot_be_written_whole(
    cache_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*anything: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.warns(RuntimeWarning, match="No space left on device; the table stays in memory"):
        cottage.build_table()
    assert list(cache_folder.iterdir()) == []


def test_without_a_cache_folder_all_is_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda *_, **__: Path("~/.cache"))
    assert cottage.table_file() is None
    assert cottage.cover(CHESSBOARD) == 13
    with pytest.warns(RuntimeWarning, match="^there is no cache folder; the table stays in memory$"):
        assert cottage.build_table().file is None


def test_a_file_that_cannot_be_read_is_as_good_as_none(monkeypatch: pytest.MonkeyPatch) -> None:
    cottage.build_table()
    forget()

    def refuse(*anything: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(cottage, "_content", refuse)
    assert cottage.cover(CHESSBOARD) == 13
    with pytest.warns(RuntimeWarning, match="Permission denied; the table stays in memory"):
        assert cottage.build_table().file is None
    assert cottage.cover(CHESSBOARD) == 13


def test_progress_ascends_and_an_error_in_it_ends_the_building(cache_folder: Path) -> None:
    parts: list[float] = []
    cottage.build_table(Pieces.of_box(), on_progress=parts.append)
    assert parts == sorted(parts)
    assert all(0 < part <= 1 for part in parts)

    def give_up(part: float) -> None:
        raise ZeroDivisionError

    before = list(cache_folder.iterdir())
    with pytest.raises(ZeroDivisionError):
        build_again_and_again(Pieces.of_box(), give_up)
    assert list(cache_folder.iterdir()) == before


def build_again_and_again(pieces: Pieces, on_progress: Callable[[float], object] | None = None) -> None:
    """A fast machine may be done before progress is told, or the signal comes."""
    while True:
        cottage.build_table(pieces, rebuild=True, on_progress=on_progress)


def test_ctrl_c_ends_the_building_while_other_threads_run() -> None:
    timer = threading.Timer(0.05, _thread.interrupt_main)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        build_again_and_again(Pieces.polyominoes())
    timer.join()


def test_searches_know_no_table() -> None:
    code = (
        "import sys, cloche; game = cloche.load('cottage_garden', players=2); state = game.new_initial_state(seed=1);"
        "cloche.Mcts(game, seed=1).search(state, cloche.Limits(simulations=5));"
        "print([name for name in ('cloche.cottage', 'platformdirs') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# The command


def test_build_tables_builds_and_finds_both(capsys: pytest.CaptureFixture[str], cache_folder: Path) -> None:
    assert cli.main(["build-tables"]) == 0
    out = capsys.readouterr().out
    assert out.count(" built\n") == 2
    assert f"polyominoes: {cottage.table_file()}\n" in out
    assert cli.main(["build-tables", "polyominoes"]) == 0
    assert capsys.readouterr().out.count("was there\n") == 1
    assert cli.main(["build-tables", "--rebuild", "--json"]) == 0
    tables = json.loads(capsys.readouterr().out)["tables"]
    assert [(table["name"], table["built"], table["shapes"]) for table in tables] == [
        ("polyominoes", True, 55),
        ("tiles", True, 22),
    ]
    assert tables[0]["counts"][:14] == COUNTS
    assert len(list(cache_folder.iterdir())) == 2


def test_build_tables_takes_a_component_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = seed_files.text("cottage_garden/components.toml").replace("###.\n.###", "###\n###")
    (tmp_path / "box.toml").write_text(text, encoding="utf-8")
    assert cli.main(["build-tables", "tiles", "--components", str(tmp_path / "box.toml"), "--json"]) == 0
    table = json.loads(capsys.readouterr().out)["tables"][0]
    assert table["digest"] == Pieces.of_box(text).digest
    assert table["shapes"] == 21


def test_build_tables_tells_of_a_damaged_file_in_a_line(capsys: pytest.CaptureFixture[str], cache_folder: Path) -> None:
    file = cottage.table_file()
    assert file is not None
    file.parent.mkdir(parents=True)
    file.write_bytes(b"nonsense" * 100)
    assert cli.main(["build-tables", "polyominoes", "--json"]) == 0
    done = capsys.readouterr()
    assert done.err == f"cloche: {file}: no table of cloche; it is built anew\n"
    assert json.loads(done.out)["tables"][0]["built"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("pots", "'pots' is not one of 'polyominoes', 'tiles'"),
        ("polyominoes --components x.toml", "--components needs the table of tiles"),
        ("tiles --components none.toml", "none.toml: No such file or directory"),
    ],
)
def test_build_tables_refuses_in_one_line(capsys: pytest.CaptureFixture[str], arguments: str, words: str) -> None:
    assert cli.main(["build-tables", *arguments.split()]) == 2
    done = capsys.readouterr()
    assert done.out == ""
    assert done.err.count("\n") == 1
    assert words in done.err
