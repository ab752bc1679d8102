"""The page in a real browser on a slow machine: what it transfers, what an event and a step of the replay cost.

The browser is Chromium with its processor throttled to a quarter; without it, or without playwright, which only
developers have, there are no such figures.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from companion.bench.figure import Figure
from companion.bench.scripted import DrawnSource, ScriptedTable, legal_game
from companion.house import House
from companion.settings import Settings
from engine.colours import Colour
from engine.events import Place
from engine.pieces import PIECES, Cell
from engine.profiles import CLASSIC
from engine.record import Record
from engine.rules import RuleSet

CHROMIUM = "/usr/bin/chromium"
THROTTLE = 4
EVENTS = 12
WAIT = 400
"""Milliseconds that an event is given to be drawn; what the page does in a quiet span of this length is taken off."""
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking"]


def figures() -> list[Figure]:
    """The figures of the browser; none where there is no browser to measure with."""
    path = os.environ.get("CHROMIUM", CHROMIUM)
    if importlib.util.find_spec("playwright") is None or not Path(path).exists():
        return []
    playwright = importlib.import_module("playwright.sync_api")
    with tempfile.TemporaryDirectory() as folder, playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=FLAGS)
        eyes = ScriptedTable(CLASSIC, [], held=True)
        settings = Settings(data=folder, host="127.0.0.1", port=0, board="classic", pin="123456", clock="up")
        with House.open(settings, lambda: DrawnSource(eyes, fps=20, size=(820, 616)), eyes.made_for) as house:
            url = f"http://127.0.0.1:{house.server.port}/"
            found = [_event(browser, url, eyes), _bytes(browser, url)]
            found.append(_scrubbing(browser, url, house, _full_board(house)))
        browser.close()
    return found


def _full_board(house: House) -> int:
    """A board with all pieces that fit, largest first, one colour after the other; how many they are."""
    house.keeper.new_game(Record(CLASSIC, RuleSet.usual(CLASSIC)))
    free = {(row, column) for row in range(CLASSIC.size) for column in range(CLASSIC.size)}
    laid = 0
    for piece in sorted(PIECES, key=lambda one: -one.size):
        for colour in CLASSIC.colours:
            cells = _first_fit(piece.orientations, free)
            if cells:
                free -= set(cells)
                house.keeper.rule(Place(Colour(colour), cells))
                laid += 1
    return laid


def _first_fit(orientations: tuple[tuple[Cell, ...], ...], free: set[Cell]) -> tuple[Cell, ...]:
    for row, column in sorted(free):
        for turned in orientations:
            cells = tuple((row + r, column + c) for r, c in turned)
            if free.issuperset(cells):
                return cells
    return ()


def _opened(browser: Any) -> tuple[Any, Any]:  # noqa: ANN401 - playwright is not there for everybody
    page = browser.new_context(viewport={"width": 360, "height": 740}).new_page()
    return page, page.context.new_cdp_session(page)


def _bytes(browser: Any, url: str) -> Figure:  # noqa: ANN401 - as above
    """Everything that the first page takes over the network, in the middle of a game."""
    page, tools = _opened(browser)
    seen: list[float] = []
    streamed: list[float] = []
    tools.send("Network.enable")
    tools.on("Network.loadingFinished", lambda told: seen.append(told["encodedDataLength"]))
    # The live stream does not end: what comes through it is counted message by message.
    tools.on("Network.eventSourceMessageReceived", lambda told: streamed.append(len(told["data"])))
    page.goto(url)
    page.wait_for_selector(f".board .piece:nth-child({40 + EVENTS})")
    page.wait_for_timeout(WAIT)
    page.context.close()
    return Figure(f"first page with {40 + EVENTS} pieces, transferred", (sum(seen) + sum(streamed)) / 1000, 150, "KB")


def _busy(tools: Any) -> float:  # noqa: ANN401 - as above
    """Seconds of processor time that the main thread has taken so far; what others do on the machine does not count."""
    found = tools.send("Performance.getMetrics")["metrics"]
    return float(next(one["value"] for one in found if one["name"] == "TaskDuration"))


def _event(browser: Any, url: str, eyes: ScriptedTable) -> Figure:  # noqa: ANN401 - as above
    page, tools = _opened(browser)
    script = legal_game(CLASSIC, seed=1)
    eyes.release(*script[:40])
    page.goto(url)
    page.wait_for_selector(".board .piece:nth-child(40)")
    tools.send("Performance.enable", {"timeDomain": "threadTicks"})
    tools.send("Emulation.setCPUThrottlingRate", {"rate": THROTTLE})
    page.wait_for_timeout(WAIT)
    spent, quiet = [], []
    for number, change in enumerate(script[40 : 40 + EVENTS], start=41):
        begin = _busy(tools)
        page.wait_for_timeout(WAIT)
        quiet.append(_busy(tools) - begin)
        begin = _busy(tools)
        eyes.release(change)
        page.wait_for_timeout(WAIT)
        spent.append(_busy(tools) - begin)
        if page.locator(".board .piece").count() != number:
            spent.pop()
    page.context.close()
    cost = max(0.0, median(spent) - median(quiet)) if spent else float("inf")
    return Figure("an event on the main thread, processor at a quarter", cost * 1000, 16, "ms")


def _scrubbing(browser: Any, url: str, house: House, pieces: int) -> Figure:  # noqa: ANN401 - as above
    page, tools = _opened(browser)
    number = house.keeper.table.kept.id if house.keeper.table else 0
    page.goto(f"{url}games/{number}")
    page.wait_for_selector("body[data-ready]")
    tools.send("Performance.enable", {"timeDomain": "threadTicks"})
    tools.send("Emulation.setCPUThrottlingRate", {"rate": THROTTLE})
    begin = _busy(tools)
    page.evaluate(
        """async (steps) => {
            const slider = document.querySelector('.scrub input');
            for (const at of [...Array(steps + 1).keys(), ...[...Array(steps + 1).keys()].reverse()]) {
                slider.value = at;
                slider.dispatchEvent(new Event('input'));
                await new Promise(requestAnimationFrame);
            }
        }""",
        pieces,
    )
    spent = (_busy(tools) - begin) / (2 * (pieces + 1))
    page.context.close()
    return Figure(f"a step of the replay at {pieces} pieces, at a quarter", spent * 1000, 16, "ms")
