"""The board as text for terminals and screen readers, and as a picture that carries the same text."""

from xml.etree import ElementTree

import pytest

from engine.position import Position
from engine.profiles import CLASSIC, DUO_TOGO, BoardProfile
from engine.svg_board import svg_board
from engine.text_board import spoken_board, text_board
from tests.engine.tables import CORNERS, at, played

SVG = "{http://www.w3.org/2000/svg}"


def drawn(text: str) -> ElementTree.Element:
    """The picture, if it is well-formed XML."""
    return ElementTree.fromstring(text)  # noqa: S314 - our own picture


def test_the_text_board_has_square_names_around_it():
    small = BoardProfile("small", "classic", 5, CLASSIC.colours[:2], ((0, 0), (0, 4)))
    grid = played("blue a5 b5", "yellow e5", board=small).state.position.grid()
    assert text_board(grid, at("b5 c4", 5)).splitlines() == [
        " 5  B [B] .  .  Y",
        " 4  .  . [.] .  .",
        " 3  .  .  .  .  .",
        " 2  .  .  .  .  .",
        " 1  .  .  .  .  .",
        "    a  b  c  d  e",
    ]


def test_the_text_board_is_plain_unless_colour_is_asked_for():
    grid = played(*CORNERS).state.position.grid()
    assert "\x1b" not in text_board(grid)
    painted = text_board(grid, colour=True)
    assert painted.count("\x1b[0m") == 8


def test_the_grid_has_one_letter_a_cell():
    grid = played(*CORNERS).state.position.grid()
    assert [len(row) for row in grid] == [20] * 20
    assert (grid[0], grid[19]) == ("BB" + "." * 17 + "Y", "G" + "." * 17 + "RR")


def test_the_spoken_board_names_colours_pieces_and_squares():
    words = spoken_board(played("blue e10", board=DUO_TOGO).state.position)
    assert words == "Blue: 1 on the board: 1 on e10. Green: nothing on the board."


def test_the_picture_is_well_formed_and_describes_itself_with_the_text_board():
    position = played(*CORNERS).state.position
    root = drawn(svg_board(position, at("a20"), title="Ann & <Bob>"))
    assert root.find(f"{SVG}title").text == "Ann & <Bob>"
    assert root.find(f"{SVG}desc").text == text_board(position.grid(), at("a20"))
    assert root.get("role") == "img"
    assert set(root.get("aria-labelledby").split()) == {root.find(f"{SVG}{tag}").get("id") for tag in ("title", "desc")}


def test_the_picture_shows_every_piece_and_every_mark_once():
    position = played(*CORNERS, "blue a1 k10").state.position
    root = drawn(svg_board(position, at("a20 b20")))
    assert len(list(root.iter(f"{SVG}g"))) == len(position.lying)
    assert len([r for r in root.iter(f"{SVG}rect") if r.get("class") == "marked"]) == 2


@pytest.mark.parametrize("size", [5, 40])
def test_boards_of_any_size_can_be_drawn(size):
    own = BoardProfile("own", "classic", size, CLASSIC.colours[:1], ((0, 0),))
    root = drawn(svg_board(Position(own)))
    assert root.find(f"{SVG}desc").text.count("\n") == size


def test_a_title_with_characters_that_xml_cannot_hold_is_still_well_formed():
    root = drawn(svg_board(Position(CLASSIC), title="a\0b\x1b\ud800\uffffc"))
    assert root.find(f"{SVG}title").text == "abc"
