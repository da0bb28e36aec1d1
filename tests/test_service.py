"""The service behind the engine and the server: methods, searches, limits, and what is refused."""

from __future__ import annotations

import gc
import threading
import time
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import cloche
from cloche import registry, seed_files
from cloche.service import faults, planning
from cloche.service.faults import (
    BAD_POSITION,
    BAD_RECORD,
    BEYOND_LIMITS,
    BUSY,
    GAME_OVER,
    HIDDEN,
    ILLEGAL_ACTION,
    INVALID_PARAMS,
    METHOD_NOT_FOUND,
    NO_SESSION,
    NOT_YOUR_TURN,
    SHUTTING_DOWN,
    TOO_MANY,
    Fault,
)
from cloche.service.levels import LEVELS
from cloche.service.limits import ServiceLimits
from cloche.service.rpc import Connection
from cloche.service.service import METHODS, Service

from .net import GAMES
from .serving import SECONDS, Asked, asked


@pytest.fixture
def ask() -> Iterator[Asked]:
    with asked(threads=2, search_seconds=5.0, memory_mb=64) as service:
        yield service


# What there is, and playing


def test_about_tells_version_methods_levels_and_limits(ask: Asked) -> None:
    about = ask("about")
    assert about["version"] == cloche.__version__
    assert about["methods"] == list(METHODS)
    assert about["levels"] == list(LEVELS)
    assert about["limits"]["search_seconds"] == 5.0


def test_games_are_those_of_the_registry(ask: Asked) -> None:
    assert [game["name"] for game in ask("games")["games"]] == cloche.games()
    assert [game["name"] for game in ask("games", known=True)["games"]] == cloche.games() + cloche.known_games()


@pytest.mark.parametrize("game", GAMES)
def test_a_game_of_every_kind_is_played_against_a_bot(ask: Asked, game: str) -> None:
    players = registry.entry(game).players[1]
    seats = ["human", *["random"] * (players - 1)]
    status = ask("new", game=game, players=players, viewer=0, seats=seats, seed=8)
    session, moves = status["session"], list(status["moves"])
    assert status["table"]["seats"] == seats
    while status["awaits"] != "nobody":
        assert status["ply"] == len(moves)
        if status["awaits"] == "bot":
            status = ask("play", session=session)
        else:
            actions = ask("legal_actions", session=session)["actions"]
            status = ask("apply", session=session, action=actions[len(moves) % len(actions)]["text"])
        moves += status["moves"]
    assert len(status["result"]["returns"]) == players
    view = ask("view", session=session)
    assert view["moves"] == moves
    assert view["picture"].startswith("<svg")
    assert view["names"] == seats
    record = cloche.Record.from_dict(ask("save", session=session)["record"])
    assert record.result is not None
    assert list(record.result.scores) == status["scores"]


@pytest.mark.parametrize("game", GAMES)
def test_a_position_goes_round(ask: Asked, game: str) -> None:
    one, other = ask.new(game, seed=4), ask.new(game, seed=5)
    position = ask("position", session=one)
    ask("set_position", session=other, state=position["state"])
    assert ask("position", session=other) == {**position, "session": other}
    assert ask("legal_actions", session=other) == {**ask("legal_actions", session=one), "session": other}


def test_a_seed_deals_as_the_library_does(ask: Asked) -> None:
    session = ask.new("gardens_of_io", players=3, seed=7)
    dealt = cloche.load("gardens_of_io", 3).new_initial_state(seed=7)
    assert ask("position", session=session)["state"] == dealt.to_dict()


def test_components_are_content_never_a_path(ask: Asked, tmp_path: Path) -> None:
    text = seed_files.text("gardens_of_io/components.toml")
    data = cloche.load("gardens_of_io").components
    digests = {
        ask("new", game="gardens_of_io", components=given)["table"]["components"] for given in (text, data, None)
    }
    assert len(digests) == 1
    path = tmp_path / "components.toml"
    path.write_text(text, encoding="utf-8")
    ask.refused(INVALID_PARAMS, "new", game="gardens_of_io", components=str(path))


def test_chance_may_be_the_clients(ask: Asked) -> None:
    session = ask.new("pig", options={"coin": True, "target": 3}, chance="client")
    assert ask("apply", session=session, action="roll")["current_player"] == -1
    assert ask("legal_actions", session=session)["current_player"] == -1
    heads = ask("legal_actions", session=session)["actions"][-1]["text"]
    assert ask("apply", session=session, action=heads)["moves"] == [{"by": -1, "move": heads, "words": heads}]


def test_the_course_tells_scores_after_each_move_also_of_a_game_that_was_loaded(ask: Asked) -> None:
    record = cloche.Record(cloche.load("gardens_of_io"))
    while len(record) < 80:
        record.play(record.state.legal_actions()[-1])
    loaded = ask("load", record=record.to_dict())["session"]
    course = ask("course", session=loaded)
    assert course["scores"] == [state.scores() for state in record.replay()]
    assert len(set(map(tuple, course["scores"]))) > 2
    assert course["chances"] == [None] * (len(record) + 1)


def test_the_course_keeps_the_chances_that_searches_found_until_they_are_taken_back(ask: Asked) -> None:
    session = ask.new("connect_four", options={"columns": 4, "rows": 4}, seats=["human", "mcts:50"])
    before = ask("search", session=session, simulations=50)["report"]["win_probability"]
    ask("apply", session=session, action="b")
    bots = ask("play", session=session)["report"]["win_probability"]
    assert ask("course", session=session)["chances"] == [before, bots, None]
    ask("undo", session=session)
    assert ask("course", session=session)["chances"] == [before]


def test_an_open_session_tells_a_player_of_no_search_of_another_where_something_is_hidden(ask: Asked) -> None:
    session = ask.new("bloom_town", seed=1)
    ask("search", session=session, simulations=50)
    told = [ask("course", session=session, viewer=viewer)["chances"][-1] for viewer in (None, 0, 1)]
    assert told[0] == told[1] is not None
    assert told[2] is None


def test_view_says_why_nothing_can_be_taken_back(ask: Asked) -> None:
    session = ask.new("nim", seats=["human", "greedy"], options={"piles": [3]})
    assert "no action of the client" in ask("view", session=session)["no_undo"]
    ask("apply", session=session, action="1:3")
    over = ask("view", session=session)
    assert over["awaits"] == "nobody"
    assert over["no_undo"] is None
    assert ask("undo", session=session)["ply"] == 0
    hidden = ask.new("bloom_town", viewer=0, seats=["human", "greedy"], seed=1)
    while (here := ask("view", session=hidden))["awaits"] == "client":
        ask("apply", session=hidden, action=here["legal"][0]["action"])
    while ask("view", session=hidden)["awaits"] == "bot":
        ask("play", session=hidden)
    assert ask("view", session=hidden)["no_undo"] == ask.refused(HIDDEN, "undo", session=hidden)


def test_undo_goes_back_to_the_last_decision_of_the_client(ask: Asked) -> None:
    session = ask.new("connect_four", seats=["human", "greedy"])
    before = ask("view", session=session)
    ask("apply", session=session, action=3)
    ask("play", session=session)
    undone = ask("undo", session=session)
    assert undone["ply"] == 0
    assert ask("view", session=session) == before
    assert "no action of the client" in ask.refused(ILLEGAL_ACTION, "undo", session=session)


def test_a_record_is_gone_on_with(ask: Asked) -> None:
    session = ask.new("nim", options={"piles": [3, 4]})
    for _ in range(3):
        ask("apply", session=session, action=ask("legal_actions", session=session)["actions"][0]["action"])
    record = ask("save", session=session)["record"]
    again = ask("load", record=record, at=2)
    assert again["ply"] == 2
    assert again["moves"] == []
    assert ask("view", session=again["session"])["moves"] == ask("view", session=session)["moves"][:2]
    assert "at: 4" in ask.refused(BAD_RECORD, "load", record=record, at=4)
    assert "move 1" in ask.refused(BAD_RECORD, "load", record={**record, "moves": [{"by": 0, "move": "no"}]})


# Thinking


def test_a_search_is_that_of_the_library(ask: Asked) -> None:
    session = ask.new("gardens_of_io", seed=7)
    game = cloche.load("gardens_of_io")
    wanted = cloche.Mcts(game, seed=2).search(game.new_initial_state(seed=7), cloche.Limits(simulations=200)).to_dict()
    found = ask("search", session=session, simulations=200, seed=2)["report"]
    for action in wanted["actions"]:
        action["words"] = game.in_words(action["text"])
    assert {**found, "seconds": 0} == {**wanted, "seconds": 0}
    few = ask("search", session=session, bot="mcts:200,seed=2", top=3)["report"]
    assert few["actions"] == found["actions"][:3]
    assert ask("hint", session=session, simulations=200, seed=2)["text"] == found["best_text"]
    assert ask("evaluate", session=session, simulations=200, seed=2)["values"] == found["values"]


@pytest.mark.parametrize("level", range(1, len(LEVELS) + 1))
def test_every_level_plays(ask: Asked, level: int) -> None:
    session = ask.new("tic_tac_toe", seats=[level, "human"])
    assert ask("play", session=session)["moves"][0]["by"] == 0
    assert ask("hint", session=session, level=level)["text"]


def test_progress_is_told_while_a_search_runs(ask: Asked) -> None:
    session, told = ask.new("connect_four"), []
    ask("search", lambda *progress: told.append(progress), session=session, seconds=0.6, progress=True, top=2)
    assert told
    assert all(name == session and len(report["actions"]) == 2 for name, report in told)
    assert not any(report["stopped_by"] for _, report in told)


def test_stop_ends_a_search_with_what_it_has(ask: Asked) -> None:
    session = ask.new("connect_four")
    job = ask.start("search", session=session, simulations=10**9)
    for method, more in (("apply", {"action": 0}), ("undo", {}), ("search", {}), ("ponder", {}), ("play", {})):
        assert "stop it" in ask.refused(BUSY, method, session=session, **more)
    assert ask("legal_actions", session=session)["actions"]
    time.sleep(0.05)
    assert ask("stop", session=session) == {"session": session, "stopped": True}
    assert ask.wait(job)["report"]["stopped_by"] == "stop"
    assert ask("stop", session=session)["stopped"] is False
    assert ask("apply", session=session, action=0)["ply"] == 1


def test_a_search_that_waits_for_a_thread_can_be_stopped() -> None:
    with asked(threads=1) as ask:
        first, second = ask.new("connect_four"), ask.new("connect_four")
        running = ask.start("search", session=first, seconds=20)
        waiting = ask.start("search", session=second, seconds=20)
        ask("stop", session=second)
        assert ask.wait(waiting)["report"]["stopped_by"] == "stop"
        assert not running.outcome.done()
        ask("stop", session=first)
        ask.wait(running)


def test_pondering_goes_on_below_the_move_that_was_played(ask: Asked) -> None:
    session = ask.new("connect_four")
    assert ask("ponder", session=session) == {"session": session, "pondering": True}
    time.sleep(0.2)
    ask("apply", session=session, action=3)
    found = ask("search", session=session, bot="mcts:1600", simulations=10)["report"]
    assert found["simulations"] == 10
    report = ask("search", session=session, simulations=10)["report"]
    fresh = ask("search", session=ask.new("connect_four"), simulations=10)["report"]
    assert report["tree_nodes"] > fresh["tree_nodes"]
    assert sum(action["visits"] for action in report["actions"]) > 10


def test_who_ponders_no_more_makes_room_for_others() -> None:
    with asked(ponders=1) as ask:
        first, second = ask.new("connect_four"), ask.new("connect_four")
        ask("ponder", session=first)
        assert "1 sessions" in ask.refused(TOO_MANY, "ponder", session=second)
        ask("stop", session=first)
        ask("ponder", session=second)
        ask("close", session=second)
    with asked(ponders=0) as ask:
        ask.refused(TOO_MANY, "ponder", session=ask.new("nim"))


def test_many_sessions_search_at_once(ask: Asked) -> None:
    sessions = [ask.new("gardens_of_io", seed=k) for k in range(20)]
    jobs = [ask.start("search", session=session, simulations=30) for session in sessions]
    reports = [ask.wait(job)["report"] for job in jobs]
    assert all(report["simulations"] == 30 for report in reports)


def test_threads_that_change_one_session_do_so_one_after_the_other(ask: Asked) -> None:
    session = ask.new("connect_four")
    plies: list[int] = []
    refused: list[Fault] = []

    def play(column: int) -> None:
        for _ in range(8):
            try:
                plies.append(ask("apply", session=session, action=column)["ply"])
            except Fault as fault:
                refused.append(fault)

    threads = [threading.Thread(target=play, args=(column,)) for column in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(SECONDS)
    assert sorted(plies) == list(range(1, len(plies) + 1))
    assert ask("view", session=session, picture=None)["ply"] == len(plies) >= 7
    assert {fault.reason for fault in refused} <= {ILLEGAL_ACTION, GAME_OVER}


def test_the_tree_of_a_search_is_freed_with_its_answer(ask: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not only when the garbage collector comes by."""
    made: list[weakref.ref[Any]] = []

    make = planning.thinker

    def remembered(*arguments: Any) -> Any:
        bot = make(*arguments)
        made.append(weakref.ref(bot))
        return bot

    monkeypatch.setattr(planning, "thinker", remembered)
    sent: list[str] = []
    connection = Connection(ask.service, sent.append, on_quit=lambda: None)
    gc.disable()
    try:
        session = ask.new("connect_four")
        params = {"session": session, "simulations": 100}
        connection.answer({"jsonrpc": "2.0", "id": 1, "method": "search", "params": params})
        deadline = time.monotonic() + SECONDS
        while not (sent and made[0]() is None):
            assert time.monotonic() < deadline
            time.sleep(0.01)
    finally:
        gc.enable()


# What is refused


BAD: list[tuple[str, dict[str, Any], faults.Reason, str]] = [
    ("nonsense", {}, METHOD_NOT_FOUND, "nonsense"),
    ("serch", {}, METHOD_NOT_FOUND, "did you mean 'search'"),
    ("new", {}, INVALID_PARAMS, "game: missing"),
    ("new", {"game": "bloom_twn"}, INVALID_PARAMS, "did you mean 'bloom_town'"),
    ("new", {"game": 5}, INVALID_PARAMS, "game: 5"),
    ("new", {"game": "x" * 200}, INVALID_PARAMS, "at most 100 characters"),
    ("new", {"game": "nim", "players": 3}, INVALID_PARAMS, "players of nim: 3"),
    ("new", {"game": "nim", "players": 10**400}, INVALID_PARAMS, "players"),
    ("new", {"game": "nim", "options": {"piles": "x"}}, INVALID_PARAMS, "piles"),
    ("new", {"game": "nim", "options": 3}, INVALID_PARAMS, "options: 3"),
    ("new", {"game": "nim", "plyers": 2}, INVALID_PARAMS, "did you mean 'players'"),
    ("new", {"game": "nim", "seed": -1}, INVALID_PARAMS, "seed: -1"),
    ("new", {"game": "nim", "seed": True}, INVALID_PARAMS, "seed: True"),
    ("new", {"game": "nim", "viewer": 2}, INVALID_PARAMS, "player: 2"),
    ("new", {"game": "nim", "seats": ["human"]}, INVALID_PARAMS, "seats: 1 of them"),
    ("new", {"game": "nim", "seats": ["human", "mtcs"]}, INVALID_PARAMS, "did you mean 'mcts'"),
    ("new", {"game": "nim", "seats": ["human", 99]}, INVALID_PARAMS, "seats[1]: 99"),
    (
        "new",
        {"game": "nim", "seats": ["human", "mcts:seconds=100"]},
        BEYOND_LIMITS,
        "seconds: 100, should be at most 5",
    ),
    ("new", {"game": "nim", "seats": ["human", "mcts:memory_mb=100"]}, BEYOND_LIMITS, "at most 64"),
    ("new", {"game": "nim", "chance": "mine"}, INVALID_PARAMS, "chance: 'mine'"),
    ("new", {"game": "nim", "components": {}}, INVALID_PARAMS, "the game has none"),
    ("new", {"game": "bloom_town", "components": "/etc/passwd"}, INVALID_PARAMS, "components of bloom_town"),
    ("new", {"game": "bloom_town", "viewer": 0, "seats": ["human", "human"]}, INVALID_PARAMS, "seats[1]: 'human'"),
    ("new", {"game": "bloom_town", "viewer": 0, "chance": "client"}, INVALID_PARAMS, "should be 'auto'"),
    ("load", {"record": {}}, BAD_RECORD, "format"),
    ("load", {"record": []}, INVALID_PARAMS, "record: []"),
    ("legal_actions", {"session": "s99"}, NO_SESSION, "'s99'"),
    ("legal_actions", {"session": None}, INVALID_PARAMS, "session: None"),
    ("apply", {"session": "s1", "action": "x9"}, ILLEGAL_ACTION, "'x9' is not legal"),
    ("apply", {"session": "s1", "action": 10**30}, ILLEGAL_ACTION, "is not legal"),
    ("apply", {"session": "s1", "action": -5}, ILLEGAL_ACTION, "action -5 is not legal"),
    ("apply", {"session": "s1", "action": 1.5}, INVALID_PARAMS, "action: 1.5"),
    ("apply", {"session": "s1", "action": True}, INVALID_PARAMS, "action: True"),
    ("apply", {"session": "s1", "action": "\ud800"}, INVALID_PARAMS, "action"),
    ("play", {"session": "s1"}, NOT_YOUR_TURN, "use apply"),
    ("set_position", {"session": "s1"}, INVALID_PARAMS, "exactly one"),
    ("set_position", {"session": "s1", "state": {}}, BAD_POSITION, "missing"),
    ("set_position", {"session": "s1", "observation": {}}, BAD_POSITION, "observer"),
    ("search", {"session": "s1", "seconds": 6}, BEYOND_LIMITS, "seconds: 6, should be at most 5"),
    ("search", {"session": "s1", "cpu_seconds": 6}, BEYOND_LIMITS, "cpu_seconds: 6"),
    ("search", {"session": "s1", "memory_mb": 65}, BEYOND_LIMITS, "memory_mb: 65, should be at most 64"),
    ("search", {"session": "s1", "seconds": 0}, INVALID_PARAMS, "seconds: 0"),
    ("search", {"session": "s1", "seconds": float("inf")}, INVALID_PARAMS, "seconds"),
    ("search", {"session": "s1", "simulations": 2**70}, INVALID_PARAMS, "simulations"),
    ("search", {"session": "s1", "level": 0}, INVALID_PARAMS, "level: 0"),
    ("search", {"session": "s1", "bot": "mcts", "level": 2}, INVALID_PARAMS, "bot, level"),
    ("search", {"session": "s1", "bot": "mcts:exploration=-1"}, INVALID_PARAMS, "exploration"),
    ("search", {"session": "s1", "depth": 10**20}, INVALID_PARAMS, "depth"),
    ("ponder", {"session": "s1", "bot": "greedy"}, INVALID_PARAMS, "one that searches"),
    ("view", {"session": "s1", "viewer": 2}, INVALID_PARAMS, "player: 2"),
    ("view", {"session": "s1", "picture": "png"}, INVALID_PARAMS, "picture: 'png'"),
    ("view", {"session": "s1", "legal": ["z"]}, INVALID_PARAMS, "legal: 'z'"),
]


@pytest.mark.parametrize(("method", "params", "reason", "words"), BAD)
def test_bad_input_is_refused_with_a_reason(
    ask: Asked, method: str, params: dict[str, Any], reason: faults.Reason, words: str
) -> None:
    session = ask.new("connect_four")
    before = ask("position", session=session)
    assert words in ask.refused(reason, method, **params)
    assert ask("position", session=session) == before


def test_faults_are_listed_one_by_one(ask: Asked) -> None:
    with pytest.raises(Fault) as caught:
        ask("new", game=1, players="x", nonsense=2)
    assert len(caught.value.faults) == 3
    assert caught.value.to_dict()["data"] == {"name": "invalid_params", "faults": list(caught.value.faults)}


def test_the_end_of_a_game_is_no_place_to_think(ask: Asked) -> None:
    session = ask.new("nim", options={"piles": [1]}, seats=["human", "greedy"])
    assert ask("apply", session=session, action=0)["awaits"] == "nobody"
    for method in ("search", "hint", "evaluate", "ponder", "play"):
        assert "over" in ask.refused(GAME_OVER, method, session=session)
    assert "over" in ask.refused(GAME_OVER, "apply", session=session, action=0)


def test_a_chance_node_of_the_client_is_no_place_to_think(ask: Asked) -> None:
    session = ask.new("pig", chance="client")
    ask("apply", session=session, action="roll")
    for method in ("search", "play"):
        assert "chance" in ask.refused(NOT_YOUR_TURN, method, session=session)


def test_a_move_of_a_bot_is_not_the_clients(ask: Asked) -> None:
    session = ask.new("connect_four", seats=["greedy", "human"])
    assert "use play" in ask.refused(NOT_YOUR_TURN, "apply", session=session, action=0)


def test_sessions_are_limited_and_idle_ones_dropped() -> None:
    with asked(sessions=2, idle_seconds=0.05) as ask:
        first = ask.new("nim")
        ask.new("nim")
        ask.refused(TOO_MANY, "new", game="nim")
        time.sleep(0.1)
        ask.new("nim")
        assert "idle" in ask.refused(NO_SESSION, "view", session=first)
        assert ask.service.session_count == 1


def test_a_session_that_searches_is_not_idle() -> None:
    with asked(idle_seconds=0.05) as ask:
        session = ask.new("connect_four")
        job = ask.start("search", session=session, seconds=20)
        time.sleep(0.1)
        assert ask.service.sweep() == 0
        ask("stop", session=session)
        ask.wait(job)
        assert ask.service.sweep() == 0
        time.sleep(0.1)
        assert ask.service.sweep() == 1


def test_a_game_has_a_longest_length() -> None:
    with asked(moves=3) as ask:
        session = ask.new("connect_four", seats=["human", "greedy"])
        for column in (0, 1, 2):
            ask("apply" if column != 1 else "play", session=session, **({"action": column} if column != 1 else {}))
        assert "3 moves" in ask.refused(BEYOND_LIMITS, "play", session=session)
        record = ask("save", session=session)["record"]
    with asked(moves=2) as ask:
        assert "at most 2" in ask.refused(BEYOND_LIMITS, "load", record=record)


def test_closing_a_session_ends_its_search(ask: Asked) -> None:
    session = ask.new("connect_four")
    job = ask.start("search", session=session, simulations=10**9)
    ask("close", session=session)
    assert ask.wait(job)["report"]["stopped_by"] == "stop"
    ask.refused(NO_SESSION, "close", session=session)


def test_shutting_down_answers_what_runs_and_refuses_the_rest() -> None:
    with asked(threads=1) as ask:
        sessions = [ask.new("connect_four") for _ in range(3)]
        jobs = [ask.start("search", session=session, simulations=10**9) for session in sessions]
        ask("ponder", session=ask.new("connect_four"))
        ask.service.shut_down()
        assert [ask.wait(job)["report"]["stopped_by"] for job in jobs] == ["stop"] * 3
        ask.refused(SHUTTING_DOWN, "about")


def test_sessions_of_a_server_have_names_that_cannot_be_guessed() -> None:
    service = Service(ServiceLimits(threads=1))
    try:
        names = {Asked(service).new("nim") for _ in range(20)}
        assert len(names) == 20
        assert all(len(name) >= 20 for name in names)
    finally:
        service.shut_down()


@pytest.mark.parametrize(
    "limits", [{"sessions": 0}, {"threads": 0}, {"search_seconds": 0}, {"idle_seconds": float("nan")}, {"batch": 0}]
)
def test_limits_out_of_range_are_refused(limits: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(limits))):
        ServiceLimits(**limits)


def test_a_failure_inside_is_told_and_logged(
    ask: Asked, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    session = ask.new("connect_four")

    def fails(*arguments: Any, **more: Any) -> Any:
        raise RuntimeError("broken")

    monkeypatch.setattr(cloche.Mcts, "search", fails)
    assert "log" in ask.refused(faults.INTERNAL_ERROR, "search", session=session)
    assert "broken" in caplog.text
    monkeypatch.undo()
    assert ask("search", session=session, simulations=5)["report"]["simulations"] == 5
