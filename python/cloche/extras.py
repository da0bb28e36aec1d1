"""Libraries that only some of the package needs, behind extras of its installation."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class MissingExtra(ModuleNotFoundError):
    """A library is not installed; the message says how to get it."""


def library(name: str, extra: str) -> Any:
    """A module of an extra; MissingExtra if it is not there."""
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        package = name.partition(".")[0]
        if (error.name or "").partition(".")[0] != package:
            raise
        raise MissingExtra(f"needs {package}: pip install 'cloche[{extra}]'", name=package) from None
