"""What a player knows, and worlds that agree with it. H-1 to H-7, D-1 to D-5."""

from __future__ import annotations

import random
from collections import Counter
from math import comb, perm
from typing import Any

import pytest

import cloche

from .bases import BASES, SINGLE
from .buds import SUN, TOOLS, at, back_of, box, faces, fact, legal, load, play, position

FLOWERS = [f"{colour}{number}" for colour in "RYB" for number in range(1, 7)] + ["RY", "YB", "BR"]


def hand_of(state: cloche.State, player: int) -> list[Any]:
    """The faces of a hand."""
    return faces(fact(state, "hands")[player])


# H-1: observations


def test_h_1_faces_are_null_where_the_observer_does_not_know_them(implementation: str) -> None:
    state = at(implementation, hands=["R1 R2 Y1#1 R3"], sheds=["dig"], compost="Y2#0 Y3#1 Y4#1:01", under=["Y5"])
    data = state.to_dict()
    for player in (0, 1):
        seen = state.observation(player)
        assert seen.pop("observer") == player
        for key in ("phase", "player", "beds", "flowers", "sheds", "cause", "place", "bloom"):
            assert seen[key] == data[key]
        cards = [*seen["hands"][0], *seen["hands"][1], *seen["compost"], *seen["piles"][0]["under"]]
        whole = [*data["hands"][0], *data["hands"][1], *data["compost"], *data["piles"][0]["under"]]
        for card, known in zip(cards, whole, strict=True):
            assert card == known | {"face": known["face"] if player in known["known"] else None}
    assert faces(state.observation(0)["compost"])[0] == "Y2"
    # Player 1 knows which card of the own deck the other took, and nothing else of that hand.
    assert [card["face"] for card in state.observation(1)["hands"][0]] == [None, None, None, "Y1"]


def test_h_1_positions_that_a_player_can_not_tell_apart_look_the_same(implementation: str) -> None:
    # Sun, rain, sun, rain by draw; only the faces are others.
    one = at(implementation, hands=["R1 R2 R3 R4", "R2 R1 Y1 Y2"])
    other = at(implementation, hands=["R1 R2 R3 R4", "B2 YB BR B1"])
    assert one.observation(0) == other.observation(0)
    assert one.observation(1) != other.observation(1)
    third = at(implementation, hands=["R1 R2 R3 R4", "R1 R2 Y1 Y2"])
    assert one.observation(0) != third.observation(0)


def test_h_1_d_13_looking_through_the_compost_makes_it_known(implementation: str) -> None:
    state = at(implementation, hands=["dig R1 R2 R3"], compost="Y1#0 Y2#1 B3#1", drawn=(7,))
    assert faces(state.observation(0)["compost"]).count(None) == 2
    after = play(state, "dig:compost")
    assert None not in faces(after.observation(0)["compost"])
    assert {tuple(card["known"]) for card in fact(after, "compost") if card["deck"] == 1} == {(0, 1)}
    # The other one has not looked.
    assert faces(after.observation(1)["compost"]).count(None) == faces(state.observation(1)["compost"]).count(None)


def test_d_1_d_4_cards_are_sorted_so_that_equal_positions_are_equal_data(implementation: str) -> None:
    start = at(implementation, hands=["R1 R2 R3 R4", "Y1 Y2 Y3 Y4"])
    one = play(start, "discard:R1", "draw:R6", "back:sun", "Y1@2", "draw:Y5", "back:sun", "discard:R2")
    other = play(start, "discard:R2", "draw:R6", "back:sun", "Y1@2", "draw:Y5", "back:sun", "discard:R1")
    assert one == other
    assert one.to_dict() == other.to_dict()
    assert faces(fact(one, "compost")) == ["R1", "R2"]


def test_d_2_which_card_goes_is_seen_and_its_face_is_not(implementation: str) -> None:
    state = at(implementation, hands=["R1#0 R2#0 R2#1 R3#0", "Y1 Y2 Y3 Y4"], sheds=["dig"])
    after = play(state, "discard:R2")
    gone = [card for card in after.observation(1)["compost"] if card["deck"] == 0][-1]
    assert (gone["face"], gone["back"]) == (None, "sun")
    assert [card["deck"] for card in fact(after, "hands")[0]].count(1) == 1


# H-2, H-3: worlds


@pytest.mark.parametrize("observer", [0, 1])
@pytest.mark.parametrize("name", BASES)
def test_h_3_worlds_agree_with_what_the_observer_knows(implementation: str, name: str, observer: int) -> None:
    game, data = BASES[name](implementation)
    state = game.state_from_dict(data)
    seen = state.observation(observer)
    for seed in range(5):
        world = state.redeal(observer, cloche.Rng(seed))
        assert world.observation(observer) == seen
        assert game.state_from_dict(world.to_dict()) == world
    assert state.to_dict() == data


@pytest.mark.parametrize("name", [name for name in BASES if name not in ("card", "face", "turn", "first", "over")])
def test_h_3_nothing_hidden_is_read(implementation: str, name: str) -> None:
    game, data = BASES[name](implementation)
    state = game.state_from_dict(data)
    for observer in (0, 1):
        world = state.redeal(observer, cloche.Rng(11))
        assert state.redeal(observer, cloche.Rng(5)) == world.redeal(observer, cloche.Rng(5))


def test_h_3_without_hidden_cards_no_number_is_drawn(implementation: str) -> None:
    for state in (load(implementation).new_initial_state(), at(implementation, players=1)):
        rng, untouched = cloche.Rng(4), cloche.Rng(4)
        assert state.redeal(0, rng) == state
        assert rng.below(10**6) == untouched.below(10**6)


def by_hand(
    rng: cloche.Rng, backs: list[str], top: str, gone: list[str], places: list[int], free: int, drawn: int
) -> list[str]:
    """The calls of the page for the hidden cards of one pile, by draw; `places` are draws, `free` unseen places of B.

    `gone` are faces that are open or known to the observer.
    """
    left = {
        (kind, back): [f for f in faces_of if back_of(f) == back and f not in gone]
        for kind, faces_of in (("flower", FLOWERS), ("tool", TOOLS))
        for back in ("sun", "rain")
    }
    fixed = [*zip(backs, places, strict=True), (top, drawn + 1)]
    n = Counter(back for back, _ in fixed)
    a = Counter(back for back, draw in fixed if 7 <= draw <= 21)
    tools = {back: len(left["tool", back]) for back in ("sun", "rain")}
    m = {back: len(left["flower", back]) - n[back] for back in ("sun", "rain")}

    def weight(i: int, j: int) -> int:
        if m["sun"] + i < 0 or m["rain"] + j < 0:
            return 0
        rest = tools["sun"] + tools["rain"] - i - j
        ways = comb(tools["sun"], i) * perm(a["sun"], i) * comb(tools["rain"], j) * perm(a["rain"], j)
        return ways * perm(free, rest) * comb(m["sun"] + i + m["rain"] + j, m["sun"] + i)

    pairs = [(i, j) for i in range(tools["sun"] + 1) for j in range(tools["rain"] + 1)]
    r = rng.below(sum(weight(i, j) for i, j in pairs))
    i, j = next(pair for k, pair in enumerate(pairs) if sum(weight(*p) for p in pairs[: k + 1]) > r)
    found: dict[int, str] = {}
    for back, count in (("sun", i), ("rain", j)):
        spots = [draw for other, draw in fixed if other == back and 7 <= draw <= 21]
        for _ in range(count):
            x, y = rng.below(len(left["tool", back])), rng.below(len(spots))
            found[spots.pop(y)] = left["tool", back].pop(x)
    for back, draw in zip(backs, places, strict=True):
        if draw not in found:
            flowers = left["flower", back]
            found[draw] = flowers.pop(rng.below(len(flowers)))
    return [found[draw] for draw in places]


@pytest.mark.parametrize("seed", range(12))
def test_h_3_the_calls_of_the_generator_in_the_first_zone(implementation: str, seed: int) -> None:
    # The rival has rain, sun, rain, sun by draws 1 to 4; the next card shows sun. 15 places for three tools.
    state = at(implementation)
    expected = by_hand(cloche.Rng(seed), ["rain", "sun", "rain", "sun"], "sun", [], [1, 2, 3, 4], 15, 4)
    assert hand_of(state.redeal(0, cloche.Rng(seed)), 1) == expected


@pytest.mark.parametrize("seed", range(40))
def test_h_3_the_calls_of_the_generator_with_tools_in_the_hand(implementation: str, seed: int) -> None:
    # Draws 5, 8, 9 and 12 are in the hand, six flowers lie open, R5 and R6 by draws 6 and 7 in the compost.
    hand = "Y1#1.5 Y2#1.8 Y3#1.9 Y4#1.12"
    state = at(
        implementation,
        hands=["R1 R2 R3 R4", hand],
        flowers=[[], ["R4 R3", "B1 B2", "Y5 B6"]],
        compost="R5#1.6 R6#1.7",
        tops=["sun", "rain"],
    )
    assert fact(state, "piles")[1]["drawn"] == 12
    gone = ["R4", "R3", "B1", "B2", "Y5", "B6"]
    # Places 14 to 21 are unseen; the cards of the compost are hidden as well.
    backs = ["sun", "rain", "sun", "rain", "sun", "rain"]
    expected = by_hand(cloche.Rng(seed), backs, "rain", gone, [5, 6, 7, 8, 9, 12], 8, 12)
    world = state.redeal(0, cloche.Rng(seed))
    cards = sorted(fact(world, "hands")[1] + fact(world, "compost"), key=lambda card: card["draw"])
    assert faces(cards) == expected


@pytest.mark.parametrize("seed", range(12))
def test_h_3_the_calls_of_the_generator_in_a_single_deck(implementation: str, seed: int) -> None:
    state = at(implementation, **SINGLE, hands=["R1#0 R2#0 R3#0 R4#0", "R1#1 power#0 Y1#0 Y3#0"], compost="B2#1")
    rng = cloche.Rng(seed)
    left = [f for f in [*FLOWERS, *TOOLS] if f in SUN and f not in ("R2", "R4")]
    rains = [f for f in [*FLOWERS, *TOOLS] if f not in SUN and f not in ("R1", "R3")]
    expected = []
    for faces_left in ([f for f in [*FLOWERS, *TOOLS] if f not in SUN], rains, left, left):
        expected.append(faces_left.pop(rng.below(len(faces_left))))
    assert hand_of(state.redeal(0, cloche.Rng(seed)), 1) == expected


def tool_or_flower(implementation: str) -> cloche.State:
    """A deck of four flowers and a tool that lies in draws 2 to 4; player 1 holds draw 2, draw 1 lies open."""
    small = box("R1 R2 R3 R4 power", deck={"set_aside": 2, "over": 1, "under": 1, "hand": 1})
    return at(
        implementation,
        components=small,
        hands=["R1", "R3#1.2"],
        flowers=[[], ["R2"]],
        tops=["sun", "sun"],
    )


def test_h_2_h_3_worlds_come_with_their_probability(implementation: str) -> None:
    # The hand shows rain, the next card sun, which must be R4. The tool is as likely to lie in draw 2 as in draw 4,
    # and R1 and R3 share the other half.
    state = tool_or_flower(implementation)
    counts = Counter(hand_of(state.redeal(0, cloche.Rng(seed)), 1)[0] for seed in range(400))
    assert set(counts) == {"power", "R1", "R3"}
    assert abs(counts["power"] - 200) < 40
    assert abs(counts["R1"] - 100) < 40
    for seed in range(20):
        rng = cloche.Rng(seed)
        # W(0, 0) = 1 without a tool, W(0, 1) = 1 with it.
        face = "power" if rng.below(2) else ["R1", "R3"][rng.below(2)]
        assert hand_of(state.redeal(0, cloche.Rng(seed)), 1) == [face]


def test_h_3_another_players_insertion_can_be_done_in_every_world(implementation: str) -> None:
    game, data = BASES["play_insert"](implementation, flowers=[["R2"]], hands=["R1 Y4 B5"])
    state = game.state_from_dict(data)
    hands = set()
    for seed in range(60):
        world = state.redeal(1, cloche.Rng(seed))
        assert legal(world)
        assert {text[0] for text in legal(world)} <= set("RYB")
        hands.add(tuple(hand_of(world, 0)))
    assert len(hands) > 30
    # Below a red 2 on any up: a red, yellow or blue 1, or a bud.
    assert all({"R1", "Y1", "B1", "RY", "YB", "BR"} & set(hand) for hand in hands)


# H-4


@pytest.mark.parametrize("observer", [0, 1])
@pytest.mark.parametrize("name", BASES)
def test_h_4_the_position_of_an_observation_is_the_world_of_a_fixed_generator(
    implementation: str, name: str, observer: int
) -> None:
    game, data = BASES[name](implementation)
    state = game.state_from_dict(data)
    world = game.state_from_observation(state.observation(observer))
    assert world == state.redeal(observer, cloche.Rng(0, 3))
    assert world.observation(observer) == state.observation(observer)


@pytest.mark.parametrize("options", [{}, SINGLE["options"]])
@pytest.mark.parametrize("seed", range(4))
def test_h_1_h_3_h_4_throughout_a_game(implementation: str, options: dict[str, Any], seed: int) -> None:
    state = load(implementation, **options).new_initial_state()
    rng = random.Random(seed)
    while not state.is_terminal():
        for observer in (0, 1):
            seen = state.observation(observer)
            world = state.game.state_from_observation(seen)
            assert world.observation(observer) == seen
            if state.current_player() == observer:
                assert world.legal_actions() == state.legal_actions()
        actions = state.legal_actions()
        tools = [action for action in actions if 162 <= action < 225 or action >= 249]
        choice = tools if tools and not state.is_chance_node() and rng.random() < 0.7 else actions
        state.apply_action(rng.choice(choice))


def test_a_box_with_a_small_deck_is_played_to_its_end(implementation: str) -> None:
    small = box("R1 R2 R3 R4 power", deck={"set_aside": 2, "over": 1, "under": 1, "hand": 1})
    state = load(implementation, 2, small).new_initial_state(seed=2)
    assert [len(hand) for hand in fact(state, "hands")] == [1, 1]
    rng = random.Random(2)
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    assert [pile["drawn"] for pile in fact(state, "piles")] == [5, 5]


def test_positions_by_hand_agree_with_the_page(implementation: str) -> None:
    game = load(implementation)
    assert game.state_from_dict(position(game)).to_dict() == position(game)


def test_d_11_the_rocks_go_up_to_the_slots_of_the_box(implementation: str) -> None:
    small = box(slots={"count": 2, "middle": 2})
    assert load(implementation, 2, small, rocks=2).options["rocks"] == 2
    with pytest.raises(ValueError, match="rocks"):
        load(implementation, 2, small, rocks=3)
