"""Every block of code in the README and the documentation runs, or says why not."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
from pathlib import Path

import pytest

from cloche import cli, seed_files

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(
    r"(?:^<!-- not run: (?P<reason>.+) -->\n)?^```(?P<language>\w*).*\n(?P<code>(?:.*\n)*?)^```$", re.MULTILINE
)
RUN = {"python", "sh"}


def blocks(page: Path) -> list[tuple[str, str]]:
    """Language and code of the blocks that are to run, in order."""
    found = BLOCK.finditer(page.read_text(encoding="utf-8"))
    return [(block["language"], block["code"]) for block in found if block["language"] in RUN and not block["reason"]]


WITH_CODE = [page for page in PAGES if blocks(page)]


@pytest.mark.parametrize("page", WITH_CODE, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_blocks_of_a_page_run_in_order(page: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my_box.toml").write_text(seed_files.text("gardens_of_io/components.toml"), encoding="utf-8")
    names: dict[str, object] = {"__name__": "__main__"}
    for language, code in blocks(page):
        with contextlib.redirect_stdout(io.StringIO()):
            if language == "python":
                exec(compile(code, str(page), "exec"), names)
            else:
                for line in code.splitlines():
                    run_command(line)


def run_command(line: str) -> None:
    words = shlex.split(line, comments=True)
    assert words[0] == "cloche", f"a block with {line!r} should say why it is not run"
    assert cli.main(words[1:]) == cli.OK, line


def test_the_pages_have_code() -> None:
    assert {"README.md", "tutorial.md", "frontend.md", "own-box.md"} <= {page.name for page in WITH_CODE}


def test_links_between_pages_lead_somewhere() -> None:
    made = {"search.md", "hidden.md", "random.md", "seeds.md"}  # by docs/build_site.py, which checks them, too
    for page in (ROOT / "docs").rglob("*.md"):
        for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            target = (page.parent / link).resolve()
            place = target.relative_to(ROOT / "docs")
            notebook = target.with_suffix(".ipynb")
            assert target.exists() or notebook.exists() or place.parts[0] == "games" or place.name in made, (
                f"{page}: {link}"
            )
