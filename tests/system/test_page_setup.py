"""From a fresh installation to the first ruled piece, on a phone with touch, seen by the real reader."""

import pytest
from playwright.sync_api import expect

from calibration.keeping import FOLDER, Shelf
from tests.system.hands import unlock
from tests.system.patient import patient_house
from tests.system.test_page_everyone import serious


@pytest.fixture
def first_day(tmp_path):
    house, source = patient_house(tmp_path, "duo-togo", 5)
    yield house, source, f"http://127.0.0.1:{house.server.port}/"
    house.close()


def finger(page, *points):
    """One finger that goes down at the first point, over the others, rests at the last, and goes up."""
    touch = page.context.new_cdp_session(page)
    points = (*points, points[-1])
    for number, (x, y) in enumerate(points):
        kind = "touchMove" if number else "touchStart"
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        page.wait_for_timeout(60)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    touch.detach()


def middle(locator):
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def choose(page, name):
    page.get_by_role("radio", name=name, exact=True).check()


def tap_wrong_square(page):
    """Say that an empty square is blue, see it read so, and say that it is empty after all."""
    cells = page.locator(".reading .piece.c-blue")
    before, board = cells.count(), page.locator(".reading .board").bounding_box()
    place = {"x": board["width"] * 0.25, "y": board["height"] * 0.75}
    for answer, count in (("● Blue", before + 1), ("Nothing", before)):
        page.locator(".reading .board").tap(position=place)
        page.get_by_role("radio", name=answer).check()
        assert serious(page) == []
        page.locator("dialog .primary").tap()
        expect(cells).to_have_count(count)


def test_from_a_fresh_installation_to_the_first_ruled_piece(first_day, open_page, shoot, tmp_path):
    house, source, url = first_day
    page = open_page(url)
    page.get_by_role("link", name="Who plays?").tap()
    page.locator("[data-board=duo-togo]").tap()
    page.get_by_label("Name: Blue").fill("Ana")
    shoot(page, "new-game-phone")
    page.get_by_role("button", name="Begin").tap()
    unlock(page)
    expect(page.locator(".card[data-colour=blue] h2")).to_have_text("Ana")

    source.fixed = {"ExposureTime": 9000.0, "ColourGains.0": 1.8}
    page.get_by_role("link", name="Aim the camera").tap()
    expect(page.locator(".said.good")).to_contain_text("The board is found: To Go.", timeout=60_000)
    page.get_by_role("button", name="Next").tap()
    mark = page.get_by_role("button", name="Top left corner")
    x, y = found = middle(mark)
    finger(page, found, (x - 4, y - 5), (x - 8, y - 9))
    expect(page.locator(".said.good")).to_have_text("The corners fit.")
    snapped = middle(mark)
    assert max(abs(a - b) for a, b in zip(snapped, found, strict=True)) < 4, "the mark is back at the board's corner"
    shoot(page, "corners-phone")
    assert serious(page) == []
    # Far from any board nothing is made up, and the way on is closed until the marks are right again.
    finger(page, snapped, (x + 40, y + 5), (x + 75, y + 5))
    expect(page.locator(".said.bad")).to_be_visible()
    expect(page.get_by_role("button", name="Next")).to_be_disabled()
    finger(page, middle(mark), found)
    expect(page.locator(".said.good")).to_have_text("The corners fit.")

    page.get_by_role("button", name="Next").tap()
    expect(page.locator(".swatches li")).to_have_count(2)
    shoot(page, "colours-phone")
    assert serious(page) == []
    tap_wrong_square(page)
    page.get_by_role("button", name="Next").tap()
    expect(page.locator(".verdict")).to_have_text("Good")
    shoot(page, "report-phone")
    assert serious(page) == []
    page.get_by_role("button", name="Save and play").tap()
    expect(page.locator("#status")).to_contain_text("Live", timeout=60_000)
    kept = Shelf(tmp_path / FOLDER).load("usb:0", "duo-togo")
    assert kept is not None
    assert dict(kept.controls) == source.fixed, "what the camera has fixed is kept with it"

    source.held = False
    expect(page.locator(".board .piece")).to_have_count(1, timeout=60_000)
    ruled = house.keeper.table.rows[-1]
    assert (ruled.type, ruled.by_hand) == ("placed", False)
    assert house.loop.live_table.kept.how is not None, "the table began with the calibration that was kept"
    truth = next(event for event in source.plan.told if event["type"] == "placed")
    assert (ruled.fields["colour"], ruled.fields["piece"]) == (truth["colour"], truth["piece"])


def test_every_setting_of_a_new_game_arrives(lay_table, open_page, shoot):
    table = lay_table("duo")
    page = open_page(f"{table.url}new")
    choose(page, "2 teams")
    for colour, name in {"Blue": "Ana", "Yellow": "Bo", "Red": "Cem", "Green": "Dée"}.items():
        page.get_by_label(f"Name: {colour}").fill(name)
    page.get_by_text("Clock and more rules").click()
    choose(page, "Count down")
    page.get_by_label("Minutes each").fill("7")
    choose(page, "Red")
    choose(page, "Anticlockwise")
    choose(page, "Advanced")
    choose(page, "Own start")
    page.get_by_label("End as soon as").check()
    shoot(page, "new-game-all-phone")
    page.get_by_role("button", name="Begin").click()
    unlock(page)
    expect(page.locator(".card")).to_have_count(4)
    kept = table.house.keeper.table.kept
    rules = kept.setup.rules
    assert (rules.players, rules.teams, rules.first, rules.direction) == (4, True, "red", "counter_clockwise")
    assert (rules.scoring, rules.starts, rules.end_when_one_is_done) == ("advanced", "by_colour", True)
    assert dict(kept.setup.names) == {"blue": "Ana", "yellow": "Bo", "red": "Cem", "green": "Dée"}
    assert (kept.clock, kept.clock_minutes) == ("down", 7)
    # The Duo game that was on the table waits, and is offered.
    page.goto(f"{table.url}new")
    page.get_by_role("button", name="Go on with: Purple, Orange").click()
    expect(page.locator(".card")).to_have_count(2)
