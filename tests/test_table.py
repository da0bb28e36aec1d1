"""The table: the page that `cloche serve` gives, played by clicks, keys and taps in a real browser."""

from __future__ import annotations

import dataclasses
import itertools
import json
import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import cloche
from cloche import registry

from .browser import DESKTOP, PHONE, AtTable, Browser, running_browser
from .serving import Running, running_server

pytestmark = pytest.mark.timeout(180)

OPPONENT = "2"  # the level of the bots here: greedy
PEOPLE = ["human", "human"]


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    with running_server() as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with running_browser() as started:
        yield started


@contextmanager
def sitting(browser: Browser, server: Running, **look: Any) -> Iterator[AtTable]:
    """A tab of its own at the table; afterwards, nothing came from elsewhere and nothing was complained of."""
    context = browser.new_context(**look)
    try:
        at = AtTable(context.new_page(), server.address)
        at.open()
        yield at
        assert at.hosts == {server.address.removeprefix("http://")}
        assert at.complaints == []
    finally:
        context.close()


@pytest.fixture
def table(browser: Browser, server: Running) -> Iterator[AtTable]:
    with sitting(browser, server, **DESKTOP) as at:
        yield at


@pytest.fixture
def phone(browser: Browser, server: Running) -> Iterator[AtTable]:
    with sitting(browser, server, **PHONE) as at:
        yield at


def begin(at: AtTable, game: str, **params: Any) -> None:
    """A game against greedy bots without waiting."""
    players = params.pop("players", 2)
    at.deal(game, seats=params.pop("seats", ["human"] + [OPPONENT] * (players - 1)), **params)
    at.quick()


# Whole games

OPTIONS = {
    "barton_in_bloom": {"turn_limit": "4"},
    "bloom_town": {"side": "B", "shop": "types"},
    "connect_four": {"columns": "5", "rows": "4"},
    "nim": {"piles": "[3, 4]"},
    "pig": {"target": "20"},
    "small_2048": {"rows": "2", "columns": "2"},
}


@pytest.mark.parametrize("game", [*cloche.games(), *cloche.known_games()])
def test_a_whole_game_is_played_by_clicks(table: AtTable, game: str) -> None:
    options, players = OPTIONS.get(game, {}), min(2, registry.entry(game).players[1])
    begin(table, game, players=players, **options)
    table.play_out(random.Random(game))
    assert table.page.locator("#end").is_visible()
    record = cloche.Record.from_dict(table.record())
    assert record.game.name == game
    assert {name: json.dumps(record.game.options[name]).strip('"') for name in options} == options
    assert record.result is not None
    shown = [int(text) for text in table.page.locator("#players-list b").all_text_contents()]
    assert shown == record.state.scores()
    assert table.moves() == len(record)
    assert {move.player for move in record.moves} >= set(range(players))


def test_a_game_alone_is_played_by_clicks(table: AtTable) -> None:
    begin(table, "buds_and_blooms", players=1)
    table.play_out(random.Random(3))
    assert "The game is over" in table.page.locator("#end").inner_text()


# Secrets


@pytest.mark.parametrize("game", ["bloom_town", "buds_and_blooms"])
def test_nothing_that_the_player_cannot_know_reaches_the_page(table: AtTable, game: str) -> None:
    """Whatever came over the wire, up to each position, is what the player's observation of it gives."""
    begin(table, game, seats=[OPPONENT, "human"], seed=5)
    rng, pages = random.Random(5), []
    while table.settled() == "client":
        pages.append((table.moves(), len(table.received), table.page.content()))
        table.play(rng)
    assert {asked["params"].get("viewer", 1) for asked in table.sent} <= {None, 1}
    running = table.received[: pages[-1][1]]
    record = cloche.Record.from_dict(table.record())
    states = [*record.replay(), record.state]
    seen = [
        {"by": move.player, "move": text, "words": record.game.in_words(text)}
        for state, move in zip(states, record.moves, strict=False)
        for text in [state.action_view(move.action, 1)]
    ]
    assert any(item["move"] != move.text for item, move in zip(seen, record.moves, strict=True))
    results = [message["result"] for message in running if "result" in message]
    told = [result for result in results if "ply" in result]
    assert len(told) > len(pages)
    for result in told:
        ply, moves = result["ply"], result["moves"]
        assert moves == seen[ply - len(moves) : ply]
        assert result["scores"] == states[ply].scores(1)
        assert result.get("report") is None
        if result.get("picture"):
            assert result["picture"] in pictures(states[ply], result)
    for result in results:
        assert result.keys().isdisjoint({"record", "state", "observation", "seed"})
    for ply, _, content in pages:
        for secret in hidden_texts(record, seen, ply):
            assert secret not in content


def pictures(state: cloche.State, view: Any) -> list[str]:
    """What a player may be shown of a position, made from the player's observation alone."""
    last = view["last"]
    marked = [action["text"] for action in view["legal"]]
    beginnings = [None, *dict.fromkeys(text[: re.search("[:=@]", text).start() + 1] for text in marked if "@" in text)]  # type: ignore[union-attr]
    drawn = [state.svg(1, legal=False, last=last), state.svg(1, legal=True, last=last)]
    for beginning in filter(None, beginnings):
        drawn.append(state.svg(1, legal=[text for text in marked if text.startswith(beginning)], last=last))
    return drawn


def hidden_texts(record: cloche.Record, seen: Any, ply: int) -> list[str]:
    """Outcomes of chance so far that the player saw otherwise, as far as they could be found in a text."""
    shown = " ".join(
        f"{item['move']} {item['words']}" for item in seen[:ply]
    )  # what was drawn unseen may be played openly later
    return [
        move.text
        for item, move in zip(seen[:ply], record.moves, strict=False)
        if move.player < 0 and item["move"] != move.text and len(move.text) > 4 and move.text not in shown
    ]


def test_people_at_one_screen_see_their_own_sides_alone(table: AtTable) -> None:
    table.deal("bloom_town", seats=PEOPLE)
    rng, page = random.Random(2), table.page
    for _ in range(4):
        while table.settled() == "client":
            table.play(rng)
        assert table.settled() == "curtain"
        assert page.locator("#frame").is_hidden()
        assert page.locator("#frame svg").count() == 0
        assert page.locator("#players-list").is_hidden()
        page.click("#lift")
        assert table.settled() == "client"
        assert page.locator("#frame [data-action]").count() > 0
        looks = int(re.findall(r"Player (\d)", page.locator("#lift").text_content() or "")[0])
        assert f"Player {looks} (you)" in page.locator("#ask").inner_text()
        assert [asked["params"]["viewer"] for asked in table.sent if asked["method"] == "view"][-1] == looks - 1
    assert all(asked["params"]["viewer"] in (0, 1) for asked in table.sent if asked["method"] == "view")


# Turning, undoing, hints


def test_a_tile_is_picked_turned_and_planted(table: AtTable) -> None:
    begin(table, "cottage_garden", seed=7)
    page = table.page
    piece = page.locator("#frame [data-pick]").first.get_attribute("data-pick")
    table.click("#frame [data-pick]")
    page.wait_for_selector(f"#frame svg[data-picked='{piece}']")
    places = lambda: page.locator("#frame [data-action]").evaluate_all("all => all.map(one => one.dataset.action)")  # noqa: E731
    assert all(re.fullmatch(rf"{piece}[12]:o0@[a-e][1-5]", place) for place in places())
    for key, turn in (("r", 1), ("r", 2), ("f", 6), ("f", 2), ("r", 3), ("r", 0)):
        if page.locator("#turning").is_hidden():
            break
        page.keyboard.press(key)
        page.wait_for_function(
            "turn => document.querySelector('#frame [data-action]').dataset.action.includes(turn)", arg=f":o{turn}@"
        )
    target = page.locator("#frame [data-action]").first
    ghost = page.locator("#frame [data-action] + .ghost").first
    assert not ghost.is_visible()
    target.hover()
    assert ghost.is_visible()
    planted = target.get_attribute("data-action")
    table.click("#frame [data-action]")
    page.wait_for_function("text => document.querySelector('#moves').textContent.includes(text)", arg=planted)


def test_a_place_with_several_actions_asks_which(table: AtTable) -> None:
    begin(table, "gardens_of_io", seed=3)
    page = table.page
    while page.locator("#picks .chip").count() == 0:
        table.play(random.Random(1))
        table.settled()
    table.click("#frame [data-action*='@']")
    listed = page.locator("#choices .choice").evaluate_all("all => all.map(one => one.dataset.text)")
    assert len(listed) > 1
    assert len({text.partition("@")[2] for text in listed}) == 1
    page.keyboard.press("2")
    page.wait_for_function("text => document.querySelector('#moves').textContent.includes(text)", arg=listed[1])


def test_a_hint_shows_the_place_and_the_text_of_an_action(table: AtTable) -> None:
    begin(table, "tic_tac_toe", seats=PEOPLE)
    for square in ("a1", "b1", "a2", "b2"):
        table.click(f"#frame [data-action={square}]")
        table.page.wait_for_selector(f"#frame [data-action={square}]", state="detached")
    table.page.click("#hint")
    table.page.wait_for_selector("#frame .hinted[data-action=a3]")
    assert "Hint: a3" in table.page.locator("#ask").inner_text()


def test_undo_goes_back_to_the_last_decision(table: AtTable) -> None:
    begin(table, "gardens_of_io", seed=11)
    before = table.page.locator("#frame").inner_html()
    moves = table.moves()
    table.play(random.Random(4))
    table.settled()
    assert table.moves() > moves + 1
    table.page.click("#undo")
    table.page.wait_for_function("before => document.querySelectorAll('#moves li').length === before", arg=moves)
    assert table.page.locator("#frame").inner_html() == before


def test_an_undo_that_would_take_back_a_secret_is_refused_with_a_reason(table: AtTable) -> None:
    begin(table, "bloom_town", seed=1)
    rng = random.Random(1)
    before = table.moves()
    while table.moves() < before + 4:
        table.play(rng)
        table.settled()
    assert table.page.locator("#undo").is_disabled()
    assert "hidden" in (table.page.locator("#undo").get_attribute("title") or "")
    table.page.keyboard.press("u")
    table.page.wait_for_selector("#toast:not([hidden])")
    assert "hidden" in table.page.locator("#toast").inner_text()
    assert table.settled() == "client"


@pytest.mark.parametrize("game", ["gardens_of_io", "bloom_town", "nim"])
def test_undo_is_offered_where_it_works_at_the_end_of_a_game_too(table: AtTable, game: str) -> None:
    begin(table, game, seats=["human", OPPONENT], seed=5)
    undo = table.page.locator("#undo")
    assert undo.is_disabled()  # nothing but the deal has happened
    table.play_out(random.Random(5))
    assert undo.is_enabled() == (game != "bloom_town")  # where the bot's last tile was hidden
    if undo.is_enabled():
        undo.click()
        assert table.settled() == "client"
        assert table.page.locator("#end").is_hidden()
        assert undo.is_disabled() == (table.moves() == 0)


@pytest.mark.parametrize("game", cloche.games())
def test_the_player_at_the_table_is_called_you(table: AtTable, game: str) -> None:
    begin(table, game, seed=2)
    assert table.settled() == "client"
    assert "(you)" in table.page.locator("#ask").inner_text()
    assert "(you)" in (table.page.locator("#frame svg > title").text_content() or "")
    assert table.page.locator("#players-list .turn").inner_text().split()[:2] == ["1", "You"]


def test_the_seed_gives_the_deal(table: AtTable) -> None:
    shown = []
    for seed in (5, 5, 6):
        table.deal("gardens_of_io", seed=seed)
        shown.append(table.page.locator("#frame").inner_html())
        table.page.click("#new")
    assert shown[0] == shown[1] != shown[2]


# Judgement and course


def test_chances_and_best_moves_are_shown_and_can_be_played(table: AtTable) -> None:
    table.deal("connect_four", seats=PEOPLE, columns="4", rows="4")
    page = table.page
    page.click("#best-box summary")
    page.wait_for_selector("#best tr button")
    chances = [int(text.split()[0]) for text in page.locator("#judgement .chance").all_inner_texts()]
    assert abs(sum(chances) - 100) <= 1
    rows = page.locator("#best tr").all_inner_texts()
    assert len(rows) == 4
    visits = [int(row.split()[-1]) for row in rows]
    assert visits == sorted(visits, reverse=True)
    assert visits[0] > 0
    first = page.locator("#best button").first
    text = first.inner_text()
    first.click()
    page.wait_for_function("text => document.querySelector('#moves').textContent.includes(text)", arg=text)
    page.check("input[name=course][value=chances]", force=True)
    page.wait_for_function("() => document.querySelectorAll('#curve polyline').length === 2")
    assert "Chances to win: player 1" in (page.locator("#curve svg").get_attribute("aria-label") or "")


def test_bots_are_watched_at_play_and_tell_what_they_see(table: AtTable) -> None:
    table.deal("tic_tac_toe", seats=["3", "3"])
    assert table.settled() == "nobody"
    assert "Player" in table.page.locator("#end").inner_text()
    assert "as Player" in table.page.locator("#judgement").inner_text()
    assert table.page.locator("#curve .line").count() == 2


# Words


def test_moves_are_listed_in_words_with_their_notation_beside(table: AtTable) -> None:
    begin(table, "gardens_of_io", seed=3)
    rng = random.Random(1)
    while "@" not in "".join(table.page.locator("#moves code").all_text_contents()):
        table.play(rng)
        table.settled()
    game = cloche.load("gardens_of_io")
    words = table.page.locator("#moves .words").all_text_contents()
    notations = table.page.locator("#moves code").all_text_contents()
    assert words == [game.in_words(text) for text in notations]
    assert any(text.startswith("plant ") for text in words)


def test_a_hint_and_the_best_moves_speak_in_words(table: AtTable) -> None:
    table.deal("buds_and_blooms", seed=4)
    page, game = table.page, cloche.load("buds_and_blooms")
    page.click("#best-box summary")
    page.wait_for_selector("#best tr button")
    cells = page.locator("#best td[title]").evaluate_all("all => all.map(one => [one.innerText, one.title])")
    assert cells and all(text == game.in_words(title) for text, title in cells)  # read at once: the search goes on
    table.page.click("#hint")
    table.page.wait_for_selector(".hinted")
    hinted = page.locator(".hinted").first.get_attribute("data-action") or ""
    assert f"Hint: {game.in_words(hinted)} (win" in page.locator("#ask").inner_text()


def test_picks_and_choices_are_named_in_words(table: AtTable) -> None:
    begin(table, "cottage_garden", seed=7)
    chips = table.page.locator("#picks .chip")
    names = dict(zip(chips.evaluate_all("all => all.map(one => one.title)"), chips.all_inner_texts(), strict=True))
    assert names["pot"] == "a pot"
    assert {text for name, text in names.items() if name.startswith("T")} == {
        f"tile {name}" for name in names if name.startswith("T")
    }
    table.click("#frame [data-action*=' ']")
    for choice in table.page.locator("#choices .choice").all():
        text = choice.get_attribute("data-text") or ""
        assert choice.get_attribute("title") == text
        assert cloche.load("cottage_garden").in_words(text) in choice.inner_text()


@pytest.mark.parametrize("game", [*cloche.games(), "liars_dice"])
def test_every_option_says_what_it_changes(table: AtTable, game: str) -> None:
    page = table.page
    page.wait_for_selector("#setup[open]")
    page.evaluate("document.querySelector('#known-box').open = true")
    page.check(f"input[name=game][value={game}]", force=True)
    for field in dataclasses.fields(registry.entry(game).options):
        about = page.locator(f"#options [name={field.name}]").get_attribute("aria-describedby")
        assert page.locator(f"#{about}").inner_text() == field.metadata["meaning"]


# Records


def test_a_record_is_saved_loaded_and_played_on(table: AtTable, tmp_path: Path) -> None:
    begin(table, "cottage_garden", seed=2)
    rng = random.Random(8)
    for _ in range(3):
        table.play(rng)
        table.settled()
    picture, record = table.page.locator("#frame").inner_html(), table.record()
    path = tmp_path / "game.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    table.page.click("#new")
    begin(table, "nim")
    table.page.set_input_files("#file", path)
    table.page.wait_for_selector("#frame .nursery")
    table.settled()
    assert table.page.locator("#frame").inner_html() == picture
    assert table.moves() == len(record["moves"])
    table.play(rng)


def test_the_curve_of_a_loaded_game_is_whole(table: AtTable, tmp_path: Path) -> None:
    begin(table, "gardens_of_io", seats=["human", OPPONENT], seed=2)
    rng = random.Random(8)
    for _ in range(8):
        table.play(rng)
        table.settled()
    record = cloche.Record.from_dict(table.record())
    path = tmp_path / "game.json"
    record.save(path)
    table.page.click("#new")
    begin(table, "nim")
    table.page.set_input_files("#file", path)
    table.page.wait_for_selector(
        "#frame svg [data-action='e5'], #frame svg title:has-text('Gardens')", state="attached"
    )
    table.settled()
    for _ in range(2):  # and once more after the page itself was loaded again
        points = table.page.locator("#curve polyline").first.get_attribute("points") or ""
        heights = [float(point.split(",")[1]) for point in points.split()]
        scores = [state.scores()[0] for state in record.replay()]
        assert len(heights) == len(scores)
        assert [later < sooner for sooner, later in itertools.pairwise(heights)] == [
            later > sooner for sooner, later in itertools.pairwise(scores)
        ]
        assert "move 0" in table.page.locator("#curve").inner_text()
        table.page.reload()
        table.page.wait_for_selector("#curve polyline", state="attached")
        table.settled()


def test_a_file_that_is_no_record_is_refused_with_a_reason(table: AtTable, tmp_path: Path) -> None:
    begin(table, "nim")
    for content, reason in (("{", "is no record"), ('{"format": "other"}', "format"), ("[1]", "record")):
        path = tmp_path / "bad.json"
        path.write_text(content, encoding="utf-8")
        table.page.set_input_files("#file", path)
        table.page.wait_for_function(
            "reason => document.querySelector('#toast:not([hidden])')?.textContent.includes(reason)", arg=reason
        )
        table.page.evaluate("document.querySelector('#toast').hidden = true")
    assert table.page.locator("#frame .pile").count() == 4
    table.play(random.Random(1))


def test_the_game_is_still_there_after_a_reload(table: AtTable) -> None:
    begin(table, "nim", seats=PEOPLE)
    table.play(random.Random(2))
    picture = table.page.locator("#frame").inner_html()
    table.page.reload()
    table.page.wait_for_selector("#frame svg")
    assert table.page.locator("#setup").is_hidden()
    assert table.page.locator("#frame").inner_html() == picture


def test_options_that_are_not_allowed_are_refused_in_the_dialog(table: AtTable) -> None:
    page = table.page
    page.click("#known-box summary")
    page.check("input[name=game][value=nim]", force=True)
    for typed, reason in (("[0]", "piles"), ("three", "a list of 1..8 items")):
        page.fill("#options [name=piles]", typed)
        page.click("#begin")
        page.wait_for_function(
            "reason => document.querySelector('#setup-problem').textContent.includes(reason)", arg=reason
        )
    page.fill("#seed", "x")
    page.fill("#options [name=piles]", "[2]")
    page.click("#begin")
    page.wait_for_function("() => document.querySelector('#setup-problem').textContent.includes('seed')")


# Keys and fingers


def test_a_game_is_set_up_and_played_by_keys_alone(table: AtTable) -> None:
    page = table.page
    page.wait_for_selector("#setup[open]")
    assert page.evaluate("document.activeElement.name") == "game"
    for _ in range(cloche.games().index("gardens_of_io")):
        page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.value") == "gardens_of_io"
    page.keyboard.press("Enter")
    page.wait_for_selector("#setup", state="hidden")
    table.settled()
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.querySelector('#frame').contains(document.activeElement)"):
            break
    focused = lambda: page.evaluate("document.activeElement.dataset.action")  # noqa: E731
    assert focused() == "a1"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert focused() == "b2"
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('#moves').textContent.includes('b2')")
    table.settled()
    assert focused() is not None
    page.keyboard.press("u")
    page.wait_for_selector("#frame [data-action=b2]")
    page.keyboard.press("n")
    page.wait_for_selector("#setup[open]")
    page.keyboard.press("Escape")
    page.wait_for_selector("#setup", state="hidden")


def test_a_move_can_be_typed(table: AtTable) -> None:
    begin(table, "tic_tac_toe", seats=PEOPLE)
    table.page.fill("#typed", "b2")
    table.page.keyboard.press("Enter")
    table.page.wait_for_selector("#frame [data-action=b2]", state="detached")
    table.page.fill("#typed", "b2")
    table.page.keyboard.press("Enter")
    table.page.wait_for_selector("#toast:not([hidden])")
    assert "b2" in table.page.locator("#toast").inner_text()


@pytest.mark.parametrize("game", cloche.games())
def test_on_a_phone_nothing_sticks_out_and_places_are_as_large_as_fingers(phone: AtTable, game: str) -> None:
    phone.deal(game, seed=4)
    page = phone.page
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    sides = page.locator("#frame [data-action], #frame [data-pick]").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect()).map(box => Math.min(box.width, box.height))"
    )
    assert min(sides) >= 24
    small = page.locator("header button, .tools button").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect()).filter(box => box.height > 0 && box.height < 36).length"
    )
    assert small == 0


@pytest.mark.parametrize("game", cloche.games())
def test_on_a_phone_the_frame_begins_where_something_can_be_done(phone: AtTable, game: str) -> None:
    begin(phone, game, seed=7)
    assert phone.settled() == "client"
    seen = phone.page.evaluate(
        """() => {
          const view = document.querySelector("#frame").getBoundingClientRect();
          const places = [...document.querySelectorAll("#frame [data-action]")];
          const boxes = places.map((one) => one.getBoundingClientRect());
          const inside = boxes.filter(({ left, right, top, bottom }) => left >= view.left - 1 && right <= view.right + 1
            && top >= view.top - 1 && bottom <= view.bottom + 1);
          return inside.length / boxes.length;
        }"""
    )
    assert seen >= 0.5


def test_a_tap_shows_where_a_tile_would_lie_and_a_second_one_plants_it(phone: AtTable) -> None:
    begin(phone, "cottage_garden", seed=7)
    page, before = phone.page, phone.moves()
    page.locator("#picks .chip").first.tap()
    page.wait_for_selector("#frame svg:not([data-picked=''])")
    place = page.locator("#frame [data-action]").first
    action = place.get_attribute("data-action")
    place.tap()
    page.wait_for_selector("#frame .shown + .ghost")
    assert phone.moves() == before
    page.locator(f"#frame [data-action='{action}']").tap()
    page.wait_for_function("before => document.querySelectorAll('#moves li').length > before", arg=before)


# The server


def test_the_page_asks_for_the_token(browser: Browser) -> None:
    with running_server("--token", "sesame") as guarded:
        context = browser.new_context(**DESKTOP)
        page = context.new_page()
        page.goto(guarded.address)
        page.wait_for_selector("#door[open]")
        page.fill("#token", "wrong")
        page.keyboard.press("Enter")
        page.wait_for_selector("#door[open]")
        page.fill("#token", "sesame")
        page.keyboard.press("Enter")
        page.wait_for_selector("#setup[open]")
        context.close()


def test_the_page_says_that_the_server_is_gone(browser: Browser) -> None:
    with running_server() as running:
        context = browser.new_context(**DESKTOP)
        at = AtTable(context.new_page(), running.address)
        at.open()
        begin(at, "nim", seats=PEOPLE)
    at.click("#frame [data-action]")
    at.page.wait_for_selector("#toast:not([hidden])")
    assert "server" in at.page.locator("#toast").inner_text()
    context.close()


def test_the_page_runs_no_code_but_its_own(table: AtTable) -> None:
    table.page.wait_for_selector("#setup[open]")
    policy = table.page.request.get(table.address + "/").headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
