"""Every clause of every page is cited by a test: as `IO-14` in it, or as `io_14` in its name."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import cloche

from .net import ROOT

SEEDS = ROOT / "seeds"
GARDENS = tuple(cloche.games())
# Pages of games that can be played; those of a game to come are written before its code.
PAGES = sorted(
    page for page in SEEDS.rglob("*.md") if page.parent.name in ("seeds", "known") or page.parent.name in GARDENS
)
CLAUSE = re.compile(r"^- ([A-Z]{1,2}-\d+)\b", re.MULTILINE)
CITED = re.compile(r"(?<![A-Za-z0-9])([A-Z]{1,2})-(\d+)(?!\d)")
IN_A_NAME = re.compile(r"(?:^|_)([a-z]{1,2})_(\d+)(?![^_])")


def clauses(page: Path) -> list[str]:
    """The ids that open a bullet of a page."""
    return CLAUSE.findall(page.read_text(encoding="utf-8"))


def cited_by_python(path: Path) -> set[str]:
    """What a test file cites: in names of tests, and anywhere but in the file's own docstring, which tests nothing."""
    source = path.read_text(encoding="utf-8")
    tree = ast.parse(source)
    if ast.get_docstring(tree) is not None:
        source = "\n".join(source.splitlines()[tree.body[0].end_lineno or 0 :])
    found = {f"{letters}-{int(number)}" for letters, number in CITED.findall(source)}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name.lower().startswith("test"):
            found |= {f"{letters.upper()}-{int(number)}" for letters, number in IN_A_NAME.findall(node.name)}
    return found


@cache
def cited_in(path: Path) -> frozenset[str]:
    """What a test file cites."""
    if path.suffix == ".py":
        return frozenset(cited_by_python(path))
    return frozenset(f"{a}-{int(n)}" for a, n in CITED.findall(path.read_text(encoding="utf-8")))


def files_for(page: Path) -> list[Path]:
    """The files that may test a page. Pages of a game share letters with those of others, so each has its own tests."""
    tests = ROOT / "tests"
    files = [path for path in [*tests.rglob("test_*.py"), *tests.rglob("*.cpp")] if path.name != Path(__file__).name]
    game = page.parent.name
    if game not in GARDENS:
        return files
    others = [other for other in GARDENS if other != game]
    return [path for path in files if path.parent.name not in others and path.stem.removeprefix("test_") not in others]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(SEEDS)))
def test_every_clause_is_cited_by_a_test(page: Path) -> None:
    cited = set().union(*(cited_in(path) for path in files_for(page)))
    lacking = [clause for clause in clauses(page) if clause not in cited]
    assert not lacking, f"no test cites {', '.join(lacking)}"


def test_the_pages_have_clauses_of_their_own() -> None:
    for folder in {page.parent for page in PAGES}:
        every = [clause for page in PAGES if page.parent == folder for clause in clauses(page)]
        assert len(every) == len(set(every))
    letters = {clause.split("-")[0] for page in PAGES for clause in clauses(page)}
    assert letters >= {"IO", "S", "W", "D", "H", "M", "R", "TT", "CF", "NI", "PI"}


def test_no_test_cites_a_clause_that_is_not_there() -> None:
    for page in PAGES:
        every = {clause for other in PAGES for clause in clauses(other) if other.parent in (page.parent, SEEDS)}
        own = {clause.split("-")[0] for clause in clauses(page)}
        unknown = {
            clause
            for path in files_for(page)
            for clause in cited_in(path)
            if clause.split("-")[0] in own and (page.parent.name not in GARDENS or path.parent.name == page.parent.name)
        }
        assert not unknown - every, f"{page.parent.name}: {sorted(unknown - every)}"


def test_citations_are_found_where_they_count(tmp_path: Path) -> None:
    file = tmp_path / "test_example.py"
    file.write_text('"""IO-1 to IO-3."""\n\ndef test_io_4_m_5_x() -> None:\n    "IO-6"\n    io_7 = 1 # XIO-8, IO-9\n')
    assert cited_by_python(file) == {"IO-4", "M-5", "IO-6", "IO-9"}
