"""The observation tensor of seeds/buds_and_blooms/state.md, worked out by hand, section by section."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any

import pytest

import cloche

from .bases import BASES, SINGLE
from .buds import FACES, PHASES, at, box, load, play

CAUSES = ["discard", "power", "again", "weather"]


def sections(numbers: Sequence[float], players: int, piles: int, decks: int, slots: int = 3) -> dict[str, list[float]]:
    """The tensor cut into its parts, by name."""
    backs = 4 if decks > piles else 2
    lengths = {
        "beds": slots * 2 * 11,
        "flowers": players * slots * 31,
        "hand": 24,
        "rival": 26 * (players - 1),
        "compost": 25,
        "looked": 25,
        "under": 25 * piles,
        "piles": (1 + backs) * piles,
        "left": 24 * decks,
        "sheds": 3 * players,
        "phase": 14,
        "player": players,
        "cause": 4,
        "place": 33,
        "bloom": 24,
    }
    parts, start = {}, 0
    for name, length in lengths.items():
        parts[name] = list(numbers[start : start + length])
        start += length
    assert start == len(numbers)
    return parts


def seen(state: cloche.State, player: int) -> dict[str, list[float]]:
    """The sections that a player sees."""
    single = state.game.options["single_deck"]
    players = state.game.players
    return sections(state.observation_tensor(player).tolist(), players, 1 if single else players, players)


def float32(x: float) -> float:
    """The nearest float32."""
    return float(struct.unpack("<f", struct.pack("<f", x))[0])


def one_hot(place: int | None, size: int) -> list[float]:
    """Zeros with a 1 at a place."""
    return [float(i == place) for i in range(size)]


def by_face(**numbers: float) -> list[float]:
    """24 values in component order."""
    return [float32(numbers.get(face, 0.0)) for face in FACES]


@pytest.mark.parametrize(
    ("players", "options", "size"), [(2, {}, 539), (2, SINGLE["options"], 513), (1, {}, 364), (2, {"rocks": 3}, 539)]
)
def test_the_tensor_has_a_fixed_size(implementation: str, players: int, options: dict[str, Any], size: int) -> None:
    game = load(implementation, players, **options)
    assert game.observation_tensor_shape == (size,)
    state = game.new_initial_state()
    assert state.observation_tensor(0).shape == (size,)
    assert str(state.observation_tensor(0).dtype) == "float32"


# Colours R Y B, alternating, odd, even, up, down, consecutive, worm, rosette / 10.
ANY_UP = [1, 1, 1, 0, 0, 0, 1, 0, 0, 1, 0.8]
RY_DOWN = [1, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0.7]
RB_UP = [1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0.8]
ANY_UPDOWN = [1, 1, 1, 0, 0, 0, 1, 1, 0, 1, 1.0]
ANY_DOWN = [1, 1, 1, 0, 0, 0, 0, 1, 0, 1, 0.8]
YB_UP = [0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 0.8]


def test_beds_from_the_side_of_the_observer(implementation: str) -> None:
    state = at(implementation)
    mine, far = [ANY_UP, RB_UP, ANY_DOWN], [RY_DOWN, ANY_UPDOWN, YB_UP]
    expected = [float32(x) for slot in zip(mine, far, strict=True) for bed in slot for x in bed]
    assert seen(state, 0)["beds"] == expected
    expected = [float32(x) for slot in zip(far, mine, strict=True) for bed in slot for x in bed]
    assert seen(state, 1)["beds"] == expected


def test_rocky_beds(implementation: str) -> None:
    # Red and yellow in turn down, yellow and blue up by 1; odd up and down, yellow and blue in turn up; even up and
    # down, red and blue in turn down. The last card is turned round.
    state = at(implementation, beds="bed1.1.0 bed2.1.0 bed3.1.1")
    rows = [
        [1, 1, 0, 1, 0, 0, 0, 1, 0, 1, 0.8],
        [0, 1, 1, 0, 0, 0, 1, 0, 1, 0, 0.9],
        [1, 1, 1, 0, 1, 0, 1, 1, 0, 1, 0.8],
        [0, 1, 1, 1, 0, 0, 1, 0, 0, 0, 0.7],
        [1, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0.7],
        [1, 1, 1, 0, 0, 1, 1, 1, 0, 1, 0.8],
    ]
    assert seen(state, 0)["beds"] == [float32(x) for row in rows for x in row]


@pytest.mark.parametrize("name", ["card", "face", "turn"])
def test_a_bed_shows_once_it_lies_complete(implementation: str, name: str) -> None:
    game, data = BASES[name](implementation)
    part = seen(game.state_from_dict(data), 0)
    complete = 2 if name == "card" else 1
    assert part["beds"][:22] == [float32(x) for x in ANY_UP + RY_DOWN]
    assert any(part["beds"][22:44]) == (complete == 2)
    assert not any(part["beds"][44:])
    assert part["phase"] == one_hot(PHASES.index(name), 14)
    assert part["player"] == [0.0, 0.0]


def test_solo_shows_the_far_side_too(implementation: str) -> None:
    state = at(implementation, players=1)
    rows = [ANY_UP, RY_DOWN, RB_UP, ANY_UPDOWN, ANY_DOWN, YB_UP]
    assert seen(state, 0)["beds"] == [float32(x) for row in rows for x in row]


def test_flowers(implementation: str) -> None:
    state = at(
        implementation,
        flowers=[["RY=R1/2 R5/2 B6", "", "Y5"], ["", "R4 RY=Y6/1 YB=B3", ""]],
        hands=["R1 R2 R3 R4", "R1 R2 R3 Y1"],
    )
    # 6 leaves and the red butterfly that no red bloom tops, one bee: 6 points; any up has not fallen.
    first = [*by_face(RY=2 / 3 / 2, R5=0.5, B6=0.5), 0.0, 0.0, 1.0, 1.0, float32(3 / 11), float32(6 / 20), 0.0]
    third = [*by_face(Y5=0.5), 0.0, 1.0, 0.0, float32(5 / 6), float32(1 / 11), float32(2 / 20), 0.0]
    nothing = [0.0] * 31
    # A bud on top makes nothing; from 6 to 3 an updown flower has fallen.
    rival = [*by_face(R4=0.25, RY=1 / 3 / 2, YB=0.5), 0.0, 0.0, 1.0, 0.5, float32(3 / 11), 0.0, 1.0]
    own = first + nothing + third
    other = nothing + rival + nothing
    assert seen(state, 0)["flowers"] == own + other
    assert seen(state, 1)["flowers"] == other + own


def test_two_copies_add_up(implementation: str) -> None:
    state = at(
        implementation,
        beds="bed3.0.0 bed1.0.0 bed5.0.1",
        flowers=[["R2#0/1 B6 R2#1"]],
        sheds=["cut dig"],
        hands=["R1 Y1#0 Y1#1 R4", "R1 R3 R4 R5"],
    )
    part = seen(state, 0)
    # R2 shows 1 of 2 and 2 of 2; B6 shows 1 of 2. 4 leaves, no points for no bees; red 2, three cards, fallen.
    rest = [1.0, 0.0, 0.0, float32(2 / 6), float32(3 / 11), float32(4 / 20), 1.0]
    assert part["flowers"][:31] == by_face(R2=0.75, B6=0.25) + rest
    assert part["hand"] == by_face(R1=0.5, Y1=1.0, R4=0.5)


def test_hands(implementation: str) -> None:
    state = at(implementation, hands=["R1 R2 Y1#1 R4", "Y2 Y3 R5 B6"], sheds=["dig"])
    part = seen(state, 0)
    assert part["hand"] == by_face(R1=0.5, R2=0.5, Y1=0.5, R4=0.5)
    # Nothing is known of the rival but two backs each way: Y3, B6 sun; Y2, R5 rain.
    assert part["rival"] == [*by_face(), 0.5, 0.5]
    part = seen(state, 1)
    assert part["hand"] == by_face(Y2=0.5, Y3=0.5, R5=0.5, B6=0.5)
    # Rain: R1; sun: R2, R4 and the Y1 of the own deck.
    assert part["rival"] == [*by_face(Y1=0.5), 0.75, 0.25]


def test_compost_looked_and_under(implementation: str) -> None:
    state = at(
        implementation,
        phase="look",
        hands=["R1 R2 R3"],
        sheds=["dig dig#1", ""],
        compost="Y1#0 Y2#1 Y2#0 B3#1:01",
        looked="B1 B2",
        under=["B4 B5", ""],
    )
    part, data = seen(state, 0), state.to_dict()
    known = [card["face"] for card in data["compost"] if 0 in card["known"]]
    hidden = [card for card in data["compost"] if 0 not in card["known"]]
    assert {"Y1", "Y2", "B3"} <= set(known)
    assert part["compost"] == [*by_face(**dict.fromkeys(known, 0.5)), float32(len(hidden) / 48)]
    assert part["looked"] == [*by_face(B1=0.5, B2=0.5), 0.0]
    assert part["under"] == [*by_face(B4=0.5, B5=0.5), 0.0, *by_face(), 0.0]
    part = seen(state, 1)
    assert part["looked"] == [*by_face(), float32(2 / 3)]
    # The own pile comes first.
    assert part["under"] == [*by_face(), 0.0, *by_face(), float32(2 / 24)]
    lacking = [card for card in data["compost"] if 1 not in card["known"]]
    assert part["compost"][24] == float32(len(lacking) / 48)


def test_piles(implementation: str) -> None:
    state = at(implementation, sheds=["dig"], under=["Y1 Y2"], tops=["sun", "rain"])
    # 7 drawn, 2 put under: 19 of 24; the rival has 20.
    assert state.to_dict()["piles"][0]["drawn"] == 7
    assert seen(state, 0)["piles"] == [float32(19 / 24), 1.0, 0.0, float32(20 / 24), 0.0, 1.0]
    assert seen(state, 1)["piles"] == [float32(20 / 24), 0.0, 1.0, float32(19 / 24), 1.0, 0.0]
    state = at(implementation, phase="back", drawn=(None, 24), tops=[None, None], hands=["R1 R2 R3 R4", "R1"])
    assert seen(state, 0)["piles"] == [float32(20 / 24), 0.0, 0.0, 0.0, 0.0, 0.0]
    state = at(implementation, **SINGLE, tops=["1.sun"])
    assert seen(state, 1)["piles"] == [float32(40 / 48), 0.0, 0.0, 1.0, 0.0]


def test_faces_left_of_each_deck(implementation: str) -> None:
    state = at(
        implementation, hands=["R1 R2 Y1#1 R4", "Y2 Y3 R5 B6"], sheds=["dig"], flowers=[["B1"], ["Y6"]], drawn=(7, None)
    )
    gone = {"R1", "R2", "R4", "B1", "dig"}
    gone |= {card["face"] for card in state.to_dict()["compost"] if card["deck"] == 0}
    own = by_face(**{face: 1.0 for face in FACES if face not in gone})
    other = by_face(**{face: 1.0 for face in FACES if face not in ("Y1", "Y6")})
    assert seen(state, 0)["left"] == own + other
    mine = by_face(**{face: 1.0 for face in FACES if face not in ("Y1", "Y6", "Y2", "Y3", "R5", "B6")})
    theirs = by_face(**{face: 1.0 for face in FACES if face not in ("B1", "dig")})
    assert seen(state, 1)["left"] == mine + theirs


def test_a_single_deck_has_the_faces_of_two(implementation: str) -> None:
    state = at(implementation, **SINGLE, hands=["R1#0 R2#0 R3#0 R4#1", "R1#1 R2#1 R3#1 Y1#1"])
    left = [
        by_face(**{face: 1.0 for face in FACES if face not in ("R1", "R2", "R3")}),
        by_face(**{face: 1.0 for face in FACES if face != "R4"}),
    ]
    assert seen(state, 0)["left"] == left[0] + left[1]
    # Deck 1 comes first for player 1.
    own = by_face(**{face: 1.0 for face in FACES if face not in ("R1", "R2", "R3", "Y1")})
    assert seen(state, 1)["left"] == own + by_face(**dict.fromkeys(FACES, 1.0))


def test_a_bloom_that_is_being_played_lies_open(implementation: str) -> None:
    game, data = BASES["play_taken"](implementation)
    part = seen(game.state_from_dict(data), 0)
    assert part["bloom"] == by_face(Y5=1.0)
    assert part["left"][24 + FACES.index("Y5")] == 0.0
    assert part["place"] == [0.0] * 33
    assert part["phase"] == one_hot(PHASES.index("play_taken"), 14)


def test_sheds(implementation: str) -> None:
    state = at(implementation, sheds=["power#0 power#1 dig", "cut"])
    assert seen(state, 0)["sheds"] == [1.0, 0.0, 0.5, 0.0, 0.5, 0.0]
    assert seen(state, 1)["sheds"] == [0.0, 0.5, 0.0, 1.0, 0.0, 0.5]


@pytest.mark.parametrize("name", BASES)
def test_phase_player_and_cause(implementation: str, name: str) -> None:
    game, data = BASES[name](implementation)
    state = game.state_from_dict(data)
    for observer in (0, 1):
        part = seen(state, observer)
        assert part["phase"] == one_hot(PHASES.index(data["phase"]), 14)
        turn = None if data["player"] is None else (data["player"] - observer) % 2
        assert part["player"] == one_hot(turn, 2)
        assert part["cause"] == one_hot(None if data["cause"] is None else CAUSES.index(data["cause"]), 4)


def test_the_place_of_an_insertion(implementation: str) -> None:
    state = at(implementation, hands=["cut B3 Y4 R3"], flowers=[["", "B1 B2 R4"]])
    state = play(state, "cut:insert@2.2")
    for observer in (0, 1):
        assert seen(state, observer)["place"] == one_hot(11 + 2, 33)
        assert seen(state, observer)["bloom"] == [0.0] * 24


def test_worlds_look_the_same_to_the_observer(implementation: str) -> None:
    for name in BASES:
        game, data = BASES[name](implementation)
        state = game.state_from_dict(data)
        for observer in (0, 1):
            world = state.redeal(observer, cloche.Rng(8))
            assert world.observation_tensor(observer).tolist() == state.observation_tensor(observer).tolist()


def test_a_small_box_keeps_the_places_of_all_faces(implementation: str) -> None:
    deck = {"set_aside": 2, "over": 1, "under": 1, "hand": 2}
    small = box("R2 Y2 RY YB dig", deck=deck, slots={"count": 1, "middle": 1})
    state = at(implementation, components=small, beds="bed1.0.0", hands=["R2 RY", "YB Y2"], tops=["rain", "sun"])
    numbers = state.observation_tensor(0).tolist()
    part = sections(numbers, 2, 2, 2, slots=1)
    assert part["hand"] == by_face(R2=0.5, RY=0.5)
    # Both of the rival show rain, of two cards that a hand has.
    assert part["rival"][24:] == [0.0, 1.0]
    assert part["piles"] == [float32(3 / 5), 0.0, 1.0, float32(3 / 5), 1.0, 0.0]
    assert part["left"][:24] == by_face(Y2=1.0, YB=1.0, dig=1.0)
