"""The games as OpenSpiel games, and our players as its bots; the extra is `openspiel`.

Importing registers `cloche_<game>` for every game:

>>> import pyspiel
>>> import cloche.adapters.openspiel
>>> game = pyspiel.load_game("cloche_bloom_town(players=3,side=B)")
>>> state = game.new_initial_state()

Parameters are `players` and the rule options. One that takes a list or a word is a text: items with `;` between them,
and one number alone with `;` after it (`cloche_nim(piles=5;)`, `cloche_buds_and_blooms(rocks=2;)`), since OpenSpiel
takes bare digits for a number. A path of a component file does not fit into a game string, but `SpielGame` makes a game
of any loaded one. OpenSpiel serializes a game as its string alone, so keep a state of such a game by its `position`.

The bots and algorithms of OpenSpiel in Python play these games. Its `MCTSBot` and `ISMCTSBot` in C++ (`pyspiel`) end
the process with a segmentation fault on games in Python, OpenSpiel's own too, since 1.6.13 (seen with 2.0.2): take
those of `open_spiel.python.algorithms`. Where something is hidden that is `ismcts`; `mcts` looks at the whole truth.

OpenSpiel serializes states of games in Python by pickle: read none that you do not trust.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from cloche import registry
from cloche.backend import CHANCE, TERMINAL
from cloche.extras import needs
from cloche.game import Game, load
from cloche.implementation import REDEAL_STREAM
from cloche.options import Flag, Whole, Wholes

with needs("pyspiel", extra="openspiel"):
    import numpy as np
    import pyspiel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cloche.bots import Player
    from cloche.registry import GameEntry
    from cloche.report import Limits
    from cloche.state import State

PREFIX = "cloche_"
NO_BOUND = 10**9  # where OpenSpiel wants the most of something that has no bound, or none that cloche knows

GameType = pyspiel.GameType


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of cloche as OpenSpiel loads it. `rules` is the `cloche.Game`.

    Args:
        rules: A loaded game.
        params: The parameters it was loaded with; all of them where nothing is said.
    """

    def __init__(self, rules: Game, params: Mapping[str, Any] | None = None) -> None:
        self.rules = rules
        length = rules.max_game_length
        info = pyspiel.GameInfo(
            num_distinct_actions=rules.num_distinct_actions,
            max_chance_outcomes=rules.max_chance_outcomes,
            num_players=rules.players,
            min_utility=rules.min_utility,
            max_utility=rules.max_utility,
            utility_sum=rules.utility_sum,
            max_game_length=NO_BOUND if length is None else length,
        )
        super().__init__(_game_type(rules), info, _parameters(rules) if params is None else dict(params))

    def new_initial_state(self) -> SpielState:
        """The first node of the game, mostly chance."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """More than any game has: cloche counts decisions alone. 0 without chance."""
        return NO_BOUND if self.rules.max_chance_outcomes else 0

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> Observer | None:
        """What one player knows of a state, public and private; None for parts of it, which can't be had alone.

        `pyspiel.SpielError` for parameters: there are none.
        """
        if params:
            raise pyspiel.SpielError(f"{self.rules.name}: observations take no parameters, {dict(params)} was given")
        if iig_obs_type is not None and not (
            iig_obs_type.public_info and iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        ):
            return None
        return Observer(self.rules)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position as OpenSpiel plays it. `position` is the `cloche.State`.

    Made by `SpielGame.new_initial_state`. Information state and observation are the same: as a string
    `State.observation` in JSON with sorted keys, as a tensor `State.observation_tensor`. The string holds every fact
    that still matters, not the order of moves.
    """

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        # The only attribute: OpenSpiel copies and pickles all there are.
        self.position: State = game.rules.new_initial_state()

    def current_player(self) -> Any:
        """The player to move, or what stands for chance or the end."""
        player = self.position.current_player()
        return _NOBODY.get(player, player)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.is_terminal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """At a chance node every outcome with its probability, ascending."""
        return self.position.chance_outcomes()

    def returns(self) -> list[float]:
        """The utility of each player when the game is over, 0 for everybody before."""
        return self.position.returns()

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> SpielState:
        """A state that the player can't tell from this one, drawn with its probability (`State.redeal`).

        Its history is empty: which worlds are possible follows from what the player knows, the way there does not.
        """
        from cloche._core import Rng

        state: SpielState = self.get_game().new_initial_state()
        with _spiel_errors:
            state.position = self.position.redeal(player_id, Rng(int(probability_sampler() * 2**53), REDEAL_STREAM))
        return state

    def __str__(self) -> str:
        return self.position.text()

    # What OpenSpiel's base class calls

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal_actions() if player == self.position.current_player() else []

    def _apply_action(self, action: int) -> None:
        with _spiel_errors:
            self.position.apply_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        with _spiel_errors:
            return self.position.action_to_string(action)


class Observer:
    """What a player knows of a state, as OpenSpiel's observers tell it.

    `tensor` is a float32 array, `dict` the same under the name `observation`.
    """

    def __init__(self, rules: Game) -> None:
        self.tensor: NDArray[np.float32] = np.zeros(rules.observation_tensor_shape, np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Fills `tensor` with what the player knows; `pyspiel.SpielError` for no player of the game."""
        with _spiel_errors:
            self.tensor[:] = state.position.observation_tensor(player)

    def string_from(self, state: SpielState, player: int) -> str:
        """What the player knows as JSON; `pyspiel.SpielError` for no player of the game."""
        with _spiel_errors:
            return json.dumps(state.position.observation(player), sort_keys=True, separators=(",", ":"))


class PlayerBot(pyspiel.Bot):  # type: ignore[misc]
    """A player of cloche as a bot of OpenSpiel, for `pyspiel.evaluate_bots` among others.

    >>> bot = PlayerBot(cloche.Mcts(game.rules, seed=1), cloche.Limits(simulations=400))

    Args:
        player: What plays; made for the `rules` of the game.
        limits: How long it may think each time; the player's own limits where nothing is said.
    """

    def __init__(self, player: Player, limits: Limits | None = None) -> None:
        super().__init__()
        self.player = player
        self.limits = limits

    def step(self, state: SpielState) -> int:
        """The action that it takes; `pyspiel.SpielError` where there is nothing to decide and for other games."""
        with _spiel_errors:
            return self.player.act(state.position, self.limits)

    def restart(self) -> None:
        """Makes the player as it was when new."""
        self.player.reset()

    def restart_at(self, state: SpielState) -> None:
        """Makes the player as it was when new."""
        self.player.reset()


# What OpenSpiel is told of a game

_NOBODY = {CHANCE: pyspiel.PlayerId.CHANCE, TERMINAL: pyspiel.PlayerId.TERMINAL}


def _game_type(rules: Game) -> Any:
    entry = rules.entry
    fewest, most = entry.players
    chance, information, utility = GameType.ChanceMode, GameType.Information, GameType.Utility
    if rules.utility_sum == 0:
        kind = utility.ZERO_SUM
    else:
        kind = utility.GENERAL_SUM if rules.players == 1 else utility.IDENTICAL
    return GameType(
        short_name=PREFIX + entry.name,
        long_name=f"{entry.title} (cloche)",
        dynamics=GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if rules.max_chance_outcomes else chance.DETERMINISTIC,
        information=information.PERFECT_INFORMATION if rules.perfect_information else information.IMPERFECT_INFORMATION,
        utility=kind,
        reward_model=GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(load(entry.name)),
    )


def _parameters(rules: Game) -> dict[str, Any]:
    """The players and options of a game as parameters: whole numbers, bools and texts."""
    texts = _texts(rules.entry)
    options = {name: _text(value) if name in texts else value for name, value in rules.options.items()}
    return {"players": rules.players} | options


def _rules(entry: GameEntry, params: Mapping[str, Any]) -> Game:
    """The game of some parameters; `pyspiel.SpielError` says everything that is wrong with one of them."""
    texts = _texts(entry)
    options = {name: _value(given, texts[name]) if name in texts else given for name, given in params.items()}
    players = options.pop("players", None)
    with _spiel_errors:
        return load(entry.name, players, options)


def _texts(entry: GameEntry) -> dict[str, bool]:
    """The options that are texts as parameters, and whether they are lists."""
    allowed = {option.name: option.metadata["allowed"] for option in dataclasses.fields(entry.options)}
    return {name: isinstance(its, Wholes) for name, its in allowed.items() if not isinstance(its, Flag | Whole)}


def _text(value: Any) -> str:
    """An option as a text that OpenSpiel takes for no number."""
    if isinstance(value, list):
        return "".join(f"{item};" for item in value)
    return value if isinstance(value, str) else f"{value};"


def _value(given: str, is_list: bool) -> Any:
    """What a text means to `load`, which names what it makes no sense of."""
    items = [int(item) if item.isdecimal() else item for item in given.removesuffix(";").split(";")]
    return items if is_list or len(items) > 1 else items[0]


class _SpielErrors:
    """Blocks in which our ValueErrors become those of OpenSpiel; one object does, since every move is such a block."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, ValueError):
            raise pyspiel.SpielError(str(error)) from None


_spiel_errors = _SpielErrors()


def _class(entry: GameEntry) -> type[SpielGame]:
    """What OpenSpiel calls with parameters.

    A class and no function: OpenSpiel lets go of it when the interpreter is gone already, and only a class, which
    refers to itself, is not freed then.
    """

    class Loaded(SpielGame):
        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            super().__init__(_rules(entry, params or {}), params)

    return Loaded


def _register() -> None:
    for name in registry.all_games():
        pyspiel.register_game(_game_type(load(name)), _class(registry.entry(name)))


_register()
