"""Self-alignment: every empty cell of a board looks like every other, so each says how far it is out of line.

Nubs stand so much clearer than the ridges between the cells that a grid fitted to lines follows their flanks. The cells
as wholes, compared with the mean of all of them, show how the board is turned, tilted and bent, whatever they hold.
Where the grid lies within the cell they cannot tell, but for a nub, which stands in its middle.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from vision.geometry import BoardView
from vision.locate.evened import Evened
from vision.locate.refine import Edges, moved, refine
from vision.locate.sheet import PITCH, levels_of, sheet_of

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]

# How far a cell may be out of line, in samples of the sheet.
FAR = 4
# Height of nubs at which their figure is seen, in cells.
NUBS = 0.08
# Likeness (correlation with the mean cell) from which on a cell is listened to.
ALIKE = 0.35
# Cells that must be listened to.
FEWEST = 12
# All that stands out of a cell with a nub lies this far from its middle, in cells; and the error of that middle, in
# samples, from which on it is believed: below, the ridges know better (measured over 133 boards whose grid is known,
# shadows of the nubs move it by 1.5 samples as a rule, by 2.7 in one of ten).
NUB_REACH, OFF_CENTRE = 0.32, 3.5
# Nubs are listened to only on a board that is mostly empty; on others the piece tops know better, and what was taken
# for empty may not be.
MOSTLY_EMPTY = 0.6


def aligned_to_nubs(picture: Evened, view: BoardView, covered: Mask, sure: bool) -> BoardView:
    """The view of a board with nubs, fitted to its cells as wholes, then to ridges and piece tops.

    Without pieces on it nobody knows for `sure` that a board has nubs; then the grid is not moved onto them.
    """
    for reaches in ((0.16, 0.12), (0.12,)):
        view = self_aligned(picture, view, ~covered)
        if sure and (~covered).mean() > MOSTLY_EMPTY:
            # Again after the first fit, which may have followed the flanks of the nubs.
            view = _centred(picture, view, ~covered)
        view = refine(picture, view, reaches, covered)
    return view


def self_aligned(picture: Evened, view: BoardView, bare: Mask, rounds: int = 3) -> BoardView:
    """The view turned, tilted and bent so that the cells in `bare` look most alike; its middle stays where it is."""
    for _ in range(rounds):
        x, y, across, down, weight = _shifts(picture, view, bare)
        if (weight > 0).sum() < FEWEST:
            return view
        upright = np.repeat([True, False], len(x))
        off = np.concatenate([across - np.average(across, weights=weight), down - np.average(down, weights=weight)])
        edges = Edges(np.tile(x, 2), np.tile(y, 2), off, np.tile(weight, 2), upright, np.zeros(len(off), bool))
        view = moved(view, edges, with_lens=True)
    return view


def out_of_line(picture: Evened, view: BoardView, bare: Mask) -> float:
    """How far the cells in `bare` are out of line with each other, in cells: the smaller, the better the view fits."""
    _, _, across, down, weight = _shifts(picture, view, bare)
    if (weight > 0).sum() < FEWEST:
        return 0.0
    off = [part - np.average(part, weights=weight) for part in (across, down)]
    return float(np.average(np.hypot(*off), weights=weight))


def _shifts(picture: Evened, view: BoardView, bare: Mask) -> tuple[Array, Array, Array, Array, Array]:
    """Per bare cell: its middle (x, y), how far it is out of line (x, y, in cells), and how far to believe that.

    Fewer than `FEWEST` cells have nothing to be compared with: there is no entry at all.
    """
    if bare.sum() < FEWEST:
        none: Array = np.zeros(0)
        return none, none, none, none, none
    n = view.size
    levels = levels_of(picture, view, 1, NUBS)
    side = PITCH + 2 * FAR
    starts = PITCH - FAR + PITCH * np.arange(n)
    every = sliding_window_view(levels, (side, side))[np.ix_(starts, starts)]
    row, column = np.nonzero(bare)
    patches = np.ascontiguousarray(every[row, column]).astype(np.float32)
    middle = patches[:, FAR:-FAR, FAR:-FAR].reshape(len(patches), -1)
    middle = middle - middle.mean(axis=1, keepdims=True)
    middle = middle / (np.linalg.norm(middle, axis=1, keepdims=True) + 1)
    figure = middle.mean(axis=0)
    alike = middle @ figure
    figure = middle[alike >= np.median(alike)].mean(axis=0)
    figure /= np.linalg.norm(figure) + 1e-6
    windows = sliding_window_view(patches, (PITCH, PITCH), axis=(1, 2))
    windows = windows.reshape(*windows.shape[:3], -1)
    total = windows.sum(axis=3)
    square = np.einsum("abcd,abcd->abc", windows, windows)
    norm = np.sqrt(np.maximum(square - total * total / PITCH**2, 0)) + 8.0
    score = (windows @ figure) / norm
    best = score.reshape(len(score), -1).argmax(axis=1)
    down, across = np.divmod(best, score.shape[2])
    inside = (down > 0) & (down < 2 * FAR) & (across > 0) & (across < 2 * FAR)
    i = np.arange(len(score))
    down, across = np.clip(down, 1, 2 * FAR - 1), np.clip(across, 1, 2 * FAR - 1)
    peak = score[i, down, across]
    finer = []
    for place, before, after in (
        (across, score[i, down, across - 1], score[i, down, across + 1]),
        (down, score[i, down - 1, across], score[i, down + 1, across]),
    ):
        bend = before - 2 * peak + after
        finer.append((place - FAR + np.clip(0.5 * (before - after) / np.minimum(bend, -1e-6), -0.5, 0.5)) / PITCH)
    weight = np.clip(peak - ALIKE, 0, None) * inside
    x, y, right, below, trust = (np.asarray(part, float) for part in (column + 0.5, row + 0.5, *finer, weight))
    return x, y, right, below, trust


def _centred(picture: Evened, view: BoardView, bare: Mask) -> BoardView:
    """The view moved by a part of a cell if its grid runs through the nubs."""
    n = view.size
    sheet = sheet_of(picture, view, 1, NUBS)
    steps = (sheet.across + sheet.down)[PITCH:-PITCH, PITCH:-PITCH]
    folded = np.sqrt(steps.reshape(n, PITCH, n, PITCH).transpose(0, 2, 1, 3)[bare]).mean(axis=0)
    away = (np.arange(PITCH) + 0.5) / PITCH - 0.5
    disc = (away[:, None] ** 2 + away[None] ** 2 < NUB_REACH**2).astype(float)
    # How much of what stands out lies within the disc, for all its places on the folded cell.
    within = np.real(np.fft.ifft2(np.fft.fft2(folded - np.median(folded)) * np.conj(np.fft.fft2(disc))))
    down, right = ((int(k) + PITCH // 2) % PITCH - PITCH // 2 for k in np.unravel_index(within.argmax(), within.shape))
    if max(abs(right), abs(down)) < OFF_CENTRE:
        return view
    move = np.array([[1, 0, right / PITCH], [0, 1, down / PITCH], [0, 0, 1.0]])
    return replace(view, homography=view.homography @ move)
