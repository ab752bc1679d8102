"""Risk: how likely each cell is to be misread at a single look, whatever lies on it later."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from calibration.geometry import Placed

# The chance that a piece under a lamp's mirror image is misread, whatever lies there now: measured over the set-ups of
# `scripts/calibrate_setups.py`, as is that the reader's own doubt is right on the whole (7.6 cells against 8).
FLARED = 0.004
# The chance that any cell is misread, of which nothing is seen beforehand.
LEAST = 1e-5


def cell_risks(found: Placed, flared: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Rows × columns: the chance of a wrong label at a single look."""
    doubt = 1.0 - found.reading.certainty
    return np.asarray(np.maximum(doubt, np.where(flared, FLARED, LEAST)), float)
