"""Components and setup: CG-1 to CG-7, D-12."""

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

import cloche

from .cottage import DEFAULT_BOX, at, bed, fact, facts, ids, legal, load, play, position, turn

TILES = [f"T{number:02d}" for number in range(1, 37)]
BEDS = [f"bed:{number}" for number in range(1, 10)]


def chances(state: cloche.State) -> dict[str, Fraction]:
    """The probability of each outcome, as a fraction of what is left."""
    return {state.action_to_string(id_): Fraction(p).limit_denominator(100) for id_, p in state.chance_outcomes()}


def tiles_drawn(implementation: str, players: int = 2) -> cloche.State:
    """All tiles are drawn, T36 first."""
    return play(load(implementation, players).new_initial_state(), *reversed(TILES))


# CG-1 to CG-4: components


def test_cg_1_the_box_holds_36_tiles_of_one_to_six_squares(implementation: str) -> None:
    data = load(implementation).components
    assert data is not None
    grids = [tile["grid"] for tile in data["tile"]]
    sizes = Counter(sum(sign in "#PC" for sign in grid) for grid in grids)
    assert sizes == {1: 2, 2: 4, 3: 5, 4: 9, 5: 10, 6: 6}
    assert ("".join(grids).count("P"), "".join(grids).count("C")) == (3, 3)


def test_cg_1_every_tile_is_drawn_once(implementation: str) -> None:
    state = load(implementation).new_initial_state()
    assert legal(state) == TILES
    state = tiles_drawn(implementation)
    assert sorted(fact(state, "nursery") + fact(state, "queue")) == list(range(36))


@pytest.mark.parametrize("number", range(1, 10))
@pytest.mark.parametrize("side", ["light", "dark"])
def test_cg_2_pots_and_cats_go_on_the_squares_without_a_print(implementation: str, number: int, side: str) -> None:
    others = [other for other in range(1, 10) if other != number][:2]
    beds = [[bed(number, side), bed(others[0], "dark")]]
    signs = DEFAULT_BOX["bed"][number - 1][side].split()
    state = at(implementation, 1, beds=beds, middle={"bed": others[1] - 1, "side": "light"})
    expected = {f"{'abcde'[x]}{y + 1}" for y, row in enumerate(signs) for x, sign in enumerate(row) if sign == "."}
    for word in ("pot", "cat"):
        assert {text.split("@")[1] for text in legal(state) if text.startswith(f"{word}:1@")} == expected


def test_cg_2_square_a1_is_top_left_and_e5_bottom_right(implementation: str) -> None:
    # The light side of bed 1 prints a cloche on e1 and pots on a3 and b3.
    state = at(implementation)
    assert [text for text in legal(state) if text.startswith("pot:1@")][:8] == [
        "pot:1@a1", "pot:1@b1", "pot:1@c1", "pot:1@d1", "pot:1@a2", "pot:1@b2", "pot:1@d2", "pot:1@e2",
    ]  # fmt: skip
    assert fact(play(state, "pot:1@d4"), "beds")[0][0]["pots"] == [18]


def test_cg_3_pots_are_never_used_up(implementation: str) -> None:
    # 18 pot tokens lie on one bed, 20 on the other one, and there are more.
    state = at(
        implementation,
        beds=[
            [
                bed(1, pots="a1 b1 c1 d1 a2 b2 d2 e2 c3 d3 e3 a4 b4 c4 d4 e4 b5 d5"),
                bed(2, "dark", pots="b1 c1 d1 a2 c2 d2 e2 a3 b3 d3 e3 a4 b4 c4 d4 e4 a5 b5 d5"),
            ]
        ],
    )
    assert {"pot:1@e5", "pot:2@e5"} <= set(legal(state))


def test_cg_4_cubes_start_on_step_0_of_both_tracks(implementation: str) -> None:
    state = load(implementation, 3).new_initial_state(seed=1)
    assert facts(state, "orange", "blue") == ([[0, 0, 0]] * 3, [[0, 0, 0]] * 3)
    assert state.scores() == [0, 0, 0]


@pytest.mark.parametrize("step", range(17))
def test_cg_4_the_orange_track_ends_with_15_and_20(implementation: str, step: int) -> None:
    hives: list[int | None] = [0, None] if step == 16 else [None, None]
    state = at(implementation, orange=[[0, 0, step], [0, 0, 0]], hives=hives)
    assert state.scores()[0] == (20 + 2 if step == 16 else step)


@pytest.mark.parametrize("step", range(9))
def test_cg_4_the_blue_track_counts_by_two_and_ends_with_14_and_20(implementation: str, step: int) -> None:
    hives: list[int | None] = [0, None] if step == 8 else [None, None]
    state = at(implementation, blue=[[0, 0, step], [0, 0, 0]], hives=hives)
    assert state.scores()[0] == (20 + 2 if step == 8 else 2 * step)


# CG-5: the nursery and the queue


def test_cg_5_the_nursery_is_filled_row_by_row_then_the_queue(implementation: str) -> None:
    state = load(implementation).new_initial_state()
    assert turn(state) == ("setup_tile", None)
    assert fact(state, "nursery") == [None] * 16
    state = play(state, "T30", "T02", "T17", "T01", "T36")
    assert ids(fact(state, "nursery")) == "T30 T02 T17 T01 T36 . . . . . . . . . . ."
    assert fact(state, "queue") == []
    rest = [tile for tile in TILES if tile not in {"T30", "T02", "T17", "T01", "T36"}]
    state = play(state, *rest[:11])
    assert None not in fact(state, "nursery")
    state = play(state, *reversed(rest[-18:]))
    assert ids(fact(state, "queue")[:3]) == "T35 T34 T33"
    assert turn(state) == ("setup_tile", None)


def test_cg_5_each_tile_left_is_as_likely_as_the_others(implementation: str) -> None:
    state = load(implementation).new_initial_state()
    assert chances(state) == dict.fromkeys(TILES, Fraction(1, 36))
    state = play(state, "T17")
    assert chances(state) == {tile: Fraction(1, 35) for tile in TILES if tile != "T17"}


def test_cg_5_the_last_tile_is_a_chance_node_too(implementation: str) -> None:
    # D-12
    state = play(load(implementation).new_initial_state(), *TILES[:-1])
    assert turn(state) == ("setup_tile", None)
    assert state.is_chance_node()
    assert chances(state) == {"T36": Fraction(1)}
    state = play(state, "T36")
    assert turn(state) == ("setup_bed", None)
    assert ids(fact(state, "nursery")) == " ".join(TILES[:16])
    assert ids(fact(state, "queue")) == " ".join(TILES[16:])


# CG-6: beds and cats


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_cg_6_beds_are_drawn_player_by_player_then_the_middle(implementation: str, players: int) -> None:
    state = tiles_drawn(implementation, players)
    order = ["bed:9", "bed:1", "bed:4", "bed:2", "bed:8", "bed:3", "bed:5", "bed:7", "bed:6"][: 2 * players + 1]
    drawn = [int(text[4:]) - 1 for text in order]
    left = list(BEDS)
    for place, text in enumerate(order):
        assert turn(state) == ("setup_bed", None)
        assert chances(state) == dict.fromkeys(left, Fraction(1, len(left)))
        given = [lies and (lies["bed"], lies["side"]) for pair in fact(state, "beds") for lies in pair]
        so_far = [(bed_, ("light", "dark")[i % 2]) for i, bed_ in enumerate(drawn[:place])]
        assert given == so_far + [None] * (2 * players - place)
        assert fact(state, "middle") is None
        state = play(state, text)
        left.remove(text)
    assert fact(state, "middle") == {"bed": drawn[-1], "side": "light"}
    empty: dict[str, Any] = {"tiles": [], "pots": [], "cats": []}
    assert fact(state, "beds") == [
        [{"bed": drawn[2 * p], "side": "light"} | empty, {"bed": drawn[2 * p + 1], "side": "dark"} | empty]
        for p in range(players)
    ]
    assert fact(state, "cats") == [2] * players
    assert turn(state) == ("plant", 0)


def test_cg_6_setup_takes_36_tiles_and_two_beds_a_player_and_one(implementation: str) -> None:
    state = load(implementation, 3).new_initial_state()
    nodes = 0
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
        nodes += 1
    assert nodes == 36 + 7


def test_cg_6_beds_out_of_play_are_nowhere(implementation: str) -> None:
    data = load(implementation, 2).new_initial_state(seed=4).to_dict()
    beds = [lies["bed"] for pair in data["beds"] for lies in pair] + [data["middle"]["bed"]]
    assert len(set(beds)) == 5


# CG-7: the die


@pytest.mark.parametrize(("players", "die"), [(1, 2), (2, 2), (3, 1), (4, 1)])
def test_cg_7_the_die_starts_lower_with_more_players(implementation: str, players: int, die: int) -> None:
    game = load(implementation, players)
    for state in (game.new_initial_state(), game.new_initial_state(seed=0)):
        assert facts(state, "die", "gardener") == (die, 0)


def test_the_first_decision_is_the_same_as_the_position_written_out(implementation: str) -> None:
    game = load(implementation)
    state = play(game.new_initial_state(), *TILES, "bed:1", "bed:2", "bed:3", "bed:4", "bed:5")
    assert state.to_dict() == position(game)
    assert state == game.state_from_dict(position(game))


def test_all_is_open_and_only_chance_hides_the_future(implementation: str) -> None:
    game = load(implementation, 3)
    assert game.perfect_information
    state = game.new_initial_state(seed=5)
    for player in range(3):
        assert state.observation(player) == {"observer": player} | state.to_dict()
        assert list(state.observation(player)) == ["observer", *state.to_dict()]
