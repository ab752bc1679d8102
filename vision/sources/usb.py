"""A USB camera through OpenCV and Video4Linux."""

import time
from collections.abc import Callable
from pathlib import Path

import cv2

from vision.errors import CannotOpenError, DisappearedError
from vision.frames import Frame, Source
from vision.sources.capture import Capture, PatientReader, quietly

PATIENCE = 5.0
"""Seconds without a frame that count as a stall: exposure in the dark takes up to one."""


def _v4l2(index: int, size: tuple[int, int], fps: float) -> Capture:
    """Open a camera with the freshest frames it can give: one buffer, compressed on the wire."""
    capture = cv2.VideoCapture(index, cv2.CAP_V4L2)
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
    capture.set(cv2.CAP_PROP_FPS, fps)
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return capture  # type: ignore[return-value]


class UsbSource(Source):
    """Frames of `/dev/videoN` as they come."""

    live = True

    def __init__(
        self,
        index: int,
        size: tuple[int, int] = (1280, 960),
        fps: float = 10.0,
        patience: float = PATIENCE,
        *,
        devices: Path = Path("/dev"),
        connect: Callable[[int, tuple[int, int], float], Capture] = _v4l2,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`devices`, `connect` and `clock` are the seams at which tests plug in a camera of their own."""
        super().__init__(f"usb:{index}")
        self.index, self._wanted, self._fps, self._patience = index, size, fps, patience
        self._devices, self._connect, self._clock = devices, connect, clock
        self._reader: PatientReader | None = None
        self._number, self._start = 0, 0.0

    @property
    def _device(self) -> Path:
        return self._devices / f"video{self.index}"

    def _open(self) -> None:
        if not self._device.exists():
            there = sorted(path.name.removeprefix("video") for path in self._devices.glob("video*"))
            hint = f"there are {', '.join('usb:' + n for n in there)}" if there else "no camera is plugged in"
            raise CannotOpenError(f"{self.address}: {self._device} does not exist; {hint}")
        capture = quietly(lambda: self._connect(self.index, self._wanted, self._fps))
        if not capture.isOpened():
            capture.release()
            raise CannotOpenError(
                f"{self.address}: {self._device} cannot be opened as a camera; perhaps another program is using it"
            )
        self._number, self._start = 0, self._clock()
        self._reader = PatientReader(capture, self.address, self._patience)

    def _next(self) -> Frame:
        if self._reader is None:
            raise CannotOpenError(f"{self.address} is closed")
        ok, image, _ = self._reader.next()
        if not ok or image is None:
            raise DisappearedError(f"{self.address} gives no more frames; it may have been unplugged")
        number, self._number = self._number, self._number + 1
        now = self._clock()
        if number == 0:
            self._start = now
        return Frame(image, now - self._start, number)

    def _close(self) -> None:
        if self._reader is not None:
            self._reader.stop()
            self._reader = None
