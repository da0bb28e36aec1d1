"""What is told of searches and positions, as data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias

from cloche.game import Game
from cloche.report import SearchReport
from cloche.service import results
from cloche.service.params import ViewParams
from cloche.service.session import Session
from cloche.state import State

MOST_OTHERS = 3  # actions that a hint names beside the best

# Hears of a search that runs: the session and the report so far.
Notify: TypeAlias = Callable[[str, results.Report], None]


def picture(state: State, viewer: int | None, given: ViewParams, last: str | None) -> str | None:
    """The picture that a board asks for."""
    if given.picture is None:
        return None
    if given.picture == "svg":
        return state.svg(viewer, legal=given.legal, last=last)
    return state.text(viewer, legal=given.legal)


def teller(session: Session, notify: Notify | None, top: int | None = None) -> Callable[[SearchReport], None] | None:
    """What hears of a search that runs."""
    if notify is None:
        return None
    return lambda so_far: notify(session.name, report(so_far, session.game, top))


def report(found: SearchReport, game: Game, top: int | None = None) -> results.Report:
    """What a search found; `top` actions, all of them for None."""
    kept = found if top is None else replace(found, actions=found.actions[:top])
    data: Any = kept.to_dict()
    for action in data["actions"]:
        action["words"] = game.in_words(action["text"])
    return data  # type: ignore[no-any-return]


def hint(session: Session, report: SearchReport) -> results.Hint:
    """What a search would play."""
    in_words = session.game.in_words
    return {
        "session": session.name,
        "action": report.best_action,
        "text": report.best_text,
        "words": in_words(report.best_text),
        "worth": report.worth(report.best),
        "line": list(report.principal_texts),
        "line_words": [in_words(text) for text in report.principal_texts],
        "others": [
            {"action": other.action, "text": other.text, "words": in_words(other.text), "worth": report.worth(other)}
            for other in report.actions[1 : 1 + MOST_OTHERS]
        ],
    }


def evaluation(session: Session, report: SearchReport) -> results.Evaluation:
    """What a search thinks that a position is worth."""
    return {
        "session": session.name,
        "player": report.player,
        "values": _list(report.values),
        "win_probability": _list(report.win_probability),
        "score_mean": _list(report.score_mean),
        "score_sd": _list(report.score_sd),
        "simulations": report.simulations,
        "proven": report.proven,
    }


def _list(numbers: tuple[float, ...] | None) -> list[float] | None:
    return None if numbers is None else list(numbers)
