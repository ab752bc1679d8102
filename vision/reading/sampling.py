"""Samples of every cell: where its piece top, or the board between the pieces, is seen and nothing else."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import BoardView

Image = NDArray[np.uint8]
Samples = NDArray[np.uint8]

# Samples along one side of a cell: the outermost ones lie on its frame, the others on its body. 7 × 7 on the body
# resolve the ring around a hole; more would not be independent.
PER_SIDE = 9
# The frame's distance from the edge of the cell, in cells and in pixels: on a piece's bevel, beside the ridge of an
# empty cell, and beyond what lens and interpolation smear over the edge.
FRAME, FRAME_PIXELS = 0.045, 0.1
# Kept clear on each side, in cells: ridges, and what blur and coarse JPEG colours carry over from next door. Of a
# piece's bevel enough stays in to show its colour when a lamp's reflection fills the rest: measured on pictures with
# known boards, with 0.12 the faintest piece was as pale as 0.28, with 0.085 none paler than 0.5.
CLEAR = 0.085
# A cell is sampled over at least this part of its side, however tilted the camera.
NARROWEST = 0.4
# The rim around the board, in cells outside of the playing area; some printings have only a quarter of a cell of it.
RIM_FROM, RIM_TO = 0.08, 0.22


def sample_places(view: BoardView) -> NDArray[np.float32]:
    """Pixels of the samples: cells (row by row) × samples × 2.

    The samples lie at the height of piece tops. There a piece shows its whole top; and the board of an empty cell is
    seen past the near neighbour, which hides a strip of it, up to the wall of the far neighbour, which is left out.
    """
    n = view.size
    middle = _middles(n)
    lean = view.walls * view.lean(middle)
    first = CLEAR + np.clip(-lean, 0, None)
    last = 1 - CLEAR - np.clip(lean, 0, None)
    short = np.clip(NARROWEST - (last - first), 0, None)
    first, last = first - np.where(lean < 0, short, 0), last + np.where(lean >= 0, short, 0)
    ticks = (np.arange(PER_SIDE - 2) + 0.5) / (PER_SIDE - 2)
    inner = first[:, :, None] + (last - first)[:, :, None] * ticks
    edge = np.broadcast_to(FRAME + FRAME_PIXELS / view.cell_pixels, (n * n, 2, 1))
    places = (middle - 0.5)[:, :, None] + np.concatenate([edge, inner, 1 - edge], axis=2)
    x, y = places[:, 0], places[:, 1]
    shape = (n * n, PER_SIDE, PER_SIDE)
    points = np.stack([np.broadcast_to(x[:, None, :], shape), np.broadcast_to(y[:, :, None], shape)], axis=-1)
    return view.project(points.reshape(n * n, -1, 2), view.height).astype(np.float32)


def seen_share(view: BoardView) -> NDArray[np.float64]:
    """Cells (row by row): how much of what is sampled of an empty cell is free of its neighbour's wall, 0 to 1."""
    lean = np.abs(view.walls * view.lean(_middles(view.size)))
    return np.asarray(np.clip((1 - 2 * CLEAR - lean) / NARROWEST, 0.1, 1).min(axis=1), float)


def _middles(size: int) -> NDArray[np.float64]:
    """Cells (row by row) × 2: the middle of each."""
    return np.stack(np.meshgrid(np.arange(size) + 0.5, np.arange(size) + 0.5), axis=-1).reshape(-1, 2)


def rim_places(view: BoardView) -> NDArray[np.float32]:
    """Pixels of samples on the rim: 4 n places × samples × 2, side by side: top, right, bottom, left."""
    n = view.size
    along = np.arange(n * 3) / 3 + 1 / 6
    out = np.linspace(-RIM_TO, -RIM_FROM, 3)
    a, o = np.meshgrid(along, out, indexing="ij")
    sides = [(a, o), (n - o, a), (a, n - o), (o, a)]
    points = np.stack([np.stack(side, axis=-1).reshape(n, 9, 2) for side in sides]).reshape(4 * n, 9, 2)
    return view.project(points, 0.0).astype(np.float32)


def take(image: Image, places: NDArray[np.float32]) -> Samples:
    """The colours (… × 3, BGR) at pixel places (… × 2); places outside the picture take the colour of its edge."""
    taken = cv2.remap(image, places[..., 0], places[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(taken, np.uint8)
