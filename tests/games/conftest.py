"""Every test of the rules runs on both implementations."""

import pytest


@pytest.fixture(params=["native", "reference"])
def implementation(request: pytest.FixtureRequest) -> str:
    """The implementation under test."""
    name: str = request.param
    return name
