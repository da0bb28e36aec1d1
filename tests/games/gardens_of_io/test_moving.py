"""Moving forward: IO-14."""

import pytest

from .garden import after, box, plants, play, scene

# From space 5 a red flower on e3 makes a group of as many as this.
TWO = {"R": "e2"}
THREE = {"R": "e1 e2"}


@pytest.mark.parametrize(
    ("garden", "others", "end"),
    [
        (THREE, [0], 8),
        (THREE, [9], 8),  # one who stands further on is not reached
        (THREE, [4], 8),  # nor one who stands behind
        (TWO, [6], 8),  # the first step goes over 6
        (TWO, [7], 8),  # 7 cannot be ended on
        (THREE, [8], 9),
        (THREE, [6, 7, 8], 11),  # three in a row
        (THREE, [6, 8, 10], 11),  # every other space: 7, 9, 11
        (THREE, [6, 7, 9], 11),  # 8, 10, 11
        (THREE, [7, 9, 11], 10),  # 6, 8, 10
        ({"R": "a9"}, [6, 7, 8, 9], 10),  # one step over four
    ],
)
def test_io_14_spaces_of_other_martians_are_not_counted(
    implementation: str, garden: dict[str, str], others: list[int], end: int
) -> None:
    players = 1 + len(others)
    flowers = len(garden["R"].split())
    # Everybody else holds a yellow flower, the mover two red ones and what makes the deal even.
    mover = "RR" + "G" * (-(flowers + 2 + players - 1) % players)
    state = scene(implementation, garden=garden, reserves=[mover, *"Y" * (players - 1)], positions=[5, *others])
    assert after(state, "positions", "R@e3") == [end, *others]
    assert play(state, "R@e3").scores() == [end, *others]


def test_io_14_a_martian_of_another_lap_stands_in_the_way_all_the_same(implementation: str) -> None:
    # Player 0 on space 39 a lap behind player 1 on space 41 mod 40 = 1.
    garden = {"R": "a2", "G": "e1"}
    state = scene(implementation, garden=garden, reserves=["RRR", "RGG"], positions=[39, 41])
    # Group a1 a2: 40, then over 41.
    assert after(state, "positions", "R@a1") == [42, 41]


def test_io_14_who_is_behind_in_laps_blocks_who_comes_round(implementation: str) -> None:
    garden = {"R": "a1 a3"}
    state = scene(
        implementation,
        garden=garden,
        reserves=["RRR", "RGB"],
        positions=[41, 43 - 40],
        box_of={"lap_lead": 100},
    )
    # Group a1 a2 a3 from 41: 42, over 43 (space 3), 44, 45.
    assert after(state, "positions", "R@a2") == [45, 3]


def test_io_14_martians_share_space_0_until_they_leave_it(implementation: str) -> None:
    state = scene(implementation, garden={}, reserves=["RY", "RY", "RY"])
    state = play(state, "R@a1")
    assert state.to_dict()["positions"] == [1, 0, 0]
    # Player 1 steps over player 0, and is not held by player 2.
    state = play(state, "Y@b2")
    assert state.to_dict()["positions"] == [1, 2, 0]
    state = play(state, "Y@c3")
    assert state.to_dict()["positions"] == [1, 2, 3]


@pytest.mark.parametrize("others", [[0], [0, 0], [0, 0, 0]])
def test_io_14_martians_at_position_0_block_space_0_for_who_comes_round(implementation: str, others: list[int]) -> None:
    players = 1 + len(others)
    state = scene(
        implementation,
        garden={},
        reserves=["RR", *["YY"] * len(others)],
        positions=[39, *others],
        options={"lap_bonus": False},
        box_of={"lap_lead": 100},
    )
    assert players == len(state.scores())
    assert after(state, "positions", "R@a1") == [41, *others]


def test_io_14_space_0_is_free_for_who_comes_round_when_all_have_left_it(implementation: str) -> None:
    state = scene(implementation, garden={}, reserves=["RR", "YY"], positions=[39, 1], options={"lap_bonus": False})
    assert after(state, "positions", "R@a1") == [40, 1]


def test_io_14_a_martian_on_space_0_after_a_lap_is_passed_too(implementation: str) -> None:
    state = scene(implementation, garden={}, reserves=["RR", "YY"], positions=[39, 40], options={"lap_bonus": False})
    assert after(state, "positions", "R@a1") == [41, 40]


@pytest.mark.parametrize(
    ("positions", "end"),
    [
        ([0, 0], 5),
        ([0, 6], 5),
        ([0, 3], 6),  # over one: six positions further
        ([0, 5], 6),  # 5 cannot be ended on
        ([0, 2, 4], 7),
        ([0, 1, 2, 3, 4], 9),
        ([33, 30], 38),
        ([12, 40 - 24], 18),
    ],
)
def test_io_14_a_run_goes_five_spaces_and_further_over_martians(
    implementation: str, positions: list[int], end: int
) -> None:
    reserves = ["RB", *["YB"] * (len(positions) - 1)]
    state = scene(implementation, garden={}, reserves=reserves, positions=positions)
    assert after(state, "positions", "run") == [end, *positions[1:]]


def test_io_14_a_run_and_then_a_group(implementation: str) -> None:
    state = scene(implementation, garden=THREE, reserves=["RR", "BB"], positions=[0, 2])
    # The run: 1, 3, 4, 5, 6. From space 6 the diagonal f1 e2 d3 and column f are in line.
    state = play(state, "run")
    assert state.to_dict()["positions"] == [6, 2]
    # f1 joins e1 and e2.
    assert after(state, "positions", "R@f1") == [9, 2]


def test_io_14_lines_are_seen_from_the_space_a_run_ends_on(implementation: str) -> None:
    before = scene(implementation, garden={}, reserves=["R", "B"])
    assert "e1" not in plants(before)
    assert "e1" in plants(play(before, "run"))


def test_io_14_a_long_run_passes_the_same_martian_twice(implementation: str) -> None:
    state = scene(
        implementation,
        garden={},
        reserves=["R", "B"],
        positions=[0, 10],
        box_of={"spaces": 50, "lap_lead": 100},
    )
    # Nine steps to 9, 39 to 49 over 10, two more over 50: 51, 52.
    assert after(state, "positions", "run") == [52, 10]


def test_io_14_a_small_track_is_shorter(implementation: str) -> None:
    small = box(size=3, colours="BR", trees=0, flowers=2, players=(2, 2))
    assert small["board"]["track"] == 16
    state = scene(
        implementation,
        garden={"B": "c3"},
        reserves=["RR", "R"],
        positions=[15, 1],
        box_of={"size": 3, "colours": "BR"},
        options={"lap_bonus": False},
    )
    # Space 15 is left of row 1; one step ends in the corner, two would pass space 1.
    assert after(state, "positions", "R@a1") == [16, 1]
    # From the corner the diagonal is in line.
    later = play(state, "R@a1")
    assert later.current_player() == 1
