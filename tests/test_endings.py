"""Endings that searches solve (seeds/search.md, M-31 to M-34; seeds/cottage_garden/state.md, E-1)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from random import Random
from typing import Any

import pytest

import cloche
from cloche.backend import CHANCE, TERMINAL
from cloche.opponents import BotSpec
from cloche.players import FlatMonteCarlo, Greedy, Mcts
from cloche.reference.base import ReferenceState
from cloche.reference.ending import solve
from cloche.reference.utility import ONE, Utility
from cloche.report import Limits, SearchReport

from .endings import in_reference, size, try_all
from .games.cottage_garden.cottage import THREE, bare_box, bed, full, load, position
from .net import SETUPS, Setup, sample

KINDS = (Mcts, FlatMonteCarlo)
FEW = Limits(simulations=3)


def searched(kind: Any, state: cloche.State, limits: Limits = FEW, **settings: Any) -> SearchReport:
    report: SearchReport = kind(state.game, **settings).search(state, limits)
    return report


# Positions of the final round

# Long tiles that cover three rows of a bed, and small ones to plant on the rest: two rows with prints. Equal tiles go
# back to the queue by themselves.
LONG = ("#####", "#####", "##C##", "##P##", "##P##", "##P##")
SMALL = ("#", "P", "C", "##", "#P", "##", "#", "#C")
ROWS = ("...../...../...../.P.C./.....", "...../...../...../P...C/..P..")
NARROW = bare_box(*LONG, *SMALL, sides=[ROWS] * 5)
LAID = ("T01:o0@a1 T02:o0@a2 T03:o0@a3", "T04:o0@a1 T05:o0@a2 T06:o0@a3")
SOIL = {"light": "a4 c4 e4 a5 b5 c5 d5 e5", "dark": "b4 c4 d4 a5 b5 d5 e5"}


def narrow(rng: Random, number: int, free: int) -> dict[str, Any]:
    """A bed with so many free squares and two or three open prints."""
    side = rng.choice(("light", "dark"))
    return full(number, side, LAID[number - 1], but=" ".join(rng.sample(SOIL[side].split(), free)), of=NARROW)


def narrow_ending(players: int, seed: int) -> dict[str, Any]:
    """A position with few ways to go on, and one bed or two; not always a lawful one."""
    rng = Random(seed)
    game = load("native", players, NARROW)
    if rng.random() < 0.6:
        beds: list[list[Any]] = [[narrow(rng, 1, rng.choice((1, 2, 2))), None], [None, None]][:players]
    else:
        first, second = narrow(rng, 1, 1), narrow(rng, 2, 1)
        beds = [[first, second]] if players == 1 else [[first, None], [second, None]]
    orange = [sorted(rng.choice((0, 1, 2, 5, 7, 14, 15)) for _ in range(3)) for _ in beds]
    blue = [sorted(rng.choice((0, 0, 1, 3, 6, 7)) for _ in range(3)) for _ in beds]
    hives: list[int | None] = [None] * players
    if rng.random() < 0.4:
        orange[-1][2], hives[0] = 16, players - 1
    lying = {int(tile) for own in beds for held in own if held is not None for tile, _, _ in held["tiles"]}
    rest = [f"T{tile + 1:02d}" for tile in range(len(LONG + SMALL)) if tile not in lying]
    small = [name for name in rest if int(name[1:]) > len(LONG)]
    rng.shuffle(small)
    here = 2 if players == 1 or rng.random() < 0.5 else 1
    seen = [*small[:here], ".", ".", "."][:4]
    rng.shuffle(seen)
    return position(
        game,
        moves=32 if players == 1 else 64,
        beds=beds,
        row=" ".join(seen),
        head=" ".join(small[2:4]),
        orange=orange,
        blue=blue,
        cats=[rng.choice((0, 0, 1)) for _ in beds],
        hives=hives,
    )


MOST_MOVES = 5_000


def beds_held(state: cloche.State) -> int:
    return sum(held is not None for own in state.to_dict()["beds"] for held in own)


@cache
def narrow_endings(players: int) -> tuple[cloche.State, ...]:
    """Solvable endings, native, that can be tried out: of one bed with and without cats, and of two. Shared."""
    game = load("native", players, NARROW)
    wanted = {"one bed": 6, "and cats": 3, "two beds": 3}
    found: list[cloche.State] = []
    for seed in range(1_000):
        rng = Random(seed)
        try:
            state = game.state_from_dict(narrow_ending(players, seed))
        except ValueError:  # only one move to make
            continue
        beds, cats = beds_held(state), any(state.to_dict()["cats"])
        while beds_held(state) == beds == 2 and size(state.backend, MOST_MOVES) > MOST_MOVES:
            state.apply_action(rng.choice(state.legal_actions()))
        kind = "two beds" if beds == 2 else "and cats" if cats else "one bed"
        if wanted[kind] and beds_held(state) == beds and 30 < size(state.backend, MOST_MOVES) <= MOST_MOVES:
            assert state.backend.solvable_ending()
            found.append(state)
            wanted[kind] -= 1
        if not any(wanted.values()):
            return tuple(found)
    raise AssertionError(f"too few: {wanted}")


def raw(bot: Any, state: cloche.State, **limits: Any) -> dict[str, Any]:
    """The report but for what the reference has not."""
    report = bot._search.search(state.backend, Limits(**limits).raw(), None, None)
    return {key: value for key, value in report.items() if key not in ("tree_bytes", "fingerprint")}


def phases(states: Iterable[cloche.State]) -> set[str]:
    return {state.to_dict()["phase"] for state in states}


# M-31, E-1: what is solved


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_m_31_both_implementations_agree_on_what_is_a_solvable_ending(setup: Setup) -> None:
    solvable = 0
    for state in sample(setup, "native"):
        here = state.backend.solvable_ending()
        assert setup.load("reference").state_from_dict(state.to_dict()).backend.solvable_ending() == here
        assert not here or state.current_player() >= 0
        solvable += here
    assert solvable == 0 or setup.game in ("barton_in_bloom", "bloom_town", "cottage_garden", "gardens_of_io")


def planting(implementation: str, *beds: list[Any], moves: int = 64, **rest: Any) -> bool:
    """Whether player 0's planting is a solvable ending."""
    players = len(beds)
    game = load(implementation, players)
    moves = {1: 32, 2: 64, 3: 78, 4: 100}[players] if moves == 64 else moves
    return game.state_from_dict(position(game, moves=moves, beds=beds, **rest)).backend.solvable_ending()


def with_free(number: int, free: int) -> dict[str, Any]:
    """A bed with three tiles and so many free squares."""
    return full(number, "light", THREE[number - 1], but="a4 b4 c4 d4 e4"[: 3 * free])


@pytest.mark.parametrize(("free", "solvable"), [(1, True), (4, True), (5, False)])
def test_e_1_one_bed_may_have_four_free_squares(implementation: str, free: int, solvable: bool) -> None:
    beds = [with_free(2, free), None]
    assert planting(implementation, beds) == solvable
    assert planting(implementation, beds, [None, None]) == solvable


@pytest.mark.parametrize(("free", "solvable"), [((1, 1), True), ((1, 2), False), ((2, 1), False)])
def test_e_1_more_beds_may_have_two_free_squares_together(
    implementation: str, free: tuple[int, int], solvable: bool
) -> None:
    first, second = with_free(1, free[0]), with_free(2, free[1])
    assert planting(implementation, [first, second]) == solvable
    assert planting(implementation, [first, None], [second, None]) == solvable


@pytest.mark.parametrize(("prints", "solvable"), [((8,), True), ((9,), False), ((6, 6), True), ((6, 7), False)])
def test_e_1_few_squares_may_be_uncovered(implementation: str, prints: tuple[int, ...], solvable: bool) -> None:
    """With the free square of each bed nine, ten, fourteen and fifteen."""
    pictures = [
        "...../...../...../" + ("C" * count).ljust(9, ".")[:5] + "/" + ("C" * count)[5:].ljust(5, ".")
        for count in prints
    ]
    components = bare_box(*LONG, *SMALL, sides=[(picture, picture) for picture in pictures])
    game = load(implementation, 1, components)
    beds = [full(i, "light", LAID[i - 1], but="e5", of=components) for i in range(1, len(prints) + 1)]
    state = game.state_from_dict(position(game, moves=32, beds=[[*beds, None][:2]], row="T07 . . .", cats=[0]))
    assert state.backend.solvable_ending() == solvable


def test_e_1_of_three_players_only_one_may_hold_a_bed(implementation: str) -> None:
    one, none = [with_free(1, 1), None], [None, None]
    assert planting(implementation, one, none, none)
    assert not planting(implementation, one, [with_free(2, 1), None], none)
    assert planting(implementation, one, none, none, none)


def test_e_1_only_the_final_round_is_solved(implementation: str) -> None:
    full_bed, other = with_free(1, 1), [bed(3), bed(4, "dark")]
    assert not planting(implementation, [full_bed, with_free(2, 1)], other, moves=0)


def test_e_1_squares_of_the_bed_in_slot_do_not_count(implementation: str) -> None:
    game = load(implementation, 1)
    here: dict[str, Any] = {"moves": 32, "slot": 0, "phase": "return", "cats": [0]}
    returning = bed(1, "light", THREE[0])  # with free squares again
    for free, solvable in ((2, True), (3, False)):
        state = game.state_from_dict(position(game, beds=[[returning, with_free(2, free)]], **here))
        assert state.backend.solvable_ending() == solvable


# M-33: best play


def test_m_33_the_line_of_a_known_game_is_what_trying_all_gives() -> None:
    for name, options, moves in (
        ("nim", {"piles": (1, 2, 3)}, ()),
        ("nim", {"piles": (2, 4)}, ()),
        ("tic_tac_toe", {}, ("a1", "c3")),
    ):
        state = cloche.load(name, options=options, implementation="reference").new_initial_state()
        for text in moves:
            state.apply_action(state.string_to_action(text))
        utility = Utility(state.game.backend, 0.5)
        solved, tried = solve(state.backend, utility), try_all(state.backend, utility)
        assert (solved.line, solved.worth, solved.scores) == (tried.line, tried.worth, tried.scores)


class MazeGame:
    """Places in layers, two ways from each to the next layer, so that most lines meet; two players move in turn."""

    players, shared_return, stakes, score_bounds, margin_scale = 2, False, 0, (0, 10), 5
    layers, places = 9, 4

    def __init__(self, seed: int) -> None:
        rng = Random(seed)
        self.ways = [[rng.choices(range(self.places), k=2) for _ in range(self.places)] for _ in range(self.layers)]
        self.points = [rng.randrange(11) for _ in range(self.places)]


class Maze(ReferenceState):
    """The last place says how ten points are shared."""

    def __init__(self, maze: MazeGame, layer: int = 0, place: int = 0) -> None:
        self.maze, self.layer, self.place = maze, layer, place
        self.game: Any = maze

    def current_player(self) -> int:
        return TERMINAL if self.layer == MazeGame.layers else self.layer % 2

    def legal_actions(self) -> list[int]:
        return [0, 1] if self.layer < MazeGame.layers else []

    def clone(self) -> Maze:
        return Maze(self.maze, self.layer, self.place)

    def scores(self) -> list[int]:
        points: int = self.maze.points[self.place]
        return [points, 10 - points]

    def to_dict(self) -> dict[str, Any]:
        return {"layer": self.layer, "place": self.place}

    def observation_tensor(self, player: int) -> list[float]:
        return []

    def _apply(self, action: int) -> None:
        self.layer, self.place = self.layer + 1, self.maze.ways[self.layer][self.place][action]

    def _text(self, action: int) -> str:
        return str(action)


def test_m_33_what_is_remembered_of_a_position_is_right_for_whoever_comes_there_next() -> None:
    for seed in range(60):
        game: Any = MazeGame(seed)
        state, utility = Maze(game), Utility(game, 1.0)
        solved, tried = solve(state, utility), try_all(state, utility)
        assert (solved.line, solved.worth) == (tried.line, tried.worth)


class Lottery(Maze):
    """A maze in which a ticket that is worth nothing is drawn after every move."""

    def __init__(self, maze: MazeGame, layer: int = 0, place: int = 0, tickets: tuple[int, ...] = ()) -> None:
        super().__init__(maze, layer, place)
        self.tickets = tickets

    def current_player(self) -> int:
        return CHANCE if len(self.tickets) < self.layer else super().current_player()

    def legal_actions(self) -> list[int]:
        return [3, 5] if self.current_player() == CHANCE else super().legal_actions()

    def clone(self) -> Lottery:
        return Lottery(self.maze, self.layer, self.place, self.tickets)

    def to_dict(self) -> dict[str, Any]:
        return {**super().to_dict(), "tickets": list(self.tickets)}

    def _apply(self, action: int) -> None:
        if self.current_player() == CHANCE:
            self.tickets = (*self.tickets, action)
        else:
            super()._apply(action)


def test_m_33_the_line_takes_the_lowest_outcome_of_idle_chance_nodes() -> None:
    for seed in range(10):
        game: Any = MazeGame(seed)
        utility = Utility(game, 1.0)
        without, drawn = solve(Maze(game), utility), solve(Lottery(game), utility)
        assert drawn.line == [move for action in without.line for move in (action, 3)]
        assert (drawn.worth, drawn.scores) == (without.worth, without.scores)


def test_m_33_tic_tac_toe_is_a_draw_and_4x4_connect_four_too() -> None:
    for name, options in (("tic_tac_toe", {}), ("connect_four", {"columns": 4, "rows": 3})):
        game = cloche.load(name, options=options, implementation="reference")
        ending = solve(game.new_initial_state().backend, Utility(game.backend, 0.0))
        assert ending.worth.utility == (ONE // 2, ONE // 2)


@pytest.mark.parametrize("players", [1, 2])
@pytest.mark.parametrize("margin_weight", [0.0, 0.5, 1.0])
def test_m_33_endings_are_worth_what_trying_all_gives(players: int, margin_weight: float) -> None:
    for native in narrow_endings(players):
        utility = Utility(native.game.backend, margin_weight)
        tried = try_all(native.backend, utility)
        for state in (native, in_reference(native)):
            for kind in KINDS:
                report = searched(kind, state, margin_weight=margin_weight)
                assert list(report.principal_variation) == tried.line
                assert report.best.utility == tried.worth.utility[state.current_player()] / ONE
                assert report.values == tuple(utility.returns(tried.worth.gain))
                assert report.score_mean == tuple(tried.scores)


def test_some_endings_that_are_tried_have_a_queue() -> None:
    for players in (1, 2):
        assert any(state.to_dict()["queue"] for state in narrow_endings(players))


def planting_alone(implementation: str, **rest: Any) -> cloche.State:
    """A bed that shows a pot and two cloches, one free square, and tiles that print something to put there."""
    game = load(implementation, len(rest["beds"]), NARROW)
    return game.state_from_dict(position(game, row="T08 T09 . .", **rest))


ALMOST = full(1, "light", "T01:o0@a1 T02:o0@a2 T03:o0@a3", but="c4", of=NARROW)


def test_m_33_the_tile_with_a_cloche_is_worth_most(implementation: str) -> None:
    """Scores 11. A pot on c4: 2 + 4 points. The cloche there: 1 + 6. Anything else costs a turn, and that 2 points."""
    rest = {"orange": [[0, 0, 5]], "blue": [[0, 0, 3]], "cats": [0]}
    report = searched(Mcts, planting_alone(implementation, moves=32, beds=[[ALMOST, None]], **rest))
    assert report.values == (18,)
    assert report.best_text == "T09:1:o0@c4"
    assert report.score_mean == (18,)


def test_m_33_a_win_comes_before_points(implementation: str) -> None:
    """The other has 17 points: only 18 win."""
    rest = {"orange": [[0, 0, 5], [0, 4, 13]], "blue": [[0, 0, 3], [0, 0, 0]], "cats": [0, 0]}
    state = planting_alone(implementation, moves=64, beds=[[ALMOST, None], [None, None]], **rest)
    for margin_weight in (0.0, 0.5):
        report = searched(FlatMonteCarlo, state, margin_weight=margin_weight)
        assert report.win_probability == (1.0, 0.0)
        assert report.best_text == "T09:1:o0@c4"
        assert report.score_mean == (18, 17)


@pytest.mark.parametrize("players", [1, 2])
def test_no_other_move_is_better_than_the_one_found(players: int) -> None:
    for state in narrow_endings(players):
        utility = Utility(state.game.backend, 0.5)
        mover = state.current_player()
        best = searched(Mcts, state, margin_weight=0.5).best
        worths = {}
        for action in state.legal_actions():
            then = state.child(action)
            if then.is_terminal():
                worths[action] = utility.of_end(then.backend).utility[mover] / ONE
            else:
                report = searched(Mcts, then, margin_weight=0.5)
                assert report.proven
                own = report.best.utility
                assert own is not None
                worths[action] = own if then.current_player() == mover else 1 - own
        assert best.utility == max(worths.values()) == worths[best.action]


@pytest.mark.parametrize("players", [1, 2])
def test_nobody_does_better_against_best_play(players: int) -> None:
    """Greedy and searching players in the place of either side."""
    rivals = [Greedy, lambda game: Mcts(game, endings=False, limits=Limits(simulations=50))]
    for state in narrow_endings(players):
        mover = state.current_player()
        best = searched(Mcts, state, margin_weight=0.5).best.utility
        assert best is not None
        for make in rivals:
            for solver in range(2):
                bots: list[Any] = [Mcts(state.game, margin_weight=0.5, limits=FEW), make(state.game)]
                end = state.clone()
                while not end.is_terminal():
                    side = solver if end.current_player() == mover else 1 - solver
                    end.apply_action(bots[side].act(end))
                worth = Utility(state.game.backend, 0.5).of_end(end.backend).utility[mover] / ONE
                if players == 1:
                    assert worth <= best if solver == 1 else worth == best
                else:
                    assert worth <= best if solver == 1 else worth >= best


# M-34: the searches


@pytest.mark.parametrize("players", [1, 2])
def test_m_34_reports_of_both_implementations_are_equal_to_the_end(players: int) -> None:
    game = cloche.load("cottage_garden", players)
    compared = []
    for seed in range(2):
        state = game.new_initial_state(seed=seed)
        bot = Greedy(game)
        while not state.is_terminal():
            free = state.to_dict()["die"] == 6 and free_squares(state)
            if state.backend.solvable_ending() and free <= 3:
                reference = in_reference(state)
                for kind in KINDS:
                    reports = [raw(kind(here.game), here, simulations=2) for here in (state, reference)]
                    assert reports[0] == reports[1]
                    assert reports[0]["proven"]
                compared.append(state.clone())
            state.apply_action(bot.act(state))
    assert len(phases(compared)) > 2


def free_squares(state: cloche.State) -> int:
    """Free squares of all beds, told by the rules: a pot token may go there."""
    return sum(text.startswith("pot:") for text in map(state.action_to_string, state.legal_actions()))


@pytest.mark.parametrize("kind", KINDS)
def test_m_34_a_solved_search_makes_no_simulation(implementation: str, kind: Any) -> None:
    native = narrow_endings(2)[0]
    state = native if implementation == "native" else in_reference(native)
    report = searched(kind, state)
    assert report.proven
    assert report.best.proven
    assert [action.proven for action in report.actions[1:]] == [False] * (len(report.actions) - 1)
    assert {action.visits for action in report.actions} == {0}
    assert {action.value for action in report.actions[1:]} == {None}
    assert sorted(action.action for action in report.actions) == state.legal_actions()
    assert report.stopped_by == "proven"
    assert (report.simulations, report.nodes) == (0, 0)
    end = state.clone()
    for action in report.principal_variation:
        end.apply_action(action)
    assert end.is_terminal()
    assert report.score_mean == tuple(end.scores())
    if kind is FlatMonteCarlo:
        rest = [action.action for action in report.actions[1:]]
        assert rest == sorted(rest)


@pytest.mark.parametrize("kind", KINDS)
def test_m_34_limits_do_not_matter_but_the_setting_does(implementation: str, kind: Any) -> None:
    native = narrow_endings(1)[0]
    state = native if implementation == "native" else in_reference(native)
    with_it = [raw(kind(state.game), state, **limits) for limits in ({"nodes": 1}, {"seconds": 0.001}, {"depth": 1})]
    assert with_it[0] == with_it[1] == with_it[2]
    flag = cloche.StopFlag()
    flag.set()
    assert kind(state.game).search(state, stop=flag).stopped_by == "proven"
    without = kind(state.game, endings=False).search(state, Limits(simulations=2))
    assert (without.simulations, without.proven) == (2, False)


def test_m_34_a_kept_tree_is_dropped(implementation: str) -> None:
    """Also one that was searched before the setting could count: the choices along the line stay proven and equal."""
    native = narrow_endings(1)[0]
    state = (native if implementation == "native" else in_reference(native)).clone()
    bot = Mcts(state.game)
    line = searched(Mcts, state).principal_variation
    for place, action in enumerate(line):
        report = bot.search(state, FEW)
        assert report.principal_variation == line[place:]
        assert report.tree_nodes == 1
        bot.advance(action)
        state.apply_action(action)


def test_the_setting_is_named_and_checked() -> None:
    game = cloche.load("cottage_garden", 1)
    for kind in KINDS:
        assert kind(game).settings["endings"] is True
        assert kind(game, endings=False).settings["endings"] is False
        with pytest.raises(ValueError, match="endings: 1, should be True or False"):
            kind(game, endings=1)  # type: ignore[arg-type]
    spec = BotSpec.parse("mcts:40,endings=false")
    assert spec.options == {"simulations": 40, "endings": False}
    assert str(spec) == "mcts:40,endings=false"
    assert BotSpec.parse(str(spec)) == spec
