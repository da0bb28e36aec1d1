"""The pages and tables in the seeds folder, which is installed with the package."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any


@cache
def folder() -> Path:
    """`cloche/seeds` of an installation, or `seeds` of the checkout that this file is in."""
    here = Path(__file__).parent
    installed = here / "seeds"
    return installed if installed.is_dir() else here.parents[1] / "seeds"


def text(path: str) -> str:
    """A page, by its path in the folder: `gardens_of_io/rules.md`."""
    return (folder() / path).read_text(encoding="utf-8")


def table(path: str) -> dict[str, Any]:
    """A TOML file, by its path in the folder; trusted, as it comes with the package."""
    return tomllib.loads(text(path))
