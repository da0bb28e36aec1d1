"""What a component file may change, and what is refused: D-16, CG-1, CG-2, seeds/README.md."""

import copy
import random
from typing import Any

import pytest

from .cottage import BARE, DEFAULT_BOX, bare_box, box, facts, load, position, turn

ROW = "....."


def played(implementation: str, players: int, data: dict[str, Any], seed: int = 0) -> list[float]:
    """The returns of a random game."""
    state = load(implementation, players, data).new_initial_state(seed=seed)
    rng = random.Random(seed)
    while not state.is_terminal():
        assert len(state.legal_actions()) >= 2
        state.apply_action(rng.choice(state.legal_actions()))
    return state.returns()


def changed(table: str, key: str, value: Any, place: int | None = None) -> dict[str, Any]:
    """The printed box with one value changed; `place` where the table is a list."""
    data = copy.deepcopy(DEFAULT_BOX)
    (data[table] if place is None else data[table][place])[key] = value
    return data


# What may be changed


def test_a_box_of_one_tile_can_be_played(implementation: str) -> None:
    assert sum(played(implementation, 2, bare_box("#"))) == 0


def test_a_box_of_36_large_tiles_can_be_played(implementation: str) -> None:
    assert played(implementation, 1, bare_box(*["###/###"] * 36))[0] >= 0


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_smallest_nursery_can_be_played(implementation: str, players: int) -> None:
    # Eight spaces, twelve with corners; the die rises on space 0.
    # 4 rounds of 8 for two, of 4 for one; 5 of 8 for three; 5 of 12 for four.
    spaces, turns = ((8, 16), (8, 16), (8, 14), (12, 15))[players - 1]
    data = box(players=(players, players), nursery={"rows": 2, "columns": 2})
    data["gardener"][0] |= {"spaces": spaces, "target": 0, "turns": turns}
    game = load(implementation, players, data)
    assert facts(game.new_initial_state(), "nursery") == ([None] * 4,)
    assert len(played(implementation, players, data)) == players


def test_tracks_may_be_shorter(implementation: str) -> None:
    data = box(
        track={"orange": [0, 1, 5], "blue": [0, 100]},
        red_line={"orange": 0, "blue": 0},
        final_round={"orange_leaves_goal": 1, "blue_leaves_goal": 0},
    )
    game = load(implementation, 2, data)
    here = position(game, orange=[[0, 1, 2], [0, 0, 0]], blue=[[0, 0, 1], [0, 0, 0]], hives=[0, None])
    assert game.state_from_dict(here).scores() == [1 + 5 + 100 + 2, 0]
    assert load(implementation, 1, data).max_utility == 3 * (5 + 100) + 2


def test_the_die_may_start_higher(implementation: str) -> None:
    data = box(players=(2, 2))
    data["gardener"][0] |= {"die": 5, "turns": 8}
    game = load(implementation, 2, data)
    assert facts(game.new_initial_state(), "die") == (5,)
    assert game.max_game_length == 2 * (9 * 58 + 90)
    assert sum(played(implementation, 2, data)) == 0


def test_beds_may_have_other_prints(implementation: str) -> None:
    one = "PPPPP/CCCCC/PPPPP/CCCCC/PPPP."
    game = load(implementation, 2, bare_box("#", sides=[(one, BARE)]))
    state = game.state_from_dict(position(game))
    assert [text for text in map(state.action_to_string, state.legal_actions()) if text.startswith("pot:1")] == [
        "pot:1@e5"
    ]


def test_every_player_needs_two_beds_and_one_for_the_middle(implementation: str) -> None:
    data = box(players=(2, 2))
    data["bed"] = data["bed"][:5]
    assert turn(load(implementation, 2, data).new_initial_state(seed=1)) == ("plant", 0)
    data["bed"] = data["bed"][:4]
    with pytest.raises(ValueError, match="bed"):
        load(implementation, 2, data)


def test_a_box_is_for_the_players_it_names(implementation: str) -> None:
    with pytest.raises(ValueError, match="players"):
        load(implementation, 3, box(players=(2, 2)))


# What is refused


@pytest.mark.parametrize(
    "grid",
    [
        "",
        "######",  # more than five squares long
        "#/#/#/#/#/#",
        "#######",
        "####/###",  # seven squares
        "#.#",  # two pieces
        "#./.#",
        "##./..#",
        "##/..",  # an empty outer row or column
        "../##",
        "#./#.",
        ".#/.#",
        "##/#",  # no grid
        "#X",
        "pC",
    ],
)
def test_d_16_tiles_that_are_none_are_refused(implementation: str, grid: str) -> None:
    with pytest.raises(ValueError, match=r"tile\[1\]\.grid"):
        load(implementation, 2, bare_box("#", grid))


@pytest.mark.parametrize("grid", ["#####", "#/#/#/#/#", "P", "C", "##./.##/..#", "#.#/###"])
def test_d_16_tiles_may_be_five_long_and_all_prints(implementation: str, grid: str) -> None:
    game = load(implementation, 2, bare_box("#", grid))
    assert game.state_from_dict(position(game)).current_player() == 0


@pytest.mark.parametrize(
    "side",
    [
        "PPPPP/CCCCC/PPPPP/CCCCC/PPPPP",  # no square to plant
        "...../...../...../.....",
        "....../....../....../....../......",
        "...../...../..#../...../.....",
        "",
    ],
)
@pytest.mark.parametrize("light", [True, False])
def test_d_16_beds_that_are_none_are_refused(implementation: str, side: str, light: bool) -> None:
    sides = [(BARE, BARE), (side, BARE) if light else (BARE, side)]
    with pytest.raises(ValueError, match=r"bed\[1\]\." + ("light" if light else "dark")):
        load(implementation, 2, bare_box("#", sides=sides))


@pytest.mark.parametrize(
    ("table", "key", "value"),
    [
        ("track", "orange", [1, *range(2, 18)]),
        ("track", "orange", [*range(16), 15]),
        ("track", "orange", [*range(15), 14, 20]),
        ("track", "orange", [*range(16), 256]),
        ("track", "orange", [0]),
        ("track", "orange", list(range(18))),
        ("track", "blue", [0, 2, 2, 6, 8, 10, 12, 14, 20]),
        ("track", "blue", list(range(10))),
        ("track", "blue", []),
        ("red_line", "orange", 16),
        ("red_line", "blue", 8),
        ("red_line", "blue", -1),
        ("final_round", "orange_leaves_goal", 16),
        ("final_round", "blue_leaves_goal", 8),
        ("nursery", "queue", 19),
        ("nursery", "queue", 21),
        ("nursery", "rows", 5),
        ("nursery", "columns", 1),
        # What is printed on no component is as it is.
        ("players", "max", 5),
        ("players", "min", 0),
        ("start", "beds", 3),
        ("start", "cubes", 4),
        ("limit", "refill_free", 2),
        ("limit", "refill_cats", 2),
        ("limit", "cats", 3),
        ("bonus", "line_cats", 2),
        ("bonus", "start_pots", 0),
        ("final_round", "give_up", 3),
        ("final_round", "orange_back", 1),
        ("final_round", "blue_back", 2),
        ("final_round", "die", 5),
    ],
)
def test_d_16_a_box_with_a_wrong_number_is_refused_by_its_place(
    implementation: str, table: str, key: str, value: Any
) -> None:
    with pytest.raises(ValueError, match=rf"{table}\.{key}|{table}: .*{key}"):
        load(implementation, 2, changed(table, key, value))


@pytest.mark.parametrize(
    ("place", "key", "value"),
    [
        (0, "turns", 31),
        (1, "turns", 33),
        (2, "turns", 27),
        (3, "turns", 24),
        # T does not exist: two spaces a turn never lead to an odd one.
        (0, "target", 3),
        (1, "spaces", 15),
        (1, "spaces", 20),
        (3, "spaces", 16),
        (1, "target", 16),
        (3, "start", 20),
        # The die rises at other times.
        (2, "start", 14),
        (1, "die", 1),
        (2, "steps", 2),
    ],
)
def test_d_16_a_row_of_the_gardener_that_does_not_add_up_is_refused(
    implementation: str, place: int, key: str, value: int
) -> None:
    with pytest.raises(ValueError, match=rf"gardener\[{place}\]"):
        load(implementation, place + 1, changed("gardener", key, value, place))


def test_a_box_has_36_tiles_and_9_beds_at_most(implementation: str) -> None:
    assert load(implementation, 2, bare_box(*["#"] * 36)).max_chance_outcomes == 36
    with pytest.raises(ValueError, match="tile"):
        load(implementation, 2, bare_box(*["#"] * 37))
    with pytest.raises(ValueError, match="tile"):
        load(implementation, 2, bare_box())
    with pytest.raises(ValueError, match="bed"):
        load(implementation, 2, bare_box("#", sides=[(BARE, BARE)] * 10))


def test_a_box_that_needs_no_queue_is_played_without(implementation: str) -> None:
    data = bare_box(*["#"] * 16)
    assert data["nursery"]["queue"] == 0
    state = load(implementation, 2, data).new_initial_state(seed=2)
    assert facts(state, "queue") == ([],)
    assert sum(played(implementation, 2, data)) == 0
