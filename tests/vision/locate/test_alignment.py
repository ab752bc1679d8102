"""How a grid that is nearly right is put right: by where the board ends, by its cells, by its nubs."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.pictures import corner_error
from vision.geometry import BoardView, focal_of
from vision.locate.alike import self_aligned
from vision.locate.evened import evened, grey_of
from vision.locate.outline import CLEAR, centred, outline_of
from vision.photo import read_photo
from vision.reading.appearance import light_of
from vision.reading.nubs import has_nubs
from vision.reading.sampling import sample_places, take
from vision.table.stills import render_still

SIZE = (832, 624)
SEED = 2017


def true_view(image, truth):
    """The view that the true corners give, in the evened picture, and that picture."""
    n = len(truth["grid"])
    corners = np.array(truth["corners"], np.float32)
    square = np.array([[0, 0], [n, 0], [n, n], [0, n]], np.float32)
    homography = np.asarray(cv2.getPerspectiveTransform(square, corners), float)
    full = (image.shape[1], image.shape[0])
    picture = evened(grey_of(image), 300e3)
    return BoardView(n, homography, full, focal_of(homography, full)).scaled(picture.size), picture


def shifted(view, right, down):
    return replace(view, homography=view.homography @ np.array([[1, 0, right], [0, 1, down], [0, 0, 1.0]]))


@pytest.fixture(scope="module", params=["duo", "duo-togo"])
def empty_board(request):
    image, truth = render_still(SEED, request.param, size=SIZE, finer=1, light="office", tilt=8.0, moves=0)
    return request.param, image, truth


def test_an_outline_is_clear_where_the_board_ends_and_nowhere_else(empty_board):
    _, image, truth = empty_board
    view, picture = true_view(image, truth)
    assert outline_of(picture, view) >= CLEAR
    for right, down in ((1, 0), (0, -1), (2, 1)):
        assert outline_of(picture, shifted(view, right, down)) < CLEAR - 0.15


def test_a_window_that_is_off_by_a_cell_is_put_right(empty_board):
    _, image, truth = empty_board
    view, picture = true_view(image, truth)
    back, outline = centred(picture, shifted(view, 1, -1))
    assert outline >= CLEAR
    assert np.abs(back.corners - view.corners).max() < 0.05 * view.cell_pixels


def test_a_bent_grid_is_straightened_by_its_cells(empty_board):
    _, image, truth = empty_board
    view, picture = true_view(image, truth)
    n = view.size
    turn = np.array([[1.0, 0.012, -0.006 * n], [-0.012, 1.0, 0.006 * n], [0, 0, 1.0]])
    bent = replace(view, homography=view.homography @ turn)
    before = corner_error(bent.corners, view.corners, n)
    assert before > 0.1
    after = self_aligned(picture, bent, np.ones((n, n), bool))
    assert corner_error(after.corners, view.corners, n) < before / 2


def test_a_board_full_of_pieces_has_no_cell_to_be_aligned_by(empty_board):
    _, image, truth = empty_board
    view, picture = true_view(image, truth)
    assert self_aligned(picture, view, np.zeros((view.size, view.size), bool)) is view


def test_nubs_tell_the_printing_of_an_empty_board(empty_board):
    name, image, truth = empty_board
    view, _ = true_view(image, truth)
    light = light_of(take(image, sample_places(view.scaled((image.shape[1], image.shape[0])))))
    n = view.size
    assert has_nubs(light, np.ones((n, n), bool)) == (name == "duo-togo")
    assert not has_nubs(light, np.zeros((n, n), bool))
    read = read_photo(image, "duo")
    assert read.profile.name == name
    assert corner_error(read.view.corners, truth["corners"], n) < 0.15
