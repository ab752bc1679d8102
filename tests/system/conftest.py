"""A real browser, and a companion whose table does what the test says."""

import os
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from companion.bench.scripted import DrawnSource, ScriptedTable
from companion.house import House
from companion.settings import Settings
from engine.colours import Colour
from engine.profiles import PROFILES
from tests.system.hands import PIN
from vision.changes import Change, Patch

SCREENSHOTS = Path(__file__).parents[2] / "out" / "screenshots"
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
]  # fmt: skip
SIZES = {"phone": (360, 740), "tablet": (820, 1180), "desk": (1920, 1080)}

expect.set_options(timeout=20_000)


@pytest.fixture(scope="session")
def chromium():
    with sync_playwright() as playwright:
        path = os.environ.get("CHROMIUM", "/usr/bin/chromium")
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@dataclass
class Table:
    """The real table of a test: what is put on it is seen by the companion."""

    house: House
    eyes: ScriptedTable
    url: str = ""
    problems: list = field(default_factory=list)

    def put(self, colour, *cells):
        self.eyes.release(Change(0.0, 0, appeared=(Patch(Colour(colour), tuple(sorted(cells))),)))

    def take_off(self, colour, *cells):
        self.eyes.release(Change(0.0, 0, vanished=(Patch(Colour(colour), tuple(sorted(cells))),)))


@pytest.fixture
def lay_table(tmp_path):
    """Opens a companion with its page; `lay_table("duo")` gives the table."""
    opened = []

    def lay(board="duo", **settings):
        eyes = ScriptedTable(PROFILES[board], [], held=True)
        chosen = Settings(data=str(tmp_path / "data"), host="127.0.0.1", port=0, board=board, pin=PIN, **settings)
        house = House.open(chosen, lambda: DrawnSource(eyes, fps=50, size=(820, 616)), eyes.made_for)
        opened.append(house)
        return Table(house, eyes, f"http://127.0.0.1:{house.server.port}/")

    yield lay
    for house in opened:
        house.close()


@pytest.fixture
def open_page(chromium):
    """Opens the page as a phone, tablet or desk; fails the test if the page has errors."""
    contexts, problems = [], []

    def open_it(url, size="phone", scheme="light", strict=True, language="en"):
        width, height = SIZES[size]
        context = chromium.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, has_touch=size == "phone", locale=language
        )
        contexts.append(context)
        page = context.new_page()
        if strict:
            page.on("pageerror", lambda error: problems.append(str(error)))
            page.on("console", lambda message: problems.append(message.text) if _is_error(message) else None)
        page.goto(url)
        if page.locator("#status").count():
            expect(page.locator("#status")).not_to_have_attribute("data-status", "stale")
        return page

    yield open_it
    for context in contexts:
        context.close()
    assert not problems


def _is_error(message):
    # An answer that refuses (a wrong PIN) is logged by the browser itself; it is not an error of the page.
    return message.type == "error" and "Failed to load resource" not in message.text


@pytest.fixture
def shoot():
    """Keeps a screenshot to look at."""
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)

    def take(page, name):
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{name} is {wide} px wider than the screen"
        page.screenshot(path=SCREENSHOTS / f"{name}.png")

    return take
