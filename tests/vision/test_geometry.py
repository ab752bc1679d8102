"""The view of a board: projection, lens, heights, turns."""

import numpy as np
import pytest

from vision.geometry import BoardView, focal_of


def camera(tilt=30.0, turn=10.0, focal=1000.0, size=20, lens=0.0):
    """A view from a camera 30 cells away, tilted towards the lower edge of the board."""
    a, b = np.radians(tilt), np.radians(turn)
    turned = np.array([[np.cos(b), -np.sin(b), 0], [np.sin(b), np.cos(b), 0], [0, 0, 1.0]])
    tilted = np.array([[1, 0, 0], [0, np.cos(a), -np.sin(a)], [0, np.sin(a), np.cos(a)]])
    axes = tilted @ turned
    origin = np.array([0, 0, 30.0]) - axes[:, 0] * size / 2 - axes[:, 1] * size / 2
    inside = np.array([[focal, 0, 647.5], [0, focal, 485.5], [0, 0, 1.0]])
    return BoardView(size, inside @ np.stack([axes[:, 0], axes[:, 1], origin], axis=1), (1296, 972), focal, lens)


def test_the_focal_length_follows_from_a_tilted_board():
    view = camera()
    assert focal_of(view.homography, view.image_size) == pytest.approx(1000, rel=0.05)
    assert view.tilt == pytest.approx(30, abs=0.1)


def test_seen_from_straight_above_the_usual_focal_length_is_assumed():
    view = camera(tilt=0.0)
    assert focal_of(view.homography, view.image_size) == pytest.approx(0.82 * 1296, rel=0.05)


def test_what_stands_higher_leans_away_from_the_camera():
    view = camera(tilt=40.0, turn=0.0)
    point = np.array([10.0, 10.0])
    lean = view.lean(point)
    assert np.allclose(view.project(point, view.height), view.project(point + lean), atol=1e-6)
    assert np.linalg.norm(lean) == pytest.approx(view.height * np.tan(np.radians(40)), rel=0.1)


def test_a_scaled_view_shows_the_same_board():
    view = camera(lens=-0.03)
    small = view.scaled((648, 486))
    # The picture's edges lie half a pixel outside of the first and the last pixel's centre.
    assert np.allclose((small.corners + 0.5) * 2 - 0.5, view.corners, atol=0.05)
    assert small.tilt == pytest.approx(view.tilt, abs=0.01)


def test_four_quarter_turns_bring_the_board_back():
    view = camera()
    assert np.allclose(view.turned(1).corners, np.roll(view.corners, -1, axis=0))
    assert np.allclose(view.turned(4).corners, view.corners)
    assert np.allclose(view.turned(3).upright().corners, view.corners)


def test_a_grid_of_points_is_projected_like_single_points():
    view = camera(lens=0.04)
    x, y = np.linspace(-1, 21, 7), np.linspace(0, 20, 5)
    across, down = view.project_grid(x, y, 0.2)
    points = view.project(np.stack(np.meshgrid(x, y), axis=-1), 0.2)
    assert np.allclose(np.stack([across, down], axis=-1), points, atol=0.01)


def test_a_board_that_leaves_the_picture_is_cut_off():
    view = camera()
    assert view.cut_off == 0
    moved = np.array([[1, 0, -500.0], [0, 1, 0], [0, 0, 1]]) @ view.homography
    assert BoardView(20, moved, (1296, 972), 1000.0).cut_off > 3
