"""Bonus actions: BT-11, BT-15 to BT-19."""

from typing import Any

import pytest

import cloche

from .town import at, fact, facts, legal, play, settle, turn

BLOOM = ["bloom:none", "bloom:double", "bloom:extra"]
TOKEN = ["token:none", "token:double", "token:extra"]


def start(implementation: str, **rest: Any) -> cloche.State:
    """Player 0 of two builds; an office stands on b1, beside the blooming square c1."""
    return at(implementation, **{"towns": [{"O": "b1"}, {"O": "b1 d3"}], "points": [10, 20], **rest})


# BT-11, BT-18: what is offered, and when


def test_bt_11_the_bonus_is_decided_right_after_the_tile_is_scored(implementation: str) -> None:
    state = play(start(implementation), "O@c1")
    assert turn(state) == ("bloom", 0)
    assert state.current_player() == 0
    # Nothing is taken yet.
    assert facts(state, "points", "cell", "market", "hands") == (
        [12, 20],
        "c1",
        ["O", "S", "P", "H", "a"],
        [[], []],
    )


def test_bt_18_the_blooming_square_comes_before_the_token(implementation: str) -> None:
    state = play(start(implementation), "O@c1")
    assert legal(state) == BLOOM
    state = play(state, "bloom:none")
    assert turn(state) == ("token", 0)
    assert legal(state) == TOKEN
    state = play(state, "token:none")
    assert turn(state) == ("refill", 0)
    assert facts(state, "points", "tokens") == ([12, 20], [True, True])


def test_bt_18_a_square_that_does_not_bloom_asks_for_the_token_alone(implementation: str) -> None:
    state = play(start(implementation), "O@c2")
    assert turn(state) == ("token", 0)
    assert legal(state) == TOKEN


def test_bt_18_without_a_token_only_the_blooming_square_asks(implementation: str) -> None:
    state = start(implementation, tokens=[False, True])
    assert turn(play(state, "O@c2")) == ("refill", 0)
    state = play(state, "O@c1")
    assert legal(state) == BLOOM
    assert turn(play(state, "bloom:none")) == ("refill", 0)


def test_bt_18_kinds_used_by_the_square_are_not_offered_for_the_token(implementation: str) -> None:
    state = play(start(implementation), "O@c1")
    assert legal(play(state, "bloom:double")) == ["token:none", "token:extra"]
    assert legal(play(state, "bloom:extra")) == ["token:none", "token:double"]


# BT-15: no kind twice in a turn


def test_bt_15_double_scores_the_points_of_the_tile_once_more(implementation: str) -> None:
    state = play(start(implementation), "O@c1")
    assert facts(play(state, "bloom:double"), "points", "used") == ([14, 20], ["double"])
    assert facts(play(state, "bloom:none", "token:double"), "points", "used", "tokens") == (
        [14, 20],
        [],
        [False, True],
    )


def test_bt_15_a_park_that_scored_nothing_is_doubled_to_nothing(implementation: str) -> None:
    state = start(implementation, towns=[{"P": "c2 c3 c4"}], hidden=["PH", "SP"], gone="H")
    state = play(state, "P@c1")
    assert fact(state, "points") == [10, 20]
    assert fact(play(state, "bloom:double"), "points") == [10, 20]


def test_bt_15_both_kinds_may_be_used_for_one_tile(implementation: str) -> None:
    state = play(start(implementation), "O@c1", "bloom:double", "token:extra")
    assert turn(state) == ("build", 0)
    assert facts(state, "points", "used", "tokens") == ([14, 20], ["double", "extra"], [False, True])
    state = play(start(implementation), "O@c1", "bloom:extra", "token:double")
    assert turn(state) == ("build", 0)
    assert facts(state, "points", "used", "tokens") == ([14, 20], ["double", "extra"], [False, True])


def test_bt_15_the_extra_turn_is_part_of_the_turn(implementation: str) -> None:
    # Both kinds are used: the blooming square a2 offers nothing.
    state = play(start(implementation), "O@c1", "bloom:double", "token:extra", "H@a2")
    assert turn(state) == ("refill", 0)
    # Extra is used: the second blooming square offers double only.
    state = play(start(implementation), "O@c1", "bloom:extra", "token:none", "H@a2")
    assert turn(state) == ("bloom", 0)
    assert legal(state) == ["bloom:none", "bloom:double"]
    assert legal(play(state, "bloom:none")) == ["token:none", "token:double"]
    # And then double is used too.
    state = play(state, "bloom:double")
    assert turn(state) == ("refill", 0)
    assert facts(state, "points", "tokens") == ([14, 20], [True, True])


def test_bt_15_what_the_token_paid_for_is_used_as_well(implementation: str) -> None:
    state = play(start(implementation), "O@c2", "token:extra", "H@a2")
    assert legal(state) == ["bloom:none", "bloom:double"]
    assert turn(play(state, "bloom:none")) == ("refill", 0)


def test_bt_15_every_turn_starts_anew(implementation: str) -> None:
    state = play(start(implementation), "O@c1", "bloom:double", "token:none", "H")
    assert turn(state) == ("build", 1)
    assert fact(state, "used") == []
    assert legal(play(state, "S@c1")) == BLOOM


# BT-16: blooming squares


def test_bt_16_the_square_is_used_now_or_never(implementation: str) -> None:
    state = play(start(implementation), "O@c1", "bloom:none", "token:none", "H")
    state = play(settle(play(state, "S@b5")), "H")
    assert turn(state) == ("build", 0)
    assert turn(play(state, "H@c2")) == ("token", 0)


def test_bt_16_a_blooming_square_gives_no_community_scoring(implementation: str) -> None:
    state = play(start(implementation, community=[1, 1, 1, 1, 1]), "O@c1")
    assert legal(state) == BLOOM


def test_bt_16_the_squares_of_side_b_bloom_too(implementation: str) -> None:
    state = start(implementation, options={"side": "B"})
    assert legal(play(state, "O@a5")) == BLOOM
    assert legal(play(state, "O@c1")) == TOKEN


# BT-17: the token


@pytest.mark.parametrize("use", ["double", "extra", "community:S"])
def test_bt_17_the_token_is_gone_once_it_is_used(implementation: str, use: str) -> None:
    state = play(start(implementation, community=[0, 1, 0, 0, 0]), "O@c2", f"token:{use}")
    assert fact(state, "tokens") == [False, True]


def test_bt_17_a_token_turned_down_is_kept(implementation: str) -> None:
    state = play(start(implementation), "O@c2", "token:none")
    assert fact(state, "tokens") == [True, True]


def test_bt_17_types_with_exactly_one_community_tile_out_may_be_triggered(implementation: str) -> None:
    state = start(implementation, community=[1, 2, 0, 1, 1])
    triggers = ["token:community:O", "token:community:H", "token:community:shop"]
    assert legal(play(state, "O@c2")) == TOKEN + triggers
    state = start(implementation, community=[2, 0, 1, 2, 0])
    assert legal(play(state, "O@c2")) == [*TOKEN, "token:community:P"]


def test_bt_17_a_type_triggered_by_a_token_is_not_offered_again(implementation: str) -> None:
    by_token = [False, False, False, True, False]
    state = start(implementation, community=[1, 0, 0, 1, 0], by_token=by_token, tokens=[True, False])
    assert legal(play(state, "O@c2")) == [*TOKEN, "token:community:O"]


def test_bt_17_a_trigger_is_offered_though_both_other_kinds_are_used(implementation: str) -> None:
    state = start(implementation, community=[1, 0, 0, 0, 0], used=["extra"], hands=["S", ""], hidden=["O", "SP"])
    state = play(state, "S@c1", "bloom:double")
    assert legal(state) == ["token:none", "token:community:O"]


def test_bt_17_the_token_is_offered_after_the_second_tile_of_an_extra_turn(implementation: str) -> None:
    state = play(start(implementation), "O@c1", "bloom:extra", "token:none", "H@e1")
    assert turn(state) == ("token", 0)
    assert legal(state) == ["token:none", "token:double"]
    assert fact(play(state, "token:double"), "points") == [14, 20]


def test_bt_17_the_token_scores_a_type_for_every_player_before_the_market_tile_is_taken(implementation: str) -> None:
    state = play(start(implementation, community=[1, 0, 0, 0, 0]), "O@c1", "bloom:none")
    # Two offices stand in each town, the one just built among them.
    state = play(state, "token:community:O")
    assert facts(state, "points", "by_token", "community", "tokens") == (
        [12 + 4, 20 + 4],
        [True, False, False, False, False],
        [1, 0, 0, 0, 0],
        [False, True],
    )
    assert facts(state, "hands", "used") == ([["P"], []], [])
    # BT-14: the second tile, when it comes, scores nothing.
    assert facts(play(state, "community:O"), "points", "community") == ([16, 24], [2, 0, 0, 0, 0])


def test_bt_17_the_token_is_worth_nothing_at_the_end(implementation: str) -> None:
    state = start(implementation, phase="keep", hidden=["S", "P"], tokens=[True, False])
    state = play(state, "keep:S", "keep:P")
    assert state.is_terminal()
    assert state.scores() == [10, 20]


# BT-19: the extra turn


def test_bt_19_two_tiles_are_built_before_the_refill(implementation: str) -> None:
    state = play(start(implementation), "O@c1", "bloom:extra", "token:none")
    assert turn(state) == ("build", 0)
    assert facts(state, "hands", "hidden", "market", "emptied", "used", "extra_due", "cell") == (
        [["P"], []],
        [["H"], ["S", "P"]],
        ["O", "S", None, "H", "a"],
        [3],
        ["extra"],
        False,
        None,
    )
    # Either tile may be the second, also the one just taken.
    assert {text.split("@")[0] for text in legal(state)} == {"P", "H"}
    state = play(state, "H@b2", "token:none")
    assert turn(state) == ("refill", 0)
    assert facts(state, "hands", "market", "emptied", "used", "extra_due", "points") == (
        [["S", "P"], []],
        ["O", None, None, "H", "a"],
        [3, 2],
        [],
        False,
        [12 + 2, 20],
    )
    state = play(state, "shop-b", "shop-c")
    assert turn(state) == ("build", 1)
    assert fact(state, "market") == ["O", "c", "b", "H", "a"]


def test_bt_19_the_same_symbol_twice_draws_the_second_tile_from_the_stack(implementation: str) -> None:
    state = play(start(implementation), "O@c1", "bloom:extra", "token:none", "H@c2", "token:none")
    assert turn(state) == ("draw", 0)
    assert facts(state, "cell", "emptied") == ("c2", [3])
    state = play(state, "shop-b")
    assert turn(state) == ("refill", 0)
    assert facts(state, "hands", "hidden", "emptied") == ([["P"], []], [["b"], ["S", "P"]], [3])
    state = play(state, "shop-c")
    assert turn(state) == ("build", 1)
    assert fact(state, "market") == ["O", "S", "c", "H", "a"]


def test_bt_19_the_extra_turn_of_a_token_comes_after_the_first_tile_is_replaced(implementation: str) -> None:
    state = play(start(implementation), "O@c2", "token:extra")
    assert turn(state) == ("build", 0)
    assert facts(state, "hands", "emptied", "used", "tokens") == ([["P"], []], [3], ["extra"], [False, True])


def test_bt_19_a_trigger_during_an_extra_turn_comes_at_once(implementation: str) -> None:
    state = play(start(implementation, community=[1, 0, 0, 0, 0]), "O@c1", "bloom:extra", "token:community:O")
    assert turn(state) == ("build", 0)
    assert facts(state, "points", "used", "emptied") == ([16, 24], ["extra"], [3])
