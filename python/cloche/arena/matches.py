"""Players against each other on equal deals with all seat rotations."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING, SupportsIndex

from cloche import strict_json
from cloche.arena.log import MOST_BLOCKS, LogWriter, played_so_far, tally_of
from cloche.arena.results import MatchResult, Plan, Tally
from cloche.arena.sprt import Sprt
from cloche.arena.table import Table, checked_stop, full_table, game_of_many, named_bots, play_block
from cloche.arena.telling import Teller
from cloche.bots import Stop
from cloche.jobs import MOST_JOBS, in_turn
from cloche.messages import shown, whole_number
from cloche.report import Limits

if TYPE_CHECKING:
    from cloche.game import Game
    from cloche.opponents import BotSpec


def match(
    game: Game,
    bots: Sequence[str | BotSpec],
    *,
    blocks: SupportsIndex,
    seed: SupportsIndex = 0,
    limits: Limits | None = None,
    sprt: Sprt | None = None,
    jobs: SupportsIndex = 1,
    ray: bool = False,
    log: str | os.PathLike[str] | None = None,
    resume: bool = False,
    stop: Stop | None = None,
    on_progress: Callable[[MatchResult], None] | None = None,
) -> MatchResult:
    """Plays `blocks` deals of `game`, each with every rotation of the seats, and compares the players.

    Each player is made anew for every game with a seed of its own, drawn from `seed`, the block, the rotation and its
    seat, and keeps its tree within the game. The result is the same for any number of processes, and on a cluster,
    unless players have limits of time: blocks count in their order, also where a test ends the match.

    Args:
        game: For two players or more, of those that somebody wins.
        bots: Texts or values of `BotSpec`; of fewer than the game has players the last one fills up the table.
        blocks: 1 .. 1,000,000; with `sprt` how many at most, which is to be fixed beforehand.
        seed: A whole number, taken modulo 2**64.
        limits: Of every player that searches, for matches with equal simulations or, with `cpu_seconds`, equal
            processor time of the searching thread; none of them may name what ends its searches itself.
        sprt: Ends the match as soon as it decides between two Elo differences of two players.
        jobs: Processes on this machine, 1 .. 1,024.
        ray: Whether to play on a Ray cluster in place of `jobs` (extra `ray`): the one this program is connected to,
            or as `ray.init()` finds or starts one.
        log: A file of JSON lines (`cloche.arena.log` says which) that gets every block as soon as it is over.
        resume: Whether to go on with the match that `log` holds, where there is one; without, the file must not be
            there. It must be the same match; only `blocks` may have grown, and that only without `sprt`.
        stop: A flag that ends the match in the middle of a game; what is returned is what was reached by then.
        on_progress: Gets the result so far, now and then, and the whole one; also where Ctrl-C ends the match.

    ValueError for numbers out of range, unknown players, and games in which nobody wins; OSError where the file cannot
    be written; KeyboardInterrupt for Ctrl-C; MissingExtra where Ray is asked for and not installed.
    """
    most = whole_number("blocks", blocks, 1, MOST_BLOCKS)
    processes = whole_number("jobs", jobs, 1, MOST_JOBS)
    root = whole_number("seed", seed)
    if sprt is not None and not isinstance(sprt, Sprt):
        raise ValueError(f"sprt: {shown(sprt)}, should be cloche.arena.Sprt or None")
    specs = named_bots(game_of_many(game), bots, limits)
    if sprt is not None and len(specs) != 2:
        raise ValueError(f"sprt: compares two players, not {len(specs)}")
    checked_stop(game, stop)
    plan = Plan(game, tuple(specs), root, most, sprt)
    start = time.perf_counter()
    with ExitStack() as stack:
        tally, writer = _begun(plan, log, resume, stack)

        def result(*, stopped: bool = False) -> MatchResult:
            return tally.result(time.perf_counter() - start, stopped=stopped)

        teller = Teller(on_progress, result)
        try:
            table = Table(game, full_table(game, specs), root)
            played = in_turn(play_block, table, range(tally.blocks, most), processes, ray=ray, stop=stop)
            for block in stack.enter_context(closing(played)) if tally.ended_by is None else ():
                tally.add(block)
                if writer is not None:
                    writer.add(block)
                if tally.ended_by is not None:
                    break
                teller.offer()
        except KeyboardInterrupt:
            if on_progress is not None and tally.blocks:
                on_progress(result(stopped=True))
            raise
    ended = result(stopped=tally.ended_by is None)
    if on_progress is not None and ended.blocks:
        on_progress(ended)
    return ended


def _begun(
    plan: Plan, log: str | os.PathLike[str] | None, resume: bool, stack: ExitStack
) -> tuple[Tally, LogWriter | None]:
    """What was played before, and the file that is to hold it and the rest."""
    if log is None:
        if resume:
            raise ValueError("resume: needs a log, the file of the match that is to go on")
        return Tally(plan), None
    path = strict_json.as_path(log)
    if path.exists() and not resume:
        raise ValueError(f"{path}: is there already; resume goes on with the match that it holds")
    before = played_so_far(path, plan) if path.exists() else ()
    tally = tally_of(plan, before)
    return tally, stack.enter_context(LogWriter(path, plan, before[: tally.blocks]))
