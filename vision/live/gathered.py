"""Frames of a table at rest, added up: what the noise of one frame hides, the mean of several shows."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.live.glance import Image

# Noise falls with the square root: sixteen frames leave a quarter of it, and more would hardly help.
MOST = 16


@dataclass
class Gathered:
    """The mean of the frames since the table last moved."""

    total: NDArray[np.float32] | None = None
    count: int = 0

    def add(self, image: Image) -> Image:
        """Add a frame; the mean of all so far."""
        if self.total is None or self.total.shape != image.shape:
            self.total, self.count = image.astype(np.float32), 1
        elif self.count < MOST:
            cv2.accumulate(image, self.total)
            self.count += 1
        return np.asarray(np.rint(self.total / self.count), np.uint8)

    def clear(self) -> None:
        """The table moved."""
        self.total, self.count = None, 0
