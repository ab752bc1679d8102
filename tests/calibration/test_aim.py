"""Advice while the camera is being aimed, the words for regions, colours by hand, and taught printings."""

import cv2
import numpy as np
import pytest

from calibration import CalibrationError, Verdict
from calibration.aim import Trouble, advice
from calibration.colours import learn, tapped
from calibration.geometry import find
from calibration.printings import load_printings, new_profile, read_printing, save_printing
from calibration.regions import region
from calibration.report import judge
from engine.colours import Colour
from engine.profiles import PROFILES
from tests.calibration.conftest import still
from tests.vision.pictures import bare_table


@pytest.fixture
def board():
    return still(6, "classic", moves=24)[0]


def troubles(image, **more):
    return {item.trouble for item in advice(image, **more)[0]}


def test_a_good_picture_needs_nothing_serious(board):
    told, found = advice(board, before=board)
    assert found.profile.name == "classic"
    assert not [item for item in told if item.serious]
    assert judge(board, found).verdict is not Verdict.NOT_USABLE


def test_no_board_is_said():
    assert troubles(bare_table()) == {Trouble.NO_BOARD}


def test_a_black_picture_is_dark_and_a_white_one_burnt():
    assert Trouble.DARK in troubles(np.full((600, 800, 3), 8, np.uint8))
    assert Trouble.BURNT in troubles(np.full((600, 800, 3), 255, np.uint8))


def test_a_dark_board_is_said(board):
    told, _ = advice((board * 0.1).astype(np.uint8), found=find(board, "classic"))
    assert [item.trouble for item in told if item.serious] == [Trouble.DARK]


def test_cells_below_twelve_pixels_are_too_small(board):
    small = cv2.resize(board, None, fx=0.4, fy=0.4, interpolation=cv2.INTER_AREA)
    found = find(board, "classic")
    placed = type(found)(
        found.view.scaled((small.shape[1], small.shape[0])), found.profile, found.reading, found.patches, found.clarity
    )
    assert Trouble.TOO_SMALL in troubles(small, found=placed)
    assert Trouble.TOO_SMALL not in troubles(board, found=found)


def test_a_tilted_camera_is_said():
    steep, _ = still(9, "classic", moves=40, tilt=42.0, size=(1296, 972))
    assert Trouble.TILTED in troubles(steep, board="classic")


def test_a_blurred_picture_is_said(board):
    found = find(board, "classic")
    blurred = cv2.GaussianBlur(board, (0, 0), 0.25 * found.view.cell_pixels)
    assert Trouble.BLURRED in troubles(blurred, found=found)
    assert Trouble.BLURRED not in troubles(board, found=found)


def test_a_mirrored_lamp_is_told_with_its_place(board):
    found = find(board, "classic")
    spot = np.zeros(board.shape[:2], np.float32)
    centre = found.view.project(np.array([2.5, 2.5]))
    cv2.circle(spot, tuple(int(v) for v in centre), int(2.2 * found.view.cell_pixels), 1.0, -1)
    flared = np.clip(board + 160 * cv2.GaussianBlur(spot, (0, 0), 6)[..., None], 0, 255).astype(np.uint8)
    (flare,) = [item for item in advice(flared, found=found)[0] if item.trouble is Trouble.FLARE]
    assert "turn the lamp away from the upper left corner" in flare.message
    assert (2, 2) in flare.cells


def test_motion_is_told(board):
    hand = board.copy()
    cv2.circle(hand, (400, 300), 60, (120, 150, 200), -1)
    assert Trouble.MOVING in troubles(hand, before=board, found=find(board, "classic"))
    assert Trouble.MOVING not in troubles(board, before=board, found=find(board, "classic"))


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        ([(0, 0), (1, 2)], "upper left corner"),
        ([(19, 19)], "lower right corner"),
        ([(10, 10)], "middle"),
        ([(r, 19) for r in range(20)], "right side"),
        ([(0, c) for c in range(20)], "upper side"),
        ([(r, c) for r in range(20) for c in range(20)], "board"),
    ],
)
def test_regions_have_words(cells, words):
    assert region(cells, 20) == words


def test_a_tap_settles_what_a_cell_is(board):
    found = find(board, "classic")
    row, column = next(cell for patch in found.patches if patch.colour is Colour.RED for cell in patch.cells)
    empty = next((r, c) for r in range(20) for c in range(20) if found.reading.grid[r][c] == ".")
    after = tapped(board, found, {(row, column): Colour.RED, empty: None})
    assert after.reading.grid == found.reading.grid
    assert after.reading.certainty[row, column] == 1.0
    with pytest.raises(CalibrationError, match="not a colour of this board"):
        tapped(board, found, {(0, 0): Colour.PINK})
    with pytest.raises(CalibrationError, match="not on a board"):
        tapped(board, found, {(20, 0): None})


def test_colours_are_learnt_from_the_pieces_and_the_rest_is_the_prior(board):
    assert learn(find(board, "classic")).unmet == ()
    empty, _ = still(12, "classic", moves=0, size=(1296, 972))
    assert learn(find(empty, "classic")).unmet == PROFILES["classic"].colours


def test_a_taught_printing_comes_back_and_a_damaged_one_is_said(tmp_path):
    before = dict(PROFILES)
    try:
        profile = new_profile("pastel", "duo", [Colour.PINK, Colour.TURQUOISE], [(4, 9), (9, 4)], nubs=True)
        path = save_printing(tmp_path, profile)
        assert read_printing(path).profile == profile
        (tmp_path / "broken.json").write_text("[")
        found, problems = load_printings(tmp_path)
        assert list(found) == ["pastel"]
        assert len(problems) == 1
        assert "damaged" in problems[0]
        assert PROFILES["pastel"] == profile
    finally:
        PROFILES.clear()
        PROFILES.update(before)
