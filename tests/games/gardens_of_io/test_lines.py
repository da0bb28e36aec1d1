"""Lines, planting, skipping and groups: IO-11 to IO-13."""

import pytest

from .garden import after, cells, legal, plants, play, scene, words

COLUMN_E = "e1 e2 e3 e4 e5 e6 e7 e8 e9"
LEFT_OF_E = "d1 c2 b3 a4"
RIGHT_OF_E = "f1 g2 h3 i4"
DIAGONAL = "a1 b2 c3 d4 e5 f6 g7 h8 i9"


def test_io_11_three_lines_enter_the_garden_from_a_space(implementation: str) -> None:
    state = scene(implementation, garden={}, reserves=["R", "B"], positions=[5, 0])
    assert plants(state) == cells(f"{COLUMN_E} {LEFT_OF_E} {RIGHT_OF_E}")


def test_io_11_from_a_corner_only_the_diagonal_enters(implementation: str) -> None:
    state = scene(implementation, garden={}, reserves=["R", "B"])
    assert plants(state) == cells(DIAGONAL)


@pytest.mark.parametrize(
    ("space", "straight", "diagonal"),
    [
        (1, "a1 a2 a3 a4 a5 a6 a7 a8 a9", "b1 c2 d3 e4 f5 g6 h7 i8"),
        (9, "i1 i2 i3 i4 i5 i6 i7 i8 i9", "h1 g2 f3 e4 d5 c6 b7 a8"),
        (11, "i1 h1 g1 f1 e1 d1 c1 b1 a1", "i2 h3 g4 f5 e6 d7 c8 b9"),
        (29, "a9 a8 a7 a6 a5 a4 a3 a2 a1", "b9 c8 d7 e6 f5 g4 h3 i2"),
        (39, "a1 b1 c1 d1 e1 f1 g1 h1 i1", "a2 b3 c4 d5 e6 f7 g8 h9"),
    ],
)
def test_io_11_next_to_a_corner_one_diagonal_has_no_circle(
    implementation: str, space: int, straight: str, diagonal: str
) -> None:
    state = scene(implementation, garden={}, reserves=["R", "B"], positions=[space, 0])
    assert plants(state) == cells(f"{straight} {diagonal}")


def test_io_11_a_tree_ends_its_line_and_no_other(implementation: str) -> None:
    state = scene(implementation, garden={"T": "e4 c2"}, reserves=["R", "B"], positions=[5, 0])
    assert plants(state) == cells(f"e1 e2 e3 d1 {RIGHT_OF_E}")


def test_io_11_a_tree_on_the_first_circle_closes_its_line(implementation: str) -> None:
    state = scene(implementation, garden={"T": "e1"}, reserves=["R", "B"], positions=[5, 0])
    assert plants(state) == cells(f"{LEFT_OF_E} {RIGHT_OF_E}")


def test_io_11_a_tree_off_the_lines_ends_none(implementation: str) -> None:
    state = scene(implementation, garden={"T": "d2 f2 i9"}, reserves=["R", "B"], positions=[5, 0])
    assert plants(state) == cells(f"{COLUMN_E} {LEFT_OF_E} {RIGHT_OF_E}")


def test_io_11_the_nearer_of_two_trees_ends_the_line_from_either_side(implementation: str) -> None:
    trees = {"T": "e3 e7"}
    # Space 5 is above column e, space 25 below it.
    near = scene(implementation, garden=trees, reserves=["R", "B"], positions=[5, 0])
    far = scene(implementation, garden=trees, reserves=["R", "B"], positions=[25, 0])
    assert plants(near) & cells(COLUMN_E) == cells("e1 e2")
    assert plants(far) & cells(COLUMN_E) == cells("e8 e9")


def test_io_11_flowers_do_not_block_but_their_circles_are_taken(implementation: str) -> None:
    state = scene(implementation, garden={"Y": "e1 d1 g2 h3"}, reserves=["R", "B"], positions=[5, 0])
    assert plants(state) == cells("e2 e3 e4 e5 e6 e7 e8 e9 c2 b3 a4 f1 i4")


def test_io_11_any_colour_of_the_own_reserve_may_be_planted_and_no_other(implementation: str) -> None:
    state = scene(implementation, garden={"T": "b2"}, reserves=["YYG", "BRP"])
    assert [text for text in legal(state) if "@" in text] == ["Y@a1", "G@a1"]


def test_io_11_a_planted_flower_goes_from_the_reserve_to_the_garden(implementation: str) -> None:
    state = scene(implementation, garden={}, reserves=["YYG", "BRP"])
    assert after(state, "reserves", "Y@a1") == [[0, 1, 0, 0, 0, 1], [1, 0, 0, 1, 1, 0]]
    assert after(state, "garden", "Y@a1") == ["Y........", *["........."] * 8]
    assert play(state, "Y@a1").current_player() == 1


def test_io_12_skip_is_offered_when_a_tree_closes_the_only_line(implementation: str) -> None:
    state = scene(implementation, garden={"T": "a1"}, reserves=["R", "B"])
    assert plants(state) == set()
    assert "skip" in legal(state)


def test_io_12_skip_is_offered_when_every_circle_in_line_is_taken(implementation: str) -> None:
    state = scene(implementation, garden={"Y": DIAGONAL, "G": "a9"}, reserves=["RR", "BB"])
    assert plants(state) == set()
    assert "skip" in legal(state)


def test_io_12_skip_is_not_offered_when_one_circle_in_line_is_empty(implementation: str) -> None:
    taken = DIAGONAL.replace("i9", "")
    state = scene(implementation, garden={"Y": taken}, reserves=["RR", "BB"])
    assert plants(state) == {"i9"}
    assert "skip" not in legal(state)


def test_io_12_empty_circles_behind_a_tree_do_not_forbid_skip(implementation: str) -> None:
    state = scene(implementation, garden={"Y": "a1 b2", "T": "c3"}, reserves=["R", "B"])
    assert "skip" in legal(state)


def test_io_12_skip_moves_one_space_and_keeps_the_reserve(implementation: str) -> None:
    state = play(scene(implementation, garden={"T": "a1"}, reserves=["R", "B"]), "skip")
    assert state.to_dict()["positions"] == [1, 0]
    assert state.to_dict()["reserves"] == [[0, 0, 0, 0, 1, 0], [1, 0, 0, 0, 0, 0]]
    assert state.current_player() == 1


def test_io_12_skip_passes_a_martian_on_the_next_space(implementation: str) -> None:
    state = scene(implementation, garden={"T": "i1"}, reserves=["R", "B"], positions=[10, 11])
    assert after(state, "positions", "skip") == [12, 11]


def test_io_12_a_special_action_may_come_before_skip(implementation: str) -> None:
    state = scene(implementation, garden={"T": "a1", "Y": "e1 g7"}, reserves=["R", "B"])
    assert words(state) == ["swap-tree", "move-flower", "move-tree", "run"]
    # The line stays closed, so that nothing but skip is left.
    assert legal(play(state, "move-flower", "e1", "e2")) == ["skip"]


def test_io_12_a_special_action_may_open_a_line(implementation: str) -> None:
    state = scene(implementation, garden={"T": "a1"}, reserves=["R", "B"])
    assert legal(play(state, "move-tree", "a1", "a9")) == [f"R@{cell}" for cell in DIAGONAL.split()]


def test_io_12_a_special_action_may_close_the_last_line(implementation: str) -> None:
    state = scene(implementation, garden={"T": "a9"}, reserves=["R", "B"])
    assert "skip" not in legal(state)
    assert legal(play(state, "move-tree", "a9", "a1")) == ["skip"]


def test_io_12_a_run_may_leave_a_closed_line(implementation: str) -> None:
    state = play(scene(implementation, garden={"T": "a1"}, reserves=["R", "B"]), "run")
    assert plants(state) == cells(f"{COLUMN_E} {LEFT_OF_E} {RIGHT_OF_E}")
    assert "skip" not in legal(state)


@pytest.mark.parametrize(
    ("planted", "group"),
    [
        ("R@e9", 1),  # nothing beside it
        ("R@e2", 2),  # e1; d3 and f3 only touch corners
        ("R@e4", 4),  # d4 e5 d5, and e5 counted once
        ("R@e6", 4),  # e5 d5 d4
        ("R@b3", 1),  # c4 only touches a corner, a3 is yellow
        ("Y@b3", 2),  # a3
        ("Y@e9", 1),  # another group of yellow counts for nothing
        ("R@f1", 2),  # e1
    ],
)
def test_io_13_the_orthogonal_group_of_the_planted_colour_is_walked(
    implementation: str, planted: str, group: int
) -> None:
    garden = {"R": "e1 d4 d5 e5 c8", "Y": "a3 d3 f3"}
    state = scene(implementation, garden=garden, reserves=["RY", "RYYY"], positions=[5, 0])
    assert after(state, "positions", planted) == [5 + group, 0]
    assert play(state, planted).scores() == [5 + group, 0]


def test_io_13_a_flower_that_joins_two_groups_scores_both(implementation: str) -> None:
    garden = {"R": "e1 e2 e4 f4 g4 g5 i9"}
    state = scene(implementation, garden=garden, reserves=["RR", "RBB"], positions=[5, 0])
    # e1 e2 and e4 f4 g4 g5 and the new e3; i9 is far away.
    assert after(state, "positions", "R@e3") == [12, 0]


def test_io_13_a_group_does_not_wrap_round_the_edge(implementation: str) -> None:
    # i1 and a2 follow each other by number only.
    state = scene(implementation, garden={"R": "i1 i3"}, reserves=["RB", "RB"], positions=[39, 38])
    assert after(state, "positions", "R@a2") == [40, 38]
