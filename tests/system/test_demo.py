"""`companion demo`: a newcomer's first minute, through the real command and its API, and in the plan of every board."""

import json
import re
import subprocess
import sys
import time
import urllib.request

import pytest
from playwright.sync_api import expect

from companion.demo_game import DemoGame, pieces_begun
from engine.profiles import PROFILES

PATIENCE = 60.0
"""Seconds after which a demo that tells nothing has failed; it needs about five."""


def events(address):
    with urllib.request.urlopen(f"{address}/api/events?since=0", timeout=10) as answer:  # noqa: S310 - our own page
        return json.load(answer)["events"]


@pytest.fixture(scope="module")
def first_minute():
    """The events of the first minute of `companion demo --board duo`, eight times as fast."""
    command = ["demo", "--board", "duo", "--speed", "8", "--seed", "5", "--mishaps", "0", "--port", "0"]
    process = subprocess.Popen([sys.executable, "-m", "companion", *command], stdout=subprocess.PIPE, text=True)
    try:
        spoken = ""
        while "The page:" not in spoken:
            line = process.stdout.readline()
            assert line, f"the demo ended after {spoken!r}"
            spoken += line
        address = "http://127.0.0.1:" + re.search(r"The page: http://[^:]+:(\d+)", spoken)[1]
        until, told = time.monotonic() + PATIENCE, events(address)
        while not (told and told[-1]["time"] > 30) and time.monotonic() < until:
            time.sleep(0.2)
            told = events(address)
        return told
    finally:
        process.terminate()
        process.communicate()


def test_the_page_opens_on_a_game_in_progress(first_minute):
    begun = [event for event in first_minute if event["time"] == 0 and event["type"] == "placed"]
    assert len(begun) == pieces_begun("duo") == 6


def test_the_demo_shows_an_illegal_move_within_the_first_minute_and_its_correction(first_minute):
    told = [(event["type"], event["time"]) for event in first_minute if event["type"] in ("illegal", "corrected")]
    assert [kind for kind, _ in told] == ["illegal", "corrected"]
    assert 0 < told[0][1] < told[1][1] < 60


def test_what_nobody_changed_is_not_told_as_changed(first_minute):
    assert not [event for event in first_minute if event["type"] in ("compared", "unsure", "disturbed")]


@pytest.mark.parametrize("board", sorted(PROFILES))
@pytest.mark.parametrize("seed", range(3))
def test_whatever_the_seed_the_first_minute_has_an_illegal_move_that_is_put_right(board, seed):
    _, plan = DemoGame(board, seed, mishaps=0.0).film().staged()
    told = [event for event in plan.told if event["type"] in ("illegal", "corrected")]
    assert [event["type"] for event in told] == ["illegal", "corrected"]
    assert told[1]["time"] < 60
    assert len(plan.begun) == pieces_begun(board)


@pytest.mark.parametrize("board", sorted(PROFILES))
def test_hands_move_in_the_camera_view_from_the_first_seconds(board):
    _, plan = DemoGame(board, 5, mishaps=0.0).film().staged()
    covered = sum(min(visit.end, 60.0) - visit.start for visit in plan.visits if visit.start < 60)
    assert plan.visits[0].start <= 2
    assert covered > 20, "of the first minute a hand is in the picture"


# What most people open a demo on: small laptops, and a tablet on its side.
@pytest.mark.parametrize("screen", [(1366, 768), (1280, 720), (1024, 768), (1920, 1080)])
def test_a_broken_rule_is_read_without_scrolling_and_beside_the_board(lay_table, open_page, screen):
    table = lay_table("classic")
    page = open_page(table.url, "desk")
    page.set_viewport_size({"width": screen[0], "height": screen[1]})
    table.put("blue", (3, 3))
    alert = page.locator(".alert.bad")
    expect(alert).to_be_visible()
    box, board = alert.bounding_box(), page.locator(".board").bounding_box()
    assert box["y"] + box["height"] <= screen[1]
    assert box["x"] >= board["x"] + board["width"]
