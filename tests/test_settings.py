"""Options and component files: what is allowed, and errors that say all of it."""

from __future__ import annotations

import copy
import json
import pickle
import re
from pathlib import Path
from typing import Any

import pytest

import cloche
from cloche import components, registry, seed_files
from cloche.options import NimOptions, PigOptions

IO = registry.entry("gardens_of_io")


# Options


def test_options_are_a_dict_of_all_of_them_that_changes_no_game() -> None:
    game = cloche.load("nim", options={"piles": (2, 3)})
    assert json.loads(json.dumps(game.options)) == {"piles": [2, 3]}
    game.options["piles"] = [1]
    game.options["piles"].append(9)
    assert game.options == {"piles": [2, 3]}
    assert dict(cloche.load("gardens_of_io").options) == {"lap_bonus": True, "cooperative": False}


def test_an_options_record_is_taken_and_checked() -> None:
    assert cloche.load("nim", options=NimOptions((2, 3))) == cloche.load("nim", options={"piles": [2, 3]})
    with pytest.raises(ValueError, match="target"):
        cloche.load("pig", options=PigOptions(target=0))


@pytest.mark.parametrize(
    ("name", "options", "faults"),
    [
        (
            "pig",
            {"target": True, "coin": 1},
            ["target: True, should be a whole number 1..1000", "coin: 1, should be true or false"],
        ),
        ("pig", {"target": 1001}, ["target: 1001"]),
        ("pig", {"target": 1.0}, ["target: 1.0"]),
        ("nim", {"piles": []}, ["a list of 1..8 items"]),
        ("nim", {"piles": [32]}, ["each a whole number 1..31"]),
        ("nim", {"piles": 3, "pile": 3}, ["piles: 3", "did you mean 'piles'?"]),
        ("connect_four", {"columns": 9, "rows": 9}, ["(rows + 1) * columns is 90, should be at most 64"]),
        ("connect_four", {"columns": 0, "rows": 10, "line": 1}, ["columns: 0", "rows: 10", "line: 1"]),
        ("tic_tac_toe", {"size": 4}, ["the game has none"]),
        ("gardens_of_io", {"lap_bonus": 0, 3: 4}, ["lap_bonus: 0", "3: unknown option"]),
        ("gardens_of_io", [1], ["should be a mapping"]),
    ],
)
def test_every_wrong_option_is_named(name: str, options: Any, faults: list[str]) -> None:
    with pytest.raises(ValueError, match=f"options of {name}") as error:
        cloche.load(name, options=options)
    assert [fault for fault in faults if fault not in str(error.value)] == []


@pytest.mark.parametrize("columns", range(1, 10))
def test_cf_1_boards_that_fit_64_bits_are_taken(columns: int) -> None:
    for rows in range(1, 10):
        if (rows + 1) * columns <= 64:
            assert cloche.load("connect_four", options={"columns": columns, "rows": rows}).options["rows"] == rows


# Components


def box(**changes: Any) -> dict[str, Any]:
    """The default component data with changes by key path, dots written as two underscores; None takes a key out."""
    data = copy.deepcopy(components.default(IO).data)
    assert data is not None
    for path, value in changes.items():
        *places, last = [int(place) if place.isdigit() else place for place in path.split("__")]
        table: Any = data
        for place in places:
            table = table[place]
        if value is None:
            del table[last]
        else:
            table[last] = value
    return data


def test_the_default_edition_is_valid_and_unchanged_by_reading() -> None:
    assert components.read(IO, box()) == components.default(IO)
    text = seed_files.text("gardens_of_io/components.toml")
    path = seed_files.folder() / "gardens_of_io" / "components.toml"
    for source in (text, text.encode(), path, str(path)):
        assert cloche.load("gardens_of_io", components=source) == cloche.load("gardens_of_io")


@pytest.mark.parametrize(
    ("changes", "faults"),
    [
        ({"board__size": 12}, ["board.size: 12, should be a whole number 3..9"]),
        ({"board__size": 8}, ["board.track: 40, should be 4 * (board.size + 1), which is 36"]),
        (
            {"colour__0__id": "T", "colour__1__count": True, "setup__0__flowers": 0.5, "move": None, "extra": 3},
            [
                "colour[0].id: 'T'",
                "colour[1].count: True",
                "setup[0].flowers: 0.5",
                "move: missing",
                "extra: unknown key",
            ],
        ),
        ({"setup__1__x": 1}, ["setup[1].x: unknown key, should be one of players, flowers, specials and trees_by"]),
        ({"colour__0__id": "Y", "colour__0__name": "red"}, ["id 'Y' is used twice", "name 'red' is used twice"]),
        ({"setup__0__flowers": 31}, ["setup[0].flowers: 31, should be at most 30"]),
        ({"setup__0__flowers": 4, "board__size": 3, "board__track": 16}, ["setup[1].flowers: 18, should be at most 1"]),
        ({"setup__0__trees_by": [0, 2, 0]}, ["setup[0].trees_by: [0, 2, 0], should hold players 0..1"]),
        ({"setup__0__trees_by": [0]}, ["setup[0].trees_by: [0], should name a player for each of 3 trees"]),
        ({"setup__0": None}, ["setup: for [3, 4, 5] players"]),
        ({"special_action__4": None}, ["special_action[4]: missing"]),
        ({"special_action__0__id": "run"}, ["special_action[0].id: 'run', should be 'swap-tree'"]),
        ({"special_action__0__uses": 256}, ["special_action[0].uses: 256, should be a whole number 0..255"]),
        ({"move__skip": 2}, ["move.skip: 2, should be 1"]),
        ({"schema": 2, "game": "chess", "edition": " x"}, ["schema: 2, should be 1", "game: 'chess'", "edition: ' x'"]),
        ({"board": 3, "colour": "B"}, ["board: 3, should be a table", "colour: 'B', should be a list"]),
        ({"provenance__board__origin": "heard"}, ["provenance.board.origin: 'heard', should be"]),
    ],
)
def test_every_fault_of_a_component_file_is_named_by_its_path(changes: dict[str, Any], faults: list[str]) -> None:
    with pytest.raises(ValueError, match="components of gardens_of_io") as error:
        cloche.load("gardens_of_io", components=box(**changes))
    assert [fault for fault in faults if fault not in str(error.value)] == []


def test_one_circle_stays_empty() -> None:
    small = {f"setup__{i}__flowers": 1 for i in range(4)} | {"board__size": 3, "board__track": 16}
    for implementation in ("native", "reference"):
        game = cloche.load("gardens_of_io", 5, components=box(**small), implementation=implementation)
        assert game.random_playouts(3).count == 3
    with pytest.raises(ValueError, match=re.escape("setup[0].flowers: 3, should be at most 2")):
        cloche.load("gardens_of_io", components=box(**small | {"setup__0__flowers": 3}))


def test_the_box_says_for_how_many_it_is() -> None:
    data = box(players={"min": 2, "max": 3}, setup=box()["setup"][:2])
    assert cloche.load("gardens_of_io", 3, components=data).players == 3
    with pytest.raises(ValueError, match=re.escape("players of gardens_of_io: 4, should be a whole number 2..3")):
        cloche.load("gardens_of_io", 4, components=data)


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        (b"a = [", "not TOML"),
        ("a = 1\nb = [\n", "not TOML"),
        (b"a = 1\na = 2\n", "line 2"),
        (b"\xff\n", "byte 0 is not UTF-8"),
        ("\ud800\n", "not Unicode"),
        (b"a=" + b"[" * 100_000, "nested too deeply"),
        (b"a=" + b"9" * 5000, "not TOML"),
        (b" " * (2**20 + 1), "larger than 1048576 bytes"),
        (5, "should be a path"),
        ({}, "schema: missing"),
        ({1: 2}, "a key should be a text"),
    ],
)
def test_what_is_no_component_file_is_refused(source: Any, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        cloche.load("gardens_of_io", components=source)


def test_a_path_that_cannot_be_read_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        cloche.load("gardens_of_io", components=tmp_path / "none.toml")


def test_a_game_without_a_box_takes_no_components() -> None:
    with pytest.raises(ValueError, match="the game has none"):
        cloche.load("nim", components={})


def test_another_edition_is_another_game_and_pickles_with_its_box() -> None:
    own = cloche.load("gardens_of_io", components=box(edition="mine"))
    default = cloche.load("gardens_of_io")
    assert own != default
    assert own.components_digest != default.components_digest
    assert own.new_initial_state() != default.new_initial_state()
    content = pickle.dumps(own.new_initial_state(seed=1))
    again = cloche.load("gardens_of_io", components=box(edition="mine")).new_initial_state(seed=1)
    assert pickle.loads(content) == again
    del own, again
    assert pickle.loads(content).game.components["edition"] == "mine"


def test_components_of_a_game_cannot_be_changed() -> None:
    game = cloche.load("gardens_of_io")
    data = game.components
    assert data is not None
    data["board"]["size"] = 3
    assert game.components == components.default(IO).data
