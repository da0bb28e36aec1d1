"""Components, deal and trees: IO-1 to IO-7."""

import random
from collections import Counter

import pytest

import cloche

from .garden import after, box, cells, legal, load, plants, play, scene


def seen_from(implementation: str, space: int, **garden: str) -> set[str]:
    """The circles that a Martian on a space can plant."""
    state = scene(implementation, garden=garden, reserves=["R", "B"], positions=[space, 0 if space else 1])
    return plants(state)


def dealt(game: cloche.Game) -> cloche.State:
    """The first position after a deal in which the lowest outcome is always drawn."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    return state


def test_io_01_the_garden_has_nine_rows_of_nine_circles_named_from_the_top_left_corner(implementation: str) -> None:
    state = dealt(load(implementation))
    texts = legal(state)
    assert len(texts) == 81
    assert texts[:2] == ["a1", "b1"]
    assert texts[40] == "e5"
    assert texts[-1] == "i9"
    state.apply_action(state.string_to_action("c2"))
    assert state.to_dict()["garden"] == [".........", "..T......", *["........."] * 7]


@pytest.mark.parametrize(
    ("space", "circles"),
    [
        (0, "a1 b2 c3 d4 e5 f6 g7 h8 i9"),
        (10, "i1 h2 g3 f4 e5 d6 c7 b8 a9"),
        (20, "i9 h8 g7 f6 e5 d4 c3 b2 a1"),
        (30, "a9 b8 c7 d6 e5 f4 g3 h2 i1"),
    ],
)
def test_io_02_corners_are_spaces_0_10_20_and_30_clockwise_from_the_top_left(
    implementation: str, space: int, circles: str
) -> None:
    assert seen_from(implementation, space) == cells(circles)


@pytest.mark.parametrize(
    ("space", "circles"),
    [
        (3, "c1 c2 c3 c4 c5 c6 c7 c8 c9  b1 a2  d1 e2 f3 g4 h5 i6"),
        (14, "i4 h4 g4 f4 e4 d4 c4 b4 a4  i3 h2 g1  i5 h6 g7 f8 e9"),
        (22, "h9 h8 h7 h6 h5 h4 h3 h2 h1  g9 f8 e7 d6 c5 b4 a3  i9"),
        (37, "a3 b3 c3 d3 e3 f3 g3 h3 i3  a2 b1  a4 b5 c6 d7 e8 f9"),
    ],
)
def test_io_02_spaces_of_a_side_run_clockwise(implementation: str, space: int, circles: str) -> None:
    assert seen_from(implementation, space) == cells(circles)


def test_io_03_the_bag_holds_ten_flowers_of_each_of_six_colours(implementation: str) -> None:
    data = load(implementation).new_initial_state().to_dict()
    assert data["bag"] == [10, 10, 10, 10, 10, 10]
    assert data["counters"] == [1, 1, 1, 1, 1]
    assert data["positions"] == [0, 0]


@pytest.mark.parametrize(("players", "flowers"), [(2, 27), (3, 18), (4, 14), (5, 11)])
def test_io_04_each_player_draws_a_hand_that_depends_on_their_number(
    implementation: str, players: int, flowers: int
) -> None:
    data = dealt(load(implementation, players)).to_dict()
    assert [sum(hand) for hand in data["reserves"]] == [flowers] * players
    assert sum(data["bag"]) == 60 - players * flowers


def test_io_04_player_0_draws_every_flower_before_player_1(implementation: str) -> None:
    state = load(implementation).new_initial_state()
    drawers = []
    while state.is_chance_node():
        drawers.append(state.to_dict()["player"])
        state.apply_action(state.legal_actions()[-1])
    assert drawers == [0] * 27 + [1] * 27


def test_io_04_the_lowest_outcomes_are_drawn_until_their_colour_is_gone(implementation: str) -> None:
    data = dealt(load(implementation)).to_dict()
    assert data["reserves"] == [[10, 10, 7, 0, 0, 0], [0, 0, 3, 10, 10, 4]]
    assert data["bag"] == [0, 0, 0, 0, 0, 6]


def test_io_04_a_draw_is_as_likely_as_its_colours_share_of_the_bag(implementation: str) -> None:
    state = load(implementation).new_initial_state()
    assert state.chance_outcomes() == [(colour, 10 / 60) for colour in range(6)]
    state.apply_action(4)
    assert state.chance_outcomes() == [(c, (9 if c == 4 else 10) / 59) for c in range(6)]


def test_io_04_a_colour_that_has_run_out_is_no_outcome(implementation: str) -> None:
    state = load(implementation).new_initial_state()
    for _ in range(10):
        state.apply_action(2)
    assert state.chance_outcomes() == [(c, 10 / 50) for c in (0, 1, 3, 4, 5)]
    assert not state.is_legal(2)


def test_io_04_what_stays_in_the_bag_is_out_of_the_game(implementation: str) -> None:
    state = dealt(load(implementation))
    bag = state.to_dict()["bag"]
    rng = random.Random(4)
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    assert state.to_dict()["bag"] == bag


def test_io_05_everybody_sees_every_reserve(implementation: str) -> None:
    state = dealt(load(implementation, 3))
    data = state.to_dict()
    for player in range(3):
        seen = state.observation(player)
        assert seen["reserves"] == data["reserves"]
        assert seen == {"observer": player} | {key: data[key] for key in data if key != "bag"}


@pytest.mark.parametrize(("players", "order"), [(2, [0, 1, 0]), (3, [0, 1, 2]), (4, [0, 1, 2]), (5, [0, 1, 2])])
def test_io_06_trees_are_put_down_in_turn(implementation: str, players: int, order: list[int]) -> None:
    state = dealt(load(implementation, players))
    putters = []
    for cell in ("a1", "b1", "c1"):
        assert state.to_dict()["phase"] == "tree"
        putters.append(state.current_player())
        state = play(state, cell)
    assert putters == order
    assert state.to_dict()["phase"] == "turn"


def test_io_06_a_tree_goes_on_an_empty_circle(implementation: str) -> None:
    state = play(dealt(load(implementation)), "b2")
    assert len(legal(state)) == 80
    assert "b2" not in legal(state)


def test_io_06_trees_may_stand_anywhere_a_corner_line_included(implementation: str) -> None:
    assert after(dealt(load(implementation)), "garden", "e5", "i9", "a1") == [
        "T........", *["........."] * 3, "....T....", *["........."] * 3, "........T"
    ]  # fmt: skip


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_io_07_all_martians_start_at_position_0_and_player_0_begins(implementation: str, players: int) -> None:
    state = play(dealt(load(implementation, players)), "a9", "b9", "c9")
    assert state.to_dict()["positions"] == [0] * players
    assert state.current_player() == 0
    # From space 0 the main diagonal is in line.
    assert plants(state) == cells("a1 b2 c3 d4 e5 f6 g7 h8 i9")


def test_io_07_the_space_is_the_position_mod_40(implementation: str) -> None:
    circles = cells("e1 e2 e3 e4 e5 e6 e7 e8 e9 d1 c2 b3 a4 f1 g2 h3 i4")
    for lap in (5, 45, 85, 45 + 1000 * 40):
        state = scene(implementation, garden={}, reserves=["R", "B"], positions=[lap, lap - 4])
        assert plants(state) == circles


def test_io_07_a_game_goes_from_the_deal_to_the_trees_to_turns(implementation: str) -> None:
    state = load(implementation).new_initial_state(seed=3)
    assert state.to_dict()["phase"] == "tree"
    assert state.current_player() == 0
    state = play(state, "a5", "b5", "c5")
    assert state.to_dict()["phase"] == "turn"


def test_a_corner_sees_9_circles_any_other_space_17_and_every_circle_is_seen_from_8_spaces(implementation: str) -> None:
    seen: Counter[str] = Counter()
    for space in range(40):
        circles = seen_from(implementation, space)
        assert len(circles) == (9 if space % 10 == 0 else 17)
        seen.update(circles)
    assert len(seen) == 81
    assert set(seen.values()) == {8}


@pytest.mark.parametrize(("players", "empty"), [(2, 24), (3, 24), (4, 22), (5, 23)])
def test_so_many_circles_would_stay_empty_if_all_were_planted(implementation: str, players: int, empty: int) -> None:
    state = load(implementation, players, lap_bonus=False).new_initial_state(seed=players)
    rng = random.Random(players)
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    circles = "".join(state.to_dict()["garden"]).count(".")
    in_hand = sum(map(sum, state.to_dict()["reserves"]))
    assert circles - in_hand == empty


def test_a_box_without_trees_goes_from_the_deal_to_the_first_turn(implementation: str) -> None:
    state = load(implementation, 2, box(trees=0, flowers=3)).new_initial_state(seed=1)
    assert state.to_dict()["phase"] == "turn"
    assert state.current_player() == 0


def test_a_box_with_one_tree_asks_player_0_for_it(implementation: str) -> None:
    state = dealt(load(implementation, 2, box(trees=1, flowers=3)))
    assert state.current_player() == 0
    assert after(state, "phase", "e5") == "turn"


def test_a_small_board_keeps_the_rows_of_nine_in_its_ids(implementation: str) -> None:
    small = box(size=4, colours="BG", count=6, trees=1, flowers=5, players=(2, 2))
    state = dealt(load(implementation, 2, small))
    # Row 1 is 0-3, row 2 is 9-12, and so on, from 492.
    assert state.legal_actions() == [492 + 9 * row + column for row in range(4) for column in range(4)]
    assert legal(state)[4] == "a2"
    state = play(state, "d4")
    # Corner 0 sees a1 b2 c3; d4 holds the tree. Colour 0 is B; all five of player 0 are blue.
    assert [text for text in legal(state) if "@" in text] == ["B@a1", "B@b2", "B@c3"]
    assert state.legal_actions()[:3] == [0, 10, 20]


def test_a_small_board_has_a_track_of_its_own(implementation: str) -> None:
    # 4 x 4: 20 spaces, corners 0, 5, 10, 15.
    lines = {
        5: "d1 c2 b3 a4",
        10: "d4 c3 b2 a1",
        15: "a4 b3 c2 d1",
        2: "b1 b2 b3 b4 a1 c1 d2",
        19: "a1 b1 c1 d1 a2 b3 c4",
    }
    for space, circles in lines.items():
        small = {"size": 4, "colours": "BG"}
        state = scene(implementation, garden={}, reserves=["B", "G"], positions=[space, space - 1], box_of=small)
        assert plants(state) == cells(circles), space


def test_a_box_may_have_other_colours(implementation: str) -> None:
    state = scene(implementation, garden={"x": "a1"}, reserves=["7x", "7"], box_of={"colours": "x7"})
    assert [text for text in legal(state) if text.endswith("b2")] == ["x@b2", "7@b2"]
    assert state.string_to_action("7@b2") == 81 + 10
