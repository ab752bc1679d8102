"""The protocol that all sources share."""

import tracemalloc

import numpy as np
import pytest

from vision.errors import BrokenFrameError, EndedError
from vision.frames import Frame, Source


class Listed(Source):
    """Gives the images it was made with."""

    def __init__(self, images):
        super().__init__("listed")
        self.images, self.opened, self.closed = images, 0, 0

    def _open(self):
        self.opened += 1
        self.left = iter(enumerate(self.images))

    def _next(self):
        number, image = next(self.left, (None, None))
        if number is None:
            raise EndedError("no more")
        return Frame(image, number / 5, number)

    def _close(self):
        self.closed += 1


def test_a_source_opens_itself_closes_once_and_iterates_to_its_end():
    source = Listed([np.zeros((2, 2, 3), np.uint8)] * 3)
    with source:
        assert len(list(source)) == 3
    source.close()
    assert (source.opened, source.closed) == (1, 1)
    assert source.read().number == 0


@pytest.mark.parametrize(
    "image",
    [
        np.zeros((2, 2), np.uint8),
        np.zeros((2, 2, 4), np.uint8),
        np.zeros((2, 2, 3), np.float32),
        np.zeros((0, 2, 3), np.uint8),
    ],
)
def test_a_frame_that_is_no_colour_picture_is_broken(image):
    with Listed([image]) as source, pytest.raises(BrokenFrameError, match="frame 0 of listed"):
        source.read()


def test_reading_keeps_no_frames():
    source = Listed([])
    source._open = lambda: setattr(source, "left", ((n, np.zeros((240, 320, 3), np.uint8)) for n in range(500)))
    tracemalloc.start()
    with source:
        for frame in source:
            del frame
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 3_000_000
