"""Every test of the rules runs on both implementations."""

from pathlib import Path

import pytest

import cloche

# The tests of a game are collected from when it can be played.
collect_ignore = [
    folder.name
    for folder in Path(__file__).parent.iterdir()
    if folder.is_dir() and folder.name not in (*cloche.games(), "known")
]


@pytest.fixture(params=["native", "reference"])
def implementation(request: pytest.FixtureRequest) -> str:
    """The implementation under test."""
    name: str = request.param
    return name
