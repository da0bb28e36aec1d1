"""A session: one game, who plays it, and what of it may be told."""

from __future__ import annotations

import itertools
import secrets
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from threading import RLock
from typing import Any, Literal

from cloche import implementation as implementations
from cloche._core import Rng
from cloche.backend import CHANCE, TERMINAL
from cloche.game import Game
from cloche.messages import shown
from cloche.opponents import Bot, BotSpec
from cloche.record import Record
from cloche.reference.base import draw
from cloche.report import SearchReport
from cloche.service import chance
from cloche.service.faults import BEYOND_LIMITS, GAME_OVER, HIDDEN, ILLEGAL_ACTION, NOT_YOUR_TURN, Fault
from cloche.service.results import LegalAction, Outcome, SeenMove, Status, Table
from cloche.service.work import Job
from cloche.state import State

HUMAN = "human"
WORLDS_LOOKED_AT = 8  # to see whether an action shows what was hidden
WORLDS_TRIED = 4000  # to find one in which something seen can happen
SESSION_STREAM, LOOK, TRY = 8, 0, 1  # seeds/random.md


@dataclass
class Thinker:
    """A bot that keeps what it found while pondering."""

    key: tuple[str, int | None]  # its text and the seed that was asked for
    bot: Bot


@dataclass
class Seats:
    """Who plays for each player: the client, None, or a bot."""

    bots: tuple[BotSpec | None, ...]
    seed: int | None
    _plain: dict[int, Bot] = field(default_factory=dict)  # of bots that keep count of their moves

    @property
    def names(self) -> list[str]:
        """As texts."""
        return [HUMAN if bot is None else str(bot) for bot in self.bots]

    def seed_of(self, seat: int) -> int:
        """Of the bot of a seat."""
        return secrets.randbits(64) if self.seed is None else self.seed + seat

    def bot(self, seat: int, game: Game, **limits: Any) -> Bot:
        """The bot of a seat; one that searches keeps nothing from move to move."""
        spec = self.bots[seat]
        if spec is None:
            raise Fault(NOT_YOUR_TURN, f"player {seat} is to act, whom the client plays: use apply")
        if spec.searches:
            return spec.make(game, seed=spec.options.get("seed", self.seed_of(seat)), **limits)
        if seat not in self._plain:
            self._plain[seat] = spec.make(game, seed=spec.options.get("seed", self.seed_of(seat)))
        return self._plain[seat]


class Session:
    """One game. Not to be used by two threads at once: `lock` is for that.

    With a `viewer` in a game that hides something, whatever is told is computed from `known`, a world made from what
    this player knows alone. A session from an observation holds nothing but that world.
    """

    def __init__(
        self,
        name: str,
        record: Record,
        *,
        viewer: int | None,
        seats: Seats,
        chance_by: Literal["auto", "client"] = "auto",
        most_moves: int,
    ) -> None:
        self.name = name
        self.lock: RLock = RLock()
        self.used: float = time.monotonic()
        self.running: Job[Any] | None = None  # a search or a bot's move
        self.pondering: Job[Any] | None = None
        self.thinker: Thinker | None = None
        self.seats = seats
        self.chance_by = chance_by
        self._most_moves = most_moves
        self._draws = chance.source(seats.seed)
        self._opened_for = viewer
        self._begin(record)

    def _begin(self, record: Record) -> None:
        self.record: Record | None = record  # None: there is nothing but an observation
        self.viewer = self._opened_for
        self._game = record.game
        self._truth = record.state
        self._known: State | None = None
        self._before: State | None = None  # the position before the last move; None where it is not kept
        self._shown: tuple[int, bool] | None = None  # a place of the record, and whether it showed something hidden
        self._moves: list[SeenMove] = []  # as the viewer saw them
        self._chances: dict[int, tuple[int, list[float]]] = {}  # ply -> who searched there, and what was found
        if record.names is None:
            record.names = self.seats.names
        if len(record):
            self._moves = self._seen_moves(self.viewer)
        self._draw_chance()

    # What it is

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._game

    @property
    def hides(self) -> bool:
        """Whether there is something that this session must not tell."""
        return self.viewer is not None and not self._game.perfect_information

    @property
    def table(self) -> Table:
        """What does not change."""
        game = self._game
        return {
            "game": game.name,
            "title": game.entry.title,
            "players": game.players,
            "options": game.options,
            "components": game.components_digest,
            "hides": not game.perfect_information,
            "shared_return": game.shared_return,
            "viewer": self.viewer,
            "observed": self.record is None,
            "seats": [HUMAN] * game.players if self.record is None else self.seats.names,
            "chance": "client" if self.record is None else self.chance_by,
        }

    @property
    def known(self) -> State:
        """The position as far as this session may tell: not to be changed."""
        if self._known is None:
            self._known = self._as_known_by(self.viewer) if self.hides else self._truth
        return self._known

    def seen_by(self, viewer: int | None) -> tuple[State, int | None]:
        """The position as a viewer knows it, and who that is; Fault if it is not for this session to tell."""
        if viewer is None or viewer == self.viewer:
            return self.known, self.viewer
        self._game.check_player(viewer)
        if self.hides:
            raise Fault(
                HIDDEN, f"viewer: {viewer}, should be {self.viewer}: the session tells what player {self.viewer} knows"
            )
        return self._as_known_by(viewer), viewer

    def _as_known_by(self, viewer: int | None) -> State:
        """A world made from what that player knows; when the game is over, what it came to is told."""
        if viewer is None or self._game.perfect_information or self._truth.is_terminal():
            return self._truth
        world = implementations.world_of(self._truth.backend, viewer, self._game.implementation)
        return State(self._game, world)

    @property
    def truth(self) -> State:
        """A copy of the position itself, for bots that play in this session and look at what their player knows."""
        return self._truth.clone()

    @property
    def player(self) -> int:
        """Who is to move."""
        return self.known.current_player()

    @property
    def awaits(self) -> Literal["client", "bot", "nobody"]:
        """Who is to act."""
        player = self.player
        if player == TERMINAL:
            return "nobody"
        if player == CHANCE or self.record is None or self.seats.bots[player] is None:
            return "client"
        return "bot"

    @property
    def ply(self) -> int:
        """Actions and outcomes so far."""
        return len(self._moves)

    def status(self, since: int, viewer: int | None = None) -> Status:
        """Where it stands, with the moves from number `since` on, as the session's or another viewer knows it."""
        known, viewer = self.seen_by(viewer)
        moves = self._moves if viewer == self.viewer else self._seen_moves(viewer)
        return {
            "session": self.name,
            "current_player": known.current_player(),
            "awaits": self.awaits,
            "ply": len(moves),
            "moves": moves[since:],
            "scores": known.scores(viewer),
            "ranks": known.ranks(viewer),
            "result": outcome(known),
        }

    def legal(self, viewer: int | None = None) -> list[LegalAction]:
        """What can be done, as far as the session's or another viewer may know."""
        known, viewer = self.seen_by(viewer)
        if viewer not in (None, known.current_player()) and not self._game.perfect_information:
            return []
        texts = ((action, known.action_to_string(action)) for action in known.legal_actions())
        return [{"action": action, "text": text, "words": self._game.in_words(text)} for action, text in texts]

    def _seen_moves(self, viewer: int | None) -> list[SeenMove]:
        if self.record is None:
            return self._moves
        if viewer is None or self._game.perfect_information:
            return [self._seen(move.player, move.text) for move in self.record.moves]
        pairs = zip(self.record.replay(), self.record.moves, strict=False)
        return [self._seen(move.player, state.action_view(move.action, viewer)) for state, move in pairs]

    def _seen(self, by: int, text: str) -> SeenMove:
        return {"by": by, "move": text, "words": self._game.in_words(text)}

    # How it went

    def found(self, report: SearchReport) -> None:
        """Keeps the chances to win that a search of this position has found."""
        if report.win_probability is not None:
            self._chances[self.ply] = (report.player, list(report.win_probability))

    def course(self, viewer: int | None = None) -> tuple[list[list[int]], list[list[float] | None]]:
        """At the start and after each move: scores as the viewer knew them, and the chances found by searches.

        Where something is hidden, a viewer is told of own searches alone.
        """
        _, viewer = self.seen_by(viewer)
        scores = [state.scores(viewer) for state in self._recorded().replay()]
        open_to_all = viewer is None or self._game.perfect_information
        told = {ply: chances for ply, (player, chances) in self._chances.items() if open_to_all or player == viewer}
        return scores, [told.get(ply) for ply in range(len(scores))]

    # What happens

    def apply(self, action: int | str) -> None:
        """The client acts for the player to move, or for chance; then chance is drawn."""
        player = self.player
        if player == TERMINAL:
            raise Fault(GAME_OVER, "the game is over")
        if self.record is None:
            self._apply_seen(action)
            return
        if self.awaits == "bot":
            raise Fault(NOT_YOUR_TURN, f"player {player} is to act, a bot ({self.seats.names[player]}): use play")
        self.play(self._checked(action))

    def _checked(self, action: int | str) -> int:
        """The id of a legal action; nothing but `known` is looked at."""
        known = self.known
        if isinstance(action, str):
            return known.string_to_action(action)
        known.action_to_string(action)
        return action

    def play(self, action: int) -> None:
        """A legal action of whoever is to move; then chance is drawn."""
        self._take(action)
        self._draw_chance()

    def _take(self, action: int) -> None:
        record = self._recorded()
        if len(record) >= self._most_moves:
            raise Fault(BEYOND_LIMITS, f"the game has {self._most_moves} moves, more are not allowed here")
        viewer = self.viewer if self.hides else None
        seen = None if viewer is None else self._truth.action_view(action, viewer)
        self._before, self._shown = self._truth, None
        move = record.play(action)
        if self.thinker is not None:
            self.thinker.bot.advance(action)
        self._moves.append(self._seen(move.player, move.text if seen is None else seen))
        self._moved(record)

    def _moved(self, record: Record) -> None:
        self._truth = record.state
        self._known = None
        if self.seats.seed is not None and self._truth.is_terminal() and not record.comment:
            record.comment = f"seed {self.seats.seed}"

    def _draw_chance(self) -> None:
        while self.chance_by == "auto" and self._truth.is_chance_node() and self.record is not None:
            self._take(draw(self._truth.backend.chance_weights(), self._draws))

    def undo(self) -> None:
        """Back to the last decision of the client."""
        place, record = self._taken_back(), self._recorded()
        record.undo(len(record) - place)
        record.comment = ""
        del self._moves[place:]
        self._before = self._shown = None
        self._chances = {ply: found for ply, found in self._chances.items() if ply <= place}
        self.thinker = None
        self._moved(record)

    @property
    def no_undo(self) -> str | None:
        """Why nothing can be taken back now; None if it can."""
        try:
            self._taken_back()
        except Fault as fault:
            return str(fault)
        return None

    def _taken_back(self) -> int:
        """The place in the record of the action that `undo` takes back; Fault if there is none."""
        moves, bots = self._recorded().moves, self.seats.bots
        own = [place for place, move in enumerate(moves) if move.player >= 0 and bots[move.player] is None]
        if not own:
            raise Fault(ILLEGAL_ACTION, "there is no action of the client to take back")
        place = own[-1]
        if self.hides and (place < len(moves) - 1 or self._shown_by_last):
            raise Fault(HIDDEN, "the last action can't be taken back: something hidden was seen since")
        return place

    @property
    def _shown_by_last(self) -> bool:
        """Whether the last action of the record told its player something that was hidden (H-6)."""
        record = self._recorded()
        last = len(record) - 1
        if self._shown is None or self._shown[0] != last:
            before = self._before or next(itertools.islice(record.replay(), last, None))
            self._shown = (last, _tells(before, record.moves[last].action))
        return self._shown[1]

    def set_state(self, state: State) -> None:
        """Goes on from a position of the same game."""
        record = Record.start(self._game, state)
        self.thinker = None
        self._begin(record)

    def set_observation(self, world: State, observer: int) -> None:
        """Goes on from what a player knows, as this player's session."""
        self.thinker = None
        self.record = None
        self._moves = []
        self._chances = {}
        self.viewer = observer
        self._see(world)

    def _recorded(self) -> Record:
        if self.record is None:
            raise Fault(
                HIDDEN, "the session knows no more than one player's observation: use apply, or set_position again"
            )
        return self.record

    # Sessions of an observer: there is no truth

    def _see(self, world: State) -> None:
        self._truth = self._as_of(world)
        self._known = None

    def _as_of(self, world: State) -> State:
        assert self.viewer is not None
        backend = implementations.world_of(world.backend, self.viewer, self._game.implementation)
        return State(self._game, backend)

    def _apply_seen(self, action: int | str) -> None:
        """Something that the observer saw: an own action, or the view of an action of others or of chance."""
        if len(self._moves) >= self._most_moves:
            raise Fault(BEYOND_LIMITS, f"the game has {self._most_moves} moves, more are not allowed here")
        viewer, player = self.viewer, self.player
        assert viewer is not None
        if player == viewer or self._game.perfect_information:
            number = self._checked(action)
            if not self._game.perfect_information and _tells(self.known, number):
                raise Fault(HIDDEN, "this action shows hidden things: give set_position the observation after it")
            text, world = self.known.action_to_string(number), self.known.child(number)
        elif isinstance(action, str):
            text, world = action.strip(), self._world_after(action.strip(), viewer)
        else:
            raise Fault(ILLEGAL_ACTION, f"action {shown(action)}: should be what player {viewer} saw of it, a text")
        self._moves.append(self._seen(player, text))
        self._see(world)

    def _world_after(self, view: str, viewer: int) -> State:
        """A position after something that the viewer saw; all such positions have one observation (H-6)."""
        rng = Rng(0, SESSION_STREAM, TRY)
        for _ in range(WORLDS_TRIED):
            world = self.known.redeal(viewer, rng)
            for action in world.legal_actions():
                if world.action_view(action, viewer) == view:
                    return world.child(action)
        raise Fault(
            ILLEGAL_ACTION,
            f"action {shown(view)} can't be seen by player {viewer} here, as far as {WORLDS_TRIED} worlds tell; if it"
            " was, give set_position the observation after it",
        )


def outcome(state: State) -> Outcome | None:
    """How a game ended; None while it goes on."""
    if not state.is_terminal():
        return None
    return {"scores": state.scores(), "ranks": state.ranks(), "returns": state.returns()}


def _tells(before: State, action: int) -> bool:
    """Whether an action shows the player who makes it something that was hidden: what follows differs by world."""
    player = before.current_player()
    rng = Rng(0, SESSION_STREAM, LOOK)
    worlds = [before.redeal(player, rng) for _ in range(WORLDS_LOOKED_AT)]
    return not _all_equal(world.child(action).observation(player) for world in worlds)


def _all_equal(items: Iterable[Any]) -> bool:
    listed: Sequence[Any] = list(items)
    return all(item == listed[0] for item in listed)
