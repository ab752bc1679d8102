"""The window: which rows and columns of a lattice are the board's.

All rows of a board repeat the same figure from cell to cell (ridges, bevels, nubs). The rim, which is smooth, and the
table, which repeats nothing at this pitch, do not.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.geometry import BoardView
from vision.locate.evened import Evened
from vision.locate.sheet import PITCH, Sheet, sheet_of

Array = NDArray[np.float64]

# Cells outside the first guess that are looked at on each side, and outside the answer that must not be board.
MARGIN = 4
OUTSIDE = 2


@dataclass(frozen=True)
class Window:
    """A view whose board is the window that fits best, and how well it fits."""

    view: BoardView
    inside: float
    """How alike the rows and columns of the board are: near 1 for a real one."""
    weakest: float
    """The same for the least alike row or column (a median of three, for hands and flares)."""
    outside: float
    """The same for the rows and columns just outside: near 0 for a real one."""

    @property
    def quality(self) -> float:
        """0 to 1: how clearly this is a board of this size and not part of something else."""
        return float(np.clip(self.inside, 0, 1) * np.clip(0.4 + self.weakest, 0, 1) * np.clip(1.2 - self.outside, 0, 1))


def best_window(picture: Evened, view: BoardView, size: int) -> Window:
    """The window of `size` cells near the view's own that is most like a board."""
    sheet = sheet_of(picture, view, MARGIN)
    rows, columns = likeness(sheet), likeness(Sheet(sheet.down.T, sheet.across.T, sheet.margin, sheet.size))
    top, inside_r, weak_r, out_r = _run(rows, size)
    left, inside_c, weak_c, out_c = _run(columns, size)
    shift = np.array([[1, 0, left - MARGIN], [0, 1, top - MARGIN], [0, 0, 1.0]])
    found = replace(view, size=size, homography=view.homography @ shift)
    return Window(found, (inside_r + inside_c) / 2, min(weak_r, weak_c), max(out_r, out_c))


def in_phase(picture: Evened, view: BoardView) -> BoardView:
    """The view moved by less than a cell so that its grid lies on lines that run from cell to cell.

    Nubs, holes and panes repeat as regularly as the grid and are often clearer, but they end before the corners of
    the cells, where only the grid goes on. Folding all cells into one shows which lines have no gap.
    """
    sheet = sheet_of(picture, view, 1)
    right, below = _unbroken(sheet.across, view.size), _unbroken(sheet.down.T, view.size)
    move = np.array([[1, 0, right], [0, 1, below], [0, 0, 1.0]])
    return replace(view, homography=view.homography @ move)


def _unbroken(steps: NDArray[np.float32], size: int) -> float:
    """How far right of the grid, in cells, the line between columns is seen that has the least gaps."""
    inner = slice(PITCH, -PITCH)
    folded = np.sqrt(steps[inner, inner]).reshape(size, PITCH, size, PITCH).mean(axis=(0, 2))
    # A line is seen as a step on either side of it: the two samples that it runs between.
    pairs = folded + np.roll(folded, 1, axis=1)
    weakest = np.sort(pairs, axis=0)[1]
    places = (np.arange(PITCH) + PITCH // 2) % PITCH - PITCH // 2
    # Between equals the nearer one: the lattice was fitted to the lines of the whole board.
    return float(places[int(np.argmax(weakest * (1 - 0.4 * np.abs(places) / PITCH)))]) / PITCH


def likeness(sheet: Sheet) -> Array:
    """Per row of cells of the sheet, how much of the board's own figure it repeats: 1 as usual on the board, 0 none."""
    cells = sheet.size + 2 * sheet.margin
    quarter = PITCH // 4
    rows = sheet.across.reshape(cells, PITCH, cells, PITCH)[:, quarter:-quarter].mean(axis=1)
    middle = slice(sheet.margin + sheet.size // 5, sheet.margin + sheet.size - sheet.size // 5)
    # Loud edges (a piece on white) must not drown the quiet ones.
    folded = np.sqrt(rows[:, sheet.margin : -sheet.margin]).mean(axis=1)
    folded = folded - folded.mean(axis=1, keepdims=True)
    figure = np.median(folded[middle], axis=0)
    alike: Array = folded @ figure / (figure @ figure + 1e-6)
    return alike.astype(float)


def _run(scores: Array, size: int) -> tuple[int, float, float, float]:
    """Start of the run of `size` scores that stands out most; its mean, its weakest and the strongest just outside."""
    clipped = np.clip(scores, -0.3, 1.2)
    best: tuple[float, int] = (-np.inf, 0)
    for start in range(len(scores) - size + 1):
        inside = clipped[start : start + size]
        outside = np.concatenate([clipped[max(0, start - OUTSIDE) : start], clipped[start + size :][:OUTSIDE]])
        # The two ends decide; the middle is the same for all starts.
        best = max(best, (float(inside.sum() - np.clip(outside, 0, None).sum()), start))
    start = best[1]
    inside = clipped[start : start + size]
    ends = np.sort(inside)
    before, after = clipped[max(0, start - OUTSIDE) : start], clipped[start + size :][:OUTSIDE]
    # A line of the table may fall on the lattice by chance once; a board that goes on does so twice.
    beyond = max(
        float(before.min(initial=1.0)) if len(before) else 0.0, float(after.min(initial=1.0)) if len(after) else 0.0
    )
    return start, float(inside.mean()), float(ends[1]), beyond
