"""The geometry of a board of any size: cells as bits, neighbours, and every place where a piece fits."""

import pytest

from companion.bench import naive
from engine.errors import GameError
from engine.lattice import Lattice, lattice
from engine.pieces import PIECES


def every_spot(board: Lattice) -> list:
    """All placements on the empty board."""
    found = []
    for orientations in board.orientations.values():
        for turned in orientations:
            anchors = -1
            for row, column in turned.shape:
                anchors &= board.board >> (row * board.stride + column)
            found += board.spots(turned, anchors)
    return found


@pytest.mark.parametrize(("size", "count"), [(20, 30433), (14, 13729)])
def test_placements_on_the_empty_board_as_the_oracle_counts_them(size, count):
    spots = every_spot(lattice(size))
    assert len(spots) == len({spot.mask for spot in spots}) == count


@pytest.mark.parametrize("size", [5, 6, 13, 27, 40])
def test_any_size_counts_as_each_bounding_box_says(size):
    boxes = [(max(r for r, _ in s) + 1, max(c for _, c in s) + 1) for p in PIECES for s in p.orientations]
    expected = sum(max(0, size - height + 1) * max(0, size - width + 1) for height, width in boxes)
    assert len(every_spot(lattice(size))) == expected


@pytest.mark.parametrize("size", [5, 14, 20, 40])
def test_neighbours_are_those_of_plain_sets(size):
    board = lattice(size)
    on_board = {(row, column) for row in range(size) for column in range(size)}
    for cell in on_board:
        mask = board.mask([cell])
        assert set(board.cells(board.edges(mask))) == naive.neighbours(cell) & on_board
        assert set(board.cells(board.corners(mask))) == naive.diagonals(cell) & on_board


def test_cells_come_back_in_reading_order():
    board = lattice(20)
    assert board.cells(board.mask([(3, 0), (0, 19), (2, 7)])) == ((0, 19), (2, 7), (3, 0))


def test_parts_are_found_by_edges_and_not_by_corners():
    board = lattice(20)
    mask = board.mask([(0, 19), (1, 0), (5, 5), (5, 6), (6, 7)])
    assert [board.cells(part) for part in board.parts(mask)] == [((0, 19),), ((1, 0),), ((5, 5), (5, 6)), ((6, 7),)]


def test_a_row_does_not_leak_into_the_next():
    board = lattice(20)
    assert board.piece(board.mask([(0, 19), (1, 0)])) is None
    assert (1, 0) not in board.cells(board.edges(board.mask([(0, 19)])))


def test_each_spot_knows_its_piece():
    for spot in every_spot(lattice(14)):
        assert lattice(14).piece(spot.mask) is spot.piece


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ([], "at least one cell"),
        ([(0, 20)], r"\(0, 20\) is not a cell of the 20 × 20 board"),
        ([(-1, 0)], r"\(-1, 0\) is not a cell"),
        ([(0, 0), (0, 0)], "same cell twice"),
        ([[0, 0]], "is not a cell"),
        (["a1"], "is not a cell"),
        ([None], "is not a cell"),
        ([(0, 0, 0)], "is not a cell"),
        ([10**100], "is not a cell"),
        (None, "None is not a cell"),
        (7, "7 is not a cell"),
    ],
)
def test_cells_that_are_none_are_refused_by_name(cells, message):
    with pytest.raises(GameError, match=message):
        lattice(20).mask(cells)
