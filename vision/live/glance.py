"""The cheap look at every frame: a small picture, and whether anything moves near the board."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Frame
from vision.geometry import BoardView

Image = NDArray[np.uint8]
Mask = NDArray[np.uint8]

# The small picture is a quarter of the frame each way. Linear interpolation touches a quarter of the pixels that
# an average would, and moving things are far larger than what it misses.
REDUCTION = 4
# Difference of a pixel, in grey levels, that sensor noise and video compression do not reach in the small picture in
# good light: their spread is 1 to 3 levels. In the dark it is more, and this many times the usual difference.
NOISE, NOISE_TIMES = 14.0, 7.0
# The part of the watched area that must move to be called motion: a fingertip is a cell wide, 1/400 of a board.
MOVING = 1 / 1200
# Where noise is stronger than in good light, what moves is at least so many pixels across; in good light the thin edges
# of a hand that creeps count too.
GRAINS = 2
# The watched area reaches this many cells beyond the board, so a hand is seen before it covers anything.
WATCH_MARGIN = 1.0


def reduced(image: Image) -> Image:
    """The small picture of a frame."""
    height, width = image.shape[:2]
    small = cv2.resize(image, (width // REDUCTION, height // REDUCTION), interpolation=cv2.INTER_LINEAR)
    return np.asarray(small, np.uint8)


def small_picture(frame: Frame) -> Image:
    """The small picture of a frame: the camera's own, if it made one of the right size."""
    height, width = frame.image.shape[:2]
    small = frame.small
    if small is not None and small.shape == (height // REDUCTION, width // REDUCTION, 3):
        return small
    return reduced(frame.image)


def small_polygon(view: BoardView, margin: float) -> NDArray[np.int32]:
    """The board with a margin (in cells) as a polygon in the small picture."""
    n = float(view.size)
    low, high = -margin, n + margin
    corners = view.project(np.array([[low, low], [high, low], [high, high], [low, high]]))
    return np.rint((corners + 0.5) / REDUCTION - 0.5).astype(np.int32)


def area(shape: tuple[int, int], view: BoardView, margin: float) -> Mask:
    """255 inside the board with a margin, 0 elsewhere; shape and pixels of the small picture."""
    mask = np.zeros(shape, np.uint8)
    cv2.fillConvexPoly(mask, small_polygon(view, margin), 255)
    return mask


def grain(a: Image, b: Image) -> float:
    """The usual difference of a pixel between two small pictures of a table at rest, in grey levels.

    Half of the picture may move without changing it. Every fourth pixel tells it as well as all of them.
    """
    return float(np.median(cv2.absdiff(a[::4, ::4], b[::4, ::4])[..., 1]))


def threshold_for(grain_now: float) -> float:
    """The difference that is more than noise."""
    return max(NOISE, NOISE_TIMES * grain_now)


def differing(a: Image, b: Image, threshold: float = NOISE) -> Mask:
    """255 where two small pictures differ in any channel by more than the threshold."""
    difference = cv2.absdiff(a, b)
    blue, green, red = cv2.split(difference)
    most = cv2.max(cv2.max(blue, green), red)
    return np.asarray(cv2.threshold(most, threshold, 255, cv2.THRESH_BINARY)[1], np.uint8)


def narrowest(view: BoardView) -> int:
    """Pixels of the small picture across the narrowest thing that counts: lines are edges, a finger is wider."""
    return 3 if view.cell_pixels >= 5 * REDUCTION else 2


def solid(changed: Mask, across: int = GRAINS) -> Mask:
    """What of the changed pixels hangs together as a thing of so many pixels each way; grains of noise do not.

    Noise is uneven: in dim light some pixels in a hundred exceed any threshold that a sleeve would.
    """
    return np.asarray(cv2.morphologyEx(changed, cv2.MORPH_OPEN, np.ones((across, across), np.uint8)), np.uint8)


@dataclass
class Watch:
    """The part of the small picture that matters, cut out once so that every look is at those pixels only."""

    mask: Mask
    left: int
    top: int
    right: int
    bottom: int
    pixels: int

    @classmethod
    def over(cls, shape: tuple[int, int], view: BoardView) -> Watch:
        """The watched area around a board."""
        mask = area(shape, view, WATCH_MARGIN)
        left, top, width, height = cv2.boundingRect(mask)
        cut = np.ascontiguousarray(mask[top : top + height, left : left + width])
        return cls(cut, left, top, left + width, top + height, max(1, int(np.count_nonzero(cut))))

    def part(self, small: Image) -> Image:
        """The watched rectangle of a small picture."""
        return small[self.top : self.bottom, self.left : self.right]

    def moved(self, a: Image, b: Image, threshold: float = NOISE) -> float:
        """The part of the watched area that differs between two small pictures, 0 to 1."""
        changed = differing(self.part(a), self.part(b), threshold) & self.mask
        if threshold > NOISE:
            changed = solid(changed, GRAINS)
        return float(cv2.countNonZero(changed)) / self.pixels
