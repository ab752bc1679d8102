"""The first look: find the board, tell its printing, learn the colours, see what already lies on it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.profiles import BoardProfile
from vision.changes import Patch
from vision.geometry import BoardView
from vision.photo import PhotoReading, profiles_for, read_photo
from vision.reading.appearance import light_of
from vision.reading.cells import Reading, read_cells
from vision.reading.nubs import has_nubs
from vision.reading.palette import Palette
from vision.reading.pieces import pieces_on
from vision.reading.sampling import Image, sample_places, take

# How much more a marked cell differs from the usual empty one than nine of ten cells do, and than one without a mark.
MARKED = 1.3
# Below this the colours on the board have not told the printing.
TOLD = 0.9


@dataclass(frozen=True)
class Start:
    """What a first look has found."""

    view: BoardView
    profile: BoardProfile
    palette: Palette
    labels: NDArray[np.int64]
    """Rows × columns of what lies there."""
    patches: tuple[Patch, ...]
    reading: Reading
    location: float
    """0 to 1: how clearly the board stands out as a board."""
    met: frozenset[int] = frozenset()
    """Labels of colours that are not on the board but are known from before."""


FirstLook = Callable[[Image, str], Start]
"""Finds and reads the board named by a board word in a quiet frame; VisionError if there is none."""


def first_look(image: Image, board: str) -> Start:
    """Find and read the board in a quiet frame; VisionError if there is none."""
    return start_from(image, read_photo(image, board), board)


def start_from(image: Image, read: PhotoReading, board: str) -> Start:
    """The start that a reading of a frame gives: the printing told by its nubs too, the right way round."""
    profile = read.profile
    reading = read.reading
    if read.kind_confidence < TOLD and len(profiles_for(board)) > 1:
        profile = _by_nubs(image, read)
        if profile.colours != reading.colours:
            reading = read_cells(image, read.view, profile.colours)
    view = read.view
    if _marked_otherwise(image, view, profile, reading.labels):
        view = view.turned(1)
        reading = replace(reading, probability=np.rot90(reading.probability).copy())
    patches = tuple(
        Patch(found.colour, tuple(sorted(piece.cells))) for found in pieces_on(reading) for piece in found.found
    )
    return Start(view, profile, reading.palette, reading.labels, patches, reading, read.location)


def _marked_otherwise(image: Image, view: BoardView, profile: BoardProfile, labels: NDArray[np.int64]) -> bool:
    """Whether the start marks are seen on the other diagonal: the camera looks from another side.

    Corners are the same from every side; on Duo the marks are two cells that look unlike all other empty ones.
    """
    n = profile.size
    other = [(column, n - 1 - row) for row, column in profile.starts]
    if set(other) == set(profile.starts) or any(labels[cell] for cell in (*profile.starts, *other)):
        return False
    light = light_of(take(image, sample_places(view))).mean(axis=2)
    logs = np.log(light + 0.004).reshape(n, n, -1)
    logs -= np.median(logs, axis=2, keepdims=True)
    empty = labels == 0
    odd = np.abs(logs - np.median(logs[empty], axis=0)).mean(axis=2)
    usual = float(np.percentile(odd[empty], 90))
    here = min(odd[cell] for cell in profile.starts)
    there = min(odd[cell] for cell in other)
    return bool(there > MARKED * usual and there > MARKED * here)


def _by_nubs(image: Image, read: PhotoReading) -> BoardProfile:
    """Where no colours tell the printing, the nubs do."""
    empty = read.reading.labels == 0
    if not empty.any():
        return read.profile
    nubs = has_nubs(light_of(take(image, sample_places(read.view))), empty)
    return next((p for p in profiles_for(read.profile.kind) if p.nubs == nubs), read.profile)
