"""A position: `State`, one class over both implementations."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Self, SupportsIndex

from cloche import position_bytes
from cloche.backend import CHANCE, TERMINAL, Data, StateBackend
from cloche.messages import MOST_LISTED, MOST_NOTATION, illegal_move, shown, some, whole_number

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cloche._core import Rng
    from cloche.belief import Belief
    from cloche.game import Game


class State:
    """One position of a game, changed in place by `apply_action`.

    States are made by `Game.new_initial_state`, `Game.state_from_dict` and `Game.deserialize`. They pickle, copy,
    compare and hash by value; one that is in a set or a dict must not be changed. A state is not to be used by two
    threads at once.
    """

    __slots__ = ("_backend", "_game")

    def __init__(self, game: Game, backend: StateBackend) -> None:
        self._game = game
        self._backend = backend

    @property
    def game(self) -> Game:
        """The game that the position belongs to."""
        return self._game

    @property
    def backend(self) -> StateBackend:
        """The object of the implementation, for searches; it is unchecked, and changing it changes this state."""
        return self._backend

    # Whose turn it is, and what may happen

    def current_player(self) -> int:
        """The player to move, `cloche.CHANCE` (-1) or, when the game is over, `cloche.TERMINAL` (-4)."""
        return self._backend.current_player()

    def is_chance_node(self) -> bool:
        """Whether nature moves next."""
        return self._backend.current_player() == CHANCE

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._backend.current_player() == TERMINAL

    def legal_actions(self) -> list[int]:
        """Ids of the legal actions, ascending; the outcomes at a chance node; nothing when the game is over."""
        return self._backend.legal_actions()

    def is_legal(self, action: SupportsIndex) -> bool:
        """Whether a whole number of any size is in `legal_actions()`; ValueError if it is no whole number."""
        return self._backend.is_legal(whole_number("action", action))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """At a chance node every outcome with its probability, ascending, summing to 1; empty elsewhere."""
        weights = self._backend.chance_weights()
        total = sum(weight for _, weight in weights)
        return [(outcome, weight / total) for outcome, weight in weights]

    def prior(self) -> list[int]:
        """What the game's own knowledge thinks of each legal action: a weight of at least 1; empty at other nodes."""
        return self._backend.prior()

    # What follows

    def apply_action(self, action: SupportsIndex) -> None:
        """Plays a legal action, or an outcome at a chance node; ValueError otherwise, and nothing is changed."""
        number = whole_number("action", action)
        try:
            self._backend.apply_action(number)
        except ValueError:
            raise illegal(number, self._backend) from None

    def child(self, action: SupportsIndex) -> Self:
        """The position after an action; this one stays as it is. ValueError as `apply_action`."""
        child = self.clone()
        child.apply_action(action)
        return child

    def resolve_chance(self, rng: Rng) -> None:
        """Draws chance nodes (R-7 of seeds/random.md) until a decision or the end; TypeError without a `cloche.Rng`."""
        check_rng(rng)
        self._backend.resolve_chance(rng)

    def clone(self) -> Self:
        """A copy that shares nothing that can change."""
        return type(self)(self._game, self._backend.clone())

    # What it is worth

    def scores(self, viewer: int | None = None) -> list[int]:
        """The game's own points of each player, current at any time; with a viewer as that player knows them."""
        self._check_viewer(viewer)
        return self._backend.scores() if viewer is None else self._backend.scores_known_to(viewer)

    def ranks(self, viewer: int | None = None) -> list[int]:
        """The place of each player by the current scores, tie-breaks included: 1 is best, after two firsts comes 3."""
        self._check_viewer(viewer)
        return self._backend.ranks() if viewer is None else self._backend.ranks_known_to(viewer)

    def returns(self) -> list[float]:
        """The utility of each player when the game is over, 0 for everybody before."""
        return self._backend.returns()

    # Notation

    def action_to_string(self, action: SupportsIndex) -> str:
        """Notation of a legal action or outcome; ValueError otherwise."""
        number = whole_number("action", action)
        try:
            return self._backend.action_to_string(number)
        except ValueError:
            raise illegal(number, self._backend) from None

    def string_to_action(self, text: str) -> int:
        """The legal action or outcome with that notation; ValueError, with close ones, if there is none.

        Notation is case-sensitive; blanks around it are ignored.
        """
        if isinstance(text, str):
            try:
                return self._backend.string_to_action(text.strip())
            except (TypeError, ValueError):  # the core takes no text that is not Unicode
                pass
            raise ValueError(illegal_move(text, self._legal_texts(), _who(self._backend)))
        raise ValueError(f"action {shown(text)} is not legal here; {_allowed(self._legal_texts(), self._backend)}")

    def action_view(self, action: SupportsIndex, viewer: int) -> str:
        """What a player sees of a legal action or outcome: its notation without what is hidden from them (H-5)."""
        observer = self._game.check_player(viewer)
        number = whole_number("action", action)
        try:
            return self._backend.seen_text(number, observer)
        except ValueError:
            raise illegal(number, self._backend) from None

    # What a player knows

    def observation(self, player: int) -> Data:
        """All that a player knows, and nothing else, as JSON-able data; keys as in `seeds/<game>/state.md`."""
        return self._backend.observation(self._game.check_player(player))

    def belief(self, player: int) -> Belief:
        """What a player can say of what is hidden from them here; built from their observation alone."""
        from cloche.belief import Belief

        return Belief(self, player)

    def redeal(self, observer: int, rng: Rng) -> Self:
        """A world that `observer` can't tell from this one, drawn with its probability (H-3 of seeds/hidden.md).

        Nothing of this position that the observer can't know goes into it. TypeError without a `cloche.Rng`.
        """
        check_rng(rng)
        world = self.clone()
        world._backend.redeal(self._game.check_player(observer), rng)
        return world

    def observation_tensor(self, player: int) -> NDArray[np.float32]:
        """What a player sees, as a new float32 array of the shape `game.observation_tensor_shape`."""
        import numpy as np

        numbers = self._backend.observation_tensor(self._game.check_player(player))
        return np.array(numbers, dtype=np.float32).reshape(self._game.observation_tensor_shape)

    # Data

    def to_dict(self) -> Data:
        """The whole truth as JSON-able data, equal in both implementations; keys as in `seeds/<game>/state.md`."""
        return self._backend.to_dict()

    def serialize(self) -> bytes:
        """The position as bytes for `Game.deserialize`: compact, versioned, checked, equal in both implementations."""
        return position_bytes.pack(self.to_dict(), self._game.fingerprint)

    # Pictures

    def text(self, viewer: int | None = None, *, legal: bool | Sequence[str] = False) -> str:
        """A picture in plain characters, of the whole truth or of what a viewer knows.

        `legal` shows what may be done here: True for all of it, or the notations of some legal actions. ValueError
        for a text that is none. Where something is hidden a viewer is shown what they may do themselves, nothing else.
        """
        return self._draw("text", viewer, legal=self._shown_legal(legal, viewer))

    def svg(self, viewer: int | None = None, *, legal: bool | Sequence[str] = False, last: str | None = None) -> str:
        """An SVG picture that stands alone, of the whole truth or of what a viewer knows.

        `legal` lights up what may be done here: True for all of it, or the notations of some legal actions. `last` is
        the notation of the last move, to be marked, and named, by pictures of the five games in plain words; it is
        taken as it is, up to 40 characters (`action_view` tells what a viewer saw of it). ValueError for a text of
        `legal` that is no legal action here, and for a longer `last`.
        Where something is hidden a viewer is shown what they may do themselves, nothing else.
        """
        if last is not None and not (isinstance(last, str) and 0 < len(last) <= MOST_NOTATION):
            raise ValueError(
                f"last: {shown(last)}, should be the notation of a move, of 1..{MOST_NOTATION} characters, or None"
            )
        return self._draw("svg", viewer, legal=self._shown_legal(legal, viewer), last=last)

    def _shown_legal(self, legal: bool | Sequence[str], viewer: int | None) -> list[str]:
        if viewer not in (None, self.current_player()) and not self._game.perfect_information:
            return []  # what others may do tells what they hold
        if isinstance(legal, bool):
            return self._legal_texts() if legal else []
        if not isinstance(legal, Collection) or isinstance(legal, str | bytes):
            raise ValueError(f"legal: {shown(legal)}, should be true, false or a list of notations")
        texts = self._legal_texts()
        known = set(texts)
        for text in legal:
            if not isinstance(text, str) or text not in known:
                raise ValueError(f"legal: {shown(text)} is no legal action here; {_allowed(texts, self._backend)}")
        return list(legal)

    def _legal_texts(self) -> list[str]:
        return [self._backend.action_to_string(action) for action in self._backend.legal_actions()]

    def _draw(self, how: str, viewer: int | None, **extras: Any) -> str:
        draw: Callable[..., str] = getattr(import_module(self._game.entry.draw_module), how)
        data = self.to_dict() if viewer is None else self.observation(viewer)
        game = self._game
        return draw(data, components=game.components, options=game.options, viewer=viewer, **extras)

    # Errors

    def _check_viewer(self, viewer: int | None) -> None:
        if viewer is not None:
            self._game.check_player(viewer)

    # As a Python value

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self._game == other._game and self._backend == other._backend

    def __hash__(self) -> int:
        return hash((self._game, self._backend))

    def __copy__(self) -> Self:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.clone()

    def __reduce__(self) -> tuple[Callable[..., State], tuple[Game, bytes]]:
        return _unpickled, (self._game, self.serialize())

    def __str__(self) -> str:
        return self.text()

    def _repr_svg_(self) -> str:
        """The whole truth as a picture, for notebooks."""
        return self.svg()

    def __repr__(self) -> str:
        player = self.current_player()
        turn = {CHANCE: "chance", TERMINAL: "over"}.get(player, f"player {player} to move")
        return f"<cloche.State {self._game.name}: {turn}>"


def _unpickled(game: Game, content: bytes) -> State:
    return game.deserialize(content)


# Errors


def check_rng(rng: Rng) -> None:
    """TypeError unless it is a `cloche.Rng`."""
    from cloche._core import Rng

    if not isinstance(rng, Rng):
        raise TypeError(f"rng: {shown(rng)}, should be a cloche.Rng")


def illegal(action: int, backend: StateBackend, where: str = "here") -> ValueError:
    """What to raise for an action that is not legal in a position: it names the action and the legal ones."""
    legal = backend.legal_actions()
    texts = [f"{id_} ({backend.action_to_string(id_)})" for id_ in legal[:MOST_LISTED]]
    return ValueError(f"action {shown(action)} is not legal {where}; {_allowed(texts, backend, len(legal))}")


def _allowed(texts: Sequence[str], backend: StateBackend, count: int | None = None) -> str:
    if not texts:
        return "the game is over"
    return f"{_who(backend)} {some(texts, len(texts) if count is None else count)}"


def _who(backend: StateBackend) -> str:
    """What goes before a list of legal actions or outcomes."""
    player = backend.current_player()
    return "the outcomes are" if player == CHANCE else f"player {player} may play"
