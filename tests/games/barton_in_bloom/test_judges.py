"""Judges, the notice board and effects: BN-5, BN-11, BN-28 to BN-31, BN-59, BN-61."""

from __future__ import annotations

from typing import Any

import pytest

import cloche

from .barton import (
    DEFAULT_BOX,
    SMALL,
    at,
    box,
    fact,
    front,
    held,
    legal,
    load,
    money,
    names,
    play,
    position,
    shed,
    starting,
    step,
    weights,
)
from .bases import state_of

JUDGES = [row["id"] for row in DEFAULT_BOX["judge"]]


def placing(implementation: str, **rest: Any) -> cloche.State:
    """The Treasurer, drawn first, is to be put somewhere; the die stands on the judge space."""
    here: dict[str, Any] = {
        "todo": [step("notice", draw=1), step("raise", die=0), step("after")],
        "dice": "judge2 rest1 rest1 rest1",
        "hands": ["treasurer plain"],
        "turns": 4,
    }
    return at(implementation, **here | rest)


# BN-17, BN-61: the judge action


def test_bn_61_a_judge_is_drawn_then_one_of_the_hand_may_be_played(implementation: str) -> None:
    state = play(at(implementation, hands=["treasurer"]), "H>judge")
    assert (names(state), money(state)) == (["judge_draw", "judge", "raise", "after"], 9)
    # Each judge that was not drawn, evenly; outcomes are component numbers.
    assert weights(state) == {judge: 1 for judge in JUDGES if judge != "treasurer"}
    assert state.legal_actions() == [number for number, judge in enumerate(JUDGES) if judge != "treasurer"]
    state = play(state, "plain")
    assert fact(state, "hands")[0] == [{"draw": 1, "judge": "treasurer"}, {"draw": 2, "judge": "plain"}]
    # By component number.
    assert legal(state) == ["end", "judge:treasurer", "judge:plain"]
    declined = play(state, "end")
    assert (held(declined), names(declined)) == (["treasurer", "plain"], ["after"])
    state = play(state, "judge:plain")
    assert front(state) == step("notice", draw=2)
    # The card is still in the hand.
    assert held(state) == ["treasurer", "plain"]


def test_bn_61_the_card_leaves_the_hand_with_the_second_pick(implementation: str) -> None:
    state = play(placing(implementation), "notice:4")
    assert (held(state), fact(state, "board")) == (["plain"], [None, None, None, "treasurer", None])
    # Its bonus of £5, which can't be given up.
    assert money(state) == 15
    assert names(state) == ["after"]


@pytest.mark.parametrize(
    ("board", "places"),
    [
        ("- - - - -", [1, 2, 3, 4, 5]),
        ("chemist - - reaper -", [2, 3, 5]),
        ("chemist croquet paviour reaper tattler", []),
    ],
)
def test_bn_28_free_spaces_and_always_gossip(implementation: str, board: str, places: list[int]) -> None:
    state = placing(implementation, board=board)
    assert legal(state) == [*(f"notice:{place}" for place in places), "gossip"]


def test_bn_28_gossip_is_one_a_player_and_the_older_leaves_the_game(implementation: str) -> None:
    state = play(placing(implementation), "gossip")
    assert fact(state, "gossip") == [{"draw": 1, "judge": "treasurer"}, None]
    assert (fact(state, "gone"), held(state), money(state)) == ([[], []], ["plain"], 10)
    state = placing(implementation, gossip=["chemist#3", None], gone=["reaper#4"])
    state = play(state, "gossip")
    assert fact(state, "gossip")[0] == {"draw": 1, "judge": "treasurer"}
    assert fact(state, "gone") == [[{"draw": 3, "judge": "chemist"}, {"draw": 4, "judge": "reaper"}], []]
    # Nothing of it is among the discards.
    assert fact(state, "discards") == []


# BN-29: bonuses


def test_bn_29_space_1_draws_two_judges(implementation: str) -> None:
    state = play(placing(implementation), "notice:1")
    assert names(state) == ["judge_draw", "raise", "after"]
    assert front(state) == step("judge_draw", n=2)
    state = play(state, "chemist")
    assert front(state) == step("judge_draw", n=1)
    assert held(play(state, "reaper")) == ["plain", "chemist", "reaper"]


def test_bn_29_space_2_gives_a_flower_of_choice(implementation: str) -> None:
    state = play(placing(implementation), "notice:2")
    assert legal(state) == [f"flower:{kind}" for kind in "DRTLV"]
    assert shed(play(state, "flower:L")) == "L"


def test_bn_29_space_3_gives_two_purchases(implementation: str) -> None:
    state = play(placing(implementation), "notice:3")
    assert names(state) == ["double", "market", "raise", "after"]
    assert front(state) == step("double", n=2)


def test_bn_29_space_5_adds_a_face_up_tile(implementation: str) -> None:
    state = play(placing(implementation), "notice:5")
    assert legal(state) == ["end", "pile:1", "pile:2", "pile:3"]
    assert names(play(state, "end")) == ["after"]


def test_bn_29_each_bonus_once(implementation: str) -> None:
    state = play(placing(implementation), "notice:4", "end")
    state = play(state, "gardener:judge", "chemist", "judge:chemist")
    assert legal(state) == ["notice:1", "notice:2", "notice:3", "notice:5", "gossip"]


def test_bn_59_effects_come_in_the_order_of_the_list(implementation: str) -> None:
    # Space 5 of the small box: two tiles, a regrowing, two harvests, prestige.
    state = placing(
        implementation, components=SMALL, hands=["banker tidy"], gardens=["3,3:a3", "3,3:a1"],
        plants_of=["R'@9,9 T@11,11"],
    )  # fmt: skip
    state = play(state, "notice:5")
    assert names(state) == ["tile", "regrow", "harvest_free", "prestige", "raise", "after"]
    assert [entry.get("n") for entry in fact(state, "todo")[:4]] == [2, 1, 2, 1]
    state = play(state, "end", "regrow:9,9", "harvest:9,9", "harvest:11,11")
    assert (shed(state), fact(state, "prestige"), names(state)) == ("RT", [1, 0], ["after"])


# BN-30, BN-59: favours


@pytest.mark.parametrize(
    ("judge", "steps_of"),
    [
        ("separation", [step("plant_free", n=2)]),
        ("rainbow", [step("flower", n=1), step("money", n=1)]),
        ("medley", [step("tile", n=1)]),
        ("full_leaf", [step("regrow", n=2), step("money", n=1)]),
        ("promenade", [step("die", n=2), step("money", n=1)]),
        ("croquet", [step("harvest_free", n=1), step("money", n=1)]),
        ("chemist", [step("fertilizer", n=1, less=0), step("money", n=1)]),
        ("plain", [step("judge_draw", n=1)]),
        ("tulip_fancier", [step("fertilizer", n=1, less=0), step("die", n=1)]),
    ],
)
def test_bn_30_favours_bring_the_steps_of_their_effects(
    implementation: str, judge: str, steps_of: list[dict[str, Any]]
) -> None:
    state = at(
        implementation, hands=[judge], gardens=["3,3:t23", "3,3:t02"], plants_of=["R@9,9 T'@9,10 V'@11,11"],
        sheds=["D"], dice="mow3 rest1 rest1 rest1",
    )  # fmt: skip
    state = play(state, f"favour:{judge}")
    rest = [step("discard", judge=judge), step("turn", favours=False, shown=[3, 1, 1, 1])]
    assert fact(state, "todo") == [*steps_of, *rest]
    assert held(state) == []


def test_bn_59_two_purchases_by_favour(implementation: str) -> None:
    state = at(implementation, components=SMALL, gardens=["3,3:a1", "3,3:a2"], hands=["trader"])
    state = play(state, "favour:trader")
    # Purchases, then judges.
    assert names(state) == ["double", "market", "judge_draw", "discard", "turn"]


def test_bn_59_the_judge_joins_the_discards_when_its_effects_are_done(implementation: str) -> None:
    # Its own judge can't be drawn by its favour, even when the deck is empty.
    others = [judge for judge in JUDGES if judge not in ("plain", "chemist")]
    state = at(implementation, hands=["plain", " ".join(others)], discards="chemist")
    state = play(state, "favour:plain")
    assert weights(state) == {"chemist": 1}
    assert fact(state, "decks")[-1] == {"from": 25, "unseen": ["chemist"]}
    state = play(state, "chemist")
    assert (fact(state, "discards"), held(state)) == (["plain"], ["chemist"])


def test_bn_59_a_die_falls_by_n_at_least_to_1(implementation: str) -> None:
    state = at(implementation, hands=["paviour"], dice="mow3 rest1 judge5 sell2")
    state = play(state, "favour:paviour")
    assert legal(state) == ["end", "die:H", "die:P", "die:S"]
    assert [die["demand"] for die in fact(play(state, "die:P"), "dice")] == [3, 1, 2, 2]
    assert [die["demand"] for die in fact(play(state, "die:S"), "dice")] == [3, 1, 5, 1]
    # One die.
    assert names(play(state, "die:H")) == ["turn"]


def test_bn_11_a_favour_may_be_given_up_by_end(implementation: str) -> None:
    state = play(at(implementation, hands=["medley"]), "favour:medley", "end")
    assert (names(state), fact(state, "discards")) == (["turn"], ["medley"])


# BN-31, BN-53: the judge deck


def test_bn_31_an_empty_deck_takes_all_discards(implementation: str) -> None:
    rest = " ".join(JUDGES[2:])
    state = at(implementation, hands=["", rest], discards="rainbow separation")
    assert fact(state, "drawn") == 24
    state = play(state, "gardener:judge")
    # D-3: the reshuffle happens when the draw comes to the front.
    assert fact(state, "discards") == []
    assert weights(state) == {"separation": 1, "rainbow": 1}
    assert fact(state, "decks") == [
        {"from": 1, "unseen": JUDGES[2:]},
        {"from": 25, "unseen": ["separation", "rainbow"]},
    ]
    state = play(state, "rainbow")
    assert fact(state, "hands")[0] == [{"draw": 25, "judge": "rainbow"}]
    assert (fact(state, "drawn"), fact(state, "decks")[1]) == (25, {"from": 25, "unseen": ["separation", "rainbow"]})


def test_bn_31_without_discards_no_card_is_drawn(implementation: str) -> None:
    state = at(implementation, hands=["chemist", " ".join(judge for judge in JUDGES if judge != "chemist")])
    state = play(state, "gardener:judge")
    assert names(state) == ["judge", "after"]
    assert starting(state, "judge") == ["judge:chemist"]
    # Gossip that was replaced stays out.
    others = [judge for judge in JUDGES if judge not in ("chemist", "plain", "reaper")]
    state = at(implementation, hands=["chemist", " ".join(others)], gossip=["plain"], gone=["reaper"])
    assert names(play(state, "gardener:judge")) == ["judge", "after"]


def test_bn_53_nothing_to_draw_ends_the_step_however_many_are_owed(implementation: str) -> None:
    rest = " ".join(judge for judge in JUDGES if judge not in ("treasurer", "plain", "reaper"))
    state = placing(implementation, hands=["treasurer plain", rest])
    state = play(state, "notice:1")
    assert weights(state) == {"reaper": 1}
    state = play(state, "reaper")
    # The second draw finds neither deck nor discards.
    assert names(state) == ["after"]


def test_s_11_an_older_deck_leaves_with_its_last_hidden_card(implementation: str) -> None:
    game = load(implementation, 2)
    discards = " ".join(judge for judge in JUDGES if judge not in ("chemist", "reaper", "plain"))
    decks = [{"from": 1, "unseen": ["chemist"]}, {"from": 25, "unseen": ["plain", "reaper"]}]
    here = position(game, hands=["chemist#24", "reaper#25"], discards=discards, drawn=25, decks=decks)
    state = play(game.state_from_dict(here), "favour:chemist", "fertilizer:plant")
    assert fact(state, "decks") == [{"from": 25, "unseen": ["plain", "reaper"]}]
    assert "chemist" in fact(state, "discards")


def test_bn_71_more_judges_a_draw(implementation: str) -> None:
    state = play(at(implementation, components=SMALL, gardens=["3,3:a1", "3,3:a2"]), "gardener:judge")
    assert front(state) == step("judge_draw", n=2)
    state = play(state, "banker", "tidy")
    assert legal(state) == ["end", "judge:banker", "judge:tidy"]


def test_bn_30_all_effects_are_known(implementation: str) -> None:
    known = {"money", "flowers", "judges", "tile", "regrow", "harvest", "plant", "fertilizer", "demand", "prestige"}
    known |= {"purchases"}
    favour = [{"effect": effect, "n": 1} for effect in sorted(known)]
    judges = [row | {"favour": favour} for row in DEFAULT_BOX["judge"]]
    state = at(
        implementation, components=box(judge=judges), hands=["plain"], gardens=["3,3:t23", "3,3:t02"],
        plants_of=["R@9,9 T'@9,10"], sheds=["D"], dice="mow3 rest1 rest1 rest1",
    )  # fmt: skip
    state = play(state, "favour:plain")
    # By their names: demand, fertilizer, flowers, harvest, judges, money, plant, prestige, purchases, regrow, tile.
    assert names(state) == [
        "die", "fertilizer", "flower", "harvest_free", "judge_draw", "money", "plant_free", "prestige", "double",
        "market", "regrow", "tile", "discard", "turn",
    ]  # fmt: skip
    assert names(state_of(implementation, "turn"))[0] == "turn"
