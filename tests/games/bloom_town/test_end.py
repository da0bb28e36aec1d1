"""The end: BT-26 to BT-28, D-6."""

from typing import Any

import pytest

import cloche

from .town import Town, at, fact, facts, legal, play, scene, turn


def ended(state: cloche.State) -> bool:
    """Whether the game is over, in every way a caller may ask."""
    over = state.is_terminal()
    assert (fact(state, "phase") == "over") is over
    assert (state.current_player() == cloche.TERMINAL) is over
    assert (state.legal_actions() == []) is over
    return over


# BT-26: the last round


@pytest.mark.parametrize(
    ("players", "stacks", "last"),
    [
        (2, [0, 0, 5, 5, 5], False),
        (2, [0, 0, 0, 8, 7], True),
        (2, [0, 8, 0, 7, 0], True),
        (3, [0, 7, 6, 6, 6], False),
        (3, [0, 0, 9, 8, 8], True),
        (4, [0, 8, 8, 7, 7], False),
        (4, [0, 11, 0, 10, 9], True),
    ],
)
def test_bt_26_three_empty_stacks_with_two_players_and_two_with_more_bring_the_end(
    implementation: str, players: int, stacks: list[int], last: bool
) -> None:
    town = {"O": "c1 c2", "S": "d1 d2", "P": "e1"}
    state = at(
        implementation,
        players=players,
        towns=[town] * players,
        community=(2, 2, 2, 2, 2),
        player=players - 1,
        tokens=[False] * players,
        stacks=stacks,
    )
    # The last player takes from space 1, whose stack is empty.
    assert turn(play(state, "S@a1")) == (("keep", 0) if last else ("build", 0))


def late(implementation: str, stacks: list[int], pool: str, **rest: Any) -> cloche.State:
    """A box with few tiles, and nobody has a token; player 0 of two builds one of two homes."""
    return scene(
        implementation,
        **{
            "towns": [{"O": "e1"}, {"P": "e1"}],
            "hidden": ["HH", "HH"],
            "stacks": stacks,
            "pool": pool,
            "tokens": [False, False],
            **rest,
        },
    )


def test_bt_26_all_have_equally_many_turns(implementation: str) -> None:
    state = play(late(implementation, [0, 0, 0, 1, 1], "SS"), "H@a1")
    assert turn(state) == ("build", 1)
    state = play(state, "H@b1")
    assert turn(state) == ("keep", 0)


def test_bt_26_the_end_is_checked_when_a_turn_is_over(implementation: str) -> None:
    # Player 0 finds three stacks empty only after the refill.
    state = play(late(implementation, [0, 0, 1, 1, 1], "SSS"), "H@c1")
    assert turn(state) == ("refill", 0)
    state = play(state, "S")
    assert turn(state) == ("build", 1)
    # BT-13: the last turn of the game is refilled too.
    state = play(state, "H@d1")
    assert turn(state) == ("refill", 1)
    state = play(state, "S")
    assert turn(state) == ("keep", 0)
    assert facts(state, "market", "stacks", "emptied") == (["O", "S", "S", "S", "a"], [0, 0, 0, 0, 1], [])


def test_bt_26_a_stack_is_empty_though_its_market_space_holds_a_tile(implementation: str) -> None:
    state = late(implementation, [1, 0, 0, 1, 1], "SSS", player=1)
    state = play(state, "H@a1", "S")
    assert turn(state) == ("keep", 0)
    assert fact(state, "market")[0] == "S"


def test_bt_26_two_empty_stacks_are_too_few_whatever_the_market_holds(implementation: str) -> None:
    state = late(implementation, [0, 0, 1, 2, 1], "SSSS", market="..PHa", player=1)
    assert turn(play(state, "H@d1", "S")) == ("build", 0)


def test_bt_26_community_tiles_may_empty_the_stack(implementation: str) -> None:
    state = late(implementation, [0, 0, 2, 2, 1], "SSSS", community=(1, 2, 2, 2, 2), player=1)
    state = play(state, "H@c1", "community:O")
    assert turn(state) == ("refill", 1)
    state = play(state, "S")
    assert turn(state) == ("keep", 0)


def test_bt_26_the_last_round_ends_with_a_player_who_has_no_turn(implementation: str) -> None:
    # D-2: on 3 x 3 squares the town of player 1 is full.
    full = {"O": "a1 b1 c1 a2 b2 c2 a3 b3 c3"}
    state = late(implementation, [0, 0, 0, 1, 1], "SS", towns=[{"O": "c3"}, full], box_of={"size": 3})
    assert turn(play(state, "H@a1")) == ("keep", 0)


def test_bt_26_an_extra_turn_is_no_turn_of_its_own(implementation: str) -> None:
    state = late(implementation, [0, 0, 0, 1, 1], "SS", tokens=[True, False])
    state = play(state, "H@a1", "token:extra")
    assert turn(state) == ("build", 0)
    state = play(state, "H@b1")
    assert turn(state) == ("build", 1)
    assert turn(play(state, "H@c1")) == ("keep", 0)


def test_bt_26_a_draw_from_the_stack_may_bring_the_end(implementation: str) -> None:
    state = late(
        implementation,
        [0, 0, 2, 1, 1],
        "SSSS",
        player=1,
        market="OS.Ha",
        emptied=[3],
        used=["extra"],
        hands=["", "P"],
        hidden=["HH", "H"],
    )
    state = play(state, "P@c1", "S")
    assert turn(state) == ("refill", 1)
    state = play(state, "S")
    assert turn(state) == ("keep", 0)


# BT-27: the tile kept


def keep(implementation: str, town: Town, hands: str = "", hidden: str = "", **rest: Any) -> cloche.State:
    """Player 0 of two keeps a tile; player 1 holds a subway."""
    settings: dict[str, Any] = {"towns": [town, {}], "hands": [hands, ""], "hidden": [hidden, "S"], "points": [10, 20]}
    return at(implementation, **{"phase": "keep", **settings, **rest})


@pytest.mark.parametrize(
    ("town", "tile", "points"),
    [
        ({"O": "a1 b1 e5"}, "O", 6),
        ({"P": "a1 b1 c1 d1 e1"}, "P", 10),
        ({"S": "a1 b1"}, "S", 4),
        # a1 touches an office and a home, b1 a home.
        ({"H": "a1 b1", "O": "a2"}, "H", 5),
        # The tile kept is not counted.
        ({"O": "a1"}, "S", 0),
        ({}, "H", 0),
        # All shops: a1 (park and home) touches a park, c1 (office and park) too.
        ({"a": "a1", "b": "c1", "P": "b1"}, "a", 4),
        ({"a": "a1", "b": "c1", "P": "b1"}, "c", 4),
    ],
)
@pytest.mark.parametrize("open_", [True, False])
def test_bt_27_the_kept_tile_rescores_its_type_in_the_own_town(
    implementation: str, town: Town, tile: str, points: int, open_: bool
) -> None:
    held = {"hands": tile} if open_ else {"hidden": tile}
    state = keep(implementation, town, market="OSPHd", gone="H", **held)
    assert state.current_player() == 0
    word = tile if tile in "OSPH" else f"shop-{tile}"
    assert legal(state) == [f"keep:{word}"]
    state = play(state, f"keep:{word}")
    assert facts(state, "points", "kept") == ([10 + points, 20], [tile, None])
    assert facts(state, "hands", "hidden") == ([[], []], [[], ["S"]])


def test_bt_27_one_of_two_tiles_is_kept(implementation: str) -> None:
    state = keep(implementation, {"O": "a1 b1", "H": "b2"}, hands="H", hidden="O")
    assert legal(state) == ["keep:O", "keep:H"]
    assert fact(play(state, "keep:O"), "points") == [14, 20]
    # The home has one office beside it.
    assert fact(play(state, "keep:H"), "points") == [12, 20]


def test_bt_27_two_of_a_kind_make_one_action(implementation: str) -> None:
    assert legal(keep(implementation, {"P": "a1"}, hands="O", hidden="O")) == ["keep:O"]
    assert legal(keep(implementation, {"P": "a1"}, hidden="OO")) == ["keep:O"]


def test_bt_27_players_keep_in_turn_order_and_then_the_game_is_over(implementation: str) -> None:
    state = keep(implementation, {"O": "a1"}, hands="O")
    state = play(state, "keep:O")
    assert turn(state) == ("keep", 1)
    assert state.current_player() == 1
    assert not ended(state)
    state = play(state, "keep:S")
    assert ended(state)
    assert facts(state, "player", "kept", "points") == (None, ["O", "S"], [12, 20])


def test_bt_27_a_player_without_a_tile_keeps_none(implementation: str) -> None:
    state = at(implementation, players=3, phase="keep", hidden=["O", "", "P"], towns=[{"O": "a1"}])
    state = play(state, "keep:O")
    assert turn(state) == ("keep", 2)
    state = play(state, "keep:P")
    assert ended(state)
    assert fact(state, "kept") == ["O", None, "P"]


def test_bt_27_the_first_to_keep_may_be_a_later_player_or_nobody(implementation: str) -> None:
    # Player 0 built the last tile and found nothing to take.
    settings: dict[str, Any] = {"market": ".....", "player": 1, "community": (2, 2, 2, 2, 2)}
    state = late(implementation, [0] * 5, "", **settings, hidden=["", "HH"])
    state = play(state, "H@a1")
    assert turn(state) == ("keep", 1)
    state = late(implementation, [0] * 5, "", **settings, hidden=["", "H"], towns=[{"O": "e1"}, {"P": "e1 e2"}])
    state = play(state, "H@a1")
    assert ended(state)
    assert fact(state, "kept") == [None, None]


def test_bt_27_no_other_town_is_scored(implementation: str) -> None:
    state = keep(implementation, {"O": "a1"}, hands="O", towns=[{"O": "a1"}, {"O": "a1 b1"}])
    assert fact(play(state, "keep:O"), "points") == [12, 20]


def test_bt_27_the_kept_tile_is_shown_and_the_other_dropped_unseen(implementation: str) -> None:
    state = keep(implementation, {"O": "a1"}, hidden="OH")
    state = play(state, "keep:O", "keep:S")
    assert state.observation(1)["kept"] == ["O", "S"]
    assert state.observation(1)["hidden"] == [[None], []]
    assert state.observation(0)["hidden"] == [["H"], []]


@pytest.mark.parametrize(("option", "points"), [("tiles", 4), ("types", 2)])
def test_bt_27_the_options_hold_for_kept_tiles_too(implementation: str, option: str, points: int) -> None:
    state = keep(
        implementation, {"a": "c3", "P": "c2 c4 b3"}, hidden="b", market="OSPHd", gone="H", options={"shop": option}
    )
    assert fact(play(state, "keep:shop-b"), "points") == [10 + points, 20]


def test_d_6_the_other_tile_stays_in_the_hand_as_it_was(implementation: str) -> None:
    state = play(keep(implementation, {"O": "a1"}, hands="H", hidden="O"), "keep:O")
    assert facts(state, "hands", "hidden") == ([["H"], []], [[], ["S"]])
    state = play(keep(implementation, {"O": "a1"}, hands="H", hidden="O"), "keep:H")
    assert facts(state, "hands", "hidden") == ([[], []], [["O"], ["S"]])
    assert ended(play(state, "keep:S"))
    # It counts for nothing.
    assert fact(play(state, "keep:S"), "points") == [10, 20]


def test_d_4_of_two_of_a_kind_the_open_one_is_kept(implementation: str) -> None:
    state = play(keep(implementation, {"P": "a1"}, hands="O", hidden="O"), "keep:O")
    assert facts(state, "hands", "hidden") == ([[], []], [["O"], ["S"]])


# BT-28: the winner


def over(implementation: str, *points: int) -> cloche.State:
    """The game is over with these points, and nobody had a tile to keep."""
    players = len(points)
    return at(
        implementation,
        players=players,
        phase="over",
        player=None,
        points=list(points),
        hidden=[""] * players,
        towns=[{"O": "a1 b1", "S": "c1"}],
    )


@pytest.mark.parametrize(
    ("points", "ranks", "returns"),
    [
        ((30, 29), [1, 2], [1, -1]),
        ((29, 30), [2, 1], [-1, 1]),
        # Of two with as many points the later in turn order is ahead.
        ((30, 30), [2, 1], [-1, 1]),
        ((0, 0, 0), [3, 2, 1], [-0.5, -0.5, 1]),
        ((30, 25, 30), [2, 3, 1], [-0.5, -0.5, 1]),
        ((25, 30, 25), [3, 1, 2], [-0.5, 1, -0.5]),
        ((9, 8, 7, 8), [1, 3, 4, 2], [1, -1 / 3, -1 / 3, -1 / 3]),
        ((7, 9, 9, 1), [3, 2, 1, 4], [-1 / 3, -1 / 3, 1, -1 / 3]),
    ],
)
def test_bt_28_most_points_win_and_of_equals_the_later_in_turn_order(
    implementation: str, points: tuple[int, ...], ranks: list[int], returns: list[float]
) -> None:
    state = over(implementation, *points)
    assert ended(state)
    assert state.scores() == list(points)
    assert state.ranks() == ranks
    assert state.returns() == pytest.approx(returns)


def test_bt_28_ranks_before_the_end_break_ties_the_same_way(implementation: str) -> None:
    state = at(implementation, players=3, points=[5, 5, 4])
    assert state.ranks() == [2, 1, 3]
    assert state.returns() == [0, 0, 0]


def test_bt_28_final_scoring_may_turn_the_game(implementation: str) -> None:
    state = keep(implementation, {"O": "a1 b1 c1 d1 e1 a2"}, hands="O", points=[9, 20], gone="H", market="SSPHa")
    assert state.ranks() == [2, 1]
    state = play(state, "keep:O", "keep:S")
    assert state.scores() == [21, 20]
    assert (state.ranks(), state.returns()) == ([1, 2], [1, -1])
