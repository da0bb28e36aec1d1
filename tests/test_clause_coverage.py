"""Every clause of every page is cited by a test: as `IO-14` in it, or as `io_14` in its name."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from .net import ROOT

PAGES = sorted((ROOT / "seeds").rglob("*.md"))
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
def cited() -> frozenset[str]:
    tests = ROOT / "tests"
    found = {
        f"{a}-{int(n)}" for path in tests.rglob("*.cpp") for a, n in CITED.findall(path.read_text(encoding="utf-8"))
    }
    for path in tests.rglob("test_*.py"):
        if path.name != Path(__file__).name:
            found |= cited_by_python(path)
    return frozenset(found)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT / "seeds")))
def test_every_clause_is_cited_by_a_test(page: Path) -> None:
    lacking = [clause for clause in clauses(page) if clause not in cited()]
    assert not lacking, f"no test cites {', '.join(lacking)}"


def test_the_pages_have_clauses_of_their_own() -> None:
    every = [clause for page in PAGES for clause in clauses(page)]
    assert len(every) == len(set(every))
    assert {clause.split("-")[0] for clause in every} >= {"IO", "S", "W", "M", "R", "TT", "CF", "NI", "PI"}


def test_no_test_cites_a_clause_that_is_not_there() -> None:
    every = {clause for page in PAGES for clause in clauses(page)}
    prefixes = {clause.split("-")[0] for clause in every}
    assert not {clause for clause in cited() if clause.split("-")[0] in prefixes} - every


def test_citations_are_found_where_they_count(tmp_path: Path) -> None:
    file = tmp_path / "test_example.py"
    file.write_text('"""IO-1 to IO-3."""\n\ndef test_io_4_m_5_x() -> None:\n    "IO-6"\n    io_7 = 1 # XIO-8, IO-9\n')
    assert cited_by_python(file) == {"IO-4", "M-5", "IO-6", "IO-9"}
