"""Line segments of an evened picture, weighted by how far they belong to something woven in two directions."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.locate.evened import Evened

Array = NDArray[np.float64]

# Shorter ones have no direction to speak of (a pixel of error over six is 10°).
SHORTEST = 6.0
# A segment longer than a few cells says no more about the lattice than one of a few cells; the table's edge must
# not outvote the grid.
LONGEST_COUNTED = 60.0
TILES = 14
DIRECTIONS = 12
# Reach of the focus as a fraction of the longer side of the picture: about half a board that fills half of it.
FOCUS = 0.14
# What lies further away than this, in reaches, is not looked at.
FAR_AWAY = 2.2


@dataclass(frozen=True)
class Lines:
    """Segments of a picture; all arrays have one entry per segment."""

    ends: Array
    """N × 4: x1, y1, x2, y2 in pixels of the evened picture."""
    weights: Array
    """Length in pixels (up to a limit) times the share of lines across it nearby, 0 for wood grain."""
    image_size: tuple[int, int]

    def __len__(self) -> int:
        return len(self.ends)


def find_lines(picture: Evened) -> Lines:
    """All line segments of the picture."""
    detector = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD, 0.8)
    found = detector.detect(picture.image)[0]
    ends = np.zeros((0, 4)) if found is None else np.asarray(found, float).reshape(-1, 4)
    length = np.hypot(ends[:, 2] - ends[:, 0], ends[:, 3] - ends[:, 1])
    ends, length = ends[length >= SHORTEST], length[length >= SHORTEST]
    weights = np.minimum(length, LONGEST_COUNTED) * _crossed(ends, length, picture.size)
    return Lines(ends, weights, picture.size)


def focused(lines: Lines, on: str) -> Lines:
    """The same lines, those in the midst counting most: of the picture (`on` is `centre`) or of the weave (`weave`).

    Storage panels on both sides of a board repeat its pitch, but not its phase, and unplayed pieces lie around it:
    all together they can blur into a lattice that fits none of them.
    """
    if not len(lines):
        return lines
    middle = (lines.ends[:, :2] + lines.ends[:, 2:]) / 2
    centre = np.array(lines.image_size) / 2
    if on == "weave":
        centre = np.array([_weighted_median(middle[:, axis], lines.weights) for axis in (0, 1)])
    away = ((middle - centre) ** 2).sum(axis=1) / (FOCUS * max(lines.image_size)) ** 2
    near = away < FAR_AWAY**2
    return Lines(lines.ends[near], (lines.weights * np.exp(-0.5 * away))[near], lines.image_size)


def _weighted_median(values: Array, weights: Array) -> float:
    order = np.argsort(values)
    heaped = np.cumsum(weights[order])
    return float(values[order[int(np.searchsorted(heaped, heaped[-1] / 2))]])


def _crossed(ends: Array, length: Array, size: tuple[int, int]) -> Array:
    """0 to 1 per segment: 1 where its neighbourhood has as many lines across it as along it.

    Boards are woven of two directions everywhere; wood grain, carpet ribs and floor boards of one.
    """
    if not len(ends):
        return np.zeros(0)
    tile = max(size) / TILES
    column = np.clip((ends[:, 0] + ends[:, 2]) / 2 / tile, 0, TILES - 1).astype(int)
    row = np.clip((ends[:, 1] + ends[:, 3]) / 2 / tile, 0, TILES - 1).astype(int)
    angle = np.arctan2(ends[:, 3] - ends[:, 1], ends[:, 2] - ends[:, 0]) / np.pi % 1.0
    direction = (angle * DIRECTIONS).astype(int) % DIRECTIONS
    place = (row * TILES + column) * DIRECTIONS + direction
    count = np.bincount(place, weights=np.minimum(length, 40.0), minlength=TILES * TILES * DIRECTIONS)
    planes = [
        cv2.blur(np.ascontiguousarray(plane), (3, 3), borderType=cv2.BORDER_CONSTANT)
        for plane in np.moveaxis(count.reshape(TILES, TILES, DIRECTIONS), 2, 0)
    ]
    nearby = np.maximum(np.stack(planes, axis=2), 0.0)  # running sums may leave -1e-15
    steps = np.abs(np.arange(DIRECTIONS)[:, None] - np.arange(DIRECTIONS)[None])
    apart = np.minimum(steps, DIRECTIONS - steps)
    along = nearby @ (apart <= 1).astype(float)
    # A tilted camera shows right angles as anything from 60° to 120°: five bins of 15°, against three along.
    across = nearby @ (apart >= DIRECTIONS // 2 - 2).astype(float) * (3 / 5)
    ratio = np.minimum(1.0, 1.5 * across / (along + 1e-9))
    share: Array = ratio[row, column, direction] ** 1.5
    return share
