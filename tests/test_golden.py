"""Golden games: all that is to be seen in whole games, as it was when the data was written (regenerate_data.py)."""

from __future__ import annotations

from typing import Any

import pytest

from .net import GAMES, SETUPS, Setup, data, setup_named, setups_of
from .regenerate_data import node_facts

GOLDEN = [setup_named(game, name) for game in GAMES for name in data(game, "golden.json") or {}]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_golden_game_for_every_player_count_and_flag(game: str) -> None:
    golden = [setup for setup in GOLDEN if setup.game == game]
    assert golden, f"tests/data/{game}/golden.json is missing: write it with python -m tests.regenerate_data {game}"
    assert {setup.players for setup in golden} == {setup.players for setup in setups_of(game)}
    for name, value in setups_of(game)[0].load().options.items():
        if isinstance(value, bool):
            assert {setup.load().options[name] for setup in golden} == {True, False}


@pytest.mark.parametrize("setup", GOLDEN, ids=str)
def test_the_golden_game_is_played_as_it_was(setup: Setup, implementation: str) -> None:
    state = setup.load(implementation).new_initial_state()
    position: dict[str, Any] = {}
    rows = data(setup.game, "golden.json")[setup.name]
    for row in rows:
        position |= row["position"]
        assert list(state.to_dict().items()) == list(position.items())
        facts = node_facts(state)
        assert facts == {key: row[key] for key in facts}
        assert setup.load(implementation).state_from_dict(position) == state
        if "chosen" in row:
            assert row["chosen"] in row["legal"].split()
            state.apply_action(state.string_to_action(row["chosen"]))
    assert state.is_terminal() or state.game.max_game_length is None
    assert len(rows) > 1


def test_set_ups_have_names_of_their_own() -> None:
    assert len({str(setup) for setup in SETUPS}) == len(SETUPS)
