"""What a session tells: nothing that its player can't know. Answers are compared over worlds that this one can't tell
apart, for every set-up of every game that hides something."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

import cloche
from cloche.service.faults import HIDDEN, NOT_YOUR_TURN, Fault

from .net import SETUPS, Setup, decisions, few
from .serving import Asked, asked

HIDING = [setup for setup in SETUPS if not setup.load().perfect_information]
hiding = pytest.mark.parametrize("setup", HIDING, ids=str)
GAMES = sorted({setup.game: setup for setup in HIDING if setup.players > 1}.values(), key=str)
each_game = pytest.mark.parametrize("setup", GAMES, ids=str)


@pytest.fixture(scope="module")
def ask() -> Iterator[Asked]:
    with asked(threads=2, ponders=8, sessions=10_000) as service:
        yield service


def opened(ask: Asked, setup: Setup, viewer: int | None, **more: Any) -> str:
    game = setup.load()
    seats = ["human" if viewer in (None, player) else "greedy" for player in range(game.players)]
    settings = {"players": game.players, "options": game.options, "components": game.components, "seats": seats}
    return ask.new(setup.game, viewer=viewer, **{**settings, "seed": 3, **more})


def told(ask: Asked, method: str, **params: Any) -> str:
    """An answer as text, a refusal too; without what differs from session to session."""
    try:
        answer = ask(method, **params)
    except Fault as fault:
        answer = {"error": fault.to_dict()}
    return json.dumps(without(answer, {"session", "seconds"}), sort_keys=True)


def without(value: Any, keys: set[str]) -> Any:
    if isinstance(value, dict):
        return {key: without(item, keys) for key, item in value.items() if key not in keys}
    return [without(item, keys) for item in value] if isinstance(value, list) else value


def everything(ask: Asked, session: str, state: cloche.State) -> Iterator[tuple[str, str]]:
    """All that a client can ask of a position, with the answers."""
    here: dict[str, Any] = {"session": session}
    budget: dict[str, Any] = {**here, "simulations": 15}
    players = range(state.game.players)
    yield "legal_actions", told(ask, "legal_actions", **here)
    for viewer in (None, *players):
        yield f"position {viewer}", told(ask, "position", **here, viewer=viewer)
        picture = "svg" if viewer is None else "text"  # drawn from the same data
        yield f"course {viewer}", told(ask, "course", **here, viewer=viewer)
        yield f"view {viewer}", told(ask, "view", **here, viewer=viewer, picture=picture)
    for method in ("search", "hint", "evaluate"):
        yield method, told(ask, method, **budget)
    for bot in ("greedy", "random", "flat:10"):
        yield bot, told(ask, "search", **here, bot=bot)
    yield "ponder", told(ask, "ponder", **here)
    yield "stop", told(ask, "stop", **here)
    yield "course after searches", told(ask, "course", **here)
    if not state.is_terminal():  # afterwards the record may be had, which holds all
        yield "save", told(ask, "save", **here)
    yield "undo", told(ask, "undo", **here)
    yield "no action", told(ask, "apply", **here, action="no action")
    yield "no action id", told(ask, "apply", **here, action=10**6)
    yield "not marked", told(ask, "view", **here, legal=["no action"])


@hiding
def test_worlds_that_a_player_cannot_tell_apart_give_equal_answers(ask: Asked, setup: Setup) -> None:
    for state in [*decisions(setup, "native", 3)[:4], *few(setup, "native", 3)[-1:]]:
        for p in range(state.game.players):
            answers = []
            for k in range(2):
                world = state.redeal(p, cloche.Rng(21, k))
                if state.is_terminal() and world.scores() != state.scores():
                    world = state  # the end tells the scores, and worlds with others apart
                session = opened(ask, setup, p)
                begun = told(ask, "set_position", session=session, state=world.to_dict())
                answers.append([("set_position", begun), *everything(ask, session, world)])
                ask("close", session=session)
            for (what, one), (_, other) in zip(*answers, strict=True):
                assert one == other, (what, p)


@each_game
def test_a_bound_session_computes_from_what_its_player_knows_alone(ask: Asked, setup: Setup) -> None:
    """A second lock: even what took no notice of the viewer would tell nothing hidden."""
    session, differing = opened(ask, setup, 0), 0
    for state in decisions(setup, "native", 6):
        worlds = {state.redeal(0, cloche.Rng(seed)) for seed in range(4)}
        differing += len(worlds) > 1
        known = set()
        for world in worlds:
            ask("set_position", session=session, state=world.to_dict())
            known.add(ask.service._sessions[session].known)
        assert len(known) == 1
    assert differing


@hiding
def test_what_is_told_after_moves_is_what_the_player_knows(ask: Asked, setup: Setup) -> None:
    """A game with bots: after every move all is told as of a position that was never anything but an observation."""
    game = setup.load()
    for p in range(game.players):
        session, twin = opened(ask, setup, p), opened(ask, setup, p)
        for ply in range(12):
            known = ask("position", session=session)["observation"]
            status = told(ask, "set_position", session=twin, observation=known)
            seen, twins = (ask("view", session=name, picture=None) for name in (session, twin))
            for key in ("current_player", "scores", "ranks", "result", "legal"):
                assert seen[key] == json.loads(status).get(key, twins[key]) == twins[key], (key, ply)
            awaits = seen["awaits"]
            if awaits == "nobody":
                break
            if awaits == "bot":
                played = ask("play", session=session)
                assert played["report"] is None
            else:
                legal = ask("legal_actions", session=session)["actions"]
                ask("apply", session=session, action=legal[ply * 7 % len(legal)]["action"])
        ask("close", session=session)
        ask("close", session=twin)


@hiding
def test_the_moves_are_those_that_the_player_sees(ask: Asked, setup: Setup) -> None:
    """An open session holds the truth; bound sessions of the same seed tell it as `action_view` does."""
    game = setup.load()
    bots = ["greedy"] * game.players
    whole = opened(ask, setup, None, seats=bots)
    sessions = [opened(ask, setup, p, seats=bots) for p in range(game.players)]
    for _ in range(10):
        if ask("view", session=whole, picture=None)["awaits"] == "nobody":
            break
        for session in [whole, *sessions]:
            ask("play", session=session)
    record = cloche.Record.from_dict(ask("save", session=whole)["record"], components=game.components)
    for p, session in enumerate(sessions):
        wanted = [
            {"by": move.player, "move": text, "words": game.in_words(text)}
            for state, move in zip(record.replay(), record.moves, strict=False)
            for text in [state.action_view(move.action, p)]
        ]
        assert ask("view", session=session)["moves"] == wanted == ask("view", session=whole, viewer=p)["moves"]
        assert game.players == 1 or ask("view", session=whole)["moves"] != wanted
        course = ask("course", session=session)
        assert course["scores"] == [state.scores(p) for state in record.replay()]
        assert course["chances"] == [None] * (len(record) + 1)


@each_game
def test_a_bound_session_tells_of_no_other_player(ask: Asked, setup: Setup) -> None:
    session = opened(ask, setup, 0)
    for method in ("view", "position"):
        assert "player 0" in ask.refused(HIDDEN, method, session=session, viewer=1)
    assert "game is over" in ask.refused(HIDDEN, "save", session=session)


@each_game
def test_a_search_for_another_player_would_tell_what_they_hold(ask: Asked, setup: Setup) -> None:
    session = opened(ask, setup, 1)
    while ask("view", session=session, picture=None)["current_player"] == 1:
        ask("apply", session=session, action=ask("legal_actions", session=session)["actions"][0]["action"])
    for method in ("search", "hint", "evaluate", "ponder"):
        assert "what they hold" in ask.refused(HIDDEN, method, session=session)
    assert ask("legal_actions", session=session)["actions"] == []
    assert "a bot" in ask.refused(NOT_YOUR_TURN, "apply", session=session, action=0)


@each_game
def test_nothing_that_was_seen_is_taken_back(ask: Asked, setup: Setup) -> None:
    """`undo` in a bound session: an own action alone, and none that a bot or chance has answered."""
    session = opened(ask, setup, 0)
    undone = refused = 0
    for ply in range(60):
        view = ask("view", session=session, picture=None)
        if view["awaits"] == "nobody":
            break
        if view["awaits"] == "bot":
            ask("play", session=session)
            ask.refused(HIDDEN, "undo", session=session)
            refused += 1
            continue
        legal = ask("legal_actions", session=session)["actions"]
        before = ask("position", session=session)
        after = ask("apply", session=session, action=legal[ply * 5 % len(legal)]["action"])
        if len(after["moves"]) > 1:
            ask.refused(HIDDEN, "undo", session=session)
            refused += 1
        elif ask("undo", session=session)["ply"] == view["ply"]:
            undone += 1
            assert ask("position", session=session) == before
            ask("apply", session=session, action=legal[ply * 5 % len(legal)]["action"])
    assert undone
    assert refused


@each_game
def test_a_seed_is_told_only_when_the_game_is_over(ask: Asked, setup: Setup) -> None:
    seed = 987654321
    game = setup.load()
    sessions = {viewer: opened(ask, setup, viewer, seed=seed, seats=["greedy"] * game.players) for viewer in (None, 0)}
    for viewer, session in sessions.items():
        status = ask("view", session=session)
        while status["awaits"] != "nobody":
            assert str(seed) not in json.dumps(status)
            for method in ("position", "legal_actions", "view") + (("save",) if viewer is None else ()):
                assert str(seed) not in json.dumps(ask(method, session=session)), method
            status = ask("play", session=session)
        assert ask("save", session=session)["record"]["comment"] == f"seed {seed}"


@each_game
def test_without_a_seed_there_is_none(ask: Asked, setup: Setup) -> None:
    deals = {json.dumps(ask("position", session=opened(ask, setup, None, seed=None))["state"]) for _ in range(12)}
    assert len(deals) > 1 or not setup.load().new_initial_state().is_chance_node()


@hiding
def test_an_observer_goes_on_with_what_they_see(ask: Asked, setup: Setup) -> None:
    """The frontend of a real table: it knows one hand, types what it sees, and is told the same as who knows all."""
    game = setup.load()
    p = 1 if game.players > 1 else 0
    truth = opened(ask, setup, None, chance="client")
    while ask("view", session=truth, picture=None)["current_player"] < 0:
        ask("apply", session=truth, action=ask("legal_actions", session=truth)["actions"][0]["action"])
    session = opened(ask, setup, None)
    ask("set_position", session=session, observation=ask("position", session=truth, viewer=p)["observation"])
    for ply in range(30):
        if ask("view", session=truth, picture=None)["awaits"] == "nobody":
            break
        legal = ask("legal_actions", session=truth)["actions"]
        ask("apply", session=truth, action=legal[ply * 11 % len(legal)]["action"])
        seen = ask("view", session=truth, viewer=p, picture=None)["moves"][-1]["move"]
        known = ask("position", session=truth, viewer=p)["observation"]
        answer = json.loads(told(ask, "apply", session=session, action=seen))
        if "error" in answer:  # the action shows something: the observation after it is needed
            assert answer["error"]["data"]["name"] == "hidden"
            ask("set_position", session=session, observation=known)
        assert ask("position", session=session)["observation"] == known
    assert ask("save", session=truth)
    ask.refused(HIDDEN, "save", session=session)
    ask.refused(HIDDEN, "undo", session=session)
