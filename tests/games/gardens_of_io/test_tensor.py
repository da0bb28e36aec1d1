"""The observation tensor of seeds/gardens_of_io/state.md, written out by hand for a small box."""

import struct

import pytest

from .garden import play, scene

SMALL = {"size": 3, "colours": "RB", "flowers": 3, "lap_lead": 16}


def one_hot(place: int | None, size: int) -> list[float]:
    """Zeros with a 1 at a place."""
    return [float(i == place) for i in range(size)]


def test_the_tensor_at_a_second_cell(implementation: str) -> None:
    # Three flowers each, on 3 x 3 circles with a track of 16; player 0 swapped a tree in an earlier turn.
    state = scene(
        implementation,
        garden={"R": "b1", "B": "a2", "T": "c3"},
        reserves=["RR", "RB"],
        positions=[20, 9],
        spent={"swap-tree": 0},
        box_of=SMALL,
    )
    # Now player 0 spends the second special action.
    state = play(state, "move-flower", "a2")
    garden = [*one_hot(1, 9), *one_hot(3, 9), *one_hot(8, 9)]
    mine, other = [2 / 3, 0.0], [1 / 3, 1 / 3]
    ahead, last = [*one_hot(4, 16), 11 / 16], [*one_hot(9, 16), 0.0]
    counters = [0.0, 1.0, 0.0, 1.0, 1.0]
    # Phase first_cell and second_cell are the fourth and fifth.
    phase = one_hot(4, 7)
    special = one_hot(2, 5)
    first = one_hot(3, 9)
    seen = [
        [*garden, *mine, *other, *ahead, *last, 0.0, 1.0, *counters, *phase, 1.0, 0.0, 0.0, 0.0, *special, *first],
        [*garden, *other, *mine, *last, *ahead, 1.0, 0.0, *counters, *phase, 0.0, 1.0, 0.0, 0.0, *special, *first],
    ]
    for player in (0, 1):
        assert state.observation_tensor(player).tolist() == [float32(x) for x in seen[player]]
    assert state.game.observation_tensor_shape == (len(seen[0]),) == (97,)


def float32(x: float) -> float:
    """The nearest float32."""
    return float(struct.unpack("<f", struct.pack("<f", x))[0])


@pytest.mark.parametrize(("planted", "phase", "mover"), [("R@a1", 5, 0), ("B@a1", 5, 0)])
def test_the_tensor_knows_of_an_extra_turn(implementation: str, planted: str, phase: int, mover: int) -> None:
    # Red is last when planted, blue is not.
    state = play(
        scene(implementation, garden={"B": "c3"}, reserves=["RBB", "BB"], positions=[15, 9], box_of=SMALL), planted
    )
    numbers = state.observation_tensor(0).tolist()
    assert numbers[72:79] == one_hot(phase, 7)
    assert numbers[79:81] == one_hot(mover, 2)
    # special_open, extra_turn
    assert numbers[81:83] == [1.0, float(planted == "R@a1")]
    assert numbers[83:] == [0.0] * 14


@pytest.mark.parametrize(("observer", "order"), [(0, [0, 1, 2]), (1, [1, 2, 0]), (2, [2, 0, 1])])
def test_the_observer_comes_first_and_the_following_players_round_the_table(
    implementation: str, observer: int, order: list[int]
) -> None:
    state = scene(
        implementation,
        garden={},
        reserves=["RR", "RB", "BB"],
        positions=[2, 5, 9],
        player=1,
        spent={"run": 2},
        box_of={"size": 3, "colours": "RB", "lap_lead": 16},
    )
    numbers = state.observation_tensor(observer).tolist()
    reds, spaces, allowance = [1.0, 0.5, 0.0], [2, 5, 9], [1.0, 1.0, 0.0]
    # 27 for the garden; a pair a player; 17 a player; an allowance a player; five counters; seven phases.
    assert numbers[27:33:2] == [reds[player] for player in order]
    assert [numbers[33 + 17 * i : 50 + 17 * i].index(1.0) for i in range(3)] == [spaces[player] for player in order]
    assert [numbers[49 + 17 * i] for i in range(3)] == [(spaces[player] - 2) / 16 for player in order]
    assert numbers[84:87] == [allowance[player] for player in order]
    assert numbers[99:102] == one_hot(order.index(1), 3)


def test_a_box_without_special_actions_shows_zeros(implementation: str) -> None:
    without = {"size": 3, "colours": "RB", "specials": (0, 0), "uses": (0, 0, 1, 0, 0)}
    state = scene(implementation, garden={}, reserves=["R", "B"], box_of=without)
    # 27 for the garden, 4 for reserves, 34 for spaces.
    assert state.observation_tensor(0).tolist()[65:72] == [0, 0, 0, 0, 1, 0, 0]
