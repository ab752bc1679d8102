"""The printed sheet: a ChArUco board in real size, from whose pictures the lens is measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.errors import CalibrationError
from calibration.pdf import PAPERS, Page, written
from vision.locate.evened import Image, grey_of

# Squares of 20 mm with markers of 15 mm fit both papers with a margin that every printer can print.
COLUMNS, ROWS, SQUARE, MARKER = 9, 12, 20.0, 15.0
DICTIONARY = cv2.aruco.DICT_4X4_100
# Of the sheet's corners in one picture, so many must be seen for the picture to help; and pictures that help.
FEWEST_CORNERS, FEWEST_PICTURES = 16, 4
# Pixels by which the fitted corners may miss the seen ones: more, and the sheet was bent or printed badly.
WORST_FIT = 1.5


@dataclass(frozen=True)
class Lens:
    """A camera's lens as the sheet measures it, for pictures of one size."""

    image_size: tuple[int, int]
    focal: float
    """In pixels."""
    k1: float
    k2: float
    """Radial distortion in the usual form: r (1 + k1 r² + k2 r⁴), r in focal lengths."""
    misfit: float
    """Pixels (root mean square) between seen and fitted corners."""
    pictures: int

    def scaled(self, image_size: tuple[int, int]) -> Lens | None:
        """The same lens for another size of the same picture; None if it is another picture."""
        factor = image_size[0] / self.image_size[0]
        if abs(image_size[1] / self.image_size[1] / factor - 1) > 0.01:
            return None
        return replace(self, image_size=image_size, focal=self.focal * factor)

    @property
    def bend(self) -> tuple[float, float]:
        """As a board view says it: fractions of the radius at the picture's corner, of the square and fourth power."""
        width, height = self.image_size
        reach = (width * width + height * height) / 4 / self.focal**2
        return self.k1 * reach, self.k2 * reach * reach


def charuco() -> cv2.aruco.CharucoBoard:
    """The board on the sheet; lengths in millimetres."""
    return cv2.aruco.CharucoBoard((COLUMNS, ROWS), SQUARE, MARKER, cv2.aruco.getPredefinedDictionary(DICTIONARY))


def sheet_pdf(paper: str = "a4") -> bytes:
    """The sheet as a PDF in real size; CalibrationError (`sheet`) for a paper that is not known."""
    width, height = paper_size(paper)
    page = Page(width, height)
    # One pixel of the drawing is 2.5 mm: markers are six of their modules wide, 15 mm.
    module = MARKER / 6
    board = charuco()
    drawing = _modules(board, module)
    left, top = (width - COLUMNS * SQUARE) / 2, (height - ROWS * SQUARE) / 2
    draw_modules(page, drawing, left, top, module)
    page.text(left, top - 4, "Lens sheet: print at 100 %, lay it flat, take 8 pictures from different sides.", 3.2)
    page.text(left, top + ROWS * SQUARE + 6, f"This line is 100 mm long: {paper}", 3.0)
    page.box(left + 60, top + ROWS * SQUARE + 5, 100, 0.4)
    return written([page])


def paper_size(paper: str) -> tuple[float, float]:
    """Width and height in millimetres of a paper by its name."""
    if paper.lower() not in PAPERS:
        raise CalibrationError("sheet", f"unknown paper {paper[:20]!r}: expected {' or '.join(PAPERS)}")
    return PAPERS[paper.lower()]


def draw_modules(page: Page, drawing: NDArray[np.uint8], left: float, top: float, module: float) -> None:
    """Draw black modules as rectangles, runs of them in one go."""
    for row, line in enumerate(drawing):
        dark = np.flatnonzero(np.diff(np.concatenate([[0], line < 128, [0]]).astype(np.int8)))
        for start, end in zip(dark[::2], dark[1::2], strict=True):
            # A hair taller than its row: viewers draw a light seam between rectangles that just meet.
            page.box(left + start * module, top + row * module, (end - start) * module, module + 0.02)


def _modules(board: cv2.aruco.CharucoBoard, module: float) -> NDArray[np.uint8]:
    """The board's drawing, one pixel a module; the markers' quiet border of 2.5 mm is one module too."""
    per_square = round(SQUARE / module)
    fine = board.generateImage((COLUMNS * per_square * 8, ROWS * per_square * 8), marginSize=0, borderBits=1)
    return np.asarray(fine[4::8, 4::8], np.uint8)


def detect(image: Image) -> tuple[NDArray[np.float32], NDArray[np.float32]] | None:
    """Millimetres on the sheet (n × 3) and pixels (n × 2) of the corners seen; None if the picture does not help."""
    board = charuco()
    detector = cv2.aruco.CharucoDetector(board)
    corners, numbers, _, _ = detector.detectBoard(grey_of(image))
    if numbers is None or len(numbers) < FEWEST_CORNERS:
        return None
    # OpenCV's types know only lists of pictures here; the arrays of its own detector are taken as well.
    places, pixels = board.matchImagePoints(corners, numbers)  # type: ignore[call-overload]
    return np.asarray(places, np.float32).reshape(-1, 3), np.asarray(pixels, np.float32).reshape(-1, 2)


def lens_from(images: Sequence[Image]) -> Lens:
    """The lens, from pictures of the sheet from different sides, all of one size.

    Raises:
        CalibrationError: too few pictures show the sheet, their sizes differ, or it was not flat (`sheet`).
    """
    sizes = {(image.shape[1], image.shape[0]) for image in images}
    if len(sizes) > 1:
        raise CalibrationError("sheet", f"the pictures of the sheet have {len(sizes)} different sizes: expected one")
    seen = [found for image in images if (found := detect(image)) is not None]
    if len(seen) < FEWEST_PICTURES:
        mirrored = not seen and any(detect(np.ascontiguousarray(image[:, ::-1])) is not None for image in images)
        if mirrored:
            raise CalibrationError("mirrored", "the pictures of the sheet are mirrored: switch that off in the camera")
        raise CalibrationError(
            "sheet",
            f"only {len(seen)} of {len(images)} pictures show enough of the sheet: expected {FEWEST_PICTURES} or more, "
            "sharp, with most of the sheet in view, from different sides",
        )
    size = next(iter(sizes))
    focal = 0.82 * max(size)
    start = np.array([[focal, 0, (size[0] - 1) / 2], [0, focal, (size[1] - 1) / 2], [0, 0, 1.0]])
    # One focal length, the middle of the picture, no tangential part: what a board view knows of a lens.
    flags = (
        cv2.CALIB_USE_INTRINSIC_GUESS
        | cv2.CALIB_FIX_PRINCIPAL_POINT
        | cv2.CALIB_FIX_ASPECT_RATIO
        | cv2.CALIB_ZERO_TANGENT_DIST
        | cv2.CALIB_FIX_K3
    )
    misfit, matrix, bent, _, _ = cv2.calibrateCamera(
        [places for places, _ in seen], [pixels for _, pixels in seen], size, start, np.zeros(5), flags=flags
    )
    if misfit > WORST_FIT:
        raise CalibrationError(
            "sheet",
            f"the sheet does not fit a flat one by {misfit:.1f} pixels: lay it on a pane or glue it to cardboard",
        )
    k1, k2 = (float(value) for value in np.ravel(bent)[:2])
    return Lens(size, float(matrix[0, 0]), k1, k2, float(misfit), len(seen))
