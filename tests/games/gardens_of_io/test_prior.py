"""The weights of actions: W-1 to W-6 of seeds/gardens_of_io/state.md, worked out by hand.

The weight of quality 0, 1, 2, ... is 4, 8, 16, ... up to 65536; an extra turn adds 3 to the quality.
"""

import cloche

from .garden import legal, load, play, scene


def weights(state: cloche.State) -> dict[str, int]:
    """The weight of each legal action."""
    return dict(zip(legal(state), state.prior(), strict=True))


def test_w_1_a_plant_weighs_by_its_group(implementation: str) -> None:
    garden = {"R": "e1 e2 d2", "Y": "e6"}
    state = scene(implementation, garden=garden, reserves=["RYB", "RYB"], positions=[5, 0])
    weight = weights(state)
    assert weight["R@e9"] == 8  # alone
    assert weight["R@f1"] == 64  # f1 e1 e2 d2
    assert weight["R@e3"] == 64  # e3 e2 e1 d2
    assert weight["R@d1"] == 64  # counted once, though it touches e1 and d2
    assert weight["Y@e3"] == 8
    assert weight["Y@e5"] == 16
    assert weight["B@f1"] == 8


def test_w_1_an_extra_turn_adds_its_own(implementation: str) -> None:
    # Red is last: group 2 and 3 more. Blue is also in the other reserve.
    state = scene(implementation, garden={"R": "e1"}, reserves=["RB", "B"], positions=[5, 0])
    weight = weights(state)
    assert weight["R@e2"] == 128
    assert weight["R@e9"] == 64
    assert weight["B@e9"] == 8


def test_w_1_two_of_the_own_reserve_earn_no_extra_turn(implementation: str) -> None:
    state = scene(implementation, garden={}, reserves=["RR", "BB"], positions=[5, 0])
    assert weights(state)["R@e9"] == 8


def test_w_1_the_last_weight_holds_for_all_larger_groups(implementation: str) -> None:
    thirteen = "a1 b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 d3 a4"
    state = scene(
        implementation,
        garden={"R": thirteen, "B": "i9"},
        reserves=["RRB", "RBB"],
        positions=[5, 0],
        box_of={"count": 20},
    )
    # Space 5: e1 joins d1, e4 joins nothing.
    weight = weights(state)
    assert weight["R@e1"] == 65536  # 14
    assert weight["R@e4"] == 8
    state = scene(
        implementation,
        garden={"R": f"{thirteen} b4 c4 d4", "B": "i9"},
        reserves=["RRB", "RBBY"],
        positions=[5, 0],
        box_of={"count": 20},
    )
    assert weights(state)["R@e1"] == 65536  # 17


def test_w_1_one_below_the_last_weight_is_half_of_it(implementation: str) -> None:
    twelve = "a1 b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 d3"
    state = scene(implementation, garden={"R": twelve}, reserves=["RRB", "RBB"], positions=[5, 0], box_of={"count": 20})
    assert weights(state)["R@e1"] == 32768  # 13


def test_w_2_skip_weighs_as_the_one_space_it_walks(implementation: str) -> None:
    state = scene(implementation, garden={"T": "a1"}, reserves=["R", "B"])
    assert weights(state)["skip"] == 8


def test_w_3_the_words_have_weights_of_their_own(implementation: str) -> None:
    state = scene(implementation, garden={"T": "a1", "R": "b1", "B": "c1"}, reserves=["R", "B"])
    assert weights(state) == {
        "skip": 8,
        "swap-tree": 16,
        "swap-flowers": 16,
        "move-flower": 16,
        "move-tree": 16,
        "run": 128,
    }


def test_w_4_trees_at_setup_and_first_cells_weigh_the_same(implementation: str) -> None:
    assert load(implementation).new_initial_state(seed=0).prior() == [4] * 81
    garden = {"T": "a9 b9", "R": "b1 c1", "B": "g1 h1"}
    state = scene(implementation, garden=garden, reserves=["RR", "BB"])
    for word, cells in (("swap-tree", 2), ("swap-flowers", 2), ("move-flower", 4), ("move-tree", 2)):
        assert play(state, word).prior() == [4] * cells


def test_w_5_a_second_cell_weighs_by_the_best_planting_it_leaves(implementation: str) -> None:
    state = scene(implementation, garden={"R": "e1 i9", "B": "i1"}, reserves=["RY", "RYY"], positions=[5, 0])
    weight = weights(play(state, "move-flower", "i9"))
    assert weight["a9"] == 16  # e1 and a red beside it
    assert weight["e2"] == 32  # e1 e2 and e3
    assert weight["d2"] == 32  # d1 joins e1 and d2
    assert weight["e3"] == 32  # e2 joins e1 and e3
    assert weight["g3"] == 16  # g2 or h3 joins one, e2 the other
    assert weight["h1"] == 16


def test_w_5_only_colours_of_the_own_reserve_are_thought_of(implementation: str) -> None:
    state = scene(implementation, garden={"R": "e1 i9", "B": "i1"}, reserves=["YY", "RYY"], positions=[5, 0])
    assert weights(play(state, "move-flower", "i9"))["e2"] == 8


def test_w_5_an_extra_turn_is_not_thought_of(implementation: str) -> None:
    state = scene(implementation, garden={"R": "e1 i9"}, reserves=["RY", "YY"], positions=[5, 0])
    assert weights(state)["R@e2"] == 128
    assert weights(play(state, "move-flower", "i9"))["e2"] == 32


def test_w_5_trees_open_and_close_lines(implementation: str) -> None:
    garden = {"T": "e1", "R": "e2 e3", "B": "f9 g9"}
    state = scene(implementation, garden=garden, reserves=["RY", "RY"], positions=[5, 0])
    # While the tree stands on e1 column e is closed; once it is gone e1 and e4 are in line.
    weight = weights(play(state, "move-tree", "e1"))
    assert weight["a9"] == 32  # e1, or e4
    assert weight["e4"] == 32  # e1
    assert weight["e5"] == 32
    # The tree goes where the flower was, and the flower where the tree was.
    weight = weights(play(state, "swap-tree", "e1"))
    assert weight["f9"] == 32  # blue on e1; e4 joins e2 and e3
    assert weight["e2"] == 16  # red on e1, and d1 beside it; e3 is behind the tree on e2


def test_w_5_nothing_to_plant_weighs_least(implementation: str) -> None:
    state = scene(implementation, garden={"T": "a9"}, reserves=["R", "B"])
    weight = weights(play(state, "move-tree", "a9"))
    assert weight["a1"] == 4
    assert weight["b2"] == 8


def test_w_6_a_bonus_flower_weighs_less_the_larger_its_group(implementation: str) -> None:
    garden = {
        "R": "e5",
        "Y": "g5 g6 g7",
        "B": "b4 b5 b6 b7 b8",
        "W": "i1 i2 i3 i4 i5 i6",
        "P": "d8 e8 d9 e9 f9 g9 h9",
    }
    state = scene(
        implementation, garden=garden, reserves=["RYBW", "RYBWPG"], positions=[39, 30], box_of={"lap_lead": 60}
    )
    weight = weights(play(state, "R@a1"))
    assert weight["a1"] == 128  # 6 - 1
    assert weight["e5"] == 128
    assert {weight[cell] for cell in ("g5", "g6", "g7")} == {32}  # 6 - 3
    assert weight["b6"] == 8  # 6 - 5
    assert weight["i1"] == 4  # 6 - 6
    assert weight["e9"] == 4  # not less than 0


def test_chance_nodes_and_the_end_have_no_prior(implementation: str) -> None:
    assert load(implementation).new_initial_state().prior() == []
    assert play(scene(implementation, garden={}, reserves=["R", "B"]), "R@a1").prior() == []
