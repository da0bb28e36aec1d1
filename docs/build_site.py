"""Builds the documentation into build/site; a warning is an error. Needs the extra `docs`.

What stands elsewhere is taken from there: rules of games and searches from the seeds, pictures from the package,
results of notebooks from running them, the reference from docstrings.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbconvert import MarkdownExporter

import cloche
from cloche import registry, seed_files
from cloche.about import about_game

DOCS = Path(__file__).parent
BUILD = DOCS.parent / "build"
PAGES = BUILD / "site-pages"
CONFIG = BUILD / "zensical.toml"
SEED_PAGES = {"search.md": "search.md", "hidden.md": "hidden.md", "random.md": "random.md", "README.md": "seeds.md"}
MOVES = 16  # before a position is drawn


def main() -> int:
    """Gathers the pages and builds the site; the exit code of the builder."""
    shutil.rmtree(PAGES, ignore_errors=True)
    shutil.copytree(DOCS, PAGES, ignore=shutil.ignore_patterns("*.py", "*.toml", "*.ipynb", "__pycache__"))
    for source, page in SEED_PAGES.items():
        (PAGES / page).write_text(python_markdown(seed_files.text(source)), encoding="utf-8")
    entries = [registry.entry(name) for name in [*cloche.games(), *cloche.known_games()]]
    (PAGES / "games").mkdir(exist_ok=True)
    for entry in entries:
        write_game(entry)
    (PAGES / "games" / "index.md").write_text(index_of_games(entries), encoding="utf-8")
    for notebook in sorted((DOCS / "notebooks").glob("*.ipynb")):
        write_notebook(notebook)
    games = ",\n    ".join(f'{{ "{entry.title}" = "games/{entry.name}.md" }}' for entry in entries)
    config = (DOCS / "zensical.toml").read_text(encoding="utf-8")
    CONFIG.write_text(config.replace('"games/*"', games), encoding="utf-8")
    zensical = Path(sys.executable).with_name("zensical")
    return subprocess.run([zensical, "build", "--clean", "--strict", "--config-file", CONFIG], check=False).returncode


def python_markdown(text: str) -> str:
    """A page of the seeds as the site's Markdown wants it: a list needs a blank line before it."""
    lines: list[str] = []
    for line in text.splitlines():
        before = lines[-1] if lines else ""
        if re.match(r"- |\d+\. ", line) and before and not re.match(r"- |\d+\. | ", before):
            lines.append("")
        lines.append(line)
    return "\n".join(lines) + "\n"


def write_game(entry: registry.GameEntry) -> None:
    """A game's page: pictures, options, and the rules as the seeds have them."""
    game = cloche.load(entry.name)
    start = game.new_initial_state(seed=7)
    later = start
    bot, rng = cloche.Mcts(game, seed=7), cloche.Rng(7)
    for _ in range(MOVES):
        after = later.child(bot.act(later, cloche.Limits(simulations=100)))
        after.resolve_chance(rng)
        if after.is_terminal():
            break
        later = after
    title, _, rules = seed_files.text(entry.rules_file).partition("\n")
    parts = [title, ""]
    for name, alt, state in (("", "in the middle of a game", later), ("_start", "at the start", start)):
        (PAGES / "games" / f"{entry.name}{name}.svg").write_text(state.svg(), encoding="utf-8")
        parts.append(f"![{entry.title} {alt}]({entry.name}{name}.svg){{ loading=lazy }}\n")
    parts += ["## Load it", "", "```python", f'game = cloche.load("{entry.name}", players={game.players})', "```", ""]
    options = about_game(entry)["options"]
    if options:
        parts += ["| option | default | allowed |", "|---|---|---|"]
        parts += [f"| `{name}` | `{of['default']}` | {of['allowed']} |" for name, of in options.items()]
    page = "\n".join([*parts, "", python_markdown(rules.replace("\n# ", "\n## "))])
    (PAGES / "games" / f"{entry.name}.md").write_text(page, encoding="utf-8")


def index_of_games(entries: list[registry.GameEntry]) -> str:
    """All games with their numbers of players."""
    lines = ["# The games", ""]
    for kind, heading in (("garden", "Garden board games"), ("known", "Small games with known values")):
        lines += [f"## {heading}", "", "| game | name | players |", "|---|---|---|"]
        for entry in entries:
            if entry.kind == kind:
                fewest, most = entry.players
                players = f"{fewest}" if fewest == most else f"{fewest} to {most}"
                lines.append(f"| [{entry.title}]({entry.name}.md) | `{entry.name}` | {players} |")
        lines.append("")
    lines.append("Both implementations are written from these pages; [seeds](../seeds.md) says what the marks mean.")
    return "\n".join(lines) + "\n"


def write_notebook(path: Path) -> None:
    """A notebook with the results of running it, as a page."""
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=600, resources={"metadata": {"path": str(path.parent)}}).execute()
    exporter = MarkdownExporter()
    page, resources = exporter.from_notebook_node(
        notebook, {"unique_key": path.stem, "output_files_dir": f"{path.stem}_files"}
    )
    target = PAGES / "notebooks"
    for name, content in resources["outputs"].items():
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        (target / name).write_bytes(content)
    target.mkdir(exist_ok=True)
    (target / f"{path.stem}.md").write_text(page, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
