"""What `state_from_observation` refuses: O-1 to O-4, H-7, and the laws of a position."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

import cloche

from .bases import BASES, SINGLE, pile
from .buds import at, load

Seen = dict[str, Any]
Y4 = {"face": "Y4", "deck": 0, "as": "Y4", "stages": 2}
Told = tuple[cloche.Game, Seen]


def told(implementation: str, name: str = "move", observer: int = 0, **settings: Any) -> Told:
    """What a player sees of a position."""
    game, data = BASES[name](implementation, **settings)
    return game, game.state_from_dict(data).observation(observer)


def refusal(game: cloche.Game, seen: Any) -> str:
    """The message with which an observation is refused."""
    with pytest.raises(ValueError, match="buds_and_blooms") as error:
        game.state_from_observation(seen)
    return str(error.value)


def laws(message: str) -> set[str]:
    """The laws that a message names."""
    return set(re.findall(r"\b[SO]-\d+", message))


# O-1


@pytest.mark.parametrize(
    "change",
    [
        lambda seen: seen.update(observer=2),
        lambda seen: seen.update(observer=-1),
        lambda seen: seen.update(observer=None),
        lambda seen: seen.update(observer=False),
        lambda seen: seen.update(observer="0"),
        lambda seen: seen.pop("observer"),
    ],
)
def test_o_1_the_observer_is_a_player(implementation: str, change: Callable[[Seen], Any]) -> None:
    game, seen = told(implementation)
    change(seen)
    assert re.search(r"\bobserver\b", refusal(game, seen))


def test_o_1_the_keys_are_those_of_the_page(implementation: str) -> None:
    game, seen = told(implementation)
    for key in seen:
        message = refusal(game, {other: seen[other] for other in seen if other != key})
        assert re.search(rf"\b{key}\b", message), key
    assert "colour" in refusal(game, seen | {"colour": 1})


def test_a_position_is_no_observation_and_an_observation_no_position(implementation: str) -> None:
    state = at(implementation)
    with pytest.raises(ValueError, match="observer"):
        state.game.state_from_observation(state.to_dict())
    with pytest.raises(ValueError, match="observer"):
        state.game.state_from_dict(state.observation(0))


# O-2


@pytest.mark.parametrize(("owner", "face"), [(0, None), (1, "R1")])
def test_o_2_a_face_is_null_just_where_the_observer_does_not_know_it(
    implementation: str, owner: int, face: str | None
) -> None:
    game, seen = told(implementation)
    seen["hands"][owner][0]["face"] = face
    message = refusal(game, seen)
    assert "O-2" in laws(message)
    assert re.search(r"\b(hands|face)\b", message)


def test_o_2_in_the_compost_and_under_a_pile(implementation: str) -> None:
    game, seen = told(implementation, "draw", observer=1)
    assert seen["compost"][0]["face"] is None
    seen["compost"][0]["face"] = "Y1"
    assert "O-2" in laws(refusal(game, seen))
    game, seen = told(implementation, "under")
    seen["piles"][0]["under"][1]["face"] = None
    assert "O-2" in laws(refusal(game, seen))


# O-3

SUNS = "Y3#1 Y5#1 B2#1 B4#1 B6#1 RY#1 BR#1"


@pytest.mark.parametrize(("top", "taken"), [("rain", True), ("sun", False)])
def test_o_3_a_deck_has_12_sun_cards(implementation: str, top: str, taken: bool) -> None:
    # Eleven hidden sun cards and a rain card; that one is made a sun card.
    game, seen = told(
        implementation, hands=["R1 R2 R3 R4", "R2 R4 R6 Y1"], compost=SUNS + " R1#1", tops=["sun", "rain"]
    )
    seen["compost"][-1]["back"] = "sun"
    seen["piles"][1]["top"] = top
    if taken:
        assert game.state_from_observation(seen).observation(0) == seen
    else:
        assert laws(refusal(game, seen)) <= {"O-3", "S-7"}
        assert "O-3" in laws(refusal(game, seen))


@pytest.mark.parametrize(("draw", "taken"), [(4, False), (9, True)])
def test_o_3_a_tool_lies_in_the_middle_of_the_deck(implementation: str, draw: int, taken: bool) -> None:
    # All sun flowers of deck 1 lie open; a hidden sun card is the cut, and that is not among the first six.
    game, seen = told(
        implementation,
        hands=["R1 R2 R3 R4", "R1#1.1 R3#1.2 R5#1.3 cut#1.9"],
        flowers=[[], ["RY=R6 Y5 R4 Y3 R2 Y1", "BR=R1 R6", "B2 B4 B6"]],
        tops=["sun", "rain"],
    )
    assert seen["piles"][1]["drawn"] == 15
    seen["hands"][1][3]["draw"] = draw
    if taken:
        world = game.state_from_observation(seen)
        assert "cut" in [card["face"] for card in world.to_dict()["hands"][1]]
    else:
        assert "O-3" in laws(refusal(game, seen))


def test_o_3_a_single_deck_has_12_cards_of_each_back(implementation: str) -> None:
    suns = ["R2", "R4", "R6", "Y1", "Y3", "Y5", "B2", "B4", "B6", "RY", "BR", "cut"]
    compost = " ".join(f"{face}#1:1" for face in suns[4:])
    settings: dict[str, Any] = {
        **SINGLE,
        "hands": ["R1#0 R2#0 R3#0 R4#0", " ".join(f"{face}#1" for face in suns[:4])],
        "compost": compost,
    }
    game, seen = told(implementation, **settings, tops=["0.sun"])
    assert game.state_from_observation(seen).observation(0) == seen
    seen["piles"][0]["top"] = "1.sun"
    assert "O-3" in laws(refusal(game, seen))


# O-4: another player inserts a card; below a red 2 that is a 1 or a bud

KNOWN = "R3 R4 R5 R6 Y1 Y2 Y3 Y4 Y5 Y6 B1 B3 B5 RY YB BR"


def test_o_4_some_card_of_the_hand_may_fit(implementation: str) -> None:
    # The sun cards that fit lie in flowers; a rain card of the hand can be R1, B1 or YB.
    settings: dict[str, Any] = {"hands": ["R1 R4 Y5"], "flowers": [["R2", "", "RY=R5 BR=B4 Y1"]]}
    game, seen = told(implementation, "play_insert", observer=1, **settings)
    assert game.state_from_observation(seen).observation(1) == seen
    seen["hands"][0][0]["back"] = "sun"
    message = refusal(game, seen)
    assert "O-4" in laws(message)
    assert laws(message) <= {"O-4", "S-17"}


def test_o_4_a_card_that_must_be_a_tool_fits_nowhere(implementation: str) -> None:
    # 21 of deck 0 are drawn, so power and dig are among the hidden cards of draws 8 and 9. Draw 1 is hidden too.
    game, seen = told(
        implementation,
        "play_insert",
        observer=1,
        hands=["R1#0.1 power#0.8 dig#0.9"],
        flowers=[["R2"]],
        compost=" ".join(f"{face}:01" for face in KNOWN.split()),
        sheds=["cut", "dig"],
    )
    assert seen["piles"][0]["drawn"] == 21
    assert game.state_from_observation(seen).observation(1) == seen
    # R1 is still unseen, but now draw 1 shows sun and the two rain cards are tools.
    seen["hands"][0][0]["back"] = "sun"
    message = refusal(game, seen)
    assert "O-4" in laws(message)
    assert laws(message) <= {"O-4", "S-17"}


def test_o_4_a_known_card_of_the_hand_may_fit(implementation: str) -> None:
    # Player 1 knows that the Y1 of the own deck is in the hand.
    game, seen = told(
        implementation,
        "play_insert",
        observer=1,
        hands=["R4 Y5 Y1#1"],
        flowers=[["R2"]],
        sheds=["cut dig"],
    )
    assert [card["face"] for card in seen["hands"][0]] == [None, None, "Y1"]
    assert game.state_from_observation(seen).observation(1) == seen


def test_o_4_the_player_who_inserts_knows_the_hand(implementation: str) -> None:
    game, seen = told(implementation, "play_insert", hands=["R1 Y6 B5"], flowers=[["R2"]])
    assert game.state_from_observation(seen).observation(0) == seen
    seen["hands"][0][0] |= {"face": "R3"}
    message = refusal(game, seen)
    assert laws(message) <= {"O-4", "S-17"}
    assert message


# The laws of a position


@pytest.mark.parametrize(
    ("law", "name", "settings", "changed"),
    [
        ("S-2", "move", {}, {"player": None}),
        ("S-3", "move", {}, {"beds": []}),
        ("S-5", "move", {}, {"flowers": [[[Y4], [], [Y4]], [[], [], []]]}),
        ("S-6", "move", {}, {"piles": [pile(5), pile(4)]}),
        ("S-8", "move", {}, {"flowers": [[[Y4 | {"stages": 1}], [], []], [[], [], []]]}),
        ("S-11", "move", {}, {"piles": [pile(4, None), pile(4)]}),
        ("S-12", "move", {}, {"phase": "draw"}),
        ("S-14", "take", {}, {"phase": "look"}),
        ("S-16", "move", {}, {"cause": "power"}),
        ("S-16", "power", {}, {"cause": None}),
        ("S-17", "move", {}, {"place": "1.0"}),
    ],
)
@pytest.mark.parametrize("observer", [0, 1])
def test_o_1_the_laws_of_a_position_hold(
    implementation: str, law: str, name: str, settings: Any, changed: Any, observer: int
) -> None:
    game, seen = told(implementation, name, observer, **settings)
    assert law in laws(refusal(game, seen | changed))


def test_s_5_a_null_face_is_no_second_copy(implementation: str) -> None:
    game, seen = told(implementation, observer=1)
    assert [card["face"] for card in seen["hands"][0]] == [None] * 4
    assert game.state_from_observation(seen).observation(1) == seen


def test_s_16_the_laws_that_need_faces_are_judged_where_there_are_some(implementation: str) -> None:
    # Player 1 does not see the face of the discard that let player 0 grow; its back is enough.
    for name in ("discard", "weather", "rain", "sun", "compost", "take"):
        game, seen = told(implementation, name, observer=1)
        assert game.state_from_observation(seen).observation(1) == seen


def test_h_7_every_contradiction_is_told_at_once(implementation: str) -> None:
    game, seen = told(implementation)
    seen["hands"][0][0]["face"] = None
    broken: Seen = {"player": None, "cause": "power", "place": "1.0", "beds": []}
    assert laws(refusal(game, seen | broken)) >= {"O-2", "S-2", "S-3", "S-16", "S-17"}


@pytest.mark.parametrize("seen", [None, 3, "move", [], {}])
def test_h_7_what_is_no_observation_at_all_is_refused(implementation: str, seen: Any) -> None:
    refusal(load(implementation), seen)
