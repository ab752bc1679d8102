"""Known points land where projection says, in the formulas and in the picture."""

import numpy as np
import pytest

from vision.table.arrays import random_for
from vision.table.camera import LENSES, looking_at, random_camera
from vision.table.scene import Scene, middle_of


def test_straight_down_a_millimetre_is_the_focal_length_over_the_distance():
    camera = looking_at((0, 0, 0), 800, 0, 0, 0, (1000, 800), "telephone")
    x0, y0 = camera.project([(0, 0, 0)])[0]
    x1, y1 = camera.project([(1, 0, 0)])[0]
    assert (x0, y0) == pytest.approx((499.5, 399.5), abs=0.01)
    assert x1 - x0 == pytest.approx(camera.focal / 800, rel=0.01)
    assert y1 == pytest.approx(y0, abs=1e-3)
    # The far side of the table is at the top of the picture.
    assert camera.project([(0, 100, 0)])[0][1] < y0


def test_what_stands_higher_is_larger_and_moves_outwards():
    camera = looking_at((0, 0, 0), 500, 0, 0, 0, (1000, 800))
    low, high = camera.project([(100, 50, 0), (100, 50, 4)])
    assert (high - camera.matrix[:2, 2]) == pytest.approx((low - camera.matrix[:2, 2]) * 500 / 496, rel=2e-3)


@pytest.mark.parametrize("lens", LENSES)
@pytest.mark.parametrize("tilt", [0, 20, 45])
def test_a_ray_through_a_pixel_meets_the_point_that_projects_there(lens, tilt):
    camera = looking_at((10, -5, 0), 600, tilt, 30, 12, (640, 480), lens)
    sx, sy = camera.slopes(0, 480, 0, 640, 1)
    cx, cy, cz = camera.position
    for row, column in ((20, 30), (240, 320), (400, 600), (470, 10)):
        if abs(sx[row, column]) > 15 or abs(sy[row, column]) > 15:
            continue  # a ray above the horizon
        for z in (0.0, 4.0):
            place = (cx + sx[row, column] * (cz - z), cy + sy[row, column] * (cz - z), z)
            assert camera.project([place])[0] == pytest.approx((column, row), abs=0.2)


@pytest.mark.parametrize("seed", range(8))
def test_a_random_camera_has_the_whole_board_in_its_picture(seed):
    camera = random_camera(random_for(seed, "camera"), 211, (1296, 972))
    corners = camera.project([(x, y, 0) for x in (-211, 211) for y in (-211, 211)])
    assert corners.min() >= 0
    assert (corners.max(axis=0) <= (1296, 972)).all()
    side = np.linalg.norm(corners[0] - corners[1])
    assert side > 250


def changed_pixels(before, after):
    """The pixels that a piece changed: by more than a shadow does."""
    difference = np.abs(after.light() - before.light()).max(axis=2)
    return difference > 0.25 * before.light().mean()


def test_a_piece_is_drawn_where_its_top_and_sides_project(tilted_pair):
    setting, put, before, after = tilted_pair
    kit, camera = setting.kit, setting.camera
    x, y = middle_of(kit, put.cells)
    box = [
        (x + a * 1.5 * kit.cell, y + b * 0.5 * kit.cell, z)
        for a in (-1, 1)
        for b in (-1, 1)
        for z in (0.0, kit.piece_height)
    ]
    outline = camera.project(box)
    rows, columns = np.nonzero(changed_pixels(before, after))
    assert columns.min() == pytest.approx(outline[:, 0].min(), abs=2)
    assert rows.min() == pytest.approx(outline[:, 1].min(), abs=2)
    assert rows.max() == pytest.approx(outline[:, 1].max(), abs=2.5)


def test_piece_tops_stand_above_the_board(tilted_pair):
    """The far edge of the piece is seen where its top is, not where its foot is: parallax."""
    setting, put, before, after = tilted_pair
    kit, camera = setting.kit, setting.camera
    x, y = middle_of(kit, put.cells)
    foot, top = camera.project([(x, y + kit.cell / 2 - 0.25, z) for z in (0.0, kit.piece_height)])
    assert foot[1] - top[1] > 1.0
    column = round(float(top[0]))
    rows = np.nonzero(changed_pixels(before, after)[:, column])[0]
    assert abs(rows.min() - top[1]) < abs(rows.min() - foot[1])


def test_a_changed_scene_is_the_same_as_one_built_anew(tilted_pair):
    setting, put, before, after = tilted_pair
    grown = Scene(setting, [], finer=1)
    parts = grown.change([put])
    assert parts
    assert np.abs(grown.light() - after.light()).max() < 0.02 * after.light().max()
    grown.change([])
    assert np.abs(grown.light() - before.light()).max() < 0.02 * before.light().max()
