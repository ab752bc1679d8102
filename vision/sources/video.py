"""A film from a file."""

import math
from pathlib import Path

import cv2

from vision.errors import BrokenFrameError, CannotOpenError, DisappearedError, EndedError
from vision.frames import Frame, Source
from vision.sources.capture import Capture, PatientReader, quietly

PATIENCE = 20.0
"""Seconds a frame of a file may take: an SD card that is busy, never a film that is fine."""
USUAL_RATE = 25.0
"""Frames a second for files that do not say."""


class VideoSource(Source):
    """The frames of a video file, with the times the file gives them."""

    def __init__(self, path: Path, address: str | None = None, patience: float = PATIENCE) -> None:
        super().__init__(address or f"file:{path}")
        self.path, self._patience = path, patience
        self._reader: PatientReader | None = None
        self._number = 0

    def _open(self) -> None:
        if not self.path.exists():
            raise CannotOpenError(f"there is no file {self.path}")
        if not self.path.is_file():
            raise CannotOpenError(f"{self.path} is not a file; a folder of pictures is opened as folder:{self.path}")
        if self.path.stat().st_size == 0:
            raise CannotOpenError(f"{self.path} is empty")
        capture: Capture = quietly(lambda: cv2.VideoCapture(str(self.path)))  # type: ignore[arg-type,return-value]
        if not capture.isOpened():
            capture.release()
            raise CannotOpenError(f"{self.path} is not a video that can be read, or it is damaged")
        rate = capture.get(cv2.CAP_PROP_FPS)
        self._rate = rate if math.isfinite(rate) and 0.1 < rate < 1000 else USUAL_RATE
        self._expected = int(max(0, capture.get(cv2.CAP_PROP_FRAME_COUNT)))
        self._number, self._last, self._start = 0, -1.0, 0.0
        self._reader = PatientReader(capture, str(self.path), self._patience)

    def _next(self) -> Frame:
        if self._reader is None:
            raise CannotOpenError(f"{self.address} is closed")
        ok, image, clock = self._reader.next()
        if not ok or image is None:
            raise self._why_no_more()
        number, self._number = self._number, self._number + 1
        if number == 0:
            self._start = clock
        seconds = (clock - self._start) / 1000
        if number and not (math.isfinite(seconds) and seconds > self._last):  # a file without usable times
            seconds = self._last + 1 / self._rate
        self._last = max(seconds, 0.0)
        return Frame(image, self._last, number)

    def _why_no_more(self) -> Exception:
        if self._number == 0:
            return CannotOpenError(f"{self.path} holds no frames")
        if not self.path.exists():
            return DisappearedError(f"{self.path} was removed while it was read")
        # Containers are often off by a frame or two; a film that stops well before its end was cut off.
        if self._expected - self._number > max(3, 0.02 * self._expected):
            expected, self._expected = self._expected, 0
            return BrokenFrameError(
                f"frame {self._number} of {self.path} cannot be decoded; the file says it has {expected} frames"
            )
        return EndedError(f"{self.path} ends after {self._number} frames")

    def _close(self) -> None:
        if self._reader is not None:
            self._reader.stop()
            self._reader = None
