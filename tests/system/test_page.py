"""The live page in a real browser."""

import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from companion.bench.scripted import legal_game
from engine.colours import Colour
from engine.profiles import CLASSIC, DUO
from tests.system.hands import PIN, pieces, tap, unlock
from vision.changes import Notice, NoticeKind, Patch

ROOT = Path(__file__).parents[2]
FIRST = ((4, 4), (4, 5), (4, 6), (4, 7), (4, 8))
SECOND = ((9, 5), (9, 6), (9, 7), (9, 8), (9, 9))
TOUCHING = ((5, 4), (5, 5), (5, 6), (6, 4))
CORNER = ((5, 9), (5, 10), (6, 9))


def test_a_whole_duo_game_is_watched_live(lay_table, open_page, shoot):
    table = lay_table()
    page = open_page(table.url)
    expect(page.locator("#turn")).to_contain_text("Either colour may begin")
    shoot(page, "duo-start-phone")
    script = legal_game(DUO, seed=4)
    for number, change in enumerate(script):
        table.eyes.release(change)
        expect(page.locator(".board .piece")).to_have_count(number + 1)
        if number == 11:
            expect(page.locator(".piece.last")).to_have_attribute("data-number", "11")
            for size in ("phone", "tablet", "desk"):
                for scheme in ("light", "dark"):
                    other = open_page(table.url, size, scheme)
                    expect(other.locator(".board .piece")).to_have_count(12)
                    shoot(other, f"duo-middle-{size}-{scheme}")
                    other.context.close()
    expect(page.locator("#turn")).to_contain_text("The game is over")
    state = page.evaluate("fetch('/api/state').then(answer => answer.json())")
    for colour in ("purple", "orange"):
        card = page.locator(f".card[data-colour={colour}]")
        points = state["scores"]["colours"][colour]["advanced"]
        expect(card.locator(".score strong")).to_have_text(str(points).replace("-", "−"))
        expect(card.locator(".tags")).to_contain_text("final")
        expect(card.locator(".mini:not(.gone)")).to_have_count(len(state["left"][colour]))
    shoot(page, "duo-over-phone")


def test_a_classic_game_fits_every_screen(lay_table, open_page, shoot):
    table = lay_table("classic", clock="down")
    for change in legal_game(CLASSIC, seed=2, most=40):
        table.eyes.release(change)
    for size in ("phone", "tablet", "desk"):
        page = open_page(table.url, size, "dark" if size == "tablet" else "light")
        expect(page.locator(".board .piece")).to_have_count(40)
        expect(page.locator(".card")).to_have_count(4)
        expect(page.locator(".card .clock").first).to_be_visible()
        shoot(page, f"classic-{size}")


@pytest.fixture
def illegal(lay_table, open_page):
    """A table where purple's second piece lies edge to edge with its first, and a phone that shows it."""
    table = lay_table()
    page = open_page(table.url)
    table.put("purple", *FIRST)
    table.put("orange", *SECOND)
    table.put("purple", *TOUCHING)
    expect(page.locator(".alert.bad")).to_be_visible()
    return table, page


def test_an_illegal_piece_is_explained_and_closes_when_it_is_taken_back(illegal, open_page, shoot):
    table, page = illegal
    banner = page.locator(".alert.bad")
    expect(banner).to_contain_text("Purple: this piece breaks a rule")
    expect(banner).to_contain_text("touches its own colour along an edge")
    expect(banner).to_contain_text("e9 f9 g9 e10 f10 g10")
    expect(page.locator(".board .proof")).not_to_have_count(0)
    expect(banner.locator("img")).to_have_js_property("complete", True)
    assert banner.locator("img").evaluate("image => image.naturalWidth") > 100
    shoot(page, "illegal-phone")
    for size, scheme in (("tablet", "light"), ("desk", "dark"), ("desk", "light")):
        other = open_page(table.url, size, scheme)
        expect(other.locator(".alert.bad img")).to_be_visible()
        shoot(other, f"illegal-{size}-{scheme}")
        other.context.close()
    banner.locator(".thumb").click()
    expect(page.locator("dialog .film img").first).to_be_visible()
    page.get_by_role("button", name="Close").click()
    table.take_off("purple", *TOUCHING)
    expect(banner).to_have_count(0)
    assert pieces(page) == [0, 1]
    expect(page.locator("#turn")).to_contain_text("Purple to play")


def test_accept_anyway_is_recorded_as_a_ruling_by_hand(illegal, shoot):
    table, page = illegal
    page.get_by_role("button", name="Accept anyway").click()
    page.get_by_placeholder("Reason (kept on record)").fill("we play it like that")
    shoot(page, "accept-phone")
    page.get_by_role("button", name="Yes").click()
    unlock(page)
    expect(page.locator(".alert.bad")).to_have_count(0)
    expect(page.locator("#moves")).to_contain_text("we play it like that")
    expect(page.locator(".piece.hand")).to_have_attribute("data-number", "2")
    row = table.house.keeper.table.rows[-1]
    assert (row.by_hand, row.cause) == (True, {"accept": 2, "reason": "we play it like that"})


def test_the_camera_is_corrected_by_tapping(illegal, shoot):
    table, page = illegal
    page.get_by_role("button", name="The camera is wrong").click()
    unlock(page)
    expect(page.locator("#editor")).to_contain_text("Tap the squares that Purple really covers")
    for cell in TOUCHING:
        tap(page, *cell)
    for cell in CORNER:
        tap(page, *cell)
    expect(page.locator("#editor")).to_contain_text("3 squares – piece V3")
    shoot(page, "correcting-phone")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".alert.bad")).to_have_count(0)
    expect(page.locator("#editor")).to_be_hidden()
    expect(page.locator(".piece.hand")).to_have_attribute("data-piece", "V3")
    match = table.house.keeper.table.match
    assert match.state.position.find(2).cells == CORNER
    # The camera goes on reporting what it saw; the ruling by hand stands.
    table.put("purple", *TOUCHING)
    table.put("orange", (10, 10), (10, 11))
    expect(page.locator(".board .piece[data-piece='2']")).to_have_count(1)
    assert match.state.position.find(2).cells == CORNER
    assert set(CORNER) < set(match.pinned_cells)


def test_the_colour_can_be_corrected_too(lay_table, open_page):
    table = lay_table()
    page = open_page(table.url)
    table.put("orange", *FIRST)
    expect(page.locator("#moves li")).to_have_count(1)
    expect(page.locator("#moves")).to_be_hidden()
    page.get_by_role("button", name="Moves").click()
    page.locator("#moves button").first.click()
    unlock(page)
    page.locator(".pick[data-colour=purple]").click()
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".piece.c-purple")).to_have_count(1)
    expect(page.locator("#turn")).to_contain_text("Orange to play")


def test_editing_an_earlier_move_shows_what_is_judged_differently(lay_table, open_page, shoot):
    table = lay_table()
    page = open_page(table.url, "desk")
    table.put("purple", *FIRST)
    table.put("orange", *SECOND)
    table.put("purple", *CORNER)
    expect(page.locator(".board .piece")).to_have_count(3)
    page.locator("#moves li[data-number='0'] button").click()
    unlock(page)
    expect(page.locator("#editor")).to_be_visible()
    tap(page, *FIRST[4])
    page.get_by_role("button", name="Save").click()
    expect(page.locator("dialog")).to_contain_text("Move 3 now breaks a rule: It touches no corner of its own colour.")
    shoot(page, "rejudged-desk")
    page.get_by_role("button", name="Close").click()
    expect(page.locator(".alert.bad")).to_be_visible()
    assert len(table.house.keeper.table.match.state.position.find(0).cells) == 4


def test_undo_pass_pause_and_end(lay_table, open_page, shoot):
    table = lay_table()
    page = open_page(table.url)
    table.put("purple", *FIRST)
    expect(page.locator(".board .piece")).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Yes").click()
    unlock(page)
    expect(page.locator(".board .piece")).to_have_count(0)
    table.take_off("purple", *FIRST)
    table.put("purple", *CORNER, (4, 8), (4, 9), (4, 4))
    expect(page.locator(".board .piece")).to_have_count(1)
    page.get_by_role("button", name="Pass", exact=True).click()
    page.get_by_role("button", name="Yes").click()
    expect(page.locator("#turn")).to_contain_text("Purple to play")
    page.get_by_role("button", name="Set the turn").click()
    page.get_by_label("Orange").check()
    shoot(page, "set-turn-phone")
    page.get_by_role("button", name="Yes").click()
    expect(page.locator("#turn")).to_contain_text("Orange to play")
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Yes").click()
    expect(page.locator("#status")).to_contain_text("Paused")
    page.get_by_role("button", name="Resume").click()
    expect(page.locator("#status")).to_contain_text("Live")
    page.get_by_role("button", name="End the game").click()
    page.get_by_placeholder("Reason (kept on record)").fill("dinner")
    page.get_by_role("button", name="Yes").click()
    expect(page.locator("#turn")).to_contain_text("Ended by hand: dinner")
    shoot(page, "ended-phone")


def test_the_wrong_pin_and_the_right_one(lay_table, open_page, shoot):
    table = lay_table()
    page = open_page(table.url)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Watching").click()
    unlock(page, "000000")
    expect(page.locator(".wrong")).to_have_text("That is not the PIN.")
    shoot(page, "wrong-pin-phone")
    unlock(page, PIN)
    expect(page.locator("dialog")).to_be_hidden()
    page.reload()
    page.get_by_role("button", name="Menu").click()
    expect(page.locator("#pin-button")).to_have_text("Unlocked")


def test_the_camera_view_lays_the_reading_over_the_picture(lay_table, open_page, shoot):
    table = lay_table()
    page = open_page(table.url, "tablet")
    table.put("purple", *FIRST)
    page.get_by_role("tab", name="Camera").click()
    expect(page.locator(".camera-over .read")).to_have_count(5)
    expect(page.locator("img.camera")).to_have_js_property("naturalWidth", 820)
    shoot(page, "camera-tablet")


def test_coordinates_and_numbers_on_demand(lay_table, open_page, shoot):
    table = lay_table()
    page = open_page(table.url)
    table.put("purple", *FIRST)
    expect(page.locator(".labels text")).to_have_count(0)
    page.get_by_role("button", name="Squares").click()
    expect(page.locator(".labels text")).to_have_count(28)
    page.get_by_role("button", name="Numbers").click()
    expect(page.locator(".piece .number")).to_be_visible()
    shoot(page, "coordinates-phone")


def test_the_page_reconnects_after_the_server_was_killed(tmp_path, open_page, shoot):
    def start(port):
        command = [sys.executable, "-m", "tests.system.playing", str(tmp_path), "3", "5", str(port)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        return process, int(process.stdout.readline())

    process, port = start(0)
    try:
        page = open_page(f"http://127.0.0.1:{port}/", strict=False)
        expect(page.locator("#moves li[data-number='3']")).to_have_count(1)
        process.kill()
        process.wait()
        process.stdout.close()
        expect(page.locator("#status")).to_contain_text("Offline")
        shoot(page, "connection-lost-phone")
        seen = page.locator("#moves li").count()
        process, _ = start(port)
        expect(page.locator("#status")).to_contain_text("Live")
        expect(page.locator(f"#moves li[data-number='{seen + 2}']")).to_have_count(1)
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def test_a_camera_that_fails_and_a_disk_that_is_full_are_said(lay_table, open_page, shoot):
    table = lay_table()
    page = open_page(table.url)
    expect(page.locator("#status")).to_contain_text("Live")
    table.house.loop.stop()
    table.house.keeper.lose_sight("No camera number 0 found.")
    expect(page.locator("#status")).to_contain_text("Camera lost")
    expect(page.locator("#journal")).to_contain_text("No camera number 0 found.")
    table.house.keeper.journal._problem = "The disk refuses the journal: the game goes on in memory for now."
    table.house.keeper.hub.publish()
    expect(page.locator("#journal")).to_contain_text("goes on in memory")
    shoot(page, "problems-phone")


def test_a_doubt_is_asked_and_a_differing_board_is_listed(lay_table, open_page, shoot):
    table = lay_table()
    page = open_page(table.url)
    readings = ((Patch(Colour.PURPLE, FIRST),), (Patch(Colour.PURPLE, FIRST[:4]),))
    table.eyes.release(Notice(0.0, 0, NoticeKind.UNSURE, readings=readings))
    expect(page.locator(".alert.warn")).to_contain_text("The camera is not sure")
    shoot(page, "unsure-phone")
    page.locator(".alert.warn button").nth(1).click()
    unlock(page)
    expect(page.locator(".board .piece")).to_have_attribute("data-piece", "I4")
    keeper = table.house.keeper
    keeper.differing = [{"what": "missing", "number": 0, "colour": "purple", "cells": [[4, 4]]}]
    keeper.hub.publish()
    expect(page.locator(".alert.warn")).to_contain_text("Purple piece is missing on e10")
    shoot(page, "differences-phone")
    page.get_by_role("button", name="Understood, go on").click()
    expect(page.locator(".alert")).to_have_count(0)


def test_a_missed_piece_is_added_and_nothing_there_is_said(lay_table, open_page):
    table = lay_table()
    page = open_page(table.url)
    page.get_by_role("button", name="Add a piece").click()
    unlock(page)
    expect(page.locator("#editor")).to_be_visible()
    for cell in FIRST:
        tap(page, *cell)
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".piece.hand")).to_have_attribute("data-piece", "I5")
    page.get_by_role("button", name="Moves").click()
    page.locator("#moves button").first.click()
    page.get_by_role("button", name="Nothing is there").click()
    page.get_by_role("button", name="Yes").click()
    expect(page.locator(".board .piece")).to_have_count(0)
    assert [row.type for row in table.house.keeper.table.rows] == ["started", "placed", "corrected"]


def test_a_settled_piece_that_leaves_is_asked_back(lay_table, open_page, shoot):
    table = lay_table()
    page = open_page(table.url)
    table.put("purple", *FIRST)
    table.put("orange", *SECOND)
    table.take_off("purple", *FIRST)
    expect(page.locator(".alert.warn")).to_contain_text("a settled piece is not in its place")
    expect(page.locator(".home")).to_have_count(1)
    shoot(page, "disturbed-phone")
    table.put("purple", *FIRST)
    expect(page.locator(".alert.warn")).to_have_count(0)


def test_a_viewer_without_a_live_place_still_follows(lay_table, open_page):
    table = lay_table(streams=1)
    first = open_page(table.url)
    second = open_page(table.url, "tablet")
    table.put("purple", *FIRST)
    for page in (first, second):
        expect(page.locator(".board .piece")).to_have_count(1)
        expect(page.locator("#status")).to_contain_text("Live")
