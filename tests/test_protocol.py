"""docs/protocol.md: its conversation is replayed, and its tables are those of the service."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cloche.service.faults import REASONS
from cloche.service.service import METHODS

from .net import ROOT
from .serving import SECONDS

PAGE = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")


def conversation(page: str) -> list[tuple[str, str]]:
    """Lines of the first block with their marks; a line that goes on in the next one is joined."""
    found = re.search(r"^```\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert found is not None
    lines: list[tuple[str, str]] = []
    for line in found[1].splitlines():
        if line[:2] in ("> ", "< "):
            lines.append((line[0], line[2:].strip()))
        else:
            mark, before = lines[-1]
            lines[-1] = mark, f"{before} {line.strip()}"
    return lines


def canonical(text: str) -> str:
    """An answer as the page writes it."""
    return json.dumps(json.loads(text))


def pattern(text: str) -> str:
    """What an answer must match: `...` stands for anything."""
    return ".*".join(re.escape(part.strip()) for part in text.split("..."))


def test_the_conversation_is_replayed() -> None:
    lines = conversation(PAGE)
    engine = subprocess.Popen(
        [sys.executable, "-m", "cloche", "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert engine.stdin is not None
    assert engine.stdout is not None
    answers = 0
    for mark, text in lines:
        if mark == ">":
            engine.stdin.write(text + "\n")
            engine.stdin.flush()
            continue
        answers += 1
        heard = canonical(engine.stdout.readline())
        assert re.fullmatch(pattern(text), heard), f"{text}\n{heard}"
    assert engine.wait(SECONDS) == 0
    assert engine.stdout.read() == ""
    engine.stdin.close()
    engine.stdout.close()
    assert answers >= 10


def methods_table() -> str:
    rows = ["| method | parameters | what it does |", "|---|---|---|"]
    for method in METHODS.values():
        fields = method.params.model_fields.items()
        names = ", ".join(name if field.is_required() else f"{name}?" for name, field in fields)
        rows.append(f"| `{method.name}` | {names} | {method.doc} |")
    rows.append("| `quit` | | Ends the engine, or the WebSocket that it comes by. |")
    return "\n".join(rows)


def errors_table() -> str:
    rows = ["| code | name | HTTP | when |", "|---|---|---|---|"]
    rows += [f"| {reason.code} | `{reason.name}` | {reason.status} | {reason.meaning} |" for reason in REASONS]
    return "\n".join(rows)


@pytest.mark.parametrize("table", [methods_table, errors_table])
def test_the_tables_are_those_of_the_service(table: Any) -> None:
    assert table() in PAGE, f"docs/protocol.md should hold\n{table()}"


def test_codes_and_names_are_unique() -> None:
    assert len({reason.code for reason in REASONS}) == len({reason.name for reason in REASONS}) == len(REASONS)
    assert all(-32099 <= reason.code <= -32000 or reason.code <= -32600 for reason in REASONS)


def test_every_error_is_raised_somewhere() -> None:
    folder = Path(__file__).parents[1] / "python" / "cloche" / "service"
    code = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py") if path.name != "faults.py")
    for reason in REASONS:
        assert len(re.findall(rf"\b{reason.name.upper()}\b", code)) >= 2, reason.name
