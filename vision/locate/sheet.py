"""The sheet: the board and its surroundings as seen from straight above, with its steps of brightness."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import BoardView
from vision.locate.evened import Evened

Floats = NDArray[np.float32]

# Pixels of the sheet per cell. The evened picture has 8 to 30 per cell; finer would only interpolate.
PITCH = 16


@dataclass(frozen=True)
class Sheet:
    """Steps of brightness over the board, `PITCH` samples per cell, from `margin` cells outside of the board on."""

    across: Floats
    """Size of the step from left to right, at each sample."""
    down: Floats
    """Size of the step from top to bottom, at each sample."""
    margin: int
    size: int


def sheet_of(picture: Evened, view: BoardView, margin: int, height: float = 0.0) -> Sheet:
    """The sheet of a view of the evened picture, at `height` cells above the board; outside the picture all is flat."""
    seen = levels_of(picture, view, margin, height)
    across, down = np.zeros_like(seen), np.zeros_like(seen)
    across[:, 1:-1] = np.abs(seen[:, 2:] - seen[:, :-2])
    down[1:-1] = np.abs(seen[2:] - seen[:-2])
    return Sheet(across, down, margin, view.size)


def levels_of(picture: Evened, view: BoardView, margin: int, height: float = 0.0) -> Floats:
    """Brightness at each sample of the sheet."""
    cells = view.size + 2 * margin
    ticks = (np.arange(cells * PITCH) + 0.5) / PITCH - margin
    columns, rows = view.project_grid(ticks, ticks, height)
    # Grey outside: the picture's last row drawn out would look like a board that goes on.
    return cv2.remap(
        picture.image, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=(128,)
    ).astype(np.float32)
