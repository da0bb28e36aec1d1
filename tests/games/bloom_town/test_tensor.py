"""The observation tensor of seeds/bloom_town/state.md, worked out by hand, section by section."""

import struct
from collections.abc import Sequence

import pytest

import cloche

from .town import KINDS, PHASES, at, load, play, scene

# How many numbers each section has for n players.
TOWNS, HANDS = 250, 21  # a player


def sections(numbers: Sequence[float], players: int, squares: int = 25) -> dict[str, list[float]]:
    """The tensor cut into its parts, by name."""
    lengths = {
        "towns": players * 10 * squares,
        "hands": players * HANDS,
        "own": 10,
        "unseen": 10,
        "market": 50,
        "stacks": 5,
        "left_over": 1,
        "community": 5,
        "by_token": 5,
        "points": players * 2,
        "phase": 12,
        "player": players,
        "emptied": 5,
        "used": 3,
        "cell": squares,
    }
    parts, start = {}, 0
    for name, length in lengths.items():
        parts[name] = list(numbers[start : start + length])
        start += length
    assert start == len(numbers)
    return parts


def seen(state: cloche.State, player: int, squares: int = 25) -> dict[str, list[float]]:
    """The sections that a player sees."""
    return sections(state.observation_tensor(player).tolist(), state.game.players, squares)


def float32(x: float) -> float:
    """The nearest float32."""
    return float(struct.unpack("<f", struct.pack("<f", x))[0])


def one_hot(place: int | None, size: int) -> list[float]:
    """Zeros with a 1 at a place."""
    return [float(i == place) for i in range(size)]


@pytest.mark.parametrize(("players", "size"), [(2, 679), (3, 953), (4, 1227)])
def test_the_tensor_has_a_fixed_size(implementation: str, players: int, size: int) -> None:
    game = load(implementation, players)
    assert game.observation_tensor_shape == (size,)
    assert game.new_initial_state().observation_tensor(0).shape == (size,)


def scenery(implementation: str) -> cloche.State:
    """Player 1 of three has built the second tile of an extra turn on c1; player 0 has used the token."""
    return at(
        implementation,
        players=3,
        player=1,
        phase="bloom",
        cell="c1",
        towns=[{"S": "a1"}, {"O": "c1", "b": "e5"}, {"H": "a2"}],
        hands=["S", "P", "cc"],
        hidden=["O", "", ""],
        market="OS.Ha",
        emptied=[3],
        used=["extra"],
        points=[17, 40, 3],
        tokens=[False, True, True],
        community=[2, 0, 1, 0, 0],
        by_token=[False, False, True, False, False],
    )


@pytest.mark.parametrize(("observer", "order"), [(0, [0, 1, 2]), (1, [1, 2, 0]), (2, [2, 0, 1])])
def test_the_observer_comes_first_and_the_following_players_round_the_table(
    implementation: str, observer: int, order: list[int]
) -> None:
    part = seen(scenery(implementation), observer)
    # Subway is kind 1, office 0, home 3, shop b 5; cells are counted row by row.
    tiles = [{25 + 0}, {0 + 2, 5 * 25 + 24}, {3 * 25 + 5}]
    for place, player in enumerate(order):
        town = part["towns"][250 * place : 250 * (place + 1)]
        assert {i for i, number in enumerate(town) if number} == tiles[player]
        assert set(town) == {0.0, 1.0}
    # Open tiles of two a hand, hidden tiles of two, nothing kept.
    hands = [
        [*one_hot(1, 10), 0.5],
        [*one_hot(2, 10), 0.0],
        [*one_hot(6, 10), 0.0],
    ]
    hands[0][1], hands[1][2] = 0.5, 0.5
    assert part["hands"] == [number for player in order for number in hands[player] + [0.0] * 10]
    points = [[0.17, 0.0], [0.4, 1.0], [0.03, 1.0]]
    assert part["points"] == [float32(number) for player in order for number in points[player]]
    assert part["player"] == one_hot(order.index(1), 3)


def test_what_is_the_same_for_all_observers(implementation: str) -> None:
    for observer in range(3):
        part = seen(scenery(implementation), observer)
        market = ["O", "S", None, "H", "a"]
        assert part["market"] == [float(kind == other) for kind in market for other in KINDS]
        assert part["community"] == [1.0, 0.0, 0.5, 0.0, 0.0]
        assert part["by_token"] == [0.0, 0.0, 1.0, 0.0, 0.0]
        assert part["phase"] == one_hot(5, 12)
        assert part["emptied"] == [0.0, 0.0, 1.0, 0.0, 0.0]
        # double, extra, extra_due
        assert part["used"] == [0.0, 1.0, 0.0]
        assert part["cell"] == one_hot(2, 25)
        assert part["left_over"] == [0.0]


def test_stacks_are_measured_by_the_height_of_the_setup(implementation: str) -> None:
    state = scenery(implementation)
    stacks = state.to_dict()["stacks"]
    # 55 buildings less 4 built, 5 in hands, 4 in the market and 4 left over, and 7 community tiles.
    assert sum(stacks) == 45
    assert seen(state, 2)["stacks"] == [float32(number / 11) for number in stacks]


@pytest.mark.parametrize(("observer", "own", "unseen"), [(0, 0.5, 8), (1, 0.0, 9), (2, 0.0, 9)])
def test_own_hidden_tiles_and_what_is_unseen(implementation: str, observer: int, own: float, unseen: int) -> None:
    part = seen(scenery(implementation), observer)
    assert part["own"] == [own, *[0.0] * 9]
    # Of 13 offices 2 are out, one is built, one lies in the market; player 0 knows of one more.
    # S: 2 out, 1 built, 1 held, 1 in the market. P: 2 out, 2 left over, 1 held. H: as P, 1 built, 1 in the market.
    # Shops: a and b are taken out once; a lies in the market, b is built, both c are held.
    left = [unseen, 8, 8, 7, 1, 0, 0, 2, 2, 2]
    box = [13, 13, 13, 13, 3, 2, 2, 2, 2, 2]
    assert part["unseen"] == [float32(number / total) for number, total in zip(left, box, strict=True)]


def test_the_phase_and_nobody_to_move(implementation: str) -> None:
    state = load(implementation, 3).new_initial_state()
    part = seen(state, 1)
    assert part["phase"] == one_hot(PHASES.index("shops"), 12)
    assert part["player"] == [0.0] * 3
    assert part["stacks"] == [1.0] * 5
    assert part["left_over"] == [1.0]
    state = play(state, "shop-a", "shop-b", *"OOSSPP", *"HHHHH", "O")
    part = seen(state, 1)
    assert part["phase"] == one_hot(PHASES.index("left_over"), 12)
    assert part["left_over"] == [0.75]
    assert part["stacks"] == [float32(10 / 11)] * 5
    assert part["own"] == [0.0, 1.0, *[0.0] * 8]
    assert [part["hands"][10 + HANDS * place] for place in range(3)] == [1.0, 1.0, 1.0]
    state = play(state, "O", "O", "O")
    assert seen(state, 1)["player"] == [0.0, 0.0, 1.0]


def test_the_market_shows_which_spaces_are_still_to_be_filled(implementation: str) -> None:
    state = play(load(implementation).new_initial_state(), *"OSPH", *"OS")
    part = seen(state, 0)
    assert part["emptied"] == [0.0, 0.0, 1.0, 1.0, 1.0]
    assert part["market"][:20] == one_hot(0, 10) + one_hot(1, 10)
    assert part["market"][20:] == [0.0] * 30


def test_an_extra_turn_that_is_due(implementation: str) -> None:
    state = play(at(implementation), "O@c1", "bloom:extra")
    part = seen(state, 1)
    assert part["phase"] == one_hot(PHASES.index("token"), 12)
    assert part["used"] == [0.0, 1.0, 1.0]
    state = play(state, "token:double")
    part = seen(state, 1)
    assert part["used"] == [1.0, 1.0, 0.0]
    assert part["cell"] == [0.0] * 25
    assert part["points"] == [0.0, 1.0, float32(0.02), 0.0]


def test_tiles_kept_are_shown(implementation: str) -> None:
    state = play(at(implementation, phase="keep", hands=["f", ""], hidden=["O", "SP"]), "keep:shop-f")
    part = seen(state, 1)
    # Player 1 comes first; player 0 has kept shop f, kind 9, and hides one tile.
    assert part["hands"] == [0.0] * 10 + [1.0] + [0.0] * 10 + [0.0] * 10 + [0.5] + one_hot(9, 10)


def test_a_box_without_some_tiles_is_measured_by_1(implementation: str) -> None:
    state = scene(
        implementation,
        towns=[{}, {"O": "c3"}],
        hidden=["O", "O"],
        pool="OO",
        market="OOOOO",
        community=[0] * 5,
        stacks=[1, 1, 0, 0, 0],
        box_of={"per_type": 0, "size": 3, "hand": 1, "height": 1},
    )
    # 10 offices: 2 dealt, 5 in stacks, 3 left over; 9 squares.
    part = seen(state, 0, squares=9)
    assert part["towns"] == [0.0] * 90 + one_hot(8, 90)
    assert part["own"] == [1.0, *[0.0] * 9]
    assert part["unseen"] == [float32(3 / 10), *[0.0] * 9]
    assert part["community"] == [0.0] * 5
    assert part["stacks"] == [1.0, 1.0, 0.0, 0.0, 0.0]
    assert part["cell"] == [0.0] * 9
    length = 2 * 90 + 2 * 21 + 20 + 56 + 10 + 4 + 12 + 2 + 5 + 3 + 9
    assert state.game.observation_tensor_shape == (length,)


def test_the_numbers_are_float32(implementation: str) -> None:
    assert str(scenery(implementation).observation_tensor(0).dtype) == "float32"
