"""Extra turns and the lap bonus: IO-15 and IO-16."""

import pytest

from .garden import after, cells, flowers, legal, plants, play, scene

# From space 39 row 1 and the diagonal a2-h9 are in line; one step further is the start.


# IO-15: extra turn


def test_io_15_last_flower_of_a_colour_gives_an_extra_turn(implementation: str) -> None:
    state = play(scene(implementation, garden={}, reserves=["RB", "BB"]), "R@a1")
    data = state.to_dict()
    assert (data["phase"], data["player"], data["special_open"], data["extra_turn"]) == ("turn", 0, True, False)
    assert data["positions"] == [1, 0]


def test_io_15_no_extra_turn_while_the_colour_is_in_another_reserve(implementation: str) -> None:
    state = scene(implementation, garden={}, reserves=["RB", "RB"])
    assert play(state, "R@a1").current_player() == 1


def test_io_15_no_extra_turn_while_the_colour_is_in_the_own_reserve(implementation: str) -> None:
    state = scene(implementation, garden={}, reserves=["RR", "BB"])
    assert play(state, "R@a1").current_player() == 1


def test_io_15_the_last_player_counts_as_well(implementation: str) -> None:
    state = scene(implementation, garden={}, reserves=["RB", "BB", "BB", "BB", "BR"])
    assert play(state, "R@a1").current_player() == 1


def test_io_15_flowers_of_the_colour_in_bag_and_garden_do_not_count(implementation: str) -> None:
    state = scene(implementation, garden={"R": "e5 e6"}, reserves=["RB", "BB"])
    assert state.to_dict()["bag"][4] == 7
    assert play(state, "R@a1").current_player() == 0


def test_io_15_the_extra_turn_ends_with_the_turn_of_the_next_player(implementation: str) -> None:
    state = scene(implementation, garden={}, reserves=["RBB", "BBB"])
    assert play(state, "R@a1", "B@a2").current_player() == 1


def test_io_15_two_colours_give_two_extra_turns_in_a_row(implementation: str) -> None:
    state = scene(implementation, garden={}, reserves=["RYB", "BBB"])
    state = play(state, "R@a1", "Y@a2")
    assert state.current_player() == 0
    assert play(state, "B@b1").to_dict()["phase"] == "over"


def test_io_15_any_player_may_earn_it(implementation: str) -> None:
    state = scene(implementation, garden={}, reserves=["RR", "BR", "RR"], player=1)
    assert play(state, "B@a1").current_player() == 1


def test_io_15_skip_gives_none(implementation: str) -> None:
    # No white is in any reserve; it was not planted now.
    state = scene(implementation, garden={"T": "a1", "W": "e5 e6"}, reserves=["R", "B"])
    assert play(state, "skip").current_player() == 1


def test_io_15_a_colour_that_is_out_of_all_reserves_gives_no_second_extra_turn(implementation: str) -> None:
    # The last red is planted and passes the start; it cannot come back, so that red is never planted again.
    state = scene(implementation, garden={"B": "e5"}, reserves=["RBY", "BYBY"], positions=[39, 38])
    state = play(state, "R@a1")
    assert state.to_dict()["phase"] == "lap_bonus"
    assert legal(state) == ["e5"]


def test_io_15_it_is_earned_when_the_flower_is_planted(implementation: str) -> None:
    # Red is last when planted; the lap bonus gives blue, and the extra turn stays.
    state = play(scene(implementation, garden={"B": "e5"}, reserves=["RB", "B"], positions=[39, 38]), "R@a1")
    assert state.to_dict()["extra_turn"] is True
    state = play(state, "e5")
    data = state.to_dict()
    assert (data["phase"], data["player"], data["extra_turn"]) == ("turn", 0, False)
    assert flowers(data["reserves"][0]) == "BB"


# IO-16: lap bonus


def test_io_16_planting_past_the_start_takes_a_flower_into_the_reserve(implementation: str) -> None:
    garden = {"G": "e5", "B": "e7 f9"}
    state = scene(implementation, garden=garden, reserves=["RB", "RBB"], positions=[39, 30])
    state = play(state, "R@a1")
    data = state.to_dict()
    assert (data["phase"], data["player"], data["special"], data["extra_turn"]) == ("lap_bonus", 0, None, False)
    assert data["positions"] == [40, 30]
    state = play(state, "e7")
    data = state.to_dict()
    assert flowers(data["reserves"][0]) == "BB"
    assert data["garden"] == ["R........", *["........."] * 3, "....G....", *["........."] * 3, ".....B..."]
    assert (data["phase"], data["player"]) == ("turn", 1)


def test_io_16_only_colours_that_are_still_in_a_reserve_may_be_taken(implementation: str) -> None:
    # Blue is in the own reserve only, yellow in the other's only, green and white in none.
    garden = {"G": "e5", "B": "e7", "Y": "g7", "W": "c3"}
    state = scene(implementation, garden=garden, reserves=["RB", "RY"], positions=[39, 30])
    assert legal(play(state, "R@a1")) == ["a1", "e7", "g7"]


def test_io_16_the_flower_just_planted_may_be_taken_back(implementation: str) -> None:
    state = play(scene(implementation, garden={}, reserves=["RB", "RB"], positions=[39, 30]), "R@a1", "a1")
    data = state.to_dict()
    assert flowers(data["reserves"][0]) == "BR"
    assert data["garden"] == ["." * 9] * 9
    assert data["positions"] == [40, 30]
    assert data["player"] == 1


def test_io_16_the_planted_flower_no_longer_counts_as_in_the_reserve(implementation: str) -> None:
    # Red was in the reserve of player 0 alone: neither the new red nor the old one may be taken.
    state = scene(implementation, garden={"R": "e5", "B": "e7"}, reserves=["RB", "BB"], positions=[39, 30])
    assert legal(play(state, "R@a1")) == ["e7"]


def test_io_16_trees_are_not_taken(implementation: str) -> None:
    state = scene(implementation, garden={"T": "e5 e6 e7"}, reserves=["RB", "RB"], positions=[39, 30])
    assert legal(play(state, "R@a1")) == ["a1"]


def test_io_16_nothing_eligible_nothing_taken(implementation: str) -> None:
    # The last red is planted, and no blue is in the garden.
    state = scene(implementation, garden={"G": "e5 e6"}, reserves=["RB", "BB"], positions=[39, 30])
    data = play(state, "R@a1").to_dict()
    assert (data["phase"], data["player"]) == ("turn", 0)
    assert data["positions"] == [40, 30]


def test_io_16_a_move_that_stops_before_the_start_brings_nothing(implementation: str) -> None:
    state = scene(implementation, garden={"B": "e7 e9"}, reserves=["RB", "RB"], positions=[38, 30])
    data = play(state, "R@a2").to_dict()
    assert (data["phase"], data["player"], data["positions"]) == ("turn", 1, [39, 30])


def test_io_16_a_move_from_the_start_brings_nothing(implementation: str) -> None:
    state = scene(implementation, garden={"B": "e7 e9"}, reserves=["RB", "RB"], positions=[40, 30])
    data = play(state, "R@b2").to_dict()
    assert (data["phase"], data["player"], data["positions"]) == ("turn", 1, [41, 30])


def test_io_16_every_lap_brings_one(implementation: str) -> None:
    state = scene(implementation, garden={"B": "e7 e9"}, reserves=["RB", "RB"], positions=[119, 100])
    assert after(state, "phase", "R@a1") == "lap_bonus"


def test_io_16_jumping_over_space_0_passes_the_start(implementation: str) -> None:
    # Player 1 stands on space 0 a lap ahead.
    state = scene(implementation, garden={}, reserves=["RB", "RB"], positions=[39, 40])
    data = play(state, "R@a1").to_dict()
    assert (data["phase"], data["positions"]) == ("lap_bonus", [41, 40])


def test_io_16_skip_past_the_start_brings_one(implementation: str) -> None:
    garden = {"T": "a1 a2", "B": "e7", "G": "e8"}
    state = play(scene(implementation, garden=garden, reserves=["RB", "RB"], positions=[39, 30]), "skip")
    data = state.to_dict()
    assert (data["phase"], data["player"], data["special"], data["extra_turn"]) == ("lap_bonus", 0, None, False)
    assert legal(state) == ["e7"]
    data = play(state, "e7").to_dict()
    assert flowers(data["reserves"][0]) == "BBR"
    assert (data["phase"], data["player"]) == ("turn", 1)


def test_io_16_a_run_past_the_start_brings_one_before_planting(implementation: str) -> None:
    garden = {"Y": "e7", "G": "e8"}
    state = play(scene(implementation, garden=garden, reserves=["RB", "YB"], positions=[36, 30]), "run")
    data = state.to_dict()
    assert (data["phase"], data["player"], data["special"]) == ("lap_bonus", 0, "run")
    assert (data["positions"], data["special_open"], data["extra_turn"]) == ([41, 30], False, False)
    assert legal(state) == ["e7"]


def test_io_16_the_flower_of_a_run_may_be_planted_in_the_same_turn(implementation: str) -> None:
    garden = {"Y": "e7", "G": "e8"}
    before = scene(implementation, garden=garden, reserves=["RB", "YB"], positions=[36, 30])
    assert not any(text.startswith("Y@") for text in legal(before))
    state = play(before, "run", "e7")
    data = state.to_dict()
    assert (data["phase"], data["player"], data["special"], data["special_open"]) == ("turn", 0, None, False)
    # Space 1 is above column a.
    state = play(state, "Y@a1")
    assert flowers(state.to_dict()["reserves"][0]) == "BR"
    assert (state.to_dict()["positions"], state.current_player()) == ([42, 30], 1)


def test_io_16_the_circle_of_the_flower_of_a_run_may_be_planted_again(implementation: str) -> None:
    state = scene(implementation, garden={"Y": "a1", "G": "a2"}, reserves=["RB", "YB"], positions=[36, 30])
    state = play(state, "run", "a1")
    assert "a1" in plants(state)
    assert "a2" not in plants(state)


def test_io_16_a_run_with_nothing_eligible_goes_on_to_planting(implementation: str) -> None:
    state = scene(implementation, garden={"G": "e7 e8"}, reserves=["RB", "YB"], positions=[36, 30])
    data = play(state, "run").to_dict()
    assert (data["phase"], data["player"], data["positions"]) == ("turn", 0, [41, 30])


def test_io_16_a_run_that_does_not_reach_the_start_brings_nothing(implementation: str) -> None:
    state = scene(implementation, garden={"Y": "e7 e8"}, reserves=["RB", "YB"], positions=[34, 30])
    data = play(state, "run").to_dict()
    assert (data["phase"], data["positions"]) == ("turn", [39, 30])


def test_io_16_a_planting_after_a_run_may_bring_one_as_well(implementation: str) -> None:
    # The run stops on 39; the planting passes the start.
    state = scene(implementation, garden={"Y": "e7 e8"}, reserves=["RB", "YB"], positions=[34, 30])
    state = play(state, "run", "R@a1")
    data = state.to_dict()
    assert (data["phase"], data["special"], data["special_open"]) == ("lap_bonus", None, False)
    assert legal(state) == ["e7", "e8"]


def test_io_16_at_a_run_the_whole_own_reserve_counts(implementation: str) -> None:
    # Nothing was planted yet: red is eligible because player 0 holds it.
    state = scene(implementation, garden={"R": "e7", "G": "e8"}, reserves=["RB", "YB"], positions=[36, 30])
    assert legal(play(state, "run")) == ["e7"]


@pytest.mark.parametrize("first", ["R@a1", "run"])
def test_io_16_without_the_option_nothing_is_taken(implementation: str, first: str) -> None:
    state = scene(
        implementation,
        garden={"B": "e7 e9"},
        reserves=["RB", "RB"],
        positions=[39, 30],
        options={"lap_bonus": False},
    )
    assert after(state, "phase", first) == "turn"


def test_io_16_the_option_is_on_by_default(implementation: str) -> None:
    state = scene(implementation, garden={"B": "e7 e9"}, reserves=["RB", "RB"], positions=[39, 30])
    assert state.game.options["lap_bonus"] is True
    assert after(state, "phase", "R@a1") == "lap_bonus"


def test_io_16_the_bonus_scores_nothing(implementation: str) -> None:
    garden = {"B": "e7 e8 e9"}
    state = play(scene(implementation, garden=garden, reserves=["RB", "RBB"], positions=[39, 30]), "R@a1")
    assert play(state, "e8").scores() == state.scores() == [40, 30]


def test_io_16_a_small_board_has_a_shorter_lap(implementation: str) -> None:
    small = {"size": 4, "colours": "BG"}
    state = scene(implementation, garden={"G": "d4"}, reserves=["BB", "G"], positions=[19, 10], box_of=small)
    state = play(state, "B@a1")
    assert state.to_dict()["phase"] == "lap_bonus"
    assert set(legal(state)) == cells("a1 d4")
    assert flowers(after(state, "reserves", "d4")[0], "BG") == "BG"
