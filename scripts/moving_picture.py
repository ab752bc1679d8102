#!/usr/bin/env python3
"""Makes docs/pictures/live.webp: the simulated table as the camera sees it, and the live page beside it.

usage: moving_picture.py [--board classic] [--seed 5] [--from 13] [--seconds 22]

It runs the demo for real and photographs the page in Chromium, so it needs what the browser tests need.
"""

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path

import cv2
import numpy as np
from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from companion.bench.browser import CHROMIUM, FLAGS
from companion.commands.run import make_table
from companion.demo_game import DemoGame
from companion.house import House

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "docs" / "pictures" / "live.webp"
HEIGHT, PAGE = 480, (720, 1120)
EVERY, SHOWN = 0.5, 250
"""Seconds between two pictures, and milliseconds that each is shown: twice as fast as it happened."""
FPS = 5
QUALITY = 65


def side_by_side(camera, page):
    """Both at one height."""
    parts = [
        cv2.resize(part, (round(part.shape[1] * HEIGHT / part.shape[0]), HEIGHT), interpolation=cv2.INTER_AREA)
        for part in (camera, page)
    ]
    return np.hstack(parts)


def photographed(house, browser, first, seconds):
    """Pictures of camera and page, from a second of the film on."""
    page = browser.new_page(viewport={"width": PAGE[0], "height": PAGE[1]})
    page.goto(f"http://127.0.0.1:{house.server.port}")
    pictures, due = [], first
    while len(pictures) < seconds / EVERY and house.loop.running:
        seen = house.keeper.view()
        if seen is None or seen[1] < due * FPS:
            time.sleep(0.02)
            continue
        due += EVERY
        shot = np.frombuffer(page.screenshot(), np.uint8)
        pictures.append(side_by_side(seen[0], cv2.imdecode(shot, cv2.IMREAD_COLOR)))
    return pictures


def main():
    parser = argparse.ArgumentParser(description="the moving picture of the README")
    parser.add_argument("--board", default="classic")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--from", type=float, default=13.0, dest="first", help="second of the film to begin at")
    parser.add_argument("--seconds", type=float, default=22.0)
    parser.add_argument("--out", type=Path, default=TARGET)
    options = parser.parse_args()
    if not hasattr(cv2, "imwriteanimation"):
        sys.exit(f"OpenCV {cv2.__version__} writes no moving pictures: 4.11 or newer is needed for this script")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        game = DemoGame(options.board, options.seed, mishaps=0.0)
        settings = game.begin(Path(folder), 0, "127.0.0.1")
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        with House.open(settings, game.film, make_table) as house:
            pictures = photographed(house, browser, options.first, options.seconds)
            told = [row.type for row in house.keeper.table.rows]
        browser.close()
    moving = cv2.Animation()
    moving.frames, moving.durations = pictures, np.full(len(pictures), SHOWN, np.int32)
    cv2.imwriteanimation(str(options.out), moving, [cv2.IMWRITE_WEBP_QUALITY, QUALITY])
    size = options.out.stat().st_size
    print(json.dumps({"file": options.out.name, "pictures": len(pictures), "bytes": size, "told": told[-6:]}))


if __name__ == "__main__":
    main()
