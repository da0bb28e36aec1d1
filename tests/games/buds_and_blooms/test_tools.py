"""Make the cut and dig down. BB-18 to BB-20, D-5, D-6, D-8, D-10, D-12."""

from __future__ import annotations

from typing import Any

import pytest

import cloche

from .buds import at, faces, fact, legal, play, stages, starting, turn, weights

CUT = "cut R3 Y4 B5"
DIG = "dig R3 Y4 B5"


def cutting(implementation: str, own: Any = (), rival: Any = (), hand: str = CUT, **rest: Any) -> cloche.State:
    """Player 0 has a cut in the hand; the own beds are any up, red and blue up, any down."""
    return at(implementation, **{"hands": [hand, "YB BR B1 B2"], "flowers": [own, rival], **rest})


# BB-18


def test_bb_18_the_top_bloom_of_the_rival_is_offered_where_it_fits(implementation: str) -> None:
    # Y6 fits on any up and any down, R2 everywhere, RY is a bud.
    state = cutting(implementation, rival=["Y6", "R2", ""])
    assert starting(state, "cut:take") == ["cut:take@1", "cut:take@2"]
    state = cutting(implementation, rival=["RY=R6", "Y6 R3 R2", "Y1"])
    assert starting(state, "cut:take") == ["cut:take@2", "cut:take@3"]
    # Nothing is left where a yellow 3 fits: red and blue only, above 4 only, below 2 only.
    state = cutting(implementation, own=["R4", "", "R2"], rival=["Y3", "", "Y5"])
    assert starting(state, "cut:take") == ["cut:take@3"]


def test_bb_18_the_bloom_taken_is_played_at_once(implementation: str) -> None:
    state = cutting(implementation, own=["R4", "", "B6"], rival=["", "R2/1 B5/1 R4", ""], hand="cut R3 Y4 R1")
    state = play(state, "cut:take@2")
    assert turn(state) == ("play_taken", 0)
    assert fact(state, "bloom") == {"face": "R4", "deck": 1}
    assert fact(state, "sheds")[0] == [{"face": "cut", "deck": 0}]
    # Not on the red 4: the same number never covers itself.
    assert legal(state) == ["R4@2", "R4@3"]
    assert stages(state, 1, 2) == "R2/1 B5/2"
    state = play(state, "R4@3")
    assert turn(state) == ("draw", 0)
    assert fact(state, "bloom") is None
    assert fact(state, "flowers")[0][2][-1] == {"face": "R4", "deck": 1, "as": "R4", "stages": 2}
    assert stages(state, 0, 3) == "B6/1 R4/2"


def test_bb_18_the_card_below_shows_all_stages_until_it_is_covered_anew(implementation: str) -> None:
    state = cutting(implementation, rival=["", "RY=R2/1 Y5", ""], hand="cut R3 Y4 R1")
    state = play(state, "cut:take@2", "Y5@1", "draw:R2", "back:sun")
    assert stages(state, 1, 2) == "RY=R2/3"
    state = at(implementation, player=1, hands=["Y1 Y2 Y3 Y4", "R3 R4 R5 R6"], flowers=[[], ["", "BR=R2", ""]])
    assert stages(play(state, "R3@2"), 1, 2) == "BR=R2/1 R3/2"


def test_bb_18_d_10_a_bed_may_be_left_empty(implementation: str) -> None:
    state = play(cutting(implementation, rival=["R2"]), "cut:take@1")
    assert fact(state, "flowers")[1] == [[], [], []]
    state = play(state, "R2@2")
    assert fact(state, "flowers")[0][1] == [{"face": "R2", "deck": 1, "as": "R2", "stages": 2}]


def test_bb_18_without_take_that_nothing_is_taken(implementation: str) -> None:
    state = cutting(implementation, own=["R6"], rival=["Y6", "R2", ""], options={"take_that": False})
    assert starting(state, "cut:") == ["cut:insert@1.0"]


def test_bb_18_a_solo_player_has_nobody_to_take_from(implementation: str) -> None:
    state = at(implementation, players=1, hands=[CUT], flowers=[["R6"]])
    assert starting(state, "cut:") == ["cut:insert@1.0"]


# BB-19


def test_bb_19_a_card_of_the_hand_goes_below_a_card_of_an_own_flower(implementation: str) -> None:
    # Any up: R3 fits below R4, between R2 and R4; Y4 and B5 do not.
    state = cutting(implementation, own=["R2/1 R4", "", "R6"])
    assert starting(state, "cut:insert") == ["cut:insert@1.1"]
    state = play(state, "cut:insert@1.1")
    assert turn(state) == ("play_insert", 0)
    assert fact(state, "place") == "1.1"
    assert legal(state) == ["R3@1"]
    state = play(state, "R3@1")
    assert stages(state, 0, 1) == "R2/1 R3/1 R4/2"
    assert fact(state, "place") is None


def test_bb_19_below_the_bottom_card_or_between_two_never_on_top(implementation: str) -> None:
    # Red and blue up with B4 R6; any down with Y5 B2.
    state = cutting(implementation, own=["", "B4 R6", "Y5 B2"], hand="cut R3 Y4 B5")
    assert starting(state, "cut:insert") == ["cut:insert@2.0", "cut:insert@2.1", "cut:insert@3.1"]
    assert legal(play(state, "cut:insert@2.0")) == ["R3@2"]
    assert legal(play(state, "cut:insert@2.1")) == ["B5@2"]
    # R3 and Y4 both stand between 5 and 2.
    assert legal(play(state, "cut:insert@3.1")) == ["R3@3", "Y4@3"]


def test_bb_19_the_cards_under_it_keep_what_they_show(implementation: str) -> None:
    state = cutting(implementation, own=["R1/2 BR=B2/3 R4/2 B6"], hand="cut RY Y3 B5")
    state = play(state, "cut:insert@1.2")
    assert legal(state) == ["Y3@1", "RY=R3@1", "RY=Y3@1"]
    after = play(state, "RY=Y3@1")
    assert stages(after, 0, 1) == "R1/2 BR=B2/3 RY=Y3/1 R4/2 B6/2"


def test_bb_19_two_cards_leave_the_hand_and_two_are_drawn(implementation: str) -> None:
    state = play(cutting(implementation, own=["R4"]), "cut:insert@1.0", "R3@1")
    assert turn(state) == ("draw", 0)
    state = play(state, "draw:R6")
    assert turn(state) == ("back", 0)
    state = play(state, "back:rain")
    assert turn(state) == ("draw", 0)
    state = play(state, "draw:R5", "back:sun")
    assert turn(state) == ("move", 1)
    assert len(fact(state, "hands")[0]) == 4


def test_bb_19_in_a_flower_that_rises_and_falls(implementation: str) -> None:
    # Any updown: Y2 R5 R1; 3 and 4 fit on either slope, 6 at the peak on either side of the 5.
    state = cutting(implementation, own=["Y2 R5 R1"], beds="bed3.0.0 bed6.0.0 bed5.0.1", hand="cut Y6 B4 YB")
    assert starting(state, "cut:insert@1") == ["cut:insert@1.0", "cut:insert@1.1", "cut:insert@1.2"]
    # Below the 2 only a 1 rises; from above it would fall and then rise.
    assert legal(play(state, "cut:insert@1.0")) == ["YB=Y1@1", "YB=B1@1"]
    assert {text for text in legal(play(state, "cut:insert@1.1")) if "=" not in text} == {"Y6@1", "B4@1"}
    buds = [f"YB={c}{n}@1" for c in "YB" for n in (3, 4, 6)]
    assert starting(play(state, "cut:insert@1.1"), "YB") == buds
    buds = [f"YB={c}{n}@1" for c in "YB" for n in (2, 3, 4, 6)]
    assert starting(play(state, "cut:insert@1.2"), "YB") == buds


def test_bb_19_in_turns_of_colour_one_card_can_not_go_between(implementation: str) -> None:
    # Red and yellow in turn, down.
    state = cutting(implementation, own=["R5 Y2"], beds="bed1.1.0 bed6.0.0 bed3.0.1", hand="cut R3 Y4 Y6")
    assert starting(state, "cut:insert") == ["cut:insert@1.0"]
    assert legal(play(state, "cut:insert@1.0")) == ["Y6@1"]


def test_a_cut_that_could_do_nothing_may_only_be_discarded(implementation: str) -> None:
    state = cutting(implementation, own=["R3", "", ""], rival=["RY=R6"], hand="cut R6 Y4 B5")
    assert [text for text in legal(state) if "cut" in text] == ["discard:cut"]
    state = cutting(implementation, hand="cut power dig R1", drawn=(9, None))
    assert starting(state, "cut:") == []


def test_bb_19_a_cut_alone_in_the_hand_inserts_nothing(implementation: str) -> None:
    state = cutting(implementation, own=["R4"], hands=["cut power", "R1"], drawn=(24, 24))
    assert starting(state, "cut:") == []


# BB-20


def digging(implementation: str, hand: str = DIG, **rest: Any) -> cloche.State:
    """Player 0 has a dig in the hand."""
    return at(implementation, **{"hands": [hand], "drawn": (7,), "compost": "R2 R4 R6", **rest})


def test_bb_20_dig_deck_looks_at_three_cards(implementation: str) -> None:
    state = play(digging(implementation), "dig:deck")
    assert turn(state) == ("look", 0)
    assert fact(state, "sheds")[0] == [{"face": "dig", "deck": 0}]
    assert fact(state, "looked") == []
    state = play(state, "draw:Y1")
    assert turn(state) == ("back", 0)
    assert fact(state, "looked") == [{"deck": 0, "draw": 8, "back": "sun", "face": "Y1", "known": [0]}]
    state = play(state, "back:rain")
    assert turn(state) == ("look", 0)
    state = play(state, "draw:Y2", "back:sun", "draw:Y3")
    assert turn(state) == ("back", 0)
    state = play(state, "back:rain")
    assert turn(state) == ("take", 0)
    assert faces(fact(state, "looked")) == ["Y1", "Y2", "Y3"]
    assert legal(state) == ["take:Y1", "take:Y2", "take:Y3"]


def test_bb_20_d_12_one_is_taken_the_others_go_under_the_first_seen_first(implementation: str) -> None:
    state = play(digging(implementation), "dig:deck")
    state = play(state, "draw:Y1", "back:rain", "draw:Y2", "back:sun", "draw:Y3", "back:rain", "take:Y2")
    assert turn(state) == ("move", 1)
    assert fact(state, "looked") == []
    assert fact(state, "hands")[0][-1] == {"deck": 0, "draw": 9, "back": "rain", "face": "Y2", "known": [0]}
    pile = fact(state, "piles")[0]
    assert (pile["drawn"], pile["top"]) == (10, "rain")
    assert faces(pile["under"]) == ["Y1", "Y3"]
    assert [card["known"] for card in pile["under"]] == [[0], [0]]
    hidden = state.observation(1)
    assert faces(hidden["piles"][0]["under"]) == [None, None]
    assert [card["back"] for card in hidden["piles"][0]["under"]] == ["sun", "sun"]


def test_bb_20_d_8_nothing_is_drawn_after_a_dig(implementation: str) -> None:
    state = play(digging(implementation), "dig:deck")
    state = play(state, "draw:Y1", "back:rain", "draw:Y2", "back:sun", "draw:Y3", "back:rain", "take:Y1")
    assert turn(state) == ("move", 1)
    assert len(fact(state, "hands")[0]) == 4


def short(implementation: str, left: str, **rest: Any) -> cloche.State:
    """Player 0 digs, and `left` are the only faces of the own deck that nobody has drawn."""
    hand = ["R3", "Y4", "B5"]
    flowers = "R1 R2 R3 R4 R5 R6 Y1 Y2 Y3 Y4 Y5 Y6 B1 B2 B3 B4 B5 B6 RY YB BR power cut"
    out = [face for face in flowers.split() if face not in [*hand, *left.split()]]
    out = [face for face in out if not any(card.startswith(face) for card in rest.get("under", [""])[0].split())]
    return at(implementation, **{"hands": [DIG], "compost": " ".join(out), **rest})


def test_bb_20_fewer_cards_are_looked_at_where_there_are_fewer(implementation: str) -> None:
    state = play(short(implementation, "R2 R4"), "dig:deck")
    assert weights(state) == {"draw:R2": 1, "draw:R4": 1}
    state = play(state, "draw:R2")
    assert weights(state) == {"back:sun": 1}
    state = play(state, "back:sun", "draw:R4")
    assert turn(state) == ("take", 0)
    assert fact(state, "piles")[0] == {"drawn": 24, "top": None, "under": []}
    assert legal(state) == ["take:R2", "take:R4"]
    # The other one goes under, and its back is seen now.
    state = play(state, "take:R4")
    assert turn(state) == ("back", 0)
    assert faces(fact(state, "piles")[0]["under"]) == ["R2"]
    assert weights(state) == {"back:sun": 1}
    state = play(state, "back:sun")
    assert turn(state) == ("move", 1)
    assert fact(state, "piles")[0]["top"] == "sun"


def test_bb_20_with_one_card_left_it_is_looked_at_and_taken(implementation: str) -> None:
    state = play(short(implementation, "R2"), "dig:deck", "draw:R2")
    assert turn(state) == ("take", 0)
    assert legal(state) == ["take:R2"]
    state = play(state, "take:R2")
    assert turn(state) == ("move", 1)
    assert fact(state, "piles")[0] == {"drawn": 24, "top": None, "under": []}


def test_bb_20_d_5_d_6_cards_under_the_pile_are_looked_at_too(implementation: str) -> None:
    state = short(implementation, "R2", sheds=["dig#1", ""], under=["R5#0.9 Y1#0.4"])
    state = play(state, "dig:deck", "draw:R2")
    assert weights(state) == {"back:rain": 1}
    state = play(state, "back:rain")
    assert weights(state) == {"draw:R5": 1}
    state = play(state, "draw:R5")
    assert weights(state) == {"back:sun": 1}
    state = play(state, "back:sun", "draw:Y1")
    assert turn(state) == ("take", 0)
    assert [card["draw"] for card in fact(state, "looked")] == [24, 9, 4]
    state = play(state, "take:R2")
    assert turn(state) == ("back", 0)
    assert faces(fact(state, "piles")[0]["under"]) == ["R5", "Y1"]


def test_bb_20_the_compost_is_looked_through_and_one_card_taken(implementation: str) -> None:
    state = play(digging(implementation), "dig:compost")
    assert turn(state) == ("take", 0)
    assert legal(state) == ["take:R2", "take:R4", "take:R6"]
    state = play(state, "take:R4")
    assert turn(state) == ("move", 1)
    assert faces(fact(state, "compost")) == ["R2", "R6"]
    assert sorted(str(face) for face in faces(fact(state, "hands")[0])) == ["B5", "R3", "R4", "Y4"]


def test_bb_20_each_half_is_offered_where_there_are_cards(implementation: str) -> None:
    assert starting(digging(implementation), "dig:") == ["dig:compost", "dig:deck"]
    state = at(implementation, hands=[DIG], flowers=[["R1 R2 R4"]])
    assert starting(state, "dig:") == ["dig:deck"]
    state = at(implementation, hands=["dig R3", "R1"], drawn=(24, 24))
    assert starting(state, "dig:") == ["dig:compost"]


def test_bb_20_a_dig_that_could_do_nothing_may_only_be_discarded(implementation: str) -> None:
    # All cards of both decks lie open but for the hands, and every bed is full.
    own = ["Y1 Y2 Y3 Y4 Y5 Y6", "R1 B2 R3 B4 R5 B6", "R6 B5 R4 B3 R2 B1"]
    rival = ["R6 Y5 R4 Y3 R2 Y1", "R1 Y2 R3 Y4 R5 Y6", "B1 B2 B3 B4 B5 B6"]
    state = at(
        implementation,
        hands=["dig RY YB BR", "RY YB BR"],
        flowers=[own, rival],
        sheds=["power cut", "power cut dig"],
    )
    assert [pile["drawn"] for pile in fact(state, "piles")] == [24, 24]
    assert fact(state, "compost") == []
    assert legal(state) == ["discard:RY", "discard:YB", "discard:BR", "discard:dig", "weather"]


def test_bb_20_the_dig_itself_can_not_be_taken(implementation: str) -> None:
    state = play(digging(implementation), "dig:compost")
    assert "take:dig" not in legal(state)


def test_a_second_tool_of_a_kind_may_be_played(implementation: str) -> None:
    state = at(implementation, hands=["power#1 R3 Y4 B5"], flowers=[["R1 Y2"]], sheds=["power dig"])
    assert "power" in legal(state)
    state = play(state, "power", "grow:1.0")
    assert fact(state, "sheds")[0] == [{"face": "power", "deck": d} for d in (0, 1)] + [{"face": "dig", "deck": 0}]


def test_bb_19_with_one_card_left_only_that_is_drawn(implementation: str) -> None:
    state = cutting(implementation, own=["R4"], hand="cut R3 Y4 B5", drawn=(23, None), tops=["rain", "sun"])
    state = play(state, "cut:insert@1.0", "R3@1", "draw:R1")
    assert turn(state) == ("move", 1)
    assert len(fact(state, "hands")[0]) == 3


def test_bb_20_what_is_looked_at_comes_by_the_zones(implementation: str) -> None:
    # 7 are drawn: dig and six flowers. 14 places are left for 2 tools, and 15 flowers.
    state = play(digging(implementation), "dig:deck")
    flowers = {f"draw:{face}": 12 for face in ("Y1", "Y3", "Y5", "B2", "B4", "B6", "RY", "BR")}
    assert weights(state) == flowers | {"draw:cut": 15}


@pytest.mark.parametrize("player", [0, 1])
def test_bb_20_of_two_copies_in_the_compost_that_of_the_own_deck_is_taken(implementation: str, player: int) -> None:
    hands = ["R2 R3 R4", "Y2 Y3 Y4 Y5"] if player == 0 else ["Y2 Y3 Y4 Y5", "R2 R3 R4"]
    sheds = ["dig", ""] if player == 0 else ["", "dig"]
    state = at(
        implementation,
        phase="take",
        player=player,
        hands=hands,
        sheds=sheds,
        compost=f"R1#0:{'0' if player == 0 else '01'} R1#1:{'01' if player == 0 else '1'}",
        drawn=(7, None) if player == 0 else (5, 7),
    )
    assert legal(state).count("take:R1") == 1
    after = play(state, "take:R1")
    assert [card["deck"] for card in fact(after, "hands")[player] if card["face"] == "R1"] == [player]


def test_bb_20_a_card_taken_out_of_the_compost_keeps_its_deck_and_draw(implementation: str) -> None:
    state = at(
        implementation,
        phase="take",
        hands=["R2 R3 R4"],
        sheds=["dig"],
        compost="B3#1.5:01",
        drawn=(7,),
    )
    after = play(state, "take:B3")
    assert fact(after, "hands")[0][-1] == {"deck": 1, "draw": 5, "back": "rain", "face": "B3", "known": [0, 1]}
    assert turn(after) == ("move", 1)
