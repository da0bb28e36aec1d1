"""Players: searches and simple opponents with one interface, over both implementations of a game.

What the searches do is written in `seeds/search.md`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any, ClassVar, SupportsIndex, TypeAlias, cast, get_args

from cloche import implementation as implementations
from cloche.backend import StateBackend, WorldsBackend
from cloche.bots import Bot, Progress, SearchingBot, Stop
from cloche.messages import listed, shown, whole_number
from cloche.report import NO_SEARCH, ActionReport, Limits, SearchReport
from cloche.settings import (
    GAME_DEFAULT,
    MOST_EXPLORATION,
    MOST_SEARCH_DEPTH,
    MOST_WORLDS,
    FinalChoice,
    Leaf,
    LinearValue,
    Observers,
    Opponents,
    Policy,
    Pruning,
    RootPolicy,
    SearchSettings,
    Selection,
    Unset,
    checked_flag,
    checked_number,
    checked_word,
    leaf_of,
    playout_of,
    workers_of,
)

if TYPE_CHECKING:
    from cloche.belief import Belief
    from cloche.game import Game
    from cloche.handle import PonderReport, SearchHandle
    from cloche.state import State

RANDOM_STREAM = 5  # seeds/random.md

# Judges positions; `Mcts` says of what and how.
Evaluator: TypeAlias = Callable[..., Any]


class Mcts(SearchingBot):
    """Monte Carlo tree search: the strongest player. The page `seeds/search.md` states it exactly (M-10 to M-88).

    Settings that are not given are the game's own; `settings` tells them. ValueError for what is not allowed. Equal
    seeds, settings and calls give equal reports.

    Args:
        game: What it plays, from `cloche.load`.
        seed: A whole number, taken modulo 2**64; names the random streams.
        selection: How a simulation chooses among moves. `puct` (M-13) trusts the game's own move weights, the prior,
            until visits say more; `uct` (M-14) tries every move once and ignores the weights and `fpu_reduction`.
        exploration: 0 .. 1e6, the constant of both formulas: the higher, the more visits go to moves that seem worse.
            Values of moves lie in 0 .. 1, so that about 1 is usual; 0 follows the best value alone.
        fpu_reduction: 0 .. 1, for `puct`: an unvisited move counts as worth the average of its node less this. The
            higher, the longer moves of low prior wait for a first visit.
        widening: 0 .. 1e6: of a node that was visited N times only the 1 + widening * sqrt(N) moves of highest prior
            are looked at (M-30), which helps where there are hundreds of moves; None looks at all.
        chance_widening: 0 .. 1e6, in games that hide nothing: a chance node that was visited N times takes no more than
            1 + chance_widening * sqrt(N) different outcomes (M-44), which helps where there are so many that hardly
            one comes twice; None takes all.
        opponents: What the others are thought to want in competitive games of three and more (M-39). `maxn`: each their
            own best; `paranoid`: that the player who searches gets as little as possible; what is proven then is what
            that player is sure of, whatever the others do.
        root: How simulations choose at the root (M-35). `selection`: as everywhere; `halving`: by sequential halving,
            rounds over the four moves that promise most, of which the better half goes on with twice the turns, begun
            anew until the search ends. In matches at equal simulations it was level with `selection` or weaker.
        final: Which move is chosen in the end (M-36). `visits`: the one visited most; `value`: the one worth most of
            those visited often; `lcb`: the one with the highest lower confidence bound of its worth.
        early_stop: Whether a search with a limit of simulations ends once no other move can be visited as often as the
            first one any more (M-40); goes with `final` = `visits`. Where nothing is hidden it ends early only while
            nothing in the tree is proven or bounded; a proof that the simulations left out would have found could still
            have turned the choice.
        observers: Whose trees a search has in games that hide something; in others `single` alone is allowed. `single`:
            one of what the player who searches sees (M-25), in which others choose without knowing what they hold;
            `multi`: one for each player (M-70), in which they choose by what they see themselves; without an evaluator.
        merge: In games that hide something, whether moves of others count as one where the onlooker knows the same
            after each of them (M-77); it looks at every such move at every visit, which takes long.
        transpositions: Whether orders of moves that come to the same knowledge share a node of the tree, in games that
            hide something (M-45); where nothing is hidden it changes nothing.
        margin_weight: 0 .. 1, what is maximised in competitive games: 0 is the share of wins alone, 1 the lead in
            score alone, between them a mixture (M-3).
        playout: How the moves of a playout are chosen (M-9). `random`: all alike; `greedy`: one of the highest prior
            weight; `prior`: at random by prior weight.
        playout_plies: Decisions of a playout before it is judged as `leaf` says, from 0; None plays to the end. The
            game's own, mostly None, but 0 with a `leaf` or an evaluator.
        leaf: What a playout is worth where it is cut (M-80). `playout`: what the scores there say (M-4); `linear`: what
            a linear function of the game's features expects, for games with `value` weights (M-81).
        evaluator: A function that judges cut playouts instead, many at once, such as a network (M-83 to M-88). It is
            called with a float32 array of the shape (n, *game.observation_tensor_shape), n at most `batch`: each row
            the position as the player to move knows it. It returns a float array of the shape (n, players) with the
            share 0 .. 1 of each player, 1 a win, the player to move first and the others in player order as in the
            tensor (where returns are shared x / (x + margin scale), x the points above the lowest score); or a tuple
            of that and of priors 0 .. 1 of the shape (n, num_distinct_actions), in place of the game's own. The array
            is used again for the next call. Calls come one at a time, from any of the threads. What it raises, or a
            ValueError for an answer that is none, ends the search. The values are maximised as they are:
            `margin_weight` is about ends of games alone.
        batch: 1 .. 65,536 positions that the evaluator gets at most; while they gather, each counts as lost (M-84).
            Reports depend on it.
        action_masks: Whether the evaluator gets a second argument, a bool array (n, num_distinct_actions) with the
            legal actions.
        endings: Whether the last moves of a game are solved exactly where the game says that it can be done (M-31);
            such a search makes no simulation, and its report is proven (M-34). Where hands are hidden the choice is
            drawn as an equilibrium plays it (M-54).
        workers: 1 .. 256 trees that are searched side by side and share what they find of the moves at the root
            (M-60 to M-65); simulations and memory are shared out among them. Reports depend on it. 1 is strongest for
            equal simulations; more let `threads` work.
        threads: 1 .. 256 threads that the workers run on, no more than there are workers; changes no report but its
            time.
        limits: Hold where `search` and `act` are given none; kept as `bot.limits`, which may be set at any time.
    """

    name = "mcts"
    _class_name = "Mcts"

    def __init__(
        self,
        game: Game,
        *,
        seed: SupportsIndex = 0,
        selection: Selection = "puct",
        exploration: float | None = None,
        fpu_reduction: float | None = None,
        widening: float | Unset | None = GAME_DEFAULT,
        chance_widening: float | None = None,
        opponents: Opponents = "maxn",
        root: RootPolicy = "selection",
        final: FinalChoice = "visits",
        early_stop: bool = False,
        observers: Observers = "single",
        merge: bool = False,
        transpositions: bool = True,
        margin_weight: float | None = None,
        playout: Policy | None = None,
        playout_plies: SupportsIndex | Unset | None = GAME_DEFAULT,
        leaf: Leaf = "playout",
        evaluator: Evaluator | None = None,
        batch: SupportsIndex = 64,
        action_masks: bool = False,
        endings: bool = True,
        workers: SupportsIndex = 1,
        threads: SupportsIndex = 1,
        limits: Limits | None = None,
    ) -> None:
        own = SearchSettings.of_game(game)
        leaves = leaf_of(game, leaf, evaluator, batch, action_masks)
        wide = own.widening if isinstance(widening, Unset) else widening
        settings = {
            "selection": checked_word("selection", selection, get_args(Selection)),
            "exploration": checked_number("exploration", exploration, own.exploration, MOST_EXPLORATION),
            "fpu_reduction": checked_number("fpu_reduction", fpu_reduction, own.fpu_reduction, 1.0),
            "widening": _width("widening", wide),
            "chance_widening": _width("chance_widening", chance_widening),
            "opponents": checked_word("opponents", opponents, get_args(Opponents)),
            "root": checked_word("root", root, get_args(RootPolicy)),
            "final": checked_word("final", final, get_args(FinalChoice)),
            "early_stop": checked_flag("early_stop", early_stop),
            "observers": checked_word("observers", observers, get_args(Observers)),
            "merge": checked_flag("merge", merge),
            "transpositions": checked_flag("transpositions", transpositions),
            "margin_weight": checked_number("margin_weight", margin_weight, own.margin_weight, 1.0),
            **playout_of(playout, playout_plies, own, leaves["leaf"]),
            **leaves,
            "endings": checked_flag("endings", endings),
            **workers_of(workers, threads),
        }
        if chance_widening is not None and not game.perfect_information:
            raise ValueError(
                f"chance_widening: {shown(chance_widening)}, should be None in {game.name}, which hides something"
            )
        if settings["early_stop"] and settings["final"] != "visits":
            raise ValueError(f"early_stop: True, should be False where final is {shown(settings['final'])}")
        for name, usual in (("observers", "single"), ("merge", False)):
            if game.perfect_information and settings[name] != usual:
                wrong = f"{name}: {shown(settings[name])}, should be {shown(usual)}"
                raise ValueError(f"{wrong} in {game.name}, which hides nothing")
        if evaluator is not None and settings["observers"] == "multi":
            raise ValueError("observers: 'multi', should be 'single' with an evaluator (M-78)")
        super().__init__(game, settings, seed=seed, limits=limits)

    def _raw_settings(self) -> dict[str, Any]:
        if self._settings["leaf"] != "linear":
            return self._settings
        return {**self._settings, "value": asdict(LinearValue.of_game(self._game))}

    def ponder(
        self, state: State | Belief, limits: Limits | None = None, *, player: SupportsIndex | None = None
    ) -> SearchHandle[PonderReport]:
        """Thinks while others are to move, in a thread of its own; gives a handle at once (M-66).

        `state` is the decision of another player that is waited for. The tree grows on the replies that promise most,
        so that after `advance` of the real one what lies below it is kept, and the next search goes on from there (a
        hit); a reply that was not looked at leaves nothing. Whatever this player is asked next (`search`, `start`,
        `act`, `advance`, `ponder`, `reset`) ends the pondering first, as `handle.stop()` does; the handle need not be
        kept. None as `limits` is no limit but the memory of the player's own.

        In games that hide something only what `player` knows is looked at, the one that this player plays for; it is
        not needed with a belief, which is somebody's. There the tree is a new one.

        ValueError as of `search`, where `player` is missing, and against `paranoid` opponents in competitive games of
        three and more that hide nothing; RuntimeError if this player searches. A pondering counts as a search (M-11),
        so that games with it repeat exactly only if its limits end it.
        """
        from cloche.handle import Job, PonderReport, SearchHandle, Task

        observer = self._observer(state, player)
        position = self._position(state, observer).clone()
        memory = Limits() if self.limits is None else replace(Limits(), memory_mb=self.limits.memory_mb)
        chosen = self._limits(memory if limits is None else limits, None, by_handle=True)
        job = Job(Task(self._search, position, chosen.raw(), observer), PonderReport.of, self._flags())
        self._end_pondering()
        self._claim.take()
        self._root = position.clone()
        job.begin(self._claim)
        self._pondering = SearchHandle(job)
        return self._pondering

    def _observer(self, state: State | Belief, player: SupportsIndex | None) -> int | None:
        """Who ponders where something is hidden; None elsewhere."""
        from cloche.belief import Belief

        number = None if player is None else whole_number("player", player, 0, self._game.players - 1)
        if self._game.perfect_information:
            of_sides = self._game.players > 2 and not self._game.backend.shared_return
            if of_sides and self._settings["opponents"] == "paranoid":
                raise ValueError(
                    "opponents: 'paranoid', should be 'maxn' to ponder where nothing is hidden: a tree against the"
                    " player who is to move there is of no use to another (M-39)"
                )
            return None
        known = state.player if isinstance(state, Belief) else number
        if known is None:
            raise ValueError(
                f"player: None, should be the one to ponder for, 0..{self._game.players - 1}: {self._game.name} hides"
                " something from each"
            )
        if number is not None and number != known:
            raise ValueError(f"player: {number}, should be {known}, whose belief it is")
        return known


def _width(name: str, value: float | None) -> float | None:
    return None if value is None else checked_number(name, value, 0.0, MOST_EXPLORATION)


class FlatMonteCarlo(SearchingBot):
    """As many playouts for every action, and no tree. The page `seeds/search.md` states it exactly (M-23).

    Settings that are not given are the game's own; `settings` tells them. ValueError for what is not allowed. Equal
    seeds, settings and calls give equal reports.

    Args:
        game: What it plays, from `cloche.load`.
        seed: A whole number, taken modulo 2**64; names the random streams.
        margin_weight: 0 .. 1, what is maximised in competitive games: 0 is the share of wins alone, 1 the lead in
            score alone, between them a mixture (M-3).
        playout: How the moves of a playout are chosen (M-9). `random`: all alike; `greedy`: one of the highest prior
            weight; `prior`: at random by prior weight.
        playout_plies: Decisions of a playout before it is judged by the scores (M-4), from 0; None plays to the end.
        endings: Whether the last moves of a game are solved exactly where the game says that it can be done (M-31);
            such a search makes no simulation, and its report is proven (M-34). Where hands are hidden the choice is
            drawn as an equilibrium plays it (M-54).
        workers: 1 .. 256 streams of playouts that simulations are shared out to (M-60, M-65). Reports depend on it.
        threads: 1 .. 256 threads that the workers run on, no more than there are workers; changes no report but its
            time.
        limits: Hold where `search` and `act` are given none; kept as `bot.limits`, which may be set at any time.
    """

    name = "flat"
    _class_name = "FlatMonteCarlo"

    def __init__(
        self,
        game: Game,
        *,
        seed: SupportsIndex = 0,
        margin_weight: float | None = None,
        playout: Policy | None = None,
        playout_plies: SupportsIndex | Unset | None = GAME_DEFAULT,
        endings: bool = True,
        workers: SupportsIndex = 1,
        threads: SupportsIndex = 1,
        limits: Limits | None = None,
    ) -> None:
        own = SearchSettings.of_game(game)
        settings = {
            "margin_weight": checked_number("margin_weight", margin_weight, own.margin_weight, 1.0),
            **playout_of(playout, playout_plies, own),
            "endings": checked_flag("endings", endings),
            **workers_of(workers, threads),
        }
        super().__init__(game, settings, seed=seed, limits=limits)


class Expectimax(SearchingBot):
    """Every line of play to a depth, deepened step by step. The page `seeds/search.md` states it exactly (X-1 to X-12).

    Chance is averaged exactly, and every player takes what is best for them: with two players alpha-beta, with three
    and more max^n. Reports are exact where the depth reaches the end of the game (`proven`), and the same however a
    search prunes and whatever it remembers. In a game that hides something each move's worth is averaged over worlds
    of the player to move, every world looked at as if all could see it ("strategy fusion"): that is quick and often
    good, but takes no account of what a player would not know later on, nor of bluffing. `report.worlds` says over
    how many.

    `Limits(depth=4)` looks four decisions ahead, chance between them not counted; at most 256. With `seconds` or
    `nodes` it deepens until they end it, and reports the last depth completed. `simulations` are refused. A report
    tells the worth of the chosen action; with `all_values` of all. ValueError for what is not allowed.

    Args:
        game: What it plays, from `cloche.load`.
        seed: A whole number, taken modulo 2**64; names the stream that worlds are drawn by.
        all_values: Whether every action gets its worth, rather than the best one and a bound of the others (X-7).
        worlds: 1 .. 100,000, how many worlds to average over (X-10): where there are no more all of them, by their
            probabilities, otherwise so many draws. Of no effect where nothing is hidden.
        pruning: What is left out because it can't matter; changes `nodes` alone. `star2`: alpha-beta, and at chance
            nodes bounds of what is still to come, after one reply to each outcome; `star1`: the same without replies;
            `none`: nothing. (Ballard 1983; with three and more players both are shallow pruning.)
        table: Whether positions are remembered, within `memory_mb`; changes `nodes` alone.
        endings: Whether the last moves of a game are solved exactly where the game says that it can be done (M-31);
            such a search looks at no depth, and its report is proven (X-12). Where hands are hidden the choice is
            drawn as an equilibrium plays it (M-54). With `all_values` nothing is solved.
        margin_weight: 0 .. 1, what counts in such endings of competitive games: 0 is the share of wins alone, 1 the
            lead in score alone, between them a mixture (M-3). Elsewhere wins alone count. None is the game's own, that
            of `Mcts`.
        limits: Hold where `search` and `act` are given none; kept as `bot.limits`, which may be set at any time.
    """

    name = "expectimax"
    ending_limits: ClassVar[tuple[str, ...]] = ("depth", "seconds", "cpu_seconds", "nodes")
    _class_name = "Expectimax"

    def __init__(
        self,
        game: Game,
        *,
        seed: SupportsIndex = 0,
        all_values: bool = False,
        worlds: SupportsIndex = 16,
        pruning: Pruning = "star2",
        table: bool = True,
        endings: bool = True,
        margin_weight: float | None = None,
        limits: Limits | None = None,
    ) -> None:
        own = SearchSettings.of_game(game)
        settings = {
            "all_values": checked_flag("all_values", all_values),
            "worlds": whole_number("worlds", worlds, 1, MOST_WORLDS),
            "pruning": checked_word("pruning", pruning, get_args(Pruning)),
            "table": checked_flag("table", table),
            "endings": checked_flag("endings", endings),
            "margin_weight": checked_number("margin_weight", margin_weight, own.margin_weight, 1.0),
        }
        super().__init__(game, settings, seed=seed, limits=limits)

    def _check_limits(self, limits: Limits) -> None:
        if limits.simulations is not None:
            raise ValueError(
                f"simulations: {limits.simulations}, should be None: Expectimax makes none; give"
                f" {listed(self.ending_limits)}"
            )
        if limits.depth is not None and limits.depth > MOST_SEARCH_DEPTH:
            raise ValueError(f"depth: {limits.depth}, should be at most {MOST_SEARCH_DEPTH}")

    def _prepare(self, position: StateBackend) -> None:
        if self._game.perfect_information:
            return
        from cloche.belief import listed_worlds
        from cloche.state import State

        worlds = listed_worlds(State(self._game, position), position.current_player(), self._settings["worlds"])
        if worlds is None or sum(weight for _, weight in worlds) >= 2**32:
            worlds = []
        cast(WorldsBackend, self._search).deal([(world.backend, weight) for world, weight in worlds])


class _PlainBot(Bot):
    """A player that looks at nothing but the moves it has."""

    def __init__(self, game: Game, *, seed: SupportsIndex = 0, limits: Limits | None = None) -> None:
        super().__init__(game, seed=seed, limits=limits)
        self._moves = 0  # since made or reset

    def _ranked(self, actions: list[int], weights: list[int]) -> list[int]:
        """Places in `actions`, best first; called once a move."""
        raise NotImplementedError

    def search(
        self,
        state: State | Belief,
        limits: Limits | None = None,
        stop: Stop | None = None,
        on_progress: Progress | None = None,
    ) -> SearchReport:
        """The choice with the moves' prior shares; no values. Limits and flag are neither needed nor looked at.

        ValueError for a state of another game, at a chance node and at the end of a game.
        """
        position = self._position(state)
        start = time.perf_counter()
        actions, weights = position.legal_actions(), position.prior()
        total = sum(weights)
        places = self._ranked(actions, weights)
        self._moves += 1
        reports = tuple(
            ActionReport(
                action=actions[place],
                text=position.action_to_string(actions[place]),
                visits=0,
                value=None,
                utility=None,
                prior=weights[place] / total,
                proven=False,
            )
            for place in places
        )
        return SearchReport(
            player=position.current_player(),
            best_action=reports[0].action,
            best_text=reports[0].text,
            actions=reports,
            values=None,
            win_probability=None,
            score_mean=None,
            score_sd=None,
            score_quantiles=None,
            principal_variation=(reports[0].action,),
            principal_texts=(reports[0].text,),
            simulations=0,
            seconds=time.perf_counter() - start,
            nodes=0,
            stopped_by=NO_SEARCH,
            proven=False,
            tree_nodes=0,
            tree_edges=0,
            tree_bytes=0,
            fingerprint=f"{0:016x}",
        )

    def start(self, state: State | Belief, limits: Limits | None = None) -> SearchHandle[SearchReport]:
        """`search` as the handle of searching players; it is done at once."""
        from cloche.handle import Job, SearchHandle

        return SearchHandle(Job.finished(self.search(state, limits)))

    def act(self, state: State | Belief, limits: Limits | None = None) -> int:
        """The action that the player takes; errors as of `search`."""
        position = self._position(state)
        actions = position.legal_actions()
        place = self._ranked(actions, position.prior())[0]
        self._moves += 1
        return actions[place]

    def advance(self, action: SupportsIndex) -> None:
        """Nothing: the player keeps nothing of what was played. ValueError if it is no whole number."""
        whole_number("action", action)

    def reset(self) -> None:
        """Starts the count of moves again."""
        self._moves = 0

    def __repr__(self) -> str:
        return f"cloche.{type(self).__name__}({self._game!r}, seed={self._seed})"


class Greedy(_PlainBot):
    """Takes the action that the game's own knowledge weighs most, the lowest id of equals (M-24)."""

    name = "greedy"

    def _ranked(self, actions: list[int], weights: list[int]) -> list[int]:
        return sorted(range(len(actions)), key=lambda place: -weights[place])


class Random(_PlainBot):
    """Takes any action, each equally likely (M-24)."""

    name = "random"

    def _ranked(self, actions: list[int], weights: list[int]) -> list[int]:
        rng = implementations.generator(self._game.implementation)(self._seed, RANDOM_STREAM, self._moves)
        drawn = rng.below(len(actions))
        return [drawn, *(place for place in range(len(actions)) if place != drawn)]
