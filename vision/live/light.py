"""Light: how much brighter or darker, and of which colour, every part of the board has become.

Colours are logarithms of linear light, so a lamp adds the same to every surface it falls on, whatever its colour.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

# A cell whose change is this far from the rest (in natural logarithms) has changed for another reason than light.
SPREAD = 0.12
# Little more than a plane unless the cells insist: the bending terms are held back.
STIFF = np.diag([1e-6, 1.0, 1.0, 10.0, 10.0, 10.0])


@cache
def _terms(n: int) -> NDArray[np.float64]:
    """Cells × 6: the shapes that a change of the light over the board is made of."""
    axis = np.linspace(-1.0, 1.0, n)
    y, x = np.meshgrid(axis, axis, indexing="ij")
    return np.stack([np.ones_like(x), x, y, x * y, x * x, y * y], axis=-1).reshape(-1, 6)


def light_change(before: Floats, now: Floats, trusted: NDArray[np.bool_]) -> Floats:
    """How the light over the board changed, smoothly: n × n × 3, in natural logarithms.

    Args:
        before: n × n × 3 log-light of each cell when it was last known.
        now: the same at this moment.
        trusted: cells that can be seen; those that changed for other reasons are let go of.
    """
    n = before.shape[0]
    terms = _terms(n)
    change = (now - before).reshape(-1, 3).astype(float)
    seen = trusted.ravel()
    if seen.sum() < 30:
        return np.zeros_like(before)
    start = np.median(change[seen], axis=0)
    field = np.broadcast_to(start, change.shape)
    scale = 0.5
    for _ in range(4):
        left = np.abs(change - field).max(axis=1)
        weight = np.where(seen, 1.0 / (1.0 + (left / scale) ** 2) ** 2, 0.0)
        weighted = terms * weight[:, None]
        field = terms @ np.linalg.solve(weighted.T @ terms + STIFF, weighted.T @ (change - start)) + start
        scale = max(SPREAD, scale * 0.5)
    return field.reshape(before.shape).astype(np.float32)
