"""The board in front of the camera against the record."""

from companion.comparing import differences
from engine.colours import Colour
from engine.events import Place
from engine.game import Game
from engine.profiles import DUO
from tests.companion.moves import FIRST

POSITION = Game.new(DUO).after(Place(Colour.PURPLE, FIRST)).state.position


def seen(**changed):
    rows = [list(row) for row in POSITION.grid()]
    for name, letter in changed.items():
        row, column = map(int, name[1:].split("_"))
        rows[row][column] = letter
    return ["".join(row) for row in rows]


def test_an_equal_board_has_no_differences():
    assert differences(POSITION, seen()) == []


def test_a_cell_that_cannot_be_seen_is_no_difference():
    assert differences(POSITION, seen(c4_4="?")) == []


def test_each_kind_of_difference_is_named():
    found = differences(POSITION, seen(c4_4=".", c9_9="O", c9_8="O", c0_0="P"))
    assert [(one["what"], one["colour"], one["cells"]) for one in found] == [
        ("differs", "purple", [[4, 4]]),
        ("extra", "purple", [[0, 0]]),
        ("extra", "orange", [[9, 8], [9, 9]]),
    ]
    (gone,) = differences(POSITION, ["." * 14] * 14)
    assert gone["what"] == "missing"


def test_what_people_ruled_on_is_not_compared():
    assert differences(POSITION, seen(c4_4="."), {(4, 4): Colour.PURPLE}) == []


def test_a_reading_of_another_size_says_nothing():
    assert differences(POSITION, ["...", "..."]) == []
