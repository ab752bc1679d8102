"""Reading through OpenCV without ever hanging: a reader thread, and a limit on how long a frame may take."""

import os
import threading
from collections.abc import Callable
from queue import Empty, Full, Queue
from typing import Protocol

import cv2

from vision.errors import StalledError
from vision.frames import Image

# FFmpeg inside OpenCV writes its own complaints to stderr; ours are the sentences that people should see.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
os.environ.setdefault("OPENCV_VIDEOIO_DEBUG", "0")


class Capture(Protocol):
    """What is used of `cv2.VideoCapture`; tests bring their own."""

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        """Whether the device or file could be opened."""

    def read(self) -> tuple[bool, Image]:
        """Whether a frame came, and the frame; may block for as long as the driver likes."""

    def get(self, what: int, /) -> float:
        """A property by OpenCV's number."""

    def release(self) -> None:
        """Let go of the device or file."""


Shot = tuple[bool, Image | None, float]
"""Whether a frame came, the frame, and the capture's own clock in milliseconds."""


def quietly(open_capture: Callable[[], Capture]) -> Capture:
    """Open a capture without OpenCV's warnings: a missing camera is reported by us, in one sentence."""
    level = cv2.utils.logging.getLogLevel()
    cv2.utils.logging.setLogLevel(0)
    try:
        return open_capture()
    finally:
        cv2.utils.logging.setLogLevel(level)


class PatientReader:
    """Reads a capture in a thread of its own, one frame ahead, and gives up waiting after `patience` seconds.

    A read inside a driver cannot be interrupted; an abandoned thread ends by itself when its read returns.
    """

    def __init__(self, capture: Capture, name: str, patience: float) -> None:
        self._capture, self._name, self._patience = capture, name, patience
        self._shots: Queue[Shot | BaseException] = Queue(maxsize=1)
        self._stop = threading.Event()
        self._over = False
        self._thread = threading.Thread(target=self._run, name=f"reader of {name}", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            going = True
            while going and not self._stop.is_set():
                ok, image = self._capture.read()
                shot: Shot = (ok, image if ok else None, float(self._capture.get(cv2.CAP_PROP_POS_MSEC)))
                going = ok and self._offer(shot)
                if not ok:
                    self._offer(shot)
        except Exception as problem:  # handed over to whoever reads
            self._offer(problem)
        finally:
            self._capture.release()

    def _offer(self, shot: "Shot | BaseException") -> bool:
        """Hand a shot over; False if nobody wants it any more."""
        while not self._stop.is_set():
            try:
                self._shots.put(shot, timeout=0.1)
            except Full:
                continue
            return True
        return False

    def next(self) -> Shot:
        """The next shot; `StalledError` if it takes too long. After the last one it answers at once, with no frame."""
        if self._over:
            return False, None, 0.0
        try:
            shot = self._shots.get(timeout=self._patience)
        except Empty:
            raise StalledError(
                f"no frame came from {self._name} for {self._patience:g} seconds; check the camera and its cable"
            ) from None
        self._over = isinstance(shot, BaseException) or not shot[0]
        if isinstance(shot, BaseException):
            raise shot
        return shot

    def stop(self) -> None:
        """Let the thread end; it is waited for only as long as a healthy read takes."""
        self._stop.set()
        self._thread.join(timeout=min(self._patience, 0.5))
