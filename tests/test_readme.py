"""The README keeps its promises: its example runs, and the continuous integration runs its commands."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, flags=re.MULTILINE | re.DOTALL)


def test_the_first_python_example_plays_a_game_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    example = blocks("python")[0]
    names: dict[str, object] = {}
    exec(compile(example, "README.md", "exec"), names)
    state = names["state"]
    assert state.is_terminal()  # type: ignore[attr-defined]
    assert str(state) in capsys.readouterr().out


def test_the_second_python_example_draws_a_world_and_finds_a_move(capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(blocks("python")[1], "README.md", "exec"), {})
    first, *_, last = capsys.readouterr().out.splitlines()
    assert "worlds agree with it" in first
    assert "@" in last


def test_the_third_python_example_solves_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(blocks("python")[2], "README.md", "exec"), {})
    value, shares = capsys.readouterr().out.splitlines()
    assert value.startswith("value: -0.08")
    assert shares.startswith("{")


def test_the_first_python_example_has_ten_lines() -> None:
    assert len([line for line in blocks("python")[0].splitlines() if line.strip()]) == 10


def test_commands_are_one_line_and_start_from_nothing_or_from_the_first() -> None:
    first, serve, tests = [block for block in blocks("sh") if ".venv" in block]
    assert [command.split()[-1] for command in (first, serve, tests)] == ["gardens_of_io", "serve", "2"]
    assert all(command.count("\n") == 1 for command in (first, serve, tests))
    for command in (first, tests):
        assert command.startswith("python3 -m venv .venv && .venv/bin/pip install ")
    assert "'.[web]'" in first  # so that nothing is missing for the second


def test_links_to_files_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)]+)\)", README)
    assert links
    for link in links:
        assert (ROOT / link).exists(), link


def test_the_example_of_other_ecosystems_opens_all_three() -> None:
    example = next(block for block in blocks("python") if "cloche.adapters" in block)
    names: dict[str, Any] = {}
    exec(compile(example, "README.md", "exec"), names)
    assert names["game"].num_players() == len(names["env"].possible_agents) == 3
    assert names["solo"].reset(seed=1)[1]["action_mask"].any()


def test_the_example_of_learning_steps_many_games() -> None:
    names: dict[str, Any] = {}
    exec(compile(next(block for block in blocks("python") if "VectorEnv" in block), "README.md", "exec"), names)
    assert names["masks"].shape == (1024, 573)
    assert names["observations"].shape == (1024, 765)
    assert names["terminated"].shape == (1024,)
