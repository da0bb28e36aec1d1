"""What all tests share: the Hypothesis profile, and the two implementations."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "net",
    derandomize=True,  # the same examples on every run
    database=None,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("net")


@pytest.fixture(params=["native", "reference"])
def implementation(request: pytest.FixtureRequest) -> str:
    """The implementation under test."""
    name: str = request.param
    return name
