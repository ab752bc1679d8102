"""The equipment: 21 pieces of each colour, 89 squares, 91 orientations (blokus-to-go-en-es, classic-original-fr-en)."""

from collections import Counter

import pytest

from companion.bench import naive
from engine.pieces import BY_NAME, PIECES, SQUARES, normalised, piece_of


def test_every_colour_owns_21_pieces_of_89_squares():
    assert len(PIECES) == 21
    assert SQUARES == 89


def test_there_are_1_1_2_5_and_12_pieces_of_one_to_five_squares():
    assert Counter(piece.size for piece in PIECES) == {1: 1, 2: 1, 3: 2, 4: 5, 5: 12}


def test_the_pieces_turn_into_91_oriented_shapes_all_different():
    shapes = [shape for piece in PIECES for shape in piece.orientations]
    assert len(shapes) == len(set(shapes)) == 91


def test_the_names_are_pentobis():
    wanted = "1 2 I3 V3 I4 L4 O T4 Z4 F I5 L5 N P T5 U V5 W X Y Z5"
    assert [piece.name for piece in PIECES] == wanted.split()


ORIENTATIONS = "1×1 2×2 I3×2 V3×4 I4×2 L4×8 O×1 T4×4 Z4×4 F×8 I5×2 L5×8 N×8 P×8 T5×4 U×4 V5×4 W×4 X×1 Y×8 Z5×4"


@pytest.mark.parametrize(("name", "count"), [word.split("×") for word in ORIENTATIONS.split()])
def test_a_piece_has_as_many_orientations_as_its_symmetry_allows(name, count):
    assert len(BY_NAME[name].orientations) == int(count)


def test_the_drawn_pieces_are_the_figures_that_grow_cell_by_cell():
    drawn = {frozenset(frozenset(shape) for shape in piece.orientations) for piece in PIECES}
    assert drawn == {frozenset(shapes) for shapes in naive.PIECES}


def test_a_piece_is_known_wherever_it_lies_and_however_it_is_turned():
    for piece in PIECES:
        for shape in piece.orientations:
            assert piece_of([(row + 7, column + 3) for row, column in reversed(shape)]) is piece


@pytest.mark.parametrize(
    "cells",
    [
        (),
        [(0, 0), (1, 1)],
        [(0, 0), (0, 2)],
        [(0, column) for column in range(6)],
        [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)],
    ],
)
def test_nothing_else_is_a_piece(cells):
    assert piece_of(cells) is None


def test_a_shape_is_moved_to_the_top_left_in_reading_order():
    assert normalised({(5, 9), (4, 9), (5, 8)}) == ((0, 1), (1, 0), (1, 1))
