"""The printed sheet and the mat: real size on paper, seen again by the camera, and the lens that follows."""

import subprocess

import cv2
import numpy as np
import pytest

from calibration import CalibrationError
from calibration.mat import NUMBERS, Markers, corners_within, find_markers, mat_pdf, moved_with
from calibration.pdf import PAPERS
from calibration.sheet import COLUMNS, ROWS, SQUARE, detect, lens_from, sheet_pdf
from tests.calibration.conftest import kept
from vision.table.camera import looking_at

DOTS = 100
"""Dots an inch of the drawn pages."""


def drawn(pdf, folder):
    """The pages of a PDF as Poppler draws them."""
    path = folder / "sheet.pdf"
    path.write_bytes(pdf)
    subprocess.run(["pdftoppm", "-r", str(DOTS), "-png", str(path), str(folder / "page")], check=True)
    return [cv2.imread(str(page)) for page in sorted(folder.glob("page*.png"))]


@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_the_sheet_has_its_real_size_on_paper(paper, tmp_path):
    (page,) = drawn(sheet_pdf(paper), tmp_path)
    assert page.shape[1] / DOTS * 25.4 == pytest.approx(PAPERS[paper][0], abs=0.3)
    assert page.shape[0] / DOTS * 25.4 == pytest.approx(PAPERS[paper][1], abs=0.3)
    places, pixels = detect(page)
    assert len(places) == (COLUMNS - 1) * (ROWS - 1)
    scale = np.linalg.norm(pixels[-1] - pixels[0]) / np.linalg.norm(places[-1] - places[0])
    assert scale * 25.4 / DOTS == pytest.approx(1.0, abs=0.002)


@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_the_markers_of_the_mat_are_seen(paper, tmp_path):
    pages = drawn(mat_pdf(paper), tmp_path)
    height, width = pages[0].shape[:2]
    half = height // 2
    # Cut out and laid at the corners of a table.
    cut = [page[top : top + half] for page in pages for top in (0, half)]
    table = np.full((2 * half + 600, 2 * width + 600, 3), 200, np.uint8)
    for part, (y, x) in zip(cut, ((0, 0), (0, width + 600), (half + 600, width + 600), (half + 600, 0)), strict=True):
        table[y : y + part.shape[0], x : x + width] = part
    markers = find_markers(table)
    assert len(markers.centres) == len(NUMBERS)
    assert (np.sign(markers.centres - markers.centres.mean(axis=0)) == [[-1, -1], [1, -1], [1, 1], [-1, 1]]).all()
    inside = corners_within(markers)
    assert (np.abs(inside - inside.mean(axis=0)) < np.abs(markers.centres - inside.mean(axis=0))).all()
    with pytest.raises(CalibrationError, match="mirrored"):
        find_markers(np.ascontiguousarray(table[:, ::-1]), mirrored=True)
    assert find_markers(np.full((400, 400, 3), 128, np.uint8)) is None


def test_markers_say_where_the_board_went():
    calibration, _ = kept()
    before = Markers(np.array([[10.0, 10], [800, 20], [790, 600], [20, 610]]))
    now = Markers(before.centres + np.array([30, -12]))
    assert moved_with(calibration.view, before, now) == pytest.approx(
        calibration.view.corners + np.array([30, -12]), abs=0.01
    )


def pictures_of_sheet(lens, folder, count=9, size=(1296, 972)):
    """The printed sheet as the simulated camera sees it, from different sides."""
    (page,) = drawn(sheet_pdf("a4"), folder)
    millimetres = 25.4 / DOTS
    pictures = []
    for number in range(count):
        random = np.random.default_rng(number)
        camera = looking_at((random.uniform(-40, 40), random.uniform(-40, 40), 0), 330 if "wide" not in lens else 200,
                            random.uniform(5, 40), 40.0 * number, random.uniform(-20, 20), size, lens)  # fmt: skip
        slope_x, slope_y = camera.slopes(0, size[1], 0, size[0], 1)
        x, y = camera.position[0] + slope_x * camera.position[2], camera.position[1] + slope_y * camera.position[2]
        u = (x + 105) / millimetres - 0.5
        v = (148.5 - y) / millimetres - 0.5
        seen = cv2.remap(page, u.astype(np.float32), v.astype(np.float32), cv2.INTER_AREA, borderValue=(90, 120, 150))
        pictures.append(cv2.GaussianBlur(seen, (0, 0), 0.8))
    return pictures, camera


@pytest.mark.parametrize("lens", ["module 3", "hq 6 mm", "module 3 wide"])
def test_the_lens_is_measured_from_pictures_of_the_sheet(lens, tmp_path):
    pictures, camera = pictures_of_sheet(lens, tmp_path)
    found = lens_from(pictures)
    assert found.focal == pytest.approx(camera.focal, rel=0.01)
    # What matters is where the lens moves a pixel: half a pixel as far out as the sheet was seen, and a twelfth of a
    # cell (of 30 pixels) at the corners of a board that fills the picture.
    radius = np.linspace(0, 0.85 * np.hypot(*found.image_size) / 2, 20)
    true, mine = (r * (1 + k1 * r**2 + k2 * r**4) * f for r, k1, k2, f in (
        (radius / camera.focal, camera.k1, camera.k2, camera.focal),
        (radius / found.focal, found.k1, found.k2, found.focal),
    ))  # fmt: skip
    off = np.abs(true - mine)
    assert off[radius < 0.7 * radius[-1] / 0.85].max() < 0.5
    assert off.max() < 2.5
    assert found.scaled((648, 486)).focal == pytest.approx(found.focal / 2)
    assert found.scaled((1000, 500)) is None


def test_too_few_and_mirrored_pictures_are_told(tmp_path):
    pictures, _ = pictures_of_sheet("module 3", tmp_path, count=3)
    with pytest.raises(CalibrationError, match="only 3 of 3 pictures"):
        lens_from(pictures)
    with pytest.raises(CalibrationError, match="mirrored"):
        lens_from([np.ascontiguousarray(picture[:, ::-1]) for picture in pictures])
    with pytest.raises(CalibrationError, match="different sizes"):
        lens_from([pictures[0], pictures[1][:500]])


def test_an_unknown_paper_is_refused():
    with pytest.raises(CalibrationError, match="expected a4 or letter"):
        sheet_pdf("a5")
    assert COLUMNS * SQUARE < 200
    assert ROWS * SQUARE < 260
