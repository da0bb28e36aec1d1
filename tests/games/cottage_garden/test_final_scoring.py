"""Scoring and the end in the final round: CG-19, CG-23, CG-24, D-8, D-10 to D-12."""

from typing import Any

import pytest

import cloche

from .cottage import (
    FINAL,
    THREE,
    Bed,
    at,
    bed,
    ending,
    fact,
    facts,
    full,
    ids,
    legal,
    legal_of,
    lies,
    play,
    steps,
    turn,
)
from .last_round import ONE, OTHER, TWO, losing

# CG-23: scoring in the final round


def scored(implementation: str, second: Bed | None = None, **rest: Any) -> cloche.State:
    """Player 0 has planted and completed bed 1, which shows 4 pots and 2 cloches, with a cat."""
    here: dict[str, Any] = {"moves": 64, "beds": [[full(1, "light", THREE[0], but="d4"), second], OTHER]}
    return play(ending(implementation, **here | {"cats": [1, 2]} | rest), "cat:1@d4")


def test_cg_23_there_is_no_replacement(implementation: str) -> None:
    second = bed(2, "dark", THREE[2])
    state = scored(implementation, second=second)
    assert facts(state, "phase", "slot") == ("return", 0)
    state = play(state, "return:T03")
    assert lies(state, 0, 1) is None
    assert lies(state, 0, 2) == second
    assert fact(state, "middle") == {"bed": 4, "side": "light"}
    assert ids(fact(state, "queue")[-3:]) == "T03 T01 T02"
    # No cat is left: the turn of player 1.
    assert facts(state, "phase", "player", "gardener") == ("plant", 1, 1)


def test_cg_23_the_other_bed_keeps_its_slot(implementation: str) -> None:
    state = play(scored(implementation, second=bed(2, "dark", THREE[2]), moves=66), "return:T03")
    # The next turn of player 0 is about bed 2, after points are lost: cubes stand on orange 4 and blue 2.
    state = play(state, "pot:1@e1", "done", "lose:orange:4")
    assert turn(state) == ("plant", 0)
    assert not legal_of(state, "pot:1")
    assert legal_of(state, "pot:2@")


def test_cg_23_a_cat_is_earned_again(implementation: str) -> None:
    # Three cats on the way to the end: 9 back to 7, and over the line again.
    state = losing(
        implementation,
        [0, 0, 9],
        [0, 0, 0],
        beds=[[full(1, "light", THREE[0], but="d4"), bed(2, "dark", THREE[2])], OTHER],
        cats=[1, 2],
    )
    assert (turn(state), steps(state)[0]) == (("plant", 0), [0, 0, 7])
    state = play(state, "pot:1@d4")
    assert turn(state) == ("cats", 0)
    state = play(state, "done")
    assert legal(state) == ["orange:0", "orange:7"]
    state = play(state, "orange:7")
    assert fact(state, "cats") == [2, 2]


def test_cg_23_a_start_pot_is_earned_again(implementation: str) -> None:
    # An orange cube goes back onto 0 and leaves it again.
    state = losing(
        implementation,
        [2, 2, 9],
        [0, 0, 0],
        beds=[[full(1, "light", THREE[0], but="d4"), bed(2, "dark", THREE[2])], OTHER],
    )
    state = play(state, "lose:orange:2", "pot:1@d4", "done", "orange:0")
    assert facts(state, "phase", "slot") == ("orange_pot", 0)
    assert steps(state)[0] == [2, 5, 9]


@pytest.mark.parametrize("hives", [[0, None], [1, 0], [0, 1]])
def test_cg_23_no_hive_is_won_twice(implementation: str, hives: list[int | None]) -> None:
    state = scored(implementation, second=bed(2, "dark", THREE[2]), orange=[[15, 15, 15], [0, 0, 0]], hives=hives)
    assert steps(state)[0] == [15, 15, 16]
    assert fact(state, "hives") == hives


def test_cg_23_another_player_can_still_win_the_second_hive(implementation: str) -> None:
    second = bed(2, "dark", THREE[2])
    state = scored(implementation, second=second, orange=[[15, 15, 15], [0, 0, 0]], hives=[1, None])
    assert fact(state, "hives") == [1, 0]


# CG-24: without beds, and the end


def test_cg_24_a_player_without_beds_only_moves_the_gardener(implementation: str) -> None:
    beds = [[bed(1, "light", THREE[0]), None], [None, None], [bed(5, "light", THREE[2]), None]]
    state = ending(
        implementation,
        3,
        moves=78,
        beds=beds,
        orange=[[0, 0, 0], [5, 6, 7], [0, 0, 0]],
        spaces=dict.fromkeys(["A2", "B2", "C2"], "."),
    )
    assert facts(state, "gardener", "player") == (14, 0)
    state = play(state, "done")
    # Player 1 was on space 15, left of row 1; player 2 stands above column A.
    assert facts(state, "gardener", "phase", "player") == (0, "refill", 2)
    assert steps(state, 1)[0] == [5, 6, 7]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_cg_24_the_only_player_with_a_bed_goes_on_alone(implementation: str, players: int) -> None:
    # D-11, D-12: the gardener passes over all others.
    beds: list[list[Bed | None]] = [[None, None] for _ in range(players)]
    beds[1] = [None, bed(3, "light", THREE[0])]
    moves = FINAL[players] + next(i for i in range(players) if (FINAL[players] + i) % players == 1)
    state = ending(implementation, players, moves=moves, beds=beds)
    before = fact(state, "gardener")
    for turns in range(1, 4):
        state = play(state, "done")
        assert turn(state) == ("plant", 1)
        assert fact(state, "gardener") == (before + turns * players) % (20 if players == 4 else 16)
        state = play(state, min(text for text in legal(state) if text.startswith("pot:2")))


def test_cg_24_their_row_is_not_refilled(implementation: str) -> None:
    # After 64 moves player 0; player 1 has no bed; space 1 is above column B.
    beds = [[bed(1, "light", THREE[0]), None], [None, None]]
    state = ending(implementation, moves=64, beds=beds, spaces=dict.fromkeys(["B1", "B2", "B3", "B4"], "."))
    state = play(state, "done")
    assert facts(state, "gardener", "player") == (2, 0)
    assert fact(state, "nursery")[1::4] == [None] * 4


def test_cg_24_a_player_who_has_scored_the_last_own_bed_is_passed_over(implementation: str) -> None:
    state = play(scored(implementation), "return:T03")
    assert facts(state, "gardener", "phase", "player") == (1, "plant", 1)
    state = play(state, "pot:1@e1", "done")
    assert facts(state, "gardener", "phase", "player") == (3, "plant", 1)


def test_cg_19_cats_beyond_two_go_to_the_supply_of_who_has_no_bed(implementation: str) -> None:
    # D-10. Both lines are crossed.
    state = at(
        implementation,
        moves=64,
        beds=[[full(1, "light", THREE[0], but="d4 e4"), None], OTHER],
        orange=[[7, 7, 7], [0, 0, 0]],
        blue=[[3, 3, 3], [0, 0, 0]],
    )
    state = play(state, "pot:1@d4", "cat:1@e4")
    assert facts(state, "phase", "cats") == ("return", [3, 2])
    state = play(state, "return:T03")
    assert facts(state, "player", "cats") == (1, [2, 2])


def last_bed(implementation: str, **rest: Any) -> cloche.State:
    """Player 0 completes the last bed of the game."""
    here: dict[str, Any] = {"beds": [[full(1, "light", THREE[0], but="d4"), None], [None, None]], "cats": [1, 2]}
    return play(ending(implementation, **{"moves": 64} | here | rest), "cat:1@d4")


def test_cg_24_the_game_ends_when_the_last_bed_has_moved_its_cubes(implementation: str) -> None:
    state = last_bed(implementation, orange=[[0, 0, 0], [1, 2, 3]])
    assert state.is_terminal()
    assert facts(state, "phase", "player", "slot", "owed") == ("over", None, None, 0)
    assert steps(state) == ([0, 0, 4], [0, 0, 2])
    assert state.scores() == [4 + 4, 6]
    assert state.returns() == [1, -1]
    # No tile goes back, and the gardener stays.
    assert fact(state, "beds") == [[None, None], [None, None]]
    data = state.to_dict()
    assert not {0, 1, 2} & {*data["nursery"], *data["queue"]}
    assert facts(state, "gardener", "die", "cats") == (0, 6, [0, 2])


def test_cg_24_surplus_cats_are_kept_at_the_end(implementation: str) -> None:
    state = at(
        implementation,
        moves=66,
        beds=[[full(1, "light", THREE[0], but="d4"), None], [None, None]],
        orange=[[7, 7, 7], [0, 0, 0]],
        blue=[[3, 3, 3], [0, 0, 0]],
    )
    state = play(state, "pot:1@d4")
    assert facts(state, "phase", "cats", "gardener") == ("over", [4, 2], 2)


def test_d_8_the_choice_of_cubes_is_still_there(implementation: str) -> None:
    state = last_bed(implementation, orange=[[0, 4, 9], [0, 0, 0]])
    assert legal(state) == ["orange:0", "orange:4", "orange:9"]
    # The last cube leaves step 0, but there is no bed for its pot.
    state = play(state, "orange:0")
    assert state.is_terminal()
    assert steps(state)[0] == [4, 4, 9]


def test_cg_24_no_bed_left_after_giving_up_ends_the_game(implementation: str) -> None:
    beds = [[bed(1, "light", TWO), bed(2, "dark", ONE)], [bed(3, "light", THREE[0][:9]), bed(4, "dark", pots="e4")]]
    before = ending(implementation, moves=63, beds=beds, cats=[2, 1])
    state = play(before, "done")
    assert state.is_terminal()
    assert facts(state, "nursery", "queue", "cats") == facts(before, "nursery", "queue", "cats")
    assert facts(state, "gardener", "die", "beds") == (0, 6, [[None, None], [None, None]])
    assert state.returns() == [0, 0]


def test_cg_24_without_tiles_and_points_the_game_is_shared(implementation: str) -> None:
    state = play(ending(implementation, 4, moves=99), "done")
    assert state.is_terminal()
    assert state.ranks() == [1, 1, 1, 1]
    assert state.returns() == [0, 0, 0, 0]
