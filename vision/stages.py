"""Pictures of each stage of reading, for people who want to see what the reader sees."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from engine.colours import Colour
from engine.pieces import Cell
from vision.geometry import BoardView
from vision.locate.evened import Image, evened, grey_of
from vision.locate.finder import ATTEMPTS, Found
from vision.locate.lines import find_lines
from vision.locate.sheet import sheet_of
from vision.reading.cells import Reading
from vision.reading.sampling import sample_places

# BGR, as the pieces look.
PAINT: dict[Colour, tuple[int, int, int]] = {
    Colour.BLUE: (220, 90, 30),
    Colour.YELLOW: (40, 210, 250),
    Colour.RED: (40, 40, 220),
    Colour.GREEN: (70, 160, 30),
    Colour.PURPLE: (160, 40, 120),
    Colour.ORANGE: (30, 130, 245),
    Colour.BLACK: (40, 40, 40),
    Colour.WHITE: (240, 240, 240),
    Colour.PINK: (180, 105, 255),
    Colour.TURQUOISE: (200, 200, 40),
}
WIDEST = 1600


class StagePictures:
    """Writes one numbered picture per stage into a folder; call it with a stage's name and result."""

    def __init__(self, folder: Path, image: Image) -> None:
        self.folder = folder
        self.image = image
        self.count = 0

    def __call__(self, stage: str, result: object) -> None:
        """Draw what this stage found."""
        if isinstance(result, Found):
            picture = evened(grey_of(self.image), ATTEMPTS[0][0])
            canvas = cv2.cvtColor(picture.image, cv2.COLOR_GRAY2BGR)
            lines = find_lines(picture)
            strong = lines.weights / (lines.weights.max(initial=1e-9))
            for (x1, y1, x2, y2), share in zip(lines.ends, strong, strict=True):
                shade = (0, int(80 + 175 * share), 255)
                cv2.line(canvas, (round(x1), round(y1)), (round(x2), round(y2)), shade, 1)
            self._write("lines", canvas)
            sheet = sheet_of(result.picture, result.window.view, 3)
            steps = np.sqrt(np.hypot(sheet.across, sheet.down))
            self._write("sheet", (255 * steps / (steps.max() + 1e-6)).astype(np.uint8))
            self._write("found", drawn_grid(self.image, result.view))
        elif isinstance(result, tuple) and isinstance(result[0], BoardView) and isinstance(result[1], Reading):
            view, reading = result
            doubtful = [(int(r), int(c)) for r, c in np.argwhere(reading.certainty < 0.9)]
            if stage == "cells":
                self._write("samples", drawn_samples(self.image, view))
                self._write("white", _white(reading))
            self._write(stage, drawn_reading(self.image, view, reading, doubtful))

    def _write(self, name: str, picture: np.ndarray) -> None:
        self.count += 1
        cv2.imwrite(str(self.folder / f"{self.count:02d}-{name}.png"), picture)


def drawn_grid(image: Image, view: BoardView) -> Image:
    """The picture with the board's grid over it: the board plane in cyan, the height of the piece tops in magenta."""
    canvas, scaled = _canvas(image, view)
    for height, paint in ((0.0, (255, 255, 0)), (view.height, (255, 0, 255))):
        along = np.linspace(0, view.size, 4 * view.size + 1)
        for k in range(view.size + 1):
            for points in (
                np.stack([np.full_like(along, k), along], -1),
                np.stack([along, np.full_like(along, k)], -1),
            ):
                _path(canvas, scaled.project(points, height), paint)
    return canvas


def drawn_samples(image: Image, view: BoardView) -> Image:
    """The picture with a dot wherever a cell was sampled."""
    canvas, scaled = _canvas(image, view)
    for x, y in np.round(sample_places(scaled).reshape(-1, 2)).astype(int):
        if 0 <= x < canvas.shape[1] and 0 <= y < canvas.shape[0]:
            canvas[y, x] = (255, 255, 0)
    return canvas


def drawn_reading(image: Image, view: BoardView, reading: Reading, unsure: list[Cell]) -> Image:
    """The picture with the reading over it: a disc of its colour on each piece, a ring around each doubtful cell."""
    canvas, scaled = _canvas(image, view)
    n = view.size
    edge = np.array([[0, 0], [n, 0], [n, n], [0, n], [0, 0]], float)
    _path(canvas, scaled.project(edge), (255, 255, 0), 2)
    radius = max(2, round(0.22 * scaled.cell_pixels))
    for row in range(n):
        for column in range(n):
            x, y = scaled.project(np.array([column + 0.5, row + 0.5]), view.height)
            place = (round(float(x)), round(float(y)))
            label = int(reading.labels[row, column])
            if label:
                cv2.circle(canvas, place, radius, PAINT[reading.colours[label - 1]], -1, cv2.LINE_AA)
                cv2.circle(canvas, place, radius, (255, 255, 255), 1, cv2.LINE_AA)
            if (row, column) in unsure:
                cv2.circle(canvas, place, 2 * radius, (255, 0, 255), 2, cv2.LINE_AA)
    return canvas


def _canvas(image: Image, view: BoardView) -> tuple[Image, BoardView]:
    height, width = image.shape[:2]
    scale = min(1.0, WIDEST / max(height, width))
    small = cv2.resize(image, (round(width * scale), round(height * scale)), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8).copy(), view.scaled((small.shape[1], small.shape[0]))


def _path(canvas: Image, pixels: np.ndarray, paint: tuple[int, int, int], width: int = 1) -> None:
    cv2.polylines(canvas, [np.round(pixels).astype(np.int32)], False, paint, width, cv2.LINE_AA)


def _white(reading: Reading) -> Image:
    """The light of the empty board as it was learnt, cell by cell."""
    white = np.broadcast_to(reading.palette.white, (reading.size**2, 3)).reshape(reading.size, reading.size, 3)
    shown = (255 * np.clip(white / white.max(), 0, 1) ** (1 / 2.2)).astype(np.uint8)
    return np.asarray(cv2.resize(shown, None, fx=24, fy=24, interpolation=cv2.INTER_NEAREST), np.uint8)
