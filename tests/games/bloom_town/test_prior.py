"""The weights of actions: W-1 to W-6 of seeds/bloom_town/state.md, worked out by hand.

The weight of quality 0, 1, 2, ... is 8, 10, 14, 18, 23, 30, 39, 50, 65, 85, 110, 143, 186, 242, 315, 409, 532, ...
"""

from typing import Any

import pytest

import cloche

from .town import at, box, legal, load, play, scene

WEIGHTS = [8, 10, 14, 18, 23, 30, 39, 50, 65, 85, 110, 143, 186, 242, 315, 409, 532, 692, 900, 1170, 1520, 1977, 2569]


def qualities(state: cloche.State) -> dict[str, int]:
    """The quality of each legal action, read back from its weight; no test goes past the weights above."""
    return {text: WEIGHTS.index(weight) for text, weight in zip(legal(state), state.prior(), strict=True)}


def test_the_weight_of_a_quality(implementation: str) -> None:
    # 2 for an office that scores 1, and 1 for the park that could score 1.
    state = at(implementation)
    assert dict(zip(legal(state), state.prior(), strict=True))["O@c3"] == 18


def test_w_1_a_build_weighs_by_its_points_and_by_what_it_brings(implementation: str) -> None:
    state = at(implementation, towns=[{"O": "b1"}])
    quality = qualities(state)
    # Points twice; the market holds O S P H a, of which O can make 2, S 1, P 1, H 2 (beside the office), a 1.
    assert quality["O@a1"] == 2 * 2 + 2
    assert quality["O@b2"] == 2 * 2 + 1
    assert quality["O@c3"] == 2 * 1 + 1
    assert quality["O@d1"] == 2 * 1 + 2
    assert quality["O@e5"] == 2 * 1 + 1
    assert quality["H@a1"] == 2 * 2 + 2
    assert quality["H@d2"] == 2 * 1 + 2


def test_w_1_a_blooming_square_brings_more(implementation: str) -> None:
    quality = qualities(at(implementation, towns=[{"O": "b1"}]))
    assert quality["O@c1"] == 2 * 2 + 4 + 1
    assert quality["H@e3"] == 2 * 1 + 4 + 1
    quality = qualities(at(implementation, towns=[{"O": "b1"}], options={"side": "B"}))
    # On side B c1 bears symbol 3 and does not bloom; e1 bears 5 and does.
    assert quality["O@c1"] == 2 * 2 + 1
    assert quality["O@e1"] == 2 * 1 + 4 + 1


@pytest.mark.parametrize(("used", "brought"), [(["extra"], 4), (["double", "extra"], 0)])
def test_w_1_a_blooming_square_brings_nothing_once_both_kinds_are_used(
    implementation: str, used: list[str], brought: int
) -> None:
    state = at(implementation, towns=[{"O": "b1"}], hands=["P", ""], hidden=["O", "SP"], market="OSP.a", used=used,
               emptied=[4])  # fmt: skip
    assert qualities(state)["O@c1"] == 2 * 2 + brought + 1


def test_w_1_the_market_tile_is_thought_of_in_the_town_before_the_build(implementation: str) -> None:
    # On c3 the office itself would be the first; the office of space 3 could then make 2, and is thought of with 1.
    quality = qualities(at(implementation, market="PSOHa"))
    assert quality["O@c3"] == 2 * 1 + 1
    # The best square for the park in space 1 is the one that is being covered.
    state = at(implementation, towns=[{"P": "a2 b1"}], market="PSOHa", gone="H", hidden=["OH", "SH"])
    # a1 or b2 would make a group of three.
    assert qualities(state)["H@a1"] == 2 * 2 + 4


def test_w_1_a_tile_not_seen_yet_has_a_quality_of_its_own(implementation: str) -> None:
    state = at(
        implementation, towns=[{"O": "b1"}], hands=["P", ""], hidden=["O", "SP"], market="OS.Ha", used=["extra"],
        emptied=[3],
    )  # fmt: skip
    quality = qualities(state)
    assert quality["O@c3"] == 2 * 1 + 4
    assert quality["O@c1"] == 2 * 2 + 4 + 4
    # The stack may be empty too.
    state = scene(
        implementation, towns=[{"O": "b1"}, {}], hidden=["OO", "PP"], pool="HH", market="OS..a", stacks=[1, 1, 0, 0, 0]
    )
    assert qualities(state)["O@c3"] == 2 * 1 + 4


def test_w_1_options_change_the_points(implementation: str) -> None:
    towns: list[Any] = [{"S": "b1 c2", "P": "e5 e3 d4"}]
    settings: dict[str, Any] = {"towns": towns, "hidden": ["Sa", "PH"], "market": "HHHHb", "gone": "O"}
    # No square touches a subway and a park: a home makes 2 at best.
    for subway, points in (("group", 3), ("lines", 2)):
        quality = qualities(at(implementation, options={"subway": subway}, **settings))
        # a2 meets b1, and c2 by way of it.
        assert quality["S@a2"] == 2 * points + 4 + 2
    for shop, points in (("tiles", 4), ("types", 2)):
        quality = qualities(at(implementation, options={"shop": shop}, **settings))
        # The ice cream shop on e4 has parks on three sides; the pet shop of space 5 could stand there as well.
        assert quality["shop-a@e4"] == 2 * points + points


def test_w_2_a_double_weighs_by_the_points_of_the_tile(implementation: str) -> None:
    state = play(at(implementation, towns=[{"O": "a1 b1"}]), "O@c1")
    assert qualities(state)["bloom:double"] == 2 * 3
    assert qualities(play(state, "bloom:none"))["token:double"] == 2 * 3
    state = play(at(implementation, towns=[{"P": "c2 c3 c4"}], hidden=["PH", "SH"], gone="H"), "P@c1")
    assert qualities(state)["bloom:double"] == 0


def test_w_3_an_extra_turn_has_a_quality_of_its_own(implementation: str) -> None:
    state = play(at(implementation), "O@c1")
    assert qualities(state)["bloom:extra"] == 8
    assert qualities(play(state, "bloom:none"))["token:extra"] == 8


def test_w_4_turning_down_a_blooming_square_is_worth_nothing(implementation: str) -> None:
    assert qualities(play(at(implementation), "O@c1"))["bloom:none"] == 0


@pytest.mark.parametrize(("players", "stacks", "quality"), [(2, 0, 0), (2, 1, 0), (2, 5, 2), (3, 5, 1), (3, 14, 4)])
def test_w_4_a_token_is_worth_keeping_while_stacks_last(
    implementation: str, players: int, stacks: int, quality: int
) -> None:
    state = scene(
        implementation,
        towns=[{"O": "b1"}] * players,
        hidden=["O", *["PP"] * (players - 1)],
        pool="H" * stacks,
        phase="token",
        cell="b1",
        box_of={"height": 3},
    )
    assert qualities(state)["token:none"] == quality


def test_w_4_a_token_is_worth_10_at_most(implementation: str) -> None:
    # 34 tiles are face down, 17 a player.
    state = play(at(implementation, towns=[{"P": "e5"}]), "O@c2")
    assert sum(state.to_dict()["stacks"]) == 34
    assert qualities(state)["token:none"] == 10


@pytest.mark.parametrize(
    ("own", "other", "quality"),
    [
        ("b2", "", 2 * 2 + 4),
        ("b2", "a1", 4),
        ("b2 d4", "a1", 2 * 2 + 4),
        ("b2 d4 a5", "a1", 2 * 4 + 4),
        ("b2", "a1 c3", 0),
        ("b2", "a1 c3 e5", 0),
    ],
)
def test_w_5_a_trigger_weighs_by_the_lead_it_gives(implementation: str, own: str, other: str, quality: int) -> None:
    state = at(
        implementation,
        towns=[{"O": own}, {"O": other}],
        phase="token",
        cell="b2",
        hidden=["H", "SP"],
        market="PSPHa",
        community=[1, 1, 0, 0, 0],
    )
    assert qualities(state)["token:community:O"] == quality
    # Nobody has a subway.
    assert qualities(state)["token:community:S"] == 4


def test_w_5_the_highest_of_the_others_counts(implementation: str) -> None:
    state = at(
        implementation,
        players=3,
        towns=[{"H": "a1 b1 c1"}, {"H": "a1"}, {"H": "a1 b1"}],
        phase="token",
        cell="b1",
        hidden=["O", "SP", "SP"],
        community=[0, 0, 0, 1, 0],
    )
    # Three homes in a row score 2 each, two of them 2 each.
    assert qualities(state)["token:community:H"] == 2 * (6 - 4) + 4


def test_w_6_a_market_tile_weighs_by_its_best_square(implementation: str) -> None:
    state = scene(
        implementation,
        towns=[{"O": "b1 c1", "P": "e5"}, {"S": "a1 b2 c3"}],
        hidden=["O", "PP"],
        pool="",
        market=".OSPH",
        phase="take",
        cell="c1",
        box_of={"symbols": ["11111"] * 5},
    )
    # The office makes 3, the subway stands alone, the park joins one, the home on d5 or elsewhere touches one type.
    assert qualities(state) == {"take:2": 2 * 3, "take:3": 2 * 1, "take:4": 2 * 3, "take:5": 2 * 2}


def test_w_6_a_full_town_has_no_best_square(implementation: str) -> None:
    state = scene(
        implementation,
        towns=[{"O": "a1 b1 c1 a2 b2 c2 a3 b3 c3"}, {}],
        hidden=["O", "PP"],
        pool="",
        market=".OSPH",
        phase="take",
        cell="a1",
        box_of={"size": 3},
    )
    assert state.prior() == [8, 8, 8, 8]


def test_w_6_a_tile_kept_weighs_by_what_it_scores(implementation: str) -> None:
    town = {"O": "a1 b1", "H": "b2", "P": "e5"}
    state = at(implementation, phase="keep", towns=[town], hands=["H", ""], hidden=["O", "SP"])
    assert qualities(state) == {"keep:O": 2 * 4, "keep:H": 2 * 2}
    state = at(implementation, phase="keep", towns=[town], hands=["S", ""], hidden=["b", "SP"], gone="H")
    assert qualities(state) == {"keep:S": 0, "keep:shop-b": 0}


def test_qualities_past_the_last_weigh_as_the_last(implementation: str) -> None:
    # Eight homes in a full town of 4 x 4 squares:
    town = {"H": "a1 c1 b2 d2 a3 c3 b4 d4", "O": "b1 d1 d3 a4", "S": "a2 c2", "P": "b3 c4"}
    state = scene(
        implementation,
        towns=[town, {}],
        hidden=["H", "PP"],
        pool="",
        market="OSPHa",
        phase="keep",
        box_of={"size": 4},
    )
    # a1 and c1 touch O S, b2 O S P, d2 O S, a3 and c3 O S P, b4 and d4 O P: 3 + 3 + 4 + 3 + 4 + 4 + 3 + 3 = 27.
    assert state.prior() == [1813124]


def test_chance_nodes_and_the_end_have_no_prior(implementation: str) -> None:
    assert load(implementation).new_initial_state().prior() == []
    assert load(implementation, 2, box({"O": 9}, per_type=0)).new_initial_state().prior() == []
    assert play(at(implementation, tokens=[False, False]), "O@b1").prior() == []
    assert play(at(implementation, phase="keep"), "keep:O", "keep:S").prior() == []
