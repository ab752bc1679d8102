"""USB cameras, with a camera made of Python in the place of OpenCV's."""

import itertools
import threading

import numpy as np
import pytest

from vision.errors import CannotOpenError, DisappearedError, SizeChangedError, StalledError
from vision.sources.usb import UsbSource


class FakeCamera:
    """Gives the shots it was made with; None is a lost camera, 'hang' one that never answers."""

    def __init__(self, shots, opened=True):
        self.shots, self.opened, self.released = iter(shots), opened, False
        self.free = threading.Event()

    def isOpened(self):  # noqa: N802 - OpenCV's name
        return self.opened

    def read(self):
        shot = next(self.shots, None)
        if isinstance(shot, str):
            self.free.wait(5)
            shot = None
        return shot is not None, shot

    def get(self, what):
        return 0.0

    def release(self):
        self.released = True


def picture(width=32, height=24):
    return np.zeros((height, width, 3), np.uint8)


def usb(tmp_path, camera, patience=5.0):
    (tmp_path / "video0").touch()
    ticks = itertools.count(100.0, 0.5)
    return UsbSource(0, patience=patience, devices=tmp_path, connect=lambda *_: camera, clock=lambda: next(ticks))


def test_frames_are_numbered_and_timed_by_the_clock(tmp_path):
    with usb(tmp_path, FakeCamera([picture()] * 5)) as source:
        frames = [source.read() for _ in range(3)]
    assert [frame.number for frame in frames] == [0, 1, 2]
    assert [frame.seconds for frame in frames] == [0, 0.5, 1.0]
    assert source.live


def test_a_missing_camera_names_those_that_are_there(tmp_path):
    (tmp_path / "video2").touch()
    source = UsbSource(7, devices=tmp_path, connect=lambda *_: FakeCamera([]))
    with pytest.raises(CannotOpenError, match=r"video7 does not exist; there are usb:2"):
        source.open()


def test_no_camera_at_all(tmp_path):
    with pytest.raises(CannotOpenError, match="no camera is plugged in"):
        UsbSource(0, devices=tmp_path).open()


def test_a_device_that_is_no_camera(tmp_path):
    camera = FakeCamera([], opened=False)
    with pytest.raises(CannotOpenError, match="cannot be opened as a camera"):
        usb(tmp_path, camera).open()
    assert camera.released


def test_a_camera_that_is_unplugged_and_comes_back(tmp_path):
    cameras = iter([FakeCamera([picture()]), FakeCamera([picture(), picture()])])
    (tmp_path / "video0").touch()
    source = UsbSource(0, devices=tmp_path, connect=lambda *_: next(cameras), clock=lambda: 0.0)
    with source:
        source.read()
        with pytest.raises(DisappearedError, match="may have been unplugged"):
            source.read()
        source.reopen()
        assert source.read().number == 0


def test_a_camera_that_hangs(tmp_path):
    camera = FakeCamera([picture(), "hang"])
    with usb(tmp_path, camera, patience=0.05) as source:
        source.read()
        with pytest.raises(StalledError):
            source.read()
        camera.free.set()


def test_a_camera_that_changes_its_mind_about_the_size(tmp_path):
    with usb(tmp_path, FakeCamera([picture(), picture(64, 48), picture(64, 48)])) as source:
        source.read()
        with pytest.raises(SizeChangedError):
            source.read()
        assert source.read().image.shape == (48, 64, 3)
