"""Action ids, texts and what the game says of itself: the table of seeds/bloom_town/rules.md and its records."""

import random
from typing import Any

import pytest

import cloche

from .town import NAME, at, box, legal, load, play, scene, turn


def test_builds_are_numbered_by_kind_and_cell(implementation: str) -> None:
    state = at(implementation, hands=["a", ""], hidden=["S", "SP"], market="OSPHb")
    assert state.string_to_action("S@a1") == 25
    assert state.string_to_action("S@c3") == 25 + 12
    assert state.string_to_action("shop-a@c3") == 4 * 25 + 12 == 112
    assert state.action_to_string(112) == "shop-a@c3"
    assert state.legal_actions() == [*range(25, 50), *range(100, 125)]
    assert legal(state)[:6] == ["S@a1", "S@b1", "S@c1", "S@d1", "S@e1", "S@a2"]
    last = at(implementation, hidden=["Of", "SP"])
    assert last.string_to_action("shop-f@e5") == 249
    assert last.string_to_action("O@a1") == 0


def test_the_blooming_square_follows_the_builds(implementation: str) -> None:
    state = play(at(implementation), "O@c1")
    assert state.legal_actions() == [250, 251, 252]
    assert legal(state) == ["bloom:none", "bloom:double", "bloom:extra"]


def test_the_token_follows_with_the_types(implementation: str) -> None:
    state = play(at(implementation, community=[1, 1, 1, 1, 1]), "O@c2")
    assert state.legal_actions() == list(range(253, 261))
    community = [f"token:community:{type_}" for type_ in ("O", "S", "P", "H", "shop")]
    assert legal(state) == ["token:none", "token:double", "token:extra", *community]


def test_market_spaces_follow(implementation: str) -> None:
    state = scene(
        implementation,
        towns=[{"O": "a1"}, {"P": "e1"}],
        hidden=["O", "PP"],
        pool="",
        market=".SPHa",
        phase="take",
        cell="a1",
    )
    assert state.legal_actions() == [262, 263, 264, 265]
    assert legal(state) == ["take:2", "take:3", "take:4", "take:5"]
    state = scene(
        implementation,
        towns=[{"O": "b1"}, {"P": "e1"}],
        hidden=["O", "PP"],
        pool="",
        market="O....",
        phase="take",
        cell="b1",
    )
    assert state.legal_actions() == [261]
    assert legal(state) == ["take:1"]


def test_tiles_kept_are_numbered_last(implementation: str) -> None:
    state = at(implementation, phase="keep", hands=["f", ""], hidden=["O", "SP"])
    assert state.legal_actions() == [266, 275]
    assert legal(state) == ["keep:O", "keep:shop-f"]
    state = at(implementation, phase="keep", hands=["a", ""], hidden=["H", "SP"], market="OSPHb")
    assert state.legal_actions() == [269, 270]
    assert legal(state) == ["keep:H", "keep:shop-a"]


def test_outcomes_are_kinds_and_community_types(implementation: str) -> None:
    state = play(load(implementation).new_initial_state(), *"OSPH")
    shops = [f"shop-{kind}" for kind in "abcdef"]
    community = [f"community:{type_}" for type_ in ("O", "S", "P", "H", "shop")]
    assert state.legal_actions() == list(range(15))
    assert legal(state) == ["O", "S", "P", "H", *shops, *community]
    assert [state.string_to_action(text) for text in legal(state)] == list(range(15))


def test_shops_taken_out_are_numbered_by_shop_kind(implementation: str) -> None:
    state = load(implementation, 3).new_initial_state()
    assert [state.string_to_action(f"shop-{kind}") for kind in "abcdef"] == [0, 1, 2, 3, 4, 5]


def test_a_small_town_keeps_the_rows_of_five_in_its_ids(implementation: str) -> None:
    state = scene(
        implementation, towns=[{}, {}], hidden=["S", "PP"], pool="OO", stacks=[1, 1, 0, 0, 0], box_of={"size": 3}
    )
    assert state.legal_actions() == [25 + 5 * row + column for row in range(3) for column in range(3)]
    assert legal(state) == ["S@a1", "S@b1", "S@c1", "S@a2", "S@b2", "S@c2", "S@a3", "S@b3", "S@c3"]


@pytest.mark.parametrize(
    "text",
    [
        "o@c3",
        "O@C3",
        "O @c3",
        "O@c",
        "O@c33",
        "O@f1",
        "O@a6",
        "S@c3",
        "a@c3",
        "shop-a@c3",
        "O",
        "bloom:none",
        "",
        "O@a1",
    ],
)
def test_only_the_exact_text_of_a_legal_action_is_understood(implementation: str, text: str) -> None:
    state = at(implementation, towns=[{"P": "a1"}])
    assert state.string_to_action("O@c3") == 12
    with pytest.raises(ValueError, match="not legal here"):
        state.string_to_action(text)


@pytest.mark.parametrize("text", ["Bloom:none", "bloom:community:O", "token:none", "none", "double", "bloom:", "O"])
def test_only_what_is_on_offer_is_understood_at_a_blooming_square(implementation: str, text: str) -> None:
    state = play(at(implementation, community=[1, 0, 0, 0, 0]), "O@c1")
    with pytest.raises(ValueError, match="not legal here"):
        state.string_to_action(text)


@pytest.mark.parametrize("text", ["a", "shop-A", "shop", "community", "community:a", "O@a1", "o", "hidden"])
def test_only_the_exact_text_of_an_outcome_is_understood(implementation: str, text: str) -> None:
    state = play(load(implementation).new_initial_state(), *"OSPH")
    with pytest.raises(ValueError, match="not legal here"):
        state.string_to_action(text)


@pytest.mark.parametrize("action", [-1, 0, 12, 25, 250, 253, 262, 266, 276, 10**20])
def test_an_illegal_action_is_refused_and_changes_nothing(implementation: str, action: int) -> None:
    state = at(implementation, towns=[{"P": "c3"}], hidden=["HP", "SP"], gone="H")
    before = state.to_dict()
    with pytest.raises(ValueError, match="not legal here"):
        state.apply_action(action)
    assert state.to_dict() == before
    with pytest.raises(ValueError, match="not legal here"):
        state.action_to_string(action)


def test_the_hidden_id_is_no_outcome(implementation: str) -> None:
    state = load(implementation).new_initial_state()
    assert not state.is_legal(15)
    with pytest.raises(ValueError, match="not legal here"):
        state.apply_action(15)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_texts_and_ids_convert_both_ways_throughout_a_game(implementation: str, players: int) -> None:
    state = load(implementation, players).new_initial_state()
    rng = random.Random(players)
    while not state.is_terminal():
        actions = state.legal_actions()
        assert actions == sorted(set(actions))
        texts = legal(state)
        assert len(set(texts)) == len(texts)
        assert [state.string_to_action(text) for text in texts] == actions
        state.apply_action(rng.choice(actions))


def test_blanks_around_a_text_are_ignored(implementation: str) -> None:
    assert at(implementation).string_to_action(" O@c3\n") == 12


def test_keys_stand_in_the_order_of_the_page(implementation: str) -> None:
    keys = ["phase", "player", "towns", "points", "tokens", "hands", "hidden", "kept", "market", "stacks", "left_over"]
    keys += ["community", "by_token", "out", "pool", "emptied", "used", "extra_due", "cell"]
    state = load(implementation, 3).new_initial_state()
    while not state.is_terminal():
        assert list(state.to_dict()) == keys
        state.apply_action(state.legal_actions()[-1])
    assert list(state.to_dict()) == keys


# Records of the game


@pytest.mark.parametrize(("players", "longest"), [(2, 202), (3, 303), (4, 404)])
def test_the_game_states_its_bounds(implementation: str, players: int, longest: int) -> None:
    game = load(implementation, players)
    assert game.num_distinct_actions == 276
    assert game.max_chance_outcomes == 15
    # A build, two bonus decisions and a take for each of 25 squares, and a tile kept.
    assert game.max_game_length == longest
    assert (game.min_utility, game.max_utility, game.utility_sum) == (-1, 1, 0)
    # 25 squares of at most 25 points twice, and 10 for rescoring.
    assert game.backend.score_bounds == (0, 1500)
    assert game.backend.margin_scale == 15


def test_ids_and_outcomes_are_the_same_for_every_box(implementation: str) -> None:
    game = load(implementation, 2, box({"O": 9}, size=3))
    assert (game.num_distinct_actions, game.max_chance_outcomes) == (276, 15)
    assert game.max_game_length == 2 * (4 * 9 + 1)
    assert game.backend.score_bounds == (0, 9 * (2 * 9 + 10))


# What is refused


@pytest.mark.parametrize("players", [0, 1, 5, -2, 2.0, True, "2"])
def test_two_to_four_players(implementation: str, players: Any) -> None:
    with pytest.raises(ValueError, match="players"):
        cloche.load(NAME, players, implementation=implementation)


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"side": "C"}, "side"),
        ({"side": "a"}, "side"),
        ({"subway": "line"}, "subway"),
        ({"subway": True}, "subway"),
        ({"shop": "type"}, "shop"),
        ({"shops": "types"}, "shops.*did you mean 'shop'"),
        ({"side": 1, "town": 3}, "(?s)side.*town"),
    ],
)
def test_options_are_checked_and_every_fault_is_told(implementation: str, options: dict[str, Any], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        cloche.load(NAME, 2, options, implementation=implementation)


def test_options_have_the_values_of_the_page(implementation: str) -> None:
    for side in ("A", "B"):
        for subway in ("group", "lines"):
            for shop in ("tiles", "types"):
                options = {"side": side, "subway": subway, "shop": shop}
                assert load(implementation, 3, **options).options == options


COUNTS = {"O": 5, "S": 5, "P": 5, "H": 5, "a": 3, "b": 2}


def test_a_box_is_for_the_players_it_names(implementation: str) -> None:
    with pytest.raises(ValueError, match="players"):
        load(implementation, 3, box(COUNTS))


@pytest.mark.parametrize(
    ("table", "key", "value"),
    [
        ("town", "size", 2),
        ("town", "size", 6),
        ("community", "per_type", 3),
        ("hand", "tiles", 0),
        ("hand", "tiles", 3),
        ("hand", "bonus_tokens", 2),
        ("players", "max", 5),
        ("players", "min", 1),
    ],
)
def test_a_box_with_a_wrong_number_is_refused_by_its_place(
    implementation: str, table: str, key: str, value: int
) -> None:
    wrong = box(COUNTS)
    wrong[table] = wrong[table] | {key: value}
    with pytest.raises(ValueError, match=rf"{table}\.{key}"):
        load(implementation, 2, wrong)


@pytest.mark.parametrize(("key", "value"), [("left_over", 1), ("stack", 7), ("removed", 6), ("end_stacks", 6)])
def test_a_box_that_cannot_be_set_up_is_refused(implementation: str, key: str, value: int) -> None:
    # 25 buildings and 10 community tiles, 4 of them dealt and 5 in stacks: 26 are left over.
    wrong = box(COUNTS)
    assert wrong["setup"][0]["left_over"] == 26
    wrong["setup"][0][key] = value
    with pytest.raises(ValueError, match=r"setup\[0\]"):
        load(implementation, 2, wrong)


def test_a_box_of_one_hand_tile_can_be_played(implementation: str) -> None:
    state = load(implementation, 2, box(COUNTS, hand=1, size=4, height=4, per_type=1)).new_initial_state(seed=3)
    assert [len(hand) for hand in state.to_dict()["hidden"]] == [1, 1]
    rng = random.Random(3)
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    assert turn(state) == ("over", None)
    assert sum(state.returns()) == 0
