"""Writes the numbers of `tests/data/<game>/perft.json` and golden.json: `python -m tests.regenerate_data [GAME ...]`.

Only after a rule, a notation or a picture was changed on purpose. Both implementations must agree, or nothing is
written. Positions of perft.json and set-ups of golden.json are kept: add rows by hand (`{"variant", "seed", "moves",
"depth", "reference_depth"}`, set-up names) and run it.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

from tests.net import DATA, GAMES, MOST_NODES, Setup, digest, played, setup_named, setups_of

import cloche
from cloche.commands.perft import count_sequences


def golden_game(setup: Setup, implementation: str, seed: int) -> list[dict[str, Any]]:
    """A whole game, node by node: what changed in `to_dict`, and all that is seen there."""
    rng = Random(seed)
    state = setup.load(implementation).new_initial_state()
    rows: list[dict[str, Any]] = []
    before: dict[str, Any] = {}
    for _ in range(MOST_NODES):
        position = state.to_dict()
        row: dict[str, Any] = {
            "position": {key: value for key, value in position.items() if before.get(key, ...) != value}
        }
        row |= node_facts(state)
        before = position
        rows.append(row)
        if state.is_terminal():
            break
        texts = row["legal"].split()
        row["chosen"] = rng.choice(texts)
        state.apply_action(state.string_to_action(row["chosen"]))
    return rows


def node_facts(state: cloche.State) -> dict[str, Any]:
    """What golden.json says of a node beside its position."""
    players = range(state.game.players)
    return {
        "mover": state.current_player(),
        "legal": " ".join(state.action_to_string(action) for action in state.legal_actions()),
        "scores": state.scores(),
        "prior": digest(state.prior()),
        "observations": digest([state.observation(player) for player in players]),
        "tensors": digest([state.observation_tensor(player).tolist() for player in players]),
        "text": digest(state.text()),
    } | ({"ranks": state.ranks(), "returns": state.returns()} if state.is_terminal() else {})


def write(path: Path, rows: list[str], head: str) -> None:
    path.write_text(head + ",\n".join(rows) + "\n]\n", encoding="utf-8")


def regenerate_perft(game: str) -> None:
    """Counts anew."""
    path = DATA / game / "perft.json"
    rows = []
    for row in json.loads(path.read_text(encoding="utf-8")):
        setup = setup_named(game, row["variant"])
        depth = row.get("depth") or len(row["counts"])
        native, reference = (played(setup, name, row["seed"], row["moves"]).backend for name in ("native", "reference"))
        counts = [count_sequences(native, n) for n in range(1, depth + 1)]
        for n in range(1, row["reference_depth"] + 1):
            assert count_sequences(reference, n) == counts[n - 1], (row, n)
        rows.append({key: row[key] for key in ("variant", "seed", "moves", "reference_depth")} | {"counts": counts})
    write(path, [json.dumps(row) for row in rows], "[\n")


def regenerate_golden(game: str) -> None:
    """Plays the games anew; all set-ups where there is no file yet."""
    path = DATA / game / "golden.json"
    names = [setup.name for setup in setups_of(game)]
    if path.is_file():
        names = list(json.loads(path.read_text(encoding="utf-8")))
    parts = []
    for name in names:
        setup = setup_named(game, name)
        native, reference = (golden_game(setup, kind, len(name)) for kind in ("native", "reference"))
        assert native == reference, setup
        nodes = ",\n".join(json.dumps(row, separators=(",", ":")) for row in native)
        parts.append(f"{json.dumps(name)}: [\n{nodes}\n]")
    path.write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    for game in sys.argv[1:] or GAMES:
        regenerate_perft(game)
        regenerate_golden(game)
        print(game)
