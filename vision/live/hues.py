"""Hues: what labels look like, learnt from cells whose label is known, and how far a cell has gone towards a colour."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.reading.appearance import Appearance, Floats
from vision.reading.palette import Palette

Bools = NDArray[np.bool_]
Labels = NDArray[np.int64]

# How much a fresh look at a label counts against what was known, per look.
LEARN = 0.25
# Hues stray a little from frame to frame however clear the plastic; the palette is never surer than this.
LEAST_SPREAD = 0.05
# One piece tells little about how much its colour strays over the board.
FIRST_SPREAD = 0.1
# How far the hue of a plastic may be from the usual one of its name, in radians (22°), and how pure it is at least.
HUE_SPREAD, PALEST = 0.38, 0.3
# How sharply two colours of one game are told apart by their hue, in radians, and the least that is left to one of
# them, as a natural logarithm.
APART, LEAST_SHARE = 0.2, -6.0


def hues(seen: Appearance) -> Floats:
    """Cells × 6: pure, whole and frame hue."""
    return np.concatenate([seen.pure, seen.whole, seen.frame], axis=1)


def by_hue(usual: NDArray[np.float64], seen: Appearance) -> NDArray[np.float64]:
    """Log-likelihood of a colour that has not been seen yet: a piece of about that hue, however pure.

    Plastics of one name differ a good deal in hue between printings, far less than the colours of one game do.
    """
    pure, whole = seen.pure.astype(float), seen.whole.astype(float)
    radius = np.linalg.norm(pure, axis=1) + 1e-6
    turn = np.arctan2(pure[:, 1], pure[:, 0]) - np.arctan2(usual[1], usual[0])
    turn = (turn + np.pi) % (2 * np.pi) - np.pi
    clear = _bell(turn, HUE_SPREAD) / radius * np.where(radius > PALEST, 1.0, 0.01)
    # The cell as a whole has the same hue, paler.
    beside = (whole[:, 1] * pure[:, 0] - whole[:, 0] * pure[:, 1]) / radius
    along = (whole * pure).sum(axis=1) / radius
    body = _bell(beside, 0.1) * np.where((along > 0.1) & (along < 1.1), 1.0, 0.02)
    return np.asarray(np.log(clear + 1e-12) + np.log(body + 1e-12), float)


def hue_share(centres: NDArray[np.float64], seen: Appearance) -> NDArray[np.float64]:
    """Cells × colours: the logarithm of each colour's share in a hue, as one of the colours of this game.

    However far a plastic is from the usual hue of its name, it is nearer to it than to another colour's.
    """
    hue = np.arctan2(seen.pure[:, 1], seen.pure[:, 0]).astype(float)[:, None]
    turn = hue - np.arctan2(centres[:, 1], centres[:, 0])[None]
    turn = (turn + np.pi) % (2 * np.pi) - np.pi
    logs = -0.5 * (turn / APART) ** 2
    logs -= logs.max(axis=1, keepdims=True)
    logs -= np.log(np.exp(logs).sum(axis=1, keepdims=True))
    return np.asarray(np.maximum(logs, LEAST_SHARE), float)


def towards(off: Floats, centres: NDArray[np.float64], least: float) -> Bools:
    """Cells × colours: whether a change of hue is more than noise and goes towards a colour."""
    far = np.linalg.norm(off, axis=1)
    toward = off @ (centres / np.linalg.norm(centres, axis=1, keepdims=True)).T
    tinged: Bools = (far[:, None] > least) & (toward > 0.9 * far[:, None])
    return tinged


def _bell(off: NDArray[np.float64], spread: float) -> NDArray[np.float64]:
    return np.asarray(np.exp(-0.5 * (off / spread) ** 2) / (np.sqrt(2 * np.pi) * spread), float)


def taught(palette: Palette, seen: Appearance, labels: Labels, unmet: frozenset[int]) -> Palette:
    """The palette after a look at cells whose labels are known (-1: not this cell)."""
    pure, whole = palette.pure.copy(), palette.whole.copy()
    spread, share = palette.spread.copy(), palette.share.copy()
    for label in range(len(pure)):
        mine = labels == label
        count = int(mine.sum())
        if label and count:
            # Washed-out cells say nothing about the plastic's colour.
            usual = np.linalg.norm(seen.pure[mine], axis=1).max() if label in unmet else np.linalg.norm(pure[label])
            mine = mine & (np.linalg.norm(seen.pure, axis=1) > 0.75 * usual)
            count = int(mine.sum())
        if not count:
            continue
        rate = 1.0 if label in unmet else LEARN * count / (count + 3.0)
        middle = np.median(seen.pure[mine], axis=0)
        pure[label] += rate * (middle - pure[label])
        whole[label] += rate * (np.median(seen.whole[mine], axis=0) - whole[label])
        away = np.sqrt(np.minimum(((seen.pure[mine] - middle) ** 2).sum(axis=1) / 2, 0.04).mean())
        least = FIRST_SPREAD if label in unmet else LEAST_SPREAD
        spread[label] += rate * (max(least, float(away)) - spread[label])
    # Any cell may bear any label next; what is likely is the explanation's business.
    share[:] = 1 / len(share)
    return replace(palette, pure=pure, whole=whole, spread=spread, share=share)
