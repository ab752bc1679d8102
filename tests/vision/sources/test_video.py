"""Films from files: real files made on the spot, whole ones and spoilt ones."""

import threading

import cv2
import numpy as np
import pytest

from vision.errors import BrokenFrameError, CannotOpenError, EndedError, StalledError
from vision.sources.capture import PatientReader
from vision.sources.video import VideoSource

FRAMES = 12


@pytest.fixture
def film(tmp_path):
    """Twelve frames at 5 a second, each brighter than the one before."""
    path = tmp_path / "game.mp4"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 5.0, (64, 48))
    for number in range(FRAMES):
        writer.write(np.full((48, 64, 3), 20 + 15 * number, np.uint8))
    writer.release()
    return path


def test_frames_come_in_order_with_their_times(film):
    with VideoSource(film) as source:
        frames = list(source)
    assert [frame.number for frame in frames] == list(range(FRAMES))
    assert [frame.seconds for frame in frames] == pytest.approx([n / 5 for n in range(FRAMES)], abs=0.02)
    brightness = [frame.image.mean() for frame in frames]
    assert brightness == sorted(brightness)
    assert frames[0].image.shape == (48, 64, 3)


def test_a_film_can_be_read_again_from_its_beginning(film):
    source = VideoSource(film)
    with source:
        first = source.read()
        source.read()
        source.reopen()
        again = source.read()
    assert again.number == 0
    assert np.array_equal(first.image, again.image)
    with source:
        assert source.read().number == 0


def test_the_end_is_told_when_asked_for_one_frame_too_many(film):
    with VideoSource(film) as source:
        list(source)
        for _ in range(2):
            with pytest.raises(EndedError, match="ends after 12 frames"):
                source.read()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"Dear diary, this is not a film at all.\n" * 40, "not a video that can be read"),
        (b"", "is empty"),
        (bytes(range(256)) * 64, "not a video that can be read"),
    ],
)
def test_a_file_that_is_no_film(tmp_path, capfd, content, words):
    path = tmp_path / "game.mp4"
    path.write_bytes(content)
    with pytest.raises(CannotOpenError, match=words), VideoSource(path):
        pass
    assert capfd.readouterr().err == ""


def test_a_film_without_frames(tmp_path):
    path = tmp_path / "nothing.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 5.0, (64, 48))
    writer.release()
    with pytest.raises(CannotOpenError), VideoSource(path) as source:
        source.read()


def test_a_film_that_is_not_there_and_a_folder(tmp_path):
    with pytest.raises(CannotOpenError, match="there is no file"), VideoSource(tmp_path / "lost.mp4"):
        pass
    with pytest.raises(CannotOpenError, match="folder of pictures is opened as folder:"), VideoSource(tmp_path):
        pass


def test_a_film_that_was_cut_off_says_where(tmp_path):
    path = tmp_path / "cut.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 5.0, (64, 48))
    random = np.random.default_rng(1)
    for _ in range(60):
        writer.write(random.integers(0, 255, (48, 64, 3)).astype(np.uint8))
    writer.release()
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 3])
    with VideoSource(path) as source, pytest.raises((BrokenFrameError, CannotOpenError), match=r"cut\.avi"):
        list(source)


class Slow:
    """A capture whose second frame never comes."""

    def __init__(self):
        self.released = threading.Event()
        self.free = threading.Event()
        self.count = 0

    def isOpened(self):  # noqa: N802 - OpenCV's name
        return True

    def read(self):
        self.count += 1
        if self.count > 1:
            self.free.wait(10)
        return True, np.zeros((4, 4, 3), np.uint8)

    def get(self, what):
        return 0.0

    def release(self):
        self.released.set()


def test_a_stalled_read_is_given_up_and_its_thread_ends_later():
    capture = Slow()
    reader = PatientReader(capture, "usb:0", patience=0.05)
    reader.next()
    with pytest.raises(StalledError, match=r"no frame came from usb:0 for 0\.05 seconds"):
        reader.next()
    reader.stop()
    capture.free.set()
    assert capture.released.wait(5)


def test_an_error_inside_a_driver_reaches_the_reader():
    class Failing(Slow):
        def read(self):
            raise cv2.error("driver fell over")

    reader = PatientReader(Failing(), "usb:0", patience=5)
    with pytest.raises(cv2.error, match="driver fell over"):
        reader.next()
    reader.stop()
