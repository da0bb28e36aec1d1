"""Scores, ranks and returns: CG-4, CG-16, CG-25 to CG-27, D-15."""

from collections.abc import Sequence

import pytest

import cloche

from .cottage import FINAL, at, bed, ending, fact, facts, full, legal, load, play, turn


def over(
    implementation: str,
    orange: Sequence[Sequence[int]],
    blue: Sequence[Sequence[int]],
    hives: Sequence[int | None],
) -> cloche.State:
    """A game that has ended with these cubes."""
    players = len(orange)
    return at(
        implementation,
        players,
        phase="over",
        player=None,
        moves=FINAL[players],
        beds=[[None, None]] * players,
        orange=[list(cubes) for cubes in orange],
        blue=[list(cubes) for cubes in blue],
        hives=list(hives),
    )


def test_cg_25_the_score_is_the_sum_of_the_cubes_and_the_hive(implementation: str) -> None:
    # 2 + 7 + 20, 2 + 14 + 20, the hive worth 2; 15, 0, the hive worth 1.
    state = over(implementation, [[2, 7, 16], [0, 0, 15]], [[1, 7, 8], [0, 0, 0]], [0, 1])
    assert state.scores() == [2 + 7 + 20 + 2 + 14 + 20 + 2, 15 + 1]
    assert state.ranks() == [1, 2]
    assert state.returns() == [1, -1]
    assert state.is_terminal()
    assert legal(state) == []


def test_cg_25_the_higher_hive_breaks_a_tie(implementation: str) -> None:
    # All have 10 points: 10; 9 and the hive worth 1; 8 and the one worth 2.
    state = over(implementation, [[0, 0, 10], [0, 0, 9], [0, 0, 8]], [[0, 0, 0]] * 3, [2, 1])
    assert state.scores() == [10, 10, 10]
    assert state.ranks() == [3, 2, 1]
    assert state.returns() == [-0.5, -0.5, 1]


def test_cg_25_then_the_place_is_shared(implementation: str) -> None:
    state = over(implementation, [[0, 0, 6], [2, 2, 2]], [[0, 0, 3], [1, 1, 1]], [None, None])
    assert state.scores() == [12, 12]
    assert state.ranks() == [1, 1]
    assert state.returns() == [0, 0]
    state = over(implementation, [[0, 0, 6], [2, 2, 2], [0, 0, 1], [0, 0, 1]], [[0, 0, 0]] * 4, [None, None])
    assert state.ranks() == [1, 1, 3, 3]
    assert state.returns() == pytest.approx([1 / 3, 1 / 3, -1 / 3, -1 / 3])


def test_cg_25_a_hive_helps_only_its_holder_in_a_tie(implementation: str) -> None:
    # 8 and 2; 10; 10.
    state = over(implementation, [[0, 0, 10], [0, 0, 8], [0, 0, 10]], [[0, 0, 0]] * 3, [1, None])
    assert state.ranks() == [2, 1, 2]
    assert state.returns() == [-0.5, 1, -0.5]


def test_d_15_ranks_before_the_end_are_those_of_the_scores_so_far(implementation: str) -> None:
    state = at(implementation, 3, orange=[[0, 0, 3], [0, 0, 5], [0, 0, 0]], blue=[[0, 0, 1], [0, 0, 0], [0, 0, 6]])
    assert state.scores() == [5, 5, 12]
    assert state.ranks() == [2, 2, 1]
    assert state.returns() == [0, 0, 0]
    assert load(implementation, 4).new_initial_state().ranks() == [1, 1, 1, 1]


def test_cg_26_six_cubes_on_20_make_120(implementation: str) -> None:
    state = over(implementation, [[16, 16, 16], [0, 0, 0]], [[8, 8, 8], [0, 0, 0]], [0, None])
    assert state.scores() == [120 + 2, 0]


def test_cg_27_solo_is_about_points(implementation: str) -> None:
    game = load(implementation, 1)
    assert (game.min_utility, game.max_utility, game.utility_sum) == (0, 122, None)
    state = over(implementation, [[2, 7, 16]], [[1, 7, 8]], [0])
    assert state.scores() == [67]
    assert state.ranks() == [1]
    assert state.returns() == [67]
    assert over(implementation, [[0, 0, 0]], [[0, 0, 0]], [None]).returns() == [0]


def test_cg_27_the_solo_gardener_moves_two_spaces(implementation: str) -> None:
    state = play(ending(implementation, 1), "done")
    assert facts(state, "gardener", "die", "phase", "player") == (2, 2, "plant", 0)
    state = play(ending(implementation, 1, moves=15), "done")
    assert facts(state, "gardener", "die") == (0, 4)


def test_cg_27_solo_the_last_bed_ends_the_game_with_its_points(implementation: str) -> None:
    laid = "T01:o0@a1 T02:o0@b1 T03:o0@c1"
    state = at(implementation, 1, moves=33, beds=[[full(1, "light", laid, but="d4"), None]], orange=[[1, 1, 1]])
    state = play(state, "pot:1@d4")
    # Five pots and two cloches.
    assert turn(state) == ("over", None)
    assert state.returns() == [1 + 1 + 6 + 4]
    assert fact(state, "hives") == [None]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_competitive_games_are_about_the_first_place(implementation: str, players: int) -> None:
    game = load(implementation, players)
    assert (game.min_utility, game.max_utility, game.utility_sum) == (-1, 1, 0)
    assert game.shared_return is False


def test_returns_are_0_before_the_end(implementation: str) -> None:
    assert at(implementation, orange=[[1, 1, 1], [0, 0, 0]]).returns() == [0, 0]
    assert at(implementation, 1, beds=[[bed(1), bed(2, "dark")]], orange=[[1, 1, 1]]).returns() == [0]
