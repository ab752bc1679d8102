"""The window: which rows and columns of a lattice are the board's.

All rows of a board repeat the same figure from cell to cell (ridges, bevels, nubs). The rim, which is smooth, and the
table, which repeats nothing at this pitch, do not.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import BoardView
from vision.locate.evened import Evened
from vision.locate.sheet import PITCH, sheet_of

Array = NDArray[np.float64]

# Cells outside the first guess that are looked at on each side, and outside the answer that must not be board.
MARGIN = 6
OUTSIDE = 2
# Length of a cell's steps below which it is plain (each of its 256 samples about half a grey level).
PLAIN_CELL = 8.0


@dataclass(frozen=True)
class Window:
    """A view whose board is the window that fits best, and how well it fits."""

    view: BoardView
    inside: float
    """How alike the cells of the board are: 0.3 to 0.8 for real ones, the more the emptier."""
    weakest: float
    """The likeness of the least alike row or column but one, against the usual one."""
    outside: float
    """The same for the rows or columns just outside: near 0 for a real board."""
    far: bool
    """Whether it is so far from the window that was looked at that what lies outside of it was not all seen."""

    @property
    def quality(self) -> float:
        """0 to 1: how clearly this is a board of this size and not part of something else."""
        return float(
            np.clip(3 * self.inside, 0, 1) * np.clip(0.3 + self.weakest, 0, 1) * np.clip(1.2 - self.outside, 0, 1)
        )


def best_window(picture: Evened, view: BoardView, size: int) -> Window:
    """The window of `size` cells near the view's own that is most like a board."""
    sheet = sheet_of(picture, view, MARGIN)
    start = (MARGIN, MARGIN)
    figures = [cell_figures(steps) for steps in (sheet.across, sheet.down)]
    for _ in range(3):
        across, down = (likeness(each, *start, size) for each in figures)
        if start == (start := _densest(across + down, size)):
            break
    top, left = start
    rows = across[:, left : left + size].mean(axis=1)
    columns = down[top : top + size].mean(axis=0)
    # What a row of this board is like as a rule; plain boards with many colours are less alike than empty ones.
    usual = float(np.median(np.concatenate([rows[top : top + size], columns[left : left + size]])))
    parts = [_run(scores / max(usual, 0.05), begin, size) for scores, begin in ((rows, top), (columns, left))]
    (top, weak_r, out_r), (left, weak_c, out_c) = parts
    shift = np.array([[1, 0, left - MARGIN], [0, 1, top - MARGIN], [0, 0, 1.0]])
    found = replace(view, size=size, homography=view.homography @ shift)
    far = max(abs(left - MARGIN), abs(top - MARGIN)) > MARGIN - OUTSIDE
    return Window(found, usual, min(weak_r, weak_c), max(out_r, out_c), far)


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


def cell_figures(steps: NDArray[np.float32]) -> NDArray[np.float32]:
    """Rows × columns × samples: the figure that the steps of each cell of a sheet make.

    Figures have no strength: a cell in the shadow counts as much as one under the lamp.
    """
    cells = steps.shape[0] // PITCH
    each = np.sqrt(steps).reshape(cells, PITCH, cells, PITCH).transpose(0, 2, 1, 3).reshape(cells, cells, -1)
    each -= each.mean(axis=2, keepdims=True)
    each /= np.sqrt(np.einsum("abc,abc->ab", each, each))[..., None] + np.float32(PLAIN_CELL)
    return each


def likeness(each: NDArray[np.float32], top: int, left: int, size: int) -> Array:
    """Per cell, how alike its figure is to those of the cells in the middle of a window: -1 to 1."""
    inner = size // 5
    middle = each[top + inner : top + size - inner, left + inner : left + size - inner].reshape(-1, PITCH * PITCH)
    figure = middle.mean(axis=0)
    # Once more without the cells that are unlike the rest: hands, flares, and the table if the window is off.
    alike = middle @ figure
    figure = middle[alike >= np.median(alike)].mean(axis=0)
    result: Array = (each @ (figure / (np.linalg.norm(figure) + 1e-6))).astype(float)
    return result


def _densest(alike: Array, size: int) -> tuple[int, int]:
    """Row and column of the window with the largest sum."""
    total = cv2.integral(alike)
    sums = total[size:, size:] - total[:-size, size:] - total[size:, :-size] + total[:-size, :-size]
    row, column = np.unravel_index(int(sums.argmax()), sums.shape)
    return int(row), int(column)


def _run(scores: Array, begin: int, size: int) -> tuple[int, float, float]:
    """The run of `size` scores near `begin` that stands out most; its weakest and the strongest pair just outside."""
    clipped = np.clip(scores, -0.3, 1.2)
    best: tuple[float, int] = (-np.inf, begin)
    for start in range(max(0, begin - 2), min(len(scores) - size, begin + 2) + 1):
        outside = np.concatenate([clipped[max(0, start - OUTSIDE) : start], clipped[start + size :][:OUTSIDE]])
        best = max(best, (float(clipped[start : start + size].sum() - np.clip(outside, 0, None).sum()), start))
    start = best[1]
    inside = np.sort(clipped[start : start + size])
    before, after = clipped[max(0, start - OUTSIDE) : start], clipped[start + size :][:OUTSIDE]
    # A line of the table may fall on the lattice by chance once; a board that goes on does so twice.
    beyond = max(float(side.min()) if len(side) == OUTSIDE else 0.0 for side in (before, after))
    return start, float(inside[1]), beyond
