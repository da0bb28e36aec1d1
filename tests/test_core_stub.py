"""`_core.pyi` against the signatures that pybind11 writes into docstrings; mypy.stubtest compares the names."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import cloche
from cloche import _core

STUB = ast.parse((Path(cloche.__file__).parent / "_core.pyi").read_text(encoding="utf-8"))
CLASSES = {node.name: node for node in STUB.body if isinstance(node, ast.ClassDef)}
PUBLIC = [name for name in CLASSES if not name.startswith("_")]


def stub_methods(name: str) -> dict[str, ast.FunctionDef]:
    """The methods of a class of the stub by name, its bases' included."""
    methods: dict[str, ast.FunctionDef] = {}
    for base in CLASSES[name].bases:
        base_name = ast.unparse(base).partition("[")[0]
        if base_name in CLASSES:
            methods |= stub_methods(base_name)
    return methods | {node.name: node for node in CLASSES[name].body if isinstance(node, ast.FunctionDef)}


def described(arguments: ast.arguments) -> list[str]:
    """Names in order without self, `*` before those by keyword only, `=` behind those with a default."""
    names = [argument.arg for argument in arguments.posonlyargs + arguments.args]
    optional = names[len(names) - len(arguments.defaults) :]
    words = [name + "=" * (name in optional) for name in names][1:]
    if arguments.vararg is not None:
        words.append("*" + arguments.vararg.arg)
    elif arguments.kwonlyargs:
        words.append("*")
    return words + [argument.arg + "=" * (default is not None) for argument, default in keywords(arguments)]


def keywords(arguments: ast.arguments) -> list[tuple[ast.arg, ast.expr | None]]:
    """The arguments by keyword only, with their defaults."""
    return list(zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True))


def bound_signature(method: object) -> str | None:
    """What pybind11 says of a function, types of the package quoted so that it parses."""
    line = (method.__doc__ or "").partition("\n")[0]
    found = re.fullmatch(r"\w+(\(.*\)) -> .*", line)
    return None if found is None else re.sub(r"(: )(cloche[\w.]*)", r"\1'\2'", found[1])


@pytest.mark.parametrize("name", PUBLIC)
def test_the_stub_names_the_arguments_that_are_bound(name: str) -> None:
    compared = 0
    for method, node in stub_methods(name).items():
        signature = bound_signature(getattr(getattr(_core, name), method))
        if signature is not None and not node.decorator_list and method not in ("__eq__", "__setstate__"):
            function = ast.parse(f"def f{signature}: ...").body[0]
            assert isinstance(function, ast.FunctionDef)
            assert described(node.args) == described(function.args), f"{name}.{method}"
            compared += 1
    assert compared >= 3


def test_every_class_that_is_bound_is_in_the_stub() -> None:
    assert {name for name, value in vars(_core).items() if isinstance(value, type)} == set(PUBLIC)
