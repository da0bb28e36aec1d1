"""Components and setup: BT-1 to BT-8, D-1."""

import random
from typing import Any

import pytest

import cloche

from .town import (
    KINDS,
    TYPES,
    box,
    chances,
    fact,
    facts,
    legal,
    load,
    play,
    position,
    settle,
    turn,
)

SYMBOLS = {"A": ["12345"] * 5, "B": ["12345", "34512", "51234", "23451", "45123"]}
BLOOMING = {"A": ["c1", "a2", "e3", "b4", "d5"], "B": ["a1", "e1", "c3", "a5", "e5"]}
CELLS = [f"{column}{row}" for row in "12345" for column in "abcde"]
SHOPS = ["shop-a", "shop-b", "shop-c", "shop-d", "shop-e", "shop-f"]
COMMUNITY = [f"community:{type_}" for type_ in TYPES]


def builder(implementation: str, side: str) -> cloche.State:
    """Player 0 builds one of two offices in an empty town, and has no token."""
    game = load(implementation, side=side)
    return game.state_from_dict(
        position(game, hidden=["OO", "SP"], market="SPHab", tokens=[False, False], taken="abcdef")
    )


# BT-1 to BT-3: components


def test_bt_1_a_town_has_five_columns_from_the_left_and_five_rows_from_the_top(implementation: str) -> None:
    state = builder(implementation, "A")
    assert state.legal_actions() == list(range(25))
    assert legal(state) == [f"O@{cell}" for cell in CELLS]
    assert fact(play(state, "O@d2"), "towns")[0] == [".....", "...O.", ".....", ".....", "....."]


@pytest.mark.parametrize("side", ["A", "B"])
def test_bt_1_every_square_bears_its_symbol(implementation: str, side: str) -> None:
    state = builder(implementation, side)
    for cell in CELLS:
        symbol = int(SYMBOLS[side][int(cell[1]) - 1]["abcde".index(cell[0])])
        after = settle(play(state, f"O@{cell}"))
        assert fact(after, "hands")[0] == ["SPHab"[symbol - 1]], cell
        assert fact(after, "emptied") == [symbol], cell


@pytest.mark.parametrize("side", ["A", "B"])
def test_bt_1_five_squares_bloom(implementation: str, side: str) -> None:
    state = builder(implementation, side)
    assert [cell for cell in CELLS if turn(play(state, f"O@{cell}"))[0] == "bloom"] == BLOOMING[side]


def test_bt_1_side_a_is_the_default(implementation: str) -> None:
    assert load(implementation).options == {"side": "A", "subway": "group", "shop": "tiles"}


def test_bt_2_the_box_holds_13_tiles_of_each_type_and_shops_of_six_kinds(implementation: str) -> None:
    state = load(implementation, 4).new_initial_state()
    assert fact(state, "pool") == [13, 13, 13, 13, 3, 2, 2, 2, 2, 2]
    assert sum(fact(state, "pool")) == 65
    assert legal(state) == ["O", "S", "P", "H", *SHOPS]


def test_bt_3_there_are_two_community_tiles_of_each_type(implementation: str) -> None:
    state = play(load(implementation).new_initial_state(), *"OOOO")
    assert legal(state)[-5:] == COMMUNITY
    assert [chances(state)[text] for text in COMMUNITY] == pytest.approx([2 / 41] * 5)
    assert fact(state, "community") == [0] * 5


@pytest.mark.parametrize("players", [2, 3, 4])
def test_bt_3_everybody_starts_with_a_bonus_token(implementation: str, players: int) -> None:
    state = load(implementation, players).new_initial_state(seed=1)
    assert facts(state, "tokens", "points", "by_token") == ([True] * players, [0] * players, [False] * 5)


# BT-4, D-1: tiles taken out


def test_bt_4_two_players_take_out_six_of_each_type_and_one_shop_of_each_kind(implementation: str) -> None:
    state = load(implementation, 2).new_initial_state()
    assert turn(state) == ("hands", 0)
    assert fact(state, "out") == [6, 6, 6, 6, 1, 1, 1, 1, 1, 1]
    assert fact(state, "pool") == [7, 7, 7, 7, 2, 1, 1, 1, 1, 1]


def test_bt_4_four_players_take_out_nothing(implementation: str) -> None:
    state = load(implementation, 4).new_initial_state()
    assert turn(state) == ("hands", 0)
    assert fact(state, "out") == [0] * 10


def test_bt_4_three_players_take_out_two_of_each_type_and_draw_two_shop_kinds(implementation: str) -> None:
    state = load(implementation, 3).new_initial_state()
    assert turn(state) == ("shops", None)
    assert state.current_player() == cloche.CHANCE
    assert fact(state, "out") == [2, 2, 2, 2, 0, 0, 0, 0, 0, 0]
    assert fact(state, "pool") == [11, 11, 11, 11, 3, 2, 2, 2, 2, 2]
    # Each kind is equally likely, however many tiles it has; the outcomes are the shop kinds, 0 to 5.
    assert state.legal_actions() == [0, 1, 2, 3, 4, 5]
    assert chances(state) == pytest.approx(dict.fromkeys(SHOPS, 1 / 6))


def test_bt_4_the_second_kind_is_another_one(implementation: str) -> None:
    state = play(load(implementation, 3).new_initial_state(), "shop-d")
    assert turn(state) == ("shops", None)
    assert state.legal_actions() == [0, 1, 2, 4, 5]
    assert chances(state) == pytest.approx({shop: 1 / 5 for shop in SHOPS if shop != "shop-d"})
    state = play(state, "shop-a")
    assert turn(state) == ("hands", 0)
    assert fact(state, "out") == [2, 2, 2, 2, 1, 0, 0, 1, 0, 0]
    assert fact(state, "pool") == [11, 11, 11, 11, 2, 2, 2, 1, 2, 2]


def test_bt_4_what_is_taken_out_is_known_to_all(implementation: str) -> None:
    state = play(load(implementation, 3).new_initial_state(), "shop-d")
    for player in range(3):
        assert state.observation(player)["out"] == [2, 2, 2, 2, 0, 0, 0, 1, 0, 0]
        assert state.action_view(state.legal_actions()[0], player) == "shop-a"


def dealing(counts: dict[str, int], **settings: Any) -> dict[str, Any]:
    """A box of these tiles in stacks of one."""
    return box(counts, **settings)


def test_d_1_kinds_without_tiles_are_never_taken_out(implementation: str) -> None:
    counts = {"O": 4, "S": 4, "P": 4, "H": 4, "b": 2, "d": 1, "f": 3}
    state = load(implementation, 2, dealing(counts, removed=2)).new_initial_state()
    assert turn(state) == ("shops", None)
    assert fact(state, "out") == [2, 2, 2, 2, 0, 0, 0, 0, 0, 0]
    assert chances(state) == pytest.approx({"shop-b": 1 / 3, "shop-d": 1 / 3, "shop-f": 1 / 3})
    state = play(state, "shop-d")
    assert chances(state) == pytest.approx({"shop-b": 1 / 2, "shop-f": 1 / 2})
    state = play(state, "shop-f")
    assert turn(state) == ("hands", 0)
    assert fact(state, "pool") == [2, 2, 2, 2, 0, 2, 0, 0, 0, 2]


def test_d_1_one_of_each_kind_goes_without_a_draw_where_that_is_the_number(implementation: str) -> None:
    counts = {"O": 4, "S": 4, "P": 4, "H": 4, "b": 2, "f": 3}
    state = load(implementation, 2, dealing(counts, removed=2)).new_initial_state()
    assert turn(state) == ("hands", 0)
    assert fact(state, "out") == [2, 2, 2, 2, 0, 1, 0, 0, 0, 1]


def test_d_1_no_shop_goes_where_nothing_is_taken_out(implementation: str) -> None:
    counts = {"O": 4, "S": 4, "P": 4, "H": 4, "b": 2, "f": 3}
    state = load(implementation, 2, dealing(counts, removed=0)).new_initial_state()
    assert turn(state) == ("hands", 0)
    assert fact(state, "out") == [0] * 10


# BT-5: starting tiles


def test_bt_5_each_player_draws_two_tiles_player_0_first(implementation: str) -> None:
    state = load(implementation, 3).new_initial_state()
    state = play(state, "shop-a", "shop-b")
    for drawn, (player, hidden) in enumerate(
        [
            (0, [[], [], []]),
            (0, [["H"], [], []]),
            (1, [["O", "H"], [], []]),
            (1, [["O", "H"], ["c"], []]),
            (2, [["O", "H"], ["P", "c"], []]),
            (2, [["O", "H"], ["P", "c"], ["S"]]),
        ]
    ):
        assert turn(state) == ("hands", player)
        assert facts(state, "hidden", "hands") == (hidden, [[], [], []])
        assert state.is_chance_node()
        state = play(state, ["H", "O", "shop-c", "P", "S", "S"][drawn])
    assert turn(state) == ("market", None)
    assert fact(state, "hidden") == [["O", "H"], ["P", "c"], ["S", "S"]]


def test_bt_5_starting_tiles_come_from_all_buildings_left_each_equally_likely(implementation: str) -> None:
    state = load(implementation).new_initial_state()
    likely = {"O": 7, "S": 7, "P": 7, "H": 7, "shop-a": 2} | dict.fromkeys(SHOPS[1:], 1)
    assert chances(state) == pytest.approx({text: number / 35 for text, number in likely.items()})
    state = play(state, "O", "shop-b")
    del likely["shop-b"]
    likely["O"] = 6
    assert chances(state) == pytest.approx({text: number / 33 for text, number in likely.items()})


# BT-6: stacks and left-overs


@pytest.mark.parametrize(("players", "height", "left_over"), [(2, 8, 1), (3, 11, 4), (4, 13, 2)])
def test_bt_6_the_rest_makes_five_stacks_and_some_tiles_are_left_over(
    implementation: str, players: int, height: int, left_over: int
) -> None:
    state = load(implementation, players).new_initial_state()
    assert facts(state, "stacks", "left_over") == ([height] * 5, left_over)
    while turn(state)[0] != "market":
        state.apply_action(state.legal_actions()[0])
    assert facts(state, "stacks", "left_over") == ([height] * 5, left_over)
    assert sum(fact(state, "pool")) + 10 == 5 * height + left_over


def test_bt_6_the_community_tiles_join_after_the_deal(implementation: str) -> None:
    state = load(implementation).new_initial_state()
    for _ in range(4):
        assert state.legal_actions() == list(range(10))
        state.apply_action(0)
    assert state.legal_actions() == list(range(15))


# BT-7: the market


def test_bt_7_the_top_tiles_of_stacks_1_to_5_are_turned_up_in_that_order(implementation: str) -> None:
    state = play(load(implementation).new_initial_state(), *"OSPH")
    for place in range(5):
        assert turn(state) == ("market", None)
        assert fact(state, "emptied") == [1, 2, 3, 4, 5][place:]
        state = play(state, ["P", "shop-a", "P", "O", "H"][place])
        turned = place + 1
        assert fact(state, "market") == ["P", "a", "P", "O", "H"][:turned] + [None] * (5 - turned)
        assert fact(state, "stacks") == [7] * turned + [8] * (5 - turned)
    assert fact(state, "emptied") == []


def test_bt_7_each_face_down_tile_is_equally_likely_left_overs_included(implementation: str) -> None:
    # 35 buildings less 4 dealt, and 10 community tiles.
    state = play(load(implementation).new_initial_state(), *"OOPH")
    likely = {"O": 5, "S": 7, "P": 6, "H": 6, "shop-a": 2} | dict.fromkeys(SHOPS[1:], 1) | dict.fromkeys(COMMUNITY, 2)
    assert sum(likely.values()) == 41
    assert chances(state) == pytest.approx({text: number / 41 for text, number in likely.items()})
    state = play(state, "shop-a", "shop-b")
    likely["shop-a"] = 1
    del likely["shop-b"]
    assert chances(state) == pytest.approx({text: number / 39 for text, number in likely.items()})


def test_bt_7_a_community_tile_goes_to_its_area_and_the_next_of_that_stack_is_turned_up(implementation: str) -> None:
    state = play(load(implementation).new_initial_state(), *"OSPH", "O", "community:P")
    assert turn(state) == ("market", None)
    assert facts(state, "market", "stacks", "community", "emptied") == (
        ["O", None, None, None, None],
        [7, 7, 8, 8, 8],
        [0, 0, 1, 0, 0],
        [2, 3, 4, 5],
    )
    assert chances(state)["community:P"] == pytest.approx(1 / 39)
    state = play(state, "community:P")
    assert facts(state, "stacks", "community", "points") == ([7, 6, 8, 8, 8], [0, 0, 2, 0, 0], [0, 0])
    assert "community:P" not in legal(state)
    state = play(state, "S")
    assert facts(state, "market", "stacks", "emptied") == (
        ["O", "S", None, None, None],
        [7, 5, 8, 8, 8],
        [3, 4, 5],
    )


def test_bt_7_a_stack_of_community_tiles_leaves_its_market_space_empty(implementation: str) -> None:
    # 6 offices, 4 of them dealt; with 10 community tiles 12 are left, 5 of them in stacks of one.
    state = play(load(implementation, 2, box({"O": 6})).new_initial_state(), *"OOOO")
    assert facts(state, "stacks", "left_over") == ([1, 1, 1, 1, 1], 7)
    assert chances(state) == pytest.approx(dict.fromkeys(["O", *COMMUNITY], 2 / 12))
    state = play(state, "community:O")
    assert facts(state, "market", "stacks", "emptied") == ([None] * 5, [0, 1, 1, 1, 1], [2, 3, 4, 5])
    state = play(state, "O", "community:S", "community:P", "community:H")
    assert turn(state) == ("left_over", None)
    assert facts(state, "market", "stacks", "emptied") == ([None, "O", None, None, None], [0] * 5, [])


# BT-8: left-overs


def test_bt_8_a_left_over_building_leaves_the_game(implementation: str) -> None:
    state = play(load(implementation).new_initial_state(), *"OSPH", *"OSPHO")
    assert turn(state) == ("left_over", None)
    assert fact(state, "left_over") == 1
    # 36 tiles are face down: the left-over one is any of them.
    assert chances(state)["O"] == pytest.approx(4 / 36)
    assert chances(state)["community:O"] == pytest.approx(2 / 36)
    state = play(state, "H")
    assert turn(state) == ("build", 0)
    assert facts(state, "left_over", "out", "stacks") == (0, [6, 6, 6, 7, 1, 1, 1, 1, 1, 1], [7] * 5)
    assert fact(state, "pool") == [4, 5, 5, 4, 2, 1, 1, 1, 1, 1]


def test_bt_8_a_left_over_community_tile_goes_to_its_area(implementation: str) -> None:
    state = play(load(implementation).new_initial_state(), *"OSPH", *"OSPHO", "community:shop")
    assert turn(state) == ("build", 0)
    assert facts(state, "community", "out") == ([0, 0, 0, 0, 1], [6, 6, 6, 6, 1, 1, 1, 1, 1, 1])
    assert sum(fact(state, "pool")) + 9 == sum(fact(state, "stacks"))


def test_bt_8_left_overs_are_turned_up_one_by_one(implementation: str) -> None:
    state = play(load(implementation, 3).new_initial_state(), "shop-a", "shop-b", *"OOSSPP", *"HHHH", "shop-c")
    texts = ["O", "community:O", "community:O", "shop-a"]
    for left, text in zip([4, 3, 2, 1], texts, strict=True):
        assert turn(state) == ("left_over", None)
        assert fact(state, "left_over") == left
        state = play(state, text)
    assert turn(state) == ("build", 0)
    assert facts(state, "out", "community", "points") == (
        [3, 2, 2, 2, 2, 1, 0, 0, 0, 0],
        [2, 0, 0, 0, 0],
        [0, 0, 0],
    )


def test_bt_8_without_left_overs_the_first_turn_follows_the_market(implementation: str) -> None:
    state = load(implementation, 2, box({"O": 9}, per_type=0)).new_initial_state()
    for _ in range(9):
        # A chance node with one outcome is a node.
        assert legal(state) == ["O"]
        assert chances(state) == {"O": 1.0}
        state = play(state, "O")
    assert turn(state) == ("build", 0)
    assert facts(state, "left_over", "stacks", "market") == (0, [0] * 5, ["O"] * 5)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_setup_ends_at_player_0s_first_turn_with_all_tiles_accounted_for(implementation: str, players: int) -> None:
    state = load(implementation, players).new_initial_state(seed=players)
    assert turn(state) == ("build", 0)
    assert state.current_player() == 0
    data = state.to_dict()
    assert [len(hand) for hand in data["hidden"]] == [2] * players
    held = [kind for tiles in (*data["hidden"], data["market"]) for kind in tiles if kind]
    for kind, count in zip(KINDS, [13, 13, 13, 13, 3, 2, 2, 2, 2, 2], strict=True):
        assert held.count(kind) + data["out"][KINDS.index(kind)] + data["pool"][KINDS.index(kind)] == count
    assert sum(data["pool"]) + 10 - sum(data["community"]) == sum(data["stacks"])


@pytest.mark.parametrize(("players", "most"), [(2, 20), (3, 22), (4, 20)])
def test_no_town_is_ever_full(implementation: str, players: int, most: int) -> None:
    rng = random.Random(players)
    for seed in range(3):
        state = load(implementation, players).new_initial_state(seed=seed)
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        built = [25 - "".join(town).count(".") for town in fact(state, "towns")]
        assert max(built) <= most
        assert sorted(state.ranks()) == list(range(1, players + 1))
