"""A browser at the table, for tests: Chromium, driven by Playwright."""

from __future__ import annotations

import json
import os
import random
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import pytest

try:
    from playwright.sync_api import Browser, Page, sync_playwright
except ImportError:
    Browser = Page = sync_playwright = None  # type: ignore[assignment, misc]

NAMES = ("chromium", "chromium-browser", "google-chrome")
DESKTOP = {"viewport": {"width": 1366, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
MILLISECONDS = 20_000  # that anything may take here

# A point of an element that a click there would hit; null if it is covered everywhere.
_POINT = """item => {
  item.scrollIntoView({ block: "center", inline: "center" });
  const { left, top, width, height } = item.getBoundingClientRect();
  for (const down of [0.5, 0.25, 0.75, 0.1, 0.9])
    for (const right of [0.5, 0.25, 0.75, 0.1, 0.9]) {
      const [x, y] = [left + right * width, top + down * height];
      if (document.elementFromPoint(x, y)?.closest("[data-action], [data-pick], button") === item) return [x, y];
    }
  return null;
}"""

_HAS_MOVED = """before => document.body.dataset.awaits === "curtain"
  || document.querySelectorAll("#moves li").length > before"""


@contextmanager
def running_browser() -> Iterator[Browser]:
    """Chromium. Without it tests are skipped, unless CLOCHE_BROWSER says that it must be there."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None or sync_playwright is None:
        missing = "needs the package playwright and one of " + ", ".join(NAMES)
        if os.environ.get("CLOCHE_BROWSER") == "required":
            pytest.fail(missing)
        pytest.skip(missing)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


class AtTable:
    """A page with the table, and all that went to it and came from it."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.hosts: set[str] = set()
        self.complaints: list[str] = []
        self.sent: list[Any] = []
        self.received: list[Any] = []
        page.set_default_timeout(MILLISECONDS)
        page.on("request", lambda request: self.hosts.add(urlsplit(request.url).netloc))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        page.on("websocket", self._listen)

    def _listen(self, socket: Any) -> None:
        socket.on("framesent", lambda text: self.sent.append(json.loads(text)))
        socket.on("framereceived", lambda text: self.received.append(json.loads(text)))

    def open(self, path: str = "/") -> None:
        self.page.goto(self.address + path)

    def deal(self, game: str, *, seats: list[str] | None = None, seed: int | None = None, **options: str) -> None:
        """Sets up a game in the dialog, as somebody would; options as they are typed or chosen."""
        page = self.page
        page.wait_for_selector("#setup[open]")
        card = page.locator(f"input[name=game][value={game}]")
        if not card.is_visible():
            page.click("#known-box summary")
        card.check(force=True)
        if seats is not None and page.locator("#seats select").count() != len(seats):
            page.locator(f"input[name=players][value='{len(seats)}']").check(force=True)
        for player, seat in enumerate(seats or []):
            page.select_option(f"#seat-{player}", seat)
        for name, value in options.items():
            field = page.locator(f"#options [name={name}]")
            if field.evaluate("field => field.tagName") == "SELECT":
                field.select_option(label=value)
            else:
                field.fill(value)
        page.fill("#seed", "" if seed is None else str(seed))
        page.click("#begin")
        page.wait_for_selector("#setup", state="hidden")
        self.settled()

    def settled(self) -> str:
        """Waits until it is for somebody at the table to act, or for nobody; for whom."""
        page = self.page
        whom = "body:is([data-awaits=client], [data-awaits=nobody], [data-awaits=curtain])"
        page.wait_for_selector(f"{whom} #frame:not([data-stale])", state="attached")
        awaits: str = page.evaluate("document.body.dataset.awaits")
        return awaits

    def quick(self) -> None:
        """Without thinking at the moves of people, and without pauses."""
        self.page.select_option("#judging", "0")
        self.page.uncheck("#paced")

    def click(self, selector: str, number: int = 0) -> None:
        """Clicks an element, with the mouse, where it is to be seen."""
        item = self.page.locator(selector).nth(number)
        point = item.evaluate(_POINT)
        assert point is not None, f"{item.evaluate('item => item.outerHTML')[:300]} is covered by others"
        self.page.mouse.click(*point)

    def moves(self) -> int:
        """How many moves the list has."""
        return self.page.locator("#moves li").count()

    def pick(self, piece: str) -> None:
        """Picks a piece by its chip, until the board shows where it can go."""
        self.click(f"#picks [data-pick='{piece}']")
        self.page.wait_for_selector(f"#frame svg[data-picked='{piece}']")

    def play(self, rng: random.Random) -> None:
        """One move at random, by clicks: perhaps a piece, then a place, then what is meant if it asks."""
        page, before = self.page, self.moves()
        chips = page.locator("#picks .chip").count()
        if chips and rng.random() < 0.7:
            self.pick(page.locator("#picks .chip").nth(rng.randrange(chips)).get_attribute("data-pick") or "")
        places = page.locator("#frame [data-action]").count()
        assert places, "nothing on the board can be clicked"
        self.click("#frame [data-action]", rng.randrange(places))
        choices = page.locator("#choices .choice").count()
        if choices:
            self.click("#choices .choice", rng.randrange(choices))
        page.wait_for_function(_HAS_MOVED, arg=before)

    def play_out(self, rng: random.Random) -> None:
        """All moves to the end of the game."""
        while self.settled() == "client":
            self.play(rng)

    def record(self) -> Any:
        """What a click on `Save` gives."""
        with self.page.expect_download() as download:
            self.page.click("#save")
        return json.loads(download.value.path().read_text(encoding="utf-8"))
