#!/usr/bin/env python3
"""Makes the pictures of the players' guide, docs/pictures/guide-LANGUAGE.jpg: new game, a broken rule, the score sheet.

They are photographed on a phone's screen in Chromium, in each language, so this needs what the browser tests need.
"""

import sys
import tempfile
from pathlib import Path

import cv2
import numpy as np
from playwright.sync_api import sync_playwright

from companion.bench.browser import CHROMIUM, FLAGS
from companion.bench.scripted import legal_game
from companion.commands.run import make_table
from companion.demo_game import DemoGame
from companion.house import House, new_game

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
LANGUAGES = ("en", "es", "fr")
PHONE, GAP = {"width": 390, "height": 800}, 12
SETTLED = 1000
"""Milliseconds after which a page has drawn itself."""


def shot(page):
    return cv2.imdecode(np.frombuffer(page.screenshot(), np.uint8), cv2.IMREAD_COLOR)


def main():
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        game = DemoGame("classic", 5, mishaps=0.0, speed=2.0)
        settings = game.begin(Path(folder), 0, "127.0.0.1")
        with House.open(settings, game.film, make_table) as house:
            url = f"http://127.0.0.1:{house.server.port}"
            pages = {one: browser.new_page(viewport=PHONE, locale=one) for one in LANGUAGES}
            for page in pages.values():
                page.goto(url)
            taken = {}
            for language, page in pages.items():
                page.wait_for_selector("article.alert", timeout=60_000)
                taken[language] = [shot(page)]
            for language, page in pages.items():
                page.goto(f"{url}/new")
                page.wait_for_timeout(SETTLED)
                taken[language].insert(0, shot(page))
            house.loop.stop()
            new_game(house.keeper, settings)
            house.keeper.take(legal_game(house.keeper.table.match.game.profile))
            for language, page in pages.items():
                page.goto(f"{url}/games/{house.keeper.table.kept.id}")
                page.wait_for_timeout(SETTLED)
                taken[language].append(shot(page))
        browser.close()
    for language, shots in taken.items():
        framed = [cv2.copyMakeBorder(one, 0, 0, GAP, GAP, cv2.BORDER_CONSTANT, value=(120, 120, 120)) for one in shots]
        target = PICTURES / f"guide-{language}.jpg"
        cv2.imwrite(str(target), np.hstack(framed), [cv2.IMWRITE_JPEG_QUALITY, 80])
        print(f"{target.name}: {target.stat().st_size / 1000:.0f} KB")


if __name__ == "__main__":
    sys.exit(main())
