"""What the photo commands share: load, read, describe, draw."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration import CalibrationError
from calibration.geometry import find
from calibration.keeping import read_file
from calibration.printings import Printing
from calibration.starting import verify
from companion.boards import learn_boards
from engine.squares import square_name
from vision.errors import VisionError
from vision.geometry import BoardView
from vision.photo import PhotoReading, Watcher, read_photo
from vision.picture import Picture, load_picture
from vision.stages import StagePictures, drawn_reading


@dataclass(frozen=True)
class ReadPhoto:
    """A photo and what it says."""

    picture: Picture
    result: PhotoReading

    @property
    def view(self) -> BoardView:
        """The board in pixels of the full photo."""
        return self.result.view.scaled(self.picture.full_size)

    def answer(self) -> dict[str, Any]:
        """The answer as plain data, as the design says."""
        result = self.result
        return {
            "board": result.profile.kind,
            "printing": result.profile.name,
            "corners": [[round(float(x), 2), round(float(y), 2)] for x, y in self.view.corners],
            "grid": result.reading.grid,
            "unsure": [list(cell) for cell in result.unsure],
            "confidence": round(result.confidence, 4),
            "kind_confidence": round(result.kind_confidence, 4),
            "tilt": round(result.view.tilt, 1),
        }

    def summary(self) -> str:
        """One line for people."""
        result = self.result
        size = result.view.size
        doubt = ", ".join(square_name(cell, size) for cell in result.unsure)
        return (
            f"{result.profile.name} board, camera tilted by {result.view.tilt:.0f}°; "
            + (f"unsure: {doubt}" if doubt else "no cell in doubt")
            + f"; all cells right with a probability of {100 * result.confidence:.0f} %"
        )


def load_and_read(path: Path, board: str, watch: Watcher | None, calibration: Path | None = None) -> ReadPhoto:
    """The photo at `path`, read; with a calibration, where and as that says unless the photo shows otherwise."""
    picture = load_picture(path)
    printing = learn_boards().get(board)
    try:
        if calibration is not None or printing is not None:
            return ReadPhoto(picture, _read_known(picture, board, calibration, printing))
        return ReadPhoto(picture, read_photo(picture.image, board, watch))
    except VisionError as problem:
        raise VisionError(f"{path}: {problem}") from problem


def _read_known(picture: Picture, board: str, calibration: Path | None, printing: Printing | None) -> PhotoReading:
    """What a photo says of a board about which something is known: a kept calibration, or a taught printing."""
    try:
        if calibration is None:
            found = find(picture.image, board, printing.palette if printing else None, alone=False)
        else:
            found = verify(read_file(calibration), picture.image).found
    except CalibrationError as problem:
        raise VisionError(str(problem)) from problem
    return PhotoReading(found.view, found.profile, found.reading, 1.0, found.clarity)


def debug_watcher(folder: Path | None, photo: Path) -> Watcher | None:
    """A watcher that writes the picture of each stage into the folder; None without a folder."""
    if folder is None:
        return None
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise VisionError(f"cannot make the folder {folder}: {problem.strerror}") from problem
    return StagePictures(folder, load_picture(photo).image)


def draw_reading(photo: ReadPhoto, target: Path) -> None:
    """Write the photo with the reading drawn over it."""
    image = drawn_reading(photo.picture.image, photo.result.view, photo.result.reading, photo.result.unsure)
    write_picture(image, target)


def write_picture(image: np.ndarray[Any, Any], target: Path) -> None:
    """Write a picture in the format that its name says."""
    try:
        written = cv2.imwrite(str(target), image)
    except cv2.error as problem:
        raise VisionError(f"cannot write {target}: give a name that ends in .png or .jpg") from problem
    if not written:
        raise VisionError(f"cannot write {target}: is there such a folder, and may you write to it?")


def say(text: str) -> None:
    """Print for the person at the terminal."""
    print(text)  # noqa: T201
