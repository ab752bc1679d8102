"""Where the board lies: found by itself, or snapped from four dragged corners."""

import numpy as np
import pytest

from calibration import CalibrationError
from calibration.geometry import find, snap
from tests.calibration.conftest import still
from tests.vision.pictures import bare_table, corner_error, wrong_cells


@pytest.mark.parametrize(("board", "moves"), [("classic", 0), ("classic", 30), ("duo", 12), ("duo-togo", 12)])
def test_a_board_is_found_with_and_without_pieces(board, moves):
    image, truth = still(12, board, moves=moves, size=(1296, 972))
    found = find(image, board)
    assert corner_error(found.corners, truth["corners"], found.view.size) < 0.1
    assert wrong_cells(found.reading.grid, truth["grid"]) == 0


@pytest.mark.parametrize("seed", range(8))
def test_dragged_corners_snap_to_the_grid(seed):
    """Each corner within 0.4 cells in a random direction, as a finger leaves it."""
    image, truth = still(6, "classic", moves=24)
    true = np.array(truth["corners"])
    random = np.random.default_rng(seed)
    angles = random.uniform(0, 2 * np.pi, 4)
    cell = np.linalg.norm(true[0] - true[2]) / np.sqrt(2) / 20
    dragged = true + 0.4 * cell * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    found = snap(image, dragged.tolist(), "classic")
    assert np.linalg.norm(np.array(found.corners) - true, axis=1).max() < 0.15 * cell


def test_the_order_of_the_corners_says_which_side_is_up():
    image, truth = still(6, "classic", moves=24)
    turned = truth["corners"][1:] + truth["corners"][:1]
    found = snap(image, turned, "classic")
    assert np.linalg.norm(np.array(found.corners) - turned, axis=1).max() < 5
    assert found.reading.grid == ["".join(row) for row in np.rot90([list(row) for row in truth["grid"]])]
    assert {(patch.colour.letter, cell) for patch in found.patches for cell in patch.cells} == {
        (letter, (r, c)) for r, row in enumerate(found.reading.grid) for c, letter in enumerate(row) if letter != "."
    }


def test_a_mirrored_picture_is_told():
    image, truth = still(6, "classic", moves=24)
    mirrored = np.ascontiguousarray(image[:, ::-1])
    corners = [[image.shape[1] - 1 - x, y] for x, y in truth["corners"]]
    with pytest.raises(CalibrationError, match="mirrored") as problem:
        snap(mirrored, corners, "classic")
    assert problem.value.problem == "mirrored"


def test_corners_that_span_nothing_are_refused():
    image, _ = still(6, "classic", moves=24)
    for corners in (
        [[0, 0]] * 4,
        [[0, 0], [1, 1], [2, 2], [3, 3]],
        [[0, 0], [9, 9]],
        [[0, 0], [1e9, 0], [1, 1], [0, 1]],
    ):
        with pytest.raises(CalibrationError) as problem:
            snap(image, corners, "classic")
        assert problem.value.problem == "corners"


def test_corners_beside_the_board_find_no_grid():
    image, _ = still(6, "classic", moves=24)
    with pytest.raises(CalibrationError, match="no grid"):
        snap(image, [[5, 5], [60, 5], [60, 60], [5, 60]], "classic")


def test_no_board_is_said():
    with pytest.raises(CalibrationError, match="no Blokus board is in view") as problem:
        find(bare_table())
    assert problem.value.problem == "no_board"


def test_two_boards_are_said():
    one, _ = still(6, "classic", moves=24)
    other, _ = still(6, "duo", moves=12)
    with pytest.raises(CalibrationError, match="two boards") as problem:
        find(np.ascontiguousarray(np.hstack([one, other])))
    assert problem.value.problem == "two_boards"
