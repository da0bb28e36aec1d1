"""Rule options: what is not allowed is named, all of it, with what is."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import pytest

import cloche
from cloche import options, registry

from .net import GAMES, SETUPS, Setup, setups_of

every_name = pytest.mark.parametrize("game", GAMES)


@every_name
def test_defaults_are_complete_and_written_as_json_has_them(game: str) -> None:
    loaded = cloche.load(game)
    assert list(loaded.options) == [field.name for field in dataclasses.fields(loaded.entry.options)]
    assert loaded is cloche.load(game, options={}) is cloche.load(game, options=dict(loaded.options))
    assert loaded is cloche.load(game, options=loaded.entry.options())
    assert not any(isinstance(value, tuple) for value in loaded.options.values())


@every_name
def test_options_of_a_game_are_a_new_json_able_dict_each_time(game: str) -> None:
    loaded = cloche.load(game)
    assert json.loads(json.dumps(loaded.options)) == loaded.options
    loaded.options["more"] = 1
    assert "more" not in loaded.options


@every_name
def test_unknown_options_are_refused_with_those_there_are(game: str, implementation: str) -> None:
    names = [field.name for field in dataclasses.fields(registry.entry(game).options)]
    with pytest.raises(ValueError, match=f"options of {game}: .*unknown option") as error:
        cloche.load(game, options={"nonsense": 1, 5: 2, None: 3}, implementation=implementation)  # type: ignore[dict-item]
    assert str(error.value).count("unknown option") == 3
    assert all(name in str(error.value) for name in names)
    assert names or "the game has none" in str(error.value)


@every_name
def test_options_that_are_no_mapping_are_refused(game: str) -> None:
    for given in (5, "lap_bonus", [("lap_bonus", True)], True, {1, 2}):
        with pytest.raises(ValueError, match=f"options of {game}: .*should be a mapping"):
            cloche.load(game, options=given)  # type: ignore[arg-type]


def wrong_values(allowed: object) -> list[Any]:
    """Values that an option does not take."""
    always: list[Any] = [None, "x", "1", "true", 1.0, float("nan"), 10**30, -(10**30), {}, b"", object()]
    match allowed:
        case options.Flag():
            return [*always, 0, 1, "True", [True]]
        case options.Whole(low, high):
            return [*always, low - 1, high + 1, True, False, [low]]
        case options.Wholes(item, shortest, longest):
            good = item.low
            lists = [[good] * (shortest - 1), [good] * (longest + 1), [item.low - 1], [item.high + 1]]
            return [*always, *lists, [True], ["1"], [[good]], [good, None], (good, 0.5), good, range(good)]
        case options.OneOf(words):
            return [*always, words[0] + " ", words[0].swapcase(), "", [words[0]], 0, True]
        case options.Either(kinds):
            return [value for kind in kinds for value in wrong_values(kind) if not any(k.has(value) for k in kinds)]
    raise AssertionError("a kind of option that this test does not know")


@every_name
def test_every_option_tells_people_what_it_changes(game: str, implementation: str) -> None:
    for field in dataclasses.fields(registry.entry(game).options):
        meaning = field.metadata["meaning"]
        assert meaning[0].isupper(), meaning
        assert meaning.endswith("."), meaning


@every_name
def test_values_out_of_range_or_of_other_types_are_refused(game: str, implementation: str) -> None:
    for field in dataclasses.fields(registry.entry(game).options):
        allowed = field.metadata["allowed"]
        for value in wrong_values(allowed):
            with pytest.raises(ValueError, match=f"options of {game}: {field.name}: ") as error:
                cloche.load(game, options={field.name: value}, implementation=implementation)
            assert f"should be {allowed}" in str(error.value)


def test_every_fault_is_listed() -> None:
    with pytest.raises(ValueError, match="options of connect_four") as error:
        cloche.load("connect_four", options={"columns": 0, "rows": 10, "line": True, "colour": 1})
    for word in ("columns: 0", "rows: 10", "line: True", "'colour': unknown option"):
        assert word in str(error.value)


def test_a_close_name_is_suggested() -> None:
    with pytest.raises(ValueError, match="did you mean 'lap_bonus'"):
        cloche.load("gardens_of_io", options={"lapbonus": True})


def test_cf_1_a_board_must_fit_64_bits() -> None:
    for columns, rows in ((9, 7), (8, 8), (9, 9)):
        with pytest.raises(ValueError, match="should be at most 64"):
            cloche.load("connect_four", options={"columns": columns, "rows": rows})
    assert cloche.load("connect_four", options={"columns": 8, "rows": 7}).num_distinct_actions == 8


def test_records_made_by_hand_are_checked_when_loaded() -> None:
    with pytest.raises(ValueError, match="target: 0"):
        cloche.load("pig", options=options.PigOptions(target=0))
    assert cloche.load("nim", options=options.NimOptions(piles=(3, 4))).options["piles"] == [3, 4]
    with pytest.raises(ValueError, match="unknown option"):
        cloche.load("nim", options=options.PigOptions())


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_lists_and_tuples_are_the_same_option(setup: Setup) -> None:
    tuples = {name: tuple(value) if isinstance(value, list) else value for name, value in setup.load().options.items()}
    again = cloche.load(setup.game, setup.players, tuples, components=setup.load().components)
    assert again is setup.load()


def test_changing_what_was_given_changes_no_game() -> None:
    piles = [3, 4, 5]
    game = cloche.load("nim", options={"piles": piles})
    piles.append(9)
    game.options["piles"].append(7)
    assert game.options["piles"] == [3, 4, 5]
    assert setups_of("nim")
