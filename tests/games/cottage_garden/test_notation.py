"""Action ids, texts and what the game says of itself: the table of seeds/cottage_garden/rules.md and its records."""

from typing import Any

import pytest

import cloche

from .cottage import BARE, NAME, THREE, at, bare_box, bed, ending, full, legal, load, play, position, turn


def numbered(state: cloche.State, text: str) -> int:
    """The id of a text, which stands for that text."""
    id_ = state.string_to_action(text)
    assert state.action_to_string(id_) == text
    return id_


def test_refills_are_numbered_first(implementation: str) -> None:
    state = at(implementation, phase="refill", row="T07 . T08 T09")
    assert state.legal_actions() == [0, 1]
    assert legal(state) == ["refill:no", "refill:cat"]


@pytest.mark.parametrize(
    ("text", "id_"),
    [
        ("T01:1:o0@a1", 2),
        ("T01:1:o0@e5", 2 + 24),
        ("T21:1:o0@a1", 2 + 400),
        ("T21:1:o7@c2", 2 + 400 + 7 * 25 + 7),
        ("T21:2:o3@d1", 2 + 400 + 200 + 3 * 25 + 3),
        ("T14:2:o1@e2", 2 + 800 + 200 + 25 + 9),
        ("T35:1:o2@b4", 2 + 1200 + 2 * 25 + 16),
        ("T35:2:o3@a1", 2 + ((3 * 2 + 1) * 8 + 3) * 25),
        ("pot:1@a1", 1602),
        ("pot:1@b5", 1602 + 21),
        ("pot:2@b1", 1602 + 26),
        ("pot:2@e5", 1651),
        ("cat:1@a1", 1652),
        ("cat:2@b1", 1652 + 26),
        ("cat:2@e5", 1701),
    ],
)
def test_tiles_pots_and_cats_are_numbered_by_slot_bed_orientation_and_square(
    implementation: str, text: str, id_: int
) -> None:
    assert numbered(at(implementation, row="T01 T21 T14 T35"), text) == id_


def test_the_last_tile_id_is_1601(implementation: str) -> None:
    # A tile that needs its orientation 7 has a box of two squares at least, so the corner e5 is never its anchor.
    state = at(implementation, row="T01 T21 T14 T15")
    assert numbered(state, "T15:2:o7@d3") == 2 + ((3 * 2 + 1) * 8 + 7) * 25 + 13 == 1590
    assert max(id_ for id_ in state.legal_actions() if id_ <= 1601) == 1590


def test_done_and_scoring(implementation: str) -> None:
    assert numbered(ending(implementation), "done") == 1702
    state = ending(implementation, beds=[[full(1), full(2, "dark", but="d4")]])
    state = play(state, "cat:2@d4")
    assert state.legal_actions() == [1703, 1704]
    assert legal(state) == ["score:1", "score:2"]


def test_cubes_are_numbered_by_step(implementation: str) -> None:
    # The steps, not the points: blue 4 is worth 8.
    beds = [[full(1), bed(2, "dark")]]
    state = at(implementation, phase="orange", slot=0, beds=beds, orange=[[0, 4, 15], [0, 0, 0]])
    assert state.legal_actions() == [1705, 1709, 1720]
    assert legal(state) == ["orange:0", "orange:4", "orange:15"]
    state = at(implementation, phase="blue", slot=0, beds=beds, blue=[[0, 4, 7], [0, 0, 0]])
    assert state.legal_actions() == [1722, 1726, 1729]
    assert legal(state) == ["blue:0", "blue:4", "blue:7"]


def test_tiles_back_are_numbered_by_tile(implementation: str) -> None:
    beds = [[bed(1, "light", "T36:o0@a1 T01:o0@a3 T17:o0@a4"), bed(2, "dark")]]
    state = at(implementation, phase="return", slot=0, beds=beds)
    assert state.legal_actions() == [1731, 1747, 1766]
    assert legal(state) == ["return:T01", "return:T17", "return:T36"]


def test_points_to_lose_are_numbered_last(implementation: str) -> None:
    beds = [[bed(1, "light", THREE[0]), None], [bed(3, "light", THREE[1]), None]]
    here: dict[str, Any] = {"phase": "lose", "moves": 64, "beds": beds}
    state = at(implementation, orange=[[2, 9, 15], [0, 0, 0]], blue=[[1, 3, 7], [0, 0, 0]], **here)
    assert state.legal_actions() == [1769, 1776, 1782, 1785, 1787, 1791]
    assert legal(state) == [
        "lose:orange:2", "lose:orange:9", "lose:orange:15", "lose:blue:1", "lose:blue:3", "lose:blue:7",
    ]  # fmt: skip
    goals = {"orange": [[0, 0, 16], [0, 0, 0]], "blue": [[0, 0, 8], [0, 0, 0]], "hives": [0, None]}
    state = at(implementation, **goals, **here)
    assert state.legal_actions() == [1783, 1792]


def test_outcomes_are_tiles_and_beds(implementation: str) -> None:
    state = load(implementation).new_initial_state()
    assert state.legal_actions() == list(range(36))
    assert (numbered(state, "T01"), numbered(state, "T17"), numbered(state, "T36")) == (0, 16, 35)
    state = play(state, *(f"T{number:02d}" for number in range(1, 37)))
    assert state.legal_actions() == list(range(9))
    # The printed number.
    assert (numbered(state, "bed:1"), numbered(state, "bed:9")) == (0, 8)


def test_pots_on_the_other_bed_have_the_same_text(implementation: str) -> None:
    beds = [[full(1), bed(2, "dark")]]
    state = at(implementation, phase="orange_pot", slot=0, beds=beds, orange=[[1, 4, 9], [0, 0, 0]])
    assert numbered(state, "pot:2@d4") == 1602 + 25 + 18
    assert {text.split("@")[0] for text in legal(state)} == {"pot:2"}


def test_tiles_and_beds_have_the_ids_of_the_box(implementation: str) -> None:
    data = bare_box(*["#"] * 20)
    data["tile"][0]["id"] = "rose"
    data["bed"][0]["id"] = 42
    state = load(implementation, 2, data).new_initial_state()
    assert numbered(state, "rose") == 0
    state = play(state, "rose", *(f"T{number:02d}" for number in range(2, 21)))
    assert numbered(state, "bed:42") == 0
    state = play(state, "bed:42", "bed:2", "bed:3", "bed:4", "bed:5")
    assert numbered(state, "rose:2:o0@b3") == 2 + 200 + 11


@pytest.mark.parametrize(
    "text",
    [
        "",
        "T21",
        "T21:1:o0",
        "T21:1:o0@",
        "t21:1:o0@a1",
        "T21:1:O0@a1",
        "T21:1:0@a1",
        "T21:0:o0@a1",
        "T21:3:o0@a1",
        "T21:1:o8@a1",
        "T21:1:o0@A1",
        "T21:1:o0@c1",
        "T21:1:o0@a1 ?",
        "T21 :1:o0@a1",
        "T22:1:o0@a1",
        "T2:1:o0@a1",
        "T14:1:o2@a1",
        "pot:1@a3",
        "pot:3@a1",
        "pot:1@f1",
        "pot:1@a6",
        "Pot:1@a1",
        "done",
        "refill:no",
        "bed:1",
        "T01",
    ],
)
def test_only_the_exact_text_of_a_legal_action_is_understood(implementation: str, text: str) -> None:
    state = at(implementation, row="T01 T21 T14 T35")
    assert "T21:1:o0@a1" in legal(state)
    with pytest.raises(ValueError, match="not legal here"):
        state.string_to_action(text)


def test_blanks_around_a_text_are_ignored(implementation: str) -> None:
    state = at(implementation)
    assert state.string_to_action(" pot:1@a1\n") == 1602


@pytest.mark.parametrize("seed", range(3))
def test_every_text_means_its_own_action(implementation: str, seed: int) -> None:
    state = load(implementation, 3).new_initial_state(seed=seed)
    for step in range(60):
        ids = state.legal_actions()
        assert ids == sorted(set(ids))
        assert [state.string_to_action(text) for text in legal(state)] == ids
        state.apply_action(ids[(7 * step + seed) % len(ids)])


# Records of the game


@pytest.mark.parametrize(("players", "length"), [(1, 828), (2, 1656), (3, 3 * (9 * 76 + 90)), (4, 4 * (9 * 75 + 90))])
def test_the_record_of_the_game(implementation: str, players: int, length: int) -> None:
    game = load(implementation, players)
    assert game.num_distinct_actions == 1793
    assert game.max_chance_outcomes == 36
    assert game.max_game_length == length
    assert (game.name, game.players, game.options) == (NAME, players, {})


def test_ids_keep_their_places_in_a_small_box(implementation: str) -> None:
    game = load(implementation, 2, bare_box("#", "##", sides=[(BARE, BARE)]))
    assert (game.num_distinct_actions, game.max_chance_outcomes) == (1793, 36)
    state = game.state_from_dict(position(game))
    # T01 lies on A1, T02 on B1; the gardener looks along column A.
    assert numbered(state, "T01:1:o0@a1") == 2
    assert turn(play(state, "T01:1:o0@a1")) == ("cats", 0)


@pytest.mark.parametrize("players", [0, 5, -1, 2.0, True, "2"])
def test_one_to_four_players(implementation: str, players: Any) -> None:
    with pytest.raises(ValueError, match="players"):
        cloche.load(NAME, players, implementation=implementation)


def test_there_are_no_options(implementation: str) -> None:
    with pytest.raises(ValueError, match="hives"):
        cloche.load(NAME, 2, {"hives": 2}, implementation=implementation)
