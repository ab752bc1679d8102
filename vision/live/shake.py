"""Bumps: how far the board has moved in the picture since it was last known to lie still."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import BoardView
from vision.live.glance import REDUCTION, Image, area

Array = NDArray[np.float64]

MOST_POINTS = 120
# A point belongs to the common motion if it is off by no more than this, in pixels of the small picture.
AGREE = 0.6
# At least this part of the points must agree; a hand may cover the others.
QUORUM = 0.5
# Points are looked for as far as this from the playing area, in cells: on the rim, but not on the table, which stays
# where it is when the board is pushed.
RIM = 0.4


@dataclass(frozen=True)
class Shake:
    """A motion of the board in the full picture."""

    matrix: Array
    """3 × 3, from old pixels to new ones."""
    cells: float
    """How far the corner that moved most has moved, in cells."""
    agreed: float
    """The part of the points that moved alike."""


def find_points(small: Image, view: BoardView) -> NDArray[np.float32]:
    """Points of a small picture, on the board and its rim, that can be found again."""
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    mask = area((small.shape[0], small.shape[1]), view, RIM)
    found = cv2.goodFeaturesToTrack(grey, MOST_POINTS, 0.01, 5, mask=mask, blockSize=5)
    return np.zeros((0, 1, 2), np.float32) if found is None else np.asarray(found, np.float32)


def find_shake(before: Image, now: Image, points: NDArray[np.float32], view: BoardView) -> Shake | None:
    """The common motion of the points from one small picture to another; None if they do not agree on one."""
    if len(points) < 12:
        return None
    a, b = cv2.cvtColor(before, cv2.COLOR_BGR2GRAY), cv2.cvtColor(now, cv2.COLOR_BGR2GRAY)
    moved, found, _ = cv2.calcOpticalFlowPyrLK(a, b, points, np.empty_like(points), winSize=(13, 13), maxLevel=3)
    kept = found.ravel() == 1
    if kept.sum() < 10:
        return None
    old, new = points[kept].reshape(-1, 2), moved[kept].reshape(-1, 2)
    matrix, inliers = cv2.estimateAffinePartial2D(old, new, method=cv2.RANSAC, ransacReprojThreshold=AGREE)
    if matrix is None:
        return None
    agreed = float(inliers.sum()) / len(points)
    if agreed < QUORUM:
        return None
    # The small picture's pixel centres lie at (REDUCTION - 1) / 2 within the full picture's.
    to_small = np.array(
        [[1 / REDUCTION, 0, 0.5 / REDUCTION - 0.5], [0, 1 / REDUCTION, 0.5 / REDUCTION - 0.5], [0, 0, 1]]
    )
    full = np.linalg.inv(to_small) @ np.vstack([matrix, [0, 0, 1]]) @ to_small
    corners = np.column_stack([view.corners, np.ones(4)])
    shifted = corners @ full.T
    cells = float(np.linalg.norm(shifted[:, :2] - corners[:, :2], axis=1).max()) / view.cell_pixels
    return Shake(full, cells, agreed)
