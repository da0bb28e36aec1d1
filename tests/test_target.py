"""Which build of the core is chosen, and what `build_info` says of it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import cloche
from cloche import target


def imported(value: str) -> subprocess.CompletedProcess[str]:
    """A new interpreter that imports the package with CLOCHE_TARGET."""
    environment = {**os.environ, target.VARIABLE: value}
    code = "import cloche; print(cloche.build_info().target)"
    return subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False, timeout=60
    )


def test_every_target_that_is_allowed_can_be_forced() -> None:
    for name in cloche.build_info().targets:
        done = imported(name)
        assert done.returncode == 0, done.stderr
        assert (done.stdout.strip() == target.FAST) == (name == target.FAST)


def test_an_unknown_target_is_refused_with_those_that_are_allowed() -> None:
    done = imported("x86-64-v9")
    assert done.returncode == 1
    allowed = " or ".join(cloche.build_info().targets)
    assert f"ImportError: CLOCHE_TARGET: 'x86-64-v9', should be {allowed} on this machine, or not be set" in done.stderr


def test_an_empty_variable_is_none() -> None:
    assert imported("").returncode == 0


def test_build_info_names_version_target_and_compiler() -> None:
    info = cloche.build_info()
    assert info.version == cloche.__version__
    assert info.target
    assert info.compiler.split()[0] in ("GCC", "Clang")
    assert info.targets[0] == target.BASELINE
    assert str(info) == f"cloche {info.version}, native core for {info.target}, {info.compiler}"


@pytest.fixture
def package(tmp_path: Path) -> list[str]:
    """The search path of a package with a folder for fast processors."""
    (tmp_path / target.FAST).mkdir()
    return [str(tmp_path)]


class Processor:
    """In place of `cloche._processor`."""

    def __init__(self, fast: bool) -> None:
        self._fast = fast

    def has_x86_64_v3(self) -> bool:
        return self._fast


@pytest.mark.parametrize(("fast", "folders"), [(True, [target.FAST, ""]), (False, [""])])
def test_the_fast_build_is_found_first_on_a_processor_that_runs_it(
    package: list[str], fast: bool, folders: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cloche._processor", Processor(fast))  # type: ignore[arg-type]
    monkeypatch.delenv(target.VARIABLE, raising=False)
    base = Path(package[0])
    target.choose(package)
    assert [Path(folder) for folder in package] == [base / folder for folder in folders]


def test_the_baseline_can_be_forced_on_a_fast_processor(package: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cloche._processor", Processor(True))  # type: ignore[arg-type]
    monkeypatch.setenv(target.VARIABLE, target.BASELINE)
    before = list(package)
    target.choose(package)
    assert package == before


def test_the_fast_build_cannot_be_forced_on_a_processor_without_it(
    package: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cloche._processor", Processor(False))  # type: ignore[arg-type]
    monkeypatch.setenv(target.VARIABLE, target.FAST)
    with pytest.raises(ImportError, match="should be baseline on this machine"):
        target.choose(package)
