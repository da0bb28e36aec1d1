"""Special actions: IO-8 to IO-10 and IO-21."""

import pytest

from .garden import WORDS, after, cells, legal, load, play, position, scene, words

ALL = list(WORDS)


# IO-8: allowances and counters


@pytest.mark.parametrize(("players", "allowance"), [(2, 2), (3, 1), (4, 1), (5, 1)])
def test_io_08_two_players_have_two_special_actions_a_game_and_more_have_one(
    implementation: str, players: int, allowance: int
) -> None:
    data = load(implementation, players).new_initial_state().to_dict()
    assert data["allowance"] == [allowance] * players
    assert data["counters"] == [1] * 5


def test_io_08_a_special_action_comes_before_planting_by_the_same_player(implementation: str) -> None:
    state = play(scene(implementation, garden={}, reserves=["RR", "BB"]), "run")
    assert state.current_player() == 0
    assert state.to_dict()["phase"] == "turn"
    assert play(state, "R@e1").current_player() == 1


def test_io_08_only_one_special_action_a_turn(implementation: str) -> None:
    garden = {"R": "a9", "Y": "b9", "T": "c9"}
    state = scene(implementation, garden=garden, reserves=["RR", "BB"])
    assert words(state) == ALL
    # One is left to player 0, but not in this turn.
    state = play(state, "run")
    assert state.to_dict()["allowance"] == [1, 2]
    assert words(state) == []
    assert words(play(state, "R@e1")) == ALL[:4]


def test_io_08_the_next_turn_allows_the_second_one(implementation: str) -> None:
    garden = {"R": "a9", "Y": "b9", "T": "c9"}
    state = scene(implementation, garden=garden, reserves=["RRR", "BBB"])
    state = play(state, "run", "R@e1", "B@a1")
    assert state.current_player() == 0
    assert words(state) == ALL[:4]
    state = play(state, "move-tree", "c9", "c8", "R@f1", "B@b1")
    assert state.to_dict()["allowance"] == [0, 2]
    assert words(state) == []


def test_io_08_with_three_players_one_has_to_do_for_the_game(implementation: str) -> None:
    state = scene(implementation, garden={"T": "c9"}, reserves=["RRRY", "BBBY", "GGGY"])
    state = play(state, "run", "R@e1", "B@a1", "G@b2")
    assert state.current_player() == 0
    assert state.to_dict()["allowance"] == [0, 1, 1]
    assert words(state) == []


def test_io_08_a_counter_used_by_one_player_is_used_for_all(implementation: str) -> None:
    state = scene(implementation, garden={"R": "a9"}, reserves=["RR", "BBB"], spent={"run": 0})
    assert words(state) == ["move-flower"]
    assert words(play(state, "R@a1")) == ["move-flower"]


def test_io_08_a_box_may_give_a_counter_two_uses(implementation: str) -> None:
    state = scene(implementation, garden={}, reserves=["RR", "BB"], box_of={"uses": [1, 1, 1, 1, 2]})
    state = play(state, "run", "R@e1", "run", "B@f1")
    assert state.to_dict()["counters"] == [1, 1, 1, 1, 0]
    assert words(state) == ["swap-flowers", "move-flower"]


def test_io_08_a_box_may_allow_no_special_action(implementation: str) -> None:
    state = scene(implementation, garden={"R": "a9", "T": "a8"}, reserves=["RR", "B"], box_of={"specials": (0, 0)})
    assert words(state) == []


@pytest.mark.parametrize("word", ALL[:4])
def test_io_08_the_word_spends_counter_and_allowance_and_there_is_no_way_back(implementation: str, word: str) -> None:
    garden = {"R": "a9", "Y": "b9", "T": "c9"}
    state = play(scene(implementation, garden=garden, reserves=["RR", "BB"]), word)
    data = state.to_dict()
    assert (data["phase"], data["player"], data["special"], data["special_open"]) == ("first_cell", 0, word, False)
    assert data["allowance"] == [1, 2]
    assert data["counters"] == [int(other != word) for other in WORDS]
    assert set(legal(state)) <= cells("a9 b9 c9")


def test_io_08_an_extra_turn_allows_another_special_action(implementation: str) -> None:
    # The last red flower earns the extra turn.
    state = scene(implementation, garden={"T": "c9"}, reserves=["RB", "BB"])
    state = play(state, "run")
    assert words(state) == []
    state = play(state, "R@e1")
    assert state.current_player() == 0
    assert state.to_dict()["special_open"] is True
    assert words(state) == ["swap-tree", "move-flower", "move-tree"]


def test_io_08_an_extra_turn_does_not_renew_the_allowance_of_the_game(implementation: str) -> None:
    state = scene(implementation, garden={"T": "c9"}, reserves=["RB", "BB", "BB"])
    state = play(state, "run", "R@e1")
    assert state.current_player() == 0
    assert state.to_dict()["special_open"] is True
    assert state.to_dict()["allowance"] == [0, 1, 1]
    assert words(state) == []


# IO-9 and IO-21: what they do


def test_io_09_swap_tree_exchanges_a_tree_and_a_flower(implementation: str) -> None:
    state = scene(implementation, garden={"R": "a1", "B": "i5", "T": "c1 e1 g9"}, reserves=["R", "B"])
    assert after(state, "garden", "swap-tree", "e1", "i5") == [
        "R.T.B....", *["........."] * 3, "........T", *["........."] * 3, "......T.."
    ]  # fmt: skip


def test_io_09_swap_flowers_exchanges_two_flowers(implementation: str) -> None:
    state = scene(implementation, garden={"R": "a1", "B": "i5"}, reserves=["R", "B"])
    assert after(state, "garden", "swap-flowers", "a1", "i5")[::4] == ["B........", "........R", "........."]


def test_io_09_move_flower_takes_a_flower_to_an_empty_circle(implementation: str) -> None:
    state = scene(implementation, garden={"R": "a1", "B": "b1"}, reserves=["R", "B"])
    assert after(state, "garden", "move-flower", "a1", "i9") == [".B.......", *["........."] * 7, "........R"]


def test_io_09_move_tree_takes_a_tree_to_an_empty_circle(implementation: str) -> None:
    state = scene(implementation, garden={"R": "a1 b1", "T": "c1"}, reserves=["R", "B"])
    assert after(state, "garden", "move-tree", "c1", "i9") == ["RR.......", *["........."] * 7, "........T"]


def test_io_09_run_moves_five_spaces_and_scores_five(implementation: str) -> None:
    state = play(scene(implementation, garden={}, reserves=["RB", "BR"], positions=[7, 0]), "run")
    assert state.to_dict()["positions"] == [12, 0]
    assert state.scores() == [12, 0]


def test_io_09_the_spaces_of_a_run_are_the_boxs(implementation: str) -> None:
    state = scene(implementation, garden={}, reserves=["RB", "BR"], positions=[7, 0], box_of={"spaces": 3})
    assert after(state, "positions", "run") == [10, 0]


@pytest.mark.parametrize(
    ("word", "first", "second"),
    [
        ("swap-tree", "d4 h2", "a1 c5 e1"),
        ("move-tree", "d4 h2", None),
        ("move-flower", "a1 c5 e1", None),
    ],
)
def test_io_21_the_piece_is_asked_first_and_then_where_it_goes(
    implementation: str, word: str, first: str, second: str | None
) -> None:
    state = scene(implementation, garden={"R": "a1 e1", "B": "c5", "T": "d4 h2"}, reserves=["RR", "B"])
    state = play(state, word)
    assert set(legal(state)) == cells(first)
    empty = {f"{x}{y}" for x in "abcdefghi" for y in range(1, 10)} - cells("a1 e1 c5 d4 h2")
    for cell in first.split():
        picked = play(state, cell)
        assert (picked.to_dict()["phase"], picked.to_dict()["first"]) == ("second_cell", cell)
        assert set(legal(picked)) == (empty if second is None else cells(second))
        # It is still the same player's turn after the second cell.
        done = play(picked, legal(picked)[0]).to_dict()
        assert (done["phase"], done["player"], done["special"], done["first"]) == ("turn", 0, None, None)
        assert done["special_open"] is False


def test_io_21_swap_flowers_asks_the_flower_with_the_lower_index_first(implementation: str) -> None:
    # By index: a1 R, e1 B, c5 R, b9 Y.
    state = scene(implementation, garden={"R": "a1 c5", "B": "e1", "Y": "b9"}, reserves=["R", "B"])
    state = play(state, "swap-flowers")
    # Nothing follows b9.
    assert legal(state) == ["a1", "e1", "c5"]
    assert legal(play(state, "a1")) == ["e1", "b9"]
    assert legal(play(state, "e1")) == ["c5", "b9"]
    assert legal(play(state, "c5")) == ["b9"]


# IO-10: targets


@pytest.mark.parametrize(
    ("garden", "offered"),
    [
        ({}, "run"),
        ({"T": "a1"}, "move-tree run"),
        ({"R": "a1 b1"}, "move-flower run"),  # equal colours are not swapped
        ({"R": "a1", "B": "i9"}, "swap-flowers move-flower run"),
        ({"R": "a1 b1", "T": "i9"}, "swap-tree move-flower move-tree run"),
        ({"R": "a1", "B": "b1", "T": "i9"}, "swap-tree swap-flowers move-flower move-tree run"),
    ],
)
def test_io_10_a_special_action_without_a_target_is_not_offered(
    implementation: str, garden: dict[str, str], offered: str
) -> None:
    state = scene(implementation, garden=garden, reserves=["R", "B"])
    assert words(state) == offered.split()


def test_io_10_flowers_of_one_colour_are_not_swapped(implementation: str) -> None:
    state = scene(implementation, garden={"R": "a1 c1 e1", "B": "b1"}, reserves=["R", "B"])
    assert legal(play(state, "swap-flowers", "a1")) == ["b1"]


def test_io_10_a_first_cell_without_a_second_one_is_not_offered(implementation: str) -> None:
    # After b1 come only flowers of its own colour.
    state = scene(implementation, garden={"R": "b1 c1 d9", "B": "a1"}, reserves=["R", "B"])
    assert legal(play(state, "swap-flowers")) == ["a1"]


def test_io_10_circles_need_not_be_in_line_and_nothing_is_scored(implementation: str) -> None:
    # From corner 0 only the diagonal a1-i9 is in line.
    garden = {"R": "b1", "B": "a8", "T": "h1"}
    state = scene(implementation, garden=garden, reserves=["RRR", "BBB"])
    for moves in (
        ["swap-tree", "h1", "a8"],
        ["swap-flowers", "b1", "a8"],
        ["move-flower", "b1", "i8"],
        ["move-tree", "h1", "a5"],
    ):
        later = play(state, *moves)
        assert later.scores() == [0, 0]
        assert later.to_dict()["reserves"] == state.to_dict()["reserves"]


def test_io_10_moving_a_flower_into_a_group_scores_nothing_until_one_is_planted(implementation: str) -> None:
    state = scene(implementation, garden={"R": "e1 i9"}, reserves=["RB", "BB"], positions=[5, 0])
    state = play(state, "move-flower", "i9", "e2")
    assert state.to_dict()["positions"] == [5, 0]
    assert after(state, "positions", "R@e3") == [8, 0]


def test_io_10_a_flower_goes_to_any_circle_that_is_empty_even_if_few_are(implementation: str) -> None:
    garden = {"R": "a1 b1 c1", "B": "c2 a3 b3"}
    state = scene(implementation, garden=garden, reserves=["R", "B"], box_of={"size": 3, "colours": "RB"})
    assert legal(play(state, "move-flower", "b1")) == ["a2", "b2", "c3"]


def test_io_10_trees_are_exchanged_for_any_flower_of_the_full_game(implementation: str) -> None:
    game = load(implementation)
    garden = {"R": "a1", "G": "i9", "T": "e5 a9 i1"}
    state = game.state_from_dict(position(game, garden=garden, reserves=[None, None]))
    assert legal(play(state, "swap-tree")) == ["i1", "e5", "a9"]
    assert legal(play(state, "swap-tree", "e5")) == ["a1", "i9"]
