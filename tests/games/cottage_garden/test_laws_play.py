"""What `state_from_dict` refuses by S-6 to S-15 of seeds/cottage_garden/state.md."""

from __future__ import annotations

import re
from typing import Any

import pytest

from .bases import BASES, NO_BEDS, OTHER, laws, plant, refusal
from .cottage import THREE, bare_box, bed, full, position

EMPTY = bed(2, "dark")
TWO = bed(1, "light", "T16:o0@a1 T13:o0@d3")
LAID = "T01:o0@a1 T03:o0@b1"
FOUR, FIVE = [[4, 4, 9], [0, 0, 0]], [[2, 2, 5], [0, 0, 0]]  # orange and blue cubes without one on step 0


@pytest.mark.parametrize(
    ("law", "key", "name", "settings"),
    [
        # S-6: cubes rise, and the setup is as at the start
        ("S-6", "orange", "plant", {"orange": [[4, 0, 9], [0, 0, 0]]}),
        ("S-6", "orange", "plant", {"orange": [[0, 0, 0], [0, 9, 4]]}),
        ("S-6", "blue", "plant", {"blue": [[5, 2, 0], [0, 0, 0]]}),
        ("S-6", "orange", "setup_tile", {"orange": [[0, 0, 1], [0, 0, 0]]}),
        ("S-6", "blue", "setup_bed", {"blue": [[0, 0, 0], [0, 0, 1]]}),
        ("S-6", "cats", "setup_tile", {"cats": [2, 1]}),
        ("S-6", "cats", "setup_bed", {"cats": [3, 2]}),
        ("S-6", "gardener", "setup_tile", {"gardener": 1}),
        ("S-6", "die", "setup_bed", {"die": 3}),
        # S-7: hives and goals
        ("S-7", "hives", "plant", {"hives": [0, 0], "orange": [[0, 0, 16], [0, 0, 0]]}),
        ("S-7", "hives", "plant", {"hives": [None, 0], "orange": [[0, 0, 16], [0, 0, 0]]}),
        ("S-7", "hives|orange|blue", "plant", {"orange": [[0, 0, 16], [0, 0, 0]]}),
        ("S-7", "hives|orange|blue", "plant", {"blue": [[0, 0, 0], [0, 0, 8]]}),
        ("S-7", "hives|orange|blue", "plant", {"hives": [1, None], "orange": [[0, 0, 16], [0, 0, 16]]}),
        ("S-7", "hives", "plant", {"hives": [0, None]}),
        ("S-7", "hives", "cats", {"hives": [0, 1], "blue": [[0, 0, 8], [0, 0, 7]]}),
        ("S-7", "hives", "final", {"hives": [None, 0]}),
        ("S-7", "hives|orange|blue", "final", {"orange": [[0, 0, 16], [0, 0, 0]]}),
        ("S-7", "hives", "over", {"hives": [1, 1]}),
        # S-8: cats
        ("S-8", "cats", "plant", {"cats": [3, 2]}),
        ("S-8", "cats", "plant", {"cats": [2, 3]}),
        ("S-8", "cats", "refill", {"cats": [3, 2]}),
        ("S-8", "cats", "lose", {"cats": [3, 2]}),
        ("S-8", "cats", "cats", {"cats": [2, 3]}),
        ("S-8", "cats", "orange", {"cats": [2, 3]}),
        ("S-8", "cats", "over", {"cats": [3, 3]}),
        # S-9: gardener, die and player. After M moves they are M mod 16, 2 + M / 16, M mod 2 with two players.
        ("S-9", "gardener|die|player", "plant", {"gardener": 1}),
        ("S-9", "gardener|die|player", "plant", {"player": 1}),
        ("S-9", "gardener|die|player", "cats", {"gardener": 7, "die": 5}),
        ("S-9", "gardener|die|player", "final", {"gardener": 1}),
        ("S-9", "gardener|die|player", "over", {"die": 5}),
        ("S-9", "gardener|die|player", "over", {"die": 2, "gardener": 3}),
        # Three players: space 14 raises the die; with die 1 there was no other lap.
        ("S-9", "gardener|die|player", "plant", {"players": 3, "moves": 14, "die": 1}),
        ("S-9", "gardener|die|player", "plant", {"players": 3, "moves": 16, "player": 0}),
        ("S-9", "gardener|die|player", "plant", {"players": 4, "moves": 3, "player": 0}),
        # One player: the gardener moves two spaces.
        ("S-9", "gardener|die|player", "plant", {"players": 1, "gardener": 3}),
        # S-10: complete beds
        ("S-10", "beds", "plant", {"beds": [[bed(1), EMPTY], [full(3), bed(4, "dark")]]}),
        ("S-10", "beds", "cats", {"beds": [[bed(1), EMPTY], [bed(3), full(4, "dark")]]}),
        ("S-10", "beds", "refill", {"beds": [[full(1), EMPTY]]}),
        ("S-10", "beds", "lose", {"beds": [[full(1, "light", THREE[0]), EMPTY | {"tiles": [[6, 0, 5], [7, 0, 11],
                                                                                        [15, 0, 16]]}],
                                           [bed(3, "light", THREE[1]), None]]}),
        ("S-10", "beds", "score", {"beds": [[full(1), full(2, "dark", but="d4")]]}),
        ("S-10", "beds", "orange", {"beds": [[full(1, but="d4"), EMPTY]]}),
        ("S-10", "beds", "orange_pot", {"beds": [[full(1, but="d4"), EMPTY]]}),
        ("S-10", "beds", "blue", {"beds": [[full(1, but="d4"), EMPTY]]}),
        ("S-10", "beds", "blue_pot", {"beds": [[full(1, but="d4"), EMPTY]]}),
        # S-11: the slot
        ("S-11", "slot", "plant", {"slot": 0}),
        ("S-11", "slot", "cats", {"slot": 1}),
        ("S-11", "slot", "score", {"slot": 0}),
        ("S-11", "slot", "over", {"slot": 0}),
        ("S-11", "slot", "setup_bed", {"slot": 0}),
        ("S-11", "slot|beds", "orange", {"beds": [[full(6, "dark", "T01:o0@d3"), EMPTY]]}),
        ("S-11", "slot|beds", "orange_pot", {"beds": [[full(6, "dark", "T01:o0@d3"), EMPTY]]}),
        ("S-11", "slot|beds", "blue", {"beds": [[full(6, "light", "T01:o0@a5"), EMPTY]]}),
        ("S-11", "slot|beds", "blue_pot", {"beds": [[full(6, "light", "T01:o0@a5"), EMPTY]]}),
        ("S-11", "slot|beds|pots", "return_", {"beds": [[bed(1, "light", LAID, pots="e5"), EMPTY]]}),
        ("S-11", "slot|beds|cats", "return_", {"beds": [[bed(1, "light", LAID, cats="e5"), EMPTY]]}),
        ("S-11", "slot|beds|tiles", "pot", {"beds": [[bed(1, "light", LAID), full(2, "dark")]]}),
        ("S-11", "slot|beds|cats", "pot", {"beds": [[bed(1, cats="a1"), full(2, "dark")]]}),
        ("S-11", "slot|beds|pots|owed", "pot", {"beds": [[bed(1, pots="a1 b1"), full(2, "dark")]],
                                                "blue": [[2, 2, 2], [0, 0, 0]]}),
        # S-12: owed pots
        ("S-12", "owed", "plant", {"owed": 1}),
        ("S-12", "owed", "cats", {"owed": 2}),
        ("S-12", "owed", "over", {"owed": 1}),
        ("S-12", "owed", "setup_tile", {"owed": 1}),
        ("S-12", "owed", "orange", {"owed": 1, "beds": [[full(1), full(2, "dark")]]}),
        ("S-12", "owed", "blue_pot", {"owed": 1, "orange": FOUR}),
        ("S-12", "owed", "owing", {"owed": 2}),
        ("S-12", "owed|beds", "owing", {"beds": [[full(1), EMPTY]]}),
        ("S-12", "owed|orange", "owing", {"orange": [[0, 4, 9], [0, 0, 0]]}),
        ("S-12", "owed|beds", "return_", {"owed": 1, "orange": FOUR}),
        ("S-12", "owed|orange", "return_", {"owed": 1, "beds": [[bed(1, "light", LAID), full(2)]]}),
        ("S-12", "owed|blue", "return_", {"owed": 2, "beds": [[bed(1, "light", LAID), full(2)]], "orange": FOUR}),
        ("S-12", "owed|orange", "return_", {"owed": 2, "beds": [[bed(1, "light", LAID), full(2)]], "blue": FIVE}),
        ("S-12", "owed", "final_return", {"owed": 1, "orange": FOUR}),
        ("S-12", "owed", "pot", {"owed": 0}),
        ("S-12", "owed|beds", "pot", {"beds": [[bed(1), EMPTY]]}),
        ("S-12", "owed|orange", "pot", {"orange": [[0, 4, 9], [0, 0, 0]]}),
        ("S-12", "owed|blue", "pot", {"owed": 2}),
        # S-13: phases
        ("S-13", "orange|phase", "orange_pot", {"orange": [[0, 4, 9], [0, 0, 0]]}),
        ("S-13", "blue|phase", "blue_pot", {"blue": [[0, 2, 5], [0, 0, 0]]}),
        ("S-13", "phase|die", "lose", {"moves": 0, "beds": [[bed(1), EMPTY], OTHER]}),
        # S-14: beds in the final round
        ("S-14", "beds", "final", {"beds": [[TWO, None], [bed(3, "light", THREE[1]), None]]}),
        ("S-14", "beds", "final", {"beds": [[bed(1, "light", THREE[0]), None], [bed(3), None]]}),
        ("S-14", "beds", "lose", {"beds": [[bed(1, "light", THREE[0]), EMPTY], [bed(3, "light", THREE[1]), None]]}),
        ("S-14", "beds", "final_return", {"beds": [[bed(1, "light", LAID), None], [None, None]]}),
        ("S-14", "beds", "final_return", {"beds": [[bed(1, "light", LAID), bed(2, "dark", "T12:o0@a1")],
                                                   [bed(3, "light", THREE[2]), None]]}),
    ],
    ids=str,
)  # fmt: skip
def test_a_position_that_breaks_one_law_is_refused_by_it(
    implementation: str, law: str, key: str, name: str, settings: dict[str, Any]
) -> None:
    message = refusal(BASES[name](implementation, **settings))
    assert laws(message) == {law}
    assert re.search(rf"\b({key})\b", message)


@pytest.mark.parametrize(
    ("broken", "name", "settings"),
    [
        # Some things are asked for by two laws.
        ({"S-6", "S-7"}, "setup_tile", {"hives": [0, None]}),
        ({"S-6", "S-7"}, "setup_bed", {"orange": [[0, 0, 16], [0, 0, 0]]}),
        ({"S-11"}, "orange", {"slot": None}),
        ({"S-11"}, "return_", {"slot": None}),
        ({"S-11"}, "pot", {"slot": None}),
        # The bed in slot 2 is empty: it shows its prints, but it is not complete.
        ({"S-10"}, "orange", {"slot": 1}),
        ({"S-11"}, "final_return", {"slot": 1}),
        # A pot that waits for a replacement in the final round, where there is none.
        ({"S-12", "S-13", "S-14"}, "pot", {"moves": 64}),
        ({"S-8", "S-9"}, "plant", {"cats": [3, 3], "gardener": 5}),
    ],
    ids=lambda value: " ".join(sorted(value)) if isinstance(value, set) else str(value),
)
def test_other_refusals_name_their_laws(
    implementation: str, broken: set[str], name: str, settings: dict[str, Any]
) -> None:
    told = laws(refusal(BASES[name](implementation, **settings)))
    assert broken <= told
    assert not told & {"S-1", "S-2", "S-3", "S-4", "S-5", "S-15"}


# S-15: the choice is there

SHORT = bare_box(*["#"] * 20)
ALL = " ".join(f"T{i + 1:02d}:o0@{'abcde'[i % 5]}{i // 5 + 1}" for i in range(6))  # all but 14 tiles


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        # Refill: nothing to fill, so much that it costs nothing, no cat, no tile.
        ("refill", {"row": "T07 T08 T10 T09"}),
        ("refill", {"row": "T07 . . ."}),
        ("refill", {"row": ". . . ."}),
        ("refill", {"cats": [0, 2]}),
        ("refill", {"box": SHORT, "beds": [[bed(1, "light", ALL), bed(2)]], "row": "T17 . . T18", "queue": ""}),
        # Plant: the row should have been filled.
        ("plant", {"row": "T07 . . ."}),
        ("plant", {"row": ". . . ."}),
        # One option or none.
        ("plant", {"beds": [[full(1, but="d4"), full(2, "dark")]], "row": "T21 T22 T23 T24"}),
        ("cats", {"cats": [0, 2]}),
        ("cats", {"beds": [[full(1), full(2, "dark")]]}),
        ("orange", {"orange": [[4, 4, 4], [0, 0, 0]]}),
        ("orange", {"orange": [[4, 16, 16], [0, 0, 0]], "hives": [0, None]}),
        ("orange", {"orange": [[16, 16, 16], [0, 0, 0]], "hives": [0, None]}),
        ("blue", {"blue": [[0, 0, 0], [0, 2, 5]]}),
        ("orange_pot", {"beds": [[full(1), full(2, "dark", but="d4")]]}),
        ("orange_pot", {"beds": [[full(1), full(2, "dark")]]}),
        ("blue_pot", {"beds": [[full(1), full(2, "dark", but="d4")]]}),
        ("return_", {"beds": [[bed(1, "light", "T03:o0@a1 T04:o0@c1"), EMPTY]]}),
        ("return_", {"beds": [[bed(1, "light", "T03:o0@a1"), EMPTY]]}),
        ("return_", {"beds": [[bed(1), EMPTY]]}),
        ("lose", {"orange": [[0, 1, 5], [0, 0, 0]]}),
        ("lose", {"orange": [[0, 1, 1], [0, 0, 0]]}),
        ("lose", {"orange": [[5, 5, 5], [0, 0, 0]]}),
        ("final", {"beds": [[None, None], [bed(3, "light", THREE[1]), None]]}),
    ],
    ids=str,
)
def test_s_15_a_node_has_two_options_at_least(implementation: str, name: str, settings: dict[str, Any]) -> None:
    assert laws(refusal(BASES[name](implementation, **settings))) == {"S-15"}


def test_s_15_three_empty_spaces_are_right_when_the_queue_is_empty(implementation: str) -> None:
    lying = " ".join(f"T{i + 1:02d}:o0@{'abcde'[i % 5]}{i // 5 + 1}" for i in range(7))
    here: dict[str, Any] = {"box": SHORT, "beds": [[bed(1, "light", lying), bed(2)]], "queue": ""}
    game, data = plant(implementation, row="T08 . . .", **here)
    assert game.state_from_dict(data).current_player() == 0


def test_s_15_is_passed_over_when_others_are_broken(implementation: str) -> None:
    message = refusal(BASES["orange"](implementation, orange=[[4, 4, 4], [0, 0, 0]], cats=[2, 3]))
    assert laws(message) == {"S-8"}


def test_s_9_every_turn_before_the_final_round_has_a_die_of_its_own(implementation: str) -> None:
    game, data = plant(implementation)
    for die in range(2, 6):
        for gardener in range(16):
            here = data | {"die": die, "gardener": gardener, "player": gardener % 2}
            assert game.state_from_dict(here).current_player() == gardener % 2
    # With the die on 6 the beds would be given up.
    assert laws(refusal((game, data | {"die": 6}))) == {"S-14"}


def test_s_9_three_players_come_to_every_space_in_the_final_round(implementation: str) -> None:
    game, data = BASES["final"](implementation, players=3, moves=78, beds=[
        [bed(1, "light", THREE[0]), None], [bed(3, "light", THREE[1]), None], [bed(5, "light", THREE[2]), None]
    ])  # fmt: skip
    for space in range(16):
        for player in range(3):
            assert game.state_from_dict(data | {"gardener": space, "player": player}).current_player() == player


def test_s_4_beds_of_nobody_end_the_game(implementation: str) -> None:
    # S-14 and S-15: nobody could move.
    game, data = BASES["over"](implementation)
    assert game.state_from_dict(data).is_terminal()
    told = laws(refusal((game, data | {"phase": "plant", "player": 0})))
    assert told
    assert not told & {"S-1", "S-2", "S-3", "S-4", "S-5"}


def test_the_position_of_a_test_is_a_position_of_the_game(implementation: str) -> None:
    game, data = plant(implementation, beds=[[bed(1), EMPTY], OTHER])
    assert data == position(game)
    assert BASES["over"](implementation)[1]["beds"] == NO_BEDS


def test_s_15_who_loses_points_or_refills_holds_a_bed(implementation: str) -> None:
    """A position of the final round at `lose`, from which the mover's beds are taken away."""
    game, data = BASES["lose"](implementation)
    player = data["player"]
    taken = [tile for bed in data["beds"][player] if bed for tile, _, _ in bed["tiles"]]
    beds = [[None, None] if p == player else own for p, own in enumerate(data["beds"])]
    assert "S-15" in laws(refusal((game, data | {"beds": beds, "queue": data["queue"] + taken})))
