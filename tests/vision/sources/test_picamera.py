"""The Raspberry Pi camera, with a camera made of Python in the place of Picamera2's."""

import errno

import pytest

from tests.vision.sources.scripted_camera import ScriptedCamera
from vision.errors import (
    AddressError,
    CameraBusyError,
    CameraMemoryError,
    CannotOpenError,
    DisappearedError,
    HungError,
    NoCameraError,
    StalledError,
)
from vision.live.glance import small_picture
from vision.sources.address import open_source
from vision.sources.picamera import PicameraSource
from vision.sources.picamera_camera import explained
from vision.sources.picamera_controls import LockedControls, without_flicker
from vision.sources.picamera_modules import MODULES


def source(camera, **wishes):
    return PicameraSource(0, connect=lambda _: camera, **wishes)


def test_frames_carry_the_small_picture_of_the_camera_and_its_time():
    camera = ScriptedCamera()
    with source(camera) as frames:
        first, second = frames.read(), frames.read()
    assert first.image.shape == (1232, 1640, 3)
    assert first.small.shape == (308, 410, 3)
    assert small_picture(first) is first.small
    assert (first.number, second.number) == (0, 1)
    assert first.seconds == 0
    assert second.seconds == pytest.approx(1 / 6, abs=1e-6)
    assert camera.taken == camera.released
    assert camera.closed


def test_every_wait_for_the_camera_has_a_limit():
    camera = ScriptedCamera(autofocus=True)
    with source(camera, patience=3.0) as frames:
        frames.read()
    assert set(camera.waits) == {3.0}


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.sensors[0])
def test_each_module_has_its_sensor_mode_named(module):
    camera = ScriptedCamera(module.sensors[0] + "_noir", autofocus=module.autofocus)
    with source(camera, fps=5) as frames:
        frame = frames.read()
        assert frames.module is module
    asked = camera.configurations[0]
    assert asked["sensor"] == {"output_size": module.mode, "bit_depth": module.bit_depth}
    assert asked["controls"] == {"FrameDurationLimits": (200_000, 200_000)}
    assert asked["raw"] is None
    assert small_picture(frame) is frame.small
    assert abs(module.main[0] / module.main[1] - module.mode[0] / module.mode[1]) < 0.005


def test_exposure_and_white_balance_settle_and_are_then_fixed():
    camera = ScriptedCamera()
    with source(camera) as frames:
        locked = frames.locked
        assert locked.exposure == 20_000  # 23 ms are found; two periods of the mains are 20
        assert locked.exposure * locked.gain == pytest.approx(23_000 * 2.0, rel=0.01)
        assert locked.colour_gains == pytest.approx((1.6, 1.9), rel=0.01)
        taken = camera.asked[-1]
        assert {"AeEnable": False, "AwbEnable": False}.items() <= taken.items()
        assert locked.taken_by(camera.get_metadata())


def test_kept_values_are_used_at_once():
    kept = LockedControls(20_000, 2.2, (1.5, 2.0))
    camera = ScriptedCamera()
    with source(camera, locked=kept) as frames:
        assert frames.locked == kept
    assert camera.taken < 5
    assert len(camera.asked) == 1


def test_kept_values_of_another_light_are_found_again():
    kept = LockedControls(200, 1.0, (1.5, 2.0))  # of bright sun
    camera = ScriptedCamera()
    with source(camera, locked=kept) as frames:
        assert frames.locked.exposure == 20_000


def test_the_lens_is_focused_once_and_then_stands_still():
    camera = ScriptedCamera("imx708", autofocus=True)
    with source(camera) as frames:
        assert frames.locked.lens == 3.0
        for _ in range(5):
            frames.read()
    assert [asked["AfMode"] for asked in camera.asked if "AfMode" in asked] == [1, 0]
    assert camera.lens == 3.0


def test_a_camera_without_automatics_is_left_alone():
    camera = ScriptedCamera("something else")
    camera.camera_controls = {}
    with source(camera) as frames:
        assert frames.locked is None
        assert frames.read().image.shape == (960, 1280, 3)
    assert camera.asked == []
    assert "sensor" not in camera.configurations[0] or camera.configurations[0]["sensor"] is None


@pytest.mark.parametrize(
    ("found", "mains", "exposure"),
    [
        (LockedControls(23_000, 2.0, (1, 1)), 50, 20_000),
        (LockedControls(23_000, 2.0, (1, 1)), 60, 16_666),
        (LockedControls(4_000, 4.0, (1, 1)), 50, 10_000),  # a short exposure and much gain: rather one whole period
        (LockedControls(4_000, 1.0, (1, 1)), 50, 4_000),  # daylight
        (LockedControls(900_000, 8.0, (1, 1)), 50, 160_000),  # not longer than the frame rate leaves
    ],
)
def test_exposures_that_lamps_do_not_stripe(found, mains, exposure):
    fixed = without_flicker(found, mains, 1.0, 166_667)
    assert fixed.exposure == exposure
    assert fixed.exposure * fixed.gain == pytest.approx(found.exposure * found.gain)


def test_kept_controls_are_kept_as_plain_numbers_and_nonsense_does_not():
    kept = LockedControls(20_000, 2.0, (1.6, 1.9), 3.0)
    assert LockedControls.from_kept(kept.kept()) == kept
    for nonsense in ({}, {**kept.kept(), "gain": "x"}, {**kept.kept(), "exposure": -1}, {**kept.kept(), "red": None}):
        assert LockedControls.from_kept(nonsense) is None


def raising(problem, cause=None):
    def connect(_):
        raise problem from cause

    return connect


@pytest.mark.parametrize(
    ("problem", "cause", "kind", "says"),
    [
        (RuntimeError("No camera number 0 found - use …"), None, NoCameraError, "ribbon cable"),
        (
            RuntimeError("Camera __init__ sequence did not complete."),
            RuntimeError("Failed to acquire camera: Device or resource busy"),
            CameraBusyError,
            "another program",
        ),
        (OSError(errno.ENOMEM, "Cannot allocate memory"), None, CameraMemoryError, "smaller ones"),
        (RuntimeError("something new"), None, CannotOpenError, "something new"),
    ],
)
def test_what_goes_wrong_at_opening_is_told_apart(problem, cause, kind, says):
    with pytest.raises(kind, match=says):
        PicameraSource(0, connect=raising(problem, cause)).open()


def test_short_memory_is_met_with_fewer_buffers():
    camera = ScriptedCamera(configure=[OSError(errno.ENOMEM, "Cannot allocate memory"), None])
    with source(camera) as frames:
        frames.read()
    assert [asked["buffer_count"] for asked in camera.configurations] == [4, 2]


def test_memory_that_is_short_for_two_buffers_too_is_told_and_the_camera_let_go():
    camera = ScriptedCamera(configure=[OSError(errno.ENOMEM, "Cannot allocate memory")] * 2)
    with pytest.raises(CameraMemoryError, match="1296x972"):
        source(camera).open()
    assert camera.closed


def test_a_camera_that_hangs_is_a_stall_and_can_be_opened_again():
    cameras = [ScriptedCamera(hang_after=40), ScriptedCamera()]
    frames = PicameraSource(0, connect=lambda _: cameras.pop(0), patience=0.1)
    first = cameras[0]
    frames.open()
    while first.taken < 40:
        frames.read()
    with pytest.raises(StalledError, match="ribbon cable"):
        frames.read()
    frames.reopen()
    assert first.flushed
    assert first.closed
    assert frames.read().number == 0
    frames.close()


def test_a_camera_that_hangs_even_when_it_is_stopped_needs_another_start():
    camera = ScriptedCamera(stop_hangs=True)
    frames = source(camera, closing=0.05)
    frames.open()
    with pytest.raises(HungError, match="started again"):
        frames.close()
    camera.free.set()


def test_a_ribbon_that_is_pulled_out():
    camera = ScriptedCamera()
    with source(camera) as frames:
        frames.read()
        camera.problem = OSError(errno.ENODEV, "No such device")
        with pytest.raises(DisappearedError, match="No such device"):
            frames.read()
        camera.problem = None


def test_errors_of_ours_are_not_explained_again():
    problem = NoCameraError("none")
    assert explained(problem, 0) is problem


def test_addresses():
    assert open_source("picamera:1?fps=4&size=1296x972&mains=60").address == "picamera:1"
    for wrong in ("picamera:x", "picamera:0?mains=55", "picamera:0?speed=1"):
        with pytest.raises(AddressError):
            open_source(wrong)
