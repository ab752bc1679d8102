"""How a grid that is nearly right is put right: by where the board ends, by its cells, by its nubs."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.pictures import corner_error
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
    """The board's view with its lens, as good as it is read, in the evened picture; and that picture."""
    view = read_photo(image, "duo").view
    assert corner_error(view.corners, truth["corners"], view.size) < 0.1
    picture = evened(grey_of(image), 300e3)
    return view.scaled(picture.size), picture


def shifted(view, right, down):
    return replace(view, homography=view.homography @ np.array([[1, 0, right], [0, 1, down], [0, 0, 1.0]]))


@pytest.fixture(scope="module")
def plain():
    """An empty board without nubs, whose outline is clear."""
    return render_still(SEED, "duo", size=SIZE, finer=1, light="office", tilt=8.0, moves=0)


@pytest.fixture(scope="module")
def nubs():
    """An empty board with nubs, which are clearer than its ridges and its outline."""
    return render_still(SEED, "duo-togo", size=SIZE, finer=1, light="office", tilt=8.0, moves=0)


def test_an_outline_is_clear_where_the_board_ends_and_nowhere_else(plain):
    image, truth = plain
    view, picture = true_view(image, truth)
    assert outline_of(picture, view) >= CLEAR
    for right, down in ((1, 0), (0, -1), (2, 1)):
        assert outline_of(picture, shifted(view, right, down)) < CLEAR - 0.15


def test_a_window_that_is_off_by_a_cell_is_put_right(plain):
    image, truth = plain
    view, picture = true_view(image, truth)
    back, outline = centred(picture, shifted(view, 1, -1))
    assert outline >= CLEAR
    assert np.abs(back.corners - view.corners).max() < 0.05 * view.cell_pixels


def test_a_bent_grid_is_straightened_by_its_cells(nubs):
    image, truth = nubs
    view, picture = true_view(image, truth)
    n = view.size
    turn = np.array([[1.0, 0.012, -0.006 * n], [-0.012, 1.0, 0.006 * n], [0, 0, 1.0]])
    bent = replace(view, homography=view.homography @ turn)
    before = corner_error(bent.corners, view.corners, n)
    assert before > 0.1
    after = self_aligned(picture, bent, np.ones((n, n), bool))
    assert corner_error(after.corners, view.corners, n) < before / 2


def test_a_board_full_of_pieces_has_no_cell_to_be_aligned_by(nubs):
    image, truth = nubs
    view, picture = true_view(image, truth)
    assert self_aligned(picture, view, np.zeros((view.size, view.size), bool)) is view


@pytest.mark.parametrize("name", ["duo", "duo-togo"])
def test_nubs_tell_the_printing_of_an_empty_board(name, plain, nubs):
    image, truth = plain if name == "duo" else nubs
    view, _ = true_view(image, truth)
    light = light_of(take(image, sample_places(view.scaled((image.shape[1], image.shape[0])))))
    n = view.size
    assert has_nubs(light, np.ones((n, n), bool)) == (name == "duo-togo")
    assert not has_nubs(light, np.zeros((n, n), bool))
    read = read_photo(image, "duo")
    assert read.profile.name == name
    assert corner_error(read.view.corners, truth["corners"], n) < 0.15
