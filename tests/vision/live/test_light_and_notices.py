"""Light is told from pieces; pictures that show nothing are named."""

import numpy as np
import pytest

from vision.changes import NoticeKind
from vision.frames import Frame
from vision.live.light import light_change
from vision.live.notices import BLACK_PICTURE, BURNT_PICTURE, FROZEN_PICTURE, Covering, Health


def frames(image, count, fps=5.0, start=0.0):
    return [Frame(image, start + number / fps, number) for number in range(count)]


def test_a_lamp_that_halves_the_light_is_found_under_a_few_changed_cells():
    before = np.zeros((20, 20, 3), np.float32)
    now = before + np.log(0.5)
    now[3:5, 3:6] -= 2.0
    change = light_change(before, now.astype(np.float32), np.ones((20, 20), bool))
    assert np.allclose(change, np.log(0.5), atol=0.03)


def test_a_gradient_of_light_is_followed():
    before = np.zeros((14, 14, 3), np.float32)
    now = before + np.linspace(-0.4, 0.4, 14, dtype=np.float32)[None, :, None]
    change = light_change(before, now, np.ones((14, 14), bool))
    assert np.allclose(change, now, atol=0.05)


def test_hidden_cells_have_no_say_about_the_light():
    before = np.zeros((14, 14, 3), np.float32)
    now = before.copy()
    trusted = np.ones((14, 14), bool)
    now[:, :6], trusted[:, :6] = 3.0, False
    assert np.allclose(light_change(before, now, trusted)[:, 7:], 0, atol=0.02)


@pytest.mark.parametrize(("level", "sentence"), [(0, BLACK_PICTURE), (255, BURNT_PICTURE)])
def test_a_lens_cap_and_a_burnt_out_picture_are_named_once(level, sentence):
    health, told = Health(), []
    image = np.full((120, 160, 3), level, np.uint8)
    for frame in frames(image, 40):
        noisy = image.copy()
        noisy[frame.number % 100, 0] ^= 1
        told += health.look(frame, noisy, image)
    assert [notice.problem for notice in told] == [sentence]
    assert told[0].kind is NoticeKind.SOURCE


def test_the_same_picture_for_a_minute_is_a_frozen_camera():
    health, told = Health(), []
    image = np.random.default_rng(1).integers(40, 200, (120, 160, 3), dtype=np.uint8)
    for frame in frames(image, 5 * 70):
        told += health.look(frame, image, image)
    assert [notice.problem for notice in told] == [FROZEN_PICTURE]


def test_a_picture_with_noise_is_not_frozen():
    health, told = Health(), []
    previous = np.full((60, 80, 3), 90, np.uint8)
    for frame in frames(previous, 5 * 70):
        image = previous.copy()
        image[frame.number % 60, :] ^= 1
        told += health.look(frame, image, previous)
        previous = image
    assert told == []


def test_cells_that_stay_covered_are_told_once_and_cleared_once():
    covering, told = Covering(), []
    hidden = np.zeros((14, 14), bool)
    hidden[2, 3] = True
    for frame in frames(None, 30):
        told += covering.look(frame, hidden)
    told += covering.look(Frame(None, 7.0, 35), None)
    assert [(notice.kind, notice.cells) for notice in told] == [
        (NoticeKind.OBSCURED, ((2, 3),)),
        (NoticeKind.CLEAR, ()),
    ]


def test_a_hand_that_passes_is_not_worth_telling():
    covering, told = Covering(), []
    hidden = np.ones((14, 14), bool)
    for frame in frames(None, 8):
        told += covering.look(frame, hidden)
    told += covering.look(Frame(None, 2.0, 9), None)
    assert told == []
