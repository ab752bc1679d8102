"""An independent look at a picture: which colour a cell has, by hue alone, from the truth's corners."""

import cv2
import numpy as np

HUES = {"R": (172, 12), "O": (5, 22), "Y": (20, 40), "G": (45, 98), "B": (99, 133), "P": (126, 165)}
"""Ranges of OpenCV's hue (0-179) that people call by these letters; orange and red, blue and purple overlap."""


def cell_patches(image, corners, size, height_shift=(0.0, 0.0)):
    """The inner pixels of every cell: rows of patches."""
    side = 24
    square = np.float32([[0, 0], [size, 0], [size, size], [0, size]]) * side
    turn = cv2.getPerspectiveTransform(np.float32(corners) + np.float32(height_shift), square)
    view = cv2.warpPerspective(image, turn, (size * side, size * side), flags=cv2.INTER_AREA)
    return [
        [view[r * side + 6 : r * side + 18, c * side + 6 : c * side + 18] for c in range(size)] for r in range(size)
    ]


def looks_like(patch, letter):
    """Whether the most saturated pixels of a patch have a letter's hue."""
    hsv = cv2.cvtColor(patch, cv2.COLOR_BGR2HSV).reshape(-1, 3)
    strong = hsv[hsv[:, 1] >= np.percentile(hsv[:, 1], 60)]
    hue = float(np.median(np.where(strong[:, 0] > 170, strong[:, 0].astype(int) - 180, strong[:, 0])))
    low, high = HUES[letter]
    low = low - 180 if low > 170 else low
    return low <= hue <= high and np.median(strong[:, 1]) > 60


def looks_pale(patch):
    """Whether a patch has hardly any colour, as an empty cell of a white board."""
    hsv = cv2.cvtColor(patch, cv2.COLOR_BGR2HSV).reshape(-1, 3)
    return np.median(hsv[:, 1]) < 110


def washed(patch):
    """Whether a flare has taken the colour of most of a patch."""
    return np.mean(patch.reshape(-1, 3).min(axis=1) > 150) > 0.4
