"""Colours: what each label looks like on this board in this light, learnt from the picture and from people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.errors import CalibrationError
from calibration.geometry import Placed
from engine.colours import Colour
from engine.pieces import Cell
from vision.locate.evened import Image
from vision.reading.appearance import appearance_of, light_of
from vision.reading.cells import Reading, read_cells
from vision.reading.palette import Palette, usual_palette
from vision.reading.sampling import sample_places, take

# A cell is learnt from if its label is at least this likely.
SURE = 0.95
# What one tap counts against what was learnt from the cells themselves, in cells: people know better.
TAP_WEIGHT = 8.0
# Cells that a learnt look counts for at most when a person contradicts it.
MOST_WEIGHT = 6.0
# How much a colour strays over the board if only a tapped cell is known of it.
FIRST_SPREAD = 0.1


@dataclass(frozen=True)
class Learnt:
    """A palette, and how many cells each of its labels was learnt from: 0 is the printing's usual look alone."""

    palette: Palette
    cells: tuple[int, ...]

    @property
    def unmet(self) -> tuple[Colour, ...]:
        """Colours of which no piece has been seen yet."""
        return tuple(colour for colour, count in zip(self.palette.colours, self.cells[1:], strict=True) if not count)


def learn(found: Placed) -> Learnt:
    """The palette of a board that was found: from its pieces if there are any, else what is usual."""
    return Learnt(found.reading.palette, counts(found.reading))


def counts(reading: Reading) -> tuple[int, ...]:
    """How many cells certainly bear each label: empty, then the colours."""
    sure = reading.certainty > SURE
    return tuple(int(((reading.labels == label) & sure).sum()) for label in range(1 + len(reading.colours)))


def prior(colours: tuple[Colour, ...], white: NDArray[np.float32] | None = None) -> Palette:
    """What to expect of colours before a piece was seen; CalibrationError for colours that hue cannot tell."""
    grey = [colour for colour in colours if colour in (Colour.BLACK, Colour.WHITE)]
    if grey:
        raise CalibrationError(
            "colours",
            f"pieces that are {' or '.join(grey)} cannot be told from a grey or white board by their hue: "
            "expected colours among blue, yellow, red, green, purple, orange, pink, turquoise",
        )
    return usual_palette(colours, np.ones(3, np.float32) if white is None else white)


def tapped(image: Image, found: Placed, taps: Mapping[Cell, Colour | None]) -> Placed:
    """The board read again after a person has said what some cells are (None: empty).

    The palette moves to what the tapped cells look like, and those cells bear what was said.
    """
    n, colours = found.view.size, found.profile.colours
    for (row, column), colour in taps.items():
        if not (0 <= row < n and 0 <= column < n):
            raise CalibrationError("colours", f"the cell {(row, column)} is not on a board of {n} × {n} cells")
        if colour is not None and colour not in colours:
            raise CalibrationError(
                "colours", f"{colour} is not a colour of this board: expected {', '.join(colours)} or empty"
            )
    if not taps:
        return found
    light = light_of(take(image, sample_places(found.view)))
    said = np.full(n * n, -1)
    for (row, column), colour in taps.items():
        said[row * n + column] = 0 if colour is None else 1 + colours.index(colour)
    palette = _whitened(found.reading.palette, light, said)
    seen = appearance_of(light, palette.white)
    known = counts(found.reading)
    pure, whole, spread = palette.pure.copy(), palette.whole.copy(), palette.spread.copy()
    for label in range(len(pure)):
        mine = said == label
        if not mine.any():
            continue
        before, now = min(MOST_WEIGHT, known[label]), TAP_WEIGHT * float(mine.sum())
        pure[label] = (before * pure[label] + now * seen.pure[mine].mean(axis=0)) / (before + now)
        whole[label] = (before * whole[label] + now * seen.whole[mine].mean(axis=0)) / (before + now)
        if label:
            spread[label] = max(spread[label], FIRST_SPREAD)
    taught = replace(palette, pure=pure, whole=whole, spread=spread)
    reading = read_cells(image, found.view, colours, taught)
    probability = reading.probability.copy()
    for cell, label in zip(taps, said[[row * n + column for row, column in taps]], strict=True):
        probability[cell] = 0.0
        probability[cell][label] = 1.0
    return replace(found, reading=replace(reading, probability=probability))


def _whitened(palette: Palette, light: NDArray[np.float32], said: NDArray[np.int64]) -> Palette:
    """The palette with its white moved to the cells that a person calls empty, if there are any."""
    empty = said == 0
    if not empty.any():
        return palette
    fresh = np.median(np.median(light[empty], axis=1), axis=0)
    if palette.white.ndim == 1:
        return replace(palette, white=fresh.astype(np.float32))
    factor = fresh / np.maximum(np.median(palette.white[empty], axis=0), 1e-4)
    return replace(palette, white=(palette.white * factor).astype(np.float32))
