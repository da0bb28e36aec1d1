"""What a player knows: BN-70, D-5, H-1 to H-6, V-1 to V-5, redealing."""

from __future__ import annotations

import re
from typing import Any

import pytest

import cloche

from .barton import DEFAULT_BOX, TINY, arrange, at, fact, legal, load, play, position, step, weights
from .bases import BASES, state_of

JUDGES = [row["id"] for row in DEFAULT_BOX["judge"]]
STREAM = 3  # of redealing, seeds/random.md


def seen(state: cloche.State, text: str, player: int) -> tuple[int, str]:
    """Id and text of what a player sees of an action or outcome."""
    action = state.string_to_action(text)
    return state.backend.seen(action, player), state.action_view(action, player)


# Observations


def test_h_1_an_observation_has_the_observer_and_all_keys(implementation: str) -> None:
    state = state_of(implementation, "turn")
    for player in (0, 1):
        assert list(state.observation(player)) == ["observer", *state.to_dict()]


def test_bn_70_judges_of_others_are_null_wherever_they_are_hidden(implementation: str) -> None:
    state = at(
        implementation, hands=["plain", "treasurer chemist"], gossip=["reaper", "medley"], gone=["croquet", "rainbow"]
    )
    data = state.to_dict()
    expected = {
        "hands": [[{"draw": 1, "judge": None}], data["hands"][1]],
        "gossip": [{"draw": 4, "judge": None}, data["gossip"][1]],
        "gone": [[{"draw": 6, "judge": None}], data["gone"][1]],
    }
    assert state.observation(1) == {"observer": 1, **data} | expected
    # Draws stay: all see which drawn card is where.
    assert [card["draw"] for card in state.observation(0)["hands"][1]] == [2, 3]


@pytest.mark.parametrize("name", BASES)
def test_h_4_observations_of_all_steps_are_taken(implementation: str, name: str) -> None:
    state = state_of(implementation, name)
    for viewer in (0, 1):
        look = state.observation(viewer)
        world = state.game.state_from_observation(look)
        assert world.observation(viewer) == look
        assert world == state.redeal(viewer, cloche.Rng(0, STREAM))


# Seen


@pytest.mark.parametrize("name", BASES)
def test_h_5_the_player_whose_turn_it_is_sees_all(implementation: str, name: str) -> None:
    state = state_of(implementation, name)
    player = fact(state, "player")
    if player is not None:
        for text in legal(state):
            assert seen(state, text, player) == (state.string_to_action(text), text)


@pytest.mark.parametrize("name", ["judge_draw", "judge_draw choice", "judge_draw turn"])
def test_v_1_a_judge_drawn_is_seen_by_its_player_alone(implementation: str, name: str) -> None:
    state = state_of(implementation, name)
    for text in legal(state):
        assert seen(state, text, 1) == (8000, "?")


def test_v_2_a_judge_to_be_played_is_seen_by_its_draw(implementation: str) -> None:
    state = state_of(implementation, "judge", hands=["separation#3 plain#2", "chemist#1"])
    # Places of the mover's hand by ascending draw, from 0.
    assert seen(state, "judge:plain", 1) == (8001, "judge:#2")
    assert seen(state, "judge:separation", 1) == (8002, "judge:#3")
    assert seen(state, "end", 1) == (45, "end")


@pytest.mark.parametrize("name", ["turn", "after"])
def test_v_3_a_favour_shows_the_judge_and_its_draw(implementation: str, name: str) -> None:
    state = state_of(implementation, name, hands=["plain reaper", "chemist"], dice="mow2 rest1 rest1 rest1")
    assert seen(state, "favour:plain", 1) == (8100 + 48 * JUDGES.index("plain") + 0, "favour:plain#1")
    assert seen(state, "favour:reaper", 1) == (8100 + 48 * JUDGES.index("reaper") + 1, "favour:reaper#2")


def test_v_4_a_judge_on_the_board_shows_itself(implementation: str) -> None:
    state = state_of(implementation, "notice", board="- reaper - - -")
    number = JUDGES.index("separation")
    assert seen(state, "notice:1", 1) == (10500 + number, "notice:1=separation")
    assert seen(state, "notice:3", 1) == (10500 + 48 * 2 + number, "notice:3=separation")


def test_v_5_gossip_and_all_else_are_seen_as_they_are(implementation: str) -> None:
    state = state_of(implementation, "notice")
    assert seen(state, "gossip", 1) == (148, "gossip")
    hidden = ("judge_draw", "judge", "notice", "turn", "after")
    for name in BASES:
        state = state_of(implementation, name)
        if name.split()[0] not in hidden:
            for text in legal(state):
                assert seen(state, text, 1) == (state.string_to_action(text), text)


def test_v_5_before_the_first_setup_all_see_all(implementation: str) -> None:
    state = load(implementation, 3).new_initial_state()
    for viewer in range(3):
        assert seen(state, "s05", viewer) == (4, "s05")


def test_h_6_equal_things_seen_lead_to_equal_observations(implementation: str) -> None:
    state = state_of(implementation, "judge_draw turn")
    assert play(state, "chemist").observation(1) == play(state, "reaper").observation(1)
    assert play(state, "chemist").observation(0) != play(state, "reaper").observation(0)
    state = state_of(implementation, "notice")
    other = state_of(implementation, "notice", hands=["plain reaper", "chemist"])
    assert state.observation(1) == other.observation(1)
    assert play(state, "gossip").observation(1) == play(other, "gossip").observation(1)
    assert play(state, "notice:3").observation(1) != play(other, "notice:3").observation(1)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", ["turn", "judge", "notice", "after", "mode"])
def test_h_6_legal_actions_of_a_player_are_the_same_in_all_worlds(implementation: str, name: str, seed: int) -> None:
    state = state_of(implementation, name)
    assert state.redeal(0, cloche.Rng(seed)).legal_actions() == state.legal_actions()


def test_d_5_which_order_comes_next_is_open_until_it_is_drawn(implementation: str) -> None:
    state = state_of(implementation, "orders turn")
    assert weights(state) == {f"s{number:02}": 1 for number in range(2, 15)}
    assert state.observation(0) == {"observer": 0, **state.to_dict()}


# Redealing


def redealt(state: cloche.State, observer: int, rng: cloche.Rng) -> dict[str, Any]:
    """The world that the page gives, by hand."""
    data = state.to_dict()
    cards = [(card, player) for key in ("hands", "gone") for player, found in enumerate(data[key]) for card in found]
    cards += [(card, player) for player, card in enumerate(data["gossip"]) if card is not None]
    starts = [deck["from"] for deck in data["decks"]]
    for number, deck in enumerate(data["decks"]):
        last = starts[number + 1] if number + 1 < len(starts) else 10_000
        own = [pair for pair in cards if starts[number] <= pair[0]["draw"] < last]
        left = [judge for judge in deck["unseen"] if judge not in [card["judge"] for card, p in own if p == observer]]
        for card, player in sorted(own, key=lambda pair: pair[0]["draw"]):
            if player != observer:
                card["judge"] = left.pop(rng.below(len(left)))
    return data


def three(implementation: str, **rest: Any) -> cloche.State:
    """Three players with hidden cards of two decks: draws 1 to 24 and 25 to 28."""
    older = ["plain", "reaper", "medley"]
    newer = ["separation", "chemist", "croquet", "treasurer", "rainbow", "tattler"]
    board = "paviour surveyor collector - -"
    rest_of = [judge for judge in JUDGES if judge not in (*older, *newer, *board.split())]
    here: dict[str, Any] = {
        "hands": ["plain#4 chemist#26", "reaper#9 separation#25", "croquet#27"],
        "gossip": [None, "treasurer#28", None],
        "gone": ["", "", "medley#11"],
        "board": board,
        "discards": " ".join(rest_of),
        "drawn": 28,
        "decks": [
            {"from": 1, "unseen": sorted(older, key=JUDGES.index)},
            {"from": 25, "unseen": sorted(newer, key=JUDGES.index)},
        ],
    }
    return at(implementation, players=3, turns=6, **here | rest)


@pytest.mark.parametrize("observer", [0, 1, 2])
def test_h_3_hidden_judges_are_drawn_deck_by_deck_by_ascending_draw(implementation: str, observer: int) -> None:
    state = three(implementation)
    for seed in range(12):
        rng, given = cloche.Rng(seed, 8), cloche.Rng(seed, 8)
        expected = redealt(state, observer, rng)
        world = state.redeal(observer, given)
        assert world.to_dict() == expected
        # One call a card, none otherwise.
        assert given.next() == rng.next()
        assert world.observation(observer) == state.observation(observer)
        assert state.game.state_from_dict(world.to_dict()) == world


def test_h_3_all_worlds_come_and_no_others(implementation: str) -> None:
    state = three(implementation)
    # For player 0: of the older deck reaper and medley on draws 9 and 11; of the newer one five judges for draws 25, 27
    # and 28.
    worlds = set()
    for seed in range(1500):
        data = state.redeal(0, cloche.Rng(seed)).to_dict()
        worlds.add(
            (
                data["hands"][1][0]["judge"],
                data["gone"][2][0]["judge"],
                data["hands"][1][1]["judge"],
                data["hands"][2][0]["judge"],
                data["gossip"][1]["judge"],
            )
        )
    assert len(worlds) == 2 * (5 * 4 * 3)
    assert {world[:2] for world in worlds} == {("reaper", "medley"), ("medley", "reaper")}


def test_h_3_without_hidden_cards_of_others_the_generator_is_not_called(implementation: str) -> None:
    state = at(implementation, hands=["plain reaper", ""], board="chemist - - - -")
    rng = cloche.Rng(5)
    assert state.redeal(0, rng) == state
    assert rng == cloche.Rng(5)
    state.redeal(1, rng)
    assert rng != cloche.Rng(5)


def test_h_2_the_undrawn_part_of_the_newest_deck_is_open(implementation: str) -> None:
    state = at(implementation, hands=["", "plain"])
    worlds = {fact(state.redeal(0, cloche.Rng(seed)), "hands")[1][0]["judge"] for seed in range(300)}
    assert worlds == set(JUDGES)


def test_h_3_equal_observations_give_equal_worlds(implementation: str) -> None:
    one, other = at(implementation, hands=["plain", "reaper"]), at(implementation, hands=["plain", "croquet"])
    assert one.observation(0) == other.observation(0)
    for seed in range(6):
        assert one.redeal(0, cloche.Rng(seed)) == other.redeal(0, cloche.Rng(seed))


def test_bn_70_a_reshuffle_makes_the_set_of_the_new_deck_public(implementation: str) -> None:
    # Player 1 holds two judges of the first deck; whoever draws now draws from the discards.
    held = " ".join(judge for judge in JUDGES if judge not in ("plain", "reaper"))
    state = at(implementation, hands=["", held], discards="plain reaper")
    state = play(state, "gardener:judge", "plain", "end")
    look = state.observation(1)
    assert look["decks"][1] == {"from": 25, "unseen": ["plain", "reaper"]}
    worlds = {
        fact(state.redeal(1, cloche.Rng(seed)), "hands")[0][0]["judge"] for seed in range(30)
    }  # fmt: skip
    assert worlds == {"plain", "reaper"}


# O-1, O-2, H-7


def refused(game: cloche.Game, look: Any) -> str:
    with pytest.raises(ValueError, match=r"barton_in_bloom|observation") as error:
        game.state_from_observation(look)
    return str(error.value)


def told(implementation: str, observer: int = 0, **rest: Any) -> tuple[cloche.Game, dict[str, Any]]:
    state = at(implementation, **{"hands": ["plain", "treasurer chemist"], "gossip": ["reaper", "medley"]} | rest)
    return state.game, state.observation(observer)


@pytest.mark.parametrize("observer", [2, -1, None, False, "0", 0.0])
def test_o_1_the_observer_is_a_player(implementation: str, observer: object) -> None:
    game, look = told(implementation)
    assert "observer" in refused(game, look | {"observer": observer})
    del look["observer"]
    assert "observer" in refused(game, look)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("hands", [[{"draw": 1, "judge": None}], [{"draw": 2, "judge": None}, {"draw": 3, "judge": None}]]),
        ("hands", [[{"draw": 1, "judge": "plain"}], [{"draw": 2, "judge": "chemist"}, {"draw": 3, "judge": None}]]),
        ("gossip", [{"draw": 4, "judge": "reaper"}, {"draw": 5, "judge": "medley"}]),
        ("gossip", [{"draw": 4, "judge": None}, {"draw": 5, "judge": None}]),
    ],
)
def test_o_1_just_the_hidden_cards_of_others_are_null(implementation: str, key: str, value: object) -> None:
    game, look = told(implementation)
    message = refused(game, look | {key: value})
    assert re.search(rf"\b{key}\b", message)
    assert re.search(r"\bjudge\b", message)


def test_o_1_what_needs_a_hidden_judge_is_judged_only_where_there_is_one(implementation: str) -> None:
    game, look = told(implementation)
    assert game.state_from_observation(look).observation(0) == look
    # Laws of what is open hold (S-11: whose turn it is).
    assert "S-11" in refused(game, look | {"player": 1})
    assert "S-7" in refused(game, look | {"discards": ["separation"]})


def test_o_1_broken_passes_over_the_others(implementation: str) -> None:
    game, look = told(implementation)
    seen = {"gossip": [look["gossip"][0], {"draw": 5, "judge": "medley"}]}
    message = refused(game, look | seen | {"player": 1, "discards": ["separation"]})
    assert "gossip[1]" in message
    assert set(re.findall(r"\b[SO]-\d+", message)) == {"O-1"}


def test_o_2_a_deck_has_as_many_judges_left_as_cards_without_one(implementation: str) -> None:
    state = three(implementation)
    look = state.observation(0)
    assert state.game.state_from_observation(look).observation(0) == look
    # The older deck with a judge more than it has cards.
    more = look | {"decks": [{"from": 1, "unseen": ["medley", "plain", "reaper", "tulip_fancier"]}, look["decks"][1]]}
    more["discards"] = [judge for judge in look["discards"] if judge != "tulip_fancier"]
    assert "O-2" in refused(state.game, more)
    # And with one less.
    less = look | {"decks": [{"from": 1, "unseen": ["plain", "reaper"]}, look["decks"][1]]}
    less["discards"] = sorted([*look["discards"], "medley"], key=JUDGES.index)
    assert "O-2" in refused(state.game, less)


def test_h_7_every_contradiction_is_told_at_once(implementation: str) -> None:
    game, look = told(implementation)
    message = refused(game, look | {"player": 1, "orders": ["s01", None, "l01"], "trigger": 0})
    assert {law for law in ("S-9", "S-11", "S-14") if law in message} == {"S-9", "S-11", "S-14"}


@pytest.mark.parametrize("look", [None, 3, "turn", [], {}])
def test_h_7_what_is_no_observation_is_refused(implementation: str, look: object) -> None:
    refused(load(implementation), look)


def test_a_position_is_no_observation(implementation: str) -> None:
    state = at(implementation)
    assert "observer" in refused(state.game, state.to_dict())
    with pytest.raises(ValueError, match="observer"):
        state.game.state_from_dict(state.observation(0))


def test_worlds_of_the_tiny_box_by_hand(implementation: str) -> None:
    # Six judges; player 0 holds the planter, player 1 one of the five others.
    game = load(implementation, 2, TINY)
    here = position(game, gardens=["3,3:a1", "3,3:a2"], hands=["planter", "banker"])
    assert here == arrange(TINY, 2, gardens=["3,3:a1", "3,3:a2"], hands=["planter", "banker"])
    state = game.state_from_dict(here)
    order = ["separation", "gnome_lover", "banker", "seed_saver", "surveyor"]
    for seed in range(20):
        expected = order[cloche.Rng(seed).below(5)]
        assert fact(state.redeal(0, cloche.Rng(seed)), "hands")[1] == [{"draw": 2, "judge": expected}]
    assert step("judge") == {"step": "judge"}
