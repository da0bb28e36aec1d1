"""Libraries that only some of the package needs, behind extras of its installation."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any


class MissingExtra(ModuleNotFoundError):
    """A library is not installed; the message says how to get it."""


@contextmanager
def needs(*packages: str, extra: str) -> Iterator[None]:
    """A block that imports packages of an extra; MissingExtra if one of them is not there."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in packages:
            raise
        raise MissingExtra(f"needs {package}: pip install 'cloche[{extra}]'", name=package) from None


def library(name: str, extra: str) -> Any:
    """A module of an extra; MissingExtra if it is not there."""
    with needs(name.partition(".")[0], extra=extra):
        return import_module(name)
