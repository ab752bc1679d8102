"""The evidence: a small picture for each event, and the seconds before an incident; bounded, oldest first out."""

from __future__ import annotations

import re
import threading
from collections import deque
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from calibration.keeping import write_atomically

Image = npt.NDArray[np.uint8]
Point = tuple[float, float]

SIDE = 480
"""Pixels along a picture of the board: 24 a cell on the classic board, enough to tell pieces apart, about 30 KB."""
RING_STEP = 0.5
"""Seconds between two pictures of the ring: a hand that puts a piece down is seen at least once."""
QUALITY = 80

_NAME = re.compile(r"\d{1,9}-\d{1,9}(-\d{1,3})?\.jpg")


def board_picture(image: Image, corners: Sequence[Point] | None) -> Image:
    """The board cut out and made square; without corners the whole view, made small.

    Args:
        image: height × width × 3, BGR, 0–255.
        corners: of the board in pixels of `image`, from the top left corner clockwise.
    """
    if corners is not None and len(corners) == 4:
        aim = np.array([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]], np.float32)
        warp = cv2.getPerspectiveTransform(np.array(corners, np.float32), aim)
        return np.asarray(cv2.warpPerspective(image, warp, (SIDE, SIDE), flags=cv2.INTER_AREA), np.uint8)
    return shrunk(image, 640)


def shrunk(image: Image, width: int) -> Image:
    """The image, not wider than `width` pixels."""
    if image.shape[1] <= width:
        return image
    height = max(1, round(image.shape[0] * width / image.shape[1]))
    # Averaging areas costs many times as much as interpolating, and looks no better until pixels are skipped.
    how = cv2.INTER_LINEAR if image.shape[1] < 2 * width else cv2.INTER_AREA
    return np.asarray(cv2.resize(image, (width, height), interpolation=how), np.uint8)


def jpeg(image: Image, quality: int = QUALITY) -> bytes:
    """The image as JPEG."""
    return bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes())


class Evidence:
    """A folder of pictures named GAME-SEQ.jpg and GAME-SEQ-N.jpg, never larger than its limit."""

    def __init__(self, folder: Path, limit_bytes: int, ring_seconds: float) -> None:
        """Use or make the folder; a folder that cannot be made only means that there are no pictures."""
        self.folder = folder
        self.limit = limit_bytes
        self.problem = ""
        """Why pictures are not kept at the moment, for people; empty while all is well."""
        self._ring: deque[tuple[float, bytes]] = deque(maxlen=int(ring_seconds / RING_STEP))
        self._lock = threading.Lock()
        self._sizes: dict[str, int] = {}
        """Names and sizes, oldest first."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for part in folder.glob("*.part"):  # of a write that the power cut short
                part.unlink(missing_ok=True)
            found = sorted((p.stat().st_mtime_ns, p.name, p.stat().st_size) for p in folder.glob("*.jpg"))
            self._sizes = {name: size for _, name, size in found}
        except OSError as problem:
            self.problem = f"Pictures cannot be kept: {problem.strerror or problem}."

    @property
    def used(self) -> int:
        """Bytes of all pictures."""
        return sum(self._sizes.values())

    def see(self, time: float, image: Image, corners: Sequence[Point] | None) -> None:
        """Remember this view in the ring, if the last one is old enough."""
        if self._ring.maxlen and (not self._ring or abs(time - self._ring[-1][0]) >= RING_STEP):
            self._ring.append((time, jpeg(board_picture(image, corners))))

    def keep(
        self, game: int, seq: int, image: Image, corners: Sequence[Point] | None, *, incident: bool
    ) -> tuple[str, ...]:
        """Store the picture of an event, for an incident also the ring; the names of what could be stored."""
        pictures = [(f"{game}-{seq}.jpg", jpeg(board_picture(image, corners)))]
        if incident:
            pictures += [(f"{game}-{seq}-{n}.jpg", data) for n, (_, data) in enumerate(self._ring)]
        with self._lock:
            return tuple(name for name, data in pictures if self._store(name, data))

    def _store(self, name: str, data: bytes) -> bool:
        self._sizes.pop(name, None)
        while self._sizes and self.used + len(data) > self.limit:
            oldest = next(iter(self._sizes))
            del self._sizes[oldest]
            try:
                (self.folder / oldest).unlink(missing_ok=True)
            except OSError:
                break
        if self.used + len(data) > self.limit:
            return False
        try:
            write_atomically(self.folder / name, data)
        except OSError as problem:
            self.problem = f"Pictures cannot be kept: {problem.strerror or problem}."
            return False
        self.problem = ""
        self._sizes[name] = len(data)
        return True

    def read(self, name: str) -> bytes | None:
        """A stored picture; None if there is none of that name (any more)."""
        if not _NAME.fullmatch(name):
            return None
        try:
            return (self.folder / name).read_bytes()
        except OSError:
            return None

    def forget(self, game: int) -> None:
        """Delete the pictures of a game."""
        with self._lock:
            for name in [name for name in self._sizes if name.startswith(f"{game}-")]:
                del self._sizes[name]
                (self.folder / name).unlink(missing_ok=True)
