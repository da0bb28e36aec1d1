"""The end of the game: BN-38, BN-60; records of the game."""

from __future__ import annotations

from random import Random

import pytest

import cloche

from .barton import SMALL, TINY, at, fact, legal, load, names, play, position, step

# Two tiles end the game in the tiny box: a1 has a bed at (9,9), a6 right of it one at (10,13).
TWO = "3,3:a1 3,4:a6"


def tiny(implementation: str, players: int = 2, *, turns: int, mine: str, options: dict[str, int] | None = None,
         **rest: object) -> cloche.State:  # fmt: skip
    """Player `turns` mod `players` has two tiles with these plants and a tulip, all others a tile each."""
    seat = turns % players
    gardens, planted, sheds = [f"3,3:a{number}" for number in range(2, 5)][:players], [""] * players, [""] * players
    gardens[seat], planted[seat], sheds[seat] = TWO, mine, "T"
    here = {"gardens": gardens, "plants_of": planted, "sheds": sheds, "turns": turns, "components": TINY}
    return at(implementation, players=players, options=options, **here | rest)


def test_bn_38_the_end_is_triggered_at_the_end_of_a_turn(implementation: str) -> None:
    state = tiny(implementation, turns=4, mine="R@9,9")
    state = play(state, "gardener:plant")
    assert fact(state, "trigger") is None
    state = play(state, "plant:T@10,13")
    assert (fact(state, "trigger"), fact(state, "player"), names(state)) == (0, 1, ["turn"])
    # Every other player has one more turn.
    state = play(state, "gardener:mow")
    assert (names(state), fact(state, "phase"), fact(state, "player"), fact(state, "turns")) == ([], "over", None, 6)
    assert state.is_terminal()
    assert legal(state) == []


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_bn_38_with_three_players_both_others_have_one_more_turn(implementation: str, seat: int) -> None:
    state = play(tiny(implementation, 3, turns=6 + seat, mine="R@9,9"), "gardener:plant", "plant:T@10,13")
    assert fact(state, "trigger") == seat
    for later in (1, 2):
        assert fact(state, "player") == (seat + later) % 3
        state = play(state, "gardener:mow")
    assert state.is_terminal()


def test_bn_38_only_the_first_trigger_counts(implementation: str) -> None:
    # Player 0 triggered; player 1 completes its second tile, too.
    gardens = ["3,3:a2 3,4:a3", TWO]
    planted = ["D@9,9 D@9,11 D@9,13", "R@9,9"]
    state = at(implementation, components=TINY, gardens=gardens, plants_of=planted, sheds=["", "T"], turns=5, trigger=0)
    state = play(state, "gardener:plant", "plant:T@10,13")
    assert state.is_terminal()
    assert fact(state, "trigger") == 0


def test_bn_38_harvested_plants_keep_a_tile_complete(implementation: str) -> None:
    state = play(tiny(implementation, turns=4, mine="R'@9,9"), "gardener:plant", "plant:T@10,13")
    assert fact(state, "trigger") == 0


def test_bn_60_last_turns_still_owed_are_lost(implementation: str) -> None:
    # The second of two turns a player; the trigger is the last to move.
    state = tiny(implementation, turns=3, mine="R@9,9", options={"turn_limit": 2})
    state = play(state, "gardener:plant", "plant:T@10,13")
    assert (state.is_terminal(), fact(state, "trigger"), fact(state, "turns")) == (True, 1, 4)
    # With the limit further on player 0 has one more turn.
    state = tiny(implementation, turns=3, mine="R@9,9")
    state = play(state, "gardener:plant", "plant:T@10,13")
    assert (state.is_terminal(), fact(state, "player")) == (False, 0)


@pytest.mark.parametrize(("players", "limit"), [(2, 1), (3, 2), (4, 3), (2, 80), (3, 100)])
def test_bn_38_the_game_ends_at_the_turn_limit(implementation: str, players: int, limit: int) -> None:
    state = at(implementation, players=players, options={"turn_limit": limit}, turns=players * limit - 1)
    assert fact(state, "player") == players - 1
    state = play(state, "gardener:mow")
    assert (state.is_terminal(), fact(state, "trigger"), fact(state, "turns")) == (True, None, players * limit)


@pytest.mark.parametrize("limit", [0, 101, True, "80", 2.0, None])
def test_bn_38_turn_limit_is_a_whole_number(implementation: str, limit: object) -> None:
    with pytest.raises(ValueError, match="turn_limit"):
        load(implementation, 2, turn_limit=limit)


def test_the_default_limit_is_80_turns_bn_38(implementation: str) -> None:
    assert load(implementation).options["turn_limit"] == 80


def test_records_of_the_game(implementation: str) -> None:
    for components in (None, SMALL, TINY):
        game = load(implementation, 2, components)
        assert (game.num_distinct_actions, game.max_chance_outcomes) == (7032, 64)
        assert (game.min_utility, game.max_utility) == (-1, 1)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_bound_of_a_games_length(implementation: str, players: int) -> None:
    # T: 6, six market spaces, two for a tile, a regrowing, twice 120 beds, a yield, two for an ornament, 1, 21 for
    # three orders, 5, 1; incomes: two beehives, a cold frame, regrow, early: 5; the Greenkeeper's favour: 1 + 1 + 1;
    # the bonus of two purchases: 4.
    turn = 6 + 6 + 2 + 1 + 240 + 1 + 2 + 1 + 21 + 5 + 1 + 5 + 3 + 4
    assert load(implementation, players).max_game_length == players * (80 * turn + 2 + 2 + 1)
    assert load(implementation, players, turn_limit=3).max_game_length == players * (3 * turn + 2 + 2 + 1)


def test_the_bound_of_a_games_length_in_the_small_box(implementation: str) -> None:
    # T: 6, three spaces, two tiles, two regrowings, beds, yield 2, two ornaments, 1, two orders, 5, 1. Beds: a1 1,
    # a2 2, a3 4, a4 1, a5 2, a6 1, a7 1, a8 3, a9 3, b1 2, b2 1, b3 1, b4 2, b5 2.
    beds = sum(row["grid"].count("F") for row in SMALL["tile"])
    assert beds == 1 + 2 + 4 + 1 + 2 + 1 + 1 + 3 + 3 + 2 + 1 + 1 + 2 + 2
    # Incomes: two beehives of a regrowing and a harvest, a trellis of a flower, regrow 1, early 2. Favours: the
    # trader's two purchases 4, the Early Bird's two harvests and yield 4. Space 5: 4 for tiles, 1, 2 + 2;
    # space 3: 6; so 9.
    income, favour, bonus = 2 * 2 + 1 + 1 + 2, 4, 9
    turn = 6 + 3 + 2 * 2 + 2 + 2 * beds + 2 + 2 * 2 + 1 + 7 * 2 + 5 + 1 + income + favour + bonus
    assert load(implementation, 2, SMALL).max_game_length == 2 * (80 * turn + 2 * 2 + 2 + 2)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("box", [SMALL, TINY])
def test_random_games_come_to_an_end(implementation: str, box: dict[str, object], seed: int) -> None:
    game = load(implementation, 3, box, turn_limit=5)
    state = game.new_initial_state(seed=seed)
    rng, decisions = Random(seed), 0
    while not state.is_terminal():
        decisions += not state.is_chance_node()
        state.apply_action(rng.choice(state.legal_actions()))
    assert decisions <= (game.max_game_length or 0)
    assert sum(state.returns()) == pytest.approx(0)
    assert min(state.scores()) >= 0


def test_bn_60_the_turn_of_the_next_player_begins_with_what_the_dice_show(implementation: str) -> None:
    state = play(at(implementation, dice="rest1 rest1 rest1 mow3"), "S>judge", "rainbow", "end", "end")
    assert fact(state, "todo") == [step("turn", shown=[1, 1, 1, 4])]
    game = load(implementation, 2)
    assert game.state_from_dict(position(game, turns=1)).current_player() == 1
