"""What covers the board for a while: hands, sleeves, cups, cats. Their cells are hidden, not changed.

A thing that reaches over the board comes from outside: in the picture of differences it is one piece with something
beyond the rim. A piece that was put down lies wholly inside. Shadows darken all channels alike and are read through.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import BoardView
from vision.live.glance import REDUCTION, Image, Mask, area, narrowest, solid

Bools = NDArray[np.bool_]

# How far the three channels may differ in their change (as a factor) for it to be a shadow: light bounced off the
# table tints shadows a little.
TINT = 1.18
# A shadow leaves at least this part of the light; what is darker is a dark thing.
DARKEST_SHADOW = 0.35
# Four pieces are not put down between two quiet moments: what is larger, in cells, is something else.
LARGEST = 22.0
# Noise of the small picture in grey levels, and its part that grows with brightness.
NOISE, GRAIN, NOISE_TIMES = 9.0, 0.05, 4.5
# A thing counts as coming from outside if this much of it, in cells, lies beyond the rim.
OUTSIDE = 0.8
# A piece at the edge of the board leans this far over the rim, in cells, at the steepest tilt, and never further.
RIM = 0.35
# … and what blur and rounding add, in pixels of the small picture.
BLUR = 2.0
# A cell is hidden if this part of it is covered.
COVERED = 0.12


def object_pixels(now: Image, before: Image, grain: float = 0.0) -> Mask:
    """255 where something other than light has changed between two small pictures, their light being level.

    `grain` is the usual difference between two frames, in grey levels.
    """
    noise = max(NOISE, NOISE_TIMES * grain)
    limit = np.clip(noise + GRAIN * np.arange(256), 0, 255).astype(np.uint8)
    beyond = cv2.compare(cv2.absdiff(now, before), cv2.LUT(cv2.max(now, before), limit), cv2.CMP_GT)
    changed = np.asarray(_across(cv2.max, beyond), np.uint8)
    rows, columns = np.nonzero(changed)
    # The few grey levels added keep what is nearly black from having any ratio at all.
    ratio = (now[rows, columns] + np.float32(6.0)) / (before[rows, columns] + np.float32(6.0))
    high, low = ratio.max(axis=1), ratio.min(axis=1)
    shadow = (high < low * TINT) & (low > DARKEST_SHADOW) & (high < 1 / DARKEST_SHADOW)
    changed[rows[shadow], columns[shadow]] = 0
    return changed


def _across(choose: Callable[[Any, Any], Any], channels: NDArray[Any]) -> NDArray[Any]:
    """The largest or smallest of the three channels of each pixel; much faster than asking numpy."""
    one, two, three = cv2.split(channels)
    return np.asarray(choose(choose(one, two), three))


def level(before: Image, now: Image) -> Image:
    """The picture `before` under the light of `now`: gains of a coarse grid, smoothed so that things do not count."""
    height, width = before.shape[:2]
    grid = (8, 6)
    # Every third pixel tells the light as well as all of them.
    a = cv2.resize(before[::3, ::3], grid, interpolation=cv2.INTER_AREA).astype(np.float32) + 3.0
    b = cv2.resize(now[::3, ::3], grid, interpolation=cv2.INTER_AREA).astype(np.float32) + 3.0
    gain = cv2.medianBlur(b / a, 5)
    gain = cv2.resize(gain, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.multiply(before, gain, dtype=cv2.CV_8U), np.uint8)


def find_intruders(pixels: Mask, view: BoardView) -> Bools:
    """The cells (n × n) that something from outside covers, given the changed pixels of the small picture."""
    shape = (pixels.shape[0], pixels.shape[1])
    cell = view.cell_pixels / REDUCTION
    # Lines a pixel wide are edges that lie a little beside their old place.
    things = solid(pixels, narrowest(view))
    if not cv2.countNonZero(things):
        return np.zeros((view.size, view.size), bool)
    # Close gaps of a third of a cell: the outline of a hand is one thing, and so are its fingers.
    reach = max(1, round(cell / 3))
    joined = cv2.morphologyEx(things, cv2.MORPH_CLOSE, np.ones((2 * reach + 1, 2 * reach + 1), np.uint8))
    board = area(shape, view, max(RIM, BLUR / cell)) > 0
    count, labels, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    intruder = np.zeros(shape, np.uint8)
    for index in range(1, count):
        left, top, width, height, size = stats[index]
        if size < 0.3 * cell * cell:
            continue
        window = (slice(top, top + height), slice(left, left + width))
        mine = labels[window] == index
        beyond = int((mine & ~board[window]).sum())
        crosses = beyond > OUTSIDE * cell * cell and beyond < size
        if crosses and not _reaches_over(np.where(mine, things[window], 0), board[window], _open_sides(window, shape)):
            continue
        if crosses or size - beyond > LARGEST * cell * cell:
            intruder[window][mine] = 255
    return _covered_cells(intruder, view)


def _open_sides(window: tuple[slice, slice], shape: tuple[int, int]) -> tuple[bool, bool, bool, bool]:
    """Which sides of a window (top, bottom, left, right) are sides of the picture."""
    rows, columns = window
    return rows.start <= 1, rows.stop >= shape[0] - 1, columns.start <= 1, columns.stop >= shape[1] - 1


def _reaches_over(thing: Mask, board: Bools, open_sides: tuple[bool, bool, bool, bool]) -> bool:
    """Whether what crosses the rim once its gaps are closed is one thing, or at least an arm.

    A piece put down near the rim lies close to where another one was taken from the table; but that leaves both
    apart, and neither reaches the edge of the picture as arms do.
    """
    edges = (thing[:2], thing[-2:], thing[:, :2], thing[:, -2:])
    if any(is_open and edge.any() for is_open, edge in zip(open_sides, edges, strict=True)):
        return True
    _, parts = cv2.connectedComponents(thing, connectivity=8)
    return bool(np.intersect1d(parts[board & (thing > 0)], parts[~board & (thing > 0)]).size)


def _covered_cells(mask: Mask, view: BoardView) -> Bools:
    """The cells of which a mask of the small picture covers more than a little."""
    n = view.size
    if not mask.any():
        return np.zeros((n, n), bool)
    ticks = (np.arange(n * 4) + 0.5) / 4
    points = np.stack(np.meshgrid(ticks, ticks), axis=-1)
    places = (view.project(points, view.height / 2) + 0.5) / REDUCTION - 0.5
    seen = cv2.remap(mask, places[..., 0].astype(np.float32), places[..., 1].astype(np.float32), cv2.INTER_NEAREST)
    part = seen.reshape(n, 4, n, 4).astype(np.float32).mean(axis=(1, 3)) / 255
    hidden: Bools = part > COVERED
    return hidden
