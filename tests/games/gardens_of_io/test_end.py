"""The end, scores and ranks: IO-17 to IO-20."""

import pytest

import cloche

from .garden import flowers, legal, load, play, position, scene


def ended(state: cloche.State) -> bool:
    """Whether the game is over, in every way a caller may ask."""
    over = state.is_terminal()
    assert (state.to_dict()["phase"] == "over") is over
    assert (state.current_player() == cloche.TERMINAL) is over
    assert (state.to_dict()["player"] is None) is over
    assert (state.legal_actions() == []) is over
    return over


# IO-17: an empty reserve


def test_io_17_an_empty_reserve_ends_the_game_at_the_end_of_the_turn(implementation: str) -> None:
    state = scene(implementation, garden={}, reserves=["R", "RBB"], positions=[3, 8])
    state = play(state, "R@c1")
    assert ended(state)
    # Everything stays as it was.
    data = state.to_dict()
    assert data["positions"] == [4, 8]
    assert data["reserves"] == [[0] * 6, [2, 0, 0, 0, 1, 0]]
    assert data["garden"][0] == "..R......"
    assert (data["special_open"], data["special"], data["first"], data["extra_turn"]) == (True, None, None, False)


def test_io_17_the_others_have_no_turn_left_whoever_empties_the_reserve(implementation: str) -> None:
    state = scene(implementation, garden={}, reserves=["RBB", "R", "RB"], player=1, positions=[4, 0, 0])
    assert ended(play(state, "R@a1"))


def test_io_17_one_flower_left_is_not_empty(implementation: str) -> None:
    state = scene(implementation, garden={}, reserves=["RR", "RB"])
    assert not ended(play(state, "R@a1"))


def test_io_17_an_extra_turn_does_not_go_on_with_an_empty_reserve(implementation: str) -> None:
    state = scene(implementation, garden={}, reserves=["R", "B"])
    assert ended(play(state, "R@a1"))


def test_io_17_a_reserve_refilled_by_the_lap_bonus_is_not_empty(implementation: str) -> None:
    state = play(scene(implementation, garden={}, reserves=["R", "RBB"], positions=[39, 30]), "R@a1")
    assert state.to_dict()["phase"] == "lap_bonus"
    assert state.to_dict()["reserves"][0] == [0] * 6
    state = play(state, "a1")
    assert not ended(state)
    assert state.current_player() == 1


def test_io_17_a_refilled_reserve_keeps_the_extra_turn(implementation: str) -> None:
    state = scene(implementation, garden={"B": "e7"}, reserves=["R", "BB"], positions=[39, 30])
    state = play(state, "R@a1")
    assert legal(state) == ["e7"]
    state = play(state, "e7")
    assert not ended(state)
    assert state.current_player() == 0
    assert flowers(state.to_dict()["reserves"][0]) == "B"


def test_io_17_an_empty_reserve_that_the_lap_bonus_cannot_fill_ends_the_game(implementation: str) -> None:
    state = scene(implementation, garden={"G": "e7"}, reserves=["R", "BB"], positions=[39, 30])
    assert ended(play(state, "R@a1"))


def test_io_17_without_the_lap_bonus_the_last_flower_ends_the_game(implementation: str) -> None:
    state = scene(implementation, garden={}, reserves=["R", "RBB"], positions=[39, 30], options={"lap_bonus": False})
    assert ended(play(state, "R@a1"))


def test_io_17_skip_keeps_the_game_going(implementation: str) -> None:
    state = scene(implementation, garden={"T": "a1"}, reserves=["R", "B"])
    assert not ended(play(state, "skip"))


def test_io_17_the_printed_game_ends_with_the_last_flower(implementation: str) -> None:
    game = load(implementation)
    # 27 of the 54 flowers dealt are in the garden, 26 in the other reserve.
    garden = {
        "T": "a9 b9 c9",
        "R": "a1 b1 c1 a2 b2 c2",
        "P": "g1 h1 i1 g2 h2 i2 g3 h3 i3",
        "G": "a4 b4 c4 a5 b5 c5 a6 b6 c6",
        "Y": "i5",
        "W": "i6 i7",
    }
    other = "B" * 9 + "Y" * 9 + "W" * 8
    state = game.state_from_dict(position(game, garden=garden, reserves=["R", other], positions=[5, 0]))
    assert ended(play(state, "R@e1"))


# IO-18: a lap ahead


def test_io_18_a_planting_that_leads_by_a_lap_ends_the_game_at_once(implementation: str) -> None:
    # Group a2 b2 from 38: 39, then over the Martian at position 0: 41. No lap bonus, though red could be taken.
    state = scene(implementation, garden={"R": "b2"}, reserves=["RB", "RBB"], positions=[38, 0])
    state = play(state, "R@a2")
    assert ended(state)
    assert state.to_dict()["positions"] == [41, 0]
    assert state.to_dict()["reserves"] == [[1, 0, 0, 0, 0, 0], [2, 0, 0, 0, 1, 0]]


def test_io_18_a_lead_of_39_does_not_end_the_game(implementation: str) -> None:
    state = scene(implementation, garden={"R": "b2"}, reserves=["RB", "RBB"], positions=[38, 0])
    state = play(state, "R@a3")
    assert state.to_dict()["positions"] == [39, 0]
    assert not ended(state)


def test_io_18_a_run_that_leads_by_a_lap_ends_the_game_before_planting(implementation: str) -> None:
    state = scene(implementation, garden={"R": "b2", "B": "e5"}, reserves=["RB", "RB"], positions=[36, 0])
    state = play(state, "run")
    assert ended(state)
    # 37, 38, 39, over the Martian at position 0: 41, 42.
    data = state.to_dict()
    assert data["positions"] == [42, 0]
    assert [sum(hand) for hand in data["reserves"]] == [2, 2]
    assert (data["special"], data["special_open"]) == (None, True)
    assert (data["allowance"], data["counters"]) == ([1, 2], [1, 1, 1, 1, 0])


def test_io_18_a_run_to_a_lead_of_39_goes_on(implementation: str) -> None:
    state = scene(implementation, garden={}, reserves=["RB", "RB"], positions=[34, 0])
    assert not ended(play(state, "run"))


def test_io_18_a_skip_that_leads_by_a_lap_ends_the_game(implementation: str) -> None:
    state = scene(implementation, garden={"T": "a1 a2", "B": "e5 e6"}, reserves=["R", "B"], positions=[39, 0])
    state = play(state, "skip")
    assert state.to_dict()["positions"] == [41, 0]
    assert ended(state)


def test_io_18_the_lead_is_that_of_the_first_over_the_last(implementation: str) -> None:
    # Player 1 is in between: player 0 moves from 45 over space 46 of player 2's lap: 47 is 41 ahead of 6.
    state = scene(implementation, garden={}, reserves=["RB", "RB", "RB"], positions=[45, 20, 6])
    state = play(state, "R@e1")
    assert state.to_dict()["positions"] == [47, 20, 6]
    assert ended(state)


def test_io_18_a_lead_over_the_second_last_alone_is_none(implementation: str) -> None:
    # Player 1 moves, but player 0 leads and is 39 ahead of player 2.
    state = scene(implementation, garden={}, reserves=["RB", "RB", "RB"], positions=[45, 20, 6], player=1)
    assert not ended(play(state, "R@i9"))


def test_io_18_an_extra_turn_is_not_taken_then(implementation: str) -> None:
    state = scene(implementation, garden={}, reserves=["RB", "BB"], positions=[39, 0])
    assert ended(play(state, "R@a1"))


@pytest.mark.parametrize(("start", "over"), [(4, False), (5, True)])
def test_io_18_the_lead_that_ends_the_game_is_the_boxs(implementation: str, start: int, over: bool) -> None:
    # 9 ahead is not enough, 10 is.
    state = scene(implementation, garden={}, reserves=["RB", "RB"], positions=[start, 0], box_of={"lap_lead": 10})
    assert ended(play(state, "run")) is over


@pytest.mark.parametrize(("lap_lead", "over"), [(7, True), (8, False)])
def test_io_18_a_lead_of_exactly_that_ends_the_game_when_planting(
    implementation: str, lap_lead: int, over: bool
) -> None:
    # The group e1 e2 leads from 5 to 7.
    state = scene(
        implementation,
        garden={"R": "e2"},
        reserves=["RB", "RBB"],
        positions=[5, 0],
        box_of={"lap_lead": lap_lead},
    )
    assert ended(play(state, "R@e1")) is over


def test_io_18_a_larger_lead_of_the_box_lets_the_game_go_on(implementation: str) -> None:
    state = scene(
        implementation, garden={"R": "b2"}, reserves=["RB", "RBB"], positions=[38, 0], box_of={"lap_lead": 42}
    )
    state = play(state, "R@a2")
    assert state.to_dict()["positions"] == [41, 0]
    assert state.to_dict()["phase"] == "lap_bonus"


# IO-19: scores, ranks and returns


def test_io_19_the_score_is_the_position_at_any_time(implementation: str) -> None:
    state = scene(implementation, garden={}, reserves=["R", "B", "G"], positions=[12, 45, 33])
    assert state.scores() == [12, 45, 33]
    assert state.ranks() == [3, 1, 2]
    assert state.returns() == [0, 0, 0]


def test_io_19_most_wins_not_who_ends_the_game(implementation: str) -> None:
    state = play(scene(implementation, garden={}, reserves=["R", "RBB"], positions=[3, 8]), "R@c1")
    assert state.scores() == [4, 8]
    assert state.ranks() == [2, 1]
    assert state.returns() == [-1, 1]


def test_io_19_equal_positions_at_0_share_the_rank(implementation: str) -> None:
    state = scene(implementation, garden={}, reserves=["RB", "RB", "RB"])
    assert state.ranks() == [1, 1, 1]
    state = play(state, "R@a1")
    assert state.ranks() == [1, 2, 2]
    state = play(state, "R@b2")
    assert state.ranks() == [2, 1, 3]


def test_io_19_last_place_may_be_shared_at_the_end(implementation: str) -> None:
    state = play(scene(implementation, garden={}, reserves=["R", "RB", "RBB"]), "R@a1")
    assert ended(state)
    assert state.ranks() == [1, 2, 2]
    assert state.returns() == [1, -0.5, -0.5]


def test_io_19_the_winner_of_five_gets_1_and_the_others_a_quarter_less_than_0(implementation: str) -> None:
    state = scene(implementation, garden={}, reserves=["R", "RB", "RB", "RBG", "RB"], positions=[9, 4, 8, 20, 3])
    state = play(state, "R@i1")
    assert state.to_dict()["positions"] == [10, 4, 8, 20, 3]
    assert state.ranks() == [2, 4, 3, 1, 5]
    assert state.returns() == [-0.25, -0.25, -0.25, 1, -0.25]


# IO-20: cooperative


def test_io_20_everybody_scores_the_martian_furthest_behind(implementation: str) -> None:
    state = scene(
        implementation,
        garden={},
        reserves=["R", "RB", "RBB"],
        positions=[9, 4, 20],
        options={"cooperative": True},
    )
    assert state.scores() == [4, 4, 4]
    assert state.ranks() == [1, 1, 1]
    assert state.returns() == [0, 0, 0]
    state = play(state, "R@i1")
    assert ended(state)
    assert state.to_dict()["positions"] == [10, 4, 20]
    assert state.scores() == [4, 4, 4]
    assert state.returns() == [4, 4, 4]
    assert state.ranks() == [1, 1, 1]


def test_io_20_a_lap_ahead_ends_the_cooperative_game_too(implementation: str) -> None:
    options = {"cooperative": True}
    state = scene(implementation, garden={}, reserves=["RB", "RB"], positions=[41, 2], options=options)
    state = play(state, "R@a1")
    assert state.to_dict()["positions"] == [43, 2]
    assert ended(state)
    assert state.returns() == [2, 2]


def test_io_20_the_option_is_off_by_default(implementation: str) -> None:
    assert load(implementation).options["cooperative"] is False
