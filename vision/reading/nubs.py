"""Nubs: some printings have one in the middle of every empty cell. They tell the printing where no colour does."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.reading.appearance import Floats
from vision.reading.sampling import PER_SIDE

# How much the middle of the empty cells varies with a nub in it, in natural logarithms of light: measured on pictures
# with known boards, 0.08 (small pictures) to 1.2 with nubs and at most 0.03 without.
NUB_RELIEF = 0.06


def has_nubs(light: Floats, empty: NDArray[np.bool_]) -> bool:
    """Whether the empty ones of the cells (cells × samples × 3) have nubs; not if there are none."""
    return bool(empty.any()) and nub_relief(light[empty.ravel()]) > NUB_RELIEF


def nub_relief(light: Floats) -> float:
    """How much the middles of empty cells (cells × samples × 3) vary in the same way."""
    logs = np.log(light.mean(axis=2) + 0.004)
    typical = np.median(logs - np.median(logs, axis=1, keepdims=True), axis=0).reshape(PER_SIDE, PER_SIDE)
    return float(typical[2:-2, 2:-2].std())
