"""What a cell looks like, free of how bright the light is and of what the gloss adds.

Colours are taken relative to the empty board under the same light, so that the board itself is (1, 1, 1). Two numbers
say the hue and how pure it is: the corners of a hexagon around grey, with red at (1, 0), green at (-½, √¾) and blue at
(-½, -√¾). Shadow, which scales all three channels, leaves them as they are. Gloss adds white light and pulls them
towards (0, 0), so the pixels that matter are the purest and darkest ones of the cell.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

# Light at which the camera's noise and JPEG's rounding are as large as the signal, as a fraction of full white:
# 8-bit values of 10 to 20 are that dark. Added to all channels, it makes what is too dark to tell look grey.
DARKNESS = 0.005
# The share of the cell's samples that its pure colour is taken from. Under a lamp's reflection only the bevels, a
# sixth of the area, still show it.
PURE_SHARE = 1 / 6
# How much a sample twice as dark is preferred to one of purer colour: gloss only ever adds light.
DARK_BONUS = 0.1

_CODE = np.arange(256) / 255
LINEAR = np.where(_CODE <= 0.04045, _CODE / 12.92, ((_CODE + 0.055) / 1.055) ** 2.4).astype(np.float32)
"""Light for each 8-bit value, 0 to 1 (the sRGB curve, which all cameras follow roughly)."""


@dataclass(frozen=True)
class Appearance:
    """Per cell, row by row."""

    pure: Floats
    """Cells × 2: hue of the purest, darkest samples."""
    whole: Floats
    """Cells × 2: hue of the cell as a whole (median)."""
    bright: Floats
    """Cells: brightness of the cell as a whole against the empty board, as a power of two."""


def light_of(samples: NDArray[np.uint8]) -> Floats:
    """Linear light of 8-bit samples."""
    light: Floats = LINEAR[samples]
    return light


def appearance_of(light: Floats, white: Floats) -> Appearance:
    """The appearance of cells (cells × samples × 3, BGR light) against the empty board's light (3, or cells × 3)."""
    board = white if white.ndim == 1 else white[:, None, :]
    relative = (light + DARKNESS) / (board + DARKNESS)
    blue, green, red = relative[..., 0], relative[..., 1], relative[..., 2]
    top = np.maximum(np.maximum(blue, green), red)
    across = (red - 0.5 * (green + blue)) / top
    down = np.float32(np.sqrt(0.75)) * (green - blue) / top
    stops = np.log2(top)
    purity = np.sqrt(across * across + down * down) - np.float32(DARK_BONUS) * stops
    count = max(1, round(light.shape[1] * PURE_SHARE))
    chosen = np.argpartition(purity, -count, axis=1)[:, -count:]
    pure = [np.median(np.take_along_axis(part, chosen, axis=1), axis=1) for part in (across, down)]
    whole = [np.median(part, axis=1) for part in (across, down)]
    return Appearance(
        np.stack(pure, axis=1).astype(np.float32),
        np.stack(whole, axis=1).astype(np.float32),
        np.median(stops, axis=1).astype(np.float32),
    )
