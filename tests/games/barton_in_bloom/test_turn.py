"""Turns: BN-11 to BN-17, BN-50, BN-51, BN-56 to BN-58, BN-60; D-1, D-2, D-10, D-12."""

from __future__ import annotations

from typing import Any

import pytest

from .barton import (
    DICE,
    GARDENER,
    SPACES,
    at,
    demand,
    fact,
    front,
    held,
    legal,
    money,
    names,
    play,
    shed,
    space,
    starting,
    step,
)
from .bases import BASES, state_of

ALWAYS = [f"gardener:{word}" for word in GARDENER[:10]]


def of(die: str, *spaces: str) -> list[str]:
    return [f"{die}>{name}" for name in spaces]


# BN-12, BN-56, BN-57: dice


def test_bn_56_a_turn_begins_with_all_dice_and_gardener_actions(implementation: str) -> None:
    dice = [text for die in DICE for text in of(die, *SPACES[:6])]
    # Every die is at rest already, the shed can't pay for decorations, and no judge is held.
    assert legal(at(implementation)) == [*dice, *ALWAYS]


def test_bn_12_spaces_that_are_taken_are_not_offered(implementation: str) -> None:
    state = at(implementation, dice="mow2 harvest6 rest1 sell3", awake=[False, True])
    assert legal(state) == [
        *of("H", "judge", "harvest", "landscape", "purchase", "sell", "rest"),
        *of("L", "rest"),  # a die of demand 6 can only rest
        *of("P", "judge", "landscape", "purchase", "sell"),  # the black space of harvest is taken
        *of("S", "judge", "landscape", "purchase", "rest"),  # not the space on which it stands
    ]


def test_bn_2_the_own_space_is_free_for_its_die_while_the_black_one_is_taken(implementation: str) -> None:
    state = at(implementation, dice="rest1 harvest1 rest1 rest1")
    assert "H>harvest" in legal(state)
    assert "P>harvest" not in legal(state)
    state = at(implementation, dice="harvest1 rest1 rest1 rest1")
    assert "L>harvest" in legal(state)


def test_bn_57_the_demand_must_be_paid(implementation: str) -> None:
    state = at(implementation, dice="mow2 rest1 judge3 sell4", money=2, awake=[False, True])
    assert legal(state) == [
        *of("H", "harvest", "landscape", "purchase", "sell", "rest"),
        *of("L", "harvest", "landscape", "purchase", "sell"),
        "P>rest",
        "S>rest",
    ]


def test_bn_12_a_die_pays_moves_and_its_demand_rises(implementation: str) -> None:
    state = play(at(implementation, dice="rest1 rest1 sell3 rest1", turns=4), "P>mow")
    # 3 for the demand, then 6 for mowing; the die is at 4, and it's the turn of the other player.
    assert (money(state), demand(state, "P"), space(state, "P")) == (13, 4, "mow")
    assert (fact(state, "player"), fact(state, "turns"), names(state)) == (1, 5, ["turn"])
    assert front(state) == step("turn", shown=[1, 1, 4, 1])


def test_bn_12_x_is_what_the_die_showed_at_the_start_of_the_turn(implementation: str) -> None:
    state = at(implementation, dice="mow1 rest1 rest1 sell4", hands=["paviour"])
    state = play(state, "favour:paviour")
    # BN-59: dice of demand above 1 only.
    assert legal(state) == ["end", "die:S"]
    state = play(state, "die:S")
    assert front(state) == step("turn", favours=False, shown=[1, 1, 1, 4])
    assert demand(state, "S") == 1
    rested = play(state, "S>rest")
    assert fact(rested, "money") == [10 + 2 * 4, 10 + 3]
    # The price is what it shows now.
    assert money(play(state, "S>judge", "rainbow", "end")) == 9


def test_bn_57_a_specialist_space_has_a_mode_node(implementation: str) -> None:
    state = at(implementation, money=9, dice="mow3 rest1 judge2 rest1")
    own = play(state, "H>harvest")
    assert legal(own) == ["first", "second", "first+second", "second+first"]
    assert (money(own), space(own, "H"), demand(own, "H")) == (6, "harvest", 3)
    black = play(state, "P>sell")
    assert legal(black) == ["first", "second", "first+second", "second+first"]
    assert names(black) == ["mode", "after"]
    assert money(black) == 7


def test_bn_13_both_halves_in_the_black_space_need_two_pounds_more(implementation: str) -> None:
    state = at(implementation, money=3, dice="rest1 rest1 judge2 rest1")
    assert legal(play(state, "P>sell")) == ["first", "second"]
    # The own space needs none.
    assert legal(play(state, "P>purchase")) == ["first", "second", "first+second", "second+first"]


def test_the_costs_of_the_examples_bn_13(implementation: str) -> None:
    state = at(implementation, dice="mow3 rest1 judge2 rest1")
    # Nothing grows and the shed is empty, so that the halves are over at once.
    assert money(play(state, "H>harvest", "first+second")) == 10 - 3
    assert money(play(state, "P>sell", "second+first")) == 10 - 4
    assert money(play(state, "P>sell", "second")) == 10 - 2


def test_bn_13_halves_come_in_the_order_chosen(implementation: str) -> None:
    state = at(implementation, plants_of=["R@9,9 T'@10,10"])
    state = play(state, "H>harvest")
    assert names(play(state, "first+second")) == ["regrow", "harvest", "raise", "after"]
    assert names(play(state, "second+first")) == ["harvest", "regrow", "raise", "after"]
    assert names(play(state, "first")) == ["regrow", "raise", "after"]
    assert names(play(state, "second")) == ["harvest", "raise", "after"]
    # What the first half brings is there for the second: both plants can be harvested after the regrowing.
    regrown = play(state, "first+second", "regrow:10,10")
    assert legal(regrown) == ["end", "harvest:9,9", "harvest:10,10"]


def test_bn_57_the_demand_rises_before_the_node_after_the_main_action(implementation: str) -> None:
    state = at(implementation, hands=["treasurer"])
    state = play(state, "L>mow")
    assert (names(state), demand(state, "L")) == (["after"], 2)
    assert legal(state) == ["end", "favour:treasurer"]


# BN-14: resting


def test_bn_14_a_rest_is_free_of_charge_and_brings_demand_1(implementation: str) -> None:
    state = at(implementation, dice="mow6 rest1 rest1 rest1", money=0, awake=[False, True])
    assert legal(state) == ["H>rest"]
    state = play(state, "H>rest")
    assert (space(state, "H"), demand(state, "H"), fact(state, "awake")) == ("rest", 1, [True, True])
    assert fact(state, "turns") == 1


# BN-15, BN-58: the gardener


def test_bn_58_decorations_are_offered_if_the_shed_can_pay(implementation: str) -> None:
    def decorations(flowers: str, **rest: Any) -> list[str]:
        state = at(implementation, sheds=[flowers], **rest)
        return [text[9:] for text in starting(state, "gardener:") if text not in ALWAYS]

    assert decorations("") == []
    assert decorations("R") == ["small"]
    assert decorations("RR") == ["medium", "small"]
    assert decorations("RT") == ["large", "small"]
    assert decorations("RRT") == ["large", "medium", "small"]
    # Two players have 4 large, 4 medium and 6 small ones among them.
    assert decorations("RRT", decorations=[[1, 4, 2], [3, 0, 4]]) == []
    assert decorations("RRT", decorations=[[1, 4, 2], [2, 0, 4]]) == ["large"]


def test_bn_15_the_gardener_works_on_full_spaces_at_no_base_price(implementation: str) -> None:
    state = at(implementation, dice="mow6 judge6 rest1 rest1", money=0)
    assert starting(state, "gardener:") == ALWAYS
    state = play(state, "gardener:mow")
    assert (money(state), fact(state, "awake"), space(state, "H"), demand(state, "H")) == (6, [False, True], "mow", 6)
    assert fact(state, "player") == 1


def test_bn_15_surcharges_still_apply(implementation: str) -> None:
    state = at(implementation, plants_of=["R@9,9 T@10,10"], money=1)
    state = play(state, "gardener:harvest", "harvest:9,9")
    assert money(state) == 1
    state = play(state, "harvest:10,10")
    assert (money(state), shed(state)) == (0, "RRTT")
    # Prices too: the cheapest flower costs 1.
    state = at(implementation, money=0)
    assert fact(play(state, "gardener:flowers"), "player") == 1


def test_bn_58_the_card_sleeps_at_once_and_there_is_no_mode(implementation: str) -> None:
    state = play(at(implementation), "gardener:tile")
    assert fact(state, "awake") == [False, True]
    assert names(state) == ["tile", "after"]
    assert legal(at(implementation, awake=[False, True])) == [text for die in DICE for text in of(die, *SPACES[:6])]


@pytest.mark.parametrize(
    ("word", "expected", "here"),
    [
        ("judge", ["judge_draw", "judge", "after"], {}),
        ("regrow", ["regrow", "after"], {"plants_of": ["R'@9,9"]}),
        ("harvest", ["harvest", "after"], {"plants_of": ["R@9,9"]}),
        ("tile", ["tile", "after"], {}),
        ("plant", ["plant", "after"], {"sheds": ["R"]}),
        ("flowers", ["buy", "market", "after"], {}),
        ("ornament", ["ornament", "after"], {}),
        ("flower-sale", ["sale", "after"], {"sheds": ["R"]}),
        ("orders", ["order", "orders", "after"], {"sheds": ["VV"]}),
        ("large", ["decoration", "after"], {"sheds": ["RT"]}),
        ("medium", ["decoration", "after"], {"sheds": ["RR"]}),
        ("small", ["decoration", "after"], {"sheds": ["R"]}),
    ],
)
def test_d_12_a_gardener_action_brings_the_steps_of_its_half(
    implementation: str, word: str, expected: list[str], here: dict[str, Any]
) -> None:
    state = play(at(implementation, **here), f"gardener:{word}")
    assert names(state) == expected
    assert fact(state, "dice") == fact(at(implementation), "dice")


# BN-16: passing


def test_bn_16_without_a_main_action_there_is_a_pass(implementation: str) -> None:
    state = at(implementation, money=0, awake=[False, True])
    assert legal(state) == ["pass"]
    after = play(state, "pass")
    assert (fact(after, "turns"), fact(after, "player")) == (1, 1)
    assert fact(after, "money") == [0, 0]


def test_bn_56_a_pass_goes_with_favours_before_or_after(implementation: str) -> None:
    state = at(implementation, money=0, awake=[False, True], hands=["treasurer"])
    assert legal(state) == ["pass", "favour:treasurer"]
    assert legal(play(state, "pass")) == ["end", "favour:treasurer"]
    # With its money there is more to choose, and no favour more.
    after = play(state, "favour:treasurer")
    assert money(after) == 4
    assert legal(after) == [text for die in DICE for text in of(die, *SPACES[:6])]


def test_bn_16_a_half_that_can_do_nothing_may_be_chosen(implementation: str) -> None:
    state = at(implementation)
    for word in ("regrow", "harvest", "plant", "flower-sale", "orders"):
        assert fact(play(state, f"gardener:{word}"), "player") == 1
    assert fact(play(state, "H>harvest", "first"), "player") == 1


# BN-11, BN-56: favours


def test_bn_56_a_favour_before_the_main_action_is_the_only_one(implementation: str) -> None:
    state = at(implementation, hands=["treasurer stonemason"])
    assert starting(state, "favour") == ["favour:stonemason", "favour:treasurer"]
    state = play(state, "favour:stonemason")
    assert (money(state), fact(state, "prestige"), held(state)) == (11, [2, 0], ["treasurer"])
    assert fact(state, "discards") == ["stonemason"]
    assert names(state) == ["turn"]
    assert starting(state, "favour") == []
    # After the main action there is none, either.
    assert fact(play(state, "H>mow"), "player") == 1


def test_bn_11_a_favour_after_the_main_action(implementation: str) -> None:
    state = play(at(implementation, hands=["treasurer stonemason"]), "H>mow")
    assert legal(state) == ["end", "favour:stonemason", "favour:treasurer"]
    after = play(state, "favour:treasurer")
    assert (money(after), fact(after, "discards"), fact(after, "player")) == (19, ["treasurer"], 1)
    assert held(after) == ["stonemason"]
    after = play(state, "end")
    assert (money(after), held(after), fact(after, "player")) == (15, ["treasurer", "stonemason"], 1)


def test_bn_56_a_favour_after_a_rest(implementation: str) -> None:
    state = play(at(implementation, hands=["treasurer"], dice="mow2 rest1 rest1 rest1"), "H>rest")
    assert legal(state) == ["end", "favour:treasurer"]
    assert demand(state, "H") == 1


# BN-51: where `end` stands

ENDS = (
    "after", "regrow", "harvest", "harvest_free", "tile", "plant", "plant_free", "buy", "ornament", "sale", "order",
    "judge", "double", "fertilizer", "die", "income", "gain",
)  # fmt: skip
NO_ENDS = (
    "setup_pile", "setup_choice", "setup_gift", "setup_plant", "flower setup", "turn", "turn used", "mode", "notice",
    "yield", "lay", "put", "pay", "decoration", "flower",
)  # fmt: skip


@pytest.mark.parametrize("name", ENDS)
def test_bn_51_end_stands_beside_picks_that_may_be_declined(implementation: str, name: str) -> None:
    state = state_of(implementation, name)
    texts = legal(state)
    assert texts[0] == "end" or "end" in texts
    assert len(texts) > 1
    assert state.is_legal(45)
    # It removes the step.
    before, after = state.to_dict()["todo"], play(state, "end").to_dict()["todo"]
    if len(before) > 2:
        assert front(state) not in after


@pytest.mark.parametrize("name", NO_ENDS)
def test_bn_51_no_other_node_has_an_end(implementation: str, name: str) -> None:
    state = state_of(implementation, name)
    assert "end" not in legal(state)
    assert not state.is_legal(45)


def test_bn_51_all_decisions_are_named_above() -> None:
    chance = {"orders", "turn_up", "market", "flower_draw", "judge_draw", "over"}
    assert {name for name in BASES if name.split()[0] not in chance} == {*ENDS, *NO_ENDS}


@pytest.mark.parametrize(
    ("name", "here"),
    [
        ("regrow", {"plants_of": ["R@9,9"]}),
        ("harvest", {"plants_of": ["R'@9,9"]}),
        ("plant", {"sheds": [""]}),
        ("tile", {"display": "- - -"}),
        ("buy", {"money": 0}),
        ("ornament", {"money": 0}),
        ("sale", {"sheds": [""]}),
        ("order", {"sheds": ["V"]}),
        ("judge", {"hands": [""]}),
        ("fertilizer", {"money": 0, "fertilizers": ["plant"]}),
        ("after", {"hands": [""]}),
        ("double", {"money": 0}),
        ("gain", {"sheds": [""]}),
    ],
)
def test_d_2_with_end_alone_there_is_no_node(implementation: str, name: str, here: dict[str, Any]) -> None:
    # Such a position is refused (S-13), since the step would be over; D-1 carries it out at once in play.
    game_and_data = BASES[name] | here
    with pytest.raises(ValueError, match="S-13"):
        at(implementation, **game_and_data)


def test_bn_51_a_step_with_a_most_is_over_with_its_last_pick(implementation: str) -> None:
    state = state_of(implementation, "flower")
    assert front(state) == step("flower", n=2)
    state = play(state, "flower:R")
    assert front(state) == step("flower", n=1)
    state = play(state, "flower:R")
    assert names(state) == ["turn"]
    assert shed(state) == "RR"


def test_d_1_equal_insides_are_equal_positions(implementation: str) -> None:
    # Two ways to sell a rose and a tulip to nobody: the shed is the same in the end.
    state = at(implementation, sheds=["RT"], dice="rest1 rest1 rest1 mow1", plants_of=["R@9,9"])
    one = play(state, "gardener:flower-sale", "flower:R")
    other = play(state, "gardener:flower-sale", "flower:T")
    assert one != other
    state = state_of(implementation, "flower")
    assert play(state, "flower:R", "flower:T") == play(state, "flower:T", "flower:R")
    assert hash(play(state, "flower:R", "flower:T")) == hash(play(state, "flower:T", "flower:R"))


def test_bn_50_what_a_step_brings_comes_before_the_rest(implementation: str) -> None:
    # A judge is played in the middle of the action; its bonus comes before the demand rises.
    state = play(state_of(implementation, "notice"), "notice:5")
    assert names(state) == ["tile", "raise", "after"]
    state = play(state, "pile:1")
    assert names(state) == ["lay", "turn_up", "raise", "after"]


def test_bn_50_a_pick_is_offered_only_if_it_can_be_paid(implementation: str) -> None:
    state = state_of(implementation, "buy", money=3)
    assert legal(state) == ["end", "buy:1", "buy:2", "buy:3", "buy:4"]
    state = play(state, "buy:2")
    assert money(state) == 1
    # Space 1 is cheaper, but its id is lower.
    assert names(state)[0] == "market"


# BN-60: the end of a turn


def test_bn_60_the_turn_counts_and_the_next_player_follows(implementation: str) -> None:
    state = at(implementation, players=3, turns=5)
    assert fact(state, "player") == 2
    state = play(state, "gardener:mow")
    assert (fact(state, "turns"), fact(state, "player")) == (6, 0)


def test_d_10_what_a_gardener_action_has_cost_is_nothing(implementation: str) -> None:
    # So rooting powder gives nothing back at once, and takes 1 off the next surcharge.
    here = {"sheds": ["RT"], "fertilizers": ["plant"]}
    state = play(at(implementation, **here), "gardener:plant")
    assert front(state) == step("plant", back=0, off=1)
    state = play(at(implementation, **here), "L>landscape", "second")
    assert front(state) == step("plant", back=1, off=0)
