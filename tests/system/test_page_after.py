"""Afterwards: score sheet, replay, plot, past games and downloads, in a real browser."""

import csv
import io
import json
from itertools import product

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect

from companion.bench.scripted import legal_game
from companion.records import record_of
from engine.blksgf import record_from_blksgf
from engine.colours import Colour
from engine.events import End, Place
from engine.game import Game
from engine.pieces import PIECES, piece_of
from engine.profiles import CLASSIC, DUO, DUO_TOGO
from engine.record import Record, record_from_json
from engine.rules import RuleSet
from tests.engine.solutions import solution
from tests.system.hands import unlock

LEFT = {
    "blue": [],
    "yellow": ["I4", "L4"],
    "red": ["I3", "I4", "L4", "O", "T4", "X"],
    "green": ["I3", "I4", "L4", "O", "X"],
}
"""The manuals' example of a finished game: what each colour could not place."""
SHEET = {
    "blue": ("All 21 pieces placed, the single square last", "+20 points"),
    "yellow": ("Could not place: 2 × four squares", "−8 points"),
    "red": ("Could not place: 1 × three squares, 4 × four squares, 1 × five squares", "−24 points"),
    "green": ("Could not place: 1 × three squares, 3 × four squares, 1 × five squares", "−20 points"),
}


def play(house, profile, rules, placements, names=None):
    """A game that is played by hand at once, and ended."""
    setup = Record(profile, RuleSet.of(profile, rules), names={Colour(c): n for c, n in (names or {}).items()})
    kept = house.keeper.new_game(setup)
    for colour, cells in placements:
        house.keeper.rule(Place(colour, cells))
    if not house.keeper.table.match.state.over:
        house.keeper.rule(End("the example stops here"))
    return kept.id


@pytest.fixture
def example(lay_table):
    """The manuals' worked example: a solution of all 84 pieces without those that were left over."""
    table = lay_table("classic")
    laid = [(colour, cells) for colour, cells in solution("all-84") if piece_of(cells).name not in LEFT[colour]]
    number = play(table.house, CLASSIC, {"scoring": "advanced"}, laid, {"blue": "Ana", "red": "Cem"})
    return table, number


def test_the_score_sheet_equals_the_manuals_example(example, open_page, shoot):
    table, number = example
    page = open_page(f"{table.url}games/{number}")
    expect(page.locator(".headline .winner")).to_have_text("★ Ana won")
    for colour, (why, points) in SHEET.items():
        row = page.locator(f".sheet [data-colour={colour}]")
        expect(row.locator(".why")).to_have_text(why)
        expect(row.locator("td")).to_have_text(points)
    expect(page.locator(".sheet tr.won")).to_have_attribute("data-colour", "blue")
    page.evaluate("scrollTo(0, 0)")
    shoot(page, "score-sheet-phone")


@pytest.mark.parametrize(
    ("rules", "rows", "won"),
    [
        ({"players": 2, "scoring": "advanced"}, {"blue+red": "−4 points", "yellow+green": "−28 points"}, "blue+red"),
        ({"teams": True, "scoring": "basic"}, {"blue+red": "24 squares", "yellow+green": "28 squares"}, "blue+red"),
    ],
)
def test_the_sides_of_two_players_and_teams_are_summed(lay_table, open_page, rules, rows, won):
    table = lay_table("classic")
    laid = [(colour, cells) for colour, cells in solution("all-84") if piece_of(cells).name not in LEFT[colour]]
    page = open_page(f"{table.url}games/{play(table.house, CLASSIC, rules, laid)}", "desk")
    for side, points in rows.items():
        expect(page.locator(f".sheet [data-side='{side}'] td")).to_have_text(points)
    expect(page.locator(".sheet tr.total.won")).to_have_attribute("data-side", won)


def test_the_togo_manuals_example(lay_table, open_page):
    """Blue could not place two pieces of three squares and one of four: −10. Green placed all, the single last: +20."""
    table = lay_table("duo-togo")
    # Any board will do for the sheet: what counts is which pieces are not on it, whatever the referee says of the rest.
    keeper = table.house.keeper
    kept = keeper.new_game(Record(DUO_TOGO, RuleSet.usual(DUO_TOGO)))
    free = {(r, c) for r in range(14) for c in range(14)}
    for piece, colour in product(sorted(PIECES, key=lambda one: -one.size), (Colour.BLUE, Colour.GREEN)):
        if colour == Colour.GREEN or piece.name not in ("I3", "V3", "I4"):
            cells = next(
                spot
                for r, c in sorted(free)
                for turned in piece.orientations
                if set(spot := tuple((r + a, c + b) for a, b in turned)) <= free
            )
            free -= set(cells)
            keeper.rule(Place(colour, cells))
    keeper.rule(End("example"))
    page = open_page(f"{table.url}games/{kept.id}", "desk")
    blue, green = (page.locator(f".sheet [data-colour={colour}]") for colour in ("blue", "green"))
    expect(blue.locator(".why")).to_have_text("Could not place: 2 × three squares, 1 × four squares")
    expect(blue.locator("td")).to_have_text("−10 points")
    expect(green.locator("td")).to_have_text("+20 points")
    expect(page.locator(".sheet tr.won")).to_have_attribute("data-colour", "green")


def drawn(page):
    return page.locator(".replay .piece").evaluate_all(
        "nodes => nodes.map(node => [Number(node.dataset.number), node.dataset.piece])"
    )


def test_the_replay_equals_the_journal(lay_table, open_page, shoot):
    table = lay_table("duo")
    for change in legal_game(DUO, seed=4):
        table.eyes.release(change)
    page = open_page(table.url)
    expect(page.get_by_role("link", name="Score sheet and replay")).to_be_visible()
    page.get_by_role("link", name="Score sheet and replay").click()
    slider = page.get_by_role("slider", name="Replay")
    keeper = table.house.keeper
    kept, rows = keeper.table.kept, [row for row in keeper.table.rows if row.cause is not None]
    expect(slider).to_have_attribute("max", str(len(rows)))
    game = Game.new(DUO)
    slider.focus()
    page.keyboard.press("Home")
    expect(page.locator(".replay .piece")).to_have_count(0)
    for number, row in enumerate(rows, start=1):
        game = game.after(row.event(kept))
        page.keyboard.press("ArrowRight")
        expect(page.locator(".caption")).to_contain_text(f"{number} of {len(rows)}.")
        lying = {item.number: item.piece.name for item in game.state.position.lying}
        assert dict(drawn(page)) == lying
    assert page.locator("[data-plot=points] polyline").count() == 2
    points = page.locator("[data-plot=mobility] polyline").first.get_attribute("points").split()
    assert len(points) == len(rows) + 1
    page.locator(".course-of").scroll_into_view_if_needed()
    shoot(page, "plot-phone")
    # A tap on the plot leads there.
    box = page.locator("[data-plot=points] svg").bounding_box()
    page.mouse.click(box["x"] + box["width"] * 34 / 320 + 1, box["y"] + 20)
    expect(page.locator(".replay .piece")).to_have_count(0)
    page.get_by_role("button", name="Play").click()
    expect(page.locator(".replay .piece")).to_have_count(1)
    page.get_by_role("button", name="Stop").click()


def test_each_download_opens(example, open_page, tmp_path):
    table, number = example
    page = open_page(f"{table.url}games/{number}")
    texts = {}
    for form in ("blksgf", "json", "csv", "png"):
        with page.expect_download() as waiting:
            page.locator(f"[data-format={form}]").click()
        assert waiting.value.suggested_filename == f"game-{number}.{form}"
        texts[form] = tmp_path / f"game.{form}"
        waiting.value.save_as(texts[form])
    keeper = table.house.keeper
    record = record_of(keeper.table.kept, keeper.table.rows)
    assert record_from_json(texts["json"].read_text(encoding="utf-8")) == record
    sgf = texts["blksgf"].read_text(encoding="utf-8")
    again = record_from_blksgf(sgf).play().state.position
    assert again.grid() == record.play().state.position.grid()
    # Pentobi's facts: the game's name, colours as 1 to 4, squares from a1 at the lower left, bottom row first.
    assert sgf.split(";")[1].startswith("GM[Blokus]")
    first = next(event for event in record.events if isinstance(event, Place))
    assert first.colour == "blue"
    assert ";1[a18,a19,a20,b20,c20]" in sgf
    lines = list(csv.DictReader(io.StringIO(texts["csv"].read_text(encoding="utf-8-sig"))))
    assert len(lines) == 84 - sum(len(left) for left in LEFT.values())
    assert (lines[0]["colour"], lines[0]["player"], lines[0]["legal"]) == ("blue", "Ana", "yes")
    picture = cv2.imdecode(np.frombuffer(texts["png"].read_bytes(), np.uint8), cv2.IMREAD_COLOR)
    assert picture.shape == (1500, 1080, 3)
    # The corner square of the board in the picture is blue's first piece.
    blue, green, red = (int(value) for value in picture[124 + 6, 60 + 6])
    assert blue > 150 > green > red
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Share as picture").click()
    assert waiting.value.suggested_filename == f"game-{number}.png"


def test_past_games_with_names_dates_and_scores(example, open_page, shoot):
    table, number = example
    page = open_page(f"{table.url}games")
    expect(page.locator(".games li")).to_have_count(2)
    line = page.locator(f".games li[data-game='{number}']")
    expect(line).to_contain_text("finished")
    assert line.locator(".result").all_inner_texts()[0].split() == ["●", "Ana", "+20", "★"]
    expect(line.locator("time")).not_to_be_empty()
    shoot(page, "games-phone")
    page.locator(".games li").last.get_by_role("button", name="Resume").click()
    unlock(page)
    expect(page.locator(".card")).to_have_count(4)
    page.goto(f"{table.url}games")
    page.locator(f".games li[data-game='{number}']").get_by_role("button", name="Delete").click()
    page.get_by_role("button", name="Yes").click()
    expect(page.locator(".games li")).to_have_count(1)
    kept = json.loads(page.evaluate("fetch('/api/games').then(answer => answer.text())"))
    assert [game["id"] for game in kept["games"]] == [1]
