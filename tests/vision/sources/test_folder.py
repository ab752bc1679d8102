"""Folders of pictures and single photos."""

import cv2
import numpy as np
import pytest

from vision.errors import BrokenFrameError, CannotOpenError, DisappearedError, SizeChangedError
from vision.sources.folder import FolderSource, PhotoSource


def paint(path, grey, size=(32, 24)):
    cv2.imwrite(str(path), np.full((size[1], size[0], 3), grey, np.uint8))


@pytest.fixture
def frames(tmp_path):
    for number in (1, 2, 10, 3):
        paint(tmp_path / f"frame{number}.png", number * 20)
    (tmp_path / "notes.txt").write_text("not a picture")
    return tmp_path


def test_pictures_come_in_name_order_at_the_rate_asked_for(frames):
    with FolderSource(frames, fps=4) as source:
        found = list(source)
    assert [int(frame.image[0, 0, 0]) for frame in found] == [20, 40, 60, 200]
    assert [frame.seconds for frame in found] == [0, 0.25, 0.5, 0.75]


def test_a_grey_picture_becomes_a_colour_one(tmp_path):
    cv2.imwrite(str(tmp_path / "grey.png"), np.full((8, 8), 90, np.uint8))
    with FolderSource(tmp_path) as source:
        assert source.read().image.shape == (8, 8, 3)


def test_a_broken_picture_is_named_and_the_next_one_comes(frames):
    (frames / "frame2.png").write_bytes(b"\x89PNG but not really")
    with FolderSource(frames) as source:
        source.read()
        with pytest.raises(BrokenFrameError, match=r"frame 1: .*frame2\.png is not a picture"):
            source.read()
        assert source.read().number == 2


def test_a_picture_of_another_size_is_told_and_reading_can_go_on(frames):
    paint(frames / "frame3.png", 60, size=(40, 30))
    with FolderSource(frames) as source:
        source.read()
        source.read()
        with pytest.raises(SizeChangedError, match="40 × 30 pixels after 32 × 24"):
            source.read()
        source.reopen()
        assert source.read().number == 0


def test_a_picture_that_vanishes_while_reading(frames):
    with FolderSource(frames) as source:
        source.read()
        (frames / "frame2.png").unlink()
        with pytest.raises(DisappearedError, match=r"frame2\.png was removed"):
            source.read()


def test_a_folder_without_pictures_and_no_folder(tmp_path):
    with pytest.raises(CannotOpenError, match="holds no pictures"), FolderSource(tmp_path):
        pass
    with pytest.raises(CannotOpenError, match="there is no folder"), FolderSource(tmp_path / "lost"):
        pass
    paint(tmp_path / "a.png", 1)
    with pytest.raises(CannotOpenError, match="is not a folder"), FolderSource(tmp_path / "a.png"):
        pass


def test_a_photo_is_repeated_without_being_shared(tmp_path):
    paint(tmp_path / "board.png", 77)
    with PhotoSource(tmp_path / "board.png", fps=2, frames=3) as source:
        first = source.read()
        first.image[:] = 0
        rest = list(source)
    assert [frame.seconds for frame in rest] == [0.5, 1.0]
    assert all(frame.image.mean() == 77 for frame in rest)


@pytest.mark.parametrize(
    ("content", "words"), [(b"hello", "is not a picture"), (b"", "is empty"), (None, "there is no file")]
)
def test_a_photo_that_cannot_be_read(tmp_path, content, words):
    path = tmp_path / "board.jpg"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(CannotOpenError, match=words), PhotoSource(path):
        pass
