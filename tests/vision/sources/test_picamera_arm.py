"""Heights of the camera's arm: computed, and the documentation's table is what is computed."""

from math import atan, degrees
from pathlib import Path

import pytest

from vision.sources.picamera_arm import BOARDS, arm_for, arm_table
from vision.sources.picamera_modules import MODULES

PAGE = Path(__file__).parents[3] / "docs/raspberry-pi.md"


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.sensors[0])
def test_the_board_fills_the_shorter_side_of_the_picture(module, board):
    cells, pitch, rim = BOARDS[board]
    arm = arm_for(module, board)
    seen = degrees(2 * atan((cells * pitch / 2 + rim) / arm.height))
    assert seen < min(module.view)
    assert seen > 0.85 * min(module.view)
    assert arm.cell_pixels * cells < min(module.main)
    assert arm.cell_pixels > 35, "every module reads every board with ease"


def test_module_2_over_the_classic_board():
    # 400 mm of cells, 22 of rim, 12 % of room: 473 mm; half of it over tan(24.4°) is 521 mm.
    assert arm_for(MODULES[1], "classic").height == pytest.approx(521, abs=2)


def test_the_table_of_the_documentation_is_computed():
    assert arm_table() in PAGE.read_text(encoding="utf-8")
