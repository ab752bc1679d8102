"""What a cell looks like, free of how bright the light is and of what the gloss adds.

Colours are taken relative to the empty board under the same light, so that the board itself is (1, 1, 1). Two numbers
say the hue and how pure it is: the corners of a hexagon around grey, with red at (1, 0), green at (-½, √¾) and blue at
(-½, -√¾). Shadow, which scales all three channels, leaves them as they are. Gloss adds white light and pulls them
towards (0, 0), so the pixels that matter are the purest and darkest ones of the cell. Where a lamp's reflection fills
the cell, the bevels around it still show the colour: a piece has a coloured frame on all four sides, an empty cell at
most on those where pieces lie next to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

# Light at which the camera's noise and JPEG's rounding are as large as the signal, as a fraction of full white:
# 8-bit values of 10 to 20 are that dark. Added to all channels, it makes what is too dark to tell look grey.
DARKNESS = 0.005
# The share of the cell's samples that its pure colour is taken from. Under a lamp's reflection only the bevels, a
# sixth of the area, still show it.
PURE_SHARE = 1 / 6
# Light from which on a channel counts as burnt out: 8-bit values from 252 on.
BURNT = 0.97
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
    frame: Floats
    """Cells × 2: hue of the frame, on the side that is the second palest of the four."""
    bright: Floats
    """Cells: brightness of the cell as a whole against the empty board, as a power of two."""


def light_of(samples: NDArray[np.uint8]) -> Floats:
    """Linear light of 8-bit samples."""
    light: Floats = LINEAR[samples]
    return light


def appearance_of(light: Floats, white: Floats) -> Appearance:
    """The appearance of cells (cells × samples × 3, BGR light) against the empty board's light (3, or cells × 3).

    The samples are those of `sampling`: a square whose outermost rows and columns lie on the frame.
    """
    board = white if white.ndim == 1 else white[:, None, :]
    gain = 1 / (board + np.float32(DARKNESS))
    # Channel by channel: numpy is slow along a last axis of three.
    channels = [light[..., i] for i in range(3)]
    blue, green, red = ((part + np.float32(DARKNESS)) * gain[..., i] for i, part in enumerate(channels))
    burnt = np.minimum(np.minimum(channels[0], channels[1]), channels[2]) > BURNT
    if burnt.any():
        # All channels at their end: white, and not the complement of the light's colour.
        blue[burnt] = green[burnt] = red[burnt] = np.maximum(np.maximum(blue, green), red)[burnt]
    top = np.maximum(np.maximum(blue, green), red)
    across = np.asarray((red - np.float32(0.5) * (green + blue)) / top, np.float32)
    down = np.asarray(np.float32(np.sqrt(0.75)) * (green - blue) / top, np.float32)
    body = _body(light.shape[1])
    stops = np.log2(top[:, body])
    hues = across[:, body], down[:, body]
    purity = np.sqrt(hues[0] ** 2 + hues[1] ** 2) - np.float32(DARK_BONUS) * stops
    count = max(1, round(len(body) * PURE_SHARE))
    chosen = np.argpartition(purity, -count, axis=1)[:, -count:]
    pure = [middle_of(np.take_along_axis(part, chosen, axis=1)) for part in hues]
    whole = [middle_of(part) for part in hues]
    return Appearance(np.stack(pure, axis=1), np.stack(whole, axis=1), _frame(across, down), middle_of(stops))


def middle_of(values: Floats) -> Floats:
    """The median along the last axis; numpy's own looks for missing numbers too, which takes as long again."""
    count = values.shape[-1]
    half = count // 2
    if count % 2:
        return np.asarray(np.partition(values, half, axis=-1)[..., half], np.float32)
    parts = np.partition(values, (half - 1, half), axis=-1)
    return np.asarray((parts[..., half - 1] + parts[..., half]) / 2, np.float32)


@cache
def _body(samples: int) -> NDArray[np.int64]:
    """Which of a cell's samples lie on its body."""
    side = round(samples**0.5)
    return np.arange(samples).reshape(side, side)[1:-1, 1:-1].ravel()


def _frame(across: Floats, down: Floats) -> Floats:
    side = round(across.shape[1] ** 0.5)
    parts = []
    for part in (across, down):
        square = part.reshape(-1, side, side)
        sides = np.stack([square[:, 0, 1:-1], square[:, -1, 1:-1], square[:, 1:-1, 0], square[:, 1:-1, -1]], axis=1)
        parts.append(middle_of(sides))
    hues = np.stack(parts, axis=2)
    order = np.argsort((hues**2).sum(axis=2), axis=1)
    second: Floats = np.take_along_axis(hues, order[:, 1, None, None], axis=1)[:, 0]
    return second
