"""Geometry: where the board lies in the picture, found by itself or snapped to the grid from four dragged corners."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.errors import CalibrationError
from calibration.fitting import STRAIGHTENS, WIDE, bent, fitted, straighter, unbent
from calibration.mat import find_markers
from calibration.sheet import Lens
from engine.profiles import BoardProfile
from vision.changes import Patch
from vision.errors import VisionError
from vision.geometry import BoardView, focal_of
from vision.live.start import start_from
from vision.locate.evened import Evened, Image, evened, grey_of
from vision.locate.finder import SURE, Found, find_board, find_windows
from vision.locate.lines import find_lines
from vision.locate.refine import refine
from vision.locate.window import Window, best_window
from vision.photo import LAST_ROUNDS, locate, profiles_for, read_found
from vision.reading.cells import Reading, read_cells
from vision.reading.palette import Palette
from vision.reading.shapes import settle

Array = NDArray[np.float64]

# The picture in which dragged corners are snapped: enough for the ridges of cells of 12 pixels.
PIXELS = 600e3
# How far beside a dragged grid its lines are looked for, in cells, round by round: a finger on a telephone is off by
# less than half a cell, and whole cells are mended by looking where the board ends.
DRAGGED = (0.42, 0.3, 0.2)
SNAPPED = (0.16, 0.14)
# Lenses that are tried behind dragged corners: a straight one, and a wide one.
LENSES = ((0.0, 0.0), (WIDE, -STRAIGHTENS * WIDE))
# The quality of a grid that no lens could make clearer.
CLEAREST = 0.95
# How far a corner may snap, in cells: further, and it is another grid than the person meant.
FARTHEST = 1.6
# The quality of the grid from which on a snapped board is believed: a person has said that there is one.
SNAP_ENOUGH = 0.35
# A second board is told if its grid is as clear as that of boards that are found at the first attempt.
SECOND_PIXELS, SECOND_FOCAL, SECOND_ENOUGH = 300e3, 0.9, 0.8
# What is painted over with the board when another one is looked for: its rim and storage panels, in cells around it.
AROUND = 1.5


@dataclass(frozen=True)
class Placed:
    """A board in a picture: where it lies, which printing it is and what lies on it."""

    view: BoardView
    """Its cells are numbered from the board's upper left corner as the page shows it."""
    profile: BoardProfile
    reading: Reading
    patches: tuple[Patch, ...]
    """The pieces that lie there."""
    clarity: float
    """0 to 1: how clearly the grid stands out."""

    @property
    def corners(self) -> list[tuple[float, float]]:
        """Pixels of the playing area's corners: top left, top right, bottom right, bottom left."""
        return [(float(x), float(y)) for x, y in self.view.corners]

    def turned(self, quarters: int) -> Placed:
        """The same board with another side up on the page: each quarter makes its right side the upper one."""
        quarters %= 4
        n = self.view.size
        probability = np.rot90(self.reading.probability, quarters).copy()
        bright = None if self.reading.bright is None else np.rot90(self.reading.bright, quarters).copy()
        white = self.reading.palette.white
        if white.ndim == 2:
            white = np.rot90(white.reshape(n, n, 3), quarters).reshape(-1, 3).copy()
        palette = replace(self.reading.palette, white=white)
        patches = tuple(
            Patch(patch.colour, tuple(sorted(_turned(cell, n, quarters) for cell in patch.cells)))
            for patch in self.patches
        )
        reading = replace(self.reading, probability=probability, bright=bright, palette=palette)
        return replace(self, view=self.view.turned(quarters), reading=reading, patches=patches)


def find(
    image: Image, board: str = "auto", prior: Palette | None = None, alone: bool = True, lens: Lens | None = None
) -> Placed:
    """The board in a BGR picture, with or without pieces on it.

    Args:
        image: height × width × 3.
        board: `auto`, a board kind or the name of a profile.
        prior: what the labels look like here, if that is known.
        alone: whether a second board in view is an error; a live table that follows one board need not care.
        lens: what the printed sheet has measured for this camera.

    Raises:
        CalibrationError: there is none (`no_board`), or a second one beside it (`two_boards`).
    """
    sizes = sizes_for(board)
    found = between_markers(image, sizes)
    if found is None and (sighting := locate(image, board)) is not None:
        found = sighting.found
    found = _through_wide_lens(found)
    kind = "Blokus" if board == "auto" else board
    if found is None:
        find_markers(image, mirrored=True)
        raise CalibrationError(
            "no_board",
            f"no {kind} board is in view: show the whole board with its rim, from above, in even light, or drag its "
            "four corners",
        )
    if found.cut_off:
        raise CalibrationError(
            "no_board", "only a part of the board is in view: hang the camera higher so that all four corners are seen"
        )
    if alone and second_board(image, found.view, sizes):
        raise CalibrationError(
            "two_boards",
            "two boards are in view: put one of them away, or cover it, so that it is clear which one is meant",
        )
    return placed(image, found, board, prior, lens)


def _through_wide_lens(found: Found | None) -> Found | None:
    """The same board, or the same through a wide lens if that makes its grid clearer."""
    if found is None or found.quality >= CLEAREST:
        return found
    view, bend = found.window.view, LENSES[1]
    tries = [bent(view, *bend), view_from_corners(view.corners, view.size, view.image_size, bend)]
    windows = [found.window, *(_snapped(found.picture, guess) for guess in tries)]
    return replace(found, window=max(windows, key=lambda window: window.quality))


def between_markers(image: Image, sizes: tuple[int, ...]) -> Found | None:
    """The board between the mat's four markers, if they lie there: everything outside of them is painted over."""
    markers = find_markers(image)
    if markers is None:
        return None
    grey = grey_of(image).copy()
    inside = np.zeros_like(grey)
    middle = markers.centres.mean(axis=0)
    # A little within the markers' centres: their own edges are the clearest lines of all.
    outline = middle + 0.93 * (markers.centres - middle)
    cv2.fillConvexPoly(inside, np.rint(outline).astype(np.int32), 255)
    grey[inside == 0] = int(np.median(grey[inside > 0]))
    return find_board(grey, sizes)


def sizes_for(board: str) -> tuple[int, ...]:
    """The numbers of cells along a side that a board word allows."""
    return tuple(sorted({profile.size for profile in profiles_for(board)}, reverse=True))


def placed(image: Image, found: Found, board: str, prior: Palette | None = None, lens: Lens | None = None) -> Placed:
    """What lies where, on a board that has been found: grid, lens and heights fitted, cells read."""
    try:
        read = read_found(image, found, board, prior=prior)
        curved = found.view if found.view.lens else None
        view = fitted(image, read.view, read.reading.labels > 0, lens, curved)
        if read.profile.nubs:
            view = straighter(found.picture, (view, read.view), read.reading.labels == 0)
        # Cells are sampled as the reader has found best: bevels make the tops seem lower to the fit.
        view = replace(view, height=read.view.height, walls=read.view.walls)
        again = settle(read_cells(image, view, read.reading.colours, prior, LAST_ROUNDS))
        surer = again if doubt(again) < doubt(read.reading) else read.reading
        read = replace(read, view=view, reading=surer)
        start = start_from(image, read, board)
    except VisionError as problem:
        raise CalibrationError("no_board", str(problem)) from problem
    return Placed(start.view, start.profile, start.reading, start.patches, start.location)


def doubt(reading: Reading) -> float:
    """How many cells are expected to be wrong, as the reading itself says."""
    return float((1 - reading.certainty).sum())


def snap(
    image: Image,
    corners: Sequence[Sequence[float]],
    board: str,
    prior: Palette | None = None,
    lens: Lens | None = None,
) -> Placed:
    """The board near four corners that a person dragged; their order says which side is up on the page.

    Args:
        image: height × width × 3, BGR.
        corners: top left, top right, bottom right, bottom left of the playing area, in pixels.
        board: a board kind or the name of a profile; `auto` tries every size.
        prior: what the labels look like here, if that is known.
        lens: what the printed sheet has measured for this camera.

    Raises:
        CalibrationError: the corners are no board's (`corners`, `mirrored`), or no grid is near them (`no_board`).
    """
    points = _checked(corners, image)
    picture = evened(grey_of(image), PIXELS)
    full = (image.shape[1], image.shape[0])
    tries: list[Window] = []
    for size in sizes_for(board):
        for bend in LENSES if lens is None else (lens.bend,):
            guess = view_from_corners(points, size, full, bend)
            window = _snapped(picture, guess)
            off = float(np.linalg.norm(window.view.scaled(full).corners - points, axis=1).max()) / guess.cell_pixels
            if off < FARTHEST:
                tries.append(window)
            if window.quality >= SURE:
                break
    if not tries or max(window.quality for window in tries) < SNAP_ENOUGH:
        raise CalibrationError(
            "no_board",
            "no grid of a board is near these corners: put them on the outer corners of the four corner cells",
        )
    window = max(tries, key=lambda tried: tried.quality)
    return same_way_up(placed(image, Found(window, picture), board, prior, lens), points)


def view_from_corners(
    points: Array, size: int, image_size: tuple[int, int], bend: tuple[float, float] = (0.0, 0.0)
) -> BoardView:
    """The view that has its corners just there, through a lens that bends so."""
    n = float(size)
    board = np.array([[0, 0], [n, 0], [n, n], [0, n]], np.float32)
    view = BoardView(size, np.eye(3), image_size, 1.0, lens=bend[0], outer_lens=bend[1])
    homography = np.asarray(cv2.getPerspectiveTransform(board, unbent(view, points).astype(np.float32)), float)
    homography /= np.linalg.norm(homography)
    return replace(view, homography=homography, focal=focal_of(homography, image_size))


def second_board(image: Image, view: BoardView, sizes: tuple[int, ...]) -> bool:
    """Whether another board is in view besides this one."""
    grey = grey_of(image).copy()
    n = float(view.size)
    low, high = -AROUND, n + AROUND
    outline = view.project(np.array([[low, low], [high, low], [high, high], [low, high]]))
    cv2.fillConvexPoly(grey, np.rint(outline).astype(np.int32), int(np.median(grey)))
    picture = evened(grey, SECOND_PIXELS)
    lines = find_lines(picture)
    if len(lines.ends) < 2 * min(sizes):
        return False
    for window in find_windows(picture, lines, SECOND_FOCAL, sizes):
        other = window.view.scaled(view.image_size)
        if window.quality >= SECOND_ENOUGH and other.cut_off == 0 and not _overlap(view, other):
            return True
    return False


def _overlap(a: BoardView, b: BoardView) -> bool:
    area, _ = cv2.intersectConvexConvex(a.corners.astype(np.float32), b.corners.astype(np.float32))
    return area > 0.1 * (b.cell_pixels * b.size) ** 2


def _checked(corners: Sequence[Sequence[float]], image: Image) -> Array:
    points = np.asarray(corners, float)
    height, width = image.shape[:2]
    if points.shape != (4, 2) or not np.isfinite(points).all():
        raise CalibrationError("corners", "expected four corners, each with its x and y in pixels")
    if (points < -0.5 * max(width, height)).any() or (points > 1.5 * max(width, height)).any():
        raise CalibrationError("corners", "the corners lie far outside of the picture: drag them onto the board")
    sides = np.roll(points, -1, axis=0) - points
    following = np.roll(sides, -1, axis=0)
    turns = sides[:, 0] * following[:, 1] - sides[:, 1] * following[:, 0]
    if (turns < 0).all():
        raise CalibrationError(
            "mirrored",
            "the corners run the wrong way round: expected top left, top right, bottom right, bottom left; if the "
            "picture itself is mirrored, switch that off in the camera",
        )
    if not (turns > 0.02 * np.linalg.norm(sides, axis=1) * np.linalg.norm(following, axis=1)).all():
        raise CalibrationError("corners", "the four corners do not span a board: drag them apart, in order round it")
    return points


def _snapped(picture: Evened, guess: BoardView) -> Window:
    view = refine(picture, guess.scaled(picture.size), DRAGGED)
    window = best_window(picture, view, guess.size)
    return best_window(picture, refine(picture, window.view, SNAPPED), guess.size)


def same_way_up(found: Placed, points: Array) -> Placed:
    """Turned so that its corners come in the order of the dragged ones."""

    def off(quarters: int) -> float:
        return float(np.linalg.norm(found.view.turned(quarters).corners - points, axis=1).sum())

    best = min(range(4), key=off)
    return found.turned(best) if best else found


def _turned(cell: tuple[int, int], size: int, quarters: int) -> tuple[int, int]:
    row, column = cell
    for _ in range(quarters):
        row, column = size - 1 - column, row
    return row, column
