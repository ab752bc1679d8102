"""Whether a reading makes sense as a game: figures that are pieces, on a board of one tone."""

from __future__ import annotations

import numpy as np

from engine.pieces import piece_of
from vision.reading.cells import Reading
from vision.reading.shapes import components

# Difference in brightness of the empty cells, in powers of two, that no board has: flares and shadows on glossy dark
# boards reach 1.8, the squares of a printed chessboard 4.
TWO_TONES = 2.2


def sense_of(reading: Reading) -> tuple[int, float]:
    """How many cells are covered, and the share of them that belongs to figures that are pieces."""
    covered, good = 0, 0
    for label in range(1, len(reading.colours) + 1):
        for figure in components(reading.labels == label):
            covered += len(figure)
            good += len(figure) if len(figure) <= 5 and piece_of(figure) is not None else 0
    return covered, good / max(covered, 1)


def two_toned(reading: Reading) -> bool:
    """Whether the empty cells are of two tones, as those of a chessboard are."""
    bare = reading.labels == 0
    if reading.bright is None or bare.sum() <= 10:
        return False
    low, high = np.quantile(reading.bright[bare], [0.1, 0.9])
    return bool(high - low > TWO_TONES)
