"""The printed mat: four markers round the board, with which it is found at once. It is never required."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.errors import CalibrationError
from calibration.pdf import Page, written
from calibration.sheet import draw_modules, paper_size
from vision.geometry import BoardView
from vision.locate.evened import Image, grey_of

DICTIONARY = cv2.aruco.DICT_4X4_50
NUMBERS = (40, 41, 42, 43)
"""The markers at the board's top left, top right, bottom right, bottom left."""
# Side of a marker in millimetres, modules along it, and the white around it that it needs to be seen.
SIDE, MODULES, QUIET = 36.0, 6, 8.0


# Pixels of the picture in which markers are looked for.
ENOUGH = 300e3


@dataclass(frozen=True)
class Markers:
    """The four markers in a picture."""

    centres: NDArray[np.float64]
    """4 × 2 pixels, in the order of `NUMBERS`."""


def mat_pdf(paper: str = "a4") -> bytes:
    """Two pages with four markers to cut out and lay at the board's corners; real size."""
    width, height = paper_size(paper)
    dictionary = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    places = ("top left", "top right", "bottom right", "bottom left")
    pages = []
    for first in (0, 2):
        page = Page(width, height)
        for index in (first, first + 1):
            top = 30.0 + (index - first) * height / 2
            left = (width - SIDE) / 2
            drawing = cv2.aruco.generateImageMarker(dictionary, NUMBERS[index], MODULES * 8)[4::8, 4::8]
            draw_modules(page, np.asarray(drawing, np.uint8), left, top, SIDE / MODULES)
            page.text(
                left - 20, top + SIDE + QUIET + 6, f"{places[index]}: lay it outside this corner, this way up.", 3.5
            )
        pages.append(page)
    return written(pages)


def find_markers(image: Image, mirrored: bool = False) -> Markers | None:
    """The four markers, or None if not all are seen.

    With `mirrored`, a mirrored picture of them is looked for too, and is an error (CalibrationError, `mirrored`).
    """
    # A marker has six modules and needs three pixels for each: a small picture is enough, and far quicker.
    height, width = image.shape[:2]
    scale = min(1.0, (ENOUGH / (height * width)) ** 0.5)
    grey = grey_of(image)
    small = grey if scale == 1.0 else cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    found = _found(np.asarray(small, np.uint8), mirrored)
    return None if found is None else Markers((found.centres + 0.5) / scale - 0.5)


def _found(image: Image, mirrored: bool) -> Markers | None:
    found = _detected(image)
    if found is None and mirrored and _detected(np.ascontiguousarray(image[:, ::-1])) is not None:
        raise CalibrationError("mirrored", "the picture is mirrored: switch that off in the camera")
    return found


def _detected(image: Image) -> Markers | None:
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(DICTIONARY))
    corners, numbers, _ = detector.detectMarkers(grey_of(image))
    centres = {
        int(n): np.asarray(c, float).reshape(4, 2).mean(axis=0)
        for n, c in zip(np.ravel(numbers) if len(corners) else (), corners, strict=True)
    }
    if not set(NUMBERS) <= set(centres):
        return None
    return Markers(np.stack([centres[number] for number in NUMBERS]))


def moved_with(view: BoardView, before: Markers, now: Markers) -> NDArray[np.float64]:
    """Where a view's corners are after camera or mat have moved: 4 × 2 pixels, ready to be snapped."""
    matrix = cv2.getPerspectiveTransform(before.centres.astype(np.float32), now.centres.astype(np.float32))
    corners = cv2.perspectiveTransform(view.corners[None].astype(np.float64), matrix)[0]
    return np.asarray(corners, float)


def corners_within(markers: Markers) -> NDArray[np.float64]:
    """A first guess of the board's corners from the markers alone: they lie just outside of them, on its diagonals.

    Markers are laid by hand, so the guess is off by some cells; the finder looks for the grid only there.
    """
    middle = markers.centres.mean(axis=0)
    return np.asarray(middle + 0.88 * (markers.centres - middle), float)
