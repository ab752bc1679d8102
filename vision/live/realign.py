"""Finding the grid again after a bump, and which way round the board lies now."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import BoardView, focal_of
from vision.live.glance import REDUCTION, area
from vision.live.intruders import RIM
from vision.live.shake import Shake
from vision.locate.evened import Image, evened, grey_of
from vision.locate.refine import refine

# The picture in which the grid is fitted again: enough for ridges of cells of 12 pixels and more.
PIXELS = 600e3
# After the points have said where the board went, the grid is off by less than this, in cells.
REACHES = (0.2, 0.14, 0.12)
# The fitted grid must agree with where the points say the board went, to this many cells.
AGREE = 0.45
# Cells that a board that is found again may seem to be off.
OFF_BY = 2
# The part of the cells that may read otherwise on a board that was found again, and still be that board; and the part
# of the covered cells that must read as they did.
STRANGE, CONFIRMED = 0.1, 0.5


def realigned(image: Image, view: BoardView, shake: Shake, covered: NDArray[np.bool_]) -> BoardView | None:
    """The view after a shake, fitted to the frame's own lines; None if they do not confirm it."""
    homography = shake.matrix @ view.homography
    homography /= np.linalg.norm(homography)
    guess = replace(view, homography=homography, focal=focal_of(homography, view.image_size))
    picture = evened(grey_of(image), PIXELS)
    fitted = refine(picture, guess.scaled(picture.size), REACHES, covered).scaled(view.image_size)
    off = np.linalg.norm(fitted.corners - guess.corners, axis=1).max() / view.cell_pixels
    return fitted if off < AGREE else None


def turned_to_match(
    view: BoardView, seen: NDArray[np.int64], known: NDArray[np.int64]
) -> tuple[BoardView, NDArray[np.int64]]:
    """The view, and what is seen in it, turned by quarters so that it lies as it is known to lie.

    `seen` and `known` are rows × columns of labels; where nothing tells the sides apart, the view stays as it is. A
    lattice that is off by a cell or two looks as good as the right one: what lies on the board says which it is.
    """
    size = view.size
    moves = range(-OFF_BY, OFF_BY + 1)
    tried: list[tuple[int, int, int, int, int]] = []
    for quarters in range(4):
        # np.rot90 turns counter-clockwise, as `turned` renumbers the cells.
        wide = np.pad(np.rot90(seen, quarters), OFF_BY)
        for down in moves:
            for right in moves:
                wrong = int((_part(wide, right, down, size) != known).sum())
                tried.append((wrong, abs(down) + abs(right), quarters, right, down))
    _, _, quarters, right, down = min(tried)
    turned = view.turned(quarters)
    move = np.array([[1, 0, right], [0, 1, down], [0, 0, 1.0]])
    labels = _part(np.pad(np.rot90(seen, quarters), OFF_BY), right, down, size)
    return (replace(turned, homography=turned.homography @ move) if right or down else turned), labels


def _part(wide: NDArray[np.int64], right: int, down: int, size: int) -> NDArray[np.int64]:
    return wide[OFF_BY + down : OFF_BY + down + size, OFF_BY + right : OFF_BY + right + size]


def is_that_board(seen: NDArray[np.int64], known: NDArray[np.int64]) -> bool:
    """Whether a board that was found is the one that is known: most of the cells, and most of the pieces."""
    lying = known > 0
    confirmed = int((seen == known)[lying].sum())
    return float((seen != known).mean()) <= STRANGE and confirmed >= CONFIRMED * int(lying.sum())


def carried_over(reference: Image, now: Image, shake: Shake, view: BoardView) -> Image:
    """The small picture of the table as it was known, after a shake, seen through the new view.

    The board is where it went. Around it either everything has moved alike (the camera did) or nothing has (the
    board did), whichever is nearer to what is seen now.
    """
    moved = _warped(reference, shake)
    board = area((now.shape[0], now.shape[1]), view, RIM) > 0
    around = ~board
    with_camera = np.abs(now[around].astype(np.int16) - moved[around]).mean()
    with_board = np.abs(now[around].astype(np.int16) - reference[around]).mean()
    return moved if with_camera <= with_board else np.where(board[..., None], moved, reference)


def _warped(small: Image, shake: Shake) -> Image:
    """A small picture moved as the board has moved."""
    scale = np.diag([1 / REDUCTION, 1 / REDUCTION, 1.0])
    matrix = scale @ shake.matrix @ np.linalg.inv(scale)
    height, width = small.shape[:2]
    return np.asarray(cv2.warpPerspective(small, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE), np.uint8)
