"""Everything public says what it is: modules, classes, functions, methods and properties of the whole package."""

from __future__ import annotations

import inspect
import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

import cloche

INNER = r"cloche\.draw\.\w+\.\w+"  # parts of pictures, for these alone
MODULES = sorted(
    info.name
    for info in pkgutil.walk_packages(cloche.__path__, "cloche.")
    if "._" not in info.name and re.fullmatch(INNER, info.name) is None
)


def public(module: Any) -> Iterator[tuple[str, Any]]:
    """What a module defines itself, decorated functions aside, and the methods and properties of its classes."""
    for name, thing in vars(module).items():
        if name.startswith("_") or getattr(thing, "__module__", None) != module.__name__:
            continue
        if inspect.isclass(thing):
            yield name, thing
            for member, value in vars(thing).items():
                if not member.startswith("_") and is_told(value):
                    yield f"{name}.{member}", getattr(thing, member)
        elif inspect.isfunction(thing) and thing.__name__ == name:
            yield name, thing


def is_told(member: Any) -> bool:
    """Functions in all their forms; fields are described by the docstring of their class."""
    return inspect.isfunction(member) or isinstance(member, property | classmethod | staticmethod)


@pytest.mark.parametrize("name", ["cloche", *MODULES])
def test_everything_public_has_a_docstring(name: str) -> None:
    module = import_module(name)
    assert module.__doc__, name
    silent = [what for what, thing in public(module) if not inspect.getdoc(thing)]
    assert silent == []


@pytest.mark.parametrize("name", sorted(cloche.__all__))
def test_what_the_package_offers_is_described_in_whole_sentences(name: str) -> None:
    thing = getattr(cloche, name)
    if not (inspect.isclass(thing) or inspect.isroutine(thing) or inspect.ismodule(thing)):
        return  # a constant
    doc = inspect.getdoc(thing) or ""
    first = doc.split("\n\n")[0].strip()
    assert first[:1].isupper() or first[:1] in "`'\"", first
    assert first.endswith((".", ":")), first
