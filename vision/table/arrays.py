"""The few array types of the simulated table, and the random numbers everything is seeded from."""

import zlib

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
"""Lengths in millimetres, or linear light; the docstring of each user says which."""
Bytes = NDArray[np.uint8]
"""Pictures (BGR, 0-255) and maps with 8 bits."""
Random = np.random.Generator
Rgb = tuple[float, float, float]
"""Linear light or reflectance, red first."""
Point = tuple[float, float]
"""(x, y) in millimetres or pixels."""
Spot = tuple[float, float, float]
"""(x, y, z) in millimetres on the table: x to the right, y away from the near side, z up."""


def random_for(seed: int, *names: object) -> Random:
    """An independent stream for each use of a seed, so that one more lamp does not move every cup.

    The names are hashed with CRC-32, because Python's own hash differs from run to run.
    """
    return np.random.default_rng([seed & 0xFFFFFFFF, *(zlib.crc32(str(name).encode()) for name in names)])


def smooth_noise(random: Random, height: int, width: int, grain: float) -> Floats:
    """Zero-mean noise with spots about `grain` pixels wide and a standard deviation of about one."""
    rows, columns = max(2, round(height / grain) + 2), max(2, round(width / grain) + 2)
    coarse = random.standard_normal((rows, columns)).astype(np.float32)
    wide = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
    return np.asarray(wide * 1.25, np.float32)
