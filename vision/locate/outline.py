"""The outline: a board ends on all four sides, and on all of them at the same distance from its cells.

Where ridges are too faint to show which cells of a lattice are the board's, the rim still does: its outer edge runs
along every side, as far outside on the left as on the right. A window that is off by a cell has it nowhere alike.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from vision.geometry import BoardView
from vision.locate.evened import Evened
from vision.locate.sheet import PITCH, sheet_of

# How far outside of the cells the rim may end, in cells.
NEAREST, FARTHEST = 0.12, 1.4
MARGIN = 2
# Parts that a side is looked at in, the step in grey levels of the evened picture that an edge has, and how far the
# edge of one side may lie from where it lies on the others, in samples: at a tilt the rim's height moves it.
PART, STEP, UNEVEN = 8, 9.0, 4
# From this share on the outline is clear, below the other it is missing (nubs and panels beside the board make it
# uncertain in between); and how many cells a window may be off.
CLEAR, MISSING, SHIFTS = 0.9, 0.5, 1


def outline_of(picture: Evened, view: BoardView) -> float:
    """0 to 1: the share of its weakest side along which the board ends, at one distance for all four sides."""
    sheet = sheet_of(picture, view, MARGIN)
    inside = slice(MARGIN * PITCH, -MARGIN * PITCH)
    near, far = MARGIN * PITCH - round(NEAREST * PITCH), MARGIN * PITCH - round(FARTHEST * PITCH)
    outside = slice(far, near)
    # Each side as parts along it × distance, from far to near.
    sides = (
        sheet.across[inside, outside],
        sheet.across[inside, ::-1][:, outside],
        sheet.down.T[inside, outside],
        sheet.down.T[inside, ::-1][:, outside],
    )
    shares = []
    for steps in sides:
        parts = steps.reshape(-1, PART, steps.shape[1]).mean(axis=1)
        shares.append((parts > STEP).mean(axis=0))
    every = np.stack(shares).astype(np.float32)
    reached = cv2.dilate(every, np.ones((1, 2 * UNEVEN + 1), np.uint8))
    return float(reached.min(axis=0).max())


def centred(picture: Evened, view: BoardView) -> tuple[BoardView, float]:
    """The view and its outline; if it is off by a cell or two, the one whose outline is clear on all sides."""
    outline = outline_of(picture, view)
    if outline >= MISSING:
        return view, outline
    best = view, outline
    for right in range(-SHIFTS, SHIFTS + 1):
        for down in range(-SHIFTS, SHIFTS + 1):
            move = np.array([[1, 0, right], [0, 1, down], [0, 0, 1.0]])
            tried = replace(view, homography=view.homography @ move)
            if (found := outline_of(picture, tried)) > max(best[1], CLEAR):
                best = tried, found
    return best
