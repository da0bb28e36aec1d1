"""Exact values that are known from elsewhere, found with nothing but the rules (a memo over positions)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

import cloche
from cloche.backend import StateBackend
from cloche.players import Mcts
from cloche.report import Limits

from .net import canonical


def value(state: StateBackend, known: dict[StateBackend, int]) -> int:
    """What player 0 gets of a game of two without chance, 1, 0 or -1, if both play well."""
    found = known.get(state)
    if found is None:
        player = state.current_player()
        if player < 0:
            found = round(state.returns()[0])
        else:
            best = 1 if player == 0 else -1
            found = -best
            for action in centre_first(state.legal_actions()):
                child = state.clone()
                child.apply_action(action)
                worth = value(child, known)
                if worth * best > found * best:
                    found = worth
                if found == best:
                    break
        known[state] = found
    return found


def centre_first(actions: list[int]) -> list[int]:
    middle = (actions[0] + actions[-1]) / 2
    return sorted(actions, key=lambda action: abs(action - middle))


# Tic-tac-toe


def all_positions(first: cloche.State) -> set[cloche.State]:
    seen, waiting = {first}, [first]
    while waiting:
        state = waiting.pop()
        for action in state.legal_actions():
            child = state.child(action)
            if child not in seen:
                seen.add(child)
                waiting.append(child)
    return seen


def test_tt_3_tic_tac_toe_has_5478_positions(implementation: str) -> None:
    positions = all_positions(cloche.load("tic_tac_toe", implementation=implementation).new_initial_state())
    assert len(positions) == 5_478
    assert sum(not state.is_terminal() for state in positions) == 4_520


def endings(state: cloche.State, known: dict[cloche.State, tuple[int, int, int]]) -> tuple[int, int, int]:
    """How many games the first player wins, the second wins, and nobody wins."""
    if state.is_terminal():
        first = state.returns()[0]
        return int(first == 1), int(first == -1), int(first == 0)
    if state not in known:
        counts = [endings(state.child(action), known) for action in state.legal_actions()]
        known[state] = (sum(a for a, _, _ in counts), sum(b for _, b, _ in counts), sum(c for _, _, c in counts))
    return known[state]


def test_tt_3_tic_tac_toe_has_255168_games() -> None:
    counts = endings(cloche.load("tic_tac_toe").new_initial_state(), {})
    assert counts == (131_184, 77_904, 46_080)
    assert sum(counts) == 255_168


def chances(state: cloche.State, known: dict[cloche.State, tuple[Fraction, ...]]) -> tuple[Fraction, ...]:
    """Exact probabilities of win, loss and draw for player 0 when all play uniformly at random."""
    if state.is_terminal():
        first = state.returns()[0]
        return Fraction(first == 1), Fraction(first == -1), Fraction(first == 0)
    if state not in known:
        outcomes = [chances(state.child(action), known) for action in state.legal_actions()]
        known[state] = tuple(sum(column, Fraction()) / len(outcomes) for column in zip(*outcomes, strict=True))
    return known[state]


def test_tt_4_uniform_play_wins_737_of_1260() -> None:
    exact = chances(cloche.load("tic_tac_toe").new_initial_state(), {})
    assert exact == (Fraction(737, 1260), Fraction(121, 420), Fraction(8, 63))


def test_r_8_random_playouts_come_near_the_exact_chances(implementation: str) -> None:
    count = {"native": 100_000, "reference": 1_000}[implementation]
    mean = cloche.load("tic_tac_toe", implementation=implementation).random_playouts(count, seed=1).returns
    expected = float(Fraction(737, 1260) - Fraction(121, 420))
    assert mean[0] == pytest.approx(expected, abs=4 * count**-0.5)  # more than four standard deviations
    assert mean[1] == -mean[0]


def test_m_16_every_tic_tac_toe_position_of_four_marks_is_proven_as_it_is() -> None:
    """The search against the memo, and the game a draw."""
    game = cloche.load("tic_tac_toe")
    known: dict[StateBackend, int] = {}
    assert value(game.new_initial_state().backend, known) == 0
    positions = [
        state for state in all_positions(game.new_initial_state()) if str(state.to_dict()["board"]).count(".") == 5
    ]
    assert len(positions) == 756
    for state in positions:
        report = Mcts(game, seed=1, playout="random").search(state, Limits(simulations=5_000))
        assert report.proven
        assert report.stopped_by == "proven"
        expected = value(state.backend, known)
        assert report.values == (expected, -expected)
        assert value(state.child(report.best_action).backend, known) == expected
        for action in report.actions:
            if action.proven and action.value is not None:
                assert action.value[0] == value(state.child(action.action).backend, known)


def test_tt_3_the_search_finds_tic_tac_toe_a_draw() -> None:
    game = cloche.load("tic_tac_toe")
    report = Mcts(game, seed=2, playout="random").search(game.new_initial_state(), Limits(simulations=200_000))
    assert report.values is not None
    assert report.values[0] == pytest.approx(0, abs=0.03)


# Nim


@pytest.mark.parametrize(
    ("piles", "first_wins"), [((1, 3, 5, 7), False), ((3, 4, 5), True), ((2, 2), False), ((1,), True)]
)
def test_ni_3_values_of_nim_follow_the_nim_sum(piles: tuple[int, ...], first_wins: bool, implementation: str) -> None:
    state = cloche.load("nim", options={"piles": piles}, implementation=implementation).new_initial_state()
    assert value(state.backend, {}) == (1 if first_wins else -1)


def test_ni_3_only_3_to_1_wins_in_3_4_5(implementation: str) -> None:
    state = cloche.load("nim", options={"piles": [3, 4, 5]}, implementation=implementation).new_initial_state()
    known: dict[StateBackend, int] = {}
    won = [action for action in state.legal_actions() if value(state.child(action).backend, known) == 1]
    assert [state.action_to_string(action) for action in won] == ["1:2"]


@pytest.mark.parametrize(("piles", "move"), [((3, 4, 5), "1:2"), ((1, 2, 3), None), ((1, 1), None), ((7, 1), "1:6")])
def test_m_16_the_search_proves_nim(piles: tuple[int, ...], move: str | None) -> None:
    game = cloche.load("nim", options={"piles": piles})
    report = Mcts(game, seed=3).search(game.new_initial_state(), Limits(simulations=1_000_000))
    assert report.proven
    assert report.values == ((1, -1) if move else (-1, 1))
    if move:
        assert report.best_text == move


# Connect Four on small boards


@pytest.mark.parametrize(("columns", "rows", "expected"), [(4, 4, 0), (3, 5, 0), (5, 3, 0)])
def test_cf_3_small_boards_have_their_known_values(columns: int, rows: int, expected: int) -> None:
    game = cloche.load("connect_four", options={"columns": columns, "rows": rows})
    assert value(game.new_initial_state().backend, {}) == expected


def test_cf_3_two_in_a_row_win_at_once_for_the_first_player(implementation: str) -> None:
    game = cloche.load("connect_four", options={"columns": 4, "rows": 3, "line": 2}, implementation=implementation)
    assert value(game.new_initial_state().backend, {}) == 1


# Pig


def race(target: int, coin: bool) -> Fraction:
    """What the first player wins of a pig of one point: a roll that is not lost wins, a hold gives the turn away."""
    survives = Fraction(1, 2) if coin else Fraction(5, 6)
    assert target == 1
    return 1 / (2 - survives)  # p = s + (1 - s)(1 - p)


def pig_by_the_rules(target: int, coin: bool) -> float:
    """The first player's chance by value iteration over (own, other's, turn total), written from the page alone."""
    gains = [1] if coin else [2, 3, 4, 5, 6]
    sides = 2 if coin else 6
    chance = np.full((target, target, target), 0.5)  # of who is to decide; past own + total = target - 1 unused
    for _ in range(2_000):
        before = chance.copy()
        for own in range(target):
            for other in range(target):
                turned = 1 - chance[other, own, 0]
                for total in range(target - own):
                    held = own + total
                    hold = 1 - chance[other, held, 0]
                    roll = turned + sum(
                        1.0 if held + gain >= target else float(chance[own, other, total + gain]) for gain in gains
                    )
                    chance[own, other, total] = max(hold, roll / sides)
        if np.abs(chance - before).max() < 1e-12:
            break
    return float(chance[0, 0, 0])


def pig_by_the_game(game: cloche.Game) -> float:
    """The same over the positions of the game itself."""
    first = game.new_initial_state()
    states = list(all_positions(first))
    place = {state: i for i, state in enumerate(states)}
    rows = [
        (
            state.current_player(),
            [place[state.child(action)] for action in state.legal_actions()],
            state.returns()[0],
        )
        for state in states
    ]
    values = np.zeros(len(states))
    for _ in range(2_000):
        before = values.copy()
        for i, (player, children, end) in enumerate(rows):
            found = [float(values[child]) for child in children]
            if player == cloche.TERMINAL:
                values[i] = end
            elif player == cloche.CHANCE:
                values[i] = sum(found) / len(found)
            else:
                values[i] = max(found) if player == 0 else min(found)
        if np.abs(values - before).max() < 1e-12:
            break
    return (float(values[place[first]]) + 1) / 2


@pytest.mark.parametrize(("target", "coin"), [(1, False), (1, True), (3, True), (6, True), (6, False)])
def test_pi_5_value_iteration_over_positions_and_by_the_page_agree(
    implementation: str, target: int, coin: bool
) -> None:
    game = cloche.load("pig", options={"target": target, "coin": coin}, implementation=implementation)
    found = pig_by_the_game(game)
    assert found == pytest.approx(pig_by_the_rules(target, coin), abs=1e-9)
    if target == 1:
        assert found == pytest.approx(float(race(1, coin)), abs=1e-9)


@pytest.mark.parametrize("coin", [False, True])
def test_pi_5_the_search_finds_what_a_pig_of_one_point_is_worth(coin: bool) -> None:
    game = cloche.load("pig", options={"target": 1, "coin": coin})
    report = Mcts(game, seed=1, playout="random").search(game.new_initial_state(), Limits(simulations=50_000))
    assert report.best_text == "roll"
    assert report.win_probability is not None
    assert report.win_probability[0] == pytest.approx(float(race(1, coin)), abs=0.05)


# Small 2048


def expected_points(state: cloche.State, known: dict[str, float]) -> float:
    """What the best play scores from here on, on average."""
    data = state.to_dict()
    key = canonical([data["phase"], data["board"]])
    if key not in known:
        score = data["score"]
        worth = [
            expected_points(child, known) + child.scores()[0] - score
            for child in map(state.child, state.legal_actions())
        ]
        if state.is_chance_node():
            chances = [probability for _, probability in state.chance_outcomes()]
            known[key] = sum(chance * points for chance, points in zip(chances, worth, strict=True))
        else:
            known[key] = max(worth, default=0.0)
    return known[key]


def test_tw_6_the_best_play_on_2_x_2_scores_66_964149(implementation: str) -> None:
    game = cloche.load("small_2048", options={"rows": 2, "columns": 2}, implementation=implementation)
    assert expected_points(game.new_initial_state(), {}) == pytest.approx(66.964149, abs=1e-6)


# Games that hide something: the value of the game to player 0

Strategy = Callable[[cloche.State], dict[int, Any]]


def outcome(state: cloche.State, strategies: tuple[Strategy, Strategy]) -> Any:
    """What player 0 gets on average; exact with fractions."""
    player = state.current_player()
    if player == cloche.TERMINAL:
        return Fraction(state.returns()[0])
    if player == cloche.CHANCE:
        weights = dict(state.backend.chance_weights())
        chances: dict[int, Any] = {a: Fraction(weight, sum(weights.values())) for a, weight in weights.items()}
    else:
        chances = strategies[player](state)
    return sum(chance * outcome(state.child(action), strategies) for action, chance in chances.items() if chance)


def kuhn_strategy(bets: dict[tuple[str, tuple[str, ...]], Fraction]) -> Strategy:
    """A strategy from the chance to bet with each card after each line; 0 where nothing is said."""

    def strategy(state: cloche.State) -> dict[int, Fraction]:
        data = state.to_dict()
        bet = bets.get((data["cards"][data["player"]], tuple(data["bets"])), Fraction(0))
        return {0: 1 - bet, 1: bet}

    return strategy


THIRD, ONE = Fraction(1, 3), Fraction(1)
# Kuhn 1950: a family of equilibria of player 0, and the one of player 1.
FIRST = {("J", ()): THIRD, ("K", ()): ONE, ("Q", ("pass", "bet")): 2 * THIRD, ("K", ("pass", "bet")): ONE}
SECOND = {
    ("J", ("pass",)): THIRD,
    ("K", ("pass",)): ONE,
    ("Q", ("bet",)): THIRD,
    ("K", ("bet",)): ONE,
}


def pure_strategies(lines: tuple[tuple[str, ...], tuple[str, ...]]) -> list[Strategy]:
    """All ways to pass or bet with each card after each line."""
    places = [(card, line) for card in "JQK" for line in lines]
    return [
        kuhn_strategy({place: Fraction(bet) for place, bet in zip(places, choices, strict=True)})
        for choices in product((0, 1), repeat=len(places))
    ]


def test_kp_5_kuhn_poker_is_worth_minus_1_18(implementation: str) -> None:
    """Neither side's best answer to the other's equilibrium does better: so it is one, and this is the value."""
    deal = cloche.load("kuhn_poker", implementation=implementation).new_initial_state()
    first, second = kuhn_strategy(FIRST), kuhn_strategy(SECOND)
    value = Fraction(-1, 18)
    assert outcome(deal, (first, second)) == value
    if implementation == "native":
        assert max(outcome(deal, (answer, second)) for answer in pure_strategies(((), ("pass", "bet")))) == value
        assert min(outcome(deal, (first, answer)) for answer in pure_strategies((("pass",), ("bet",)))) == value


@dataclass
class GameNode:
    """A node of a game tree that is written out."""

    player: int
    value: float = 0.0  # to player 0, at an end
    chances: list[float] = field(default_factory=list)
    children: list[GameNode] = field(default_factory=list)
    known: str = ""  # what the player to move knows


def written_out(state: cloche.State) -> GameNode:
    """The whole tree."""
    player = state.current_player()
    node = GameNode(player, value=state.returns()[0])
    node.children = [written_out(state.child(action)) for action in state.legal_actions()]
    node.chances = [probability for _, probability in state.chance_outcomes()]
    if player >= 0:
        node.known = canonical(state.observation(player))
    return node


class Regrets:
    """CFR+ (Tammelin 2014), each player in turn, averages weighted by the number of the round."""

    def __init__(self, root: GameNode) -> None:
        self.root = root
        self.regrets: dict[str, list[float]] = {}
        self.sums: dict[str, list[float]] = {}

    def run(self, rounds: int) -> None:
        for number in range(1, rounds + 1):
            for player in range(2):
                gains: dict[str, list[float]] = defaultdict(list)
                self._walk(self.root, player, 1.0, 1.0, number, gains)
                for known, found in gains.items():
                    self.regrets[known] = [
                        max(0.0, old + new) for old, new in zip(self.regrets[known], found, strict=True)
                    ]

    def _strategy(self, node: GameNode) -> list[float]:
        regrets = self.regrets.setdefault(node.known, [0.0] * len(node.children))
        total = sum(regrets)
        return [regret / total for regret in regrets] if total > 0 else [1 / len(regrets)] * len(regrets)

    def _walk(
        self, node: GameNode, player: int, own: float, others: float, number: int, gains: dict[str, list[float]]
    ) -> float:
        """The value to `player`; `own` and `others` are the chances with which they play to the node."""
        if not node.children:
            return node.value if player == 0 else -node.value
        if node.player == cloche.CHANCE:
            return sum(
                chance * self._walk(child, player, own, others * chance, number, gains)
                for chance, child in zip(node.chances, node.children, strict=True)
            )
        strategy = self._strategy(node)
        if node.player != player:
            return sum(
                share * self._walk(child, player, own, others * share, number, gains)
                for share, child in zip(strategy, node.children, strict=True)
            )
        sums = self.sums.setdefault(node.known, [0.0] * len(strategy))
        values = []
        for place, (share, child) in enumerate(zip(strategy, node.children, strict=True)):
            sums[place] += number * own * share
            values.append(self._walk(child, player, own * share, others, number, gains))
        value = sum(share * worth for share, worth in zip(strategy, values, strict=True))
        found = gains[node.known] or [0.0] * len(values)
        gains[node.known] = [old + others * (worth - value) for old, worth in zip(found, values, strict=True)]
        return value

    def average(self, node: GameNode) -> list[float]:
        sums = self.sums[node.known]
        total = sum(sums)
        return [number / total for number in sums] if total > 0 else [1 / len(sums)] * len(sums)

    def best_answer(self, player: int) -> float:
        """What the best answer of `player` to the other's average strategy is worth to them."""
        return self._answer([(self.root, 1.0)], player)

    def _answer(self, nodes: list[tuple[GameNode, float]], player: int) -> float:
        """Of nodes with the chances of the others to come there; those that the player can't tell apart at once."""
        total = 0.0
        sets: dict[str, list[tuple[GameNode, float]]] = defaultdict(list)
        waiting = list(nodes)
        while waiting:
            node, chance = waiting.pop()
            if not node.children:
                total += chance * (node.value if player == 0 else -node.value)
            elif node.player == player:
                sets[node.known].append((node, chance))
            else:
                shares = node.chances if node.player == cloche.CHANCE else self.average(node)
                waiting += [(child, chance * share) for child, share in zip(node.children, shares, strict=True)]
        for same in sets.values():
            total += max(
                self._answer([(node.children[place], chance) for node, chance in same], player)
                for place in range(len(same[0][0].children))
            )
        return total


@pytest.mark.parametrize(
    ("name", "options", "rounds", "value", "width"),
    [
        ("kuhn_poker", {}, 300, -1 / 18, 0.003),
        ("leduc_poker", {}, 150, -0.0856064, 0.03),
        ("goofspiel", {"cards": 3}, 100, 0.0, 0.02),
        ("liars_dice", {"sides": 3}, 100, None, 0.02),
    ],
)
def test_m_50_best_answers_enclose_the_values_of_games_that_hide_something(
    name: str, options: dict[str, int], rounds: int, value: float | None, width: float
) -> None:
    """Perfect recall is what the observations have: with it regrets vanish, and the two bounds meet."""
    solver = Regrets(written_out(cloche.load(name, options=options).new_initial_state()))
    solver.run(rounds)
    low, high = -solver.best_answer(1), solver.best_answer(0)
    assert low <= high + 1e-12
    assert high - low < width
    if value is not None:
        assert low - 1e-9 <= value <= high + 1e-9
