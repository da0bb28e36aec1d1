"""What `import cloche` costs, and that the reference stands without the core."""

from __future__ import annotations

import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import cloche
import cloche.reference

HEAVY = ("numpy", "pydantic", "click", "rich", "prompt_toolkit", "tomllib", "json", "cloche._core", "cloche.game")
BLOCK = "import sys; sys.modules['cloche._core'] = None; "
MODULES = [f"cloche.reference.{module.name}" for module in pkgutil.iter_modules(cloche.reference.__path__)]


def run(code: str) -> str:
    """What a new interpreter prints."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


def loaded(code: str, names: tuple[str, ...]) -> list[str]:
    """Which of the modules the code loads, beyond what a bare interpreter has."""
    lines = [
        "import sys",
        "bare = set(sys.modules)",
        code,
        f"print(*[n for n in {names} if n in set(sys.modules) - bare])",
    ]
    return run("\n".join(lines)).split()


def test_importing_the_package_loads_next_to_nothing() -> None:
    assert loaded("import cloche", HEAVY) == []


def test_loading_and_playing_a_game_needs_no_library() -> None:
    code = "import cloche; s = cloche.load('gardens_of_io').new_initial_state(seed=1); s.serialize(); s.text()"
    assert loaded(code, ("numpy", "pydantic", "click", "rich", "prompt_toolkit")) == []


def test_every_public_name_can_be_had() -> None:
    code = (
        "import cloche; [getattr(cloche, name) for name in cloche.__all__]; print({*cloche.__all__} == {*dir(cloche)})"
    )
    assert run(code) == "True\n"
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = cloche.nonsense


@pytest.mark.parametrize("module", MODULES)
def test_the_reference_does_not_need_the_core(module: str) -> None:
    assert run(f"{BLOCK}import {module}; print('fine')") == "fine\n"


PLAY = """
import importlib
from cloche import registry, seed_files
from cloche.reference import searches
from cloche.reference.rng import Rng

settings = dict(selection="puct", exploration=1.0, fpu_reduction=0.0, widening=None, chance_widening=None)
settings |= dict(opponents="maxn", root="selection", final="visits", early_stop=False, transpositions=True)
settings |= dict(observers="single", merge=False)
settings |= dict(playout="random", playout_plies=2, margin_weight=0.5, endings=True, workers=1, threads=1)
settings |= dict(leaf="playout")
limits = dict(simulations=3, seconds=None, cpu_seconds=None, nodes=None, depth=None, memory_bytes=1)
for name in registry.games() + registry.known_games():
    entry = registry.entry(name)
    files = [f"{name}/{file}.toml" if entry.has_box else None for file in ("components", "weights")]
    tables = [file and seed_files.table(file) for file in files]
    game = importlib.import_module(entry.reference_module).Game(2, entry.options().as_dict(), *tables)
    state = game.new_initial_state()
    state.resolve_chance(Rng(1, 1))
    mcts = searches.search_class("Mcts", game, settings)
    print(mcts(game, seed=1, settings=settings).search(state, limits, None, None)["simulations"])
"""


def test_the_reference_plays_and_searches_without_the_core() -> None:
    assert set(run(BLOCK + PLAY).split()) == {"3"}


def test_no_module_of_the_reference_names_the_core() -> None:
    for path in Path(cloche.reference.__path__[0]).rglob("*.py"):
        assert "_core" not in path.read_text(encoding="utf-8"), path
