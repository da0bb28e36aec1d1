"""Goofspiel: GS-1 to GS-5, what is known and the laws of its positions."""

from collections import Counter
from itertools import permutations
from typing import Any

import pytest

import cloche

from .helpers import legal, play

WORDS = {0: "first", 1: "second", None: "tie"}


def start(implementation: str, cards: int = 4) -> cloche.State:
    """The first position."""
    return cloche.load("goofspiel", options={"cards": cards}, implementation=implementation).new_initial_state()


def test_gs_1_cards_and_prizes(implementation: str) -> None:
    state = start(implementation)
    assert state.to_dict() == {"phase": "choose", "player": 0, "played": [[], []], "won": []}
    assert (state.legal_actions(), legal(state)) == ([0, 1, 2, 3], ["1", "2", "3", "4"])
    assert dict(cloche.load("goofspiel", implementation=implementation).options) == {"cards": 4}
    state = play(state, "2", "1", "first", "1", "2", "second", "3", "4", "second")
    assert state.scores() == [4, 3 + 2]  # prizes 4, 3, 2


@pytest.mark.parametrize("cards", [1, 13, True, "4"])
def test_gs_1_other_options_are_refused(implementation: str, cards: Any) -> None:
    with pytest.raises(ValueError, match="cards"):
        start(implementation, cards)


def test_gs_2_choices_are_hidden(implementation: str) -> None:
    state = start(implementation)
    assert (state.action_view(2, 0), state.action_view(2, 1)) == ("3", "hidden")
    assert state.backend.seen(2, 1) == 12
    state = play(state, "3")
    assert state.current_player() == 1
    assert state.observation(1)["played"] == [[None], []]
    assert state.observation(0)["played"] == [[3], []]
    assert state.belief(1).count() == 4
    assert (state.action_view(0, 0), state.action_view(0, 1)) == ("hidden", "1")
    assert play(state, "3").observation(0)["played"] == [[3], [None]]
    assert legal(play(state, "3", "tie")) == ["1", "2", "4"]


@pytest.mark.parametrize(("first", "second", "winner"), [(3, 1, 0), (1, 3, 1), (2, 2, None)])
def test_gs_3_all_learn_who_won_and_nothing_else(
    implementation: str, first: int, second: int, winner: int | None
) -> None:
    state = play(start(implementation), str(first), str(second))
    assert state.to_dict()["phase"] == "reveal"
    assert legal(state) == [WORDS[winner]]
    outcome = state.legal_actions()[0]
    assert outcome == {0: 0, 1: 1, None: 2}[winner]
    assert state.action_view(outcome, 0) == state.action_view(outcome, 1) == WORDS[winner]
    state = play(state, WORDS[winner])
    assert state.observation(0) == {
        "observer": 0,
        "phase": "choose",
        "player": 0,
        "played": [[first], [None]],
        "won": [winner],
    }
    assert state.scores() == [4 * (winner == 0), 4 * (winner == 1)]


def test_gs_4_the_last_cards_are_played_by_themselves(implementation: str) -> None:
    state = play(start(implementation, 2), "2", "1", "first")
    assert state.to_dict() == {"phase": "reveal", "player": None, "played": [[2, 1], [1, 2]], "won": [0]}
    assert legal(state) == ["second"]
    state = play(state, "second")
    assert state.is_terminal()
    assert (state.scores(), state.returns()) == ([2, 1], [1, -1])


def test_gs_5_equal_points_are_a_draw(implementation: str) -> None:
    state = play(start(implementation, 3), "1", "1", "tie", "2", "3", "second", "first")
    assert (state.scores(), state.ranks(), state.returns()) == ([1, 2], [2, 1], [-1, 1])
    state = play(start(implementation, 3), "3", "3", "tie", "2", "2", "tie", "tie")
    assert (state.scores(), state.ranks(), state.returns()) == ([0, 0], [1, 1], [0, 0])


def test_gs_5_records(implementation: str) -> None:
    game = start(implementation, 5).game
    assert (game.max_game_length, game.num_distinct_actions, game.max_chance_outcomes) == (8, 5, 3)
    assert (game.min_utility, game.max_utility, game.utility_sum) == (-1, 1, 0)


def series(own: list[int], won: list[int | None], observer: int, length: int, cards: int) -> list[tuple[int, ...]]:
    """All that the other can have played, by trying everything."""

    def winner(mine: int, theirs: int) -> int | None:
        return None if mine == theirs else observer if mine > theirs else 1 - observer

    return [
        every
        for every in permutations(range(1, cards + 1), length)
        if all(winner(mine, theirs) == who for mine, theirs, who in zip(own, every, won, strict=False))
    ]


@pytest.mark.parametrize("cards", [3, 4, 5, 6])
@pytest.mark.parametrize("seed", range(4))
def test_worlds_are_all_series_of_cards_and_drawn_by_their_place(implementation: str, cards: int, seed: int) -> None:
    """The draw of the page: below(number of series), the one at that place."""
    rng = cloche.Rng(seed)
    state = start(implementation, cards)
    while not state.is_terminal():
        data = state.to_dict()
        for observer in range(2):
            own, length = data["played"][observer], len(data["played"][1 - observer])
            every = series(own, data["won"], observer, length, cards)
            assert state.belief(observer).count() == len(every)
            mine, page = cloche.Rng(seed, 7), cloche.Rng(seed, 7)
            world = state.redeal(observer, mine)
            drawn = every[page.below(len(every))] if length else ()
            assert tuple(world.to_dict()["played"][1 - observer]) == drawn
            assert mine == page
        actions = state.legal_actions()
        state.apply_action(actions[rng.below(len(actions))])


def test_series_of_the_longest_game(implementation: str) -> None:
    state = start(implementation, 12)
    for first, second in [(6, 7), (12, 11), (8, 8), (5, 2)]:
        state = play(state, str(first), str(second))
        state.apply_action(state.legal_actions()[0])
    state = play(state, "1", "9")
    for observer, own in enumerate(([6, 12, 8, 5, 1], [7, 11, 8, 2, 9])):
        every = series(own, [1, 0, None, 0], observer, 5, 12)
        assert state.belief(observer).count() == len(every) > 300
        for key in range(5):
            world = state.redeal(observer, cloche.Rng(key))
            assert tuple(world.to_dict()["played"][1 - observer]) == every[cloche.Rng(key).below(len(every))]


def test_a_belief_learns_from_a_hidden_choice(implementation: str) -> None:
    """A player who mostly leads with the 4 has it no more."""
    state = start(implementation)
    belief = state.belief(1).update("hidden", lambda world: {3: 0.7, 0: 0.3})
    assert belief.count() == 1
    assert belief.hand_probabilities() == {("1", "2", "3", "4"): pytest.approx(1.0)}
    assert [probability for _, probability in belief.worlds()] == [pytest.approx(1.0)]
    state = play(state, "4")
    belief = belief.advance(state.observation(1))
    assert belief.count() == 2
    hands = {("1", "2", "3"): pytest.approx(0.7), ("2", "3", "4"): pytest.approx(0.3)}
    assert belief.hand_probabilities() == hands
    drawn = Counter(belief.sample(cloche.Rng(2, i)).to_dict()["played"][0][0] for i in range(1_000))
    assert drawn[4] / 1_000 == pytest.approx(0.7, abs=0.06)
    later = belief.advance(play(state, "2").observation(1))
    assert later.hand_probabilities() == hands
    revealed = later.advance(play(state, "2", "first").observation(1))
    assert revealed.hand_probabilities() == {("1", "2", "3"): pytest.approx(1.0)}


def test_a_belief_learns_trick_by_trick(implementation: str) -> None:
    """Bayes' rule over both tricks, world by world."""

    def policy(world: cloche.State) -> dict[int, float]:
        actions = world.legal_actions()
        weights = [action + 1 for action in actions]
        return {action: weight / sum(weights) for action, weight in zip(actions, weights, strict=True)}

    moves = [("3", "2", "first"), ("1", "4", "second")]
    state = start(implementation, 5)
    belief = state.belief(1)
    for first, second, winner in moves:
        belief = belief.update("hidden", policy)
        for text in (first, second, winner):
            state = play(state, text)
            belief = belief.advance(state.observation(1))
    expected: Counter[tuple[int, ...]] = Counter()
    for a, b in series([2, 4], [0, 1], 1, 2, 5):
        expected[a, b] = a / 15 * b / (15 - a)  # type: ignore[assignment]
    total = sum(expected.values())
    found = {tuple(world.to_dict()["played"][0]): probability for world, probability in belief.worlds()}
    assert found == {cards: pytest.approx(number / total) for cards, number in expected.items()}
    hands = belief.hand_probabilities()
    less = belief.advance(state.observation(1), hands_only=True)
    assert less.hand_probabilities() == {held: pytest.approx(number) for held, number in hands.items()}
    with pytest.raises(ValueError, match="can't be seen"):
        belief.update("3", policy)


def test_the_tensor_shows_hand_tricks_and_the_turn(implementation: str) -> None:
    state = play(start(implementation, 3), "3", "2", "first", "1")
    assert state.observation_tensor(0).tolist() == [0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 1, 0, 0, *[0] * 6, 0]
    assert state.observation_tensor(1).tolist() == [1, 0, 1, 0, 1, 0, *[0] * 6, 0, 1, 0, *[0] * 6, 1]
    assert state.prior() == [1, 1]


GOOD: dict[str, Any] = {"phase": "choose", "player": 1, "played": [[3, 1], [2]], "won": [0]}


@pytest.mark.parametrize(
    "change",
    [
        {"won": [1]},
        {"won": [None]},
        {"won": [True]},
        {"won": []},
        {"won": [0, 0]},
        {"player": 0},
        {"phase": "reveal"},
        {"played": [[3, 3], [2]]},
        {"played": [[3, 5], [2]]},
        {"played": [[3, 1], [None]]},
        {"played": [[3, 1], [2, 4, 1]]},
        {"played": [[3], [2, 1]]},
        {"played": [[3, 1]]},
        {"phase": "over", "player": None},
    ],
)
def test_positions_that_cannot_be_are_refused(implementation: str, change: dict[str, Any]) -> None:
    game = start(implementation).game
    assert game.state_from_dict(GOOD).to_dict() == GOOD
    with pytest.raises(ValueError, match="goofspiel"):
        game.state_from_dict(GOOD | change)


@pytest.mark.parametrize(
    ("own", "won", "possible"),
    [
        ([4], [0], True),
        ([1], [0], False),  # nothing is below a 1
        ([4], [1], False),
        ([2, 1], [0, None], False),  # the 1 would be played twice
        ([2, 3], [0, None], True),
        ([3, 4], [1, None], False),
        ([2, 3], [0, 0], True),
    ],
)
def test_observations_without_a_world_are_refused(
    implementation: str, own: list[int], won: list[int | None], possible: bool
) -> None:
    game = start(implementation).game
    data = {"observer": 0, "phase": "choose", "player": 0, "played": [own, [None] * len(own)], "won": won}
    if possible:
        assert game.state_from_observation(data).observation(0) == data
    else:
        with pytest.raises(ValueError, match="goofspiel"):
            game.state_from_observation(data)
