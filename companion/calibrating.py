"""Calibrating from a source: quiet frames in, a calibration out. No page, no printing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from calibration import Calibration, CalibrationError, calibrated
from calibration.aim import moving
from calibration.colours import tapped
from calibration.geometry import Placed, find, snap
from calibration.sheet import Lens
from engine.colours import Colour
from engine.errors import CompanionError
from engine.pieces import Cell
from vision.errors import BrokenFrameError, EndedError, SizeChangedError, VisionError
from vision.frames import Image, Source
from vision.live.gathered import Gathered
from vision.picture import load_picture
from vision.reading.palette import Palette
from vision.sources.pictures import SUFFIXES

# Frames that are read to find some that stand still, and how many of those are added up: noise falls to a half.
MOST_FRAMES, QUIET_FRAMES = 60, 4


@dataclass(frozen=True)
class Wishes:
    """What a person has said about the board."""

    board: str = "auto"
    corners: Sequence[Sequence[float]] = ()
    """Four dragged corners, or none."""
    taps: Mapping[Cell, Colour | None] | None = None
    quarters: int = 0
    """By how many quarters the board is turned on the page: each makes its right side the upper one."""
    prior: Palette | None = None
    lens: Lens | None = None


def quiet_frame(source: Source) -> Image:
    """The mean of some frames on which nothing moves; SourceError if the source fails, CalibrationError if it moves."""
    gathered, before, mean, count = Gathered(), None, None, 0
    for _ in range(MOST_FRAMES):
        try:
            frame = source.read()
        except EndedError:
            break
        except (BrokenFrameError, SizeChangedError):
            gathered.clear()
            before, count = None, 0
            continue
        image = frame.image
        if before is not None and np.array_equal(before, image):
            return image  # a photo: the same again and again
        if before is not None and moving(image, before, None):
            gathered.clear()
            count = 0
        mean, before, count = gathered.add(image), image, count + 1
        if count == QUIET_FRAMES:
            return mean
    if mean is None:
        raise CalibrationError("no_board", f"{source.address} gave no picture")
    if count < 2 and source.live:
        raise CalibrationError(
            "no_board", "the picture never stands still: take your hands off the table and the camera"
        )
    return mean


def calibrate(
    image: Image, camera: str, wishes: Wishes, controls: Mapping[str, float] | None = None
) -> tuple[Calibration, Placed]:
    """The calibration of a camera from one picture, and the board in it."""
    if wishes.corners:
        found = snap(image, wishes.corners, wishes.board, wishes.prior, wishes.lens)
    else:
        found = find(image, wishes.board, wishes.prior, lens=wishes.lens)
        found = found.turned(wishes.quarters) if wishes.quarters % 4 else found
    if wishes.taps:
        found = tapped(image, found, wishes.taps)
    return calibrated(image, found, camera, controls), found


def pictures_in(folder: Path) -> list[Image]:
    """All pictures of a folder, in the order of their names."""
    if not folder.is_dir():
        raise VisionError(f"{folder} is not a folder of pictures")
    paths = sorted(path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES)
    return [load_picture(path).image for path in paths]


def taps_from(texts: Sequence[str], size: int) -> dict[Cell, Colour | None]:
    """Taps as the command line gives them: `a1=red`, `c4=empty`."""
    taps: dict[Cell, Colour | None] = {}
    for text in texts:
        square, equals, word = text.partition("=")
        letters = square.rstrip("0123456789").lower()
        digits = square[len(letters) :]
        if not equals or len(letters) != 1 or not digits or not letters.isalpha():
            raise CompanionError(f"--tap {text[:40]}: expected a square and its colour, such as a1=red or c4=empty")
        cell = size - int(digits), ord(letters) - ord("a")
        if not (0 <= cell[0] < size and 0 <= cell[1] < size):
            raise CompanionError(f"--tap {text[:40]}: {square[:10]} is not on a board of {size} × {size}")
        taps[cell] = None if word.strip().lower() in ("empty", "") else Colour.parse(word)
    return taps
