"""The gardener's path, the rows, the die and the order of turns: CG-8, CG-9, CG-20, D-11, D-14."""

import random

import pytest

import cloche

from .cottage import FINAL, THREE, at, bed, box, ending, facts, ids, legal, load, nursery, play, position, row_of, turn

# The nursery of these tests holds T01 to T16: A1 is T01, B1 T02, ..., A2 T05, ..., D4 T16.
SIXTEEN = [
    "T01 T05 T09 T13", "T02 T06 T10 T14", "T03 T07 T11 T15", "T04 T08 T12 T16",
    "T04 T03 T02 T01", "T08 T07 T06 T05", "T12 T11 T10 T09", "T16 T15 T14 T13",
    "T16 T12 T08 T04", "T15 T11 T07 T03", "T14 T10 T06 T02", "T13 T09 T05 T01",
    "T13 T14 T15 T16", "T09 T10 T11 T12", "T05 T06 T07 T08", "T01 T02 T03 T04",
]  # fmt: skip
TWENTY = [
    "T01 T06 T11 T16", *SIXTEEN[0:4],
    "T04 T07 T10 T13", *SIXTEEN[4:8],
    "T16 T11 T06 T01", *SIXTEEN[8:12],
    "T13 T10 T07 T04", *SIXTEEN[12:16],
]  # fmt: skip


def offered(state: cloche.State) -> str:
    """The tiles that may be planted, by their place in the row, which their action ids tell."""
    places: dict[int, str] = {}
    for id_ in state.legal_actions():
        if 2 <= id_ <= 1601:
            places[(id_ - 2) // 400] = state.action_to_string(id_).split(":")[0]
    assert sorted(places) == list(range(len(places)))
    return " ".join(places[place] for place in sorted(places))


@pytest.mark.parametrize("space", range(16))
@pytest.mark.parametrize("players", [2, 3])
def test_cg_8_sixteen_spaces_go_round_clockwise(implementation: str, players: int, space: int) -> None:
    state = at(implementation, players, moves=space)
    assert facts(state, "gardener") == (space,)
    assert offered(state) == SIXTEEN[space]


@pytest.mark.parametrize("space", range(20))
def test_cg_8_twenty_spaces_have_corners_that_look_along_diagonals(implementation: str, space: int) -> None:
    state = at(implementation, 4, moves=space)
    assert facts(state, "gardener") == (space,)
    assert offered(state) == TWENTY[space]


def test_cg_8_rows_are_the_same_as_those_of_the_page() -> None:
    # What the other tests take for the rows.
    for players, rows in ((1, SIXTEEN), (3, SIXTEEN), (4, TWENTY)):
        assert [ids(row_of(players, space)) for space in range(len(rows))] == rows
    assert row_of(2, 8) == nursery("D4 D3 D2 D1")


def test_d_14_a_smaller_nursery_has_a_shorter_path(implementation: str) -> None:
    # Two rows of three: spaces 0-2 above A-C, 3-4 right of rows 1-2, 5-7 below C-A, 8-9 left of rows 2-1.
    # The die rises every 10 moves: 40 moves, 20 turns.
    smaller = box(players=(2, 2), nursery={"rows": 2, "columns": 3})
    smaller["gardener"][0] |= {"spaces": 10, "turns": 20}
    rows = ["T01 T04", "T02 T05", "T03 T06", "T03 T02 T01", "T06 T05 T04",
            "T06 T03", "T05 T02", "T04 T01", "T04 T05 T06", "T01 T02 T03"]  # fmt: skip
    game = load(implementation, 2, smaller)
    for space, row in enumerate(rows):
        # A row of two with two empty spaces would be refilled for a cat.
        here = position(game, moves=space)
        assert offered(game.state_from_dict(here)) == row, space


def test_d_14_a_corner_of_an_oblong_nursery_sees_its_shorter_side(implementation: str) -> None:
    # Two rows of three and four corners: 14 spaces, 0 at A1, 4 at C1, 7 at C2, 11 at A2.
    # 5 * 14 moves, 18 turns of four players at most.
    smaller = box(players=(4, 4), nursery={"rows": 2, "columns": 3})
    smaller["gardener"][0] |= {"spaces": 14, "turns": 18}
    game = load(implementation, 4, smaller)
    for space, row in ((0, "T01 T05"), (1, "T01 T04"), (4, "T03 T05"), (5, "T03 T02 T01"), (7, "T06 T02"),
                       (8, "T06 T03"), (11, "T04 T02"), (12, "T04 T05 T06"), (13, "T01 T02 T03")):  # fmt: skip
        assert offered(game.state_from_dict(position(game, moves=space))) == row, space


# CG-9: the die


@pytest.mark.parametrize(
    ("players", "moves", "space", "die"),
    [
        (1, 6, 14, 2),
        (1, 7, 0, 3),
        (1, 23, 0, 5),
        (2, 14, 15, 2),
        (2, 15, 0, 3),
        (2, 16, 1, 3),
        (2, 47, 0, 5),
        (3, 12, 13, 1),
        (3, 13, 14, 2),
        (3, 14, 15, 2),
        (3, 15, 0, 2),  # the start space is no target
        (3, 29, 14, 3),
        (4, 18, 19, 1),
        (4, 19, 0, 2),
        (4, 13, 14, 1),
    ],
)
def test_cg_9_the_die_rises_on_the_target(implementation: str, players: int, moves: int, space: int, die: int) -> None:
    state = play(ending(implementation, players, moves=moves), "done")
    assert facts(state, "gardener", "die") == (space, die)


@pytest.mark.parametrize(("players", "turns"), [(1, 32), (2, 32), (3, 26), (4, 25)])
def test_cg_9_turns_before_the_final_round(implementation: str, players: int, turns: int) -> None:
    spaces, step = (20, 1) if players == 4 else (16, 2 if players == 1 else 1)
    state = load(implementation, players).new_initial_state(seed=11)
    rng = random.Random(players)
    moves, space, die = 0, 0, facts(state, "die")[0]
    while True:
        state.apply_action(rng.choice(state.legal_actions()))
        now, die = facts(state, "gardener", "die")
        if die == 6:
            break
        moves += (now - space) % spaces // step
        space = now
    # The last move before the final round goes to the target.
    moves += ((14 if players == 3 else 0) - space) % spaces // step
    assert moves == FINAL[players] == turns * players


@pytest.mark.parametrize(("players", "moves"), [(1, 32), (2, 64), (3, 78), (4, 100)])
def test_cg_9_the_final_round_begins_after_the_last_turn(implementation: str, players: int, moves: int) -> None:
    beds = [[bed(p + 1, "light", THREE[p]), bed(p + 5, "dark")] for p in range(players)]
    state = ending(implementation, players, beds=beds, moves=moves - 1, middle={"bed": 8, "side": "light"})
    assert facts(state, "die") == (5,)
    state = play(state, "done")
    assert facts(state, "die", "gardener") == (6, 14 if players == 3 else 0)
    assert turn(state) == ("plant", 0)


def test_cg_9_six_is_the_last_value(implementation: str) -> None:
    beds = [[bed(1, "light", THREE[0]), None], [bed(3, "light", THREE[1]), None]]
    state = play(ending(implementation, moves=79, beds=beds), "done")
    assert facts(state, "gardener", "die") == (0, 6)
    assert turn(state) == ("plant", 0)


# CG-20: the gardener moves, and the turn passes


@pytest.mark.parametrize("players", [2, 3, 4])
def test_cg_20_one_space_a_turn_and_the_next_player_round_the_table(implementation: str, players: int) -> None:
    for moves in range(players):
        state = play(ending(implementation, players, moves=moves), "done")
        assert facts(state, "gardener") == (moves + 1,)
        assert turn(state) == ("plant", (moves + 1) % players)


def test_cg_20_a_turn_without_cats_ends_with_the_planting(implementation: str) -> None:
    state = play(at(implementation, cats=[0, 2]), "pot:1@a1")
    assert turn(state) == ("plant", 1)
    assert facts(state, "gardener") == (1,)


def test_the_order_of_a_turn(implementation: str) -> None:
    # CG-29: lose points, refill, plant, cats, scoring, gardener.
    beds = [[bed(1, "light", THREE[0]), None], [bed(3, "light", THREE[1]), None]]
    state = ending(
        implementation,
        moves=65,
        beds=beds,
        spaces={"C2": "."},
        orange=[[0, 3, 5], [0, 0, 0]],
    )
    state = play(state, "done")
    assert turn(state) == ("lose", 0)
    assert legal(state) == ["lose:orange:3", "lose:orange:5"]
    state = play(state, "lose:orange:5")
    assert turn(state) == ("refill", 0)
    state = play(state, "refill:cat")
    assert turn(state) == ("plant", 0)
    state = play(state, "pot:1@b2")
    assert turn(state) == ("cats", 0)
    state = play(state, "done")
    assert turn(state) == ("plant", 1)
    assert facts(state, "gardener") == (3,)
