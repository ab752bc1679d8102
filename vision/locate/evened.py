"""The evened picture: small, grey, every neighbourhood brought to the same contrast.

A ridge of the empty board in a dim corner then stands out as clearly as a red piece beside a white cell, so the
lines of the grid can be found without thresholds that depend on the light.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]

# The neighbourhood is about a cell and a half of a board that fills the picture: wide enough to hold a ridge and
# what lies beside it, narrow enough to follow lamps and shadows.
NEIGHBOURHOODS = 24
# Contrast (standard deviation in grey levels) below which a neighbourhood counts as plain; sensor noise and JPEG
# blocks stay below it after the reduction, the faintest ridges (3 to 5 levels over a fifth of the area) do not.
PLAIN = 5.0
CONTRAST = 45.0
# Noise (standard deviation in grey levels) of the reduced picture from which on it is blurred: a dim room.
NOISY = 3.0
# A picture that is larger than asked for by less than this factor along its sides is small enough.
NEARLY = 1.06


@dataclass(frozen=True)
class Evened:
    """A small grey picture with even contrast, and the size of the picture it was made from."""

    image: Image
    full_size: tuple[int, int]

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        return self.image.shape[1], self.image.shape[0]


def grey_of(image: Image) -> Image:
    """The grey picture of a BGR or grey picture."""
    return image if image.ndim == 2 else np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)


def evened(grey: Image, pixels: float) -> Evened:
    """The evened picture of about `pixels` pixels; small pictures are enlarged up to twice."""
    height, width = grey.shape
    scale = min(2.0, (pixels / (height * width)) ** 0.5)
    small = grey
    if scale < 1 or scale > 1.2:
        small = _resized(grey, (max(1, round(width * scale)), max(1, round(height * scale))))
    noise = noise_of(small)
    if noise > NOISY:
        # Blurring by a pixel halves the noise and leaves lines that are two or three pixels wide.
        small = np.asarray(cv2.GaussianBlur(small, (0, 0), min(1.6, 0.5 * noise / NOISY)), np.uint8)
    side = 2 * (max(small.shape) // (2 * NEIGHBOURHOODS)) + 1
    mean = np.asarray(cv2.boxFilter(small, cv2.CV_32F, (side, side)), np.float32)
    spread = np.asarray(cv2.sqrBoxFilter(small, cv2.CV_32F, (side, side)), np.float32)
    # In place, because these pictures are what the memory's bandwidth is spent on.
    spread -= mean * mean
    np.maximum(spread, np.float32(0), out=spread)
    cv2.sqrt(spread, spread)
    spread += np.float32(PLAIN)
    levels = np.subtract(small, mean, out=mean)
    levels /= spread
    levels *= np.float32(CONTRAST)
    levels += np.float32(128)
    # Clips and rounds in one go.
    even = cv2.convertScaleAbs(np.maximum(levels, np.float32(0), out=levels))
    return Evened(np.asarray(even, np.uint8), (width, height))


def _resized(grey: Image, size: tuple[int, int]) -> Image:
    """The picture at another size.

    Means over two by two pixels are many times faster than over parts of them: most of the way goes by halves.
    """
    while min(grey.shape[1] / size[0], grey.shape[0] / size[1]) >= 2:
        even = grey[: grey.shape[0] // 2 * 2, : grey.shape[1] // 2 * 2]
        grey = np.asarray(cv2.resize(even, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
    if size[0] <= grey.shape[1] < NEARLY * size[0]:
        return grey
    how = cv2.INTER_AREA if size[0] < grey.shape[1] else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(grey, size, interpolation=how), np.uint8)


def noise_of(grey: Image) -> float:
    """The standard deviation of the sensor's noise, in grey levels, from the flattest half of the picture."""
    part = grey[::8].astype(np.float32)
    # A second difference along the row is 0 on slopes, and has √6 times the noise of a pixel.
    second = np.abs(part[:, 2:] - 2 * part[:, 1:-1] + part[:, :-2])
    return float(np.quantile(second, 0.4)) / 0.524 / 2.449
