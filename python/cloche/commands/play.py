"""`cloche play`."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Mapping
from typing import Any

import click

from cloche.commands.actions import print_actions, print_line, told_in, words_of
from cloche.commands.common import (
    deal,
    drawn,
    find_position,
    game_options,
    json_option,
    last_decision,
    player_name,
    position_options,
)
from cloche.commands.output import Progress, check_file, console, print_json, say, show_board, write_text, writing
from cloche.game import Game
from cloche.implementation import generator
from cloche.messages import MOST_LISTED, guess, listed, shown
from cloche.opponents import NAMES, Bot, BotSpec
from cloche.record import Record
from cloche.report import Limits, SearchReport

HUMAN = "human"
DEFAULT_BOT = "mcts:1000"
HINT = Limits(simulations=2_000)
SHORT_LIST = 9  # moves that are listed unasked
MOST_OTHERS = 3  # moves that a hint names beside the best
CHANCE_STREAM = 1  # seeds/random.md

HELP = """\
a move in notation, or its number in the list (#3 where 3 could be a move)
moves      list the moves          hint       ask the search
moves TEXT those with TEXT         board      show the board
undo       take back your move     quit       end here
save FILE  write the record        help       this text"""
COMMANDS = ("moves", "hint", "undo", "board", "save", "help", "quit")


class _Quit(Exception):
    """The person at the keyboard has enough."""


@click.command("play")
@game_options
@position_options
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="WHO",
    help="Who sits where, in order: human or a BOT (`cloche match --help`). Seats that are not named are"
    f" {DEFAULT_BOT}: a BOT alone leaves none for you, and the bots play. [default: human, then {DEFAULT_BOT}]",
)
@click.option("--save", "save_file", metavar="FILE", help="Write the record of the game here at the end.")
@click.option("--svg", "svg_file", metavar="FILE", help="Keep a picture of the board here, renewed after each move.")
@json_option
def play(seats: tuple[str, ...], save_file: str | None, svg_file: str | None, as_json: bool, **described: Any) -> None:
    """Play a game in the terminal.

    A move is typed in notation (Tab completes it), in upper or lower case where that leaves one move, or as its
    number; `help` lists what else there is. Seats are counted from 1. Without a seed the deal is a new one each time.
    --record or --state go on with a game. Where stdin is no terminal, moves are read from it line by line, and the
    first that is wrong ends the game with exit code 2.
    """
    for name, path in (("--save", save_file), ("--svg", svg_file)):
        if path == "-":
            raise click.UsageError(f"{name} -: should be a file; --json prints the record on stdout")
    check_file(save_file)
    seed = secrets.randbits(32) if described["seed"] is None else described["seed"]
    position = find_position(**described)
    record = position.record
    if position.seed is None and not len(record) and record.at_chance:
        deal(record, seed)
    table = _Table(record, _seated(record.game, seats, seed), seed, svg_file, on_stderr=as_json)
    interrupted = False
    try:
        table.play()
    except (_Quit, KeyboardInterrupt) as reason:
        interrupted = isinstance(reason, KeyboardInterrupt)
        table.say("stopped before the end")
    finally:
        if save_file is not None:
            table.save(save_file)
    if as_json:
        print_json(record.to_dict())
    if interrupted:
        raise KeyboardInterrupt


def _seated(game: Game, seats: tuple[str, ...], seed: int) -> list[Bot | None]:
    """A bot for each player, None for people."""
    if len(seats) > game.players:
        raise click.UsageError(f"{len(seats)} seats given, the game is for {game.players} players")
    names = [*(seats or (HUMAN,))]
    names += [DEFAULT_BOT] * (game.players - len(names))
    for name in names:
        who, settings, _ = (word.strip() for word in name.partition(":"))
        if who not in (HUMAN, *NAMES):
            known = [HUMAN, *NAMES]
            raise click.UsageError(
                f"--seat: no player is called {shown(who)}{guess(who, known)}; there are {listed(known)}"
            )
        if who == HUMAN and settings:
            raise click.UsageError(f"--seat: {shown(name)}, should be {HUMAN} alone: people have no settings")
    return [
        None if name.strip() == HUMAN else BotSpec.parse(name).make(game, seed=seed + seat)
        for seat, name in enumerate(names)
    ]


class _Table:
    """A game that is being played, and what is said about it."""

    def __init__(
        self, record: Record, bots: list[Bot | None], seed: int, svg_file: str | None, *, on_stderr: bool
    ) -> None:
        self._record = record
        self._bots = bots
        self._seed = seed
        self._svg_file = svg_file
        self._chance = generator(record.game.implementation)(seed, CHANCE_STREAM, len(record.moves) + 1)
        self._on_stderr = on_stderr
        self._out = console(stderr=on_stderr)
        self._keyboard = _Keyboard()

    def say(self, text: str) -> None:
        """A line for the people at the table."""
        say(self._out, text)

    def play(self) -> None:
        """Plays to the end; _Quit if somebody wants to stop."""
        record = self._record
        self._draw_svg()
        if None not in self._bots:
            self.say("no human seat: bots play")
        elif self._keyboard.is_terminal:
            self.say("Type a move or its number (Tab completes it); moves lists them, help tells the rest.\n")
        while record.result is None:
            if record.at_chance:
                self._draw()
                continue
            bot = self._bots[record.state.current_player()]
            if bot is None:
                self._ask()
            else:
                self._let(bot)
        self._end()

    def save(self, path: str) -> None:
        """Writes the record; the seed goes into it as a comment once the game is over."""
        if self._record.result is not None and not self._record.comment:
            self._record.comment = f"seed {self._seed}"
        with writing(path):
            self._record.save(path)
        self.say(f"saved {path}")

    # Moves

    def _draw(self) -> None:
        """Chance nodes until a decision or the end."""
        texts = []
        while self._record.at_chance:
            texts.append(self._told(self._play(drawn(self._record, self._chance))))
        self._draw_svg()
        self.say(f"chance: {', '.join(texts)}")

    def _let(self, bot: Bot) -> None:
        state = self._record.state
        # What a bot thinks of is not for people who can't see what it holds.
        secret = not self._record.game.perfect_information and None in self._bots
        with Progress("thinking", None) as progress:
            report = bot.search(
                state, on_progress=lambda so_far: progress(so_far.simulations, "" if secret else so_far.best_text)
            )
        self._move(report.best_action, f"{player_name(report.player)} ({bot.name})")
        if (worth := report.worth(report.best)) and not secret:
            self.say(f"  expects: {worth}")

    def _move(self, action: int | str, who: str) -> None:
        text = self._play(action)
        self._draw_svg()
        self.say(f"{who}: {self._told(text)}")

    def _told(self, text: str) -> str:
        return told_in(self._record.game, text)

    def _play(self, action: int | str) -> str:
        """Plays a move or an outcome; bots hear of it, and people of what all of them see: its text."""
        before = self._record.state.clone()
        move = self._record.play(action)
        for bot in self._bots:
            if bot is not None:
                bot.advance(move.action)
        people = [seat for seat, bot in enumerate(self._bots) if bot is None]
        views = [before.action_view(move.action, person) for person in people]
        return next((view for view in views if view != move.text), move.text)

    def _undo(self) -> None:
        """Back to the last decision of a person before this one."""
        moves = self._record.moves
        for place in range(len(moves) - 1, -1, -1):
            if moves[place].player >= 0 and self._bots[moves[place].player] is None:
                self._record.undo(len(moves) - place)
                for bot in self._bots:
                    if bot is not None:
                        bot.reset()
                self._draw_svg()
                return
        raise ValueError("there is no move of yours to take back")

    # The person at the keyboard

    def _ask(self) -> None:
        state = self._record.state
        player = state.current_player()
        legal = [state.action_to_string(action) for action in state.legal_actions()]
        words = dict(zip(legal, words_of(self._record.game, legal), strict=True))
        self._show(player)
        if len(legal) <= SHORT_LIST:
            self._list(legal)
        while True:
            line = self._keyboard.read(f"{player_name(player)}> ", words | dict.fromkeys(COMMANDS, ""))
            try:
                if self._obey(line, legal, player):
                    return
            except (ValueError, OSError) as error:
                if not self._keyboard.is_terminal:
                    raise
                self.say(str(error))

    def _obey(self, line: str, legal: list[str], player: int) -> bool:
        """Does what a line says; whether the position changed."""
        words = line.split(maxsplit=1)
        if not words:
            return False
        command = words[0].lower()
        if (move := _meant(line, legal)) is not None:
            self._move(move, player_name(player))
        elif (number := line.removeprefix("#")).isascii() and number.isdigit():
            if not 1 <= int(number[:9]) <= len(legal):
                raise ValueError(f"{shown(line)}: the moves are numbered 1..{len(legal)}")
            self._move(legal[int(number[:9]) - 1], player_name(player))
        elif command == "undo" and len(words) == 1:
            self._undo()
        elif command == "moves":
            self._list(legal, line.partition(words[0])[2].strip())
            return False
        elif command == "save":
            if len(words) == 1:
                raise ValueError("save: name a file, as in: save game.json")
            self.save(words[1].strip())
            return False
        elif command in COMMANDS and len(words) == 1:
            self._inform(command, legal, player)
            return False
        else:
            some = ", ".join(legal[:MOST_LISTED]) + (", ..." if len(legal) > MOST_LISTED else "")
            raise ValueError(
                f"{shown(line)} is no move here{guess(line, legal)}; there are {some}; or {listed(COMMANDS)}"
            )
        return True

    def _inform(self, command: str, legal: list[str], player: int) -> None:
        if command == "quit":
            raise _Quit
        if command == "help":
            self.say(HELP)
        elif command == "board":
            self._show(player)
        else:
            from cloche.players import Mcts

            with Progress("thinking", HINT.simulations) as progress:
                report = Mcts(self._record.game).search(
                    self._record.state, HINT, on_progress=lambda so_far: progress(so_far.simulations, so_far.best_text)
                )
            self._tell(report)

    def _list(self, legal: list[str], having: str = "") -> None:
        """The moves with their numbers; those with a text in them."""
        if not print_actions(self._out, self._record.game, legal, having):
            self.say(f"no move has {shown(having)} in its notation or words")

    def _tell(self, report: SearchReport) -> None:
        """A hint: the best move, the next best ones, and the line that is expected."""
        game = self._record.game
        self.say(report.summary(game.in_words))
        for place, action in enumerate(report.actions[1 : 1 + MOST_OTHERS]):
            self.say(f"{'      ' if place else 'also: '}{told_in(game, action.text, report.worth(action))}")
        print_line(self._out, game, report)

    # Pictures

    def _viewer(self) -> int | None:
        """Whose view pictures take: that of the only person, or of the one to move."""
        people = [seat for seat, bot in enumerate(self._bots) if bot is None]
        if self._record.result is not None or not people:
            return None
        player = self._record.state.current_player()
        return player if player in people else people[0]

    def _show(self, viewer: int) -> None:
        show_board(self._out, self._record.state, viewer)

    def _draw_svg(self) -> None:
        if self._svg_file is not None:
            picture = self._record.state.svg(self._viewer(), last=last_decision(self._record, self._viewer()))
            write_text(self._svg_file, picture)

    def _end(self) -> None:
        result = self._record.result
        assert result is not None
        show_board(self._out, self._record.state)
        winners = [player for player, rank in enumerate(result.ranks) if rank == 1]
        words = f"{listed(map(player_name, winners))} {'wins' if len(winners) == 1 else 'share first place'}"
        if self._record.game.shared_return:
            words = f"all players score {result.scores[0]}"
        self.say(f"The game is over: {words}. Scores: {', '.join(map(str, result.scores))}.")


def _meant(line: str, legal: list[str]) -> str | None:
    """The move that a line names, in any case and with any blanks; None if none, ValueError if it could be several."""
    if line in legal:
        return line
    typed = "".join(line.split()).casefold()
    found = [text for text in legal if text.casefold() == typed]
    if len(found) > 1:
        raise ValueError(f"{shown(line)} could be {' or '.join(found)}")
    return found[0] if found else None


class _Keyboard:
    """Lines from a terminal, with completion, or from whatever stdin is."""

    def __init__(self) -> None:
        self.is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
        self._session: Any = None

    def read(self, prompt: str, completions: Mapping[str, str]) -> str:
        """The next line; _Quit where there is none. Completions are shown with what they mean."""
        if not self.is_terminal:
            try:
                line = sys.stdin.readline()
            except UnicodeDecodeError as error:
                raise ValueError(f"stdin: not {error.encoding}, in which moves should be") from None
            if not line:
                raise _Quit
            return line.strip()
        from prompt_toolkit import PromptSession
        from prompt_toolkit.completion import WordCompleter

        if self._session is None:
            self._session = PromptSession()
        completer = WordCompleter([*completions], meta_dict=dict(completions), ignore_case=True, sentence=True)
        try:
            typed: str = self._session.prompt(prompt, completer=completer)
        except EOFError:
            raise _Quit from None
        return typed.strip()
