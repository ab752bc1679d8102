"""What moves in front of the camera: shadows, knocks, lamps, bands; and the truth goes with it."""

import numpy as np
import pytest

from tests.vision.table.looking import cell_patches, looks_like
from vision.table.script import film_from_script
from vision.table.stage import Stage

SMALL = (480, 360)
HEAD = "the light is office\nthe table is grey\nthe camera tilts 8 degrees\nthe seed is 9\n"


def staged(*lines):
    setting, plan = film_from_script(HEAD + "\n".join(lines), size=SMALL)
    return Stage(setting, plan), plan


@pytest.mark.parametrize("what", ["board", "camera"])
def test_after_a_knock_the_truth_knows_where_the_board_lies(what):
    stage, plan = staged("blue plays I5 at c20", f"the {what} is bumped by 9 mm and turned 3 degrees", "wait 1 s")
    first, last = stage.shoot(0), stage.shoot(plan.frames - 1)
    moved = np.linalg.norm(np.subtract(first.corners, last.corners), axis=1)
    assert moved.min() > 3
    patches = cell_patches(last.image, last.corners, 20)
    assert all(looks_like(patches[0][column], "B") for column in range(5))
    assert not looks_like(patches[0][6], "B")


def test_a_pushed_board_leaves_the_rest_of_the_table_alone():
    stage, plan = staged("the board is bumped by 9 mm and turned 3 degrees", "wait 1 s")
    first, last = stage.shoot(0), stage.shoot(plan.frames - 1)
    difference = np.abs(first.image.astype(int) - last.image.astype(int)).mean(axis=2)
    edge = np.concatenate([difference[:12].ravel(), difference[-12:].ravel()])
    assert np.median(edge) < 12
    assert difference.max() > 60


def test_the_frame_of_a_knock_is_not_quiet():
    stage, plan = staged("wait 1 s", "the camera is bumped by 5 mm", "wait 1 s")
    shots = [stage.shoot(n) for n in range(plan.frames)]
    assert [shot.quiet for shot in shots].count(False) == 1


def test_a_hand_darkens_what_it_does_not_hide():
    stage, plan = staged("red's hand hovers over the middle for 3 s", "wait 1 s")
    still = stage.shoot(plan.frames - 1)
    shot = max((stage.shoot(n) for n in range(0, plan.frames, 3)), key=lambda s: len(s.hidden))
    assert len(shot.hidden) > 10
    before, after = cell_patches(still.image, still.corners, 20), cell_patches(shot.image, shot.corners, 20)
    ratio = [
        after[r][c].mean() / before[r][c].mean() for r in range(20) for c in range(20) if (r, c) not in set(shot.hidden)
    ]
    assert min(ratio) < 0.9
    assert np.median(ratio) == pytest.approx(1.0, abs=0.08)


def test_when_the_lamp_goes_out_it_is_dark_until_the_camera_has_followed():
    stage, _ = staged("wait 1 s", "the lamp goes out for 6 s", "wait 9 s")
    level = [float(stage.shoot(n).image.mean()) for n in (3, 11, 30, 44)]
    assert level[1] < 0.6 * level[0]
    assert level[2] > 1.3 * level[1]
    assert level[3] > level[2]


def test_a_person_who_passes_throws_a_shadow_that_moves_and_goes():
    stage, plan = staged("wait 1 s", "somebody passes", "wait 5 s")
    level = [stage.shoot(n).image.mean() for n in range(plan.frames)]
    assert min(level) < 0.93 * level[0]
    assert level[-1] == pytest.approx(level[0], rel=0.02)


def test_humming_lamps_make_bands_that_roll():
    stage, plan = staged("wait 2 s")
    plan.flicker = 0.08
    one, two = (stage.shoot(n).image.mean(axis=(1, 2)) for n in (1, 2))
    plan.flicker = 0.0
    flat = stage.shoot(1).image.mean(axis=(1, 2))
    assert (one / flat).std() > 0.02
    assert np.abs(one / flat - two / flat).max() > 0.02


def test_a_moving_hand_is_smeared_and_a_resting_one_is_sharp():
    stage, plan = staged("red's hand rests on the middle for 4 s", "wait 1 s")
    visit = plan.visits[0]
    moving = stage._smear(visit, visit.start + 0.5, 1.0)
    resting = stage._smear(visit, visit.start + 3.0, 1.0)
    assert np.hypot(*moving) > 5 * np.hypot(*resting)
