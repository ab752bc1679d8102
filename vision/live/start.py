"""The first look: find the board, tell its printing, learn the colours, see what already lies on it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.profiles import BoardProfile
from vision.changes import Patch
from vision.geometry import BoardView
from vision.live.marks import Marked, find_marks
from vision.locate.evened import evened, grey_of
from vision.locate.finder import FINE
from vision.photo import PhotoReading, on_its_lines, profiles_for, read_photo
from vision.reading.appearance import light_of
from vision.reading.cells import Reading, read_cells
from vision.reading.nubs import NUB_RELIEF, has_nubs, nub_relief
from vision.reading.palette import Palette
from vision.reading.pieces import pieces_on
from vision.reading.sampling import Image, sample_places, take

# How far off the marks must be, in cells, for a board to lie elsewhere than it was found: if the nubs stand out so many
# times clearer there, and in any case.
OFF, OFF_A_CELL, CLEARER = 0.15, 0.6, 1.2
# Below this the colours on the board have not told the printing, nor have fewer cells than the smallest pieces of two.
TOLD, FEWEST = 0.9, 3


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
    sided: bool = False
    """Whether marks on the board say from which side it is seen."""


FirstLook = Callable[[Image, str], Start]
"""Finds and reads the board named by a board word in a quiet frame; VisionError if there is none."""


def first_look(image: Image, board: str) -> Start:
    """Find and read the board in a quiet frame; VisionError if there is none."""
    return start_from(image, read_photo(image, board), board)


def start_from(image: Image, read: PhotoReading, board: str) -> Start:
    """The start that a reading of a frame gives: the printing told by its nubs too, the right way round."""
    profile, reading, view = read.profile, read.reading, read.view
    grey = grey_of(image)
    marked = find_marks(grey, view, profile, reading.labels > 0) if profile.kind == "duo" else None
    if marked is not None and (moved := _moved(image, grey, view, marked, profile)) is not None:
        view = moved
        reading = read_cells(image, view, profile.colours)
    told = read.kind_confidence >= TOLD and int((reading.labels > 0).sum()) >= FEWEST
    if not told and len(profiles_for(board)) > 1:
        profile = _by_nubs(image, view, reading, profile)
        if profile.colours != reading.colours:
            reading = read_cells(image, view, profile.colours)
    if marked is not None and marked.turned:
        view = view.turned(1)
        reading = replace(reading, probability=np.rot90(reading.probability).copy())
    patches = tuple(
        Patch(found.colour, tuple(sorted(piece.cells))) for found in pieces_on(reading) for piece in found.found
    )
    return Start(
        view, profile, reading.palette, reading.labels, patches, reading, read.location, sided=marked is not None
    )


def _moved(image: Image, grey: Image, view: BoardView, marked: Marked, profile: BoardProfile) -> BoardView | None:
    """The view moved so that its start squares lie on the marks, and fitted again; None if they lie there already.

    By a part of a cell only nubs can be mistaken, and then they stand out of the cells' middles once they are in them.
    """
    off = max(abs(marked.right), abs(marked.down))
    whole = off >= OFF_A_CELL
    if off < OFF:
        return None
    move = np.array([[1, 0, marked.right], [0, 1, marked.down], [0, 0, 1.0]])
    picture = evened(grey, FINE)
    moved = replace(view, homography=view.homography @ move).scaled(picture.size)
    covered = np.zeros((profile.size, profile.size), bool)
    fitted = on_its_lines(picture, moved, covered, nubs=profile.nubs or not whole, sure=False)
    fitted = fitted.scaled(view.image_size)
    if whole:
        return fitted
    here, there = (nub_relief(light_of(take(image, sample_places(seen)))) for seen in (view, fitted))
    return fitted if there > max(NUB_RELIEF, CLEARER * here) else None


def _by_nubs(image: Image, view: BoardView, reading: Reading, profile: BoardProfile) -> BoardProfile:
    """Where no colours tell the printing, the nubs do."""
    empty = reading.labels == 0
    if not empty.any():
        return profile
    nubs = has_nubs(light_of(take(image, sample_places(view))), empty)
    return next((p for p in profiles_for(profile.kind) if p.nubs == nubs), profile)
