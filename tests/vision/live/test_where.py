"""Which cells of a lattice are the board's: marks on an empty board, pieces on the others, the rim on all."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.profiles import DUO, DUO_TOGO
from tests.vision.live.drawn import CELL, LEFT, SIZE, TOP, patch, picture
from vision.geometry import BoardView
from vision.live.glance import reduced
from vision.live.intruders import find_intruders, object_pixels
from vision.live.marks import find_marks
from vision.live.place import Place
from vision.live.realign import is_that_board, turned_to_match
from vision.locate.evened import grey_of

VIEW = BoardView(14, np.array([[CELL, 0, LEFT], [0, CELL, TOP], [0, 0, 1.0]]), SIZE, 480.0)
BARE = np.zeros((14, 14), bool)


def marked(*cells, reach=CELL // 4):
    image = picture()
    for row, column in cells:
        cv2.circle(image, (LEFT + column * CELL + CELL // 2, TOP + row * CELL + CELL // 2), reach, (30, 30, 30), 2)
    return grey_of(image)


def off_by(view, right, down):
    return replace(view, homography=view.homography @ np.array([[1, 0, right], [0, 1, down], [0, 0, 1.0]]))


@pytest.mark.parametrize(("right", "down"), [(0, 0), (1, 0), (-2, 1), (0, -1), (1, 1), (0.5, -0.5)])
@pytest.mark.parametrize("profile", [DUO, DUO_TOGO])
def test_the_marks_say_how_far_the_lattice_is_off(right, down, profile):
    found = find_marks(marked((4, 4), (9, 9)), off_by(VIEW, right, down), profile, BARE)
    assert found is not None
    assert (found.right, found.down) == pytest.approx((-right, -down), abs=0.2)
    assert not found.turned


def test_marks_on_the_other_diagonal_are_another_side():
    found = find_marks(marked((4, 9), (9, 4)), VIEW, DUO, BARE)
    assert found is not None
    assert found.turned


def test_a_board_without_marks_or_with_one_of_them_covered_says_nothing():
    assert find_marks(marked(), VIEW, DUO, BARE) is None
    covered = BARE.copy()
    covered[4, 4] = True
    assert find_marks(marked((4, 4), (9, 9)), VIEW, DUO, covered) is None


def lying(*cells):
    labels = np.zeros((14, 14), np.int64)
    for label, row, column in cells:
        labels[row, column] = label
    return labels


KNOWN = lying((1, 4, 3), (1, 4, 4), (1, 4, 5), (2, 9, 9), (2, 8, 9))


@pytest.mark.parametrize(("right", "down"), [(1, 0), (-1, 2), (2, -2)])
@pytest.mark.parametrize("quarters", [0, 1, 2, 3])
def test_what_lies_on_the_board_says_which_cells_are_its_own(right, down, quarters):
    seen = np.roll(np.rot90(KNOWN, -quarters), (-down, -right), axis=(0, 1))
    view, labels = turned_to_match(off_by(VIEW.turned(-quarters % 4), right, down), seen, KNOWN)
    assert (labels == KNOWN).all()
    assert view.corners == pytest.approx(VIEW.corners)


def test_a_board_without_its_pieces_is_another_board():
    assert is_that_board(KNOWN, KNOWN)
    assert not is_that_board(lying(), KNOWN)
    assert is_that_board(lying(), lying())


def gone(now, agreed=False):
    before = reduced(picture())
    place = Place.of(VIEW, before)
    place.agreed = agreed
    pixels = object_pixels(reduced(now), before)
    return place.seems_gone(pixels, np.zeros((14, 14), bool))


def test_a_hand_over_the_board_leaves_the_rim_where_it_was():
    hand = picture()
    cv2.line(hand, (240, 240), (300, 479), (140, 170, 220), 60)
    assert not gone(hand)


def test_a_board_that_was_pushed_by_a_cell_has_gone_from_its_rim():
    assert gone(picture(shift=(CELL, CELL)))


def covered(now, before):
    return find_intruders(object_pixels(reduced(now), reduced(before)), VIEW)


def test_a_piece_beside_one_that_was_taken_from_the_table_is_no_arm():
    before, now = picture(), picture([patch("purple", (0, 6), (0, 7), (1, 6))])
    cv2.rectangle(before, (LEFT + 6 * CELL, 12), (LEFT + 8 * CELL, TOP - 14), (150, 40, 90), -1)
    assert not covered(now, before).any()


def test_an_arm_that_rests_over_the_rim_covers_cells():
    now = picture()
    cv2.rectangle(now, (LEFT + 6 * CELL, 0), (LEFT + 8 * CELL, TOP + 3 * CELL), (140, 170, 220), -1)
    assert covered(now, picture())[:3, 6:8].all()
