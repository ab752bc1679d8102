"""Sharpness: how wide the picture draws an edge of the board, in cells."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import BoardView
from vision.locate.evened import Image, grey_of

Floats = NDArray[np.float32]

# The sheet in which edges are measured has this many pixels a cell or the picture's own, whichever is less.
FINEST = 32
# Edges that tell: the strongest hundredth of the pixels, and at least this many grey levels high, in noise.
STRONGEST, NOISE_TIMES = 0.985, 6.0
# Half the window in which an edge's height is taken, in cells: a blurred edge is that wide.
REACH = 0.4


def edge_width(image: Image, view: BoardView) -> float:
    """The typical width, in cells, over which the clearest edges on the board rise; 0 if there is no edge."""
    pitch = int(np.clip(round(view.cell_pixels), 8, FINEST))
    ticks = (np.arange((view.size + 1) * pitch) + 0.5) / pitch - 0.5
    columns, rows = view.project_grid(ticks, ticks, view.height)
    seen = cv2.remap(grey_of(image), columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    reach = max(3, round(REACH * pitch))
    sheet = np.asarray(seen, np.float32)
    every = np.concatenate([_widths(sheet, reach), _widths(np.ascontiguousarray(sheet.T), reach)])
    return float(np.median(every)) / pitch if len(every) else 0.0


def _widths(seen: Floats, reach: int) -> Floats:
    """Widths in pixels of the clearest edges between columns: height of the step over its steepest slope."""
    slope = np.abs(seen[:, 1:] - seen[:, :-1])
    kernel = np.ones((1, 2 * reach + 1), np.uint8)
    height = (cv2.dilate(seen, kernel) - cv2.erode(seen, kernel))[:, 1:]
    peak = slope >= cv2.dilate(slope, np.ones((1, 2 * reach - 1), np.uint8)) - 1e-3
    noise = float(np.median(slope))
    strong = peak & (slope > max(float(np.quantile(slope, STRONGEST)), NOISE_TIMES * 0.2 * noise, 3.0))
    return np.asarray(height[strong] / slope[strong], np.float32)
