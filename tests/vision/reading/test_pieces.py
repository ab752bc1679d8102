"""Which pieces lie on a board: one per figure, or several that touch."""

from engine.colours import Colour
from tests.vision.reading.test_shapes import reading
from vision.reading.pieces import pieces_on, unreadable


def blue(rows, doubts=None):
    found = pieces_on(reading(rows, doubts))
    return next(item for item in found if item.colour is Colour.BLUE)


def padded(*rows, size=8):
    return [row.ljust(size, ".") for row in rows] + ["." * size] * (size - len(rows))


def test_each_figure_is_a_piece():
    item = blue(padded("BB......", "..B.....", "..BB...."))
    assert sorted(found.piece.name for found in item.found) == ["2", "V3"]
    assert not item.problems
    assert len(item.left) == 19
    assert sum(piece.size for piece in item.left) == 89 - 5


def test_pieces_that_touch_are_taken_apart_and_reported():
    item = blue(padded("BBBBBBB."))
    assert sum(found.piece.size for found in item.found) == 7
    assert len({found.piece.name for found in item.found}) == len(item.found) == 2
    (problem,) = item.problems
    assert problem.kind == "edge_contact"
    assert len(problem.cells) == 2


def test_a_piece_that_lies_there_already_is_not_used_again_if_it_can_be_helped():
    # Five in a row are played; seven in a row are then four and three, not five and two.
    item = blue(padded("BBBBB...", "........", "BBBBBBB."))
    assert sorted(found.piece.name for found in item.found) == ["I3", "I4", "I5"]


def test_the_same_piece_twice_is_a_problem_with_the_cells_of_both():
    item = blue(padded("BB......", "...BB..."))
    (problem,) = item.problems
    assert problem.kind == "piece_already_played"
    assert problem.piece == "2"
    assert set(problem.cells) == {(0, 0), (0, 1), (1, 3), (1, 4)}


def test_a_heap_that_is_too_large_is_no_piece():
    item = blue(["BBBBBBBB"] * 8)
    assert [problem.kind for problem in item.problems] == ["not_a_piece"]
    assert len(item.loose) == 64


def test_doubtful_cells_are_unreadable():
    assert unreadable(reading(padded("B.......")), 0.9) == ()
    (problem,) = unreadable(reading(padded("B......."), {(3, 3): (0.5, 0.5, 0.0)}), 0.9)
    assert problem.cells == ((3, 3),)
