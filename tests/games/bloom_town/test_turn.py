"""A turn: build, take, refill, community tiles. BT-9 to BT-14, D-2 to D-5."""

from typing import Any

import pytest

import cloche

from .town import at, chances, fact, facts, legal, play, scene, turn

NO_TOKENS = [False, False]


def plain(implementation: str, **rest: Any) -> cloche.State:
    """Player 0 of two builds, and nobody has a token."""
    return at(implementation, **{"tokens": NO_TOKENS, **rest})


def second(implementation: str, **rest: Any) -> cloche.State:
    """Player 0 builds the second tile of an extra turn; the first emptied market space 1."""
    here: dict[str, Any] = {"towns": [{"H": "e5"}], "market": ".SPHa", "emptied": [1], "used": ["extra"]}
    return plain(implementation, **here | rest)


# BT-9, BT-10: build and score


def test_bt_9_either_hand_tile_goes_on_any_empty_square_of_the_own_town(implementation: str) -> None:
    state = plain(implementation, towns=[{"O": "a1", "P": "c3"}, {"S": "b1"}], hidden=["OH", "SP"])
    cells = [f"{x}{y}" for y in "12345" for x in "abcde" if f"{x}{y}" not in ("a1", "c3")]
    assert legal(state) == [f"{kind}@{cell}" for kind in "OH" for cell in cells]


def test_bt_9_open_and_hidden_tiles_are_built_alike(implementation: str) -> None:
    state = plain(implementation, hands=["a", "S"], hidden=["O", "P"], market="OSPHb")
    texts = legal(state)
    assert len(texts) == 50
    assert {text.split("@")[0] for text in texts} == {"O", "shop-a"}
    after = play(state, "shop-a@b1")
    assert facts(after, "hands", "hidden") == ([["S"], ["S"]], [["O"], ["P"]])
    assert fact(after, "towns")[0][0] == ".a..."


def test_bt_9_two_of_a_kind_are_one_choice(implementation: str) -> None:
    state = plain(implementation, hands=["O", ""], hidden=["O", "SP"])
    assert legal(state) == [f"O@{x}{y}" for y in "12345" for x in "abcde"]


def test_d_4_the_openly_known_one_of_two_of_a_kind_is_built(implementation: str) -> None:
    state = plain(implementation, hands=["O", ""], hidden=["O", "SP"])
    # Symbol 2 stands for the subway in the market.
    assert facts(play(state, "O@b1"), "hands", "hidden") == ([["S"], []], [["O"], ["S", "P"]])


def test_d_4_of_two_hidden_ones_one_stays_hidden(implementation: str) -> None:
    state = plain(implementation, hidden=["OO", "SP"])
    assert facts(play(state, "O@b1"), "hands", "hidden") == ([["S"], []], [["O"], ["S", "P"]])


def test_bt_10_the_tile_scores_at_once(implementation: str) -> None:
    state = at(implementation, towns=[{"O": "a1 b1"}], points=[10, 20])
    state = play(state, "O@d1")
    assert turn(state) == ("token", 0)
    assert facts(state, "points", "cell") == ([11, 20], "d1")
    state = at(implementation, towns=[{"O": "a1 b1"}], points=[10, 20])
    assert fact(play(state, "O@c1"), "points") == [13, 20]
    assert play(state, "O@c1").scores() == [13, 20]


def test_bt_10_only_the_own_town_counts(implementation: str) -> None:
    state = at(implementation, towns=[{}, {"O": "a1 b1 d1"}])
    assert fact(play(state, "O@c1"), "points") == [1, 0]


# BT-12: the face-up tile of the covered symbol


def test_bt_12_the_market_tile_of_the_covered_symbol_is_taken(implementation: str) -> None:
    state = play(plain(implementation), "O@b1")
    assert turn(state) == ("refill", 0)
    assert facts(state, "hands", "hidden", "market", "emptied", "cell") == (
        [["S"], []],
        [["H"], ["S", "P"]],
        ["O", None, "P", "H", "a"],
        [2],
        None,
    )


def test_bt_12_a_tile_taken_from_the_market_stays_known_to_all(implementation: str) -> None:
    state = play(plain(implementation), "O@e1", "H")
    assert turn(state) == ("build", 1)
    assert state.observation(1)["hands"] == [["a"], []]
    assert state.observation(1)["hidden"] == [[None], ["S", "P"]]


# BT-12, D-5: a draw from the stack


def test_bt_12_an_empty_market_space_gives_the_top_tile_of_its_stack(implementation: str) -> None:
    state = second(implementation, hands=["O", ""], hidden=["H", "SP"])
    assert fact(state, "stacks") == [7, 7, 7, 7, 7]
    state = play(state, "O@a3")
    assert turn(state) == ("draw", 0)
    assert state.is_chance_node()
    assert facts(state, "cell", "emptied") == ("a3", [1])
    likely = {"O": 6, "S": 5, "P": 4, "H": 4} | {f"shop-{kind}": 1 for kind in "abcdef"}
    likely |= {f"community:{type_}": 2 for type_ in ("O", "S", "P", "H", "shop")}
    assert sum(likely.values()) == 35
    assert chances(state) == pytest.approx({text: number / 35 for text, number in likely.items()})
    state = play(state, "P")
    # A face-down draw empties no space; that of the first tile is still to be refilled.
    assert turn(state) == ("refill", 0)
    assert facts(state, "hands", "hidden", "stacks", "emptied") == (
        [[], []],
        [["P", "H"], ["S", "P"]],
        [6, 7, 7, 7, 7],
        [1],
    )
    assert fact(state, "pool")[2] == 3


def test_bt_12_a_draw_from_the_stack_is_private(implementation: str) -> None:
    state = play(second(implementation, hands=["O", ""], hidden=["H", "SP"]), "O@a3")
    action = state.string_to_action("P")
    assert state.action_view(action, 0) == "P"
    assert state.action_view(action, 1) == "hidden"
    state.apply_action(action)
    assert state.observation(0)["hidden"] == [["P", "H"], [None, None]]
    assert state.observation(1)["hidden"] == [[None, None], ["S", "P"]]


def test_d_5_a_community_tile_met_by_a_draw_is_a_node_of_its_own(implementation: str) -> None:
    state = play(second(implementation, hands=["O", ""], hidden=["H", "SP"]), "O@a3")
    assert state.action_view(state.string_to_action("community:S"), 1) == "community:S"
    state = play(state, "community:S")
    assert turn(state) == ("draw", 0)
    assert facts(state, "community", "stacks", "cell") == ([0, 1, 0, 0, 0], [6, 7, 7, 7, 7], "a3")
    assert chances(state)["community:S"] == pytest.approx(1 / 34)
    state = play(state, "P")
    assert turn(state) == ("refill", 0)
    assert fact(state, "stacks") == [5, 7, 7, 7, 7]


def test_d_5_the_second_community_tile_of_a_type_is_scored_before_the_next_draw(implementation: str) -> None:
    state = second(
        implementation,
        hands=["O", ""],
        hidden=["H", "SP"],
        towns=[{"S": "e1"}, {"S": "b1 c4"}],
        community=[0, 1, 0, 0, 0],
        points=[10, 20],
    )
    state = play(state, "O@a3", "community:S")
    assert turn(state) == ("draw", 0)
    assert fact(state, "points") == [10 + 1 + 2, 20 + 4]


def test_d_5_if_the_stack_held_community_tiles_only_a_market_tile_is_chosen(implementation: str) -> None:
    state = second(
        implementation,
        hands=["O", ""],
        hidden=["H", "SP"],
        towns=[{"O": "c1", "S": "d1", "H": "e1"}],
        stacks=[1, None, None, None, None],
        community=[2, 0, 0, 0, 0],
    )
    state = play(state, "O@a3", "community:P")
    assert turn(state) == ("take", 0)
    assert facts(state, "stacks", "cell") == ([0, 8, 8, 7, 7], "a3")
    assert legal(state) == ["take:2", "take:3", "take:4", "take:5"]
    state = play(state, "take:4")
    # Space 1 has no stack any more and is not refilled.
    assert turn(state) == ("refill", 0)
    assert facts(state, "hands", "emptied", "market") == (
        [["H"], []],
        [4],
        [None, "S", "P", None, "a"],
    )


def test_bt_12_nothing_is_taken_where_no_tile_is_left(implementation: str) -> None:
    state = scene(
        implementation,
        towns=[{"O": "a1"}, {"P": "a1"}],
        hidden=["OO", "PP"],
        pool="",
        market=".....",
        emptied=[1],
        used=["extra"],
        tokens=NO_TOKENS,
        community=(2, 2, 2, 2, 1),
        stacks=[1, 0, 0, 0, 0],
    )
    state = play(state, "O@a2")
    assert turn(state) == ("draw", 0)
    assert chances(state) == {"community:shop": 1.0}
    state = play(state, "community:shop")
    assert turn(state) == ("build", 1)
    assert facts(state, "hands", "hidden", "points", "emptied") == ([[], []], [["O"], ["P", "P"]], [2, 0], [])


# BT-12: the choice of a market tile


def empty_space_1(implementation: str, **rest: Any) -> cloche.State:
    """Space 1 and its stack are empty."""
    town = {"O": "c1 c2", "S": "d1", "P": "d2", "H": "e1"}
    return plain(
        implementation, **{"market": ".SPHa", "towns": [town, {}], "stacks": [0, None, None, None, None]} | rest
    )


def test_bt_12_with_an_empty_stack_any_market_tile_may_be_taken(implementation: str) -> None:
    state = play(empty_space_1(implementation), "O@a3")
    assert turn(state) == ("take", 0)
    assert state.current_player() == 0
    assert facts(state, "cell", "emptied") == ("a3", [])
    assert legal(state) == ["take:2", "take:3", "take:4", "take:5"]
    assert state.legal_actions() == [262, 263, 264, 265]
    state = play(state, "take:3")
    assert turn(state) == ("refill", 0)
    assert facts(state, "hands", "market", "emptied", "cell") == (
        [["P"], []],
        [None, "S", None, "H", "a"],
        [3],
        None,
    )
    state = play(state, "O")
    assert turn(state) == ("build", 1)
    assert fact(state, "market") == [None, "S", "O", "H", "a"]


def scarce(implementation: str, market: str, **rest: Any) -> cloche.State:
    """No stack holds a tile; player 0 of two builds with nothing to take under column a."""
    return scene(
        implementation,
        **{
            "towns": [{"O": "e1"}, {"P": "e1"}],
            "hidden": ["OO", "PP"],
            "pool": "",
            "market": market,
            "tokens": NO_TOKENS,
            **rest,
        },
    )


def test_bt_12_one_market_tile_is_still_a_choice(implementation: str) -> None:
    state = play(scarce(implementation, "...H."), "O@a1")
    assert turn(state) == ("take", 0)
    assert legal(state) == ["take:4"]
    state = play(state, "take:4")
    assert turn(state) == ("build", 1)
    assert facts(state, "hands", "market", "emptied") == ([["H"], []], [None] * 5, [])


def test_bt_12_without_any_market_tile_there_is_no_node(implementation: str) -> None:
    state = play(scarce(implementation, "....."), "O@a1")
    assert turn(state) == ("build", 1)
    assert facts(state, "hands", "hidden") == ([[], []], [["O"], ["P", "P"]])


def test_bt_12_a_face_up_tile_is_taken_even_if_its_stack_is_empty(implementation: str) -> None:
    state = play(scarce(implementation, "SP..."), "O@a1")
    assert turn(state) == ("build", 1)
    assert facts(state, "hands", "market") == ([["S"], []], [None, "P", None, None, None])


# BT-13: refill


def test_bt_13_the_top_tile_of_the_stack_is_turned_up(implementation: str) -> None:
    state = play(plain(implementation), "O@b1")
    # 25 buildings and 10 community tiles are face down.
    assert chances(state)["O"] == pytest.approx(5 / 35)
    assert chances(state)["shop-f"] == pytest.approx(1 / 35)
    assert chances(state)["community:H"] == pytest.approx(2 / 35)
    assert state.action_view(state.string_to_action("shop-f"), 1) == "shop-f"
    state = play(state, "shop-f")
    assert turn(state) == ("build", 1)
    assert facts(state, "market", "stacks", "emptied") == (["O", "f", "P", "H", "a"], [7, 6, 7, 7, 7], [])


def test_bt_13_a_community_tile_is_followed_by_the_next_tile_of_that_stack(implementation: str) -> None:
    state = play(plain(implementation), "O@b1", "community:H")
    assert turn(state) == ("refill", 0)
    assert facts(state, "market", "stacks", "emptied", "community") == (
        ["O", None, "P", "H", "a"],
        [7, 6, 7, 7, 7],
        [2],
        [0, 0, 0, 1, 0],
    )
    assert chances(state)["community:H"] == pytest.approx(1 / 34)
    state = play(state, "H")
    assert turn(state) == ("build", 1)
    assert facts(state, "market", "stacks") == (["O", "H", "P", "H", "a"], [7, 5, 7, 7, 7])


def test_bt_13_a_space_with_an_empty_stack_stays_empty_without_a_node(implementation: str) -> None:
    state = plain(implementation, towns=[{"O": "c1", "S": "c2", "H": "d1"}], stacks=[None, 0, None, None, None])
    state = play(state, "O@b1")
    assert turn(state) == ("build", 1)
    assert facts(state, "market", "emptied") == (["O", None, "P", "H", "a"], [])


def test_bt_13_a_stack_that_held_community_tiles_only_leaves_its_space_empty(implementation: str) -> None:
    state = plain(
        implementation,
        towns=[{"O": "c1", "S": "c2", "H": "d1"}],
        stacks=[None, 2, None, None, None],
        community=[1, 0, 0, 0, 0],
    )
    state = play(state, "O@b1", "community:P", "community:P")
    assert turn(state) == ("build", 1)
    assert facts(state, "market", "stacks", "emptied") == (["O", None, "P", "H", "a"], [8, 0, 7, 7, 7], [])


def test_bt_13_spaces_are_refilled_in_the_order_in_which_they_were_emptied(implementation: str) -> None:
    state = second(implementation, market="OS.Ha", emptied=[3], hands=["P", ""], hidden=["H", "SP"])
    state = play(state, "P@b1")
    assert turn(state) == ("refill", 0)
    assert facts(state, "emptied", "market") == ([3, 2], ["O", None, None, "H", "a"])
    state = play(state, "shop-b")
    assert turn(state) == ("refill", 0)
    assert facts(state, "emptied", "market") == ([2], ["O", None, "b", "H", "a"])
    state = play(state, "shop-c")
    assert turn(state) == ("build", 1)
    assert facts(state, "emptied", "market", "stacks") == ([], ["O", "c", "b", "H", "a"], [7, 6, 6, 7, 7])


@pytest.mark.parametrize(("empty", "refilled", "emptied"), [(3, 2, [2]), (2, 3, [3, 2])])
def test_bt_13_of_two_emptied_spaces_the_one_with_a_stack_is_refilled(
    implementation: str, empty: int, refilled: int, emptied: list[int]
) -> None:
    state = second(
        implementation,
        market="OS.Ha",
        emptied=[3],
        hands=["P", ""],
        hidden=["H", "SP"],
        towns=[{"O": "c1 c2", "S": "d1 d2", "H": "e1"}],
        stacks=[0 if place == empty else None for place in range(1, 6)],
    )
    state = play(state, "P@b1")
    assert turn(state) == ("refill", 0)
    # A space without a stack leaves the list when it comes first.
    assert fact(state, "emptied") == emptied
    state = play(state, "shop-b")
    assert turn(state) == ("build", 1)
    assert [fact(state, "market")[place - 1] for place in (empty, refilled)] == [None, "b"]


def test_bt_13_an_emptied_space_without_a_stack_stays_in_the_list_during_the_turn(implementation: str) -> None:
    town = {"O": "c2", "S": "d1 d2", "H": "e1 e2"}
    state = at(implementation, towns=[town], stacks=[None, None, 0, None, None])
    state = play(state, "O@c1", "bloom:extra", "token:none")
    assert facts(state, "phase", "emptied", "extra_due") == ("build", [3], False)
    state = play(state, "H@b5", "token:none")
    assert turn(state) == ("refill", 0)
    assert fact(state, "emptied") == [2]
    # Covering the same symbol again leaves the choice of the other market tiles.
    state = at(implementation, towns=[town], stacks=[None, None, 0, None, None])
    state = play(state, "O@c1", "bloom:extra", "token:none", "H@c3", "token:none")
    assert turn(state) == ("take", 0)
    assert legal(state) == ["take:1", "take:2", "take:4", "take:5"]
    assert fact(state, "emptied") == [3]
    state = play(state, "take:1")
    assert turn(state) == ("refill", 0)
    assert fact(state, "emptied") == [1]


def test_bt_13_the_turn_passes_round_the_table(implementation: str) -> None:
    state = at(implementation, players=3, tokens=[False] * 3)
    for mover, text in enumerate(["O@b1", "S@b1", "S@b1"]):
        assert turn(state) == ("build", mover)
        state = play(state, text, "H")
    assert turn(state) == ("build", 0)


# BT-14: the second community tile of a type

OFFICES = [{"O": "a1 e5"}, {"O": "b2"}]


def test_bt_14_the_second_community_tile_of_a_type_scores_it_for_everybody_at_once(implementation: str) -> None:
    state = plain(implementation, towns=OFFICES, community=[1, 0, 0, 0, 0], points=[10, 20])
    state = play(state, "H@c3")
    assert fact(state, "points") == [11, 20]
    state = play(state, "community:O")
    assert turn(state) == ("refill", 0)
    assert facts(state, "points", "community", "emptied", "by_token") == ([15, 22], [2, 0, 0, 0, 0], [3], [False] * 5)


def test_bt_14_the_first_community_tile_of_a_type_scores_nothing(implementation: str) -> None:
    state = plain(implementation, towns=OFFICES, community=[0, 1, 1, 1, 1], points=[10, 20])
    assert fact(play(state, "H@c3", "community:O"), "points") == [11, 20]


def test_bt_14_the_tile_just_built_is_rescored_too(implementation: str) -> None:
    state = plain(implementation, towns=OFFICES, community=[1, 0, 0, 0, 0])
    # The office on c3 scores 1, and there are three of them.
    assert fact(play(state, "O@c3", "community:O"), "points") == [1 + 6, 2]


def test_bt_14_each_of_two_tiles_of_a_refill_may_score_a_type(implementation: str) -> None:
    town = {"O": "a1 e5", "S": "d4"}
    state = plain(implementation, towns=[town, {"S": "a1 a2"}], community=[1, 1, 0, 0, 0])
    state = play(state, "H@c3", "community:O", "community:S")
    assert fact(state, "points") == [1 + 4 + 2, 4]


def test_bt_14_a_type_triggered_by_a_token_is_not_rescored(implementation: str) -> None:
    state = at(
        implementation,
        towns=OFFICES,
        community=[1, 0, 0, 0, 0],
        by_token=[True, False, False, False, False],
        tokens=[False, False],
        points=[10, 20],
    )
    state = play(state, "H@c3", "community:O")
    assert facts(state, "points", "community", "by_token") == ([11, 20], [2, 0, 0, 0, 0], [True] + [False] * 4)


# D-2: players who cannot build

WHOLE = "a1 b1 c1 a2 b2 c2 a3 b3 c3"
SMALL = {"size": 3, "end": 5}


def full_neighbour(implementation: str, **rest: Any) -> cloche.State:
    """On 3 x 3 squares the town of player 1 is full; every stack holds a tile."""
    return scene(
        implementation,
        **{
            "towns": [{}, {"O": WHOLE}],
            "hidden": ["PP", "HH"],
            "pool": "SSSSS",
            "stacks": [1, 1, 1, 1, 1],
            "tokens": NO_TOKENS,
            "box_of": SMALL,
            **rest,
        },
    )


def test_d_2_a_player_with_a_full_town_has_no_turn(implementation: str) -> None:
    state = play(full_neighbour(implementation), "P@a1")
    assert turn(state) == ("refill", 0)
    state = play(state, "S")
    assert turn(state) == ("build", 0)
    assert facts(state, "hands", "hidden") == ([["O"], []], [["P"], ["H", "H"]])


def test_d_2_a_player_without_a_tile_has_no_turn(implementation: str) -> None:
    state = scene(
        implementation,
        towns=[{"O": "a1"}, {"O": "a1"}, {"O": "a1"}],
        hidden=["PP", "", "HH"],
        pool="SSSSS",
        stacks=[1, 1, 1, 1, 1],
        tokens=[False] * 3,
        box_of={"end": 5},
    )
    state = play(state, "P@b1", "S")
    assert turn(state) == ("build", 2)


def test_d_2_when_nobody_can_build_any_more_the_final_scoring_comes(implementation: str) -> None:
    state = full_neighbour(implementation, towns=[{"O": WHOLE[:-3]}, {"O": WHOLE}])
    state = play(state, "P@c3", "S")
    assert turn(state) == ("keep", 0)
    assert facts(state, "stacks", "market") == ([1, 1, 0, 1, 1], ["O", "S", "S", "H", "a"])


def test_d_2_a_second_tile_that_cannot_be_built_ends_the_extra_turn(implementation: str) -> None:
    state = full_neighbour(implementation, towns=[{"O": WHOLE[:-3]}, {"O": "a1"}], box_of={**SMALL, "blooming": "c3"})
    state = play(state, "P@c3")
    assert legal(state) == ["bloom:none", "bloom:double", "bloom:extra"]
    state = play(state, "bloom:extra")
    # The tile of step C is taken, and its space is refilled as always.
    assert turn(state) == ("refill", 0)
    assert facts(state, "hands", "emptied", "used", "extra_due") == ([["P"], []], [3], [], False)
    state = play(state, "S")
    assert turn(state) == ("build", 1)


def test_d_2_a_hand_that_runs_dry_ends_the_extra_turn(implementation: str) -> None:
    # One tile a hand; the market holds nothing for player 0 to take.
    state = scene(
        implementation,
        towns=[{"O": "e1"}, {"P": "e1"}],
        hidden=["O", "P"],
        pool="",
        market=".....",
        tokens=[True, False],
        box_of={"hand": 1},
    )
    state = play(state, "O@a1", "token:extra")
    assert turn(state) == ("build", 1)
    assert facts(state, "hands", "hidden", "used") == ([[], []], [[], ["P"]], [])


# D-3: when a bonus is carried out


def test_d_3_a_double_is_scored_before_the_token_is_asked(implementation: str) -> None:
    state = play(at(implementation, towns=[{"O": "b1"}]), "O@c1")
    assert turn(state) == ("bloom", 0)
    assert fact(state, "points") == [2, 0]
    state = play(state, "bloom:double")
    assert turn(state) == ("token", 0)
    assert facts(state, "points", "used") == ([4, 0], ["double"])


def test_d_3_an_extra_turn_is_carried_out_after_the_tile_is_taken(implementation: str) -> None:
    state = play(at(implementation), "O@c1", "bloom:extra")
    assert turn(state) == ("token", 0)
    assert facts(state, "used", "extra_due", "market", "emptied") == (["extra"], True, ["O", "S", "P", "H", "a"], [])
    state = play(state, "token:none")
    assert turn(state) == ("build", 0)
    assert facts(state, "used", "extra_due", "market", "emptied") == (
        ["extra"],
        False,
        ["O", "S", None, "H", "a"],
        [3],
    )
