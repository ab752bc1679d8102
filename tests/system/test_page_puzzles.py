"""The three solo puzzles on the table: solved, and broken."""

import pytest
from playwright.sync_api import expect

from tests.engine.solutions import solution
from tests.system.hands import unlock

COUNT = {"all-84": 84, "four-squares": 20, "five-squares": 48}
BROKEN = {
    # The blue square cannot lie away from all its corners; two equal pieces; a piece that does not belong.
    "all-84": ([("blue", ((10, 10),))], "The first piece of a colour must cover a corner square.", "a1 t1 a20 t20"),
    "four-squares": ([("red", ((0, 0), (0, 1)))], "This piece does not belong to this puzzle.", "a20 b20"),
    "five-squares": (
        [("red", tuple((0, c) for c in range(5))), ("red", tuple((2, c) for c in range(5)))],
        "The same piece twice in one colour.",
        "a20 b20 c20 d20 e20",
    ),
}


@pytest.mark.parametrize("name", COUNT)
def test_a_puzzle_is_broken_put_right_and_solved(lay_table, open_page, shoot, name):
    table = lay_table("classic")
    page = open_page(f"{table.url}puzzles")
    card = page.locator(f"[data-puzzle={name}]")
    card.get_by_role("radio", name="Harder").check()
    shoot(page, f"puzzles-{name}-phone")
    card.get_by_role("button", name="Begin").click()
    unlock(page)
    expect(page.locator("#turn")).to_contain_text(f"0 of {COUNT[name]} pieces")
    wrong, sentence, squares = BROKEN[name]
    for colour, cells in wrong:
        table.put(colour, *cells)
    expect(page.locator(".alert.bad")).to_contain_text(sentence)
    expect(page.locator(".alert.bad")).to_contain_text(squares)
    expect(page.locator(".board .proof")).not_to_have_count(0)
    shoot(page, f"puzzle-broken-{name}-phone")
    for colour, cells in wrong:
        table.take_off(colour, *cells)
    expect(page.locator(".alert")).to_have_count(0)
    laid = solution(name)
    for colour, cells in laid[:-1]:
        table.put(colour, *cells)
    colour, cells = laid[-1]
    expect(page.locator("#turn")).to_contain_text(f"{COUNT[name] - 1} of {COUNT[name]} pieces")
    expect(page.locator(f".card[data-colour={colour}] .left")).to_have_text("1 missing")
    expect(page.locator(f".card[data-colour={colour}] .mini:not(.gone)")).to_have_count(1)
    table.put(colour, *cells)
    expect(page.locator("#turn")).to_contain_text("Solved!")
    expect(page.locator(".alert")).to_have_count(0)
    shoot(page, f"puzzle-solved-{name}-phone")
