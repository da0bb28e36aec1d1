"""What becomes of a scored bed: CG-17, CG-18, CG-28, D-9."""

import random
from typing import Any

import pytest

import cloche

from .cottage import BARE, at, bare_box, bed, ending, fact, facts, full, ids, legal, lies, load, play, position, turn

# On the light side of bed 1: T21 ####/#... at a1 and T12 ##/## at d3 ..., T03 ## at a4, T04 ## at c4 (all of them free
# or printed squares): a1 b1 c1 d1 a2; d2 e2 d3 e3; a4 b4; c4 d4.
LAID = "T21:o0@a1 T04:o0@c4 T12:o0@d2 T03:o0@a4"


def scored(implementation: str, laid: str = LAID, **rest: Any) -> cloche.State:
    """Player 0 has scored bed 1; all cubes had one way to go."""
    state = ending(implementation, **{"beds": [[full(1, "light", laid, pots="e4"), bed(2, "dark")]]} | rest)
    return play(state, "done")


def test_cg_17_the_player_picks_the_order_of_the_tiles(implementation: str) -> None:
    state = scored(implementation)
    assert facts(state, "phase", "player", "slot") == ("return", 0, 0)
    # T03 and T04 have the same grid, so the lowest is offered.
    assert legal(state) == ["return:T03", "return:T12", "return:T21"]
    queue = fact(state, "queue")
    state = play(state, "return:T12")
    assert fact(state, "queue") == [*queue, 11]
    assert legal(state) == ["return:T03", "return:T21"]
    state = play(state, "return:T03")
    assert legal(state) == ["return:T04", "return:T21"]
    # The last one goes by itself, and the bed is replaced.
    state = play(state, "return:T21")
    assert ids(fact(state, "queue")[len(queue) :]) == "T12 T03 T21 T04"
    assert turn(state) == ("cats", 0)
    assert fact(state, "slot") is None


def test_cg_17_pots_and_cats_go_to_the_supply_before_the_tiles(implementation: str) -> None:
    state = scored(implementation)
    assert lies(state) == bed(1, "light", LAID)
    assert fact(state, "cats") == [2, 2]
    # The order in which the tiles were laid stays for those still there.
    assert lies(play(state, "return:T12")) == bed(1, "light", "T21:o0@a1 T04:o0@c4 T03:o0@a4")
    assert lies(play(state, "return:T03")) == bed(1, "light", "T21:o0@a1 T04:o0@c4 T12:o0@d2")


def test_cg_17_equal_tiles_go_by_themselves_lowest_first(implementation: str) -> None:
    state = scored(implementation, "T06:o0@a4 T03:o0@c4 T05:o0@a1")
    assert turn(state) == ("cats", 0)
    assert ids(fact(state, "queue")[-3:]) == "T03 T05 T06"


def test_cg_28_what_is_left_of_one_kind_goes_by_itself(implementation: str) -> None:
    state = scored(implementation, "T06:o0@a4 T03:o0@c4 T01:o0@a1")
    assert legal(state) == ["return:T01", "return:T03"]
    state = play(state, "return:T01")
    assert turn(state) == ("cats", 0)
    assert ids(fact(state, "queue")[-3:]) == "T01 T03 T06"


def test_cg_17_turned_grids_are_not_equal(implementation: str) -> None:
    # D-3: equal means the same rows of text. T01 and T02 lie alike on the bed.
    game = load(implementation, 2, bare_box("##", "#/#", *["#"] * 18))
    beds = [[full(1, "light", "T01:o0@a1 T02:o1@a2", of=game.components or {}), bed(2, "dark")]]
    state = play(game.state_from_dict(position(game, phase="cats", beds=beds)), "done")
    assert legal(state) == ["return:T01", "return:T02"]


def test_cg_17_a_print_makes_another_grid(implementation: str) -> None:
    # T10 is ##/#. and T11 P#/#.
    state = scored(implementation, "T11:o0@a1 T10:o0@a4 T09:o0@d2")
    assert legal(state) == ["return:T09", "return:T11"]


def test_cg_17_a_bed_without_tiles_is_replaced_at_once(implementation: str) -> None:
    state = scored(implementation, "")
    assert turn(state) == ("cats", 0)
    assert lies(state) == bed(5)


def test_cg_17_the_bed_is_turned_over_into_the_middle_and_the_other_one_comes_as_it_lies(implementation: str) -> None:
    state = scored(implementation, "", middle={"bed": 6, "side": "dark"})
    assert lies(state) == bed(7, "dark")
    assert fact(state, "middle") == {"bed": 0, "side": "dark"}
    # A dark bed in the second slot is turned to light.
    state = play(ending(implementation, beds=[[bed(1), full(2, "dark")]]), "done")
    assert (lies(state, 0, 1), lies(state, 0, 2)) == (bed(1), bed(5))
    assert fact(state, "middle") == {"bed": 1, "side": "light"}


def test_cg_17_the_tiles_come_back_to_the_row_from_the_queue(implementation: str) -> None:
    state = play(scored(implementation), "return:T12", "return:T21")
    assert ids(fact(state, "queue")[-4:]) == "T12 T21 T03 T04"
    assert None not in fact(state, "nursery")


def test_cg_18_a_second_bed_finished_with_the_next_cats_is_scored_the_same(implementation: str) -> None:
    # The dark side of bed 2 shows 2 pots and 3 cloches; d4 and e4 are free.
    state = scored(implementation, "", beds=[[full(1), full(2, "dark", "T01:o0@a5", but="d4 e4")]])
    assert turn(state) == ("cats", 0)
    assert lies(state)["bed"] == 4
    state = play(state, "cat:2@d4", "cat:2@e4")
    # No cats: `done` went by itself.
    assert facts(state, "phase", "slot") == ("orange", 1)
    assert legal(state) == ["orange:0", "orange:4"]
    state = play(state, "orange:4", "blue:0")
    assert facts(state, "orange", "blue") == ([[0, 0, 6], [0, 0, 0]], [[0, 2, 3], [0, 0, 0]])
    # Bed 1, turned over, came back in slot 2.
    assert (lies(state, 0, 1), lies(state, 0, 2)) == (bed(5), bed(1, "dark"))
    assert ids(fact(state, "queue")[-1:]) == "T01"
    assert turn(state) == ("plant", 1)


def test_cg_18_the_replacement_can_be_finished_too(implementation: str) -> None:
    # Bed 5 has one free square on its light side.
    one = "PPPPP/PPPPP/PPPPP/PPPPP/PPPP."
    game = load(implementation, 2, bare_box(*["#"] * 20, sides=[(BARE, BARE)] * 4 + [(one, BARE)]))
    beds = [[full(1, of=game.components or {}), bed(2, "dark")]]
    state = play(game.state_from_dict(position(game, phase="cats", beds=beds)), "done")
    state = play(state, "cat:1@e5", "done")
    # 24 pots showed.
    assert facts(state, "orange", "hives") == ([[0, 0, 16], [0, 0, 0]], [0, None])
    assert lies(state) == bed(1, "dark")
    assert fact(state, "middle") == {"bed": 4, "side": "dark"}


@pytest.mark.parametrize("seed", range(4))
def test_every_tile_and_bed_stays_in_the_game_until_the_final_round(implementation: str, seed: int) -> None:
    rng = random.Random(seed)
    state = load(implementation, 3).new_initial_state(seed=seed)
    beds = {lies["bed"] for pair in fact(state, "beds") for lies in pair} | {fact(state, "middle")["bed"]}
    while fact(state, "die") < 6:
        data = state.to_dict()
        laid = [tile for pair in data["beds"] for lies in pair for tile, _, _ in lies["tiles"]]
        there = [tile for tile in data["nursery"] if tile is not None] + data["queue"] + laid
        assert sorted(there) == list(range(36))
        assert {lies["bed"] for pair in data["beds"] for lies in pair} | {data["middle"]["bed"]} == beds
        state.apply_action(rng.choice(state.legal_actions()))


def test_a_cottage_of_one_has_no_choice_of_bed_either(implementation: str) -> None:
    # CG-27: solo, one bed complete.
    state = play(at(implementation, 1, phase="cats", beds=[[full(1, "light", LAID), bed(2, "dark")]]), "done")
    assert turn(state) == ("return", 0)
