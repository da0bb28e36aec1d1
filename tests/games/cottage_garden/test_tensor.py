"""The observation tensor of seeds/cottage_garden/state.md, worked out by hand, section by section."""

import struct
from collections.abc import Sequence
from typing import Any

import pytest

import cloche

from .cottage import PHASES, THREE, at, bed, box, cells, full, load, nursery, play, position

PLANES = ("under", "tile pots", "tile cloches", "pots", "cats", "printed pots", "printed cloches")


def sections(
    numbers: Sequence[float], players: int, tiles: int = 36, spaces: int = 16, path: int = 16
) -> dict[str, list[float]]:
    """The tensor cut into its parts, by name."""
    lengths = {
        "nursery": tiles * spaces,
        "row": spaces,
        "queue": tiles,
        "beds": players * 2 * 176,
        "middle": 100,
        "cubes": players * 8,
        "gardener": path,
        "die": 2,
        "phase": 14,
        "player": players,
        "slot": 2,
        "owed": 1,
    }
    parts, start = {}, 0
    for name, length in lengths.items():
        parts[name] = list(numbers[start : start + length])
        start += length
    assert start == len(numbers)
    return parts


def seen(state: cloche.State, player: int = 0, **sizes: int) -> dict[str, list[float]]:
    """The sections that a player sees."""
    return sections(state.observation_tensor(player).tolist(), state.game.players, **sizes)


def float32(x: float) -> float:
    """The nearest float32."""
    return float(struct.unpack("<f", struct.pack("<f", x))[0])


def rounded(*numbers: float) -> list[float]:
    """Numbers as the tensor holds them."""
    return [float32(x) for x in numbers]


def one_hot(place: int | None, size: int) -> list[float]:
    """Zeros with a 1 at a place."""
    return [float(i == place) for i in range(size)]


def plane(squares: str) -> list[float]:
    """25 values, 1 at the squares named."""
    return [float(i in cells(squares)) for i in range(25)]


def slot(**named: str) -> list[float]:
    """What a bed in a slot shows; planes by name, with `_` for a blank."""
    given = {name.replace("_", " "): squares for name, squares in named.items()}
    assert given.keys() <= set(PLANES)
    return [1.0, *(x for name in PLANES for x in plane(given.get(name, "")))]


@pytest.mark.parametrize(("players", "size"), [(1, 1124), (2, 1485), (3, 1846), (4, 2211)])
def test_the_tensor_has_a_fixed_size(implementation: str, players: int, size: int) -> None:
    game = load(implementation, players)
    assert game.observation_tensor_shape == (size,)
    assert game.new_initial_state().observation_tensor(0).shape == (size,)
    assert game.new_initial_state(seed=1).observation_tensor(players - 1).shape == (size,)


def scenery(implementation: str) -> cloche.State:
    """Player 2 of three scores bed 6 in slot 2, and a blue cube moves; the gardener is on space 5, right of row 2."""
    return at(
        implementation,
        3,
        moves=5,
        phase="blue",
        slot=1,
        # T20 is C#./.##, mirrored .#C/##.; T32 is .#./###/.#P; T11 is P#/#.
        beds=[
            [bed(1, "light", "T20:o4@b2", pots="d4", cats="a1 e5"), bed(2, "dark")],
            [bed(3), bed(4, "dark", "T32:o0@c1")],
            [bed(5, pots="b1 c5"), full(6, "dark", "T11:o0@a1")],
        ],
        middle={"bed": 6, "side": "dark"},
        head="T36",
        orange=[[0, 3, 16], [0, 0, 1], [4, 4, 9]],
        blue=[[0, 0, 0], [1, 1, 7], [0, 2, 5]],
        cats=[2, 0, 5],
        hives=[0, None],
    )


def test_the_nursery_and_the_row(implementation: str) -> None:
    parts = seen(scenery(implementation), 1)
    # T01 to T10, then T12 to T17.
    tiles = [*range(10), *range(11, 17)]
    assert parts["nursery"] == [x for tile in tiles for x in one_hot(tile, 36)]
    assert parts["row"] == [float(i in nursery("A2 B2 C2 D2")) for i in range(16)]


def test_an_empty_space_shows_nothing(implementation: str) -> None:
    state = at(implementation, spaces={"B1": ".", "C1": "."})
    assert seen(state)["nursery"][36:108] == [0.0] * 72


def test_the_queue_tells_the_place_of_each_tile(implementation: str) -> None:
    # T36 leads, then T18, T19, T21, T22, ... without T20 and T32, up to T35.
    queue = seen(scenery(implementation), 2)["queue"]
    assert queue[:17] == [0.0] * 17
    assert queue[17:22] == rounded(2 / 36, 3 / 36, 0, 4 / 36, 5 / 36)
    assert queue[30:] == rounded(14 / 36, 0, 15 / 36, 16 / 36, 17 / 36, 1 / 36)


def test_beds_come_in_player_order(implementation: str) -> None:
    state = scenery(implementation)
    owned = [
        slot(
            under="c2 d2 b3 c3",
            tile_cloches="d2",
            pots="d4",
            cats="a1 e5",
            printed_pots="a3 a5 c5",
            printed_cloches="e1",
        )
        + slot(printed_pots="c3 c5", printed_cloches="a1 e1 b2"),
        slot(printed_pots="a2 d2 c3 c5", printed_cloches="a3 e5")
        + slot(under="d1 c2 d2 e2 d3 e3", tile_pots="e3", printed_pots="b2 c3", printed_cloches="b5 e5"),
        slot(pots="b1 c5", printed_pots="a1 c3 a5 e5", printed_cloches="e1 d3")
        + slot(
            under="a1 b1 a2",
            tile_pots="a1",
            cats="c1 d1 b2 c2 d2 e2 a3 c3 e3 a4 b4 c4 d4 e4 a5 b5 c5 d5",
            printed_pots="d3",
            printed_cloches="e1 b3 e5",
        ),
    ]
    for player, order in ((0, (0, 1, 2)), (1, (1, 2, 0)), (2, (2, 0, 1))):
        assert seen(state, player)["beds"] == [x for other in order for x in owned[other]], player


def test_a_slot_without_a_bed_is_all_0(implementation: str) -> None:
    beds = [[bed(1, "light", THREE[0]), None], [None, bed(4, "dark", THREE[1])]]
    parts = seen(at(implementation, moves=64, beds=beds))
    assert [parts["beds"][176 * i] for i in range(4)] == [1, 0, 0, 1]
    assert parts["beds"][176:528] == [0.0] * 352


def test_tiles_and_tokens_hide_prints(implementation: str) -> None:
    # T01 lies on the pot a3 and T04 on the cloche e1.
    state = at(implementation, beds=[[bed(1, "light", "T01:o0@a3 T04:o1@e1"), bed(2, "dark")]])
    expected = slot(under="a3 e1 e2", printed_pots="b3 a5 c5", printed_cloches="c2")
    assert seen(state)["beds"][:176] == expected


def test_the_middle_shows_both_sides(implementation: str) -> None:
    dark = plane("b4") + plane("b1 c1 e5")
    light = plane("c1 e1 d4 e4 a5") + plane("b3")
    assert seen(scenery(implementation))["middle"] == dark + light
    state = at(implementation, middle={"bed": 6, "side": "light"})
    assert seen(state)["middle"] == light + dark
    assert seen(load(implementation).new_initial_state())["middle"] == [0.0] * 100


def test_cubes_cats_and_hives(implementation: str) -> None:
    own = [
        rounded(0, 3 / 16, 1, 0, 0, 0, 2 / 8, 1),
        rounded(0, 0, 1 / 16, 1 / 8, 1 / 8, 7 / 8, 0, 0),
        rounded(4 / 16, 4 / 16, 9 / 16, 0, 2 / 8, 5 / 8, 5 / 8, 0),
    ]
    state = scenery(implementation)
    for player, order in ((0, (0, 1, 2)), (1, (1, 2, 0)), (2, (2, 0, 1))):
        assert seen(state, player)["cubes"] == [x for other in order for x in own[other]]


def test_the_lower_hive_shows_as_its_share_of_the_highest(implementation: str) -> None:
    state = at(implementation, orange=[[0, 0, 16], [0, 0, 16]], hives=[1, 0])
    assert seen(state)["cubes"][7::8] == [0.5, 1]


def test_the_gardener_and_the_die(implementation: str) -> None:
    parts = seen(scenery(implementation))
    assert parts["gardener"] == one_hot(5, 16)
    assert parts["die"] == rounded(1 / 6, 0)
    final = at(implementation, moves=64, beds=[[bed(1, "light", THREE[0]), None], [None, None]])
    assert seen(final)["die"] == [1, 1]
    four = at(implementation, 4, moves=39)
    parts = seen(four, 2, path=20)
    assert parts["gardener"] == one_hot(19, 20)
    assert parts["die"] == rounded(2 / 6, 0)
    # Player 3 moves, the next after player 2.
    assert parts["player"] == one_hot(1, 4)


def test_the_phase_the_mover_the_slot(implementation: str) -> None:
    parts = seen(scenery(implementation), 0)
    assert parts["phase"] == one_hot(PHASES.index("blue"), 14)
    assert PHASES.index("blue") == 9
    assert parts["player"] == one_hot(2, 3)
    assert parts["slot"] == [0, 1]
    assert parts["owed"] == [0]
    assert seen(scenery(implementation), 1)["player"] == one_hot(1, 3)
    assert seen(scenery(implementation), 2)["player"] == one_hot(0, 3)


@pytest.mark.parametrize("owed", [1, 2])
def test_owed_pots(implementation: str, owed: int) -> None:
    cubes = {"orange": [[4, 4, 9], [0, 0, 0]], "blue": [[2, 2, 5], [0, 0, 0]]}
    state = at(implementation, phase="pot", slot=0, owed=owed, beds=[[bed(1), full(2, "dark")]], **cubes)
    parts = seen(state)
    assert parts["owed"] == [owed / 2]
    assert parts["slot"] == [1, 0]
    assert parts["phase"] == one_hot(12, 14)


def test_setup_and_end(implementation: str) -> None:
    state = load(implementation).new_initial_state()
    parts = seen(state)
    assert parts["nursery"] == [0.0] * 576
    # The gardener stands above column A.
    assert parts["row"] == [float(i % 4 == 0) for i in range(16)]
    assert parts["queue"] == [0.0] * 36
    assert parts["beds"] == [0.0] * 704
    assert parts["cubes"] == [0, 0, 0, 0, 0, 0, 0.25, 0] * 2
    assert parts["phase"] == one_hot(0, 14)
    assert parts["player"] == [0, 0]
    assert seen(play(state, "T05"))["nursery"][:36] == one_hot(4, 36)
    over = at(implementation, phase="over", player=None, moves=64, beds=[[None, None]] * 2)
    parts = seen(over)
    assert parts["phase"] == one_hot(13, 14)
    assert (parts["player"], parts["slot"], parts["owed"]) == ([0, 0], [0, 0], [0])


def test_a_small_nursery_has_a_small_section(implementation: str) -> None:
    # Two rows of three, as in the tests of the path.
    small: dict[str, Any] = box(players=(2, 2), nursery={"rows": 2, "columns": 3})
    small["gardener"][0] |= {"spaces": 10, "turns": 20}
    game = load(implementation, 2, small)
    parts = seen(game.state_from_dict(position(game, moves=3)), 1, spaces=6, path=10)
    assert parts["nursery"] == [x for tile in range(6) for x in one_hot(tile, 36)]
    assert parts["row"] == [1, 1, 1, 0, 0, 0]
    assert parts["queue"] == rounded(*[0] * 6, *(place / 36 for place in range(1, 31)))
    assert parts["gardener"] == one_hot(3, 10)
    assert parts["player"] == one_hot(0, 2)
