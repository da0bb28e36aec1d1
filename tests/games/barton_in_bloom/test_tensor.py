"""The observation tensor of seeds/barton_in_bloom/state.md, worked out by hand, section by section."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any

import pytest

import cloche

from .barton import DEFAULT_BOX, SMALL, STEPS, TYPES, at, box, flowers, load, square, step
from .bases import BASES, state_of

JUDGES = [row["id"] for row in DEFAULT_BOX["judge"]]
ORNAMENTS = [row["id"] for row in DEFAULT_BOX["ornament"]]
PHASES = [*STEPS, "over"]
PLANES = ["F", "P", "L", "W", "covered", *TYPES, "harvested"]
SQUARES = 441
SPACES = ["mow", "judge", "harvest", "landscape", "purchase", "sell", "rest"]


def lengths(players: int, judges: int = 24, kinds: int = 20, spaces: int = 6) -> dict[str, int]:
    """How many numbers each section has."""
    return {
        "gardens": players * len(PLANES) * SQUARES,
        "players": players * (22 + kinds),
        "hand": judges,
        "gossip": judges,
        "board": 5 * judges,
        "discards": judges,
        "hidden": judges,
        "dice": 4 * 8,
        "market": 5 * spaces,
        "bag": 5,
        "display": 12,
        "piles": 3,
        "orders": 21,
        "phase": len(PHASES),
        "player": players,
        "left": 1,
        "trigger": players,
        "number": 1,
        "last": 1,
        "shown": 4,
        "favours": 1,
        "after": 1,
        "size": 3,
        "die": 4,
        "tile": 4,
        "ornament": kinds,
    }


def cut(numbers: Sequence[float], sizes: dict[str, int]) -> dict[str, list[float]]:
    parts, start = {}, 0
    for name, length in sizes.items():
        parts[name] = list(numbers[start : start + length])
        start += length
    assert start == len(numbers)
    return parts


def seen(state: cloche.State, player: int) -> dict[str, list[float]]:
    """The sections that a player sees."""
    return cut(state.observation_tensor(player).tolist(), lengths(state.game.players))


def float32(x: float) -> float:
    """The nearest float32."""
    return float(struct.unpack("<f", struct.pack("<f", x))[0])


def shares(*numbers: float) -> list[float]:
    return [float32(number) for number in numbers]


def one_hot(place: int | None, size: int) -> list[float]:
    return [float(i == place) for i in range(size)]


def among(names: Sequence[str], every: Sequence[str]) -> list[float]:
    return [float(name in names) for name in every]


def test_there_are_41_words_of_steps() -> None:
    assert len(STEPS) == 41


@pytest.mark.parametrize(("players", "components"), [(2, None), (3, None), (4, None), (3, SMALL)])
def test_the_tensor_has_a_fixed_size(implementation: str, players: int, components: Any) -> None:
    game = load(implementation, players, components)
    size = sum((lengths(players) if components is None else lengths(players, 10, 6, 3)).values())
    assert game.observation_tensor_shape == (size,)
    assert game.new_initial_state().observation_tensor(0).shape == (size,)


def scenery(implementation: str, **rest: Any) -> cloche.State:
    """Player 1 of three plants; much has happened before."""
    here: dict[str, Any] = {
        "players": 3,
        "turns": 7,
        "todo": [step("plant", count=1, last=4795 + 198), step("raise", die=1), step("after")],
        "dice": "mow3 landscape2 rest1 judge6",
        "gardens": ["3,3:t01", "3,3:t23 3,4:t02", "3,3:t03"],
        "plants_of": ["R@9,9 T'@10,10", "D@9,9", ""],
        "ornaments_of": ["birdbath@11,9", "", "sundial@9,9"],
        "sheds": ["DDR", "VV", ""],
        "money": [17, 3, 0],
        "prestige": [0, 4, 1],
        "awake": [True, False, True],
        "fertilizers": ["plant yield", "", "wages"],
        "decorations": [[1, 0, 2], [0, 0, 0], [0, 3, 0]],
        "done": ["s01 m12", "", "l01"],
        "hands": ["plain", "reaper chemist", ""],
        "gossip": ["separation", None, None],
        "gone": ["", "", "rainbow"],
        "board": "- medley - - tattler",
        "discards": "croquet",
        "market": "DRLVVT",
        "bag": "DDTTTTV",
        "display": "t04 t05 t08",
    }
    return at(implementation, **here | rest)


@pytest.mark.parametrize(("observer", "order"), [(0, [0, 1, 2]), (1, [1, 2, 0]), (2, [2, 0, 1])])
def test_gardens_as_planes_the_observer_first(implementation: str, observer: int, order: list[int]) -> None:
    part = seen(scenery(implementation), observer)["gardens"]

    def plane(player: int, name: str) -> set[int]:
        start = (order.index(player) * len(PLANES) + PLANES.index(name)) * SQUARES
        numbers = part[start : start + SQUARES]
        assert set(numbers) <= {0.0, 1.0}
        return {place for place, number in enumerate(numbers) if number}

    def squares(*texts: str) -> set[int]:
        return {square(text) for text in texts}

    # t01 is F.. / PF. / PPL, and the birdbath covers (11,9).
    assert plane(0, "F") == squares("9,9", "10,10")
    assert plane(0, "P") == squares("10,9", "11,10")
    assert plane(0, "L") == squares("11,11")
    assert plane(0, "W") == set()
    assert plane(0, "covered") == squares("11,9")
    assert plane(0, "R") == squares("9,9")
    assert plane(0, "T") == squares("10,10")
    assert plane(0, "harvested") == squares("10,10")
    # t23 is FFF / PPP / WWF, t02 LLF / L.W / F...
    assert plane(1, "F") == squares("9,9", "9,10", "9,11", "11,11", "9,14", "11,12")
    assert plane(1, "W") == squares("11,9", "11,10", "10,14")
    assert plane(1, "D") == squares("9,9")
    assert plane(1, "harvested") == plane(1, "covered") == set()
    # t03 is .F. / WW. / PWF.
    assert plane(2, "W") == squares("10,9", "10,10", "11,10")
    assert plane(2, "covered") == squares("9,9")


@pytest.mark.parametrize(("observer", "order"), [(0, [0, 1, 2]), (1, [1, 2, 0]), (2, [2, 0, 1])])
def test_what_each_player_has(implementation: str, observer: int, order: list[int]) -> None:
    state = scenery(implementation)
    part = seen(state, observer)["players"]
    # Medley and Tattler lie open; Separation is gossip of player 0: nobody has doubled a tile, so 6 for everybody, and
    # only player 0 knows. The Tattler: 1, 2, 0 judges held: 4, 8, 0.
    gossip = 6 if observer == 0 else 0
    rows = {
        # Orders 1 + 5, the birdbath 2, decorations 4 + 4; t01 is complete.
        0: ([17 / 30, 0], "DDR", 1, "plant yield", (1, 0, 2), 1, 2, 6, 1, 1, 4 + 6 + 2 + 8 + gossip, "birdbath"),
        1: ([3 / 30, 4 / 20], "VV", 0, "", (0, 0, 0), 0, 0, 0, 2, 0, 8 + 4 + gossip, ""),
        # An order of 8, a sundial 1, prestige 1, three medium decorations 9.
        2: ([0, 1 / 20], "", 1, "wages", (0, 3, 0), 0, 1, 8, 0, 0, 8 + 1 + 1 + 9 + gossip, "sundial"),
    }
    copies = {row["id"]: row["copies"] for row in DEFAULT_BOX["ornament"]}
    expected: list[float] = []
    for player in order:
        worth, shed, awake, owned, decorated, complete, done, prestige, held, has, score, ornament = rows[player]
        expected += worth
        expected += [count / 6 for count in flowers(shed)]
        expected += [awake, *among(owned.split(), [row["id"] for row in DEFAULT_BOX["fertilizer"]])]
        expected += [count / 4 for count in decorated]
        expected += [complete / 6, done / 8, prestige / 40, held / 5, has, score / 60]
        expected += [(name == ornament) / copies[name] for name in ORNAMENTS]
    assert part == shares(*expected)


@pytest.mark.parametrize(
    ("observer", "hand", "gossip", "own"),
    [
        (0, "plain", "separation", "plain separation"),
        (1, "reaper chemist", "", "reaper chemist"),
        (2, "", "", "rainbow"),
    ],
)
def test_judges_as_far_as_they_are_known(implementation: str, observer: int, hand: str, gossip: str, own: str) -> None:
    part = seen(scenery(implementation), observer)
    assert part["hand"] == among(hand.split(), JUDGES)
    assert part["gossip"] == among(gossip.split(), JUDGES)
    spaces = ["", "medley", "", "", "tattler"]
    assert part["board"] == [number for name in spaces for number in among([name], JUDGES)]
    assert part["discards"] == among(["croquet"], JUDGES)
    # May be in hidden cards of others, or undrawn.
    out = {"medley", "tattler", "croquet", *own.split()}
    assert part["hidden"] == [float(judge not in out) for judge in JUDGES]


def test_the_board(implementation: str) -> None:
    part = seen(scenery(implementation), 0)
    expected: list[float] = []
    for name, demand in (("mow", 3), ("landscape", 2), ("rest", 1), ("judge", 6)):
        expected += [*one_hot(SPACES.index(name), 7), demand / 6]
    assert part["dice"] == shares(*expected)
    assert part["market"] == [number for kind in "DRLVVT" for number in one_hot(TYPES.index(kind), 5)]
    assert part["bag"] == shares(2 / 5, 0, 4 / 5, 0, 1 / 5)
    # t04 is FLL/PP./PFF, t05 PPP/W.F/WFF, t08 WWP/W.P/FFF: beds, paving, lawn, pond.
    assert part["display"] == shares(*(n / 9 for n in (3, 3, 2, 0, 3, 3, 0, 2, 3, 2, 0, 3)))
    assert part["piles"] == shares(*(pile / 22 for pile in scenery(implementation).to_dict()["piles"]))
    # s02 DD 5 1, m01 DDV 8 3, l02 RTLVV 12 8.
    orders = [2, 0, 0, 0, 0, 5, 1, 2, 0, 0, 0, 1, 8, 3, 0, 1, 1, 1, 2, 12, 8]
    scale = [6, 6, 6, 6, 6, 15, 10] * 3
    assert part["orders"] == shares(*(number / by for number, by in zip(orders, scale, strict=True)))


def test_empty_places_are_zeros(implementation: str) -> None:
    part = seen(load(implementation, 3).new_initial_state(), 1)
    for name in ("market", "display", "orders", "board", "left", "shown", "player", "trigger"):
        assert not any(part[name]), name
    assert part["phase"] == one_hot(0, 42)
    assert part["bag"] == [1.0] * 5


def test_the_bag_of_a_box_without_first_flowers(implementation: str) -> None:
    state = at(implementation, components=box(bag={"first": 0}), bag="DDR")
    assert seen(state, 0)["bag"] == [2.0, 1.0, 0.0, 0.0, 0.0]


@pytest.mark.parametrize("observer", [0, 1, 2])
def test_whose_turn_it_is_and_how_many_are_left(implementation: str, observer: int) -> None:
    part = seen(scenery(implementation), observer)
    assert part["phase"] == one_hot(PHASES.index("plant"), 42)
    assert part["player"] == one_hot((1 - observer) % 3, 3)
    # Seven turns are over: player 0 had three, the others two.
    assert part["left"] == shares((80 - (3, 2, 2)[observer]) / 80)
    assert part["trigger"] == [0.0] * 3


@pytest.mark.parametrize("observer", [0, 1, 2])
def test_the_trigger(implementation: str, observer: int) -> None:
    state = at(
        implementation, players=3, turns=7, trigger=2, components=box(scoring={"end_tiles": 1}),
        gardens=["3,3:t01", "3,3:t02", "3,3:t03"], plants_of=["", "", "R@9,10 R@11,11"],
    )  # fmt: skip
    assert seen(state, observer)["trigger"] == one_hot((2 - observer) % 3, 3)


@pytest.mark.parametrize(
    ("name", "settings", "expected"),
    [
        ("turn", {}, {"shown": shares(2 / 6, 1 / 6, 1 / 6, 3 / 6), "favours": [1.0]}),
        ("turn used", {}, {"shown": shares(*[1 / 6] * 4)}),
        ("after", {}, {"after": [1.0]}),
        ("harvest", {"todo": [step("harvest", count=2, last=4354 + 198), step("raise", die=0)]},
         {"number": shares(2 / 10), "last": shares((4354 + 198 + 1) / 7032)}),
        ("flower", {}, {"number": shares(2 / 10), "shown": shares(*[1 / 6] * 4)}),
        ("income", {"todo": [step("income", regrow=2, harvest=1), step("rest", die=0, x=2)]},
         {"number": shares(3 / 10)}),
        ("mode", {}, {"die": one_hot(1, 4), "after": [1.0]}),
        ("decoration", {}, {"size": one_hot(2, 3), "after": [1.0]}),
        # t05 is PPP/W.F/WFF.
        ("lay", {}, {"tile": shares(3 / 9, 3 / 9, 0, 2 / 9), "after": [1.0]}),
        ("put", {}, {"ornament": one_hot(ORNAMENTS.index("bench"), 20), "after": [1.0]}),
        ("order", {"todo": [step("order", count=1), step("orders"), step("raise", die=3)]}, {"number": shares(1 / 10)}),
        ("die", {}, {"number": shares(2 / 10), "shown": shares(4 / 6, 1 / 6, 2 / 6, 1 / 6)}),
        ("over", {}, {}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_the_first_step(
    implementation: str, name: str, settings: dict[str, Any], expected: dict[str, list[float]]
) -> None:
    part = seen(state_of(implementation, name, **settings), 0)
    for section in ("number", "last", "shown", "favours", "after", "size", "die", "tile", "ornament"):
        assert part[section] == expected.get(section, [0.0] * len(part[section])), section


@pytest.mark.parametrize("name", BASES)
def test_the_tensor_tells_what_the_observation_tells_and_no_more(implementation: str, name: str) -> None:
    state = state_of(implementation, name)
    assert seen(state, 0)["phase"] == one_hot(PHASES.index(name.split()[0]), 42)
    for viewer in (0, 1):
        world = state.redeal(viewer, cloche.Rng(11))
        assert world.observation_tensor(viewer).tolist() == state.observation_tensor(viewer).tolist()


def test_h_1_gossip_stays_hidden_when_the_game_is_over(implementation: str) -> None:
    # Three large decorations: the Stonemason would be worth something to player 0.
    ends = [
        at(implementation, gossip=["plain", gossip], decorations=[[3, 0, 0]], turns=160, todo=[])
        for gossip in ("stonemason", "separation")
    ]
    assert ends[0].scores() != ends[1].scores()
    assert ends[0].observation(0) == ends[1].observation(0)
    assert ends[0].observation_tensor(0).tolist() == ends[1].observation_tensor(0).tolist()
    assert ends[0].observation_tensor(1).tolist() != ends[1].observation_tensor(1).tolist()
