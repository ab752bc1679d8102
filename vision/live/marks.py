"""The start marks of a Duo board: two alike, five cells apart both ways, on a board that otherwise repeats itself.

All cells of an empty board look alike, and a lattice of nubs that is off by a cell looks as good as the right one. The
marks do not repeat: they say which cells are the board's, and from which side it is seen.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.profiles import BoardProfile
from vision.geometry import BoardView

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]
Image = NDArray[np.uint8]

# Samples per cell, cells looked at around the board, and cells that a board may seem to be off.
PITCH, MARGIN, FARTHEST = 12, 3, 2.4
# The spread of the places that are looked at as one mark, in cells: marks are half a cell wide.
WIDE = 0.3
# Cells along the edge of the board where nothing is looked for: rims, and panels beside a view that is off.
EDGE = 2
# Covered cells from which on nobody looks for marks: the first pieces cover them, and the gaps between pieces are odd.
MOST_COVERED = 12
# How much clearer the marks must be than any other two places that are as far apart.
CLEARER = 2.0
# … and how odd they must be at least, in grey levels: noise and dust stay below.
FAINTEST = 3.0
# Steps of brightness from the usual cell, in grey levels, beyond which a place is not the odder for it.
ODDEST = 60.0


@dataclass(frozen=True)
class Marked:
    """Where the marks are, against where a view has its start squares."""

    right: float
    down: float
    """How far off the marks are, in cells."""
    turned: bool
    """Whether they are on the other diagonal: the board is seen from another side."""
    clear: float
    """How many times clearer they are than the next best pair of places."""


def find_marks(grey: Image, view: BoardView, profile: BoardProfile, covered: Bools) -> Marked | None:
    """The start marks near the start squares of a view; None if no two places stand out.

    Cells that are `covered` (rows × columns), and those beside them, are not looked at.
    """
    (top, left), (bottom, right) = sorted(profile.starts)
    if left > right or (top, left) == (0, 0) or covered.sum() > MOST_COVERED:
        return None
    apart = (bottom - top) * PITCH
    odd = _odd(grey, view)
    seen = np.pad(cv2.dilate(covered.astype(np.uint8), np.ones((3, 3), np.uint8)) == 0, MARGIN, constant_values=True)
    odd *= np.kron(seen, np.ones((PITCH, PITCH), np.float32))
    first = np.array([top, left]) + 0.5 + MARGIN
    best, second = (0.0, 0.0, 0.0, False), 0.0
    for turned in (False, True):
        here = odd[:-apart, apart:] if turned else odd[:-apart, :-apart]
        there = odd[apart:, :-apart] if turned else odd[apart:, apart:]
        # Pairs within the board: what lies beside it is as odd as can be. Columns of `here` begin at its own first one.
        within = (MARGIN + EDGE) * PITCH
        alike = _alike(here, there)[within:-within, within:-within]
        middle = first * PITCH - within
        low = np.maximum(np.round(middle - FARTHEST * PITCH), 0).astype(int)
        high = np.round(middle + FARTHEST * PITCH).astype(int)
        near = alike[low[0] : high[0] + 1, low[1] : high[1] + 1]
        y, x = (int(at) for at in np.add(low, np.unravel_index(int(near.argmax()), near.shape)))
        across, below = _centre(alike, x, y)
        found = (float(alike[y, x]), (across - middle[1]) / PITCH, (below - middle[0]) / PITCH, turned)
        cv2.circle(alike, (x, y), PITCH, (-1.0,), -1)
        better, worse = (found, best) if found[0] > best[0] else (best, found)
        best, second = better, max(second, worse[0], float(alike.max()))
    clear = best[0] / max(second, 1e-6)
    sure = clear >= CLEARER and best[0] >= FAINTEST
    return Marked(float(best[1]), float(best[2]), best[3], clear) if sure else None


def _odd(grey: Image, view: BoardView) -> Floats:
    """How each sample of the board differs from the same place of the usual cell, in grey levels of even contrast."""
    n = view.size
    cells = n + 2 * MARGIN
    ticks = (np.arange(cells * PITCH) + 0.5) / PITCH - MARGIN
    columns, rows = view.project_grid(ticks, ticks, 0.0)
    seen = cv2.remap(grey, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
    # Against the light around: lamps and shadows are wider than marks.
    seen -= cv2.medianBlur(np.clip(seen, 0, 255).astype(np.uint8), 2 * PITCH + 1).astype(np.float32)
    inner = slice(MARGIN * PITCH, -MARGIN * PITCH)
    each = seen[inner, inner].reshape(n, PITCH, n, PITCH).transpose(0, 2, 1, 3)
    usual = np.median(each.reshape(-1, PITCH, PITCH), axis=0)
    odd = np.clip(seen - np.tile(usual, (cells, cells)), -ODDEST, ODDEST)
    return odd.astype(np.float32)


def _alike(here: Floats, there: Floats) -> Floats:
    """How much of what is odd around two places is the same in both."""
    shared, one, two = (cv2.GaussianBlur(both, (0, 0), WIDE * PITCH) for both in (here * there, here**2, there**2))
    # As odd as the less odd of the two, and only as far as they are alike.
    likeness = np.clip(shared / np.sqrt(one * two + 1.0), 0, 1)
    return np.asarray(likeness**2 * np.sqrt(np.minimum(one, two)), np.float32)


def _centre(alike: Floats, x: int, y: int) -> tuple[float, float]:
    """The middle of what is alike around a place, from the left and from the top: a ring is clearest on its rim."""
    around = slice(max(0, y - PITCH), y + PITCH + 1), slice(max(0, x - PITCH), x + PITCH + 1)
    weight = np.clip(alike[around] - 0.5 * alike[y, x], 0, None)
    rows, columns = np.indices(weight.shape)
    total = max(float(weight.sum()), 1e-9)
    right = float((columns * weight).sum() / total) + around[1].start + 0.5
    return right, float((rows * weight).sum() / total) + around[0].start + 0.5
